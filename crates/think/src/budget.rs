//! How long to think about a move: by what is left on a clock, and on the way by
//! how clear the choice is. It reads no clock.

use std::time::Duration;

use ponnuki_clock::{Control, Left};
use ponnuki_game::Size;

/// What a move costs besides thinking: the way to the clock and back. So much is
/// left over in every stretch that must not run out.
const LAG: Duration = Duration::from_millis(200);

/// However long the game is already, so many moves may still be to come.
const N_MOVES_LEFT_MIN: f64 = 12.0;

/// How much of the board is mostly filled when a game ends.
const FILLED_AT_END: f64 = 0.75;

/// The share of time that comes back after the move, and so may be used for it.
const SHARE_OF_RETURNING: f64 = 0.9;

/// How much longer than usual a move that is not clear may take.
const PATIENCE: f64 = 3.0;

/// But never more than this share of what does not come back.
const SHARE_OF_MAIN_MAX: f64 = 0.25;

/// How much longer than its part of a Canadian period a stone may take, if the
/// stones after it still have half of theirs.
const PATIENCE_WITHIN_PERIOD: f64 = 2.0;

/// Where the lag leaves nothing, this share of the time is taken for the first idea.
const SHARE_IN_NEED: f64 = 0.1;

/// Before this share of the usual time nothing is called clear.
const SHARE_BEFORE_CLEAR: f64 = 0.1;

/// The choice is open while the second move was tried at least so often for
/// each time the first was.
const OPEN_SHARE: f64 = 0.7;

/// How long to think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What a move like this has, if its choice is neither clear nor open.
    pub soft: Duration,
    /// The answer is there by then, whatever happens.
    pub hard: Duration,
}

impl Budget {
    /// All of `time`, and no more; less where the choice is clear.
    pub fn at_most(time: Duration) -> Budget {
        Budget {
            soft: time,
            hard: time,
        }
    }

    /// The same, but no move may take longer than `time`.
    #[must_use]
    pub fn capped(self, time: Duration) -> Budget {
        Budget {
            soft: self.soft.min(time),
            hard: self.hard.min(time),
        }
    }

    /// Whether to stop after `elapsed`, in which `n_trials` were made, when the
    /// two most tried moves were tried `most` times in all.
    ///
    /// ```text
    /// 0 …… clear? …………………………… soft …… still open? …………… hard
    ///      stop if the first       stop, unless the second   stop
    ///      cannot be overtaken     is close behind
    /// ```
    pub fn is_enough(self, elapsed: Duration, n_trials: u64, most: [u64; 2]) -> bool {
        if elapsed >= self.hard {
            return true;
        }
        let [first, second] = most.map(|n| n as f64);
        let is_open = second >= OPEN_SHARE * first;
        let end = if is_open { self.hard } else { self.soft };
        if elapsed >= end {
            return true;
        }
        if elapsed < self.soft.mul_f64(SHARE_BEFORE_CLEAR) {
            return false;
        }
        let rate = n_trials as f64 / elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
        first > second + rate * (end - elapsed).as_secs_f64()
    }
}

/// How long to think about the next move of a game of `n_moves` so far on a board
/// of `size`, when `left` is on the player's clock; `None` without a clock.
///
/// Who never takes longer than `hard` does not lose on time, as long as the way to
/// the clock and back takes less than a fifth of a second, and there is more than that.
pub fn budget(control: Control, left: Left, size: Size, n_moves: usize) -> Option<Budget> {
    let until_flag = control.until_flag(left)?;
    let n_left = n_moves_left(size, n_moves);
    let share = match (control, left) {
        (_, Left::Unlimited | Left::Flag) => Budget::at_most(Duration::ZERO),
        // What is not used of it is lost, and so is a period that is used up.
        (Control::PerMove { .. }, Left::Main(time)) | (_, Left::Period { time, .. }) => {
            Budget::at_most(time)
        }
        (_, Left::Stones { time, n_stones }) => of_period(time, n_stones),
        (_, Left::Main(main)) => of_main(main, returning(control), n_left),
    };
    let share = share.capped(until_flag);
    Some(Budget {
        soft: without_lag(share.soft),
        hard: without_lag(share.hard),
    })
}

