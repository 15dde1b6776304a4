//! What a network is made of, in short.

use ponnuki_net::{Block, Model};

/// Blocks, channels and what the blocks are made of, as in `6x96 convolutions`.
#[must_use]
pub fn kind(model: &Model) -> String {
    let blocks = all_blocks(model);
    let has = |is_such: fn(&Block) -> bool| blocks.iter().any(|block| is_such(block));
    let is_transformer = has(|block| matches!(block, Block::Attention(_)));
    let is_nested = has(|block| matches!(block, Block::Nested(_)));
    let what = match (is_transformer, is_nested) {
        (true, true) => "nested transformer",
        (true, false) => "transformer",
        (false, true) => "nested bottlenecks",
        (false, false) => "convolutions",
    };
    let trunk = &model.trunk;
    format!("{}x{} {what}", trunk.blocks.len(), trunk.channels)
}

/// All blocks of a network, each before those inside it.
#[must_use]
pub fn all_blocks(model: &Model) -> Vec<&Block> {
    let mut found = Vec::new();
    let mut open: Vec<&Block> = model.trunk.blocks.iter().rev().collect();
    while let Some(block) = open.pop() {
        found.push(block);
        if let Block::Nested(nested) = block {
            open.extend(nested.inner.iter().rev());
        }
    }
    found
}
