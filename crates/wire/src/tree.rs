//! Records as trees to walk through, and changes to them.

use std::fmt;

use ponnuki_game::{self as game, Color, Game, PointSet, Size};
use ponnuki_record::{About, Line, Mark, NodeId, Record, Records, Replay};
use serde::Serialize;

use crate::sides::ByColor;
use crate::study::{
    MarkKind, OpenRecord, PointChange, PointLabel, PointMark, RecordEdit, RecordNode, RecordTree,
    STUDY_MOVES_MAX, Said,
};
use crate::text::{Vertex, json_len};

/// Nodes of a record that is looked at: a game with every variation that people make,
/// not a whole dictionary of openings.
pub const RECORD_NODES_MAX: usize = 20_000;

/// Points that are written for a record: what changes on the board, marks and labels of
/// all nodes. A dictionary of openings with as many nodes as are allowed has a fifth of
/// it; a few letters of SGF can mark a whole board. Each point takes some 60 bytes of
/// memory.
pub const RECORD_POINTS_MAX: usize = 250_000;

/// Bytes of JSON that a record may become: twice as many as that dictionary.
pub const RECORD_JSON_MAX: usize = 8 << 20;

/// Every mark, as SGF and as the wire have it.
const MARKS: [(Mark, MarkKind); 8] = [
    (Mark::Triangle, MarkKind::Triangle),
    (Mark::Square, MarkKind::Square),
    (Mark::Circle, MarkKind::Circle),
    (Mark::Cross, MarkKind::Cross),
    (Mark::Selected, MarkKind::Selected),
    (Mark::Dimmed, MarkKind::Dimmed),
    (Mark::BlackTerritory, MarkKind::BlackTerritory),
    (Mark::WhiteTerritory, MarkKind::WhiteTerritory),
];

/// Why a record cannot be shown, or not be changed so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadRecord {
    /// It is no record of Go; why not.
    NoRecord(String),
    /// The change cannot be made; why not.
    NoChange(String),
    /// It has more nodes than [`RECORD_NODES_MAX`].
    TooManyNodes,
    /// It says something of more points than [`RECORD_POINTS_MAX`].
    TooManyPoints,
    /// Told as a tree it is longer than [`RECORD_JSON_MAX`].
    TooLong,
    /// It is not wanted any more.
    Stopped,
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRecord::NoRecord(why) | BadRecord::NoChange(why) => f.write_str(why),
            BadRecord::TooManyNodes => {
                write!(
                    f,
                    "a record is looked at with at most {RECORD_NODES_MAX} nodes"
                )
            }
            BadRecord::TooManyPoints => write!(
                f,
                "a record is looked at with at most {RECORD_POINTS_MAX} marks and changes of points"
            ),
            BadRecord::TooLong => write!(
                f,
                "a record is looked at if it becomes at most {RECORD_JSON_MAX} bytes of JSON"
            ),
            BadRecord::Stopped => f.write_str("the record is not wanted any more"),
        }
    }
}

impl std::error::Error for BadRecord {}

/// What is left of the points and bytes that one record may become.
struct Budget {
    n_points: usize,
    n_bytes: usize,
}

impl Budget {
    const WHOLE: Budget = Budget {
        n_points: RECORD_POINTS_MAX,
        n_bytes: RECORD_JSON_MAX,
    };

    /// Takes what a shape that tells of so many points needs.
    fn spend<T: Serialize>(&mut self, shape: &T, n_points: usize) -> Result<(), BadRecord> {
        let left = self.n_points.checked_sub(n_points);
        self.n_points = left.ok_or(BadRecord::TooManyPoints)?;
        // A comma comes with it.
        let left = self.n_bytes.checked_sub(json_len(shape) + 1);
        self.n_bytes = left.ok_or(BadRecord::TooLong)?;
        Ok(())
    }
}

