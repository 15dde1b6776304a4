//! A number for what the program does.

use std::sync::Arc;

use ponnuki_game::{
    Color, Diagram, Dice, Game, Move, PRESETS, Phase, PointSet, Rules, Setup, Size,
};
use ponnuki_net::{Input, Isa, Net};
use ponnuki_search::{Solver, SolverGoal, SolverTask};
use ponnuki_think::{Request, ThinkLimits, Thinker, dead_stones, ignore};

use crate::embedded::embedded;
use crate::level::{Level, Leveled};
use crate::montecarlo::{MonteCarlo, MonteCarloSettings};
use crate::network::Network;

/// How many moves are made at random under each rulebook.
const N_MOVES: usize = 160;

/// After every so many of them the network is asked.
const N_MOVES_PER_LOOK: usize = 40;

/// How many positions are searched, and with how many playouts.
const N_SEARCHED: usize = 6;
const N_VISITS: u64 = 64;
const N_PLAYOUTS: u64 = 400;

/// How many positions a proof may take.
const N_POSITIONS: u64 = 100_000;

/// Into how many steps a number of the network is rounded: coarse beside its errors in single
/// precision.
const STEPS: f32 = 16.0;

/// A number for what the program does: the same on every machine, and another when what is legal,
/// counted, evaluated or searched changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BehaviorSignature {
    /// Each part with its name: legal moves and the boards they lead to, scores, what the network
    /// sees and says, and what is searched for, proved and judged dead.
    pub parts: [(&'static str, u32); 4],
    /// All parts together.
    pub whole: u32,
}

impl BehaviorSignature {
    /// Plays, counts, evaluates and searches a fixed set of positions, on one thread with fixed
    /// seeds and without vector instructions. Takes some seconds.
    pub fn work_out() -> BehaviorSignature {
        let net = Net::new(embedded().model().clone()).with_instructions(Isa::PORTABLE);
        let net = Arc::new(net);
        let mut walks = Walks::default();
        walks.run(&net);
        let parts = [
            ("play", walks.play),
            ("score", walks.score),
            ("evaluate", walks.evaluate),
            ("search", search(&net, &walks.positions)),
        ];
        let mut whole = Digest::default();
        for (_, part) in parts {
            whole.add(part.0);
        }
        BehaviorSignature {
            parts: parts.map(|(name, part)| (name, part.number())),
            whole: whole.number(),
        }
    }
}

/// A hash of numbers in their order (FNV-1a, which needs no library and never changes).
#[derive(Clone, Copy)]
struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xCBF2_9CE4_8422_2325)
    }
}

impl Digest {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn add_move(&mut self, size: Size, mv: Move) {
        self.add(match mv {
            Move::Play(point) => size.index(point) as u64 + 1,
            Move::Pass => 0,
        });
    }

    fn add_points(&mut self, size: Size, points: &PointSet) {
        self.add(points.len() as u64);
        for point in points {
            self.add_move(size, Move::Play(point));
        }
    }

    /// Adds a number of the network, rounded.
    fn add_rounded(&mut self, number: f32) {
        self.add((number * STEPS).round() as i64 as u64);
    }

    /// Ten digits at most, to be read aloud and compared.
    fn number(self) -> u32 {
        (self.0 ^ self.0 >> 32) as u32
    }
}

/// Random games under every rulebook, and what was seen in them.
#[derive(Default)]
struct Walks {
    play: Digest,
    score: Digest,
    evaluate: Digest,
    /// Some of the positions on the way.
    positions: Vec<Game>,
}

impl Walks {
    fn run(&mut self, net: &Net) {
        for (i, preset) in PRESETS.iter().enumerate() {
            // Every rulebook knows this board.
            let Ok(game) = Game::new(Size::NINE, preset.rules) else {
                unreachable!("a rulebook without faults");
            };
            self.walk(net, game, &mut Dice::new(i as u64 + 1));
        }
    }

    fn walk(&mut self, net: &Net, mut game: Game, dice: &mut Dice) {
        let size = game.size();
        for n in 0..N_MOVES {
            if game.phase() != Phase::Playing {
                break;
            }
            let legal = game.legal();
            self.play.add(legal.len() as u64);
            // A pass now and then, and where there is nothing else.
            let drawn = dice.below(legal.len() + 1 + legal.len() / 20);
            let mv = legal.iter().nth(drawn).map_or(Move::Pass, Move::Play);
            if game.play(mv).is_err() {
                break;
            }
            self.play.add_move(size, mv);
            self.play.add(game.board().vacant().len() as u64);
            if n % N_MOVES_PER_LOOK == N_MOVES_PER_LOOK / 2 {
                self.look(net, &game);
            }
        }
        if let Ok(score) = game.score(PointSet::EMPTY) {
            self.score.add(score.margin().half_points() as u64);
        }
    }

