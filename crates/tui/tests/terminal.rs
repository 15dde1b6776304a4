//! The screens in a real terminal, which is given back whatever happens.
//!
//! The tests start this file again as the program in the terminal; see [`CHILD`].

#![cfg(unix)]

#[path = "stage/pty.rs"]
mod pty;
mod stage;

use std::env;

use ponnuki_engine::{MonteCarlo, MonteCarloSettings};
use ponnuki_game::Size;
use ponnuki_tui::{First, FromRoom, Host, Manner, NamedThinker, RoomConnection, Sink, Wish};
use ponnuki_wire::ToServer;
use ponnuki_words::{Language, TerminalCharset};
use portable_pty::CommandBuilder;
use stage::table::TestTable;
use stage::{PLAIN, Stage};

use pty::Seen;

/// Set where this file is the program in the terminal: what the table does when it is
/// spoken to, `answer` or `panic`.
const CHILD: &str = "PONNUKI_TUI_TABLE";

/// The program in the terminal; without one there is nothing to show, and the screen of
/// the same game is what the others look for.
#[test]
fn a_game_of_friends() {
    let table = || TestTable::friends(Size::NINE);
    let Ok(manner) = env::var(CHILD) else {
        let screen = Stage::at(PLAIN, (80, 24), table()).screen();
        assert!(screen.contains("Black to move"), "{screen}");
        return;
    };
    let host = TestHost {
        is_breaking: manner == "panic",
    };
    let done = ponnuki_tui::run(
        Manner {
            look: PLAIN,
            language: Language::English,
            charset: TerminalCharset::Utf8,
        },
        First::Table(Wish::Given),
        Box::new(host),
        Box::new(|| {
            Ok(NamedThinker {
                name: "playouts".to_owned(),
                thinker: Box::new(MonteCarlo::new(MonteCarloSettings::default())),
            })
        }),
    );
    done.unwrap();
}

struct TestHost {
    is_breaking: bool,
}

struct TestSeat {
    table: TestTable,
    heard: Sink,
    is_breaking: bool,
}

impl Host for TestHost {
    fn open(&mut self, _: &Wish, heard: Sink) -> Result<Box<dyn RoomConnection>, String> {
        let table = TestTable::friends(Size::NINE);
        let mut heard = heard;
        for said in table.greeting() {
            heard(FromRoom::Said(Box::new(said)));
        }
        Ok(Box::new(TestSeat {
            table,
            heard,
            is_breaking: self.is_breaking,
        }))
    }
}

impl RoomConnection for TestSeat {
    fn say(&mut self, message: ToServer) {
        assert!(!self.is_breaking, "a leg of the table has broken");
        for said in self.table.answer(&message) {
            (self.heard)(FromRoom::Said(Box::new(said)));
        }
    }
}

/// The game in a terminal.
fn seen(table: &str) -> Seen {
    let mut command = CommandBuilder::new(env::current_exe().unwrap());
    command.args(["a_game_of_friends", "--exact", "--nocapture"]);
    command.env(CHILD, table);
    let mut seen = Seen::start(command, 80, 24);
    seen.wait_for("Black to move");
    seen
}

#[test]
fn a_game_is_played_resized_and_ended_by_the_system() {
    let mut seen = seen("answer");
    assert!(seen.parser.screen().alternate_screen());
    seen.press("\r");
    seen.wait_for("White to move");
    seen.resize(120, 40);
    seen.wait_until("a wider screen", |screen| {
        let rows = screen.rows(0, 120);
        rows.into_iter()
            .any(|row| row.trim_end().chars().count() > 82)
    });
    seen.click_on("E6");
    seen.wait_for("White E6");
    seen.signal("TERM");
    let status = seen.end();
    assert!(status.success(), "{status:?}");
    seen.check_given_back();
}

#[test]
fn a_terminal_that_goes_away_ends_the_game() {
    let mut seen = seen("answer");
    seen.signal("HUP");
    assert!(seen.end().success());
}

#[test]
fn control_c_ends_the_game() {
    let mut seen = seen("answer");
    seen.press("\x03");
    assert!(seen.end().success());
    seen.check_given_back();
}

#[test]
fn a_suspended_game_gives_the_terminal_back_and_takes_it_again() {
    for suspend in ["key", "signal"] {
        let mut seen = seen("answer");
        match suspend {
            "key" => seen.press("\x1a"),
            _ => seen.signal("TSTP"),
        }
        seen.wait_until("the shell", |screen| !screen.alternate_screen());
        seen.go_on();
        seen.wait_for("Black to move");
        seen.press("\r");
        seen.wait_for("White to move");
        seen.signal("TERM");
        assert!(seen.end().success(), "{suspend}");
        seen.check_given_back();
    }
}

#[test]
fn a_panic_on_any_thread_gives_the_terminal_back_and_can_be_read() {
    let mut seen = seen("panic");
    seen.press("\r");
    let status = seen.end();
    assert!(!status.success());
    seen.check_given_back();
    let told = seen.contents();
    assert!(told.contains("a leg of the table has broken"), "{told}");
}