impl OpenRecord {
    /// The record that is wished for, changed if that is wished, as a tree. Once
    /// `is_stopped` says so it is given up.
    ///
    /// # Errors
    ///
    /// It is no record of Go, the change cannot be made, or it becomes too large: that is
    /// found while it is built, not afterwards.
    pub fn read(&self, is_stopped: &dyn Fn() -> bool) -> Result<RecordTree, BadRecord> {
        let records = records(&self.sgf)?;
        tree(records, self.edit.as_ref(), is_stopped)
    }
}

impl RecordTree {
    /// The first game of a file as it was found: of any format that is known, and in any
    /// charset. Its text is UTF-8 from here on, and says so. Once `is_stopped` says so it
    /// is given up.
    ///
    /// # Errors
    ///
    /// It is no record of Go, or becomes too large.
    pub fn of_file(bytes: &[u8], is_stopped: &dyn Fn() -> bool) -> Result<RecordTree, BadRecord> {
        let records = Records::from_bytes(bytes);
        let mut records = records.map_err(|why| BadRecord::NoRecord(why.to_string()))?;
        records.declare_utf8().map_err(|why| bad(&why))?;
        tree(records, None, is_stopped)
    }
}

/// The first game of a file, changed if that is wished, as a tree.
fn tree(
    mut records: Records<'_>,
    edit: Option<&RecordEdit>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<RecordTree, BadRecord> {
    let beyond = first(&records)?.root().subtree().nth(RECORD_NODES_MAX);
    if beyond.is_some() {
        return Err(BadRecord::TooManyNodes);
    }
    let at = match edit {
        Some(edit) => apply(&mut records, edit)?,
        None => 0,
    };
    let record = first(&records)?;
    let mut tree = head(record);
    tree.sgf = records.to_string();
    let mut budget = Budget::WHOLE;
    budget.spend(&tree, 0)?;
    walk(record, &mut tree, &mut budget, is_stopped)?;
    tree.at = at.min(tree.nodes.len() as u32 - 1);
    Ok(tree)
}

/// The first game of an SGF text, as it stands at a node, counted as in
/// [`RecordTree::nodes`].
///
/// # Errors
///
/// It is no record of Go, or has no such node.
pub fn game_at(sgf: &str, node: u32) -> Result<Game, BadRecord> {
    let records = records(sgf)?;
    let record = first(&records)?;
    let node = record.root().subtree().nth(node as usize);
    let node = node.ok_or_else(|| bad(&NO_NODE))?;
    Ok(record.replay_to(node).into_game())
}

const NO_NODE: &str = "there is no such node";

fn bad(why: &dyn fmt::Display) -> BadRecord {
    BadRecord::NoChange(why.to_string())
}

/// The games of an SGF text.
///
/// # Errors
///
/// It is no record of Go.
pub fn records(sgf: &str) -> Result<Records<'_>, BadRecord> {
    Records::from_text(sgf).map_err(|why| BadRecord::NoRecord(why.to_string()))
}

/// The first game of a file.
///
/// # Errors
///
/// It is no record of Go.
pub fn first<'r>(records: &'r Records<'_>) -> Result<Record<'r>, BadRecord> {
    let first = records.iter().next();
    let no_game = || BadRecord::NoRecord("there is no game in it".to_owned());
    let first = first.ok_or_else(no_game)?;
    first.map_err(|why| BadRecord::NoRecord(why.to_string()))
}

