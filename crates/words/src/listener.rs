//! A person who hears how things stand.

use ponnuki_game::{Color, Point, Size};
use ponnuki_wire::{Scene, Seat, Speaker, Stage};

use crate::past::{Past, size_of};
use crate::phrase::Phrase;
use crate::vocabulary::Words;

/// A person in a room: how things stand there, what the person knows of the past, where
/// they sit and what language they speak.
#[derive(Clone, Copy, Debug)]
pub struct Listener<'a> {
    /// The language.
    pub words: &'a Words,
    /// How things stand.
    pub scene: &'a Scene,
    /// What has happened.
    pub past: &'a Past,
    /// The seats the person holds: one, both, or none.
    pub seats: &'a [Seat],
    /// The server's clock, in Unix milliseconds.
    pub now_ms: u64,
}

impl Listener<'_> {
    /// The board.
    pub fn size(&self) -> Size {
        size_of(self.scene)
    }

    pub(crate) fn say(&self, phrase: Phrase<'_>) -> String {
        self.words.say(phrase)
    }

    /// The names of some points, in a list.
    pub(crate) fn names(&self, points: impl IntoIterator<Item = Point>) -> String {
        let size = self.size();
        self.words
            .list(points.into_iter().map(|point| size.name(point)))
    }

    /// The stone at `point`.
    pub(crate) fn stone(&self, point: Point) -> Option<Color> {
        let stones = self.scene.board.stones.as_bytes();
        match stones.get(self.size().index(point)) {
            Some(b'X') => Some(Color::Black),
            Some(b'O') => Some(Color::White),
            _ => None,
        }
    }

    /// Who has `color`, once that is settled.
    pub fn seat_of(&self, color: Color) -> Option<Seat> {
        let black = self.scene.black?;
        Some(match color {
            Color::Black => black,
            Color::White => other(black),
        })
    }

    /// What the person in `seat` plays, once that is settled.
    pub(crate) fn color_of(&self, seat: Seat) -> Option<Color> {
        let black = self.scene.black?;
        Some(if black == seat {
            Color::Black
        } else {
            Color::White
        })
    }

    /// The only colour the listener plays.
    pub(crate) fn own_color(&self) -> Option<Color> {
        match *self.seats {
            [seat] => self.color_of(seat),
            _ => None,
        }
    }

    /// Whether the listener sits at `seat`, and nowhere else.
    pub(crate) fn is_own(&self, seat: Seat) -> bool {
        *self.seats == [seat]
    }

    /// Whether the listener is to move.
    pub fn is_own_turn(&self) -> bool {
        let to_move = self.player().and_then(|color| self.seat_of(color));
        to_move.is_some_and(|seat| self.seats.contains(&seat))
    }

    /// Who is to move, while a game is played.
    pub(crate) fn player(&self) -> Option<Color> {
        let is_played = self.scene.stage == Stage::Playing;
        self.scene.to_move.filter(|_| is_played).map(Color::from)
    }

    /// The seat that speaks when the listener does something out of turn: the only one, or
    /// of both the one whose turn it is.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match *self.seats {
            [] => None,
            [seat] => Some(seat),
            [first, ..] => {
                let to_move = self.player().and_then(|color| self.seat_of(color));
                let bidding = self.scene.bidding.as_ref().map(|bidding| bidding.turn);
                to_move.or(bidding).or(Some(first))
            }
        }
    }

    /// What to call whoever sits there: by the colour they play, once they do.
    pub fn called(&self, seat: Seat) -> String {
        match self.color_of(seat) {
            Some(color) => crate::phrase::Spoken::spoken(&color, self.words),
            None => self.name(seat),
        }
    }

    /// The name of whoever sits there.
    pub(crate) fn name(&self, seat: Seat) -> String {
        self.own_name(seat).unwrap_or_else(|| match seat {
            Seat::Host => self.say(Phrase::Host),
            Seat::Guest => self.say(Phrase::Guest),
        })
    }

    /// The name that whoever sits there has given, or what the program is called; none for
    /// people without one.
    pub fn own_name(&self, seat: Seat) -> Option<String> {
        let sitter = match seat {
            Seat::Host => self.scene.seats.host.as_ref(),
            Seat::Guest => self.scene.seats.guest.as_ref(),
        }?;
        match sitter.engine_level {
            Some(level) => Some(self.say(Phrase::Computer {
                level: u32::from(level),
            })),
            None => (!is_part(&sitter.name)).then(|| sitter.name.clone()),
        }
    }

    /// Who plays what, once that is settled, if anybody has a name. People know their own.
    pub(crate) fn players(&self) -> Option<String> {
        let black = self.scene.black?;
        if let [own] = *self.seats {
            let color = self.color_of(other(own))?;
            let name = &self.own_name(other(own))?;
            return Some(self.say(Phrase::Plays { color, name }));
        }
        let is_anybody_named = [Seat::Host, Seat::Guest]
            .into_iter()
            .any(|seat| self.own_name(seat).is_some());
        is_anybody_named.then(|| {
            self.say(Phrase::Colors {
                black: &self.name(black),
                white: &self.name(other(black)),
            })
        })
    }

    /// What to call someone who said something.
    pub(crate) fn speaker(&self, from: Speaker, name: &str) -> String {
        match from {
            Speaker::Host if self.is_own(Seat::Host) => self.say(Phrase::You),
            Speaker::Guest if self.is_own(Seat::Guest) => self.say(Phrase::You),
            Speaker::Host => self.name(Seat::Host),
            Speaker::Guest => self.name(Seat::Guest),
            Speaker::Watcher if is_part(name) => self.say(Phrase::Watcher),
            Speaker::Watcher => self.say(Phrase::WatcherNamed { name }),
        }
    }
}

/// Whether a name is the part someone plays: the server calls people without a name so, in
/// English.
fn is_part(name: &str) -> bool {
    matches!(name, "" | "Black" | "White" | "Host" | "Guest" | "Watcher")
}

/// The opponent's seat.
pub(crate) fn other(seat: Seat) -> Seat {
    match seat {
        Seat::Host => Seat::Guest,
        Seat::Guest => Seat::Host,
    }
}
