//! What the first node of a game says about it.

use std::time::Duration;

use ponnuki_game::{ByColor, Color, Rules, Size};
use ponnuki_sgf::{Node, Value};

use crate::komi::WrittenKomi;
use crate::time::Overtime;
use crate::verdict::RecordedResult;
use crate::written::Written;

/// What is told about a game that the moves do not show.
///
/// What is read here can be written again with any game; what is not told is
/// `None`.
///
/// ```
/// use ponnuki_record::{About, Overtime, Written};
///
/// let mut about = About::default();
/// about.players.black.name = Some("Dosaku".to_owned());
/// about.overtime = Some(Written::read("3x60 byo-yomi"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Who plays.
    pub players: ByColor<Player>,
    /// When it was played, `2016-03-09` where the file keeps to the standard.
    pub date: Option<String>,
    /// Where it was played.
    pub place: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// The round of it.
    pub round: Option<String>,
    /// The name of the game.
    pub name: Option<String>,
    /// The opening played.
    pub opening: Option<String>,
    /// Whatever is said about the whole game.
    pub comment: Option<String>,
    /// Who annotated it.
    pub annotator: Option<String>,
    /// Who wrote it down.
    pub recorder: Option<String>,
    /// Where it was taken from.
    pub source: Option<String>,
    /// Whose the annotations are.
    pub copyright: Option<String>,
    /// What the rules are called. It is written only with a game under the
    /// rules that it means.
    pub rules: Option<Written<Rules>>,
    /// The time each player has first.
    pub main_time: Option<Written<Duration>>,
    /// The time after that.
    pub overtime: Option<Written<Overtime>>,
    /// How it ended. A game that has ended says so by itself.
    pub result: Option<Written<RecordedResult>>,
}

impl About {
    /// Who played, and how strong they are, as `Shusaku 4d – Genan 8d`; `None` if neither
    /// player has a name.
    pub fn title(&self) -> Option<String> {
        let called = |player: &Player, color: Color| {
            let name = player.name.clone().unwrap_or_else(|| color.to_string());
            match &player.rank {
                Some(rank) => format!("{name} {rank}"),
                None => name,
            }
        };
        let ByColor { black, white } = &self.players;
        let has_names = black.name.is_some() || white.name.is_some();
        has_names.then(|| {
            let (black, white) = (called(black, Color::Black), called(white, Color::White));
            format!("{black} – {white}")
        })
    }
}

/// One of the players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// What the player is called.
    pub name: Option<String>,
    /// How strong the player is: `3k`, `5d`, `9p`.
    pub rank: Option<String>,
    /// For whom the player plays.
    pub team: Option<String>,
}

/// All that the first node says: what is told about the game, and what game it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What is told about it.
    pub about: About,
    /// The size of the board.
    pub size: Size,
    /// Points for White.
    pub komi: Option<WrittenKomi>,
    /// The size of the handicap, if the text is a number.
    pub handicap: Option<Written<usize>>,
    /// Who is said to move first.
    pub first: Option<Color>,
}

/// A property that is text, and where it is kept.
pub(crate) struct TextProperty {
    pub(crate) name: &'static str,
    pub(crate) place: fn(&mut About) -> &mut Option<String>,
}

const fn text_property(
    name: &'static str,
    place: fn(&mut About) -> &mut Option<String>,
) -> TextProperty {
    TextProperty { name, place }
}

/// The properties of [`About`] that are text on one line, in the order to write them.
pub(crate) const TEXTS: &[TextProperty] = &[
    text_property("PB", |about| &mut about.players.black.name),
    text_property("BR", |about| &mut about.players.black.rank),
    text_property("BT", |about| &mut about.players.black.team),
    text_property("PW", |about| &mut about.players.white.name),
    text_property("WR", |about| &mut about.players.white.rank),
    text_property("WT", |about| &mut about.players.white.team),
    text_property("DT", |about| &mut about.date),
    text_property("PC", |about| &mut about.place),
    text_property("EV", |about| &mut about.event),
    text_property("RO", |about| &mut about.round),
    text_property("GN", |about| &mut about.name),
    text_property("ON", |about| &mut about.opening),
    text_property("AN", |about| &mut about.annotator),
    text_property("US", |about| &mut about.recorder),
    text_property("SO", |about| &mut about.source),
    text_property("CP", |about| &mut about.copyright),
];

/// How the Online Go Server begins what it writes about where a game was played.
const OGS: &str = "OGS";

impl About {
    /// Whether the server of this game counts points that have to be filled as territory:
    /// OGS does, KGS and the rulebooks do not.
    pub fn counts_unfilled(&self) -> bool {
        let place = self.place.as_deref().unwrap_or_default();
        place.starts_with(OGS)
    }

    /// What the first node of a game tells.
    pub fn of(root: Node<'_>) -> About {
        let mut about = About::default();
        for property in TEXTS {
            *(property.place)(&mut about) = text(root, property.name);
        }
        about.comment = said(root, "GC", |value| value.text().into_owned());
        about.rules = text(root, "RU").map(|text| Written::read(&text));
        about.main_time = text(root, "TM").map(|text| Written::read(&text));
        about.overtime = match text(root, "OT") {
            Some(text) => Some(Written::read(&text)),
            None => fox_overtime(root),
        };
        about.result = text(root, "RE").map(|text| Written::read(&text));
        about
    }
}

impl Header {
    /// What the first node says of a game on a board of `size`.
    pub(crate) fn of(root: Node<'_>, size: Size) -> Header {
        Header {
            about: About::of(root),
            size,
            komi: text(root, "KM").map(|text| WrittenKomi::read(&text, size)),
            handicap: text(root, "HA").map(|text| Written {
                meaning: text.trim().parse().ok(),
                text,
            }),
            first: first(root),
        }
    }
}

/// Who is said to move.
pub(crate) fn first(node: Node<'_>) -> Option<Color> {
    match node.value("PL")?.color().ok()? {
        ponnuki_sgf::SgfColor::Black => Some(Color::Black),
        ponnuki_sgf::SgfColor::White => Some(Color::White),
    }
}

/// One server says its byo-yomi in two properties of its own: how many
/// periods, and how long one is.
fn fox_overtime(root: Node<'_>) -> Option<Written<Overtime>> {
    let (n_periods, period) = (text(root, "TC")?, text(root, "TT")?);
    let overtime: Overtime = format!("{n_periods}x{period} byo-yomi").parse().ok()?;
    Some(Written::of(overtime))
}

/// The text of a property on one line, unless it says nothing.
pub(crate) fn text(node: Node<'_>, name: &str) -> Option<String> {
    said(node, name, |value| value.simple_text().into_owned())
}

/// The first value of a property as a text, unless it says nothing.
fn said(node: Node<'_>, name: &str, read: fn(Value<'_>) -> String) -> Option<String> {
    let text = read(node.value(name)?);
    (!text.trim().is_empty()).then_some(text)
}
