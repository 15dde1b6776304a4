//! What comes and goes by HTTP.

use ponnuki_game::{self as game, DeadStones, PRESETS, PassCost, Preset, Sizes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::scene::{Occupant, Outcome, Scene, Stage};
use crate::sides::{BySeat, Color, Seat, mirrors};
use crate::terms::Company;
use crate::text::HalfPoints;

/// Why a request failed: the body of every answer that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// The reason, to be translated.
    pub code: ProblemCode,
    /// The reason in English.
    pub text: String,
}

/// Why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The request is not as it should be.
    BadRequest,
    /// The body is not the JSON it should be.
    BadJson,
    /// No room can be opened with these terms.
    BadTerms,
    /// A seat of this room is needed, and the request names none.
    NoSeat,
    /// The token is forged, expired, used, signed out or of another room.
    BadToken,
    /// This is not for this seat, or not for requests from other sites.
    Forbidden,
    /// There is no such page, room or game.
    NotFound,
    /// The page is not for this method.
    MethodNotAllowed,
    /// The seat is taken.
    SeatTaken,
    /// The room does not stand as this would need.
    WrongStage,
    /// The room, or the server, has as many people as it can hold.
    Full,
    /// The body is too large.
    TooLarge,
    /// The body is not of a kind that is taken here.
    UnsupportedType,
    /// Too many requests in too short a time.
    TooFast,
    /// There are too many open rooms.
    TooManyRooms,
    /// It took too long.
    Timeout,
    /// The server has too much to do, or is stopping.
    Busy,
    /// Something failed in the server.
    Failed,
    /// What is kept of the room is damaged.
    Damaged,
}

/// A room just opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpenedRoom {
    /// Its id.
    pub room: String,
    /// The seats the opener holds: the host's, or both at the same screen.
    pub seats: Vec<Seat>,
    /// The key to them, for programs; browsers get it as a cookie.
    pub token: String,
    /// What to send to the opponent, if one is to come.
    #[schema(required)]
    pub invite_url: Option<String>,
    /// What to send to those who want to watch.
    pub watch_url: String,
}

/// The wish to take the guest's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The token of the invitation.
    pub invite: String,
    /// What to call the guest.
    #[serde(default)]
    pub name: Option<String>,
}

/// The wish to go on with a seat on another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// The token that the first device handed over.
    pub token: String,
}

/// The wish to keep a seat on this device alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignOut {
    /// Something that nobody can guess. Who missed the answer sends the same once more, with
    /// the token from before, and gets it.
    #[serde(default)]
    #[schema(min_length = 16, max_length = 64)]
    pub secret: Option<String>,
}

/// A seat taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TakenSeat {
    /// Of which room.
    pub room: String,
    /// The seats.
    pub seats: Vec<Seat>,
    /// The key to them, for programs; browsers get it as a cookie.
    pub token: String,
}

/// A link, to be sent or shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Link {
    /// The link.
    pub url: String,
    /// The same as a QR code: an SVG picture.
    pub qr_svg: String,
}

/// How far links to this server reach, for whoever asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reach {
    /// What links begin with.
    #[schema(example = "http://192.168.1.7:8361")]
    pub base: String,
    /// How far it reaches.
    pub extent: Extent,
    /// What `--listen` has to say for others to reach it: told on the server's own computer
    /// alone, and only where the server listens to nobody else.
    #[schema(required, example = "0.0.0.0:8361")]
    pub listen: Option<String>,
    /// Where the server would listen in the network as well, if it were asked to: told on its
    /// own computer alone.
    #[schema(required, example = "192.168.1.7:8361")]
    pub door: Option<String>,
}

/// How far a link reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// It works on the server's own computer alone.
    Computer,
    /// The server listens in its network under this address.
    Network,
    /// As far as the address by which whoever asks came, or the public one.
    Address,
}

/// How many people are at the boards of this server now. Nobody is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Attendance {
    /// Games that are being played by somebody who is there.
    pub games: u32,
    /// Seats whose players are there, in a game or waiting for one.
    pub players: u32,
    /// Connections of those who watch.
    pub watchers: u32,
}

/// A room in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoomSummary {
    /// Its id.
    pub room: String,
    /// What is going on.
    pub stage: Stage,
    /// Which game of the room this is, from 1.
    pub game_number: u32,
    /// Who sits where.
    pub seats: BySeat<Option<Occupant>>,
    /// Who has Black, once that is settled.
    #[schema(required)]
    pub black: Option<Seat>,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The name of the rulebook.
    pub rules: String,
    /// Against whom.
    pub company: Company,
    /// Moves so far.
    pub n_moves: u32,
    /// Who is to move, while a game is played.
    #[schema(required)]
    pub to_move: Option<Color>,
    /// How the game ended, once it has.
    #[schema(required)]
    pub outcome: Option<Outcome>,
    /// The games of the room that are over, the last first: at most `FINISHED_MAX`.
    // Entries that were stored before there was this list have none.
    #[serde(default)]
    #[schema(required)]
    pub finished: Vec<FinishedGame>,
    /// When the room was opened, in Unix milliseconds.
    pub opened_ms: u64,
    /// When something happened last, in Unix milliseconds.
    pub updated_ms: u64,
}

/// How many finished games of a room its list entry tells of. The entry is stored anew with
/// every event, so that it must stay small; the records of all games can be downloaded.
pub const FINISHED_MAX: usize = 50;

/// A game of a room that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FinishedGame {
    /// Which game of the room it is, from 1.
    pub game_number: u32,
    /// Who had Black.
    pub black: Seat,
    /// How many moves it had.
    pub n_moves: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// When it began, in Unix milliseconds.
    pub began_ms: u64,
}

