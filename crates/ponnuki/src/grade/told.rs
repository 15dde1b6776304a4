//! A thinker that is told what a problem is about.

use std::collections::BTreeMap;

use ponnuki_engine::{
    Analysis, Candidate, Choice, DeadChain, Decision, Limits, Request, Restricted, Restriction,
    Thinker, Watch, ignore,
};
use ponnuki_game::{Color, Game, Move, Point, PointSet};
use ponnuki_record::problem::{Moves, Task};

/// How much likelier a move looks that surely does it than one that surely does not, as a
/// logarithm: ten hundredths more make it some seven times as likely.
const EAGERNESS: f32 = 20.0;

/// For so many moves nobody plays elsewhere: longer than any line of a problem.
const N_LOCAL: usize = 40;

/// Cares for nothing but whose the stones of a problem will be: it looks at each move of the
/// problem's area and takes the one after which they are most likely the player's.
pub(super) struct Told {
    thinker: Box<dyn Thinker>,
    /// The chains that it is about: one, or two to be connected.
    chains: Vec<PointSet>,
    /// Where to look for a move.
    area: PointSet,
    /// What was thought with so many playouts; more tries change nothing about it.
    known: BTreeMap<u64, Analysis>,
}

impl Told {
    /// One that asks `thinker`, and is told the `task` of `game`.
    pub(super) fn new(thinker: Box<dyn Thinker>, game: &Game, task: Task, moves: &Moves) -> Told {
        let chain = |point: Point| {
            let chain = game.board().chain(point);
            chain.map_or(PointSet::EMPTY, |chain| chain.stones)
        };
        let chains = match task {
            Task::Capture(point) | Task::Save(point) | Task::Kill(point) | Task::Live(point) => {
                vec![chain(point)]
            }
            Task::Connect(one, other) => vec![chain(one), chain(other)],
            Task::Count => Vec::new(),
        };
        Told {
            thinker,
            chains,
            area: moves.area,
            known: BTreeMap::new(),
        }
    }

    /// Looks at every move of the area, with `n_playouts` for all of them together.
    fn judge(&mut self, game: &Game, n_playouts: u64) -> Analysis {
        let points: Vec<Point> = (game.legal() & self.area).iter().collect();
        let n_each = (n_playouts / points.len().max(1) as u64).max(1);
        let now = self.look(game, 1);
        let mut chances: Vec<(Point, f32)> = Vec::new();
        for point in points {
            let mut after = game.clone();
            if after.play(Move::Play(point)).is_ok() {
                let analysis = self.look(&after, n_each);
                chances.push((point, self.chance(&analysis, game)));
            }
        }
        let weight = |chance: f32| (EAGERNESS * chance).exp();
        let sum: f32 = chances.iter().map(|&(_, chance)| weight(chance)).sum();
        let mut candidates: Vec<Candidate> = chances
            .iter()
            .map(|&(point, chance)| candidate(point, chance, weight(chance) / sum))
            .collect();
        candidates.sort_by(|one, other| other.prior.total_cmp(&one.prior));
        Analysis { candidates, ..now }
    }

    /// What is thought of a position if both play in the area, or pass.
    fn look(&mut self, game: &Game, n_playouts: u64) -> Analysis {
        let mut request = Request::within(Limits::playouts(n_playouts));
        let local = self.area.iter().map(Move::Play).chain([Move::Pass]);
        let local: Vec<Move> = local.collect();
        request.restrictions = Color::BOTH.map(|by| restriction(by, &local)).to_vec();
        // Nothing that was asked before may show in the answer.
        self.thinker.reseed(0);
        self.thinker.analyse(game, &request, &mut ignore)
    }

