//! Controls and clocks as players write and read them.

use std::time::Duration;

use ponnuki_clock::{
    Control, ControlFault, ControlTime, Left, PERIODS_MAX, PRESETS, Pace, ParseControlError,
    STONES_MAX, TIME_MAX,
};

const fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// Checks that a text is read as `control`.
fn check_parse(text: &str, control: Control) {
    assert_eq!(text.parse(), Ok(control), "{text}");
}

/// Checks that each text is a way to write the first.
fn check_same(texts: &[&str]) {
    for text in texts {
        let control: Control = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(control.to_string(), texts[0], "{text}");
    }
}

#[test]
fn every_kind_is_written_as_players_write_it() {
    let (main, period) = (seconds(600), seconds(30));
    check_parse("none", Control::None);
    check_parse("10:00", Control::Absolute { main });
    check_parse("0:30/move", Control::PerMove { time: period });
    check_parse(
        "10:00 + 0:30",
        Control::Fischer {
            main,
            increment: period,
            max: None,
        },
    );
    check_parse(
        "10:00 + 0:30 (max 20:00)",
        Control::Fischer {
            main,
            increment: period,
            max: Some(seconds(1200)),
        },
    );
    check_parse(
        "10:00 + 5×0:30",
        Control::Byoyomi {
            main,
            n_periods: 5,
            period,
        },
    );
    check_parse(
        "10:00 + 0:30/25",
        Control::Canadian {
            main,
            n_stones: 25,
            period,
        },
    );
}

#[test]
fn there_are_more_ways_than_one_to_write_it() {
    check_same(&["none", " None ", "NONE"]);
    check_same(&["30:00", "30m", " 30 m ", "0:30:00", "1800s", "29m60s"]);
    check_same(&["1:30", "90s", "1m30s", "1M 30S", "01:30"]);
    check_same(&["1:30:00", "90:00", "90m", "1h30m", "1h 30m"]);
    check_same(&["3:00 + 0:10", "3:00+0:10", "3m+10s", "3m + 10 s"]);
    check_same(&[
        "3:00 + 0:10 (max 5:00)",
        "3m+10s(max5m)",
        "3m + 10s ( MAX 5m )",
    ]);
    check_same(&[
        "10:00 + 5×0:30",
        "10m+5x30s",
        "10:00 + 5 × 0:30",
        "10m + 5X30s",
    ]);
    check_same(&["0:00 + 1×0:10", "0s+1x10s", "0m + 01 x 0:10"]);
    check_same(&["10:00 + 5:00/25", "10m+5m/25", "10:00 + 5:00 / 25"]);
    check_same(&["0:30/move", "30s/move", "30s / Move"]);
    check_same(&["1d/move", "24h/move", "24:00:00/move"]);
    check_same(&["3d + 1d (max 7d)", "72h+24h(max168h)"]);
    check_same(&["1d 2h 3m 4s", "1d2h3m4s", "26:03:04"]);
    check_same(&["1d 4s", "1d4s", "86404s"]);
}

/// Lengths on both sides of every place where the writing changes.
const LENGTHS: [u64; 16] = [
    1, 9, 10, 59, 60, 61, 3599, 3600, 3661, 86_399, 86_400, 86_401, 90_000, 93_784, 31_535_999,
    31_536_000,
];

/// Controls of every kind with all those lengths.
fn controls() -> Vec<Control> {
    let mut controls = vec![Control::None];
    for time in LENGTHS.map(seconds) {
        controls.push(Control::Absolute { main: time });
        controls.push(Control::PerMove { time });
        for main in LENGTHS.map(seconds) {
            for max in LENGTHS.map(seconds).into_iter().filter(|max| *max >= time) {
                controls.push(Control::Fischer {
                    main,
                    increment: time,
                    max: Some(max),
                });
            }
            controls.push(Control::Fischer {
                main,
                increment: time,
                max: None,
            });
        }
        for main in [0, 1, 60, 86_400].map(seconds) {
            for n in [1, 2, 99, 100] {
                controls.push(Control::Byoyomi {
                    main,
                    n_periods: n,
                    period: time,
                });
                controls.push(Control::Canadian {
                    main,
                    n_stones: n,
                    period: time,
                });
            }
        }
    }
    controls
}

