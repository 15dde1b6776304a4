//! Pairings, standings and ratings as tables of text.

use crate::rules::{Entrant, TieBreak};
use crate::standings::{RoundPart, Standing};
use crate::tournament::{EntrantId, TableWinner, Tournament};

/// A table of texts, the first row its heads.
pub(crate) type SheetRows = Vec<Vec<String>>;

impl Tournament {
    /// The games of a round, from 1; nothing if it is not paired.
    pub fn pairings_text(&self, round: usize) -> String {
        aligned(&self.pairing_rows(round))
    }

    /// The standings.
    pub fn standings_text(&self) -> String {
        aligned(&self.standing_rows())
    }

    /// Everybody who entered, with their numbers.
    pub fn entrants_text(&self) -> String {
        let heads = ["No", "Name", "Rank", "Club", ""]
            .map(str::to_owned)
            .to_vec();
        let rows = self.entrants().map(|(id, entrant)| {
            let left = self.withdrawn_from(id);
            let left = left.map_or(String::new(), |round| {
                format!("withdrew from round {round}")
            });
            vec![
                id.to_string(),
                entrant.full_name(),
                entrant.rank.to_string(),
                entrant.club.to_string(),
                left,
            ]
        });
        aligned(&[heads].into_iter().chain(rows).collect())
    }

    /// The GoR of everybody before and after.
    pub fn ratings_text(&self) -> String {
        let heads = ["No", "Name", "Before", "After", "Rank"];
        let heads = heads.map(str::to_owned).to_vec();
        let rows = self.ratings().into_iter().map(|(id, before, after)| {
            vec![
                id.to_string(),
                self.name_of(id),
                before.to_string(),
                after.to_string(),
                after.rank().to_string(),
            ]
        });
        aligned(&[heads].into_iter().chain(rows).collect())
    }

    /// `Berg Anna 3k`.
    pub(crate) fn name_and_rank(&self, id: EntrantId) -> String {
        let named = |entrant: &Entrant| format!("{} {}", entrant.full_name(), entrant.rank);
        self.entrant(id).map(named).unwrap_or_default()
    }

    fn name_of(&self, id: EntrantId) -> String {
        self.entrant(id).map(Entrant::full_name).unwrap_or_default()
    }

    pub(crate) fn pairing_rows(&self, round: usize) -> SheetRows {
        let heads = ["Table", "Black", "White", "Handicap", "Result"];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        let played = round.checked_sub(1).and_then(|idx| self.rounds().get(idx));
        let Some(played) = played else {
            return Vec::new();
        };
        for (idx, (game, result)) in played.tables.iter().enumerate() {
            let result = result.map(|result| {
                let points = match result.winner {
                    TableWinner::Black => "1-0",
                    TableWinner::White => "0-1",
                    TableWinner::Drawn => "½-½",
                    TableWinner::Both => "1-1",
                    TableWinner::Neither => "0-0",
                };
                format!("{points}{}", if result.is_forfeit { "!" } else { "" })
            });
            rows.push(vec![
                (idx + 1).to_string(),
                self.name_and_rank(game.black),
                self.name_and_rank(game.white),
                game.stones.to_string(),
                result.unwrap_or_default(),
            ]);
        }
        for bye in &played.byes {
            let (bye, none) = (self.name_and_rank(*bye), String::new);
            rows.push(vec!["bye".to_owned(), bye, none(), none(), none()]);
        }
        rows
    }

    pub(crate) fn standing_rows(&self) -> SheetRows {
        let standings = self.standings();
        let mut heads = ["Place", "Name", "Rank"].map(str::to_owned).to_vec();
        heads.extend((1..=self.rounds().len()).map(|round| round.to_string()));
        heads.extend(
            self.rules()
                .tie_breaks
                .iter()
                .map(|tie_break| head(*tie_break)),
        );
        let rows = standings.iter().map(|standing| {
            let rank = self
                .entrant(standing.entrant)
                .map(|one| one.rank.to_string());
            let mut row = vec![standing.place.to_string(), self.name_of(standing.entrant)];
            row.push(rank.unwrap_or_default());
            row.extend(result_texts(standing, &standings));
            row.extend(standing.values.iter().map(ToString::to_string));
            row
        });
        [heads].into_iter().chain(rows).collect()
    }
}

/// What a tie-break is called at the head of its column.
pub(crate) fn head(tie_break: TieBreak) -> String {
    match tie_break {
        TieBreak::Score => "Score".to_owned(),
        TieBreak::Wins => "Wins".to_owned(),
        TieBreak::Rating => "GoR".to_owned(),
        TieBreak::Sos | TieBreak::Sodos | TieBreak::Sosos => tie_break.to_string().to_uppercase(),
    }
}

/// The rounds of a line of the standings, as in the tables of the European Go Database: `4+/w2`
/// is a win with White against the fourth line, who had two stones; 0 is nobody.
pub(crate) fn result_texts(standing: &Standing, all: &[Standing]) -> Vec<String> {
    let line_of = |id: EntrantId| all.iter().position(|one| one.entrant == id);
    let text = |part: &RoundPart| match *part {
        RoundPart::Bye => "0+".to_owned(),
        RoundPart::Missed => "0-".to_owned(),
        RoundPart::Game {
            opponent,
            game,
            result,
        } => {
            let line = line_of(opponent).map_or(0, |line| line + 1);
            let sign = match part.game_halves(standing.entrant) {
                Some(2) => "+",
                Some(1) => "=",
                Some(_) => "-",
                None => "?",
            };
            let color = if game.black == standing.entrant {
                "b"
            } else {
                "w"
            };
            match result.is_some_and(|result| result.is_forfeit) {
                true => format!("0{sign}"),
                false => format!("{line}{sign}/{color}{}", game.stones),
            }
        }
    };
    standing.parts.iter().map(text).collect()
}

/// The rows with their columns under each other.
fn aligned(rows: &SheetRows) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
