//! The plain way to run a network: the slow twin of the evaluator.
//!
//! Every layer is computed from its definition, one number after the other,
//! with sums in double precision. Very slow; it is what the fast way is
//! compared with.

use ponnuki_game::Size;

use crate::model::{
    Activation, AttentionBlock, Block, Conv, Dense, FeedForwardBlock, Matmul, MetadataEncoder,
    Model, Norm, NormAct, PLANES, PassHead, PointNorm, PolicyHead, RmsOver, Rotary, TipNorm, Trunk,
    ValueHead,
};
use crate::raw::{Input, Raw};

/// What `model` says about `input`.
pub fn evaluate(model: &Model, input: &Input) -> Raw {
    let trunk = trunk(&model.trunk, input);
    let (policy, pass) = policy_head(&model.policy, &trunk);
    let (value, score, ownership) = value_head(&model.value, &trunk);
    Raw {
        policy,
        pass,
        value,
        score,
        ownership,
    }
}

/// One number for each channel of each point.
#[derive(Clone)]
struct Tensor {
    size: Size,
    /// Channel by channel, each in the order of the points.
    channels: Vec<Vec<f32>>,
}

impl Tensor {
    fn zeros(size: Size, n_channels: usize) -> Tensor {
        Tensor {
            size,
            channels: vec![vec![0.0; size.n_points()]; n_channels],
        }
    }

    /// The channels of one point.
    fn point(&self, point: usize) -> Vec<f32> {
        self.channels.iter().map(|channel| channel[point]).collect()
    }

    fn from_points(size: Size, points: &[Vec<f32>]) -> Tensor {
        let n_channels = points.first().map_or(0, Vec::len);
        let channel = |c: usize| points.iter().map(|point| point[c]).collect();
        Tensor {
            size,
            channels: (0..n_channels).map(channel).collect(),
        }
    }

    fn add(&mut self, other: &Tensor) {
        for (channel, other) in self.channels.iter_mut().zip(&other.channels) {
            for (number, other) in channel.iter_mut().zip(other) {
                *number += other;
            }
        }
    }

    /// Adds to every point of each channel what `bias` has for the channel.
    fn add_bias(&mut self, bias: &[f32]) {
        for (channel, bias) in self.channels.iter_mut().zip(bias) {
            for number in channel {
                *number += bias;
            }
        }
    }
}

fn trunk(trunk: &Trunk, input: &Input) -> Tensor {
    let mut planes = Tensor::zeros(input.size, PLANES);
    for (plane, channel) in planes.channels.iter_mut().enumerate() {
        for point in input.plane(plane) {
            channel[point] = 1.0;
        }
    }
    let mut tensor = conv(&trunk.initial_conv, &planes);
    tensor.add_bias(&matmul(&trunk.initial_matmul, &input.globals));
    if let Some(encoder) = &trunk.metadata {
        tensor.add_bias(&metadata_bias(encoder, input));
    }
    run_blocks(&trunk.blocks, &mut tensor);
    tip(&trunk.tip, trunk.tip_activation, &tensor)
}

fn metadata_bias(encoder: &MetadataEncoder, input: &Input) -> Vec<f32> {
    let nothing = vec![0.0; encoder.first.matmul.inputs];
    let metadata = input.metadata.as_ref().map_or(&nothing[..], |m| &m[..]);
    let first = dense(&encoder.first, metadata);
    matmul(&encoder.last, &dense(&encoder.second, &first))
}

/// Runs blocks; nested ones call this again, as deep as the loader let them be.
fn run_blocks(blocks: &[Block], tensor: &mut Tensor) {
    for block in blocks {
        let change = match block {
            Block::Ordinary(block) => {
                let first = conv(&block.first, &norm_act(&block.pre, tensor));
                conv(&block.second, &norm_act(&block.mid, &first))
            }
            Block::Pooling(block) => {
                let pre = norm_act(&block.pre, tensor);
                let mut first = conv(&block.first, &pre);
                let pooled = norm_act(&block.pooled_norm, &conv(&block.pooled, &pre));
                first.add_bias(&matmul(&block.to_bias, &pool(&pooled)));
                conv(&block.second, &norm_act(&block.mid, &first))
            }
            Block::Nested(block) => {
                let mut inner = conv(&block.enter, &norm_act(&block.pre, tensor));
                run_blocks(&block.inner, &mut inner);
                conv(&block.leave, &norm_act(&block.post, &inner))
            }
            Block::Attention(block) => attention(block, tensor),
            Block::FeedForward(block) => feed_forward(block, tensor),
        };
        tensor.add(&change);
    }
}

