//! What always holds, whatever bytes drive the game: one law a file.
//!
//! Each law is a function over bytes that panics where it is broken. A test
//! runs it over seeds with [`for_seeds`](crate::for_seeds), a fuzzer over what
//! it comes up with.

mod area;
mod diagram;
mod effect;
mod hash;
mod liberties;
mod observed;
mod playout;
mod refusal;
mod replay;
mod rules_text;
mod setup;
mod symmetry;
mod tactics;
mod twin;
mod undo;

pub use area::area_and_dame_are_all_points;
pub use diagram::a_printed_board_reads_the_same;
pub use effect::an_effect_is_what_a_stone_then_does;
pub use hash::hash_is_a_function_of_stones;
pub use liberties::lifted_stones_had_no_liberty_and_the_rest_have;
pub use playout::a_playout_keeps_to_the_rules;
pub use refusal::a_refused_event_changes_nothing;
pub use replay::replayed_events_give_the_game;
pub use rules_text::printed_rules_read_the_same;
pub use setup::a_set_up_without_fault_begins;
pub use symmetry::a_score_turns_with_the_board;
pub use tactics::a_fighter_is_told_what_one_sees;
pub use twin::{compare_twins, the_twins_agree, twins_walk_alike};
pub use undo::{a_rewound_game_is_as_it_was, undone_moves_can_be_made_again};
