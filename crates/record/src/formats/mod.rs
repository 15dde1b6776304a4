//! Game files that are not SGF, turned into its tree.
//!
//! None of them has a standard. What is read here is what files of these kinds
//! and the programs around them agree on; what a file says beyond that is left
//! out.

mod gib;
mod ngf;
mod sheet;
mod ugf;
mod xml;

use std::fmt;

use ponnuki_sgf::{Collection, decode};

use sheet::Sheet;

/// What kind of file games were read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The Smart Game Format, in any of its versions.
    Sgf,
    /// Tygem's `.gib`.
    Gib,
    /// WBaduk's and Cyberoro's `.ngf`.
    Ngf,
    /// Pandanet's `.ugf` and `.ugi`.
    Ugf,
    /// GoGui's and Jago's `.xml`.
    Xml,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Sgf => "SGF",
            Format::Gib => "GIB",
            Format::Ngf => "NGF",
            Format::Ugf => "UGF",
            Format::Xml => "XML",
        })
    }
}

/// The longest file that is looked at as one of these: they hold one game, and
/// with pictures in them stay under a megabyte.
const FILE_MAX: usize = 1 << 24;

/// How many bytes at the beginning tell what kind of file it is.
const WINDOW: usize = 1 << 12;

/// Reads a file that is one of these formats.
pub(crate) fn read(bytes: &[u8]) -> Option<(Collection<'static>, Format)> {
    if bytes.len() > FILE_MAX {
        return None;
    }
    let format = recognize(&bytes[..bytes.len().min(WINDOW)])?;
    let text = decode(bytes).text;
    let sheet: Sheet = match format {
        Format::Sgf => return None,
        Format::Gib => gib::read(&text),
        Format::Ngf => ngf::read(&text)?,
        Format::Ugf => ugf::read(&text),
        Format::Xml => return Some((xml::read(&text)?, format)),
    };
    Some((sheet.into_collection().ok()?, format))
}

/// What a file that begins so is, if it is not SGF.
fn recognize(window: &[u8]) -> Option<Format> {
    let text = String::from_utf8_lossy(window);
    let mut lines = text
        .trim_start_matches('\u{FEFF}')
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next()?;
    match first {
        "\\HS" => Some(Format::Gib),
        "[Header]" => Some(Format::Ugf),
        _ if first.starts_with('(') => None,
        _ if first.starts_with('<') => xml::is_xml_game(&text).then_some(Format::Xml),
        _ => lines.any(ngf::is_move).then_some(Format::Ngf),
    }
}
