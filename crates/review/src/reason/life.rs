//! What lives and dies, proved, and eyes.

use ponnuki_game::{Board, Chain, Color, Point, pass_alive};
use ponnuki_search::{ChainProofs, SolverGrade};

use super::Reason;
use super::compared::{Compared, is_ko};

/// Chains that are the mover's by so much less are tried to be proved dead or alive.
const TURNED: f32 = 50.0;
/// How many of them, and of how many stones: fewer are captured, not killed.
const N_CHAINS_MAX: usize = 2;
const N_STONES_MIN: usize = 3;
/// Positions that the proofs on one board may look at: a millisecond or two.
const N_POSITIONS_ALL: u64 = 6_000;
/// A chain is a wall if its owner's by so much with either move, in hundredths, and it has so
/// many liberties or lives whatever happens.
const SURE: f32 = 80.0;
const N_LIBERTIES_WALL: usize = 4;

/// What is proved about life, and an eye that is filled.
pub(super) fn reasons(compared: &Compared<'_>) -> Vec<Reason> {
    let mut reasons = Vec::new();
    reasons.extend(breaks_seki(compared));
    reasons.extend(turned(compared).iter().filter_map(|chain| {
        let at = compared.better?;
        proved(compared, chain).then(|| match chain.color == compared.color {
            true => Reason::Dies {
                at,
                stones: compared.own(chain.stones),
            },
            false => Reason::Kills {
                at,
                stones: compared.theirs(chain.stones),
            },
        })
    }));
    reasons.extend(fills_eye(compared));
    reasons
}

/// The largest chains that are much less the mover's than they could be.
fn turned(compared: &Compared<'_>) -> Vec<Chain> {
    let chains = Color::BOTH.into_iter();
    let chains = chains.flat_map(|color| compared.before().chains(color));
    let mut turned: Vec<Chain> = chains
        .filter(|chain| chain.stones.len() >= N_STONES_MIN)
        .filter(|chain| compared.lost_of(chain.stones) >= TURNED)
        .collect();
    turned.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    turned.truncate(N_CHAINS_MAX);
    turned
}

/// Whether it is proved that `chain` has another fate after the move than after the better one:
/// the mover's dies and would live, the opponent's lives and would die.
fn proved(compared: &Compared<'_>, chain: &Chain) -> bool {
    let Some(stone) = chain.stones.first() else {
        return false;
    };
    // The opponent moves next and captures, or saves their own: if nobody had moved, and after
    // the move, but not after the better one.
    let made = [
        (compared.game, None, SolverGrade::Unconditional),
        (&compared.after, compared.played, SolverGrade::Unconditional),
        (&compared.instead, compared.better, SolverGrade::No),
    ];
    made.into_iter().all(|(game, at, expected)| {
        // The solver is not told where a ko may not be retaken.
        let is_ko = at.is_some_and(|at| is_ko(compared.before(), compared.color, at));
        !is_ko && grade(compared, game.board(), stone, !compared.color) == Some(expected)
    })
}

/// How well `first` does about the chain at `stone`, moving first: see [`ChainProofs::grade`].
fn grade(
    compared: &Compared<'_>,
    board: &Board,
    stone: Point,
    first: Color,
) -> Option<SolverGrade> {
    let chain = board.chain(stone)?;
    let mut proofs = ChainProofs::new(
        board,
        compared.suicide(),
        walls(compared, board),
        N_POSITIONS_ALL,
    );
    proofs.grade(&chain, first)
}

/// The chains of `board` that stand whatever happens between them.
fn walls(compared: &Compared<'_>, board: &Board) -> Vec<Chain> {
    let walls = Color::BOTH.into_iter().flat_map(|color| {
        let alive = pass_alive(board, color, compared.suicide()).stones;
        let sign = if color == compared.color { 1.0 } else { -1.0 };
        board.chains(color).filter(move |chain| {
            let is_sure = sign * compared.hoped_of(chain.stones) >= SURE
                && sign * compared.left_of(chain.stones) >= SURE;
            let is_strong = chain.liberties.len() >= N_LIBERTIES_WALL;
            chain.stones.is_subset(&alive) || (is_sure && is_strong)
        })
    });
    walls.collect()
}

/// The move is on a point that neither could take: whoever does loses the stones beside it.
fn breaks_seki(compared: &Compared<'_>) -> Option<Reason> {
    let (us, them) = (compared.color, !compared.color);
    let (at, before) = (compared.played?, compared.before());
    let beside = |color| {
        let near = before.neighbors(at);
        let chains = near.filter_map(|point| before.chain(point));
        chains.filter(move |chain| chain.color == color)
    };
    let own = beside(us).max_by_key(|chain| chain.stones.len())?;
    if !compared.is_telling(own.stones) {
        return None;
    }
    let stone = own.stones.first()?;
    let is_safe = grade(compared, before, stone, them) == Some(SolverGrade::No);
    let is_dead =
        || grade(compared, compared.after.board(), stone, them) == Some(SolverGrade::Unconditional);
    let is_mutual = |theirs: Chain| {
        let enemy = theirs.stones.first()?;
        let mut other = before.clone();
        let is_ko = other.place_with(them, at, |_| {});
        let is_safe = grade(compared, before, enemy, us) == Some(SolverGrade::No);
        let is_dead = || grade(compared, &other, enemy, us) == Some(SolverGrade::Unconditional);
        (!is_ko && is_safe && is_dead()).then_some(())
    };
    let is_seki = is_safe && is_dead() && beside(them).any(|theirs| is_mutual(theirs).is_some());
    let stones = compared.own(compared.after.board().chain(stone)?.stones);
    is_seki.then_some(Reason::BreaksSeki { at, stones })
}

/// The move is in an eye of the mover's own, captures nothing, and saves nothing from atari.
fn fills_eye(compared: &Compared<'_>) -> Option<Reason> {
    let (at, before) = (compared.played?, compared.before());
    let is_pressed = before
        .neighbors(at)
        .any(|near| before.last_liberty(near).is_some());
    (before.is_eye(compared.color, at) && !is_pressed).then_some(Reason::FillsEye { at })
}
