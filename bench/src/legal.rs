//! Lists of legal moves: the task of servers and of engines that look around.

use std::hint::black_box;
use std::ops::RangeInclusive;

use ponnuki_game::{Dice, Point, Size};

use crate::contest::{Contest, Contestant};
use crate::library::{Goban, Ko, Library, Ponnuki};
use crate::random_game;

/// Everyone looks at the same positions.
const SEED: u64 = 9;

/// Enough that no branch is learned by heart, few enough to stay in the cache.
const N_POSITIONS: usize = 100;

/// For a board of `size`, one contest under each ko rule.
pub(crate) fn contests(size: Size) -> impl Iterator<Item = Contest> {
    let games = games(size, N_POSITIONS);
    Ko::BOTH.into_iter().map(move |ko| Contest {
        title: format!(
            "Legal moves in the middle of a game on {size}, {}",
            ko.name()
        ),
        task: "list",
        contestants: vec![
            Box::new(Positions::<Ponnuki>::new(size, ko, &games)),
            Box::new(Positions::<Goban>::new(size, ko, &games)),
        ],
    })
}

/// The middle of a game: from when chains meet to before it is over.
fn middle(size: Size) -> RangeInclusive<usize> {
    let n_points = size.n_points();
    match size {
        Size::NINE => 40..=80,
        Size::NINETEEN => 150..=330,
        _ => n_points * 2 / 5..=n_points * 9 / 10,
    }
}

/// The plays of `n` random games up to their middles, legal under either ko rule.
fn games(size: Size, n: usize) -> Vec<Vec<Point>> {
    let mut dice = Dice::new(SEED);
    let middle = middle(size);
    let games = std::iter::repeat_with(|| {
        let n_moves = middle.start() + dice.below(middle.end() - middle.start() + 1);
        random_game::moves(size, n_moves, &mut dice)
    });
    let is_legal = |points: &Vec<Point>| {
        let mut rules = Ko::BOTH.into_iter();
        rules.all(|ko| replay::<Ponnuki>(size, ko, points).is_some())
    };
    games.flatten().filter(is_legal).take(n).collect()
}

/// The game in which stones were played at `points`, if that is legal.
fn replay<L: Library>(size: Size, ko: Ko, points: &[Point]) -> Option<L> {
    let mut library = L::begin(size, ko);
    let are_legal = points.iter().all(|&point| library.play(point));
    are_legal.then_some(library)
}

/// A library's games, each in its middle.
struct Positions<L> {
    games: Vec<L>,
    n_legal: usize,
}

impl<L: Library> Positions<L> {
    fn new(size: Size, ko: Ko, games: &[Vec<Point>]) -> Positions<L> {
        let games = games.iter().filter_map(|points| replay(size, ko, points));
        Positions {
            games: games.collect(),
            n_legal: 0,
        }
    }
}

impl<L: Library> Contestant for Positions<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn work(&mut self) -> usize {
        self.n_legal = self
            .games
            .iter()
            .map(|game| black_box(game).n_legal())
            .sum();
        self.games.len()
    }

    fn remark(&self) -> String {
        let n_games = self.games.len();
        let average = self.n_legal as f64 / n_games as f64;
        format!("{average:.2} legal moves on average of {n_games}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Effort;

    #[test]
    fn both_libraries_find_the_same_moves_under_simple_ko() {
        for size in [Size::NINE, Size::NINETEEN] {
            for points in games(size, 20) {
                let ours = replay::<Ponnuki>(size, Ko::Simple, &points).unwrap();
                let theirs = replay::<Goban>(size, Ko::Simple, &points).unwrap();
                assert_eq!(ours.n_legal(), theirs.n_legal(), "{points:?}");
            }
        }
    }

    /// How many of many positions on a small board, where boards come back,
    /// have moves that only superko forbids.
    fn n_where_superko_matters<L: Library>() -> usize {
        let size = Size::new(3, 3).unwrap();
        let mut dice = Dice::new(SEED);
        let games: Vec<Vec<Point>> = (0..3000)
            .filter_map(|_| random_game::moves(size, 12, &mut dice))
            .collect();
        let matters = |points: &&Vec<Point>| {
            let n_legal = |ko| Some(replay::<L>(size, ko, points)?.n_legal());
            let simple = n_legal(Ko::Simple);
            n_legal(Ko::Positional).is_some_and(|positional| Some(positional) < simple)
        };
        games.iter().filter(matters).count()
    }

    #[test]
    fn each_library_is_asked_under_each_ko_rule() {
        assert!(n_where_superko_matters::<Ponnuki>() > 0);
        assert!(n_where_superko_matters::<Goban>() > 0);
    }

    #[test]
    fn games_are_cut_in_their_middles() {
        for size in [Size::NINE, Size::NINETEEN, Size::THIRTEEN] {
            let middle = middle(size);
            let games = games(size, 10);
            assert_eq!(games.len(), 10);
            assert!(games.iter().all(|points| middle.contains(&points.len())));
        }
    }

    #[test]
    fn every_contestant_lists_the_moves_of_every_position() {
        for mut contest in contests(Size::NINE) {
            let times = contest.hold(Effort::TINY);
            assert!(
                times.iter().all(|time| time.is_finite()),
                "{}",
                contest.title
            );
            for contestant in &contest.contestants {
                let remark = contestant.remark();
                assert!(
                    remark.ends_with("of 100"),
                    "{}: {remark}",
                    contestant.name()
                );
                assert!(!remark.starts_with('0'), "{}: {remark}", contestant.name());
            }
        }
    }
}
