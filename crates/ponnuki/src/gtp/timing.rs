//! How long to think about a move, by what a clock shows.

use std::time::Duration;

use ponnuki_game::{ByColor, Color, Game};
use ponnuki_gtp::{TimeLeft, TimeSettings};

/// What a move costs besides thinking: the way to the client and back.
const LAG: Duration = Duration::from_millis(200);

/// However long the game is already, so many moves may still be to come.
const N_MOVES_LEFT_MIN: f64 = 12.0;

/// How much of the board is mostly filled when a game ends.
const FILLED_AT_END: f64 = 0.75;

/// The share of time that comes back after the move, and so may be used for it.
const SHARE_OF_RETURNING: f64 = 0.9;

/// The players' clocks, as far as the client tells of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    settings: TimeSettings,
    left: ByColor<TimeLeft>,
}

impl Default for Clock {
    /// No clock at all.
    fn default() -> Clock {
        Clock::new(TimeSettings::None)
    }
}

impl Clock {
    /// Clocks at the beginning of a game.
    pub(super) fn new(settings: TimeSettings) -> Clock {
        let left = first(settings);
        Clock {
            settings,
            left: ByColor {
                black: left,
                white: left,
            },
        }
    }

    /// A new game has begun.
    pub(super) fn restart(&mut self) {
        *self = Clock::new(self.settings);
    }

    /// The clock of `color` shows this.
    pub(super) fn show(&mut self, color: Color, left: TimeLeft) {
        self.left[color] = left;
    }

    /// How long `color` may think about the next move of `game`; no limit without a clock.
    pub(super) fn budget(&self, color: Color, game: &Game) -> Option<Duration> {
        let left = self.left[color];
        let n_moves_left = n_moves_left(game);
        let of_main = left.time.div_f64(n_moves_left);
        let time = match self.settings {
            TimeSettings::None => return None,
            TimeSettings::Canadian { .. } if left.n_left > 0 => {
                left.time.div_f64(f64::from(left.n_left))
            }
            TimeSettings::Byoyomi { .. } if left.n_left > 0 => left.time,
            TimeSettings::Absolute { .. } => of_main,
            TimeSettings::Canadian {
                period, n_stones, ..
            } => of_main + returning(period.div_f64(f64::from(n_stones.max(1)))),
            TimeSettings::Byoyomi { period, .. } => of_main + returning(period),
            TimeSettings::Fischer { increment, .. } => {
                left.time.min(of_main + returning(increment))
            }
            TimeSettings::FischerCapped {
                increment,
                turn_max,
                ..
            } => {
                let time = left.time.min(of_main + returning(increment));
                time.min(turn_max.unwrap_or(time))
            }
        };
        // On a clock that is nearly out there is no time but for the first idea.
        Some(time.saturating_sub(LAG).max(time / 10))
    }

    /// `color` has moved after so long. A client that tells what its clock
    /// shows before each move knows better; this is for those who do not.
    pub(super) fn spend(&mut self, color: Color, elapsed: Duration) {
        let left = self.left[color];
        let rest = left.time.saturating_sub(elapsed);
        let is_over = rest.is_zero();
        self.left[color] = match self.settings {
            TimeSettings::None => left,
            TimeSettings::Absolute { .. } => TimeLeft::main(rest),
            TimeSettings::Fischer { increment, .. } => TimeLeft::main(rest + increment),
            TimeSettings::FischerCapped {
                increment,
                main_max,
                ..
            } => {
                let time = rest + increment;
                TimeLeft::main(time.min(main_max.unwrap_or(time)))
            }
            TimeSettings::Canadian { .. } if left.n_left > 1 && !is_over => TimeLeft {
                time: rest,
                n_left: left.n_left - 1,
            },
            TimeSettings::Byoyomi { period, .. } if left.n_left > 1 && is_over => TimeLeft {
                time: period,
                n_left: left.n_left - 1,
            },
            TimeSettings::Byoyomi { period, .. } if left.n_left > 0 => TimeLeft {
                time: period,
                n_left: left.n_left,
            },
            TimeSettings::Canadian { .. } | TimeSettings::Byoyomi { .. }
                if left.n_left == 0 && !is_over =>
            {
                TimeLeft::main(rest)
            }
            TimeSettings::Canadian {
                period,
                n_stones: n_left,
                ..
            }
            | TimeSettings::Byoyomi {
                period,
                n_periods: n_left,
                ..
            } => TimeLeft {
                time: period,
                n_left,
            },
        };
    }
}

