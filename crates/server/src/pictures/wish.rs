//! What an address asks for.

use std::ops::RangeInclusive;
use std::time::Duration;

use ponnuki_draw::{
    Coordinates, DrawError, Figure, GIF_WIDTH, PAUSE, PNG_WIDTH, Theme, film, numbered, position,
    to_gif_while,
};
use ponnuki_game::Game;
use ponnuki_wire::ProblemCode;

use super::bad;
use crate::problem::Problem;
use crate::request::query;
use crate::thinking::{Turn, WorkKind};

/// How long the options of an address may be: a game of 400 moves has some 2000 letters,
/// and old proxies cut addresses off at 8 KiB.
pub(super) const LINE_BYTES_MAX: usize = 6 << 10;

/// How wide a picture may be: under it nothing can be told apart, over it a page is
/// printed, not read.
const WIDTHS: RangeInclusive<u32> = 40..=2000;

/// How many pixels the pictures of a film may have together: 400 moves at the usual
/// width, and some seconds of a processor.
const FILM_PIXELS_MAX: u64 = 100_000_000;

/// How long a film may show each picture, in seconds.
const PAUSES: RangeInclusive<f32> = 0.05..=10.0;

/// The names of all options that every picture has.
pub(super) const NAMES: [&str; 7] = [
    "move",
    "from",
    "to",
    "size",
    "coordinates",
    "theme",
    "pause",
];

/// The options after the question mark, none of them unknown.
#[derive(Debug)]
pub(super) struct Options {
    line: String,
}

impl Options {
    /// The options in `line`, each with one of these `names`.
    pub(super) fn read(line: Option<&str>, names: &[&str]) -> Result<Options, Problem> {
        let line = line.unwrap_or_default();
        if line.len() > LINE_BYTES_MAX {
            let text = format!("the options of a picture are at most {LINE_BYTES_MAX} bytes");
            return Err(Problem::new(ProblemCode::TooLarge, text));
        }
        let given = line.split('&').filter(|pair| !pair.is_empty());
        let mut given = given.map(|pair| pair.split_once('=').map_or(pair, |(name, _)| name));
        match given.find(|name| !names.contains(name)) {
            Some(_) => Err(bad(format!("the options are {}", names.join(", ")))),
            None => Ok(Options {
                line: line.to_owned(),
            }),
        }
    }

    /// All of them as they came.
    pub(super) fn line(&self) -> &str {
        &self.line
    }

    /// What is said after `name`, if anything.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        query(Some(&self.line), name).filter(|text| !text.is_empty())
    }

    /// The whole number after `name`.
    pub(super) fn whole(
        &self,
        name: &str,
        within: RangeInclusive<u32>,
    ) -> Result<Option<u32>, Problem> {
        let read = |text: String| {
            let number = text.parse().ok().filter(|number| within.contains(number));
            let (least, most) = (within.start(), within.end());
            number.ok_or_else(|| match *most {
                u32::MAX => bad(format!("`{name}` is a whole number from {least} on")),
                most => bad(format!("`{name}` is a whole number from {least} to {most}")),
            })
        };
        self.text(name).map(read).transpose()
    }

    fn count(&self, name: &str) -> Result<Option<usize>, Problem> {
        let number = self.whole(name, 0..=u32::MAX)?;
        Ok(number.map(|number| number as usize))
    }
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
    Gif,
}

impl Format {
    /// The format of files whose names end so.
    pub(super) fn of_ending(ending: &str) -> Option<Format> {
        match ending {
            "svg" => Some(Format::Svg),
            "png" => Some(Format::Png),
            "gif" => Some(Format::Gif),
            _ => None,
        }
    }

    /// The work that drawing one is.
    pub(super) fn work(self) -> WorkKind {
        match self {
            Format::Svg | Format::Png => WorkKind::Still,
            Format::Gif => WorkKind::Film,
        }
    }

    /// Its media type.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Gif => "image/gif",
        }
    }
}

/// What of a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The board after so many moves, or at the end.
    Position(Option<usize>),
    /// Moves with numbers on them, to the end if nothing else is said.
    Numbered { from: usize, to: Option<usize> },
    /// A picture for each move.
    Film { from: usize, to: Option<usize> },
}

/// What is drawn, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct PictureWish {
    pub(super) format: Format,
    part: Part,
    width: Option<u32>,
    coordinates: Coordinates,
    theme: Theme,
    pause: Duration,
}

