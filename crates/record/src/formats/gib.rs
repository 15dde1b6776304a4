//! Tygem's files.
//!
//! ```text
//! \HS
//! \[GAMEBLACKNAME=Dosaku (9D)\]
//! \[GAMEINFOMAIN=GBKIND:3,GTIME:1200-30-3,GRLT:0,ZIPSU:25,GONGJE:65\]
//! \HE
//! \GS
//! INI 0 1 3 &4              the handicap is the fourth word
//! STO 0 2 2 15 15           number, colour (1 is Black), column, row from the top
//! SKI 0 3                   a pass
//! \GE
//! ```
//!
//! What follows `\GE` are commented figures; they are left out.

use ponnuki_game::{Color, Move, Size};

use crate::formats::sheet::{self, Sheet};

pub(super) fn read(text: &str) -> Sheet {
    let mut sheet = Sheet::new();
    let mut is_played = false;
    for line in text.lines().map(str::trim) {
        match line {
            "\\GS" => is_played = true,
            "\\GE" => break,
            _ if is_played => read_action(&mut sheet, line),
            _ => {
                let tag = line.strip_prefix("\\[").and_then(|l| l.strip_suffix("\\]"));
                if let Some((key, value)) = tag.and_then(|tag| tag.split_once('=')) {
                    read_tag(&mut sheet, key, value);
                }
            }
        }
    }
    sheet
}

fn read_tag(sheet: &mut Sheet, key: &str, value: &str) {
    match key {
        "GAMEBLACKNAME" => note_player(sheet, ["PB", "BR"], value),
        "GAMEWHITENAME" => note_player(sheet, ["PW", "WR"], value),
        "GAMENAME" => sheet.note("EV", value),
        "GAMEPLACE" => sheet.note("PC", value),
        "GAMEDATE" => {
            if let Some(date) = sheet::date(value, &['-']) {
                sheet.note("DT", &date);
            }
        }
        "GAMEINFOMAIN" => read_main(sheet, value),
        "GAMECOMMENT" => sheet.note("GC", value),
        _ => {}
    }
}

/// `Dosaku (9D)`.
fn note_player(sheet: &mut Sheet, [name_of, rank_of]: [&'static str; 2], value: &str) {
    let ranked = value
        .trim()
        .strip_suffix(')')
        .and_then(|v| v.rsplit_once('('));
    let (name, rank) = ranked.unwrap_or((value, ""));
    sheet.note(name_of, name);
    sheet.note(rank_of, &rank.to_lowercase());
}

fn read_main(sheet: &mut Sheet, value: &str) {
    let pairs: Vec<(&str, &str)> = value.split(',').filter_map(|p| p.split_once(':')).collect();
    let find = |key: &str| {
        pairs
            .iter()
            .find(|(k, _)| *k == key)
            .map(|&(_, v)| v.trim())
    };
    let tenths = |key: &str| find(key)?.parse::<i32>().ok();
    if let Some(size) = find("LINE").and_then(|n| n.parse().ok()) {
        sheet.size = Size::new(size, size).unwrap_or(sheet.size);
    }
    if let Some(komi) = tenths("GONGJE") {
        sheet.note("KM", &decimal(komi));
    }
    if let Some(result) = find("GRLT").and_then(|kind| result(kind, tenths("ZIPSU"))) {
        sheet.note("RE", &result);
    }
    let time: Vec<&str> = find("GTIME")
        .into_iter()
        .flat_map(|t| t.split('-'))
        .collect();
    if let [main, period, n_periods] = time[..] {
        sheet.note("TM", main);
        if period != "0" && n_periods != "0" {
            sheet.note("OT", &format!("{n_periods}x{period} byo-yomi"));
        }
    }
}

/// How the game ended: a kind, and for a count the margin in tenths of points.
fn result(kind: &str, margin: Option<i32>) -> Option<String> {
    let counted = |winner: &str| match margin {
        Some(0) => Some("0".to_owned()),
        Some(margin) => Some(format!("{winner}+{}", decimal(margin))),
        None => Some(format!("{winner}+")),
    };
    match kind {
        "0" => counted("B"),
        "1" => counted("W"),
        "3" => Some("B+R".to_owned()),
        "4" => Some("W+R".to_owned()),
        "7" => Some("B+T".to_owned()),
        "8" => Some("W+T".to_owned()),
        _ => None,
    }
}

/// Tenths as a decimal number.
fn decimal(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.unsigned_abs();
    match tenths % 10 {
        0 => format!("{sign}{}", tenths / 10),
        fraction => format!("{sign}{}.{fraction}", tenths / 10),
    }
}

fn read_action(sheet: &mut Sheet, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["INI", _, _, n, ..] => {
            if let Some(n) = n.parse().ok().filter(|&n: &usize| n >= 2) {
                sheet.put_handicap(n);
            }
        }
        ["STO", _, _, color, x, y, ..] => {
            let color = match color {
                "1" => Color::Black,
                _ => Color::White,
            };
            let point = x.parse().ok().zip(y.parse().ok());
            if let Some(point) = point.and_then(|(x, y)| sheet.size.at(x, y)) {
                sheet.moves.push((color, Move::Play(point)));
            }
        }
        ["SKI", ..] => {
            let passer = match sheet.moves.last() {
                Some(&(last, _)) => !last,
                None if sheet.handicap > 0 => Color::White,
                None => Color::Black,
            };
            sheet.moves.push((passer, Move::Pass));
        }
        _ => {}
    }
}
