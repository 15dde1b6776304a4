//! A score turns with the board, and changes sides with the colours.

use ponnuki_game::{
    Board, ByColor, Color, Ending, Komi, Point, PointSet, Prisoners, Rules, Score, Setup, Size,
};

use crate::{Script, Stones};

/// Turning or mirroring the board leaves the score, and turns what it says
/// about points; swapping the colours swaps it. Komi and compensation, which
/// are White's alone, are left out.
pub fn a_score_turns_with_the_board(bytes: &[u8]) {
    let counted = Counted::from_script(&mut Script::new(bytes));
    let score = counted.score();
    for turn in Turn::ALL {
        let turned = counted.turned(turn).score();
        assert_eq!(turned.sums, score.sums, "{turn:?} of\n{}", counted.stones);
        let size = counted.stones.size();
        for (before, after) in [
            (score.territory.black, turned.territory.black),
            (score.territory.white, turned.territory.white),
            (score.dame, turned.dame),
            (score.seki, turned.seki),
            (score.seki_eyes, turned.seki_eyes),
        ] {
            let before: PointSet = before.iter().map(|point| turn.point(point, size)).collect();
            assert_eq!(before, after, "{turn:?} of\n{}", counted.stones);
        }
    }
    let swapped = counted.swapped().score();
    let back = swap(swapped.sums);
    assert_eq!(
        back, score.sums,
        "the colours swapped in\n{}",
        counted.stones
    );
    assert_eq!(swap(swapped.territory), score.territory);
    assert_eq!(swapped.margin(), -score.margin());
}

/// A position about to be counted.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) stones: Stones,
    pub(super) rules: Rules,
    dead: Vec<Point>,
    prisoners: ByColor<Prisoners>,
    button: Option<Color>,
}

impl Counted {
    pub(super) fn from_script(script: &mut Script<'_>) -> Counted {
        let rules = script.rules();
        let size = script.size();
        let stones = script.stones(size);
        let mut dead = Vec::new();
        for _ in 0..script.below(3) {
            let point = script.point(size);
            if stones.at(point).is_some() {
                dead.extend(stones.connected(point));
            }
        }
        dead.sort();
        dead.dedup();
        let prisoners = ByColor::from_fn(|color| Prisoners {
            captured: script.below(20) as u16,
            dead: dead
                .iter()
                .filter(|&&p| stones.at(p) == Some(!color))
                .count() as u16,
            passed: script.below(5) as u16,
        });
        Counted {
            button: script.one_of(&[None, Some(Color::Black), Some(Color::White)]),
            stones,
            rules,
            dead,
            prisoners,
        }
    }

    pub(super) fn score(&self) -> Score {
        Score::of(&Ending {
            board: &self.board(),
            rules: &self.rules,
            komi: Komi::ZERO,
            handicap: 0,
            prisoners: self.prisoners,
            button: self.button,
            dead: self.dead.iter().copied().collect(),
        })
    }

    fn board(&self) -> Board {
        let mut setup = Setup::new(self.stones.size(), self.rules);
        setup.stones = self.stones.to_sets();
        match setup.start() {
            Ok(game) => game.board().clone(),
            Err(faults) => panic!("{faults}:\n{}", self.stones),
        }
    }

    fn turned(&self, turn: Turn) -> Counted {
        let size = self.stones.size();
        let mut stones = Stones::none(turn.size(size));
        for point in size.points() {
            stones.put(turn.point(point, size), self.stones.at(point));
        }
        let dead = self.dead.iter().map(|&point| turn.point(point, size));
        Counted {
            stones,
            dead: dead.collect(),
            ..self.clone()
        }
    }

    fn swapped(&self) -> Counted {
        let mut stones = self.stones.clone();
        for point in stones.size().points() {
            stones.put(point, self.stones.at(point).map(|color| !color));
        }
        Counted {
            stones,
            prisoners: swap(self.prisoners),
            button: self.button.map(|color| !color),
            ..self.clone()
        }
    }
}

fn swap<T: Copy>(pair: ByColor<T>) -> ByColor<T> {
    ByColor::from_fn(|color| pair[!color])
}

/// A way to lay the board on the table again.
#[derive(Clone, Copy, Debug)]
struct Turn {
    flips_x: bool,
    flips_y: bool,
    /// Whether rows then become columns.
    transposes: bool,
}

impl Turn {
    const ALL: [Turn; 8] = {
        let mut all = [Turn {
            flips_x: false,
            flips_y: false,
            transposes: false,
        }; 8];
        let mut number = 0;
        while number < all.len() {
            all[number] = Turn {
                flips_x: number & 1 != 0,
                flips_y: number & 2 != 0,
                transposes: number & 4 != 0,
            };
            number += 1;
        }
        all
    };

    fn size(self, size: Size) -> Size {
        let (width, height) = match self.transposes {
            true => (size.height(), size.width()),
            false => (size.width(), size.height()),
        };
        Size::new(width, height).unwrap_or(size)
    }

    /// Where `point` of a board of `size` comes to lie.
    fn point(self, point: Point, size: Size) -> Point {
        let flip = |flips: bool, at: u8, side: u8| if flips { side - 1 - at } else { at };
        let x = flip(self.flips_x, point.x(), size.width());
        let y = flip(self.flips_y, point.y(), size.height());
        let (x, y) = if self.transposes { (y, x) } else { (x, y) };
        let turned = self.size(size).at(x, y);
        turned.unwrap_or_else(|| unreachable!("a point of the turned board"))
    }
}