impl PictureWish {
    /// What the options say.
    pub(super) fn read(options: &Options, format: Format) -> Result<PictureWish, Problem> {
        let theme = options.text("theme").map(|name| name.parse::<Theme>());
        let theme = theme.transpose().map_err(|why| bad(why.to_string()))?;
        let coordinates = match options.whole("coordinates", 0..=1)? {
            Some(1) => Coordinates::Shown,
            Some(_) | None => Coordinates::Hidden,
        };
        Ok(PictureWish {
            format,
            part: Part::read(options, format)?,
            width: options.whole("size", WIDTHS)?,
            coordinates,
            theme: theme.unwrap_or_default(),
            pause: pause(options)?,
        })
    }

    /// The pictures of `game` that are wished for.
    pub(super) fn figures(&self, game: &Game) -> Result<Vec<Figure>, Problem> {
        let mut figures = self.part.figures(game)?;
        for figure in &mut figures {
            figure.coordinates = self.coordinates;
            figure.theme = self.theme;
        }
        Ok(figures)
    }

    /// The file that shows these pictures.
    pub(super) fn encode(&self, figures: &[Figure], turn: &Turn) -> Result<Vec<u8>, Problem> {
        let first = figures.first().ok_or_else(|| Problem::not_found("move"))?;
        let drawn = match self.format {
            Format::Svg => Ok(match self.width {
                Some(width) => first.to_svg_wide(width).into_bytes(),
                None => first.to_svg().into_bytes(),
            }),
            Format::Png => first.to_png(self.width.unwrap_or(PNG_WIDTH)),
            Format::Gif => {
                let width = self.width.unwrap_or(GIF_WIDTH);
                let height = first.height(width);
                let n_pixels = figures.len() as u64 * u64::from(width) * u64::from(height);
                if n_pixels > FILM_PIXELS_MAX {
                    let n = figures.len();
                    let text = format!(
                        "a film of {n} pictures of {width} by {height} pixels is too long, give \
                         `from` and `to`, or a smaller `size`"
                    );
                    return Err(bad(text));
                }
                to_gif_while(figures, width, self.pause, &mut || {
                    turn.pause();
                    !turn.stop().is_raised()
                })
            }
        };
        drawn.map_err(|why| match why {
            DrawError::Size { .. } | DrawError::Frames { .. } => bad(why.to_string()),
            // Nobody reads this.
            DrawError::Stopped => Problem::busy(),
            DrawError::FrameSizes | DrawError::Encoding(_) => Problem::failed(&why),
        })
    }
}

impl Part {
    fn read(options: &Options, format: Format) -> Result<Part, Problem> {
        let (at, from, to) = (
            options.count("move")?,
            options.count("from")?,
            options.count("to")?,
        );
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            return Err(bad(format!("move {from} comes after move {to}")));
        }
        match (format, at) {
            (Format::Gif, Some(_)) => Err(bad("a film has `from` and `to` in place of `move`")),
            (Format::Gif, None) => Ok(Part::Film {
                from: from.unwrap_or(0),
                to,
            }),
            (_, Some(_)) if from.or(to).is_some() => {
                Err(bad("`move` shows one position, `from` and `to` show moves"))
            }
            (_, None) if from.or(to).is_some() => Ok(Part::Numbered {
                from: from.unwrap_or(1),
                to,
            }),
            (_, at) => Ok(Part::Position(at)),
        }
    }

    fn figures(self, game: &Game) -> Result<Vec<Figure>, Problem> {
        let n_moves = game.n_moves();
        let there = |number: usize| match number {
            _ if number > n_moves => {
                let text = format!("there is no move {number}, the game has {n_moves}");
                Err(Problem::new(ProblemCode::NotFound, text))
            }
            _ => Ok(number),
        };
        match self {
            Part::Position(at) => Ok(vec![position(game, there(at.unwrap_or(n_moves))?)]),
            Part::Numbered { from, to } => {
                // A game without moves is an empty diagram.
                let from = if from > 1 { there(from)? } else { from };
                Ok(vec![numbered(game, from, there(to.unwrap_or(n_moves))?)])
            }
            Part::Film { from, to } => Ok(film(game, there(from)?, there(to.unwrap_or(n_moves))?)),
        }
    }
}

fn pause(options: &Options) -> Result<Duration, Problem> {
    let Some(text) = options.text("pause") else {
        return Ok(PAUSE);
    };
    let seconds = text.parse().ok().filter(|seconds| PAUSES.contains(seconds));
    seconds.map(Duration::from_secs_f32).ok_or_else(|| {
        let (least, most) = (PAUSES.start(), PAUSES.end());
        bad(format!("`pause` is {least} to {most} seconds"))
    })
}
