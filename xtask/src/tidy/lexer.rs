//! Rust text as tokens and comments: enough to tell code from strings and prose, and no more.

/// A word or sign of Rust code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    /// As written; a string keeps its quotes.
    pub(super) text: &'a str,
    pub(super) line: usize,
    /// Whether it is compiled for tests only. Found by [`Source`](super::source::Source).
    pub(super) is_test: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Ident,
    /// A string of any kind, raw and byte strings too.
    Str,
    /// A number or a character.
    Literal,
    Lifetime,
    Punct,
}

impl<'a> Token<'a> {
    /// The content of a string literal, escapes as written; `None` for anything else.
    pub(super) fn str_content(&self) -> Option<&'a str> {
        if self.kind != TokenKind::Str {
            return None;
        }
        let opened = self.text.find('"')? + 1;
        let closed = self.text.rfind('"')?;
        self.text.get(opened..closed)
    }

    pub(super) fn is_ident(&self) -> bool {
        self.kind == TokenKind::Ident
    }
}

/// One line of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    /// Without the comment signs and the space around.
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) is_doc: bool,
}

/// The tokens and the comments of `text`, each in order.
///
/// Text that is not Rust gives tokens too, only not useful ones: an unclosed
/// string or comment ends where the text ends.
pub(super) fn lex(text: &str) -> (Vec<Token<'_>>, Vec<Comment<'_>>) {
    let mut lexer = Lexer {
        text,
        at: 0,
        line: 1,
        tokens: Vec::new(),
        comments: Vec::new(),
    };
    while lexer.at < text.len() {
        lexer.step();
    }
    (lexer.tokens, lexer.comments)
}

/// Signs of two characters that rules look at; every other sign stands alone.
const PAIRS: [&str; 5] = ["::", "=>", "==", "!=", "->"];

struct Lexer<'a> {
    text: &'a str,
    /// The next byte to read; always at the start of a character.
    at: usize,
    line: usize,
    tokens: Vec<Token<'a>>,
    comments: Vec<Comment<'a>>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads one token, one comment or one space.
    fn step(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return;
        };
        if rest.starts_with("//") {
            self.line_comment();
        } else if rest.starts_with("/*") {
            self.block_comment();
        } else if let Some(len) = string_len(rest) {
            self.push(TokenKind::Str, len);
        } else if first == '\'' || rest.starts_with("b'") {
            let (kind, len) = quote(rest);
            self.push(kind, len);
        } else if first.is_ascii_digit() {
            self.push(TokenKind::Literal, number_len(rest));
        } else if is_word(first) {
            let raw = if rest.starts_with("r#") {
                "r#".len()
            } else {
                0
            };
            self.push(TokenKind::Ident, raw + word_len(&rest[raw..]));
        } else if first.is_whitespace() {
            self.line += usize::from(first == '\n');
            self.at += first.len_utf8();
        } else if PAIRS.iter().any(|pair| rest.starts_with(pair)) {
            self.push(TokenKind::Punct, 2);
        } else {
            self.push(TokenKind::Punct, first.len_utf8());
        }
    }

    fn push(&mut self, kind: TokenKind, len: usize) {
        let text = &self.rest()[..len];
        self.tokens.push(Token {
            kind,
            text,
            line: self.line,
            is_test: false,
        });
        self.line += text.matches('\n').count();
        self.at += len;
    }

    fn line_comment(&mut self) {
        let rest = self.rest();
        let text = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let is_doc =
            text.starts_with("//!") || text.starts_with("///") && !text.starts_with("////");
        let signs = if is_doc { 3 } else { 2 };
        self.comments.push(Comment {
            text: text[signs..].trim(),
            line: self.line,
            is_doc,
        });
        self.at += text.len();
    }

    /// Block comments nest in Rust; each line of one becomes a [`Comment`].
    fn block_comment(&mut self) {
        let rest = self.rest();
        let text = &rest[..block_comment_len(rest)];
        let is_doc = text.starts_with("/**") || text.starts_with("/*!");
        for line in text.lines() {
            let line = line.trim().trim_start_matches("/*").trim_end_matches("*/");
            self.comments.push(Comment {
                text: line.trim_start_matches(['*', '!']).trim(),
                line: self.line,
                is_doc,
            });
            self.line += 1;
        }
        self.line -= 1;
        self.at += text.len();
    }
}

