//! What holds of every clock, tried on all small ones.

use std::collections::HashSet;
use std::time::Duration;

use ponnuki_clock::{Control, LAG_MAX, LAG_QUOTA, LAG_REFILL, LagQuota, Left, charged};

/// How many moves of a player are tried.
const N_MOVES: usize = 6;

/// The longest turn that is tried, in seconds: longer than any small stretch.
const TURN_MAX: u64 = 4;

/// Longer than any small clock can run, in seconds.
const RUN_MAX: u64 = 20;

const fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// Every control whose stretches are up to three seconds long, two periods or stones
/// or three, with and without a cap.
fn small_controls() -> Vec<Control> {
    let mut controls = vec![Control::None];
    for main in 1..=3 {
        let main = seconds(main);
        controls.push(Control::Absolute { main });
        controls.push(Control::PerMove { time: main });
        for increment in 1..=3 {
            for max in [None, Some(2), Some(3), Some(5)] {
                controls.push(Control::Fischer {
                    main,
                    increment: seconds(increment),
                    max: max.map(seconds),
                });
            }
        }
    }
    for main in 0..=3 {
        for n in 1..=3 {
            for period in 1..=3 {
                let (main, period) = (seconds(main), seconds(period));
                controls.push(Control::Byoyomi {
                    main,
                    n_periods: n,
                    period,
                });
                controls.push(Control::Canadian {
                    main,
                    n_stones: n,
                    period,
                });
            }
        }
    }
    controls
}

/// Everything that a player can have at the beginning of a turn, after up to
/// [`N_MOVES`] moves of whole and of half seconds.
fn reachable(control: Control) -> HashSet<Left> {
    let mut all = HashSet::from([control.start()]);
    let mut newest: Vec<Left> = all.iter().copied().collect();
    for _ in 0..N_MOVES {
        let mut next = Vec::new();
        for left in newest {
            for half_seconds in 0..=2 * TURN_MAX {
                let left = control.after_move(left, Duration::from_millis(500 * half_seconds));
                if all.insert(left) {
                    next.push(left);
                }
            }
        }
        newest = next;
    }
    all
}

/// Calls `law` with every small control and everything that can be left under it.
fn for_all_clocks(mut law: impl FnMut(Control, Left)) {
    for control in small_controls() {
        for left in reachable(control) {
            law(control, left);
        }
    }
}

/// Turns of all lengths up to [`RUN_MAX`], on the half second and beside it.
fn turns() -> Vec<Duration> {
    let halves = (0..=2 * RUN_MAX).map(|n| Duration::from_millis(500 * n));
    let nanos = Duration::from_nanos(1);
    halves
        .flat_map(|turn| [turn.saturating_sub(nanos), turn, turn + nanos])
        .collect()
}

/// How long there is to the flag, to compare what two players have.
fn until_flag(control: Control, left: Left) -> Duration {
    control.until_flag(left).unwrap_or(Duration::MAX)
}

/// A clock that counts single seconds: the slow twin of [`Control`]'s functions.
#[derive(Clone, Debug)]
struct TickingClock {
    control: Control,
    /// The seconds of each stretch that is not used up, the last first.
    stretches: Vec<u64>,
    /// Stones still to be played in a Canadian period.
    n_stones: u16,
}

impl TickingClock {
    fn start(control: Control) -> TickingClock {
        let mut n_stones = 0;
        let mut stretches = match control {
            Control::None => vec![],
            Control::Absolute { main } | Control::Fischer { main, .. } => vec![main],
            Control::PerMove { time } => vec![time],
            Control::Byoyomi {
                main,
                n_periods,
                period,
            } => {
                let mut stretches = vec![period; usize::from(n_periods)];
                stretches.push(main);
                stretches
            }
            Control::Canadian {
                main,
                n_stones: n,
                period,
            } => {
                n_stones = n;
                vec![period, main]
            }
        };
        stretches.retain(|stretch| !stretch.is_zero());
        TickingClock {
            control,
            stretches: stretches.iter().map(Duration::as_secs).collect(),
            n_stones,
        }
    }

