//! Whoever overdoes it is refused, and nobody else: neither moves nor the end of a game
//! ever want for room.

use std::time::Duration;

use ponnuki_clock::Control;
use ponnuki_game::{Dice, Move, Outcome, PointSet, Rules, Size};
use ponnuki_room::{
    CHAT_LINES_MAX, Company, EVENTS_MAX, EVENTS_RESERVE, Event, Happened, MARKS_MAX, MoveNodeId,
    NAMES_MAX, OFFERS_MAX, Quota, RESUMES_MAX, Refusal, Room, Seat, Speaker, Stage, Terms,
    UNDO_QUESTIONS_MAX, UNDOS_MAX, UndoTerms, WATCHER_LINES_MAX,
};

use crate::play::{OPENED, Play, terms};

fn said(from: Speaker, text: &str) -> Event {
    let text = text.to_owned();
    Event::Said { from, text }
}

fn watcher() -> Speaker {
    Speaker::Watcher {
        name: "Kibitz".to_owned(),
    }
}

fn renamed(seat: Seat, n: usize) -> Event {
    Event::Renamed {
        seat,
        name: format!("name {n}"),
    }
}

fn used_up(quota: Quota, max: u32) -> Refusal {
    Refusal::UsedUp { quota, max }
}

/// A room with these terms in which two people play.
fn room(terms: Terms) -> Room {
    Play::new(terms).room
}

/// How often the room takes the `event`s before it refuses the first.
#[track_caller]
fn n_taken(room: &mut Room, mut event: impl FnMut(usize) -> Event, refusal: &Refusal) -> u32 {
    for n in 0..EVENTS_MAX as usize + 100 {
        if let Err(why) = room.step(OPENED, event(n)) {
            assert_eq!(why, *refusal);
            return n as u32;
        }
    }
    panic!("everything was taken")
}

fn moved(room: &Room, at: &str) -> Event {
    let game = room.game().expect("a game");
    let seat = room.seat_of(game.turn()).expect("a player");
    let point = room.terms().size.point(at);
    Event::Moved {
        seat,
        node: room.node(),
        mv: point.map_or(Move::Pass, Move::Play),
        lag: Duration::ZERO,
    }
}

#[test]
fn nobody_wins_by_filling_the_room() {
    let control = Control::Absolute {
        main: Duration::from_secs(60),
    };
    let mut room = room(Terms {
        control,
        ..terms(Rules::GOBAN)
    });
    room.step(OPENED, moved(&room, "C3")).unwrap();
    let (host, refusal) = (Seat::Host, used_up(Quota::Names, NAMES_MAX));
    let n_names = n_taken(&mut room, |n| renamed(host, n), &refusal);
    assert_eq!(n_names, NAMES_MAX);
    let talks = |_| said(Speaker::Seat(host), "x");
    let refusal = used_up(Quota::Lines, CHAT_LINES_MAX);
    assert_eq!(n_taken(&mut room, talks, &refusal), CHAT_LINES_MAX);
    assert!(room.seq() < EVENTS_MAX - EVENTS_RESERVE);
    // The other has all that is theirs, and answers in time.
    room.step(OPENED, renamed(Seat::Guest, 0)).unwrap();
    let answers = said(Speaker::Seat(Seat::Guest), "stop that");
    room.step(OPENED, answers).unwrap();
    room.step(OPENED, moved(&room, "C4")).unwrap();
}

/// A room as yesterday's program took it, which held no seat to anything.
fn filled(terms: Terms, n_events: u64) -> Room {
    let mut play = Play::new(terms);
    play.act("host C3");
    let n_names = n_events as usize - play.events.len();
    let names = (0..n_names).map(|n| (OPENED, renamed(Seat::Host, n)));
    let events = play.events.into_iter().chain(names);
    Room::replay(events).expect("what was stored is trusted")
}

#[test]
fn what_was_stored_before_there_were_quotas_is_read() {
    let play = Play::new(terms(Rules::GOBAN));
    let from = || Speaker::Seat(Seat::Host);
    let lines = (0..1_000).map(|_| (OPENED, said(from(), "\u{202e}hello")));
    let asked = (
        OPENED,
        Event::UndoAsked {
            seat: Seat::Host,
            node: MoveNodeId(1),
        },
    );
    let no = (
        OPENED,
        Event::UndoAnswered {
            seat: Seat::Guest,
            yes: false,
        },
    );
    let undos = [asked, no].into_iter().cycle().take(60);
    let moved = (OPENED, moved(&play.room, "C3"));
    let events = play
        .events
        .into_iter()
        .chain(lines)
        .chain([moved])
        .chain(undos);
    let mut room = Room::replay(events).expect("what was stored is trusted");
    let refusal = used_up(Quota::Lines, CHAT_LINES_MAX);
    assert_eq!(room.step(OPENED, said(from(), "more")), Err(refusal));
    room.step(OPENED, said(Speaker::Seat(Seat::Guest), "at last"))
        .unwrap();
}

