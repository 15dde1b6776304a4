//! A review in sentences, the same in every format.

use std::time::Duration;

use ponnuki_engine::{Grade, Judged, Moment, Prospect, Reason, Stage, Turn};
use ponnuki_game::{Color, Move, Size};
use ponnuki_tui::reason_shapes;
use ponnuki_wire::review::{Confirmed, StrongerNet};
use ponnuki_words::{Language, Words};

use super::reviewed::{Reviewed, ReviewedGame};
use crate::score::sheet;
use crate::sgf::counted;

/// A lead that is none worth telling.
const EVEN: f32 = 0.25;

/// Who played, if the file tells.
pub(super) fn title(game: &ReviewedGame, name: &str) -> String {
    sheet::players(&game.header).unwrap_or_else(|| name.to_owned())
}

/// What game it is.
pub(super) fn terms(game: &ReviewedGame) -> String {
    let size = game.size();
    let mut parts = vec![
        game.rules_title().to_owned(),
        format!("{}×{} board", size.width(), size.height()),
        format!("komi {}", game.komi.points()),
        counted(game.n_moves(), "move"),
    ];
    if let Some(result) = sheet::recorded(&game.header) {
        parts.push(format!("result {result}"));
    }
    parts.join(", ")
}

/// Who judged, and how far to trust it where that was measured.
pub(super) fn judged_by(reviewed: &Reviewed) -> String {
    let judged = format!(
        "Judged by {}, with {} for each position.",
        reviewed.judge, reviewed.effort
    );
    match reviewed.trusted().confirmed {
        Some(confirmed) => format!("{judged} {}", trust(confirmed)),
        None => judged,
    }
}

/// What a much stronger network says of such verdicts.
fn trust(confirmed: Confirmed) -> String {
    let Confirmed {
        mistakes, found, ..
    } = confirmed;
    format!(
        "Of the moves that it calls doubtful or worse, a much stronger network confirms about \
         {mistakes} %, and of the large losses about {found} % are found."
    )
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
pub(super) fn heading(turn: &Turn, size: Size) -> String {
    match turn.mv {
        Move::Play(point) => format!("Move {}: {} {}", turn.number, turn.by, size.name(point)),
        Move::Pass => format!("Move {}: {} passes", turn.number, turn.by),
    }
}

/// A point, or that it is a pass.
pub(super) fn move_name(mv: Move, size: Size) -> String {
    match mv {
        Move::Play(point) => size.name(point),
        Move::Pass => "pass".to_owned(),
    }
}

/// `62 %`.
pub(super) fn percent(part: f32) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// `6.5 points`.
pub(super) fn points(points: f32) -> String {
    let text = format!("{points:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    match text {
        "1" => "1 point".to_owned(),
        _ => format!("{text} points"),
    }
}

/// `B+3.5`, from Black's side; `even` where nobody leads.
pub(super) fn lead(black: Prospect) -> String {
    match black.lead {
        lead if lead >= EVEN => format!("B+{lead:.1}"),
        lead if lead <= -EVEN => format!("W+{:.1}", -lead),
        _ => "even".to_owned(),
    }
}

/// Who leads, seen by `color`.
fn leader(prospect: Prospect, color: Color) -> String {
    match prospect.lead {
        lead if lead >= EVEN => format!("{color} leads by {}", points(lead)),
        lead if lead <= -EVEN => format!("{} leads by {}", !color, points(-lead)),
        _ => "the game is even".to_owned(),
    }
}

/// What a move cost, and what would have been better: the sentences about a moment.
pub(super) fn moment(moment: &Moment, size: Size) -> Vec<String> {
    let Moment { turn, judged, .. } = moment;
    let mut sentences = vec![cost(turn.by, judged), better(turn.by, judged, size)];
    sentences.extend(why(&moment.reasons, size));
    sentences
}

/// What a move of `by` cost.
fn cost(by: Color, judged: &Judged) -> String {
    format!(
        "This costs {}: {by}'s chance to win goes from {} to {}.",
        points(judged.loss.points),
        percent(judged.best.prospect.win_rate),
        percent(judged.after.win_rate)
    )
}

/// What would have been better than the move of `by`.
fn better(by: Color, judged: &Judged, size: Size) -> String {
    let best = &judged.best;
    let name = match best.mv {
        Move::Play(point) => size.name(point),
        Move::Pass => "To pass".to_owned(),
    };
    format!(
        "{name} was better: then {}. Now {}.",
        leader(best.prospect, by),
        leader(judged.after, by)
    )
}

/// Why a move was worse, a sentence for each of the `reasons`.
fn why(reasons: &[Reason], size: Size) -> Vec<String> {
    let words = Words::of(Language::English);
    let shapes = reason_shapes(reasons, size);
    shapes.iter().map(|reason| words.reason(reason)).collect()
}

/// A remark on a move that is no moment, if it deserves one, with the `reasons` for it.
pub(super) fn remark(
    turn: &Turn,
    judged: &Judged,
    reasons: &[Reason],
    size: Size,
) -> Option<String> {
    match judged.grade {
        Grade::Find => Some("The best move, and not an easy one to find.".to_owned()),
        Grade::Best | Grade::Good => None,
        Grade::Doubtful | Grade::Mistake | Grade::Blunder => {
            let mut sentences = vec![cost(turn.by, judged), better(turn.by, judged, size)];
            sentences.extend(why(reasons, size));
            Some(sentences.join(" "))
        }
    }
}

/// What a grade is called in a table.
pub(super) fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Find => "find",
        Grade::Best => "best",
        Grade::Good => "good",
        Grade::Doubtful => "doubtful",
        Grade::Mistake => "mistake",
        Grade::Blunder => "blunder",
    }
}

/// What a part of the game is called.
pub(super) fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Opening => "Opening",
        Stage::Middle => "Middle game",
        Stage::Endgame => "Endgame",
    }
}

/// How accuracy is counted.
pub(super) const ACCURACY: &str = "Accuracy: a move that is not known to lose anything counts as \
    one, and half for every three points that it loses.";

/// What is on the boards besides stones.
pub(super) const BOARDS: &str = "Numbers are the play that is expected. Small squares are points \
    that are expected to become Black's or White's; faint stones are expected to be lost.";

/// That nothing stood out.
pub(super) const NO_MOMENTS: &str = "No move stood out: none cost much more than the others.";

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
            assert_eq!(points(n), text);
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
            (0.1, "even"),
            (-0.0, "even"),
        ] {
            let prospect = Prospect {
                win_rate: 0.5,
                lead: n,
            };
            assert_eq!(lead(prospect), text);
        }
    }
}
