//! A preset is a row of a table: nothing asks for its name.

use std::collections::BTreeSet;

use super::lexer::Token;
use super::source::{Source, closing};
use super::tree::File;
use super::{Finding, Tree};

/// The file that has the table, and the only one that may look at names.
const TABLE: &str = "crates/game/src/rules/presets.rs";

const MEND: &str = "a preset is a row of data; ask the Rules for what differs";

/// Methods that compare a string with their argument.
const COMPARING: [&str; 6] = [
    "eq",
    "ne",
    "eq_ignore_ascii_case",
    "starts_with",
    "ends_with",
    "contains",
];

/// No shipped code but the table compares with the name of a preset.
pub(super) fn preset_names(tree: &Tree<'_>) -> Vec<Finding> {
    let names = names(tree);
    if names.is_empty() {
        return nameless(tree).into_iter().collect();
    }
    let mut findings = Vec::new();
    for source in tree.sources.iter().filter(|source| source.path != TABLE) {
        for (at, token) in shipped(source) {
            let name = token.str_content().filter(|name| names.contains(name));
            if let Some(name) = name.filter(|_| is_compared(&source.tokens, at)) {
                findings.push(finding(source.path, token.line, name));
            }
        }
    }
    for file in tree.files.iter().filter(|file| is_web_source(&file.path)) {
        findings.extend(web_findings(file, &names));
    }
    findings
}

/// What the rows of the table are called: `name: "tromp-taylor"`. Aliases are left
/// out, since some are words for other things too.
fn names<'a>(tree: &Tree<'a>) -> BTreeSet<&'a str> {
    let table = tree.sources.iter().filter(|source| source.path == TABLE);
    table
        .flat_map(|table| table.tokens.windows(3))
        .filter(|window| window[0].text == "name" && window[1].text == ":")
        .filter_map(|window| window[2].str_content())
        .collect()
}

/// Rules whose table is elsewhere, or otherwise, would leave nothing to look for.
fn nameless(tree: &Tree<'_>) -> Option<Finding> {
    let has_rules = |source: &Source<'_>| source.path.starts_with("crates/game/src/rules");
    let found = tree.sources.iter().any(has_rules);
    let mend = "tidy reads the names of the presets there, as `name: \"…\"`";
    found.then(|| Finding::new(TABLE, 1, "no names of presets", mend))
}

fn finding(path: &str, line: usize, name: &str) -> Finding {
    Finding::new(
        path,
        line,
        format!("compares with the preset name \"{name}\""),
        MEND,
    )
}

fn shipped<'s, 'a>(source: &'s Source<'a>) -> impl Iterator<Item = (usize, &'s Token<'a>)> {
    let tokens = source.tokens.iter().enumerate();
    tokens.filter(|(_, token)| !token.is_test)
}

