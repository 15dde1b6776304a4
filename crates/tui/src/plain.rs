//! A game line by line: what happens is said, what is typed is answered. Nothing is drawn
//! unless it is asked for, and nothing that was said is ever changed.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use ponnuki_client::{FromServer, Unreached};
use ponnuki_wire::{Announcement, Happened, Scene, Seat, Stage, ToClient, ToServer, Update, to_ms};
use ponnuki_words::{
    Answer, LINE_CHARS_MAX, Listener, Past, Phrase, TerminalCharset, TypedCommand, Words,
};

use crate::keyboard::KeyboardSeat;

/// No sign has more bytes than this; a line that is longer is no command.
const LINE_BYTES_MAX: u64 = 4 * LINE_CHARS_MAX as u64 + 2;

/// What comes to the program, from wherever.
enum PlainEvent {
    Typed(String),
    /// Nobody types any more.
    Silence,
    Heard(FromServer),
    /// The program is told to stop.
    Stop,
}

/// How a game is told, line by line.
#[derive(Clone, Copy, Debug)]
pub struct PlainManner {
    /// The words that it is told in.
    pub words: &'static Words,
    /// The charset of what is typed.
    pub charset: TerminalCharset,
    /// The time of day since the Unix epoch.
    pub time_of_day: fn() -> Duration,
}

/// How a game in words ended for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainEnd {
    /// They left, or the program was told to stop.
    Left,
    /// The room is gone, which they were told.
    Gone,
}

/// Plays a game between standard input and `out`, at the seat that `sit` takes; what comes to that
/// seat has to be handed to the function that `sit` is given.
///
/// # Errors
///
/// Nobody can sit down, or nobody reads what is said.
pub fn play_plain<E: From<io::Error>>(
    manner: PlainManner,
    out: &mut impl Write,
    sit: impl FnOnce(Box<dyn FnMut(FromServer) + Send>) -> Result<KeyboardSeat, E>,
) -> Result<PlainEnd, E> {
    let (events, coming) = channel();
    let heard = events.clone();
    // Nobody hears it after the end.
    let seat = sit(Box::new(move |news| {
        drop(heard.send(PlainEvent::Heard(news)))
    }))?;
    let stop = events.clone();
    seat.on_stop(move || drop(stop.send(PlainEvent::Stop)))?;
    thread::spawn(move || read(&events, manner.charset));
    let mut talk = Talk::new(manner, &seat, out);
    let ended = talk.begin().and_then(|()| talk.go_on(&coming));
    let why = talk.gone.take();
    seat.leave();
    ended?;
    match why {
        Some(_) => Ok(PlainEnd::Gone),
        None => Ok(PlainEnd::Left),
    }
}

/// Reads what is typed, line by line, until nothing more comes or nobody wants it.
fn read(events: &Sender<PlainEvent>, charset: TerminalCharset) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = input
            .by_ref()
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line);
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < LINE_BYTES_MAX;
        let skipped = if is_whole {
            Ok(())
        } else {
            skip_line(&mut input)
        };
        let is_over = read.is_err() || line.is_empty() || skipped.is_err();
        let event = match is_over {
            true => PlainEvent::Silence,
            false => PlainEvent::Typed(charset.decode(&line)),
        };
        if events.send(event).is_err() || is_over {
            return;
        }
    }
}

/// Passes over the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let n_bytes = end.map_or(bytes.len(), |end| end + 1);
        input.consume(n_bytes);
        if end.is_some() || n_bytes == 0 {
            return Ok(());
        }
    }
}

/// A conversation about one game.
struct Talk<'a, W> {
    words: &'static Words,
    time_of_day: fn() -> Duration,
    seat: &'a KeyboardSeat,
    out: &'a mut W,
    past: Past,
    seats: Vec<Seat>,
    scene: Option<Scene>,
    /// What to add to this machine's clock to get the server's, in milliseconds.
    offset_ms: i64,
    /// What was said last, to be said again.
    said: String,
    /// What is done if the person says yes.
    question: Option<ToServer>,
    /// What was asked for and is not answered yet: lines wait until it is.
    waiting: Option<Waiting>,
    typed: VecDeque<String>,
    is_silent: bool,
    is_lost: bool,
    /// Whether the opponent is connected, once that was told.
    is_other_here: Option<bool>,
    /// Whether it was said that the opponent is away.
    has_other_left: bool,
    gone: Option<String>,
}

/// Something that was asked for.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    id: u64,
    /// Up to which event the story has to be told, once it is done.
    seq: Option<u64>,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AfterLine {
    Listen,
    End,
}

