//! One word per thing: names that the glossary does not have.

use super::lexer::Token;
use super::source::Source;
use super::{Finding, Tree};

/// A word that no name may contain.
struct Banned {
    word: &'static str,
    /// What to say instead.
    mend: &'static str,
    /// Whether the word is banned in the file at a path.
    applies_to: fn(&str) -> bool,
}

const BANNED: [Banned; 10] = [
    everywhere("coord", "say Point"),
    everywhere("coords", "say points"),
    everywhere("loc", "say Point"),
    everywhere("locs", "say points"),
    everywhere("intersection", "say Point"),
    everywhere("intersections", "say points"),
    everywhere("ruleset", "say Rules, or preset for one with a name"),
    everywhere("rulesets", "say Rules, or presets for those with names"),
    Banned {
        word: "vertex",
        mend: "say Point; a vertex is its text in GTP and on the wire",
        applies_to: |path| !speaks_of_vertices(path),
    },
    Banned {
        word: "group",
        mend: "say Chain, for solidly connected stones",
        applies_to: |path| path.starts_with("crates/game/src/") && !speaks_of_groups(path),
    },
];

const fn everywhere(word: &'static str, mend: &'static str) -> Banned {
    Banned {
        word,
        mend,
        applies_to: |_| true,
    }
}

/// How the names of types may not end: such a name says nothing.
const EMPTY_ENDINGS: [&str; 6] = ["Manager", "Helper", "Util", "Utils", "Data", "Info"];

/// Names are made of the glossary's words, and of no empty ones.
pub(super) fn glossary(tree: &Tree<'_>) -> Vec<Finding> {
    let sources = tree.sources.iter();
    sources.flat_map(source_findings).collect()
}

/// The code that speaks GTP or writes what clients read, where a vertex is a text.
fn speaks_of_vertices(path: &str) -> bool {
    let is_gtp = |part: &str| part.split(['.', '_', '-']).any(|word| word == "gtp");
    let dirs = ["crates/wire/", "crates/katago/", "crates/server/"];
    dirs.iter().any(|dir| path.starts_with(dir)) || path.split('/').any(is_gtp)
}

/// The code about life, where a group is the chains that live or die together,
/// and about the tax that some rules put on one.
fn speaks_of_groups(path: &str) -> bool {
    let parts = ["life.rs", "score.rs", "lib.rs", "rules"];
    path.split('/').any(|part| parts.contains(&part))
}

fn source_findings(source: &Source<'_>) -> Vec<Finding> {
    let banned: Vec<&Banned> = BANNED
        .iter()
        .filter(|banned| (banned.applies_to)(source.path))
        .collect();
    let mut findings = Vec::new();
    for (at, token) in source
        .tokens
        .iter()
        .enumerate()
        .filter(|(_, t)| t.is_ident())
    {
        let before = at.checked_sub(1).map(|before| source.tokens[before]);
        let fault = word_fault(token, before, &banned)
            .or_else(|| prefix_fault(token, before))
            .or_else(|| ending_fault(token, before));
        findings.extend(fault.map(|mend| {
            let what = format!("`{}` is not a name of ours", token.text);
            Finding::new(source.path, token.line, what, mend)
        }));
    }
    findings
}

fn word_fault(
    token: &Token<'_>,
    before: Option<Token<'_>>,
    banned: &[&Banned],
) -> Option<&'static str> {
    // Sets of the standard library have a method of this name.
    if token.text == "intersection" && before.is_some_and(|before| before.text == ".") {
        return None;
    }
    let words = words(token.text);
    let fault = banned
        .iter()
        .find(|banned| words.iter().any(|word| word == banned.word));
    fault.map(|banned| banned.mend)
}

fn prefix_fault(token: &Token<'_>, before: Option<Token<'_>>) -> Option<&'static str> {
    let is_function = before.is_some_and(|before| before.text == "fn");
    let has_prefix = token.text.starts_with("get_") || token.text.starts_with("set_");
    // A game has a set-up, and the name of a test is a sentence.
    let is_free = token.text.starts_with("set_up") || token.is_test;
    (is_function && has_prefix && !is_free)
        .then_some("a function is called by what it gives or does")
}

