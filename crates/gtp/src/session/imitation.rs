//! Whom the engine plays as, if it imitates people.

use ponnuki_think::{HumanModels, Imitation, NO_PROFILE_NAMES, NoProfile, Profile};

/// Whom to imitate, and how far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ImitatedPeople {
    pub(super) profile: Option<Profile>,
    /// How many of the moves are theirs, from 0 to 1.
    pub(super) share: f32,
}

impl ImitatedPeople {
    /// Imitates the people of this name from now on, or nobody.
    ///
    /// # Errors
    ///
    /// Nobody is called so, or none of `models` can imitate them.
    pub(super) fn choose(&mut self, name: &str, models: &dyn HumanModels) -> Result<(), NoProfile> {
        self.profile = match NO_PROFILE_NAMES.contains(&name) {
            true => None,
            false => Some(models.profile(name)?),
        };
        Ok(())
    }

    /// What a thinker is asked for.
    pub(super) fn imitation(self) -> Option<Imitation> {
        let profile = self.profile?;
        let share = self.share;
        Some(Imitation { profile, share })
    }
}
