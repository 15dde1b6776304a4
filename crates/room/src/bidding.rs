//! How players settle the komi between them, and with it the colours.

use ponnuki_game::{Color, Komi};

use crate::event::Refusal;
use crate::seat::Seat;
use crate::terms::KomiTerms;

/// The komi being settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bidding {
    /// By which of the two ways.
    pub kind: BiddingKind,
    /// Who is to speak.
    pub turn: Seat,
    /// What was said last, and by whom.
    pub last: Option<(Seat, Komi)>,
}

/// The two ways to settle a komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiddingKind {
    /// Bids go up until one concedes: the other then has Black and gives that komi.
    Auction,
    /// One names a komi, the other chooses a colour.
    NameAndChoose,
}

impl BiddingKind {
    /// The way that a room's terms name, if the komi is not fixed.
    pub(crate) fn of(komi: KomiTerms) -> Option<BiddingKind> {
        match komi {
            KomiTerms::Fixed(_) => None,
            KomiTerms::Auction => Some(BiddingKind::Auction),
            KomiTerms::NameAndChoose => Some(BiddingKind::NameAndChoose),
        }
    }
}

/// What the players settled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    pub(crate) black: Seat,
    pub(crate) komi: Komi,
}

impl Bidding {
    /// Nothing said yet; `turn` opens.
    pub(crate) fn new(kind: BiddingKind, turn: Seat) -> Bidding {
        Bidding {
            kind,
            turn,
            last: None,
        }
    }

    /// The least that may be bid, if there was a bid before.
    pub fn least(&self) -> Option<Komi> {
        let (_, komi) = self.last.filter(|_| self.kind == BiddingKind::Auction)?;
        Some(Komi::from_half_points(komi.half_points() + 1))
    }

    /// `seat` bids, or names, `komi`.
    pub(crate) fn say(&mut self, kind: BiddingKind, seat: Seat, komi: Komi) -> Result<(), Refusal> {
        self.judge(kind, seat)?;
        if self.last.is_some() && kind == BiddingKind::NameAndChoose {
            return Err(Refusal::AlreadyDone);
        }
        if komi.half_points().unsigned_abs() > Komi::MAX.half_points().unsigned_abs() {
            return Err(Refusal::KomiTooLarge { max: Komi::MAX });
        }
        if let Some(least) = self.least().filter(|&least| komi < least) {
            return Err(Refusal::BidTooLow { least });
        }
        self.last = Some((seat, komi));
        self.turn = seat.other();
        Ok(())
    }

    /// `seat` leaves Black to the last bid.
    pub(crate) fn concede(&self, seat: Seat) -> Result<Settled, Refusal> {
        self.judge(BiddingKind::Auction, seat)?;
        let (black, komi) = self.last.ok_or(Refusal::NothingBid)?;
        Ok(Settled { black, komi })
    }

    /// `seat` takes `color` at the komi that was named.
    pub(crate) fn choose(&self, seat: Seat, color: Color) -> Result<Settled, Refusal> {
        self.judge(BiddingKind::NameAndChoose, seat)?;
        let (_, komi) = self.last.ok_or(Refusal::NothingBid)?;
        let black = match color {
            Color::Black => seat,
            Color::White => seat.other(),
        };
        Ok(Settled { black, komi })
    }

    fn judge(&self, kind: BiddingKind, seat: Seat) -> Result<(), Refusal> {
        if self.kind != kind {
            return Err(Refusal::WrongStage);
        }
        match self.turn == seat {
            true => Ok(()),
            false => Err(Refusal::NotYourTurn),
        }
    }
}
