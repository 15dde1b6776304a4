//! Laws that hold for any bytes. Each is also a fuzz target.

use std::io::{BufReader, Cursor};

use ponnuki_game::Size;
use ponnuki_gtp::transcript::Transcript;
use ponnuki_gtp::{
    AnalyzeRequest, Args, Command, CommandRefusal, CommandTable, Decision, Dialect, Entry, Listed,
    Opening, ReplyText, Run, Streamed, TIME_MAX, TimeDialect, TimeLeft, TimeSettings, Waited,
    decision_word, parse_decision, serve,
};

/// A line is a command, nothing, or refused; a command reads as it prints.
pub fn a_command_reads_as_it_prints(bytes: &[u8]) {
    if let Ok(Some(command)) = Command::parse(bytes) {
        let printed = command.to_string();
        assert!(!printed.contains(char::is_control), "{printed:?}");
        let again = Command::parse(printed.as_bytes());
        assert_eq!(again, Ok(Some(command)));
    }
}

/// Whatever comes in, what goes out are answers: one for each command, each
/// with its sign, its id and one blank line at its end.
pub fn answers_are_well_formed(bytes: &[u8]) {
    let mut output = Vec::new();
    let input = BufReader::new(Cursor::new(bytes.to_vec()));
    let served = serve(&mut (), &table(), input, &mut output);
    assert!(served.is_ok());
    let output = String::from_utf8(output).unwrap();
    let is_bad = |sign: char| sign.is_control() && sign != '\n';
    assert!(!output.contains(is_bad), "{output:?}");
    assert!(!output.contains("\n\n\n"), "{output:?}");
    let mut answers: Vec<&str> = output.split("\n\n").collect();
    assert_eq!(answers.pop(), Some(""), "{output:?}");
    let mut expected = Vec::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        match Command::parse(line) {
            Ok(None) => {}
            Ok(Some(command)) => {
                expected.push(command.id());
                if command.name() == "quit" {
                    break;
                }
            }
            Err(error) => expected.push(error.id()),
        }
    }
    assert_eq!(answers.len(), expected.len(), "{output:?}");
    for (answer, id) in answers.into_iter().zip(expected) {
        let marked = answer.strip_prefix(['=', '?']).unwrap();
        let id = id.map_or(String::new(), |id| id.to_string());
        let rest = marked.strip_prefix(id.as_str()).unwrap();
        assert!(
            rest.is_empty() || rest.starts_with([' ', '\n']),
            "{answer:?}"
        );
    }
}

/// Arguments are what they are asked for or refused; what is understood can be
/// printed and understood again.
pub fn arguments_are_understood_or_refused(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let args = Args::new(&text);
    for size in [Size::NINE, Size::new(25, 1).unwrap()] {
        if let Ok(point) = args.clone().point(size) {
            assert!(size.contains(point));
        }
        if let Ok(decision) = args.clone().word().and_then(|w| parse_decision(w, size)) {
            assert_eq!(
                parse_decision(&decision_word(decision, size), size),
                Ok(decision)
            );
        }
        if let Ok(points) = args.clone().points(size) {
            assert!(!points.is_empty());
        }
        for dialect in [Dialect::Lz, Dialect::Kata] {
            let request = AnalyzeRequest::parse(dialect, &mut args.clone(), size);
            assert!(matches!(request, Ok(_) | Err(CommandRefusal::Syntax)));
        }
    }
    let _ = (args.clone().size(), args.clone().komi());
    let _ = (args.clone().number(), TimeLeft::parse(&mut args.clone()));
    for time in [args.clone().seconds(), args.clone().centiseconds()] {
        assert!(time.unwrap_or_default() <= TIME_MAX);
    }
    for dialect in TimeDialect::ALL {
        let Ok(settings) = TimeSettings::parse(dialect, &mut args.clone()) else {
            continue;
        };
        for told in TimeDialect::ALL {
            let command = settings.command(told);
            let again = TimeSettings::parse(told, &mut command.args()).unwrap();
            let printed_again = again.command(told);
            assert_eq!(command, printed_again);
        }
    }
}

