//! Rooms as clients see them.

use std::time::Duration;

use ponnuki_game::{Color, PointSet};
use ponnuki_room::{Event, Proposal, Seat, Speaker};
use ponnuki_think::DeadReason;
use ponnuki_wire::{Announcement, RoomSummary, Scene, to_json};
use serde_json::json;

use crate::wired_room::WiredRoom;

/// A same-screen room of `size` under `rules`, after `moves`.
#[track_caller]
fn wired(rules: &str, size: (u8, u8), moves: &str) -> WiredRoom {
    let (width, height) = size;
    let mut wired = WiredRoom::open(&format!(
        r#"{{"rules":"{rules}","width":{width},"height":{height},"company":{{"type":"same_screen"}}}}"#
    ));
    wired.play(moves);
    wired
}

/// The board of a scene: stones, `k` for the ko, `!` where else nothing may be played;
/// then whose turn it is, and each forbidden point with its law.
fn drawn(scene: &Scene) -> String {
    let board = &scene.board;
    let mut signs: Vec<char> = board.stones.chars().collect();
    let (width, height) = (usize::from(board.width), usize::from(board.height));
    let place = |name: &str| {
        let column = usize::from(name.as_bytes()[0] - b'A');
        let row: usize = name[1..].parse().expect("a row");
        (height - row) * width + column
    };
    let mut laws = String::new();
    for forbidden in &scene.forbidden {
        signs[place(&forbidden.at.0)] = '!';
        laws += &format!("\n{}", to_json(forbidden));
    }
    if let Some(ko) = &board.ko {
        signs[place(&ko.0)] = 'k';
    }
    let rows: Vec<String> = signs
        .chunks(width)
        .map(|row| row.iter().collect())
        .collect();
    let to_move = to_json(&scene.to_move);
    format!("{}\n{to_move}{laws}", rows.join("\n"))
}

#[track_caller]
fn check_drawn(wired: &WiredRoom, expected: &str) {
    let lines: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    let drawn = drawn(&wired.scene());
    assert_eq!(drawn, lines.join("\n"), "\n{drawn}\n");
}

/// A ko that White has just taken.
const KO: &str = "B3 C3 A2 D2 B1 C1 C2 B2";

#[test]
fn a_ko_is_shown_with_the_node_that_would_come_back() {
    let ko = wired("goban", (5, 3), KO);
    check_drawn(
        &ko,
        r#"
        .XO..
        XOkO.
        .XO..
        "black"
        {"at":"C2","code":"repetition","of_node":7}
        "#,
    );
}

