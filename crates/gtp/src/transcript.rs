//! Golden transcripts: what a client sends and what an engine must answer,
//! line by line, as a test.
//!
//! A transcript is a text. Lines that start with `>` are sent, lines that start
//! with `<` must come back, byte for byte but for `*`, which stands for
//! anything. The blank line that ends an answer is a `<` alone, so that the
//! order in which things happen can be seen:
//!
//! ```text
//! # A comment. Empty lines mean nothing.
//! > 1 lz-analyze b interval 10
//! < =1
//! < info move * pv *
//! <* info *
//! > 2 name
//! <
//! < =2 *
//! <
//! ```
//!
//! `<*` is followed by a pattern for lines that may come in any number, none
//! too, until what the next `<` says: even after something more was sent. Nothing
//! is sent before all that must come before it has come. In what is sent,
//! `\r` and `\t` are a carriage return and a tab.
//!
//! When all is done the engine's input is closed; it must then end its output
//! without another word.
//!
//! ```
//! use std::io::{BufReader, Write};
//! use std::time::Duration;
//! use ponnuki_gtp::{CommandTable, serve, transcript::Transcript};
//!
//! let transcript: Transcript = "
//!     > known_command quit
//!     < = true
//!     <
//! ".parse()?;
//! transcript.play_with(Duration::from_secs(10), |input, output| {
//!     let table = CommandTable::new([]).unwrap();
//!     serve(&mut (), &table, BufReader::new(input), output).unwrap();
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufReader, PipeReader, PipeWriter, Read, Write};
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::lines::{InputLine, read_line};

/// The longest line of an engine that is looked at. Analysis with the ownership
/// after each of all moves stays under it.
const LINE_MAX: usize = 1 << 21;

/// How many lines before a mismatch are shown with it.
const CONTEXT_LINES: usize = 8;

/// What is sent and what must come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// The line of the transcript, from 1.
    line: usize,
    what: What,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// This is sent.
    Send,
    /// This must come.
    Expect,
    /// This may come any number of times.
    Repeat,
}

/// A line that belongs in no transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTranscriptError {
    /// Its number, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

impl fmt::Display for ParseTranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseTranscriptError { line, text } = self;
        write!(f, "line {line}: {text:?} starts with none of # > < <*")
    }
}

impl std::error::Error for ParseTranscriptError {}

impl FromStr for Transcript {
    type Err = ParseTranscriptError;

    fn from_str(text: &str) -> Result<Transcript, ParseTranscriptError> {
        let mut steps = Vec::new();
        for (at, text) in text.lines().enumerate() {
            let (line, text) = (at + 1, text.trim_start());
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let marks = [("<*", What::Repeat), ("<", What::Expect), (">", What::Send)];
            let mut read = marks
                .into_iter()
                .filter_map(|(mark, what)| Some((text.strip_prefix(mark)?, what)));
            let Some((rest, what)) = read.next() else {
                let text = text.to_owned();
                return Err(ParseTranscriptError { line, text });
            };
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            let text = match what {
                What::Send => rest.replace("\\r", "\r").replace("\\t", "\t"),
                What::Expect | What::Repeat => rest.trim_end().to_owned(),
            };
            steps.push(Step { line, what, text });
        }
        Ok(Transcript { steps })
    }
}

/// Where an engine left the transcript.
#[derive(Debug)]
pub struct Mismatch {
    /// The line of the transcript, from 1; 0 at the end.
    pub line: usize,
    /// What must have come.
    pub expected: String,
    /// What came.
    pub got: Got,
    /// The lines before, as a transcript.
    pub before: Vec<String>,
}

/// What came from an engine in place of what must come.
#[derive(Debug)]
pub enum Got {
    /// Another line.
    Line(String),
    /// A line too long to look at.
    LongLine,
    /// Nothing for too long.
    Silence,
    /// The end of its output.
    End,
    /// It could not be spoken to.
    Failure(io::Error),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.before {
            writeln!(f, "{line}")?;
        }
        writeln!(f, "line {}: expected {:?}", self.line, self.expected)?;
        match &self.got {
            Got::Line(line) => write!(f, "but got {line:?}"),
            Got::LongLine => write!(f, "but got a line of more than {LINE_MAX} bytes"),
            Got::Silence => f.write_str("but got nothing for too long"),
            Got::End => f.write_str("but the engine ended"),
            Got::Failure(error) => write!(f, "but {error}"),
        }
    }
}

