//! The documents say what is so.

use std::collections::BTreeSet;

use super::edges::EDGES;
use super::manifest::Manifest;
use super::markdown::{self, MarkdownLine};
use super::{Finding, Tree};

pub(super) const ARCHITECTURE: &str = "ARCHITECTURE.md";
const README: &str = "README.md";
const CHANGELOG: &str = "CHANGELOG.md";
const CI: &str = ".ci/run";

/// The map names every crate there is, and none that is not.
pub(super) fn architecture_names_every_crate(tree: &Tree<'_>) -> Vec<Finding> {
    let Some(file) = tree.file(ARCHITECTURE) else {
        return vec![missing(ARCHITECTURE, "write the map of the crates")];
    };
    let crates: BTreeSet<&str> = tree.manifests().map(|(name, _)| name).collect();
    let mut named = BTreeSet::new();
    let mut findings = Vec::new();
    for line in markdown::lines(&file.text) {
        for name in crates_named(line) {
            if !crates.contains(name) {
                let what = format!("there is no crate `{name}`");
                let mend = "the map shows what is there: take it out, or build it first";
                findings.push(Finding::new(ARCHITECTURE, line.number, what, mend));
            }
            named.insert(name);
        }
    }
    for name in crates.difference(&named) {
        let what = format!("crate `{name}` is not named");
        findings.push(Finding::new(
            ARCHITECTURE,
            1,
            what,
            "give it a paragraph in the code map",
        ));
    }
    findings
}

/// The crates that a line speaks of: as `game`, `ponnuki-game`, `ponnuki_game::Board` or
/// `crates/game/src` in backticks; in a fenced block by directory only.
fn crates_named(line: MarkdownLine<'_>) -> Vec<&str> {
    if line.is_fenced {
        return line
            .text
            .split_whitespace()
            .filter_map(crate_of_path)
            .collect();
    }
    markdown::code_spans(line.text)
        .filter_map(crate_of_span)
        .collect()
}

fn crate_of_path(path: &str) -> Option<&str> {
    let inside = path.strip_prefix("crates/")?;
    inside.split('/').next().filter(|name| is_crate_like(name))
}

fn crate_of_span(span: &str) -> Option<&str> {
    let head = span.split("::").next().unwrap_or(span);
    let is_known = EDGES.iter().any(|(name, _)| *name == span);
    crate_of_path(span)
        .or_else(|| is_known.then_some(span))
        .or_else(|| head.strip_prefix("ponnuki_"))
        .or_else(|| {
            span.strip_prefix("ponnuki-")
                .filter(|name| is_crate_like(name))
        })
}

/// Whether `name` could be that of a crate; `*` in `crates/*` could not.
fn is_crate_like(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|sign| sign.is_ascii_lowercase() || sign == '_')
}

/// `ls` tells the story: each crate says in one sentence what it is.
pub(super) fn crates_describe_themselves(tree: &Tree<'_>) -> Vec<Finding> {
    let silent = tree.manifests().filter(|(_, file)| {
        let description = Manifest::parse(&file.text).description;
        description.is_none_or(|description| description.trim().is_empty())
    });
    silent
        .map(|(name, file)| {
            let what = format!("`{name}` has no description");
            Finding::new(
                &file.path,
                1,
                what,
                "say in one sentence what it is, and what it is not",
            )
        })
        .collect()
}

/// A visitor runs what the checks run.
pub(super) fn readme_names_the_test_command(tree: &Tree<'_>) -> Vec<Finding> {
    let command = tree.file(CI).and_then(|file| last_command(&file.text));
    let Some(command) = command else {
        return vec![missing(CI, "it runs the test command, as its last line")];
    };
    let Some(readme) = tree.file(README) else {
        return vec![missing(README, "say what this is and how to test it")];
    };
    if markdown::lines(&readme.text).any(|line| shows_command(line, command)) {
        return Vec::new();
    }
    let what = format!("does not name the test command, `{command}`");
    vec![Finding::new(
        README,
        1,
        what,
        "visitors and .ci/run test with the same words",
    )]
}

/// The last line of a script that does something.
fn last_command(script: &str) -> Option<&str> {
    let mut lines = script.lines().rev().map(str::trim);
    let command = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    Some(command.strip_prefix("exec ").unwrap_or(command))
}

