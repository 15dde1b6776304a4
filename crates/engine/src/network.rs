//! A thinker with a network: one tree, kept from move to move, and a judge for each thread.

use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use ponnuki_game::{Color, Dice, Game, Phase, Size, Symmetry};
use ponnuki_net::Net;
use ponnuki_search::{Puct, PuctSettings, Sharing, TreeSettings};
use ponnuki_think::{
    Analysis, Budget, Choice, DeadChain, Evaluation, Memory, OnSnapshot, Profile, Request,
    ThinkLimits, Thinker, Tuning, dead_stones, ignore,
};

use crate::dead::{FinishedBoard, OwnershipSource, PlayoutOwnership, Survey, survey};
use crate::decide::{Resignation, choose};
use crate::judge::{Judge, imitates_people, look};
use crate::lens::Lens;
use crate::montecarlo::{MonteCarlo, MonteCarloSettings};

/// Visits that show whether a chain lives whose fate the network leaves open.
const N_READ_OUT: u64 = 200;

/// How often a position is played out, with either player first, where the network does not
/// know the fate of every chain.
const N_PAIRS_PLAYED_OUT: usize = 250;

/// How much the network counts there, beside the playouts. Before there were
/// proofs, the built-in one of four blocks agreed with 121 of 129 recorded 19×19 games so, and
/// with 119 at 0.4; b6c96 with 498 of 515 so, and with 499 at 0.4.
const NETWORK_SHARE: f32 = 0.25;

/// In how many symmetries the root is judged by one who reads; one playout is one look.
const N_ROOT_SYMMETRIES: usize = 2;

/// More threads than this would only wait for the tree.
const N_THREADS_MAX: usize = 64;

/// Thinks with what a network says of the positions it looks at.
#[derive(Debug)]
pub struct Network {
    net: Arc<Net>,
    resignation: Option<Resignation>,
    seed: u64,
    /// How much memory the tree may take, and what was judged.
    memory: MemoryLimits,
    /// What was thought last, of which the next question may need a part.
    tree: Option<Puct>,
    /// Whom the network imitated then, if it is one that imitates people.
    profile: Option<Profile>,
    /// How that was thought.
    manner: Option<(Tuning, Lens)>,
    judges: Vec<Judge>,
}

/// How much memory a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MemoryLimits {
    tree: usize,
    judgments: usize,
}

impl Default for MemoryLimits {
    fn default() -> MemoryLimits {
        let usual = PuctSettings::default();
        MemoryLimits {
            tree: usual.tree_bytes_max,
            judgments: usual.cache_bytes_max,
        }
    }
}

impl MemoryLimits {
    /// The usual ones, or less: one part in five is for what was judged.
    fn within(n_bytes_max: usize) -> MemoryLimits {
        let usual = MemoryLimits::default();
        MemoryLimits {
            tree: usual.tree.min(n_bytes_max / 5 * 4),
            judgments: usual.judgments.min(n_bytes_max / 5),
        }
    }
}

/// What thinks, as [`thinker`], with at most `n_bytes_max` of memory for its tree and what it
/// remembers, whatever it is asked: a full tree still learns, but does not get larger. Where
/// there is no network each of `n_threads` has a tree.
pub fn thinker_within(
    n_bytes_max: usize,
    n_threads: usize,
    net: Option<&Arc<Net>>,
    seed: u64,
) -> Box<dyn Thinker> {
    match net {
        Some(net) => Box::new(Network {
            memory: MemoryLimits::within(n_bytes_max),
            ..Network::new(Arc::clone(net), None, seed)
        }),
        None => Box::new(MonteCarlo::new(MonteCarloSettings {
            tree: TreeSettings::within(n_bytes_max / n_threads.max(1)),
            resignation: None,
            seed,
        })),
    }
}

/// What thinks, from this `seed` on, and gives up as `resignation` says: with a network
/// if there is one, and by playing games out if not.
pub fn thinker(
    net: Option<&Arc<Net>>,
    seed: u64,
    resignation: Option<Resignation>,
) -> Box<dyn Thinker> {
    match net {
        Some(net) => Box::new(Network::new(Arc::clone(net), resignation, seed)),
        None => Box::new(MonteCarlo::new(MonteCarloSettings {
            resignation,
            seed,
            ..MonteCarloSettings::default()
        })),
    }
}

