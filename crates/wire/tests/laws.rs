//! What holds for every message and every record whatsoever, as functions over bytes.
//!
//! Fuzz targets include this file by its path and call [`messages`] and [`records`]; the
//! tests at its end do the same with messages and records that chance damaged.

use std::fmt::Debug;

use ponnuki_wire::{
    NewRoom, OpenRecord, Position, RecordEdit, RecordTree, SMALL_RECORD, StoredEvent, ToServer,
    ToStudy, Vertex, from_json, game_at, to_json,
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

/// Any text becomes a tree within the limits or none, as it is and with something changed;
/// the tree's own text becomes the same tree, and every node has a game.
pub fn records(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let sgf = String::from_utf8_lossy(text).into_owned();
    let node = u32::from(choice) % 7;
    let edit = match choice % 5 {
        0 => RecordEdit::Remove { node },
        1 => RecordEdit::Promote { node },
        2 => RecordEdit::Comment {
            node,
            text: sgf.clone(),
        },
        3 => RecordEdit::Line {
            node,
            moves: vec![Vertex("A1".to_owned()), Vertex("pass".to_owned())],
        },
        _ => RecordEdit::Play {
            node,
            at: Vertex("B2".to_owned()),
        },
    };
    for edit in [None, Some(edit)] {
        let open = OpenRecord {
            sgf: sgf.clone(),
            game: None,
            edit,
        };
        let Ok(tree) = open.read(SMALL_RECORD, &|| false) else {
            continue;
        };
        within_the_limits(&tree);
        let again = OpenRecord {
            sgf: tree.sgf.clone(),
            game: None,
            edit: None,
        };
        if let Ok(again) = again.read(SMALL_RECORD, &|| false) {
            assert_eq!(again.nodes, tree.nodes, "{:?}", tree.sgf);
        }
        for node in 0..tree.nodes.len().min(8) as u32 {
            assert!(game_at(&tree.sgf, node).is_ok(), "{:?}", tree.sgf);
        }
    }
}

fn within_the_limits(tree: &RecordTree) {
    assert!(to_json(tree).len() <= SMALL_RECORD.n_bytes);
    assert!(tree.nodes.len() <= SMALL_RECORD.n_nodes);
    let n_points = tree.nodes.iter().map(|node| {
        let marked = node.marks.iter().map(|mark| mark.at.len());
        node.changes.len() + node.labels.len() + 2 * node.strokes.len() + marked.sum::<usize>()
    });
    assert!(n_points.sum::<usize>() <= SMALL_RECORD.n_points);
    assert!((tree.at as usize) < tree.nodes.len());
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Dice;

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

    const RECORDS: [&str; 4] = [
        "(;SZ[25]AB[aa:yx]TR[aa:yy]LB[aa:x](;AE[aa:yy];B[aa])(;W[bb]C[\u{1}]))",
        "(;SZ[3]RU[Japanese];B[aa];W[bb];B[cc](;W[aa])(;W[];B[];W[ab]))",
        "(;SZ[9]HA[2]AB[aa][bb]PL[W];W[cc](;AW[dd];B[dd];W[dd])(;AE[cc]AB[cc]))",
        "(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))(;SZ[99])",
    ];

    /// One of `texts` in which chance changed some bytes.
    fn damaged(texts: &[&str], dice: &mut Dice) -> Vec<u8> {
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

    #[test]
    fn the_laws_hold_for_messages_that_chance_damaged() {
        for seed in 1..=N_ROUNDS {
            messages(&damaged(&MESSAGES, &mut Dice::new(seed)));
        }
    }

    #[test]
    fn the_laws_hold_for_records_that_chance_damaged() {
        for seed in 1..=N_ROUNDS {
            let mut dice = Dice::new(seed);
            let mut bytes = vec![dice.below(256) as u8];
            bytes.extend(damaged(&RECORDS, &mut dice));
            records(&bytes);
        }
    }

    #[test]
    fn a_text_is_not_decoded_a_second_time() {
        // Found by fuzzing: an escape of ISO-2022-JP in a comment was kept at first, and
        // taken for a charset when what was written was read again.
        records(b"**(((P8y\x1b(J**(((PB**};CA\t[");
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
