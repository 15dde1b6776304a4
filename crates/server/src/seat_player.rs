//! The engine's part in one room: asks the thinker what the room wants to know,
//! once, and throws away what has come too late.

use std::net::{IpAddr, Ipv4Addr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ponnuki_clock::Control;
use ponnuki_game::{Game, Move};
use ponnuki_room::{Event, MoveNodeId, Proposal, Room, Stage, Want};
use ponnuki_think::{Decision, StopSign};
use ponnuki_wire::{self as wire, RefusalCode, Refused, ToClient, to_json};
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use crate::house::House;
use crate::limits::Household;
use crate::now;
use crate::room_task::Command;
use crate::thinking::{Busy, SeatClock, ThinkingService, Turn, Work, WorkKind};
use crate::visitors::{Outgoing, Visitor};

/// Who pays for the thinking in rooms in which no player was seen since the server started.
const NOBODY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// What the thinker was asked, and about which position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    want: Want,
    game_number: u32,
    node: MoveNodeId,
}

/// What the thinker said.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    question: Question,
    thought: Thought,
}

#[derive(Clone, Debug)]
enum Thought {
    Decision(Decision),
    Dead(Vec<Proposal>),
    /// It broke down.
    Nothing,
}

/// Whether an answer is wanted at once. What only waits for its turn would be forgotten if it
/// were stopped; so it is stopped as soon as it has begun.
#[derive(Debug, Default)]
struct Haste {
    is_wanted: AtomicBool,
    has_begun: AtomicBool,
}

impl Haste {
    /// The thinker begins.
    fn begin(&self, stop: &StopSign) {
        self.has_begun.store(true, Ordering::SeqCst);
        if self.is_wanted.load(Ordering::SeqCst) {
            stop.raise();
        }
    }

    /// Somebody wants the answer at once.
    fn want(&self, stop: &StopSign) {
        self.is_wanted.store(true, Ordering::SeqCst);
        if self.has_begun.load(Ordering::SeqCst) {
            stop.raise();
        }
    }
}

/// A question that the thinker has not answered yet.
#[derive(Debug)]
struct Asked {
    question: Question,
    stop: StopSign,
    haste: Arc<Haste>,
}

/// What one room has asked of the thinker.
#[derive(Debug, Default)]
pub(crate) struct SeatPlayer {
    asked: Option<Asked>,
    /// Whether the thinker was too busy to be asked.
    is_refused: bool,
    /// Where the last player was who was seen here: what the room asks counts as theirs.
    player: Option<IpAddr>,
}

impl SeatPlayer {
    /// A player is here.
    pub(crate) fn meet(&mut self, player: Option<IpAddr>) {
        self.player = player.or(self.player);
    }

    /// Asks for what `room` wants, unless that is asked for already.
    pub(crate) fn ask(
        &mut self,
        house: &Arc<House>,
        room: &Room,
        want: Want,
        clock: SeatClock,
        own: &mpsc::WeakSender<Command>,
    ) {
        let question = Question {
            want,
            game_number: room.game_number(),
            node: room.node(),
        };
        let is_asked = self.has_asked(question);
        let (Some(game), Some(inbox), false) = (room.game(), own.upgrade(), is_asked) else {
            return;
        };
        self.rest();
        let (game, stop, asked_at) = (game.clone(), StopSign::new(), now::steady());
        let (kind, effort) = match want {
            Want::EngineMove { level, .. } => (WorkKind::Move, level),
            Want::DeadStones | Want::Nigiri | Want::EngineAnswer { .. } => {
                (WorkKind::DeadStones, 0)
            }
        };
        let work = Work {
            household: Household::of(self.player.unwrap_or(NOBODY)),
            kind,
            effort,
            n_points: game.size().n_points(),
        };
        let breath = match kind == WorkKind::Move && clock.control == Control::None {
            true => house.breath,
            false => Duration::ZERO,
        };
        let runtime = Handle::current();
        let haste = Arc::new(Haste::default());
        let begun = Arc::clone(&haste);
        let asked = house.pool.ask(work, &stop, move |thinker, turn| {
            begun.begin(turn.stop());
            let clock = clock.later(now::steady() - asked_at);
            let think = || think(thinker, &game, want, clock, turn);
            let thought = catch_unwind(AssertUnwindSafe(think));
            let thought = thought.unwrap_or(Thought::Nothing);
            let answer = Command::Answer(Answer { question, thought });
            turn.give_back();
            // The thread is for others meanwhile. A room that has gone needs no answer.
            runtime.spawn(async move {
                tokio::time::sleep_until((asked_at + breath).into()).await;
                drop(inbox.send(answer).await);
            });
        });
        match asked {
            Ok(()) => {
                house.metrics.thoughts.add_one();
                self.asked = Some(Asked {
                    question,
                    stop,
                    haste,
                });
            }
            Err(Busy) => {
                house.metrics.refuse(kind);
                self.is_refused = true;
            }
        }
    }

