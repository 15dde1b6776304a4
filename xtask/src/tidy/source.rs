//! One Rust file as the rules look at it: which code is for tests, which functions it has.

use std::ops::Range;

use super::lexer::{self, Comment, Token};

/// A Rust file, read once for all rules.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) path: &'a str,
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) comments: Vec<Comment<'a>>,
    /// For each line, whether it is code for tests only. Derived from `tokens`.
    is_test_line: Vec<bool>,
}

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Function<'a> {
    pub(super) name: &'a str,
    /// The line of `fn`.
    pub(super) line: usize,
    /// From the line of `fn` to the line of its closing brace.
    pub(super) n_lines: usize,
    pub(super) is_test: bool,
}

impl<'a> Source<'a> {
    pub(super) fn new(path: &'a str, text: &'a str) -> Source<'a> {
        let (tokens, comments) = lexer::lex(text);
        let mut source = Source {
            path,
            tokens,
            comments,
            is_test_line: vec![false; text.lines().count()],
        };
        if path.split('/').any(|part| part == "tests") || source.is_inner_test() {
            source.mark_all_test();
        }
        for attribute in source.attributes() {
            if is_for_tests(&source.tokens[attribute.clone()]) {
                source.mark_test(attribute.start - 2..item_end(&source.tokens, attribute.end + 1));
            }
        }
        source
    }

    /// Marks the whole file as compiled for tests only.
    pub(super) fn mark_all_test(&mut self) {
        self.mark_test(0..self.tokens.len());
    }

    /// The names of the modules in files of their own that are for tests only:
    /// `#[cfg(test)] mod NAME;`.
    pub(super) fn test_modules(&self) -> Vec<&'a str> {
        self.tokens
            .windows(3)
            .filter(|window| window[0].is_test && window[0].text == "mod" && window[2].text == ";")
            .map(|window| window[1].text)
            .collect()
    }

    /// The crate the file belongs to, as its directory is called.
    pub(super) fn crate_name(&self) -> Option<&'a str> {
        crate_of(self.path)
    }

    /// Whether the tokens from `at` on read as `texts`.
    pub(super) fn reads(&self, at: usize, texts: &[&str]) -> bool {
        let tokens = self.tokens.get(at..at + texts.len());
        tokens.is_some_and(|tokens| tokens.iter().map(|token| &token.text).eq(texts))
    }

    /// What stands inside each `#[…]` and `#![…]`, as ranges of tokens.
    pub(super) fn attributes(&self) -> Vec<Range<usize>> {
        let mut attributes = Vec::new();
        for at in 0..self.tokens.len() {
            let opened = if self.reads(at, &["#", "["]) {
                at + 1
            } else if self.reads(at, &["#", "!", "["]) {
                at + 2
            } else {
                continue;
            };
            attributes.push(opened + 1..closing(&self.tokens, opened));
        }
        attributes
    }

    /// Every function with a body, nested ones too.
    pub(super) fn functions(&self) -> Vec<Function<'a>> {
        let mut functions = Vec::new();
        for (at, pair) in self.tokens.windows(2).enumerate() {
            if pair[0].text != "fn" || !pair[1].is_ident() {
                continue;
            }
            let end = item_end(&self.tokens, at);
            let Some(last) = self.tokens[..end].last().filter(|last| last.text == "}") else {
                continue;
            };
            functions.push(Function {
                name: pair[1].text,
                line: pair[0].line,
                n_lines: last.line + 1 - pair[0].line,
                is_test: pair[0].is_test,
            });
        }
        functions
    }

    /// Lines of the file that are not taken up by code for tests.
    pub(super) fn n_lines_without_tests(&self) -> usize {
        self.is_test_line
            .iter()
            .filter(|is_test| !**is_test)
            .count()
    }

    fn mark_test(&mut self, range: Range<usize>) {
        let tokens = &mut self.tokens[range];
        if let [first, .., last] = tokens {
            self.is_test_line[first.line - 1..last.line].fill(true);
        }
        for token in tokens {
            token.is_test = true;
        }
    }

    fn is_inner_test(&self) -> bool {
        self.reads(0, &["#", "!", "[", "cfg", "(", "test", ")", "]"])
    }
}

