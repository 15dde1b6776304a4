//! How rooms are opened, joined, and closed.

use std::time::Duration;

use ponnuki_clock::{Control, ControlFault, Left};
use ponnuki_game::{ByColor, Color, Diagram, Komi, Move, Rules, Size};
use ponnuki_room::{
    ColorTerms, Company, Event, Happened, KomiTerms, NAME_CHARS_MAX, OPENING_MOVES_MAX, Occupant,
    ReplayFault, Room, Seat, Stage, Terms, TermsFault, TextFault, Want,
};

use crate::play::{OPENED, Play, check, terms};

const ENGINE: Company = Company::Engine { level: 3 };

#[test]
fn a_room_waits_for_whoever_comes_by_the_link() {
    let mut play = Play::alone(terms(Rules::GOBAN));
    play.acts("host C3, guest says hello, host joins as Two");
    play.expect(
        "
        host C3: this is not the time for it
        guest says hello: this seat is not yours
        host joins as Two: someone sits there already
        waiting
        ",
    );
    play.acts("guest joins as Genan, guest joins as Third");
    assert!(
        play.report()
            .contains("guest joins as Third: someone sits there already")
    );
    assert_eq!(*play.room.stage(), Stage::Playing);
}

#[test]
fn a_room_that_nobody_came_to_can_be_closed() {
    let mut play = Play::alone(terms(Rules::GOBAN));
    play.acts("close, guest joins as Genan, host says hello, close");
    play.expect(
        "
        guest joins as Genan: this is not the time for it
        host says hello: this is not the time for it
        close: this is not the time for it
        closed
        ",
    );
    let mut play = Play::new(terms(Rules::GOBAN));
    play.act("close");
    assert_eq!(*play.room.stage(), Stage::Playing);
}

#[test]
fn chance_gives_the_colours_when_it_is_asked() {
    for (color, black) in [("black", Seat::Host), ("white", Seat::Guest)] {
        let mut play = Play::new(Terms {
            colors: ColorTerms::Nigiri,
            ..terms(Rules::GOBAN)
        });
        assert_eq!(play.room.wants(), Some(Want::Nigiri));
        play.act(&format!("nigiri {color}"));
        assert_eq!(play.room.wants(), None);
        assert_eq!(play.room.seat_of(Color::Black), Some(black));
        play.act("nigiri black");
        assert!(
            play.report()
                .contains("nigiri black: this is not the time for it")
        );
    }
}

#[test]
fn one_screen_has_both_seats_from_the_beginning() {
    let play = check(
        Terms {
            company: Company::SameScreen,
            colors: ColorTerms::HostWhite,
            ..terms(Rules::GOBAN)
        },
        "guest C3, host C4",
        "
        . . . . .
        . . O . .
        . . X . .
        . . . . .
        . . . . .
        Black to move
        ",
    );
    assert_eq!(play.room.name(Seat::Guest), "Black");
    assert_eq!(play.room.name(Seat::Host), "Shusaku");
}

#[test]
fn the_engine_is_asked_for_its_moves_and_for_nothing_else() {
    let mut play = Play::new(Terms {
        company: ENGINE,
        colors: ColorTerms::HostWhite,
        ..terms(Rules::GOBAN)
    });
    let seat = Seat::Guest;
    let wanted = Some(Want::EngineMove { seat, level: 3 });
    assert_eq!(play.room.wants(), wanted);
    play.act("guest C3");
    assert_eq!(play.room.wants(), None);
    play.act("host C4");
    assert_eq!(play.room.wants(), wanted);
    play.act("guest resigns");
    assert_eq!(play.room.wants(), None);
}

#[test]
fn an_engine_may_come_by_a_link_but_does_not_bid() {
    let sitter = Occupant::Engine {
        level: 7,
        name: "Bot".to_owned(),
    };
    let seat = Seat::Guest;
    let joined = Event::Joined { seat, sitter };
    let mut play = Play::alone(terms(Rules::GOBAN));
    assert!(play.step(joined.clone()).is_ok());
    play.act("host C3");
    assert_eq!(play.room.wants(), Some(Want::EngineMove { seat, level: 7 }));

    let mut play = Play::alone(Terms {
        komi: KomiTerms::Auction,
        ..terms(Rules::GOBAN)
    });
    let refusal = play.step(joined).unwrap_err();
    assert_eq!(refusal.to_string(), "an engine does not bid for komi");
}

