//! The signs that points are drawn with.

use ponnuki_game::{Color, Point, Size};

use super::{Sign, Spot};
use crate::look::{Depth, Look, Role, Signs};

/// What is written at a point.
pub(super) enum Signed {
    /// In the second of its cells.
    One(String, Role),
    /// In both.
    Two(String, Role),
}

/// From here on a point is taken to be somebody's.
const OWNED: f32 = 0.3;

/// From here on it is surely somebody's.
const SURE: f32 = 0.7;

/// What leads to a point from the left.
pub(super) fn line_before(point: Point, signs: Signs) -> &'static str {
    match signs {
        Signs::Round if point.x() > 0 => "─",
        Signs::Round | Signs::Ascii => " ",
    }
}

/// What stands around a point by itself: letters cannot show the last move otherwise.
pub(super) fn around(spot: &Spot, signs: Signs) -> Option<[&'static str; 2]> {
    let is_last = spot.sign == Some(Sign::Last);
    (is_last && signs == Signs::Ascii).then_some(["(", ")"])
}

/// What is written at a point that has two cells.
pub(super) fn small(spot: &Spot, point: Point, size: Size, look: Look) -> Signed {
    let one = |text: &str, role| Signed::One(text.to_owned(), role);
    match (&spot.sign, spot.stone) {
        (Some(Sign::Candidate { text, is_best }), _) => {
            let role = match is_best {
                true => Role::Best,
                false => Role::Candidate,
            };
            Signed::Two(text.clone(), role)
        }
        (Some(Sign::Label(text)), stone) => {
            let role = stone.map_or(Role::Mark, Role::Stone);
            match text.chars().count() {
                1 => one(text, role),
                _ => Signed::Two(text.chars().take(2).collect(), role),
            }
        }
        (Some(Sign::Ghost(color)), None) if look.depth >= Depth::Many => {
            one(stone(*color, look), Role::Ghost(*color))
        }
        (Some(Sign::Dead), Some(color)) => one(dead(color, look), Role::Dead(color)),
        (Some(Sign::Territory(color)), None) => one(owned(*color, look), Role::Territory(*color)),
        (Some(sign), stone) if shape(sign, look.signs).is_some() => {
            let role = stone.map_or(Role::Mark, Role::Stone);
            one(shape(sign, look.signs).unwrap_or_default(), role)
        }
        (Some(Sign::Last), Some(color)) => one(last(color, look), Role::Stone(color)),
        (_, Some(color)) if is_against(spot, color) => one(dead(color, look), Role::Dead(color)),
        (_, Some(color)) => one(stone(color, look), Role::Stone(color)),
        (_, None) => match spot.ownership {
            Some(ownership) if ownership.abs() >= OWNED => {
                let color = of_sign(ownership);
                let text = match ownership.abs() >= SURE {
                    true => owned(color, look),
                    false => leaning(color, look),
                };
                one(text, Role::Territory(color))
            }
            _ => one(vacant(point, size, look.signs), Role::Board),
        },
    }
}

/// Whether a stone of `color` is expected to become the other's.
pub(super) fn is_against(spot: &Spot, color: Color) -> bool {
    let ownership = spot.ownership.unwrap_or(0.0);
    ownership.abs() >= OWNED && of_sign(ownership) != color
}

fn of_sign(ownership: f32) -> Color {
    match ownership < 0.0 {
        true => Color::White,
        false => Color::Black,
    }
}

/// Whether colours tell Black from White, so that signs need not.
fn has_colors(look: Look) -> bool {
    look.depth > Depth::None
}

fn stone(color: Color, look: Look) -> &'static str {
    match (look.signs, color) {
        (Signs::Ascii, Color::Black) => "X",
        (Signs::Ascii, Color::White) => "O",
        (Signs::Round, Color::White) if !has_colors(look) => "○",
        (Signs::Round, _) => "●",
    }
}

fn last(color: Color, look: Look) -> &'static str {
    match (look.signs, color) {
        (Signs::Ascii, _) => stone(color, look),
        (Signs::Round, Color::White) if !has_colors(look) => "◎",
        (Signs::Round, _) => "◉",
    }
}

fn dead(color: Color, look: Look) -> &'static str {
    match (look.signs, color) {
        (Signs::Ascii, Color::Black) => "x",
        (Signs::Ascii, Color::White) => "o",
        (Signs::Round, Color::White) if !has_colors(look) => "⊗",
        (Signs::Round, _) => "×",
    }
}

fn owned(color: Color, look: Look) -> &'static str {
    match (look.signs, color) {
        (Signs::Ascii, Color::Black) => "b",
        (Signs::Ascii, Color::White) => "w",
        (Signs::Round, Color::White) if !has_colors(look) => "□",
        (Signs::Round, _) => "■",
    }
}

fn leaning(color: Color, look: Look) -> &'static str {
    match (look.signs, color) {
        (Signs::Ascii, _) => owned(color, look),
        (Signs::Round, Color::White) if !has_colors(look) => "▫",
        (Signs::Round, _) => "▪",
    }
}

/// The signs that look the same on any ground.
fn shape(sign: &Sign, signs: Signs) -> Option<&'static str> {
    let (round, ascii) = match sign {
        Sign::Ko => ("□", "#"),
        Sign::Triangle => ("▲", "^"),
        Sign::Square => ("■", "#"),
        Sign::Circle => ("◯", "0"),
        Sign::Cross => ("✕", "%"),
        Sign::Last
        | Sign::Dead
        | Sign::Territory(_)
        | Sign::Ghost(_)
        | Sign::Candidate { .. }
        | Sign::Label(_) => return None,
    };
    Some(match signs {
        Signs::Round => round,
        Signs::Ascii => ascii,
    })
}

/// A point without a stone: the crossing of its lines.
pub(super) fn vacant(point: Point, size: Size, signs: Signs) -> &'static str {
    let is_star = size.dotted_points().contains(point);
    if signs == Signs::Ascii {
        return if is_star { "+" } else { "." };
    }
    if is_star {
        return "╋";
    }
    let left = point.x() > 0;
    let right = point.x() + 1 < size.width();
    let up = point.y() > 0;
    let down = point.y() + 1 < size.height();
    match (left, right, up, down) {
        (true, true, true, true) => "┼",
        (false, true, true, true) => "├",
        (true, false, true, true) => "┤",
        (true, true, false, true) => "┬",
        (true, true, true, false) => "┴",
        (false, true, false, true) => "┌",
        (true, false, false, true) => "┐",
        (false, true, true, false) => "└",
        (true, false, true, false) => "┘",
        (false, false, true, true) => "│",
        (true, true, false, false) => "─",
        (false, true, false, false) => "╶",
        (true, false, false, false) => "╴",
        (false, false, true, false) => "╵",
        (false, false, false, true) => "╷",
        (false, false, false, false) => "·",
    }
}
