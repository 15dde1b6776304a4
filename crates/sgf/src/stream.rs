//! Games one after the other, from a file that need not fit into memory.

use std::{
    error, fmt,
    io::{self, Read},
};

use encoding_rs::{Decoder, UTF_8};

use crate::{
    charset::{self, Charset, CharsetSpan, Cutter, Decoded},
    collection::{Collection, TEXT_MAX},
    fault::{Faults, SgfError, SgfErrorKind, TextPosition},
    parse,
    split::More,
};

/// How many bytes one game of a stream may have. The largest dictionaries of
/// openings are a few megabytes; a stream without end is no game.
pub const GAME_MAX: usize = 1 << 25;
// Decoding can make three bytes of one.
const _: () = assert!(3 * GAME_MAX <= TEXT_MAX);

/// How many bytes are asked for at once: a few calls per megabyte cost nothing,
/// and it is more than the first look at a game needs.
const CHUNK: usize = 1 << 16;
const _: () = assert!(CHUNK >= charset::WINDOW);

/// The games of a stream, each as a collection of its own.
///
/// Holds no more than one game and what was read with it. Charsets are found game
/// by game, as [`Collection::from_bytes`] does it; positions are those in the
/// whole stream. After an error there is nothing more.
///
/// A collection has more than one game only where bytes that mean nothing in
/// their charset hide the end of the first.
///
/// ```
/// use ponnuki_sgf::{Faults, Games};
///
/// let file = &b"(;PB[Shusaku])(;PB[Go Seigen])"[..];
/// let mut names = Vec::new();
/// for game in Games::new(file, Faults::Repair) {
///     let collection = game?;
///     let root = collection.games().next().unwrap();
///     names.push(root.value("PB").unwrap().simple_text().into_owned());
/// }
/// assert_eq!(names, ["Shusaku", "Go Seigen"]);
/// # Ok::<(), ponnuki_sgf::StreamError>(())
/// ```
pub struct Games<R> {
    reader: R,
    faults: Faults,
    /// Bytes that were read.
    buffer: Vec<u8>,
    /// How many of them are used up.
    n_used: usize,
    more: More,
    cutter: Cutter,
    /// What the first bytes proved the whole stream to be in; the buffer is then UTF-8.
    whole: Option<(Charset, Decoder)>,
    /// Where the unused bytes begin in the text of the stream.
    base: TextPosition,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing was read yet.
    Unread,
    /// There was no game so far.
    Before,
    /// There was a game.
    Within,
    /// There is nothing more to come.
    Over,
}

impl<R: Read> Games<R> {
    /// Reads the games of `reader`. It reads in large pieces by itself.
    pub fn new(reader: R, faults: Faults) -> Games<R> {
        Games {
            reader,
            faults,
            buffer: Vec::new(),
            n_used: 0,
            more: More::MayCome,
            cutter: Cutter::default(),
            whole: None,
            base: TextPosition::START,
            stage: Stage::Unread,
        }
    }

