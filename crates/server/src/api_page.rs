//! The API as a page for people: what can be asked, with examples that work, and every
//! shape.

use std::fmt::{Arguments, Write as _};

use ponnuki_wire::to_json;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi as Description, RefOr};

/// The look of all pages, and what only this one needs.
pub(crate) const STYLE: &str = concat!(
    include_str!("../../../web/src/look/theme.css"),
    include_str!("../../../web/src/look/base.css"),
    include_str!("api_page.css"),
);

/// The parts of the API in the order in which they are told, and what they are called.
const PARTS: [(&str, &str); 4] = [
    ("server", "The server"),
    ("rooms", "Rooms"),
    ("pictures", "Pictures"),
    ("study", "Study"),
];

/// Something to try in a shell. A test runs every one of them as it stands here.
struct Example {
    about: &'static str,
    line: &'static str,
}

/// `$PONNUKI` is where the server is, `$ROOM` the room that the second example opens.
const EXAMPLES: [Example; 7] = [
    Example {
        about: "What the server offers: rulebooks, levels, clocks, limits.",
        line: "curl $PONNUKI/api/server",
    },
    Example {
        about: "Open a room to play against the computer. The answer has the room's name \
            (`room`, `$ROOM` below) and the key to your seat (`token`).",
        line: r#"curl $PONNUKI/api/rooms -H 'content-type: application/json' -d '{"width": 9, "company": {"type": "engine", "level": 1}, "colors": "host_black"}'"#,
    },
    Example {
        about: "Look at a room: who plays, the board, the clocks.",
        line: "curl $PONNUKI/api/rooms/$ROOM",
    },
    Example {
        about: "The first game of a room as SGF.",
        line: "curl $PONNUKI/api/rooms/$ROOM/games/1.sgf",
    },
    Example {
        about: "A picture of any position.",
        line: r#"curl "$PONNUKI/board.svg?board=9&moves=E5,C3,G7""#,
    },
    Example {
        about: "What stands on the board after some moves, what may be played, what it counts.",
        line: r#"curl $PONNUKI/api/study/position -H 'content-type: application/json' -d '{"rules": "japanese", "width": 9, "moves": ["E5", "C3", "pass"]}'"#,
    },
    Example {
        about: "A game file as a tree of positions.",
        line: "curl $PONNUKI/api/study/record -H 'content-type: application/x-go-sgf' -d '(;GM[1]SZ[9];B[ee];W[cg])'",
    },
];

/// The first lines, as on every page.
const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The API · Ponnuki</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/style.css">
</head>
<body>
<header>
<a class="brand" href="/"><svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="6.4" r="5.4"/><circle cx="6.4" cy="16" r="5.4"/><circle cx="25.6" cy="16" r="5.4"/><circle cx="16" cy="25.6" r="5.4"/></svg>Ponnuki</a>
<a class="button quiet" href="/learn">Learn</a>
<a class="button quiet" href="/problems">Problems</a>
<a class="button quiet" href="/review">Review</a>
<a class="button quiet" href="/rules">Rules</a>
</header>
<main>
<h1>The API</h1>
"#;

/// The API as a page for people.
pub(crate) fn html(api: &Description) -> String {
    let mut html = String::from(HEAD);
    let about = api.info.description.as_deref().unwrap_or_default();
    add(&mut html, format_args!("<p>{}</p>\n", prose(about)));
    html.push_str(
        "<p>The same for programs, with every shape: \
         <a href=\"/api/openapi.json\">openapi.json</a>.</p>\n",
    );
    write_examples(&mut html);
    for (tag, title) in PARTS {
        add(&mut html, format_args!("<h2>{title}</h2>\n"));
        for (path, item) in &api.paths.paths {
            for (method, operation) in [("GET", &item.get), ("POST", &item.post)] {
                let operation = operation.as_ref().filter(|operation| {
                    let tags = operation.tags.iter().flatten();
                    tags.map(String::as_str).eq([tag])
                });
                if let Some(operation) = operation {
                    write_operation(&mut html, method, path, operation);
                }
            }
        }
    }
    write_shapes(&mut html, api);
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

fn write_examples(html: &mut String) {
    html.push_str(
        "<h2>Examples</h2>\n<p>In a shell; the first line says where your server is.</p>\n\
         <pre tabindex=\"0\">PONNUKI=http://127.0.0.1:8361</pre>\n",
    );
    for Example { about, line } in &EXAMPLES {
        add(
            html,
            format_args!(
                "<section class=\"card\"><p>{}</p>\n<pre class=\"example\" tabindex=\"0\">{}</pre></section>\n",
                prose(about),
                text(line)
            ),
        );
    }
}

fn write_operation(html: &mut String, method: &str, path: &str, operation: &Operation) {
    add(
        html,
        format_args!(
            "<section class=\"card\"><h3><code><span class=\"method\">{method}</span> {}</code></h3>\n",
            text(path)
        ),
    );
    let about = [&operation.summary, &operation.description];
    for about in about.into_iter().flatten() {
        add(html, format_args!("<p>{}</p>\n", prose(about)));
    }
    html.push_str("<table>\n");
    for parameter in operation.parameters.iter().flatten() {
        let RefOr::T(parameter) = parameter else {
            continue;
        };
        let about = parameter.description.as_deref().unwrap_or_default();
        add(
            html,
            format_args!(
                "<tr><td><code>{}</code><td>{}\n",
                text(&parameter.name),
                prose(about)
            ),
        );
    }
    for (status, response) in &operation.responses.responses {
        if let RefOr::T(response) = response {
            add(
                html,
                format_args!(
                    "<tr><td>{}<td>{}\n",
                    text(status),
                    prose(&response.description)
                ),
            );
        }
    }
    html.push_str("</table></section>\n");
}

fn write_shapes(html: &mut String, api: &Description) {
    html.push_str("<h2>Shapes</h2>\n<section class=\"card\">\n");
    let components = api.components.iter();
    for (name, schema) in components.flat_map(|components| &components.schemas) {
        let json = match schema {
            RefOr::T(schema) => to_json(schema),
            RefOr::Ref(to) => to.ref_location.clone(),
        };
        add(
            html,
            format_args!(
                "<details id=\"{0}\"><summary><code>{0}</code></summary><pre tabindex=\"0\">{1}</pre></details>\n",
                text(name),
                text(&json)
            ),
        );
    }
    html.push_str("</section>\n");
}

/// A sentence as HTML shows it; what stands between backticks is code.
fn prose(sentence: &str) -> String {
    let mut html = String::new();
    for (idx, part) in sentence.split('`').enumerate() {
        match idx % 2 {
            0 => html.push_str(&text(part)),
            _ => add(&mut html, format_args!("<code>{}</code>", text(part))),
        }
    }
    html
}

/// `text` as HTML shows it.
fn text(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn add(html: &mut String, what: Arguments<'_>) {
    html.write_fmt(what).expect("a string takes everything");
}
