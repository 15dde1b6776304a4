//! What lies in the repository: speaking names, nothing of one machine, nothing huge.

use std::collections::BTreeMap;

use super::tree::FILE_BYTES_MAX;
use super::{Finding, Tree};

/// Names of directories that say nothing of what is in them.
const JUNK_DRAWERS: [&str; 6] = ["util", "utils", "common", "misc", "helper", "helpers"];

/// Directories that belong to a machine or a person.
const MACHINE_DIRS: [&str; 4] = ["/work/", "/root/", "/home/", "/Users/"];

/// Directories are named by what is in them.
pub(super) fn no_junk_drawers(tree: &Tree<'_>) -> Vec<Finding> {
    let mut junk_dirs = BTreeMap::new();
    for file in tree.files {
        for (end, _) in file.path.match_indices('/') {
            let dir = &file.path[..end];
            let name = dir.rsplit('/').next().unwrap_or(dir);
            if JUNK_DRAWERS.contains(&name) {
                junk_dirs.insert(dir, name);
            }
        }
    }
    let junk_dirs = junk_dirs.into_iter().map(|(dir, name)| {
        let what = format!("a directory called `{name}`");
        Finding::new(dir, 1, what, "name it by what is in it")
    });
    junk_dirs.collect()
}

/// The project speaks of itself alone, not of the machine it was written on.
pub(super) fn no_machine_paths(tree: &Tree<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files {
        // Few files have any, and a file is searched faster than its lines.
        if machine_dir(&file.text).is_none() {
            continue;
        }
        for (line_idx, line) in file.text.lines().enumerate() {
            if let Some(dir) = machine_dir(line) {
                let what = format!("a path of one machine, `{dir}`");
                let mend = "give it from the root of the workspace";
                findings.push(Finding::new(&file.path, line_idx + 1, what, mend));
            }
        }
    }
    findings
}

/// The machine's directory that `text` speaks of, where a name follows and none
/// goes before: `a/root/b` is a place in a repository or an address.
fn machine_dir(text: &str) -> Option<&'static str> {
    let is_name =
        |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.' | '~' | '*');
    MACHINE_DIRS.into_iter().find(|dir| {
        text.match_indices(dir).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + dir.len()..]);
            !before.ends_with(is_name) && after.starts_with(is_name)
        })
    })
}

/// Everyone who clones the project carries every file for ever.
pub(super) fn no_large_files(tree: &Tree<'_>) -> Vec<Finding> {
    let large = tree
        .files
        .iter()
        .filter(|file| file.n_bytes > FILE_BYTES_MAX);
    large
        .map(|file| {
            let what = format!("{:.1} MiB", file.n_bytes as f64 / f64::from(1 << 20));
            Finding::new(
                &file.path,
                1,
                what,
                "at most 5: make it smaller, or make it when built",
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, files};
    use super::*;

    #[test]
    fn a_directory_says_what_is_in_it() {
        check(
            no_junk_drawers,
            &[
                ("crates/game/tests/common/mod.rs", ""),
                ("crates/game/tests/common/a.rs", ""),
                ("web/src/misc/deep/a.ts", ""),
                ("web/src/commonplace/util.ts", ""),
            ],
            &[
                "crates/game/tests/common:1: a directory called `common`",
                "web/src/misc:1: a directory called `misc`",
            ],
        );
    }

    #[test]
    fn a_path_of_one_machine_is_found() {
        for (line, dir) in [
            ("see /work/a", "/work/"),
            ("\"/root/.a\"", "/root/"),
            ("(/home/honinbo)", "/home/"),
            ("file:///Users/a", "/Users/"),
        ] {
            let what = format!("data/a.txt:2: a path of one machine, `{dir}`");
            let text = format!("\n{line}");
            check(no_machine_paths, &[("data/a.txt", &text)], &[&what]);
        }
    }

    #[test]
    fn a_path_in_the_project_or_an_address_is_fine() {
        let text = "crates/work/a ../root/b https://a.b/home/c ~/work/d $x/home/ the /root/ and /home/<name>";
        check(no_machine_paths, &[("data/a.txt", text)], &[]);
    }

    #[test]
    fn a_large_file_is_found() {
        let mut files = files(&[("a", ""), ("b", "")]);
        files[0].n_bytes = FILE_BYTES_MAX;
        files[1].n_bytes = FILE_BYTES_MAX + (1 << 19);
        let found: Vec<String> = no_large_files(&Tree::new(&files))
            .iter()
            .map(|finding| format!("{}: {}", finding.path, finding.what))
            .collect();
        assert_eq!(found, ["b: 5.5 MiB"]);
    }
}
