//! What `ponnuki gtp`, `analysis` and `match` tell a newcomer, and whom they do not understand.

mod transcripts;

use transcripts::check_transcript;

/// What is left of a screen beside another window.
const WIDTH: usize = 100;

#[test]
fn help_teaches_how_to_add_the_engine_and_to_hold_a_match() {
    let told = check_transcript("engines.txt");
    let help = told.lines().filter(|line| !line.starts_with('!'));
    for line in help {
        assert!(line.chars().count() <= WIDTH, "{line}");
    }
}
