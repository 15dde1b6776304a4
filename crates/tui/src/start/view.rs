//! How the first screen is drawn.

use ponnuki_clock::PRESETS as CLOCKS;
use ponnuki_game::{Color, PRESETS};
use ponnuki_wire::ColorTerms;
use ponnuki_words::Phrase;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{Field, Opponent, Start};
use crate::hints::{self, Hint};
use crate::look::{Look, Role, Signs};
use crate::texts::Label;
use crate::widget;

/// The columns that the form takes where there is room.
const WIDTH: u16 = 64;

/// The rows of the heading: a ponnuki and what it stands for.
const HEADING: u16 = 5;

/// The columns of the names of fields.
const NAME_WIDTH: usize = 12;

/// The row with the keys.
pub(super) fn hints_row(area: Rect) -> Rect {
    crate::layout::row(area, area.height.saturating_sub(1))
}

/// The form in the middle of `area`, with the heading if there is room for it.
fn form(start: &Start, area: Rect) -> (Rect, bool) {
    let n_fields = start.fields().len() as u16;
    // Below the fields: a blank line, two for the summary, one for what is wrong, the keys.
    let needs = n_fields + 6;
    let has_heading = area.height >= needs + HEADING;
    let heading = if has_heading { HEADING } else { 0 };
    let width = WIDTH.min(area.width);
    let top = area.height.saturating_sub(needs + heading) / 3;
    let form = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + top + heading,
        width,
        height: area.height.saturating_sub(top + heading),
    };
    (form, has_heading)
}

/// The fields and their rows.
pub(super) fn rows(start: &Start, area: Rect) -> impl Iterator<Item = (Field, Rect)> {
    let (form, _) = form(start, area);
    let fields = start.fields().iter().copied().zip(0..);
    fields
        .map(move |(field, number)| {
            // What begins the game stands apart.
            let gap = u16::from(field == Field::Begin);
            let y = form.y + number + gap;
            (
                field,
                Rect {
                    y,
                    height: 1,
                    ..form
                },
            )
        })
        .filter(move |(_, row)| row.y + 1 < area.y + area.height)
}

/// Draws the first screen.
pub(crate) fn draw(start: &Start, look: Look, area: Rect, frame: &mut Frame<'_>) {
    let (form, has_heading) = form(start, area);
    if has_heading {
        draw_heading(start, look, form, frame);
    }
    for (field, row) in rows(start, area) {
        frame.render_widget(start.line(field, look, usize::from(row.width)), row);
    }
    let n_rows = start.fields().len() as u16 + 2;
    let below = Rect {
        y: form.y + n_rows,
        height: form.height.saturating_sub(n_rows + 1),
        ..form
    };
    let mut lines: Vec<Line<'_>> = Vec::new();
    if !start.says.text.is_empty() {
        lines.extend(widget::wrapped(
            &start.says.text,
            look.style(Role::Alarm),
            below,
        ));
    } else {
        lines.extend(widget::wrapped(
            &start.about(),
            look.style(Role::Faint),
            below,
        ));
    }
    frame.render_widget(Paragraph::new(lines), below.intersection(area));
    hints::draw(&start.hints(), hints_row(area), look, frame.buffer_mut());
}

/// Four stones around a point, and the name.
fn draw_heading(start: &Start, look: Look, form: Rect, frame: &mut Frame<'_>) {
    let stone = || widget::stone_sign(Color::Black, look);
    let wood = |text: &'static str| Span::styled(text, look.style(Role::Board));
    let cross = match look.signs {
        Signs::Round => "─┼─",
        Signs::Ascii => " . ",
    };
    let side = match look.signs {
        Signs::Round => "─",
        Signs::Ascii => " ",
    };
    // The stone above the point, or the one below it.
    let one_stone = || {
        let left = [wood(" "), wood(side), wood(side)];
        let right = left.clone().into_iter().rev();
        left.into_iter().chain([stone()]).chain(right)
    };
    let slogan = format!("   {}", start.texts.label(Label::Slogan));
    let slogan = Span::styled(slogan, look.style(Role::Faint));
    let lines = vec![
        one_stone().collect(),
        Line::from(vec![
            wood(" "),
            stone(),
            wood(cross),
            stone(),
            wood(" "),
            Span::styled("   Ponnuki", look.style(Role::Title)),
        ]),
        one_stone().chain([slogan]).collect(),
    ];
    let heading = Rect {
        y: form.y - HEADING,
        height: 3,
        ..form
    };
    frame.render_widget(Paragraph::new(lines), heading);
}

impl Start {
    pub(super) fn hints(&self) -> Vec<Hint> {
        let label = |label| self.texts.label(label);
        let back = match self.begun {
            Some(_) => Label::Cancel,
            None => Label::Quit,
        };
        vec![
            Hint::new(KeyCode::Down, "↑↓", label(Label::Choose)),
            Hint::new(KeyCode::Right, "←→", label(Label::Change)),
            Hint::new(KeyCode::Enter, "Enter", label(Label::Start)),
            Hint::letter("?", label(Label::Help)),
            Hint::new(KeyCode::Esc, "Esc", label(back)),
        ]
    }

