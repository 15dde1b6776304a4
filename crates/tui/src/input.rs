//! A line that is being typed, and keys that every screen understands alike.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A link is the longest that anybody types here; one beyond this is none.
const CHARS_MAX: usize = 2000;

/// A line that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// What is asked for.
    pub(crate) prompt: String,
    pub(crate) text: String,
}

/// What a key did to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    More,
    Cancelled,
    Done(String),
}

impl Input {
    pub(crate) fn new(prompt: impl Into<String>) -> Input {
        Input {
            prompt: prompt.into(),
            text: String::new(),
        }
    }

    /// Takes in a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Enter if self.text.trim().is_empty() => Typed::Cancelled,
            KeyCode::Enter => Typed::Done(std::mem::take(&mut self.text)),
            KeyCode::Esc => Typed::Cancelled,
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.text.clear();
                Typed::More
            }
            _ => {
                edit(&mut self.text, key);
                Typed::More
            }
        }
    }
}

/// Does to `text` what a key does to any text; says whether it was such a key.
pub(crate) fn edit(text: &mut String, key: KeyEvent) -> bool {
    let is_plain = !key
        .modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match key.code {
        KeyCode::Char(letter) if is_plain && text.chars().count() < CHARS_MAX => {
            text.push(letter);
            true
        }
        KeyCode::Backspace => {
            text.pop();
            true
        }
        _ => false,
    }
}

/// How far a key moves the cursor on a board, to the right and down.
pub(crate) fn direction(key: KeyEvent) -> Option<(i8, i8)> {
    let far = match key.modifiers.contains(KeyModifiers::SHIFT) {
        true => 5,
        false => 1,
    };
    match key.code {
        KeyCode::Left | KeyCode::Char('h') => Some((-far, 0)),
        KeyCode::Right | KeyCode::Char('l') => Some((far, 0)),
        KeyCode::Up | KeyCode::Char('k') => Some((0, -far)),
        KeyCode::Down | KeyCode::Char('j') => Some((0, far)),
        _ => None,
    }
}
