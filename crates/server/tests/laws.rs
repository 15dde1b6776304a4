//! What holds for every record whatsoever that is looked at, as a function over bytes.
//!
//! A fuzz target includes this file by its path and calls [`records`]; the tests at its end do
//! the same with records that chance damaged.

use ponnuki_server::{SMALL_RECORD, game_at, open_record};
use ponnuki_wire::{OpenRecord, RecordEdit, RecordTree, Vertex, to_json};

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
        let Ok(tree) = open_record(&open, SMALL_RECORD, &|| false) else {
            continue;
        };
        within_the_limits(&tree);
        let again = OpenRecord {
            sgf: tree.sgf.clone(),
            game: None,
            edit: None,
        };
        if let Ok(again) = open_record(&again, SMALL_RECORD, &|| false) {
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
    use ponnuki_testkit::damaged;

    use super::*;

    const N_ROUNDS: u64 = 500;

    const RECORDS: [&str; 4] = [
        "(;SZ[25]AB[aa:yx]TR[aa:yy]LB[aa:x](;AE[aa:yy];B[aa])(;W[bb]C[\u{1}]))",
        "(;SZ[3]RU[Japanese];B[aa];W[bb];B[cc](;W[aa])(;W[];B[];W[ab]))",
        "(;SZ[9]HA[2]AB[aa][bb]PL[W];W[cc](;AW[dd];B[dd];W[dd])(;AE[cc]AB[cc]))",
        "(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))(;SZ[99])",
    ];

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
}
