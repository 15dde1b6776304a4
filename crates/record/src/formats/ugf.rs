//! Pandanet's files.
//!
//! ```text
//! [Header]
//! Rule=JPN
//! Size=19
//! Hdcp=2,0.50                     handicap, komi
//! Winner=W,C                      winner, points or C for resignation
//! CoordinateType=IGS              rows are counted from the bottom, else from the top
//! PlayerB=Dosaku,9d,,             name, rank
//! [Data]
//! DP,B1,0,0                       number 0: a stone before the game
//! QD,W1,1,12                      column, row, colour, number, seconds
//! YA,B1,2,0                       a pass
//! [Figure]
//! .Text,1                         what is said about move 1
//! .EndText
//! ```
//!
//! Figures of variations (`.Fig`) and reviews are left out.

use ponnuki_game::{Color, Move, Preset, Rules, Size};

use crate::formats::sheet::{self, Sheet};

/// Which part of the file a line is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Header,
    Moves,
    Figures,
    /// The text about the position after so many moves.
    Text(usize),
    /// A figure, or a part that is not read.
    Other,
}

/// Which row is the first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    FromTop,
    FromBottom,
}

pub(super) fn read(text: &str) -> Sheet {
    let mut sheet = Sheet::new();
    let mut part = Part::Other;
    let mut rows = Rows::FromTop;
    for line in text.lines() {
        let trimmed = line.trim();
        part = match (part, trimmed) {
            (_, "[Header]") => Part::Header,
            (_, "[Data]") => Part::Moves,
            (_, "[Figure]") => Part::Figures,
            (Part::Text(_), ".EndText") | (Part::Other, ".EndFig") => Part::Figures,
            (Part::Figures, figure) if figure.starts_with(".Fig") => Part::Other,
            (Part::Figures, figure) => match figure.strip_prefix(".Text,") {
                Some(rest) => {
                    let number = rest.split(',').next().unwrap_or("");
                    number.trim().parse().map_or(Part::Other, Part::Text)
                }
                None => Part::Figures,
            },
            (_, section) if section.starts_with('[') && section.ends_with(']') => Part::Other,
            (Part::Header, fact) => {
                if fact == "CoordinateType=IGS" {
                    rows = Rows::FromBottom;
                } else if let Some((key, value)) = fact.split_once('=') {
                    read_fact(&mut sheet, key, value);
                }
                part
            }
            (Part::Moves, action) => {
                read_action(&mut sheet, action, rows);
                part
            }
            (Part::Text(n_moves), said) => {
                // A line such as `.#,6,16,E` is a letter on the board.
                if !said.starts_with(".#") {
                    sheet.comments.push((n_moves, line.trim_end().to_owned()));
                }
                part
            }
            (Part::Other, _) => part,
        };
    }
    sheet
}

fn read_fact(sheet: &mut Sheet, key: &str, value: &str) {
    let fields: Vec<&str> = value.split(',').map(str::trim).collect();
    let field = |number: usize| fields.get(number).copied().unwrap_or("");
    match key {
        "PlayerB" => note_all(sheet, [("PB", field(0)), ("BR", field(1))]),
        "PlayerW" => note_all(sheet, [("PW", field(0)), ("WR", field(1))]),
        "Title" => {
            let words: Vec<&str> = fields.into_iter().filter(|f| !f.is_empty()).collect();
            sheet.note("EV", &words.join(", "));
        }
        "Place" => sheet.note("PC", value),
        "Date" => sheet.note("DT", &sheet::date(field(0), &['/']).unwrap_or_default()),
        "Rule" => sheet.note("RU", &rules(value)),
        "Size" => {
            let side = value.trim().parse().ok().and_then(|n| Size::new(n, n));
            sheet.size = side.unwrap_or(sheet.size);
        }
        "Hdcp" => {
            sheet.handicap = field(0).parse().ok().filter(|&n| n >= 2).unwrap_or(0);
            sheet.note("KM", field(1));
        }
        "Winner" => sheet.note("RE", &result(field(0), field(1))),
        "Writer" => sheet.note("US", value),
        "Commentator" => sheet.note("AN", value),
        "Copyright" => sheet.note("CP", value),
        "Comment" => sheet.note("GC", value),
        _ => {}
    }
}

fn note_all(sheet: &mut Sheet, facts: [(&'static str, &str); 2]) {
    for (name, text) in facts {
        sheet.note(name, text);
    }
}

/// Names of rules, as these files have them.
const RULES: &[(&str, Rules)] = &[("JPN", Rules::JAPANESE), ("CH", Rules::CHINESE)];

fn rules(name: &str) -> String {
    let known = RULES.iter().find(|(known, _)| *known == name.trim());
    let preset = known.and_then(|(_, rules)| Preset::of(rules));
    preset.map_or(name, |preset| preset.sgf).to_owned()
}

fn result(winner: &str, how: &str) -> String {
    match winner {
        "B" | "W" => match how.chars().next() {
            Some('C' | 'c') => format!("{winner}+R"),
            Some('F' | 'f') => format!("{winner}+F"),
            Some('T' | 't') => format!("{winner}+T"),
            _ => format!("{winner}+{how}"),
        },
        "D" => "0".to_owned(),
        _ if winner.starts_with('N') => "Void".to_owned(),
        _ => "?".to_owned(),
    }
}

/// `QD,W1,1,12`.
fn read_action(sheet: &mut Sheet, line: &str, rows: Rows) {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [place, player, number, ..] = fields[..] else {
        return;
    };
    let (&[column, row], Ok(number)) = (place.as_bytes(), number.parse::<usize>()) else {
        return;
    };
    let color = match player.bytes().next() {
        Some(b'B') => Color::Black,
        Some(b'W') => Color::White,
        _ => return,
    };
    if matches!(column, b'Y' | b'Z') {
        if number > 0 {
            sheet.moves.push((color, Move::Pass));
        }
        return;
    }
    let (Some(x), Some(y)) = (column.checked_sub(b'A'), row.checked_sub(b'A')) else {
        return;
    };
    let y = match rows {
        Rows::FromTop => Some(y),
        Rows::FromBottom => (sheet.size.height() - 1).checked_sub(y),
    };
    let Some(point) = y.and_then(|y| sheet.size.at(x, y)) else {
        return;
    };
    match (number, color) {
        (0, Color::Black) => drop(sheet.black.insert(point)),
        (0, Color::White) => drop(sheet.white.insert(point)),
        _ => sheet.moves.push((color, Move::Play(point))),
    }
}
