//! How near networks come to what the teacher said.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use ponnuki_game::Size;
use ponnuki_net::{Evaluator, Net, Raw};

use crate::shard::{self, Sample};
use crate::teacher::BATCH;

/// Where an input tells that a board of long cycles is not forbidden, or territory is scored.
const KO_IS_SUPER: usize = 6;
const IS_TERRITORY: usize = 9;

/// How near a network comes, over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Nearness {
    /// How many positions.
    pub(crate) n: usize,
    /// How often its first choice is the teacher's.
    pub(crate) agreement: f64,
    /// What is lost, in nats, by believing its policy instead of the teacher's.
    pub(crate) policy: f64,
    /// How far off the chance to win is.
    pub(crate) value: f64,
    /// How many points off the lead is.
    pub(crate) lead: f64,
    /// How many points off the mean of the score is.
    pub(crate) score: f64,
    /// How far off it is whose a point will be; 2 is the worst.
    pub(crate) ownership: f64,
}

impl Nearness {
    /// Counts one position more.
    fn add(&mut self, sample: &Sample, raw: &Raw, net: &Net) {
        let policy = policy(&sample.input.planes, raw);
        let multipliers = net.model().multipliers;
        let score = |i: usize| raw.score.get(i).copied().unwrap_or(0.0);
        let off = |a: f32, b: f32| f64::from((a - b).abs());
        let owned = raw.ownership.iter().zip(&sample.ownership);
        let owned: f64 = owned.map(|(logit, &x)| off(logit.tanh(), x)).sum();
        self.n += 1;
        self.agreement += f64::from(u8::from(best(&policy) == best(&sample.policy)));
        self.policy += divergence(&sample.policy, &policy);
        self.value += off(win(&sample.input.globals, raw), sample.value[0]);
        self.score += off(score(0) * multipliers.score_mean, sample.score[0]);
        self.lead += off(score(2) * multipliers.lead, sample.score[2]);
        self.ownership += owned / sample.ownership.len() as f64;
    }
}

impl fmt::Display for Nearness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.n.max(1) as f64;
        write!(
            f,
            "{:5} | {:5.1} % | {:.3} | {:.3} | {:5.2} | {:5.2} | {:.3}",
            self.n,
            100.0 * self.agreement / n,
            self.policy / n,
            self.value / n,
            self.lead / n,
            self.score / n,
            self.ownership / n
        )
    }
}

