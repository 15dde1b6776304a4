//! Positions and records to be looked at, tried on and written in: what lessons,
//! problems and reviews are made of. Nobody plays there, so nothing is kept.

use ponnuki_game::{Move, Size};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::refused::RefusalCode;
use crate::review;
use crate::scene::{BoardFace, Forbidden, Outcome, Prisoners};
use crate::score::Score;
use crate::sides::{ByColor, Color};
use crate::text::{HalfPoints, Vertex};

/// A position: a board and the moves made on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// The name of a rulebook, or KataGo's JSON.
    #[schema(example = "japanese")]
    pub rules: String,
    /// Columns, 1 to 25.
    pub width: u8,
    /// Rows; as many as there are columns.
    pub height: Option<u8>,
    /// Points for White; as the rulebook says.
    pub komi: Option<HalfPoints>,
    /// The handicap; 0 or 1 is none.
    pub handicap: u8,
    /// Stones that stand there from the beginning: one sign for each point, row by
    /// row from the top, `.`, `X` or `O`.
    pub stones: Option<String>,
    /// Who moves first; as the rulebook says.
    pub to_move: Option<Color>,
    /// The moves made, in turns: points or `"pass"`.
    pub moves: Vec<Vertex>,
    /// Stones to take off as dead before the sum is made.
    pub dead: Vec<Vertex>,
}

/// What stands on the board after the moves of a [`Position`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PositionFace {
    /// The stones.
    pub board: BoardFace,
    /// Who is to move, while play goes on.
    #[schema(required)]
    pub to_move: Option<Color>,
    /// How many turns of the player to move are passes by the handicap.
    #[schema(required)]
    pub must_pass: Option<u32>,
    /// The vacant points where the player to move may not play; `of_node` is the number
    /// of moves after which that board stood.
    pub forbidden: Vec<Forbidden>,
    /// What each player holds of the other's.
    pub prisoners: ByColor<Prisoners>,
    /// What each move did.
    pub steps: Vec<Step>,
    /// The first move that could not be made, if there is one; those after it are left out.
    #[schema(required)]
    pub refused: Option<RefusedStep>,
    /// Whether play goes on.
    pub stage: StudyStage,
    /// The sum of the board as it stands.
    pub score: Score,
    /// The result of that sum, once play has stopped.
    #[schema(required)]
    pub outcome: Option<Outcome>,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StudyStage {
    /// Moves are made.
    Playing,
    /// Passes have stopped play; dead stones may come off.
    Stopped,
    /// It has ended.
    Over,
}

/// What a move did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// Who made it.
    pub by: Color,
    /// Where, or `"pass"`.
    pub at: Vertex,
    /// The stones that came off the board.
    pub lifted: Vec<Vertex>,
}

/// A move that could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RefusedStep {
    /// Which of the moves, from 0.
    pub index: u32,
    /// The law it breaks.
    pub code: RefusalCode,
    /// The same in English.
    pub text: String,
    /// After how many moves the board stood that would come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_move: Option<u32>,
}

/// The wish to open a record, or to change it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenRecord {
    /// The record, as SGF; or another format that is known.
    pub sgf: String,
    /// Which game of it, counted from 0; without it the first that can be replayed.
    #[serde(default)]
    pub game: Option<u32>,
    /// What to change in it.
    #[serde(default)]
    pub edit: Option<RecordEdit>,
}

/// A change to a record. Nodes are named by their number in [`RecordTree::nodes`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum RecordEdit {
    /// Makes a move after a node, by the player who is to move there; if it is there
    /// already, goes to it.
    Play {
        /// After which.
        node: u32,
        /// Where, or `"pass"`.
        at: Vertex,
    },
    /// Adds several moves after a node, one after the other.
    Line {
        /// After which.
        node: u32,
        /// The moves.
        moves: Vec<Vertex>,
    },
    /// Writes a comment at a node; an empty one takes it away.
    Comment {
        /// The node.
        node: u32,
        /// The text.
        text: String,
    },
    /// Gives these points of a node a mark, and takes it from all others.
    Mark {
        /// The node.
        node: u32,
        /// Which mark.
        mark: MarkKind,
        /// On which points.
        at: Vec<Vertex>,
    },
    /// Writes texts on points of a node, and takes away all others.
    Label {
        /// The node.
        node: u32,
        /// The texts.
        labels: Vec<PointLabel>,
    },
    /// Removes a node with all that follows it.
    Remove {
        /// Which; not the first.
        node: u32,
    },
    /// Makes the line to a node the main line.
    Promote {
        /// The node.
        node: u32,
    },
}

