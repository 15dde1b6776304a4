//! What holds for every message whatsoever, as a function over bytes.
//!
//! A fuzz target includes this file by its path and calls [`messages`]; the tests at its end do
//! the same with messages that chance damaged.

use std::fmt::Debug;

use ponnuki_wire::{
    NewRoom, OpenRecord, Position, StoredEvent, ToServer, ToStudy, from_json, to_json,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Any bytes are a message or none, and what was read is written and read again the same.
pub fn messages(bytes: &[u8]) {
    let Ok(json) = std::str::from_utf8(bytes) else {
        return;
    };
    round_trip::<ToServer>(json);
    round_trip::<ToStudy>(json);
    round_trip::<StoredEvent>(json);
    round_trip::<NewRoom>(json);
    round_trip::<OpenRecord>(json);
    round_trip::<Position>(json);
}

fn round_trip<T: DeserializeOwned + Serialize + PartialEq + Debug>(json: &str) {
    let Ok(read) = from_json::<T>(json) else {
        return;
    };
    let written = to_json(&read);
    match from_json::<T>(&written) {
        Ok(again) => assert_eq!(again, read, "{written}"),
        Err(why) => panic!("{why}: {written}"),
    }
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Dice;
    use ponnuki_testkit::damaged;

    use super::*;

    const N_ROUNDS: u64 = 500;

    const MESSAGES: [&str; 7] = [
        r#"{"id":17,"type":"play","node":4,"at":"D4"}"#,
        r#"{"id":1,"as":"guest","type":"accept","dead":["A1","B2"]}"#,
        r#"{"id":1,"type":"bid","komi":6.5}"#,
        r#"{"type":"analyse","id":3,"sgf":"(;SZ[9])","node":0,"visits":10}"#,
        r#"{"type":"review","id":3,"sgf":"(;)","visits":9,"known":[]}"#,
        r#"{"type":"moved","seat":"host","node":0,"at":"C3","lag_ms":0}"#,
        r#"{"rules":"goban","width":5,"komi":0.5,"company":{"type":"same_screen"}}"#,
    ];

    #[test]
    fn the_laws_hold_for_messages_that_chance_damaged() {
        for seed in 1..=N_ROUNDS {
            messages(&damaged(&MESSAGES, &mut Dice::new(seed)));
        }
    }

    #[test]
    fn the_messages_to_be_damaged_are_messages() {
        let is_read = |json: &&str| {
            from_json::<ToServer>(json).is_ok()
                || from_json::<ToStudy>(json).is_ok()
                || from_json::<StoredEvent>(json).is_ok()
                || from_json::<NewRoom>(json).is_ok()
        };
        let not_read: Vec<_> = MESSAGES.iter().filter(|json| !is_read(json)).collect();
        assert!(not_read.is_empty(), "{not_read:?}");
    }
}
