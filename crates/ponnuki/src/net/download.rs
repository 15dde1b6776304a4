//! A file from a server that speaks TLS, in as many attempts as it takes.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::http::{HeaderMap, HeaderName, Request, Response, StatusCode, header};
use futures_util::StreamExt as _;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::runtime::Builder;
use tokio::time::timeout;

use super::address::{Address, BadAddress};
use super::part::{Part, PartFault};
use crate::files::{FileError, FileFault};
use crate::layout::grouped;
use crate::play::{Unreached, connect};
use crate::progress::Progress;

/// How often one is sent on: published files take one or two times.
const N_HOPS_MAX: usize = 8;

/// The longest time for a file, however well it comes: half a day.
const TIME_MAX: Duration = Duration::from_secs(12 * 3600);

/// Who asks; some servers answer nobody without a name.
const USER_AGENT: &str = concat!("ponnuki/", env!("CARGO_PKG_VERSION"));

/// How much may come, and how long nothing may come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) n_bytes_max: u64,
    pub(super) patience: Duration,
}

/// Why a file did not come.
#[derive(Debug)]
pub(crate) enum DownloadFault {
    /// The address is none that is fetched from.
    Address(BadAddress),
    /// It does not say what to call the network.
    Nameless { file: String },
    /// The server sends on to such an address.
    SentOn { host: String, to: BadAddress },
    /// Servers send on for ever.
    SentInCircles { host: String },
    /// The server cannot be reached, or is not trusted.
    Unreached { host: String, why: String },
    /// There is no such file.
    NotFound { address: String },
    /// The server does not give it.
    Status { host: String, status: StatusCode },
    /// It is longer than such a file may be.
    TooLong { max: u64 },
    /// Nothing came any more.
    Stalled {
        host: String,
        patience: Duration,
        so_far: SoFar,
    },
    /// It came too slowly to ever be there.
    TooSlow { host: String, so_far: SoFar },
    /// The connection ended before the file did.
    BrokenOff { host: String, so_far: SoFar },
    /// Somebody else is fetching it.
    Busy,
    /// What came cannot be kept.
    File(FileError),
    /// There can be no connection at all.
    Threads(std::io::Error),
}

/// How much of a file came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SoFar {
    n_bytes: u64,
    /// How long the file is, if the server said so.
    n_all: Option<u64>,
    /// What becomes of it when it is asked for again.
    again: Again,
}

/// What becomes of a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    /// It is gone on with.
    GoesOn,
    /// It is of no use: there is nothing of it, or the server has no mark for the file.
    BeginsAnew,
}

impl SoFar {
    fn of(part: &Part, n_all: Option<u64>) -> SoFar {
        SoFar {
            n_bytes: part.n_bytes,
            n_all,
            again: match part.tag.is_some() && part.n_bytes > 0 {
                true => Again::GoesOn,
                false => Again::BeginsAnew,
            },
        }
    }

    /// What the same command does, in words.
    fn again(self) -> &'static str {
        match self.again {
            Again::GoesOn => "the same command goes on from there",
            Again::BeginsAnew => "the same command begins anew",
        }
    }
}

impl fmt::Display for SoFar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", grouped(self.n_bytes))?;
        if let Some(n_all) = self.n_all {
            write!(f, " of {}", grouped(n_all))?;
        }
        f.write_str(" bytes")
    }
}

impl fmt::Display for DownloadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DownloadFault::Address(bad) => bad.fmt(f),
            DownloadFault::Nameless { file } => write!(
                f,
                "{file:?} is not called like a network: say what to call it with --name"
            ),
            DownloadFault::SentOn { host, to } => write!(f, "{host} sends on, but {to}"),
            DownloadFault::SentInCircles { host } => {
                write!(f, "{host} sends on more than {N_HOPS_MAX} times")
            }
            DownloadFault::Unreached { host, why } => {
                write!(f, "nothing can be fetched from {host}: {why}")
            }
            DownloadFault::NotFound { address } => write!(f, "there is no such file: {address}"),
            DownloadFault::Status { host, status } => {
                write!(f, "{host} does not give the file: {status}")
            }
            DownloadFault::TooLong { max } => write!(
                f,
                "the file has more than {} bytes, which is the most that is fetched \
                 (--max-bytes); nothing of it is kept",
                grouped(*max)
            ),
            DownloadFault::Stalled {
                host,
                patience,
                so_far,
            } => write!(
                f,
                "nothing came from {host} for {} s, after {so_far}; {}",
                patience.as_secs_f64(),
                so_far.again()
            ),
            DownloadFault::TooSlow { host, so_far } => write!(
                f,
                "{host} sent only {so_far} in {} hours; {}",
                TIME_MAX.as_secs() / 3600,
                so_far.again()
            ),
            DownloadFault::BrokenOff { host, so_far } => write!(
                f,
                "the connection to {host} broke off after {so_far}; {}",
                so_far.again()
            ),
            DownloadFault::Busy => f.write_str("another ponnuki is fetching this file already"),
            DownloadFault::File(error) => error.fmt(f),
            DownloadFault::Threads(error) => write!(f, "there can be no connection: {error}"),
        }
    }
}

