//! Random games, as fast as the board allows.

use std::num::NonZeroU16;

use crate::board::{Board, Outlook, scramble};
use crate::color::Color;
use crate::point::{GRID, Move, Point, SIDE_MAX};

/// A seeded source of chance: the same seed rolls the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// Dice that roll what `seed` says.
    pub fn new(seed: u64) -> Dice {
        Dice {
            state: scramble(seed) | 1,
        }
    }

    /// The next 64 random bits (xorshift64*).
    #[inline]
    pub fn roll(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number under `n`, all alike in likelihood (to one part in 2³²); 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        (((self.roll() >> 32) * n as u64) >> 32) as usize
    }
}

/// A game being played at random: each move is drawn, all alike in
/// likelihood, from the legal ones that do not fill an own single-point eye;
/// who has none passes, and two passes end it. No suicide; simple ko.
///
/// ```
/// use ponnuki_game::{Board, Color, Dice, Playout, Size};
///
/// let start = Playout::new(&Board::empty(Size::NINE), Color::Black);
/// let mut playout = start.clone();
/// let mut dice = Dice::new(1);
/// let n_moves = playout.run(&mut dice, 3 * 81);
/// assert!(n_moves > 60);
/// playout.restart(&start); // again, without building anything anew
/// ```
#[derive(Clone, Debug)]
pub struct Playout {
    board: Board,
    turn: Color,
    /// The vacant places, in no order; the first `n_vacant` count.
    vacant: [u16; N_POINTS_MAX],
    n_vacant: usize,
    /// Where the last move took a stone in a ko.
    ko: Option<NonZeroU16>,
}

const N_POINTS_MAX: usize = SIDE_MAX as usize * SIDE_MAX as usize;

impl Playout {
    /// About to be played on from `board`, `turn` to move.
    pub fn new(board: &Board, turn: Color) -> Playout {
        let mut vacant = [0; N_POINTS_MAX];
        let mut n_vacant = 0;
        for point in board.vacant() {
            vacant[n_vacant] = point.grid() as u16;
            n_vacant += 1;
        }
        Playout {
            board: board.clone(),
            turn,
            vacant,
            n_vacant,
            ko: None,
        }
    }

    /// Makes this the same as `start`, which is of the same size, without allocating.
    pub fn restart(&mut self, start: &Playout) {
        self.board.clone_from(&start.board);
        self.turn = start.turn;
        self.n_vacant = start.n_vacant;
        self.vacant[..start.n_vacant].copy_from_slice(&start.vacant[..start.n_vacant]);
        self.ko = start.ko;
    }

    /// The stones now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays to the end, or until `n_moves_max` moves are played; returns how
    /// many were played, passes included.
    pub fn run(&mut self, dice: &mut Dice, n_moves_max: usize) -> usize {
        let mut n_passes = 0;
        let mut n_moves = 0;
        while n_passes < 2 && n_moves < n_moves_max {
            match self.step(dice) {
                Move::Play(_) => n_passes = 0,
                Move::Pass => n_passes += 1,
            }
            n_moves += 1;
        }
        n_moves
    }

    /// Plays one move and returns it.
    #[inline(always)]
    pub fn step(&mut self, dice: &mut Dice) -> Move {
        let color = self.turn;
        self.turn = !color;
        let mut n_untried = self.n_vacant;
        while n_untried > 0 {
            let k = dice.below(n_untried);
            let place = self.vacant[k] as usize % GRID;
            let is_good = match self.board.outlook(color, place) {
                Outlook::Open => true,
                Outlook::Enclosed => !self.is_ko_ban(color, place),
                Outlook::Suicide | Outlook::OwnEye => false,
            };
            if is_good {
                self.play(color, k, place);
                return Move::Play(Point::from_grid(place));
            }
            n_untried -= 1;
            self.vacant.swap(k, n_untried);
        }
        self.ko = None;
        Move::Pass
    }

    #[inline(always)]
    fn play(&mut self, color: Color, k: usize, place: usize) {
        self.n_vacant -= 1;
        self.vacant[k] = self.vacant[self.n_vacant];
        let (vacant, n_vacant) = (&mut self.vacant, &mut self.n_vacant);
        let is_ko = self.board.drop_stone(color, place, |lifted| {
            vacant[*n_vacant] = lifted as u16;
            *n_vacant += 1;
        });
        self.ko = if is_ko {
            NonZeroU16::new(self.vacant[self.n_vacant - 1])
        } else {
            None
        };
    }

    /// Whether a stone of `color` at `place` would retake a ko at once. One
    /// that captures more than the ko stone does not repeat the position.
    #[inline]
    fn is_ko_ban(&self, color: Color, place: usize) -> bool {
        self.ko.is_some_and(|ko| ko.get() as usize == place)
            && self.board.effect(color, Point::from_grid(place)).n_captured == 1
    }
}
