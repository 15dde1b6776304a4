//! Random games on any library's board, in the same way on each.

use ponnuki_game::{Board, Color, Dice, Move, Playout, Point, Size};

use crate::library::{Ko, Library};

/// How long, at most, a random game is in multiples of the board's points.
pub(crate) const N_MOVES_MAX_PER_POINT: usize = 3;

/// What a random game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// Passes included.
    pub(crate) n_moves: usize,
    /// Black's stones at the end less White's.
    pub(crate) lead: i64,
}

/// A board's points, and which lie around which.
pub(crate) struct Places {
    size: Size,
    beside: Vec<Vec<Point>>,
    diagonal: Vec<Vec<Point>>,
}

impl Places {
    pub(crate) fn new(size: Size) -> Places {
        let around = |steps: [(i8, i8); 4]| {
            let at = |point: Point, (dx, dy): (i8, i8)| {
                let x = point.x().checked_add_signed(dx)?;
                let y = point.y().checked_add_signed(dy)?;
                size.at(x, y)
            };
            let places = |point| steps.iter().filter_map(|&step| at(point, step)).collect();
            size.points().map(places).collect()
        };
        Places {
            size,
            beside: around([(0, -1), (-1, 0), (1, 0), (0, 1)]),
            diagonal: around([(-1, -1), (1, -1), (-1, 1), (1, 1)]),
        }
    }
}

/// Plays a game at random: each move is drawn from the legal ones that do not
/// fill an own single-point eye; who has none passes, and two passes end it.
///
/// Must agree with [`Playout`], which knows its own board from inside; here the
/// library is only asked whether a play is legal and which points it emptied.
pub(crate) fn play<L: Library>(ko: Ko, places: &Places, dice: &mut Dice) -> Played {
    let mut random = RandomGame::new(L::begin(places.size, ko), places);
    let (mut n_moves, mut n_passes) = (0, 0);
    while n_passes < 2 && n_moves < N_MOVES_MAX_PER_POINT * places.size.n_points() {
        match random.step(dice) {
            Move::Play(_) => n_passes = 0,
            Move::Pass => n_passes += 1,
        }
        n_moves += 1;
    }
    let n_stones = |color| {
        random
            .stones
            .iter()
            .filter(|&&at| at == Some(color))
            .count() as i64
    };
    let lead = n_stones(Color::Black) - n_stones(Color::White);
    Played { n_moves, lead }
}

struct RandomGame<'p, L> {
    library: L,
    places: &'p Places,
    turn: Color,
    /// The same as on the library's board, which is slower to ask.
    stones: Vec<Option<Color>>,
    /// The points without a stone, in no order.
    vacant: Vec<Point>,
}

impl<'p, L: Library> RandomGame<'p, L> {
    fn new(library: L, places: &'p Places) -> RandomGame<'p, L> {
        RandomGame {
            library,
            places,
            turn: Color::Black,
            stones: vec![None; places.size.n_points()],
            vacant: places.size.points().collect(),
        }
    }

    fn step(&mut self, dice: &mut Dice) -> Move {
        let color = self.turn;
        self.turn = !color;
        let mut n_untried = self.vacant.len();
        while n_untried > 0 {
            let k = dice.below(n_untried);
            let point = self.vacant[k];
            if !self.is_eye(color, point) && self.library.play(point) {
                self.vacant.swap_remove(k);
                self.stones[self.places.size.index(point)] = Some(color);
                self.lift(!color, point);
                return Move::Play(point);
            }
            n_untried -= 1;
            self.vacant.swap(k, n_untried);
        }
        self.library.pass();
        Move::Pass
    }

    fn at(&self, point: Point) -> Option<Color> {
        self.stones[self.places.size.index(point)]
    }

    /// Whether `point` is surrounded by `color`, and not by diagonals of the
    /// opponent: two of them, or one at the edge, make it false.
    fn is_eye(&self, color: Color, point: Point) -> bool {
        let idx = self.places.size.index(point);
        let diagonal = &self.places.diagonal[idx];
        self.places.beside[idx]
            .iter()
            .all(|&p| self.at(p) == Some(color))
            && {
                let n_theirs = diagonal
                    .iter()
                    .filter(|&&p| self.at(p) == Some(!color))
                    .count();
                n_theirs + usize::from(diagonal.len() < 4) < 2
            }
    }

    /// Takes over what the library lifted of `color` after a play at `point`.
    fn lift(&mut self, color: Color, point: Point) {
        let size = self.places.size;
        let is_lifted =
            |library: &L, at: Option<Color>, p| at == Some(color) && library.is_vacant(p);
        let beside = &self.places.beside[size.index(point)];
        if beside
            .iter()
            .any(|&p| is_lifted(&self.library, self.at(p), p))
        {
            for p in size.points() {
                if is_lifted(&self.library, self.at(p), p) {
                    self.stones[size.index(p)] = None;
                    self.vacant.push(p);
                }
            }
        }
    }
}

/// The first `n_moves` moves of a random game, if nobody passes before.
pub(crate) fn moves(size: Size, n_moves: usize, dice: &mut Dice) -> Option<Vec<Point>> {
    let mut playout = Playout::new(&Board::empty(size), Color::Black);
    let points = (0..n_moves).map(|_| match playout.step(dice) {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    points.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{Goban, Ponnuki};

    #[test]
    fn both_libraries_play_the_same_games() {
        for (size, n_games) in [(Size::NINE, 100), (Size::NINETEEN, 4)] {
            let places = Places::new(size);
            let (mut dice, mut same_dice) = (Dice::new(5), Dice::new(5));
            for _ in 0..n_games {
                let ours = play::<Ponnuki>(Ko::Simple, &places, &mut dice);
                let theirs = play::<Goban>(Ko::Simple, &places, &mut same_dice);
                assert_eq!(ours, theirs);
            }
        }
    }

    #[test]
    fn games_from_outside_are_as_long_as_from_inside() {
        const N_GAMES: usize = 2000;
        let places = Places::new(Size::NINE);
        let mut dice = Dice::new(1);
        let n_moves: usize = (0..N_GAMES)
            .map(|_| play::<Ponnuki>(Ko::Simple, &places, &mut dice).n_moves)
            .sum();
        let average = n_moves as f64 / N_GAMES as f64;
        assert!((average - 111.0).abs() < 1.5, "{average}");
    }

    #[test]
    fn a_corner_has_two_neighbors_and_one_diagonal() {
        let places = Places::new(Size::new(3, 2).unwrap());
        let n_beside: Vec<usize> = places.beside.iter().map(Vec::len).collect();
        let n_diagonal: Vec<usize> = places.diagonal.iter().map(Vec::len).collect();
        assert_eq!(n_beside, [2, 3, 2, 2, 3, 2]);
        assert_eq!(n_diagonal, [1, 2, 1, 1, 2, 1]);
    }
}
