//! Edits change what they mean, and keep every other byte.

use ponnuki_game::{Color, Move, PointSet};
use ponnuki_record::{About, Line, Mark, Records, TakenBack};
use ponnuki_sgf::NodeId;

const FILE: &str =
    "(;GM[1]SZ[5] PB[Dosaku]\n XX[private]\n;B[cc]C[x\\]y]\r\n;W[bb] (;B[dd] ;W[ab])\n( ;B[bd]))\n";

/// Applies an edit to the second move of [`FILE`] and compares the whole text.
#[track_caller]
fn check(edit: impl FnOnce(&mut Records<'_>, NodeId), expected: &str) {
    let mut records = Records::from_bytes(FILE.as_bytes()).unwrap();
    let node = records
        .iter()
        .next()
        .unwrap()
        .unwrap()
        .moves()
        .nth(1)
        .unwrap()
        .0;
    edit(&mut records, node);
    assert_eq!(records.to_string(), expected);
}

fn e5(records: &Records<'_>) -> Move {
    let size = records.iter().next().unwrap().unwrap().size();
    Move::Play(size.point("E5").unwrap())
}

#[test]
fn nothing_done_is_nothing_changed() {
    check(|_, _| {}, FILE);
}

#[test]
fn a_move_is_added_as_a_variation_or_as_the_main_line() {
    check(
        |records, node| {
            let mv = e5(records);
            records
                .play(node, Color::Black, mv, Line::Variation)
                .unwrap();
        },
        &FILE.replace("( ;B[bd]))", "( ;B[bd])(;B[ea]))"),
    );
    check(
        |records, node| {
            let mv = e5(records);
            records.play(node, Color::Black, mv, Line::Main).unwrap();
        },
        &FILE.replace("W[bb] (;B[dd]", "W[bb](;B[ea]) (;B[dd]"),
    );
}

#[test]
fn a_move_that_is_there_is_not_added_again() {
    check(
        |records, node| {
            let size = records.iter().next().unwrap().unwrap().size();
            let mv = Move::Play(size.point("B2").unwrap());
            let before: Vec<NodeId> = records.node(node).children().map(|n| n.id()).collect();
            let found = records
                .play(node, Color::Black, mv, Line::Variation)
                .unwrap();
            assert_eq!(found, before[1]);
        },
        FILE,
    );
}

#[test]
fn comments_and_marks_are_put_where_they_belong() {
    check(
        |records, node| records.comment(node, "a [good] move").unwrap(),
        &FILE.replace("W[bb]", "W[bb]C[a [good\\] move]"),
    );
    check(
        |records, node| {
            let size = records.iter().next().unwrap().unwrap().size();
            let points: PointSet = [size.point("A1"), size.point("B1")]
                .into_iter()
                .flatten()
                .collect();
            records.mark(node, Mark::Triangle, points).unwrap();
            records
                .label(node, &[(size.point("C1").unwrap(), "a:b")])
                .unwrap();
            let record = records.record_of(node).unwrap();
            assert_eq!(record.marked(records.node(node), Mark::Triangle), points);
            let labels = record.labels(records.node(node));
            assert_eq!(labels, [(size.point("C1").unwrap(), "a:b".to_owned())]);
        },
        &FILE.replace("W[bb]", "W[bb]TR[ae][be]LB[ce:a\\:b]"),
    );
    check(
        |records, node| {
            let first = records.node(node).parent().unwrap().id();
            let record = records.record_of(node).unwrap();
            assert_eq!(record.comment(records.node(first)).as_deref(), Some("x]y"));
            records.comment(first, "").unwrap();
        },
        &FILE.replace("C[x\\]y]", ""),
    );
}

#[test]
fn a_variation_can_be_promoted_and_removed() {
    check(
        |records, node| {
            let second = records.node(node).children().nth(1).unwrap().id();
            records.promote(second).unwrap();
        },
        &FILE.replace(" (;B[dd] ;W[ab])\n( ;B[bd])", "\n( ;B[bd]) (;B[dd] ;W[ab])"),
    );
    check(
        |records, node| {
            let first = records.node(node).children().next().unwrap().id();
            records.remove(first);
        },
        &FILE.replace(" (;B[dd] ;W[ab])", ""),
    );
}

#[test]
fn moves_taken_back_stay_or_go() {
    check(
        |records, node| {
            let before = records.node(node).parent().unwrap().id();
            assert_eq!(records.take_back(node, 1, TakenBack::Stay), before);
            let mv = e5(records);
            records.play(before, Color::White, mv, Line::Main).unwrap();
        },
        &FILE
            .replace("\r\n;W[bb]", "(;W[ea])(\r\n;W[bb]")
            .replace("B[bd]))", "B[bd])))"),
    );
    check(
        |records, node| {
            let root = records.iter().next().unwrap().unwrap().root().id();
            assert_eq!(records.take_back(node, 9, TakenBack::Go), root);
        },
        "(;GM[1]SZ[5] PB[Dosaku]\n XX[private])\n",
    );
}

#[test]
fn what_is_told_about_the_game_changes_alone() {
    check(
        |records, _| {
            let record = records.iter().next().unwrap().unwrap();
            let (root, mut about) = (record.root().id(), record.header().about);
            about.players.white.name = Some("Doetsu".to_owned());
            records.describe(root, &about).unwrap();
        },
        &FILE.replace("XX[private]", "XX[private]PW[Doetsu]"),
    );
    check(
        |records, _| {
            let root = records.iter().next().unwrap().unwrap().root().id();
            records.describe(root, &About::default()).unwrap();
        },
        &FILE.replace(" PB[Dosaku]", ""),
    );
}

#[test]
fn one_game_of_many_is_edited_alone() {
    let file = "(;SZ[3];B[aa])\n\n(;SZ[3]\n;B[bb])\n";
    let mut records = Records::from_bytes(file.as_bytes()).unwrap();
    let last = records
        .iter()
        .nth(1)
        .unwrap()
        .unwrap()
        .moves()
        .next()
        .unwrap()
        .0;
    records
        .play(last, Color::White, Move::Pass, Line::Main)
        .unwrap();
    assert_eq!(
        records.to_string(),
        "(;SZ[3];B[aa])\n\n(;SZ[3]\n;B[bb];W[])\n"
    );
}
