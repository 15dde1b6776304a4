//! Commands that take thought: moves, and analysis while it lasts.

use std::ops::ControlFlow;
use std::time::Duration;

use ponnuki_game::{Color, Move, PointSet, Size};
use ponnuki_gtp::{
    AnalyzeRequest, Args, Dialect, Extra, Inbox, Opening, Refusal, Reply, Ring, Streamed,
    decision_word,
};
use ponnuki_think::{
    Choice, Decision, Detail, Limits, OnSnapshot, Request, Restricted, Restriction, TurnQuestion,
    ignore,
};

use super::session::Session;
use super::told::told;
use crate::clock::now;
use crate::note;

/// After this much analysis nothing new is found, and nobody looks any more.
const ANALYSIS_TIME_MAX: Duration = Duration::from_secs(3600);

pub(super) type Answer = Result<Reply, Refusal>;
pub(super) type Stream = Result<Streamed, Refusal>;

/// `genmove COLOR`.
pub(super) fn genmove(session: &mut Session, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let color = args.color()?;
    let question = session.question(color);
    let decision = think_then_move(session, color, &question, inbox);
    Ok(Reply::from(decision_word(decision, session.size())))
}

/// `genmove_debug COLOR`: as [`genmove`], and tells the thinking on stderr.
pub(super) fn genmove_debug(session: &mut Session, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let color = args.color()?;
    let question = session.question(color);
    let choice = choose(session, color, &question, inbox);
    tell_on_stderr(&choice, session.size());
    let decision = make(session, color, decision_of(&choice));
    session.wait_for_opponent(inbox);
    Ok(Reply::from(decision_word(decision, session.size())))
}

/// Tells the thinking behind a move to those who look for faults.
pub(super) fn tell_on_stderr(choice: &Option<Choice>, size: Size) {
    if let Some(choice) = choice {
        let mut asked = AnalyzeRequest::new(Dialect::Kata);
        asked.extras = asked.extras.with(Extra::RootInfo);
        note(&told(&choice.analysis, size, 0).line(&asked, size));
    }
}

/// `kgs-genmove_cleanup COLOR`: as [`genmove`], but what is dead is captured first.
pub(super) fn genmove_cleanup(session: &mut Session, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let color = args.color()?;
    let dead = session.lost() & session.game.board().stones(!color);
    let mut question = session.question(color);
    let attacks = attacks(&question, dead);
    if !attacks.is_empty() {
        question.restrictions.push(Restriction {
            by: color,
            moves: Restricted::Allow(attacks),
            n_moves: 1,
        });
    }
    let decision = match think_then_move(session, color, &question, inbox) {
        // What is dead is not yet off the board: no time to give up.
        Decision::Resign => {
            session.play(color, Move::Pass)?;
            Decision::Move(Move::Pass)
        }
        decision @ Decision::Move(_) => decision,
    };
    Ok(Reply::from(decision_word(decision, session.size())))
}

/// The legal moves on liberties of stones that are to be captured.
fn attacks(question: &TurnQuestion, dead: PointSet) -> Vec<Move> {
    let size = question.game.size();
    let near = dead.neighbors(size) & question.game.legal();
    near.iter().map(Move::Play).collect()
}

/// Thinks, makes the move, lets the clock know, and thinks on if that is wanted.
fn think_then_move(
    session: &mut Session,
    color: Color,
    question: &TurnQuestion,
    inbox: &Inbox,
) -> Decision {
    let choice = choose(session, color, question, inbox);
    let decision = make(session, color, decision_of(&choice));
    session.wait_for_opponent(inbox);
    decision
}

/// Thinks about a move until the time is over or the client cannot wait.
pub(super) fn choose(
    session: &mut Session,
    color: Color,
    question: &TurnQuestion,
    inbox: &Inbox,
) -> Option<Choice> {
    let request = session.request(color);
    let stop = request.stop.clone();
    inbox.alarm(Ring::AtInterrupt, move || stop.raise());
    choose_within(session, color, question, request, &mut ignore)
}

