//! Convolutions: how each is best computed on a board of some size.

use crate::evaluator::shape::{Norm, Shape};
use crate::kernels::{
    Isa, LANES, Numbers, Packed, Put, TILE_SIDES, TilePlace, multiply, padded, through_norm,
    tile_from_domain, tile_to_domain,
};
use crate::model;

/// The most tiles that are in Winograd's domain at once. More would fall out
/// of the caches, fewer would read the weights too often.
const TILES_MAX: usize = 52;

/// A convolution with its weights as the kernels read them.
#[derive(Debug)]
pub(crate) struct Conv {
    inputs: usize,
    outputs: usize,
    way: Way,
    /// What a source without a norm goes through.
    identity: Norm,
}

/// How it is computed.
#[derive(Debug)]
enum Way {
    /// A 1×1 kernel: a product of matrices.
    Point(Packed),
    /// A 3×3 kernel, by Winograd's method in tiles: for each place of the
    /// domain a product of matrices, all packed one after the other.
    Tiles { side: usize, domain: Packed },
    /// Any kernel: what it covers is gathered, then multiplied.
    Window {
        height: usize,
        width: usize,
        packed: Packed,
    },
}

/// What is read by a convolution: points `stride` apart, and the norm they
/// have yet to go through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) numbers: &'a [f32],
    pub(crate) stride: usize,
    pub(crate) norm: Option<&'a Norm>,
    /// Biases for each position instead of those of the norm.
    pub(crate) biases: Option<&'a [f32]>,
}

/// Room for what comes up on the way.
#[derive(Debug, Default)]
pub(crate) struct ConvRoom {
    /// The source, normed and with a margin of zeros.
    margined: Numbers,
    domain_in: Numbers,
    domain_out: Numbers,
}

/// Fetching a weight takes as long as multiplying it with so many numbers.
const FETCH: usize = 10;

/// How many boards are taken to be asked about at once. Sides do not follow the
/// true number: for each side there are weights in memory.
const BATCH: usize = 4;

/// The side of tiles that takes the least time on boards of this size; none if a
/// plain product takes less.
///
/// Larger tiles need fewer multiplications for each point, but have more weights,
/// and may not fit the board.
pub(crate) fn best_side(width: usize, height: usize) -> Option<usize> {
    let cost = |side: usize| {
        let n_tiles = BATCH * width.div_ceil(side) * height.div_ceil(side);
        (n_tiles + FETCH) * (side + 2).pow(2)
    };
    let best = TILE_SIDES.into_iter().min_by_key(|&side| cost(side))?;
    // Moving to the domain and back is not free either.
    (3 * cost(best) < 2 * 9 * (BATCH * width * height + FETCH)).then_some(best)
}

impl Conv {
    /// Prepares a convolution, for tiles of this side where it can use them.
    pub(crate) fn new(conv: &model::Conv, side: Option<usize>) -> Conv {
        let inputs = padded(conv.inputs);
        let weight = |tap: usize, input: usize, output: usize| {
            conv.weights[(tap * conv.inputs + input) * conv.outputs + output]
        };
        let way = match (conv.height, conv.width, side) {
            (1, 1, _) => Way::Point(Packed::new(conv.inputs, conv.outputs, |i, o| {
                weight(0, i, o)
            })),
            (3, 3, Some(side)) => Way::Tiles {
                side,
                domain: to_domain(conv, side),
            },
            (height, width, _) => {
                let taps = height * width;
                let packed = Packed::new(taps * inputs, conv.outputs, |row, output| {
                    match row % inputs {
                        input if input < conv.inputs => weight(row / inputs, input, output),
                        _ => 0.0,
                    }
                });
                Way::Window {
                    height,
                    width,
                    packed,
                }
            }
        };
        Conv {
            inputs,
            outputs: padded(conv.outputs),
            way,
            identity: Norm::identity(conv.inputs),
        }
    }

