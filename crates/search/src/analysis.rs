//! What a search thinks of a position, in the players' terms.

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
    /// The moves considered, best first.
    pub candidates: Vec<Candidate>,
    /// Whose each point is at the end: 1 is surely Black's, −1 surely White's.
    /// In the order of [`Size::points`](ponnuki_game::Size::points), found by
    /// [`Size::index`](ponnuki_game::Size::index).
    pub ownership: Vec<f32>,
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
