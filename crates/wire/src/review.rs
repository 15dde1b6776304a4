//! A game that was reviewed: each position judged, each move beside the best one.
//!
//! Rates are chances from 0 to 1, leads are points. Whose they are stands with each.

use ponnuki_game::{self as game, Size};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::sides::{ByColor, Color};
use crate::text::Vertex;

/// A move on a board of `size`, as reviews name it.
pub fn name(mv: game::Move, size: Size) -> Vertex {
    Vertex::of_move(mv, size)
}

/// Moves on a board of `size`, as reviews name them.
pub fn names(moves: &[game::Move], size: Size) -> Vec<Vertex> {
    moves.iter().map(|&mv| name(mv, size)).collect()
}

/// The moves that `names` name, if each names one on a board of `size`.
pub fn to_moves(names: &[Vertex], size: Size) -> Option<Vec<game::Move>> {
    names.iter().map(|name| name.to_move(size)).collect()
}

/// The reviewed games of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct File {
    /// The file, as it was named.
    pub file: String,
    /// What judged, such as the name of a network.
    pub judge: String,
    /// How much thought each position had: visits, or seconds, in words.
    pub effort: String,
    /// The games, in their order.
    pub games: Vec<GameReview>,
}

/// One game, reviewed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ReviewedGame)]
pub struct GameReview {
    /// What the players are called, if the file tells.
    pub players: ByColor<Option<String>>,
    /// The name of the rulebook, or rules as KataGo writes them.
    pub rules: String,
    /// How many columns the board has.
    pub width: u8,
    /// How many rows the board has.
    pub height: u8,
    /// Points for White.
    pub komi: f32,
    /// The result as the file has it.
    pub result: Option<String>,
    /// Who judged, and how far that can be trusted.
    pub judge: ReviewJudge,
    /// How each player did.
    pub reports: ByColor<Report>,
    /// The moves that mattered, by their place among `moves`, from 0.
    pub moments: Vec<usize>,
    /// Every move.
    pub moves: Vec<JudgedMove>,
    /// Every position that was judged; [`JudgedMove::before`] and [`JudgedMove::after`] say which.
    pub positions: Vec<JudgedPosition>,
    /// What each of these positions was worth, as one story of the game: what a graph shows.
    /// What a move cost is the difference of two of them.
    pub values: Vec<PositionValue>,
    /// What was wrong with the record, in words.
    pub remarks: Vec<String>,
}

/// What a position was worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct PositionValue {
    /// How likely Black wins.
    pub win_rate: f32,
    /// By how many points Black leads.
    pub lead: f32,
}

/// Who judged a game, and how far that can be trusted.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ReviewJudge {
    /// The name of the network, or of the engine where there is none.
    #[schema(example = "ponnuki-b6c64")]
    pub name: String,
    /// How many visits each position was given; where time was the limit, the fewest that
    /// one of them had.
    pub visits: u64,
    /// What a much stronger network said of such verdicts on boards of this size; null where
    /// nobody measured it.
    #[schema(required)]
    pub confirmed: Option<Confirmed>,
    /// A network that judges better, where the one that is part of the program judged.
    #[schema(required)]
    pub stronger: Option<StrongerNet>,
    /// What the workers are called that judged for the server, in alphabetical order; left out
    /// where it judged alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub workers: Vec<String>,
}

/// How many verdicts a much stronger network confirmed, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Confirmed {
    /// Of the moves that were called doubtful or worse.
    pub mistakes: u8,
    /// Of the moments that mattered.
    pub moments: u8,
    /// How many of the large losses that it saw were found.
    pub found: u8,
}

/// A network that judges better than the one that is part of the program.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StrongerNet {
    /// What it is called.
    #[schema(example = "b18c384nbt")]
    pub name: String,
    /// The command that gets it and has it used from then on.
    pub command: String,
    /// How large it is, in millions of bytes.
    pub megabytes: u32,
    /// How many times as long a game takes with it.
    pub times_slower: f32,
}

/// How one player did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Report {
    /// In all.
    pub all: Summary,
    /// In the opening.
    pub opening: Summary,
    /// In the middle game.
    pub middle: Summary,
    /// In the endgame.
    pub endgame: Summary,
}

/// How one player did over some moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Summary {
    /// How many moves were judged.
    pub moves: usize,
    /// How many of them were the best.
    pub best: usize,
    /// How many were doubtful.
    pub doubtful: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
    /// All points lost with moves that are doubtful or worse.
    pub points_lost: f32,
    /// How good the moves were, from 0 to 1; null for no moves. A move counts as one if it is
    /// not known to have lost anything, and half for every three points that it lost.
    pub accuracy: Option<f32>,
}

