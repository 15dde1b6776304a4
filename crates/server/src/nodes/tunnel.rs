//! A request for a room that another node has is carried there, with its socket if it becomes
//! one. Whoever asks sees no difference.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1;
use hyper::upgrade::{OnUpgrade, on};
use hyper_util::rt::TokioIo;
use ponnuki_wire::{ProblemCode, from_ms, to_ms};
use tokio::io::{copy, split};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::house::House;
use crate::limits::Place;
use crate::listen::Peer;
use crate::problem::Problem;
use crate::request::Client;
use crate::room_id::RoomId;

/// How long it may take to reach a node, and how long it may take to answer.
const REACH_MAX: Duration = Duration::from_secs(2);
const ANSWER_MAX: Duration = Duration::from_secs(15);

/// When one end of a tunnel has gone, so long is left for what is on its way to the other.
const GRACE: Duration = Duration::from_secs(2);

/// How old what a node says of a request may be: machines' clocks differ a little.
const LETTER_AGE_MAX: Duration = Duration::from_secs(30);

/// Who asks, as the node says that carries the request: when that was, the address, and a
/// signature of both and of the path.
const LETTER: HeaderName = HeaderName::from_static("ponnuki-tunnel");

/// What came where nodes alone are let in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FromNode;

/// Another node, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OtherNode {
    pub(crate) id: String,
    pub(crate) url: String,
}

/// The node that has the room which a request is about, if it is another one.
pub(crate) async fn elsewhere(house: &Arc<House>, parts: &Parts) -> Option<OtherNode> {
    let is_carried = parts.extensions.get::<FromNode>().is_some();
    let id = room_of(parts.uri.path()).filter(|_| house.store.is_node() && !is_carried)?;
    if !house.is_to_be_brought(id) {
        return None;
    }
    match house.store.owner_elsewhere(&id.to_string()).await {
        Ok(owner) => owner.map(|(id, url)| OtherNode { id, url }),
        Err(fault) => {
            tracing::warn!(%fault, "it is not known who has a room");
            None
        }
    }
}

fn room_of(path: &str) -> Option<RoomId> {
    let api = path.strip_prefix("/api/rooms/");
    let api = api.and_then(|rest| rest.split('/').next());
    let picture = path.strip_prefix("/game/");
    let picture = picture.and_then(|rest| rest.split('.').next());
    RoomId::parse(api.or(picture)?)
}

/// Carries a request to another node, and its answer back.
pub(crate) async fn carry(house: &Arc<House>, to: OtherNode, request: Request) -> Response {
    house.metrics.tunnels.add_one();
    // A request has the place of its connection; a socket outlives that.
    let is_socket = request.headers().contains_key(header::UPGRADE);
    let (parts, body) = request.into_parts();
    let client = Client::of(&parts, &house.proxies);
    let place = is_socket.then(|| house.places.connections.take(Some(client.address)));
    let place = match place.transpose() {
        Ok(place) => place,
        Err(full) => return Problem::from(full).into_response(),
    };
    let request = Request::from_parts(parts, body);
    match try_to_carry(house, to, request, (client.address, place)).await {
        Ok(response) => response,
        Err(why) => {
            house.metrics.tunnels_failed.add_one();
            tracing::warn!(%why, "a request did not reach the node that has the room");
            Problem::busy().into_response()
        }
    }
}

