//! Two neighbours on the ladder, and a game between them.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use ponnuki_engine::{
    Decision, Level, Leveled, Net, Request, Resignation, ThinkLimits, Thinker, dead_by_playouts,
    ignore, novice_move,
};
use ponnuki_game::{Color, Dice, Game, Move, Outcome, Phase, Rules, Setup, Size};

use ponnuki_match::{MOVES_MAX_PER_POINT, REFEREE_PLAYOUTS, seat_of_black};

/// A level and the one below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rung {
    pub(crate) upper: u8,
    /// Below the lowest level is the novice.
    pub(crate) lower: Option<u8>,
}

impl Rung {
    /// From the lowest to the highest.
    pub(crate) fn all() -> impl Iterator<Item = Rung> {
        Level::ALL.iter().map(|level| Rung {
            upper: level.number,
            lower: level.number.checked_sub(1).filter(|&below| below > 0),
        })
    }

    /// What to call the lower.
    pub(crate) fn lower_name(self) -> String {
        self.lower
            .map_or("novice".to_owned(), |level| level.to_string())
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.upper, self.lower_name())
    }
}

/// Who won a game on a rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Winner {
    Upper,
    Lower,
    Nobody,
}

/// The conditions of every game.
#[derive(Debug)]
pub(crate) struct Ladder {
    pub(crate) size: Size,
    pub(crate) net: Option<Arc<Net>>,
    /// How many positions full strength looks at.
    pub(crate) n_visits_full: u64,
    pub(crate) seed: u64,
}

/// One of the two.
#[derive(Debug)]
enum Climber {
    Novice(Dice),
    Leveled(Box<Leveled>),
}

impl Ladder {
    /// Plays game `number`; the upper has Black in the first.
    ///
    /// # Errors
    ///
    /// If the game cannot be counted, which no game of ours is.
    pub(crate) fn play(&self, rung: Rung, number: usize) -> Result<Winner, Box<dyn Error>> {
        let place = (u64::from(rung.upper) << 32) ^ ((number as u64) << 40);
        let mut dice = Dice::new(self.seed ^ place);
        let mut climbers = [Some(rung.upper), rung.lower]
            .map(|level| self.climber(level.and_then(Level::numbered), dice.roll()));
        let mut game = self.setup(rung).start()?;
        let n_moves_max = MOVES_MAX_PER_POINT * game.size().n_points();
        let upper = match seat_of_black(number) {
            0 => Color::Black,
            _ => Color::White,
        };
        while game.phase() == Phase::Playing && game.n_moves() < n_moves_max {
            let turn = game.turn();
            let climber = &mut climbers[usize::from(turn != upper)];
            let played = match self.ask(climber, &game) {
                Decision::Move(mv) => game.play(mv),
                Decision::Resign => game.resign(turn),
            };
            played.map_err(|law| format!("{rung}: {law}"))?;
        }
        Ok(match winner(&mut game) {
            Some(color) if color == upper => Winner::Upper,
            Some(_) => Winner::Lower,
            None => Winner::Nobody,
        })
    }

    /// A novice does not know what is dead: what stands is counted.
    fn setup(&self, rung: Rung) -> Setup {
        let rules = match rung.lower {
            Some(_) => Rules::CHINESE,
            None => Rules::TROMP_TAYLOR,
        };
        Setup::new(self.size, rules)
    }

    fn climber(&self, level: Option<Level>, seed: u64) -> Climber {
        match level {
            None => Climber::Novice(Dice::new(seed)),
            // Who knows when a game is lost gives up, as against anybody else.
            Some(level) => {
                let resignation = Some(Resignation::default());
                let leveled = Leveled::new(level, self.net.as_ref(), resignation, seed);
                Climber::Leveled(Box::new(leveled))
            }
        }
    }

    fn ask(&self, climber: &mut Climber, game: &Game) -> Decision {
        match climber {
            Climber::Novice(dice) => Decision::Move(novice_move(game, dice)),
            Climber::Leveled(leveled) => {
                let request = Request::within(ThinkLimits::playouts(self.n_visits_full));
                let choice = leveled.choose(game, &request, &mut ignore);
                choice.map_or(Decision::Move(Move::Pass), |choice| choice.decision)
            }
        }
    }
}

/// Who has won; nobody a draw, or a game that goes in circles.
fn winner(game: &mut Game) -> Option<Color> {
    if game.phase() == Phase::Stopped {
        let dead = dead_by_playouts(game, REFEREE_PLAYOUTS);
        // What the referee calls dead are whole chains.
        let _score = game.agree(dead);
    }
    game.outcome().and_then(Outcome::winner)
}
