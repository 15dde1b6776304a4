//! From text to tree, in one pass, with a stack of its own.
//!
//! There is one parser for both kinds of reader: where the text is at fault it
//! asks [`Parser::fault`], which refuses or takes note, and then goes on as the
//! repair demands. [`crate::split`] must agree with it about where a game ends.

use std::{borrow::Cow, num::NonZeroU32};

use crate::{
    collection::{
        Added, Branch, Collection, DEPTH_MAX, NODES_MAX, NodeId, NodeRow, Repairs, TEXT_MAX,
    },
    fault::{Fault, Faults, Repair, SgfError, SgfErrorKind, TextPosition},
    scan::{self, Opening},
};

/// How many repairs are listed; the others are only counted. Whoever reads more
/// than a thousand lines about a file knows by then what is wrong with it.
pub const REPAIRS_MAX: usize = 1_000;

/// Reads `text`, of which the characters at `losses` could not be decoded, and
/// which begins at `base` of the whole.
pub(crate) fn parse<'a>(
    text: Cow<'a, str>,
    losses: &[usize],
    faults: Faults,
    base: TextPosition,
) -> Result<Collection<'a>, SgfError> {
    let refuse = |offset: usize, kind| SgfError {
        at: base.after(&text[..offset]),
        kind,
    };
    if text.len() > TEXT_MAX {
        return Err(refuse(0, SgfErrorKind::TextTooLong));
    }
    let mut parser = Parser::new(&text, faults);
    let stop = parser.run().err();
    if faults == Faults::Refuse {
        let end = stop.map_or(text.len(), |stop| stop.offset);
        if let Some(&loss) = losses.first().filter(|&&loss| loss < end) {
            return Err(refuse(loss, SgfErrorKind::Fault(Fault::Undecodable)));
        }
    }
    if let Some(Stop { offset, kind }) = stop {
        return Err(refuse(offset, kind));
    }
    for &loss in losses {
        parser.note(loss, Fault::Undecodable);
    }
    let repairs = Repairs {
        n_found: parser.n_found,
        listed: placed(parser.found, &text, base),
    };
    let (nodes, branches, added) = (parser.nodes, parser.branches, parser.added);
    Ok(Collection {
        source: text,
        added,
        nodes,
        branches,
        repairs,
        charsets: Vec::new(),
    })
}

/// The faults with their lines and columns, in the order of the text.
fn placed(mut found: Vec<(usize, Fault)>, text: &str, base: TextPosition) -> Vec<Repair> {
    found.sort_by_key(|&(offset, _)| offset);
    let mut at = base;
    let mut read = 0;
    let place = |(offset, fault)| {
        at = at.after(&text[read..offset]);
        read = offset;
        Repair { at, fault }
    };
    found.into_iter().map(place).collect()
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    faults: Faults,
    nodes: Vec<NodeRow>,
    branches: Vec<Branch>,
    added: Added,
    /// The trees that are open, the innermost last.
    trees: Vec<Tree>,
    /// The node that the next one follows; none outside of every game.
    current: Option<NodeId>,
    /// The last child of `current` so far: the next node's elder sibling.
    elder: Option<NodeId>,
    /// What properties belong to, if they come now.
    node: NodeState,
    /// The mended text of the newest node; nothing while there is nothing to mend.
    mended: String,
    /// How far the text is in `mended`, or is to be taken over as it is.
    n_kept: usize,
    found: Vec<(usize, Fault)>,
    n_found: usize,
}

/// How far the newest node is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeState {
    /// A bracket came after it, or there is none yet.
    Ended,
    /// It has no property so far.
    Empty,
    /// It has properties.
    Filled,
}

/// A tree whose end has not come yet.
struct Tree {
    /// Where its `(` is; if there is none, where its first node is.
    open: u32,
    /// The node it hangs on.
    parent: Option<NodeId>,
    /// Its row among the branches, once it has a node.
    branch: Option<usize>,
    /// Whether it is known to lack a first node.
    is_reported: bool,
}

