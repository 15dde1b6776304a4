//! Lines from the client: judged, answered where that takes no thought, and
//! put on the desk where it does.

use std::io::{self, BufRead};
use std::sync::Arc;

use ponnuki_gtp::{Line, read_line, skip_bom, skip_line};
use ponnuki_wire::katago::{
    Action, ActionKind, Asked, Fault, FaultKind, Model, Query, Settings, Target, Unsearched, read,
};
use ponnuki_wire::to_json;

use super::desk::{Crowded, Desk, Room};
use super::human;
use super::outbox::Writer;
use super::replay;
use crate::gtp::KATAGO_VERSION;
use crate::human::Humans;

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

/// What all clients have in common.
#[derive(Clone, Debug)]
pub(super) struct Office {
    pub(super) desk: Arc<Desk>,
    /// How to answer queries that do not say.
    pub(super) settings: Settings,
    /// What thinks, and what imitates people.
    pub(super) models: Vec<Model>,
    pub(super) humans: Humans,
}

/// What becomes of warnings about a query that is answered all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Warnings {
    /// The client is told.
    Told,
    /// It is not: KaTrain, when it is connected over the network, takes a warning for
    /// the answer, and waits for ever for the moves in it.
    LeftOut,
}

/// Reads the lines of one client, and does what they ask for.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) office: Office,
    /// Where answers go.
    pub(super) client: Writer,
    /// How many turns may wait.
    pub(super) room: Room,
    pub(super) warnings: Warnings,
}

impl Reader {
    /// Reads `input` to its end. The desk is closed then, whatever happens.
    ///
    /// # Errors
    ///
    /// What `input` says.
    pub(super) fn run(&self, mut input: impl BufRead, at_end: AtEnd) -> io::Result<()> {
        let read = self.read_all(&mut input);
        if at_end == AtEnd::Quit {
            self.call_off();
        }
        self.office.desk.close();
        read
    }

    /// Calls off all that the client asked for and that is not answered: what is being
    /// thought about is answered with what is found by then.
    pub(super) fn call_off(&self) {
        let all = Target {
            id: None,
            turns: None,
        };
        self.office.desk.terminate(&self.client, &all);
    }

    fn read_all(&self, input: &mut impl BufRead) -> io::Result<()> {
        skip_bom(input)?;
        while let Some(line) = read_line(input, LINE_MAX)? {
            match line {
                Line::Whole(line) => self.hear(&line),
                Line::TooLong => {
                    skip_line(input)?;
                    let fault = Fault::of_line(FaultKind::TooLong { max: LINE_MAX });
                    self.client.put_at_once(fault.to_json());
                }
            }
        }
        Ok(())
    }

    /// Does what a line asks for, or says what is wrong with it.
    pub(super) fn hear(&self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        if let Err(fault) = self.obey(line) {
            self.client.put_at_once(fault.to_json());
        }
    }

    /// Does what a line asks for.
    fn obey(&self, line: &[u8]) -> Result<(), Fault> {
        match read(line, &self.office.settings)? {
            Asked::Query(query) => self.accept(*query),
            Asked::Action(action) => {
                self.act(&action);
                Ok(())
            }
        }
    }

    /// Puts a query on the desk, if its moves can have been made.
    fn accept(&self, query: Query) -> Result<(), Fault> {
        human::check(&query, &self.office.humans)?;
        replay::replay(&query, query.moves.len())?;
        if self.warnings == Warnings::Told {
            for warning in &query.warnings {
                self.client.put_at_once(warning.to_json(&query.id));
            }
        }
        let id = query.id.clone();
        let put = self.office.desk.put(query, &self.client, self.room);
        put.map_err(|Crowded { n_max }| {
            let kind = FaultKind::TooMany { max: n_max };
            Fault::of_field(&id, "analyzeTurns", kind)
        })
    }

    fn act(&self, action: &Action) {
        let answer = match &action.kind {
            ActionKind::QueryVersion => action.with_version(KATAGO_VERSION, BUILD),
            ActionKind::QueryModels => action.with_models(&self.office.models),
            ActionKind::ClearCache => {
                self.office.desk.clear();
                action.echo()
            }
            ActionKind::Terminate(target) => {
                for job in self.office.desk.terminate(&self.client, target) {
                    let unsearched = Unsearched::new(&job.query.id, job.turn.number);
                    self.client.put_at_once(to_json(&unsearched));
                }
                action.echo()
            }
        };
        self.client.put_at_once(answer);
    }
}
