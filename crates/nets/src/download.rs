//! A file from a server that speaks TLS, in as many attempts as it takes.

use std::fmt;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Incoming};
use hyper::header::{self, HeaderMap, HeaderName};
use hyper::{Request, Response, StatusCode};
use ponnuki_client::{Unreached, send};
use tokio::runtime::Builder;
use tokio::time::timeout;

use crate::address::{BadNetAddress, NetAddress};
use crate::file::{NetFileError, NetFileFault};
use crate::folder::{NetFolder, WORKPLACE};
use crate::partial::{PartialFile, PartialFileFault};

/// How often one is sent on: published files take one or two times.
pub const HOPS_MAX: usize = 8;

/// The longest time for a file, however well it comes: half a day.
pub const TIME_MAX: Duration = Duration::from_secs(12 * 3600);

/// Who asks; some servers answer nobody without a name.
const USER_AGENT: &str = concat!("ponnuki/", env!("CARGO_PKG_VERSION"));

/// How much may come, and how long nothing may come.
#[derive(Clone, Copy, Debug)]
pub struct FetchLimits {
    /// The longest file.
    pub n_bytes_max: u64,
    /// How long to wait while nothing comes.
    pub patience: Duration,
}

/// Why a file did not come.
#[derive(Debug)]
pub enum DownloadFault {
    /// The address is none that is fetched from.
    Address(BadNetAddress),
    /// The address does not say what to call the network.
    Nameless {
        /// What the file is called there.
        file: String,
    },
    /// The server redirects to an address that is not fetched from.
    SentOn {
        /// The server.
        host: String,
        /// What is wrong with the address.
        to: BadNetAddress,
    },
    /// Servers redirect more than [`HOPS_MAX`] times.
    SentInCircles {
        /// The last server.
        host: String,
    },
    /// The server cannot be reached, or is not trusted.
    Unreached {
        /// The server.
        host: String,
        /// The reason, in words.
        why: String,
    },
    /// There is no such file.
    NotFound {
        /// Its address.
        address: String,
    },
    /// The server does not give it.
    Status {
        /// The server.
        host: String,
        /// Its answer.
        status: StatusCode,
    },
    /// It is longer than such a file may be; nothing of it is kept.
    TooLong {
        /// The most bytes.
        max: u64,
    },
    /// Nothing came any more.
    Stalled {
        /// The server.
        host: String,
        /// How long nothing came.
        patience: Duration,
        /// How much had come.
        progress: DownloadProgress,
    },
    /// It did not come within [`TIME_MAX`].
    TooSlow {
        /// The server.
        host: String,
        /// How much had come.
        progress: DownloadProgress,
    },
    /// The connection ended before the file did.
    BrokenOff {
        /// The server.
        host: String,
        /// How much had come.
        progress: DownloadProgress,
    },
    /// Another process is fetching it.
    Busy,
    /// What came cannot be kept.
    File(NetFileError),
    /// There can be no connection at all.
    Threads(std::io::Error),
}

/// How much of a file came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DownloadProgress {
    /// How many bytes came.
    pub n_bytes: u64,
    /// How long the file is, if the server said so.
    pub n_all: Option<u64>,
    /// Whether the next attempt goes on from there: there is something of it, and the server has
    /// a mark by which it knows the file again.
    pub is_resumable: bool,
}

impl DownloadProgress {
    fn of(part: &PartialFile, n_all: Option<u64>) -> DownloadProgress {
        DownloadProgress {
            n_bytes: part.n_bytes,
            n_all,
            is_resumable: part.tag.is_some() && part.n_bytes > 0,
        }
    }
}

impl std::error::Error for DownloadFault {}