/// The crates that lie beside `crates`, because they are no part of the program.
pub(super) const BESIDE: [&str; 5] = ["bench", "testkit", "tools", "train", "xtask"];

/// The crate that `path` belongs to, as its directory is called: `game`, `xtask`.
pub(super) fn crate_of(path: &str) -> Option<&str> {
    let mut parts = path.split('/');
    match parts.next()? {
        "crates" => parts.next(),
        dir => BESIDE.contains(&dir).then_some(dir),
    }
}

/// The index of the bracket that closes the one at `opened`, or of the end.
pub(super) fn closing(tokens: &[Token<'_>], opened: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(opened) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// Whether an attribute says that its item is for tests: `test`, `tokio::test`, `cfg(test)`.
fn is_for_tests(attribute: &[Token<'_>]) -> bool {
    let has = |text| attribute.iter().any(|token| token.text == text);
    match attribute {
        [.., last] if last.text == "test" => true,
        [first, ..] if first.text == "cfg" => has("test") && !has("not"),
        _ => false,
    }
}

/// One past the item that starts at `at`: after its `;`, or after its braces.
fn item_end(tokens: &[Token<'_>], mut at: usize) -> usize {
    while at < tokens.len() {
        match tokens[at].text {
            ";" => return at + 1,
            "{" => return (closing(tokens, at) + 1).min(tokens.len()),
            "(" | "[" => at = closing(tokens, at) + 1,
            _ => at += 1,
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXED: &str = "\
fn shipped() { a(); }
#[cfg(test)]
use x::{y};
#[cfg(not(test))]
fn also_shipped(x: [u8; 3]) -> [u8; 3] {
    b()
}
#[cfg(test)]
mod tests {
    #[test]
    fn works() { c(); }

    // A comment.
}
";

    #[test]
    fn test_code_is_told_from_shipped_code() {
        let source = Source::new("crates/game/src/board.rs", MIXED);
        let is_test = |name| {
            let token = source.tokens.iter().find(|token| token.text == name);
            token.map(|token| token.is_test)
        };
        assert_eq!(is_test("a"), Some(false));
        assert_eq!(is_test("y"), Some(true));
        assert_eq!(is_test("b"), Some(false));
        assert_eq!(is_test("c"), Some(true));
        assert_eq!(source.n_lines_without_tests(), 14 - 2 - 7);
    }

    #[test]
    fn functions_have_a_name_a_place_and_a_length() {
        let source = Source::new("crates/game/src/board.rs", MIXED);
        let functions: Vec<(&str, usize, usize, bool)> = source
            .functions()
            .iter()
            .map(|function| {
                (
                    function.name,
                    function.line,
                    function.n_lines,
                    function.is_test,
                )
            })
            .collect();
        let expected = [
            ("shipped", 1, 1, false),
            ("also_shipped", 5, 3, false),
            ("works", 11, 1, true),
        ];
        assert_eq!(functions, expected);
    }

    #[test]
    fn a_function_without_a_body_is_no_function_here() {
        let source = Source::new("a.rs", "trait A { fn b(&self); } type C = fn(u8) -> u8;");
        assert_eq!(source.functions(), []);
    }

    #[test]
    fn a_file_under_tests_is_all_test() {
        for (path, text) in [
            ("crates/game/tests/laws.rs", "fn a() {}"),
            ("crates/game/src/a.rs", "#![cfg(test)]\nfn a() {}"),
        ] {
            let source = Source::new(path, text);
            assert!(source.tokens.iter().all(|token| token.is_test), "{path}");
            assert_eq!(source.functions().len(), 1, "{path}");
        }
    }

    #[test]
    fn a_path_tells_its_crate() {
        assert_eq!(crate_of("crates/game/src/board.rs"), Some("game"));
        assert_eq!(crate_of("train/src/main.rs"), Some("train"));
        assert_eq!(crate_of("xtask/src/main.rs"), Some("xtask"));
        assert_eq!(crate_of("web/src/main.ts"), None);
    }
}
