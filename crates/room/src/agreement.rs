//! Which stones are dead: what is proposed, what is marked, who accepts.

use ponnuki_game::{Board, Illegal, Point, PointSet};
use ponnuki_think::DeadReason;

use crate::event::Refusal;
use crate::seat::{BySeat, Seat};

/// The players looking for the dead stones of a stopped game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// What an engine takes for dead, once it was asked.
    pub proposal: Option<Vec<Proposal>>,
    /// The stones marked as dead now.
    pub dead: PointSet,
    /// Who accepts these marks.
    pub accepted: BySeat<bool>,
    /// Where an engine plays that has to accept them too.
    pub engine: Option<Seat>,
    /// Whether a player has marked anything. A proposal that comes later then
    /// leaves the marks as they are.
    pub(crate) is_touched: bool,
}

/// Stones that an engine takes for dead, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Whole chains.
    pub stones: PointSet,
    /// What speaks against them.
    pub reason: DeadReason,
}

/// A mark spreads to other chains in the same pocket of the enemy's stones
/// only if the pocket is at most one part in so many of the board. A larger one
/// is where living stones are, joined to the dead ones by neutral points.
const POCKET_PART: usize = 4;

impl Agreement {
    /// Nothing marked yet.
    pub(crate) fn new(engine: Option<Seat>) -> Agreement {
        Agreement {
            proposal: None,
            dead: PointSet::EMPTY,
            accepted: BySeat::default(),
            engine,
            is_touched: false,
        }
    }

    /// All stones of the proposal, if there is one.
    pub fn proposed(&self) -> Option<PointSet> {
        self.proposal.as_deref().map(all_stones)
    }

    /// Whether an engine plays here that takes other stones for dead: it will
    /// not accept the marks, and only playing on can show who is right.
    pub fn engine_disagrees(&self) -> bool {
        self.engine.is_some() && self.proposed().is_some_and(|stones| stones != self.dead)
    }

    /// Takes the proposal down, and its marks unless a player was faster.
    pub(crate) fn propose(&mut self, proposal: Vec<Proposal>) {
        let stones = all_stones(&proposal);
        if !self.is_touched && self.dead != stones {
            self.dead = stones;
            self.accepted = BySeat::default();
        }
        self.proposal = Some(proposal);
    }

    /// Marks the stones at `point` and returns those that changed. Nobody has
    /// accepted the new marks yet.
    pub(crate) fn mark(
        &mut self,
        board: &Board,
        point: Point,
        dead: bool,
    ) -> Result<PointSet, Refusal> {
        let stones = match dead {
            true => same_fate(board, point),
            // One chain alone, so that any set of chains can be marked.
            false => board.chain(point).map(|chain| chain.stones),
        };
        let stones = stones.ok_or(Refusal::Illegal(Illegal::NoStone { point }))?;
        let changed = match dead {
            true => stones - self.dead,
            false => stones & self.dead,
        };
        if changed.is_empty() {
            return Err(Refusal::AlreadyDone);
        }
        self.dead = match dead {
            true => self.dead | changed,
            false => self.dead - changed,
        };
        self.is_touched = true;
        self.accepted = BySeat::default();
        Ok(changed)
    }
}

/// All stones of some proposals.
pub(crate) fn all_stones(proposal: &[Proposal]) -> PointSet {
    let stones = proposal.iter().map(|proposal| proposal.stones);
    stones.fold(PointSet::EMPTY, |all, stones| all | stones)
}

/// The chain at `point` and, in a small pocket of enemy stones, all chains of
/// its colour there: they live or die together.
fn same_fate(board: &Board, point: Point) -> Option<PointSet> {
    let chain = board.chain(point)?;
    let color = board.at(point)?;
    let open = PointSet::full(board.size()) - board.stones(!color);
    let pocket = open.connected(point);
    match pocket.len() * POCKET_PART <= board.size().n_points() {
        true => Some(pocket & board.stones(color)),
        false => Some(chain.stones),
    }
}