/// Why the parser stopped, and where in its own text.
#[derive(Clone, Copy)]
struct Stop {
    offset: usize,
    kind: SgfErrorKind,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, faults: Faults) -> Parser<'t> {
        Parser {
            text,
            bytes: text.as_bytes(),
            at: 0,
            faults,
            nodes: vec![NodeRow::default()],
            branches: Vec::new(),
            added: Added::after(text),
            trees: Vec::new(),
            current: None,
            elder: None,
            node: NodeState::Ended,
            mended: String::new(),
            n_kept: 0,
            found: Vec::new(),
            n_found: 0,
        }
    }

    fn run(&mut self) -> Result<(), Stop> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                _ if scan::is_space(byte) => self.at += 1,
                _ if self.trees.is_empty() => self.outside(byte)?,
                b';' => self.semicolon()?,
                b'(' => self.open()?,
                b')' => self.close()?,
                b'[' => self.lone_value()?,
                _ if byte.is_ascii_alphabetic() => self.property()?,
                _ => self.junk_inside()?,
            }
        }
        self.finish()
    }

    /// Refuses the fault, or takes note of it for the repair that follows.
    #[cold]
    fn fault(&mut self, offset: usize, fault: Fault) -> Result<(), Stop> {
        match self.faults {
            Faults::Refuse => Err(Stop {
                offset,
                kind: SgfErrorKind::Fault(fault),
            }),
            Faults::Repair => {
                self.note(offset, fault);
                Ok(())
            }
        }
    }

    fn note(&mut self, offset: usize, fault: Fault) {
        self.n_found += 1;
        if self.found.len() < REPAIRS_MAX {
            self.found.push((offset, fault));
        }
    }

    /// Outside of every game: only the beginning of one means anything.
    fn outside(&mut self, byte: u8) -> Result<(), Stop> {
        let is_game = match byte {
            b'(' | b';' if self.faults == Faults::Refuse => true,
            b'(' | b';' => scan::opening(self.bytes, self.at) == Opening::Game,
            _ => false,
        };
        match byte {
            b'(' if is_game => self.open(),
            b';' if is_game => {
                self.fault(self.at, Fault::MissingOpen)?;
                self.push_tree()
            }
            b')' => {
                self.fault(self.at, Fault::StrayClose)?;
                self.at += 1;
                Ok(())
            }
            _ => {
                self.fault(self.at, Fault::Junk)?;
                self.at = next_game(self.bytes, self.at + 1).unwrap_or(self.bytes.len());
                Ok(())
            }
        }
    }

    /// Puts `instead` into the newest node, in place of the text from `start` to `end`.
    fn mend(&mut self, start: usize, end: usize, instead: &str) {
        if self.node != NodeState::Ended {
            self.mended.push_str(&self.text[self.n_kept..start]);
            self.mended.push_str(instead);
            self.n_kept = end;
        }
    }

    /// Ends the newest node, which the token at hand no longer belongs to.
    #[inline]
    fn end_node(&mut self) -> Result<(), Stop> {
        self.node = NodeState::Ended;
        if self.mended.is_empty() {
            return Ok(());
        }
        self.add_mended()
    }

    #[cold]
    fn add_mended(&mut self) -> Result<(), Stop> {
        self.mended.push_str(&self.text[self.n_kept..self.at]);
        if let Some(newest) = self.nodes.last_mut() {
            let space = scan::trailing_space(&self.text[..newest.start as usize]);
            newest.start = self.added.push(space, &self.mended).ok_or(Stop {
                offset: self.at,
                kind: SgfErrorKind::TextTooLong,
            })?;
        }
        self.mended.clear();
        Ok(())
    }

    fn open(&mut self) -> Result<(), Stop> {
        self.end_node()?;
        let bare = self.trees.last_mut().filter(|tree| tree.branch.is_none());
        if let Some(tree) = bare.filter(|tree| !tree.is_reported) {
            tree.is_reported = true;
            let open = tree.open as usize;
            self.fault(open, Fault::EmptyTree)?;
        }
        self.push_tree()?;
        self.at += 1;
        Ok(())
    }

    /// Opens a tree at the token at hand, be that its `(` or not.
    fn push_tree(&mut self) -> Result<(), Stop> {
        if self.trees.len() == DEPTH_MAX {
            return Err(Stop {
                offset: self.at,
                kind: SgfErrorKind::TooDeep,
            });
        }
        self.trees.push(Tree {
            open: self.at as u32,
            parent: self.current,
            branch: None,
            is_reported: false,
        });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Stop> {
        self.end_node()?;
        let Some(tree) = self.trees.pop() else {
            return Ok(());
        };
        match tree.branch {
            Some(row) => {
                let branch = &mut self.branches[row];
                branch.close = Some(self.at as u32);
                self.current = tree.parent;
                self.elder = Some(branch.first);
            }
            None if tree.is_reported => {}
            None => self.fault(tree.open as usize, Fault::EmptyTree)?,
        }
        self.at += 1;
        Ok(())
    }

    #[inline]
    fn semicolon(&mut self) -> Result<(), Stop> {
        if self.elder.is_some() && self.trees.last().is_some_and(|tree| tree.branch.is_some()) {
            self.fault(self.at, Fault::NodeAfterVariation)?;
        }
        self.push_node()?;
        // Nearly all nodes are in good order; those that are not are read with care.
        self.at = scan::sound_node_end(self.bytes, self.at + 1).unwrap_or(self.at + 1);
        Ok(())
    }

    /// Begins a node at the token at hand, be that its `;` or not.
    #[inline]
    fn push_node(&mut self) -> Result<(), Stop> {
        self.end_node()?;
        let id = match NonZeroU32::new(self.nodes.len() as u32) {
            Some(id) if self.nodes.len() <= NODES_MAX => NodeId(id),
            _ => {
                return Err(Stop {
                    offset: self.at,
                    kind: SgfErrorKind::TooManyNodes,
                });
            }
        };
        match self.elder.take() {
            Some(elder) => self.nodes[elder.index()].next_sibling = Some(id),
            None => self.nodes[self.current.map_or(0, NodeId::index)].first_child = Some(id),
        }
        self.nodes.push(NodeRow {
            parent: self.current,
            first_child: None,
            next_sibling: None,
            start: self.at as u32,
        });
        self.current = Some(id);
        self.node = NodeState::Empty;
        self.n_kept = self.at;
        if let Some(tree) = self.trees.last_mut().filter(|tree| tree.branch.is_none()) {
            tree.branch = Some(self.branches.len());
            self.branches.push(Branch {
                first: id,
                open: (self.bytes[tree.open as usize] == b'(').then_some(tree.open),
                close: None,
            });
        }
        Ok(())
    }

    fn property(&mut self) -> Result<(), Stop> {
        let name = self.at;
        let name_end = scan::skip_name(self.bytes, name);
        let next = scan::skip_space(self.bytes, name_end);
        let letters = &self.bytes[name..name_end];
        let has_value = self.bytes.get(next) == Some(&b'[');
        if !has_value && !letters.iter().all(u8::is_ascii_uppercase) {
            self.fault(name, Fault::Junk)?;
            self.mend(name, name_end, "");
            self.at = name_end;
            return Ok(());
        }
        if !letters.iter().any(u8::is_ascii_uppercase)
            || !letters.iter().all(u8::is_ascii_alphabetic)
        {
            self.fault(name, Fault::OddName)?;
        }
        if self.node == NodeState::Ended {
            self.fault(name, Fault::MissingSemicolon)?;
            self.push_node()?;
            self.mend(name, name, ";");
        }
        self.node = NodeState::Filled;
        self.at = next;
        if has_value {
            return self.values();
        }
        self.fault(name, Fault::MissingValue)?;
        self.mend(name_end, name_end, "[]");
        Ok(())
    }

    /// Reads on to the end of the last of the values that begin here.
    fn values(&mut self) -> Result<(), Stop> {
        while self.bytes.get(self.at) == Some(&b'[') {
            match scan::value_end(self.bytes, self.at + 1) {
                Some(end) => self.at = scan::skip_space(self.bytes, end + 1),
                None => {
                    self.fault(self.at, Fault::UnclosedValue)?;
                    let end = self.at + without_lone_escape(&self.bytes[self.at..]);
                    self.at = self.bytes.len();
                    self.mend(end, self.at, "]");
                }
            }
        }
        Ok(())
    }

    /// A value that does not follow a name or value: after junk, or a fault itself.
    fn lone_value(&mut self) -> Result<(), Stop> {
        if self.node == NodeState::Filled {
            return self.values();
        }
        let start = self.at;
        self.fault(start, Fault::StrayValue)?;
        self.at = match scan::value_end(self.bytes, start + 1) {
            Some(end) => end + 1,
            None => {
                self.fault(start, Fault::UnclosedValue)?;
                self.bytes.len()
            }
        };
        self.mend(start, self.at, "");
        Ok(())
    }

    fn junk_inside(&mut self) -> Result<(), Stop> {
        let start = self.at;
        self.fault(start, Fault::Junk)?;
        let is_token = |byte: u8| {
            scan::is_space(byte) || byte.is_ascii_alphabetic() || b";()[".contains(&byte)
        };
        let rest = &self.bytes[start + 1..];
        let len = rest.iter().position(|&byte| is_token(byte));
        self.at += 1 + len.unwrap_or(rest.len());
        self.mend(start, self.at, "");
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Stop> {
        self.end_node()?;
        for tree in std::mem::take(&mut self.trees) {
            if self.bytes[tree.open as usize] == b'(' {
                self.fault(tree.open as usize, Fault::UnclosedTree)?;
            }
        }
        if self.nodes[0].first_child.is_none() {
            return Err(Stop {
                offset: 0,
                kind: SgfErrorKind::NoGame,
            });
        }
        Ok(())
    }
}

/// The first `(` or `;` at or after `at` that begins a game.
pub(crate) fn next_game(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let mut places = rest.iter().enumerate();
    let begins = |&(place, byte): &(usize, &u8)| {
        matches!(byte, b'(' | b';') && scan::opening(bytes, at + place) == Opening::Game
    };
    places.find(begins).map(|(place, _)| at + place)
}

/// How long a text without end is when a `\` that escapes nothing is dropped.
fn without_lone_escape(value: &[u8]) -> usize {
    let n_escapes = value
        .iter()
        .rev()
        .take_while(|&&byte| byte == b'\\')
        .count();
    value.len() - n_escapes % 2
}
