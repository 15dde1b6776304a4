//! The problems of the collection, as they are sent.

use ponnuki_game::{Board, ByColor, Komi, Point, PointSet, Rules};
use ponnuki_teach::problem::{GoProblem, Kind, ProblemSolution, ProblemTask, lead};
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
pub(super) fn problem(problem: &GoProblem) -> BookProblem {
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

fn task(problem: &GoProblem) -> BookTask {
    let board = &problem.board;
    let size = board.size();
    let moves = match &problem.solution {
        ProblemSolution::Moves(moves) => moves,
        &ProblemSolution::Lead(lead) => return BookTask::Count { lead },
    };
    let (goal, stones) = match problem.task {
        ProblemTask::Capture(point) => (BookGoal::Capture, chain(board, point)),
        ProblemTask::Save(point) => (BookGoal::Save, chain(board, point)),
        ProblemTask::Kill(point) => (BookGoal::Kill, chain(board, point)),
        ProblemTask::Live(point) => (BookGoal::Live, chain(board, point)),
        ProblemTask::Connect(one, other) => {
            (BookGoal::Connect, chain(board, one) | chain(board, other))
        }
        ProblemTask::Count => return BookTask::Count { lead: lead(board) },
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
        let problems = GoProblem::collection().unwrap();
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