impl Network {
    /// One that asks `net`, and gives up as `resignation` says.
    pub fn new(net: Arc<Net>, resignation: Option<Resignation>, seed: u64) -> Network {
        Network {
            net,
            resignation,
            seed,
            memory: MemoryLimits::default(),
            tree: None,
            profile: None,
            manner: None,
            judges: Vec::new(),
        }
    }

    /// Thinks until a limit is reached.
    fn search(&mut self, game: &Game, request: &Request, watch: &mut OnSnapshot<'_>) -> Analysis {
        let (began, limits) = (Instant::now(), request.limits);
        self.imitate(request.imitation.map(|imitation| imitation.profile));
        let lens = Lens::of(&request.tuning.net, game);
        self.seat_judges(game.size(), limits.threads.clamp(1, N_THREADS_MAX), lens);
        let settings = self.settings(request);
        let manner = Some((request.tuning, lens));
        let is_same_manner = self.manner == manner;
        self.manner = manner;
        let is_kept = |tree: &Puct| {
            is_same_manner
                && tree.game().setup() == game.setup()
                && tree.settings().sharing == settings.sharing
        };
        let mut tree = match self.tree.take().filter(is_kept) {
            Some(mut tree) => {
                match request.memory {
                    Memory::Tree => tree.follow(game),
                    Memory::Judgments => tree.restart(game),
                }
                tree
            }
            None => Puct::new(game, settings),
        };
        tree.restrict(&request.restrictions);
        // What is kept of the last tree is no reason to think less.
        let n_visits_before = tree.visits();
        let deadline = deadline(limits);
        let n_visits_max = limits.playouts.unwrap_or(u64::MAX);
        let n_visits_max = n_visits_max.saturating_add(n_visits_before);
        let (mut shown_at, mut round_began) = (began, Instant::now());
        tree.search(&mut self.judges, n_visits_max, &mut |progress| {
            let now = Instant::now();
            // What the next positions will take, as far as the last ones tell: there has
            // to be time for them.
            let then = now + (now - round_began);
            round_began = now;
            let is_late = deadline.is_some_and(|deadline| then >= deadline);
            let is_enough = |budget: Budget| {
                let n_trials = progress.visits() - n_visits_before;
                budget.is_enough(then - began, n_trials, progress.most_visits())
            };
            if is_late || request.stop.is_raised() || request.budget.is_some_and(is_enough) {
                return ControlFlow::Break(());
            }
            if shown_at.elapsed() < request.interval {
                return ControlFlow::Continue(());
            }
            shown_at = Instant::now();
            watch(&progress.analysis(request.detail))
        });
        let analysis = tree.detailed_analysis(request.detail);
        self.tree = Some(tree);
        analysis
    }

    /// How to search for an answer to `request`.
    fn settings(&self, request: &Request) -> PuctSettings {
        let tuning = &request.tuning;
        let n_root_symmetries = match request.limits.playouts {
            Some(0 | 1) => 1,
            Some(_) | None => N_ROOT_SYMMETRIES,
        };
        PuctSettings {
            tree_bytes_max: self.memory.tree,
            cache_bytes_max: self.memory.judgments,
            exploration: tuning.exploration,
            n_root_symmetries: tuning.n_root_symmetries.unwrap_or(n_root_symmetries),
            sharing: match request.memory {
                Memory::Tree => Sharing::Positions,
                Memory::Judgments => Sharing::Paths,
            },
            noise: tuning.root_noise,
            root_temperature: tuning.root_temperature,
            tuning: tuning.search,
            seed: self.seed,
            ..PuctSettings::default()
        }
    }