impl From<PartFault> for DownloadFault {
    fn from(fault: PartFault) -> DownloadFault {
        match fault {
            PartFault::Busy => DownloadFault::Busy,
            PartFault::Io(path, error) => DownloadFault::File(FileFault::from(error).of(&path)),
        }
    }
}

/// The file at `address`, whole; what came of it is in `dir` until then, and stays there when it
/// breaks off.
///
/// # Errors
///
/// It does not come, or cannot be kept.
pub(super) fn download(
    dir: &Path,
    address: &Address,
    bounds: Bounds,
) -> Result<Part, DownloadFault> {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(DownloadFault::Threads)?;
    let mut part = Part::open(dir, address)?;
    let fetched = runtime.block_on(async {
        let fetching = fetch(&mut part, address, bounds);
        timeout(TIME_MAX, fetching).await
    });
    match fetched {
        Ok(Ok(())) => Ok(part),
        Ok(Err(fault)) => {
            if matches!(fault, DownloadFault::TooLong { .. }) || part.n_bytes == 0 {
                part.remove();
            }
            Err(fault)
        }
        Err(_) => Err(DownloadFault::TooSlow {
            host: address.host(),
            so_far: SoFar::of(&part, None),
        }),
    }
}

/// Fetches what is missing in `part`, from wherever the server at `address` sends on to.
async fn fetch(part: &mut Part, address: &Address, bounds: Bounds) -> Result<(), DownloadFault> {
    let mut address = address.clone();
    for _ in 0..=N_HOPS_MAX {
        let answer = ask(&address, part, bounds).await?;
        match next(&answer, &address, part)? {
            Next::Receive { n_all } => {
                return receive(answer.into_body(), part, n_all, &address, bounds).await;
            }
            Next::Whole => return Ok(()),
            Next::Ask(elsewhere) => address = elsewhere,
        }
    }
    Err(DownloadFault::SentInCircles {
        host: address.host(),
    })
}

/// What to do with an answer.
enum Next {
    /// Read the file from it, to its end; so long is the whole file.
    Receive { n_all: Option<u64> },
    /// Nothing is missing.
    Whole,
    /// Ask there.
    Ask(Address),
}

/// Asks for what is missing in `part`, and waits for the answer only so long.
async fn ask(
    address: &Address,
    part: &Part,
    bounds: Bounds,
) -> Result<Response<Body>, DownloadFault> {
    let asked = timeout(bounds.patience, request(address, part)).await;
    asked.unwrap_or_else(|_| {
        Err(DownloadFault::Stalled {
            host: address.host(),
            patience: bounds.patience,
            so_far: SoFar::of(part, None),
        })
    })
}

/// The answer to a request for what is missing in `part`.
async fn request(address: &Address, part: &Part) -> Result<Response<Body>, DownloadFault> {
    let unreached = |why: &dyn fmt::Display| DownloadFault::Unreached {
        host: address.host(),
        why: why.to_string(),
    };
    let stream = connect(&address.base).await.map_err(|fault| match fault {
        Unreached::Silent(why) | Unreached::Refused(why) => unreached(&why),
    })?;
    let shaken = http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = shaken.map_err(|error| unreached(&error))?;
    // Ends with the answer.
    drop(tokio::spawn(connection));
    let mut request = Request::get(&address.path)
        .header(header::HOST, address.host())
        .header(header::USER_AGENT, USER_AGENT)
        .header(header::ACCEPT_ENCODING, "identity");
    // Without a mark nobody knows whether it is still the same file.
    if let Some(tag) = part.tag.as_ref().filter(|_| part.n_bytes > 0) {
        request = request
            .header(header::RANGE, format!("bytes={}-", part.n_bytes))
            .header(header::IF_RANGE, tag);
    }
    let request = request.body(Body::empty());
    let request = request.map_err(|error| unreached(&error))?;
    let answer = sender.send_request(request).await;
    let answer = answer.map_err(|error| unreached(&error))?;
    Ok(answer.map(Body::new))
}

