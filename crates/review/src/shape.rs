//! A review as JSON.

use ponnuki_game::{ByColor, Color, Size};
use ponnuki_wire::review as wire;
use ponnuki_wire::to_json;

use crate::assessment::{Assessment, Prospect, TriedMove};
use crate::judged::Judged;
use crate::reason::Reason;
use crate::reason_shape::{grade_shape, reason_shapes};
use crate::review::PlayerReport;
use crate::reviewed::{ReviewedFile, ReviewedGame};
use crate::summary::Summary;

impl ReviewedFile {
    /// The games as JSON, in the shape of [`wire::File`].
    pub fn to_json(&self) -> String {
        file(self)
    }
}

fn file(reviewed: &ReviewedFile) -> String {
    let shape = wire::File {
        file: reviewed.name.clone(),
        judge: reviewed.judge.clone(),
        effort: reviewed.effort.clone(),
        games: reviewed
            .games
            .iter()
            .map(|one| game(one, reviewed.trusted()))
            .collect(),
    };
    to_json(&shape) + "\n"
}

/// One game, of which all is judged by `judge`.
pub(crate) fn game(game: &ReviewedGame, judge: wire::ReviewJudge) -> wire::GameReview {
    let about = &game.header.about;
    let size = game.size();
    let positions = 0..game.review.main_line().n_positions();
    wire::GameReview {
        players: by_color(&about.players, |player| player.name.clone()),
        rules: game.rules.written(),
        width: size.width(),
        height: size.height(),
        komi: f32::from(game.komi.half_points()) / 2.0,
        result: about.result.as_ref().map(|result| result.text.clone()),
        judge,
        reports: by_color(&game.reports, report),
        moments: game.moments.iter().map(|moment| moment.turn_idx).collect(),
        moves: game
            .turns()
            .map(|(turn_idx, turn, judged)| wire::JudgedMove {
                number: turn.number,
                by: color(turn.by),
                mv: wire::name(turn.mv, size),
                node: turn.node,
                before: turn.before,
                after: turn.after,
                judged: judged.map(|judged| self::judged(&judged, game.reasons(turn_idx), size)),
            })
            .collect(),
        positions: positions
            .clone()
            .filter_map(|at| Some(position_shape(game.review.assessment(at)?, size)))
            .collect(),
        values: positions
            .filter_map(|at| game.review.prospect(at, Color::Black))
            .map(|black| wire::PositionValue {
                win_rate: short(black.win_rate),
                lead: short(black.lead),
            })
            .collect(),
        remarks: game.remarks.clone(),
    }
}

fn by_color<T, U>(both: &ByColor<T>, f: impl Fn(&T) -> U) -> ponnuki_wire::ByColor<U> {
    ponnuki_wire::ByColor {
        black: f(&both.black),
        white: f(&both.white),
    }
}

fn color(color: Color) -> ponnuki_wire::Color {
    match color {
        Color::Black => ponnuki_wire::Color::Black,
        Color::White => ponnuki_wire::Color::White,
    }
}

fn report(report: &PlayerReport) -> wire::Report {
    let [opening, middle, endgame] = report.stages.each_ref().map(summary);
    wire::Report {
        all: summary(&report.all),
        opening,
        middle,
        endgame,
    }
}

fn summary(summary: &Summary) -> wire::Summary {
    wire::Summary {
        moves: summary.n_moves,
        best: summary.n_best,
        doubtful: summary.n_doubtful,
        mistakes: summary.n_mistakes,
        blunders: summary.n_blunders,
        points_lost: short(summary.points),
        accuracy: summary.accuracy().map(short),
    }
}

/// A sum or a difference in as few digits as its parts have.
fn short(number: f32) -> f32 {
    (number * 10_000.0).round() / 10_000.0
}

fn judged(judged: &Judged, reasons: &[Reason], size: Size) -> wire::Judged {
    wire::Judged {
        grade: grade_shape(judged.grade),
        best: wire::name(judged.best.mv, size),
        variation: wire::names(&judged.best.variation, size),
        best_win_rate: short(judged.before.win_rate),
        best_lead: short(judged.before.lead),
        win_rate: short(judged.after.win_rate),
        lead: short(judged.after.lead),
        points_lost: short(judged.loss.points),
        win_rate_lost: short(judged.loss.win_rate),
        reasons: reason_shapes(reasons, size),
    }
}

/// What is thought of a position on a board of `size`.
pub fn position_shape(assessment: &Assessment, size: Size) -> wire::JudgedPosition {
    let candidates = assessment.tried.iter().map(|tried| wire::Candidate {
        mv: wire::name(tried.mv, size),
        visits: tried.visits,
        win_rate: tried.prospect.win_rate,
        lead: tried.prospect.lead,
        prior: tried.prior,
        variation: wire::names(&tried.variation, size),
    });
    wire::JudgedPosition {
        turn: color(assessment.turn),
        visits: assessment.visits,
        looks: assessment.looks,
        win_rate: assessment.prospect.win_rate,
        lead: assessment.prospect.lead,
        glance: assessment.raw.map(|raw| wire::NetEvaluation {
            win_rate: raw.win_rate,
            lead: raw.lead,
            policy: Vec::new(),
        }),
        candidates: candidates.collect(),
        ownership: assessment.ownership.clone(),
    }
}

