//! A WebSocket that is pinged: so that no router forgets it, that somebody who went
//! without a word is noticed, and that it is known how long messages are on their way.

use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use crate::now;

/// How often a connection is pinged: often enough that no router forgets it.
const PING_EVERY: Duration = Duration::from_secs(20);

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
    round_trip: Duration,
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
            round_trip: Duration::ZERO,
        }
    }

    /// How long the last ping and its answer were on their way together.
    pub fn round_trip(&self) -> Duration {
        self.round_trip
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
            self.round_trip = now::steady() - sent_at;
        }
    }
}
