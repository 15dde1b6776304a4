//! Every screen as it looks, in several sizes, with and without special signs.
//!
//! The pictures are in `golden/`; `UPDATE_GOLDENS=1` draws them anew.

mod stage;

use std::time::Duration;
use std::{env, fs};

use ponnuki_engine::{Analysis, Candidate, ThinkLimits};
use ponnuki_game::{Move, Size};
use ponnuki_think::DeadReason;
use ponnuki_tui::{AppEvent, Depth, Effect, First, Look, ThinkQuestion, Thought, Wish};
use ponnuki_words::Language;
use ratatui::style::Color;
use stage::table::TestTable;
use stage::{ASCII, PLAIN, ROUND, Stage};

/// The sizes that people have: the usual one, a large one, half of a split one.
const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 20)];

/// Compares a screen with its picture.
#[track_caller]
fn check(name: &str, stage: &Stage) {
    let screen = stage.screen();
    let path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, &screen).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(screen, expected, "{name} looks like this:\n{screen}");
}

/// Compares what `stage` makes of a screen with its pictures, one for each size.
fn check_sizes(name: &str, look: Look, stage: impl Fn(Look, (u16, u16)) -> Stage) {
    for (width, height) in SIZES {
        check(
            &format!("{name}-{width}x{height}"),
            &stage(look, (width, height)),
        );
    }
}

fn a_game() -> TestTable {
    TestTable::against_computer(Size::NINETEEN)
        .with_clock("10:00 + 5×0:30", Duration::from_secs(535))
        .after("Q16 D4 Q4 D16 R6 C10 F3 D6 K4")
}

/// Black has the left side, White the right one with a dead stone of Black in it.
const SPLIT: &str = "
    . . X . X O . . .
    . . . . X O . . .
    X . X X X O . . .
    . . . . X O . . .
    . . . . X O . X .
    . . . . X O . . .
    . . O . X O . O .
    . . . . X O . . .
    . . . . X O . . .
";

fn a_stopped_game() -> TestTable {
    TestTable::friends(Size::NINE)
        .with_stones(SPLIT)
        .calling_dead("H5", DeadReason::CaughtByReading)
        .calling_dead("C3", DeadReason::NoEyes)
}

const RECORD: &[u8] =
    b"(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]PB[Shusaku]BR[4d]PW[Genan]WR[8d]RE[B+2]\
    DT[1846-09-11];B[ee]C[The centre.];W[eg](;B[cg]TR[ee];W[gf])(;B[gg]C[Sharper: White has to \
    answer, and Black keeps the lead whatever happens on the left side.]LB[cc:A][gc:B];W[fg]))";

fn a_review(look: Look, size: (u16, u16)) -> Stage {
    let first = First::Record {
        name: "ear-reddening.sgf".to_owned(),
        bytes: RECORD.to_vec(),
    };
    let mut stage = Stage::new(look, size, first);
    stage.keys("<right><right><right><down>");
    stage
}

#[test]
fn the_start_offers_everything() {
    check_sizes("start", ROUND, |look, size| {
        Stage::new(look, size, First::Start)
    });
    let mut stage = Stage::new(ASCII, (80, 24), First::Start);
    stage.keys("<down><down><down><right>");
    check("start-ascii-80x24", &stage);
}

#[test]
fn a_game_is_shown_in_every_size() {
    check_sizes("play", PLAIN, |look, size| Stage::at(look, size, a_game()));
    check_sizes("play-ascii", ASCII, |look, size| {
        Stage::at(look, size, a_game())
    });
}

#[test]
fn a_small_board_is_drawn_large_where_there_is_room() {
    let table = || TestTable::friends(Size::NINE).after("E5 C3 G7 C7");
    check_sizes("play-nine", ROUND, |look, size| {
        Stage::at(look, size, table())
    });
}

#[test]
fn a_rectangle_is_a_board_too() {
    let size = Size::new(13, 7).unwrap();
    let stage = Stage::at(PLAIN, (80, 24), TestTable::friends(size).after("D4 K4"));
    check("play-rectangle-80x24", &stage);
}

