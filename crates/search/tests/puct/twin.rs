//! The search from its definition, slow and obvious: every node keeps all its
//! trials, nothing is remembered between nodes, nothing happens at once.

use std::f64::consts::PI;

use ponnuki_game::{Color, Game, Move, Outcome, Phase, PointSet, Rules, Size, Symmetry};
use ponnuki_search::{Evaluate, EvaluationRequest, Leaves, PuctSettings, TreePlace};
use ponnuki_think::{Analysis, Evaluation};

use crate::judges::{Judge, counting, moody};
use crate::{SMALL, grown};

struct Twin<'a> {
    judge: &'a mut dyn Evaluate,
    center: f64,
    root: Node,
}

#[derive(Default)]
struct Node {
    own: f64,
    trials: Vec<f64>,
    moves: Vec<(Move, f32, Node)>,
}

impl Node {
    fn mean(&self) -> f64 {
        self.trials.iter().sum::<f64>() / self.trials.len() as f64
    }

    fn spread(&self) -> f64 {
        let n = self.trials.len() as f64;
        if n <= 1.0 {
            return 1.0;
        }
        let mean = self.mean();
        let mean_sq = self.trials.iter().map(|x| x * x).sum::<f64>() / n;
        let all =
            ((mean * mean + 0.4 * 0.4) * 2.0 + mean_sq.max(mean * mean) * n) / (2.0 + n - 1.0);
        1.0 + 0.85 * ((all - mean * mean).max(0.0).sqrt() / 0.4 - 1.0)
    }
}

impl Twin<'_> {
    fn of<'a>(game: &Game, judge: &'a mut dyn Evaluate) -> Twin<'a> {
        let mut twin = Twin {
            judge,
            center: 0.0,
            root: Node::default(),
        };
        let answer = twin.ask(game);
        let score = f64::from(answer.score_mean) * sign(game.turn());
        let shift_max = 0.75 * side(game);
        twin.center = score - (0.2 * score).clamp(-shift_max, shift_max);
        twin
    }

    fn ask(&mut self, game: &Game) -> Evaluation {
        let mut answers = [Evaluation::blank(game.size())];
        let question = EvaluationRequest {
            game: game.clone(),
            symmetry: Symmetry::IDENTITY,
            place: TreePlace::Within,
        };
        self.judge.evaluate(&[question], &mut answers);
        let [answer] = answers;
        answer
    }

    /// One trial from `node` on, the position of `game`; returns its worth to Black.
    fn trial(&mut self, node: &mut Node, game: &mut Game, is_root: bool) -> f64 {
        let worth = if node.trials.is_empty() || node.moves.is_empty() {
            if node.trials.is_empty() {
                self.judge_into(node, game);
            }
            node.own
        } else {
            let k = best(node, game.turn(), is_root);
            game.play(node.moves[k].0).unwrap();
            self.trial(&mut node.moves[k].2, game, false)
        };
        node.trials.push(worth);
        worth
    }

    fn judge_into(&mut self, node: &mut Node, game: &Game) {
        let outcome = match game.phase() {
            Phase::Over(outcome) => Some(outcome),
            Phase::Stopped => Some(game.score(PointSet::EMPTY).unwrap().outcome()),
            Phase::Playing => None,
        };
        if let Some(Outcome::Score { margin }) = outcome {
            let margin = f64::from(margin.half_points()) / 2.0;
            let won = if margin == 0.0 { 0.0 } else { margin.signum() };
            node.own = self.utility(won, margin, game);
            return;
        }
        let answer = self.ask(game);
        let sign = sign(game.turn());
        let won = f64::from(answer.win - answer.loss) * sign;
        node.own = self.utility(won, f64::from(answer.score_mean) * sign, game);
        let size = game.size();
        let mut moves = Vec::new();
        for point in size.points() {
            if game.check(Move::Play(point)).is_ok() {
                moves.push((Move::Play(point), answer.policy[size.index(point)]));
            }
        }
        moves.push((Move::Pass, answer.policy[size.n_points()]));
        let sum: f32 = moves.iter().map(|&(_, prior)| prior).sum();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        node.moves = moves
            .into_iter()
            .map(|(mv, prior)| (mv, prior / sum, Node::default()))
            .collect();
    }

    fn utility(&self, won: f64, score: f64, game: &Game) -> f64 {
        let s =
            |center: f64, scale: f64| ((score - center) / (scale * side(game))).atan() * 2.0 / PI;
        won + 0.1 * s(0.0, 2.0) + 0.3 * s(self.center, 0.75)
    }
}

