//! Nothing eats the rest: functions fit a screen, files a sitting.

use super::presets::is_web_source;
use super::{Finding, Tree};

/// A function is read in one look.
const FUNCTION_LINES_MAX: usize = 70;

/// A file is about one thing, and about one thing there is not more to say.
const FILE_LINES_MAX: usize = 800;

/// Functions have at most [`FUNCTION_LINES_MAX`] lines, those of tests apart.
pub(super) fn function_lengths(tree: &Tree<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in &tree.sources {
        for function in source.functions() {
            if !function.is_test && function.n_lines > FUNCTION_LINES_MAX {
                let what = format!("`{}` has {} lines", function.name, function.n_lines);
                let mend = "a function has at most 70: let one decide and others compute";
                findings.push(Finding::new(source.path, function.line, what, mend));
            }
        }
    }
    findings
}

/// Files of code have at most [`FILE_LINES_MAX`] lines, tests apart.
pub(super) fn file_lengths(tree: &Tree<'_>) -> Vec<Finding> {
    let rust = tree
        .sources
        .iter()
        .map(|source| (source.path, source.n_lines_without_tests()));
    let web = tree
        .files
        .iter()
        .filter(|file| is_web_source(&file.path))
        .map(|file| (file.path.as_str(), file.text.lines().count()));
    rust.chain(web)
        .filter(|(_, n_lines)| *n_lines > FILE_LINES_MAX)
        .map(|(path, n_lines)| {
            let what = format!("the file has {n_lines} lines");
            Finding::new(
                path,
                1,
                what,
                "at most 800, tests apart: split it by subject",
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;
    use super::*;

    /// A function of `n_lines` lines.
    fn function(n_lines: usize) -> String {
        format!("fn a() {{\n{}}}\n", "    b();\n".repeat(n_lines - 2))
    }

    #[test]
    fn a_function_of_seventy_lines_fits() {
        let text = format!("\n{}", function(FUNCTION_LINES_MAX));
        check(function_lengths, &[("crates/a/src/a.rs", &text)], &[]);
    }

    #[test]
    fn a_longer_function_does_not() {
        let text = format!("\n{}", function(FUNCTION_LINES_MAX + 1));
        check(
            function_lengths,
            &[("crates/a/src/a.rs", &text), ("crates/a/tests/a.rs", &text)],
            &["crates/a/src/a.rs:2: `a` has 71 lines"],
        );
    }

    #[test]
    fn tests_do_not_make_a_file_long() {
        let shipped = "fn a() {}\n".repeat(FILE_LINES_MAX - 1);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "\n".repeat(300));
        let fits = format!("{shipped}\n{tests}");
        let too_long = format!("{shipped}\n\n{tests}");
        check(
            file_lengths,
            &[
                ("crates/a/src/fits.rs", &fits),
                ("crates/a/src/too_long.rs", &too_long),
                ("crates/a/tests/a.rs", &too_long),
            ],
            &["crates/a/src/too_long.rs:1: the file has 801 lines"],
        );
    }

    #[test]
    fn the_browser_side_has_the_same_limit() {
        let text = "\n".repeat(FILE_LINES_MAX + 1);
        check(
            file_lengths,
            &[
                ("web/src/A.svelte", &text),
                ("web/src/a.ts", &text[1..]),
                ("data/a.txt", &text),
            ],
            &["web/src/A.svelte:1: the file has 801 lines"],
        );
    }
}
