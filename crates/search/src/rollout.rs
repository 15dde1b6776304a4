//! Playing a position to its end, quickly and with a little sense.
//!
//! A move is looked for near the last ones first: a capture or an escape from
//! atari, then a shape out of [`pattern`](crate::pattern); failing that it is
//! drawn from all points. Nobody fills an eye, and self-atari is rare.

use ponnuki_game::{Board, Color, Dice, Move, Point, Size};

use crate::pattern::is_shapely;

/// How often, of a hundred, a fight near the last move is seen.
const PERCENT_FIGHTS: usize = 90;
/// How often, of a hundred, a shape near the last moves is seen.
const PERCENT_SHAPES: usize = 90;
/// How often, of a hundred, a move that puts oneself in atari is thought better of.
const PERCENT_SELF_ATARI_SEEN: usize = 85;
/// The largest eye space that one move can kill.
const EYE_SPACE_MAX: usize = 6;
/// For an eye space of each size, from one point up, how many neighbours its
/// vital point has inside; spaces of one, two or four in a row have none.
const HEART: [usize; EYE_SPACE_MAX] = [9, 9, 2, 3, 3, 4];
/// A playout is cut off after so many moves for each point of the board: by
/// then it is going in circles.
const MOVES_PER_POINT_MAX: usize = 3;

/// A position being played to its end.
#[derive(Clone, Debug)]
pub struct Rollout {
    board: Board,
    turn: Color,
    /// The vacant points, in no order.
    vacant: Vec<Point>,
    /// For each point its place in `vacant`; stale where a stone stands.
    slots: Vec<u16>,
    /// Where the last move took a stone in a ko.
    ko: Option<Point>,
    /// The last two plays, the latest first.
    recent: [Option<Point>; 2],
    /// All plays since the start, in order.
    plays: Vec<(Color, Point)>,
    /// The points around each point.
    around: Vec<Around>,
    /// Moves being chosen from; kept to save the allocation.
    choices: Vec<Point>,
}

/// The up to eight points around a point.
#[derive(Clone, Copy, Debug)]
struct Around {
    points: [Point; 8],
    n: usize,
}

impl Rollout {
    /// For boards of `size`.
    pub fn new(size: Size) -> Rollout {
        let n = size.n_points();
        Rollout {
            board: Board::empty(size),
            turn: Color::Black,
            vacant: Vec::with_capacity(n),
            slots: vec![0; n],
            ko: None,
            recent: [None; 2],
            plays: Vec::with_capacity(n * MOVES_PER_POINT_MAX),
            around: size.points().map(|point| Around::of(size, point)).collect(),
            choices: Vec::with_capacity(64),
        }
    }

    /// Begins anew from `board`, which is of the right size: `turn` is to
    /// move, and `recent` are the last two plays, the latest first.
    pub fn restart(&mut self, board: &Board, turn: Color, recent: [Option<Point>; 2]) {
        self.board.clone_from(board);
        self.turn = turn;
        self.ko = None;
        self.recent = recent;
        self.plays.clear();
        self.vacant.clear();
        for point in board.vacant() {
            self.slots[board.size().index(point)] = self.vacant.len() as u16;
            self.vacant.push(point);
        }
    }

    /// The stones now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All plays since the start, in order.
    pub fn plays(&self) -> &[(Color, Point)] {
        &self.plays
    }

    /// Plays until both have passed.
    pub fn run(&mut self, dice: &mut Dice) {
        let n_moves_max = self.slots.len() * MOVES_PER_POINT_MAX;
        let mut n_passes = 0;
        for _ in 0..n_moves_max {
            match self.step(dice) {
                Move::Play(_) => n_passes = 0,
                Move::Pass => n_passes += 1,
            }
            if n_passes == 2 {
                return;
            }
        }
    }

    /// Makes one move and returns it.
    pub fn step(&mut self, dice: &mut Dice) -> Move {
        let found = self
            .fight(dice)
            .or_else(|| self.vital())
            .or_else(|| self.shape(dice))
            .or_else(|| self.anywhere(dice));
        match found {
            Some(point) => {
                self.play(point);
                Move::Play(point)
            }
            None => {
                self.turn = !self.turn;
                self.ko = None;
                self.recent = [None, self.recent[0]];
                Move::Pass
            }
        }
    }

