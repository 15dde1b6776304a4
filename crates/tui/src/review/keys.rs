//! What keys and the mouse mean over a record.

use ponnuki_game::{Illegal, Move, Point};
use ponnuki_record::NotContinuable;
use ponnuki_wire::{NewRoom, RefusalCode};
use ponnuki_words::Spoken;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::{AfterReview, Review};
use crate::event::{BegunGame, Effect};
use crate::hints::{self, Hint};
use crate::input::{self, Input, Typed};
use crate::look::Look;
use crate::play;
use crate::texts::Label;
use crate::widget::Saying;

/// How far the keys for pages go.
const PAGE: isize = 10;

impl Review {
    /// The keys that do something now.
    pub(super) fn hints(&self) -> Vec<Hint> {
        let label = |label| self.texts.label(label);
        if self.input.is_some() {
            return hints::of_input(self.texts);
        }
        let mut hints = vec![
            Hint::new(KeyCode::Right, "←→", label(Label::StepMoves)),
            Hint::new(KeyCode::Down, "↑↓", label(Label::StepVariations)),
            Hint::new(KeyCode::Char(' '), "Space", label(Label::Analyse)),
        ];
        if self.is_analysing {
            hints.push(Hint::letter("t", label(Label::Territory)));
            hints.push(Hint::letter("n", label(Label::NextMistake)));
        }
        if self.walk.number().1 > 1 {
            hints.push(Hint::letter("]", label(Label::NextGame)));
        }
        // What comes last has no room on a small screen, and is in the help.
        hints.push(Hint::letter("?", label(Label::Help)));
        hints.push(Hint::letter("q", label(Label::Leave)));
        hints.push(Hint::letter("c", label(Label::Resume)));
        hints.push(Hint::letter("s", label(Label::Save)));
        hints
    }

    /// Does what a key means.
    pub(crate) fn key(&mut self, key: KeyEvent) -> AfterReview {
        if let Some(mut input) = self.input.take() {
            match input.key(key) {
                Typed::More => self.input = Some(input),
                Typed::Cancelled => {}
                Typed::Done(file) => {
                    let text = self.walk.to_sgf();
                    return AfterReview::Stay(vec![Effect::Write { file, text }]);
                }
            }
            return AfterReview::nothing();
        }
        // The arrows walk through the record: with Shift they move the cursor.
        let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
        let is_arrow = !matches!(key.code, KeyCode::Char(_));
        if let Some((dx, dy)) = input::direction(key).filter(|_| is_shifted || !is_arrow) {
            let size = self.walk.game().size();
            self.cursor = play::moved(self.cursor, dx.signum(), dy.signum(), size);
            return AfterReview::nothing();
        }
        match key.code {
            KeyCode::Char('?') | KeyCode::F(1) => return AfterReview::Help,
            KeyCode::Char('q') | KeyCode::Esc => return AfterReview::Leave,
            KeyCode::Char(' ') => return AfterReview::Stay(self.toggle_analysis()),
            KeyCode::Char('t') => self.shows_territory = !self.shows_territory,
            KeyCode::Char('s') => {
                let mut input = Input::new(self.texts.label(Label::SaveAs));
                input.text.push_str(&self.name);
                self.input = Some(input);
            }
            KeyCode::Enter => {
                let point = self.cursor;
                return point.map_or_else(AfterReview::nothing, |point| self.play_at(point));
            }
            KeyCode::Char('p') => return self.play(Move::Pass),
            KeyCode::Char('c') => return self.go_on(),
            code => {
                let has_gone = self.walk_by(code);
                return AfterReview::Stay(self.after(has_gone));
            }
        }
        AfterReview::nothing()
    }

    /// Leaves the record for a game that begins here, if there can be one.
    fn go_on(&mut self) -> AfterReview {
        let game = self.walk.game();
        match NewRoom::going_on(game) {
            Ok(room) => {
                let n_moves = game.n_moves();
                self.sights.rest();
                self.is_analysing = false;
                AfterReview::GoOn(BegunGame { room, n_moves })
            }
            Err(why) => {
                let label = match why {
                    NotContinuable::Rules => Label::OddRules,
                    NotContinuable::Start => Label::OddStart,
                    NotContinuable::Turn { .. } | NotContinuable::Move { .. } => Label::OddMove,
                };
                self.says = Saying::alarm(self.texts.label(label));
                AfterReview::nothing()
            }
        }
    }

