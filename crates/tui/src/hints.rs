//! The keys that do something now, as a row that can be clicked.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::look::{Look, Role};
use crate::texts::{Label, Texts};

/// A key and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) key: KeyCode,
    /// What is written on the key.
    pub(crate) name: &'static str,
    pub(crate) does: String,
}

impl Hint {
    pub(crate) fn new(key: KeyCode, name: &'static str, does: impl Into<String>) -> Hint {
        Hint {
            key,
            name,
            does: does.into(),
        }
    }

    /// A key with a letter on it.
    pub(crate) fn letter(name: &'static str, does: impl Into<String>) -> Hint {
        let letter = name.chars().next().unwrap_or(' ');
        Hint::new(KeyCode::Char(letter), name, does)
    }

    fn width(&self) -> u16 {
        (self.name.width() + 1 + self.does.width()) as u16
    }
}

/// The keys that end a line which is typed.
pub(crate) fn of_input(texts: Texts) -> Vec<Hint> {
    vec![
        Hint::new(KeyCode::Enter, "Enter", texts.label(Label::Do)),
        Hint::new(KeyCode::Esc, "Esc", texts.label(Label::Cancel)),
    ]
}

/// The columns between two hints.
const GAP: u16 = 2;

/// The key that tells of all others.
const HELP: KeyCode = KeyCode::Char('?');

/// Where each hint goes; those without room are left out, the help last of all.
fn placed(hints: &[Hint], area: Rect) -> impl Iterator<Item = (Rect, &Hint)> {
    let mut x = area.x;
    let help = hints.iter().find(|hint| hint.key == HELP);
    let mut kept_free = help.map_or(0, |help| help.width() + GAP);
    hints.iter().filter_map(move |hint| {
        if hint.key == HELP {
            kept_free = 0;
        }
        let width = hint.width();
        let has_room = x + width + kept_free <= area.x + area.width;
        let place = Rect { x, width, ..area };
        x += if has_room { width + GAP } else { 0 };
        has_room.then_some((place, hint))
    })
}

/// Draws the row.
pub(crate) fn draw(hints: &[Hint], area: Rect, look: Look, buffer: &mut Buffer) {
    for (place, hint) in placed(hints, area) {
        let (key, faint) = (look.style(Role::Key), look.style(Role::Faint));
        buffer.set_string(place.x, place.y, hint.name, key);
        let after = place.x + hint.name.width() as u16 + 1;
        buffer.set_string(after, place.y, &hint.does, faint);
    }
}

/// The key that a click at this column and row means.
pub(crate) fn key_at(hints: &[Hint], area: Rect, column: u16, row: u16) -> Option<KeyCode> {
    let found = placed(hints, area).find(|(place, _)| place.contains((column, row).into()));
    found.map(|(_, hint)| hint.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_on_a_hint_is_its_key_and_hidden_hints_cannot_be_clicked() {
        let hints = [
            Hint::letter("p", "pass"),
            Hint::letter("u", "take back"),
            Hint::letter("?", "help"),
        ];
        // `p pass  ? help`: the second has no room, the third has.
        let area = Rect::new(0, 5, 15, 1);
        let key = |column| key_at(&hints, area, column, 5);
        assert_eq!(key(0), Some(KeyCode::Char('p')));
        assert_eq!(key(5), Some(KeyCode::Char('p')));
        assert_eq!(key(6), None);
        assert_eq!(key(8), Some(KeyCode::Char('?')));
        assert_eq!(key_at(&hints, area, 0, 4), None);
    }

    #[test]
    fn the_help_is_offered_before_anything_else() {
        let hints = [
            Hint::letter("p", "pass"),
            Hint::letter("?", "help"),
            Hint::letter("q", "leave"),
        ];
        // There is room for one of them.
        let area = Rect::new(0, 5, 10, 1);
        let shown: Vec<KeyCode> = placed(&hints, area).map(|(_, hint)| hint.key).collect();
        assert_eq!(shown, [HELP]);
    }
}
