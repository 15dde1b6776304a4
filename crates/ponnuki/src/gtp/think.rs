//! Commands that take thought: moves, and analysis while it lasts.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use ponnuki_engine::{self as engine, Choice, Limits, Request, Restricted, StopSign, ignore};
use ponnuki_game::{Color, Move, PointSet, Size};
use ponnuki_gtp::{
    Analysis, AnalyzeRequest, Args, Candidate, Decision, Dialect, Inbox, Opening, PvMove, Refusal,
    Reply, Restriction, Streamed, TIME_MAX, Verdict,
};

use super::session::Session;
use crate::clock::now;
use crate::question::Question;

/// After this much analysis nothing new is found, and nobody looks any more.
const ANALYSIS_TIME_MAX: Duration = Duration::from_secs(3600);

/// How often a search looks whether it is told to hurry.
const LOOK_EVERY: Duration = Duration::from_millis(50);

type Answer = Result<Reply, Refusal>;
type Stream = Result<Streamed, Refusal>;

/// `genmove COLOR`.
pub(super) fn genmove(session: &mut Session, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let color = args.color()?;
    let question = session.question(color);
    let decision = think_then_move(session, color, &question, inbox);
    Ok(Reply::from(decision.word(session.size())))
}

/// `reg_genmove COLOR`: as [`genmove`], but the move is not made.
pub(super) fn reg_genmove(session: &mut Session, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let color = args.color()?;
    let question = session.question(color);
    let choice = choose(session, color, &question, inbox);
    Ok(Reply::from(decision_of(&choice).word(session.size())))
}

