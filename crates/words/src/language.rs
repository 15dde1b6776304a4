//! The languages, and how they count and join.

use std::fmt;

use ponnuki_wire::HalfPoints;

/// A language that the program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, whose words are understood in every language.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
    /// Chinese.
    Chinese,
    /// Japanese.
    Japanese,
    /// Korean.
    Korean,
}

/// The form that a number asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plural {
    One,
    Other,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 7] = [
        Language::English,
        Language::German,
        Language::French,
        Language::Spanish,
        Language::Chinese,
        Language::Japanese,
        Language::Korean,
    ];

    /// The two letters it is known by: `de`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::French => "fr",
            Language::Spanish => "es",
            Language::Chinese => "zh",
            Language::Japanese => "ja",
            Language::Korean => "ko",
        }
    }

    /// The language of a tag or a locale: `de`, `zh-Hant-TW`, `fr_CA.UTF-8`.
    ///
    /// ```
    /// use ponnuki_words::Language;
    ///
    /// assert_eq!(Language::of_tag("pt_BR.UTF-8"), None);
    /// assert_eq!(Language::of_tag("ja_JP.UTF-8"), Some(Language::Japanese));
    /// ```
    pub fn of_tag(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The form for so many: Unicode's rules for cardinal numbers, with halves.
    pub(crate) fn plural(self, n: HalfPoints) -> Plural {
        let halves = n.0.abs();
        let is_one = match self {
            Language::English | Language::German | Language::Spanish => halves == 2,
            Language::French => halves < 4,
            Language::Chinese | Language::Japanese | Language::Korean => false,
        };
        if is_one { Plural::One } else { Plural::Other }
    }

    /// Whether some numbers ask for [`Plural::One`].
    #[cfg(test)]
    pub(crate) fn has_one(self) -> bool {
        self.plural(HalfPoints(2)) == Plural::One
    }

    /// What stands between the parts of a list.
    pub(crate) const fn comma(self) -> &'static str {
        match self {
            Language::Chinese | Language::Japanese => "、",
            Language::English
            | Language::German
            | Language::French
            | Language::Spanish
            | Language::Korean => ", ",
        }
    }

    /// What stands between sentences.
    pub(crate) const fn gap(self) -> &'static str {
        match self {
            Language::Chinese | Language::Japanese => "",
            Language::English
            | Language::German
            | Language::French
            | Language::Spanish
            | Language::Korean => " ",
        }
    }

    /// What stands before the halves of a number.
    pub(crate) const fn decimal_point(self) -> &'static str {
        match self {
            Language::German | Language::French | Language::Spanish => ",",
            Language::English | Language::Chinese | Language::Japanese | Language::Korean => ".",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_count_as_unicode_says() {
        for (language, n, expected) in [
            (Language::English, 0, Plural::Other),
            (Language::English, 1, Plural::Other),
            (Language::English, 2, Plural::One),
            (Language::German, 3, Plural::Other),
            (Language::French, 0, Plural::One),
            (Language::French, 3, Plural::One),
            (Language::French, 4, Plural::Other),
            (Language::Spanish, -2, Plural::One),
            (Language::Japanese, 2, Plural::Other),
        ] {
            assert_eq!(language.plural(HalfPoints(n)), expected, "{language} {n}");
        }
    }
}
