//! Rooms as sentences: what people do, and what stands then.

use std::fmt::Write as _;
use std::time::Duration;

use ponnuki_clock::Control;
use ponnuki_game::{ByColor, Color, Game, Komi, Move, PointSet, Rules, Size};
use ponnuki_room::{
    BiddingKind, ColorTerms, Company, Event, Happened, KomiTerms, Occupant, Proposal, Refusal,
    Room, Seat, Speaker, Stage, Terms, UndoTerms,
};
use ponnuki_think::DeadReason;

/// When the rooms of the tests are opened: some day in 2025.
pub(crate) const OPENED: Duration = Duration::from_secs(1_763_251_200);

/// An even game on 5×5 between two people, the host with Black, no clock.
pub(crate) fn terms(rules: Rules) -> Terms {
    Terms {
        size: Size::new(5, 5).unwrap(),
        rules,
        handicap: 0,
        handicap_to: Color::Black,
        komi: KomiTerms::Fixed(rules.start.komi),
        colors: ColorTerms::HostBlack,
        control: Control::None,
        undo: UndoTerms::Ask,
        company: Company::Link,
    }
}

/// A room in which sentences happen.
pub(crate) struct Play {
    pub(crate) room: Room,
    pub(crate) now: Duration,
    /// All events that were accepted.
    pub(crate) events: Vec<(Duration, Event)>,
    /// A line for each refused sentence.
    refusals: String,
}

impl Play {
    /// A room with these terms; by a link the guest has come already.
    pub(crate) fn new(terms: Terms) -> Play {
        let mut play = Play::alone(terms);
        if terms.company == Company::Link {
            play.act("guest joins as Genan");
        }
        play
    }

    /// A room with these terms that nobody came to.
    pub(crate) fn alone(terms: Terms) -> Play {
        Play::alone_after(terms, &[])
    }

    /// The same, opened with moves.
    pub(crate) fn alone_after(terms: Terms, moves: &[Move]) -> Play {
        Play::alone_from(terms, ByColor::default(), moves)
    }

    /// The same, opened with stones on the board.
    pub(crate) fn alone_from(terms: Terms, stones: ByColor<PointSet>, moves: &[Move]) -> Play {
        let (host, moves) = ("Shusaku".to_owned(), moves.to_vec());
        let room = Room::open_after(OPENED, terms, host.clone(), stones, moves.clone());
        let room = room.expect("the terms are sound");
        let opened = Event::Opened {
            terms,
            host,
            stones: Box::new(stones),
            moves,
        };
        let events = vec![(OPENED, opened)];
        Play {
            room,
            now: OPENED,
            events,
            refusals: String::new(),
        }
    }

    /// Lets an event happen now; a refused one must change nothing, and
    /// replaying all accepted ones must give the room.
    #[track_caller]
    pub(crate) fn step(&mut self, event: Event) -> Result<Vec<Happened>, Refusal> {
        let before = format!("{:?}", self.room);
        let told = self.room.step(self.now, event.clone());
        let after = format!("{:?}", self.room);
        match told {
            Ok(_) => self.events.push((self.now, event)),
            Err(_) => assert_eq!(before, after, "{event:?} was refused"),
        }
        let replayed = Room::replay(self.events.iter().cloned());
        let replayed = replayed.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(format!("{replayed:?}"), after);
        told
    }

    /// Lets the sentences of `script` happen, which have commas between them.
    #[track_caller]
    pub(crate) fn acts(&mut self, script: &str) {
        for sentence in script.split(',').map(str::trim).filter(|s| !s.is_empty()) {
            self.act(sentence);
        }
    }

    #[track_caller]
    pub(crate) fn act(&mut self, sentence: &str) {
        if let Some(span) = sentence.strip_prefix('+') {
            let seconds: f64 = span.parse().expect("seconds after the plus");
            self.now += Duration::from_secs_f64(seconds);
            return;
        }
        let event = self.read(sentence);
        if let Err(refusal) = self.step(event) {
            let _ = writeln!(self.refusals, "{sentence}: {refusal}");
        }
    }

    /// The event that a sentence tells.
    fn read(&self, sentence: &str) -> Event {
        let (who, what) = sentence.split_once(' ').unwrap_or((sentence, ""));
        let (verb, rest) = what.split_once(' ').unwrap_or((what, ""));
        let seat = match who {
            "host" => Seat::Host,
            "guest" => Seat::Guest,
            _ => return self.read_other(who, what),
        };
        let node = self.room.node();
        let komi = || rest.parse().expect("a komi after the verb");
        let point = || self.size().point(rest).expect("a point after the verb");
        match verb {
            "joins" => {
                let name = rest.trim_start_matches("as ").to_owned();
                let sitter = Occupant::Person { name };
                Event::Joined { seat, sitter }
            }
            "bids" => Event::Bid { seat, komi: komi() },
            "concedes" => Event::Concede { seat },
            "names" => Event::NameKomi { seat, komi: komi() },
            "chooses" => {
                let color = read_color(rest);
                Event::ChooseColor { seat, color }
            }
            "resigns" => Event::Resigned { seat },
            "undoes" => Event::UndoAsked { seat, node },
            "agrees" => Event::UndoAnswered { seat, yes: true },
            "declines" => Event::UndoAnswered { seat, yes: false },
            "abandons" => Event::AbandonOffered { seat },
            "kills" | "saves" => Event::Marked {
                seat,
                point: point(),
                dead: verb == "kills",
            },
            "accepts" => Event::Accepted {
                seat,
                dead: self.marks(),
            },
            "resumes" => Event::Resumed { seat },
            "says" => Event::Said {
                from: Speaker::Seat(seat),
                text: rest.to_owned(),
            },
            "rematches" => Event::RematchOffered { seat },
            _ => Event::Moved {
                seat,
                node,
                mv: self.read_move(verb),
                lag: Duration::ZERO,
            },
        }
    }

