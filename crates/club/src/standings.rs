//! Scores, tie-breaks and places, derived from a tournament.

use std::cmp::Reverse;
use std::fmt;

use crate::rating::{Gor, GorGame, RatedOutcome};
use crate::rules::TieBreak;
use crate::tournament::{EntrantId, TableGame, TableResult, TableWinner, Tournament};

/// Points of a tournament, in quarters, so that a half of a half is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TournamentPoints {
    quarters: i32,
}

impl TournamentPoints {
    pub(crate) fn from_halves(halves: i32) -> TournamentPoints {
        TournamentPoints {
            quarters: 2 * halves,
        }
    }

    /// How many quarters of a point it is.
    pub fn quarters(self) -> i32 {
        self.quarters
    }
}

impl fmt::Display for TournamentPoints {
    /// `3`, `3.5`, `3.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.quarters < 0 { "-" } else { "" };
        let quarters = self.quarters.unsigned_abs();
        let rest = ["", ".5", ".25", ".75"][[0, 2, 1, 3][quarters as usize % 4]];
        f.pad(&format!("{sign}{}{rest}", quarters / 4))
    }
}

/// What somebody did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundPart {
    /// They played, or were to play.
    Game {
        /// Against whom.
        opponent: EntrantId,
        /// The game.
        game: TableGame,
        /// How it ended, if it has.
        result: Option<TableResult>,
    },
    /// They had a bye.
    Bye,
    /// They were not there.
    Missed,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The place, from 1; those who are equal in everything share one.
    pub place: usize,
    /// Who.
    pub entrant: EntrantId,
    /// The values of the rules' tie-breaks, in their order.
    pub values: Vec<TournamentPoints>,
    /// What they did in each round that is paired.
    pub parts: Vec<RoundPart>,
}

/// Half points that a result is worth for Black and for White.
fn halves_of(result: TableResult) -> (i32, i32) {
    match result.winner {
        TableWinner::Black => (2, 0),
        TableWinner::White => (0, 2),
        TableWinner::Drawn => (1, 1),
        TableWinner::Both => (2, 2),
        TableWinner::Neither => (0, 0),
    }
}

impl RoundPart {
    /// Half points that the game is worth for `entrant`; none before it has a result.
    pub(crate) fn game_halves(self, entrant: EntrantId) -> Option<i32> {
        let RoundPart::Game { game, result, .. } = self else {
            return None;
        };
        let (black, white) = halves_of(result?);
        Some(if game.black == entrant { black } else { white })
    }
}

impl Tournament {
    /// What somebody did in a round that is paired, from 1.
    pub fn part(&self, entrant: EntrantId, round: usize) -> RoundPart {
        let played = round.checked_sub(1).and_then(|idx| self.rounds().get(idx));
        let Some(played) = played else {
            return RoundPart::Missed;
        };
        for (game, result) in &played.tables {
            let opponent = match entrant {
                _ if game.black == entrant => game.white,
                _ if game.white == entrant => game.black,
                _ => continue,
            };
            return RoundPart::Game {
                opponent,
                game: *game,
                result: *result,
            };
        }
        match played.byes.contains(&entrant) {
            true => RoundPart::Bye,
            false => RoundPart::Missed,
        }
    }

    /// All parts, of all entrants in all rounds that are paired.
    fn parts(&self) -> Vec<Vec<RoundPart>> {
        let mut parts = vec![vec![RoundPart::Missed; self.rounds().len()]; self.entrants().count()];
        for (round, played) in self.rounds().iter().enumerate() {
            for (game, result) in &played.tables {
                for (one, other) in [(game.black, game.white), (game.white, game.black)] {
                    parts[one.idx()][round] = RoundPart::Game {
                        opponent: other,
                        game: *game,
                        result: *result,
                    };
                }
            }
            for bye in &played.byes {
                parts[bye.idx()][round] = RoundPart::Bye;
            }
        }
        parts
    }

