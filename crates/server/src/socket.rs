//! One connection: what comes from it goes to its room, what the room says goes
//! out.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use ponnuki_wire::{
    Ask, ByeCode, RefusalCode, Refused, ToClient, ToServer, from_json, to_json, to_ms,
};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::house::House;
use crate::limits::{MESSAGE_BYTES_MAX, Place};
use crate::now;
use crate::outbox::{Outbox, Outgoing, Parcel};
use crate::pinged::{Gone, Pinged};
use crate::problem::Problem;
use crate::room_id::RoomId;
use crate::room_task::{Arrival, Command, Entered};
use crate::token::Holder;

/// How long is read what the other side still sends after our goodbye.
const LINGER_MAX: Duration = Duration::from_secs(1);

/// Messages that are none, or come too fast, after which the connection is closed.
const N_FAULTS_MAX: u32 = 30;

/// Someone in a room, before the connection is ready.
#[derive(Debug)]
pub(crate) struct Guest {
    presence: VisitGuard,
    address: IpAddr,
    outbox: mpsc::Receiver<Parcel>,
    /// Counts against the limit of connections as long as this lives.
    _place: Place,
}

/// Someone's presence in a room; ends when this is dropped.
#[derive(Debug)]
struct VisitGuard(Entered);

impl Drop for VisitGuard {
    fn drop(&mut self) {
        let (id, inbox) = (self.0.id, self.0.inbox.clone());
        if let Err(mpsc::error::TrySendError::Full(command)) = inbox.try_send(Command::Leave(id)) {
            tokio::spawn(async move { drop(inbox.send(command).await) });
        }
    }
}

impl Guest {
    /// Enters a room.
    pub(crate) async fn enter(
        house: &Arc<House>,
        room: RoomId,
        holder: Option<Holder>,
        name: String,
        address: IpAddr,
        since: u64,
    ) -> Result<Guest, Problem> {
        let place = house.places.connections.take(Some(address))?;
        let waiting = match holder {
            Some(_) => &house.places.waiting_for_players,
            None => &house.places.waiting_for_watchers,
        };
        let (sender, outbox) = Outbox::new(waiting, address);
        let (reply, entered) = oneshot::channel();
        let arrival = Arrival {
            holder,
            name,
            address,
            since,
            outbox: sender,
            reply,
        };
        house.send(room, Command::Enter(arrival))?;
        let entered = entered.await.unwrap_or_else(|_| Err(Problem::busy()))?;
        house.metrics.sockets.add_one();
        Ok(Guest {
            presence: VisitGuard(entered),
            address,
            outbox,
            _place: place,
        })
    }

    /// Carries messages both ways until either side has enough.
    pub(crate) async fn stay(self, house: Arc<House>, socket: WebSocket) {
        let mut line = VisitorSocket {
            house,
            socket: Pinged::new(socket),
            guest: self,
            buffer: None,
            n_faults: 0,
        };
        if let Err(Hangup::Bye(code, text)) = line.carry().await {
            line.say_bye(code, text).await;
        }
    }
}

/// How a connection ends.
enum Hangup {
    /// The other side went, or cannot be reached.
    Gone,
    /// We end it, and say why.
    Bye(ByeCode, &'static str),
}

impl From<Gone> for Hangup {
    fn from(_: Gone) -> Hangup {
        Hangup::Gone
    }
}

/// The connection of someone in a room.
struct VisitorSocket {
    house: Arc<House>,
    socket: Pinged,
    guest: Guest,
    /// Counts what a large message left behind.
    buffer: Option<Place>,
    n_faults: u32,
}

impl VisitorSocket {
    async fn carry(&mut self) -> Result<(), Hangup> {
        loop {
            tokio::select! {
                parcel = self.guest.outbox.recv() => match parcel {
                    Some(parcel) => self.deliver(parcel).await?,
                    // The room let go of a reader that was too slow; see `Visitors`.
                    None => {
                        let text = "you read too slowly, connect again";
                        return Err(Hangup::Bye(ByeCode::TooSlow, text));
                    }
                },
                message = self.socket.receive() => self.receive(message?).await?,
            }
        }
    }

