//! Where a game stands, and what it is worth if it ends there.
//!
//! Where what stands lives, the end of a game is worth its score, exactly, and
//! dead stones that were not captured have cost their points. Where the
//! players agree on the dead, they are taken to agree on what is expected if
//! play went on and the one who did not pass last moved first: so nobody gains
//! by passing while something is open, and nobody has to capture what is dead.

use ponnuki_game::{
    ByColor, Chain, Color, DeadStones, Game, PassAlive, Phase, PointSet, Score, pass_alive,
};
use ponnuki_think::Evaluation;

use super::value::{Value, sign, sound};

/// A chain is dead if its points are expected to be the opponent's by this much.
const DEAD: f64 = 0.2;
/// From here on a chain has to be captured where dead stones stay.
pub(super) const CAPTURED: f64 = 0.4;
/// What a byte says of a point that is surely Black's.
const OWNED: f32 = 127.0;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Standing {
    /// It goes on.
    Playing,
    /// It stopped, and has been resumed, to be judged with [`stopped`].
    Stopped,
    /// It has ended.
    Ended(Value),
}

/// Where `game` stands `depth` moves after the root. A game that stopped is
/// resumed, the player who did not stop it being to move. Whose each point is
/// goes into `owners`, if the game has ended.
pub(super) fn standing(game: &mut Game, depth: usize, owners: &mut [i8]) -> Standing {
    match game.phase() {
        Phase::Over(outcome) => {
            if let Ok(score) = game.score(PointSet::EMPTY) {
                write_owners(game, &score, owners);
            }
            Standing::Ended(Value::of_outcome(outcome))
        }
        Phase::Stopped => {
            let asked_by = game.moves().last().map_or(game.turn(), |(by, _)| by);
            let resumed = game.resume(asked_by);
            debug_assert_eq!(resumed, Ok(()), "a stopped game can go on");
            Standing::Stopped
        }
        // The players may let it be: nobody wins.
        Phase::Playing if depth > 0 && goes_in_circles(game) => {
            owners.fill(0);
            Standing::Ended(Value::NO_RESULT)
        }
        Phase::Playing => Standing::Playing,
    }
}

/// Whether a board has come back, where the rulebook lets it.
fn goes_in_circles(game: &Game) -> bool {
    game.rules().repetition.allows_long_cycles() && game.cycle().is_some()
}

/// What a game that stopped is worth if the players agree on what `answer`
/// says of it as it was resumed.
pub(super) fn stopped(game: &Game, answer: &Evaluation, owners: &mut [i8]) -> Value {
    let dead = dead_stones(game, answer);
    match game.score(dead) {
        Ok(score) => {
            write_owners(game, &score, owners);
            Value::of_outcome(score.outcome())
        }
        Err(_) => Value::of_answer(answer, game.turn()),
    }
}

/// What `answer` says of `game`, in which the player to move may go on.
///
/// Where dead stones stay and territory counts, those that are still to be
/// captured cost their hunter a point for each liberty to fill. No network was
/// taught that, so it is put right here.
pub(super) fn judged(game: &Game, answer: &Evaluation) -> Value {
    let value = Value::of_answer(answer, game.turn());
    let rules = game.rules();
    if rules.dead != DeadStones::Stay || rules.counting.scoring.is_area() {
        return value;
    }
    let mut shift = 0.0;
    for color in Color::BOTH {
        for chain in game.board().chains(color) {
            if kept(game, answer, &chain) < -CAPTURED {
                shift += sign(color) * chain.liberties.len() as f64;
            }
        }
    }
    if shift == 0.0 {
        return value;
    }
    value.shifted(shift as f32)
}

/// How surely the points of a chain stay with its colour: 1 surely, −1 surely not.
fn kept(game: &Game, answer: &Evaluation, chain: &Chain) -> f64 {
    let owned = |point| f64::from(sound(answer.ownership[game.size().index(point)]));
    let sum: f64 = chain.stones.iter().map(owned).sum();
    sign(chain.color) * sign(game.turn()) * sum / chain.stones.len().max(1) as f64
}

/// The chains that are expected to be the opponent's at the end, and those
/// that stand where nothing can live. What lives whatever happens is not dead.
fn dead_stones(game: &Game, answer: &Evaluation) -> PointSet {
    let board = game.board();
    let alive: ByColor<PassAlive> =
        ByColor::from_fn(|color| pass_alive(board, color, game.rules().suicide));
    let mut dead = PointSet::EMPTY;
    for color in Color::BOTH {
        for chain in board.chains(color) {
            let is_safe = chain.stones.is_subset(&alive[color].stones);
            let is_lost = chain.stones.is_subset(&alive[!color].regions);
            if is_lost || kept(game, answer, &chain) < -DEAD && !is_safe {
                dead = dead | chain.stones;
            }
        }
    }
    dead
}

fn write_owners(game: &Game, score: &Score, owners: &mut [i8]) {
    for (owner, point) in owners.iter_mut().zip(game.size().points()) {
        *owner = match score.owner(point) {
            Some(Color::Black) => OWNED as i8,
            Some(Color::White) => -OWNED as i8,
            None => 0,
        };
    }
}

/// Takes down whose each point is, as answered for `turn`.
pub(super) fn write_expected_owners(answer: &Evaluation, turn: Color, owners: &mut [i8]) {
    let to_black = sign(turn) as f32;
    for (owner, &expected) in owners.iter_mut().zip(&answer.ownership) {
        *owner = (OWNED * to_black * sound(expected).clamp(-1.0, 1.0)).round() as i8;
    }
}

/// What a byte of a node says: 1 surely Black's, −1 surely White's.
pub(super) fn owner_of(byte: i8) -> f32 {
    f32::from(byte) / OWNED
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::{Diagram, Move, Points, Rules, Setup};

    /// What a stop is worth to Black if the evaluator says `ours` of every
    /// point, for White, who is then to move.
    fn margin_if_told(ours: f32) -> f32 {
        let diagram: Diagram = "
            . X X X X O .
            X X O . X O O
            . X . . X O .
        "
        .parse()
        .unwrap();
        let mut setup = Setup::new(diagram.size(), Rules::GOBAN);
        setup.stones = diagram.stones();
        setup.first = Some(Color::White);
        let mut game = setup.start().unwrap();
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        let mut owners = vec![0; game.size().n_points()];
        assert_eq!(standing(&mut game, 2, &mut owners), Standing::Stopped);
        assert_eq!(game.turn(), Color::White);
        let mut answer = Evaluation::blank(game.size());
        answer.ownership.fill(ours);
        let value = stopped(&game, &answer, &mut owners);
        let c2 = game.size().index(game.size().point("C2").unwrap());
        assert_eq!(
            owner_of(owners[c2]),
            1.0,
            "a dead stone's point is the captor's"
        );
        assert_eq!(value.win_less_loss, 1.0);
        value.score_mean
    }

    /// White's stone cannot live, and everything else cannot die.
    #[test]
    fn what_is_certain_needs_no_evaluator() {
        // Black has two eyes, four points of territory and a prisoner.
        let margin = Points::whole(2 + 4 + 1 - 2).half_points() as f32 / 2.0;
        for ours in [0.0, 1.0, -1.0, f32::NAN] {
            assert_eq!(margin_if_told(ours), margin, "{ours}");
        }
    }
}
