//! A tournament as a list of what happened; everything else is derived from it.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::rules::{
    CORRECTION_MAX, ENTRANTS_MAX, Entrant, PairingSystem, ROUNDS_MAX, STONES_MAX, TournamentRules,
};

/// Somebody who entered, by the order of entering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId {
    idx: usize,
}

impl EntrantId {
    /// The one with this number, from 1.
    pub fn from_number(number: usize) -> Option<EntrantId> {
        number.checked_sub(1).map(|idx| EntrantId { idx })
    }

    /// The number, from 1.
    pub fn number(self) -> usize {
        self.idx + 1
    }

    pub(crate) fn from_idx(idx: usize) -> EntrantId {
        EntrantId { idx }
    }

    pub(crate) fn idx(self) -> usize {
        self.idx
    }
}

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// Who plays whom at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableGame {
    /// Who has Black.
    pub black: EntrantId,
    /// Who has White.
    pub white: EntrantId,
    /// Handicap stones; with one, Black begins without giving komi.
    pub stones: u8,
}

/// A round as it is paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPairs {
    /// Which round, from 1.
    pub round: usize,
    /// The games, in the order of the tables.
    pub tables: Vec<TableGame>,
    /// Who has no opponent.
    pub byes: Vec<EntrantId>,
}

/// Who won at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableWinner {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Jigo: half a point for each.
    Drawn,
    /// Both are given the win.
    Both,
    /// Both lost.
    Neither,
}

/// How a game over the board ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// Who won.
    pub winner: TableWinner,
    /// Whether it was not played: somebody did not come. Such a game is not rated.
    pub is_forfeit: bool,
}

impl fmt::Display for TableResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner {
            TableWinner::Black => "b",
            TableWinner::White => "w",
            TableWinner::Drawn => "=",
            TableWinner::Both => "both",
            TableWinner::Neither => "neither",
        };
        let forfeit = if self.is_forfeit { "!" } else { "" };
        write!(f, "{winner}{forfeit}")
    }
}

/// The text is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseResultError;

impl fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is b, w, =, both or neither, with ! after it if nobody played")
    }
}

impl Error for ParseResultError {}

impl FromStr for TableResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<TableResult, ParseResultError> {
        let (winner, is_forfeit) = match text.strip_suffix('!') {
            Some(winner) => (winner, true),
            None => (text, false),
        };
        let winner = match winner.to_ascii_lowercase().as_str() {
            "b" | "black" => TableWinner::Black,
            "w" | "white" => TableWinner::White,
            "=" | "jigo" => TableWinner::Drawn,
            "both" => TableWinner::Both,
            "neither" => TableWinner::Neither,
            _ => return Err(ParseResultError),
        };
        Ok(TableResult { winner, is_forfeit })
    }
}

/// What can happen in a tournament.
#[derive(Clone, Debug, PartialEq)]
pub enum TournamentEvent {
    /// Somebody entered.
    Entered(Entrant),
    /// Somebody plays no more, from this round on.
    Withdrew {
        /// Who.
        entrant: EntrantId,
        /// The first round that they do not play.
        from_round: usize,
    },
    /// Somebody does not play in one round.
    Absent {
        /// Who.
        entrant: EntrantId,
        /// The round.
        round: usize,
    },
    /// A round is paired.
    Paired(RoundPairs),
    /// The last round that was paired is paired no more.
    Unpaired {
        /// The round.
        round: usize,
    },
    /// A game ended, or its result was wrong and is this.
    Ended {
        /// The round.
        round: usize,
        /// The table, from 1.
        table: usize,
        /// How.
        result: TableResult,
    },
}

/// Why something cannot happen in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentRefusal {
    /// The number of rounds is not from 1 to [`ROUNDS_MAX`].
    Rounds,
    /// The upper bar is below the lower one.
    Bars,
    /// There are [`ENTRANTS_MAX`] already.
    Full,
    /// Somebody has no name.
    Nameless,
    /// Somebody of that name has entered.
    SameName(EntrantId),
    /// A correction of the starting score goes too far.
    Correction,
    /// A round robin has begun: everybody plays everybody, so nobody can join.
    Begun,
    /// There is no such entrant.
    NoEntrant(EntrantId),
    /// There is no such round.
    NoRound(usize),
    /// That round is paired already.
    PairedAlready(usize),
    /// That round is not paired.
    NotPaired(usize),
    /// The next round to pair is another one.
    NotNext(usize),
    /// They have withdrawn.
    Withdrawn(EntrantId),
    /// They do not play in that round.
    NotThere(EntrantId),
    /// They would be paired twice in one round.
    Twice(EntrantId),
    /// More stones than there can be.
    Stones(u8),
    /// There is no such table in that round.
    NoTable(usize),
    /// A game of that round has a result.
    HasResults(usize),
    /// A game has no result yet.
    Unfinished {
        /// The round.
        round: usize,
        /// The table, from 1.
        table: usize,
    },
    /// There are fewer than two who play.
    TooFew,
}

