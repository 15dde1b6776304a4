//! What a server and a worker say to each other: a worker is a program elsewhere that thinks for
//! the server. The worker connects to `GET /api/worker` with its key, says [`FromWorker::Hello`],
//! and is welcomed or refused; then tasks come, and answers go.
//!
//! Nothing here is believed: every shape that comes from the other side has a check, which says
//! what is wrong with it.

use std::time::Duration;

use ponnuki_clock::{Control, Left};
use ponnuki_game::{self as game, Game, GameEvent, Move, Odds, Phase, PointSet, Setup, Size};
use ponnuki_room as room;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::review::JudgedPosition;
use crate::scene::Proposal;
use crate::sides::Color;
use crate::text::{HalfPoints, Vertex, from_ms, to_ms};

/// The version of this protocol. A server speaks one, and refuses workers that speak another.
pub const WORKER_PROTOCOL: u32 = 1;

/// The longest message of either side: an answer with the policy of a large board has some
/// thirty kilobytes, a task about a game of [`EVENTS_MAX`] events some two hundred.
pub const WORKER_MESSAGE_BYTES_MAX: usize = 512 << 10;

/// The longest text that a worker says of itself.
pub const WORKER_TEXT_MAX: usize = 200;

/// The most threads that one worker may have.
pub const WORKER_THREADS_MAX: u16 = 256;

/// Events of a game that is thought about elsewhere; five times the longest games of people.
const EVENTS_MAX: usize = 4_000;

/// More than any lead is, on any board.
const LEAD_MAX: f32 = 10_000.0;

/// Moves of a variation that are told.
const VARIATION_MAX: usize = 200;

/// What a worker says to a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromWorker {
    /// Who it is: always the first message, and only that.
    Hello {
        /// The version of the protocol that it speaks.
        protocol: u32,
        /// The version of its program.
        version: String,
        /// What it thinks with.
        network: NetworkFace,
        /// How many tasks it does at once.
        threads: u16,
    },
    /// It is at work on a task: to be said every half second of every task. A task of which
    /// nothing is heard is taken back.
    Working {
        /// The number of the task.
        id: u64,
        /// What it thinks by now, where the task asks for that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        position: Option<Box<JudgedPosition>>,
    },
    /// A task is done.
    Answer {
        /// The number of the task.
        id: u64,
        /// The result.
        answer: WorkerAnswer,
    },
    /// A task cannot be done.
    GivenUp {
        /// The number of the task.
        id: u64,
        /// Why not, in English.
        text: String,
    },
    /// It ends: all its tasks are given back, and no more are wanted.
    Leaving {},
}

/// What a server says to a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToWorker {
    /// The worker is taken on.
    Welcome {
        /// What its key is called.
        name: String,
        /// Whether it gets moves, dead stones and estimates too, or reviews and analyses only.
        trusted: bool,
    },
    /// Something to be done.
    Task {
        /// The number that answers carry.
        id: u64,
        /// What.
        task: WorkerTask,
    },
    /// A task is not wanted any more. Of a move the best one by now is still wanted, at once.
    Cancel {
        /// The number of the task.
        id: u64,
    },
    /// The worker is not wanted; the connection ends.
    Refused {
        /// Why, for programs.
        code: WorkerRefusal,
        /// Why, in English.
        text: String,
    },
}

/// Why a worker is not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WorkerRefusal {
    /// It speaks another version of the protocol.
    OtherProtocol,
    /// What it said could not be read, or does not belong there.
    BadMessage,
    /// It says more than any worker has to say.
    TooFast,
    /// Its key was revoked.
    Revoked,
    /// An answer of it was wrong.
    WrongAnswer,
    /// It let too many tasks lie.
    Stalled,
    /// There are as many workers as there may be.
    Full,
    /// The server stops; it may be there again soon.
    Stopping,
}