/// `kgs-genmove_cleanup COLOR`: as [`genmove`], but what is dead is captured first.
pub(super) fn genmove_cleanup(session: &mut Session, args: &mut Args<'_>, inbox: &Inbox) -> Answer {
    let color = args.color()?;
    let dead = session.lost() & session.game.board().stones(!color);
    let mut question = session.question(color);
    let attacks = attacks(&question, dead);
    if !attacks.is_empty() {
        question.restrictions.push(engine::Restriction {
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
    Ok(Reply::from(decision.word(session.size())))
}

/// The legal moves on liberties of stones that are to be captured.
fn attacks(question: &Question, dead: PointSet) -> Vec<Move> {
    let size = question.game.size();
    let near = dead.neighbors(size) & question.game.legal();
    near.iter().map(Move::Play).collect()
}

/// Thinks, makes the move, and lets the clock know.
fn think_then_move(
    session: &mut Session,
    color: Color,
    question: &Question,
    inbox: &Inbox,
) -> Decision {
    let choice = choose(session, color, question, inbox);
    make(session, color, decision_of(&choice))
}

/// Thinks about a move until the time is over or the client cannot wait.
fn choose(
    session: &mut Session,
    color: Color,
    question: &Question,
    inbox: &Inbox,
) -> Option<Choice> {
    let mut request = Request::within(session.limits(color));
    request.interval = LOOK_EVERY;
    choose_within(session, color, question, request, &mut |_| {
        hurry_if(inbox.has_interrupt())
    })
}

fn hurry_if(is_urgent: bool) -> ControlFlow<()> {
    match is_urgent {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

fn choose_within(
    session: &mut Session,
    color: Color,
    question: &Question,
    mut request: Request,
    watch: &mut engine::Watch<'_>,
) -> Option<Choice> {
    request.restrictions.extend(question.restrictions.clone());
    let began = now();
    let choice = session.thinker.choose(&question.game, &request, watch);
    let elapsed = began.elapsed();
    session.thought += elapsed.saturating_mul(request.limits.threads as u32);
    session.clock.spend(color, elapsed);
    choice
}

/// What was chosen; a pass where there is nothing to choose.
fn decision_of(choice: &Option<Choice>) -> Decision {
    match choice.as_ref().map(|choice| choice.decision) {
        Some(engine::Decision::Move(mv)) => Decision::Move(mv),
        Some(engine::Decision::Resign) => Decision::Resign,
        None => Decision::Move(Move::Pass),
    }
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
    let (stop, inbox) = (request.stop.clone(), lines.inbox());
    thread::scope(|scope| {
        // Without a thread to wait, the watcher notices input with its next line.
        let waiting = move || stop_at_input(&inbox, &stop);
        drop(thread::Builder::new().spawn_scoped(scope, waiting));
        let began = now();
        let last = session
            .thinker
            .analyse(&question.game, &request, &mut |found| {
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
    });
    Ok(lines.end())
}

fn stop_at_input(inbox: &Inbox, stop: &StopSign) {
    let _input = inbox.wait(TIME_MAX);
    stop.raise();
}

/// What to ask the thinker for a client who `asked` for analysis.
fn thinking_for(session: &Session, asked: &AnalyzeRequest, question: &Question) -> Request {
    let mut request = Request::within(Limits {
        time: None,
        playouts: session.effort.playouts,
        threads: session.effort.threads,
    });
    request.interval = asked.interval.unwrap_or(ANALYSIS_TIME_MAX);
    let asked_for = asked.restrictions.iter().map(restriction);
    request.restrictions = asked_for.chain(question.restrictions.clone()).collect();
    request
}

fn restriction(asked: &Restriction) -> engine::Restriction {
    let (by, moves, depth) = match asked.clone() {
        Restriction::Avoid {
            color,
            moves,
            depth,
        } => (color, Restricted::Avoid(moves), depth),
        Restriction::Allow {
            color,
            moves,
            depth,
        } => (color, Restricted::Allow(moves), depth),
    };
    engine::Restriction {
        by,
        moves,
        n_moves: depth as usize,
    }
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
    let mut request = thinking_for(session, &asked, &question);
    request.limits = session.limits(color);
    // What the question restricts is added where it is asked.
    request.restrictions = asked.restrictions.iter().map(restriction).collect();
    let (size, n_min) = (session.size(), asked.n_moves_min);
    let mut lines = opening.uninterrupted();
    let choice = choose_within(session, color, &question, request, &mut |found| {
        lines.line(&told(found, size, n_min).line(&asked, size));
        ControlFlow::Continue(())
    });
    if let Some(choice) = &choice {
        lines.line(&told(&choice.analysis, size, n_min).line(&asked, size));
    }
    let decision = make(session, color, decision_of(&choice));
    Ok(lines.play(decision, size))
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
    let mut request = thinking_for(session, &asked, &question);
    request.limits = session.limits(color);
    request.restrictions = asked.restrictions.iter().map(restriction).collect();
    let (every, size) = (request.interval, session.size());
    request.interval = LOOK_EVERY.min(every);
    let n_min = asked.n_moves_min;
    let mut lines = opening.until_input();
    let mut shown_at = now();
    let choice = choose_within(session, color, &question, request, &mut |found| {
        if !lines.is_interrupted() && shown_at.elapsed() >= every {
            lines.line(&told(found, size, n_min).line(&asked, size));
            shown_at = now();
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
    let request = Request::within(session.limits(color));
    let mut lines = opening.uninterrupted();
    let choice = choose_within(session, color, &question, request, &mut ignore);
    if let Some(choice) = &choice {
        lines.line(&told(&choice.analysis, size, 0).cgos_line(size));
    }
    let decision = make(session, color, decision_of(&choice));
    Ok(lines.play(decision, size))
}

/// `ponnuki-ownership`: whose each point will be, 1 for Black, −1 for White,
/// row by row from the top.
pub(super) fn ownership(session: &mut Session, _: &mut Args<'_>) -> Answer {
    let question = session.question(session.game.turn());
    let request = Request::within(session.limits(session.game.turn()));
    let found = session
        .thinker
        .analyse(&question.game, &request, &mut ignore);
    let rows = found.ownership.chunks(session.size().width() as usize);
    Ok(Reply::lines(rows.map(|row| {
        let row: Vec<String> = row.iter().map(|value| format!("{value:.2}")).collect();
        row.join(" ")
    })))
}

/// What the thinker found, as GTP tells it: for the player to move. Moves that
/// were not tried are left out, unless there would be fewer than `n_min`.
fn told(found: &engine::Analysis, size: Size, n_min: usize) -> Analysis {
    let sign = match found.turn {
        Color::Black => 1.0,
        Color::White => -1.0,
    };
    let owners = found.ownership.iter().map(|&value| sign * f64::from(value));
    let ownership = Some(owners.collect::<Vec<f64>>()).filter(|all| all.len() == size.n_points());
    let is_told =
        |&(at, candidate): &(usize, &engine::Candidate)| candidate.visits > 0 || at < n_min;
    let candidates = found.candidates.iter().enumerate().filter(is_told);
    let candidates = candidates.map(|(_, candidate)| Candidate {
        // Ownership is known for the board as a whole alone.
        ownership: ownership.clone(),
        ..told_candidate(candidate)
    });
    Analysis {
        candidates: candidates.collect(),
        root: verdict(found.visits, found.win_rate, found.lead),
        ownership: ownership.clone(),
        ownership_stdev: None,
    }
}

fn told_candidate(found: &engine::Candidate) -> Candidate {
    let mut candidate = Candidate::new(found.mv);
    candidate.verdict = verdict(found.visits, found.win_rate, found.lead);
    candidate.edge_visits = found.visits;
    candidate.prior = f64::from(found.prior);
    candidate.lcb = f64::from(found.lcb);
    candidate.utility_lcb = utility(found.lcb);
    // How often a later move was looked at is not told: once at least.
    let visits = [found.visits].into_iter().chain(std::iter::repeat(1));
    let pv = found.variation.iter().zip(visits);
    candidate.pv = pv
        .map(|(&mv, visits)| PvMove {
            mv,
            visits,
            edge_visits: visits,
        })
        .collect();
    candidate
}

fn verdict(visits: u64, win_rate: f32, lead: f32) -> Verdict {
    Verdict {
        visits,
        winrate: f64::from(win_rate),
        score_lead: f64::from(lead),
        score_selfplay: f64::from(lead),
        utility: utility(win_rate),
        weight: visits as f64,
        ..Verdict::default()
    }
}

/// A chance of winning from 0 to 1 as a utility from −1 to 1.
fn utility(win_rate: f32) -> f64 {
    2.0 * f64::from(win_rate) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(turn: Color) -> engine::Analysis {
        let size = Size::new(2, 1).unwrap();
        let candidate = |x, visits| {
            let mv = Move::Play(size.at(x, 0).unwrap());
            engine::Candidate {
                mv,
                visits,
                win_rate: 0.75,
                lead: 2.5,
                prior: 0.5,
                lcb: 0.25,
                variation: vec![mv, Move::Pass],
            }
        };
        engine::Analysis {
            turn,
            visits: 9,
            win_rate: 0.75,
            lead: 2.5,
            candidates: vec![candidate(1, 8), candidate(0, 0)],
            ownership: vec![1.0, -0.5],
        }
    }

    #[test]
    fn what_is_told_is_for_the_player_to_move() {
        let size = Size::new(2, 1).unwrap();
        for (turn, ownership) in [(Color::Black, [1.0, -0.5]), (Color::White, [-1.0, 0.5])] {
            let told = told(&found(turn), size, 0);
            assert_eq!(told.ownership, Some(ownership.to_vec()), "{turn}");
            assert_eq!(told.root.winrate, 0.75);
            assert_eq!(told.root.score_lead, 2.5);
            assert_eq!(told.root.utility, 0.5);
        }
    }

    #[test]
    fn the_best_move_is_told_first_and_with_what_is_expected() {
        let size = Size::new(2, 1).unwrap();
        for (n_min, n_told) in [(0, 1), (1, 1), (2, 2), (30, 2)] {
            let told = told(&found(Color::Black), size, n_min);
            assert_eq!(told.candidates.len(), n_told, "{n_min}");
            let best = &told.candidates[0];
            assert_eq!(Decision::Move(best.mv).word(size), "B1");
            assert_eq!(best.utility_lcb, -0.5);
            let visits: Vec<u64> = best.pv.iter().map(|pv| pv.visits).collect();
            assert_eq!(visits, [8, 1]);
        }
    }
}
