//! What people would do, in a report on what was found.

use ponnuki_game::{Color, Move, Symmetry};
use ponnuki_think::{
    EXPECTED_PROFILE, Evaluation, HUMAN_PROFILE, HumanModels, Imitation, NoProfile, TurnQuestion,
    UnknownProfile,
};

use super::answer::{finite, policy_by};
use crate::protocol::{BadSetting, FaultKind, HumanReport, Query, QueryFault, TurnReport};

/// What stands for a number that the network does not know.
const UNKNOWN: f32 = -1.0;

/// An unknown name as a setting that cannot be so.
fn bad_setting(unknown: &UnknownProfile) -> BadSetting {
    BadSetting {
        key: HUMAN_PROFILE.to_owned(),
        value: unknown.given.clone(),
        expected: EXPECTED_PROFILE.to_owned(),
    }
}

/// Checks that whom a query wants imitated can be.
///
/// # Errors
///
/// Nobody is called so, or there is nothing that could imitate them.
pub(crate) fn check(query: &Query, humans: &dyn HumanModels) -> Result<(), QueryFault> {
    let Some(name) = &query.settings.human_profile else {
        return Ok(());
    };
    let judged = humans.profile(name).map(drop);
    judged.map_err(|why| {
        let kind = match why {
            NoProfile::Unknown(unknown) => FaultKind::Setting(bad_setting(&unknown)),
            NoProfile::NoNetwork => FaultKind::NoHumanModel,
        };
        QueryFault::of_field(&query.id, "overrideSettings", kind)
    })
}

/// Whom a query wants imitated, if anybody. No move is played, so none is theirs.
pub(crate) fn imitation(query: &Query) -> Option<Imitation> {
    let name = query.settings.human_profile.as_deref()?;
    let profile = name.parse().ok()?;
    Some(Imitation {
        profile,
        share: 0.0,
    })
}

/// What the people whom a query wants imitated would do, if a network can tell.
pub(crate) fn asked(
    humans: &dyn HumanModels,
    query: &Query,
    question: &TurnQuestion,
) -> Option<Evaluation> {
    // As the board lies, so that equal questions get equal answers.
    humans.look(
        &question.game,
        imitation(query)?.profile,
        Symmetry::IDENTITY,
    )
}

/// The `report` on a question of `query`, with what people would do as `said`.
pub(crate) fn with(
    mut report: TurnReport,
    query: &Query,
    question: &TurnQuestion,
    said: Option<&Evaluation>,
) -> TurnReport {
    let Some(said) = said else {
        return report;
    };
    let size = question.game.size();
    for one in &mut report.moves {
        let mv = one.mv.to_move(size);
        one.human_prior = mv.map(|mv| finite(said.policy_of(mv)));
    }
    if query.extras.policy {
        let theirs = policy_by(question, |mv: Move| said.policy_of(mv));
        report.human_policy = Some(theirs);
    }
    report.root.human = Some(root(said, query.settings.perspective.color(said.turn)));
    report
}

/// How a turn looks to them, told from this side.
fn root(said: &Evaluation, color: Color) -> HumanReport {
    HumanReport {
        human_score_mean: finite(said.score_mean_for(color)),
        human_score_stdev: finite(said.score_stdev),
        human_st_score_error: finite(said.score_error.unwrap_or(UNKNOWN)),
        // Of a chance, where the network speaks of a value from −1 to 1.
        human_st_wr_error: finite(said.value_error.unwrap_or(UNKNOWN) / 2.0),
        human_winrate: finite(0.5 + 0.5 * (said.win_for(color) - said.win_for(!color))),
    }
}