#[test]
fn moves_have_a_reserve_that_nothing_else_can_use() {
    let mut room = filled(terms(Rules::GOBAN), EVENTS_MAX - EVENTS_RESERVE);
    let (guest, max) = (Seat::Guest, EVENTS_MAX);
    let full = Refusal::RoomFull { max };
    let others = [
        said(Speaker::Seat(guest), "hello"),
        said(watcher(), "hello"),
        renamed(guest, 0),
        Event::UndoAsked {
            seat: guest,
            node: room.node(),
        },
        Event::AbandonOffered { seat: guest },
    ];
    for event in others {
        assert_eq!(room.step(OPENED, event), Err(full.clone()));
    }
    room.step(OPENED, moved(&room, "C4")).unwrap();
    room.step(OPENED, moved(&room, "pass")).unwrap();
    room.step(OPENED, moved(&room, "pass")).unwrap();
    assert!(matches!(room.stage(), Stage::Stopped(_)));
    let point = room.terms().size.point("C4").unwrap();
    let (seat, dead) = (Seat::Host, true);
    room.step(OPENED, Event::Marked { seat, point, dead })
        .unwrap();
    room.step(OPENED, Event::Resumed { seat: guest }).unwrap();
    room.step(OPENED, Event::Resigned { seat: guest }).unwrap();
    // Another game would have too little room.
    let rematch = Event::RematchOffered { seat: guest };
    assert_eq!(room.step(OPENED, rematch), Err(full));
}

#[test]
fn a_full_room_takes_the_end_of_the_game() {
    let mut room = filled(terms(Rules::GOBAN), EVENTS_MAX);
    let (seat, max) = (Seat::Guest, EVENTS_MAX);
    let full = Refusal::RoomFull { max };
    let move_too_much = moved(&room, "C4");
    assert_eq!(room.step(OPENED, move_too_much), Err(full.clone()));
    assert!(room.step(OPENED, Event::Resigned { seat }).is_ok());
    assert_eq!(*room.stage(), Stage::Over);
    let rematch = Event::RematchOffered { seat };
    assert_eq!(room.step(OPENED, rematch), Err(full));
    assert!(room.record(1).is_some());
}

#[test]
fn another_game_begins_with_all_quotas_full() {
    let mut room = room(terms(Rules::GOBAN));
    let (host, refusal) = (Seat::Host, used_up(Quota::Names, NAMES_MAX));
    n_taken(&mut room, |n| renamed(host, n), &refusal);
    room.step(OPENED, Event::Resigned { seat: host }).unwrap();
    for seat in Seat::BOTH {
        room.step(OPENED, Event::RematchOffered { seat }).unwrap();
    }
    let n_names = n_taken(&mut room, |n| renamed(host, n), &refusal);
    assert_eq!(n_names, NAMES_MAX);
}

#[test]
fn those_who_watch_silence_nobody_who_plays() {
    let mut room = room(terms(Rules::GOBAN));
    let refusal = used_up(Quota::WatcherLines, WATCHER_LINES_MAX);
    let n_lines = n_taken(&mut room, |_| said(watcher(), "look at me"), &refusal);
    assert_eq!(n_lines, WATCHER_LINES_MAX);
    for seat in Seat::BOTH {
        let talks = said(Speaker::Seat(seat), "good move");
        room.step(OPENED, talks).unwrap();
    }
}

#[test]
fn long_lines_count_as_several() {
    let mut room = room(terms(Rules::GOBAN));
    let text = "語".repeat(500);
    let refusal = used_up(Quota::Lines, CHAT_LINES_MAX);
    let talks = |_| said(Speaker::Seat(Seat::Host), &text);
    let n_lines = n_taken(&mut room, talks, &refusal);
    assert_eq!(n_lines, CHAT_LINES_MAX / 12, "1,500 bytes are twelve lines");
    // What is left is enough for a short one.
    room.step(OPENED, said(Speaker::Seat(Seat::Host), "gg"))
        .unwrap();
}

