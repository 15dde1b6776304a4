//! What any of these files says, ready to be put into a tree.

use std::collections::BTreeMap;

use ponnuki_game::{Color, Move, Odds, Point, PointSet, Size};
use ponnuki_sgf::{Collection, EditError, ValueBuf};

use crate::edit::{move_name, move_value, point_value};

/// One game on paper.
pub(super) struct Sheet {
    pub(super) size: Size,
    /// Properties of the first node with their texts, in the order to write them.
    facts: Vec<(&'static str, String)>,
    pub(super) handicap: usize,
    pub(super) black: PointSet,
    pub(super) white: PointSet,
    pub(super) moves: Vec<(Color, Move)>,
    /// What was said after so many moves.
    pub(super) comments: Vec<(usize, String)>,
}

impl Sheet {
    pub(super) fn new() -> Sheet {
        Sheet {
            size: Size::NINETEEN,
            facts: Vec::new(),
            handicap: 0,
            black: PointSet::EMPTY,
            white: PointSet::EMPTY,
            moves: Vec::new(),
            comments: Vec::new(),
        }
    }

    /// Notes a property, unless it says nothing or was noted before.
    pub(super) fn note(&mut self, name: &'static str, text: &str) {
        let text = text.trim();
        if !text.is_empty() && self.facts.iter().all(|(known, _)| *known != name) {
            self.facts.push((name, text.to_owned()));
        }
    }

    /// Puts a handicap of `n` where Asian servers put it: the customary
    /// places, but the third stone is in the upper left.
    pub(super) fn put_handicap(&mut self, n: usize) {
        let Some(Odds::Stones { mut points, .. }) = Odds::on_stars(self.size, n) else {
            return;
        };
        if n == 3 {
            let last = |points: &PointSet| points.iter().max_by_key(|p| (p.x() + p.y(), p.x()));
            let mirrored = |point: Point| {
                let (x, y) = (
                    self.size.width() - 1 - point.x(),
                    self.size.height() - 1 - point.y(),
                );
                self.size.at(x, y)
            };
            if let Some((last, first)) = last(&points).and_then(|p| Some((p, mirrored(p)?))) {
                points.remove(last);
                points.insert(first);
            }
        }
        self.handicap = n;
        self.black = points;
    }

    /// The tree of it.
    pub(super) fn into_collection(self) -> Result<Collection<'static>, EditError> {
        let mut collection = Collection::default();
        let root = collection.add_game()?;
        let mut put =
            |name: &str, text: &str| collection.put(root, name, &[ValueBuf::simple_text(text)]);
        put("GM", "1")?;
        put("FF", "4")?;
        put("CA", "UTF-8")?;
        put("SZ", &self.size.width().to_string())?;
        for (name, text) in &self.facts {
            put(name, text)?;
        }
        if self.handicap > 0 {
            put("HA", &self.handicap.to_string())?;
        }
        for (name, stones) in [("AB", self.black), ("AW", self.white)] {
            let values: Vec<ValueBuf> = stones.iter().map(point_value).collect();
            collection.put(root, name, &values)?;
        }
        let mut nodes = vec![root];
        let mut node = root;
        for (by, mv) in self.moves {
            node = collection.add_child(node)?;
            collection.put(node, move_name(by), &[move_value(mv)])?;
            nodes.push(node);
        }
        // Each node is written once: what a node had before stays in a collection's memory.
        for (idx, texts) in by_node(&self.comments, nodes.len() - 1) {
            let text = ValueBuf::text(&texts.join("\n"));
            collection.put(nodes[idx], "C", &[text])?;
        }
        Ok(collection)
    }
}

/// What was said at each node, in the order it was said; after more moves than there are it was
/// said at the `last`.
fn by_node(comments: &[(usize, String)], last: usize) -> BTreeMap<usize, Vec<&str>> {
    let mut said: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (n_moves, text) in comments {
        said.entry((*n_moves).min(last)).or_default().push(text);
    }
    said
}

/// The numbers at the beginning of `text`, as of a date, joined by `-`.
pub(super) fn date(text: &str, between: &[char]) -> Option<String> {
    let parts: Vec<&str> = text.split(between).map(str::trim).take(3).collect();
    let [year, month, day] = parts[..] else {
        return None;
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_date = year.len() == 4 && is_number(year) && is_number(month) && is_number(day);
    is_date.then(|| format!("{year}-{month:0>2}-{day:0>2}"))
}
