//! Whole games, driven by keys and the mouse.

mod stage;

use ponnuki_game::{Color, Size};
use ponnuki_think::DeadReason;
use ponnuki_tui::{AppEvent, Effect, First, FromRoom, Unkept, Wish};
use ponnuki_wire::{Company, ToClient};
use ponnuki_words::{Language, Words};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use stage::table::TestTable;
use stage::{PLAIN, Stage};

fn friends() -> Stage {
    let size = Size::new(5, 5).unwrap();
    Stage::at(PLAIN, (80, 24), TestTable::friends(size))
}

#[track_caller]
fn check_board(stage: &Stage, expected: &str) {
    let board = stage.table.as_ref().unwrap().game().board().to_string();
    let expected: String = expected
        .trim()
        .lines()
        .map(|line| format!("{}\n", line.trim()))
        .collect();
    assert_eq!(board, expected);
}

#[test]
fn a_whole_game_is_played_with_keys() {
    let mut stage = friends();
    // The cursor begins in the middle.
    stage.keys("<enter><right><enter><left><up><enter><right><enter><left><down><down><enter>");
    check_board(
        &stage,
        "
        . . . . .
        . . X O .
        . . X O .
        . . X . .
        . . . . .
        ",
    );
    stage.keys("/d2<enter>/c1<enter>/d1<enter>/c5<enter>/d5<enter>");
    assert!(stage.screen().contains("White D5."), "{}", stage.screen());
    stage.keys("pp");
    assert!(stage.screen().contains("Which stones are dead?"));
    stage.keys("a");
    let game = stage.table.as_ref().unwrap().game();
    assert_eq!(game.outcome().unwrap().to_string(), "W+1.5");
    assert!(stage.screen().contains("W+1.5"), "{}", stage.screen());
}

#[test]
fn a_whole_game_is_played_with_the_mouse() {
    let mut stage = friends();
    // Where a point is on the screen is read off the names around the board.
    let click = |stage: &mut Stage, name: &str| {
        let (column, number) = name.split_at(1);
        let (_, top) = stage.find("A B C D E");
        let (left, _) = stage.find("A B C D E");
        let x = left + 2 * u16::from(column.as_bytes()[0] - b'A');
        let y = top + 6 - number.parse::<u16>().unwrap();
        stage.click(x, y);
    };
    for name in ["C3", "D3", "C4", "D4", "C2", "D2", "C5", "D5", "C1", "D1"] {
        click(&mut stage, name);
    }
    check_board(
        &stage,
        "
        . . X O .
        . . X O .
        . . X O .
        . . X O .
        . . X O .
        ",
    );
    for _ in 0..2 {
        let (x, y) = stage.find("p pass");
        stage.click(x, y);
    }
    // A chain is marked dead, and alive again.
    click(&mut stage, "D3");
    assert!(stage.screen().contains("25"), "{}", stage.screen());
    click(&mut stage, "D1");
    let (x, y) = stage.find("a agree");
    stage.click(x, y);
    let game = stage.table.as_ref().unwrap().game();
    assert_eq!(game.outcome().unwrap().to_string(), "W+1.5");
}

#[test]
fn a_stone_is_not_put_where_the_button_went_down_but_not_up() {
    let mut stage = friends();
    let (x, y) = stage.find("A B C D E");
    stage.mouse(MouseEventKind::Down(MouseButton::Left), x, y + 1);
    stage.mouse(MouseEventKind::Up(MouseButton::Left), x + 4, y + 1);
    assert_eq!(stage.table.as_ref().unwrap().game().n_moves(), 0);
}

#[test]
fn giving_up_is_asked_twice_and_taking_back_once() {
    let mut stage = friends();
    stage.keys("<enter>rn");
    assert!(stage.screen().contains("White to move"));
    stage.keys("u");
    assert_eq!(stage.table.as_ref().unwrap().game().n_moves(), 0);
    stage.keys("ry");
    assert!(stage.screen().contains("W+R"), "{}", stage.screen());
}

