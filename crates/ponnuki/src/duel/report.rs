//! What a match tells the person who started it.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use ponnuki_game::{Color, Preset};
use ponnuki_record::Verdict;

use super::bout::{How, Played, Seat, Terms, seat_of_black, seat_with};
use super::tally::Tally;

/// How many of an engine's last lines are told with what it did wrong.
const N_STDERR_LINES: usize = 5;

/// The match so far.
#[derive(Debug)]
pub(super) struct Report {
    names: [String; 2],
    /// For the first engine, with either colour.
    with_black: Tally,
    with_white: Tally,
    /// What each engine did wrong.
    spoiled: [usize; 2],
    slowest: [Duration; 2],
    /// In how many games each counted otherwise than the referee.
    counted_otherwise: [usize; 2],
    n_by_referee: usize,
}

impl Report {
    /// Before the first game; engines of the same name are told apart.
    pub(super) fn new(mut names: [String; 2]) -> Report {
        if names[0] == names[1] {
            names[0].push_str(" (first)");
            names[1].push_str(" (second)");
        }
        Report {
            names,
            with_black: Tally::default(),
            with_white: Tally::default(),
            spoiled: [0; 2],
            slowest: [Duration::ZERO; 2],
            counted_otherwise: [0; 2],
            n_by_referee: 0,
        }
    }

    pub(super) fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// Writes what is going to be played.
    pub(super) fn begin(
        &self,
        terms: &Terms,
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
    pub(super) fn count(&mut self, played: &Played, out: &mut impl Write) -> io::Result<()> {
        self.add(played.number, played.verdict);
        match &played.how {
            How::Spoiled { by, .. } => self.spoiled[*by] += 1,
            How::ByReferee => self.n_by_referee += 1,
            How::Agreed | How::ByRules | How::Resigned | How::Endless | How::Recorded => {}
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
        if let How::Spoiled { stderr, .. } = &played.how {
            let from = stderr.len().saturating_sub(N_STDERR_LINES);
            for line in &stderr[from..] {
                writeln!(out, "      | {line}")?;
            }
        }
        out.flush()
    }

    /// Counts games that were played before.
    pub(super) fn count_recorded(
        &mut self,
        found: &BTreeMap<usize, Verdict>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        for (&number, &verdict) in found {
            self.add(number, verdict);
            if let Verdict::Forfeit { winner } = verdict {
                self.spoiled[seat_with(number, !winner)] += 1;
            }
            self.write_line(number, verdict, &How::Recorded, out)?;
        }
        out.flush()
    }

    fn write_line(
        &self,
        number: usize,
        verdict: Verdict,
        how: &How,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let black = &self.names[seat_with(number, Color::Black)];
        let (number, how) = (number + 1, how_text(how, &self.names));
        let verdict = verdict.to_string();
        writeln!(out, "{number:>4}  {verdict:<8} Black: {black}; {how}")
    }

    fn add(&mut self, number: usize, verdict: Verdict) {
        let tally = match seat_of_black(number) {
            0 => &mut self.with_black,
            _ => &mut self.with_white,
        };
        match winner(verdict).map(|color| seat_with(number, color)) {
            Some(0) => tally.n_wins += 1,
            Some(_) => tally.n_losses += 1,
            None => tally.n_draws += 1,
        }
    }

    /// Writes who is stronger, and what went wrong.
    pub(super) fn end(&self, out: &mut impl Write) -> io::Result<()> {
        let (black, white) = (self.with_black, self.with_white);
        let all = Tally {
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

    fn write_faults(&self, seat: Seat, out: &mut impl Write) -> io::Result<()> {
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
pub(super) fn how_text(how: &How, names: &[String; 2]) -> String {
    match how {
        How::Agreed => "both engines named the same dead stones".to_owned(),
        How::ByReferee => {
            "the engines did not agree, so the referee named the dead stones".to_owned()
        }
        How::ByRules => "counted as it stood".to_owned(),
        How::Resigned => "resigned".to_owned(),
        How::Endless => "too long, and let be".to_owned(),
        How::Recorded => "played before".to_owned(),
        How::Spoiled { by, why, .. } => format!("{} spoiled it, {why}", names[*by]),
    }
}

fn winner(verdict: Verdict) -> Option<Color> {
    match verdict {
        Verdict::Ended(outcome) => outcome.winner(),
        Verdict::Forfeit { winner } | Verdict::Won { winner } => Some(winner),
        Verdict::Unknown => None,
    }
}
