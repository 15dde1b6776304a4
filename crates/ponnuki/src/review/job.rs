//! One file to be reviewed: from its bytes to the files that come out.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ponnuki_engine::{Course, Request, Review};
use ponnuki_record::{Record, Records};
use ponnuki_wire::review::{Beginning, Line};

use super::part::Part;
use super::reviewed::{Reviewed, ReviewedGame};
use super::tally::Tally;
use super::{Format, Workshop, annotate, page, paper, shape, words};
use crate::Failure;
use crate::files::{self, FileError, FileFault};

/// What a file from standard input is called.
const STANDARD: &str = "standard-input";

/// A file to be reviewed.
#[derive(Debug)]
pub(super) struct Job {
    path: PathBuf,
    /// What is in it.
    bytes: Vec<u8>,
    /// What comes out is called, up to the format.
    target: PathBuf,
    n_looks_max: usize,
}

/// All files of a command.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) jobs: Vec<Job>,
    /// Files that cannot be read.
    pub(super) unread: Vec<FileError>,
    /// Files that are reviews themselves, by their names.
    pub(super) left_out: Vec<String>,
}

impl Plan {
    /// What to do with these files, to be written to `out` or beside each.
    ///
    /// # Errors
    ///
    /// Two files would become one, there is no such directory, or nothing is left to review.
    pub(super) fn new(paths: &[PathBuf], out: Option<&Path>) -> Result<Plan, Failure> {
        let mut sources: BTreeMap<PathBuf, &Path> = BTreeMap::new();
        let mut plan = Plan::default();
        for path in paths {
            // Who writes *.sgf a second time does not mean what the first time wrote.
            if is_review(path) {
                plan.left_out.push(files::name(path));
                continue;
            }
            let target = target(path, out);
            if let Some(other) = sources.insert(target.clone(), path) {
                let (one, two) = (files::name(other), files::name(path));
                let name = files::name(&with_ending(&target, "…"));
                let why = format!("{one} and {two} would both become {name}");
                return Err(Failure::Misuse(why));
            }
            match files::read(path) {
                Ok(bytes) => plan.jobs.push(Job {
                    path: path.clone(),
                    n_looks_max: n_looks_max(&bytes),
                    bytes,
                    target,
                }),
                Err(what) => plan.unread.push(what.of(path)),
            }
        }
        if plan.jobs.is_empty() && plan.unread.is_empty() {
            let names = plan.left_out.join(", ");
            let why = format!("{names}: a review is not reviewed again, give the game itself");
            return Err(Failure::Misuse(why));
        }
        if let Some(out) = out {
            fs::create_dir_all(out).map_err(|error| FileFault::from(error).of(out))?;
        }
        Ok(plan)
    }
}

/// `reviews/game` for `game.sgf`.
fn target(path: &Path, out: Option<&Path>) -> PathBuf {
    let stem = match files::is_standard(path) {
        true => STANDARD.as_ref(),
        false => path.file_stem().unwrap_or(path.as_os_str()),
    };
    match out {
        Some(out) => out.join(stem),
        None if files::is_standard(path) => PathBuf::from(stem),
        None => path.with_file_name(stem),
    }
}

/// Whether a file is called as what we write is, which is read by people and not by us.
fn is_review(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.to_ascii_lowercase().ends_with(".review.sgf")
}

/// `game.review.sgf` for `game`.
fn with_ending(target: &Path, ending: &str) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".review.");
    name.push(ending);
    target.with_file_name(name)
}

fn n_looks_max(bytes: &[u8]) -> usize {
    let Ok(records) = Records::from_bytes(bytes) else {
        return 0;
    };
    let courses = records.iter().flatten().map(Course::of_record);
    courses
        .map(|course| Review::new(course).n_looks_max())
        .sum()
}

impl Job {
    /// How many looks its games may take, as [`Review::n_looks_max`] counts them.
    pub(super) fn n_looks_max(&self) -> usize {
        self.n_looks_max
    }

    fn part(&self) -> PathBuf {
        with_ending(&self.target, "part")
    }

