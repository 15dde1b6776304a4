//! The report of results that the American Go Association reads.

use crate::tournament::{EntrantId, TableWinner, Tournament};

/// The first of the numbers that stand for people who have none at the association.
const STAND_IN_FIRST: usize = 99_000;

impl Tournament {
    /// The report. Only games that were played and won are in it, for only they are rated.
    pub fn to_aga(&self) -> String {
        let rules = self.rules();
        let mut text = format!(
            "TOURNEY {}\n\tlocation={}\n\tstart={}\n\tfinish={}\nPLAYERS\n",
            rules.name, rules.place, rules.date, rules.date
        );
        for (id, entrant) in self.entrants() {
            let number = self.aga_number(id);
            let rank = entrant.rank;
            text += &format!("{number} {}, {} {rank}\n", entrant.family, entrant.given);
        }
        for (idx, round) in self.rounds().iter().enumerate() {
            text += &format!("GAMES {}\n", idx + 1);
            for (game, result) in &round.tables {
                let winner = match result {
                    Some(result) if result.is_forfeit => continue,
                    Some(result) if result.winner == TableWinner::Black => "B",
                    Some(result) if result.winner == TableWinner::White => "W",
                    _ => continue,
                };
                // One stone is no komi; the association counts handicap from two.
                let (stones, komi) = match game.stones {
                    0 => (0, i32::from(rules.komi.half_points()).div_euclid(2)),
                    1 => (0, 0),
                    stones => (stones, 0),
                };
                let (white, black) = (self.aga_number(game.white), self.aga_number(game.black));
                text += &format!("{white} {black} {winner} {stones} {komi}\n");
            }
        }
        text + "END\n"
    }

    fn aga_number(&self, id: EntrantId) -> String {
        match self.entrant(id).map(|entrant| entrant.aga_id.as_str()) {
            Some(known) if !known.is_empty() => known.to_owned(),
            _ => (STAND_IN_FIRST + id.number()).to_string(),
        }
    }
}
