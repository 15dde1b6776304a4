//! `ponnuki review`: what the moves of games were worth, in files that people and programs read.

/// Adds formatted text; writing to a string cannot fail.
macro_rules! put {
    ($text:expr, $($format:tt)*) => {{
        let _ = write!($text, $($format)*);
    }};
}

mod annotate;
mod job;
pub(crate) mod live;
mod page;
mod paper;
mod part;
mod pictures;
mod reviewed;
mod shape;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod tongue;
mod trust;
mod words;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::ValueEnum;
use ponnuki_engine::{Limits, Net, Request, Review, Thinker, ignore, thinker};
use ponnuki_game::{Color, Game, Rules, Size};
use ponnuki_record::Record;
use ponnuki_words::Language;

use crate::args::{ArgError, GivenRules};
use crate::thinker::{NetArg, judge_name, n_cores};
use crate::{Failure, args, complain, note, orderly, play};
use job::{Job, Plan, Work};
use tally::Tally;
use tongue::Tongue;

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
    fn includes(self, color: Color) -> bool {
        match self {
            Whose::Both => true,
            Whose::Black => color == Color::Black,
            Whose::White => color == Color::White,
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
struct Workshop {
    net: Option<Arc<Net>>,
    limits: Limits,
    /// What to review under, whatever the files say.
    rules: Option<Rules>,
    tongue: Tongue,
    whose: Whose,
    formats: Vec<Format>,
    /// What judges, for those who read it.
    judge: String,
    /// A number that is another if anything else judges.
    judge_hash: u64,
}

impl Workshop {
    fn new(args: &Args) -> Result<Workshop, Failure> {
        let net = args.net.find()?;
        let mut judge = thinker(net.as_ref(), 0, None);
        let visits = args.visits.map(|n| n as u64);
        let mut formats = Vec::new();
        for &format in &args.format {
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        Ok(Workshop {
            limits: Limits {
                time: args.time,
                playouts: visits.or(args.time.is_none().then_some(Review::VISITS)),
                threads: 1,
            },
            rules: args.rules.map(|given| given.rules),
            tongue: Tongue(args.lang.unwrap_or_default()),
            whose: args.whose,
            formats,
            judge_hash: hash_of(judge.as_mut()),
            judge: judge_name(net.as_deref(), judge.name()),
            net,
        })
    }

    /// How much thought each position gets, in words.
    fn effort(&self) -> String {
        let tongue = self.tongue;
        let visits = self.limits.playouts;
        let visits = visits.map(|n| tongue.counted("visits", &n.to_string()));
        let time = self
            .limits
            .time
            .map(|time| format!("{} s", tongue.number(&time.as_secs_f32().to_string())));
        match (visits, time) {
            (Some(visits), Some(time)) => {
                tongue.say("within", &[("visits", &visits), ("time", &time)])
            }
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => tongue.text("no_limit").to_owned(),
        }
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
fn hint(shop: &Workshop, time: Option<Duration>) {
    let stronger = trust::stronger(&shop.judge);
    if let (Some(net), Some(time)) = (stronger, time) {
        note(&words::stronger(&net, time));
    }
}

/// Reviews the games of all files.
///
/// # Errors
///
/// Some file could not be reviewed, which was told; or nothing can be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let shop = Workshop::new(args)?;
    let plan = Plan::new(&args.files, args.out.as_deref())?;
    let Plan {
        jobs,
        unread,
        left_out,
    } = plan;
    let left_out = left_out.iter();
    left_out.for_each(|name| note(&format!("{name} is left out: it is a review, not a game")));
    unread.iter().for_each(|error| complain(&error.to_string()));
    let n_looks_max = jobs.iter().map(Job::n_looks_max).sum();
    let tally = Mutex::new(Tally::new(n_looks_max));
    let work = |job: &Job| Work::new(&shop, job, &tally).run();
    let n_threads = args.jobs.unwrap_or_else(n_cores);
    let mut is_all_well = unread.is_empty();
    let mut written = Vec::new();
    orderly::each(&jobs, n_threads, work, |told| {
        tally.lock().unwrap_or_else(PoisonError::into_inner).clear();
        told.notes.iter().for_each(|line| note(line));
        let errors = told.errors.iter();
        errors.for_each(|error| complain(&error.to_string()));
        is_all_well &= told.errors.is_empty();
        written.push(!told.text.is_empty());
        Ok::<(), Failure>(write!(out, "{}", told.text)?)
    })?;
    // What is written has not to be gone on with, now that the whole command is done.
    let done = jobs
        .iter()
        .zip(written)
        .filter(|(_, is_written)| *is_written);
    done.for_each(|(job, _)| job.forget_part());
    if io::stderr().is_terminal() {
        let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let n_files = jobs.len().max(1) as u32;
        let n_at_once = n_threads.min(jobs.len()) as u32;
        let time = tally.time_of_all().map(|all| all * n_at_once / n_files);
        hint(&shop, time);
    }
    match is_all_well {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}
