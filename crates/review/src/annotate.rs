//! A review as SGF: the game with all that was in it, and what was found written into it.

use ponnuki_game::{Color, Move, Point, Size};
use ponnuki_record::{Line, Records};
use ponnuki_sgf::{Collection, Double, EditError, NodeId, ValueBuf};

use crate::assessment::{Assessment, Prospect};
use crate::judged::{Grade, Judged};
use crate::main_line::Turn;
use crate::phrases::Phrases;
use crate::review::Moment;
use crate::reviewed::{ReviewedFile, ReviewedGame};
use crate::{tables, words};

/// How much of a better continuation is written: what one reads without losing the thread.
const VARIATION_MAX: usize = 10;
/// From this chance on a position is good for one of the players, and very good.
const GOOD: f32 = 0.75;
const VERY_GOOD: f32 = 0.95;
/// Chances as near to each other as this are even.
const EVEN: f32 = 0.1;
/// Where the points are sure to this part, in hundredths, an even game is even, and not unclear.
const SETTLED: f32 = 60.0;

/// The properties that judge a position, of which a node has one at most; and those that
/// judge a move.
const POSITION_NAMES: [&str; 4] = ["GB", "GW", "DM", "UC"];
const MOVE_NAMES: [&str; 4] = ["BM", "DO", "IT", "TE"];
/// What moves are made with, and what changes the board otherwise.
const BOARD_NAMES: [&str; 5] = ["B", "W", "AB", "AW", "AE"];

impl ReviewedFile {
    /// Writes the review into the file that was reviewed, as properties, comments and
    /// variations; its text.
    ///
    /// # Errors
    ///
    /// The file is full.
    pub fn annotate(&self, records: &mut Records<'_>) -> Result<String, EditError> {
        file(records, self)
    }
}

fn file(records: &mut Records<'_>, reviewed: &ReviewedFile) -> Result<String, EditError> {
    let roots: Vec<NodeId> = records.collection().games().map(|root| root.id()).collect();
    let mut notes = Vec::new();
    for game in &reviewed.games {
        if let Some(&root) = roots.get(game.idx) {
            add_variations(records, root, game, &mut notes)?;
            add_notes(records, root, reviewed, game, &mut notes);
        }
    }
    let mut collection = std::mem::take(records).into_collection();
    for note in &notes {
        note.write(&mut collection)?;
    }
    collection.declare_utf8()?;
    let mut text = collection.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    *records = Records::from(collection);
    Ok(text)
}

