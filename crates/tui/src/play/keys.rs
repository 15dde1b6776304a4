//! What keys and the mouse mean at a table: mostly a command that could be typed as well.

use std::time::Duration;

use ponnuki_game::{Point, Size};
use ponnuki_wire::{Ask, BiddingKind, Company, Scene, Stage, UndoTerms};
use ponnuki_words::{Answer, TypedCommand};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::{AfterPlay, Doubt, Play, back};
use crate::event::Effect;
use crate::hints::{self, Hint};
use crate::input::{self, Input, Typed};
use crate::look::Look;
use crate::texts::Label;
use crate::widget::Saying;

impl Play {
    /// The keys that do something now.
    pub(super) fn hints(&self) -> Vec<Hint> {
        let label = |label| self.texts.label(label);
        if self.input.is_some() {
            return hints::of_input(self.texts);
        }
        if self.question.is_some() {
            return vec![
                Hint::letter("y", label(Label::Yes)),
                Hint::letter("n", label(Label::No)),
            ];
        }
        if self.back.is_some() {
            return vec![
                Hint::letter("[", "←"),
                Hint::letter("]", "→"),
                Hint::new(KeyCode::Esc, "Esc", label(Label::Now)),
                Hint::letter("?", label(Label::Help)),
            ];
        }
        let mut hints = self.hints_of_stage();
        hints.push(Hint::letter("?", label(Label::Help)));
        hints.push(Hint::letter("q", label(Label::Leave)));
        hints.push(Hint::letter("/", label(Label::Command)));
        hints
    }

    fn hints_of_stage(&self) -> Vec<Hint> {
        let letter = |name, label| Hint::letter(name, self.texts.label(label));
        let enter = |label| Hint::new(KeyCode::Enter, "Enter", self.texts.label(label));
        let Some(scene) = self.scene.as_deref() else {
            return Vec::new();
        };
        if self.is_other(scene.undo_asked_by) {
            return vec![letter("y", Label::Allow), letter("n", Label::Refuse)];
        }
        if !self.is_seated() {
            let may = self.may_estimate(scene);
            return may
                .then(|| letter("e", Label::Estimate))
                .into_iter()
                .collect();
        }
        let may_undo = scene.terms.undo != UndoTerms::Never && scene.n_moves > 0;
        let undo = may_undo.then(|| letter("u", Label::Undo));
        let is_own = self.is_my_turn();
        let hints = match scene.stage {
            Stage::Waiting | Stage::Closed => Vec::new(),
            Stage::Bidding => self.hints_of_bidding(scene),
            Stage::Playing => vec![
                is_own.then(|| enter(Label::PlayHere)),
                is_own.then(|| letter("p", Label::Pass)),
                undo,
                scene.may_abandon.then(|| letter("x", Label::Abandon)),
                self.may_estimate(scene)
                    .then(|| letter("e", Label::Estimate)),
                Some(letter("r", Label::Resign)),
            ],
            Stage::Stopped => vec![
                Some(enter(Label::MarkDead)),
                Some(letter("a", Label::Accept)),
                Some(letter("c", Label::Resume)),
                undo,
            ],
            Stage::Over => vec![
                Some(letter("n", Label::Rematch)),
                Some(letter("v", Label::Review)),
                Some(letter("e", Label::Estimate)),
            ],
        };
        hints.into_iter().flatten().collect()
    }

    fn hints_of_bidding(&self, scene: &Scene) -> Vec<Option<Hint>> {
        let letter = |name, label| Some(Hint::letter(name, self.texts.label(label)));
        let bidding = scene.bidding.as_ref();
        let Some(bidding) = bidding.filter(|bidding| self.seats.contains(&bidding.turn)) else {
            return Vec::new();
        };
        match (bidding.kind, bidding.last.is_some()) {
            (BiddingKind::Auction, false) => vec![letter("k", Label::Bid)],
            (BiddingKind::Auction, true) => {
                vec![letter("k", Label::Bid), letter("w", Label::TakeWhite)]
            }
            (BiddingKind::NameAndChoose, false) => vec![letter("k", Label::NameKomi)],
            (BiddingKind::NameAndChoose, true) => {
                vec![letter("b", Label::TakeBlack), letter("w", Label::TakeWhite)]
            }
        }
    }

    /// Nobody is told by the program who leads in a game between people, and nobody who
    /// watches either.
    fn may_estimate(&self, scene: &Scene) -> bool {
        let sitters = [&scene.seats.host, &scene.seats.guest]
            .into_iter()
            .flatten();
        let is_engine = sitters
            .into_iter()
            .any(|sitter| sitter.engine_level.is_some());
        let is_between_people = matches!(scene.terms.company, Company::Link {}) && !is_engine;
        scene.stage == Stage::Over || !is_between_people
    }

