//! Where one is in the tree of a record.

use std::collections::HashMap;

use ponnuki_game::{ByColor, Color, Game, Illegal, Move, Point, Prisoners};
use ponnuki_record::{Header, Line, NodeId, Record, Records};

/// A record, and the node that is looked at.
#[derive(Debug)]
pub(super) struct Walk {
    records: Records<'static>,
    /// The first nodes of the games that can be shown.
    roots: Vec<NodeId>,
    node: NodeId,
    /// For nodes with several children, the one that was last gone to.
    taken: HashMap<NodeId, NodeId>,
    /// The game at the node.
    game: Game,
    n_moves: usize,
    prisoners: ByColor<Prisoners>,
}

impl Walk {
    /// The first game of `records`, before its first move.
    ///
    /// # Errors
    ///
    /// None can be shown; this is why.
    pub(super) fn new(records: Records<'static>) -> Result<Walk, String> {
        let mut roots = Vec::new();
        let mut fault = None;
        for record in records.iter() {
            match record {
                Ok(record) => roots.push(record.root().id()),
                Err(error) => fault = Some(error.to_string()),
            }
        }
        let Some(&node) = roots.first() else {
            return Err(fault.unwrap_or_default());
        };
        let replay = records
            .record_of(node)
            .map_err(|error| error.to_string())?
            .replay();
        let (n_moves, prisoners) = (replay.n_moves(), replay.prisoners());
        let game = replay.into_game();
        Ok(Walk {
            records,
            roots,
            node,
            taken: HashMap::new(),
            game,
            n_moves,
            prisoners,
        })
    }

    pub(super) fn node(&self) -> NodeId {
        self.node
    }

