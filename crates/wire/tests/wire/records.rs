//! What becomes of records: trees within a budget, whatever the file says.

use ponnuki_wire::{
    BadRecord, OpenRecord, RECORD_JSON_MAX, RECORD_NODES_MAX, RecordTree, game_at, to_json,
};

fn read(sgf: String) -> Result<RecordTree, BadRecord> {
    OpenRecord { sgf, edit: None }.read(&|| false)
}

/// A line of `n` nodes with another move at each.
fn comb(n: usize) -> String {
    let tooth = |i: usize| ["(;B[cc]", "(;W[]"][i % 2];
    let line: String = (0..n).map(tooth).collect();
    format!("(;SZ[19]{line}{})", ")(;AB[aa])".repeat(n))
}

#[test]
fn few_letters_do_not_become_many_points() {
    let marks = ["TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW"];
    let marks: String = marks.map(|mark| format!("{mark}[aa:yy]")).concat();
    let node = |color| format!(";A{color}[aa:yx]{marks}");
    let sgf = |n| format!("(;SZ[25]{})", (node("B") + &node("E")).repeat(n));
    assert!(read(sgf(20)).is_ok());
    assert_eq!(read(sgf(2_000)), Err(BadRecord::TooManyPoints));
}

#[test]
fn few_letters_do_not_become_many_remarks() {
    let wide = "(;AB[aa:yx]AW[aa:yx]AE[aa:yx])".repeat(1_000);
    assert_eq!(read(format!("(;SZ[25]{wide})")), Err(BadRecord::TooLong));
}

#[test]
fn an_answer_stays_under_its_length() {
    // A control character takes six bytes of JSON, in the text and in the comment.
    let sgf = |n| format!("(;C[{}])", "\u{1}".repeat(n));
    let n_max = RECORD_JSON_MAX / 12;
    let tree = read(sgf(n_max - 1_000)).expect("it fits");
    let n_bytes = to_json(&tree).len();
    assert!(n_bytes <= RECORD_JSON_MAX, "{n_bytes}");
    assert_eq!(read(sgf(n_max)), Err(BadRecord::TooLong));
}

#[test]
fn a_deep_line_with_a_variation_at_each_node_is_told() {
    let tree = read(comb(8_000)).expect("a tree");
    assert_eq!(tree.nodes.len(), 16_001);
    let last = tree.nodes.last().expect("nodes");
    assert_eq!((last.parent, last.number), (Some(0), 0));
    assert_eq!(
        read(comb(RECORD_NODES_MAX / 2)),
        Err(BadRecord::TooManyNodes)
    );
}

#[test]
fn a_record_that_is_not_wanted_any_more_is_given_up() {
    let n_asked = std::cell::Cell::new(0);
    let is_stopped = || {
        n_asked.set(n_asked.get() + 1);
        n_asked.get() > 10
    };
    let (sgf, edit) = (comb(1_000), None);
    let given_up = OpenRecord { sgf, edit }.read(&is_stopped);
    assert_eq!(given_up, Err(BadRecord::Stopped));
    assert_eq!(n_asked.get(), 11);
}

#[test]
fn a_game_at_a_node_is_found_in_any_tree() {
    let game = game_at(&comb(8_000), 2).expect("a node");
    assert_eq!(game.n_moves(), 2);
    assert!(game_at(&comb(8_000), 16_000).is_ok());
    assert!(game_at(&comb(10), 21).is_err());
}