impl fmt::Display for TournamentRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TournamentRefusal as R;
        match self {
            R::Rounds => write!(f, "a tournament has 1 to {ROUNDS_MAX} rounds"),
            R::Bars => f.write_str("the upper bar is below the lower one"),
            R::Full => write!(f, "{ENTRANTS_MAX} have entered, and no more can"),
            R::Nameless => f.write_str("an entrant has no name"),
            R::SameName(id) => write!(f, "number {id} has that name"),
            R::Correction => write!(f, "a correction is at most {CORRECTION_MAX}"),
            R::Begun => f.write_str("the round robin has begun, so nobody can join it"),
            R::NoEntrant(id) => write!(f, "there is no entrant {id}"),
            R::NoRound(round) => write!(f, "there is no round {round}"),
            R::PairedAlready(round) => write!(f, "round {round} is paired already"),
            R::NotPaired(round) => write!(f, "round {round} is not paired"),
            R::NotNext(round) => write!(f, "the next round to pair is {round}"),
            R::Withdrawn(id) => write!(f, "entrant {id} has withdrawn"),
            R::NotThere(id) => write!(f, "entrant {id} does not play in that round"),
            R::Twice(id) => write!(f, "entrant {id} is in that round twice"),
            R::Stones(stones) => write!(f, "{stones} stones are more than {STONES_MAX}"),
            R::NoTable(table) => write!(f, "there is no table {table} in that round"),
            R::HasResults(round) => write!(f, "round {round} has results"),
            R::Unfinished { round, table } => {
                write!(f, "table {table} of round {round} has no result yet")
            }
            R::TooFew => f.write_str("fewer than two can play"),
        }
    }
}

impl Error for TournamentRefusal {}

/// A round that is paired, with the results that are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRound {
    /// The games in the order of the tables, each with its result if it has one.
    pub tables: Vec<(TableGame, Option<TableResult>)>,
    /// Who has no opponent.
    pub byes: Vec<EntrantId>,
}

/// A tournament: its rules and what happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    rules: TournamentRules,
    events: Vec<TournamentEvent>,
    /// Everybody who entered. Derived from `events`.
    entrants: Vec<Entrant>,
    /// For each entrant the first round that they do not play any more. Derived.
    withdrawn_from: Vec<Option<usize>>,
    /// Who misses which round. Derived.
    absences: Vec<(EntrantId, usize)>,
    /// The rounds that are paired. Derived.
    rounds: Vec<PlayedRound>,
}

impl Tournament {
    /// A tournament that nobody has entered yet.
    ///
    /// # Errors
    ///
    /// The rules contradict themselves.
    pub fn new(rules: TournamentRules) -> Result<Tournament, TournamentRefusal> {
        if !(1..=ROUNDS_MAX).contains(&rules.n_rounds) {
            return Err(TournamentRefusal::Rounds);
        }
        if rules.bar < rules.floor {
            return Err(TournamentRefusal::Bars);
        }
        if rules.handicap.stones_max > STONES_MAX {
            return Err(TournamentRefusal::Stones(rules.handicap.stones_max));
        }
        Ok(Tournament {
            rules,
            events: Vec::new(),
            entrants: Vec::new(),
            withdrawn_from: Vec::new(),
            absences: Vec::new(),
            rounds: Vec::new(),
        })
    }

    /// What it is played by.
    pub fn rules(&self) -> &TournamentRules {
        &self.rules
    }

    /// All that happened, in order.
    pub fn events(&self) -> &[TournamentEvent] {
        &self.events
    }

    /// Everybody who entered, with their numbers.
    pub fn entrants(&self) -> impl Iterator<Item = (EntrantId, &Entrant)> {
        let ids = (0..).map(EntrantId::from_idx);
        ids.zip(&self.entrants)
    }

