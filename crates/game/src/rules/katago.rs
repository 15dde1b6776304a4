//! Rules as KataGo and the programs around it write them: a name or a JSON object.

use std::fmt;
use std::str::FromStr;

use super::{
    Button, Compensation, DeadStones, GroupTax, ParseKomiError, Preset, PrisonerCount, Repetition,
    Rules, Scoring, SekiPoints, Suicide,
};

/// The longest text taken for rules: KataGo's own are under 200 bytes.
const RULES_TEXT_MAX: usize = 1 << 10;

/// Why a text is not rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseRulesError {
    /// No preset has this name.
    UnknownName(String),
    /// The text is too long to be rules.
    TooLong,
    /// The JSON is broken at this byte.
    Json {
        /// The byte offset in the text.
        at: usize,
    },
    /// The JSON has a key that rules do not have.
    UnknownKey(String),
    /// The JSON has a value that this key does not take.
    BadValue {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// The komi in the JSON is not a number of half points.
    Komi(ParseKomiError),
}

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseRulesError::UnknownName(name) => write!(f, "no rules are called {name:?}"),
            ParseRulesError::TooLong => write!(f, "rules are at most {RULES_TEXT_MAX} bytes"),
            ParseRulesError::Json { at } => write!(f, "the JSON is broken at byte {at}"),
            ParseRulesError::UnknownKey(key) => write!(f, "rules have no {key:?}"),
            ParseRulesError::BadValue { key, value } => write!(f, "{key:?} cannot be {value}"),
            ParseRulesError::Komi(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseRulesError {}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// The name of a preset, or KataGo's JSON; keys that are left out are as
    /// in Tromp–Taylor rules, which is KataGo's own default.
    ///
    /// ```
    /// use ponnuki_game::{Repetition, Rules};
    ///
    /// let rules: Rules = r#"{"ko":"SITUATIONAL","suicide":false}"#.parse().unwrap();
    /// assert_eq!(rules.repetition, Repetition::Situational);
    /// assert_eq!("chinese-kgs".parse(), Ok(Rules::CHINESE_OGS));
    /// ```
    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let text = text.trim();
        if text.len() > RULES_TEXT_MAX {
            return Err(ParseRulesError::TooLong);
        }
        if !text.starts_with('{') {
            let preset = Preset::named(text);
            return preset
                .map(|preset| preset.rules)
                .ok_or_else(|| ParseRulesError::UnknownName(text.to_owned()));
        }
        let mut terms = Terms::of(&Rules::TROMP_TAYLOR);
        let mut komi = Rules::TROMP_TAYLOR.start.komi;
        for (key, value) in flat_json(text)? {
            if key == "komi" {
                komi = value.parse().map_err(ParseRulesError::Komi)?;
            } else {
                terms.change(key, value)?;
            }
        }
        let mut rules = terms.rules();
        rules.start.komi = komi;
        Ok(rules)
    }
}

impl Rules {
    /// How these rules are written in a file or a message: the name of their preset, or
    /// KataGo's JSON if they have none. Reading it back gives the rules, as far as KataGo
    /// has words for them.
    ///
    /// ```
    /// use ponnuki_game::Rules;
    ///
    /// assert_eq!(Rules::AGA.written(), "aga");
    /// ```
    pub fn written(&self) -> String {
        match Preset::of(self) {
            Some(preset) => preset.name.to_owned(),
            None => self.to_katago(),
        }
    }

    /// These rules with one term of KataGo's changed. What KataGo has no word for is as it
    /// would be if the rules were written with [`to_katago`](Rules::to_katago) and read again.
    ///
    /// ```
    /// use ponnuki_game::{Repetition, Rules};
    ///
    /// let rules = Rules::CHINESE.with_katago_term("ko", "POSITIONAL").unwrap();
    /// assert_eq!(rules.repetition, Repetition::Positional);
    /// assert_eq!(rules.counting, Rules::CHINESE.counting);
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such term, or it cannot be so.
    pub fn with_katago_term(&self, key: &str, value: &str) -> Result<Rules, ParseRulesError> {
        let mut terms = Terms::of(self);
        let was_area = terms.is_area;
        terms.change(key, value)?;
        if terms.is_area && !was_area {
            // Stones were removed by agreement before, and still are.
            terms.friendly_pass = Friendly::Yes;
        }
        let mut rules = terms.rules();
        rules.start.komi = self.start.komi;
        Ok(rules)
    }

