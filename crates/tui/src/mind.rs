//! The engine on a thread of its own: it thinks about the last question, and no other.

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use ponnuki_engine::{Analysis, Memory, Request, StopSign, Thinker};

use crate::event::{Event, Question, Thought};
use crate::run::{Alarm, Incoming};

/// Makes what thinks, when it is first needed: a network takes a while to read. If it
/// cannot, it says why.
pub type ThinkerMaker = Box<dyn Fn() -> Result<Box<dyn Thinker>, String> + Send>;

/// How often something is shown of the thinking.
const INTERVAL: Duration = Duration::from_millis(250);

/// The thread that thinks.
pub(crate) struct Mind {
    questions: Sender<(Question, StopSign)>,
    /// Stops what is thought about now.
    stop: StopSign,
}

impl fmt::Debug for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mind").finish_non_exhaustive()
    }
}

impl Mind {
    /// Starts the thread; thoughts go to `sender`.
    ///
    /// # Errors
    ///
    /// The machine gives no thread.
    pub(crate) fn wake(maker: ThinkerMaker, sender: Sender<Incoming>) -> io::Result<Mind> {
        let (questions, received) = mpsc::channel::<(Question, StopSign)>();
        let work = move || {
            let _alarm = Alarm(sender.clone());
            let mut thinker = None;
            for mut next in &received {
                // Only the last question is still of interest.
                while let Ok(later) = received.try_recv() {
                    next = later;
                }
                let (question, stop) = next;
                match thinker.take().map_or_else(&maker, Ok) {
                    Ok(mut made) => {
                        ponder(made.as_mut(), &question, &stop, &sender);
                        thinker = Some(made);
                    }
                    Err(why) => drop(sender.send(Incoming::Event(Event::Mindless(why)))),
                }
            }
        };
        let thread = thread::Builder::new().name("mind".to_owned());
        thread.spawn(work)?;
        Ok(Mind {
            questions,
            stop: StopSign::new(),
        })
    }

    /// Thinks about another position.
    pub(crate) fn think(&mut self, question: Question) {
        self.rest();
        self.stop = StopSign::new();
        drop(self.questions.send((question, self.stop.clone())));
    }

    /// Thinks no more.
    pub(crate) fn rest(&self) {
        self.stop.raise();
    }
}

fn ponder(
    thinker: &mut dyn Thinker,
    question: &Question,
    stop: &StopSign,
    sender: &Sender<Incoming>,
) {
    let tell = |analysis: &Analysis, is_last| {
        let thought = Thought {
            question: question.number,
            analysis: Box::new(analysis.clone()),
            is_last,
        };
        sender.send(Incoming::Event(Event::Thought(thought)))
    };
    let request = Request {
        stop: stop.clone(),
        interval: INTERVAL,
        memory: question.memory,
        ..Request::within(question.limits)
    };
    let mut watch = |analysis: &Analysis| match tell(analysis, false) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    match question.memory {
        // Nothing that was asked before may show in the answer.
        Memory::Judgments => thinker.reseed(0),
        Memory::Tree => {}
    }
    let analysis = thinker.analyse(&question.game, &request, &mut watch);
    if !stop.is_raised() {
        drop(tell(&analysis, true));
    }
}
