//! The board as a widget: what is on each point, and which point a cell belongs to.

mod large;
mod signs;

use ponnuki_game::{Color, Point, Size};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::look::{Look, Role};
use signs::Signed;

/// All that is to be seen on a board.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    pub(crate) size: Size,
    /// For each point, row by row from the top.
    pub(crate) spots: Vec<Spot>,
    /// The point that the keys and the mouse speak of.
    pub(crate) cursor: Option<Point>,
}

/// What is to be seen at a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spot {
    pub(crate) stone: Option<Color>,
    pub(crate) sign: Option<Sign>,
    /// Whose the point is expected to be, from −1, White's, to 1, Black's.
    pub(crate) ownership: Option<f32>,
}

/// Something that is drawn at a point beside a stone or in its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sign {
    /// The last move.
    Last,
    /// The point where a stone may not be retaken now.
    Ko,
    /// The stone here does not live.
    Dead,
    /// The point counts for this player.
    Territory(Color),
    /// A stone that would be put here.
    Ghost(Color),
    /// A move that the engine considers, in two letters; the first is the best.
    Candidate {
        text: String,
        is_best: bool,
    },
    /// A letter or a short text.
    Label(String),
    Triangle,
    Square,
    Circle,
    Cross,
}

impl Face {
    /// A board without anything on it.
    pub(crate) fn empty(size: Size) -> Face {
        Face {
            size,
            spots: vec![Spot::default(); size.n_points()],
            cursor: None,
        }
    }

    /// What is to be seen at a point.
    pub(crate) fn at(&mut self, point: Point) -> &mut Spot {
        &mut self.spots[self.size.index(point)]
    }

    /// Puts a sign on a point unless one is there.
    pub(crate) fn sign(&mut self, point: Point, sign: Sign) {
        self.at(point).sign.get_or_insert(sign);
    }

    /// Shows whose the points are expected to be, row by row from the top.
    pub(crate) fn own(&mut self, ownership: impl Iterator<Item = f32>) {
        for (spot, ownership) in self.spots.iter_mut().zip(ownership) {
            spot.ownership = Some(ownership);
        }
    }
}

/// How large points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Two cells for each point, which makes a square.
    Small,
    /// Five cells by three, with stones of blocks.
    Large,
}

impl Scale {
    /// The cells of a point, columns and rows.
    fn cells(self) -> (u16, u16) {
        match self {
            Scale::Small => (2, 1),
            Scale::Large => (5, 3),
        }
    }
}

/// Where a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// All of it, with the names of columns and rows if it has them.
    pub(crate) area: Rect,
    pub(crate) size: Size,
    pub(crate) scale: Scale,
    pub(crate) has_names: bool,
}

/// The columns that the names of rows take on each side.
const NAME_WIDTH: u16 = 2;

impl Place {
    /// The columns and rows that a board takes.
    pub(crate) fn extent(size: Size, scale: Scale, has_names: bool) -> (u16, u16) {
        let (width, height) = scale.cells();
        // Brackets around the last point of a row need a cell after it.
        let after = u16::from(scale == Scale::Small);
        let (names_across, names_down) = match has_names {
            true => (2 * NAME_WIDTH, 2),
            false => (0, 0),
        };
        (
            u16::from(size.width()) * width + after + names_across,
            u16::from(size.height()) * height + names_down,
        )
    }

    /// A board of this size in the middle of `area`, which has room for it.
    pub(crate) fn centered(area: Rect, size: Size, scale: Scale, has_names: bool) -> Place {
        let (width, height) = Place::extent(size, scale, has_names);
        let area = Rect {
            x: area.x + area.width.saturating_sub(width) / 2,
            y: area.y + area.height.saturating_sub(height) / 2,
            width: width.min(area.width),
            height: height.min(area.height),
        };
        Place {
            area,
            size,
            scale,
            has_names,
        }
    }

    /// The cells of the points, without the names.
    fn points(&self) -> Rect {
        let (across, down) = match self.has_names {
            true => (NAME_WIDTH, 1),
            false => (0, 0),
        };
        Rect {
            x: self.area.x + across,
            y: self.area.y + down,
            width: self.area.width.saturating_sub(2 * across),
            height: self.area.height.saturating_sub(2 * down),
        }
    }

    /// The first cell of a point.
    fn cell(&self, point: Point) -> (u16, u16) {
        let (width, height) = self.scale.cells();
        let points = self.points();
        (
            points.x + u16::from(point.x()) * width,
            points.y + u16::from(point.y()) * height,
        )
    }

    /// The point to which the cell at this column and row belongs.
    pub(crate) fn point_at(&self, column: u16, row: u16) -> Option<Point> {
        let (width, height) = self.scale.cells();
        let points = self.points();
        let x = column.checked_sub(points.x)? / width;
        let y = row.checked_sub(points.y)? / height;
        self.size.at(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
    }
}

/// Draws `face` at `place`.
pub(crate) fn draw(face: &Face, place: &Place, look: Look, buffer: &mut Buffer) {
    buffer.set_style(place.points(), look.style(Role::Board));
    for point in face.size.points() {
        let drawn = Drawn {
            spot: &face.spots[face.size.index(point)],
            point,
            size: face.size,
            at: place.cell(point),
            look,
        };
        match place.scale {
            Scale::Small => drawn.draw_small(buffer),
            Scale::Large => {
                let is_chosen = face.cursor == Some(point);
                large::draw(&drawn, is_chosen, buffer);
            }
        }
    }
    if place.scale == Scale::Small {
        draw_brackets(face, place, look, buffer);
    }
    if place.has_names {
        draw_names(place, look, buffer);
    }
}

/// A point that is to be drawn.
struct Drawn<'a> {
    spot: &'a Spot,
    point: Point,
    size: Size,
    /// Its first cell.
    at: (u16, u16),
    look: Look,
}

