//! Two moves from one position, and what comes of either.

use ponnuki_game::{Board, Color, Game, Move, Point, PointSet, Size, Suicide};

use super::{Comparison, OwnedStones};

/// What is said of stones matters if they are the mover's by so much less, in hundredths.
const TELLING: f32 = 30.0;

/// A comparison with both moves made.
#[derive(Debug)]
pub(super) struct Compared<'a> {
    /// Who moved.
    pub(super) color: Color,
    pub(super) size: Size,
    pub(super) game: &'a Game,
    pub(super) played: Option<Point>,
    pub(super) better: Option<Point>,
    /// The game after the move.
    pub(super) after: Game,
    /// The game after the better move.
    pub(super) instead: Game,
    hoped: &'a [i8],
    left: &'a [i8],
}

impl<'a> Compared<'a> {
    /// `None` if the moves are the same, or one of them is against the rules.
    pub(super) fn new(comparison: &Comparison<'a>) -> Option<Compared<'a>> {
        let Comparison {
            game,
            played,
            better,
            hoped,
            left,
        } = *comparison;
        if played == better {
            return None;
        }
        let (mut after, mut instead) = (game.clone(), game.clone());
        after.play(played).ok()?;
        instead.play(better).ok()?;
        Some(Compared {
            color: game.turn(),
            size: game.size(),
            game,
            played: point_of(played),
            better: point_of(better),
            after,
            instead,
            hoped,
            left,
        })
    }

    pub(super) fn before(&self) -> &Board {
        self.game.board()
    }

    pub(super) fn suicide(&self) -> Suicide {
        self.game.rules().suicide
    }

    /// How far a point is the mover's with the better move: 100 surely, −100 surely not.
    pub(super) fn hoped_at(&self, point: Point) -> f32 {
        self.seen(self.hoped, point)
    }

    /// The same after the move.
    pub(super) fn left_at(&self, point: Point) -> f32 {
        self.seen(self.left, point)
    }

    /// How far points are the mover's with the better move, on average.
    pub(super) fn hoped_of(&self, points: PointSet) -> f32 {
        mean(points, |point| self.hoped_at(point))
    }

    /// The same after the move.
    pub(super) fn left_of(&self, points: PointSet) -> f32 {
        mean(points, |point| self.left_at(point))
    }

    /// By how much points are less the mover's after the move than with the better one.
    pub(super) fn lost_of(&self, points: PointSet) -> f32 {
        self.hoped_of(points) - self.left_of(points)
    }

    /// Whether what is said of these points matters.
    pub(super) fn is_telling(&self, points: PointSet) -> bool {
        self.lost_of(points) >= TELLING
    }

    /// The stones at `points` as the mover's own.
    pub(super) fn own(&self, points: PointSet) -> OwnedStones {
        OwnedStones {
            owner: self.color,
            points,
        }
    }

    /// The stones at `points` as the opponent's.
    pub(super) fn theirs(&self, points: PointSet) -> OwnedStones {
        OwnedStones {
            owner: !self.color,
            points,
        }
    }

    fn seen(&self, ownership: &[i8], point: Point) -> f32 {
        let black = ownership.get(self.size.index(point));
        let black = black.map_or(0.0, |&black| f32::from(black));
        match self.color {
            Color::Black => black,
            Color::White => -black,
        }
    }
}

fn point_of(mv: Move) -> Option<Point> {
    match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    }
}

fn mean(points: PointSet, value: impl Fn(Point) -> f32) -> f32 {
    points.iter().map(value).sum::<f32>() / points.len().max(1) as f32
}

/// Whether a stone of `color` at `point` takes a ko on `board`.
pub(super) fn is_ko(board: &Board, color: Color, point: Point) -> bool {
    let mut board = board.clone();
    board.is_vacant(point) && board.place_with(color, point, |_| {})
}

/// How many lines two points are apart.
pub(super) fn distance(one: Point, other: Point) -> u8 {
    let (across, down) = (one.x().abs_diff(other.x()), one.y().abs_diff(other.y()));
    across.max(down)
}
