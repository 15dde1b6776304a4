//! XML as tags and texts. Nothing is checked against any schema, and no entity is expanded but
//! the five that XML has itself and numbers.

/// A tag, or what stands between two.
pub(super) enum Token<'a> {
    Open(Tag<'a>),
    Text(String),
    Close(&'a str),
}

impl<'a> Token<'a> {
    /// The tag that it opens, if any.
    pub(super) fn opened(self) -> Option<Tag<'a>> {
        match self {
            Token::Open(tag) => Some(tag),
            Token::Text(_) | Token::Close(_) => None,
        }
    }
}

/// The beginning of an element.
#[derive(Clone, Copy)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    /// What stands after the name.
    attributes: &'a str,
}

impl Tag<'_> {
    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            let (key, after) = rest.split_once('=')?;
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let (value, after) = after[1..].split_once(quote)?;
            if key.trim() == name {
                return Some(expanded(value));
            }
            rest = after;
        }
    }
}

/// Splits a text into tokens; what is left when it breaks off is dropped.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    /// An element that was opened and closed by one tag is yet to be closed.
    closing: Option<&'a str>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens {
            rest: text,
            closing: None,
        }
    }

    /// What stands before `end`, which is skipped; all that is left if there is no end.
    fn until(&mut self, end: &str) -> &'a str {
        let (before, after) = self.rest.split_once(end).unwrap_or((self.rest, ""));
        self.rest = after;
        before
    }

    /// Skips a declaration, which may have others inside brackets.
    fn skip_declaration(&mut self) {
        let mut depth = 0i32;
        for (at, sign) in self.rest.char_indices() {
            match sign {
                '<' | '[' => depth += 1,
                ']' => depth -= 1,
                '>' if depth <= 1 => {
                    self.rest = &self.rest[at + 1..];
                    return;
                }
                '>' => depth -= 1,
                _ => {}
            }
        }
        self.rest = "";
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if let Some(name) = self.closing.take() {
            return Some(Token::Close(name));
        }
        loop {
            if self.rest.is_empty() {
                return None;
            }
            if !self.rest.starts_with('<') {
                let end = self.rest.find('<').unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at(end);
                self.rest = rest;
                return Some(Token::Text(expanded(text)));
            }
            if self.rest.starts_with("<!--") {
                self.until("-->");
            } else if let Some(rest) = self.rest.strip_prefix("<![CDATA[") {
                self.rest = rest;
                return Some(Token::Text(self.until("]]>").to_owned()));
            } else if self.rest.starts_with("<?") {
                self.until("?>");
            } else if self.rest.starts_with("<!") {
                self.skip_declaration();
            } else if let Some(rest) = self.rest.strip_prefix("</") {
                self.rest = rest;
                return Some(Token::Close(self.until(">").trim()));
            } else {
                self.rest = &self.rest[1..];
                return Some(self.tag());
            }
        }
    }
}

impl<'a> Tokens<'a> {
    /// The tag whose first sign was read. A `>` inside quotation marks does not end it.
    fn tag(&mut self) -> Token<'a> {
        let mut quote = None;
        let end = self.rest.char_indices().find(|&(_, sign)| {
            match (quote, sign) {
                (None, '>') => return true,
                (None, '"' | '\'') => quote = Some(sign),
                (Some(open), sign) if open == sign => quote = None,
                (None | Some(_), _) => {}
            }
            false
        });
        let end = end.map_or(self.rest.len(), |(at, _)| at);
        let inside = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or("");
        let (inside, is_whole) = match inside.strip_suffix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let inside = inside.trim();
        let (name, attributes) = inside
            .split_once(char::is_whitespace)
            .unwrap_or((inside, ""));
        self.closing = is_whole.then_some(name);
        Token::Open(Tag { name, attributes })
    }
}

/// A text with its references replaced.
fn expanded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        // A reference is short; any other `&` stands for itself.
        let reference = after.split_once(';').filter(|(name, _)| name.len() <= 8);
        match reference.and_then(|(name, after)| Some((meant(name)?, after))) {
            Some((sign, after)) => {
                out.push(sign);
                rest = after;
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The sign that a reference means.
fn meant(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|sign| !sign.is_control() || matches!(sign, '\n' | '\t'))
        }
    }
}
