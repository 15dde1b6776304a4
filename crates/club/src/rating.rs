//! Ratings: the GoR of the European Go Federation and Glicko-2, both shown as kyu and dan.

use std::fmt;

use skillratings::Outcomes;
use skillratings::egf::{EGFConfig, EGFRating, egf};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::rank::AmateurRank;

/// The lowest GoR: 30 kyu.
pub const GOR_MIN: f64 = -900.0;

/// The highest GoR that is accepted. The scale ends below 3300, and no player has come near.
pub const GOR_MAX: f64 = 3100.0;

/// Where the scale of the GoR ends: the formula has no value there.
const GOR_END: f64 = 3300.0;

/// The GoR of 1 dan; one rank is 100 points.
const GOR_OF_FIRST_DAN: f64 = 2100.0;

/// How a game went for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedOutcome {
    /// The player won.
    Won,
    /// Neither won: jigo.
    Drawn,
    /// The player lost.
    Lost,
}

impl RatedOutcome {
    fn to_outcomes(self) -> Outcomes {
        match self {
            RatedOutcome::Won => Outcomes::WIN,
            RatedOutcome::Drawn => Outcomes::DRAW,
            RatedOutcome::Lost => Outcomes::LOSS,
        }
    }
}

/// A rating of the European Go Federation, from [`GOR_MIN`] to [`GOR_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Gor {
    value: f64,
}

/// A game that changes a [`Gor`], as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GorGame {
    /// The rating of the opponent when the tournament began.
    pub opponent: Gor,
    /// How it went for the player.
    pub outcome: RatedOutcome,
    /// Handicap stones that the player took; less than 0 for stones that the player gave.
    pub stones: i8,
}

impl Gor {
    /// A rating, if it is on the scale.
    pub fn new(value: f64) -> Option<Gor> {
        (GOR_MIN..=GOR_MAX)
            .contains(&value)
            .then_some(Gor { value })
    }

    /// The rating in the middle of a rank.
    pub fn of_rank(rank: AmateurRank) -> Gor {
        Gor {
            value: GOR_MIN + 100.0 * f64::from(rank.steps()),
        }
    }

    /// The number.
    pub fn value(self) -> f64 {
        self.value
    }

    /// The rank whose middle is nearest.
    pub fn rank(self) -> AmateurRank {
        AmateurRank::nearest((self.value - GOR_MIN) / 100.0)
    }

    /// What a game adds to the rating. `None` if the handicap lifts a player over the end of
    /// the scale, where no result is expected and none is rated.
    pub fn change(self, game: GorGame) -> Option<f64> {
        let lifted = if game.stones > 0 { self } else { game.opponent };
        let lift = 100.0 * f64::from(game.stones.unsigned_abs());
        if game.stones != 0 && lifted.value + lift - 50.0 >= GOR_END {
            return None;
        }
        let (one, two) = (EGFRating::from(self.value), game.opponent.value.into());
        let config = EGFConfig {
            handicap: -f64::from(game.stones),
        };
        let (after, _) = egf(&one, &two, &game.outcome.to_outcomes(), &config);
        Some(after.rating - self.value)
    }

    /// The rating after the games of a tournament. All of them are rated from the ratings with
    /// which it began, as the federation does.
    pub fn after(self, games: impl IntoIterator<Item = GorGame>) -> Gor {
        let games = games.into_iter();
        let change: f64 = games.filter_map(|game| self.change(game)).sum();
        Gor {
            value: (self.value + change).clamp(GOR_MIN, GOR_MAX),
        }
    }
}

impl fmt::Display for Gor {
    /// Rounded to whole points.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}", self.value)
    }
}

const _: () = assert!(GOR_MIN + 3000.0 == GOR_OF_FIRST_DAN);

/// A rating of Glicko-2, which says how uncertain it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlickoRating {
    /// The strength; 1500 for a newcomer.
    pub rating: f64,
    /// The standard deviation of the strength; 350 for a newcomer.
    pub deviation: f64,
    /// How unsteady the results are; 0.06 for a newcomer.
    pub volatility: f64,
}

impl GlickoRating {
    /// A player of whom nothing is known.
    pub const NEWCOMER: GlickoRating = GlickoRating {
        rating: 1500.0,
        deviation: 350.0,
        volatility: 0.06,
    };

    /// The rating after the games of a period; without games it only becomes less certain.
    pub fn after(self, games: &[(GlickoRating, RatedOutcome)]) -> GlickoRating {
        let games: Vec<(Glicko2Rating, Outcomes)> = games
            .iter()
            .map(|(opponent, outcome)| (opponent.to_glicko2(), outcome.to_outcomes()))
            .collect();
        let after = glicko2_rating_period(&self.to_glicko2(), &games, &Glicko2Config::new());
        GlickoRating {
            rating: after.rating,
            deviation: after.deviation,
            volatility: after.volatility,
        }
    }

    /// The rank, on the logarithmic scale that the Online Go Server publishes: 525 is 30 kyu,
    /// and each rank is a step of 1/23.15 in the logarithm.
    pub fn rank(self) -> AmateurRank {
        AmateurRank::nearest((self.rating.max(1.0) / 525.0).ln() * 23.15)
    }

    fn to_glicko2(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }
}
