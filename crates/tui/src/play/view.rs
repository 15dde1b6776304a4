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
use crate::layout::{Layout, lay_out};
use crate::look::{Look, Role};
use crate::texts::Label;
use crate::widget;

/// Draws the game into `area`, as it stands at `now`.
pub(crate) fn draw(play: &Play, now: Duration, look: Look, area: Rect, frame: &mut Frame<'_>) {
    let (Some(scene), Some(size)) = (play.scene.as_deref(), play.size()) else {
        widget::alone(&play.says.text, area, frame);
        return;
    };
    let layout = match lay_out(area, size, look) {
        Ok(layout) => layout,
        Err(needs) => {
            let text = play.texts.too_small(area, needs.width, needs.height);
            widget::alone(&text, area, frame);
            return;
        }
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
        let text = format!("Ponnuki · {}", play.title(scene));
        let text = widget::cut(&text, usize::from(title.width));
        frame.render_widget(Line::styled(text, look.style(Role::Title)), title);
    }
    if let Some(panel) = layout.panel {
        let inner = widget::inset(panel);
        let extent = (usize::from(inner.width), usize::from(inner.height));
        let lines = play.panel(scene, now, look, extent);
        frame.render_widget(Paragraph::new(lines), inner);
    }
    let says = play.says_line(look, layout.says.width);
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
        widget::saying(&self.says, look, width)
    }
}
