//! A review in sentences, the same in every format.

use std::iter;

use ponnuki_game::{Color, Move, Size};
use ponnuki_think::ThinkLimits;
use ponnuki_wire::review::{Confirmed, ReviewJudge, StrongerNet};
use ponnuki_words::{Language, printable};

use crate::assessment::Prospect;
use crate::judged::{Grade, Judged};
use crate::main_line::Turn;
use crate::phrases::Phrases;
use crate::reason::Reason;
use crate::reason_shape::reason_shapes;
use crate::review::Moment;
use crate::reviewed::{ReviewedFile, ReviewedGame};
use crate::trust;

/// A lead that would be shown as none.
const EVEN: f32 = 0.05;

/// The players, or the name of the file if it does not name them.
pub(crate) fn title(game: &ReviewedGame, name: &str) -> String {
    game.header.about.title().unwrap_or_else(|| name.to_owned())
}

/// The rules, the board, the komi, the length and the result of the game.
pub(crate) fn terms(game: &ReviewedGame) -> String {
    let (size, phrases) = (game.size(), game.phrases);
    let (width, height) = (size.width().to_string(), size.height().to_string());
    let komi = phrases.number(&game.komi.points().to_string());
    let mut parts = vec![
        game.rules_title(),
        phrases.say("board", &[("width", &width), ("height", &height)]),
        phrases.say("komi", &[("komi", &komi)]),
        phrases.counted("moves", &game.n_moves().to_string()),
    ];
    if let Some(result) = &game.header.about.result {
        parts.push(phrases.say("result", &[("result", &printable(&result.text))]));
    }
    parts.join(", ")
}

/// Who judged, and how far to trust it.
pub(crate) fn judged_by(reviewed: &ReviewedFile) -> String {
    let said = judge_sentences(&reviewed.trusted(), &reviewed.effort, reviewed.phrases);
    reviewed.phrases.words().join(said)
}

/// How to have a stronger judge, where one is known; nothing elsewhere.
pub(crate) fn stronger_judge(reviewed: &ReviewedFile) -> Option<String> {
    let net = reviewed.trusted().stronger?;
    Some(stronger(&net, reviewed.phrases))
}

/// Who judged a game on a board of `size` within `limits`, how far to trust it, and how to have a
/// stronger judge: a sentence each.
pub fn about_judge(name: &str, limits: ThinkLimits, size: Size, language: Language) -> Vec<String> {
    let phrases = Phrases(language);
    let judge = trust::judge(name, limits.playouts.unwrap_or(0), iter::once(size));
    let offer = judge.stronger.as_ref().map(|net| stronger(net, phrases));
    let said = judge_sentences(&judge, &phrases.effort(limits), phrases);
    said.into_iter().chain(offer).collect()
}

fn judge_sentences(judge: &ReviewJudge, effort: &str, phrases: Phrases) -> [String; 2] {
    let judged = phrases.say("judged_by", &[("judge", &judge.name), ("effort", effort)]);
    let trusted = match judge.confirmed {
        Some(confirmed) => trusted(confirmed, phrases),
        None => phrases.text("unmeasured").to_owned(),
    };
    [judged, trusted]
}

/// What a much stronger network says of such verdicts.
fn trusted(confirmed: Confirmed, phrases: Phrases) -> String {
    let Confirmed {
        mistakes, found, ..
    } = confirmed;
    let (mistakes, found) = (mistakes.to_string(), found.to_string());
    phrases.say("trust", &[("mistakes", &mistakes), ("found", &found)])
}

/// How to get a network, and how large it is.
fn stronger(net: &StrongerNet, phrases: Phrases) -> String {
    let megabytes = net.megabytes.to_string();
    let parts = [
        ("command", net.command.as_str()),
        ("megabytes", megabytes.as_str()),
    ];
    phrases.say("stronger", &parts)
}

/// A move as it is told: its number, who made it and where.
pub(crate) fn heading(turn: &Turn, size: Size, phrases: Phrases) -> String {
    let (number, color) = (turn.number.to_string(), phrases.color(turn.by));
    match turn.mv {
        Move::Play(point) => {
            let name = size.name(point);
            let parts = [
                ("n", number.as_str()),
                ("color", color),
                ("point", name.as_str()),
            ];
            phrases.say("heading", &parts)
        }
        Move::Pass => phrases.say("heading_pass", &[("n", &number), ("color", color)]),
    }
}

