//! Plays a match against another engine that speaks GTP and prints the score:
//!
//! ```text
//! cargo run --release -p ponnuki-engine --example duel -- GAMES SIDE SECONDS COMMAND…
//! cargo run --release -p ponnuki-engine --example duel -- 40 9 2 gnugo --mode gtp --level 0 --chinese-rules
//! ```
//!
//! Chinese rules, komi 7.5; colours alternate; what stands at the end is
//! counted with the dead stones that Ponnuki proposes, and games the other
//! resigns or spoils with an illegal move are lost for it.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use ponnuki_engine::{
    Decision, Limits, MonteCarlo, Request, Settings, Thinker, dead_stones, ignore,
};
use ponnuki_game::{Color, Game, Move, Outcome, Phase, Rules, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [n_games, side, seconds, command @ ..] = &args[..] else {
        return Err("usage: duel GAMES SIDE SECONDS COMMAND…".into());
    };
    let (n_games, side): (u64, u8) = (n_games.parse()?, side.parse()?);
    let size = Size::new(side, side).ok_or("no such board")?;
    let limits = Limits::time(Duration::from_secs_f64(seconds.parse()?));
    let mut opponent = Opponent::start(command)?;
    let mut n_won = 0;
    for number in 0..n_games {
        let ours = Color::BOTH[number as usize % 2];
        let mut thinker = MonteCarlo::new(Settings {
            seed: number,
            ..Settings::default()
        });
        let outcome = play(size, ours, &mut thinker, limits, &mut opponent)?;
        n_won += u64::from(outcome.winner() == Some(ours));
        println!("game {}: {ours} {outcome}; won {n_won}", number + 1);
    }
    println!("won {n_won} of {n_games}");
    Ok(())
}

/// Plays one game to its end.
fn play(
    size: Size,
    ours: Color,
    thinker: &mut dyn Thinker,
    limits: Limits,
    opponent: &mut Opponent,
) -> Result<Outcome, Box<dyn Error>> {
    opponent.ask(&format!("boardsize {}", size.width()))?;
    opponent.ask("clear_board")?;
    opponent.ask("komi 7.5")?;
    let mut game = Game::new(size, Rules::CHINESE)?;
    while game.phase() == Phase::Playing {
        if game.turn() == ours {
            let choice = thinker.choose(&game, &Request::within(limits), &mut ignore);
            match choice.map(|choice| choice.decision) {
                Some(Decision::Move(mv)) => {
                    game.play(mv)?;
                    opponent.ask(&format!("play {ours} {}", text(size, mv)))?;
                }
                Some(Decision::Resign) | None => game.resign(ours)?,
            }
        } else {
            let answer = opponent.ask(&format!("genmove {}", !ours))?;
            let mv = match answer.as_str() {
                "PASS" => Some(Move::Pass),
                name => size.point(name).map(Move::Play),
            };
            match mv {
                Some(mv) if game.check(mv).is_ok() => game.play(mv)?,
                Some(_) | None => game.resign(!ours)?,
            }
        }
    }
    if game.phase() == Phase::Stopped {
        let chains = thinker.dead_chains(&game, &Request::within(limits));
        game.agree(dead_stones(&chains))?;
    }
    Ok(game.outcome().unwrap_or(Outcome::NoResult))
}

fn text(size: Size, mv: Move) -> String {
    match mv {
        Move::Play(point) => size.name(point),
        Move::Pass => "pass".to_owned(),
    }
}

/// Another engine.
struct Opponent {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Opponent {
    fn start(command: &[String]) -> Result<Opponent, Box<dyn Error>> {
        let (program, args) = command.split_first().ok_or("no command")?;
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        Ok(Opponent {
            commands: child.stdin.take().ok_or("no input")?,
            answers: BufReader::new(child.stdout.take().ok_or("no output")?),
            child,
        })
    }

    /// The answer to a command, in capitals.
    fn ask(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        writeln!(self.commands, "{command}")?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.answers.read_line(&mut line)? == 0 {
                return Err(format!("no answer to {command:?}").into());
            }
            if line.trim().is_empty() && !answer.is_empty() {
                break;
            }
            answer.push_str(&line);
        }
        match answer.strip_prefix('=') {
            Some(answer) => Ok(answer.trim().to_ascii_uppercase()),
            None => Err(format!("{command:?}: {}", answer.trim()).into()),
        }
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        // It ends by itself when its input does; if not, it is ended.
        let _ended = self.child.kill();
    }
}