    /// Reads on until there is a game, or nothing more.
    fn advance(&mut self) -> Result<Option<Collection<'static>>, StreamError> {
        if self.stage == Stage::Unread {
            self.stage = Stage::Before;
            self.begin()?;
        }
        loop {
            let unused = &self.buffer[self.n_used..];
            if unused.is_empty() && self.more == More::None {
                return match self.stage {
                    Stage::Within => Ok(None),
                    _ => Err(self.refuse(SgfErrorKind::NoGame)),
                };
            }
            let cut = self.cutter.next(unused, self.more);
            if cut.as_ref().map_or(unused.len(), |&(end, _)| end) > GAME_MAX {
                return Err(self.refuse(SgfErrorKind::GameTooLong));
            }
            let Some((end, charset)) = cut else {
                self.fill()?;
                continue;
            };
            if let Some(game) = self.take(end, charset)? {
                self.stage = Stage::Within;
                return Ok(Some(game));
            }
        }
    }

    /// Finds out what the first bytes say about the whole stream.
    fn begin(&mut self) -> Result<(), StreamError> {
        self.fill()?;
        if charset::is_binary(&self.buffer) {
            return Err(self.refuse(SgfErrorKind::NotText));
        }
        let (mark, rest) = charset::marked(&self.buffer);
        let Some((encoding, reason)) = mark else {
            return Ok(());
        };
        let bytes = rest.to_vec();
        let charset = Charset::found(encoding, reason, None);
        self.whole = Some((charset, encoding.new_decoder_without_bom_handling()));
        self.buffer.clear();
        self.push(&bytes);
        Ok(())
    }

    /// Reads as much again as there is, so that a long game is searched only a few
    /// times from its beginning to its end.
    fn fill(&mut self) -> Result<(), StreamError> {
        self.buffer.drain(..self.n_used);
        self.n_used = 0;
        let n_wanted = CHUNK.max(self.buffer.len());
        let mut bytes = Vec::with_capacity(n_wanted);
        let mut part = self.reader.by_ref().take(n_wanted as u64);
        if part.read_to_end(&mut bytes)? < n_wanted {
            self.more = More::None;
        }
        self.push(&bytes);
        Ok(())
    }

    /// Adds bytes to the buffer, as UTF-8 if the whole stream is in something else.
    fn push(&mut self, bytes: &[u8]) {
        let Some((charset, decoder)) = &mut self.whole else {
            self.buffer.extend_from_slice(bytes);
            return;
        };
        // `decode_to_string` fills what room there is and never makes more; this is
        // as much as any byte can become, and some for what was left from before.
        let mut text = String::with_capacity(3 * (bytes.len() + charset::WINDOW));
        let is_last = self.more == More::None;
        let (_, _, has_losses) = decoder.decode_to_string(bytes, &mut text, is_last);
        charset.has_losses |= has_losses;
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Reads the next `end` bytes, which hold one game, or nothing but what is
    /// left after the last.
    fn take(
        &mut self,
        end: usize,
        charset: Charset,
    ) -> Result<Option<Collection<'static>>, StreamError> {
        let piece = &self.buffer[self.n_used..self.n_used + end];
        let (text, charset) = match &self.whole {
            Some((whole, _)) => (UTF_8.decode_without_bom_handling(piece).0, whole.clone()),
            None => (charset.decode(piece), charset),
        };
        let decoded = Decoded {
            text,
            stretches: vec![CharsetSpan { start: 0, charset }],
        };
        let after = self.base.after(&decoded.text);
        let losses = decoded.losses();
        let game = match parse::parse(decoded.text, &losses, self.faults, self.base) {
            Ok(mut collection) => {
                collection.charsets = decoded.stretches;
                Some(collection.into_owned())
            }
            Err(error) if error.kind == SgfErrorKind::NoGame => None,
            Err(error) => return Err(StreamError::Sgf(error)),
        };
        self.n_used += end;
        self.base = after;
        Ok(game)
    }

    fn refuse(&self, kind: SgfErrorKind) -> StreamError {
        StreamError::Sgf(SgfError {
            at: self.base,
            kind,
        })
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Collection<'static>, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stage == Stage::Over {
            return None;
        }
        let game = self.advance().transpose();
        if !matches!(game, Some(Ok(_))) {
            self.stage = Stage::Over;
        }
        game
    }
}

impl<R> fmt::Debug for Games<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games")
            .field("faults", &self.faults)
            .field("at", &self.base)
            .field("stage", &self.stage)
            .finish_non_exhaustive()
    }
}

/// Why a stream ended before its end.
#[derive(Debug)]
pub enum StreamError {
    /// It could not be read.
    Io(io::Error),
    /// It is not SGF, or over the limits.
    Sgf(SgfError),
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamError::Io(error) => error.fmt(f),
            StreamError::Sgf(error) => error.fmt(f),
        }
    }
}

impl error::Error for StreamError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            StreamError::Io(error) => Some(error),
            StreamError::Sgf(error) => Some(error),
        }
    }
}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> StreamError {
        StreamError::Io(error)
    }
}