impl Drawn<'_> {
    /// The style of something that lies on the wood of this point, tinted by whose it is.
    fn on_wood(&self, role: Role) -> Style {
        let style = self.look.style(role);
        let ownership = self.spot.ownership;
        ownership.map_or(style, |own| self.look.tinted(style, own))
    }

    /// Draws the point in two cells: the line that leads to it, then the point itself.
    fn draw_small(&self, buffer: &mut Buffer) {
        let ((x, y), look) = (self.at, self.look);
        let line = signs::line_before(self.point, look.signs);
        put(buffer, x, y, line, self.on_wood(Role::Board));
        match signs::small(self.spot, self.point, self.size, look) {
            Signed::One(text, role) => put(buffer, x + 1, y, &text, self.on_wood(role)),
            Signed::Two(text, role) => {
                put(buffer, x, y, "  ", look.style(role));
                put(buffer, x, y, &text, look.style(role));
            }
        }
    }
}

/// Draws what stands around points: it lies over the lines to those beside them.
fn draw_brackets(face: &Face, place: &Place, look: Look, buffer: &mut Buffer) {
    let around = |point: Point| signs::around(&face.spots[face.size.index(point)], look.signs);
    let marked = face
        .size
        .points()
        .filter_map(|point| Some((point, around(point)?)));
    // The cursor comes last, and lies over everything.
    for (point, [open, close]) in marked.chain(face.cursor.map(|point| (point, ["[", "]"]))) {
        let (x, y) = place.cell(point);
        put(buffer, x, y, open, look.style(Role::Cursor));
        put(buffer, x + 2, y, close, look.style(Role::Cursor));
    }
}

/// Writes `text` from a cell on, unless that is outside.
fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    if buffer.area.contains((x, y).into()) {
        buffer.set_string(x, y, text, style);
    }
}

fn draw_names(place: &Place, look: Look, buffer: &mut Buffer) {
    let style = look.style(Role::Names);
    let (width, height) = place.scale.cells();
    let size = place.size;
    let points = place.points();
    let (above, below) = (points.y.saturating_sub(1), points.y + points.height);
    for x in 0..size.width() {
        let name = size.at(x, 0).map(|point| size.name(point));
        let letter = name.as_deref().map_or("", |name| &name[..1]);
        let column = points.x + u16::from(x) * width + width / 2;
        put(buffer, column, above, letter, style);
        put(buffer, column, below, letter, style);
    }
    for y in 0..size.height() {
        let number = size.height() - y;
        let row = points.y + u16::from(y) * height + height / 2;
        put(buffer, place.area.x, row, &format!("{number:>2}"), style);
        let right = points.x + points.width;
        put(buffer, right, row, &format!("{number:<2}"), style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::{Depth, Signs};

    fn nine_by_five() -> Place {
        let size = Size::new(9, 5).unwrap();
        Place::centered(Rect::new(0, 0, 40, 10), size, Scale::Small, true)
    }

    #[test]
    fn every_cell_of_a_point_finds_it_and_no_other_cell_does() {
        for (scale, area) in [
            (Scale::Small, Rect::new(3, 2, 40, 10)),
            (Scale::Large, Rect::new(3, 2, 60, 20)),
        ] {
            let size = Size::new(9, 5).unwrap();
            let place = Place::centered(area, size, scale, true);
            let (width, height) = scale.cells();
            let mut n_found = 0;
            for row in 0..30 {
                for column in 0..90 {
                    let Some(point) = place.point_at(column, row) else {
                        continue;
                    };
                    let (x, y) = place.cell(point);
                    assert!((x..x + width).contains(&column), "{column} {row}");
                    assert!((y..y + height).contains(&row), "{column} {row}");
                    n_found += 1;
                }
            }
            assert_eq!(n_found, size.n_points() * usize::from(width * height));
        }
    }

    #[test]
    fn a_board_without_colors_tells_the_stones_apart() {
        let place = nine_by_five();
        let mut face = Face::empty(place.size);
        let point = |name| place.size.point(name).unwrap();
        face.at(point("C3")).stone = Some(Color::Black);
        face.at(point("D3")).stone = Some(Color::White);
        face.at(point("E3")).stone = Some(Color::White);
        face.sign(point("E3"), Sign::Last);
        face.cursor = Some(point("J1"));
        for (signs, expected) in [
            (Signs::Ascii, " 3 . . X O(O). . . . 3 "),
            (Signs::Round, " 3 ├─┼─●─○─◎─┼─┼─┼─┤ 3 "),
        ] {
            let look = Look {
                signs,
                depth: Depth::None,
            };
            let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 10));
            draw(&face, &place, look, &mut buffer);
            let row = |y: u16| -> String {
                let area = place.area;
                let cells = (area.x..area.x + area.width).map(|x| buffer[(x, y)].symbol());
                cells.collect()
            };
            assert_eq!(row(place.area.y + 3), expected);
            assert!(row(place.area.y + 5).ends_with("]1 "), "{signs:?}");
            assert_eq!(row(place.area.y), "   A B C D E F G H J   ");
        }
    }
}