/// A move of the game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct JudgedMove {
    /// Its number.
    pub number: usize,
    /// Who made it.
    pub by: Color,
    /// The move: a point, or `"pass"`.
    #[serde(rename = "move")]
    pub mv: Vertex,
    /// The node that makes it, counted along the main line of the record; the first is 0. Stones
    /// of a handicap that a record has as moves are none here.
    pub node: usize,
    /// The position it was made in, by its place among the positions, from 0.
    pub before: usize,
    /// The position it led to.
    pub after: usize,
    /// What it was worth; null where the player was not to move.
    pub judged: Option<Judged>,
}

/// What a move was worth to the one who made it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Judged {
    /// What it is called.
    pub grade: Grade,
    /// The best move.
    pub best: Vertex,
    /// The play expected after the best move, which comes first.
    pub variation: Vec<Vertex>,
    /// The chance to win with the best move, for the one who moved: that before the move.
    pub best_win_rate: f32,
    /// The lead with the best move, for the one who moved: that before the move.
    pub best_lead: f32,
    /// The chance after the move played, for the one who moved.
    pub win_rate: f32,
    /// The lead after the move played, for the one who moved.
    pub lead: f32,
    /// The points it cost: `best_lead` less `lead` if it is doubtful or worse, and 0 if it is
    /// not known to have cost anything.
    pub points_lost: f32,
    /// The chance it cost, in the same way.
    pub win_rate_lost: f32,
    /// Why it was worse than the best one, the most telling first, and only what was checked.
    /// Left out where there is nothing to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
}

/// A fact about a move that was worse than the best one. `at` is a point that one of the two
/// moves is on, `by` one where the opponent can play now; `stones` are those that it is about,
/// and `color` is whose they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ReviewReason)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// The best move captures stones at once, which now need not be lost.
    Captures {
        /// The best move.
        at: Vertex,
        /// The opponent's color.
        color: Color,
        /// Those captured.
        stones: Vec<Vertex>,
    },
    /// The move puts stones in atari, and they can be taken.
    SelfAtari {
        /// The move.
        at: Vertex,
        /// The mover's color.
        color: Color,
        /// Those in atari, the one just played among them.
        stones: Vec<Vertex>,
        /// Where they are taken.
        by: Vertex,
    },
    /// The move leaves stones in atari, and they can be taken; the best one gets them out.
    LeftInAtari {
        /// The best move.
        at: Vertex,
        /// The mover's color.
        color: Color,
        /// Those in atari.
        stones: Vec<Vertex>,
        /// Where they are taken.
        by: Vertex,
    },
    /// The opponent can catch stones now.
    Caught {
        /// The mover's color.
        color: Color,
        /// Those caught.
        stones: Vec<Vertex>,
        /// The opponent's first move.
        by: Vertex,
        /// How they are caught.
        hunt: Hunt,
    },
    /// The best move catches stones.
    Catches {
        /// The best move.
        at: Vertex,
        /// The opponent's color.
        color: Color,
        /// Those caught.
        stones: Vec<Vertex>,
        /// How they are caught.
        hunt: Hunt,
    },
    /// Stones are dead now; after the best move they live. Both are proved.
    Dies {
        /// The best move.
        at: Vertex,
        /// The mover's color.
        color: Color,
        /// Those that die.
        stones: Vec<Vertex>,
    },
    /// The best move kills stones, which live now. Both are proved.
    Kills {
        /// The best move.
        at: Vertex,
        /// The opponent's color.
        color: Color,
        /// Those killed.
        stones: Vec<Vertex>,
    },
    /// The move ends a seki: stones that were safe in it are dead now.
    BreaksSeki {
        /// The move.
        at: Vertex,
        /// The mover's color.
        color: Color,
        /// Those that die.
        stones: Vec<Vertex>,
    },
    /// The best move is sente: if it is not answered, it catches stones.
    Sente {
        /// The best move.
        at: Vertex,
        /// The opponent's color.
        color: Color,
        /// Those threatened.
        stones: Vec<Vertex>,
    },
    /// Stones are likely lost now, by whose the points are expected to be.
    LikelyLost {
        /// The mover's color.
        color: Color,
        /// Those stones.
        stones: Vec<Vertex>,
    },
    /// Stones were likely lost and likely live now, by whose the points are expected to be.
    LikelyAlive {
        /// The opponent's color.
        color: Color,
        /// Those stones.
        stones: Vec<Vertex>,
    },
    /// The move fills an eye of the mover's own.
    FillsEye {
        /// The move.
        at: Vertex,
    },
    /// The best move takes a ko.
    TakesKo {
        /// The best move.
        at: Vertex,
    },
    /// The opponent can take a ko, which the best move prevents.
    LeavesKo {
        /// Where it is taken.
        by: Vertex,
    },
    /// The best move cuts two chains of the opponent's: no single move joins them any more.
    Cuts {
        /// The best move.
        at: Vertex,
        /// A stone of one chain.
        one: Vertex,
        /// A stone of the other.
        other: Vertex,
    },
    /// The best move connects two chains of the mover's, which can be cut there now.
    Connects {
        /// The best move.
        at: Vertex,
        /// A stone of one chain.
        one: Vertex,
        /// A stone of the other.
        other: Vertex,
    },
    /// The move is on a neutral point.
    Dame {
        /// The move.
        at: Vertex,
    },
    /// The move is in the mover's own territory, under rules that count territory.
    FillsTerritory {
        /// The move.
        at: Vertex,
    },
    /// The move gains less than a point, and what was better is elsewhere.
    Little {
        /// The move.
        at: Vertex,
    },
    /// The move is a pass, and points were open.
    Passed,
    /// Points that the mover is expected to lose by the move.
    Area {
        /// The point where most is lost.
        at: Vertex,
        /// In which part of the board.
        part: BoardPart,
        /// How many points it makes between the players, about.
        worth: u32,
        /// All points that are less the mover's.
        points: Vec<Vertex>,
    },
}

