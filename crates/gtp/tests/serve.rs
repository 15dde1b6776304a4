//! Being an engine: what goes over the wire, and when.

use std::io::{self, BufReader, Read, Write, pipe};
use std::sync::mpsc;
use std::time::Duration;

use ponnuki_game::{Move, Size};
use ponnuki_gtp::transcript::Transcript;
use ponnuki_gtp::{
    Args, CommandRefusal, CommandTable, Decision, Ended, Entry, Inbox, LINE_MAX, Listed, Opening,
    ReplyText, Run, Streamed, WAITING_MAX, Waited, serve,
};

const LONG: Duration = Duration::from_secs(3600);

/// An engine without a game, that does what its commands are called.
fn table() -> CommandTable<()> {
    let entry = |name, listed, run| Entry {
        name,
        args: "",
        help: "",
        listed,
        run,
    };
    CommandTable::new([
        entry(
            "echo",
            Listed::Yes,
            Run::Answer(|(), args| Ok(ReplyText::from(args.rest()))),
        ),
        entry(
            "secret",
            Listed::No,
            Run::Answer(|(), _| Ok(ReplyText::empty())),
        ),
        entry("think", Listed::Yes, Run::Think(think)),
        entry("analyze", Listed::Yes, Run::Stream(analyze)),
        entry("genmove_analyze", Listed::Yes, Run::Stream(genmove_analyze)),
        entry("give_up", Listed::Yes, Run::Stream(give_up)),
    ])
    .unwrap()
}

/// Waits for any input, and says whether it is an interrupt.
fn think(_: &mut (), _: &mut Args<'_>, inbox: &Inbox) -> Result<ReplyText, CommandRefusal> {
    assert_eq!(inbox.wait(LONG), Waited::Input);
    Ok(ReplyText::from(inbox.has_interrupt().to_string()))
}

fn analyze(
    _: &mut (),
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Result<Streamed, CommandRefusal> {
    args.end()?;
    let mut lines = opening.until_input();
    lines.line("info one\n\n");
    while lines.wait(LONG) == Waited::Elapsed {}
    assert!(lines.is_interrupted());
    Ok(lines.end())
}

fn genmove_analyze(
    _: &mut (),
    _: &mut Args<'_>,
    opening: Opening<'_>,
) -> Result<Streamed, CommandRefusal> {
    let mut lines = opening.uninterrupted();
    for _ in 0..100 {
        lines.line("info one");
    }
    Ok(lines.play(Decision::Move(Move::Pass), Size::NINE))
}

fn give_up(_: &mut (), _: &mut Args<'_>, opening: Opening<'_>) -> Result<Streamed, CommandRefusal> {
    let mut lines = opening.until_input();
    lines.line("info one");
    Err(CommandRefusal::CannotScore)
}

/// All that the engine says to `input`, and why it ended.
fn answer(input: impl Into<Vec<u8>>) -> (String, Ended) {
    let mut output = Vec::new();
    let input = BufReader::new(io::Cursor::new(input.into()));
    let ended = serve(&mut (), &table(), input, &mut output).unwrap();
    (String::from_utf8(output).unwrap(), ended)
}

#[test]
fn serving_ends_with_quit_or_with_the_input() {
    assert_eq!(answer("1 quit\n2 echo"), ("=1 \n\n".into(), Ended::Quit));
    assert_eq!(answer(""), (String::new(), Ended::EndOfInput));
    assert_eq!(answer("echo a"), ("= a\n\n".into(), Ended::EndOfInput));
}

#[test]
fn serving_ends_with_quit_though_the_input_stays_open() {
    let (reader, mut writer) = pipe().unwrap();
    writer.write_all(b"quit\n").unwrap();
    let ended = serve(&mut (), &table(), BufReader::new(reader), io::sink());
    assert_eq!(ended.unwrap(), Ended::Quit);
    drop(writer);
}

/// Input that tells when nobody reads it any more.
struct Watched {
    text: io::Cursor<String>,
    _gone: mpsc::Sender<()>,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer)
    }
}

#[test]
fn nobody_reads_on_after_quit() {
    let (gone, is_gone) = mpsc::channel();
    let input = Watched {
        text: io::Cursor::new(format!("quit\n{}", "name\n".repeat(3 * WAITING_MAX))),
        _gone: gone,
    };
    serve(&mut (), &table(), BufReader::new(input), io::sink()).unwrap();
    let waited = is_gone.recv_timeout(Duration::from_secs(60));
    assert_eq!(waited, Err(mpsc::RecvTimeoutError::Disconnected));
}