impl WorkerRefusal {
    /// Whether it helps to come again later.
    pub fn is_for_now(self) -> bool {
        match self {
            WorkerRefusal::Stalled
            | WorkerRefusal::Full
            | WorkerRefusal::Stopping
            | WorkerRefusal::TooFast => true,
            WorkerRefusal::OtherProtocol
            | WorkerRefusal::BadMessage
            | WorkerRefusal::Revoked
            | WorkerRefusal::WrongAnswer => false,
        }
    }
}

/// What somebody thinks with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NetworkFace {
    /// What it is called.
    #[schema(example = "ponnuki-b6c64")]
    pub name: String,
    /// The SHA-256 of its file, as 64 hexadecimal digits; null where there is no file.
    #[schema(required)]
    pub sha256: Option<String>,
}

/// Something to be done by a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum WorkerTask {
    /// A move, as the program plays at a level.
    Choose {
        /// The game.
        game: WorkerGame,
        /// The level.
        level: u8,
        /// The clock of the player to move.
        clock: WorkerClock,
        /// The most time that it may take.
        time_ms: u64,
    },
    /// Which stones are dead.
    Dead {
        /// The game.
        game: WorkerGame,
    },
    /// What a position is worth.
    Estimate {
        /// The game.
        game: WorkerGame,
    },
    /// What is thought of a position, told on the way.
    Analyse {
        /// The game.
        game: WorkerGame,
        /// How many variations to look at.
        visits: u32,
    },
    /// What is thought of a position of a game that is reviewed: the same every time.
    Judge {
        /// The game.
        game: WorkerGame,
        /// The move that was made there, which is told of too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        played: Option<Vertex>,
        /// How many variations to look at.
        visits: u32,
    },
}

impl WorkerTask {
    /// The game that it is about.
    pub fn game(&self) -> &WorkerGame {
        match self {
            WorkerTask::Choose { game, .. }
            | WorkerTask::Dead { game }
            | WorkerTask::Estimate { game }
            | WorkerTask::Analyse { game, .. }
            | WorkerTask::Judge { game, .. } => game,
        }
    }
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum WorkerAnswer {
    /// The move.
    Chosen {
        /// Where, or `"pass"`; null if it gives up.
        #[schema(required)]
        at: Option<Vertex>,
    },
    /// The dead stones.
    Dead {
        /// Which, and why.
        dead: Vec<Proposal>,
    },
    /// What the position is worth.
    Estimate {
        /// Whose each point will be, row by row from the top left: 1 is surely Black's, −1
        /// surely White's.
        ownership: Vec<f32>,
        /// By how many points Black leads.
        lead: f32,
        /// How likely Black wins.
        win_rate: f32,
    },
    /// What is thought of the position.
    Judged {
        /// What.
        position: Box<JudgedPosition>,
    },
}

/// A game as a worker gets it: rules, set-up and everything that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkerGame {
    /// The name of a rulebook, or KataGo's JSON.
    #[schema(example = "japanese")]
    pub rules: String,
    /// Columns, 1 to 25.
    pub width: u8,
    /// Rows, 1 to 25.
    pub height: u8,
    /// Points for White.
    pub komi: HalfPoints,
    /// The handicap, where it is White's passes: so many less one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub handicap_passes: Option<u8>,
    /// The handicap, where it is stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub handicap_stones: Option<SetStones>,
    /// Stones besides those of the handicap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<SetStones>,
    /// Who moves first, if not whom the rules say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first: Option<Color>,
    /// What happened, in its order.
    pub events: Vec<WorkerEvent>,
}

/// Stones of one colour that stand there from the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetStones {
    /// Whose.
    pub color: Color,
    /// Where.
    pub at: Vec<Vertex>,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum WorkerEvent {
    /// A move within the laws.
    Moved {
        /// Who moved.
        by: Color,
        /// Where, or `"pass"`.
        at: Vertex,
    },
    /// A move that was made whatever the laws say.
    Forced {
        /// Who moved.
        by: Color,
        /// Where, or `"pass"`.
        at: Vertex,
    },
    /// Play went on after it had stopped.
    Resumed {
        /// Who asked for it.
        by: Color,
    },
    /// The players agreed on these dead stones.
    Agreed {
        /// What was taken off.
        dead: Vec<Vertex>,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        by: Color,
    },
    /// A player ran out of time.
    TimedOut {
        /// Who.
        by: Color,
    },
    /// The players let a game in circles be.
    Abandoned {},
}

