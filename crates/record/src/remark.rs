//! What was wrong with a record, and what was done about it.

use std::fmt;
use std::iter;

use ponnuki_game::{Color, Illegal, Komi, Move, Outcome, ParseKomiError, Point, SetupFault, Size};
use ponnuki_sgf::{Node, NodeId};

use crate::komi::KomiRepair;

/// Something wrong on the way to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The node that it is about.
    pub node: NodeId,
    /// How many moves there were up to and with that node.
    pub n_moves: usize,
    /// The size of the board.
    pub size: Size,
    /// What is wrong there.
    pub trouble: Trouble,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&place_after(self.n_moves))?;
        self.trouble.tell(f, self.size)
    }
}

/// Where `node` is in its game, as a [`Remark`] tells it: `move 12: `.
pub fn place_of(node: Node<'_>) -> String {
    let way = iter::successors(Some(node), |node| node.parent());
    let is_move = |node: &Node<'_>| node.property("B").is_some() || node.property("W").is_some();
    place_after(way.filter(is_move).count())
}

/// The place in a game after so many moves.
fn place_after(n_moves: usize) -> String {
    match n_moves {
        0 => "before the first move: ".to_owned(),
        n => format!("move {n}: "),
    }
}

/// What is wrong, and how the replay goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The rules are not known; the game is replayed under the caller's.
    UnknownRules {
        /// What they are called.
        text: String,
    },
    /// The komi is not simply a number of points; it was understood.
    RepairedKomi {
        /// How the number was read all the same.
        repair: KomiRepair,
        /// What it was taken for.
        komi: Komi,
    },
    /// The file tells no komi, and the rulebook names one: that is counted.
    KomiOfRulebook {
        /// What it is.
        komi: Komi,
    },
    /// The komi is none. The game is replayed without one, not with the nearest.
    UnreadableKomi {
        /// What stands there.
        text: String,
        /// Why it is none.
        error: ParseKomiError,
    },
    /// The handicap is not a number; it is taken for none.
    UnreadableHandicap {
        /// What stands there.
        text: String,
    },
    /// The handicap is not what is on the board when the first move comes.
    /// The stones count, as a position, not as odds.
    HandicapNotPlaced {
        /// What it is said to be.
        n: usize,
        /// How many stones Black has.
        n_placed: usize,
    },
    /// The first move is not that of the player whom the rulebook always lets
    /// move first.
    FirstMove {
        /// Who moves first.
        by: Color,
    },
    /// The position cannot be as it is said to be; it was made so that it can:
    /// stones without a liberty are lifted, odds that the rulebook does not
    /// have are plain stones, and a board that it is not for is played on anyway.
    Setup(SetupFault),
    /// A stone is set up outside of the board; it is left out.
    Outside {
        /// The text.
        text: String,
    },
    /// One node sets up two things on one point; the last counts.
    SetUpTwice {
        /// The point.
        point: Point,
    },
    /// A move against the laws; it was made all the same.
    Illegal {
        /// Who moved.
        by: Color,
        /// The move that was made.
        mv: Move,
        /// The law.
        law: Illegal,
    },
    /// A stone was played on another; it takes its place.
    Overplayed {
        /// Who played.
        by: Color,
        /// The point.
        point: Point,
        /// Whose stone was there.
        over: Color,
    },
    /// A move that is no point of the board; it is left out.
    NoMove {
        /// The player whose move it would be.
        by: Color,
        /// The text.
        text: String,
    },
    /// Somebody moved whose turn it was not. The other has skipped a turn, not passed.
    OutOfTurn {
        /// The player who moved.
        by: Color,
    },
    /// A node has more than one move; they are made in the order they are written.
    SeveralMoves {
        /// The number of them.
        n: usize,
    },
    /// The line is longer than is replayed; what comes after is left out.
    TooLong,
    /// The stones marked as dead cannot be; nothing is agreed on.
    Dead {
        /// The law that they break.
        law: Illegal,
    },
    /// The result is not what the board is worth.
    ResultDiffers {
        /// What was written.
        written: Outcome,
        /// What was counted.
        counted: Outcome,
    },
    /// The game is said to have no result, but the board has not come back.
    NoCycle,
}

