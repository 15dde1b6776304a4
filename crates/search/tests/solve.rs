//! What the solver proves on drawn boards, and that a slow twin agrees.

use ponnuki_game::{
    ByColor, Color, Diagram, Dice, Game, Illegal, Move, Phase, Point, PointSet, Rules, Setup, Size,
};
use ponnuki_search::{Solver, SolverGoal, SolverGrade, SolverTask, Unsolved};

const N_POSITIONS: u64 = 1_000_000;

fn game(size: Size, stones: ByColor<PointSet>, turn: Color) -> Option<Game> {
    let mut setup = Setup::new(size, Rules::JAPANESE);
    setup.stones = stones;
    setup.first = Some(turn);
    setup.start().ok()
}

fn names(size: Size, moves: &[Move]) -> String {
    let name = |mv: &Move| match *mv {
        Move::Play(point) => size.name(point),
        Move::Pass => "pass".to_owned(),
    };
    moves.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Solves for `turn`, on the marked points, about the stones named: one to capture, free
/// with so many liberties, or two to connect. Expects a grade, all first moves, and the line
/// after the first of them.
#[track_caller]
fn check(
    drawn: &str,
    turn: Color,
    about: (&str, Option<usize>),
    expected: (SolverGrade, &str, &str),
) {
    let diagram: Diagram = drawn.parse().unwrap();
    let size = diagram.size();
    let mut points = about.0.split(' ').map(|name| size.point(name).unwrap());
    let chain = points.next().unwrap();
    let goal = match points.next() {
        Some(other) => SolverGoal::Connect(chain, other),
        None => SolverGoal::Capture {
            chain,
            free: about.1,
        },
    };
    let stones = diagram.stones();
    let region = PointSet::full(size) - diagram.all_marked('o');
    let game = game(size, stones, turn).unwrap();
    let mut solver = Solver::new(&game, SolverTask { goal, region }, N_POSITIONS).unwrap();
    let solution = solver.solve().unwrap();
    let line = solver.line(&solution, solution.firsts[0], 40).unwrap();
    let found = (
        solution.grade,
        &*names(size, &solution.firsts),
        &*names(size, &line),
    );
    assert_eq!(found, expected, "{turn}, about {}\n{drawn}", about.0);
    assert_eq!(solver.grade(), Ok(solution.grade), "{drawn}");
}

#[test]
fn three_in_a_row_live_and_die_by_the_middle() {
    let three = "
        . . . X O o
        X X X X O o
        O O O O O o
        o o o o o o
    ";
    let solved = (SolverGrade::Unconditional, "B4", "B4");
    check(three, Color::White, ("A3", None), solved);
    check(three, Color::Black, ("A3", None), solved);
}

#[test]
fn what_lives_anyway_lives_by_passing_too() {
    let four = "
        . . . . X O o
        X X X X X O o
        O O O O O O o
        o o o o o o o
    ";
    let lives = (SolverGrade::Unconditional, "B4 C4 pass", "B4");
    check(four, Color::Black, ("A3", None), lives);
    let fails = (SolverGrade::No, "A4 B4 C4 D4 pass", "A4");
    check(four, Color::White, ("A3", None), fails);
}

#[test]
fn a_group_in_the_corner_may_hang_on_a_ko() {
    let corner = "
        . . . O X o
        . O O O X o
        O O X X X o
        X X X o o o
        o o o o o o
    ";
    check(
        corner,
        Color::Black,
        ("B4", None),
        (SolverGrade::Ko, "B5", "B5 A5 A4"),
    );
}

#[test]
fn a_ladder_is_read_to_its_end() {
    let ladder = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . . . X X . .
        . . . . . . .
    ";
    check(
        ladder,
        Color::Black,
        ("D3", Some(3)),
        (
            SolverGrade::Unconditional,
            "D4",
            "D4 E3 F3 E4 E5 F4 F5 G4 G5 G3 G2",
        ),
    );
}

#[test]
fn a_snapback_gives_one_and_takes_more() {
    check(
        "
        X X O O O X o
        X O O X X o o
        X . . O . o o
        o X O . o o o
        o o O o o o o
        ",
        Color::Black,
        ("C5", Some(4)),
        (SolverGrade::Unconditional, "C3", "C3 B3 C3"),
    );
}

#[test]
fn two_chains_are_connected_by_what_cannot_be_cut() {
    check(
        "
        o . X . o
        o O . . o
        o . X X o
        ",
        Color::Black,
        ("C3 C1", None),
        (SolverGrade::Unconditional, "D3 C2 D2", "D3"),
    );
    // And cut where they would be.
    check(
        "
        o O X . o
        o O . . o
        o O X . o
        ",
        Color::White,
        ("C3 C1", None),
        (SolverGrade::Unconditional, "C2", "C2"),
    );
}

#[test]
fn nonsense_is_refused() {
    let size = Size::NINE;
    let game = Game::new(size, Rules::JAPANESE).unwrap();
    let chain = size.point("E5").unwrap();
    let region = PointSet::full(size);
    let goal = SolverGoal::Capture { chain, free: None };
    let solver = Solver::new(&game, SolverTask { goal, region }, N_POSITIONS);
    assert_eq!(solver.err(), Some(Unsolved::NoStone));

    let mut game = Game::new(Size::NINETEEN, Rules::JAPANESE).unwrap();
    game.play(Move::Play(chain)).unwrap();
    let region = PointSet::full(Size::NINETEEN);
    let solver = Solver::new(&game, SolverTask { goal, region }, N_POSITIONS);
    assert_eq!(solver.err(), Some(Unsolved::TooLarge));
}

#[test]
fn who_may_not_look_does_not_know() {
    let diagram: Diagram = "
        . . . . X O .
        . . . X X O .
        X X X X O O .
        O O O O O . .
        . . . . . . .
    "
    .parse()
    .unwrap();
    let size = diagram.size();
    let game = game(size, diagram.stones(), Color::White).unwrap();
    let chain = size.point("A3").unwrap();
    let goal = SolverGoal::Capture { chain, free: None };
    let region = PointSet::full(size);
    let mut solver = Solver::new(&game, SolverTask { goal, region }, 100).unwrap();
    assert_eq!(solver.grade(), Err(Unsolved::TooHard));
}

/// Deeper than this the twin does not look: a game is large, and so is its stack.
const DEPTH_MAX: usize = 30;

/// The definition, without a table and without cleverness: tries every line, and takes one
/// that comes back to where it was for endless.
struct Twin {
    chain: Point,
    owner: Color,
    region: PointSet,
    master: Color,
    path: Vec<(ByColor<PointSet>, Color, PointSet, bool)>,
    n_left: u32,
}

impl Twin {
    /// Whether the chain is captured; none if it takes too long.
    fn is_caught(&mut self, game: &Game) -> Option<bool> {
        self.n_left = self.n_left.checked_sub(1)?;
        if self.path.len() > DEPTH_MAX {
            return None;
        }
        if game.board().at(self.chain) != Some(self.owner) {
            return Some(true);
        }
        if game.phase() != Phase::Playing {
            return Some(false);
        }
        let turn = game.turn();
        let vacant = game.board().vacant() & self.region;
        let is_ban = |point: &Point| {
            let judged = game.check(Move::Play(*point));
            matches!(judged, Err(Illegal::Repetition { .. })) && turn != self.master
        };
        let bans: PointSet = vacant.iter().filter(is_ban).collect();
        let stones = ByColor::from_fn(|color| game.board().stones(color));
        let is_after_pass = game.moves().last().is_some_and(|(_, mv)| mv == Move::Pass);
        let here = (stones, turn, bans, is_after_pass);
        if self.path.contains(&here) {
            return Some(false);
        }
        self.path.push(here);
        let is_hunter = turn != self.owner;
        let mut is_caught = !is_hunter;
        for mv in (vacant - bans).iter().map(Move::Play).chain([Move::Pass]) {
            if matches!(game.check(mv), Err(Illegal::Suicide)) {
                continue;
            }
            let mut after = Box::new(game.clone());
            after.force(turn, mv).unwrap();
            if self.is_caught(&after)? == is_hunter {
                is_caught = is_hunter;
                break;
            }
        }
        self.path.pop();
        Some(is_caught)
    }
}

/// What the twin says of a chain, for the player to move.
fn twin_grade(game: &Game, chain: Point, region: PointSet) -> Option<SolverGrade> {
    let (player, owner) = (game.turn(), game.board().at(chain)?);
    for (grade, master) in [
        (SolverGrade::Unconditional, !player),
        (SolverGrade::Ko, player),
    ] {
        let mut twin = Twin {
            chain,
            owner,
            region,
            master,
            path: Vec::new(),
            n_left: 6_000,
        };
        if twin.is_caught(game)? == (player != owner) {
            return Some(grade);
        }
    }
    Some(SolverGrade::No)
}

#[test]
fn the_slow_twin_agrees() {
    let size = Size::new(3, 3).unwrap();
    let mut dice = Dice::new(7);
    let mut n_seen = [0; 3];
    for seed in 0..400 {
        let mut stones = ByColor::<PointSet>::default();
        for point in size.points() {
            match dice.below(5) {
                0 | 1 => drop(stones.black.insert(point)),
                2 | 3 => drop(stones.white.insert(point)),
                _ => {}
            }
        }
        let turn = Color::BOTH[dice.below(2)];
        let (Some(game), Some(chain)) = (game(size, stones, turn), stones.white.first()) else {
            continue;
        };
        let region = PointSet::full(size);
        let Some(expected) = twin_grade(&game, chain, region) else {
            continue;
        };
        let goal = SolverGoal::Capture { chain, free: None };
        let mut solver = Solver::new(&game, SolverTask { goal, region }, N_POSITIONS).unwrap();
        match solver.grade() {
            Ok(grade) => {
                assert_eq!(grade, expected, "seed {seed}, {turn}\n{:#}", game.board());
                n_seen[grade as usize] += 1;
            }
            // Only what goes round for ever may be too hard here.
            Err(error) => assert_eq!(error, Unsolved::TooHard, "seed {seed}"),
        }
    }
    assert!(n_seen.iter().all(|&n| n >= 5), "{n_seen:?}");
}
