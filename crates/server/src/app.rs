//! Which request goes where, and what holds for all of them: who may ask, how
//! often, and what browsers are told to be careful with.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use ponnuki_wire::ProblemCode;

use crate::api::{self, ApiPages};
use crate::book::{self, ProblemPages};
use crate::house::House;
use crate::nodes::{self, FromNode};
use crate::now;
use crate::pages::{self, NamedPlace};
use crate::pictures;
use crate::problem::Problem;
use crate::request::{Client, names_one_host};
use crate::rooms;
use crate::seats;
use crate::study;
use crate::talk;
use crate::workers;

/// Nothing but our own scripts, styles, pictures and connections; nothing inline. Small
/// pictures may stand in the page itself. What follows says whose frame it may stand in.
macro_rules! policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; ",
            "connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; ",
            "base-uri 'none'; form-action 'self'; frame-ancestors ",
            $ancestors
        )
    };
}

/// Requests whose paths begin so are held to a rate; pages are only sent.
const COUNTED: [&str; 6] = [
    "/api", "/game/", "/board.", "/healthz", "/ready", "/metrics",
];

/// What every answer tells the browser.
const HEADERS: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=()",
    ),
];

/// What other sites' pages may do with an answer; without it nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elsewhere {
    /// Show it, as a picture.
    Shown,
    /// Have it in a frame, as a page that knows no seat.
    Framed,
}

impl Elsewhere {
    /// What the browser is told of it.
    fn headers(of: Option<Elsewhere>) -> &'static [(&'static str, &'static str)] {
        match of {
            None => &[
                ("content-security-policy", policy!("'none'")),
                ("cross-origin-resource-policy", "same-origin"),
                ("x-frame-options", "DENY"),
            ],
            Some(Elsewhere::Shown) => &[
                ("content-security-policy", policy!("'none'")),
                ("cross-origin-resource-policy", "cross-origin"),
                ("x-frame-options", "DENY"),
            ],
            Some(Elsewhere::Framed) => &[
                ("content-security-policy", policy!("*")),
                ("cross-origin-resource-policy", "cross-origin"),
            ],
        }
    }
}

/// What the server answers to those who look after it, at an address of their own. They
/// come from where they are let, so nothing is asked of them: a load balancer may use any
/// name for this server.
pub(crate) fn care_router(house: Arc<House>) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(house)
}

/// Everything the server answers to everybody. Its numbers are not for everybody if there
/// is another address for them.
pub(crate) fn router(house: Arc<House>, has_care_router: bool) -> Router {
    let pages = Arc::new(ApiPages::new(&house));
    let numbers = if has_care_router {
        get(elsewhere)
    } else {
        get(metrics)
    };
    Router::new()
        .route("/healthz", get(health))
        .route("/ready", get(ready))
        .route("/metrics", numbers)
        .route("/api", get(api::page))
        .route("/api/style.css", get(api::style))
        .route("/api/openapi.json", get(api::openapi))
        .route("/api/server", get(api::server))
        .route("/api/reach", get(api::reach).post(api::open_door))
        .route("/api/attendance", get(api::attendance))
        .route("/api/rooms", post(rooms::open).get(rooms::list))
        .route("/api/rooms/{id}", get(rooms::look))
        .route("/api/rooms/{id}/socket", get(rooms::socket))
        .route("/api/rooms/{id}/say", get(talk::say))
        .route("/api/rooms/{id}/join", post(rooms::join))
        .route("/api/rooms/{id}/seat", post(seats::take_seat))
        .route("/api/rooms/{id}/handoff", get(seats::handoff))
        .route("/api/rooms/{id}/signout", post(seats::sign_out))
        .route("/api/rooms/{id}/invite", get(rooms::invite))
        .route("/api/rooms/{id}/games/{file}", get(pictures::room_file))
        .route("/api/lessons", get(api::lessons_page))
        .route("/api/problems", get(book::index))
        .route("/api/problems/{ids}", get(book::some))
        .route("/api/study/position", post(study::position))
        .route("/api/study/record", post(study::record))
        .route("/api/study/socket", get(study::socket))
        .route("/api/worker", get(workers::socket))
        .route("/game/{file}", get(pictures::game))
        .route("/board.svg", get(pictures::board))
        .route("/board.png", get(pictures::board))
        .route("/board.gif", get(pictures::board))
        .route("/embed", get(embed))
        .route("/embed/{id}", get(embed))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(Extension(pages))
        .layer(Extension(Arc::new(ProblemPages::default())))
        .layer(from_fn_with_state(Arc::clone(&house), guard))
        .with_state(house)
}

