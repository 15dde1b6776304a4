//! Signed slips that say what their bearer may do in one room. Any server that has
//! the key can check one; nobody without it can make one.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::room_id::{ROOM_ID_LENGTH, RoomId};

/// The first byte of every token; a change of layout gets another.
const VERSION: u8 = 1;

/// Half of what SHA-256 gives: 128 bits cannot be guessed, and the link stays short.
const MAC_LENGTH: usize = 16;

const SIGNED_LENGTH: usize = 1 + ROOM_ID_LENGTH + 1 + 8;
const TOKEN_LENGTH: usize = SIGNED_LENGTH + MAC_LENGTH;

/// A seat lasts as long as browsers keep a cookie.
pub(crate) const SEAT_LIFE: Duration = Duration::from_secs(400 * 24 * 3600);

/// An invitation waits for a month.
pub(crate) const INVITE_LIFE: Duration = Duration::from_secs(30 * 24 * 3600);

/// Long enough to pick up a phone and point it at the screen.
pub(crate) const HANDOFF_LIFE: Duration = Duration::from_secs(10 * 60);

/// The seats that one person holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    /// The host's.
    Host,
    /// The guest's.
    Guest,
    /// Both: two people at one screen.
    Both,
}

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grant {
    /// To sit.
    Seat(Holder),
    /// To get a seat token for the same seat, on another device.
    Handoff(Holder),
    /// To take the guest's seat while it is free.
    Join,
}

impl Grant {
    const ALL: [(u8, Grant); 7] = [
        (1, Grant::Seat(Holder::Host)),
        (2, Grant::Seat(Holder::Guest)),
        (3, Grant::Seat(Holder::Both)),
        (4, Grant::Handoff(Holder::Host)),
        (5, Grant::Handoff(Holder::Guest)),
        (6, Grant::Handoff(Holder::Both)),
        (7, Grant::Join),
    ];

    fn code(self) -> u8 {
        let row = Grant::ALL.iter().find(|(_, grant)| *grant == self);
        row.map_or(0, |(code, _)| *code)
    }

    fn from_code(code: u8) -> Option<Grant> {
        let row = Grant::ALL.iter().find(|(own, _)| *own == code);
        row.map(|(_, grant)| *grant)
    }
}

/// Why a token is worth nothing here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenFault {
    /// Not a token of ours: damaged, made up, or signed with another key.
    Unknown,
    /// It was one until then.
    Expired {
        /// Since the Unix epoch.
        until: Duration,
    },
    /// It is for another room.
    OtherRoom,
    /// It is for something else.
    OtherUse,
}

impl fmt::Display for TokenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TokenFault::Unknown => "the token was not made by this server",
            TokenFault::Expired { .. } => "the token has expired",
            TokenFault::OtherRoom => "the token is for another room",
            TokenFault::OtherUse => "the token is for something else",
        })
    }
}

/// The server's key.
#[derive(Clone)]
pub(crate) struct Key([u8; 32]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Key {
    /// The key with these bytes.
    pub(crate) fn new(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// A token for `room` that lasts until `until`, since the Unix epoch.
    pub(crate) fn issue(&self, room: RoomId, grant: Grant, until: Duration) -> String {
        let mut token = Vec::with_capacity(TOKEN_LENGTH);
        token.push(VERSION);
        token.extend_from_slice(room.bytes());
        token.push(grant.code());
        token.extend_from_slice(&until.as_secs().to_be_bytes());
        let mac = self.signer(&token).finalize().into_bytes();
        token.extend_from_slice(&mac[..MAC_LENGTH]);
        URL_SAFE_NO_PAD.encode(token)
    }

    /// What `token` lets its bearer do in `room` at `now`.
    ///
    /// # Errors
    ///
    /// Why it is worth nothing here. Whether it is signed is looked at before
    /// anything it says, in a time that does not depend on it.
    pub(crate) fn check(
        &self,
        token: &str,
        room: RoomId,
        now: Duration,
    ) -> Result<Grant, TokenFault> {
        let bytes = URL_SAFE_NO_PAD
            .decode(token)
            .map_err(|_| TokenFault::Unknown)?;
        let bytes: [u8; TOKEN_LENGTH] = bytes.try_into().map_err(|_| TokenFault::Unknown)?;
        let (signed, mac) = bytes.split_at(SIGNED_LENGTH);
        let signature = self.signer(signed);
        signature
            .verify_truncated_left(mac)
            .map_err(|_| TokenFault::Unknown)?;
        let (name, rest) = signed[1..].split_at(ROOM_ID_LENGTH);
        let grant = Grant::from_code(rest[0]).ok_or(TokenFault::Unknown)?;
        let until: [u8; 8] = rest[1..].try_into().map_err(|_| TokenFault::Unknown)?;
        let until = Duration::from_secs(u64::from_be_bytes(until));
        if signed[0] != VERSION {
            return Err(TokenFault::Unknown);
        }
        if name != room.bytes() {
            return Err(TokenFault::OtherRoom);
        }
        if now >= until {
            return Err(TokenFault::Expired { until });
        }
        Ok(grant)
    }

    fn signer(&self, signed: &[u8]) -> Hmac<Sha256> {
        let mut signer =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length makes a signer");
        signer.update(signed);
        signer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(1_000_000);
    const LATER: Duration = Duration::from_secs(1_000_060);

    fn room(name: &str) -> RoomId {
        RoomId::parse(name).expect("a room's name")
    }

    fn key(byte: u8) -> Key {
        Key::new([byte; 32])
    }

    #[test]
    fn every_grant_comes_back_as_it_was_given() {
        let room = room("k7m2wq9xhd");
        for (_, grant) in Grant::ALL {
            let token = key(1).issue(room, grant, LATER);
            assert_eq!(key(1).check(&token, room, NOW), Ok(grant), "{token}");
            assert_eq!(token.len(), 48);
        }
    }

    #[test]
    fn a_token_is_for_one_room_one_key_and_one_time() {
        let (here, there) = (room("k7m2wq9xhd"), room("k7m2wq9xhe"));
        let token = key(1).issue(here, Grant::Join, LATER);
        let expired = TokenFault::Expired { until: LATER };
        assert_eq!(key(1).check(&token, there, NOW), Err(TokenFault::OtherRoom));
        assert_eq!(key(1).check(&token, here, LATER), Err(expired));
        assert_eq!(key(2).check(&token, here, NOW), Err(TokenFault::Unknown));
    }

    #[test]
    fn a_token_with_any_bit_changed_is_unknown() {
        let here = room("k7m2wq9xhd");
        let token = key(1).issue(here, Grant::Seat(Holder::Guest), LATER);
        let bytes = URL_SAFE_NO_PAD.decode(token).expect("base64");
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let changed = URL_SAFE_NO_PAD.encode(changed);
            let checked = key(1).check(&changed, here, NOW);
            assert_eq!(checked, Err(TokenFault::Unknown), "bit {bit}");
        }
    }

    #[test]
    fn texts_that_are_no_token_are_unknown() {
        let long = "A".repeat(100_000);
        for text in ["", "A", "☗", "' OR 1=1 --", &"A".repeat(48), &long] {
            let checked = key(1).check(text, room("k7m2wq9xhd"), NOW);
            assert_eq!(checked, Err(TokenFault::Unknown), "{text}");
        }
    }
}
