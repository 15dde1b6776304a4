//! Figures as files: text, SVG, PNG or GIF.

use std::time::Duration;

use ponnuki_draw::{Coordinates, Figure, FigureMark, GIF_WIDTH, PAUSE, PNG_WIDTH, to_gif};
use ponnuki_record::{Record, Records};
use ponnuki_think::Thinker;
use ponnuki_words::printable;

use crate::figures::Drawing;
use crate::file::FileFault;

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Boards in letters.
    Text,
    /// Vectors.
    Svg,
    /// Pixels.
    Png,
    /// A film.
    Gif,
}

impl PictureFormat {
    /// The format of files whose names end so, in small letters and without the dot.
    pub fn of_extension(extension: &str) -> Option<PictureFormat> {
        match extension {
            "txt" | "text" => Some(PictureFormat::Text),
            "svg" => Some(PictureFormat::Svg),
            "png" => Some(PictureFormat::Png),
            "gif" => Some(PictureFormat::Gif),
            _ => None,
        }
    }

    /// Whether it is not text.
    pub fn is_binary(self) -> bool {
        matches!(self, PictureFormat::Png | PictureFormat::Gif)
    }
}

/// The picture of the first game of a file in a format, with nothing else said: a film of the
/// whole game, or its last position.
///
/// # Errors
///
/// The file has no game, or the picture cannot be made.
pub fn plain_picture(
    records: &Records<'_>,
    format: PictureFormat,
    thinker: impl FnOnce() -> Box<dyn Thinker>,
) -> Result<Vec<u8>, FileFault> {
    let record = game_of(records, 1)?;
    let drawing = match format {
        PictureFormat::Gif => Drawing::Film { from: 0, to: None },
        PictureFormat::Text | PictureFormat::Svg | PictureFormat::Png => Drawing::Position(None),
    };
    let mut figures = drawing.figures(record, thinker)?;
    for figure in &mut figures {
        figure.coordinates = Coordinates::Shown;
    }
    let mut pictures = encode(&figures, format, None, PAUSE)?;
    Ok(pictures.pop().unwrap_or_default())
}

/// The game of that `number`, from 1.
///
/// # Errors
///
/// There is none, or it cannot be replayed.
pub fn game_of<'r>(records: &'r Records<'_>, number: usize) -> Result<Record<'r>, FileFault> {
    let n_games = records.iter().count();
    let record = records.iter().nth(number - 1);
    Ok(record.ok_or(FileFault::NoSuchGame { number, n_games })??)
}

/// The files for some figures: one for all, or one for each. `width` is in pixels; a film shows
/// each figure for `pause`.
///
/// # Errors
///
/// The picture would be too large.
pub fn encode(
    figures: &[Figure],
    format: PictureFormat,
    width: Option<u32>,
    pause: Duration,
) -> Result<Vec<Vec<u8>>, FileFault> {
    match format {
        PictureFormat::Gif => Ok(vec![to_gif(figures, width.unwrap_or(GIF_WIDTH), pause)?]),
        PictureFormat::Text => {
            let boards: Vec<String> = figures.iter().map(letters).collect();
            Ok(vec![boards.join("\n").into_bytes()])
        }
        PictureFormat::Svg => Ok(figures
            .iter()
            .map(|figure| figure.to_svg().into_bytes())
            .collect()),
        PictureFormat::Png => figures
            .iter()
            .map(|figure| Ok(figure.to_png(width.unwrap_or(PNG_WIDTH))?))
            .collect(),
    }
}

/// A figure in letters, with labels of the file that command no terminal.
fn letters(figure: &Figure) -> String {
    let mut figure = figure.clone();
    for (_, mark) in &mut figure.marks {
        if let FigureMark::Label(label) = mark {
            *label = printable(label);
        }
    }
    figure.to_text()
}