/// Any text is an answer that can be sent, or a transcript, or neither.
pub fn texts_are_tamed(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let reply = ReplyText::from(&*text);
    assert_eq!(ReplyText::from(reply.text()), reply);
    let is_stream = |line: &str| line.starts_with("info ") || line.starts_with("play ");
    assert!(!reply.text().lines().any(is_stream));
    assert!(
        !CommandRefusal::Other(text.clone().into_owned())
            .to_string()
            .contains('\n')
    );
    let _ = text.parse::<Transcript>();
}

/// An engine whose commands are one letter, so that chance finds them.
fn table() -> CommandTable<()> {
    let entry = |name, run| Entry {
        name,
        args: "",
        help: "",
        listed: Listed::Yes,
        run,
    };
    CommandTable::new([
        entry(
            "e",
            Run::Answer(|(), args| Ok(ReplyText::from(args.rest()))),
        ),
        entry(
            "r",
            Run::Answer(|(), args| Err(CommandRefusal::Other(args.rest().to_owned()))),
        ),
        entry("a", Run::Stream(analyze)),
        entry("g", Run::Stream(generate)),
    ])
    .unwrap()
}

fn analyze(
    _: &mut (),
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Result<Streamed, CommandRefusal> {
    AnalyzeRequest::parse(Dialect::Kata, &mut args.clone(), Size::NINE)?;
    let mut lines = opening.until_input();
    lines.line(args.rest());
    while lines.wait(TIME_MAX) == Waited::Elapsed {}
    Ok(lines.end())
}

fn generate(
    _: &mut (),
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Result<Streamed, CommandRefusal> {
    let mut lines = opening.uninterrupted();
    lines.line(args.rest());
    Ok(lines.play(Decision::Resign, Size::NINE))
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Dice;

    use super::*;

    /// Checks a law with bytes that are mostly words of GTP, now and then anything.
    fn check(law: fn(&[u8])) {
        const WORDS: &[&str] = &[
            "e",
            "r",
            "a",
            "g",
            "quit",
            "1",
            "12",
            "-1",
            "1.5",
            "1e9",
            "b",
            "W",
            "D4",
            "pass",
            "resign",
            "interval",
            "avoid",
            "D4,E5",
            "ownership",
            "true",
            "byoyomi",
            "fischer-capped",
            "none",
            "info ",
            "play ",
            "#",
            "# interrupt",
            "\n",
            "\r\n",
            "\n\n",
            "\t",
            " ",
            " ",
            " ",
            "*",
            "<",
            ">",
            "é",
            "\u{85}",
            "NaN",
            "19:13",
            "name",
            "known_command",
            "list_commands",
        ];
        let mut dice = Dice::new(2026);
        for _ in 0..3000 {
            let mut bytes = Vec::new();
            for _ in 0..dice.below(20) {
                match dice.below(10) {
                    0 => bytes.push(dice.roll() as u8),
                    _ => bytes.extend(WORDS[dice.below(WORDS.len())].as_bytes()),
                }
                if dice.below(3) == 0 {
                    bytes.push(b' ');
                }
            }
            law(&bytes);
        }
    }

    #[test]
    fn any_line_is_a_command_or_refused() {
        check(a_command_reads_as_it_prints);
    }

    #[test]
    fn any_input_has_well_formed_answers() {
        check(answers_are_well_formed);
    }

    #[test]
    fn any_arguments_are_understood_or_refused() {
        check(arguments_are_understood_or_refused);
        // Found by fuzzing: less than a second in all was told as no limit.
        arguments_are_understood_or_refused(b".555\n0\n5\n57555\n");
    }

    #[test]
    fn any_text_is_tamed() {
        check(texts_are_tamed);
    }
}
