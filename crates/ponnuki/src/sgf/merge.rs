//! `ponnuki sgf merge`: games put into one file, as variations of each other
//! where they begin alike.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::PathBuf;

use ponnuki_sgf::{Collection, Node, NodeId, Under, ValueBuf};

use super::{Sink, Walk, counted, normal};
use crate::files::{self, FileFault};
use crate::{Failure, note};

const LONG_ABOUT: &str = "\
Put games together into one file.

Games on boards of one size that begin from the same stones become one tree: where they differ
there are variations, the games named first being the main line. The players and the result of a
game that joins another are told in a comment where it leaves the others. Other games follow as
games of their own. With --collection all of them do. They are written as by 'ponnuki sgf print'.";

const EXAMPLES: &str = "\
Examples:
  ponnuki sgf merge joseki/*.sgf -o joseki.sgf
  ponnuki sgf merge --collection *.sgf -o all.sgf";

/// Put games together, as variations where they begin alike
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(super) struct Args {
    /// SGF files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Keep every game a game of its own
    #[arg(long)]
    collection: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Writes all games as one file.
///
/// # Errors
///
/// A file cannot be read or written, or the games are too many.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let mut merged = Merged::default();
    for path in &args.files {
        let of_file = |what: FileFault| Failure::File(what.of(path));
        let mut walk = Walk::new(path).map_err(of_file)?;
        while let Some(walked) = walk.next().map_err(of_file)? {
            for root in walked.collection.games() {
                let added = match args.collection {
                    true => merged.append(root).map(drop),
                    false => merged.join(root),
                };
                added.map_err(of_file)?;
            }
        }
    }
    let mut sink = Sink::new(args.output.as_deref(), out)?;
    sink.write(&normal::text(&merged.collection))?;
    sink.finish()?;
    if args
        .output
        .as_deref()
        .is_some_and(|path| !files::is_standard(path))
    {
        let n_trees = counted(merged.collection.games().count(), "tree");
        note(&format!("{} in {n_trees}", counted(merged.n_games, "game")));
    }
    Ok(())
}

/// The games so far.
#[derive(Default)]
struct Merged {
    collection: Collection<'static>,
    /// The first nodes of the trees, by what game begins there.
    trees: HashMap<Beginning, NodeId>,
    n_games: usize,
}

/// What games of one tree have in common: the board, and what is set up on it.
type Beginning = BTreeSet<(String, String)>;

impl Merged {
    /// Adds a game of its own.
    fn append(&mut self, root: Node<'_>) -> Result<NodeId, FileFault> {
        self.n_games += 1;
        Ok(self.collection.graft(Under::Collection, root)?)
    }

    /// Adds a game to the tree that begins as it does, or else as one of its own.
    fn join(&mut self, root: Node<'_>) -> Result<(), FileFault> {
        let beginning = beginning(root);
        let Some(&tree) = self.trees.get(&beginning) else {
            let tree = self.append(root)?;
            self.trees.insert(beginning, tree);
            return Ok(());
        };
        self.n_games += 1;
        let told = title(root);
        let mut is_told = told.is_empty();
        // The nodes that are in the tree already, with their counterparts.
        let mut shared = vec![(root, tree)];
        while let Some((node, twin)) = shared.pop() {
            if node != root {
                self.add_comment(twin, &comment(node))?;
            }
            let mut children: Vec<Node<'_>> = node.children().collect();
            children.reverse();
            for child in children.iter().rev() {
                if self.twin_of(*child, twin).is_some() {
                    continue;
                }
                let copy = self.collection.graft(Under::Node(twin), *child)?;
                if !std::mem::replace(&mut is_told, true) {
                    self.add_comment(copy, &told)?;
                }
            }
            for child in children {
                shared.extend(self.twin_of(child, twin).map(|twin| (child, twin)));
            }
            if node.children().next().is_none() && !std::mem::replace(&mut is_told, true) {
                self.add_comment(twin, &told)?;
            }
        }
        Ok(())
    }

    /// The child of `parent` that does what `node`, of another game, does.
    fn twin_of(&self, node: Node<'_>, parent: NodeId) -> Option<NodeId> {
        let deed = deed(node);
        let mut children = self.collection.node(parent).children();
        children
            .find(|child| self::deed(*child) == deed)
            .map(Node::id)
    }

    /// Adds to what is said at a node, unless it is said already.
    fn add_comment(&mut self, node: NodeId, said: &str) -> Result<(), FileFault> {
        let before = comment(self.collection.node(node));
        if said.is_empty() || before.contains(said) {
            return Ok(());
        }
        let all = match before.is_empty() {
            true => said.to_owned(),
            false => format!("{before}\n\n{said}"),
        };
        Ok(self.collection.put(node, "C", &[ValueBuf::text(&all)])?)
    }
}

/// The properties that change the board or the turn.
const DEEDS: [&str; 6] = ["B", "W", "AB", "AW", "AE", "PL"];

/// What a node does to the board.
fn deed(node: Node<'_>) -> Beginning {
    said(node, &DEEDS)
}

/// What game begins at a first node.
fn beginning(root: Node<'_>) -> Beginning {
    let mut beginning = said(root, &[&DEEDS[..], &["GM", "SZ", "HA"]].concat());
    // These are what a file means that does not say them.
    for (name, value) in [("GM", "1"), ("SZ", "19"), ("HA", "0")] {
        beginning.remove(&(name.to_owned(), value.to_owned()));
    }
    beginning
}

/// The values of the properties with these names, whatever their order.
fn said(node: Node<'_>, names: &[&str]) -> Beginning {
    let mut said = Beginning::new();
    for property in node.properties() {
        let Some(name) = names.iter().find(|name| property.is(name)) else {
            continue;
        };
        for value in property.values() {
            let text = value.simple_text().trim().to_owned();
            said.insert(((*name).to_owned(), text));
        }
    }
    said
}

/// Who played a game, when, and how it ended, on one line.
fn title(root: Node<'_>) -> String {
    let text = |name: &str| {
        let value = root.value(name)?;
        let text = value.simple_text().trim().to_owned();
        (!text.is_empty()).then_some(text)
    };
    let players = match (text("PB"), text("PW")) {
        (None, None) => None,
        (black, white) => {
            let [black, white] = [black, white].map(|name| name.unwrap_or("?".to_owned()));
            Some(format!("{black} – {white}"))
        }
    };
    let parts = [players, text("DT"), text("RE")];
    parts
        .into_iter()
        .flatten()
        .collect::<Vec<String>>()
        .join(", ")
}

fn comment(node: Node<'_>) -> String {
    node.value("C")
        .map_or_else(String::new, |value| value.text().into_owned())
}