    /// A field in a line.
    fn line(&self, field: Field, look: Look, width: usize) -> Line<'static> {
        let is_chosen = self.field == field;
        if field == Field::Begin {
            let role = match is_chosen {
                true => Role::Chosen,
                false => Role::Strong,
            };
            let text = format!("[ {} ]", self.texts.label(Label::Begin));
            return Line::from(vec![
                Span::raw(" ".repeat(NAME_WIDTH)),
                Span::styled(text, look.style(role)),
            ]);
        }
        let (name, value) = self.shown(field);
        let room = width.saturating_sub(NAME_WIDTH + 4);
        let value = widget::cut(&value, room);
        let (open, close) = match (is_chosen, look.signs) {
            (true, Signs::Round) => ("‹ ", " ›"),
            (true, Signs::Ascii) => ("< ", " >"),
            (false, _) => ("  ", "  "),
        };
        let role = match is_chosen {
            true => Role::Chosen,
            false => Role::Board,
        };
        let style = match role {
            Role::Chosen => look.style(Role::Chosen),
            _ => ratatui::style::Style::new(),
        };
        Line::from(vec![
            Span::styled(
                widget::padded(self.texts.label(name), NAME_WIDTH),
                look.style(if is_chosen { Role::Strong } else { Role::Faint }),
            ),
            Span::styled(open, look.style(Role::Key)),
            Span::styled(value, style),
            Span::styled(close, look.style(Role::Key)),
        ])
    }

    /// The name of a field, and what is chosen there.
    fn shown(&self, field: Field) -> (Label, String) {
        let label = |label| self.texts.label(label).to_owned();
        let typed = |text: &str, empty: Label| match (text.is_empty(), self.field == field) {
            (true, false) => label(empty),
            (true, true) => format!("{}_", label(empty)),
            (false, true) => format!("{text}_"),
            (false, false) => text.to_owned(),
        };
        match field {
            Field::Opponent => {
                let opponent = match self.opponent {
                    Opponent::Computer => Label::Computer,
                    Opponent::FriendHere => Label::FriendHere,
                    Opponent::Link => Label::ByLink,
                    Opponent::Last => Label::LastGame,
                    Opponent::Nobody => Label::OpenFile,
                };
                (Label::Opponent, label(opponent))
            }
            Field::Level => {
                let name = self.texts.words.level(self.level);
                (Label::Level, format!("{} · {name}", self.level))
            }
            Field::Link => (Label::Link, typed(&self.link, Label::TypeLink)),
            Field::File => (Label::File, typed(&self.file, Label::TypeFile)),
            Field::Board => (Label::Board, self.board_text()),
            Field::Rules => (
                Label::Rules,
                self.texts
                    .words
                    .rulebook(PRESETS[self.preset].name)
                    .to_owned(),
            ),
            Field::Colors => {
                let colors = match self.colors {
                    ColorTerms::HostBlack => self.texts.color(Color::Black),
                    ColorTerms::HostWhite => self.texts.color(Color::White),
                    ColorTerms::Nigiri => label(Label::Either),
                };
                (Label::YouPlay, colors)
            }
            Field::Handicap => {
                let handicap = match self.handicap {
                    0 => label(Label::NoHandicap),
                    n => n.to_string(),
                };
                (Label::Handicap, handicap)
            }
            Field::Komi => (Label::Komi, typed(&self.komi, Label::AsRules)),
            Field::Clock => {
                let clock = self.clock.checked_sub(1).and_then(|at| CLOCKS.get(at));
                let text = clock
                    .map(|(name, control)| format!("{control} · {}", self.texts.words.clock(name)));
                (Label::Clock, text.unwrap_or_else(|| label(Label::NoClock)))
            }
            Field::Begin => (Label::Begin, String::new()),
        }
    }

    fn board_text(&self) -> String {
        let cursor = if self.field == Field::Board { "_" } else { "" };
        match super::read_size(&self.board) {
            Some(size) if !self.board.contains('x') => {
                format!("{}×{}{cursor}", size.width(), size.height())
            }
            _ => format!("{}{cursor}", self.board),
        }
    }

    /// What there is to know about the field under the cursor.
    fn about(&self) -> String {
        match self.field {
            Field::Rules => self
                .texts
                .words
                .summary(PRESETS[self.preset].name)
                .to_owned(),
            Field::Board => self.texts.label(Label::AboutBoard).to_owned(),
            Field::Link => self.texts.label(Label::AboutLink).to_owned(),
            Field::Level => self.texts.label(Label::AboutLevel).to_owned(),
            Field::Clock => self.texts.label(Label::AboutClock).to_owned(),
            Field::Komi => self.texts.label(Label::AboutKomi).to_owned(),
            Field::Handicap => self.texts.label(Label::AboutHandicap).to_owned(),
            Field::Opponent | Field::File | Field::Colors | Field::Begin => self.goes_on(),
        }
    }

    /// Where play goes on, if it is no new game.
    fn goes_on(&self) -> String {
        let n_moves = self.begun.as_ref().map_or(0, |begun| begun.n_moves);
        match u32::try_from(n_moves) {
            Ok(number @ 1..) => self.texts.words.say(Phrase::GoesOn { number }),
            _ => String::new(),
        }
    }
}
