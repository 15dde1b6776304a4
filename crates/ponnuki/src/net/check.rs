//! What was found out about networks, as a table.

use ponnuki_nets::{ChecksumState, NetCheck, OutputGaps};

use crate::layout::Side;
use crate::networks::explain;

pub(super) const HEADS: [&str; 6] = [
    "name",
    "checksum",
    "chances",
    "ownership",
    "points",
    "verdict",
];

pub(super) const SIDES: [Side; HEADS.len()] = [
    Side::Left,
    Side::Left,
    Side::Right,
    Side::Right,
    Side::Right,
    Side::Left,
];

/// The row of the network `name`.
pub(super) fn row(name: &str, check: &NetCheck) -> Vec<String> {
    let checksum = match check.checksum {
        ChecksumState::AsAdded => "as added",
        ChecksumState::Changed => "changed",
        ChecksumState::NotKept => "not kept",
        ChecksumState::NotNeeded => "–",
    };
    let blank = || ["", "", ""].map(str::to_owned);
    let (gaps, verdict) = match (&check.gaps, check.is_good()) {
        (Ok(gaps), true) => (cells(gaps), "good".to_owned()),
        (Ok(gaps), false) if gaps.are_tolerable() => {
            (cells(gaps), "changed since it was added".to_owned())
        }
        (Ok(gaps), false) => (cells(gaps), "computed wrong".to_owned()),
        (Err(fault), _) => (blank(), explain(fault)),
    };
    let mut row = vec![name.to_owned(), checksum.to_owned()];
    row.extend(gaps);
    row.push(verdict);
    row
}

/// The last row: how large the differences may be.
pub(super) fn tolerance_row() -> Vec<String> {
    let mut row = vec!["at most".to_owned(), String::new()];
    row.extend(cells(&OutputGaps::TOLERANCE));
    row
}

fn cells(gaps: &OutputGaps) -> [String; 3] {
    [gaps.probability, gaps.ownership, gaps.score].map(|gap| format!("{gap:.0e}"))
}
