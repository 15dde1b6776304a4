//! The players' time.

use std::time::Duration;

use ponnuki_clock::{Control, LAG_MAX, LAG_QUOTA, LAG_REFILL, Left};
use ponnuki_game::{Color, Move, Rules};
use ponnuki_room::{
    Company, Event, RESOLUTION, Refusal, Room, Seat, Stage, Terms, UndoTerms, Want,
};

use crate::play::{OPENED, Play, terms};

const fn secs(n: u64) -> Duration {
    Duration::from_secs(n)
}

fn timed(control: Control) -> Terms {
    Terms {
        control,
        undo: UndoTerms::Free,
        ..terms(Rules::GOBAN)
    }
}

const ABSOLUTE: Control = Control::Absolute { main: secs(60) };
const FISCHER: Control = Control::Fischer {
    main: secs(60),
    increment: secs(10),
    max: None,
};
const BYOYOMI: Control = Control::Byoyomi {
    main: secs(20),
    n_periods: 2,
    period: secs(20),
};
const CANADIAN: Control = Control::Canadian {
    main: secs(40),
    n_stones: 2,
    period: secs(20),
};
const PER_MOVE: Control = Control::PerMove { time: secs(60) };

#[test]
fn every_clock_ends_the_game_when_its_time_is_over_and_not_before() {
    for control in [ABSOLUTE, FISCHER, BYOYOMI, CANADIAN, PER_MOVE] {
        let mut play = Play::new(timed(control));
        assert_eq!(play.room.deadline(), Some(OPENED + secs(60) + LAG_MAX));
        play.acts("+60.999, tick");
        assert!(
            play.report().contains("tick: the time is not over"),
            "{control:?}"
        );
        play.acts("+0.001, tick, tick");
        let outcome = play.game().outcome().unwrap().to_string();
        assert_eq!(outcome, "W+T", "{control:?}");
        assert_eq!(play.room.clocks(play.now).black, Left::Flag);
        assert_eq!((play.room.deadline(), play.room.running()), (None, None));
    }
}

#[test]
fn every_clock_shows_what_is_left_after_moves() {
    let left = |time| Left::Main(secs(time));
    let cases = [
        (Control::None, Left::Unlimited, Left::Unlimited),
        (ABSOLUTE, left(35), left(30)),
        (FISCHER, left(45), left(30)),
        (
            BYOYOMI,
            Left::Period {
                time: secs(20),
                n_periods: 2,
            },
            Left::Period {
                time: secs(10),
                n_periods: 2,
            },
        ),
        (CANADIAN, left(15), left(10)),
        (PER_MOVE, left(60), left(30)),
    ];
    for (control, black, white) in cases {
        let mut play = Play::new(timed(control));
        play.acts("+25, host C3, +30");
        let clocks = play.room.clocks(play.now);
        assert_eq!((clocks.black, clocks.white), (black, white), "{control:?}");
    }
}

#[test]
fn a_move_after_the_flag_is_refused_and_its_way_is_not_counted() {
    let mut play = Play::new(timed(ABSOLUTE));
    play.acts("+60.5");
    let moved = |lag| Event::Moved {
        seat: Seat::Host,
        node: Default::default(),
        mv: Move::Pass,
        lag,
    };
    let late = play.step(moved(Duration::from_millis(500)));
    assert_eq!(late, Err(Refusal::FlagFallen));
    assert!(play.step(moved(Duration::from_millis(600))).is_ok());
    let left = play.room.clocks(play.now).black;
    assert_eq!(left, Left::Main(Duration::from_millis(100)));
    // Nobody's way is longer than the most.
    let mut play = Play::new(timed(ABSOLUTE));
    play.acts("+61");
    assert_eq!(play.step(moved(secs(10))), Err(Refusal::FlagFallen));
}

#[test]
fn no_clock_runs_while_the_players_agree() {
    let mut play = Play::new(timed(ABSOLUTE));
    play.acts("+10, host pass, +20, guest pass, +1000, tick");
    assert_eq!((play.room.running(), play.room.deadline()), (None, None));
    let clocks = play.room.clocks(play.now);
    assert_eq!(
        (clocks.black, clocks.white),
        (Left::Main(secs(50)), Left::Main(secs(40)))
    );
    play.acts("guest resumes, +5");
    assert_eq!(play.room.running(), Some(Color::Black));
    assert_eq!(play.room.clocks(play.now).black, Left::Main(secs(45)));
}

#[test]
fn no_clock_runs_before_both_sit() {
    let mut play = Play::alone(timed(ABSOLUTE));
    play.acts("+1000, tick");
    assert_eq!(play.room.clocks(play.now).black, Left::Main(secs(60)));
    play.acts("guest joins as Genan, +10");
    assert_eq!(play.room.clocks(play.now).black, Left::Main(secs(50)));
}