#[test]
fn terms_without_sense_are_refused_with_the_reason() {
    let sound = terms(Rules::GOBAN);
    let fixed = |half_points| KomiTerms::Fixed(Komi::from_half_points(half_points));
    let cases = [
        (
            Terms {
                handicap: 2,
                ..sound
            },
            "a 5x5 board has no star points for 2 handicap stones",
        ),
        (
            Terms {
                size: Size::NINE,
                handicap: 10,
                ..sound
            },
            "a 9x9 board has no star points for 10 handicap stones",
        ),
        (
            Terms {
                size: Size::NINE,
                handicap: 2,
                handicap_to: Color::White,
                ..sound
            },
            "under this rulebook a handicap is for Black",
        ),
        (
            Terms {
                handicap: 3,
                handicap_to: Color::White,
                ..terms(Rules::CONCISE)
            },
            "under this rulebook a handicap is for Black",
        ),
        (
            Terms {
                handicap: 13,
                ..terms(Rules::CONCISE)
            },
            "a handicap of 13 is beyond 12 on this board",
        ),
        (
            terms(Rules::WHITE_FIRST),
            "this rulebook is not for 5x5 boards",
        ),
        (
            Terms {
                komi: fixed(1251),
                ..sound
            },
            "a komi of 625.5 is beyond 625 points",
        ),
        (
            Terms {
                company: ENGINE,
                komi: KomiTerms::Auction,
                ..sound
            },
            "an engine does not bid for komi: fix one",
        ),
        (
            Terms {
                company: ENGINE,
                komi: KomiTerms::NameAndChoose,
                ..sound
            },
            "an engine does not bid for komi: fix one",
        ),
    ];
    for (terms, expected) in cases {
        let fault = Room::open(OPENED, terms, String::new()).unwrap_err();
        assert!(fault.to_string().starts_with(expected), "{fault}");
        assert_eq!(terms.check(), Err(fault));
    }
}

#[test]
fn a_time_control_without_time_is_refused() {
    let control = Control::Absolute {
        main: Duration::ZERO,
    };
    let terms = Terms {
        control,
        ..terms(Rules::GOBAN)
    };
    let fault = Room::open(OPENED, terms, String::new()).unwrap_err();
    assert!(matches!(fault, TermsFault::Control(ControlFault::Zero(_))));
}

#[test]
fn a_handicap_of_one_is_none() {
    for handicap in [0, 1] {
        let play = Play::new(Terms {
            handicap,
            handicap_to: Color::White,
            ..terms(Rules::GOBAN)
        });
        assert_eq!(play.game().setup().odds.n(), 0);
        assert_eq!(play.game().turn(), Color::Black);
    }
}

#[test]
fn names_are_short_and_on_one_line() {
    let open = |name: &str| Room::open(OPENED, terms(Rules::GOBAN), name.to_owned());
    let max = NAME_CHARS_MAX;
    assert!(open(&"ö".repeat(max)).is_ok());
    let faults = [
        ("ö".repeat(max + 1), TextFault::TooLong { max }),
        ("two\nlines".to_owned(), TextFault::Control),
    ];
    for (name, fault) in faults {
        assert_eq!(open(&name).unwrap_err(), TermsFault::Name(fault));
    }
}

#[test]
fn events_that_no_room_accepted_make_no_room() {
    let no_events: [(Duration, Event); 0] = [];
    assert_eq!(Room::replay(no_events).unwrap_err(), ReplayFault::NotOpened);
    let closed = [(OPENED, Event::Closed)];
    assert_eq!(Room::replay(closed).unwrap_err(), ReplayFault::NotOpened);

    let play = Play::new(terms(Rules::GOBAN));
    let mut events = play.events.clone();
    events.push(events[0].clone());
    let fault = Room::replay(events).unwrap_err();
    assert_eq!(fault.to_string(), "event 3: this is not the time for it");
}

/// Moves on the board of 5×5, with spaces between them.
fn moves(line: &str) -> Vec<Move> {
    let size = terms(Rules::GOBAN).size;
    let named = |name| match name {
        "pass" => Move::Pass,
        name => Move::Play(size.point(name).expect("a point")),
    };
    line.split_whitespace().map(named).collect()
}

