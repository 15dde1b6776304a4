//! What clients say, and why it is not always done.

use std::time::Duration;

use ponnuki_room::{Event, Quota, Refusal, Seat};
use ponnuki_wire::{Refused, ToServer, from_json, to_json};

use crate::wired_room::WiredRoom;

const EVEN: &str = r#"{"rules":"goban","width":5,"colors":"host_black"}"#;

/// Messages that cannot be read, with what is said of them.
#[test]
fn what_is_no_message_is_refused_with_a_sentence() {
    for (message, expected) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("play", "expected value at line 1 column 1"),
        (
            "[]",
            "invalid type: sequence, expected a map at line 1 column 0",
        ),
        (r#"{"type":"ping"}"#, "missing field `id`"),
        (r#"{"id":1}"#, "missing field `type`"),
        (
            r#"{"id":-1,"type":"ping"}"#,
            "field `id`: invalid value: integer `-1`, expected u64",
        ),
        (
            r#"{"id":"1","type":"ping"}"#,
            "field `id`: invalid type: string \"1\", expected u64",
        ),
        (
            r#"{"id":1,"as":"black","type":"resign"}"#,
            "field `as`: unknown variant `black`, expected `host` or `guest`",
        ),
        (
            r#"{"id":1,"type":"resign","why":"lost"}"#,
            "unknown field `why`",
        ),
        (
            r#"{"id":1,"type":"play","node":1,"at":"D4","color":"black"}"#,
            "unknown field `color`, expected `node` or `at`",
        ),
        (r#"{"id":1,"type":"play","node":1}"#, "missing field `at`"),
        (
            r#"{"id":1,"type":"play","node":1.5,"at":"D4"}"#,
            "invalid type: floating point `1.5`, expected u32",
        ),
        (
            r#"{"id":1,"type":"play","node":4294967296,"at":"D4"}"#,
            "invalid value: integer `4294967296`, expected u32",
        ),
        (
            r#"{"id":1,"type":"play","node":1,"at":4}"#,
            "invalid type: integer `4`, expected a string",
        ),
        (
            r#"{"id":1,"type":"bid","komi":6.25}"#,
            "invalid value: floating point `6.25`, expected a number of whole or half points",
        ),
        (
            r#"{"id":1,"type":"bid","komi":1e9}"#,
            "invalid value: floating point `1000000000.0`, expected a number of whole or half points",
        ),
        (
            r#"{"id":1,"type":"bid","komi":"7"}"#,
            "invalid type: string \"7\", expected a number of whole or half points",
        ),
        (
            r#"{"id":1,"type":"accept","dead":"D4"}"#,
            "invalid type: string \"D4\", expected a sequence",
        ),
    ] {
        let error = from_json::<ToServer>(message)
            .expect_err(message)
            .to_string();
        assert_eq!(error, expected, "{message}");
    }
    let deep = format!(r#"{{"id":1,"type":{}"#, "[".repeat(100_000));
    assert!(from_json::<ToServer>(&deep).is_err());
}

/// Each refusal with its code and its facts.
#[test]
fn refusals_have_codes_and_facts() {
    let mut wired = WiredRoom::open(EVEN);
    wired.play("C3");
    for (message, expected) in [
        (
            r#"{"type":"play","node":1,"at":"C3"}"#,
            r#""code":"occupied""#,
        ),
        (
            r#"{"type":"play","node":1,"at":"K9"}"#,
            r#""code":"outside""#,
        ),
        (r#"{"type":"play","node":1,"at":""}"#, r#""code":"outside""#),
        (
            r#"{"type":"play","node":0,"at":"D4"}"#,
            r#""facts":{"node":1}"#,
        ),
        (
            r#"{"type":"play","as":"host","node":1,"at":"D4"}"#,
            r#""code":"not_your_turn""#,
        ),
        (r#"{"type":"accept","dead":[]}"#, r#""code":"wrong_stage""#),
        (r#"{"type":"accept","dead":["A0"]}"#, r#""code":"outside""#),
        (r#"{"type":"resume"}"#, r#""code":"wrong_stage""#),
        (r#"{"type":"bid","komi":3}"#, r#""code":"wrong_stage""#),
        (
            r#"{"type":"bid","komi":1000}"#,
            r#""code":"komi_too_large""#,
        ),
        (r#"{"type":"abandon"}"#, r#""code":"no_cycle""#),
        (r#"{"type":"say","text":"  "}"#, r#""code":"blank""#),
        (
            r#"{"type":"say","text":"\u0007"}"#,
            r#""code":"unfit_text""#,
        ),
        (
            r#"{"type":"rename","name":"a name that is much longer than forty characters"}"#,
            r#""facts":{"max":40}"#,
        ),
        (
            r#"{"type":"undo","as":"guest","node":1}"#,
            r#""code":"nothing_to_undo""#,
        ),
        (
            r#"{"type":"answer_undo","yes":true}"#,
            r#""code":"no_undo_asked""#,
        ),
        (r#"{"type":"rematch"}"#, r#""code":"wrong_stage""#),
        (r#"{"type":"close"}"#, r#""code":"wrong_stage""#),
    ] {
        let before = wired.scene();
        let message = message.replacen('{', r#"{"id":7,"#, 1);
        let refused = wired.ask(&message).expect_err(&message);
        assert_eq!(refused.re, Some(7));
        assert!(!refused.text.is_empty() && !refused.text.ends_with('.'));
        let refused = to_json(&refused);
        assert!(refused.contains(expected), "{message}: {refused}");
        assert_eq!(wired.scene(), before);
    }
}

#[test]
fn a_repetition_names_its_node() {
    let mut wired =
        WiredRoom::open(r#"{"rules":"goban","width":4,"height":3,"colors":"host_black"}"#);
    wired.play("B3 C3 A2 D2 B1 C1 C2 B2");
    let refused = wired.try_play("C2").expect_err("a ko");
    assert_eq!(
        to_json(&refused),
        r#"{"re":17,"code":"repetition","text":"it would bring back the board after move 7","facts":{"of_node":7}}"#
    );
}

#[test]
fn a_refusal_without_facts_has_none() {
    let mut wired = WiredRoom::open(EVEN);
    wired.play("C3");
    let refused = wired.try_play("C3").expect_err("a stone");
    assert_eq!(
        to_json(&refused),
        r#"{"re":17,"code":"occupied","text":"there is a Black stone"}"#
    );
}

#[test]
fn a_bid_too_low_names_the_least() {
    let mut wired = WiredRoom::open(r#"{"rules":"concise","komi":"auction"}"#);
    wired.tell(&[r#"{"type":"bid","komi":6}"#]);
    let refused = wired
        .ask(r#"{"id":3,"type":"bid","komi":6}"#)
        .expect_err("too low");
    assert_eq!(
        to_json(&refused),
        r#"{"re":3,"code":"bid_too_low","text":"bid at least 6.5","facts":{"least":6.5}}"#
    );
}

/// For whom a message speaks: what it names, and which seats its client holds.
#[test]
fn a_message_speaks_for_the_right_seat() {
    let mut wired = WiredRoom::open(EVEN);
    wired.play("C3"); // it is the guest's turn
    let (host, guest) = (Seat::Host, Seat::Guest);
    let check = |named: &str, held: &[Seat], expected: Option<Seat>| {
        let message: ToServer =
            from_json(&format!(r#"{{"id":5,{named}"type":"resign"}}"#)).expect("a message");
        let seat = message.seat_for(held, &wired.room);
        let is_refused = |refused: &Refused| {
            refused.re == Some(5) && to_json(&refused.code) == r#""not_your_seat""#
        };
        match (&seat, expected) {
            (Ok(seat), Some(expected)) => assert_eq!(*seat, expected),
            (Err(refused), None) => assert!(is_refused(refused), "{refused:?}"),
            _ => panic!("{named} {held:?}: {seat:?}"),
        }
    };
    check("", &[host], Some(host));
    check("", &[guest], Some(guest));
    check("", &[host, guest], Some(guest));
    check("", &[], None);
    check(r#""as":"host","#, &[host, guest], Some(host));
    check(r#""as":"host","#, &[guest], None);
    check(r#""as":"guest","#, &[], None);
}

#[test]
fn what_is_for_the_server_is_no_event() {
    let wired = WiredRoom::open(EVEN);
    for kind in ["ping", "estimate", "move_now"] {
        let message: ToServer =
            from_json(&format!(r#"{{"id":1,"type":"{kind}"}}"#)).expect("a message");
        let event = message.to_event(Seat::Host, Duration::ZERO, &wired.room);
        assert_eq!(event, Ok(None), "{kind}");
    }
}

#[test]
fn lag_comes_in_whole_milliseconds() {
    let wired = WiredRoom::open(EVEN);
    let message: ToServer =
        from_json(r#"{"id":1,"type":"play","node":0,"at":"pass"}"#).expect("a message");
    let event = message.to_event(Seat::Host, Duration::from_micros(87_654), &wired.room);
    let Ok(Some(Event::Moved { lag, .. })) = event else {
        panic!("{event:?}");
    };
    assert_eq!(lag, Duration::from_millis(87));
}

#[test]
fn what_is_overdone_has_a_code_of_its_own() {
    let wired = WiredRoom::open(EVEN);
    let max = 7;
    for (quota, code) in [
        (Quota::Lines, "chat_full"),
        (Quota::WatcherLines, "watchers_full"),
        (Quota::Names, "too_many_names"),
        (Quota::Marks, "too_many_marks"),
        (Quota::Undos, "too_many_undos"),
        (Quota::Offers, "too_many_offers"),
        (Quota::Resumes, "too_many_resumes"),
    ] {
        let refused = Refused::of(&Refusal::UsedUp { quota, max }, &wired.room);
        let text = refused.text.clone();
        assert!(text.ends_with("enough in this game: at most 7"), "{text}");
        let expected = format!(r#"{{"re":1,"code":"{code}","text":"{text}","facts":{{"max":7}}}}"#);
        assert_eq!(to_json(&refused.to(1)), expected);
    }
    let refused = Refused::of(&Refusal::UndoDeclined, &wired.room);
    let text = "your opponent said no: ask again after another move";
    let expected = format!(r#"{{"re":1,"code":"undo_declined","text":"{text}"}}"#);
    assert_eq!(to_json(&refused.to(1)), expected);
}
