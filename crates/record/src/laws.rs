//! Rules as the one line that a game file has for them.
//!
//! ```text
//! Japanese                        a preset, by the word that SGF has for it
//! concise                         or by its name
//! Chinese; komi=6.5               a preset, and what is different about it
//! {"ko":"SIMPLE",…}; pass=stone   KataGo's JSON, and what KataGo has no word for
//! ```
//!
//! What follows the semicolon are words `key=value` with blanks between them,
//! those of [`WORDS`] and `komi`. Only words that say something new are
//! written, so that what another program can read is left as it knows it.

use ponnuki_game::{
    Button, Color, Compensation, DeadStones, GroupTax, HandicapForm, KomiBy, PassCost, Preset,
    PrisonerCount, Repetition, ResumedBy, Rules, Scoring, SekiPoints, Sizes, Stop, Suicide,
};

use crate::written::Spelled;

/// One thing that a word can say about rules.
struct Word {
    key: &'static str,
    value: &'static str,
    say: fn(&mut Rules),
}

impl Word {
    /// Whether the word changes nothing about the rules.
    fn is_true_of(&self, rules: &Rules) -> bool {
        let mut said = *rules;
        (self.say)(&mut said);
        said == *rules
    }
}

const fn word(key: &'static str, value: &'static str, say: fn(&mut Rules)) -> Word {
    Word { key, value, say }
}

const TERRITORY: Scoring = Scoring::Territory {
    prisoners: PrisonerCount::ForHolder,
};

const TERRITORY_LESS_LOSSES: Scoring = Scoring::Territory {
    prisoners: PrisonerCount::AgainstOwner,
};

const NEXT_IN_TURN: DeadStones = DeadStones::ByAgreement {
    resumed_by: ResumedBy::NextInTurn,
};

const OPPONENT_OF_ASKER: DeadStones = DeadStones::ByAgreement {
    resumed_by: ResumedBy::OpponentOfAsker,
};

/// Every parameter of rules but the komi, with all its values.
#[rustfmt::skip]
const WORDS: &[Word] = &[
    word("sizes", "any", |r| r.sizes = Sizes::Any),
    word("sizes", "9,13,19", |r| r.sizes = Rules::WHITE_FIRST.sizes),
    word("first", "black", |r| r.start.first = Color::Black),
    word("first", "white", |r| r.start.first = Color::White),
    word("handicap", "white-passes", |r| r.start.handicap.form = HandicapForm::WhitePasses),
    word("handicap", "black-on-stars", |r| r.start.handicap.form = HandicapForm::BlackOnStars),
    word("handicap", "black-anywhere", |r| r.start.handicap.form = HandicapForm::BlackAnywhere),
    word("handicap", "either-anywhere", |r| r.start.handicap.form = HandicapForm::EitherAnywhere),
    word("handicap-first", "black", |r| r.start.handicap.first = Color::Black),
    word("handicap-first", "white", |r| r.start.handicap.first = Color::White),
    word("compensation", "0", |r| r.start.handicap.compensation = Compensation::Zero),
    word("compensation", "n", |r| r.start.handicap.compensation = Compensation::N),
    word("compensation", "n-1", |r| r.start.handicap.compensation = Compensation::NMinusOne),
    word("komi-by", "rulebook", |r| r.start.komi_by = KomiBy::Rulebook),
    word("komi-by", "custom", |r| r.start.komi_by = KomiBy::Custom),
    word("komi-by", "players", |r| r.start.komi_by = KomiBy::Players),
    word("komi-by", "bidding", |r| r.start.komi_by = KomiBy::Bidding),
    word("suicide", "forbidden", |r| r.suicide = Suicide::Forbidden),
    word("suicide", "allowed", |r| r.suicide = Suicide::Allowed),
    word("suicide", "several-stones", |r| r.suicide = Suicide::SeveralStones),
    word("repetition", "ko", |r| r.repetition = Repetition::Ko),
    word("repetition", "own-last-turn", |r| r.repetition = Repetition::OwnLastTurn),
    word("repetition", "positional", |r| r.repetition = Repetition::Positional),
    word("repetition", "situational", |r| r.repetition = Repetition::Situational),
    word("repetition", "natural-situational", |r| r.repetition = Repetition::NaturalSituational),
    word("pass", "free", |r| r.passing.cost = PassCost::Nothing),
    word("pass", "stone", |r| r.passing.cost = PassCost::Stone),
    word("stop", "two-passes", |r| r.passing.stop = Stop::TwoPasses),
    word("stop", "black-then-white", |r| r.passing.stop = Stop::BlackThenWhite),
    word("button", "none", |r| r.passing.button = Button::None),
    word("button", "half-point", |r| r.passing.button = Button::HalfPoint),
    word("dead", "stay", |r| r.dead = DeadStones::Stay),
    word("dead", "agreed", |r| r.dead = NEXT_IN_TURN),
    word("dead", "agreed-or-opponent-of-asker-moves", |r| r.dead = OPPONENT_OF_ASKER),
    word("scoring", "area", |r| r.counting.scoring = Scoring::Area),
    word("scoring", "area-unreached", |r| r.counting.scoring = Scoring::AreaUnreached),
    word("scoring", "territory", |r| r.counting.scoring = TERRITORY),
    word("scoring", "territory-less-losses", |r| r.counting.scoring = TERRITORY_LESS_LOSSES),
    word("seki", "counts", |r| r.counting.seki = SekiPoints::Count),
    word("seki", "does-not-count", |r| r.counting.seki = SekiPoints::DoNotCount),
    word("tax", "none", |r| r.counting.tax = GroupTax::None),
    word("tax", "two-each", |r| r.counting.tax = GroupTax::TwoEach),
];

