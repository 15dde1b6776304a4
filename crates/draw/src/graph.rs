//! How a game went, as a picture: Black's chance and lead after every move.

use std::fmt::Write;

use ponnuki_game::Color;

use crate::glyphs;

/// The picture's sizes, in its own units.
const WIDTH: f32 = 760.0;
const LEFT: f32 = 46.0;
const RIGHT: f32 = 14.0;
const TOP: f32 = 54.0;
const PANEL: f32 = 130.0;
const GAP: f32 = 24.0;
const BOTTOM: f32 = 30.0;
const LETTER: f32 = 9.0;
const MARK: f32 = 9.5;
/// Where marks stand, from the top; one that would touch another stands higher.
const MARK_ROWS: [f32; 2] = [38.0, 16.0];

/// A page may give these colours other values; without a page they are for white paper.
const INK: &str = "var(--graph-ink,#3b3b38)";
const FAINT: &str = "var(--graph-faint,#c9c6bd)";
const BLACK: &str = "var(--graph-black,#2f2f33)";
const WHITE: &str = "var(--graph-white,#f6f3ea)";
const CURVE: &str = "var(--graph-curve,#b4502b)";

/// No graph of points is finer than this, so that a quiet game looks quiet.
const LEAD_MIN: f32 = 10.0;
/// Nor coarser: beyond it a game is as lost as it can be.
const LEAD_MAX: f32 = 60.0;

/// How a game went: what Black had to expect in each position, and what to point at.
///
/// ```
/// use ponnuki_draw::Graph;
///
/// let graph = Graph {
///     title: "Black's chance and lead, move by move".to_owned(),
///     chances: vec![Some(0.5), Some(0.55), None, Some(0.2)],
///     leads: vec![Some(0.0), Some(1.5), None, Some(-9.0)],
///     marks: Vec::new(),
/// };
/// assert!(graph.to_svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// What a reader who does not see it is told.
    pub title: String,
    /// Black's chance to win in each position, from 0 to 1, where it is known.
    pub chances: Vec<Option<f32>>,
    /// By how many points Black leads in each position, where it is known.
    pub leads: Vec<Option<f32>>,
    /// What to point at.
    pub marks: Vec<GraphMark>,
}

/// A position to point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphMark {
    /// Which position, from 0.
    pub at: usize,
    /// Whose it is.
    pub color: Color,
    /// What stands there: a few letters or a number.
    pub label: String,
}

