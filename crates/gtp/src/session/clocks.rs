//! The players' clocks, as far as a client tells of them.

use std::time::Duration;

use ponnuki_clock::{Control, Left};
use ponnuki_game::{ByColor, Color, Game};
use ponnuki_think::{Budget, budget};

use crate::{TimeLeft, TimeSettings};

/// Both clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    control: Control,
    /// The longest a single move may take, whatever is left.
    turn_max: Option<Duration>,
    left: ByColor<Left>,
}

impl Default for Clocks {
    /// No clock at all.
    fn default() -> Clocks {
        Clocks::new(TimeSettings::None)
    }
}

impl Clocks {
    /// Clocks at the beginning of a game.
    pub(super) fn new(settings: TimeSettings) -> Clocks {
        let control = control(settings);
        let left = control.start();
        Clocks {
            control,
            turn_max: match settings {
                TimeSettings::FischerCapped { turn_max, .. } => turn_max,
                _ => None,
            },
            left: ByColor {
                black: left,
                white: left,
            },
        }
    }

    /// A new game has begun.
    pub(super) fn restart(&mut self) {
        let left = self.control.start();
        self.left = ByColor {
            black: left,
            white: left,
        };
    }

    /// The clock of `color` shows this.
    pub(super) fn show(&mut self, color: Color, TimeLeft { time, n_left }: TimeLeft) {
        self.left[color] = match self.control {
            Control::None => Left::Unlimited,
            Control::Byoyomi { .. } if n_left > 0 => Left::Period {
                time,
                n_periods: few(n_left),
            },
            Control::Canadian { .. } if n_left > 0 => Left::Stones {
                time,
                n_stones: few(n_left),
            },
            _ => Left::Main(time),
        };
    }

    /// How long `color` may think about the next move of `game`; no limit without a clock.
    pub(super) fn budget(&self, color: Color, game: &Game) -> Option<Budget> {
        let budget = budget(self.control, self.left[color], game.size(), game.n_moves())?;
        Some(budget.capped(self.turn_max.unwrap_or(Duration::MAX)))
    }

    /// `color` has moved after so long. A client that tells what its clock shows
    /// before each move knows better; this is for those who do not, and whose flag
    /// does not fall by our count.
    pub(super) fn spend(&mut self, color: Color, elapsed: Duration) {
        let left = self.control.after_move(self.left[color], elapsed);
        self.left[color] = match (left, self.control) {
            (Left::Flag, Control::Byoyomi { period, .. }) => Left::Period {
                time: period,
                n_periods: 1,
            },
            (
                Left::Flag,
                Control::Canadian {
                    period, n_stones, ..
                },
            ) => Left::Stones {
                time: period,
                n_stones,
            },
            (Left::Flag, Control::Fischer { increment, .. }) => Left::Main(increment),
            (left, _) => left,
        };
    }
}

/// How time is counted, in the words of `clock`.
fn control(settings: TimeSettings) -> Control {
    match settings {
        TimeSettings::None => Control::None,
        TimeSettings::Absolute { main } => Control::Absolute { main },
        TimeSettings::Canadian {
            main,
            period,
            n_stones,
        } => Control::Canadian {
            main,
            n_stones: few(n_stones),
            period,
        },
        TimeSettings::Byoyomi {
            main,
            period,
            n_periods,
        } => Control::Byoyomi {
            main,
            n_periods: few(n_periods),
            period,
        },
        TimeSettings::Fischer { main, increment } => Control::Fischer {
            main,
            increment,
            max: None,
        },
        TimeSettings::FischerCapped {
            main,
            increment,
            main_max: max,
            ..
        } => Control::Fischer {
            main,
            increment,
            max,
        },
    }
}

/// So many stones or periods; more than any game has are as many as there can be.
fn few(n: u32) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Rules, Size};

    use super::*;
    use crate::{Args, TimeDialect};

    fn clock(text: &str) -> Clocks {
        Clocks::new(TimeSettings::parse(TimeDialect::Kata, &mut Args::new(text)).unwrap())
    }

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn every_kind_of_clock_has_a_budget_and_none_has_none() {
        let game = Game::new(Size::NINETEEN, Rules::CHINESE).unwrap();
        for kind in TimeSettings::KINDS {
            let numbers = match kind {
                "none" => "",
                "absolute" => "600",
                "fischer" => "600 10",
                "fischer-capped" => "600 10 900 5",
                _ => "600 30 5",
            };
            let budget = clock(&format!("{kind} {numbers}")).budget(Color::White, &game);
            assert_eq!(budget.is_none(), kind == "none", "{kind}");
            let is_sound = |budget: Budget| budget.soft > seconds(1) && budget.hard < seconds(60);
            assert!(budget.is_none_or(is_sound), "{kind}: {budget:?}");
            let capped = budget.filter(|_| kind == "fischer-capped");
            assert!(capped.is_none_or(|budget| budget == Budget::at_most(seconds(5))));
        }
    }

    #[test]
    fn a_clock_runs_when_nobody_tells_of_it() {
        let main = |n| Left::Main(seconds(n));
        let period = |n, n_periods| Left::Period {
            time: seconds(n),
            n_periods,
        };
        let stones = |n, n_stones| Left::Stones {
            time: seconds(n),
            n_stones,
        };
        for (text, expected) in [
            ("absolute 60", main(50)),
            ("fischer 60 5", main(55)),
            ("fischer 10 5", main(5)),
            ("fischer-capped 60 50 70 -1", main(70)),
            ("byoyomi 60 30 5", main(50)),
            ("byoyomi 10 30 5", period(30, 5)),
            ("byoyomi 0 30 5", period(30, 5)),
            ("byoyomi 0 10 5", period(10, 4)),
            ("byoyomi 0 10 1", period(10, 1)),
            ("canadian 0 60 3", stones(50, 2)),
            ("canadian 0 60 1", stones(60, 1)),
            ("canadian 0 10 1", stones(10, 1)),
            ("canadian 5 60 3", stones(55, 2)),
            ("none", Left::Unlimited),
        ] {
            let mut clock = clock(text);
            clock.spend(Color::White, seconds(10));
            assert_eq!(clock.left[Color::White], expected, "{text}");
            assert_eq!(clock.left[Color::Black], clock.control.start(), "{text}");
            clock.restart();
            assert_eq!(clock.left[Color::White], clock.control.start(), "{text}");
        }
    }

    #[test]
    fn a_client_knows_better() {
        for (text, (time, n_left), expected) in [
            ("absolute 60", (7, 0), Left::Main(seconds(7))),
            ("byoyomi 60 30 5", (7, 0), Left::Main(seconds(7))),
            (
                "byoyomi 60 30 5",
                (7, 99_999),
                Left::Period {
                    time: seconds(7),
                    n_periods: u16::MAX,
                },
            ),
            (
                "canadian 60 30 5",
                (7, 2),
                Left::Stones {
                    time: seconds(7),
                    n_stones: 2,
                },
            ),
            ("none", (7, 0), Left::Unlimited),
        ] {
            let mut clock = clock(text);
            let time = seconds(time);
            clock.show(Color::Black, TimeLeft { time, n_left });
            assert_eq!(clock.left[Color::Black], expected, "{text}");
        }
    }
}
