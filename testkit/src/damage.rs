//! Texts with small damages, as files and messages of strangers have them.

use ponnuki_game::Dice;

/// One of `texts` in which chance changed some bytes.
pub fn damaged(texts: &[&str], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = texts[dice.below(texts.len())].as_bytes().to_vec();
    for _ in 0..dice.below(6) {
        let at = dice.below(bytes.len());
        match dice.below(3) {
            0 => drop(bytes.remove(at)),
            1 => bytes[at] = b"(;)[]{}\":,019aByz\\"[dice.below(18)],
            _ => {
                let end = (at + dice.below(12)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
    bytes
}