/// A part of the main time, and what comes back after the move.
fn of_main(main: Duration, returning: Duration, n_left: f64) -> Budget {
    // Where little comes back, the lag of all moves to come has to be there as well.
    let owed = LAG.saturating_sub(returning).mul_f64(n_left);
    let free = main.saturating_sub(owed).max(main.mul_f64(SHARE_IN_NEED));
    let part = free.div_f64(n_left);
    let longest = part.mul_f64(PATIENCE).min(free.mul_f64(SHARE_OF_MAIN_MAX));
    // This move's own lag is taken off later, together with that of other clocks.
    let more = returning + LAG.saturating_sub(returning);
    Budget {
        soft: part + more,
        hard: longest + more,
    }
}

/// A stone's part of a Canadian period.
fn of_period(time: Duration, n_stones: u16) -> Budget {
    let n_after = f64::from(n_stones.saturating_sub(1));
    let each = time.div_f64(n_after + 1.0);
    let spare = time.saturating_sub(each.mul_f64(n_after / 2.0));
    Budget {
        soft: each,
        hard: each.mul_f64(PATIENCE_WITHIN_PERIOD).min(spare),
    }
}

/// What a clock gives after each move while there is main time; more than that
/// may not be used up by one.
fn returning(control: Control) -> Duration {
    let time = match control {
        Control::None | Control::Absolute { .. } | Control::PerMove { .. } => Duration::ZERO,
        Control::Fischer { increment, .. } => increment,
        Control::Byoyomi { n_periods: 0, .. } => Duration::ZERO,
        Control::Byoyomi { period, .. } => period,
        Control::Canadian {
            n_stones, period, ..
        } => period.div_f64(f64::from(n_stones.max(1))),
    };
    time.mul_f64(SHARE_OF_RETURNING)
}

fn without_lag(time: Duration) -> Duration {
    time.saturating_sub(LAG).max(time.mul_f64(SHARE_IN_NEED))
}

