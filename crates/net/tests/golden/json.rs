//! As much of JSON as the golden files need.

/// A value; broken text reads as nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(crate) fn parse(text: &str) -> Json {
        value(&mut text.chars().peekable())
    }

    pub(crate) fn at(&self, key: &str) -> &Json {
        let Json::Object(pairs) = self else {
            panic!("not an object: {self:?}");
        };
        let found = pairs.iter().find(|(name, _)| name == key);
        &found.unwrap_or_else(|| panic!("no {key}")).1
    }

    pub(crate) fn number(&self) -> f64 {
        match self {
            Json::Number(number) => *number,
            other => panic!("not a number: {other:?}"),
        }
    }

    pub(crate) fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            other => panic!("not a text: {other:?}"),
        }
    }

    pub(crate) fn list(&self) -> &[Json] {
        match self {
            Json::List(list) => list,
            other => panic!("not a list: {other:?}"),
        }
    }
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn skip(chars: &mut Chars<'_>) -> char {
    while chars
        .next_if(|c| c.is_whitespace() || matches!(c, ',' | ':'))
        .is_some()
    {}
    chars.peek().copied().unwrap_or('\0')
}

fn value(chars: &mut Chars<'_>) -> Json {
    match skip(chars) {
        '{' => {
            chars.next();
            let mut pairs = Vec::new();
            while skip(chars) != '}' {
                let key = string(chars);
                pairs.push((key, value(chars)));
            }
            chars.next();
            Json::Object(pairs)
        }
        '[' => {
            chars.next();
            let mut list = Vec::new();
            while skip(chars) != ']' {
                list.push(value(chars));
            }
            chars.next();
            Json::List(list)
        }
        '"' => Json::Text(string(chars)),
        _ => {
            let mut word = String::new();
            while let Some(c) = chars.next_if(|c| c.is_ascii_alphanumeric() || "+-.".contains(*c)) {
                word.push(c);
            }
            match word.as_str() {
                "null" => Json::Null,
                "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                number => Json::Number(number.parse().unwrap()),
            }
        }
    }
}

fn string(chars: &mut Chars<'_>) -> String {
    chars.next();
    chars.by_ref().take_while(|&c| c != '"').collect()
}
