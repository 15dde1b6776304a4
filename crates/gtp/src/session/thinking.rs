//! Commands that take thought: moves, and whose each point will be.

use ponnuki_game::{Color, Move, PointSet};
use ponnuki_think::{
    Choice, Decision, OnSnapshot, Request, Restricted, Restriction, TurnQuestion, ignore,
};

use super::report::report;
use super::{Answer, EngineSession};
use crate::{
    AnalyzeRequest, Args, CommandRefusal, Dialect, Extra, Inbox, Opening, ReplyText, Ring,
    Streamed, decision_word,
};

pub(super) type Stream = Result<Streamed, CommandRefusal>;

/// `genmove COLOR`.
pub(super) fn genmove(session: &mut EngineSession, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let (color, choice) = choose_for_color(session, args, inbox)?;
    let decision = move_and_wait(session, color, &choice, inbox);
    Ok(decision_text(session, decision))
}

/// `genmove_debug COLOR`: as [`genmove`], and tells the thinking on stderr.
pub(super) fn genmove_debug(
    session: &mut EngineSession,
    args: &mut Args<'_>,
    inbox: &Inbox,
) -> Answer {
    let (color, choice) = choose_for_color(session, args, inbox)?;
    note_thinking(session, &choice);
    let decision = move_and_wait(session, color, &choice, inbox);
    Ok(decision_text(session, decision))
}

/// A decision as the whole of an answer.
pub(super) fn decision_text(session: &EngineSession, decision: Decision) -> ReplyText {
    ReplyText::from(decision_word(decision, session.size()))
}

/// Tells the thinking behind a move to those who look for faults.
pub(super) fn note_thinking(session: &EngineSession, choice: &Option<Choice>) {
    if let Some(choice) = choice {
        let mut asked = AnalyzeRequest::new(Dialect::Kata);
        asked.extras = asked.extras.with(Extra::RootInfo);
        let size = session.size();
        let line = report(&choice.analysis, size, 0).line(&asked, size);
        session.host.note(&line);
    }
}

/// `kgs-genmove_cleanup COLOR`: as [`genmove`], but what is dead is captured first.
pub(super) fn genmove_cleanup(
    session: &mut EngineSession,
    args: &mut Args<'_>,
    inbox: &Inbox,
) -> Answer {
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
    let choice = choose(session, color, &question, inbox);
    let decision = match move_and_wait(session, color, &choice, inbox) {
        // What is dead is not yet off the board: no time to give up.
        Decision::Resign => {
            session.play(color, Move::Pass)?;
            Decision::Move(Move::Pass)
        }
        decision @ Decision::Move(_) => decision,
    };
    Ok(decision_text(session, decision))
}

/// The legal moves on liberties of stones that are to be captured.
fn attacks(question: &TurnQuestion, dead: PointSet) -> Vec<Move> {
    let size = question.game.size();
    let near = dead.neighbors(size) & question.game.legal();
    near.iter().map(Move::Play).collect()
}

/// Makes the move that was chosen, and ponders during the opponent's time if that is wanted.
pub(super) fn move_and_wait(
    session: &mut EngineSession,
    color: Color,
    choice: &Option<Choice>,
    inbox: &Inbox,
) -> Decision {
    let decision = make(session, color, decision_of(choice));
    session.wait_for_opponent(inbox);
    decision
}

/// Takes a color, and chooses its move as [`choose`] does.
pub(super) fn choose_for_color(
    session: &mut EngineSession,
    args: &mut Args<'_>,
    inbox: &Inbox,
) -> Result<(Color, Option<Choice>), CommandRefusal> {
    let color = args.color()?;
    let question = session.question(color);
    Ok((color, choose(session, color, &question, inbox)))
}

/// Thinks about a move until the time is over or the client cannot wait.
fn choose(
    session: &mut EngineSession,
    color: Color,
    question: &TurnQuestion,
    inbox: &Inbox,
) -> Option<Choice> {
    let request = session.request(color);
    inbox.stop_at(Ring::AtInterrupt, &request.stop);
    choose_within(session, color, question, request, &mut ignore)
}

/// Thinks about a move as `request` says, and counts the time that it took.
pub(super) fn choose_within(
    session: &mut EngineSession,
    color: Color,
    question: &TurnQuestion,
    mut request: Request,
    watch: &mut OnSnapshot<'_>,
) -> Option<Choice> {
    request.restrictions.extend(question.restrictions.clone());
    let began = session.host.now();
    let choice = session
        .pondering
        .thinker()
        .choose(&question.game, &request, watch);
    let elapsed = session.host.now().duration_since(began);
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
fn make(session: &mut EngineSession, color: Color, decision: Decision) -> Decision {
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

/// `cgos-genmove_analyze COLOR`: moves, and tells the thinking as JSON.
pub(super) fn cgos_genmove_analyze(
    session: &mut EngineSession,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let color = args.color()?;
    let (question, size) = (session.question(color), session.size());
    let (request, inbox) = (session.request(color), opening.inbox());
    let mut lines = opening.uninterrupted();
    let choice = choose_within(session, color, &question, request, &mut ignore);
    if let Some(choice) = &choice {
        lines.line(&report(&choice.analysis, size, 0).cgos_line(size));
    }
    let decision = move_and_wait(session, color, &choice, &inbox);
    Ok(lines.play(decision, size))
}

/// `ponnuki-ownership`: whose each point will be, 1 for Black, −1 for White,
/// row by row from the top.
pub(super) fn ownership(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    let question = session.question(session.game.turn());
    let request = session.request(session.game.turn());
    let mut thinker = session.pondering.thinker();
    let found = thinker.analyse(&question.game, &request, &mut ignore);
    drop(thinker);
    let rows = found.ownership.chunks(session.size().width() as usize);
    Ok(ReplyText::lines(rows.map(|row| {
        let row: Vec<String> = row.iter().map(|value| format!("{value:.2}")).collect();
        row.join(" ")
    })))
}
