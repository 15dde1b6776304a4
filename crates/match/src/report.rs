//! What a match tells the person who started it.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use ponnuki_game::{Color, Preset};
use ponnuki_record::RecordedResult;

use crate::pairing::{MatchEnding, MatchGame, MatchSeat, MatchTerms, seat_of_black, seat_with};
use crate::score::MatchScore;

/// How many of an engine's last lines are told with what it did wrong.
const N_STDERR_LINES: usize = 5;

/// The match so far.
#[derive(Debug)]
pub struct MatchReport {
    names: [String; 2],
    /// For the first engine, with either colour.
    with_black: MatchScore,
    with_white: MatchScore,
    /// What each engine did wrong.
    spoiled: [usize; 2],
    slowest: [Duration; 2],
    /// In how many games each counted otherwise than the referee.
    counted_otherwise: [usize; 2],
    n_by_referee: usize,
}

impl MatchReport {
    /// Before the first game; engines of the same name are told apart.
    pub fn new(mut names: [String; 2]) -> MatchReport {
        if names[0] == names[1] {
            names[0].push_str(" (first)");
            names[1].push_str(" (second)");
        }
        MatchReport {
            names,
            with_black: MatchScore::default(),
            with_white: MatchScore::default(),
            spoiled: [0; 2],
            slowest: [Duration::ZERO; 2],
            counted_otherwise: [0; 2],
            n_by_referee: 0,
        }
    }

    /// What the engines are called.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// Writes what is going to be played.
    ///
    /// # Errors
    ///
    /// `out` fails.
    pub fn begin(
        &self,
        terms: &MatchTerms,
        n_games: usize,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let [first, second] = &self.names;
        let rules = Preset::of(&terms.setup.rules).map_or("own", |preset| preset.name);
        let time = terms.time.map_or("their own time".to_owned(), |time| {
            format!("{} s a move", time.as_secs_f64())
        });
        writeln!(out, "{first} against {second}")?;
        let games = if n_games == 1 { "game" } else { "games" };
        writeln!(
            out,
            "{n_games} {games}, {}, {rules} rules, komi {}, {time}",
            terms.setup.size, terms.setup.komi
        )?;
        out.flush()
    }

    /// Counts a game, and writes a line about it.
    ///
    /// # Errors
    ///
    /// `out` fails.
    pub fn count(&mut self, played: &MatchGame, out: &mut impl Write) -> io::Result<()> {
        self.add(played.number, played.verdict);
        match &played.how {
            MatchEnding::Spoiled { by, .. } => self.spoiled[*by] += 1,
            MatchEnding::ByReferee => self.n_by_referee += 1,
            MatchEnding::Agreed
            | MatchEnding::ByRules
            | MatchEnding::Resigned
            | MatchEnding::Endless
            | MatchEnding::Recorded => {}
        }
        for seat in [0, 1] {
            self.slowest[seat] = self.slowest[seat].max(played.slowest[seat]);
            self.counted_otherwise[seat] += usize::from(played.counted_otherwise[seat].is_some());
        }
        self.write_line(played.number, played.verdict, &played.how, out)?;
        for (name, count) in self.names.iter().zip(played.counted_otherwise) {
            if let Some(outcome) = count {
                writeln!(out, "      | {name} counts {outcome}")?;
            }
        }
        if let MatchEnding::Spoiled { stderr, .. } = &played.how {
            let from = stderr.len().saturating_sub(N_STDERR_LINES);
            for line in &stderr[from..] {
                writeln!(out, "      | {line}")?;
            }
        }
        out.flush()
    }

    /// Counts games that were played before.
    ///
    /// # Errors
    ///
    /// `out` fails.
    pub fn count_recorded(
        &mut self,
        found: &BTreeMap<usize, RecordedResult>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        for (&number, &verdict) in found {
            self.add(number, verdict);
            if let RecordedResult::Forfeit { winner } = verdict {
                self.spoiled[seat_with(number, !winner)] += 1;
            }
            self.write_line(number, verdict, &MatchEnding::Recorded, out)?;
        }
        out.flush()
    }

    fn write_line(
        &self,
        number: usize,
        verdict: RecordedResult,
        how: &MatchEnding,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let black = &self.names[seat_with(number, Color::Black)];
        let (number, how) = (number + 1, ending_text(how, &self.names));
        let verdict = verdict.to_string();
        writeln!(out, "{number:>4}  {verdict:<8} Black: {black}; {how}")
    }

    fn add(&mut self, number: usize, verdict: RecordedResult) {
        let score = match seat_of_black(number) {
            0 => &mut self.with_black,
            _ => &mut self.with_white,
        };
        match winner(verdict).map(|color| seat_with(number, color)) {
            Some(0) => score.n_wins += 1,
            Some(_) => score.n_losses += 1,
            None => score.n_draws += 1,
        }
    }

    /// Writes who is stronger, and what went wrong.
    ///
    /// # Errors
    ///
    /// `out` fails.
    pub fn end(&self, out: &mut impl Write) -> io::Result<()> {
        let (black, white) = (self.with_black, self.with_white);
        let all = MatchScore {
            n_wins: black.n_wins + white.n_wins,
            n_losses: black.n_losses + white.n_losses,
            n_draws: black.n_draws + white.n_draws,
        };
        let [first, second] = &self.names;
        let share = all.share().unwrap_or(0.5) * 100.0;
        writeln!(
            out,
            "{first} against {second}: {all} of {} ({share:.1} %)",
            all.n_games()
        )?;
        writeln!(out, "  with Black {black}; with White {white}")?;
        if let Some(elo) = all.elo() {
            writeln!(out, "  {elo}")?;
        }
        for seat in [0, 1] {
            self.write_faults(seat, out)?;
        }
        if self.n_by_referee > 0 {
            let n = self.n_by_referee;
            writeln!(out, "  games whose dead stones the referee named: {n}")?;
        }
        out.flush()
    }

    fn write_faults(&self, seat: MatchSeat, out: &mut impl Write) -> io::Result<()> {
        let name = &self.names[seat];
        let slowest = self.slowest[seat].as_secs_f64();
        writeln!(
            out,
            "  {name}: slowest move {slowest:.1} s, games spoiled: {}",
            self.spoiled[seat]
        )?;
        match self.counted_otherwise[seat] {
            0 => Ok(()),
            n => writeln!(
                out,
                "  {name}: games counted otherwise than by the referee: {n}"
            ),
        }
    }
}

/// How a game came to its end, in words.
pub(crate) fn ending_text(how: &MatchEnding, names: &[String; 2]) -> String {
    match how {
        MatchEnding::Agreed => "both engines named the same dead stones".to_owned(),
        MatchEnding::ByReferee => {
            "the engines did not agree, so the referee named the dead stones".to_owned()
        }
        MatchEnding::ByRules => "counted as it stood".to_owned(),
        MatchEnding::Resigned => "resigned".to_owned(),
        MatchEnding::Endless => "too long, and let be".to_owned(),
        MatchEnding::Recorded => "played before".to_owned(),
        MatchEnding::Spoiled { by, why, .. } => format!("{} spoiled it, {why}", names[*by]),
    }
}

fn winner(verdict: RecordedResult) -> Option<Color> {
    match verdict {
        RecordedResult::Ended(outcome) => outcome.winner(),
        RecordedResult::Forfeit { winner } | RecordedResult::Won { winner } => Some(winner),
        RecordedResult::Unknown => None,
    }
}
