//! Why a file is not a network that can be used.

use std::fmt;

/// Why a file is not a network that can be used, and where that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The layer being read, as the file names it; the header has no name.
    pub layer: String,
    /// How many bytes of the unzipped file were read.
    pub at: usize,
    /// What is wrong.
    pub kind: LoadErrorKind,
}

/// What is wrong with a network file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadErrorKind {
    /// The gzip stream is broken.
    Gzip,
    /// It unzips to more than a network of its size has.
    TooLarge,
    /// It ends too early.
    Ends,
    /// A word is no word: too long, or made of other than visible characters.
    NotAWord,
    /// A word should be a number of some kind and is not.
    NotANumber {
        /// What it should tell.
        what: &'static str,
        /// The word.
        word: String,
    },
    /// A number is outside what it can be.
    OutOfRange {
        /// What it tells.
        what: &'static str,
        /// The number.
        number: usize,
    },
    /// There are weights missing.
    TooFewWeights {
        /// How many there should be, if that can be told at all.
        wanted: Option<usize>,
    },
    /// A layer has more weights than the header leaves room for.
    Unannounced {
        /// The number of them.
        n: usize,
    },
    /// A weight is infinite or not a number.
    NotFinite,
    /// The version is one that is not read.
    Version(usize),
    /// No block is called so.
    UnknownBlock(String),
    /// No activation is called so.
    UnknownActivation(String),
    /// Two layers do not fit together.
    Mismatch {
        /// What is counted.
        what: &'static str,
        /// How many there have to be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Blocks are nested too deeply.
    TooDeep,
    /// It is something that no published network has.
    Unsupported(&'static str),
    /// Something comes after the end.
    Trailing,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LoadError { layer, at, kind } = self;
        write!(f, "{kind} (in {layer:?}, at byte {at})")
    }
}

impl fmt::Display for LoadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadErrorKind::Gzip => f.write_str("the compressed file is broken"),
            LoadErrorKind::TooLarge => f.write_str("it unzips to more than a network does"),
            LoadErrorKind::Ends => f.write_str("the file ends too early"),
            LoadErrorKind::NotAWord => f.write_str("there is no readable word"),
            LoadErrorKind::NotANumber { what, word } => {
                write!(f, "the {what} cannot be {word:?}")
            }
            LoadErrorKind::OutOfRange { what, number } => {
                write!(f, "the {what} cannot be {number}")
            }
            LoadErrorKind::TooFewWeights { wanted: Some(n) } => {
                write!(f, "the file ends before {n} weights")
            }
            LoadErrorKind::TooFewWeights { wanted: None } => {
                f.write_str("no file holds so many weights")
            }
            LoadErrorKind::Unannounced { n } => {
                write!(f, "{n} weights are more than the header announces")
            }
            LoadErrorKind::NotFinite => f.write_str("a weight is not a finite number"),
            LoadErrorKind::Version(n) => write!(f, "model version {n} is not supported"),
            LoadErrorKind::UnknownBlock(word) => write!(f, "no block is called {word:?}"),
            LoadErrorKind::UnknownActivation(word) => {
                write!(f, "no activation is called {word:?}")
            }
            LoadErrorKind::Mismatch {
                what,
                expected,
                found,
            } => write!(f, "there are {found} {what} and not {expected}"),
            LoadErrorKind::TooDeep => f.write_str("blocks are nested too deeply"),
            LoadErrorKind::Unsupported(what) => write!(f, "{what} cannot be used"),
            LoadErrorKind::Trailing => f.write_str("something comes after the end"),
        }
    }
}

impl std::error::Error for LoadError {}
