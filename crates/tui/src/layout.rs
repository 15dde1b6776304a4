//! Where the parts of a screen with a board go, depending on how large it is.

use ponnuki_game::Size;
use ratatui::layout::Rect;

use crate::board::{Place, Scale};
use crate::look::{Depth, Look, Signs};

/// The parts of a screen with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The line at the top.
    pub(crate) title: Option<Rect>,
    pub(crate) board: Place,
    /// What is beside or below the board.
    pub(crate) panel: Option<Rect>,
    /// What is said to the person.
    pub(crate) says: Rect,
    /// The keys that do something now.
    pub(crate) hints: Option<Rect>,
}

/// A screen that is too small for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooSmall {
    /// The columns it needs.
    pub(crate) width: u16,
    /// The rows it needs.
    pub(crate) height: u16,
}

/// The columns that a panel beside the board has at least, and at most.
const PANEL_WIDTH: (u16, u16) = (24, 44);

/// The rows of a panel below the board at least.
const PANEL_HEIGHT: u16 = 3;

/// The rows of a panel in which there is room for everything: the players, the sum, and some
/// moves or candidates with a graph.
const PANEL_TALL: u16 = 22;

/// Title, what is said, keys.
const BARS: u16 = 3;

/// The first way to lay out a board of `size` that fits, from roomy to bare.
///
/// # Errors
///
/// None fits; this is what the last would need.
pub(crate) fn lay_out(area: Rect, size: Size, look: Look) -> Result<Layout, TooSmall> {
    let is_drawn = look.signs == Signs::Round && look.depth > Depth::None;
    let large = is_drawn.then(|| beside(area, size, Scale::Large, true));
    large
        .flatten()
        .or_else(|| beside(area, size, Scale::Small, true))
        .or_else(|| below(area, size, true))
        .or_else(|| beside(area, size, Scale::Small, false))
        .or_else(|| below(area, size, false))
        .map_or_else(|| bare(area, size), Ok)
}

/// The board on the left, the panel on the right.
fn beside(area: Rect, size: Size, scale: Scale, has_names: bool) -> Option<Layout> {
    let (width, height) = Place::extent(size, scale, has_names);
    let (panel_min, panel_max) = PANEL_WIDTH;
    if area.width < width + 2 + panel_min || area.height < height + BARS {
        return None;
    }
    let panel_width = (area.width - width - 2).min(panel_max);
    let used = width + 2 + panel_width;
    // On a wide screen both stay together in the middle.
    let middle = Rect {
        x: area.x + (area.width - used) / 2,
        y: area.y + 1,
        width: used,
        height: area.height - BARS,
    };
    let (left, right) = split_right(middle, panel_width);
    let board = Place::centered(left, size, scale, has_names);
    // The panel begins where the board does, unless it needs the rows above.
    let above = (board.area.y - right.y).min(right.height.saturating_sub(PANEL_TALL));
    Some(Layout {
        board,
        panel: Some(Rect {
            y: right.y + above,
            height: right.height - above,
            ..right
        }),
        ..bars(area, size)
    })
}

/// The board above, the panel below it.
fn below(area: Rect, size: Size, has_names: bool) -> Option<Layout> {
    let (width, height) = Place::extent(size, Scale::Small, has_names);
    if area.width < width || area.height < height + PANEL_HEIGHT + BARS {
        return None;
    }
    let upper = Rect::new(area.x, area.y + 1, area.width, height);
    let panel = Rect {
        y: upper.y + height,
        height: area.height - height - BARS,
        ..upper
    };
    Some(Layout {
        board: Place::centered(upper, size, Scale::Small, has_names),
        panel: Some(panel),
        ..bars(area, size)
    })
}

/// The board and a line that says the most important.
fn bare(area: Rect, size: Size) -> Result<Layout, TooSmall> {
    let (width, height) = Place::extent(size, Scale::Small, false);
    if area.width < width || area.height < height + 1 {
        return Err(TooSmall {
            width,
            height: height + 1,
        });
    }
    let upper = Rect {
        height: area.height - 1,
        ..area
    };
    let n_spare = area.height - 1 - height;
    let hints = (n_spare > 0).then(|| row(area, area.height - 1));
    let says_at = area.height - 1 - u16::from(hints.is_some());
    Ok(Layout {
        title: None,
        board: Place::centered(
            Rect {
                height: upper.height - u16::from(hints.is_some()),
                ..upper
            },
            size,
            Scale::Small,
            false,
        ),
        panel: None,
        says: row(area, says_at),
        hints,
    })
}

/// The lines above and below, with a board to be replaced.
fn bars(area: Rect, size: Size) -> Layout {
    Layout {
        title: Some(row(area, 0)),
        board: Place::centered(area, size, Scale::Small, false),
        panel: None,
        says: row(area, area.height - 2),
        hints: Some(row(area, area.height - 1)),
    }
}

/// One row of `area`.
pub(crate) fn row(area: Rect, y: u16) -> Rect {
    Rect {
        y: area.y + y,
        height: 1,
        ..area
    }
}

/// The left part and the right part, which is so wide.
fn split_right(area: Rect, width: u16) -> (Rect, Rect) {
    let left = Rect {
        width: area.width - width,
        ..area
    };
    let right = Rect {
        x: area.x + left.width,
        width,
        ..area
    };
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(depth: Depth) -> Look {
        Look {
            signs: Signs::Round,
            depth,
        }
    }

    #[test]
    fn the_large_board_fits_the_smallest_terminal_that_people_have() {
        let layout = lay_out(Rect::new(0, 0, 80, 24), Size::NINETEEN, look(Depth::True));
        let layout = layout.unwrap();
        assert!(layout.board.has_names);
        assert!(layout.panel.is_some_and(|panel| panel.width >= 24));
    }

    #[test]
    fn a_small_board_on_a_large_screen_has_large_stones() {
        let area = Rect::new(0, 0, 120, 40);
        let scale = |depth| lay_out(area, Size::NINE, look(depth)).map(|at| at.board.scale);
        assert_eq!(scale(Depth::Sixteen), Ok(Scale::Large));
        assert_eq!(scale(Depth::None), Ok(Scale::Small));
    }

    #[test]
    fn what_does_not_fit_says_what_it_needs() {
        let size = Size::new(25, 25).unwrap();
        let needs = TooSmall {
            width: 51,
            height: 26,
        };
        let layout =
            |width, height| lay_out(Rect::new(0, 0, width, height), size, look(Depth::True));
        assert_eq!(layout(80, 24), Err(needs));
        assert!(layout(51, 26).is_ok());
    }

    #[test]
    fn all_parts_are_on_the_screen_and_none_lies_on_another() {
        for side in [1, 5, 9, 13, 19, 25] {
            let size = Size::new(side, side).unwrap();
            for (width, height) in (1..130).flat_map(|w| (1..60).map(move |h| (w, h))) {
                let area = Rect::new(0, 0, width, height);
                let Ok(layout) = lay_out(area, size, look(Depth::True)) else {
                    continue;
                };
                let parts = [
                    Some(layout.board.area),
                    Some(layout.says),
                    layout.title,
                    layout.panel,
                    layout.hints,
                ];
                let parts: Vec<Rect> = parts.into_iter().flatten().collect();
                for (i, part) in parts.iter().enumerate() {
                    assert_eq!(part.intersection(area), *part, "{width}x{height} {side}");
                    for other in &parts[i + 1..] {
                        assert!(!part.intersects(*other), "{width}x{height} {side}");
                    }
                }
            }
        }
    }
}
