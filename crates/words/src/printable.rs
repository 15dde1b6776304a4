//! Which letters of a stranger's text may be shown.

/// Whether a letter does something else than being shown: it commands a terminal, as the
/// control characters do, turns the direction of what stands around it, or is not seen
/// at all. Nothing that a file or a server says may reach a person with one of these;
/// `'\n'` and `'\t'` are among them, and for the caller to allow.
///
/// What joins letters, as Persian and emoji need it, is no such letter.
///
/// ```
/// use ponnuki_words::is_unprintable;
///
/// let name = "Shusaku\u{1b}[2J\u{202e}";
/// assert_eq!(name.replace(is_unprintable, "?"), "Shusaku?[2J?");
/// ```
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            // Directions of writing.
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}'
            // Breaks of lines and paragraphs.
            | '\u{2028}' | '\u{2029}'
            // Without width, and seen by no one.
            | '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// `text` of a stranger as a person may see it: each letter that [`is_unprintable`] becomes
/// U+FFFD, so that nothing in it commands a terminal.
pub fn printable(text: &str) -> String {
    text.replace(is_unprintable, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_in_any_language_is_printable() {
        let texts = [
            "吴清源 – 9p",
            "Ünal Çelik",
            "هانا",
            "می\u{200c}خواهم",
            "👩\u{200d}🎓",
            "Đặng",
        ];
        for text in texts {
            assert!(!text.contains(is_unprintable), "{text}");
        }
    }

    #[test]
    fn what_commands_a_terminal_or_turns_a_line_is_not() {
        for letter in "\u{0}\u{7}\u{8}\r\u{1b}\u{7f}\u{9b}\u{202e}\u{2067}\u{200b}\u{feff}".chars()
        {
            assert!(is_unprintable(letter), "{letter:?}");
        }
    }

    #[test]
    fn a_name_commands_no_terminal() {
        assert_eq!(
            printable("Go\u{1b}[2J\u{9b}\n"),
            "Go\u{fffd}[2J\u{fffd}\u{fffd}"
        );
        assert_eq!(printable("吴清源 – 9p"), "吴清源 – 9p");
    }
}
