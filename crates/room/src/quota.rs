//! How often a player may do what is beside the game: each in one game of the room, and
//! for each seat apart, so that whoever overdoes it is refused and nobody else.

use std::fmt;

use crate::event::{Event, Happened, Refusal, Speaker};
use crate::seat::{BySeat, Seat};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quota {
    /// What one player says, in lines.
    Lines,
    /// What all who watch say together, in lines: they cannot silence the players.
    WatcherLines,
    /// New names of one player.
    Names,
    /// Marks of one player on dead stones.
    Marks,
    /// Moves that one player takes back, or asks to.
    Undos,
    /// One player's offers to let a game in circles be.
    Offers,
    /// How often one player wants to play on after play had stopped.
    Resumes,
}

/// Lines that one player says in a game: more than anybody reads beside playing.
pub const CHAT_LINES_MAX: u32 = 500;

/// Lines that all watchers together say in a game.
pub const WATCHER_LINES_MAX: u32 = 300;

/// The bytes of a line: what is longer counts as several. So all that is said in a game,
/// which everybody is sent who comes in, has some 160 KiB at most.
const LINE_BYTES: usize = 128;

/// New names of one player in a game: enough to mend a misspelt one many times.
pub const NAMES_MAX: u32 = 20;

/// Marks of one player in a game: twice as many chains as lie dead on the largest boards,
/// and each mark is told to everybody with all its stones.
pub const MARKS_MAX: u32 = 300;

/// Moves that one player takes back in a game with another person. A teacher who tries
/// variations needs dozens.
pub const UNDOS_MAX: u32 = 200;

/// Questions whether a move may be taken back that one player asks in a game and the other
/// does not grant: each asks for attention while a clock runs.
pub const UNDO_QUESTIONS_MAX: u32 = 5;

/// Offers of one player to let a game be, after which they may still accept the other's.
pub const OFFERS_MAX: u32 = 10;

/// How often one player resumes a game that both stopped: a dispute is played out once,
/// and boards have few disputes.
pub const RESUMES_MAX: u32 = 20;

/// All that two players and those who watch can use up in a game of these quotas, without
/// what answers the other player.
pub(crate) const GAME_QUOTAS: u32 = WATCHER_LINES_MAX
    + 2 * (CHAT_LINES_MAX + NAMES_MAX + MARKS_MAX + UNDOS_MAX + UNDO_QUESTIONS_MAX)
    + 2 * (OFFERS_MAX + RESUMES_MAX);

impl Quota {
    /// The most in one game.
    pub fn max(self) -> u32 {
        match self {
            Quota::Lines => CHAT_LINES_MAX,
            Quota::WatcherLines => WATCHER_LINES_MAX,
            Quota::Names => NAMES_MAX,
            Quota::Marks => MARKS_MAX,
            Quota::Undos => UNDOS_MAX,
            Quota::Offers => OFFERS_MAX,
            Quota::Resumes => RESUMES_MAX,
        }
    }
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quota::Lines => "you have said enough in this game",
            Quota::WatcherLines => "those who watch have said enough in this game",
            Quota::Names => "you have changed your name often enough in this game",
            Quota::Marks => "you have marked stones often enough in this game",
            Quota::Undos => "you have taken back, or asked to, often enough in this game",
            Quota::Offers => "you have offered that often enough in this game",
            Quota::Resumes => "you have resumed play often enough in this game",
        })
    }
}

/// What is used up of the quotas in the current game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    seats: BySeat<SpentBySeat>,
    n_watcher_lines: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SpentBySeat {
    n_lines: u32,
    n_names: u32,
    n_marks: u32,
    n_undos: u32,
    /// Questions that were not granted, or not yet.
    n_questions: u32,
    /// How many moves had been made when the other last said no.
    declined_at: Option<usize>,
    n_offers: u32,
    n_resumes: u32,
}

impl Spent {
    /// Whether what the event asks for is still to be had. `n_moves` is how many were ever
    /// made in the game.
    pub(crate) fn judge(&self, event: &Event, n_moves: usize) -> Result<(), Refusal> {
        let (quota, spent, cost) = match *event {
            Event::Said { ref from, ref text } => {
                let (quota, n_lines) = match *from {
                    Speaker::Seat(seat) => (Quota::Lines, self.seats[seat].n_lines),
                    Speaker::Watcher { .. } => (Quota::WatcherLines, self.n_watcher_lines),
                };
                (quota, n_lines, lines_of(text))
            }
            Event::Renamed { seat, .. } => (Quota::Names, self.seats[seat].n_names, 1),
            Event::Marked { seat, .. } => (Quota::Marks, self.seats[seat].n_marks, 1),
            Event::AbandonOffered { seat } => (Quota::Offers, self.seats[seat].n_offers, 1),
            Event::Resumed { seat } => (Quota::Resumes, self.seats[seat].n_resumes, 1),
            Event::UndoAsked { seat, .. } => return self.judge_undo(seat, n_moves),
            _ => return Ok(()),
        };
        let max = quota.max();
        match spent.saturating_add(cost) <= max {
            true => Ok(()),
            false => Err(Refusal::UsedUp { quota, max }),
        }
    }

    fn judge_undo(&self, seat: Seat, n_moves: usize) -> Result<(), Refusal> {
        let spent = &self.seats[seat];
        let quota = Quota::Undos;
        if spent.n_questions >= UNDO_QUESTIONS_MAX {
            let max = UNDO_QUESTIONS_MAX;
            return Err(Refusal::UsedUp { quota, max });
        }
        if spent.n_undos >= UNDOS_MAX {
            let max = UNDOS_MAX;
            return Err(Refusal::UsedUp { quota, max });
        }
        match spent.declined_at == Some(n_moves) {
            true => Err(Refusal::UndoDeclined),
            false => Ok(()),
        }
    }

    /// Counts what happened. `n_moves` is how many were ever made in the game.
    pub(crate) fn count(&mut self, what: &Happened, n_moves: usize) {
        match *what {
            Happened::Said { ref from, ref text } => {
                let n_lines = match *from {
                    Speaker::Seat(seat) => &mut self.seats[seat].n_lines,
                    Speaker::Watcher { .. } => &mut self.n_watcher_lines,
                };
                *n_lines = n_lines.saturating_add(lines_of(text));
            }
            Happened::Renamed { seat, .. } => self.seats[seat].n_names += 1,
            Happened::Marked { seat, .. } => self.seats[seat].n_marks += 1,
            Happened::AbandonOffered { seat } => self.seats[seat].n_offers += 1,
            Happened::Resumed { seat } => self.seats[seat].n_resumes += 1,
            Happened::UndoAsked { seat } => self.seats[seat].n_questions += 1,
            Happened::UndoDeclined { seat } => {
                self.seats[seat.other()].declined_at = Some(n_moves);
            }
            Happened::Undone { seat, .. } => {
                let spent = &mut self.seats[seat];
                spent.n_undos += 1;
                // It was granted, if it was asked for.
                spent.n_questions = spent.n_questions.saturating_sub(1);
            }
            _ => {}
        }
    }
}

/// How many lines a text counts as.
pub fn lines_of(text: &str) -> u32 {
    let n = text.len().div_ceil(LINE_BYTES).max(1);
    u32::try_from(n).unwrap_or(u32::MAX)
}
