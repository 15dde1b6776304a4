//! What came of trying a move, in numbers.

use ponnuki_game::Color;

/// What came of a number of trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stats {
    /// The number of trials.
    pub(crate) visits: u32,
    /// How often they were won, from 0 to 1; a draw counts half.
    pub(crate) win: f32,
    /// By how many points, on average.
    pub(crate) lead: f32,
}

impl Default for Stats {
    /// No trials: it could go either way.
    fn default() -> Stats {
        Stats {
            visits: 0,
            win: 0.5,
            lead: 0.0,
        }
    }
}

impl Stats {
    /// One trial more.
    pub(crate) fn add(&mut self, trial: Trial) {
        self.visits += 1;
        let share = 1.0 / self.visits as f32;
        self.win += (trial.win - self.win) * share;
        self.lead += (trial.lead - self.lead) * share;
    }

    /// These trials and those of `other` together.
    pub(crate) fn with(self, other: Stats) -> Stats {
        let visits = self.visits + other.visits;
        if visits == 0 {
            return Stats::default();
        }
        let share = other.visits as f32 / visits as f32;
        Stats {
            visits,
            win: self.win + (other.win - self.win) * share,
            lead: self.lead + (other.lead - self.lead) * share,
        }
    }

    /// The same trials as the opponent sees them.
    pub(crate) fn reversed(self) -> Stats {
        Stats {
            visits: self.visits,
            win: 1.0 - self.win,
            lead: -self.lead,
        }
    }
}

/// What came of one playout, for one player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial {
    win: f32,
    lead: f32,
}

impl Trial {
    /// For `color`, if Black's margin is `margin`.
    pub(crate) fn of(margin: f32, color: Color) -> Trial {
        let lead = match color {
            Color::Black => margin,
            Color::White => -margin,
        };
        let win = match lead {
            _ if lead > 0.0 => 1.0,
            _ if lead < 0.0 => 0.0,
            _ => 0.5,
        };
        Trial { win, lead }
    }
}

/// The largest of some numbers, and the next; 0 where there is none.
pub(crate) fn two_most(numbers: impl Iterator<Item = u64>) -> [u64; 2] {
    numbers.fold([0; 2], |[first, second], n| {
        if n > first {
            [n, first]
        } else {
            [first, second.max(n)]
        }
    })
}
