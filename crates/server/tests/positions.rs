//! Positions that are looked at.

use ponnuki_game::Size;
use ponnuki_server::{BadPosition, STUDY_MOVES_MAX, look_at, position_setup};
use ponnuki_wire::{HalfPoints, Position, PositionFace, RefusalCode, StudyStage, Vertex, to_json};

/// The position drawn, under `rules`, after `moves`.
fn drawn(rules: &str, board: &str, moves: &str) -> Position {
    let rows: Vec<String> = board.split_whitespace().map(str::to_owned).collect();
    let width = board.trim().lines().next().unwrap_or_default();
    Position {
        rules: rules.to_owned(),
        width: width.split_whitespace().count() as u8,
        height: Some(board.trim().lines().count() as u8),
        stones: Some(rows.concat()),
        moves: moves
            .split_whitespace()
            .map(|at| Vertex(at.to_owned()))
            .collect(),
        ..Position::default()
    }
}

fn look(position: &Position) -> PositionFace {
    look_at(position).expect("a position")
}

const CORNER: &str = "
    . O X . .
    O . O . .
    . O . . .
    . . . . .
";

#[test]
fn a_capture_is_told_with_the_stones_lifted() {
    let mut position = drawn("chinese", CORNER, "D4");
    position.to_move = Some(ponnuki_wire::Color::White);
    let face = look(&position);
    assert_eq!(
        to_json(&face.steps),
        r#"[{"by":"white","at":"D4","lifted":["C4"]}]"#
    );
    assert_eq!(face.board.stones, ".O.O.O.O...O........");
    assert_eq!(face.prisoners.white.captured, 1);
}

#[test]
fn a_move_against_the_laws_is_told_with_its_law() {
    let face = look(&drawn("japanese", CORNER, "A4 pass"));
    let refused = face.refused.expect("a refusal");
    assert_eq!((refused.index, refused.code), (0, RefusalCode::Suicide));
    assert_eq!(face.steps, []);
    assert_eq!(face.forbidden.len(), 2, "A4 and B3");
}

#[test]
fn a_rulebook_may_allow_what_another_forbids() {
    let face = look(&drawn("new-zealand", CORNER, "A4"));
    assert_eq!(face.refused, None);
}

#[test]
fn the_board_that_would_come_back_is_named_by_its_moves() {
    let ko = "
        . X O .
        X O . O
        . X O .
    ";
    let face = look(&drawn("chinese", ko, "C2 B2"));
    let refused = face.refused.expect("a refusal");
    assert_eq!(
        (refused.code, refused.of_move),
        (RefusalCode::Repetition, Some(0))
    );
}

#[test]
fn passes_stop_play_and_make_the_sum_a_result() {
    let board = "
        . X O .
        . X O X
        . X O .
    ";
    let mut position = drawn("chinese", board, "pass pass");
    position.komi = Some(HalfPoints(0));
    let with_dead = Position {
        dead: vec![Vertex("D2".to_owned())],
        ..position.clone()
    };
    let (face, cleared) = (look(&position), look(&with_dead));
    assert_eq!(face.stage, StudyStage::Stopped);
    assert_eq!(face.outcome.expect("a result").text, "B+4");
    assert_eq!(cleared.outcome.expect("a result").text, "Draw");
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let right = drawn("chinese", CORNER, "");
    assert_eq!(
        position_setup(&right).map(|setup| setup.size),
        Ok(Size::new(5, 4).unwrap())
    );
    let stones = |text: &str| Position {
        stones: Some(text.to_owned()),
        ..right.clone()
    };
    let moves = |at: &str, n| Position {
        moves: vec![Vertex(at.to_owned()); n],
        ..right.clone()
    };
    assert_eq!(look_at(&stones("XO")), Err(BadPosition::Stones));
    assert_eq!(look_at(&stones(&"?".repeat(20))), Err(BadPosition::Stones));
    assert!(matches!(
        look_at(&stones(&"X".repeat(20))),
        Err(BadPosition::Setup(_))
    ));
    assert_eq!(
        look_at(&moves("K9", 1)),
        Err(BadPosition::Point("K9".to_owned()))
    );
    assert_eq!(
        look_at(&moves("pass", STUDY_MOVES_MAX + 1)),
        Err(BadPosition::TooManyMoves)
    );
    let other = |rules: &str, width| Position {
        rules: rules.to_owned(),
        width,
        stones: None,
        ..right.clone()
    };
    assert!(matches!(
        look_at(&other("chess", 9)),
        Err(BadPosition::Terms(_))
    ));
    assert!(matches!(
        look_at(&other("chinese", 0)),
        Err(BadPosition::Terms(_))
    ));
    let komi = Position {
        komi: Some(HalfPoints(30_000)),
        ..right
    };
    assert!(matches!(look_at(&komi), Err(BadPosition::Terms(_))));
}
