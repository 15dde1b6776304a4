//! What can be captured, taken back, chased and cut.

use ponnuki_game::{Board, Chain, Color, Game, Move, Point, PointSet};
use ponnuki_search::{Chase, Hunt};

use super::Reason;
use super::compared::{Compared, distance, is_ko};

/// Chains with more liberties than this are not chased.
const N_LIBERTIES_CHASED: usize = 3;
/// A stone that was not there before is lost if its point is less the mover's than this.
const LOST: f32 = -30.0;
/// A cutting stone has at least so many liberties with its chain.
const N_LIBERTIES_CUT: usize = 3;
/// A threat is told of if it is to so many stones, and so near to the area that is lost.
const N_THREATENED_MIN: usize = 2;
const NEAR: u8 = 2;

/// What is found by making a few moves.
pub(super) fn reasons(compared: &Compared<'_>, chase: &mut Chase) -> Vec<Reason> {
    let mut reasons = Vec::new();
    reasons.extend(captures(compared, chase));
    reasons.extend(in_atari(compared, chase));
    reasons.extend(caught(compared, chase));
    reasons.extend(catches(compared, chase));
    reasons.extend(ko(compared));
    reasons.extend(cut(compared, chase));
    reasons
}

/// The better move captures stones that are not caught after the one played.
fn captures(compared: &Compared<'_>, chase: &mut Chase) -> Option<Reason> {
    let at = compared.better?;
    let them = !compared.color;
    let taken = compared.before().stones(them) - compared.instead.board().stones(them);
    if taken.is_empty()
        || is_ko(compared.before(), compared.color, at)
        || is_snapback(&compared.instead, at, taken.len())
    {
        return None;
    }
    let after = compared.after.board();
    let mut saved = PointSet::EMPTY;
    for part in (taken & after.stones(them)).parts() {
        let stone = part.first()?;
        if chase.held(after, stone).is_none() {
            saved = saved | part;
        }
    }
    let stones = compared.theirs(taken);
    (!saved.is_empty() && compared.is_telling(saved)).then_some(Reason::Captures { at, stones })
}

/// Chains of the mover's that can be taken at once after the move.
fn in_atari(compared: &Compared<'_>, chase: &mut Chase) -> Vec<Reason> {
    let board = compared.after.board();
    let chains = board.chains(compared.color).filter(Chain::is_in_atari);
    let reasons = chains.filter_map(|chain| {
        let taken_at = chain.liberties.first()?;
        if !is_taken(&compared.after, taken_at, chain.stones) {
            return None;
        }
        let before = compared.before();
        let old = chain.stones & before.stones(compared.color);
        let was_in_atari = old
            .iter()
            .any(|stone| before.chain(stone).is_some_and(|chain| chain.is_in_atari()));
        match compared.played {
            Some(at) if chain.stones.contains(at) && !was_in_atari => {
                let is_lost = compared.left_of(chain.stones) <= LOST;
                let is_new_loss = old.is_empty() || compared.is_telling(old);
                (is_lost && is_new_loss).then_some(Reason::SelfAtari {
                    at,
                    stones: compared.own(chain.stones),
                    taken_at,
                })
            }
            _ => {
                let is_told = compared.is_telling(old) && gets_out(compared, old, chase);
                is_told.then_some(Reason::LeftInAtari {
                    at: compared.better?,
                    // A stone that is added to them in vain could not be got out.
                    stones: compared.own(old),
                    taken_at,
                })
            }
        }
    });
    reasons.collect()
}

/// Whether `stones` of the mover's are there after the better move, are not in atari, and are not
/// caught.
fn gets_out(compared: &Compared<'_>, stones: PointSet, chase: &mut Chase) -> bool {
    let board = compared.instead.board();
    let mut rest = stones;
    while let Some(stone) = rest.first() {
        let chain = board.chain(stone);
        let Some(chain) = chain.filter(|chain| chain.color == compared.color) else {
            return false;
        };
        if chain.is_in_atari() || chase.catch(board, stone).is_some() {
            return false;
        }
        rest = rest - chain.stones;
    }
    true
}