/// Whether the string at `at` is a pattern or one side of a comparison.
fn is_compared(tokens: &[Token<'_>], at: usize) -> bool {
    is_compared_before(tokens, at) || is_in_matches(tokens, at) || is_pattern(tokens, at)
}

/// `== "x"`, `== Some("x")`, `let "x" =`, `.eq("x")`.
fn is_compared_before(tokens: &[Token<'_>], at: usize) -> bool {
    let mut before = tokens[..at].iter().rev();
    let is_wrapping = |token: &&Token<'_>| matches!(token.text, "(" | "&" | "Some" | "Ok");
    let Some(first) = before.find(|token| !is_wrapping(token)) else {
        return false;
    };
    matches!(first.text, "==" | "!=" | "let") || COMPARING.contains(&first.text)
}

/// `matches!(name, "x")`.
fn is_in_matches(tokens: &[Token<'_>], at: usize) -> bool {
    let is_end = |token: &Token<'_>| matches!(token.text, ";" | "{" | "}");
    let start = tokens[..at]
        .iter()
        .rposition(is_end)
        .map_or(0, |end| end + 1);
    (start..at).any(|start| {
        tokens[start].text == "matches"
            && tokens[start + 1].text == "!"
            && closing(tokens, start + 2) > at
    })
}

/// `"x" =>`, `"x" |`, `"x" if`, `("x", _) =>`, `"x" == name`.
fn is_pattern(tokens: &[Token<'_>], at: usize) -> bool {
    let mut at = at + 1;
    while let Some(token) = tokens.get(at) {
        match token.text {
            "=>" | "|" | "if" | "==" | "!=" => return true,
            ")" | "]" => at += 1,
            "," => match end_of_list(tokens, at) {
                Some(end) => at = end + 1,
                None => return false,
            },
            _ => return false,
        }
    }
    false
}

/// The bracket that closes the list in which the comma at `at` stands; `None`
/// where it stands between the arms of a `match`.
fn end_of_list(tokens: &[Token<'_>], mut at: usize) -> Option<usize> {
    loop {
        match tokens.get(at)?.text {
            ")" | "]" => return Some(at),
            ";" | "}" => return None,
            "(" | "[" | "{" => at = closing(tokens, at) + 1,
            _ => at += 1,
        }
    }
}

pub(super) fn is_web_source(path: &str) -> bool {
    let is_source = path.ends_with(".ts") || path.ends_with(".svelte");
    let is_test = path.ends_with(".test.ts") || path.ends_with(".spec.ts");
    path.starts_with("web/") && is_source && !is_test && !path.contains("/tests/")
}

fn web_findings(file: &File, names: &BTreeSet<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (line_idx, line) in file.text.lines().enumerate() {
        let is_comparing = ["==", "!=", "case "].iter().any(|sign| line.contains(sign));
        if !is_comparing {
            continue;
        }
        let quoted = line.split(['"', '\'', '`']).skip(1).step_by(2);
        for name in quoted.filter(|quoted| names.contains(quoted)) {
            findings.push(finding(&file.path, line_idx + 1, name));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    const PRESETS: (&str, &str) = (
        TABLE,
        "const A: &[Preset] = &[
            Preset { name: \"ko\", aliases: &[\"k\"] },
            Preset { name: \"no-ko\", aliases: &[\"stone\"] },
        ];
        fn named(name: &str) -> bool { name == \"ko\" }",
    );

    /// Checks lines of shipped code beside the table; all that are found say so.
    #[track_caller]
    fn check(path: &str, lines: &[&str], is_found: bool) {
        for line in lines {
            let found = format!("{path}:1: compares with the preset name \"no-ko\"");
            let expected = if is_found {
                vec![found.as_str()]
            } else {
                Vec::new()
            };
            testing::check(preset_names, &[PRESETS, (path, line)], &expected);
        }
    }

    #[test]
    fn a_preset_is_not_matched_by_name() {
        let lines = [
            "match name { \"no-ko\" => 1, _ => 2 }",
            "match name { \"a\" | \"no-ko\" => 1, _ => 2 }",
            "match name { \"no-ko\" | \"a\" => 1, _ => 2 }",
            "match name { \"no-ko\" if a => 1, _ => 2 }",
            "match name { Some(\"no-ko\") => 1, _ => 2 }",
            "match name { (\"no-ko\", [a, b]) => 1, _ => 2 }",
            "if name == \"no-ko\" {}",
            "if \"no-ko\" != name {}",
            "if name == Some(&\"no-ko\") {}",
            "if let Some(\"no-ko\") = name {}",
            "if matches!(name, Some(\"no-ko\")) {}",
            "if name.eq_ignore_ascii_case(\"no-ko\") {}",
        ];
        check("crates/gtp/src/a.rs", &lines, true);
    }

    #[test]
    fn a_preset_may_be_named() {
        let lines = [
            "if tool == \"stone\" {}",
            "Rules::named(\"no-ko\")",
            "f(matches!(name, A), \"no-ko\")",
            "match a { A => \"no-ko\", B => \"b\" }",
            "match a { A => f(\"no-ko\"), B => \"b\" }",
            "match f(\"no-ko\", 1) { A => 2 }",
            "let a = [(\"no-ko\", 1), (\"x\", 2)];",
            "// name == \"no-ko\"",
            "if name == \"other\" { f(\"no-ko\") }",
            "#[cfg(test)] mod tests { fn a() { assert!(name == \"no-ko\") } }",
        ];
        check("crates/gtp/src/a.rs", &lines, false);
        check("crates/gtp/tests/a.rs", &["name == \"no-ko\""], false);
    }

    #[test]
    fn the_browser_does_not_know_presets_either() {
        check(
            "web/src/a.ts",
            &["if (name === 'no-ko') {", "case \"no-ko\":"],
            true,
        );
        check("web/src/a.ts", &["const first = 'no-ko'"], false);
        for path in ["web/src/a.test.ts", "web/tests/a.ts"] {
            check(path, &["if (name === 'no-ko') {"], false);
        }
    }

    #[test]
    fn rules_without_names_are_found() {
        let compares = ("crates/gtp/src/a.rs", "name == \"no-ko\"");
        testing::check(preset_names, &[compares], &[]);
        let expected = format!("{TABLE}:1: no names of presets");
        for path in ["crates/game/src/rules.rs", TABLE] {
            testing::check(
                preset_names,
                &[compares, (path, "(\"no-ko\", 1)")],
                &[&expected],
            );
        }
    }
}
