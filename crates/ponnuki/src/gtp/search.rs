//! `kata-search` and its kin: a move is looked for and told, and the board stays as it is. And
//! what is for those who want to see the engine at work.

use std::ops::ControlFlow;

use ponnuki_engine::{Limits, Request, ignore};
use ponnuki_gtp::{
    AnalyzeRequest, Args, Dialect, Inbox, Opening, Refusal, Reply, Ring, decision_word,
};

use super::session::Session;
use super::think::{
    Answer, Stream, choose, choose_within, choosing_for, decision_of, tell_on_stderr,
};
use super::told::told;
use crate::clock::now;

/// More visits than this are no benchmark but an evening.
const N_BENCHMARK_MAX: u32 = 10_000_000;

/// `kata-search COLOR`, and `reg_genmove COLOR`: as `genmove`, but the move is not made.
pub(super) fn search(session: &mut Session, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let color = args.color()?;
    let question = session.question(color);
    let choice = choose(session, color, &question, inbox);
    Ok(Reply::from(decision_word(
        decision_of(&choice),
        session.size(),
    )))
}

/// `kata-search_cancellable COLOR`: the same, and any input ends it.
pub(super) fn search_cancellable(
    session: &mut Session,
    args: &mut Args<'_>,
    inbox: &Inbox,
) -> Answer {
    let color = args.color()?;
    let question = session.question(color);
    let request = session.request(color);
    let stop = request.stop.clone();
    inbox.alarm(Ring::AtInput, move || stop.raise());
    let choice = choose_within(session, color, &question, request.clone(), &mut ignore);
    Ok(match request.stop.is_raised() {
        true => Reply::from("cancelled"),
        false => Reply::from(decision_word(decision_of(&choice), session.size())),
    })
}

/// `kata-search_debug COLOR`: as [`search`], and tells the thinking on stderr.
pub(super) fn search_debug(session: &mut Session, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let color = args.color()?;
    let question = session.question(color);
    let choice = choose(session, color, &question, inbox);
    tell_on_stderr(&choice, session.size());
    Ok(Reply::from(decision_word(
        decision_of(&choice),
        session.size(),
    )))
}

/// `kata-search_analyze …`: shows the thinking, tells the move, and does not make it.
pub(super) fn search_analyze(
    session: &mut Session,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let asked = AnalyzeRequest::parse(Dialect::Kata, args, session.size())?;
    let color = asked.color.unwrap_or(session.game.turn());
    let question = session.question(color);
    let request = choosing_for(session, color, &asked);
    let (size, n_min) = (session.size(), asked.n_moves_min);
    let mut lines = opening.uninterrupted();
    let choice = choose_within(session, color, &question, request, &mut |found| {
        lines.line(&told(found, size, n_min).line(&asked, size));
        ControlFlow::Continue(())
    });
    if let Some(choice) = &choice {
        lines.line(&told(&choice.analysis, size, n_min).line(&asked, size));
    }
    Ok(lines.play(decision_of(&choice), size))
}

/// `kata-benchmark VISITS`: how long so many visits of this board take.
pub(super) fn benchmark(session: &mut Session, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let n = args.number()?;
    args.end()?;
    if !(1..=N_BENCHMARK_MAX).contains(&n) {
        return Err(Refusal::Syntax);
    }
    let request = Request {
        tuning: session.controls.for_play(),
        ..Request::within(Limits {
            time: None,
            playouts: Some(u64::from(n)),
            threads: session.effort.threads,
        })
    };
    let stop = request.stop.clone();
    inbox.alarm(Ring::AtInterrupt, move || stop.raise());
    session.forget();
    let question = session.question(session.game.turn());
    let began = now();
    let found = session
        .mind
        .thinker()
        .analyse(&question.game, &request, &mut ignore);
    let seconds = began.elapsed().as_secs_f64();
    Ok(Reply::from(format!(
        "{} visits in {seconds:.3} s with {} threads: {:.1} visits/s",
        found.visits,
        request.limits.threads,
        found.visits as f64 / seconds.max(1e-9)
    )))
}
