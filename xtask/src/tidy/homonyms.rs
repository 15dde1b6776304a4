//! One name, one public type, in the whole workspace; one name, one type, in each crate.

use std::collections::BTreeMap;

use super::source::Source;
use super::{Finding, Tree};

/// A type of `wire` that has the name of the type whose JSON shape it is.
#[derive(Clone, Copy, Debug)]
struct Mirror {
    name: &'static str,
    /// The crate with the type that it mirrors.
    of: &'static str,
}

const fn mirror(name: &'static str, of: &'static str) -> Mirror {
    Mirror { name, of }
}

/// All types of `wire` that share a name: what is said on the wire is called as it is called
/// inside, and conversions name both with their crates. The list may only shrink.
const MIRRORS: &[Mirror] = &[
    mirror("Agreement", "room"),
    mirror("Announcement", "room"),
    mirror("Bidding", "room"),
    mirror("BiddingKind", "room"),
    mirror("BoardPart", "review"),
    mirror("ByColor", "game"),
    mirror("BySeat", "room"),
    mirror("Candidate", "think"),
    mirror("Chain", "game"),
    mirror("Color", "game"),
    mirror("ColorTerms", "room"),
    mirror("Company", "room"),
    mirror("DeadReason", "think"),
    mirror("Estimate", "server"),
    mirror("Grade", "review"),
    mirror("HandicapForm", "game"),
    mirror("Happened", "room"),
    mirror("Hunt", "search"),
    mirror("Judged", "review"),
    mirror("KomiBy", "game"),
    mirror("KomiTerms", "room"),
    mirror("Lesson", "teach"),
    mirror("Level", "engine"),
    mirror("Occupant", "room"),
    mirror("Outcome", "game"),
    mirror("Prisoners", "game"),
    mirror("Proposal", "room"),
    mirror("Rank", "engine"),
    mirror("Reason", "review"),
    mirror("Score", "game"),
    mirror("Seat", "room"),
    mirror("Speaker", "room"),
    mirror("Stage", "room"),
    mirror("Summary", "review"),
    mirror("Terms", "room"),
    mirror("UndoTerms", "room"),
];

/// How many mirrors there may be; lower it with the list.
const MIRRORS_MAX: usize = 36;
const _: () = assert!(MIRRORS.len() <= MIRRORS_MAX);

/// Types of one crate that share a name, though not all of them are public.
#[derive(Clone, Copy, Debug)]
struct Namesakes {
    crate_name: &'static str,
    name: &'static str,
}

const fn namesakes(crate_name: &'static str, name: &'static str) -> Namesakes {
    Namesakes { crate_name, name }
}

/// All names that a crate has twice. The list may only shrink.
const NAMESAKES: &[Namesakes] = &[
    namesakes("game", "Node"),
    // What a file says of a layer, and the layer made ready to be computed.
    namesakes("net", "Block"),
    namesakes("net", "Conv"),
    namesakes("net", "Dense"),
    namesakes("net", "Norm"),
    namesakes("net", "PointNorm"),
    namesakes("net", "PolicyHead"),
    namesakes("net", "ValueHead"),
    // Each command has its own.
    namesakes("ponnuki", "Args"),
    namesakes("search", "Node"),
    namesakes("search", "Taste"),
    namesakes("store", "Row"),
];

/// How many such names there may be; lower it with the list.
const NAMESAKES_MAX: usize = 12;
const _: () = assert!(NAMESAKES.len() <= NAMESAKES_MAX);

const MEND: &str = "say what each of them is for its user, in different words";

/// Where a type is declared.
#[derive(Clone, Copy, Debug)]
struct Declared<'a> {
    crate_name: &'a str,
    path: &'a str,
    line: usize,
    is_public: bool,
}

/// No two public types have the same name, but for the [`MIRRORS`], and no two types of one
/// crate, but for the [`NAMESAKES`].
pub(super) fn unique_type_names(tree: &Tree<'_>) -> Vec<Finding> {
    let mut findings = homonyms(tree, MIRRORS);
    findings.extend(shared_in_a_crate(tree, NAMESAKES));
    findings
}

