//! Clocks as GTP tells them: settings and time left, in three dialects. It runs no clock.

use std::time::Duration;

use ponnuki_game::Color;

use crate::args::Args;
use crate::command::Command;
use crate::refusal::CommandRefusal;
use crate::vertex::color_word;

/// How the players' time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeSettings {
    /// Not at all.
    None,
    /// One stretch for the whole game.
    Absolute {
        /// The stretch.
        main: Duration,
    },
    /// After the main time, so many stones in each period.
    Canadian {
        /// Before the first period.
        main: Duration,
        /// One period.
        period: Duration,
        /// Stones to play in it.
        n_stones: u32,
    },
    /// After the main time, some periods; one that is not used up begins anew.
    Byoyomi {
        /// Before the first period.
        main: Duration,
        /// One period.
        period: Duration,
        /// How many may be used up.
        n_periods: u32,
    },
    /// Each move adds some time.
    Fischer {
        /// At the beginning.
        main: Duration,
        /// For each move.
        increment: Duration,
    },
    /// Each move adds some time, within limits.
    FischerCapped {
        /// At the beginning.
        main: Duration,
        /// For each move.
        increment: Duration,
        /// The most a clock may show, if there is a limit.
        main_max: Option<Duration>,
        /// The longest a single move may take, if there is a limit.
        turn_max: Option<Duration>,
    },
}

/// The commands that tell an engine how time is counted. Each knows what those
/// before it know and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeDialect {
    /// `time_settings`: none, absolute, Canadian.
    Gtp,
    /// `kgs-time_settings`: byo-yomi as well.
    Kgs,
    /// `kata-time_settings`: Fischer time as well.
    Kata,
}

impl TimeDialect {
    /// Every dialect, the richest first.
    pub const ALL: [TimeDialect; 3] = [TimeDialect::Kata, TimeDialect::Kgs, TimeDialect::Gtp];

    /// The command.
    pub fn command_name(self) -> &'static str {
        match self {
            TimeDialect::Gtp => "time_settings",
            TimeDialect::Kgs => "kgs-time_settings",
            TimeDialect::Kata => "kata-time_settings",
        }
    }
}

impl TimeSettings {
    /// The kinds that `kata-list_time_settings` lists.
    pub const KINDS: [&'static str; 6] = [
        "none",
        "absolute",
        "canadian",
        "byoyomi",
        "fischer",
        "fischer-capped",
    ];

