//! A position that only an address knows: stones, moves and marks.

use ponnuki_draw::{Figure, FigureMark};
use ponnuki_game::{Color, Game, Move, Point, PointSet, Rules, Setup, Size};
use ponnuki_wire::ProblemCode;

use super::bad;
use super::wish::Options;
use crate::problem::Problem;

/// The names of the options that say what stands there.
pub(super) const NAMES: [&str; 11] = [
    "board", "black", "white", "moves", "first", "rules", "triangle", "square", "circle", "cross",
    "label",
];

/// What fits on a stone and can be read there.
const LABEL_CHARS_MAX: usize = 3;

/// The board of an address that says nothing of it.
const SIZE: &str = "19";

/// The laws of moves without a rulebook: those that most moves are legal under.
const RULES: Rules = Rules::TROMP_TAYLOR;

/// The position of an address, with what is drawn on it.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) game: Game,
    marks: Vec<(Point, FigureMark)>,
}

impl Board {
    /// What the options say.
    pub(super) fn read(options: &Options) -> Result<Board, Problem> {
        let size = size(&options.text("board").unwrap_or_else(|| SIZE.to_owned()))?;
        let rules = options.text("rules").map(|name| name.parse::<Rules>());
        let rules = rules.transpose().map_err(|why| bad(why.to_string()))?;
        let mut setup = Setup::new(size, rules.unwrap_or(RULES));
        setup.stones.black = points(options, "black", size)?;
        setup.stones.white = points(options, "white", size)?;
        setup.first = first(options)?;
        let mut game = setup.start().map_err(|faults| no_position(&faults))?;
        let moves = options.text("moves").unwrap_or_default();
        for (i, name) in moves.split(',').filter(|name| !name.is_empty()).enumerate() {
            let mv = match name {
                "pass" => Move::Pass,
                _ => Move::Play(point(name, size)?),
            };
            game.play(mv)
                .map_err(|law| no_position(&format!("move {} at {name}: {law}", i + 1)))?;
        }
        Ok(Board {
            game,
            marks: marks(options, size)?,
        })
    }

    /// Draws the marks on all figures.
    pub(super) fn mark(&self, figures: &mut [Figure]) {
        for figure in figures {
            for (point, mark) in &self.marks {
                figure.mark(*point, mark.clone());
            }
        }
    }
}

fn size(text: &str) -> Result<Size, Problem> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let sides = width.parse().ok().zip(height.parse().ok());
    let size = sides.and_then(|(width, height)| Size::new(width, height));
    size.ok_or_else(|| bad("`board` is 19, or 13x9 for other shapes, of 1 to 25 lines"))
}

fn first(options: &Options) -> Result<Option<Color>, Problem> {
    match options.text("first").as_deref() {
        None => Ok(None),
        Some("black") => Ok(Some(Color::Black)),
        Some("white") => Ok(Some(Color::White)),
        Some(_) => Err(bad("`first` is black or white")),
    }
}

fn marks(options: &Options, size: Size) -> Result<Vec<(Point, FigureMark)>, Problem> {
    let mut marks = Vec::new();
    for (name, mark) in [
        ("triangle", FigureMark::Triangle),
        ("square", FigureMark::Square),
        ("circle", FigureMark::Circle),
        ("cross", FigureMark::Cross),
    ] {
        let marked = points(options, name, size)?;
        marks.extend(marked.iter().map(|point| (point, mark.clone())));
    }
    let labels = options.text("label").unwrap_or_default();
    for label in labels.split(',').filter(|label| !label.is_empty()) {
        let parts = label.split_once(':');
        let parts = parts.filter(|(_, text)| (1..=LABEL_CHARS_MAX).contains(&text.chars().count()));
        let (name, text) = parts.ok_or_else(|| {
            let text = format!("`label` is D4:A,E5:B, each with at most {LABEL_CHARS_MAX} letters");
            bad(text)
        })?;
        marks.push((point(name, size)?, FigureMark::Label(text.to_owned())));
    }
    Ok(marks)
}

fn points(options: &Options, name: &str, size: Size) -> Result<PointSet, Problem> {
    let text = options.text(name).unwrap_or_default();
    let names = text.split(',').filter(|name| !name.is_empty());
    names.map(|name| point(name, size)).collect()
}

fn point(name: &str, size: Size) -> Result<Point, Problem> {
    let unknown = || bad(format!("{name:?} is no point of a {size} board"));
    size.point(name).ok_or_else(unknown)
}

fn no_position(why: &dyn std::fmt::Display) -> Problem {
    Problem::new(ProblemCode::BadTerms, why.to_string())
}
