//! What a strong network says of the games, written down once: it takes hours.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use ponnuki_game::Color;
use ponnuki_review::{MainLine, Prospect, Review};

/// What Black has to expect in each position of a game, by the referee.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Verdicts {
    /// The name of the game.
    pub(crate) name: String,
    /// By position.
    pub(crate) black: Vec<Prospect>,
}

impl Verdicts {
    /// What a finished review says of each position; `None` if one is missing.
    pub(crate) fn of(name: &str, review: &Review) -> Option<Verdicts> {
        let seen = (0..review.main_line().n_positions())
            .map(|position| Some(review.assessment(position)?.prospect_of(Color::Black)));
        Some(Verdicts {
            name: name.to_owned(),
            black: seen.collect::<Option<_>>()?,
        })
    }

    /// What the move between two positions cost `by`.
    pub(crate) fn loss(&self, by: Color, before: usize, after: usize) -> Option<Cost> {
        let seen = |position: usize| {
            let black = *self.black.get(position)?;
            Some(match by {
                Color::Black => black,
                Color::White => black.for_opponent(),
            })
        };
        let (hoped, left) = (seen(before)?, seen(after)?);
        Some(Cost {
            points: hoped.lead - left.lead,
            win_rate: hoped.win_rate - left.win_rate,
        })
    }

    fn is_of(&self, main_line: &MainLine) -> bool {
        self.black.len() == main_line.n_positions()
    }
}

/// What a move cost in the eyes of the referee; negative if it gained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cost {
    points: f32,
    win_rate: f32,
}

impl Cost {
    /// Whether it confirms that a move was a mistake.
    pub(crate) fn is_mistake(self) -> bool {
        self.points >= 1.5 || self.win_rate >= 0.08
    }

    /// Whether it confirms that a move was the best, or nearly as good: it costs clearly less than
    /// a mistake does.
    pub(crate) fn is_nearly_none(self) -> bool {
        self.points < 1.0 && self.win_rate < 0.05
    }

    /// Whether a review should have found it.
    pub(crate) fn is_big(self) -> bool {
        self.points >= 4.0 || self.win_rate >= 0.2
    }
}

/// The verdicts of a file: a line for each game, its name, then for each position Black's lead
/// and chance, with a slash between.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book(Vec<Verdicts>);

impl Book {
    /// The book at `path`; an empty one if there is none.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is no such book.
    pub(crate) fn open(path: &Path) -> io::Result<Book> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let verdicts = text.lines().map(parse).collect::<Option<_>>();
        let broken = || io::Error::other(format!("{} is broken", path.display()));
        verdicts.map(Book).ok_or_else(broken)
    }

    /// The verdicts about the game of that name, if they can be about this main line.
    pub(crate) fn of(&self, name: &str, main_line: &MainLine) -> Option<&Verdicts> {
        let mut all = self.0.iter();
        all.find(|verdicts| verdicts.name == name && verdicts.is_of(main_line))
    }

    /// Adds verdicts, and writes the whole book.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn add(&mut self, verdicts: Verdicts, path: &Path) -> io::Result<()> {
        self.0.retain(|other| other.name != verdicts.name);
        self.0.push(verdicts);
        let text: String = self.0.iter().map(line).collect();
        fs::write(path, text)
    }
}

fn line(verdicts: &Verdicts) -> String {
    let mut line = verdicts.name.clone();
    for black in &verdicts.black {
        let _ = write!(line, "\t{:.2}/{:.3}", black.lead, black.win_rate);
    }
    line.push('\n');
    line
}

fn parse(line: &str) -> Option<Verdicts> {
    let mut fields = line.split('\t');
    let name = fields.next()?.to_owned();
    let black = fields.map(|field| {
        let (lead, win_rate) = field.split_once('/')?;
        Some(Prospect {
            lead: lead.parse().ok()?,
            win_rate: win_rate.parse().ok()?,
        })
    });
    Some(Verdicts {
        name,
        black: black.collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_survive_being_written_down() {
        let text = "a b/9 3\t0.50/0.525\t-7.25/0.010\n";
        let verdicts = parse(text.trim_end()).unwrap();
        assert_eq!(line(&verdicts), text);
        let cost = verdicts.loss(Color::Black, 0, 1).unwrap();
        assert!(cost.is_mistake() && cost.is_big() && !cost.is_nearly_none());
        let gain = verdicts.loss(Color::White, 0, 1).unwrap();
        assert!(!gain.is_mistake() && !gain.is_big() && gain.is_nearly_none());
        assert_eq!(verdicts.loss(Color::White, 1, 2), None);
        assert_eq!(parse("a\tb"), None);
    }
}
