//! Through a whole tree: every node once, with the game as it stands there.

use ponnuki_sgf::Node;

use crate::record::Record;
use crate::remark::Remark;
use crate::replay::Replay;

/// A walk through all nodes of a record, each line after the other, in the order of
/// the file. There is one game, which is taken back at the end of each line.
///
/// ```
/// use ponnuki_record::Records;
///
/// let records = Records::from_bytes(b"(;SZ[9];B[cc](;W[gg];B[cg])(;W[gc]))")?;
/// let mut walk = records.iter().next().unwrap()?.walk();
/// let mut seen = Vec::new();
/// while let Some(visit) = walk.forward() {
///     seen.push((visit.parent, walk.replay().game().n_moves()));
/// }
/// assert_eq!(seen, [(None, 0), (Some(0), 1), (Some(1), 2), (Some(2), 3), (Some(1), 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'r> {
    replay: Replay<'r>,
    /// Nodes still to be visited with the numbers of their parents, the next on top.
    ahead: Vec<(usize, Node<'r>)>,
    n_visited: usize,
}

/// A node that a [`Walk`] has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The number of the node before it, counted as they are visited; the first has none.
    pub parent: Option<usize>,
    /// How many remarks of the line were made before this node.
    pub n_remarks: usize,
}

impl<'r> Walk<'r> {
    /// Before the first node.
    pub(crate) fn new(record: Record<'r>) -> Walk<'r> {
        Walk {
            replay: record.replay(),
            ahead: Vec::new(),
            n_visited: 0,
        }
    }

    /// The game at the node it has come to; before the first step at the first node.
    pub fn replay(&self) -> &Replay<'r> {
        &self.replay
    }

    /// Hands every remark on the rest of the record to `tell`, each once, in all variations.
    ///
    /// # Errors
    ///
    /// The first that `tell` has; nothing more is told then.
    pub fn remarks<E>(mut self, mut tell: impl FnMut(&Remark) -> Result<(), E>) -> Result<(), E> {
        while let Some(visit) = self.forward() {
            let remarks = &self.replay.remarks()[visit.n_remarks..];
            remarks.iter().try_for_each(&mut tell)?;
        }
        Ok(())
    }

    /// Goes to where the next node is entered from: the node before it.
    pub fn approach(&mut self) -> &Replay<'r> {
        if let Some(&(_, next)) = self.ahead.last()
            && next.parent() != Some(self.replay.node())
        {
            self.replay.back();
        }
        &self.replay
    }

    /// Goes to the next node; `None` after the last.
    pub fn forward(&mut self) -> Option<Visit> {
        let mut visit = Visit {
            parent: None,
            n_remarks: 0,
        };
        if self.n_visited > 0 {
            let n_remarks = self.approach().remarks().len();
            let (parent, node) = self.ahead.pop()?;
            let is_last = self.ahead.last().is_none_or(|&(other, _)| other != parent);
            let is_only = node
                .parent()
                .is_none_or(|own| own.children().nth(1).is_none());
            if is_last && !is_only {
                self.replay.unmark();
            }
            visit = Visit {
                parent: Some(parent),
                n_remarks,
            };
            self.replay.visit(node);
        }
        let number = self.n_visited;
        self.n_visited += 1;
        let n_ahead = self.ahead.len();
        let children = self.replay.node().children();
        self.ahead.extend(children.map(|child| (number, child)));
        self.ahead[n_ahead..].reverse();
        if self.ahead.len() > n_ahead + 1 {
            self.replay.mark();
        }
        Some(visit)
    }
}
