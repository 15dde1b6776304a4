//! Whom the engine plays as, if it imitates people.

use ponnuki_katago::{HumanModels, NoProfile};
use ponnuki_think::{Imitation, Profile};

use crate::human::Humans;

/// What a profile is called where nobody is imitated.
const NOBODY: [&str; 3] = ["", "_", "\"\""];

/// What can imitate people, whom it imitates, and how far.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    pub(super) humans: Humans,
    pub(super) profile: Option<Profile>,
    /// How many of the moves are theirs, from 0 to 1.
    pub(super) share: f32,
}

impl People {
    /// Nobody, to begin with.
    pub(super) fn new(humans: Humans) -> People {
        People {
            humans,
            profile: None,
            share: 0.0,
        }
    }

    /// Imitates the people of this name from now on, or nobody.
    ///
    /// # Errors
    ///
    /// Nobody is called so, or nothing here can imitate them.
    pub(super) fn choose(&mut self, name: &str) -> Result<(), NoProfile> {
        self.profile = match NOBODY.contains(&name) {
            true => None,
            false => Some(self.humans.profile(name)?),
        };
        Ok(())
    }

    /// What a thinker is asked for.
    pub(super) fn imitation(&self) -> Option<Imitation> {
        let profile = self.profile?;
        let share = self.share;
        Some(Imitation { profile, share })
    }
}
