//! Figures as SVG.

use std::fmt::Write;

use ponnuki_game::{Color, Point};

use crate::figure::{Coordinates, Figure, FigureMark};
use crate::glyphs::{self, Drawn};
use crate::theme::{BLACK_INK, Palette, Stones, WHITE_INK};

/// The distance between two lines of the board, in the picture's units.
const CELL: f32 = 24.0;

/// From the first line to the edge of the wood.
const EDGE: f32 = 0.8 * CELL;

/// What the coordinates take beyond that.
const COORDINATES: f32 = 0.75 * CELL;

/// Stones almost touch.
const STONE: f32 = 0.475 * CELL;

const LETTER: f32 = 0.42 * CELL;
const CAPTION: f32 = 0.5 * CELL;
const CAPTION_LINE: f32 = 0.95 * CELL;

const DEFINITIONS: &str = concat!(
    "<defs>",
    "<radialGradient id=\"b\" cx=\".35\" cy=\".3\" r=\".8\">",
    "<stop offset=\"0\" stop-color=\"#5e5e62\"/><stop offset=\"1\" stop-color=\"#0d0d0f\"/>",
    "</radialGradient>",
    "<radialGradient id=\"w\" cx=\".35\" cy=\".3\" r=\".85\">",
    "<stop offset=\".2\" stop-color=\"#ffffff\"/><stop offset=\"1\" stop-color=\"#d2d2cc\"/>",
    "</radialGradient>",
    "</defs>",
);

impl Figure {
    /// The picture as SVG: no fonts, no scripts, nothing loaded from elsewhere.
    pub fn to_svg(&self) -> String {
        let sheet = Sheet::new(self);
        sheet.draw((sheet.width, sheet.height()))
    }

    /// The same, to be shown `width` pixels wide unless the page says otherwise.
    pub fn to_svg_wide(&self, width: u32) -> String {
        Sheet::new(self).draw((width as f32, self.height(width) as f32))
    }

    /// How many pixels high the picture is when it is `width` wide.
    pub fn height(&self, width: u32) -> u32 {
        let sheet = Sheet::new(self);
        (sheet.height() * (width as f32 / sheet.width)).round() as u32
    }
}

/// A figure and where things go on its picture.
struct Sheet<'a> {
    figure: &'a Figure,
    palette: Palette,
    /// From the edge of the picture to the first line.
    margin: f32,
    width: f32,
    /// The height of the wood, without the caption.
    board_height: f32,
}

