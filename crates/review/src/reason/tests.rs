//! Reasons on drawn boards: what is plain is told, and what only looks like it is not.

use ponnuki_game::{Color, Diagram, Dice, Game, Move, Phase, PointSet, Rules, Setup, Size, Sizes};
use ponnuki_search::Hunt;

use super::{Comparison, OwnedStones, Reason};

/// How far points are the mover's, in hundredths: with the better move, and after the one played.
type Turn = (i8, i8);
/// They are lost.
const LOST: Turn = (90, -90);
/// They are less sure, but not lost.
const FADING: Turn = (60, 0);
/// They were open, and are lost.
const SINKING: Turn = (0, -60);
/// Whose a stone is that is in no danger.
const SETTLED: i8 = 95;

/// A board with a move on it that was worse than another.
struct Drawn<'a> {
    board: &'a str,
    /// Who moved, and how: `B D4`.
    played: &'a str,
    better: &'a str,
    rules: Rules,
    turns: Vec<(&'a str, Turn)>,
}

fn drawn<'a>(board: &'a str, played: &'a str, better: &'a str) -> Drawn<'a> {
    Drawn {
        board,
        played,
        better,
        rules: Rules::JAPANESE,
        turns: Vec::new(),
    }
}

impl<'a> Drawn<'a> {
    /// With these points and the chains on them expected to turn.
    fn turning(mut self, points: &'a str, turn: Turn) -> Drawn<'a> {
        self.turns.push((points, turn));
        self
    }

    fn under(mut self, rules: Rules) -> Drawn<'a> {
        self.rules = rules;
        self
    }

    fn color(&self) -> Color {
        match self.played.starts_with('B') {
            true => Color::Black,
            false => Color::White,
        }
    }

    fn game(&self) -> Game {
        let diagram: Diagram = self.board.parse().unwrap();
        let mut setup = Setup::new(diagram.size(), self.rules);
        setup.rules.sizes = Sizes::Any;
        setup.stones = diagram.stones();
        setup.first = Some(self.color());
        setup.start().unwrap()
    }

    /// Whose each point is: that of living stones, unless it turns.
    fn ownership(&self, game: &Game) -> (Vec<i8>, Vec<i8>) {
        let (size, board) = (game.size(), game.board());
        let sign = if self.color() == Color::Black { 1 } else { -1 };
        let settled = size.points().map(|point| match board.at(point) {
            Some(Color::Black) => SETTLED,
            Some(Color::White) => -SETTLED,
            None => 0,
        });
        let mut hoped: Vec<i8> = settled.collect();
        let mut left = hoped.clone();
        for (names, turn) in &self.turns {
            for name in names.split_whitespace() {
                let point = size.point(name).unwrap();
                let chain = board.chain(point).map(|chain| chain.stones);
                for point in chain.unwrap_or_else(|| PointSet::from_iter([point])) {
                    hoped[size.index(point)] = sign * turn.0;
                    left[size.index(point)] = sign * turn.1;
                }
            }
        }
        (hoped, left)
    }

    #[track_caller]
    fn check(self, expected: &[&str]) {
        let game = self.game();
        let size = game.size();
        let read = |name: &str| size.point(name).map_or(Move::Pass, Move::Play);
        let (hoped, left) = self.ownership(&game);
        let comparison = Comparison {
            game: &game,
            played: read(&self.played[2..]),
            better: read(self.better),
            hoped: &hoped,
            left: &left,
        };
        let found = comparison.reasons();
        let found: Vec<String> = found.iter().map(|reason| told(reason, size)).collect();
        let (played, better) = (self.played, self.better);
        assert_eq!(found, expected, "{played}, not {better}, on{}", self.board);
    }
}