impl Spelled for Rules {
    /// The line of a game file, or what others write there: names with the
    /// word "rules" after them, in Chinese, Japanese or Korean, KataGo's JSON
    /// or its shorthand.
    fn from_spelling(text: &str) -> Option<Rules> {
        let (base, words) = text.split_once(';').unwrap_or((text, ""));
        let mut rules = base_of(base.trim())?;
        for said in words.split_whitespace() {
            let (key, value) = said.split_once('=')?;
            if key == "komi" {
                rules.start.komi = value.parse().ok()?;
                continue;
            }
            let known = WORDS.iter().find(|w| w.key == key && w.value == value)?;
            (known.say)(&mut rules);
        }
        Some(rules)
    }

    /// The line of a game file that reads back as the same rules.
    ///
    /// Board sizes are kept where they are those of a preset: a game file
    /// says by itself what its board is.
    fn to_spelling(&self) -> String {
        let preset = Preset::of(self);
        let base = preset.map_or_else(|| self.to_katago(), |preset| preset.sgf.to_owned());
        let Some(said) = base_of(&base) else {
            return base;
        };
        let mut words: Vec<String> = WORDS
            .iter()
            .filter(|word| word.is_true_of(self) && !word.is_true_of(&said))
            .map(|word| format!("{}={}", word.key, word.value))
            .collect();
        if self.start.komi != said.start.komi {
            words.push(format!("komi={}", self.start.komi));
        }
        match words.as_slice() {
            [] => base,
            words => format!("{base}; {}", words.join(" ")),
        }
    }
}

/// Names of rules that begin with the name of their country, as files from
/// there have them.
const COUNTRIES: &[(&str, Rules)] = &[
    ("日本", Rules::JAPANESE),
    ("中国", Rules::CHINESE),
    ("中國", Rules::CHINESE),
    ("韩国", Rules::KOREAN),
    ("韓国", Rules::KOREAN),
    ("韓國", Rules::KOREAN),
    ("일본", Rules::JAPANESE),
    ("중국", Rules::CHINESE),
    ("한국", Rules::KOREAN),
    ("应氏", Rules::ING),
    ("應氏", Rules::ING),
];

/// The rules that a text without any words names.
fn base_of(text: &str) -> Option<Rules> {
    if let Ok(rules) = text.parse() {
        return Some(rules);
    }
    let country = COUNTRIES.iter().find(|(name, _)| text.starts_with(name));
    if let Some(&(_, rules)) = country {
        return Some(rules);
    }
    if let Some(rules) = shorthand(text) {
        return Some(rules);
    }
    let lower = text.to_lowercase();
    let name = lower
        .trim_end_matches("ruleset")
        .trim_end_matches("rules")
        .trim_end_matches("rule");
    Preset::named(name).map(|preset| preset.rules)
}

/// The parts of KataGo's shorthand, such as `koSIMPLEscoreAREAtaxNONEsui0`,
/// and the keys they stand for in its JSON.
const SHORTHAND: &[(&str, &str)] = &[
    ("ko", "ko"),
    ("score", "scoring"),
    ("tax", "tax"),
    ("sui", "suicide"),
    ("button", "hasButton"),
    ("whb", "whiteHandicapBonus"),
    ("fpok", "friendlyPassOk"),
];