/// More than any lead is, on any board: numbers beyond it were not written by a review.
const LEAD_MAX: f32 = 10_000.0;

/// What `position` tells, if it can be of a board of `size` and its numbers are what they are
/// said to be. It comes from a file or from a stranger.
pub fn to_assessment(position: &wire::JudgedPosition, size: Size) -> Option<Assessment> {
    let tried = position.candidates.iter().map(|candidate| {
        Some(TriedMove {
            mv: candidate.mv.to_move(size)?,
            visits: candidate.visits,
            prospect: prospect(candidate.win_rate, candidate.lead)?,
            prior: share(candidate.prior)?,
            variation: wire::to_moves(&candidate.variation, size)?,
        })
    });
    let raw = match &position.glance {
        Some(raw) => Some(prospect(raw.win_rate, raw.lead)?),
        None => None,
    };
    let assessment = Assessment {
        turn: match position.turn {
            ponnuki_wire::Color::Black => Color::Black,
            ponnuki_wire::Color::White => Color::White,
        },
        visits: position.visits,
        looks: position.looks,
        prospect: prospect(position.win_rate, position.lead)?,
        raw,
        tried: tried.collect::<Option<_>>()?,
        ownership: position.ownership.clone(),
    };
    let is_owned = |owner: &i8| (-100..=100).contains(owner);
    let is_sound =
        assessment.ownership.len() == size.n_points() && assessment.ownership.iter().all(is_owned);
    is_sound.then_some(assessment)
}

fn prospect(win_rate: f32, lead: f32) -> Option<Prospect> {
    let win_rate = share(win_rate)?;
    let is_sound = lead.abs() <= LEAD_MAX;
    is_sound.then_some(Prospect { win_rate, lead })
}

/// `number`, if it lies between 0 and 1.
fn share(number: f32) -> Option<f32> {
    (0.0..=1.0).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Move;
    use ponnuki_wire::from_json;

    use super::*;

    fn assessment() -> Assessment {
        let size = Size::NINE;
        let play = |name: &str| Move::Play(size.point(name).unwrap());
        Assessment {
            turn: Color::White,
            visits: 50,
            looks: 2,
            prospect: Prospect {
                win_rate: 0.1234,
                lead: -7.4321,
            },
            raw: Some(Prospect {
                win_rate: 0.2345,
                lead: -4.5,
            }),
            tried: vec![TriedMove {
                mv: play("E5"),
                visits: 17,
                prospect: Prospect {
                    win_rate: 0.3333,
                    lead: -0.1,
                },
                prior: 0.7001,
                variation: vec![play("E5"), Move::Pass],
            }],
            ownership: (0..81).map(|i| i - 40).collect(),
        }
    }

    #[test]
    fn what_is_thought_survives_being_written_down() {
        let json = to_json(&position_shape(&assessment(), Size::NINE));
        let read: wire::JudgedPosition = from_json(&json).unwrap();
        assert_eq!(to_assessment(&read, Size::NINE), Some(assessment()));
    }

    #[test]
    fn what_is_thought_of_another_board_is_not_taken() {
        let position = position_shape(&assessment(), Size::NINE);
        assert_eq!(to_assessment(&position, Size::THIRTEEN), None);
    }

    /// Nobody takes `position` for a thought: its numbers are none that a review writes.
    #[track_caller]
    fn check_refused(what: &str, spoil: impl Fn(&mut wire::JudgedPosition)) {
        let mut position = position_shape(&assessment(), Size::NINE);
        spoil(&mut position);
        assert_eq!(to_assessment(&position, Size::NINE), None, "{what}");
    }

    #[test]
    fn numbers_that_no_review_writes_are_not_taken() {
        for number in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 3e38, -3e38] {
            check_refused("lead", |position| position.lead = number);
            check_refused("chance", |position| position.win_rate = number);
            check_refused("move", |position| position.candidates[0].lead = number);
            check_refused("prior", |position| position.candidates[0].prior = number);
            let glance = wire::NetEvaluation {
                win_rate: 0.5,
                lead: number,
                policy: Vec::new(),
            };
            check_refused("glance", |position| position.glance = Some(glance.clone()));
        }
        // The prior divides.
        check_refused("prior", |position| position.candidates[0].prior = -0.07);
        check_refused("chance", |position| position.win_rate = 1.01);
        check_refused("owner", |position| position.ownership[3] = -101);
    }
}