/// A reason in a line.
fn told(reason: &Reason, size: Size) -> String {
    let name = |point| size.name(point);
    let names = |stones: &OwnedStones| {
        let names: Vec<String> = stones.points.iter().map(name).collect();
        format!("{} {}", stones.owner, names.join(" "))
    };
    let how = |hunt: Hunt| match hunt {
        Hunt::Short => "",
        Hunt::Ladder => " in a ladder",
        Hunt::Net => " in a net",
    };
    match *reason {
        Reason::Captures { at, stones } => format!("{} captures {}", name(at), names(&stones)),
        Reason::SelfAtari {
            at,
            stones,
            taken_at,
        } => format!(
            "{} puts {} in atari at {}",
            name(at),
            names(&stones),
            name(taken_at)
        ),
        Reason::LeftInAtari {
            at,
            stones,
            taken_at,
        } => format!(
            "{} gets {} out of atari at {}",
            name(at),
            names(&stones),
            name(taken_at)
        ),
        Reason::Caught { stones, by, hunt } => {
            format!("{} caught by {}{}", names(&stones), name(by), how(hunt))
        }
        Reason::Catches { at, stones, hunt } => {
            format!("{} catches {}{}", name(at), names(&stones), how(hunt))
        }
        Reason::Dies { at, stones } => format!("{} saves {}", name(at), names(&stones)),
        Reason::Kills { at, stones } => format!("{} kills {}", name(at), names(&stones)),
        Reason::BreaksSeki { at, stones } => {
            format!("{} breaks the seki of {}", name(at), names(&stones))
        }
        Reason::FillsEye { at } => format!("{} fills an eye", name(at)),
        Reason::TakesKo { at, .. } => format!("{} takes a ko", name(at)),
        Reason::LeavesKo { by, .. } => format!("a ko is taken at {}", name(by)),
        Reason::Cuts { at, one, other } => {
            format!("{} cuts {} from {}", name(at), name(one), name(other))
        }
        Reason::Connects { at, one, other } => {
            format!("{} connects {} and {}", name(at), name(one), name(other))
        }
        Reason::Sente { at, stones } => format!("{} threatens {}", name(at), names(&stones)),
        Reason::LikelyLost { stones } => format!("{} likely lost", names(&stones)),
        Reason::LikelyAlive { stones } => format!("{} likely alive", names(&stones)),
        Reason::Dame { at } => format!("{} is dame", name(at)),
        Reason::FillsTerritory { at } => format!("{} fills territory", name(at)),
        Reason::Little { at } => format!("{} gains little", name(at)),
        Reason::Passed => "passed".to_owned(),
        Reason::Area {
            at, part, n_points, ..
        } => format!("{n_points} points at {}, {part:?}", name(at)),
    }
}

const ATARI: &str = "
    . . . . .
    . . X . .
    . X O . .
    . . X . .
    . . . . .
";

#[test]
fn a_capture_is_told() {
    let expected = ["D3 captures White C3"];
    drawn(ATARI, "B A5", "D3")
        .turning("C3", LOST)
        .check(&expected);
    drawn(ATARI, "B pass", "D3")
        .turning("C3", LOST)
        .check(&expected);
    // In a game where nothing depends on it, it is not.
    drawn(ATARI, "B A5", "D3").check(&[]);
}

#[test]
fn stones_that_are_caught_anyway_need_not_be_captured() {
    let drawn_board = "
        . . . . .
        X X . . .
        O O X . .
        . X . . .
        . . . . .
    ";
    // White cannot get out at A2: Black takes three.
    drawn(drawn_board, "B E5", "A2")
        .turning("A3", FADING)
        .check(&[]);
}

const SNAPBACK: &str = "
    . . . . . .
    O O O O . .
    X X X O . .
    . O X O . .
";

#[test]
fn a_snapback_captures_nothing() {
    drawn(SNAPBACK, "B F4", "A1")
        .turning("B1", FADING)
        .check(&[]);
}

#[test]
fn the_stone_thrown_in_for_a_snapback_is_no_self_atari() {
    let board = &SNAPBACK.replace(". O X", ". . X");
    drawn(board, "W B1", "F4").turning("B1", SINKING).check(&[]);
}

#[test]
fn a_self_atari_is_told() {
    let board = "
        . . . . . .
        O O O O . .
        X X X O . .
        . . O . O .
        . . . . . .
    ";
    drawn(board, "B D2", "F5")
        .turning("D2", SINKING)
        .check(&["D2 puts Black D2 in atari at D1"]);
    // If it pays, it is not.
    drawn(board, "B D2", "F5").check(&[]);
}

