//! One normal form for all games: what they say is unchanged, how it is written is not.

use std::collections::BTreeMap;

use crate::collection::{Collection, Node};
use crate::value::Value;

/// How long a line may become before the next node begins another.
const LINE_MAX: usize = 79;

/// What the first node begins with, in this order.
const FIRST: [&str; 5] = ["FF", "GM", "CA", "AP", "SZ"];

/// Properties that list points: written twice in a node they say what they say
/// written once.
const LISTS: [&str; 15] = [
    "AB", "AE", "AR", "AW", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW",
];

impl Collection<'_> {
    /// The games in normal form: FF\[4\] in UTF-8, names of properties in capitals, the first
    /// node beginning with what game it is, variations and long lines on lines of their own.
    /// Nothing that the games say is left out, and the normal form of a normal form is itself.
    pub fn to_normal_form(&self) -> String {
        let mut text = String::new();
        for game in self.games() {
            write_game(&mut text, game);
        }
        text
    }
}

/// What is left to write of a game.
enum Rest<'c> {
    /// A node and what follows it; in brackets, if it is one of several.
    Tree(Node<'c>),
    Close,
}

fn write_game(text: &mut String, game: Node<'_>) {
    let mut rest = vec![Rest::Tree(game)];
    while let Some(next) = rest.pop() {
        let Rest::Tree(node) = next else {
            text.push(')');
            continue;
        };
        let is_game = node.parent().is_none();
        let is_variation = is_game
            || node.next_sibling().is_some()
            || node.parent().and_then(|parent| parent.children().next()) != Some(node);
        let written = match is_game {
            true => first_node(node),
            false => format!(";{}", properties(node).concat()),
        };
        if is_variation {
            let is_on_own_line = text.is_empty() || text.ends_with('\n');
            text.push_str(if is_on_own_line { "(" } else { "\n(" });
            rest.push(Rest::Close);
        } else if column(text) + written.chars().count() > LINE_MAX {
            text.push('\n');
        }
        text.push_str(&written);
        if is_game {
            text.push('\n');
        }
        let children: Vec<Node<'_>> = node.children().collect();
        rest.extend(children.into_iter().rev().map(Rest::Tree));
    }
    text.push('\n');
}

/// How many characters the last line has.
fn column(text: &str) -> usize {
    text.chars()
        .rev()
        .take_while(|&c| c != '\n')
        .take(LINE_MAX + 1)
        .count()
}

/// The first node of a game: what game it is, and then the rest.
fn first_node(root: Node<'_>) -> String {
    let is_first = |written: &str| {
        let name = written.split('[').next().unwrap_or(written);
        FIRST.contains(&name)
    };
    let (first, rest): (Vec<String>, Vec<String>) = properties(root)
        .into_iter()
        .partition(|written| is_first(written));
    let mut text = String::from(";FF[4]");
    for name in &FIRST[1..] {
        let found = first
            .iter()
            .find(|written| written.starts_with(&format!("{name}[")));
        match (*name, found) {
            ("CA", _) => text.push_str("CA[UTF-8]"),
            ("GM", None) => text.push_str("GM[1]"),
            (_, Some(written)) => text.push_str(written),
            (_, None) => {}
        }
    }
    for written in rest {
        if column(&text) + written.chars().count() > LINE_MAX {
            text.push('\n');
        }
        text.push_str(&written);
    }
    text
}

/// The properties of a node as they are written, in their order.
fn properties(node: Node<'_>) -> Vec<String> {
    let mut written: Vec<String> = Vec::new();
    let mut lists: BTreeMap<String, usize> = BTreeMap::new();
    for property in node.properties() {
        let name = name(property.name());
        let values: String = property.values().map(bracketed).collect();
        match lists.get(&name) {
            Some(&i) => written[i].push_str(&values),
            None => {
                if LISTS.contains(&name.as_str()) {
                    lists.insert(name.clone(), written.len());
                }
                written.push(format!("{name}{values}"));
            }
        }
    }
    written
}

fn bracketed(value: Value<'_>) -> String {
    format!("[{}]", value.raw())
}

/// What SGF today calls a property: old names had small letters that do not count.
fn name(written: &str) -> String {
    let is_letters = written.bytes().all(|byte| byte.is_ascii_alphabetic());
    let capitals: String = written.chars().filter(char::is_ascii_uppercase).collect();
    match (is_letters, capitals.is_empty()) {
        (true, false) => capitals,
        (true, true) => written.to_ascii_uppercase(),
        (false, _) => written.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Faults;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let collection = Collection::parse(source, Faults::Repair).unwrap();
        let found = collection.to_normal_form();
        assert_eq!(found, expected, "{source}");
        let again = Collection::parse(&found, Faults::Refuse).unwrap();
        assert_eq!(
            again.to_normal_form(),
            expected,
            "what is in the form stays as it is"
        );
    }

    #[test]
    fn the_first_node_begins_with_what_game_it_is() {
        check(
            "(;PlayerBlack[x] SiZe[9]CA[gb2312]; Black[cc] ; W [gg])",
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[x]\n;B[cc];W[gg])\n",
        );
    }

    #[test]
    fn variations_stand_on_lines_of_their_own() {
        check(
            "(;SZ[9];B[cc](;W[gg];B[dd])(;W[gc](;B[aa])(;B[bb])))(;SZ[5])",
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;B[cc]\n(;W[gg];B[dd])\n(;W[gc]\n(;B[aa])\n(;B[bb])))\n\
             (;FF[4]GM[1]CA[UTF-8]SZ[5]\n)\n",
        );
    }

    #[test]
    fn lists_of_points_are_put_together_and_nothing_is_lost() {
        check(
            "(;SZ[9]AB[aa]AW[bb]AB[cc]C[a\\]b\nc]XX[1]XX[2])",
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]AB[aa][cc]AW[bb]C[a\\]b\nc]XX[1]XX[2]\n)\n",
        );
    }
}
