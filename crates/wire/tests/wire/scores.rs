//! What a sum shows, and how an end is told.

use std::fmt::Write as _;

use ponnuki_game::{Color, Outcome as GameOutcome, PRESETS, PointSet, Points, Setup, Size};
use ponnuki_wire::{Outcome, Score, to_json};

fn names(score: &Score, color: Color) -> String {
    let lines = &score.sum(color.into()).lines;
    let names: Vec<String> = lines
        .iter()
        .map(|line| to_json(&line.name).replace('"', ""))
        .collect();
    names.join(" ")
}

/// The lines of a sum under each rulebook, in an even game and with a handicap of two.
#[test]
fn a_sum_has_the_lines_that_the_rulebook_counts() {
    let mut table = String::new();
    for preset in PRESETS {
        let setup = Setup::new(Size::NINE, preset.rules);
        let even = setup.clone().start().expect("a game");
        let odds = setup.with_handicap(2).expect("a handicap");
        let odds = odds.start().expect("a game");
        let [even, odds] = [even, odds].map(|game| {
            let score = game.score(PointSet::EMPTY).expect("a score");
            Score::of(&score, game.size(), game.rules())
        });
        let _ = writeln!(table, "{}", preset.name);
        for (whose, lines) in [
            ("Black", names(&even, Color::Black)),
            ("White", names(&even, Color::White)),
            ("White, handicap", names(&odds, Color::White)),
        ] {
            let _ = writeln!(table, "  {whose}: {lines}");
        }
    }
    assert_eq!(table, include_str!("golden/sum_lines.txt"));
}

#[test]
fn a_total_is_the_sum_of_its_lines() {
    for preset in PRESETS {
        let game = Setup::new(Size::NINE, preset.rules)
            .start()
            .expect("a game");
        let score = game.score(PointSet::EMPTY).expect("a score");
        let shape = Score::of(&score, game.size(), game.rules());
        for sum in [&shape.black, &shape.white] {
            let halves: i32 = sum.lines.iter().map(|line| line.points.0).sum();
            assert_eq!(halves, sum.total.0, "{}", preset.name);
        }
    }
}

#[test]
fn every_end_has_its_words() {
    let margin = |half_points| GameOutcome::Score {
        margin: Points::from_half_points(half_points),
    };
    let winner = Color::White;
    let told = [
        margin(7),
        margin(-14),
        margin(0),
        GameOutcome::Resignation { winner },
        GameOutcome::Time { winner },
        GameOutcome::NoResult,
    ]
    .map(|outcome| to_json(&Outcome::of(outcome)));
    assert_eq!(
        told,
        [
            r#"{"text":"B+3.5","winner":"black","by":"score","margin":3.5}"#,
            r#"{"text":"W+7","winner":"white","by":"score","margin":7}"#,
            r#"{"text":"Draw","winner":null,"by":"score","margin":0}"#,
            r#"{"text":"W+R","winner":"white","by":"resignation","margin":null}"#,
            r#"{"text":"W+T","winner":"white","by":"time","margin":null}"#,
            r#"{"text":"Void","winner":null,"by":"no_result","margin":null}"#,
        ]
    );
}
