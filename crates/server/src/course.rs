//! The course of lessons, as it is sent.

use ponnuki_game::{Move, Size};
use ponnuki_teach::lesson::{
    ExerciseGoal, Fact, Lesson, LessonBoard, LessonExercise, ParseLessonError, RefusingLaw,
};
use ponnuki_wire::{
    self as wire, Course, LessonFact, LessonStep, LessonTask, Position, RefusalCode, Vertex,
    stones_text,
};

/// The whole course.
///
/// # Errors
///
/// It cannot be read, which the tests of the course rule out.
pub(crate) fn course() -> Result<Course, ParseLessonError> {
    let lessons = Lesson::course()?.into_iter().map(|lesson| wire::Lesson {
        id: lesson.id,
        steps: lesson.steps.iter().map(step).collect(),
    });
    Ok(Course {
        lessons: lessons.collect(),
    })
}

fn step(step: &LessonBoard) -> LessonStep {
    let setup = &step.setup;
    let size = setup.size;
    LessonStep {
        id: step.id.clone(),
        position: Position {
            rules: step.rules.name.to_owned(),
            width: size.width(),
            height: Some(size.height()),
            komi: Some(setup.komi.into()),
            handicap: setup.odds.n() as u8,
            stones: Some(stones_text(size, &setup.stones)),
            to_move: setup.first.map(Into::into),
            moves: Vertex::of_moves(&step.moves, size),
            dead: Vec::new(),
        },
        task: task(&step.task, size),
    }
}

fn task(task: &LessonExercise, size: Size) -> LessonTask {
    let lines = |lines: &[Vec<Move>]| {
        lines
            .iter()
            .map(|line| Vertex::of_moves(line, size))
            .collect()
    };
    match task {
        LessonExercise::Play { goal, right, wrong } => LessonTask::Play {
            right: lines(right),
            wrong: lines(wrong),
            captures: match goal {
                ExerciseGoal::Captures(stones) => Vertex::of_all(*stones, size),
                ExerciseGoal::Played | ExerciseGoal::Liberties(..) | ExerciseGoal::Stops => {
                    Vec::new()
                }
            },
        },
        LessonExercise::Try { mv, law } => LessonTask::Try {
            at: Vertex::of_move(*mv, size),
            law: code(*law),
        },
        LessonExercise::Watch { moves, refused } => LessonTask::Watch {
            moves: Vertex::of_moves(moves, size),
            refused: refused.map(|(mv, _)| Vertex::of_move(mv, size)),
        },
        LessonExercise::Choose {
            fact,
            answers,
            right,
        } => {
            let (fact, stone) = match *fact {
                Fact::Liberties(stone) => (LessonFact::Liberties, Some(stone)),
                Fact::Stones(stone) => (LessonFact::Stones, Some(stone)),
                Fact::Chains => (LessonFact::Chains, None),
                Fact::Lead => (LessonFact::Lead, None),
                Fact::Territory => (LessonFact::Territory, None),
            };
            LessonTask::Choose {
                fact,
                stone: stone.map(|point| Vertex::of(point, size)),
                answers: answers.clone(),
                right: *right,
            }
        }
        LessonExercise::Count {
            other,
            dead,
            results,
        } => LessonTask::Count {
            other: other.name.to_owned(),
            dead: Vertex::of_all(*dead, size),
            results: results.clone(),
        },
        LessonExercise::Free => LessonTask::Free {},
    }
}

fn code(law: RefusingLaw) -> RefusalCode {
    match law {
        RefusingLaw::Occupied => RefusalCode::Occupied,
        RefusingLaw::Suicide => RefusalCode::Suicide,
        RefusingLaw::Repetition => RefusalCode::Repetition,
        RefusingLaw::MustPass => RefusalCode::MustPass,
    }
}