    /// KataGo's JSON for these rules. Where KataGo has no word the nearest is
    /// used: natural situational superko is written as situational, and what
    /// it does not know at all (who moves first, pass stones, sizes) is left out.
    ///
    /// ```
    /// use ponnuki_game::Rules;
    ///
    /// assert_eq!(
    ///     Rules::AGA.to_katago(),
    ///     r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#,
    /// );
    /// ```
    pub fn to_katago(&self) -> String {
        let terms = Terms::of(self);
        format!(
            r#"{{"friendlyPassOk":{},"hasButton":{},"ko":"{}","scoring":"{}","suicide":{},"tax":"{}","whiteHandicapBonus":"{}"}}"#,
            terms.friendly_pass == Friendly::Yes,
            terms.button == Button::HalfPoint,
            word_of(KO_WORDS, terms.ko),
            if terms.is_area { "AREA" } else { "TERRITORY" },
            terms.suicide != Suicide::Forbidden,
            word_of(TAX_WORDS, terms.tax),
            word_of(BONUS_WORDS, terms.bonus),
        )
    }
}

/// The parameters that KataGo's rules have.
struct Terms {
    ko: Repetition,
    is_area: bool,
    tax: (SekiPoints, GroupTax),
    suicide: Suicide,
    button: Button,
    bonus: Compensation,
    friendly_pass: Friendly,
}

/// Whether a player may pass before all dead stones are captured, trusting
/// that they will be agreed upon. Under territory scoring that is so anyway.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Friendly {
    No,
    Yes,
}

const KO_WORDS: &[(&str, Repetition)] = &[
    ("SIMPLE", Repetition::Ko),
    ("POSITIONAL", Repetition::Positional),
    ("SITUATIONAL", Repetition::Situational),
];

const TAX_WORDS: &[(&str, (SekiPoints, GroupTax))] = &[
    ("NONE", (SekiPoints::Count, GroupTax::None)),
    ("SEKI", (SekiPoints::DoNotCount, GroupTax::None)),
    ("ALL", (SekiPoints::DoNotCount, GroupTax::TwoEach)),
];

const BONUS_WORDS: &[(&str, Compensation)] = &[
    ("0", Compensation::Zero),
    ("N", Compensation::N),
    ("N-1", Compensation::NMinusOne),
];

const SCORING_WORDS: &[(&str, bool)] = &[("AREA", true), ("TERRITORY", false)];

const BOOLEANS: &[(&str, bool)] = &[("true", true), ("false", false)];

impl Terms {
    fn of(rules: &Rules) -> Terms {
        let is_area = rules.counting.scoring.is_area();
        let tax = match rules.counting.tax {
            GroupTax::None => (rules.counting.seki, GroupTax::None),
            GroupTax::TwoEach => (SekiPoints::DoNotCount, GroupTax::TwoEach),
        };
        Terms {
            ko: match rules.repetition {
                Repetition::OwnLastTurn => Repetition::Ko,
                Repetition::NaturalSituational => Repetition::Situational,
                ko => ko,
            },
            is_area,
            tax,
            suicide: rules.suicide,
            button: rules.passing.button,
            bonus: rules.start.handicap.compensation,
            friendly_pass: if is_area && rules.dead != DeadStones::Stay {
                Friendly::Yes
            } else {
                Friendly::No
            },
        }
    }

    fn change(&mut self, key: &str, value: &str) -> Result<(), ParseRulesError> {
        match key {
            "ko" | "koRule" => self.ko = meaning(KO_WORDS, key, value)?,
            "scoring" | "score" | "scoringRule" => {
                self.is_area = meaning(SCORING_WORDS, key, value)?;
            }
            "tax" | "taxRule" => self.tax = meaning(TAX_WORDS, key, value)?,
            "whiteHandicapBonus" | "whiteHandicapBonusRule" => {
                self.bonus = meaning(BONUS_WORDS, key, value)?;
            }
            "suicide" | "multiStoneSuicideLegal" | "multiStoneSuicideLegals" => {
                self.suicide = match meaning(BOOLEANS, key, value)? {
                    true => Suicide::SeveralStones,
                    false => Suicide::Forbidden,
                }
            }
            "hasButton" => {
                self.button = match meaning(BOOLEANS, key, value)? {
                    true => Button::HalfPoint,
                    false => Button::None,
                }
            }
            "friendlyPassOk" => {
                self.friendly_pass = match meaning(BOOLEANS, key, value)? {
                    true => Friendly::Yes,
                    false => Friendly::No,
                }
            }
            _ => return Err(ParseRulesError::UnknownKey(key.to_owned())),
        }
        Ok(())
    }