    async fn deliver(&mut self, parcel: Parcel) -> Result<(), Hangup> {
        let Parcel { outgoing, load } = parcel;
        match outgoing {
            Outgoing::Text(text) => self.socket.send(Message::Text(text)).await?,
            Outgoing::Story(text) => {
                let message = Message::Text(Utf8Bytes::clone(&text));
                self.socket.send(message).await?;
            }
            Outgoing::Bye(code, text) => return Err(Hangup::Bye(code, text)),
        }
        self.buffer = load.sent().or(self.buffer.take());
        Ok(())
    }

    async fn receive(&mut self, message: Message) -> Result<(), Hangup> {
        let at = now::steady();
        match message {
            Message::Text(text) => {
                self.house.metrics.messages.add_one();
                self.hear(&text, at).await
            }
            Message::Binary(_) => match self.allow(None, at).await? {
                true => self.fault(bad_message("a message is a text")).await,
                false => Ok(()),
            },
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => {
                self.allow(None, at).await.map(drop)
            }
        }
    }

    async fn hear(&mut self, text: &Utf8Bytes, at: Instant) -> Result<(), Hangup> {
        if text.len() > MESSAGE_BYTES_MAX {
            return Err(Hangup::Bye(ByeCode::BadMessage, "the message is too large"));
        }
        let message: Result<ToServer, _> = from_json(text);
        let id = message.as_ref().ok().map(|message| message.id);
        if !self.allow(id, at).await? {
            return Ok(());
        }
        match message {
            Err(why) => self.fault(bad_message(&why.to_string())).await,
            Ok(ToServer {
                id, ask: Ask::Ping, ..
            }) => {
                let server_ms = to_ms(self.house.time.now());
                self.tell(&ToClient::Pong { re: id, server_ms }).await
            }
            Ok(message) => {
                let command = Command::Ask {
                    from: self.guest.presence.0.id,
                    message,
                    lag: self.socket.round_trip() / 2,
                    at,
                };
                let sent = self.guest.presence.0.inbox.send(command).await;
                // The room says goodbye before it goes: that is in the outbox.
                drop(sent);
                Ok(())
            }
        }
    }

    /// Whether the client may say something more by now; it is told if not.
    async fn allow(&mut self, id: Option<u64>, at: Instant) -> Result<bool, Hangup> {
        match self.take(at) {
            Ok(()) => Ok(true),
            Err(_) => {
                let text = "too many messages in a short time";
                let refused = Refused::new(RefusalCode::TooFast, text);
                self.fault(Refused { re: id, ..refused }).await?;
                Ok(false)
            }
        }
    }

    /// Counts what came with all that comes from this address, and for the same seat.
    fn take(&self, at: Instant) -> Result<(), Duration> {
        let (house, address) = (&self.house, self.guest.address);
        match &self.guest.presence.0.buckets {
            None => house.rates.watching.take(address, at),
            Some(seat) => seat.take(house.limits.messages, &house.rates.messages, address, at),
        }
    }

    /// Refuses, and ends the connection of those who do not learn.
    async fn fault(&mut self, refused: Refused) -> Result<(), Hangup> {
        self.house.metrics.refusals.add_one();
        self.n_faults += 1;
        if self.n_faults > N_FAULTS_MAX {
            let code = match refused.code {
                RefusalCode::TooFast => ByeCode::TooFast,
                _ => ByeCode::BadMessage,
            };
            return Err(Hangup::Bye(code, "too many messages were refused"));
        }
        self.tell(&ToClient::Refused(refused)).await
    }

    async fn tell(&mut self, message: &ToClient) -> Result<(), Hangup> {
        let text = Message::Text(to_json(message).into());
        Ok(self.socket.send(text).await?)
    }

    async fn say_bye(&mut self, code: ByeCode, text: &'static str) {
        let bye = ToClient::Bye {
            code,
            text: text.to_owned(),
        };
        let frame = CloseFrame {
            code: close_code::AGAIN,
            reason: Utf8Bytes::from_static(text),
        };
        let close = Message::Close(Some(frame));
        if self.tell(&bye).await.is_err() || self.socket.send(close).await.is_err() {
            return;
        }
        // A connection that is closed over unread messages takes the goodbye with it.
        let linger = async { while self.socket.receive().await.is_ok() {} };
        drop(timeout(LINGER_MAX, linger).await);
    }
}

fn bad_message(why: &str) -> Refused {
    Refused::new(
        RefusalCode::BadMessage,
        format!("the message could not be read: {why}"),
    )
}