/// A sign on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// As the program likes.
    Selected,
    /// Greyed out, until another node says otherwise; on no point: nothing is any more.
    Dimmed,
    /// The part of the board that is shown, until another node says otherwise; on no point:
    /// all of it again.
    Visible,
    /// Black's territory.
    BlackTerritory,
    /// White's territory.
    WhiteTerritory,
}

/// A record as a tree to walk through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RecordTree {
    /// The game alone, as SGF: what is to be sent back with the next wish.
    pub sgf: String,
    /// Which game of the file it is, counted from 0.
    pub game: u32,
    /// The games of the file, if there are several that can be replayed; of very many the
    /// first ones.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub games: Vec<ListedGame>,
    /// How many games the file has.
    pub n_games: u32,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The name of the rulebook it is replayed under, or KataGo's JSON.
    pub rules: String,
    /// Points for White.
    pub komi: HalfPoints,
    /// What the players are called, with their ranks.
    pub players: ByColor<Option<String>>,
    /// The result, as the file has it.
    #[schema(required)]
    pub result: Option<String>,
    /// What is said of the game: date, event, place and the like, as SGF names it.
    pub about: Vec<Said>,
    /// What was wrong with the record, in English.
    pub remarks: Vec<String>,
    /// The nodes, each after the one before it on its line; the first is the root.
    pub nodes: Vec<RecordNode>,
    /// The node to show: the one just changed, or the root.
    pub at: u32,
}

/// A game of a file, as it is chosen from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ListedGame {
    /// Which it is in the file, counted from 0.
    pub game: u32,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the players are called, with their ranks.
    pub players: ByColor<Option<String>>,
    /// The result, as the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// When it was played, as the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// How many moves its main line has.
    pub n_moves: u32,
}

/// Something that a record says of its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Said {
    /// The name of the property.
    #[schema(example = "DT")]
    pub name: String,
    /// What it says.
    pub text: String,
}

/// A node of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RecordNode {
    /// The node before it; the root has none.
    #[schema(required)]
    pub parent: Option<u32>,
    /// Who moved, if it is a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Color>,
    /// The move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vertex>,
    /// How many moves there were on the way, this one included.
    pub number: u32,
    /// The points that are not as they were at the parent.
    pub changes: Vec<PointChange>,
    /// Who is to move then.
    pub to_move: Color,
    /// What each player holds of the other's.
    pub prisoners: ByColor<u16>,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What somebody wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// What somebody judged, without words of their own.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub annotations: Vec<NodeAnnotation>,
    /// Signs on points.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub marks: Vec<PointMark>,
    /// Texts on points.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub labels: Vec<PointLabel>,
    /// Lines between points.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub strokes: Vec<PointStroke>,
}

/// A judgment of a move or a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NodeAnnotation {
    /// What is judged.
    pub kind: AnnotationKind,
    /// Whether it is very much so.
    pub is_very: bool,
}

/// What a judgment says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnnotationKind {
    /// The position is even.
    Even,
    /// The position is good for Black.
    GoodForBlack,
    /// The position is good for White.
    GoodForWhite,
    /// The position is unclear.
    Unclear,
    /// The move is a tesuji.
    Tesuji,
    /// The move is interesting.
    Interesting,
    /// The move is doubtful.
    Doubtful,
    /// The move is bad.
    Bad,
    /// Something happens here.
    Hotspot,
}