/// Looks at every request before it is answered, and at every answer.
async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let began = now::steady();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let (mut parts, body) = request.into_parts();
    let mut response = match judge(&house, &mut parts) {
        Ok(()) => match nodes::elsewhere(&house, &parts).await {
            // The other has said of it what holds for all answers.
            Some(node) => {
                return nodes::carry(&house, node, Request::from_parts(parts, body)).await;
            }
            None => next.run(Request::from_parts(parts, body)).await,
        },
        Err(problem) => problem.into_response(),
    };
    let elsewhere = response.extensions().get::<Elsewhere>().copied();
    for (name, value) in HEADERS.iter().chain(Elsewhere::headers(elsewhere)) {
        response
            .headers_mut()
            .insert(*name, HeaderValue::from_static(value));
    }
    if path.starts_with("/api") {
        let headers = response.headers_mut();
        let fresh = HeaderValue::from_static("no-store");
        headers.entry(header::CACHE_CONTROL).or_insert(fresh);
    }
    let status = response.status().as_u16();
    house.metrics.count_answer(status);
    let micros = (now::steady() - began).as_micros() as u64;
    tracing::debug!(%method, path, status, micros, "answered");
    response
}

/// Whether a request may be answered at all.
fn judge(house: &House, parts: &mut Parts) -> Result<(), Problem> {
    if parts.extensions.get::<FromNode>().is_some() {
        nodes::open_letter(house, parts)?;
    }
    let (client, path) = (Client::of(parts, &house.proxies), parts.uri.path());
    if !names_one_host(parts) {
        let text = "a request names one host, once";
        return Err(Problem::new(ProblemCode::BadRequest, text));
    }
    if !house.plate.is_own_host(&client.host) {
        let text = "this server does not know itself by that name, see --public-url";
        return Err(Problem::new(ProblemCode::Forbidden, text));
    }
    let is_socket = path.ends_with("/socket");
    let is_plain = matches!(parts.method, Method::GET | Method::HEAD);
    if is_socket || !is_plain {
        let mut origins = parts.headers.get_all(header::ORIGIN).iter();
        let is_own = origins.all(|origin| {
            let origin = origin.to_str();
            origin.is_ok_and(|origin| house.plate.is_own_origin(origin, &client.host))
        });
        if !is_own {
            let text = "other sites' pages may not speak for you here";
            return Err(Problem::new(ProblemCode::Forbidden, text));
        }
    }
    if COUNTED.iter().any(|begin| path.starts_with(begin)) {
        let taken = house.rates.requests.take(client.address, now::steady());
        taken.map_err(Problem::too_fast)?;
    }
    Ok(())
}

/// Files and places of the browser's side.
async fn page(
    Extension(api): Extension<Arc<ApiPages>>,
    Extension(book): Extension<Arc<ProblemPages>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let path = uri.path();
    if path.starts_with("/api/") {
        return Err(Problem::not_found("place in the API"));
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return Err(wrong_method().await);
    }
    let is_there = match NamedPlace::of(path) {
        Some(NamedPlace::Lesson(id)) => api.has_lesson(id),
        Some(NamedPlace::Problem(name)) => book.has(name),
        None => true,
    };
    if let Some(page) = pages::page(path).filter(|_| is_there) {
        return Ok(page.answer(&headers));
    }
    // Who reads pages is shown one; programs are told in JSON as everywhere.
    let missing = pages::missing_page().filter(|_| takes_html(&headers));
    let missing = missing.ok_or_else(|| Problem::not_found("page"))?;
    let mut response = missing.answer(&without_tags(headers));
    *response.status_mut() = StatusCode::NOT_FOUND;
    Ok(response)
}

/// Whether whoever asks would rather have a page than JSON.
fn takes_html(headers: &HeaderMap) -> bool {
    let mut lines = headers.get_all(header::ACCEPT).iter();
    lines.any(|line| line.to_str().is_ok_and(|line| line.contains("text/html")))
}

/// The same headers as of someone who has no page yet: a page that is not there is never
/// the same as before.
fn without_tags(mut headers: HeaderMap) -> HeaderMap {
    headers.remove(header::IF_NONE_MATCH);
    headers
}

/// The page that other sites may have in a frame.
async fn embed(uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let page = pages::page(uri.path()).ok_or_else(|| Problem::not_found("page"))?;
    let mut response = page.answer(&headers);
    response.extensions_mut().insert(Elsewhere::Framed);
    Ok(response)
}

async fn wrong_method() -> Problem {
    Problem::new(ProblemCode::MethodNotAllowed, "this is not for that method")
}

/// Says whether the server can do its work. Nothing is read for it: the last write, at most
/// a pulse ago, tells.
async fn health(State(house): State<Arc<House>>) -> Result<Response, Problem> {
    if house.is_stopping() {
        return Err(Problem::busy());
    }
    if house.store.is_failing() {
        return Err(Problem::not_written());
    }
    Ok("ok\n".into_response())
}

/// Says whether a load balancer should send anybody here.
async fn ready(State(house): State<Arc<House>>) -> Result<Response, Problem> {
    if !house.store.holds_lease(now::steady()) {
        return Err(Problem::busy());
    }
    health(State(house)).await
}

async fn elsewhere() -> Problem {
    Problem::not_found("page")
}

async fn metrics(State(house): State<Arc<House>>) -> Response {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    let body = house.metrics.text(house.gauges());
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}
