//! Colours and seats, and one value for each.

use ponnuki_game as game;
use ponnuki_room as room;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Black or White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// The dark stones, `X` in boards.
    Black,
    /// The light stones, `O` in boards.
    White,
}

/// The host opened the room; the guest came to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Of whoever opened the room.
    Host,
    /// Of the opponent.
    Guest,
}

/// One value for each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// What `f` gives for each colour.
    pub fn from_fn(mut f: impl FnMut(game::Color) -> T) -> ByColor<T> {
        ByColor {
            black: f(game::Color::Black),
            white: f(game::Color::White),
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BySeat<T> {
    /// The host's.
    pub host: T,
    /// The guest's.
    pub guest: T,
}

impl<T> BySeat<T> {
    /// What `f` gives for each seat.
    pub(crate) fn from_fn(mut f: impl FnMut(room::Seat) -> T) -> BySeat<T> {
        BySeat {
            host: f(room::Seat::Host),
            guest: f(room::Seat::Guest),
        }
    }
}

/// Lets a shape stand for an enum of the core with the same variants, both ways.
macro_rules! mirrors {
    ($shape:ty, $core:ty, $($variant:ident),+) => {
        impl From<$core> for $shape {
            fn from(core: $core) -> $shape {
                match core {
                    $(<$core>::$variant => <$shape>::$variant),+
                }
            }
        }

        impl From<$shape> for $core {
            fn from(shape: $shape) -> $core {
                match shape {
                    $(<$shape>::$variant => <$core>::$variant),+
                }
            }
        }
    };
}
pub(crate) use mirrors;

mirrors!(Color, game::Color, Black, White);
mirrors!(Seat, room::Seat, Host, Guest);
