//! The laws a game is played under, as data.
//!
//! Nothing here does anything: [`Game`](crate::Game) obeys and
//! [`Score`](crate::Score) counts. A ruleset that players know by name is a
//! row of [`PRESETS`].

mod katago;
mod points;
mod presets;
mod words;

pub use katago::ParseRulesError;
pub use points::{Komi, ParseKomiError, Points};
pub use presets::{PRESETS, Preset};
pub use words::{LawText, LawTopic};

use crate::color::Color;
use crate::point::Size;

/// The laws a game is played under.
///
/// ```
/// use ponnuki_game::{Komi, Rules, Suicide};
///
/// let mut rules = Rules::CHINESE;
/// rules.suicide = Suicide::Allowed;
/// rules.start.komi = Komi::from_half_points(15);
/// assert_eq!(rules.start.komi.to_string(), "7.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The boards it is played on.
    pub sizes: Sizes,
    /// Who moves first, and what makes the game even.
    pub start: Start,
    /// Whether a play may leave one's own stones without a liberty.
    pub suicide: Suicide,
    /// Which earlier boards may not come back.
    pub repetition: Repetition,
    /// What a pass costs, and which passes stop play.
    pub passing: Passing,
    /// Whether stones that could not escape capture come off at the end.
    pub dead: DeadStones,
    /// What is counted.
    pub counting: Counting,
    /// Under which name they are known, if another has the same laws.
    pub known_as: KnownAs,
}

/// The name of a preset whose laws are those of an earlier one, such as Korean
/// rules. A name is no law: rules are equal whatever they are known as.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownAs(Option<&'static str>);

impl PartialEq for KnownAs {
    fn eq(&self, _: &KnownAs) -> bool {
        true
    }
}

impl Eq for KnownAs {}

/// The boards a rulebook is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Any rectangle from 1×1 to 25×25.
    Any,
    /// Square boards with one of these sides, nothing else.
    Squares(&'static [u8]),
}

impl Sizes {
    /// Whether a board of `size` is one of them.
    pub fn contains(self, size: Size) -> bool {
        match self {
            Sizes::Any => true,
            Sizes::Squares(sides) => size.is_square() && sides.contains(&size.width()),
        }
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Who moves first in an even game.
    pub first: Color,
    /// How a stronger player gives odds.
    pub handicap: Handicap,
    /// Points for White.
    pub komi: Komi,
    /// Who settles the komi.
    pub komi_by: KomiBy,
}

impl Start {
    /// Points for White in a game with a handicap of `n`, where the players
    /// agree on nothing else.
    ///
    /// ```
    /// use ponnuki_game::Rules;
    ///
    /// assert_eq!(Rules::JAPANESE.start.komi_with(0).to_string(), "6.5");
    /// assert_eq!(Rules::JAPANESE.start.komi_with(2).to_string(), "0.5");
    /// assert_eq!(Rules::OLDEST.start.komi_with(2).to_string(), "7.5");
    /// ```
    pub fn komi_with(&self, n: usize) -> Komi {
        match self.komi_by {
            KomiBy::Custom if n >= 2 => Komi::from_half_points(1),
            KomiBy::Custom | KomiBy::Rulebook | KomiBy::Players | KomiBy::Bidding => self.komi,
        }
    }
}

/// Where the komi comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiBy {
    /// The rulebook names it, without exception; the players may agree on another.
    Rulebook,
    /// Custom has it: so much in an even game, and in a handicap game, where White
    /// moves first, half a point, so that there is no draw.
    Custom,
    /// The rulebook is silent; the players agree, and nothing is the default.
    Players,
    /// The players agree, and the rulebook suggests that they bid for it.
    Bidding,
}

/// How a stronger player gives odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// What a handicap of n is.
    pub form: HandicapForm,
    /// Who moves first in a handicap game.
    pub first: Color,
    /// Points for White in return.
    pub compensation: Compensation,
}

/// What a handicap of n is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapForm {
    /// White must pass White's first n − 1 turns.
    WhitePasses,
    /// Black has n stones on the star points before the first move.
    BlackOnStars,
    /// Black has n stones before the first move, anywhere.
    BlackAnywhere,
    /// Either player has n stones before the first move, anywhere.
    EitherAnywhere,
}

/// What White gets for a handicap of n under area scoring, where each of
/// Black's handicap stones is also a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compensation {
    /// Nothing.
    Zero,
    /// n points.
    N,
    /// n − 1 points.
    NMinusOne,
}