    /// Does what a key means.
    pub(crate) fn key(&mut self, now: Duration, key: KeyEvent) -> AfterPlay {
        self.note = None;
        if let Some(mut input) = self.input.take() {
            return match input.key(key) {
                Typed::More => {
                    self.input = Some(input);
                    AfterPlay::nothing()
                }
                Typed::Cancelled => AfterPlay::nothing(),
                Typed::Done(line) => self.typed(now, &line),
            };
        }
        if let Some(doubt) = self.question.take() {
            let is_yes = matches!(key.code, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
            return match (is_yes, doubt.ask) {
                (true, Some(message)) => AfterPlay::Stay(self.send(message)),
                (true, None) => AfterPlay::Leave,
                (false, _) => AfterPlay::nothing(),
            };
        }
        if let Some(by) = back::step_of(key.code) {
            self.look_back(by);
            return AfterPlay::nothing();
        }
        let is_help = matches!(key.code, KeyCode::Char('?') | KeyCode::F(1));
        if self.back.is_some() && !is_help {
            // Nobody moves on a board of the past: the next key counts.
            self.back = None;
            return AfterPlay::nothing();
        }
        let is_bidding = self.stage() == Some(Stage::Bidding);
        if let Some((dx, dy)) = input::direction(key).filter(|_| !is_bidding) {
            self.cursor = self
                .size()
                .and_then(|size| moved(self.cursor, dx, dy, size));
            return AfterPlay::nothing();
        }
        let is_over = self.stage() == Some(Stage::Over);
        match key.code {
            _ if is_help => AfterPlay::Help,
            KeyCode::Char('q') | KeyCode::Esc => self.leave(),
            KeyCode::Char('v') if is_over => self.review(),
            KeyCode::Char('e') if self.estimate.take().is_some() => AfterPlay::nothing(),
            KeyCode::Char('/') => self.begin(String::new()),
            KeyCode::Char('t') => self.begin("tell ".to_owned()),
            KeyCode::Char('k') if is_bidding => self.begin("bid ".to_owned()),
            KeyCode::Enter | KeyCode::Char(' ') => match self.cursor {
                Some(point) => self.act_at(now, point),
                None => AfterPlay::nothing(),
            },
            code => match self.meaning(code) {
                Some(command) => self.command(now, &command),
                None => AfterPlay::nothing(),
            },
        }
    }

    /// The command that a letter stands for, as things are.
    fn meaning(&self, code: KeyCode) -> Option<TypedCommand> {
        let scene = self.scene.as_deref()?;
        let is_asked = self.is_other(scene.undo_asked_by);
        let is_own = self.is_my_turn();
        Some(match (code, scene.stage) {
            (KeyCode::Char('y'), _) if is_asked => TypedCommand::Yes,
            (KeyCode::Char('n'), _) if is_asked => TypedCommand::No,
            (KeyCode::Char('p'), Stage::Playing) if is_own => TypedCommand::Pass,
            (KeyCode::Char('r'), Stage::Playing) if self.is_seated() => TypedCommand::Resign,
            (KeyCode::Char('u'), Stage::Playing | Stage::Stopped) => TypedCommand::Undo,
            (KeyCode::Char('x'), Stage::Playing) if scene.may_abandon => TypedCommand::Abandon,
            (KeyCode::Char('e'), _) => TypedCommand::Estimate,
            (KeyCode::Char('a'), Stage::Stopped) => TypedCommand::Accept,
            (KeyCode::Char('c'), Stage::Stopped) => TypedCommand::Resume,
            (KeyCode::Char('n'), Stage::Over) => TypedCommand::Rematch,
            (KeyCode::Char('w'), Stage::Bidding) => {
                TypedCommand::Choose(ponnuki_game::Color::White)
            }
            (KeyCode::Char('b'), Stage::Bidding) => {
                TypedCommand::Choose(ponnuki_game::Color::Black)
            }
            _ => return None,
        })
    }

    /// Does what a movement or a click of the mouse means on a screen of `area`.
    pub(crate) fn mouse(
        &mut self,
        now: Duration,
        mouse: MouseEvent,
        area: Rect,
        look: Look,
    ) -> AfterPlay {
        let Some(layout) = self.layout(area, look) else {
            return AfterPlay::nothing();
        };
        let at = layout.board.point_at(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                self.cursor = at.or(self.cursor);
                AfterPlay::nothing()
            }
            MouseEventKind::ScrollUp => self.key(now, KeyCode::Char('[').into()),
            MouseEventKind::ScrollDown => self.key(now, KeyCode::Char(']').into()),
            MouseEventKind::Down(MouseButton::Left) if self.back.is_some() && at.is_some() => {
                self.key(now, KeyCode::Esc.into())
            }
            MouseEventKind::Down(MouseButton::Left) => {
                self.pressed = at;
                self.cursor = at.or(self.cursor);
                let hints = self.hints();
                let key = layout
                    .hints
                    .and_then(|row| hints::key_at(&hints, row, mouse.column, mouse.row));
                key.map_or_else(AfterPlay::nothing, |code| self.key(now, code.into()))
            }
            // A stone is put down where the button goes up; who moved away thought better of it.
            MouseEventKind::Up(MouseButton::Left) => {
                let pressed = self.pressed.take();
                match at.filter(|_| at == pressed && self.question.is_none()) {
                    Some(point) => self.act_at(now, point),
                    None => AfterPlay::nothing(),
                }
            }
            _ => AfterPlay::nothing(),
        }
    }

