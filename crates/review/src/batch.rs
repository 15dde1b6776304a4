//! Many files reviewed: from the bytes of each to the files that come out.
//!
//! A [`ReviewPlan`] says which files become which, a [`ReviewJob`] is one of them; jobs may run on
//! several threads. What was judged is kept beside the results until all is done, so that a review
//! that was broken off goes on where it was.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ponnuki_files::{self as files, FileError, FileFault};
use ponnuki_game::{Color, Game, Rules, Size};
use ponnuki_record::{Record, Records};
use ponnuki_think::{Request, ThinkLimits, Thinker, ignore};
use ponnuki_wire::review::{PartialHeader, PartialLine};
use ponnuki_words::Language;

use crate::partial::PartialReview;
use crate::review::Review;
use crate::reviewed::{ReviewedFile, ReviewedGame};
use crate::shape::{position_shape, to_assessment};

/// Makes what judges; called once in each thread.
pub type JudgeMaker = Box<dyn Fn() -> Box<dyn Thinker> + Send + Sync>;

/// What a review is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewFormat {
    /// The game itself, annotated.
    Sgf,
    /// A page.
    Html,
    /// Markdown.
    Md,
    /// Everything, for programs.
    Json,
}

impl ReviewFormat {
    fn extension(self) -> &'static str {
        match self {
            ReviewFormat::Sgf => "sgf",
            ReviewFormat::Html => "html",
            ReviewFormat::Md => "md",
            ReviewFormat::Json => "json",
        }
    }
}

/// What all reviews of a batch have in common.
pub struct ReviewSettings {
    /// Makes what judges. All of them must judge alike.
    pub judge_maker: JudgeMaker,
    /// What judges, for those who read the review.
    pub judge: String,
    /// How much each position gets at the first look.
    pub limits: ThinkLimits,
    /// The rules to review under, whatever the files say.
    pub rules: Option<Rules>,
    /// The language of the review.
    pub language: Language,
    /// The one player whose moves are reviewed; `None` for both.
    pub only: Option<Color>,
    /// What to write, in this order.
    pub formats: Vec<ReviewFormat>,
}

impl fmt::Debug for ReviewSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReviewSettings")
            .field("judge", &self.judge)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl ReviewSettings {
    /// The record, under the rules to review it under.
    fn ruled<'r>(&self, record: Record<'r>) -> Record<'r> {
        match self.rules {
            Some(rules) => record.under(rules),
            None => record.assuming(record.likely_rules()),
        }
    }
}

