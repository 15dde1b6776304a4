//! Looking back at the moves of a game that goes on. Nothing is asked for meanwhile.

use ponnuki_game::{Color, Move, Size};
use ponnuki_words::{PastMove, Phrase};
use ratatui::crossterm::event::KeyCode;

use super::Play;
use super::face::stones;
use crate::board::{Face, Sign};

/// How far the keys for pages go.
const PAGE: isize = 10;

/// How many moves a key looks on, or back.
pub(super) fn step_of(code: KeyCode) -> Option<isize> {
    match code {
        KeyCode::Char('[') => Some(-1),
        KeyCode::Char(']') => Some(1),
        KeyCode::PageUp => Some(-PAGE),
        KeyCode::PageDown => Some(PAGE),
        KeyCode::Home => Some(isize::MIN),
        KeyCode::End => Some(isize::MAX),
        _ => None,
    }
}

impl Play {
    /// The moves of the game as it is now.
    fn line(&self) -> Vec<&PastMove> {
        let node = self.scene.as_ref().map(|scene| scene.node);
        node.map_or_else(Vec::new, |node| self.past.line_to(node))
    }

    /// The moves that lead to the board that is shown.
    pub(super) fn line_shown(&self) -> Vec<&PastMove> {
        let mut line = self.line();
        line.truncate(self.back.unwrap_or(line.len()));
        line
    }

    /// Shows the board so many moves further on, or back; the last one is the board of now.
    pub(super) fn look_back(&mut self, by: isize) {
        let n_moves = self.line().len();
        let at = self.back.unwrap_or(n_moves);
        self.back = Some(at.saturating_add_signed(by));
        self.keep_in_game();
    }

    /// Comes back to the board of now if the one that is shown was taken back or is the last.
    pub(super) fn keep_in_game(&mut self) {
        let n_moves = self.line().len();
        self.back = self.back.filter(|back| *back < n_moves);
    }

    /// What says that the board is one of the past, if it is.
    pub(super) fn looks_back(&self) -> Option<String> {
        let number = u32::try_from(self.back?).ok()?;
        let last = u32::try_from(self.line().len()).ok()?;
        Some(self.texts.words.say(Phrase::LooksBack { number, last }))
    }

    /// The board of the past that is shown, if one is.
    pub(super) fn past_face(&self, size: Size) -> Option<Face> {
        self.back?;
        let mut face = Face::empty(size);
        for (point, color) in stones(&self.beginning.as_ref()?.stones, size) {
            face.at(point).stone = Some(color);
        }
        let line = self.line_shown();
        for step in &line {
            if let Move::Play(point) = step.mv {
                face.at(point).stone = Some(step.by);
            }
            for point in &step.lifted {
                face.at(point).stone = None;
            }
        }
        if let Some(Move::Play(point)) = line.last().map(|step| step.mv) {
            face.sign(point, Sign::Last);
        }
        Some(face)
    }

    /// How many stones `color` had captured on the board that is shown, if it is one of the
    /// past.
    pub(super) fn captured_then(&self, color: Color) -> Option<u32> {
        self.back?;
        let line = self.line_shown();
        let own = line.iter().filter(|step| step.by == color);
        Some(own.map(|step| step.lifted.len() as u32).sum())
    }
}
