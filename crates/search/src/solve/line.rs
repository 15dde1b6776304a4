//! What follows a move if both do their best.

use ponnuki_game::{ByColor, Color, Move};

use super::proof::Prover;
use super::stand::Stand;
use super::{Solver, Unsolved};

impl Solver {
    /// The move `first` and what follows, each player moving as if all ko threats were
    /// those of their entry in `masters`; up to `n_max` moves, and to the first that only
    /// threats would allow.
    pub(super) fn follow(
        &mut self,
        first: Move,
        masters: ByColor<Color>,
        n_max: usize,
    ) -> Result<Vec<Move>, Unsolved> {
        let mut game = self.game.clone();
        let mut stand = self.start.clone();
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(mv) = next {
            if game.play(mv).is_err() {
                break;
            }
            stand.make(mv, masters[stand.turn]);
            line.push(mv);
            if line.len() == n_max {
                break;
            }
            next = self.provers[masters[stand.turn]].reply(&stand)?;
        }
        // A pass at the end says nothing.
        while line.len() > 1 && line.last() == Some(&Move::Pass) {
            line.pop();
        }
        Ok(line)
    }
}

impl Prover {
    /// The best move from `stand`, if there is anything left to play for.
    fn reply(&mut self, stand: &Stand) -> Result<Option<Move>, Unsolved> {
        if self.is_decided(stand) {
            return Ok(None);
        }
        match (self.distance(stand)?, stand.turn == self.reacher()) {
            (Some(n), true) => self.nearest(stand, n),
            (Some(_), false) => self.farthest(stand),
            (None, true) => self.hardest_threat(stand),
            (None, false) => self.necessary_answer(stand),
        }
    }

    /// A move that reaches the goal within `n`, as one of them does.
    fn nearest(&mut self, stand: &Stand, n: u8) -> Result<Option<Move>, Unsolved> {
        for mv in self.moves(stand) {
            let after = self.after(stand, mv);
            if self.is_reached_within(&after, n - 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The move that puts the goal off for longest, unless passing does as well; but a
    /// chain that is chased runs to the end.
    fn farthest(&mut self, stand: &Stand) -> Result<Option<Move>, Unsolved> {
        let mut best = (self.distance(&self.after(stand, Move::Pass))?, None);
        for mv in self.moves(stand) {
            let distance = self.distance(&self.after(stand, mv))?;
            let is_first = best.1.is_none() && self.is_chase() && mv != Move::Pass;
            if distance > best.0 || (is_first && distance == best.0) {
                best = (distance, Some(mv));
            }
        }
        Ok(best.1)
    }

    /// The move that would reach the goal if it were not answered, and has the fewest
    /// answers.
    fn hardest_threat(&mut self, stand: &Stand) -> Result<Option<Move>, Unsolved> {
        let mut best = None;
        for mv in self.moves(stand) {
            let after = self.after(stand, mv);
            if self.distance(&self.after(&after, Move::Pass))?.is_none() {
                continue;
            }
            let n_answers = self.answers(&after)?.len();
            if best.is_none_or(|(fewest, _)| n_answers < fewest) {
                best = Some((n_answers, mv));
            }
        }
        Ok(best.map(|(_, mv)| mv))
    }

    /// A move that keeps the goal from being reached, if passing does not.
    fn necessary_answer(&mut self, stand: &Stand) -> Result<Option<Move>, Unsolved> {
        let answers = self.answers(stand)?;
        let is_idle = answers.contains(&Move::Pass);
        Ok(answers.first().copied().filter(|_| !is_idle))
    }

    /// All moves after which the goal is never reached.
    fn answers(&mut self, stand: &Stand) -> Result<Vec<Move>, Unsolved> {
        let mut answers = Vec::new();
        for mv in self.moves(stand) {
            if self.distance(&self.after(stand, mv))?.is_none() {
                answers.push(mv);
            }
        }
        Ok(answers)
    }
}
