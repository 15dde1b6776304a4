//! Signed slips that say what their bearer may do in one room. Any server that has
//! the key can check one; nobody without it can make one.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use ponnuki_store::SeatLock;
use sha2::Sha256;

use crate::room_id::{ROOM_ID_LENGTH, RoomId};

/// The first byte of every token; a change of layout gets another.
const VERSION: u8 = 2;

/// The first byte of the tokens that knew no lock: they are of generation 0, and no link
/// was used before them.
const VERSION_WITHOUT_LOCK: u8 = 1;

/// Half of what SHA-256 gives: 128 bits cannot be guessed, and the link stays short.
const MAC_LENGTH: usize = 16;

/// Two counters of four bytes each.
const LOCK_LENGTH: usize = 4 + 4;

const SIGNED_LENGTH: usize = 1 + ROOM_ID_LENGTH + 1 + LOCK_LENGTH + 8;
const TOKEN_LENGTH: usize = SIGNED_LENGTH + MAC_LENGTH;

/// A seat lasts as long as browsers keep a cookie.
pub(crate) const SEAT_LIFE: Duration = Duration::from_secs(400 * 24 * 3600);

/// An invitation waits for a month.
pub(crate) const INVITE_LIFE: Duration = Duration::from_secs(30 * 24 * 3600);

/// Long enough to pick up a phone and point it at the screen.
pub(crate) const HANDOFF_LIFE: Duration = Duration::from_secs(10 * 60);

/// What a device is told that was signed out.
pub(crate) const SIGNED_OUT: &str = "another device of yours kept the seat and signed this one out";

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

impl Holder {
    /// Its name in the store.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Holder::Host => "host",
            Holder::Guest => "guest",
            Holder::Both => "both",
        }
    }
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

/// What a token says: what it is for, and the seat's lock when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) grant: Grant,
    pub(crate) lock: SeatLock,
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
    /// The seat's devices were signed out after it was made.
    SignedOut,
    /// It is a hand-over link, and one was used after it was made.
    Used,
}

impl fmt::Display for TokenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TokenFault::Unknown => "the token was not made by this server",
            TokenFault::Expired { .. } => "the token has expired",
            TokenFault::OtherRoom => "the token is for another room",
            TokenFault::OtherUse => "the token is for something else",
            TokenFault::SignedOut => SIGNED_OUT,
            TokenFault::Used => "a link to another device works once, show a new one there",
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
    pub(crate) fn issue(&self, room: RoomId, claim: Claim, until: Duration) -> String {
        let mut token = Vec::with_capacity(TOKEN_LENGTH);
        token.push(VERSION);
        token.extend_from_slice(room.bytes());
        token.push(claim.grant.code());
        token.extend_from_slice(&claim.lock.generation.to_be_bytes());
        token.extend_from_slice(&claim.lock.n_handed.to_be_bytes());
        token.extend_from_slice(&until.as_secs().to_be_bytes());
        let mac = self.signer(&token).finalize().into_bytes();
        token.extend_from_slice(&mac[..MAC_LENGTH]);
        URL_SAFE_NO_PAD.encode(token)
    }

    /// The signature of what one node says to another.
    pub(crate) fn sign_tunnel(&self, said: &str) -> String {
        URL_SAFE_NO_PAD.encode(self.tunnel_signer(said).finalize().into_bytes())
    }

    /// Whether a node with this key signed what is `said`, found out in a time that does not
    /// depend on it.
    pub(crate) fn is_tunnel_signature(&self, said: &str, signature: &str) -> bool {
        let signature = URL_SAFE_NO_PAD.decode(signature);
        let signer = self.tunnel_signer(said);
        signature.is_ok_and(|signature| signer.verify_slice(&signature).is_ok())
    }

    /// No token begins like this.
    fn tunnel_signer(&self, said: &str) -> Hmac<Sha256> {
        self.signer(format!("tunnel {said}").as_bytes())
    }

    /// What `token` says of its bearer in `room` at `now`. Whether the seat's lock has
    /// changed since is for the store to tell.
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
    ) -> Result<Claim, TokenFault> {
        let bytes = URL_SAFE_NO_PAD
            .decode(token)
            .map_err(|_| TokenFault::Unknown)?;
        if bytes.len() > TOKEN_LENGTH {
            return Err(TokenFault::Unknown);
        }
        let n_signed = bytes.len().checked_sub(MAC_LENGTH);
        let (signed, mac) = bytes.split_at(n_signed.ok_or(TokenFault::Unknown)?);
        let signature = self.signer(signed);
        signature
            .verify_truncated_left(mac)
            .map_err(|_| TokenFault::Unknown)?;
        let (name, claim, until) = read(signed).ok_or(TokenFault::Unknown)?;
        if name != room.bytes() {
            return Err(TokenFault::OtherRoom);
        }
        if now >= until {
            return Err(TokenFault::Expired { until });
        }
        Ok(claim)
    }

    fn signer(&self, signed: &[u8]) -> Hmac<Sha256> {
        let mut signer =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length makes a signer");
        signer.update(signed);
        signer
    }
}

