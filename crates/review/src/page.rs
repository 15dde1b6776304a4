//! A review as a page: one file, no script, for the screen and for paper.

use std::fmt::Write;

use ponnuki_draw::Figure;
use ponnuki_words::printable;

use crate::phrases::Phrases;
use crate::pictures;
use crate::review::Moment;
use crate::reviewed::{ReviewedFile, ReviewedGame};
use crate::tables::{self, Table};
use crate::words;

const STYLE: &str = include_str!("page.css");

impl ReviewedFile {
    /// The games as a page for the screen and for paper: one file, without a script.
    pub fn to_html(&self) -> String {
        file(self)
    }
}

fn file(reviewed: &ReviewedFile) -> String {
    let phrases = reviewed.phrases;
    let mut page = String::new();
    let title = match reviewed.games.as_slice() {
        [only] => words::title(only, &reviewed.name),
        _ => reviewed.name.clone(),
    };
    put!(
        page,
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"Ponnuki\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        phrases.0.code(),
        escaped(&phrases.say("reviewed", &[("title", &title)]))
    );
    for game in &reviewed.games {
        section(&mut page, reviewed, game);
    }
    put!(
        page,
        "<footer><p>{} {} {}</p>",
        escaped(&words::judged_by(reviewed)),
        phrases.text("accuracy_told"),
        escaped(&phrases.say("made_by", &[("name", &reviewed.name)]))
    );
    if let Some(stronger) = words::stronger_judge(reviewed) {
        put!(page, "<p>{}</p>", escaped(&stronger));
    }
    page.push_str("</footer>\n</main>\n</body>\n</html>\n");
    page
}

fn section(page: &mut String, reviewed: &ReviewedFile, game: &ReviewedGame) {
    let phrases = game.phrases;
    put!(
        page,
        "<section class=\"game\">\n<h1>{}</h1>\n<p class=\"terms\">{}</p>\n",
        escaped(&words::title(game, &reviewed.name)),
        escaped(&words::terms(game))
    );
    for remark in &game.remarks {
        put!(page, "<p class=\"note\">{}</p>\n", escaped(remark));
    }
    put!(
        page,
        "<h2>{}</h2>\n<figure class=\"graph\">\n{}<figcaption>{}</figcaption>\n</figure>\n",
        phrases.text("how_it_went"),
        pictures::graph(game).to_svg(),
        phrases.text("graph")
    );
    tables(page, game);
    put!(page, "<h2>{}</h2>\n", phrases.text("the_moments"));
    match game.moments.is_empty() {
        true => put!(page, "<p>{}</p>\n", phrases.text("no_moments")),
        false => put!(page, "<p class=\"note\">{}</p>\n", phrases.text("boards")),
    }
    for moment in &game.moments {
        article(page, game, moment);
    }
    page.push_str("</section>\n");
}

/// The graph as a table, and how the players did.
fn tables(page: &mut String, game: &ReviewedGame) {
    let phrases = game.phrases;
    put!(
        page,
        "<details>\n<summary>{}</summary>\n<div>\n",
        phrases.text("every_move_as_table")
    );
    table(page, &tables::moves(game));
    put!(
        page,
        "</div>\n</details>\n<h2>{}</h2>\n<div class=\"figures\">\n",
        phrases.text("how_they_did")
    );
    table(page, &tables::whole(game));
    table(page, &tables::stages(game));
    page.push_str("</div>\n");
}

fn table(page: &mut String, table: &Table) {
    let head = |name: &String| match name.is_empty() {
        true => "<td></td>".to_owned(),
        false => format!("<th scope=\"col\">{name}</th>"),
    };
    put!(
        page,
        "<table>\n<caption>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        table.caption,
        table.heads.iter().map(head).collect::<String>()
    );
    for row in &table.rows {
        let cells = row.iter().enumerate().map(|(i, cell)| match i {
            0 => format!("<th scope=\"row\">{cell}</th>"),
            _ => format!("<td>{cell}</td>"),
        });
        put!(page, "<tr>{}</tr>\n", cells.collect::<String>());
    }
    page.push_str("</tbody>\n</table>\n");
}

fn article(page: &mut String, game: &ReviewedGame, moment: &Moment) {
    let (size, phrases) = (game.size(), game.phrases);
    let judged = &moment.judged;
    put!(
        page,
        "<article>\n<header><h3>{}</h3><span class=\"cost\">−{}</span></header>\n<p>{}</p>\n",
        words::heading(&moment.turn, size, phrases),
        words::points(judged.loss.points, phrases),
        words::moment(moment, size, phrases).join(" ")
    );
    if let Some(boards) = pictures::boards(game, moment) {
        let played = words::move_name(moment.turn.mv, size, phrases);
        let better = words::move_name(judged.best.mv, size, phrases);
        page.push_str("<div class=\"boards\">\n");
        board(page, &boards.played, phrases, ("played", &played));
        board(page, &boards.better, phrases, ("better_board", &better));
        page.push_str("</div>\n");
    }
    page.push_str("</article>\n");
}

fn board(page: &mut String, figure: &Figure, phrases: Phrases, (kind, first): (&str, &str)) {
    let kind = phrases.text(kind);
    put!(
        page,
        "<figure><img src=\"{}\" alt=\"{}\"><figcaption><b>{kind}: {first}</b> \
         {}</figcaption></figure>\n",
        as_address(&figure.to_svg()),
        phrases.say("board_told", &[("kind", kind), ("move", first)]),
        phrases.text("and_what_follows")
    );
}

/// A picture as an address that holds it, so that the page needs no other file.
fn as_address(svg: &str) -> String {
    let mut address = String::from("data:image/svg+xml,");
    for sign in svg.trim_end().chars() {
        match sign {
            '"' => address.push('\''),
            '%' => address.push_str("%25"),
            '#' => address.push_str("%23"),
            '<' => address.push_str("%3C"),
            '>' => address.push_str("%3E"),
            '&' => address.push_str("%26"),
            sign => address.push(sign),
        }
    }
    address
}

/// `text` from a file as the inside of an element: nothing in it commands the page.
fn escaped(text: &str) -> String {
    let text = printable(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
