//! Reaching a server: requests and sockets, with TLS where its links say so.

use std::io;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use ponnuki_wire::{Problem, from_json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, Error as TlsError, RootCertStore};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Error as SocketError};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::link::ServerAddress;

/// A server that has not answered in this time does not.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(20);

/// The largest answer that is read: a game with all its variations and its talk.
const ANSWER_BYTES_MAX: usize = 4 << 20;

/// The largest message that is read: the whole story of a long game.
const MESSAGE_BYTES_MAX: usize = 4 << 20;

/// Something that bytes go through, both ways.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// A socket to a room.
pub(crate) type Socket = WebSocketStream<Box<dyn Stream>>;

/// Why a server could not be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// It does not answer; perhaps later it does.
    Silent(String),
    /// It does not want to, and says why; asking again does not help.
    Refused(String),
}

/// What speaks TLS with the certificates that are trusted here: those of the file that
/// `SSL_CERT_FILE` names or the directory of `SSL_CERT_DIR`, or else of the system's store.
static TLS: LazyLock<Arc<ClientConfig>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    // What cannot be read is not trusted; a connection that needed it says so.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder().with_root_certificates(roots);
    Arc::new(config.with_no_client_auth())
});

/// Asks the server at `server`, with a seat's token if there is one, and gives its answer's body.
pub(crate) async fn ask(
    server: &ServerAddress,
    method: Method,
    path: &str,
    token: Option<&str>,
    body: Option<String>,
) -> Result<String, Unreached> {
    let asked = timeout(ANSWER_TIME_MAX, request(server, method, path, token, body)).await;
    let (status, body) = asked.unwrap_or_else(|_| Err(silent("no answer in time")))?;
    if status.is_success() {
        return Ok(body);
    }
    let problem: Result<Problem, _> = from_json(&body);
    let why = problem.map_or_else(|_| status.to_string(), |problem| problem.text);
    Err(match status.is_client_error() {
        true => Unreached::Refused(why),
        false => Unreached::Silent(why),
    })
}

async fn request(
    server: &ServerAddress,
    method: Method,
    path: &str,
    token: Option<&str>,
    body: Option<String>,
) -> Result<(StatusCode, String), Unreached> {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, server.authority())
        .header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let request = request.body(Full::from(body.unwrap_or_default()));
    let answer = send(server, request.map_err(silent)?).await?;
    let status = answer.status();
    let body = Limited::new(answer.into_body(), ANSWER_BYTES_MAX).collect();
    let body = body.await.map_err(silent)?.to_bytes();
    let body = String::from_utf8(body.into());
    Ok((status, body.map_err(silent)?))
}

/// Sends `request` to `server` over a connection of its own, which ends with the answer.
///
/// # Errors
///
/// The server does not answer, or is not trusted.
pub async fn send(
    server: &ServerAddress,
    request: Request<Full<Bytes>>,
) -> Result<Response<Incoming>, Unreached> {
    let stream = connect(server).await?;
    let shaken = http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = shaken.map_err(silent)?;
    drop(tokio::spawn(connection));
    sender.send_request(request).await.map_err(silent)
}

/// Opens the socket of a room, at `path`.
pub(crate) async fn socket(
    server: &ServerAddress,
    path: &str,
    token: Option<&str>,
) -> Result<Socket, Unreached> {
    let opened = timeout(ANSWER_TIME_MAX, open_socket(server, path, token)).await;
    opened.unwrap_or_else(|_| Err(silent("no answer in time")))
}

async fn open_socket(
    server: &ServerAddress,
    path: &str,
    token: Option<&str>,
) -> Result<Socket, Unreached> {
    let scheme = if server.is_secure { "wss" } else { "ws" };
    let url = format!("{scheme}://{}{path}", server.authority());
    let mut request = url.into_client_request().map_err(silent)?;
    if let Some(token) = token {
        let bearer = HeaderValue::from_str(&format!("Bearer {token}")).map_err(silent)?;
        request.headers_mut().insert("authorization", bearer);
    }
    let config = WebSocketConfig::default()
        .max_message_size(Some(MESSAGE_BYTES_MAX))
        .max_frame_size(Some(MESSAGE_BYTES_MAX));
    let opened = client_async_with_config(request, connect(server).await?, Some(config)).await;
    let (socket, _) = opened.map_err(|error| match error {
        SocketError::Http(answer) => refused(&answer),
        other => silent(other),
    })?;
    Ok(socket)
}

/// What a server says instead of opening a socket.
fn refused(answer: &tungstenite::http::Response<Option<Vec<u8>>>) -> Unreached {
    let body = answer.body().as_deref().unwrap_or_default();
    let problem: Result<Problem, _> = from_json(&String::from_utf8_lossy(body));
    let why = problem.map_or_else(|_| answer.status().to_string(), |problem| problem.text);
    match answer.status().is_client_error() {
        true => Unreached::Refused(why),
        false => Unreached::Silent(why),
    }
}

/// A way for bytes to the server.
pub(crate) async fn connect(server: &ServerAddress) -> Result<Box<dyn Stream>, Unreached> {
    let stream = TcpStream::connect((server.name(), server.port)).await;
    let stream = stream.map_err(silent)?;
    // A move is a small message, and waits for no other.
    stream.set_nodelay(true).map_err(silent)?;
    if !server.is_secure {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(server.name().to_owned()).map_err(silent)?;
    let connected = TlsConnector::from(Arc::clone(&TLS)).connect(name, stream);
    Ok(Box::new(
        connected.await.map_err(|error| untrusted(server, error))?,
    ))
}

/// Why nobody speaks TLS with the server. A certificate is the same the next time, so asking
/// again does not help.
fn untrusted(server: &ServerAddress, error: io::Error) -> Unreached {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    let Some(TlsError::InvalidCertificate(why)) = inner else {
        return silent(error);
    };
    Unreached::Refused(format!(
        "the certificate of {} is not trusted here: {why} (a private authority's certificate \
         can be named in SSL_CERT_FILE)",
        server.name()
    ))
}

/// That a server does not answer, for this reason.
#[expect(
    clippy::needless_pass_by_value,
    reason = "an error is handed on by `map_err` as it is"
)]
pub(crate) fn silent(why: impl ToString) -> Unreached {
    Unreached::Silent(why.to_string())
}