    /// How likely the stones are the player's in the end, by what is thought after a move: the
    /// weaker of two chains tells whether they are connected.
    fn chance(&self, after: &Analysis, game: &Game) -> f32 {
        let sign = match game.turn() {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        let owned = self.chains.iter().map(|chain| {
            let owners = chain
                .iter()
                .map(|point| after.ownership[game.size().index(point)]);
            sign * owners.sum::<f32>() / chain.len().max(1) as f32
        });
        f32::midpoint(1.0, owned.reduce(f32::min).unwrap_or(0.0))
    }
}

fn restriction(by: Color, local: &[Move]) -> Restriction {
    Restriction {
        by,
        moves: Restricted::Allow(local.to_vec()),
        n_moves: N_LOCAL,
    }
}

/// A move that looks so likely, without a trial: all that a level goes by.
fn candidate(point: Point, chance: f32, prior: f32) -> Candidate {
    let mv = Move::Play(point);
    Candidate {
        mv,
        visits: 0,
        win_rate: chance,
        lead: 0.0,
        prior,
        lcb: chance,
        variation: vec![mv],
        variation_visits: vec![0],
        outlook: None,
        utility_lcb: None,
        ownership: None,
    }
}

impl Thinker for Told {
    fn name(&self) -> &str {
        self.thinker.name()
    }

    fn choose(&mut self, game: &Game, request: &Request, _: &mut Watch<'_>) -> Option<Choice> {
        let n_playouts = request.limits.playouts.unwrap_or(1);
        let analysis = match self.known.get(&n_playouts) {
            Some(known) => known.clone(),
            None => {
                let found = self.judge(game, n_playouts);
                self.known.insert(n_playouts, found.clone());
                found
            }
        };
        let best = analysis.candidates.first()?.mv;
        Some(Choice {
            decision: Decision::Move(best),
            analysis,
        })
    }

    fn analyse(&mut self, game: &Game, request: &Request, watch: &mut Watch<'_>) -> Analysis {
        self.thinker.analyse(game, request, watch)
    }

    fn dead_chains(&mut self, game: &Game, request: &Request) -> Vec<DeadChain> {
        self.thinker.dead_chains(game, request)
    }

    /// Nothing: what is known rests on a seed of its own, so that all levels know the same.
    fn reseed(&mut self, _: u64) {}
}

#[cfg(test)]
mod tests {
    use ponnuki_engine::{Level, Leveled, embedded, thinker};
    use ponnuki_game::{Diagram, Rules, Setup};

    use super::*;

    #[test]
    fn who_is_told_to_capture_one_stone_leaves_five_alone() {
        // Each of them is connected to a living group if the other is captured.
        let drawn: Diagram = "
            . . . . . . . . .
            O O O O O O O O O
            X X a X X X X X X
            . X O X . . . . .
            . . X X X X X . .
            . X O O O O O X .
            X X X X b X X X X
            O O O O O O O O O
            . . . . . . . . .
        "
        .parse()
        .unwrap();
        let mut setup = Setup::new(drawn.size(), Rules::CHINESE);
        setup.stones = drawn.stones();
        setup.first = Some(Color::Black);
        let game = setup.start().unwrap();
        let net = embedded();
        let points = ['a', 'b'].map(|mark| drawn.marked(mark).unwrap());
        for (target, expected) in [("C6", points[0]), ("E4", points[1])] {
            let task = Task::Capture(game.size().point(target).unwrap());
            let moves = Moves {
                area: points.into_iter().collect(),
                ..Moves::default()
            };
            let told = Told::new(thinker(Some(&net), 0, None), &game, task, &moves);
            let sees_all =
                |level: &&Level| level.weakness.is_some_and(|weak| weak.blindness == 0.0);
            let keen = Level::ALL.iter().find(sees_all).unwrap();
            let mut pupil = Leveled::thinking_as(*keen, Box::new(told), 1);
            let request = Request::within(Limits::playouts(1));
            let choice = pupil.choose(&game, &request, &mut ignore).unwrap();
            let expected = Decision::Move(Move::Play(expected));
            assert_eq!(choice.decision, expected, "to capture {target}");
        }
    }
}