#[test]
fn what_is_printed_is_parsed_back() {
    for control in controls() {
        let text = control.to_string();
        assert_eq!(control.check(), Ok(control), "{text}");
        check_parse(&text, control);
        check_parse(&text.replace('×', "x").replace(' ', ""), control);
        check_parse(&text.to_uppercase().replace(' ', "  "), control);
    }
}

#[test]
fn a_text_that_is_no_control_is_refused_where_it_ceases_to_be_one() {
    use ParseControlError as Error;
    for (text, error) in [
        ("", Error::NotATime { at: 0 }),
        ("  ", Error::NotATime { at: 2 }),
        ("fast", Error::NotATime { at: 0 }),
        ("-1:00", Error::NotATime { at: 0 }),
        (":30", Error::NotATime { at: 0 }),
        ("30", Error::NoUnit { at: 0 }),
        ("10:00 + 5x30", Error::NoUnit { at: 10 }),
        ("10:00 + 30", Error::NoUnit { at: 8 }),
        ("1d 5", Error::NoUnit { at: 3 }),
        ("1:5", Error::NotATime { at: 2 }),
        ("1: 05", Error::NotATime { at: 2 }),
        ("1:60", Error::NotATime { at: 2 }),
        ("1:005", Error::NotATime { at: 2 }),
        ("1:60:00", Error::NotATime { at: 2 }),
        ("1:00:60", Error::NotATime { at: 5 }),
        ("1:00:00:00", Error::Unexpected { at: 7 }),
        ("1h 1h", Error::Unexpected { at: 4 }),
        ("5s 1m", Error::Unexpected { at: 4 }),
        ("10min", Error::Unexpected { at: 3 }),
        ("1.5m", Error::NoUnit { at: 0 }),
        ("nonesuch", Error::Unexpected { at: 4 }),
        ("10:00 5x0:30", Error::Unexpected { at: 6 }),
        ("10:00 +", Error::NotATime { at: 7 }),
        ("10:00 + x0:30", Error::NotATime { at: 8 }),
        ("10:00 + 5x", Error::NotATime { at: 10 }),
        ("10:00 + 5×", Error::NotATime { at: 11 }),
        ("10:00 + 5:00/", Error::NotANumber { at: 13 }),
        ("10:00 + 5:00/move", Error::NotANumber { at: 13 }),
        ("10:00/25", Error::Unexpected { at: 6 }),
        ("0:30/moves", Error::Unexpected { at: 9 }),
        ("3:00 + 0:10 (5:00)", Error::Unexpected { at: 13 }),
        ("3:00 + 0:10 (max)", Error::NotATime { at: 16 }),
        ("3:00 + 0:10 (max 5:00", Error::Unexpected { at: 21 }),
        ("3:00 + 0:10 (max 5:00))", Error::Unexpected { at: 22 }),
        ("10:00 + 65536x0:30", Error::TooLarge { at: 8 }),
        ("10:00 + 5:00/65536", Error::TooLarge { at: 13 }),
        ("18446744073709551616s", Error::TooLarge { at: 0 }),
        ("18446744073709551615m", Error::TooLarge { at: 0 }),
        ("18446744073709551615:00", Error::TooLarge { at: 0 }),
        ("307445734561825860:00:00", Error::TooLarge { at: 0 }),
        ("10:00 + 213503982334602d", Error::TooLarge { at: 8 }),
    ] {
        assert_eq!(text.parse::<Control>(), Err(error), "{text:?}");
    }
}