#[test]
fn clocks_stand_still_while_the_program_does_not_run() {
    let mut play = Play::new(timed(ABSOLUTE));
    play.acts("+1000, wake 20");
    assert_eq!(play.room.clocks(play.now).black, Left::Main(secs(40)));
    assert_eq!(play.room.deadline(), Some(play.now + secs(40) + LAG_MAX));
    play.acts("+10, host C3");
    assert_eq!(play.room.clocks(play.now).black, Left::Main(secs(30)));
    // It was down since before the turn began, or twice, or says so of the future.
    play.acts("+500, wake 0");
    assert_eq!(play.room.clocks(play.now).white, Left::Main(secs(60)));
    play.acts("+5, wake 999999");
    assert_eq!(play.room.clocks(play.now).white, Left::Main(secs(55)));
    play.acts("+100, wake 0");
    assert_eq!(play.room.clocks(play.now).white, Left::Main(secs(55)));
}

#[test]
fn a_room_without_a_running_clock_does_not_wake() {
    for terms in [timed(Control::None), timed(ABSOLUTE)] {
        let mut play = Play::new(terms);
        if terms.control != Control::None {
            play.act("host resigns");
        }
        play.act("wake 0");
        assert!(
            play.report()
                .contains("wake 0: this is not the time for it")
        );
    }
}

#[test]
fn a_clock_that_runs_backwards_stands_still() {
    let mut play = Play::new(timed(ABSOLUTE));
    play.acts("+10, host C3");
    play.now = OPENED;
    play.act("guest C4");
    let clocks = play.room.clocks(OPENED);
    assert_eq!(
        (clocks.black, clocks.white),
        (Left::Main(secs(50)), Left::Main(secs(60)))
    );
    assert_eq!(play.room.last_at(), OPENED + secs(10));
}

#[test]
fn an_engine_has_a_clock_like_anybody() {
    let mut play = Play::new(Terms {
        company: Company::Engine { level: 1 },
        ..timed(ABSOLUTE)
    });
    play.acts("host C3");
    assert!(matches!(play.room.wants(), Some(Want::EngineMove { .. })));
    play.acts("+61, tick");
    assert_eq!(*play.room.stage(), Stage::Over);
    assert_eq!(play.game().outcome().unwrap().winner(), Some(Color::Black));
}

#[test]
fn an_undo_gives_no_time_back() {
    let mut play = Play::new(timed(ABSOLUTE));
    play.acts("+10, host C3, +20, host undoes");
    let clocks = play.room.clocks(play.now);
    assert_eq!(
        (clocks.black, clocks.white),
        (Left::Main(secs(50)), Left::Main(secs(40)))
    );
    assert_eq!(play.room.running(), Some(Color::Black));
    play.act("+5");
    assert_eq!(play.room.clocks(play.now).black, Left::Main(secs(45)));
}

#[test]
fn an_undo_earns_no_time() {
    let mut play = Play::new(timed(FISCHER));
    for _ in 0..3 {
        play.acts("host C3, host undoes");
        assert_eq!(play.room.clocks(play.now).black, Left::Main(secs(60)));
    }
    // A stone that is taken back has to be played again in what is left.
    let mut play = Play::new(timed(CANADIAN));
    play.acts("+45, host C3, guest C4");
    let stones = |time, n_stones| {
        let time = secs(time);
        Left::Stones { time, n_stones }
    };
    assert_eq!(play.room.clocks(play.now).black, stones(15, 1));
    play.acts("+5, host undoes");
    assert_eq!(play.room.clocks(play.now).black, stones(10, 2));
    // And a period that it began is gone with it.
    play.acts("host C3, guest C4, host D4");
    assert_eq!(play.room.clocks(play.now).black, stones(20, 2));
    play.act("host undoes");
    assert_eq!(play.room.clocks(play.now).black, stones(10, 1));
}

#[test]
fn a_period_not_used_up_begins_anew_after_an_undo() {
    let mut play = Play::new(timed(BYOYOMI));
    play.acts("+25, host C3, +30, host undoes");
    let clocks = play.room.clocks(play.now);
    let (time, n_periods) = (secs(20), 2);
    let full = Left::Period { time, n_periods };
    assert_eq!((clocks.black, clocks.white), (full, full));
}

#[test]
fn nothing_is_taken_back_when_the_time_is_over() {
    let mut play = Play::new(timed(ABSOLUTE));
    play.acts("host C3, +60, host undoes");
    assert!(play.report().contains("host undoes: the time is over"));
}

#[test]
fn a_time_finer_than_a_millisecond_is_cut_before_it_is_looked_at() {
    // The turn begins at 0.0004 s, cut to 0: the flag falls at 61 s, and not 0.4 ms later.
    let mut play = Play::new(timed(ABSOLUTE));
    play.acts("+0.0004, host C3, guest D3, +60.9992, tick");
    assert!(play.report().contains("tick: the time is not over"));
    play.acts("+0.0004, tick");
    assert_eq!(play.game().outcome().unwrap().to_string(), "W+T");
    let last_at = play.room.last_at().as_nanos();
    assert!(last_at.is_multiple_of(RESOLUTION.as_nanos()));
}

