//! Lines from the client: judged, answered where that takes no thought, and
//! put on the queue where it does.

use std::io::{self, BufRead};
use std::sync::Arc;

use ponnuki_gtp::{InputLine, KATAGO_VERSION, read_line, skip_bom, skip_line};
use ponnuki_think::HumanModels;
use ponnuki_wire::to_json;

use super::outbox::Writer;
use super::people;
use super::queue::{Crowded, QueueLimit, TurnQueue};
use super::replay;
use crate::protocol::{
    Action, ActionKind, AnalysisSettings, Asked, FaultKind, ModelDescription, Query, QueryFault,
    Target, Unsearched, read,
};

/// The longest line: a game of [`MOVES_MAX`](crate::protocol::MOVES_MAX)
/// moves is a tenth of it.
const LINE_MAX: usize = 1 << 20;

/// What this is, where KataGo names its own build.
const BUILD: &str = concat!("ponnuki-", env!("CARGO_PKG_VERSION"));

/// What to do when no more lines come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// Answer all that was asked.
    Finish,
    /// Answer what is being thought about with what is found by then, and nothing else.
    Quit,
}

/// What all clients have in common.
#[derive(Clone, Debug)]
pub struct AnalysisService {
    /// Where turns wait for a thinker.
    pub queue: Arc<TurnQueue>,
    /// How to answer queries that do not say.
    pub settings: AnalysisSettings,
    /// What thinks, and what imitates people.
    pub models: Vec<ModelDescription>,
    /// The networks that imitate people.
    pub humans: Arc<dyn HumanModels>,
}

/// What becomes of warnings about a query that is answered all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warnings {
    /// The client is told.
    Told,
    /// It is not: KaTrain, when it is connected over the network, takes a warning for
    /// the answer, and waits without end for the moves in it.
    LeftOut,
}

/// Reads the lines of one client, and does what they ask for.
#[derive(Debug)]
pub struct ClientReader {
    /// What it shares with other clients.
    pub service: AnalysisService,
    /// Where answers go.
    pub client: Writer,
    /// How many turns may wait.
    pub room: QueueLimit,
    /// Whether it is told of warnings.
    pub warnings: Warnings,
}

impl ClientReader {
    /// Reads `input` to its end. The queue is closed then, whatever happens.
    ///
    /// # Errors
    ///
    /// What `input` says.
    pub fn run(&self, mut input: impl BufRead, at_end: AtEnd) -> io::Result<()> {
        let read = self.read_all(&mut input);
        if at_end == AtEnd::Quit {
            self.call_off();
        }
        self.service.queue.close();
        read
    }

    /// Calls off all that the client asked for and that is not answered: what is being
    /// thought about is answered with what is found by then.
    pub fn call_off(&self) {
        let all = Target {
            id: None,
            turns: None,
        };
        self.service.queue.terminate(&self.client, &all);
    }

    fn read_all(&self, input: &mut impl BufRead) -> io::Result<()> {
        skip_bom(input)?;
        while let Some(line) = read_line(input, LINE_MAX)? {
            match line {
                InputLine::Whole(line) => self.hear(&line),
                InputLine::TooLong => {
                    skip_line(input)?;
                    let fault = QueryFault::of_line(FaultKind::TooLong { max: LINE_MAX });
                    self.client.put_at_once(fault.to_json());
                }
            }
        }
        Ok(())
    }

    /// Does what a line asks for, or says what is wrong with it.
    pub fn hear(&self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        if let Err(fault) = self.obey(line) {
            self.client.put_at_once(fault.to_json());
        }
    }

    /// Does what a line asks for.
    fn obey(&self, line: &[u8]) -> Result<(), QueryFault> {
        match read(line, &self.service.settings)? {
            Asked::Query(query) => self.accept(*query),
            Asked::Action(action) => {
                self.act(&action);
                Ok(())
            }
        }
    }

    /// Puts a query on the queue, if its moves can have been made.
    fn accept(&self, query: Query) -> Result<(), QueryFault> {
        people::check(&query, self.service.humans.as_ref())?;
        replay::replay(&query, query.moves.len())?;
        if self.warnings == Warnings::Told {
            for warning in &query.warnings {
                self.client.put_at_once(warning.to_json(&query.id));
            }
        }
        let id = query.id.clone();
        let put = self.service.queue.put(query, &self.client, self.room);
        put.map_err(|Crowded { n_max }| {
            let kind = FaultKind::TooMany { max: n_max };
            QueryFault::of_field(&id, "analyzeTurns", kind)
        })
    }

    fn act(&self, action: &Action) {
        let answer = match &action.kind {
            ActionKind::QueryVersion => action.with_version(KATAGO_VERSION, BUILD),
            ActionKind::QueryModels => action.with_models(&self.service.models),
            ActionKind::ClearCache => {
                self.service.queue.clear();
                action.echo()
            }
            ActionKind::Terminate(target) => {
                for job in self.service.queue.terminate(&self.client, target) {
                    let unsearched = Unsearched::new(&job.query.id, job.turn.number);
                    self.client.put_at_once(to_json(&unsearched));
                }
                action.echo()
            }
        };
        self.client.put_at_once(answer);
    }
}