/// The move that the formula of the reference prefers, all of them looked at.
fn best(node: &Node, turn: Color, is_root: bool) -> usize {
    let tried = || {
        node.moves
            .iter()
            .filter(|(_, _, child)| !child.trials.is_empty())
    };
    let weight: f64 = tried().map(|(_, _, child)| child.trials.len() as f64).sum();
    let mass: f64 = tried().map(|&(_, prior, _)| f64::from(prior)).sum();
    let explore =
        (1.0 + 0.45 * ((weight + 500.0) / 500.0).ln()) * (weight + 0.01).sqrt() * node.spread();
    let trust = (mass * mass).min(1.0);
    let expected = trust * node.mean() + (1.0 - trust) * node.own;
    let reduction = if is_root { 0.1 } else { 0.2 };
    let untried = sign(turn) * expected - reduction * mass.sqrt();
    let selection_score = |(_, prior, child): &(Move, f32, Node)| {
        let worth = match child.trials.is_empty() {
            true => untried,
            false => sign(turn) * child.mean(),
        };
        worth + explore * f64::from(*prior) / (1.0 + child.trials.len() as f64)
    };
    let mut best = (f64::NEG_INFINITY, 0);
    for (k, mv) in node.moves.iter().enumerate() {
        if selection_score(mv) > best.0 {
            best = (selection_score(mv), k);
        }
    }
    best.1
}

fn sign(color: Color) -> f64 {
    if color == Color::Black { 1.0 } else { -1.0 }
}

fn side(game: &Game) -> f64 {
    (game.size().n_points() as f64).sqrt()
}

/// How often the twin tries each move, in the order of the board, passing last.
fn visits_of_twin(game: &Game, n: u64) -> Vec<u64> {
    let mut judge = moody(1);
    let mut twin = Twin::of(game, &mut judge);
    let mut root = std::mem::take(&mut twin.root);
    for _ in 0..n {
        twin.trial(&mut root, &mut game.clone(), true);
    }
    let of = |mv: Move| {
        let child = root.moves.iter().find(|child| child.0 == mv);
        child.map_or(0, |child| child.2.trials.len() as u64)
    };
    moves_of(game.size()).map(of).collect()
}

fn visits_of_puct(game: &Game, settings: PuctSettings, n: u64) -> Vec<u64> {
    let puct = grown(game, settings, &mut moody(1), n);
    let candidates = puct.analysis().candidates;
    let of = |mv: Move| {
        let candidate = candidates.iter().find(|candidate| candidate.mv == mv);
        candidate.map_or(0, |candidate| candidate.visits)
    };
    moves_of(game.size()).map(of).collect()
}

fn moves_of(size: Size) -> impl Iterator<Item = Move> {
    size.points().map(Move::Play).chain([Move::Pass])
}

const PLAIN: PuctSettings = PuctSettings {
    cache_bytes_max: 0,
    leaves: Leaves::Straight,
    ..SMALL
};

#[test]
fn it_tries_what_its_slow_twin_tries() {
    for (width, height, rules) in [
        (2, 2, Rules::TROMP_TAYLOR),
        (3, 2, Rules::TROMP_TAYLOR),
        (3, 3, Rules::NEW_ZEALAND),
        (4, 4, Rules::TROMP_TAYLOR),
        (5, 5, Rules::CHINESE_OGS),
        (6, 5, Rules::CONCISE),
    ] {
        let size = Size::new(width, height).unwrap();
        let game = Game::new(size, rules).unwrap();
        for n in [2, 10, 100, 600] {
            let twin = visits_of_twin(&game, n);
            assert_eq!(visits_of_puct(&game, PLAIN, n), twin, "{size}, {n} trials");
            assert_eq!(twin.iter().sum::<u64>(), n - 1);
        }
    }
}

/// How often the judge was asked, and what was thought, with such a cache.
fn asked<F>(size: Size, mut judge: Judge<F>, cache_bytes_max: usize) -> (usize, Analysis)
where
    F: FnMut(&Game, Symmetry, &mut Evaluation) + Send,
{
    let settings = PuctSettings {
        cache_bytes_max,
        ..SMALL
    };
    let game = Game::new(size, Rules::TROMP_TAYLOR).unwrap();
    let analysis = grown(&game, settings, &mut judge, 2_000).analysis();
    (judge.n_asked, analysis)
}

/// On the smallest boards superko forbids something in nearly every position,
/// and something else after another way to it.
#[test]
fn remembering_judgments_changes_nothing_but_the_questions() {
    for (width, height) in [(2, 2), (3, 2), (3, 3)] {
        let size = Size::new(width, height).unwrap();
        let (n_plain, plain) = asked(size, moody(1), 0);
        let (n_remembered, remembered) = asked(size, moody(1), 1 << 22);
        assert_eq!(plain, remembered);
        assert!(n_remembered < n_plain, "{n_remembered} of {n_plain}");
    }
    let size = Size::new(4, 4).unwrap();
    let (n_plain, plain) = asked(size, counting(1), 0);
    let (n_remembered, remembered) = asked(size, counting(1), 1 << 22);
    assert_eq!(plain, remembered);
    assert!(
        n_remembered * 10 < n_plain * 9,
        "{n_remembered} of {n_plain}"
    );
}
