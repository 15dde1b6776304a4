//! What a room is opened with.

use std::fmt;

use ponnuki_clock::{Control, ParseControlError};
use ponnuki_game::{self as game, Game, Komi, Move, ParseRulesError, Preset, SIDE_MAX, Size};
use ponnuki_record::{About, Continuation, NotContinuable, Records};
use ponnuki_room::{self as room, TermsFault};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::sides::{Color, mirrors};
use crate::text::{HalfPoints, HalfPointsVisitor};

/// What a room was opened with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Columns, 1 to 25.
    pub width: u8,
    /// Rows, 1 to 25.
    pub height: u8,
    /// The name of a rulebook, from the server's list.
    #[schema(example = "quick-reference")]
    pub rules: String,
    /// 0 or 1 is none; what a handicap is, the rulebook says.
    pub handicap: u8,
    /// Who has the handicap stones.
    pub handicap_to: Color,
    /// The komi, or how it is found.
    pub komi: KomiTerms,
    /// Who has Black; of no effect where the komi is bid for.
    pub colors: ColorTerms,
    /// `none`, or as players write it: `30:00`, `3:00 + 0:10`, `10:00 + 5×0:30`,
    /// `10:00 + 5:00/25`, `1d/move`.
    #[schema(example = "10:00 + 5×0:30")]
    pub clock: String,
    /// Whether moves may be taken back.
    pub undo: UndoTerms,
    /// Against whom.
    pub company: Company,
}

/// The komi as a number, or `"auction"` or `"name_and_choose"` where the players
/// find it themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiTerms {
    /// So many points for White.
    Fixed(HalfPoints),
    /// The players bid in turns what they would give for playing Black.
    Auction,
    /// The host names it, the guest chooses the colour.
    NameAndChoose,
}

/// The words among [`KomiTerms`].
const KOMI_WORDS: [(&str, KomiTerms); 2] = [
    ("auction", KomiTerms::Auction),
    ("name_and_choose", KomiTerms::NameAndChoose),
];

impl Serialize for KomiTerms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            KomiTerms::Fixed(komi) => komi.serialize(serializer),
            word => {
                let found = KOMI_WORDS.iter().find(|(_, terms)| terms == word);
                serializer.serialize_str(found.map_or("", |(text, _)| text))
            }
        }
    }
}

impl<'de> Deserialize<'de> for KomiTerms {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KomiTerms, D::Error> {
        deserializer.deserialize_any(KomiTermsVisitor)
    }
}

struct KomiTermsVisitor;

impl Visitor<'_> for KomiTermsVisitor {
    type Value = KomiTerms;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of whole or half points, \"auction\" or \"name_and_choose\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<KomiTerms, E> {
        let found = KOMI_WORDS.iter().find(|(word, _)| *word == text);
        found
            .map(|&(_, terms)| terms)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }

    fn visit_f64<E: de::Error>(self, points: f64) -> Result<KomiTerms, E> {
        HalfPointsVisitor.visit_f64(points).map(KomiTerms::Fixed)
    }

    fn visit_i64<E: de::Error>(self, points: i64) -> Result<KomiTerms, E> {
        HalfPointsVisitor.visit_i64(points).map(KomiTerms::Fixed)
    }

    fn visit_u64<E: de::Error>(self, points: u64) -> Result<KomiTerms, E> {
        HalfPointsVisitor.visit_u64(points).map(KomiTerms::Fixed)
    }
}

impl PartialSchema for KomiTerms {
    fn schema() -> RefOr<Schema> {
        let words = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(KOMI_WORDS.map(|(word, _)| word)));
        let schema = OneOfBuilder::new()
            .item(HalfPoints::schema())
            .item(words)
            .description(Some(
                "The komi as a number, or how the players find it themselves.",
            ));
        schema.into()
    }
}

impl ToSchema for KomiTerms {}

/// Who has Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColorTerms {
    /// Chance decides.
    Nigiri,
    /// The host.
    HostBlack,
    /// The guest.
    HostWhite,
}

/// Whether moves may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoTerms {
    /// A move made is made.
    Never,
    /// If the opponent agrees.
    Ask,
    /// At will.
    Free,
}

/// Against whom. All variants have braces, because serde would let those without
/// have any fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Company {
    /// Someone who gets the invitation.
    Link {},
    /// Someone at the same screen: one client holds both seats.
    SameScreen {},
    /// The program itself.
    Engine {
        /// How strong, from the server's list of levels.
        level: u8,
    },
}