/// Some rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoomList {
    /// The last to change first.
    pub rooms: Vec<RoomSummary>,
}

/// A room, and how things stand there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RoomPage {
    /// As in a list.
    pub summary: RoomSummary,
    /// The number of events so far.
    pub seq: u64,
    /// How things stand.
    pub scene: Scene,
}

/// What the server offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServerFacts {
    /// Of the program.
    pub version: String,
    /// How strong the program can play.
    pub levels: Vec<Level>,
    /// The rulebooks.
    pub rules: Vec<RulesPage>,
    /// Clocks worth offering.
    pub clocks: Vec<ClockPreset>,
    /// How much of everything there may be.
    pub limits: Limits,
}

/// How strong the program can play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Level {
    /// From 1, the weakest.
    pub level: u8,
    /// What it is called.
    pub name: String,
    /// About which rank it has; boards on which nobody knows are missing.
    pub ranks: Vec<LevelRank>,
}

/// About which rank a level has on a square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LevelRank {
    /// Lines along each side of the board.
    pub side: u8,
    /// About so strong.
    pub rank: Rank,
}

/// A rank as players of Go have it: kyu go down to 1, then dan go up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// So many kyu.
    Kyu(u8),
    /// So many dan.
    Dan(u8),
}

/// A clock with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClockPreset {
    /// What it is called.
    pub name: String,
    /// As players write it.
    #[schema(example = "10:00 + 5×0:30")]
    pub clock: String,
}

/// How much of everything there may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    /// Characters in a name.
    pub name_max: u32,
    /// Characters in a line of chat.
    pub text_max: u32,
    /// Columns or rows of a board.
    pub side_max: u8,
    /// Bytes in a message of a client.
    pub message_max: u32,
    /// People watching one room.
    pub watchers_max: u32,
}

/// A rulebook, as a page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RulesPage {
    /// The name to send.
    #[schema(example = "quick-reference")]
    pub name: String,
    /// What to call it in a heading.
    pub title: String,
    /// What is special about it, in a sentence.
    pub summary: String,
    /// Every law in words, in the order of a game.
    pub in_words: Vec<Law>,
    /// Points for White, where nothing else is agreed.
    pub komi: HalfPoints,
    /// Points for White in a handicap game, where nothing else is agreed.
    pub handicap_komi: HalfPoints,
    /// Where the komi comes from.
    pub komi_by: KomiBy,
    /// The sides of the square boards it is for; none if it is for any rectangle.
    #[schema(required)]
    pub sizes: Option<Vec<u8>>,
    /// What a handicap is.
    pub handicap: HandicapForm,
    /// Who moves first in an even game.
    pub first: Color,
    /// Who moves first in a handicap game.
    pub handicap_first: Color,
    /// Whether the players agree which stones are dead; else what stands on the board lives.
    pub removes_dead: bool,
    /// Whether a pass hands over a stone.
    pub passing_costs: bool,
}

/// A law in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Law {
    /// What it is about, to be translated.
    #[schema(example = "dead_stones")]
    pub topic: String,
    /// Which sentence it is, to be translated; its numbers are in the rulebook's other fields.
    #[schema(example = "dead_stay")]
    pub code: String,
    /// The sentence in English.
    pub text: String,
}

/// Where the komi comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum KomiBy {
    /// The rulebook names it.
    Rulebook,
    /// Custom has it: another in a handicap game.
    Custom,
    /// The rulebook is silent: the players agree.
    Players,
    /// The players agree, and the rulebook suggests that they bid for it.
    Bidding,
}

/// What a handicap of n is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HandicapForm {
    /// White must pass White's first n − 1 turns.
    WhitePasses,
    /// Black has n stones on the star points before the first move.
    BlackOnStars,
    /// Black has n stones before the first move, anywhere.
    BlackAnywhere,
    /// Either player has n stones before the first move, anywhere.
    EitherAnywhere,
}

mirrors!(KomiBy, game::KomiBy, Rulebook, Custom, Players, Bidding);
mirrors!(
    HandicapForm,
    game::HandicapForm,
    WhitePasses,
    BlackOnStars,
    BlackAnywhere,
    EitherAnywhere
);

impl RulesPage {
    /// The page of every rulebook with a name.
    pub fn all() -> Vec<RulesPage> {
        PRESETS.iter().map(RulesPage::of).collect()
    }

    /// The page of `preset`.
    pub fn of(preset: &Preset) -> RulesPage {
        let rules = &preset.rules;
        let in_words = rules.in_words().into_iter();
        RulesPage {
            name: preset.name.to_owned(),
            title: preset.title.to_owned(),
            summary: preset.summary.to_owned(),
            in_words: in_words
                .map(|law| Law {
                    topic: law.topic.code().to_owned(),
                    code: law.code.to_owned(),
                    text: law.text,
                })
                .collect(),
            komi: rules.start.komi.into(),
            handicap_komi: rules.start.komi_with(2).into(),
            komi_by: rules.start.komi_by.into(),
            sizes: match rules.sizes {
                Sizes::Any => None,
                Sizes::Squares(sides) => Some(sides.to_vec()),
            },
            handicap: rules.start.handicap.form.into(),
            first: rules.start.first.into(),
            handicap_first: rules.start.handicap.first.into(),
            removes_dead: rules.dead != DeadStones::Stay,
            passing_costs: rules.passing.cost != PassCost::Nothing,
        }
    }
}

impl ClockPreset {
    /// The clocks worth offering.
    pub fn all() -> Vec<ClockPreset> {
        let presets = ponnuki_clock::PRESETS.iter();
        presets
            .map(|(name, control)| ClockPreset {
                name: (*name).to_owned(),
                clock: control.to_string(),
            })
            .collect()
    }
}