/// How stones are caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hunt {
    /// By a move or two.
    Short,
    /// By atari after atari.
    Ladder,
    /// By a move that does not touch them.
    Net,
}

/// A part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardPart {
    /// The upper left corner.
    UpperLeft,
    /// The upper side.
    Upper,
    /// The upper right corner.
    UpperRight,
    /// The left side.
    Left,
    /// The centre.
    Centre,
    /// The right side.
    Right,
    /// The lower left corner.
    LowerLeft,
    /// The lower side.
    Lower,
    /// The lower right corner.
    LowerRight,
}

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// The best move, where others lose much and few would look for it.
    Find,
    /// The best move.
    Best,
    /// It is not known to have lost anything.
    Good,
    /// It lost something.
    Doubtful,
    /// It lost much.
    Mistake,
    /// It lost very much.
    Blunder,
}

/// What is thought of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct JudgedPosition {
    /// Who is to move; rates and leads are this player's.
    pub turn: Color,
    /// How many visits it rests on.
    pub visits: u64,
    /// How often it was looked at: 1, or 2 if a move beside it had to be checked.
    #[serde(default = "once")]
    pub looks: u8,
    /// How likely `turn` wins.
    pub win_rate: f32,
    /// By how many points `turn` leads.
    pub lead: f32,
    /// What was thought before any search, by those who can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glance: Option<NetEvaluation>,
    /// The moves that were tried, the best first.
    pub candidates: Vec<Candidate>,
    /// Whose each point will be, row by row from the top left, in hundredths: 100 is surely
    /// Black's, −100 surely White's.
    pub ownership: Vec<i8>,
}

fn once() -> u8 {
    1
}

/// What is thought of a position before any search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NetEvaluation {
    /// How likely the player to move wins.
    pub win_rate: f32,
    /// By how many points the player to move leads.
    pub lead: f32,
    /// How likely each move looks, in thousandths: the points row by row from the top left,
    /// and then the pass. Left out where nobody asked for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub policy: Vec<u16>,
}

/// A move that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Vertex,
    /// How often it was tried.
    pub visits: u64,
    /// How likely the player to move wins with it.
    pub win_rate: f32,
    /// By how many points the player to move then leads.
    pub lead: f32,
    /// How likely it looked before it was tried.
    pub prior: f32,
    /// The play expected, this move first.
    pub variation: Vec<Vertex>,
}

/// A position that was judged before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownPosition {
    /// Which one: its place among the positions of the game, from 0.
    pub at: u32,
    /// What is thought of it.
    pub position: JudgedPosition,
}

/// A position that was just judged, and how far the review is, as
/// [`FromStudy::Reviewed`](crate::FromStudy::Reviewed) says it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewProgress {
    /// How much of the review is done: a position that is looked at twice counts twice.
    pub n_done: u32,
    /// How much there is to do at most: a look at each position, and longer ones beside
    /// moves that have to be checked.
    pub n_all: u32,
    /// Which one: how many moves were made before it.
    pub at: u32,
    /// What is thought of it.
    pub position: JudgedPosition,
}

/// The first line of a partial review: what it depends on. A review is continued only where
/// this is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartialHeader {
    /// The version of the program.
    pub version: String,
    /// A hash of the file, of what judges, and of how much it thinks, in hexadecimal.
    pub of: String,
}

/// Another line of a partial review: a position that was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartialLine {
    /// The game of the file, from 0.
    pub game: usize,
    /// The position of the game, from 0.
    pub at: usize,
    /// What is thought of it.
    pub position: JudgedPosition,
}
