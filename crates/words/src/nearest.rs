//! Which names may have been meant by one that nobody has.

use ponnuki_game::{PRESETS, Preset};

/// More proposals than this are a list, and there is a command for the list.
const N_NEAREST_MAX: usize = 3;

/// A shorter part of a name could be a part of nearly any.
const PART_MIN: usize = 3;

/// How many letters must be put in, left out or changed to make `b` of `a`.
pub fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// The names of the presets that `given` may have meant, nearest first.
pub fn presets(given: &str) -> Vec<&'static str> {
    let given = plain(given);
    let far = |preset: &Preset| {
        let names = preset.aliases.iter().chain([&preset.name]);
        names
            .filter_map(|name| distance(&given, &plain(name)))
            .min()
    };
    let mut found: Vec<(usize, &str)> = PRESETS
        .iter()
        .filter_map(|preset| Some((far(preset)?, preset.name)))
        .collect();
    found.sort_by_key(|&(far, _)| far);
    found.truncate(N_NEAREST_MAX);
    found.into_iter().map(|(_, name)| name).collect()
}

/// How far `given` is from `name`, if it is near: a part of it, it and more,
/// or it with a few letters wrong.
fn distance(given: &[char], name: &[char]) -> Option<usize> {
    if is_part(given, name) || is_part(name, given) {
        return Some(0);
    }
    let n_wrong_max = 1 + given.len().min(name.len()) / 4;
    Some(edits(given, name)).filter(|&n_wrong| n_wrong <= n_wrong_max)
}

fn is_part(part: &[char], whole: &[char]) -> bool {
    part.len() >= PART_MIN && whole.windows(part.len()).any(|window| window == part)
}

/// A name without what people leave out or write otherwise.
fn plain(name: &str) -> Vec<char> {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_count_letters() {
        for (a, b, n) in [
            ("", "", 0),
            ("ko", "", 2),
            ("", "ko", 2),
            ("komi", "komi", 0),
            ("komi", "kimi", 1),
            ("komi", "kom", 1),
            ("seki", "sekai", 1),
            ("chess", "chinese", 3),
        ] {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            assert_eq!(edits(&a, &b), n, "{a:?} {b:?}");
        }
    }

    #[test]
    fn what_was_meant_is_among_the_nearest() {
        for (given, meant) in [
            ("trom-taylor", "tromp-taylor"),
            ("Tromp", "tromp-taylor"),
            ("zealand", "new-zealand"),
            ("korea", "korean"),
            ("white", "white-first"),
            ("japanese rules", "japanese"),
            ("inng", "ing"),
            ("brittish", "bga"),
            ("chinese-kgss", "chinese-ogs"),
        ] {
            assert!(
                presets(given).contains(&meant),
                "{given}: {:?}",
                presets(given)
            );
        }
    }

    #[test]
    fn nothing_is_proposed_for_nothing() {
        for given in ["", "-", "e", "es", "x", "othello", "三"] {
            assert_eq!(presets(given), [""; 0], "{given}");
        }
    }
}
