//! The course for newcomers: boards, and what the reader does on them. The words are the
//! pages' own, in each language.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::refused::RefusalCode;
use crate::study::Position;
use crate::text::Vertex;

/// The whole course.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Course {
    /// Its lessons, in the order to be read.
    pub lessons: Vec<Lesson>,
}

/// Some steps about one thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Lesson {
    /// Its name, to which the pages have words.
    #[schema(example = "liberties")]
    pub id: String,
    /// What is done, in order.
    pub steps: Vec<LessonStep>,
}

/// A board, and what to do on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LessonStep {
    /// Its name within the lesson.
    pub id: String,
    /// The board as the reader finds it.
    pub position: Position,
    /// What is to be done.
    pub task: LessonTask,
}

/// What the reader does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LessonTask {
    /// Plays well.
    Play {
        /// What is right: the reader's moves and the answers to them, in turns.
        right: Vec<Vec<Vertex>>,
        /// Tempting moves, with what is wrong about them played out.
        wrong: Vec<Vec<Vertex>>,
        /// The stones that are to be captured, if it is about that.
        captures: Vec<Vertex>,
    },
    /// Tries a move that is refused.
    Try {
        /// The move.
        at: Vertex,
        /// The law that refuses it.
        law: RefusalCode,
    },
    /// Looks on while moves are made.
    Watch {
        /// The moves.
        moves: Vec<Vertex>,
        /// One more, that is refused.
        #[schema(required)]
        refused: Option<Vertex>,
    },
    /// Says a number.
    Choose {
        /// Of what.
        fact: LessonFact,
        /// The stone it is about, if it is about one.
        #[schema(required)]
        stone: Option<Vertex>,
        /// The numbers to choose from.
        answers: Vec<i16>,
        /// The right one.
        right: i16,
    },
    /// Sees the sum of a finished game under two rulebooks.
    Count {
        /// The other rulebook.
        other: String,
        /// The stones that both players call dead.
        dead: Vec<Vertex>,
        /// The results, such as `B+3`.
        results: [String; 2],
    },
    /// Plays as the reader likes.
    Free {},
}

/// What a number is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonFact {
    /// The liberties of a chain.
    Liberties,
    /// The stones of a chain.
    Stones,
    /// The chains on the board.
    Chains,
    /// By how many points Black is ahead.
    Lead,
    /// The points of Black's territory.
    Territory,
}
