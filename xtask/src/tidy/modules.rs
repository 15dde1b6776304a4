//! Which module of a crate may use which.

use std::collections::BTreeMap;

use super::source::{Source, closing};
use super::{Finding, Tree};

/// For each ordered crate, its modules; each may use those before it.
const ORDERS: &[(&str, &[&str])] = &[(
    "crates/game/src/",
    &[
        "color", "point", "symmetry", "board", "rules", "outcome", "setup", "event", "past",
        "eyespace", "life", "score", "game", "diagram", "playout", "perft",
    ],
)];

/// Modules use only those that stand before them in [`ORDERS`].
pub(super) fn module_order(tree: &Tree<'_>) -> Vec<Finding> {
    let orders = ORDERS.iter();
    orders
        .flat_map(|(dir, order)| order_findings(tree, dir, order))
        .collect()
}

fn order_findings(tree: &Tree<'_>, dir: &str, order: &[&str]) -> Vec<Finding> {
    let inside: Vec<(Vec<&str>, &Source<'_>)> = tree
        .sources
        .iter()
        .filter_map(|source| Some((module_of(source.path.strip_prefix(dir)?), source)))
        .filter(|(module, _)| !module.is_empty())
        .collect();
    let homes = homes(&inside, order);
    let mut findings = Vec::new();
    for (module, source) in &inside {
        if source.tokens.iter().all(|token| token.is_test) {
            continue;
        }
        let Some(rank) = order.iter().position(|name| *name == module[0]) else {
            let what = format!("module `{}` has no place in the order", module[0]);
            let mend = "give it one in ORDERS (xtask/src/tidy/modules.rs)";
            findings.push(Finding::new(source.path, 1, what, mend));
            continue;
        };
        for (line, used) in root_names(source, module.len()) {
            let Some(fault) = fault(rank, used, order, &homes) else {
                continue;
            };
            let what = format!("`{}` {fault}", module[0]);
            let mend = "each module uses only those before it, by name";
            findings.push(Finding::new(source.path, line, what, mend));
        }
    }
    findings
}

/// Where the binary's modules are.
const BINARY: &str = "crates/ponnuki/src/";

/// No module of the binary uses a command: what two commands share has a module of its own.
/// Only `main` calls the commands, and it takes no name out of one.
pub(super) fn commands_apart(tree: &Tree<'_>) -> Vec<Finding> {
    let inside = || {
        let sources = tree.sources.iter();
        sources.filter_map(|source| Some((module_of(source.path.strip_prefix(BINARY)?), source)))
    };
    let commands: Vec<&str> = inside()
        .filter(|(module, _)| module.is_empty())
        .flat_map(|(_, main)| commands(main))
        .collect();
    let mut findings = Vec::new();
    for (module, source) in inside() {
        let own = module.first().copied();
        let taken = match own {
            Some(_) => root_names(source, module.len()),
            None => imported_names(source),
        };
        for (line, used) in taken {
            if own != Some(used) && commands.contains(&used) {
                let what = format!("`{}` uses the command `{used}`", own.unwrap_or("main"));
                let mend = "move what commands share to a module of its own";
                findings.push(Finding::new(source.path, line, what, mend));
            }
        }
    }
    findings
}

/// The modules of the commands: what `enum Command` has in its variants.
fn commands<'a>(main: &Source<'a>) -> Vec<&'a str> {
    let tokens = &main.tokens;
    let starts = (0..tokens.len()).find(|at| main.reads(*at, &["enum", "Command", "{"]));
    let Some(start) = starts.map(|at| at + 2) else {
        return Vec::new();
    };
    let inside = &tokens[start..closing(tokens, start)];
    inside
        .windows(3)
        .filter(|three| three[0].text == "(" && three[2].text == "::")
        .map(|three| three[1].text)
        .collect()
}

/// The first names of what the root of a crate imports from its modules, with their lines.
fn imported_names<'a>(root: &Source<'a>) -> Vec<(usize, &'a str)> {
    let imports = (0..root.tokens.len()).filter(|at| root.reads(*at, &["use"]));
    imports
        .flat_map(|at| {
            let is_rooted =
                root.reads(at + 1, &["crate", "::"]) || root.reads(at + 1, &["self", "::"]);
            names_from(root, at + if is_rooted { 3 } else { 1 })
        })
        .collect()
}

/// The path of the module in a file, seen from `src/`; empty for the crate's root.
fn module_of(path: &str) -> Vec<&str> {
    let mut module: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    if let [.., "mod"] | ["lib" | "main"] = module.as_slice() {
        module.pop();
    }
    module
}

