//! `ponnuki convert`: a game file in another format.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use ponnuki_engine::thinker;
use ponnuki_files::{FileFault, PictureFormat, plain_picture};
use ponnuki_record::{Format as Found, Records};

use crate::{Failure, files};

const LONG_ABOUT: &str = "\
Write a game file in another format.

SGF, Tygem's GIB, WBaduk's NGF, Pandanet's UGF and UGI and GoGui's XML are read, each recognised by
what is in it; SGF is written, or a picture of the first game's last position (.svg, .png, .txt) or
a film of it (.gif). 'ponnuki render' has more to say about pictures.";

const EXAMPLES: &str = "\
Examples:
  ponnuki convert game.gib game.sgf
  ponnuki convert game.sgf game.gif
  ponnuki convert - --to sgf - < game.ngf > game.sgf";

/// Write a game file in another format
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to read; - is standard input
    #[arg(value_name = "A")]
    source: PathBuf,
    /// The file to write; - is standard output
    #[arg(value_name = "B")]
    target: PathBuf,
    /// What A must be: sgf, gib, ngf, ugf or xml
    #[arg(long, value_enum, hide_possible_values = true)]
    from: Option<From>,
    /// What B becomes, if its name does not tell: sgf, text, svg, png or gif
    #[arg(long, value_enum, hide_possible_values = true)]
    to: Option<To>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    Sgf,
    Gib,
    Ngf,
    #[value(alias = "ugi")]
    Ugf,
    Xml,
}

impl From {
    fn format(self) -> Found {
        match self {
            From::Sgf => Found::Sgf,
            From::Gib => Found::Gib,
            From::Ngf => Found::Ngf,
            From::Ugf => Found::Ugf,
            From::Xml => Found::Xml,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    Sgf,
    #[value(alias = "txt")]
    Text,
    Svg,
    Png,
    Gif,
}

impl To {
    /// What a file of that name becomes.
    fn of_path(path: &Path) -> Option<To> {
        let extension = files::extension(path)?;
        if extension == "sgf" {
            return Some(To::Sgf);
        }
        Some(match PictureFormat::of_extension(&extension)? {
            PictureFormat::Text => To::Text,
            PictureFormat::Svg => To::Svg,
            PictureFormat::Png => To::Png,
            PictureFormat::Gif => To::Gif,
        })
    }

    /// The picture it is, if it is one.
    fn picture(self) -> Option<PictureFormat> {
        match self {
            To::Sgf => None,
            To::Text => Some(PictureFormat::Text),
            To::Svg => Some(PictureFormat::Svg),
            To::Png => Some(PictureFormat::Png),
            To::Gif => Some(PictureFormat::Gif),
        }
    }
}

/// Writes the file in the other format.
///
/// # Errors
///
/// The file cannot be read or is not what it is said to be, or the other
/// cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let (source, target) = (&args.source, &args.target);
    let to = args.to.or_else(|| To::of_path(target)).ok_or_else(|| {
        let target = target.display();
        Failure::Misuse(format!(
            "{target} has no extension of a known format: give one with --to"
        ))
    })?;
    let is_here = files::is_standard(target);
    if is_here && matches!(to, To::Png | To::Gif) && io::stdout().is_terminal() {
        let why = "a picture cannot be shown in a terminal: name a file";
        return Err(Failure::Misuse(why.to_owned()));
    }
    let bytes = convert(source, args.from, to).map_err(|what| what.of(source))?;
    match is_here {
        true => Ok(out.write_all(&bytes)?),
        false => Ok(files::write(target, &bytes).map_err(|what| what.of(target))?),
    }
}

fn convert(source: &Path, from: Option<From>, to: To) -> Result<Vec<u8>, FileFault> {
    let bytes = files::read(source)?;
    let records = Records::from_bytes(&bytes)?;
    let found = records.format();
    if let Some(said) = from.map(From::format).filter(|said| *said != found) {
        return Err(FileFault::Kind {
            said: said.to_string(),
            found: found.to_string(),
        });
    }
    match to.picture() {
        Some(picture) => plain_picture(&records, picture, || thinker(None, 0, None)),
        None => {
            let mut text = records.into_collection().to_utf8()?;
            if !text.ends_with('\n') {
                text.push('\n');
            }
            Ok(text.into_bytes())
        }
    }
}
