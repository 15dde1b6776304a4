//! `ponnuki gtp`: the engine for any program that speaks the Go Text Protocol.

mod host;

use std::io::{self, BufReader, Write};
use std::time::Duration;

use ponnuki_engine::Level;
use ponnuki_game::{Komi, Preset, Setup, Size};
use ponnuki_gtp::{
    EngineIdentity, EngineSession, Pondering, RESIGN_AT_MAX, SessionEffort, Strength, serve,
};

use self::host::EngineHost;
use crate::args::{self, ArgError, GivenRules};
use crate::human::HumanArg;
use crate::thinker::{NetArg, any_seed, n_cores};
use crate::{Failure, note};

const LONG_ABOUT: &str = "\
Play and analyse for any program that speaks GTP, the Go Text Protocol.

This is how Sabaki, Lizzie, q5Go, GoGui and servers' robots talk to an engine: the program starts
'ponnuki gtp', writes commands to it and reads its answers. Typed by hand it works as well: try
'genmove b', then 'showboard', then 'quit'; 'list_commands' lists all commands. Nothing but answers
is written to stdout; whatever else there is to say goes to stderr.";

const EXAMPLES: &str = "\
Add it to your program:
  Sabaki     Engines > Manage Engines > Add; path: ponnuki, arguments: gtp
  Lizzie     Settings > Engine; command: ponnuki gtp --gtp-identity katago
  LizzieYzy  Settings > Engines > Add; command: ponnuki gtp --gtp-identity katago
  q5Go       Settings > Preferences > Computer Go > New; executable: ponnuki, arguments: gtp
  GoGui      Program > New Program; command: ponnuki gtp
  LizGoban   in config.json, preset: \"engine\": [\"ponnuki\", \"gtp\", \"--gtp-identity\", \"katago\"]
  OGS        gtp2ogs: bot: { command: [\"ponnuki\", \"gtp\"] }
  CGOS       ponnuki gtp --rules tromp-taylor (nothing is dead there, so it captures all)
KaTrain and Ogatak speak another protocol: see 'ponnuki analysis --help'.

Examples:
  ponnuki gtp                                two seconds a move, Chinese rules, 19x19
  ponnuki gtp --time 10 --threads 8          ten seconds a move on eight cores
  ponnuki gtp --net b18                      with a network, stronger by far: see 'ponnuki net'
  ponnuki gtp --human-model b18c384nbt-humanv0.bin.gz --human-profile rank_5k
                                             as a player of 5 kyu does, with a network for that
  ponnuki gtp --level 5                      for someone who began to play last week
  ponnuki gtp --playouts 1000 --threads 1 --seed 7
                                             the same answers on every machine
  echo 'genmove b' | ponnuki gtp --size 9 --time 1";

/// Play and analyse for any program that speaks GTP
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The rules until the program says others: a name from 'ponnuki rules', or JSON
    #[arg(long, value_name = "NAME|JSON", value_parser = args::rules, default_value = "chinese")]
    rules: GivenRules,
    /// The board until the program says another: 19, or 13x9
    #[arg(long, value_name = "WxH", value_parser = args::size, allow_negative_numbers = true)]
    #[arg(default_value = "19")]
    size: Size,
    /// Points for White until the program says others [default: as the rules say]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<Komi>,
    #[command(flatten)]
    net: NetArg,
    #[command(flatten)]
    human: HumanArg,
    /// Play as these people do: rank_20k to rank_9d, preaz_…, proyear_1800 to proyear_2023
    #[arg(long, value_name = "NAME")]
    human_profile: Option<String>,
    /// Where all chance comes from; with --playouts and one thread, the same seed plays the same
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Think about a move, or analyse, with at most so many playouts
    #[arg(long, value_name = "N", value_parser = args::n_playouts, allow_negative_numbers = true)]
    playouts: Option<usize>,
    /// Think with so many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = args::n_threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Think about a move at most so many seconds, clock or not [default: 2 without a clock]
    #[arg(long, value_name = "S", value_parser = args::seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Play at this level, from 1 for a first-day beginner to 24 for full strength
    #[arg(long, value_name = "N", value_parser = args::level, allow_negative_numbers = true)]
    level: Option<Level>,
    /// Think on while the opponent does, which helps with a network alone
    #[arg(long)]
    ponder: bool,
    /// The name to give, ponnuki or katago: some programs show all they can to KataGo alone
    #[arg(
        long,
        value_name = "NAME",
        default_value = "ponnuki",
        hide_possible_values = true
    )]
    gtp_identity: IdentityArg,
    /// Give up when the chance to win is below this, or never
    #[arg(long, value_name = "CHANCE|never", value_parser = resign_at, default_value = "0.04")]
    resign: ResignAt,
}

