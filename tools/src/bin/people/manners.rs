//! Where a player tends to play.

use std::sync::Arc;

use ponnuki_engine::{Net, Network, Thinker};
use ponnuki_game::{Game, Move, Point, Size, Symmetry};

/// So many moves of a game are looked at.
pub(crate) const N_MOVES: usize = 20;
/// The first so many of them are the opening.
const N_MOVES_OPENING: usize = 10;
/// Farther from the edge than this line in both directions is the centre.
const LINE_MAX_OF_SIDE: u8 = 5;
/// A move that the network never plays is taken as this likely.
const POLICY_MIN: f32 = 1e-6;

/// The names of the columns.
pub(crate) const HEAD: &str = "who\tgames\tfirst10\tfirst20\tsecond20\tcentre10\tstep20\tpolicy20";

/// Counts over the first moves of games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Manners {
    n_games: usize,
    n_opening: usize,
    n_moves: usize,
    /// Moves on the first line: of the opening, of all that are looked at.
    n_first: [usize; 2],
    n_second: usize,
    /// Moves of the opening in the centre.
    n_centre: usize,
    /// Steps from the last move, along the lines of the board, and moves that they were counted for.
    n_steps: usize,
    n_answers: usize,
    /// The sum of the logarithms of how likely the network thought each move.
    policy: f64,
}

impl Manners {
    pub(crate) fn of(games: impl Iterator<Item = Game>, net: &Arc<Net>) -> Manners {
        let mut manners = Manners::default();
        let mut judge = Network::new(Arc::clone(net), None, 0);
        for game in games {
            manners.count(&game, &mut judge);
        }
        manners
    }

    fn count(&mut self, game: &Game, judge: &mut Network) {
        let mut replay = Game::new(game.size(), *game.rules()).expect("a board of a known size");
        self.n_games += 1;
        let mut last = None;
        for (number, (_, mv)) in game.moves().take(N_MOVES).enumerate() {
            if let Move::Play(point) = mv {
                let is_opening = number < N_MOVES_OPENING;
                self.place(lines(game.size(), point), is_opening);
                if let Some(last) = last {
                    self.n_steps += steps(last, point);
                    self.n_answers += 1;
                }
                let said = judge.look(&replay, Symmetry::IDENTITY, None);
                let policy = said.map_or(0.0, |said| said.policy_of(mv));
                self.policy += f64::from(policy.max(POLICY_MIN).ln());
            }
            last = match mv {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            };
            if replay.play(mv).is_err() {
                break;
            }
        }
    }

    /// Counts a move on these two lines.
    fn place(&mut self, lines: [u8; 2], is_opening: bool) {
        let lowest = lines[0].min(lines[1]);
        self.n_moves += 1;
        self.n_opening += usize::from(is_opening);
        self.n_first[0] += usize::from(is_opening && lowest == 1);
        self.n_first[1] += usize::from(lowest == 1);
        self.n_second += usize::from(lowest == 2);
        self.n_centre += usize::from(is_opening && lowest > LINE_MAX_OF_SIDE);
    }

    /// A line of the table.
    pub(crate) fn row(&self, who: &str) -> String {
        let part = |n: usize, of: usize| 100.0 * n as f64 / of.max(1) as f64;
        format!(
            "{who}\t{}\t{:.1} %\t{:.1} %\t{:.1} %\t{:.1} %\t{:.2}\t{:.2}",
            self.n_games,
            part(self.n_first[0], self.n_opening),
            part(self.n_first[1], self.n_moves),
            part(self.n_second, self.n_moves),
            part(self.n_centre, self.n_opening),
            self.n_steps as f64 / self.n_answers.max(1) as f64,
            self.policy / self.n_moves.max(1) as f64,
        )
    }
}

/// On which lines from the edge a point lies, counted from 1.
fn lines(size: Size, point: Point) -> [u8; 2] {
    let across = |place: u8, side: u8| 1 + place.min(side - 1 - place);
    [
        across(point.x(), size.width()),
        across(point.y(), size.height()),
    ]
}

fn steps(one: Point, other: Point) -> usize {
    usize::from(one.x().abs_diff(other.x())) + usize::from(one.y().abs_diff(other.y()))
}
