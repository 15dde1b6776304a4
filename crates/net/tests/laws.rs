//! What holds for every network file whatsoever, as a function over bytes.
//!
//! A fuzz target includes this file by its path and calls [`every_law`]; the tests at its
//! end do the same with chance bytes.

use std::io::Write;

use ponnuki_net::{LoadError, Model};

/// What a file says: chance puts it together.
const WORDS: [&str; 32] = [
    "x",
    "8",
    "11",
    "15",
    "17",
    "22",
    "19",
    "trunk",
    "0",
    "1",
    "2",
    "3",
    "5",
    "49",
    "64",
    "16384",
    "4096",
    "conv",
    "matmul",
    "norm",
    "ordinary_block",
    "gpool_block",
    "nested_bottleneck_block",
    "transformer_attention_block",
    "transformer_ffn_block",
    "ACTIVATION_MISH",
    "@BIN@",
    "-1",
    "1e-3",
    "nan",
    "99999999999999999999",
    "\u{e9}",
];

/// How a file begins, up to the layers.
const HEAD: &str = "x\n8\n22\n19\ntrunk\n1\n2\n2\n2\n2\n2\n";

/// Any bytes are a network or refused: as they are, zipped, and taken for words.
pub fn every_law(bytes: &[u8]) {
    check(bytes, bytes.len());
    let mut words = HEAD.to_owned();
    for &byte in bytes {
        words += WORDS[usize::from(byte) % WORDS.len()];
        words.push(if byte < 128 { '\n' } else { ' ' });
    }
    check(words.as_bytes(), words.len());
    let mut zipped = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    zipped
        .write_all(words.as_bytes())
        .expect("memory takes everything");
    let mut zipped = zipped.finish().expect("memory takes everything");
    check(&zipped, words.len());
    // One that broke on its way.
    if let Some(last) = bytes.last() {
        let at = usize::from(*last) % zipped.len();
        zipped[at] ^= 1;
        check(&zipped, usize::MAX);
    }
}

/// Whatever is wrong was found within the file, and is told shortly.
fn check(file: &[u8], n_unzipped: usize) {
    if let Err(error) = Model::load(file) {
        let LoadError { at, layer, .. } = &error;
        assert!(*at <= n_unzipped, "{error}");
        assert!(layer.len() <= 256, "{error}");
        assert!(error.to_string().len() < 1_000, "{error}");
    }
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Dice;

    use super::*;

    #[test]
    fn the_laws_hold_for_chance_bytes() {
        for seed in 1..=500 {
            let mut dice = Dice::new(seed);
            let n_bytes = dice.below(200);
            let bytes: Vec<u8> = (0..n_bytes).map(|_| dice.below(256) as u8).collect();
            every_law(&bytes);
        }
    }
}