/// Chains of the mover's that are caught after the move, and not after the better one; and one
/// that was in atari and runs in a ladder, though it was lost before.
fn caught(compared: &Compared<'_>, chase: &mut Chase) -> Vec<Reason> {
    let after = compared.after.board();
    let old = |chain: &Chain| chain.stones & compared.before().stones(compared.color);
    let prey = after.chains(compared.color).filter(|chain| {
        let is_new_loss = old(chain).is_empty() || compared.is_telling(old(chain));
        let is_telling = is_new_loss || runs(compared, chain);
        is_telling
            && compared.left_of(chain.stones) <= LOST
            && !chain.is_in_atari()
            && chain.liberties.len() <= N_LIBERTIES_CHASED
    });
    let reasons = prey.filter_map(|chain| {
        let stone = chain.stones.first()?;
        let catch = chase.catch(after, stone)?;
        compared.after.check(Move::Play(catch.first)).ok()?;
        let is_chased = catch.hunt == Hunt::Ladder && runs(compared, &chain);
        let is_told = is_chased || gets_out(compared, old(&chain), chase);
        is_told.then_some(Reason::Caught {
            stones: compared.own(chain.stones),
            by: catch.first,
            hunt: catch.hunt,
        })
    });
    reasons.collect()
}

/// Whether the move gets `chain` out of atari by adding a stone to it.
fn runs(compared: &Compared<'_>, chain: &Chain) -> bool {
    let before = compared.before();
    let old = chain.stones & before.stones(compared.color);
    let was_in_atari = |stone| before.chain(stone).is_some_and(|old| old.is_in_atari());
    let is_added = compared.played.is_some_and(|at| chain.stones.contains(at));
    is_added && !old.is_empty() && old.iter().all(was_in_atari)
}

/// Chains of the opponent's that the better move catches, and the one played does not.
fn catches(compared: &Compared<'_>, chase: &mut Chase) -> Vec<Reason> {
    let Some(at) = compared.better else {
        return Vec::new();
    };
    let (after, instead) = (compared.after.board(), compared.instead.board());
    let prey = instead.chains(!compared.color).filter(|chain| {
        chain.liberties.len() <= N_LIBERTIES_CHASED && compared.is_telling(chain.stones)
    });
    let reasons = prey.filter_map(|chain| {
        let stone = chain.stones.first()?;
        let hunt = match chase.held(instead, stone)? {
            // A move on a liberty of its own is no net.
            Hunt::Net if is_liberty(compared.before(), stone, at) => Hunt::Short,
            hunt => hunt,
        };
        let is_caught = after.at(stone) != Some(chain.color) || chase.held(after, stone).is_some();
        let stones = compared.theirs(chain.stones);
        (!is_caught).then_some(Reason::Catches { at, stones, hunt })
    });
    reasons.collect()
}

/// The most stones that the better move threatens to catch, where that is beside the points of
/// the `open` area; those that are caught or could be caught without it apart.
pub(super) fn sente(compared: &Compared<'_>, open: PointSet, chase: &mut Chase) -> Option<Reason> {
    let at = compared.better?;
    let (before, instead) = (compared.before(), compared.instead.board());
    if !open.iter().any(|point| distance(point, at) <= NEAR) {
        return None;
    }
    let mut threatened: Vec<Chain> = instead
        .chains(!compared.color)
        .filter(|chain| chain.liberties.len() <= N_LIBERTIES_CHASED)
        .filter(|chain| chain.stones.len() >= N_THREATENED_MIN)
        .collect();
    threatened.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    let mut stones = threatened.iter().map(|chain| chain.stones);
    let stones = stones.find(|stones| {
        stones.first().is_some_and(|stone| {
            chase.held(instead, stone).is_none()
                && chase.catch(instead, stone).is_some()
                && chase.catch(before, stone).is_none()
        })
    })?;
    let stones = compared.theirs(stones);
    Some(Reason::Sente { at, stones })
}

/// Whether `at` is a liberty of the chain at `stone`.
fn is_liberty(board: &Board, stone: Point, at: Point) -> bool {
    let chain = board.chain(stone);
    chain.is_some_and(|chain| chain.liberties.contains(at))
}

/// A ko that the better move takes, or that the opponent can take after the move.
fn ko(compared: &Compared<'_>) -> Option<Reason> {
    let (us, them) = (compared.color, !compared.color);
    let before = compared.before();
    if let Some(at) = compared.better
        && is_ko(before, us, at)
    {
        let taken = before.stones(them) - compared.instead.board().stones(them);
        let is_left = taken.is_subset(&compared.after.board().stones(them));
        let stone = taken.first()?;
        let is_told = is_left && compared.is_telling(taken);
        return is_told.then_some(Reason::TakesKo { at, stone });
    }
    let after = compared.after.board();
    let single = after
        .chains(us)
        .filter(|chain| chain.stones.len() == 1 && chain.is_in_atari());
    let mut taken = single.filter_map(|chain| chain.stones.first().zip(chain.liberties.first()));
    taken.find_map(|(stone, by)| {
        let is_taken = is_ko(after, them, by)
            && compared.after.check(Move::Play(by)).is_ok()
            && !is_ko(compared.instead.board(), them, by)
            && before.at(stone) == Some(us);
        let is_told = is_taken && compared.is_telling(PointSet::from_iter([stone]));
        is_told.then_some(Reason::LeavesKo { by, stone })
    })
}

