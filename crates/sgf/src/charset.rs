//! From bytes to text: which charset a file is in, and how one knows.
//!
//! A byte-order mark is believed, then the `CA` property if the bytes bear it out,
//! then that text which is valid UTF-8 is UTF-8, then a guess. A file is decoded
//! before it is parsed: in Shift_JIS, Big5 and GB18030 the second byte of a
//! character may look like a bracket or an escape.

use std::{borrow::Cow, error, fmt};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251,
    WINDOWS_1252,
};

use crate::{
    scan,
    split::{More, Pairs, Search},
};

/// How many bytes from the beginning of a game are looked at to find its charset:
/// more than any first node has before its `CA`, and enough text for a guess.
pub(crate) const WINDOW: usize = 1 << 14;

/// How many characters of valid UTF-8 prove a `CA` of another charset wrong. Two
/// characters of GBK are valid UTF-8 about once in sixty times, four once in
/// four thousand.
const UTF8_PROOF: usize = 4;

/// The longest label that is looked up: no registered name is longer.
const LABEL_MAX: usize = 40;

/// Names in use for charsets that the registry of the web does not list.
const OTHER_LABELS: [(&str, &str); 9] = [
    ("cp932", "shift_jis"),
    ("cp936", "gbk"),
    ("windows-936", "gbk"),
    ("euc-cn", "gbk"),
    ("cp949", "euc-kr"),
    ("uhc", "euc-kr"),
    ("cp950", "big5"),
    ("windows-950", "big5"),
    ("latin-1", "windows-1252"),
];

/// The charset of some text, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charset {
    /// What the text was decoded with.
    pub encoding: &'static Encoding,
    /// Why with that.
    pub reason: CharsetSource,
    /// What `CA` says, whether or not it was followed.
    pub declared: Option<String>,
    /// Whether some bytes meant nothing in it and were replaced by U+FFFD.
    pub has_losses: bool,
}

/// How a charset was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharsetSource {
    /// The file begins with a byte-order mark.
    ByteOrderMark,
    /// Every other byte is zero, as in UTF-16.
    ZeroBytes,
    /// `CA` says so, and it can be.
    Declared,
    /// It is valid UTF-8, and `CA` says nothing or nothing that can be.
    ValidUtf8,
    /// It has more multi-byte characters of UTF-8 than bytes that are not UTF-8: damaged UTF-8.
    MostlyUtf8,
    /// The bytes look like it.
    Guessed,
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.reason {
            CharsetSource::ByteOrderMark => "by its byte-order mark",
            CharsetSource::ZeroBytes => "by its zero bytes",
            CharsetSource::Declared => "as it says",
            CharsetSource::ValidUtf8 => "because it is valid",
            CharsetSource::MostlyUtf8 => "because most of it is valid",
            CharsetSource::Guessed => "by its look",
        };
        write!(f, "{} {why}", self.encoding.name())
    }
}

/// A stretch of text that was in one charset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharsetSpan {
    /// Where it begins in the decoded text.
    pub start: usize,
    /// What it was in.
    pub charset: Charset,
}

/// The text of a file.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    /// The text; borrowed from the bytes where they are UTF-8.
    pub text: Cow<'a, str>,
    /// What its parts were in, from the beginning; never empty.
    pub stretches: Vec<CharsetSpan>,
}

impl Decoded<'_> {
    /// Where the characters are that stand for what could not be decoded.
    pub(crate) fn losses(&self) -> Vec<usize> {
        let mut losses = Vec::new();
        let mut end = self.text.len();
        for stretch in self.stretches.iter().rev() {
            if stretch.charset.has_losses {
                let text = &self.text[stretch.start..end];
                let places = text.rmatch_indices(char::REPLACEMENT_CHARACTER);
                losses.extend(places.map(|(place, _)| stretch.start + place));
            }
            end = stretch.start;
        }
        losses.reverse();
        losses
    }
}