impl<'a, W: Write> Talk<'a, W> {
    fn new(manner: PlainManner, seat: &'a KeyboardSeat, out: &'a mut W) -> Talk<'a, W> {
        Talk {
            words: manner.words,
            time_of_day: manner.time_of_day,
            seat,
            out,
            past: Past::default(),
            seats: Vec::new(),
            scene: None,
            offset_ms: 0,
            said: String::new(),
            question: None,
            waiting: None,
            typed: VecDeque::new(),
            is_silent: false,
            is_lost: false,
            is_other_here: None,
            has_other_left: false,
            gone: None,
        }
    }

    fn begin(&mut self) -> io::Result<()> {
        self.put(&self.words.say(Phrase::Welcome))?;
        if let Some(why) = self.seat.unkept() {
            self.put(&why.in_words(self.words))?;
        }
        if let Some(link) = self.seat.invite() {
            self.put(&self.words.say(Phrase::Invite { link }))?;
        }
        Ok(())
    }

    /// Talks until the person leaves.
    fn go_on(&mut self, coming: &Receiver<PlainEvent>) -> io::Result<()> {
        while let Ok(event) = coming.recv() {
            match event {
                PlainEvent::Typed(line) => self.typed.push_back(line),
                PlainEvent::Silence => self.is_silent = true,
                PlainEvent::Heard(heard) => self.hear(heard)?,
                PlainEvent::Stop => return self.part(),
            }
            if self.gone.is_some() {
                return Ok(());
            }
            if self.answer_lines()? == AfterLine::End {
                return self.part();
            }
        }
        Ok(())
    }

    /// Answers what was typed, unless something has to be waited for.
    fn answer_lines(&mut self) -> io::Result<AfterLine> {
        if self.is_silent && self.is_lost {
            // Nobody is there to wait for the server.
            return Ok(AfterLine::End);
        }
        while self.waiting.is_none() && self.scene.is_some() {
            match self.typed.pop_front() {
                Some(line) => {
                    if self.answer(&line)? == AfterLine::End {
                        return Ok(AfterLine::End);
                    }
                }
                None if self.is_silent => return Ok(AfterLine::End),
                None => break,
            }
        }
        Ok(AfterLine::Listen)
    }

    /// The last words.
    fn part(&mut self) -> io::Result<()> {
        let is_open = self.scene.as_ref().is_some_and(|scene| {
            !matches!(scene.stage, Stage::Over | Stage::Closed) && !self.seats.is_empty()
        });
        if is_open {
            let kept = match self.seat.is_kept() {
                true => self.words.say(Phrase::Kept),
                false => self.words.say(Phrase::NotKept),
            };
            self.put(&kept)?;
        }
        self.put(&self.words.say(Phrase::Goodbye))
    }

    fn hear(&mut self, heard: FromServer) -> io::Result<()> {
        match heard {
            FromServer::Said(said) => self.hear_said(*said),
            FromServer::Lost => {
                self.waiting = None;
                self.is_lost = true;
                self.say(&self.words.say(Phrase::Lost))
            }
            FromServer::Gone(why) => {
                let said = self.words.say(Phrase::Gone { why: &why });
                self.gone = Some(why);
                self.say(&said)
            }
        }
    }

    fn hear_said(&mut self, said: ToClient) -> io::Result<()> {
        match said {
            ToClient::Welcome(welcome) => {
                self.seats = welcome.seats;
                self.hear_clock(welcome.server_ms);
                Ok(())
            }
            ToClient::Pong { server_ms, .. } => {
                self.hear_clock(server_ms);
                Ok(())
            }
            ToClient::Update(update) => self.hear_update(*update),
            ToClient::Done { re, seq } => {
                let is_told = self.past.seq() >= seq;
                if let Some(waiting) = self.waiting.as_mut().filter(|waiting| waiting.id == re) {
                    waiting.seq = Some(seq);
                }
                if is_told {
                    self.answered(re);
                }
                Ok(())
            }
            ToClient::Refused(refused) => {
                let why = self.listener().map(|listener| listener.refused(&refused));
                refused.re.into_iter().for_each(|re| self.answered(re));
                why.map_or(Ok(()), |why| self.say(&why))
            }
            ToClient::Estimate(estimate) => {
                let guess = self.listener().map(|listener| listener.estimate(&estimate));
                self.answered(estimate.re);
                guess.map_or(Ok(()), |guess| self.say(&guess))
            }
            ToClient::Presence { host, guest, .. } => self.hear_presence(host, guest),
            ToClient::Bye { .. } => Ok(()),
        }
    }

    /// Says when the opponent goes away and comes back. Someone who has not been here yet is
    /// not away.
    fn hear_presence(&mut self, host: bool, guest: bool) -> io::Result<()> {
        let (seat, is_here) = match self.seats[..] {
            [Seat::Host] => (Seat::Guest, guest),
            [Seat::Guest] => (Seat::Host, host),
            _ => return Ok(()),
        };
        let was_here = self.is_other_here.replace(is_here);
        let Some(name) = self.listener().map(|listener| listener.called(seat)) else {
            return Ok(());
        };
        let name = &name;
        match (was_here, is_here) {
            (Some(true), false) => {
                self.has_other_left = true;
                self.put(&self.words.say(Phrase::WentAway { name }))
            }
            (Some(false), true) if std::mem::take(&mut self.has_other_left) => {
                self.put(&self.words.say(Phrase::CameBack { name }))
            }
            _ => Ok(()),
        }
    }

    fn hear_update(&mut self, update: Update) -> io::Result<()> {
        let news = self.past.hear(&update).unwrap_or_default();
        let is_first = self.scene.is_none();
        // The server's time may have jumped since the last message.
        if let Some(clocks) = &update.scene.clocks {
            self.hear_clock(clocks.at_ms);
        }
        self.scene = Some(update.scene);
        if std::mem::take(&mut self.is_lost) {
            self.say(&self.words.say(Phrase::Back))?;
        }
        match is_first {
            true => self.greet()?,
            false => self.announce(&news)?,
        }
        let told = |waiting: &Waiting| waiting.seq.is_some_and(|seq| seq <= self.past.seq());
        self.waiting = self.waiting.filter(|waiting| !told(waiting));
        Ok(())
    }

    /// What someone hears who has just come.
    fn greet(&mut self) -> io::Result<()> {
        let Some(listener) = self.listener() else {
            return Ok(());
        };
        let mut said = listener.whereabouts();
        let agreement = listener.scene.agreement.as_ref();
        if agreement.is_some_and(|agreement| agreement.is_proposed)
            && let Answer::Say(sum) = listener.answer(&TypedCommand::Score)
        {
            said = format!("{said}\n{sum}");
        }
        self.say(&said)
    }

    fn announce(&mut self, news: &[Announcement]) -> io::Result<()> {
        let Some(listener) = self.listener() else {
            return Ok(());
        };
        let said = listener.announce(news);
        let has_ended = news
            .iter()
            .any(|told| matches!(told.what, Happened::Ended { .. }));
        if !said.is_empty() {
            self.say(&said)?;
        }
        match has_ended && !self.seats.is_empty() {
            true => self.put(&self.words.say(Phrase::HowToGoOn)),
            false => Ok(()),
        }
    }

    /// What `id` asked for is answered.
    fn answered(&mut self, id: u64) {
        self.waiting = self.waiting.filter(|waiting| waiting.id != id);
    }

    fn answer(&mut self, line: &str) -> io::Result<AfterLine> {
        let Some(listener) = self.listener() else {
            return Ok(AfterLine::Listen);
        };
        let answer = match TypedCommand::parse(line, listener.size(), self.words) {
            Ok(command) => listener.answer(&command),
            Err(unclear) => Answer::Say(unclear.in_words(self.words)),
        };
        let question = self.question.take();
        match answer {
            Answer::Say(said) => self.say(&said)?,
            Answer::Ask(message) => self.ask(message),
            Answer::Sure { question, ask } => {
                self.question = Some(ask);
                self.say(&question)?;
            }
            Answer::Yes(is_yes) => match question {
                Some(message) if is_yes => self.ask(message),
                Some(_) => self.say(&self.words.say(Phrase::NotDone))?,
                None => self.say(&self.words.say(Phrase::SayHelp))?,
            },
            Answer::Again => {
                let said = match self.said.is_empty() {
                    true => self.words.say(Phrase::NothingSaid),
                    false => self.said.clone(),
                };
                self.put(&said)?;
            }
            Answer::Save(file) => {
                let said = self.save(&file);
                self.say(&said)?;
            }
            Answer::Quit => return Ok(AfterLine::End),
        }
        Ok(AfterLine::Listen)
    }

    fn ask(&mut self, message: ToServer) {
        let id = self.seat.send(message);
        self.waiting = Some(Waiting { id, seq: None });
    }

    /// Writes the game to a file that is not there yet, and says how that went.
    fn save(&self, file: &str) -> String {
        let number = self.scene.as_ref().map_or(1, |scene| scene.game_number);
        let record = self.seat.record(number).map_err(|why| match why {
            Unreached::Silent(why) | Unreached::Refused(why) => why,
        });
        let written = record.and_then(|sgf| {
            let written =
                File::create_new(file).and_then(|mut file| file.write_all(sgf.as_bytes()));
            written.map_err(|error| error.to_string())
        });
        match written {
            Ok(()) => self.words.say(Phrase::Saved { file }),
            Err(why) => self.words.say(Phrase::NotSaved { file, why: &why }),
        }
    }

    fn listener(&self) -> Option<Listener<'_>> {
        Some(Listener {
            words: self.words,
            scene: self.scene.as_ref()?,
            past: &self.past,
            seats: &self.seats,
            now_ms: self.now_ms().saturating_add_signed(self.offset_ms),
        })
    }

    fn hear_clock(&mut self, server_ms: u64) {
        let offset = i128::from(server_ms) - i128::from(self.now_ms());
        self.offset_ms = i64::try_from(offset).unwrap_or_default();
    }

    /// The time by this machine's clock, in Unix milliseconds.
    fn now_ms(&self) -> u64 {
        to_ms((self.time_of_day)())
    }

    /// Says something that can be said again.
    fn say(&mut self, said: &str) -> io::Result<()> {
        self.said = said.to_owned();
        self.put(said)
    }

    /// Says something, on lines of its own. What others typed is text, never a command to
    /// the terminal.
    fn put(&mut self, said: &str) -> io::Result<()> {
        for line in said.lines() {
            let line: String = line.chars().filter(|sign| !sign.is_control()).collect();
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()
    }
}