#[test]
fn stones_left_in_atari_are_told_if_the_better_move_gets_them_out() {
    let board = "
        . . . . . .
        . . O . . .
        . O X . . .
        . . O . . .
        . . . . . .
    ";
    let expected = ["D3 gets Black C3 out of atari at D3"];
    drawn(board, "B F5", "D3")
        .turning("C3", LOST)
        .check(&expected);
    drawn(board, "B pass", "D3")
        .turning("C3", LOST)
        .check(&expected);
    // Here it would be caught all the same.
    let board = "
        . O O O O .
        O X . . O .
        . O O O O .
    ";
    drawn(board, "B F3", "C2").turning("B2", SINKING).check(&[]);
}

const LADDER: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . o . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X O . . . . .
    . . . X X . . . .
    . . . . . . . . .
";

#[test]
fn a_ladder_that_works_is_told() {
    let board = &LADDER.replace('o', ".");
    drawn(board, "B A9", "D4")
        .turning("D3", LOST)
        .check(&["D4 catches White D3 in a ladder"]);
    drawn(board, "W A9", "D4")
        .turning("D3", LOST)
        .check(&["White D3 caught by D4 in a ladder"]);
}

#[test]
fn a_ladder_that_runs_into_a_breaker_is_not() {
    let board = &LADDER.replace('o', "O");
    drawn(board, "B A9", "D4").turning("D3", FADING).check(&[]);
    drawn(board, "W A9", "D4").turning("D3", SINKING).check(&[]);
}

#[test]
fn a_net_is_told_and_one_with_a_hole_is_not() {
    let net = "
        . . . . . . .
        . . . . . . .
        . . . X X . .
        . . X O . . .
        . . X . . . .
        . . o . . . .
        . . o o o . .
    ";
    drawn(&net.replace('o', "."), "B A7", "E3")
        .turning("D4", LOST)
        .check(&["E3 catches White D4 in a net"]);
    drawn(&net.replace('o', "O"), "B A7", "E3")
        .turning("D4", FADING)
        .check(&[]);
}

const CUT: &str = "
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . O . O . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
";

#[test]
fn a_cut_is_told() {
    drawn(CUT, "B A7", "D4")
        .turning("C4", FADING)
        .check(&["D4 cuts C4 from E4"]);
    drawn(CUT, "W A7", "D4")
        .turning("C4", FADING)
        .check(&["D4 connects C4 and E4"]);
    // If both live in any case, it is not.
    drawn(CUT, "B A7", "D4").check(&[]);
}

#[test]
fn what_can_be_joined_otherwise_is_not_cut() {
    let board = "
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . O . O . .
        . . O . O . .
        . . . . . . .
        . . . . . . .
    ";
    drawn(board, "B A7", "D4").turning("C4", FADING).check(&[]);
    // They hang together below.
    let board = "
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . O O . O O .
        . . . . . . .
        . O O O O O .
        . . . . . . .
    ";
    drawn(board, "B A7", "D4").turning("C4", FADING).check(&[]);
}

#[test]
fn a_cutting_stone_that_is_caught_cuts_nothing() {
    let board = "
        . . . . . . .
        . . . O . . .
        . . . . . . .
        . . O . O . .
        . . . . . . .
        . . . O . . .
        . . . . . . .
    ";
    drawn(board, "B A7", "D4").turning("C4", FADING).check(&[]);
}

const KO: &str = "
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . . . . .
";

#[test]
fn a_ko_is_taken_or_left() {
    drawn(KO, "B E1", "C3")
        .turning("B3", LOST)
        .check(&["C3 takes a ko"]);
    drawn(KO, "W E1", "C3")
        .turning("B3", LOST)
        .check(&["a ko is taken at C3"]);
    // Where the board stays as it is expected, nothing is told.
    drawn(KO, "B E1", "C3").check(&[]);
}