#[test]
fn nodes_are_those_of_the_tree_after_moves_were_taken_back() {
    let mut ko = wired("goban", (5, 3), "B3 C3 A2 D2 A1");
    ko.tell(&[r#"{"type":"undo","node":5}"#]);
    ko.play("B1 C1 C2 B2");
    // The fifth move that stands is node 6.
    check_drawn(
        &ko,
        r#"
        .XO..
        XOkO.
        .XO..
        "black"
        {"at":"C2","code":"repetition","of_node":8}
        "#,
    );
    assert_eq!((ko.scene().node, ko.scene().n_moves), (9, 8));
}

#[test]
fn a_ko_is_open_again_after_an_answer_elsewhere() {
    let ko = wired("goban", (5, 3), &format!("{KO} A3 E2"));
    check_drawn(
        &ko,
        r#"
        XXO..
        XO.OO
        !XO..
        "black"
        {"at":"A1","code":"suicide"}
        "#,
    );
}

#[test]
fn a_longer_repetition_is_forbidden_and_no_ko() {
    // X . O, then Black takes one and White takes two back.
    let wired = wired("concise", (3, 1), "A1 C1 B1 C1");
    check_drawn(
        &wired,
        r#"
        !.O
        "black"
        {"at":"A1","code":"repetition","of_node":2}
        "#,
    );
}

#[test]
fn suicide_is_shown_where_it_is_forbidden_and_not_where_it_is_allowed() {
    let corner = "A2 C1 B1 C2 B2 C3 pass";
    check_drawn(
        &wired("goban", (3, 3), corner),
        r#"
        ..O
        XXO
        !XO
        "white"
        {"at":"A1","code":"suicide"}
        "#,
    );
    // One stone alone comes off at once, and the board is as it was.
    check_drawn(
        &wired("concise", (3, 3), corner),
        r#"
        ..O
        XXO
        !XO
        "white"
        {"at":"A1","code":"repetition","of_node":7}
        "#,
    );
}

#[test]
fn the_last_move_the_chains_and_the_prisoners_are_told() {
    let scene = wired("oldest", (3, 3), "B2 A1 A2 C3 B1 pass").scene();
    assert_eq!(
        to_json(&scene.board),
        r#"{"width":3,"height":3,"stones":"..OXX..X.","last":"pass","ko":null,"chains":[{"stones":["A2","B2","B1"],"liberties":5},{"stones":["C3"],"liberties":2}]}"#
    );
    assert_eq!(
        to_json(&scene.prisoners),
        r#"{"black":{"captured":1,"dead":0,"passed":1},"white":{"captured":0,"dead":0,"passed":0}}"#
    );
    assert_eq!((scene.n_moves, scene.n_passes), (6, 1));
}

#[test]
fn passes_count_while_they_are_in_a_row() {
    let n_passes = |moves| wired("goban", (5, 5), moves).scene().n_passes;
    assert_eq!(n_passes("C3 pass D3"), 0);
    assert_eq!(n_passes("C3 pass D3 pass"), 1);
    assert_eq!(n_passes("C3 pass pass"), 2);
    let mut disputed = wired("goban", (5, 5), "C3 pass pass");
    disputed.tell(&[r#"{"type":"resume"}"#]);
    assert_eq!(disputed.scene().n_passes, 0);
    disputed.play("pass");
    assert_eq!(disputed.scene().n_passes, 1);
}

#[test]
fn passes_of_the_handicap_are_moves_and_forbid_nothing() {
    let mut wired = WiredRoom::open(
        r#"{"rules":"concise","width":5,"height":5,"handicap":3,"company":{"type":"same_screen"}}"#,
    );
    wired.play("C3 D3");
    let scene = wired.scene();
    assert_eq!((scene.n_moves, scene.must_pass), (4, None));
    assert_eq!(scene.to_move, Some(Color::Black.into()));
    assert_eq!(scene.forbidden, []);
}

#[test]
fn where_nothing_is_removed_a_pass_tells_what_counts() {
    // Two stones against one, which is as good as dead and counts all the same, and the komi.
    let told = |rules: &str, moves: &str| {
        let told = wired(rules, (5, 5), moves).scene().if_passed?;
        Some((told.ends, to_json(&told.score.margin)))
    };
    let sum = "-6.5".to_owned();
    assert_eq!(
        told("tromp-taylor", "C3 A1 C4 pass"),
        Some((true, sum.clone()))
    );
    assert_eq!(told("tromp-taylor", "C3 A1 C4"), Some((false, sum)));
    assert_eq!(told("tromp-taylor", "C3 A1 C4 pass pass"), None);
    assert_eq!(told("japanese", "C3 A1 C4 pass"), None);
}

#[test]
fn a_room_without_a_guest_shows_an_empty_board() {
    let wired = WiredRoom::open_alone(r#"{"name":"Dosaku","width":2,"height":1,"rules":"goban"}"#);
    let scene = wired.scene();
    assert_eq!(to_json(&scene.stage), r#""waiting""#);
    assert_eq!(scene.board.stones, "..");
    assert!(!scene.engine_is_thinking);
    assert_eq!(wired.part("/komi"), 0);
    assert_eq!((scene.black, scene.to_move), (None, None));
    assert_eq!(
        wired.part("/seats"),
        json!({"host": {"name": "Dosaku", "engine_level": null}, "guest": null})
    );
}

#[test]
fn bidding_tells_who_is_to_speak_and_how_much() {
    let mut wired = WiredRoom::open(r#"{"rules":"concise","komi":"auction"}"#);
    assert_eq!(
        wired.part("/bidding"),
        json!({"kind": "auction", "turn": "host", "last": null, "least": null})
    );
    assert_eq!(wired.part("/komi"), json!(null));
    wired.tell(&[r#"{"type":"bid","komi":4.5}"#]);
    assert_eq!(
        wired.part("/bidding"),
        json!({"kind": "auction", "turn": "guest", "last": {"seat": "host", "komi": 4.5}, "least": 5})
    );
    wired.tell(&[r#"{"type":"concede"}"#]);
    assert_eq!(wired.part("/bidding"), json!(null));
    assert_eq!(wired.part("/komi"), json!(4.5));
    assert_eq!(wired.part("/black"), "host");
}

#[test]
fn a_stopped_game_shows_the_marks_and_the_sum_with_them() {
    // . . X O .      White's stone at B2 is dead.
    // . O X O .
    // . . X O .
    let mut wired = wired("goban", (5, 3), "C3 D3 C2 D2 C1 D1 pass B2 pass pass");
    wired.tell(&[r#"{"type":"mark","at":"B2","dead":true}"#]);
    let agreement = wired.part("/agreement");
    assert_eq!(agreement["dead"], json!(["B2"]));
    assert_eq!(agreement["is_proposed"], false);
    assert_eq!(agreement["score"]["territory"], "xx..oxx..oxx..o");
    assert_eq!(agreement["score"]["stones"], "..XO...XO...XO.");
    assert_eq!(agreement["score"]["margin"], 4);
    assert_eq!(wired.part("/to_move"), json!(null));
    assert_eq!(wired.part("/outcome"), json!(null));
    assert_eq!(wired.part("/score"), json!(null));

    wired.tell(&[r#"{"type":"accept","dead":["B2"]}"#]);
    assert_eq!(
        wired.part("/outcome"),
        json!({"text": "B+4", "winner": "black", "by": "score", "margin": 4})
    );
    assert_eq!(wired.part("/score/black/total"), 7);
    assert_eq!(wired.part("/agreement"), json!(null));
}

#[test]
fn who_moves_after_a_dispute_is_the_rulebooks_word() {
    let passes = "C3 pass pass";
    let next = |rules| wired(rules, (5, 5), passes).part("/agreement/next_if_resumed");
    assert_eq!(next("goban"), json!({"host": "white", "guest": "white"}));
    assert_eq!(next("japanese"), json!({"host": "white", "guest": "black"}));
}

#[test]
fn a_proposal_is_shown_with_its_reasons() {
    let mut wired = WiredRoom::open(
        r#"{"rules":"goban","width":3,"height":3,"company":{"type":"engine","level":2}}"#,
    );
    wired.tell(&[r#"{"type":"play","as":"host","node":0,"at":"B2"}"#]);
    assert_eq!(wired.part("/engine_is_thinking"), true);
    wired.play("A1 pass pass");
    assert_eq!(wired.part("/engine_is_thinking"), true);
    let stones: PointSet = wired.size().point("A1").into_iter().collect();
    let reason = DeadReason::NoEyes;
    wired.step(&Event::Proposed {
        dead: vec![Proposal { stones, reason }],
    });
    let agreement = wired.part("/agreement");
    assert_eq!(
        agreement["proposal"],
        json!([{"stones": ["A1"], "reason": "no_eyes"}])
    );
    assert_eq!(agreement["dead"], json!(["A1"]));
    assert_eq!(agreement["engine_disagrees"], false);
    wired.tell(&[r#"{"type":"mark","as":"host","at":"A1","dead":false}"#]);
    assert_eq!(wired.part("/agreement/engine_disagrees"), true);
}

#[test]
fn clocks_are_read_at_the_moment_of_the_scene() {
    let mut wired = WiredRoom::open(
        r#"{"rules":"goban","clock":"1:00 + 3x0:30","company":{"type":"same_screen"}}"#,
    );
    wired.now += Duration::from_millis(12_500);
    let clocks = wired.part("/clocks");
    assert_eq!(clocks["running"], "black");
    assert_eq!(clocks["at_ms"], 1_000_012_500);
    assert_eq!(
        clocks["black"],
        json!({"left_ms": 47_500, "n_periods": null, "n_stones": null, "period_ms": 30_000, "text": "0:48"})
    );
    wired.now += Duration::from_secs(60);
    assert_eq!(
        wired.part("/clocks/black"),
        json!({"left_ms": 17_500, "n_periods": 3, "n_stones": null, "period_ms": 30_000, "text": "0:18 (3)"})
    );
    assert_eq!(wired.part("/clocks/white/left_ms"), 60_000);
}

#[test]
fn chance_is_not_the_program_thinking() {
    let wired = WiredRoom::open(r#"{"rules":"goban"}"#);
    assert_eq!(wired.part("/stage"), "waiting");
    assert_eq!(wired.part("/engine_is_thinking"), false);
}

#[test]
fn without_a_clock_there_are_none() {
    let wired = wired("goban", (9, 9), "E5");
    assert_eq!(wired.part("/clocks"), json!(null));
}

#[test]
fn offers_and_questions_are_shown() {
    let mut wired = WiredRoom::open(r#"{"rules":"goban","width":9,"colors":"host_black"}"#);
    wired.play("E5");
    wired.tell(&[r#"{"type":"undo","as":"host","node":1}"#]);
    assert_eq!(wired.part("/undo_asked_by"), "host");
    wired.tell(&[
        r#"{"type":"resign","as":"guest"}"#,
        r#"{"type":"rematch","as":"guest"}"#,
    ]);
    assert_eq!(wired.part("/rematch_offered_by"), "guest");
    assert_eq!(wired.part("/outcome/by"), "resignation");
    assert_eq!(wired.part("/score"), json!(null));
}

#[test]
fn what_happened_is_told_in_order() {
    let mut wired = WiredRoom::open(
        r#"{"name":"A","rules":"white-first","width":9,"handicap":2,"company":{"type":"same_screen"}}"#,
    );
    wired.play("E5");
    wired.tell(&[r#"{"type":"say","text":"<i>hi</i>"}"#]);
    let from = Speaker::Watcher {
        name: "W".to_owned(),
    };
    let text = "ho".to_owned();
    wired.step(&Event::Said { from, text });
    let told: Vec<String> = wired
        .room
        .happened(0)
        .map(|told| to_json(&Announcement::of(told, &wired.room)))
        .collect();
    let at = r#""at_ms":1000000000"#;
    let stones = format!("{}X{}X{}", ".".repeat(24), ".".repeat(31), ".".repeat(24));
    assert_eq!(
        told,
        [
            format!(r#"{{"seq":1,{at},"what":{{"type":"opened"}}}}"#),
            format!(
                r#"{{"seq":1,{at},"what":{{"type":"seated","seat":"host","sitter":{{"name":"A","engine_level":null}}}}}}"#
            ),
            format!(
                r#"{{"seq":1,{at},"what":{{"type":"seated","seat":"guest","sitter":{{"name":"","engine_level":null}}}}}}"#
            ),
            format!(r#"{{"seq":1,{at},"what":{{"type":"colors","black":"host"}}}}"#),
            format!(
                r#"{{"seq":1,{at},"what":{{"type":"began","game_number":1,"komi":0,"stones":"{stones}","to_move":"white"}}}}"#
            ),
            format!(
                r#"{{"seq":2,{at},"what":{{"type":"moved","node":1,"parent":0,"by":"white","at":"E5","lifted":[],"left_ms":null}}}}"#
            ),
            format!(
                r#"{{"seq":3,{at},"what":{{"type":"said","from":"host","name":"A","text":"<i>hi</i>"}}}}"#
            ),
            format!(
                r#"{{"seq":4,{at},"what":{{"type":"said","from":"watcher","name":"W","text":"ho"}}}}"#
            ),
        ]
    );
}

#[test]
fn a_summary_follows_the_room() {
    let mut wired =
        WiredRoom::open(r#"{"name":"A","rules":"goban","width":9,"colors":"host_white"}"#);
    wired.now += Duration::from_secs(5);
    wired.play("E5");
    let summary = RoomSummary::of("r", &wired.room);
    assert_eq!(
        to_json(&summary),
        r#"{"room":"r","stage":"playing","game_number":1,"seats":{"host":{"name":"A","engine_level":null},"guest":{"name":"Guest","engine_level":null}},"black":"guest","width":9,"height":9,"rules":"goban","company":{"type":"link"},"n_moves":1,"to_move":"white","outcome":null,"finished":[],"opened_ms":1000000000,"updated_ms":1000005000}"#
    );
    wired.step(&Event::Resigned { seat: Seat::Host });
    let summary = RoomSummary::of("r", &wired.room);
    assert_eq!(
        summary.outcome.map(|outcome| outcome.text),
        Some("B+R".to_owned())
    );
    assert_eq!(summary.to_move, None);
    assert_eq!(
        to_json(&summary.finished),
        r#"[{"game_number":1,"black":"guest","n_moves":1,"outcome":{"text":"B+R","winner":"black","by":"resignation","margin":null},"began_ms":1000000000}]"#
    );
}
