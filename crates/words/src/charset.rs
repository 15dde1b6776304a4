//! What a terminal can show that does not speak UTF-8: the charset of the locale, and letters
//! for what it does not have.

use std::borrow::Cow;

use encoding_rs::Encoding;

/// The variables that say which locale it is, the strongest first.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

/// Names that locales have for charsets, where the registry of the web has others.
const OTHER_LABELS: [(&str, &str); 6] = [
    ("eucjp", "euc-jp"),
    ("euckr", "euc-kr"),
    ("euccn", "gbk"),
    ("gb2312", "gbk"),
    ("big5hkscs", "big5"),
    ("cp932", "shift_jis"),
];

/// What stands for a character that a charset does not have.
const UNKNOWN: &str = "?";

/// Characters that our sentences have, and what stands for them in letters alone.
const SPELLED: [(&str, &str); 13] = [
    ("…", "..."),
    ("’‘", "'"),
    ("“”«»„", "\""),
    ("–−‐", "-"),
    ("—", "--"),
    ("×", "x"),
    ("·•", "-"),
    ("●", "X"),
    ("○", "O"),
    ("→", "->"),
    ("←", "<-"),
    ("\u{a0}\u{202f}", " "),
    ("¿¡", ""),
];

/// Letters with marks, and without them: those of the languages that are spoken here.
const UNMARKED: [(&str, &str); 22] = [
    ("ä", "ae"),
    ("ö", "oe"),
    ("ü", "ue"),
    ("Ä", "Ae"),
    ("Ö", "Oe"),
    ("Ü", "Ue"),
    ("ß", "ss"),
    ("áàâã", "a"),
    ("éèêë", "e"),
    ("íìîï", "i"),
    ("óòôõ", "o"),
    ("úùû", "u"),
    ("ç", "c"),
    ("ñ", "n"),
    ("œ", "oe"),
    ("ÁÀÂ", "A"),
    ("ÉÈÊË", "E"),
    ("ÍÌÎÏ", "I"),
    ("ÓÒÔ", "O"),
    ("ÚÙÛ", "U"),
    ("Ç", "C"),
    ("Ñ", "N"),
];

/// The charset in which a terminal is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalCharset {
    /// Every character there is.
    Utf8,
    /// Letters alone.
    Ascii,
    /// One of the charsets of before.
    Of {
        /// What it does.
        encoding: &'static Encoding,
        /// Whether the bytes from 80 to 9F are control characters in it, as in all of ISO 8859;
        /// the web takes those charsets for others that have signs there.
        is_iso: bool,
    },
}

impl TerminalCharset {
    /// The charset that the locale names, whose variables are read through `variable`. One
    /// that names none, as `C` does, says nothing about the terminal: it is UTF-8 as nearly
    /// all are.
    ///
    /// ```
    /// use ponnuki_words::TerminalCharset;
    ///
    /// let german = |name: &str| (name == "LANG").then(|| "de_DE.ISO-8859-1@euro".to_owned());
    /// let bytes = TerminalCharset::of_locale(german).encode("für 3…").into_owned();
    /// assert_eq!(bytes, b"f\xFCr 3...");
    /// ```
    #[must_use]
    pub fn of_locale(variable: impl Fn(&str) -> Option<String>) -> TerminalCharset {
        let mut said = VARIABLES.into_iter().filter_map(variable);
        let locale = said.find(|locale| !locale.is_empty()).unwrap_or_default();
        let name = locale.split_once('.').map(|(_, name)| name);
        let name = name.and_then(|name| name.split('@').next());
        match name {
            None | Some("") => TerminalCharset::Utf8,
            Some(name) => TerminalCharset::named(name),
        }
    }

    fn named(name: &str) -> TerminalCharset {
        let plain: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        let other = OTHER_LABELS.iter().find(|(known, _)| *known == plain);
        let iso = plain.strip_prefix("iso8859");
        let label = match (other, iso) {
            (Some((_, label)), _) => (*label).to_owned(),
            (None, Some(number)) => format!("iso-8859-{number}"),
            (None, None) => name.to_ascii_lowercase(),
        };
        // The web takes US-ASCII for more than it is.
        let is_ascii = plain.contains("ascii") || plain.starts_with("ansix34");
        match Encoding::for_label(label.as_bytes()) {
            _ if is_ascii => TerminalCharset::Ascii,
            _ if plain == "utf8" => TerminalCharset::Utf8,
            Some(encoding) if encoding == encoding_rs::UTF_8 => TerminalCharset::Utf8,
            // One that changes its state, or that no terminal has.
            Some(encoding) if !encoding.is_ascii_compatible() => TerminalCharset::Ascii,
            Some(encoding) => TerminalCharset::Of {
                encoding,
                is_iso: iso.is_some(),
            },
            None => TerminalCharset::Ascii,
        }
    }