#[test]
fn a_move_against_the_rules_is_not_sent_but_explained() {
    let drawn = "
        . O . . .
        O . O . .
        . O . . .
        . . . . .
        . . . . .
    ";
    let size = Size::new(5, 5).unwrap();
    let table = TestTable::friends(size).with_stones(drawn);
    let mut stage = Stage::at(PLAIN, (80, 24), table);
    stage.keys("<up><left><enter>");
    assert!(stage.screen().contains("no liberty"), "{}", stage.screen());
    // A stone in the way is refused by the table, which says so.
    stage.keys("<left><enter>");
    assert!(stage.screen().contains("There is a stone already."));
    assert_eq!(stage.table.as_ref().unwrap().game().n_moves(), 0);
}

#[test]
fn stones_that_are_called_dead_can_be_called_alive_again() {
    let drawn = "
        . . X O .
        . . X O .
        . . X O X
        . . X O .
        . . X O .
    ";
    let size = Size::new(5, 5).unwrap();
    let table = TestTable::friends(size)
        .with_stones(drawn)
        .calling_dead("E3", DeadReason::CaughtByReading);
    let mut stage = Stage::at(PLAIN, (80, 24), table);
    stage.keys("pypy");
    let screen = stage.screen();
    assert!(screen.contains("Dead black stones"), "{screen}");
    assert!(screen.contains("○─×"), "{screen}");
    stage.keys("<right><right><enter>");
    assert!(stage.screen().contains("○[●]"), "{}", stage.screen());
    stage.keys("c");
    assert!(stage.screen().contains("to move"), "{}", stage.screen());
}

#[test]
fn a_command_that_is_unclear_is_answered() {
    let mut stage = friends();
    stage.keys("/chian d4<enter>");
    assert!(stage.screen().contains("chain"), "{}", stage.screen());
    stage.keys("/c3<enter>/chain c3<enter>");
    assert!(stage.screen().contains("C3: black"), "{}", stage.screen());
    assert_eq!(stage.table.as_ref().unwrap().game().n_moves(), 1);
}

#[test]
fn the_start_opens_what_was_chosen() {
    let mut stage = Stage::new(PLAIN, (80, 24), First::Start);
    // A level higher, on 13×9, with White.
    stage.keys("<down><right><down><back>13x9<down><down><right><enter>");
    let Some(Effect::Open(Wish::New { room, .. })) = stage.effects.last() else {
        panic!("{:?}", stage.effects);
    };
    assert_eq!(room.company, Some(Company::Engine { level: 4 }));
    assert_eq!((room.width, room.height), (Some(13), Some(9)));
    assert_eq!(room.colors, Some(ponnuki_wire::ColorTerms::HostWhite));
}

#[test]
fn a_board_that_there_is_not_is_not_begun() {
    let mut stage = Stage::new(PLAIN, (80, 24), First::Start);
    stage.keys("<down><down><back>26<enter>");
    assert!(stage.effects.is_empty());
    assert!(stage.screen().contains("26"), "{}", stage.screen());
}

#[test]
fn a_table_that_does_not_open_leads_back_to_the_start() {
    let mut stage = Stage::new(PLAIN, (80, 24), First::Start);
    stage.keys("<right><right><down>http://x<enter>");
    let expected = Wish::Link("http://x".to_owned());
    assert!(matches!(stage.effects.last(), Some(Effect::Open(wish)) if *wish == expected));
    stage.event(AppEvent::Heard(FromRoom::Failed(
        "nobody answers".to_owned(),
    )));
    assert!(stage.screen().contains("nobody answers"));
    assert!(stage.screen().contains("http://x"));
}

#[test]
fn a_finished_game_can_be_reviewed_and_saved() {
    let mut stage = friends();
    stage.keys("<enter>/b2<enter>/d4<enter>pypav");
    assert!(stage.screen().contains("Review"), "{}", stage.screen());
    stage.keys("<end>");
    stage.keys("<left><left><enter>");
    stage.keys("s<enter>");
    let Some(Effect::Write { file, text }) = stage.effects.last() else {
        panic!("{:?}", stage.effects);
    };
    assert_eq!(file, "game.sgf");
    assert!(text.contains(";B[cc];W[bd];B[db]"), "{text}");
    assert!(text.contains("PB[Shusaku]"), "{text}");
}

