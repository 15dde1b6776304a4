//! How it thinks with a network: a tree of moves whose leaves are judged at a
//! glance.
//!
//! Every trial goes through three steps:
//!
//! 1. *descend* from the root, at each position to the move that looks best:
//!    what its trials were worth on average, and what its prior promises;
//! 2. *judge* the new position reached, with an [`Evaluate`]: how likely each
//!    of its moves is the one, who wins, and by how much;
//! 3. *remember* the judgment in every position passed through.
//!
//! The tree plays by the whole rulebook, because it plays a real [`Game`]. The
//! end of a game is worth its score, and what is dead then depends on the
//! rulebook: see `ending`.

mod arena;
mod cache;
mod crew;
mod ending;
mod evaluate;
mod growth;
mod mirror;
mod moves;
mod report;
mod value;

pub use evaluate::{Evaluate, EvaluationRequest, TreePlace};

use std::ops::ControlFlow;
use std::thread;

use ponnuki_game::{Dice, Game, GameEvent, Move, PointSet, Symmetry};
use ponnuki_think::{
    Analysis, Detail, Evaluation, Mirroring, Noise, Restriction, RootPruning, SearchTuning,
};

use crate::settled::useless_points;
use arena::{Arena, Edge, NodeAt, ROOT, Stage};
use cache::Cache;
use crew::{Shared, Worker};
use ending::{Standing, judged, standing, stopped, write_expected_owners};
use evaluate::average_in;
use growth::{Finding, Growth};
use mirror::Mirror;
use report::Subject;
use value::Taste;

/// How a [`Puct`] thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctSettings {
    /// The tree takes no more memory than this; a full tree still learns, but
    /// no longer gets larger. 256 MiB by default.
    pub tree_bytes_max: usize,
    /// Evaluations remembered take no more memory than this; 64 MiB by default.
    pub cache_bytes_max: usize,
    /// How much moves are tried for what they might turn out to be; 1 by default.
    pub exploration: f32,
    /// In how many symmetries the root is judged, at most eight; the average
    /// counts. 1 by default.
    pub n_root_symmetries: usize,
    /// Whether other positions are judged in some symmetry rather than as they lie.
    pub leaves: Leaves,
    /// Which positions share a judgment.
    pub sharing: Sharing,
    /// Chance at the root; none by default.
    pub noise: Option<Noise>,
    /// How much the root's priors are evened out; 1, not at all, by default.
    pub root_temperature: f32,
    /// The numbers of its formulas.
    pub tuning: SearchTuning,
    /// Where all chance comes from; 0 by default.
    pub seed: u64,
}

impl Default for PuctSettings {
    fn default() -> PuctSettings {
        PuctSettings {
            tree_bytes_max: 1 << 28,
            cache_bytes_max: 1 << 26,
            exploration: 1.0,
            n_root_symmetries: 1,
            leaves: Leaves::Turned,
            sharing: Sharing::Positions,
            noise: None,
            root_temperature: 1.0,
            tuning: SearchTuning::default(),
            seed: 0,
        }
    }
}

/// How positions in the tree are laid before the evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// As they lie.
    Straight,
    /// Each in a symmetry that depends on the position alone, so that no
    /// direction is favoured, and the same position is always judged the same.
    Turned,
}

/// Which positions share a judgment, so that it is asked for once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Those that look alike, however they came about.
    Positions,
    /// Those that came about by the same moves. With one evaluator a tree then grows the same
    /// way whatever was asked before: what is known only makes it faster.
    Paths,
}

/// A search for the best move with the help of an [`Evaluate`].
///
/// ```no_run
/// use std::ops::ControlFlow;
///
/// use ponnuki_game::{Game, Rules, Size};
/// use ponnuki_search::{Evaluate, Puct, PuctSettings};
///
/// fn think(network: &mut (dyn Evaluate + Send)) {
///     let game = Game::new(Size::NINE, Rules::JAPANESE).unwrap();
///     let mut puct = Puct::new(&game, PuctSettings::default());
///     puct.search(&mut [network], 800, &mut |_| ControlFlow::Continue(()));
///     let best = &puct.analysis().candidates[0];
///     println!("{:?} wins {:.0} %", best.mv, 100.0 * best.win_rate);
/// }
/// ```
#[derive(Debug)]
pub struct Puct {
    /// The position.
    game: Game,
    settings: PuctSettings,
    restrictions: Vec<Restriction>,
    growth: Growth,
    cache: Cache,
    dice: Dice,
    /// Whether the root's priors are as the settings want them.
    is_prepared: bool,
    /// What the evaluator said of the root, if it was asked about it as the root.
    raw: Option<Evaluation>,
}

