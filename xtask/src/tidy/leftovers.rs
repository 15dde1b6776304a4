//! It is all alive: no switched-off tests, no unfinished marks, no dead code in comments.

use super::lexer::Comment;
use super::source::Source;
use super::{Finding, Tree};

/// Kinds of files, beside Rust, whose lines are looked at for unfinished marks.
const CODE_ENDINGS: [&str; 8] = [
    ".ts", ".svelte", ".css", ".html", ".js", ".py", ".toml", ".sql",
];

/// Every test that is written runs, and says what it expects.
pub(super) fn no_switched_off_tests(tree: &Tree<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in &tree.sources {
        for attribute in source.attributes() {
            let tokens = &source.tokens[attribute];
            let Some(first) = tokens.first() else {
                continue;
            };
            let is_conditional = first.text == "cfg_attr";
            let named = tokens
                .iter()
                .take(if is_conditional { usize::MAX } else { 1 });
            for token in named {
                let mend = match token.text {
                    "ignore" => "mend the test or delete it; slow parts ask for RUN_SLOW",
                    "should_panic" => "return an error and compare it: a panic may have any cause",
                    _ => continue,
                };
                let what = format!("`#[{}]`", token.text);
                findings.push(Finding::new(source.path, token.line, what, mend));
            }
        }
    }
    findings
}

/// What is shipped is finished: no note to come back, no debugging aid.
pub(super) fn no_unfinished_marks(tree: &Tree<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in &tree.sources {
        let comments = source.comments.iter();
        let marks = comments.filter_map(|comment| Some((comment.line, mark(comment.text)?)));
        let macros = (0..source.tokens.len())
            .filter(|&at| source.reads(at, &["dbg", "!"]) || source.reads(at, &["todo", "!"]))
            .map(|at| (source.tokens[at].line, source.tokens[at].text));
        findings.extend(
            marks
                .chain(macros)
                .map(|(line, mark)| unfinished(source.path, line, mark)),
        );
    }
    let is_code = |path: &str| CODE_ENDINGS.iter().any(|ending| path.ends_with(ending));
    for file in tree.files.iter().filter(|file| is_code(&file.path)) {
        for (line_idx, line) in file.text.lines().enumerate() {
            findings.extend(mark(line).map(|mark| unfinished(&file.path, line_idx + 1, mark)));
        }
    }
    findings
}

fn unfinished(path: &str, line: usize, mark: &str) -> Finding {
    let mend = "do it now, or write an issue and leave the code without a mark";
    Finding::new(path, line, format!("`{mark}`"), mend)
}

/// The unfinished mark in `text`. Three crosses count only before a colon: they
/// are also three black stones in a row.
fn mark(text: &str) -> Option<&'static str> {
    let has_word = |word: &str| {
        let mut parts = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
        parts.any(|part| part == word)
    };
    ["TODO", "FIXME"]
        .into_iter()
        .find(|word| has_word(word))
        .or_else(|| text.starts_with("XXX:").then_some("XXX"))
}

/// Comments are prose: old code is in the history.
pub(super) fn no_commented_out_code(tree: &Tree<'_>) -> Vec<Finding> {
    comment_findings(tree, |comment| {
        is_code(comment.text).then_some(("commented-out code", "delete it; git remembers"))
    })
}

/// Headings inside a file are modules that were not made.
pub(super) fn no_banners(tree: &Tree<'_>) -> Vec<Finding> {
    comment_findings(tree, |comment| {
        is_banner(comment.text).then_some(("a banner", "order and modules divide a file"))
    })
}

/// What `fault` finds in comments that are not documentation.
fn comment_findings(
    tree: &Tree<'_>,
    fault: fn(&Comment<'_>) -> Option<(&'static str, &'static str)>,
) -> Vec<Finding> {
    let in_source = |source: &Source<'_>| -> Vec<Finding> {
        let comments = source.comments.iter().filter(|comment| !comment.is_doc);
        comments
            .filter_map(|comment| Some((comment.line, fault(comment)?)))
            .map(|(line, (what, mend))| Finding::new(source.path, line, what, mend))
            .collect()
    };
    tree.sources.iter().flat_map(in_source).collect()
}

/// Whether a comment reads as Rust. Prose may end in a semicolon or start with
/// "let", so each sign of code must come with another.
fn is_code(text: &str) -> bool {
    let is_statement = text.ends_with(';');
    let opens_item = ["fn ", "impl ", "struct ", "enum ", "mod ", "trait "]
        .iter()
        .any(|keyword| text.trim_start_matches("pub ").starts_with(keyword));
    let starts_statement = ["let ", "use ", "pub ", "return ", "const ", "mod ", "type "]
        .iter()
        .any(|keyword| text.starts_with(keyword));
    text.starts_with("#[") && text.ends_with(']')
        || text.ends_with('{')
        || matches!(text, "}" | "};" | "})" | "});" | "}," | "} else {")
        || is_statement && (starts_statement || is_call_or_assignment(text))
        || opens_item && text.contains('(') && text.ends_with('}')
        || text.starts_with("let ") && text.contains(" = ")
}

