//! Who is in a room: players at their screens and people who watch. Each has a
//! bounded queue of what they are still to be sent; who does not read is let go.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use ponnuki_room::{BySeat, Seat};
use ponnuki_wire::{Attendance, ByeCode, ToClient, to_json};

use crate::limits::{SeatBuckets, ServerLimits};
pub(crate) use crate::outbox::Outgoing;
use crate::outbox::{Outbox, Unsent};
use crate::token::{Holder, SIGNED_OUT};

/// One connection.
#[derive(Debug)]
pub(crate) struct Visitor {
    /// Tells it from others of this room.
    pub(crate) id: VisitorId,
    /// The seats it speaks for; none if it watches.
    pub(crate) holder: Option<Holder>,
    /// What it is called, if it watches.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) address: IpAddr,
    pub(crate) outbox: Outbox,
}

/// Tells the visitors of a room from one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VisitorId(pub(crate) u64);

impl Visitor {
    fn send(&self, outgoing: Outgoing) -> Result<(), Unsent> {
        self.outbox.try_send(outgoing)
    }
}

/// Everybody in a room.
#[derive(Debug, Default)]
pub(crate) struct Visitors {
    all: Vec<Visitor>,
    /// What each seat may still say: it does not become more with every device, nor by
    /// coming again.
    buckets: HashMap<Holder, SeatBuckets>,
    n_ever: u64,
    presence: Presence,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Presence {
    seats: BySeat<bool>,
    n_watchers: u32,
}

/// Why someone may not come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// As many watch as may.
    Watchers,
    /// The seat is open on as many devices as may be.
    Tabs,
}

impl Visitors {
    /// A number that no visitor had before.
    pub(crate) fn next_id(&mut self) -> VisitorId {
        self.n_ever += 1;
        VisitorId(self.n_ever)
    }

    /// Whether one more with these seats may come in.
    pub(crate) fn judge(
        &self,
        holder: Option<Holder>,
        limits: &ServerLimits,
    ) -> Result<(), NoRoom> {
        let n_alike = self
            .all
            .iter()
            .filter(|other| other.holder == holder)
            .count();
        match holder {
            None if n_alike >= limits.n_watchers => Err(NoRoom::Watchers),
            Some(_) if n_alike >= limits.n_tabs => Err(NoRoom::Tabs),
            None | Some(_) => Ok(()),
        }
    }

    /// What all who hold these seats may say together.
    pub(crate) fn buckets(
        &mut self,
        holder: Holder,
        limits: &ServerLimits,
        now: Instant,
    ) -> SeatBuckets {
        let full = || SeatBuckets::full(limits.messages, now);
        self.buckets.entry(holder).or_insert_with(full).clone()
    }

    pub(crate) fn enter(&mut self, visitor: Visitor) {
        self.all.push(visitor);
    }

