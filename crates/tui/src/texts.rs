//! Every text of the screens that is not said at a table: labels, headings, help.

use ponnuki_game::{Color, Size};
use ponnuki_wire::HalfPoints;
pub(crate) use ponnuki_words::Label;
use ponnuki_words::{Phrase, Spoken, Tenths, Words};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::layout::{Layout, lay_out};
use crate::look::Look;
use crate::widget::{self, Saying};

/// The texts of a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texts {
    pub(crate) words: &'static Words,
}

impl Texts {
    pub(crate) fn label(self, label: Label) -> &'static str {
        self.words.label(label)
    }

    pub(crate) fn color(self, color: Color) -> String {
        color.spoken(self.words)
    }

    pub(crate) fn prisoners(self, color: Color, n: u32) -> String {
        self.words.say(Phrase::Prisoners { color, n })
    }

    pub(crate) fn komi(self, komi: HalfPoints) -> String {
        in_list(&self.words.say(Phrase::KomiIs { komi }))
    }

    pub(crate) fn handicap(self, n: u8) -> String {
        in_list(&self.words.say(Phrase::HandicapIs { n: u32::from(n) }))
    }

    /// What became of a file that was to be written.
    pub(crate) fn written(self, file: &str, done: &Result<(), String>) -> Saying {
        match done {
            Ok(()) => Saying::plain(self.words.say(Phrase::Saved { file })),
            Err(why) => Saying::alarm(self.words.say(Phrase::NotSaved { file, why })),
        }
    }

    pub(crate) fn visits(self, n: u64) -> String {
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        self.words.say(Phrase::Visits { n })
    }

    /// How far a review has come.
    pub(crate) fn reviewed(self, percent: u32) -> String {
        self.words.say(Phrase::ReviewedSoFar { percent })
    }

    /// `B+3.5`, where `color` leads by so much; `0.0` where nobody leads.
    pub(crate) fn lead(self, lead: f32, color: Color) -> String {
        let points = Tenths::of(lead.abs());
        let leader = match lead < 0.0 {
            true => !color,
            false => color,
        };
        let sign = match leader {
            _ if points == Tenths::of(0.0) => "",
            Color::Black => "B+",
            Color::White => "W+",
        };
        format!("{sign}{}", points.spoken(self.words))
    }

    /// The parts of a screen with a board of `size`; where there is no room for one, that is
    /// said in their place.
    pub(crate) fn lay_out(
        self,
        size: Size,
        look: Look,
        area: Rect,
        frame: &mut Frame<'_>,
    ) -> Option<Layout> {
        let layout = lay_out(area, size, look);
        if let Err(needs) = layout {
            let text = self.words.say(Phrase::TooSmall {
                has: &format!("{}×{}", area.width, area.height),
                needs: &format!("{}×{}", needs.width, needs.height),
            });
            widget::alone(&text, area, frame);
        }
        layout.ok()
    }
}

/// A sentence as a part of a list: without its full stop.
fn in_list(sentence: &str) -> String {
    sentence.trim_end_matches(['.', '。']).to_owned()
}