#[test]
fn a_record_is_walked_as_its_readers_are_used_to() {
    let file = b"(;SZ[5];B[cc](;W[dc](;B[cb])(;B[cd]C[below]))(;W[bc];B[bb]))";
    let first = First::Record {
        name: "a.sgf".to_owned(),
        bytes: file.to_vec(),
    };
    let mut stage = Stage::new(PLAIN, (80, 24), first);
    let mut check = |keys: &str, expected: &str| {
        stage.keys(keys);
        let screen = stage.screen();
        assert!(screen.contains(expected), "{keys}: {expected}\n{screen}");
    };
    check("", "The beginning");
    check("<right><right>", "2 ○ D3   1/2");
    check("<down>", "2 ○ B3   2/2");
    check("<down>", "2 ○ D3   1/2");
    check("<right>", "3 ● C4   1/2");
    check("<up>", "3 ● C2   2/2");
    check("", "below");
    check("<home>", "The beginning");
    // The way that was gone before is gone again.
    check("<end>", "3 ● C2   2/2");
    check("<pgup>", "The beginning");
    // A move of one's own is a new variation; one that is there is not made twice.
    check("<right>llkk<enter>", "2 ○ D5   3/3");
    check("<left><enter>", "2 ○ D5   3/3");
}

fn a_record(file: &str) -> Stage {
    let first = First::Record {
        name: "a.sgf".to_owned(),
        bytes: file.as_bytes().to_vec(),
    };
    Stage::new(PLAIN, (80, 24), first)
}

/// How many moves are made when the person sits down in a room.
fn n_moves(room: &ponnuki_wire::NewRoom) -> usize {
    let (_, moves) = room.to_opening().unwrap();
    moves.len()
}

#[test]
fn play_goes_on_from_any_move_of_a_record() {
    let mut stage = a_record("(;SZ[9]RU[Chinese]KM[7];B[cc];W[gg];B[cg];W[gc])");
    stage.keys("<right><right><right>c");
    let screen = stage.screen();
    assert!(screen.contains("Play goes on after move 3."), "{screen}");
    assert!(!screen.contains("Komi"), "the record has one\n{screen}");
    // Whoever thinks better of it is where they were.
    stage.keys("<esc>");
    assert!(stage.screen().contains("3 ● C3"), "{}", stage.screen());
    stage.keys("c<enter>");
    let Some(Effect::Open(Wish::New { room })) = stage.effects.last() else {
        panic!("{:?}", stage.effects);
    };
    assert_eq!(n_moves(room), 3);
    assert_eq!(room.company, Some(Company::Engine { level: 3 }));
    // The one whose turn it is plays on.
    assert_eq!(room.colors, Some(ponnuki_wire::ColorTerms::HostWhite));
    assert_eq!(room.rules.as_deref(), Some("chinese"));
    // After that game, the next one is chosen as ever.
    stage.sit(TestTable::friends(Size::NINE));
    stage.keys("qy");
    assert!(stage.screen().contains("Komi"), "{}", stage.screen());
}

#[test]
fn a_friend_can_play_on_too() {
    let mut stage = a_record("(;SZ[9]RU[Japanese];B[cc];W[gg])");
    stage.keys("<end>c<right><enter>");
    let Some(Effect::Open(Wish::New { room })) = stage.effects.last() else {
        panic!("{:?}", stage.effects);
    };
    assert_eq!(room.company, Some(Company::SameScreen {}));
    assert_eq!(n_moves(room), 2);
}

#[test]
fn why_no_game_goes_on_from_a_record_is_told() {
    for (file, expected) in [
        ("(;SZ[9]RU[Japanese]AB[aa]AW[bb];B[cc])", "other stones"),
        ("(;SZ[9]RU[Japanese];B[cc];B[dd])", "against the rules"),
    ] {
        let mut stage = a_record(file);
        stage.keys("<end>c");
        let screen = stage.screen();
        assert!(screen.contains(expected), "{file}\n{screen}");
        assert!(screen.contains("Review"), "{file}\n{screen}");
    }
}

