//! Shapes of three by three points that are often worth a move in the middle:
//! hane, cuts, pushes, moves along the edge.

use std::sync::OnceLock;

use ponnuki_game::{Board, Point};

/// The shapes, as published for the Monte-Carlo programs of 2006: rows from
/// the top, the move in the middle. `X` and `O` are stones of different
/// colours, whichever; `x` is anything but `X`, `o` anything but `O`, `?`
/// anything and `-` off the board. Turned, mirrored and with colours swapped
/// they are the same shape.
const SHAPES: &[[&[u8; 3]; 3]] = &[
    // Hane: enclosing, around a lone stone, with room, at a bend.
    [b"XOX", b". .", b"???"],
    [b"XO.", b". .", b"?.?"],
    [b"XO?", b"X .", b"x.?"],
    [b".O.", b"X .", b"..."],
    // Cuts: of a diagonal, of a knight's move, of a one-point jump.
    [b"XO?", b"O o", b"?o?"],
    [b"XO?", b"O X", b"???"],
    [b"?X?", b"O O", b"ooo"],
    // At the edge: chase, block, connect under, hane, sagari.
    [b"OX?", b"o O", b"---"],
    [b"X.?", b"O ?", b"---"],
    [b"?X?", b"x O", b"---"],
    [b"?XO", b"x x", b"---"],
    [b"?OX", b"X O", b"---"],
];

/// Whether a move at the vacant `point` makes one of the shapes.
#[inline]
pub(crate) fn is_shapely(board: &Board, point: Point) -> bool {
    let shape = board.shape(point) as usize;
    table()[shape / 64] >> (shape % 64) & 1 == 1
}

/// One bit for each [`Board::shape`].
type Table = [u64; (1 << 16) / 64];

fn table() -> &'static Table {
    static TABLE: OnceLock<Box<Table>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let wanted: Vec<[u8; 8]> = SHAPES.iter().flat_map(all_views).collect();
        let mut table = Box::new([0; (1 << 16) / 64]);
        for shape in 0..1 << 16 {
            if wanted.iter().any(|wanted| fits(wanted, shape)) {
                table[shape / 64] |= 1 << (shape % 64);
            }
        }
        table
    })
}

/// Whether each of the eight points holds what is wanted: `wanted` has a bit
/// for each of vacant, Black, White and off the board.
fn fits(wanted: &[u8; 8], shape: usize) -> bool {
    let mut points = wanted.iter().enumerate();
    points.all(|(i, wanted)| wanted >> (shape >> (2 * i) & 3) & 1 == 1)
}

/// A shape in all eight turns and both colourings, as what each of the eight
/// points around the move may hold.
fn all_views(rows: &[&[u8; 3]; 3]) -> Vec<[u8; 8]> {
    let mut views = Vec::new();
    for turn in 0..8 {
        for is_swapped in [false, true] {
            let mut wanted = [0; 8];
            let around = (0..9).filter(|&at| at != 4);
            for (i, at) in around.enumerate() {
                let (mut x, mut y) = (at % 3, at / 3);
                if turn & 1 != 0 {
                    x = 2 - x;
                }
                if turn & 2 != 0 {
                    y = 2 - y;
                }
                if turn & 4 != 0 {
                    (x, y) = (y, x);
                }
                wanted[i] = holds(rows[y][x], is_swapped);
            }
            views.push(wanted);
        }
    }
    views
}

/// What a letter of a shape allows, in the bits of [`fits`].
fn holds(letter: u8, is_swapped: bool) -> u8 {
    const VACANT: u8 = 1;
    const OUTSIDE: u8 = 8;
    let (x, o) = if is_swapped { (4, 2) } else { (2, 4) };
    match letter {
        b'X' => x,
        b'O' => o,
        b'x' => VACANT | o | OUTSIDE,
        b'o' => VACANT | x | OUTSIDE,
        b'.' => VACANT,
        b'-' => OUTSIDE,
        _ => VACANT | x | o | OUTSIDE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::Diagram;

    #[track_caller]
    fn check(drawn: &str, expected: bool) {
        let diagram: Diagram = drawn.parse().unwrap();
        let board = diagram.board().unwrap();
        let point = diagram.marked('a').unwrap();
        assert_eq!(is_shapely(&board, point), expected, "{board}");
    }

    #[test]
    fn a_hane_is_a_shape_whichever_way_it_is_turned() {
        check(". . .\n O X .\n . a .", true);
        check(". . .\n . X O\n . a .", true);
        check(". O .\n a X .\n . . .", true);
        check(". X .\n a O .\n . . .", true);
    }

    #[test]
    fn a_cut_is_a_shape() {
        check(". X O . \n . O a . \n . . . .", true);
    }

    #[test]
    fn a_move_with_nothing_around_is_none() {
        check(". . .\n . a .\n . . .", false);
        check("a . .\n . . .\n . . .", false);
    }

    #[test]
    fn filling_between_ones_own_stones_is_none() {
        check(". X .\n X a X\n . X .", false);
    }
}
