//! The analysis protocol over WebSocket: one JSON object in each message, and ids of
//! its own for each connection.

use std::error::Error;
use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ponnuki_katago::{
    AnalysisService, ClientReader, Outbox, QueueLimit, Warnings, WhenFull, Writer,
};
use ponnuki_server::{Gone, Pinged, may_speak, serve_for_ever};
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// A message is a query: the longest game that may be asked about, and all its turns, have
/// some seventy kilobytes.
const MESSAGE_BYTES_MAX: usize = 128 << 10;

/// Each connection holds a game or more at once, and they share the thinkers: more
/// than a household has would only wait.
const CONNECTIONS_MAX: usize = 16;

/// Connections that have not yet said what they want, or are being refused.
const KNOCKING_MAX: usize = 64;

/// How many turns of one connection may wait: a review of the longest game, and a
/// little. With messages as long as they may be that is some hundred megabytes.
const TURNS_WAITING_MAX: usize = 5_000;

/// What a client has to know to be let in: letters, digits, `-`, `_`, `.` and `~`, so
/// that it stands in an address as it is.
#[derive(Clone, PartialEq, Eq)]
pub struct AnalysisToken(String);

/// The shortest token: one that is guessed at a thousand times a second lasts for years.
const TOKEN_MIN: usize = 8;

/// The longest token.
const TOKEN_MAX: usize = 200;

impl fmt::Debug for AnalysisToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnalysisToken(…)")
    }
}

/// A text is no token: it has other characters, or too few or too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseAnalysisTokenError;

impl fmt::Display for ParseAnalysisTokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a token has {TOKEN_MIN} to {TOKEN_MAX} letters, digits and - _ . ~"
        )
    }
}

impl Error for ParseAnalysisTokenError {}

impl FromStr for AnalysisToken {
    type Err = ParseAnalysisTokenError;

    fn from_str(text: &str) -> Result<AnalysisToken, ParseAnalysisTokenError> {
        let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
        if !(TOKEN_MIN..=TOKEN_MAX).contains(&text.len()) || !text.bytes().all(is_fit) {
            return Err(ParseAnalysisTokenError);
        }
        Ok(AnalysisToken(text.to_owned()))
    }
}

impl AnalysisToken {
    /// Whether `said` is it; that takes as long for any text of its length.
    fn is(&self, said: &str) -> bool {
        let pairs = self.0.bytes().zip(said.bytes());
        let differing = pairs.fold(0, |differing, (own, other)| differing | (own ^ other));
        self.0.len() == said.len() && differing == 0
    }

    /// Whether a request says it, after `Bearer` in a header or as `token` in the query.
    fn is_said(&self, authorization: Option<&str>, query: Option<&str>) -> bool {
        let bearer = authorization.and_then(|line| line.strip_prefix("Bearer "));
        let mut pairs = query.unwrap_or_default().split('&');
        let asked = pairs.find_map(|pair| pair.strip_prefix("token="));
        bearer.or(asked).is_some_and(|said| self.is(said.trim()))
    }
}

/// Answers every connection that comes to `listener`, for ever; with a token, those that
/// say it.
pub async fn serve_analysis(
    listener: TcpListener,
    service: AnalysisService,
    token: Option<AnalysisToken>,
) {
    let door = Door {
        service,
        token,
        places: Arc::new(Semaphore::new(CONNECTIONS_MAX)),
    };
    let router = Router::new().fallback(enter).with_state(door);
    serve_for_ever(listener, router, KNOCKING_MAX).await;
}

/// The address that clients are told.
pub fn analysis_url(at: SocketAddr) -> String {
    format!("ws://{at}")
}

/// Where connections come in.
#[derive(Clone, Debug)]
struct Door {
    service: AnalysisService,
    token: Option<AnalysisToken>,
    places: Arc<Semaphore>,
}

/// Lets a connection in, if there is room and no page of another site speaks.
async fn enter(
    State(door): State<Door>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if !may_speak(text(header::HOST).unwrap_or(""), text(header::ORIGIN)) {
        let why = "other sites' pages may not speak for you here";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let said = text(header::AUTHORIZATION);
    let is_let_in = |token: &AnalysisToken| token.is_said(said, query.as_deref());
    if !door.token.as_ref().is_none_or(is_let_in) {
        let why = "this needs the token that the program was started with";
        return (StatusCode::UNAUTHORIZED, why).into_response();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(why) => return why.into_response(),
    };
    let Ok(place) = door.places.try_acquire_owned() else {
        let why = "there are too many connections";
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    };
    let upgrade = upgrade
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX);
    upgrade.on_upgrade(move |socket| stay(socket, door.service, place))
}

/// Carries messages both ways until either side has enough; then all that was asked
/// for is called off.
async fn stay(socket: WebSocket, service: AnalysisService, _place: OwnedSemaphorePermit) {
    let outbox = Outbox::new(WhenFull::LetGo);
    let mut line = Line {
        socket: Pinged::new(socket),
        reader: Arc::new(ClientReader {
            service,
            client: Writer::new(&outbox),
            room: QueueLimit::Refusing(TURNS_WAITING_MAX),
            warnings: Warnings::LeftOut,
        }),
        outbox: Arc::clone(&outbox),
    };
    let Gone = line.carry().await;
    outbox.abandon();
    line.reader.call_off();
}

/// One connection.
struct Line {
    socket: Pinged,
    reader: Arc<ClientReader>,
    outbox: Arc<Outbox>,
}

impl Line {
    async fn carry(&mut self) -> Gone {
        loop {
            let done = tokio::select! {
                line = self.outbox.next() => match line {
                    Some(line) => self.socket.send(Message::Text(line.into())).await,
                    None => Err(Gone),
                },
                message = self.socket.receive() => match message {
                    Ok(message) => self.receive(message).await,
                    Err(gone) => Err(gone),
                },
            };
            if let Err(gone) = done {
                return gone;
            }
        }
    }

    async fn receive(&mut self, message: Message) -> Result<(), Gone> {
        let text = match message {
            Message::Text(text) => Bytes::from(text),
            Message::Binary(bytes) => bytes,
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return Ok(()),
        };
        // A long game is replayed to see whether its moves are legal: not here.
        let reader = Arc::clone(&self.reader);
        let heard = spawn_blocking(move || reader.hear(&text)).await;
        heard.map_err(|_| Gone)
    }
}