    fn tick(&mut self) {
        if let Some(now) = self.stretches.last_mut() {
            *now -= 1;
        }
        self.stretches.pop_if(|now| *now == 0);
    }

    fn make_move(&mut self) {
        let is_overtime = self.is_overtime();
        let Some(now) = self.stretches.last_mut() else {
            return;
        };
        match self.control {
            Control::Fischer { increment, max, .. } => {
                for _ in 0..increment.as_secs() {
                    if max.is_none_or(|max| *now < max.as_secs()) {
                        *now += 1;
                    }
                }
            }
            Control::PerMove { time: whole } => *now = whole.as_secs(),
            Control::Byoyomi { period, .. } if is_overtime => *now = period.as_secs(),
            Control::Canadian {
                n_stones, period, ..
            } if is_overtime => {
                self.n_stones -= 1;
                if self.n_stones == 0 {
                    self.n_stones = n_stones;
                    *now = period.as_secs();
                }
            }
            _ => {}
        }
    }

    /// Whether the main time is used up and periods are not.
    fn is_overtime(&self) -> bool {
        match self.control {
            Control::Byoyomi { n_periods, .. } => self.stretches.len() <= usize::from(n_periods),
            Control::Canadian { .. } => self.stretches.len() <= 1,
            _ => false,
        }
    }

    fn left(&self) -> Left {
        if self.control == Control::None {
            return Left::Unlimited;
        }
        let Some(now) = self.stretches.last() else {
            return Left::Flag;
        };
        let time = seconds(*now);
        match self.control {
            Control::Byoyomi { .. } if self.is_overtime() => Left::Period {
                time,
                n_periods: u16::try_from(self.stretches.len()).unwrap(),
            },
            Control::Canadian { .. } if self.is_overtime() => Left::Stones {
                time,
                n_stones: self.n_stones,
            },
            _ => Left::Main(time),
        }
    }
}

#[test]
fn every_small_game_goes_as_on_a_ticking_clock() {
    let mut n_turns = 0;
    for control in small_controls() {
        let twin = TickingClock::start(control);
        assert_eq!(control.start(), twin.left(), "{control:?}");
        let mut games = vec![(vec![], control.start(), twin)];
        while let Some((turns, left, twin)) = games.pop() {
            let mut thinking = twin;
            for turn in 0..=TURN_MAX {
                let mut turns = turns.clone();
                turns.push(turn);
                let spent = seconds(turn);
                let about = || format!("{control:?}, turns of {turns:?} seconds");
                let shown = control.thinking(left, spent);
                assert_eq!(shown, thinking.left(), "during the last, {}", about());
                let mut moved = thinking.clone();
                moved.make_move();
                let left = control.after_move(left, spent);
                assert_eq!(left, moved.left(), "after the last, {}", about());
                n_turns += 1;
                if turns.len() < N_MOVES && left != Left::Flag {
                    games.push((turns, left, moved));
                }
                thinking.tick();
            }
        }
    }
    assert!(n_turns > 100_000, "only {n_turns} turns were tried");
}

#[test]
fn time_goes_up_at_a_move_only() {
    let turns = turns();
    for_all_clocks(|control, left| {
        let mut before = until_flag(control, left);
        for &spent in &turns {
            let now = until_flag(control, control.thinking(left, spent));
            assert!(now <= before, "{control:?} {left:?} after {spent:?}");
            before = now;
        }
    });
}

#[test]
fn to_think_twice_is_to_think_once_as_long() {
    let turns = turns();
    for_all_clocks(|control, left| {
        for &first in &turns {
            let between = control.thinking(left, first);
            for second in [0, 1, 499, 500, 501, 1000, 2500, 7000].map(Duration::from_millis) {
                assert_eq!(
                    control.thinking(between, second),
                    control.thinking(left, first + second),
                    "{control:?} {left:?}, {first:?} and {second:?}"
                );
            }
        }
    });
}