    /// Tells `tell` whose each point is, with its index, taking the playout for
    /// finished: stones, and vacant points that touch only one colour. Returns
    /// how many points Black has more than White.
    pub fn owners(&self, mut tell: impl FnMut(usize, Color)) -> i32 {
        let size = self.board.size();
        let mut n_more = 0;
        for color in Color::BOTH {
            let sign = if color == Color::Black { 1 } else { -1 };
            for point in self.board.stones(color) {
                n_more += sign;
                tell(size.index(point), color);
            }
            for &point in &self.vacant {
                let n_own = self.board.n_neighbors(color, point);
                if n_own > 0 && self.board.n_neighbors(!color, point) == 0 {
                    n_more += sign;
                    tell(size.index(point), color);
                }
            }
        }
        n_more
    }

    /// A capture, or an escape from atari, next to the last move.
    fn fight(&mut self, dice: &mut Dice) -> Option<Point> {
        let last = self.recent[0]?;
        if dice.below(100) >= PERCENT_FIGHTS {
            return None;
        }
        self.choices.clear();
        if self.board.at(last) == Some(!self.turn)
            && let Some(liberty) = self.board.last_liberty(last)
        {
            self.consider(liberty);
        }
        for point in self.board.neighbors(last) {
            if self.board.at(point) == Some(self.turn)
                && let Some(liberty) = self.board.last_liberty(point)
            {
                self.consider_escapes(point, liberty);
            }
        }
        let n = self.choices.len();
        (n > 0).then(|| self.choices[dice.below(n)])
    }

    /// Considers what saves the own chain at `point`, whose last liberty is
    /// `liberty`: running there if that helps, or capturing a chain that holds it.
    fn consider_escapes(&mut self, point: Point, liberty: Point) {
        if self.board.n_liberties_after(self.turn, liberty) >= 2 {
            self.consider(liberty);
        }
        let (board, turn) = (&self.board, self.turn);
        let beside = board
            .chain_stones(point)
            .flat_map(|stone| board.neighbors(stone));
        let enemies = beside.filter(|&q| board.at(q) == Some(!turn));
        for enemy in enemies {
            if let Some(capture) = board.last_liberty(enemy)
                && !self.choices.contains(&capture)
                && !is_ko_ban(board, self.ko, turn, capture)
                && !board.is_suicide(turn, capture)
            {
                self.choices.push(capture);
            }
        }
    }

    fn consider(&mut self, point: Point) {
        if self.may_play(point) && !self.choices.contains(&point) {
            self.choices.push(point);
        }
    }

    /// The point next to the last move on which the life of an eye space
    /// hangs, for whoever it is: the middle of three, the heart of a larger
    /// one that falls apart around it.
    fn vital(&self) -> Option<Point> {
        let last = self.recent[0]?;
        let mut near = self.board.neighbors(last);
        near.find_map(|point| self.vital_of(point))
            .filter(|&point| self.may_play(point))
    }

    /// The vital point of the eye space around `start`, if it is one.
    fn vital_of(&self, start: Point) -> Option<Point> {
        let board = &self.board;
        if !board.is_vacant(start) {
            return None;
        }
        let mut space = [start; EYE_SPACE_MAX];
        let (mut n, mut n_seen) = (1, 0);
        let mut owner = None;
        // The most neighbours inside the space, and the point that has them.
        let mut heart = (0, start);
        while n_seen < n {
            let point = space[n_seen];
            n_seen += 1;
            let mut n_inside = 0;
            for neighbor in board.neighbors(point) {
                match board.at(neighbor) {
                    Some(color) if owner.is_some_and(|owner| owner != color) => return None,
                    Some(color) => owner = Some(color),
                    None => {
                        n_inside += 1;
                        if space[..n].contains(&neighbor) {
                            continue;
                        }
                        *space.get_mut(n)? = neighbor;
                        n += 1;
                    }
                }
            }
            heart = heart.max((n_inside, point));
        }
        (heart.0 == HEART[n - 1]).then_some(heart.1)
    }

    /// A shape next to one of the last two moves.
    fn shape(&mut self, dice: &mut Dice) -> Option<Point> {
        if dice.below(100) >= PERCENT_SHAPES {
            return None;
        }
        for last in self.recent.into_iter().flatten() {
            self.choices.clear();
            let around = self.around[self.board.size().index(last)];
            for &point in &around.points[..around.n] {
                if self.board.is_vacant(point)
                    && is_shapely(&self.board, point)
                    && self.may_play(point)
                {
                    self.choices.push(point);
                }
            }
            while !self.choices.is_empty() {
                let k = dice.below(self.choices.len());
                let point = self.choices.swap_remove(k);
                if !self.is_self_atari(point) {
                    return Some(point);
                }
            }
        }
        None
    }