#[test]
fn a_clock_runs_on_the_screen() {
    let mut stage = Stage::at(PLAIN, (80, 24), a_game());
    assert!(stage.screen().contains("1:05"));
    stage.wait(Duration::from_secs(70));
    assert!(stage.screen().contains("0:25 (5)"), "{}", stage.screen());
    // Black's does not run.
    assert!(stage.screen().contains("1:05"));
}

#[test]
fn dead_stones_and_the_sum_are_agreed_on() {
    for (name, look) in [("agreement", PLAIN), ("agreement-ascii", ASCII)] {
        check_sizes(name, look, |look, size| {
            let mut stage = Stage::at(look, size, a_stopped_game());
            stage.keys("pypy");
            stage
        });
    }
}

#[test]
fn the_end_shows_the_sum_and_what_was_removed() {
    check_sizes("over", PLAIN, |look, size| {
        let mut stage = Stage::at(look, size, a_stopped_game());
        stage.keys("pypya");
        stage
    });
}

#[test]
fn an_estimate_lies_over_the_board() {
    for (name, look) in [("estimate", PLAIN), ("estimate-ascii", ASCII)] {
        let mut stage = Stage::at(look, (80, 24), a_game());
        stage.keys("e");
        check(&format!("{name}-80x24"), &stage);
        stage.keys("e");
        assert!(!stage.screen().contains('■') && !stage.screen().contains("w w"));
    }
}

#[test]
fn a_question_is_asked_before_it_is_too_late() {
    let mut stage = Stage::at(PLAIN, (80, 24), TestTable::friends(Size::NINE));
    stage.keys("r");
    check("resign-80x24", &stage);
}

#[test]
fn a_board_of_the_past_says_that_it_is_one() {
    for (name, look) in [("back", PLAIN), ("back-ascii", ASCII)] {
        check_sizes(name, look, |look, size| {
            let mut stage = Stage::at(look, size, a_game());
            stage.keys("[[[");
            stage
        });
    }
}

#[test]
fn going_on_with_a_record_asks_only_who_plays() {
    let mut stage = a_review(PLAIN, (80, 24));
    stage.keys("c");
    check("go-on-80x24", &stage);
}

#[test]
fn a_record_is_shown_with_its_variations() {
    check_sizes("review", PLAIN, a_review);
    check_sizes("review-ascii", ASCII, a_review);
}

#[test]
fn the_engine_shows_candidates_and_how_the_game_went() {
    for (name, look) in [("analysis", PLAIN), ("analysis-ascii", ASCII)] {
        check_sizes(name, look, |look, size| {
            let mut stage = a_review(look, size);
            stage.keys("<space>");
            // Move 3 of the main line is bad; the variation is better.
            think_on(&mut stage, &[0.5, 0.55, 0.5, 0.1, 0.15]);
            stage
        });
    }
}

#[test]
fn the_review_says_what_a_move_cost_and_how_far_it_is() {
    let mut stage = a_review(PLAIN, (80, 24));
    stage.keys("<up><space>");
    think(&mut stage, 0.3);
    assert!(
        stage.screen().contains("The review is 0 percent done."),
        "{}",
        stage.screen()
    );
    think_on(&mut stage, &[0.5, 0.55, 0.5, 0.1, 0.15]);
    check("verdict-80x24", &stage);
}

/// The last question to the engine.
fn last_question(stage: &Stage) -> ThinkQuestion {
    let mut asked = stage.effects.iter().rev();
    let question = asked.find_map(|effect| match effect {
        Effect::Think(question) => Some(question.clone()),
        _ => None,
    });
    question.expect("the engine was asked")
}

/// Has all questions answered, by Black's chance after each number of moves, until nothing is
/// left but to look at the position on the screen for as long as somebody does.
fn think_on(stage: &mut Stage, black: &[f32]) {
    let study = ThinkLimits::time(Duration::from_secs(60));
    let mut answered = 0;
    loop {
        let question = last_question(stage);
        if question.limits == study || question.number == answered {
            return;
        }
        answered = question.number;
        let black = black[question.game.n_moves()];
        let win_rate = match question.game.turn() {
            ponnuki_game::Color::Black => black,
            ponnuki_game::Color::White => 1.0 - black,
        };
        think(stage, win_rate);
    }
}