impl Compensation {
    /// The points for a handicap of `n`; there is none under two.
    pub fn points(self, n: usize) -> usize {
        match self {
            _ if n < 2 => 0,
            Compensation::Zero => 0,
            Compensation::N => n,
            Compensation::NMinusOne => n - 1,
        }
    }
}

/// Whether a play may leave one's own stones without a liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suicide {
    /// Such a play is refused.
    Forbidden,
    /// The stones come off, after the opponent's.
    Allowed,
    /// The same, but for a stone alone: that is refused, as KataGo does under any
    /// rules. Under positional superko it makes no difference, for the board would
    /// be the one before.
    SeveralStones,
}

impl Suicide {
    /// Whether it may take `n` stones off.
    pub fn allows(self, n: usize) -> bool {
        match self {
            Suicide::Forbidden => n == 0,
            Suicide::Allowed => true,
            Suicide::SeveralStones => n != 1,
        }
    }
}

/// Which earlier boards a play may not bring back.
///
/// Passing is never refused, and its boards count only where said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// A stone just placed may not be captured at once if the board before it would come back.
    Ko,
    /// The board after one's own previous turn. The same as [`Ko`](Repetition::Ko)
    /// but where suicide is allowed.
    OwnLastTurn,
    /// Any earlier board, whoever moved (positional superko).
    Positional,
    /// Any earlier board with the same player to move (situational superko).
    Situational,
    /// Any board that an earlier play of one's own made (natural situational superko).
    NaturalSituational,
}

impl Repetition {
    /// Whether boards can come back in longer cycles. The players may then
    /// agree that the game has no result.
    pub fn allows_long_cycles(self) -> bool {
        matches!(self, Repetition::Ko | Repetition::OwnLastTurn)
    }
}

/// What a pass costs, and which passes stop play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passing {
    /// What a pass costs.
    pub cost: PassCost,
    /// Which passes stop play.
    pub stop: Stop,
    /// Whether there is a button to take.
    pub button: Button,
}

/// What a pass costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassCost {
    /// Nothing.
    Nothing,
    /// A stone, handed to the opponent as a prisoner.
    Stone,
}

/// Which passes stop play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Both players' passes, one after the other.
    TwoPasses,
    /// A Black pass followed by a White pass: White, Black is not enough, but
    /// a third pass is.
    BlackThenWhite,
}

/// Whether the first pass takes a button worth half a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// There is none.
    None,
    /// Whoever passes first takes it; that pass does not count towards stopping.
    HalfPoint,
}

/// Whether stones that could not escape capture come off at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadStones {
    /// Everything that stands on the board lives.
    Stay,
    /// The players agree which stones are dead; if they do not, play goes on.
    ByAgreement {
        /// Who then moves.
        resumed_by: ResumedBy,
    },
}

/// Who moves when play goes on after a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResumedBy {
    /// The player whose turn it is after the passes.
    NextInTurn,
    /// The opponent of the player who asks for it.
    OpponentOfAsker,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Stones and territory, or territory and prisoners.
    pub scoring: Scoring,
    /// Whether vacant points surrounded by stones in seki count.
    pub seki: SekiPoints,
    /// What each living group pays.
    pub tax: GroupTax,
}

/// What makes the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// One's stones, and the vacant points that reach only them.
    Area,
    /// One's stones, and the vacant points that no opponent's stone reaches:
    /// as [`Area`](Scoring::Area), but an empty board belongs to both.
    AreaUnreached,
    /// The vacant points that reach only one's stones, and prisoners.
    Territory {
        /// How a prisoner counts.
        prisoners: PrisonerCount,
    },
}

impl Scoring {
    /// Whether stones on the board count.
    pub fn is_area(self) -> bool {
        match self {
            Scoring::Area | Scoring::AreaUnreached => true,
            Scoring::Territory { .. } => false,
        }
    }
}

/// How a prisoner counts; the margin is the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrisonerCount {
    /// A point for the player who holds it.
    ForHolder,
    /// A point off for the player who lost it.
    AgainstOwner,
}

/// Whether vacant points surrounded by stones in seki count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SekiPoints {
    /// They are points like others.
    Count,
    /// They count for nobody.
    DoNotCount,
}

/// What each living group of chains pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupTax {
    /// Nothing.
    None,
    /// The two points for its eyes, which could never be filled.
    TwoEach,
}
