//! Records as trees to walk through, and changes to them.

use std::fmt;

use ponnuki_game::{self as game, Color, Game, PointSet, Size};
use ponnuki_record::{
    Annotation, Double, Line, Mark, Node, NodeId, Record, Records, Replay, StrokeKind,
};
use ponnuki_wire::{
    AnnotationKind, ByColor, ListedGame, MarkKind, NodeAnnotation, OpenRecord, PointChange,
    PointLabel, PointMark, PointStroke, RecordEdit, RecordNode, RecordTree, Said, Vertex, json_len,
};

use super::listing::{listing, player};
use super::position::STUDY_MOVES_MAX;

/// How large a record may be that is told as a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLimits {
    /// Nodes.
    pub n_nodes: usize,
    /// Points that are written for it: what changes on the board, marks, labels and strokes
    /// of all nodes. A dictionary of openings with as many nodes as are allowed has a fifth
    /// of it; a few letters of SGF can mark a whole board. Each point takes some 60 bytes of
    /// memory.
    pub n_points: usize,
    /// Bytes of JSON that it may become: twice as many as that dictionary.
    pub n_bytes: usize,
}

/// A game with every variation that people make, not a whole dictionary of openings.
pub const SMALL_RECORD: RecordLimits = RecordLimits {
    n_nodes: 20_000,
    n_points: 250_000,
    n_bytes: 8 << 20,
};

/// A whole dictionary of openings.
pub const LARGE_RECORD: RecordLimits = RecordLimits {
    n_nodes: 100_000,
    n_points: 500_000,
    n_bytes: 36 << 20,
};

/// Points that the lists of a record may have, repeated ones and those outside the board too:
/// a whole board in every node of a long game, several times. Seven letters of SGF are a
/// rectangle of 2,704 of them, and each takes its time.
pub const RECORD_LISTED_MAX: usize = 2_000_000;

/// Every mark, as SGF and as the wire have it.
const MARKS: [(Mark, MarkKind); 9] = [
    (Mark::Triangle, MarkKind::Triangle),
    (Mark::Square, MarkKind::Square),
    (Mark::Circle, MarkKind::Circle),
    (Mark::Cross, MarkKind::Cross),
    (Mark::Selected, MarkKind::Selected),
    (Mark::Dimmed, MarkKind::Dimmed),
    (Mark::Visible, MarkKind::Visible),
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
    /// It has more nodes than so many.
    TooManyNodes(usize),
    /// It says something of more points than so many, or its lists name more.
    TooManyPoints(usize),
    /// Told as a tree it is longer than so many bytes.
    TooLong(usize),
    /// It is not wanted any more.
    Stopped,
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRecord::NoRecord(why) | BadRecord::NoChange(why) => f.write_str(why),
            BadRecord::TooManyNodes(n_max) => {
                write!(f, "a record is looked at with at most {n_max} nodes")
            }
            BadRecord::TooManyPoints(n_max) => write!(
                f,
                "a record is looked at with at most {n_max} marks and changes of points"
            ),
            BadRecord::TooLong(n_max) => write!(
                f,
                "a record is looked at if it becomes at most {n_max} bytes of JSON"
            ),
            BadRecord::Stopped => f.write_str("the record is not wanted any more"),
        }
    }
}

impl std::error::Error for BadRecord {}

impl BadRecord {
    /// Whether it would have been told within wider limits.
    pub fn is_too_large(&self) -> bool {
        match self {
            BadRecord::TooManyNodes(_) | BadRecord::TooLong(_) => true,
            // Lists have the same limit in records of all sizes.
            BadRecord::TooManyPoints(n_max) => *n_max < RECORD_LISTED_MAX,
            BadRecord::NoRecord(_) | BadRecord::NoChange(_) | BadRecord::Stopped => false,
        }
    }
}

/// What is left of the points and bytes that one record may become.
struct Budget {
    limits: RecordLimits,
    n_points: usize,
    n_bytes: usize,
}

impl Budget {
    fn whole(limits: RecordLimits) -> Budget {
        Budget {
            limits,
            n_points: limits.n_points,
            n_bytes: limits.n_bytes,
        }
    }

    /// Takes what a shape needs that has so many bytes of JSON and tells of so many points.
    fn spend(&mut self, n_bytes: usize, n_points: usize) -> Result<(), BadRecord> {
        let left = self.n_points.checked_sub(n_points);
        self.n_points = left.ok_or(BadRecord::TooManyPoints(self.limits.n_points))?;
        // A comma comes with it.
        let left = self.n_bytes.checked_sub(n_bytes + 1);
        self.n_bytes = left.ok_or(BadRecord::TooLong(self.limits.n_bytes))?;
        Ok(())
    }
}

