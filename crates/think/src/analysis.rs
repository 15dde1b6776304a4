//! What is thought of a position, in the players' terms.

use ponnuki_game::{Color, Move};

/// What is thought of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Who is to move; rates and leads are for this player.
    pub turn: Color,
    /// How many playouts, or visits of the root, it rests on.
    pub visits: u64,
    /// How likely `turn` wins, from 0 to 1; a draw counts half.
    pub win_rate: f32,
    /// By how many points `turn` is expected to win; negative if to lose.
    pub lead: f32,
    /// A lower bound on `win_rate`.
    pub lcb: f32,
    /// The moves considered, best first.
    pub candidates: Vec<Candidate>,
    /// Whose each point is at the end: 1 is surely Black's, −1 surely White's.
    /// In the order of [`Size::points`](ponnuki_game::Size::points), found by
    /// [`Size::index`](ponnuki_game::Size::index).
    pub ownership: Vec<f32>,
    /// How far ownership varies over the search, point by point; only where [`Detail`] asks
    /// for it.
    pub ownership_stdev: Option<Vec<f32>>,
    /// What a search with an evaluator knows besides; playouts do not know it.
    pub outlook: Option<Outlook>,
    /// What the evaluator said of the position before any search, if there is one.
    pub raw: Option<RawEvaluation>,
}

/// A move considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// How likely the player to move wins with it, from 0 to 1.
    pub win_rate: f32,
    /// By how many points the player to move is then expected to win.
    pub lead: f32,
    /// How likely it looked before it was tried; over all moves this sums to about 1.
    pub prior: f32,
    /// A lower bound on `win_rate`, to compare moves tried more and less often.
    pub lcb: f32,
    /// The best play expected from here, this move first.
    pub variation: Vec<Move>,
    /// How often each move of the variation was tried.
    pub variation_visits: Vec<u64>,
    /// As [`Analysis::outlook`], after this move.
    pub outlook: Option<Outlook>,
    /// What the move is worth at least, on the scale of [`Outlook::utility`]:
    /// the first choice has the most of it.
    pub utility_lcb: Option<f32>,
    /// As [`Analysis::ownership`], after this move; only where [`Detail`] asks for
    /// it, the move was tried, and the search can tell.
    pub ownership: Option<Vec<f32>>,
    /// As [`Analysis::ownership_stdev`], after this move.
    pub ownership_stdev: Option<Vec<f32>>,
}

/// What a search with an evaluator expects of a position, for the player to
/// move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// What it is worth, the score included, between ±1.4.
    pub utility: f32,
    /// By how many points this player wins, on average over the tree.
    pub score_mean: f32,
    /// How far scores are spread around that.
    pub score_stdev: f32,
    /// How likely the game has no result.
    pub no_result: f32,
}

/// What an evaluator said of the root before any search, as a report: finite numbers, averaged
/// over all the ways in which the board was looked at, for the player to move. The search
/// itself works with [`Evaluation`](crate::Evaluation).
#[derive(Clone, Debug, PartialEq)]
pub struct RawEvaluation {
    /// How likely this player wins, from 0 to 1; no result counts half.
    pub win_rate: f32,
    /// How likely the game has no result.
    pub no_result: f32,
    /// How many points this player is ahead.
    pub lead: f32,
    /// By how many points this player wins, on average.
    pub score_mean: f32,
    /// How far scores are spread around that.
    pub score_stdev: f32,
    /// How long the game stays undecided, in moves, if it can tell.
    pub time_left: Option<f32>,
    /// How far off the chance of winning less that of losing may be soon, if it can tell.
    pub value_error: Option<f32>,
    /// How far off the score may be soon, if it can tell.
    pub score_error: Option<f32>,
    /// For each point by index, and then for passing, how likely it is the
    /// move; no move was left out for being restricted.
    pub policy: Vec<f32>,
}

/// How much is told of each candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Numbers and a variation.
    #[default]
    Numbers,
    /// The same, and whose each point is after it: a board for each move, which
    /// takes time and memory to put together.
    Ownership,
    /// The same, and how far that varies over the search, of the board as a whole too.
    OwnershipStdev,
}

/// Moves that one player does not consider near the root: the `avoid` and
/// `allow` of analysis commands. Passing is left when nothing else is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// Whose moves.
    pub by: Color,
    /// Which of them.
    pub moves: Restricted,
    /// For how many moves from the root on, either player's: 1 is the root alone.
    pub n_moves: usize,
}

/// Which moves a [`Restriction`] leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restricted {
    /// Leaves these out.
    Avoid(Vec<Move>),
    /// Leaves all but these out.
    Allow(Vec<Move>),
}

impl Restriction {
    /// Whether `by` may consider `mv` when `depth` moves from the root were made.
    pub fn admits(&self, by: Color, mv: Move, depth: usize) -> bool {
        if by != self.by || depth >= self.n_moves {
            return true;
        }
        match &self.moves {
            Restricted::Avoid(moves) => !moves.contains(&mv),
            Restricted::Allow(moves) => moves.contains(&mv),
        }
    }
}