/// Something to be written to a node.
#[derive(Debug)]
enum Note {
    /// A comment, after the one that is there.
    Comment(NodeId, String),
    /// A property, unless the node has one of `instead`.
    Unless(NodeId, &'static [&'static str], &'static str, ValueBuf),
    /// A letter on a point, unless something is written there.
    Letter(NodeId, Point, &'static str),
}

impl Note {
    fn write(&self, collection: &mut Collection<'_>) -> Result<(), EditError> {
        match self {
            Note::Comment(node, text) => {
                let ours = ValueBuf::text(text);
                let mut parts = raw_values(collection, *node, "C");
                parts.push(ours.raw().to_owned());
                // What is escaped stays escaped when it is put together.
                let whole = ValueBuf::from_raw(&parts.join("\n\n")).unwrap_or(ours);
                collection.put(*node, "C", &[whole])
            }
            Note::Unless(node, instead, name, value) => {
                let has = |name: &&str| collection.node(*node).property(name).is_some();
                match instead.iter().any(has) {
                    true => Ok(()),
                    false => collection.put(*node, name, std::slice::from_ref(value)),
                }
            }
            Note::Letter(node, point, letter) => {
                let Ok(place) = ValueBuf::point(point.x(), point.y()) else {
                    return Ok(());
                };
                let labels = raw_values(collection, *node, "LB");
                let is_taken = |label: &String| label.starts_with(place.raw());
                if labels.iter().any(is_taken) {
                    return Ok(());
                }
                let ours = ValueBuf::composed(&place, &ValueBuf::simple_text(letter));
                let mut values: Vec<ValueBuf> = labels
                    .iter()
                    .filter_map(|label| ValueBuf::from_raw(label).ok())
                    .collect();
                values.push(ours);
                collection.put(*node, "LB", &values)
            }
        }
    }
}

/// The values that a node has of a property, as they are written, from wherever they stand.
fn raw_values(collection: &Collection<'_>, node: NodeId, name: &str) -> Vec<String> {
    let properties = collection.node(node).properties();
    let values = properties
        .filter(|property| property.is(name))
        .flat_map(|property| property.values().collect::<Vec<_>>());
    values.map(|value| value.raw().to_owned()).collect()
}

/// The nodes of the main line of a game.
fn main_line(records: &Records<'_>, root: NodeId) -> Vec<NodeId> {
    let nodes = records.node(root).main_line();
    nodes.map(|node| node.id()).collect()
}

/// Adds the better continuations, each after all that is there.
fn add_variations(
    records: &mut Records<'_>,
    root: NodeId,
    game: &ReviewedGame,
    notes: &mut Vec<Note>,
) -> Result<(), EditError> {
    let nodes = main_line(records, root);
    let size = game.size();
    for (turn_idx, turn, judged) in game.turns() {
        let (Some(&node), Some(judged)) = (nodes.get(turn.node), judged) else {
            continue;
        };
        let is_told = is_moment(game, turn_idx).is_some() || is_worth_a_line(judged.grade);
        if !is_told || !game.includes(turn.by) || !makes_one_move(records, node) {
            continue;
        }
        let Some(mut at) = records.node(node).parent().map(|parent| parent.id()) else {
            continue;
        };
        let moves = judged.best.variation.iter().take(VARIATION_MAX);
        let moves = moves.copied().take_while(|&mv| mv != Move::Pass);
        for (i, mv) in moves.enumerate() {
            let by = if i % 2 == 0 { turn.by } else { !turn.by };
            at = records.play(at, by, mv, Line::Variation)?;
            if i == 0 {
                let name = words::move_name(mv, size, game.phrases);
                let text = instead(&name, &judged, turn.by, game.phrases);
                notes.push(Note::Comment(at, text));
                notes.extend(value_notes(at, judged.best.prospect, turn.by));
            }
        }
    }
    Ok(())
}

/// What is said of the move in place of the one of `by`.
fn instead(name: &str, judged: &Judged, by: Color, phrases: Phrases) -> String {
    let black = match by {
        Color::Black => judged.best.prospect,
        Color::White => judged.best.prospect.for_opponent(),
    };
    let lead = words::lead(black, phrases);
    let chance = words::percent(black.win_rate);
    let parts = [
        ("move", name),
        ("lead", lead.as_str()),
        ("chance", chance.as_str()),
    ];
    phrases.say("instead", &parts)
}

/// Whether a node does nothing to the board but one move, so that another move can be made
/// in its place.
fn makes_one_move(records: &Records<'_>, node: NodeId) -> bool {
    let properties = records.node(node).properties();
    let n_changes = properties
        .filter(|property| BOARD_NAMES.iter().any(|name| property.is(name)))
        .count();
    n_changes == 1
}

fn is_moment(game: &ReviewedGame, turn_idx: usize) -> Option<&Moment> {
    let mut moments = game.moments.iter();
    moments.find(|moment| moment.turn_idx == turn_idx)
}

/// Whether what was better than a move that is called so is worth a variation.
fn is_worth_a_line(grade: Grade) -> bool {
    match grade {
        Grade::Mistake | Grade::Blunder => true,
        Grade::Find | Grade::Best | Grade::Good | Grade::Doubtful => false,
    }
}

/// Notes what is to be said of every move, and of the game.
fn add_notes(
    records: &Records<'_>,
    root: NodeId,
    reviewed: &ReviewedFile,
    game: &ReviewedGame,
    notes: &mut Vec<Note>,
) {
    let nodes = main_line(records, root);
    notes.push(Note::Comment(root, summary(reviewed, game)));
    for (turn_idx, turn, judged) in game.turns() {
        let Some(&node) = nodes.get(turn.node) else {
            continue;
        };
        let standing = |position: usize| game.review.prospect(position, Color::Black);
        if let Some(black) = standing(turn.after) {
            notes.extend(value_notes(node, black, Color::Black));
        }
        // What a move cost is the difference to the value before it, also of the first.
        let before = turn
            .node
            .checked_sub(1)
            .and_then(|before| nodes.get(before));
        if let (Some(&before), Some(black)) = (before, standing(turn.before)) {
            notes.extend(value_notes(before, black, Color::Black));
        }
        if let (Some(judged), true) = (judged, game.includes(turn.by)) {
            notes.extend(grade_note(node, judged.grade));
            let moment = is_moment(game, turn_idx);
            let text = match moment {
                Some(moment) => {
                    let sentences = words::moment(moment, game.size(), game.phrases);
                    Some(sentences.join("\n"))
                }
                None => {
                    let reasons = game.reasons(turn_idx);
                    words::remark(turn, &judged, reasons, game.size(), game.phrases)
                }
            };
            notes.extend(text.map(|text| Note::Comment(node, text)));
            if moment.is_some() {
                notes.extend(moment_notes(node, game, turn, &judged));
            }
        }
    }
}

/// What is written at a moment besides words.
fn moment_notes(
    node: NodeId,
    game: &ReviewedGame,
    turn: &Turn,
    judged: &Judged,
) -> impl Iterator<Item = Note> {
    let emphasis = match judged.grade {
        Grade::Blunder => Double::Emphasized,
        _ => Double::Normal,
    };
    let hot = Note::Unless(node, &["HO"], "HO", ValueBuf::double(emphasis));
    let letter = match judged.best.mv {
        Move::Play(point) => Some(Note::Letter(node, point, "A")),
        Move::Pass => None,
    };
    let assessment = game.review.assessment(turn.after);
    let position = assessment.and_then(|assessment| position_note(node, assessment));
    [Some(hot), letter, position].into_iter().flatten()
}

/// The value of a node at which `color` has this to expect: points and chances for Black.
fn value_notes(node: NodeId, prospect: Prospect, color: Color) -> impl Iterator<Item = Note> {
    let black = match color {
        Color::Black => prospect,
        Color::White => prospect.for_opponent(),
    };
    let value = |name: &'static [&'static str], number: f32, steps: f64| {
        let number = (f64::from(number) * steps).round() / steps;
        let value = ValueBuf::real(number + 0.0).ok()?;
        Some(Note::Unless(node, name, name[0], value))
    };
    [
        value(&["V"], black.lead, 10.0),
        value(&["SBKV"], 100.0 * black.win_rate, 10.0),
    ]
    .into_iter()
    .flatten()
}

