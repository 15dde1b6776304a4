//! The results of a ladder's games in a file, a line each.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use ponnuki_match::MatchScore;

use crate::rung::{Rung, Winner};

/// What has been played, and the file that says so.
#[derive(Debug)]
pub(crate) struct Book {
    file: File,
    results: BTreeMap<(Rung, usize), Winner>,
}

impl Book {
    /// The book at `path`, begun if it is not there. Its first line is `title`.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, or has another title: games under other
    /// conditions would be mixed.
    pub(crate) fn open(path: &Path, title: &str) -> Result<Book, Box<dyn Error>> {
        let mut results = BTreeMap::new();
        let is_new = !path.exists();
        if !is_new {
            let bytes = fs::read(path)?;
            let text = String::from_utf8_lossy(&bytes);
            let mut lines = text.lines();
            let found = lines.next().unwrap_or("");
            if found != title {
                let path = path.display();
                let why = format!("{path} is of another ladder ({found}), not of this ({title})");
                return Err(why.into());
            }
            // A line that was not finished when the program was killed is played again.
            results.extend(lines.filter_map(read));
        }
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let mut book = Book {
            file: opened?,
            results,
        };
        match is_new {
            true => book.write(title)?,
            // What comes next does not go on with a line that was not finished.
            false => book.write("")?,
        }
        Ok(book)
    }

    /// How a game ended, if it was played.
    pub(crate) fn result(&self, rung: Rung, number: usize) -> Option<Winner> {
        self.results.get(&(rung, number)).copied()
    }

    /// Writes down how a game ended.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn note(&mut self, rung: Rung, number: usize, winner: Winner) -> io::Result<()> {
        self.results.insert((rung, number), winner);
        let word = match winner {
            Winner::Upper => "upper",
            Winner::Lower => "lower",
            Winner::Nobody => "nobody",
        };
        self.write(&format!("{}\t{number}\t{word}\t.", rung.upper))
    }

    /// How the first `n_games` on a rung went, for the upper.
    pub(crate) fn score(&self, rung: Rung, n_games: usize) -> MatchScore {
        let mut score = MatchScore::default();
        for winner in (0..n_games).filter_map(|number| self.result(rung, number)) {
            match winner {
                Winner::Upper => score.n_wins += 1,
                Winner::Lower => score.n_losses += 1,
                Winner::Nobody => score.n_draws += 1,
            }
        }
        score
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

/// The game that a line tells of.
fn read(line: &str) -> Option<((Rung, usize), Winner)> {
    let mut words = line.split('\t');
    let upper: u8 = words.next()?.parse().ok()?;
    let rung = Rung::all().find(|rung| rung.upper == upper)?;
    let number = words.next()?.parse().ok()?;
    let winner = match words.next()? {
        "upper" => Winner::Upper,
        "lower" => Winner::Lower,
        "nobody" => Winner::Nobody,
        _ => return None,
    };
    (words.next() == Some(".")).then_some(((rung, number), winner))
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    const RUNG: Rung = Rung {
        upper: 5,
        lower: Some(4),
    };

    /// A file of its own for a test, gone before and after it.
    fn with_path(name: &str, test: impl FnOnce(&Path)) {
        let path = env::temp_dir().join(format!("ponnuki-book-{name}-{}", process::id()));
        drop(fs::remove_file(&path));
        test(&path);
        drop(fs::remove_file(&path));
    }

    #[test]
    fn what_was_noted_is_found_again_but_for_a_line_that_was_not_finished() {
        with_path("torn", |path| {
            let mut book = Book::open(path, "title").unwrap();
            for (number, winner) in (0..).zip([Winner::Upper, Winner::Lower, Winner::Upper]) {
                book.note(RUNG, number, winner).unwrap();
            }
            drop(book);
            let text = fs::read_to_string(path).unwrap();
            fs::write(path, &text[..text.len() - 2]).unwrap();
            let book = Book::open(path, "title").unwrap();
            let results = [0, 1, 2].map(|number| book.result(RUNG, number));
            assert_eq!(results, [Some(Winner::Upper), Some(Winner::Lower), None]);
            assert_eq!(book.score(RUNG, 3).share(), Some(0.5));
        });
    }

    #[test]
    fn the_book_of_another_ladder_is_refused() {
        with_path("other", |path| {
            drop(Book::open(path, "one").unwrap());
            assert!(Book::open(path, "one").is_ok());
            assert!(Book::open(path, "two").is_err());
        });
    }
}
