//! Points, boards and amounts as texts.

use ponnuki_game::{Move, PointSet, SIDE_MAX, Size};
use ponnuki_wire::{HalfPoints, Vertex, from_json, to_json};

fn sizes() -> impl Iterator<Item = Size> {
    let sides = 1..=SIDE_MAX;
    sides.flat_map(|width| (1..=SIDE_MAX).filter_map(move |height| Size::new(width, height)))
}

#[test]
fn every_point_of_every_board_goes_there_and_back() {
    for size in sizes() {
        for point in size.points() {
            let vertex = Vertex::of(point, size);
            assert_eq!(vertex.to_point(size), Some(point), "{vertex:?} on {size}");
            let mv = Move::Play(point);
            assert_eq!(Vertex::of_move(mv, size), vertex);
            assert_eq!(vertex.to_move(size), Some(mv));
        }
        let all = PointSet::full(size);
        assert_eq!(Vertex::to_points(&Vertex::of_all(all, size), size), Ok(all));
    }
}

/// Every text of up to four signs of a nasty alphabet is a point, a pass or nothing.
#[test]
fn no_text_is_too_strange() {
    let alphabet: Vec<char> = "aAIZt0159 -+.é\u{0}🂡\u{202e}".chars().collect();
    let mut texts = vec![String::new()];
    let mut n_points = 0;
    for _ in 0..4 {
        let longer: Vec<String> = texts
            .iter()
            .flat_map(|text| alphabet.iter().map(move |sign| format!("{text}{sign}")))
            .collect();
        for text in &longer {
            let vertex = Vertex(text.clone());
            for size in [
                Size::NINETEEN,
                Size::new(1, 1).unwrap(),
                Size::new(25, 2).unwrap(),
            ] {
                let point = vertex.to_point(size);
                assert!(point.is_none_or(|point| size.contains(point)), "{text:?}");
                assert_eq!(vertex.to_move(size), point.map(Move::Play));
                n_points += usize::from(point.is_some());
            }
        }
        texts = longer;
    }
    assert!(n_points > 0);
}

#[test]
fn a_pass_is_a_move_and_no_point() {
    let size = Size::NINE;
    assert_eq!(Vertex::of_move(Move::Pass, size), Vertex("pass".to_owned()));
    for text in ["pass", "PASS", "Pass"] {
        let vertex = Vertex(text.to_owned());
        assert_eq!(vertex.to_move(size), Some(Move::Pass));
        assert_eq!(vertex.to_point(size), None);
    }
    assert_eq!(Vertex("passs".to_owned()).to_move(size), None);
}

#[test]
fn the_first_text_that_names_no_point_is_told() {
    let names = ["A1", "J9", "K9", "x"].map(|name| Vertex(name.to_owned()));
    assert_eq!(Vertex::to_points(&names, Size::NINE), Err(&names[2]));
}

#[test]
fn every_amount_goes_there_and_back() {
    for halves in i32::from(i16::MIN + 1)..=i32::from(i16::MAX) {
        let amount = HalfPoints(halves);
        let json = to_json(&amount);
        assert_eq!(json, amount.to_string());
        assert_eq!(from_json(&json), Ok(amount));
    }
}

#[test]
fn amounts_come_in_halves() {
    for (json, halves) in [
        ("7", 14),
        ("7.0", 14),
        ("7.50", 15),
        ("-0.5", -1),
        ("1e1", 20),
    ] {
        assert_eq!(from_json(json), Ok(HalfPoints(halves)), "{json}");
    }
    for json in [
        "0.1",
        "7.25",
        "1e9",
        "-99999999999999999999",
        "null",
        "\"7\"",
        "NaN",
    ] {
        assert!(from_json::<HalfPoints>(json).is_err(), "{json}");
    }
}
