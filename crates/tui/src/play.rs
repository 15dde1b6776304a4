//! The screen of a game: it draws what the table says and asks for what the person wants.

mod back;
mod face;
mod keys;
mod panel;
mod record;
mod view;

use std::time::Duration;

use ponnuki_game::{Color, Point, Size};
use ponnuki_wire::{
    Estimate, Happened, Refused, Scene, Seat, Stage, ToClient, ToServer, Update, Welcome, from_ms,
    to_ms,
};
use ponnuki_words::{Listener, Past, Phrase};
use ratatui::layout::Rect;

use crate::event::{Effect, FromRoom};
use crate::input::Input;
use crate::layout::Layout;
use crate::look::Look;
use crate::texts::{Label, Texts};
use crate::widget::Saying;
pub(crate) use keys::moved;
use record::Beginning;
pub(crate) use view::draw;

/// A game as the person sees it.
#[derive(Debug)]
pub(crate) struct Play {
    texts: Texts,
    /// The seats this person holds: one, both at the same keyboard, none to watch.
    seats: Vec<Seat>,
    scene: Option<Box<Scene>>,
    /// When the scene came, by the program's clock.
    scene_came: Duration,
    /// The server's clock when the program's stood at nothing.
    server_start: Duration,
    past: Past,
    beginning: Option<Beginning>,
    /// What the program thinks of the board, and the node it is about.
    estimate: Option<(u32, Estimate)>,
    cursor: Option<Point>,
    /// Where the mouse button went down.
    pressed: Option<Point>,
    /// What is to be confirmed.
    question: Option<Doubt>,
    /// The command that is being typed.
    input: Option<Input>,
    /// The line below the board.
    says: Saying,
    /// What the person has to know; it stays below the board until a key is pressed.
    note: Option<String>,
    /// After how many moves the board is that is shown, if it is one of the past.
    back: Option<usize>,
    /// Who is there, once that was told.
    presence: Option<Presence>,
    is_connected: bool,
    /// Of the next message.
    id: u64,
}

/// Something that is asked again before it is done.
#[derive(Clone, Debug, PartialEq)]
struct Doubt {
    question: String,
    /// What is asked of the server then; to leave if there is nothing.
    ask: Option<ToServer>,
}

/// Who is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Presence {
    host: bool,
    guest: bool,
    n_watchers: u32,
}

/// What becomes of the screen after an event.
#[derive(Debug)]
pub(crate) enum AfterPlay {
    Stay(Vec<Effect>),
    /// Back to the start.
    Leave,
    /// Look at the game as a record.
    Review(String),
    Help,
    /// It was asked for this, which the line below the board may have no room for.
    Answer(String),
}

impl AfterPlay {
    fn nothing() -> AfterPlay {
        AfterPlay::Stay(Vec::new())
    }
}

impl Play {
    /// A table that has not said anything yet.
    pub(crate) fn new(texts: Texts) -> Play {
        Play {
            texts,
            seats: Vec::new(),
            scene: None,
            scene_came: Duration::ZERO,
            server_start: Duration::ZERO,
            past: Past::default(),
            beginning: None,
            estimate: None,
            cursor: None,
            pressed: None,
            question: None,
            input: None,
            says: Saying::plain(texts.label(Label::Opening)),
            note: None,
            back: None,
            presence: None,
            is_connected: false,
            id: 0,
        }
    }

    /// Whether a clock runs.
    pub(crate) fn is_ticking(&self) -> bool {
        let clocks = self.scene.as_ref().and_then(|scene| scene.clocks.as_ref());
        clocks.is_some_and(|clocks| clocks.running.is_some())
    }

    /// A file was written, or was not.
    pub(crate) fn written(&mut self, file: &str, done: &Result<(), String>) {
        self.says = self.texts.written(file, done);
    }

    /// Takes in what came from the table. If there is none any more, why not.
    pub(crate) fn hear(&mut self, now: Duration, heard: FromRoom) -> Result<(), String> {
        match heard {
            FromRoom::Said(said) => self.hear_said(now, *said),
            FromRoom::Unkept(why) => {
                self.note = Some(why.in_words(self.texts.words));
            }
            FromRoom::Lost => {
                self.is_connected = false;
                self.says = Saying::alarm(self.texts.words.say(Phrase::Lost));
            }
            FromRoom::Failed(why) if self.scene.is_none() => return Err(why),
            FromRoom::Failed(why) => {
                self.is_connected = false;
                self.says = Saying::alarm(why);
            }
        }
        Ok(())
    }

    fn hear_said(&mut self, now: Duration, said: ToClient) {
        match said {
            ToClient::Welcome(Welcome {
                seats, server_ms, ..
            }) => {
                self.is_connected = true;
                self.server_start = from_ms(server_ms).saturating_sub(now);
                self.seats = seats;
            }
            ToClient::Update(update) => self.hear_update(now, *update),
            ToClient::Refused(refused) => self.hear_refused(now, &refused),
            ToClient::Estimate(estimate) => self.hear_estimate(now, estimate),
            ToClient::Bye { text, .. } => {
                self.is_connected = false;
                self.says = Saying::alarm(text);
            }
            ToClient::Presence {
                host,
                guest,
                n_watchers,
            } => {
                self.presence = Some(Presence {
                    host,
                    guest,
                    n_watchers,
                });
            }
            ToClient::Done { .. } | ToClient::Pong { .. } => {}
        }
    }