/// Looks on while a tree grows; says whether to go on.
pub type PuctWatch<'a> = dyn FnMut(&Progress<'_>) -> ControlFlow<()> + 'a;

/// A tree that is growing, to be looked at in between.
#[derive(Debug)]
pub struct Progress<'a> {
    shared: &'a Shared<'a>,
    raw: Option<&'a Evaluation>,
}

impl Progress<'_> {
    /// How many trials the tree rests on.
    pub fn visits(&self) -> u64 {
        self.shared.growth().n_visits()
    }

    /// How often the most tried move of the root was tried, and the next.
    pub fn most_visits(&self) -> [u64; 2] {
        report::most_visits(&self.shared.growth().arena)
    }

    /// What the tree thinks now. Everybody waits while this is put together.
    pub fn analysis(&self, detail: Detail) -> Analysis {
        let growth = self.shared.growth();
        let subject = Subject {
            arena: &growth.arena,
            tuning: &growth.tuning,
            game: self.shared.game,
            raw: self.raw,
        };
        report::analysis(&subject, detail)
    }
}

impl Puct {
    /// A tree with nothing but its root, the position of `game`.
    pub fn new(game: &Game, settings: PuctSettings) -> Puct {
        let n_points = game.size().n_points();
        let mut arena = Arena::new(n_points, settings.tree_bytes_max);
        arena.replant(game.turn());
        Puct {
            game: game.clone(),
            settings,
            restrictions: Vec::new(),
            growth: Growth {
                arena,
                taste: Taste::new(settings.tuning.utility, n_points, 0.0),
                exploration: f64::from(settings.exploration),
                tuning: settings.tuning,
                dice: Dice::new(settings.seed),
                n_settled: 0,
            },
            cache: Cache::new(game.setup(), settings.cache_bytes_max),
            dice: Dice::new(settings.seed),
            is_prepared: false,
            raw: None,
        }
    }

    /// The same with some moves left out.
    pub fn restricted(mut self, restrictions: &[Restriction]) -> Puct {
        self.restrict(restrictions);
        self
    }

    /// Leaves some moves out from now on; begins anew if they are not those
    /// that were left out before.
    pub fn restrict(&mut self, restrictions: &[Restriction]) {
        if self.restrictions != restrictions {
            self.restrictions = restrictions.to_vec();
            self.begin_anew();
        }
    }

    /// The position it thinks about.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many trials the tree rests on.
    pub fn visits(&self) -> u64 {
        self.growth.n_visits()
    }

    /// How many positions are in the tree.
    pub fn n_nodes(&self) -> usize {
        self.growth.arena.len()
    }

    /// How much memory it holds, in tree and cache; it never takes more.
    pub fn n_bytes(&self) -> usize {
        self.growth.arena.n_bytes() + self.cache.n_bytes()
    }

    /// Thinks about `game` from now on. What is known of it stays if it is the
    /// same game some moves later; otherwise the tree begins anew.
    pub fn follow(&mut self, game: &Game) {
        let node = self.node_of(game);
        let is_same_board = game.size() == self.game.size();
        self.cache.turn_to(game.setup());
        self.game = game.clone();
        if !is_same_board {
            let n_points = game.size().n_points();
            self.growth.arena = Arena::new(n_points, self.settings.tree_bytes_max);
        }
        match node {
            Some(at) => self.keep(at),
            None => self.begin_anew(),
        }
    }

    /// Thinks about `game` from now on, and begins anew; what was judged is remembered.
    pub fn restart(&mut self, game: &Game) {
        if game.size() != self.game.size() {
            *self = Puct::new(game, self.settings);
            return;
        }
        self.cache.turn_to(game.setup());
        self.game = game.clone();
        self.restrictions.clear();
        self.dice = Dice::new(self.settings.seed);
        self.growth.dice = Dice::new(self.settings.seed);
        self.begin_anew();
    }

    /// How it thinks.
    pub fn settings(&self) -> &PuctSettings {
        &self.settings
    }

