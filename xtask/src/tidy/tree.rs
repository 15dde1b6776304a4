//! The project's files, as the rules see them.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use super::source::{BESIDE, Source};

/// The largest file that is read, and that may be in the repository: everyone
/// who clones the project carries it for ever.
pub(super) const FILE_BYTES_MAX: u64 = 5 << 20;

/// Directories that hold what was built, not what was written.
const BUILT: [&str; 4] = [".git", "target", "node_modules", "dist"];

/// A file of the project.
#[derive(Debug)]
pub(super) struct File {
    /// From the root of the workspace, with `/`.
    pub(super) path: String,
    /// Empty where the file is not text or larger than [`FILE_BYTES_MAX`].
    pub(super) text: String,
    pub(super) n_bytes: u64,
}

/// All files of the project, the Rust ones taken apart.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    pub(super) files: &'a [File],
    pub(super) sources: Vec<Source<'a>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(files: &'a [File]) -> Tree<'a> {
        let mut sources: Vec<Source<'a>> = files
            .iter()
            .filter(|file| file.path.ends_with(".rs"))
            .map(|file| Source::new(&file.path, &file.text))
            .collect();
        let test_stems: BTreeSet<String> = sources.iter().flat_map(test_stems).collect();
        for source in &mut sources {
            if is_in_test_module(source.path, &test_stems) {
                source.mark_all_test();
            }
        }
        Tree { files, sources }
    }

    /// The file at `path`, if there is one.
    pub(super) fn file(&self, path: &str) -> Option<&'a File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The `Cargo.toml` of every crate, with the crate's directory name:
    /// those under `crates/`, and those beside.
    pub(super) fn manifests(&self) -> impl Iterator<Item = (&'a str, &'a File)> {
        self.files.iter().filter_map(|file| {
            let dir = file.path.strip_suffix("/Cargo.toml")?;
            let name = dir.strip_prefix("crates/").unwrap_or(dir);
            let is_beside = BESIDE.contains(&dir);
            let is_crate = is_beside || (name != dir && !name.contains('/'));
            is_crate.then_some((name, file))
        })
    }
}

/// Where the test-only modules declared in `source` lie, without `.rs`.
fn test_stems(source: &Source<'_>) -> Vec<String> {
    let stem = source.path.trim_end_matches(".rs");
    let dir = match stem.rsplit_once('/') {
        Some((dir, "lib" | "main" | "mod")) => dir,
        _ => stem,
    };
    let stem_of = |module| format!("{dir}/{module}");
    source.test_modules().into_iter().map(stem_of).collect()
}

fn is_in_test_module(path: &str, test_stems: &BTreeSet<String>) -> bool {
    let stem = path.trim_end_matches(".rs");
    let mut parents = stem.match_indices('/').map(|(at, _)| &stem[..at]);
    test_stems.contains(stem) || parents.any(|parent| test_stems.contains(parent))
}

/// Why the project's files could not be read.
#[derive(Debug)]
pub(super) struct ReadError {
    path: PathBuf,
    error: io::Error,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}: {}", self.path.display(), self.error)
    }
}

/// Reads the project at `root`: what git tracks or would track, or, outside a
/// checkout, all that was not built.
///
/// # Errors
///
/// The file or directory that could not be read.
pub(super) fn read(root: &Path) -> Result<Vec<File>, ReadError> {
    let paths = match git_paths(root) {
        Some(paths) => paths,
        None => walked_paths(root)?,
    };
    let mut files = Vec::new();
    for path in paths {
        if let Some(file) = read_file(root, path)? {
            files.push(file);
        }
    }
    Ok(files)
}

/// The paths git knows, or `None` where `root` is not a checkout of its own.
fn git_paths(root: &Path) -> Option<BTreeSet<String>> {
    if !root.join(".git").exists() {
        return None;
    }
    let output = process::Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(root)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let listed = String::from_utf8_lossy(&output.stdout);
    let paths = listed.split('\0').filter(|path| !path.is_empty());
    Some(paths.map(str::to_owned).collect())
}

fn walked_paths(root: &Path) -> Result<BTreeSet<String>, ReadError> {
    let mut paths = BTreeSet::new();
    let mut dirs = vec![root.to_owned()];
    while let Some(dir) = dirs.pop() {
        let failed = |error| ReadError {
            path: dir.clone(),
            error,
        };
        for entry in fs::read_dir(&dir).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            let is_built = BUILT.iter().any(|built| entry.file_name() == *built);
            if kind.is_dir() && !is_built {
                dirs.push(entry.path());
            } else if kind.is_file() {
                paths.insert(slashed(root, &entry.path()));
            }
        }
    }
    Ok(paths)
}