fn grade_note(node: NodeId, grade: Grade) -> Option<Note> {
    let (name, value) = match grade {
        Grade::Find => ("TE", ValueBuf::double(Double::Normal)),
        Grade::Best | Grade::Good => return None,
        Grade::Doubtful => ("DO", ValueBuf::empty()),
        Grade::Mistake => ("BM", ValueBuf::double(Double::Normal)),
        Grade::Blunder => ("BM", ValueBuf::double(Double::Emphasized)),
    };
    Some(Note::Unless(node, &MOVE_NAMES, name, value))
}

/// For whom a position is good, or that it is even, or unclear.
fn position_note(node: NodeId, assessment: &Assessment) -> Option<Note> {
    let black = assessment.prospect_of(Color::Black).win_rate;
    let sure = |chance: f32| match chance >= VERY_GOOD {
        true => Double::Emphasized,
        false => Double::Normal,
    };
    let owners = assessment.ownership.iter();
    let sum: f32 = owners.map(|&owner| f32::from(owner).abs()).sum();
    let is_settled = sum >= SETTLED * assessment.ownership.len() as f32;
    let (name, double) = match black {
        black if black >= GOOD => ("GB", sure(black)),
        black if black <= 1.0 - GOOD => ("GW", sure(1.0 - black)),
        black if (black - 0.5).abs() > EVEN => return None,
        _ if is_settled => ("DM", Double::Normal),
        _ => ("UC", Double::Normal),
    };
    let value = ValueBuf::double(double);
    Some(Note::Unless(node, &POSITION_NAMES, name, value))
}

/// What is said of the whole game, at its beginning.
fn summary(reviewed: &ReviewedFile, game: &ReviewedGame) -> String {
    let size: Size = game.size();
    let phrases = game.phrases;
    let mut lines = vec![words::judged_by(reviewed)];
    for color in game.colors() {
        let figures = tables::figures(&game.reports[color].all, phrases)
            .map(|(name, value)| format!("{} {value}", name.to_lowercase()));
        let color = phrases.color(color);
        lines.push(format!("{color}: {}.", figures.join(", ")));
    }
    match game.moments.is_empty() {
        true => lines.push(phrases.text("no_moments").to_owned()),
        false => lines.push(format!("{}:", phrases.text("the_moments"))),
    }
    for moment in &game.moments {
        let better = words::move_name(moment.judged.best.mv, size, phrases);
        let heading = words::heading(&moment.turn, size, phrases);
        let points = words::points(moment.judged.loss.points, phrases);
        let parts = [
            ("heading", heading.as_str()),
            ("points", points.as_str()),
            ("move", better.as_str()),
        ];
        lines.push(phrases.say("less_than", &parts));
    }
    lines.join("\n")
}
