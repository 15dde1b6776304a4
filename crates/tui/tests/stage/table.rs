//! A table without a server: it keeps a game and answers as a server does.

use ponnuki_game::{
    Color, Game, Move, PRESETS, Phase, Point, PointSet, Preset, Rules, Setup, Size,
};
use ponnuki_wire::{
    Agreement, Ask, BoardFace, ByColor, BySeat, ClockFace, Clocks, ColorTerms, Company, DeadReason,
    Estimate, Forbidden, ForbiddenCode, Happened, KomiTerms, Outcome, Prisoners, Proposal,
    RefusalCode, Refused, Scene, Score, Seat, Sitter, Stage, Terms, ToClient, ToServer, Told,
    UndoTerms, Update, Welcome,
};

/// A point or a pass as the wire has it.
macro_rules! written {
    ($text:expr) => {
        ponnuki_wire::from_json(&format!("{:?}", $text)).unwrap()
    };
}

/// A game at one keyboard, or against the computer.
pub(crate) struct TestTable {
    game: Game,
    seats: Vec<Seat>,
    seq: u64,
    dead: PointSet,
    clock: Option<&'static str>,
    /// What the computer calls dead, and why.
    proposal: Vec<(PointSet, DeadReason)>,
}

impl TestTable {
    /// A game of two people at one keyboard.
    pub(crate) fn friends(size: Size) -> TestTable {
        TestTable {
            game: Game::new(size, Rules::JAPANESE).unwrap(),
            seats: vec![Seat::Host, Seat::Guest],
            seq: 1,
            dead: PointSet::EMPTY,
            clock: None,
            proposal: Vec::new(),
        }
    }

    /// A game in which only Black is at the keyboard.
    pub(crate) fn against_computer(size: Size) -> TestTable {
        TestTable {
            seats: vec![Seat::Host],
            ..TestTable::friends(size)
        }
    }

    /// A game of two people that the person at the keyboard watches.
    pub(crate) fn watched(size: Size) -> TestTable {
        TestTable {
            seats: Vec::new(),
            ..TestTable::friends(size)
        }
    }

    /// The same, with a clock.
    pub(crate) fn with_clock(self, clock: &'static str) -> TestTable {
        TestTable {
            clock: Some(clock),
            ..self
        }
    }

    /// The same, with stones on the board, as drawn.
    pub(crate) fn with_stones(self, drawn: &str) -> TestTable {
        let diagram: ponnuki_game::Diagram = drawn.parse().unwrap();
        let mut setup = Setup::new(diagram.size(), Rules::JAPANESE);
        setup.stones = diagram.stones();
        TestTable {
            game: setup.start().unwrap(),
            ..self
        }
    }