/// The clock of the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkerClock {
    /// `none`, or as players write it: `10:00 + 5×0:30`.
    pub control: String,
    /// What is left on it.
    pub left: WorkerTimeLeft,
}

/// What is left on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum WorkerTimeLeft {
    /// It never runs out.
    Unlimited {},
    /// Main time.
    Main {
        /// So much.
        ms: u64,
    },
    /// A period of byo-yomi.
    Period {
        /// What is left of it.
        ms: u64,
        /// How many there are with this one.
        n_periods: u16,
    },
    /// A Canadian period.
    Stones {
        /// What is left of it.
        ms: u64,
        /// How many are to be played in it.
        n_stones: u16,
    },
    /// Nothing.
    Flag {},
}

impl WorkerClock {
    /// The shape of a clock.
    pub fn of(control: Control, left: Left) -> WorkerClock {
        let left = match left {
            Left::Unlimited => WorkerTimeLeft::Unlimited {},
            Left::Main(time) => WorkerTimeLeft::Main { ms: to_ms(time) },
            Left::Period { time, n_periods } => WorkerTimeLeft::Period {
                ms: to_ms(time),
                n_periods,
            },
            Left::Stones { time, n_stones } => WorkerTimeLeft::Stones {
                ms: to_ms(time),
                n_stones,
            },
            Left::Flag => WorkerTimeLeft::Flag {},
        };
        WorkerClock {
            control: control.to_string(),
            left,
        }
    }

    /// The clock, if there is such a one.
    pub fn to_clock(&self) -> Option<(Control, Left)> {
        let time = |ms: u64| Some(from_ms(ms)).filter(|time| *time <= TIME_MAX);
        let left = match self.left {
            WorkerTimeLeft::Unlimited {} => Left::Unlimited,
            WorkerTimeLeft::Main { ms } => Left::Main(time(ms)?),
            WorkerTimeLeft::Period { ms, n_periods } => Left::Period {
                time: time(ms)?,
                n_periods,
            },
            WorkerTimeLeft::Stones { ms, n_stones } => Left::Stones {
                time: time(ms)?,
                n_stones,
            },
            WorkerTimeLeft::Flag {} => Left::Flag,
        };
        Some((self.control.parse().ok()?, left))
    }
}

/// More than any clock has; what is beyond it was written by nobody who plays.
const TIME_MAX: Duration = Duration::from_secs(10 * 366 * 24 * 3600);

impl WorkerGame {
    /// The shape of `game`; `None` if it has more events than are told, or rules that have no
    /// text.
    pub fn of(game: &Game) -> Option<WorkerGame> {
        let Setup {
            size,
            rules,
            komi,
            odds,
            stones,
            first,
        } = game.setup();
        let written = rules.written();
        let is_told = written.parse() == Ok(*rules) && game.events().len() <= EVENTS_MAX;
        if !is_told {
            return None;
        }
        let set = |color: game::Color, points: PointSet| SetStones {
            color: color.into(),
            at: Vertex::of_all(points, *size),
        };
        let sides = game::Color::BOTH.into_iter();
        let sides = sides.filter(|color| !stones[*color].is_empty());
        Some(WorkerGame {
            rules: written,
            width: size.width(),
            height: size.height(),
            komi: (*komi).into(),
            handicap_passes: match odds {
                Odds::Passes(n) => Some(*n),
                Odds::None | Odds::Stones { .. } => None,
            },
            handicap_stones: match odds {
                Odds::Stones { to, points } => Some(set(*to, *points)),
                Odds::None | Odds::Passes(_) => None,
            },
            stones: sides.map(|color| set(color, stones[color])).collect(),
            first: first.map(Into::into),
            events: game
                .events()
                .iter()
                .map(|event| WorkerEvent::of(*event, *size))
                .collect(),
        })
    }

