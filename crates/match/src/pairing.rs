//! One game between two engines, with a game of our own as its referee.

use std::io;
use std::process;
use std::time::{Duration, Instant};

use ponnuki_game::{Color, Game, Illegal, Outcome, Phase, PointSet, Setup};
use ponnuki_gtp::{
    Decision, DriveError, Driver, EngineFault, Patience, Status, TimeDialect, TimeLeft,
    TimeSettings, decision_word,
};
use ponnuki_record::RecordedResult;

use crate::engine_command::EngineCommand;

/// An engine that takes so much longer than its time hangs.
const GRACE: Duration = Duration::from_secs(15);

/// A game of more moves for each point of the board goes in circles.
pub const MOVES_MAX_PER_POINT: usize = 4;

/// How many playouts decide which stones are dead where the engines do not agree.
pub const REFEREE_PLAYOUTS: u64 = 2_000;

/// The place of an engine in the match: 0 is the one with Black in the first game.
pub type MatchSeat = usize;

/// Who has Black in game `number`, counted from 0.
pub fn seat_of_black(number: usize) -> MatchSeat {
    number % 2
}

/// Who has `color` in game `number`.
pub(crate) fn seat_with(number: usize, color: Color) -> MatchSeat {
    match color {
        Color::Black => seat_of_black(number),
        Color::White => 1 - seat_of_black(number),
    }
}

/// The conditions of every game.
#[derive(Clone, Debug)]
pub struct MatchTerms {
    /// How each begins.
    pub setup: Setup,
    /// The time for each move.
    pub time: Option<Duration>,
    /// Names the dead stones where the engines do not agree on them.
    pub referee: fn(&Game) -> PointSet,
    /// Reads the clock by which thinking is measured.
    pub now: fn() -> Instant,
}

impl MatchTerms {
    fn patience(&self) -> Patience {
        let patience = Patience::default();
        let think = self.time.map_or(patience.think, |time| time + GRACE);
        Patience { think, ..patience }
    }

    /// So much time for each move, as clocks tell it.
    fn clock(&self) -> Option<(TimeSettings, TimeLeft)> {
        let period = self.time?;
        let settings = TimeSettings::Canadian {
            main: Duration::ZERO,
            period,
            n_stones: 1,
        };
        let left = TimeLeft {
            time: period,
            n_left: 1,
        };
        Some((settings, left))
    }
}

/// A game that was played.
#[derive(Debug)]
pub struct MatchGame {
    /// Which one of the match, counted from 0.
    pub number: usize,
    /// The moves.
    pub game: Game,
    /// Who won.
    pub verdict: RecordedResult,
    /// How it came to its end.
    pub how: MatchEnding,
    /// The longest that each seat thought about a move.
    pub slowest: [Duration; 2],
    /// What the seats counted, where that is not what the referee did.
    pub counted_otherwise: [Option<Outcome>; 2],
}

/// How a game came to its end.
#[derive(Debug)]
pub enum MatchEnding {
    /// Both engines named the same dead stones.
    Agreed,
    /// They did not, and the referee named them.
    ByReferee,
    /// Nothing is dead under the rules.
    ByRules,
    /// One gave up.
    Resigned,
    /// It went in circles.
    Endless,
    /// An engine did what ends its game.
    Spoiled {
        /// The engine.
        by: MatchSeat,
        /// What it did.
        why: String,
        /// The last lines of its stderr.
        stderr: Vec<String>,
    },
    /// It was played before, and read from a file.
    Recorded,
}

/// Two engines at a board.
#[derive(Debug)]
pub struct EnginePair {
    engines: [EngineCommand; 2],
    terms: MatchTerms,
    drivers: [Option<Driver>; 2],
}

/// What an engine did wrong, and which.
struct Foul {
    by: MatchSeat,
    why: String,
    stderr: Vec<String>,
}

impl Foul {
    fn new(by: MatchSeat, error: &DriveError) -> Foul {
        Foul {
            by,
            why: format!("{}: {}", error.command, error.fault),
            stderr: error.stderr.clone(),
        }
    }
}

impl EnginePair {
    /// A board for these engines, which are not started yet.
    pub fn new(engines: [EngineCommand; 2], terms: MatchTerms) -> EnginePair {
        EnginePair {
            engines,
            terms,
            drivers: [None, None],
        }
    }

    /// Starts both engines, and tells their names.
    ///
    /// # Errors
    ///
    /// If one does not start.
    pub fn start(&mut self) -> Result<[String; 2], DriveError> {
        let mut names = [String::new(), String::new()];
        for (seat, name) in names.iter_mut().enumerate() {
            let driver = self.driver(seat)?;
            *name = format!("{} {}", driver.name(), driver.version());
        }
        Ok(names)
    }

    /// The engine at a seat, started anew if it was lost.
    fn driver(&mut self, seat: MatchSeat) -> Result<&mut Driver, DriveError> {
        let place = &mut self.drivers[seat];
        match place {
            Some(driver) => Ok(driver),
            None => {
                let program = program(&self.engines[seat])?;
                Ok(place.insert(Driver::start(program, self.terms.patience())?))
            }
        }
    }

