//! Random games, as fast as the board allows.

use crate::board::{Board, Freed, Outlook, scramble};
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
    /// The vacant places that are not sealed, in no order; the first `n_open` count.
    open: [u16; N_POINTS_MAX],
    n_open: usize,
    /// Where the last move took a stone in a ko.
    ko: Option<usize>,
}

const N_POINTS_MAX: usize = SIDE_MAX as usize * SIDE_MAX as usize;

impl Playout {
    /// About to be played on from `board`, `turn` to move.
    pub fn new(board: &Board, turn: Color) -> Playout {
        let mut open = [0; N_POINTS_MAX];
        let mut n_open = 0;
        for point in board.vacant() {
            if !board.is_sealed(point.grid()) {
                open[n_open] = point.grid() as u16;
                n_open += 1;
            }
        }
        Playout {
            board: board.clone(),
            turn,
            open,
            n_open,
            ko: None,
        }
    }

    /// Makes this the same as `start`, which is of the same size, without allocating.
    pub fn restart(&mut self, start: &Playout) {
        self.board.clone_from(&start.board);
        self.turn = start.turn;
        self.n_open = start.n_open;
        self.open[..start.n_open].copy_from_slice(&start.open[..start.n_open]);
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
        let mut n_untried = self.n_open;
        while n_untried > 0 {
            let k = dice.below(n_untried);
            let place = self.open[k] as usize % GRID;
            if !self.board.is_enclosed(place) || self.would_enter(color, place) {
                self.play(color, k, place);
                return Move::Play(Point::from_grid(place));
            }
            n_untried -= 1;
            self.open.swap(k, n_untried);
            if self.board.is_sealed(place) {
                self.n_open -= 1;
                self.open.swap(n_untried, self.n_open);
            }
        }
        self.ko = None;
        Move::Pass
    }

    /// Whether a random player of `color` would play at the vacant `place`
    /// that has no vacant neighbour; seals it if neither player would.
    #[inline]
    fn would_enter(&mut self, color: Color, place: usize) -> bool {
        match self.board.outlook(color, place) {
            Outlook::Playable => !self.is_ko_ban(color, place),
            Outlook::Barred => false,
            Outlook::Nobodys(owner) => {
                self.board.seal(owner, place);
                false
            }
        }
    }

    #[inline(always)]
    fn play(&mut self, color: Color, k: usize, place: usize) {
        self.n_open -= 1;
        self.open[k] = self.open[self.n_open];
        let (open, n_open) = (&mut self.open, &mut self.n_open);
        self.ko = self.board.drop_stone(color, place, |freed| {
            let (Freed::Lifted(place) | Freed::Unsealed(place)) = freed;
            open[*n_open] = place as u16;
            *n_open += 1;
        });
    }

    /// Whether a stone of `color` at `place` would retake a ko at once. One
    /// that captures more than the ko stone does not repeat the position.
    #[inline]
    fn is_ko_ban(&self, color: Color, place: usize) -> bool {
        self.ko == Some(place) && self.board.effect(color, Point::from_grid(place)).n_captured == 1
    }
}
