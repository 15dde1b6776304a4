//! A room from what the store has of it.

use std::time::Duration;

use ponnuki_game::{ByColor, Color, PointSet};
use ponnuki_room::{Event, Room, Seat, Speaker};
use ponnuki_wire::{
    Announcement, BadEvent, NewRoom, Scene, StoredEvent, from_json, replayable, to_json,
};

use crate::wired_room::WiredRoom;

fn read(stored: &[(u64, String)]) -> Vec<(u64, StoredEvent)> {
    let read = stored
        .iter()
        .map(|(at_ms, json)| (*at_ms, from_json(json).expect("an event")));
    read.collect()
}

fn events(stored: &[(u64, StoredEvent)]) -> impl Iterator<Item = (u64, &StoredEvent)> {
    stored.iter().map(|(at_ms, event)| (*at_ms, event))
}

/// The room that is stored is the room that was left, at any later moment.
#[track_caller]
fn check(wired: &WiredRoom) {
    let stored = read(&wired.stored);
    let replayed = Room::replay(replayable(events(&stored)).expect("events")).expect("a room");
    assert_eq!(replayed.seq(), wired.room.seq());
    for later in [0, 1, 1_000, 100_000].map(Duration::from_millis) {
        let scene = |room| Scene::of("r", room, wired.now + later);
        assert_eq!(scene(&replayed), scene(&wired.room));
    }
    let told = |room: &Room| -> Vec<Announcement> {
        room.happened(0)
            .map(|told| Announcement::of(told, room))
            .collect()
    };
    assert_eq!(told(&replayed), told(&wired.room));
}

