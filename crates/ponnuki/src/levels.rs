//! `ponnuki levels`: the levels, and about which rank each has.

use std::io::Write;

use ponnuki_engine::{Level, Rank};
use ponnuki_game::Size;

use crate::Failure;

/// The boards on which ranks are told.
const BOARDS: [Size; 3] = [Size::NINE, Size::THIRTEEN, Size::NINETEEN];

const LONG_ABOUT: &str = "\
List the levels, and about which rank each has on 9×9, 13×13 and 19×19.

The ranks were found with the network that is part of the program, by games against GNU Go and of
each level against the next. They are rough, and say nothing of levels that think with another
network. A dash is for a level that met nobody of a rank near its own.";

/// List the levels, and about which rank each has
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT)]
pub(crate) struct Args {}

/// Writes a line for each level.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let boards = BOARDS.map(|size| size.to_string());
    write_line("", "level", &boards, out)?;
    for level in Level::ALL {
        let ranks = BOARDS.map(|size| level.rank(size).map_or("–".to_owned(), text));
        write_line(&level.number.to_string(), level.name, &ranks, out)?;
    }
    Ok(())
}

fn write_line(
    number: &str,
    name: &str,
    cells: &[String; 3],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let [nine, thirteen, nineteen] = cells;
    let line = format!("{number:>2}  {name:<14}{nine:<10}{thirteen:<10}{nineteen}");
    writeln!(out, "{}", line.trim_end())?;
    Ok(())
}

fn text(rank: Rank) -> String {
    match rank {
        Rank::Kyu(kyu) => format!("{kyu} kyu"),
        Rank::Dan(dan) => format!("{dan} dan"),
    }
}
