//! Where one game ends and the next begins, in bytes that are not decoded yet.
//!
//! Games of one file may be in different charsets, and a stream is cut into games
//! before anything else is done. In the charsets of East Asia the second byte of a
//! character may be `]` or `\`; [`Pairs`] knows which bytes those are.
//! This must agree with [`crate::parse`] about where a game ends.

use encoding_rs::{BIG5, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS};

use crate::{
    collection::DEPTH_MAX,
    scan::{self, Opening},
};

/// Which bytes of a charset are characters of two bytes, as far as the second of
/// them can be mistaken for a bracket or an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pairs {
    /// No byte can be mistaken, as in UTF-8, EUC and all charsets of single bytes.
    None,
    /// Every byte from 0x81 to 0xFE begins a pair, as in GBK and Big5.
    High,
    /// The same but for the katakana of one byte, 0xA0 to 0xDF.
    ShiftJis,
    /// All bytes after `ESC $ x` are pairs, until `ESC ( x`.
    Escaped,
}

impl Pairs {
    pub(crate) fn of(encoding: &'static Encoding) -> Pairs {
        if [GBK, GB18030, BIG5].contains(&encoding) {
            Pairs::High
        } else if encoding == SHIFT_JIS {
            Pairs::ShiftJis
        } else if encoding == ISO_2022_JP {
            Pairs::Escaped
        } else {
            Pairs::None
        }
    }

    /// The `]` that closes the value whose text begins at `at`, if there is one.
    fn value_end(self, bytes: &[u8], mut at: usize) -> Option<usize> {
        if self == Pairs::None {
            return scan::value_end(bytes, at);
        }
        loop {
            match bytes.get(at)? {
                b']' => return Some(at),
                b'\\' => at += 1 + self.char_len(bytes, at + 1),
                _ => at += self.char_len(bytes, at),
            }
        }
    }

    fn char_len(self, bytes: &[u8], at: usize) -> usize {
        match (self, bytes.get(at)) {
            (Pairs::High, Some(0x81..=0xFE))
            | (Pairs::ShiftJis, Some(0x81..=0x9F | 0xE0..=0xFC)) => 2,
            (Pairs::Escaped, Some(0x1B)) if bytes.get(at + 1) == Some(&b'$') => {
                let shifted = bytes.get(at + 2..).unwrap_or_default();
                let back = shifted.windows(2).position(|pair| pair == b"\x1B(");
                back.map_or(bytes.len() - at, |len| len + 5)
            }
            _ => 1,
        }
    }
}

/// The search for the end of one game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Search {
    /// How far the bytes are understood.
    at: usize,
    /// How many trees are open there.
    depth: usize,
}

/// Whether more bytes may come after those at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum More {
    MayCome,
    None,
}

impl Search {
    /// Where the first game of `bytes` ends, with all that comes before it.
    ///
    /// None if that is not among them yet; the search goes on there when it is
    /// asked again with the same bytes and more.
    pub(crate) fn end(&mut self, bytes: &[u8], pairs: Pairs, more: More) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            let mut next = self.at + 1;
            match byte {
                b'(' | b';' if self.depth == 0 => match scan::opening(bytes, self.at) {
                    Opening::Game => self.depth = 1,
                    Opening::Undecided if more == More::MayCome => return None,
                    Opening::Undecided | Opening::Prose => {}
                },
                _ if self.depth == 0 => {}
                // So deep that the parser will refuse it: no need to look further.
                b'(' if self.depth == DEPTH_MAX => return Some(next),
                b'(' => self.depth += 1,
                b')' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Some(next);
                    }
                }
                b'[' => match pairs.value_end(bytes, next) {
                    Some(end) => next = end + 1,
                    None if more == More::MayCome => return None,
                    None => next = bytes.len(),
                },
                _ => {}
            }
            self.at = next;
        }
        (more == More::None).then_some(bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(bytes: &[u8], pairs: Pairs) -> Vec<&[u8]> {
        let mut pieces = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = Search::default().end(rest, pairs, More::None);
            let (piece, others) = rest.split_at(end.expect("the end of all bytes is an end"));
            pieces.push(piece);
            rest = others;
        }
        pieces
    }

    #[test]
    fn games_are_cut_apart_after_their_last_bracket() {
        let text = b"to you (me too) (;C[)](;B[aa])) \n(;)x";
        let expected: [&[u8]; 3] = [b"to you (me too) (;C[)](;B[aa]))", b" \n(;)", b"x"];
        assert_eq!(pieces(text, Pairs::None), expected);
    }

    #[test]
    fn the_second_byte_of_a_pair_is_no_bracket_and_no_escape() {
        // In Shift_JIS 0x83 0x5C is ソ and 0x81 0x5D is a dash; 0xB1 is one katakana.
        let text = b"(;C[\x83\x5C](;B[aa])C[\x81\x5D)\xB1])(;)";
        let expected: [&[u8]; 2] = [b"(;C[\x83\x5C](;B[aa])C[\x81\x5D)\xB1])", b"(;)"];
        assert_eq!(pieces(text, Pairs::ShiftJis), expected);
        // In GBK and Big5 0xB1 would begin a pair, and the value run on.
        assert_ne!(pieces(text, Pairs::High), expected);
        let text = b"(;C[\xB1\x5D)\\\xB1\x5D)])(;)";
        let expected: [&[u8]; 2] = [b"(;C[\xB1\x5D)\\\xB1\x5D)])", b"(;)"];
        assert_eq!(pieces(text, Pairs::High), expected);
    }

    #[test]
    fn shifted_text_has_no_brackets() {
        let text = b"(;C[Go\x1B$B]]))\\\\\x1B(B \\] )])(;)";
        let expected: [&[u8]; 2] = [b"(;C[Go\x1B$B]]))\\\\\x1B(B \\] )])", b"(;)"];
        assert_eq!(pieces(text, Pairs::Escaped), expected);
    }

    #[test]
    fn a_search_that_is_cut_short_goes_on_where_it_was() {
        let text = b"mail (;C[a\\]b] ( GM[1])) (;)";
        let end = 24;
        for pairs in [Pairs::None, Pairs::High, Pairs::ShiftJis, Pairs::Escaped] {
            for first in 0..end {
                for second in first..end {
                    let mut search = Search::default();
                    assert_eq!(search.end(&text[..first], pairs, More::MayCome), None);
                    assert_eq!(search.end(&text[..second], pairs, More::MayCome), None);
                    assert_eq!(search.end(text, pairs, More::MayCome), Some(end));
                }
            }
        }
    }
}
