//! `ponnuki play`: a game in words.

use std::io::Write;

use ponnuki_tui::{PlainEnd, PlainManner, play_plain};
use ponnuki_words::{Language, Words};

use crate::cleaned::{CHARSET, Cleaned, Readership};
use crate::clock::time_of_day;
use crate::language::{language, own_language};
use crate::seating::Seating;
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
    let manner = PlainManner {
        words: Words::of(language),
        charset: *CHARSET,
        time_of_day,
    };
    let wish = args.seating.wish()?;
    match play_plain(manner, &mut out, |tell| args.seating.sit(&wish, tell))? {
        PlainEnd::Left => Ok(()),
        PlainEnd::Gone => Err(Failure::Told),
    }
}
