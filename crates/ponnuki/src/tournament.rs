//! `ponnuki tournament`: an evening of a club, from the list of players to the results.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use ponnuki_club::{
    AmateurRank, Entrant, EntrantId, Gor, HandicapBasis, HandicapTerms, PairingSystem, RoundPairs,
    ShortText, TOURNAMENT_BYTES_MAX, TableResult, TieBreak, Tournament, TournamentEvent,
    TournamentRefusal, TournamentRules, parse_halves,
};
use ponnuki_game::{Dice, Komi};

use crate::Failure;
use crate::files::{self, FileFault};
use crate::layout::printable;

const ABOUT: &str = "\
Run a tournament of people at real boards: round robin, Swiss or McMahon. All of it is in one
text file that you can read, mend and copy; each command reads it and writes it whole.

Nobody meets twice if that can be avoided, opponents have the same score as far as possible,
colours are even, and the lowest who had no bye yet has it when the number is odd.";

const EXAMPLES: &str = "\
Examples:
  ponnuki tournament new evening.txt --system mcmahon --rounds 4 --bar 1d --floor 15k
  ponnuki tournament enter evening.txt 'Berg, Anna' 3k --club Kiel --country DE
  ponnuki tournament pair evening.txt                  pair the next round and show it
  ponnuki tournament result evening.txt 2 w            White won at table 2 of the last round
  ponnuki tournament withdraw evening.txt Berg         from the next round on
  ponnuki tournament standings evening.txt
  ponnuki tournament export evening.txt --format h9 -o evening.h9
  ponnuki tournament import spring.txt spring.xml      go on with a file of OpenGotha

docs/clubs.md is a page for organisers.";

/// Run a tournament: enter people, pair rounds, write results
#[derive(Debug, clap::Args)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    wish: TournamentWish,
}