/// The share of an answer that the list of a file's games may have.
const LISTING_SHARE: usize = 4;

/// The record that is wished for, changed if that is wished, as a tree. Once
/// `is_stopped` says so it is given up.
///
/// # Errors
///
/// It is no record of Go, the change cannot be made, or it becomes too large: that is
/// found while it is built, not afterwards.
pub fn open_record(
    wish: &OpenRecord,
    limits: RecordLimits,
    is_stopped: &dyn Fn() -> bool,
) -> Result<RecordTree, BadRecord> {
    let mut records = records(&wish.sgf)?;
    let listing = choose(&mut records, wish.game, limits, is_stopped)?;
    tree(records, listing, wish.edit.as_ref(), limits, is_stopped)
}

/// A game of a file as it was found: of any format that is known, and in any charset.
/// Its text is UTF-8 from here on, and says so. Without a number it is the first that
/// can be replayed. Once `is_stopped` says so it is given up.
///
/// # Errors
///
/// It is no record of Go, there is no such game, or it becomes too large.
pub(crate) fn open_file(
    bytes: &[u8],
    game: Option<u32>,
    limits: RecordLimits,
    is_stopped: &dyn Fn() -> bool,
) -> Result<RecordTree, BadRecord> {
    let records = Records::from_bytes(bytes);
    let mut records = records.map_err(|why| BadRecord::NoRecord(why.to_string()))?;
    let listing = choose(&mut records, game, limits, is_stopped)?;
    records.declare_utf8().map_err(|why| bad(&why))?;
    tree(records, listing, None, limits, is_stopped)
}

/// A game that was chosen from a file, and the others.
struct Chosen {
    game: u32,
    games: Vec<ListedGame>,
    n_games: u32,
}

