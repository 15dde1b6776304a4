//! Commands that show analysis line by line: until any input, or on the way to a move.

use std::ops::ControlFlow;
use std::time::Duration;

use ponnuki_game::{Color, Size};
use ponnuki_think::{Analysis, Choice, Detail, Request, ThinkLimits, TurnQuestion};

use super::EngineSession;
use super::commands::StreamFn;
use super::report::report;
use super::thinking::{Stream, choose_within, decision_of, move_and_wait};
use crate::{
    AnalyzeRequest, Analyzing, Args, CommandRefusal, Dialect, Extra, Generating, Opening, Ring,
};

/// After this much analysis nothing new is found, and nobody looks any more.
const ANALYSIS_TIME_MAX: Duration = Duration::from_secs(3600);

/// `lz-analyze`.
pub(super) const LZ_ANALYZE: StreamFn =
    |session, args, opening| analyze(Dialect::Lz, session, args, opening);

/// `kata-analyze`.
pub(super) const KATA_ANALYZE: StreamFn =
    |session, args, opening| analyze(Dialect::Kata, session, args, opening);

/// `lz-genmove_analyze`.
pub(super) const LZ_GENMOVE_ANALYZE: StreamFn =
    |session, args, opening| genmove_analyze(Dialect::Lz, session, args, opening);

/// `kata-genmove_analyze`.
pub(super) const KATA_GENMOVE_ANALYZE: StreamFn =
    |session, args, opening| genmove_analyze(Dialect::Kata, session, args, opening);

/// Analyses until any input comes.
fn analyze(
    dialect: Dialect,
    session: &mut EngineSession,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let wish = AnalysisWish::parse(dialect, session, args)?;
    let request = wish.request_to_analyse(session);
    let mut lines = until_input(opening, &request);
    let began = session.host.now();
    let mut thinker = session.pondering.thinker();
    let last = thinker.analyse(&wish.question.game, &request, &mut |found| {
        show_or_stop(&mut lines, &wish, found)
    });
    drop(thinker);
    session.thought += session.host.now().duration_since(began) * request.limits.threads as u32;
    // Thought to its end before any input came.
    if wish.asked.interval.is_some() && !lines.is_interrupted() {
        lines.line(&wish.line(&last));
    }
    Ok(lines.end())
}

/// Moves, and shows the thinking on the way; no input ends it.
fn genmove_analyze(
    dialect: Dialect,
    session: &mut EngineSession,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let wish = AnalysisWish::parse(dialect, session, args)?;
    let inbox = opening.inbox();
    let mut lines = opening.uninterrupted();
    let choice = choose_and_show(session, &wish, &mut lines);
    let decision = move_and_wait(session, wish.color, &choice, &inbox);
    Ok(lines.play(decision, wish.size))
}

/// `kata-search_analyze …`: shows the thinking, tells the move, and does not make it.
pub(super) fn search_analyze(
    session: &mut EngineSession,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let wish = AnalysisWish::parse(Dialect::Kata, session, args)?;
    let mut lines = opening.uninterrupted();
    let choice = choose_and_show(session, &wish, &mut lines);
    Ok(lines.play(decision_of(&choice), wish.size))
}

/// `kata-search_analyze_cancellable`: looks for a move without making it, and
/// any input ends the search.
pub(super) fn search_analyze_cancellable(
    session: &mut EngineSession,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let wish = AnalysisWish::parse(Dialect::Kata, session, args)?;
    let request = wish.request_to_choose(session);
    let mut lines = until_input(opening, &request);
    let choice = choose_within(session, wish.color, &wish.question, request, &mut |found| {
        show_or_stop(&mut lines, &wish, found)
    });
    Ok(match lines.is_interrupted() {
        true => lines.cancel(),
        false => lines.play(decision_of(&choice), wish.size),
    })
}

/// What a client asked of an analysis, and the position that it is about.
struct AnalysisWish {
    asked: AnalyzeRequest,
    color: Color,
    question: TurnQuestion,
    size: Size,
}

impl AnalysisWish {
    /// Takes the arguments of a command. Without a color the analysis is for the player to move.
    fn parse(
        dialect: Dialect,
        session: &EngineSession,
        args: &mut Args<'_>,
    ) -> Result<AnalysisWish, CommandRefusal> {
        let size = session.size();
        let asked = AnalyzeRequest::parse(dialect, args, size)?;
        let color = asked.color.unwrap_or(session.game.turn());
        Ok(AnalysisWish {
            asked,
            color,
            question: session.question(color),
            size,
        })
    }

    /// What to ask the thinker for an analysis.
    fn request_to_analyse(&self, session: &EngineSession) -> Request {
        let asked_for = self.asked.restrictions.iter().cloned();
        let by_question = self.question.restrictions.clone();
        Request {
            interval: self.interval(),
            detail: self.detail(),
            imitation: session.imitated.imitation(),
            tuning: session.controls.for_analysis(),
            restrictions: asked_for.chain(by_question).collect(),
            ..Request::within(ThinkLimits {
                time: Some(ANALYSIS_TIME_MAX),
                playouts: session.effort.playouts,
                threads: session.effort.threads,
            })
        }
    }

    /// What to ask the thinker for a move. What the question restricts is added by
    /// [`choose_within`].
    fn request_to_choose(&self, session: &EngineSession) -> Request {
        Request {
            interval: self.interval(),
            restrictions: self.asked.restrictions.to_vec(),
            detail: self.detail(),
            ..session.request(self.color)
        }
    }

    fn interval(&self) -> Duration {
        self.asked.interval.unwrap_or(ANALYSIS_TIME_MAX)
    }

    /// How much is to be told of each move.
    fn detail(&self) -> Detail {
        let wants = |extra| self.asked.extras.contains(extra);
        if wants(Extra::OwnershipStdev) || wants(Extra::MovesOwnershipStdev) {
            Detail::OwnershipStdev
        } else if wants(Extra::MovesOwnership) {
            Detail::Ownership
        } else {
            Detail::Numbers
        }
    }

    /// What was found, as a line in the client's dialect.
    fn line(&self, found: &Analysis) -> String {
        report(found, self.size, self.asked.n_moves_min).line(&self.asked, self.size)
    }
}

/// Begins an answer that any input ends, and the thinking for `request` with it.
fn until_input<'a>(opening: Opening<'a>, request: &Request) -> Analyzing<'a> {
    let lines = opening.until_input();
    lines.inbox().stop_at(Ring::AtInput, &request.stop);
    lines
}

/// Shows what was found, or ends the thinking if input has come.
fn show_or_stop(
    lines: &mut Analyzing<'_>,
    wish: &AnalysisWish,
    found: &Analysis,
) -> ControlFlow<()> {
    if !lines.is_interrupted() {
        lines.line(&wish.line(found));
    }
    match lines.is_interrupted() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// Chooses a move, and shows the thinking on the way and at its end.
fn choose_and_show(
    session: &mut EngineSession,
    wish: &AnalysisWish,
    lines: &mut Generating<'_>,
) -> Option<Choice> {
    let request = wish.request_to_choose(session);
    let choice = choose_within(session, wish.color, &wish.question, request, &mut |found| {
        lines.line(&wish.line(found));
        ControlFlow::Continue(())
    });
    if let Some(choice) = &choice {
        lines.line(&wish.line(&choice.analysis));
    }
    choice
}
