//! What comes in and what goes out: everything that the screens hear and ask for.

use std::sync::Arc;

use ponnuki_engine::{Analysis, Memory, ThinkLimits};
use ponnuki_game::Game;
use ponnuki_wire::{NewRoom, ToClient, ToServer};
use ponnuki_words::{Phrase, Words};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

/// Something that happened outside the screens.
#[derive(Clone, Debug)]
pub enum AppEvent {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was moved or a button pressed.
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resized {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// Some time went by.
    Tick,
    /// Something came from the table.
    Heard(FromRoom),
    /// The engine has thought.
    Thought(Thought),
    /// There is no engine; this is why.
    Mindless(String),
    /// A file was written, or why it was not.
    Written {
        /// Its name.
        file: String,
        /// Whether it worked.
        done: Result<(), String>,
    },
    /// A file was read, or why it was not.
    Read {
        /// Its name.
        name: String,
        /// What is in it.
        bytes: Result<Vec<u8>, String>,
    },
}

/// Why a game at this keyboard is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unkept {
    /// Another server, at this address, keeps the games.
    Other(String),
    /// Nothing can be written to this directory.
    NoPlace(String),
}

impl Unkept {
    /// The sentence that says so.
    #[must_use]
    pub fn in_words(&self, words: &Words) -> String {
        match self {
            Unkept::Other(url) => words.say(Phrase::OtherKeeps { url }),
            Unkept::NoPlace(dir) => words.say(Phrase::NoPlace { dir }),
        }
    }
}

/// What comes from the table.
#[derive(Clone, Debug)]
pub enum FromRoom {
    /// The server says something.
    Said(Box<ToClient>),
    /// The game is not kept, for this reason.
    Unkept(Unkept),
    /// The connection is lost; the table tries again by itself.
    Lost,
    /// There is no table, or it will not come back; this is why.
    Failed(String),
}

/// What the engine thinks of a position it was asked about.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The number of the question.
    pub question: u64,
    /// What thinks: the name of its network, or its own where it has none.
    pub judge: Arc<str>,
    /// What it thinks.
    pub analysis: Box<Analysis>,
    /// Whether it thinks no more about it.
    pub is_last: bool,
}

/// Something that the screens want done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Open a table, or sit down at one; what it says comes as [`FromRoom`].
    Open(Wish),
    /// Say this at the table.
    Send(ToServer),
    /// Leave the table.
    Leave,
    /// Think about a position until the next question.
    Think(ThinkQuestion),
    /// Think no more.
    Rest,
    /// Write a text into a file that is not there yet.
    Write {
        /// The name of the file.
        file: String,
        /// The text.
        text: String,
    },
    /// Read a file for a review.
    Read {
        /// Its name.
        name: String,
    },
    /// Give the terminal back for a while, as Ctrl+Z asks.
    Suspend,
    /// End the program.
    Quit,
}

/// Which table is wanted.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// The one that the program was started for.
    Given,
    /// A new one on this computer.
    New {
        /// What is played there.
        room: Box<NewRoom>,
    },
    /// The one that a link leads to.
    Link(String),
    /// The one that was left last.
    Last,
}

/// A game of a record that a room can go on with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BegunGame {
    /// The room, with nothing said of the opponent.
    pub(crate) room: NewRoom,
    /// How many moves were made.
    pub(crate) n_moves: usize,
}

/// A position to think about.
#[derive(Clone, Debug)]
pub struct ThinkQuestion {
    /// Comes back with every [`Thought`].
    pub number: u64,
    /// The game so far.
    pub game: Box<Game>,
    /// How long to think at most.
    pub limits: ThinkLimits,
    /// What may be used of earlier thinking.
    pub memory: Memory,
}
