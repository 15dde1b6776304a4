//! Rooms that anything may come to: bytes choose the terms and the events.

use std::time::Duration;

use ponnuki_clock::Control;
use ponnuki_game::{Color, Game, Komi, Move, PointSet};
use ponnuki_record::Records;
use ponnuki_room::{
    ColorTerms, Company, DeadReason, Event, Happened, KomiTerms, NodeId, Proposal, Refusal, Room,
    Seat, Sitter, Speaker, Stage, Terms, UndoTerms, Want,
};
use ponnuki_testkit::{Script, for_seeds};

use crate::play::OPENED;

/// How many walks a test makes, and as many times more in the slow run.
fn n_walks(n: u64) -> u64 {
    if ponnuki_testkit::is_slow_run() {
        20 * n
    } else {
        n
    }
}

#[test]
fn a_room_is_what_its_events_make_of_it() {
    for_seeds(n_walks(60), |bytes| {
        let mut walk = Walk::new(bytes);
        while walk.step().is_some() {
            let replayed = Room::replay(walk.events.iter().cloned());
            let replayed = replayed.unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(format!("{replayed:?}"), format!("{:?}", walk.room));
        }
    });
}

#[test]
fn a_refused_event_changes_nothing() {
    for_seeds(n_walks(200), |bytes| {
        let mut walk = Walk::new(bytes);
        let mut before = format!("{:?}", walk.room);
        while let Some(outcome) = walk.step() {
            let after = format!("{:?}", walk.room);
            if let Err(refusal) = outcome {
                assert_eq!(before, after, "{refusal}");
            }
            before = after;
        }
    });
}

#[test]
fn the_tree_s_line_is_the_game() {
    for_seeds(n_walks(200), |bytes| {
        let mut walk = Walk::new(bytes);
        while walk.step().is_some() {
            let room = &walk.room;
            let Some(game) = room.game() else {
                assert_eq!(room.node(), NodeId::ROOT);
                continue;
            };
            let line = room.tree().line(room.node());
            let nodes = line.iter().filter_map(|&id| room.tree().node(id));
            let moves: Vec<_> = nodes.clone().map(|node| (node.by, node.mv)).collect();
            assert_eq!(moves, game.moves().collect::<Vec<_>>());
            let mut stones = game.setup().all_stones();
            for node in nodes {
                if let Move::Play(point) = node.mv {
                    stones[node.by].insert(point);
                }
                for color in Color::BOTH {
                    stones[color] = stones[color] - node.lifted;
                }
            }
            for color in Color::BOTH {
                assert_eq!(stones[color], game.board().stones(color));
            }
        }
    });
}

#[test]
fn time_is_gained_by_moves_alone() {
    for_seeds(n_walks(200), |bytes| {
        let mut walk = Walk::new(bytes);
        loop {
            let (control, now) = (walk.room.terms().control, walk.room.last_at());
            let before = walk.room.clocks(now);
            let Some(outcome) = walk.step() else { break };
            let after = walk.room.clocks(walk.room.last_at());
            let happened = outcome.unwrap_or_default();
            for color in Color::BOTH {
                let may_gain = happened.iter().any(|what| match what {
                    Happened::Moved { by, .. } => *by == color,
                    Happened::Began { .. } | Happened::RematchOffered { .. } => true,
                    _ => false,
                });
                // A period or a move's own time begins anew with the turn.
                let is_anew = matches!(control, Control::Byoyomi { .. } | Control::PerMove { .. });
                let (had, has) = (
                    control.until_flag(before[color]),
                    control.until_flag(after[color]),
                );
                assert!(
                    may_gain || is_anew || has <= had,
                    "{color} had {had:?} and has {has:?} after {happened:?}"
                );
            }
        }
    });
}

