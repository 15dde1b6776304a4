//! What a request says of who sends it and what they want, read once.

use std::error::Error;
use std::future::poll_fn;
use std::iter::successors;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, header};
use ponnuki_wire::ProblemCode;

use crate::cookie;
use crate::house::House;
use crate::limits::BODY_BYTES_MAX;
use crate::listen::Peer;
use crate::now;
use crate::problem::Problem;
use crate::proxies::Proxies;
use crate::room_id::RoomId;
use crate::seats::counts;
use crate::token::{Claim, Grant, Holder, TokenFault};

/// A body that has not come in this time does not come.
const BODY_TIME_MAX: Duration = Duration::from_secs(10);

/// Who sends a request.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    /// The host it asked for.
    pub(crate) host: String,
}

impl Client {
    /// Who sends the request with these parts; a proxy that we know says who is behind it.
    pub(crate) fn of(parts: &Parts, proxies: &Proxies) -> Client {
        let peer = parts.extensions.get::<Peer>();
        let peer = peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |Peer(address)| *address);
        let lines: Vec<&HeaderValue> = parts.headers.get_all("x-forwarded-for").iter().collect();
        // What is no text was written by nobody we know.
        let lines = lines.into_iter().map(|line| line.to_str().unwrap_or("?"));
        let host = text(&parts.headers, header::HOST).unwrap_or_default();
        Client {
            address: proxies.speaker(peer, lines),
            host: host.to_owned(),
        }
    }
}

/// Whether a request says once, and only once, which server it is for: two `Host` headers,
/// or another host in the request line, are read one way here and another way elsewhere.
pub(crate) fn names_one_host(parts: &Parts) -> bool {
    let mut hosts = parts.headers.get_all(header::HOST).iter();
    let host = hosts.next().map(HeaderValue::as_bytes);
    let is_host = |authority: &Authority| {
        host.is_some_and(|host| authority.as_str().as_bytes().eq_ignore_ascii_case(host))
    };
    hosts.next().is_none() && parts.uri.authority().is_none_or(is_host)
}

impl FromRequestParts<Arc<House>> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Client, Problem> {
        Ok(Client::of(parts, &house.proxies))
    }
}

/// The room in a request's path, and who the sender is there.
#[derive(Clone, Debug)]
pub(crate) struct AtRoom {
    pub(crate) id: RoomId,
    /// The seats the sender holds; none if it only looks.
    pub(crate) holder: Option<Holder>,
    /// The generation of the token that says so; 0 if there is none.
    pub(crate) generation: u32,
    /// What comes after `games/` in the path.
    pub(crate) file: String,
}

impl FromRequestParts<Arc<House>> for AtRoom {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<AtRoom, Problem> {
        let (id, file) = path(parts, house).await?;
        let (holder, generation) = match seat(house, &parts.headers, id).await? {
            Some((holder, generation)) => (Some(holder), generation),
            None => (None, 0),
        };
        Ok(AtRoom {
            id,
            holder,
            generation,
            file,
        })
    }
}

/// Who bears a token for a seat, whether it still counts or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bearer {
    pub(crate) id: RoomId,
    pub(crate) holder: Holder,
    /// The generation of the token.
    pub(crate) seen: u32,
}

impl FromRequestParts<Arc<House>> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Bearer, Problem> {
        let (id, _) = path(parts, house).await?;
        match claim(house, &parts.headers, id)?.0 {
            Some(Claim {
                grant: Grant::Seat(holder),
                lock,
            }) => Ok(Bearer {
                id,
                holder,
                seen: lock.generation,
            }),
            Some(_) | None => Err(no_seat()),
        }
    }
}

/// The room in a request's path, and what comes after `games/` there.
async fn path(parts: &mut Parts, house: &Arc<House>) -> Result<(RoomId, String), Problem> {
    let params = RawPathParams::from_request_parts(parts, house).await;
    let params = params.map_err(|_| Problem::not_found("room"))?;
    let param = |name: &str| {
        let mut params = params.iter();
        params
            .find(|(own, _)| *own == name)
            .map(|(_, value)| value.to_owned())
    };
    let id = param("id").and_then(|id| RoomId::parse(&id));
    let id = id.ok_or_else(|| Problem::not_found("room"))?;
    Ok((id, param("file").unwrap_or_default()))
}

