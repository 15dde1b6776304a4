//! Sequences of moves, counted in both worlds and compared with the tables.

use ponnuki_game::{Move, Passes, Repetition, Suicide, perft};
use ponnuki_testkit::table::{self, PerftRow};
use ponnuki_testkit::{ReferenceGame, is_slow_run, reference_perft};

/// How many games may be looked at for one row, and how many points in the
/// slow world; deeper counts are for slow runs, the deepest of the slow world
/// for those who change the tables.
fn budgets() -> (u64, u64) {
    if is_slow_run() {
        (u64::MAX, 200_000)
    } else {
        (2_000, 10_000)
    }
}

/// Counts the row's sequences again, as deep as the time allows.
#[track_caller]
fn check(row: &PerftRow) {
    let (n_games_max, n_points_max) = budgets();
    let depth = row.depth_within(n_games_max);
    let fast = perft(&row.game(), depth, row.passes);
    assert_eq!(fast, row.counts[..depth], "{}", row.name);
    let depth = row.depth_within(n_points_max / row.setup.size.n_points() as u64);
    let slow = reference_perft(&ReferenceGame::new(&row.setup), depth, row.passes);
    assert_eq!(slow, row.counts[..depth], "{}, in the slow world", row.name);
}

#[test]
fn sequences_from_the_empty_board_are_as_many_as_the_table_says() {
    let rows = table::perft_rows(&table::read("perft.tsv"));
    assert!(rows.len() > 200, "the table has {} rows", rows.len());
    rows.iter().for_each(check);
}

#[test]
fn sequences_from_tricky_positions_are_as_many_as_the_table_says() {
    let rows = table::tricky_rows(&table::read("tricky.perft"));
    assert_eq!(rows.len(), 7 * 10);
    rows.iter().for_each(check);
}

#[test]
fn each_law_of_repetition_and_suicide_has_numbers_of_its_own() {
    let rows = table::perft_rows(&table::read("perft.tsv"));
    let counted = |size: &str, row: &&PerftRow| {
        row.passes == Passes::Counted && row.setup.size == table::read_size(size)
    };
    for suicide in [Suicide::Allowed, Suicide::Forbidden] {
        let rows = rows.iter().filter(|row| row.setup.rules.suicide == suicide);
        let rows: Vec<&PerftRow> = rows.filter(|row| counted("2x2", row)).collect();
        let mut counts: Vec<_> = rows.iter().map(|row| &row.counts).collect();
        counts.sort();
        counts.dedup();
        // Without suicide a play that brings one's last board back is a ko capture.
        let n_different = match suicide {
            Suicide::Allowed => 5,
            Suicide::Forbidden | Suicide::SeveralStones => 4,
        };
        assert_eq!(counts.len(), n_different, "{suicide:?}");
    }
}

#[test]
fn our_table_has_every_row_of_the_collection_beside_us() {
    let Some(text) = table::read_beside("data/math/perft.tsv") else {
        return;
    };
    let ours = table::perft_rows(&table::read("perft.tsv"));
    let mut n_rows = 0;
    for fields in table::rows(&text).filter(|fields| fields[0] != "size") {
        let [size, suicide, ko, pass, counts] = fields[..] else {
            panic!("{fields:?} does not have five fields");
        };
        let repetition = match ko {
            "simple" => Repetition::Ko,
            "psk" => Repetition::Positional,
            "ssk" => Repetition::Situational,
            _ => panic!("{ko:?} is no law of repetition"),
        };
        let suicide = match suicide {
            "0" => Suicide::Forbidden,
            _ => Suicide::Allowed,
        };
        let passes = match pass {
            "0" => Passes::LeftOut,
            _ => Passes::Counted,
        };
        let row = ours.iter().find(|row| {
            let rules = row.setup.rules;
            row.setup.size == table::read_size(size)
                && (rules.repetition, rules.suicide) == (repetition, suicide)
                && row.passes == passes
        });
        let row = row.unwrap_or_else(|| panic!("no row for {fields:?}"));
        let counts: Vec<u64> = counts
            .split(' ')
            .map(|count| count.parse().unwrap())
            .collect();
        assert!(row.counts.starts_with(&counts), "{}: {counts:?}", row.name);
        n_rows += 1;
    }
    assert_eq!(n_rows, 120);
}

#[test]
fn no_sequence_is_shorter_than_one_move() {
    let rows = table::perft_rows(&table::read("perft.tsv"));
    assert_eq!(perft(&rows[0].game(), 0, Passes::Counted), [0; 0]);
}

#[test]
fn a_stopped_game_does_not_go_on() {
    let rows = table::perft_rows(&table::read("perft.tsv"));
    let mut game = rows[0].game();
    for _ in 0..2 {
        game.play(Move::Pass).unwrap();
    }
    assert_eq!(perft(&game, 3, Passes::Counted), [0, 0, 0]);
}
