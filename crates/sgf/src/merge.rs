//! Games put together: as variations of one tree where they begin alike, or one after the other.

use std::collections::{BTreeSet, HashMap};

use crate::collection::{Collection, Node, NodeId};
use crate::edit::{EditError, Under};
use crate::value_buf::ValueBuf;

/// A collection that games are added to one by one.
///
/// ```
/// use ponnuki_sgf::{Collection, Faults, MergedGames};
///
/// let file = "(;SZ[9];B[ee];W[gc])(;SZ[9];B[ee];W[cg])";
/// let mut merged = MergedGames::default();
/// for game in Collection::parse(file, Faults::Refuse)?.games() {
///     merged.join(game)?;
/// }
/// assert_eq!(merged.n_games(), 2);
/// let tree = merged.collection().to_string();
/// assert_eq!(tree.trim(), "(;SZ[9];B[ee](;W[gc])(;W[cg]))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct MergedGames {
    collection: Collection<'static>,
    /// The first nodes of the trees, by what game begins there.
    trees: HashMap<Beginning, NodeId>,
    n_games: usize,
}

/// What games of one tree have in common: the board, and what is set up on it.
type Beginning = BTreeSet<(String, String)>;

impl MergedGames {
    /// The games added so far.
    pub fn collection(&self) -> &Collection<'static> {
        &self.collection
    }

    /// How many games were added.
    pub fn n_games(&self) -> usize {
        self.n_games
    }

    /// Adds the game that begins at `root` as a tree of its own, and returns its first node.
    ///
    /// # Errors
    ///
    /// The collection is full.
    pub fn append(&mut self, root: Node<'_>) -> Result<NodeId, EditError> {
        self.n_games += 1;
        self.collection.graft(Under::Collection, root)
    }

    /// Adds the game that begins at `root` to the tree on the same board with the same set-up,
    /// as variations where it differs; or as a tree of its own if there is none. Who played it,
    /// when and with what result is told in a comment where it leaves the others.
    ///
    /// # Errors
    ///
    /// The collection is full.
    pub fn join(&mut self, root: Node<'_>) -> Result<(), EditError> {
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
    fn add_comment(&mut self, node: NodeId, said: &str) -> Result<(), EditError> {
        let before = comment(self.collection.node(node));
        if said.is_empty() || before.contains(said) {
            return Ok(());
        }
        let all = match before.is_empty() {
            true => said.to_owned(),
            false => format!("{before}\n\n{said}"),
        };
        self.collection.put(node, "C", &[ValueBuf::text(&all)])
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