    /// What a game that has stopped is worth, with the dead stones it proposes taken off.
    fn count(&mut self, game: &Game, request: &Request) -> Option<Analysis> {
        let dead = dead_stones(&self.dead_chains(game, request));
        let score = game.score(dead).ok()?;
        let black = score.margin().half_points() as f32 / 2.0;
        let lead = match game.turn() {
            Color::Black => black,
            Color::White => -black,
        };
        let owners = game.size().points().map(|point| match score.owner(point) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        });
        Some(Analysis {
            turn: game.turn(),
            visits: 1,
            win_rate: match lead {
                0.0 => 0.5,
                lead if lead > 0.0 => 1.0,
                _ => 0.0,
            },
            lead,
            lcb: match lead > 0.0 {
                true => 1.0,
                false => 0.0,
            },
            candidates: Vec::new(),
            ownership: owners.collect(),
            ownership_stdev: None,
            outlook: None,
            raw: None,
        })
    }

    /// What the network says of the board of a game that may be finished.
    fn survey(&self, game: &Game, request: &Request, deadline: Option<Instant>) -> Survey {
        survey(&self.net, game, |n_seen| {
            let most = request.limits.playouts;
            !is_over(request, deadline) && most.is_none_or(|most| n_seen < most)
        })
    }

    /// Whose each point is when the position is played out, as often as time allows: at
    /// least once.
    fn play_out(&self, game: &Game, request: &Request, deadline: Option<Instant>) -> Vec<f32> {
        let mut playouts = PlayoutOwnership::new(game, Dice::new(self.seed));
        for _ in 0..N_PAIRS_PLAYED_OUT {
            playouts.play_out();
            if is_over(request, deadline) {
                break;
            }
        }
        playouts.ownership()
    }

    /// Whose each point will be after a search for either player to move, as far as the
    /// limits allow one.
    fn read_out(
        &mut self,
        survey: &Survey,
        request: &Request,
        deadline: Option<Instant>,
    ) -> Option<Vec<f32>> {
        let is_area = |game: &&Game| game.rules().counting.scoring.is_area();
        let games: Vec<&Game> = survey.aspects.iter().filter(is_area).collect();
        let n_left = match request.limits.playouts {
            Some(most) => most.saturating_sub(survey.n_seen) / games.len().max(1) as u64,
            None => N_READ_OUT,
        };
        if n_left == 0 || games.is_empty() {
            return None;
        }
        let kept = (self.tree.take(), self.manner);
        let mut sums = vec![0.0; survey.ownership.len()];
        for (i, game) in games.iter().enumerate() {
            // What is left of the time is for those that are left.
            let n_games_left = (games.len() - i) as u32;
            let share = |deadline: Instant| {
                deadline.saturating_duration_since(Instant::now()) / n_games_left
            };
            let request = Request {
                stop: request.stop.clone(),
                ..Request::within(ThinkLimits {
                    time: deadline.map(share),
                    playouts: Some(n_left.min(N_READ_OUT)),
                    threads: request.limits.threads,
                })
            };
            let analysis = self.search(game, &request, &mut ignore);
            for (sum, owner) in sums.iter_mut().zip(&analysis.ownership) {
                *sum += owner / games.len() as f32;
            }
        }
        (self.tree, self.manner) = kept;
        Some(sums)
    }

    /// Has `n` judges for boards of `size`, who ask through this lens.
    fn seat_judges(&mut self, size: Size, n: usize, lens: Lens) {
        if self
            .judges
            .first()
            .is_some_and(|judge| judge.size() != size)
        {
            self.judges.clear();
        }
        self.judges.truncate(n);
        for judge in &mut self.judges {
            judge.look_through(lens);
        }
        while self.judges.len() < n {
            self.judges.push(Judge::new(&self.net, size, lens));
        }
        for judge in &mut self.judges {
            judge.profile = self.profile;
        }
    }

    /// Thinks as these people from now on, if the network is one that imitates people; what
    /// others thought is forgotten.
    fn imitate(&mut self, profile: Option<Profile>) {
        let profile = profile.filter(|_| imitates_people(&self.net));
        if profile != self.profile {
            self.profile = profile;
            self.tree = None;
        }
    }
}

impl Thinker for Network {
    fn name(&self) -> &str {
        "Ponnuki"
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        watch: &mut OnSnapshot<'_>,
    ) -> Option<Choice> {
        choose(game, request, self.resignation, |request| {
            self.search(game, request, watch)
        })
    }

