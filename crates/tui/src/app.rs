//! All screens together: one is shown, every event goes to it.

use std::time::Duration;

use ponnuki_words::{Language, Words};
use ratatui::Frame;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::event::{AppEvent, Effect, FromRoom, Wish};
use crate::help::{self, Page, Topic};
use crate::look::{Look, Signs};
use crate::play::{self, Play};
use crate::review::{self, Review};
use crate::start::{self, Start};
use crate::texts::Texts;
use crate::widget::{self, Saying};

/// Everything that is on the screen, and nothing that is not.
///
/// It changes only through [`update`](App::update), and does nothing by itself: what it
/// wants done comes out as [`Effect`]s.
#[derive(Debug)]
pub struct App {
    look: Look,
    texts: Texts,
    area: Rect,
    now: Duration,
    start: Start,
    screen: Screen,
    /// The record that is to be gone on with, while it is asked how.
    aside: Option<Box<Review>>,
    /// What is shown over the screen, and from which of its lines on.
    page: Option<(Page, usize)>,
}

#[derive(Debug)]
enum Screen {
    Start,
    Play(Box<Play>),
    Review(Box<Review>),
}

/// What a program that is just started shows.
#[derive(Clone, Debug, PartialEq)]
pub enum First {
    /// The choice of a game.
    Start,
    /// A table.
    Table(Wish),
    /// A record.
    Record {
        /// What it is called.
        name: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
}

impl App {
    /// What is shown at first on a screen of this size, and what is to be done for it.
    ///
    /// # Errors
    ///
    /// There is no game in the record; this is why.
    pub fn new(
        look: Look,
        language: Language,
        (width, height): (u16, u16),
        first: First,
    ) -> Result<(App, Vec<Effect>), String> {
        let texts = Texts {
            words: Words::of(language),
        };
        let mut app = App {
            look,
            texts,
            area: Rect::new(0, 0, width, height),
            now: Duration::ZERO,
            start: Start::new(texts),
            screen: Screen::Start,
            aside: None,
            page: None,
        };
        let effects = match first {
            First::Start => Vec::new(),
            First::Table(wish) => app.open(wish),
            First::Record { name, bytes } => {
                app.screen = Screen::Review(Box::new(Review::open(texts, &name, &bytes)?));
                Vec::new()
            }
        };
        Ok((app, effects))
    }

    /// Takes in what happened at `now`, by a clock that began with the program.
    pub fn update(&mut self, now: Duration, event: AppEvent) -> Vec<Effect> {
        self.now = now;
        match event {
            AppEvent::Resized { width, height } => {
                self.area = Rect::new(0, 0, width, height);
                Vec::new()
            }
            AppEvent::Tick => Vec::new(),
            AppEvent::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            AppEvent::Key(key) if is_control(key, 'c') => self.quit(),
            AppEvent::Key(key) if is_control(key, 'z') => vec![Effect::Suspend],
            AppEvent::Key(_) | AppEvent::Mouse(_) if self.page.is_some() => self.read_page(&event),
            AppEvent::Key(key) => self.key(key),
            AppEvent::Mouse(mouse) => self.mouse(mouse),
            AppEvent::Heard(heard) => self.hear(heard),
            AppEvent::Thought(thought) => match &mut self.screen {
                Screen::Review(review) => review.thought(thought),
                Screen::Start | Screen::Play(_) => Vec::new(),
            },
            AppEvent::Mindless(why) => {
                if let Screen::Review(review) = &mut self.screen {
                    review.mindless(why);
                }
                Vec::new()
            }
            AppEvent::Written { file, done } => {
                match &mut self.screen {
                    Screen::Play(play) => play.written(&file, &done),
                    Screen::Review(review) => review.written(&file, &done),
                    Screen::Start => {}
                }
                Vec::new()
            }
            AppEvent::Read { name, bytes } => self.read(&name, bytes),
        }
    }

    /// Draws the screen as it is.
    pub fn view(&self, frame: &mut Frame<'_>) {
        let (area, look) = (frame.area(), self.look);
        if area.is_empty() {
            return;
        }
        match (&self.page, &self.screen) {
            (Some((page, from)), _) => help::draw(page, *from, self.texts, look, area, frame),
            (None, Screen::Start) => start::draw(&self.start, look, area, frame),
            (None, Screen::Play(play)) => play::draw(play, self.now, look, area, frame),
            (None, Screen::Review(review)) => review::draw(review, look, area, frame),
        }
        widget::clean(frame.buffer_mut());
        if look.signs == Signs::Ascii {
            widget::spell_out(frame.buffer_mut());
        }
    }

    /// Whether something on the screen changes by itself as time goes by.
    pub fn is_ticking(&self) -> bool {
        match &self.screen {
            Screen::Play(play) => play.is_ticking(),
            Screen::Start | Screen::Review(_) => false,
        }
    }

    fn topic(&self) -> Topic {
        match &self.screen {
            Screen::Start => Topic::Start,
            Screen::Play(_) => Topic::Play,
            Screen::Review(_) => Topic::Review,
        }
    }

