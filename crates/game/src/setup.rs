//! How a game begins: the gate through which every game comes.

use std::fmt;

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::{Point, PointSet, Size};
use crate::rules::{HandicapForm, Komi, Rules, Sizes};

/// A game about to begin: rules, board, komi, odds and stones already there.
///
/// ```
/// use ponnuki_game::{Color, Odds, Rules, Setup, Size};
///
/// let mut setup = Setup::new(Size::NINE, Rules::GOBAN);
/// setup.odds = Odds::on_stars(Size::NINE, 2).unwrap();
/// let game = setup.start().unwrap();
/// assert_eq!(game.turn(), Color::White);
/// assert_eq!(game.board().stones(Color::Black).len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// The laws.
    pub rules: Rules,
    /// Points for White; at first what the rules say.
    pub komi: Komi,
    /// What the stronger player gives.
    pub odds: Odds,
    /// Stones on the board besides those of the odds.
    pub stones: ByColor<PointSet>,
    /// Who moves first, if not whom the rules say: for positions out of a game.
    pub first: Option<Color>,
}

/// What the stronger player gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Odds {
    /// Nothing.
    #[default]
    None,
    /// A handicap of n in White's passes: the first n − 1 of White's turns.
    Passes(u8),
    /// Stones before the first move.
    Stones {
        /// Whose they are.
        to: Color,
        /// The points where they stand.
        points: PointSet,
    },
}

impl Odds {
    /// `n` Black stones on the star points in the customary places, if the board has them.
    ///
    /// ```
    /// use ponnuki_game::{Odds, Size};
    ///
    /// assert!(Odds::on_stars(Size::NINETEEN, 9).is_some());
    /// assert!(Odds::on_stars(Size::NINETEEN, 10).is_none());
    /// ```
    pub fn on_stars(size: Size, n: usize) -> Option<Odds> {
        let stars = size.star_points();
        let (left, right) = ends(stars.iter().map(Point::x))?;
        let (top, bottom) = ends(stars.iter().map(Point::y))?;
        let (middle, center) = (size.width() / 2, size.height() / 2);
        let corners = [(right, top), (left, bottom), (right, bottom), (left, top)];
        let sides = [
            (left, center),
            (right, center),
            (middle, top),
            (middle, bottom),
        ];
        let tengen = (n == 5 || n == 7 || n == 9).then_some((middle, center));
        let n_sides = if n >= 6 { (n - 4) / 2 * 2 } else { 0 };
        if !(2..=9).contains(&n) {
            return None;
        }
        let places = corners.into_iter().take(n).chain(tengen);
        let places = places.chain(sides.into_iter().take(n_sides));
        let points: PointSet = places.filter_map(|(x, y)| size.at(x, y)).collect();
        let is_there = points.len() == n && points.is_subset(&stars);
        is_there.then_some(Odds::Stones {
            to: Color::Black,
            points,
        })
    }

    /// The size of the handicap.
    pub fn n(self) -> usize {
        match self {
            Odds::None => 0,
            Odds::Passes(n) => n as usize,
            Odds::Stones { points, .. } => points.len(),
        }
    }
}

/// The least and the greatest.
fn ends(numbers: impl Iterator<Item = u8> + Clone) -> Option<(u8, u8)> {
    Some((numbers.clone().min()?, numbers.max()?))
}

/// Something wrong with a [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// The rulebook is not for boards of this size.
    SizeNotInRulebook {
        /// The size asked for.
        size: Size,
        /// Those it is for.
        sizes: Sizes,
    },
    /// The komi is beyond [`Komi::MAX`].
    KomiTooLarge(Komi),
    /// A stone lies off the board.
    Outside(Point),
    /// A Black and a White stone lie on one point.
    TwoStones(Point),
    /// A chain with a stone here has no liberty.
    NoLiberty(Point),
    /// The rulebook has no odds of this form.
    OddsNotInRulebook {
        /// What it has.
        form: HandicapForm,
    },
    /// A handicap of more than half the board.
    TooManyOdds {
        /// How much was asked for.
        n: usize,
        /// How much is allowed.
        n_max: usize,
    },
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupFault::SizeNotInRulebook { size, sizes } => {
                write!(f, "this rulebook is not for {size} boards but for {sizes}")
            }
            SetupFault::KomiTooLarge(komi) => {
                write!(f, "a komi of {komi} is beyond {} points", Komi::MAX)
            }
            SetupFault::Outside(point) => write!(
                f,
                "a stone lies off the board, in column {} and row {} from the top left",
                point.x() + 1,
                point.y() + 1
            ),
            SetupFault::TwoStones(point) => write!(
                f,
                "two stones lie on one point, in column {} and row {} from the top left",
                point.x() + 1,
                point.y() + 1
            ),
            SetupFault::NoLiberty(point) => write!(
                f,
                "the chain in column {} and row {} from the top left has no liberty",
                point.x() + 1,
                point.y() + 1
            ),
            SetupFault::OddsNotInRulebook { form } => f.write_str(match form {
                HandicapForm::WhitePasses => "under this rulebook a handicap is White's passes",
                HandicapForm::BlackOnStars => {
                    "under this rulebook a handicap is Black stones on the star points"
                }
                HandicapForm::BlackAnywhere => "under this rulebook a handicap is Black stones",
                HandicapForm::EitherAnywhere => "under this rulebook a handicap is stones",
            }),
            SetupFault::TooManyOdds { n, n_max } => {
                write!(f, "a handicap of {n} is beyond {n_max} on this board")
            }
        }
    }
}