#[test]
fn a_game_with_everything_in_it_comes_back() {
    let mut wired = WiredRoom::open(
        r#"{"name":"A","rules":"japanese","width":5,"clock":"1:00 + 3x0:10","undo":"ask"}"#,
    );
    wired.step(&Event::Nigiri { host: Color::White });
    let tick = Duration::from_millis(2_345);
    let tell = |wired: &mut WiredRoom, message: &str| {
        wired.now += tick;
        wired.tell(&[message]);
        check(wired);
    };
    for message in [
        r#"{"type":"play","node":0,"at":"C3"}"#,
        r#"{"type":"play","node":1,"at":"D3"}"#,
        r#"{"type":"say","as":"host","text":"x\ny"}"#,
        r#"{"type":"undo","as":"host","node":2}"#,
        r#"{"type":"answer_undo","as":"guest","yes":true}"#,
        r#"{"type":"play","node":1,"at":"D2"}"#,
        r#"{"type":"play","node":3,"at":"pass"}"#,
        r#"{"type":"play","node":4,"at":"pass"}"#,
        r#"{"type":"mark","as":"host","at":"D2","dead":true}"#,
        r#"{"type":"accept","as":"guest","dead":["D2"]}"#,
        r#"{"type":"resume","as":"host"}"#,
        r#"{"type":"rename","as":"guest","name":"'); DROP TABLE"}"#,
    ] {
        tell(&mut wired, message);
    }
    let from = Speaker::Watcher {
        name: "W".to_owned(),
    };
    let text = "hm".to_owned();
    wired.step(&Event::Said { from, text });
    let down_since = wired.now;
    wired.now += Duration::from_secs(3_600);
    wired.step(&Event::Woke { down_since });
    check(&wired);
    tell(&mut wired, r#"{"type":"resign","as":"guest"}"#);
    tell(&mut wired, r#"{"type":"rematch","as":"guest"}"#);
    tell(&mut wired, r#"{"type":"rematch","as":"host"}"#);
    wired.now += Duration::from_secs(600);
    wired.step(&Event::Ticked);
    check(&wired);
}

#[test]
fn biddings_come_back() {
    let mut wired =
        WiredRoom::open(r#"{"rules":"concise","komi":"name_and_choose","width":9,"height":3}"#);
    wired.tell(&[r#"{"type":"name_komi","komi":6.5}"#]);
    check(&wired);
    wired.tell(&[r#"{"type":"choose_color","color":"white"}"#]);
    check(&wired);
    assert_eq!(wired.part("/black"), "host");
    wired.play("J3 A1");
    check(&wired);
}

#[test]
fn a_proposal_comes_back() {
    let mut wired = WiredRoom::open(
        r#"{"rules":"goban","width":3,"height":3,"company":{"type":"engine","level":2}}"#,
    );
    wired.play("B2 pass pass");
    wired.step(&Event::Proposed { dead: Vec::new() });
    let seat = Seat::Guest;
    let dead = PointSet::EMPTY;
    wired.step(&Event::Accepted { seat, dead });
    check(&wired);
}

#[test]
fn a_closed_room_comes_back() {
    let mut wired = WiredRoom::open_alone("{}");
    wired.step(&Event::Closed);
    check(&wired);
    assert_eq!(wired.part("/stage"), "closed");
}

#[test]
fn events_that_are_of_no_room_are_refused() {
    let stored = |lines: &[&str]| -> Vec<(u64, String)> {
        lines.iter().map(|line| (1, (*line).to_owned())).collect()
    };
    let opened = |komi: &str| {
        format!(
            r#"{{"type":"opened","terms":{{"width":9,"height":9,"rules":"goban","handicap":0,"handicap_to":"black","komi":{komi},"colors":"nigiri","clock":"none","undo":"ask","company":{{"type":"link"}}}},"host":""}}"#
        )
    };
    let moved = r#"{"type":"moved","seat":"host","node":0,"at":"Q16","lag_ms":0}"#;
    for (lines, expected) in [
        (vec![moved], "the room was not opened"),
        (vec![&opened("0"), moved], "there is no point \"Q16\""),
        (vec![&opened("1000")], "a komi of 1000 is beyond 625 points"),
    ] {
        let read = read(&stored(&lines));
        let fault: BadEvent = replayable(events(&read)).expect_err(expected);
        assert_eq!(fault.to_string(), expected);
    }
}

#[test]
fn a_room_that_was_stored_before_rooms_opened_from_records_is_read_as_before() {
    let opened = r#"{"type":"opened","terms":{"width":9,"height":9,"rules":"japanese","handicap":0,"handicap_to":"black","komi":6.5,"colors":"host_black","clock":"none","undo":"free","company":{"type":"same_screen"}},"host":"A"}"#;
    let moved = r#"{"type":"moved","seat":"host","node":0,"at":"C3","lag_ms":0}"#;
    let stored = [(1_000, opened.to_owned()), (2_000, moved.to_owned())];
    let stored = read(&stored);
    let room = Room::replay(replayable(events(&stored)).expect("events")).expect("a room");
    assert_eq!(room.game().map(|game| game.n_moves()), Some(1));
    assert_eq!(to_json(&stored[0].1), opened, "it is written as it was");
}

#[test]
fn a_room_that_opened_with_stones_set_up_comes_back() {
    let wish = r#"{"width":9,"height":9,"rules":"chinese","company":{"type":"same_screen"}}"#;
    let wish: NewRoom = from_json(wish).expect("a wish");
    let terms = wish.to_terms().expect("terms");
    let mut stones = ByColor::<PointSet>::default();
    stones
        .black
        .insert(terms.size.point("C3").expect("a point"));
    stones
        .white
        .insert(terms.size.point("G7").expect("a point"));
    let mut wired = WiredRoom::opened(terms, "A".to_owned(), stones, Vec::new());
    let began = wired.room.game().map(|game| game.setup().stones);
    assert_eq!(began, Some(stones));
    check(&wired);
    wired.tell(&[r#"{"type":"play","node":0,"at":"E5"}"#]);
    check(&wired);
}

#[test]
fn a_room_that_opened_from_a_record_comes_back() {
    let wish = r#"{"name":"A","company":{"type":"same_screen"},"sgf":"(;SZ[9]RU[Chinese]KM[7];B[cc];W[gg];B[])"}"#;
    let mut wired = WiredRoom::open(wish);
    assert_eq!(wired.room.game().map(|game| game.n_moves()), Some(3));
    check(&wired);
    wired.tell(&[r#"{"type":"play","node":3,"at":"E5"}"#]);
    check(&wired);
}
