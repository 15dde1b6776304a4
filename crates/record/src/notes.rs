//! What an annotator says of a node beside the comment: its name, judgments, lines between
//! points.

use ponnuki_game::Point;
use ponnuki_sgf::{Double, Node, Value};

use crate::header;
use crate::record::Record;

/// A judgment that SGF has a property for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// `DM`: the position is even.
    Even,
    /// `GB`: the position is good for Black.
    GoodForBlack,
    /// `GW`: the position is good for White.
    GoodForWhite,
    /// `UC`: the position is unclear.
    Unclear,
    /// `TE`: the move is a tesuji.
    Tesuji,
    /// `IT`: the move is interesting.
    Interesting,
    /// `DO`: the move is doubtful.
    Doubtful,
    /// `BM`: the move is bad.
    Bad,
    /// `HO`: something happens here.
    Hotspot,
}

impl Annotation {
    /// All of them, in the order they are told: of the move, then of the position.
    pub const ALL: [Annotation; 9] = [
        Annotation::Tesuji,
        Annotation::Interesting,
        Annotation::Doubtful,
        Annotation::Bad,
        Annotation::Even,
        Annotation::GoodForBlack,
        Annotation::GoodForWhite,
        Annotation::Unclear,
        Annotation::Hotspot,
    ];

    /// What SGF calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Annotation::Even => "DM",
            Annotation::GoodForBlack => "GB",
            Annotation::GoodForWhite => "GW",
            Annotation::Unclear => "UC",
            Annotation::Tesuji => "TE",
            Annotation::Interesting => "IT",
            Annotation::Doubtful => "DO",
            Annotation::Bad => "BM",
            Annotation::Hotspot => "HO",
        }
    }
}

/// How a [`Stroke`] is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeKind {
    /// `LN`.
    Line,
    /// `AR`: with a head at its second point.
    Arrow,
}

/// A line between two points of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// With or without a head.
    pub kind: StrokeKind,
    /// Where it begins.
    pub from: Point,
    /// Where it ends; another point.
    pub to: Point,
}

impl<'r> Record<'r> {
    /// What `node` is called.
    pub fn name(self, node: Node<'_>) -> Option<String> {
        header::text(node, "N")
    }

    /// The judgments at `node`, each with how much it is so. A value that is neither `1` nor
    /// `2` counts as `1`: some programs write a text there.
    pub fn annotations(self, node: Node<'_>) -> Vec<(Annotation, Double)> {
        let judged = Annotation::ALL.into_iter().filter_map(|annotation| {
            let value = node.property(annotation.name())?.values().next();
            let double = value.and_then(|value| value.double().ok());
            Some((annotation, double.unwrap_or(Double::Normal)))
        });
        judged.collect()
    }

    /// The lines and arrows that are drawn at `node`.
    pub fn strokes(self, node: Node<'_>) -> Vec<Stroke> {
        let size = self.size();
        let point = |value: Value<'_>| {
            let (x, y) = value.point().ok()?;
            size.at(x, y)
        };
        let of_kind = |(name, kind)| {
            let values = node.property(name).into_iter();
            let values = values.flat_map(|property| property.values());
            values.filter_map(move |value| {
                let (from, to) = value.composed()?;
                let (from, to) = (point(from)?, point(to)?);
                (from != to).then_some(Stroke { kind, from, to })
            })
        };
        let kinds = [("LN", StrokeKind::Line), ("AR", StrokeKind::Arrow)];
        kinds.into_iter().flat_map(of_kind).collect()
    }
}
