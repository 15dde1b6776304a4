//! A review in sentences, the same in every format.

use std::time::Duration;

use ponnuki_engine::{Grade, Judged, Moment, Prospect, Reason, Turn};
use ponnuki_game::{Color, Move, Size};
use ponnuki_tui::reason_shapes;
use ponnuki_wire::review::{Confirmed, StrongerNet};

use super::reviewed::{Reviewed, ReviewedGame};
use super::tongue::Tongue;
use crate::score::sheet;
use crate::sgf::counted;

/// A lead that would be shown as none.
const EVEN: f32 = 0.05;

/// Who played, if the file tells.
pub(super) fn title(game: &ReviewedGame, name: &str) -> String {
    sheet::players(&game.header).unwrap_or_else(|| name.to_owned())
}

/// What game it is.
pub(super) fn terms(game: &ReviewedGame) -> String {
    let (size, tongue) = (game.size(), game.tongue);
    let (width, height) = (size.width().to_string(), size.height().to_string());
    let komi = tongue.number(&game.komi.points().to_string());
    let mut parts = vec![
        game.rules_title(),
        tongue.say("board", &[("width", &width), ("height", &height)]),
        tongue.say("komi", &[("komi", &komi)]),
        tongue.counted("moves", &game.n_moves().to_string()),
    ];
    if let Some(result) = sheet::recorded(&game.header) {
        parts.push(tongue.say("result", &[("result", &result)]));
    }
    parts.join(", ")
}

/// Who judged, and how far to trust it where that was measured.
pub(super) fn judged_by(reviewed: &Reviewed) -> String {
    let parts = [
        ("judge", reviewed.judge.as_str()),
        ("effort", reviewed.effort.as_str()),
    ];
    let judged = reviewed.tongue.say("judged_by", &parts);
    match reviewed.trusted().confirmed {
        Some(confirmed) => format!("{judged} {}", trust(confirmed, reviewed.tongue)),
        None => judged,
    }
}

/// What a much stronger network says of such verdicts.
fn trust(confirmed: Confirmed, tongue: Tongue) -> String {
    let Confirmed {
        mistakes, found, ..
    } = confirmed;
    let (mistakes, found) = (mistakes.to_string(), found.to_string());
    tongue.say("trust", &[("mistakes", &mistakes), ("found", &found)])
}

/// How to have games judged better, and how long one of them then takes.
pub(super) fn stronger(net: &StrongerNet, time: Duration) -> String {
    let time = roughly(time.mul_f32(net.times_slower));
    format!(
        "a stronger network judges better: {} ({} MB; a game like this then takes about {time})",
        net.command, net.megabytes
    )
}

/// A time in whole minutes, or in seconds or hours where that says more.
fn roughly(time: Duration) -> String {
    match time.as_secs_f32() {
        seconds if seconds < 90.0 => counted(seconds.ceil() as usize, "second"),
        seconds if seconds < 5_400.0 => counted((seconds / 60.0).round() as usize, "minute"),
        seconds => counted((seconds / 3_600.0).round() as usize, "hour"),
    }
}

/// A move as it is told: its number, who made it and where.
pub(super) fn heading(turn: &Turn, size: Size, tongue: Tongue) -> String {
    let (number, color) = (turn.number.to_string(), tongue.color(turn.by));
    match turn.mv {
        Move::Play(point) => {
            let name = size.name(point);
            let parts = [
                ("n", number.as_str()),
                ("color", color),
                ("point", name.as_str()),
            ];
            tongue.say("heading", &parts)
        }
        Move::Pass => tongue.say("heading_pass", &[("n", &number), ("color", color)]),
    }
}

/// A point, or that it is a pass.
pub(super) fn move_name(mv: Move, size: Size, tongue: Tongue) -> String {
    match mv {
        Move::Play(point) => size.name(point),
        Move::Pass => tongue.text("pass").to_owned(),
    }
}