    fn look(&mut self, net: &Net, game: &Game) {
        let input = Input::of(game, &net.view());
        input
            .planes
            .iter()
            .for_each(|&bits| self.evaluate.add(bits.into()));
        for global in input.globals {
            self.evaluate.add(global.to_bits().into());
        }
        let mut evaluator = net.evaluator(game.size(), 1);
        if let Ok([raw]) = evaluator.run(&[input]) {
            raw.value
                .iter()
                .for_each(|&number| self.evaluate.add_rounded(number));
            raw.score
                .iter()
                .for_each(|&number| self.evaluate.add_rounded(number));
            raw.ownership
                .iter()
                .for_each(|&number| self.evaluate.add_rounded(number));
        }
        self.positions.push(game.clone());
    }
}

/// What is searched for in a few positions of the walks, and on drawn boards.
fn search(net: &Arc<Net>, positions: &[Game]) -> Digest {
    let mut digest = Digest::default();
    let step = positions.len().div_ceil(N_SEARCHED).max(1);
    for (seed, game) in positions.iter().step_by(step).enumerate() {
        let seed = seed as u64;
        let mut plain = MonteCarlo::new(MonteCarloSettings {
            seed,
            ..MonteCarloSettings::default()
        });
        let mut network = Network::new(Arc::clone(net), None, seed);
        let mut weak = Leveled::new(Level::ALL[4], Some(net), None, seed);
        let thinkers: [(&mut dyn Thinker, u64); 3] = [
            (&mut plain, N_PLAYOUTS),
            (&mut network, N_VISITS),
            (&mut weak, N_VISITS),
        ];
        for (thinker, n_playouts) in thinkers {
            let request = Request::within(ThinkLimits::playouts(n_playouts));
            let analysis = thinker.analyse(game, &request, &mut ignore);
            digest.add(analysis.visits);
            for candidate in analysis.candidates.iter().take(1) {
                digest.add_move(game.size(), candidate.mv);
            }
        }
    }
    judge(net, &mut digest);
    digest
}

/// A corner that lives or dies, and a stone that is dead, to be proved and found.
fn judge(net: &Arc<Net>, digest: &mut Digest) {
    let drawn: Diagram = match BOARD.parse() {
        Ok(drawn) => drawn,
        Err(error) => unreachable!("the board is drawn right: {error}"),
    };
    let mut setup = Setup::new(drawn.size(), Rules::JAPANESE);
    setup.stones = drawn.stones();
    let Ok(game) = setup.start() else {
        unreachable!("the board has no faults");
    };
    let request = Request::within(ThinkLimits::playouts(N_VISITS));
    let dead = Network::new(Arc::clone(net), None, 1).dead_chains(&game, &request);
    digest.add_points(game.size(), &dead_stones(&dead));
    prove_corner(&game, digest);
}

/// Adds what happens to White's corner if Black moves first.
fn prove_corner(game: &Game, digest: &mut Digest) {
    let board = game.board();
    let open = board.vacant() | board.stones(Color::White);
    let Some(chain) = game.size().at(1, 1) else {
        unreachable!("the board is larger");
    };
    let region = open.parts().find(|part| part.contains(chain));
    let task = SolverTask {
        goal: SolverGoal::Capture { chain, free: None },
        region: region.unwrap_or_default(),
    };
    let solver = Solver::new(game, task, N_POSITIONS);
    if let Ok(solution) = solver.and_then(|mut solver| solver.solve()) {
        digest.add(solution.grade as u64);
        digest.add(solution.n_positions);
        for mv in solution.firsts {
            digest.add_move(game.size(), mv);
        }
    }
}

/// White's corner lives if White moves first and dies if Black does; two stones are dead.
const BOARD: &str = "
    . . . O X . . . .
    O O O O X . . . .
    X X X X X X . . .
    . . . . . X . . .
    . X . X . X . O .
    . . . . . X . . .
    X X X X X X X X X
    O O O O O O O O O
    . O . O . O . X .
";
