//! From a file to a [`Model`], layer by layer.

use crate::error::{LoadError, LoadErrorKind};
use crate::model::{
    Activation, AttentionBlock, Block, Conv, Dense, FeedForwardBlock, GLOBALS, METADATA, Matmul,
    MetadataEncoder, Model, Multipliers, NestedBlock, Norm, NormAct, OrdinaryBlock, PLANES,
    PassHead, PointNorm, PolicyHead, PoolingBlock, RmsOver, Rotary, TipNorm, Trunk, VERSION_MAX,
    VERSION_MIN, ValueHead,
};
use crate::stream::Stream;

/// The most channels of any layer: published networks stay under 2000.
const CHANNELS_MAX: usize = 1 << 14;

/// The most blocks side by side: published networks stay under 100.
const BLOCKS_MAX: usize = 1 << 12;

/// How deep blocks may nest: published networks nest once.
const NESTING_MAX: usize = 4;

/// The largest side of a kernel: nothing on a board of 25 is farther away.
const KERNEL_MAX: usize = 49;

/// The most weights of a block, for each pair of its channels: those of published networks
/// have under 30.
const BLOCK_WEIGHTS_MAX: usize = 128;

/// The most weights of everything but the blocks: published networks have under a million.
const HEADS_WEIGHTS_MAX: usize = 1 << 21;

/// The longest model name.
const NAME_MAX: usize = 96;

impl Model {
    /// Reads a network file: binary or text, zipped or not.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and in which layer.
    pub fn load(bytes: &[u8]) -> Result<Model, LoadError> {
        let mut stream = Stream::new(bytes, 0);
        let name = stream.name()?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        if name.len() > NAME_MAX || !name.bytes().all(is_plain) {
            return Err(stream.error(LoadErrorKind::NotAWord));
        }
        let version = stream.count("model version", 0, u32::MAX as usize)?;
        if !(VERSION_MIN as usize..=VERSION_MAX as usize).contains(&version) {
            return Err(stream.error(LoadErrorKind::Version(version)));
        }
        let mut file = File {
            version: version as u32,
            stream,
        };
        file.exactly("planes", PLANES)?;
        file.exactly("global inputs", GLOBALS)?;
        let multipliers = file.multipliers()?;
        let (has_metadata, is_alive_under_suicide) = file.since_fifteen()?;
        let trunk = file.trunk(has_metadata)?;
        let policy = file.policy_head(trunk.channels)?;
        let value = file.value_head(trunk.channels)?;
        file.stream.end()?;
        Ok(Model {
            name,
            version: file.version,
            multipliers,
            is_alive_under_suicide,
            trunk,
            policy,
            value,
        })
    }
}

/// A file past its version.
struct File<'a> {
    stream: Stream<'a>,
    version: u32,
}

