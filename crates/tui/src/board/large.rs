//! Points of five cells by three, with stones of blocks.

use ponnuki_game::{Point, Size};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::signs::{Signed, is_against, small, vacant};
use super::{Drawn, Sign, Spot, put};
use crate::look::{Role, Signs};

/// A stone that fills its cells.
const STONE: [&str; 3] = ["▗███▖", "█████", "▝███▘"];

/// Draws one point, with corners around it if it is chosen.
pub(super) fn draw(drawn: &Drawn<'_>, is_chosen: bool, buffer: &mut Buffer) {
    let &Drawn {
        spot,
        point,
        size,
        at: (x, y),
        look,
    } = drawn;
    let board = drawn.on_wood(Role::Board);
    for (dy, row) in (0..).zip(&lines(point, size)) {
        put(buffer, x, y + dy, row, board);
    }
    let is_dead = spot.sign == Some(Sign::Dead);
    let living = spot
        .stone
        .filter(|&color| !is_dead && !is_against(spot, color));
    match (living, &spot.sign) {
        (Some(color), sign) => {
            let style = drawn.on_wood(Role::Stone(color));
            draw_stone(buffer, x, y, style);
            if let Some(text) = sign.as_ref().and_then(|sign| on_stone(sign, spot)) {
                let shade = if color == ponnuki_game::Color::Black {
                    Role::Stone(ponnuki_game::Color::White)
                } else {
                    Role::Mark
                };
                let ink = look.style(shade).fg;
                let style = Style::new()
                    .fg(ink.unwrap_or_default())
                    .bg(style.fg.unwrap_or_default());
                put(buffer, x + 2, y + 1, &text, style);
            }
        }
        (None, Some(Sign::Ghost(color))) => {
            draw_stone(buffer, x, y, look.style(Role::Ghost(*color)));
        }
        (None, _) => match small(spot, point, size, look) {
            Signed::One(_, Role::Board) => {}
            Signed::One(text, role) => put(buffer, x + 2, y + 1, &text, drawn.on_wood(role)),
            Signed::Two(text, role) => {
                put(
                    buffer,
                    x + 1,
                    y + 1,
                    &format!(" {text:<2}"),
                    look.style(role),
                );
            }
        },
    }
    if is_chosen {
        let style = look.style(Role::Cursor);
        put(buffer, x, y, "╭", style);
        put(buffer, x + 4, y, "╮", style);
        put(buffer, x, y + 2, "╰", style);
        put(buffer, x + 4, y + 2, "╯", style);
    }
}

fn draw_stone(buffer: &mut Buffer, x: u16, y: u16, style: Style) {
    for (dy, row) in (0..).zip(STONE) {
        put(buffer, x, y + dy, row, style);
    }
}

/// What is written on a stone because of a sign.
fn on_stone(sign: &Sign, spot: &Spot) -> Option<String> {
    match sign {
        Sign::Last => Some("●".to_owned()),
        Sign::Label(text) => Some(text.chars().take(2).collect()),
        Sign::Triangle => Some("▲".to_owned()),
        Sign::Square => Some("■".to_owned()),
        Sign::Circle => Some("◯".to_owned()),
        Sign::Cross => Some("✕".to_owned()),
        Sign::Dead | Sign::Ko | Sign::Territory(_) | Sign::Ghost(_) => None,
        Sign::Candidate { text, .. } => spot.stone.is_none().then(|| text.clone()),
    }
}

/// The lines of a point, row by row.
fn lines(point: Point, size: Size) -> [String; 3] {
    let side = |is_line: bool| if is_line { "──" } else { "  " };
    let upright = |is_line: bool| if is_line { "  │  " } else { "     " };
    let left = side(point.x() > 0);
    let right = side(point.x() + 1 < size.width());
    let crossing = vacant(point, size, Signs::Round);
    [
        upright(point.y() > 0).to_owned(),
        format!("{left}{crossing}{right}"),
        upright(point.y() + 1 < size.height()).to_owned(),
    ]
}