fn shorthand(text: &str) -> Option<Rules> {
    let mut rest = text.strip_prefix("ko").map(|_| text)?;
    let mut pairs = Vec::new();
    while !rest.is_empty() {
        let found = SHORTHAND.iter().find(|(part, _)| rest.starts_with(part));
        let &(part, key) = found?;
        rest = &rest[part.len()..];
        let end = rest.find(|c: char| c.is_ascii_lowercase());
        let (value, after) = rest.split_at(end.unwrap_or(rest.len()));
        let value = match (key, value) {
            ("suicide" | "hasButton" | "friendlyPassOk", "0") => "false",
            ("suicide" | "hasButton" | "friendlyPassOk", "1") => "true",
            (_, value) => value,
        };
        pairs.push(format!(r#""{key}":"{value}""#));
        rest = after;
    }
    format!("{{{}}}", pairs.join(",")).parse().ok()
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Komi, PRESETS};

    use super::*;

    #[test]
    fn every_preset_reads_back_with_its_komi() {
        for preset in PRESETS {
            let text = preset.rules.to_spelling();
            assert_eq!(Rules::from_spelling(&text), Some(preset.rules), "{text}");
            assert_eq!(
                Rules::from_spelling(preset.sgf),
                Some(preset.rules),
                "{}",
                preset.sgf
            );
        }
    }

    #[test]
    fn rules_with_any_one_change_read_back() {
        for preset in PRESETS {
            for word in WORDS {
                let mut rules = preset.rules;
                (word.say)(&mut rules);
                rules.start.komi = Komi::from_half_points(-7);
                let text = rules.to_spelling();
                assert_eq!(Rules::from_spelling(&text), Some(rules), "{text}");
            }
        }
    }

    #[test]
    fn every_mixture_of_words_reads_back() {
        // A mixture takes from each key the value that a counter points at.
        for number in 0..5_000_usize {
            let mut rules = Rules::TROMP_TAYLOR;
            let mut rest = number * 7_919;
            for key in [
                "sizes",
                "first",
                "handicap",
                "suicide",
                "repetition",
                "pass",
                "stop",
                "dead",
                "scoring",
                "seki",
                "tax",
            ] {
                let values: Vec<&Word> = WORDS.iter().filter(|word| word.key == key).collect();
                (values[rest % values.len()].say)(&mut rules);
                rest /= values.len();
            }
            let text = rules.to_spelling();
            assert_eq!(Rules::from_spelling(&text), Some(rules), "{text}");
        }
    }

    #[test]
    fn presets_are_written_as_other_programs_know_them() {
        let mut slow = Rules::CHINESE;
        slow.start.komi = Komi::from_half_points(13);
        assert_eq!(Rules::JAPANESE.to_spelling(), "Japanese");
        assert_eq!(Rules::NEW_ZEALAND.to_spelling(), "NZ");
        assert_eq!(Rules::ING.to_spelling(), "GOE");
        assert_eq!(Rules::OLDEST.to_spelling(), "oldest");
        assert_eq!(slow.to_spelling(), "Chinese; komi=6.5");
    }

    #[test]
    fn rules_of_ones_own_are_katagos_words_and_then_ours() {
        let mut rules = Rules::CHINESE;
        rules.passing.cost = PassCost::Stone;
        let katagos = r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"N"}"#;
        // With a plain ko KataGo's suicide is one of several stones.
        for (suicide, ours) in [
            (Suicide::SeveralStones, "pass=stone"),
            (Suicide::Allowed, "suicide=allowed pass=stone"),
        ] {
            rules.suicide = suicide;
            assert_eq!(rules.to_spelling(), format!("{katagos}; {ours}"));
        }
    }

    #[test]
    fn rules_are_read_as_others_write_them() {
        let cases = [
            ("Japanese", Some(Rules::JAPANESE)),
            ("japanese rules", Some(Rules::JAPANESE)),
            ("JP", Some(Rules::JAPANESE)),
            ("日本ルール", Some(Rules::JAPANESE)),
            ("中国规则", Some(Rules::CHINESE)),
            ("New Zealand", Some(Rules::NEW_ZEALAND)),
            ("Tromp-Taylor Rules", Some(Rules::TROMP_TAYLOR)),
            ("GOE", Some(Rules::ING)),
            ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1", Some("{\"ko\":\"SITUATIONAL\",\"suicide\":false,\"whiteHandicapBonus\":\"N-1\",\"friendlyPassOk\":true}".parse().unwrap())),
            ("Group tax?", None),
            ("", None),
            ("ko", None),
            ("Chinese; colour=blue", None),
            ("Chinese; komi", None),
        ];
        for (text, rules) in cases {
            assert_eq!(Rules::from_spelling(text), rules, "{text:?}");
        }
    }
}
