//! Who sits where.

use std::ops::{Index, IndexMut};

/// One of the two places in a room. Which colour it has is another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Of whoever opened the room.
    Host,
    /// Of whoever plays with them.
    Guest,
}

impl Seat {
    /// Both, the host's first.
    pub const BOTH: [Seat; 2] = [Seat::Host, Seat::Guest];

    /// The seat across the board.
    #[must_use]
    pub fn other(self) -> Seat {
        match self {
            Seat::Host => Seat::Guest,
            Seat::Guest => Seat::Host,
        }
    }
}

/// One `T` for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    /// The host's.
    pub host: T,
    /// The guest's.
    pub guest: T,
}

impl<T> BySeat<T> {
    /// What `f` gives for each seat.
    pub fn from_fn(mut f: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat {
            host: f(Seat::Host),
            guest: f(Seat::Guest),
        }
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::Host => &self.host,
            Seat::Guest => &self.guest,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Host => &mut self.host,
            Seat::Guest => &mut self.guest,
        }
    }
}

/// Who sits there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person.
    Person {
        /// What they want to be called; empty if they did not say.
        name: String,
    },
    /// An engine, which the caller asks for its moves.
    Engine {
        /// How strong it is to play.
        level: u8,
        /// What it is called.
        name: String,
    },
}

impl Occupant {
    /// What they are called; empty if they did not say.
    pub fn name(&self) -> &str {
        match self {
            Occupant::Person { name } | Occupant::Engine { name, .. } => name,
        }
    }

    /// The level of an engine.
    pub fn level(&self) -> Option<u8> {
        match self {
            Occupant::Person { .. } => None,
            Occupant::Engine { level, .. } => Some(*level),
        }
    }

    /// The same sitter under another name.
    pub(crate) fn rename(&mut self, new: String) {
        match self {
            Occupant::Person { name } | Occupant::Engine { name, .. } => *name = new,
        }
    }
}