#[derive(Debug, Subcommand)]
enum TournamentWish {
    /// Begin a tournament, in a file that is not there yet
    New(Box<NewArgs>),
    /// Enter somebody; after the first round, from the next one on
    Enter(Box<EnterArgs>),
    /// Somebody plays no more, from the next round on
    Withdraw {
        #[command(flatten)]
        who: WhoArgs,
    },
    /// Somebody misses one round
    Absent {
        #[command(flatten)]
        who: WhoArgs,
        /// Which round; without it the next one
        #[arg(long)]
        round: Option<usize>,
    },
    /// Pair the next round and show it
    Pair {
        /// The tournament
        file: PathBuf,
    },
    /// Take the last pairing back, while it has no results
    Unpair {
        /// The tournament
        file: PathBuf,
    },
    /// Write down how a game ended, or correct it
    Result {
        /// The tournament
        file: PathBuf,
        /// The table
        table: usize,
        /// b, w, = (jigo), both or neither; with ! after it if nobody played: 'w!'
        result: TableResult,
        /// Which round; without it the last one
        #[arg(long)]
        round: Option<usize>,
    },
    /// Show everybody with their numbers
    Players {
        /// The tournament
        file: PathBuf,
    },
    /// Show the games of a round
    Show {
        /// The tournament
        file: PathBuf,
        /// Which round; without it the last one
        #[arg(long)]
        round: Option<usize>,
    },
    /// Show the standings
    Standings {
        /// The tournament
        file: PathBuf,
    },
    /// Show everybody's GoR before and after
    Ratings {
        /// The tournament
        file: PathBuf,
    },
    /// Begin a tournament with what is in a file of OpenGotha
    Import {
        /// The file to begin
        file: PathBuf,
        /// The file of OpenGotha
        source: PathBuf,
    },
    /// Write it for others
    Export {
        /// The tournament
        file: PathBuf,
        /// What to write
        #[arg(long, value_enum)]
        format: ExportFormat,
        /// Where to; without it, standard output
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ExportFormat {
    /// The table of results for the European Go Database
    H9,
    /// The report for the American Go Association
    Aga,
    /// The file of OpenGotha, which also brings it back
    Opengotha,
    /// A page to print, with all rounds and the standings
    Html,
}

#[derive(Debug, clap::Args)]
struct NewArgs {
    /// The file to begin
    file: PathBuf,
    /// Who plays whom: round-robin, swiss or mcmahon
    #[arg(long, default_value_t = PairingSystem::McMahon)]
    system: PairingSystem,
    /// How many rounds, at most 20
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// What it is called
    #[arg(long, default_value = "Tournament")]
    name: String,
    /// Where it is
    #[arg(long, default_value = "")]
    place: String,
    /// The day, as 2026-11-18
    #[arg(long, default_value = "")]
    date: String,
    /// McMahon: this rank and all above begin with the same score
    #[arg(long, default_value_t = AmateurRank::STRONGEST)]
    bar: AmateurRank,
    /// McMahon: this rank and all below begin with the same score
    #[arg(long, default_value_t = AmateurRank::WEAKEST)]
    floor: AmateurRank,
    /// What handicap is counted from: none, rank or score
    #[arg(long, default_value_t = HandicapBasis::None)]
    handicap: HandicapBasis,
    /// How many stones less than the difference are given
    #[arg(long, default_value_t = 0)]
    handicap_reduction: u8,
    /// The most stones that are given
    #[arg(long, default_value_t = 9)]
    handicap_max: u8,
    /// Komi of even games
    #[arg(long, default_value_t = Komi::from_half_points(13))]
    komi: Komi,
    /// What a bye is worth: 0, 0.5 or 1
    #[arg(long, default_value = "1", value_parser = parse_halves)]
    bye: u8,
    /// What a missed round is worth: 0, 0.5 or 1
    #[arg(long, default_value = "0", value_parser = parse_halves)]
    absent_points: u8,
    /// What decides the order: score, wins, sos, sodos, sosos, rating
    #[arg(long, value_delimiter = ',', default_value = "score,sos,sodos,sosos")]
    ties: Vec<TieBreak>,
    /// What is drawn is drawn from this number, so that anybody can draw it again
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, clap::Args)]
struct EnterArgs {
    /// The tournament
    file: PathBuf,
    /// The name: 'Berg, Anna', or all in one
    name: String,
    /// The rank: 12k, 3d
    rank: AmateurRank,
    /// The rating of the European Go Federation
    #[arg(long, allow_negative_numbers = true)]
    gor: Option<f64>,
    /// The club
    #[arg(long, default_value = "")]
    club: String,
    /// The country, in two letters
    #[arg(long, default_value = "")]
    country: String,
    /// The number in the European Go Database
    #[arg(long, default_value = "")]
    egf: String,
    /// The number at the American Go Association
    #[arg(long, default_value = "")]
    aga: String,
    /// The first round that they play; without it the next one
    #[arg(long)]
    round: Option<usize>,
    /// McMahon: what to add to the score that they begin with
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    correction: i8,
}

#[derive(Debug, clap::Args)]
struct WhoArgs {
    /// The tournament
    file: PathBuf,
    /// Their number, or a part of the name that nobody else has
    who: String,
}

/// Does what is wished with a tournament.
///
/// # Errors
///
/// The file cannot be read or written, or it cannot be done.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    match &args.wish {
        TournamentWish::New(args) => begin(args, out),
        TournamentWish::Enter(args) => enter(args, out),
        TournamentWish::Withdraw { who } => {
            let mut tournament = read(&who.file)?;
            let entrant = find(&tournament, &who.who)?;
            let from_round = tournament.rounds().len() + 1;
            let event = TournamentEvent::Withdrew {
                entrant,
                from_round,
            };
            step(&mut tournament, &who.file, event)?;
            let name = name_of(&tournament, entrant);
            Ok(writeln!(
                out,
                "{name} plays no more from round {from_round} on."
            )?)
        }
        TournamentWish::Absent { who, round } => {
            let mut tournament = read(&who.file)?;
            let entrant = find(&tournament, &who.who)?;
            let round = round.unwrap_or(tournament.rounds().len() + 1);
            step(
                &mut tournament,
                &who.file,
                TournamentEvent::Absent { entrant, round },
            )?;
            let name = name_of(&tournament, entrant);
            Ok(writeln!(out, "{name} misses round {round}.")?)
        }
        TournamentWish::Pair { file } => pair(file, out),
        TournamentWish::Unpair { file } => {
            let mut tournament = read(file)?;
            let round = tournament.rounds().len();
            step(&mut tournament, file, TournamentEvent::Unpaired { round })?;
            Ok(writeln!(out, "Round {round} is paired no more.")?)
        }
        TournamentWish::Result {
            file,
            table,
            result,
            round,
        } => end_game(file, *round, *table, *result, out),
        TournamentWish::Players { file } => Ok(write!(out, "{}", read(file)?.entrants_text())?),
        TournamentWish::Show { file, round } => {
            let tournament = read(file)?;
            show(&tournament, round.unwrap_or(tournament.rounds().len()), out)
        }
        TournamentWish::Standings { file } => Ok(write!(out, "{}", read(file)?.standings_text())?),
        TournamentWish::Ratings { file } => Ok(write!(out, "{}", read(file)?.ratings_text())?),
        TournamentWish::Import { file, source } => import(file, source, out),
        TournamentWish::Export {
            file,
            format,
            out: to,
        } => export(file, *format, to.as_deref(), out),
    }
}

