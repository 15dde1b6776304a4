//! How many positions and games there are on the smallest boards.

use ponnuki_game::{Board, Color, Rules, Setup, Size};
use ponnuki_testkit::{Stones, is_slow_run, positions, simple_paths, table};

/// Positions that fit into a quick test: 3 to the power of 12 points.
const N_POINTS_QUICK: usize = 12;

/// How many ways to put stones on the board a game can begin with.
fn n_legal_positions(size: Size) -> u64 {
    let mut setup = Setup::new(size, Rules::TROMP_TAYLOR);
    let mut n_legal = 0;
    for stones in positions(size) {
        setup.stones = stones;
        n_legal += u64::from(setup.faults().is_empty());
    }
    n_legal
}

/// Every position that a play of either colour, suicide included, leads to.
fn next_positions(stones: &Stones) -> Vec<Stones> {
    let mut setup = Setup::new(stones.size(), Rules::TROMP_TAYLOR);
    setup.stones = stones.to_sets();
    let board: Board = setup.start().unwrap().board().clone();
    let mut next = Vec::new();
    for color in Color::BOTH {
        for point in board.vacant() {
            let mut after = board.clone();
            after.place(color, point);
            let mut slow = stones.clone();
            slow.play(color, point);
            assert_eq!(Stones::from_board(&after), slow);
            next.push(slow);
        }
    }
    next
}

#[test]
fn legal_positions_are_as_many_as_the_table_says() {
    let text = table::read("legal_positions.tsv");
    let mut n_rows = 0;
    for fields in table::rows(&text) {
        let size = table::read_size(fields[0]);
        if size.n_points() > N_POINTS_QUICK && !is_slow_run() {
            continue;
        }
        assert_eq!(n_legal_positions(size).to_string(), fields[1], "{size}");
        n_rows += 1;
    }
    assert!(n_rows >= 15, "only {n_rows} rows");
}

#[test]
fn legal_positions_agree_with_the_collection_beside_us() {
    let Some(text) = table::read_beside("data/math/legal_mxn.tsv") else {
        return;
    };
    let ours = table::read("legal_positions.tsv");
    let mut n_compared = 0;
    for fields in table::rows(&text) {
        let height: usize = fields[0].parse().unwrap();
        for (n, count) in fields[1..].iter().enumerate() {
            let name = format!("{height}x{}", height + n);
            if let Some(row) = table::rows(&ours).find(|row| row[0] == name) {
                assert_eq!(row[1], *count, "{name}");
                n_compared += 1;
            }
        }
    }
    assert!(n_compared >= 15, "only {n_compared} compared");
}

#[test]
fn games_without_repetition_are_as_many_as_the_table_says() {
    let text = table::read("games.tsv");
    for fields in table::rows(&text) {
        let size = table::read_size(fields[0]);
        if size.n_points() > 3 && !is_slow_run() {
            continue;
        }
        let n_games = simple_paths(Stones::none(size), next_positions);
        assert_eq!(n_games.to_string(), fields[1], "{size}");
    }
}
