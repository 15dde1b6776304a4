//! What is written to the person at the terminal, in the charset of this terminal.

pub(crate) use ponnuki_tui::progress::CHARSET;
pub(crate) use ponnuki_words::{Cleaned, Readership, cleaned};