    /// What the room is to be told of an answer: the first of these that it takes.
    pub(crate) fn events(&mut self, room: &Room, answer: Answer) -> Vec<Event> {
        let Answer { question, thought } = answer;
        let is_wanted = self.has_asked(question)
            && room.wants() == Some(question.want)
            && room.node() == question.node;
        if !is_wanted {
            return Vec::new();
        }
        match (question.want, thought) {
            (Want::EngineMove { seat, .. }, thought) => {
                let moved = |mv: Move| Event::Moved {
                    seat,
                    node: question.node,
                    mv,
                    lag: Duration::ZERO,
                };
                let resigned = Event::Resigned { seat };
                match thought {
                    Thought::Decision(Decision::Move(mv)) => vec![moved(mv), resigned],
                    Thought::Decision(Decision::Resign) | Thought::Dead(_) | Thought::Nothing => {
                        vec![resigned]
                    }
                }
            }
            (Want::DeadStones, Thought::Dead(dead)) => {
                vec![
                    Event::Proposed { dead },
                    Event::Proposed { dead: Vec::new() },
                ]
            }
            (Want::DeadStones, Thought::Decision(_) | Thought::Nothing) => {
                vec![Event::Proposed { dead: Vec::new() }]
            }
            (Want::Nigiri | Want::EngineAnswer { .. }, _) => Vec::new(),
        }
    }

    fn has_asked(&self, question: Question) -> bool {
        let asked = self.asked.as_ref();
        asked.is_some_and(|asked| asked.question == question)
    }

    /// Has the thinker make the move that it thinks best by now, if it thinks about one.
    pub(crate) fn hurry(&self) {
        if let Some(asked) = &self.asked
            && matches!(asked.question.want, Want::EngineMove { .. })
        {
            asked.haste.want(&asked.stop);
        }
    }

    /// Whether the thinker is at work for this room.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.is_some() || self.is_refused
    }

    /// Whether the thinker was too busy to be asked.
    pub(crate) fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Nothing is wanted any more.
    pub(crate) fn rest(&mut self) {
        self.is_refused = false;
        if let Some(asked) = self.asked.take() {
            asked.stop.raise();
        }
    }

    /// Has the position judged for a visitor, who is told directly.
    pub(crate) fn estimate(
        &self,
        house: &House,
        room: &Room,
        visitor: &Visitor,
        re: u64,
    ) -> Result<(), Refused> {
        let is_playing = matches!(room.stage(), Stage::Playing | Stage::Stopped(_));
        if is_playing && room.is_between_people() {
            let text = "people play here: the program says nothing before the end";
            return Err(Refused::new(RefusalCode::EstimateForbidden, text));
        }
        let Some(game) = room.game().cloned() else {
            return Err(Refused::new(
                RefusalCode::WrongStage,
                "there is no game yet",
            ));
        };
        if house
            .rates
            .estimates
            .take(visitor.address, now::steady())
            .is_err()
        {
            let text = "too many estimates in a short time";
            return Err(Refused::new(RefusalCode::TooFast, text));
        }
        let outbox = visitor.outbox.clone();
        let work = Work {
            household: Household::of(visitor.address),
            kind: WorkKind::Estimate,
            effort: 0,
            n_points: game.size().n_points(),
        };
        let asked = house
            .pool
            .ask(work, &StopSign::new(), move |thinker, turn| {
                let estimate = || thinker.estimate(&game, turn.stop());
                let estimate = catch_unwind(AssertUnwindSafe(estimate));
                let message = match estimate {
                    Ok(estimate) => ToClient::Estimate(wire::Estimate {
                        re,
                        ownership: estimate.ownership.iter().map(|&own| percent(own)).collect(),
                        lead: tenths(estimate.lead),
                        winrate: f64::from((estimate.win_rate * 1000.0).round()) / 1000.0,
                    }),
                    Err(_) => ToClient::Refused(
                        Refused::new(RefusalCode::Failed, "the program has no answer").to(re),
                    ),
                };
                // Whoever asked may have gone, or may not read.
                drop(outbox.try_send(Outgoing::Text(to_json(&message).into())));
            });
        asked.map_err(|Busy| {
            house.metrics.refuse(work.kind);
            Refused::new(RefusalCode::Busy, "the program has too much to think about")
        })
    }
}

fn think(
    thinker: &dyn ThinkingService,
    game: &Game,
    want: Want,
    clock: SeatClock,
    turn: &Turn,
) -> Thought {
    let stop = turn.stop();
    match want {
        Want::EngineMove { level, .. } => {
            Thought::Decision(thinker.choose(game, level, clock, turn.time_max(), stop))
        }
        Want::DeadStones => Thought::Dead(thinker.dead(game, stop)),
        Want::Nigiri | Want::EngineAnswer { .. } => Thought::Nothing,
    }
}

fn percent(ownership: f32) -> i8 {
    (ownership * 100.0).round().clamp(-100.0, 100.0) as i8
}

fn tenths(points: f32) -> f64 {
    f64::from((points * 10.0).round()) / 10.0
}