async fn try_to_carry(
    house: &Arc<House>,
    to: OtherNode,
    mut request: Request,
    (address, place): (IpAddr, Option<Place>),
) -> Result<Response, Box<dyn std::error::Error + Send + Sync>> {
    let authority = to.url.strip_prefix("http://").ok_or("not a node's URL")?;
    let stream = timeout(REACH_MAX, TcpStream::connect(authority)).await??;
    stream.set_nodelay(true)?;
    let ours = on(&mut request);
    let (mut parts, body) = request.into_parts();
    let letter = write_letter(house, address, &parts);
    parts
        .headers
        .insert(LETTER, HeaderValue::from_str(&letter)?);
    // What is said of a connection is said of one alone.
    if !parts.headers.contains_key(header::UPGRADE) {
        parts.headers.remove(header::CONNECTION);
    }
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.with_upgrades().await {
            tracing::debug!(%error, "a tunnel ended badly");
        }
    });
    let answer = sender.send_request(Request::from_parts(parts, body));
    let mut answer = timeout(ANSWER_MAX, answer).await??;
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
        let theirs = on(&mut answer);
        let house = Arc::clone(house);
        tokio::spawn(async move {
            join(&house, &to, ours, theirs).await;
            drop(place);
        });
    } else {
        for name in [header::CONNECTION, header::TRANSFER_ENCODING] {
            answer.headers_mut().remove(name);
        }
    }
    Ok(answer.map(Body::new))
}

/// Carries bytes both ways until one end has gone, or the node is taken for dead: what it then
/// says does not count any more.
async fn join(house: &House, to: &OtherNode, ours: OnUpgrade, theirs: OnUpgrade) {
    let (Ok(ours), Ok(theirs)) = tokio::join!(ours, theirs) else {
        return;
    };
    let (mut from_us, mut to_us) = split(TokioIo::new(ours));
    let (mut from_them, mut to_them) = split(TokioIo::new(theirs));
    let mut there = pin!(copy(&mut from_us, &mut to_them));
    let mut back = pin!(copy(&mut from_them, &mut to_us));
    let both = async {
        tokio::select! {
            _ = there.as_mut() => drop(timeout(GRACE, back).await),
            _ = back.as_mut() => drop(timeout(GRACE, there).await),
        }
    };
    let until_dead = async {
        match &house.node {
            Some(node) => node.until_dead(&to.id).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = both => {}
        () = until_dead => tracing::info!("a tunnel to a node that is dead was cut"),
    }
}

/// What the next node is told of who asks.
fn write_letter(house: &House, address: IpAddr, parts: &Parts) -> String {
    let at_ms = to_ms(house.time.now());
    let signature = house.key.sign_tunnel(&signed(at_ms, address, parts));
    format!("{at_ms} {address} {signature}")
}

fn signed(at_ms: u64, address: IpAddr, parts: &Parts) -> String {
    let path = parts.uri.path_and_query().map_or("", |path| path.as_str());
    format!("{at_ms} {address} {} {path}", parts.method)
}

/// Reads what the node before says of who asks: the request then is as if it had come here.
///
/// # Errors
///
/// It is not from a node of this database.
pub(crate) fn open_letter(house: &House, parts: &mut Parts) -> Result<(), Problem> {
    let letter = parts.headers.remove(LETTER);
    let address = letter.as_ref().and_then(|letter| {
        let mut words = letter.to_str().ok()?.split(' ');
        let (at_ms, address) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let is_signed = house
            .key
            .is_tunnel_signature(&signed(at_ms, address, parts), words.next()?);
        let age = house.time.now().abs_diff(from_ms(at_ms));
        (is_signed && age <= LETTER_AGE_MAX).then_some(address)
    });
    let Some(address) = address else {
        let text = "nodes of this server's database alone may speak here";
        return Err(Problem::new(ProblemCode::Forbidden, text));
    };
    // What proxies said was read where the request came in.
    parts.headers.remove("x-forwarded-for");
    parts.extensions.insert(Peer(address));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_a_room_names_it() {
        for (path, is_named) in [
            ("/api/rooms/2345678923", true),
            ("/api/rooms/2345678923/socket", true),
            ("/game/2345678923.png", true),
            ("/api/rooms", false),
            ("/api/rooms/", false),
            ("/api/study/2345678923", false),
            ("/2345678923", false),
        ] {
            assert_eq!(room_of(path).is_some(), is_named, "{path}");
        }
    }
}