    /// The node of `game`, if it is in the tree and play goes on there.
    fn node_of(&self, game: &Game) -> Option<NodeAt> {
        let since = game.events().strip_prefix(self.game.events())?;
        // What was left out near the old root may be wanted near the new one.
        let is_as_wanted = since.is_empty() || self.restrictions.is_empty();
        let is_same_game = game.setup() == self.game.setup() && is_as_wanted;
        let mut at = ROOT;
        for event in since {
            let &GameEvent::Moved { by, mv } = event else {
                return None;
            };
            if by != self.growth.arena.node(at).turn {
                return None;
            }
            let mut edges = self.growth.arena.edges(at).iter();
            at = edges.find(|edge| edge.mv == mv)?.child_at()?;
        }
        let is_open = self.growth.arena.node(at).stage == Stage::Open;
        (is_same_game && is_open).then_some(at)
    }

    fn begin_anew(&mut self) {
        self.growth.arena.replant(self.game.turn());
        self.is_prepared = false;
        self.raw = None;
    }

    /// Makes the node `at`, that of the game, the root.
    fn keep(&mut self, at: NodeAt) {
        if at == ROOT {
            return;
        }
        let useless = self.useless();
        let keeps = |mv| !matches!(mv, Move::Play(point) if useless.contains(point));
        self.growth.arena.reroot(at, keeps);
        moves::normalize(self.growth.arena.edges_mut(ROOT));
        let sums = self.growth.arena.node(ROOT).sums;
        let weights = self.settings.tuning.utility;
        let n_points = self.game.size().n_points();
        let taste = Taste::new(weights, n_points, sums.mean(sums.score));
        self.growth.taste = taste;
        self.growth.arena.recount(|value| taste.utility(value));
        self.is_prepared = false;
        self.raw = None;
    }

    /// Grows the tree until the root was tried `n_visits_max` times, earlier
    /// trials included, or `watch` says that it is enough. Each evaluator
    /// works on a thread of its own, the first on the caller's, where `watch`
    /// is called too, after each batch. Nothing happens without an evaluator.
    ///
    /// With one evaluator, the same game, settings and calls give the same tree.
    pub fn search<E: Evaluate + Send>(
        &mut self,
        evaluators: &mut [E],
        n_visits_max: u64,
        watch: &mut PuctWatch<'_>,
    ) {
        let Some((first, others)) = evaluators.split_first_mut() else {
            return;
        };
        self.prepare(first);
        if self.growth.arena.node(ROOT).stage == Stage::Ended {
            return;
        }
        let mut shared = Shared::new(&self.game, &mut self.growth, &mut self.cache);
        shared.restrictions = &self.restrictions;
        // Trials are counted in 32 bits.
        shared.n_visits_max = n_visits_max.min(u64::from(u32::MAX));
        shared.is_turning = self.settings.leaves == Leaves::Turned;
        shared.sharing = self.settings.sharing;
        shared.mirror = Mirror::of(&self.game, self.settings.tuning.mirroring);
        let progress = Progress {
            shared: &shared,
            raw: self.raw.as_ref(),
        };
        thread::scope(|scope| {
            for evaluator in others {
                let shared = &shared;
                scope.spawn(move || Worker::new(shared, evaluator).work(|| true));
            }
            Worker::new(&shared, first).work(|| watch(&progress).is_continue());
        });
    }

    /// Sees to it that the root is judged and its priors are as wanted.
    fn prepare(&mut self, evaluator: &mut impl Evaluate) {
        let is_new = self.growth.arena.node(ROOT).stage == Stage::Asked;
        let settings = &self.settings;
        let is_plain = settings.noise.is_none()
            && settings.root_temperature == 1.0
            && settings.n_root_symmetries <= 1
            && settings.tuning.mirroring == Mirroring::Ignored;
        if self.is_prepared || !is_new && is_plain {
            return;
        }
        self.is_prepared = true;
        let mut game = self.game.clone();
        let mut owners = vec![0; game.size().n_points()];
        let mut moves = Vec::new();
        let standing = standing(&mut game, 0, &mut owners);
        let value = match standing {
            Standing::Ended(value) => value,
            Standing::Stopped => {
                let answer = self.judge_root(&game, evaluator);
                stopped(&game, &answer, &mut owners)
            }
            Standing::Playing => {
                let answer = self.judge_root(&game, evaluator);
                self.list_root_moves(&answer, &mut moves);
                write_expected_owners(&answer, game.turn(), &mut owners);
                let value = judged(&game, &answer);
                self.raw = Some(answer);
                value
            }
        };
        if is_new {
            let n_points = game.size().n_points();
            let weights = self.settings.tuning.utility;
            self.growth.taste = Taste::new(weights, n_points, f64::from(value.score_mean));
            self.growth.settle(
                ROOT,
                &Finding {
                    value,
                    moves: &moves,
                    owners: &owners,
                },
            );
        } else {
            self.renew_priors(&moves);
        }
    }