    /// Takes away what would be needed to go on.
    pub(super) fn forget_part(&self) {
        // One that was never begun is not there, and that is no matter.
        drop(fs::remove_file(self.part()));
    }
}

/// What there is to say about a file.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// What is wrong with it, though it was reviewed.
    pub(super) notes: Vec<String>,
    /// Why it, or a game of it, was not reviewed.
    pub(super) errors: Vec<FileError>,
    pub(super) text: String,
}

/// A job being done.
#[derive(Debug)]
pub(super) struct Work<'a> {
    shop: &'a Workshop,
    job: &'a Job,
    tally: &'a Mutex<Tally>,
    told: Told,
}

impl<'a> Work<'a> {
    pub(super) fn new(shop: &'a Workshop, job: &'a Job, tally: &'a Mutex<Tally>) -> Work<'a> {
        let told = Told::default();
        Work {
            shop,
            job,
            tally,
            told,
        }
    }

    /// Reviews all games of the file, and writes what comes out.
    pub(super) fn run(mut self) -> Told {
        match self.review() {
            Ok(text) => self.told.text = text,
            Err(error) => self.told.errors.push(error),
        }
        self.told
    }

    /// What is told of the file; nothing if no game of it can be reviewed.
    fn review(&mut self) -> Result<String, FileError> {
        let job = self.job;
        let of_file = |what: FileFault| what.of(&job.path);
        let bytes = &job.bytes;
        let records = Records::from_bytes(bytes).map_err(|error| of_file(error.into()))?;
        let mut records = records.into_owned();
        let games = self.games(&records);
        if games.is_empty() {
            return Ok(String::new());
        }
        let games = self.judge(bytes, games)?;
        let reviewed = Reviewed::new(self.shop, files::name(&self.job.path), games);
        let mut written = Vec::new();
        for &format in &self.shop.formats {
            let path = with_ending(&self.job.target, format.extension());
            let bytes = match format {
                Format::Sgf => annotate::file(&mut records, &reviewed),
                Format::Html => Ok(page::file(&reviewed)),
                Format::Md => Ok(paper::file(&reviewed)),
                Format::Json => Ok(shape::file(&reviewed)),
            };
            let bytes = bytes.map_err(|error| of_file(error.into()))?;
            files::write(&path, bytes.as_bytes()).map_err(|what| what.of(&path))?;
            written.push(files::name(&path));
        }
        Ok(told(&reviewed, &written))
    }

    /// The games that can be reviewed; of the others it is told why not.
    fn games(&mut self, records: &Records<'_>) -> Vec<ReviewedGame> {
        let n_games = records.iter().count();
        let mut games = Vec::new();
        for (i, record) in records.iter().enumerate() {
            let name = files::game_name(&self.job.path, i + 1, n_games);
            let game = record.map_err(FileFault::from).and_then(|record| {
                let record = self.shop.ruled(record);
                let game = ReviewedGame::new(i, record, self.shop.whose, self.shop.tongue);
                match game.review.course().turns().is_empty() {
                    true => Err(FileFault::NoMoves),
                    false => Ok((record, game)),
                }
            });
            match game {
                Ok((record, game)) => {
                    self.remark(&name, record);
                    games.push(game);
                }
                Err(what) => self.told.errors.push(FileError { name, what }),
            }
        }
        games
    }

    /// Tells what is wrong with a record that is reviewed all the same.
    fn remark(&mut self, name: &str, record: Record<'_>) {
        let mut replay = record.replay();
        replay.to_end();
        let notes = crate::score::notes(name, replay.remarks());
        self.told.notes.extend(notes);
    }

    /// Has every position judged that is not known from before.
    fn judge(
        &mut self,
        bytes: &[u8],
        mut games: Vec<ReviewedGame>,
    ) -> Result<Vec<ReviewedGame>, FileError> {
        let path = self.job.part();
        let of_part = |error| FileFault::from(error).of(&path);
        let (mut part, lines) = Part::open(&path, &self.beginning(bytes)).map_err(of_part)?;
        let mut lines_of: BTreeMap<usize, Vec<Line>> = BTreeMap::new();
        for line in lines {
            lines_of.entry(line.game).or_default().push(line);
        }
        for game in &mut games {
            let (own, size) = (lines_of.remove(&game.idx).unwrap_or_default(), game.size());
            let known = own
                .iter()
                .filter_map(|line| Some((line.at, shape::to_sight(&line.position, size)?)));
            game.review.put_all(known);
        }
        let n_known = games.iter().map(|game| game.review.n_looks()).sum();
        self.tally().know(n_known);
        let mut thinker = self.shop.thinker();
        let request = Request::within(self.shop.limits);
        for game in &mut games {
            let (idx, size) = (game.idx, game.size());
            let mut written = Ok(());
            let mut n_done = game.review.n_looks();
            let mut keep = |review: &Review, at: usize| {
                self.tally().add(review.n_looks() - n_done);
                n_done = review.n_looks();
                let Some(sight) = review.sight(at) else {
                    return ControlFlow::Continue(());
                };
                written = part.add(&Line {
                    game: idx,
                    at,
                    position: shape::position(sight, size),
                });
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            };
            game.review.run(thinker.as_mut(), &request, &mut keep);
            written.map_err(of_part)?;
            // Not every look that there may be is needed.
            self.tally().add(game.review.n_looks_max() - n_done);
        }
        Ok(games)
    }

    /// What the review is of: nothing that changes it may be missing.
    fn beginning(&self, bytes: &[u8]) -> Beginning {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        self.shop.judge_hash.hash(&mut hasher);
        self.shop.limits.playouts.hash(&mut hasher);
        self.shop.limits.time.hash(&mut hasher);
        let rules = self.shop.rules.map(|rules| rules.to_katago());
        rules.hash(&mut hasher);
        Beginning {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            of: format!("{:016x}", hasher.finish()),
        }
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the terminal shows of a file that was reviewed: a line about it, and the moments that
/// mattered, each with the reasons for it.
fn told(reviewed: &Reviewed, written: &[String]) -> String {
    let mut text = outline(reviewed, written);
    for game in &reviewed.games {
        let tongue = game.tongue;
        for moment in &game.moments {
            let mut heading = words::heading(&moment.turn, game.size(), tongue);
            if reviewed.games.len() > 1 {
                let n = (game.idx + 1).to_string();
                heading = tongue.say("game_number", &[("n", &n), ("heading", &heading)]);
            }
            text.push_str(&format!("  {heading}\n"));
            for sentence in words::moment(moment, game.size(), tongue) {
                text.push_str(&format!("    {sentence}\n"));
            }
        }
    }
    text
}

/// The line about a file that was reviewed.
fn outline(reviewed: &Reviewed, written: &[String]) -> String {
    let n_moves: usize = reviewed.games.iter().map(ReviewedGame::n_moves).sum();
    let n_moments: usize = reviewed.games.iter().map(|game| game.moments.len()).sum();
    let tongue = reviewed.tongue;
    let games = tongue.counted("games", &reviewed.games.len().to_string());
    let moves = tongue.counted("moves", &n_moves.to_string());
    let moments = tongue.counted("moments", &n_moments.to_string());
    let written = written.join(", ");
    let mut parts = vec![
        ("name", reviewed.name.as_str()),
        ("moves", moves.as_str()),
        ("moments", moments.as_str()),
        ("written", written.as_str()),
    ];
    let line = match reviewed.games.len() {
        1 => tongue.say("outline", &parts),
        _ => {
            parts.push(("games", games.as_str()));
            tongue.say("outline_of_games", &parts)
        }
    };
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, out: Option<&str>, expected: &str) {
        let target = target(Path::new(path), out.map(Path::new));
        assert_eq!(with_ending(&target, "sgf"), Path::new(expected), "{path}");
    }

    #[test]
    fn a_review_is_called_by_its_game() {
        check("game.sgf", None, "game.review.sgf");
        check("games/my.game.gib", None, "games/my.game.review.sgf");
        check("games/game.sgf", Some("out"), "out/game.review.sgf");
        check("game", Some("out"), "out/game.review.sgf");
        check("-", None, "standard-input.review.sgf");
        check("-", Some("out"), "out/standard-input.review.sgf");
    }
}