#[test]
fn a_room_opens_from_a_record_and_the_game_goes_on_there() {
    let control = Control::Absolute {
        main: Duration::from_secs(60),
    };
    let terms = Terms {
        control,
        ..terms(Rules::GOBAN)
    };
    let mut play = Play::alone_after(terms, &moves("C3 D3 C4"));
    assert_eq!(play.room.stage(), &Stage::Waiting);
    play.acts("+50, guest joins as Genan");
    assert_eq!(play.game().n_moves(), 3);
    assert_eq!(play.game().turn(), Color::White);
    let told: Vec<&Happened> = play.room.happened(1).map(|told| &told.what).collect();
    let n_moved = told
        .iter()
        .filter(|what| matches!(what, Happened::Moved { .. }))
        .count();
    assert_eq!(n_moved, 3, "{told:?}");
    let full = Left::Main(Duration::from_secs(60));
    assert_eq!(play.room.clocks(play.now).black, full, "no time went by");
    // The guest has White and the turn; moves of the record can be taken back as others can.
    play.acts("guest D4, host B2, host undoes, guest agrees");
    assert_eq!(play.game().n_moves(), 4);
}

#[test]
fn a_room_opened_from_a_record_has_a_rematch_from_the_beginning() {
    let company = Company::SameScreen;
    let terms = Terms {
        company,
        ..terms(Rules::GOBAN)
    };
    let mut play = Play::alone_after(terms, &moves("C3 D3"));
    play.acts("host resigns, host rematches");
    assert_eq!(play.room.game_number(), 2);
    assert_eq!(play.game().n_moves(), 0);
}

#[test]
fn a_room_opens_with_stones_set_up_and_the_next_game_without_them() {
    let company = Company::SameScreen;
    let terms = Terms {
        company,
        ..terms(Rules::GOBAN)
    };
    let drawn: Diagram = "
        . . . . .
        . O . . .
        O X . . .
        . . O . .
        . . . . .
    "
    .parse()
    .expect("a drawing");
    let mut play = Play::alone_from(terms, drawn.stones(), &moves("A1 C3"));
    let began = "
        . . . . .
        . O . . .
        O X O . .
        . . O . .
        X . . . .
    ";
    let began: Diagram = began.parse().expect("a drawing");
    let board = |drawn: &Diagram| drawn.board().expect("a board");
    assert_eq!(play.game().board(), &board(&began));
    // What is set up is no move: nothing of it is taken back.
    play.acts("host undoes, host undoes");
    assert_eq!(play.game().board(), &board(&drawn));
    assert_eq!(play.game().n_moves(), 0);
    play.acts("host resigns, host rematches");
    assert_eq!(play.game().setup().stones, ByColor::default());
}

#[test]
fn stones_that_no_game_begins_with_are_refused() {
    let open = |drawn: &str, terms| {
        let drawn: Diagram = drawn.parse().expect("a drawing");
        let opened = Room::open_after(OPENED, terms, String::new(), drawn.stones(), Vec::new());
        matches!(opened, Err(TermsFault::Setup(_)))
    };
    let dead = "X O . . .\nO . . . .\n. . . . .\n. . . . .\n. . . . .";
    assert!(open(dead, terms(Rules::GOBAN)), "without a liberty");
    let larger = ". . . . . X\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .";
    assert!(open(larger, terms(Rules::GOBAN)), "beside the board");
}

#[test]
fn a_record_that_stops_with_passes_opens_where_stones_are_judged() {
    let company = Company::SameScreen;
    let terms = Terms {
        company,
        ..terms(Rules::GOBAN)
    };
    let play = Play::alone_after(terms, &moves("C3 pass pass"));
    assert!(matches!(play.room.stage(), Stage::Stopped(_)));
}

#[test]
fn a_record_that_no_room_can_open_from_is_refused_with_the_reason() {
    let open = |terms, moves| {
        Room::open_after(OPENED, terms, String::new(), ByColor::default(), moves).unwrap_err()
    };
    let sound = terms(Rules::GOBAN);
    let fault = open(sound, moves("C3 D3 C3"));
    assert!(
        matches!(fault, TermsFault::Move { number: 3, .. }),
        "{fault}"
    );
    let beyond = Size::NINE.point("J9").expect("a point");
    let fault = open(sound, vec![Move::Play(beyond)]);
    assert!(
        matches!(fault, TermsFault::Move { number: 1, .. }),
        "a point of a larger board: {fault}"
    );
    let max = OPENING_MOVES_MAX;
    let fault = open(sound, vec![Move::Pass; max + 1]);
    assert_eq!(fault, TermsFault::TooManyMoves { max });
    let handicap = Terms {
        handicap: 3,
        ..terms(Rules::CONCISE)
    };
    let fault = open(handicap, moves("C3 D3"));
    assert_eq!(fault, TermsFault::HandicapPass { number: 2 });
}