    /// The score of everybody in half points, with what they began with, and that alone.
    pub(crate) fn score_halves(&self) -> Vec<(i32, i32)> {
        let parts = self.parts();
        let score = |(id, entrant)| {
            let start = self.rules().start_halves(entrant);
            let rounds = parts[EntrantId::idx(id)].iter().enumerate();
            let won: i32 = rounds
                .map(|(idx, part)| match part {
                    RoundPart::Game { .. } => part.game_halves(id).unwrap_or_default(),
                    RoundPart::Bye => i32::from(self.rules().bye_halves),
                    RoundPart::Missed => {
                        let has_left = self.withdrawn_from(id).is_some_and(|from| from <= idx + 1);
                        if has_left {
                            0
                        } else {
                            i32::from(self.rules().absent_halves)
                        }
                    }
                })
                .sum();
            (start + won, start)
        };
        self.entrants().map(score).collect()
    }

    /// Everybody in order.
    ///
    /// A round without an opponent counts in SOS as one against somebody who has what one
    /// began with, and in SOSOS as that many such opponents.
    pub fn standings(&self) -> Vec<Standing> {
        let parts = self.parts();
        let scores = self.score_halves();
        let n_rounds = self.rounds().len() as i32;
        let sum = |id: EntrantId, missed: i32, of: &dyn Fn(EntrantId) -> i32| -> i32 {
            let values = parts[id.idx()].iter().map(|part| match part {
                RoundPart::Game { opponent, .. } => of(*opponent),
                RoundPart::Bye | RoundPart::Missed => missed,
            });
            values.sum()
        };
        let sos: Vec<i32> = self
            .entrants()
            .map(|(id, _)| sum(id, scores[id.idx()].1, &|other| scores[other.idx()].0))
            .collect();
        let value = |id: EntrantId, tie_break: TieBreak| {
            let (score, start) = scores[id.idx()];
            let halves = TournamentPoints::from_halves;
            match tie_break {
                TieBreak::Score => halves(score),
                TieBreak::Wins => halves(score - start),
                TieBreak::Sos => halves(sos[id.idx()]),
                TieBreak::Sosos => halves(sum(id, start * n_rounds, &|other| sos[other.idx()])),
                TieBreak::Sodos => TournamentPoints {
                    quarters: parts[id.idx()]
                        .iter()
                        .map(|part| match part {
                            RoundPart::Game { opponent, .. } => {
                                let won = part.game_halves(id).unwrap_or_default();
                                won * scores[opponent.idx()].0
                            }
                            RoundPart::Bye | RoundPart::Missed => 0,
                        })
                        .sum(),
                },
                TieBreak::Rating => {
                    let gor = self
                        .entrant(id)
                        .map_or(0.0, |one| one.gor_or_rank().value());
                    halves(2 * gor.round() as i32)
                }
            }
        };
        let mut standings: Vec<Standing> = self
            .entrants()
            .map(|(entrant, _)| Standing {
                place: 0,
                entrant,
                values: (self.rules().tie_breaks.iter())
                    .map(|tie_break| value(entrant, *tie_break))
                    .collect(),
                parts: parts[entrant.idx()].clone(),
            })
            .collect();
        standings.sort_by_key(|standing| (Reverse(standing.values.clone()), standing.entrant));
        for at in 0..standings.len() {
            standings[at].place = match at.checked_sub(1) {
                Some(before) if standings[before].values == standings[at].values => {
                    standings[before].place
                }
                _ => at + 1,
            };
        }
        standings
    }

    /// The rating of everybody when it began, and now that the games that were played are rated.
    pub fn ratings(&self) -> Vec<(EntrantId, Gor, Gor)> {
        let parts = self.parts();
        let before = |id| self.entrant(id).map(|entrant| entrant.gor_or_rank());
        let rate = |(id, entrant): (EntrantId, &crate::rules::Entrant)| {
            let games = parts[id.idx()].iter().filter_map(|part| {
                let RoundPart::Game {
                    opponent,
                    game,
                    result,
                } = part
                else {
                    return None;
                };
                if result.is_none_or(|result| result.is_forfeit) {
                    return None;
                }
                let stones = game.stones as i8;
                Some(GorGame {
                    opponent: before(*opponent)?,
                    outcome: match part.game_halves(id)? {
                        2 => RatedOutcome::Won,
                        1 => RatedOutcome::Drawn,
                        _ => RatedOutcome::Lost,
                    },
                    stones: if game.black == id { stones } else { -stones },
                })
            });
            let gor = entrant.gor_or_rank();
            (id, gor, gor.after(games))
        };
        self.entrants().map(rate).collect()
    }
}