    /// The game, if it can be played like this.
    pub fn to_game(&self) -> Option<Game> {
        let size = Size::new(self.width, self.height)?;
        let mut setup = Setup::new(size, self.rules.parse().ok()?);
        setup.komi = self.komi.to_komi()?;
        setup.first = self.first.map(Into::into);
        setup.odds = match (&self.handicap_passes, &self.handicap_stones) {
            (None, None) => Odds::None,
            (Some(n), None) => Odds::Passes(*n),
            (None, Some(set)) => Odds::Stones {
                to: set.color.into(),
                points: Vertex::to_points(&set.at, size).ok()?,
            },
            (Some(_), Some(_)) => return None,
        };
        for set in &self.stones {
            let points = Vertex::to_points(&set.at, size).ok()?;
            setup.stones[game::Color::from(set.color)] = points;
        }
        if self.events.len() > EVENTS_MAX {
            return None;
        }
        let events: Option<Vec<GameEvent>> = self
            .events
            .iter()
            .map(|event| event.to_event(size))
            .collect();
        Game::replay(setup, &events?).ok()
    }
}

impl WorkerEvent {
    fn of(event: GameEvent, size: Size) -> WorkerEvent {
        let at = |mv: Move| Vertex::of_move(mv, size);
        match event {
            GameEvent::Moved { by, mv } => WorkerEvent::Moved {
                by: by.into(),
                at: at(mv),
            },
            GameEvent::Forced { by, mv } => WorkerEvent::Forced {
                by: by.into(),
                at: at(mv),
            },
            GameEvent::Resumed { asked_by } => WorkerEvent::Resumed {
                by: asked_by.into(),
            },
            GameEvent::Agreed { dead } => WorkerEvent::Agreed {
                dead: Vertex::of_all(dead, size),
            },
            GameEvent::Resigned { by } => WorkerEvent::Resigned { by: by.into() },
            GameEvent::TimedOut { by } => WorkerEvent::TimedOut { by: by.into() },
            GameEvent::Abandoned => WorkerEvent::Abandoned {},
        }
    }

    fn to_event(&self, size: Size) -> Option<GameEvent> {
        Some(match self {
            WorkerEvent::Moved { by, at } => GameEvent::Moved {
                by: (*by).into(),
                mv: at.to_move(size)?,
            },
            WorkerEvent::Forced { by, at } => GameEvent::Forced {
                by: (*by).into(),
                mv: at.to_move(size)?,
            },
            WorkerEvent::Resumed { by } => GameEvent::Resumed {
                asked_by: (*by).into(),
            },
            WorkerEvent::Agreed { dead } => GameEvent::Agreed {
                dead: Vertex::to_points(dead, size).ok()?,
            },
            WorkerEvent::Resigned { by } => GameEvent::Resigned { by: (*by).into() },
            WorkerEvent::TimedOut { by } => GameEvent::TimedOut { by: (*by).into() },
            WorkerEvent::Abandoned {} => GameEvent::Abandoned,
        })
    }
}

/// The version of the protocol in a hello of any version of it, if `json` is one.
pub fn protocol_of(json: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct AnyHello {
        protocol: u32,
    }
    let hello: AnyHello = crate::from_json(json).ok()?;
    Some(hello.protocol)
}

/// What is wrong with what a worker says, in English.
pub type WorkerFault = &'static str;

impl NetworkFace {
    /// Whether it can be a network.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), WorkerFault> {
        check_text(&self.name)?;
        let is_digest = |hex: &String| hex.len() == 64 && hex.bytes().all(is_hex);
        match &self.sha256 {
            Some(hex) if !is_digest(hex) => Err("a SHA-256 has 64 hexadecimal digits"),
            Some(_) | None => Ok(()),
        }
    }
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

/// Whether a text that a worker says of itself can be written to a log and shown.
///
/// # Errors
///
/// It is too long, or no single line of text.
pub fn check_text(text: &str) -> Result<(), WorkerFault> {
    match () {
        () if text.is_empty() => Err("a text is empty"),
        () if text.len() > WORKER_TEXT_MAX => Err("a text is too long"),
        () if text.chars().any(char::is_control) => Err("a text has control characters"),
        () => Ok(()),
    }
}