impl std::error::Error for Mismatch {}

impl Transcript {
    /// Plays with an engine in this process: `engine` runs on a thread of its
    /// own, reads from the pipe it is given and writes to the other.
    ///
    /// # Errors
    ///
    /// The first line that is not as the transcript says; `silence` is how long
    /// a line may take.
    pub fn play_with(
        &self,
        silence: Duration,
        engine: impl FnOnce(PipeReader, PipeWriter) + Send + 'static,
    ) -> Result<(), Mismatch> {
        let pipes = io::pipe().and_then(|input| Ok((input, io::pipe()?)));
        let ((engine_input, input), (output, engine_output)) = pipes.map_err(|error| Mismatch {
            line: 0,
            expected: String::new(),
            got: Got::Failure(error),
            before: Vec::new(),
        })?;
        thread::spawn(move || engine(engine_input, engine_output));
        self.play(input, output, silence)
    }

    /// Plays with an engine that reads from `input` and writes to `output`,
    /// such as another process.
    ///
    /// # Errors
    ///
    /// The first line that is not as the transcript says; `silence` is how long
    /// a line may take.
    pub fn play(
        &self,
        input: impl Write,
        output: impl Read + Send + 'static,
        silence: Duration,
    ) -> Result<(), Mismatch> {
        let (heard, from) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = read_line(&mut output, LINE_MAX) {
                let is_last = line == InputLine::TooLong;
                if heard.send(line).is_err() || is_last {
                    return;
                }
            }
        });
        let mut player = Player {
            from,
            silence,
            repeats: Vec::new(),
            before: VecDeque::new(),
        };
        player.play_all(&self.steps, input)?;
        player.end()
    }
}

struct Player {
    from: Receiver<InputLine>,
    silence: Duration,
    /// The patterns that may come before what must.
    repeats: Vec<String>,
    before: VecDeque<String>,
}

impl Player {
    /// Goes through `steps`, and closes `input`.
    fn play_all(&mut self, steps: &[Step], mut input: impl Write) -> Result<(), Mismatch> {
        for step in steps {
            match step.what {
                What::Repeat => self.repeats.push(step.text.clone()),
                What::Expect => {
                    self.expect(step)?;
                    self.repeats.clear();
                }
                What::Send => {
                    self.remember(format!("> {}", step.text));
                    let sent = writeln!(input, "{}", step.text).and_then(|()| input.flush());
                    sent.map_err(|error| self.mismatch(step, Got::Failure(error)))?;
                }
            }
        }
        Ok(())
    }

    fn expect(&mut self, step: &Step) -> Result<(), Mismatch> {
        loop {
            let line = self.line().map_err(|got| self.mismatch(step, got))?;
            if matches(&step.text, &line) {
                self.remember(format!("< {line}"));
                return Ok(());
            }
            if !self.may_repeat(&line) {
                return Err(self.mismatch(step, Got::Line(line)));
            }
            self.remember(format!("< {line}"));
        }
    }

    /// Makes sure that nothing more comes.
    fn end(&mut self) -> Result<(), Mismatch> {
        let end = Step {
            line: 0,
            what: What::Expect,
            text: "the end".to_owned(),
        };
        loop {
            match self.line() {
                Err(Got::End) => return Ok(()),
                Ok(line) if self.may_repeat(&line) => {}
                Ok(line) => return Err(self.mismatch(&end, Got::Line(line))),
                Err(got) => return Err(self.mismatch(&end, got)),
            }
        }
    }

    fn may_repeat(&self, line: &str) -> bool {
        self.repeats.iter().any(|pattern| matches(pattern, line))
    }

    fn line(&self) -> Result<String, Got> {
        match self.from.recv_timeout(self.silence) {
            Ok(InputLine::Whole(bytes)) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Ok(InputLine::TooLong) => Err(Got::LongLine),
            Err(RecvTimeoutError::Timeout) => Err(Got::Silence),
            Err(RecvTimeoutError::Disconnected) => Err(Got::End),
        }
    }

