//! Colours and moves as words: `b`, `D4`, `pass`, `resign`.

use ponnuki_game::{Color, Move, Point, SIDE_MAX, Size};
use ponnuki_think::Decision;

use crate::refusal::CommandRefusal;

/// The colour that a word means: `b`, `black`, `w`, `white`, in any case.
pub fn parse_color(word: &str) -> Option<Color> {
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    match word {
        _ if is("b") || is("black") => Some(Color::Black),
        _ if is("w") || is("white") => Some(Color::White),
        _ => None,
    }
}

/// The word for a colour, as most programs send it.
pub fn color_word(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The point that a vertex such as `d4` names on a board of `size`.
///
/// # Errors
///
/// [`CommandRefusal::IllegalMove`] for a point of some board but not of this one,
/// [`CommandRefusal::Syntax`] for anything else.
pub fn parse_point(vertex: &str, size: Size) -> Result<Point, CommandRefusal> {
    let is_somewhere = || {
        let letter = vertex.chars().next();
        let row = vertex.get(1..).and_then(|row| row.parse::<u8>().ok());
        let is_column = letter.is_some_and(|l| l.is_ascii_alphabetic() && !"iI".contains(l));
        is_column && row.is_some_and(|row| (1..=SIDE_MAX).contains(&row))
    };
    match size.point(vertex) {
        Some(point) => Ok(point),
        None if is_somewhere() => Err(CommandRefusal::IllegalMove),
        None => Err(CommandRefusal::Syntax),
    }
}

/// The move that a vertex or `pass` means on a board of `size`.
///
/// # Errors
///
/// As [`parse_point`].
pub fn parse_move(vertex: &str, size: Size) -> Result<Move, CommandRefusal> {
    if vertex.eq_ignore_ascii_case("pass") {
        Ok(Move::Pass)
    } else {
        parse_point(vertex, size).map(Move::Play)
    }
}

/// The word for a move on a board of `size`: `D4` or `pass`.
pub fn vertex(mv: Move, size: Size) -> String {
    match mv {
        Move::Play(point) => size.name(point),
        Move::Pass => "pass".to_owned(),
    }
}

/// Several points as words with a space between, row by row from the top left.
pub fn vertices(points: impl IntoIterator<Item = Point>, size: Size) -> String {
    let names = points.into_iter().map(|point| size.name(point));
    names.collect::<Vec<_>>().join(" ")
}

/// What `word` says on a board of `size`: a vertex, `pass` or `resign`.
///
/// # Errors
///
/// As [`parse_point`].
pub fn parse_decision(word: &str, size: Size) -> Result<Decision, CommandRefusal> {
    if word.eq_ignore_ascii_case("resign") {
        Ok(Decision::Resign)
    } else {
        parse_move(word, size).map(Decision::Move)
    }
}

/// The word for a decision on a board of `size`: a vertex, `pass` or `resign`.
pub fn decision_word(decision: Decision, size: Size) -> String {
    match decision {
        Decision::Move(mv) => vertex(mv, size),
        Decision::Resign => "resign".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_come_in_four_words_and_any_case() {
        for (word, color) in [
            ("b", Some(Color::Black)),
            ("BLACK", Some(Color::Black)),
            ("W", Some(Color::White)),
            ("White", Some(Color::White)),
            ("", None),
            ("blue", None),
            ("e", None),
        ] {
            assert_eq!(parse_color(word), color, "{word}");
        }
    }

    #[test]
    fn a_vertex_is_on_the_board_off_it_or_none() {
        let size = Size::new(9, 13).unwrap();
        for (word, expected) in [
            ("a1", size.at(0, 12).ok_or(CommandRefusal::Syntax)),
            ("J13", size.at(8, 0).ok_or(CommandRefusal::Syntax)),
            ("H13", size.at(7, 0).ok_or(CommandRefusal::Syntax)),
            ("K1", Err(CommandRefusal::IllegalMove)),
            ("A14", Err(CommandRefusal::IllegalMove)),
            ("Z25", Err(CommandRefusal::IllegalMove)),
            ("I5", Err(CommandRefusal::Syntax)),
            ("A0", Err(CommandRefusal::Syntax)),
            ("A26", Err(CommandRefusal::Syntax)),
            ("AA1", Err(CommandRefusal::Syntax)),
            ("D", Err(CommandRefusal::Syntax)),
            ("4D", Err(CommandRefusal::Syntax)),
            ("é4", Err(CommandRefusal::Syntax)),
            ("", Err(CommandRefusal::Syntax)),
        ] {
            assert_eq!(parse_point(word, size), expected, "{word}");
        }
    }

    #[test]
    fn every_decision_reads_as_it_prints() {
        let size = Size::new(19, 7).unwrap();
        let moves = size.points().map(Move::Play).chain([Move::Pass]);
        for decision in moves.map(Decision::Move).chain([Decision::Resign]) {
            let word = decision_word(decision, size);
            assert_eq!(parse_decision(&word, size), Ok(decision));
            assert_eq!(parse_decision(&word.to_lowercase(), size), Ok(decision));
            assert_eq!(parse_decision(&word.to_uppercase(), size), Ok(decision));
        }
    }
}