fn begin(args: &NewArgs, out: &mut impl Write) -> Result<(), Failure> {
    let rules = TournamentRules {
        place: label(&args.place)?,
        date: label(&args.date)?,
        bar: args.bar,
        floor: args.floor,
        handicap: HandicapTerms {
            basis: args.handicap,
            reduction: args.handicap_reduction,
            stones_max: args.handicap_max,
        },
        komi: args.komi,
        bye_halves: args.bye,
        absent_halves: args.absent_points,
        tie_breaks: args.ties.clone(),
        seed: args.seed,
        ..TournamentRules::usual(label(&args.name)?, args.system, args.rounds)
    };
    let tournament = Tournament::new(rules).map_err(|why| refused(&why))?;
    write_new(&args.file, &tournament)?;
    let file = files::name(&args.file);
    Ok(writeln!(
        out,
        "{file} is a tournament of {} rounds; 'ponnuki tournament enter {file} NAME RANK' comes next.",
        args.rounds
    )?)
}

fn enter(args: &EnterArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut tournament = read(&args.file)?;
    let (family, given) = args.name.split_once(',').unwrap_or((&args.name, ""));
    let gor = args.gor.map(|gor| {
        Gor::new(gor).ok_or_else(|| Failure::Misuse(format!("there is no GoR of {gor}")))
    });
    let entrant = Entrant {
        gor: gor.transpose()?,
        club: label(&args.club)?,
        country: label(&args.country)?,
        egf_pin: label(&args.egf)?,
        aga_id: label(&args.aga)?,
        from_round: args.round.unwrap_or(tournament.rounds().len() + 1),
        correction: args.correction,
        ..Entrant::new(label(family)?, label(given)?, args.rank)
    };
    let (name, round) = (entrant.full_name(), entrant.from_round);
    step(
        &mut tournament,
        &args.file,
        TournamentEvent::Entered(entrant),
    )?;
    let number = tournament.entrants().count();
    Ok(writeln!(
        out,
        "{} is number {number}, from round {round} on.",
        printable(&name)
    )?)
}

fn pair(file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let mut tournament = read(file)?;
    let round = tournament.rounds().len() + 1;
    let mut dice = Dice::new(tournament.rules().seed.wrapping_add(round as u64));
    let pairs: RoundPairs = tournament.propose(&mut dice).map_err(|why| refused(&why))?;
    step(&mut tournament, file, TournamentEvent::Paired(pairs))?;
    show(&tournament, round, out)
}

fn end_game(
    file: &Path,
    round: Option<usize>,
    table: usize,
    result: TableResult,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut tournament = read(file)?;
    let round = round.unwrap_or(tournament.rounds().len());
    let event = TournamentEvent::Ended {
        round,
        table,
        result,
    };
    step(&mut tournament, file, event)?;
    let tables = tournament
        .rounds()
        .get(round - 1)
        .map(|round| &round.tables);
    let n_open = tables
        .into_iter()
        .flatten()
        .filter(|(_, result)| result.is_none());
    let left = match n_open.count() {
        0 => format!("round {round} is complete"),
        1 => "one game is open".to_owned(),
        n => format!("{n} games are open"),
    };
    Ok(writeln!(
        out,
        "Round {round}, table {table}: {result}; {left}."
    )?)
}

fn show(tournament: &Tournament, round: usize, out: &mut impl Write) -> Result<(), Failure> {
    match tournament.pairings_text(round) {
        text if text.is_empty() => Err(refused(&TournamentRefusal::NotPaired(round.max(1)))),
        text => Ok(write!(out, "Round {round}\n{text}")?),
    }
}