    /// How many channels come out, padding included.
    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    /// Convolves `source` into points of `out`, `ldc` apart.
    pub(crate) fn run(
        &self,
        isa: Isa,
        shape: Shape,
        room: &mut ConvRoom,
        source: Source<'_>,
        (out, ldc): (&mut [f32], usize),
        put: Put,
    ) {
        match &self.way {
            Way::Point(packed) => {
                let (a, lda) = match source.norm {
                    None => (source.numbers, source.stride),
                    Some(_) => {
                        let grid = Grid::margined(shape, 0, 0);
                        (
                            self.margin(isa, shape, grid, &mut room.margined, source),
                            self.inputs,
                        )
                    }
                };
                multiply(
                    isa,
                    (a, lda),
                    shape.rows(),
                    packed.as_columns(),
                    (out, ldc),
                    put,
                );
            }
            Way::Tiles { side, domain } => {
                let grid = Grid::tiled(shape, *side);
                self.margin(isa, shape, grid, &mut room.margined, source);
                self.run_tiles(isa, shape, (*side, domain), room, (out, ldc), put);
            }
            Way::Window {
                height,
                width,
                packed,
            } => {
                let grid = Grid::margined(shape, height / 2, width / 2);
                self.margin(isa, shape, grid, &mut room.margined, source);
                let taps = (*height, *width);
                let k = packed.k();
                let rows = shape.rows();
                let gathered = room.domain_in.first(rows * k);
                gather(&room.margined, shape, grid, taps, self.inputs, gathered);
                multiply(
                    isa,
                    (gathered, k),
                    rows,
                    packed.as_columns(),
                    (out, ldc),
                    put,
                );
            }
        }
    }

    /// Puts the source through its norm and into a grid with zeros around it.
    fn margin<'a>(
        &self,
        isa: Isa,
        shape: Shape,
        grid: Grid,
        to: &'a mut Numbers,
        source: Source<'_>,
    ) -> &'a [f32] {
        let channels = self.inputs;
        let to = to.first(shape.batch * grid.points() * channels);
        let norm = source.norm.unwrap_or(&self.identity);
        for position in 0..shape.batch {
            let board = &mut to[position * grid.points() * channels..][..grid.points() * channels];
            grid.clear_margin(shape, board, channels);
            let affine = norm.affine(source.biases.map(|b| &b[position * channels..][..channels]));
            for y in 0..shape.height {
                let from = (position * shape.points() + y * shape.width) * source.stride;
                let at = ((y + grid.top) * grid.width + grid.left) * channels;
                through_norm(
                    isa,
                    affine,
                    shape.width,
                    (&source.numbers[from..], source.stride),
                    (&mut board[at..], channels),
                );
            }
        }
        to
    }

    fn run_tiles(
        &self,
        isa: Isa,
        shape: Shape,
        (side, domain): (usize, &Packed),
        room: &mut ConvRoom,
        (out, ldc): (&mut [f32], usize),
        put: Put,
    ) {
        let grid = Grid::tiled(shape, side);
        let (tiles_x, tiles_y) = (shape.width.div_ceil(side), shape.height.div_ceil(side));
        let n_tiles = shape.batch * tiles_x * tiles_y;
        let n_chunks = n_tiles.div_ceil(TILES_MAX);
        let chunk_max = n_tiles.div_ceil(n_chunks);
        let n_places = (side + 2).pow(2);
        let domain_in = room
            .domain_in
            .first(n_places * apart(chunk_max * self.inputs));
        let domain_out = room
            .domain_out
            .first(n_places * apart(chunk_max * self.outputs));
        for chunk in (0..n_tiles).step_by(chunk_max) {
            let n = chunk_max.min(n_tiles - chunk);
            let (stride_in, stride_out) = (apart(n * self.inputs), apart(n * self.outputs));
            let place = |i: usize| {
                let tile = chunk + i;
                let position = tile / (tiles_x * tiles_y);
                let (x, y) = (tile % tiles_x * side, tile / tiles_x % tiles_y * side);
                (position, x, y)
            };
            for i in 0..n {
                let (position, x, y) = place(i);
                let from = position * grid.points() + y * grid.width + x;
                let board = &room.margined[from * self.inputs..];
                let board = (board, grid.width * self.inputs, self.inputs);
                let to = &mut domain_in[i * self.inputs..];
                tile_to_domain(isa, side, board, (to, stride_in));
            }
            let panels = self.outputs / LANES;
            for at in 0..n_places {
                let a = (&domain_in[at * stride_in..], self.inputs);
                let columns = domain.part(at * panels, panels);
                let c = (&mut domain_out[at * stride_out..], self.outputs);
                multiply(isa, a, n, columns, c, Put::Store);
            }
            for i in 0..n {
                let (position, x, y) = place(i);
                let from = &domain_out[i * self.outputs..];
                let from = (from, stride_out, self.outputs);
                let to = &mut out[(position * shape.points() + y * shape.width + x) * ldc..];
                let place = TilePlace {
                    row: shape.width * ldc,
                    point: ldc,
                    rows: side.min(shape.height - y),
                    columns: side.min(shape.width - x),
                };
                tile_from_domain(isa, side, from, (to, place), put);
            }
        }
    }
}

