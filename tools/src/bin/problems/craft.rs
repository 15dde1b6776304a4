//! From a position to a problem: solved, stripped of what it does not need, judged.

use ponnuki_game::{Board, ByColor, Color, Game, Move, Point, PointSet, Rules, Setup};
use ponnuki_search::{
    POSITIONS_MAX as SOLVED_MAX, SolvedPosition, Solver, SolverGoal, SolverGrade, SolverTask,
};
use ponnuki_teach::problem::{self, GoProblem, Kind, Moves};

/// How many positions the solver may look at to see whether there is anything to do.
const POSITIONS_GLANCE_MAX: u64 = 6_000;

/// How many while a problem is being made.
const POSITIONS_MAX: u64 = 60_000;

/// And for the proof that is kept, in a wider region.
const POSITIONS_PROOF_MAX: u64 = 800_000;

/// How many wrong moves are told with their refutations.
const WRONG_MAX: usize = 5;

/// No line is longer: a ladder across the board.
const LINE_MAX: usize = 60;

/// A refutation is clear after so many moves; in a chase the first answer says it all.
const WRONG_LINE_MAX: usize = 6;

/// Who is not tempted has nothing to solve.
const WRONG_MIN: usize = 2;

/// A wrong move tempts if it is so many steps from the right one, or fewer.
const NEAR: u8 = 2;

/// A position in which something may be to be done.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) turn: Color,
    pub(crate) goal: SolverGoal,
    /// Where moves are tried while the problem is made.
    pub(crate) region: PointSet,
    /// Where the solution has to hold in the end.
    pub(crate) wide: PointSet,
    /// The stones that may be left out if nothing changes.
    pub(crate) spare: PointSet,
}

/// What was found out about a position.
#[derive(Debug)]
struct Solved {
    solution: SolvedPosition,
    line: Vec<Move>,
    /// Refutations of tempting wrong moves.
    wrong: Vec<Vec<Move>>,
}

/// The problem of `kind` that `position` is, if it is a good one.
pub(crate) fn problem(position: &Position, kind: Kind) -> Option<GoProblem> {
    let position = position.with_black_to_move();
    if !position.is_open(kind) {
        return None;
    }
    let solved = position.solve(kind, position.region, POSITIONS_MAX)?;
    let position = position.stripped(&solved.solution, kind);
    let solved = position.solve(kind, position.wide, POSITIONS_PROOF_MAX)?;
    let is_proved = position.holds_where_suicide_is_allowed(&solved.solution);
    is_proved.then(|| position.write(&solved, kind))
}

/// Whether trying everything in the area confirms what a problem says, suicide allowed or not.
pub(crate) fn is_proved(own: &GoProblem) -> bool {
    let problem::ProblemSolution::Moves(moves) = &own.solution else {
        return true;
    };
    let free = moves.free.map(usize::from);
    let goal = match own.task {
        problem::ProblemTask::Capture(chain) | problem::ProblemTask::Save(chain) => {
            SolverGoal::Capture { chain, free }
        }
        problem::ProblemTask::Kill(chain) | problem::ProblemTask::Live(chain) => {
            SolverGoal::Capture { chain, free: None }
        }
        problem::ProblemTask::Connect(one, other) => SolverGoal::Connect(one, other),
        problem::ProblemTask::Count => return true,
    };
    let region = moves.area;
    let holds = |rules: Rules| {
        let game = own.game(rules).ok()?;
        let mut solver = Solver::new(&game, SolverTask { goal, region }, SOLVED_MAX).ok()?;
        let solution = solver.solve().ok()?;
        let firsts = solution.firsts.iter().map(|mv| match *mv {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        });
        let firsts: Option<PointSet> = firsts.collect();
        (solution.grade == wanted(own.kind) && firsts == Some(moves.firsts)).then_some(())
    };
    holds(Rules::JAPANESE).is_some() && holds(Rules::TROMP_TAYLOR).is_some()
}

impl Position {
    /// The same with the colours swapped, if it is White's move.
    fn with_black_to_move(&self) -> Position {
        let mut position = self.clone();
        if self.turn == Color::White {
            let swapped = ByColor::from_fn(|color| self.board.stones(!color));
            if let Some(game) = start(&self.board, swapped, Color::Black, Rules::JAPANESE) {
                (position.board, position.turn) = (game.board().clone(), Color::Black);
            }
        }
        position
    }

    fn stones(&self) -> ByColor<PointSet> {
        ByColor::from_fn(|color| self.board.stones(color))
    }

