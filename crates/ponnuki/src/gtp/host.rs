//! The engine and the files of this program, as a GTP session asks for them.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use ponnuki_engine::{
    HumanNetworks, Imitating, Imitator, Level, Leveled, Net, Resignation, thinker,
};
use ponnuki_gtp::{SessionHost, Strength};
use ponnuki_hosting::model_of;
use ponnuki_think::{HumanModels, Thinker};
use ponnuki_wire::to_json;

use crate::clock::now;
use crate::{files, note};

/// What a session thinks with.
#[derive(Debug)]
pub(super) struct EngineHost {
    /// The network it thinks with, if not with playouts.
    pub(super) net: Option<Arc<Net>>,
    pub(super) humans: HumanNetworks,
}

impl SessionHost for EngineHost {
    fn thinker(&self, strength: Strength, seed: u64) -> Box<dyn Thinker> {
        let net = self.net.as_ref();
        let resignation = strength.resign_at.map(|win_rate| Resignation {
            win_rate,
            ..Resignation::default()
        });
        let thinker: Box<dyn Thinker> = match strength.level.and_then(Level::numbered) {
            Some(level) => Box::new(Leveled::new(level, net, resignation, seed)),
            None => thinker(net, seed, resignation),
        };
        match self.humans.imitator().cloned() {
            Some(imitator) => Box::new(Imitating::new(imitator, thinker, seed)),
            None => thinker,
        }
    }

    fn has_network(&self) -> bool {
        self.net.is_some()
    }

    fn level_max(&self) -> u8 {
        Level::ALL.len() as u8
    }

    fn human_models(&self) -> &dyn HumanModels {
        &self.humans
    }

    fn models_json(&self) -> String {
        let imitator = self.humans.imitator().map(Imitator::net);
        let nets = [self.net.as_deref(), imitator].into_iter().flatten();
        let models: Vec<_> = nets.map(|net| model_of(None, "", Some(net))).collect();
        to_json(&models)
    }

    fn now(&self) -> Instant {
        now()
    }

    fn note(&self, line: &str) {
        note(line);
    }

    fn read_file(&self, path: &Path) -> io::Result<Vec<u8>> {
        files::read(path).map_err(|fault| io::Error::other(fault.to_string()))
    }

    fn write_file(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let written = files::write(path, bytes);
        written.map_err(|fault| io::Error::other(fault.to_string()))
    }
}
