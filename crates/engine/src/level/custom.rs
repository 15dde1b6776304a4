//! Where people play at all: what one who has watched a few games keeps to, however weak.
//!
//! It is measured against people's games by the example `people`.

use ponnuki_game::{Board, Color, Game, Point, Size};

use super::instinct::chains_around;
use super::sight::{Sight, distance};

/// A stone no farther away than this makes a point part of a fight.
const NEAR_MAX: u8 = 2;
/// The lines that belong to a corner or a side; beyond them is the centre.
const LINE_MAX_OF_SIDE: u8 = 5;
/// How rare a move is on the first line that neither captures, nor saves, nor closes a border.
const LINE_ONE: f32 = -5.0;
/// The same where it closes a border: a stone of either colour touches it, corners of it included.
const LINE_ONE_BORDER: f32 = -1.2;
/// How rare a move is on the second line that touches nothing.
const LINE_TWO: f32 = -1.5;
/// In an open place: on the second line, on the fifth, on a side, and in the centre.
const OPEN_LINE_TWO: f32 = -4.0;
const OPEN_LINE_FIVE: f32 = -1.0;
const OPEN_SIDE: f32 = -2.5;
const OPEN_CENTRE: f32 = -5.5;

/// How usual it is to play at the vacant `point`, as a logarithm; 0 is quite usual.
pub(super) fn custom(game: &Game, sight: &Sight, point: Point) -> f32 {
    let board = game.board();
    let lines = lines(board.size(), point);
    let lowest = lines[0].min(lines[1]);
    let near = Surroundings::of(board, point);
    match lowest {
        1 if has_purpose(game, sight, point) => 0.0,
        1 if near.is_border => LINE_ONE_BORDER,
        1 => LINE_ONE,
        _ if near.is_open => open(lines),
        2 if !near.is_touched => LINE_TWO,
        _ => 0.0,
    }
}

/// How usual a play is where no stone is near: corners first, then sides.
fn open(lines: [u8; 2]) -> f32 {
    let lowest = lines[0].min(lines[1]);
    let is_beyond = lines.map(|line| line > LINE_MAX_OF_SIDE);
    let place = match is_beyond {
        [false, false] => 0.0,
        [true, true] => OPEN_CENTRE,
        _ => OPEN_SIDE,
    };
    let height = match lowest {
        ..=2 => OPEN_LINE_TWO,
        3 | 4 => 0.0,
        _ => OPEN_LINE_FIVE,
    };
    place + height
}

/// Whether a play captures something or saves it from capture, and the player saw that.
fn has_purpose(game: &Game, sight: &Sight, point: Point) -> bool {
    let (board, turn) = (game.board(), game.turn());
    chains_around(board, point).iter().any(|&(stone, color)| {
        let helps = color != turn || board.n_liberties_after(turn, point) > 1;
        sight.notices(stone) && helps
    })
}

/// What lies around a point.
#[derive(Clone, Copy, Debug)]
struct Surroundings {
    /// No stone is near.
    is_open: bool,
    /// A stone is beside it, also diagonally.
    is_touched: bool,
    /// Stones of both colours are beside it, also diagonally.
    is_border: bool,
}

impl Surroundings {
    fn of(board: &Board, point: Point) -> Surroundings {
        let nearest = Color::BOTH.map(|color| {
            let stones = board.stones(color);
            let distances = stones.iter().map(|stone| distance(stone, point));
            distances.min().unwrap_or(u8::MAX)
        });
        Surroundings {
            is_open: nearest.iter().all(|&far| far > NEAR_MAX),
            is_touched: nearest.contains(&1),
            is_border: nearest == [1, 1],
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::{Diagram, Rules, Setup};

    fn game(drawn: &str) -> Game {
        let drawn: Diagram = drawn.parse().unwrap();
        let mut setup = Setup::new(drawn.size(), Rules::CHINESE);
        setup.stones = drawn.stones();
        setup.start().unwrap()
    }

    /// How usual a play is for one who overlooks so much.
    fn usual(game: &Game, blindness: f32, name: &str) -> f32 {
        let point = game.size().point(name).unwrap();
        custom(game, &Sight::of(game, blindness), point)
    }

    #[test]
    fn an_empty_board_is_begun_in_a_corner() {
        let game = Game::new(Size::NINETEEN, Rules::CHINESE).unwrap();
        let [corner, side, centre, second] =
            ["Q16", "K16", "K10", "B4"].map(|name| usual(&game, 0.5, name));
        assert!(corner > side && side > centre, "{corner} {side} {centre}");
        assert!(corner > second && second > usual(&game, 0.5, "A4"));
    }

    #[test]
    fn the_middle_of_a_small_board_belongs_to_its_corners() {
        let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
        assert_eq!(usual(&game, 0.5, "C3"), usual(&game, 0.5, "D4"));
        assert!(usual(&game, 0.5, "E5") > usual(&game, 0.5, "B5"));
    }

    #[test]
    fn a_play_on_the_first_line_needs_a_reason() {
        let game = game(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            X X . . . . .
            O X . . O X .
            . . . . O X .
            ",
        );
        let capture = usual(&game, 0.0, "A1");
        let border = usual(&game, 0.0, "D1");
        let nothing = usual(&game, 0.0, "A5");
        assert!(capture > border.max(nothing));
        assert!(usual(&game, 0.0, "G1") < 0.0);
        // Who does not see the atari does not see the reason.
        assert!(usual(&game, 1.0, "A1") < capture);
    }
}