/// Has the last question answered as an engine would.
fn think(stage: &mut Stage, win_rate: f32) {
    let question = last_question(stage);
    let size = question.game.size();
    let candidate = |name: &str, visits, win_rate: f32| {
        let mv = Move::Play(size.point(name).unwrap());
        Candidate {
            mv,
            visits,
            win_rate,
            lead: 10.0 * (win_rate - 0.5),
            prior: 0.3,
            lcb: win_rate,
            variation: vec![mv, Move::Play(size.point("C4").unwrap()), Move::Pass],
            variation_visits: Vec::new(),
            outlook: None,
            utility_lcb: None,
            ownership: None,
            ownership_stdev: None,
        }
    };
    let analysis = Analysis {
        turn: question.game.turn(),
        visits: 1_234,
        win_rate,
        lead: 10.0 * (win_rate - 0.5),
        lcb: win_rate,
        candidates: vec![
            candidate("F4", 1_000, win_rate),
            candidate("F3", 200, win_rate - 0.05),
        ],
        ownership: vec![0.0; size.n_points()],
        ownership_stdev: None,
        outlook: None,
        raw: None,
    };
    stage.event(AppEvent::Thought(Thought {
        judge: "engine".into(),
        question: question.number,
        analysis: Box::new(analysis),
        is_last: true,
    }));
}

#[test]
fn the_next_mistake_is_a_key_away() {
    let mut stage = a_review(PLAIN, (80, 24));
    stage.keys("<up><home><space>n");
    assert!(
        stage.screen().contains("The beginning"),
        "{}",
        stage.screen()
    );
    // Nothing is called a mistake before the review is done, and everything was looked at twice.
    think(&mut stage, 0.5);
    stage.keys("n");
    let screen = stage.screen();
    assert!(screen.contains("The review is 0 percent done."), "{screen}");
    // Move 3 throws away what was even before.
    think_on(&mut stage, &[0.5, 0.5, 0.5, 0.1, 0.1]);
    for keys in ["<home>n", "<end>N"] {
        stage.keys(keys);
        let screen = stage.screen();
        assert!(screen.contains("3 ● C3"), "{keys}\n{screen}");
    }
    // There is no other.
    stage.keys("nN");
    assert!(stage.screen().contains("3 ● C3"), "{}", stage.screen());
}

#[test]
fn thinking_follows_whoever_walks() {
    let mut stage = a_review(PLAIN, (80, 24));
    stage.keys("<space>");
    let n_moves = |stage: &Stage| {
        let asked = stage.effects.iter().rev().find_map(|effect| match effect {
            Effect::Think(question) => Some(question.game.n_moves()),
            _ => None,
        });
        asked.unwrap()
    };
    assert_eq!(n_moves(&stage), 3);
    stage.keys("<left>");
    assert_eq!(n_moves(&stage), 2);
    // What was thought about the position before is late, and not taken for this one.
    stage.event(AppEvent::Thought(Thought {
        judge: "engine".into(),
        question: 1,
        analysis: Box::new(Analysis {
            turn: ponnuki_game::Color::White,
            visits: 10,
            win_rate: 0.77,
            lead: 0.0,
            lcb: 0.0,
            candidates: Vec::new(),
            ownership: Vec::new(),
            ownership_stdev: None,
            outlook: None,
            raw: None,
        }),
        is_last: true,
    }));
    assert!(!stage.screen().contains("77"), "{}", stage.screen());
    stage.keys("<space>");
    assert!(matches!(stage.effects.last(), Some(Effect::Rest)));
}

#[test]
fn help_says_what_every_key_does() {
    check_sizes("help-start", ROUND, |look, size| {
        let mut stage = Stage::new(look, size, First::Start);
        stage.keys("?");
        stage
    });
    check_sizes("help-play", ROUND, |look, size| {
        let mut stage = Stage::at(look, size, a_game());
        stage.keys("?");
        stage
    });
    check_sizes("help-review", ROUND, |look, size| {
        let mut stage = a_review(look, size);
        stage.keys("?");
        stage
    });
}

