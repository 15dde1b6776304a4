//! `cargo xtask test`: everything a change must pass, step by step.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

use crate::{say, tidy};

/// One thing a change must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Fmt,
    Clippy,
    Tidy,
    Cargo,
}

impl Step {
    /// Every step, the quick ones first.
    pub(crate) const ALL: [Step; 4] = [Step::Fmt, Step::Clippy, Step::Tidy, Step::Cargo];

    /// The step that `name` asks for on the command line.
    pub(crate) fn named(name: &str) -> Option<Step> {
        Step::ALL.into_iter().find(|step| step.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Step::Fmt => "fmt",
            Step::Clippy => "clippy",
            Step::Tidy => "tidy",
            Step::Cargo => "cargo",
        }
    }

    /// What to run to see the failure alone, or to mend it.
    fn advice(self) -> &'static str {
        match self {
            Step::Fmt => "`cargo fmt --all` mends it",
            Step::Clippy => "`cargo xtask test clippy` shows it again",
            Step::Tidy => {
                "each line above says how to mend it; `cargo xtask tidy` shows them again"
            }
            Step::Cargo => {
                "`cargo xtask test cargo` shows it again, `cargo test -p CRATE` one crate"
            }
        }
    }

    /// The arguments for cargo, or `None` where the step is code of ours.
    fn cargo_args(self) -> Option<&'static [&'static str]> {
        match self {
            Step::Fmt => Some(&["fmt", "--all", "--", "--check"]),
            Step::Clippy => Some(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ]),
            Step::Tidy => None,
            Step::Cargo => Some(&["test", "--workspace"]),
        }
    }
}

/// Runs `steps` in the workspace at `root` until one fails; says whether none did.
pub(crate) fn run(root: &Path, steps: &[Step], is_slow: bool) -> bool {
    let is_slow = is_slow || is_ci(env::var_os("CI").as_deref());
    let failed = first_failure(steps, |step| {
        let (is_well, time) = timed(|| run_step(root, step, is_slow));
        say(&verdict(step, is_well, time));
        is_well
    });
    failed.is_none()
}

/// Whether `CI`, as it is set, says that nobody is waiting at a terminal.
fn is_ci(variable: Option<&OsStr>) -> bool {
    variable.is_some_and(|value| !value.is_empty())
}

/// The first of `steps` for which `run` is false; those after it are not run.
fn first_failure(steps: &[Step], mut run: impl FnMut(Step) -> bool) -> Option<Step> {
    steps.iter().copied().find(|&step| !run(step))
}

fn verdict(step: Step, is_well: bool, time: Duration) -> String {
    let (name, seconds) = (step.name(), time.as_secs_f64());
    if is_well {
        format!("{name}: ok in {seconds:.1} s\n")
    } else {
        format!(
            "{name}: FAILED after {seconds:.1} s: {advice}",
            advice = step.advice()
        )
    }
}

fn run_step(root: &Path, step: Step, is_slow: bool) -> bool {
    let Some(args) = step.cargo_args() else {
        say(&format!("{}: the house rules", step.name()));
        return tidy::run(root);
    };
    say(&format!("{}: cargo {}", step.name(), args.join(" ")));
    let mut command = cargo(root, args, is_slow);
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!(
                "xtask: cannot run {}: {error}",
                command.get_program().display()
            );
            false
        }
    }
}

/// A call of cargo; `RUN_SLOW` tells the tests to run their slow parts too.
fn cargo(root: &Path, args: &[&str], is_slow: bool) -> process::Command {
    // Cargo says in `CARGO` which of several toolchains' cargo is running us.
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = process::Command::new(program);
    command.args(args).current_dir(root);
    if is_slow {
        command.env("RUN_SLOW", "1");
    }
    command
}

#[expect(
    clippy::disallowed_methods,
    reason = "how long a step took is told to a person and decides nothing"
)]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let result = work();
    (result, began.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_runs_after_the_first_failure() {
        let mut seen = Vec::new();
        let failed = first_failure(&Step::ALL, |step| {
            seen.push(step);
            step != Step::Clippy
        });
        assert_eq!(failed, Some(Step::Clippy));
        assert_eq!(seen, [Step::Fmt, Step::Clippy]);
    }

    #[test]
    fn all_steps_run_when_none_fails() {
        let mut seen = Vec::new();
        let failed = first_failure(&Step::ALL, |step| {
            seen.push(step);
            true
        });
        assert_eq!(failed, None);
        assert_eq!(seen, Step::ALL);
    }

    #[test]
    fn a_failed_step_says_which_command_to_run() {
        let time = Duration::from_millis(1250);
        assert_eq!(
            verdict(Step::Fmt, false, time),
            "fmt: FAILED after 1.2 s: `cargo fmt --all` mends it"
        );
        assert_eq!(verdict(Step::Fmt, true, time), "fmt: ok in 1.2 s\n");
    }

    #[test]
    fn an_empty_variable_is_not_set() {
        assert!(is_ci(Some(OsStr::new("true"))));
        assert!(!is_ci(Some(OsStr::new(""))));
        assert!(!is_ci(None));
    }

    #[test]
    fn slow_parts_run_when_asked_for() {
        let envs = |is_slow| {
            let command = cargo(Path::new("."), &["test"], is_slow);
            let envs = command.get_envs();
            envs.map(|(name, value)| (name.to_owned(), value.map(OsStr::to_owned)))
                .collect::<Vec<_>>()
        };
        assert_eq!(envs(false), []);
        assert_eq!(envs(true), [("RUN_SLOW".into(), Some("1".into()))]);
    }

    #[test]
    fn a_step_is_asked_for_by_its_name() {
        for step in Step::ALL {
            assert_eq!(Step::named(step.name()), Some(step));
        }
        assert_eq!(Step::named("Fmt"), None);
    }
}