    /// The solution, if this is a good problem of `kind`.
    fn solve(&self, kind: Kind, region: PointSet, n_positions: u64) -> Option<Solved> {
        let mut solver = self.solver(Rules::JAPANESE, self.turn, region, n_positions)?;
        let solution = solver.solve_single(wanted(kind)).ok()??;
        let &first = solution.firsts.first()?;
        let line = solver.line(&solution, first, LINE_MAX).ok()?;
        if first == Move::Pass || solution.wrong.len() < 4 || !self.is_of(kind, &line) {
            return None;
        }
        let mut wrong = Vec::new();
        let liberties = self.liberties();
        let n_wrong_max = if liberties.is_empty() {
            WRONG_LINE_MAX
        } else {
            2
        };
        for &mv in &solution.wrong {
            let is_liberty = matches!(mv, Move::Play(point) if liberties.contains(point));
            if !is_liberty && !is_near(mv, first) {
                continue;
            }
            let line = solver.line(&solution, mv, n_wrong_max).ok()?;
            if line.len() >= 2 {
                wrong.push((is_liberty, line));
            }
        }
        wrong.sort_by_key(|(is_liberty, line)| std::cmp::Reverse((*is_liberty, line.len())));
        let wrong = wrong.into_iter().take(WRONG_MAX).map(|(_, line)| line);
        let wrong: Vec<Vec<Move>> = wrong.collect();
        (wrong.len() >= WRONG_MIN).then_some(Solved {
            solution,
            line,
            wrong,
        })
    }

    fn solver(&self, rules: Rules, turn: Color, region: PointSet, n: u64) -> Option<Solver> {
        let game = start(&self.board, self.stones(), turn, rules)?;
        let goal = self.goal;
        Solver::new(&game, SolverTask { goal, region }, n).ok()
    }

    /// Whether there is something to do, and it has to be done now. Most positions are no
    /// problem, and that is cheaper to see than which move it is.
    fn is_open(&self, kind: Kind) -> bool {
        let grade_for = |turn| {
            let solver = self.solver(Rules::JAPANESE, turn, self.region, POSITIONS_GLANCE_MAX);
            solver?.grade().ok()
        };
        grade_for(self.turn) == Some(wanted(kind)) && grade_for(!self.turn) >= Some(SolverGrade::Ko)
    }

    fn holds_where_suicide_is_allowed(&self, solution: &SolvedPosition) -> bool {
        let rules = Rules::TROMP_TAYLOR;
        let solver = self.solver(rules, self.turn, self.region, POSITIONS_PROOF_MAX);
        let other = solver.and_then(|mut solver| solver.solve_single(solution.grade).ok()?);
        other.is_some_and(|other| other.firsts == solution.firsts)
    }

    /// Without the chains that change nothing: all that are far at once, then the others
    /// one by one, the farthest first.
    fn stripped(&self, solution: &SolvedPosition, kind: Kind) -> Position {
        let mut position = self.clone();
        let size = self.board.size();
        let target = self.goal_point();
        let close = self.wide | self.wide.neighbors(size);
        let chains = Color::BOTH.map(|color| self.board.chains(color).collect::<Vec<_>>());
        let mut chains: Vec<PointSet> = chains.iter().flatten().map(|chain| chain.stones).collect();
        chains.retain(|stones| stones.is_subset(&self.spare));
        let distance = |stones: &PointSet| stones.iter().map(|point| steps(point, target)).min();
        chains.sort_by_key(|stones| std::cmp::Reverse(distance(stones)));
        let far = self.spare - close;
        for stones in std::iter::once(far).chain(chains) {
            if let Some(without) = position.without(stones) {
                let other = without.solve(kind, without.region, POSITIONS_MAX);
                if other.is_some_and(|other| other.solution.firsts == solution.firsts) {
                    position = without;
                }
            }
        }
        position
    }

    fn without(&self, stones: PointSet) -> Option<Position> {
        let left = ByColor::from_fn(|color| self.board.stones(color) - stones);
        let game = start(&self.board, left, self.turn, Rules::JAPANESE)?;
        Some(Position {
            board: game.board().clone(),
            ..self.clone()
        })
    }

    /// Where one would look first: the liberties of a chain that is chased.
    fn liberties(&self) -> PointSet {
        let chain = match self.goal {
            SolverGoal::Capture {
                chain,
                free: Some(_),
            } => self.board.chain(chain),
            SolverGoal::Capture { free: None, .. } | SolverGoal::Connect(..) => None,
        };
        chain.map_or(PointSet::EMPTY, |chain| chain.liberties)
    }

    fn goal_point(&self) -> Point {
        match self.goal {
            SolverGoal::Capture { chain, .. } => chain,
            SolverGoal::Connect(one, _) => one,
        }
    }

