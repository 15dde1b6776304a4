//! How fast random games are on this machine.

use std::io;
use std::ops::AddAssign;
use std::panic;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ponnuki_game::{Board, Color, Dice, Playout, Size};

/// How many games are played between two looks at the clock: a few
/// milliseconds at most, and reading the clock costs nothing beside them.
const N_GAMES_PER_LOOK: u64 = 16;

/// How long, at most, a random game is in multiples of the board's points;
/// only a game that circles is.
const N_MOVES_MAX_PER_POINT: usize = 3;

/// What random games came to, summed up over all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutSums {
    /// How many games there were.
    pub n_games: u64,
    /// How many moves, passes included.
    pub n_moves: u64,
    /// Black's stones at the end less White's.
    pub lead: i64,
    /// The time that the threads had of a processor, all together.
    pub cpu_time: Duration,
}

impl AddAssign for PlayoutSums {
    fn add_assign(&mut self, more: PlayoutSums) {
        self.n_games += more.n_games;
        self.n_moves += more.n_moves;
        self.lead += more.lead;
        self.cpu_time += more.cpu_time;
    }
}

/// Random games, and the time they took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutSpeed {
    /// The games.
    pub sums: PlayoutSums,
    /// How long they took by the clock on the wall.
    pub elapsed: Duration,
}

/// Plays random games for so long on so many threads. Every move is drawn from all legal ones that
/// do not fill an eye of one's own; a game ends with two passes, or when it is three times as long
/// as the board has points.
///
/// # Errors
///
/// If the machine does not give that many threads.
pub fn playout_speed(size: Size, n_threads: usize, time: Duration) -> io::Result<PlayoutSpeed> {
    let began = Instant::now();
    let mut sums = PlayoutSums::default();
    thread::scope(|scope| {
        let player = |seed| {
            thread::Builder::new().spawn_scoped(scope, move || play(size, seed, began, time))
        };
        let players: Vec<_> = (0..n_threads as u64).map(player).collect();
        for player in players {
            let more = player?
                .join()
                .unwrap_or_else(|panic| panic::resume_unwind(panic));
            sums += more;
        }
        Ok(())
    })
    .map(|()| PlayoutSpeed {
        sums,
        elapsed: began.elapsed(),
    })
}

/// Plays until `time` has passed since `began`, but some games in any case.
fn play(size: Size, seed: u64, began: Instant, time: Duration) -> PlayoutSums {
    let start = Playout::new(&Board::empty(size), Color::Black);
    let mut playout = start.clone();
    let mut dice = Dice::new(seed);
    let own_time = ThreadTime::now();
    let mut sums = PlayoutSums::default();
    loop {
        for _ in 0..N_GAMES_PER_LOOK {
            playout.restart(&start);
            let n_moves = playout.run(&mut dice, N_MOVES_MAX_PER_POINT * size.n_points());
            let n_stones = |color| playout.board().stones(color).len() as i64;
            sums.n_games += 1;
            sums.n_moves += n_moves as u64;
            sums.lead += n_stones(Color::Black) - n_stones(Color::White);
        }
        if began.elapsed() >= time {
            sums.cpu_time = own_time.elapsed();
            return sums;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many moves such games have on average, as many programs have found.
    const KNOWN_LENGTHS: [(Size, f64); 2] = [(Size::NINE, 111.0), (Size::NINETEEN, 455.0)];

    /// Enough games that the averages are off by no more than the tolerances below.
    const N_GAMES: u64 = 4000;

    /// Plays `N_GAMES` games by the loop that is measured.
    fn sums(size: Size) -> PlayoutSums {
        let mut sums = PlayoutSums::default();
        for seed in 0..N_GAMES / N_GAMES_PER_LOOK {
            let more = play(size, seed, Instant::now(), Duration::ZERO);
            assert_eq!(more.n_games, N_GAMES_PER_LOOK);
            sums += more;
        }
        sums
    }

    #[test]
    fn random_games_are_as_they_are_elsewhere() {
        for (size, known) in KNOWN_LENGTHS {
            let sums = sums(size);
            let length = sums.n_moves as f64 / N_GAMES as f64;
            assert!((length - known).abs() < 1.5, "{size}: {length}");
            let lead = sums.lead as f64 / N_GAMES as f64;
            assert!((lead - 1.8).abs() < 1.0, "{size}: {lead}");
        }
    }

    #[test]
    fn threads_add_up() {
        let one = playout_speed(Size::NINE, 1, Duration::from_nanos(1))
            .unwrap()
            .sums;
        let two = playout_speed(Size::NINE, 2, Duration::from_nanos(1))
            .unwrap()
            .sums;
        let again = play(Size::NINE, 0, Instant::now(), Duration::ZERO);
        assert_eq!((one.n_games, one.n_moves), (again.n_games, again.n_moves));
        assert!(one.cpu_time > Duration::ZERO && two.cpu_time > Duration::ZERO);
        assert_eq!(two.n_games, 2 * one.n_games);
        assert_ne!(
            two.n_moves,
            2 * one.n_moves,
            "each thread plays its own games"
        );
    }
}
