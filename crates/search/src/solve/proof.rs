//! The proof itself: everything is tried, deeper and deeper.

use std::cmp::Reverse;

use ponnuki_game::{ByColor, Color, Game, Move, Point, PointSet, Suicide, pass_alive};

use super::stand::Stand;
use super::table::{FOREVER, Field, Key, ProofBounds, ProofTable};
use super::{SolverGoal, SolverTask, Unsolved};

/// How many moves deep a proof goes: more than a ladder across the largest field.
const DEPTH_MAX: u8 = 120;

/// How much deeper each try is than the one before: finely at first, because the
/// shortest way is wanted, then in leaps, because there may be none.
const LEAPS: [u8; 8] = [2, 2, 2, 2, 4, 8, 16, 32];

/// What a search to some depth finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// The goal is reached within the depth.
    Reached,
    /// It is not; further on it may be.
    NotYet,
    /// It is not, however long one goes on.
    Never,
}

/// Proves who gets their way if one player, the master, has all the ko threats: that one
/// retakes kos as they like, the other not at once.
#[derive(Debug)]
pub(super) struct Prover {
    task: SolverTask,
    reacher: Color,
    master: Color,
    suicide: Suicide,
    field: Field,
    table: ProofTable,
    /// The line being tried; kept to save allocations.
    frames: Vec<Frame>,
    /// How often a move of each colour settled a position, by its number in the field.
    merits: ByColor<Vec<u32>>,
    n_positions: u64,
    n_positions_max: u64,
}

/// A position of the line being tried.
#[derive(Clone, Debug)]
struct Frame {
    stand: Stand,
    /// Tells the position from others. Derived from `stand`.
    key: Key,
    /// How many moves may still be made.
    n_left: u8,
    moves: Vec<Move>,
    /// How many of them were tried.
    n_tried: usize,
    /// Whether all of those tried never reach the goal.
    is_never: bool,
}

impl Frame {
    /// With this position, and no move tried.
    fn new(stand: &Stand) -> Frame {
        Frame {
            stand: stand.clone(),
            key: Key::default(),
            n_left: 0,
            moves: Vec::new(),
            n_tried: 0,
            is_never: true,
        }
    }
}

impl Prover {
    pub(super) fn new(
        game: &Game,
        task: &SolverTask,
        reacher: Color,
        master: Color,
        n_positions_max: u64,
    ) -> Result<Prover, Unsolved> {
        let field = Field::new(game.board(), task.region).ok_or(Unsolved::TooLarge)?;
        let merits = ByColor::from_fn(|_| vec![0; field.len()]);
        Ok(Prover {
            task: *task,
            reacher,
            master,
            suicide: game.rules().suicide,
            field,
            table: ProofTable::default(),
            frames: Vec::new(),
            merits,
            n_positions: 0,
            n_positions_max,
        })
    }

    pub(super) fn reacher(&self) -> Color {
        self.reacher
    }

    pub(super) fn n_positions(&self) -> u64 {
        self.n_positions
    }

    /// Within how many moves the goal is reached from `stand`, if ever.
    pub(super) fn distance(&mut self, stand: &Stand) -> Result<Option<u8>, Unsolved> {
        let first = self.distance_min(stand).max(1);
        let mut n = first;
        let mut n_failed = None;
        let mut leaps = LEAPS.iter();
        loop {
            match self.search(stand, n)? {
                Found::Never => return Ok(None),
                Found::Reached => break,
                Found::NotYet if n >= DEPTH_MAX => return Err(Unsolved::TooHard),
                Found::NotYet => {
                    n_failed = Some(n);
                    n = (n + leaps.next().copied().unwrap_or(DEPTH_MAX)).min(DEPTH_MAX);
                }
            }
        }
        // A leap may have gone too far.
        let mut shortest = n_failed.map_or(first, |n| n + 1);
        while shortest < n && self.search(stand, shortest)? != Found::Reached {
            shortest += 1;
        }
        Ok(Some(shortest))
    }

    /// Whether it is reached from `stand` within `n` moves.
    pub(super) fn is_reached_within(&mut self, stand: &Stand, n: u8) -> Result<bool, Unsolved> {
        Ok(self.search(stand, n)? == Found::Reached)
    }

    /// Whether nothing is left to play for.
    pub(super) fn is_decided(&self, stand: &Stand) -> bool {
        self.glance(stand).is_some()
    }

    /// Whether it is about a chain that could get away.
    pub(super) fn is_chase(&self) -> bool {
        matches!(self.task.goal, SolverGoal::Capture { free: Some(_), .. })
    }

