//! `ponnuki review`: what the moves of games were worth, in files that people and programs read.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clap::ValueEnum;
use ponnuki_engine::{ThinkLimits, thinker};
use ponnuki_files::in_order;
use ponnuki_game::Color;
use ponnuki_review::{
    LooksDone, Review, ReviewFormat, ReviewJob, ReviewPlan, ReviewPlanFault, ReviewSettings,
    stronger_net,
};
use ponnuki_tui::progress::ProgressBar;
use ponnuki_wire::review::StrongerNet;
use ponnuki_words::Language;

use crate::args::{ArgError, GivenRules};
use crate::language::language;
use crate::layout::counted;
use crate::thinker::{NetArg, judge_name, n_cores};
use crate::{Failure, args, complain, note};

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
judges better. All that is told in the terminal too, of the moments with what was better and why.

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
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    lang: Option<Language>,
    /// Write to this directory, made if need be [default: that of each file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write sgf, html, md or json, or several with commas [default: sgf,html]
    #[arg(long, value_enum, value_delimiter = ',', hide_possible_values = true)]
    #[arg(default_values_t = [ReviewFormatArg::Sgf, ReviewFormatArg::Html], hide_default_value = true)]
    format: Vec<ReviewFormatArg>,
    /// Whose moves to review: black, white or both
    #[arg(long = "for", value_enum, default_value_t = Whose::Both, hide_possible_values = true)]
    whose: Whose,
    /// Games at once, each on one thread [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = args::n_threads)]
    jobs: Option<usize>,
}

/// What a review is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReviewFormatArg {
    Sgf,
    Html,
    Md,
    Json,
}

impl ReviewFormatArg {
    fn of_review(self) -> ReviewFormat {
        match self {
            ReviewFormatArg::Sgf => ReviewFormat::Sgf,
            ReviewFormatArg::Html => ReviewFormat::Html,
            ReviewFormatArg::Md => ReviewFormat::Md,
            ReviewFormatArg::Json => ReviewFormat::Json,
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

impl Args {
    /// What all reviews of this command have in common.
    fn settings(&self) -> Result<ReviewSettings, Failure> {
        let net = self.net.find()?;
        let visits = self.visits.map(|n| n as u64);
        let mut formats = Vec::new();
        for format in self.format.iter().map(|format| format.of_review()) {
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        Ok(ReviewSettings {
            limits: ThinkLimits {
                time: self.time,
                playouts: visits.or(self.time.is_none().then_some(Review::VISITS)),
                threads: 1,
            },
            rules: self.rules.map(|given| given.rules),
            language: self.lang.unwrap_or_default(),
            only: self.whose.only(),
            formats,
            judge: judge_name(net.as_deref(), thinker(net.as_ref(), 0, None).name()),
            judge_maker: Box::new(move || thinker(net.as_ref(), 0, None)),
        })
    }
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
    let settings = args.settings()?;
    let plan = ReviewPlan::new(&args.files, args.out.as_deref(), &settings);
    let ReviewPlan {
        jobs,
        unread,
        left_out,
    } = plan.map_err(|fault| match fault {
        ReviewPlanFault::Directory(error) => Failure::File(error),
        fault => Failure::Misuse(fault.to_string()),
    })?;
    let left_out = left_out.iter();
    left_out.for_each(|name| note(&format!("{name} is left out: it is a review, not a game")));
    unread.iter().for_each(|error| complain(&error.to_string()));
    let n_looks_max = jobs.iter().map(ReviewJob::n_looks_max).sum();
    let progress = Mutex::new(ProgressBar::new(n_looks_max));
    let tell = |looks| match looks {
        LooksDone::Known(n) => held(&progress).add_known(n),
        LooksDone::Now(n) => held(&progress).add(n),
    };
    let work = |job: &ReviewJob| job.run(&settings, &tell);
    let n_threads = args.jobs.unwrap_or_else(n_cores);
    let mut is_all_well = unread.is_empty();
    let mut written = Vec::new();
    in_order::each(&jobs, n_threads, work, |report| {
        held(&progress).clear();
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
        let n_files = jobs.len().max(1) as u32;
        let n_at_once = n_threads.min(jobs.len()) as u32;
        let time = held(&progress).time_of_all();
        let time = time.map(|all| all * n_at_once / n_files);
        hint(&settings, time);
    }
    match is_all_well {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}

/// The line, though somebody panicked who had it.
fn held(progress: &Mutex<ProgressBar>) -> MutexGuard<'_, ProgressBar> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use ponnuki_engine::embedded;
    use ponnuki_nets::PublishedNet;

    use super::*;

    #[test]
    fn the_network_that_is_offered_can_be_fetched_and_is_as_large_as_is_said() {
        let offered = stronger_net(&embedded().model().name).unwrap();
        let (published, wheel) = PublishedNet::fetchable(&offered.name).unwrap();
        assert_eq!(published.name, offered.name);
        let megabytes = (wheel.n_bytes as f64 / 1e6).round() as u32;
        assert_eq!(offered.megabytes, megabytes);
        // Whoever has it is offered nothing; the entry is called as the network calls itself.
        let file = wheel.entry.rsplit('/').next().unwrap();
        assert_eq!(stronger_net(file.trim_end_matches(".bin.gz")), None);
    }

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
