//! What a finished position is worth.

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::life::Alive;
use crate::outcome::{Outcome, Prisoners};
use crate::point::{Point, PointSet};
use crate::rules::{GroupTax, Komi, Points, PrisonerCount, Rules, Scoring, SekiPoints};

/// All that a score depends on.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a> {
    /// The stones when play stopped.
    pub board: &'a Board,
    /// How to count.
    pub rules: &'a Rules,
    /// Points for White.
    pub komi: Komi,
    /// The size of the handicap.
    pub handicap: usize,
    /// What each player holds of the other's, the dead stones included.
    pub prisoners: ByColor<Prisoners>,
    /// Who took the button.
    pub button: Option<Color>,
    /// The stones to take off first.
    pub dead: PointSet,
}

/// The whole sum: what each player has, and whose each point is.
///
/// ```
/// use ponnuki_game::{Board, ByColor, Color, Ending, Komi, PointSet, Rules, Score};
///
/// let board: Board = "
///     . X O .
///     X X O O
///     . X O .
/// ".parse().unwrap();
/// let score = Score::of(&Ending {
///     board: &board,
///     rules: &Rules::TROMP_TAYLOR,
///     komi: Komi::from_half_points(15),
///     handicap: 0,
///     prisoners: ByColor::default(),
///     button: None,
///     dead: PointSet::EMPTY,
/// });
/// assert_eq!(score.sums.black.total().to_string(), "6");
/// assert_eq!(score.sums.white.total().to_string(), "13.5");
/// assert_eq!(score.outcome().to_string(), "W+7.5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// What each player has.
    pub sums: ByColor<Sum>,
    /// The living stones.
    pub stones: ByColor<PointSet>,
    /// The vacant points, or points of dead stones, that count for each player.
    pub territory: ByColor<PointSet>,
    /// The vacant points that count for nobody.
    pub dame: PointSet,
    /// The stones that live only in seki, where that makes a difference.
    pub seki: PointSet,
    /// The vacant points they surround, which do not count.
    pub seki_eyes: PointSet,
    /// The vacant points that only this player reaches but has to fill once the dame are,
    /// and that therefore do not count.
    pub unfilled: ByColor<PointSet>,
}

/// One player's points, each line as the rulebook counts it: nothing where it
/// counts nothing, negative where it takes away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Stones on the board.
    pub stones: Points,
    /// Territory.
    pub territory: Points,
    /// Prisoners lifted during play.
    pub captured: Points,
    /// Prisoners taken off as dead.
    pub dead: Points,
    /// Prisoners handed over for passing.
    pub passed: Points,
    /// The tax on living groups.
    pub tax: Points,
    /// The button.
    pub button: Points,
    /// White's points for the handicap.
    pub compensation: Points,
    /// White's komi.
    pub komi: Points,
}

impl Sum {
    /// Each line with its name, in the order of a sum on paper.
    pub fn lines(&self) -> [(&'static str, Points); 9] {
        [
            ("stones", self.stones),
            ("territory", self.territory),
            ("captured", self.captured),
            ("dead", self.dead),
            ("passes", self.passed),
            ("tax", self.tax),
            ("button", self.button),
            ("compensation", self.compensation),
            ("komi", self.komi),
        ]
    }

    /// All lines together.
    pub fn total(&self) -> Points {
        self.lines().iter().map(|&(_, points)| points).sum()
    }
}

impl Score {
    /// Counts.
    pub fn of(ending: &Ending<'_>) -> Score {
        let rules = ending.rules;
        let alive = Alive {
            size: ending.board.size(),
            stones: ByColor::from_fn(|color| ending.board.stones(color) - ending.dead),
            dead: ByColor::from_fn(|color| ending.board.stones(color) & ending.dead),
        };
        let mut score = Score {
            sums: ByColor::default(),
            stones: alive.stones,
            territory: alive.territory(),
            dame: PointSet::EMPTY,
            seki: PointSet::EMPTY,
            seki_eyes: PointSet::EMPTY,
            unfilled: ByColor::default(),
        };
        if rules.counting.scoring == Scoring::AreaUnreached {
            score.share_empty_board(&alive);
        }
        let needs_life = (rules.counting.seki, rules.counting.tax);
        if needs_life != (SekiPoints::Count, GroupTax::None) {
            score.look_for_life(&alive, rules);
        }
        score.dame =
            alive.vacant() - score.territory.black - score.territory.white - score.seki_eyes;
        score.add_up(ending);
        score
    }