#[test]
fn a_ko_that_may_not_be_retaken_is_not_left() {
    let mut game = drawn(KO, "B C3", "C3").game();
    let size = game.size();
    let play = |name: &str| Move::Play(size.point(name).unwrap());
    game.play(play("C3")).unwrap();
    // White may not take back at B3, wherever Black played before.
    let nobody = vec![0; size.n_points()];
    let comparison = Comparison {
        game: &game,
        played: play("E1"),
        better: play("B3"),
        hoped: &nobody,
        left: &nobody,
    };
    assert_eq!(comparison.reasons(), []);
}

const SEKI: &str = "
    . . . . . . .
    . X X X X X X
    X X O O O O O
    X X O . X X O
    X X O O O X .
";

#[test]
fn whoever_breaks_a_seki_is_told() {
    drawn(SEKI, "B D2", "pass").turning("F2 D2", LOST).check(&[
        "D2 breaks the seki of Black D2 E2 F2 F1",
        "7 points at D2, LowerRight",
    ]);
    drawn(SEKI, "B A5", "G5").check(&[]);
}

#[test]
fn a_move_between_living_chains_breaks_no_seki() {
    let board = "
        . . . . . . .
        X X X . O O O
        . X X . O O .
        X . X . O . O
        X X X . O O O
    ";
    drawn(board, "B D2", "D5")
        .turning("A2", FADING)
        .check(&["6 points at A4, Left"]);
}

const STRAIGHT_THREE: &str = "
    . . . . . . .
    . . . . . . .
    X X X X X . .
    O O O O X . .
    . . . O X . .
";

#[test]
fn the_vital_point_kills_or_saves() {
    drawn(STRAIGHT_THREE, "B G5", "B1")
        .turning("A2", LOST)
        .check(&["B1 kills White A2 B2 C2 D2 D1", "9 points at A2, LowerLeft"]);
    drawn(STRAIGHT_THREE, "W G5", "B1")
        .turning("A2", LOST)
        .check(&["B1 saves White A2 B2 C2 D2 D1", "9 points at A2, LowerLeft"]);
}

#[test]
fn what_lives_or_is_dead_anyway_is_not_told() {
    let four = "
        . . . . . . .
        . . . . . . .
        X X X X X X .
        O O O O O X .
        . . . . O X .
    ";
    drawn(four, "B G5", "B1")
        .turning("A2", FADING)
        .check(&["4 points at A2, Lower"]);
    let two = "
        . . . . . . .
        . . . . . . .
        X X X X . . .
        O O O X . . .
        . . O X . . .
    ";
    drawn(two, "B G5", "B1").turning("A2", FADING).check(&[]);
    drawn(two, "W G5", "B1").turning("A2", SINKING).check(&[]);
    // Here the move itself gives up the eyes: it was not the better one that made life.
    drawn(STRAIGHT_THREE, "W A1", "G5")
        .turning("A2", SINKING)
        .check(&["3 points at A2, LowerLeft"]);
}

const TWO_EYES: &str = "
    . X O . .
    X X O . .
    . X O . .
    X X O . .
    O O O . .
";

#[test]
fn who_fills_an_eye_is_told() {
    drawn(TWO_EYES, "B A5", "E5").turning("B5", LOST).check(&[
        "A5 puts Black A5 B5 A4 B4 B3 A2 B2 in atari at A3",
        "A5 fills an eye",
        "11 points at B5, Left",
    ]);
    drawn(TWO_EYES, "B A5", "pass").check(&["A5 fills an eye"]);
    // A point where something has to be connected is no eye.
    let board = "
        . X O . .
        X O O . .
        . X O . .
        X X O . .
        O O O . .
    ";
    drawn(board, "B A5", "E5").turning("A4", SINKING).check(&[]);
}

#[test]
fn a_sente_move_is_told_by_what_it_threatens() {
    // White gets out of the atari towards F2, but has to.
    let board = "
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . X . . . .
        . . . . . O .
        . . . . . . .
    ";
    let area = ["A7 gains little", "4 points at E3, Lower"];
    drawn(board, "B A7", "E4")
        .turning("E3 D2 E2", (90, -50))
        .check(&["E4 threatens White C4 D4", area[0], area[1]]);
    // Where it threatens nothing it is not sente.
    let strong = &board.replace("X O O", "O O O");
    drawn(strong, "B A7", "E4")
        .turning("E3 D2 E2", (90, -50))
        .check(&area);
}

