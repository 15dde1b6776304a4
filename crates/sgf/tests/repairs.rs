//! Every fault: where it is, how it is refused, how it is repaired.

use ponnuki_sgf::{Collection, DEPTH_MAX, Fault, Faults, REPAIRS_MAX, SgfErrorKind, TEXT_MAX};

/// Reads a text with faults both ways and compares the repaired print and the list
/// of repairs, one line each.
fn check(text: &str, printed: &str, repairs: &[&str]) {
    let collection = match Collection::parse(text, Faults::Repair) {
        Ok(collection) => collection,
        Err(error) => panic!("{text:?} is refused: {error}"),
    };
    let listed: Vec<String> = collection
        .repairs()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(listed, repairs, "{text:?}");
    assert_eq!(collection.n_repairs(), repairs.len(), "{text:?}");
    assert_eq!(collection.to_string(), printed, "{text:?}");
    match Collection::parse(text, Faults::Refuse) {
        Ok(_) => assert!(repairs.is_empty(), "{text:?} is not refused"),
        Err(error) => assert_eq!(
            Some(&*error.to_string()),
            repairs.first().copied(),
            "{text:?}"
        ),
    }
}

/// Reads a text that nobody accepts.
fn refused(text: &str, faults: Faults) -> String {
    match Collection::parse(text, faults) {
        Ok(collection) => panic!("read as {collection}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_in_order_is_left_alone() {
    for text in [
        "(;)",
        "(;B[aa])",
        " \t(\n;\rGM [1] \x0B[2]\x0C)\n\n ",
        "(;B[aa](;W[bb]))",
        "(;B[aa]\n(;W[bb])\n(;W[cc](;B[dd])(;B[ee])))",
        "(;)(;)\r\n(;)",
        "(;CoPyright[x]Black[aa]KGSDE[aa]B[aa]B[bb])",
        "(;C[(;)[\\]\\\\])",
        "(;C[囲碁\0])",
    ] {
        check(text, text, &[]);
    }
}

#[test]
fn text_around_the_games_is_skipped() {
    check(
        "From: me\nSee (below) [1]; or not\n(;B[aa]) bye",
        "\n(;B[aa])",
        &[
            "line 1, column 1: text that belongs to no property",
            "line 3, column 10: text that belongs to no property",
        ],
    );
    check(
        "\u{FEFF}(;)",
        "(;)",
        &["line 1, column 1: text that belongs to no property"],
    );
    check(
        "(;)\r\n\0\0(;)\u{1A}",
        "(;)(;)",
        &[
            "line 2, column 1: text that belongs to no property",
            "line 2, column 6: text that belongs to no property",
        ],
    );
}

#[test]
fn text_between_the_properties_is_skipped() {
    check(
        "(;B[aa] good move! W[bb])",
        "(;B[aa]   W[bb])",
        &[
            "line 1, column 9: text that belongs to no property",
            "line 1, column 14: text that belongs to no property",
            "line 1, column 18: text that belongs to no property",
        ],
    );
    check(
        "(;B[aa]]\n\0;]W[bb])",
        "(;B[aa];W[bb])",
        &[
            "line 1, column 8: text that belongs to no property",
            "line 2, column 1: text that belongs to no property",
            "line 2, column 3: text that belongs to no property",
        ],
    );
    check(
        "(;AB[aa],[bb]、[cc])",
        "(;AB[aa][bb][cc])",
        &[
            "line 1, column 9: text that belongs to no property",
            "line 1, column 14: text that belongs to no property",
        ],
    );
    check(
        "(;B[aa](;W[bb])junk)",
        "(;B[aa](;W[bb]))",
        &["line 1, column 16: text that belongs to no property"],
    );
}

#[test]
fn a_game_without_its_first_bracket_is_a_game() {
    check(
        "note\n;GM[1];B[aa])",
        "(\n;GM[1];B[aa])",
        &[
            "line 1, column 1: text that belongs to no property",
            "line 2, column 1: a node outside of every game",
        ],
    );
    check(
        "(;B[aa]);W[bb])",
        "(;B[aa])(;W[bb])",
        &["line 1, column 9: a node outside of every game"],
    );
}

#[test]
fn a_property_outside_of_every_node_opens_one() {
    check(
        "(\r\nTE[x];B[aa])",
        "(\r\n;TE[x];B[aa])",
        &["line 2, column 1: a property outside of every node"],
    );
    check(
        "(;A[a](;B[b])C[c];D[d])",
        "(;A[a](;B[b])(;C[c];D[d]))",
        &["line 1, column 14: a property outside of every node"],
    );
    check(
        "(;A[a]()C[c])",
        "(;A[a];C[c])",
        &[
            "line 1, column 7: a tree that does not begin with a node",
            "line 1, column 9: a property outside of every node",
        ],
    );
}

#[test]
fn a_tree_without_a_node_dissolves() {
    let empty = "a tree that does not begin with a node";
    check(
        "(;A[a])()",
        "(;A[a])",
        &[&format!("line 1, column 8: {empty}")],
    );
    check(
        "((;A[a])(;B[b]))",
        "(;A[a])(;B[b])",
        &[&format!("line 1, column 1: {empty}")],
    );
    check(
        "(;A[a]((;B[b])(;C[c])))",
        "(;A[a](;B[b])(;C[c]))",
        &[&format!("line 1, column 7: {empty}")],
    );
}

#[test]
fn a_node_after_a_variation_becomes_one() {
    check(
        "(;A[a](;B[b]);C[c];D[d])",
        "(;A[a](;B[b])(;C[c];D[d]))",
        &["line 1, column 14: a node after a variation"],
    );
}

#[test]
fn a_property_without_a_value_gets_an_empty_one() {
    check(
        "(;B[aa]KO;W)",
        "(;B[aa]KO[];W[])",
        &[
            "line 1, column 8: a property without a value",
            "line 1, column 11: a property without a value",
        ],
    );
}

#[test]
fn a_value_without_a_property_is_skipped() {
    check(
        "(;[aa]B[bb];[cc] )",
        "(;B[bb]; )",
        &[
            "line 1, column 3: a value without a property",
            "line 1, column 13: a value without a property",
        ],
    );
}

#[test]
fn odd_names_are_kept() {
    let odd = "a property name that is not made of capital letters";
    check(
        "(;b[aa];B2[bb])",
        "(;b[aa];B2[bb])",
        &[
            &format!("line 1, column 3: {odd}"),
            &format!("line 1, column 9: {odd}"),
        ],
    );
    let collection = Collection::parse("(;b[aa]B2[bb]Bx[cc])", Faults::Repair);
    let collection = collection.expect("odd names can be read");
    let game = collection.games().next().expect("a game");
    let found: Vec<_> = game
        .properties()
        .filter(|property| property.is("B"))
        .collect();
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["b[aa]", "Bx[cc]"]);
}

#[test]
fn a_stray_bracket_is_skipped() {
    check(
        "(;A[a]))\n)(;B[b])",
        "(;A[a])(;B[b])",
        &[
            "line 1, column 8: a `)` that closes nothing",
            "line 2, column 1: a `)` that closes nothing",
        ],
    );
}

#[test]
fn what_is_never_closed_ends_with_the_text() {
    check(
        "(;A[a]\n (;B[b]",
        "(;A[a]\n (;B[b]))",
        &[
            "line 1, column 1: a `(` that is never closed",
            "line 2, column 2: a `(` that is never closed",
        ],
    );
    for (text, printed) in [
        ("(;C[so far", "(;C[so far])"),
        ("(;C[so far\\", "(;C[so far])"),
        ("(;C[so far\\\\", "(;C[so far\\\\])"),
        ("(;C[so far\\]", "(;C[so far\\]])"),
        ("(;C[so far\\]\n", "(;C[so far\\]\n])\n"),
    ] {
        let collection = Collection::parse(text, Faults::Repair).expect("it can be repaired");
        let faults: Vec<Fault> = collection
            .repairs()
            .iter()
            .map(|repair| repair.fault)
            .collect();
        assert_eq!(
            faults,
            [Fault::UnclosedTree, Fault::UnclosedValue],
            "{text:?}"
        );
        assert_eq!(collection.repairs()[1].at.column, 4, "{text:?}");
        assert_eq!(collection.to_string(), printed, "{text:?}");
        let error = Collection::parse(text, Faults::Refuse).expect_err("it is at fault");
        assert_eq!(error.kind, SgfErrorKind::Fault(Fault::UnclosedValue));
        assert_eq!((error.at.offset, error.at.column), (3, 4));
    }
}

#[test]
fn positions_count_every_kind_of_line_break_once() {
    for line_break in ["\n", "\r", "\r\n", "\n\r"] {
        let text = format!("(;C[囲{line_break}碁]{line_break}  B)");
        let error = Collection::parse(&text, Faults::Refuse).expect_err("B has no value");
        assert_eq!((error.at.line, error.at.column), (3, 3), "{line_break:?}");
        assert_eq!(error.at.offset, text.len() - 2);
    }
}

#[test]
fn a_text_without_a_game_is_refused() {
    for text in [
        "",
        " \n",
        "()",
        "(see below)",
        "PMABBREER",
        "\\[GIBOKIND=Global\\]",
    ] {
        assert_eq!(
            refused(text, Faults::Repair),
            "line 1, column 1: no game in this text"
        );
    }
    assert_eq!(
        refused("", Faults::Refuse),
        "line 1, column 1: no game in this text"
    );
}

#[test]
fn a_mountain_of_brackets_is_refused_at_its_foot() {
    let mountain = "(".repeat(1 << 20);
    let expected = format!(
        "line 1, column {}: more than {DEPTH_MAX} trees inside each other",
        DEPTH_MAX + 1
    );
    assert_eq!(refused(&mountain, Faults::Repair), expected);
    let fault = "line 1, column 1: a tree that does not begin with a node";
    assert_eq!(refused(&mountain, Faults::Refuse), fault);
    let nodes = "(;".repeat(DEPTH_MAX + 1);
    let place = 2 * DEPTH_MAX + 1;
    let expected = format!("line 1, column {place}: more than {DEPTH_MAX} trees inside each other");
    assert_eq!(refused(&nodes, Faults::Refuse), expected);
}

#[test]
fn trees_may_be_as_deep_as_the_limit() {
    let text = "(;".repeat(DEPTH_MAX) + &")".repeat(DEPTH_MAX);
    let collection = Collection::parse(&text, Faults::Refuse).expect("it is within the limit");
    let game = collection.games().next().expect("a game");
    assert_eq!(game.main_line().count(), DEPTH_MAX);
    assert_eq!(collection.to_string(), text);
}

#[test]
fn a_line_of_play_may_be_longer_than_trees_are_deep() {
    let text = format!("({})", ";".repeat(4 * DEPTH_MAX));
    let collection = Collection::parse(&text, Faults::Refuse).expect("it is not deep");
    let game = collection.games().next().expect("a game");
    assert_eq!(game.subtree().count(), 4 * DEPTH_MAX);
    assert_eq!(collection.to_string(), text);
}

#[test]
fn a_text_that_is_too_long_is_refused_before_it_is_read() {
    let text = String::from_utf8(vec![0; TEXT_MAX + 1]).expect("zeros are text");
    let expected = format!("line 1, column 1: more than {TEXT_MAX} bytes of text");
    assert_eq!(refused(&text, Faults::Repair), expected);
}

#[test]
fn repairs_beyond_number_are_counted_and_not_listed() {
    let text = "(;)".to_owned() + &")".repeat(REPAIRS_MAX + 5);
    let collection = Collection::parse(&text, Faults::Repair).expect("a game");
    assert_eq!(collection.repairs().len(), REPAIRS_MAX);
    assert_eq!(collection.n_repairs(), REPAIRS_MAX + 5);
}
