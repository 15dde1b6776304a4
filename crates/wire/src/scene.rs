//! How things stand in a room: everything that a page shows.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::score::Score;
use crate::sides::{ByColor, BySeat, Color, Seat};
use crate::terms::Terms;
use crate::text::{HalfPoints, Vertex};

/// How things stand in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Scene {
    /// The room's id.
    pub room: String,
    /// Which game of the room this is, from 1.
    pub game_number: u32,
    /// What is going on.
    pub stage: Stage,
    /// What the room was opened with.
    pub terms: Terms,
    /// Who sits where.
    pub seats: BySeat<Option<Occupant>>,
    /// Who has Black, once that is settled.
    #[schema(required)]
    pub black: Option<Seat>,
    /// The stones.
    pub board: BoardFace,
    /// Who is to move, while a game is played.
    #[schema(required)]
    pub to_move: Option<Color>,
    /// How many turns of the player to move are passes by the handicap, this one
    /// included.
    #[schema(required)]
    pub must_pass: Option<u32>,
    /// The vacant points where the player to move may not play.
    pub forbidden: Vec<Forbidden>,
    /// Where the game stands in its tree; 0 before the first move.
    pub node: u32,
    /// The moves that lead there, passes included.
    pub n_moves: u32,
    /// How many passes in a row it ends with.
    pub n_passes: u32,
    /// What passing leads to, while a game is played under rules that take nothing off at the
    /// end.
    #[schema(required)]
    pub if_passed: Option<IfPassed>,
    /// What each player holds of the other's.
    pub prisoners: ByColor<Prisoners>,
    /// Points for White, once they are settled.
    #[schema(required)]
    pub komi: Option<HalfPoints>,
    /// The clocks, if the game is played with them.
    #[schema(required)]
    pub clocks: Option<Clocks>,
    /// The bidding, while it goes on.
    #[schema(required)]
    pub bidding: Option<Bidding>,
    /// Who asks to take back.
    #[schema(required)]
    pub undo_asked_by: Option<Seat>,
    /// Who offers to let a game in circles be.
    #[schema(required)]
    pub abandon_offered_by: Option<Seat>,
    /// Whether the game has come in circles and may be let be.
    pub may_abandon: bool,
    /// The marks, while play has stopped.
    #[schema(required)]
    pub agreement: Option<Agreement>,
    /// How the game ended, once it has.
    #[schema(required)]
    pub outcome: Option<Outcome>,
    /// The sum, if it ended by counting.
    #[schema(required)]
    pub score: Option<Score>,
    /// Who offers another game.
    #[schema(required)]
    pub rematch_offered_by: Option<Seat>,
    /// Whether the program is to move, to say which stones are dead, or to answer.
    pub engine_is_thinking: bool,
}

/// What is going on in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The guest has not come, or chance has not decided the colours yet.
    Waiting,
    /// The players find the komi.
    Bidding,
    /// A game is played.
    Playing,
    /// The players agree which stones are dead.
    Stopped,
    /// The game has ended.
    Over,
    /// The host closed the room before anybody came.
    Closed,
}

/// Who sits somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Occupant {
    /// What to call them.
    pub name: String,
    /// The level, if it is the program.
    #[schema(required)]
    pub engine_level: Option<u8>,
}

/// The stones, and what can be said of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BoardFace {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// One sign for each point, row by row from the top: `.`, `X` for Black, `O` for
    /// White.
    #[schema(example = "..XO.....")]
    pub stones: String,
    /// The last move, or `"pass"`.
    #[schema(required)]
    pub last: Option<Vertex>,
    /// The point where a stone just lifted may not be retaken.
    #[schema(required)]
    pub ko: Option<Vertex>,
    /// The chains of both colours.
    pub chains: Vec<Chain>,
}

/// Solidly connected stones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Chain {
    /// Where they stand.
    pub stones: Vec<Vertex>,
    /// The vacant points next to them.
    pub liberties: u32,
}

/// A vacant point where the player to move may not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Forbidden {
    /// The point.
    pub at: Vertex,
    /// The law.
    pub code: ForbiddenCode,
    /// The node whose board would come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_node: Option<u32>,
}