/// How many moves a player will still make, more or less.
fn n_moves_left(size: Size, n_moves: usize) -> f64 {
    let n_at_end = size.n_points() as f64 * FILLED_AT_END;
    ((n_at_end - n_moves as f64) / 2.0).max(N_MOVES_LEFT_MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> Control {
        text.parse().unwrap()
    }

    /// A clock at the beginning of a game, and within which seconds a move of an
    /// empty board is to be made.
    #[test]
    fn a_move_gets_its_share() {
        for (text, size, soft, hard) in [
            ("30m", Size::NINETEEN, (10.0, 14.0), (30.0, 40.0)),
            ("10m", Size::NINE, (18.0, 20.0), (55.0, 60.0)),
            ("0s + 5x30s", Size::NINETEEN, (29.0, 30.0), (29.0, 30.0)),
            ("10m + 5x30s", Size::NINETEEN, (28.0, 40.0), (35.0, 60.0)),
            ("0s + 5m/25", Size::NINETEEN, (11.0, 12.0), (23.0, 24.0)),
            ("10m + 5m/25", Size::NINETEEN, (10.0, 20.0), (20.0, 30.0)),
            ("2m + 10s", Size::NINETEEN, (9.0, 12.0), (10.0, 15.0)),
            ("3s + 10s", Size::NINETEEN, (2.5, 3.0), (2.5, 3.0)),
            ("20s/move", Size::NINETEEN, (19.0, 20.0), (19.0, 20.0)),
        ] {
            let control = control(text);
            let found = budget(control, control.start(), size, 0).unwrap();
            let seconds = [found.soft, found.hard].map(|time| time.as_secs_f64());
            assert!(
                (soft.0..=soft.1).contains(&seconds[0]),
                "{text}: {seconds:?}"
            );
            assert!(
                (hard.0..=hard.1).contains(&seconds[1]),
                "{text}: {seconds:?}"
            );
        }
    }

    #[test]
    fn without_a_clock_there_is_no_budget_and_after_the_flag_no_time() {
        let size = Size::NINE;
        assert_eq!(budget(Control::None, Left::Unlimited, size, 0), None);
        let absolute = control("1m");
        let fallen = budget(absolute, Left::Flag, size, 0);
        assert_eq!(fallen, Some(Budget::at_most(Duration::ZERO)));
    }

    #[test]
    fn later_moves_have_a_larger_part_of_less() {
        let absolute = control("10m");
        let at = |n_moves, seconds| {
            let left = Left::Main(Duration::from_secs(seconds));
            budget(absolute, left, Size::NINETEEN, n_moves)
                .unwrap()
                .soft
        };
        assert!(at(100, 600) > at(0, 600));
        assert!(at(100, 300) < at(100, 600));
        // However long the game is, it may last.
        assert_eq!(at(400, 600), at(900, 600));
        assert!(at(900, 600) < Duration::from_secs(60));
    }

    /// Plays a long game alone, every move as long as it may take, and the way to
    /// the clock and back besides: the flag must not fall.
    #[track_caller]
    fn check_never_out(text: &str) {
        let (control, lag) = (control(text), Duration::from_millis(15));
        let mut left = control.start();
        for n_own in 0..150 {
            let budget = budget(control, left, Size::NINETEEN, 2 * n_own).unwrap();
            assert!(
                budget.soft <= budget.hard,
                "{text}, move {n_own}: {budget:?}"
            );
            let after = control.after_move(left, budget.hard + lag);
            assert_ne!(
                after,
                Left::Flag,
                "{text}, move {n_own}: {budget:?} of {left:?}"
            );
            left = after;
        }
    }

    #[test]
    fn the_flag_does_not_fall_however_open_every_choice_is() {
        for text in [
            "30m",
            "10m",
            "1m",
            "10s",
            "10m + 3x10s",
            "0s + 1x1s",
            "1m + 5x1s",
            "1m + 100s/10",
            "0s + 2s/1",
            "1m + 25s/25",
            "1m + 2s",
            "5m + 1s",
            "1s + 1s",
            "1s/move",
            "1m/move",
        ] {
            check_never_out(text);
        }
    }

    #[track_caller]
    fn check_enough(seconds: f64, n_trials: u64, most: [u64; 2], expected: bool) {
        let budget = Budget {
            soft: Duration::from_secs(10),
            hard: Duration::from_secs(30),
        };
        let elapsed = Duration::from_secs_f64(seconds);
        let found = budget.is_enough(elapsed, n_trials, most);
        assert_eq!(found, expected, "{seconds} s, {n_trials}, {most:?}");
    }

    #[test]
    fn thinking_ends_early_when_the_first_move_cannot_be_overtaken() {
        // A hundred trials a second.
        check_enough(0.5, 50, [50, 0], false);
        check_enough(2.0, 200, [150, 50], false);
        check_enough(6.0, 600, [550, 50], true);
        check_enough(6.0, 600, [400, 200], false);
        check_enough(9.0, 900, [600, 300], true);
        // What a kept tree knows already counts, but does not make it faster.
        check_enough(2.0, 200, [5_000, 100], true);
    }

    #[test]
    fn thinking_goes_on_while_two_moves_are_close() {
        check_enough(10.0, 1_000, [600, 300], true);
        check_enough(10.0, 1_000, [500, 400], false);
        check_enough(29.0, 2_900, [1_500, 1_350], true);
        check_enough(29.0, 2_900, [1_450, 1_400], false);
        check_enough(30.0, 3_000, [1_500, 1_450], true);
        check_enough(30.0, 0, [0, 0], true);
    }
}
