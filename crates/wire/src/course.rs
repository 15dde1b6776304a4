//! From the course that the record crate keeps to its shape.

use ponnuki_game::{Move, Size};
use ponnuki_record::lesson::{Fact, Goal, Law, Lesson, ParseLessonError, Step, Task};

use crate::lessons::{self, Course, LessonFact, LessonStep, LessonTask};
use crate::refused::RefusalCode;
use crate::study::Position;
use crate::text::{Vertex, stones_text};

impl Course {
    /// The whole course.
    ///
    /// # Errors
    ///
    /// It cannot be read, which the tests of the course rule out.
    pub fn whole() -> Result<Course, ParseLessonError> {
        let lessons = Lesson::course()?.into_iter().map(|lesson| lessons::Lesson {
            id: lesson.id,
            steps: lesson.steps.iter().map(step).collect(),
        });
        Ok(Course {
            lessons: lessons.collect(),
        })
    }
}

fn step(step: &Step) -> LessonStep {
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
            moves: vertices(&step.moves, size),
            dead: Vec::new(),
        },
        task: task(&step.task, size),
    }
}

pub(crate) fn vertices(moves: &[Move], size: Size) -> Vec<Vertex> {
    moves.iter().map(|mv| Vertex::of_move(*mv, size)).collect()
}

fn task(task: &Task, size: Size) -> LessonTask {
    let lines = |lines: &[Vec<Move>]| lines.iter().map(|line| vertices(line, size)).collect();
    match task {
        Task::Play { goal, right, wrong } => LessonTask::Play {
            right: lines(right),
            wrong: lines(wrong),
            captures: match goal {
                Goal::Captures(stones) => Vertex::of_all(*stones, size),
                Goal::Played | Goal::Liberties(..) | Goal::Stops => Vec::new(),
            },
        },
        Task::Try { mv, law } => LessonTask::Try {
            at: Vertex::of_move(*mv, size),
            law: code(*law),
        },
        Task::Watch { moves, refused } => LessonTask::Watch {
            moves: vertices(moves, size),
            refused: refused.map(|(mv, _)| Vertex::of_move(mv, size)),
        },
        Task::Choose {
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
        Task::Count {
            other,
            dead,
            results,
        } => LessonTask::Count {
            other: other.name.to_owned(),
            dead: Vertex::of_all(*dead, size),
            results: results.clone(),
        },
        Task::Free => LessonTask::Free {},
    }
}

fn code(law: Law) -> RefusalCode {
    match law {
        Law::Occupied => RefusalCode::Occupied,
        Law::Suicide => RefusalCode::Suicide,
        Law::Repetition => RefusalCode::Repetition,
        Law::MustPass => RefusalCode::MustPass,
    }
}
