//! The table on a thread of its own, so that a slow connection holds nobody up.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use ponnuki_wire::ToServer;

use crate::event::{Event, Heard, Unkept, Wish};
use crate::run::{Alarm, Incoming};

/// Whoever opens tables.
pub trait Host: Send {
    /// Opens the table that is wished for; whatever it says goes to `heard`, from any
    /// thread, until the table is dropped.
    ///
    /// # Errors
    ///
    /// There is no such table; this is why.
    fn open(&mut self, wish: &Wish, heard: Sink) -> Result<Box<dyn Table>, String>;
}

/// Where a table says things.
pub type Sink = Box<dyn FnMut(Heard) + Send>;

/// A table that someone sits at, or watches. To drop it is to leave.
pub trait Table {
    /// Says something at the table; never waits for an answer.
    fn say(&mut self, message: ToServer);

    /// Why this game is not kept, if it might have been.
    fn unkept(&self) -> Option<Unkept> {
        None
    }
}

/// Something to be done at the desk.
enum Order {
    SitDown(Wish),
    Say(ToServer),
    Leave,
}

/// The thread that has the table.
#[derive(Debug)]
pub(crate) struct Desk {
    orders: Sender<Order>,
    thread: JoinHandle<()>,
}

impl Desk {
    /// Starts the thread; what the table says goes to `sender`.
    ///
    /// # Errors
    ///
    /// The machine gives no thread.
    pub(crate) fn open(host: Box<dyn Host>, sender: Sender<Incoming>) -> io::Result<Desk> {
        let (orders, received) = mpsc::channel();
        let mut host = host;
        let work = move || {
            let _alarm = Alarm(sender.clone());
            let mut table = None;
            for order in received {
                match order {
                    Order::SitDown(wish) => {
                        // The old table goes before the new one comes: they may need the same.
                        drop(table.take());
                        table = sit_down(host.as_mut(), &wish, &sender);
                    }
                    Order::Say(message) => {
                        if let Some(table) = &mut table {
                            table.say(message);
                        }
                    }
                    Order::Leave => drop(table.take()),
                }
            }
        };
        let thread = thread::Builder::new()
            .name("table".to_owned())
            .spawn(work)?;
        Ok(Desk { orders, thread })
    }

    /// Sits down at another table.
    pub(crate) fn sit_down(&self, wish: Wish) {
        drop(self.orders.send(Order::SitDown(wish)));
    }

    /// Says something at the table.
    pub(crate) fn say(&self, message: ToServer) {
        drop(self.orders.send(Order::Say(message)));
    }

    /// Leaves the table.
    pub(crate) fn leave(&self) {
        drop(self.orders.send(Order::Leave));
    }

    /// Leaves the table and waits until that is done.
    pub(crate) fn close(self) {
        drop(self.orders);
        drop(self.thread.join());
    }
}

fn sit_down(host: &mut dyn Host, wish: &Wish, sender: &Sender<Incoming>) -> Option<Box<dyn Table>> {
    let tell = |sender: &Sender<Incoming>, heard| {
        drop(sender.send(Incoming::Event(Event::Heard(heard))));
    };
    let heard = sender.clone();
    match host.open(wish, Box::new(move |said| tell(&heard, said))) {
        Ok(table) => {
            if let Some(why) = table.unkept() {
                tell(sender, Heard::Unkept(why));
            }
            Some(table)
        }
        Err(why) => {
            tell(sender, Heard::Failed(why));
            None
        }
    }
}