    fn remember(&mut self, line: String) {
        if self.before.len() == CONTEXT_LINES {
            self.before.pop_front();
        }
        self.before.push_back(line);
    }

    fn mismatch(&self, step: &Step, got: Got) -> Mismatch {
        Mismatch {
            line: step.line,
            expected: step.text.clone(),
            got,
            before: self.before.iter().cloned().collect(),
        }
    }
}

/// Whether a line is as a pattern says, blanks at its end apart: each `*` is
/// any text, even none.
fn matches(pattern: &str, line: &str) -> bool {
    let line = line.trim_end();
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == line;
    };
    let (middle, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(mut line) = line
        .strip_prefix(head)
        .and_then(|line| line.strip_suffix(tail))
    else {
        return false;
    };
    for part in middle.split('*') {
        match line.find(part) {
            Some(at) => line = &line[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, line, expected) in [
            ("", "", true),
            ("", "  ", true),
            ("=1", "=1 ", true),
            ("=1", "=12", false),
            ("*", "", true),
            ("=1 *", "=1 D4", true),
            ("=1 *", "=1 ", false),
            ("info * pv *", "info move D4 pv D4 Q16", true),
            ("info * pv *", "info move D4", false),
            ("a*b", "ab", true),
            ("a*a", "a", false),
            ("a*b*c", "abcbc", true),
            ("a*b*b*c", "abc", false),
        ] {
            assert_eq!(matches(pattern, line), expected, "{pattern:?} {line:?}");
        }
    }

    /// Plays `text` with an engine that says `said` and reads to its end.
    fn play(text: &str, said: &'static str) -> Result<(), String> {
        let transcript: Transcript = text.parse().unwrap();
        let played = transcript.play_with(Duration::from_secs(10), move |mut input, mut output| {
            output.write_all(said.as_bytes()).unwrap();
            let mut read = String::new();
            input.read_to_string(&mut read).unwrap();
            writeln!(output, "read {read:?}").unwrap();
        });
        played.map_err(|mismatch| mismatch.to_string())
    }

    #[test]
    fn what_is_sent_and_what_comes_is_compared() {
        let repeated = "< =1\n<* info *\n> 2 name\\r\n<\n< =2 x";
        for (text, said, expected) in [
            ("< = 2\n<", "= 2\n\n", "but got \"read \\\"\\\"\""),
            (
                "< = 2\n<",
                "= 3\n\n",
                "line 1: expected \"= 2\"\nbut got \"= 3\"",
            ),
            (
                repeated,
                "=1\n\n=2 x\n",
                r#"but got "read \"2 name\\r\\n\"""#,
            ),
            (
                repeated,
                "=1\ninfo a\ninfo b\n\n=2 x\n",
                r#"but got "read \"2 name\\r\\n\"""#,
            ),
            (
                repeated,
                "=1\ninfo a\nnews\n",
                "line 4: expected \"\"\nbut got \"news\"",
            ),
        ] {
            let error = play(text, said).unwrap_err();
            assert!(error.ends_with(expected), "{error}");
        }
        assert_eq!(play("<* read *", ""), Ok(()));
    }

    #[test]
    fn repeated_lines_come_before_the_next_line_only() {
        let text = "< =1\n<* info *\n<\n< =2";
        let error = play(text, "=1\ninfo soon\n\ninfo late\n=2\n").unwrap_err();
        assert!(error.ends_with("line 4: expected \"=2\"\nbut got \"info late\""));
    }

    #[test]
    fn silence_ends_a_transcript() {
        let transcript: Transcript = "> name\n< = x".parse().unwrap();
        let (keep_open, engine_output) = io::pipe().unwrap();
        let mismatch = transcript.play(Vec::new(), keep_open, Duration::ZERO);
        assert!(matches!(mismatch.unwrap_err().got, Got::Silence));
        drop(engine_output);
    }

    #[test]
    fn a_line_without_a_mark_is_refused() {
        let error = "# fine\n\n> name\n= x".parse::<Transcript>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 4: \"= x\" starts with none of # > < <*"
        );
    }
}
