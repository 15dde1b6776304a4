//! Driving an engine: starting it, learning what it can do, setting up games
//! and playing them, always as cautiously as the least of engines needs.

mod fault;
mod link;

pub use fault::{DriveError, EngineFault};
pub use link::{REPLY_MAX, STDERR_LINE_MAX, STDERR_LINES_MAX};

use std::collections::BTreeSet;
use std::fmt;
use std::io::{Read, Write};
use std::process::{self, ExitStatus, Stdio};
use std::time::Duration;

use ponnuki_game::{Color, Move, Odds, Outcome, PointSet, Points, Setup, Size};
use ponnuki_think::Decision;

use self::link::Link;
use crate::args::Args;
use crate::command::Command;
use crate::time::{TimeDialect, TimeLeft, TimeSettings};
use crate::vertex::{color_word, parse_decision, vertex, vertices};

/// The commands that every engine must have: what is assumed of one that
/// cannot list its own.
const REQUIRED: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// How long an engine may be silent before it is given up and killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Before its first answer: it may have a network to load.
    pub start: Duration,
    /// Before an answer that takes no thought.
    pub answer: Duration,
    /// Before a move or a score.
    pub think: Duration,
}

impl Default for Patience {
    /// Two minutes to start, half a minute to answer, ten minutes to think.
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(120),
            answer: Duration::from_secs(30),
            think: Duration::from_secs(600),
        }
    }
}

/// How much an engine was told of the laws of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesSent {
    /// The rules, as near as KataGo's words come to them.
    Rules,
    /// The komi alone; for the rest it plays by its own rules.
    KomiOnly,
}

/// What becomes of stones when a game is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// They stay.
    Alive,
    /// They come off.
    Dead,
    /// They stay, and surround nothing.
    Seki,
}

impl Status {
    fn word(self) -> &'static str {
        match self {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Seki => "seki",
        }
    }
}

/// An engine that is driven.
///
/// ```no_run
/// use std::process::Command;
/// use ponnuki_game::{Color, Rules, Setup, Size};
/// use ponnuki_gtp::{Driver, Patience, decision_word};
///
/// let mut program = Command::new("gnugo");
/// program.args(["--mode", "gtp"]);
/// let mut engine = Driver::start(program, Patience::default())?;
/// engine.set_up(&Setup::new(Size::NINE, Rules::CHINESE))?;
/// let decision = engine.genmove(Color::Black)?;
/// println!("{} opens at {}", engine.name(), decision_word(decision, Size::NINE));
/// # Ok::<(), ponnuki_gtp::DriveError>(())
/// ```
pub struct Driver {
    link: Link,
    patience: Patience,
    /// What it calls itself.
    name: String,
    /// Of which version it says it is.
    version: String,
    /// The commands it says it knows.
    commands: BTreeSet<String>,
    /// How the game it plays began, once it has.
    setup: Option<Setup>,
    /// The moves since then.
    moves: Vec<(Color, Move)>,
    /// How time is counted, and in which words it was told.
    clock: Option<(TimeSettings, TimeDialect)>,
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver")
            .field("name", &self.name)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

impl Driver {
    /// Starts `program` and asks what it can do. It is killed when the driver
    /// is dropped.
    ///
    /// # Errors
    ///
    /// If it does not start, or does not answer as an engine.
    pub fn start(mut program: process::Command, patience: Patience) -> Result<Driver, DriveError> {
        program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = program.spawn().map_err(|error| DriveError {
            command: program.get_program().to_string_lossy().into_owned(),
            fault: EngineFault::NotStarted(error),
            stderr: Vec::new(),
        })?;
        Driver::introduce(Link::to_child(child), patience)
    }

    /// Drives an engine that reads from `input` and writes to `output`, such as
    /// one in this process.
    ///
    /// # Errors
    ///
    /// If it does not answer as an engine.
    pub fn connect(
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
        patience: Patience,
    ) -> Result<Driver, DriveError> {
        Driver::introduce(Link::new(input, output), patience)
    }

