//! Answers that come line by line while an engine thinks.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use ponnuki_game::Size;
use ponnuki_think::Decision;

use crate::inbox::{Inbox, Waited};
use crate::lines::clean_lines;
use crate::vertex::decision_word;

/// Where an engine's answers go. After the first failure nothing more is written.
pub(crate) struct Output<W> {
    to: W,
    failed: Option<io::Error>,
    /// Whether a streamed answer has begun and not ended.
    is_streaming: bool,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(to: W) -> Output<W> {
        Output {
            to,
            failed: None,
            is_streaming: false,
        }
    }

    /// Ends a streamed answer, if one has begun; tells whether one had.
    pub(crate) fn end_stream(&mut self) -> bool {
        let was_streaming = self.is_streaming;
        if was_streaming {
            self.print("\n");
            self.is_streaming = false;
        }
        was_streaming
    }

    /// Whether all that was printed has left.
    ///
    /// # Errors
    ///
    /// Why it has not.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

/// An [`Output`] to anything.
pub(crate) trait Print {
    /// Writes `text` and sends it off at once.
    fn print(&mut self, text: &str);
    fn begin_stream(&mut self, id: Option<u32>);
    fn has_failed(&self) -> bool;
}

impl<W: Write> Print for Output<W> {
    fn print(&mut self, text: &str) {
        if self.failed.is_none() {
            let written = self.to.write_all(text.as_bytes());
            self.failed = written.and_then(|()| self.to.flush()).err();
        }
    }

    fn begin_stream(&mut self, id: Option<u32>) {
        let id = id.map_or_else(String::new, |id| id.to_string());
        self.print(&format!("={id}\n"));
        self.is_streaming = true;
    }

    fn has_failed(&self) -> bool {
        self.failed.is_some()
    }
}

/// The chance to answer with a stream, once the arguments are found good.
pub struct Opening<'a> {
    id: Option<u32>,
    output: &'a mut dyn Print,
    inbox: &'a Inbox,
}

impl<'a> Opening<'a> {
    pub(crate) fn new(id: Option<u32>, output: &'a mut dyn Print, inbox: &'a Inbox) -> Opening<'a> {
        Opening { id, output, inbox }
    }

    /// Where lines arrive.
    pub fn inbox(&self) -> Inbox {
        self.inbox.clone()
    }

    /// Says at once that all is well; lines may follow until any input arrives.
    pub fn until_input(self) -> Analyzing<'a> {
        let (output, inbox) = (self.output, self.inbox);
        output.begin_stream(self.id);
        Analyzing { output, inbox }
    }

    /// Says at once that all is well; lines may follow, and no input ends them.
    pub fn uninterrupted(self) -> Generating<'a> {
        let output = self.output;
        output.begin_stream(self.id);
        Generating { output }
    }
}

/// An answer that lasts until any input arrives.
pub struct Analyzing<'a> {
    output: &'a mut dyn Print,
    inbox: &'a Inbox,
}

impl Analyzing<'_> {
    /// Sends a line; blank ones are left out, since they would end the answer.
    pub fn line(&mut self, line: &str) {
        print_line(self.output, line);
    }

    /// Whether to stop now: input has arrived, or nobody listens any more.
    pub fn is_interrupted(&self) -> bool {
        self.inbox.has_input() || self.output.has_failed()
    }

    /// Waits for `time`, or until it is time to stop.
    pub fn wait(&self, time: Duration) -> Waited {
        if self.output.has_failed() {
            return Waited::Input;
        }
        self.inbox.wait(time)
    }

    /// What a search on other threads may ask whether to stop.
    pub fn inbox(&self) -> Inbox {
        self.inbox.clone()
    }

    /// Ends the answer.
    pub fn end(self) -> Streamed {
        Streamed { _private: () }
    }

    /// Ends the answer with a move on a board of `size`, found before any input came.
    pub fn play(self, decision: Decision, size: Size) -> Streamed {
        self.output
            .print(&format!("play {}\n", decision_word(decision, size)));
        self.end()
    }

    /// Ends the answer without a move, because input came before it was found.
    pub fn cancel(self) -> Streamed {
        self.output.print("play cancelled\n");
        self.end()
    }
}

/// An answer that ends with a move and that no input ends before.
pub struct Generating<'a> {
    output: &'a mut dyn Print,
}

impl Generating<'_> {
    /// Sends a line; blank ones are left out, since they would end the answer.
    pub fn line(&mut self, line: &str) {
        print_line(self.output, line);
    }

    /// Ends the answer with a move on a board of `size`.
    pub fn play(self, decision: Decision, size: Size) -> Streamed {
        self.output
            .print(&format!("play {}\n", decision_word(decision, size)));
        Streamed { _private: () }
    }
}

fn print_line(output: &mut dyn Print, line: &str) {
    for line in clean_lines(line) {
        output.print(&format!("{line}\n"));
    }
}

/// The proof that an answer was streamed.
#[derive(Debug)]
pub struct Streamed {
    _private: (),
}

macro_rules! opaque_debug {
    ($($name:ident),*) => {$(
        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}

opaque_debug!(Opening, Analyzing, Generating);