impl Graph {
    /// The picture as SVG: no fonts, no scripts, nothing loaded from elsewhere.
    pub fn to_svg(&self) -> String {
        let height = TOP + 2.0 * PANEL + GAP + BOTTOM;
        let mut svg = String::new();
        put!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             role=\"img\"><title>{}</title>",
            escaped(&self.title)
        );
        let lead_max = self.lead_max();
        let leads = self.leads.iter();
        let leads: Vec<Option<f32>> = leads
            .map(|lead| lead.map(|lead| 0.5 + lead.clamp(-lead_max, lead_max) / (2.0 * lead_max)))
            .collect();
        let (black, white) = (format!("B+{lead_max}"), format!("W+{lead_max}"));
        self.panel(&mut svg, TOP, &self.chances, ["100", "50", "0"]);
        self.panel(&mut svg, TOP + PANEL + GAP, &leads, [&black, "0", &white]);
        self.moves(&mut svg, TOP + 2.0 * PANEL + GAP + 0.5 * BOTTOM);
        let mut last: Option<(f32, usize)> = None;
        for mark in &self.marks {
            let x = self.x(mark.at.min(self.n().saturating_sub(1)));
            let row = match last {
                Some((other, row)) if (x - other).abs() < 2.2 * MARK => (row + 1) % MARK_ROWS.len(),
                Some(_) | None => 0,
            };
            last = Some((x, row));
            draw_mark(&mut svg, mark, (x, MARK_ROWS[row]), height - BOTTOM);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The largest lead that is shown: a round number.
    fn lead_max(&self) -> f32 {
        let leads = self.leads.iter().flatten();
        let largest = leads.fold(0.0f32, |largest, lead| largest.max(lead.abs()));
        let steps = (largest / LEAD_MIN).ceil() * LEAD_MIN;
        steps.clamp(LEAD_MIN, LEAD_MAX)
    }

    fn n(&self) -> usize {
        self.chances.len().max(self.leads.len())
    }

    fn x(&self, position: usize) -> f32 {
        let n_steps = self.n().saturating_sub(1).max(1) as f32;
        LEFT + (WIDTH - LEFT - RIGHT) * position as f32 / n_steps
    }

    /// Values from 0 to 1 in a panel whose upper edge is at `top`: what is below the curve is
    /// Black's, what is above it White's.
    fn panel(&self, svg: &mut String, top: f32, values: &[Option<f32>], names: [&str; 3]) {
        let (right, bottom) = (WIDTH - RIGHT, top + PANEL);
        put!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{}\" height=\"{PANEL}\" \
             style=\"fill:{WHITE};stroke:{FAINT}\"/>",
            right - LEFT
        );
        let known = values.iter().enumerate();
        let known: Vec<(f32, f32)> = known
            .filter_map(|(i, value)| Some((self.x(i), bottom - PANEL * value.as_ref()?)))
            .collect();
        if let (Some(first), Some(last)) = (known.first(), known.last()) {
            let mut line = String::new();
            for (i, (x, y)) in known.iter().enumerate() {
                put!(line, "{}{x:.1} {y:.1}", if i == 0 { "" } else { "L" });
            }
            put!(
                svg,
                "<path d=\"M{:.1} {bottom}L{line}L{:.1} {bottom}Z\" style=\"fill:{BLACK}\"/>",
                first.0,
                last.0
            );
            put!(
                svg,
                "<path d=\"M{line}\" style=\"fill:none;stroke:{CURVE};stroke-width:1.6\"/>"
            );
        }
        let middle = top + PANEL / 2.0;
        put!(
            svg,
            "<path d=\"M{LEFT} {middle}H{right}\" style=\"fill:none;stroke:{CURVE};\
             stroke-width:.8;stroke-dasharray:2 4;opacity:.8\"/>"
        );
        for (name, y) in names
            .into_iter()
            .zip([top + LETTER / 2.0, middle, bottom - LETTER / 2.0])
        {
            write_at(svg, name, (LEFT / 2.0, y), LEFT - 12.0, INK);
        }
    }

    /// The numbers of some moves, below.
    fn moves(&self, svg: &mut String, y: f32) {
        let n_moves = self.n().saturating_sub(1);
        // About ten numbers, all of them round.
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
            .into_iter()
            .find(|step| n_moves <= 12 * step)
            .unwrap_or(1000);
        for number in (0..=n_moves).step_by(step) {
            write_at(svg, &number.to_string(), (self.x(number), y), LEFT, INK);
        }
    }
}

/// A stone with a label, over the line down to `bottom` that it marks.
fn draw_mark(svg: &mut String, mark: &GraphMark, (x, y): (f32, f32), bottom: f32) {
    let (fill, ink) = match mark.color {
        Color::Black => (BLACK, WHITE),
        Color::White => (WHITE, BLACK),
    };
    put!(
        svg,
        "<path d=\"M{x:.1} {}V{bottom}\" style=\"fill:none;stroke:{CURVE};\
         stroke-width:1;stroke-dasharray:1 3\"/>\
         <circle cx=\"{x:.1}\" cy=\"{y}\" r=\"{MARK}\" style=\"fill:{fill};stroke:{INK}\"/>",
        y + MARK
    );
    write_at(svg, &mark.label, (x, y), 1.6 * MARK, ink);
}

/// Writes `text` around its middle, no wider than `width_max`.
fn write_at(svg: &mut String, text: &str, middle: (f32, f32), width_max: f32, ink: &str) {
    let drawn = glyphs::draw(text, middle, LETTER, width_max);
    put!(
        svg,
        "<path d=\"{}\" style=\"fill:none;stroke:{ink};stroke-width:{:.2};\
         stroke-linecap:round;stroke-linejoin:round\"/>",
        drawn.path,
        drawn.pen
    );
}

/// `text` as the inside of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
