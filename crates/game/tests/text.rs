//! Boards, outcomes and rules as people and other programs read them.

use ponnuki_game::{
    Board, Button, Color, GroupTax, Illegal, Komi, Outcome, ParseKomiError, Points, Repetition,
    Rules, SekiPoints, Size, Suicide,
};

#[test]
fn a_board_is_printed_with_its_letters_numbers_and_stars() {
    let mut board = Board::empty(Size::NINE);
    board.place(Color::Black, Size::NINE.point("J9").unwrap());
    board.place(Color::White, Size::NINE.point("A1").unwrap());
    assert_eq!(
        format!("{board:#}"),
        "   A B C D E F G H J
 9 . . . . . . . . X 9
 8 . . . . . . . . . 8
 7 . . + . . . + . . 7
 6 . . . . . . . . . 6
 5 . . . . + . . . . 5
 4 . . . . . . . . . 4
 3 . . + . . . + . . 3
 2 . . . . . . . . . 2
 1 O . . . . . . . . 1
   A B C D E F G H J
"
    );
}

#[test]
fn star_points_lie_where_players_look_for_them() {
    for (size, stars) in [
        ((6, 19), ""),
        ((7, 7), "C5 E5 C3 E3"),
        ((12, 8), "C6 K6 C3 K3"),
        ((9, 13), "C10 E10 G10 C7 E7 G7 C4 E4 G4"),
        ((13, 13), "D10 G10 K10 D7 G7 K7 D4 G4 K4"),
    ] {
        let size = Size::new(size.0, size.1).unwrap();
        let names: Vec<String> = size.star_points().iter().map(|p| size.name(p)).collect();
        assert_eq!(names.join(" "), stars, "{size}");
    }
}

#[test]
fn small_boards_are_dotted_in_the_corners_and_the_centre() {
    for (size, dots) in [
        ((6, 19), ""),
        ((7, 7), "C5 E5 C3 E3"),
        ((9, 9), "C7 G7 E5 C3 G3"),
        ((9, 13), "C10 G10 E7 C4 G4"),
        ((13, 13), "D10 G10 K10 D7 G7 K7 D4 G4 K4"),
    ] {
        let size = Size::new(size.0, size.1).unwrap();
        let names: Vec<String> = size.dotted_points().iter().map(|p| size.name(p)).collect();
        assert_eq!(names.join(" "), dots, "{size}");
    }
}

#[test]
fn every_point_has_a_name_of_its_own() {
    for (width, height) in [(1, 25), (25, 1), (8, 10), (25, 25)] {
        let size = Size::new(width, height).unwrap();
        for point in size.points() {
            assert_eq!(size.point(&size.name(point)), Some(point));
        }
    }
    let nine = Size::NINE;
    assert_eq!(nine.point("J1"), nine.at(8, 8));
    for name in [
        "", "A", "A0", "A10", "I5", "K1", "A1 ", "AA", "1A", "ä1", "A001",
    ] {
        assert_eq!(nine.point(name), None, "{name:?}");
    }
}

#[test]
fn boards_of_other_sizes_are_other_boards() {
    let small = Board::empty(Size::NINE);
    let large = Board::empty(Size::THIRTEEN);
    assert_ne!(small, large);
    let mut copy = small.clone();
    copy.clone_from(&large);
    assert_eq!(copy, large);
}

#[test]
fn outcomes_are_written_as_players_write_them() {
    let score = |half_points| Outcome::Score {
        margin: Points::from_half_points(half_points),
    };
    for (outcome, text, winner) in [
        (score(7), "B+3.5", Some(Color::Black)),
        (score(-1), "W+0.5", Some(Color::White)),
        (score(-4), "W+2", Some(Color::White)),
        (score(0), "Draw", None),
        (Outcome::NoResult, "Void", None),
        (
            Outcome::Resignation {
                winner: Color::White,
            },
            "W+R",
            Some(Color::White),
        ),
        (
            Outcome::Time {
                winner: Color::Black,
            },
            "B+T",
            Some(Color::Black),
        ),
    ] {
        assert_eq!(outcome.to_string(), text);
        assert_eq!(outcome.winner(), winner, "{text}");
    }
}

