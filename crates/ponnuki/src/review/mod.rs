//! `ponnuki review`: what the moves of games were worth, in files that people and programs read.

mod job;
mod partial;
mod progress_line;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::ValueEnum;
use ponnuki_engine::{Limits, Net, Request, Thinker, ignore, thinker};
use ponnuki_game::{Color, Game, Rules, Size};
use ponnuki_record::Record;
use ponnuki_review::{Review, stronger_net};
use ponnuki_wire::review::StrongerNet;
use ponnuki_words::Language;

use crate::args::{ArgError, GivenRules};
use crate::sgf::counted;
use crate::thinker::{NetArg, judge_name, n_cores};
use crate::{Failure, args, complain, note, orderly, play};
use job::{Job, Plan, Work};
use progress_line::ProgressLine;

const LONG_ABOUT: &str = "\
Review games: every position judged, each move beside the best one, and the few moments that
mattered for each player.

The main line of each game is gone through under its rules, or under those that you name. A file
that names none is taken for Japanese, unless its komi, its result or its moves are of others.
Every position gets as many visits as you say.
What a move cost is the difference of the leads before and after it, as the graph shows them, so
the move that was played is judged whether or not the engine thought of it. Nothing is called
doubtful or worse before it was looked at twice, the second time four times as long; what cannot
be told stays unmarked, and once a game is decided only what could turn it counts. The moments
that mattered are at most three for each player: the marked moves that cost most, if they cost
much more than this player's moves usually do. For each marked move stands why, as far as that can
be checked on the board. The files say who judged and how far to trust it; a stronger network
judges better. The moments are told in the terminal too, with what was better and why.

For each file there is one of the same name in each format:
  sgf   game.review.sgf: the game with all that was in it, a value for every move (V, and SBKV for
        Sabaki), bad and good moves (BM, DO, TE), hot spots (HO), comments, and the better
        continuations as variations
  html  game.review.html: a page to read, print or send, with a graph, tables and boards; it
        needs nothing else, neither a script nor the net
  md    game.review.md: the same in Markdown, with boards in letters
  json  game.review.json: everything, for programs

Work that is broken off is not lost: give the same command again and it goes on where it was,
with the same files at the end. Until all is done, what is known is kept beside them in
game.review.part. With --visits alone the same files come out every time.

A file that is called game.review.sgf is a review already and is left out.
A broken file or game is told, and the others are reviewed all the same. Moves against the laws
are told and made.";

const EXAMPLES: &str = "\
Examples:
  ponnuki review game.sgf                               writes game.review.sgf and game.review.html
  ponnuki review --net strong.bin.gz --visits 500 game.sgf
  ponnuki review --for white --format md game.sgf       White's moves alone, in Markdown
  ponnuki review --out reviews --format html,json *.sgf many games at once
  ponnuki review --time 2 -j 1 game.sgf                 two seconds for each position

Exit codes: 0 all was reviewed, 1 a file or a game could not be.";

/// Review games: what each move cost, and the moments that mattered
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// Game files: SGF, GIB, NGF, UGF or XML; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Visits of each position at first [default: 70, or any within --time]
    #[arg(long, value_name = "N", value_parser = n_visits)]
    visits: Option<usize>,
    /// How many seconds each position gets at most at the first look
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    net: NetArg,
    /// Review under these rules (see 'ponnuki rules') [default: the file's]
    #[arg(long, value_name = "NAME|JSON", value_parser = args::rules)]
    rules: Option<GivenRules>,
    /// Write in this language: en, de, fr, es, zh, ja or ko [default: en]
    #[arg(long, value_name = "LANGUAGE", value_parser = play::language)]
    lang: Option<Language>,
    /// Write to this directory, made if need be [default: that of each file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write sgf, html, md or json, or several with commas [default: sgf,html]
    #[arg(long, value_enum, value_delimiter = ',', hide_possible_values = true)]
    #[arg(default_values_t = [Format::Sgf, Format::Html], hide_default_value = true)]
    format: Vec<Format>,
    /// Whose moves to review: black, white or both
    #[arg(long = "for", value_enum, default_value_t = Whose::Both, hide_possible_values = true)]
    whose: Whose,
    /// Games at once, each on one thread [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = args::n_threads)]
    jobs: Option<usize>,
}

/// What a review is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Sgf,
    Html,
    Md,
    Json,
}

impl Format {
    fn extension(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Html => "html",
            Format::Md => "md",
            Format::Json => "json",
        }
    }
}

/// Whose moves are reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Whose {
    Black,
    White,
    Both,
}

impl Whose {
    /// The one player whose moves are reviewed; `None` for both.
    fn only(self) -> Option<Color> {
        match self {
            Whose::Both => None,
            Whose::Black => Some(Color::Black),
            Whose::White => Some(Color::White),
        }
    }
}

/// More than any position is worth: whoever wants more wants to look at one position alone.
const VISITS_MAX: usize = 1_000_000;

fn n_visits(text: &str) -> Result<usize, ArgError> {
    args::whole("a number of visits", text, 1..=VISITS_MAX)
}

