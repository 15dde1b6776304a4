//! Serde, SQL and clocks stay at the edge.

use super::source::Source;
use super::{Finding, Tree};

/// The crates that may derive shapes for JSON. `katago` has those of KataGo's protocol, which
/// leave the process as `wire`'s do; `bench` writes its figures; the binary prints what `wire`
/// has the shape for.
const SERDE: [&str; 3] = ["wire", "katago", "bench"];

/// The crate that may speak to a database.
const SQL: [&str; 1] = ["store"];

/// The crates that may read a clock or draw a random number by themselves.
const CLOCK: [&str; 8] = [
    "server", "engine", "tui", "client", "xtask", "bench", "train", "ponnuki",
];

/// Libraries that speak to databases.
const SQL_LIBRARIES: [&str; 4] = ["sqlx", "rusqlite", "postgres", "tokio_postgres"];

/// How a statement starts.
const SQL_STARTS: [&str; 11] = [
    "SELECT ",
    "INSERT INTO ",
    "INSERT OR ",
    "UPDATE ",
    "DELETE FROM ",
    "CREATE TABLE ",
    "CREATE INDEX ",
    "CREATE UNIQUE INDEX ",
    "ALTER TABLE ",
    "DROP TABLE ",
    "PRAGMA ",
];

/// How the time, or chance, is asked for.
const CLOCK_CALLS: [&[&str]; 10] = [
    &["Instant", "::", "now"],
    &["SystemTime", "::", "now"],
    &["Utc", "::", "now"],
    &["Local", "::", "now"],
    &["OffsetDateTime", "::", "now_utc"],
    &["thread_rng"],
    &["rand", "::", "rng"],
    &["rand", "::", "random"],
    &["from_os_rng"],
    &["OsRng"],
];

/// What leaves the process has its shape in `wire`, or in `katago` if KataGo's protocol gives
/// it its shape, and nowhere else.
pub(super) fn serde_only_in_wire(tree: &Tree<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in outside(tree, &SERDE) {
        let derives = source
            .attributes()
            .into_iter()
            .filter(|attribute| {
                let mut tokens = source.tokens[attribute.clone()].iter();
                tokens.any(|token| token.text == "derive")
            })
            .flatten();
        let impls = (0..source.tokens.len()).filter_map(|at| implemented(source, at));
        for at in derives.chain(impls) {
            let token = source.tokens[at];
            if matches!(token.text, "Serialize" | "Deserialize") {
                let what = format!("a type is made `{}` outside `wire`", token.text);
                let mend = "give it a shape of its own in `wire` and a function between the two";
                findings.push(Finding::new(source.path, token.line, what, mend));
            }
        }
    }
    findings
}

/// The last word of the trait's path, where an `impl` of a trait starts at `at`.
fn implemented(source: &Source<'_>, at: usize) -> Option<usize> {
    if source.tokens[at].text != "impl" {
        return None;
    }
    let mut depth = 0;
    let mut last_word = None;
    for (at, token) in source.tokens.iter().enumerate().skip(at + 1) {
        match token.text {
            "<" => depth += 1,
            ">" => depth -= 1,
            "for" if depth == 0 => return last_word,
            "{" | ";" => return None,
            _ if depth == 0 && token.is_ident() => last_word = Some(at),
            _ => {}
        }
    }
    None
}

/// What is asked of a database is asked in `store`, and nowhere else.
pub(super) fn sql_only_in_store(tree: &Tree<'_>) -> Vec<Finding> {
    let mend = "only `store` speaks to the database; ask it for what you need";
    let mut findings = Vec::new();
    for source in outside(tree, &SQL) {
        for token in &source.tokens {
            let is_library = SQL_LIBRARIES.contains(&token.text);
            let what = if is_library {
                format!("`{}` outside `store`", token.text)
            } else if token.str_content().is_some_and(is_statement) {
                "SQL outside `store`".to_owned()
            } else {
                continue;
            };
            findings.push(Finding::new(source.path, token.line, what, mend));
        }
    }
    let is_sql = |path: &str| path.ends_with(".sql") && !path.starts_with("crates/store/");
    for file in tree.files.iter().filter(|file| is_sql(&file.path)) {
        findings.push(Finding::new(&file.path, 1, "SQL outside `store`", mend));
    }
    findings
}

