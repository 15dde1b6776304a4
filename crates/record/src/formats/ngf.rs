//! WBaduk's and Cyberoro's files.
//!
//! ```text
//! Rated game                      what kind of game
//! 19                              the board
//! shusaku     7D*                 White and rank
//! genan       4D*                 Black and rank
//! www.cyberoro.com                where
//! 3                               the handicap
//! 0
//! 6                               the komi; half a point is added in an even game
//! 20160416 [00:36]                when
//! 3
//! White wins by 4.5               how it ended
//! 283                             how many moves
//! PMABBQEEQ                       PM, a number in letters, colour, column, row, row, column
//! ```
//!
//! Letters of columns and rows begin with `B`; `AA` is a pass. Older files
//! have another order and `GI` before each line of the first part.

use ponnuki_game::{Color, Move, Size};

use crate::formats::sheet::{self, Sheet};
use crate::verdict::RecordedResult;
use crate::written::Spelled;

/// What the lines of the first part are, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Title,
    Size,
    White,
    Black,
    Place,
    Handicap,
    Komi,
    Date,
    Result,
    Other,
}

use Field as F;

const FIELDS: [Field; 12] = [
    F::Title,
    F::Size,
    F::White,
    F::Black,
    F::Place,
    F::Handicap,
    F::Other,
    F::Komi,
    F::Date,
    F::Other,
    F::Result,
    F::Other,
];

/// The same for files with `GI` before each line.
const GI_FIELDS: [Field; 11] = [
    F::Title,
    F::White,
    F::Black,
    F::Place,
    F::Other,
    F::Date,
    F::Size,
    F::Handicap,
    F::Other,
    F::Komi,
    F::Other,
];

/// Whether a line is a move.
pub(super) fn is_move(line: &str) -> bool {
    let bytes = line.as_bytes();
    let is_move = matches!(bytes, [b'P', b'M', _, _, b'B' | b'W', ..]);
    is_move && matches!(bytes.len(), 7..=9) && bytes.iter().all(u8::is_ascii_uppercase)
}

pub(super) fn read(text: &str) -> Option<Sheet> {
    let mut sheet = Sheet::new();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let first_move = lines.iter().position(|line| is_move(line))?;
    let is_gi = lines.first().is_some_and(|line| line.starts_with("GI"));
    let fields = if is_gi { &GI_FIELDS[..] } else { &FIELDS[..] };
    let header: Vec<(Field, &str)> = fields
        .iter()
        .zip(&lines[..first_move])
        .map(|(&field, line)| {
            (
                field,
                line.strip_prefix("GI").filter(|_| is_gi).unwrap_or(line),
            )
        })
        .collect();
    let find = |field: Field| {
        header
            .iter()
            .find(|(f, _)| *f == field)
            .map_or("", |&(_, l)| l)
    };
    let side = find(F::Size).parse().ok().and_then(|n| Size::new(n, n));
    sheet.size = side.unwrap_or(sheet.size);
    sheet.note("EV", find(F::Title));
    note_player(&mut sheet, ["PB", "BR"], find(F::Black));
    note_player(&mut sheet, ["PW", "WR"], find(F::White));
    sheet.note("PC", find(F::Place));
    sheet.note("DT", &date(find(F::Date)));
    note_result(&mut sheet, find(F::Result));
    note_komi_and_handicap(&mut sheet, find(F::Komi), find(F::Handicap));
    for line in &lines[first_move..] {
        read_line(&mut sheet, line);
    }
    Some(sheet)
}

/// `shusaku     7D*`.
fn note_player(sheet: &mut Sheet, [name_of, rank_of]: [&'static str; 2], line: &str) {
    let (name, rank) = line.rsplit_once([' ', '\u{3000}']).unwrap_or((line, ""));
    let rank = rank.trim_end_matches('*').to_lowercase();
    sheet.note(name_of, name);
    sheet.note(rank_of, &rank.replace("dp", "p"));
}

/// A result in words, as SGF has it where it is understood.
fn note_result(sheet: &mut Sheet, text: &str) {
    let verdict = RecordedResult::from_spelling(text);
    sheet.note(
        "RE",
        &verdict.map_or(text.to_owned(), |verdict| verdict.to_spelling()),
    );
}

fn note_komi_and_handicap(sheet: &mut Sheet, komi: &str, handicap: &str) {
    let handicap: usize = handicap.parse().unwrap_or(0);
    if let Ok(komi) = komi.parse::<i32>() {
        let half = if handicap == 0 { ".5" } else { "" };
        sheet.note("KM", &format!("{komi}{half}"));
    }
    if handicap >= 2 {
        sheet.put_handicap(handicap);
    }
}

/// `20160416 [00:36]` or `2006-9-5`, as SGF has it.
fn date(text: &str) -> String {
    let day = text.split(' ').next().unwrap_or(text);
    if day.len() == 8 && day.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..]);
    }
    sheet::date(day, &['-']).unwrap_or_default()
}

/// A move, or in older files the result: `IDB[211] 黑中盘胜[EndTxt]`.
fn read_line(sheet: &mut Sheet, line: &str) {
    if let (true, [_, _, _, _, color, x, y, ..]) = (is_move(line), line.as_bytes()) {
        let color = match color {
            b'B' => Color::Black,
            _ => Color::White,
        };
        let place = |letter: u8| letter.checked_sub(b'B');
        if (*x, *y) == (b'A', b'A') {
            sheet.moves.push((color, Move::Pass));
        } else if let Some(point) = place(*x)
            .zip(place(*y))
            .and_then(|(x, y)| sheet.size.at(x, y))
        {
            sheet.moves.push((color, Move::Play(point)));
        }
    } else if let Some((_, text)) = line.strip_prefix("IDB[").and_then(|l| l.split_once(']')) {
        note_result(sheet, text.split('[').next().unwrap_or(text));
    }
}