/// The move of an answer in `game`: `None` inside is to give up.
///
/// # Errors
///
/// The move is not legal there, or the answer is of another kind.
pub fn checked_choice(answer: &WorkerAnswer, game: &Game) -> Result<Option<Move>, WorkerFault> {
    let WorkerAnswer::Chosen { at } = answer else {
        return Err(OTHER_KIND);
    };
    let Some(at) = at else {
        return Ok(None);
    };
    let mv = at.to_move(game.size()).ok_or("a move is on no point")?;
    match game.check(mv) {
        Ok(()) => Ok(Some(mv)),
        Err(_) => Err("a move is not legal"),
    }
}

/// The dead stones of an answer about `game`.
///
/// # Errors
///
/// They are not whole chains of it, each named once, or the answer is of another kind.
pub fn checked_dead(answer: WorkerAnswer, game: &Game) -> Result<Vec<room::Proposal>, WorkerFault> {
    let WorkerAnswer::Dead { dead } = answer else {
        return Err(OTHER_KIND);
    };
    let (size, board) = (game.size(), game.board());
    let mut all = PointSet::EMPTY;
    let mut proposals = Vec::new();
    for proposal in dead {
        let stones = Vertex::to_points(&proposal.stones, size);
        let stones = stones.map_err(|_| "a dead stone is on no point")?;
        let is_whole = stones.iter().all(|point| {
            let mut chain = board.chain_stones(point);
            board.at(point).is_some() && chain.all(|stone| stones.contains(stone))
        });
        if stones.is_empty() || !is_whole || !stones.is_disjoint(&all) {
            return Err("dead stones are no whole chains");
        }
        all = all | stones;
        let reason = proposal.reason.into();
        proposals.push(room::Proposal { stones, reason });
    }
    Ok(proposals)
}

/// The ownership, Black's lead and Black's chance of an answer about `game`.
///
/// # Errors
///
/// They are not of this board or no such numbers, or the answer is of another kind.
pub fn checked_estimate(
    answer: WorkerAnswer,
    game: &Game,
) -> Result<(Vec<f32>, f32, f32), WorkerFault> {
    let WorkerAnswer::Estimate {
        ownership,
        lead,
        win_rate,
    } = answer
    else {
        return Err(OTHER_KIND);
    };
    if ownership.len() != game.size().n_points() {
        return Err("the ownership is of another board");
    }
    // NaN is in no range.
    if !ownership.iter().all(|own| (-1.0..=1.0).contains(own)) {
        return Err("an ownership is not from −1 to 1");
    }
    check_prospect(win_rate, lead)?;
    Ok((ownership, lead, win_rate))
}

/// What is thought of the position in an answer about `game`.
///
/// # Errors
///
/// What is wrong with it, or the answer is of another kind.
pub fn checked_judgment(answer: WorkerAnswer, game: &Game) -> Result<JudgedPosition, WorkerFault> {
    let WorkerAnswer::Judged { position } = answer else {
        return Err(OTHER_KIND);
    };
    check_position(&position, game)?;
    Ok(*position)
}

const OTHER_KIND: WorkerFault = "an answer is of another kind than its task";