/// How near `net` comes on the files that are held out, for each group of sizes.
///
/// # Errors
///
/// If a file cannot be read.
pub(crate) fn nearness(net: &Net, files: &[PathBuf]) -> io::Result<Vec<(&'static str, Nearness)>> {
    let mut table: Vec<(&'static str, Nearness)> = Vec::new();
    for file in files {
        let samples = shard::load(file)?;
        let Some(first) = samples.first() else {
            continue;
        };
        let name = size_name(first.input.size);
        let i = table.iter().position(|(known, _)| *known == name);
        let i = i.unwrap_or_else(|| {
            table.push((name, Nearness::default()));
            table.len() - 1
        });
        each(net, &samples, |sample, raw| {
            table[i].1.add(sample, raw, net)
        })?;
    }
    table.sort_unstable_by_key(|(name, _)| *name);
    Ok(table)
}

/// What `net` says of every position of a file, as bytes: for each the logits
/// of all points and of a pass, those of the value, the score and the ownership.
///
/// # Errors
///
/// If the file cannot be read.
pub(crate) fn outputs(net: &Net, file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    each(net, &shard::load(file)?, |_, raw| {
        let parts = raw.policy[0].iter().chain(&raw.pass[..1]).chain(&raw.value);
        let parts = parts.chain(&raw.score).chain(&raw.ownership);
        bytes.extend(parts.flat_map(|x| x.to_le_bytes()));
    })?;
    Ok(bytes)
}

/// Runs `net` on samples of one size, and hands each on with what it said.
fn each(net: &Net, samples: &[Sample], mut take: impl FnMut(&Sample, &Raw)) -> io::Result<()> {
    let Some(first) = samples.first() else {
        return Ok(());
    };
    let mut evaluator: Evaluator = net.evaluator(first.input.size, BATCH);
    for samples in samples.chunks(BATCH) {
        let inputs: Vec<_> = samples.iter().map(|sample| sample.input.clone()).collect();
        let raws = evaluator.run(&inputs).map_err(io::Error::other)?;
        for (sample, raw) in samples.iter().zip(raws) {
            take(sample, raw);
        }
    }
    Ok(())
}

/// The files of a folder that are held out.
///
/// # Errors
///
/// If it cannot be listed.
pub(crate) fn held_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let is_held =
            name.is_some_and(|name| name.starts_with("held-") && name.ends_with(".shard"));
        if is_held {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// The sizes most played by name, the others together.
fn size_name(size: Size) -> &'static str {
    match (size.width(), size.height()) {
        (9, 9) => "9×9",
        (13, 13) => "13×13",
        (19, 19) => "19×19",
        _ => "other",
    }
}

/// How likely each vacant point is, and last a pass.
fn policy(planes: &[u32], raw: &Raw) -> Vec<f32> {
    const STONE: u32 = 0b110;
    let logits = raw.policy[0].iter().zip(planes);
    let is_vacant = |planes: &u32| planes & STONE == 0;
    let mut shares: Vec<f32> = logits
        .map(|(&logit, planes)| if is_vacant(planes) { logit } else { f32::MIN })
        .chain([raw.pass[0]])
        .collect();
    softmax(&mut shares);
    shares
}

/// The chance of a win.
fn win(globals: &[f32], raw: &Raw) -> f32 {
    let has_no_result = globals[KO_IS_SUPER] == 0.0 || globals[IS_TERRITORY] == 1.0;
    let n = if has_no_result { 3 } else { 2 };
    let mut shares = raw.value;
    softmax(&mut shares[..n]);
    shares[0]
}

fn softmax(logits: &mut [f32]) {
    let max = logits.iter().copied().fold(f32::MIN, f32::max);
    for logit in &mut *logits {
        *logit = (*logit - max).exp();
    }
    let sum: f32 = logits.iter().sum();
    for share in logits {
        *share /= sum;
    }
}

/// Where the largest stands.
fn best(shares: &[f32]) -> Option<usize> {
    let largest = shares.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    largest.map(|(i, _)| i)
}

/// What is lost, in nats, by believing `own` instead of `target`.
fn divergence(target: &[f32], own: &[f32]) -> f64 {
    let shares = target.iter().zip(own).filter(|(target, _)| **target > 0.0);
    let lost = shares.map(|(&target, &own)| target * (target / own.max(1e-9)).ln());
    lost.map(f64::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_teacher_agrees_with_itself() {
        let shares = [0.25, 0.5, 0.25];
        assert_eq!(best(&shares), Some(1));
        assert!(divergence(&shares, &shares).abs() < 1e-9);
        let lost = divergence(&shares, &[0.5, 0.25, 0.25]);
        assert!((lost - 0.25 * 2.0_f64.ln()).abs() < 1e-6, "{lost}");
    }

    #[test]
    fn stones_are_no_choice() {
        let raw = Raw {
            policy: vec![vec![9.0, 0.0, 9.0]],
            pass: vec![0.0],
            ..Raw::default()
        };
        let shares = policy(&[0b011, 0b001, 0b101], &raw);
        assert_eq!(shares, [0.0, 0.5, 0.0, 0.5]);
    }

    #[test]
    fn no_result_is_reckoned_with_only_where_it_can_be() {
        let raw = Raw::default();
        let mut globals = [0.0; 19];
        assert!((win(&globals, &raw) - 1.0 / 3.0).abs() < 1e-6);
        globals[KO_IS_SUPER] = 1.0;
        assert!((win(&globals, &raw) - 0.5).abs() < 1e-6);
    }
}