#[test]
fn who_comes_back_hears_what_others_heard() {
    for_seeds(n_walks(200), |bytes| {
        let mut walk = Walk::new(bytes);
        let mut heard = Vec::new();
        heard.extend(walk.room.happened(0).cloned());
        loop {
            let (seq, game_number) = (walk.room.seq(), walk.room.game_number());
            let Some(outcome) = walk.step() else { break };
            let happened: Vec<_> = walk.room.happened(seq).cloned().collect();
            if let Ok(told) = outcome {
                assert!(happened.iter().all(|told| told.seq == seq + 1));
                let whats: Vec<_> = happened.iter().map(|told| told.what.clone()).collect();
                assert_eq!(told, whats);
                assert!(!told.is_empty(), "something happens at each event");
            }
            if walk.room.game_number() != game_number {
                heard.clear();
            }
            heard.extend(happened);
            assert_eq!(walk.room.happened(0).cloned().collect::<Vec<_>>(), heard);
        }
    });
}

#[test]
fn every_record_reads_back_as_the_game() {
    for_seeds(n_walks(300), |bytes| {
        let mut walk = Walk::new(bytes);
        while walk.step().is_some() {}
        let Some(game) = walk.room.game() else { return };
        let sgf = walk.room.record(walk.room.game_number()).unwrap();
        let records = Records::from_bytes(sgf.as_bytes()).unwrap();
        let record = records.iter().next().unwrap().unwrap();
        let (read, _) = record.under(*game.rules()).game();
        assert_eq!(read.board(), game.board(), "{sgf}");
        let moves = |game: &Game| game.moves().collect::<Vec<_>>();
        assert_eq!(moves(&read), moves(game), "{sgf}");
    });
}

/// A room and the choices that drive it.
struct Walk<'a> {
    script: Script<'a>,
    room: Room,
    now: Duration,
    events: Vec<(Duration, Event)>,
}