#[test]
fn marks_are_so_many_for_each_seat() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts("host C3, guest C4, host pass, guest pass");
    let mut room = play.room;
    let point = room.terms().size.point("C3").unwrap();
    let mark = |seat, n: usize| Event::Marked {
        seat,
        point,
        dead: n.is_multiple_of(2),
    };
    let refusal = used_up(Quota::Marks, MARKS_MAX);
    let n_marks = n_taken(&mut room, |n| mark(Seat::Host, n), &refusal);
    assert_eq!(n_marks, MARKS_MAX);
    room.step(OPENED, mark(Seat::Guest, 0)).unwrap();
    let Stage::Stopped(agreement) = room.stage() else {
        panic!("play has stopped")
    };
    // Whoever has marked enough can still settle the game.
    let (seat, dead) = (Seat::Host, agreement.dead);
    room.step(OPENED, Event::Accepted { seat, dead }).unwrap();
}

#[test]
fn a_player_resumes_so_often_and_the_other_can_still() {
    let mut room = room(terms(Rules::GOBAN));
    let stop = |room: &mut Room| {
        while !matches!(room.stage(), Stage::Stopped(_)) {
            room.step(OPENED, moved(room, "pass")).unwrap();
        }
    };
    for _ in 0..RESUMES_MAX {
        stop(&mut room);
        let seat = Seat::Host;
        room.step(OPENED, Event::Resumed { seat }).unwrap();
    }
    stop(&mut room);
    let again = room.step(OPENED, Event::Resumed { seat: Seat::Host });
    assert_eq!(again, Err(used_up(Quota::Resumes, RESUMES_MAX)));
    let seat = Seat::Guest;
    room.step(OPENED, Event::Resumed { seat }).unwrap();
}

#[test]
fn a_declined_undo_is_asked_for_again_after_another_move() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts("host C3, host undoes, guest declines, host undoes");
    assert!(
        play.report()
            .contains("host undoes: your opponent said no: ask again after another move"),
        "{}",
        play.report()
    );
    assert_eq!(play.room.undo_asked_by(), None, "nobody is asked again");
    play.acts("guest C4, host undoes");
    assert_eq!(play.room.undo_asked_by(), Some(Seat::Host));
}

#[test]
fn what_is_not_granted_is_asked_a_few_times_in_a_game() {
    let mut play = Play::new(Terms {
        size: Size::NINE,
        ..terms(Rules::GOBAN)
    });
    let points = play.room.terms().size.points().take(40);
    let mut n_asked = 0;
    let mut refused = None;
    for point in points {
        let node = play.room.node();
        let turn = play.game().turn();
        let seat = play.room.seat_of(turn).unwrap();
        let (mv, lag) = (Move::Play(point), Duration::ZERO);
        play.step(Event::Moved {
            seat,
            node,
            mv,
            lag,
        })
        .unwrap();
        if seat == Seat::Host {
            let node = play.room.node();
            let asked = play.step(Event::UndoAsked { seat, node });
            n_asked += u32::from(asked.is_ok());
            refused = asked.err();
        }
    }
    // Each was withdrawn by the other's move, as good as a no.
    assert_eq!(n_asked, UNDO_QUESTIONS_MAX);
    assert_eq!(refused, Some(used_up(Quota::Undos, UNDO_QUESTIONS_MAX)));
}

#[test]
fn what_is_granted_may_be_asked_for_again_and_again() {
    let mut play = Play::new(terms(Rules::GOBAN));
    for _ in 0..3 * UNDO_QUESTIONS_MAX {
        play.acts("host C3, host undoes, guest agrees");
    }
    assert_eq!(play.room.node(), MoveNodeId::ROOT);
    assert!(!play.report().contains("often enough"));
}

#[test]
fn free_undos_of_a_game_between_people_end_somewhere() {
    let terms = |company| Terms {
        undo: UndoTerms::Free,
        company,
        ..terms(Rules::GOBAN)
    };
    let back_and_forth = |room: &mut Room, n: u32| {
        (0..n).find_map(|_| {
            room.step(OPENED, moved(room, "C3")).unwrap();
            let (seat, node) = (Seat::Host, room.node());
            room.step(OPENED, Event::UndoAsked { seat, node }).err()
        })
    };
    let mut between_people = room(terms(Company::Link));
    let refusal = used_up(Quota::Undos, UNDOS_MAX);
    assert_eq!(back_and_forth(&mut between_people, UNDOS_MAX), None);
    assert_eq!(back_and_forth(&mut between_people, 1), Some(refusal));
    between_people
        .step(OPENED, moved(&between_people, "C4"))
        .unwrap();
    // Who is alone wrongs nobody.
    let mut alone = room(terms(Company::SameScreen));
    assert_eq!(back_and_forth(&mut alone, 2 * UNDOS_MAX), None);
}