/// A law that forbids a play on a vacant point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ForbiddenCode {
    /// The stone would have no liberty.
    Suicide,
    /// An earlier board would come back.
    Repetition,
}

/// What passing leads to where nothing is taken off at the end: what stands on the board counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct IfPassed {
    /// Whether this pass ends the game; else others have to follow.
    pub ends: bool,
    /// The sum if nothing but passes follows.
    pub score: Score,
}

/// Stones of the opponent that a player holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Prisoners {
    /// Lifted during play.
    pub captured: u16,
    /// Taken off at the end as dead.
    pub dead: u16,
    /// Handed over for passing.
    pub passed: u16,
}

/// Both clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clocks {
    /// Black's.
    pub black: ClockFace,
    /// White's.
    pub white: ClockFace,
    /// Whose runs.
    #[schema(required)]
    pub running: Option<Color>,
    /// When they were read, in Unix milliseconds by the server's clock.
    pub at_ms: u64,
}

/// What a player has left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClockFace {
    /// Of the main time, or of the period the player is in.
    pub left_ms: u64,
    /// How many periods of byo-yomi are left, with this one, if the player is in one.
    #[schema(required)]
    pub n_periods: Option<u16>,
    /// How many stones are to be played in this Canadian period, if the player is in one.
    #[schema(required)]
    pub n_stones: Option<u16>,
    /// How long a period is, if the clock has periods.
    #[schema(required)]
    pub period_ms: Option<u64>,
    /// As players read it: `9:59`, `0:24 (3)`.
    #[schema(example = "9:59")]
    pub text: String,
}

/// How the players find the komi.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Bidding {
    /// In which way.
    pub kind: BiddingKind,
    /// Who is to bid, name or choose.
    pub turn: Seat,
    /// The last bid, or the komi named.
    #[schema(required)]
    pub last: Option<Bid>,
    /// The least that may be bid now.
    #[schema(required)]
    pub least: Option<HalfPoints>,
}

/// In which way the players find the komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BiddingKind {
    /// They bid in turns what they would give for playing Black.
    Auction,
    /// One names it, the other chooses the colour.
    NameAndChoose,
}

/// A bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Bid {
    /// The seat of whoever made the offer.
    pub seat: Seat,
    /// The komi.
    pub komi: HalfPoints,
}

/// What the players are to agree on when play has stopped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Agreement {
    /// Whether the program has made its proposal.
    pub is_proposed: bool,
    /// What it proposed.
    pub proposal: Vec<Proposal>,
    /// All stones marked dead now.
    pub dead: Vec<Vertex>,
    /// Who agrees to the marks.
    pub accepted: BySeat<bool>,
    /// Whether the program, being a player, does not agree to the marks.
    pub engine_disagrees: bool,
    /// The sum with these marks.
    pub score: Score,
    /// For each seat, who moves if that player does not agree and plays on.
    pub next_if_resumed: BySeat<Color>,
}

/// Stones that the program calls dead, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Proposal {
    /// The stones.
    pub stones: Vec<Vertex>,
    /// The reason why they are taken for dead.
    pub reason: DeadReason,
}

/// Why stones are called dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeadReason {
    /// They stand inside the area of enemy chains that live whatever happens.
    InsidePassAlive,
    /// They were captured whenever the program played the board out.
    CapturedAlways,
    /// They are caught even if their owner moves first.
    CaughtByReading,
    /// They have no room for two eyes.
    NoEyes,
    /// A network is sure that their points become the opponent's.
    JudgedLost,
    /// They were captured mostly when the program played the board out.
    CapturedMostly,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// As players write it: `B+3.5`, `W+R`, `B+T`, `Draw`, `Void`.
    #[schema(example = "B+3.5")]
    pub text: String,
    /// Who won; nobody if it is a draw or has no result.
    #[schema(required)]
    pub winner: Option<Color>,
    /// In which way.
    pub by: OutcomeBy,
    /// By how many points, if it was counted; 0 is a draw.
    #[schema(required)]
    pub margin: Option<HalfPoints>,
}

/// In which way a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeBy {
    /// By counting.
    Score,
    /// One gave up.
    Resignation,
    /// One ran out of time.
    Time,
    /// The game went in circles, and the players let it be.
    NoResult,
}
