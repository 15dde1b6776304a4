//! The screen of a game record: walking its variations, with the engine looking on.

mod graph;
mod keys;
mod sight;
mod verdict;
mod view;
mod walk;

use std::sync::Arc;

use ponnuki_game::Point;
use ponnuki_record::Records;
use ratatui::layout::Rect;

use crate::event::{BegunGame, Effect, Thought};
use crate::input::Input;
use crate::layout::{Layout, lay_out};
use crate::look::Look;
use crate::texts::Texts;
use crate::widget::Saying;
use sight::Sights;
pub(crate) use view::draw;
use walk::Walk;

/// A record that is looked at.
#[derive(Debug)]
pub(crate) struct Review {
    texts: Texts,
    /// What the record is called.
    name: String,
    walk: Walk,
    sights: Sights,
    /// Whether the engine is to look.
    is_analysing: bool,
    /// Whether it is shown whose the points are.
    shows_territory: bool,
    /// What the review says of the move that is looked at.
    sentences: Vec<String>,
    /// What the engine is called, once it has thought.
    engine: Option<Arc<str>>,
    cursor: Option<Point>,
    pressed: Option<Point>,
    /// The name of a file that is being typed.
    input: Option<Input>,
    says: Saying,
}

/// What becomes of the screen after an event.
#[derive(Debug)]
pub(crate) enum AfterReview {
    Stay(Vec<Effect>),
    Leave,
    Help,
    /// Play goes on with this game.
    GoOn(BegunGame),
}

impl AfterReview {
    fn nothing() -> AfterReview {
        AfterReview::Stay(Vec::new())
    }
}

impl Review {
    /// The first game of a file that is called `name`.
    ///
    /// # Errors
    ///
    /// There is none that can be shown; this is why.
    pub(crate) fn open(texts: Texts, name: &str, bytes: &[u8]) -> Result<Review, String> {
        let records = Records::from_bytes(bytes).map_err(|error| error.to_string())?;
        let walk = Walk::new(records.into_owned())?;
        Ok(Review {
            texts,
            name: name.to_owned(),
            walk,
            sights: Sights::default(),
            is_analysing: false,
            shows_territory: false,
            sentences: Vec::new(),
            engine: None,
            cursor: None,
            pressed: None,
            input: None,
            says: Saying::default(),
        })
    }

    /// Takes in what the engine thinks.
    pub(crate) fn thought(&mut self, thought: Thought) -> Vec<Effect> {
        let is_last = thought.is_last;
        self.engine = Some(Arc::clone(&thought.judge));
        self.sights.take(thought);
        if is_last {
            self.judge();
        }
        match is_last && self.is_analysing {
            true => self.think(),
            false => Vec::new(),
        }
    }

    /// There is no engine; this is why.
    pub(crate) fn mindless(&mut self, why: String) {
        self.is_analysing = false;
        self.says = Saying::alarm(why);
    }

    /// A file was written, or was not.
    pub(crate) fn written(&mut self, file: &str, done: &Result<(), String>) {
        self.says = self.texts.written(file, done);
    }

    /// Notes what the review says of the move that is looked at, and before the first move who
    /// judged.
    fn judge(&mut self) {
        let verdicts = self.sights.verdicts(&self.walk);
        self.sentences = verdicts.map_or_else(Vec::new, |verdicts| {
            let node = self.walk.node();
            let engine = self.engine.as_deref().filter(|_| verdicts.is_start(node));
            match engine {
                Some(name) => verdicts.about_judge(name, self.texts),
                None => verdicts.sentences(node, self.texts),
            }
        });
    }

    /// Has the engine look at what is most wanted now.
    fn think(&mut self) -> Vec<Effect> {
        if !self.is_analysing {
            return Vec::new();
        }
        match self.sights.next_question(&self.walk) {
            Some(question) => vec![Effect::Think(question)],
            None => Vec::new(),
        }
    }

    fn layout(&self, area: Rect, look: Look) -> Option<Layout> {
        lay_out(area, self.walk.game().size(), look).ok()
    }
}
