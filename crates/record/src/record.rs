//! One game of a file, to be looked at and replayed.

use std::fmt;

use ponnuki_game::{ByColor, Color, Game, Move, Point, PointSet, Rules, SIDE_MAX, Size};
use ponnuki_sgf::{Node, NodeId};

use crate::header::{self, Header};
use crate::remark::Remark;
use crate::replay::{self, Replay};
use crate::start;
use crate::time::{RecordedTimeLeft, duration};
use crate::walk::Walk;

/// One game of a file: a tree of moves, comments and set-ups, and what it says
/// about itself.
///
/// It is a view of [`Records`](crate::Records), as cheap to copy as a node.
///
/// ```
/// use ponnuki_record::Records;
///
/// let file = b"(;GM[1]SZ[5]RU[Chinese]KM[0.5]PB[Dosaku]RE[B+24.5]\
///     ;B[cb];W[];B[cd];W[])";
/// let records = Records::from_bytes(file)?;
/// let record = records.iter().next().unwrap()?;
/// assert_eq!(record.header().about.players.black.name.as_deref(), Some("Dosaku"));
///
/// let mut replay = record.replay();
/// replay.forward();
/// assert_eq!(replay.game().board().to_string(), "\
/// . . . . .
/// . . X . .
/// . . . . .
/// . . . . .
/// . . . . .
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Record<'r> {
    root: Node<'r>,
    size: Size,
    ruled: Option<Rules>,
    assumed: Rules,
}

/// Why a game of a file cannot be replayed here. It is still in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayable {
    /// It is another game than Go.
    OtherGame {
        /// What `GM` says.
        text: String,
    },
    /// Its board is none, or larger than boards are here.
    Size {
        /// What `SZ` says.
        text: String,
    },
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplayable::OtherGame { text } => write!(f, "game {text:?} of SGF is not Go"),
            Unplayable::Size { text } => {
                write!(f, "{text:?} is no board with sides of 1 to {SIDE_MAX}")
            }
        }
    }
}

impl std::error::Error for Unplayable {}

impl<'r> Record<'r> {
    /// The game that begins with `root`.
    ///
    /// # Errors
    ///
    /// It is another game than Go, or on a board that is not played on here.
    pub fn new(root: Node<'r>) -> Result<Record<'r>, Unplayable> {
        if let Some(text) = header::text(root, "GM").filter(|text| text.trim() != "1") {
            return Err(Unplayable::OtherGame { text });
        }
        let size = match header::text(root, "SZ") {
            None => Size::NINETEEN,
            Some(text) => read_size(&text).ok_or(Unplayable::Size { text })?,
        };
        Ok(Record {
            root,
            size,
            ruled: None,
            assumed: Rules::JAPANESE,
        })
    }

    /// The same record, replayed under `rules` where the file names none that
    /// are known. Without this they are Japanese.
    #[must_use]
    pub fn assuming(self, rules: Rules) -> Record<'r> {
        Record {
            assumed: rules,
            ..self
        }
    }