impl fmt::Display for DownloadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DownloadFault::Address(bad) => bad.fmt(f),
            DownloadFault::Nameless { file } => {
                write!(f, "{file:?} is not the name of a network file")
            }
            DownloadFault::SentOn { host, to } => write!(f, "{host} sends on, but {to}"),
            DownloadFault::SentInCircles { host } => {
                write!(f, "{host} redirects more than {HOPS_MAX} times")
            }
            DownloadFault::Unreached { host, why } => {
                write!(f, "nothing can be fetched from {host}: {why}")
            }
            DownloadFault::NotFound { address } => write!(f, "there is no such file: {address}"),
            DownloadFault::Status { host, status } => {
                write!(f, "{host} refuses to send the file: {status}")
            }
            DownloadFault::TooLong { max } => write!(f, "the file has more than {max} bytes"),
            DownloadFault::Stalled { host, patience, .. } => {
                let seconds = patience.as_secs_f64();
                write!(f, "nothing came from {host} for {seconds} s")
            }
            DownloadFault::TooSlow { host, .. } => {
                let hours = TIME_MAX.as_secs() / 3600;
                write!(f, "{host} did not send the file in {hours} hours")
            }
            DownloadFault::BrokenOff { host, .. } => {
                write!(f, "the connection to {host} broke off")
            }
            DownloadFault::Busy => f.write_str("another ponnuki is fetching this file already"),
            DownloadFault::File(error) => error.fmt(f),
            DownloadFault::Threads(error) => {
                write!(f, "the connection has no thread to run on: {error}")
            }
        }
    }
}

impl From<PartialFileFault> for DownloadFault {
    fn from(fault: PartialFileFault) -> DownloadFault {
        match fault {
            PartialFileFault::Busy => DownloadFault::Busy,
            PartialFileFault::Io(path, error) => {
                DownloadFault::File(NetFileFault::Io(error).of(&path))
            }
        }
    }
}

/// The bytes of the file at `address`. What came of it lies in `folder` until it is whole, so that
/// the next attempt can go on from there; `tell` is called whenever more has come.
///
/// # Errors
///
/// It does not come, or cannot be kept.
pub fn download(
    folder: &NetFolder,
    address: &NetAddress,
    limits: FetchLimits,
    tell: &mut dyn FnMut(DownloadProgress),
) -> Result<Vec<u8>, DownloadFault> {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(DownloadFault::Threads)?;
    let mut part = PartialFile::open(&folder.dir().join(WORKPLACE), address)?;
    let fetched = runtime.block_on(async {
        let fetching = fetch(&mut part, address, limits, tell);
        timeout(TIME_MAX, fetching).await
    });
    match fetched {
        Ok(Ok(())) => {
            let bytes = part.bytes();
            // Whatever is wrong with a whole file would be wrong with it again.
            part.remove();
            Ok(bytes?)
        }
        Ok(Err(fault)) => {
            if matches!(fault, DownloadFault::TooLong { .. }) || part.n_bytes == 0 {
                part.remove();
            }
            Err(fault)
        }
        Err(_) => Err(DownloadFault::TooSlow {
            host: address.host(),
            progress: DownloadProgress::of(&part, None),
        }),
    }
}

/// Fetches what is missing in `part`, from wherever the server at `address` sends on to.
async fn fetch(
    part: &mut PartialFile,
    address: &NetAddress,
    limits: FetchLimits,
    tell: &mut dyn FnMut(DownloadProgress),
) -> Result<(), DownloadFault> {
    let mut address = address.clone();
    for _ in 0..=HOPS_MAX {
        let answer = ask(&address, part, limits).await?;
        match next(&answer, &address, part)? {
            AfterAnswer::Receive { n_all } => {
                let body = answer.into_body();
                let received = receive(body, part, n_all, limits, tell).await;
                return received.map_err(|end| end.of(address.host(), limits));
            }
            AfterAnswer::Whole => return Ok(()),
            AfterAnswer::Ask(elsewhere) => address = elsewhere,
        }
    }
    Err(DownloadFault::SentInCircles {
        host: address.host(),
    })
}

/// What to do with an answer.
enum AfterAnswer {
    /// Read the file from it, to its end; so long is the whole file.
    Receive { n_all: Option<u64> },
    /// Nothing is missing.
    Whole,
    /// Ask there.
    Ask(NetAddress),
}

/// Asks for what is missing in `part`, and waits for the answer only so long.
async fn ask(
    address: &NetAddress,
    part: &PartialFile,
    limits: FetchLimits,
) -> Result<Response<Incoming>, DownloadFault> {
    let asked = timeout(limits.patience, request(address, part)).await;
    asked.unwrap_or_else(|_| {
        Err(DownloadFault::Stalled {
            host: address.host(),
            patience: limits.patience,
            progress: DownloadProgress::of(part, None),
        })
    })
}

