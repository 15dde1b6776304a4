//! A room without a server: what is asked of it happens there, and what the server would say of
//! it is said.

use std::time::Duration;

use ponnuki_game::{ByColor, Diagram, Game, Move, PointSet, Size};
use ponnuki_room::{Event, Occupant, Proposal, Room, Seat, Want};
use ponnuki_think::DeadReason;
use ponnuki_wire::{
    Ask, ColorTerms, Company, Estimate, NewRoom, Refused, ToClient, ToServer, Update, Welcome,
    to_ms,
};

/// The room's name in links.
const ID: &str = "k3q9x7m2wd";

/// When every room is opened.
const OPENED: Duration = Duration::from_secs(1_000);

/// A room, and the seats in it that are at the keyboard.
pub(crate) struct TestTable {
    wish: NewRoom,
    room: Room,
    seats: &'static [Seat],
    now: Duration,
    /// How long each player thinks about the first move.
    thought: Duration,
    /// What the computer calls dead, and why.
    proposal: Vec<Proposal>,
}

impl TestTable {
    /// A game of two people at one keyboard.
    pub(crate) fn friends(size: Size) -> TestTable {
        TestTable::open(size, Company::SameScreen {}, &Seat::BOTH)
    }

    /// A game in which only Black is at the keyboard.
    pub(crate) fn against_computer(size: Size) -> TestTable {
        TestTable::open(size, Company::Engine { level: 5 }, &[Seat::Host])
    }

    /// A game of two people that the person at the keyboard watches.
    pub(crate) fn watched(size: Size) -> TestTable {
        TestTable::open(size, Company::Link {}, &[])
    }

    fn open(size: Size, company: Company, seats: &'static [Seat]) -> TestTable {
        let wish = NewRoom {
            name: Some("Shusaku".to_owned()),
            width: Some(size.width()),
            height: Some(size.height()),
            rules: Some("japanese".to_owned()),
            colors: Some(ColorTerms::HostBlack),
            company: Some(company),
            ..NewRoom::default()
        };
        TestTable {
            room: opened(&wish, ByColor::default()),
            wish,
            seats,
            now: OPENED,
            thought: Duration::ZERO,
            proposal: Vec::new(),
        }
    }

    /// The same, with a clock, of which each player's first move takes so much.
    pub(crate) fn with_clock(mut self, clock: &str, thought: Duration) -> TestTable {
        self.wish.clock = Some(clock.to_owned());
        self.room = opened(&self.wish, ByColor::default());
        self.thought = thought;
        self
    }

    /// The same, with stones on the board, as drawn.
    pub(crate) fn with_stones(mut self, drawn: &str) -> TestTable {
        let diagram: Diagram = drawn.parse().unwrap();
        self.room = opened(&self.wish, diagram.stones());
        self
    }

    /// The same, where the computer calls the chain at a point dead.
    pub(crate) fn calling_dead(mut self, name: &str, reason: DeadReason) -> TestTable {
        let point = self.game().size().point(name).unwrap();
        let board = self.game().board();
        let stones = board.stones(board.at(point).unwrap()).connected(point);
        self.proposal.push(Proposal { stones, reason });
        self
    }

    /// The same after these moves.
    pub(crate) fn after(mut self, moves: &str) -> TestTable {
        for name in moves.split_whitespace() {
            let game = self.game();
            let mv = match name {
                "pass" => Move::Pass,
                name => Move::Play(game.size().point(name).unwrap()),
            };
            let (turn, is_first) = (game.turn(), game.n_moves() < 2);
            if is_first {
                self.now += self.thought;
            }
            self.step(Event::Moved {
                seat: self.room.seat_of(turn).unwrap(),
                node: self.room.node(),
                mv,
                lag: Duration::ZERO,
            });
        }
        self
    }

    pub(crate) fn game(&self) -> &Game {
        self.room.game().unwrap()
    }

    /// Lets time go by.
    pub(crate) fn wait(&mut self, time: Duration) {
        self.now += time;
    }

    #[track_caller]
    fn step(&mut self, event: Event) {
        self.room.step(self.now, event).unwrap();
    }

    /// The first things that are said.
    pub(crate) fn greeting(&self) -> Vec<ToClient> {
        let name = match self.seats {
            [seat, ..] => self.room.name(*seat),
            [] => "Sansa",
        };
        let welcome = Welcome {
            seats: self.seats.iter().map(|&seat| seat.into()).collect(),
            name: name.to_owned(),
            server_ms: to_ms(self.now),
        };
        vec![ToClient::Welcome(welcome), self.update(0)]
    }

    /// What comes of a message.
    pub(crate) fn answer(&mut self, message: &ToServer) -> Vec<ToClient> {
        match self.happen(message) {
            Ok(said) => said,
            Err(refused) => vec![ToClient::Refused(refused.to(message.id))],
        }
    }

    fn happen(&mut self, message: &ToServer) -> Result<Vec<ToClient>, Refused> {
        let seat = message.seat_for(self.seats, &self.room)?;
        let Some(event) = message.to_event(seat, Duration::ZERO, &self.room)? else {
            assert_eq!(message.ask, Ask::Estimate, "the room itself is asked");
            return Ok(vec![ToClient::Estimate(self.estimate(message.id))]);
        };
        let since = self.room.seq();
        let done = self.room.step(self.now, event);
        done.map_err(|refusal| Refused::of(&refusal, &self.room))?;
        let (re, seq) = (message.id, self.room.seq());
        let mut said = vec![self.update(since), ToClient::Done { re, seq }];
        if self.room.wants() == Some(Want::DeadStones) {
            let dead = self.proposal.clone();
            self.step(Event::Proposed { dead });
            said.push(self.update(seq));
        }
        Ok(said)
    }

    fn update(&self, since: u64) -> ToClient {
        ToClient::Update(Box::new(Update::of(ID, &self.room, since, self.now)))
    }

    /// The left side is Black's, the rest may become White's.
    fn estimate(&self, re: u64) -> Estimate {
        let size = self.game().size();
        let is_left = |at: usize| at % usize::from(size.width()) < 4;
        let owned = (0..size.n_points()).map(|at| if is_left(at) { 95 } else { -50 });
        Estimate {
            re,
            ownership: owned.collect(),
            lead: -3.5,
            winrate: 0.25,
        }
    }
}

/// A room opened by this wish with stones set up, to which everybody came.
fn opened(wish: &NewRoom, stones: ByColor<PointSet>) -> Room {
    let (terms, moves) = wish.to_opening().unwrap();
    let host = wish.name.clone().unwrap();
    let mut room = Room::open_after(OPENED, terms, host, stones, moves).unwrap();
    let (seat, name) = (Seat::Guest, "Genan".to_owned());
    let guest = match wish.company {
        Some(Company::Link {}) => {
            let sitter = Occupant::Person { name };
            Some(Event::Joined { seat, sitter })
        }
        Some(Company::SameScreen {}) => Some(Event::Renamed { seat, name }),
        Some(Company::Engine { .. }) | None => None,
    };
    if let Some(event) = guest {
        room.step(OPENED, event).unwrap();
    }
    room
}
