//! Transformer blocks: every point looks at every other.

use ponnuki_game::Size;

use crate::evaluator::shape::{Norm, Shape, pad};
use crate::kernels::{
    Columns, Isa, LANES, Numbers, Packed, Put, multiply, padded, soften_rows, through_gate,
    through_root_mean_square,
};
use crate::model::{self, Activation};
use crate::reference::angle;

/// How many points ask at once: their scores stay in the second cache.
const ASKING_MAX: usize = 48;

/// How many points go through the layers of a feed-forward block at once.
const FEEDING_MAX: usize = 72;

/// An attention block with its weights as the kernels read them.
#[derive(Debug)]
pub(crate) struct Attention {
    norm: PointNorm,
    heads: usize,
    kv_heads: usize,
    query_dim: usize,
    value_dim: usize,
    /// To queries, keys and values side by side, each padded. Queries and keys
    /// have their channels in the order of [`split`], and queries are scaled.
    inward: Packed,
    outward: Packed,
    rotary: model::Rotary,
}

/// A feed-forward block with its weights as the kernels read them.
#[derive(Debug)]
pub(crate) struct FeedForward {
    norm: PointNorm,
    hidden: usize,
    /// To the first layer and, if there is one, its gate.
    inward: Packed,
    outward: Packed,
    /// What the first layer goes through where there is no gate.
    plain: Option<Norm>,
}

/// A root-mean-square norm of each point.
#[derive(Debug)]
struct PointNorm {
    weights: Numbers,
    channels: usize,
    epsilon: f32,
}

impl PointNorm {
    fn new(norm: &model::PointNorm) -> PointNorm {
        PointNorm {
            weights: pad(&norm.weights),
            channels: norm.weights.len(),
            epsilon: norm.epsilon,
        }
    }

    fn run(&self, isa: Isa, rows: usize, src: &[f32], dst: &mut [f32]) {
        let norm = (&self.weights[..], self.channels, self.epsilon);
        through_root_mean_square(isa, norm, rows, src, dst);
    }
}

/// Room for what comes up on the way.
#[derive(Debug, Default)]
pub(crate) struct AttentionRoom {
    normed: Numbers,
    inward: Numbers,
    keys: Numbers,
    values: Numbers,
    scores: Numbers,
    inverses: Numbers,
    seen: Numbers,
    hidden: Numbers,
    gated: Numbers,
}

/// Sines and cosines for each point, asked head and pair of channels.
#[derive(Debug, Default)]
pub(crate) struct Angles {
    cosines: Vec<f32>,
    sines: Vec<f32>,
}

/// Where channel `i` of a split head was before: first come the first
/// channels of all pairs, then the second ones.
fn split(i: usize, dim: usize) -> usize {
    let half = dim / 2;
    match i.checked_sub(half) {
        _ if dim % 2 == 1 => i,
        None => 2 * i,
        Some(i) => 2 * i + 1,
    }
}

impl Attention {
    pub(crate) fn new(block: &model::AttentionBlock) -> Attention {
        let (query, key, value) = (&block.query, &block.key, &block.value);
        let key_at = padded(query.outputs);
        let value_at = key_at + padded(key.outputs);
        let scale = 1.0 / (block.query_dim as f32).sqrt();
        let of = |layer: &model::Matmul, row: usize, column: usize| match column < layer.outputs {
            true => layer.weights[row * layer.outputs + column],
            false => 0.0,
        };
        let dim = block.query_dim;
        let turned = |column: usize| column / dim * dim + split(column % dim, dim);
        let n = value_at + padded(value.outputs);
        let inward = Packed::new(query.inputs, n, |row, column| {
            if column >= value_at {
                of(value, row, column - value_at)
            } else if column >= key_at {
                of(key, row, turned(column - key_at))
            } else {
                of(query, row, turned(column)) * scale
            }
        });
        let seen = padded(block.value_dim);
        let outward = Packed::new(
            block.heads * seen,
            block.out.outputs,
            |row, column| match row % seen < block.value_dim {
                true => of(
                    &block.out,
                    row / seen * block.value_dim + row % seen,
                    column,
                ),
                false => 0.0,
            },
        );
        Attention {
            norm: PointNorm::new(&block.norm),
            heads: block.heads,
            kv_heads: block.kv_heads,
            query_dim: block.query_dim,
            value_dim: block.value_dim,
            inward,
            outward,
            rotary: block.rotary.clone(),
        }
    }

