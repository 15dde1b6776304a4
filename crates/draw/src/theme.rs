//! The colours of a picture.

use std::fmt;
use std::str::FromStr;

/// How a picture looks; the pages have boards of the same names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A wooden board.
    #[default]
    Wood,
    /// Flat stones on white, for print.
    Paper,
    /// Grey stone, for dark pages.
    Slate,
    /// White lines on blue, where nothing is hard to tell from anything else.
    Contrast,
}

impl Theme {
    /// All of them, each with its name.
    pub const ALL: [(Theme, &'static str); 4] = [
        (Theme::Wood, "wood"),
        (Theme::Paper, "paper"),
        (Theme::Slate, "slate"),
        (Theme::Contrast, "contrast"),
    ];

    pub(crate) fn palette(self) -> Palette {
        match self {
            Theme::Wood => Palette {
                ground: "#e2b464",
                line: "#4a3517",
                page: "#ffffff",
                ink: BLACK_INK,
                stones: Stones::Round,
            },
            Theme::Paper => Palette {
                ground: "#ffffff",
                line: "#2b2b2b",
                page: "#ffffff",
                ink: BLACK_INK,
                stones: Stones::Flat,
            },
            Theme::Slate => Palette {
                ground: "#47525b",
                line: "#a9b7c1",
                page: "#2b343b",
                ink: WHITE_INK,
                stones: Stones::Round,
            },
            Theme::Contrast => Palette {
                ground: "#2878b4",
                line: "#ffffff",
                page: "#ffffff",
                ink: BLACK_INK,
                stones: Stones::Flat,
            },
        }
    }
}

/// A name that no theme has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTheme(pub String);

impl fmt::Display for UnknownTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, last] = Theme::ALL.map(|(_, name)| name);
        let given = &self.0;
        write!(
            f,
            "a theme is {first}, {second}, {third} or {last}, not {given:?}"
        )
    }
}

impl std::error::Error for UnknownTheme {}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Theme, UnknownTheme> {
        let found = Theme::ALL.iter().find(|(_, name)| *name == text);
        let unknown = || UnknownTheme(text.to_owned());
        found.map(|(theme, _)| *theme).ok_or_else(unknown)
    }
}

/// What is drawn dark, on white stones above all.
pub(crate) const BLACK_INK: &str = "#141414";

/// What is drawn light.
pub(crate) const WHITE_INK: &str = "#fafafa";

/// The colours of a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    /// The board.
    pub(crate) ground: &'static str,
    /// Its lines, its coordinates, and marks on vacant points.
    pub(crate) line: &'static str,
    /// Where the caption stands.
    pub(crate) page: &'static str,
    /// What is written there.
    pub(crate) ink: &'static str,
    pub(crate) stones: Stones,
}

/// Whether stones are shaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stones {
    Round,
    Flat,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_is_found_by_its_name_and_nothing_else() {
        for (theme, name) in Theme::ALL {
            assert_eq!(name.parse(), Ok(theme));
        }
        let unknown = "Wood".parse::<Theme>().map_err(|why| why.to_string());
        let expected = "a theme is wood, paper, slate or contrast, not \"Wood\"";
        assert_eq!(unknown, Err(expected.to_owned()));
    }
}
