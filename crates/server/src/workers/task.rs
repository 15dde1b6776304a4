//! A task, done on the calling thread: by a worker, or by a node for another.

use ponnuki_game::Game;
use ponnuki_think::{Decision, StopSign};
use ponnuki_wire::worker::{WorkerAnswer, WorkerTask};
use ponnuki_wire::{Proposal, from_ms, review};

use crate::thinking::{SeatClock, ThinkingService};

/// Has `service` do a task; what it thinks on the way goes to `tell`.
///
/// # Errors
///
/// Why it cannot be done, in English.
pub fn do_task(
    service: &dyn ThinkingService,
    task: &WorkerTask,
    stop: &StopSign,
    tell: &mut dyn FnMut(review::JudgedPosition),
) -> Result<WorkerAnswer, &'static str> {
    let game = task.game().to_game().ok_or("there is no such game")?;
    let size = game.size();
    Ok(match task {
        WorkerTask::Choose {
            level,
            clock,
            time_ms,
            ..
        } => {
            let (control, left) = clock.to_clock().ok_or("there is no such clock")?;
            let clock = SeatClock { control, left };
            let at = match service.choose(&game, *level, clock, from_ms(*time_ms), stop) {
                Decision::Move(mv) => Some(review::name(mv, size)),
                Decision::Resign => None,
            };
            WorkerAnswer::Chosen { at }
        }
        WorkerTask::Dead { .. } => WorkerAnswer::Dead {
            dead: dead(service, &game, stop),
        },
        WorkerTask::Estimate { .. } => {
            let estimate = service.estimate(&game, stop);
            WorkerAnswer::Estimate {
                ownership: estimate.ownership,
                lead: estimate.lead,
                win_rate: estimate.win_rate,
            }
        }
        WorkerTask::Analyse { visits, .. } => judged(service.analyse(&game, *visits, stop, tell)),
        WorkerTask::Judge { played, visits, .. } => {
            let played = played.as_ref().and_then(|mv| mv.to_move(size));
            judged(service.judge(&game, played, *visits, stop))
        }
    })
}

fn dead(service: &dyn ThinkingService, game: &Game, stop: &StopSign) -> Vec<Proposal> {
    let proposals = service.dead(game, stop).into_iter();
    proposals
        .map(|proposal| Proposal::of(&proposal, game.size()))
        .collect()
}

fn judged(position: review::JudgedPosition) -> WorkerAnswer {
    let position = Box::new(position);
    WorkerAnswer::Judged { position }
}