/// Whether `position` can be what is thought of the position in `game`.
///
/// # Errors
///
/// What is wrong with it.
pub fn check_position(position: &JudgedPosition, game: &Game) -> Result<(), WorkerFault> {
    let size = game.size();
    if position.turn != Color::from(game.turn()) {
        return Err("the other player is to move");
    }
    check_prospect(position.win_rate, position.lead)?;
    let is_owned = |own: &i8| (-100..=100).contains(own);
    if position.ownership.len() != size.n_points() || !position.ownership.iter().all(is_owned) {
        return Err("the ownership is of another board");
    }
    if let Some(glance) = &position.glance {
        check_prospect(glance.win_rate, glance.lead)?;
        let is_share = |share: &u16| *share <= 1_000;
        let n_all = size.n_points() + 1;
        let n_policy = glance.policy.len();
        if (n_policy != 0 && n_policy != n_all) || !glance.policy.iter().all(is_share) {
            return Err("the policy is of another board");
        }
    }
    if position.candidates.len() > size.n_points() + 1 {
        return Err("there are more moves than points");
    }
    if game.phase() == Phase::Playing && position.candidates.is_empty() {
        return Err("no move is told of");
    }
    for candidate in &position.candidates {
        check_prospect(candidate.win_rate, candidate.lead)?;
        if !(0.0..=1.0).contains(&candidate.prior) {
            return Err("a chance is not from 0 to 1");
        }
        let mv = candidate.mv.to_move(size).ok_or("a move is on no point")?;
        if game.phase() == Phase::Playing && game.check(mv).is_err() {
            return Err("a move is not legal");
        }
        let is_told = candidate
            .variation
            .iter()
            .all(|at| at.to_move(size).is_some());
        if candidate.variation.len() > VARIATION_MAX || !is_told {
            return Err("a variation is none of this board");
        }
    }
    Ok(())
}

