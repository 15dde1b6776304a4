//! How a room looks: from the core's types to the scene.

use std::time::Duration;

use ponnuki_clock::{Control, Left};
use ponnuki_game::{self as game, DeadStones, Game, Illegal, Move, Point, PointSet, Size};
use ponnuki_room::{self as room, Room, Want};
use ponnuki_think as think;

use crate::pages::{FINISHED_MAX, FinishedGame, RoomSummary};
use crate::scene::{
    Agreement, Bid, Bidding, BiddingKind, BoardFace, Chain, ClockFace, Clocks, DeadReason,
    Forbidden, ForbiddenCode, IfPassed, Occupant, Outcome, OutcomeBy, Prisoners, Proposal, Scene,
    Stage,
};
use crate::score::Score;
use crate::sides::{ByColor, BySeat, mirrors};
use crate::terms::Terms;
use crate::text::{Vertex, points_text, stones_text, to_ms};

mirrors!(BiddingKind, room::BiddingKind, Auction, NameAndChoose);
mirrors!(
    DeadReason,
    think::DeadReason,
    InsidePassAlive,
    CapturedAlways,
    CaughtByReading,
    NoEyes,
    JudgedLost,
    CapturedMostly
);

impl Scene {
    /// How things stand at `now` in `room`, which is called `id`.
    pub fn of(id: &str, room: &Room, now: Duration) -> Scene {
        let game = room.game();
        let is_playing = matches!(room.stage(), room::Stage::Playing);
        let playing = game.filter(|_| is_playing);
        Scene {
            room: id.to_owned(),
            game_number: room.game_number(),
            stage: Stage::of(room.stage()),
            terms: Terms::of(room.terms()),
            seats: sitters(room),
            black: room.seat_of(game::Color::Black).map(Into::into),
            board: BoardFace::of(room),
            to_move: playing.map(|game| game.turn().into()),
            must_pass: playing.and_then(must_pass),
            forbidden: playing.map_or_else(Vec::new, |game| {
                forbidden(game, |n_moves| room.node_after(n_moves).0)
            }),
            node: room.node().0,
            n_moves: game.map_or(0, |game| game.n_moves() as u32),
            n_passes: game.map_or(0, n_passes),
            if_passed: playing.and_then(IfPassed::of),
            prisoners: ByColor::from_fn(|color| {
                Prisoners::of(game.map_or_else(Default::default, |game| game.prisoners()[color]))
            }),
            komi: komi(room).map(Into::into),
            clocks: Clocks::of(room, now),
            bidding: match room.stage() {
                room::Stage::Bidding(bidding) => Some(Bidding::of(bidding)),
                _ => None,
            },
            undo_asked_by: room.undo_asked_by().map(Into::into),
            abandon_offered_by: room.abandon_offered_by().map(Into::into),
            may_abandon: room.may_abandon(),
            agreement: Agreement::of(room),
            outcome: game.and_then(Game::outcome).map(Outcome::of),
            score: game
                .filter(|game| game.outcome().is_some())
                .and_then(|game| score(room, game)),
            rematch_offered_by: room.rematch_offered_by().map(Into::into),
            engine_is_thinking: match room.wants() {
                Some(Want::EngineMove { .. } | Want::DeadStones | Want::EngineAnswer { .. }) => {
                    true
                }
                Some(Want::Nigiri) | None => false,
            },
        }
    }
}

impl RoomSummary {
    /// What `room`, which is called `id`, looks like in a list.
    pub fn of(id: &str, room: &Room) -> RoomSummary {
        let terms = Terms::of(room.terms());
        let game = room.game();
        let is_playing = matches!(room.stage(), room::Stage::Playing);
        RoomSummary {
            room: id.to_owned(),
            stage: Stage::of(room.stage()),
            game_number: room.game_number(),
            seats: sitters(room),
            black: room.seat_of(game::Color::Black).map(Into::into),
            width: terms.width,
            height: terms.height,
            rules: terms.rules,
            company: terms.company,
            n_moves: game.map_or(0, |game| game.n_moves() as u32),
            to_move: game.filter(|_| is_playing).map(|game| game.turn().into()),
            outcome: game.and_then(Game::outcome).map(Outcome::of),
            finished: finished(room),
            opened_ms: to_ms(room.opened_at()),
            updated_ms: to_ms(room.last_at()),
        }
    }
}

/// The games of `room` that are over, the last first, as many as are listed.
fn finished(room: &Room) -> Vec<FinishedGame> {
    let finished = room.games().filter_map(|played| {
        Some(FinishedGame {
            game_number: played.number,
            black: played.black.into(),
            n_moves: played.game.n_moves() as u32,
            outcome: Outcome::of(played.game.outcome()?),
            began_ms: to_ms(played.began),
        })
    });
    finished.take(FINISHED_MAX).collect()
}