impl<'a> Walk<'a> {
    fn new(bytes: &'a [u8]) -> Walk<'a> {
        let mut script = Script::new(bytes);
        let (room, terms) = loop {
            let terms = any_terms(&mut script);
            let opened = Room::open(OPENED, terms, "Host".to_owned());
            assert_eq!(opened.is_ok(), terms.check().is_ok());
            if let Ok(room) = opened {
                break (room, terms);
            }
        };
        let host = "Host".to_owned();
        Walk {
            script,
            room,
            now: OPENED,
            events: vec![(OPENED, Event::Opened { terms, host })],
        }
    }

    /// Lets some event come, with what becomes of it; nothing when the choices
    /// are used up.
    fn step(&mut self) -> Option<Result<Vec<Happened>, Refusal>> {
        if self.script.is_over() {
            return None;
        }
        self.now += Duration::from_millis(self.script.below(4) as u64 * 700);
        let event = match self.script.below(3) {
            0 => self.any_event(),
            _ => self.likely_event(),
        };
        let outcome = self.room.step(self.now, event.clone());
        if outcome.is_ok() {
            self.events.push((self.now, event));
        }
        Some(outcome)
    }

    /// What would come next in an ordinary game.
    fn likely_event(&mut self) -> Event {
        let host = self.script.color();
        let seat = self.seat();
        match (self.room.wants(), self.room.stage()) {
            (Some(Want::Nigiri), _) => Event::Nigiri { host },
            (Some(Want::DeadStones), _) => Event::Proposed {
                dead: self.proposal(),
            },
            (Some(Want::EngineAnswer { seat, dead }), _) => Event::Accepted { seat, dead },
            (_, Stage::Waiting) => Event::Joined {
                seat: Seat::Guest,
                sitter: Sitter::Person {
                    name: "Guest".to_owned(),
                },
            },
            (_, Stage::Playing) => self.a_move(),
            (_, Stage::Over) => Event::RematchOffered { seat },
            _ => self.any_event(),
        }
    }

    fn any_event(&mut self) -> Event {
        let seat = self.seat();
        let node = match self.script.below(8) {
            0 => NodeId(self.script.below(20) as u32),
            _ => self.room.node(),
        };
        let color = self.script.color();
        let komi = Komi::from_half_points(self.script.below(40) as i16 - 10);
        let is_dead = self.script.below(3) > 0;
        match self.script.below(23) {
            0 | 1 => Event::Bid { seat, komi },
            2 => Event::Concede { seat },
            3 => Event::NameKomi { seat, komi },
            4 => Event::ChooseColor { seat, color },
            5 => Event::Resigned { seat },
            6 | 7 => Event::UndoAsked { seat, node },
            8 => Event::UndoAnswered { seat, yes: is_dead },
            9 => Event::AbandonOffered { seat },
            10 => Event::Proposed {
                dead: self.proposal(),
            },
            11 | 12 => Event::Marked {
                seat,
                point: self.script.any_point(),
                dead: is_dead,
            },
            13 | 14 => Event::Accepted {
                seat,
                dead: match self.room.stage() {
                    Stage::Stopped(agreement) => agreement.dead,
                    _ => PointSet::EMPTY,
                },
            },
            15 => Event::Resumed { seat },
            16 => Event::Said {
                from: Speaker::Seat(seat),
                text: "hm".to_owned(),
            },
            17 => Event::Renamed {
                seat,
                name: ["", "Genan", "a\nb"][self.script.below(3)].to_owned(),
            },
            18 => Event::RematchOffered { seat },
            19 => Event::Ticked,
            20 => Event::Woke {
                down_since: self.now.saturating_sub(Duration::from_secs(1)),
            },
            21 => Event::Closed,
            _ => Event::Nigiri { host: color },
        }
    }

    /// A move for the player to move; every fifth is a pass.
    fn a_move(&mut self) -> Event {
        let turn = self.room.game().map_or(Color::Black, Game::turn);
        let mv = match self.script.below(5) {
            0 => Move::Pass,
            _ => Move::Play(self.script.point(self.room.terms().size)),
        };
        Event::Moved {
            seat: self.room.seat_of(turn).unwrap_or(Seat::Host),
            node: self.room.node(),
            mv,
            lag: Duration::from_millis(self.script.below(3) as u64 * 400),
        }
    }

    fn seat(&mut self) -> Seat {
        self.script.one_of(&Seat::BOTH)
    }

    fn proposal(&mut self) -> Vec<Proposal> {
        let point = self.script.point(self.room.terms().size);
        let chain = self.room.game().and_then(|game| game.board().chain(point));
        let proposal = chain.map(|chain| Proposal {
            stones: chain.stones,
            reason: DeadReason::NoEyes,
        });
        proposal.into_iter().collect()
    }
}

fn any_terms(script: &mut Script<'_>) -> Terms {
    let secs = Duration::from_secs;
    let rules = script.rules();
    let (main, period) = (secs(10), secs(5));
    Terms {
        size: script.size(),
        rules,
        handicap: script.one_of(&[0, 0, 0, 2, 3]),
        handicap_to: script.color(),
        komi: script.one_of(&[
            KomiTerms::Fixed(rules.start.komi),
            KomiTerms::Auction,
            KomiTerms::NameAndChoose,
        ]),
        colors: script.one_of(&[
            ColorTerms::HostBlack,
            ColorTerms::HostWhite,
            ColorTerms::Nigiri,
        ]),
        control: script.one_of(&[
            Control::None,
            Control::Absolute { main },
            Control::Fischer {
                main,
                increment: secs(2),
                max: Some(secs(12)),
            },
            Control::Byoyomi {
                main,
                n_periods: 2,
                period,
            },
            Control::Canadian {
                main,
                n_stones: 3,
                period,
            },
            Control::PerMove { time: period },
        ]),
        undo: script.one_of(&[UndoTerms::Free, UndoTerms::Ask, UndoTerms::Never]),
        company: script.one_of(&[
            Company::Link,
            Company::SameScreen,
            Company::Engine { level: 1 },
        ]),
    }
}
