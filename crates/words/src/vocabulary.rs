//! The words of a language, read from its file.
//!
//! A line is `key = text`; `{name}` in it stands for something, `key.one` and `key.other`
//! are the forms for a number. Lines that begin with `#` are for the reader.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::label::Label;
use crate::language::{Language, Plural};
use crate::phrase::{Named as _, Phrase};
use crate::verb::Verb;

/// The words of one language.
#[derive(Debug)]
pub struct Words {
    language: Language,
    texts: HashMap<&'static str, &'static str>,
}

/// Every language's words, in the order of [`Language::ALL`]; each is read when it is needed.
static WORDS: [LazyLock<Words>; Language::ALL.len()] = [
    LazyLock::new(|| Words::read(Language::English)),
    LazyLock::new(|| Words::read(Language::German)),
    LazyLock::new(|| Words::read(Language::French)),
    LazyLock::new(|| Words::read(Language::Spanish)),
    LazyLock::new(|| Words::read(Language::Chinese)),
    LazyLock::new(|| Words::read(Language::Japanese)),
    LazyLock::new(|| Words::read(Language::Korean)),
];

/// What stands before a rulebook's name in the key of its title, and of its summary.
const PRESET: &str = "preset.";
const SUMMARY: &str = "summary.";

/// What stands before a level's number in the key of its name.
const LEVEL: &str = "level.";

/// What stands before a clock's name in the key of what people call it.
const CLOCK: &str = "clock.";

/// The file of a language.
const fn file(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../vocabulary/en.txt"),
        Language::German => include_str!("../vocabulary/de.txt"),
        Language::French => include_str!("../vocabulary/fr.txt"),
        Language::Spanish => include_str!("../vocabulary/es.txt"),
        Language::Chinese => include_str!("../vocabulary/zh.txt"),
        Language::Japanese => include_str!("../vocabulary/ja.txt"),
        Language::Korean => include_str!("../vocabulary/ko.txt"),
    }
}

impl Words {
    /// The words of `language`.
    pub fn of(language: Language) -> &'static Words {
        &WORDS[language as usize]
    }

    fn read(language: Language) -> Words {
        let texts = entries(file(language)).collect();
        Words { language, texts }
    }

    /// Whose words they are.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Says `phrase`.
    pub fn say(&self, phrase: Phrase<'_>) -> String {
        let args = phrase.args();
        let n = args.iter().find(|(name, _)| *name == "n");
        let amount = n.and_then(|(_, n)| n.amount());
        let text = match amount.map(|amount| self.language.plural(amount)) {
            Some(Plural::One) => self.text(&format!("{}.one", phrase.key())),
            Some(Plural::Other) => self.text(&format!("{}.other", phrase.key())),
            None => self.text(phrase.key()),
        };
        filled(text, |name| {
            let found = args.iter().find(|(own, _)| *own == name);
            found.map(|(_, arg)| arg.spoken(self))
        })
    }

    /// The text of a screen.
    pub fn label(&self, label: Label) -> &'static str {
        self.text(label.key())
    }

    /// Says several sentences, one after the other.
    pub fn join(&self, sentences: impl IntoIterator<Item = String>) -> String {
        let sentences: Vec<String> = sentences.into_iter().collect();
        sentences.join(self.language.gap())
    }

    /// Names several things, one after the other.
    pub fn list(&self, parts: impl IntoIterator<Item = impl Into<String>>) -> String {
        let parts: Vec<String> = parts.into_iter().map(Into::into).collect();
        parts.join(self.language.comma())
    }

    /// The title of the rulebook called `name`, as this language has it; the name itself if
    /// nobody knows it.
    pub fn rulebook<'a>(&self, name: &'a str) -> &'a str {
        self.known_as(PRESET, name).unwrap_or(name)
    }

    /// What the rulebook called `name` is, in a line; nothing if nobody knows it.
    pub fn summary(&self, name: &str) -> &'static str {
        self.known_as(SUMMARY, name).unwrap_or_default()
    }

    /// What the level of that number is called; nothing if there is none.
    pub fn level(&self, number: u8) -> &'static str {
        let number = number.to_string();
        self.known_as(LEVEL, &number).unwrap_or_default()
    }

    /// What people call the clock that is known as `name`; the name itself if nobody does.
    pub fn clock<'a>(&self, name: &'a str) -> &'a str {
        self.known_as(CLOCK, name).unwrap_or(name)
    }

    /// The text of something that others know by `name`.
    fn known_as(&self, family: &str, name: &str) -> Option<&'static str> {
        self.texts.get(format!("{family}{name}").as_str()).copied()
    }

    /// What people may say for `verb` in this language, the usual word first. English is
    /// understood as well.
    pub(crate) fn commands(&self, verb: Verb) -> impl Iterator<Item = &'static str> {
        let words = self.text(&format!("command.{}", verb.name()));
        words.split(',').map(str::trim)
    }

    /// The text of `key`. The tests see to it that there is one.
    pub(crate) fn text(&self, key: &str) -> &'static str {
        let text = self.texts.get(key);
        text.copied().unwrap_or_default()
    }
}