#[test]
fn whoever_looks_back_moves_nothing_and_comes_back_to_now() {
    let size = Size::new(5, 5).unwrap();
    let drawn = "
        . . . . .
        . O X . .
        . . O X .
        . O X . .
        . . . . .
    ";
    let n_moves = |stage: &Stage| stage.table.as_ref().unwrap().game().n_moves();
    let table = TestTable::friends(size).with_stones(drawn).after("B3 E1");
    let mut stage = Stage::at(PLAIN, (80, 24), table);
    let is_now = |stage: &Stage| !stage.screen().contains("Looking back");
    // Before Black's capture the stone is there again, and Black has captured nothing.
    stage.keys("[[");
    let screen = stage.screen();
    assert!(screen.contains("Looking back: move 0 of 2"), "{screen}");
    assert!(screen.contains("3 ├─┼─○─●─┤ 3"), "{screen}");
    assert!(screen.contains("Black has captured 0 stones"), "{screen}");
    stage.keys("]");
    let screen = stage.screen();
    assert!(screen.contains("3 ├─◉─┼─●─┤ 3"), "{screen}");
    assert!(screen.contains("Black has captured 1 stone"), "{screen}");
    for keys in [
        "<enter>", "<space>", "<esc>", "p", "/", "q", "<up>", "u", "]",
    ] {
        stage.keys("<end>[");
        assert!(!is_now(&stage), "{keys}");
        stage.keys(keys);
        assert!(is_now(&stage), "{keys}\n{}", stage.screen());
        assert_eq!(n_moves(&stage), 2, "{keys}");
    }
    // The wheel looks back, a click on the board comes back and puts no stone there.
    let (x, y) = stage.find("A B C D E");
    stage.mouse(MouseEventKind::ScrollUp, x, y);
    assert!(!is_now(&stage));
    stage.click(x, y + 1);
    assert!(is_now(&stage), "{}", stage.screen());
    assert_eq!(n_moves(&stage), 2);
    stage.keys("<enter>");
    assert_eq!(n_moves(&stage), 3, "now a key counts again");
}

#[test]
fn who_is_away_and_how_many_watch_is_shown() {
    let mut stage = Stage::at(PLAIN, (80, 24), TestTable::watched(Size::NINE).after("E5"));
    let mut tell = |host, n_watchers| {
        let presence = ToClient::Presence {
            host,
            guest: true,
            n_watchers,
        };
        stage.event(AppEvent::Heard(FromRoom::Said(Box::new(presence))));
        stage.screen()
    };
    let screen = tell(false, 2);
    assert!(screen.contains("Shusaku (away)"), "{screen}");
    assert!(!screen.contains("Genan (away)"), "{screen}");
    assert!(screen.contains("2 watching"), "{screen}");
    let screen = tell(true, 0);
    assert!(!screen.contains("away"), "{screen}");
    assert!(!screen.contains("watching\n"), "{screen}");
}

#[test]
fn who_watches_people_play_is_offered_no_estimate() {
    let table = TestTable::watched(Size::NINE).after("E5");
    let stage = Stage::at(PLAIN, (80, 24), table);
    assert!(!stage.screen().contains("e estimate"), "{}", stage.screen());
}

#[test]
fn what_has_to_be_known_stays_until_a_key_is_pressed() {
    let mut stage = Stage::new(PLAIN, (80, 24), First::Table(Wish::Given));
    let url = "http://127.0.0.1:8361".to_owned();
    stage.event(AppEvent::Heard(FromRoom::Unkept(Unkept::Other(url))));
    stage.sit(TestTable::friends(Size::NINE));
    let note = "Ponnuki runs already, at http://127.0.0.1:8361: this game is not kept.";
    assert!(stage.screen().contains(note), "{}", stage.screen());
    stage.keys("<up>");
    assert!(!stage.screen().contains(note), "{}", stage.screen());
}

#[test]
fn levels_and_clocks_have_names_in_every_language() {
    let english = Words::of(Language::English);
    for level in ponnuki_engine::Level::ALL {
        assert_eq!(english.level(level.number), level.name);
    }
    for language in Language::ALL {
        let words = Words::of(language);
        for level in ponnuki_engine::Level::ALL {
            assert_ne!(words.level(level.number), "", "{language} {}", level.number);
        }
        for (name, _) in ponnuki_clock::PRESETS {
            assert_ne!(words.clock(name), *name, "{language}");
        }
    }
}

#[test]
fn colors_belong_to_whoever_has_them() {
    let size = Size::NINE;
    let table = TestTable::against_computer(size).after("E5");
    let stage = Stage::at(PLAIN, (80, 24), table);
    assert_eq!(stage.table.as_ref().unwrap().game().turn(), Color::White);
    let screen = stage.screen();
    assert!(screen.contains("The computer is thinking"), "{screen}");
    assert!(screen.contains("Computer, level 5"), "{screen}");
    assert!(
        !screen.contains("p pass"),
        "it is not Black's turn\n{screen}"
    );
}
