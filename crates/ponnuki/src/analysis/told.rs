//! What a thinker found, as clients of KataGo want it told.

use ponnuki_engine::{Analysis, Candidate, Restricted, Restriction};
use ponnuki_game::{Color, Game, Move, PointSet, Size};
use ponnuki_wire::katago::{MoveReport, Query, Report, RootReport, move_name};

use crate::question::Question;

/// What a play that may not be made has in place of a likelihood.
const ILLEGAL: f32 = -1.0;

/// Ownership is told in steps of this part: finer than any search knows it, and
/// short to write.
const OWNERSHIP_STEPS: f32 = 10_000.0;

/// Whether a report is the last one about its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// The search goes on.
    During,
    /// The search is over.
    End,
}

/// What was `found` about a `turn` of `query`, where `question` was asked.
pub(super) fn report(
    query: &Query,
    turn: usize,
    question: &Question,
    found: &Analysis,
    moment: Moment,
) -> Report {
    let view = View::new(query, question, found);
    let tried = found.candidates.iter().filter(|one| one.visits > 0);
    Report {
        id: query.id.clone(),
        is_during_search: moment == Moment::During,
        moves: tried
            .enumerate()
            .map(|(order, one)| view.candidate(order, one))
            .collect(),
        ownership: query.extras.ownership.then(|| view.ownership()),
        policy: query.extras.policy.then(|| policy(question, found)),
        root: RootReport {
            current_player: match found.turn {
                Color::Black => "B",
                Color::White => "W",
            },
            score_lead: view.points(found.lead),
            utility: utility(view.chance(found.win_rate)),
            visits: found.visits,
            winrate: view.chance(found.win_rate),
        },
        turn_number: turn,
    }
}

/// Whose side a report is told from.
struct View<'a> {
    query: &'a Query,
    size: Size,
    found: &'a Analysis,
    /// Whose chances are told.
    color: Color,
}

impl View<'_> {
    fn new<'a>(query: &'a Query, question: &Question, found: &'a Analysis) -> View<'a> {
        View {
            query,
            size: question.game.size(),
            found,
            color: query.settings.perspective.color(found.turn),
        }
    }

    fn candidate(&self, order: usize, one: &Candidate) -> MoveReport {
        let (lead, winrate) = (self.points(one.lead), self.chance(one.win_rate));
        let lcb = self.chance(one.lcb);
        let n_told = self.query.settings.pv_len.saturating_add(1);
        let pv = one.variation.iter().take(n_told);
        MoveReport {
            lcb,
            mv: move_name(one.mv, self.size),
            order,
            // Ownership is known for the board as a whole alone; two of
            // KaTrain's players make no move without it.
            ownership: self.query.extras.moves_ownership.then(|| self.ownership()),
            prior: finite(one.prior),
            pv: pv.map(|&mv| move_name(mv, self.size)).collect(),
            score_lead: lead,
            score_mean: lead,
            score_stdev: 0.0,
            utility: utility(winrate),
            utility_lcb: utility(lcb),
            visits: one.visits,
            winrate,
        }
    }

    /// Points of the player to move, seen from this side.
    fn points(&self, lead: f32) -> f32 {
        finite(if self.color == self.found.turn {
            lead
        } else {
            -lead
        })
    }

    /// A chance of the player to move, seen from this side.
    fn chance(&self, chance: f32) -> f32 {
        finite(if self.color == self.found.turn {
            chance
        } else {
            1.0 - chance
        })
    }

    fn ownership(&self) -> Vec<f32> {
        let sign = match self.color {
            Color::Black => OWNERSHIP_STEPS,
            Color::White => -OWNERSHIP_STEPS,
        };
        let rounded = |&owned: &f32| finite((sign * owned).round() / OWNERSHIP_STEPS);
        self.found.ownership.iter().map(rounded).collect()
    }
}

/// How likely every move looked, the pass last.
fn policy(question: &Question, found: &Analysis) -> Vec<f32> {
    let prior = |mv: Move| {
        let found = found.candidates.iter().find(|one| one.mv == mv);
        found.map_or(0.0, |one| finite(one.prior))
    };
    let legal = legal(question);
    let size = question.game.size();
    let plays = size.points().map(|point| match legal.contains(point) {
        true => prior(Move::Play(point)),
        false => ILLEGAL,
    });
    plays.chain([prior(Move::Pass)]).collect()
}

/// Where the player to move may play, by the board and by its past.
fn legal(question: &Question) -> PointSet {
    let game: &Game = &question.game;
    let admits = |one: &Restriction, point| one.admits(game.turn(), Move::Play(point), 0);
    let of_question = |point: &_| {
        let mut restrictions = question.restrictions.iter();
        restrictions.all(|one| matches!(one.moves, Restricted::Allow(_)) || admits(one, *point))
    };
    game.legal().iter().filter(of_question).collect()
}

/// A chance of winning from 0 to 1 as a utility from −1 to 1.
fn utility(chance: f32) -> f32 {
    2.0 * chance - 1.0
}

/// JSON has no word for what is no number.
fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}