fn attention(block: &AttentionBlock, tensor: &Tensor) -> Tensor {
    let n_points = tensor.size.n_points();
    let normed: Vec<Vec<f32>> = (0..n_points)
        .map(|point| point_norm(&block.norm, &tensor.point(point)))
        .collect();
    let through = |layer: &Matmul| -> Vec<Vec<f32>> {
        normed.iter().map(|point| matmul(layer, point)).collect()
    };
    let (mut queries, mut keys) = (through(&block.query), through(&block.key));
    let values = through(&block.value);
    let per_kv = block.heads / block.kv_heads;
    for point in 0..n_points {
        for head in 0..block.heads {
            rotate(
                block,
                head / per_kv,
                head,
                &mut queries[point],
                tensor.size,
                point,
            );
        }
        for head in 0..block.kv_heads {
            rotate(block, head, head, &mut keys[point], tensor.size, point);
        }
    }
    let mut seen = vec![vec![0.0; block.heads * block.value_dim]; n_points];
    for head in 0..block.heads {
        let query_at = head * block.query_dim;
        let key_at = head / per_kv * block.query_dim;
        let value_at = head / per_kv * block.value_dim;
        for point in 0..n_points {
            let query = &queries[point][query_at..query_at + block.query_dim];
            let scores: Vec<f64> = keys
                .iter()
                .map(|key| dot(query, &key[key_at..key_at + block.query_dim]))
                .map(|score| score / (block.query_dim as f64).sqrt())
                .collect();
            let weights = softmax(&scores);
            for channel in 0..block.value_dim {
                let looked_at = values.iter().map(|value| value[value_at + channel]);
                let sum: f64 = weights
                    .iter()
                    .zip(looked_at)
                    .map(|(w, v)| w * v as f64)
                    .sum();
                seen[point][head * block.value_dim + channel] = sum as f32;
            }
        }
    }
    let out: Vec<Vec<f32>> = seen.iter().map(|point| matmul(&block.out, point)).collect();
    Tensor::from_points(tensor.size, &out)
}

/// Turns the pairs of channels of head `at` in `channels` by the angles of head `kv_head`.
fn rotate(
    block: &AttentionBlock,
    kv_head: usize,
    at: usize,
    channels: &mut [f32],
    size: Size,
    point: usize,
) {
    let n_pairs = block.query_dim / 2;
    for pair in 0..n_pairs {
        let (sin, cos) = angle(&block.rotary, kv_head, pair, n_pairs, size, point).sin_cos();
        let i = at * block.query_dim + 2 * pair;
        let (a, b) = (channels[i] as f64, channels[i + 1] as f64);
        channels[i] = (a * cos - b * sin) as f32;
        channels[i + 1] = (a * sin + b * cos) as f32;
    }
}

/// By what angle a pair of channels of an asked head is turned at a point.
pub(crate) fn angle(
    rotary: &Rotary,
    kv_head: usize,
    pair: usize,
    n_pairs: usize,
    size: Size,
    point: usize,
) -> f64 {
    let width = size.width() as usize;
    let (x, y) = ((point % width) as f64, (point / width) as f64);
    match rotary {
        Rotary::None => 0.0,
        Rotary::Learned(angles) => {
            let [per_column, per_row] = angles[kv_head * n_pairs + pair];
            x * per_column as f64 + y * per_row as f64
        }
        Rotary::Fixed(base) => {
            let per_axis = n_pairs / 2;
            let frequency = |i: usize| (*base as f64).powf(-2.0 * i as f64 / n_pairs as f64);
            match pair.checked_sub(per_axis) {
                None => y * frequency(pair),
                Some(i) => x * frequency(i),
            }
        }
    }
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let max = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = scores.iter().map(|score| (score - max).exp()).collect();
    let sum: f64 = exps.iter().sum();
    exps.iter().map(|exp| exp / sum).collect()
}

