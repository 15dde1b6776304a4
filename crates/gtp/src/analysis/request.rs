//! What `lz-analyze` and `kata-analyze` are asked for.

use std::time::Duration;

use ponnuki_game::{Color, Move, Size};
use ponnuki_think::{Restricted, Restriction};

use crate::args::Args;
use crate::refusal::CommandRefusal;
use crate::vertex::{parse_color, parse_move};

/// The shortest time between two lines: a client that asks for none at all
/// would be flooded. It is the protocol's own unit.
pub const INTERVAL_MIN: Duration = Duration::from_millis(10);

/// Whose words are spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Leela Zero's: whole numbers of ten-thousandths, few fields.
    Lz,
    /// KataGo's: decimals, many fields.
    Kata,
}

/// What a client wants to know, and how often.
///
/// ```
/// use std::time::Duration;
/// use ponnuki_game::{Color, Size};
/// use ponnuki_gtp::{AnalyzeRequest, Args, Dialect, Extra};
///
/// let mut args = Args::new("b interval 50 maxmoves 3 ownership true");
/// let request = AnalyzeRequest::parse(Dialect::Kata, &mut args, Size::NINE)?;
/// assert_eq!(request.color, Some(Color::Black));
/// assert_eq!(request.interval, Some(Duration::from_millis(500)));
/// assert!(request.extras.contains(Extra::Ownership));
/// # Ok::<(), ponnuki_gtp::CommandRefusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalyzeRequest {
    /// In whose words to answer.
    pub dialect: Dialect,
    /// Who is to move, if not who the game says.
    pub color: Option<Color>,
    /// How often to print a line; only at the end if it is not said.
    pub interval: Option<Duration>,
    /// How many moves to print at least, searched or not.
    pub n_moves_min: usize,
    /// How many moves to print at most.
    pub n_moves_max: Option<usize>,
    /// What may be searched.
    pub restrictions: Vec<Restriction>,
    /// What to print besides.
    pub extras: ExtraSet,
}

/// Something printed only when it is asked for: clients that do not ask may
/// lose a move whose line ends in anything but its expected moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// The board as a whole.
    RootInfo,
    /// Who will own each point.
    Ownership,
    /// How far that varies.
    OwnershipStdev,
    /// Who will own each point after each move.
    MovesOwnership,
    /// How far that varies.
    MovesOwnershipStdev,
    /// The visits of each expected move.
    PvVisits,
    /// The visits on the way to each expected move.
    PvEdgeVisits,
    /// How likely no result is.
    NoResultValue,
}

impl Extra {
    /// Every extra with the key that asks for it.
    const KEYS: [(&'static str, Extra); 8] = [
        ("rootInfo", Extra::RootInfo),
        ("ownership", Extra::Ownership),
        ("ownershipStdev", Extra::OwnershipStdev),
        ("movesOwnership", Extra::MovesOwnership),
        ("movesOwnershipStdev", Extra::MovesOwnershipStdev),
        ("pvVisits", Extra::PvVisits),
        ("pvEdgeVisits", Extra::PvEdgeVisits),
        ("noResultValue", Extra::NoResultValue),
    ];
}

/// A set of [`Extra`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtraSet {
    /// Bit n is the extra with discriminant n.
    bits: u8,
}

impl ExtraSet {
    /// Nothing besides.
    pub const NONE: ExtraSet = ExtraSet { bits: 0 };

    /// Whether `extra` is wanted.
    pub fn contains(self, extra: Extra) -> bool {
        self.bits >> extra as u8 & 1 == 1
    }

    /// These and `extra`.
    #[must_use]
    pub fn with(self, extra: Extra) -> ExtraSet {
        ExtraSet {
            bits: self.bits | 1 << extra as u8,
        }
    }

    /// These without `extra`.
    #[must_use]
    pub fn without(self, extra: Extra) -> ExtraSet {
        ExtraSet {
            bits: self.bits & !(1 << extra as u8),
        }
    }
}

impl AnalyzeRequest {
    /// A request for nothing in particular.
    pub fn new(dialect: Dialect) -> AnalyzeRequest {
        AnalyzeRequest {
            dialect,
            color: None,
            interval: None,
            n_moves_min: 0,
            n_moves_max: None,
            restrictions: Vec::new(),
            extras: ExtraSet::NONE,
        }
    }

    /// Reads the arguments of an analyze command for a board of `size`. Colour,
    /// interval and keys may come in any order, and be left out.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] at the first word that means nothing where it stands.
    pub fn parse(
        dialect: Dialect,
        args: &mut Args<'_>,
        size: Size,
    ) -> Result<AnalyzeRequest, CommandRefusal> {
        let mut request = AnalyzeRequest::new(dialect);
        while let Some(word) = args.peek() {
            if let Some(color) = parse_color(word) {
                args.word()?;
                request.color = Some(color);
            } else if word.parse::<f64>().is_ok() {
                request.interval = Some(interval(args)?);
            } else {
                request.take_pair(args, size)?;
            }
        }
        Ok(request)
    }