/// For each item, the rank of the first module that defines it: so `crate::Board`
/// is known to be `board`'s though `lib.rs` shows it.
fn homes<'a>(inside: &[(Vec<&str>, &Source<'a>)], order: &[&str]) -> BTreeMap<&'a str, usize> {
    let mut homes = BTreeMap::new();
    for (rank, name) in order.iter().enumerate() {
        for (_, source) in inside.iter().filter(|(module, _)| module[0] == *name) {
            for pair in source.tokens.windows(2) {
                if is_item_keyword(pair[0].text) && pair[1].is_ident() {
                    homes.entry(pair[1].text).or_insert(rank);
                }
            }
        }
    }
    homes
}

fn is_item_keyword(text: &str) -> bool {
    matches!(
        text,
        "struct" | "enum" | "trait" | "type" | "fn" | "const" | "static" | "union"
    )
}

/// What is wrong with the module of `rank` using `used` from the crate's root.
fn fault(rank: usize, used: &str, order: &[&str], homes: &BTreeMap<&str, usize>) -> Option<String> {
    if used == "*" {
        return Some("takes all there is".to_owned());
    }
    let module = order.iter().position(|name| *name == used);
    let Some(used_rank) = module.or_else(|| homes.get(used).copied()) else {
        return Some(format!("uses `{used}`, which is in no ordered module"));
    };
    (used_rank > rank).then(|| match module {
        Some(_) => format!("uses `{used}`, which comes after it"),
        None => format!(
            "uses `{used}` of `{}`, which comes after it",
            order[used_rank]
        ),
    })
}

/// The names that shipped code takes from the crate's root, with their lines:
/// those after `crate::`, and after as many `super::` as the module is deep.
fn root_names<'a>(source: &Source<'a>, depth: usize) -> Vec<(usize, &'a str)> {
    let mut names = Vec::new();
    let mut at = 0;
    while at < source.tokens.len() {
        let start = at;
        at += 1;
        if source.tokens[start].is_test {
            continue;
        }
        if source.reads(start, &["crate", "::"]) {
            names.extend(names_from(source, start + 2));
        } else if source.reads(start, &["super", "::"]) {
            let mut n_supers = 0;
            while source.reads(start + 2 * n_supers, &["super", "::"]) {
                n_supers += 1;
            }
            at = start + 2 * n_supers;
            if n_supers == depth {
                names.extend(names_from(source, at));
            }
        }
    }
    names
}