fn feed_forward(block: &FeedForwardBlock, tensor: &Tensor) -> Tensor {
    let out: Vec<Vec<f32>> = (0..tensor.size.n_points())
        .map(|point| {
            let normed = point_norm(&block.norm, &tensor.point(point));
            let mut hidden = matmul(&block.first, &normed);
            for number in &mut hidden {
                *number = activate(Activation::Silu, *number);
            }
            if let Some(gate) = &block.gate {
                for (number, gate) in hidden.iter_mut().zip(matmul(gate, &normed)) {
                    *number *= gate;
                }
            }
            matmul(&block.second, &hidden)
        })
        .collect();
    Tensor::from_points(tensor.size, &out)
}

fn point_norm(norm: &PointNorm, channels: &[f32]) -> Vec<f32> {
    let root = (dot(channels, channels) / channels.len() as f64 + norm.epsilon as f64).sqrt();
    let weighed = channels.iter().zip(&norm.weights);
    weighed
        .map(|(number, weight)| (*number as f64 / root * *weight as f64) as f32)
        .collect()
}

fn tip(tip: &TipNorm, activation: Activation, tensor: &Tensor) -> Tensor {
    let act = |norm: &Norm| NormAct {
        norm: norm.clone(),
        activation,
    };
    match tip {
        TipNorm::Affine(norm) => norm_act(&act(norm), tensor),
        TipNorm::RootMeanSquare {
            over,
            epsilon,
            norm,
        } => {
            let n_points = tensor.size.n_points();
            let squares: Vec<f64> = (0..n_points)
                .map(|point| tensor.point(point))
                .map(|channels| dot(&channels, &channels) / channels.len() as f64)
                .collect();
            let whole = squares.iter().sum::<f64>() / n_points as f64;
            let mut normed = tensor.clone();
            for channel in &mut normed.channels {
                for (number, &own) in channel.iter_mut().zip(&squares) {
                    let square = match over {
                        RmsOver::Point => own,
                        RmsOver::Board => whole,
                    };
                    *number = (*number as f64 / (square + *epsilon as f64).sqrt()) as f32;
                }
            }
            norm_act(&act(norm), &normed)
        }
    }
}

fn policy_head(head: &PolicyHead, trunk: &Tensor) -> (Vec<Vec<f32>>, Vec<f32>) {
    let pooled = pool(&norm_act(
        &head.pooled_norm,
        &conv(&head.pooled_conv, trunk),
    ));
    let mut points = conv(&head.point_conv, trunk);
    points.add_bias(&matmul(&head.to_bias, &pooled));
    let policy = conv(&head.out, &norm_act(&head.point_norm, &points));
    let pass = match &head.pass {
        PassHead::Direct(layer) => matmul(layer, &pooled),
        PassHead::Hidden(hidden, layer) => matmul(layer, &dense(hidden, &pooled)),
    };
    (policy.channels, pass)
}

fn value_head(head: &ValueHead, trunk: &Tensor) -> ([f32; 3], Vec<f32>, Vec<f32>) {
    let points = norm_act(&head.norm, &conv(&head.conv, trunk));
    let hidden = dense(&head.hidden, &value_pool(&points));
    let biased = |layer: &Matmul, bias: &[f32]| -> Vec<f32> {
        let out = matmul(layer, &hidden);
        out.iter()
            .zip(bias)
            .map(|(number, bias)| number + bias)
            .collect()
    };
    let value = biased(&head.value, &head.value_bias);
    let score = biased(&head.score, &head.score_bias);
    let ownership = conv(&head.ownership, &points).channels.concat();
    ([value[0], value[1], value[2]], score, ownership)
}

