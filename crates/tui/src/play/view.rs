//! How the screen of a game is drawn.

use std::time::Duration;

use ponnuki_game::Color;
use ponnuki_wire::{Scene, Stage};
use ponnuki_words::Phrase;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::Play;
use crate::board;
use crate::hints;
use crate::layout::Layout;
use crate::look::{Look, Role};
use crate::texts::Label;
use crate::widget::{self, Saying};

/// Draws the game into `area`, as it stands at `now`.
pub(crate) fn draw(play: &Play, now: Duration, look: Look, area: Rect, frame: &mut Frame<'_>) {
    let (Some(scene), Some(size)) = (play.scene.as_deref(), play.size()) else {
        widget::alone(&play.says.text, area, frame);
        return;
    };
    let Some(layout) = play.texts.lay_out(size, look, area, frame) else {
        return;
    };
    let face = play.face(scene, size);
    board::draw(&face, &layout.board, look, frame.buffer_mut());
    draw_lines(play, scene, now, look, &layout, frame);
}

fn draw_lines(
    play: &Play,
    scene: &Scene,
    now: Duration,
    look: Look,
    layout: &Layout,
    frame: &mut Frame<'_>,
) {
    if let Some(title) = layout.title {
        let looks_back = play.looks_back();
        let role = match looks_back {
            Some(_) => Role::Alarm,
            None => Role::Title,
        };
        let text = looks_back.unwrap_or_else(|| play.title(scene));
        let text = widget::cut(&format!("Ponnuki · {text}"), usize::from(title.width));
        frame.render_widget(Line::styled(text, look.style(role)), title);
    }
    if let Some(panel) = layout.panel {
        let inner = widget::inset(panel);
        let extent = (usize::from(inner.width), usize::from(inner.height));
        let lines = play.panel(scene, now, look, extent);
        frame.render_widget(Paragraph::new(lines), inner);
    }
    let says = match (layout.title, play.looks_back()) {
        // There is no other place to say it.
        (None, Some(text)) => Line::styled(text, look.style(Role::Alarm)),
        _ => play.says_line(look, layout.says.width),
    };
    frame.render_widget(says, layout.says);
    if let Some(row) = layout.hints {
        hints::draw(&play.hints(), row, look, frame.buffer_mut());
    }
}

impl Play {
    /// What is going on, for the top of the screen.
    fn title(&self, scene: &Scene) -> String {
        let (texts, words) = (self.texts, self.texts.words);
        match scene.stage {
            Stage::Waiting => words.say(Phrase::Waiting),
            Stage::Bidding => texts.label(Label::Bidding).to_owned(),
            Stage::Closed => words.say(Phrase::Closed),
            Stage::Stopped => texts.label(Label::WhichAreDead).to_owned(),
            Stage::Over => {
                let outcome = scene.outcome.as_ref();
                outcome.map_or_else(String::new, |outcome| outcome.text.clone())
            }
            Stage::Playing => {
                let color = scene.to_move.map_or(Color::Black, Color::from);
                match (self.is_my_turn(), self.seats.len()) {
                    (true, 1) => words.say(Phrase::YourMove),
                    _ if scene.engine_is_thinking => texts.label(Label::Thinking).to_owned(),
                    _ => words.say(Phrase::ToMove { color }),
                }
            }
        }
    }

    /// The line below the board: what is typed, what is asked, or what was said.
    fn says_line(&self, look: Look, width: u16) -> Line<'static> {
        if let Some(input) = &self.input {
            return widget::typing(input, look);
        }
        if let Some(doubt) = &self.question {
            return Line::styled(doubt.question.clone(), look.style(Role::Alarm));
        }
        match &self.note {
            Some(note) => widget::saying(&Saying::alarm(note), look, width),
            None => widget::saying(&self.says, look, width),
        }
    }
}
