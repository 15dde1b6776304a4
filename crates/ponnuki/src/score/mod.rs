//! `ponnuki score`: what the games of files are worth, under any rulebook.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ponnuki_engine::{Net, thinker};
use ponnuki_files::{
    CountedGame, DeadChoice, FileError, FileFault, in_order, uncounted_ending, uncounted_sheet,
};
use ponnuki_record::{Record, Records};

use crate::args::{self, ArgError, GivenRules};
use crate::progress::ProgressLine;
use crate::thinker::NetArg;
use crate::{Failure, complain, files, note};

const LONG_ABOUT: &str = "\
Count the games of files, under the rules they name or under any others.

The main line of each game is replayed and the last board is counted. Dead stones come off first
where the rulebook has that: those that the file marks as dead, or else those that the engine
takes for dead (--dead auto); those that the engine takes for dead, whatever the file marks
(--dead engine); or those that you name. With a network the engine knows them better than by
playing the board out. The sum is shown line by line as one writes it on paper, beside what the
file says the result was. The komi is that of the file, or if it tells none the one that the
rulebook fixes. Moves against the laws are told
and made all the same.

A game that ended otherwise, by resignation say, is not counted unless you ask for it.

With --json there is a line for each game, with an object that has these fields:
  file       as you named it, with #2 for the second game of several
  rules      the name of the rulebook, or rules as KataGo writes them
  size       such as \"19x19\"
  moves      how many, passes included
  stopped    whether the passes that end a game under these rules have been made
  result     B+3.5, W+0.5 or Draw
  black      an object: stones, territory, captured, dead, passes, tax, button, compensation,
             komi, and total, which is the sum of the others
  white      likewise
  dead       the dead stones, such as [\"D4\", \"E5\"]
  dead_by    who says so: file, engine, you, or nobody where none are taken off
  owner      whose each point is, a row each: B, W, or . for nobody's
  unfilled   points that look like territory but have to be filled: they do not count, except
             in games from OGS, which counts them
  recorded   the result as the file has it, or null
  agrees     whether that is the result counted; null if the file has no count, or if play
             has not stopped
  remarks    what was wrong with the record, in words";

const EXAMPLES: &str = "\
Examples:
  ponnuki score game.sgf                    the sum, under the rules of the file
  ponnuki score --rules chinese game.sgf    the same board under other rules
  ponnuki score --dead D4,Q16 game.sgf      with these stones dead, each with its whole chain
  ponnuki score --dead none *.sgf           with no stone dead
  ponnuki score --dead engine game.sgf      judged anew, though the file marks dead stones
  ponnuki score --net b6.bin.gz game.sgf    with the dead stones that this network sees
  ponnuki score --json *.sgf > sums.jsonl   many games, for programs
  curl … | ponnuki score -                  a file from somewhere else

Exit codes: 0 all was counted, 1 a file or a game could not be.";

/// Count games, under any rulebook
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// Game files: SGF, GIB, NGF, UGF or XML; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Count by these rules: a name from 'ponnuki rules', or KataGo's JSON
    #[arg(long, value_name = "NAME|JSON", value_parser = args::rules)]
    rules: Option<GivenRules>,
    /// Dead stones: points such as D4,E5; none; engine; auto: file, else engine
    #[arg(long, value_name = "POINTS", value_parser = dead)]
    #[arg(default_value = "auto", hide_default_value = true)]
    dead: DeadChoice,
    #[command(flatten)]
    net: NetArg,
    /// Count the board also where the game did not end by counting
    #[arg(long)]
    count: bool,
    /// Write JSON, a line for each game
    #[arg(long)]
    json: bool,
}

fn dead(text: &str) -> Result<DeadChoice, ArgError> {
    text.parse().map_err(ArgError::Dead)
}

/// Writes what each game is worth.
///
/// # Errors
///
/// Some file could not be read, which was told; there is no such network; or the sums cannot
/// be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let net = match args.dead {
        DeadChoice::Auto | DeadChoice::Engine => args.net.find()?,
        DeadChoice::None | DeadChoice::Named(_) => None,
    };
    let mut progress = ProgressLine::on_stderr();
    let (mut n_done, mut n_shown, mut is_all_well) = (0, 0, true);
    let n_files = args.files.len();
    let work = |path: &PathBuf, put: &mut Put<'_>| {
        // Where nobody reads any more, the rest is left.
        if report(path, args, net.as_ref(), put).is_continue() {
            let _ = put(None);
        }
    };
    in_order::each_in_parts(&args.files, in_order::n_threads(), work, |part| {
        progress.clear();
        let Some(report) = part else {
            n_done += 1;
            progress.tell(|| format!("{n_done} of {n_files} files counted"));
            return Ok::<(), Failure>(());
        };
        is_all_well &= report.error.is_none();
        report.tell();
        if n_shown > 0 && !report.text.is_empty() && !args.json {
            writeln!(out)?;
        }
        n_shown += usize::from(!report.text.is_empty());
        out.write_all(report.text.as_bytes())?;
        progress.tell(|| format!("{n_done} of {n_files} files counted, {n_shown} games"));
        // Whoever reads along need not wait for the end of a long file.
        Ok(out.flush()?)
    })?;
    progress.clear();
    match is_all_well {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}

/// What there is to say about one game, or about a file without one.
#[derive(Debug, Default)]
struct Report {
    /// What is wrong with it, though it was counted.
    notes: Vec<String>,
    /// Why it was not counted.
    error: Option<FileError>,
    text: String,
}

impl Report {
    fn tell(&self) {
        for line in &self.notes {
            note(line);
        }
        if let Some(error) = &self.error {
            complain(&error.to_string());
        }
    }
}

/// Takes the report on a game, or nothing at the end of a file.
type Put<'a> = dyn FnMut(Option<Report>) -> ControlFlow<()> + 'a;

/// Puts the reports on all games of a file, each as soon as it is there.
fn report(path: &Path, args: &Args, net: Option<&Arc<Net>>, put: &mut Put<'_>) -> ControlFlow<()> {
    let failed = |what: FileFault| Report {
        error: Some(what.of(path)),
        ..Report::default()
    };
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(what) => return put(Some(failed(what))),
    };
    let records = match Records::from_bytes(&bytes) {
        Ok(records) => records,
        Err(error) => return put(Some(failed(error.into()))),
    };
    let n_games = records.iter().count();
    for (i, record) in records.iter().enumerate() {
        let name = files::game_name(path, i + 1, n_games);
        let report = record
            .map_err(FileFault::from)
            .and_then(|record| report_game(&name, record, args, net));
        put(Some(report.unwrap_or_else(|what| Report {
            error: Some(FileError { name, what }),
            ..Report::default()
        })))?;
    }
    ControlFlow::Continue(())
}

fn report_game(
    name: &str,
    record: Record<'_>,
    args: &Args,
    net: Option<&Arc<Net>>,
) -> Result<Report, FileFault> {
    let ending = uncounted_ending(&record.header());
    if let (Some(ending), false) = (ending, args.json || args.count) {
        return Ok(Report {
            text: uncounted_sheet(name, &record.header(), &ending),
            ..Report::default()
        });
    }
    let rules = args.rules.map(|given| given.rules);
    let counted = CountedGame::of(record, rules, &args.dead, || thinker(net, 0, None))?;
    let text = match args.json {
        true => counted.to_json(name),
        false => counted.to_sheet(name),
    };
    Ok(Report {
        notes: files::remark_lines(name, &counted.remarks),
        error: None,
        text,
    })
}
