//! What a room does not take, and that it is then as it was: `Play::step`
//! compares the whole room.

use std::time::Duration;

use ponnuki_game::{Move, Outcome, Rules, Size};
use ponnuki_room::{
    CHAT_CHARS_MAX, Company, Event, MoveNodeId, Refusal, Room, Seat, Speaker, Terms, TermsFault,
    TextFault,
};

use crate::play::{OPENED, Play, check, terms};

fn said(text: &str) -> Event {
    Event::Said {
        from: Speaker::Watcher {
            name: "Kibitz".to_owned(),
        },
        text: text.to_owned(),
    }
}

#[test]
fn a_move_that_comes_twice_is_made_once() {
    let mut play = Play::new(terms(Rules::GOBAN));
    let point = play.game().size().point("C3").unwrap();
    let moved = Event::Moved {
        seat: Seat::Host,
        node: MoveNodeId::ROOT,
        mv: Move::Play(point),
        lag: Duration::ZERO,
    };
    assert!(play.step(moved.clone()).is_ok());
    let node = MoveNodeId(1);
    assert_eq!(play.step(moved.clone()), Err(Refusal::Stale { node }));
    play.acts("guest resigns");
    let refusal = play.step(moved).unwrap_err();
    assert_eq!(refusal.to_string(), "the game is over (B+R)");
}

#[test]
fn a_ko_is_not_retaken_at_once() {
    let mut play = check(
        terms(Rules::GOBAN),
        "host B3, guest C3, host A2, guest D2, host B1, guest C1, host C2, guest B2, host C2",
        "
        . . . . .
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        host C2: it would bring back the board after move 7
        Black to move
        ",
    );
    assert_eq!(play.room.node_after(7), MoveNodeId(7));
    assert_eq!(play.room.node_after(0), MoveNodeId::ROOT);
    play.acts("host E5, guest E4, host C2");
    assert_eq!(play.game().n_moves(), 11);
}

#[test]
fn players_move_in_turn_and_resign_at_any_time() {
    check(
        terms(Rules::GOBAN),
        "guest C3, host C3, host C4, host resigns, guest resigns, guest C4",
        "
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        guest C3: it is not your turn
        host C4: it is not your turn
        guest resigns: the game is over (W+R)
        guest C4: the game is over (W+R)
        W+R
        ",
    );
}

/// Under the plain ko rule White's capture of two and Black's of two bring
/// the board after the first move back.
const CIRCLE: &str = "host B1, host abandons, guest D1, host A1, guest C1, host B1";

fn narrow(company: Company) -> Terms {
    Terms {
        size: Size::new(4, 1).unwrap(),
        company,
        ..terms(Rules::GOBAN)
    }
}

#[test]
fn a_game_in_circles_may_be_let_be_by_both() {
    let mut play = Play::new(narrow(Company::Link));
    play.acts(CIRCLE);
    assert!(play.room.may_abandon());
    play.acts("guest abandons, guest abandons");
    assert_eq!(play.room.abandon_offered_by(), Some(Seat::Guest));
    play.expect(
        "
        . X . .
        host abandons: the board has not come back
        guest abandons: that was already done
        White to move
        ",
    );
    play.acts("host abandons, guest abandons");
    assert!(
        play.report()
            .contains("guest abandons: this is not the time for it")
    );
    assert_eq!(play.game().outcome(), Some(Outcome::NoResult));
}

#[test]
fn where_the_rulebook_breaks_circles_nobody_lets_a_game_be() {
    let mut play = Play::new(Terms {
        size: Size::new(3, 1).unwrap(),
        ..terms(Rules::QUICK_REFERENCE)
    });
    // The board came back, by a pass, but cannot do so again and again.
    play.acts("host A1, guest C1, host B1, guest C1, host A1, guest pass, host abandons");
    assert_eq!(play.game().cycle(), Some(2));
    assert!(
        play.report()
            .contains("host abandons: the board has not come back")
    );
}

#[test]
fn a_move_withdraws_the_offer_to_let_the_game_be() {
    let mut play = Play::new(narrow(Company::Link));
    play.acts(CIRCLE);
    play.acts("guest abandons, guest D1, host abandons");
    assert_eq!(play.room.abandon_offered_by(), Some(Seat::Host));
    assert_eq!(play.game().outcome(), None);
}