/// A cut that the better move makes, or one that it prevents by connecting.
fn cut(compared: &Compared<'_>, chase: &mut Chase) -> Option<Reason> {
    let at = compared.better?;
    let before = compared.before();
    for owner in [!compared.color, compared.color] {
        let Some((one, other)) = joined_at(before, owner, at) else {
            continue;
        };
        if !compared.is_telling(one.stones) && !compared.is_telling(other.stones) {
            continue;
        }
        let ends = one.stones.first().zip(other.stones.first());
        let Some((one, other)) = ends else { continue };
        let is_own = owner == compared.color;
        // Where the cutting stone would stand.
        let cut = match is_own {
            false => compared.instead.clone(),
            true => {
                let mut cut = compared.after.clone();
                if cut.play(Move::Play(at)).is_err() {
                    continue;
                }
                cut
            }
        };
        if !is_cut(cut.board(), owner, at, (one, other), chase) {
            continue;
        }
        return Some(match is_own {
            false => Reason::Cuts { at, one, other },
            true => Reason::Connects { at, one, other },
        });
    }
    None
}

/// Two chains of `owner` that a stone of theirs at the vacant `at` would join, if it would join
/// just two.
fn joined_at(board: &Board, owner: Color, at: Point) -> Option<(Chain, Chain)> {
    let mut chains: Vec<Chain> = Vec::new();
    for near in board.neighbors(at) {
        if board.at(near) == Some(owner) && !chains.iter().any(|chain| chain.stones.contains(near))
        {
            chains.extend(board.chain(near));
        }
    }
    match chains[..] {
        [one, other] if (one.liberties & other.liberties).len() == 1 => Some((one, other)),
        _ => None,
    }
}

/// Whether the stone at `at` cuts the two chains of `owner`: it is not caught, and no move of
/// theirs joins them, so that they cannot be parted.
fn is_cut(
    board: &Board,
    owner: Color,
    at: Point,
    (one, other): (Point, Point),
    chase: &mut Chase,
) -> bool {
    let is_cutting =
        |cutting: Chain| cutting.color != owner && cutting.liberties.len() >= N_LIBERTIES_CUT;
    let ends = board.chain(one).zip(board.chain(other));
    let Some((left, right)) = ends.filter(|_| board.chain(at).is_some_and(is_cutting)) else {
        return false;
    };
    if !(left.liberties & right.liberties).is_empty() || chase.catch(board, at).is_some() {
        return false;
    }
    let near = left.liberties | right.liberties;
    let replies = (near | near.neighbors(board.size())) & board.vacant();
    let is_apart = |board: &Board| !are_linked(board, owner, one, other);
    is_apart(board)
        && replies.iter().all(|reply| {
            let mut joined = board.clone();
            board.is_suicide(owner, reply) || {
                joined.place_with(owner, reply, |_| {});
                is_apart(&joined)
            }
        })
}

/// Whether two stones of `owner` hang together: in one chain, or in chains with two liberties in
/// common, from one to the next.
fn are_linked(board: &Board, owner: Color, one: Point, other: Point) -> bool {
    let mut apart: Vec<Chain> = board.chains(owner).collect();
    let mut linked: Vec<Chain> = Vec::new();
    let mut next = apart.iter().position(|chain| chain.stones.contains(one));
    while let Some(i) = next {
        let chain = apart.swap_remove(i);
        if chain.stones.contains(other) {
            return true;
        }
        linked.push(chain);
        next = apart.iter().position(|chain| {
            let shares = |own: &Chain| (own.liberties & chain.liberties).len() >= 2;
            linked.iter().any(shares)
        });
    }
    false
}

/// Whether the player to move can take `stones` at `at`, and it is neither a ko nor a snapback.
fn is_taken(game: &Game, at: Point, stones: PointSet) -> bool {
    let mut taken = game.clone();
    taken.play(Move::Play(at)).is_ok()
        && !is_ko(game.board(), game.turn(), at)
        && !is_snapback(&taken, at, stones.len())
}

/// Whether the player to move can take the chain at `at`, which has just taken `n_taken` stones,
/// and takes as many.
fn is_snapback(game: &Game, at: Point, n_taken: usize) -> bool {
    let Some(captor) = game.board().chain(at).filter(Chain::is_in_atari) else {
        return false;
    };
    let retaken = captor.liberties.first();
    captor.stones.len() >= n_taken && retaken.is_some_and(|at| game.check(Move::Play(at)).is_ok())
}
