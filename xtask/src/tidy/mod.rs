//! `cargo xtask tidy`: the house rules that no compiler checks, as code.
//!
//! A rule is a function from the project's files to what it found there. To add
//! one, write it beside its like and give it a row in [`RULES`].

mod documents;
mod edges;
mod exceptions;
mod glossary;
mod homonyms;
mod invariants;
mod layers;
mod leftovers;
mod lengths;
mod lexer;
mod manifest;
mod markdown;
mod modules;
mod paths;
mod presets;
mod source;
mod tree;

use std::fmt;
use std::path::Path;

use crate::say;
use exceptions::EXCEPTIONS;
use tree::Tree;

/// A house rule.
struct Rule {
    /// The name of the function, by which exceptions and invariants call the rule.
    name: &'static str,
    check: fn(&Tree<'_>) -> Vec<Finding>,
}

/// Writes a rule's name and function from one word, so that they cannot differ.
macro_rules! rules {
    ($($module:ident::$rule:ident,)*) => {
        [$(Rule { name: stringify!($rule), check: $module::$rule }),*]
    };
}

/// Every rule there is.
const RULES: [Rule; 23] = rules![
    edges::crate_edges,
    modules::module_order,
    modules::commands_apart,
    glossary::glossary,
    homonyms::unique_type_names,
    presets::preset_names,
    lengths::function_lengths,
    lengths::file_lengths,
    leftovers::no_switched_off_tests,
    leftovers::no_unfinished_marks,
    leftovers::no_commented_out_code,
    leftovers::no_banners,
    layers::serde_only_in_wire,
    layers::sql_only_in_store,
    layers::no_clock_below_the_edge,
    documents::architecture_names_every_crate,
    documents::crates_describe_themselves,
    documents::readme_names_the_test_command,
    documents::changelog_exists,
    invariants::invariants_have_tests,
    paths::no_junk_drawers,
    paths::no_machine_paths,
    paths::no_large_files,
];

/// A place where a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    path: String,
    line: usize,
    what: String,
    /// Why it matters, or how to mend it.
    mend: &'static str,
}

impl Finding {
    fn new(path: &str, line: usize, what: impl Into<String>, mend: &'static str) -> Finding {
        Finding {
            path: path.to_owned(),
            line,
            what: what.into(),
            mend,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding {
            path,
            line,
            what,
            mend,
        } = self;
        write!(f, "{path}:{line}: {what} — {mend}")
    }
}

/// Checks the workspace at `root` and says what it finds; says whether that was nothing.
pub(crate) fn run(root: &Path) -> bool {
    let files = match tree::read(root) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("xtask: {error}");
            return false;
        }
    };
    let tree = Tree::new(&files);
    let found = RULES.iter().map(|rule| (rule.name, (rule.check)(&tree)));
    let findings = exceptions::without_excused(found.collect(), EXCEPTIONS);
    for (rule, finding) in &findings {
        say(&format!("{finding} (tidy::{rule})"));
    }
    match findings.len() {
        0 => {}
        1 => say("tidy: 1 finding"),
        n_findings => say(&format!("tidy: {n_findings} findings")),
    }
    findings.is_empty()
}

#[cfg(test)]
mod testing {
    //! What the tests of the rules share.

    use super::tree::File;
    use super::{Finding, Tree};

    /// A small tree of files that exists in memory only.
    pub(super) fn files(contents: &[(&str, &str)]) -> Vec<File> {
        let file = |&(path, text): &(&str, &str)| File {
            path: path.to_owned(),
            text: text.to_owned(),
            n_bytes: text.len() as u64,
        };
        contents.iter().map(file).collect()
    }

    /// Compares what `rule` finds, as `path:line: what`, with `expected`.
    #[track_caller]
    pub(super) fn check(
        rule: fn(&Tree<'_>) -> Vec<Finding>,
        contents: &[(&str, &str)],
        expected: &[&str],
    ) {
        let files = files(contents);
        let mut findings = rule(&Tree::new(&files));
        findings.sort();
        let found: Vec<String> = findings
            .iter()
            .map(|finding| format!("{}:{}: {}", finding.path, finding.line, finding.what))
            .collect();
        assert_eq!(found, expected);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_says_where_what_and_how_to_mend_it() {
        let finding = Finding::new("a.rs", 3, "a stone", "lift it");
        assert_eq!(finding.to_string(), "a.rs:3: a stone — lift it");
    }

    #[test]
    fn every_rule_has_a_name_of_its_own() {
        let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RULES.len());
    }
}
