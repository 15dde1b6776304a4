//! The one list of places where a rule does not hold. It may only shrink.

use super::Finding;

/// A place where a rule is broken, knowingly.
#[derive(Debug)]
pub(super) struct Exception {
    /// The rule's name, as `tidy` prints it after `tidy::`.
    pub(super) rule: &'static str,
    pub(super) path: &'static str,
    /// A part of what the finding says. A length is given with its number, so
    /// that what is too long may become shorter (here too) and never longer.
    pub(super) what: &'static str,
    pub(super) why: &'static str,
}

pub(super) const EXCEPTIONS: &[Exception] = &[Exception {
    rule: "no_machine_paths",
    path: "xtask/src/tidy/paths.rs",
    what: "a path of one machine",
    why: "the rule names what it looks for, and its tests show it",
}];

/// How many exceptions there may be; lower it with the list.
const EXCEPTIONS_MAX: usize = 1;
const _: () = assert!(EXCEPTIONS.len() <= EXCEPTIONS_MAX);

impl Exception {
    fn excuses(&self, rule: &str, finding: &Finding) -> bool {
        self.rule == rule && self.path == finding.path && finding.what.contains(self.what)
    }
}

/// What is left of `found` when `exceptions` are granted, in the order of the
/// rules and then of the files; an exception that excuses nothing is itself found.
pub(super) fn without_excused(
    found: Vec<(&'static str, Vec<Finding>)>,
    exceptions: &[Exception],
) -> Vec<(&'static str, Finding)> {
    let mut is_used = vec![false; exceptions.len()];
    let mut left = Vec::new();
    for (rule, mut findings) in found {
        findings.sort();
        for finding in findings {
            let excuse = exceptions
                .iter()
                .position(|exception| exception.excuses(rule, &finding));
            match excuse {
                Some(excuse_idx) => is_used[excuse_idx] = true,
                None => left.push((rule, finding)),
            }
        }
    }
    for (exception, _) in exceptions.iter().zip(is_used).filter(|(_, used)| !used) {
        left.push(("exceptions", stale(exception)));
    }
    left
}

fn stale(exception: &Exception) -> Finding {
    let Exception {
        rule,
        path,
        what,
        why,
    } = exception;
    let what = format!("nothing there breaks {rule} with “{what}” any more (it was: {why})");
    Finding::new(path, 1, what, "take the exception out of the list")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Exception = Exception {
        rule: "lengths",
        path: "a.rs",
        what: "`f` has 80 lines",
        why: "a table",
    };

    /// What is left of one finding of `rule` in `path` when [`LONG`] is excused.
    fn left(rule: &'static str, path: &str, what: &str) -> Vec<String> {
        let finding = Finding::new(path, 9, what, "split it");
        without_excused(vec![(rule, vec![finding])], &[LONG])
            .iter()
            .map(|(rule, finding)| format!("{rule}: {}", finding.what))
            .collect()
    }

    const STALE: &str = "exceptions: nothing there breaks lengths with “`f` has 80 lines” \
                         any more (it was: a table)";

    #[test]
    fn an_exception_excuses_what_it_names() {
        assert!(left("lengths", "a.rs", "`f` has 80 lines").is_empty());
    }

    #[test]
    fn an_exception_excuses_nothing_else() {
        assert_eq!(
            left("lengths", "a.rs", "`f` has 81 lines"),
            ["lengths: `f` has 81 lines", STALE]
        );
        assert_eq!(left("lengths", "b.rs", "`f` has 80 lines").len(), 2);
        assert_eq!(left("names", "a.rs", "`f` has 80 lines").len(), 2);
    }

    #[test]
    fn an_exception_that_no_longer_applies_is_a_finding() {
        let left = without_excused(Vec::new(), &[LONG]);
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].0, "exceptions");
        assert_eq!(left[0].1.path, "a.rs");
    }

    #[test]
    fn what_is_left_is_in_order() {
        let at = |line| Finding::new("a.rs", line, "a stone", "lift it");
        let left = without_excused(vec![("b", vec![at(2), at(1)]), ("a", vec![at(3)])], &[]);
        let lines: Vec<usize> = left.iter().map(|(_, finding)| finding.line).collect();
        assert_eq!(lines, [1, 2, 3]);
    }
}