fn shared_in_a_crate(tree: &Tree<'_>, excused: &[Namesakes]) -> Vec<Finding> {
    let mut types: BTreeMap<(&str, &str), Vec<Declared<'_>>> = BTreeMap::new();
    for source in &tree.sources {
        for (name, declared) in declared_types(source) {
            let key = (declared.crate_name, name);
            types.entry(key).or_default().push(declared);
        }
    }
    let is_excused = |key: &(&str, &str)| excused.iter().any(|one| one.key() == *key);
    let mut findings = Vec::new();
    for (key @ (_, name), declared) in &types {
        // Where all of them are public, they are found already.
        let is_hidden = declared.iter().any(|one| !one.is_public);
        if declared.len() > 1 && is_hidden && !is_excused(key) {
            let what = format!("this crate has {} types called `{name}`", declared.len());
            let places = declared.iter();
            findings.extend(places.map(|one| Finding::new(one.path, one.line, &what, MEND)));
        }
    }
    findings.extend(excused.iter().filter_map(|one| {
        let n = types.get(&one.key()).map_or(0, Vec::len);
        let what = format!("`{}` is no longer twice in {}", one.name, one.crate_name);
        let mend = "take it out of the list of namesakes";
        (n < 2).then(|| Finding::new("xtask/src/tidy/homonyms.rs", 1, what, mend))
    }));
    findings
}

impl Namesakes {
    fn key(&self) -> (&'static str, &'static str) {
        (self.crate_name, self.name)
    }
}

fn homonyms(tree: &Tree<'_>, mirrors: &[Mirror]) -> Vec<Finding> {
    let mut types: BTreeMap<&str, Vec<Declared<'_>>> = BTreeMap::new();
    for source in &tree.sources {
        let types_of_file = declared_types(source).into_iter();
        for (name, declared) in types_of_file.filter(|(_, declared)| declared.is_public) {
            types.entry(name).or_default().push(declared);
        }
    }
    let mut findings = Vec::new();
    for (name, declared) in &types {
        let mirrored = mirrors.iter().find(|mirror| mirror.name == *name);
        if declared.len() > 1 && !mirrored.is_some_and(|mirror| mirror.excuses(declared)) {
            findings.extend(declared.iter().map(|one| one.finding(name, declared)));
        }
    }
    findings.extend(mirrors.iter().filter_map(|mirror| {
        let declared = types.get(mirror.name).map_or(&[][..], Vec::as_slice);
        mirror.stale(declared)
    }));
    findings
}