    fn hear_update(&mut self, now: Duration, update: Update) {
        let is_whole = update.after == 0;
        let news = self.past.hear(&update).unwrap_or_default();
        self.beginning = Beginning::of(&update.happened).or(self.beginning.take());
        let size = Size::new(update.scene.board.width, update.scene.board.height);
        let is_other_board = self.size() != size;
        let is_judged = self.estimate.as_ref().map(|(node, _)| *node) == Some(update.scene.node);
        if !is_judged {
            self.estimate = None;
        }
        let game_number = self.scene.as_ref().map(|scene| scene.game_number);
        if game_number != Some(update.scene.game_number) {
            self.back = None;
        }
        // The server's time may have jumped since the last message.
        if let Some(clocks) = &update.scene.clocks {
            self.server_start = from_ms(clocks.at_ms).saturating_sub(now);
        }
        self.scene = Some(Box::new(update.scene));
        self.scene_came = now;
        self.keep_in_game();
        if is_other_board {
            self.cursor = size.and_then(|size| size.at(size.width() / 2, size.height() / 2));
        }
        if !matches!(self.stage(), Some(Stage::Playing | Stage::Stopped)) {
            self.question = None;
        }
        // Whoever comes into a game wants to hear where it stands, not all that happened.
        let news = if is_whole {
            let mut last = self.past.news().to_vec();
            last.retain(|told| !is_about_people(&told.what));
            last
        } else {
            news
        };
        let announced = self.listener(now).map(|listener| listener.announce(&news));
        // What takes several lines, as a sum does, stands beside the board.
        let line = announced.as_deref().and_then(|text| text.lines().next());
        if let Some(line) = line {
            self.says = Saying::plain(line);
        }
    }

    fn hear_refused(&mut self, now: Duration, refused: &Refused) {
        let why = self.listener(now).map(|listener| listener.refused(refused));
        self.says = Saying::alarm(why.unwrap_or_else(|| refused.text.clone()));
    }

    fn hear_estimate(&mut self, now: Duration, estimate: Estimate) {
        let said = self
            .listener(now)
            .map(|listener| listener.estimate(&estimate));
        let Some(node) = self.scene.as_ref().map(|scene| scene.node) else {
            return;
        };
        self.says = Saying::plain(said.unwrap_or_default());
        self.estimate = Some((node, estimate));
    }

    /// The person as someone who is told what happens.
    fn listener(&self, now: Duration) -> Option<Listener<'_>> {
        Some(Listener {
            words: self.texts.words,
            scene: self.scene.as_deref()?,
            past: &self.past,
            seats: &self.seats,
            now_ms: to_ms(self.server_start + now),
        })
    }

    fn stage(&self) -> Option<Stage> {
        self.scene.as_ref().map(|scene| scene.stage)
    }

    fn size(&self) -> Option<Size> {
        let board = &self.scene.as_ref()?.board;
        Size::new(board.width, board.height)
    }

    /// Who plays `color`, once that is settled.
    fn seat_of(&self, color: Color) -> Option<Seat> {
        self.listener(Duration::ZERO)?.seat_of(color)
    }

    /// Whether the person is to move.
    fn is_my_turn(&self) -> bool {
        let listener = self.listener(Duration::ZERO);
        listener.is_some_and(|listener| listener.is_own_turn())
    }

    fn is_seated(&self) -> bool {
        !self.seats.is_empty()
    }

    /// Whether someone else, who is not the person, sits at `seat`.
    fn is_other(&self, seat: Option<Seat>) -> bool {
        self.is_seated() && seat.is_some_and(|seat| !self.seats.contains(&seat))
    }

    /// Whether a person who belongs at `seat` is not connected.
    fn is_away(&self, scene: &Scene, seat: Seat) -> bool {
        let Some(presence) = self.presence else {
            return false;
        };
        let (sitter, is_there) = match seat {
            Seat::Host => (&scene.seats.host, presence.host),
            Seat::Guest => (&scene.seats.guest, presence.guest),
        };
        let is_person = sitter
            .as_ref()
            .is_some_and(|sitter| sitter.engine_level.is_none());
        is_person && !is_there && !self.seats.contains(&seat)
    }

    /// How long the clocks have run since the scene came.
    fn elapsed(&self, now: Duration) -> Duration {
        now.saturating_sub(self.scene_came)
    }

    /// Says `message`, with a number of its own, at the table.
    fn send(&mut self, message: ToServer) -> Vec<Effect> {
        self.id += 1;
        vec![Effect::Send(ToServer {
            id: self.id,
            ..message
        })]
    }

    /// The board as it is laid out on a screen of `area`.
    fn layout(&self, area: Rect, look: Look) -> Option<Layout> {
        crate::layout::lay_out(area, self.size()?, look).ok()
    }
}

/// Whether it is about who plays, which stands beside the board.
fn is_about_people(what: &Happened) -> bool {
    matches!(what, Happened::Seated { .. } | Happened::Colors { .. })
}