fn check_prospect(win_rate: f32, lead: f32) -> Result<(), WorkerFault> {
    // NaN is in no range.
    match (0.0..=1.0).contains(&win_rate) && (-LEAD_MAX..=LEAD_MAX).contains(&lead) {
        true => Ok(()),
        false => Err("a chance is not from 0 to 1, or a lead is beyond all boards"),
    }
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Rules;

    use super::*;
    use crate::{from_json, to_json};

    fn game() -> Game {
        let setup = Setup::new(Size::NINE, Rules::CHINESE);
        let mut game = setup.with_handicap(2).unwrap().start().unwrap();
        for name in ["E5", "pass", "D6"] {
            let mv = Vertex(name.to_owned()).to_move(Size::NINE).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn check_game(game: &Game) {
        let told = to_json(&WorkerGame::of(game).expect("a shape"));
        let read: WorkerGame = from_json(&told).expect("what was written");
        let read = read.to_game().expect("a game");
        assert_eq!(read.setup(), game.setup());
        assert_eq!(read.events(), game.events());
    }

    #[test]
    fn a_game_comes_as_it_went() {
        let mut game = game();
        check_game(&game);
        game.force(game.turn(), Move::Play(Size::NINE.at(0, 0).unwrap()))
            .unwrap();
        check_game(&game);
        while game.phase() == Phase::Playing {
            game.play(Move::Pass).unwrap();
        }
        check_game(&game);
        if game.phase() == Phase::Stopped {
            game.agree(PointSet::EMPTY).unwrap();
            check_game(&game);
        }
        for preset in game::PRESETS {
            let Ok(game) = Game::new(Size::NINE, preset.rules) else {
                continue;
            };
            check_game(&game);
        }
    }

    #[test]
    fn a_clock_comes_as_it_went() {
        let control: Control = "10:00 + 5×0:30".parse().unwrap();
        for left in [
            Left::Main(Duration::from_millis(1_234)),
            Left::Period {
                time: Duration::from_secs(3),
                n_periods: 2,
            },
            Left::Flag,
        ] {
            let told = to_json(&WorkerClock::of(control, left));
            let read: WorkerClock = from_json(&told).unwrap();
            assert_eq!(read.to_clock(), Some((control, left)));
        }
        let none = WorkerClock::of(Control::None, Left::Unlimited);
        assert_eq!(none.to_clock(), Some((Control::None, Left::Unlimited)));
    }

    fn position() -> JudgedPosition {
        let ownership = vec![0; 81];
        let json = format!(
            r#"{{"turn": "white", "visits": 70, "win_rate": 0.5, "lead": -1.5,
            "candidates": [{{"move": "C6", "visits": 9, "win_rate": 0.5, "lead": 0.5,
            "prior": 0.1, "variation": ["C6", "pass"]}}], "ownership": {ownership:?}}}"#
        );
        from_json(&json).unwrap()
    }

    type Lie = fn(&mut JudgedPosition);

    #[test]
    fn a_judgment_is_of_its_game_and_its_numbers_are_numbers() {
        let game = game();
        let color = Color::from(game.turn());
        let sound = JudgedPosition {
            turn: color,
            ..position()
        };
        assert_eq!(check_position(&sound, &game), Ok(()));
        let other = match color {
            Color::Black => Color::White,
            Color::White => Color::Black,
        };
        let lies: [(&str, Lie); 10] = [
            ("not a number", |lie| lie.win_rate = f32::NAN),
            ("beyond", |lie| lie.win_rate = 1.1),
            ("infinite", |lie| lie.lead = f32::INFINITY),
            ("short", |lie| {
                lie.ownership.pop();
            }),
            ("owned", |lie| lie.ownership[0] = 101),
            ("no move", |lie| lie.candidates.clear()),
            ("occupied", |lie| {
                lie.candidates[0].mv = Vertex("E5".to_owned());
            }),
            ("nowhere", |lie| {
                lie.candidates[0].mv = Vertex("Z99".to_owned());
            }),
            ("prior", |lie| lie.candidates[0].prior = -0.1),
            ("variation", |lie| {
                lie.candidates[0].variation = vec![Vertex(String::new())];
            }),
        ];
        for (what, lie) in lies {
            let mut position = sound.clone();
            lie(&mut position);
            assert!(check_position(&position, &game).is_err(), "{what}");
        }
        let turned = JudgedPosition {
            turn: other,
            ..sound
        };
        assert!(check_position(&turned, &game).is_err());
    }

    #[test]
    fn moves_estimates_and_dead_stones_are_checked_on_the_board() {
        let game = game();
        let chosen = |at: &str| WorkerAnswer::Chosen {
            at: Some(Vertex(at.to_owned())),
        };
        assert!(checked_choice(&chosen("C6"), &game).is_ok());
        assert!(checked_choice(&chosen("pass"), &game).is_ok());
        assert_eq!(
            checked_choice(&WorkerAnswer::Chosen { at: None }, &game),
            Ok(None)
        );
        for lie in [
            chosen("E5"),
            chosen("K1"),
            WorkerAnswer::Dead { dead: vec![] },
        ] {
            assert!(checked_choice(&lie, &game).is_err(), "{lie:?}");
        }
        let estimate = |n: usize, lead: f32| WorkerAnswer::Estimate {
            ownership: vec![0.5; n],
            lead,
            win_rate: 0.5,
        };
        assert!(checked_estimate(estimate(81, 3.5), &game).is_ok());
        assert!(checked_estimate(estimate(80, 3.5), &game).is_err());
        assert!(checked_estimate(estimate(81, f32::NAN), &game).is_err());
        let dead = |stones: &[&str]| WorkerAnswer::Dead {
            dead: vec![Proposal {
                stones: stones.iter().map(|at| Vertex((*at).to_owned())).collect(),
                reason: crate::DeadReason::NoEyes,
            }],
        };
        assert!(checked_dead(dead(&["E5"]), &game).is_ok());
        for lie in [dead(&["A1"]), dead(&[]), dead(&["Z1"]), chosen("C6")] {
            assert!(checked_dead(lie.clone(), &game).is_err(), "{lie:?}");
        }
    }

    #[test]
    fn what_a_worker_says_of_itself_is_short_and_plain() {
        let network = |name: &str, sha256: Option<&str>| NetworkFace {
            name: name.to_owned(),
            sha256: sha256.map(str::to_owned),
        };
        let digest = "0f".repeat(32);
        assert_eq!(network("b18", Some(&digest)).check(), Ok(()));
        assert_eq!(network("Monte Carlo", None).check(), Ok(()));
        for (name, sha256) in [
            ("", None),
            ("two\nlines", None),
            ("x", Some("0f")),
            ("x", Some(&*"g".repeat(64))),
        ] {
            assert!(
                network(name, sha256).check().is_err(),
                "{name:?} {sha256:?}"
            );
        }
        assert!(network(&"x".repeat(201), None).check().is_err());
    }
}
