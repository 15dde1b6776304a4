//! `ponnuki play`: a game in words.

mod kept;
mod keyboard;
mod local;
mod plain;
mod resume;
mod seating;

use std::env;
use std::io::Write;

use ponnuki_words::{Language, Words};

pub(crate) use self::keyboard::{KeyboardSeat, Wish};
pub(crate) use self::seating::Seating;
use crate::cleaned::{Cleaned, Readership};
use crate::{Failure, note};

const LONG_ABOUT: &str = "\
Play line by line, made for screen readers, braille displays and slow lines: what happens is
said, what you type is answered, nothing is drawn unless you ask. Type a point such as d4 to put
a stone there, and help to hear what else you can say.

You play against the computer, a friend at the same keyboard, or anyone in a room of a Ponnuki
server whose link you have. Games at this keyboard are kept with your others. A server with TLS
has to have a certificate that this system trusts, or that the file in SSL_CERT_FILE does.";

const EXAMPLES: &str = "\
Examples:
  ponnuki play --plain                           against the computer, on a small board
  ponnuki play --plain --level 8 --size 19       stronger, on the large board
  ponnuki play --plain --friend --rules chinese  two players at one keyboard
  ponnuki play --plain --link 'https://go.example.org/r/k3q9x7m2wd#join=…'
                                                 the game of whoever sent you the link
  ponnuki play --plain --continue                the game you left last
  ponnuki play --plain --resume game.sgf         the game in a file, from where it stops
  ponnuki play --plain --lang de                 in German; else as LANG says

'ponnuki tui' draws the board in the terminal, 'ponnuki' alone opens the browser.";

/// Play in words, line by line
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Say everything in lines of words; for now there is no other way
    #[arg(long)]
    plain: bool,
    /// Speak this language: en, de, fr, es, zh, ja or ko [default: as LANG says]
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    lang: Option<Language>,
    #[command(flatten)]
    seating: Seating,
}

/// Plays a game.
///
/// # Errors
///
/// The game cannot be reached, or nobody reads what is said.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    if !args.plain {
        note("this is the game in words; 'ponnuki tui' draws the board, 'ponnuki' opens a browser");
    }
    let language = args.lang.unwrap_or_else(own_language);
    // Whatever reads the lines, they are for a person.
    let mut out = Cleaned::new(out, Readership::Person);
    plain::run(&args.seating, Words::of(language), &mut out)
}

/// A language by its name.
///
/// # Errors
///
/// There is no such language here.
pub(crate) fn language(text: &str) -> Result<Language, String> {
    Language::of_tag(text).ok_or_else(|| {
        let codes = Language::ALL.map(Language::code).join(", ");
        format!("the languages are {codes}, not {text:?}")
    })
}

/// The language of whoever sits here, as systems say it.
pub(crate) fn own_language() -> Language {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let said = names.into_iter().filter_map(|name| env::var(name).ok());
    let mut said = said.filter(|tag| !tag.is_empty());
    said.next()
        .and_then(|tag| Language::of_tag(&tag))
        .unwrap_or_default()
}