/// The room, the claim and the end in what was signed; none if it is of no layout of ours.
fn read(signed: &[u8]) -> Option<(&[u8], Claim, Duration)> {
    let (&version, rest) = signed.split_first()?;
    let (name, rest) = rest.split_at_checked(ROOM_ID_LENGTH)?;
    let (&code, rest) = rest.split_first()?;
    let (lock, until) = match version {
        VERSION => {
            let (lock, until) = rest.split_at_checked(LOCK_LENGTH)?;
            let (generation, n_handed) = lock.split_at(LOCK_LENGTH / 2);
            let lock = SeatLock {
                generation: u32::from_be_bytes(generation.try_into().ok()?),
                n_handed: u32::from_be_bytes(n_handed.try_into().ok()?),
            };
            (lock, until)
        }
        VERSION_WITHOUT_LOCK => (SeatLock::default(), rest),
        _ => return None,
    };
    let grant = Grant::from_code(code)?;
    let until = u64::from_be_bytes(until.try_into().ok()?);
    Some((name, Claim { grant, lock }, Duration::from_secs(until)))
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

    fn claim(grant: Grant) -> Claim {
        let lock = SeatLock {
            generation: 3,
            n_handed: 0x0102_0304,
        };
        Claim { grant, lock }
    }

    #[test]
    fn every_grant_comes_back_as_it_was_given() {
        let room = room("k7m2wq9xhd");
        for (_, grant) in Grant::ALL {
            let claim = claim(grant);
            let token = key(1).issue(room, claim, LATER);
            assert_eq!(key(1).check(&token, room, NOW), Ok(claim), "{token}");
            assert_eq!(token.len(), 59);
        }
    }

    #[test]
    fn a_token_is_for_one_room_one_key_and_one_time() {
        let (here, there) = (room("k7m2wq9xhd"), room("k7m2wq9xhe"));
        let token = key(1).issue(here, claim(Grant::Join), LATER);
        let expired = TokenFault::Expired { until: LATER };
        assert_eq!(key(1).check(&token, there, NOW), Err(TokenFault::OtherRoom));
        assert_eq!(key(1).check(&token, here, LATER), Err(expired));
        assert_eq!(key(2).check(&token, here, NOW), Err(TokenFault::Unknown));
    }

    #[test]
    fn a_token_from_before_there_were_locks_is_of_generation_0() {
        let here = room("k7m2wq9xhd");
        // Made by the program of version 0.1 with this key.
        let token = "AWs3bTJ3cTl4aGQBAAAAAAAPQnwzOH2pC1DkK9ywM9B0JYu_";
        let claim = Claim {
            grant: Grant::Seat(Holder::Host),
            lock: SeatLock::default(),
        };
        assert_eq!(key(1).check(token, here, NOW), Ok(claim));
    }

    #[test]
    fn a_token_with_any_bit_changed_is_unknown() {
        let here = room("k7m2wq9xhd");
        let token = key(1).issue(here, claim(Grant::Seat(Holder::Guest)), LATER);
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
