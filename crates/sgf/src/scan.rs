//! What single bytes of SGF mean. No tree, no charset: every byte looked for is
//! ASCII, which in UTF-8 is never part of another character.

/// Whether `byte` may stand between the tokens of SGF.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

/// Whether `byte` may be in a property name. Digits and `_` are faults, but they
/// belong to the name that has them.
pub(crate) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The first place at or after `at` that is no space.
pub(crate) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).copied().is_some_and(is_space) {
        at += 1;
    }
    at
}

/// The first place at or after `at` that is not in a property name.
pub(crate) fn skip_name(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).copied().is_some_and(is_name) {
        at += 1;
    }
    at
}

/// The space at the end of a text.
pub(crate) fn trailing_space(text: &str) -> &str {
    let n_spaces = text
        .bytes()
        .rev()
        .take_while(|&byte| is_space(byte))
        .count();
    &text[text.len() - n_spaces..]
}

/// The `;`, `(` or `)` that ends the node whose properties begin at `at`, if there is
/// no fault in it.
///
/// Says nothing about some nodes that are in good order too. [`Properties`] must
/// find the same end.
///
/// [`Properties`]: crate::Properties
#[inline]
pub(crate) fn sound_node_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = skip_space(bytes, at);
        match bytes.get(at)? {
            b';' | b'(' | b')' => return Some(at),
            b'A'..=b'Z' => at += 1,
            _ => return None,
        }
        while bytes.get(at)?.is_ascii_alphabetic() {
            at += 1;
        }
        at = skip_space(bytes, at);
        if bytes.get(at) != Some(&b'[') {
            return None;
        }
        while bytes.get(at) == Some(&b'[') {
            at = skip_space(bytes, value_end(bytes, at + 1)? + 1);
        }
    }
}

/// The `]` that closes the value whose text begins at `at`, if there is one.
///
/// Moves are two letters long, and a processor that has seen some foretells the
/// branches for the next; it cannot foretell the outcome of a computation.
#[inline]
pub(crate) fn value_end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at..at + 3) {
        Some(&[a, b, b']']) if !is_stop(a) && !is_stop(b) => Some(at + 2),
        _ => long_value_end(bytes, at),
    }
}

fn long_value_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += closing_or_escape(bytes.get(at..)?)?;
        if bytes[at] == b']' {
            return Some(at);
        }
        at += 2;
    }
}

/// The first `]` or `\`, eight bytes at a time.
fn closing_or_escape(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(chunk) = bytes[at..].first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let hits = zero_bytes(word ^ repeated(b']')) | zero_bytes(word ^ repeated(b'\\'));
        if hits != 0 {
            return Some(at + hits.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let hit = bytes[at..].iter().position(|&byte| is_stop(byte))?;
    Some(at + hit)
}

fn is_stop(byte: u8) -> bool {
    byte == b']' || byte == b'\\'
}

const fn repeated(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The high bit of the lowest zero byte of `word` is set; those above it may be
/// wrong, those below it are not set.
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(repeated(0x01)) & !word & repeated(0x80)
}

/// What follows a bracket or semicolon that stands outside of every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// A game begins here.
    Game,
    /// It is only a character in somebody's prose.
    Prose,
    /// The bytes end before one can tell.
    Undecided,
}

/// Whether the `(` or `;` at `at`, outside of every game, begins one.
///
/// Files carry mail headers and notes around their games, so a `(` alone is no
/// game; on the other hand the `;` after it may be missing, or the `(` itself.
pub(crate) fn opening(bytes: &[u8], at: usize) -> Opening {
    let is_tree = bytes[at] == b'(';
    let next = skip_space(bytes, at + 1);
    match bytes.get(next) {
        None => Opening::Undecided,
        Some(b';' | b'(' | b')') if is_tree => Opening::Game,
        Some(byte) if byte.is_ascii_uppercase() => {
            let after_name = skip_space(bytes, skip_name(bytes, next));
            match bytes.get(after_name) {
                None => Opening::Undecided,
                Some(b'[') => Opening::Game,
                Some(_) => Opening::Prose,
            }
        }
        Some(_) => Opening::Prose,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow twin of [`value_end`]: one byte after the other.
    fn value_end_by_bytes(bytes: &[u8], from: usize) -> Option<usize> {
        let mut is_escaped = false;
        for (at, &byte) in bytes.iter().enumerate().skip(from) {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b']' => return Some(at),
                _ => {}
            }
        }
        None
    }

    #[test]
    fn the_fast_search_for_the_end_of_a_value_agrees_with_the_slow_one() {
        // Every text of nine letters out of these three, then a tail that does
        // and one that does not close it: chunks, escapes and the rest all meet.
        for number in 0..3_usize.pow(9) {
            let mut text: Vec<u8> = (0..9)
                .map(|place| [b']', b'\\', b'x'][number / 3_usize.pow(place) % 3])
                .collect();
            for tail in [&b""[..], b"xxxx\\]xxx]x"] {
                text.extend_from_slice(tail);
                for from in [0, 1, 9] {
                    let found = value_end(&text, from);
                    let expected = value_end_by_bytes(&text, from);
                    assert_eq!(found, expected, "{:?}", String::from_utf8_lossy(&text));
                }
            }
        }
    }

    #[test]
    fn bytes_near_the_stops_are_no_stops() {
        for byte in 0..=255_u8 {
            let found = closing_or_escape(&[byte; 8]);
            let expected = matches!(byte, b']' | b'\\').then_some(0);
            assert_eq!(found, expected, "{byte:#x}");
        }
    }

    #[test]
    fn a_game_is_told_from_prose() {
        let cases = [
            ("(;", Opening::Game),
            ("( \n;", Opening::Game),
            ("((", Opening::Game),
            ("()", Opening::Game),
            ("(GM [1]", Opening::Game),
            (";GM[1]", Opening::Game),
            ("(see below", Opening::Prose),
            ("(See below", Opening::Prose),
            ("(1)", Opening::Prose),
            ("; and", Opening::Prose),
            (";;", Opening::Prose),
            ("(", Opening::Undecided),
            ("(GM ", Opening::Undecided),
        ];
        for (text, expected) in cases {
            assert_eq!(opening(text.as_bytes(), 0), expected, "{text:?}");
        }
    }
}
