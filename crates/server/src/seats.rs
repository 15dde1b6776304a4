//! Seats that change hands: given to a browser, handed over to another device, and taken
//! away from all devices but one. A token says which lock of its seat it was made for; the
//! store keeps the lock, so that a restart brings no old token back.

use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ponnuki_store::{SeatLock, StoreFault};
use ponnuki_wire::{
    self as wire, Link, ProblemCode, SignOut, TakeSeat, TakenSeat, from_json, to_json,
};
use sha2::{Digest as _, Sha256};
use tokio::sync::oneshot;

use crate::cookie;
use crate::house::House;
use crate::now;
use crate::problem::Problem;
use crate::request::{AtRoom, Bearer, Client, json};
use crate::room_id::RoomId;
use crate::room_task::Command;
use crate::rooms::{answer, link, wire_seats};
use crate::token::{Claim, Grant, HANDOFF_LIFE, Holder, SEAT_LIFE, TokenFault};

/// How long a secret is that nobody guesses, and that need not be kept in full.
const SECRET_BYTES: RangeInclusive<usize> = 16..=64;

/// Takes over a seat on this device, with the token that another one handed over. It works
/// once: whoever comes later with a link from before is refused.
#[utoipa::path(post, path = "/api/rooms/{id}/seat", tag = "rooms",
    params(("id" = String, Path, description = "The room")),
    request_body = TakeSeat,
    responses(
        (status = 200, description = "The seat", body = TakenSeat),
        (status = 401, description = "The token is worth nothing", body = wire::Problem)))]
pub(crate) async fn take_seat(
    State(house): State<Arc<House>>,
    client: Client,
    at: AtRoom,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let wish: TakeSeat = from_json(&json(&headers, body).await?)?;
    let Claim { grant, lock: made } = house.key.check(&wish.token, at.id, now::wall())?;
    let holder = match grant {
        Grant::Seat(holder) => {
            if !counts(&house, at.id, holder, made.generation).await? {
                return Err(TokenFault::SignedOut.into());
            }
            holder
        }
        Grant::Handoff(holder) => {
            let taken = house.rates.openings.take(client.address, now::steady());
            taken.map_err(Problem::too_fast)?;
            let room = at.id.to_string();
            if !house.store.use_handoff(&room, holder.name(), made).await? {
                return Err(TokenFault::Used.into());
            }
            holder
        }
        Grant::Join => return Err(TokenFault::OtherUse.into()),
    };
    take(&house, at.id, holder, made.generation)
}

/// Gives a link with which one's own seat can be taken over on another device. It
/// lasts ten minutes, and until one such link is used.
#[utoipa::path(get, path = "/api/rooms/{id}/handoff", tag = "rooms",
    params(("id" = String, Path, description = "The room")),
    responses(
        (status = 200, description = "The link", body = Link),
        (status = 401, description = "There is no seat to hand over", body = wire::Problem)))]
pub(crate) async fn handoff(
    State(house): State<Arc<House>>,
    client: Client,
    at: AtRoom,
) -> Result<Response, Problem> {
    let holder = at.seated()?;
    let SeatLock { n_handed, .. } = lock(&house, at.id, holder).await?;
    let claim = Claim {
        grant: Grant::Handoff(holder),
        lock: SeatLock {
            generation: at.generation,
            n_handed,
        },
    };
    let token = house.key.issue(at.id, claim, now::wall() + HANDOFF_LIFE);
    let base = house.plate.reach(&client).base;
    link(format!("{base}/r/{}#seat={token}", at.id))
}

/// Takes one's own seat away from all other devices, and from whoever else has a key to it:
/// every token and every link from before is worth nothing, every connection of the seat is
/// closed. The sender gets a fresh token, and connects again with it.
#[utoipa::path(post, path = "/api/rooms/{id}/signout", tag = "rooms",
    params(("id" = String, Path, description = "The room")),
    request_body = SignOut,
    responses(
        (status = 200, description = "The seat, with a fresh token", body = TakenSeat),
        (status = 401, description = "There is no seat to keep", body = wire::Problem)))]
pub(crate) async fn sign_out(
    State(house): State<Arc<House>>,
    client: Client,
    bearer: Bearer,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let Bearer { id, holder, seen } = bearer;
    let wish: SignOut = from_json(&json(&headers, body).await?)?;
    let secret = wish.secret.as_deref();
    if secret.is_some_and(|secret| !SECRET_BYTES.contains(&secret.len())) {
        let text = "a secret has 16 to 64 letters";
        return Err(Problem::new(ProblemCode::BadRequest, text));
    }
    let taken = house.rates.openings.take(client.address, now::steady());
    taken.map_err(Problem::too_fast)?;
    let (reply, generation) = oneshot::channel();
    let command = Command::SignOut {
        holder,
        seen,
        asked: secret.map(|secret| URL_SAFE_NO_PAD.encode(Sha256::digest(secret))),
        reply,
    };
    house.send(id, command)?;
    let generation = generation.await.unwrap_or_else(|_| Err(Problem::busy()))?;
    take(&house, id, holder, generation)
}

/// Which tokens of a seat count.
pub(crate) async fn lock(
    house: &House,
    room: RoomId,
    holder: Holder,
) -> Result<SeatLock, StoreFault> {
    house
        .store
        .seat_lock(&room.to_string(), holder.name())
        .await
}

/// Whether tokens of `generation` count. One that is ahead of the store does: then the
/// store is a copy that was brought back.
pub(crate) async fn counts(
    house: &House,
    room: RoomId,
    holder: Holder,
    generation: u32,
) -> Result<bool, StoreFault> {
    Ok(lock(house, room, holder).await?.generation <= generation)
}

/// A token for the seats of `holder`.
pub(crate) fn seat_token(house: &House, id: RoomId, holder: Holder, generation: u32) -> String {
    let claim = Claim {
        grant: Grant::Seat(holder),
        lock: SeatLock {
            generation,
            n_handed: 0,
        },
    };
    house.key.issue(id, claim, now::wall() + SEAT_LIFE)
}

/// Gives the sender the seats of `holder`.
pub(crate) fn take(
    house: &House,
    id: RoomId,
    holder: Holder,
    generation: u32,
) -> Result<Response, Problem> {
    let token = seat_token(house, id, holder, generation);
    let taken = TakenSeat {
        room: id.to_string(),
        seats: wire_seats(holder),
        token: token.clone(),
    };
    seated(house, StatusCode::OK, id, &token, to_json(&taken))
}

/// An answer that gives a browser its seat.
pub(crate) fn seated(
    house: &House,
    status: StatusCode,
    id: RoomId,
    token: &str,
    json: String,
) -> Result<Response, Problem> {
    let cookie = cookie::seat(id, token, house.plate.is_secure());
    let cookie = HeaderValue::from_str(&cookie).map_err(|why| Problem::failed(&why))?;
    let mut response = answer(status, json);
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}
