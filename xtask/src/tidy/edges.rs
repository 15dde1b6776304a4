//! Which crate may use which.

use super::manifest::{Dependency, Manifest};
use super::tree::File;
use super::{Finding, Tree};

/// All that the program consists of, its binary apart.
const LIBRARIES: &[&str] = &[
    "game", "sgf", "clock", "record", "gtp", "net", "search", "engine", "room", "wire", "store",
    "server", "tui", "draw", "words", "review", "teach", "think", "katago", "client", "nets",
    "match", "hosting", "files", "config", "club",
];

/// Each crate with those of ours that it may use. A crate that is not here does
/// not belong to the design.
pub(super) const EDGES: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("sgf", &[]),
    ("clock", &[]),
    ("club", &["game"]),
    ("record", &["game", "sgf"]),
    ("draw", &["game"]),
    ("think", &["game", "clock"]),
    ("gtp", &["game", "clock", "record", "think"]),
    ("match", &["game", "gtp", "record", "sgf"]),
    ("net", &["game", "think"]),
    ("search", &["game", "think"]),
    ("teach", &["game", "search"]),
    ("engine", &["game", "clock", "net", "search", "think"]),
    ("room", &["game", "clock", "record", "think"]),
    ("wire", &["game", "clock", "record", "room", "think"]),
    ("katago", &["game", "gtp", "think", "wire"]),
    ("store", &["wire"]),
    ("client", &["wire"]),
    ("words", &["game", "clock", "wire"]),
    ("nets", &["game", "net", "engine", "client", "words"]),
    (
        "files",
        &["game", "draw", "record", "sgf", "think", "wire", "words"],
    ),
    ("config", &["files", "words"]),
    (
        "review",
        // The engine judges in its tests only.
        &[
            "game", "draw", "engine", "files", "record", "search", "sgf", "think", "wire", "words",
        ],
    ),
    (
        "server",
        &[
            "game", "clock", "draw", "record", "room", "store", "teach", "think", "wire", "words",
        ],
    ),
    (
        "tui",
        // Its tests play in a room.
        &[
            "game", "client", "clock", "engine", "record", "review", "room", "server", "think",
            "wire", "words",
        ],
    ),
    (
        "hosting",
        &[
            // The store is opened in its tests only.
            "game", "client", "clock", "engine", "katago", "record", "review", "room", "server",
            "store", "think", "wire",
        ],
    ),
    ("ponnuki", LIBRARIES),
    ("testkit", &["game"]),
    ("bench", LIBRARIES),
    (
        "tools",
        &[
            "game", "engine", "match", "net", "nets", "record", "search", "teach",
        ],
    ),
    ("train", &["game", "net"]),
    ("xtask", &[]),
];

/// The crates whose dependencies from outside are counted, with those they may have.
const OUTSIDE: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("clock", &[]),
    // Old game files are written in many encodings and must be read fast.
    ("sgf", &["encoding_rs", "chardetng", "memchr"]),
];

/// The crate that tests may use wherever they are, and that only tests use.
const TESTKIT: &str = "testkit";

/// Measures everything, so it may use everything.
const BENCH: &str = "bench";

/// Crates use each other only along [`EDGES`], and some nothing else at all.
pub(super) fn crate_edges(tree: &Tree<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, file) in tree.manifests() {
        let manifest = Manifest::parse(&file.text);
        findings.extend(identity(name, &file.path, &manifest));
        findings.extend(faults(file, &manifest, |dependency| {
            edge_fault(name, dependency).or_else(|| rename_fault(dependency))
        }));
    }
    if let Some(file) = tree.file("Cargo.toml") {
        findings.extend(faults(file, &Manifest::parse(&file.text), rename_fault));
    }
    findings
}

/// What `fault` finds in the dependencies of the manifest in `file`.
fn faults(
    file: &File,
    manifest: &Manifest,
    fault: impl Fn(&Dependency) -> Option<Fault>,
) -> Vec<Finding> {
    let dependencies = manifest.dependencies.iter();
    dependencies
        .filter_map(|dependency| Some((dependency.line, fault(dependency)?)))
        .map(|(line, (what, mend))| Finding::new(&file.path, line, what, mend))
        .collect()
}