    /// A board without stones is a region that no opponent's stone reaches.
    fn share_empty_board(&mut self, alive: &Alive) {
        if (alive.stones.black | alive.stones.white).is_empty() {
            let all = PointSet::full(alive.size);
            self.territory = ByColor {
                black: all,
                white: all,
            };
        }
    }

    /// Takes away what does not count in seki, and the tax.
    fn look_for_life(&mut self, alive: &Alive, rules: &Rules) {
        let life = alive.life();
        for group in &life.groups {
            let counted = group.eyes & self.territory[group.color];
            if group.is_seki && rules.counting.seki == SekiPoints::DoNotCount {
                self.seki = self.seki | group.stones;
                self.seki_eyes = self.seki_eyes | counted;
                self.territory[group.color] = self.territory[group.color] - counted;
            } else if rules.counting.tax == GroupTax::TwoEach {
                let n_taxed = counted.len().min(2) as i32;
                self.sums[group.color].tax += Points::whole(-n_taxed);
            }
        }
        if rules.counting.seki == SekiPoints::DoNotCount {
            for color in Color::BOTH {
                let counted = life.false_eyes & self.territory[color];
                let in_seki = counted & self.seki.spread();
                self.seki_eyes = self.seki_eyes | in_seki;
                // Elsewhere the stone that has to fill one is a point itself where stones count.
                let is_area = rules.counting.scoring.is_area();
                let lost = if is_area { in_seki } else { counted };
                self.territory[color] = self.territory[color] - lost;
                self.unfilled[color] = lost - in_seki;
            }
        }
    }

    fn add_up(&mut self, ending: &Ending<'_>) {
        for color in Color::BOTH {
            let n_territory = self.territory[color].len() as i32;
            let sum = &mut self.sums[color];
            sum.territory = Points::whole(n_territory);
            if ending.button == Some(color) {
                sum.button = Points::from_half_points(1);
            }
            let prisoners = match ending.rules.counting.scoring {
                Scoring::Area | Scoring::AreaUnreached => {
                    sum.stones = Points::whole(self.stones[color].len() as i32);
                    continue;
                }
                Scoring::Territory { prisoners } => prisoners,
            };
            let (sign, held) = match prisoners {
                PrisonerCount::ForHolder => (1, ending.prisoners[color]),
                PrisonerCount::AgainstOwner => (-1, ending.prisoners[!color]),
            };
            sum.captured = Points::whole(sign * i32::from(held.captured));
            sum.dead = Points::whole(sign * i32::from(held.dead));
            sum.passed = Points::whole(sign * i32::from(held.passed));
        }
        let compensation = ending.rules.start.handicap.compensation;
        let white = &mut self.sums.white;
        white.compensation = Points::whole(compensation.points(ending.handicap) as i32);
        white.komi = ending.komi.points();
    }

    /// Whose `point` is: the player who has a living stone there or to whom
    /// it counts as territory. Nobody's if it counts for both or for none.
    pub fn owner(&self, point: Point) -> Option<Color> {
        let is_of = |color: Color| {
            self.stones[color].contains(point) || self.territory[color].contains(point)
        };
        match (is_of(Color::Black), is_of(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (true, true) | (false, false) => None,
        }
    }

    /// Black's points less White's.
    pub fn margin(&self) -> Points {
        self.sums.black.total() - self.sums.white.total()
    }

    /// The same where the points that have to be filled count as well, as on some servers.
    pub fn with_unfilled(mut self) -> Score {
        for color in Color::BOTH {
            let points = self.unfilled[color];
            self.territory[color] = self.territory[color] | points;
            self.sums[color].territory += Points::whole(points.len() as i32);
            self.dame = self.dame - points;
        }
        self
    }

    /// How a game with this score ends.
    pub fn outcome(&self) -> Outcome {
        Outcome::Score {
            margin: self.margin(),
        }
    }
}
