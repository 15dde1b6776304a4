//! The games that reviews are measured with: of people, weak and strong, and of programs,
//! taken at even distances from the collections beside the repository.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A game to be reviewed.
#[derive(Clone, Debug)]
pub(crate) struct Specimen {
    /// Where it is from: the collection and the place in it.
    pub(crate) name: String,
    /// The record, as SGF.
    pub(crate) sgf: Vec<u8>,
}

/// Where games lie, and how many of them are taken.
struct Source {
    /// Below the folder of data.
    path: &'static str,
    n_games: usize,
}

/// Thirty games on 9×9.
const SMALL: [Source; 4] = [
    Source {
        path: "games/human9.txt.xz",
        n_games: 12,
    },
    Source {
        path: "scored/chinese/goquest9",
        n_games: 8,
    },
    Source {
        path: "scored/chinese/ogs_bench9",
        n_games: 5,
    },
    Source {
        path: "scored/japanese/ogs_bench9",
        n_games: 5,
    },
];

/// Six games on 19×19.
const LARGE: [Source; 4] = [
    Source {
        path: "games/pro19.txt.xz",
        n_games: 2,
    },
    Source {
        path: "scored/japanese/kgs19",
        n_games: 2,
    },
    Source {
        path: "scored/chinese/kgs19",
        n_games: 1,
    },
    Source {
        path: "scored/japanese/ogs_bench19",
        n_games: 1,
    },
];

/// The games on 9×9.
///
/// # Errors
///
/// The collections are not there, or `xz` is not.
pub(crate) fn small(data: &Path) -> io::Result<Vec<Specimen>> {
    all_of(&SMALL, data)
}

/// The games on 19×19.
///
/// # Errors
///
/// As for [`small`].
pub(crate) fn large(data: &Path) -> io::Result<Vec<Specimen>> {
    all_of(&LARGE, data)
}

fn all_of(sources: &[Source], data: &Path) -> io::Result<Vec<Specimen>> {
    let mut specimens = Vec::new();
    for source in sources {
        specimens.extend(source.specimens(data)?);
    }
    Ok(specimens)
}

impl Source {
    fn specimens(&self, data: &Path) -> io::Result<Vec<Specimen>> {
        let path = data.join(self.path);
        let specimen = |place: usize, sgf| Specimen {
            name: format!("{} {place}", self.path),
            sgf,
        };
        if path.is_dir() {
            let mut files = Vec::new();
            for entry in fs::read_dir(&path)? {
                files.push(entry?.path());
            }
            files.sort();
            let taken = places(files.len(), self.n_games);
            let read = |place: usize| Ok(specimen(place, fs::read(&files[place])?));
            return taken.map(read).collect();
        }
        let text = unpacked(&path)?;
        let lines: Vec<&str> = text.lines().collect();
        let taken = places(lines.len(), self.n_games);
        let made = taken.map(|place| Some(specimen(place, sgf_of(lines[place])?)));
        let broken = || io::Error::other(format!("{} has another form", path.display()));
        made.collect::<Option<_>>().ok_or_else(broken)
    }
}

/// The places of `n` among `n_all`, at even distances.
fn places(n_all: usize, n: usize) -> impl Iterator<Item = usize> {
    let distance = n_all / n.max(1);
    (0..n.min(n_all)).map(move |i| distance / 2 + i * distance)
}

/// A line of size, komi, result and moves, with tabs between, as SGF.
fn sgf_of(line: &str) -> Option<Vec<u8>> {
    let mut fields = line.split('\t');
    let (size, komi, result) = (fields.next()?, fields.next()?, fields.next()?);
    let moves = fields.next()?;
    let mut sgf = format!("(;GM[1]FF[4]SZ[{size}]KM[{komi}]RE[{result}]");
    for (i, place) in moves.as_bytes().chunks(2).enumerate() {
        let color = ["B", "W"][i % 2];
        sgf.push_str(&format!(";{color}[{}]", str::from_utf8(place).ok()?));
    }
    sgf.push_str(")\n");
    Some(sgf.into_bytes())
}

fn unpacked(path: &PathBuf) -> io::Result<String> {
    let output = Command::new("xz").arg("-dc").arg(path).output()?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(why.trim().to_owned()));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_taken_at_even_distances() {
        assert_eq!(places(12, 3).collect::<Vec<_>>(), [2, 6, 10]);
        assert_eq!(places(5, 5).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(places(2, 5).collect::<Vec<_>>(), [0, 0]);
    }

    #[test]
    fn a_line_becomes_a_record() {
        let sgf = sgf_of("9\t5.5\tW+R\teegc").unwrap();
        let expected = "(;GM[1]FF[4]SZ[9]KM[5.5]RE[W+R];B[ee];W[gc])\n";
        assert_eq!(str::from_utf8(&sgf).unwrap(), expected);
        assert_eq!(sgf_of("9\t5.5"), None);
    }
}