    /// All moves that may matter.
    pub(super) fn moves(&self, stand: &Stand) -> Vec<Move> {
        let mut moves = Vec::new();
        self.add_moves(stand, &mut moves);
        moves
    }

    /// What comes of `mv`, which is allowed.
    pub(super) fn after(&self, stand: &Stand, mv: Move) -> Stand {
        let mut after = stand.clone();
        after.make(mv, self.master);
        after
    }

    /// Tries everything up to `n` moves from `stand`.
    fn search(&mut self, stand: &Stand, n: u8) -> Result<Found, Unsolved> {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(stand));
        }
        self.frames[0].stand.clone_from(stand);
        self.frames[0].n_left = n;
        let mut depth = 0;
        let mut told = self.open(0)?;
        loop {
            if let Some(found) = told {
                if depth == 0 {
                    return Ok(found);
                }
                depth -= 1;
                told = self.hear(depth, found);
            } else if self.descend(depth) {
                depth += 1;
                told = self.open(depth)?;
            } else {
                told = Some(self.close(depth));
            }
        }
    }

    /// Looks at the frame at `depth` before any move: what is known of it, or nothing
    /// yet and its moves are to be tried.
    fn open(&mut self, depth: usize) -> Result<Option<Found>, Unsolved> {
        self.n_positions += 1;
        if self.n_positions > self.n_positions_max {
            return Err(Unsolved::TooHard);
        }
        let frame = &mut self.frames[depth];
        frame.key = self.field.key(&frame.stand);
        let frame = &self.frames[depth];
        if let Some(found) = self.glance(&frame.stand) {
            return Ok(Some(found));
        }
        let known = self.table.get(&frame.key).copied().unwrap_or_default();
        if known.reached.is_some_and(|n| n <= frame.n_left) {
            return Ok(Some(Found::Reached));
        }
        if known.failed == FOREVER {
            return Ok(Some(Found::Never));
        }
        let is_too_far = self.distance_min(&frame.stand) > frame.n_left;
        if known.failed >= frame.n_left || is_too_far {
            return Ok(Some(Found::NotYet));
        }
        let mut moves = std::mem::take(&mut self.frames[depth].moves);
        moves.clear();
        self.add_moves(&self.frames[depth].stand, &mut moves);
        let frame = &mut self.frames[depth];
        (frame.moves, frame.n_tried, frame.is_never) = (moves, 0, true);
        Ok(None)
    }

    /// Makes the next move of the frame at `depth`, if there is one left.
    fn descend(&mut self, depth: usize) -> bool {
        let frame = &mut self.frames[depth];
        let Some(&mv) = frame.moves.get(frame.n_tried) else {
            return false;
        };
        frame.n_tried += 1;
        let n_left = frame.n_left - 1;
        if depth + 1 == self.frames.len() {
            let next = Frame::new(&self.frames[depth].stand);
            self.frames.push(next);
        }
        let (before, after) = self.frames.split_at_mut(depth + 1);
        after[0].stand.clone_from(&before[depth].stand);
        after[0].stand.make(mv, self.master);
        after[0].n_left = n_left;
        true
    }

    /// Takes what the last move tried at `depth` led to; tells whether that settles the frame.
    fn hear(&mut self, depth: usize, found: Found) -> Option<Found> {
        let frame = &mut self.frames[depth];
        let is_reacher = frame.stand.turn == self.reacher;
        let is_settled = (found == Found::Reached) == is_reacher;
        frame.is_never &= found == Found::Never;
        if !is_settled {
            return None;
        }
        if let Some(&Move::Play(point)) = frame.moves.get(frame.n_tried - 1)
            && let Some(number) = self.field.number(point)
        {
            self.merits[frame.stand.turn][number] += 1;
        }
        self.remember(depth, found);
        Some(found)
    }

    /// What follows when all moves at `depth` were tried and none settled it.
    fn close(&mut self, depth: usize) -> Found {
        let frame = &self.frames[depth];
        let found = if frame.stand.turn != self.reacher {
            Found::Reached
        } else if frame.is_never {
            Found::Never
        } else {
            Found::NotYet
        };
        self.remember(depth, found);
        found
    }

    fn remember(&mut self, depth: usize, found: Found) {
        let Frame { key, n_left, .. } = self.frames[depth];
        let known: &mut ProofBounds = self.table.entry(key).or_default();
        match found {
            Found::Reached => {
                known.reached = Some(known.reached.map_or(n_left, |n| n.min(n_left)));
            }
            Found::NotYet => known.failed = known.failed.max(n_left),
            Found::Never => known.failed = FOREVER,
        }
    }

    /// What can be said of a position without a move.
    fn glance(&self, stand: &Stand) -> Option<Found> {
        let board = &stand.board;
        match self.task.goal {
            SolverGoal::Capture { chain: point, free } => {
                let owner = !self.reacher;
                if board.at(point) != Some(owner) {
                    return Some(Found::Reached);
                }
                if stand.turn == owner {
                    return None;
                }
                let is_out = match free {
                    Some(n) => board.chain(point)?.liberties.len() >= n,
                    None => {
                        board.last_liberty(point).is_none()
                            && pass_alive(board, owner, self.suicide)
                                .stones
                                .contains(point)
                    }
                };
                is_out.then_some(Found::Never)
            }
            SolverGoal::Connect(one, other) => {
                if board.is_same_chain(one, other) {
                    return Some(Found::Reached);
                }
                let is_there = |point| board.at(point) == Some(self.reacher);
                (!is_there(one) || !is_there(other)).then_some(Found::Never)
            }
        }
    }

    /// How many moves it takes at least: all liberties of a chain have to be taken one by
    /// one, and its owner may pass.
    fn distance_min(&self, stand: &Stand) -> u8 {
        let n_own = match self.task.goal {
            SolverGoal::Capture { chain, .. } => {
                let chain = stand.board.chain(chain);
                chain.map_or(0, |chain| chain.liberties.len())
            }
            SolverGoal::Connect(..) => 1,
        };
        let n = 2 * n_own - usize::from(stand.turn == self.reacher && n_own > 0);
        n.min(DEPTH_MAX as usize) as u8
    }

    /// Adds all moves that may matter, the vital first, then those that mattered before.
    fn add_moves(&self, stand: &Stand, moves: &mut Vec<Move>) {
        let points = match self.urgent(stand) {
            Some(points) => points,
            None => stand.board.vacant(),
        };
        let points = points & self.task.region;
        let allowed = points.iter().filter(|&point| self.is_allowed(stand, point));
        moves.extend(allowed.map(Move::Play));
        let (merits, vital) = (&self.merits[stand.turn], self.vital(stand));
        moves.sort_by_key(|mv| match *mv {
            Move::Play(point) => {
                let merit = self.field.number(point).map_or(0, |number| merits[number]);
                Reverse((vital.contains(point), merit))
            }
            Move::Pass => Reverse((false, 0)),
        });
        // Who has something to reach gains nothing by passing, or the other would pass
        // too; but it lifts a ban.
        if stand.turn != self.reacher || stand.ban.is_some() {
            moves.push(Move::Pass);
        }
    }

    /// Where things are likely to be decided: the liberties of what it is about.
    fn vital(&self, stand: &Stand) -> PointSet {
        let liberties = |point| {
            let chain = stand.board.chain(point);
            chain.map_or(PointSet::EMPTY, |chain| chain.liberties)
        };
        match self.task.goal {
            SolverGoal::Capture {
                chain,
                free: Some(_),
            } => liberties(chain),
            SolverGoal::Capture { free: None, .. } => PointSet::EMPTY,
            SolverGoal::Connect(one, other) => liberties(one) & liberties(other),
        }
    }

    /// Where one has to play because the chain is in atari, if it is: the captor captures
    /// it, and its owner would lose it by any other move.
    fn urgent(&self, stand: &Stand) -> Option<PointSet> {
        let SolverGoal::Capture { chain: point, .. } = self.task.goal else {
            return None;
        };
        let board = &stand.board;
        let liberty = board.last_liberty(point)?;
        if !self.task.region.contains(liberty) || stand.ban == Some(liberty) {
            return None;
        }
        let mut points = PointSet::from_iter([liberty]);
        if stand.turn == self.reacher {
            return Some(points);
        }
        for neighbor in board.chain(point)?.stones.neighbors(board.size()) {
            if board.at(neighbor) == Some(self.reacher) {
                points.extend(board.last_liberty(neighbor));
            }
        }
        Some(points)
    }

    fn is_allowed(&self, stand: &Stand, point: Point) -> bool {
        let Stand { board, turn, ban } = stand;
        if *ban == Some(point) {
            return false;
        }
        // A single stone that takes its own last liberty is a pass.
        let is_own_end = board.is_suicide(*turn, point)
            && (self.suicide == Suicide::Forbidden || board.n_neighbors(*turn, point) == 0);
        !is_own_end
    }
}
