//! The fast way to run a network.

mod attention;
mod conv;
mod plan;
mod run;
mod shape;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ponnuki_game::{Game, Size};
use ponnuki_think::Evaluation;

use crate::error::LoadError;
use crate::evaluation::Reading;
use crate::inputs::View;
use crate::kernels::Isa;
use crate::model::Model;
use crate::raw::{Input, Raw};
use conv::best_side;
use plan::{Plan, Tables};
use run::Room;

/// A network that is ready to be asked, by any number of threads.
///
/// Its weights are prepared once for each way to compute that some size of
/// board asks for; evaluators share them.
#[derive(Debug)]
pub struct Net {
    model: Model,
    isa: Isa,
    prepared: Mutex<Prepared>,
}

/// What was prepared so far.
#[derive(Debug, Default)]
struct Prepared {
    /// For each side of tiles that was needed.
    plans: Vec<(Option<usize>, Arc<Plan>)>,
    /// For each size of board.
    tables: Vec<(Size, Arc<Tables>)>,
}

impl Net {
    /// Reads a network file: binary or text, zipped or not.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and in which layer.
    pub fn load(bytes: &[u8]) -> Result<Net, LoadError> {
        Model::load(bytes).map(Net::new)
    }

    /// Makes a network ready.
    pub fn new(model: Model) -> Net {
        Net {
            model,
            isa: Isa::best(),
            prepared: Mutex::default(),
        }
    }

    /// The same with other instructions.
    pub fn with_instructions(mut self, isa: Isa) -> Net {
        self.isa = isa;
        self
    }

    /// The instructions it uses.
    pub fn instructions(&self) -> Isa {
        self.isa
    }

    /// What its file says.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How a game is shown to it, unless something else is wanted.
    pub fn view(&self) -> View {
        View {
            is_alive_under_suicide: self.model.is_alive_under_suicide,
            ..View::default()
        }
    }

    /// What `raw`, its outputs for `game`, mean.
    pub fn evaluation(&self, raw: &Raw, game: &Game, reading: &Reading) -> Evaluation {
        reading.evaluation(&self.model, raw, game)
    }

    /// Someone who asks it about boards of `size`, up to `batch_max` at once.
    pub fn evaluator(&self, size: Size, batch_max: usize) -> Evaluator {
        let side = best_side(size.width() as usize, size.height() as usize);
        // What a thread that panicked left is whole: it is only ever added to.
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let Prepared { plans, tables } = &mut *prepared;
        let plan = found_or(plans, side, || Plan::new(&self.model, side));
        let tables = found_or(tables, size, || plan.tables(size));
        Evaluator {
            size,
            batch_max: batch_max.max(1),
            isa: self.isa,
            plan,
            tables,
            room: Room::default(),
            blank: Raw::blank(
                self.model.policy.channels,
                self.model.value.score.outputs,
                size.n_points(),
            ),
            raws: Vec::new(),
        }
    }
}

fn found_or<K: PartialEq, T>(
    known: &mut Vec<(K, Arc<T>)>,
    key: K,
    make: impl FnOnce() -> T,
) -> Arc<T> {
    if let Some((_, found)) = known.iter().find(|(other, _)| *other == key) {
        return Arc::clone(found);
    }
    let made = Arc::new(make());
    known.push((key, Arc::clone(&made)));
    made
}

/// Someone who asks a network about boards of one size; one for each thread.
///
/// It keeps the room it works in, so that after its first question it asks for
/// no more memory.
#[derive(Debug)]
pub struct Evaluator {
    size: Size,
    batch_max: usize,
    isa: Isa,
    plan: Arc<Plan>,
    tables: Arc<Tables>,
    room: Room,
    blank: Raw,
    raws: Vec<Raw>,
}

/// An input is about a board of another size than the evaluator's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongSize {
    /// The input's.
    pub found: Size,
    /// The evaluator's.
    pub expected: Size,
}

impl fmt::Display for WrongSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongSize { found, expected } = self;
        write!(f, "the board is {found} and not {expected}")
    }
}

impl std::error::Error for WrongSize {}

impl Evaluator {
    /// The boards it is for.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What the network says about each input.
    ///
    /// # Errors
    ///
    /// If an input is about a board of another size.
    pub fn run(&mut self, inputs: &[Input]) -> Result<&[Raw], WrongSize> {
        for input in inputs {
            let is_right = input.size == self.size && input.planes.len() == self.size.n_points();
            if !is_right {
                return Err(WrongSize {
                    found: input.size,
                    expected: self.size,
                });
            }
        }
        if self.raws.len() < inputs.len() {
            self.raws.resize(inputs.len(), self.blank.clone());
        }
        let batches = inputs.chunks(self.batch_max);
        for (inputs, raws) in batches.zip(self.raws.chunks_mut(self.batch_max)) {
            self.room
                .run(self.isa, &self.plan, &self.tables, inputs, raws);
        }
        Ok(&self.raws[..inputs.len()])
    }
}