/// Decodes a file: all of it at once if it is all in one charset, else game by game.
///
/// ```
/// use ponnuki_sgf::{CharsetSource, decode};
///
/// let decoded = decode(b"(;CA[Big5]PB[\xB3\xF2\xB4\xD1])");
/// assert_eq!(decoded.text, "(;CA[Big5]PB[圍棋])");
/// assert_eq!(decoded.stretches[0].charset.reason, CharsetSource::Declared);
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let (mark, bytes) = marked(bytes);
    if let Some((encoding, reason)) = mark {
        let (text, has_losses) = encoding.decode_without_bom_handling(bytes);
        let charset = Charset::found(encoding, reason, None).with_losses(has_losses);
        return Decoded::uniform(text, charset);
    }
    if let Some(text) = plain_utf8(bytes) {
        let label = declared_label(&bytes[..bytes.len().min(WINDOW)]);
        let charset = match label.and_then(encoding_for) {
            Some(encoding) => Charset::found(encoding, CharsetSource::Declared, label),
            None => Charset::found(UTF_8, CharsetSource::ValidUtf8, label),
        };
        return Decoded::uniform(Cow::Borrowed(text), charset);
    }
    let mut games = Cutter::default();
    let mut decoded = Decoded {
        text: Cow::Borrowed(""),
        stretches: Vec::new(),
    };
    let mut rest = bytes;
    while !rest.is_empty() {
        let Some((end, charset)) = games.next(rest, More::None) else {
            break;
        };
        let (piece, others) = rest.split_at(end);
        decoded.push(piece, charset);
        rest = others;
    }
    decoded
}

/// Encodes a text, as to write a file back in the charset it came in.
///
/// UTF-16 gets a byte-order mark, without which nobody would know it.
///
/// # Errors
///
/// The first character that the charset does not have.
pub fn encode<'t>(
    text: &'t str,
    encoding: &'static Encoding,
) -> Result<Cow<'t, [u8]>, Unencodable> {
    if [UTF_16BE, UTF_16LE].contains(&encoding) {
        let to_bytes = if encoding == UTF_16BE {
            u16::to_be_bytes
        } else {
            u16::to_le_bytes
        };
        let units = "\u{FEFF}".encode_utf16().chain(text.encode_utf16());
        return Ok(units.flat_map(to_bytes).collect());
    }
    let (bytes, _, is_lossy) = encoding.encode(text);
    if !is_lossy {
        return Ok(bytes);
    }
    let is_lost = |c: &char| encoding.encode(c.encode_utf8(&mut [0; 4])).2;
    let character = text
        .chars()
        .find(is_lost)
        .unwrap_or(char::REPLACEMENT_CHARACTER);
    Err(Unencodable {
        character,
        encoding,
    })
}

/// A character that a charset does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unencodable {
    /// The character.
    pub character: char,
    /// The charset.
    pub encoding: &'static Encoding,
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no {:?} in {}",
            self.character,
            self.encoding.name()
        )
    }
}

impl error::Error for Unencodable {}

impl Charset {
    pub(crate) fn found(
        encoding: &'static Encoding,
        reason: CharsetSource,
        label: Option<&str>,
    ) -> Charset {
        Charset {
            encoding,
            reason,
            declared: label.map(str::to_owned),
            has_losses: false,
        }
    }

    fn with_losses(self, has_losses: bool) -> Charset {
        Charset { has_losses, ..self }
    }

    /// Decodes bytes for which this charset was found.
    pub(crate) fn decode<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        self.encoding.decode_without_bom_handling(bytes).0
    }
}