/// How far apart the places of the domain stand that have so many numbers each: an
/// odd number of lines, because a tile has one line in every place, and in strides of
/// a large power of two all of them would fall on the same few lines of the caches.
fn apart(numbers: usize) -> usize {
    ((numbers / LANES) | 1) * LANES
}

/// A board with a margin around it.
#[derive(Clone, Copy, Debug)]
struct Grid {
    width: usize,
    height: usize,
    top: usize,
    left: usize,
}

impl Grid {
    fn margined(shape: Shape, rows: usize, columns: usize) -> Grid {
        Grid {
            width: shape.width + 2 * columns,
            height: shape.height + 2 * rows,
            top: rows,
            left: columns,
        }
    }

    /// With a margin of one, and what is missing to whole tiles.
    fn tiled(shape: Shape, side: usize) -> Grid {
        Grid {
            width: shape.width.next_multiple_of(side) + 2,
            height: shape.height.next_multiple_of(side) + 2,
            top: 1,
            left: 1,
        }
    }

    fn points(&self) -> usize {
        self.width * self.height
    }

    fn clear_margin(&self, shape: Shape, board: &mut [f32], channels: usize) {
        if self.points() == shape.points() {
            return;
        }
        let row = self.width * channels;
        board[..self.top * row].fill(0.0);
        board[(self.top + shape.height) * row..].fill(0.0);
        for line in board.chunks_exact_mut(row) {
            line[..self.left * channels].fill(0.0);
            line[(self.left + shape.width) * channels..].fill(0.0);
        }
    }
}

/// Copies, for each point, all that a kernel sees there.
fn gather(
    margined: &[f32],
    shape: Shape,
    grid: Grid,
    (height, width): (usize, usize),
    channels: usize,
    out: &mut [f32],
) {
    let k = height * width * channels;
    for (i, seen) in out.chunks_exact_mut(k).enumerate().take(shape.rows()) {
        let (position, point) = (i / shape.points(), i % shape.points());
        let (x, y) = (point % shape.width, point / shape.width);
        for (dy, row) in seen.chunks_exact_mut(width * channels).enumerate() {
            let from = position * grid.points() + (y + dy) * grid.width + x;
            row.copy_from_slice(&margined[from * channels..][..width * channels]);
        }
    }
}