    /// The kind, one of [`KINDS`](TimeSettings::KINDS).
    pub fn kind(self) -> &'static str {
        match self {
            TimeSettings::None => "none",
            TimeSettings::Absolute { .. } => "absolute",
            TimeSettings::Canadian { .. } => "canadian",
            TimeSettings::Byoyomi { .. } => "byoyomi",
            TimeSettings::Fischer { .. } => "fischer",
            TimeSettings::FischerCapped { .. } => "fischer-capped",
        }
    }

    /// Reads the arguments of a dialect's command.
    ///
    /// ```
    /// use ponnuki_gtp::{Args, TimeDialect, TimeSettings};
    ///
    /// let mut args = Args::new("byoyomi 600 30 5");
    /// let settings = TimeSettings::parse(TimeDialect::Kgs, &mut args)?;
    /// let command = settings.command(TimeDialect::Gtp);
    /// assert_eq!(command.to_string(), "time_settings 720 30 1");
    /// # Ok::<(), ponnuki_gtp::CommandRefusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if it is no setting of this dialect.
    pub fn parse(
        dialect: TimeDialect,
        args: &mut Args<'_>,
    ) -> Result<TimeSettings, CommandRefusal> {
        if dialect == TimeDialect::Gtp {
            return TimeSettings::parse_gtp(args);
        }
        let kind = args.word()?.to_ascii_lowercase();
        let settings = match kind.as_str() {
            "none" => TimeSettings::None,
            "absolute" => TimeSettings::Absolute {
                main: args.seconds()?,
            },
            "canadian" => TimeSettings::Canadian {
                main: args.seconds()?,
                period: args.seconds()?,
                n_stones: at_least_one(args)?,
            },
            "byoyomi" => TimeSettings::Byoyomi {
                main: args.seconds()?,
                period: args.seconds()?,
                n_periods: at_least_one(args)?,
            },
            "fischer" if dialect == TimeDialect::Kata => TimeSettings::Fischer {
                main: args.seconds()?,
                increment: args.seconds()?,
            },
            "fischer-capped" if dialect == TimeDialect::Kata => TimeSettings::FischerCapped {
                main: args.seconds()?,
                increment: args.seconds()?,
                main_max: limit(args)?,
                turn_max: limit(args)?,
            },
            _ => return Err(CommandRefusal::Syntax),
        };
        Ok(settings)
    }

    /// `main period stones`. Periods without stones are no limit at all, and so
    /// are three zeros, which some clients send for it.
    fn parse_gtp(args: &mut Args<'_>) -> Result<TimeSettings, CommandRefusal> {
        let (main, period, n_stones) = (args.seconds()?, args.seconds()?, args.number()?);
        Ok(match (period.is_zero(), n_stones) {
            (false, 0) => TimeSettings::None,
            (true, _) if main.is_zero() => TimeSettings::None,
            (true, _) => TimeSettings::Absolute { main },
            (false, n_stones) => TimeSettings::Canadian {
                main,
                period,
                n_stones,
            },
        })
    }

    /// The command that tells these settings, or the nearest that the dialect
    /// has, in a dialect: see [`nearest`](TimeSettings::nearest). Seconds are
    /// whole, rounded down, but for KataGo's; GTP's absolute time is at least one.
    pub fn command(self, dialect: TimeDialect) -> Command {
        let settings = self.nearest(dialect);
        let seconds = |time: Duration| match dialect {
            TimeDialect::Kata => time.as_secs_f64().to_string(),
            TimeDialect::Gtp | TimeDialect::Kgs => time.as_secs().to_string(),
        };
        let limit = |time: Option<Duration>| time.map_or("-1".to_owned(), seconds);
        let numbers = match settings {
            TimeSettings::None if dialect == TimeDialect::Gtp => "0 1 0".to_owned(),
            TimeSettings::None => String::new(),
            // Three zeros would be no limit at all.
            TimeSettings::Absolute { main } if dialect == TimeDialect::Gtp => {
                format!("{} 0 0", main.as_secs().max(1))
            }
            TimeSettings::Absolute { main } => seconds(main),
            TimeSettings::Canadian {
                main,
                period,
                n_stones: n,
            }
            | TimeSettings::Byoyomi {
                main,
                period,
                n_periods: n,
            } => format!("{} {} {n}", seconds(main), seconds(period)),
            TimeSettings::Fischer { main, increment } => {
                format!("{} {}", seconds(main), seconds(increment))
            }
            TimeSettings::FischerCapped {
                main,
                increment,
                main_max,
                turn_max,
            } => [
                seconds(main),
                seconds(increment),
                limit(main_max),
                limit(turn_max),
            ]
            .join(" "),
        };
        let args = match dialect {
            TimeDialect::Gtp => numbers,
            TimeDialect::Kgs | TimeDialect::Kata => format!("{} {numbers}", settings.kind()),
        };
        Command::new(dialect.command_name(), args)
    }

    /// The settings that a dialect has in place of these, with which an engine
    /// that does not know the true ones loses no game on time:
    ///
    /// - byo-yomi as Canadian time of one stone, all periods but one as main time;
    /// - Fischer time as Canadian time of one stone, the increment as its period;
    /// - a period under a second, which can only be told as none, as absolute time.
    #[must_use]
    pub fn nearest(self, dialect: TimeDialect) -> TimeSettings {
        let (main, period) = match (dialect, self) {
            (TimeDialect::Kata, _) => return self,
            (TimeDialect::Kgs, TimeSettings::Byoyomi { .. }) => return self,
            (_, TimeSettings::None | TimeSettings::Absolute { .. }) => return self,
            (_, TimeSettings::Canadian { main, period, .. }) => {
                if period >= Duration::from_secs(1) {
                    return self;
                }
                (main, period)
            }
            (
                TimeDialect::Gtp,
                TimeSettings::Byoyomi {
                    main,
                    period,
                    n_periods,
                },
            ) => {
                let n_more = n_periods.saturating_sub(1);
                let more = period.saturating_mul(n_more);
                (main.saturating_add(more), period)
            }
            (
                TimeDialect::Gtp | TimeDialect::Kgs,
                TimeSettings::Fischer { main, increment }
                | TimeSettings::FischerCapped {
                    main, increment, ..
                },
            ) => (main.saturating_sub(increment), increment),
        };
        if period < Duration::from_secs(1) {
            let main = main.saturating_add(period);
            return TimeSettings::Absolute { main };
        }
        TimeSettings::Canadian {
            main,
            period,
            n_stones: 1,
        }
    }

    /// The time left as an engine understands it that was told of these settings in a
    /// dialect; `left` is what the true clock shows.
    #[must_use]
    pub fn left_as_told(self, dialect: TimeDialect, left: TimeLeft) -> TimeLeft {
        let told = self.nearest(dialect);
        if told == self {
            return left;
        }
        let all = match self {
            TimeSettings::Byoyomi {
                period, n_periods, ..
            } => {
                let n_later = match left.n_left {
                    0 => n_periods,
                    n_left => n_left - 1,
                };
                left.time.saturating_add(period.saturating_mul(n_later))
            }
            _ => left.time,
        };
        let TimeSettings::Canadian { period, .. } = told else {
            return TimeLeft::main(all);
        };
        if all > period {
            TimeLeft::main(all - period)
        } else {
            TimeLeft {
                time: all,
                n_left: 1,
            }
        }
    }
}

