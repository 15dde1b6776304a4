//! Changes to a file of games that keep the rest as it is.

use ponnuki_game::{Color, Move, Point, PointSet, Size};
use ponnuki_sgf::{EditError, Node, NodeId, Under, ValueBuf};

use crate::header::{About, TEXTS};
use crate::record::{Mark, TIME_LEFT};
use crate::records::Records;
use crate::start;
use crate::time::{RecordedTimeLeft, seconds};

/// Which line a new move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// It comes first; what was there becomes a variation.
    Main,
    /// It comes after what is there.
    Variation,
}

/// What becomes of moves that are taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenBack {
    /// They stay, and are a variation once another move is made.
    Stay,
    /// They are removed with all that follows them.
    Go,
}

impl Records<'_> {
    /// Makes every game say that it is UTF-8: whatever charset the file was in, its text
    /// is in no other once it was read.
    ///
    /// # Errors
    ///
    /// The file is full.
    pub fn declare_utf8(&mut self) -> Result<(), EditError> {
        self.collection.declare_utf8()
    }

    /// Adds a move after a node and returns its node; one that is there
    /// already is not added again.
    ///
    /// No law is asked: whoever keeps a game asks it first.
    ///
    /// # Errors
    ///
    /// The file is full; it is then as it was.
    pub fn play(
        &mut self,
        after: NodeId,
        by: Color,
        mv: Move,
        line: Line,
    ) -> Result<NodeId, EditError> {
        let node = match self.child_with(after, by, mv) {
            Some(child) => child,
            None => {
                let child = self.collection.add_child(after)?;
                self.collection
                    .put(child, move_name(by), &[move_value(mv)])?;
                child
            }
        };
        match line {
            Line::Main => self.collection.place(node, Under::Node(after), 0)?,
            Line::Variation => {}
        }
        Ok(node)
    }

    /// The node after `after` that does nothing but this move, if there is one.
    fn child_with(&self, after: NodeId, by: Color, mv: Move) -> Option<NodeId> {
        let size = self
            .record_of(after)
            .map_or(Size::NINETEEN, |record| record.size());
        let is_it = |node: &Node<'_>| {
            let mut moves = start::moves(*node);
            let only = moves.next().zip(Some(moves.next().is_none()));
            only.is_some_and(|((color, value), is_only)| {
                is_only && color == by && start::read_move(value, size) == Some(mv)
            })
        };
        self.node(after).children().find(is_it).map(Node::id)
    }

    /// Goes back `n` moves from a node, or to the first node if there are
    /// fewer, and returns where that is.
    ///
    /// A move made there then is the main line if it is
    /// [played](Records::play) as [`Line::Main`].
    pub fn take_back(&mut self, node: NodeId, n: usize, taken_back: TakenBack) -> NodeId {
        let (mut at, mut below, mut n_left) = (self.node(node), None, n);
        while n_left > 0 {
            let Some(parent) = at.parent() else { break };
            if start::moves(at).next().is_some() {
                n_left -= 1;
            }
            below = Some(at.id());
            at = parent;
        }
        let at = at.id();
        if let (Some(below), TakenBack::Go) = (below, taken_back) {
            self.collection.remove(below);
        }
        at
    }

    /// Removes a node with all that follows it; the first node of a game
    /// takes the whole game with it.
    pub fn remove(&mut self, node: NodeId) {
        self.collection.remove(node);
    }

    /// Removes every game but the one with this first node.
    pub fn keep_only(&mut self, game: NodeId) {
        self.collection.keep_only(game);
    }

    /// Makes the line that leads to a node the main line of its game.
    ///
    /// # Errors
    ///
    /// Never for a node of this file.
    pub fn promote(&mut self, node: NodeId) -> Result<(), EditError> {
        let mut at = node;
        while let Some(parent) = self.node(at).parent().map(Node::id) {
            self.collection.place(at, Under::Node(parent), 0)?;
            at = parent;
        }
        Ok(())
    }

    /// Writes a comment at a node, in place of the one it had; an empty one
    /// takes it away.
    ///
    /// # Errors
    ///
    /// The file is full; it is then as it was.
    pub fn comment(&mut self, node: NodeId, text: &str) -> Result<(), EditError> {
        let values: Vec<ValueBuf> = said(text).map(ValueBuf::text).into_iter().collect();
        self.collection.put(node, "C", &values)
    }

    /// Gives these points of a node a mark, and takes it from all others.
    ///
    /// # Errors
    ///
    /// The file is full; it is then as it was.
    pub fn mark(&mut self, node: NodeId, mark: Mark, points: PointSet) -> Result<(), EditError> {
        let values: Vec<ValueBuf> = points.iter().map(point_value).collect();
        self.collection.put(node, mark.name(), &values)
    }

    /// Writes texts on points of a node, and takes away all others.
    ///
    /// # Errors
    ///
    /// The file is full; it is then as it was.
    pub fn label(&mut self, node: NodeId, labels: &[(Point, &str)]) -> Result<(), EditError> {
        let value = |&(point, text): &(Point, &str)| {
            ValueBuf::composed(&point_value(point), &ValueBuf::simple_text(text))
        };
        let values: Vec<ValueBuf> = labels.iter().map(value).collect();
        self.collection.put(node, "LB", &values)
    }

    /// Notes how much time a player has left at a node.
    ///
    /// # Errors
    ///
    /// The file is full; it is then as it was.
    pub fn time_left(
        &mut self,
        node: NodeId,
        color: Color,
        left: RecordedTimeLeft,
    ) -> Result<(), EditError> {
        let (time, n_left) = TIME_LEFT[color as usize];
        let values: Vec<ValueBuf> = left
            .n_left
            .map(|n| ValueBuf::number(n.into()))
            .into_iter()
            .collect();
        let time_value = ValueBuf::simple_text(&seconds(left.time));
        self.collection.put(node, time, &[time_value])?;
        self.collection.put(node, n_left, &values)
    }

    /// Writes what is told about a game to its first node; what is not told is
    /// taken away. The rules and the result are not touched: they are the game's.
    ///
    /// # Errors
    ///
    /// The file is full; a part may then be written.
    pub fn describe(&mut self, root: NodeId, about: &About) -> Result<(), EditError> {
        let mut about = about.clone();
        for property in TEXTS {
            let text = (property.place)(&mut about).take();
            self.put_simple(root, property.name, text.as_deref())?;
        }
        let comment = about.comment.as_deref().and_then(said);
        if comment.is_some() || self.node(root).property("GC").is_some() {
            let values: Vec<ValueBuf> = comment.map(ValueBuf::text).into_iter().collect();
            self.collection.put(root, "GC", &values)?;
        }
        let main_time = about.main_time.map(|written| written.text);
        self.put_simple(root, "TM", main_time.as_deref())?;
        let overtime = about.overtime.map(|written| written.text);
        self.put_simple(root, "OT", overtime.as_deref())
    }

    /// Writes a text on one line, or takes it away; a node that has it so is
    /// not rewritten.
    pub(crate) fn put_simple(
        &mut self,
        node: NodeId,
        name: &str,
        text: Option<&str>,
    ) -> Result<(), EditError> {
        let text = text.and_then(said);
        if crate::header::text(self.node(node), name).as_deref() == text {
            return Ok(());
        }
        let values: Vec<ValueBuf> = text.map(ValueBuf::simple_text).into_iter().collect();
        self.collection.put(node, name, &values)
    }
}

/// The text, unless it says nothing.
fn said(text: &str) -> Option<&str> {
    (!text.trim().is_empty()).then_some(text)
}

/// The name of the property for a move.
pub(crate) const fn move_name(by: Color) -> &'static str {
    match by {
        Color::Black => "B",
        Color::White => "W",
    }
}

pub(crate) fn move_value(mv: Move) -> ValueBuf {
    match mv {
        Move::Play(point) => point_value(point),
        Move::Pass => ValueBuf::empty(),
    }
}

/// A point as SGF writes it. Boards end long before its letters do.
pub(crate) fn point_value(point: Point) -> ValueBuf {
    const _: () = assert!(ponnuki_game::SIDE_MAX <= ponnuki_sgf::LETTERS);
    ValueBuf::point(point.x(), point.y()).unwrap_or_else(|_| ValueBuf::empty())
}