    /// The game at the node that is looked at.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn n_moves(&self) -> usize {
        self.n_moves
    }

    pub(super) fn prisoners(&self) -> ByColor<Prisoners> {
        self.prisoners
    }

    /// What the first node says.
    pub(super) fn header(&self) -> Option<Header> {
        self.record().map(Record::header)
    }

    /// The record that the node belongs to.
    pub(super) fn record(&self) -> Option<Record<'_>> {
        self.records.record_of(self.node).ok()
    }

    /// What is written at the node.
    pub(super) fn comment(&self) -> Option<String> {
        self.record()?.comment(self.records.node(self.node))
    }

    /// Shows `f` the record with the node.
    pub(super) fn seen<T>(&self, f: impl FnOnce(Record<'_>, NodeId) -> T) -> Option<T> {
        self.record().map(|record| f(record, self.node))
    }

    /// The file as it is now.
    pub(super) fn to_sgf(&self) -> String {
        self.records.to_string()
    }

    /// The game at another node.
    pub(super) fn game_at(&self, node: NodeId) -> Option<Game> {
        let record = self.records.record_of(node).ok()?;
        Some(record.replay_to(self.records.node(node)).into_game())
    }

    /// The nodes from the first on through this one to the end, as far as was gone before.
    pub(super) fn line(&self) -> Vec<NodeId> {
        let mut line = vec![self.node];
        while let Some(parent) = self.parent(*line.last().unwrap_or(&self.node)) {
            line.push(parent);
        }
        line.reverse();
        let mut at = self.node;
        while let Some(next) = self.next(at) {
            line.push(next);
            at = next;
        }
        line
    }

    /// The first node of the game.
    pub(super) fn root(&self) -> NodeId {
        let mut root = self.node;
        while let Some(parent) = self.parent(root) {
            root = parent;
        }
        root
    }

    /// Which game of how many, from 1.
    pub(super) fn number(&self) -> (usize, usize) {
        let root = self.root();
        let at = self.roots.iter().position(|found| *found == root);
        (at.map_or(1, |at| at + 1), self.roots.len())
    }

    /// Which variation of how many the node is, from 1.
    pub(super) fn variation(&self) -> (usize, usize) {
        let siblings = self.siblings();
        let at = siblings.iter().position(|node| *node == self.node);
        (at.map_or(1, |at| at + 1), siblings.len())
    }

    /// The moves of the children, in their order.
    pub(super) fn next_moves(&self) -> Vec<(Color, Move)> {
        let Some(record) = self.record() else {
            return Vec::new();
        };
        let children = self.records.node(self.node).children();
        children
            .filter_map(|child| record.moves_of(child).next())
            .collect()
    }

    /// The point of the last move, and whose it was.
    pub(super) fn last(&self) -> Option<(Color, Move)> {
        let record = self.record()?;
        record.moves_of(self.records.node(self.node)).last()
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.records.node(node).parent().map(|parent| parent.id())
    }

    /// The child that was gone to before, or the first.
    fn next(&self, node: NodeId) -> Option<NodeId> {
        let taken = self.taken.get(&node).copied();
        taken.or_else(|| {
            let mut children = self.records.node(node).children();
            children.next().map(|child| child.id())
        })
    }

    fn siblings(&self) -> Vec<NodeId> {
        match self.records.node(self.node).parent() {
            Some(parent) => parent.children().map(|child| child.id()).collect(),
            None => vec![self.node],
        }
    }

    /// Goes so many moves on, or back; says whether it went anywhere.
    pub(super) fn step(&mut self, by: isize) -> bool {
        let mut node = self.node;
        for _ in 0..by.unsigned_abs() {
            let next = match by < 0 {
                true => self.parent(node),
                false => self.next(node),
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        self.go_to(node)
    }

    /// Goes to the variation so many further down, or up; around the end.
    pub(super) fn aside(&mut self, by: isize) -> bool {
        let siblings = self.siblings();
        let at = siblings.iter().position(|node| *node == self.node);
        let at = (at.unwrap_or(0) as isize + by).rem_euclid(siblings.len() as isize);
        self.go_to(siblings[at as usize])
    }

    /// Goes to the first node, or to the end of the line.
    pub(super) fn go_to_end(&mut self, is_last: bool) -> bool {
        let line = self.line();
        let end = match is_last {
            true => line.last(),
            false => line.first(),
        };
        end.copied().is_some_and(|node| self.go_to(node))
    }

    /// Goes to the game so many further on in the file.
    pub(super) fn other_game(&mut self, by: isize) -> bool {
        let (number, n_games) = self.number();
        let at = (number as isize - 1 + by).rem_euclid(n_games as isize);
        self.go_to(self.roots[at as usize])
    }

    /// Goes to a node; says whether it was another one.
    pub(super) fn go_to(&mut self, node: NodeId) -> bool {
        if node == self.node {
            return false;
        }
        let Ok(record) = self.records.record_of(node) else {
            return false;
        };
        let replay = record.replay_to(self.records.node(node));
        (self.n_moves, self.prisoners) = (replay.n_moves(), replay.prisoners());
        self.game = replay.into_game();
        self.node = node;
        let mut child = node;
        while let Some(parent) = self.parent(child) {
            self.taken.insert(parent, child);
            child = parent;
        }
        true
    }

    /// Plays at a point, as a variation unless the record has it already.
    ///
    /// # Errors
    ///
    /// The law it would break.
    pub(super) fn play(&mut self, mv: Move) -> Result<bool, Illegal> {
        self.game.check(mv)?;
        let by = self.game.turn();
        match self.records.play(self.node, by, mv, Line::Variation) {
            Ok(node) => Ok(self.go_to(node)),
            // The file is full.
            Err(_) => Ok(false),
        }
    }
}

/// What a record has on its points, with what they mean.
pub(super) fn marks(walk: &Walk) -> Vec<(Point, crate::board::Sign)> {
    use crate::board::Sign;
    use ponnuki_record::Mark;
    let kinds = [
        (Mark::Triangle, Sign::Triangle),
        (Mark::Square, Sign::Square),
        (Mark::Circle, Sign::Circle),
        (Mark::Cross, Sign::Cross),
        (Mark::Selected, Sign::Circle),
        (Mark::BlackTerritory, Sign::Territory(Color::Black)),
        (Mark::WhiteTerritory, Sign::Territory(Color::White)),
    ];
    let found = walk.seen(|record, node| {
        let node = walk.records.node(node);
        let labels = record.labels(node).into_iter();
        let mut found: Vec<(Point, Sign)> = labels
            .map(|(point, text)| (point, Sign::Label(text)))
            .collect();
        for (mark, sign) in kinds {
            let points = record.marked(node, mark);
            found.extend(points.iter().map(|point| (point, sign.clone())));
        }
        found
    });
    found.unwrap_or_default()
}