#[test]
fn the_flag_falls_when_it_was_said_to() {
    let turns = turns();
    for_all_clocks(|control, left| {
        for &spent in &turns {
            let flag = control.until_flag(left);
            let has_fallen = flag.is_some_and(|flag| spent >= flag);
            let about = format!("{control:?} {left:?} after {spent:?}");
            assert_eq!(
                control.thinking(left, spent) == Left::Flag,
                has_fallen,
                "{about}"
            );
            assert_eq!(
                control.after_move(left, spent) == Left::Flag,
                has_fallen,
                "{about}"
            );
            let rest = control.until_flag(control.thinking(left, spent));
            assert_eq!(
                rest,
                flag.map(|flag| flag.saturating_sub(spent)),
                "the rest, {about}"
            );
        }
    });
}

#[test]
fn nothing_that_is_left_is_zero() {
    for_all_clocks(|control, left| {
        for spent in turns() {
            let time = match control.thinking(left, spent) {
                Left::Main(time) | Left::Period { time, .. } | Left::Stones { time, .. } => time,
                Left::Unlimited | Left::Flag => continue,
            };
            assert!(!time.is_zero(), "{control:?} {left:?} after {spent:?}");
        }
    });
}

#[test]
fn a_faster_move_never_leaves_less() {
    let turns = turns();
    for_all_clocks(|control, left| {
        let mut faster = Duration::MAX;
        for &spent in &turns {
            let slower = until_flag(control, control.after_move(left, spent));
            assert!(slower <= faster, "{control:?} {left:?} after {spent:?}");
            faster = slower;
        }
    });
}

#[test]
fn a_player_faster_at_every_move_never_has_less() {
    // In Canadian time a faster player may have less: see the test after this one.
    let controls = small_controls().into_iter();
    for control in controls.filter(|control| !matches!(control, Control::Canadian { .. })) {
        let start = (control.start(), control.start());
        let mut seen = HashSet::from([start]);
        let mut newest = vec![start];
        for n_moves in 1..=N_MOVES {
            let mut next = Vec::new();
            for (fast, slow) in newest {
                for slow_turn in 0..=TURN_MAX {
                    for fast_turn in 0..=slow_turn {
                        let fast = control.after_move(fast, seconds(fast_turn));
                        let slow = control.after_move(slow, seconds(slow_turn));
                        assert!(
                            until_flag(control, fast) >= until_flag(control, slow),
                            "{control:?} after {n_moves} moves: {fast:?} and {slow:?}"
                        );
                        if seen.insert((fast, slow)) {
                            next.push((fast, slow));
                        }
                    }
                }
            }
            newest = next;
        }
    }
}

#[test]
fn in_canadian_time_a_slower_player_can_be_in_the_next_period_first() {
    let control: Control = "0:10 + 0:30/3".parse().unwrap();
    let play = |turns: &[u64]| {
        let mut left = control.start();
        for &turn in turns {
            left = control.after_move(left, seconds(turn));
        }
        left.to_string()
    };
    assert_eq!(play(&[9, 12, 12]), "0:07/1");
    assert_eq!(play(&[10, 12, 12]), "0:30/3");
    assert_eq!(play(&[9, 12, 12, 7]), "0:00");
    assert_eq!(play(&[10, 12, 12, 7]), "0:23/2");
}

#[test]
fn a_cap_takes_nothing_away() {
    let control: Control = "0:10 + 0:03 (max 0:05)".parse().unwrap();
    for (left, spent, after) in [(10, 1, 9), (6, 1, 5), (6, 2, 5), (5, 4, 4), (5, 3, 5)] {
        assert_eq!(
            control.after_move(Left::Main(seconds(left)), seconds(spent)),
            Left::Main(seconds(after)),
            "{left} seconds less {spent}"
        );
    }
}

#[test]
fn lag_is_grace_up_to_a_limit() {
    let millis = Duration::from_millis;
    assert_eq!(charged(millis(5000), millis(0)), millis(5000));
    assert_eq!(charged(millis(5000), millis(300)), millis(4700));
    assert_eq!(charged(millis(200), millis(300)), millis(0));
    assert_eq!(charged(millis(5000), LAG_MAX), millis(4000));
    assert_eq!(charged(millis(5000), Duration::MAX), millis(4000));
    assert_eq!(charged(Duration::MAX, millis(0)), Duration::MAX);
}