fn hurry_if(is_urgent: bool) -> ControlFlow<()> {
    match is_urgent {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

pub(super) fn choose_within(
    session: &mut Session,
    color: Color,
    question: &TurnQuestion,
    mut request: Request,
    watch: &mut OnSnapshot<'_>,
) -> Option<Choice> {
    request.restrictions.extend(question.restrictions.clone());
    let began = now();
    let choice = session
        .mind
        .thinker()
        .choose(&question.game, &request, watch);
    let elapsed = began.elapsed();
    session.thought += elapsed.saturating_mul(request.limits.threads as u32);
    session.clock.spend(color, elapsed);
    choice
}

/// What was chosen; a pass where there is nothing to choose.
pub(super) fn decision_of(choice: &Option<Choice>) -> Decision {
    let choice = choice.as_ref();
    choice.map_or(Decision::Move(Move::Pass), |choice| choice.decision)
}

/// Makes the move that was decided on; a pass if the game does not allow it.
fn make(session: &mut Session, color: Color, decision: Decision) -> Decision {
    match decision {
        Decision::Resign => Decision::Resign,
        Decision::Move(mv) => match session.play(color, mv) {
            Ok(()) => decision,
            Err(_) => {
                // A pass is always possible.
                let _played = session.play(color, Move::Pass);
                Decision::Move(Move::Pass)
            }
        },
    }
}

/// `lz-analyze`.
pub(super) fn lz_analyze(s: &mut Session, args: &mut Args<'_>, opening: Opening<'_>) -> Stream {
    analyze(Dialect::Lz, s, args, opening)
}

/// `kata-analyze`.
pub(super) fn kata_analyze(s: &mut Session, args: &mut Args<'_>, opening: Opening<'_>) -> Stream {
    analyze(Dialect::Kata, s, args, opening)
}

/// Analyses until any input comes.
fn analyze(
    dialect: Dialect,
    session: &mut Session,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let asked = AnalyzeRequest::parse(dialect, args, session.size())?;
    let color = asked.color.unwrap_or(session.game.turn());
    let question = session.question(color);
    let mut request = thinking_for(session, &asked, &question);
    request.limits.time = Some(ANALYSIS_TIME_MAX);
    let (size, n_min) = (session.size(), asked.n_moves_min);
    let mut lines = opening.until_input();
    let stop = request.stop.clone();
    lines.inbox().alarm(Ring::AtInput, move || stop.raise());
    let began = now();
    let thinker = session.mind.thinker();
    let last = thinker.analyse(&question.game, &request, &mut |found| {
        if !lines.is_interrupted() {
            lines.line(&told(found, size, n_min).line(&asked, size));
        }
        hurry_if(lines.is_interrupted())
    });
    session.thought += began.elapsed() * request.limits.threads as u32;
    // Thought to its end before any input came.
    if asked.interval.is_some() && !lines.is_interrupted() {
        lines.line(&told(&last, size, n_min).line(&asked, size));
    }
    Ok(lines.end())
}

/// What to ask the thinker for a client who `asked` for analysis.
fn thinking_for(session: &Session, asked: &AnalyzeRequest, question: &TurnQuestion) -> Request {
    let mut request = Request::within(Limits {
        time: None,
        playouts: session.effort.playouts,
        threads: session.effort.threads,
    });
    request.interval = asked.interval.unwrap_or(ANALYSIS_TIME_MAX);
    request.detail = detail(asked);
    request.imitation = session.people.imitation();
    request.tuning = session.controls.for_analysis();
    let asked_for = asked.restrictions.iter().cloned();
    request.restrictions = asked_for.chain(question.restrictions.clone()).collect();
    request
}

/// `lz-genmove_analyze`.
pub(super) fn lz_genmove_analyze(
    session: &mut Session,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    genmove_analyze(Dialect::Lz, session, args, opening)
}

/// `kata-genmove_analyze`.
pub(super) fn kata_genmove_analyze(
    session: &mut Session,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    genmove_analyze(Dialect::Kata, session, args, opening)
}

/// Moves, and shows the thinking on the way; no input ends it.
fn genmove_analyze(
    dialect: Dialect,
    session: &mut Session,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let asked = AnalyzeRequest::parse(dialect, args, session.size())?;
    let color = asked.color.unwrap_or(session.game.turn());
    let question = session.question(color);
    let request = choosing_for(session, color, &asked);
    let (size, n_min) = (session.size(), asked.n_moves_min);
    let inbox = opening.inbox();
    let mut lines = opening.uninterrupted();
    let choice = choose_within(session, color, &question, request, &mut |found| {
        lines.line(&told(found, size, n_min).line(&asked, size));
        ControlFlow::Continue(())
    });
    if let Some(choice) = &choice {
        lines.line(&told(&choice.analysis, size, n_min).line(&asked, size));
    }
    let decision = make(session, color, decision_of(&choice));
    session.wait_for_opponent(&inbox);
    Ok(lines.play(decision, size))
}

/// What to ask the thinker for a client who `asked` for a move of `color`. What the
/// question restricts is added where it is asked.
pub(super) fn choosing_for(session: &Session, color: Color, asked: &AnalyzeRequest) -> Request {
    Request {
        interval: asked.interval.unwrap_or(ANALYSIS_TIME_MAX),
        restrictions: asked.restrictions.to_vec(),
        detail: detail(asked),
        ..session.request(color)
    }
}

/// How much is to be told of each move.
fn detail(asked: &AnalyzeRequest) -> Detail {
    let wants = |extra| asked.extras.contains(extra);
    if wants(Extra::OwnershipStdev) || wants(Extra::MovesOwnershipStdev) {
        Detail::OwnershipStdev
    } else if wants(Extra::MovesOwnership) {
        Detail::Ownership
    } else {
        Detail::Numbers
    }
}

/// `kata-search_analyze_cancellable`: looks for a move without making it, and
/// any input ends the search.
pub(super) fn search_analyze_cancellable(
    session: &mut Session,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let asked = AnalyzeRequest::parse(Dialect::Kata, args, session.size())?;
    let color = asked.color.unwrap_or(session.game.turn());
    let question = session.question(color);
    let request = choosing_for(session, color, &asked);
    let (size, n_min) = (session.size(), asked.n_moves_min);
    let mut lines = opening.until_input();
    let stop = request.stop.clone();
    lines.inbox().alarm(Ring::AtInput, move || stop.raise());
    let choice = choose_within(session, color, &question, request, &mut |found| {
        if !lines.is_interrupted() {
            lines.line(&told(found, size, n_min).line(&asked, size));
        }
        hurry_if(lines.is_interrupted())
    });
    Ok(match lines.is_interrupted() {
        true => lines.cancel(),
        false => lines.play(decision_of(&choice), size),
    })
}

/// `cgos-genmove_analyze COLOR`: moves, and tells the thinking as JSON.
pub(super) fn cgos_genmove_analyze(
    session: &mut Session,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let color = args.color()?;
    let (question, size) = (session.question(color), session.size());
    let (request, inbox) = (session.request(color), opening.inbox());
    let mut lines = opening.uninterrupted();
    let choice = choose_within(session, color, &question, request, &mut ignore);
    if let Some(choice) = &choice {
        lines.line(&told(&choice.analysis, size, 0).cgos_line(size));
    }
    let decision = make(session, color, decision_of(&choice));
    session.wait_for_opponent(&inbox);
    Ok(lines.play(decision, size))
}

/// `ponnuki-ownership`: whose each point will be, 1 for Black, −1 for White,
/// row by row from the top.
pub(super) fn ownership(session: &mut Session, _: &mut Args<'_>) -> Answer {
    let question = session.question(session.game.turn());
    let request = session.request(session.game.turn());
    let thinker = session.mind.thinker();
    let found = thinker.analyse(&question.game, &request, &mut ignore);
    let rows = found.ownership.chunks(session.size().width() as usize);
    Ok(Reply::lines(rows.map(|row| {
        let row: Vec<String> = row.iter().map(|value| format!("{value:.2}")).collect();
        row.join(" ")
    })))
}
