//! `ponnuki render`: games as pictures, films, printed records and text.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use ponnuki_draw::{Coordinates, PAUSE, SIDE_PIXELS_MAX, Theme};
use ponnuki_engine::thinker;
use ponnuki_files::{Drawing, FileFault, PictureFormat, encode, game_of};
use ponnuki_record::Records;

use crate::args::{self, ArgError};
use crate::{Failure, files, note};

/// Moves are numbered up to this: no record is replayed further.
const MOVES_MAX: usize = ponnuki_record::STEPS_MAX;

const LONG_ABOUT: &str = "\
Draw a game: a position, a diagram with numbered moves, a printed record, or a film.

Without options it is the last position of the main line, as text. The format follows from the name
of OUT: .svg and .png are pictures, .gif is a film of the game move by move, .txt is text. Marks and
labels that the file has at the position are drawn too. A printed record is a diagram for each
hundred moves: OUT-1.svg, OUT-2.svg and so on, with moves that fall on earlier ones told below.";

const EXAMPLES: &str = "\
Examples:
  ponnuki render game.sgf                           the last position, here
  ponnuki render game.sgf --move 30 -o m30.png      the position after move 30
  ponnuki render game.sgf --from 31 --to 60 -o d.svg
                                                    moves 31 to 60, numbered
  ponnuki render game.sgf --record -o record.svg    the printed record, record-1.svg …
  ponnuki render game.sgf -o game.gif --pause 0.3   a film
  ponnuki render game.sgf --score -o end.png        territory and dead stones
  ponnuki render - --format svg < game.sgf > game.svg";

/// Draw a game: positions, diagrams, records and films
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// A game file: SGF, GIB, NGF, UGF or XML; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The format, if OUT does not tell: text, svg, png or gif
    #[arg(long, value_enum, hide_possible_values = true)]
    format: Option<PictureFormatArg>,
    /// The number of the game, if the file has several and it is not the first
    #[arg(long, value_name = "N", value_parser = game_number)]
    #[arg(default_value = "1", hide_default_value = true)]
    game: usize,
    #[command(flatten)]
    scene: SceneArgs,
    /// Show letters and numbers at the edges; text always has them
    #[arg(long)]
    coordinates: bool,
    /// The look: wood, paper, slate or contrast
    #[arg(long, value_name = "THEME", value_parser = theme)]
    #[arg(default_value = "wood", hide_default_value = true)]
    theme: Theme,
    /// How wide a PNG or GIF is, in pixels; SVG is as wide as it is shown
    #[arg(long, value_name = "PX", value_parser = width)]
    width: Option<u32>,
    /// How many seconds a film shows each picture
    #[arg(long, value_name = "S", value_parser = args::seconds)]
    pause: Option<Duration>,
}

/// What is drawn.
#[derive(Debug, Default, clap::Args)]
struct SceneArgs {
    /// The position after this move
    #[arg(long = "move", value_name = "N", value_parser = move_number)]
    at: Option<usize>,
    /// The first move with a number on it
    #[arg(long, value_name = "A", value_parser = move_number, conflicts_with = "at")]
    from: Option<usize>,
    /// The last move with a number on it
    #[arg(long, value_name = "B", value_parser = move_number, conflicts_with = "at")]
    to: Option<usize>,
    /// Put numbers on the stones
    #[arg(long)]
    numbers: bool,
    /// The whole game in diagrams of a hundred moves
    #[arg(long, conflicts_with_all = ["at", "from", "to", "score"])]
    record: bool,
    /// Show territory, dead stones and the result at the end of the game
    #[arg(long, conflicts_with_all = ["at", "from", "to", "numbers"])]
    score: bool,
}

/// A kind of picture, as it is called on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureFormatArg {
    #[value(alias = "txt")]
    Text,
    Svg,
    Png,
    Gif,
}

impl PictureFormatArg {
    fn picture(self) -> PictureFormat {
        match self {
            PictureFormatArg::Text => PictureFormat::Text,
            PictureFormatArg::Svg => PictureFormat::Svg,
            PictureFormatArg::Png => PictureFormat::Png,
            PictureFormatArg::Gif => PictureFormat::Gif,
        }
    }
}

fn game_number(text: &str) -> Result<usize, ArgError> {
    args::whole("the number of a game", text, 1..=usize::MAX)
}

fn move_number(text: &str) -> Result<usize, ArgError> {
    args::whole("the number of a move", text, 0..=MOVES_MAX)
}

