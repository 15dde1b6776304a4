//! Whose each point of a board is in the eyes of a network.
//!
//! The network is shown the stones alone, as if they had been set up: who
//! passed last, and how the game went, is not to matter. It is asked for
//! either player to move, under either way of counting, and from every side;
//! the average counts. The komi makes the game even, because a player who is
//! hopelessly behind, or ahead, no longer fights for every stone.

use ponnuki_game::{Color, Game, Komi, Rules, Setup, Symmetry};
use ponnuki_net::{Evaluation, Evaluator, Input, Net, Reading};

/// The rules that networks know best, one for each way of counting.
const RULES: [Rules; 2] = [Rules::CHINESE, Rules::JAPANESE];

/// What a network says of a board.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    /// The board as it was shown: a game for each way.
    pub(crate) aspects: Vec<Game>,
    /// Whose each point will be, whoever moves next: 1 surely Black's, −1
    /// surely White's.
    pub(crate) ownership: Vec<f32>,
    /// How many positions the network looked at.
    pub(crate) n_seen: u64,
}

/// Asks `net` about the board of `game`.
///
/// `goes_on` is told how many positions were looked at, and says whether to
/// look at more. However it answers, the board is looked at once.
pub(crate) fn survey(net: &Net, game: &Game, mut goes_on: impl FnMut(u64) -> bool) -> Survey {
    let size = game.size();
    let mut aspects = aspects(game);
    let mut evaluator = net.evaluator(size, aspects.len().max(1));
    let first = look(net, &mut evaluator, &aspects, Symmetry::default());
    let n_first = first.len() as u64;
    for (aspect, evaluation) in aspects.iter_mut().zip(&first) {
        if let Some(even) = with_even_komi(aspect, evaluation) {
            *aspect = even;
        }
    }
    let mut tally = Tally::new(size.n_points());
    for symmetry in Symmetry::all(size) {
        if !goes_on(n_first + tally.n_seen) {
            break;
        }
        tally.add(&look(net, &mut evaluator, &aspects, symmetry));
    }
    if tally.n_seen == 0 {
        tally.add(&first);
    }
    Survey {
        aspects,
        n_seen: n_first + tally.n_seen,
        ownership: tally.mean(),
    }
}

/// The board in the four ways it is shown, without komi.
fn aspects(game: &Game) -> Vec<Game> {
    let of = |rules: Rules| {
        Color::BOTH.map(|turn| {
            let mut setup = Setup::new(game.size(), rules);
            setup.komi = Komi::ZERO;
            setup.first = Some(turn);
            for color in Color::BOTH {
                setup.stones[color] = game.board().stones(color);
            }
            setup.start()
        })
    };
    RULES.into_iter().flat_map(of).flatten().collect()
}

/// The same with a komi that makes it even, and leaves no draw.
fn with_even_komi(aspect: &Game, evaluation: &Evaluation) -> Option<Game> {
    let most = aspect.size().n_points() as f32 - 1.0;
    let lead = evaluation.lead_for(Color::Black).clamp(-most, most);
    let mut setup = aspect.setup().clone();
    setup.komi = Komi::from_half_points(2 * lead.round() as i16 + 1);
    setup.start().ok()
}

/// What the network says of each aspect, turned by `symmetry`.
fn look(
    net: &Net,
    evaluator: &mut Evaluator,
    aspects: &[Game],
    symmetry: Symmetry,
) -> Vec<Evaluation> {
    let view = net.view();
    let inputs = aspects
        .iter()
        .map(|aspect| Input::of(aspect, &view).turned(symmetry));
    let inputs: Vec<Input> = inputs.collect();
    // All boards are of the evaluator's size; of others nothing would be known.
    let raws = evaluator.run(&inputs).unwrap_or_default();
    let evaluations = aspects.iter().zip(raws).map(|(aspect, raw)| {
        let raw = raw.turned_back(symmetry, aspect.size());
        net.evaluation(&raw, aspect, &Reading::default())
    });
    evaluations.collect()
}

/// What was said of each point, added up.
struct Tally {
    n_seen: u64,
    /// For each point, how surely it is Black's.
    sums: Vec<f32>,
}

impl Tally {
    fn new(n_points: usize) -> Tally {
        Tally {
            n_seen: 0,
            sums: vec![0.0; n_points],
        }
    }

    fn add(&mut self, evaluations: &[Evaluation]) {
        for evaluation in evaluations {
            for (sum, point) in self.sums.iter_mut().zip(evaluation.size.points()) {
                *sum += evaluation.ownership_for(Color::Black, point);
            }
            self.n_seen += 1;
        }
    }

    fn mean(self) -> Vec<f32> {
        let n = self.n_seen.max(1) as f32;
        self.sums.into_iter().map(|sum| sum / n).collect()
    }
}
