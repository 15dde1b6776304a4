//! A network with its weights as the kernels read them.

use ponnuki_game::Size;

use crate::evaluator::attention::{Angles, Attention, FeedForward};
use crate::evaluator::conv::{Conv, joined};
use crate::evaluator::shape::{Dense, Norm, Shape};
use crate::kernels::{Numbers, padded};
use crate::model::{self, Activation, Model, PLANES, PassHead, RmsOver, TipNorm};

/// A network prepared for boards whose tiles have one side.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) channels: usize,
    pub(crate) initial: InitialConv,
    pub(crate) globals: Dense,
    pub(crate) metadata: Option<[Dense; 3]>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) tip: Tip,
    pub(crate) policy: PolicyHead,
    pub(crate) value: ValueHead,
}

/// The first convolution: its inputs are bits, so it adds up rows of a table.
#[derive(Debug)]
pub(crate) struct InitialConv {
    pub(crate) height: usize,
    pub(crate) width: usize,
    /// For each tap and plane the weights of all channels.
    pub(crate) table: Numbers,
}

#[derive(Debug)]
pub(crate) enum Block {
    Convs(Box<Convs>),
    Nested(Box<Nested>),
    Attention(Box<Attention>),
    FeedForward(Box<FeedForward>),
}

/// Two convolutions, the first perhaps with a bias from what was pooled.
#[derive(Debug)]
pub(crate) struct Convs {
    pub(crate) pre: Norm,
    pub(crate) first: Conv,
    pub(crate) pooling: Option<Pooling>,
    pub(crate) mid: Norm,
    pub(crate) second: Conv,
}

/// What is pooled, and how it becomes a bias.
#[derive(Debug)]
pub(crate) struct Pooling {
    /// The convolution that is pooled; none if it is a part of the first one.
    pub(crate) apart: Option<Conv>,
    pub(crate) norm: Norm,
    pub(crate) to_bias: Dense,
}

#[derive(Debug)]
pub(crate) struct Nested {
    pub(crate) pre: Norm,
    pub(crate) enter: Conv,
    pub(crate) inner: Vec<Block>,
    pub(crate) post: Norm,
    pub(crate) leave: Conv,
}

/// The norm and activation after the last block.
#[derive(Debug)]
pub(crate) struct Tip {
    pub(crate) norm: Norm,
    /// Over what a mean is taken first, of how many channels, and epsilon.
    pub(crate) mean: Option<(RmsOver, usize, f32)>,
}

#[derive(Debug)]
pub(crate) struct PolicyHead {
    pub(crate) point_conv: Conv,
    pub(crate) pooled_conv: Conv,
    pub(crate) pooled_norm: Norm,
    pub(crate) to_bias: Dense,
    pub(crate) point_norm: Norm,
    pub(crate) out: Conv,
    pub(crate) pass: (Dense, Option<Dense>),
}

#[derive(Debug)]
pub(crate) struct ValueHead {
    pub(crate) conv: Conv,
    pub(crate) norm: Norm,
    pub(crate) hidden: Dense,
    pub(crate) value: Dense,
    pub(crate) score: Dense,
    pub(crate) ownership: Conv,
}

impl Plan {
    /// Prepares `model` for tiles of this side.
    pub(crate) fn new(model: &Model, side: Option<usize>) -> Plan {
        let trunk = &model.trunk;
        Plan {
            channels: padded(trunk.channels),
            initial: InitialConv::new(&trunk.initial_conv),
            globals: Dense::plain(&trunk.initial_matmul, 1),
            metadata: trunk.metadata.as_ref().map(|encoder| {
                [
                    Dense::new(&encoder.first, 1),
                    Dense::new(&encoder.second, 1),
                    Dense::plain(&encoder.last, 1),
                ]
            }),
            blocks: blocks(&trunk.blocks, side),
            tip: Tip::new(&trunk.tip, trunk.tip_activation),
            policy: PolicyHead::new(&model.policy, side),
            value: ValueHead::new(&model.value, side),
        }
    }

    /// What depends on the size of the board, not on the position.
    pub(crate) fn tables(&self, size: Size) -> Tables {
        let mut angles = Vec::new();
        add_angles(&self.blocks, size, &mut angles);
        Tables {
            base: self.initial.base(Shape::new(size, 1)),
            angles,
        }
    }
}

/// What depends on the size of the board, not on the position.
#[derive(Debug)]
pub(crate) struct Tables {
    /// What plane 0 adds at each point.
    pub(crate) base: Numbers,
    /// For each attention block, in order.
    pub(crate) angles: Vec<Angles>,
}

fn add_angles(blocks: &[Block], size: Size, angles: &mut Vec<Angles>) {
    for block in blocks {
        match block {
            Block::Attention(attention) => angles.push(attention.angles(size)),
            Block::Nested(nested) => add_angles(&nested.inner, size, angles),
            Block::Convs(_) | Block::FeedForward(_) => {}
        }
    }
}