    /// Whether the line that solves it is one of this kind.
    fn is_of(&self, kind: Kind, line: &[Move]) -> bool {
        match kind {
            Kind::Life | Kind::Ko | Kind::Connection => true,
            Kind::Capture | Kind::Ladder | Kind::Net | Kind::Snapback => {
                self.technique(line) == kind
            }
            Kind::Counting => false,
        }
    }

    /// How the chain is captured.
    fn technique(&self, line: &[Move]) -> Kind {
        let SolverGoal::Capture { chain: target, .. } = self.goal else {
            return Kind::Connection;
        };
        if self.board.at(target) == Some(self.turn) {
            return Kind::Capture;
        }
        let Some(mut game) = start(&self.board, self.stones(), self.turn, Rules::JAPANESE) else {
            return Kind::Capture;
        };
        let mut n_liberties = Vec::new();
        let mut is_given = false;
        let mut is_regained = false;
        for (number, &mv) in line.iter().enumerate() {
            let n_before = game.board().chain_len(target);
            if game.play(mv).is_err() {
                break;
            }
            let board = game.board();
            if number % 2 == 0 {
                n_liberties.push(board.n_liberties(target));
            }
            if let (1, &[Move::Play(first), ..]) = (number, line) {
                is_given = board.at(first).is_none();
            }
            if number == 2 {
                is_regained = board.at(target).is_none() && n_before >= 2;
            }
        }
        let is_first_apart = match (line.first(), self.board.chain(target)) {
            (Some(&Move::Play(first)), Some(chain)) => !chain.liberties.contains(first),
            _ => false,
        };
        if is_given && is_regained {
            Kind::Snapback
        } else if n_liberties.len() >= 5 && n_liberties.iter().all(|&n| n <= 1) {
            Kind::Ladder
        } else if is_first_apart && n_liberties.first().is_some_and(|&n| n >= 2) {
            Kind::Net
        } else {
            Kind::Capture
        }
    }

    fn write(&self, solved: &Solved, kind: Kind) -> GoProblem {
        let solution = &solved.solution;
        let is_own = |point| self.board.at(point) == Some(self.turn);
        let task = match self.goal {
            SolverGoal::Connect(one, other) => problem::ProblemTask::Connect(one, other),
            SolverGoal::Capture {
                chain,
                free: Some(_),
            } if is_own(chain) => problem::ProblemTask::Save(chain),
            SolverGoal::Capture {
                chain,
                free: Some(_),
            } => problem::ProblemTask::Capture(chain),
            SolverGoal::Capture { chain, free: None } if is_own(chain) => {
                problem::ProblemTask::Live(chain)
            }
            SolverGoal::Capture { chain, free: None } => problem::ProblemTask::Kill(chain),
        };
        let free = match self.goal {
            SolverGoal::Capture { free, .. } => free.map(|n| n as u8),
            SolverGoal::Connect(..) => None,
        };
        let firsts = solution.firsts.iter().filter_map(|mv| match *mv {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        });
        GoProblem {
            id: problem::id(kind, &self.board, self.turn),
            kind,
            board: self.board.clone(),
            turn: self.turn,
            task,
            solution: problem::ProblemSolution::Moves(Moves {
                is_ko: solution.grade == SolverGrade::Ko,
                firsts: firsts.collect(),
                line: solved.line.clone(),
                wrong: solved.wrong.clone(),
                area: self.wide,
                free,
            }),
            difficulty: solution.n_positions.ilog2() as u8,
            rank: None,
        }
    }
}

/// How well the player to move is to do in a problem of `kind`.
fn wanted(kind: Kind) -> SolverGrade {
    match kind {
        Kind::Ko => SolverGrade::Ko,
        _ => SolverGrade::Unconditional,
    }
}

/// Whether a wrong move is near enough the right one to tempt.
fn is_near(mv: Move, first: Move) -> bool {
    match (mv, first) {
        (Move::Play(one), Move::Play(other)) => steps(one, other) <= NEAR,
        _ => false,
    }
}

/// A game that begins with these stones, if they can stand so.
pub(crate) fn start(
    board: &Board,
    stones: ByColor<PointSet>,
    turn: Color,
    rules: Rules,
) -> Option<Game> {
    let mut setup = Setup::new(board.size(), rules);
    setup.stones = stones;
    setup.first = Some(turn);
    setup.start().ok()
}

/// How many steps along the lines it is from one point to another.
pub(crate) fn steps(a: Point, b: Point) -> u8 {
    a.x().abs_diff(b.x()) + a.y().abs_diff(b.y())
}
