//! A network as its file describes it: layers and weights. No arithmetic.

/// The oldest model version that is read: the first with the inputs used here.
pub const VERSION_MIN: u32 = 8;

/// The newest model version that is read.
pub const VERSION_MAX: u32 = 17;

/// How many planes of 0 or 1 a network sees for each point.
pub const PLANES: usize = 22;

/// How many numbers about the whole game a network sees.
pub const GLOBALS: usize = 19;

/// How many numbers about the players a network with a metadata encoder sees.
pub const METADATA: usize = 192;

/// A network: what its file says, checked to fit together.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What it calls itself.
    pub name: String,
    /// The version of its format, which also says what its outputs mean.
    pub version: u32,
    /// What its outputs are to be multiplied with.
    pub multipliers: Multipliers,
    /// Whether it wants areas judged as if suicide were always allowed.
    pub is_alive_under_suicide: bool,
    /// The trunk.
    pub trunk: Trunk,
    /// Where to play.
    pub policy: PolicyHead,
    /// Who wins, and by how much.
    pub value: ValueHead,
}

/// What raw outputs are to be multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipliers {
    /// For the temporal-difference score.
    pub td_score: f32,
    /// For the mean of the score.
    pub score_mean: f32,
    /// For the deviation of the score.
    pub score_stdev: f32,
    /// For the lead.
    pub lead: f32,
    /// For the time left.
    pub variance_time: f32,
    /// For the error of the value in the near future.
    pub value_error: f32,
    /// For the error of the score in the near future.
    pub score_error: f32,
}

impl Multipliers {
    /// What holds where the file does not say, as in versions up to 12.
    pub const UNSAID: Multipliers = Multipliers {
        td_score: 20.0,
        score_mean: 20.0,
        score_stdev: 20.0,
        lead: 20.0,
        variance_time: 40.0,
        value_error: 0.25,
        score_error: 30.0,
    };
}

/// From the inputs to what both heads see.
#[derive(Clone, Debug, PartialEq)]
pub struct Trunk {
    /// How many channels it has.
    pub channels: usize,
    /// Over the planes.
    pub initial_conv: Conv,
    /// Over the globals, added to every point.
    pub initial_matmul: Matmul,
    /// Over the numbers about the players, added to every point.
    pub metadata: Option<MetadataEncoder>,
    /// The residual blocks, in order.
    pub blocks: Vec<Block>,
    /// The norm after the last block.
    pub tip: TipNorm,
    /// The activation after it.
    pub tip_activation: Activation,
}

/// Three layers that turn numbers about the players into a bias of the trunk.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataEncoder {
    /// The first layer.
    pub first: Dense,
    /// The second layer.
    pub second: Dense,
    /// The last layer, without bias or activation.
    pub last: Matmul,
}

/// A matrix, a bias and an activation.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    /// The matrix.
    pub matmul: Matmul,
    /// The bias, one for each output.
    pub bias: Vec<f32>,
    /// The activation.
    pub activation: Activation,
}

/// A residual block: what it computes is added to what went in.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Two convolutions.
    Ordinary(OrdinaryBlock),
    /// Two convolutions, with what is seen anywhere on the board added in between.
    Pooling(PoolingBlock),
    /// Blocks with fewer channels between two 1×1 convolutions.
    Nested(NestedBlock),
    /// Every point looks at every other.
    Attention(AttentionBlock),
    /// Two layers for each point alone, one of them gated.
    FeedForward(FeedForwardBlock),
}

/// Two convolutions.
#[derive(Clone, Debug, PartialEq)]
pub struct OrdinaryBlock {
    /// Before the first convolution.
    pub pre: NormAct,
    /// The first convolution.
    pub first: Conv,
    /// Between the two.
    pub mid: NormAct,
    /// The second convolution.
    pub second: Conv,
}

/// Two convolutions, with what is seen anywhere on the board added in between.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolingBlock {
    /// Before the first convolutions.
    pub pre: NormAct,
    /// The first convolution.
    pub first: Conv,
    /// The convolution whose outputs are pooled.
    pub pooled: Conv,
    /// Before pooling.
    pub pooled_norm: NormAct,
    /// From what was pooled to a bias for the first convolution's outputs.
    pub to_bias: Matmul,
    /// Before the second convolution.
    pub mid: NormAct,
    /// The second convolution.
    pub second: Conv,
}

/// Blocks with fewer channels between two 1×1 convolutions.
#[derive(Clone, Debug, PartialEq)]
pub struct NestedBlock {
    /// Before the first convolution.
    pub pre: NormAct,
    /// From the outer to the inner channels.
    pub enter: Conv,
    /// What happens inside.
    pub inner: Vec<Block>,
    /// Before the last convolution.
    pub post: NormAct,
    /// From the inner to the outer channels.
    pub leave: Conv,
}

