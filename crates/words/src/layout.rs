//! Text for people: columns that line up, and lines that fit.

pub use crate::printable;

/// How many characters a line may have: what is left of a screen beside
/// another window, and enough for the table of rulebooks.
pub const WIDTH: usize = 100;

/// What stands between two columns.
const GAP: &str = "  ";

/// On which side of a column its cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Cells begin at the left edge of the column.
    Left,
    /// Cells end at the right edge of the column.
    Right,
}

/// The rows as lines, each column as wide as its widest cell. A column
/// without a side of its own stands left.
pub fn table(rows: &[Vec<String>], sides: &[Side]) -> Vec<String> {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            match sides.get(column) {
                Some(Side::Right) => format!("{cell:>width$}"),
                Some(Side::Left) | None => format!("{cell:<width$}"),
            }
        });
        let line = cells.collect::<Vec<String>>().join(GAP);
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Topics and what there is to say about them, which is wrapped beside the topic.
pub fn entries(entries: &[(&str, String)]) -> Vec<String> {
    let topics = entries.iter().map(|(topic, _)| topic.chars().count());
    let indent = topics.max().unwrap_or(0) + GAP.len();
    let mut lines = Vec::new();
    for (topic, text) in entries {
        let mut start = *topic;
        for line in wrap(text, WIDTH - indent) {
            lines.push(format!("{start:<indent$}{line}"));
            start = "";
        }
    }
    lines
}

/// `text` in lines of at most `width` characters, if its words are not longer.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// `one` thing, or so many of them: `1 game`, `2 games`.
pub fn counted(n: usize, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        _ => format!("{n} {one}s"),
    }
}

/// A number with its thousands set apart: `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let row = |line: &str| line.split('|').map(str::to_owned).collect();
        text.lines().map(row).collect()
    }

    #[test]
    fn columns_line_up_and_lines_end_with_words() {
        let rows = rows("size|n|of\n9×9|81|points\n19×19|361|");
        assert_eq!(
            table(&rows, &[Side::Left, Side::Right]),
            ["size     n  of", "9×9     81  points", "19×19  361"]
        );
    }

    #[test]
    fn a_table_of_nothing_is_nothing() {
        assert_eq!(table(&[], &[]), [""; 0]);
    }

    #[test]
    fn lines_are_full_but_not_over() {
        assert_eq!(wrap("a bb ccc", 4), ["a bb", "ccc"]);
        assert_eq!(wrap("a bb ccc", 3), ["a", "bb", "ccc"]);
        assert_eq!(wrap("– × ccc", 3), ["– ×", "ccc"]);
        assert_eq!(wrap("incompressible", 3), ["incompressible"]);
        assert_eq!(wrap(" ", 3), [""; 0]);
    }

    #[test]
    fn entries_hang_beside_their_topics() {
        let long = "word ".repeat(30);
        let lines = entries(&[("Ko", "No.".to_owned()), ("Suicide", long)]);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], "Ko       No.");
        assert!(lines[1].starts_with("Suicide  word word"));
        assert!(lines[2].starts_with("         word"));
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn thousands_are_set_apart() {
        for (n, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (123_456, "123,456"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(n), text);
        }
    }
}
