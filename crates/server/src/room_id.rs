//! The names of rooms: short enough to read out, too many to guess.

use std::fmt;

use crate::chance::{self, NoChance};

/// Letters and digits that cannot be taken for one another: no 0 and o, no 1, i and l.
const ALPHABET: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// Ten letters of 31: some 8 · 10¹⁴ names, so that a guesser who is held to a few
/// tries a second finds none.
pub const ROOM_ID_LENGTH: usize = 10;

/// The name of a room, as in its link: `/r/k7m2wq9xhd`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomId([u8; ROOM_ID_LENGTH]);

impl RoomId {
    /// A new name.
    ///
    /// # Errors
    ///
    /// The machine has no source of chance.
    pub fn draw() -> Result<RoomId, NoChance> {
        let mut id = [0; ROOM_ID_LENGTH];
        let mut n_drawn = 0;
        while n_drawn < ROOM_ID_LENGTH {
            for byte in chance::bytes::<32>()? {
                // 248 is the largest multiple of 31 in a byte: each letter is as likely.
                if n_drawn < ROOM_ID_LENGTH && byte < 248 {
                    id[n_drawn] = ALPHABET[usize::from(byte) % ALPHABET.len()];
                    n_drawn += 1;
                }
            }
        }
        Ok(RoomId(id))
    }

    /// The room that `text` names, if it can be the name of one.
    pub fn parse(text: &str) -> Option<RoomId> {
        RoomId::from_bytes(text.as_bytes())
    }

    /// The room that these letters name, if they can be the name of one.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<RoomId> {
        let id: [u8; ROOM_ID_LENGTH] = bytes.try_into().ok()?;
        let is_known = |letter: &u8| ALPHABET.contains(letter);
        id.iter().all(is_known).then_some(RoomId(id))
    }

    /// Its letters.
    pub(crate) fn bytes(&self) -> &[u8; ROOM_ID_LENGTH] {
        &self.0
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl fmt::Debug for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomId({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_name_reads_back() {
        for _ in 0..100 {
            let id = RoomId::draw().expect("chance");
            assert_eq!(RoomId::parse(&id.to_string()), Some(id));
        }
    }

    #[test]
    fn other_texts_name_no_room() {
        for text in [
            "",
            "k7m2wq9xh",
            "k7m2wq9xhdd",
            "k7m2wq9xho",
            "K7M2WQ9XHD",
            "../../../x",
        ] {
            assert_eq!(RoomId::parse(text), None, "{text}");
        }
    }
}
