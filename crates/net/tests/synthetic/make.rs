//! Makes up small networks of every kind.

use ponnuki_game::Size;
use ponnuki_net::{
    Activation, AttentionBlock, Block, Conv, Dense, FeedForwardBlock, Input, Matmul,
    MetadataEncoder, Model, Multipliers, NestedBlock, Norm, NormAct, OrdinaryBlock, PLANES,
    PassHead, PointNorm, PolicyHead, PoolingBlock, RmsOver, Rotary, TipNorm, Trunk, ValueHead,
};

/// Chance, always the same for a seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// Between −1 and 1.
    pub(crate) fn number(&mut self) -> f32 {
        self.roll(1 << 20) as f32 / (1 << 19) as f32 - 1.0
    }

    fn numbers(&mut self, n: usize, scale: f32) -> Vec<f32> {
        (0..n).map(|_| self.number() * scale).collect()
    }

    fn conv(&mut self, side: usize, inputs: usize, outputs: usize) -> Conv {
        let n = side * side * inputs;
        Conv {
            height: side,
            width: side,
            inputs,
            outputs,
            weights: self.numbers(n * outputs, 1.7 / (n as f32).sqrt()),
        }
    }

    fn matmul(&mut self, inputs: usize, outputs: usize) -> Matmul {
        Matmul {
            inputs,
            outputs,
            weights: self.numbers(inputs * outputs, 1.7 / (inputs as f32).sqrt()),
        }
    }

    fn norm(&mut self, channels: usize) -> Norm {
        Norm {
            scale: self
                .numbers(channels, 0.5)
                .iter()
                .map(|x| 1.0 + x)
                .collect(),
            bias: self.numbers(channels, 0.5),
        }
    }

    fn point_norm(&mut self, channels: usize) -> PointNorm {
        PointNorm {
            epsilon: 1e-6,
            weights: self.norm(channels).scale,
        }
    }
}

/// The kinds of networks there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ordinary,
    Pooling,
    Nested,
    Learned,
    Fixed,
    Plain,
}

impl Kind {
    pub(crate) const ALL: [Kind; 6] = [
        Kind::Ordinary,
        Kind::Pooling,
        Kind::Nested,
        Kind::Learned,
        Kind::Fixed,
        Kind::Plain,
    ];
}

/// How many channels layers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    /// A few, and no round number.
    Odd,
    /// As few as can be.
    Least,
}

struct Maker {
    dice: Dice,
    activation: Activation,
    width: Width,
}

/// A network of this version and kind.
pub(crate) fn model(version: u32, kind: Kind, seed: u64) -> Model {
    model_of(version, kind, seed, Width::Odd)
}

/// The smallest network of this version and kind.
pub(crate) fn smallest(version: u32, kind: Kind) -> Model {
    model_of(version, kind, 1, Width::Least)
}

fn model_of(version: u32, kind: Kind, seed: u64, width: Width) -> Model {
    let mut dice = Dice(seed);
    let activation = match version {
        ..=10 => Activation::Relu,
        _ => [Activation::Relu, Activation::Mish, Activation::Silu][dice.roll(3)],
    };
    let mut maker = Maker {
        dice,
        activation,
        width,
    };
    let channels = maker.some(9, 12);
    Model {
        name: format!("synthetic-{version}"),
        version,
        multipliers: match version {
            ..=12 => Multipliers::UNSAID,
            _ => Multipliers {
                score_error: 150.0,
                ..Multipliers::UNSAID
            },
        },
        is_alive_under_suicide: version >= 15 && seed.is_multiple_of(2),
        trunk: maker.trunk(version, kind, channels),
        policy: maker.policy_head(version, channels),
        value: maker.value_head(version, channels),
    }
}

impl Maker {
    /// At least `min` channels, and up to `more` others.
    fn some(&mut self, min: usize, more: usize) -> usize {
        match self.width {
            Width::Odd => min + self.dice.roll(more),
            Width::Least => 1,
        }
    }

    fn norm_act(&mut self, channels: usize) -> NormAct {
        NormAct {
            norm: self.dice.norm(channels),
            activation: self.activation,
        }
    }

    fn dense(&mut self, inputs: usize, outputs: usize) -> Dense {
        Dense {
            matmul: self.dice.matmul(inputs, outputs),
            bias: self.dice.numbers(outputs, 0.5),
            activation: self.activation,
        }
    }

    fn trunk(&mut self, version: u32, kind: Kind, channels: usize) -> Trunk {
        let side = [3, 5][self.dice.roll(2)];
        let blocks = (0..2).map(|i| self.block(kind, channels, i)).collect();
        let norm = self.dice.norm(channels);
        let tip = match version {
            ..=14 => TipNorm::Affine(norm),
            _ => TipNorm::RootMeanSquare {
                over: [RmsOver::Point, RmsOver::Board][self.dice.roll(2)],
                epsilon: 1e-6,
                norm,
            },
        };
        let metadata = (version >= 15 && kind == Kind::Pooling).then(|| MetadataEncoder {
            first: self.dense(192, 7),
            second: self.dense(7, 18),
            last: self.dice.matmul(18, channels),
        });
        Trunk {
            channels,
            initial_conv: self.dice.conv(side, PLANES, channels),
            initial_matmul: self.dice.matmul(19, channels),
            metadata,
            blocks,
            tip,
            tip_activation: self.activation,
        }
    }