/// The first names of the paths at `at`: one, or several in braces.
fn names_from<'a>(source: &Source<'a>, at: usize) -> Vec<(usize, &'a str)> {
    let Some(first) = source.tokens.get(at) else {
        return Vec::new();
    };
    if first.text != "{" {
        return vec![(first.line, first.text)];
    }
    let mut names = Vec::new();
    let end = closing(&source.tokens, at);
    let mut inner = at + 1;
    let mut is_first = true;
    while inner < end {
        let token = source.tokens[inner];
        if is_first {
            names.push((token.line, token.text));
        }
        is_first = token.text == ",";
        inner = if token.text == "{" {
            closing(&source.tokens, inner)
        } else {
            inner + 1
        };
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    #[track_caller]
    fn check(contents: &[(&str, &str)], expected: &[&str]) {
        testing::check(module_order, contents, expected);
    }

    #[test]
    fn a_module_may_use_those_before_it() {
        check(
            &[
                (
                    "crates/game/src/lib.rs",
                    "mod color; mod score; pub use score::area;",
                ),
                (
                    "crates/game/src/score.rs",
                    "use crate::color::Color;\nuse crate::{board::Board, point::{self, Size}};",
                ),
                (
                    "crates/game/src/board.rs",
                    "use super::color; pub(crate) fn a() {}",
                ),
            ],
            &[],
        );
    }

    #[test]
    fn a_module_may_not_use_those_after_it() {
        check(
            &[(
                "crates/game/src/board.rs",
                "use crate::game::Game;\nuse crate::{color::Color, point::{Point, Size},\n    score::area};\nfn a() { super::rules::b() }",
            )],
            &[
                "crates/game/src/board.rs:1: `board` uses `game`, which comes after it",
                "crates/game/src/board.rs:3: `board` uses `score`, which comes after it",
                "crates/game/src/board.rs:4: `board` uses `rules`, which comes after it",
            ],
        );
    }

    #[test]
    fn a_name_shown_at_the_root_does_not_hide_its_module() {
        check(
            &[
                ("crates/game/src/lib.rs", "pub use game::*;"),
                (
                    "crates/game/src/game.rs",
                    "pub struct Game; use crate::Mark;",
                ),
                (
                    "crates/game/src/board.rs",
                    "use crate::Game;\nuse crate::Unheard;\nuse crate::*;",
                ),
                (
                    "crates/game/src/diagram.rs",
                    "use crate::Game; struct Mark;",
                ),
                ("crates/game/src/color.rs", "pub struct Mark;"),
            ],
            &[
                "crates/game/src/board.rs:1: `board` uses `Game` of `game`, which comes after it",
                "crates/game/src/board.rs:2: `board` uses `Unheard`, which is in no ordered module",
                "crates/game/src/board.rs:3: `board` takes all there is",
            ],
        );
    }

    #[test]
    fn parts_of_a_module_are_free_among_themselves() {
        check(
            &[
                (
                    "crates/game/src/rules/mod.rs",
                    "mod presets; use crate::rules::presets::X;\nuse super::game;",
                ),
                (
                    "crates/game/src/rules/presets.rs",
                    "use super::Komi;\nuse super::super::point;\nuse super::super::score;",
                ),
            ],
            &[
                "crates/game/src/rules/mod.rs:2: `rules` uses `game`, which comes after it",
                "crates/game/src/rules/presets.rs:3: `rules` uses `score`, which comes after it",
            ],
        );
    }

    #[test]
    fn tests_may_use_everything() {
        check(
            &[
                (
                    "crates/game/src/board.rs",
                    "fn a() {}\n#[cfg(test)]\nmod tests { use crate::score::area; }",
                ),
                ("crates/game/src/lib.rs", "#[cfg(test)] mod laws;"),
                ("crates/game/src/laws.rs", "use crate::score::area;"),
                ("crates/game/tests/perft.rs", "use crate::score::area;"),
            ],
            &[],
        );
    }

    #[test]
    fn a_module_without_a_place_is_found() {
        check(
            &[("crates/game/src/ladder.rs", "fn a() {}")],
            &["crates/game/src/ladder.rs:1: module `ladder` has no place in the order"],
        );
    }

    const MAIN: &str = "crates/ponnuki/src/main.rs";

    /// The beginning of a `main` that has the commands `serve`, `net` and `play`.
    const COMMANDS: &str =
        "mod net; enum Command { Serve(serve::Args), Net(net::Args), Play(play::Args) }";

    #[track_caller]
    fn check_commands(contents: &[(&str, &str)], expected: &[&str]) {
        testing::check(commands_apart, contents, expected);
    }

    #[test]
    fn a_command_may_not_use_another() {
        check_commands(
            &[
                (MAIN, COMMANDS),
                (
                    "crates/ponnuki/src/net/mod.rs",
                    "use crate::serve::data_dir;",
                ),
                (
                    "crates/ponnuki/src/net/add.rs",
                    "use super::super::play;\nuse crate::{args, serve::{Place, Fault}};",
                ),
                (
                    "crates/ponnuki/src/play.rs",
                    "fn a() { crate::net::choose() }",
                ),
            ],
            &[
                "crates/ponnuki/src/net/add.rs:1: `net` uses the command `play`",
                "crates/ponnuki/src/net/add.rs:2: `net` uses the command `serve`",
                "crates/ponnuki/src/net/mod.rs:1: `net` uses the command `serve`",
                "crates/ponnuki/src/play.rs:1: `play` uses the command `net`",
            ],
        );
    }

    #[test]
    fn what_commands_share_may_not_use_one_either() {
        check_commands(
            &[
                (MAIN, COMMANDS),
                ("crates/ponnuki/src/thinker.rs", "use crate::net;"),
            ],
            &["crates/ponnuki/src/thinker.rs:1: `thinker` uses the command `net`"],
        );
    }

    #[test]
    fn the_root_hands_nothing_of_a_command_on() {
        let main = format!(
            "{COMMANDS}\nuse crate::serve::Fault;\npub use net::choose; use self::play::a;"
        );
        check_commands(
            &[(MAIN, &main)],
            &[
                "crates/ponnuki/src/main.rs:2: `main` uses the command `serve`",
                "crates/ponnuki/src/main.rs:3: `main` uses the command `net`",
                "crates/ponnuki/src/main.rs:3: `main` uses the command `play`",
            ],
        );
    }

    #[test]
    fn a_command_may_use_itself_what_is_shared_and_other_crates() {
        let main = format!("{COMMANDS} fn run() {{ net::run() }} use crate::places::Place;");
        check_commands(
            &[
                (MAIN, &main),
                (
                    "crates/ponnuki/src/net/add.rs",
                    "use super::play; use crate::net::a; use crate::{Failure, places};\n\
                     use std::net::IpAddr; #[cfg(test)] mod tests { use crate::serve::run; }",
                ),
                ("crates/tui/src/a.rs", "use crate::net::a;"),
            ],
            &[],
        );
    }
}
