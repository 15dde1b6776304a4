//! GoGui's XML, which Jago writes too.
//!
//! ```text
//! <Go>
//! <GoGame name="…">
//! <Information>
//! <BoardSize>9</BoardSize><Komi>6.5</Komi><BlackPlayer>…</BlackPlayer> …
//! </Information>
//! <Nodes>
//! <Black number="1" at="E5"/>          a move, in a node of its own
//! <Comment><P>…</P></Comment>          of the node before
//! <Node><AddWhite at="C3"/>…</Node>    a node of several parts
//! <Variation>…</Variation>             instead of the node before
//! </Nodes>
//! </GoGame>
//! </Go>
//! ```

mod tokens;

use std::collections::BTreeMap;

use ponnuki_game::{Color, Move, Size};
use ponnuki_sgf::{Collection, EditError, NodeId, ValueBuf};

use crate::edit::{move_name, move_value, point_value};
use tokens::{Tag, Token, Tokens};

/// The elements of `Information` that are texts, and the property each becomes.
const FACTS: [(&str, &str); 15] = [
    ("Application", "AP"),
    ("Annotation", "AN"),
    ("BlackPlayer", "PB"),
    ("BlackRank", "BR"),
    ("BlackTeam", "BT"),
    ("WhitePlayer", "PW"),
    ("WhiteRank", "WR"),
    ("WhiteTeam", "WT"),
    ("Copyright", "CP"),
    ("Date", "DT"),
    ("Handicap", "HA"),
    ("Komi", "KM"),
    ("Result", "RE"),
    ("Round", "RO"),
    ("Source", "SO"),
];

/// More of them.
const MORE_FACTS: [(&str, &str); 3] = [("Rules", "RU"), ("Time", "TM"), ("User", "US")];

/// More siblings than this are no game: finding the last of them takes as long as they are many.
const N_VARIATIONS_MAX: usize = 1 << 10;

/// More properties than this no node has: each is written with all before it.
const N_PROPERTIES_MAX: usize = 32;

/// Values longer than this are written last, and the longer the later.
const LONG: usize = 1 << 10;

/// Whether a file that begins so is one.
pub(super) fn is_xml_game(window: &str) -> bool {
    let text = window.trim_start_matches('\u{FEFF}').trim_start();
    let mut tokens = Tokens::new(text);
    text.starts_with('<') && matches!(tokens.find_map(Token::opened), Some(tag) if tag.name == "Go")
}

/// Reads the first game of a file.
pub(super) fn read(text: &str) -> Option<Collection<'static>> {
    let mut reading = Reading::new();
    for token in Tokens::new(text.trim_start_matches('\u{FEFF}')) {
        match token {
            Token::Open(tag) => reading.open(&tag),
            Token::Text(text) => reading.text.push_str(&text),
            Token::Close(name) => reading.close(name),
        }
        if reading.is_done {
            break;
        }
    }
    reading.into_collection().ok()
}

/// A node as it is put together.
#[derive(Default)]
struct Draft {
    parent: Option<usize>,
    n_children: usize,
    /// Whether there were too many beside it, or beside one before it.
    is_dropped: bool,
    values: BTreeMap<String, Vec<ValueBuf>>,
}

impl Draft {
    fn push(&mut self, name: &str, value: ValueBuf) {
        if self.has_room_for(name) {
            self.values.entry(name.to_owned()).or_default().push(value);
        }
    }

    fn put(&mut self, name: &str, value: ValueBuf) {
        if self.has_room_for(name) {
            self.values.insert(name.to_owned(), vec![value]);
        }
    }

    fn has_room_for(&self, name: &str) -> bool {
        self.values.len() < N_PROPERTIES_MAX || self.values.contains_key(name)
    }

    /// All properties, in the order to write them.
    fn in_order(&self) -> Vec<(&String, &Vec<ValueBuf>)> {
        let mut all: Vec<_> = self.values.iter().collect();
        all.sort_by_key(|(_, values)| {
            let len: usize = values.iter().map(|value| value.raw().len()).sum();
            if len <= LONG { 0 } else { len }
        });
        all
    }
}