/// Whether a string starts as a statement does, and goes on.
fn is_statement(text: &str) -> bool {
    let text = text.trim_start();
    SQL_STARTS
        .iter()
        .filter_map(|start| text.strip_prefix(start))
        .any(|rest| !rest.trim().is_empty())
}

/// Below the edge, time and chance are arguments.
pub(super) fn no_clock_below_the_edge(tree: &Tree<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in outside(tree, &CLOCK) {
        for (at, token) in source.tokens.iter().enumerate() {
            if !token.is_ident() {
                continue;
            }
            let Some(call) = CLOCK_CALLS.iter().find(|call| source.reads(at, call)) else {
                continue;
            };
            let what = format!("`{}` below the edge", call.concat());
            let mend = "take the time, or the source of chance, as an argument";
            findings.push(Finding::new(source.path, token.line, what, mend));
        }
    }
    findings
}

/// The files that belong to none of `crates`.
fn outside<'t, 'a>(tree: &'t Tree<'a>, crates: &'t [&str]) -> impl Iterator<Item = &'t Source<'a>> {
    tree.sources.iter().filter(move |source| {
        let name = source.crate_name();
        !name.is_some_and(|name| crates.contains(&name))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;
    use super::*;

    #[test]
    fn only_the_wire_derives_serde() {
        let text = "#[derive(Debug, serde::Serialize)]
struct A;
impl<'de, T: for<'a> C<'a>> Deserialize<'de> for A<T> {}
#[cfg_attr(a, derive(Deserialize))]
struct B;
";
        check(
            serde_only_in_wire,
            &[
                ("crates/wire/src/a.rs", text),
                ("crates/katago/src/a.rs", text),
                ("bench/src/a.rs", text),
                ("crates/room/src/a.rs", text),
            ],
            &[
                "crates/room/src/a.rs:1: a type is made `Serialize` outside `wire`",
                "crates/room/src/a.rs:3: a type is made `Deserialize` outside `wire`",
                "crates/room/src/a.rs:4: a type is made `Deserialize` outside `wire`",
            ],
        );
    }

    #[test]
    fn serde_may_be_used_where_it_is_not_derived() {
        let text = "use serde::Serialize;
fn a<T: Serialize>(a: impl serde::Serialize) { for b in c {} }
impl<T: Serialize> Show for A<T> {}
#[derive(Debug)]
struct A;
";
        check(serde_only_in_wire, &[("crates/server/src/a.rs", text)], &[]);
    }

    #[test]
    fn only_the_store_speaks_sql() {
        let text = "use sqlx::Row;\nlet a = \"SELECT a FROM b\";\nlet c = \"\n  DELETE FROM b\";";
        check(
            sql_only_in_store,
            &[
                ("crates/store/src/a.rs", text),
                ("crates/store/migrations/1.sql", ""),
                ("crates/server/src/a.rs", text),
                ("data/b.sql", ""),
            ],
            &[
                "crates/server/src/a.rs:1: `sqlx` outside `store`",
                "crates/server/src/a.rs:2: SQL outside `store`",
                "crates/server/src/a.rs:3: SQL outside `store`",
                "data/b.sql:1: SQL outside `store`",
            ],
        );
    }

    #[test]
    fn sentences_are_not_sql() {
        let text = "// SELECT a FROM b\nlet a = \"Select a move\"; let b = \"SELECT \"; let c = \"UPDATED a\";";
        check(sql_only_in_store, &[("crates/tui/src/a.rs", text)], &[]);
    }

    #[test]
    fn only_the_edges_read_a_clock() {
        let text = "let a = std::time::Instant::now();\nlet b = SystemTime::now;\nlet c = rand::rng();\nlet d: Instant = now();";
        let at_the_edge = ["server", "engine", "tui", "bench", "ponnuki"]
            .map(|name| format!("crates/{name}/src/a.rs"));
        let mut contents: Vec<(&str, &str)> = at_the_edge
            .iter()
            .map(|path| (path.as_str(), text))
            .collect();
        contents.push(("xtask/src/a.rs", text));
        contents.push(("crates/room/tests/a.rs", text));
        check(
            no_clock_below_the_edge,
            &contents,
            &[
                "crates/room/tests/a.rs:1: `Instant::now` below the edge",
                "crates/room/tests/a.rs:2: `SystemTime::now` below the edge",
                "crates/room/tests/a.rs:3: `rand::rng` below the edge",
            ],
        );
    }
}