impl<'a> Decoded<'a> {
    fn uniform(text: Cow<'a, str>, charset: Charset) -> Decoded<'a> {
        Decoded {
            text,
            stretches: vec![CharsetSpan { start: 0, charset }],
        }
    }

    fn push(&mut self, piece: &'a [u8], charset: Charset) {
        let start = self.text.len();
        let text = charset.decode(piece);
        if self.text.is_empty() {
            self.text = text;
        } else {
            self.text.to_mut().push_str(&text);
        }
        if self
            .stretches
            .last()
            .is_none_or(|last| last.charset != charset)
        {
            self.stretches.push(CharsetSpan { start, charset });
        }
    }
}

/// What the first bytes of a file prove about it, and the bytes after its mark.
pub(crate) fn marked(bytes: &[u8]) -> (Option<(&'static Encoding, CharsetSource)>, &[u8]) {
    if let Some((encoding, len)) = Encoding::for_bom(bytes) {
        return (
            Some((encoding, CharsetSource::ByteOrderMark)),
            &bytes[len..],
        );
    }
    let encoding = match bytes {
        [0, 1..=255, 0, 1..=255, ..] => Some(UTF_16BE),
        [1..=255, 0, 1..=255, 0, ..] => Some(UTF_16LE),
        _ => None,
    };
    (
        encoding.map(|encoding| (encoding, CharsetSource::ZeroBytes)),
        bytes,
    )
}

/// Whether bytes are of a picture, a program or the like, judged by what stands before the
/// first game. Two such bytes as begin a game are in most files of some size, and no game.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    let (mark, rest) = marked(&bytes[..bytes.len().min(WINDOW)]);
    let text = match mark {
        Some((encoding, _)) => encoding.decode_without_bom_handling(rest).0.into_owned(),
        // What bytes of other charsets mean is no matter here: none is a control character.
        None => rest.iter().map(|&byte| char::from(byte)).collect(),
    };
    let before = &text[..first_game(&text).unwrap_or(text.len())];
    // Old programs fill their last block up.
    let before = before.trim_end_matches(['\0', '\u{1A}']);
    let is_odd = |&c: &char| {
        let is_text = matches!(c, '\t'..='\r' | '\u{1B}') || !c.is_ascii_control();
        !is_text || c == char::REPLACEMENT_CHARACTER
    };
    let n_odd = before.chars().filter(is_odd).count();
    before.contains('\0') || n_odd * ODD_SHARE > before.chars().count()
}

/// Where the first game seems to begin.
fn first_game(text: &str) -> Option<usize> {
    let opens = text.match_indices('(').map(|(at, _)| at);
    let mut opens = opens.filter(|&at| text[at + 1..].trim_ascii_start().starts_with(';'));
    opens.next()
}

/// Of the characters of a text at most one in so many is odd; of random bytes it is one in ten.
const ODD_SHARE: usize = 20;

/// The text, if it is the same whichever of the declared charsets is meant.
fn plain_utf8(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes).ok()?;
    let is_plain = if text.is_ascii() {
        !bytes.contains(&0x1B)
    } else {
        text.match_indices("CA[").all(|(at, _)| {
            let label = label_at(&bytes[at + 2..]);
            label
                .and_then(encoding_for)
                .is_none_or(|encoding| encoding == UTF_8)
        })
    };
    is_plain.then_some(text)
}

/// Cuts bytes into games and finds the charset of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cutter {
    /// The search for the end of the game at hand, if it has begun.
    search: Option<(Search, Pairs)>,
    /// What a game that says nothing and is not UTF-8 was last taken for.
    guess: Option<&'static Encoding>,
}

impl Cutter {
    /// Where the first game of `bytes` ends and what it is in; none if more bytes
    /// are needed. It is then asked again with the same bytes and more.
    pub(crate) fn next(&mut self, bytes: &[u8], more: More) -> Option<(usize, Charset)> {
        if more == More::MayCome && bytes.len() < WINDOW {
            return None;
        }
        let window = &bytes[..bytes.len().min(WINDOW)];
        let (mut search, pairs) = match self.search {
            Some(search) => search,
            None => (Search::default(), self.likely_pairs(window)),
        };
        let Some(end) = search.end(bytes, pairs, more) else {
            self.search = Some((search, pairs));
            return None;
        };
        self.search = None;
        let piece = &bytes[..end];
        let sample = if end < window.len() { window } else { piece };
        let charset = charset(piece, declared_label(window), sample, self.guess);
        if charset.reason == CharsetSource::Guessed {
            self.guess = Some(charset.encoding);
        }
        Some((end, charset))
    }

    /// Which pairs to mind in the game that begins `window`, before its end is known.
    fn likely_pairs(&self, window: &[u8]) -> Pairs {
        let declared = declared_label(window).and_then(encoding_for);
        let declared_pairs = declared.map(Pairs::of);
        if declared_pairs == Some(Pairs::None) {
            return Pairs::None;
        }
        if is_utf8_so_far(window) && !window.contains(&0x1B) {
            return Pairs::None;
        }
        declared_pairs.unwrap_or_else(|| Pairs::of(self.guess.unwrap_or_else(|| guess(window))))
    }
}

/// Whether `window` is valid UTF-8, but for a character that its end cuts in two.
fn is_utf8_so_far(window: &[u8]) -> bool {
    match str::from_utf8(window) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    }
}