fn sitters(room: &Room) -> BySeat<Option<Occupant>> {
    BySeat::from_fn(|seat| {
        let sitter = room.seats()[seat].as_ref()?;
        Some(Occupant {
            name: room.name(seat).to_owned(),
            engine_level: sitter.level(),
        })
    })
}

/// How many turns of the player to move the handicap makes passes, if any.
pub fn must_pass(game: &Game) -> Option<u32> {
    let vacant = game.board().vacant().first()?;
    match game.check(Move::Play(vacant)) {
        Err(Illegal::MustPass { n_left }) => Some(n_left as u32),
        _ => None,
    }
}

/// The vacant points where the player to move may not play, handicap apart;
/// `node_after` names the board after so many moves.
pub fn forbidden(game: &Game, node_after: impl Fn(usize) -> u32) -> Vec<Forbidden> {
    let points = game.board().vacant() - game.legal();
    let judged = points.iter().filter_map(|point| {
        let (code, of_node) = match game.check(Move::Play(point)) {
            Err(Illegal::Suicide) => (ForbiddenCode::Suicide, None),
            Err(Illegal::Repetition { of, .. }) => {
                (ForbiddenCode::Repetition, Some(node_after(of)))
            }
            _ => return None,
        };
        Some(Forbidden {
            at: Vertex::of(point, game.size()),
            code,
            of_node,
        })
    });
    judged.collect()
}

/// How many passes in a row the game ends with, those before a resumption apart.
fn n_passes(game: &Game) -> u32 {
    let is_pass = |event: &&game::GameEvent| match event {
        game::GameEvent::Moved { mv, .. } | game::GameEvent::Forced { mv, .. } => *mv == Move::Pass,
        _ => false,
    };
    game.events().iter().rev().take_while(is_pass).count() as u32
}

/// More passes in a row than any rulebook needs to end a game, a button among them.
const PASSES_MAX: usize = 4;

impl IfPassed {
    fn of(game: &Game) -> Option<IfPassed> {
        if game.rules().dead != DeadStones::Stay {
            return None;
        }
        let mut after = game.clone();
        let n_passes = (1..=PASSES_MAX).find(|_| {
            // A pass that is refused ends nothing.
            after.play(Move::Pass).is_ok() && after.outcome().is_some()
        })?;
        let score = after.score(PointSet::EMPTY).ok()?;
        Some(IfPassed {
            ends: n_passes == 1,
            score: Score::of(&score, game.size(), game.rules()),
        })
    }
}

/// The komi of the game or, before it begins, the one that is fixed.
fn komi(room: &Room) -> Option<game::Komi> {
    match (room.game(), room.terms().komi) {
        (Some(game), _) => Some(game.setup().komi),
        (None, room::KomiTerms::Fixed(komi)) => Some(komi),
        (None, room::KomiTerms::Auction | room::KomiTerms::NameAndChoose) => None,
    }
}

fn score(room: &Room, game: &Game) -> Option<Score> {
    let score = room.score()?;
    Some(Score::of(&score, game.size(), game.rules()))
}

impl Stage {
    fn of(stage: &room::Stage) -> Stage {
        match stage {
            room::Stage::Waiting | room::Stage::Nigiri => Stage::Waiting,
            room::Stage::Bidding(_) => Stage::Bidding,
            room::Stage::Playing => Stage::Playing,
            room::Stage::Stopped(_) => Stage::Stopped,
            room::Stage::Over => Stage::Over,
            room::Stage::Closed => Stage::Closed,
        }
    }
}

impl Occupant {
    pub(crate) fn of(sitter: &room::Occupant) -> Occupant {
        Occupant {
            name: sitter.name().to_owned(),
            engine_level: sitter.level(),
        }
    }
}

impl BoardFace {
    fn of(room: &Room) -> BoardFace {
        let size = room.terms().size;
        let Some(game) = room.game() else {
            return BoardFace::empty(size);
        };
        let last = room.tree().node(room.node());
        BoardFace::at(game, last.map(|node| (node.mv, node.lifted)))
    }

    /// The board of `game`, whose `last` move lifted these stones.
    pub fn at(game: &Game, last: Option<(Move, PointSet)>) -> BoardFace {
        let (size, board) = (game.size(), game.board());
        let chains = game::Color::BOTH.into_iter();
        BoardFace {
            stones: stones_text(size, &game::ByColor::from_fn(|color| board.stones(color))),
            last: last.map(|(mv, _)| Vertex::of_move(mv, size)),
            ko: last
                .and_then(|(_, lifted)| ko(game, lifted))
                .map(|point| Vertex::of(point, size)),
            chains: chains
                .flat_map(|color| board.chains(color))
                .map(|chain| Chain {
                    stones: Vertex::of_all(chain.stones, size),
                    liberties: chain.liberties.len() as u32,
                })
                .collect(),
            ..BoardFace::empty(size)
        }
    }

