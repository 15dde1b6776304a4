//! Small things that several screens draw.

use ponnuki_game::Color;
use ponnuki_words::{TerminalCharset, is_unprintable};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::input::Input;
use crate::look::{Depth, Look, Role, Signs};

/// What is said to the person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Saying {
    pub(crate) text: String,
    /// Whether something did not go as wished.
    pub(crate) is_alarm: bool,
}

impl Saying {
    pub(crate) fn plain(text: impl Into<String>) -> Saying {
        Saying {
            text: text.into(),
            is_alarm: false,
        }
    }

    pub(crate) fn alarm(text: impl Into<String>) -> Saying {
        Saying {
            text: text.into(),
            is_alarm: true,
        }
    }
}

/// What is said to the person, as a line.
pub(crate) fn saying(says: &Saying, look: Look, width: u16) -> Line<'static> {
    let text = cut(&says.text, usize::from(width));
    match says.is_alarm {
        true => Line::styled(text, look.style(Role::Alarm)),
        false => Line::raw(text),
    }
}

/// What is being typed, as a line.
pub(crate) fn typing(input: &Input, look: Look) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!("{} ", input.prompt), look.style(Role::Strong)),
        Span::raw(input.text.clone()),
        Span::styled("_", look.style(Role::Key)),
    ])
}

/// A stone in a text.
pub(crate) fn stone_sign(color: Color, look: Look) -> Span<'static> {
    let sign = match (look.signs, color, look.depth) {
        (Signs::Ascii, Color::Black, _) => "X",
        (Signs::Ascii, Color::White, _) => "O",
        (Signs::Round, Color::White, Depth::None) => "○",
        (Signs::Round, _, _) => "●",
    };
    let style = match look.depth {
        Depth::None => Style::new(),
        _ => look.style(Role::Stone(color)),
    };
    Span::styled(sign, style)
}

/// A sentence alone in the middle of the screen.
pub(crate) fn alone(text: &str, area: Rect, frame: &mut Frame<'_>) {
    let lines = wrap(text, usize::from(area.width)).len() as u16;
    let middle = Rect {
        y: area.y + area.height.saturating_sub(lines) / 2,
        height: lines.min(area.height),
        ..area
    };
    let paragraph = Paragraph::new(text.to_owned())
        .centered()
        .wrap(Wrap { trim: true });
    frame.render_widget(paragraph, middle);
}

/// The area without a column on each side.
pub(crate) fn inset(area: Rect) -> Rect {
    Rect {
        x: area.x + 1.min(area.width),
        width: area.width.saturating_sub(2),
        ..area
    }
}

/// The text in at most `width` columns; three dots stand for what does not fit.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut used = 0;
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used + 1 > width {
            break;
        }
        cut.push(letter);
    }
    cut.push('…');
    cut
}

/// The text followed by blanks up to `width` columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let blanks = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(blanks))
}

/// The text in lines of at most `width` columns, broken between words. A word that is wider
/// than a line, as sentences without blanks are, is broken anywhere.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            for letter in word.chars() {
                if line.width() + letter.width().unwrap_or(0) > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line);
    }
    lines
}

/// The text as lines that fit into `area`.
pub(crate) fn wrapped(text: &str, style: Style, area: Rect) -> Vec<Line<'static>> {
    let lines = wrap(text, usize::from(area.width)).into_iter();
    lines.map(|line| Line::styled(line, style)).collect()
}

/// Signs that a terminal without UTF-8 cannot show, and what stands for them.
const SPELLED: [(&str, &str); 14] = [
    ("·", "-"),
    ("×", "x"),
    ("…", "~"),
    ("’", "'"),
    ("“", "\""),
    ("”", "\""),
    ("–", "-"),
    ("−", "-"),
    ("∞", "-"),
    ("↑", "^"),
    ("↓", "v"),
    ("←", "<"),
    ("→", ">"),
    ("\u{a0}", " "),
];

/// Takes away whatever commands the terminal or turns the direction of a line: names and
/// chat come from strangers.
pub(crate) fn clean(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if cell.symbol().contains(is_unprintable) {
            let left = cell.symbol().replace(is_unprintable, "");
            cell.set_symbol(if left.is_empty() { " " } else { &left });
        }
    }
}

/// Replaces signs by letters where the terminal cannot show the signs.
pub(crate) fn spell_out(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let spelled = SPELLED.iter().find(|(sign, _)| *sign == cell.symbol());
        if let Some((_, letter)) = spelled {
            cell.set_symbol(letter);
        }
    }
}

/// Puts what the terminal can show in the place of what it cannot, column by column.
pub(crate) fn fit(buffer: &mut Buffer, charset: TerminalCharset) {
    if charset == TerminalCharset::Utf8 {
        return;
    }
    for cell in &mut buffer.content {
        if cell
            .symbol()
            .chars()
            .any(|letter| charset.stand_in(letter).is_some())
        {
            let letter = cell.symbol().chars().next().unwrap_or(' ');
            cell.set_char(charset.stand_in(letter).unwrap_or(letter));
        }
    }
}

/// The parts in lines of at most `width` columns, with `between` between those of a line.
pub(crate) fn flow(parts: &[String], between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.width() + between.width() + part.width() <= width => {
                line.push_str(between);
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words_or_where_they_must() {
        assert_eq!(wrap("a stone there", 8), ["a stone", "there"]);
        assert_eq!(wrap("one\n\ntwo", 8), ["one", "", "two"]);
        assert_eq!(wrap("囲碁は楽しい", 6), ["囲碁は", "楽しい"]);
        assert_eq!(wrap("abcdef", 0), ["a", "b", "c", "d", "e", "f"]);
    }

    #[test]
    fn parts_are_kept_whole() {
        let parts = ["Japanese rules", "9×9", "Komi 6.5"].map(str::to_owned);
        let flowed = |width| flow(&parts, " · ", width);
        assert_eq!(flowed(40), ["Japanese rules · 9×9 · Komi 6.5"]);
        assert_eq!(flowed(30), ["Japanese rules · 9×9", "Komi 6.5"]);
        assert_eq!(flowed(1), parts);
    }

    #[test]
    fn nothing_on_the_screen_commands_the_terminal() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "a\u{1b}[2J\u{202e}b\u{2067}", Style::new());
        buffer.content[10].set_symbol("\u{9b}");
        buffer.content[11].set_symbol("é\u{202e}");
        clean(&mut buffer);
        let shown: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert!(!shown.contains(is_unprintable), "{shown:?}");
        assert!(
            shown.starts_with("a[2Jb") && shown.ends_with(" é"),
            "{shown:?}"
        );
    }

    #[test]
    fn a_text_is_cut_by_its_columns() {
        assert_eq!(cut("Shusaku", 7), "Shusaku");
        assert_eq!(cut("Shusaku", 5), "Shus…");
        assert_eq!(cut("本因坊秀策", 5), "本因…");
        assert_eq!(padded("本因", 6), "本因  ");
    }
}