    fn analyse(&mut self, game: &Game, request: &Request, watch: &mut OnSnapshot<'_>) -> Analysis {
        let counted = match game.phase() {
            Phase::Stopped => self.count(game, request),
            Phase::Playing | Phase::Over(_) => None,
        };
        counted.unwrap_or_else(|| self.search(game, request, watch))
    }

    fn dead_chains(&mut self, game: &Game, request: &Request) -> Vec<DeadChain> {
        let deadline = deadline(request.limits);
        let survey = self.survey(game, request, deadline);
        let evidence = |ownership| FinishedBoard {
            board: game.board(),
            suicide: game.rules().suicide,
            ownership,
            source: OwnershipSource::Network,
        };
        let at_a_glance = evidence(&survey.ownership);
        if at_a_glance.is_clear() {
            return at_a_glance.dead_chains();
        }
        let read_out = self.read_out(&survey, request, deadline);
        let by_network = read_out.as_ref().unwrap_or(&survey.ownership);
        let by_playouts = self.play_out(game, request, deadline);
        let both = by_network.iter().zip(by_playouts);
        let both = both.map(|(net, played)| NETWORK_SHARE * net + (1.0 - NETWORK_SHARE) * played);
        evidence(&both.collect::<Vec<f32>>()).dead_chains()
    }

    fn look(
        &mut self,
        game: &Game,
        symmetry: Symmetry,
        profile: Option<Profile>,
    ) -> Option<Evaluation> {
        look(&self.net, game, profile, symmetry)
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        // A tree that shares by paths begins anew for each question.
        let is_harmless = |tree: &Puct| tree.settings().sharing == Sharing::Paths;
        self.tree = self.tree.take().filter(is_harmless);
    }
}

/// Whether the time is over, or nobody wants the answer any more.
fn is_over(request: &Request, deadline: Option<Instant>) -> bool {
    let is_late = |deadline| Instant::now() >= deadline;
    deadline.is_some_and(is_late) || request.stop.is_raised()
}

/// When the time of `limits` is up; a time too long to be told is no limit.
fn deadline(limits: ThinkLimits) -> Option<Instant> {
    limits
        .time
        .and_then(|time| Instant::now().checked_add(time))
}

/// What a judge is called: by its network, or by the thinker's own name where it has none.
pub fn judge_name(net: Option<&Net>, thinker: &str) -> String {
    match net {
        Some(net) => net.model().name.clone(),
        None => thinker.to_owned(),
    }
}

/// A seed that is another each time, as the standard library's hashes are.
pub fn any_seed() -> u64 {
    RandomState::new().hash_one("a game nobody has seen")
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Rules;

    use super::*;
    use crate::embedded::embedded;

    #[test]
    fn a_thinker_takes_no_more_memory_than_it_was_given() {
        let game = Game::new(Size::NINETEEN, Rules::CHINESE).unwrap();
        for (n_bytes_max, expected) in [
            (1 << 24, 1 << 24),
            (1 << 26, 1 << 26),
            // More than this nobody takes.
            (1 << 40, (1 << 28) + (1 << 26)),
        ] {
            let mut network = Network {
                memory: MemoryLimits::within(n_bytes_max),
                ..Network::new(embedded(), None, 1)
            };
            network.analyse(
                &game,
                &Request::within(ThinkLimits::playouts(2)),
                &mut ignore,
            );
            // All of it is reserved at once, and a search never takes more.
            let n_bytes = network.tree.as_ref().unwrap().n_bytes();
            assert!(n_bytes <= expected, "{n_bytes} of {n_bytes_max}");
            assert!(n_bytes > expected / 2, "{n_bytes} of {n_bytes_max}");
        }
    }

    #[test]
    fn trees_of_playouts_have_their_share() {
        let usual = TreeSettings::default().n_nodes_max;
        assert_eq!(TreeSettings::within(1 << 40).n_nodes_max, usual);
        let small = TreeSettings::within(1 << 20).n_nodes_max;
        assert!((1_000..20_000).contains(&small), "{small}");
    }
}