    fn block(&mut self, kind: Kind, channels: usize, i: usize) -> Block {
        match kind {
            Kind::Ordinary => self.ordinary_block(channels, 3),
            Kind::Pooling => self.pooling_block(channels, [3, 1][i % 2]),
            Kind::Nested => {
                let inner = self.some(7, 12);
                Block::Nested(NestedBlock {
                    pre: self.norm_act(channels),
                    enter: self.dice.conv(1, channels, inner),
                    inner: vec![
                        self.ordinary_block(inner, [3, 5][i % 2]),
                        self.pooling_block(inner, 3),
                    ],
                    post: self.norm_act(inner),
                    leave: self.dice.conv(1, inner, channels),
                })
            }
            Kind::Learned | Kind::Fixed | Kind::Plain => match i {
                0 => self.attention_block(kind, channels),
                _ => self.feed_forward_block(kind, channels),
            },
        }
    }

    fn ordinary_block(&mut self, channels: usize, side: usize) -> Block {
        let mid = self.some(5, 15);
        Block::Ordinary(OrdinaryBlock {
            pre: self.norm_act(channels),
            first: self.dice.conv(side, channels, mid),
            mid: self.norm_act(mid),
            second: self.dice.conv(3, mid, channels),
        })
    }

    /// One whose pooled convolution has a kernel of this side, the other of 3.
    fn pooling_block(&mut self, channels: usize, side: usize) -> Block {
        let (mid, pooled) = (self.some(5, 15), self.some(3, 15));
        Block::Pooling(PoolingBlock {
            pre: self.norm_act(channels),
            first: self.dice.conv(3, channels, mid),
            pooled: self.dice.conv(side, channels, pooled),
            pooled_norm: self.norm_act(pooled),
            to_bias: self.dice.matmul(3 * pooled, mid),
            mid: self.norm_act(mid),
            second: self.dice.conv(3, mid, channels),
        })
    }

    fn attention_block(&mut self, kind: Kind, channels: usize) -> Block {
        let kv_heads = self.some(1, 2);
        let heads = kv_heads * self.some(1, 2);
        let query_dim = 4 * self.some(1, 3);
        let value_dim = self.some(1, 20);
        let rotary = match kind {
            Kind::Learned => {
                let angles = self.dice.numbers(kv_heads * query_dim, 0.5);
                Rotary::Learned(angles.chunks(2).map(|pair| [pair[0], pair[1]]).collect())
            }
            Kind::Fixed => Rotary::Fixed(50.0),
            _ => Rotary::None,
        };
        Block::Attention(AttentionBlock {
            norm: self.dice.point_norm(channels),
            heads,
            kv_heads,
            query_dim,
            value_dim,
            query: self.dice.matmul(channels, heads * query_dim),
            key: self.dice.matmul(channels, kv_heads * query_dim),
            value: self.dice.matmul(channels, kv_heads * value_dim),
            out: self.dice.matmul(heads * value_dim, channels),
            rotary,
        })
    }

    fn feed_forward_block(&mut self, kind: Kind, channels: usize) -> Block {
        let hidden = self.some(10, 30);
        Block::FeedForward(FeedForwardBlock {
            norm: self.dice.point_norm(channels),
            first: self.dice.matmul(channels, hidden),
            gate: (kind != Kind::Plain).then(|| self.dice.matmul(channels, hidden)),
            second: self.dice.matmul(hidden, channels),
        })
    }

    fn policy_head(&mut self, version: u32, channels: usize) -> PolicyHead {
        let n = match version {
            ..=11 => 1,
            12..=15 => 2,
            _ => 4,
        };
        let (points, pooled) = (self.some(5, 15), self.some(4, 15));
        let pass = match version {
            ..=14 => PassHead::Direct(self.dice.matmul(3 * pooled, n)),
            _ => PassHead::Hidden(self.dense(3 * pooled, points), self.dice.matmul(points, n)),
        };
        PolicyHead {
            channels: n,
            point_conv: self.dice.conv(1, channels, points),
            pooled_conv: self.dice.conv(1, channels, pooled),
            pooled_norm: self.norm_act(pooled),
            to_bias: self.dice.matmul(3 * pooled, points),
            point_norm: self.norm_act(points),
            out: self.dice.conv(1, points, n),
            pass,
        }
    }

    fn value_head(&mut self, version: u32, channels: usize) -> ValueHead {
        let n_scores = if version >= 9 { 6 } else { 4 };
        let (points, hidden) = (self.some(4, 15), self.some(6, 15));
        ValueHead {
            conv: self.dice.conv(1, channels, points),
            norm: self.norm_act(points),
            hidden: self.dense(3 * points, hidden),
            value: self.dice.matmul(hidden, 3),
            value_bias: self.dice.numbers(3, 0.5),
            score: self.dice.matmul(hidden, n_scores),
            score_bias: self.dice.numbers(n_scores, 0.5),
            ownership: self.dice.conv(1, points, 1),
        }
    }
}

/// What a network could see of a board of `size`, if it does not ask for sense.
pub(crate) fn input(size: Size, seed: u64) -> Input {
    let mut dice = Dice(seed);
    let mut input = Input::blank(size);
    for planes in &mut input.planes {
        *planes |= (dice.roll(1 << 22) & dice.roll(1 << 22)) as u32;
    }
    for global in &mut input.globals {
        *global = dice.number();
    }
    let mut metadata = Box::new([0.0; 192]);
    metadata.fill_with(|| dice.number());
    input.metadata = seed.is_multiple_of(2).then_some(metadata);
    input
}
