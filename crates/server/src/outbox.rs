//! What waits to be sent to visitors: so many messages and so many bytes for one
//! connection, and beyond a share that is each one's own so many bytes for one address and
//! in all. Whoever does not read is let go, and costs no more than that; whoever reads is
//! never let go for others who do not.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use ponnuki_wire::ByeCode;
use tokio::sync::mpsc;

use crate::limits::{Place, Places};

/// Messages that may wait for one visitor: some minutes of a fast game. They are
/// shared, so what waits for many is there once.
pub(crate) const OUTBOX_MAX: usize = 128;

/// Bytes that may wait for one visitor: some fifty moves of a long game, each with the
/// whole board. A single message may be larger: the story of a game is, for whoever comes.
const WAITING_BYTES_MAX: usize = 512 << 10;

/// Bytes that each connection has to itself, waiting or in the buffer that messages are
/// written from: the story of a long game. Only what is beyond counts with that of others.
const OWN_BYTES: usize = 64 << 10;

/// Something for a visitor.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Text(Utf8Bytes),
    /// All that happened so far, which all have in common who wait for it.
    Story(Arc<Utf8Bytes>),
    /// The last message.
    Bye(ByeCode, &'static str),
}

impl Outgoing {
    fn n_bytes(&self) -> usize {
        match self {
            Outgoing::Text(text) => text.len(),
            Outgoing::Story(text) => text.len(),
            Outgoing::Bye(..) => 0,
        }
    }
}

/// Something on its way to a visitor.
#[derive(Debug)]
pub(crate) struct Parcel {
    pub(crate) outgoing: Outgoing,
    /// To be kept until it is sent.
    pub(crate) load: Load,
}

/// Bytes that wait; they do no more when this is dropped.
#[derive(Debug)]
pub(crate) struct Load {
    n_bytes: usize,
    _own: WaitingBytes,
    place: Option<Place>,
}

impl Load {
    /// What a connection still holds of a message that was sent: the buffer it was written
    /// from stays as large as the largest message, as long as the connection lives. Where
    /// that is more than each has to itself it counts on.
    pub(crate) fn sent(self) -> Option<Place> {
        self.place.filter(|_| self.n_bytes > OWN_BYTES)
    }
}

/// Bytes that wait for one visitor.
#[derive(Debug)]
struct WaitingBytes {
    n: usize,
    of: Arc<AtomicUsize>,
}

impl Drop for WaitingBytes {
    fn drop(&mut self) {
        self.of.fetch_sub(self.n, Ordering::Relaxed);
    }
}

/// Where to put what a visitor is to be sent.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Parcel>,
    address: IpAddr,
    /// The bytes that wait for all.
    waiting: Places,
    /// The bytes that wait for this visitor.
    own: Arc<AtomicUsize>,
}

/// Why a visitor is sent nothing more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unsent {
    /// It is not there any more.
    Gone,
    /// It does not read.
    TooSlow,
}

impl Outbox {
    /// An empty one for a visitor at `address`, and where its messages come out. `waiting`
    /// is the bytes that may wait, in all and for each address.
    pub(crate) fn new(waiting: &Places, address: IpAddr) -> (Outbox, mpsc::Receiver<Parcel>) {
        let (sender, parcels) = mpsc::channel(OUTBOX_MAX);
        let outbox = Outbox {
            sender,
            address,
            waiting: waiting.clone(),
            own: Arc::default(),
        };
        (outbox, parcels)
    }

    /// Puts something in, never waiting.
    ///
    /// # Errors
    ///
    /// The visitor has gone, or as much waits already as may.
    pub(crate) fn try_send(&self, outgoing: Outgoing) -> Result<(), Unsent> {
        let load = self.load(outgoing.n_bytes()).ok_or(Unsent::TooSlow)?;
        let sent = self.sender.try_send(Parcel { outgoing, load });
        sent.map_err(|why| match why {
            mpsc::error::TrySendError::Full(_) => Unsent::TooSlow,
            mpsc::error::TrySendError::Closed(_) => Unsent::Gone,
        })
    }

