//! From the problems in `data/problems` to their shape.

use ponnuki_game::{Board, ByColor, Komi, Point, PointSet, Rules};
use ponnuki_record::problem::{Kind, ParseProblemError, Problem, Solution, Task, lead};

use crate::course::vertices;
use crate::problems::{
    BookGoal, BookKind, BookProblem, BookTask, ProblemBook, ProblemEntry, ProblemIndex,
};
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

/// The laws that problems are shown under. Every line can be played under any.
const RULES: Rules = Rules::CHINESE;

impl ProblemBook {
    /// All problems, those of a kind together, each kind with the easiest first.
    ///
    /// # Errors
    ///
    /// They cannot be read, which the tests of the problems rule out.
    pub fn whole() -> Result<ProblemBook, ParseProblemError> {
        let mut problems = Vec::new();
        for text in TEXTS {
            problems.extend(Problem::parse_all(text)?.iter().map(problem));
        }
        Ok(ProblemBook { problems })
    }

    /// Which problems these are.
    pub fn index(&self) -> ProblemIndex {
        let entries = self.problems.iter().map(|own| ProblemEntry {
            id: own.id.clone(),
            kind: own.kind,
            rating: own.rating,
        });
        ProblemIndex {
            problems: entries.collect(),
        }
    }
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
        rating: problem.rating(),
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
    fn each_kind_begins_with_its_easiest() {
        let index = ProblemBook::whole().unwrap().index();
        for pair in index.problems.windows(2) {
            let [one, other] = pair else { continue };
            assert!(
                one.kind != other.kind || one.rating <= other.rating,
                "{pair:?}"
            );
        }
    }
}