/// `62 %`.
pub(super) fn percent(part: f32) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// `6.5 points`.
pub(super) fn points(points: f32, tongue: Tongue) -> String {
    let text = format!("{points:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    tongue.counted("points", text)
}

/// `B+3.5`, from Black's side; `even` where nobody leads.
pub(super) fn lead(black: Prospect, tongue: Tongue) -> String {
    match black.lead {
        lead if lead >= EVEN => format!("B+{}", tongue.number(&format!("{lead:.1}"))),
        lead if lead <= -EVEN => format!("W+{}", tongue.number(&format!("{:.1}", -lead))),
        _ => tongue.text("even").to_owned(),
    }
}

/// Who leads, seen by `color`.
fn leader(prospect: Prospect, color: Color, tongue: Tongue) -> String {
    let leads = |color: Color, lead: f32| {
        let points = points(lead, tongue);
        tongue.say(
            "leads",
            &[("color", tongue.color(color)), ("points", &points)],
        )
    };
    match prospect.lead {
        lead if lead >= EVEN => leads(color, lead),
        lead if lead <= -EVEN => leads(!color, -lead),
        _ => tongue.text("game_even").to_owned(),
    }
}

/// What a move cost, and what would have been better: the sentences about a moment.
pub(super) fn moment(moment: &Moment, size: Size, tongue: Tongue) -> Vec<String> {
    let Moment { turn, judged, .. } = moment;
    let mut sentences = vec![
        cost(turn.by, judged, tongue),
        better(turn.by, judged, size, tongue),
    ];
    sentences.extend(why(&moment.reasons, size, tongue));
    sentences
}

/// What a move of `by` cost.
fn cost(by: Color, judged: &Judged, tongue: Tongue) -> String {
    let lost = points(judged.loss.points, tongue);
    let before = percent(judged.best.prospect.win_rate);
    let after = percent(judged.after.win_rate);
    let parts = [
        ("points", lost.as_str()),
        ("color", tongue.color(by)),
        ("before", before.as_str()),
        ("after", after.as_str()),
    ];
    tongue.say("cost", &parts)
}

/// What would have been better than the move of `by`.
fn better(by: Color, judged: &Judged, size: Size, tongue: Tongue) -> String {
    let best = &judged.best;
    let name = match best.mv {
        Move::Play(point) => size.name(point),
        Move::Pass => tongue.text("to_pass").to_owned(),
    };
    let then = leader(best.prospect, by, tongue);
    let now = leader(judged.after, by, tongue);
    let parts = [
        ("move", name.as_str()),
        ("then", then.as_str()),
        ("now", now.as_str()),
    ];
    tongue.say("better", &parts)
}

/// Why a move was worse, a sentence for each of the `reasons`.
fn why(reasons: &[Reason], size: Size, tongue: Tongue) -> Vec<String> {
    let shapes = reason_shapes(reasons, size);
    let words = tongue.words();
    shapes.iter().map(|reason| words.reason(reason)).collect()
}

/// A remark on a move that is no moment, if it deserves one, with the `reasons` for it.
pub(super) fn remark(
    turn: &Turn,
    judged: &Judged,
    reasons: &[Reason],
    size: Size,
    tongue: Tongue,
) -> Option<String> {
    match judged.grade {
        Grade::Find => Some(tongue.text("find").to_owned()),
        Grade::Best | Grade::Good => None,
        Grade::Doubtful | Grade::Mistake | Grade::Blunder => {
            let mut sentences = vec![
                cost(turn.by, judged, tongue),
                better(turn.by, judged, size, tongue),
            ];
            sentences.extend(why(reasons, size, tongue));
            Some(sentences.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_told_as_people_tell_them() {
        for (n, text) in [
            (0.96, "1 point"),
            (1.0, "1 point"),
            (6.54, "6.5 points"),
            (12.0, "12 points"),
        ] {
            assert_eq!(points(n, Tongue::default()), text);
        }
    }

    #[test]
    fn a_time_is_told_as_people_tell_it() {
        for (seconds, text) in [
            (0.2, "1 second"),
            (80.0, "80 seconds"),
            (95.0, "2 minutes"),
            (700.0, "12 minutes"),
            (5_400.0, "2 hours"),
        ] {
            assert_eq!(roughly(Duration::from_secs_f32(seconds)), text);
        }
    }

    #[test]
    fn a_lead_has_a_leader() {
        for (n, text) in [
            (3.46, "B+3.5"),
            (-0.3, "W+0.3"),
            (0.1, "B+0.1"),
            (0.04, "even"),
            (-0.0, "even"),
        ] {
            let prospect = Prospect {
                win_rate: 0.5,
                lead: n,
            };
            assert_eq!(lead(prospect, Tongue::default()), text);
        }
    }
}
