//! A sum as one writes it on paper.

use ponnuki_game::{Color, Outcome, PointSet, Points, Preset, Size};
use ponnuki_record::{Header, RecordedResult};
use ponnuki_words::layout::{self, Side, counted as n_of};

use crate::count::{CountedGame, DeadBy};

/// More points than this nobody looks up on the board one by one.
const NAMES_MAX: usize = 20;

/// How the game ended, in words, if it did not end by counting.
pub fn uncounted_ending(header: &Header) -> Option<String> {
    match header.about.result.as_ref()?.meaning? {
        RecordedResult::Ended(Outcome::Resignation { winner }) => {
            Some(format!("{winner} won by resignation"))
        }
        RecordedResult::Ended(Outcome::Time { winner }) => Some(format!("{winner} won on time")),
        RecordedResult::Ended(Outcome::NoResult) => Some("The game had no result".to_owned()),
        RecordedResult::Forfeit { winner } => Some(format!("{winner} won by forfeit")),
        RecordedResult::Ended(Outcome::Score { .. })
        | RecordedResult::Won { .. }
        | RecordedResult::Unknown => None,
    }
}

/// The sheet of the game called `name`, which is not counted since it ended otherwise.
pub fn uncounted_sheet(name: &str, header: &Header, ending: &str) -> String {
    let recorded = recorded(header).unwrap_or_default();
    format!(
        "{}\n\n{ending} ({recorded}): nothing was counted; --count counts the board as it stood.\n",
        heading(name, header)
    )
}

impl CountedGame {
    /// The sum of the game called `name` as one writes it on paper: both players side by side,
    /// and below what there is to say about it. Whoever reads it is at a command line.
    pub fn to_sheet(&self, name: &str) -> String {
        let mut lines = vec![heading(name, &self.header), terms(self), String::new()];
        lines.extend(layout::table(
            &rows(self),
            &[Side::Left, Side::Right, Side::Right],
        ));
        lines.push(String::new());
        lines.extend(layout::entries(&findings(self)));
        lines.join("\n") + "\n"
    }
}

/// The file, and who played.
fn heading(name: &str, header: &Header) -> String {
    let heading = match header.about.title() {
        Some(players) => format!("{name}: {players}"),
        None => name.to_owned(),
    };
    layout::printable(&heading)
}

/// What game it is.
fn terms(counted: &CountedGame) -> String {
    let title = match Preset::of(&counted.rules) {
        Some(preset) => preset.title.to_owned(),
        None => "Rules of your own".to_owned(),
    };
    let size = counted.board.size();
    format!(
        "{title}, {}×{} board, {}",
        size.width(),
        size.height(),
        n_of(counted.n_moves, "move")
    )
}

/// The lines that say something about either player, and the total.
fn rows(counted: &CountedGame) -> Vec<Vec<String>> {
    let sums = &counted.score.sums;
    let mut rows = vec![["", "Black", "White"].map(str::to_owned).to_vec()];
    let pairs = sums.black.lines().into_iter().zip(sums.white.lines());
    for ((name, black), (_, white)) in pairs {
        let is_told = name == "territory" || [black, white] != [Points::ZERO; 2];
        if is_told {
            rows.push(vec![name.to_owned(), black.to_string(), white.to_string()]);
        }
    }
    let total = |color: Color| sums[color].total().to_string();
    rows.push(["total".to_owned(), total(Color::Black), total(Color::White)].to_vec());
    let widest = |column: usize| rows.iter().map(|row| row[column].len()).max();
    let rule = |column: usize| "─".repeat(widest(column).unwrap_or(0));
    let rule = (0..3).map(rule).collect();
    rows.insert(rows.len() - 1, rule);
    rows
}

/// What is below the sum.
fn findings(counted: &CountedGame) -> Vec<(&'static str, String)> {
    let (size, score) = (counted.board.size(), &counted.score);
    let mut findings = Vec::new();
    if counted.dead_by != DeadBy::Nobody {
        findings.push(("Dead", dead(counted)));
    }
    if !score.seki.is_empty() {
        findings.push(("Seki", names(size, score.seki)));
    }
    if !score.seki_eyes.is_empty() {
        let eyes = points(size, score.seki_eyes);
        findings.push(("In seki", format!("{eyes}: surrounded, but not counted")));
    }
    let unfilled = score.unfilled.black | score.unfilled.white;
    let dame = score.dame - unfilled;
    if !dame.is_empty() {
        findings.push(("Dame", points(size, dame)));
    }
    if !unfilled.is_empty() {
        let unfilled = points(size, unfilled);
        let how = match counted.counts_unfilled {
            true => "counted all the same, as on the game's server",
            false => "so not counted",
        };
        findings.push(("To fill", format!("{unfilled}, {how}")));
    }
    if counted.is_assumed {
        findings.push((
            "Note",
            "the file does not tell its rules: --rules counts by others".to_owned(),
        ));
    }
    if !counted.is_stopped {
        findings.push((
            "Note",
            "play has not stopped: the passes that end a game under these rules are missing"
                .to_owned(),
        ));
    }
    findings.push(("Result", result(counted)));
    findings
}

fn dead(counted: &CountedGame) -> String {
    let size = counted.board.size();
    let of = |color: Color| {
        let stones = counted.dead & counted.board.stones(color);
        (!stones.is_empty()).then(|| format!("{color} {}", names(size, stones)))
    };
    let stones: Vec<String> = Color::BOTH.into_iter().filter_map(of).collect();
    let stones = match stones.is_empty() {
        true => "no stone".to_owned(),
        false => stones.join("; "),
    };
    let by = match counted.dead_by {
        DeadBy::Nobody => "",
        DeadBy::File => ", as the file marks it",
        DeadBy::Engine => ", as the engine judges it",
        DeadBy::You => ", as you say",
    };
    format!("{stones}{by}")
}

fn result(counted: &CountedGame) -> String {
    let found = counted.score.outcome();
    match (counted.agrees(), recorded(&counted.header)) {
        (Some(true), _) => format!("{found}, as recorded"),
        (Some(false), Some(recorded)) => {
            format!("{found}, which is NOT the recorded result {recorded}")
        }
        (None, Some(recorded)) => format!("{found} on the board; recorded is {recorded}"),
        (_, None) => format!("{found}; none is recorded"),
    }
}

/// The result as the file has it.
fn recorded(header: &Header) -> Option<String> {
    let result = header.about.result.as_ref()?;
    Some(layout::printable(&result.text))
}

fn names(size: Size, points: PointSet) -> String {
    let names: Vec<String> = points.iter().map(|point| size.name(point)).collect();
    names.join(" ")
}

/// How many points, and which if that is worth reading.
fn points(size: Size, points: PointSet) -> String {
    match points.len() {
        1 => names(size, points),
        n @ 2..=NAMES_MAX => format!("{n} points: {}", names(size, points)),
        n => format!("{n} points"),
    }
}
