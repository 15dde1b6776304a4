//! Requests about rooms.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ponnuki_room::{Company, Room, Seat, Stage};
use ponnuki_store::{SeatLock, StoreFault};
use ponnuki_wire::{
    self as wire, Join, Link, NewRoom, OpenedRoom, ProblemCode, RoomList, RoomPage, RoomSummary,
    Scene, TakenSeat, from_json, to_json,
};
use tokio::sync::oneshot;

use crate::house::House;
use crate::limits::{IDS_MAX, MESSAGE_BYTES_MAX};
use crate::now;
use crate::problem::Problem;
use crate::qr;
use crate::request::{AtRoom, Client, json, query};
use crate::room_id::RoomId;
use crate::room_task::Command;
use crate::seats::{lock, seat_token, seated, take};
use crate::socket::Guest;
use crate::token::{Claim, Grant, Holder, INVITE_LIFE, TokenFault};

/// A frame may be larger than a message may, so that its sender can be told why.
const FRAME_BYTES_MAX: usize = 16 * MESSAGE_BYTES_MAX;

/// What is read from a connection at once: the usual message. Every watcher holds so
/// much, and the customary 128 KiB would be the most of what a server needs.
const READ_BYTES: usize = 2 << 10;

/// What someone is called who watches and gives no name.
const WATCHER: &str = "Watcher";

/// Opens a room. The opener gets the host's seat (at one screen both), as a token
/// and, in a browser, as a cookie.
#[utoipa::path(post, path = "/api/rooms", tag = "rooms",
    request_body = NewRoom,
    responses(
        (status = 201, description = "The room is open", body = OpenedRoom),
        (status = 422, description = "No room can be opened with these terms", body = wire::Problem),
        (status = 429, description = "Too many rooms, or too fast", body = wire::Problem)))]
pub(crate) async fn open(
    State(house): State<Arc<House>>,
    client: Client,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let new: NewRoom = from_json(&json(&headers, body).await?)?;
    let opening = new.to_opening();
    let opening = opening.map_err(|why| Problem::new(ProblemCode::BadTerms, why.to_string()))?;
    let terms = opening.0;
    if let Company::Engine { level } = terms.company {
        let levels = house.pool.thinker().levels();
        if !levels.iter().any(|own| own.level == level) {
            let text = format!("there is no level {level}");
            return Err(Problem::new(ProblemCode::BadTerms, text));
        }
    }
    let taken = house.rates.openings.take(client.address, now::steady());
    taken.map_err(Problem::too_fast)?;
    let host = new.name.unwrap_or_default();
    let id = house
        .open(client.address, opening, host, new.guest_name)
        .await?;
    let holder = match terms.company {
        Company::SameScreen => Holder::Both,
        Company::Link | Company::Engine { .. } => Holder::Host,
    };
    let token = seat_token(&house, id, holder, 0);
    let base = house.plate.reach(&client).base;
    let opened = OpenedRoom {
        room: id.to_string(),
        seats: wire_seats(holder),
        invite_url: (terms.company == Company::Link).then(|| invite_url(&house, id, &base)),
        watch_url: format!("{base}/r/{id}"),
        token: token.clone(),
    };
    let place = format!("/api/rooms/{id}");
    let mut response = seated(&house, StatusCode::CREATED, id, &token, to_json(&opened))?;
    let place = HeaderValue::from_str(&place).map_err(|why| Problem::failed(&why))?;
    response.headers_mut().insert(header::LOCATION, place);
    Ok(response)
}

/// Lists some rooms: those whose ids are given and that exist, the last to change
/// first.
#[utoipa::path(get, path = "/api/rooms", tag = "rooms",
    params(("ids" = String, Query, description = "Ids with commas between them, at most 200")),
    responses(
        (status = 200, description = "The rooms", body = RoomList),
        (status = 400, description = "No ids, or too many", body = wire::Problem)))]
pub(crate) async fn list(
    State(house): State<Arc<House>>,
    RawQuery(line): RawQuery,
) -> Result<Response, Problem> {
    let ids = query(line.as_deref(), "ids");
    let ids = ids.ok_or_else(|| Problem::new(ProblemCode::BadRequest, "say which: ?ids=a,b"))?;
    let ids: Vec<&str> = ids.split(',').filter(|id| !id.is_empty()).collect();
    if ids.len() > IDS_MAX {
        let text = format!("at most {IDS_MAX} rooms at once");
        return Err(Problem::new(ProblemCode::BadRequest, text));
    }
    let mut rooms = Vec::new();
    for id in ids.into_iter().filter_map(RoomId::parse) {
        match house.store.room(&id.to_string()).await {
            // It is listed again when something happens there, and the others are now.
            Err(fault @ StoreFault::Unreadable { .. }) => {
                tracing::error!(%fault, "a room is not listed");
            }
            summary => rooms.extend(summary?),
        }
    }
    rooms.sort_by_key(|summary: &RoomSummary| std::cmp::Reverse(summary.updated_ms));
    Ok(answer(StatusCode::OK, to_json(&RoomList { rooms })))
}

/// Shows a room and how things stand there.
#[utoipa::path(get, path = "/api/rooms/{id}", tag = "rooms",
    params(("id" = String, Path, description = "The room")),
    responses(
        (status = 200, description = "The room", body = RoomPage),
        (status = 404, description = "There is no such room", body = wire::Problem)))]
