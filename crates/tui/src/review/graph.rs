//! How the game went, as a graph: how likely Black wins after each move.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::look::{Look, Role, Signs};

/// Eighths of a cell, from the bottom.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The columns that a move has at most.
const WIDE: usize = 4;

/// Draws the graph of `rates`, of which some are not known yet; `at` is the one looked at.
/// The last row has a sign below it.
pub(super) fn draw(rates: &[Option<f32>], at: usize, look: Look, area: Rect, buffer: &mut Buffer) {
    if area.height < 2 || area.width == 0 {
        return;
    }
    let height = area.height - 1;
    let (n_rates, width) = (rates.len().max(1), usize::from(area.width));
    // Short games are drawn wide, long ones pressed together.
    let per_column = n_rates.div_ceil(width);
    let per_rate = (width / n_rates).clamp(1, WIDE);
    let columns = rates
        .chunks(per_column)
        .flat_map(|column| std::iter::repeat_n(column, per_rate));
    for (x, column) in (area.x..area.x + area.width).zip(columns) {
        let known: Vec<f32> = column.iter().copied().flatten().collect();
        let rate = (!known.is_empty()).then(|| known.iter().sum::<f32>() / known.len() as f32);
        draw_column(rate, x, area.y, height, look, buffer);
    }
    let column = (at / per_column * per_rate + per_rate / 2) as u16;
    let sign = match look.signs {
        Signs::Round => "▲",
        Signs::Ascii => "^",
    };
    let x = area.x + column.min(area.width - 1);
    buffer.set_string(x, area.y + height, sign, look.style(Role::Key));
}

fn draw_column(rate: Option<f32>, x: u16, y: u16, height: u16, look: Look, buffer: &mut Buffer) {
    let middle = y + height / 2;
    let Some(rate) = rate else {
        buffer.set_string(
            x,
            middle,
            if look.signs == Signs::Round {
                "┄"
            } else {
                "-"
            },
            look.style(Role::Faint),
        );
        return;
    };
    let n_eighths = (rate.clamp(0.0, 1.0) * f32::from(height) * 8.0).round() as u16;
    for row in 0..height {
        let from_bottom = height - 1 - row;
        let filled = n_eighths.saturating_sub(from_bottom * 8).min(8);
        let sign = match look.signs {
            Signs::Round => EIGHTHS[usize::from(filled)],
            Signs::Ascii if filled >= 4 => "#",
            Signs::Ascii => " ",
        };
        buffer.set_string(x, y + row, sign, look.style(Role::Graph));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Depth;

    #[track_caller]
    fn check(rates: &[Option<f32>], at: usize, expected: [&str; 4]) {
        let area = Rect::new(0, 0, 6, 4);
        let mut buffer = Buffer::empty(area);
        let look = Look {
            signs: Signs::Ascii,
            depth: Depth::None,
        };
        draw(rates, at, look, area, &mut buffer);
        let row = |y: u16| -> String { (0..6).map(|x| buffer[(x, y)].symbol()).collect() };
        let rows: Vec<String> = (0..4).map(row).collect();
        assert_eq!(rows, expected);
    }

    #[test]
    fn the_graph_is_as_high_as_black_is_sure_to_win() {
        let rates = [Some(0.5), Some(1.0), Some(0.0), None];
        check(&rates, 1, [" #    ", "## -  ", "##    ", " ^    "]);
    }

    #[test]
    fn a_short_game_is_drawn_wide() {
        let rates = [Some(0.0), Some(1.0)];
        check(&rates, 1, ["   ###", "   ###", "   ###", "    ^ "]);
    }

    #[test]
    fn a_long_game_is_pressed_together() {
        let rates = vec![Some(1.0); 100];
        check(&rates, 99, ["######", "######", "######", "     ^"]);
    }
}
