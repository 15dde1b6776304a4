//! Problems: boards with something to do, and what does it. The words are the pages' own,
//! in each language.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::study::Position;
use crate::text::Vertex;

/// Which problems there are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ProblemIndex {
    /// Their names and what is known of them, those of a kind together, each kind with the
    /// easiest first.
    pub problems: Vec<ProblemEntry>,
}

/// A problem without its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProblemEntry {
    /// Its name, which never changes.
    #[schema(example = "net-04a7f3")]
    pub id: String,
    /// What it trains.
    pub kind: BookKind,
    /// How hard it is, on the scale of Glicko ratings.
    pub rating: u16,
}

/// Some problems.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ProblemBook {
    /// The problems.
    pub problems: Vec<BookProblem>,
}

/// A board with something to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BookProblem {
    /// Its name, which never changes.
    #[schema(example = "net-04a7f3")]
    pub id: String,
    /// What it trains.
    pub kind: BookKind,
    /// The board as the reader finds it.
    pub position: Position,
    /// What is to be done.
    pub task: BookTask,
    /// How hard it is, on the scale of Glicko ratings.
    pub rating: u16,
}

/// What a problem trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BookKind {
    /// Capturing a chain, or saving one.
    Capture,
    /// Atari after atari.
    Ladder,
    /// A chain that is held without being touched.
    Net,
    /// A stone given so that more are taken.
    Snapback,
    /// Killing and living.
    Life,
    /// What can be had only by a ko.
    Ko,
    /// Connecting two chains.
    Connection,
    /// Who is ahead, and by how much.
    Counting,
}

/// What the reader does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BookTask {
    /// Plays.
    Play {
        /// What for.
        goal: BookGoal,
        /// The stones it is about.
        stones: Vec<Vertex>,
        /// Whether it can only be done by winning a ko.
        by_ko: bool,
        /// All first moves that solve it.
        solved: Vec<Vertex>,
        /// One of them, and what follows, in turns.
        line: Vec<Vertex>,
        /// Tempting first moves that do not, each with what refutes it.
        wrong: Vec<Vec<Vertex>>,
    },
    /// Counts a finished game, stones and territory, without komi.
    Count {
        /// How many points Black is ahead, under zero if White is.
        lead: i16,
    },
}

/// What the moves of a problem are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BookGoal {
    /// Capture the opponent's stones.
    Capture,
    /// Keep one's own stones from being captured.
    Save,
    /// Capture the opponent's stones, which cannot get away, in the end.
    Kill,
    /// Keep one's own stones, which cannot get away, from being captured.
    Live,
    /// Make one chain of two.
    Connect,
}