#[test]
fn what_is_only_expected_says_so() {
    drawn(CUT, "B A7", "G1")
        .turning("D5", LOST)
        .check(&["Black D5 likely lost"]);
    drawn(CUT, "B A7", "G1")
        .turning("C4 B4 B5", LOST)
        .check(&["White C4 likely alive", "5 points at B5, Left"]);
}

#[test]
fn an_area_is_told_with_its_worth_and_place() {
    let corner = "A7 B7 C7 A6 B6";
    drawn(CUT, "B G1", "B6")
        .turning(corner, (80, 20))
        .check(&["G1 gains little", "3 points at A7, UpperLeft"]);
    drawn(CUT, "B pass", "B6")
        .turning(corner, (80, 20))
        .check(&["passed", "3 points at A7, UpperLeft"]);
    // What is made up for elsewhere is no loss.
    drawn(CUT, "B G1", "B6")
        .turning(corner, (80, 20))
        .turning("G1 F1 G2 F2", (20, 80))
        .check(&[]);
    // Two points are too few.
    drawn(CUT, "B G1", "B6")
        .turning("A7 B7", (80, -10))
        .check(&[]);
    drawn(CUT, "B C6", "B6")
        .turning(corner, (80, 20))
        .check(&["3 points at A7, UpperLeft"]);
}

const WALLS: &str = "
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
";

#[test]
fn a_neutral_point_is_told_while_points_are_open() {
    let corner = "G7 F7 G6 F6 G5 F5";
    drawn(WALLS, "B D4", "F6")
        .turning(corner, (10, -90))
        .check(&["D4 is dame", "6 points at F7, UpperRight"]);
    // The last dame is nothing to be told of.
    drawn(WALLS, "B D4", "D5").check(&[]);
    drawn(WALLS, "B D4", "pass").check(&[]);
}

#[test]
fn a_stone_in_ones_own_territory_is_told_where_territory_is_counted() {
    let own = "A1 B1 A2 B2 A3 B3 A4 B4 A5 B5 A6 B6 A7 B7";
    drawn(WALLS, "B A4", "pass")
        .turning(own, (95, 95))
        .check(&["A4 fills territory"]);
    drawn(WALLS, "B A4", "pass")
        .turning(own, (95, 95))
        .under(Rules::CHINESE)
        .check(&[]);
}

#[test]
fn a_move_against_the_rules_has_no_reasons() {
    drawn(KO, "B B4", "C3").turning("B3", LOST).check(&[]);
}

#[test]
fn the_colours_and_the_sides_of_the_board_make_no_difference() {
    let turned: String = LADDER
        .replace('o', ".")
        .chars()
        .map(|sign| match sign {
            'X' => 'O',
            'O' => 'X',
            other => other,
        })
        .collect();
    drawn(&turned, "W A9", "D4")
        .turning("D3", LOST)
        .check(&["D4 catches Black D3 in a ladder"]);
    let mirrored: String = LADDER
        .replace('o', ".")
        .lines()
        .map(|line| line.chars().rev().collect::<String>() + "\n")
        .collect();
    drawn(&mirrored, "B A9", "F4")
        .turning("F3", LOST)
        .check(&["F4 catches White F3 in a ladder"]);
}

/// A game of random moves, and whose each point is said to be, at random too.
fn random_comparison(dice: &mut Dice) -> (Game, [Move; 2], [Vec<i8>; 2]) {
    let rules = [Rules::JAPANESE, Rules::CHINESE, Rules::CONCISE][dice.below(3)];
    let side = 5 + dice.below(5) as u8;
    let mut setup = Setup::new(Size::new(side, side).unwrap(), rules);
    setup.rules.sizes = Sizes::Any;
    let mut game = setup.start().unwrap();
    let any = |game: &Game, dice: &mut Dice| {
        let legal: Vec<_> = game.legal().iter().collect();
        match dice.below(40) {
            0 => Move::Pass,
            _ if legal.is_empty() => Move::Pass,
            _ => Move::Play(legal[dice.below(legal.len())]),
        }
    };
    for _ in 0..dice.below(3 * game.size().n_points() / 2) {
        let mv = any(&game, dice);
        let mut next = game.clone();
        if next.play(mv).is_ok() && next.phase() == Phase::Playing {
            game = next;
        }
    }
    let moves = [any(&game, dice), any(&game, dice)];
    let n_points = game.size().n_points();
    let owners = [(); 2].map(|()| {
        let owner = |_| [-95, -60, 0, 60, 95][dice.below(5)];
        (0..n_points).map(owner).collect()
    });
    (game, moves, owners)
}

