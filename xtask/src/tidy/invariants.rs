//! What the architecture promises, a test keeps.

use super::documents::{ARCHITECTURE, missing};
use super::markdown;
use super::source::Source;
use super::{Finding, RULES, Tree};

const HEADING: &str = "## Invariants";

/// A map that says less of what is not there says nothing.
const INVARIANTS_MIN: usize = 8;

/// Every invariant in the architecture ends with the name of a test that exists.
pub(super) fn invariants_have_tests(tree: &Tree<'_>) -> Vec<Finding> {
    let Some(file) = tree.file(ARCHITECTURE) else {
        return vec![missing(
            ARCHITECTURE,
            "write down the invariants, each with its test",
        )];
    };
    let Some(section) = section(&file.text) else {
        let what = format!("there is no `{HEADING}`");
        return vec![Finding::new(
            ARCHITECTURE,
            1,
            what,
            "say what will never be so",
        )];
    };
    let mut findings = Vec::new();
    if section.bullets.len() < INVARIANTS_MIN {
        let what = format!("{} invariants", section.bullets.len());
        let mend = "name at least 8 things that are never so";
        findings.push(Finding::new(ARCHITECTURE, section.line, what, mend));
    }
    for bullet in &section.bullets {
        findings.extend(fault(tree, &bullet.text).map(|what| {
            let mend = "end it with `crate::test_name` or `tidy::rule`, one that exists";
            Finding::new(ARCHITECTURE, bullet.line, what, mend)
        }));
    }
    findings
}

/// The invariants as they are written.
struct InvariantSection {
    line: usize,
    bullets: Vec<Bullet>,
}

struct Bullet {
    line: usize,
    /// All its lines in one.
    text: String,
}

fn section(text: &str) -> Option<InvariantSection> {
    let mut lines = markdown::lines(text).filter(|line| !line.is_fenced);
    let heading = lines.find(|line| line.text.trim_end() == HEADING)?;
    let mut bullets: Vec<Bullet> = Vec::new();
    for line in lines.take_while(|line| !line.text.starts_with("## ")) {
        let text = line.text.trim();
        if let Some(start) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
            bullets.push(Bullet {
                line: line.number,
                text: start.to_owned(),
            });
        } else if let Some(bullet) = bullets.last_mut() {
            bullet.text.push(' ');
            bullet.text.push_str(text);
        }
    }
    Some(InvariantSection {
        line: heading.number,
        bullets,
    })
}

/// What is wrong with the test that an invariant names at its end.
fn fault(tree: &Tree<'_>, bullet: &str) -> Option<String> {
    let ended = bullet.trim_end_matches(['.', ')', ' ']);
    let last = markdown::code_spans(bullet)
        .last()
        .filter(|_| ended.ends_with('`'));
    let Some((home, path)) = last.and_then(|last| last.split_once("::")) else {
        return Some("the invariant names no test".to_owned());
    };
    let name = path.rsplit("::").next().unwrap_or(path);
    let exists = if home == "tidy" {
        RULES.iter().any(|rule| rule.name == name)
    } else {
        let crate_name = home.trim_start_matches("ponnuki_");
        let mut sources = tree.sources.iter();
        sources.any(|source| source.crate_name() == Some(crate_name) && defines(source, name))
    };
    (!exists).then(|| format!("there is no test `{home}::{path}`"))
}

fn defines(source: &Source<'_>, name: &str) -> bool {
    (0..source.tokens.len()).any(|at| source.reads(at, &["fn", name]))
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    const LAWS: (&str, &str) = ("crates/game/tests/laws.rs", "#[test] fn a_law_holds() {}");

    /// Checks an architecture with seven good invariants and then `bullet`.
    #[track_caller]
    fn check(bullet: &str, expected: &[&str]) {
        let good = "- True. `tidy::crate_edges`\n".repeat(INVARIANTS_MIN - 1);
        let text = format!("# Map\n\n- `no`\n\n{HEADING}\n\n{good}{bullet}\n\n## More\n- `no`\n");
        testing::check(
            invariants_have_tests,
            &[LAWS, (ARCHITECTURE, &text)],
            expected,
        );
    }

    #[test]
    fn an_invariant_ends_with_its_test() {
        for bullet in [
            "- So. `game::a_law_holds`",
            "* So `not`. (`game::a_law_holds`)",
            "- So, and\n  so: `game::laws::a_law_holds`.",
            "- So. `tidy::preset_names`",
            "- So. `ponnuki_game::a_law_holds`\n\n",
            "- So. `game::a_law_holds`\n```\n- So.\n```",
        ] {
            check(bullet, &[]);
        }
    }

    #[test]
    fn an_invariant_without_a_test_is_found() {
        for bullet in [
            "- So.",
            "- So `a_law_holds`",
            "- `game::a_law_holds` so it is",
        ] {
            check(bullet, &["ARCHITECTURE.md:14: the invariant names no test"]);
        }
    }

    #[test]
    fn a_test_that_does_not_exist_is_found() {
        for name in [
            "game::a_law",
            "sgf::a_law_holds",
            "tidy::a_law_holds",
            "tidy::rules",
        ] {
            let what = format!("ARCHITECTURE.md:14: there is no test `{name}`");
            check(&format!("- So. `{name}`"), &[&what]);
        }
    }

    #[test]
    fn there_are_at_least_eight() {
        check("", &["ARCHITECTURE.md:5: 7 invariants"]);
        testing::check(
            invariants_have_tests,
            &[(ARCHITECTURE, "# Map\n")],
            &["ARCHITECTURE.md:1: there is no `## Invariants`"],
        );
        testing::check(invariants_have_tests, &[], &["ARCHITECTURE.md:1: missing"]);
    }
}
