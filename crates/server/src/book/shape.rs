//! The problems of the collection, as they are sent.

use ponnuki_game::{Board, ByColor, Komi, Point, PointSet, Rules};
use ponnuki_teach::problem::{Kind, Problem, Solution, Task, lead};
use ponnuki_wire::{
    self as wire, BookGoal, BookKind, BookProblem, BookTask, Position, ProblemEntry, ProblemIndex,
    Vertex,
};

/// The laws that problems are shown under. Every line can be played under any.
const RULES: Rules = Rules::CHINESE;

/// Which problems these are, without their boards.
pub(super) fn index(problems: &[BookProblem]) -> ProblemIndex {
    let entries = problems.iter().map(|own| ProblemEntry {
        id: own.id.clone(),
        kind: own.kind,
        rating: own.rating,
    });
    ProblemIndex {
        problems: entries.collect(),
    }
}

/// A problem with its board, as it is sent.
pub(super) fn problem(problem: &Problem) -> BookProblem {
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
            stones: Some(wire::stones_text(
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
        line: Vertex::of_moves(&moves.line, size),
        wrong: moves
            .wrong
            .iter()
            .map(|line| Vertex::of_moves(line, size))
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
        let problems = Problem::collection().unwrap();
        let index = index(&problems.iter().map(problem).collect::<Vec<_>>());
        for pair in index.problems.windows(2) {
            let [one, other] = pair else { continue };
            assert!(
                one.kind != other.kind || one.rating <= other.rating,
                "{pair:?}"
            );
        }
    }
}