/// The wish for a new room. Everything may be left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewRoom {
    /// What to call the host.
    pub name: Option<String>,
    /// What to call the other player at the same screen.
    pub guest_name: Option<String>,
    /// Columns; 19, or as many as there are rows.
    pub width: Option<u8>,
    /// Rows; as many as there are columns.
    pub height: Option<u8>,
    /// The name of a rulebook, from the server's list.
    pub rules: Option<String>,
    /// 0 or 1 is none.
    pub handicap: Option<u8>,
    /// Who has the handicap stones; Black.
    pub handicap_to: Option<Color>,
    /// The komi, or how it is found; what the rulebook says.
    pub komi: Option<KomiTerms>,
    /// Who has Black; chance decides, but against the program and at one screen it is the host.
    pub colors: Option<ColorTerms>,
    /// The clock as players write it; `none`.
    pub clock: Option<String>,
    /// Whether moves may be taken back; by asking, but freely against the program
    /// and at one screen.
    pub undo: Option<UndoTerms>,
    /// Against whom; someone who gets the invitation.
    pub company: Option<Company>,
    /// A game to go on with, as SGF: its first game, from the end of the main line, at most
    /// 1000 moves. Board and handicap are the record's and are not given beside it; rules and
    /// komi are the record's where they are left out. Comments are not kept, and count towards
    /// the limit of the request.
    pub sgf: Option<String>,
}

mirrors!(ColorTerms, room::ColorTerms, Nigiri, HostBlack, HostWhite);
mirrors!(UndoTerms, room::UndoTerms, Never, Ask, Free);

impl From<room::Company> for Company {
    fn from(company: room::Company) -> Company {
        match company {
            room::Company::Link => Company::Link {},
            room::Company::SameScreen => Company::SameScreen {},
            room::Company::Engine { level } => Company::Engine { level },
        }
    }
}

impl From<Company> for room::Company {
    fn from(company: Company) -> room::Company {
        match company {
            Company::Link {} => room::Company::Link,
            Company::SameScreen {} => room::Company::SameScreen,
            Company::Engine { level } => room::Company::Engine { level },
        }
    }
}

/// Why no room can be opened with some terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadTerms {
    /// There is no such board.
    Size {
        /// Its columns.
        width: u8,
        /// Its rows.
        height: u8,
    },
    /// There is no such rulebook.
    Rules(ParseRulesError),
    /// The komi is beyond what may be given.
    Komi(HalfPoints),
    /// The clock is not written as clocks are.
    Clock(ParseControlError),
    /// The terms do not go together.
    Terms(TermsFault),
    /// The record cannot be read; this is why.
    Record(String),
    /// The game of the record cannot be played on.
    Continuation(NotContinuable),
    /// The board or the handicap is given beside a record, which has its own.
    BesideRecord,
    /// The komi is to be bid for, and the game has begun.
    BidAfterMoves,
}

impl fmt::Display for BadTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTerms::Size { width, height } => {
                write!(f, "a side has 1 to {SIDE_MAX} points, not {width}x{height}")
            }
            BadTerms::Rules(error) => error.fmt(f),
            BadTerms::Komi(komi) => write!(f, "a komi of {komi} is beyond {} points", Komi::MAX),
            BadTerms::Clock(error) => write!(f, "the clock cannot be read: {error}"),
            BadTerms::Terms(fault) => fault.fmt(f),
            BadTerms::Record(why) => write!(f, "the record cannot be read: {why}"),
            BadTerms::Continuation(why) => write!(f, "the game cannot be continued: {why}"),
            BadTerms::BesideRecord => {
                f.write_str("the board and the handicap are the record's: leave them out")
            }
            BadTerms::BidAfterMoves => {
                f.write_str("komi is bid for before the first move: a record has its own")
            }
        }
    }
}

impl std::error::Error for BadTerms {}

impl Terms {
    /// The shape of `terms`. Rules without a name are written as KataGo's JSON,
    /// which has no words for some laws: rooms that people open have named ones.
    pub fn of(terms: &room::Terms) -> Terms {
        Terms {
            width: terms.size.width(),
            height: terms.size.height(),
            rules: terms.rules.written(),
            handicap: terms.handicap,
            handicap_to: terms.handicap_to.into(),
            komi: match terms.komi {
                room::KomiTerms::Fixed(komi) => KomiTerms::Fixed(komi.into()),
                room::KomiTerms::Auction => KomiTerms::Auction,
                room::KomiTerms::NameAndChoose => KomiTerms::NameAndChoose,
            },
            colors: terms.colors.into(),
            clock: terms.control.to_string(),
            undo: terms.undo.into(),
            company: terms.company.into(),
        }
    }

    /// The terms that these are, if a room can be opened with them.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn to_terms(&self) -> Result<room::Terms, BadTerms> {
        let (width, height) = (self.width, self.height);
        let terms = room::Terms {
            size: Size::new(width, height).ok_or(BadTerms::Size { width, height })?,
            rules: self.rules.parse().map_err(BadTerms::Rules)?,
            handicap: self.handicap,
            handicap_to: self.handicap_to.into(),
            komi: match self.komi {
                KomiTerms::Fixed(komi) => {
                    room::KomiTerms::Fixed(komi.to_komi().ok_or(BadTerms::Komi(komi))?)
                }
                KomiTerms::Auction => room::KomiTerms::Auction,
                KomiTerms::NameAndChoose => room::KomiTerms::NameAndChoose,
            },
            colors: self.colors.into(),
            control: self.clock.parse().map_err(BadTerms::Clock)?,
            undo: self.undo.into(),
            company: self.company.into(),
        };
        terms.check().map_err(BadTerms::Terms)?;
        Ok(terms)
    }
}

