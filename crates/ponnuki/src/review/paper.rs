//! A review in Markdown, with boards in letters.

use std::fmt::Write;

use ponnuki_engine::Moment;
use ponnuki_game::Color;

use super::pictures;
use super::reviewed::{Reviewed, ReviewedGame};
use super::tables::{self, Table};
use super::words;
use crate::layout::printable;
use crate::render::text;

/// The signs of a graph in one line, from nothing to all.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// How many signs that graph has at most.
const N_BARS: usize = 60;

/// The text about the games of a file.
pub(super) fn file(reviewed: &Reviewed) -> String {
    let mut paper = String::new();
    for game in &reviewed.games {
        section(&mut paper, reviewed, game);
    }
    put!(
        paper,
        "---\n\n{} {}\n",
        escaped(&words::judged_by(reviewed)),
        words::ACCURACY
    );
    paper
}

fn section(paper: &mut String, reviewed: &Reviewed, game: &ReviewedGame) {
    put!(
        paper,
        "# {}\n\n{}\n\n",
        escaped(&words::title(game, &reviewed.name)),
        escaped(&words::terms(game))
    );
    for remark in &game.remarks {
        put!(paper, "- {}\n", escaped(remark));
    }
    put!(
        paper,
        "## How it went\n\nBlack's chance to win, from the first move to the last:\n\n\
         ```\n{}\n```\n\n",
        bars(game)
    );
    paper.push_str("## How the players did\n\n");
    table(paper, &tables::whole(game));
    table(paper, &tables::stages(game));
    paper.push_str("## The moments that mattered\n\n");
    if game.moments.is_empty() {
        put!(paper, "{}\n\n", words::NO_MOMENTS);
    }
    for moment in &game.moments {
        tell(paper, game, moment);
    }
    paper.push_str("## Every move\n\n");
    table(paper, &tables::moves(game));
}

/// Black's chances in one line.
fn bars(game: &ReviewedGame) -> String {
    let n_positions = game.review.course().n_positions();
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
fn table(paper: &mut String, table: &Table) {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    put!(paper, "{}:\n\n{}", table.caption, line(&table.heads));
    put!(
        paper,
        "| --- |{}\n",
        " ---: |".repeat(table.heads.len() - 1)
    );
    for row in &table.rows {
        paper.push_str(&line(row));
    }
    paper.push('\n');
}

fn tell(paper: &mut String, game: &ReviewedGame, moment: &Moment) {
    let size = game.size();
    put!(
        paper,
        "### {}\n\n{}\n\n",
        words::heading(&moment.turn, size),
        words::moment(moment, size).join(" ")
    );
    if let Some(boards) = pictures::boards(game, moment) {
        put!(
            paper,
            "Better, {}, and what is expected to follow:\n\n```\n{}```\n\n",
            words::move_name(moment.judged.best.mv, size),
            text::board(&boards.better)
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