impl InitialConv {
    fn new(conv: &model::Conv) -> InitialConv {
        let channels = padded(conv.outputs);
        let rows = conv.height * conv.width * PLANES;
        let mut table = Numbers::zeros(rows * channels);
        let weights = conv.weights.chunks_exact(conv.outputs);
        for (row, weights) in table.chunks_exact_mut(channels).zip(weights) {
            row[..conv.outputs].copy_from_slice(weights);
        }
        InitialConv {
            height: conv.height,
            width: conv.width,
            table,
        }
    }

    /// For each tap that sees a point of the board from `point`: its number
    /// and the point seen.
    pub(crate) fn taps(&self, shape: Shape, point: usize) -> impl Iterator<Item = (usize, usize)> {
        let (height, width) = (self.height, self.width);
        let (x, y) = (point % shape.width, point / shape.width);
        let rows = (0..height).filter_map(move |dy| Some((dy, (y + dy).checked_sub(height / 2)?)));
        let rows = rows.filter(move |&(_, y)| y < shape.height);
        rows.flat_map(move |(dy, y)| {
            let columns =
                (0..width).filter_map(move |dx| Some((dx, (x + dx).checked_sub(width / 2)?)));
            let columns = columns.filter(move |&(_, x)| x < shape.width);
            columns.map(move |(dx, x)| (dy * width + dx, y * shape.width + x))
        })
    }

    /// What plane 0, which is 1 on all of the board, adds at each point.
    fn base(&self, shape: Shape) -> Numbers {
        let channels = self.table.len() / (self.height * self.width * PLANES);
        let mut base = Numbers::zeros(shape.points() * channels);
        for (point, sums) in base.chunks_exact_mut(channels).enumerate() {
            for (tap, _) in self.taps(shape, point) {
                let row = &self.table[tap * PLANES * channels..][..channels];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        base
    }
}

fn blocks(blocks: &[model::Block], side: Option<usize>) -> Vec<Block> {
    let prepared = blocks.iter().map(|block| match block {
        model::Block::Ordinary(block) => Block::Convs(Box::new(Convs {
            pre: Norm::of(&block.pre),
            first: Conv::new(&block.first, side),
            pooling: None,
            mid: Norm::of(&block.mid),
            second: Conv::new(&block.second, side),
        })),
        model::Block::Pooling(block) => Block::Convs(Box::new(Convs::pooling(block, side))),
        model::Block::Nested(block) => Block::Nested(Box::new(Nested {
            pre: Norm::of(&block.pre),
            enter: Conv::new(&block.enter, side),
            inner: self::blocks(&block.inner, side),
            post: Norm::of(&block.post),
            leave: Conv::new(&block.leave, side),
        })),
        model::Block::Attention(block) => Block::Attention(Box::new(Attention::new(block))),
        model::Block::FeedForward(block) => Block::FeedForward(Box::new(FeedForward::new(block))),
    });
    prepared.collect()
}

impl Convs {
    fn pooling(block: &model::PoolingBlock, side: Option<usize>) -> Convs {
        let joined = joined(&block.first, &block.pooled);
        let apart = match joined {
            Some(_) => None,
            None => Some(Conv::new(&block.pooled, side)),
        };
        Convs {
            pre: Norm::of(&block.pre),
            first: Conv::new(joined.as_ref().unwrap_or(&block.first), side),
            pooling: Some(Pooling {
                apart,
                norm: Norm::of(&block.pooled_norm),
                to_bias: Dense::plain(&block.to_bias, 3),
            }),
            mid: Norm::of(&block.mid),
            second: Conv::new(&block.second, side),
        }
    }
}

impl Tip {
    fn new(tip: &TipNorm, activation: Activation) -> Tip {
        match tip {
            TipNorm::Affine(norm) => Tip {
                norm: Norm::new(norm, activation),
                mean: None,
            },
            TipNorm::RootMeanSquare {
                over,
                epsilon,
                norm,
            } => Tip {
                norm: Norm::new(norm, activation),
                mean: Some((*over, norm.scale.len(), *epsilon)),
            },
        }
    }
}

impl PolicyHead {
    fn new(head: &model::PolicyHead, side: Option<usize>) -> PolicyHead {
        PolicyHead {
            point_conv: Conv::new(&head.point_conv, side),
            pooled_conv: Conv::new(&head.pooled_conv, side),
            pooled_norm: Norm::of(&head.pooled_norm),
            to_bias: Dense::plain(&head.to_bias, 3),
            point_norm: Norm::of(&head.point_norm),
            out: Conv::new(&head.out, side),
            pass: match &head.pass {
                PassHead::Direct(layer) => (Dense::plain(layer, 3), None),
                PassHead::Hidden(hidden, layer) => {
                    (Dense::new(hidden, 3), Some(Dense::plain(layer, 1)))
                }
            },
        }
    }
}

impl ValueHead {
    fn new(head: &model::ValueHead, side: Option<usize>) -> ValueHead {
        ValueHead {
            conv: Conv::new(&head.conv, side),
            norm: Norm::of(&head.norm),
            hidden: Dense::new(&head.hidden, 3),
            value: Dense::biased(&head.value, &head.value_bias),
            score: Dense::biased(&head.score, &head.score_bias),
            ownership: Conv::new(&head.ownership, side),
        }
    }
}