/// Everything wrong with a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFaults(pub Vec<SetupFault>);

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupFaults {}

impl Setup {
    /// An even game on an empty board.
    pub fn new(size: Size, rules: Rules) -> Setup {
        Setup {
            size,
            rules,
            komi: rules.start.komi,
            odds: Odds::None,
            stones: ByColor::default(),
            first: None,
        }
    }

    /// The odds that this rulebook knows as a handicap of `n`, in their
    /// customary places; none under two.
    ///
    /// # Errors
    ///
    /// [`SetupFault::TooManyOdds`] if the board has no customary places for so many.
    pub fn with_handicap(mut self, n: usize) -> Result<Setup, SetupFault> {
        let too_many = SetupFault::TooManyOdds { n, n_max: 9 };
        self.odds = match self.rules.start.handicap.form {
            _ if n < 2 => Odds::None,
            HandicapForm::WhitePasses => Odds::Passes(u8::try_from(n).map_err(|_| too_many)?),
            HandicapForm::BlackOnStars
            | HandicapForm::BlackAnywhere
            | HandicapForm::EitherAnywhere => Odds::on_stars(self.size, n).ok_or(too_many)?,
        };
        Ok(self)
    }

    /// Everything that is wrong; nothing if the game can begin.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        if !self.rules.sizes.contains(self.size) {
            faults.push(SetupFault::SizeNotInRulebook {
                size: self.size,
                sizes: self.rules.sizes,
            });
        }
        if self.komi > Komi::MAX || self.komi < Komi::from_half_points(-Komi::MAX.half_points()) {
            faults.push(SetupFault::KomiTooLarge(self.komi));
        }
        self.find_odds_faults(&mut faults);
        let stones = self.all_stones();
        let on_board = PointSet::full(self.size);
        let outside = (stones.black | stones.white) - on_board;
        faults.extend(outside.iter().map(SetupFault::Outside));
        let double = stones.black & stones.white;
        faults.extend(double.iter().map(SetupFault::TwoStones));
        let vacant = on_board - stones.black - stones.white;
        for color in Color::BOTH {
            for chain in (stones[color] & on_board).parts() {
                if chain.spread().is_disjoint(&vacant) {
                    faults.extend(chain.first().map(SetupFault::NoLiberty));
                }
            }
        }
        faults
    }

    fn find_odds_faults(&self, faults: &mut Vec<SetupFault>) {
        let form = self.rules.start.handicap.form;
        let is_known = match (self.odds, form) {
            (Odds::None, _) => true,
            (Odds::Passes(_), HandicapForm::WhitePasses) => true,
            (Odds::Stones { to, .. }, HandicapForm::BlackAnywhere) => to == Color::Black,
            (Odds::Stones { .. }, HandicapForm::EitherAnywhere) => true,
            (Odds::Stones { to, points }, HandicapForm::BlackOnStars) => {
                to == Color::Black && points.is_subset(&self.size.star_points())
            }
            (Odds::Passes(_), _) | (Odds::Stones { .. }, HandicapForm::WhitePasses) => false,
        };
        if !is_known {
            faults.push(SetupFault::OddsNotInRulebook { form });
        }
        let (n, n_max) = (self.odds.n(), self.size.n_points() / 2);
        if n > n_max {
            faults.push(SetupFault::TooManyOdds { n, n_max });
        }
    }

    /// The stones on the board before the first move.
    pub fn all_stones(&self) -> ByColor<PointSet> {
        let mut stones = self.stones;
        if let Odds::Stones { to, points } = self.odds {
            stones[to] = stones[to] | points;
        }
        stones
    }

    /// Who moves first.
    pub fn first_to_move(&self) -> Color {
        let start = &self.rules.start;
        match (self.first, self.odds) {
            (Some(color), _) => color,
            (None, Odds::None) => start.first,
            (None, Odds::Passes(_) | Odds::Stones { .. }) => start.handicap.first,
        }
    }

    /// The board before the first move.
    pub(crate) fn board(&self) -> Board {
        Board::from_stones(self.size, self.all_stones())
    }
}