    /// The text in this charset, with letters for what it does not have.
    #[must_use]
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        if self == TerminalCharset::Utf8 || text.is_ascii() {
            return Cow::Borrowed(text.as_bytes());
        }
        let mut bytes = Vec::with_capacity(text.len());
        for letter in text.chars() {
            let written = self.bytes_of(letter);
            match written {
                Some(written) => bytes.extend_from_slice(&written),
                None => bytes.extend_from_slice(spelled(letter).as_bytes()),
            }
        }
        Cow::Owned(bytes)
    }

    /// The bytes that someone typed, as text.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> String {
        match (str::from_utf8(bytes), self) {
            (Ok(text), _) => text.to_owned(),
            (Err(_), TerminalCharset::Of { encoding, .. }) => {
                encoding.decode_without_bom_handling(bytes).0.into_owned()
            }
            (Err(_), _) => String::from_utf8_lossy(bytes).into_owned(),
        }
    }

    /// What stands for a character in one column, if it cannot be written itself.
    #[must_use]
    pub fn stand_in(self, letter: char) -> Option<char> {
        match self.bytes_of(letter) {
            Some(_) => None,
            None => spelled(letter).chars().next().or(Some(' ')),
        }
    }

    fn bytes_of(self, letter: char) -> Option<Vec<u8>> {
        let mut room = [0; 4];
        let text: &str = letter.encode_utf8(&mut room);
        if letter.is_ascii() || self == TerminalCharset::Utf8 {
            return Some(text.as_bytes().to_vec());
        }
        let TerminalCharset::Of { encoding, is_iso } = self else {
            return None;
        };
        let (bytes, _, is_lossy) = encoding.encode(text);
        let is_control = is_iso && bytes.iter().any(|byte| (0x80..0xA0).contains(byte));
        (!is_lossy && !is_control).then(|| bytes.into_owned())
    }
}

/// Letters for a character.
fn spelled(letter: char) -> &'static str {
    let mut all = SPELLED.iter().chain(&UNMARKED);
    let found = all.find(|(letters, _)| letters.contains(letter));
    found.map_or(UNKNOWN, |(_, spelled)| spelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(locale: &str, text: &str, expected: &[u8]) {
        let variable = |name: &str| (name == "LC_ALL").then(|| locale.to_owned());
        let charset = TerminalCharset::of_locale(variable);
        assert_eq!(*charset.encode(text), *expected, "{locale}");
        // Whatever is shown in one column is there.
        let shown: String = text
            .chars()
            .map(|letter| charset.stand_in(letter).unwrap_or(letter))
            .collect();
        assert_eq!(shown.chars().count(), text.chars().count());
        assert!(
            shown
                .chars()
                .all(|letter| charset.stand_in(letter).is_none())
        );
    }

    #[test]
    fn what_a_charset_has_is_written_in_it_and_the_rest_in_letters() {
        let text = "Zürich – 囲碁…";
        check("de_CH.UTF-8", text, text.as_bytes());
        check("de_CH.utf8", text, text.as_bytes());
        check("de_CH", text, text.as_bytes());
        check("C", text, text.as_bytes());
        check("", text, text.as_bytes());
        check("de_CH.ISO-8859-1", text, b"Z\xFCrich - ??...");
        check("de_CH.iso88591", text, b"Z\xFCrich - ??...");
        check("de_CH.ISO8859-15@euro", text, b"Z\xFCrich - ??...");
        check("de_CH.CP1252", text, b"Z\xFCrich \x96 ??\x85");
        check("C.ANSI_X3.4-1968", text, b"Zuerich - ??...");
        check("en_US.US-ASCII", text, b"Zuerich - ??...");
        check("xx.unheard-of", text, b"Zuerich - ??...");
        check("ja_JP.ISO-2022-JP", text, b"Zuerich - ??...");
        check("ja_JP.eucJP", "囲碁", b"\xB0\xCF\xB8\xEB");
        check("ja_JP.SJIS", "囲碁", b"\x88\xCD\x8C\xE9");
        check("zh_TW.Big5", "圍棋", b"\xB3\xF2\xB4\xD1");
        check("ru_RU.KOI8-R", "Го", b"\xE7\xCF");
    }

    #[test]
    fn what_is_typed_is_read_in_the_charset() {
        let latin = TerminalCharset::named("ISO-8859-1");
        assert_eq!(latin.decode(b"gr\xFC\xDFe"), "grüße");
        assert_eq!(latin.decode("grüße".as_bytes()), "grüße");
        assert_eq!(TerminalCharset::Utf8.decode(b"gr\xFC"), "gr\u{fffd}");
    }

    #[test]
    fn the_strongest_variable_counts() {
        let variable = |name: &str| {
            let said = match name {
                "LC_ALL" => "",
                "LC_CTYPE" => "de_DE.ISO-8859-1",
                _ => "de_DE.UTF-8",
            };
            Some(said.to_owned())
        };
        assert_ne!(TerminalCharset::of_locale(variable), TerminalCharset::Utf8);
        assert_eq!(TerminalCharset::of_locale(|_| None), TerminalCharset::Utf8);
    }
}
