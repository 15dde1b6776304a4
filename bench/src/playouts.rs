//! Random games: the task of engines that play them by the million.

use std::marker::PhantomData;

use ponnuki_game::{Board, Color, Dice, Playout, Size};

use crate::contest::{Contest, Contestant};
use crate::library::{Goban, Ko, Library, Ponnuki};
use crate::random_game::{self, N_MOVES_MAX_PER_POINT, Places, Played};

/// Everyone plays the same games.
const SEED: u64 = 19;

/// How many games are played between two looks at the clock, which takes about
/// a thousandth of the quickest of them.
const N_GAMES_PER_LOOK: usize = 8;

/// For a board of `size`, one contest under each ko rule.
pub(crate) fn contests(size: Size) -> impl Iterator<Item = Contest> {
    Ko::BOTH.into_iter().map(move |ko| {
        let mut contestants: Vec<Box<dyn Contestant>> = vec![
            Box::new(FromOutside::<Ponnuki>::new(size, ko)),
            Box::new(FromOutside::<Goban>::new(size, ko)),
        ];
        // The board alone remembers no past, so it knows no superko.
        if ko == Ko::Simple {
            contestants.insert(0, Box::new(FromInside::new(size)));
        }
        Contest {
            title: format!("Random games on {size}, {}", ko.name()),
            task: "game",
            contestants,
        }
    })
}

/// A library that is asked for every move.
struct FromOutside<L> {
    ko: Ko,
    places: Places,
    dice: Dice,
    sums: Sums,
    library: PhantomData<L>,
}

impl<L> FromOutside<L> {
    fn new(size: Size, ko: Ko) -> FromOutside<L> {
        FromOutside {
            ko,
            places: Places::new(size),
            dice: Dice::new(SEED),
            sums: Sums::default(),
            library: PhantomData,
        }
    }
}

impl<L: Library> Contestant for FromOutside<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn work(&mut self) -> usize {
        for _ in 0..N_GAMES_PER_LOOK {
            let played = random_game::play::<L>(self.ko, &self.places, &mut self.dice);
            self.sums.add(played);
        }
        N_GAMES_PER_LOOK
    }

    fn remark(&self) -> String {
        self.sums.averages()
    }
}

/// Our own random games, which know the board from inside.
struct FromInside {
    start: Playout,
    playout: Playout,
    dice: Dice,
    sums: Sums,
}

impl FromInside {
    fn new(size: Size) -> FromInside {
        let start = Playout::new(&Board::empty(size), Color::Black);
        FromInside {
            playout: start.clone(),
            start,
            dice: Dice::new(SEED),
            sums: Sums::default(),
        }
    }
}

impl Contestant for FromInside {
    fn name(&self) -> &'static str {
        "ponnuki Playout"
    }

    fn work(&mut self) -> usize {
        let n_moves_max = N_MOVES_MAX_PER_POINT * self.start.board().size().n_points();
        for _ in 0..N_GAMES_PER_LOOK {
            self.playout.restart(&self.start);
            let n_moves = self.playout.run(&mut self.dice, n_moves_max);
            let n_stones = |color| self.playout.board().stones(color).len() as i64;
            let lead = n_stones(Color::Black) - n_stones(Color::White);
            self.sums.add(Played { n_moves, lead });
        }
        N_GAMES_PER_LOOK
    }

    fn remark(&self) -> String {
        self.sums.averages()
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    n_games: u64,
    n_moves: u64,
    lead: i64,
}

impl Sums {
    fn add(&mut self, played: Played) {
        self.n_games += 1;
        self.n_moves += played.n_moves as u64;
        self.lead += played.lead;
    }

    fn averages(&self) -> String {
        let n_games = self.n_games as f64;
        format!(
            "{:.1} moves a game, Black {:+.1}",
            self.n_moves as f64 / n_games,
            self.lead as f64 / n_games
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Effort;

    #[test]
    fn every_contestant_plays_to_the_end() {
        for mut contest in contests(Size::NINE) {
            let times = contest.hold(Effort::TINY);
            assert!(
                times.iter().all(|time| time.is_finite()),
                "{}",
                contest.title
            );
            for contestant in &contest.contestants {
                let remark = contestant.remark();
                let n_moves: f64 = remark.split(' ').next().unwrap().parse().unwrap();
                assert!(
                    (90.0..135.0).contains(&n_moves),
                    "{}: {remark}",
                    contestant.name()
                );
            }
        }
    }
}