/// A point, or that it is a pass.
pub(crate) fn move_name(mv: Move, size: Size, phrases: Phrases) -> String {
    match mv {
        Move::Play(point) => size.name(point),
        Move::Pass => phrases.text("pass").to_owned(),
    }
}

/// A share as `62 %`.
pub(crate) fn percent(part: f32) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// Points as `6.5 points`.
pub(crate) fn points(points: f32, phrases: Phrases) -> String {
    let text = format!("{points:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    phrases.counted("points", text)
}

/// `B+3.5`, from Black's side; `even` where nobody leads.
pub(crate) fn lead(black: Prospect, phrases: Phrases) -> String {
    match black.lead {
        lead if lead >= EVEN => format!("B+{}", phrases.number(&format!("{lead:.1}"))),
        lead if lead <= -EVEN => format!("W+{}", phrases.number(&format!("{:.1}", -lead))),
        _ => phrases.text("even").to_owned(),
    }
}

/// Who leads, seen by `color`.
fn leader(prospect: Prospect, color: Color, phrases: Phrases) -> String {
    let leads = |color: Color, lead: f32| {
        let points = points(lead, phrases);
        phrases.say(
            "leads",
            &[("color", phrases.color(color)), ("points", &points)],
        )
    };
    match prospect.lead {
        lead if lead >= EVEN => leads(color, lead),
        lead if lead <= -EVEN => leads(!color, -lead),
        _ => phrases.text("game_even").to_owned(),
    }
}

/// What a move cost, and what would have been better: the sentences about a moment.
pub(crate) fn moment(moment: &Moment, size: Size, phrases: Phrases) -> Vec<String> {
    let Moment { turn, judged, .. } = moment;
    let mut sentences = vec![
        cost(turn.by, judged, phrases),
        better(turn.by, judged, size, phrases),
    ];
    sentences.extend(why(&moment.reasons, size, phrases));
    sentences
}

/// What a move of `by` cost.
fn cost(by: Color, judged: &Judged, phrases: Phrases) -> String {
    let lost = points(judged.loss.points, phrases);
    let before = percent(judged.best.prospect.win_rate);
    let after = percent(judged.after.win_rate);
    let parts = [
        ("points", lost.as_str()),
        ("color", phrases.color(by)),
        ("before", before.as_str()),
        ("after", after.as_str()),
    ];
    phrases.say("cost", &parts)
}

/// What would have been better than the move of `by`.
fn better(by: Color, judged: &Judged, size: Size, phrases: Phrases) -> String {
    let best = &judged.best;
    let name = match best.mv {
        Move::Play(point) => size.name(point),
        Move::Pass => phrases.text("to_pass").to_owned(),
    };
    let then = leader(best.prospect, by, phrases);
    let now = leader(judged.after, by, phrases);
    let parts = [
        ("move", name.as_str()),
        ("then", then.as_str()),
        ("now", now.as_str()),
    ];
    phrases.say("better", &parts)
}

/// Why a move was worse, a sentence for each of the `reasons`.
fn why(reasons: &[Reason], size: Size, phrases: Phrases) -> Vec<String> {
    let shapes = reason_shapes(reasons, size);
    let words = phrases.words();
    shapes.iter().map(|reason| words.reason(reason)).collect()
}

/// A remark on a move that is no moment, if it deserves one, with the `reasons` for it.
pub(crate) fn remark(
    turn: &Turn,
    judged: &Judged,
    reasons: &[Reason],
    size: Size,
    phrases: Phrases,
) -> Option<String> {
    match judged.grade {
        Grade::Find => Some(phrases.text("find").to_owned()),
        Grade::Best | Grade::Good => None,
        Grade::Doubtful | Grade::Mistake | Grade::Blunder => {
            let mut sentences = vec![
                cost(turn.by, judged, phrases),
                better(turn.by, judged, size, phrases),
            ];
            sentences.extend(why(reasons, size, phrases));
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
            assert_eq!(points(n, Phrases::default()), text);
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
            assert_eq!(lead(prospect, Phrases::default()), text);
        }
    }
}
