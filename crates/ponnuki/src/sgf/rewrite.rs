//! `ponnuki sgf fix` and `print`: the same games, mended or in one form.

use std::io::Write;
use std::path::{Path, PathBuf};

use ponnuki_files::TextOutput;
use ponnuki_sgf::{Collection, EditError};

use super::Walk;
use crate::files::{self, FileFault};
use crate::layout::counted;
use crate::{Failure, note};

const FIX_LONG_ABOUT: &str = "\
Mend what breaks the grammar of SGF, and leave everything else as it is.

What was mended is told on stderr: see 'ponnuki sgf check' for where. A file in another charset
becomes UTF-8. Moves against the laws stay: they may well have been played.";

const FIX_EXAMPLES: &str = "\
Examples:
  ponnuki sgf fix broken.sgf > mended.sgf
  ponnuki sgf fix --in-place *.sgf          each file, if something was wrong with it";

/// Mend what breaks the grammar, and leave the rest as it is
#[derive(Debug, clap::Args)]
#[command(long_about = FIX_LONG_ABOUT, after_long_help = FIX_EXAMPLES)]
pub(super) struct FixArgs {
    /// SGF files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write each file over itself
    #[arg(long, conflicts_with = "output")]
    in_place: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

const PRINT_LONG_ABOUT: &str = "\
Print games in one clean form: FF[4] in UTF-8, names of properties in capitals, the first node
beginning with what game it is, lines that fit a screen. Everything that the file says is there.";

const PRINT_EXAMPLES: &str = "\
Examples:
  ponnuki sgf print old.mgt
  ponnuki sgf print a.sgf | diff - <(ponnuki sgf print b.sgf)
                                            whether two files say the same";

/// Print games in one clean form
#[derive(Debug, clap::Args)]
#[command(long_about = PRINT_LONG_ABOUT, after_long_help = PRINT_EXAMPLES)]
pub(super) struct PrintArgs {
    /// SGF files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Writes the files mended.
///
/// # Errors
///
/// A file cannot be read or written.
pub(super) fn fix(args: &FixArgs, out: &mut impl Write) -> Result<(), Failure> {
    if !args.in_place {
        return write_all(
            &args.files,
            args.output.as_deref(),
            out,
            Collection::to_utf8,
        );
    }
    for path in &args.files {
        if files::is_standard(path) {
            let why = "standard input cannot be overwritten: leave out --in-place";
            return Err(Failure::Misuse(why.to_owned()));
        }
        let mut sink = TextOutput::new(Some(path), out)?;
        match write_file(path, &mut sink, &mut Collection::to_utf8)? {
            Change::Some => sink.finish()?,
            Change::None => {}
        }
    }
    Ok(())
}

/// Writes the files in one form.
///
/// # Errors
///
/// A file cannot be read or written.
pub(super) fn print(args: &PrintArgs, out: &mut impl Write) -> Result<(), Failure> {
    write_all(&args.files, args.output.as_deref(), out, |collection| {
        Ok(collection.to_normal_form())
    })
}

/// Writes all files to one place, as `form` gives them.
fn write_all(
    paths: &[PathBuf],
    output: Option<&Path>,
    out: &mut impl Write,
    mut form: impl FnMut(&mut Collection<'static>) -> Result<String, EditError>,
) -> Result<(), Failure> {
    let mut sink = TextOutput::new(output, out)?;
    for path in paths {
        write_file(path, &mut sink, &mut form)?;
    }
    Ok(sink.finish()?)
}

/// Whether what is written is other than what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    None,
    Some,
}

/// Writes one file, and tells what was mended.
fn write_file(
    path: &Path,
    sink: &mut TextOutput<'_, impl Write>,
    form: &mut impl FnMut(&mut Collection<'static>) -> Result<String, EditError>,
) -> Result<Change, Failure> {
    let of_file = |what: FileFault| Failure::File(what.of(path));
    let mut walk = Walk::new(path).map_err(of_file)?;
    let (mut n_repairs, mut change) = (0, Change::None);
    while let Some(mut walked) = walk.next().map_err(of_file)? {
        n_repairs += walked.collection.n_repairs();
        let mut charsets = walked.collection.charsets().iter();
        if n_repairs > 0 || charsets.any(|stretch| stretch.charset.encoding.name() != "UTF-8") {
            change = Change::Some;
        }
        let text = form(&mut walked.collection).map_err(|error| of_file(error.into()))?;
        sink.write(&text)?;
    }
    sink.end_line()?;
    if n_repairs > 0 {
        note(&format!(
            "{}: {} mended",
            path.display(),
            counted(n_repairs, "fault")
        ));
    }
    Ok(change)
}
