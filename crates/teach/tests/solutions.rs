//! The problems of `data/problems`: the solver proves each of them.

use std::collections::HashSet;

use ponnuki_game::{Move, PRESETS, PointSet, Rules};
use ponnuki_search::{POSITIONS_MAX, Solver, SolverGoal, SolverGrade};
use ponnuki_teach::problem::{
    GoProblem, Kind, Moves, ProblemSolution, ProblemTask, id, lead, looks,
};
use ponnuki_testkit::{is_slow_run, table};

/// In a fast run so many problems of each kind are proved, and all that are rated lower than
/// [`EASY`].
const SAMPLE: usize = 12;

/// Who is rated lower has only to see the next move.
const EASY: u16 = 500;

/// At least so many there are.
const N_MIN: usize = 3000;

/// The problems of a kind, as its file has them.
fn read(kind: Kind) -> (String, Vec<GoProblem>) {
    let text = table::read(&format!("problems/{}.txt", kind.word()));
    match GoProblem::parse_all(&text) {
        Ok(problems) => (text, problems),
        Err(error) => panic!("data/problems/{}.txt, {error}", kind.word()),
    }
}

fn all() -> Vec<GoProblem> {
    let kinds = Kind::ALL.iter();
    kinds.flat_map(|&(kind, _)| read(kind).1).collect()
}

/// What the solver is asked.
fn goal(task: ProblemTask, free: Option<u8>) -> Option<SolverGoal> {
    let free = free.map(usize::from);
    match task {
        ProblemTask::Capture(chain) | ProblemTask::Save(chain) => {
            Some(SolverGoal::Capture { chain, free })
        }
        ProblemTask::Kill(chain) | ProblemTask::Live(chain) => {
            Some(SolverGoal::Capture { chain, free: None })
        }
        ProblemTask::Connect(one, other) => Some(SolverGoal::Connect(one, other)),
        ProblemTask::Count => None,
    }
}

/// Solves again what is said to be solved by `moves`, under `rules`.
fn check_moves(problem: &GoProblem, moves: &Moves, rules: Rules) {
    let game = problem.game(rules).expect("a position");
    let goal = goal(problem.task, moves.free).expect("a task to be solved by moves");
    let task = ponnuki_search::SolverTask {
        goal,
        region: moves.area,
    };
    let mut solver = Solver::new(&game, task, POSITIONS_MAX).expect("a task");
    let solution = solver.solve().expect("a solution");
    let grade = if moves.is_ko {
        SolverGrade::Ko
    } else {
        SolverGrade::Unconditional
    };
    assert_eq!(solution.grade, grade, "\n{problem}");
    assert!(!solution.firsts.contains(&Move::Pass), "\n{problem}");
    let firsts = solution.firsts.iter().filter_map(|&mv| match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    assert_eq!(firsts.collect::<PointSet>(), moves.firsts, "\n{problem}");
}

#[test]
fn every_problem_is_solved_by_what_it_says_and_by_nothing_else() {
    for (kind, _) in Kind::ALL {
        let (_, problems) = read(kind);
        let step = problems.len().div_ceil(SAMPLE).max(1);
        for (number, problem) in problems.iter().enumerate() {
            let is_asked = is_slow_run() || number % step == 0 || problem.rating() < EASY;
            if !is_asked {
                continue;
            }
            match &problem.solution {
                ProblemSolution::Moves(moves) => check_moves(problem, moves, Rules::JAPANESE),
                ProblemSolution::Lead(said) => {
                    assert_eq!(*said, lead(&problem.board), "\n{problem}")
                }
            }
        }
    }
}

#[test]
fn the_easiest_are_one_move_and_stones_in_atari() {
    let easiest: Vec<GoProblem> = all()
        .into_iter()
        .filter(|own| own.rating() < EASY)
        .collect();
    assert!(easiest.len() >= 100, "{}", easiest.len());
    for problem in easiest {
        let (ProblemSolution::Moves(moves), ProblemTask::Capture(point) | ProblemTask::Save(point)) =
            (&problem.solution, problem.task)
        else {
            panic!("\n{problem}");
        };
        let chain = problem.board.chain(point).expect("a chain");
        assert_eq!(moves.line.len(), 1, "\n{problem}");
        assert_eq!(chain.liberties.len(), 1, "\n{problem}");
    }
}

#[test]
fn each_file_begins_with_its_easiest() {
    for (kind, _) in Kind::ALL {
        let (_, problems) = read(kind);
        assert!(problems.is_sorted_by_key(GoProblem::rating), "{kind:?}");
    }
}

#[test]
fn where_suicide_is_allowed_nothing_changes() {
    // All of them take a minute.
    let step = if is_slow_run() { 1 } else { 40 };
    for problem in all().iter().step_by(step) {
        if let ProblemSolution::Moves(moves) = &problem.solution {
            check_moves(problem, moves, Rules::TROMP_TAYLOR);
        }
    }
}

#[test]
fn every_line_can_be_played_under_every_rulebook() {
    for problem in all() {
        let ProblemSolution::Moves(moves) = &problem.solution else {
            continue;
        };
        let is_first = |line: &[Move]| matches!(line.first(), Some(&Move::Play(point)) if moves.firsts.contains(point));
        assert!(is_first(&moves.line), "\n{problem}");
        assert!(!moves.wrong.is_empty(), "\n{problem}");
        for wrong in &moves.wrong {
            assert!(!is_first(wrong) && wrong.len() >= 2, "\n{problem}");
        }
        for preset in PRESETS {
            let Ok(start) = problem.game(preset.rules) else {
                continue;
            };
            for line in moves.wrong.iter().chain([&moves.line]) {
                let mut game = start.clone();
                for &mv in line {
                    assert_eq!(game.play(mv), Ok(()), "{}\n{problem}", preset.name);
                }
            }
        }
    }
}

#[test]
fn no_two_problems_are_alike() {
    let mut seen = HashSet::new();
    let mut ids = HashSet::new();
    for problem in all() {
        let task = matches!(problem.task, ProblemTask::Count);
        assert!(
            seen.insert((looks(&problem.board, problem.turn), task)),
            "\n{problem}"
        );
        assert_eq!(problem.id, id(problem.kind, &problem.board, problem.turn));
        assert!(ids.insert(problem.id.clone()), "\n{problem}");
    }
    assert!(ids.len() >= N_MIN, "{}", ids.len());
}

#[test]
fn the_files_are_written_as_they_are_read() {
    for (kind, _) in Kind::ALL {
        let (text, problems) = read(kind);
        let heading = text.lines().next().unwrap_or_default();
        let problems = problems.iter().map(|problem| {
            assert_eq!(problem.kind, kind, "\n{problem}");
            format!("\n{problem}")
        });
        let written = format!("{heading}\n{}", problems.collect::<String>());
        assert!(written == text, "data/problems/{}.txt", kind.word());
    }
}
