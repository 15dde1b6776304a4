//! What has happened on the board, kept so that repetition is found at once.

use crate::board::{Board, scramble};
use crate::color::{ByColor, Color};
use crate::point::{Move, Point, PointSet};

/// All turns of a game and the boards they left.
///
/// Boards are numbered by the turns before them: board 0 is the start.
#[derive(Debug)]
pub(crate) struct Past {
    /// Hash of board 0.
    start: u64,
    turns: Vec<Turn>,
    /// Stones lifted by all turns, in order; each turn knows where its own end.
    lifted: Vec<Point>,
    /// Numbers of boards plus one, at places told by their hashes; 0 is free.
    /// Derived from `turns`.
    index: Vec<u32>,
    /// Points that held a stone on some board, or on one that was taken back.
    touched: PointSet,
}

impl Clone for Past {
    fn clone(&self) -> Past {
        Past {
            start: self.start,
            turns: self.turns.clone(),
            lifted: self.lifted.clone(),
            index: self.index.clone(),
            touched: self.touched,
        }
    }

    /// Keeps the memory it has.
    fn clone_from(&mut self, source: &Past) {
        let Past {
            start,
            turns,
            lifted,
            index,
            touched,
        } = source;
        self.turns.clone_from(turns);
        self.lifted.clone_from(lifted);
        self.index.clone_from(index);
        (self.start, self.touched) = (*start, *touched);
    }
}

/// One turn and what it did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) by: Color,
    pub(crate) mv: Move,
    /// Whose stones it lifted, if any.
    pub(crate) lifted_color: Color,
    /// How many stones all turns up to this one lifted.
    n_lifted: usize,
    /// Hash of the board after it.
    hash: u64,
}

/// A board is looked up at hash-told places of a table that is never more
/// than half full.
const INDEX_MIN: usize = 64;

impl Past {
    pub(crate) fn new(board: &Board) -> Past {
        let mut past = Past {
            start: board.hash(),
            turns: Vec::new(),
            lifted: Vec::new(),
            index: vec![0; INDEX_MIN],
            touched: board.stones(Color::Black) | board.stones(Color::White),
        };
        past.enter(0);
        past
    }

    pub(crate) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Points that held a stone on some board, and maybe some more.
    pub(crate) fn touched(&self) -> PointSet {
        self.touched
    }

    /// Takes down a turn that lifted stones of `lifted_color` and left a board with `hash`.
    pub(crate) fn push(&mut self, by: Color, mv: Move, lifted: (Color, PointSet), hash: u64) {
        if !lifted.1.is_empty() {
            self.lifted.extend(lifted.1);
        }
        if let Move::Play(point) = mv {
            self.touched.insert(point);
        }
        self.turns.push(Turn {
            by,
            mv,
            lifted_color: lifted.0,
            n_lifted: self.lifted.len(),
            hash,
        });
        if 2 * (self.turns.len() + 1) > self.index.len() {
            self.index = vec![0; 2 * self.index.len()];
            for number in 0..self.turns.len() {
                self.enter(number);
            }
        }
        self.enter(self.turns.len());
    }

    /// Takes back the last turn; says what it was and how many stones it had lifted.
    pub(crate) fn pop(&mut self) -> Option<(Turn, usize)> {
        let number = self.turns.len();
        let turn = *self.turns.last()?;
        let mut slot = self.slot(turn.hash);
        while self.index[slot] != number as u32 + 1 {
            slot = (slot + 1) % self.index.len();
        }
        // Of all entries the last one can be cleared: none was put behind it.
        self.index[slot] = 0;
        self.turns.pop();
        let n_before = self.turns.last().map_or(0, |turn| turn.n_lifted);
        self.lifted.truncate(n_before);
        Some((turn, turn.n_lifted - n_before))
    }

    /// The latest board that has this hash and for which `counts` says yes.
    pub(crate) fn find(&self, hash: u64, counts: impl Fn(usize) -> bool) -> Option<usize> {
        let mut found = None;
        let mut slot = self.slot(hash);
        while self.index[slot] != 0 {
            let number = self.index[slot] as usize - 1;
            if self.hash(number) == hash && counts(number) {
                found = found.max(Some(number));
            }
            slot = (slot + 1) % self.index.len();
        }
        found
    }

    /// The stones of board `number`, found by going back from `now`, the last one.
    pub(crate) fn stones(&self, number: usize, now: &Board) -> ByColor<PointSet> {
        let mut stones = ByColor::from_fn(|color| now.stones(color));
        for i in (number..self.turns.len()).rev() {
            let turn = self.turns[i];
            let n_before = if i > 0 { self.turns[i - 1].n_lifted } else { 0 };
            let lifted = &self.lifted[n_before..turn.n_lifted];
            stones[turn.lifted_color].extend(lifted.iter().copied());
            if let Move::Play(point) = turn.mv {
                stones[turn.by].remove(point);
            }
        }
        stones
    }

    fn hash(&self, number: usize) -> u64 {
        match number {
            0 => self.start,
            _ => self.turns[number - 1].hash,
        }
    }

    fn enter(&mut self, number: usize) {
        let mut slot = self.slot(self.hash(number));
        while self.index[slot] != 0 {
            slot = (slot + 1) % self.index.len();
        }
        self.index[slot] = number as u32 + 1;
    }

    fn slot(&self, hash: u64) -> usize {
        scramble(hash) as usize % self.index.len()
    }
}
