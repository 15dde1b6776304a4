//! `kata-search` and its kin: a move is looked for and told, and the board stays as it is. And
//! what is for those who want to see the engine at work.

use ponnuki_think::{Request, ThinkLimits, ignore};

use super::thinking::{choose_for_color, choose_within, decision_of, decision_text, note_thinking};
use super::{Answer, EngineSession};
use crate::{Args, CommandRefusal, Inbox, ReplyText, Ring};

/// More visits than this are no benchmark but an evening.
const N_BENCHMARK_MAX: u32 = 10_000_000;

/// `kata-search COLOR`, and `reg_genmove COLOR`: as `genmove`, but the move is not made.
pub(super) fn search(session: &mut EngineSession, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let (_, choice) = choose_for_color(session, args, inbox)?;
    Ok(decision_text(session, decision_of(&choice)))
}

/// `kata-search_cancellable COLOR`: the same, and any input ends it.
pub(super) fn search_cancellable(
    session: &mut EngineSession,
    args: &mut Args<'_>,
    inbox: &Inbox,
) -> Answer {
    let color = args.color()?;
    let question = session.question(color);
    let request = session.request(color);
    inbox.stop_at(Ring::AtInput, &request.stop);
    let choice = choose_within(session, color, &question, request.clone(), &mut ignore);
    Ok(match request.stop.is_raised() {
        true => ReplyText::from("cancelled"),
        false => decision_text(session, decision_of(&choice)),
    })
}

/// `kata-search_debug COLOR`: as [`search`], and tells the thinking on stderr.
pub(super) fn search_debug(
    session: &mut EngineSession,
    args: &mut Args<'_>,
    inbox: &Inbox,
) -> Answer {
    let (_, choice) = choose_for_color(session, args, inbox)?;
    note_thinking(session, &choice);
    Ok(decision_text(session, decision_of(&choice)))
}

/// `kata-benchmark VISITS`: how long so many visits of this board take.
pub(super) fn benchmark(session: &mut EngineSession, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let n = args.number()?;
    args.end()?;
    if !(1..=N_BENCHMARK_MAX).contains(&n) {
        return Err(CommandRefusal::Syntax);
    }
    let request = Request {
        tuning: session.controls.for_play(),
        ..Request::within(ThinkLimits {
            time: None,
            playouts: Some(u64::from(n)),
            threads: session.effort.threads,
        })
    };
    inbox.stop_at(Ring::AtInterrupt, &request.stop);
    session.forget();
    let question = session.question(session.game.turn());
    let began = session.host.now();
    let found = session
        .pondering
        .thinker()
        .analyse(&question.game, &request, &mut ignore);
    let seconds = session.host.now().duration_since(began).as_secs_f64();
    Ok(ReplyText::from(format!(
        "{} visits in {seconds:.3} s with {} threads: {:.1} visits/s",
        found.visits,
        request.limits.threads,
        found.visits as f64 / seconds.max(1e-9)
    )))
}
