//! Numbers inside free text: how every reader here finds them.

/// A decimal number as its digits: what stands before the point and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decimal<'t> {
    pub(crate) whole: &'t str,
    pub(crate) fraction: &'t str,
}

/// How many digits before the point are taken for a number. A larger one
/// counts nothing in a game of Go.
const DIGITS_MAX: usize = 9;

impl<'t> Decimal<'t> {
    /// The number that begins `text`, and the text after it. A comma before a
    /// digit is a point.
    pub(crate) fn prefix(text: &'t str) -> Option<(Decimal<'t>, &'t str)> {
        let (whole, rest) = digits(text);
        let (fraction, after) = match rest.strip_prefix(['.', ',']) {
            Some(rest) => digits(rest),
            None => ("", rest),
        };
        let number = Decimal { whole, fraction };
        if whole.len() + fraction.len() == 0 || whole.len() > DIGITS_MAX {
            return None;
        }
        Some((number, if fraction.is_empty() { rest } else { after }))
    }

    /// The first number anywhere in `text`, and the text after it.
    pub(crate) fn find(text: &'t str) -> Option<(Decimal<'t>, &'t str)> {
        let start = text.find(|c: char| c.is_ascii_digit())?;
        Decimal::prefix(&text[start..])
    }

    /// The whole part.
    pub(crate) fn whole(self) -> u32 {
        self.whole.parse().unwrap_or(0)
    }

    /// The number in halves, if it is a number of halves.
    pub(crate) fn halves(self) -> Option<u32> {
        let half = match self.fraction.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return None,
        };
        self.whole().checked_mul(2)?.checked_add(half)
    }
}

fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_with_what_follows_them() {
        let halves = |text| Decimal::find(text).map(|(n, rest)| (n.halves(), rest));
        assert_eq!(halves("6.5"), Some((Some(13), "")));
        assert_eq!(halves("by 2,5 points"), Some((Some(5), " points")));
        assert_eq!(halves("34win"), Some((Some(68), "win")));
        assert_eq!(halves("7. and"), Some((Some(14), ". and")));
        assert_eq!(halves("0.75"), Some((None, "")));
        assert_eq!(halves("no"), None);
        assert_eq!(halves("1234567890"), None);
    }
}