impl File<'_> {
    /// The header's multipliers, if it has them.
    fn multipliers(&mut self) -> Result<Multipliers, LoadError> {
        if self.version < 13 {
            return Ok(Multipliers::UNSAID);
        }
        let mut next = || self.stream.scalar("multiplier");
        Ok(Multipliers {
            td_score: next()?,
            score_mean: next()?,
            score_stdev: next()?,
            lead: next()?,
            variance_time: next()?,
            value_error: next()?,
            score_error: next()?,
        })
    }

    /// Whether there is a metadata encoder, and how areas are judged.
    fn since_fifteen(&mut self) -> Result<(bool, bool), LoadError> {
        if self.version < 15 {
            return Ok((false, false));
        }
        let has_metadata = self.stream.flag("metadata encoder's version")?;
        let is_alive_under_suicide = self.stream.flag("way to judge areas")?;
        self.stream.zeros(6)?;
        Ok((has_metadata, is_alive_under_suicide))
    }

    fn trunk(&mut self, has_metadata: bool) -> Result<Trunk, LoadError> {
        self.stream.name()?;
        let n_blocks = self.stream.count("number of blocks", 0, BLOCKS_MAX)?;
        let channels = self.channels()?;
        // Sizes of the layers inside: what the layers themselves say counts, but the
        // network is not much larger than these let expect.
        let mut widest = channels;
        for _ in 0..4 {
            let inside = self.stream.count("number of channels", 0, CHANNELS_MAX)?;
            widest = widest.max(inside);
        }
        let n_weights = (n_blocks + 1).saturating_mul(BLOCK_WEIGHTS_MAX * widest * widest);
        self.stream
            .allow(n_weights.saturating_add(HEADS_WEIGHTS_MAX));
        let mut is_root_mean_square = false;
        if self.version >= 15 {
            is_root_mean_square = self.stream.flag("kind of norm")?;
            self.stream.zeros(5)?;
        }
        let initial_conv = self.conv(PLANES)?;
        self.fits("channels", channels, initial_conv.outputs)?;
        let initial_matmul = self.matmul_to(GLOBALS, channels)?;
        let metadata = match has_metadata {
            true => Some(self.metadata_encoder(channels)?),
            false => None,
        };
        let blocks = self.blocks(n_blocks, channels, 0)?;
        let tip = match is_root_mean_square {
            true => self.tip_norm(channels)?,
            false => TipNorm::Affine(self.norm(channels)?),
        };
        Ok(Trunk {
            channels,
            initial_conv,
            initial_matmul,
            metadata,
            blocks,
            tip,
            tip_activation: self.activation()?,
        })
    }

    fn metadata_encoder(&mut self, channels: usize) -> Result<MetadataEncoder, LoadError> {
        self.stream.name()?;
        self.exactly("inputs about the players", METADATA)?;
        let first = self.dense(METADATA)?;
        let second = self.dense(first.matmul.outputs)?;
        let last = self.matmul_to(second.matmul.outputs, channels)?;
        Ok(MetadataEncoder {
            first,
            second,
            last,
        })
    }

    /// `n` blocks that work on `channels`, inside `depth` others.
    fn blocks(&mut self, n: usize, channels: usize, depth: usize) -> Result<Vec<Block>, LoadError> {
        if depth > NESTING_MAX {
            return Err(self.stream.error(LoadErrorKind::TooDeep));
        }
        let mut blocks = Vec::new();
        for _ in 0..n {
            let kind = self.stream.word()?;
            self.stream.name()?;
            blocks.push(match kind.as_str() {
                "ordinary_block" => Block::Ordinary(self.ordinary_block(channels)?),
                "gpool_block" => Block::Pooling(self.pooling_block(channels)?),
                "nested_bottleneck_block" => Block::Nested(self.nested_block(channels, depth)?),
                "transformer_attention_block" => Block::Attention(self.attention_block(channels)?),
                "transformer_ffn_block" => Block::FeedForward(self.feed_forward_block(channels)?),
                _ => {
                    let kind = LoadErrorKind::UnknownBlock(kind);
                    return Err(self.stream.error(kind));
                }
            });
        }
        Ok(blocks)
    }

    fn ordinary_block(&mut self, channels: usize) -> Result<OrdinaryBlock, LoadError> {
        let pre = self.norm_act(channels)?;
        let first = self.conv(channels)?;
        let mid = self.norm_act(first.outputs)?;
        let second = self.conv_to(first.outputs, channels)?;
        Ok(OrdinaryBlock {
            pre,
            first,
            mid,
            second,
        })
    }

    fn pooling_block(&mut self, channels: usize) -> Result<PoolingBlock, LoadError> {
        let pre = self.norm_act(channels)?;
        let first = self.conv(channels)?;
        let pooled = self.conv(channels)?;
        let pooled_norm = self.norm_act(pooled.outputs)?;
        let to_bias = self.matmul_to(3 * pooled.outputs, first.outputs)?;
        let mid = self.norm_act(first.outputs)?;
        let second = self.conv_to(first.outputs, channels)?;
        Ok(PoolingBlock {
            pre,
            first,
            pooled,
            pooled_norm,
            to_bias,
            mid,
            second,
        })
    }

    fn nested_block(&mut self, channels: usize, depth: usize) -> Result<NestedBlock, LoadError> {
        let n_inner = self.stream.count("number of blocks", 0, BLOCKS_MAX)?;
        let pre = self.norm_act(channels)?;
        let enter = self.conv(channels)?;
        let inner = self.blocks(n_inner, enter.outputs, depth + 1)?;
        let post = self.norm_act(enter.outputs)?;
        let leave = self.conv_to(enter.outputs, channels)?;
        Ok(NestedBlock {
            pre,
            enter,
            inner,
            post,
            leave,
        })
    }

    fn attention_block(&mut self, channels: usize) -> Result<AttentionBlock, LoadError> {
        let mut next = |what| self.stream.count(what, 1, CHANNELS_MAX);
        let heads = next("number of heads")?;
        let kv_heads = next("number of key heads")?;
        let query_dim = next("channels of a query")?;
        let value_dim = next("channels of a value")?;
        if !heads.is_multiple_of(kv_heads) {
            let kind = LoadErrorKind::Unsupported("heads that do not share keys evenly");
            return Err(self.stream.error(kind));
        }
        let is_rotary = self.stream.flag("use of rotary embedding")?;
        let is_learned = self.stream.flag("kind of rotary embedding")?;
        let norm = self.point_norm(channels)?;
        let query = self.matmul_to(channels, heads * query_dim)?;
        let key = self.matmul_to(channels, kv_heads * query_dim)?;
        let value = self.matmul_to(channels, kv_heads * value_dim)?;
        let out = self.matmul_to(heads * value_dim, channels)?;
        let rotary = match (is_rotary, is_learned) {
            (false, _) => Rotary::None,
            (true, true) => self.learned_rotary(kv_heads, query_dim)?,
            (true, false) => self.fixed_rotary(query_dim)?,
        };
        Ok(AttentionBlock {
            norm,
            heads,
            kv_heads,
            query_dim,
            value_dim,
            query,
            key,
            value,
            out,
            rotary,
        })
    }

    fn learned_rotary(&mut self, kv_heads: usize, query_dim: usize) -> Result<Rotary, LoadError> {
        self.stream.name()?;
        self.even(query_dim, 2)?;
        self.exactly("heads with angles", kv_heads)?;
        self.exactly("pairs with angles", query_dim / 2)?;
        self.exactly("angles of a pair", 2)?;
        let angles = self.stream.weights(&[kv_heads, query_dim / 2, 2])?;
        let pairs = angles.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        Ok(Rotary::Learned(pairs.collect()))
    }

    fn fixed_rotary(&mut self, query_dim: usize) -> Result<Rotary, LoadError> {
        self.stream.name()?;
        self.even(query_dim, 4)?;
        Ok(Rotary::Fixed(self.stream.scalar("rotary base")?))
    }

    fn even(&self, channels: usize, divisor: usize) -> Result<(), LoadError> {
        match channels.is_multiple_of(divisor) {
            true => Ok(()),
            false => {
                let kind = LoadErrorKind::Unsupported("rotary embedding of so many channels");
                Err(self.stream.error(kind))
            }
        }
    }

    fn feed_forward_block(&mut self, channels: usize) -> Result<FeedForwardBlock, LoadError> {
        self.exactly("channels", channels)?;
        let hidden = self.channels()?;
        let is_gated = self.stream.flag("use of a gate")?;
        let norm = self.point_norm(channels)?;
        let first = self.matmul_to(channels, hidden)?;
        let gate = match is_gated {
            true => Some(self.matmul_to(channels, hidden)?),
            false => None,
        };
        let second = self.matmul_to(hidden, channels)?;
        Ok(FeedForwardBlock {
            norm,
            first,
            gate,
            second,
        })
    }

    fn policy_head(&mut self, channels: usize) -> Result<PolicyHead, LoadError> {
        self.stream.name()?;
        let n_outputs = match self.version {
            ..=11 => 1,
            12..=15 => 2,
            16 => 4,
            _ => {
                let n_outputs = self.stream.count("policy channels", 2, 4)?;
                self.stream.zeros(3)?;
                n_outputs
            }
        };
        let point_conv = self.conv(channels)?;
        let pooled_conv = self.conv(channels)?;
        let pooled_norm = self.norm_act(pooled_conv.outputs)?;
        let to_bias = self.matmul_to(3 * pooled_conv.outputs, point_conv.outputs)?;
        let point_norm = self.norm_act(point_conv.outputs)?;
        let out = self.conv_to(point_conv.outputs, n_outputs)?;
        let pass = match self.version {
            ..=14 => PassHead::Direct(self.matmul_to(3 * pooled_conv.outputs, n_outputs)?),
            _ => {
                let hidden = self.dense(3 * pooled_conv.outputs)?;
                let last = self.matmul_to(hidden.matmul.outputs, n_outputs)?;
                PassHead::Hidden(hidden, last)
            }
        };
        Ok(PolicyHead {
            channels: n_outputs,
            point_conv,
            pooled_conv,
            pooled_norm,
            to_bias,
            point_norm,
            out,
            pass,
        })
    }

    fn value_head(&mut self, channels: usize) -> Result<ValueHead, LoadError> {
        self.stream.name()?;
        if self.version >= 17 {
            self.stream.zeros(3)?;
        }
        let n_scores = if self.version >= 9 { 6 } else { 4 };
        let conv = self.conv(channels)?;
        let norm = self.norm_act(conv.outputs)?;
        let hidden = self.dense(3 * conv.outputs)?;
        let value = self.matmul_to(hidden.matmul.outputs, 3)?;
        let value_bias = self.bias(3)?;
        let score = self.matmul_to(hidden.matmul.outputs, n_scores)?;
        let score_bias = self.bias(n_scores)?;
        let ownership = self.conv_to(conv.outputs, 1)?;
        Ok(ValueHead {
            conv,
            norm,
            hidden,
            value,
            value_bias,
            score,
            score_bias,
            ownership,
        })
    }

    fn conv(&mut self, inputs: usize) -> Result<Conv, LoadError> {
        self.stream.name()?;
        let height = self.stream.count("kernel's height", 1, KERNEL_MAX)?;
        let width = self.stream.count("kernel's width", 1, KERNEL_MAX)?;
        self.exactly("input channels", inputs)?;
        let outputs = self.channels()?;
        let dilation = (
            self.stream.count("dilation", 1, KERNEL_MAX)?,
            self.stream.count("dilation", 1, KERNEL_MAX)?,
        );
        if height % 2 == 0 || width % 2 == 0 {
            let kind = LoadErrorKind::Unsupported("a kernel with an even side");
            return Err(self.stream.error(kind));
        }
        if dilation != (1, 1) {
            let kind = LoadErrorKind::Unsupported("a dilated convolution");
            return Err(self.stream.error(kind));
        }
        Ok(Conv {
            height,
            width,
            inputs,
            outputs,
            weights: self.stream.weights(&[height, width, inputs, outputs])?,
        })
    }

    fn conv_to(&mut self, inputs: usize, outputs: usize) -> Result<Conv, LoadError> {
        let conv = self.conv(inputs)?;
        self.fits("output channels", outputs, conv.outputs)?;
        Ok(conv)
    }

    fn matmul(&mut self, inputs: usize) -> Result<Matmul, LoadError> {
        self.stream.name()?;
        self.exactly("inputs", inputs)?;
        let outputs = self.channels()?;
        Ok(Matmul {
            inputs,
            outputs,
            weights: self.stream.weights(&[inputs, outputs])?,
        })
    }

    fn matmul_to(&mut self, inputs: usize, outputs: usize) -> Result<Matmul, LoadError> {
        let matmul = self.matmul(inputs)?;
        self.fits("outputs", outputs, matmul.outputs)?;
        Ok(matmul)
    }

    fn dense(&mut self, inputs: usize) -> Result<Dense, LoadError> {
        let matmul = self.matmul(inputs)?;
        Ok(Dense {
            bias: self.bias(matmul.outputs)?,
            activation: self.activation()?,
            matmul,
        })
    }

    fn bias(&mut self, channels: usize) -> Result<Vec<f32>, LoadError> {
        self.stream.name()?;
        self.exactly("biases", channels)?;
        self.stream.weights(&[channels])
    }

    fn norm_act(&mut self, channels: usize) -> Result<NormAct, LoadError> {
        Ok(NormAct {
            norm: self.norm(channels)?,
            activation: self.activation()?,
        })
    }

    /// A batch norm, with its statistics folded into scale and bias.
    fn norm(&mut self, channels: usize) -> Result<Norm, LoadError> {
        self.stream.name()?;
        self.exactly("channels", channels)?;
        let epsilon = self.stream.scalar("epsilon")?;
        let has_scale = self.stream.flag("use of a scale")?;
        let has_bias = self.stream.flag("use of a bias")?;
        let mean = self.stream.weights(&[channels])?;
        let variance = self.stream.weights(&[channels])?;
        let mut scale = vec![1.0; channels];
        if has_scale {
            scale = self.stream.weights(&[channels])?;
        }
        let mut bias = vec![0.0; channels];
        if has_bias {
            bias = self.stream.weights(&[channels])?;
        }
        for i in 0..channels {
            scale[i] /= (variance[i] + epsilon).sqrt();
            bias[i] -= scale[i] * mean[i];
        }
        let is_finite = scale.iter().chain(&bias).all(|number| number.is_finite());
        match is_finite {
            true => Ok(Norm { scale, bias }),
            false => Err(self.stream.error(LoadErrorKind::NotFinite)),
        }
    }

    fn tip_norm(&mut self, channels: usize) -> Result<TipNorm, LoadError> {
        self.stream.name()?;
        self.exactly("channels", channels)?;
        let epsilon = self.stream.scalar("epsilon")?;
        let over = match self.stream.flag("kind of mean")? {
            true => RmsOver::Board,
            false => RmsOver::Point,
        };
        self.stream.zeros(1)?;
        Ok(TipNorm::RootMeanSquare {
            over,
            epsilon,
            norm: Norm {
                scale: self.stream.weights(&[channels])?,
                bias: self.stream.weights(&[channels])?,
            },
        })
    }

    fn point_norm(&mut self, channels: usize) -> Result<PointNorm, LoadError> {
        self.stream.name()?;
        self.exactly("channels", channels)?;
        Ok(PointNorm {
            epsilon: self.stream.scalar("epsilon")?,
            weights: self.stream.weights(&[channels])?,
        })
    }

    fn activation(&mut self) -> Result<Activation, LoadError> {
        self.stream.name()?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        match self.stream.word()?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            word => {
                let kind = LoadErrorKind::UnknownActivation(word.to_owned());
                Err(self.stream.error(kind))
            }
        }
    }

    fn channels(&mut self) -> Result<usize, LoadError> {
        self.stream.count("number of channels", 1, CHANNELS_MAX)
    }

    /// Reads a count that has to be `expected`.
    fn exactly(&mut self, what: &'static str, expected: usize) -> Result<(), LoadError> {
        let found = self.stream.count(what, 0, u32::MAX as usize)?;
        self.fits(what, expected, found)
    }

    fn fits(&self, what: &'static str, expected: usize, found: usize) -> Result<(), LoadError> {
        let kind = LoadErrorKind::Mismatch {
            what,
            expected,
            found,
        };
        match expected == found {
            true => Ok(()),
            false => Err(self.stream.error(kind)),
        }
    }
}
