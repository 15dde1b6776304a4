//! What always holds, over scripts drawn from fixed seeds.

use ponnuki_testkit::{for_seeds, is_slow_run, laws};

/// How many scripts each law is tried on.
fn n_seeds() -> u64 {
    if is_slow_run() { 3_000 } else { 500 }
}

/// Each law as a test of the same name.
macro_rules! laws {
    ($($law:ident)*) => {$(
        #[test]
        fn $law() {
            for_seeds(n_seeds(), laws::$law);
        }
    )*};
}

laws! {
    a_fighter_is_told_what_one_sees
    a_playout_keeps_to_the_rules
    a_printed_board_reads_the_same
    a_refused_event_changes_nothing
    a_rewound_game_is_as_it_was
    a_score_turns_with_the_board
    a_set_up_without_fault_begins
    an_effect_is_what_a_stone_then_does
    area_and_dame_are_all_points
    hash_is_a_function_of_stones
    lifted_stones_had_no_liberty_and_the_rest_have
    printed_rules_read_the_same
    replayed_events_give_the_game
    the_twins_agree
    undone_moves_can_be_made_again
}