/// Who the engine says it is.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum IdentityArg {
    /// Its own name and version
    Ponnuki,
    /// KataGo's, for programs that speak its dialect to nobody else
    Katago,
}

/// The chance of winning under which to give up, if at all.
#[derive(Clone, Copy, Debug)]
struct ResignAt(Option<f32>);

fn resign_at(text: &str) -> Result<ResignAt, ArgError> {
    if text == "never" {
        return Ok(ResignAt(None));
    }
    let chance = text.parse().ok();
    let chance = chance.filter(|chance| (0.0..=RESIGN_AT_MAX).contains(chance));
    let error = || ArgError::Number {
        what: "the chance of winning at which to resign",
        limits: format!("'never' or a number from 0 to {RESIGN_AT_MAX}"),
        given: text.to_owned(),
    };
    chance
        .map(|chance| ResignAt(Some(chance)))
        .ok_or_else(error)
}

/// Answers commands from stdin until `quit` or its end.
///
/// # Errors
///
/// If there is no such game to begin with, or stdin or `out` fails.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let mut setup = Setup::new(args.size, args.rules.rules);
    setup.komi = args.komi.unwrap_or(setup.komi);
    let game = setup.start().map_err(Failure::Setup)?;
    let net = args.net.find()?;
    let humans = args.human.find(net.as_ref())?;
    let effort = SessionEffort {
        time: args.time,
        playouts: args.playouts.map(|n| n as u64),
        threads: args.threads.unwrap_or_else(n_cores),
        seed: args.seed.unwrap_or_else(any_seed),
        pondering: match args.ponder && net.is_some() {
            true => Pondering::On,
            false => Pondering::Off,
        },
    };
    let is_vain = args.ponder && net.is_none();
    let strength = Strength {
        level: args.level.map(|level| level.number),
        resign_at: args.resign.0,
    };
    let identity = match args.gtp_identity {
        IdentityArg::Ponnuki => EngineIdentity::Ponnuki,
        IdentityArg::Katago => EngineIdentity::Katago,
    };
    let host = Box::new(EngineHost { net, humans });
    let mut session = EngineSession::new(host, game, strength, effort, identity);
    if let Some(name) = &args.human_profile {
        let imitated = session.imitate(name);
        imitated.map_err(|why| Failure::Misuse(why.to_string()))?;
    }
    if is_vain {
        note("without a network nothing is kept from move to move, so there is no pondering");
    }
    greet(args, effort);
    let commands = session.commands();
    let commands = commands.map_err(|error| io::Error::other(error.to_string()))?;
    serve(&mut session, &commands, BufReader::new(io::stdin()), out)?;
    Ok(())
}

/// Says on stderr what is ready, and the seed, so that a game can be had again. Clients of KataGo
/// wait for the words "GTP ready" there.
fn greet(args: &Args, effort: SessionEffort) {
    let rules = Preset::of(&args.rules.rules).map_or("own", |preset| preset.name);
    // Nobody may listen there, which is as well.
    drop(writeln!(
        io::stderr(),
        "Ponnuki {}, GTP ready: {rules} rules, threads {}, seed {}; 'list_commands' lists all commands",
        env!("CARGO_PKG_VERSION"),
        effort.threads,
        effort.seed
    ));
}