/// What a judge says of the empty board, as a number: another network, or the same one computed
/// otherwise, says something else.
fn judge_hash(judge: &mut dyn Thinker) -> u64 {
    let mut hasher = DefaultHasher::new();
    if let Ok(game) = Game::new(Size::NINE, Rules::CHINESE) {
        let request = Request::within(ThinkLimits::playouts(2));
        let analysis = judge.analyse(&game, &request, &mut ignore);
        analysis.win_rate.to_bits().hash(&mut hasher);
        analysis.lead.to_bits().hash(&mut hasher);
        for owner in analysis.ownership {
            owner.to_bits().hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Looks at positions that are done, to show how far a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LooksDone {
    /// So many were known from before.
    Known(usize),
    /// So many were done now, or turned out not to be needed.
    Now(usize),
}

/// Why no file of a batch is reviewed.
#[derive(Debug)]
pub enum ReviewPlanFault {
    /// Two files would become one.
    SameTarget {
        /// The first of the two.
        one: String,
        /// The second.
        two: String,
        /// The file that both would become.
        target: String,
    },
    /// All files are reviews themselves.
    OnlyReviews {
        /// Their names.
        names: String,
    },
    /// The directory to write to cannot be made.
    Directory(FileError),
}

impl fmt::Display for ReviewPlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReviewPlanFault::SameTarget { one, two, target } => {
                write!(f, "{one} and {two} would both become {target}")
            }
            ReviewPlanFault::OnlyReviews { names } => write!(
                f,
                "{names}: a review is not reviewed again, give the game itself"
            ),
            ReviewPlanFault::Directory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReviewPlanFault {}

/// What a file from standard input is called.
const STANDARD: &str = "standard-input";

/// A file to be reviewed.
#[derive(Debug)]
pub struct ReviewJob {
    path: PathBuf,
    /// The path of the files that come out, without their endings.
    target: PathBuf,
    /// The hash of the file's bytes and of what judges, to which a review adds what else it
    /// depends on.
    hasher: DefaultHasher,
    n_looks_max: usize,
    /// What was parsed, until the work takes it.
    parsed: Mutex<ParsedFile>,
}

/// The games of a file, parsed and replayed once for all that is done with them.
#[derive(Debug, Default)]
struct ParsedFile {
    records: Records<'static>,
    /// Those that can be reviewed.
    games: Vec<ReviewedGame>,
    /// What is wrong with the others.
    report: JobReport,
}

/// All files of a batch.
#[derive(Debug, Default)]
pub struct ReviewPlan {
    /// The files to be reviewed.
    pub jobs: Vec<ReviewJob>,
    /// Files that cannot be read.
    pub unread: Vec<FileError>,
    /// Files that are reviews themselves, by their names.
    pub left_out: Vec<String>,
}

impl ReviewPlan {
    /// What to do with these files under `settings`, to be written to `out` or beside each.
    ///
    /// # Errors
    ///
    /// Two files would become one, there is no such directory, or nothing is left to review.
    pub fn new(
        paths: &[PathBuf],
        out: Option<&Path>,
        settings: &ReviewSettings,
    ) -> Result<ReviewPlan, ReviewPlanFault> {
        let judge_hash = judge_hash(&mut *(settings.judge_maker)());
        let mut sources: BTreeMap<PathBuf, &Path> = BTreeMap::new();
        let mut plan = ReviewPlan::default();
        for path in paths {
            // Given *.sgf a second time, the reviews written by the first run are not meant.
            if is_review(path) {
                plan.left_out.push(files::name(path));
                continue;
            }
            let target = target(path, out);
            if let Some(other) = sources.insert(target.clone(), path) {
                return Err(ReviewPlanFault::SameTarget {
                    one: files::name(other),
                    two: files::name(path),
                    target: files::name(&with_ending(&target, "…")),
                });
            }
            match files::read(path) {
                Ok(bytes) => {
                    let mut job = ReviewJob::new(path, target, &bytes, settings);
                    judge_hash.hash(&mut job.hasher);
                    plan.jobs.push(job);
                }
                Err(what) => plan.unread.push(what.of(path)),
            }
        }
        if plan.jobs.is_empty() && plan.unread.is_empty() {
            let names = plan.left_out.join(", ");
            return Err(ReviewPlanFault::OnlyReviews { names });
        }
        if let Some(out) = out {
            let made = fs::create_dir_all(out);
            made.map_err(|error| ReviewPlanFault::Directory(FileFault::from(error).of(out)))?;
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

impl ReviewJob {
    fn new(path: &Path, target: PathBuf, bytes: &[u8], settings: &ReviewSettings) -> ReviewJob {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let parsed = ParsedFile::new(path, bytes, settings);
        let games = parsed.games.iter();
        ReviewJob {
            path: path.to_owned(),
            target,
            hasher,
            n_looks_max: games.map(|game| game.review.n_looks_max()).sum(),
            parsed: Mutex::new(parsed),
        }
    }

    /// How many looks its games may take, as [`Review::n_looks_max`] counts them.
    pub fn n_looks_max(&self) -> usize {
        self.n_looks_max
    }

    /// Reviews all games of the file, and writes what comes out; `tell` hears how far it is. A
    /// second run has nothing to do.
    pub fn run(&self, settings: &ReviewSettings, tell: &(dyn Fn(LooksDone) + Sync)) -> JobReport {
        let ParsedFile {
            records,
            games,
            mut report,
        } = std::mem::take(&mut *self.parsed.lock().unwrap_or_else(PoisonError::into_inner));
        if !games.is_empty() {
            let work = Work {
                settings,
                job: self,
                tell,
            };
            match work.review(records, games) {
                Ok(text) => report.text = text,
                Err(error) => report.errors.push(error),
            }
        }
        report
    }

    fn part(&self) -> PathBuf {
        with_ending(&self.target, "part")
    }

    /// Removes the file that an interrupted review would be continued from.
    pub fn forget_part(&self) {
        // If no position was judged there is no such file, and the error is of no interest.
        drop(fs::remove_file(self.part()));
    }
}

impl ParsedFile {
    /// The games of the file at `path` with these `bytes`.
    fn new(path: &Path, bytes: &[u8], settings: &ReviewSettings) -> ParsedFile {
        let mut parsed = ParsedFile::default();
        match Records::from_bytes(bytes) {
            Ok(records) => {
                parsed.add_games(&records, path, settings);
                parsed.records = records.into_owned();
            }
            Err(error) => parsed.report.errors.push(FileFault::from(error).of(path)),
        }
        parsed
    }

    /// Adds the games that can be reviewed, and why the others cannot.
    fn add_games(&mut self, records: &Records<'_>, path: &Path, settings: &ReviewSettings) {
        let n_games = records.iter().count();
        for (i, record) in records.iter().enumerate() {
            let name = files::game_name(path, i + 1, n_games);
            let game = record.map_err(FileFault::from).and_then(|record| {
                let record = settings.ruled(record);
                let mut game = ReviewedGame::new(i, record, settings.only, settings.language);
                game.review.note_judge(&settings.judge);
                match game.review.main_line().turns().is_empty() {
                    true => Err(FileFault::NoMoves),
                    false => Ok(game),
                }
            });
            match game {
                Ok(game) => {
                    let notes = files::remark_lines(&name, &game.remarks);
                    self.report.notes.extend(notes);
                    self.games.push(game);
                }
                Err(what) => self.report.errors.push(FileError { name, what }),
            }
        }
    }
}

/// What there is to say about a file.
#[derive(Debug, Default)]
pub struct JobReport {
    /// What is wrong with it, though it was reviewed.
    pub notes: Vec<String>,
    /// Why it, or a game of it, was not reviewed.
    pub errors: Vec<FileError>,
    /// The moments that mattered; empty if no game was reviewed.
    pub text: String,
}

/// A job being done.
struct Work<'a> {
    settings: &'a ReviewSettings,
    job: &'a ReviewJob,
    tell: &'a (dyn Fn(LooksDone) + Sync),
}

impl Work<'_> {
    /// Reviews these games and writes the files; what the terminal shows of it.
    fn review(
        &self,
        mut records: Records<'_>,
        mut games: Vec<ReviewedGame>,
    ) -> Result<String, FileError> {
        self.judge(&mut games)?;
        let ReviewSettings {
            judge,
            limits,
            language,
            ..
        } = self.settings;
        let name = files::name(&self.job.path);
        let reviewed = ReviewedFile::new(&name, games, judge, *limits, *language);
        let mut written = Vec::new();
        for &format in &self.settings.formats {
            let path = with_ending(&self.job.target, format.extension());
            let text = match format {
                ReviewFormat::Sgf => reviewed
                    .annotate(&mut records)
                    .map_err(|error| FileFault::from(error).of(&self.job.path))?,
                ReviewFormat::Html => reviewed.to_html(),
                ReviewFormat::Md => reviewed.to_markdown(),
                ReviewFormat::Json => reviewed.to_json(),
            };
            files::write(&path, text.as_bytes()).map_err(|what| what.of(&path))?;
            written.push(files::name(&path));
        }
        Ok(reviewed.to_brief(&written))
    }

    /// Has every position judged that is not known from before.
    fn judge(&self, games: &mut [ReviewedGame]) -> Result<(), FileError> {
        let path = self.job.part();
        let of_part = |error| FileFault::from(error).of(&path);
        let (mut part, lines) = PartialReview::open(&path, &self.header()).map_err(of_part)?;
        let mut lines_of: BTreeMap<usize, Vec<PartialLine>> = BTreeMap::new();
        for line in lines {
            lines_of.entry(line.game).or_default().push(line);
        }
        for game in &mut *games {
            let (own, size) = (lines_of.remove(&game.idx).unwrap_or_default(), game.size());
            let known = own
                .iter()
                .filter_map(|line| Some((line.at, to_assessment(&line.position, size)?)));
            game.review.put_all(known);
        }
        let n_known = games.iter().map(|game| game.review.n_looks()).sum();
        (self.tell)(LooksDone::Known(n_known));
        let mut thinker = (self.settings.judge_maker)();
        let request = Request::within(self.settings.limits);
        for game in &mut *games {
            let (idx, size) = (game.idx, game.size());
            let mut written = Ok(());
            let mut n_done = game.review.n_looks();
            let mut keep = |review: &Review, at: usize| {
                (self.tell)(LooksDone::Now(review.n_looks() - n_done));
                n_done = review.n_looks();
                let Some(assessment) = review.assessment(at) else {
                    return ControlFlow::Continue(());
                };
                written = part.add(&PartialLine {
                    game: idx,
                    at,
                    position: position_shape(assessment, size),
                });
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            };
            game.review.run(thinker.as_mut(), &request, &mut keep);
            written.map_err(of_part)?;
            // Not every look that there may be is needed.
            (self.tell)(LooksDone::Now(game.review.n_looks_max() - n_done));
        }
        Ok(())
    }

    /// What the review depends on: a review that differs in any of it is begun anew.
    fn header(&self) -> PartialHeader {
        let settings = self.settings;
        let mut hasher = self.job.hasher.clone();
        settings.limits.playouts.hash(&mut hasher);
        settings.limits.time.hash(&mut hasher);
        let rules = settings.rules.map(|rules| rules.to_katago());
        rules.hash(&mut hasher);
        PartialHeader {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            of: format!("{:016x}", hasher.finish()),
        }
    }
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
