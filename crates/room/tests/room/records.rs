//! Games as files.

use std::time::Duration;

use ponnuki_clock::Control;
use ponnuki_game::{Color, Rules};
use ponnuki_record::Records;
use ponnuki_room::{Event, Room, Seat, Speaker, Terms, UndoTerms};

use crate::play::{Play, terms};

#[track_caller]
fn expect_end(room: &Room, expected: &str) {
    let sgf = room.record(1).expect("a game has begun");
    assert!(sgf.ends_with(expected), "{sgf}\nshould end with {expected}");
}

fn free(rules: Rules) -> Play {
    Play::new(Terms {
        undo: UndoTerms::Free,
        ..terms(rules)
    })
}

#[test]
fn the_file_says_who_played_what_when() {
    let mut play = free(Rules::GOBAN);
    play.acts("host C3, guest resigns");
    let sgf = play.room.record(1).unwrap();
    for property in [
        "PB[Shusaku]",
        "PW[Genan]",
        "DT[2025-11-16]",
        "RU[goban]",
        "RE[B+R]",
    ] {
        assert!(sgf.contains(property), "{property} in {sgf}");
    }
    assert_eq!((play.room.record(0), play.room.record(2)), (None, None));
}

#[test]
fn what_was_taken_back_is_a_variation() {
    let mut play = free(Rules::GOBAN);
    play.acts("host C3, guest C4, host D4, guest undoes, guest B2, host D2");
    expect_end(&play.room, ";B[cc](;W[bd];B[dd])(;W[cb];B[db]))");
    play.acts("host undoes, host undoes");
    // The game stands before the first move, though four were made from there.
    expect_end(&play.room, "(;)(;B[cc](;W[cb];B[db])(;W[bd];B[dd])))");
}

#[test]
fn a_move_made_again_is_written_once_with_all_that_was_said() {
    let mut play = free(Rules::GOBAN);
    play.acts("host C3, guest says oh, host undoes, host C3, guest says well, guest pass");
    expect_end(&play.room, ";B[cc]C[Genan: oh\nGenan: well];W[])");
}

#[test]
fn what_is_said_stands_where_it_was_said() {
    let mut play = Play::alone(terms(Rules::GOBAN));
    play.acts("host says anyone?, guest joins as Genan, host C3, guest says I see [here]");
    let from = Speaker::Watcher {
        name: "Kibitz".to_owned(),
    };
    let text = "hm\nGenan: yes".to_owned();
    play.step(Event::Said { from, text }).unwrap();
    let sgf = play.room.record(1).unwrap();
    assert!(sgf.contains("C[Shusaku: anyone?]"), "{sgf}");
    // Who watches is marked, and cannot write a line that looks like a player's.
    expect_end(
        &play.room,
        ";B[cc]C[Genan: I see [here\\]\nKibitz (watching): hm\n  Genan: yes])",
    );
}

#[test]
fn the_time_left_stands_at_the_moves() {
    let control = Control::Byoyomi {
        main: Duration::from_secs(20),
        n_periods: 3,
        period: Duration::from_secs(10),
    };
    let mut play = Play::new(Terms {
        control,
        ..terms(Rules::GOBAN)
    });
    play.acts("+5.5, host C3, +35, guest C4");
    let sgf = play.room.record(1).unwrap();
    assert!(sgf.contains("TM[20]OT[3x10 byo-yomi]"), "{sgf}");
    expect_end(&play.room, ";B[cc]BL[14.5];W[cb]WL[10]OW[2])");
}

#[test]
fn a_counted_game_reads_back_as_it_was() {
    let mut play = free(Rules::GOBAN);
    play.acts(
        "host C3, guest D3, host C2, guest D2, host C4, guest D4, host C5, guest D5, host C1,
         guest D1, host B4, guest A3, host pass, guest pass, guest resumes, host B2, host undoes,
         host A2, guest pass, host pass, host kills A3, host accepts, guest accepts",
    );
    let sgf = play.room.record(1).unwrap();
    let records = Records::from_bytes(sgf.as_bytes()).unwrap();
    let record = records.iter().next().unwrap().unwrap();
    let (game, remarks) = record.game();
    assert_eq!(remarks, [], "{sgf}");
    assert_eq!(game.board(), play.game().board());
    assert_eq!(game.outcome(), play.game().outcome());
    // Both moves after the dispute come after the node that says so.
    assert!(sgf.contains(";W[];PL[B](;B[ad]"), "{sgf}");
    assert!(sgf.contains("(;B[bd]))"), "{sgf}");
}

#[test]
fn earlier_games_stay_to_be_had() {
    let mut play = free(Rules::GOBAN);
    play.acts("host C3, guest resigns, host says thanks, host rematches, guest rematches");
    play.acts("guest B2, host D4");
    expect_end(&play.room, "RE[B+R];B[cc]C[Shusaku: thanks])");
    let second = play.room.record(2).unwrap();
    assert!(
        second.contains("PB[Genan]") && second.ends_with(";B[bd];W[db])"),
        "{second}"
    );
    assert_eq!(play.room.seat_of(Color::Black), Some(Seat::Guest));
}
