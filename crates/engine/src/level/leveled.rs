//! A thinker that plays at a level.

use std::sync::Arc;

use ponnuki_game::{Board, Color, Dice, Game, Move, Point, Symmetry};
use ponnuki_net::Net;
use ponnuki_search::is_idle;
use ponnuki_think::{
    Analysis, Candidate, Choice, DeadChain, Decision, Evaluation, OnSnapshot, Profile, Request,
    Thinker,
};

use super::custom::custom;
use super::instinct::liking;
use super::sight::{Sight, distance, last_plays, unit};
use super::{Level, Weakness};
use crate::decide::Resignation;
use crate::network::thinker;

/// A look of a network is worth about as many playouts.
const N_PLAYOUTS_PER_VISIT: u64 = 20;
/// A level that looks at fewer positions does not know when a game is lost.
const N_VISITS_TO_RESIGN: u64 = 100;
/// What a move promised before it was tried counts as so many trials.
const N_TRIALS_PROMISED: f32 = 4.0;
/// A move that is thought best at least so often has a reason, even where all seems settled.
const REASON: f32 = 0.05;
/// A move that is thought best at least so often matters; who misses that it does takes it for
/// one that is thought best just so often.
const MATTERS: f32 = 0.02;
/// A move that is thought best at least so often is needed now, most of all in a fight.
const URGENT: f32 = 0.05;
/// How often a play into atari seems best to one who misses that it is one.
const TEMPTING: f32 = 0.2;
/// So often is the least that any move is thought best.
const SHARE_MIN: f32 = 1e-4;
/// How much rarer, as a logarithm, a move is that is needed when that was missed, or that
/// captures or saves what was not seen to be in atari.
const OVERLOOKED: f32 = -10.0;
/// How the pull of the last move wanes with each step away from it.
const WANING: f32 = 0.6;
/// The pull of one's own last move, beside the opponent's.
const OWN_PULL: f32 = 0.5;
/// Nobody passes while so many stones that are not lost yet can be saved.
const N_STONES_TO_SAVE: usize = 5;

/// Plays at a level, with a network or by playouts. What it is asked other than
/// for a move it answers as well as it can.
pub struct Leveled {
    level: Level,
    thinker: Box<dyn Thinker>,
    /// How many playouts of the thinker make a visit.
    n_per_visit: u64,
    dice: Dice,
}

impl std::fmt::Debug for Leveled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Leveled")
            .field("level", &self.level)
            .field("thinker", &self.thinker.name())
            .finish_non_exhaustive()
    }
}

impl Leveled {
    /// One that plays at `level`, asking `net` if there is one, and gives up as
    /// `resignation` says if the level is strong enough to know.
    pub fn new(
        level: Level,
        net: Option<&Arc<Net>>,
        resignation: Option<Resignation>,
        seed: u64,
    ) -> Leveled {
        let knows_when = |weakness: Weakness| weakness.n_visits >= N_VISITS_TO_RESIGN;
        let resignation = resignation.filter(|_| level.weakness.is_none_or(knows_when));
        Leveled {
            level,
            n_per_visit: if net.is_some() {
                1
            } else {
                N_PLAYOUTS_PER_VISIT
            },
            thinker: thinker(net, seed, resignation),
            dice: Dice::new(seed),
        }
    }

    /// What to do after the thinker made its `choice`.
    fn weaken(&mut self, game: &Game, weakness: &Weakness, choice: &Choice) -> Decision {
        if choice.decision == Decision::Resign {
            return Decision::Resign;
        }
        let opinion = Opinion::of(game, weakness, &choice.analysis);
        let wants_to_pass = choice.decision == Decision::Move(Move::Pass) || opinion.is_pass_best();
        let drawn = match wants_to_pass {
            true => opinion.rescue(),
            false => opinion.draw(&mut self.dice),
        };
        Decision::Move(drawn.map_or(Move::Pass, Move::Play))
    }
}