fn no_seat() -> Problem {
    Problem::new(ProblemCode::NoSeat, "this needs a seat in the room")
}

impl AtRoom {
    /// The seats the sender holds.
    ///
    /// # Errors
    ///
    /// It holds none.
    pub(crate) fn seated(&self) -> Result<Holder, Problem> {
        self.holder.ok_or_else(no_seat)
    }

    /// Looks again whether the sender still holds its seats.
    ///
    /// # Errors
    ///
    /// It was signed out since the request came.
    pub(crate) async fn check_again(&self, house: &House) -> Result<(), Problem> {
        match self.holder {
            Some(holder) if !counts(house, self.id, holder, self.generation).await? => {
                Err(TokenFault::SignedOut.into())
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// The seats in `room` that the headers prove, and the generation of the token that does.
/// A program's token that is wrong is an error; a browser's old cookie is as none.
async fn seat(
    house: &House,
    headers: &HeaderMap,
    room: RoomId,
) -> Result<Option<(Holder, u32)>, Problem> {
    let (claim, is_program) = claim(house, headers, room)?;
    let Some(Claim {
        grant: Grant::Seat(holder),
        lock,
    }) = claim
    else {
        return Ok(None);
    };
    if counts(house, room, holder, lock.generation).await? {
        return Ok(Some((holder, lock.generation)));
    }
    match is_program {
        true => Err(TokenFault::SignedOut.into()),
        false => Ok(None),
    }
}

/// What the token in the headers says of `room`, and whether a program bears it.
fn claim(
    house: &House,
    headers: &HeaderMap,
    room: RoomId,
) -> Result<(Option<Claim>, bool), Problem> {
    let now = now::wall();
    if let Some(authorization) = text(headers, header::AUTHORIZATION) {
        let token = authorization
            .strip_prefix("Bearer ")
            .ok_or(TokenFault::Unknown)?;
        let claim = house.key.check(token.trim(), room, now)?;
        return match claim.grant {
            Grant::Seat(_) => Ok((Some(claim), true)),
            Grant::Handoff(_) | Grant::Join => Err(TokenFault::OtherUse.into()),
        };
    }
    let lines = headers.get_all(header::COOKIE).into_iter();
    let mut lines = lines.filter_map(|line| line.to_str().ok());
    let token = lines.find_map(|line| cookie::seat_in(line, room));
    let claim = token.and_then(|token| house.key.check(token, room, now).ok());
    Ok((claim, false))
}

/// How much of a body is read, and how long it may take to come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyLimit {
    pub(crate) n_bytes_max: usize,
    pub(crate) time_max: Duration,
}

impl BodyLimit {
    /// A body of so many bytes, in the time that any body has.
    pub(crate) const fn bytes(n_bytes_max: usize) -> BodyLimit {
        BodyLimit {
            n_bytes_max,
            time_max: BODY_TIME_MAX,
        }
    }
}

/// The JSON in a body.
pub(crate) async fn json(headers: &HeaderMap, body: Body) -> Result<String, Problem> {
    json_within(BodyLimit::bytes(BODY_BYTES_MAX), headers, body).await
}

/// The JSON in a body within a limit.
pub(crate) async fn json_within(
    limit: BodyLimit,
    headers: &HeaderMap,
    body: Body,
) -> Result<String, Problem> {
    // Other sites' forms cannot send this kind without asking first.
    if !is_of_kind(headers, "application/json") {
        let text = "the body has to be application/json";
        return Err(Problem::new(ProblemCode::UnsupportedType, text));
    }
    let bytes = bytes_within(limit, body).await?;
    String::from_utf8(bytes.into())
        .map_err(|_| Problem::new(ProblemCode::BadJson, "the body is not UTF-8"))
}

/// Whether a body is said to be of this media type.
pub(crate) fn is_of_kind(headers: &HeaderMap, media_type: &str) -> bool {
    let kind = text(headers, header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case(media_type)
}

/// How long a body is said to be.
pub(crate) fn content_length(headers: &HeaderMap) -> Option<u64> {
    text(headers, header::CONTENT_LENGTH)?.parse().ok()
}

/// A body within a limit, whatever it is.
pub(crate) async fn bytes_within(limit: BodyLimit, body: Body) -> Result<Bytes, Problem> {
    let BodyLimit {
        n_bytes_max,
        time_max,
    } = limit;
    let too_large = || {
        let text = format!("a body is at most {n_bytes_max} bytes here");
        Problem::new(ProblemCode::TooLarge, text)
    };
    // What says that it is too large is not waited for.
    if body.size_hint().lower() > n_bytes_max as u64 {
        return Err(too_large());
    }
    let bytes = tokio::time::timeout(time_max, to_bytes(body, n_bytes_max)).await;
    bytes
        .map_err(|_| Problem::new(ProblemCode::Timeout, "the body did not come in time"))?
        .map_err(|why| match is_broken(&why) {
            true => Problem::new(ProblemCode::BadRequest, "the body is broken"),
            false => too_large(),
        })
}

/// Whether a body could not be read as it came, which is no matter of its length.
fn is_broken(why: &axum::Error) -> bool {
    let why: &(dyn Error + 'static) = why;
    let mut causes = successors(Some(why), |&cause| cause.source());
    causes.any(|cause| cause.is::<hyper::Error>())
}

/// Reads a body that is refused, and keeps nothing of it: a browser that is still sending
/// hears of no answer. What is longer, or takes longer, than the limit is left.
pub(crate) async fn drain(limit: BodyLimit, mut body: Body) {
    let drained = async {
        let mut n_left = limit.n_bytes_max;
        while let Some(Ok(frame)) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
            let n_bytes = frame.data_ref().map_or(0, Bytes::len);
            let Some(left) = n_left.checked_sub(n_bytes) else {
                return;
            };
            n_left = left;
        }
    };
    // Either way the refusal is told next.
    let _ = tokio::time::timeout(limit.time_max, drained).await;
}

/// The value of `name` in a query, decoded.
pub(crate) fn query(query: Option<&str>, name: &str) -> Option<String> {
    let mut pairs = query?.split('&');
    let (_, value) = pairs.find_map(|pair| pair.split_once('=').filter(|(own, _)| *own == name))?;
    Some(decoded(value))
}

/// `%41+b` is `A b`; what is not UTF-8 becomes a replacement sign.
fn decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail
            .get(..2)
            .and_then(|pair| std::str::from_utf8(pair).ok());
        let byte = hex.and_then(|pair| u8::from_str_radix(pair, 16).ok());
        rest = tail;
        match (first, byte) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            (b'+', _) => bytes.push(b' '),
            (other, _) => bytes.push(*other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A header's value, if it is there and plain text.
pub(crate) fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_by_name_and_decoded() {
        let line = Some("since=12&name=Cho%20Chikun+%E8%B6%99&x&y=%zz%4");
        assert_eq!(query(line, "since").as_deref(), Some("12"));
        assert_eq!(query(line, "name").as_deref(), Some("Cho Chikun 趙"));
        assert_eq!(query(line, "y").as_deref(), Some("%zz%4"));
        assert_eq!(query(line, "x"), None);
        assert_eq!(query(None, "x"), None);
    }

    #[test]
    fn only_a_proxy_that_we_know_says_who_is_behind_it() {
        let request = axum::http::Request::builder()
            .header("x-forwarded-for", "198.51.100.9, 203.0.113.7")
            .extension(Peer([192, 0, 2, 1].into()))
            .body(());
        let (parts, ()) = request.expect("a request").into_parts();
        let address = |proxies: Proxies| Client::of(&parts, &proxies).address.to_string();
        assert_eq!(address(Proxies::default()), "192.0.2.1");
        let ours = "192.0.2.0/24".parse().expect("a network");
        assert_eq!(address(ours), "203.0.113.7");
    }

    #[test]
    fn a_request_names_its_host_once() {
        for (uri, hosts, expected) in [
            ("/", &["go.example.org"][..], true),
            ("/", &["go.example.org", "go.example.org"], false),
            ("/", &["go.example.org", "evil.example"], false),
            ("http://Go.Example.org/", &["go.example.org"], true),
            ("http://evil.example/", &["go.example.org"], false),
            ("http://evil.example/", &[], false),
            ("http://go.example.org:81/", &["go.example.org"], false),
            ("/", &[], true),
        ] {
            let mut request = axum::http::Request::builder().uri(uri);
            for host in hosts {
                request = request.header(header::HOST, *host);
            }
            let (parts, ()) = request.body(()).expect("a request").into_parts();
            assert_eq!(names_one_host(&parts), expected, "{uri} {hosts:?}");
        }
    }
}
