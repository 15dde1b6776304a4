//! Which ataris, and which places that matter, a player overlooks.

use ponnuki_game::{Chain, Color, Dice, Game, GameEvent, Move, Point, PointSet};

/// What is overlooked stays so for about as many moves.
const N_MOVES_TO_NOTICE: usize = 6;
/// So many moves at the beginning tell one game from another.
const N_MOVES_TO_TELL: usize = 4;
/// For each further stone a chain is overlooked so much less by one who sees half.
const SIZE_SHOWS: f32 = 0.12;
/// Beside the last move it is overlooked as if it had so many more stones.
const NEARNESS_SHOWS: f32 = 5.0;
/// No farther from the last move than this is beside it.
const BESIDE_MAX: u8 = 2;

/// A board as one player sees it.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    look: Look,
    /// The stones of chains in atari that the player noticed.
    noticed: PointSet,
    /// Where overlooked chains, and no noticed ones, would be captured or saved.
    hidden: PointSet,
}

impl Sight {
    /// What the player to move sees. It follows from the game alone, so that one
    /// who is asked again overlooks the same.
    pub(super) fn of(game: &Game, blindness: f32) -> Sight {
        let mut sight = Sight {
            look: Look::of(game, blindness),
            noticed: PointSet::EMPTY,
            hidden: PointSet::EMPTY,
        };
        let mut shown = PointSet::EMPTY;
        for color in Color::BOTH {
            for chain in game.board().chains(color).filter(Chain::is_in_atari) {
                if sight.look.overlooks(&chain) {
                    sight.hidden = sight.hidden | chain.liberties;
                } else {
                    sight.noticed = sight.noticed | chain.stones;
                    shown = shown | chain.liberties;
                }
            }
        }
        sight.hidden = sight.hidden - shown;
        sight
    }

    /// How much the player sees of all there is, from 0 to 1.
    pub(super) fn keenness(&self) -> f32 {
        1.0 - self.look.blindness
    }

    /// Whether the chain in atari at `stone` was noticed.
    pub(super) fn notices(&self, stone: Point) -> bool {
        self.noticed.contains(stone)
    }

    /// Whether an atari, the reason for a move at `point`, was overlooked.
    pub(super) fn is_hidden(&self, point: Point) -> bool {
        self.hidden.contains(point)
    }

    /// Whether it was missed what `point` is good for, or bad.
    pub(super) fn misses(&self, point: Point) -> bool {
        self.look.luck(point) < self.look.blindness.powi(2)
    }
}

/// A glance at the board of a game.
#[derive(Clone, Copy, Debug)]
struct Look {
    blindness: f32,
    last: Option<Point>,
    /// What stays the same for a few moves of one game.
    seed: u64,
}

impl Look {
    fn of(game: &Game, blindness: f32) -> Look {
        let mut seed = 0u64;
        let begun = game.events().iter().take(N_MOVES_TO_TELL);
        for event in begun {
            let place = match event {
                GameEvent::Moved {
                    mv: Move::Play(point),
                    ..
                } => 1 + game.size().index(*point) as u64,
                _ => 0,
            };
            seed = Dice::new(seed ^ place).roll();
        }
        Look {
            blindness,
            last: last_plays(game)[0],
            seed: seed ^ (game.n_moves() / N_MOVES_TO_NOTICE) as u64,
        }
    }

    fn overlooks(&self, chain: &Chain) -> bool {
        let Some(first) = chain.stones.first() else {
            return false;
        };
        let n_more = chain.stones.len() as f32 - 1.0;
        let is_beside = self.last.is_some_and(|last| {
            let mut stones = chain.stones.iter();
            stones.any(|stone| distance(stone, last) <= BESIDE_MAX)
        });
        let nearness = if is_beside { NEARNESS_SHOWS } else { 0.0 };
        // Who is quite blind overlooks everything.
        let shown = 2.0 * (1.0 - self.blindness) * SIZE_SHOWS * (n_more + nearness);
        let chance = self.blindness / (1.0 + shown.max(0.0));
        self.luck(first) < chance
    }

    /// Chance, from 0 to 1, the same for a point during a few moves.
    fn luck(&self, point: Point) -> f32 {
        let key = (u64::from(point.x()) << 8) | u64::from(point.y());
        unit(&mut Dice::new(self.seed ^ (key << 32)))
    }
}

/// Where the last two moves were, the latest first, as far as they were plays.
pub(super) fn last_plays(game: &Game) -> [Option<Point>; 2] {
    let mut moves = game.moves().rev().map(|(_, mv)| match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    [(); 2].map(|()| moves.next().flatten())
}

/// How many steps a king would need.
pub(super) fn distance(one: Point, other: Point) -> u8 {
    let (dx, dy) = (one.x().abs_diff(other.x()), one.y().abs_diff(other.y()));
    dx.max(dy)
}

/// A number from 0 up to, not including, 1.
pub(crate) fn unit(dice: &mut Dice) -> f32 {
    (dice.roll() >> 40) as f32 / (1u32 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::{Diagram, Rules, Setup, Size};

    /// White's stone at the top and Black's five at the bottom are in atari.
    const DRAWN: &str = "
        X O . . . . .
        . X . . . . .
        . . . . . . .
        . . . . . . .
        O O O O O . .
        X X X X X . .
        O O O O O . .
    ";

    fn game() -> Game {
        let drawn: Diagram = DRAWN.parse().unwrap();
        let mut setup = Setup::new(drawn.size(), Rules::CHINESE);
        setup.stones = drawn.stones();
        setup.start().unwrap()
    }

    fn point(name: &str) -> Point {
        Size::new(7, 7).unwrap().point(name).unwrap()
    }

    #[test]
    fn who_is_blind_sees_no_atari_and_who_is_not_sees_all() {
        let game = game();
        for (blindness, is_seen) in [(0.0, true), (1.0, false)] {
            let sight = Sight::of(&game, blindness);
            for (stone, liberty) in [("B7", "C7"), ("C2", "F2")] {
                assert_eq!(sight.notices(point(stone)), is_seen, "{stone}");
                assert_eq!(sight.is_hidden(point(liberty)), !is_seen, "{liberty}");
            }
            assert!(!sight.is_hidden(point("D5")));
        }
    }

    #[test]
    fn one_stone_is_overlooked_more_often_than_five() {
        let mut n_seen = [0, 0];
        for begin in 0..49 {
            let mut game = game();
            let size = game.size();
            let first = size.points().nth(begin).unwrap();
            if game.play(Move::Play(first)).is_err() {
                continue;
            }
            let sight = Sight::of(&game, 0.6);
            n_seen[0] += usize::from(sight.notices(point("B7")));
            n_seen[1] += usize::from(sight.notices(point("C2")));
        }
        assert!(0 < n_seen[0] && n_seen[0] < n_seen[1], "{n_seen:?}");
    }

    #[test]
    fn what_is_overlooked_stays_so_for_some_moves() {
        let mut game = game();
        let mut play = |names: &[&str]| -> Sight {
            for name in names {
                game.play(Move::Play(point(name))).unwrap();
            }
            Sight::of(&game, 0.6)
        };
        let before = play(&["D5", "E5", "F5", "G5", "D6", "E6"]);
        let after = play(&["F6", "G6", "F4", "G4"]);
        for stone in ["B7", "C2"] {
            let stone = point(stone);
            assert_eq!(before.notices(stone), after.notices(stone), "{stone:?}");
        }
    }
}