/// Means, means weighed by the board's size, and greatest numbers.
fn pool(tensor: &Tensor) -> Vec<f32> {
    let (means, offset) = means(tensor);
    let greatest = |channel: &Vec<f32>| channel.iter().copied().fold(-1.0, f32::max);
    let mut pooled = means.clone();
    pooled.extend(means.iter().map(|mean| mean * offset * 0.1));
    pooled.extend(tensor.channels.iter().map(greatest));
    pooled
}

/// Means, and means weighed in two ways by the board's size.
fn value_pool(tensor: &Tensor) -> Vec<f32> {
    let (means, offset) = means(tensor);
    let mut pooled = means.clone();
    pooled.extend(means.iter().map(|mean| mean * offset * 0.1));
    pooled.extend(
        means
            .iter()
            .map(|mean| mean * (offset * offset * 0.01 - 0.1)),
    );
    pooled
}

/// The mean of each channel, and how far the board's side is from 14.
fn means(tensor: &Tensor) -> (Vec<f32>, f32) {
    let n = tensor.size.n_points() as f64;
    let mean = |channel: &Vec<f32>| (channel.iter().map(|&x| x as f64).sum::<f64>() / n) as f32;
    let means = tensor.channels.iter().map(mean).collect();
    (means, (n.sqrt() - 14.0) as f32)
}

fn conv(conv: &Conv, tensor: &Tensor) -> Tensor {
    let (width, height) = (tensor.size.width() as usize, tensor.size.height() as usize);
    let mut out = Tensor::zeros(tensor.size, conv.outputs);
    for point in 0..width * height {
        let mut sums = vec![0.0; conv.outputs];
        for tap in 0..conv.height * conv.width {
            let x = (point % width + tap % conv.width).checked_sub(conv.width / 2);
            let y = (point / width + tap / conv.width).checked_sub(conv.height / 2);
            let (Some(x), Some(y)) = (x, y) else {
                continue;
            };
            if x >= width || y >= height {
                continue;
            }
            for (input, channel) in tensor.channels.iter().enumerate() {
                let number = channel[y * width + x] as f64;
                let weights = (tap * conv.inputs + input) * conv.outputs;
                let weights = &conv.weights[weights..weights + conv.outputs];
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += number * *weight as f64;
                }
            }
        }
        for (channel, sum) in out.channels.iter_mut().zip(sums) {
            channel[point] = sum as f32;
        }
    }
    out
}

fn matmul(matmul: &Matmul, numbers: &[f32]) -> Vec<f32> {
    let mut sums = vec![0.0; matmul.outputs];
    for (number, weights) in numbers.iter().zip(matmul.weights.chunks(matmul.outputs)) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += *number as f64 * *weight as f64;
        }
    }
    sums.iter().map(|&sum| sum as f32).collect()
}

fn dense(dense: &Dense, numbers: &[f32]) -> Vec<f32> {
    let out = matmul(&dense.matmul, numbers);
    let biased = out
        .iter()
        .zip(&dense.bias)
        .map(|(number, bias)| number + bias);
    biased
        .map(|number| activate(dense.activation, number))
        .collect()
}

fn norm_act(layer: &NormAct, tensor: &Tensor) -> Tensor {
    let mut out = tensor.clone();
    let norms = layer.norm.scale.iter().zip(&layer.norm.bias);
    for (channel, (scale, bias)) in out.channels.iter_mut().zip(norms) {
        for number in channel {
            *number = activate(layer.activation, *number * scale + bias);
        }
    }
    out
}

/// One number through an activation.
pub(crate) fn activate(activation: Activation, number: f32) -> f32 {
    let x = number as f64;
    match activation {
        Activation::Identity => number,
        Activation::Relu => number.max(0.0),
        Activation::Mish if x > 20.0 => number,
        Activation::Mish => (x * x.exp().ln_1p().tanh()) as f32,
        Activation::Silu => (x / (1.0 + (-x).exp())) as f32,
    }
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    let pairs = one.iter().zip(other);
    pairs.map(|(a, b)| *a as f64 * *b as f64).sum()
}