#[test]
fn komi_is_refused_where_it_would_have_to_be_rounded() {
    use ParseKomiError::{NotANumber, NotHalfPoints, TooLarge};
    for (text, komi) in [
        ("7", Ok(14)),
        ("7.5", Ok(15)),
        ("-0.5", Ok(-1)),
        ("+6.50", Ok(13)),
        (".5", Ok(1)),
        ("0", Ok(0)),
        ("625", Ok(1250)),
        ("-625", Ok(-1250)),
        ("625.5", Err(TooLarge)),
        ("99999", Err(TooLarge)),
        ("6.25", Err(NotHalfPoints)),
        ("6.05", Err(NotHalfPoints)),
        ("", Err(NotANumber)),
        (".", Err(NotANumber)),
        ("6,5", Err(NotANumber)),
        ("--1", Err(NotANumber)),
        ("1e1", Err(NotANumber)),
    ] {
        let parsed = text.parse::<Komi>().map(Komi::half_points);
        assert_eq!(parsed, komi, "{text:?}");
    }
}

#[test]
fn rules_are_written_as_katago_writes_them() {
    for (rules, text) in [
        (
            Rules::JAPANESE,
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#,
        ),
        (
            Rules::CHINESE,
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#,
        ),
        (
            Rules::TROMP_TAYLOR,
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#,
        ),
        (
            Rules::AGA_BUTTON,
            r#"{"friendlyPassOk":true,"hasButton":true,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#,
        ),
        (
            Rules::ANCIENT_TERRITORY,
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"ALL","whiteHandicapBonus":"0"}"#,
        ),
    ] {
        assert_eq!(rules.to_katago(), text);
    }
}

#[test]
fn rules_are_read_as_katago_writes_them() {
    let text = r#" { "komi" : 6.5 , "koRule":"situational","hasButton":true,"tax":"ALL" } "#;
    let mut rules = Rules::TROMP_TAYLOR;
    rules.start.komi = Komi::from_half_points(13);
    rules.repetition = Repetition::Situational;
    rules.suicide = Suicide::SeveralStones;
    rules.passing.button = Button::HalfPoint;
    rules.counting.seki = SekiPoints::DoNotCount;
    rules.counting.tax = GroupTax::TwoEach;
    assert_eq!(text.parse(), Ok(rules));
    for broken in [
        "{",
        "{}x",
        r#"{"ko"}"#,
        r#"{"ko":}"#,
        r#"{"ko":"EVERY"}"#,
        r#"{"kø":1}"#,
    ] {
        assert!(broken.parse::<Rules>().is_err(), "{broken}");
    }
}

#[test]
fn every_refusal_says_which_law_it_is() {
    let point = Size::NINE.point("A1").unwrap();
    let repetition = |law| Illegal::Repetition { of: 3, law };
    let over = Illegal::Over(Outcome::Resignation {
        winner: Color::Black,
    });
    for (law, text) in [
        (over, "the game is over (B+R)"),
        (
            Illegal::Stopped,
            "play has stopped and has to be resumed first",
        ),
        (Illegal::NotStopped, "play has not stopped yet"),
        (
            Illegal::Outside { size: Size::NINE },
            "not a point of a 9x9 board",
        ),
        (
            Illegal::Occupied { by: Color::White },
            "there is a White stone",
        ),
        (Illegal::Suicide, "the stone would have no liberty"),
        (
            repetition(Repetition::Ko),
            "it would bring back the board after move 3",
        ),
        (
            repetition(Repetition::Positional),
            "it would bring back the board after move 3",
        ),
        (
            repetition(Repetition::OwnLastTurn),
            "it would bring back the board of one's own last turn after move 3",
        ),
        (
            repetition(Repetition::Situational),
            "it would bring back the board with the same player to move after move 3",
        ),
        (
            repetition(Repetition::NaturalSituational),
            "it would bring back the board of one's own after move 3",
        ),
        (
            Illegal::MustPass { n_left: 2 },
            "White has to pass (2 more by the handicap)",
        ),
        (
            Illegal::NothingIsDead,
            "under this rulebook no stone is removed",
        ),
        (Illegal::NoStone { point }, "there is no stone to call dead"),
        (Illegal::PartOfChain { point }, "a chain is dead as a whole"),
        (Illegal::NoCycle, "the board has not come back"),
    ] {
        assert_eq!(law.to_string(), text);
    }
}
