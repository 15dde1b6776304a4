//! What the tests of the screens share: an app that is driven by keys, and a room without
//! a server, which answers as a server does.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub(crate) mod table;

use std::time::Duration;

use ponnuki_tui::{App, AppEvent, Depth, Effect, First, FromRoom, Look, Signs};
use ponnuki_words::Language;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use table::TestTable;

/// Round stones in all colours.
pub(crate) const ROUND: Look = Look {
    signs: Signs::Round,
    depth: Depth::True,
};

/// Round stones without colours.
pub(crate) const PLAIN: Look = Look {
    signs: Signs::Round,
    depth: Depth::None,
};

/// Letters alone.
pub(crate) const ASCII: Look = Look {
    signs: Signs::Ascii,
    depth: Depth::None,
};

/// An app, the screen it draws on, and the table it sits at.
pub(crate) struct Stage {
    pub(crate) app: App,
    pub(crate) table: Option<TestTable>,
    size: (u16, u16),
    now: Duration,
    /// What the table was not asked for.
    pub(crate) effects: Vec<Effect>,
}

impl Stage {
    /// What is shown at first on a screen of this size.
    pub(crate) fn new(look: Look, size: (u16, u16), first: First) -> Stage {
        Stage::speaking(Language::English, look, size, first)
    }

    /// The same in another language.
    pub(crate) fn speaking(
        language: Language,
        look: Look,
        size: (u16, u16),
        first: First,
    ) -> Stage {
        let (app, effects) = App::new(look, language, size, first).unwrap();
        Stage {
            app,
            table: None,
            size,
            now: Duration::from_secs(1),
            effects,
        }
    }

    /// A game that is shown at once.
    pub(crate) fn at(look: Look, size: (u16, u16), table: TestTable) -> Stage {
        let first = First::Table(ponnuki_tui::Wish::Given);
        let mut stage = Stage::new(look, size, first);
        stage.sit(table);
        stage
    }

    /// Sits down at a table.
    pub(crate) fn sit(&mut self, table: TestTable) {
        for said in table.greeting() {
            self.event(AppEvent::Heard(FromRoom::Said(Box::new(said))));
        }
        self.table = Some(table);
    }

    /// Lets time go by.
    pub(crate) fn wait(&mut self, time: Duration) {
        self.now += time;
        if let Some(table) = &mut self.table {
            table.wait(time);
        }
        self.event(AppEvent::Tick);
    }

    /// Takes in an event, and what the table answers to what comes of it.
    pub(crate) fn event(&mut self, event: AppEvent) {
        if let AppEvent::Resized { width, height } = event {
            self.size = (width, height);
        }
        for effect in self.app.update(self.now, event) {
            let Effect::Send(message) = &effect else {
                self.effects.push(effect);
                continue;
            };
            let table = self.table.as_mut().expect("somebody sits at a table");
            for said in table.answer(message) {
                self.event(AppEvent::Heard(FromRoom::Said(Box::new(said))));
            }
        }
    }

    /// Presses keys: letters as they are, others by their names in angle brackets.
    pub(crate) fn keys(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(letter) = rest.chars().next() {
            let named = rest
                .strip_prefix('<')
                .and_then(|after| after.split_once('>'));
            let code = match named {
                Some((name, after)) => {
                    rest = after;
                    named_key(name)
                }
                None => {
                    rest = &rest[letter.len_utf8()..];
                    KeyCode::Char(letter)
                }
            };
            self.event(AppEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
    }

    /// Presses and releases the mouse at a cell.
    pub(crate) fn click(&mut self, column: u16, row: u16) {
        for kind in [
            MouseEventKind::Moved,
            MouseEventKind::Down(MouseButton::Left),
            MouseEventKind::Up(MouseButton::Left),
        ] {
            self.mouse(kind, column, row);
        }
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.event(AppEvent::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    }

    /// The cells of the screen, with their colours.
    pub(crate) fn cells(&self) -> Buffer {
        let (width, height) = self.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.app.view(frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// What the screen shows, row by row.
    pub(crate) fn screen(&self) -> String {
        let (width, height) = self.size;
        let buffer = self.cells();
        let mut screen = String::new();
        for y in 0..height {
            let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            screen.push_str(row.trim_end());
            screen.push('\n');
        }
        screen
    }

    /// The cell where `text` begins on the screen.
    #[track_caller]
    pub(crate) fn find(&self, text: &str) -> (u16, u16) {
        let screen = self.screen();
        for (y, row) in screen.lines().enumerate() {
            if let Some(at) = row.find(text) {
                return (row[..at].chars().count() as u16, y as u16);
            }
        }
        panic!("{text:?} is not on the screen:\n{screen}");
    }
}

fn named_key(name: &str) -> KeyCode {
    match name {
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "pgup" => KeyCode::PageUp,
        "pgdn" => KeyCode::PageDown,
        "space" => KeyCode::Char(' '),
        "back" => KeyCode::Backspace,
        other => panic!("no key is called {other:?}"),
    }
}
