//! Changes to a tree, and all that they leave alone.

use ponnuki_sgf::{Collection, EditError, Faults, NodeId, Under, ValueBuf};

/// Spaces, breaks, private and repeated properties: all of it is to survive.
const GAME: &str = "( ;GM[1] SZ [9]\n XX[a\\]b] XX[c] AB[aa]\n  [bb]\n; Black[cc]C[x] \n( ;W[dd] ) (;W[ee]\n;B[ff]))\n";

/// Edits [`GAME`], naming nodes by their places in it, and compares the print.
fn check(printed: &str, edit: impl Fn(&mut Collection<'_>, &[NodeId]) -> Result<(), EditError>) {
    let mut collection = Collection::parse(GAME, Faults::Refuse).expect("sound SGF");
    let nodes: Vec<NodeId> = {
        let game = collection.games().next().expect("a game");
        game.subtree().map(|node| node.id()).collect()
    };
    edit(&mut collection, &nodes).expect("an edit that can be made");
    assert_eq!(collection.to_string(), printed);
    let again = Collection::parse(printed, Faults::Refuse).expect("what was written is sound");
    assert_eq!(again.to_string(), printed);
}

fn texts(values: &[&str]) -> Vec<ValueBuf> {
    values.iter().map(|value| ValueBuf::text(value)).collect()
}

#[test]
fn a_new_property_comes_last() {
    check(
        &GAME.replace("C[x]", "C[x]N[\\]\\\\]"),
        |collection, nodes| collection.put(nodes[1], "N", &texts(&["]\\"])),
    );
    check(&GAME.replace("[bb]", "[bb]AB[cc]"), |collection, nodes| {
        collection.add(nodes[0], "AB", &texts(&["cc"]))
    });
}

#[test]
fn a_changed_property_keeps_its_place_and_its_spelling() {
    check(
        &GAME.replace("Black[cc]", "Black[gg]"),
        |collection, nodes| collection.put(nodes[1], "B", &texts(&["gg"])),
    );
    check(
        &GAME.replace("SZ [9]", "SZ [13][19]"),
        |collection, nodes| collection.put(nodes[0], "SZ", &texts(&["13", "19"])),
    );
}

#[test]
fn a_property_that_was_there_twice_is_there_once() {
    check(
        &GAME.replace("XX[a\\]b] XX[c]", "XX[d]"),
        |collection, nodes| collection.put(nodes[0], "XX", &texts(&["d"])),
    );
}

#[test]
fn a_property_without_values_goes_with_the_space_before_it() {
    check(
        &GAME.replace("\n XX[a\\]b] XX[c]", ""),
        |collection, nodes| collection.put(nodes[0], "XX", &[]),
    );
}

#[test]
fn nothing_happens_to_a_node_that_lacks_what_is_taken_away() {
    check(GAME, |collection, nodes| {
        collection.put(nodes[1], "KO", &[])
    });
    check(GAME, |collection, nodes| {
        collection.add(nodes[1], "KO", &[])
    });
}

#[test]
fn edits_add_up() {
    check(
        &GAME.replace("Black[cc]C[x]", "Black[cc]C[z]N[n]"),
        |collection, nodes| {
            collection.put(nodes[1], "C", &texts(&["y"]))?;
            collection.put(nodes[1], "N", &texts(&["n"]))?;
            collection.put(nodes[1], "C", &texts(&["z"]))
        },
    );
}

#[test]
fn a_new_node_is_the_last_variation() {
    check(
        &GAME.replace("(;W[ee]\n;B[ff])", "(;W[ee]\n;B[ff])(;W[hh])"),
        |collection, nodes| {
            let node = collection.add_child(nodes[1])?;
            collection.put(node, "W", &texts(&["hh"]))
        },
    );
    check(&GAME.replace(";B[ff]", ";B[ff];"), |collection, nodes| {
        collection.add_child(nodes[4]).map(drop)
    });
}

#[test]
fn a_first_variation_gets_brackets_and_its_sibling_too() {
    check(
        &GAME.replace("\n;B[ff]", "(\n;B[ff])(;B[gg])"),
        |collection, nodes| {
            let node = collection.add_child(nodes[3])?;
            collection.put(node, "B", &texts(&["gg"]))
        },
    );
}

#[test]
fn a_new_game_comes_last() {
    check(&GAME.replace("))\n", "))(;)\n"), |collection, _| {
        collection.add_game().map(drop)
    });
    let mut collection = Collection::default();
    let game = collection.add_game().expect("there is room");
    collection
        .put(game, "GM", &[ValueBuf::number(1)])
        .expect("there is room");
    assert_eq!(collection.to_string(), "(;GM[1])");
}

#[test]
fn a_node_goes_with_all_that_follows_it() {
    check(
        &GAME.replace(" (;W[ee]\n;B[ff])", ""),
        |collection, nodes| {
            collection.remove(nodes[3]);
            Ok(())
        },
    );
    check(&GAME.replace(" \n( ;W[dd] )", ""), |collection, nodes| {
        collection.remove(nodes[2]);
        collection.remove(nodes[2]);
        Ok(())
    });
    check(&GAME.replace("\n;B[ff]", ""), |collection, nodes| {
        collection.remove(nodes[4]);
        Ok(())
    });
}

#[test]
fn a_variation_becomes_the_main_line() {
    let swapped = GAME.replace(
        " \n( ;W[dd] ) (;W[ee]\n;B[ff])",
        " (;W[ee]\n;B[ff]) \n( ;W[dd] )",
    );
    check(&swapped, |collection, nodes| {
        collection.place(nodes[3], Under::Node(nodes[1]), 0)
    });
    check(&swapped, |collection, nodes| {
        collection.place(nodes[2], Under::Node(nodes[1]), usize::MAX)
    });
}

#[test]
fn a_node_that_was_taken_out_can_be_put_back() {
    check(GAME, |collection, nodes| {
        collection.remove(nodes[2]);
        assert_eq!(collection.node(nodes[1]).children().count(), 1);
        assert_eq!(collection.node(nodes[2]).parent(), None);
        collection.place(nodes[2], Under::Node(nodes[1]), 0)
    });
}

#[test]
fn a_variation_becomes_a_game() {
    check(
        &GAME
            .replace(" \n( ;W[dd] )", "")
            .replace("))\n", ")) \n( ;W[dd] )\n"),
        |collection, nodes| collection.place(nodes[2], Under::Collection, 1),
    );
}

#[test]
fn a_node_cannot_go_below_itself() {
    let mut collection = Collection::parse("(;;)", Faults::Refuse).expect("sound SGF");
    let nodes: Vec<NodeId> = {
        let game = collection.games().next().expect("a game");
        game.subtree().map(|node| node.id()).collect()
    };
    for target in nodes.iter().copied() {
        let result = collection.place(nodes[0], Under::Node(target), 0);
        assert_eq!(result, Err(EditError::BelowItself));
    }
    assert_eq!(collection.to_string(), "(;;)");
}

#[test]
fn a_bad_name_is_refused_and_nothing_changes() {
    let mut collection = Collection::parse("(;B[aa])", Faults::Refuse).expect("sound SGF");
    let game = collection.games().next().expect("a game").id();
    for name in ["", "b", "B1", "B[x]", "B ", "Ä"] {
        assert_eq!(
            collection.put(game, name, &texts(&["x"])),
            Err(EditError::BadName),
            "{name:?}"
        );
        assert_eq!(
            collection.add(game, name, &texts(&["x"])),
            Err(EditError::BadName),
            "{name:?}"
        );
    }
    assert_eq!(collection.to_string(), "(;B[aa])");
}

#[test]
fn a_repaired_node_can_be_edited() {
    let text = "(\n;B[aa], good ;W";
    let mut collection = Collection::parse(text, Faults::Repair).expect("a game");
    let nodes: Vec<NodeId> = {
        let game = collection.games().next().expect("a game");
        game.subtree().map(|node| node.id()).collect()
    };
    collection
        .put(nodes[0], "C", &texts(&["x"]))
        .expect("there is room");
    collection
        .put(nodes[1], "W", &texts(&["bb"]))
        .expect("there is room");
    assert_eq!(collection.to_string(), "(\n;B[aa]C[x] ;W[bb])");
}

#[test]
fn a_game_can_be_copied_into_another_collection() {
    let source = Collection::parse(GAME, Faults::Refuse).expect("sound SGF");
    let mut target = Collection::parse("(;A[a]\n;B[b]) ", Faults::Refuse).expect("sound SGF");
    let game = source.games().next().expect("a game");
    target
        .graft(Under::Collection, game)
        .expect("there is room");
    let last = target
        .games()
        .next()
        .expect("a game")
        .main_line()
        .last()
        .expect("a node")
        .id();
    let line = game.main_line().nth(1).expect("a second node");
    target
        .graft(Under::Node(last), line)
        .expect("there is room");
    assert_eq!(
        target.to_string(),
        "(;A[a]\n;B[b]; Black[cc]C[x](;W[dd])(;W[ee];B[ff]))\
         (;GM[1] SZ [9]\n XX[a\\]b] XX[c] AB[aa]\n  [bb]; Black[cc]C[x](;W[dd])(;W[ee];B[ff])) "
    );
}

#[test]
fn an_edit_leaves_the_borrowed_text_and_becomes_the_owners() {
    let text = String::from("(;B[aa])");
    let mut collection = Collection::parse(&text, Faults::Refuse).expect("sound SGF");
    let game = collection.games().next().expect("a game").id();
    collection
        .put(game, "C", &texts(&["x"]))
        .expect("there is room");
    let owned = collection.into_owned();
    drop(text);
    assert_eq!(owned.to_string(), "(;B[aa]C[x])");
}

#[test]
fn a_game_that_was_read_says_that_it_is_utf_8() {
    for (text, expected) in [
        ("(;CA[Shift_JIS]PB[秀策])", "(;CA[UTF-8]PB[秀策])"),
        (
            "(;PB[秀策])(;CA[utf-8])",
            "(;PB[秀策]CA[UTF-8])(;CA[utf-8])",
        ),
        ("(;PB[Shusaku])", "(;PB[Shusaku])"),
    ] {
        let mut collection = Collection::parse(text, Faults::Refuse).expect("sound SGF");
        collection.declare_utf8().expect("there is room");
        assert_eq!(collection.to_string(), expected);
    }
}