    fn introduce(link: Link, patience: Patience) -> Result<Driver, DriveError> {
        let mut driver = Driver {
            link,
            patience,
            name: String::new(),
            version: String::new(),
            commands: BTreeSet::new(),
            setup: None,
            moves: Vec::new(),
            clock: None,
        };
        let list = Command::new("list_commands", "");
        let listed = driver.link.ask(&list, patience.start);
        let listed = unless_refused(listed)?.unwrap_or_default();
        let listed = listed.split_whitespace().chain(REQUIRED);
        driver.commands = listed.map(str::to_owned).collect();
        driver.name = driver.tell("name", "")?;
        driver.version = driver.tell("version", "")?;
        Ok(driver)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Of which version it says it is.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether it says it knows a command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// The last lines on its standard error.
    pub fn stderr(&self) -> Vec<String> {
        self.link.stderr()
    }

    /// Asks anything that takes no thought. What changes its game is better
    /// done by the methods below, which keep account of it.
    ///
    /// # Errors
    ///
    /// If it refuses, or is lost.
    pub fn ask(&mut self, command: &Command) -> Result<String, DriveError> {
        self.link.ask(command, self.patience.answer)
    }

    fn tell(&mut self, name: &'static str, args: &str) -> Result<String, DriveError> {
        self.ask(&Command::new(name, args))
    }

    /// Asks for something only if it says it knows the command; tells whether
    /// it did it.
    fn try_tell(&mut self, name: &'static str, args: &str) -> Result<bool, DriveError> {
        if !self.knows(name) {
            return Ok(false);
        }
        let asked = self.tell(name, args);
        Ok(unless_refused(asked)?.is_some())
    }

    /// Begins a game: size, rules, komi, odds and stones. Who is to move is
    /// said with each move.
    ///
    /// # Errors
    ///
    /// If it cannot play on this size, refuses a stone or the komi, or is lost.
    pub fn set_up(&mut self, setup: &Setup) -> Result<RulesSent, DriveError> {
        self.resize(setup.size)?;
        self.tell("clear_board", "")?;
        let is_told = self.try_tell("kata-set-rules", &setup.rules.to_katago())?;
        self.tell("komi", &setup.komi.to_string())?;
        self.place_odds(setup)?;
        for color in Color::BOTH {
            for point in setup.stones[color] {
                self.send_play(color, Move::Play(point), setup.size)?;
            }
        }
        self.setup = Some(setup.clone());
        self.moves.clear();
        Ok(if is_told {
            RulesSent::Rules
        } else {
            RulesSent::KomiOnly
        })
    }

    fn resize(&mut self, size: Size) -> Result<(), DriveError> {
        if size.is_square() {
            self.tell("boardsize", &size.width().to_string())?;
            return Ok(());
        }
        let sides = format!("{} {}", size.width(), size.height());
        let is_done = (self.try_tell("boardsize", &sides)? && !self.has_dropped_height(size)?)
            || self.try_tell("rectangular_boardsize", &sides)?;
        if is_done {
            return Ok(());
        }
        let command = Command::new("boardsize", sides);
        Err(self.link.error(&command, EngineFault::CannotSize(size)))
    }

    /// Whether an engine took the width for a square board's side, as far as it
    /// can be asked.
    fn has_dropped_height(&mut self, size: Size) -> Result<bool, DriveError> {
        if !self.knows("query_boardsize") {
            return Ok(false);
        }
        let reply = self.tell("query_boardsize", "")?;
        Ok(Args::new(&reply).size() != Ok(size))
    }

    fn place_odds(&mut self, setup: &Setup) -> Result<(), DriveError> {
        let Odds::Stones { to, points } = setup.odds else {
            return Ok(());
        };
        let is_handicap = to == Color::Black && points.len() >= 2;
        if is_handicap && self.try_tell("set_free_handicap", &vertices(points, setup.size))? {
            return Ok(());
        }
        for point in points {
            self.send_play(to, Move::Play(point), setup.size)?;
        }
        Ok(())
    }

    /// Tells it of a move.
    ///
    /// # Errors
    ///
    /// If it refuses the move, or is lost.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), DriveError> {
        self.send_play(color, mv, self.size())?;
        self.moves.push((color, mv));
        Ok(())
    }

    fn send_play(&mut self, color: Color, mv: Move, size: Size) -> Result<(), DriveError> {
        let args = format!("{} {}", color_word(color), vertex(mv, size));
        self.tell("play", &args).map(drop)
    }

    /// Lets it move for `color`. Whether the move is legal is for the caller's
    /// game to say.
    ///
    /// # Errors
    ///
    /// If it refuses, answers something that is no move of this board, or is lost.
    pub fn genmove(&mut self, color: Color) -> Result<Decision, DriveError> {
        let command = Command::new("genmove", color_word(color));
        let size = self.size();
        let reply = self.link.ask(&command, self.patience.think)?;
        let Ok(decision) = parse_decision(&reply, size) else {
            return Err(self.link.error(&command, EngineFault::BadReply { reply }));
        };
        if let Decision::Move(mv) = decision {
            self.moves.push((color, mv));
        }
        Ok(decision)
    }

    /// Takes back the last `n` moves, all if there were fewer; by `gg-undo` or
    /// `undo` where the engine can, else by playing the game again. Returns how
    /// many were taken back.
    ///
    /// # Errors
    ///
    /// If it refuses even a game played again, or is lost.
    pub fn undo(&mut self, n: usize) -> Result<usize, DriveError> {
        let n = n.min(self.moves.len());
        let left = self.moves[..self.moves.len() - n].to_vec();
        if n > 0 && !self.undo_by_command(n)? {
            match self.setup.clone() {
                Some(setup) => drop(self.set_up(&setup)?),
                None => drop(self.tell("clear_board", "")?),
            }
            for &(color, mv) in &left {
                self.send_play(color, mv, self.size())?;
            }
        }
        self.moves = left;
        Ok(n)
    }

