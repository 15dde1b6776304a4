//! A review in Markdown, with boards in letters.

use std::fmt::Write;

use ponnuki_game::Color;
use ponnuki_words::printable;

use crate::pictures;
use crate::review::Moment;
use crate::reviewed::{ReviewedFile, ReviewedGame};
use crate::tables::{self, Table};
use crate::words;

/// The signs of a graph in one line, from nothing to all.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// How many signs that graph has at most.
const N_BARS: usize = 60;

impl ReviewedFile {
    /// The games as Markdown, with boards in letters.
    pub fn to_markdown(&self) -> String {
        file(self)
    }
}

fn file(reviewed: &ReviewedFile) -> String {
    let mut text = String::new();
    for game in &reviewed.games {
        section(&mut text, reviewed, game);
    }
    put!(
        text,
        "---\n\n{} {}\n",
        escaped(&words::judged_by(reviewed)),
        reviewed.phrases.text("accuracy_told")
    );
    if let Some(stronger) = words::stronger_judge(reviewed) {
        put!(text, "\n{}\n", escaped(&stronger));
    }
    text
}

fn section(text: &mut String, reviewed: &ReviewedFile, game: &ReviewedGame) {
    let phrases = game.phrases;
    put!(
        text,
        "# {}\n\n{}\n\n",
        escaped(&words::title(game, &reviewed.name)),
        escaped(&words::terms(game))
    );
    for remark in &game.remarks {
        put!(text, "- {}\n", escaped(remark));
    }
    put!(
        text,
        "## {}\n\n{}\n\n```\n{}\n```\n\n",
        phrases.text("how_it_went"),
        phrases.text("chances_line"),
        bars(game)
    );
    put!(text, "## {}\n\n", phrases.text("how_they_did"));
    table(text, &tables::whole(game));
    table(text, &tables::stages(game));
    put!(text, "## {}\n\n", phrases.text("the_moments"));
    if game.moments.is_empty() {
        put!(text, "{}\n\n", phrases.text("no_moments"));
    }
    for moment in &game.moments {
        tell(text, game, moment);
    }
    put!(text, "## {}\n\n", phrases.text("every_move"));
    table(text, &tables::moves(game));
}

/// Black's chances in one line.
fn bars(game: &ReviewedGame) -> String {
    let n_positions = game.review.main_line().n_positions();
    let n_bars = n_positions.min(N_BARS);
    let bar = |i: usize| {
        let at = i * n_positions.saturating_sub(1) / n_bars.saturating_sub(1).max(1);
        let black = game.review.prospect(at, Color::Black);
        let chance = black.map_or(0.5, |black| black.win_rate);
        let highest = BARS.len() - 1;
        BARS[((chance * BARS.len() as f32) as usize).min(highest)]
    };
    (0..n_bars).map(bar).collect()
}

/// A table under its caption.
fn table(text: &mut String, table: &Table) {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    put!(text, "{}:\n\n{}", table.caption, line(&table.heads));
    put!(text, "| --- |{}\n", " ---: |".repeat(table.heads.len() - 1));
    for row in &table.rows {
        text.push_str(&line(row));
    }
    text.push('\n');
}

fn tell(text: &mut String, game: &ReviewedGame, moment: &Moment) {
    let (size, phrases) = (game.size(), game.phrases);
    put!(
        text,
        "### {}\n\n{}\n\n",
        words::heading(&moment.turn, size, phrases),
        words::moment(moment, size, phrases).join(" ")
    );
    if let Some(boards) = pictures::boards(game, moment) {
        let better = words::move_name(moment.judged.best.mv, size, phrases);
        put!(
            text,
            "{}\n\n```\n{}```\n\n",
            phrases.say("better_follows", &[("move", &better)]),
            boards.better.to_text()
        );
    }
}

/// `text` from a file as Markdown: nothing in it is a mark.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for sign in printable(text).chars() {
        if matches!(
            sign,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|'
        ) {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}
