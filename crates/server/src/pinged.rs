//! A WebSocket that is pinged: so that no router forgets it, that somebody who went
//! without a word is noticed, and that it is known how long messages are on their way.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use crate::now;

/// How often a connection is pinged: often enough that no router forgets it.
const PING_EVERY: Duration = Duration::from_secs(20);

/// The first pings come faster, each so long after the answer to the one before, so that
/// the way is known before the first moves.
const PING_EARLY_EVERY: Duration = Duration::from_millis(500);

/// How many pings come early.
const N_PINGS_EARLY: usize = 4;

/// How many round trips are remembered: with a ping every 20 s, those of five minutes, in
/// which the way may have become longer.
const N_ROUND_TRIPS: usize = 16;

/// Pings without an answer after which nobody is there.
const N_PINGS_MISSED_MAX: u32 = 2;

/// A message that is not taken in this time is not wanted.
const SEND_TIME_MAX: Duration = Duration::from_secs(10);

/// One side of a WebSocket.
#[derive(Debug)]
pub struct Pinged {
    socket: WebSocket,
    pings: Interval,
    /// It is time for a ping that is not sent yet.
    is_due: bool,
    n_sent: u64,
    sent_at: Option<Instant>,
    n_missed: u32,
    round_trips: RoundTrips,
}

/// The other side went, or cannot be reached, or does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

impl Pinged {
    /// Begins to ping.
    pub fn new(socket: WebSocket) -> Pinged {
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Pinged {
            socket,
            pings,
            is_due: false,
            n_sent: 0,
            sent_at: None,
            n_missed: 0,
            round_trips: RoundTrips::default(),
        }
    }

    /// The least time that a ping and its answer were on their way together of late; zero
    /// as long as there was no answer. Of an answer that comes late nobody knows whether it
    /// was on its way or held back.
    pub fn round_trip(&self) -> Duration {
        self.round_trips.least()
    }

    /// The next text, bytes or ping of the other side, or a pong that answers no ping.
    /// Nothing is lost if one stops to wait for it.
    ///
    /// # Errors
    ///
    /// There will be none.
    pub async fn receive(&mut self) -> Result<Message, Gone> {
        loop {
            if self.is_due {
                self.ping().await?;
            }
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Pong(number))) if self.is_awaited(&number) => {
                        self.measure(&number);
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                    Some(Ok(message)) => return Ok(message),
                },
                _ = self.pings.tick() => self.is_due = true,
            }
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// It was not taken.
    pub async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(SEND_TIME_MAX, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }

    async fn ping(&mut self) -> Result<(), Gone> {
        let n_missed = self.n_missed + u32::from(self.sent_at.is_some());
        if n_missed >= N_PINGS_MISSED_MAX {
            return Err(Gone);
        }
        let (number, at) = (self.n_sent + 1, now::steady());
        let bytes = Bytes::copy_from_slice(&number.to_be_bytes());
        self.send(Message::Ping(bytes)).await?;
        (self.n_sent, self.sent_at, self.n_missed) = (number, Some(at), n_missed);
        self.is_due = false;
        self.pings.reset_after(PING_EVERY);
        Ok(())
    }

    /// Whether this is the answer to a ping: there is one for each.
    fn is_awaited(&self, number: &[u8]) -> bool {
        self.sent_at.is_some() && number == self.n_sent.to_be_bytes()
    }

    /// Takes the answer to our last ping for what it tells.
    fn measure(&mut self, number: &[u8]) {
        let is_last = number == self.n_sent.to_be_bytes();
        if let Some(sent_at) = self.sent_at.take_if(|_| is_last) {
            self.n_missed = 0;
            self.round_trips.add(now::steady() - sent_at);
            if self.round_trips.0.len() < N_PINGS_EARLY {
                self.pings.reset_after(PING_EARLY_EVERY);
            }
        }
    }
}

/// The last round trips of a connection, the oldest first.
#[derive(Debug, Default)]
struct RoundTrips(VecDeque<Duration>);

impl RoundTrips {
    fn add(&mut self, round_trip: Duration) {
        if self.0.len() == N_ROUND_TRIPS {
            self.0.pop_front();
        }
        self.0.push_back(round_trip);
    }

    fn least(&self) -> Duration {
        self.0.iter().min().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_held_back_after_a_fast_one_count_as_fast() {
        let mut round_trips = RoundTrips::default();
        assert_eq!(round_trips.least(), Duration::ZERO, "nothing is known");
        let (fast, slow) = (Duration::from_millis(30), Duration::from_millis(1_900));
        round_trips.add(slow);
        assert_eq!(round_trips.least(), slow);
        round_trips.add(fast);
        for _ in 1..N_ROUND_TRIPS {
            round_trips.add(slow);
            assert_eq!(round_trips.least(), fast);
        }
        // A way that is longer for minutes has become longer.
        round_trips.add(slow);
        assert_eq!(round_trips.least(), slow);
    }
}
