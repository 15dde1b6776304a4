//! Lines from the client: judged, answered where that takes no thought, and
//! put on the desk where it does.

use std::io::{self, BufRead};
use std::sync::Arc;

use ponnuki_gtp::{Line, read_line, skip_line};
use ponnuki_wire::katago::{
    Action, ActionKind, Asked, Fault, FaultKind, Model, Query, Settings, Target, Unsearched, read,
};
use ponnuki_wire::to_json;

use super::desk::Desk;
use super::outbox::{Leaving, Outbox};
use super::replay;
use crate::gtp::KATAGO_VERSION;

/// The longest line: a game of [`MOVES_MAX`](ponnuki_wire::katago::MOVES_MAX)
/// moves is a tenth of it.
const LINE_MAX: usize = 1 << 20;

/// What this is, where KataGo names its own build.
const BUILD: &str = concat!("ponnuki-", env!("CARGO_PKG_VERSION"));

/// What to do when no more lines come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtEnd {
    /// Answer all that was asked.
    Finish,
    /// Answer what is being thought about with what is found by then, and nothing else.
    Quit,
}

/// Reads lines, and does what they ask for.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) desk: Arc<Desk>,
    pub(super) outbox: Arc<Outbox>,
    /// How to answer queries that do not say.
    pub(super) settings: Settings,
    /// What thinks.
    pub(super) model: Model,
    pub(super) at_end: AtEnd,
}

impl Reader {
    /// Reads `input` to its end. The desk is closed then, whatever happens.
    ///
    /// # Errors
    ///
    /// What `input` says.
    pub(super) fn run(&self, mut input: impl BufRead) -> io::Result<()> {
        let _leaving = Leaving(&self.outbox);
        let read = self.read_all(&mut input);
        if self.at_end == AtEnd::Quit {
            let all = Target {
                id: None,
                turns: None,
            };
            self.desk.terminate(&all);
        }
        self.desk.close();
        read
    }

    fn read_all(&self, input: &mut impl BufRead) -> io::Result<()> {
        while let Some(line) = read_line(input, LINE_MAX)? {
            let done = match line {
                Line::Whole(line) if line.trim_ascii().is_empty() => Ok(()),
                Line::Whole(line) => self.obey(&line),
                Line::TooLong => {
                    skip_line(input)?;
                    Err(Fault::of_line(FaultKind::TooLong { max: LINE_MAX }))
                }
            };
            if let Err(fault) = done {
                self.outbox.put_at_once(fault.to_json());
            }
        }
        Ok(())
    }

    /// Does what a line asks for.
    fn obey(&self, line: &[u8]) -> Result<(), Fault> {
        match read(line, &self.settings)? {
            Asked::Query(query) => self.accept(*query),
            Asked::Action(action) => {
                self.act(&action);
                Ok(())
            }
        }
    }

    /// Puts a query on the desk, if its moves can have been made.
    fn accept(&self, query: Query) -> Result<(), Fault> {
        replay::replay(&query, query.moves.len())?;
        for warning in &query.warnings {
            self.outbox.put_at_once(warning.to_json(&query.id));
        }
        self.desk.put(query);
        Ok(())
    }

    fn act(&self, action: &Action) {
        let answer = match &action.kind {
            ActionKind::QueryVersion => action.with_version(KATAGO_VERSION, BUILD),
            ActionKind::QueryModels => action.with_models(std::slice::from_ref(&self.model)),
            ActionKind::ClearCache => {
                self.desk.clear();
                action.echo()
            }
            ActionKind::Terminate(target) => {
                for job in self.desk.terminate(target) {
                    let unsearched = Unsearched::new(&job.query.id, job.turn.number);
                    self.outbox.put_at_once(to_json(&unsearched));
                }
                action.echo()
            }
        };
        self.outbox.put_at_once(answer);
    }
}