/// Whether a statement reads as `a::b(…);`, `a.b(…)?;`, `a![…];` or `a = …;`.
fn is_call_or_assignment(text: &str) -> bool {
    let is_path = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '.' | ':');
    let rest = text.trim_start_matches(is_path);
    let starts_path = rest.len() < text.len();
    let starts_with = |operators: &[&str]| operators.iter().any(|sign| rest.starts_with(sign));
    let closes = [");", ")?;", "];"].iter().any(|end| text.ends_with(end));
    let is_call = closes && starts_with(&["(", "!(", "!["]);
    starts_path && (is_call || starts_with(&[" = ", " += ", " -= ", " *= ", " |= "]))
}

/// Whether a comment is drawn, not written: `----`, `==== Name ====`, `////////`.
fn is_banner(text: &str) -> bool {
    [
        "----",
        "====",
        "****",
        "####",
        "~~~~",
        "////",
        "────",
        "════",
    ]
    .iter()
    .any(|line| text.starts_with(line) || text.ends_with(line))
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    /// Checks each line alone; all are found as `what`, or none where it is empty.
    #[track_caller]
    fn check(rule: fn(&Tree<'_>) -> Vec<Finding>, path: &str, lines: &[&str], what: &str) {
        for line in lines {
            let found = format!("{path}:2: {what}");
            let expected = if what.is_empty() {
                Vec::new()
            } else {
                vec![found.as_str()]
            };
            testing::check(rule, &[(path, &format!("\n{line}"))], &expected);
        }
    }

    const PATH: &str = "crates/a/src/a.rs";

    #[test]
    fn tests_are_not_switched_off() {
        let check = |lines: &[&str], what| check(no_switched_off_tests, PATH, lines, what);
        check(
            &[
                "#[ignore]",
                "#[ignore = \"slow\"]",
                "#[cfg_attr(windows, ignore)]",
            ],
            "`#[ignore]`",
        );
        check(&["#[should_panic(expected = \"a\")]"], "`#[should_panic]`");
        check(
            &[
                "// #[ignore]",
                "let a = \"#[ignore]\";",
                "#[doc(ignore)]",
                "ignore(a)",
            ],
            "",
        );
    }

    #[test]
    fn nothing_is_left_for_later() {
        let check = |path, lines: &[&str], what| check(no_unfinished_marks, path, lines, what);
        check(
            PATH,
            &["// TODO: a", "/// a (TODO)", "/* TODO */"],
            "`TODO`",
        );
        check(PATH, &["a(); // FIXME"], "`FIXME`");
        check(PATH, &["// XXX: a"], "`XXX`");
        check(PATH, &["dbg!(a)"], "`dbg`");
        check(PATH, &["fn a() { todo!() }"], "`todo`");
        check("web/src/a.svelte", &["<!-- TODO a -->"], "`TODO`");
        check(
            PATH,
            &[
                "// . X X X\n// .XXX",
                "// XXXO",
                "// TODOS and TODO_MAX",
                "let a = \"TODO\";",
            ],
            "",
        );
        check("data/a.txt", &["TODO"], "");
    }

    #[test]
    fn old_code_is_deleted() {
        let lines = [
            "// let a = 1;",
            "// let a = b",
            "// use a::b;",
            "// pub mod a;",
            "// a.b(c);",
            "// a::b(c)?;",
            "// a!(\"b\");",
            "// self.a += 1;",
            "// if a {",
            "// }",
            "// });",
            "// fn a() {}",
            "// #[test]",
            "// return a;",
            "/* a(); */",
        ];
        check(no_commented_out_code, PATH, &lines, "commented-out code");
    }

    #[test]
    fn prose_is_not_taken_for_code() {
        let lines = [
            "// A stone is placed; then it is looked at;",
            "// Let us see what a (small) board does;",
            "// let it be so",
            "// use the board's own hash, not this one",
            "// the chain (a, b) has two liberties;",
            "// `a(b);` is how it is called",
            "// a * b = c, and d = e",
            "// find(point) walks up to the root;",
            "// score(area) is exact; score(territory) is not",
            "// return to the root",
            "// (and so for White);",
            "// . . X O .",
            "/// let a = 1;",
            "let a = \"// let a = 1;\";",
        ];
        check(no_commented_out_code, PATH, &lines, "");
    }

    #[test]
    fn banners_are_not_drawn() {
        let lines = [
            "// ----",
            "// ==== Rules ====",
            "////////////",
            "// Rules --------",
        ];
        check(no_banners, PATH, &lines, "a banner");
        let lines = [
            "// a -- b",
            "/// |----|",
            "// - a",
            "// a == b",
            "// +----+",
        ];
        check(no_banners, PATH, &lines, "");
    }
}