/// The weights of a 3×3 kernel in the domain of tiles of this side; must agree
/// with the kernels that move tiles there.
fn to_domain(conv: &model::Conv, side: usize) -> Packed {
    let matrix: &[[f64; 3]] = match side {
        2 => &[
            [1.0, 0.0, 0.0],
            [0.5, 0.5, 0.5],
            [0.5, -0.5, 0.5],
            [0.0, 0.0, 1.0],
        ],
        3 => &[
            [0.5, 0.0, 0.0],
            [-0.5, -0.5, -0.5],
            [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
            [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
            [0.0, 0.0, 1.0],
        ],
        4 => &[
            [0.25, 0.0, 0.0],
            [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
            [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
            [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
            [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
            [0.0, 0.0, 1.0],
        ],
        _ => &[
            [-0.5, 0.0, 0.0],
            [-1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0],
            [1.0 / 9.0, -1.0 / 9.0, 1.0 / 9.0],
            [1.0 / 36.0, 1.0 / 18.0, 1.0 / 9.0],
            [-1.0 / 60.0, 1.0 / 30.0, -1.0 / 15.0],
            [32.0 / 45.0, 16.0 / 45.0, 8.0 / 45.0],
            [0.0, 0.0, 1.0],
        ],
    };
    let panels = padded(conv.outputs) / LANES;
    let mut domain = Packed::zeros(conv.inputs, matrix.len().pow(2) * panels);
    for (panel, input) in (0..panels).flat_map(|i| (0..conv.inputs).map(move |k| (i, k))) {
        let first = panel * LANES;
        let n = LANES.min(conv.outputs - first);
        let mut taps = [[0.0f64; LANES]; 9];
        for (tap, numbers) in taps.iter_mut().enumerate() {
            let from = (tap * conv.inputs + input) * conv.outputs + first;
            for (number, &weight) in numbers.iter_mut().zip(&conv.weights[from..][..n]) {
                *number = f64::from(weight);
            }
        }
        for (y, rows) in matrix.iter().enumerate() {
            let line = [0, 1, 2].map(|x| blended(rows, [&taps[x], &taps[x + 3], &taps[x + 6]]));
            for (x, columns) in matrix.iter().enumerate() {
                let place = y * matrix.len() + x;
                let numbers = blended(columns, [&line[0], &line[1], &line[2]]);
                let to = domain.row_mut(place * panels + panel, input);
                for (to, number) in to.iter_mut().zip(numbers) {
                    *to = number as f32;
                }
            }
        }
    }
    domain
}

/// The sum of three rows, each times its share.
fn blended(shares: &[f64; 3], rows: [&[f64; LANES]; 3]) -> [f64; LANES] {
    std::array::from_fn(|i| {
        shares[0] * rows[0][i] + shares[1] * rows[1][i] + shares[2] * rows[2][i]
    })
}

/// Two convolutions of the same source as one, if their kernels have the same
/// size: the outputs of the second come after those of the first and its padding.
pub(crate) fn joined(first: &model::Conv, second: &model::Conv) -> Option<model::Conv> {
    if (first.height, first.width) != (second.height, second.width) {
        return None;
    }
    let gap = padded(first.outputs) - first.outputs;
    let outputs = padded(first.outputs) + second.outputs;
    let mut weights = Vec::with_capacity(first.height * first.width * first.inputs * outputs);
    let firsts = first.weights.chunks_exact(first.outputs);
    for (one, other) in firsts.zip(second.weights.chunks_exact(second.outputs)) {
        weights.extend_from_slice(one);
        weights.extend(std::iter::repeat_n(0.0, gap));
        weights.extend_from_slice(other);
    }
    Some(model::Conv {
        outputs,
        weights,
        ..first.clone()
    })
}

const _: () = assert!(TILES_MAX >= LANES);

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers between −1 and 1, always the same.
    fn numbers(n: usize, seed: u64) -> Vec<f32> {
        let mut state = seed;
        let next = |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
        };
        (0..n).map(next).collect()
    }

    #[test]
    fn tiles_of_every_side_say_what_a_window_says() {
        let conv = model::Conv {
            height: 3,
            width: 3,
            inputs: 20,
            outputs: 50,
            weights: numbers(9 * 20 * 50, 1),
        };
        for (width, height) in [(1, 1), (2, 7), (5, 5), (9, 9), (13, 4), (19, 19)] {
            let shape = Shape {
                width,
                height,
                batch: 3,
            };
            let source = numbers(shape.rows() * 32, 2);
            let run = |side: Option<usize>, isa: Isa| {
                let conv = Conv::new(&conv, side);
                let source = Source {
                    numbers: &source,
                    stride: 32,
                    norm: None,
                    biases: None,
                };
                let mut out = numbers(shape.rows() * 64, 3);
                let mut room = ConvRoom::default();
                conv.run(isa, shape, &mut room, source, (&mut out, 64), Put::Add);
                out
            };
            let expected = run(None, Isa::PORTABLE);
            for (side, isa) in TILE_SIDES
                .into_iter()
                .flat_map(|s| Isa::all().into_iter().map(move |isa| (s, isa)))
            {
                let found = run(Some(side), isa);
                let furthest = found
                    .iter()
                    .zip(&expected)
                    .map(|(a, b)| (a - b).abs())
                    .fold(0.0, f32::max);
                assert!(
                    furthest < 5e-4,
                    "{furthest} off in tiles of {side} with {isa:?} on {width}×{height}"
                );
            }
        }
    }

    #[test]
    fn tiles_are_as_large_as_suits_the_board() {
        // 9 = 3 · 3, and 13 and 19 are nearly 3 · 5 and 4 · 5.
        let sides = [1, 9, 13, 19].map(|n| best_side(n, n));
        assert_eq!(sides, [None, Some(3), Some(5), Some(5)]);
    }
}
