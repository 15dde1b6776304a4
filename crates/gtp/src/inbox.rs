//! Lines that have arrived and are not yet read: how a busy engine learns of input.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ponnuki_think::StopSign;

use crate::command::{Command, LINE_MAX, ParseCommandError};
use crate::lines::{InputLine, read_line, skip_bom, skip_line};

/// How many lines may wait. A client that is further ahead is not read from
/// until some are done, so nothing is lost and nothing grows.
pub const WAITING_MAX: usize = 1 << 10;

/// What a client may write to end a search without another command.
const INTERRUPT: &[u8] = b"# interrupt";

/// A view of the lines that wait, for any thread of an engine.
#[derive(Clone, Debug)]
pub struct Inbox {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    /// Told of every change of the queue.
    changed: Condvar,
}

#[derive(Debug)]
struct Queue {
    lines: VecDeque<Arrival>,
    state: State,
    alarm: Option<Alarm>,
}

/// What is to be done as soon as something arrives.
struct Alarm {
    at: Ring,
    act: Box<dyn FnOnce() + Send>,
}

impl fmt::Debug for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Alarm")
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

/// What an alarm waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    /// Any line, even an empty one, or the end of input: what stops an analysis.
    AtInput,
    /// A line that says nothing but `# interrupt`: see [`Inbox::has_interrupt`].
    AtInterrupt,
}

#[derive(Debug)]
enum State {
    /// More may come.
    Open,
    /// Nothing more will come, and why if not because all is read.
    Ended(Option<io::Error>),
    /// Nobody reads any more.
    Abandoned,
}

/// A line, read.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) command: Result<Option<Command>, ParseCommandError>,
    is_interrupt: bool,
}

/// Why waiting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// The time is over.
    Elapsed,
    /// There is input, or will never be any more.
    Input,
}

impl Inbox {
    /// An inbox that a thread of its own fills from `input`.
    ///
    /// # Errors
    ///
    /// If there can be no thread.
    pub(crate) fn fill_from(mut input: impl BufRead + Send + 'static) -> io::Result<Inbox> {
        let inbox = Inbox {
            shared: Arc::new(Shared {
                queue: Mutex::new(Queue {
                    lines: VecDeque::new(),
                    state: State::Open,
                    alarm: None,
                }),
                changed: Condvar::new(),
            }),
        };
        let filled = inbox.clone();
        let reader = thread::Builder::new().name("gtp input".to_owned());
        reader.spawn(move || filled.fill(&mut input))?;
        Ok(inbox)
    }

    fn fill(&self, input: &mut impl BufRead) {
        if let Err(error) = skip_bom(input) {
            return self.close(State::Ended(Some(error)));
        }
        loop {
            let arrival = match Arrival::read(input) {
                Ok(Some(arrival)) => arrival,
                Ok(None) => return self.close(State::Ended(None)),
                Err(error) => return self.close(State::Ended(Some(error))),
            };
            let mut queue = self.lock();
            while matches!(queue.state, State::Open) && queue.lines.len() >= WAITING_MAX {
                queue = self.sleep(queue);
            }
            if !matches!(queue.state, State::Open) {
                return;
            }
            queue.lines.push_back(arrival);
            self.shared.changed.notify_all();
            queue.ring();
        }
    }

    /// Has `act` called once, by whichever thread notices, as soon as there is what
    /// `at` says; at once if it is there already. It takes the place of an alarm that
    /// was there before, and may not block: the next line waits for it.
    pub fn alarm(&self, at: Ring, act: impl FnOnce() + Send + 'static) {
        let mut queue = self.lock();
        queue.alarm = Some(Alarm {
            at,
            act: Box::new(act),
        });
        queue.ring();
    }

    /// Has `stop` raised as soon as there is what `at` says: an [`Inbox::alarm`] like any.
    pub(crate) fn stop_at(&self, at: Ring, stop: &StopSign) {
        let stop = stop.clone();
        self.alarm(at, move || stop.raise());
    }

    /// The next line, as soon as there is one; nothing at the end of input.
    ///
    /// # Errors
    ///
    /// Why no more could be read.
    pub(crate) fn next(&self) -> io::Result<Option<Arrival>> {
        let mut queue = self.lock();
        loop {
            if let Some(arrival) = queue.lines.pop_front() {
                self.shared.changed.notify_all();
                return Ok(Some(arrival));
            }
            match &mut queue.state {
                State::Open => queue = self.sleep(queue),
                State::Ended(error) => return error.take().map_or(Ok(None), Err),
                State::Abandoned => return Ok(None),
            }
        }
    }

    /// Lets the reading thread end as soon as it can.
    pub(crate) fn abandon(&self) {
        self.close(State::Abandoned);
    }

    fn close(&self, state: State) {
        let mut queue = self.lock();
        queue.state = state;
        self.shared.changed.notify_all();
        queue.ring();
    }

    /// Whether a line waits, even an empty one, or input has ended: what stops
    /// an analysis.
    pub fn has_input(&self) -> bool {
        self.lock().has_input()
    }