    fn load(&self, n_bytes: usize) -> Option<Load> {
        let before = self.own.fetch_add(n_bytes, Ordering::Relaxed);
        // Given back when it is dropped.
        let own = WaitingBytes {
            n: n_bytes,
            of: Arc::clone(&self.own),
        };
        if before > 0 && before + n_bytes > WAITING_BYTES_MAX {
            return None;
        }
        let n_shared = n_bytes.saturating_sub(OWN_BYTES.saturating_sub(before));
        let place = match n_shared {
            0 => None,
            n => Some(self.waiting.take_many(Some(self.address), n).ok()?),
        };
        Some(Load {
            n_bytes,
            _own: own,
            place,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(n_bytes: usize) -> Outgoing {
        Outgoing::Text("x".repeat(n_bytes).into())
    }

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn one_large_message_waits_but_not_another_behind_it() {
        let waiting = Places::new(usize::MAX, usize::MAX);
        let (outbox, mut parcels) = Outbox::new(&waiting, address(1));
        assert_eq!(outbox.try_send(text(2 * WAITING_BYTES_MAX)), Ok(()));
        assert_eq!(outbox.try_send(text(1)), Err(Unsent::TooSlow));
        // While it is being sent it waits still.
        let parcel = parcels.try_recv().expect("the message");
        assert_eq!(outbox.try_send(text(1)), Err(Unsent::TooSlow));
        drop(parcel);
        assert_eq!(outbox.try_send(text(1)), Ok(()));
        drop((outbox, parcels));
        assert_eq!(waiting.n_taken(), 0, "nothing is left of who has gone");
    }

    #[test]
    fn a_connection_that_was_sent_much_counts_as_long_as_it_lives() {
        let waiting = Places::new(usize::MAX, usize::MAX);
        let (outbox, mut parcels) = Outbox::new(&waiting, address(1));
        let mut sent = |n_bytes| {
            assert_eq!(outbox.try_send(text(n_bytes)), Ok(()));
            parcels.try_recv().expect("the message").load.sent()
        };
        assert!(sent(OWN_BYTES).is_none());
        assert_eq!(waiting.n_taken(), 0);
        let buffer = sent(OWN_BYTES + 1_000);
        assert_eq!(waiting.n_taken(), 1_000);
        // It waits for nobody any more.
        assert!(sent(10).is_none());
        drop(buffer);
        assert_eq!(waiting.n_taken(), 0);
    }

    #[test]
    fn small_messages_wait_up_to_so_many_bytes() {
        let waiting = Places::new(usize::MAX, usize::MAX);
        let (outbox, _parcels) = Outbox::new(&waiting, address(1));
        let n_bytes = 10 << 10;
        let n_sent = (0..OUTBOX_MAX)
            .take_while(|_| outbox.try_send(text(n_bytes)).is_ok())
            .count();
        assert_eq!(n_sent, WAITING_BYTES_MAX / n_bytes);
        assert_eq!(waiting.n_taken(), n_sent * n_bytes - OWN_BYTES);
    }

    #[test]
    fn an_address_has_its_share_and_all_together_have_theirs() {
        let waiting = Places::new(250, 100);
        let many = |last: u8| {
            let (outbox, parcels) = Outbox::new(&waiting, address(last));
            (outbox.try_send(text(OWN_BYTES + 60)), outbox, parcels)
        };
        let (first, second) = (many(1), many(1));
        assert_eq!(first.0, Ok(()));
        assert_eq!(second.0, Err(Unsent::TooSlow));
        let others = [many(2), many(3), many(4), many(5)];
        let n_sent = others.iter().filter(|(sent, ..)| sent.is_ok()).count();
        assert_eq!(n_sent, 3, "four times 60 bytes fit into 250");
        // Whoever reads is sent what the others leave lying.
        let (reader, mut parcels) = Outbox::new(&waiting, address(1));
        for _ in 0..1_000 {
            assert_eq!(reader.try_send(text(OWN_BYTES)), Ok(()));
            drop(parcels.try_recv().expect("the message"));
        }
        drop(first);
        assert_eq!(many(1).0, Ok(()));
    }

    #[test]
    fn a_story_is_there_once_for_all_who_wait_for_it() {
        let waiting = Places::new(usize::MAX, usize::MAX);
        let story = Arc::new(Utf8Bytes::from("x".repeat(1_000)));
        let outboxes: Vec<_> = (1..=9).map(|n| Outbox::new(&waiting, address(n))).collect();
        for (outbox, _) in &outboxes {
            let sent = outbox.try_send(Outgoing::Story(Arc::clone(&story)));
            assert_eq!(sent, Ok(()));
        }
        assert_eq!(Arc::strong_count(&story), 10);
        drop(outboxes);
        assert_eq!(Arc::strong_count(&story), 1);
    }
}
