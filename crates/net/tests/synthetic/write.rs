//! Writes a model as a file of its version.

use ponnuki_net::{
    Activation, AttentionBlock, Block, Conv, Dense, FeedForwardBlock, Matmul, Model, Norm, NormAct,
    PassHead, PointNorm, PolicyHead, RmsOver, Rotary, TipNorm, ValueHead,
};

/// How weights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Binary,
}

/// The file of `model`.
pub(crate) fn write(model: &Model, form: Form) -> Vec<u8> {
    let mut file = File {
        bytes: Vec::new(),
        form,
        version: model.version,
    };
    file.header(model);
    file.trunk(model);
    file.policy_head(&model.policy);
    file.value_head(&model.value);
    file.bytes
}

struct File {
    bytes: Vec<u8>,
    form: Form,
    version: u32,
}

impl File {
    fn word(&mut self, word: impl std::fmt::Display) {
        self.bytes.extend_from_slice(format!("{word}\n").as_bytes());
    }

    fn words(&mut self, words: &[usize]) {
        for word in words {
            self.word(word);
        }
    }

    fn weights(&mut self, weights: &[f32]) {
        match self.form {
            Form::Text => {
                for weight in weights {
                    self.bytes
                        .extend_from_slice(format!("{weight:?} ").as_bytes());
                }
            }
            Form::Binary => {
                self.bytes.extend_from_slice(b"@BIN@");
                for weight in weights {
                    self.bytes.extend_from_slice(&weight.to_le_bytes());
                }
            }
        }
        self.bytes.push(b'\n');
    }

    fn header(&mut self, model: &Model) {
        self.word(&model.name);
        self.words(&[model.version as usize, 22, 19]);
        if self.version >= 13 {
            let m = model.multipliers;
            for multiplier in [
                m.td_score,
                m.score_mean,
                m.score_stdev,
                m.lead,
                m.variance_time,
                m.value_error,
                m.score_error,
            ] {
                self.word(multiplier);
            }
        }
        if self.version >= 15 {
            let has_metadata = usize::from(model.trunk.metadata.is_some());
            self.words(&[has_metadata, usize::from(model.is_alive_under_suicide)]);
            self.words(&[0; 6]);
        }
    }