/// A number of stones or periods. None at all is another kind of time.
fn at_least_one(args: &mut Args<'_>) -> Result<u32, CommandRefusal> {
    match args.number()? {
        0 => Err(CommandRefusal::Syntax),
        n => Ok(n),
    }
}

/// A limit in seconds, none if it is negative.
fn limit(args: &mut Args<'_>) -> Result<Option<Duration>, CommandRefusal> {
    if args.clone().decimal()? < 0.0 {
        args.word()?;
        return Ok(None);
    }
    args.seconds().map(Some)
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// In the main time or in this period.
    pub time: Duration,
    /// Stones to play in this period or, with byo-yomi, periods with this one;
    /// 0 in the main time.
    pub n_left: u32,
}

impl TimeLeft {
    /// So much of the main time.
    pub fn main(time: Duration) -> TimeLeft {
        TimeLeft { time, n_left: 0 }
    }

    /// Reads the arguments of `time_left`. Some clients leave out the last.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if they are none.
    pub fn parse(args: &mut Args<'_>) -> Result<(Color, TimeLeft), CommandRefusal> {
        let (color, time) = (args.color()?, args.seconds()?);
        let n_left = args.peek().map(|_| args.number()).transpose()?;
        let n_left = n_left.unwrap_or(0);
        Ok((color, TimeLeft { time, n_left }))
    }

