//! A text of a file beside what it means.

use std::fmt;

/// A text as it stands in a file, and what it means if that is known.
///
/// ```
/// use ponnuki_record::{Overtime, Written};
///
/// let overtime: Written<Overtime> = Written::read("byo-yomi 5x30");
/// assert_eq!(overtime.meaning.unwrap().to_string(), "5x30 byo-yomi");
/// let overtime: Written<Overtime> = Written::read("until the wine is gone");
/// assert_eq!(overtime.meaning, None);
/// assert_eq!(overtime.text, "until the wine is gone");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<T> {
    /// The text, as it was written.
    pub text: String,
    /// What it means, if it is one of the spellings known here.
    pub meaning: Option<T>,
}

/// Something that is read from free text in many spellings and written in one.
pub trait Spelled: Sized {
    /// What `text` means, if it is one of the known spellings.
    fn from_spelling(text: &str) -> Option<Self>;

    /// The spelling to write; it reads back as the same.
    fn to_spelling(&self) -> String;
}

impl<T: Spelled> Written<T> {
    /// The text beside what it means.
    pub fn read(text: &str) -> Written<T> {
        Written {
            text: text.to_owned(),
            meaning: T::from_spelling(text),
        }
    }

    /// What is meant, in the spelling to write.
    pub fn of(meaning: T) -> Written<T> {
        Written {
            text: meaning.to_spelling(),
            meaning: Some(meaning),
        }
    }
}

impl<T> fmt::Display for Written<T> {
    /// The text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
