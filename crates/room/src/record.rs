//! A game of a room as a game file: with what was taken back as variations,
//! what was said as comments, and the time.

use std::time::Duration;

use ponnuki_clock::{Control, Left};
use ponnuki_game::ByColor;
use ponnuki_record::{About, Line, Overtime, Player, RecordedTimeLeft, Records, Written};

use crate::game_in_room::GameInRoom;

/// The game file of a course between players of these names.
pub(crate) fn to_sgf(
    course: &GameInRoom,
    names: &ByColor<String>,
    control: Control,
) -> Option<String> {
    let about = about(course, names, control);
    let mut records = Records::of_game(&course.game, &about).ok()?;
    let record = records.iter().next()?.ok()?;
    let root = record.root().id();
    // Where each move is written, and after which node the next one comes: play
    // that goes on after passes has a node of its own between them.
    let mut written = vec![None; course.tree.iter().count() + 1];
    written[0] = Some((root, root));
    let line = course.tree.line(course.node);
    let mut line = line.iter().map(|id| id.0 as usize);
    let mut last = 0;
    for node in record.root().main_line() {
        let is_move = record.moves_of(node).next().is_some();
        if is_move {
            last = line.next()?;
            written[last] = Some((node.id(), node.id()));
        } else if let Some((_, after)) = &mut written[last] {
            *after = node.id();
        }
    }
    let (_, end) = written[last]?;
    for (id, node) in course.tree.iter() {
        let place = id.0 as usize;
        if written[place].is_none() {
            let (_, parent) = written[node.parent.0 as usize]?;
            let added = records.play(parent, node.by, node.mv, Line::Variation);
            let added = added.ok()?;
            written[place] = Some((added, added));
        }
        let (at, _) = written[place]?;
        if let Some(left) = time_left(node.left) {
            records.time_left(at, node.by, left).ok()?;
        }
    }
    if records.node(end).children().next().is_some() {
        // The game stands here, though moves were made from here: without a node
        // of its own the end would be theirs.
        let mut collection = records.into_collection();
        let here = collection.add_child(end).ok()?;
        records = Records::from(collection);
        records.promote(here).ok()?;
    }
    // A move that was taken back and made again is written once: all that was
    // said at either belongs together.
    let mut comments = Vec::new();
    for (node, line) in &course.chat {
        let (at, _) = written[node.0 as usize]?;
        match comments.iter_mut().find(|(place, _)| *place == at) {
            None => comments.push((at, line.clone())),
            Some((_, comment)) => *comment += &format!("\n{line}"),
        }
    }
    for (at, comment) in &comments {
        records.comment(*at, comment).ok()?;
    }
    Some(records.to_string())
}

fn about(course: &GameInRoom, names: &ByColor<String>, control: Control) -> About {
    let (main_time, overtime) = times(control);
    About {
        players: ByColor::from_fn(|color| Player {
            name: Some(names[color].clone()),
            ..Player::default()
        }),
        date: date(course.began),
        main_time: main_time.map(Written::of),
        overtime: overtime.map(Written::of),
        ..About::default()
    }
}

/// The time control in a game file's words.
fn times(control: Control) -> (Option<Duration>, Option<Overtime>) {
    match control {
        Control::None => (None, None),
        Control::Absolute { main } => (Some(main), None),
        Control::Fischer {
            main, increment, ..
        } => (Some(main), Some(Overtime::Fischer { increment })),
        Control::Byoyomi {
            main,
            n_periods,
            period,
        } => {
            let n_periods = n_periods.into();
            (Some(main), Some(Overtime::ByoYomi { n_periods, period }))
        }
        Control::Canadian {
            main,
            n_stones,
            period,
        } => {
            let n_stones = n_stones.into();
            (Some(main), Some(Overtime::Canadian { n_stones, period }))
        }
        Control::PerMove { time } => {
            let per_move = time;
            (None, Some(Overtime::Simple { per_move }))
        }
    }
}

fn time_left(left: Left) -> Option<RecordedTimeLeft> {
    let (time, n_left) = match left {
        Left::Unlimited | Left::Flag => return None,
        Left::Main(time) => (time, None),
        Left::Period { time, n_periods } => (time, Some(n_periods.into())),
        Left::Stones { time, n_stones } => (time, Some(n_stones.into())),
    };
    Some(RecordedTimeLeft { time, n_left })
}

/// The day of a moment since the Unix epoch as game files write it, such as `2025-11-16`; `None`
/// if its year has more than four digits.
pub fn date(at: Duration) -> Option<String> {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let n_days = at.as_secs() / (24 * 60 * 60);
    let mut year = 1970 + n_days / DAYS_IN_400_YEARS * 400;
    let mut day = n_days % DAYS_IN_400_YEARS;
    let n_days_in_year = |year| if is_leap(year) { 366 } else { 365 };
    while day >= n_days_in_year(year) {
        day -= n_days_in_year(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for n_days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < n_days {
            break;
        }
        day -= n_days;
        month += 1;
    }
    (year <= 9999).then(|| format!("{year}-{month:02}-{:02}", day + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_the_dates_of_the_calendar() {
        let cases = [
            (0, "1970-01-01"),
            (31, "1970-02-01"),
            (364, "1970-12-31"),
            (365, "1971-01-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_408, "2025-11-16"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
            (2_932_896, "9999-12-31"),
        ];
        for (n_days, expected) in cases {
            let at = Duration::from_secs(n_days * 86_400 + 86_399);
            assert_eq!(date(at).as_deref(), Some(expected));
        }
        assert_eq!(date(Duration::from_secs(2_932_897 * 86_400)), None);
        assert_eq!(date(Duration::MAX), None);
    }
}
