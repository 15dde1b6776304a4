//! Proving what can be captured, killed, saved or connected in a part of the
//! board, by trying everything there.
//!
//! One of the two players has something to reach: a chain captured, two chains
//! connected. It is reached if there is an end to it whatever the other does; what
//! goes round and round without an end is not reached. Kos are asked about twice, once
//! for each player who could have all the threats: see [`SolverGrade`].

mod line;
mod proof;
mod stand;
mod table;

use ponnuki_game::{Board, ByColor, Color, Game, Illegal, Move, Point, PointSet};

use proof::Prover;
use stand::Stand;
pub use table::FIELD_MAX;

/// How many positions a proof may look at, if its caller has no better idea: a few
/// seconds. What is not proved by then is no problem for people either.
pub const POSITIONS_MAX: u64 = 3_000_000;

/// Something to reach, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverTask {
    /// What is to be reached.
    pub goal: SolverGoal,
    /// Where stones may be played; everywhere else only stands what stands there.
    pub region: PointSet,
}

/// What one of the players wants to reach, and the other to prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverGoal {
    /// The opponent's chain here is captured.
    Capture {
        /// A stone of the chain.
        chain: Point,
        /// With so many liberties, its captor to move, it has got away. None where
        /// it cannot get away, and has to live where it is.
        free: Option<usize>,
    },
    /// These two stones of one colour are in one chain.
    Connect(Point, Point),
}

/// How well a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SolverGrade {
    /// It fails even if the player has all the ko threats.
    No,
    /// It succeeds only if the player has more ko threats.
    Ko,
    /// It succeeds even if the opponent has all the ko threats.
    Unconditional,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// There is no stone where the goal says, or the two are not of one colour.
    NoStone,
    /// The region and the chains it touches are more than [`FIELD_MAX`] points.
    TooLarge,
    /// It would take more positions than allowed, or is deeper than the search goes.
    TooHard,
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolved::NoStone => f.write_str("there is no stone to solve anything about"),
            Unsolved::TooLarge => write!(f, "the region has more than {FIELD_MAX} points"),
            Unsolved::TooHard => f.write_str("it takes too long to prove"),
        }
    }
}

impl std::error::Error for Unsolved {}

/// A position, solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPosition {
    /// How well the player to move does at best.
    pub grade: SolverGrade,
    /// All first moves that do so well; with [`Move::Pass`] among them there is nothing to do.
    pub firsts: Vec<Move>,
    /// All others.
    pub wrong: Vec<Move>,
    /// How many positions were looked at to tell them apart.
    pub n_positions: u64,
}

/// Solves one [`SolverTask`] from one position of a game.
#[derive(Debug)]
pub struct Solver {
    task: SolverTask,
    game: Game,
    start: Stand,
    /// One for each player who may have all the ko threats.
    provers: ByColor<Prover>,
}

impl Solver {
    /// About to solve `task` for the player to move in `game`, looking at up to
    /// `n_positions` positions.
    ///
    /// # Errors
    ///
    /// If the task is not about stones on the board, or too large.
    pub fn new(game: &Game, task: SolverTask, n_positions: u64) -> Result<Solver, Unsolved> {
        let reacher = task.goal.reacher(game.board()).ok_or(Unsolved::NoStone)?;
        let prover = |master| Prover::new(game, &task, reacher, master, n_positions);
        Ok(Solver {
            task,
            game: game.clone(),
            start: Stand {
                board: game.board().clone(),
                turn: game.turn(),
                ban: banned(game),
            },
            provers: ByColor {
                black: prover(Color::Black)?,
                white: prover(Color::White)?,
            },
        })
    }

    /// How well the player to move does.
    ///
    /// # Errors
    ///
    /// If it takes too long.
    pub fn grade(&mut self) -> Result<SolverGrade, Unsolved> {
        let (player, start) = (self.start.turn, self.start.clone());
        for grade in [SolverGrade::Unconditional, SolverGrade::Ko] {
            if self.succeeds(player, &start, deciding(player, grade))? {
                return Ok(grade);
            }
        }
        Ok(SolverGrade::No)
    }