/// Every point looks at every other.
#[derive(Clone, Debug, PartialEq)]
pub struct AttentionBlock {
    /// The norm before it.
    pub norm: PointNorm,
    /// How many heads ask.
    pub heads: usize,
    /// How many heads are asked; each serves equally many of those that ask.
    pub kv_heads: usize,
    /// Channels of a query or key in each head.
    pub query_dim: usize,
    /// Channels of a value in each head.
    pub value_dim: usize,
    /// To queries.
    pub query: Matmul,
    /// To keys.
    pub key: Matmul,
    /// To values.
    pub value: Matmul,
    /// From what all heads saw.
    pub out: Matmul,
    /// How places turn queries and keys.
    pub rotary: Rotary,
}

/// How places turn queries and keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Rotary {
    /// Not at all.
    None,
    /// By angles that grow with the column and the row; for each asked head
    /// and pair of channels the growth per column, then per row.
    Learned(Vec<[f32; 2]>),
    /// By angles of a fixed scheme; this is its base.
    Fixed(f32),
}

/// Two layers for each point alone, one of them gated.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedForwardBlock {
    /// The norm before it.
    pub norm: PointNorm,
    /// The first layer, through SiLU.
    pub first: Matmul,
    /// What the first layer's outputs are multiplied with; plain networks have none.
    pub gate: Option<Matmul>,
    /// The second layer.
    pub second: Matmul,
}

/// A root-mean-square norm of each point over its channels.
#[derive(Clone, Debug, PartialEq)]
pub struct PointNorm {
    /// What keeps the root from being zero.
    pub epsilon: f32,
    /// One weight for each channel.
    pub weights: Vec<f32>,
}

/// The norm after the last block.
#[derive(Clone, Debug, PartialEq)]
pub enum TipNorm {
    /// A scale and a bias for each channel.
    Affine(Norm),
    /// A root-mean-square norm, then a scale and a bias for each channel.
    RootMeanSquare {
        /// Over what the mean is taken.
        over: RmsOver,
        /// What keeps the root from being zero.
        epsilon: f32,
        /// The scale and bias.
        norm: Norm,
    },
}

/// Over what a mean is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RmsOver {
    /// The channels of each point.
    Point,
    /// All channels of all points.
    Board,
}

/// A scale and a bias for each channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Norm {
    /// The scales.
    pub scale: Vec<f32>,
    /// The biases.
    pub bias: Vec<f32>,
}

/// A scale and a bias for each channel, then an activation.
#[derive(Clone, Debug, PartialEq)]
pub struct NormAct {
    /// The scale and bias.
    pub norm: Norm,
    /// The activation.
    pub activation: Activation,
}

/// What is done to each number between two layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// Nothing.
    Identity,
    /// max(x, 0).
    Relu,
    /// x · tanh(ln(1 + eˣ)).
    Mish,
    /// x / (1 + e⁻ˣ).
    Silu,
}

/// A convolution with zeros around the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    /// Rows of the kernel; odd.
    pub height: usize,
    /// Columns of the kernel; odd.
    pub width: usize,
    /// Channels that go in.
    pub inputs: usize,
    /// Channels that come out.
    pub outputs: usize,
    /// In the order row, column, input, output; the last fastest.
    pub weights: Vec<f32>,
}

/// A matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Matmul {
    /// Channels that go in.
    pub inputs: usize,
    /// Channels that come out.
    pub outputs: usize,
    /// In the order input, output; the last fastest.
    pub weights: Vec<f32>,
}

/// Where to play.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHead {
    /// How many numbers come out for each point; the first is the policy, the
    /// second, if any, the optimistic policy.
    pub channels: usize,
    /// To the channels that are seen at each point.
    pub point_conv: Conv,
    /// To the channels that are pooled.
    pub pooled_conv: Conv,
    /// Before pooling.
    pub pooled_norm: NormAct,
    /// From what was pooled to a bias for each point's channels.
    pub to_bias: Matmul,
    /// After that bias.
    pub point_norm: NormAct,
    /// To the outputs for each point.
    pub out: Conv,
    /// To the outputs for passing.
    pub pass: PassHead,
}

/// From what was pooled to the outputs for passing.
#[derive(Clone, Debug, PartialEq)]
pub enum PassHead {
    /// At once.
    Direct(Matmul),
    /// Through a hidden layer.
    Hidden(Dense, Matmul),
}

/// Who wins, and by how much.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueHead {
    /// To the head's channels.
    pub conv: Conv,
    /// After it.
    pub norm: NormAct,
    /// From what was pooled to the hidden layer.
    pub hidden: Dense,
    /// To win, loss, no result.
    pub value: Matmul,
    /// Their biases.
    pub value_bias: Vec<f32>,
    /// To the numbers about the score.
    pub score: Matmul,
    /// Their biases.
    pub score_bias: Vec<f32>,
    /// To the ownership of each point.
    pub ownership: Conv,
}
