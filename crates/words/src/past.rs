//! What has happened in the game of a room, as a listener gathers it.

use std::collections::HashMap;

use ponnuki_game::{Color, Move, PointSet, Size};
use ponnuki_wire::{Announcement, Happened, Scene, Update};

/// A move of the game, or of a line that was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastMove {
    /// The node before it.
    pub parent: u32,
    /// Who moved.
    pub by: Color,
    /// The move that was made.
    pub mv: Move,
    /// The stones that came off.
    pub lifted: PointSet,
}

/// What has happened so far.
#[derive(Clone, Debug, Default)]
pub struct Past {
    seq: u64,
    steps: HashMap<u32, PastMove>,
    /// What happened last, with everything that one event brought about.
    news: Vec<Announcement>,
}

impl Past {
    /// The number of the last event that is in here: `since` for a new connection.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Takes in what `update` tells, and gives what is new of it; nothing if something before
    /// it was missed, which only a new connection tells.
    pub fn hear(&mut self, update: &Update) -> Option<Vec<Announcement>> {
        if update.after > self.seq {
            return None;
        }
        if update.after == 0 {
            self.steps.clear();
        }
        let seq = self.seq;
        let size = size_of(&update.scene);
        for told in &update.happened {
            self.remember(told, size);
        }
        self.seq = update.seq;
        let news: Vec<Announcement> = update
            .happened
            .iter()
            .filter(|told| told.seq > seq)
            .cloned()
            .collect();
        if let Some(last) = update.happened.last() {
            let of_last = update.happened.iter().filter(|told| told.seq == last.seq);
            self.news = of_last.cloned().collect();
        }
        Some(news)
    }

    fn remember(&mut self, told: &Announcement, size: Size) {
        match &told.what {
            Happened::Began { .. } => self.steps.clear(),
            Happened::Moved {
                node,
                parent,
                by,
                at,
                lifted,
                ..
            } => {
                let step = PastMove {
                    parent: *parent,
                    by: (*by).into(),
                    mv: at.to_move(size).unwrap_or(Move::Pass),
                    lifted: lifted.iter().filter_map(|at| at.to_point(size)).collect(),
                };
                self.steps.insert(*node, step);
            }
            _ => {}
        }
    }

    /// What happened last.
    pub fn news(&self) -> &[Announcement] {
        &self.news
    }

    /// The moves that lead to `node`, the first one first.
    pub fn line_to(&self, node: u32) -> Vec<&PastMove> {
        let mut line = Vec::new();
        let mut next = self.steps.get(&node);
        // A step knows its parent, so a line is never longer than there are steps.
        while let Some(step) = next.filter(|_| line.len() < self.steps.len()) {
            line.push(step);
            next = self.steps.get(&step.parent);
        }
        line.reverse();
        line
    }
}

/// The board of a scene. A scene of our own server always has one; what another sends may
/// be anything, and is then taken for a board of nine lines.
pub(crate) fn size_of(scene: &Scene) -> Size {
    Size::new(scene.board.width, scene.board.height).unwrap_or(Size::NINE)
}
