//! How far a word is from one that there is.

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
}
