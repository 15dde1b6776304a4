//! KataGo's ways to say how it is to be run: its spelling of options, its
//! configuration files, and `key=value` on the command line.

use std::ffi::OsString;

use ponnuki_wire::katago::{BadSetting, Settings};

/// Options that KataGo's clients write with one hyphen.
const ONE_HYPHEN: [&str; 6] = [
    "-config",
    "-model",
    "-human-model",
    "-override-config",
    "-analysis-threads",
    "-quit-without-waiting",
];

/// `args`, the program's name first, with two hyphens before every option of
/// `analysis` that KataGo's clients write with one.
pub(crate) fn two_hyphens(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    if args.get(1).is_some_and(|command| command == "analysis") {
        for arg in &mut args {
            if let Some(option) = ONE_HYPHEN.iter().find(|option| *arg == ***option) {
                *arg = format!("-{option}").into();
            }
        }
    }
    args
}

/// Changes `settings` as the text of a configuration file says; what it says
/// about other things is for KataGo.
///
/// # Errors
///
/// The first setting that cannot be so.
pub(super) fn apply_file(text: &str, settings: &mut Settings) -> Result<(), BadSetting> {
    let lines = text.lines();
    let lines = lines.map(|line| line.split('#').next().unwrap_or(line));
    apply(lines, settings)
}

/// Changes `settings` as `key=value,key=value` says.
///
/// # Errors
///
/// The first setting that cannot be so.
pub(super) fn apply_list(list: &str, settings: &mut Settings) -> Result<(), BadSetting> {
    apply(list.split(','), settings)
}

fn apply<'a>(
    pairs: impl Iterator<Item = &'a str>,
    settings: &mut Settings,
) -> Result<(), BadSetting> {
    for (key, value) in pairs.filter_map(|pair| pair.split_once('=')) {
        settings.change(key.trim(), value.trim())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use ponnuki_wire::katago::Perspective;

    use super::*;

    #[track_caller]
    fn check(given: &str, expected: &str) {
        let args = two_hyphens(given.split(' ').map(OsString::from));
        let args: Vec<_> = args.iter().map(|arg| arg.to_str().unwrap()).collect();
        assert_eq!(args.join(" "), expected);
    }

    #[test]
    fn options_of_analysis_are_known_with_one_hyphen() {
        check(
            "ponnuki analysis -model a -config b -quit-without-waiting --seed 1 -h -modelx",
            "ponnuki analysis --model a --config b --quit-without-waiting --seed 1 -h -modelx",
        );
        check("ponnuki gtp -model a", "ponnuki gtp -model a");
        check("ponnuki", "ponnuki");
    }

    #[test]
    fn a_configuration_changes_what_is_known_and_leaves_the_rest() {
        let text = "# maxVisits = 1\nmaxVisits = 7 # few\n\nnumSearchThreads = x\n\
            reportAnalysisWinratesAs = SIDETOMOVE";
        let mut settings = Settings::default();
        apply_file(text, &mut settings).unwrap();
        apply_list("homeDataDir=/a=b,maxTime=1.5", &mut settings).unwrap();
        let expected = Settings {
            n_visits_max: 7,
            perspective: Perspective::SideToMove,
            time_max: Some(std::time::Duration::from_millis(1500)),
            ..Settings::default()
        };
        assert_eq!(settings, expected);
        let bad = apply_list("maxVisits=0", &mut settings).unwrap_err();
        assert_eq!((bad.key.as_str(), bad.value.as_str()), ("maxVisits", "0"));
        assert_eq!(settings, expected);
    }
}
