//! The course: nothing in it may claim what the rules deny.

use std::collections::BTreeSet;

use ponnuki_game::{Color, Game, Illegal, Move};
use ponnuki_teach::lesson::{Lesson, LessonFault, ParseLessonError};

#[test]
fn the_rules_confirm_every_claim_of_the_course() {
    let mut doubts = Vec::new();
    for lesson in Lesson::course().expect("the course can be read") {
        for step in &lesson.steps {
            for doubt in step.doubts() {
                doubts.push(format!("{} {}: {doubt}", lesson.id, step.id));
            }
        }
    }
    assert!(doubts.is_empty(), "{}", doubts.join("\n"));
}

#[test]
fn of_the_two_eyes_that_are_shown_one_is_false_and_one_is_true() {
    let course = Lesson::course().expect("the course can be read");
    let lesson = course.iter().find(|lesson| lesson.id == "eyes").unwrap();
    let step = lesson.steps.iter().find(|step| step.id == "false").unwrap();
    let game = step.game().unwrap();
    let n_white = |game: &Game| game.board().stones(Color::White).len();
    let play = |name: &str| {
        let mut after = game.clone();
        let point = game.size().point(name).unwrap();
        after.play(Move::Play(point)).map(|()| n_white(&after))
    };
    assert_eq!(play("C5"), Ok(n_white(&game) - 1));
    assert!(matches!(play("A5"), Err(Illegal::Suicide)));
}

#[test]
fn every_lesson_and_step_has_a_name_of_its_own() {
    let course = Lesson::course().expect("the course can be read");
    let lessons: BTreeSet<&str> = course.iter().map(|lesson| lesson.id.as_str()).collect();
    assert_eq!(lessons.len(), course.len());
    for lesson in &course {
        let steps: BTreeSet<&str> = lesson.steps.iter().map(|step| step.id.as_str()).collect();
        assert_eq!(steps.len(), lesson.steps.len(), "{}", lesson.id);
    }
}

#[track_caller]
fn check(task: &str, doubt: &str) {
    let board = "    . O . .\n    O . O X\n    . O X .\n";
    let text = format!("lesson x\nstep y\n{board}{task}\n");
    let lesson = Lesson::parse(&text).expect("a lesson");
    let doubts = lesson.steps[0].doubts();
    assert!(
        doubts.iter().any(|found| found.contains(doubt)),
        "{task}: {doubts:?}"
    );
}

#[test]
fn a_claim_that_is_not_true_is_found() {
    check("try B2 repetition", "refused by Some(Suicide)");
    check("try D3 suicide", "refused by None");
    check("choose liberties A2: *2 3", "the number is Some(3)");
    check("choose chains: 1 *2", "the number is");
    check("play captures C2\nright: B2", "cannot play B2");
    check("play captures C2\nright: D3", "reaches it: false");
    check("play captures C2", "nothing is right");
    check("watch A1 A1", "cannot play A1");
    check("watch D3; D1 suicide", "refused by");
    check("moves pass pass\ncount chinese: B+100 B+100", "the sum is");
}

#[test]
fn what_is_no_lesson_is_refused_with_its_line() {
    let board = "    . .\n    . .\n";
    for (text, line, fault) in [
        (String::new(), 1, LessonFault::NoLesson),
        ("lesson x\nfree\n".to_owned(), 2, LessonFault::NoStep),
        (format!("lesson x\nstep y\n{board}"), 2, LessonFault::Task),
        (
            format!("lesson x\nstep y\n{board}free\nfree\n"),
            6,
            LessonFault::Task,
        ),
        (
            format!("lesson x\nstep y\n{board}sing\n"),
            5,
            LessonFault::UnknownWord,
        ),
        (
            format!("lesson x\nstep y\n{board}try Z9 suicide\n"),
            5,
            LessonFault::Value,
        ),
        (
            format!("lesson x\nstep y\n{board}rules chess\n"),
            5,
            LessonFault::Value,
        ),
    ] {
        let error = Lesson::parse(&text).expect_err("no lesson");
        assert_eq!(error, ParseLessonError { line, fault }, "{text}");
    }
    let no_board = Lesson::parse("lesson x\nstep y\nfree\n").expect_err("no lesson");
    assert!(matches!(no_board.fault, LessonFault::Board(_)));
}