    /// What is thought of the root, in as many symmetries as wanted.
    fn judge_root(&self, game: &Game, evaluator: &mut impl Evaluate) -> Evaluation {
        let size = game.size();
        let n = self
            .settings
            .n_root_symmetries
            .clamp(1, Symmetry::all(size).len());
        let questions: Vec<EvaluationRequest> = Symmetry::all(size)
            .take(n)
            .map(|symmetry| EvaluationRequest {
                game: game.clone(),
                symmetry,
                place: TreePlace::Root,
            })
            .collect();
        let mut answers = vec![Evaluation::blank(size); n];
        let n_at_once = evaluator.batch_max().max(1);
        for (questions, answers) in questions
            .chunks(n_at_once)
            .zip(answers.chunks_mut(n_at_once))
        {
            evaluator.evaluate(questions, answers);
        }
        let mut average = Evaluation::blank(size);
        for (n_before, answer) in answers.iter().enumerate() {
            average_in(&mut average, answer, n_before + 1);
        }
        average
    }

    /// The moves of the root, with priors as wanted.
    fn list_root_moves(&mut self, answer: &Evaluation, moves: &mut Vec<Edge>) {
        let game = &self.game;
        let turn = game.turn();
        if self.restrictions.is_empty() {
            let useless = self.useless();
            let admits = |mv| !matches!(mv, Move::Play(point) if useless.contains(point));
            moves::list(game, answer, admits, moves);
        } else {
            let restrictions = &self.restrictions;
            let admits = |mv| restrictions.iter().all(|r| r.admits(turn, mv, 0));
            moves::list(game, answer, admits, moves);
        }
        if let Some(mirror) = Mirror::of(game, self.settings.tuning.mirroring) {
            mirror.expect(game, moves);
        }
        if self.settings.root_temperature != 1.0 && self.settings.root_temperature > 0.0 {
            moves::temper(moves, self.settings.root_temperature);
        }
        if let Some(noise) = self.settings.noise {
            moves::stir(noise, moves, &mut self.dice);
        }
        moves::sort(moves, game.size());
    }

    /// The points of the root that nobody needs to play at.
    fn useless(&self) -> PointSet {
        match self.settings.tuning.pruning {
            RootPruning::Useless => useless_points(&self.game),
            RootPruning::Nothing => PointSet::EMPTY,
        }
    }

    /// Gives the moves that the root has the priors they have in `moves`.
    fn renew_priors(&mut self, moves: &[Edge]) {
        for edge in self.growth.arena.edges_mut(ROOT) {
            let new = moves.iter().find(|new| new.mv == edge.mv);
            edge.prior = new.map_or(edge.prior, |new| new.prior);
        }
    }

    /// What the tree thinks.
    pub fn analysis(&self) -> Analysis {
        self.detailed_analysis(Detail::Numbers)
    }

    /// What the tree thinks, with so much about each move.
    pub fn detailed_analysis(&self, detail: Detail) -> Analysis {
        let subject = Subject {
            arena: &self.growth.arena,
            tuning: &self.growth.tuning,
            game: &self.game,
            raw: self.raw.as_ref(),
        };
        report::analysis(&subject, detail)
    }