/// What is wrong, and how to mend it.
type Fault = (String, &'static str);

fn identity(name: &str, path: &str, manifest: &Manifest) -> Option<Finding> {
    if row(EDGES, name).is_none() {
        let what = format!("`{name}` is not in the design");
        let mend = "give it a row in EDGES (xtask/src/tidy/edges.rs) and a place in the map";
        return Some(Finding::new(path, 1, what, mend));
    }
    let package = manifest.name.as_deref().unwrap_or_default();
    let is_own_name = matches!(name, "ponnuki" | "xtask");
    let expected = if is_own_name {
        name.to_owned()
    } else {
        format!("ponnuki-{name}")
    };
    (package != expected).then(|| {
        let what = format!("the package is called `{package}`, not `{expected}`");
        Finding::new(path, 1, what, "a crate is called by its directory")
    })
}

/// Why the crate `name` may not have `dependency`, if it may not.
fn edge_fault(name: &str, dependency: &Dependency) -> Option<Fault> {
    match ours(&dependency.package) {
        Some(used) => inner_fault(name, used, dependency.is_dev),
        None => outer_fault(name, dependency),
    }
}

fn inner_fault(name: &str, used: &str, is_dev: bool) -> Option<Fault> {
    let is_allowed = row(EDGES, name).unwrap_or_default().contains(&used);
    if is_allowed || (used == TESTKIT && name == BENCH) {
        return None;
    }
    if used == TESTKIT && name != "xtask" {
        let what = format!("`{name}` uses `{TESTKIT}` outside its tests");
        return (!is_dev).then_some((what, "move it to [dev-dependencies]"));
    }
    let what = format!("`{name}` may not use `{used}`");
    Some((
        what,
        "dependencies point one way; see EDGES in xtask/src/tidy/edges.rs",
    ))
}

fn outer_fault(name: &str, dependency: &Dependency) -> Option<Fault> {
    let allowed = row(OUTSIDE, name)?;
    let package = dependency.package.as_str();
    (!dependency.is_dev && !allowed.contains(&package)).then(|| {
        let what = format!("`{name}` may not use `{package}`");
        (
            what,
            "it promises to need almost nothing; see OUTSIDE in xtask/src/tidy/edges.rs",
        )
    })
}

/// Ours go by their own names, or the edges could not be read off.
fn rename_fault(dependency: &Dependency) -> Option<Fault> {
    let Dependency { key, package, .. } = dependency;
    (ours(package).is_some() && key != package).then(|| {
        let what = format!("`{package}` is used under the name `{key}`");
        (what, "call our crates by their names")
    })
}

/// The directory of one of our crates, from the name of its package.
fn ours(package: &str) -> Option<&str> {
    match package {
        "ponnuki" | "xtask" => Some(package),
        _ => package.strip_prefix("ponnuki-"),
    }
}

fn row(table: &[(&str, &'static [&'static str])], name: &str) -> Option<&'static [&'static str]> {
    let found = table.iter().find(|(crate_name, _)| *crate_name == name);
    found.map(|(_, row)| *row)
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    /// Checks the manifest of the crate in `dir`, given what follows its name.
    #[track_caller]
    fn check(dir: &str, rest: &str, expected: &[&str]) {
        let name = dir.rsplit('/').next().unwrap();
        let package = if ours(name).is_some() {
            name.to_owned()
        } else {
            format!("ponnuki-{name}")
        };
        let text = format!("[package]\nname = \"{package}\"\n{rest}");
        testing::check(
            crate_edges,
            &[(&format!("{dir}/Cargo.toml"), &text)],
            expected,
        );
    }

    #[test]
    fn the_design_draws_no_circle() {
        for (idx, (name, used)) in EDGES.iter().enumerate() {
            for used in *used {
                let used_idx = EDGES.iter().position(|(other, _)| other == used);
                assert!(
                    used_idx.is_some_and(|used_idx| used_idx < idx),
                    "{name} → {used}"
                );
            }
        }
    }

    #[test]
    fn an_edge_of_the_design_is_allowed() {
        check(
            "crates/record",
            "[dependencies]\nponnuki-game.workspace = true\nponnuki-sgf.workspace = true",
            &[],
        );
        check(
            "crates/ponnuki",
            "[dependencies]\nponnuki-tui.workspace = true",
            &[],
        );
        check(
            "bench",
            "[dependencies]\nponnuki-testkit.workspace = true\nponnuki-net.workspace = true",
            &[],
        );
    }

    #[test]
    fn the_server_does_not_know_the_engine() {
        check(
            "crates/server",
            "[dependencies]\nponnuki-game.workspace = true\nponnuki-engine.workspace = true",
            &["crates/server/Cargo.toml:5: `server` may not use `engine`"],
        );
    }

    #[test]
    fn tests_too_keep_to_the_edges() {
        check(
            "crates/game",
            "[dev-dependencies]\nponnuki-sgf.workspace = true",
            &["crates/game/Cargo.toml:4: `game` may not use `sgf`"],
        );
    }

    #[test]
    fn the_testkit_is_for_tests() {
        check(
            "crates/game",
            "[dev-dependencies]\nponnuki-testkit.workspace = true",
            &[],
        );
        check(
            "crates/ponnuki",
            "[dependencies]\nponnuki-testkit.workspace = true",
            &["crates/ponnuki/Cargo.toml:4: `ponnuki` uses `testkit` outside its tests"],
        );
    }

    #[test]
    fn nothing_uses_the_benchmarks_or_the_tasks() {
        check(
            "crates/ponnuki",
            "[dev-dependencies]\nponnuki-bench.workspace = true\nxtask.workspace = true",
            &[
                "crates/ponnuki/Cargo.toml:4: `ponnuki` may not use `bench`",
                "crates/ponnuki/Cargo.toml:5: `ponnuki` may not use `xtask`",
            ],
        );
        check(
            "xtask",
            "[dev-dependencies]\nponnuki-testkit.workspace = true",
            &["xtask/Cargo.toml:4: `xtask` may not use `testkit`"],
        );
    }

    #[test]
    fn the_rules_core_depends_on_nothing() {
        check("crates/game", "[dev-dependencies]\nproptest = \"1\"", &[]);
        check(
            "crates/clock",
            "[build-dependencies]\ncc = \"1\"",
            &["crates/clock/Cargo.toml:4: `clock` may not use `cc`"],
        );
        check("crates/sgf", "[dependencies]\nmemchr = \"2\"", &[]);
        check(
            "crates/sgf",
            "[dependencies]\nnom = \"7\"",
            &["crates/sgf/Cargo.toml:4: `sgf` may not use `nom`"],
        );
    }

    #[test]
    fn a_new_name_does_not_hide_an_edge() {
        check(
            "crates/store",
            "[dependencies]\nx = { package = \"ponnuki-game\", path = \"../game\" }\ny = { package = \"ponnuki-wire\", path = \"../wire\" }",
            &[
                "crates/store/Cargo.toml:4: `store` may not use `game`",
                "crates/store/Cargo.toml:5: `ponnuki-wire` is used under the name `y`",
            ],
        );
        testing::check(
            crate_edges,
            &[(
                "Cargo.toml",
                "[workspace.dependencies]\nx = { package = \"ponnuki-game\" }",
            )],
            &["Cargo.toml:2: `ponnuki-game` is used under the name `x`"],
        );
    }

    #[test]
    fn a_crate_outside_the_design_is_found() {
        check(
            "crates/ladder",
            "",
            &["crates/ladder/Cargo.toml:1: `ladder` is not in the design"],
        );
        testing::check(
            crate_edges,
            &[("crates/game/Cargo.toml", "[package]\nname = \"go\"")],
            &["crates/game/Cargo.toml:1: the package is called `go`, not `ponnuki-game`"],
        );
    }
}
