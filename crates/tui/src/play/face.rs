//! What a scene looks like on the board.

use ponnuki_game::{Color, Point, Size};
use ponnuki_wire::{Scene, Stage};

use super::Play;
use crate::board::{Face, Sign};

impl Play {
    /// The board of the scene, with all that is to be seen on it.
    pub(super) fn face(&self, scene: &Scene, size: Size) -> Face {
        if let Some(face) = self.past_face(size) {
            return face;
        }
        let mut face = Face::empty(size);
        let stones = stones(&scene.board.stones, size);
        for (point, color) in stones.iter().copied() {
            face.at(point).stone = Some(color);
        }
        match &self.estimate {
            Some((_, estimate)) => {
                face.own(estimate.ownership.iter().map(|own| f32::from(*own) / 100.0));
            }
            None => mark_counted(&mut face, scene, size, &stones),
        }
        let (last, ko) = (&scene.board.last, &scene.board.ko);
        if let Some(last) = last.as_ref().and_then(|at| at.to_point(size)) {
            face.sign(last, Sign::Last);
        }
        if let Some(ko) = ko.as_ref().and_then(|at| at.to_point(size)) {
            face.sign(ko, Sign::Ko);
        }
        face.cursor = self.cursor.filter(|_| scene.stage != Stage::Over);
        let to_move = scene.to_move.filter(|_| self.is_my_turn());
        if let (Some(cursor), Some(color)) = (face.cursor, to_move) {
            let is_vacant = face.at(cursor).stone.is_none();
            let is_forbidden = scene
                .forbidden
                .iter()
                .any(|forbidden| forbidden.at.to_point(size) == Some(cursor));
            if is_vacant && !is_forbidden {
                face.sign(cursor, Sign::Ghost(color.into()));
            }
        }
        face
    }
}

/// Shows dead stones and territory, as marked now or as counted at the end.
fn mark_counted(face: &mut Face, scene: &Scene, size: Size, stones: &[(Point, Color)]) {
    let marks = scene.agreement.as_ref();
    let Some(score) = marks.map(|marks| &marks.score).or(scene.score.as_ref()) else {
        return;
    };
    for (point, sign) in size.points().zip(score.territory.chars()) {
        let owner = match sign {
            'x' => Color::Black,
            'o' => Color::White,
            _ => continue,
        };
        // A dead stone stands on territory: the stone says more.
        if face.at(point).stone.is_none() {
            face.sign(point, Sign::Territory(owner));
        }
    }
    let living: Vec<char> = score.stones.chars().collect();
    let dead = |point: Point| match marks {
        Some(marks) => marks.dead.iter().any(|at| at.to_point(size) == Some(point)),
        None => living.get(size.index(point)) == Some(&'.'),
    };
    for &(point, _) in stones {
        if dead(point) {
            face.sign(point, Sign::Dead);
        }
    }
}

/// The stones that a text of signs stands for.
pub(super) fn stones(text: &str, size: Size) -> Vec<(Point, Color)> {
    let pairs = size.points().zip(text.chars());
    pairs
        .filter_map(|(point, sign)| match sign {
            'X' => Some((point, Color::Black)),
            'O' => Some((point, Color::White)),
            _ => None,
        })
        .collect()
}
