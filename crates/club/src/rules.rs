//! What a tournament is played by, as data.

use std::error::Error;
use std::fmt;

use ponnuki_game::Komi;

use crate::rank::AmateurRank;
use crate::rating::Gor;

/// The most rounds that a tournament may have.
pub const ROUNDS_MAX: usize = 20;

/// The most people who may enter a tournament.
pub const ENTRANTS_MAX: usize = 500;

/// The most characters that a name or another text of a tournament may have.
pub const SHORT_TEXT_MAX: usize = 80;

/// The most handicap stones.
pub const STONES_MAX: u8 = 9;

/// A name or another short text: one line, no control characters, no `|`, nothing to trim.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortText {
    text: String,
}

/// The text cannot be a [`ShortText`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortTextFault {
    /// It has more than [`SHORT_TEXT_MAX`] characters.
    TooLong,
    /// It has a control character or a `|`.
    Sign,
}

impl fmt::Display for ShortTextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShortTextFault::TooLong => {
                write!(f, "a text has more than {SHORT_TEXT_MAX} characters")
            }
            ShortTextFault::Sign => f.write_str("a text has a control character or a '|'"),
        }
    }
}

impl Error for ShortTextFault {}

impl ShortText {
    /// The text without blanks around it.
    ///
    /// # Errors
    ///
    /// It is too long, or has a character that it may not have.
    pub fn new(text: &str) -> Result<ShortText, ShortTextFault> {
        let text = text.trim();
        if text.chars().count() > SHORT_TEXT_MAX {
            return Err(ShortTextFault::TooLong);
        }
        if text.chars().any(|sign| sign.is_control() || sign == '|') {
            return Err(ShortTextFault::Sign);
        }
        let text = text.to_owned();
        Ok(ShortText { text })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

impl fmt::Display for ShortText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingSystem {
    /// Everybody plays everybody.
    RoundRobin,
    /// All begin with nothing and meet opponents of the same score.
    Swiss,
    /// As in Swiss, but a stronger rank begins with a higher score.
    McMahon,
}

/// What handicap is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapBasis {
    /// All games are even.
    None,
    /// The difference of the ranks.
    Rank,
    /// The difference of the scores when the round begins.
    Score,
}

/// How handicap is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandicapTerms {
    /// What it is counted from.
    pub basis: HandicapBasis,
    /// How many stones less than the difference are given.
    pub reduction: u8,
    /// The most stones that are given.
    pub stones_max: u8,
}

/// A number by which entrants are put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// Wins, byes and halves, in McMahon with what one began with.
    Score,
    /// The same without what one began with.
    Wins,
    /// The sum of the opponents' scores.
    Sos,
    /// The sum of the defeated opponents' scores.
    Sodos,
    /// The sum of the opponents' SOS.
    Sosos,
    /// The rating with which one entered.
    Rating,
}

/// Everything about a tournament that is settled before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRules {
    /// What it is called.
    pub name: ShortText,
    /// Where it is.
    pub place: ShortText,
    /// The day, as 2026-11-18, or nothing.
    pub date: ShortText,
    /// Who plays whom.
    pub system: PairingSystem,
    /// How many rounds there are, at most [`ROUNDS_MAX`].
    pub n_rounds: usize,
    /// The upper bar: this rank and all above begin with the same score.
    pub bar: AmateurRank,
    /// The lower bar: this rank and all below begin with the same score.
    pub floor: AmateurRank,
    /// How handicap is given.
    pub handicap: HandicapTerms,
    /// Komi of even games.
    pub komi: Komi,
    /// What a bye is worth, in half points.
    pub bye_halves: u8,
    /// What a missed round is worth, in half points, until one withdraws.
    pub absent_halves: u8,
    /// What decides the order, the most important first.
    pub tie_breaks: Vec<TieBreak>,
    /// The seed of all that is drawn.
    pub seed: u64,
}

impl TournamentRules {
    /// What is usual for a system.
    pub fn usual(name: ShortText, system: PairingSystem, n_rounds: usize) -> TournamentRules {
        TournamentRules {
            name,
            place: ShortText::default(),
            date: ShortText::default(),
            system,
            n_rounds,
            bar: AmateurRank::STRONGEST,
            floor: AmateurRank::WEAKEST,
            handicap: HandicapTerms {
                basis: HandicapBasis::None,
                reduction: 0,
                stones_max: STONES_MAX,
            },
            komi: Komi::from_half_points(13),
            bye_halves: 2,
            absent_halves: 0,
            tie_breaks: vec![
                TieBreak::Score,
                TieBreak::Sos,
                TieBreak::Sodos,
                TieBreak::Sosos,
            ],
            seed: 1,
        }
    }

    /// What somebody begins with, in half points.
    pub(crate) fn start_halves(&self, entrant: &Entrant) -> i32 {
        match self.system {
            PairingSystem::McMahon => {
                let rank = entrant.rank.min(self.bar).max(self.floor);
                2 * (i32::from(rank.steps()) + i32::from(entrant.correction))
            }
            PairingSystem::Swiss | PairingSystem::RoundRobin => 0,
        }
    }
}

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The family name, or all of the name.
    pub family: ShortText,
    /// The given name, or nothing.
    pub given: ShortText,
    /// The rank.
    pub rank: AmateurRank,
    /// The rating, if there is one.
    pub gor: Option<Gor>,
    /// The club, or nothing.
    pub club: ShortText,
    /// Two letters for the country, or nothing.
    pub country: ShortText,
    /// The number in the European Go Database, or nothing.
    pub egf_pin: ShortText,
    /// The number at the American Go Association, or nothing.
    pub aga_id: ShortText,
    /// The first round that they play.
    pub from_round: usize,
    /// What the organiser adds to the score that they begin with, in McMahon.
    pub correction: i8,
}

/// The furthest that a correction of the starting score may go.
pub const CORRECTION_MAX: i8 = 30;

impl Entrant {
    /// Somebody of whom only name and rank are known, who plays from the first round.
    pub fn new(family: ShortText, given: ShortText, rank: AmateurRank) -> Entrant {
        Entrant {
            family,
            given,
            rank,
            gor: None,
            club: ShortText::default(),
            country: ShortText::default(),
            egf_pin: ShortText::default(),
            aga_id: ShortText::default(),
            from_round: 1,
            correction: 0,
        }
    }

    /// The rating, or the middle of the rank.
    pub fn gor_or_rank(&self) -> Gor {
        self.gor.unwrap_or_else(|| Gor::of_rank(self.rank))
    }

    /// `Berg Anna`.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.family, self.given).trim().to_owned()
    }
}