    /// The same record, replayed under `rules` whatever the file says. The
    /// komi is still that of the file.
    #[must_use]
    pub fn under(self, rules: Rules) -> Record<'r> {
        Record {
            ruled: Some(rules),
            ..self
        }
    }

    /// Its first node.
    pub fn root(self) -> Node<'r> {
        self.root
    }

    /// The size of its board.
    pub fn size(self) -> Size {
        self.size
    }

    /// What its first node says.
    pub fn header(self) -> Header {
        Header::of(self.root, self.size)
    }

    /// The rules to replay it under in any case.
    pub(crate) fn ruled(self) -> Option<Rules> {
        self.ruled
    }

    /// The rules to replay it under if the file names none.
    pub(crate) fn assumed(self) -> Rules {
        self.assumed
    }

    /// The game at its first node, to be followed from there.
    pub fn replay(self) -> Replay<'r> {
        Replay::new(self)
    }

    /// A walk through all its nodes.
    pub fn walk(self) -> Walk<'r> {
        Walk::new(self)
    }

    /// The game at `node`, along the line that leads there; at the first node
    /// if `node` is not of this game.
    pub fn replay_to(self, node: Node<'r>) -> Replay<'r> {
        let mut line: Vec<Node<'r>> = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at.filter(|&node| node != self.root) {
            line.push(node);
            at = node.parent();
        }
        let mut replay = self.replay();
        if at.is_some() {
            for node in line.into_iter().rev() {
                replay.visit(node);
            }
        }
        replay
    }

    /// The game after the first `n_moves` moves of the main line and before
    /// the next one, with all that is set up between them; at the end if there
    /// are fewer.
    pub fn replay_moves(self, n_moves: usize) -> Replay<'r> {
        let mut replay = self.replay();
        while let Some(next) = replay.node().children().next() {
            if replay.n_moves() >= n_moves && start::moves(next).next().is_some() {
                break;
            }
            replay.visit(next);
        }
        replay
    }

    /// The whole game along the main line, ended as the file says, and
    /// everything that was wrong.
    pub fn game(self) -> (Game, Vec<Remark>) {
        let mut replay = self.replay();
        replay.to_end();
        replay.conclude();
        let remarks = replay.remarks().to_vec();
        (replay.into_game(), remarks)
    }

    /// The nodes of the main line that make a move, with the move.
    pub fn moves(self) -> impl Iterator<Item = (NodeId, Color, Move)> {
        let nodes = self.root.main_line();
        nodes.flat_map(move |node| self.moves_of(node).map(move |(by, mv)| (node.id(), by, mv)))
    }

    /// The moves that one node makes: mostly one, in odd files more.
    pub fn moves_of(self, node: Node<'r>) -> impl Iterator<Item = (Color, Move)> {
        let moves = start::moves(node);
        moves.filter_map(move |(by, value)| Some((by, start::read_move(value, self.size)?)))
    }

    /// What somebody wrote at `node`.
    pub fn comment(self, node: Node<'_>) -> Option<String> {
        Some(node.value("C")?.text().into_owned())
    }

    /// The time that the players are said to have left at `node`.
    pub fn time_left(self, node: Node<'_>) -> ByColor<Option<RecordedTimeLeft>> {
        ByColor::from_fn(|color| {
            let (time, n_left) = TIME_LEFT[color as usize];
            let n_left = node.value(n_left).and_then(|value| value.number().ok());
            Some(RecordedTimeLeft {
                time: duration(&node.value(time)?.simple_text())?,
                n_left: n_left.and_then(|n| u32::try_from(n).ok()),
            })
        })
    }

    /// The points of `node` that carry a mark.
    pub fn marked(self, node: Node<'_>, mark: Mark) -> PointSet {
        let property = node.property(mark.name());
        property.map_or(PointSet::EMPTY, |property| {
            replay::points(property, self.size)
        })
    }

    /// The texts that stand on points of `node`.
    pub fn labels(self, node: Node<'_>) -> Vec<(Point, String)> {
        let values = node
            .property("LB")
            .into_iter()
            .flat_map(|property| property.values());
        let label = |value: ponnuki_sgf::Value<'_>| {
            let (point, text) = value.composed()?;
            let (x, y) = point.point().ok()?;
            Some((self.size.at(x, y)?, text.simple_text().into_owned()))
        };
        values.filter_map(label).collect()
    }
}

/// The names of the properties for time left and moves left, Black's and White's.
pub(crate) const TIME_LEFT: [(&str, &str); 2] = [("BL", "OB"), ("WL", "OW")];

/// A sign on a point, for somebody who looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `TR`.
    Triangle,
    /// `SQ`.
    Square,
    /// `CR`.
    Circle,
    /// `MA`.
    Cross,
    /// `SL`: drawn as the program likes.
    Selected,
    /// `DD`: greyed out, here and after it until another node says otherwise.
    Dimmed,
    /// `VW`: these alone are shown, here and after it until another node says otherwise.
    Visible,
    /// `TB`.
    BlackTerritory,
    /// `TW`.
    WhiteTerritory,
}

impl Mark {
    /// Whether it holds until another node says otherwise, so that a property without points
    /// says something too.
    pub const fn is_inherited(self) -> bool {
        matches!(self, Mark::Dimmed | Mark::Visible)
    }

    /// What SGF calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Triangle => "TR",
            Mark::Square => "SQ",
            Mark::Circle => "CR",
            Mark::Cross => "MA",
            Mark::Selected => "SL",
            Mark::Dimmed => "DD",
            Mark::Visible => "VW",
            Mark::BlackTerritory => "TB",
            Mark::WhiteTerritory => "TW",
        }
    }
}

/// `19`, `13:9`; also `13x9`, as some write it.
fn read_size(text: &str) -> Option<Size> {
    let (width, height) = text.split_once([':', 'x']).unwrap_or((text, text));
    Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?)
}