    /// Plays a game to its end. An engine that spoils it loses it.
    ///
    /// # Errors
    ///
    /// The terms have no such game, or what the referee calls dead cannot be.
    pub fn play(&mut self, number: usize) -> Result<MatchGame, Illegal> {
        let game = self.terms.setup.clone().start();
        let mut played = MatchGame {
            number,
            // The set-up was tried before the match began.
            game: game.map_err(|_| Illegal::NotStopped)?,
            verdict: RecordedResult::Unknown,
            how: MatchEnding::Endless,
            slowest: [Duration::ZERO; 2],
            counted_otherwise: [None; 2],
        };
        let fought = self.set_up().and_then(|()| self.fight(&mut played));
        match fought {
            Ok(()) => self.count(&mut played)?,
            Err(foul) => {
                // Whatever it did, it begins the next game anew.
                self.drivers[foul.by] = None;
                let winner = match foul.by == seat_of_black(number) {
                    true => Color::White,
                    false => Color::Black,
                };
                played.verdict = RecordedResult::Forfeit { winner };
                played.how = MatchEnding::Spoiled {
                    by: foul.by,
                    why: foul.why,
                    stderr: foul.stderr,
                };
            }
        }
        Ok(played)
    }

    /// Lets both engines begin a game.
    fn set_up(&mut self) -> Result<(), Foul> {
        let terms = self.terms.clone();
        for seat in [0, 1] {
            let begin = |driver: &mut Driver| -> Result<(), DriveError> {
                driver.set_up(&terms.setup)?;
                if let Some((settings, _)) = terms.clock().filter(|_| terms.can_be_told(driver)) {
                    driver.tell_clock(settings)?;
                }
                Ok(())
            };
            let begun = self.driver(seat).and_then(begin);
            begun.map_err(|error| Foul::new(seat, &error))?;
        }
        Ok(())
    }

    /// Lets them move in turn until play stops.
    fn fight(&mut self, played: &mut MatchGame) -> Result<(), Foul> {
        let n_moves_max = MOVES_MAX_PER_POINT * played.game.size().n_points();
        while played.game.phase() == Phase::Playing && played.game.n_moves() < n_moves_max {
            let color = played.game.turn();
            let seat = seat_with(played.number, color);
            let began = (self.terms.now)();
            let decision = self.ask_move(seat, color)?;
            played.slowest[seat] =
                played.slowest[seat].max((self.terms.now)().duration_since(began));
            let mv = match decision {
                Decision::Move(mv) => mv,
                Decision::Resign => {
                    // A game that is being played can be given up.
                    let _ended = played.game.resign(color);
                    return Ok(());
                }
            };
            if let Err(law) = played.game.play(mv) {
                let what = decision_word(decision, played.game.size());
                return Err(Foul {
                    by: seat,
                    why: format!("illegal move {what} for {color}: {law}"),
                    stderr: self.drivers[seat]
                        .as_ref()
                        .map_or(Vec::new(), Driver::stderr),
                });
            }
            let told = self
                .driver(1 - seat)
                .and_then(|driver| driver.play(color, mv));
            told.map_err(|error| Foul::new(1 - seat, &error))?;
        }
        Ok(())
    }

    fn ask_move(&mut self, seat: MatchSeat, color: Color) -> Result<Decision, Foul> {
        // What a clock shows is told in whole seconds.
        let clock = self.terms.clock().filter(|_| self.terms.is_whole());
        let left = clock.map(|(_, left)| left);
        let asked = self.driver(seat).and_then(|driver| {
            if let Some(left) = left {
                driver.tell_time_left(color, left)?;
            }
            driver.genmove(color)
        });
        asked.map_err(|error| Foul::new(seat, &error))
    }

    /// Says how a game that nobody spoiled ended.
    fn count(&mut self, played: &mut MatchGame) -> Result<(), Illegal> {
        played.how = match played.game.phase() {
            Phase::Playing => MatchEnding::Endless,
            Phase::Over(Outcome::Score { .. }) => MatchEnding::ByRules,
            Phase::Over(_) => MatchEnding::Resigned,
            Phase::Stopped => match self.agreed_dead() {
                Some(dead) if played.game.agree(dead).is_ok() => MatchEnding::Agreed,
                Some(_) | None => {
                    played.game.agree((self.terms.referee)(&played.game))?;
                    MatchEnding::ByReferee
                }
            },
        };
        let outcome = played.game.outcome().unwrap_or(Outcome::NoResult);
        played.verdict = RecordedResult::Ended(outcome);
        if matches!(outcome, Outcome::Score { .. }) {
            for seat in [0, 1] {
                played.counted_otherwise[seat] = self.other_count(seat, outcome);
            }
        }
        Ok(())
    }

    /// The stones that are dead in both engines' opinion, if they have the same.
    fn agreed_dead(&mut self) -> Option<PointSet> {
        let opinion = |driver: &mut Option<Driver>| {
            let driver = driver.as_mut()?;
            let is_asked = driver.knows("final_status_list");
            is_asked.then(|| driver.final_status_list(Status::Dead).ok())?
        };
        let [first, second] = &mut self.drivers;
        let (first, second) = (opinion(first)?, opinion(second)?);
        (first == second).then_some(first)
    }

    fn other_count(&mut self, seat: MatchSeat, outcome: Outcome) -> Option<Outcome> {
        let driver = self.drivers[seat].as_mut();
        let asked = driver.filter(|driver| driver.knows("final_score"));
        let score = asked.and_then(|driver| driver.final_score().ok());
        score.filter(|&score| score != outcome)
    }
}

impl MatchTerms {
    fn is_whole(&self) -> bool {
        self.time.is_some_and(|time| time.subsec_nanos() == 0)
    }

    /// Whether an engine can be told the time for a move: fractions of a
    /// second have words in KataGo's dialect alone.
    fn can_be_told(&self, driver: &Driver) -> bool {
        self.is_whole() || driver.knows(TimeDialect::Kata.command_name())
    }
}

fn program(engine: &EngineCommand) -> Result<process::Command, DriveError> {
    engine.process().map_err(|error: io::Error| DriveError {
        command: engine.program().to_owned(),
        fault: EngineFault::NotStarted(error),
        stderr: Vec::new(),
    })
}
