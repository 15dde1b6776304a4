//! The connection of a worker: what a program has that thinks for a server.

use std::fmt;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use ponnuki_wire::worker::{FromWorker, ToWorker};
use ponnuki_wire::{from_json, to_json};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::link::ServerAddress;
use crate::reach::{Socket, Unreached, silent, socket};

/// How often the server is pinged, so that no router between forgets the connection.
const PING_EVERY: Duration = Duration::from_secs(15);

/// A server that says nothing for so long, not even to a ping, is gone.
const SILENCE_MAX: Duration = Duration::from_secs(45);

/// How long a message may take to be sent.
const SEND_MAX: Duration = Duration::from_secs(10);

/// A connection to a server that has tasks.
pub struct WorkerConnection {
    socket: Socket,
    pings: Interval,
    heard_at: Instant,
}

impl fmt::Debug for WorkerConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerConnection")
            .field("heard_at", &self.heard_at)
            .finish_non_exhaustive()
    }
}

impl WorkerConnection {
    /// Connects with a key.
    ///
    /// # Errors
    ///
    /// The server cannot be reached, or does not take the key.
    pub async fn open(server: &ServerAddress, key: &str) -> Result<WorkerConnection, Unreached> {
        let socket = socket(server, "/api/worker", Some(key)).await?;
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(WorkerConnection {
            socket,
            pings,
            heard_at: Instant::now(),
        })
    }

    /// The next message. Nothing is lost if one stops to wait for it.
    ///
    /// # Errors
    ///
    /// The connection is gone.
    pub async fn receive(&mut self) -> Result<ToWorker, Unreached> {
        loop {
            tokio::select! {
                message = self.socket.next() => {
                    self.heard_at = Instant::now();
                    match message {
                        Some(Ok(Message::Text(json))) => {
                            return from_json(json.as_str()).map_err(silent);
                        }
                        Some(Ok(Message::Close(_))) | None => {
                            return Err(silent("the connection was closed"));
                        }
                        Some(Err(error)) => return Err(silent(error)),
                        Some(Ok(_)) => {}
                    }
                }
                _ = self.pings.tick() => {
                    if self.heard_at.elapsed() > SILENCE_MAX {
                        return Err(silent("the server says nothing any more"));
                    }
                    self.put(Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    /// Says something.
    ///
    /// # Errors
    ///
    /// It was not taken.
    pub async fn send(&mut self, message: &FromWorker) -> Result<(), Unreached> {
        self.put(Message::text(to_json(message))).await
    }

    /// Closes the connection, whether the server still reads or not.
    pub async fn close(mut self) {
        drop(timeout(Duration::from_secs(2), self.socket.close(None)).await);
    }

    async fn put(&mut self, message: Message) -> Result<(), Unreached> {
        match timeout(SEND_MAX, self.socket.send(message)).await {
            Ok(sent) => sent.map_err(silent),
            Err(_) => Err(silent("the server does not read")),
        }
    }
}