#[test]
fn on_one_screen_one_word_lets_the_game_be() {
    let mut play = Play::new(narrow(Company::SameScreen));
    play.acts(CIRCLE);
    play.act("guest abandons");
    assert_eq!(play.game().outcome(), Some(Outcome::NoResult));
}

#[test]
fn what_is_said_is_short_and_says_something() {
    let mut play = Play::new(terms(Rules::GOBAN));
    let max = CHAT_CHARS_MAX;
    assert!(play.step(said(&"é".repeat(max))).is_ok());
    assert!(play.step(said("two\nlines")).is_ok());
    let refused = [
        ("é".repeat(max + 1), TextFault::TooLong { max }),
        (" \n ".to_owned(), TextFault::Blank),
        ("a bell \u{7}".to_owned(), TextFault::Control),
        ("\u{200b}\u{2060} \u{feff}".to_owned(), TextFault::Blank),
        ("\u{202e}gnp.exe".to_owned(), TextFault::Invisible),
        ("\u{2066}here\u{2069}".to_owned(), TextFault::Invisible),
        ("one\u{2028}two".to_owned(), TextFault::Invisible),
    ];
    for (text, fault) in refused {
        assert_eq!(play.step(said(&text)), Err(Refusal::Text(fault)));
    }
    // Joiners and marks of direction belong to scripts, and to emoji.
    for text in [
        "می\u{200c}روم",
        "a 👩\u{200d}👧",
        "אב\u{200f}!",
        "❤\u{fe0f}",
    ] {
        assert!(play.step(said(text)).is_ok(), "{text:?}");
    }
    let from = Speaker::Watcher {
        name: "x".repeat(41),
    };
    let text = "hello".to_owned();
    let max = 40;
    let refusal = Refusal::Text(TextFault::TooLong { max });
    assert_eq!(play.step(Event::Said { from, text }), Err(refusal));
}

#[test]
fn names_change_and_texts_are_only_texts() {
    let mut play = Play::new(terms(Rules::GOBAN));
    let name = "<b>Robert'); DROP</b>";
    let seat = Seat::Host;
    let renamed = |name: &str| Event::Renamed {
        seat,
        name: name.to_owned(),
    };
    assert!(play.step(renamed(name)).is_ok());
    assert_eq!(play.room.name(seat), name);
    assert_eq!(play.step(renamed(name)), Err(Refusal::AlreadyDone));
    assert!(play.step(renamed("")).is_ok());
    assert_eq!(play.room.name(seat), "Black");
    let fault = TextFault::Control;
    assert_eq!(play.step(renamed("\u{0}")), Err(Refusal::Text(fault)));
}

#[test]
fn no_name_has_what_nobody_sees() {
    let mut play = Play::new(terms(Rules::GOBAN));
    let invisible = "\u{ad}\u{61c}\u{115f}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\
        \u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{2800}\u{3164}\u{fe0f}\u{feff}\u{ffa0}\u{e0041}";
    let refusal = Refusal::Text(TextFault::Invisible);
    for sign in invisible.chars() {
        let name = format!("Ge{sign}nan");
        let seat = Seat::Host;
        let renamed = Event::Renamed {
            seat,
            name: name.clone(),
        };
        assert_eq!(play.step(renamed), Err(refusal.clone()), "{sign:?}");
        let from = Speaker::Watcher { name };
        let text = "hm".to_owned();
        let said = Event::Said { from, text };
        assert_eq!(play.step(said), Err(refusal.clone()), "{sign:?}");
        let opened = Room::open(OPENED, terms(Rules::GOBAN), format!("Ge{sign}nan"));
        let fault = TermsFault::Name(TextFault::Invisible);
        assert_eq!(opened.unwrap_err(), fault, "{sign:?}");
    }
    // Every script's own letters and marks are welcome.
    for name in [
        "趙治勲",
        "조훈현",
        "José",
        "Зоя",
        "דוד",
        "سارة",
        "ณัฐ",
        "नेहा",
    ] {
        let (seat, name) = (Seat::Host, name.to_owned());
        assert!(play.step(Event::Renamed { seat, name }).is_ok());
    }
}