    fn empty(size: Size) -> BoardFace {
        BoardFace {
            width: size.width(),
            height: size.height(),
            stones: points_text(size, |_| '.'),
            last: None,
            ko: None,
            chains: Vec::new(),
        }
    }
}

/// Where the one stone stood that the last move `lifted`, if to retake it at once
/// would bring back the board.
fn ko(game: &Game, lifted: PointSet) -> Option<Point> {
    let point = lifted.first().filter(|_| lifted.len() == 1)?;
    let law = game.check(Move::Play(point));
    matches!(law, Err(Illegal::Repetition { .. })).then_some(point)
}

impl Prisoners {
    /// The shape of `prisoners`.
    pub fn of(prisoners: game::Prisoners) -> Prisoners {
        Prisoners {
            captured: prisoners.captured,
            dead: prisoners.dead,
            passed: prisoners.passed,
        }
    }
}

impl Clocks {
    fn of(room: &Room, now: Duration) -> Option<Clocks> {
        let control = room.terms().control;
        if control == Control::None || room.game().is_none() {
            return None;
        }
        let left = room.clocks(now);
        Some(Clocks {
            black: ClockFace::of(left.black, control),
            white: ClockFace::of(left.white, control),
            running: room.running().map(Into::into),
            at_ms: to_ms(now),
        })
    }
}

impl ClockFace {
    fn of(left: Left, control: Control) -> ClockFace {
        let period = match control {
            Control::Byoyomi { period, .. } | Control::Canadian { period, .. } => Some(period),
            Control::None
            | Control::Absolute { .. }
            | Control::Fischer { .. }
            | Control::PerMove { .. } => None,
        };
        ClockFace {
            left_ms: left_ms(left).unwrap_or(0),
            n_periods: match left {
                Left::Period { n_periods, .. } => Some(n_periods),
                _ => None,
            },
            n_stones: match left {
                Left::Stones { n_stones, .. } => Some(n_stones),
                _ => None,
            },
            period_ms: period.map(to_ms),
            text: left.to_string(),
        }
    }
}

/// What a clock shows, if there is one.
pub(crate) fn left_ms(left: Left) -> Option<u64> {
    match left {
        Left::Unlimited => None,
        Left::Flag => Some(0),
        Left::Main(time) | Left::Period { time, .. } | Left::Stones { time, .. } => {
            Some(to_ms(time))
        }
    }
}

impl Bidding {
    fn of(bidding: &room::Bidding) -> Bidding {
        Bidding {
            kind: bidding.kind.into(),
            turn: bidding.turn.into(),
            last: bidding.last.map(|(seat, komi)| Bid {
                seat: seat.into(),
                komi: komi.into(),
            }),
            least: bidding.least().map(Into::into),
        }
    }
}

impl Agreement {
    fn of(room: &Room) -> Option<Agreement> {
        let room::Stage::Stopped(agreement) = room.stage() else {
            return None;
        };
        let game = room.game()?;
        let size = game.size();
        let proposal = agreement.proposal.iter().flatten();
        Some(Agreement {
            is_proposed: agreement.proposal.is_some(),
            proposal: proposal.map(|stones| Proposal::of(stones, size)).collect(),
            dead: Vertex::of_all(agreement.dead, size),
            accepted: BySeat::from_fn(|seat| agreement.accepted[seat]),
            engine_disagrees: agreement.engine_disagrees(),
            score: score(room, game)?,
            next_if_resumed: BySeat::from_fn(|seat| {
                room.next_if_resumed(seat).unwrap_or(game.turn()).into()
            }),
        })
    }
}

impl Proposal {
    /// The shape of what is proposed on a board of `size`.
    pub fn of(proposal: &room::Proposal, size: Size) -> Proposal {
        Proposal {
            stones: Vertex::of_all(proposal.stones, size),
            reason: proposal.reason.into(),
        }
    }
}

impl Outcome {
    /// The shape of `outcome`.
    pub fn of(outcome: game::Outcome) -> Outcome {
        let margin = match outcome {
            game::Outcome::Score { margin } if margin < game::Points::ZERO => Some(-margin),
            game::Outcome::Score { margin } => Some(margin),
            _ => None,
        };
        Outcome {
            text: outcome.to_string(),
            winner: outcome.winner().map(Into::into),
            by: match outcome {
                game::Outcome::Score { .. } => OutcomeBy::Score,
                game::Outcome::Resignation { .. } => OutcomeBy::Resignation,
                game::Outcome::Time { .. } => OutcomeBy::Time,
                game::Outcome::NoResult => OutcomeBy::NoResult,
            },
            margin: margin.map(Into::into),
        }
    }
}
