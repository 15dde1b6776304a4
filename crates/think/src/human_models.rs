//! Networks that imitate people, and whom they can imitate.

use std::fmt;

use ponnuki_game::{Game, Symmetry};

use crate::evaluation::Evaluation;
use crate::parameters::HUMAN_PROFILE;
use crate::profile::{EXPECTED_PROFILE, Profile, UnknownProfile};

/// What is said where people are to be imitated and nothing can.
pub const NO_HUMAN_MODEL: &str = "humanSLProfile needs a network that imitates people: \
    name one with --human-model";

/// The networks that imitate people.
pub trait HumanModels: fmt::Debug + Send + Sync {
    /// The people that `name` means.
    ///
    /// # Errors
    ///
    /// Nobody is called so, or nothing here can imitate them.
    fn profile(&self, name: &str) -> Result<Profile, NoProfile>;

    /// Whether there is a network for that beside the one that thinks.
    fn is_beside(&self) -> bool;

    /// What the people of `profile` would do in `game`, looked at in this symmetry, if there is a
    /// network for that beside the one that thinks and it knows such boards. Equal questions get
    /// equal answers.
    fn look(&self, game: &Game, profile: Profile, symmetry: Symmetry) -> Option<Evaluation>;
}

/// Why nobody is imitated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProfile {
    /// No people are called so.
    Unknown(UnknownProfile),
    /// There is no network that imitates people.
    NoNetwork,
}

impl fmt::Display for NoProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProfile::Unknown(UnknownProfile { given }) => {
                write!(
                    f,
                    "{HUMAN_PROFILE} has to be {EXPECTED_PROFILE}, not {given:?}"
                )
            }
            NoProfile::NoNetwork => f.write_str(NO_HUMAN_MODEL),
        }
    }
}

impl std::error::Error for NoProfile {}
