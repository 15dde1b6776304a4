//! What the API says about itself: to programs as OpenAPI, to people as a page, and
//! what this server offers.

use std::fmt;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use ponnuki_game::SIDE_MAX;
use ponnuki_room::{CHAT_CHARS_MAX, NAME_CHARS_MAX};
use ponnuki_wire::worker::{FromWorker, ToWorker};
use ponnuki_wire::{
    self as wire, Attendance, ClockPreset, Course, FromStudy, Level, Limits, ProblemCode, Reach,
    RulesPage, ServerFacts, ToClient, ToServer, ToStudy, to_json,
};
use utoipa::OpenApi;

use crate::api_page::{STYLE, html};
use crate::book;
use crate::course::course;
use crate::doorplate::is_on_this_computer;
use crate::house::House;
use crate::limits::MESSAGE_BYTES_MAX;
use crate::pages::Page;
use crate::pictures;
use crate::problem::Problem;
use crate::request::Client;
use crate::rooms::{self, answer};
use crate::seats;
use crate::study;
use crate::talk;
use crate::workers;

pub(crate) const JSON: &str = "application/json";

/// The API, as OpenAPI.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ponnuki",
        description = "The game of Go between people and programs. A room is opened, joined \
            and looked at by HTTP; it is played in over a WebSocket. Every error is a `Problem`. \
            Points are texts such as `D4`, komi and scores are numbers, times are milliseconds.",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        server,
        reach,
        open_door,
        attendance,
        lessons_page,
        book::index,
        book::some,
        rooms::open,
        rooms::list,
        rooms::look,
        rooms::socket,
        rooms::join,
        seats::take_seat,
        seats::handoff,
        seats::sign_out,
        rooms::invite,
        talk::say,
        pictures::room_file,
        pictures::game,
        pictures::board,
        study::position,
        study::record,
        study::socket,
        workers::socket,
    ),
    components(schemas(ToServer, ToClient, ToStudy, FromStudy, FromWorker, ToWorker))
)]
struct Api;

/// The API, as OpenAPI's JSON.
pub fn openapi_json() -> String {
    let mut json = Api::openapi().to_pretty_json().unwrap_or_default();
    json.push('\n');
    json
}

/// Pages that are made once, when the server starts.
#[derive(Debug)]
pub(crate) struct ApiPages {
    openapi: Page,
    page: Page,
    style: Page,
    server: Page,
    lessons: Page,
    lesson_ids: Vec<String>,
}

impl ApiPages {
    pub(crate) fn new(house: &House) -> ApiPages {
        let course = shipped("the course", course());
        ApiPages {
            openapi: Page::new(JSON, openapi_json()),
            page: Page::new("text/html; charset=utf-8", html(&Api::openapi())),
            style: Page::new("text/css; charset=utf-8", STYLE.to_owned()),
            server: Page::new(JSON, to_json(&facts(house))),
            lessons: Page::new(JSON, to_json(&course)),
            lesson_ids: course.lessons.into_iter().map(|own| own.id).collect(),
        }
    }

    /// Whether the course has a lesson of this name.
    pub(crate) fn has_lesson(&self, id: &str) -> bool {
        self.lesson_ids.iter().any(|own| own == id)
    }
}

pub(crate) async fn openapi(
    Extension(pages): Extension<Arc<ApiPages>>,
    headers: HeaderMap,
) -> Response {
    pages.openapi.clone().answer(&headers)
}

pub(crate) async fn page(
    Extension(pages): Extension<Arc<ApiPages>>,
    headers: HeaderMap,
) -> Response {
    pages.page.clone().answer(&headers)
}

pub(crate) async fn style(
    Extension(pages): Extension<Arc<ApiPages>>,
    headers: HeaderMap,
) -> Response {
    pages.style.clone().answer(&headers)
}

/// Says what the server offers: rulebooks, levels, clocks and limits.
#[utoipa::path(get, path = "/api/server", tag = "server",
    responses((status = 200, description = "What there is", body = ServerFacts)))]
pub(crate) async fn server(
    Extension(pages): Extension<Arc<ApiPages>>,
    headers: HeaderMap,
) -> Response {
    pages.server.clone().answer(&headers)
}

/// Says how far links to this server reach: whether others can follow one that is sent to them.
#[utoipa::path(get, path = "/api/reach", tag = "server",
    responses((status = 200, description = "Where links lead", body = Reach)))]
pub(crate) async fn reach(State(house): State<Arc<House>>, client: Client) -> Response {
    answer(StatusCode::OK, to_json(&house.plate.reach(&client)))
}

/// Has the server listen in its network as well, at the address that `door` named, until it
/// ends. Only for those who sit at its own computer.
#[utoipa::path(post, path = "/api/reach", tag = "server",
    responses(
        (status = 200, description = "Where links lead now", body = Reach),
        (status = 403, description = "Not from another computer", body = wire::Problem),
        (status = 409, description = "There is no such address now", body = wire::Problem)))]
pub(crate) async fn open_door(
    State(house): State<Arc<House>>,
    client: Client,
) -> Result<Response, Problem> {
    if !is_on_this_computer(&client) {
        let text = "only those at the server's own computer let others in";
        return Err(Problem::new(ProblemCode::Forbidden, text));
    }
    let opened = house.plate.door.open_now().await;
    let address = opened.map_err(|error| {
        tracing::warn!(%error, "the door to the network stays closed");
        Problem::new(
            ProblemCode::WrongStage,
            format!("nothing can listen there: {error}"),
        )
    })?;
    tracing::info!(%address, "listens in the network, too");
    Ok(answer(StatusCode::OK, to_json(&house.plate.reach(&client))))
}

/// Says how many people are at the boards of this server now, and names nobody.
#[utoipa::path(get, path = "/api/attendance", tag = "server",
    responses((status = 200, description = "How many are here", body = Attendance)))]
pub(crate) async fn attendance(State(house): State<Arc<House>>) -> Response {
    answer(StatusCode::OK, to_json(&house.attendance()))
}

/// Gives the course for newcomers: the boards, and what the reader does on them.
#[utoipa::path(get, path = "/api/lessons", tag = "study",
    responses((status = 200, description = "The course", body = Course)))]
pub(crate) async fn lessons_page(
    Extension(pages): Extension<Arc<ApiPages>>,
    headers: HeaderMap,
) -> Response {
    pages.lessons.clone().answer(&headers)
}

/// What comes with the program; nothing, and a line in the log, if it cannot be read.
pub(crate) fn shipped<T: Default>(what: &str, read: Result<T, impl fmt::Display>) -> T {
    read.unwrap_or_else(|why| {
        tracing::error!(%why, "{what} cannot be read");
        T::default()
    })
}

fn facts(house: &House) -> ServerFacts {
    let levels = house.pool.thinker().levels().into_iter();
    ServerFacts {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        levels: levels
            .map(|level| Level {
                level: level.level,
                name: level.name,
                ranks: level.ranks,
            })
            .collect(),
        rules: RulesPage::all(),
        clocks: ClockPreset::all(),
        limits: Limits {
            name_max: NAME_CHARS_MAX as u32,
            text_max: CHAT_CHARS_MAX as u32,
            side_max: SIDE_MAX,
            message_max: MESSAGE_BYTES_MAX as u32,
            watchers_max: house.limits.n_watchers as u32,
        },
    }
}
