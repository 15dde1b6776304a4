//! How much work a network is.

use ponnuki_game::Size;

use crate::model::{Block, Conv, Dense, Matmul, Model, PassHead};

impl Model {
    /// How many multiplications one evaluation of a board of `size` takes if
    /// every layer is computed from its definition.
    ///
    /// The evaluator needs fewer: it counts what such methods save as speed.
    pub fn n_multiplications(&self, size: Size) -> u64 {
        let n_points = size.n_points() as u64;
        let trunk = &self.trunk;
        let mut sum = conv(&trunk.initial_conv, n_points) + matmul(&trunk.initial_matmul);
        if let Some(encoder) = &trunk.metadata {
            sum += dense(&encoder.first) + dense(&encoder.second) + matmul(&encoder.last);
        }
        sum += blocks(&trunk.blocks, n_points);
        let policy = &self.policy;
        for layer in [&policy.point_conv, &policy.pooled_conv, &policy.out] {
            sum += conv(layer, n_points);
        }
        sum += matmul(&policy.to_bias);
        sum += match &policy.pass {
            PassHead::Direct(layer) => matmul(layer),
            PassHead::Hidden(hidden, layer) => dense(hidden) + matmul(layer),
        };
        let value = &self.value;
        sum += conv(&value.conv, n_points) + conv(&value.ownership, n_points);
        sum + dense(&value.hidden) + matmul(&value.value) + matmul(&value.score)
    }

    /// How many weights it has, those of norms and biases left out.
    pub fn n_weights(&self) -> u64 {
        // On a board of one point each weight of a 1×1 kernel is used once,
        // and a larger kernel is counted as if it saw points all around.
        let looks = looks(&self.trunk.blocks);
        self.n_multiplications(ONE_POINT) - looks
    }
}

const ONE_POINT: Size = match Size::new(1, 1) {
    Some(size) => size,
    None => Size::NINE,
};

fn blocks(blocks: &[Block], n_points: u64) -> u64 {
    let costs = blocks.iter().map(|block| match block {
        Block::Ordinary(block) => conv(&block.first, n_points) + conv(&block.second, n_points),
        Block::Pooling(block) => {
            let convs = [&block.first, &block.pooled, &block.second];
            let convs = convs.iter().map(|layer| conv(layer, n_points)).sum::<u64>();
            convs + matmul(&block.to_bias)
        }
        Block::Nested(block) => {
            conv(&block.enter, n_points)
                + self::blocks(&block.inner, n_points)
                + conv(&block.leave, n_points)
        }
        Block::Attention(block) => {
            let layers = [&block.query, &block.key, &block.value, &block.out];
            let layers = layers.iter().map(|layer| matmul(layer)).sum::<u64>();
            let dims = (block.heads * (block.query_dim + block.value_dim)) as u64;
            n_points * (layers + n_points * dims)
        }
        Block::FeedForward(block) => {
            let gate = block.gate.as_ref().map_or(0, matmul);
            n_points * (matmul(&block.first) + gate + matmul(&block.second))
        }
    });
    costs.sum()
}

/// What looking from one point to itself costs, in all attention blocks.
fn looks(blocks: &[Block]) -> u64 {
    let costs = blocks.iter().map(|block| match block {
        Block::Attention(block) => (block.heads * (block.query_dim + block.value_dim)) as u64,
        Block::Nested(block) => looks(&block.inner),
        Block::Ordinary(_) | Block::Pooling(_) | Block::FeedForward(_) => 0,
    });
    costs.sum()
}

fn conv(conv: &Conv, n_points: u64) -> u64 {
    n_points * conv.weights.len() as u64
}

fn matmul(matmul: &Matmul) -> u64 {
    matmul.weights.len() as u64
}

fn dense(dense: &Dense) -> u64 {
    matmul(&dense.matmul)
}