/// The events of `play` and one more that came `early` before it would be accepted today.
fn with_early(play: &Play, early: Duration, event: Event) -> Vec<(Duration, Event)> {
    let mut events = play.events.clone();
    events.push((play.now - early, event));
    events
}

#[test]
fn a_flag_that_was_stored_has_fallen_whatever_its_rounded_time_says() {
    for control in [ABSOLUTE, FISCHER, BYOYOMI, CANADIAN, PER_MOVE] {
        let mut play = Play::new(timed(control));
        play.acts("host C3, +61");
        let events = with_early(&play, Duration::from_millis(2), Event::Ticked);
        let mut room = Room::replay(play.events.clone()).unwrap();
        let (at, tick) = events[events.len() - 1].clone();
        assert_eq!(room.step(at, tick), Err(Refusal::FlagNotFallen));
        let room = Room::replay(events).unwrap();
        let outcome = room.game().and_then(|game| game.outcome()).unwrap();
        assert_eq!(outcome.to_string(), "B+T", "{control:?}");
    }
}

#[test]
fn a_flag_cannot_have_fallen_where_no_clock_ran() {
    let mut play = Play::new(timed(Control::None));
    play.acts("host C3, +61");
    let events = with_early(&play, Duration::ZERO, Event::Ticked);
    assert!(Room::replay(events).is_err());
}

#[test]
fn a_move_that_was_stored_was_in_time_whatever_its_rounded_time_says() {
    for control in [ABSOLUTE, FISCHER, BYOYOMI, CANADIAN, PER_MOVE] {
        let mut play = Play::new(timed(control));
        play.acts("+60.001");
        let moved = Event::Moved {
            seat: Seat::Host,
            node: play.room.node(),
            mv: Move::Pass,
            lag: Duration::ZERO,
        };
        assert_eq!(play.step(moved.clone()), Err(Refusal::FlagFallen));
        let room = Room::replay(with_early(&play, Duration::ZERO, moved)).unwrap();
        let left = room.clocks(play.now).black;
        assert_ne!(left, Left::Flag, "{control:?}");
        assert_eq!(room.running(), Some(Color::White), "{control:?}");
    }
}

/// Lets both players move `n` times, each after thinking for 0.95 s, and with as much grace
/// as they get.
fn play_slowly(play: &mut Play, n: u32) {
    for seat in (0..2 * n).map(|idx| [Seat::Host, Seat::Guest][idx as usize % 2]) {
        play.now += Duration::from_millis(950);
        let mv = play.game().legal().first().map_or(Move::Pass, Move::Play);
        let moved = Event::Moved {
            seat,
            node: play.room.node(),
            mv,
            lag: play.room.granted_lag(seat, secs(9)),
        };
        play.step(moved).expect("a move in time");
    }
}

#[test]
fn grace_for_the_network_is_a_quota_of_each_player_and_game() {
    let mut play = Play::new(timed(ABSOLUTE));
    play_slowly(&mut play, 4);
    // Three seconds, and a tenth more for each move but the last.
    let used = LAG_QUOTA + 3 * LAG_REFILL;
    let left = Left::Main(secs(60) - (Duration::from_millis(4 * 950) - used));
    let clocks = play.room.clocks(play.now);
    assert_eq!((clocks.black, clocks.white), (left, left));
    // The flag falls with the last of the time, and what little grace there is.
    let flag = play.now + secs(60) - Duration::from_millis(500) + LAG_REFILL;
    assert_eq!(play.room.deadline(), Some(flag));
    assert_eq!(play.room.granted_lag(Seat::Host, secs(1)), LAG_REFILL);
    // A restart does not fill it.
    let room = Room::replay(play.events.clone()).expect("the same room");
    assert_eq!(room.granted_lag(Seat::Host, secs(1)), LAG_REFILL);
    // The next game does.
    play.acts("host resigns, host rematches, guest rematches");
    assert_eq!(play.room.granted_lag(Seat::Host, secs(1)), LAG_MAX);
}

#[test]
fn a_move_that_was_stored_keeps_the_grace_that_it_was_given() {
    // As a program without a quota wrote it.
    let mut play = Play::new(timed(ABSOLUTE));
    for seat in [Seat::Host, Seat::Guest].into_iter().cycle().take(20) {
        play.now += secs(1);
        let mv = play.game().legal().first().map_or(Move::Pass, Move::Play);
        let (node, lag) = (play.room.node(), secs(1));
        let moved = Event::Moved {
            seat,
            node,
            mv,
            lag,
        };
        play.step(moved).expect("a move in time");
    }
    let room = Room::replay(play.events.clone()).expect("the same room");
    let left = Left::Main(secs(60));
    let clocks = room.clocks(play.now);
    assert_eq!((clocks.black, clocks.white), (left, left));
    assert_eq!(room.granted_lag(Seat::Host, secs(1)), LAG_REFILL);
}
