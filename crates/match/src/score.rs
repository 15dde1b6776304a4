//! The score of a match: wins, losses, draws, and what they say about strength.

use std::fmt;

/// Standard deviations on either side that 95 of 100 cases stay within.
const Z_95: f64 = 1.959_964;

/// Points of Elo for each factor of ten in the odds of winning.
const ELO_PER_DECADE: f64 = 400.0;

/// How the games of one engine against another went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub n_wins: usize,
    /// Games lost.
    pub n_losses: usize,
    /// Games that nobody won.
    pub n_draws: usize,
}

impl MatchScore {
    /// All games.
    pub fn n_games(self) -> usize {
        self.n_wins + self.n_losses + self.n_draws
    }

    /// The share of points, half a point for a draw; nothing before the first game.
    pub fn share(self) -> Option<f64> {
        let points = self.n_wins as f64 + self.n_draws as f64 / 2.0;
        (self.n_games() > 0).then(|| points / self.n_games() as f64)
    }

    /// The difference in strength, and the range in which it is in 95 of 100
    /// such matches: Wilson's interval, which is right for few games too.
    pub fn elo(self) -> Option<EloDifference> {
        let (p, n) = (self.share()?, self.n_games() as f64);
        let z2 = Z_95 * Z_95;
        let center = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let spread = p * (1.0 - p) / n + z2 / (4.0 * n * n);
        let half = Z_95 * spread.sqrt() / (1.0 + z2 / n);
        Some(EloDifference {
            elo: elo(p),
            least: elo((center - half).max(0.0)),
            most: elo((center + half).min(1.0)),
        })
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchScore {
            n_wins,
            n_losses,
            n_draws,
        } = self;
        write!(f, "{n_wins} won, {n_losses} lost, {n_draws} drawn")
    }
}

/// How much stronger one engine is than another, in points of Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloDifference {
    /// The likeliest difference.
    pub elo: f64,
    /// The lower end of the interval.
    pub least: f64,
    /// The upper end of the interval.
    pub most: f64,
}

impl fmt::Display for EloDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, least, most) = (
            elo_text(self.elo),
            elo_text(self.least),
            elo_text(self.most),
        );
        write!(f, "{elo} Elo, with 95 % certainty from {least} to {most}")
    }
}

/// The Elo difference that a share of points means; none is infinitely many.
fn elo(share: f64) -> f64 {
    if share <= f64::EPSILON {
        f64::NEG_INFINITY
    } else if share >= 1.0 - f64::EPSILON {
        f64::INFINITY
    } else {
        ELO_PER_DECADE * (share / (1.0 - share)).log10()
    }
}

/// A difference as people write it.
pub fn elo_text(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        elo if elo.round() == 0.0 => "0".to_owned(),
        elo if elo < 0.0 => format!("−{:.0}", -elo),
        elo => format!("+{elo:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(n_wins: usize, n_losses: usize, n_draws: usize, expected: &str) {
        let score = MatchScore {
            n_wins,
            n_losses,
            n_draws,
        };
        let found = score.elo().map_or("-".to_owned(), |elo| elo.to_string());
        let expected = expected.replace("..", " Elo, with 95 % certainty from ");
        assert_eq!(found, expected.replace("~", " to "), "{score}");
    }

    /// The ends are those of Wilson's interval as tables have it: 15 of 20 is
    /// 0.531 to 0.888, 20 of 20 is 0.839 to 1, 50 of 100 is 0.404 to 0.596.
    #[test]
    fn strength_comes_with_its_uncertainty() {
        check(15, 5, 0, "+191..+22~+360");
        check(5, 15, 0, "−191..−360~−22");
        check(20, 0, 0, "+∞..+287~+∞");
        check(0, 20, 0, "−∞..−∞~−287");
        check(50, 50, 0, "0..−68~+68");
        check(40, 40, 20, "0..−68~+68");
        check(0, 0, 0, "-");
    }
}
