//! The program around the screens: reads keys, signals, the table and the engine, and does
//! what the screens want done.

use std::fs;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ponnuki_words::{Language, TerminalCharset};
use ratatui::crossterm::event::{self as terminal_event, Event as TerminalEvent};
use ratatui::crossterm::terminal;

use crate::app::{App, First};
use crate::event::{AppEvent, Effect};
use crate::look::Look;
use crate::room_thread::{Host, RoomThread};
use crate::signals;
use crate::terminal::Session;
use crate::thinker_thread::{ThinkerMaker, ThinkerThread};
use crate::widget;

/// How often the screen is drawn while a clock runs on it.
const TICK: Duration = Duration::from_millis(200);

/// A file larger than this is no game that anybody would walk through.
pub const FILE_BYTES_MAX: u64 = 64 << 20;

/// How the program is to run.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How it looks.
    pub look: Look,
    /// What it speaks.
    pub language: Language,
    /// What the terminal can show.
    pub charset: TerminalCharset,
}

/// Something that the loop waits for.
#[derive(Debug)]
pub(crate) enum Incoming {
    Event(AppEvent),
    /// The program is to end.
    End,
    /// The program is to be suspended.
    Suspend,
    /// A thread has panicked, and told it.
    Broken,
}

/// Tells the loop when the thread that has it panics.
#[derive(Debug)]
pub(crate) struct Alarm(pub(crate) Sender<Incoming>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            drop(self.0.send(Incoming::Broken));
        }
    }
}

/// Why the screens do not run any more.
#[derive(Debug)]
pub enum RunError {
    /// There is nothing to show.
    First(String),
    /// The terminal cannot be used.
    Terminal(io::Error),
    /// A part of the program has broken.
    Broken,
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RunError::First(why) => f.write_str(why),
            RunError::Terminal(error) => write!(f, "the terminal cannot be used: {error}"),
            RunError::Broken => f.write_str("a part of the program has broken"),
        }
    }
}

impl std::error::Error for RunError {}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> RunError {
        RunError::Terminal(error)
    }
}

/// Shows `first` in the terminal and goes on from there until the person leaves, or the
/// system asks the program to end. The terminal is then as it was.
///
/// # Errors
///
/// There is nothing to show, or no terminal.
pub fn run(
    manner: Manner,
    first: First,
    host: Box<dyn Host>,
    thinker: ThinkerMaker,
) -> Result<(), RunError> {
    let size = terminal::size()?;
    let Manner {
        look,
        language,
        charset,
    } = manner;
    let (app, effects) = App::new(look, language, size, first).map_err(RunError::First)?;
    let (sender, incoming) = mpsc::channel();
    signals::listen(sender.clone())?;
    let session = Session::begin(charset)?;
    listen_to_keys(sender.clone())?;
    let began = now();
    Runner {
        app,
        session,
        charset,
        began,
        desk: RoomThread::open(host, sender.clone())?,
        mind: ThinkerThread::wake(thinker, sender)?,
        incoming,
        is_ending: false,
    }
    .run(effects)
}

struct Runner {
    app: App,
    session: Session,
    charset: TerminalCharset,
    /// When the program began.
    began: Instant,
    desk: RoomThread,
    mind: ThinkerThread,
    incoming: Receiver<Incoming>,
    is_ending: bool,
}

impl Runner {
    fn run(mut self, effects: Vec<Effect>) -> Result<(), RunError> {
        self.carry_out(effects)?;
        while !self.is_ending {
            let (app, charset) = (&self.app, self.charset);
            self.session.drawing.draw(|frame| {
                app.view(frame);
                widget::fit(frame.buffer_mut(), charset);
            })?;
            self.wait()?;
        }
        drop(self.session);
        self.desk.close();
        Ok(())
    }

    /// Waits for what comes next, and takes in all that has come by then.
    fn wait(&mut self) -> Result<(), RunError> {
        let first = match self.app.is_ticking() {
            false => self.incoming.recv().map_err(|_| RunError::Broken)?,
            true => match self.incoming.recv_timeout(TICK) {
                Ok(incoming) => incoming,
                Err(RecvTimeoutError::Timeout) => Incoming::Event(AppEvent::Tick),
                Err(RecvTimeoutError::Disconnected) => return Err(RunError::Broken),
            },
        };
        self.take(first)?;
        while let Ok(incoming) = self.incoming.try_recv() {
            self.take(incoming)?;
        }
        Ok(())
    }

    fn take(&mut self, incoming: Incoming) -> Result<(), RunError> {
        match incoming {
            Incoming::End => {
                self.is_ending = true;
                Ok(())
            }
            Incoming::Suspend => self.suspend(),
            Incoming::Broken => Err(RunError::Broken),
            Incoming::Event(event) => self.update(event),
        }
    }

    fn update(&mut self, event: AppEvent) -> Result<(), RunError> {
        let effects = self.app.update(self.began.elapsed(), event);
        self.carry_out(effects)
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Result<(), RunError> {
        for effect in effects {
            match effect {
                Effect::Open(wish) => self.desk.sit_down(wish),
                Effect::Send(message) => self.desk.say(message),
                Effect::Leave => self.desk.leave(),
                Effect::Think(question) => self.mind.think(question),
                Effect::Rest => self.mind.rest(),
                Effect::Write { file, text } => {
                    let done = write_new(&file, &text).map_err(|error| error.to_string());
                    self.update(AppEvent::Written { file, done })?;
                }
                Effect::Read { name } => {
                    let bytes = read(&name).map_err(|error| format!("{name}: {error}"));
                    self.update(AppEvent::Read { name, bytes })?;
                }
                Effect::Suspend => self.suspend()?,
                Effect::Quit => self.is_ending = true,
            }
        }
        Ok(())
    }

    /// Gives the terminal back until the program is let go on.
    fn suspend(&mut self) -> Result<(), RunError> {
        self.session.pause(signals::stop_here)?;
        let (width, height) = terminal::size()?;
        self.update(AppEvent::Resized { width, height })
    }
}

/// Reads keys and the mouse on a thread of its own.
fn listen_to_keys(sender: Sender<Incoming>) -> io::Result<()> {
    let listen = move || {
        let _alarm = Alarm(sender.clone());
        loop {
            let incoming = match terminal_event::read() {
                Ok(TerminalEvent::Key(key)) => Incoming::Event(AppEvent::Key(key)),
                Ok(TerminalEvent::Mouse(mouse)) => Incoming::Event(AppEvent::Mouse(mouse)),
                Ok(TerminalEvent::Resize(width, height)) => {
                    Incoming::Event(AppEvent::Resized { width, height })
                }
                Ok(_) => continue,
                // Nobody can press a key any more.
                Err(_) => Incoming::End,
            };
            let is_end = matches!(incoming, Incoming::End);
            if sender.send(incoming).is_err() || is_end {
                break;
            }
        }
    };
    let thread = thread::Builder::new().name("keys".to_owned());
    thread.spawn(listen).map(drop)
}

/// Writes a file that is not there yet: nobody's game is written over.
fn write_new(file: &str, text: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)?;
    file.write_all(text.as_bytes())
}

/// Reads a file of a game.
fn read(name: &str) -> io::Result<Vec<u8>> {
    if fs::metadata(name)?.len() > FILE_BYTES_MAX {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    fs::read(name)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the runner is the edge: the screens are told the time"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}
