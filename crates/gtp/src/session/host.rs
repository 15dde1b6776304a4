//! What a session needs of the program around it.

use std::io;
use std::path::Path;
use std::time::Instant;

use ponnuki_think::{HumanModels, Thinker};

/// The program that an [`EngineSession`](super::EngineSession) speaks for: what thinks, and its
/// files, clock and messages.
pub trait SessionHost {
    /// What thinks at this strength, and imitates people where a request asks for it and a
    /// network can; all chance comes from `seed`.
    fn thinker(&self, strength: Strength, seed: u64) -> Box<dyn Thinker>;

    /// Whether it thinks with a network. One without keeps nothing from move to move, so there
    /// is no use in pondering.
    fn has_network(&self) -> bool;

    /// The highest level; the lowest is 1.
    fn level_max(&self) -> u8;

    /// The networks that imitate people.
    fn human_models(&self) -> &dyn HumanModels;

    /// The networks it thinks with, as JSON in the form of `kata-get-models`.
    fn models_json(&self) -> String;

    /// What the clock shows, to measure how long a move took.
    fn now(&self) -> Instant;

    /// Tells whoever looks for faults; nothing of it may get among the answers.
    fn note(&self, line: &str);

    /// All of a file of games.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is too long.
    fn read_file(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Writes a whole file, in place of what was there.
    ///
    /// # Errors
    ///
    /// It cannot be written; what was there then stays.
    fn write_file(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
}

/// How strongly to play, and when to give up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strength {
    /// The level, from 1 to [`SessionHost::level_max`]; `None`: full strength.
    pub level: Option<u8>,
    /// The chance of winning below which a game is given up; `None`: never.
    pub resign_at: Option<f32>,
}