/// The charset of `piece`, which says that it is in `label`.
///
/// If it has to be guessed, then from `sample`, which is at least the piece itself;
/// a `hint` is taken if it can be.
fn charset(
    piece: &[u8],
    label: Option<&str>,
    sample: &[u8],
    hint: Option<&'static Encoding>,
) -> Charset {
    let declared = label.and_then(encoding_for);
    let found = |encoding, reason| Charset::found(encoding, reason, label);
    let is_utf8 = str::from_utf8(piece).is_ok();
    if let Some(encoding) = declared.filter(|&encoding| can_be(piece, encoding)) {
        let is_disproved = encoding != UTF_8 && is_utf8 && n_wide_chars(piece) >= UTF8_PROOF;
        if !is_disproved {
            return found(encoding, CharsetSource::Declared);
        }
    }
    let guess = || {
        hint.filter(|hint| can_be(piece, hint))
            .unwrap_or_else(|| guess(sample))
    };
    if is_utf8 {
        // A character or two prove nothing where all the rest is something else, and
        // shifted text is made of ASCII.
        let is_alone = hint.is_some() || !is_utf8_so_far(sample);
        let is_doubtful = is_alone && (1..UTF8_PROOF).contains(&n_wide_chars(piece));
        if is_doubtful || piece.contains(&0x1B) {
            let guess = guess();
            if (is_doubtful || guess == ISO_2022_JP) && can_be(piece, guess) {
                return found(guess, CharsetSource::Guessed);
            }
        }
        return found(UTF_8, CharsetSource::ValidUtf8);
    }
    if is_mostly_utf8(piece) && !are_chinese_names(piece) {
        return found(UTF_8, CharsetSource::MostlyUtf8).with_losses(true);
    }
    let guess = guess();
    if can_be(piece, guess) {
        return found(guess, CharsetSource::Guessed);
    }
    match declared {
        Some(encoding) => found(encoding, CharsetSource::Declared).with_losses(true),
        None => found(guess, CharsetSource::Guessed).with_losses(true),
    }
}

/// Whether every byte means something in that charset.
fn can_be(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    text.is_some()
}

/// How many characters of valid UTF-8 take more than one byte.
fn n_wide_chars(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte >= 0xC0).count()
}

fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut n_chars, mut n_faults) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        n_chars += n_wide_chars(chunk.valid().as_bytes());
        n_faults += usize::from(!chunk.invalid().is_empty());
    }
    n_chars > n_faults
}

/// What the bytes look like. Two or three names in a charset of East Asia are too
/// few for statistics, which then take them for an alphabet; but in an alphabet they
/// do not read like words, and as characters of two bytes they do.
fn guess(sample: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(sample, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    let n_wide = sample.iter().filter(|byte| !byte.is_ascii()).count();
    if n_wide > SHORT_MAX {
        return guess;
    }
    // Other alphabets than these two hardly occur in game files.
    let is_likely = [WINDOWS_1251, WINDOWS_1252].contains(&guess);
    if is_likely && reads_like_words(&guess.decode_without_bom_handling(sample).0) {
        return guess;
    }
    if are_chinese_names(sample) {
        return GBK;
    }
    if !guess.is_single_byte() {
        return guess;
    }
    let found = SHORT_TEXTS.iter().find(|(encoding, script)| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(sample);
        text.is_some_and(|text| script.is_all_of(&text, n_wide))
    });
    found.map_or(guess, |&(encoding, _)| encoding)
}

/// Up to so many bytes beyond ASCII are too few for statistics: four names.
const SHORT_MAX: usize = 24;

/// What a few names without a `CA` can be in. Hangul comes first: hardly any Chinese
/// names are made of its bytes alone, and every Korean one is.
const SHORT_TEXTS: [(&Encoding, Script); 4] = [
    (EUC_KR, Script::Hangul),
    (GBK, Script::CommonHanzi),
    (BIG5, Script::Han),
    (SHIFT_JIS, Script::Han),
];

/// What all characters of a text beyond ASCII are.
#[derive(Clone, Copy, Debug)]
enum Script {
    /// Korean syllables, at least four: fewer may as well be Chinese.
    Hangul,
    /// Chinese characters of GB 2312, whose bytes are both beyond ASCII.
    CommonHanzi,
    /// Chinese characters, and kana of full width.
    Han,
}

impl Script {
    /// Whether all of `text` is in it, which was decoded from bytes of which `n_wide`
    /// are beyond ASCII.
    fn is_all_of(self, text: &str, n_wide: usize) -> bool {
        let mut wide = text.chars().filter(|c| !c.is_ascii());
        let is_hangul = |c| ('\u{AC00}'..='\u{D7A3}').contains(&c);
        let is_han = |c| ('\u{4E00}'..='\u{9FFF}').contains(&c);
        let is_kana = |c| ('\u{3041}'..='\u{30FC}').contains(&c);
        match self {
            Script::Hangul => wide.clone().count() >= 4 && wide.all(is_hangul),
            Script::CommonHanzi => n_wide == 2 * wide.clone().count() && wide.all(is_han),
            Script::Han => wide.all(|c| is_han(c) || is_kana(c)),
        }
    }
}

