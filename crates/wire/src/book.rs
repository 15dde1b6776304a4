//! From the problems in `data/problems` to their shape.

use std::collections::HashMap;

use ponnuki_game::{Board, ByColor, Komi, Point, PointSet, Rules};
use ponnuki_record::problem::{Kind, ParseProblemError, Problem, Solution, Task, lead};

use crate::course::vertices;
use crate::problems::{BookGoal, BookKind, BookProblem, BookTask, ProblemBook};
use crate::study::Position;
use crate::text::{Vertex, stones_text};

/// The problems, a kind in each text, those for beginners first.
const TEXTS: [&str; 8] = [
    include_str!("../../../data/problems/capture.txt"),
    include_str!("../../../data/problems/ladder.txt"),
    include_str!("../../../data/problems/net.txt"),
    include_str!("../../../data/problems/snapback.txt"),
    include_str!("../../../data/problems/life.txt"),
    include_str!("../../../data/problems/ko.txt"),
    include_str!("../../../data/problems/connection.txt"),
    include_str!("../../../data/problems/counting.txt"),
];

/// What `ponnuki grade` said of them: each with its grade, and how often it was solved.
const GRADES: &str = include_str!("../../../data/problems/grades.tsv");

/// The laws that problems are shown under. Every line can be played under any.
const RULES: Rules = Rules::CHINESE;

impl ProblemBook {
    /// All problems.
    ///
    /// # Errors
    ///
    /// They cannot be read, which the tests of the problems rule out.
    pub fn whole() -> Result<ProblemBook, ParseProblemError> {
        let grades = grades();
        let mut problems = Vec::new();
        for text in TEXTS {
            let parsed = Problem::parse_all(text)?;
            problems.extend(parsed.iter().map(|own| BookProblem {
                grade: grades.get(own.id.as_str()).copied(),
                ..problem(own)
            }));
        }
        Ok(ProblemBook { problems })
    }
}

/// The grade of each problem that has one, by its name.
fn grades() -> HashMap<&'static str, u8> {
    let rows = GRADES.lines().map(|line| line.split('\t'));
    let rows = rows.filter_map(|mut row| Some((row.next()?, row.next()?.parse().ok()?)));
    rows.collect()
}

fn problem(problem: &Problem) -> BookProblem {
    let board = &problem.board;
    let size = board.size();
    BookProblem {
        id: problem.id.clone(),
        kind: kind(problem.kind),
        position: Position {
            rules: RULES.written(),
            width: size.width(),
            height: Some(size.height()),
            komi: Some(Komi::ZERO.into()),
            stones: Some(stones_text(
                size,
                &ByColor::from_fn(|color| board.stones(color)),
            )),
            to_move: Some(problem.turn.into()),
            ..Position::default()
        },
        task: task(problem),
        difficulty: problem.difficulty,
        grade: None,
    }
}

fn kind(kind: Kind) -> BookKind {
    match kind {
        Kind::Capture => BookKind::Capture,
        Kind::Ladder => BookKind::Ladder,
        Kind::Net => BookKind::Net,
        Kind::Snapback => BookKind::Snapback,
        Kind::Life => BookKind::Life,
        Kind::Ko => BookKind::Ko,
        Kind::Connection => BookKind::Connection,
        Kind::Counting => BookKind::Counting,
    }
}

fn task(problem: &Problem) -> BookTask {
    let board = &problem.board;
    let size = board.size();
    let moves = match &problem.solution {
        Solution::Moves(moves) => moves,
        &Solution::Lead(lead) => return BookTask::Count { lead },
    };
    let (goal, stones) = match problem.task {
        Task::Capture(point) => (BookGoal::Capture, chain(board, point)),
        Task::Save(point) => (BookGoal::Save, chain(board, point)),
        Task::Kill(point) => (BookGoal::Kill, chain(board, point)),
        Task::Live(point) => (BookGoal::Live, chain(board, point)),
        Task::Connect(one, other) => (BookGoal::Connect, chain(board, one) | chain(board, other)),
        Task::Count => return BookTask::Count { lead: lead(board) },
    };
    BookTask::Play {
        goal,
        stones: Vertex::of_all(stones, size),
        by_ko: moves.is_ko,
        solved: Vertex::of_all(moves.firsts, size),
        line: vertices(&moves.line, size),
        wrong: moves
            .wrong
            .iter()
            .map(|line| vertices(line, size))
            .collect(),
    }
}

fn chain(board: &Board, point: Point) -> PointSet {
    board
        .chain(point)
        .map_or(PointSet::EMPTY, |chain| chain.stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_that_is_solved_by_a_move_was_asked_and_no_other() {
        let book = ProblemBook::whole().expect("the problems can be read");
        let rows = GRADES.lines().filter(|line| !line.starts_with('#')).skip(1);
        let mut asked: Vec<&str> = rows.flat_map(|row| row.split('\t').next()).collect();
        let is_played = |own: &&BookProblem| matches!(own.task, BookTask::Play { .. });
        let played = book.problems.iter().filter(is_played);
        let mut played: Vec<&str> = played.map(|own| own.id.as_str()).collect();
        asked.sort_unstable();
        played.sort_unstable();
        assert_eq!(asked, played);
        let graded = book.problems.iter().filter(|own| own.grade.is_some());
        assert!(2 * graded.count() > played.len(), "most have a grade");
    }
}
