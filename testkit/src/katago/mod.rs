//! KataGo's arithmetic from the description of its network files: the slow twin of `net`.
//!
//! It shares nothing with `net` but that description. A file is read and computed in one pass,
//! layer by layer, in double precision and without any cleverness, on an array of exactly the
//! board's size. It trusts the file: one that is broken makes it panic.

mod layers;
mod outputs;
mod people;
mod stream;

pub use outputs::{Expected, Misc};
pub use people::PeopleRecord;

use layers::Tensor;
use stream::Stream;

/// What a network is shown: planes and globals as KataGo's features version 7 has them.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkInputs {
    /// How many columns the board has.
    pub width: usize,
    /// How many rows the board has.
    pub height: usize,
    /// Twenty-two planes, each row by row from the top.
    pub planes: Vec<Vec<f64>>,
    /// Nineteen numbers.
    pub globals: Vec<f64>,
    /// A hundred and ninety-two numbers, for networks with a metadata encoder.
    pub metadata: Vec<f64>,
}

/// What the last layers of a network leave, from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Logits {
    /// The version of the file.
    pub version: u32,
    /// How outputs are scaled, as the file says or as is usual.
    pub multipliers: [f64; 7],
    /// For each policy, a number for each point.
    pub policy: Vec<Vec<f64>>,
    /// For each policy, a number for the pass.
    pub pass: Vec<f64>,
    /// Win, loss, no result.
    pub value: Vec<f64>,
    /// Score mean, score deviation, lead, time left, and the two errors since version 9.
    pub misc: Vec<f64>,
    /// For each point whose it will be.
    pub ownership: Vec<f64>,
}

/// How outputs are scaled where the file does not say it.
const MULTIPLIERS: [f64; 7] = [20.0, 20.0, 20.0, 20.0, 40.0, 0.25, 30.0];

/// What the network in `file`, which is not compressed, says to `question`.
///
/// # Panics
///
/// If the file is not a network of version 8 to 17.
pub fn ask(file: &[u8], question: &NetworkInputs) -> Logits {
    let mut stream = Stream::new(file);
    stream.word();
    let version = stream.int() as u32;
    stream.version = version;
    assert_eq!((stream.int(), stream.int()), (22, 19));
    let mut multipliers = MULTIPLIERS;
    if version >= 13 {
        multipliers = [(); 7].map(|()| stream.float());
    }
    let mut has_encoder = false;
    if version >= 15 {
        has_encoder = stream.int() == 1;
        stream.int();
        stream.zeros(6);
    }
    let tip = trunk(&mut stream, question, has_encoder);
    let (policy, pass) = policy_head(&mut stream, &tip);
    let (value, misc, ownership) = value_head(&mut stream, &tip);
    assert!(stream.is_at_end(), "something follows the value head");
    Logits {
        version,
        multipliers,
        policy,
        pass,
        value,
        misc,
        ownership,
    }
}

fn trunk(stream: &mut Stream<'_>, question: &NetworkInputs, has_encoder: bool) -> Tensor {
    stream.word();
    let n_blocks = stream.int();
    for _channels in 0..5 {
        stream.int();
    }
    let mut has_rms_tip = false;
    if stream.version >= 15 {
        has_rms_tip = stream.int() == 1;
        stream.zeros(5);
    }
    let planes = Tensor {
        width: question.width,
        height: question.height,
        channels: question.planes.clone(),
    };
    let mut tensor = stream.conv(&planes);
    let bias = stream.matmul(&question.globals);
    tensor.add_to_points(&bias);
    if has_encoder {
        stream.word();
        assert_eq!(stream.int(), question.metadata.len());
        let first = stream.dense(&question.metadata);
        let second = stream.dense(&first);
        let bias = stream.matmul(&second);
        tensor.add_to_points(&bias);
    }
    for _ in 0..n_blocks {
        stream.block(&mut tensor);
    }
    match has_rms_tip {
        true => stream.rms_tip(&tensor),
        false => stream.norm_act(&tensor),
    }
}

fn policy_head(stream: &mut Stream<'_>, tip: &Tensor) -> (Vec<Vec<f64>>, Vec<f64>) {
    stream.word();
    if stream.version >= 17 {
        stream.int();
        stream.zeros(3);
    }
    let mut points = stream.conv(tip);
    let pooled = stream.conv(tip);
    let pooled = stream.norm_act(&pooled).pool();
    let bias = stream.matmul(&pooled);
    points.add_to_points(&bias);
    let points = stream.norm_act(&points);
    let policy = stream.conv(&points);
    let mut pass = match stream.version >= 15 {
        true => stream.dense(&pooled),
        false => pooled,
    };
    pass = stream.matmul(&pass);
    (policy.channels, pass)
}

fn value_head(stream: &mut Stream<'_>, tip: &Tensor) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    stream.word();
    if stream.version >= 17 {
        stream.zeros(3);
    }
    let points = stream.conv(tip);
    let points = stream.norm_act(&points);
    let hidden = stream.dense(&points.pool_for_value());
    let value = stream.matmul(&hidden);
    let value = stream.bias(&value);
    let misc = stream.matmul(&hidden);
    let misc = stream.bias(&misc);
    let ownership = stream.conv(&points).channels.remove(0);
    (value, misc, ownership)
}