#[test]
fn an_offer_too_many_can_still_be_accepted() {
    let mut play = Play::new(Terms {
        size: Size::new(4, 1).unwrap(),
        ..terms(Rules::GOBAN)
    });
    play.acts("host B1, guest D1, host A1, guest C1, host B1");
    let mut n_offers = 0;
    for line in ["guest D1", "host A1", "guest C1", "host B1"]
        .into_iter()
        .cycle()
        .take(100)
    {
        let offered = play.step(Event::AbandonOffered { seat: Seat::Guest });
        n_offers += u32::from(offered.is_ok());
        play.act(line);
    }
    assert_eq!(n_offers, OFFERS_MAX);
    let told = play.step(Event::AbandonOffered { seat: Seat::Guest });
    assert_eq!(told, Err(used_up(Quota::Offers, OFFERS_MAX)));
    play.act("host abandons");
    let told = play.step(Event::AbandonOffered { seat: Seat::Guest });
    let outcome = Outcome::NoResult;
    let seat = Seat::Guest;
    let expected = [
        Happened::AbandonOffered { seat },
        Happened::Ended { outcome },
    ];
    assert_eq!(told.as_deref(), Ok(&expected[..]));
}

/// Anything that the host can send, over and over.
fn nuisance(room: &Room, dice: &mut Dice) -> Event {
    let (seat, node) = (Seat::Host, room.node());
    let points: Vec<_> = room.terms().size.points().collect();
    let point = points[dice.below(points.len())];
    match dice.below(8) {
        0 => renamed(seat, dice.below(1_000)),
        1 => said(Speaker::Seat(seat), "and another thing"),
        2 => said(watcher(), "look at me"),
        3 => Event::UndoAsked { seat, node },
        4 => Event::AbandonOffered { seat },
        5 => Event::RematchOffered { seat },
        6 => Event::Resumed { seat },
        _ => Event::Marked {
            seat,
            point,
            dead: dice.below(2) == 0,
        },
    }
}

#[test]
fn whatever_one_seat_floods_a_room_with_the_game_goes_on() {
    for seed in 0..8 {
        let mut dice = Dice::new(seed);
        let mut room = room(Terms {
            undo: [UndoTerms::Ask, UndoTerms::Free][dice.below(2)],
            ..terms(Rules::GOBAN)
        });
        for _ in 0..200 {
            for _ in 0..50 {
                // Taken or refused: it is the host's own affair.
                let _ = room.step(OPENED, nuisance(&room, &mut dice));
            }
            assert!(room.seq() < EVENTS_MAX - EVENTS_RESERVE, "seed {seed}");
            let (seat, dead) = (Seat::Guest, PointSet::EMPTY);
            let event = match room.stage() {
                Stage::Stopped(_) => Event::Resumed { seat },
                _ => {
                    let legal: Vec<_> = room.game().expect("a game").legal().iter().collect();
                    let mut event = moved(&room, "pass");
                    if let (Event::Moved { mv, .. }, false) = (&mut event, legal.is_empty()) {
                        *mv = Move::Play(legal[dice.below(legal.len())]);
                    }
                    event
                }
            };
            match room.step(OPENED, event) {
                // The guest has resumed as often as anybody may: the game can be settled.
                Err(Refusal::UsedUp { quota, .. }) => {
                    assert_eq!(quota, Quota::Resumes, "seed {seed}");
                    let accepted = room.step(OPENED, Event::Accepted { seat, dead });
                    assert!(accepted.is_ok() || accepted == Err(Refusal::OtherMarks));
                    break;
                }
                outcome => assert!(outcome.is_ok(), "seed {seed}: {outcome:?}"),
            }
        }
        let (from, seat) = (Speaker::Seat(Seat::Guest), Seat::Guest);
        room.step(OPENED, said(from, "thank you")).unwrap();
        room.step(OPENED, Event::Resigned { seat }).unwrap();
    }
}