/// Whether there are two or more runs of Chinese characters in GBK, each of which begins with a
/// family name. The bytes of two Japanese or Korean names would do so once in a thousand times.
fn are_chinese_names(sample: &[u8]) -> bool {
    let n_wide = sample.iter().filter(|byte| !byte.is_ascii()).count();
    if n_wide > SHORT_MAX {
        return false;
    }
    let Some(text) = GBK.decode_without_bom_handling_and_without_replacement(sample) else {
        return false;
    };
    let names = || {
        text.split(|c: char| c.is_ascii())
            .filter(|name| !name.is_empty())
    };
    Script::CommonHanzi.is_all_of(&text, n_wide)
        && names().count() >= 2
        && names().all(|name| name.starts_with(|first| FAMILY_NAMES.contains(first)))
}

/// The family names of nine Chinese in ten, and of more who play Go.
const FAMILY_NAMES: &str = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾\
    肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方邹熊孟秦邱江尹薛闫段\
    雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤柯古聂时俞檀连党辜常芮华过";

/// Whether every word that is not plain ASCII can be one of an alphabet: letters only, no
/// capital after a small one and no small ones after two capitals; in Latin at most
/// three letters in a row that ASCII does not have.
fn reads_like_words(text: &str) -> bool {
    let is_between =
        |c: char| (c.is_ascii() && !c.is_ascii_alphabetic()) || "‘’‚“”„«»–—…\u{A0}".contains(c);
    let mut words = text.split(is_between).filter(|word| !word.is_ascii());
    words.all(|word| {
        let is_letter = |c: char| c.is_alphabetic() && !matches!(c, 'ª' | 'º' | 'µ');
        let is_small = |c: char| is_letter(c) && !c.is_uppercase();
        let is_capital = |c: char| is_letter(c) && !c.is_lowercase();
        let is_accented = |c: char| !c.is_ascii() && c < '\u{250}';
        let mut rest = word.chars();
        rest.next().is_none_or(is_letter)
            && (rest.all(is_small) || word.chars().all(is_capital))
            && word
                .split(|c| !is_accented(c))
                .all(|run| run.chars().count() <= 3)
    })
}

/// The charset of a label, unless it is one whose text would not look like this:
/// a `CA` that can be read is not in UTF-16.
fn encoding_for(label: &str) -> Option<&'static Encoding> {
    let other = OTHER_LABELS
        .iter()
        .find(|(name, _)| label.trim().eq_ignore_ascii_case(name));
    let label = other.map_or(label, |&(_, known)| known);
    let encoding = Encoding::for_label(label.as_bytes())?;
    (encoding.is_ascii_compatible() || encoding == ISO_2022_JP).then_some(encoding)
}

/// What the `CA` of the first node in `bytes` says.
///
/// The bytes may be in any charset, so this reads no values: it looks for a `CA`
/// where a property can begin, and stops where the first node seems to end.
fn declared_label(bytes: &[u8]) -> Option<&str> {
    let mut before = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let is_escaped = before == b'\\';
        before = byte;
        if is_escaped || !matches!(byte, b'(' | b';' | b']') {
            continue;
        }
        let rest = &bytes[scan::skip_space(bytes, at + 1)..];
        if let Some(label) = rest.strip_prefix(b"CA").and_then(label_at) {
            return Some(label);
        }
        if byte == b']' && matches!(rest, [b'(' | b')' | b';', ..]) {
            return None;
        }
    }
    None
}

/// The value at the beginning of `bytes`, if it can be the label of a charset.
fn label_at(bytes: &[u8]) -> Option<&str> {
    let value = bytes[scan::skip_space(bytes, 0)..].strip_prefix(b"[")?;
    let len = value
        .iter()
        .take(LABEL_MAX + 1)
        .position(|&byte| byte == b']')?;
    let label = str::from_utf8(&value[..len]).ok()?;
    let is_label = label.is_ascii() && !label.contains('\\') && !label.trim().is_empty();
    is_label.then_some(label.trim())
}