    fn rules(&self) -> Rules {
        let mut rules = Rules::TROMP_TAYLOR;
        rules.repetition = self.ko;
        rules.suicide = match (self.suicide, self.ko) {
            (Suicide::Forbidden, _) => Suicide::Forbidden,
            (Suicide::Allowed | Suicide::SeveralStones, Repetition::Positional) => Suicide::Allowed,
            (Suicide::Allowed | Suicide::SeveralStones, _) => Suicide::SeveralStones,
        };
        rules.passing.button = self.button;
        rules.start.handicap.compensation = self.bonus;
        (rules.counting.seki, rules.counting.tax) = self.tax;
        if !self.is_area {
            rules.counting.scoring = Scoring::Territory {
                prisoners: PrisonerCount::ForHolder,
            };
        }
        if !self.is_area || self.friendly_pass == Friendly::Yes {
            rules.dead = Rules::CHINESE.dead;
        }
        rules
    }
}

fn meaning<T: Copy>(words: &[(&str, T)], key: &str, value: &str) -> Result<T, ParseRulesError> {
    let found = words
        .iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(value));
    found
        .map(|&(_, meaning)| meaning)
        .ok_or_else(|| ParseRulesError::BadValue {
            key: key.to_owned(),
            value: value.to_owned(),
        })
}

fn word_of<T: PartialEq + Copy>(words: &[(&'static str, T)], meaning: T) -> &'static str {
    let found = words.iter().find(|(_, m)| *m == meaning);
    found.map_or("", |&(word, _)| word)
}

/// The keys and values of a JSON object without nesting or escapes: all that rules need.
fn flat_json(text: &str) -> Result<Vec<(&str, &str)>, ParseRulesError> {
    let mut reader = Reader { text, at: 0 };
    let mut pairs = Vec::new();
    reader.expect('{')?;
    if reader.peek() == Some('}') {
        reader.expect('}')?;
        return reader.end(pairs);
    }
    loop {
        let key = reader.string()?;
        reader.expect(':')?;
        pairs.push((key, reader.scalar()?));
        if reader.peek() != Some(',') {
            break;
        }
        reader.expect(',')?;
    }
    reader.expect('}')?;
    reader.end(pairs)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn expect(&mut self, wanted: char) -> Result<(), ParseRulesError> {
        if self.peek() != Some(wanted) {
            return Err(ParseRulesError::Json { at: self.at });
        }
        self.at += wanted.len_utf8();
        Ok(())
    }

    fn string(&mut self) -> Result<&'a str, ParseRulesError> {
        self.expect('"')?;
        let text = self.text;
        let rest = &text[self.at..];
        let n = rest.find(['"', '\\']).unwrap_or(rest.len());
        self.at += n;
        if !text[self.at..].starts_with('"') {
            return Err(ParseRulesError::Json { at: self.at });
        }
        self.at += 1;
        Ok(&rest[..n])
    }

    fn scalar(&mut self) -> Result<&'a str, ParseRulesError> {
        if self.peek() == Some('"') {
            return self.string();
        }
        let text = self.text;
        let rest = &text[self.at..];
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
        let n = rest.find(|c| !is_plain(c)).unwrap_or(rest.len());
        if n == 0 {
            return Err(ParseRulesError::Json { at: self.at });
        }
        self.at += n;
        Ok(&rest[..n])
    }

    fn end<T>(&mut self, read: T) -> Result<T, ParseRulesError> {
        match self.peek() {
            None => Ok(read),
            Some(_) => Err(ParseRulesError::Json { at: self.at }),
        }
    }
}