#[test]
fn whatever_is_told_of_moves_is_so_when_they_are_made() {
    let mut dice = Dice::new(20);
    let mut n_told = 0;
    for _ in 0..1_000 {
        let (game, [played, better], [hoped, left]) = random_comparison(&mut dice);
        let reasons = Comparison {
            game: &game,
            played,
            better,
            hoped: &hoped,
            left: &left,
        }
        .reasons();
        assert!(reasons.len() <= 3);
        n_told += reasons.len();
        let (mut after, mut instead) = (game.clone(), game.clone());
        let _ = (after.play(played), instead.play(better));
        for reason in reasons {
            let text = told(&reason, game.size());
            assert!(
                holds(&reason, &game, &after, &instead),
                "{text}\n{}",
                game.board()
            );
        }
    }
    assert!(n_told > 300, "{n_told}");
}

/// Whether what the rules alone can tell of a reason is true.
fn holds(reason: &Reason, game: &Game, after: &Game, instead: &Game) -> bool {
    let (us, them) = (game.turn(), !game.turn());
    let takes = |game: &Game, at, stones: PointSet| {
        let mut taken = game.clone();
        taken.play(Move::Play(at)).is_ok() && stones.is_disjoint(&taken.board().stones(us))
    };
    let is_own = |stones: OwnedStones| {
        stones.owner == us && stones.points.is_subset(&after.board().stones(us))
    };
    let is_theirs = |stones: OwnedStones| {
        stones.owner == them && stones.points.is_subset(&game.board().stones(them))
    };
    match *reason {
        Reason::Captures { stones, .. } => {
            is_theirs(stones) && stones.points.is_disjoint(&instead.board().stones(them))
        }
        Reason::SelfAtari {
            stones, taken_at, ..
        } => is_own(stones) && takes(after, taken_at, stones.points),
        Reason::LeftInAtari {
            stones, taken_at, ..
        } => {
            let is_out = stones.points.iter().all(|stone| {
                instead.board().at(stone) != Some(us)
                    || instead.board().last_liberty(stone).is_none()
            });
            is_own(stones) && takes(after, taken_at, stones.points) && is_out
        }
        Reason::Caught { stones, by, .. } => is_own(stones) && after.check(Move::Play(by)).is_ok(),
        Reason::BreaksSeki { stones, .. } => is_own(stones),
        Reason::Dies { stones, .. } | Reason::LikelyLost { stones } => {
            stones.owner == us && stones.points.is_subset(&game.board().stones(us))
        }
        Reason::Catches { stones, .. }
        | Reason::Kills { stones, .. }
        | Reason::Sente { stones, .. }
        | Reason::LikelyAlive { stones } => is_theirs(stones),
        Reason::TakesKo { stone, .. } => instead.board().at(stone).is_none(),
        Reason::LeavesKo { by, stone } => takes(after, by, PointSet::from_iter([stone])),
        Reason::Cuts { one, other, .. } => {
            let board = instead.board();
            board.at(one) == Some(them) && !board.is_same_chain(one, other)
        }
        Reason::Connects { one, other, .. } => instead.board().is_same_chain(one, other),
        Reason::FillsEye { at }
        | Reason::Dame { at }
        | Reason::FillsTerritory { at }
        | Reason::Little { at } => after.board().at(at) == Some(us),
        Reason::Passed => after.board().hash() == game.board().hash(),
        Reason::Area { points, at, .. } => points.contains(at),
    }
}