impl Thinker for Leveled {
    fn name(&self) -> &str {
        self.thinker.name()
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        watch: &mut OnSnapshot<'_>,
    ) -> Option<Choice> {
        let Some(weakness) = self.level.weakness else {
            return self.thinker.choose(game, request, watch);
        };
        // Nothing that was thought before makes it stronger.
        self.thinker.reseed(self.dice.roll());
        let mut request = request.clone();
        let n_playouts = weakness.n_visits * self.n_per_visit;
        let n_allowed = request.limits.playouts.unwrap_or(u64::MAX);
        request.limits.playouts = Some(n_playouts.min(n_allowed));
        request.limits.threads = 1;
        let choice = self.thinker.choose(game, &request, watch)?;
        Some(Choice {
            decision: self.weaken(game, &weakness, &choice),
            ..choice
        })
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

/// What a player at a level makes of an analysis.
struct Opinion<'a> {
    game: &'a Game,
    weakness: &'a Weakness,
    analysis: &'a Analysis,
    sight: Sight,
    /// All trials together.
    n_trials: f32,
}

impl Opinion<'_> {
    fn of<'a>(game: &'a Game, weakness: &'a Weakness, analysis: &'a Analysis) -> Opinion<'a> {
        let n_trials: u64 = analysis.candidates.iter().map(|one| one.visits).sum();
        Opinion {
            game,
            weakness,
            analysis,
            sight: Sight::of(game, weakness.blindness),
            n_trials: n_trials as f32,
        }
    }

    /// How often a move is thought best: by its trials, and by what it promised.
    fn share(&self, candidate: &Candidate) -> f32 {
        let n = candidate.visits as f32 + N_TRIALS_PROMISED * candidate.prior;
        n / (self.n_trials + N_TRIALS_PROMISED)
    }

    /// Whether passing is thought best.
    fn is_pass_best(&self) -> bool {
        let mut candidates = self.analysis.candidates.iter();
        let pass = candidates.find(|candidate| candidate.mv == Move::Pass);
        pass.is_some_and(|pass| self.share(pass) >= 0.5)
    }

    /// Draws one of the plays that make sense, each as likely as it is liked;
    /// nothing if there is none.
    fn draw(&self, dice: &mut Dice) -> Option<Point> {
        let likings = self
            .sensible()
            .map(|(point, share)| (point, self.liking(point, share)));
        let likings: Vec<(Point, f32)> = likings.collect();
        let most = likings.iter().map(|one| one.1).fold(f32::MIN, f32::max);
        let weight = |liking: f32| (liking - most).exp();
        let sum: f32 = likings.iter().map(|one| weight(one.1)).sum();
        let mut left = unit(dice) * sum;
        let drawn = likings.iter().find(|one| {
            left -= weight(one.1);
            left < 0.0
        });
        drawn.or(likings.last()).map(|one| one.0)
    }

    /// The plays that are not without any sense, and how often each is thought best.
    fn sensible(&self) -> impl Iterator<Item = (Point, f32)> {
        self.analysis.candidates.iter().filter_map(|candidate| {
            let Move::Play(point) = candidate.mv else {
                return None;
            };
            let share = self.share(candidate);
            let has_reason = share >= REASON || !self.is_idle(point);
            let is_eye = self.game.board().is_eye(self.game.turn(), point);
            (has_reason && !is_eye).then_some((point, share))
        })
    }

    fn is_idle(&self, point: Point) -> bool {
        is_idle(self.game, |i| self.analysis.ownership[i], point)
    }

    /// How much the player likes a play, as a logarithm.
    fn liking(&self, point: Point, share: f32) -> f32 {
        let weakness = self.weakness;
        let is_missed = self.sight.misses(point);
        let seeming = match is_missed {
            true => self.seeming(point, share),
            false => share,
        };
        let mut sum = weakness.knowledge * seeming.max(SHARE_MIN).ln();
        if weakness.habit > 0.0 {
            sum += weakness.habit * liking(self.game, &self.sight, point);
            sum += custom(self.game, &self.sight, point);
        }
        let is_overlooked = is_missed && share >= URGENT;
        if is_overlooked || self.sight.is_hidden(point) {
            sum += OVERLOOKED;
        }
        sum + weakness.locality * pull(last_plays(self.game), point)
    }

    /// How often a play seems best to one who misses what matters there: it looks like any
    /// other, and one that puts itself into atari looks good.
    fn seeming(&self, point: Point, share: f32) -> f32 {
        let n_liberties = self.game.board().n_liberties_after(self.game.turn(), point);
        match n_liberties {
            0 | 1 => TEMPTING,
            _ => share.min(MATTERS),
        }
    }

    /// A play that saves many stones, if they were noticed and are worth it.
    fn rescue(&self) -> Option<Point> {
        let (board, turn) = (self.game.board(), self.game.turn());
        let chains = board.chains(turn).filter(|chain| {
            let is_noticed = chain
                .stones
                .first()
                .is_some_and(|one| self.sight.notices(one));
            chain.stones.len() >= N_STONES_TO_SAVE && chain.is_in_atari() && is_noticed
        });
        let liberties = chains.filter_map(|chain| chain.liberties.first());
        let mut saving = liberties.filter(|&liberty| {
            saves(board, turn, liberty) && !self.is_idle(liberty) && self.is_allowed(liberty)
        });
        saving.next()
    }

    fn is_allowed(&self, point: Point) -> bool {
        self.game.check(Move::Play(point)).is_ok()
    }
}

/// Whether a chain in atari with this last liberty is safe for now after a play there.
fn saves(board: &Board, turn: Color, liberty: Point) -> bool {
    board.n_liberties_after(turn, liberty) > 1
}

/// How much `point` lies where the last moves were, from 0 to 1.5.
fn pull(last: [Option<Point>; 2], point: Point) -> f32 {
    let near = |last: Point| WANING.powi(i32::from(distance(last, point)) - 1).min(1.0);
    let [theirs, own] = last.map(|last| last.map_or(0.0, near));
    theirs + OWN_PULL * own
}