    /// Plays at a point, or marks the chain there when play has stopped.
    fn act_at(&mut self, now: Duration, point: Point) -> AfterPlay {
        let (Some(scene), Some(size)) = (self.scene.as_deref(), self.size()) else {
            return AfterPlay::nothing();
        };
        if !self.is_seated() {
            return AfterPlay::nothing();
        }
        let command = match scene.stage {
            Stage::Playing => {
                if let Some(why) = self.why_not(point) {
                    self.says = Saying::alarm(why);
                    return AfterPlay::nothing();
                }
                TypedCommand::Play(point)
            }
            Stage::Stopped => {
                let dead = scene.agreement.iter().flat_map(|marks| &marks.dead);
                match dead.into_iter().any(|at| at.to_point(size) == Some(point)) {
                    true => TypedCommand::Alive(point),
                    false => TypedCommand::Dead(point),
                }
            }
            _ => return AfterPlay::nothing(),
        };
        self.command(now, &command)
    }

    /// Why the person may not play there, as the scene has it.
    fn why_not(&self, point: Point) -> Option<String> {
        let listener = self.listener(Duration::ZERO)?;
        listener.forbidden(point).filter(|_| listener.is_own_turn())
    }

    fn begin(&mut self, text: String) -> AfterPlay {
        let prompt = self.texts.label(Label::Prompt).to_owned();
        self.input = Some(Input { prompt, text });
        AfterPlay::nothing()
    }

    fn typed(&mut self, now: Duration, line: &str) -> AfterPlay {
        let Some(listener) = self.listener(now) else {
            return AfterPlay::nothing();
        };
        match TypedCommand::parse(line, listener.size(), self.texts.words) {
            Ok(command) => self.command(now, &command),
            Err(unclear) => {
                self.says = Saying::alarm(unclear.in_words(self.texts.words));
                AfterPlay::nothing()
            }
        }
    }

    /// Does what a command asks for.
    fn command(&mut self, now: Duration, command: &TypedCommand) -> AfterPlay {
        let Some(answer) = self.listener(now).map(|listener| listener.answer(command)) else {
            return AfterPlay::nothing();
        };
        match answer {
            Answer::Say(text) => {
                self.says = Saying::plain(text.replace('\n', " "));
                return AfterPlay::Answer(text);
            }
            Answer::Ask(message) => {
                if message.ask == Ask::Estimate {
                    self.says = Saying::plain(self.texts.label(Label::Estimating));
                }
                return AfterPlay::Stay(self.send(message));
            }
            Answer::Sure { question, ask } => {
                self.question = Some(Doubt {
                    question,
                    ask: Some(ask),
                });
            }
            Answer::Save(file) => {
                let text = self.sgf();
                return AfterPlay::Stay(
                    text.map_or_else(Vec::new, |text| vec![Effect::Write { file, text }]),
                );
            }
            Answer::Quit => return self.leave(),
            Answer::Again | Answer::Yes(_) => {}
        }
        AfterPlay::nothing()
    }

    fn leave(&mut self) -> AfterPlay {
        match self.stage() {
            Some(Stage::Playing | Stage::Stopped | Stage::Bidding) if self.is_seated() => {
                self.question = Some(Doubt {
                    question: self.texts.label(Label::LeaveSure).to_owned(),
                    ask: None,
                });
                AfterPlay::nothing()
            }
            _ => AfterPlay::Leave,
        }
    }

    fn review(&self) -> AfterPlay {
        self.sgf()
            .map_or_else(AfterPlay::nothing, AfterPlay::Review)
    }
}

/// The point so many columns to the right of `from` and rows below it, kept on the board;
/// from the middle if there is none yet.
pub(crate) fn moved(from: Option<Point>, dx: i8, dy: i8, size: Size) -> Option<Point> {
    let step = |at: u8, by: i8, n: u8| at.saturating_add_signed(by).min(n - 1);
    let Some(from) = from else {
        return size.at(size.width() / 2, size.height() / 2);
    };
    let x = step(from.x(), dx, size.width());
    size.at(x, step(from.y(), dy, size.height()))
}