    /// The angles for boards of `size`.
    pub(crate) fn angles(&self, size: Size) -> Angles {
        if self.rotary == model::Rotary::None {
            return Angles::default();
        }
        let half = self.query_dim / 2;
        let mut angles = Angles::default();
        for point in 0..size.n_points() {
            for head in 0..self.kv_heads {
                for pair in 0..half {
                    let angle = angle(&self.rotary, head, pair, half, size, point);
                    angles.cosines.push(angle.cos() as f32);
                    angles.sines.push(angle.sin() as f32);
                }
            }
        }
        angles
    }

    /// Adds to every point what it sees.
    pub(crate) fn run(
        &self,
        isa: Isa,
        shape: Shape,
        room: &mut AttentionRoom,
        angles: &Angles,
        tensor: &mut [f32],
    ) {
        let channels = self.outward.columns();
        let points = shape.points();
        let width = self.inward.columns();
        for board in tensor.chunks_exact_mut(points * channels).take(shape.batch) {
            let normed = room.normed.first(points * channels);
            self.norm.run(isa, points, board, normed);
            let inward = room.inward.first(points * width);
            let columns = self.inward.as_columns();
            multiply(
                isa,
                (normed, channels),
                points,
                columns,
                (inward, width),
                Put::Store,
            );
            self.rotate(angles, room.inward.first(points * width));
            for head in 0..self.heads {
                if head.is_multiple_of(self.heads / self.kv_heads) {
                    self.pack_keys(points, head / (self.heads / self.kv_heads), room);
                }
                self.look(isa, points, head, room);
            }
            let seen = &room.seen[..points * self.outward.k()];
            let a = (seen, self.outward.k());
            multiply(
                isa,
                a,
                points,
                self.outward.as_columns(),
                (board, channels),
                Put::Add,
            );
        }
    }

    /// Where keys and values begin beside the queries.
    fn starts(&self) -> (usize, usize) {
        let keys = padded(self.heads * self.query_dim);
        (keys, keys + padded(self.kv_heads * self.query_dim))
    }

    /// Turns queries and keys by the angles of their points.
    fn rotate(&self, angles: &Angles, inward: &mut [f32]) {
        if angles.cosines.is_empty() {
            return;
        }
        let (dim, half) = (self.query_dim, self.query_dim / 2);
        let per_kv = self.heads / self.kv_heads;
        let keys = self.starts().0;
        let turns = self.kv_heads * half;
        for (point, row) in inward.chunks_exact_mut(self.inward.columns()).enumerate() {
            let cosines = &angles.cosines[point * turns..][..turns];
            let sines = &angles.sines[point * turns..][..turns];
            let queries = (0..self.heads).map(|head| (head * dim, head / per_kv));
            let asked = (0..self.kv_heads).map(|head| (keys + head * dim, head));
            for (at, kv_head) in queries.chain(asked) {
                let (first, second) = row[at..at + dim].split_at_mut(half);
                let cosines = &cosines[kv_head * half..][..half];
                let sines = &sines[kv_head * half..][..half];
                turn(first, second, cosines, sines);
            }
        }
    }

    /// Packs the keys and values of an asked head as columns.
    fn pack_keys(&self, points: usize, kv_head: usize, room: &mut AttentionRoom) {
        let (keys_at, values_at) = self.starts();
        let width = self.inward.columns();
        let dim = self.query_dim;
        let keys = room.keys.first(padded(points) * dim);
        for (point, row) in room.inward.chunks_exact(width).enumerate().take(points) {
            let key = &row[keys_at + kv_head * dim..][..dim];
            let panel = &mut keys[point / LANES * LANES * dim..][..LANES * dim];
            for (to, &number) in panel.iter_mut().skip(point % LANES).step_by(LANES).zip(key) {
                *to = number;
            }
        }
        let panels = self.value_dim.div_ceil(LANES);
        let values = room.values.first(panels * points * LANES);
        for (point, row) in room.inward.chunks_exact(width).enumerate().take(points) {
            let value = &row[values_at + kv_head * self.value_dim..][..self.value_dim];
            for (panel, part) in value.chunks(LANES).enumerate() {
                let to = &mut values[(panel * points + point) * LANES..][..LANES];
                to[..part.len()].copy_from_slice(part);
                to[part.len()..].fill(0.0);
            }
        }
    }

