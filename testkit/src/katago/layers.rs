//! Layers and blocks: each reads its weights and is computed from its definition.

use super::stream::Stream;

/// For each channel a number for each point, row by row.
#[derive(Clone)]
pub(super) struct Tensor {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) channels: Vec<Vec<f64>>,
}

impl Tensor {
    fn n_points(&self) -> usize {
        self.width * self.height
    }

    /// One of the same size, whose channels are made one by one.
    fn with(&self, channels: Vec<Vec<f64>>) -> Tensor {
        Tensor { channels, ..*self }
    }

    fn point(&self, point: usize) -> Vec<f64> {
        self.channels.iter().map(|channel| channel[point]).collect()
    }

    fn of_points(&self, points: &[Vec<f64>]) -> Tensor {
        let channel = |c: usize| points.iter().map(|point| point[c]).collect();
        self.with((0..points[0].len()).map(channel).collect())
    }

    /// Each number of each point through `change`, which is told the channel.
    fn map(&self, change: impl Fn(usize, f64) -> f64) -> Tensor {
        let channels = self.channels.iter().enumerate();
        let changed = channels.map(|(c, row)| row.iter().map(|&x| change(c, x)).collect());
        self.with(changed.collect())
    }

    fn add(&mut self, other: &Tensor) {
        for (row, others) in self.channels.iter_mut().zip(&other.channels) {
            row.iter_mut()
                .zip(others)
                .for_each(|(x, other)| *x += other);
        }
    }

    /// Adds to all points of each channel what `bias` has for the channel.
    pub(super) fn add_to_points(&mut self, bias: &[f64]) {
        assert_eq!(self.channels.len(), bias.len());
        for (row, bias) in self.channels.iter_mut().zip(bias) {
            row.iter_mut().for_each(|x| *x += bias);
        }
    }

    fn means(&self) -> Vec<f64> {
        let n = self.n_points() as f64;
        let rows = self.channels.iter();
        rows.map(|row| row.iter().sum::<f64>() / n).collect()
    }

    /// How much larger than 14×14 the board is, in sides.
    fn excess(&self) -> f64 {
        (self.n_points() as f64).sqrt() - 14.0
    }

    pub(super) fn pool(&self) -> Vec<f64> {
        let (means, excess) = (self.means(), self.excess());
        let scaled = means.iter().map(|mean| mean * excess * 0.1).collect();
        // The largest begins with −1.
        let rows = self.channels.iter();
        let largest = rows.map(|row| row.iter().fold(-1.0, |max: f64, &x| max.max(x)));
        [means, scaled, largest.collect()].concat()
    }

    pub(super) fn pool_for_value(&self) -> Vec<f64> {
        let (means, excess) = (self.means(), self.excess());
        let scaled = |factor: f64| means.iter().map(|mean| mean * factor).collect();
        let twice: Vec<f64> = scaled(excess * excess * 0.01 - 0.1);
        [scaled(1.0), scaled(excess * 0.1), twice].concat()
    }
}

fn silu(x: f64) -> f64 {
    x / (1.0 + (-x).exp())
}

fn activated(kind: &str, x: f64) -> f64 {
    match kind {
        "ACTIVATION_IDENTITY" => x,
        "ACTIVATION_RELU" => x.max(0.0),
        "ACTIVATION_MISH" => x * x.exp().ln_1p().tanh(),
        "ACTIVATION_SILU" => silu(x),
        _ => panic!("no activation is called {kind:?}"),
    }
}

/// Normalises the channels of a point so that their mean square is 1.
fn rms(channels: &[f64], epsilon: f64) -> Vec<f64> {
    let square = channels.iter().map(|x| x * x).sum::<f64>() / channels.len() as f64;
    channels
        .iter()
        .map(|x| x / (square + epsilon).sqrt())
        .collect()
}

