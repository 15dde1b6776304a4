//! What is read over a screen: what every key does, or an answer that a line has no room for.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use crate::look::{Depth, Look, Role, Signs};
use crate::texts::{Label, Texts};
use crate::widget;

/// What the help is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Start,
    Play,
    Review,
}

/// What is shown over a screen until a key is pressed.
#[derive(Clone, Debug)]
pub(crate) enum Page {
    /// What the keys do there.
    Keys(Topic),
    /// An answer.
    Answer(String),
}

/// What stands for the mouse among the keys.
const MOUSE: &str = "";

/// A key, as it is written, and what it does.
type Entry = (&'static str, Label);

const START: &[Entry] = &[
    ("↑ ↓  Tab", Label::HelpFields),
    ("← →  Space", Label::HelpChange),
    ("Enter", Label::HelpBegin),
    ("Esc  q", Label::HelpQuit),
];

const PLAY: &[Entry] = &[
    ("←↑↓→  h j k l", Label::HelpCursor),
    ("Enter  Space", Label::HelpPlay),
    (MOUSE, Label::HelpMouse),
    ("p", Label::HelpPass),
    ("u", Label::HelpUndo),
    ("r", Label::HelpResign),
    ("e", Label::HelpEstimate),
    ("a", Label::HelpAccept),
    ("c", Label::HelpResume),
    ("n", Label::HelpRematch),
    ("v", Label::HelpReview),
    ("[ ]", Label::HelpBack),
    ("t", Label::HelpTalk),
    ("/", Label::HelpCommand),
    ("q  Esc", Label::HelpLeave),
];

const REVIEW: &[Entry] = &[
    ("← →", Label::HelpMoves),
    ("↑ ↓", Label::HelpVariations),
    ("PgUp PgDn", Label::HelpPages),
    ("Home End", Label::HelpEnds),
    ("Space", Label::HelpAnalysis),
    ("t", Label::HelpTerritory),
    ("n N", Label::HelpMistakes),
    ("h j k l", Label::HelpCursor),
    ("Enter", Label::HelpTry),
    ("[ ]", Label::HelpGames),
    ("c", Label::HelpPlayOn),
    ("s", Label::HelpSave),
    ("q  Esc", Label::HelpLeave),
];

/// The columns of the keys.
const KEYS_WIDTH: usize = 17;

/// How many lines `page` has on a screen of `area`.
pub(crate) fn n_lines(page: &Page, texts: Texts, area: Rect) -> usize {
    let look = Look {
        signs: Signs::Ascii,
        depth: Depth::None,
    };
    lines(page, texts, look, widget::inset(area)).len()
}

/// Draws `page`, from a line on.
pub(crate) fn draw(
    page: &Page,
    from: usize,
    texts: Texts,
    look: Look,
    area: Rect,
    frame: &mut Frame<'_>,
) {
    let area = widget::inset(area);
    let room = usize::from(area.height).saturating_sub(1);
    let all = lines(page, texts, look, area);
    let is_more = all.len() > room;
    let shown: Vec<Line<'_>> = all.into_iter().skip(from).take(room).collect();
    frame.render_widget(Paragraph::new(shown), area);
    let row = crate::layout::row(area, area.height.saturating_sub(1));
    let arrows = if is_more { "↑↓ · " } else { "" };
    let close = format!("{arrows}{}", texts.label(Label::HelpClose));
    frame.render_widget(Line::styled(close, look.style(Role::Faint)), row);
}

fn lines(page: &Page, texts: Texts, look: Look, area: Rect) -> Vec<Line<'static>> {
    match page {
        Page::Keys(topic) => of_keys(*topic, texts, look, area),
        Page::Answer(text) => of_answer(text, area),
    }
}

/// The lines of an answer; those that fit are as they are, with their blanks.
fn of_answer(text: &str, area: Rect) -> Vec<Line<'static>> {
    let width = usize::from(area.width);
    let mut lines = Vec::new();
    for line in text.lines() {
        match line.width() <= width {
            true => lines.push(Line::raw(line.to_owned())),
            false => lines.extend(widget::wrapped(line, Style::new(), area)),
        }
    }
    lines
}

fn of_keys(topic: Topic, texts: Texts, look: Look, area: Rect) -> Vec<Line<'static>> {
    let entries = match topic {
        Topic::Start => START,
        Topic::Play => PLAY,
        Topic::Review => REVIEW,
    };
    let title = format!("Ponnuki · {}", texts.label(Label::HelpTitle));
    let mut lines = vec![
        Line::styled(title, look.style(Role::Title)),
        Line::default(),
    ];
    let width = usize::from(area.width).saturating_sub(KEYS_WIDTH).max(10);
    for (keys, label) in entries {
        let text = widget::wrap(texts.label(*label), width);
        for (row, text) in text.into_iter().enumerate() {
            let keys = match (row, *keys) {
                (0, MOUSE) => texts.label(Label::Mouse),
                (0, keys) => keys,
                _ => "",
            };
            lines.push(Line::from(vec![
                Span::styled(widget::padded(keys, KEYS_WIDTH), look.style(Role::Key)),
                Span::raw(text),
            ]));
        }
    }
    if topic == Topic::Play {
        lines.push(Line::default());
        let goal = texts.label(Label::HelpGoal);
        lines.extend(widget::wrapped(goal, look.style(Role::Faint), area));
    }
    lines
}