fn block_comment_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < bytes.len() {
        match &bytes[at..bytes.len().min(at + 2)] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The length of the string literal that `text` starts with, if it starts with one.
fn string_len(text: &str) -> Option<usize> {
    let after_prefix = text.trim_start_matches(['b', 'c', 'r']);
    let prefix = &text[..text.len() - after_prefix.len()];
    match prefix {
        "" | "b" | "c" if after_prefix.starts_with('"') => {
            Some(prefix.len() + escaped_len(after_prefix, '"'))
        }
        "r" | "br" | "cr" => {
            let opened = after_prefix.trim_start_matches('#');
            let n_hashes = after_prefix.len() - opened.len();
            let content = opened.strip_prefix('"')?;
            let closing = format!("\"{}", "#".repeat(n_hashes));
            let content_len = content.find(&closing).unwrap_or(content.len());
            let len = prefix.len() + n_hashes + 1 + content_len + closing.len();
            Some(len.min(text.len()))
        }
        _ => None,
    }
}

/// The length of a literal that opens and closes with `quote`, escapes skipped.
fn escaped_len(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        if is_escaped {
            is_escaped = false;
        } else if sign == '\\' {
            is_escaped = true;
        } else if sign == quote {
            return at + 1;
        }
    }
    text.len()
}

/// A character, a byte or a lifetime, and its length: `'a'`, `b'a'`, `'a`.
fn quote(text: &str) -> (TokenKind, usize) {
    let prefix = usize::from(text.starts_with('b'));
    let quoted = &text[prefix..];
    let mut signs = quoted.chars().skip(1);
    let is_char = signs.next() == Some('\\') || signs.next() == Some('\'');
    if is_char {
        (TokenKind::Literal, prefix + escaped_len(quoted, '\''))
    } else {
        (TokenKind::Lifetime, prefix + 1 + word_len(&quoted[1..]))
    }
}

fn number_len(text: &str) -> usize {
    let whole = word_len(text);
    let fraction = text[whole..]
        .strip_prefix('.')
        .filter(|fraction| fraction.starts_with(|sign: char| sign.is_ascii_digit()));
    whole + fraction.map_or(0, |fraction| 1 + word_len(fraction))
}

fn word_len(text: &str) -> usize {
    text.find(|sign| !is_word(sign)).unwrap_or(text.len())
}

fn is_word(sign: char) -> bool {
    sign == '_' || sign.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the tokens of `text`, as `line:text`, with `expected`.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let tokens: Vec<String> = lex(text)
            .0
            .iter()
            .map(|token| format!("{}:{}", token.line, token.text))
            .collect();
        assert_eq!(tokens, expected);
    }

    #[test]
    fn code_is_words_and_signs() {
        check(
            "let a: Vec<u8> = b.c(1.5, 0..2)\n  == 0x_ff;",
            &[
                "1:let", "1:a", "1::", "1:Vec", "1:<", "1:u8", "1:>", "1:=", "1:b", "1:.", "1:c",
                "1:(", "1:1.5", "1:,", "1:0", "1:.", "1:.", "1:2", "1:)", "2:==", "2:0x_ff", "2:;",
            ],
        );
    }

    #[test]
    fn a_string_is_one_token_whatever_stands_in_it() {
        check(
            "f(\"a // \\\" b\", r#\"c \" d\"#, b\"e\", br\"f\\\", \"g\nh\") i",
            &[
                "1:f",
                "1:(",
                "1:\"a // \\\" b\"",
                "1:,",
                "1:r#\"c \" d\"#",
                "1:,",
                "1:b\"e\"",
                "1:,",
                "1:br\"f\\\"",
                "1:,",
                "1:\"g\nh\"",
                "2:)",
                "2:i",
            ],
        );
    }

    #[test]
    fn characters_and_lifetimes_are_told_apart() {
        check(
            "<'a> '\"' '\\'' b'x' 'é' r#fn 'static",
            &[
                "1:<",
                "1:'a",
                "1:>",
                "1:'\"'",
                "1:'\\''",
                "1:b'x'",
                "1:'é'",
                "1:r#fn",
                "1:'static",
            ],
        );
    }

    #[test]
    fn comments_are_apart_from_code() {
        let text =
            "a // one \"\n/// two\nb /* three\n * four /* five */\n */ c\n//! six\n//// seven";
        check(text, &["1:a", "3:b", "5:c"]);
        let comments: Vec<(usize, &str, bool)> = lex(text)
            .1
            .iter()
            .map(|comment| (comment.line, comment.text, comment.is_doc))
            .collect();
        let expected = [
            (1, "one \"", false),
            (2, "two", true),
            (3, "three", false),
            (4, "four /* five", false),
            (5, "", false),
            (6, "six", true),
            (7, "// seven", false),
        ];
        assert_eq!(comments, expected);
    }

    #[test]
    fn what_is_never_closed_ends_with_the_text() {
        check("a \"b", &["1:a", "1:\"b"]);
        check("a r#\"b\"", &["1:a", "1:r#\"b\""]);
        check("a /* b /* */", &["1:a"]);
        check("'", &["1:'"]);
    }

    #[test]
    fn the_content_of_a_string_is_without_its_quotes() {
        for text in ["\"ko\"", "r#\"ko\"#", "b\"ko\""] {
            assert_eq!(lex(text).0[0].str_content(), Some("ko"), "{text}");
        }
        assert_eq!(lex("ko").0[0].str_content(), None);
    }
}
