//! The language that a person is spoken to in.

use std::env;

use ponnuki_words::Language;

/// A language by its name.
///
/// # Errors
///
/// There is no such language here.
pub(crate) fn language(text: &str) -> Result<Language, String> {
    Language::of_tag(text).ok_or_else(|| {
        let codes = Language::ALL.map(Language::code).join(", ");
        format!("the languages are {codes}, not {text:?}")
    })
}

/// The language of whoever sits here, as systems say it.
pub(crate) fn own_language() -> Language {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let said = names.into_iter().filter_map(|name| env::var(name).ok());
    let mut said = said.filter(|tag| !tag.is_empty());
    said.next()
        .and_then(|tag| Language::of_tag(&tag))
        .unwrap_or_default()
}