#[test]
fn every_terminal_with_colors_tells_black_from_white() {
    for depth in [Depth::Sixteen, Depth::Many, Depth::True] {
        let look = Look { depth, ..ROUND };
        let stage = Stage::at(look, (80, 24), a_game());
        let cells = stage.cells();
        let stone = |text: &str| {
            let (x, y) = stage.find(text);
            let offset = text.chars().position(|sign| sign == '●').unwrap() as u16;
            cells[(x + offset, y)].clone()
        };
        // Black's at Q16 and White's at D16, on the same row and the same wood.
        let (white, black) = (stone("┼─●─┼─┼─┼─┼─┼─╋"), stone("┼─●─┼─┼─┤ 16"));
        assert_eq!((white.symbol(), black.symbol()), ("●", "●"));
        assert_ne!(white.fg, black.fg, "{depth:?}");
        assert_eq!(white.bg, black.bg, "{depth:?}");
        assert_ne!(black.fg, black.bg, "{depth:?}");
    }
}

#[test]
fn who_wants_no_colors_gets_none() {
    let mut stages = [
        Stage::new(PLAIN, (80, 24), First::Start),
        Stage::at(PLAIN, (80, 24), a_game()),
        a_review(PLAIN, (80, 24)),
    ];
    for stage in &mut stages {
        for keys in ["", "r", "n?", "<esc><space>"] {
            stage.keys(keys);
            for cell in &stage.cells().content {
                assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{cell:?}");
            }
        }
    }
}

#[test]
fn help_is_offered_in_every_language_on_the_usual_screen() {
    let record = First::Record {
        name: "game.sgf".to_owned(),
        bytes: RECORD.to_vec(),
    };
    let table = First::Table(Wish::Given);
    for language in Language::ALL {
        for first in [First::Start, table.clone(), record.clone()] {
            let is_table = first == table;
            let mut stage = Stage::speaking(language, ROUND, (80, 24), first);
            if is_table {
                stage.sit(TestTable::friends(Size::NINE).after("E5"));
            }
            let screen = stage.screen();
            let keys = screen.lines().last().unwrap();
            assert!(keys.contains("? "), "{language}:\n{screen}");
            stage.keys("?");
            assert_ne!(stage.screen(), screen, "{language}");
        }
    }
}

#[test]
fn a_screen_that_is_too_small_says_what_it_needs() {
    let mut stage = Stage::at(PLAIN, (30, 10), a_game());
    check("too-small-30x10", &stage);
    stage.event(AppEvent::Resized {
        width: 39,
        height: 20,
    });
    assert!(stage.screen().contains('●'));
}

#[test]
fn letters_are_all_that_a_simple_terminal_is_sent() {
    let stages = [
        Stage::new(ASCII, (80, 24), First::Start),
        Stage::at(ASCII, (80, 24), a_game()),
        Stage::at(ASCII, (40, 20), a_game()),
        a_review(ASCII, (80, 24)),
    ];
    for mut stage in stages {
        for keys in ["", "?", "<esc><space>"] {
            stage.keys(keys);
            let screen = stage.screen();
            let other: Vec<char> = screen.chars().filter(|sign| !sign.is_ascii()).collect();
            assert!(other.is_empty(), "{other:?} in\n{screen}");
        }
    }
}

#[test]
fn help_that_is_longer_than_the_screen_can_be_read() {
    let mut stage = Stage::at(ROUND, (40, 20), a_game());
    stage.keys("?");
    assert!(!stage.screen().contains("wins."), "{}", stage.screen());
    stage.keys("<pgdn><pgdn><pgdn><down>");
    assert!(stage.screen().contains("wins."), "{}", stage.screen());
    stage.keys("x");
    assert!(stage.screen().contains('◉'));
}

#[test]
fn no_size_and_no_screen_breaks_the_drawing() {
    let stages: [fn() -> Stage; 4] = [
        || Stage::new(ROUND, (80, 24), First::Start),
        || Stage::at(ROUND, (80, 24), a_game()),
        || {
            let mut stage = Stage::at(ROUND, (80, 24), a_stopped_game());
            stage.keys("pypy");
            stage
        },
        || a_review(ROUND, (80, 24)),
    ];
    for stage in stages {
        let mut stage = stage();
        let widths = [0, 1, 2, 10, 23, 24, 39, 40, 41, 48, 80, 200];
        let heights = [0, 1, 2, 3, 8, 12, 20, 24, 60];
        for (width, height) in widths.into_iter().flat_map(|w| heights.map(|h| (w, h))) {
            stage.event(AppEvent::Resized { width, height });
            stage.screen();
            stage.keys("?");
            stage.screen();
            stage.keys("?");
        }
    }
}
