//! How strongly to play: levels from first-day beginner to full strength.
//!
//! A weak level is weak as people are. It plays where people play, and looks at
//! few positions or at one alone; what makes it weak is what it overlooks: ataris,
//! small and far ones above all, its own too, and the points that decide. It has
//! habits (answer nearby, touch, give atari). It does not fill its eyes, does not
//! play where all is settled, and passes when nothing is left.

mod custom;
mod instinct;
mod leveled;
mod novice;
mod rank;
mod sight;

pub use leveled::Leveled;
pub use novice::novice_move;
pub use rank::Rank;
pub(crate) use sight::unit;

/// A strength to play at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// From 1, the weakest, on.
    pub number: u8,
    /// What to call it.
    pub name: &'static str,
    /// What it does worse than it could; the strongest has none.
    pub weakness: Option<Weakness>,
}

/// What a level does worse than it could.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weakness {
    /// How many positions it looks at; with 1 it does not read at all.
    pub n_visits: u64,
    /// How closely it follows what it knows: at 0 not at all, at 1 each move is
    /// played as often as it is thought best, far above 1 only the best.
    pub knowledge: f32,
    /// How closely it follows what beginners like to do. Above 0 it also keeps to where
    /// people play at all.
    pub habit: f32,
    /// How likely it overlooks that a single stone far away is in atari; its square
    /// is how likely it misses what a point is good for, or bad.
    pub blindness: f32,
    /// How much it is drawn to where the last moves were.
    pub locality: f32,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Level; 24] = [
        weak(1, "First steps", [1.0, 1.2, 0.3, 1.0, 1.3]),
        weak(2, "Very gentle", [1.0, 1.1, 0.3, 0.97, 1.3]),
        weak(3, "Gentle", [1.0, 1.0, 0.3, 0.94, 1.3]),
        weak(4, "Easy-going", [1.0, 1.0, 0.3, 0.9, 1.3]),
        weak(5, "Curious", [1.0, 1.0, 0.3, 0.87, 1.25]),
        weak(6, "Playful", [1.0, 1.0, 0.3, 0.83, 1.2]),
        weak(7, "Eager", [1.0, 1.0, 0.3, 0.79, 1.2]),
        weak(8, "Steady", [1.0, 1.0, 0.3, 0.75, 1.15]),
        weak(9, "Attentive", [1.0, 1.0, 0.3, 0.71, 1.1]),
        weak(10, "Careful", [1.0, 1.0, 0.3, 0.66, 1.0]),
        weak(11, "Patient", [1.0, 1.0, 0.3, 0.6, 0.9]),
        weak(12, "Solid", [1.0, 1.0, 0.25, 0.53, 0.8]),
        weak(13, "Skilful", [1.0, 1.1, 0.2, 0.44, 0.6]),
        weak(14, "Bold", [1.0, 1.3, 0.14, 0.33, 0.4]),
        weak(15, "Sharp", [1.0, 1.7, 0.08, 0.22, 0.25]),
        weak(16, "Tough", [1.0, 2.3, 0.03, 0.1, 0.1]),
        weak(17, "Fierce", [1.0, 6.0, 0.0, 0.0, 0.0]),
        weak(18, "Cunning", [14.0, 6.0, 0.0, 0.0, 0.0]),
        weak(19, "Seasoned", [32.0, 6.0, 0.0, 0.0, 0.0]),
        weak(20, "Expert", [73.0, 6.0, 0.0, 0.0, 0.0]),
        weak(21, "Veteran", [167.0, 6.0, 0.0, 0.0, 0.0]),
        weak(22, "Virtuoso", [382.0, 6.0, 0.0, 0.0, 0.0]),
        weak(23, "Master", [873.0, 6.0, 0.0, 0.0, 0.0]),
        Level {
            number: 24,
            name: "Full strength",
            weakness: None,
        },
    ];

    /// The level with this number, if there is one.
    pub fn numbered(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.number == number)
    }
}

/// A row of the table: visits, knowledge, habit, blindness, locality.
const fn weak(number: u8, name: &'static str, row: [f32; 5]) -> Level {
    let [n_visits, knowledge, habit, blindness, locality] = row;
    Level {
        number,
        name,
        weakness: Some(Weakness {
            n_visits: n_visits as u64,
            knowledge,
            habit,
            blindness,
            locality,
        }),
    }
}