    pub(crate) fn leave(&mut self, id: VisitorId) {
        self.all.retain(|visitor| visitor.id != id);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn find(&self, id: VisitorId) -> Option<&Visitor> {
        self.all.iter().find(|visitor| visitor.id == id)
    }

    /// Where a player of the room is; nothing if none is here.
    pub(crate) fn player_address(&self) -> Option<IpAddr> {
        let mut players = self.all.iter().filter(|visitor| visitor.holder.is_some());
        players.next().map(|player| player.address)
    }

    /// Tells one visitor.
    pub(crate) fn tell(&mut self, id: VisitorId, message: &ToClient) {
        self.send(id, Outgoing::Text(to_json(message).into()));
    }

    /// Sends one visitor something.
    pub(crate) fn send(&mut self, id: VisitorId, outgoing: Outgoing) {
        if let Some(visitor) = self.find(id)
            && visitor.send(outgoing).is_err()
        {
            self.leave(id);
        }
    }

    /// Tells all; returns how many were let go because they do not read.
    pub(crate) fn tell_all(&mut self, message: &ToClient) -> usize {
        if self.all.is_empty() {
            return 0;
        }
        let text: Utf8Bytes = to_json(message).into();
        let mut n_slow = 0;
        self.all.retain(|visitor| {
            let sent = visitor.send(Outgoing::Text(text.clone()));
            n_slow += usize::from(sent == Err(Unsent::TooSlow));
            sent.is_ok()
        });
        n_slow
    }

    /// Says goodbye to all.
    pub(crate) fn dismiss(&mut self, code: ByeCode, text: &'static str) {
        for visitor in self.all.drain(..) {
            // Who has gone, or does not read, sees the end of the connection.
            let _ = visitor.send(Outgoing::Bye(code, text));
        }
    }

    /// Says goodbye to all who hold these seats.
    pub(crate) fn sign_out(&mut self, holder: Holder) {
        let is_signed_out = |visitor: &mut Visitor| visitor.holder == Some(holder);
        for visitor in self.all.extract_if(.., is_signed_out) {
            // Who does not read sees the end of the connection.
            let _ = visitor.send(Outgoing::Bye(ByeCode::SignedOut, SIGNED_OUT));
        }
    }

    /// Whether somebody is here to be told that this has changed.
    pub(crate) fn has_news_of_presence(&self) -> bool {
        !self.is_empty() && self.presence_now() != self.presence
    }

    /// Whether a player has come or gone since it was last asked who is here.
    pub(crate) fn has_news_of_players(&self) -> bool {
        self.presence_now().seats != self.presence.seats
    }

    /// Who is here, if that has changed since it was last asked.
    pub(crate) fn news_of_presence(&mut self) -> Option<ToClient> {
        let presence = self.presence_now();
        let is_new = presence != self.presence;
        self.presence = presence;
        is_new.then(|| self.presence())
    }

    /// Who is here.
    pub(crate) fn presence(&self) -> ToClient {
        let Presence { seats, n_watchers } = self.presence_now();
        ToClient::Presence {
            host: seats.host,
            guest: seats.guest,
            n_watchers,
        }
    }

    /// How many they are, in a room in which a game is played or not.
    pub(crate) fn attendance(&self, is_playing: bool) -> Attendance {
        let Presence { seats, n_watchers } = self.presence_now();
        let players = Seat::BOTH.into_iter().filter(|seat| seats[*seat]).count() as u32;
        Attendance {
            games: u32::from(is_playing && players > 0),
            players,
            watchers: n_watchers,
        }
    }

    fn presence_now(&self) -> Presence {
        let holds = |seat: Seat| {
            let mut holders = self.all.iter().filter_map(|visitor| visitor.holder);
            holders.any(|holder| holder.seats().contains(&seat))
        };
        let watchers = self.all.iter().filter(|visitor| visitor.holder.is_none());
        Presence {
            seats: BySeat::from_fn(holds),
            n_watchers: watchers.count() as u32,
        }
    }
}

impl Holder {
    /// The seats.
    pub(crate) fn seats(self) -> &'static [Seat] {
        match self {
            Holder::Host => &[Seat::Host],
            Holder::Guest => &[Seat::Guest],
            Holder::Both => &Seat::BOTH,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::sync::mpsc;

    use super::*;
    use crate::limits::Places;
    use crate::outbox::{OUTBOX_MAX, Parcel};

    fn visitor(visitors: &mut Visitors, holder: Option<Holder>) -> mpsc::Receiver<Parcel> {
        let address = Ipv4Addr::LOCALHOST.into();
        let (outbox, inbox) = Outbox::new(&Places::new(usize::MAX, usize::MAX), address);
        let id = visitors.next_id();
        visitors.enter(Visitor {
            id,
            holder,
            name: String::new(),
            address,
            outbox,
        });
        inbox
    }

    fn message() -> ToClient {
        ToClient::Pong {
            re: 1,
            server_ms: 2,
        }
    }

    #[test]
    fn who_does_not_read_is_let_go_and_the_others_miss_nothing() {
        let mut visitors = Visitors::default();
        let mut reader = visitor(&mut visitors, None);
        let mut sleeper = visitor(&mut visitors, None);
        for i in 0..=OUTBOX_MAX {
            let n_slow = visitors.tell_all(&message());
            assert_eq!(n_slow, usize::from(i == OUTBOX_MAX), "message {i}");
            assert!(reader.try_recv().is_ok());
        }
        // What was sent before is still there, then comes the end.
        let n_waiting = std::iter::from_fn(|| sleeper.try_recv().ok()).count();
        assert_eq!(n_waiting, OUTBOX_MAX);
        assert!(sleeper.is_closed() && !reader.is_closed());
    }

    #[test]
    fn presence_is_news_only_when_it_changes() {
        let mut visitors = Visitors::default();
        assert_eq!(visitors.news_of_presence(), None);
        let host = visitor(&mut visitors, Some(Holder::Host));
        let expected = ToClient::Presence {
            host: true,
            guest: false,
            n_watchers: 0,
        };
        assert_eq!(visitors.news_of_presence(), Some(expected));
        let _second_tab = visitor(&mut visitors, Some(Holder::Host));
        assert_eq!(visitors.news_of_presence(), None);
        drop(host);
        visitors.tell_all(&message());
        assert_eq!(visitors.news_of_presence(), None, "the other tab is there");
    }
}
