//! The engine on a thread of its own: it thinks about the last question, and no other.

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use ponnuki_engine::{Analysis, Memory, Request, StopSign, Thinker};

use crate::event::{AppEvent, ThinkQuestion, Thought};
use crate::run::{Alarm, Incoming};

/// Makes what thinks, when it is first needed: a network takes a while to read. If it
/// cannot, it says why.
pub type ThinkerMaker = Box<dyn Fn() -> Result<NamedThinker, String> + Send>;

/// What thinks, and what it is called.
pub struct NamedThinker {
    /// The name of its network, or its own where it has none.
    pub name: String,
    /// What thinks.
    pub thinker: Box<dyn Thinker>,
}

impl fmt::Debug for NamedThinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("NamedThinker");
        shown.field("name", &self.name).finish_non_exhaustive()
    }
}

/// How often something is shown of the thinking.
const INTERVAL: Duration = Duration::from_millis(250);

/// The thread that thinks.
pub(crate) struct ThinkerThread {
    questions: Sender<(ThinkQuestion, StopSign)>,
    /// Stops what is thought about now.
    stop: StopSign,
}

impl fmt::Debug for ThinkerThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThinkerThread").finish_non_exhaustive()
    }
}

impl ThinkerThread {
    /// Starts the thread; thoughts go to `sender`.
    ///
    /// # Errors
    ///
    /// The machine gives no thread.
    pub(crate) fn wake(maker: ThinkerMaker, sender: Sender<Incoming>) -> io::Result<ThinkerThread> {
        let (questions, received) = mpsc::channel::<(ThinkQuestion, StopSign)>();
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
                        ponder(&mut made, &question, &stop, &sender);
                        thinker = Some(made);
                    }
                    Err(why) => drop(sender.send(Incoming::Event(AppEvent::Mindless(why)))),
                }
            }
        };
        let thread = thread::Builder::new().name("mind".to_owned());
        thread.spawn(work)?;
        Ok(ThinkerThread {
            questions,
            stop: StopSign::new(),
        })
    }

    /// Thinks about another position.
    pub(crate) fn think(&mut self, question: ThinkQuestion) {
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
    named: &mut NamedThinker,
    question: &ThinkQuestion,
    stop: &StopSign,
    sender: &Sender<Incoming>,
) {
    let judge: Arc<str> = named.name.as_str().into();
    let thinker = named.thinker.as_mut();
    let tell = |analysis: &Analysis, is_last| {
        let thought = Thought {
            question: question.number,
            judge: Arc::clone(&judge),
            analysis: Box::new(analysis.clone()),
            is_last,
        };
        sender.send(Incoming::Event(AppEvent::Thought(thought)))
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