    /// Whether a line waits that says nothing but `# interrupt`: what GoGui
    /// sends to end a search that another command must not end.
    pub fn has_interrupt(&self) -> bool {
        self.lock().has_interrupt()
    }

    /// Waits until there is input, or for `time`.
    pub fn wait(&self, time: Duration) -> Waited {
        let queue = self.lock();
        let is_quiet = |queue: &mut Queue| !queue.has_input();
        let waited = self
            .shared
            .changed
            .wait_timeout_while(queue, time, is_quiet);
        let (queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if queue.has_input() {
            Waited::Input
        } else {
            Waited::Elapsed
        }
    }

    /// A thread that panicked left the queue whole: each change of it is one call.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        let queue = self.shared.queue.lock();
        queue.unwrap_or_else(PoisonError::into_inner)
    }

    fn sleep<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        let woken = self.shared.changed.wait(queue);
        woken.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn has_input(&self) -> bool {
        !self.lines.is_empty() || !matches!(self.state, State::Open)
    }

    fn has_interrupt(&self) -> bool {
        self.lines.iter().any(|line| line.is_interrupt)
    }

    /// Does what is to be done now that something has arrived, if it is that.
    fn ring(&mut self) {
        let (has_input, has_interrupt) = (self.has_input(), self.has_interrupt());
        let is_due = |alarm: &mut Alarm| match alarm.at {
            Ring::AtInput => has_input,
            Ring::AtInterrupt => has_interrupt,
        };
        if let Some(alarm) = self.alarm.take_if(is_due) {
            (alarm.act)();
        }
    }
}

impl Arrival {
    /// The next line, if there is one.
    fn read(input: &mut impl BufRead) -> io::Result<Option<Arrival>> {
        let arrival = match read_line(input, LINE_MAX)? {
            None => return Ok(None),
            Some(InputLine::Whole(bytes)) => Arrival {
                is_interrupt: bytes.trim_ascii() == INTERRUPT,
                command: Command::parse(&bytes),
            },
            Some(InputLine::TooLong) => {
                skip_line(input)?;
                Arrival {
                    is_interrupt: false,
                    command: Err(ParseCommandError::TooLong),
                }
            }
        };
        Ok(Some(arrival))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Write, pipe};
    use std::sync::mpsc;

    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn waiting_ends_with_any_line_and_at_the_end() {
        for (line, is_interrupt) in [
            ("name\n", false),
            ("\n", false),
            ("# interrupt\r\n", true),
            ("  # interrupt\n", true),
            ("# interrupted\n", false),
        ] {
            let (reader, mut writer) = pipe().unwrap();
            let inbox = Inbox::fill_from(BufReader::new(reader)).unwrap();
            assert!(!inbox.has_input());
            assert_eq!(inbox.wait(Duration::ZERO), Waited::Elapsed);
            writer.write_all(line.as_bytes()).unwrap();
            assert_eq!(inbox.wait(LONG), Waited::Input, "{line:?}");
            assert_eq!(inbox.has_interrupt(), is_interrupt, "{line:?}");
            assert!(inbox.next().unwrap().is_some());
            drop(writer);
            assert_eq!(inbox.wait(LONG), Waited::Input);
            assert!(inbox.next().unwrap().is_none());
            assert!(inbox.has_input());
        }
    }

    /// An alarm, and where it is heard.
    fn alarm(inbox: &Inbox, at: Ring) -> mpsc::Receiver<()> {
        let (rings, heard) = mpsc::channel();
        inbox.alarm(at, move || {
            let _ = rings.send(());
        });
        heard
    }

    #[test]
    fn an_alarm_rings_once_when_there_is_what_it_waits_for() {
        let (reader, mut writer) = pipe().unwrap();
        let inbox = Inbox::fill_from(BufReader::new(reader)).unwrap();
        let heard = alarm(&inbox, Ring::AtInterrupt);
        writer.write_all(b"name\n").unwrap();
        assert_eq!(inbox.wait(LONG), Waited::Input);
        assert!(heard.try_recv().is_err(), "a name is no interrupt");
        writer.write_all(b"# interrupt\n").unwrap();
        assert_eq!(heard.recv(), Ok(()));
        assert!(heard.recv().is_err(), "an alarm that rang is gone");
        let heard = alarm(&inbox, Ring::AtInput);
        assert_eq!(heard.try_recv(), Ok(()), "two lines wait already");
        for _ in 0..2 {
            inbox.next().unwrap();
        }
        let heard = alarm(&inbox, Ring::AtInput);
        assert!(heard.try_recv().is_err());
        drop(writer);
        assert_eq!(heard.recv(), Ok(()), "the end of input is input");
    }

    #[test]
    fn a_client_far_ahead_loses_nothing() {
        let n_lines = 3 * WAITING_MAX;
        let text = "name\n".repeat(n_lines);
        let inbox = Inbox::fill_from(BufReader::new(io::Cursor::new(text))).unwrap();
        let mut n_read = 0;
        while inbox.next().unwrap().is_some() {
            assert!(inbox.lock().lines.len() <= WAITING_MAX);
            n_read += 1;
        }
        assert_eq!(n_read, n_lines);
    }
}
