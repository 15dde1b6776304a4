//! Networks that imitate people, as commands name them, and whom they are to imitate.

use std::fmt;
use std::sync::Arc;

use ponnuki_engine::{EXPECTED_PROFILE, Imitator, Net, Profile, UnknownProfile, imitates_people};
use ponnuki_game::Symmetry;
use ponnuki_wire::katago::{BadSetting, HUMAN_PROFILE, NO_HUMAN_MODEL};

use crate::Failure;
use crate::net::NetFault;
use crate::thinker::find_net;

/// How people's moves are looked at: as the board lies, so that equal questions get equal answers.
pub(crate) const HUMAN_SYMMETRY: Symmetry = Symmetry::IDENTITY;

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

/// Why nobody is imitated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoProfile {
    /// No people are called so.
    Unknown(UnknownProfile),
    /// There is no network that imitates people.
    NoNetwork,
}

impl fmt::Display for NoProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProfile::Unknown(unknown) => NoProfile::bad_setting(unknown).fmt(f),
            NoProfile::NoNetwork => f.write_str(NO_HUMAN_MODEL),
        }
    }
}

impl NoProfile {
    /// An unknown name as a setting that cannot be so.
    pub(crate) fn bad_setting(unknown: &UnknownProfile) -> BadSetting {
        BadSetting {
            key: HUMAN_PROFILE.to_owned(),
            value: unknown.given.clone(),
            expected: EXPECTED_PROFILE.to_owned(),
        }
    }
}

impl Humans {
    /// The people that `name` means.
    ///
    /// # Errors
    ///
    /// Nobody is called so, or nothing here can imitate them.
    pub(crate) fn profile(&self, name: &str) -> Result<Profile, NoProfile> {
        let profile = name.parse().map_err(NoProfile::Unknown)?;
        match self.imitator.is_some() || self.is_main_human {
            true => Ok(profile),
            false => Err(NoProfile::NoNetwork),
        }
    }
}