    /// Takes a key and what belongs to it.
    fn take_pair(&mut self, args: &mut Args<'_>, size: Size) -> Result<(), CommandRefusal> {
        let key = args.word()?;
        match key.to_ascii_lowercase().as_str() {
            "interval" => self.interval = Some(interval(args)?),
            "minmoves" => self.n_moves_min = args.number()? as usize,
            "maxmoves" => self.n_moves_max = Some(args.number()? as usize),
            "avoid" => self
                .restrictions
                .push(restriction(args, size, Restricted::Avoid)?),
            "allow" => self
                .restrictions
                .push(restriction(args, size, Restricted::Allow)?),
            _ => self.take_extra(key, args)?,
        }
        Ok(())
    }

    fn take_extra(&mut self, key: &str, args: &mut Args<'_>) -> Result<(), CommandRefusal> {
        let mut keys = Extra::KEYS.iter();
        let found = keys.find(|(name, _)| name.eq_ignore_ascii_case(key));
        let (Dialect::Kata, Some(&(_, extra))) = (self.dialect, found) else {
            return Err(CommandRefusal::Syntax);
        };
        self.extras = match args.word()?.to_ascii_lowercase().as_str() {
            "true" => self.extras.with(extra),
            "false" => self.extras.without(extra),
            _ => return Err(CommandRefusal::Syntax),
        };
        Ok(())
    }
}

fn interval(args: &mut Args<'_>) -> Result<Duration, CommandRefusal> {
    Ok(args.centiseconds()?.max(INTERVAL_MIN))
}

/// `C V,V,… DEPTH`.
fn restriction(
    args: &mut Args<'_>,
    size: Size,
    restricted: fn(Vec<Move>) -> Restricted,
) -> Result<Restriction, CommandRefusal> {
    let (by, words) = (args.color()?, args.word()?);
    let moves = words.split(',').map(|word| parse_move(word, size));
    let moves = moves
        .collect::<Result<_, _>>()
        .or(Err(CommandRefusal::Syntax))?;
    let depth: u32 = args.number()?;
    Ok(Restriction {
        by,
        moves: restricted(moves),
        n_moves: depth as usize,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(dialect: Dialect, text: &str) -> Result<AnalyzeRequest, CommandRefusal> {
        AnalyzeRequest::parse(dialect, &mut Args::new(text), Size::NINETEEN)
    }

    #[test]
    fn color_and_interval_come_in_every_shape() {
        let tenth = Some(Duration::from_millis(100));
        for (text, color, interval) in [
            ("", None, None),
            ("B 10", Some(Color::Black), tenth),
            ("10", None, tenth),
            ("10 white", Some(Color::White), tenth),
            ("interval 10", None, tenth),
            ("w interval 10", Some(Color::White), tenth),
            ("interval 10 b", Some(Color::Black), tenth),
            ("b", Some(Color::Black), None),
            ("10.0", None, tenth),
            ("0", None, Some(INTERVAL_MIN)),
            ("-5", None, Some(INTERVAL_MIN)),
            ("100000", None, Some(Duration::from_secs(1000))),
        ] {
            for dialect in [Dialect::Lz, Dialect::Kata] {
                let request = parse(dialect, text).unwrap();
                let expected = AnalyzeRequest {
                    color,
                    interval,
                    ..AnalyzeRequest::new(dialect)
                };
                assert_eq!(request, expected, "{text}");
            }
        }
    }

    #[test]
    fn keys_say_what_is_searched() {
        let text = "b interval 50 minmoves 30 maxmoves 5 avoid b D4,pass 3 allow W Q16 1";
        let request = parse(Dialect::Lz, text).unwrap();
        assert_eq!((request.n_moves_min, request.n_moves_max), (30, Some(5)));
        let point = |name| Move::Play(Size::NINETEEN.point(name).unwrap());
        let expected = [
            Restriction {
                by: Color::Black,
                moves: Restricted::Avoid(vec![point("D4"), Move::Pass]),
                n_moves: 3,
            },
            Restriction {
                by: Color::White,
                moves: Restricted::Allow(vec![point("Q16")]),
                n_moves: 1,
            },
        ];
        assert_eq!(request.restrictions, expected);
    }

    #[test]
    fn every_extra_is_asked_for_by_its_key_alone() {
        for (key, extra) in Extra::KEYS {
            let request = parse(Dialect::Kata, &format!("{key} true")).unwrap();
            assert_eq!(request.extras, ExtraSet::NONE.with(extra), "{key}");
            let request = parse(Dialect::Kata, &format!("{key} true {key} false")).unwrap();
            assert_eq!(request.extras, ExtraSet::NONE, "{key}");
            let refused = parse(Dialect::Lz, &format!("{key} true"));
            assert_eq!(refused, Err(CommandRefusal::Syntax), "{key}");
        }
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for text in [
            "green",
            "interval",
            "interval x",
            "interval NaN",
            "inf",
            "minmoves 1.5",
            "avoid b",
            "avoid b D4",
            "avoid D4 1",
            "avoid b D4,,E5 1",
            "avoid b Z99 1",
            "ownership",
            "ownership yes",
        ] {
            assert_eq!(
                parse(Dialect::Kata, text),
                Err(CommandRefusal::Syntax),
                "{text}"
            );
        }
    }
}
