//! The two clocks of a game. They are told the time.

use std::time::Duration;

use ponnuki_clock::{Control, LAG_MAX, LagQuota, Left, charged};
use ponnuki_game::{ByColor, Color};

use crate::event::RESOLUTION;

/// Both players' clocks, at most one of them running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameClocks {
    control: Control,
    /// What each had when their turn began, or has while it is not their turn.
    left: ByColor<Left>,
    /// How much grace each still has for the network.
    grace: ByColor<LagQuota>,
    /// Whose turn it is and since when; nobody's while play stands still.
    turn: Option<Turn>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    of: Color,
    since: Duration,
    /// What they had thought before that, when the program stopped.
    before: Duration,
}

impl GameClocks {
    /// Both clocks full, none running.
    pub(crate) fn new(control: Control) -> GameClocks {
        GameClocks {
            control,
            left: ByColor::from_fn(|_| control.start()),
            grace: ByColor::from_fn(|_| LagQuota::FULL),
            turn: None,
        }
    }

    /// Whose clock runs, if there are clocks.
    pub(crate) fn running(&self) -> Option<Color> {
        let turn = self.turn.filter(|_| self.control != Control::None)?;
        Some(turn.of)
    }

    /// What each has at `now`.
    pub(crate) fn left(&self, now: Duration) -> ByColor<Left> {
        let mut left = self.left;
        if let Some(turn) = self.turn {
            left[turn.of] = self.control.thinking(left[turn.of], turn.spent(now));
        }
        left
    }

    /// When the flag falls even for a player whose move is on its way.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        let turn = self.turn?;
        let until = self.control.until_flag(self.left[turn.of])?;
        let until = until.saturating_sub(turn.before);
        let grace = self.granted(turn.of, LAG_MAX);
        Some(turn.since.saturating_add(until).saturating_add(grace))
    }

    /// Who has no time left at `now`, even if a move of theirs is on its way.
    pub(crate) fn fallen(&self, now: Duration) -> Option<Color> {
        let turn = self.turn?;
        let spent = charged(turn.spent(now), self.granted(turn.of, LAG_MAX));
        let left = self.control.thinking(self.left[turn.of], spent);
        (left == Left::Flag).then_some(turn.of)
    }

    /// How much grace a move of `color` has that was on its way for `lag`.
    pub(crate) fn granted(&self, color: Color, lag: Duration) -> Duration {
        self.grace[color].grant(lag)
    }

    /// What the player to move would have after a move at `now` that was on its
    /// way for `lag`.
    pub(crate) fn after_move(&self, now: Duration, lag: Duration) -> Option<Left> {
        let turn = self.turn?;
        let spent = charged(turn.spent(now), lag);
        Some(self.control.after_move(self.left[turn.of], spent))
    }

    /// What `color` has after a move in the last moment before the flag.
    pub(crate) fn after_last_moment(&self, color: Color) -> Left {
        let left = self.left[color];
        match self.control.until_flag(left) {
            Some(until) => {
                let spent = until.saturating_sub(RESOLUTION);
                self.control.after_move(left, spent)
            }
            None => left,
        }
    }

    /// What `color` had when their turn began, or has while it is not their turn.
    pub(crate) fn kept(&self, color: Color) -> Left {
        self.left[color]
    }

    /// `color` has `left` now, and nobody's clock runs.
    pub(crate) fn moved(&mut self, color: Color, left: Left) {
        self.left[color] = left;
        self.turn = None;
    }

    /// How much grace `color` would have after a move at `now` that was given `lag` of it.
    /// What was given is stored with the move, and is not asked for again.
    pub(crate) fn grace_after_move(&self, color: Color, now: Duration, lag: Duration) -> LagQuota {
        let spent = self.turn.map_or(Duration::ZERO, |turn| turn.spent(now));
        self.grace[color].after_move(spent, lag)
    }

    /// `color` has so much grace now.
    pub(crate) fn keep_grace(&mut self, color: Color, grace: LagQuota) {
        self.grace[color] = grace;
    }

    /// The turn of `color` begins.
    pub(crate) fn begin(&mut self, color: Color, now: Duration) {
        self.turn = Some(Turn {
            of: color,
            since: now,
            before: Duration::ZERO,
        });
    }

    /// The turn ends without a move: the time is lost, but a move's own time or
    /// a period not used up begins anew with the next turn.
    pub(crate) fn halt(&mut self, now: Duration) {
        let Some(turn) = self.turn.take() else { return };
        let left = self.left[turn.of];
        let (control, spent) = (self.control, turn.spent(now));
        self.left[turn.of] = match (control, control.thinking(left, spent)) {
            (Control::Byoyomi { .. }, Left::Period { .. })
            | (Control::PerMove { .. }, Left::Main(_)) => control.after_move(left, spent),
            (_, left) => left,
        };
    }

    /// Moves of `color` are taken back, before which they had `before`, or all:
    /// they have no more now than then, and the stones are to be played again.
    pub(crate) fn take_back(&mut self, color: Color, before: Option<Left>) {
        let before = before.unwrap_or(self.control.start());
        let left = &mut self.left[color];
        let is_more = self.control.until_flag(*left) > self.control.until_flag(before);
        *left = match (before, *left, self.control) {
            _ if is_more => before,
            (Left::Stones { n_stones, .. }, Left::Stones { time, .. }, _)
            | (Left::Main(_), Left::Stones { time, .. }, Control::Canadian { n_stones, .. }) => {
                Left::Stones { time, n_stones }
            }
            _ => return,
        };
    }

    /// The program did not run from `down_since` to `now`: that is nobody's time.
    pub(crate) fn wake(&mut self, down_since: Duration, now: Duration) {
        if let Some(turn) = &mut self.turn {
            turn.before = turn.spent(down_since.min(now));
            turn.since = now;
        }
    }
}

impl Turn {
    fn spent(&self, now: Duration) -> Duration {
        self.before.saturating_add(now.saturating_sub(self.since))
    }
}
