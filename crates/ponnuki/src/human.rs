//! Networks that imitate people, as commands name them, and whom they are to imitate.

use std::sync::Arc;

use ponnuki_engine::{Imitator, Net, imitates_people};
use ponnuki_game::{Game, Symmetry};
use ponnuki_katago::{HumanModels, NoProfile};
use ponnuki_nets::NetFault;
use ponnuki_think::{Evaluation, Profile};

use crate::Failure;
use crate::thinker::find_net;

/// How people's moves are looked at: as the board lies, so that equal questions get equal answers.
const HUMAN_SYMMETRY: Symmetry = Symmetry::IDENTITY;

/// Which network imitates people, if one does.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct HumanArg {
    /// Imitate people with this network: a file, or a name as for --net
    #[arg(long, value_name = "FILE")]
    human_model: Option<String>,
}

impl HumanArg {
    /// The network as it was named.
    pub(crate) fn word(&self) -> Option<&str> {
        self.human_model.as_deref()
    }

    /// The networks that imitate people, beside `main`, which thinks.
    ///
    /// # Errors
    ///
    /// There is no such network, or it was not made to imitate people.
    pub(crate) fn find(&self, main: Option<&Arc<Net>>) -> Result<Humans, Failure> {
        let net = match self.word() {
            Some(word) => find_net(Some(word))?,
            None => None,
        };
        let imitator = match net {
            Some(net) => {
                let name = net.model().name.clone();
                let imitator = Imitator::new(net);
                Some(imitator.ok_or(Failure::Net(NetFault::NotHuman { name }))?)
            }
            None => None,
        };
        Ok(Humans {
            imitator,
            is_main_human: main.is_some_and(|net| imitates_people(net)),
        })
    }
}

/// What can imitate people here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Humans {
    /// The network that does it beside the one that thinks.
    pub(crate) imitator: Option<Imitator>,
    /// Whether the one that thinks does it as well.
    is_main_human: bool,
}

impl HumanModels for Humans {
    fn profile(&self, name: &str) -> Result<Profile, NoProfile> {
        let profile = name.parse().map_err(NoProfile::Unknown)?;
        match self.imitator.is_some() || self.is_main_human {
            true => Ok(profile),
            false => Err(NoProfile::NoNetwork),
        }
    }

    fn look(&self, game: &Game, profile: Profile) -> Option<Evaluation> {
        let imitator = self.imitator.as_ref()?;
        imitator.look(game, profile, HUMAN_SYMMETRY)
    }
}
