//! A network in words.

use ponnuki_game::Size;
use ponnuki_net::{
    Activation, Block, GLOBALS, METADATA, Model, PLANES, PassHead, RmsOver, Rotary, TipNorm,
};
use ponnuki_words::layout::grouped;

use crate::kind::all_blocks;

/// The boards whose cost is told.
const SIZES: [Size; 3] = [Size::NINE, Size::THIRTEEN, Size::NINETEEN];

/// Everything that a network's file tells, by topic, in words for people.
pub fn describe_net(model: &Model) -> Vec<(&'static str, String)> {
    vec![
        ("Calls itself", model.name.clone()),
        ("Format", format!("version {}", model.version)),
        ("Trunk", trunk(model)),
        ("Weights", grouped(model.n_weights())),
        ("Inputs", inputs(model)),
        ("Outputs", outputs(model)),
        ("Cost", cost(model)),
    ]
}

fn trunk(model: &Model) -> String {
    let trunk = &model.trunk;
    let kinds = block_kinds(model).join(", ");
    let norm = match trunk.tip {
        TipNorm::Affine(_) => "scale and bias",
        TipNorm::RootMeanSquare {
            over: RmsOver::Point,
            ..
        } => "root mean square at each point",
        TipNorm::RootMeanSquare {
            over: RmsOver::Board,
            ..
        } => "root mean square over the board",
    };
    let activation = match trunk.tip_activation {
        Activation::Identity => "none",
        Activation::Relu => "ReLU",
        Activation::Mish => "Mish",
        Activation::Silu => "SiLU",
    };
    format!(
        "{} blocks of {} channels ({kinds}); first kernel {side}x{side}; \
         activation {activation}; last norm: {norm}",
        trunk.blocks.len(),
        trunk.channels,
        side = trunk.initial_conv.width,
    )
}

/// How many blocks there are of each kind, those inside others included.
fn block_kinds(model: &Model) -> Vec<String> {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for block in all_blocks(model) {
        let kind = block_kind(block);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, n)) => *n += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let told = kinds.into_iter().map(|(kind, n)| format!("{n} {kind}"));
    told.collect()
}

fn block_kind(block: &Block) -> String {
    match block {
        Block::Ordinary(_) => "ordinary".to_owned(),
        Block::Pooling(_) => "with global pooling".to_owned(),
        Block::Nested(block) => format!("nested of {} channels", block.enter.outputs),
        Block::Attention(block) => {
            let rotary = match block.rotary {
                Rotary::None => "no rotation",
                Rotary::Fixed(_) => "fixed rotation",
                Rotary::Learned(_) => "learned rotation",
            };
            format!(
                "attention of {} heads ({} for keys and values, {rotary})",
                block.heads, block.kv_heads
            )
        }
        Block::FeedForward(block) => {
            let gate = if block.gate.is_some() { "gated " } else { "" };
            format!("{gate}feed-forward of {}", block.first.outputs)
        }
    }
}

fn inputs(model: &Model) -> String {
    let mut text = format!("{PLANES} planes of the board, {GLOBALS} numbers about the game");
    if model.trunk.metadata.is_some() {
        text.push_str(&format!(
            ", {METADATA} numbers about the players, whom it imitates"
        ));
    }
    if model.is_alive_under_suicide {
        text.push_str("; areas as if suicide were always allowed");
    }
    text
}

fn outputs(model: &Model) -> String {
    let policies = match model.policy.channels {
        1 => "1 policy".to_owned(),
        n => format!("{n} policies"),
    };
    let pass = match model.policy.pass {
        PassHead::Direct(_) => "",
        PassHead::Hidden(..) => " (passing through a hidden layer)",
    };
    format!(
        "{policies}{pass}; win, loss, no result; {} numbers about the score; ownership",
        model.value.score.outputs
    )
}

/// What one evaluation takes, on the usual boards.
fn cost(model: &Model) -> String {
    let costs = SIZES.map(|size| {
        let millions = (model.n_multiplications(size) as f64 / 1e6).round();
        format!("{} on {size}", grouped(millions as u64))
    });
    format!(
        "million multiplications for one evaluation: {}",
        costs.join(", ")
    )
}
