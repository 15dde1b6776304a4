//! What is wrong with a command line, in one line.

/// What clap says is wrong, and what it proposes, without the usage that follows.
pub fn error_line(error: &clap::Error) -> String {
    first_paragraphs(&error.to_string())
}

/// What clap says is wrong, and what it proposes, without the usage that follows.
///
/// Its errors are paragraphs: `error: …` over one or more lines, perhaps
/// `tip: …`, then `Usage: …` and `For more information …`.
fn first_paragraphs(error: &str) -> String {
    let is_wanted = |paragraph: &&str| {
        let paragraph = paragraph.trim_start();
        paragraph.starts_with("error:") || paragraph.starts_with("tip:")
    };
    let paragraphs = error.split("\n\n").filter(is_wanted).map(|paragraph| {
        let words: Vec<&str> = paragraph.split_whitespace().skip(1).collect();
        words.join(" ")
    });
    paragraphs.collect::<Vec<String>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_over_several_lines_becomes_one() {
        let error = "error: arguments were not provided:\n  --size <SIZE>\n  --depth <D>\n\n  \
            tip: look\n\nUsage: x\n\nFor more information, try '--help'.\n";
        assert_eq!(
            first_paragraphs(error),
            "arguments were not provided: --size <SIZE> --depth <D>; look"
        );
    }
}