impl Sheet<'_> {
    fn new(figure: &Figure) -> Sheet<'_> {
        let margin = match figure.coordinates {
            Coordinates::Shown => EDGE + COORDINATES,
            Coordinates::Hidden => EDGE,
        };
        let span = |n: u8| f32::from(n - 1) * CELL + 2.0 * margin;
        Sheet {
            figure,
            palette: figure.theme.palette(),
            margin,
            width: span(figure.size.width()),
            board_height: span(figure.size.height()),
        }
    }

    /// The whole picture, to be shown so wide and high.
    fn draw(&self, shown: (f32, f32)) -> String {
        let mut svg = String::new();
        self.open(&mut svg, shown);
        self.lines(&mut svg);
        if self.figure.coordinates == Coordinates::Shown {
            self.coordinates(&mut svg);
        }
        self.stones(&mut svg);
        self.territory(&mut svg);
        for (point, mark) in &self.figure.marks {
            self.mark(&mut svg, *point, mark);
        }
        self.caption(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    fn place(&self, point: Point) -> (f32, f32) {
        let along = |n: u8| self.margin + f32::from(n) * CELL;
        (along(point.x()), along(point.y()))
    }

    /// The height of all of it.
    fn height(&self) -> f32 {
        let n_lines = self.figure.caption.len() as f32;
        let caption = if n_lines > 0.0 {
            n_lines * CAPTION_LINE + 0.3 * CELL
        } else {
            0.0
        };
        self.board_height + caption
    }

    fn open(&self, svg: &mut String, (shown_width, shown_height): (f32, f32)) {
        let (width, height) = (self.width, self.height());
        let Palette { ground, page, .. } = self.palette;
        put!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width}\" \
             height=\"{shown_height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">"
        );
        put!(svg, "<title>{}</title>", self.description());
        svg.push_str(DEFINITIONS);
        put!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{page}\"/>"
        );
        put!(
            svg,
            "<rect width=\"{width}\" height=\"{}\" fill=\"{ground}\"/>",
            self.board_height
        );
    }

    /// What a reader who does not see the picture is told.
    fn description(&self) -> String {
        let n = |color| self.figure.stones[color].len();
        format!(
            "A {} board with {} black and {} white stones",
            self.figure.size,
            n(Color::Black),
            n(Color::White)
        )
    }

    fn lines(&self, svg: &mut String) {
        let size = self.figure.size;
        let line = self.palette.line;
        let (left, top) = (self.margin, self.margin);
        let right = left + f32::from(size.width() - 1) * CELL;
        let bottom = top + f32::from(size.height() - 1) * CELL;
        put!(
            svg,
            "<path stroke=\"{line}\" stroke-width=\"1\" fill=\"none\" d=\""
        );
        for x in 0..size.width() {
            let x = left + f32::from(x) * CELL;
            put!(svg, "M{x} {top}V{bottom}");
        }
        for y in 0..size.height() {
            let y = top + f32::from(y) * CELL;
            put!(svg, "M{left} {y}H{right}");
        }
        put!(
            svg,
            "\"/><rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"none\" \
             stroke=\"{line}\" stroke-width=\"1.8\"/>",
            right - left,
            bottom - top
        );
        for star in size.dotted_points() {
            let (x, y) = self.place(star);
            put!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.6\" fill=\"{line}\"/>"
            );
        }
    }

    fn coordinates(&self, svg: &mut String) {
        let size = self.figure.size;
        let line = self.palette.line;
        let near = self.margin - EDGE - 0.16 * CELL;
        let far = |length: f32| length - near;
        for x in 0..size.width() {
            if let Some(point) = size.at(x, 0) {
                let letter = &size.name(point)[..1];
                let (x, _) = self.place(point);
                self.write(svg, letter, (x, near), LETTER, line);
                self.write(svg, letter, (x, far(self.board_height)), LETTER, line);
            }
        }
        for y in 0..size.height() {
            if let Some(point) = size.at(0, y) {
                let number = (size.height() - y).to_string();
                let (_, y) = self.place(point);
                self.write(svg, &number, (near, y), LETTER, line);
                self.write(svg, &number, (far(self.width), y), LETTER, line);
            }
        }
    }

    fn stones(&self, svg: &mut String) {
        for color in Color::BOTH {
            let (fill, edge) = match (color, self.palette.stones) {
                (Color::Black, Stones::Round) => ("url(#b)", "#000000"),
                (Color::White, Stones::Round) => ("url(#w)", "#6b6b66"),
                (Color::Black, Stones::Flat) => (BLACK_INK, BLACK_INK),
                (Color::White, Stones::Flat) => ("#ffffff", BLACK_INK),
            };
            put!(
                svg,
                "<g fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\".7\">"
            );
            for point in self.figure.stones[color] {
                let (x, y) = self.place(point);
                let is_dead = self.figure.dead.contains(point);
                let faint = if is_dead { " opacity=\".45\"" } else { "" };
                put!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\"{faint}/>");
            }
            svg.push_str("</g>");
        }
    }

    fn territory(&self, svg: &mut String) {
        let side = 0.32 * CELL;
        for color in Color::BOTH {
            let (fill, edge) = match color {
                Color::Black => (BLACK_INK, WHITE_INK),
                Color::White => (WHITE_INK, BLACK_INK),
            };
            for point in self.figure.territory[color] {
                let (x, y) = self.place(point);
                put!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" \
                     stroke=\"{edge}\" stroke-width=\".8\"/>",
                    x - side / 2.0,
                    y - side / 2.0
                );
            }
        }
    }

    fn mark(&self, svg: &mut String, point: Point, mark: &FigureMark) {
        let (x, y) = self.place(point);
        let ground = self.palette.ground;
        let ink = match self.figure.at(point) {
            Some(Color::Black) => WHITE_INK,
            Some(Color::White) => BLACK_INK,
            None => {
                put!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{ground}\"/>",
                    0.4 * CELL
                );
                self.palette.line
            }
        };
        let r = 0.26 * CELL;
        let shape = match mark {
            FigureMark::Label(text) => return self.write(svg, text, (x, y), LETTER, ink),
            FigureMark::Circle => format!(
                "M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 {} 0",
                x - r,
                2.0 * r,
                -2.0 * r
            ),
            FigureMark::Triangle => {
                let (half, low) = (0.87 * r, y + 0.5 * r);
                format!("M{x} {}L{} {low}H{}Z", y - r, x + half, x - half)
            }
            FigureMark::Square => {
                let half = 0.8 * r;
                format!("M{} {}h{s}v{s}h-{s}Z", x - half, y - half, s = 2.0 * half)
            }
            FigureMark::Cross => {
                let half = 0.75 * r;
                format!(
                    "M{} {}l{s} {s}M{} {}l-{s} {s}",
                    x - half,
                    y - half,
                    x + half,
                    y - half,
                    s = 2.0 * half
                )
            }
        };
        put!(
            svg,
            "<path d=\"{shape}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.8\"/>"
        );
    }

    fn caption(&self, svg: &mut String) {
        for (i, line) in self.figure.caption.iter().enumerate() {
            let y = self.board_height + (i as f32 + 0.65) * CAPTION_LINE;
            let middle = (self.width / 2.0, y);
            let drawn = glyphs::draw(line, middle, CAPTION, self.width - CELL);
            stroke(svg, &drawn, self.palette.ink);
        }
    }

    fn write(&self, svg: &mut String, text: &str, middle: (f32, f32), height: f32, ink: &str) {
        stroke(svg, &glyphs::draw(text, middle, height, 1.55 * STONE), ink);
    }
}

fn stroke(svg: &mut String, drawn: &Drawn, ink: &str) {
    let Drawn { path, pen } = drawn;
    put!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{pen:.2}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    );
}
