//! What a room is opened with: the gate through which every room comes.

use std::fmt;

use ponnuki_clock::{Control, ControlFault};
use ponnuki_game::{
    ByColor, Color, Game, HandicapForm, Illegal, Komi, Odds, PointSet, Rules, Setup, SetupFault,
    SetupFaults, Size,
};

use crate::text::TextFault;

/// The most moves that a room is opened with. The longest games on record have fewer than half of
/// them, and all of them are told to everybody who comes.
pub const OPENING_MOVES_MAX: usize = 1_000;

/// What a room is opened with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The size of the board.
    pub size: Size,
    /// The laws.
    pub rules: Rules,
    /// Its size; none under two. Its form is the rulebook's.
    pub handicap: u8,
    /// Who has the stones of the handicap; White only where the rulebook lets either.
    pub handicap_to: Color,
    /// Where the komi comes from.
    pub komi: KomiTerms,
    /// Who has which colour; without meaning when the komi is bid for.
    pub colors: ColorTerms,
    /// How the players' time is counted.
    pub control: Control,
    /// Whether moves may be taken back.
    pub undo: UndoTerms,
    /// With whom.
    pub company: Company,
}

/// Where the komi comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiTerms {
    /// So much.
    Fixed(Komi),
    /// The players bid in turn what they would give for Black; the last bid stands.
    Auction,
    /// One names a komi, the other chooses a colour.
    NameAndChoose,
}

impl KomiTerms {
    /// The komi, where it is known from the beginning.
    pub(crate) fn fixed(self) -> Option<Komi> {
        match self {
            KomiTerms::Fixed(komi) => Some(komi),
            KomiTerms::Auction | KomiTerms::NameAndChoose => None,
        }
    }
}

/// Who has which colour in the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorTerms {
    /// Chance decides.
    Nigiri,
    /// The host has Black.
    HostBlack,
    /// The host has White.
    HostWhite,
}

/// Whether moves may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoTerms {
    /// Never.
    Never,
    /// If the other agrees.
    Ask,
    /// Always.
    Free,
}

/// With whom one plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// With whoever comes by invitation.
    Link,
    /// With someone at the same device, which holds both seats.
    SameScreen,
    /// With the engine.
    Engine {
        /// How strong it is to play.
        level: u8,
    },
}

/// Why a room cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermsFault {
    /// The game could not begin.
    Setup(SetupFaults),
    /// The board has no customary places for so many handicap stones.
    NoStars {
        /// How many there should be.
        n: usize,
        /// On which board.
        size: Size,
    },
    /// White is given a handicap that the rulebook gives to Black.
    HandicapToWhite,
    /// The time control is nonsense.
    Control(ControlFault),
    /// The komi is to be bid for with an engine, which does not bid.
    EngineDoesNotBid,
    /// The host's name is none.
    Name(TextFault),
    /// There are more moves than a room is opened with.
    TooManyMoves {
        /// The most.
        max: usize,
    },
    /// One of the moves that the room is opened with is against the laws.
    Move {
        /// Which, from 1.
        number: usize,
        /// The law.
        law: Illegal,
    },
    /// One of them is a stone where the handicap makes White pass.
    HandicapPass {
        /// Which, from 1.
        number: usize,
    },
}

impl fmt::Display for TermsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TermsFault::Setup(faults) => faults.fmt(f),
            TermsFault::NoStars { n, size } => {
                write!(
                    f,
                    "a {size} board has no star points for {n} handicap stones"
                )
            }
            TermsFault::HandicapToWhite => {
                f.write_str("under this rulebook a handicap is for Black")
            }
            TermsFault::Control(fault) => fault.fmt(f),
            TermsFault::EngineDoesNotBid => f.write_str("an engine does not bid for komi: fix one"),
            TermsFault::Name(fault) => write!(f, "the name will not do: {fault}"),
            TermsFault::TooManyMoves { max } => {
                write!(f, "a room is opened with at most {max} moves")
            }
            TermsFault::Move { number, law } => write!(f, "move {number} is illegal: {law}"),
            TermsFault::HandicapPass { number } => {
                write!(
                    f,
                    "move {number} is a stone where the handicap makes White pass"
                )
            }
        }
    }
}

impl std::error::Error for TermsFault {}

impl Terms {
    /// Whether a room can be opened with them.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), TermsFault> {
        self.control.check().map_err(TermsFault::Control)?;
        let komi = match (self.komi, self.company) {
            (KomiTerms::Fixed(komi), _) => komi,
            (_, Company::Engine { .. }) => return Err(TermsFault::EngineDoesNotBid),
            (KomiTerms::Auction | KomiTerms::NameAndChoose, _) => Komi::ZERO,
        };
        self.game(komi, ByColor::default()).map(drop)
    }

    /// The game that begins with this komi, and with these stones beside those of the handicap.
    pub(crate) fn game(&self, komi: Komi, stones: ByColor<PointSet>) -> Result<Game, TermsFault> {
        let mut setup = Setup::new(self.size, self.rules);
        setup.komi = komi;
        setup.stones = stones;
        let n = self.handicap as usize;
        let mut setup = setup.with_handicap(n).map_err(|fault| match fault {
            SetupFault::TooManyOdds { .. } => TermsFault::NoStars { n, size: self.size },
            fault => TermsFault::Setup(SetupFaults(vec![fault])),
        })?;
        if self.handicap_to == Color::White && setup.odds != Odds::None {
            if self.rules.start.handicap.form != HandicapForm::EitherAnywhere {
                return Err(TermsFault::HandicapToWhite);
            }
            if let Odds::Stones { to, .. } = &mut setup.odds {
                *to = Color::White;
            }
        }
        setup.start().map_err(TermsFault::Setup)
    }
}
