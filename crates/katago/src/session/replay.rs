//! The game of a query, turn by turn.

use ponnuki_game::{Color, Game, Illegal, Move};
use ponnuki_think::TurnQuestion;

use crate::protocol::{FaultKind, Query, QueryFault};

/// The game of `query` after so many of its moves.
///
/// # Errors
///
/// The first of these moves that cannot have been made.
pub(crate) fn replay(query: &Query, n_moves: usize) -> Result<Game, QueryFault> {
    let started = query.setup.clone().start();
    let mut game = started.map_err(|faults| {
        QueryFault::of_field(&query.id, "initialStones", FaultKind::Setup(faults))
    })?;
    for (number, &(color, mv)) in query.moves.iter().take(n_moves).enumerate() {
        let size = game.size();
        let made = make(&mut game, color, mv);
        made.map_err(|_| QueryFault::illegal_move(&query.id, number, mv, size))?;
    }
    Ok(game)
}

/// What is to be thought about at a turn of `query`.
///
/// # Errors
///
/// As [`replay`].
pub(crate) fn question(query: &Query, turn: usize) -> Result<TurnQuestion, QueryFault> {
    let game = replay(query, turn)?;
    let last = turn.checked_sub(1).and_then(|last| query.moves.get(last));
    let color = last.map_or(game.turn(), |&(color, _)| !color);
    Ok(TurnQuestion::of(&game, color))
}

/// Makes a move as records of real games have it: out of turn, after the end,
/// against a superko that was not the law there, or taking own chains.
///
/// # Errors
///
/// What no rulebook knows: a stone on a stone, a ko retaken at once, a single
/// stone without a liberty.
fn make(game: &mut Game, color: Color, mv: Move) -> Result<(), Illegal> {
    let law = match game.play_for(color, mv) {
        Ok(()) => return Ok(()),
        Err(law) => law,
    };
    let is_forgiven = match law {
        // Where the board before the opponent's last move comes back it is a ko,
        // and where nothing changes a single stone without a liberty, whatever
        // the rules say about longer circles.
        Illegal::Repetition { of, .. } => of + 1 < game.n_moves(),
        Illegal::Suicide => !is_lone(game, color, mv),
        _ => true,
    };
    match is_forgiven {
        true => game.force(color, mv).map(drop),
        false => Err(law),
    }
}

/// Whether a stone played there would stand alone.
fn is_lone(game: &Game, color: Color, mv: Move) -> bool {
    match mv {
        Move::Play(point) => game.board().n_neighbors(color, point) == 0,
        Move::Pass => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::{AnalysisSettings, Asked, read};

    use super::*;

    /// Replays `moves` such as `B A1` on a drawn board of 4×3, and tells the
    /// board or what is wrong:
    ///
    /// ```text
    /// . X O .
    /// X . X O
    /// . X O .
    /// ```
    #[track_caller]
    fn check(rules: &str, moves: &str, expected: Result<&str, &str>) {
        let pairs: Vec<String> = moves
            .split(", ")
            .filter_map(|one| one.split_once(' '))
            .map(|(color, at)| format!("[\"{color}\",\"{at}\"]"))
            .collect();
        let line = format!(
            r#"{{"id":"a","boardXSize":4,"boardYSize":3,"rules":"{rules}","initialPlayer":"W",
                "initialStones":[["B","B3"],["W","C3"],["B","A2"],["B","C2"],["W","D2"],
                ["B","B1"],["W","C1"]],"moves":[{}]}}"#,
            pairs.join(",")
        );
        let Ok(Asked::Query(query)) = read(line.as_bytes(), &AnalysisSettings::default()) else {
            panic!("{line}");
        };
        let found = replay(&query, query.moves.len());
        let found = found.map(|game| game.board().to_string());
        let found = found.map_err(|fault| fault.kind.to_string());
        let found = found.as_ref().map(|board| board.as_str());
        assert_eq!(found.map_err(String::as_str), expected, "{rules}: {moves}");
    }

    #[test]
    fn a_ko_is_not_retaken_at_once_under_any_rules() {
        for rules in ["japanese", "tromp-taylor", "aga"] {
            check(rules, "W B2, B C2", Err("Illegal move 1: C2"));
        }
    }

    #[test]
    fn a_stone_on_a_stone_or_without_liberties_cannot_have_been_played() {
        check("japanese", "W A2", Err("Illegal move 0: A2"));
        check("japanese", "W A1", Err("Illegal move 0: A1"));
        check("tromp-taylor", "W pass, W A1", Err("Illegal move 1: A1"));
    }

    #[test]
    fn moves_out_of_turn_and_after_the_end_are_made() {
        let board = ". X . X\nX . X O\nX X O .\n";
        check("japanese", "B A1, B pass, W pass, W pass, B D3", Ok(board));
    }

    #[test]
    fn a_circle_that_a_superko_forbids_is_made() {
        let taken = ". X O .\nX X . O\n. X O .\n";
        let start = ". X O .\nX . X O\n. X O .\n";
        let circle = "W B2, B pass, W pass, B C2";
        check("japanese", circle, Ok(start));
        check("tromp-taylor", circle, Ok(start));
        check(
            "japanese",
            "W pass, B B2, W pass",
            Ok(&taken.replace("X X .", "X X X")),
        );
    }
}