#[test]
fn a_control_that_is_no_sense_is_refused() {
    use ControlFault as Fault;
    for (text, fault) in [
        ("0:00", Fault::Zero(ControlTime::Main)),
        ("0:00 + 0:10", Fault::Zero(ControlTime::Main)),
        ("3:00 + 0:00", Fault::Zero(ControlTime::Increment)),
        ("3:00 + 0:10 (max 0:00)", Fault::Zero(ControlTime::Max)),
        ("3:00 + 0:10 (max 0:09)", Fault::MaxBelowIncrement),
        ("3:00 + 1×0:00", Fault::Zero(ControlTime::Period)),
        ("3:00 + 0:00/10", Fault::Zero(ControlTime::Period)),
        ("0:00/move", Fault::Zero(ControlTime::Move)),
        ("3:00 + 0×0:30", Fault::Periods(0)),
        ("3:00 + 101×0:30", Fault::Periods(101)),
        ("3:00 + 5:00/0", Fault::Stones(0)),
        ("3:00 + 5:00/101", Fault::Stones(101)),
        ("365d 1s", Fault::TooLong(ControlTime::Main)),
        ("366d + 5×0:30", Fault::TooLong(ControlTime::Main)),
        ("366d + 5:00/25", Fault::TooLong(ControlTime::Main)),
        ("1d + 366d", Fault::TooLong(ControlTime::Increment)),
        ("1d + 1d (max 366d)", Fault::TooLong(ControlTime::Max)),
        ("1d + 1×366d", Fault::TooLong(ControlTime::Period)),
        ("366d/move", Fault::TooLong(ControlTime::Move)),
    ] {
        let error = ParseControlError::Fault(fault);
        assert_eq!(text.parse::<Control>(), Err(error), "{text}");
    }
    let main = Duration::from_millis(1500);
    let fault = Fault::Fraction(ControlTime::Main);
    assert_eq!(Control::Absolute { main }.check(), Err(fault));
}

#[test]
fn a_refusal_says_what_would_do() {
    for (text, refusal) in [
        (
            "30",
            "byte 0: a number needs a unit, as in 30s, 30m or 0:30",
        ),
        ("soon", "byte 0: a time is written 10:00, 90s or 1d 12h"),
        ("1m + 5m/", "byte 8: a number of stones is missing"),
        ("1m and", "byte 3: a time control does not go on like this"),
        ("1m + 99999x1s", "byte 5: the number is too large"),
        ("0s", "the main time is at least a second"),
        ("9m + 0s", "the increment is at least a second"),
        ("9999d/move", "the time for a move is at most 365 days"),
        ("1m + 0x1s", "there are 1 to 100 periods, not 0"),
        ("1m + 1m/500", "a period has 1 to 100 stones, not 500"),
        ("1m + 9s (max 8s)", "the maximum is at least the increment"),
    ] {
        let error = text.parse::<Control>().unwrap_err();
        assert_eq!(error.to_string(), refusal, "{text}");
    }
    let fault = ControlFault::Fraction(ControlTime::Period);
    assert_eq!(fault.to_string(), "a period is in whole seconds");
}

/// Checks what holds of any text: it is refused at a place in it, or is read as a control
/// that is printed so that it is read as the same.
fn check_any(text: &str) {
    use ParseControlError as Error;
    match text.parse::<Control>() {
        Ok(control) => check_parse(&control.to_string(), control),
        Err(Error::Fault(_)) => {}
        Err(
            Error::NotATime { at }
            | Error::NoUnit { at }
            | Error::NotANumber { at }
            | Error::TooLarge { at }
            | Error::Unexpected { at },
        ) => assert!(text.is_char_boundary(at), "{text:?} at {at}"),
    }
}

const SIGNS: [char; 14] = [
    '0', '7', ':', ' ', '+', 'x', '×', '/', '(', ')', 'd', 'm', 's', '\u{3000}',
];

#[test]
fn any_short_text_is_read_or_refused() {
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        texts = texts
            .iter()
            .flat_map(|text| SIGNS.map(|sign| format!("{text}{sign}")))
            .collect();
        texts.iter().for_each(|text| check_any(text));
    }
}

#[test]
fn any_slip_of_the_pen_is_read_or_refused() {
    for text in [
        "none",
        "1:30:00",
        "0:30/move",
        "3:00 + 0:10 (max 5:00)",
        "10:00 + 5×0:30",
        "1d 4h + 5:00/25",
    ] {
        for (at, sign) in text.char_indices() {
            let (before, after) = (&text[..at], &text[at + sign.len_utf8()..]);
            check_any(before);
            check_any(&format!("{before}{after}"));
            for slip in SIGNS {
                check_any(&format!("{before}{slip}{after}"));
                check_any(&format!("{before}{slip}{sign}{after}"));
            }
        }
    }
}