impl Mirror {
    /// Whether the declarations of the name are the mirror and what it mirrors.
    fn excuses(&self, declared: &[Declared<'_>]) -> bool {
        let has = |crate_name| declared.iter().any(|one| one.crate_name == crate_name);
        declared.len() == 2 && has("wire") && has(self.of)
    }

    /// Says that the list names something that is no mirror any more.
    fn stale(&self, declared: &[Declared<'_>]) -> Option<Finding> {
        // Several declarations that are not excused are found already.
        let in_wire = declared.iter().find(|one| one.crate_name == "wire");
        let path = in_wire.map_or("xtask/src/tidy/homonyms.rs", |one| one.path);
        let what = format!("`{}` no longer mirrors a type of {}", self.name, self.of);
        let mend = "take it out of the list of mirrors";
        (declared.len() < 2)
            .then(|| Finding::new(path, in_wire.map_or(1, |one| one.line), what, mend))
    }
}

impl Declared<'_> {
    fn finding(&self, name: &str, all: &[Declared<'_>]) -> Finding {
        let others: Vec<&str> = all
            .iter()
            .filter(|other| (other.path, other.line) != (self.path, self.line))
            .map(|other| other.crate_name)
            .collect();
        let what = format!("`{name}` is a public type of {} too", others.join(" and "));
        Finding::new(self.path, self.line, what, MEND)
    }
}

/// The types that a file declares, with their names; not those that belong to a trait.
fn declared_types<'a>(source: &Source<'a>) -> Vec<(&'a str, Declared<'a>)> {
    let Some(crate_name) = source.crate_name() else {
        return Vec::new();
    };
    let mut declared = Vec::new();
    let mut depth = 0_usize;
    for (at, pair) in source.tokens.windows(2).enumerate() {
        let [keyword, name] = pair else {
            continue;
        };
        match keyword.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let before = at.checked_sub(1).map_or("", |at| source.tokens[at].text);
        let is_public = before == "pub";
        let is_type = match keyword.text {
            "struct" | "enum" | "trait" | "union" => true,
            "type" => is_public || depth == 0,
            _ => false,
        };
        if is_type && name.is_ident() && !name.is_test {
            let place = Declared {
                crate_name,
                path: source.path,
                line: name.line,
                is_public,
            };
            declared.push((name.text, place));
        }
    }
    declared
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    const ROOM: &str = "crates/room/src/a.rs";
    const WIRE: &str = "crates/wire/src/a.rs";
    const SEATS: &[Mirror] = &[mirror("Seat", "room")];

    #[track_caller]
    fn check(contents: &[(&str, &str)], expected: &[&str]) {
        testing::check(|tree| homonyms(tree, SEATS), contents, expected);
    }

    /// The mirror that the list of these tests wants.
    const SEAT: &str = "pub enum Seat {}\n";

    #[test]
    fn two_public_types_of_one_name_are_found_in_both_places() {
        let text = format!("{SEAT}pub struct Table;");
        check(
            &[
                ("crates/gtp/src/a.rs", "pub struct Table<E>(E);"),
                (ROOM, &text),
                (WIRE, SEAT),
            ],
            &[
                "crates/gtp/src/a.rs:1: `Table` is a public type of room too",
                "crates/room/src/a.rs:2: `Table` is a public type of gtp too",
            ],
        );
    }

    #[test]
    fn kinds_of_types_and_modules_of_one_crate_share_the_names() {
        let text =
            format!("{SEAT}mod b {{ pub trait Tree {{}} }}\nmod c {{ pub type Tree = u8; }}");
        check(
            &[(ROOM, &text), (WIRE, SEAT)],
            &[
                "crates/room/src/a.rs:2: `Tree` is a public type of room too",
                "crates/room/src/a.rs:3: `Tree` is a public type of room too",
            ],
        );
    }

    #[test]
    fn private_types_and_those_of_tests_are_free() {
        let text = format!(
            "{SEAT}struct Tree; pub(crate) enum Tree {{}}\n#[cfg(test)]\nmod tests {{ pub struct Tree; }}"
        );
        check(
            &[
                (ROOM, &text),
                (WIRE, SEAT),
                ("crates/room/tests/a.rs", "pub struct Tree;"),
                ("crates/game/src/a.rs", "pub struct Tree;"),
            ],
            &[],
        );
    }

    const CONV: &[Namesakes] = &[namesakes("net", "Conv")];

    #[track_caller]
    fn check_crate(contents: &[(&str, &str)], expected: &[&str]) {
        testing::check(|tree| shared_in_a_crate(tree, CONV), contents, expected);
    }

    /// What the list of these tests wants.
    const CONVS: (&str, &str) = ("crates/net/src/a.rs", "pub struct Conv; struct Conv;");

    #[test]
    fn two_types_of_one_crate_with_one_name_are_found_though_they_are_private() {
        check_crate(
            &[
                CONVS,
                (ROOM, "struct Line;\nenum Next {}"),
                (
                    "crates/room/src/b.rs",
                    "pub(super) enum Line {}\ntype Next = u8;",
                ),
            ],
            &[
                "crates/room/src/a.rs:1: this crate has 2 types called `Line`",
                "crates/room/src/a.rs:2: this crate has 2 types called `Next`",
                "crates/room/src/b.rs:1: this crate has 2 types called `Line`",
                "crates/room/src/b.rs:2: this crate has 2 types called `Next`",
            ],
        );
    }

    #[test]
    fn private_types_of_other_crates_of_tests_and_of_traits_are_free() {
        check_crate(
            &[
                CONVS,
                (
                    ROOM,
                    "struct Line; impl A for B { type Line = u8; }\n#[cfg(test)] mod tests { struct Line; }",
                ),
                (WIRE, "struct Line;"),
            ],
            &[],
        );
    }

    #[test]
    fn a_name_that_a_crate_has_once_leaves_the_list() {
        check_crate(
            &[("crates/net/src/a.rs", "struct Conv;")],
            &["xtask/src/tidy/homonyms.rs:1: `Conv` is no longer twice in net"],
        );
    }

    #[test]
    fn a_mirror_has_the_name_of_what_it_mirrors() {
        check(&[(ROOM, SEAT), (WIRE, SEAT)], &[]);
    }

    #[test]
    fn a_mirror_excuses_no_third() {
        check(
            &[(ROOM, SEAT), (WIRE, SEAT), ("crates/tui/src/a.rs", SEAT)],
            &[
                "crates/room/src/a.rs:1: `Seat` is a public type of wire and tui too",
                "crates/tui/src/a.rs:1: `Seat` is a public type of room and wire too",
                "crates/wire/src/a.rs:1: `Seat` is a public type of room and tui too",
            ],
        );
    }

    #[test]
    fn a_mirror_of_another_crate_is_a_homonym() {
        check(
            &[("crates/tui/src/a.rs", SEAT), (WIRE, SEAT)],
            &[
                "crates/tui/src/a.rs:1: `Seat` is a public type of wire too",
                "crates/wire/src/a.rs:1: `Seat` is a public type of tui too",
            ],
        );
    }

    #[test]
    fn a_mirror_that_mirrors_nothing_leaves_the_list() {
        check(
            &[(WIRE, SEAT)],
            &["crates/wire/src/a.rs:1: `Seat` no longer mirrors a type of room"],
        );
    }
}
