//! The pictures of a review: the graph, and the boards at the moments that mattered.

use ponnuki_draw::{Coordinates, Figure, FigureMark, Graph, GraphMark, numbered};
use ponnuki_game::{ByColor, Color, Game, Move, Setup};

use crate::assessment::Assessment;
use crate::review::Moment;
use crate::reviewed::ReviewedGame;

/// How much of a continuation is drawn.
const N_DRAWN: usize = 7;
/// From this on, in hundredths, a point is drawn as somebody's.
const OWNED: i8 = 65;

/// How the game went.
pub(crate) fn graph(game: &ReviewedGame) -> Graph {
    let black = |at: usize| game.review.prospect(at, Color::Black);
    let n_positions = game.review.main_line().n_positions();
    Graph {
        title: game.phrases.text("graph_title").to_owned(),
        chances: (0..n_positions)
            .map(|at| Some(black(at)?.win_rate))
            .collect(),
        leads: (0..n_positions).map(|at| Some(black(at)?.lead)).collect(),
        marks: game
            .moments
            .iter()
            .map(|moment| GraphMark {
                at: moment.turn.after,
                color: moment.turn.by,
                label: moment.turn.number.to_string(),
            })
            .collect(),
    }
}

/// The two boards of a moment.
#[derive(Debug)]
pub(crate) struct Boards {
    /// The move played, with what is expected to follow.
    pub(crate) played: Figure,
    /// The better move, with what would have followed.
    pub(crate) better: Figure,
}

/// The boards of a moment, if its position is known.
pub(crate) fn boards(game: &ReviewedGame, moment: &Moment) -> Option<Boards> {
    let turn = &moment.turn;
    let before = game.review.assessment(turn.before)?;
    let after = game.review.assessment(turn.after)?;
    let position = game.review.main_line().game(turn.before)?;
    let answer = after
        .tried
        .first()
        .map_or(&[][..], |tried| &tried.variation);
    let played: Vec<Move> = [turn.mv]
        .into_iter()
        .chain(answer.iter().copied())
        .collect();
    Some(Boards {
        played: board(&position, turn.by, &played, after)?,
        better: board(&position, turn.by, &moment.judged.best.variation, before)?,
    })
}

/// The board of `position`, and `moves` that `by` begins, numbered from 1; points that are
/// somebody's are drawn so.
fn board(position: &Game, by: Color, moves: &[Move], assessment: &Assessment) -> Option<Figure> {
    let mut setup = Setup::new(position.size(), *position.rules());
    setup.stones = ByColor::from_fn(|color| position.board().stones(color));
    setup.first = Some(by);
    let mut game = setup.start().ok()?;
    let moves = moves
        .iter()
        .take(N_DRAWN)
        .take_while(|&&mv| mv != Move::Pass);
    for &mv in moves {
        if game.play(mv).is_err() {
            break;
        }
    }
    let mut figure = numbered(&game, 1, N_DRAWN);
    figure.coordinates = Coordinates::Shown;
    if let Some((_, Move::Play(point))) = position.moves().last()
        && position.board().at(point).is_some()
    {
        figure.mark(point, FigureMark::Circle);
    }
    show_owners(&mut figure, assessment);
    Some(figure)
}

/// Draws points as those of whoever is expected to own them, and lost stones as dead.
fn show_owners(figure: &mut Figure, assessment: &Assessment) {
    let points: Vec<_> = figure.size.points().collect();
    let is_marked = |figure: &Figure, point| figure.marks.iter().any(|(at, _)| *at == point);
    for (point, &owner) in points.into_iter().zip(&assessment.ownership) {
        let color = match owner {
            OWNED.. => Color::Black,
            owner if owner <= -OWNED => Color::White,
            _ => continue,
        };
        let is_own = figure.stones[color].contains(point);
        let is_lost = figure.stones[!color].contains(point);
        if is_own || is_marked(figure, point) {
            continue;
        }
        figure.territory[color].insert(point);
        if is_lost {
            figure.dead.insert(point);
        }
    }
}