    /// Goes where a key leads; says whether that is elsewhere.
    fn walk_by(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Right => self.walk.step(1),
            KeyCode::Left => self.walk.step(-1),
            KeyCode::PageDown => self.walk.step(PAGE),
            KeyCode::PageUp => self.walk.step(-PAGE),
            KeyCode::Down => self.walk.aside(1),
            KeyCode::Up => self.walk.aside(-1),
            KeyCode::Home => self.walk.go_to_end(false),
            KeyCode::End => self.walk.go_to_end(true),
            KeyCode::Char(']') => self.walk.other_game(1),
            KeyCode::Char('[') => self.walk.other_game(-1),
            KeyCode::Char('n') => self.go_to_mistake(true),
            KeyCode::Char('N') => self.go_to_mistake(false),
            _ => false,
        }
    }

    /// What is to be done after a step that led elsewhere.
    fn after(&mut self, has_gone: bool) -> Vec<Effect> {
        if !has_gone {
            return Vec::new();
        }
        self.says = Saying::default();
        self.judge();
        self.think()
    }

    /// Goes to the next move of the line, or the one before, that the review calls doubtful or
    /// worse. As long as it is not finished nothing is called so.
    fn go_to_mistake(&mut self, is_forward: bool) -> bool {
        let verdicts = self.sights.verdicts(&self.walk);
        let Some(verdicts) = verdicts.filter(|_| self.is_analysing) else {
            return false;
        };
        if let Some(percent) = verdicts.percent() {
            self.says = Saying::plain(self.texts.reviewed(percent));
            return false;
        }
        let line = self.walk.line();
        let at = line.iter().position(|node| *node == self.walk.node());
        let at = at.unwrap_or(0);
        let is_mistake = |i: &usize| verdicts.is_bad(line[*i]);
        let found = match is_forward {
            true => (at + 1..line.len()).find(is_mistake),
            false => (1..at).rev().find(is_mistake),
        };
        found.is_some_and(|i| self.walk.go_to(line[i]))
    }

    fn toggle_analysis(&mut self) -> Vec<Effect> {
        self.is_analysing = !self.is_analysing;
        match self.is_analysing {
            true => self.think(),
            false => {
                self.sights.rest();
                vec![Effect::Rest]
            }
        }
    }

    fn play_at(&mut self, point: Point) -> AfterReview {
        self.play(Move::Play(point))
    }

    fn play(&mut self, mv: Move) -> AfterReview {
        match self.walk.play(mv) {
            Ok(has_gone) => AfterReview::Stay(self.after(has_gone)),
            Err(law) => {
                self.says = Saying::alarm(self.why(&law));
                AfterReview::nothing()
            }
        }
    }

    fn why(&self, law: &Illegal) -> String {
        RefusalCode::of_law(law).spoken(self.texts.words)
    }

    /// Does what a movement or a click of the mouse means on a screen of `area`.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, area: Rect, look: Look) -> AfterReview {
        let Some(layout) = self.layout(area, look) else {
            return AfterReview::nothing();
        };
        let at = layout.board.point_at(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollDown => self.key(KeyCode::Right.into()),
            MouseEventKind::ScrollUp => self.key(KeyCode::Left.into()),
            MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                self.cursor = at;
                AfterReview::nothing()
            }
            MouseEventKind::Down(MouseButton::Left) => {
                self.pressed = at;
                let hints = self.hints();
                let key = layout
                    .hints
                    .and_then(|row| hints::key_at(&hints, row, mouse.column, mouse.row));
                key.map_or_else(AfterReview::nothing, |code| self.key(code.into()))
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let pressed = self.pressed.take();
                match at.filter(|_| at == pressed) {
                    Some(point) => self.play_at(point),
                    None => AfterReview::nothing(),
                }
            }
            _ => AfterReview::nothing(),
        }
    }
}