/// What a clock shows before the first move.
fn first(settings: TimeSettings) -> TimeLeft {
    match settings {
        TimeSettings::None => TimeLeft::main(Duration::ZERO),
        TimeSettings::Canadian {
            main,
            period,
            n_stones: n_left,
        }
        | TimeSettings::Byoyomi {
            main,
            period,
            n_periods: n_left,
        } if main.is_zero() => TimeLeft {
            time: period,
            n_left,
        },
        TimeSettings::Absolute { main }
        | TimeSettings::Canadian { main, .. }
        | TimeSettings::Byoyomi { main, .. }
        | TimeSettings::Fischer { main, .. }
        | TimeSettings::FischerCapped { main, .. } => TimeLeft::main(main),
    }
}

fn returning(time: Duration) -> Duration {
    time.mul_f64(SHARE_OF_RETURNING)
}

/// How many moves a player will still make, more or less.
fn n_moves_left(game: &Game) -> f64 {
    let n_at_end = game.size().n_points() as f64 * FILLED_AT_END;
    ((n_at_end - game.n_moves() as f64) / 2.0).max(N_MOVES_LEFT_MIN)
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Move, Rules, Size};
    use ponnuki_gtp::{Args, TimeDialect};

    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(TimeSettings::parse(TimeDialect::Kata, &mut Args::new(text)).unwrap())
    }

    fn game() -> Game {
        Game::new(Size::NINETEEN, Rules::CHINESE).unwrap()
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert_eq!(clock("none").budget(Color::Black, &game()), None);
    }

    #[test]
    fn a_move_gets_its_share() {
        for (text, least, most) in [
            ("absolute 1800", 5.0, 20.0),
            ("byoyomi 0 30 5", 29.0, 30.0),
            ("byoyomi 600 30 5", 28.0, 40.0),
            ("canadian 0 300 25", 11.0, 12.0),
            ("canadian 600 300 25", 10.0, 20.0),
            ("fischer 120 10", 9.0, 12.0),
            ("fischer 3 10", 2.5, 3.0),
            ("fischer-capped 120 10 300 5", 4.5, 5.0),
            ("absolute 0", 0.0, 0.0),
        ] {
            let budget = clock(text).budget(Color::White, &game());
            let seconds = budget.unwrap().as_secs_f64();
            assert!((least..=most).contains(&seconds), "{text}: {seconds}");
        }
    }

    /// Plays a long game alone on the clock that `text` describes, each move
    /// as long as the budget: the flag must not fall.
    #[track_caller]
    fn check_never_out(text: &str) {
        let (mut clock, mut game) = (clock(text), game());
        for i in 0..400 {
            let budget = clock.budget(Color::Black, &game).unwrap();
            let left = clock.left[Color::Black];
            let overtime = match clock.settings {
                TimeSettings::Canadian { period, .. } | TimeSettings::Byoyomi { period, .. } => {
                    period
                }
                _ => Duration::ZERO,
            };
            let all = if left.n_left == 0 {
                left.time + overtime
            } else {
                left.time
            };
            assert!(budget <= all, "{text}, move {i}: {budget:?} of {left:?}");
            clock.spend(Color::Black, budget);
            game.force(Color::Black, Move::Pass).unwrap();
        }
    }

    #[test]
    fn the_flag_does_not_fall_by_the_budget() {
        for text in [
            "absolute 600",
            "absolute 1",
            "byoyomi 60 10 3",
            "byoyomi 0 1 1",
            "canadian 60 100 10",
            "canadian 0 2 1",
            "fischer 60 2",
            "fischer-capped 60 2 90 5",
        ] {
            check_never_out(text);
        }
    }

    #[test]
    fn a_clock_runs_when_nobody_tells_of_it() {
        let second = Duration::from_secs(1);
        for (text, expected) in [
            ("absolute 60", (50, 0)),
            ("fischer 60 5", (55, 0)),
            ("fischer-capped 60 50 70 -1", (70, 0)),
            ("byoyomi 60 30 5", (50, 0)),
            ("byoyomi 10 30 5", (30, 5)),
            ("byoyomi 0 30 5", (30, 5)),
            ("byoyomi 0 10 5", (10, 4)),
            ("byoyomi 0 10 1", (10, 1)),
            ("canadian 0 60 3", (50, 2)),
            ("canadian 0 60 1", (60, 1)),
            ("canadian 5 60 3", (60, 3)),
            ("none", (0, 0)),
        ] {
            let mut clock = clock(text);
            clock.spend(Color::White, 10 * second);
            let left = clock.left[Color::White];
            assert_eq!((left.time.as_secs(), left.n_left), expected, "{text}");
            assert_eq!(clock.left[Color::Black], first(clock.settings), "{text}");
        }
    }
}
