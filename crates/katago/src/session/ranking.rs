//! What moves are ranked by, as a number.

use ponnuki_think::Candidate;

/// For each candidate, the best first, a number that is the greater the better it is: how often
/// it was tried. Where the first choice has a better lower bound than one that was tried more, it
/// has one more than that.
pub(crate) fn selection_values(candidates: &[Candidate]) -> Vec<f64> {
    let visits = candidates.iter().map(|one| one.visits);
    let most = visits.clone().max().unwrap_or(0);
    let mut values: Vec<f64> = visits.map(|n| n as f64).collect();
    if let Some(first) = values.first_mut()
        && *first < most as f64
    {
        *first = most as f64 + 1.0;
    }
    values
}