    /// What all points see through one head.
    fn look(&self, isa: Isa, points: usize, head: usize, room: &mut AttentionRoom) {
        let width = self.inward.columns();
        let columns = padded(points);
        let seen_width = self.outward.k();
        let seen_dim = padded(self.value_dim);
        let keys = Columns {
            k: self.query_dim,
            panels: columns / LANES,
            numbers: &room.keys[..columns * self.query_dim],
        };
        let values = Columns {
            k: points,
            panels: seen_dim / LANES,
            numbers: &room.values[..points * seen_dim],
        };
        let seen = room.seen.first(points * seen_width);
        let n_blocks = points.div_ceil(ASKING_MAX);
        let block = points.div_ceil(n_blocks);
        for start in (0..points).step_by(block) {
            let rows = block.min(points - start);
            let queries = &room.inward[start * width + head * self.query_dim..];
            let scores = room.scores.first(rows * columns);
            multiply(
                isa,
                (queries, width),
                rows,
                keys,
                (scores, columns),
                Put::Store,
            );
            let inverses = room.inverses.first(rows);
            soften_rows(isa, scores, columns, points, inverses);
            let to = &mut seen[start * seen_width + head * seen_dim..];
            multiply(
                isa,
                (scores, columns),
                rows,
                values,
                (to, seen_width),
                Put::Store,
            );
            for (row, inverse) in to.chunks_mut(seen_width).zip(inverses.iter()) {
                for number in &mut row[..seen_dim] {
                    *number *= inverse;
                }
            }
        }
    }
}

/// Turns pairs of numbers, the first and the second ones side by side.
fn turn(first: &mut [f32], second: &mut [f32], cosines: &[f32], sines: &[f32]) {
    let angles = cosines.iter().zip(sines);
    for ((a, b), (cos, sin)) in first.iter_mut().zip(second).zip(angles) {
        (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
    }
}

impl FeedForward {
    pub(crate) fn new(block: &model::FeedForwardBlock) -> FeedForward {
        let (first, second) = (&block.first, &block.second);
        let hidden = padded(first.outputs);
        let n = match block.gate {
            Some(_) => 2 * hidden,
            None => hidden,
        };
        let inward = Packed::new(first.inputs, n, |row, column| {
            let layer = match column < hidden {
                true => first,
                false => block.gate.as_ref().unwrap_or(first),
            };
            match column % hidden < layer.outputs {
                true => layer.weights[row * layer.outputs + column % hidden],
                false => 0.0,
            }
        });
        let outward = Packed::new(second.inputs, second.outputs, |row, column| {
            second.weights[row * second.outputs + column]
        });
        let plain = Norm::biased(&vec![0.0; first.outputs], Activation::Silu);
        FeedForward {
            norm: PointNorm::new(&block.norm),
            hidden,
            inward,
            outward,
            plain: block.gate.is_none().then_some(plain),
        }
    }

    /// Adds to every point what the layers make of it.
    pub(crate) fn run(&self, isa: Isa, rows: usize, room: &mut AttentionRoom, tensor: &mut [f32]) {
        let channels = self.outward.columns();
        let width = self.inward.columns();
        let n_blocks = rows.div_ceil(FEEDING_MAX);
        let block = rows.div_ceil(n_blocks);
        for start in (0..rows).step_by(block) {
            let n = block.min(rows - start);
            let part = &mut tensor[start * channels..][..n * channels];
            let normed = room.normed.first(n * channels);
            self.norm.run(isa, n, part, normed);
            let hidden = room.hidden.first(n * width);
            let columns = self.inward.as_columns();
            multiply(
                isa,
                (normed, channels),
                n,
                columns,
                (hidden, width),
                Put::Store,
            );
            let gated = room.gated.first(n * self.hidden);
            match &self.plain {
                None => through_gate(isa, hidden, n, self.hidden, gated),
                Some(norm) => norm.run(isa, n, (hidden, width), gated),
            }
            let columns = self.outward.as_columns();
            multiply(
                isa,
                (gated, self.hidden),
                n,
                columns,
                (part, channels),
                Put::Add,
            );
        }
    }
}