    fn trunk(&mut self, model: &Model) {
        let trunk = &model.trunk;
        self.word("trunk");
        self.words(&[trunk.blocks.len(), trunk.channels, 1, 1, 1, 1]);
        if self.version >= 15 {
            self.words(&[usize::from(!matches!(trunk.tip, TipNorm::Affine(_)))]);
            self.words(&[0; 5]);
        }
        self.conv(&trunk.initial_conv);
        self.matmul(&trunk.initial_matmul);
        if let Some(encoder) = &trunk.metadata {
            self.word("encoder");
            self.words(&[192]);
            self.dense(&encoder.first);
            self.dense(&encoder.second);
            self.matmul(&encoder.last);
        }
        self.blocks(&trunk.blocks);
        match &trunk.tip {
            TipNorm::Affine(norm) => self.norm(norm),
            TipNorm::RootMeanSquare {
                over,
                epsilon,
                norm,
            } => {
                self.word("tip");
                self.words(&[norm.scale.len()]);
                self.word(epsilon);
                self.words(&[usize::from(*over == RmsOver::Board), 0]);
                self.weights(&norm.scale);
                self.weights(&norm.bias);
            }
        }
        self.activation(trunk.tip_activation);
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Ordinary(block) => {
                    self.begin("ordinary_block");
                    self.norm_act(&block.pre);
                    self.conv(&block.first);
                    self.norm_act(&block.mid);
                    self.conv(&block.second);
                }
                Block::Pooling(block) => {
                    self.begin("gpool_block");
                    self.norm_act(&block.pre);
                    self.conv(&block.first);
                    self.conv(&block.pooled);
                    self.norm_act(&block.pooled_norm);
                    self.matmul(&block.to_bias);
                    self.norm_act(&block.mid);
                    self.conv(&block.second);
                }
                Block::Nested(block) => {
                    self.begin("nested_bottleneck_block");
                    self.words(&[block.inner.len()]);
                    self.norm_act(&block.pre);
                    self.conv(&block.enter);
                    self.blocks(&block.inner);
                    self.norm_act(&block.post);
                    self.conv(&block.leave);
                }
                Block::Attention(block) => self.attention(block),
                Block::FeedForward(block) => self.feed_forward(block),
            }
        }
    }

    fn begin(&mut self, kind: &str) {
        self.word(kind);
        self.word("block");
    }

    fn attention(&mut self, block: &AttentionBlock) {
        self.begin("transformer_attention_block");
        self.words(&[
            block.heads,
            block.kv_heads,
            block.query_dim,
            block.value_dim,
        ]);
        self.words(&[
            usize::from(block.rotary != Rotary::None),
            usize::from(matches!(block.rotary, Rotary::Learned(_))),
        ]);
        self.point_norm(&block.norm);
        for layer in [&block.query, &block.key, &block.value, &block.out] {
            self.matmul(layer);
        }
        match &block.rotary {
            Rotary::None => {}
            Rotary::Learned(angles) => {
                self.word("rope");
                self.words(&[block.kv_heads, block.query_dim / 2, 2]);
                self.weights(&angles.concat());
            }
            Rotary::Fixed(base) => {
                self.word("rope");
                self.word(base);
            }
        }
    }

    fn feed_forward(&mut self, block: &FeedForwardBlock) {
        self.begin("transformer_ffn_block");
        let is_gated = usize::from(block.gate.is_some());
        self.words(&[block.first.inputs, block.first.outputs, is_gated]);
        self.point_norm(&block.norm);
        self.matmul(&block.first);
        if let Some(gate) = &block.gate {
            self.matmul(gate);
        }
        self.matmul(&block.second);
    }

    fn policy_head(&mut self, head: &PolicyHead) {
        self.word("policy");
        if self.version >= 17 {
            self.words(&[head.channels, 0, 0, 0]);
        }
        self.conv(&head.point_conv);
        self.conv(&head.pooled_conv);
        self.norm_act(&head.pooled_norm);
        self.matmul(&head.to_bias);
        self.norm_act(&head.point_norm);
        self.conv(&head.out);
        match &head.pass {
            PassHead::Direct(layer) => self.matmul(layer),
            PassHead::Hidden(hidden, layer) => {
                self.dense(hidden);
                self.matmul(layer);
            }
        }
    }

    fn value_head(&mut self, head: &ValueHead) {
        self.word("value");
        if self.version >= 17 {
            self.words(&[0; 3]);
        }
        self.conv(&head.conv);
        self.norm_act(&head.norm);
        self.dense(&head.hidden);
        self.matmul(&head.value);
        self.bias(&head.value_bias);
        self.matmul(&head.score);
        self.bias(&head.score_bias);
        self.conv(&head.ownership);
    }

    fn conv(&mut self, conv: &Conv) {
        self.word("conv");
        self.words(&[conv.height, conv.width, conv.inputs, conv.outputs, 1, 1]);
        self.weights(&conv.weights);
    }

    fn matmul(&mut self, matmul: &Matmul) {
        self.word("matmul");
        self.words(&[matmul.inputs, matmul.outputs]);
        self.weights(&matmul.weights);
    }

    fn bias(&mut self, bias: &[f32]) {
        self.word("bias");
        self.words(&[bias.len()]);
        self.weights(bias);
    }

    fn dense(&mut self, dense: &Dense) {
        self.matmul(&dense.matmul);
        self.bias(&dense.bias);
        self.activation(dense.activation);
    }

    fn norm_act(&mut self, layer: &NormAct) {
        self.norm(&layer.norm);
        self.activation(layer.activation);
    }

    /// A batch norm whose statistics change nothing.
    fn norm(&mut self, norm: &Norm) {
        let n = norm.scale.len();
        self.word("norm");
        self.words(&[n, 0, 1, 1]);
        self.weights(&vec![0.0; n]);
        self.weights(&vec![1.0; n]);
        self.weights(&norm.scale);
        self.weights(&norm.bias);
    }

    fn point_norm(&mut self, norm: &PointNorm) {
        self.word("rms");
        self.words(&[norm.weights.len()]);
        self.word(norm.epsilon);
        self.weights(&norm.weights);
    }

    fn activation(&mut self, activation: Activation) {
        self.word("act");
        if self.version >= 11 {
            self.word(match activation {
                Activation::Identity => "ACTIVATION_IDENTITY",
                Activation::Relu => "ACTIVATION_RELU",
                Activation::Mish => "ACTIVATION_MISH",
                Activation::Silu => "ACTIVATION_SILU",
            });
        }
    }
}
