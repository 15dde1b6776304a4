//! The sentences of a review in every language, read from one list.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ponnuki_game::Color;
use ponnuki_think::ThinkLimits;
use ponnuki_words::{Language, Words};

use crate::judged::Grade;
use crate::summary::GamePhase;

/// The list: a key alone in a line, and below it a line for each language.
const LIST: &str = include_str!("phrases.txt");

/// Every sentence, by its key and the code of its language.
static PHRASES: LazyLock<BTreeMap<(&str, &str), &str>> = LazyLock::new(|| {
    let mut phrases = BTreeMap::new();
    let mut key = "";
    for line in LIST.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(' ') {
            Some((code, text)) => drop(phrases.insert((key, code), text)),
            None => key = line,
        }
    }
    phrases
});

/// The sentences of a review in one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Phrases(pub(crate) Language);

impl Phrases {
    /// A sentence or a word that nothing is put into.
    pub(crate) fn text(self, key: &str) -> &'static str {
        let found = PHRASES.get(&(key, self.0.code()));
        debug_assert!(found.is_some(), "there is no {key} in {}", self.0.code());
        found.copied().unwrap_or_default()
    }

    /// A sentence, with what stands in it.
    pub(crate) fn say(self, key: &str, parts: &[(&str, &str)]) -> String {
        let mut rest = self.text(key);
        let mut said = String::new();
        // What is put in may have braces of its own.
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let part = parts.iter().find(|(known, _)| *known == name);
            debug_assert!(part.is_some(), "{key} has no {name}");
            said.push_str(before);
            said.push_str(part.map_or("", |(_, text)| text));
            rest = after;
        }
        said + rest
    }

    /// `n` things, in the singular or the plural that the language needs.
    pub(crate) fn counted(self, key: &str, n: &str) -> String {
        let is_one = match self.0 {
            Language::English | Language::German | Language::Spanish => n == "1",
            Language::French => n.parse().is_ok_and(|n: f32| n < 2.0),
            Language::Chinese | Language::Japanese | Language::Korean => false,
        };
        let form = if is_one { "one" } else { "other" };
        let n = self.number(n);
        self.say(&format!("{key}.{form}"), &[("n", &n)])
    }

    /// A number with the decimal sign of the language.
    pub(crate) fn number(self, text: &str) -> String {
        match self.0 {
            Language::German | Language::French | Language::Spanish => text.replace('.', ","),
            _ => text.to_owned(),
        }
    }

    /// How much thought each position gets within `limits`.
    pub(crate) fn effort(self, limits: ThinkLimits) -> String {
        let visits = limits.playouts;
        let visits = visits.map(|n| self.counted("visits", &n.to_string()));
        let time = limits.time.map(|time| {
            let seconds = time.as_secs_f32().to_string();
            format!("{} s", self.number(&seconds))
        });
        match (visits, time) {
            (Some(visits), Some(time)) => {
                self.say("within", &[("visits", &visits), ("time", &time)])
            }
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => self.text("no_limit").to_owned(),
        }
    }

    pub(crate) fn color(self, color: Color) -> &'static str {
        self.text(match color {
            Color::Black => "black",
            Color::White => "white",
        })
    }

    /// What a grade is called in a table.
    pub(crate) fn grade(self, grade: Grade) -> &'static str {
        self.text(match grade {
            Grade::Find => "grade_find",
            Grade::Best => "grade_best",
            Grade::Good => "grade_good",
            Grade::Doubtful => "grade_doubtful",
            Grade::Mistake => "grade_mistake",
            Grade::Blunder => "grade_blunder",
        })
    }

    /// What a part of the game is called.
    pub(crate) fn stage(self, stage: GamePhase) -> &'static str {
        self.text(match stage {
            GamePhase::Opening => "opening",
            GamePhase::Middle => "middle",
            GamePhase::Endgame => "endgame",
        })
    }

    pub(crate) fn words(self) -> &'static Words {
        Words::of(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is put into a sentence, in order.
    fn parts(text: &str) -> Vec<&str> {
        let parts = text
            .split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next());
        let mut parts: Vec<&str> = parts.collect();
        parts.sort_unstable();
        parts
    }

    #[test]
    fn every_sentence_is_there_in_every_language_with_the_same_parts() {
        let keys = PHRASES.keys().filter(|(_, code)| *code == "en");
        let keys: Vec<&str> = keys.map(|(key, _)| *key).collect();
        assert!(keys.len() > 60, "{}", keys.len());
        for key in &keys {
            let english = Phrases(Language::English).text(key);
            for language in Language::ALL {
                let text = PHRASES.get(&(*key, language.code()));
                let text = text.unwrap_or_else(|| panic!("no {key} in {language}"));
                assert_eq!(parts(text), parts(english), "{key} in {language}");
                assert_eq!(text.trim(), *text, "{key} in {language}");
            }
        }
        assert_eq!(PHRASES.len(), keys.len() * Language::ALL.len());
    }

    #[test]
    fn numbers_are_counted_as_the_language_does() {
        for (language, n, expected) in [
            (Language::English, "1", "1 point"),
            (Language::English, "6.5", "6.5 points"),
            (Language::German, "6.5", "6,5 Punkte"),
            (Language::French, "1.5", "1,5 point"),
            (Language::Japanese, "1", "1 目"),
        ] {
            assert_eq!(Phrases(language).counted("points", n), expected);
        }
    }
}
