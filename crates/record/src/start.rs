//! From what a file says to a game that can begin.

use ponnuki_game::{
    ByColor, Color, Game, HandicapForm, Komi, Move, Odds, PointSet, Setup, SetupFault, Size, Sizes,
};
use ponnuki_sgf::{Node, Value};

use crate::remark::Trouble;

/// Begins the game of `setup`, which is first made sound where it is not.
///
/// Each fault is mended so that it is gone, and nothing is ever added: stones
/// become fewer, odds and limits fall away. So this ends.
pub(crate) fn begin(mut setup: Setup, troubles: &mut Vec<Trouble>) -> Game {
    loop {
        match setup.clone().start() {
            Ok(game) => return game,
            Err(faults) => {
                for fault in faults.0 {
                    mend(&mut setup, fault);
                    troubles.push(Trouble::Setup(fault));
                }
            }
        }
    }
}

fn mend(setup: &mut Setup, fault: SetupFault) {
    match fault {
        SetupFault::SizeNotInRulebook { .. } => setup.rules.sizes = Sizes::Any,
        SetupFault::KomiTooLarge(_) => setup.komi = Komi::ZERO,
        SetupFault::OddsNotInRulebook { .. } | SetupFault::TooManyOdds { .. } => {
            setup.stones = setup.all_stones();
            give_up_odds(setup);
        }
        SetupFault::Outside(point)
        | SetupFault::TwoStones(point)
        | SetupFault::NoLiberty(point) => {
            let stones = setup.all_stones();
            for color in Color::BOTH {
                if stones[color].contains(point) {
                    lift(setup, stones[color].connected(point));
                }
            }
        }
    }
}

fn lift(setup: &mut Setup, lifted: PointSet) {
    setup.stones = ByColor::from_fn(|color| setup.stones[color] - lifted);
    if let Odds::Stones { points, .. } = &mut setup.odds {
        *points = *points - lifted;
    }
    if setup.odds.n() == 0 {
        give_up_odds(setup);
    }
}

/// Takes away the odds, but not the turn of whom they let move first.
fn give_up_odds(setup: &mut Setup) {
    let first = setup.first_to_move();
    setup.odds = Odds::None;
    give_first(setup, Some(first));
}

/// Lets `first` move first; nothing is said where the rules say the same.
pub(crate) fn give_first(setup: &mut Setup, first: Option<Color>) {
    setup.first = None;
    setup.first = first.filter(|&color| color != setup.first_to_move());
}

/// The move that a value of `B` or `W` says; none if it is no point of the board.
pub(crate) fn read_move(value: Value<'_>, size: Size) -> Option<Move> {
    if value.is_empty() {
        return Some(Move::Pass);
    }
    let (x, y) = value.point().ok()?;
    if (x, y) == OLD_PASS && size.width() <= OLD_PASS.0 && size.height() <= OLD_PASS.1 {
        return Some(Move::Pass);
    }
    size.at(x, y).map(Move::Play)
}

/// `tt`: the first point beyond a 19×19 board, which older files have for a pass.
const OLD_PASS: (u8, u8) = (19, 19);

/// The moves of a node in the order they are written.
pub(crate) fn moves(node: Node<'_>) -> impl Iterator<Item = (Color, Value<'_>)> {
    node.properties().flat_map(|property| {
        let color = match () {
            () if property.is("B") => Some(Color::Black),
            () if property.is("W") => Some(Color::White),
            () => None,
        };
        let values = color.map(|color| property.values().map(move |value| (color, value)));
        values.into_iter().flatten()
    })
}

/// How the main line begins, as far as it tells who moves first and what the
/// handicap is.
pub(crate) struct Opening {
    /// Who makes the first move.
    pub(crate) first: Option<Color>,
    /// Whether stones are set up before it.
    has_stones: bool,
    /// How many Black plays there are before anything else.
    n_black_plays: usize,
}

impl Opening {
    /// Looks at as much of the main line as a handicap of `n` needs.
    pub(crate) fn of(root: Node<'_>, size: Size, n: usize) -> Opening {
        let mut opening = Opening {
            first: None,
            has_stones: false,
            n_black_plays: 0,
        };
        for node in root.main_line() {
            if opening.first.is_none() {
                let is_set_up = |name| node.property(name).is_some();
                opening.has_stones |= is_set_up("AB") || is_set_up("AW");
            }
            for (color, value) in moves(node) {
                opening.first.get_or_insert(color);
                match (color, read_move(value, size)) {
                    (Color::Black, Some(Move::Play(_))) => opening.n_black_plays += 1,
                    _ => return opening,
                }
            }
            if opening.first.is_some() && opening.n_black_plays >= n {
                break;
            }
        }
        opening
    }

    /// Who moves first against a rulebook that lets the other always move first, with a
    /// handicap or without. A position that is set up may be out of a game.
    pub(crate) fn first_against(&self, setup: &Setup) -> Option<Color> {
        let start = &setup.rules.start;
        let is_law = start.first == start.handicap.first && !self.has_stones;
        setup.first.filter(|&color| is_law && color != start.first)
    }

    /// What a handicap of `n` is before the first node, if its form says so.
    pub(crate) fn odds(&self, setup: &Setup, n: usize) -> Placing {
        let form = setup.rules.start.handicap.form;
        if n == 0 {
            return Placing::Done(Odds::None);
        }
        if form == HandicapForm::WhitePasses {
            let passes = u8::try_from(n).map(Odds::Passes);
            return passes.map_or(Placing::BySetup, Placing::Done);
        }
        if n == 1 || self.has_stones {
            return Placing::BySetup;
        }
        if self.n_black_plays >= n {
            return Placing::ByMoves { n };
        }
        let stars = match self.first {
            Some(Color::Black) => None,
            Some(Color::White) | None => Odds::on_stars(setup.size, n),
        };
        stars.map_or(Placing::BySetup, Placing::Done)
    }
}

/// How handicap stones come to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placing {
    /// They are there, or there are none.
    Done(Odds),
    /// They are set up by the nodes before the first move.
    BySetup,
    /// They are the next so many Black moves.
    ByMoves { n: usize },
}
