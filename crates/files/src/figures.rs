//! What of a recorded game is drawn: positions, diagrams, printed records, films, the count.

use ponnuki_draw::{self as draw, Figure, numbered, printed_record};
use ponnuki_game::{Game, Move};
use ponnuki_record::{Mark, Record, Replay};
use ponnuki_think::Thinker;

use crate::count::{CountedGame, DeadChoice};
use crate::file::FileFault;

/// What of a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// The board after so many moves, or at the end.
    Position(Option<usize>),
    /// Moves with numbers on them, to the end if nothing else is said.
    Numbered {
        /// The first move with a number, from 1.
        from: usize,
        /// The last move with a number.
        to: Option<usize>,
    },
    /// The whole game with numbers, in several diagrams.
    Record,
    /// The end with territory and dead stones.
    Score,
    /// A picture for each move.
    Film {
        /// After how many moves it begins.
        from: usize,
        /// After how many moves it ends; at the end of the game if nothing else is said.
        to: Option<usize>,
    },
}

impl Drawing {
    /// After how many moves the numbers of a game begin anew, if they do.
    pub fn numbers_begin_after(self, record: Record<'_>) -> Option<usize> {
        let end = match self {
            Drawing::Numbered { to, .. } => replay_to(record, to).ok()?,
            Drawing::Record => end_of(record),
            Drawing::Position(_) | Drawing::Score | Drawing::Film { .. } => return None,
        };
        Some(n_before_setup(&end)).filter(|&n_before| n_before > 0)
    }

    /// The figures of a game. `thinker` makes what finds dead stones, if they are shown and the
    /// file does not mark them.
    ///
    /// # Errors
    ///
    /// There is no such move, or the game cannot be counted.
    pub fn figures(
        self,
        record: Record<'_>,
        thinker: impl FnOnce() -> Box<dyn Thinker>,
    ) -> Result<Vec<Figure>, FileFault> {
        match self {
            Drawing::Position(n_moves) => Ok(vec![position(&replay_to(record, n_moves)?)]),
            Drawing::Numbered { from, to } => {
                let end = replay_to(record, to)?;
                let n_moves = end.n_moves();
                if from > n_moves.max(1) {
                    return Err(FileFault::NoSuchMove { n: from, n_moves });
                }
                // A game that was set up anew numbers its own moves.
                let n_before = n_before_setup(&end);
                let own = |n: usize| n.saturating_sub(n_before);
                Ok(vec![numbered(end.game(), own(from), own(n_moves))])
            }
            Drawing::Record => Ok(diagrams(&end_of(record).into_game())),
            Drawing::Score => {
                let counted = CountedGame::of(record, None, &DeadChoice::Auto, thinker)?;
                Ok(vec![score(&counted)])
            }
            Drawing::Film { from, to } => film(record, from, to),
        }
    }
}

/// After how many moves the board was last set up otherwise than by a move:
/// the numbers of a diagram begin there.
fn n_before_setup(replay: &Replay<'_>) -> usize {
    replay.n_moves().saturating_sub(replay.game().n_moves())
}

fn end_of(record: Record<'_>) -> Replay<'_> {
    let mut replay = record.replay();
    replay.to_end();
    replay
}

/// The game after so many moves of its main line, or at its end.
///
/// # Errors
///
/// Its main line is shorter.
pub fn replay_to(record: Record<'_>, n_moves: Option<usize>) -> Result<Replay<'_>, FileFault> {
    let Some(n) = n_moves else {
        return Ok(end_of(record));
    };
    let replay = record.replay_moves(n);
    match replay.n_moves() {
        n_moves if n_moves < n => Err(FileFault::NoSuchMove { n, n_moves }),
        _ => Ok(replay),
    }
}

/// The board with what the file has drawn on it, and a ring on the last move
/// if nothing else is there.
fn position(replay: &Replay<'_>) -> Figure {
    let (record, node, game) = (replay.record(), replay.node(), replay.game());
    let mut figure = Figure::new(game.board());
    for (mark, drawn) in [
        (Mark::Triangle, draw::FigureMark::Triangle),
        (Mark::Square, draw::FigureMark::Square),
        (Mark::Circle, draw::FigureMark::Circle),
        (Mark::Cross, draw::FigureMark::Cross),
    ] {
        for point in record.marked(node, mark) {
            figure.mark(point, drawn.clone());
        }
    }
    for (point, label) in record.labels(node) {
        figure.mark(point, draw::FigureMark::Label(label));
    }
    if let Some((_, Move::Play(point))) = game.moves().next_back() {
        let is_marked = figure.marks.iter().any(|(marked, _)| *marked == point);
        if game.board().at(point).is_some() && !is_marked {
            figure.mark(point, draw::FigureMark::Circle);
        }
    }
    figure
}

/// The printed record, each diagram with its number and its moves.
fn diagrams(game: &Game) -> Vec<Figure> {
    let mut figures = printed_record(game);
    let n_moves = game.n_moves();
    for (i, figure) in figures.iter_mut().enumerate() {
        let first = i * draw::MOVES_PER_DIAGRAM + 1;
        let last = n_moves.min(first + draw::MOVES_PER_DIAGRAM - 1);
        let title = format!("Figure {} ({first}-{last})", i + 1);
        if n_moves > 0 {
            figure.caption.insert(0, title);
        }
    }
    figures
}

fn score(counted: &CountedGame) -> Figure {
    let mut figure = Figure::new(&counted.board);
    figure.territory = counted.score.territory;
    figure.dead = counted.dead;
    let sums = &counted.score.sums;
    figure.caption = vec![format!(
        "{}: Black {}, White {}",
        counted.score.outcome(),
        sums.black.total(),
        sums.white.total()
    )];
    figure
}

/// A figure for each move, and one for the board before the first.
fn film(record: Record<'_>, from: usize, to: Option<usize>) -> Result<Vec<Figure>, FileFault> {
    let mut replay = replay_to(record, Some(from))?;
    let mut figures = vec![position(&replay)];
    let mut n_shown = replay.n_moves();
    while to.is_none_or(|to| replay.n_moves() < to) && replay.forward() {
        // Nodes that only say something show the board again; one of them is enough.
        if replay.n_moves() == n_shown {
            figures.pop();
        }
        n_shown = replay.n_moves();
        figures.push(position(&replay));
    }
    match to {
        Some(n) if n_shown < n => Err(FileFault::NoSuchMove {
            n,
            n_moves: n_shown,
        }),
        _ => Ok(figures),
    }
}