/// Makes a change; the number of the node to show then.
fn apply(records: &mut Records<'_>, edit: &RecordEdit) -> Result<u32, BadRecord> {
    let record = first(records)?;
    let (size, nodes): (Size, Vec<_>) = (
        record.size(),
        record.root().subtree().map(|node| node.id()).collect(),
    );
    let id = |node: u32| {
        let id = nodes.get(node as usize).copied();
        id.ok_or_else(|| bad(&NO_NODE))
    };
    let shown = match edit {
        RecordEdit::Play { node, at } => play(records, id(*node)?, std::slice::from_ref(at))?,
        RecordEdit::Line { node, moves } => play(records, id(*node)?, moves)?,
        RecordEdit::Comment { node, text } => {
            let id = id(*node)?;
            records.comment(id, text).map_err(|why| bad(&why))?;
            id
        }
        RecordEdit::Mark { node, mark, at } => {
            let id = id(*node)?;
            let points = points(at, size)?;
            let own = MARKS.iter().find(|(_, kind)| kind == mark);
            if let Some((own, _)) = own {
                records.mark(id, *own, points).map_err(|why| bad(&why))?;
            }
            id
        }
        RecordEdit::Label { node, labels } => {
            let id = id(*node)?;
            let label = |label: &'_ PointLabel| label.at.to_point(size);
            let named: Option<Vec<_>> = labels
                .iter()
                .map(|own| Some((label(own)?, own.text.as_str())))
                .collect();
            let named = named.ok_or_else(|| bad(&"a label is on no point"))?;
            records.label(id, &named).map_err(|why| bad(&why))?;
            id
        }
        RecordEdit::Remove { node: 0 } => return Err(bad(&"the first node cannot be removed")),
        RecordEdit::Remove { node } => {
            let id = id(*node)?;
            let parent = records.node(id).parent().map(|parent| parent.id());
            records.remove(id);
            parent.unwrap_or(id)
        }
        RecordEdit::Promote { node } => {
            let id = id(*node)?;
            records.promote(id).map_err(|why| bad(&why))?;
            id
        }
    };
    let record = first(records)?;
    let mut nodes = record.root().subtree();
    Ok(nodes.position(|node| node.id() == shown).unwrap_or(0) as u32)
}

fn points(vertices: &[Vertex], size: Size) -> Result<PointSet, BadRecord> {
    let points = Vertex::to_points(vertices, size);
    points.map_err(|vertex| bad(&format!("{:?} is no point of this board", vertex.0)))
}

/// Adds moves after a node, each by whoever is to move; the last one's node.
fn play(records: &mut Records<'_>, after: NodeId, moves: &[Vertex]) -> Result<NodeId, BadRecord> {
    if moves.len() > STUDY_MOVES_MAX {
        return Err(bad(&format!("at most {STUDY_MOVES_MAX} moves at once")));
    }
    let mut game = replayed_to(records, after)?;
    let mut at = after;
    for vertex in moves {
        let mv = vertex.to_move(game.size());
        let mv = mv.ok_or_else(|| bad(&format!("{:?} is no point of this board", vertex.0)))?;
        let by = game.turn();
        game.play(mv).map_err(|law| bad(&law))?;
        let added = records.play(at, by, mv, Line::Variation);
        at = added.map_err(|why| bad(&why))?;
    }
    Ok(at)
}

fn replayed_to(records: &Records<'_>, node: NodeId) -> Result<Game, BadRecord> {
    let record = first(records)?;
    Ok(record.replay_to(records.node(node)).into_game())
}

/// What is said of a record as a whole; its text and its nodes are left out.
fn head(record: Record<'_>) -> RecordTree {
    let start = record.replay();
    let rules = start.game().rules();
    let komi = start.game().setup().komi;
    let size = record.size();
    let about = record.header().about;
    RecordTree {
        sgf: String::new(),
        width: size.width(),
        height: size.height(),
        rules: rules.written(),
        komi: komi.into(),
        players: ByColor {
            black: player(&about, Color::Black),
            white: player(&about, Color::White),
        },
        result: record
            .root()
            .value("RE")
            .map(|value| value.simple_text().into_owned()),
        about: said(record),
        remarks: Vec::new(),
        nodes: Vec::new(),
        // As many digits as the number of a node can have.
        at: RECORD_NODES_MAX as u32,
    }
}

/// What is told of the game beside its players.
fn said(record: Record<'_>) -> Vec<Said> {
    let root = record.root();
    let names = ["DT", "EV", "RO", "PC", "GN", "HA", "TM", "OT", "AN", "SO"];
    let said = names.into_iter().filter_map(|name| {
        Some(Said {
            name: name.to_owned(),
            text: root.value(name)?.simple_text().into_owned(),
        })
    });
    said.collect()
}

