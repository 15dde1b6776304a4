//! Whatever a review is written as, what a move cost is the difference of the two leads that are
//! shown beside it.

use std::ops::ControlFlow;

use ponnuki_engine::{Request, ThinkLimits, embedded, thinker};
use ponnuki_game::{Color, Dice, Game, Move, Phase, Rules, Size};
use ponnuki_record::{About, Records};
use ponnuki_words::Language;
use serde_json::Value;

use crate::review::Review;
use crate::reviewed::{ReviewedFile, ReviewedGame};

/// A game of chance on a small board, which is gone on with if both pass.
fn random_game(dice: &mut Dice) -> Game {
    let mut game = Game::new(Size::new(5, 5).unwrap(), Rules::CHINESE).unwrap();
    while game.n_moves() < 14 {
        if game.phase() == Phase::Stopped && game.resume(Color::White).is_err() {
            break;
        }
        let legal: Vec<_> = game.legal().iter().collect();
        let point = legal.get(dice.below(legal.len() + 3));
        let mv = point.map_or(Move::Pass, |&point| Move::Play(point));
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

/// The review of a game with few visits.
fn reviewed(records: &Records<'_>) -> ReviewedFile {
    let record = records.iter().next().unwrap().unwrap();
    let mut game = ReviewedGame::new(0, record, None, Language::default());
    let mut thinker = thinker(Some(&embedded()), 0, None);
    let request = Request::within(ThinkLimits::playouts(8));
    let go_on = &mut |_: &Review, _| ControlFlow::Continue(());
    game.review.run(thinker.as_mut(), &request, go_on);
    ReviewedFile::new("game", vec![game], "", request.limits, Language::default())
}

/// `before` and `after` are leads of one player, who lost `cost`.
#[track_caller]
fn check_loss(before: f64, after: f64, cost: f64, what: &str) {
    let tenths = [before, after, cost].map(|points| (10.0 * points).round() as i64);
    let is_it = tenths[0] - tenths[1] == tenths[2];
    assert!(is_it, "{what}: from {before} to {after} costs {cost}");
}

/// `B+3.5`, `W+0.3`, `even`: Black's lead as it is printed.
#[track_caller]
fn printed(lead: &str) -> f64 {
    match lead.split_once('+') {
        Some(("B", points)) => points.parse().unwrap(),
        Some((_, points)) => -points.parse::<f64>().unwrap(),
        None => {
            assert_eq!(lead, "even");
            0.0
        }
    }
}

/// Checks the rows of a table of all moves; how many tell of a loss.
fn check_rows(rows: &[Vec<&str>]) -> usize {
    let mut n_told = 0;
    for pair in rows.windows(2) {
        let [above, row] = pair else { continue };
        if row[4].is_empty() {
            continue;
        }
        n_told += 1;
        let [before, after] = [above, row].map(|row| printed(row[3]));
        let sign = if row[0].ends_with("White") { -1.0 } else { 1.0 };
        let cost = row[4].parse().unwrap();
        check_loss(sign * before, sign * after, cost, &row.join(" "));
    }
    // No loss stands in a row that has none above it.
    assert!(rows.first().is_none_or(|row| row[4].is_empty()));
    n_told
}

/// The rows of the table in a report in Markdown.
fn rows_of_markdown(markdown: &str) -> Vec<Vec<&str>> {
    let (_, table) = markdown.split_once("## Every move").unwrap();
    let lines = table.lines().filter(|line| line.starts_with("| "));
    let rows = lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect());
    rows.skip(2).collect()
}

/// The rows of the table of all moves in a page.
fn rows_of_page(page: &str) -> Vec<Vec<&str>> {
    let (_, table) = page.split_once("<caption>Every move").unwrap();
    let (_, body) = table.split_once("<tbody>").unwrap();
    let (body, _) = body.split_once("</tbody>").unwrap();
    let rows = body.lines().filter(|line| line.starts_with("<tr>"));
    let cell = |part: &'_ str| part.rfind('>').map_or(0, |at| at + 1);
    rows.map(|row| {
        let parts = row.split("</t").filter(|part| !part.starts_with("r>"));
        parts.map(|part| &part[cell(part)..]).collect()
    })
    .collect()
}

/// `Black leads by 3.5 points`, `the game is even`: what that is for `color`.
#[track_caller]
fn lead_in_words(text: &str, color: &str) -> f64 {
    let Some((leader, points)) = text.split_once(" leads by ") else {
        assert_eq!(text, "the game is even");
        return 0.0;
    };
    let (points, _) = points.split_once(' ').unwrap();
    let points: f64 = points.parse().unwrap();
    if leader == color { points } else { -points }
}

/// Checks every sentence of this kind in a text; how many there are.
fn check_sentences(text: &str) -> usize {
    let mut n_told = 0;
    for told in text.split("This costs ").skip(1) {
        n_told += 1;
        let (cost, rest) = told.split_once(" point").unwrap();
        let (_, rest) = rest.split_once(": ").unwrap();
        let (color, rest) = rest.split_once("'s chance").unwrap();
        let (_, rest) = rest.split_once(" was better: then ").unwrap();
        let (before, rest) = rest.split_once(". Now ").unwrap();
        let ends = [". ", ".\n", "<"].map(|end| rest.find(end).unwrap_or(rest.len()));
        let after = &rest[..ends.into_iter().min().unwrap_or(0)];
        let [before, after] =
            [before, after.trim_end_matches('.')].map(|text| lead_in_words(text, color));
        check_loss(before, after, cost.parse().unwrap(), told);
    }
    n_told
}

/// Checks the shape that programs and the page read; how many losses it tells.
fn check_json(json: &str) -> usize {
    let file: Value = serde_json::from_str(json).unwrap();
    let game = &file["games"][0];
    let number = |value: &Value| value.as_f64().unwrap();
    let mut n_told = 0;
    for mv in game["moves"].as_array().unwrap() {
        let judged = &mv["judged"];
        if judged.is_null() || number(&judged["points_lost"]) == 0.0 {
            continue;
        }
        n_told += 1;
        let sign = if mv["by"] == "white" { -1.0 } else { 1.0 };
        let value = |at: &str| {
            let at = mv[at].as_u64().unwrap() as usize;
            sign * number(&game["values"][at]["lead"])
        };
        let (before, after) = (value("before"), value("after"));
        assert!((before - number(&judged["best_lead"])).abs() < 1e-3, "{mv}");
        assert!((after - number(&judged["lead"])).abs() < 1e-3, "{mv}");
        let lost = number(&judged["points_lost"]);
        assert!((before - after - lost).abs() < 1e-3, "{mv}");
    }
    n_told
}

/// Checks the comments and the values of the main line in a file; how many losses it tells.
fn check_sgf(sgf: &str, reviewed: &ReviewedGame) -> usize {
    let records = Records::from_bytes(sgf.as_bytes()).unwrap();
    let record = records.iter().next().unwrap().unwrap();
    let nodes: Vec<_> = record.root().main_line().collect();
    let value = |node: usize| {
        let property = nodes[node].property("V").unwrap();
        property.values().next().unwrap().real().unwrap()
    };
    let mut n_told = 0;
    let mut reached = None;
    for turn in reviewed.review.main_line().turns() {
        let comment = record.comment(nodes[turn.node]).unwrap_or_default();
        n_told += check_sentences(&comment);
        let is_next = reached.is_none_or(|reached| reached == turn.before);
        reached = Some(turn.after);
        // Where play went on after passes there are two values of one board, and one node.
        if let Some((_, told)) = comment.split_once("This costs ").filter(|_| is_next) {
            let (cost, _) = told.split_once(" point").unwrap();
            let sign = match turn.by {
                Color::Black => 1.0,
                Color::White => -1.0,
            };
            let [before, after] = [turn.node - 1, turn.node].map(|node| sign * value(node));
            check_loss(before, after, cost.parse().unwrap(), &comment);
        }
    }
    n_told
}

#[test]
fn every_loss_that_is_shown_is_the_difference_of_the_leads_beside_it() {
    let mut dice = Dice::new(4);
    let (mut n_all, mut n_moments) = (0, 0);
    for _ in 0..100 {
        let game = random_game(&mut dice);
        let mut records = Records::of_game(&game, &About::default()).unwrap();
        let reviewed = reviewed(&records);
        let n_told = check_json(&reviewed.to_json());
        let (markdown, page) = (reviewed.to_markdown(), reviewed.to_html());
        assert_eq!(check_rows(&rows_of_markdown(&markdown)), n_told);
        assert_eq!(check_rows(&rows_of_page(&page)), n_told);
        n_moments += reviewed.games[0].moments.len();
        assert_eq!(check_sentences(&markdown), reviewed.games[0].moments.len());
        assert_eq!(check_sentences(&page), reviewed.games[0].moments.len());
        let sgf = reviewed.annotate(&mut records).unwrap();
        assert_eq!(check_sgf(&sgf, &reviewed.games[0]), n_told);
        n_all += n_told;
    }
    assert!(n_all > 100 && n_moments > 50, "{n_all}, {n_moments}");
}