/// A line from one point to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PointStroke {
    /// Where it begins.
    pub from: Vertex,
    /// Where it ends.
    pub to: Vertex,
    /// Whether it has a head there.
    pub is_arrow: bool,
}

/// A point that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PointChange {
    /// The point.
    pub at: Vertex,
    /// What stands there now; nothing if it is vacant.
    #[schema(required)]
    pub stone: Option<Color>,
}

/// Points with the same sign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PointMark {
    /// The sign.
    pub mark: MarkKind,
    /// The points.
    pub at: Vec<Vertex>,
}

/// A text on a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PointLabel {
    /// The point.
    pub at: Vertex,
    /// The text.
    pub text: String,
}

/// What a client asks of the program that studies with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ToStudy {
    /// Think about a position of a record, and tell on the way.
    Analyse {
        /// The number that answers carry.
        id: u64,
        /// The record, as SGF.
        sgf: String,
        /// The node, by its number in [`RecordTree::nodes`].
        node: u32,
        /// How many variations to look at; what is more than the server gives is less.
        visits: u32,
        /// Whether to tell how likely every move looked before any search.
        #[serde(default)]
        policy: bool,
    },
    /// Choose a move in a position of a record, as the program plays at a level.
    Choose {
        /// The number that the answer carries.
        id: u64,
        /// The record, as SGF.
        sgf: String,
        /// The node, by its number in [`RecordTree::nodes`].
        node: u32,
        /// The level.
        level: u8,
    },
    /// Judge every position of the main line, the most telling first.
    Review {
        /// The number that answers carry.
        id: u64,
        /// The record, as SGF.
        sgf: String,
        /// How many variations to look at in each position.
        visits: u32,
        /// The positions that need not be judged again.
        #[serde(default)]
        known: Vec<review::KnownPosition>,
    },
    /// No more about what was asked last.
    Stop {},
}

/// What the program that studies with a client says.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromStudy {
    /// What it thinks of a position by now.
    Thought {
        /// The number of the question.
        re: u64,
        /// Whether it has come to its end.
        is_last: bool,
        /// What it thinks.
        position: review::JudgedPosition,
    },
    /// What it plays in a position.
    Chosen {
        /// The number of the question.
        re: u64,
        /// The move; null if it gives up.
        #[schema(required)]
        at: Option<Vertex>,
    },
    /// A position of a game was judged.
    Reviewed {
        /// The number of the question.
        re: u64,
        /// How much of the review is done.
        n_done: u32,
        /// How much there is to do at most: a look at each position, and longer ones beside
        /// moves that have to be checked.
        n_all: u32,
        /// Which one: how many moves were made before it.
        at: u32,
        /// What it thinks.
        position: review::JudgedPosition,
    },
    /// The whole game is judged.
    Review {
        /// The number of the question.
        re: u64,
        /// The game.
        game: Box<review::GameReview>,
    },
    /// What was asked for is not done.
    Refused {
        /// The number of the question; none if it could not be read.
        #[schema(required)]
        re: Option<u64>,
        /// The reason, for programs and for pages that say it in another language.
        code: StudyRefusalCode,
        /// The reason in English.
        text: String,
    },
}

/// Why the program that studies with a client does not do what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StudyRefusalCode {
    /// The message could not be read.
    BadMessage,
    /// The record could not be read, or has no such node.
    BadRecord,
    /// The record has more nodes, or the line more moves, than are thought about.
    LineTooLong,
    /// There is no such level.
    NoLevel,
    /// The game is over at that node.
    Over,
    /// Too many messages in too short a time.
    TooFast,
    /// The server has too much to do.
    Busy,
    /// Something failed in the server.
    Failed,
}

impl FromStudy {
    /// The answer to the question `re`: this move on a board of `size`, or nothing but
    /// giving up.
    pub fn chosen(re: u64, mv: Option<Move>, size: Size) -> FromStudy {
        let at = mv.map(|mv| Vertex::of_move(mv, size));
        FromStudy::Chosen { re, at }
    }
}