fn ending_fault(token: &Token<'_>, before: Option<Token<'_>>) -> Option<&'static str> {
    let is_type = before.is_some_and(|before| {
        matches!(before.text, "struct" | "enum" | "trait" | "type" | "union")
    });
    let is_empty = EMPTY_ENDINGS
        .iter()
        .any(|ending| token.text.ends_with(ending));
    (is_type && is_empty).then_some("say what it is or does")
}

/// The words a name is made of, in lower case: `NextMoveIdx` and `next_move_idx` have three.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for sign in name.chars() {
        if sign == '_' || (sign.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| sign != '_') {
            word.extend(sign.to_lowercase());
        }
        was_lower = !sign.is_uppercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    /// Checks the file at `path`; `expected` are the names found, with their lines.
    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let expected: Vec<String> = expected
            .iter()
            .map(|name| {
                let (line, name) = name.split_once(' ').unwrap();
                format!("{path}:{line}: `{name}` is not a name of ours")
            })
            .collect();
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        testing::check(glossary, &[(path, text)], &expected);
    }

    #[test]
    fn a_banned_word_is_found_in_any_part_of_a_name() {
        check(
            "crates/sgf/src/a.rs",
            "fn to_coord() {}\nstruct LastLoc;\nconst RULESET_MAX: u8 = 1;\nlet intersections = 2;",
            &[
                "1 to_coord",
                "2 LastLoc",
                "3 RULESET_MAX",
                "4 intersections",
            ],
        );
    }

    #[test]
    fn words_that_only_contain_a_banned_one_are_fine() {
        check(
            "crates/sgf/src/a.rs",
            "fn alloc(block: Local, regroup: u8, Location: u8) {}",
            &[],
        );
    }

    #[test]
    fn prose_and_strings_are_free() {
        check(
            "crates/game/src/a.rs",
            "// A group at a loc.\nlet a = \"coord\";",
            &[],
        );
    }

    #[test]
    fn a_set_may_be_intersected() {
        check(
            "crates/sgf/src/a.rs",
            "a.intersection(&b); intersection();",
            &["1 intersection"],
        );
    }

    #[test]
    fn some_words_belong_to_gtp_and_the_wire() {
        for path in [
            "crates/gtp/src/a.rs",
            "crates/wire/src/a.rs",
            "crates/katago/src/a.rs",
            "crates/server/src/a.rs",
            "crates/ponnuki/src/gtp.rs",
            "crates/ponnuki/src/gtp_engine.rs",
            "crates/ponnuki/tests/gtp/a.rs",
        ] {
            check(path, "let vertex = 1;", &[]);
        }
        check(
            "crates/ponnuki/src/main.rs",
            "let vertex = 1;",
            &["1 vertex"],
        );
    }

    #[test]
    fn a_group_is_a_chain_in_the_rules_core() {
        check("crates/game/src/board.rs", "let group = 1;", &["1 group"]);
        check("crates/game/src/life.rs", "let group = 1;", &[]);
        check("crates/game/src/rules/mod.rs", "struct GroupTax;", &[]);
        check("crates/server/src/a.rs", "let group = 1;", &[]);
    }

    #[test]
    fn functions_neither_get_nor_set() {
        check(
            "crates/sgf/src/a.rs",
            "fn get_komi() { other.get_mut(); getter(); }\nfn set_komi() {}\nfn set_up() {}\n#[test]\nfn set_stones_stay() {}",
            &["1 get_komi", "2 set_komi"],
        );
    }

    #[test]
    fn types_say_what_they_are() {
        check(
            "crates/sgf/src/a.rs",
            "struct GameInfo; enum Data {}\ntrait RoomManager {}\nlet info: FileInfo = Datatype;",
            &["1 Data", "1 GameInfo", "2 RoomManager"],
        );
    }
}