    /// Any point that is legal, fills no eye and is not a self-atari that was noticed.
    fn anywhere(&mut self, dice: &mut Dice) -> Option<Point> {
        let mut n_untried = self.vacant.len();
        while n_untried > 0 {
            let k = dice.below(n_untried);
            let point = self.vacant[k];
            if !self.board.is_eye(self.turn, point)
                && self.may_play(point)
                && !(self.is_self_atari(point) && dice.below(100) < PERCENT_SELF_ATARI_SEEN)
            {
                return Some(point);
            }
            n_untried -= 1;
            self.swap_vacant(k, n_untried);
        }
        None
    }

    /// Whether the player to move would be left with one liberty.
    fn is_self_atari(&self, point: Point) -> bool {
        let near = self.board.neighbors(point);
        let n_vacant = near.filter(|&point| self.board.is_vacant(point)).count();
        n_vacant < 2 && self.board.n_liberties_after(self.turn, point) < 2
    }

    /// Whether the vacant `point` is neither suicide nor an immediate retake.
    fn may_play(&self, point: Point) -> bool {
        !self.board.is_suicide(self.turn, point)
            && !is_ko_ban(&self.board, self.ko, self.turn, point)
    }

    fn play(&mut self, point: Point) {
        let size = self.board.size();
        let color = self.turn;
        let k = self.slots[size.index(point)] as usize;
        self.swap_vacant(k, self.vacant.len() - 1);
        self.vacant.pop();
        let mut lifted_last = None;
        let (vacant, slots) = (&mut self.vacant, &mut self.slots);
        let is_ko = self.board.place_with(color, point, |lifted| {
            slots[size.index(lifted)] = vacant.len() as u16;
            vacant.push(lifted);
            lifted_last = Some(lifted);
        });
        self.ko = if is_ko { lifted_last } else { None };
        self.plays.push((color, point));
        self.recent = [Some(point), self.recent[0]];
        self.turn = !color;
    }

    fn swap_vacant(&mut self, a: usize, b: usize) {
        let size = self.board.size();
        self.vacant.swap(a, b);
        self.slots[size.index(self.vacant[a])] = a as u16;
        self.slots[size.index(self.vacant[b])] = b as u16;
    }
}

/// Whether a stone of `color` at `point` would retake at once what was taken
/// in a ko. One that captures more does not bring the board back.
fn is_ko_ban(board: &Board, ko: Option<Point>, color: Color, point: Point) -> bool {
    ko == Some(point) && board.effect(color, point).n_captured == 1
}

impl Around {
    fn of(size: Size, center: Point) -> Around {
        let mut around = Around {
            points: [center; 8],
            n: 0,
        };
        for y in center.y().saturating_sub(1)..=center.y() + 1 {
            for x in center.x().saturating_sub(1)..=center.x() + 1 {
                if let Some(point) = size.at(x, y)
                    && point != center
                {
                    around.points[around.n] = point;
                    around.n += 1;
                }
            }
        }
        around
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::Diagram;

    /// Expects the eye space in the corner to have its vital point where `a`
    /// is marked, and none if it is not.
    #[track_caller]
    fn check(drawn: &str) {
        let diagram: Diagram = drawn.parse().unwrap();
        let board = diagram.board().unwrap();
        let mut rollout = Rollout::new(board.size());
        rollout.restart(&board, Color::White, [None; 2]);
        let corner = board.size().at(0, 0).unwrap();
        assert_eq!(rollout.vital_of(corner), diagram.marked('a'), "{board}");
    }

    #[test]
    fn an_eye_space_that_falls_apart_has_a_vital_point() {
        check(". a . X\n X X X X");
        check(". a X .\n X . X .\n . X X .");
        check(". a . X\n X . X X\n X X X .");
        check(". . X .\n . a . X\n X X X X");
    }

    #[test]
    fn one_that_lives_or_is_dead_anyway_has_none() {
        check(". X .\n X X .");
        check(". . X\n X X .");
        check(". . . . X\n X X X X X");
        check(". . X\n . . X\n X X .");
        check(". . . . O\n . . . . .\n X X X X X");
    }

    #[test]
    fn a_stone_of_the_other_colour_makes_it_no_eye_space() {
        check(". . . O\n X X X .");
    }

    #[test]
    fn a_stone_that_puts_itself_in_atari_is_mostly_captured() {
        let diagram: Diagram = ". X O a .\n . . X O .\n . . . X .".parse().unwrap();
        let board = diagram.board().unwrap();
        let mut rollout = Rollout::new(board.size());
        let last = board.size().point("C3");
        let mut n_answers = 0;
        for seed in 0..100 {
            rollout.restart(&board, Color::Black, [last, None]);
            let mv = rollout.step(&mut Dice::new(seed));
            n_answers += usize::from(mv == Move::Play(diagram.marked('a').unwrap()));
        }
        assert!(n_answers > PERCENT_FIGHTS / 2, "{n_answers}");
    }
}