/// The rulebook of a room whose opener named none: what most players know.
const RULES_DEFAULT: &str = "japanese";

/// The side of a board whose size nobody named.
const SIDE_DEFAULT: u8 = 19;

impl NewRoom {
    /// The wish to go on with `game` from where it stands, with nothing said of the opponent:
    /// whose turn it is plays on. It has no clock: nobody thought about the moves so far.
    ///
    /// # Errors
    ///
    /// No room can be opened from it.
    pub fn going_on(game: &Game) -> Result<NewRoom, NotContinuable> {
        let from = Continuation::of(game)?;
        let records = Records::of_game(game, &About::default());
        let records = records.map_err(|_| NotContinuable::Start)?;
        Ok(NewRoom {
            rules: Some(from.preset.name.to_owned()),
            komi: Some(KomiTerms::Fixed(from.komi.into())),
            colors: Some(match from.turn {
                game::Color::Black => ColorTerms::HostBlack,
                game::Color::White => ColorTerms::HostWhite,
            }),
            sgf: Some(records.to_string()),
            ..NewRoom::default()
        })
    }

    /// The terms with everything that was left out put in, and the moves that the first game
    /// begins with.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with them, or with the record.
    pub fn to_opening(&self) -> Result<(room::Terms, Vec<Move>), BadTerms> {
        let Some(sgf) = &self.sgf else {
            return Ok((self.to_terms()?, Vec::new()));
        };
        let (size, handicap) = (self.width.or(self.height), self.handicap);
        if size.is_some() || handicap.is_some() || self.handicap_to.is_some() {
            return Err(BadTerms::BesideRecord);
        }
        if let Some(KomiTerms::Auction | KomiTerms::NameAndChoose) = self.komi {
            return Err(BadTerms::BidAfterMoves);
        }
        let game = self.game_of(sgf)?;
        let game = Continuation::of(&game).map_err(BadTerms::Continuation)?;
        let wish = NewRoom {
            width: Some(game.size.width()),
            height: Some(game.size.height()),
            rules: Some(game.preset.name.to_owned()),
            handicap: Some(game.handicap),
            komi: self.komi.or(Some(KomiTerms::Fixed(game.komi.into()))),
            sgf: None,
            ..self.clone()
        };
        Ok((wish.to_terms()?, game.moves))
    }

    /// The first game of a record at the end of its main line, under the rules that are wished
    /// for or its own.
    fn game_of(&self, sgf: &str) -> Result<Game, BadTerms> {
        let unread = |why: &dyn fmt::Display| BadTerms::Record(why.to_string());
        let records = Records::from_bytes(sgf.as_bytes()).map_err(|error| unread(&error))?;
        let record = records
            .iter()
            .next()
            .ok_or_else(|| unread(&"no game is in it"))?;
        let mut record = record.map_err(|why| unread(&why))?;
        if let Some(name) = &self.rules {
            record = record.under(preset(name)?.rules);
        }
        let (game, remarks) = record.game();
        if let Some(remark) = remarks.iter().find(|one| one.trouble.is_another_game()) {
            return Err(unread(remark));
        }
        // Handicap stones may be written as moves.
        let n_lost = record.moves().count().abs_diff(game.moves().count());
        if n_lost != 0 && n_lost != game.setup().all_stones().black.len() {
            return Err(unread(&"stones are set up after the first move"));
        }
        Ok(game)
    }

    /// The terms with everything that was left out put in.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with them.
    pub fn to_terms(&self) -> Result<room::Terms, BadTerms> {
        let preset = preset(self.rules.as_deref().unwrap_or(RULES_DEFAULT))?;
        let company = self.company.unwrap_or(Company::Link {});
        let is_alone = company != Company::Link {};
        let side = self.width.or(self.height).unwrap_or(SIDE_DEFAULT);
        let handicap = self.handicap.unwrap_or(0);
        let komi = preset.rules.start.komi_with(usize::from(handicap));
        let terms = Terms {
            width: side,
            height: self.height.unwrap_or(side),
            rules: preset.name.to_owned(),
            handicap,
            handicap_to: self.handicap_to.unwrap_or(Color::Black),
            komi: self.komi.unwrap_or(KomiTerms::Fixed(komi.into())),
            colors: self.colors.unwrap_or(match is_alone {
                true => ColorTerms::HostBlack,
                false => ColorTerms::Nigiri,
            }),
            clock: self
                .clock
                .clone()
                .unwrap_or_else(|| Control::None.to_string()),
            undo: self.undo.unwrap_or(match is_alone {
                true => UndoTerms::Free,
                false => UndoTerms::Ask,
            }),
            company,
        };
        terms.to_terms()
    }
}

/// The rulebook of this name.
fn preset(name: &str) -> Result<&'static Preset, BadTerms> {
    let unknown = || BadTerms::Rules(ParseRulesError::UnknownName(name.to_owned()));
    Preset::named(name).ok_or_else(unknown)
}
