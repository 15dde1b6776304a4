//! A review in sentences, the same in every format.

use ponnuki_engine::Limits;
use ponnuki_game::{Color, Move, Size};
use ponnuki_wire::review::Confirmed;
use ponnuki_words::printable;

use crate::course::Turn;
use crate::judged::{Grade, Judged};
use crate::reason::Reason;
use crate::reason_shape::reason_shapes;
use crate::review::Moment;
use crate::reviewed::{ReviewedFile, ReviewedGame};
use crate::sight::Prospect;
use crate::tongue::Tongue;

/// A lead that would be shown as none.
const EVEN: f32 = 0.05;

/// Who played, if the file tells.
pub(crate) fn title(game: &ReviewedGame, name: &str) -> String {
    game.header.about.title().unwrap_or_else(|| name.to_owned())
}

/// What game it is.
pub(crate) fn terms(game: &ReviewedGame) -> String {
    let (size, tongue) = (game.size(), game.tongue);
    let (width, height) = (size.width().to_string(), size.height().to_string());
    let komi = tongue.number(&game.komi.points().to_string());
    let mut parts = vec![
        game.rules_title(),
        tongue.say("board", &[("width", &width), ("height", &height)]),
        tongue.say("komi", &[("komi", &komi)]),
        tongue.counted("moves", &game.n_moves().to_string()),
    ];
    if let Some(result) = &game.header.about.result {
        parts.push(tongue.say("result", &[("result", &printable(&result.text))]));
    }
    parts.join(", ")
}

/// How much thought each position gets.
pub(crate) fn effort(limits: Limits, tongue: Tongue) -> String {
    let visits = limits
        .playouts
        .map(|n| tongue.counted("visits", &n.to_string()));
    let time = limits
        .time
        .map(|time| format!("{} s", tongue.number(&time.as_secs_f32().to_string())));
    match (visits, time) {
        (Some(visits), Some(time)) => tongue.say("within", &[("visits", &visits), ("time", &time)]),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => tongue.text("no_limit").to_owned(),
    }
}

/// Who judged, and how far to trust it where that was measured.
pub(crate) fn judged_by(reviewed: &ReviewedFile) -> String {
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

/// A move as it is told: its number, who made it and where.
pub(crate) fn heading(turn: &Turn, size: Size, tongue: Tongue) -> String {
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
pub(crate) fn move_name(mv: Move, size: Size, tongue: Tongue) -> String {
    match mv {
        Move::Play(point) => size.name(point),
        Move::Pass => tongue.text("pass").to_owned(),
    }
}

/// `62 %`.
pub(crate) fn percent(part: f32) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// `6.5 points`.
pub(crate) fn points(points: f32, tongue: Tongue) -> String {
    let text = format!("{points:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    tongue.counted("points", text)
}

/// `B+3.5`, from Black's side; `even` where nobody leads.
pub(crate) fn lead(black: Prospect, tongue: Tongue) -> String {
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
pub(crate) fn moment(moment: &Moment, size: Size, tongue: Tongue) -> Vec<String> {
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
pub(crate) fn remark(
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
