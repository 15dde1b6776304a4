//! `ponnuki tui`: the game in a terminal.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use ponnuki_engine::thinker;
use ponnuki_tui::{
    Depth, FILE_BYTES_MAX, First, KeyboardHost, Look, Manner, NamedThinker, Signs, ThinkerMaker,
    Wish,
};
use ponnuki_words::Language;

use crate::cleaned::CHARSET;
use crate::files;
use crate::language::{language, own_language};
use crate::progress::is_dumb;
use crate::seating::Seating;
use crate::thinker::{any_seed, judge_name};
use crate::{Failure, Quiet, explain};

const LONG_ABOUT: &str = "\
Play in the terminal, with keys or the mouse: against the computer, a friend at the same
keyboard, or anyone whose link you have. With a game file, walk through it and have the
computer look at it. Without anything, choose on the screen.

Press ? anywhere to see what the keys do.";

const EXAMPLES: &str = "\
Examples:
  ponnuki tui                               choose on the screen
  ponnuki tui --level 8 --size 19           against the computer
  ponnuki tui --friend --rules chinese      two players at one keyboard
  ponnuki tui --link 'https://go.example.org/r/k3q9x7m2wd#join=…'
                                            the game of whoever sent you the link
  ponnuki tui game.sgf                      review a game, and play on from any move
  ponnuki tui --ascii --colors none         on a terminal that can do nothing else";

/// Play in the terminal, or review a game there
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Review this game: SGF, or another format that ponnuki reads
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Draw with letters alone [default: if the locale is not UTF-8]
    #[arg(long)]
    ascii: bool,
    /// How many colours: true, 256, 16 or none [default: what the terminal says it has]
    #[arg(long, value_name = "N", hide_possible_values = true)]
    colors: Option<Colors>,
    /// Speak this language: en, de, fr, es, zh, ja or ko [default: as LANG says]
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    lang: Option<Language>,
    #[command(flatten)]
    seating: Seating,
}

/// How many colours to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colors {
    True,
    #[value(name = "256")]
    Many,
    #[value(name = "16")]
    Sixteen,
    None,
}

/// Shows the game in the terminal until the person leaves.
///
/// # Errors
///
/// There is no terminal, no such game, or no such file.
pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let given = args.seating.wish_if_any()?;
    let first = match (&args.file, &given) {
        (Some(_), Some(_)) => {
            let why = "a file to review and a game to play cannot be given together";
            return Err(Failure::Misuse(why.to_owned()));
        }
        (Some(path), None) => First::Record {
            name: files::name(path),
            bytes: files::read_within(path, FILE_BYTES_MAX).map_err(|fault| fault.of(path))?,
        },
        (None, Some(_)) => First::Table(Wish::Given),
        (None, None) => First::Start,
    };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let why = "this needs a terminal; 'ponnuki play --plain' needs none";
        return Err(Failure::Misuse(why.to_owned()));
    }
    if is_dumb() {
        let why = "this terminal shows lines alone (TERM is dumb); 'ponnuki play --plain' needs \
                   no more";
        return Err(Failure::Misuse(why.to_owned()));
    }
    // Whoever names a network that is not there is told before the screen is taken.
    args.seating.net().choose()?;
    let manner = args.manner();
    let seating = Arc::new(args.seating);
    let thinker = thinker_of(Arc::clone(&seating));
    let name = seating.name().map(str::to_owned);
    let host = Box::new(KeyboardHost {
        sit: Box::new(move |wish, tell| {
            let seat = seating.sit(wish, tell);
            seat.map_err(|failure| explain(&failure))
        }),
        given,
        name,
    });
    let _quiet = Quiet::begin();
    ponnuki_tui::run(manner, first, host, thinker).map_err(Failure::Screen)
}

impl Args {
    fn manner(&self) -> Manner {
        let variable = |name: &str| env::var(name).ok();
        let signs = match self.ascii {
            true => Signs::Ascii,
            false => Signs::from_environment(variable),
        };
        let depth = match self.colors {
            Some(Colors::True) => Depth::True,
            Some(Colors::Many) => Depth::Many,
            Some(Colors::Sixteen) => Depth::Sixteen,
            Some(Colors::None) => Depth::None,
            None => Depth::from_environment(variable),
        };
        Manner {
            look: Look { signs, depth },
            language: self.lang.unwrap_or_else(own_language),
            charset: *CHARSET,
        }
    }
}

/// What looks at records.
fn thinker_of(seating: Arc<Seating>) -> ThinkerMaker {
    Box::new(move || {
        let net = seating.net().find().map_err(|failure| explain(&failure))?;
        let thinker = thinker(net.as_ref(), any_seed(), None);
        Ok(NamedThinker {
            name: judge_name(net.as_deref(), thinker.name()),
            thinker,
        })
    })
}