    fn undo_by_command(&mut self, n: usize) -> Result<bool, DriveError> {
        if n > 1 && self.try_tell("gg-undo", &n.to_string())? {
            return Ok(true);
        }
        for _ in 0..n {
            if !self.try_tell("undo", "")? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Tells it how time is counted, in the richest words it has. Returns which
    /// those are, nothing if it has none; then it plays as fast as it likes.
    ///
    /// # Errors
    ///
    /// If it is lost.
    pub fn tell_clock(
        &mut self,
        settings: TimeSettings,
    ) -> Result<Option<TimeDialect>, DriveError> {
        self.clock = None;
        for dialect in TimeDialect::ALL {
            if dialect == TimeDialect::Kata && !self.has_kata_time(settings)? {
                continue;
            }
            if !self.knows(dialect.command_name()) {
                continue;
            }
            let asked = self.ask(&settings.command(dialect));
            if unless_refused(asked)?.is_some() {
                self.clock = Some((settings, dialect));
                return Ok(Some(dialect));
            }
        }
        Ok(None)
    }

    /// Whether it lists this kind of settings among KataGo's; whether it
    /// accepts them if it has no such list.
    fn has_kata_time(&mut self, settings: TimeSettings) -> Result<bool, DriveError> {
        if !self.knows("kata-list_time_settings") {
            return Ok(true);
        }
        let kinds = self.tell("kata-list_time_settings", "")?;
        Ok(kinds.split_whitespace().any(|kind| kind == settings.kind()))
    }

    /// Tells it what a clock shows, if it was told how time is counted.
    ///
    /// # Errors
    ///
    /// If it refuses, or is lost.
    pub fn tell_time_left(&mut self, color: Color, left: TimeLeft) -> Result<(), DriveError> {
        let Some((settings, dialect)) = self.clock.filter(|_| self.knows("time_left")) else {
            return Ok(());
        };
        let command = settings.left_as_told(dialect, left).command(color);
        self.ask(&command).map(drop)
    }

    /// The score as it counts it.
    ///
    /// # Errors
    ///
    /// If it refuses, answers something else, or is lost.
    pub fn final_score(&mut self) -> Result<Outcome, DriveError> {
        let command = Command::new("final_score", "");
        let reply = self.link.ask(&command, self.patience.think)?;
        match parse_margin(&reply) {
            Some(margin) => Ok(Outcome::Score { margin }),
            None => Err(self.link.error(&command, EngineFault::BadReply { reply })),
        }
    }

    /// The stones that are, in its opinion, of a status. It is an opinion: the
    /// players have to agree.
    ///
    /// # Errors
    ///
    /// If it refuses, answers something else, or is lost.
    pub fn final_status_list(&mut self, status: Status) -> Result<PointSet, DriveError> {
        let command = Command::new("final_status_list", status.word());
        let reply = self.link.ask(&command, self.patience.think)?;
        if reply.trim().is_empty() {
            return Ok(PointSet::EMPTY);
        }
        let points = Args::new(&reply).points(self.size());
        points.map_err(|_| self.link.error(&command, EngineFault::BadReply { reply }))
    }

    /// Lets it leave: says `quit` and waits. Returns how its process ended.
    pub fn quit(mut self) -> Option<ExitStatus> {
        // It may leave without an answer, or be gone already.
        let _ = self.tell("quit", "");
        self.link.leave(self.patience.answer)
    }

    /// The size of the board; what GTP assumes before any is said.
    fn size(&self) -> Size {
        self.setup.as_ref().map_or(Size::NINETEEN, |s| s.size)
    }
}

/// What was asked, or nothing where the engine refused.
fn unless_refused(asked: Result<String, DriveError>) -> Result<Option<String>, DriveError> {
    match asked {
        Ok(reply) => Ok(Some(reply)),
        Err(DriveError {
            fault: EngineFault::Refused { .. },
            ..
        }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Black's lead in a score such as `W+3.5`, `B+12` or `0`.
fn parse_margin(text: &str) -> Option<Points> {
    let text = text.trim();
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return Some(Points::ZERO);
    }
    let (winner, points) = text.split_once('+')?;
    let points: f64 = points.parse().ok()?;
    let half_points = points * 2.0;
    let is_exact = half_points.fract() == 0.0 && (0.0..=1e6).contains(&half_points);
    let points = is_exact.then(|| Points::from_half_points(half_points as i32))?;
    match crate::vertex::parse_color(winner)? {
        Color::Black => Some(points),
        Color::White => Some(-points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_read_in_half_points() {
        for (text, half_points) in [
            ("B+3.5", Some(7)),
            ("W+0.5", Some(-1)),
            ("w+12", Some(-24)),
            ("B+2.0", Some(4)),
            ("0", Some(0)),
            ("Draw", Some(0)),
            ("B+R", None),
            ("B+0.3", None),
            ("B+-1", None),
            ("B+inf", None),
            ("3.5", None),
            ("", None),
        ] {
            let expected = half_points.map(Points::from_half_points);
            assert_eq!(parse_margin(text), expected, "{text}");
        }
    }
}