impl Trouble {
    /// Whether the replay is of another game than the one that the file tells: something in it
    /// was left out or replaced. A move against the laws or out of turn was made as it stands.
    pub fn is_another_game(&self) -> bool {
        match self {
            Trouble::UnknownRules { .. }
            | Trouble::UnreadableKomi { .. }
            | Trouble::UnreadableHandicap { .. }
            | Trouble::HandicapNotPlaced { .. }
            | Trouble::Setup(_)
            | Trouble::Outside { .. }
            | Trouble::SetUpTwice { .. }
            | Trouble::Overplayed { .. }
            | Trouble::NoMove { .. }
            | Trouble::TooLong => true,
            Trouble::RepairedKomi { .. }
            | Trouble::KomiOfRulebook { .. }
            | Trouble::FirstMove { .. }
            | Trouble::Illegal { .. }
            | Trouble::OutOfTurn { .. }
            | Trouble::SeveralMoves { .. }
            | Trouble::Dead { .. }
            | Trouble::ResultDiffers { .. }
            | Trouble::NoCycle => false,
        }
    }

    /// Whether the record has to be mended; what is no fault is only unusual.
    pub fn is_fault(&self) -> bool {
        match self {
            Trouble::UnknownRules { .. }
            | Trouble::RepairedKomi { .. }
            | Trouble::KomiOfRulebook { .. }
            | Trouble::FirstMove { .. }
            | Trouble::OutOfTurn { .. }
            | Trouble::HandicapNotPlaced { .. }
            | Trouble::ResultDiffers { .. }
            | Trouble::NoCycle
            | Trouble::TooLong => false,
            Trouble::UnreadableKomi { .. }
            | Trouble::UnreadableHandicap { .. }
            | Trouble::Setup(_)
            | Trouble::Outside { .. }
            | Trouble::SetUpTwice { .. }
            | Trouble::Illegal { .. }
            | Trouble::Overplayed { .. }
            | Trouble::NoMove { .. }
            | Trouble::SeveralMoves { .. }
            | Trouble::Dead { .. } => true,
        }
    }

    /// Writes what is wrong on a board of `size`.
    fn tell(&self, f: &mut fmt::Formatter<'_>, size: Size) -> fmt::Result {
        match self {
            Trouble::UnknownRules { text } => write!(f, "no rules are called {text:?}"),
            Trouble::RepairedKomi { repair, komi } => write!(f, "the komi is {komi}: {repair}"),
            Trouble::KomiOfRulebook { komi } => {
                write!(f, "no komi is told: it is {komi}, as the rulebook says")
            }
            Trouble::UnreadableKomi { text, error } => {
                write!(f, "{text:?} is no komi, none is counted: {error}")
            }
            Trouble::UnreadableHandicap { text } => write!(f, "{text:?} is no handicap"),
            Trouble::HandicapNotPlaced { n, n_placed } => {
                write!(
                    f,
                    "the handicap is {n}, and Black has {n_placed} on the board"
                )
            }
            Trouble::FirstMove { by } => {
                write!(
                    f,
                    "{by} moves first, and under this rulebook always {} does",
                    !*by
                )
            }
            Trouble::Setup(fault) => write!(f, "{fault}"),
            Trouble::Outside { text } => {
                write!(f, "{text:?} is not a point of a {size} board")
            }
            Trouble::SetUpTwice { point } => {
                write!(f, "two stones are set up on {}", size.name(*point))
            }
            Trouble::Illegal { by, mv, law } => {
                let what = match mv {
                    Move::Pass => "passes".to_owned(),
                    Move::Play(point) => format!("plays {}", size.name(*point)),
                };
                write!(f, "{by} {what} against the laws: {law}")
            }
            Trouble::Overplayed { by, point, over } => {
                write!(f, "{by} plays on the {over} stone {}", size.name(*point))
            }
            Trouble::NoMove { by, text } => write!(f, "{text:?} is no move for {by}"),
            Trouble::OutOfTurn { by } => write!(f, "it is not {by}'s turn"),
            Trouble::SeveralMoves { n } => write!(f, "{n} moves are made at once"),
            Trouble::TooLong => f.write_str("the line is too long to be replayed"),
            Trouble::Dead { law } => write!(f, "the dead stones are not: {law}"),
            Trouble::ResultDiffers { written, counted } => {
                write!(f, "the result is {written}, but the board gives {counted}")
            }
            Trouble::NoCycle => {
                f.write_str("the game has no result, but the board has not come back")
            }
        }
    }
}