/// A game while it is read.
struct Reading {
    size: Size,
    /// The root first, parents before children.
    drafts: Vec<Draft>,
    /// Where the next part belongs.
    at: usize,
    /// The nodes that open variations stand beside.
    beside: Vec<usize>,
    /// Whether a `Node` is open, so that moves in it do not begin another.
    is_in_node: bool,
    /// Whether the root may still be the first `Node`.
    is_first: bool,
    /// Characters since the last tag.
    text: String,
    paragraphs: Vec<String>,
    /// The SGF property that an element `SGF` is about.
    property: Option<String>,
    /// What the points in the open element become.
    points: Option<&'static str>,
    label: Option<String>,
    is_done: bool,
}

impl Reading {
    fn new() -> Reading {
        Reading {
            size: Size::NINETEEN,
            drafts: vec![Draft::default()],
            at: 0,
            beside: Vec::new(),
            is_in_node: false,
            is_first: true,
            text: String::new(),
            paragraphs: Vec::new(),
            property: None,
            points: None,
            label: None,
            is_done: false,
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        self.text.clear();
        match tag.name {
            "GoGame" => {
                if let Some(name) = tag.attribute("name") {
                    self.drafts[0].put("GN", ValueBuf::simple_text(&name));
                }
            }
            "Node" => self.open_node(tag),
            "Variation" => self.open_variation(),
            "Black" => self.open_move(Color::Black, tag),
            "White" => self.open_move(Color::White, tag),
            "AddBlack" => self.open_points("AB", tag),
            "AddWhite" => self.open_points("AW", tag),
            "Delete" => self.open_points("AE", tag),
            "Mark" => self.open_mark(tag),
            "BlackToPlay" => self.draft().put("PL", ValueBuf::simple_text("B")),
            "WhiteToPlay" => self.draft().put("PL", ValueBuf::simple_text("W")),
            "Comment" | "Copyright" => self.paragraphs.clear(),
            "SGF" => self.property = tag.attribute("type").filter(|name| is_property(name)),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        let text = std::mem::take(&mut self.text);
        match name {
            "BoardSize" => {
                let side = text.trim().parse().ok();
                self.size = side.and_then(|n| Size::new(n, n)).unwrap_or(self.size);
            }
            "P" => self.paragraphs.push(merged(&text)),
            "Comment" => {
                let said = self.said(&text);
                if !said.is_empty() {
                    self.draft().put("C", ValueBuf::text(&said));
                }
            }
            "Copyright" => {
                let said = self.said(&text);
                self.note("CP", &said);
            }
            "at" => self.place(text.trim()),
            "Black" | "White" | "AddBlack" | "AddWhite" | "Delete" | "Mark" => {
                if !text.trim().is_empty() {
                    self.place(text.trim());
                }
                (self.points, self.label) = (None, None);
            }
            "Arg" => {
                if let Some(property) = self.property.clone() {
                    self.draft().push(&property, ValueBuf::text(&text));
                }
            }
            "SGF" => self.property = None,
            "Node" => self.is_in_node = false,
            "Variation" => self.at = self.beside.pop().unwrap_or(self.at),
            "GoGame" => self.is_done = true,
            _ => {
                let mut facts = FACTS.iter().chain(&MORE_FACTS);
                if let Some((_, property)) = facts.find(|(element, _)| *element == name) {
                    self.note(property, &text);
                }
            }
        }
    }

    fn draft(&mut self) -> &mut Draft {
        &mut self.drafts[self.at]
    }

    /// Notes a property of the whole game.
    fn note(&mut self, name: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.drafts[0].put(name, ValueBuf::simple_text(text));
        }
    }

    /// What was said in paragraphs, or without any.
    fn said(&mut self, text: &str) -> String {
        let said = std::mem::take(&mut self.paragraphs);
        match said.is_empty() {
            true => merged(text).trim().to_owned(),
            false => said.join("\n"),
        }
    }

    /// A node after the current one.
    fn begin_node(&mut self) {
        let parent = self.at;
        self.is_first = false;
        let before = &mut self.drafts[parent];
        before.n_children += 1;
        let is_dropped = before.is_dropped || before.n_children > N_VARIATIONS_MAX;
        self.drafts.push(Draft {
            parent: Some(parent),
            is_dropped,
            ..Draft::default()
        });
        self.at = self.drafts.len() - 1;
    }

    fn open_node(&mut self, tag: &Tag<'_>) {
        if !self.is_first {
            self.begin_node();
        }
        (self.is_first, self.is_in_node) = (false, true);
        if let Some(name) = tag.attribute("name") {
            self.draft().put("N", ValueBuf::simple_text(&name));
        }
        for (attribute, property) in [("blacktime", "BL"), ("whitetime", "WL")] {
            if let Some(time) = tag.attribute(attribute) {
                self.draft().put(property, ValueBuf::simple_text(&time));
            }
        }
    }

    /// What follows stands beside the current node, and not after it.
    fn open_variation(&mut self) {
        self.beside.push(self.at);
        self.at = self.drafts[self.at].parent.unwrap_or(0);
        self.is_first = false;
    }

    fn open_move(&mut self, color: Color, tag: &Tag<'_>) {
        if !self.is_in_node {
            self.begin_node();
        }
        if let Some(name) = tag.attribute("name") {
            self.draft().put("N", ValueBuf::simple_text(&name));
        }
        if let Some(time) = tag.attribute("timeleft") {
            let property = match color {
                Color::Black => "BL",
                Color::White => "WL",
            };
            self.draft().put(property, ValueBuf::simple_text(&time));
        }
        self.open_points(move_name(color), tag);
    }

    fn open_mark(&mut self, tag: &Tag<'_>) {
        self.label = tag.attribute("label");
        let (kind, territory) = (tag.attribute("type"), tag.attribute("territory"));
        let property = match (kind.as_deref(), territory.as_deref()) {
            (_, Some("black")) => Some("TB"),
            (_, Some("white")) => Some("TW"),
            (Some("triangle"), None) => Some("TR"),
            (Some("circle"), None) => Some("CR"),
            (Some("square"), None) => Some("SQ"),
            (None, None) if self.label.is_none() => Some("MA"),
            _ => None,
        };
        self.points = property;
        if let Some(at) = tag.attribute("at") {
            self.place(&at);
        }
    }

    /// The points in this element belong to a property.
    fn open_points(&mut self, property: &'static str, tag: &Tag<'_>) {
        self.points = Some(property);
        if let Some(at) = tag.attribute("at") {
            self.place(&at);
        }
    }

    /// Puts a point where the open element says; no point is a pass.
    fn place(&mut self, name: &str) {
        let name = name.trim();
        let mv = match name.is_empty() || name.eq_ignore_ascii_case("pass") {
            true => Move::Pass,
            false => match self.size.point(name) {
                Some(point) => Move::Play(point),
                None => return,
            },
        };
        match (self.points, mv) {
            (Some(property @ ("B" | "W")), mv) => self.draft().put(property, move_value(mv)),
            (Some(property), Move::Play(point)) => self.draft().push(property, point_value(point)),
            (Some(_) | None, _) => {}
        }
        if let (Some(label), Move::Play(point)) = (self.label.clone(), mv) {
            let value = ValueBuf::composed(&point_value(point), &ValueBuf::simple_text(&label));
            self.draft().push("LB", value);
        }
    }

    fn into_collection(self) -> Result<Collection<'static>, EditError> {
        let mut collection = Collection::default();
        let mut nodes: Vec<Option<NodeId>> = Vec::new();
        for draft in &self.drafts {
            if draft.is_dropped {
                nodes.push(None);
                continue;
            }
            let node = match draft.parent.and_then(|parent| nodes[parent]) {
                None => {
                    let root = collection.add_game()?;
                    let side = self.size.width().to_string();
                    for (name, text) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8"), ("SZ", &side)] {
                        collection.put(root, name, &[ValueBuf::simple_text(text)])?;
                    }
                    root
                }
                Some(parent) => collection.add_child(parent)?,
            };
            for (name, values) in draft.in_order() {
                collection.put(node, name, values)?;
            }
            nodes.push(Some(node));
        }
        Ok(collection)
    }
}

/// Whether a name is one of SGF's, and none that says how the file is to be read.
fn is_property(name: &str) -> bool {
    let is_name = (1..=4).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_uppercase());
    is_name && !["GM", "FF", "CA", "SZ", "B", "W"].contains(&name)
}

/// The lines of a paragraph as one.
fn merged(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(" ").trim().to_owned()
}
