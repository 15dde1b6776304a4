//! KataGo's spelling of options.

use std::ffi::OsString;

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

#[cfg(test)]
mod tests {
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
}
