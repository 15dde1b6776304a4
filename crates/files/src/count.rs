//! A recorded game, replayed and counted.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use ponnuki_game::{
    Board, Color, DeadStones, Ending, Game, Illegal, Outcome, Phase, PointSet, Rules, SIDE_MAX,
    Score, Size,
};
use ponnuki_record::{Header, Mark, Record, RecordedResult, Remark, Replay};
use ponnuki_think::{Request, ThinkLimits, Thinker, dead_stones};

use crate::file::FileFault;

/// How often the engine plays a board out to see which stones are dead, if it
/// has no network; one needs far fewer looks. On 1,155 recorded games twice as
/// often changed the dead stones of three, gave as many recorded results, and
/// took twice as long.
const PLAYOUTS: u64 = 500;

/// Which stones to take off before counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadChoice {
    /// Those that the file marks, or else those that the engine finds.
    Auto,
    /// Those that the engine finds, whatever the file marks.
    Engine,
    /// None.
    None,
    /// Those of the chains on these points.
    Named(Vec<String>),
}

/// Who says which stones are dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadBy {
    /// No stone comes off.
    Nobody,
    /// The file marks them.
    File,
    /// A thinker proposes them.
    Engine,
    /// The caller named them.
    You,
}

/// A text that does not say which stones are dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDeadChoiceError {
    /// The text.
    pub given: String,
}

impl fmt::Display for ParseDeadChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = &self.given;
        write!(
            f,
            "dead stones are points with commas between them such as D4,E5, \
             or none, engine or auto, not {given:?}"
        )
    }
}

impl Error for ParseDeadChoiceError {}

impl FromStr for DeadChoice {
    type Err = ParseDeadChoiceError;

    /// `auto`, `engine`, `none`, or points such as `D4,E5`.
    fn from_str(text: &str) -> Result<DeadChoice, ParseDeadChoiceError> {
        match text {
            "auto" => return Ok(DeadChoice::Auto),
            "engine" => return Ok(DeadChoice::Engine),
            "none" => return Ok(DeadChoice::None),
            _ => {}
        }
        let largest = Size::new(SIDE_MAX, SIDE_MAX);
        let is_point = |name: &&str| largest.is_some_and(|size| size.point(name).is_some());
        let names: Vec<&str> = text.split(',').map(str::trim).collect();
        match names.iter().all(is_point) {
            true => Ok(DeadChoice::Named(
                names.into_iter().map(str::to_owned).collect(),
            )),
            false => Err(ParseDeadChoiceError {
                given: text.to_owned(),
            }),
        }
    }
}

/// A game at the end of its main line, and what it is worth there.
#[derive(Clone, Debug)]
pub struct CountedGame {
    /// What the file says of the game.
    pub header: Header,
    /// The rules it was counted by.
    pub rules: Rules,
    /// Whether neither the caller nor the file said what the rules are.
    pub is_assumed: bool,
    /// The last board, dead stones included.
    pub board: Board,
    /// How many moves there are, passes included.
    pub n_moves: usize,
    /// Whether the passes of the record have stopped play.
    pub is_stopped: bool,
    /// The sum.
    pub score: Score,
    /// Whether the points that have to be filled are in it, as on the game's server.
    pub counts_unfilled: bool,
    /// The stones that were taken off.
    pub dead: PointSet,
    /// Who says that they are dead.
    pub dead_by: DeadBy,
    /// What was wrong with the record.
    pub remarks: Vec<Remark>,
}

impl CountedGame {
    /// Counts the last board of the main line, by `rules` or else by those of the file.
    /// `thinker` makes what finds the dead stones, if neither the file nor the caller names them.
    ///
    /// # Errors
    ///
    /// Stones were named as dead that are not there, or where nothing can be.
    pub fn of(
        record: Record<'_>,
        rules: Option<Rules>,
        dead: &DeadChoice,
        thinker: impl FnOnce() -> Box<dyn Thinker>,
    ) -> Result<CountedGame, FileFault> {
        let record = rules.map_or(record, |rules| record.under(rules));
        let header = record.header();
        let told = header.about.rules.as_ref().and_then(|told| told.meaning);
        let mut replay = record.replay();
        replay.to_end();
        let game = replay.game();
        let (stones, dead_by) = choose(&replay, dead, thinker)?;
        let score = score(&replay, stones).map_err(|law| FileFault::Dead {
            law,
            size: game.size(),
        })?;
        let counts_unfilled = rules.is_none() && header.about.counts_unfilled();
        Ok(CountedGame {
            rules: *game.rules(),
            is_assumed: rules.or(told).is_none(),
            header,
            board: game.board().clone(),
            n_moves: replay.n_moves(),
            is_stopped: game.phase() != Phase::Playing,
            score: match counts_unfilled {
                true => score.with_unfilled(),
                false => score,
            },
            counts_unfilled,
            dead: stones,
            dead_by,
            remarks: replay.remarks().to_vec(),
        })
    }

