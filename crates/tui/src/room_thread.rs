//! The connection to a room on a thread of its own, so that a slow one holds nobody up.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use ponnuki_wire::ToServer;

use crate::event::{AppEvent, FromRoom, Unkept, Wish};
use crate::run::{Alarm, Incoming};

/// Opens rooms.
pub trait Host: Send {
    /// Opens the room that is wished for; whatever it says goes to `heard`, from any
    /// thread, until the connection is dropped.
    ///
    /// # Errors
    ///
    /// There is no such room; this is why.
    fn open(&mut self, wish: &Wish, heard: Sink) -> Result<Box<dyn RoomConnection>, String>;
}

/// Receives what a room says.
pub type Sink = Box<dyn FnMut(FromRoom) + Send>;

/// The connection to a room, of a player or a spectator. To drop it is to leave.
pub trait RoomConnection {
    /// Says something in the room; never waits for an answer.
    fn say(&mut self, message: ToServer);

    /// Why this game is not kept, if it might have been.
    fn unkept(&self) -> Option<Unkept> {
        None
    }
}

/// What the thread is told to do.
enum Order {
    SitDown(Wish),
    Say(ToServer),
    Leave,
}

/// The thread that has the connection to a room.
#[derive(Debug)]
pub(crate) struct RoomThread {
    orders: Sender<Order>,
    thread: JoinHandle<()>,
}

impl RoomThread {
    /// Starts the thread; what the room says goes to `sender`.
    ///
    /// # Errors
    ///
    /// The machine gives no thread.
    pub(crate) fn open(host: Box<dyn Host>, sender: Sender<Incoming>) -> io::Result<RoomThread> {
        let (orders, received) = mpsc::channel();
        let mut host = host;
        let work = move || {
            let _alarm = Alarm(sender.clone());
            let mut connection = None;
            for order in received {
                match order {
                    Order::SitDown(wish) => {
                        // The old room goes before the new one comes: they may need the same.
                        drop(connection.take());
                        connection = sit_down(host.as_mut(), &wish, &sender);
                    }
                    Order::Say(message) => {
                        if let Some(connection) = &mut connection {
                            connection.say(message);
                        }
                    }
                    Order::Leave => drop(connection.take()),
                }
            }
        };
        let thread = thread::Builder::new().name("room".to_owned()).spawn(work)?;
        Ok(RoomThread { orders, thread })
    }

    /// Sits down in another room.
    pub(crate) fn sit_down(&self, wish: Wish) {
        drop(self.orders.send(Order::SitDown(wish)));
    }

    /// Says something in the room.
    pub(crate) fn say(&self, message: ToServer) {
        drop(self.orders.send(Order::Say(message)));
    }

    /// Leaves the room.
    pub(crate) fn leave(&self) {
        drop(self.orders.send(Order::Leave));
    }

    /// Leaves the room and waits until that is done.
    pub(crate) fn close(self) {
        drop(self.orders);
        drop(self.thread.join());
    }
}

fn sit_down(
    host: &mut dyn Host,
    wish: &Wish,
    sender: &Sender<Incoming>,
) -> Option<Box<dyn RoomConnection>> {
    let tell = |sender: &Sender<Incoming>, heard| {
        drop(sender.send(Incoming::Event(AppEvent::Heard(heard))));
    };
    let heard = sender.clone();
    match host.open(wish, Box::new(move |said| tell(&heard, said))) {
        Ok(connection) => {
            if let Some(why) = connection.unkept() {
                tell(sender, FromRoom::Unkept(why));
            }
            Some(connection)
        }
        Err(why) => {
            tell(sender, FromRoom::Failed(why));
            None
        }
    }
}
