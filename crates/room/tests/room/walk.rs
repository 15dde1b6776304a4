//! A room that anything may come to: bytes choose the terms and the events, and when they
//! come. The laws of what is stored include this file by its path.

use std::time::Duration;

use ponnuki_clock::Control;
use ponnuki_game::{ByColor, Color, Game, Komi, Move, PointSet};
use ponnuki_room::{
    ColorTerms, Company, Event, Happened, KomiTerms, MoveNodeId, Occupant, Proposal, Refusal, Room,
    Seat, Speaker, Stage, Terms, TermsFault, UndoTerms, Want,
};
use ponnuki_testkit::Script;
use ponnuki_think::DeadReason;

/// When the rooms are opened: some day in 2025, and a part of a millisecond.
const OPENED: Duration = Duration::new(1_763_251_200, 700_001);

/// A room and the choices that drive it.
pub(crate) struct Walk<'a> {
    script: Script<'a>,
    pub(crate) room: Room,
    now: Duration,
    /// All events that were accepted, with the times at which they came.
    pub(crate) events: Vec<(Duration, Event)>,
}

impl<'a> Walk<'a> {
    /// A walk on the first terms that the bytes choose and `read` makes something of.
    pub(crate) fn new(bytes: &'a [u8], read: impl Fn(Terms) -> Option<Terms>) -> Walk<'a> {
        let mut script = Script::new(bytes);
        let host = "Host".to_owned();
        let (mut room, terms) = loop {
            let Some(terms) = read(any_terms(&mut script)) else {
                continue;
            };
            let opened = Room::open(OPENED, terms, host.clone());
            assert_eq!(opened.is_ok(), terms.check().is_ok());
            if let Ok(room) = opened {
                break (room, terms);
            }
        };
        let mut stones = ByColor::<PointSet>::default();
        for _ in 0..script.one_of(&[0, 0, 2, 5]) {
            let Move::Play(point) = any_move(&mut script, terms) else {
                continue;
            };
            let mut more = stones;
            more[script.one_of(&Color::BOTH)].insert(point);
            let opened = Room::open_after(OPENED, terms, host.clone(), more, Vec::new());
            if let Ok(opened) = opened {
                (room, stones) = (opened, more);
            }
        }
        let mut moves = Vec::new();
        for _ in 0..script.one_of(&[0, 0, 3, 9]) {
            moves.push(any_move(&mut script, terms));
            match Room::open_after(OPENED, terms, host.clone(), stones, moves.clone()) {
                Ok(opened) => room = opened,
                Err(TermsFault::Move { number, .. } | TermsFault::HandicapPass { number }) => {
                    assert_eq!(number, moves.len(), "those before were sound");
                    moves.pop();
                }
                Err(fault) => panic!("{fault}"),
            }
        }
        let opened = Event::Opened {
            terms,
            host,
            stones: Box::new(stones),
            moves,
        };
        Walk {
            script,
            room,
            now: OPENED,
            events: vec![(OPENED, opened)],
        }
    }

    /// Lets some event come, with what becomes of it; nothing when the choices
    /// are used up.
    pub(crate) fn step(&mut self) -> Option<Result<Vec<Happened>, Refusal>> {
        if self.script.is_over() {
            return None;
        }
        let passed = self.span(4, Duration::from_millis(700));
        self.now += passed;
        let event = match self.script.below(3) {
            0 => self.any_event(),
            _ => self.likely_event(),
        };
        // A clock that was set back: the room takes the last time that it knows.
        let back = self.script.one_of(&[0, 0, 0, 0, 0, 0, 0, 5]);
        let at = self.now - Duration::from_secs(back);
        let outcome = self.room.step(at, event.clone());
        if outcome.is_ok() {
            self.events.push((at, event));
        }
        Some(outcome)
    }

    /// Fewer than `n` times `unit`, and a time finer than what is stored.
    fn span(&mut self, n: usize, unit: Duration) -> Duration {
        let rough = self.script.below(n) as u32 * unit;
        rough + Duration::from_nanos(self.script.below(256) as u64 * 3_999)
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
                sitter: Occupant::Person {
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
            0 => MoveNodeId(self.script.below(20) as u32),
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

    /// A move for the player to move.
    fn a_move(&mut self) -> Event {
        let turn = self.room.game().map_or(Color::Black, Game::turn);
        let mv = any_move(&mut self.script, *self.room.terms());
        Event::Moved {
            seat: self.room.seat_of(turn).unwrap_or(Seat::Host),
            node: self.room.node(),
            mv,
            lag: self.span(3, Duration::from_millis(400)),
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

/// A move on the board of `terms`; every fifth is a pass.
fn any_move(script: &mut Script<'_>, terms: Terms) -> Move {
    match script.below(5) {
        0 => Move::Pass,
        _ => Move::Play(script.point(terms.size)),
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
