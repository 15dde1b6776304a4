//! What lies on the board, in words.

use std::fmt::Write as _;

use ponnuki_game::{Color, Point, PointSet};
use ponnuki_wire::ForbiddenCode;

use crate::listener::Listener;
use crate::phrase::{Phrase, Spoken as _};

/// A chain as it is described.
#[derive(Debug)]
struct Seen {
    color: Color,
    stones: PointSet,
    liberties: PointSet,
}

impl Listener<'_> {
    /// What stands on the row with this number, from the left.
    pub(crate) fn row(&self, row: u8) -> String {
        let size = self.size();
        let y = size.height().saturating_sub(row);
        let points = (0..size.width()).filter_map(|x| size.at(x, y));
        let stones = self.runs(points, |name| column_in(name));
        let row = u32::from(row);
        match stones.is_empty() {
            true => self.say(Phrase::RowEmpty { row }),
            false => self.say(Phrase::Row {
                row,
                stones: &stones,
            }),
        }
    }

    /// What stands on the column at this place, from the bottom.
    pub(crate) fn column(&self, x: u8) -> String {
        let size = self.size();
        let points = (0..size.height()).rev().filter_map(|y| size.at(x, y));
        let stones = self.runs(points, |name| row_in(name));
        let lowest = size.at(x, 0).map(|point| size.name(point));
        let column = column_in(&lowest.unwrap_or_default()).to_owned();
        match stones.is_empty() {
            true => self.say(Phrase::ColumnEmpty { column: &column }),
            false => self.say(Phrase::Column {
                column: &column,
                stones: &stones,
            }),
        }
    }

    /// The stones among `points`, those of one colour side by side together; `part` is what
    /// is said of a point's name.
    fn runs(&self, points: impl Iterator<Item = Point>, part: impl Fn(&str) -> &str) -> String {
        let size = self.size();
        let mut runs: Vec<(Option<Color>, String, String)> = Vec::new();
        for point in points {
            let name = size.name(point);
            let name = part(&name).to_owned();
            let color = self.stone(point);
            match runs.last_mut() {
                Some((of, _, to)) if *of == color => *to = name,
                _ => runs.push((color, name.clone(), name)),
            }
        }
        let said = runs.iter().filter_map(|(color, from, to)| {
            let stone = (*color)?.into();
            Some(match from == to {
                true => self.say(Phrase::OneStone { at: from, stone }),
                false => self.say(Phrase::Stones { from, to, stone }),
            })
        });
        self.words.list(said)
    }

    /// What is on and next to a point, row by row from the top.
    pub(crate) fn around(&self, point: Point) -> String {
        let size = self.size();
        let (x, y) = (point.x(), point.y());
        let rows = (y.saturating_sub(1)..=y + 1).filter_map(|y| {
            let points = (x.saturating_sub(1)..=x + 1).filter_map(|x| size.at(x, y));
            let said: Vec<String> = points.map(|point| self.place(point)).collect();
            (!said.is_empty()).then(|| self.words.list(said))
        });
        rows.collect::<Vec<String>>().join("\n")
    }

    fn place(&self, point: Point) -> String {
        let at = &self.size().name(point);
        match self.stone(point) {
            Some(color) => self.say(Phrase::OneStone {
                at,
                stone: color.into(),
            }),
            None => self.say(Phrase::Vacant { at }),
        }
    }

    /// The chain at a point, or why nobody may play there.
    pub(crate) fn chain(&self, point: Point) -> String {
        let at = &self.size().name(point);
        let Some(chain) = self.chain_at(point) else {
            let is_empty = self.say(Phrase::IsEmpty { at });
            return self
                .words
                .join([is_empty].into_iter().chain(self.forbidden(point)));
        };
        let mut said = vec![self.say(Phrase::ChainIs {
            at,
            stone: chain.color.into(),
            n: chain.stones.len() as u32,
            points: &self.names(chain.stones),
        })];
        said.push(self.say(Phrase::Liberties {
            n: chain.liberties.len() as u32,
            points: &self.names(chain.liberties),
        }));
        if chain.liberties.len() == 1 {
            said.push(self.say(Phrase::InAtari));
        }
        if self.is_dead(point) {
            said.push(self.say(Phrase::IsDead));
        }
        self.words.join(said)
    }

    /// Why the player to move may not play at a vacant point, if so.
    pub fn forbidden(&self, point: Point) -> Option<String> {
        let size = self.size();
        let mut all = self.scene.forbidden.iter();
        let law = all.find(|law| law.at.to_point(size) == Some(point))?;
        Some(match law.code {
            ForbiddenCode::Repetition if self.ko() == Some(point) => self.say(Phrase::Ko),
            code => code.spoken(self.words),
        })
    }

    /// The point where a stone just lifted may not be retaken.
    pub(crate) fn ko(&self) -> Option<Point> {
        self.scene.board.ko.as_ref()?.to_point(self.size())
    }

    fn chain_at(&self, point: Point) -> Option<Seen> {
        self.chains().find(|chain| chain.stones.contains(point))
    }

    fn chains(&self) -> impl Iterator<Item = Seen> {
        let size = self.size();
        self.scene.board.chains.iter().filter_map(move |chain| {
            let stones = chain.stones.iter();
            let stones: PointSet = stones.filter_map(|at| at.to_point(size)).collect();
            let next_to = stones.neighbors(size);
            Some(Seen {
                color: self.stone(stones.first()?)?,
                liberties: next_to
                    .iter()
                    .filter(|&point| self.stone(point).is_none())
                    .collect(),
                stones,
            })
        })
    }

    fn is_dead(&self, point: Point) -> bool {
        let size = self.size();
        let mut dead = self
            .scene
            .agreement
            .iter()
            .flat_map(|agreement| &agreement.dead);
        dead.any(|at| at.to_point(size) == Some(point))
    }

    /// All chains with one liberty.
    pub(crate) fn atari(&self) -> String {
        let said: Vec<String> = self
            .chains()
            .filter(|chain| chain.liberties.len() == 1)
            .map(|chain| {
                self.say(Phrase::AtariOn {
                    stone: chain.color.into(),
                    points: &self.names(chain.stones),
                    at: &self.names(chain.liberties),
                })
            })
            .collect();
        match said.is_empty() {
            true => self.say(Phrase::NoAtari),
            false => said.join("\n"),
        }
    }

    /// The board in signs: `X` is black, `O` white, in small letters if they are dead; the
    /// columns above, the rows at the left.
    pub fn board(&self) -> String {
        let size = self.size();
        let top = (0..size.width()).filter_map(|x| size.at(x, 0));
        let mut drawn = "  ".to_owned();
        for point in top {
            drawn.push(' ');
            drawn.push_str(column_in(&size.name(point)));
        }
        for y in 0..size.height() {
            // A string takes everything.
            let _ = write!(drawn, "\n{:>2}", size.height() - y);
            for point in (0..size.width()).filter_map(|x| size.at(x, y)) {
                drawn.push(' ');
                drawn.push(self.sign(point));
            }
        }
        drawn
    }

    fn sign(&self, point: Point) -> char {
        let sign = match self.stone(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        };
        match self.is_dead(point) {
            true => sign.to_ascii_lowercase(),
            false => sign,
        }
    }
}

/// The letter in a point's name.
fn column_in(name: &str) -> &str {
    name.get(..1).unwrap_or_default()
}

/// The number in a point's name.
fn row_in(name: &str) -> &str {
    name.get(1..).unwrap_or_default()
}