#[test]
fn the_end_of_input_ends_an_analysis() {
    assert_eq!(
        answer("5 analyze\n"),
        ("=5\ninfo one\n\n".into(), Ended::EndOfInput)
    );
}

#[test]
fn a_stream_is_refused_before_it_begins_and_cut_short_after() {
    let (output, _) = answer("1 analyze nonsense\n2 give_up\n3 echo a\n");
    assert_eq!(output, "?1 syntax error\n\n=2\ninfo one\n\n=3 a\n\n");
}

#[test]
fn a_move_is_not_interrupted() {
    let (output, _) = answer("1 genmove_analyze\n\n# interrupt\n2 echo a\n");
    let lines = "info one\n".repeat(100);
    assert_eq!(output, format!("=1\n{lines}play pass\n\n=2 a\n\n"));
}

#[test]
fn a_thought_can_tell_an_interrupt_from_a_command() {
    let (output, _) = answer("1 think\n2 echo a\n\n");
    assert_eq!(output, "=1 false\n\n=2 a\n\n");
    let (output, _) = answer("1 think\n# interrupt\n2 echo a\n");
    assert_eq!(output, "=1 true\n\n=2 a\n\n");
}

#[test]
fn every_kind_of_input_ends_an_analysis_and_is_then_obeyed() {
    for (interrupt, reply) in [
        ("", ""),
        ("# interrupt", ""),
        ("6 protocol_version", "< =6 2\n<"),
        ("6 echo x\\r", "< =6 x\n<"),
        ("6 known_command known_command", "< =6 true\n<"),
        ("6 nonsense", "< ?6 unknown command\n<"),
        ("6 quit", "< =6\n<"),
    ] {
        let text = format!("> 5 analyze\n< =5\n< info one\n> {interrupt}\n<\n{reply}\n");
        let transcript: Transcript = text.parse().unwrap();
        let played = transcript.play_with(LONG, |input, output| {
            serve(&mut (), &table(), BufReader::new(input), output).unwrap();
        });
        assert!(played.is_ok(), "{interrupt:?}: {}", played.unwrap_err());
    }
}

#[test]
fn an_unlisted_command_works_and_is_denied() {
    let (output, _) = answer("known_command secret\nlist_commands\nsecret\n");
    let listed = "protocol_version list_commands known_command quit echo think analyze \
                  genmove_analyze give_up";
    let listed = listed.replace(' ', "\n");
    assert_eq!(output, format!("= false\n\n= {listed}\n\n= \n\n"));
}

#[test]
fn a_line_too_long_is_refused_and_the_next_one_read() {
    let mut input = vec![b'x'; 10 * LINE_MAX];
    input.extend(b"\n1 echo a\n");
    let (output, _) = answer(input);
    assert_eq!(output, "? a line is at most 65536 bytes\n\n=1 a\n\n");
}

/// Takes so many bytes, and only whole answers between flushes.
struct Narrow {
    n_bytes_left: usize,
    unflushed: Vec<u8>,
    flushed: Vec<String>,
}

impl Write for Narrow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.n_bytes_left {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.n_bytes_left -= bytes.len();
        self.unflushed.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.unflushed)).unwrap();
        self.flushed.push(text);
        Ok(())
    }
}

fn narrow(n_bytes_left: usize) -> Narrow {
    Narrow {
        n_bytes_left,
        unflushed: Vec::new(),
        flushed: Vec::new(),
    }
}

#[test]
fn every_answer_is_flushed_at_once() {
    let mut output = narrow(usize::MAX);
    let input = "1 echo a\n2 analyze\n3 echo b\n".as_bytes();
    serve(&mut (), &table(), input, &mut output).unwrap();
    assert_eq!(
        output.flushed,
        ["=1 a\n\n", "=2\n", "info one\n", "\n", "=3 b\n\n"]
    );
}

#[test]
fn an_analysis_ends_when_nobody_listens() {
    // The input stays open and silent, so only the lost output can end it.
    let (reader, mut writer) = pipe().unwrap();
    writer.write_all(b"2 analyze\n").unwrap();
    let error = serve(&mut (), &table(), BufReader::new(reader), narrow(5)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    drop(writer);
}