fn width(text: &str) -> Result<u32, ArgError> {
    args::whole("a width", text, 1..=SIDE_PIXELS_MAX as usize).map(|width| width as u32)
}

fn theme(text: &str) -> Result<Theme, ArgError> {
    text.parse().map_err(ArgError::Theme)
}

/// Draws what was asked for.
///
/// # Errors
///
/// The file cannot be read or has no such game or move, the options do not go
/// together, or the picture cannot be made or written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let output = args
        .output
        .as_deref()
        .filter(|path| !files::is_standard(path));
    let format = match (args.format, output) {
        (Some(format), _) => format.picture(),
        (None, None) => PictureFormat::Text,
        (None, Some(path)) => files::extension(path)
            .and_then(|extension| PictureFormat::of_extension(&extension))
            .ok_or_else(|| {
                let path = path.display();
                Failure::Misuse(format!("{path} ends with none of .svg .png .gif .txt"))
            })?,
    };
    let pictures = pictures(args, format)?;
    match output {
        None => write_here(&pictures, format, out),
        Some(path) => write_files(&pictures, path),
    }
}

fn pictures(args: &Args, format: PictureFormat) -> Result<Vec<Vec<u8>>, Failure> {
    let of_file = |what: FileFault| Failure::File(what.of(&args.file));
    let drawing = args.scene.drawing(format).map_err(Failure::Misuse)?;
    let bytes = files::read(&args.file).map_err(of_file)?;
    let records = Records::from_bytes(&bytes).map_err(|error| of_file(error.into()))?;
    let record = game_of(&records, args.game).map_err(of_file)?;
    let figures = drawing.figures(record, || thinker(None, 0, None));
    let mut figures = figures.map_err(of_file)?;
    for figure in &mut figures {
        figure.theme = args.theme;
        if args.coordinates {
            figure.coordinates = Coordinates::Shown;
        }
    }
    if let Some(n_before) = drawing.numbers_begin_after(record) {
        let file = args.file.display();
        note(&format!(
            "{file}: the board is set up anew after move {n_before}: numbers begin there"
        ));
    }
    let pause = args.pause.unwrap_or(PAUSE);
    encode(&figures, format, args.width, pause).map_err(of_file)
}

impl SceneArgs {
    /// What to draw, or why the options do not go together.
    fn drawing(&self, format: PictureFormat) -> Result<Drawing, String> {
        let is_film = format == PictureFormat::Gif;
        if let (Some(from), Some(to)) = (self.from, self.to)
            && from > to
        {
            return Err(format!("move {from} comes after move {to}"));
        }
        match () {
            () if is_film && (self.record || self.score || self.numbers || self.at.is_some()) => {
                Err(
                    "a film shows a game move by move, of which --from and --to are the first \
                     and last"
                        .to_owned(),
                )
            }
            () if is_film => Ok(Drawing::Film {
                from: self.from.unwrap_or(0),
                to: self.to,
            }),
            () if self.record => Ok(Drawing::Record),
            () if self.score => Ok(Drawing::Score),
            () if self.numbers || self.from.is_some() || self.to.is_some() => {
                Ok(Drawing::Numbered {
                    from: self.from.unwrap_or(1),
                    to: self.to.or(self.at),
                })
            }
            () => Ok(Drawing::Position(self.at)),
        }
    }
}

fn write_here(
    pictures: &[Vec<u8>],
    format: PictureFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let why = match pictures {
        [_] if format.is_binary() && io::stdout().is_terminal() => {
            "a picture cannot be shown in a terminal"
        }
        [picture] => return Ok(out.write_all(picture)?),
        _ => "several pictures do not fit into one output",
    };
    Err(Failure::Misuse(format!("{why}: name a file with -o")))
}

/// Writes one picture to `path`, several to files with numbers.
fn write_files(pictures: &[Vec<u8>], path: &Path) -> Result<(), Failure> {
    if let [picture] = pictures {
        return Ok(files::write(path, picture).map_err(|what| what.of(path))?);
    }
    for (i, picture) in pictures.iter().enumerate() {
        let path = numbered_path(path, i + 1);
        files::write(&path, picture).map_err(|what| what.of(&path))?;
    }
    Ok(())
}

/// `record-2.svg` for the second of `record.svg`.
fn numbered_path(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_record_are_numbered_before_the_dot() {
        for (path, second) in [
            ("record.svg", "record-2.svg"),
            ("out/my.game.png", "out/my.game-2.png"),
            ("record", "record-2"),
        ] {
            assert_eq!(numbered_path(Path::new(path), 2), Path::new(second));
        }
    }
}