    /// The command that tells it, in whole seconds rounded down.
    pub fn command(self, color: Color) -> Command {
        let (color, seconds) = (color_word(color), self.time.as_secs());
        Command::new("time_left", format!("{color} {seconds} {}", self.n_left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> TimeSettings {
        TimeSettings::parse(TimeDialect::Kata, &mut Args::new(text)).unwrap()
    }

    #[test]
    fn each_dialect_says_what_it_can() {
        for (text, kata, kgs, gtp) in [
            ("none", "none", "none", "0 1 0"),
            ("absolute 90.5", "absolute 90.5", "absolute 90", "90 0 0"),
            ("absolute 0.5", "absolute 0.5", "absolute 0", "1 0 0"),
            (
                "canadian 60 300 25",
                "canadian 60 300 25",
                "canadian 60 300 25",
                "60 300 25",
            ),
            (
                "canadian 60 0.5 1",
                "canadian 60 0.5 1",
                "absolute 60",
                "60 0 0",
            ),
            (
                "byoyomi 600 30 5",
                "byoyomi 600 30 5",
                "byoyomi 600 30 5",
                "720 30 1",
            ),
            (
                "fischer 120 10",
                "fischer 120 10",
                "canadian 110 10 1",
                "110 10 1",
            ),
            (
                "fischer 120 0.25",
                "fischer 120 0.25",
                "absolute 120",
                "120 0 0",
            ),
            (
                "fischer-capped 120 10 300 -1",
                "fischer-capped 120 10 300 -1",
                "canadian 110 10 1",
                "110 10 1",
            ),
        ] {
            let settings = settings(text);
            assert!(text.starts_with(settings.kind()), "{text}");
            for (dialect, args) in [
                (TimeDialect::Kata, kata),
                (TimeDialect::Kgs, kgs),
                (TimeDialect::Gtp, gtp),
            ] {
                let command = settings.command(dialect).to_string();
                assert_eq!(command, format!("{} {args}", dialect.command_name()));
            }
        }
    }

    #[test]
    fn what_clients_send_for_no_limit_is_none() {
        for text in ["1 1 0", "0 1 0", "0 0 0"] {
            let settings = TimeSettings::parse(TimeDialect::Gtp, &mut Args::new(text));
            assert_eq!(settings, Ok(TimeSettings::None), "{text}");
        }
        let simple = TimeSettings::parse(TimeDialect::Gtp, &mut Args::new("0 5.0 1.0"));
        assert_eq!(simple, Ok(settings("canadian 0 5 1")));
    }

    #[test]
    fn a_dialect_refuses_what_it_does_not_have() {
        for (dialect, text) in [
            (TimeDialect::Gtp, "byoyomi 600 30 5"),
            (TimeDialect::Gtp, "600 30"),
            (TimeDialect::Gtp, "600 30 1.5"),
            (TimeDialect::Kgs, "fischer 120 10"),
            (TimeDialect::Kgs, "absolute"),
            (TimeDialect::Kgs, "byoyomi 600 30 0"),
            (TimeDialect::Kgs, "canadian 600 30 0"),
            (TimeDialect::Kata, "hourglass 60"),
            (TimeDialect::Kata, "fischer-capped 120 10 300"),
            (TimeDialect::Kata, ""),
        ] {
            let settings = TimeSettings::parse(dialect, &mut Args::new(text));
            assert_eq!(settings, Err(CommandRefusal::Syntax), "{text}");
        }
    }

    #[test]
    fn a_faked_clock_is_told_so_that_it_fits_the_fake() {
        for (text, time, n_left, told) in [
            ("byoyomi 600 30 5", 100, 0, "220 0"),
            ("byoyomi 600 30 5", 20, 5, "110 0"),
            ("byoyomi 600 30 5", 20, 1, "20 1"),
            ("fischer 120 10", 50, 0, "40 0"),
            ("fischer 120 10", 8, 0, "8 1"),
            ("canadian 60 300 25", 200, 20, "200 20"),
            ("absolute 60", 30, 0, "30 0"),
        ] {
            let time = Duration::from_secs(time);
            let left = settings(text).left_as_told(TimeDialect::Gtp, TimeLeft { time, n_left });
            let command = left.command(Color::White).to_string();
            assert_eq!(command, format!("time_left W {told}"), "{text}");
        }
    }

    #[test]
    fn time_left_is_read_with_fractions_and_without_stones() {
        for (text, time, n_left) in [
            ("b 30 0", 30_000, 0),
            ("White 12.75 3", 12_750, 3),
            ("w 10", 10_000, 0),
            ("w -1 1.0", 0, 1),
        ] {
            let (_, left) = TimeLeft::parse(&mut Args::new(text)).unwrap();
            let time = Duration::from_millis(time);
            assert_eq!(left, TimeLeft { time, n_left }, "{text}");
        }
        let refused = TimeLeft::parse(&mut Args::new("30 0"));
        assert_eq!(refused, Err(CommandRefusal::Syntax));
    }
}
