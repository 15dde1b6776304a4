//! Counting, in words: the sum, the outcome, the clocks, the guess.

use ponnuki_game::Color;
use ponnuki_wire::{ClockFace, Estimate, HalfPoints, Outcome, OutcomeBy, Score};

use crate::listener::Listener;
use crate::phrase::Phrase;
use crate::vocabulary::Words;

/// A lead smaller than this, in points, is none that anybody could use.
const EVEN: f64 = 0.75;

impl Words {
    /// What is thought of a board on which Black leads by so many points and wins with
    /// this chance.
    pub fn estimate(&self, lead: f64, winrate: f64) -> String {
        let lead = match lead.is_finite() && lead.abs() >= EVEN {
            true => leader(HalfPoints((lead * 2.0).round() as i32)),
            false => None,
        };
        let lead = match lead {
            Some((color, n)) => self.say(Phrase::Leads { color, n }),
            None => self.say(Phrase::Even),
        };
        let (color, chance) = match winrate >= 0.5 {
            true => (Color::Black, winrate),
            false => (Color::White, 1.0 - winrate),
        };
        let percent = (chance.clamp(0.0, 1.0) * 100.0).round() as u32;
        let chance = self.say(Phrase::Chance { color, percent });
        self.join([lead, chance])
    }
}

impl Listener<'_> {
    /// The sum as it stands: one line for each player.
    pub(crate) fn sum(&self, score: &Score) -> Vec<String> {
        let sum = |color: Color| {
            let sum = score.sum(color.into());
            let lines = sum.lines.iter().map(|line| {
                self.say(Phrase::SumLine {
                    line: line.name,
                    points: line.points,
                })
            });
            let total = self.say(Phrase::SumTotal { points: sum.total });
            let lines = &self.words.list(lines.chain([total]));
            self.say(Phrase::Sum { color, lines })
        };
        vec![sum(Color::Black), sum(Color::White)]
    }

    /// Who would win if it were counted like this.
    pub(crate) fn margin(&self, score: &Score) -> String {
        match leader(score.margin) {
            Some((color, n)) => self.say(Phrase::WouldWin { color, n }),
            None => self.say(Phrase::WouldDraw),
        }
    }

    /// How the game ended, and what that means to the listener.
    pub(crate) fn outcome(&self, outcome: &Outcome) -> String {
        let winner = outcome.winner.map(Color::from);
        let said = match (outcome.by, winner) {
            (OutcomeBy::NoResult, _) => self.say(Phrase::NoResult),
            (_, None) => self.say(Phrase::Draw),
            (OutcomeBy::Score, Some(color)) => self.say(Phrase::WonByPoints {
                color,
                n: outcome
                    .margin
                    .map_or(HalfPoints(0), |n| HalfPoints(n.0.abs())),
            }),
            (OutcomeBy::Resignation, Some(color)) => self.say(Phrase::WonByResignation { color }),
            (OutcomeBy::Time, Some(color)) => self.say(Phrase::WonOnTime { color }),
        };
        let own = self
            .own_color()
            .zip(winner)
            .map(|(own, winner)| own == winner);
        let own = own.map(|has_won| match has_won {
            true => self.say(Phrase::YouWon),
            false => self.say(Phrase::YouLost),
        });
        self.words.join([said].into_iter().chain(own))
    }

    /// What the program thinks of the board.
    pub fn estimate(&self, estimate: &Estimate) -> String {
        self.words.estimate(estimate.lead, estimate.winrate)
    }

    /// What both have left on the clock now.
    pub(crate) fn time(&self) -> String {
        let Some(clocks) = &self.scene.clocks else {
            return self.say(Phrase::NoClock);
        };
        let since = self.now_ms.saturating_sub(clocks.at_ms);
        let running = clocks.running.map(Color::from);
        let said = [(Color::Black, &clocks.black), (Color::White, &clocks.white)];
        let said = said.map(|(color, face)| {
            let spent = if running == Some(color) { since } else { 0 };
            let time = &self.face(face, spent);
            self.say(Phrase::ClockOf { color, time })
        });
        self.words.join(said)
    }

    /// A clock that has run for `spent` milliseconds since it was read.
    fn face(&self, face: &ClockFace, spent: u64) -> String {
        let left = self.length(face.left_ms.saturating_sub(spent) / 1000);
        let periods = face
            .n_periods
            .map(|n| self.say(Phrase::Periods { n: n.into() }));
        let stones = face
            .n_stones
            .map(|n| self.say(Phrase::StonesToPlay { n: n.into() }));
        self.words
            .list([left].into_iter().chain(periods).chain(stones))
    }

    /// A length of time, in its two largest parts.
    fn length(&self, seconds: u64) -> String {
        let minutes = seconds / 60;
        let hours = minutes / 60;
        let n = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let parts = [
            (n(hours / 24), Phrase::Days { n: n(hours / 24) }),
            (n(hours % 24), Phrase::Hours { n: n(hours % 24) }),
            (n(minutes % 60), Phrase::Minutes { n: n(minutes % 60) }),
            (n(seconds % 60), Phrase::Seconds { n: n(seconds % 60) }),
        ];
        let first = parts
            .iter()
            .position(|(n, _)| *n > 0)
            .unwrap_or(parts.len() - 1);
        let said = parts[first..].iter().take(2).filter(|(n, _)| *n > 0);
        let said: Vec<String> = said.map(|(_, phrase)| self.say(*phrase)).collect();
        match said.is_empty() {
            true => self.say(Phrase::Seconds { n: 0 }),
            false => self.words.join(said),
        }
    }
}

/// Who has more, by how much; nobody if it is even. `margin` is seen from Black's side.
fn leader(margin: HalfPoints) -> Option<(Color, HalfPoints)> {
    match margin.0 {
        0 => None,
        n if n > 0 => Some((Color::Black, margin)),
        n => Some((Color::White, HalfPoints(-n))),
    }
}