    /// Draws a move by how often it was tried: the more evenly the higher the
    /// temperature, and the first choice at 0. `None` if the game has ended or
    /// nothing was thought yet.
    pub fn draw(&self, temperature: f32, dice: &mut Dice) -> Option<Move> {
        report::draw(&self.growth.arena, &self.growth.tuning, temperature, dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::{Rules, Size};

    /// Judges by the hash of the board, and owns what is empty.
    struct Hasty;

    impl Evaluate for Hasty {
        fn batch_max(&self) -> usize {
            3
        }

        fn evaluate(&mut self, questions: &[EvaluationRequest], answers: &mut [Evaluation]) {
            for (question, answer) in questions.iter().zip(answers) {
                let mut dice = Dice::new(question.game.board().hash());
                answer.win = moves::unit(&mut dice) as f32;
                answer.loss = 1.0 - answer.win;
                answer.score_mean = 10.0 * answer.win - 5.0;
                answer.score_stdev = 3.0;
                answer.policy.fill_with(|| moves::unit(&mut dice) as f32);
                answer.ownership.fill(0.5);
            }
        }
    }

    #[test]
    fn the_tree_is_sound_at_every_turn_of_a_game_with_any_crew() {
        for (n_threads, tree_bytes_max) in [(1, 1 << 22), (3, 1 << 22), (1, 60_000), (3, 60_000)] {
            let settings = PuctSettings {
                tree_bytes_max,
                cache_bytes_max: 1 << 16,
                ..PuctSettings::default()
            };
            let mut game = Game::new(Size::new(5, 4).unwrap(), Rules::JAPANESE).unwrap();
            let mut puct = Puct::new(&game, settings);
            let mut crew: Vec<Hasty> = (0..n_threads).map(|_| Hasty).collect();
            let mut dice = Dice::new(7);
            while game.phase() == ponnuki_game::Phase::Playing && game.n_moves() < 30 {
                puct.search(&mut crew, 600, &mut |_| ControlFlow::Continue(()));
                assert!(puct.visits() >= 600);
                assert!(puct.growth.arena.is_consistent(&puct.growth.taste));
                game.play(puct.draw(1.0, &mut dice).unwrap()).unwrap();
                puct.follow(&game);
                let is_new = puct.visits() == 0;
                assert!(is_new || puct.growth.arena.is_consistent(&puct.growth.taste));
            }
        }
    }

    /// Judges as [`Hasty`] does, and counts.
    struct Counting {
        hasty: Hasty,
        n_asked: usize,
    }

    impl Evaluate for Counting {
        fn batch_max(&self) -> usize {
            self.hasty.batch_max()
        }

        fn evaluate(&mut self, questions: &[EvaluationRequest], answers: &mut [Evaluation]) {
            self.n_asked += questions.len();
            self.hasty.evaluate(questions, answers);
        }
    }

    #[test]
    fn what_is_known_by_its_path_makes_a_search_faster_and_changes_nothing() {
        let settings = PuctSettings {
            sharing: Sharing::Paths,
            ..PuctSettings::default()
        };
        let mut crew = [Counting {
            hasty: Hasty,
            n_asked: 0,
        }];
        let game = Game::new(Size::new(5, 4).unwrap(), Rules::JAPANESE).unwrap();
        let mut thought = |puct: &mut Puct| {
            let n_before = crew[0].n_asked;
            puct.search(&mut crew, 300, &mut |_| ControlFlow::Continue(()));
            (puct.analysis(), crew[0].n_asked - n_before)
        };
        let (first, n_first) = thought(&mut Puct::new(&game, settings));
        let mut later = game.clone();
        later.play(first.candidates[0].mv).unwrap();

        // The position after the best move, and then the one before it.
        let mut puct = Puct::new(&later, settings);
        let (after, _) = thought(&mut puct);
        puct.restart(&game);
        let (again, n_again) = thought(&mut puct);
        assert_eq!(again, first);
        assert!(n_again < 3 * n_first / 4, "{n_again} of {n_first}");
        puct.restart(&later);
        let (known, n_known) = thought(&mut puct);
        assert_eq!(known, after);
        assert_eq!(n_known, 1, "only the root is asked about");
    }

    #[test]
    fn an_evaluator_that_panics_stops_the_search() {
        struct Faulty(usize);

        impl Evaluate for Faulty {
            fn batch_max(&self) -> usize {
                1
            }

            fn evaluate(&mut self, _: &[EvaluationRequest], _: &mut [Evaluation]) {
                self.0 = self.0.checked_sub(1).expect("patience");
            }
        }

        for patience in [[1_000_000, 20], [20, 1_000_000], [20, 20]] {
            let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
            let mut puct = Puct::new(&game, PuctSettings::default());
            let mut crew = patience.map(Faulty);
            let search = std::panic::AssertUnwindSafe(|| {
                puct.search(&mut crew, u64::MAX, &mut |_| ControlFlow::Continue(()));
            });
            assert!(std::panic::catch_unwind(search).is_err());
        }
    }
}
