//! Commands about the engine itself, and about the game as people and files see it.

use std::path::Path;

use ponnuki_game::{Color, Preset, Size};
use ponnuki_record::{About, Records};

use super::game_commands::last_point;
use super::{Answer, EngineIdentity, EngineSession};
use crate::{Args, CommandRefusal, ReplyText};

/// The version of KataGo whose protocols are spoken.
pub const KATAGO_VERSION: &str = "1.16.0";

/// What is a file elsewhere, but here is where the commands come from.
const STDIN: &str = "-";

/// What GoGui offers in its menu: the kind of answer, a label, the command.
const GOGUI_COMMANDS: [&str; 8] = [
    "hstring/Score, line by line/ponnuki-explain_score",
    "string/Score/final_score",
    "plist/Dead stones/final_status_list dead",
    "plist/Living stones/final_status_list alive",
    "plist/Stones in seki/final_status_list seki",
    "string/Status of a point/final_status %p",
    "dboard/Whose each point will be/ponnuki-ownership",
    "hstring/Board/showboard",
];

/// `name`.
pub(super) fn name(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::from(match session.identity {
        EngineIdentity::Ponnuki => "Ponnuki",
        EngineIdentity::Katago => "KataGo",
    }))
}

/// `version`.
pub(super) fn version(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::from(match session.identity {
        EngineIdentity::Ponnuki => env!("CARGO_PKG_VERSION"),
        EngineIdentity::Katago => KATAGO_VERSION,
    }))
}

/// `kata-get-models`: the network it thinks with, if any, as KataGo tells of its own.
pub(super) fn models(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::from(session.host.models_json()))
}

/// `gogui-title`: what GoGui writes above its window.
pub(super) fn gogui_title(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let name = name(session, args)?;
    let version = version(session, args)?;
    Ok(ReplyText::from(format!(
        "{} {}",
        name.text(),
        version.text()
    )))
}

/// `cputime`: the seconds spent on thinking, all threads together.
pub(super) fn cputime(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::from(format!(
        "{:.2}",
        session.thought.as_secs_f64()
    )))
}

/// `clear_cache`: what follows depends on nothing before.
pub(super) fn clear_cache(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    session.forget();
    Ok(ReplyText::empty())
}

/// `gogui-analyze_commands`.
pub(super) fn gogui_commands(_: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::lines(GOGUI_COMMANDS))
}

/// `showboard`.
pub(super) fn showboard(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    let (game, size) = (&session.game, session.size());
    let preset = Preset::of(game.rules()).map_or("own", |preset| preset.name);
    let mut lines = vec![format!(
        "{size}, {preset} rules, komi {}, {} to move after move {}",
        game.setup().komi,
        game.turn(),
        game.n_moves()
    )];
    lines.push(letters(size));
    lines.extend((0..size.height()).map(|y| board_row(session, y)));
    lines.push(letters(size));
    let captured = |color: Color| game.prisoners()[color].captured;
    lines.push(format!(
        "Black (X) has captured {}, White (O) {}",
        captured(Color::Black),
        captured(Color::White)
    ));
    Ok(ReplyText::lines(lines))
}

/// The columns' names, over and under the board.
fn letters(size: Size) -> String {
    let column = |x| size.at(x, 0).map(|point| size.name(point));
    let letters = (0..size.width()).filter_map(column);
    let letters: Vec<String> = letters.map(|name| name[..1].to_owned()).collect();
    format!("   {}", letters.join(" "))
}

/// One row with its number on both sides; the last move is in brackets.
fn board_row(session: &EngineSession, y: u8) -> String {
    let (board, size) = (session.game.board(), session.size());
    let (stars, last) = (size.dotted_points(), last_point(session));
    let number = size.height() - y;
    let mut line = format!("{number:>2}");
    let mut is_after_last = false;
    for point in (0..size.width()).filter_map(|x| size.at(x, y)) {
        let is_last = last == Some(point);
        line.push(match (is_last, is_after_last) {
            (true, _) => '(',
            (false, true) => ')',
            (false, false) => ' ',
        });
        is_after_last = is_last;
        line.push(match board.at(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if stars.contains(point) => '+',
            None => '.',
        });
    }
    line.push(if is_after_last { ')' } else { ' ' });
    format!("{line}{number}")
}

/// `loadsgf FILE [NUMBER]`: the game before move NUMBER, or at its end.
pub(super) fn loadsgf(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let rest = args.rest();
    if rest.is_empty() {
        return Err(CommandRefusal::Syntax);
    }
    // File names have blanks in them, so only a number at the very end is one.
    let (path, number) = match rest.rsplit_once(char::is_whitespace) {
        Some((path, number)) => match number.parse::<usize>() {
            Ok(number) => (path.trim_end(), Some(number)),
            Err(_) => (rest, None),
        },
        None => (rest, None),
    };
    if path == STDIN {
        return Err(CommandRefusal::CannotLoadFile);
    }
    let bytes = session.host.read_file(Path::new(path));
    let bytes = bytes.map_err(|_| CommandRefusal::CannotLoadFile)?;
    let records = Records::from_bytes(&bytes).map_err(|_| CommandRefusal::CannotLoadFile)?;
    let record = records.iter().next().and_then(Result::ok);
    let record = record.ok_or(CommandRefusal::CannotLoadFile)?;
    let n_moves = number.map_or(usize::MAX, |number| number.saturating_sub(1));
    let replay = record.assuming(*session.rules()).replay_moves(n_moves);
    session.game = replay.into_game();
    session.clock.restart();
    Ok(ReplyText::empty())
}

/// `printsgf [FILE]`: the game as SGF, in the answer or in a file.
pub(super) fn printsgf(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let records = Records::of_game(&session.game, &About::default());
    let sgf = records.map_err(|error| CommandRefusal::Other(error.to_string()))?;
    match args.rest() {
        "" | STDIN => Ok(ReplyText::from(sgf.to_string())),
        path => {
            let bytes = sgf.to_string();
            let written = session.host.write_file(Path::new(path), bytes.as_bytes());
            written.map_err(|error| CommandRefusal::Other(format!("cannot save file: {error}")))?;
            Ok(ReplyText::empty())
        }
    }
}