#[test]
fn grace_runs_out_and_comes_back_slowly() {
    let millis = Duration::from_millis;
    // Each move took 0.95 s, and its player says all of it was the network.
    let (spent, mut quota, mut cost) = (millis(950), LagQuota::FULL, millis(0));
    for _ in 0..11 {
        let lag = quota.grant(Duration::MAX);
        cost += charged(spent, lag);
        quota = quota.after_move(spent, lag);
    }
    assert_eq!(cost, 11 * spent - LAG_QUOTA - 10 * LAG_REFILL);
    // A move that was made at once needs no grace, whatever it was granted.
    for _ in 0..29 {
        quota = quota.after_move(millis(0), quota.grant(LAG_MAX));
    }
    assert_eq!(quota.grant(LAG_MAX), LAG_MAX);
    assert_eq!(quota.after_move(millis(0), millis(0)), LagQuota::FULL);
    assert_eq!(
        quota
            .after_move(Duration::MAX, Duration::MAX)
            .grant(millis(7)),
        millis(7)
    );
}

/// Controls and clocks that no check would let through, in every combination.
fn absurd_clocks() -> Vec<(Control, Left)> {
    let nanos = Duration::from_nanos(1);
    let times = [Duration::ZERO, nanos, Duration::MAX - nanos, Duration::MAX];
    let mut controls = vec![Control::None];
    let mut lefts = vec![Left::Unlimited, Left::Flag];
    for time in times {
        controls.push(Control::Absolute { main: time });
        controls.push(Control::PerMove { time });
        lefts.push(Left::Main(time));
        for n in [0, 1, 2, u16::MAX] {
            lefts.push(Left::Period { time, n_periods: n });
            lefts.push(Left::Stones { time, n_stones: n });
            for period in times {
                controls.push(Control::Byoyomi {
                    main: time,
                    n_periods: n,
                    period,
                });
                controls.push(Control::Canadian {
                    main: time,
                    n_stones: n,
                    period,
                });
            }
        }
        for increment in times {
            for max in [None, Some(nanos), Some(Duration::MAX)] {
                controls.push(Control::Fischer {
                    main: time,
                    increment,
                    max,
                });
            }
        }
    }
    let pairs = controls.iter().flat_map(|&control| {
        let lefts = lefts.iter().copied().chain([control.start()]);
        lefts.map(move |left| (control, left))
    });
    pairs.collect()
}

#[test]
fn absurd_clocks_run_down_too() {
    for (control, left) in absurd_clocks() {
        let flag = until_flag(control, left);
        let mut before = flag;
        for spent in [0, 1, 2, u64::MAX].map(Duration::from_nanos) {
            let about = format!("{control:?} {left:?} after {spent:?}");
            let shown = control.thinking(left, spent);
            let now = until_flag(control, shown);
            assert!(now <= before, "{about}");
            before = now;
            if flag < Duration::MAX {
                assert_eq!(shown == Left::Flag, spent >= flag, "{about}");
            }
            let after = control.after_move(left, spent);
            assert_eq!(after == Left::Flag, shown == Left::Flag, "{about}");
        }
    }
}

#[test]
fn without_periods_or_stones_there_is_no_overtime() {
    let (main, period) = (seconds(1), seconds(30));
    let byoyomi = Control::Byoyomi {
        main,
        n_periods: 0,
        period,
    };
    let canadian = Control::Canadian {
        main,
        n_stones: 0,
        period,
    };
    for control in [byoyomi, canadian] {
        assert_eq!(control.until_flag(control.start()), Some(main));
        assert_eq!(control.thinking(control.start(), main), Left::Flag);
    }
}

#[test]
fn absurd_clocks_can_be_written_and_classed() {
    for (control, left) in absurd_clocks() {
        assert!(!control.to_string().is_empty());
        assert!(!left.to_string().is_empty());
        let _ = control.pace();
        let _ = control.thinking(left, Duration::MAX);
        let _ = control.after_move(left, Duration::MAX);
        if control.check().is_ok() {
            assert_eq!(control, Control::None);
        }
    }
}
