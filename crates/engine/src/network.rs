//! A thinker with a network: one tree, kept from move to move, and a judge for each thread.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use ponnuki_game::{Color, Dice, Game, Phase, Size};
use ponnuki_net::{Evaluation, Input, Net, Reading, Symmetry};
use ponnuki_search::{Puct, PuctSettings, Sharing};

use crate::dead::{Evidence, Inquest, Survey, Witness, survey};
use crate::decide::{Resignation, choose};
use crate::judge::Judge;
use crate::montecarlo::{MonteCarlo, Settings};
use crate::thinker::{
    Analysis, Choice, DeadChain, Limits, Memory, Request, Thinker, Watch, dead_stones, ignore,
};
use crate::time::Budget;

/// Visits that show whether a chain lives whose fate is open at a glance.
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
    /// What was thought last, of which the next question may need a part.
    tree: Option<Puct>,
    judges: Vec<Judge>,
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
        None => Box::new(MonteCarlo::new(Settings {
            resignation,
            seed,
            ..Settings::default()
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
            tree: None,
            judges: Vec::new(),
        }
    }

    /// Thinks until a limit is reached.
    fn search(&mut self, game: &Game, request: &Request, watch: &mut Watch<'_>) -> Analysis {
        let (began, limits) = (Instant::now(), request.limits);
        self.seat_judges(game.size(), limits.threads.clamp(1, N_THREADS_MAX));
        let settings = PuctSettings {
            n_root_symmetries: match limits.playouts {
                Some(0 | 1) => 1,
                Some(_) | None => N_ROOT_SYMMETRIES,
            },
            sharing: match request.memory {
                Memory::Tree => Sharing::Positions,
                Memory::Judgments => Sharing::Paths,
            },
            seed: self.seed,
            ..PuctSettings::default()
        };
        let is_kept = |tree: &Puct| {
            tree.game().setup() == game.setup() && tree.settings().sharing == settings.sharing
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
            glance: None,
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
        let mut inquest = Inquest::new(game, Dice::new(self.seed));
        for _ in 0..N_PAIRS_PLAYED_OUT {
            inquest.play_out();
            if is_over(request, deadline) {
                break;
            }
        }
        inquest.ownership()
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
        let kept = self.tree.take();
        let mut sums = vec![0.0; survey.ownership.len()];
        for (i, game) in games.iter().enumerate() {
            // What is left of the time is for those that are left.
            let n_games_left = (games.len() - i) as u32;
            let share = |deadline: Instant| {
                deadline.saturating_duration_since(Instant::now()) / n_games_left
            };
            let request = Request {
                stop: request.stop.clone(),
                ..Request::within(Limits {
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
        self.tree = kept;
        Some(sums)
    }

    /// Has `n` judges for boards of `size`.
    fn seat_judges(&mut self, size: Size, n: usize) {
        if self
            .judges
            .first()
            .is_some_and(|judge| judge.size() != size)
        {
            self.judges.clear();
        }
        self.judges.truncate(n);
        while self.judges.len() < n {
            self.judges.push(Judge::new(&self.net, size));
        }
    }
}

impl Thinker for Network {
    fn name(&self) -> &str {
        "Ponnuki"
    }

    fn choose(&mut self, game: &Game, request: &Request, watch: &mut Watch<'_>) -> Option<Choice> {
        choose(game, request, self.resignation, |request| {
            self.search(game, request, watch)
        })
    }

    fn analyse(&mut self, game: &Game, request: &Request, watch: &mut Watch<'_>) -> Analysis {
        let counted = match game.phase() {
            Phase::Stopped => self.count(game, request),
            Phase::Playing | Phase::Over(_) => None,
        };
        counted.unwrap_or_else(|| self.search(game, request, watch))
    }

    fn dead_chains(&mut self, game: &Game, request: &Request) -> Vec<DeadChain> {
        let deadline = deadline(request.limits);
        let survey = self.survey(game, request, deadline);
        let evidence = |ownership| Evidence {
            board: game.board(),
            suicide: game.rules().suicide,
            ownership,
            witness: Witness::Network,
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

    fn look(&mut self, game: &Game, symmetry: Symmetry) -> Option<Evaluation> {
        let input = symmetry.turn(&Input::of(game, &self.net.view()));
        let mut evaluator = self.net.evaluator(game.size(), 1);
        let raw = evaluator.run(&[input]).ok()?.first()?;
        let raw = symmetry.turn_back(game.size(), raw);
        Some(self.net.evaluation(&raw, game, &Reading::default()))
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
fn deadline(limits: Limits) -> Option<Instant> {
    limits
        .time
        .and_then(|time| Instant::now().checked_add(time))
}
