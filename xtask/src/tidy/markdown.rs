//! Documents as lines and the code in them.

/// A line of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkdownLine<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
    /// Whether it stands inside a fenced block; the fences themselves do not.
    pub(super) is_fenced: bool,
}

/// The lines of a document, without the fences.
pub(super) fn lines(text: &str) -> impl Iterator<Item = MarkdownLine<'_>> {
    let mut is_fenced = false;
    text.lines()
        .enumerate()
        .filter_map(move |(line_idx, text)| {
            if text.trim_start().starts_with("```") {
                is_fenced = !is_fenced;
                return None;
            }
            Some(MarkdownLine {
                number: line_idx + 1,
                text,
                is_fenced,
            })
        })
}

/// What stands between backticks in `text`.
pub(super) fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    let n_closed = text.matches('`').count() / 2;
    text.split('`').skip(1).step_by(2).take(n_closed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fenced_lines_are_told_from_the_others() {
        let seen: Vec<(usize, &str, bool)> = lines("a\n```sh\nb\n```\nc")
            .map(|line| (line.number, line.text, line.is_fenced))
            .collect();
        assert_eq!(seen, [(1, "a", false), (3, "b", true), (5, "c", false)]);
    }

    #[test]
    fn code_stands_between_backticks() {
        let spans = |text| code_spans(text).collect::<Vec<&str>>();
        assert_eq!(spans("a `b` c `d e`, f"), ["b", "d e"]);
        assert_eq!(spans("`a` b `c"), ["a"]);
        assert!(spans("a").is_empty());
    }
}
