//! The problems, each ready to be sent.

mod shape;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use axum::Extension;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use ponnuki_teach::problem as teach;
use ponnuki_wire::{self as wire, BookProblem, ProblemBook, ProblemCode, ProblemIndex, to_json};

use crate::api::{JSON, shipped};
use crate::pages::Page;
use crate::problem::Problem;

/// How many problems are sent at once: a round, and some to spare.
const PROBLEMS_MAX: usize = 40;

/// The problems, read when somebody asks for the first of them.
#[derive(Debug, Default)]
pub(crate) struct ProblemPages {
    read: OnceLock<Ready>,
}

#[derive(Debug)]
struct Ready {
    index: Page,
    /// Each problem as JSON, by its name.
    problems: HashMap<String, String>,
    /// What the kinds of them are called.
    kinds: HashSet<String>,
}

impl ProblemPages {
    /// Whether a problem or a kind of them has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        let ready = self.ready();
        ready.problems.contains_key(name) || ready.kinds.contains(name)
    }

    fn ready(&self) -> &Ready {
        self.read.get_or_init(|| {
            let problems = shipped("the problems", teach::GoProblem::collection());
            let problems: Vec<BookProblem> = problems.iter().map(shape::problem).collect();
            let written = problems.iter().map(|own| (own.id.clone(), to_json(own)));
            let kinds = problems.iter().map(|own| to_json(&own.kind));
            Ready {
                kinds: kinds
                    .map(|kind| kind.trim_matches('"').to_owned())
                    .collect(),
                index: Page::new(JSON, to_json(&shape::index(&problems))),
                problems: written.collect(),
            }
        })
    }
}

/// Says which problems there are.
#[utoipa::path(get, path = "/api/problems", tag = "study",
    responses((status = 200, description = "The problems, without their boards",
        body = ProblemIndex)))]
pub(crate) async fn index(
    Extension(book): Extension<Arc<ProblemPages>>,
    headers: HeaderMap,
) -> Response {
    book.ready().index.clone().answer(&headers)
}

/// Gives problems: the boards, what to do on them, and what does it.
#[utoipa::path(get, path = "/api/problems/{ids}", tag = "study",
    params(("ids" = String, Path, description = "The names of at most 40 problems, with commas \
        between them", example = "net-04a7f3,ko-3e1b07")),
    responses((status = 200, description = "Those of them that there are, in the same order",
            body = ProblemBook),
        (status = 400, description = "Too many are asked for", body = wire::Problem)))]
pub(crate) async fn some(
    Extension(book): Extension<Arc<ProblemPages>>,
    Path(ids): Path<String>,
) -> Result<Response, Problem> {
    let ids: Vec<&str> = ids.split(',').take(PROBLEMS_MAX + 1).collect();
    if ids.len() > PROBLEMS_MAX {
        let text = format!("at most {PROBLEMS_MAX} problems at once");
        return Err(Problem::new(ProblemCode::BadRequest, text));
    }
    let problems = &book.ready().problems;
    let found: Vec<&str> = ids
        .iter()
        .filter_map(|&id| Some(problems.get(id)?.as_str()))
        .collect();
    let text = format!(r#"{{"problems":[{}]}}"#, found.join(","));
    Ok(([(CONTENT_TYPE, JSON)], text).into_response())
}