    /// Moves through the page that is shown, or goes back to the screen.
    fn read_page(&mut self, event: &AppEvent) -> Vec<Effect> {
        let Some((page, from)) = self.page.take() else {
            return Vec::new();
        };
        let more = match event {
            AppEvent::Key(key) => match key.code {
                KeyCode::Down => Some(1),
                KeyCode::Up => Some(-1),
                KeyCode::PageDown => Some(10),
                KeyCode::PageUp => Some(-10),
                _ => None,
            },
            AppEvent::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollDown => Some(1),
                MouseEventKind::ScrollUp => Some(-1),
                MouseEventKind::Down(_) => None,
                // To move the mouse is not to ask for anything.
                _ => Some(0),
            },
            _ => Some(0),
        };
        let n_lines = help::n_lines(&page, self.texts, self.area);
        let last = n_lines.saturating_sub(usize::from(self.area.height).saturating_sub(1));
        self.page = more.map(|by| (page, from.saturating_add_signed(by).min(last)));
        Vec::new()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        match &mut self.screen {
            Screen::Start => {
                let next = self.start.key(key);
                self.after_start(next)
            }
            Screen::Play(play) => {
                let next = play.key(self.now, key);
                self.after_play(next)
            }
            Screen::Review(review) => {
                let next = review.key(key);
                self.after_review(next)
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let (area, look) = (self.area, self.look);
        match &mut self.screen {
            Screen::Start => {
                let next = self.start.mouse(mouse, area);
                self.after_start(next)
            }
            Screen::Play(play) => {
                let next = play.mouse(self.now, mouse, area, look);
                self.after_play(next)
            }
            Screen::Review(review) => {
                let next = review.mouse(mouse, area, look);
                self.after_review(next)
            }
        }
    }

    fn hear(&mut self, heard: FromRoom) -> Vec<Effect> {
        let Screen::Play(play) = &mut self.screen else {
            return Vec::new();
        };
        match play.hear(self.now, heard) {
            Ok(()) => Vec::new(),
            Err(why) => {
                self.start.says = Saying::alarm(why);
                self.screen = Screen::Start;
                vec![Effect::Leave]
            }
        }
    }

    fn after_start(&mut self, next: start::AfterStart) -> Vec<Effect> {
        match next {
            start::AfterStart::Stay => Vec::new(),
            start::AfterStart::Quit => self.quit(),
            start::AfterStart::Back => {
                self.start.forget();
                if let Some(review) = self.aside.take() {
                    self.screen = Screen::Review(review);
                }
                Vec::new()
            }
            start::AfterStart::Help => self.help(),
            start::AfterStart::Open(wish) => self.open(wish),
            start::AfterStart::File(name) => vec![Effect::Read { name }],
        }
    }

    fn after_play(&mut self, next: play::AfterPlay) -> Vec<Effect> {
        match next {
            play::AfterPlay::Stay(effects) => effects,
            play::AfterPlay::Help => self.help(),
            play::AfterPlay::Answer(text) => {
                // What the line below the board has no room for has a page of its own.
                let width = usize::from(self.area.width);
                let is_short = text.lines().nth(1).is_none() && text.width() <= width;
                self.page = (!is_short).then_some((Page::Answer(text), 0));
                Vec::new()
            }
            play::AfterPlay::Leave => {
                self.forget();
                self.screen = Screen::Start;
                vec![Effect::Leave]
            }
            play::AfterPlay::Review(sgf) => {
                self.forget();
                let name = "game.sgf";
                match Review::open(self.texts, name, sgf.as_bytes()) {
                    Ok(review) => {
                        self.screen = Screen::Review(Box::new(review));
                        vec![Effect::Leave]
                    }
                    Err(_) => Vec::new(),
                }
            }
        }
    }

    /// The game that was gone on with is one of its own now.
    fn forget(&mut self) {
        self.start.forget();
        self.aside = None;
    }

    fn after_review(&mut self, next: review::AfterReview) -> Vec<Effect> {
        match next {
            review::AfterReview::GoOn(begun) => {
                self.start.go_on(begun);
                let screen = std::mem::replace(&mut self.screen, Screen::Start);
                if let Screen::Review(review) = screen {
                    self.aside = Some(review);
                }
                vec![Effect::Rest]
            }
            review::AfterReview::Stay(effects) => effects,
            review::AfterReview::Help => self.help(),
            review::AfterReview::Leave => {
                self.screen = Screen::Start;
                vec![Effect::Rest]
            }
        }
    }

    /// A file was read for a review, or could not be.
    fn read(&mut self, name: &str, bytes: Result<Vec<u8>, String>) -> Vec<Effect> {
        let review = bytes.and_then(|bytes| Review::open(self.texts, name, &bytes));
        match review {
            Ok(review) => self.screen = Screen::Review(Box::new(review)),
            Err(why) => self.start.says = Saying::alarm(why),
        }
        Vec::new()
    }

    fn open(&mut self, wish: Wish) -> Vec<Effect> {
        self.screen = Screen::Play(Box::new(Play::new(self.texts)));
        vec![Effect::Open(wish)]
    }

    fn help(&mut self) -> Vec<Effect> {
        self.page = Some((Page::Keys(self.topic()), 0));
        Vec::new()
    }

    fn quit(&mut self) -> Vec<Effect> {
        vec![Effect::Rest, Effect::Leave, Effect::Quit]
    }
}

/// Whether a key is this letter with Ctrl.
fn is_control(key: KeyEvent, letter: char) -> bool {
    key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL)
}