pub(crate) async fn look(State(house): State<Arc<House>>, at: AtRoom) -> Result<Response, Problem> {
    let (id, now) = (at.id.to_string(), house.time.now());
    let page = house.view(at.id, move |room| RoomPage {
        summary: RoomSummary::of(&id, room),
        seq: room.seq(),
        scene: Scene::of(&id, room, now.max(room.last_at())),
    });
    Ok(answer(StatusCode::OK, to_json(&page.await?)))
}

/// Opens a WebSocket to a room. Who has a seat speaks for it; everybody else
/// watches. Messages are `ToServer` one way and `ToClient` the other.
#[utoipa::path(get, path = "/api/rooms/{id}/socket", tag = "rooms",
    params(
        ("id" = String, Path, description = "The room"),
        ("since" = Option<u64>, Query, description = "The last event the client knows of"),
        ("name" = Option<String>, Query, description = "What to call someone who watches")),
    responses(
        (status = 101, description = "The connection is a WebSocket now"),
        (status = 403, description = "The page is another site's", body = wire::Problem),
        (status = 404, description = "There is no such room", body = wire::Problem)))]
pub(crate) async fn socket(
    State(house): State<Arc<House>>,
    client: Client,
    at: AtRoom,
    RawQuery(line): RawQuery,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade?;
    let since = query(line.as_deref(), "since").map(|since| since.parse());
    let since = since
        .transpose()
        .map_err(|_| Problem::new(ProblemCode::BadRequest, "`since` is the number of an event"))?;
    let name = query(line.as_deref(), "name").filter(|name| !name.trim().is_empty());
    let name: String = name.unwrap_or_else(|| WATCHER.to_owned());
    if name.chars().count() > ponnuki_room::NAME_CHARS_MAX {
        return Err(Problem::new(
            ProblemCode::BadRequest,
            "the name is too long",
        ));
    }
    let (address, since) = (client.address, since.unwrap_or_default());
    let guest = Guest::enter(&house, at.id, at.holder, name, address, since).await?;
    // Who is signed out on the way in was not there yet to be told.
    at.check_again(&house).await?;
    Ok(upgrade
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(0)
        .max_message_size(FRAME_BYTES_MAX)
        .max_frame_size(FRAME_BYTES_MAX)
        .on_upgrade(move |socket| guest.stay(house, socket)))
}

/// Takes the guest's seat with an invitation. Who sits in the room already keeps
/// the seat they have.
#[utoipa::path(post, path = "/api/rooms/{id}/join", tag = "rooms",
    params(("id" = String, Path, description = "The room")),
    request_body = Join,
    responses(
        (status = 200, description = "The seat", body = TakenSeat),
        (status = 401, description = "The invitation is worth nothing", body = wire::Problem),
        (status = 409, description = "Someone else was faster", body = wire::Problem)))]
pub(crate) async fn join(
    State(house): State<Arc<House>>,
    at: AtRoom,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let join: Join = from_json(&json(&headers, body).await?)?;
    match house.key.check(&join.invite, at.id, now::wall())?.grant {
        Grant::Join => {}
        Grant::Seat(_) | Grant::Handoff(_) => return Err(TokenFault::OtherUse.into()),
    }
    if let Some(holder) = at.holder {
        return take(&house, at.id, holder, at.generation);
    }
    let (reply, answer) = oneshot::channel();
    let name = join.name.unwrap_or_default();
    house.send(at.id, Command::Join { name, reply })?;
    answer.await.unwrap_or_else(|_| Err(Problem::busy()))?;
    let lock = lock(&house, at.id, Holder::Guest).await?;
    take(&house, at.id, Holder::Guest, lock.generation)
}

/// Gives the link for the opponent, to the host, while the guest's seat is free.
#[utoipa::path(get, path = "/api/rooms/{id}/invite", tag = "rooms",
    params(("id" = String, Path, description = "The room")),
    responses(
        (status = 200, description = "The link", body = Link),
        (status = 403, description = "The host invites", body = wire::Problem),
        (status = 409, description = "Nobody else can come", body = wire::Problem)))]
pub(crate) async fn invite(
    State(house): State<Arc<House>>,
    client: Client,
    at: AtRoom,
) -> Result<Response, Problem> {
    if at.seated()? == Holder::Guest {
        return Err(Problem::new(ProblemCode::Forbidden, "the host invites"));
    }
    let is_free = house.view(at.id, |room: &Room| {
        *room.stage() == Stage::Waiting && room.seats()[Seat::Guest].is_none()
    });
    if !is_free.await? {
        return Err(Problem::new(
            ProblemCode::SeatTaken,
            "the guest's seat is not free",
        ));
    }
    link(invite_url(&house, at.id, &house.plate.reach(&client).base))
}

pub(crate) fn answer(status: StatusCode, json: String) -> Response {
    let kind = HeaderValue::from_static("application/json");
    (status, [(header::CONTENT_TYPE, kind)], json).into_response()
}

pub(crate) fn link(url: String) -> Result<Response, Problem> {
    let qr_svg = qr::svg(&url).ok_or_else(|| Problem::failed(&"a link is too long to be drawn"))?;
    Ok(answer(StatusCode::OK, to_json(&Link { url, qr_svg })))
}

fn invite_url(house: &House, id: RoomId, base: &str) -> String {
    let claim = Claim {
        grant: Grant::Join,
        lock: SeatLock::default(),
    };
    let token = house.key.issue(id, claim, now::wall() + INVITE_LIFE);
    format!("{base}/r/{id}#join={token}")
}

pub(crate) fn wire_seats(holder: Holder) -> Vec<wire::Seat> {
    holder.seats().iter().map(|&seat| seat.into()).collect()
}