/// What all reviews of one command have in common.
#[derive(Debug)]
struct ReviewSettings {
    net: Option<Arc<Net>>,
    limits: Limits,
    /// What to review under, whatever the files say.
    rules: Option<Rules>,
    language: Language,
    /// The one player whose moves are reviewed; `None` for both.
    only: Option<Color>,
    formats: Vec<Format>,
    /// What judges, for those who read it.
    judge: String,
    /// A number that is another if anything else judges.
    judge_hash: u64,
}

impl ReviewSettings {
    fn new(args: &Args) -> Result<ReviewSettings, Failure> {
        let net = args.net.find()?;
        let mut judge = thinker(net.as_ref(), 0, None);
        let visits = args.visits.map(|n| n as u64);
        let mut formats = Vec::new();
        for &format in &args.format {
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        Ok(ReviewSettings {
            limits: Limits {
                time: args.time,
                playouts: visits.or(args.time.is_none().then_some(Review::VISITS)),
                threads: 1,
            },
            rules: args.rules.map(|given| given.rules),
            language: args.lang.unwrap_or_default(),
            only: args.whose.only(),
            formats,
            judge_hash: hash_of(judge.as_mut()),
            judge: judge_name(net.as_deref(), judge.name()),
            net,
        })
    }

    /// The record, under the rules to review it under.
    fn ruled<'r>(&self, record: Record<'r>) -> Record<'r> {
        match self.rules {
            Some(rules) => record.under(rules),
            None => record.assuming(record.likely_rules()),
        }
    }

    fn thinker(&self) -> Box<dyn Thinker> {
        thinker(self.net.as_ref(), 0, None)
    }
}

/// What a thinker says of the empty board, as a number: another network, or the same one
/// computed otherwise, says something else.
fn hash_of(thinker: &mut dyn Thinker) -> u64 {
    let mut hasher = DefaultHasher::new();
    if let Ok(game) = Game::new(Size::NINE, Rules::CHINESE) {
        let request = Request::within(Limits::playouts(2));
        let analysis = thinker.analyse(&game, &request, &mut ignore);
        analysis.win_rate.to_bits().hash(&mut hasher);
        analysis.lead.to_bits().hash(&mut hasher);
        for owner in analysis.ownership {
            owner.to_bits().hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Tells how to have games judged better, where the built-in network judged and one of the
/// files took so long.
fn hint(settings: &ReviewSettings, time: Option<Duration>) {
    if let (Some(net), Some(time)) = (stronger_net(&settings.judge), time) {
        note(&stronger(&net, time));
    }
}

/// How to have games judged better, and how long one of them then takes.
fn stronger(net: &StrongerNet, time: Duration) -> String {
    let time = roughly(time.mul_f32(net.times_slower));
    format!(
        "a stronger network judges better: {} ({} MB; a game like this then takes about {time})",
        net.command, net.megabytes
    )
}

/// A time in whole minutes, or in seconds or hours where that says more.
fn roughly(time: Duration) -> String {
    match time.as_secs_f32() {
        seconds if seconds < 90.0 => counted(seconds.ceil() as usize, "second"),
        seconds if seconds < 5_400.0 => counted((seconds / 60.0).round() as usize, "minute"),
        seconds => counted((seconds / 3_600.0).round() as usize, "hour"),
    }
}

/// Reviews the games of all files.
///
/// # Errors
///
/// Some file could not be reviewed, which was told; or nothing can be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let settings = ReviewSettings::new(args)?;
    let plan = Plan::new(&args.files, args.out.as_deref(), &settings)?;
    let Plan {
        jobs,
        unread,
        left_out,
    } = plan;
    let left_out = left_out.iter();
    left_out.for_each(|name| note(&format!("{name} is left out: it is a review, not a game")));
    unread.iter().for_each(|error| complain(&error.to_string()));
    let n_looks_max = jobs.iter().map(Job::n_looks_max).sum();
    let progress = Mutex::new(ProgressLine::new(n_looks_max));
    let work = |job: &Job| Work::new(&settings, job, &progress).run();
    let n_threads = args.jobs.unwrap_or_else(n_cores);
    let mut is_all_well = unread.is_empty();
    let mut written = Vec::new();
    orderly::each(&jobs, n_threads, work, |report| {
        progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        report.notes.iter().for_each(|line| note(line));
        let errors = report.errors.iter();
        errors.for_each(|error| complain(&error.to_string()));
        is_all_well &= report.errors.is_empty();
        written.push(!report.text.is_empty());
        Ok::<(), Failure>(write!(out, "{}", report.text)?)
    })?;
    // What is written has not to be gone on with, now that the whole command is done.
    let done = jobs
        .iter()
        .zip(written)
        .filter(|(_, is_written)| *is_written);
    done.for_each(|(job, _)| job.forget_part());
    if io::stderr().is_terminal() {
        let progress = progress
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let n_files = jobs.len().max(1) as u32;
        let n_at_once = n_threads.min(jobs.len()) as u32;
        let time = progress.time_of_all().map(|all| all * n_at_once / n_files);
        hint(&settings, time);
    }
    match is_all_well {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_as_people_tell_it() {
        for (seconds, text) in [
            (0.2, "1 second"),
            (80.0, "80 seconds"),
            (95.0, "2 minutes"),
            (700.0, "12 minutes"),
            (5_400.0, "2 hours"),
        ] {
            assert_eq!(roughly(Duration::from_secs_f32(seconds)), text);
        }
    }
}