/// What to do with what the server at `address` answers.
fn next(
    answer: &Response<Body>,
    address: &Address,
    part: &mut Part,
) -> Result<Next, DownloadFault> {
    let (status, headers) = (answer.status(), answer.headers());
    let again = || Next::Ask(address.clone());
    match status {
        StatusCode::OK => {
            part.restart(tag(headers))?;
            let n_all = text(headers, header::CONTENT_LENGTH).and_then(|n| n.parse().ok());
            Ok(Next::Receive { n_all })
        }
        StatusCode::PARTIAL_CONTENT => match range(headers) {
            Some((Some(first), n_all)) if first == part.n_bytes => Ok(Next::Receive { n_all }),
            // Another part than the one that is missing: all of it then.
            _ => {
                part.restart(None)?;
                Ok(again())
            }
        },
        StatusCode::RANGE_NOT_SATISFIABLE if part.n_bytes > 0 => match range(headers) {
            Some((None, Some(n_all))) if n_all == part.n_bytes => Ok(Next::Whole),
            _ => {
                part.restart(None)?;
                Ok(again())
            }
        },
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(DownloadFault::NotFound {
            address: address.to_string(),
        }),
        _ if status.is_redirection() && headers.contains_key(header::LOCATION) => {
            let location = text(headers, header::LOCATION).unwrap_or_default();
            let joined = address.join(location);
            let host = address.host();
            joined
                .map(Next::Ask)
                .map_err(|to| DownloadFault::SentOn { host, to })
        }
        _ => Err(DownloadFault::Status {
            host: address.host(),
            status,
        }),
    }
}

/// Adds the body of an answer to `part`.
async fn receive(
    body: Body,
    part: &mut Part,
    n_all: Option<u64>,
    address: &Address,
    bounds: Bounds,
) -> Result<(), DownloadFault> {
    let n_bytes_max = bounds.n_bytes_max;
    let too_long = DownloadFault::TooLong { max: n_bytes_max };
    let is_said_too_long = n_all.is_some_and(|n| n > n_bytes_max)
        || body.size_hint().lower() > n_bytes_max.saturating_sub(part.n_bytes);
    if is_said_too_long {
        return Err(too_long);
    }
    let mut progress = Progress::on_stderr();
    let mut chunks = body.into_data_stream();
    loop {
        let n_bytes = part.n_bytes;
        let so_far = SoFar::of(part, n_all);
        let host = || address.host();
        let chunk = match timeout(bounds.patience, chunks.next()).await {
            Ok(Some(Ok(chunk))) => chunk,
            Ok(None) if n_all.is_none_or(|n_all| n_bytes >= n_all) => break,
            Ok(Some(Err(_)) | None) => {
                progress.clear();
                let host = host();
                return Err(DownloadFault::BrokenOff { host, so_far });
            }
            Err(_) => {
                progress.clear();
                return Err(DownloadFault::Stalled {
                    host: host(),
                    patience: bounds.patience,
                    so_far,
                });
            }
        };
        if n_bytes.saturating_add(chunk.len() as u64) > n_bytes_max {
            progress.clear();
            return Err(too_long);
        }
        part.add(&chunk)?;
        progress.tell(|| so_far.to_string());
    }
    progress.clear();
    Ok(())
}

/// A header that is text.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// The mark by which a file is known to be the same: one that stands for its very bytes, or the
/// date of its last change.
fn tag(headers: &HeaderMap) -> Option<String> {
    let strong = text(headers, header::ETAG).filter(|tag| !tag.starts_with("W/"));
    let tag = strong.or_else(|| text(headers, header::LAST_MODIFIED));
    tag.map(str::to_owned)
}

/// The first byte that comes and the length of the whole, where they are told:
/// `bytes 5-9/10`, `bytes 5-9/*` or `bytes */10`.
fn range(headers: &HeaderMap) -> Option<(Option<u64>, Option<u64>)> {
    let text = text(headers, header::CONTENT_RANGE)?;
    let (bytes, n_all) = text.strip_prefix("bytes ")?.split_once('/')?;
    let first = bytes
        .split_once('-')
        .and_then(|(first, _)| first.parse().ok());
    Some((first, n_all.parse().ok()))
}
