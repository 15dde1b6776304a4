//! How strongly to play: levels from first-day beginner to full strength.
//!
//! A weak level is weak as people are. It looks at few positions or at one
//! alone, follows habits where it knows nothing (answer nearby, touch, give
//! atari), and overlooks what matters: ataris, small and far ones above all, and
//! the points that decide. It does not fill its eyes, does not play where all is
//! settled, and passes when nothing is left.

mod instinct;
mod leveled;
mod novice;
mod sight;

pub use leveled::Leveled;
pub use novice::novice_move;
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
    /// How closely it follows what beginners like to do.
    pub habit: f32,
    /// How likely it overlooks that a single stone far away is in atari; its square
    /// is how likely it overlooks that something matters at a point.
    pub blindness: f32,
    /// How much it is drawn to where the last moves were.
    pub locality: f32,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Level; 24] = [
        weak(1, "First steps", [1.0, 0.0, 0.3, 1.0, 1.0]),
        weak(2, "Very gentle", [1.0, 0.04, 0.37, 0.96, 1.16]),
        weak(3, "Gentle", [1.0, 0.07, 0.46, 0.92, 1.28]),
        weak(4, "Easy-going", [1.0, 0.1, 0.53, 0.88, 1.34]),
        weak(5, "Curious", [1.0, 0.13, 0.56, 0.84, 1.36]),
        weak(6, "Playful", [1.0, 0.16, 0.59, 0.8, 1.34]),
        weak(7, "Eager", [1.0, 0.19, 0.63, 0.76, 1.3]),
        weak(8, "Steady", [1.0, 0.22, 0.67, 0.7, 1.24]),
        weak(9, "Attentive", [1.0, 0.27, 0.67, 0.64, 1.18]),
        weak(10, "Careful", [1.0, 0.34, 0.63, 0.57, 1.07]),
        weak(11, "Patient", [1.0, 0.44, 0.55, 0.48, 0.91]),
        weak(12, "Solid", [1.0, 0.56, 0.43, 0.39, 0.69]),
        weak(13, "Skilful", [1.0, 0.75, 0.3, 0.3, 0.46]),
        weak(14, "Bold", [1.0, 0.99, 0.18, 0.2, 0.28]),
        weak(15, "Sharp", [1.0, 1.29, 0.09, 0.14, 0.18]),
        weak(16, "Tough", [1.0, 1.63, 0.03, 0.09, 0.08]),
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