/// The answer to a request for what is missing in `part`.
async fn request(
    address: &NetAddress,
    part: &PartialFile,
) -> Result<Response<Incoming>, DownloadFault> {
    let unreached = |why: String| DownloadFault::Unreached {
        host: address.host(),
        why,
    };
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
    let request = request.body(Full::default());
    let request = request.map_err(|error| unreached(error.to_string()))?;
    let answer = send(&address.server, request).await;
    answer.map_err(|fault| match fault {
        Unreached::Silent(why) | Unreached::Refused(why) => unreached(why),
    })
}

/// What to do with what the server at `address` answers.
fn next(
    answer: &Response<Incoming>,
    address: &NetAddress,
    part: &mut PartialFile,
) -> Result<AfterAnswer, DownloadFault> {
    let (status, headers) = (answer.status(), answer.headers());
    let again = || AfterAnswer::Ask(address.clone());
    match status {
        StatusCode::OK => {
            part.restart(tag(headers))?;
            let n_all = text(headers, header::CONTENT_LENGTH).and_then(|n| n.parse().ok());
            Ok(AfterAnswer::Receive { n_all })
        }
        StatusCode::PARTIAL_CONTENT => match range(headers) {
            Some((Some(first), n_all)) if first == part.n_bytes => {
                Ok(AfterAnswer::Receive { n_all })
            }
            // Another part than the one that is missing: all of it then.
            _ => {
                part.restart(None)?;
                Ok(again())
            }
        },
        StatusCode::RANGE_NOT_SATISFIABLE if part.n_bytes > 0 => match range(headers) {
            Some((None, Some(n_all))) if n_all == part.n_bytes => Ok(AfterAnswer::Whole),
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
                .map(AfterAnswer::Ask)
                .map_err(|to| DownloadFault::SentOn { host, to })
        }
        _ => Err(DownloadFault::Status {
            host: address.host(),
            status,
        }),
    }
}

/// Why a body did not come whole.
enum ReceiveEnd {
    TooLong,
    Stalled(DownloadProgress),
    BrokenOff(DownloadProgress),
    File(PartialFileFault),
}

impl ReceiveEnd {
    /// The same about the file of the server `host`.
    fn of(self, host: String, limits: FetchLimits) -> DownloadFault {
        match self {
            ReceiveEnd::TooLong => DownloadFault::TooLong {
                max: limits.n_bytes_max,
            },
            ReceiveEnd::Stalled(progress) => DownloadFault::Stalled {
                host,
                patience: limits.patience,
                progress,
            },
            ReceiveEnd::BrokenOff(progress) => DownloadFault::BrokenOff { host, progress },
            ReceiveEnd::File(fault) => fault.into(),
        }
    }
}

/// Adds the body of an answer to `part`.
async fn receive(
    mut body: Incoming,
    part: &mut PartialFile,
    n_all: Option<u64>,
    limits: FetchLimits,
    tell: &mut dyn FnMut(DownloadProgress),
) -> Result<(), ReceiveEnd> {
    let n_bytes_max = limits.n_bytes_max;
    let is_said_too_long = n_all.is_some_and(|n| n > n_bytes_max)
        || body.size_hint().lower() > n_bytes_max.saturating_sub(part.n_bytes);
    if is_said_too_long {
        return Err(ReceiveEnd::TooLong);
    }
    loop {
        let n_bytes = part.n_bytes;
        let progress = DownloadProgress::of(part, n_all);
        let frame = match timeout(limits.patience, body.frame()).await {
            Ok(Some(Ok(frame))) => frame,
            Ok(None) if n_all.is_none_or(|n_all| n_bytes >= n_all) => return Ok(()),
            Ok(Some(Err(_)) | None) => return Err(ReceiveEnd::BrokenOff(progress)),
            Err(_) => return Err(ReceiveEnd::Stalled(progress)),
        };
        // A frame without bytes has trailers, which say nothing of the file.
        let Ok(chunk) = frame.into_data() else {
            continue;
        };
        if n_bytes.saturating_add(chunk.len() as u64) > n_bytes_max {
            return Err(ReceiveEnd::TooLong);
        }
        part.add(&chunk).map_err(ReceiveEnd::File)?;
        tell(progress);
    }
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