    /// How well the player to move does, with every move told right or wrong.
    ///
    /// # Errors
    ///
    /// If it takes too long.
    pub fn solve(&mut self) -> Result<SolvedPosition, Unsolved> {
        for grade in [SolverGrade::Unconditional, SolverGrade::Ko] {
            let solution = self.solve_to(grade, usize::MAX)?;
            if let Some(solution) = solution.filter(|solution| !solution.firsts.is_empty()) {
                return Ok(solution);
            }
        }
        Ok(SolvedPosition {
            grade: SolverGrade::No,
            firsts: self.moves(),
            wrong: Vec::new(),
            n_positions: self.n_positions(),
        })
    }

    /// [`solve`](Solver::solve) where only one first move of this grade will do: none if
    /// there are several or none, which is sooner seen.
    ///
    /// # Errors
    ///
    /// If it takes too long.
    pub fn solve_single(&mut self, grade: SolverGrade) -> Result<Option<SolvedPosition>, Unsolved> {
        let solution = self.solve_to(grade, 1)?;
        Ok(solution.filter(|solution| !solution.firsts.is_empty()))
    }

    /// All moves that are at least of `grade`, unless they are more than `n_max`.
    fn solve_to(
        &mut self,
        grade: SolverGrade,
        n_max: usize,
    ) -> Result<Option<SolvedPosition>, Unsolved> {
        let player = self.start.turn;
        let master = deciding(player, grade);
        let (mut firsts, mut wrong) = (Vec::new(), Vec::new());
        for mv in self.moves() {
            let after = self.provers[master].after(&self.start, mv);
            if !self.succeeds(player, &after, master)? {
                wrong.push(mv);
            } else if firsts.len() < n_max {
                firsts.push(mv);
            } else {
                return Ok(None);
            }
        }
        Ok(Some(SolvedPosition {
            grade,
            firsts,
            wrong,
            n_positions: self.n_positions(),
        }))
    }

    /// The move `first` and what follows, up to `n_max` moves. After one that solves it is the longest
    /// resistance, or the threats that have to be answered, or the way into the ko; after
    /// one that does not it is the refutation.
    ///
    /// # Errors
    ///
    /// If it takes too long.
    pub fn line(
        &mut self,
        solution: &SolvedPosition,
        first: Move,
        n_max: usize,
    ) -> Result<Vec<Move>, Unsolved> {
        let is_right = solution.firsts.contains(&first);
        let masters = if is_right && solution.grade == SolverGrade::Ko {
            // Each does what would win the ko.
            ByColor::from_fn(|color| color)
        } else {
            let master = deciding(self.start.turn, solution.grade);
            ByColor::from_fn(|_| master)
        };
        self.follow(first, masters, n_max)
    }

    /// How many positions were looked at so far.
    pub fn n_positions(&self) -> u64 {
        self.provers.black.n_positions() + self.provers.white.n_positions()
    }

    /// The moves the player to move may try: all legal ones of the region, and passing.
    fn moves(&self) -> Vec<Move> {
        let legal = self.game.legal() & self.task.region;
        legal.iter().map(Move::Play).chain([Move::Pass]).collect()
    }

    /// Whether `player` gets what they want if all ko threats are `master`'s.
    fn succeeds(&mut self, player: Color, stand: &Stand, master: Color) -> Result<bool, Unsolved> {
        let prover = &mut self.provers[master];
        let is_reached = prover.distance(stand)?.is_some();
        Ok(is_reached == (prover.reacher() == player))
    }
}

impl SolverGoal {
    /// Who wants to reach it, if there are stones as it says.
    fn reacher(&self, board: &Board) -> Option<Color> {
        match *self {
            SolverGoal::Capture { chain, .. } => board.at(chain).map(|color| !color),
            SolverGoal::Connect(one, other) => {
                board.at(one).filter(|_| board.at(one) == board.at(other))
            }
        }
    }
}

/// Who has to have all the ko threats if success is to mean `grade` for `player`.
fn deciding(player: Color, grade: SolverGrade) -> Color {
    match grade {
        SolverGrade::Unconditional => !player,
        SolverGrade::Ko | SolverGrade::No => player,
    }
}

/// Where the player to move may not retake, having been taken from.
fn banned(game: &Game) -> Option<Point> {
    let is_banned = |&point: &Point| {
        let judged = game.check(Move::Play(point));
        matches!(judged, Err(Illegal::Repetition { .. }))
    };
    game.board().vacant().iter().find(is_banned)
}
