//! A game that is labelled while the teacher plays it, and a table of several.

use ponnuki_game::{Color, Dice, Game, Move, Phase, Size};
use ponnuki_net::{Evaluation, LastPass, View};

use crate::chance::{happens, one_of, weighted};
use crate::shard::Part;
use crate::start;

/// A point is settled if it is someone's by this much.
const SETTLED: f32 = 0.8;

/// So many points may be open where players would agree that the game is finished.
const OPEN_MAX: usize = 3;

/// A game in the middle of being played and labelled.
#[derive(Debug)]
pub(crate) struct Play {
    /// As it stands.
    pub(crate) game: Game,
    /// Its number.
    pub(crate) number: u32,
    /// Whether its positions are for learning.
    pub(crate) part: Part,
    /// How the teacher and its pupil see it.
    pub(crate) view: View,
    manner: Manner,
}

/// How a game is played.
#[derive(Clone, Copy, Debug)]
struct Manner {
    /// Above 1 moves are drawn from a flatter policy, below 1 from a steeper.
    temperature: f32,
    /// How often, in a hundred moves, a player slips.
    slips: usize,
    /// Whether players pass when everything is settled, as people do, and
    /// leave dead stones where they are.
    is_gentle: bool,
    /// When it has gone on too long.
    n_moves_max: usize,
}

impl Play {
    /// One that goes on from `game`, with the rest drawn.
    pub(crate) fn new(dice: &mut Dice, game: Game, number: u32, part: Part) -> Play {
        let temperatures = [0.3, 0.6, 0.8, 1.0, 1.0, 1.2];
        let manner = Manner {
            temperature: one_of(dice, &temperatures).unwrap_or(1.0),
            slips: one_of(dice, &[0, 0, 3, 12]).unwrap_or(0),
            is_gentle: happens(dice, 50),
            n_moves_max: game.n_moves() + 2 * game.size().n_points(),
        };
        Play {
            view: view(dice),
            game,
            number,
            part,
            manner,
        }
    }

    /// Goes on after the teacher said `evaluation` of where it stands. Returns
    /// whether there is another position to label.
    ///
    /// The one after the last pass is such: that is where dead stones are judged.
    pub(crate) fn go_on(&mut self, dice: &mut Dice, evaluation: &Evaluation) -> bool {
        if self.game.phase() != Phase::Playing {
            return false;
        }
        if self.manner.is_gentle && is_settled(evaluation) {
            // A pass is never refused while the game is played, nor what is legal.
            let _ = self.game.play(Move::Pass);
        } else if happens(dice, self.manner.slips) {
            start::slip(dice, &mut self.game);
        } else {
            let mv = self.draw(dice, evaluation);
            let _ = self.game.play(mv);
        }
        let is_over = matches!(self.game.phase(), Phase::Over(_));
        !is_over && self.game.n_moves() < self.manner.n_moves_max
    }

    /// Changes what it is about, after `evaluation` of the position before: now
    /// and then the komi.
    pub(crate) fn vary(&mut self, dice: &mut Dice, evaluation: &Evaluation) {
        if happens(dice, 50) {
            let lead = evaluation.lead_for(Color::Black);
            self.game = start::with_other_komi(dice, &self.game, lead);
        }
    }

    /// A move from a policy.
    fn draw(&self, dice: &mut Dice, evaluation: &Evaluation) -> Move {
        let size = self.game.size();
        let mut weights = evaluation.policy.clone();
        let max = weights.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        for weight in &mut weights {
            *weight = (*weight / max).powf(1.0 / self.manner.temperature);
        }
        let drawn = weighted(dice, &weights);
        drawn.map_or(Move::Pass, |i| move_at(size, i))
    }
}

/// The move with index `i`: a point, or behind them all a pass.
fn move_at(size: Size, i: usize) -> Move {
    let point = size.points().nth(i);
    point.map_or(Move::Pass, Move::Play)
}

/// Whether players would agree that nothing is left to do.
fn is_settled(evaluation: &Evaluation) -> bool {
    let owned = evaluation.ownership.iter();
    owned.filter(|x| x.abs() < SETTLED).count() <= OPEN_MAX
}

/// How a game is seen: as usual mostly, sometimes with less of what happened.
pub(crate) fn view(dice: &mut Dice) -> View {
    let mut view = View::default();
    match dice.below(20) {
        0..=1 => view.turns_max = dice.below(5),
        2..=4 => view.last_pass = LastPass::Hidden,
        5..=6 => view.last_pass = LastPass::ShownToWinners,
        7 => view.doublings = (dice.below(13) as f32 - 6.0) / 2.0,
        _ => {}
    }
    view
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Rules;

    use super::*;

    #[test]
    fn indices_are_points_and_then_a_pass() {
        let size = Size::new(5, 3).unwrap();
        for point in size.points() {
            assert_eq!(move_at(size, size.index(point)), Move::Play(point));
        }
        assert_eq!(move_at(size, 15), Move::Pass);
    }

    #[test]
    fn a_settled_game_is_passed_to_its_end_and_labelled_there() {
        let size = Size::NINE;
        for (rules, n_labelled) in [(Rules::CHINESE, 3), (Rules::TROMP_TAYLOR, 2)] {
            let game = Game::new(size, rules).unwrap();
            let mut dice = Dice::new(1);
            let mut play = Play::new(&mut dice, game, 0, Part::Train);
            play.manner.is_gentle = true;
            let evaluation = settled(size);
            let mut n = 1;
            while play.go_on(&mut dice, &evaluation) {
                n += 1;
            }
            assert_eq!(n, n_labelled);
            assert_eq!(play.game.n_moves(), 2);
        }
    }

    fn settled(size: Size) -> Evaluation {
        let mut policy = vec![0.0; size.n_points()];
        policy.push(1.0);
        Evaluation {
            size,
            turn: Color::Black,
            policy,
            win: 1.0,
            loss: 0.0,
            no_result: 0.0,
            score_mean: 0.0,
            score_stdev: 1.0,
            lead: 0.0,
            time_left: None,
            value_error: None,
            score_error: None,
            ownership: vec![1.0; size.n_points()],
        }
    }
}