fn export(
    file: &Path,
    format: ExportFormat,
    to: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let tournament = read(file)?;
    let bytes = match format {
        ExportFormat::H9 => tournament.to_h9(),
        ExportFormat::Aga => tournament.to_aga().into_bytes(),
        ExportFormat::Opengotha => tournament.to_opengotha().into_bytes(),
        ExportFormat::Html => tournament.to_html().into_bytes(),
    };
    match to.filter(|to| !files::is_standard(to)) {
        Some(to) => Ok(files::write(to, &bytes).map_err(|fault| fault.of(to))?),
        None => Ok(out.write_all(&bytes)?),
    }
}

/// Has something happen, and writes the file.
fn step(tournament: &mut Tournament, file: &Path, event: TournamentEvent) -> Result<(), Failure> {
    tournament.step(event).map_err(|why| refused(&why))?;
    write(file, tournament)
}

fn refused(why: &TournamentRefusal) -> Failure {
    Failure::Misuse(why.to_string())
}

fn label(text: &str) -> Result<ShortText, Failure> {
    ShortText::new(text).map_err(|why| Failure::Misuse(why.to_string()))
}

fn name_of(tournament: &Tournament, id: EntrantId) -> String {
    let entrant = tournament.entrant(id);
    printable(&entrant.map(Entrant::full_name).unwrap_or_default()).to_string()
}

/// Somebody by their number, or by a part of their name that nobody else has.
fn find(tournament: &Tournament, who: &str) -> Result<EntrantId, Failure> {
    if let Ok(number) = who.parse() {
        let id = EntrantId::from_number(number).filter(|id| tournament.entrant(*id).is_some());
        let why = || Failure::Misuse(format!("there is no number {number}"));
        return id.ok_or_else(why);
    }
    let wanted = who.replace(',', "").to_lowercase();
    let is_it = |entrant: &Entrant| entrant.full_name().to_lowercase().contains(&wanted);
    let found: Vec<EntrantId> = (tournament.entrants())
        .filter(|(_, entrant)| is_it(entrant))
        .map(|(id, _)| id)
        .collect();
    let who = printable(who);
    match found[..] {
        [id] => Ok(id),
        [] => Err(Failure::Misuse(format!("nobody called {who} has entered"))),
        _ => Err(Failure::Misuse(format!(
            "{} are called {who}: say the number, see 'ponnuki tournament players'",
            found.len()
        ))),
    }
}

fn import(file: &Path, source: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let text = read_text(source)?;
    let tournament = Tournament::from_opengotha(&text).map_err(|fault| wrong(source, &fault))?;
    write_new(file, &tournament)?;
    Ok(writeln!(
        out,
        "{} is a tournament of {} rounds with {} players; {} are paired.",
        files::name(file),
        tournament.rules().n_rounds,
        tournament.entrants().count(),
        tournament.rounds().len()
    )?)
}

fn read(file: &Path) -> Result<Tournament, Failure> {
    Tournament::from_text(&read_text(file)?).map_err(|fault| wrong(file, &fault))
}

fn read_text(file: &Path) -> Result<String, Failure> {
    let bytes = files::read_within(file, TOURNAMENT_BYTES_MAX as u64);
    let bytes = bytes.map_err(|fault| fault.of(file))?;
    String::from_utf8(bytes).map_err(|_| wrong(file, &"it is not UTF-8"))
}

/// What is in a file is no tournament, and why.
fn wrong(file: &Path, why: &dyn Display) -> Failure {
    let why = printable(&why.to_string()).to_string();
    let what = FileFault::Io(io::Error::new(io::ErrorKind::InvalidData, why));
    what.of(file).into()
}

/// Begins a file that is not there yet.
fn write_new(file: &Path, tournament: &Tournament) -> Result<(), Failure> {
    if fs::symlink_metadata(file).is_ok() {
        return Err(FileFault::Exists.of(file).into());
    }
    write(file, tournament)
}

fn write(file: &Path, tournament: &Tournament) -> Result<(), Failure> {
    let written = files::write(file, tournament.to_text().as_bytes());
    Ok(written.map_err(|fault| fault.of(file))?)
}
