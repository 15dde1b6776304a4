//! Pairings and standings as a page to print or to put on a site.

use crate::sheet::SheetRows;
use crate::tournament::Tournament;

const STYLE: &str = "body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}\
td,th{border:1px solid #999;padding:.2em .6em;text-align:left}\
@media print{section{break-after:page}}";

impl Tournament {
    /// The standings and all rounds, the last first, as one page without scripts.
    pub fn to_html(&self) -> String {
        let name = escaped(self.rules().name.as_str());
        let mut html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <title>{name}</title>\n<style>{STYLE}</style>\n<h1>{name}</h1>\n<p>{} {}</p>\n",
            escaped(self.rules().place.as_str()),
            escaped(self.rules().date.as_str())
        );
        for round in (1..=self.rounds().len()).rev() {
            let rows = self.pairing_rows(round);
            html += &section(&format!("Round {round}"), &rows);
        }
        html += &section("Standings", &self.standing_rows());
        html + "</html>\n"
    }
}

fn section(title: &str, rows: &SheetRows) -> String {
    let mut html = format!("<section>\n<h2>{title}</h2>\n<table>\n");
    for (idx, row) in rows.iter().enumerate() {
        let tag = if idx == 0 { "th" } else { "td" };
        let cells = row
            .iter()
            .map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
        html += &format!("<tr>{}</tr>\n", cells.collect::<String>());
    }
    html + "</table>\n</section>\n"
}

/// A text as it stands in HTML or XML, also in an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(sign),
        }
    }
    escaped
}
