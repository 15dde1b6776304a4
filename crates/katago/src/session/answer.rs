//! What a thinker found, as clients of KataGo want it told.

use ponnuki_game::{Color, Game, Move, PointSet, Size};
use ponnuki_think::{Analysis, Candidate, RawEvaluation, Restricted, Restriction, TurnQuestion};

use super::hash::PositionHashes;
use super::ranking::selection_values;
use crate::protocol::{MoveReport, Query, RawReport, RootReport, TurnReport, move_name};

/// What a play that may not be made has in place of a likelihood.
const ILLEGAL: f32 = -1.0;

/// What a network has in place of what it does not know.
const UNKNOWN: f32 = -1.0;

/// Ownership is told in steps of this part: finer than any search knows it, and
/// short to write.
const OWNERSHIP_STEPS: f32 = 10_000.0;

/// Whether a report is the last one about its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The search goes on.
    During,
    /// The search is over.
    End,
}

/// What was `found` about a `turn` of `query`, where `question` was asked.
pub(crate) fn report(
    query: &Query,
    turn: usize,
    question: &TurnQuestion,
    found: &Analysis,
    moment: Moment,
) -> TurnReport {
    let view = View::new(query, question, found);
    let tried = found.candidates.iter().filter(|one| one.visits > 0);
    let values = selection_values(&found.candidates);
    let extras = query.extras;
    TurnReport {
        human_policy: None,
        id: query.id.clone(),
        is_during_search: moment == Moment::During,
        moves: tried
            .zip(values)
            .enumerate()
            .map(|(order, (one, value))| MoveReport {
                play_selection_value: value,
                ..view.candidate(order, one)
            })
            .collect(),
        ownership: extras.ownership.then(|| view.ownership(&found.ownership)),
        ownership_stdev: found
            .ownership_stdev
            .as_deref()
            .filter(|_| extras.ownership_stdev)
            .map(rounded),
        policy: extras.policy.then(|| policy(question, found)),
        root: view.root(question),
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
    fn new<'a>(query: &'a Query, question: &TurnQuestion, found: &'a Analysis) -> View<'a> {
        View {
            query,
            size: question.game.size(),
            found,
            color: query.settings.perspective.color(found.turn),
        }
    }

    /// The turn as a whole.
    fn root(&self, question: &TurnQuestion) -> RootReport {
        let found = self.found;
        let hashes = PositionHashes::of(&question.game);
        RootReport {
            current_player: match found.turn {
                Color::Black => "B",
                Color::White => "W",
            },
            human: None,
            lcb: self.chance(found.lcb),
            raw: found.raw.as_ref().map(|raw| self.raw(raw)),
            score_lead: self.points(found.lead),
            score_selfplay: found.outlook.map(|known| self.points(known.score_mean)),
            score_stdev: found.outlook.map(|known| finite(known.score_stdev)),
            sym_hash: hashes.symmetric,
            this_hash: hashes.this,
            utility: self.utility(found.outlook.map(|known| known.utility), found.win_rate),
            visits: found.visits,
            weight: found.visits as f64,
            winrate: self.chance(found.win_rate),
        }
    }

    fn candidate(&self, order: usize, one: &Candidate) -> MoveReport {
        let extras = self.query.extras;
        let (lead, known) = (self.points(one.lead), one.outlook);
        let n_told = self.query.settings.pv_len.saturating_add(1);
        let pv = one.variation.iter().take(n_told);
        let pv_visits = one.variation_visits.iter().take(n_told);
        // Where it is not known after each move the board's as a whole is nearest; two
        // of KaTrain's players make no move without it.
        let ownership = one.ownership.as_ref().unwrap_or(&self.found.ownership);
        let whole = self.found.ownership_stdev.as_deref();
        let stdev = one.ownership_stdev.as_deref().or(whole);
        MoveReport {
            human_prior: None,
            // A node of the tree is one way to a position, so that ways are visited as often
            // as positions are; and no visit counts for more than another.
            edge_visits: one.visits,
            edge_weight: one.visits as f64,
            lcb: self.chance(one.lcb),
            mv: move_name(one.mv, self.size),
            no_result_value: known
                .map(|known| finite(known.no_result))
                .filter(|_| extras.no_result),
            order,
            ownership: extras.moves_ownership.then(|| self.ownership(ownership)),
            ownership_stdev: stdev.filter(|_| extras.moves_ownership_stdev).map(rounded),
            play_selection_value: 0.0,
            prior: finite(one.prior),
            pv: pv.map(|&mv| move_name(mv, self.size)).collect(),
            pv_edge_visits: extras
                .pv_visits
                .then(|| pv_visits.clone().copied().collect()),
            pv_visits: extras.pv_visits.then(|| pv_visits.copied().collect()),
            score_lead: lead,
            score_mean: lead,
            score_selfplay: known.map(|known| self.points(known.score_mean)),
            score_stdev: known.map_or(0.0, |known| finite(known.score_stdev)),
            utility: self.utility(known.map(|known| known.utility), one.win_rate),
            utility_lcb: self.utility(one.utility_lcb, one.lcb),
            visits: one.visits,
            weight: one.visits as f64,
            winrate: self.chance(one.win_rate),
        }
    }

    fn raw(&self, raw: &RawEvaluation) -> RawReport {
        RawReport {
            raw_lead: self.points(raw.lead),
            raw_no_result_prob: finite(raw.no_result),
            raw_score_selfplay: self.points(raw.score_mean),
            raw_score_selfplay_stdev: finite(raw.score_stdev),
            raw_st_score_error: raw.score_error.map_or(UNKNOWN, finite),
            // Of winning less losing, which is twice as wide.
            raw_st_wr_error: raw.value_error.map_or(UNKNOWN, |error| finite(error / 2.0)),
            raw_var_time_left: raw.time_left.map_or(UNKNOWN, finite),
            raw_winrate: self.chance(raw.win_rate),
        }
    }

    /// A utility for the player to move, seen from this side; where it is not known,
    /// the chance of winning from −1 to 1.
    fn utility(&self, known: Option<f32>, chance: f32) -> f32 {
        match known {
            Some(utility) => self.points(utility),
            None => 2.0 * self.chance(chance) - 1.0,
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

    fn ownership(&self, owners: &[f32]) -> Vec<f32> {
        let sign = match self.color {
            Color::Black => OWNERSHIP_STEPS,
            Color::White => -OWNERSHIP_STEPS,
        };
        let rounded = |&owned: &f32| finite((sign * owned).round() / OWNERSHIP_STEPS);
        owners.iter().map(rounded).collect()
    }
}

/// How likely every move looked, the pass last: as the network says, or else by what
/// the search began with.
fn policy(question: &TurnQuestion, found: &Analysis) -> Vec<f32> {
    let size = question.game.size();
    let prior = |mv: Move| match (&found.raw, mv) {
        (Some(raw), Move::Play(point)) => raw.policy[size.index(point)],
        (Some(raw), Move::Pass) => raw.policy[size.n_points()],
        (None, _) => {
            let found = found.candidates.iter().find(|one| one.mv == mv);
            found.map_or(0.0, |one| one.prior)
        }
    };
    policy_by(question, prior)
}

/// How likely every move looks by `share`, the pass last.
pub(crate) fn policy_by(question: &TurnQuestion, share: impl Fn(Move) -> f32) -> Vec<f32> {
    let legal = legal(question);
    let points = question.game.size().points();
    let plays = points.map(|point| match legal.contains(point) {
        true => finite(share(Move::Play(point))),
        false => ILLEGAL,
    });
    plays.chain([finite(share(Move::Pass))]).collect()
}

/// Where the player to move may play, by the board and by its past.
fn legal(question: &TurnQuestion) -> PointSet {
    let game: &Game = &question.game;
    let admits = |one: &Restriction, point| one.admits(game.turn(), Move::Play(point), 0);
    let of_question = |point: &_| {
        let mut restrictions = question.restrictions.iter();
        restrictions.all(|one| matches!(one.moves, Restricted::Allow(_)) || admits(one, *point))
    };
    game.legal().iter().filter(of_question).collect()
}

/// How far ownership varies, in the same steps.
fn rounded(stdevs: &[f32]) -> Vec<f32> {
    let rounded = |&stdev: &f32| finite((OWNERSHIP_STEPS * stdev).round() / OWNERSHIP_STEPS);
    stdevs.iter().map(rounded).collect()
}

/// JSON has no word for what is no number.
pub(crate) fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}