    fn read_other(&self, who: &str, what: &str) -> Event {
        match who {
            "nigiri" => Event::Nigiri {
                host: read_color(what),
            },
            "engine" => Event::Proposed {
                dead: what
                    .split_whitespace()
                    .skip(1)
                    .map(|name| Proposal {
                        stones: self.chain(name),
                        reason: DeadReason::NoEyes,
                    })
                    .collect(),
            },
            "tick" => Event::Ticked,
            "wake" => Event::Woke {
                down_since: OPENED + Duration::from_secs(what.parse().expect("seconds")),
            },
            "close" => Event::Closed,
            _ => panic!("{who:?} is nobody"),
        }
    }

    fn read_move(&self, name: &str) -> Move {
        match (name, self.size().point(name)) {
            ("pass", _) => Move::Pass,
            (_, Some(point)) => Move::Play(point),
            (_, None) => panic!("{name:?} is no move"),
        }
    }

    /// Every stone of the chain at a point, or the point alone.
    fn chain(&self, name: &str) -> PointSet {
        let point = self.size().point(name).expect("a point");
        let board = self.game().board();
        let alone: PointSet = [point].into_iter().collect();
        board.chain(point).map_or(alone, |chain| chain.stones)
    }

    fn size(&self) -> Size {
        self.room.terms().size
    }

    #[track_caller]
    pub(crate) fn game(&self) -> &Game {
        self.room.game().expect("a game has begun")
    }

    fn marks(&self) -> PointSet {
        match self.room.stage() {
            Stage::Stopped(agreement) => agreement.dead,
            _ => PointSet::EMPTY,
        }
    }

    /// The board, what was refused, and where the room stands.
    pub(crate) fn report(&self) -> String {
        let board = self.room.game().map(|game| game.board().to_string());
        let board = board.unwrap_or_default();
        format!("{board}{}{}\n", self.refusals, self.standing())
    }

    fn standing(&self) -> String {
        let names = |points: PointSet| {
            let names = points.iter().map(|point| self.size().name(point));
            names.collect::<Vec<_>>().join(" ")
        };
        match self.room.stage() {
            Stage::Waiting => "waiting".to_owned(),
            Stage::Nigiri => "nigiri".to_owned(),
            Stage::Bidding(bidding) => {
                let kind = match bidding.kind {
                    BiddingKind::Auction => "auction",
                    BiddingKind::NameAndChoose => "name and choose",
                };
                let least = bidding.least().map(|komi| format!(", at least {komi}"));
                let least = least.unwrap_or_default();
                format!("{kind}: {} to speak{least}", self.room.name(bidding.turn))
            }
            Stage::Playing => format!("{} to move", self.game().turn()),
            Stage::Stopped(agreement) => {
                let score = self.room.score().expect("a stopped game has a score");
                let (black, white) = (score.sums.black.total(), score.sums.white.total());
                let dead = names(agreement.dead);
                format!("stopped, dead: {dead}; Black {black}, White {white}")
            }
            Stage::Over => self.game().outcome().expect("it is over").to_string(),
            Stage::Closed => "closed".to_owned(),
        }
    }

    /// Compares with a drawing line by line, whatever its indentation.
    #[track_caller]
    pub(crate) fn expect(&self, expected: &str) {
        let trim = |text: &str| {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            lines.collect::<Vec<_>>().join("\n")
        };
        let (actual, expected) = (trim(&self.report()), trim(expected));
        assert!(
            actual == expected,
            "there should be\n{expected}\nbut there is\n{actual}\n"
        );
    }
}

/// Lets `script` happen in a room with these terms and compares what stands
/// then: the board, a line for each refusal, and whose turn or what result.
#[track_caller]
pub(crate) fn check(terms: Terms, script: &str, expected: &str) -> Play {
    let mut play = Play::new(terms);
    play.acts(script);
    play.expect(expected);
    play
}

pub(crate) fn half_points(n: i16) -> Komi {
    Komi::from_half_points(n)
}

fn read_color(text: &str) -> Color {
    match text {
        "black" => Color::Black,
        "white" => Color::White,
        _ => panic!("{text:?} is no colour"),
    }
}