#[test]
fn a_clock_shows_begun_seconds_as_whole_ones() {
    for (millis, shown) in [
        (1, "0:01"),
        (999, "0:01"),
        (1000, "0:01"),
        (1001, "0:02"),
        (9_900, "0:10"),
        (59_001, "1:00"),
        (599_000, "9:59"),
        (3_599_000, "59:59"),
        (3_599_001, "1:00:00"),
        (86_399_000, "23:59:59"),
        (86_399_001, "1d"),
        (86_400_000, "1d"),
        (86_400_001, "1d 1h"),
        (172_800_000, "2d"),
        (187_200_000, "2d 4h"),
        (187_199_000, "2d 4h"),
        (187_200_001, "2d 5h"),
    ] {
        let left = Left::Main(Duration::from_millis(millis));
        assert_eq!(left.to_string(), shown, "{millis} ms");
    }
}

#[test]
fn a_clock_shows_its_overtime() {
    let period = |time, n_periods| Left::Period {
        time: seconds(time),
        n_periods,
    };
    let stones = |time, n_stones| Left::Stones {
        time: seconds(time),
        n_stones,
    };
    for (left, shown) in [
        (Left::Unlimited, "∞"),
        (Left::Flag, "0:00"),
        (period(24, 3), "0:24 (3)"),
        (period(24, 2), "0:24 (2)"),
        (period(24, 1), "0:24 SD"),
        (period(86_400, 5), "1d (5)"),
        (stones(250, 12), "4:10/12"),
        (stones(250, 1), "4:10/1"),
    ] {
        assert_eq!(left.to_string(), shown);
    }
}

#[test]
fn a_control_is_as_fast_as_its_moves() {
    for (text, pace) in [
        ("none", Pace::Correspondence),
        ("20:59", Pace::Blitz),
        ("21:00", Pace::Live),
        ("365d", Pace::Correspondence),
        ("0:30 + 0:09", Pace::Blitz),
        ("0:30 + 0:10", Pace::Live),
        ("1:00 + 1h", Pace::Correspondence),
        ("0:00 + 5×0:19", Pace::Blitz),
        ("0:00 + 5×0:20", Pace::Live),
        ("0:00 + 1×2h", Pace::Correspondence),
        ("0:00 + 3:19/20", Pace::Blitz),
        ("0:00 + 3:20/20", Pace::Live),
        ("0:00 + 7d/10", Pace::Correspondence),
        ("0:19/move", Pace::Blitz),
        ("0:20/move", Pace::Live),
        ("1:59:59/move", Pace::Live),
        ("1d/move", Pace::Correspondence),
    ] {
        assert_eq!(text.parse::<Control>().unwrap().pace(), pace, "{text}");
    }
}

#[test]
fn the_presets_are_these() {
    let rows = PRESETS.iter().map(|(name, control)| {
        assert_eq!(control.check(), Ok(*control), "{name}");
        format!("{name:14} {:14} {control}", control.pace().to_string())
    });
    let table: Vec<String> = rows.collect();
    assert_eq!(
        table,
        [
            "blitz          blitz          0:30 + 0:05",
            "blitz-byoyomi  blitz          0:30 + 5×0:10",
            "rapid          blitz          5:00 + 0:07",
            "rapid-byoyomi  live           5:00 + 5×0:30",
            "live           live           10:00 + 0:10",
            "live-byoyomi   live           20:00 + 5×0:30",
            "daily          correspondence 3d + 1d (max 7d)",
        ]
    );
}

#[test]
fn the_limits_themselves_are_allowed() {
    for control in [
        Control::Absolute { main: TIME_MAX },
        Control::Byoyomi {
            main: TIME_MAX,
            n_periods: PERIODS_MAX,
            period: TIME_MAX,
        },
        Control::Canadian {
            main: TIME_MAX,
            n_stones: STONES_MAX,
            period: TIME_MAX,
        },
    ] {
        assert_eq!(control.check(), Ok(control));
    }
}