/// `path` from `root`, with `/` between its parts on every system.
fn slashed(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// The file at `path`; `None` where it is gone, or is a link or a directory.
fn read_file(root: &Path, path: String) -> Result<Option<File>, ReadError> {
    let full = root.join(&path);
    let failed = |error| ReadError {
        path: full.clone(),
        error,
    };
    let n_bytes = match fs::symlink_metadata(&full) {
        Ok(metadata) if metadata.is_file() => metadata.len(),
        Ok(_) => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let bytes = if n_bytes <= FILE_BYTES_MAX {
        fs::read(&full).map_err(failed)?
    } else {
        Vec::new()
    };
    Ok(Some(File {
        path,
        text: text_of(&bytes),
        n_bytes,
    }))
}

/// The text in `bytes`; a file with a zero byte is not text, as git sees it too.
fn text_of(bytes: &[u8]) -> String {
    if bytes.contains(&0) {
        String::new()
    } else {
        String::from_utf8_lossy(bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::files;
    use super::*;

    #[test]
    fn a_module_declared_for_tests_is_test_code_in_its_own_file_too() {
        let files = files(&[
            (
                "crates/a/src/lib.rs",
                "mod shipped;\n#[cfg(test)]\nmod laws;",
            ),
            ("crates/a/src/main.rs", "fn a() {}\n#[cfg(test)]\nmod runs;"),
            ("crates/a/src/runs/mod.rs", "fn a() {}"),
            (
                "crates/a/src/b/mod.rs",
                "fn a() {}\n#[cfg(test)]\nmod cases;",
            ),
            ("crates/a/src/b/cases.rs", "fn a() {}"),
            ("crates/a/src/laws.rs", "fn a() {} mod deep;"),
            ("crates/a/src/laws/deep.rs", "fn a() {}"),
            ("crates/a/src/shipped.rs", "#[cfg(test)] mod tests;"),
            ("crates/a/src/shipped/tests_of_more.rs", "fn a() {}"),
            ("crates/a/src/shipped/tests.rs", "fn a() {}"),
        ]);
        let tree = Tree::new(&files);
        let test_paths: Vec<&str> = tree
            .sources
            .iter()
            .filter(|source| source.tokens.iter().all(|token| token.is_test))
            .map(|source| source.path)
            .collect();
        let expected = [
            "crates/a/src/runs/mod.rs",
            "crates/a/src/b/cases.rs",
            "crates/a/src/laws.rs",
            "crates/a/src/laws/deep.rs",
            "crates/a/src/shipped.rs",
            "crates/a/src/shipped/tests.rs",
        ];
        assert_eq!(test_paths, expected);
    }

    #[test]
    fn crates_are_the_directories_under_crates_and_two_beside() {
        let files = files(&[
            ("Cargo.toml", ""),
            ("crates/game/Cargo.toml", ""),
            ("crates/game/fuzz/Cargo.toml", ""),
            ("fuzz/Cargo.toml", ""),
            ("train/Cargo.toml", ""),
            ("xtask/Cargo.toml", ""),
        ]);
        let tree = Tree::new(&files);
        let names: Vec<&str> = tree.manifests().map(|(name, _)| name).collect();
        assert_eq!(names, ["game", "train", "xtask"]);
    }

    #[test]
    fn a_walk_finds_what_was_written_and_not_what_was_built() {
        let root = std::env::temp_dir().join(format!("xtask-walk-{}", process::id()));
        for path in [
            "a.rs",
            "b/c.md",
            "target/d",
            "b/node_modules/e",
            "web/dist/f",
        ] {
            let full = root.join(path);
            fs::create_dir_all(full.parent().unwrap()).unwrap();
            fs::write(full, "text").unwrap();
        }
        let paths = walked_paths(&root);
        let files = read(&root);
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(paths.unwrap(), ["a.rs", "b/c.md"].map(str::to_owned).into());
        let files = files.unwrap();
        assert_eq!(files[1].path, "b/c.md");
        assert_eq!((files[1].text.as_str(), files[1].n_bytes), ("text", 4));
    }

    #[test]
    fn git_and_a_walk_agree_about_our_own_sources() {
        let root = crate::workspace_root();
        let Some(git) = git_paths(root) else {
            eprintln!("skipped: not a git checkout");
            return;
        };
        for path in walked_paths(&root.join("xtask/src")).unwrap() {
            assert!(git.contains(&format!("xtask/src/{path}")), "{path}");
        }
        assert!(!git.iter().any(|path| path.starts_with("target/")));
    }

    #[test]
    fn bytes_with_a_zero_are_not_text() {
        assert_eq!(text_of(b"a\0b"), "");
        assert_eq!(text_of(b"a\xffb"), "a\u{fffd}b");
    }
}