/// Takes every game but one out of a file: the one with this number, or the first that can
/// be replayed.
fn choose(
    records: &mut Records<'_>,
    game: Option<u32>,
    limits: RecordLimits,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Chosen, BadRecord> {
    let games = listing(records, limits.n_bytes / LISTING_SHARE, is_stopped);
    let n_games = records.iter().count() as u32;
    let number = match game {
        Some(game) => game as usize,
        None => records.iter().position(|one| one.is_ok()).unwrap_or(0),
    };
    let record = nth(records, number)?;
    if n_games > 1 {
        let root = record.root().id();
        records.keep_only(root);
    }
    Ok(Chosen {
        game: number as u32,
        games,
        n_games,
    })
}

/// The only game of a file, changed if that is wished, as a tree.
fn tree(
    mut records: Records<'_>,
    chosen: Chosen,
    edit: Option<&RecordEdit>,
    limits: RecordLimits,
    is_stopped: &dyn Fn() -> bool,
) -> Result<RecordTree, BadRecord> {
    let beyond = unchecked(&records, 0)?.root().subtree().nth(limits.n_nodes);
    if beyond.is_some() {
        return Err(BadRecord::TooManyNodes(limits.n_nodes));
    }
    let at = match edit {
        Some(edit) => apply(&mut records, edit)?,
        None => 0,
    };
    let record = unchecked(&records, 0)?;
    let mut tree = head(record, chosen);
    tree.sgf = records.to_string();
    let mut budget = Budget::whole(limits);
    budget.spend(json_len(&tree), 0)?;
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
    game_of_node(first(&records(sgf)?)?, node)
}

/// The game of a record as it stands at a node, as [`game_at`] counts them.
///
/// # Errors
///
/// It has no such node.
pub(super) fn game_of_node(record: Record<'_>, node: u32) -> Result<Game, BadRecord> {
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
pub(crate) fn records(sgf: &str) -> Result<Records<'_>, BadRecord> {
    Records::from_text(sgf).map_err(|why| BadRecord::NoRecord(why.to_string()))
}

/// The first game of a file.
///
/// # Errors
///
/// It is no record of Go, or its lists are too long to be read.
pub(crate) fn first<'r>(records: &'r Records<'_>) -> Result<Record<'r>, BadRecord> {
    nth(records, 0)
}

/// The game with this number, if its lists are short enough to be read.
fn nth<'r>(records: &'r Records<'_>, game: usize) -> Result<Record<'r>, BadRecord> {
    let record = unchecked(records, game)?;
    match n_listed(record) <= RECORD_LISTED_MAX {
        true => Ok(record),
        false => Err(BadRecord::TooManyPoints(RECORD_LISTED_MAX)),
    }
}

/// The game with this number, whose lists were looked at before.
fn unchecked<'r>(records: &'r Records<'_>, game: usize) -> Result<Record<'r>, BadRecord> {
    let no_game = match game {
        0 => "there is no game in it",
        _ => "there is no such game in it",
    };
    let record = records.iter().nth(game);
    let record = record.ok_or_else(|| BadRecord::NoRecord(no_game.to_owned()))?;
    record.map_err(|why| BadRecord::NoRecord(why.to_string()))
}

/// How many points the lists of a record have.
fn n_listed(record: Record<'_>) -> usize {
    let nodes = record.root().subtree();
    let properties = nodes.flat_map(|node| node.properties());
    let values = properties.flat_map(|property| property.values());
    values.map(|value| value.n_points()).sum()
}

/// Makes a change; the number of the node to show then.
fn apply(records: &mut Records<'_>, edit: &RecordEdit) -> Result<u32, BadRecord> {
    let record = unchecked(records, 0)?;
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
fn head(record: Record<'_>, chosen: Chosen) -> RecordTree {
    let start = record.replay();
    let rules = start.game().rules();
    let komi = start.game().setup().komi;
    let size = record.size();
    let about = record.header().about;
    RecordTree {
        sgf: String::new(),
        game: chosen.game,
        games: chosen.games,
        n_games: chosen.n_games,
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
        at: LARGE_RECORD.n_nodes as u32,
    }
}

/// What is told of the game beside its players, in the order it is shown; what the game
/// comment says has several lines.
const ABOUT: [&str; 16] = [
    "GN", "EV", "RO", "DT", "PC", "BT", "WT", "HA", "TM", "OT", "ON", "AN", "US", "SO", "CP", "GC",
];

fn said(record: Record<'_>) -> Vec<Said> {
    let root = record.root();
    let said = ABOUT.into_iter().filter_map(|name| {
        let value = root.value(name)?;
        let text = match name {
            "GC" => value.text(),
            _ => value.simple_text(),
        };
        let is_blank = text.trim().is_empty();
        (!is_blank).then(|| Said {
            name: name.to_owned(),
            text: text.into_owned(),
        })
    });
    said.collect()
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
        if tree.nodes.len() >= budget.limits.n_nodes {
            return Err(BadRecord::TooManyNodes(budget.limits.n_nodes));
        }
        let replay = walk.replay();
        for remark in &replay.remarks()[visit.n_remarks..] {
            let remark = remark.to_string();
            budget.spend(json_len(&remark), 0)?;
            tree.remarks.push(remark);
        }
        let parent = visit.parent.map(|parent| parent as u32);
        let node = node(replay, parent, n_before, before);
        let marked = node.marks.iter().map(|mark| mark.at.len());
        let n_written = node.changes.len() + node.labels.len() + 2 * node.strokes.len();
        let n_points = n_written + marked.sum::<usize>();
        budget.spend(json_len(&node), n_points)?;
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
        let is_said = mark.is_inherited() && own.property(mark.name()).is_some();
        (is_said || !at.is_empty()).then_some(PointMark { mark: kind, at })
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
        name: record.name(own),
        comment: record.comment(own),
        annotations: annotations(record, own),
        marks: marks.collect(),
        labels: labels
            .map(|(point, text)| PointLabel {
                at: Vertex::of(point, size),
                text,
            })
            .collect(),
        strokes: strokes(record, own),
    }
}

fn annotations(record: Record<'_>, own: Node<'_>) -> Vec<NodeAnnotation> {
    let all = record.annotations(own).into_iter();
    all.map(|(annotation, double)| NodeAnnotation {
        kind: kind_of(annotation),
        is_very: double == Double::Emphasized,
    })
    .collect()
}

fn kind_of(annotation: Annotation) -> AnnotationKind {
    match annotation {
        Annotation::Even => AnnotationKind::Even,
        Annotation::GoodForBlack => AnnotationKind::GoodForBlack,
        Annotation::GoodForWhite => AnnotationKind::GoodForWhite,
        Annotation::Unclear => AnnotationKind::Unclear,
        Annotation::Tesuji => AnnotationKind::Tesuji,
        Annotation::Interesting => AnnotationKind::Interesting,
        Annotation::Doubtful => AnnotationKind::Doubtful,
        Annotation::Bad => AnnotationKind::Bad,
        Annotation::Hotspot => AnnotationKind::Hotspot,
    }
}

fn strokes(record: Record<'_>, own: Node<'_>) -> Vec<PointStroke> {
    let size = record.size();
    let all = record.strokes(own).into_iter();
    all.map(|stroke| PointStroke {
        from: Vertex::of(stroke.from, size),
        to: Vertex::of(stroke.to, size),
        is_arrow: stroke.kind == StrokeKind::Arrow,
    })
    .collect()
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
