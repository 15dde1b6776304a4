//! `cargo xtask test`: everything a change must pass, step by step.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

use crate::{browser, database_engine, message_bus, say, skipped, tidy, web};

/// One thing a change must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Fmt,
    Clippy,
    Tidy,
    Web,
    Cargo,
    Browser,
}

impl Step {
    /// Every step, the quick ones first.
    pub(crate) const ALL: [Step; 6] = [
        Step::Fmt,
        Step::Clippy,
        Step::Tidy,
        Step::Web,
        Step::Cargo,
        Step::Browser,
    ];

    /// The step that `name` asks for on the command line.
    pub(crate) fn named(name: &str) -> Option<Step> {
        Step::ALL.into_iter().find(|step| step.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Step::Fmt => "fmt",
            Step::Clippy => "clippy",
            Step::Tidy => "tidy",
            Step::Web => "web",
            Step::Cargo => "cargo",
            Step::Browser => "browser",
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
            Step::Web => "`cargo xtask test web` shows it again, `npm test` in web/ its unit tests",
            Step::Cargo => {
                "`cargo xtask test cargo` shows it again, `cargo test -p CRATE` one crate"
            }
            Step::Browser => {
                "`cargo xtask test browser` shows it again; \
                 pictures of what failed are in target/browser"
            }
        }
    }

    fn run(self, root: &Path, is_slow: bool) -> Ending {
        let run_cargo = |args: &[&str]| {
            say(&format!("{}: cargo {}", self.name(), args.join(" ")));
            Ending::of(is_success(&mut cargo(root, args, is_slow)))
        };
        match self {
            Step::Fmt => run_cargo(&["fmt", "--all", "--", "--check"]),
            Step::Clippy => run_cargo(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ]),
            Step::Tidy => {
                say("tidy: the house rules");
                Ending::of(tidy::run(root))
            }
            Step::Web => web::check(root),
            Step::Cargo => {
                database_engine::provide();
                message_bus::provide();
                run_cargo(&["test", "--workspace"])
            }
            Step::Browser => browser::run(root),
        }
    }
}

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Well,
    Failed,
    /// Something it needs is not on this machine, and cannot be fetched from here.
    Skipped {
        why: String,
    },
}

impl Ending {
    pub(crate) fn of(is_well: bool) -> Ending {
        if is_well {
            Ending::Well
        } else {
            Ending::Failed
        }
    }

    /// What this ending of `step` means for the run: where `CI` is set no step is skipped but
    /// the one that needs a browser.
    fn in_run(self, step: Step, is_ci: bool) -> Ending {
        match self {
            Ending::Skipped { why } if is_ci && step != Step::Browser => {
                say(&format!("{} was skipped: {why}", step.name()));
                Ending::Failed
            }
            ending => ending,
        }
    }
}

/// Runs `steps` in the workspace at `root` until one fails; says whether none did.
pub(crate) fn run(root: &Path, steps: &[Step], is_slow: bool) -> bool {
    let is_ci = is_ci(env::var_os("CI").as_deref());
    let is_slow = is_slow || is_ci;
    if let Err(error) = skipped::clear(root) {
        eprintln!("xtask: {}: {error}", skipped::file(root).display());
        return false;
    }
    let failed = first_failure(steps, |step| {
        let (ending, time) = timed(|| step.run(root, is_slow));
        let ending = ending.in_run(step, is_ci);
        say(&verdict(step, &ending, time));
        ending != Ending::Failed
    });
    if steps.contains(&Step::Cargo) {
        say(&skipped::summary(root));
    }
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

fn verdict(step: Step, ending: &Ending, time: Duration) -> String {
    let (name, seconds) = (step.name(), time.as_secs_f64());
    match ending {
        Ending::Well => format!("{name}: ok in {seconds:.1} s\n"),
        Ending::Failed => {
            let advice = step.advice();
            format!("{name}: FAILED after {seconds:.1} s: {advice}")
        }
        Ending::Skipped { why } => format!("{name}: SKIPPED: {why}\n"),
    }
}

/// Runs `command` to its end, and says why where it cannot even begin.
pub(crate) fn is_success(command: &mut process::Command) -> bool {
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            let program = command.get_program().display();
            eprintln!("xtask: cannot run {program}: {error}");
            false
        }
    }
}

/// A call of cargo; `RUN_SLOW` tells the tests to run their slow parts too.
pub(crate) fn cargo(root: &Path, args: &[&str], is_slow: bool) -> process::Command {
    // Cargo says in `CARGO` which of several toolchains' cargo is running us.
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = process::Command::new(program);
    command.args(args).current_dir(root);
    command.env(skipped::VARIABLE, skipped::file(root));
    if is_slow {
        command.env("RUN_SLOW", "1");
    }
    if web::node().is_none() {
        // The rest of the program can be checked without its pages.
        command.env("PONNUKI_WEB", "skip");
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
            verdict(Step::Fmt, &Ending::Failed, time),
            "fmt: FAILED after 1.2 s: `cargo fmt --all` mends it"
        );
        assert_eq!(
            verdict(Step::Fmt, &Ending::Well, time),
            "fmt: ok in 1.2 s\n"
        );
    }

    #[test]
    fn a_skipped_step_is_not_called_well() {
        let ending = Ending::Skipped {
            why: "no Node here".to_owned(),
        };
        assert_eq!(
            verdict(Step::Web, &ending, Duration::ZERO),
            "web: SKIPPED: no Node here\n"
        );
    }

    #[test]
    fn where_ci_is_set_only_the_browser_may_be_missing() {
        let skipped = || Ending::Skipped {
            why: "no Node here".to_owned(),
        };
        assert_eq!(skipped().in_run(Step::Web, true), Ending::Failed);
        assert_eq!(skipped().in_run(Step::Web, false), skipped());
        assert_eq!(skipped().in_run(Step::Browser, true), skipped());
        assert_eq!(Ending::Well.in_run(Step::Web, true), Ending::Well);
    }

    #[test]
    fn an_empty_variable_is_not_set() {
        assert!(is_ci(Some(OsStr::new("true"))));
        assert!(!is_ci(Some(OsStr::new(""))));
        assert!(!is_ci(None));
    }

    #[test]
    fn slow_parts_run_when_asked_for() {
        let slow = |is_slow| {
            let command = cargo(Path::new("."), &["test"], is_slow);
            let mut envs = command.get_envs();
            let found = envs.find(|(name, _)| *name == "RUN_SLOW");
            found.and_then(|(_, value)| value.map(OsStr::to_owned))
        };
        assert_eq!(slow(false), None);
        assert_eq!(slow(true), Some("1".into()));
    }

    #[test]
    fn a_step_is_asked_for_by_its_name() {
        for step in Step::ALL {
            assert_eq!(Step::named(step.name()), Some(step));
        }
        assert_eq!(Step::named("Fmt"), None);
    }
}