    /// Whether the recorded result is the one counted; `None` if the file
    /// does not say what the count was, or play has not stopped: then nobody
    /// has counted this board.
    pub fn agrees(&self) -> Option<bool> {
        if !self.is_stopped {
            return None;
        }
        match self.header.about.result.as_ref()?.meaning? {
            RecordedResult::Ended(outcome @ Outcome::Score { .. }) => {
                Some(outcome == self.score.outcome())
            }
            RecordedResult::Ended(_)
            | RecordedResult::Forfeit { .. }
            | RecordedResult::Won { .. } => None,
            RecordedResult::Unknown => None,
        }
    }
}

/// The sum with the stones of `dead` taken off. It knows the prisoners from
/// before a set-up in mid-game, which the game alone does not.
fn score(replay: &Replay<'_>, dead: PointSet) -> Result<Score, Illegal> {
    let game = replay.game();
    game.score(dead)?;
    let mut prisoners = replay.prisoners();
    for color in Color::BOTH {
        prisoners[color].dead = (dead & game.board().stones(!color)).len() as u16;
    }
    Ok(Score::of(&Ending {
        board: game.board(),
        rules: game.rules(),
        komi: game.setup().komi,
        handicap: game.setup().odds.n(),
        prisoners,
        button: game.button(),
        dead,
    }))
}

/// The stones to take off, and who says so.
fn choose(
    replay: &Replay<'_>,
    dead: &DeadChoice,
    thinker: impl FnOnce() -> Box<dyn Thinker>,
) -> Result<(PointSet, DeadBy), FileFault> {
    let game = replay.game();
    let is_any_dead = game.rules().dead != DeadStones::Stay;
    let marked = match dead {
        DeadChoice::None => return Ok((PointSet::EMPTY, DeadBy::Nobody)),
        DeadChoice::Named(names) => return Ok((named(game, names)?, DeadBy::You)),
        DeadChoice::Auto | DeadChoice::Engine if !is_any_dead => {
            return Ok((PointSet::EMPTY, DeadBy::Nobody));
        }
        DeadChoice::Auto => marked(replay),
        DeadChoice::Engine => None,
    };
    Ok(match marked {
        Some(dead) => (dead, DeadBy::File),
        None => (proposed(game, &mut *thinker()), DeadBy::Engine),
    })
}

/// The chains on the points of these names.
fn named(game: &Game, names: &[String]) -> Result<PointSet, FileFault> {
    let size = game.size();
    let mut dead = PointSet::EMPTY;
    for name in names {
        let point = size.point(name).ok_or_else(|| FileFault::NotOnBoard {
            name: name.clone(),
            size,
        })?;
        let chain = game.board().chain(point).ok_or(FileFault::Dead {
            law: Illegal::NoStone { point },
            size,
        })?;
        dead = dead | chain.stones;
    }
    Ok(dead)
}

/// The stones inside the other's territory, if the last node marks territory
/// and they are whole chains.
fn marked(replay: &Replay<'_>) -> Option<PointSet> {
    let (record, node, game) = (replay.record(), replay.node(), replay.game());
    let is_marked = |mark: Mark| node.property(mark.name()).is_some();
    if !is_marked(Mark::BlackTerritory) && !is_marked(Mark::WhiteTerritory) {
        return None;
    }
    let board = game.board();
    let black = board.stones(Color::Black) & record.marked(node, Mark::WhiteTerritory);
    let white = board.stones(Color::White) & record.marked(node, Mark::BlackTerritory);
    let dead = black | white;
    game.score(dead).is_ok().then_some(dead)
}

/// The stones that `thinker` takes for dead, within a fixed number of playouts: the same answer
/// each time from a thinker of the same seed.
fn proposed(game: &Game, thinker: &mut dyn Thinker) -> PointSet {
    dead_stones(&thinker.dead_chains(game, &Request::within(ThinkLimits::playouts(PLAYOUTS))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_stones_are_points_or_a_word() {
        assert_eq!("auto".parse(), Ok(DeadChoice::Auto));
        assert_eq!("engine".parse(), Ok(DeadChoice::Engine));
        assert_eq!("none".parse(), Ok(DeadChoice::None));
        let named = DeadChoice::Named(vec!["D4".to_owned(), "e5".to_owned()]);
        assert_eq!("D4, e5".parse(), Ok(named));
        for text in ["", ",", "D4,", "I5", "D26", "all", "D4;E5", "D4 E5"] {
            assert!(text.parse::<DeadChoice>().is_err(), "{text}");
        }
    }
}