impl Stream<'_> {
    pub(super) fn conv(&mut self, input: &Tensor) -> Tensor {
        self.word();
        let [rows, columns, inputs, outputs] = [(); 4].map(|()| self.int());
        assert_eq!([self.int(), self.int()], [1, 1], "dilation");
        assert_eq!(inputs, input.channels.len());
        let weights = self.weights(rows * columns * inputs * outputs);
        let (width, height) = (input.width as isize, input.height as isize);
        let mut channels = vec![vec![0.0; input.n_points()]; outputs];
        for (i, weight) in weights.into_iter().enumerate() {
            let (out, rest) = (i % outputs, i / outputs);
            let (source, tap) = (&input.channels[rest % inputs], rest / inputs);
            let down = (tap / columns) as isize - (rows / 2) as isize;
            let right = (tap % columns) as isize - (columns / 2) as isize;
            for y in (-down).max(0)..height.min(height - down) {
                for x in (-right).max(0)..width.min(width - right) {
                    let from = (y + down) * width + x + right;
                    channels[out][(y * width + x) as usize] += weight * source[from as usize];
                }
            }
        }
        input.with(channels)
    }

    pub(super) fn matmul(&mut self, input: &[f64]) -> Vec<f64> {
        let (outputs, weights) = self.matrix(input.len());
        multiplied(input, outputs, &weights)
    }

    /// The number of outputs, and the weights, input by input.
    fn matrix(&mut self, n_inputs: usize) -> (usize, Vec<f64>) {
        self.word();
        let (inputs, outputs) = (self.int(), self.int());
        assert_eq!(inputs, n_inputs);
        (outputs, self.weights(inputs * outputs))
    }

    /// The same matrix for each point.
    fn matmul_points(&mut self, points: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let (outputs, weights) = self.matrix(points[0].len());
        let points = points.iter();
        points
            .map(|point| multiplied(point, outputs, &weights))
            .collect()
    }

    pub(super) fn bias(&mut self, numbers: &[f64]) -> Vec<f64> {
        self.word();
        let n = self.int();
        assert_eq!(n, numbers.len());
        let bias = self.weights(n);
        numbers.iter().zip(bias).map(|(x, bias)| x + bias).collect()
    }

    fn activation(&mut self) -> &str {
        self.word();
        match self.version >= 11 {
            true => self.word(),
            false => "ACTIVATION_RELU",
        }
    }

    pub(super) fn dense(&mut self, input: &[f64]) -> Vec<f64> {
        let product = self.matmul(input);
        let sum = self.bias(&product);
        let kind = self.activation();
        sum.into_iter().map(|x| activated(kind, x)).collect()
    }

    pub(super) fn norm_act(&mut self, input: &Tensor) -> Tensor {
        self.word();
        let n = self.int();
        assert_eq!(n, input.channels.len());
        let epsilon = self.float();
        let (has_scale, has_bias) = (self.int() == 1, self.int() == 1);
        let (mean, variance) = (self.weights(n), self.weights(n));
        let mut or = |is_there: bool, constant: f64| match is_there {
            true => self.weights(n),
            false => vec![constant; n],
        };
        let (scale, bias) = (or(has_scale, 1.0), or(has_bias, 0.0));
        let kind = self.activation();
        input.map(|c, x| {
            let unit = (x - mean[c]) / (variance[c] + epsilon).sqrt();
            activated(kind, unit * scale[c] + bias[c])
        })
    }

    pub(super) fn rms_tip(&mut self, input: &Tensor) -> Tensor {
        self.word();
        let n = self.int();
        let epsilon = self.float();
        let is_over_board = self.int() == 1;
        self.zeros(1);
        let (gamma, beta) = (self.weights(n), self.weights(n));
        let normal = if is_over_board {
            let all = rms(&input.channels.concat(), epsilon);
            input.with(all.chunks(input.n_points()).map(<[f64]>::to_vec).collect())
        } else {
            let points = (0..input.n_points()).map(|i| rms(&input.point(i), epsilon));
            input.of_points(&points.collect::<Vec<_>>())
        };
        let kind = self.activation();
        normal.map(|c, x| activated(kind, x * gamma[c] + beta[c]))
    }

    /// The points of `input`, each normalised by itself.
    fn point_norm(&mut self, input: &Tensor) -> Vec<Vec<f64>> {
        self.word();
        let n = self.int();
        let epsilon = self.float();
        let weights = self.weights(n);
        let points = (0..input.n_points()).map(|i| rms(&input.point(i), epsilon));
        let weighted = |point: Vec<f64>| point.iter().zip(&weights).map(|(x, w)| x * w).collect();
        points.map(weighted).collect()
    }

    /// Runs the next block on `tensor`; every block adds to what is there.
    pub(super) fn block(&mut self, tensor: &mut Tensor) {
        let kind = self.word().to_owned();
        self.word();
        let change = match kind.as_str() {
            "ordinary_block" => {
                let inner = self.norm_act(tensor);
                let inner = self.conv(&inner);
                let inner = self.norm_act(&inner);
                self.conv(&inner)
            }
            "gpool_block" => self.pooling_block(tensor),
            "nested_bottleneck_block" => {
                let n_inner = self.int();
                let inner = self.norm_act(tensor);
                let mut inner = self.conv(&inner);
                for _ in 0..n_inner {
                    self.block(&mut inner);
                }
                let inner = self.norm_act(&inner);
                self.conv(&inner)
            }
            "transformer_attention_block" => self.attention_block(tensor),
            "transformer_ffn_block" => self.feed_forward_block(tensor),
            _ => panic!("no block is called {kind:?}"),
        };
        tensor.add(&change);
    }

    fn pooling_block(&mut self, tensor: &Tensor) -> Tensor {
        let inner = self.norm_act(tensor);
        let mut regular = self.conv(&inner);
        let pooled = self.conv(&inner);
        let pooled = self.norm_act(&pooled).pool();
        let bias = self.matmul(&pooled);
        regular.add_to_points(&bias);
        let regular = self.norm_act(&regular);
        self.conv(&regular)
    }

    fn feed_forward_block(&mut self, tensor: &Tensor) -> Tensor {
        let (_inputs, _hidden) = (self.int(), self.int());
        let is_gated = self.int() == 1;
        let points = self.point_norm(tensor);
        let mut hidden = self.matmul_points(&points);
        hidden.iter_mut().flatten().for_each(|x| *x = silu(*x));
        if is_gated {
            let gate = self.matmul_points(&points);
            let pairs = hidden.iter_mut().flatten().zip(gate.iter().flatten());
            pairs.for_each(|(x, gate)| *x *= gate);
        }
        tensor.of_points(&self.matmul_points(&hidden))
    }

    fn attention_block(&mut self, tensor: &Tensor) -> Tensor {
        let [heads, kv_heads, query_dim, value_dim] = [(); 4].map(|()| self.int());
        let (has_rope, is_learned) = (self.int() == 1, self.int() == 1);
        let points = self.point_norm(tensor);
        let mut queries = self.matmul_points(&points);
        let mut keys = self.matmul_points(&points);
        let values = self.matmul_points(&points);
        // The matrix of the outputs stands before the angles that come first.
        let (n_out, out) = self.matrix(heads * value_dim);
        if has_rope {
            let angle = self.rope(is_learned, kv_heads, query_dim);
            let turn = |rows: &mut [Vec<f64>], n_heads: usize| {
                for (i, row) in rows.iter_mut().enumerate() {
                    let (x, y) = ((i % tensor.width) as f64, (i / tensor.width) as f64);
                    for (head, channels) in row.chunks_mut(query_dim).enumerate() {
                        let kv_head = head / (n_heads / kv_heads);
                        for (p, pair) in channels.chunks_mut(2).enumerate() {
                            let (sin, cos) = angle(kv_head, p, x, y).sin_cos();
                            let (a, b) = (pair[0], pair[1]);
                            (pair[0], pair[1]) = (a * cos - b * sin, a * sin + b * cos);
                        }
                    }
                }
            };
            turn(&mut queries, heads);
            turn(&mut keys, kv_heads);
        }
        let attended = |query: &Vec<f64>| -> Vec<f64> {
            let of_head = |head: usize| {
                let kv_head = head / (heads / kv_heads);
                let query = &query[head * query_dim..][..query_dim];
                let scores = keys.iter().map(|key| {
                    let key = &key[kv_head * query_dim..][..query_dim];
                    let product: f64 = query.iter().zip(key).map(|(q, k)| q * k).sum();
                    product / (query_dim as f64).sqrt()
                });
                let shares = softmax(&scores.collect::<Vec<_>>());
                let value = |c: usize| -> f64 {
                    let column = values.iter().map(|value| value[kv_head * value_dim + c]);
                    shares.iter().zip(column).map(|(share, v)| share * v).sum()
                };
                (0..value_dim).map(value).collect::<Vec<f64>>()
            };
            (0..heads).flat_map(of_head).collect()
        };
        let attended = queries.iter().map(attended);
        let points: Vec<_> = attended.map(|row| multiplied(&row, n_out, &out)).collect();
        tensor.of_points(&points)
    }

    /// By which angle a pair of channels of a head is turned at a column and a row.
    fn rope(
        &mut self,
        is_learned: bool,
        kv_heads: usize,
        query_dim: usize,
    ) -> impl Fn(usize, usize, f64, f64) -> f64 + use<> {
        self.word();
        let n_pairs = query_dim / 2;
        let (mut theta, mut table) = (0.0, Vec::new());
        if is_learned {
            let sizes = [(); 3].map(|()| self.int());
            assert_eq!(sizes, [kv_heads, n_pairs, 2]);
            table = self.weights(kv_heads * n_pairs * 2);
        } else {
            theta = self.float();
        }
        move |kv_head, pair, x, y| {
            if is_learned {
                let at = (kv_head * n_pairs + pair) * 2;
                return x * table[at] + y * table[at + 1];
            }
            let half = n_pairs / 2;
            let frequency = |i: usize| f64::powf(theta, -2.0 * i as f64 / n_pairs as f64);
            match pair < half {
                true => y * frequency(pair),
                false => x * frequency(pair - half),
            }
        }
    }
}

fn multiplied(input: &[f64], outputs: usize, weights: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; outputs];
    for (x, row) in input.iter().zip(weights.chunks(outputs)) {
        sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += x * w);
    }
    sums
}

pub(super) fn softmax(logits: &[f64]) -> Vec<f64> {
    let max = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logits.iter().map(|x| (x - max).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}