fn player(about: &About, color: Color) -> Option<String> {
    let player = &about.players[color];
    match (&player.name, &player.rank) {
        (Some(name), Some(rank)) => Some(format!("{name} {rank}")),
        (name, rank) => name.clone().or_else(|| rank.clone()),
    }
}

/// Adds every node to the tree, a line after the other, within the budget.
fn walk(
    record: Record<'_>,
    tree: &mut RecordTree,
    budget: &mut Budget,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), BadRecord> {
    let mut walk = record.walk();
    loop {
        let replay = walk.approach();
        let n_before = replay.n_moves();
        let before = match tree.nodes.is_empty() {
            // The first node tells all that stands there.
            true => [PointSet::EMPTY; 2],
            false => stones(replay),
        };
        let Some(visit) = walk.forward() else {
            return Ok(());
        };
        if is_stopped() {
            return Err(BadRecord::Stopped);
        }
        if tree.nodes.len() >= RECORD_NODES_MAX {
            return Err(BadRecord::TooManyNodes);
        }
        let replay = walk.replay();
        for remark in &replay.remarks()[visit.n_remarks..] {
            let remark = remark.to_string();
            budget.spend(&remark, 0)?;
            tree.remarks.push(remark);
        }
        let parent = visit.parent.map(|parent| parent as u32);
        let node = node(replay, parent, n_before, before);
        let marked = node.marks.iter().map(|mark| mark.at.len());
        let n_points = node.changes.len() + node.labels.len() + marked.sum::<usize>();
        budget.spend(&node, n_points)?;
        tree.nodes.push(node);
    }
}

fn stones(replay: &Replay<'_>) -> [PointSet; 2] {
    Color::BOTH.map(|color| replay.game().board().stones(color))
}

/// The node a replay has come to, where before there were `n_before` moves and these
/// stones.
fn node(
    replay: &Replay<'_>,
    parent: Option<u32>,
    n_before: usize,
    before: [PointSet; 2],
) -> RecordNode {
    let (record, own) = (replay.record(), replay.node());
    let size = record.size();
    let made = record.moves_of(own).last();
    let made = made.filter(|_| parent.is_none() || replay.n_moves() > n_before);
    let marks = MARKS.iter().filter_map(|&(mark, kind)| {
        let at = Vertex::of_all(record.marked(own, mark), size);
        (!at.is_empty()).then_some(PointMark { mark: kind, at })
    });
    let labels = record.labels(own).into_iter();
    let held = replay.prisoners();
    let n_held = |color| {
        let held: game::Prisoners = held[color];
        held.captured + held.dead + held.passed
    };
    RecordNode {
        parent,
        by: made.map(|(by, _)| by.into()),
        at: made.map(|(_, mv)| Vertex::of_move(mv, size)),
        number: replay.n_moves() as u32,
        changes: changes(before, stones(replay), size),
        to_move: replay.game().turn().into(),
        prisoners: ByColor {
            black: n_held(Color::Black),
            white: n_held(Color::White),
        },
        comment: record.comment(own),
        marks: marks.collect(),
        labels: labels
            .map(|(point, text)| PointLabel {
                at: Vertex::of(point, size),
                text,
            })
            .collect(),
    }
}

/// The points that are not as they were.
fn changes(before: [PointSet; 2], after: [PointSet; 2], size: Size) -> Vec<PointChange> {
    let [black, white] = after;
    let gone = (before[0] | before[1]) - black - white;
    let new = [
        (black - before[0], Color::Black),
        (white - before[1], Color::White),
    ];
    let gone = gone.iter().map(|point| (point, None));
    let new = new
        .into_iter()
        .flat_map(|(points, color)| points.iter().map(move |point| (point, Some(color.into()))));
    let all = gone.chain(new.collect::<Vec<_>>());
    all.map(|(point, stone)| PointChange {
        at: Vertex::of(point, size),
        stone,
    })
    .collect()
}
