//! Compares where levels play with where people do, and prints a line for each:
//!
//! ```text
//! cargo run --release -p ponnuki-tools --bin people -- levels SIZE GAMES [LEVEL…]
//! cargo run --release -p ponnuki-tools --bin people -- games SIZE FILE…
//! cargo run --release -p ponnuki-tools --bin people -- show SIZE GAMES LEVEL [MOVES]
//! ```
//!
//! `levels` has each level play against itself, `games` reads SGF, or text with a game in each
//! line: size, komi, result, and the moves as SGF writes them, one after the other. `show` draws
//! games of a level. The columns of the table are explained by [`Manners`].
#![expect(clippy::print_stdout, reason = "a program that prints")]

mod manners;
mod text;

use std::error::Error;
use std::fs;
use std::sync::Arc;

use ponnuki_engine::{
    Decision, Level, Leveled, Net, Request, ThinkLimits, Thinker, embedded, ignore,
};
use ponnuki_game::{Color, Game, Move, Phase, Rules, Size};
use ponnuki_record::Records;

use crate::manners::Manners;

/// The moves that are counted belong to the opening and what follows.
const N_MOVES: usize = manners::N_MOVES;
/// What a drawn game shows after each of so many moves.
const N_MOVES_PER_DRAWING: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let net = embedded();
    match args[..] {
        ["levels", size, n_games, ref levels @ ..] => {
            let (size, n_games) = (side(size)?, n_games.parse()?);
            println!("{}", manners::HEAD);
            for level in Level::ALL {
                let number = level.number.to_string();
                let is_wanted = match levels {
                    [] => level.weakness.is_some(),
                    _ => levels.contains(&number.as_str()),
                };
                if is_wanted {
                    let games = (0..n_games).map(|seed| played(level, &net, size, N_MOVES, seed));
                    println!("{}", Manners::of(games, &net).row(&number));
                }
            }
        }
        ["games", size, ref files @ ..] => {
            println!("{}", manners::HEAD);
            let size = side(size)?;
            let mut games = Vec::new();
            for file in files {
                games.extend(read(&fs::read(file)?));
            }
            let games = games.into_iter().filter(|game| game.size() == size);
            println!("{}", Manners::of(games, &net).row("people"));
        }
        ["show", size, n_games, level, ref n_moves @ ..] => {
            let level = Level::numbered(level.parse()?).ok_or("no such level")?;
            let (size, n_games) = (side(size)?, n_games.parse()?);
            let n_moves = n_moves.first().map_or(Ok(usize::MAX), |n| n.parse())?;
            for seed in 0..n_games {
                draw(&played(level, &net, size, n_moves, seed))?;
            }
        }
        _ => return Err("see the first lines of this program's source".into()),
    }
    Ok(())
}

fn side(text: &str) -> Result<Size, Box<dyn Error>> {
    let side = text.parse()?;
    Ok(Size::new(side, side).ok_or("no such board")?)
}

/// A game of a level against itself, until it ends or has so many moves.
fn played(level: Level, net: &Arc<Net>, size: Size, n_moves: usize, seed: u64) -> Game {
    let mut player = Leveled::new(level, Some(net), None, seed);
    let mut game = Game::new(size, Rules::CHINESE).expect("a board of a known size");
    let n_moves = n_moves.min(4 * size.n_points());
    while game.phase() == Phase::Playing && game.n_moves() < n_moves {
        let request = Request::within(ThinkLimits::none());
        let choice = player.choose(&game, &request, &mut ignore);
        let mv = match choice.map(|choice| choice.decision) {
            Some(Decision::Move(mv)) => mv,
            Some(Decision::Resign) | None => Move::Pass,
        };
        game.play(mv).expect("levels play legal moves");
    }
    game
}

/// All games of a file that can be replayed from an empty board.
fn read(bytes: &[u8]) -> Vec<Game> {
    let lines = String::from_utf8_lossy(bytes);
    let games: Vec<Game> = lines.lines().filter_map(text::read).collect();
    if !games.is_empty() {
        return games;
    }
    let Ok(records) = Records::from_bytes(bytes) else {
        return Vec::new();
    };
    let games = records.iter().flatten().map(|record| record.game().0);
    let is_even = |game: &Game| {
        Color::BOTH
            .iter()
            .all(|&color| game.setup().stones[color].is_empty())
    };
    games.filter(is_even).collect()
}

/// Draws a game, some moves at a time.
fn draw(game: &Game) -> Result<(), Box<dyn Error>> {
    let mut replay = Game::new(game.size(), *game.rules())?;
    let moves: Vec<Move> = game.moves().map(|(_, mv)| mv).collect();
    for (number, part) in moves.chunks(N_MOVES_PER_DRAWING).enumerate() {
        let mut names = Vec::new();
        for &mv in part {
            replay.play(mv)?;
            names.push(match mv {
                Move::Play(point) => game.size().name(point),
                Move::Pass => "pass".to_owned(),
            });
        }
        let first = 1 + number * N_MOVES_PER_DRAWING;
        println!("{first}: {}\n{}", names.join(" "), replay.board());
    }
    println!("----");
    Ok(())
}