/// The lines of a vocabulary that say something.
fn entries(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let entries = lines.filter_map(|line| line.split_once('='));
    entries.map(|(key, text)| (key.trim(), text.trim()))
}

/// `text` with what `value` gives for each `{name}`.
fn filled(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        whole.push_str(before);
        whole.push_str(&value(name).unwrap_or_default());
        rest = after;
    }
    whole.push_str(rest);
    whole
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::phrase::{Named, names};

    /// As many as the engine has; the screens are tested with its levels and with the clocks.
    const N_LEVELS: usize = 24;

    const CLOCKS: [&str; 7] = [
        "blitz",
        "blitz-byoyomi",
        "rapid",
        "rapid-byoyomi",
        "live",
        "live-byoyomi",
        "daily",
    ];

    /// What stands in braces.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        let parts = text.split('{').skip(1);
        parts
            .filter_map(|part| Some(part.split_once('}')?.0))
            .collect()
    }

    /// Every key that a language has to have, with what may stand in its text.
    fn expected(language: Language) -> BTreeMap<String, BTreeSet<&'static str>> {
        let mut keys = BTreeMap::new();
        for &(key, args) in Phrase::ALL {
            let args: BTreeSet<&str> = args.iter().copied().collect();
            if !args.contains("n") {
                keys.insert(key.to_owned(), args);
                continue;
            }
            if language.has_one() {
                keys.insert(format!("{key}.one"), args.clone());
            }
            keys.insert(format!("{key}.other"), args);
        }
        let labels = Label::ALL.iter().map(|label| label.key());
        keys.extend(
            names()
                .chain(labels)
                .map(|key| (key.to_owned(), BTreeSet::new())),
        );
        let presets = ponnuki_game::PRESETS.iter();
        let presets =
            presets.flat_map(|preset| [PRESET, SUMMARY].map(|of| format!("{of}{}", preset.name)));
        let levels = (1..=N_LEVELS).map(|number| format!("{LEVEL}{number}"));
        let clocks = CLOCKS.iter().map(|name| format!("{CLOCK}{name}"));
        keys.extend(
            presets
                .chain(levels)
                .chain(clocks)
                .map(|key| (key, BTreeSet::new())),
        );
        let commands = Verb::ALL.iter();
        keys.extend(commands.map(|verb| (format!("command.{}", verb.name()), BTreeSet::new())));
        keys
    }

    #[test]
    fn every_language_has_every_key_once_and_no_other() {
        for language in Language::ALL {
            let keys: Vec<&str> = entries(file(language)).map(|(key, _)| key).collect();
            let found: BTreeSet<String> = keys.iter().map(|&key| key.to_owned()).collect();
            assert_eq!(keys.len(), found.len(), "{language}: a key stands twice");
            let expected: BTreeSet<String> = expected(language).into_keys().collect();
            let missing: Vec<_> = expected.difference(&found).collect();
            let unknown: Vec<_> = found.difference(&expected).collect();
            assert_eq!((missing, unknown), (vec![], vec![]), "{language}");
        }
    }

    #[test]
    fn every_text_says_all_that_stands_in_it() {
        for language in Language::ALL {
            let expected = expected(language);
            for (key, text) in entries(file(language)) {
                let found = placeholders(text);
                let expected = expected.get(key).cloned().unwrap_or_default();
                // The form for one may say it in words, and need not list what it names.
                let may_lack = |arg: &&str| key.ends_with(".one") && ["n", "points"].contains(arg);
                let lacking: Vec<&&str> = expected.difference(&found).collect();
                let is_whole = lacking.into_iter().all(may_lack) && found.is_subset(&expected);
                assert!(is_whole, "{language}: {key} = {text}");
                assert!(!text.is_empty(), "{language}: {key}");
            }
        }
    }

    #[test]
    fn no_line_of_a_vocabulary_is_lost() {
        for language in Language::ALL {
            let is_said = |line: &&str| !line.is_empty() && !line.starts_with('#');
            let n_lines = file(language).lines().filter(is_said).count();
            assert_eq!(entries(file(language)).count(), n_lines, "{language}");
        }
    }

    #[test]
    fn a_text_may_be_broken_without_harm() {
        let value = |name: &str| (name == "a").then(|| "x".to_owned());
        for (text, expected) in [
            ("{a} and {a}", "x and x"),
            ("{b}", ""),
            ("{a", "x"),
            ("a}", "a}"),
            ("", ""),
        ] {
            assert_eq!(filled(text, value), expected, "{text}");
        }
    }
}