    /// Somebody who entered.
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.get(id.idx)
    }

    /// The rounds that are paired.
    pub fn rounds(&self) -> &[PlayedRound] {
        &self.rounds
    }

    /// From which round on somebody plays no more.
    pub fn withdrawn_from(&self, id: EntrantId) -> Option<usize> {
        self.withdrawn_from.get(id.idx).copied().flatten()
    }

    /// Whether somebody wants to play in that round.
    pub fn is_present(&self, id: EntrantId, round: usize) -> bool {
        let has_entered = |entrant: &Entrant| entrant.from_round <= round;
        self.entrant(id).is_some_and(has_entered)
            && self.withdrawn_from(id).is_none_or(|from| round < from)
            && !self.absences.contains(&(id, round))
    }

    /// The only way a tournament changes.
    ///
    /// # Errors
    ///
    /// Why it cannot happen; the tournament is then as it was.
    pub fn step(&mut self, event: TournamentEvent) -> Result<(), TournamentRefusal> {
        self.judge(&event)?;
        self.carry_out(&event);
        self.events.push(event);
        Ok(())
    }

    /// All that decides whether something can happen.
    fn judge(&self, event: &TournamentEvent) -> Result<(), TournamentRefusal> {
        match event {
            TournamentEvent::Entered(entrant) => self.judge_entry(entrant),
            TournamentEvent::Withdrew {
                entrant,
                from_round,
            } => self.judge_absence(*entrant, *from_round),
            TournamentEvent::Absent { entrant, round } => self.judge_absence(*entrant, *round),
            TournamentEvent::Paired(pairs) => self.judge_pairs(pairs),
            TournamentEvent::Unpaired { round } => {
                let played = self.played(*round)?;
                if *round != self.rounds.len() {
                    return Err(TournamentRefusal::PairedAlready(*round + 1));
                }
                match played.tables.iter().any(|(_, result)| result.is_some()) {
                    true => Err(TournamentRefusal::HasResults(*round)),
                    false => Ok(()),
                }
            }
            TournamentEvent::Ended { round, table, .. } => {
                let n_tables = self.played(*round)?.tables.len();
                match (1..=n_tables).contains(table) {
                    true => Ok(()),
                    false => Err(TournamentRefusal::NoTable(*table)),
                }
            }
        }
    }

    fn judge_entry(&self, entrant: &Entrant) -> Result<(), TournamentRefusal> {
        if entrant.family.is_empty() {
            return Err(TournamentRefusal::Nameless);
        }
        let name = entrant.full_name();
        if let Some((id, _)) = self.entrants().find(|(_, known)| known.full_name() == name) {
            return Err(TournamentRefusal::SameName(id));
        }
        if self.entrants.len() >= ENTRANTS_MAX {
            return Err(TournamentRefusal::Full);
        }
        if self.rules.system == PairingSystem::RoundRobin && !self.rounds.is_empty() {
            return Err(TournamentRefusal::Begun);
        }
        if entrant.correction.unsigned_abs() > CORRECTION_MAX.unsigned_abs() {
            return Err(TournamentRefusal::Correction);
        }
        self.judge_unpaired(entrant.from_round)
    }

    fn judge_absence(&self, id: EntrantId, round: usize) -> Result<(), TournamentRefusal> {
        self.entrant(id).ok_or(TournamentRefusal::NoEntrant(id))?;
        if self.withdrawn_from(id).is_some_and(|from| from <= round) {
            return Err(TournamentRefusal::Withdrawn(id));
        }
        self.judge_unpaired(round)
    }

    /// Whether the round is there and can still be paired.
    fn judge_unpaired(&self, round: usize) -> Result<(), TournamentRefusal> {
        match round {
            _ if !(1..=self.rules.n_rounds).contains(&round) => {
                Err(TournamentRefusal::NoRound(round))
            }
            _ if round <= self.rounds.len() => Err(TournamentRefusal::PairedAlready(round)),
            _ => Ok(()),
        }
    }

    fn judge_pairs(&self, pairs: &RoundPairs) -> Result<(), TournamentRefusal> {
        self.judge_unpaired(pairs.round)?;
        if pairs.round != self.rounds.len() + 1 {
            return Err(TournamentRefusal::NotNext(self.rounds.len() + 1));
        }
        if pairs.tables.is_empty() {
            return Err(TournamentRefusal::TooFew);
        }
        let mut is_paired = vec![false; self.entrants.len()];
        let at_tables = pairs
            .tables
            .iter()
            .flat_map(|game| [game.black, game.white]);
        for id in at_tables.chain(pairs.byes.iter().copied()) {
            self.entrant(id).ok_or(TournamentRefusal::NoEntrant(id))?;
            if !self.is_present(id, pairs.round) {
                return Err(TournamentRefusal::NotThere(id));
            }
            if std::mem::replace(&mut is_paired[id.idx], true) {
                return Err(TournamentRefusal::Twice(id));
            }
        }
        let stones = pairs.tables.iter().map(|game| game.stones).max();
        match stones.filter(|stones| *stones > STONES_MAX) {
            Some(stones) => Err(TournamentRefusal::Stones(stones)),
            None => Ok(()),
        }
    }

    fn played(&self, round: usize) -> Result<&PlayedRound, TournamentRefusal> {
        let idx = round.checked_sub(1);
        let idx = idx.ok_or(TournamentRefusal::NoRound(round))?;
        let played = self.rounds.get(idx);
        played.ok_or(TournamentRefusal::NotPaired(round))
    }

    fn carry_out(&mut self, event: &TournamentEvent) {
        match event {
            TournamentEvent::Entered(entrant) => {
                self.entrants.push(entrant.clone());
                self.withdrawn_from.push(None);
            }
            TournamentEvent::Withdrew {
                entrant,
                from_round,
            } => self.withdrawn_from[entrant.idx] = Some(*from_round),
            TournamentEvent::Absent { entrant, round } => self.absences.push((*entrant, *round)),
            TournamentEvent::Paired(pairs) => self.rounds.push(PlayedRound {
                tables: pairs.tables.iter().map(|game| (*game, None)).collect(),
                byes: pairs.byes.clone(),
            }),
            TournamentEvent::Unpaired { .. } => drop(self.rounds.pop()),
            TournamentEvent::Ended {
                round,
                table,
                result,
            } => self.rounds[round - 1].tables[table - 1].1 = Some(*result),
        }
    }
}
