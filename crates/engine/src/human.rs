//! Playing as people do: a network that imitates them, and a thinker that draws its moves from
//! what it says.

use std::sync::Arc;

use ponnuki_game::{Dice, Game, Move, Point, Symmetry};
use ponnuki_net::Net;
use ponnuki_think::{
    Analysis, Choice, DeadChain, Decision, Evaluation, HumanModels, NoProfile, OnSnapshot, Profile,
    Request, Thinker,
};

use crate::judge::{imitates_people, look};
use crate::level::unit;

/// Visits that show whether a game is over or lost, which people are not asked.
const N_VISITS_TO_END: u64 = 100;

/// A network that imitates people.
#[derive(Clone, Debug)]
pub struct Imitator {
    net: Arc<Net>,
}

impl Imitator {
    /// `net`, if it was made to imitate people.
    pub fn new(net: Arc<Net>) -> Option<Imitator> {
        imitates_people(&net).then_some(Imitator { net })
    }

    /// Its network.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// What people of this `profile` would play in `game`, and how they would fare; looked at in
    /// this symmetry.
    pub fn look(&self, game: &Game, profile: Profile, symmetry: Symmetry) -> Option<Evaluation> {
        look(&self.net, game, Some(profile), symmetry)
    }
}

/// What can imitate people: a network for that alone, the one that thinks, both or neither.
#[derive(Clone, Debug, Default)]
pub struct HumanNetworks {
    imitator: Option<Imitator>,
    /// Whether the network that thinks imitates people as well.
    is_main_human: bool,
}

impl HumanNetworks {
    /// `imitator`, beside `main`, which thinks.
    pub fn new(imitator: Option<Imitator>, main: Option<&Net>) -> HumanNetworks {
        HumanNetworks {
            imitator,
            is_main_human: main.is_some_and(imitates_people),
        }
    }

    /// The network that imitates people beside the one that thinks.
    pub fn imitator(&self) -> Option<&Imitator> {
        self.imitator.as_ref()
    }
}

impl HumanModels for HumanNetworks {
    fn profile(&self, name: &str) -> Result<Profile, NoProfile> {
        let profile = name.parse().map_err(NoProfile::Unknown)?;
        match self.imitator.is_some() || self.is_main_human {
            true => Ok(profile),
            false => Err(NoProfile::NoNetwork),
        }
    }

    fn is_beside(&self) -> bool {
        self.imitator.is_some()
    }

    fn look(&self, game: &Game, profile: Profile, symmetry: Symmetry) -> Option<Evaluation> {
        self.imitator.as_ref()?.look(game, profile, symmetry)
    }
}

/// Plays the moves of people where a request asks for it. Whether to pass or to give up is for
/// the thinker inside to say, as is everything else that is asked: games of people often end
/// before the last pass, so networks that imitate them do not know when to pass.
pub struct Imitating {
    imitator: Imitator,
    thinker: Box<dyn Thinker>,
    dice: Dice,
}

impl std::fmt::Debug for Imitating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Imitating")
            .field("imitator", &self.imitator.net.model().name)
            .field("thinker", &self.thinker.name())
            .finish_non_exhaustive()
    }
}

impl Imitating {
    /// One that asks `imitator` for its moves, and `thinker` for everything else.
    pub fn new(imitator: Imitator, thinker: Box<dyn Thinker>, seed: u64) -> Imitating {
        Imitating {
            imitator,
            thinker,
            dice: Dice::new(seed),
        }
    }

    /// A play of people of this `profile`, each as likely as they make it; nothing where they
    /// would make none that is allowed.
    fn draw(&mut self, game: &Game, profile: Profile, request: &Request) -> Option<Point> {
        let said = self.imitator.look(game, profile, Symmetry::default())?;
        let is_asked_for = |point: &Point| {
            let mut restrictions = request.restrictions.iter();
            restrictions.all(|one| one.admits(game.turn(), Move::Play(*point), 0))
        };
        let legal = game.legal();
        let plays = legal.iter().filter(is_asked_for);
        let plays = plays.map(|point| (point, said.policy_of(Move::Play(point))));
        let plays: Vec<(Point, f32)> = plays.filter(|(_, share)| *share > 0.0).collect();
        let sum: f32 = plays.iter().map(|(_, share)| share).sum();
        let mut left = unit(&mut self.dice) * sum;
        let drawn = plays.iter().find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        drawn.or(plays.last()).map(|(point, _)| *point)
    }
}

impl Thinker for Imitating {
    fn name(&self) -> &str {
        self.thinker.name()
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        watch: &mut OnSnapshot<'_>,
    ) -> Option<Choice> {
        let imitation = request.imitation;
        let theirs = imitation.filter(|imitation| unit(&mut self.dice) < imitation.share);
        let Some(imitation) = theirs else {
            return self.thinker.choose(game, request, watch);
        };
        let mut short = request.clone();
        let n_allowed = request.limits.playouts.unwrap_or(u64::MAX);
        short.limits.playouts = Some(N_VISITS_TO_END.min(n_allowed));
        let choice = self.thinker.choose(game, &short, watch)?;
        let drawn = match choice.decision {
            Decision::Move(Move::Play(_)) => self.draw(game, imitation.profile, request),
            Decision::Move(Move::Pass) | Decision::Resign => None,
        };
        let decision = drawn.map_or(choice.decision, |point| Decision::Move(Move::Play(point)));
        Some(Choice { decision, ..choice })
    }

    fn analyse(&mut self, game: &Game, request: &Request, watch: &mut OnSnapshot<'_>) -> Analysis {
        self.thinker.analyse(game, request, watch)
    }

    fn dead_chains(&mut self, game: &Game, request: &Request) -> Vec<DeadChain> {
        self.thinker.dead_chains(game, request)
    }

    fn look(
        &mut self,
        game: &Game,
        symmetry: Symmetry,
        profile: Option<Profile>,
    ) -> Option<Evaluation> {
        self.thinker.look(game, symmetry, profile)
    }

    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
        self.thinker.reseed(seed);
    }
}
