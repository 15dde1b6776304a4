//! JSON that people read too: objects on one line or indented, with fields in a given order.

use std::fmt::Write as _;

/// A JSON value, written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json {
    text: String,
}

impl Json {
    /// The value that `text`, known to be JSON, is.
    pub fn raw(text: String) -> Json {
        Json { text }
    }

    /// A string.
    pub fn string(content: &str) -> Json {
        let mut text = String::with_capacity(content.len() + 2);
        text.push('"');
        for c in content.chars() {
            match c {
                '"' => text.push_str("\\\""),
                '\\' => text.push_str("\\\\"),
                '\u{0}'..='\u{1f}' => drop(write!(text, "\\u{:04x}", c as u32)),
                _ => text.push(c),
            }
        }
        text.push('"');
        Json { text }
    }

    /// A list on one line.
    pub fn list(values: impl IntoIterator<Item = Json>) -> Json {
        let texts: Vec<String> = values.into_iter().map(|value| value.text).collect();
        Json::raw(format!("[{}]", texts.join(", ")))
    }

    /// A list with a line, or more, for each value.
    pub fn long_list(values: impl IntoIterator<Item = Json>) -> Json {
        lines('[', values.into_iter().map(|value| value.text), ']')
    }

    /// An object with a line for each field.
    pub fn object<K: AsRef<str>>(fields: impl IntoIterator<Item = (K, Json)>) -> Json {
        lines('{', fields.into_iter().map(field), '}')
    }

    /// An object on one line.
    pub fn short_object<K: AsRef<str>>(fields: impl IntoIterator<Item = (K, Json)>) -> Json {
        let texts: Vec<String> = fields.into_iter().map(field).collect();
        Json::raw(format!("{{{}}}", texts.join(", ")))
    }

    /// The value as text, over several lines where that is easier to read.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// A key with its value, as both kinds of object have them.
fn field<K: AsRef<str>>((key, value): (K, Json)) -> String {
    let key = Json::string(key.as_ref());
    format!("{}: {}", key.text, value.text)
}

/// Indented lines with commas between them, in brackets.
fn lines(open: char, parts: impl Iterator<Item = String>, close: char) -> Json {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        return Json::raw(format!("{open}{close}"));
    }
    // No string has a line break in it, so every one of them is between parts.
    let inside = parts.join(",\n").replace('\n', "\n  ");
    Json::raw(format!("{open}\n  {inside}\n{close}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_survive_a_reader() {
        for content in [
            "",
            "a \"b\" \\ c",
            "two\nlines\t\u{1}\u{1f}\u{7f}",
            "9×9 – 碁 🏁",
        ] {
            let read: String = serde_json::from_str(Json::string(content).as_str()).unwrap();
            assert_eq!(read, content);
        }
    }

    #[test]
    fn values_nest() {
        let inner = Json::object([("a", Json::string("b\nc")), ("d", Json::list([]))]);
        let empty = Json::object::<&str>([]);
        let names = Json::list([Json::string("x"), Json::string("y")]);
        let short = Json::short_object([("a", Json::raw("7.5".to_owned())), ("b", names.clone())]);
        assert_eq!(short.as_str(), "{\"a\": 7.5, \"b\": [\"x\", \"y\"]}");
        let value = Json::long_list([inner, empty, names]);
        assert_eq!(
            value.as_str(),
            "[\n  {\n    \"a\": \"b\\u000ac\",\n    \"d\": []\n  },\n  {},\n  [\"x\", \"y\"]\n]"
        );
        let read: serde_json::Value = serde_json::from_str(value.as_str()).unwrap();
        assert_eq!(
            read,
            serde_json::json!([{"a": "b\nc", "d": []}, {}, ["x", "y"]])
        );
    }
}
