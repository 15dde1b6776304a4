//! What people may ask for, by name.

use crate::language::Language;
use crate::nearest::edits;
use crate::phrase::Named;
use crate::vocabulary::Words;

/// More proposals than this are a list, and `help` gives the list.
const N_NEAREST_MAX: usize = 3;

/// What a line asks for, without what it asks it about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Pass.
    Pass,
    /// Take back.
    Undo,
    /// Give up.
    Resign,
    /// Hear the last move.
    Last,
    /// Hear all moves.
    Moves,
    /// Hear a row.
    Row,
    /// Hear a column.
    Column,
    /// Hear what is around a point.
    Around,
    /// Hear about the chain at a point.
    Chain,
    /// Hear which chains have one liberty.
    Atari,
    /// Hear who has captured how much.
    Captures,
    /// Hear what changed since one's last move.
    Changes,
    /// Hear what the program thinks.
    Estimate,
    /// Hear the sum.
    Score,
    /// Hear the clocks.
    Time,
    /// Hear which game this is and how it stands.
    Where,
    /// Draw the board.
    Board,
    /// Hear the last thing again.
    Again,
    /// Mark a chain dead.
    Dead,
    /// Mark a chain alive.
    Alive,
    /// Agree to the marks.
    Accept,
    /// Play on.
    Resume,
    /// Bid for Black, or name the komi.
    Bid,
    /// Take White with the komi that was bid.
    Concede,
    /// Choose Black.
    Black,
    /// Choose White.
    White,
    /// Agree to what was asked.
    Yes,
    /// Do not.
    No,
    /// Play again.
    Rematch,
    /// Let a game in circles be.
    Abandon,
    /// Say something to everybody.
    Tell,
    /// Write the game to a file.
    Save,
    /// Hear what can be said.
    Help,
    /// Leave.
    Quit,
}

/// A word that means no verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoVerb {
    /// It is like these, if like any.
    Unknown(Vec<&'static str>),
    /// Several begin with it.
    Ambiguous(Vec<&'static str>),
}

impl Verb {
    /// What the vocabulary calls it.
    pub(crate) fn name(self) -> &'static str {
        self.key().strip_prefix("help.").unwrap_or_default()
    }

    /// The verb at the beginning of `words`, which are in lower case, and how many of them
    /// say it.
    ///
    /// A whole word is enough; so is the beginning of one if it begins no other verb.
    pub(crate) fn find(words: &[&str], own: &Words) -> Result<(Verb, usize), NoVerb> {
        let first = words.first().copied().unwrap_or_default();
        let all: Vec<(Verb, &'static str)> = all(own).collect();
        let exact = all.iter().find(|(_, said)| first_word(said) == first);
        if let Some(&(verb, _)) = exact {
            return Ok((verb, n_said(verb, words, &all)));
        }
        let begun = all.iter().filter(|(_, said)| said.starts_with(first));
        let mut begun: Vec<(Verb, &'static str)> = begun.copied().collect();
        begun.dedup_by_key(|(verb, _)| *verb);
        match begun[..] {
            [] => Err(NoVerb::Unknown(nearest(first, &all))),
            [(verb, _)] => Ok((verb, 1)),
            [(verb, _), ref rest @ ..] if rest.iter().all(|(other, _)| *other == verb) => {
                Ok((verb, 1))
            }
            _ => {
                let mut said: Vec<&str> = Vec::new();
                for (_, word) in begun {
                    if !said.contains(&word) {
                        said.push(word);
                    }
                }
                Err(NoVerb::Ambiguous(said))
            }
        }
    }
}

/// Everything that may be said for every verb: the language's own words, then English.
fn all(own: &Words) -> impl Iterator<Item = (Verb, &'static str)> {
    let english = Words::of(Language::English);
    let said = |words: &Words| {
        let verbs = Verb::ALL.iter();
        let all: Vec<(Verb, &'static str)> = verbs
            .flat_map(|&verb| words.commands(verb).map(move |said| (verb, said)))
            .collect();
        all
    };
    said(own).into_iter().chain(said(english))
}

fn first_word(said: &str) -> &str {
    said.split(' ').next().unwrap_or_default()
}

/// How many of `words` say `verb`: as many as the longest way of saying it has in common.
fn n_said(verb: Verb, words: &[&str], all: &[(Verb, &'static str)]) -> usize {
    let ways = all.iter().filter(|(own, _)| *own == verb);
    let fits = ways.filter_map(|(_, said)| {
        let said: Vec<&str> = said.split(' ').collect();
        words.starts_with(&said).then_some(said.len())
    });
    fits.max().unwrap_or(1)
}

/// The words nearest to `given`, if any is near.
fn nearest(given: &str, all: &[(Verb, &'static str)]) -> Vec<&'static str> {
    let letters: Vec<char> = given.chars().collect();
    let mut near: Vec<(usize, &'static str)> = all
        .iter()
        .filter_map(|&(_, said)| {
            let own: Vec<char> = first_word(said).chars().collect();
            let n_wrong_max = 1 + letters.len().min(own.len()) / 4;
            let n_wrong = edits(&letters, &own);
            let is_near = n_wrong <= n_wrong_max && n_wrong < own.len();
            is_near.then_some((n_wrong, said))
        })
        .collect();
    near.sort();
    near.dedup_by_key(|(_, said)| *said);
    near.truncate(N_NEAREST_MAX);
    near.into_iter().map(|(_, said)| said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_means_two_things() {
        for language in Language::ALL {
            let all: Vec<(Verb, &str)> = all(Words::of(language)).collect();
            for (verb, said) in &all {
                let first = first_word(said);
                let other = all
                    .iter()
                    .find(|(other, word)| other != verb && first_word(word) == first);
                assert_eq!(other, None, "{language}: {said} is {verb:?}");
                assert_eq!(*said, said.to_lowercase(), "{language}");
            }
        }
    }

    #[test]
    fn no_word_could_be_a_point() {
        for language in Language::ALL {
            for (verb, said) in all(Words::of(language)) {
                let is_like_a_point = said.len() > 1 && said.as_bytes()[1].is_ascii_digit();
                assert!(!is_like_a_point, "{language}: {said} is {verb:?}");
            }
        }
    }
}