    /// The same, where the computer calls the chain at a point dead.
    pub(crate) fn calling_dead(mut self, name: &str, reason: DeadReason) -> TestTable {
        let point = self.point(name);
        let chain = self.chain(point);
        self.proposal.push((chain, reason));
        self
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    fn point(&self, name: &str) -> Point {
        self.game.size().point(name).unwrap()
    }

    fn chain(&self, point: Point) -> PointSet {
        let board = self.game.board();
        let color = board.at(point).unwrap();
        board.stones(color).connected(point)
    }

    /// Plays moves with nobody asking.
    pub(crate) fn after(mut self, moves: &str) -> TestTable {
        for name in moves.split_whitespace() {
            let mv = match name {
                "pass" => Move::Pass,
                name => Move::Play(self.point(name)),
            };
            self.game.play(mv).unwrap();
        }
        self.seq += self.game.n_moves() as u64;
        self
    }

    /// The first things that are said.
    pub(crate) fn greeting(&self) -> Vec<ToClient> {
        let welcome = Welcome {
            seats: self.seats.clone(),
            name: "Black".to_owned(),
            server_ms: 1_000_000,
        };
        let mut happened = vec![self.began()];
        happened.extend((0..self.game.n_moves()).map(|n| self.moved(n)));
        vec![ToClient::Welcome(welcome), self.update(0, happened)]
    }

    fn began(&self) -> Told {
        let mut stones = vec!['.'; self.game.size().n_points()];
        for color in Color::BOTH {
            for point in self.game.setup().stones[color].iter() {
                stones[self.game.size().index(point)] = sign(color);
            }
        }
        told(
            1,
            Happened::Began {
                game_number: 1,
                komi: self.game.setup().komi.into(),
                stones: stones.into_iter().collect(),
                to_move: ponnuki_wire::Color::Black,
            },
        )
    }

    /// What is told of the move of that number, from 0. What it lifted is found by looking.
    fn moved(&self, n: usize) -> Told {
        let (by, mv) = self.game.moves().nth(n).unwrap();
        let before = self.game.board_after(n).unwrap();
        let after = self.game.board_after(n + 1).unwrap();
        let lifted = before.stones(!by) - after.stones(!by);
        let size = self.game.size();
        told(
            2 + n as u64,
            Happened::Moved {
                node: n as u32 + 1,
                parent: n as u32,
                by: by.into(),
                at: written!(move_name(mv, size)),
                lifted: names(lifted, size).map(|name| written!(name)).collect(),
                left_ms: None,
            },
        )
    }

    /// What comes of a message.
    pub(crate) fn answer(&mut self, message: &ToServer) -> Vec<ToClient> {
        let size = self.game.size();
        let after = self.seq;
        let refused = |code| vec![ToClient::Refused(Refused::new(code, "no").to(message.id))];
        let mut happened = Vec::new();
        match &message.ask {
            Ask::Play { at, .. } => {
                let mv = at.to_move(size).unwrap();
                if let Err(law) = self.game.play(mv) {
                    return refused(RefusalCode::of_law(&law));
                }
                happened.push(self.moved(self.game.n_moves() - 1));
                if self.game.phase() == Phase::Stopped {
                    let called = self.proposal.iter();
                    self.dead = called.fold(PointSet::EMPTY, |all, (stones, _)| all | *stones);
                    happened.push(told(0, Happened::Stopped));
                }
            }
            Ask::Undo { .. } => {
                if self.game.undo(1) == 0 {
                    return refused(RefusalCode::NothingToUndo);
                }
                happened.push(told(
                    0,
                    Happened::Undone {
                        seat: Seat::Host,
                        to: self.game.n_moves() as u32,
                    },
                ));
            }
            Ask::Mark { at, dead } => {
                let chain = self.chain(at.to_point(size).unwrap());
                self.dead = match dead {
                    true => self.dead | chain,
                    false => self.dead - chain,
                };
            }
            Ask::Accept { .. } => {
                self.game.agree(self.dead).unwrap();
                happened.push(self.ended());
            }
            Ask::Resume => self.game.resume(Color::Black).unwrap(),
            Ask::Resign => {
                self.game.resign(self.game.turn()).unwrap();
                happened.push(self.ended());
            }
            Ask::Estimate => {
                return vec![ToClient::Estimate(Estimate {
                    re: message.id,
                    ownership: (0..size.n_points())
                        .map(|i| {
                            if i % usize::from(size.width()) < 4 {
                                95
                            } else {
                                -50
                            }
                        })
                        .collect(),
                    lead: -3.5,
                    winrate: 0.25,
                })];
            }
            other => panic!("nobody asks a table for {other:?}"),
        }
        self.seq += 1;
        for told in &mut happened {
            told.seq = self.seq;
        }
        vec![self.update(after, happened)]
    }

    fn ended(&self) -> Told {
        let outcome = Outcome::of(self.game.outcome().unwrap());
        told(0, Happened::Ended { outcome })
    }

    fn update(&self, after: u64, happened: Vec<Told>) -> ToClient {
        ToClient::Update(Box::new(Update {
            seq: self.seq,
            after,
            happened,
            scene: self.scene(),
        }))
    }

    fn scene(&self) -> Scene {
        let game = &self.game;
        let size = game.size();
        let is_playing = game.phase() == Phase::Playing;
        Scene {
            room: "k3q9x7m2wd".to_owned(),
            game_number: 1,
            stage: match game.phase() {
                Phase::Playing => Stage::Playing,
                Phase::Stopped => Stage::Stopped,
                Phase::Over(_) => Stage::Over,
            },
            terms: self.terms(),
            seats: BySeat {
                host: Some(sitter("Shusaku", None)),
                guest: Some(match self.seats.len() {
                    1 => sitter("Computer", Some(5)),
                    _ => sitter("Genan", None),
                }),
            },
            black: Some(Seat::Host),
            board: self.board(),
            to_move: is_playing.then(|| game.turn().into()),
            must_pass: None,
            forbidden: self.forbidden(),
            node: game.n_moves() as u32,
            n_moves: game.n_moves() as u32,
            n_passes: u32::from(matches!(game.moves().last(), Some((_, Move::Pass)))),
            if_passed: None,
            prisoners: ByColor {
                black: Prisoners::of(game.prisoners().black),
                white: Prisoners::of(game.prisoners().white),
            },
            komi: Some(game.setup().komi.into()),
            clocks: self.clock.filter(|_| is_playing).map(|_| self.clocks()),
            bidding: None,
            undo_asked_by: None,
            abandon_offered_by: None,
            may_abandon: false,
            agreement: (game.phase() == Phase::Stopped).then(|| self.agreement()),
            outcome: game.outcome().map(Outcome::of),
            score: matches!(game.outcome(), Some(ponnuki_game::Outcome::Score { .. }))
                .then(|| self.score()),
            rematch_offered_by: None,
            engine_is_thinking: is_playing && self.seats.len() == 1 && game.turn() == Color::White,
        }
        .sound(size)
    }

    fn terms(&self) -> Terms {
        let size = self.game.size();
        let preset = Preset::of(self.game.rules()).unwrap_or(&PRESETS[0]);
        Terms {
            width: size.width(),
            height: size.height(),
            rules: preset.name.to_owned(),
            handicap: 0,
            handicap_to: ponnuki_wire::Color::Black,
            komi: KomiTerms::Fixed(self.game.setup().komi.into()),
            colors: ColorTerms::HostBlack,
            clock: self.clock.unwrap_or("none").to_owned(),
            undo: UndoTerms::Free,
            company: match self.seats.len() {
                0 => Company::Link {},
                1 => Company::Engine { level: 5 },
                _ => Company::SameScreen {},
            },
        }
    }

    fn board(&self) -> BoardFace {
        let size = self.game.size();
        let board = self.game.board();
        let signs = size.points().map(|point| board.at(point).map_or('.', sign));
        let ko = self.forbidden().into_iter();
        let mut ko = ko.filter(|forbidden| forbidden.code == ForbiddenCode::Repetition);
        BoardFace {
            width: size.width(),
            height: size.height(),
            stones: signs.collect(),
            last: self
                .game
                .moves()
                .last()
                .map(|(_, mv)| written!(move_name(mv, size))),
            ko: ko.next().map(|forbidden| forbidden.at),
            chains: Color::BOTH
                .into_iter()
                .flat_map(|color| board.chains(color))
                .map(|chain| ponnuki_wire::Chain {
                    stones: names(chain.stones, size)
                        .map(|name| written!(name))
                        .collect(),
                    liberties: chain.liberties.len() as u32,
                })
                .collect(),
        }
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        if self.game.phase() != Phase::Playing {
            return Vec::new();
        }
        let size = self.game.size();
        let points = self.game.board().vacant() - self.game.legal();
        let points = points.iter().map(|point| Forbidden {
            at: written!(size.name(point)),
            code: match self.game.check(Move::Play(point)) {
                Err(ponnuki_game::Illegal::Suicide) => ForbiddenCode::Suicide,
                _ => ForbiddenCode::Repetition,
            },
            of_node: None,
        });
        points.collect()
    }

    fn clocks(&self) -> Clocks {
        let face = ClockFace {
            left_ms: 65_000,
            n_periods: None,
            n_stones: None,
            period_ms: Some(30_000),
            text: String::new(),
        };
        Clocks {
            black: face.clone(),
            white: face,
            running: Some(self.game.turn().into()),
            at_ms: 1_000_000,
        }
    }

    fn agreement(&self) -> Agreement {
        let size = self.game.size();
        let proposal = self.proposal.iter().map(|(stones, reason)| Proposal {
            stones: names(*stones, size).map(|name| written!(name)).collect(),
            reason: *reason,
        });
        Agreement {
            is_proposed: true,
            proposal: proposal.collect(),
            dead: names(self.dead, size).map(|name| written!(name)).collect(),
            accepted: BySeat {
                host: false,
                guest: false,
            },
            engine_disagrees: false,
            score: self.score(),
            next_if_resumed: BySeat {
                host: ponnuki_wire::Color::Black,
                guest: ponnuki_wire::Color::Black,
            },
        }
    }

    fn score(&self) -> Score {
        let score = self.game.score(self.dead).unwrap();
        Score::of(&score, self.game.size(), self.game.rules())
    }
}

trait Sound {
    fn sound(self, size: Size) -> Self;
}

impl Sound for Scene {
    /// A scene of a server always fits its board; so must ours.
    fn sound(self, size: Size) -> Scene {
        assert_eq!(self.board.stones.len(), size.n_points());
        self
    }
}

fn sitter(name: &str, engine_level: Option<u8>) -> Sitter {
    Sitter {
        name: name.to_owned(),
        engine_level,
    }
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

fn told(seq: u64, what: Happened) -> Told {
    Told {
        seq,
        at_ms: 1_000_000,
        what,
    }
}

fn move_name(mv: Move, size: Size) -> String {
    match mv {
        Move::Play(point) => size.name(point),
        Move::Pass => "pass".to_owned(),
    }
}

fn names(points: PointSet, size: Size) -> impl Iterator<Item = String> {
    points.iter().map(move |point| size.name(point))
}