/// Whether `line` is `command` in a fenced block, or has it in backticks.
fn shows_command(line: MarkdownLine<'_>, command: &str) -> bool {
    if !line.is_fenced {
        return markdown::code_spans(line.text).any(|span| span == command);
    }
    let typed = line.text.split(" #").next().unwrap_or_default().trim();
    typed.strip_prefix("$ ").unwrap_or(typed) == command
}

/// Whoever uses the program can read what changed.
pub(super) fn changelog_exists(tree: &Tree<'_>) -> Vec<Finding> {
    match tree.file(CHANGELOG) {
        Some(_) => Vec::new(),
        None => vec![missing(
            CHANGELOG,
            "tell players, operators and clients what changed",
        )],
    }
}

pub(super) fn missing(path: &str, mend: &'static str) -> Finding {
    Finding::new(path, 1, "missing", mend)
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;
    use super::*;

    const GAME: (&str, &str) = ("crates/game/Cargo.toml", "");
    const XTASK: (&str, &str) = ("xtask/Cargo.toml", "");
    const RUN: (&str, &str) = (CI, "#!/bin/sh\ncd x\n\nexec cargo xtask test\n# end\n");

    #[track_caller]
    fn check_map(text: &str, expected: &[&str]) {
        check(
            architecture_names_every_crate,
            &[GAME, XTASK, (ARCHITECTURE, text)],
            expected,
        );
    }

    #[test]
    fn the_map_names_what_is_there() {
        check_map(
            "`game` has the rules,\n`xtask` the commands; `crates/*` and `Board`.",
            &[],
        );
        check_map("`ponnuki_game::Board` and `xtask`", &[]);
        check_map("`ponnuki-game` and `xtask`", &[]);
        check_map("`xtask`\n```\ncrates/game/src  rules\n```", &[]);
    }

    #[test]
    fn a_crate_that_is_not_on_the_map_is_found() {
        check_map(
            "The game is in a crate, `xtask`",
            &["ARCHITECTURE.md:1: crate `game` is not named"],
        );
    }

    #[test]
    fn a_crate_that_is_only_on_the_map_is_found() {
        check_map(
            "`game` `xtask`\n`tui` `ponnuki-ladder`\n```\ncrates/old/src\n```",
            &[
                "ARCHITECTURE.md:2: there is no crate `ladder`",
                "ARCHITECTURE.md:2: there is no crate `tui`",
                "ARCHITECTURE.md:4: there is no crate `old`",
            ],
        );
    }

    #[test]
    fn documents_that_are_missing_are_found() {
        check(
            architecture_names_every_crate,
            &[GAME],
            &["ARCHITECTURE.md:1: missing"],
        );
        check(
            readme_names_the_test_command,
            &[RUN],
            &["README.md:1: missing"],
        );
        check(
            readme_names_the_test_command,
            &[(README, "")],
            &[".ci/run:1: missing"],
        );
        check(changelog_exists, &[], &["CHANGELOG.md:1: missing"]);
        check(changelog_exists, &[(CHANGELOG, "")], &[]);
    }

    #[test]
    fn a_crate_without_a_description_is_found() {
        check(
            crates_describe_themselves,
            &[
                (
                    "crates/game/Cargo.toml",
                    "[package]\ndescription = \"Rules.\"",
                ),
                ("crates/sgf/Cargo.toml", "[package]\ndescription = \" \""),
                XTASK,
            ],
            &[
                "crates/sgf/Cargo.toml:1: `sgf` has no description",
                "xtask/Cargo.toml:1: `xtask` has no description",
            ],
        );
    }

    #[test]
    fn the_readme_names_the_command_of_the_checks() {
        for text in [
            "Run `cargo xtask test`.",
            "```sh\ncargo build\n$ cargo xtask test   # all of it\n```",
        ] {
            check(readme_names_the_test_command, &[RUN, (README, text)], &[]);
        }
        for text in [
            "Run cargo xtask test",
            "`cargo xtask test --slow`",
            "```\ncargo xtask test fmt\n```",
        ] {
            check(
                readme_names_the_test_command,
                &[RUN, (README, text)],
                &["README.md:1: does not name the test command, `cargo xtask test`"],
            );
        }
    }
}
