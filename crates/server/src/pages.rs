//! The pages of the browser's side, embedded, and others that are made once: each
//! with its tag and its compressed form.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the browser's side.
#[derive(Debug)]
pub(crate) struct Asset {
    /// From the root, with its slash.
    path: &'static str,
    /// Its media type.
    kind: &'static str,
    /// Changes with the contents.
    tag: &'static str,
    bytes: &'static [u8],
    gzip: Option<&'static [u8]>,
}

/// The page that all places in the application begin with.
const INDEX: &str = "/index.html";

/// Files under this have a digest of their contents in their names.
const HASHED: &str = "/assets/";

/// The file at `path`, or the page that the application begins with if that is a place in
/// it: it finds its way itself.
pub(crate) fn page(path: &str) -> Option<Page> {
    asset(if is_place(path) { INDEX } else { path })
}

/// The application, for a path that is no place in it: it says so and leads back.
pub(crate) fn missing_page() -> Option<Page> {
    asset(INDEX)
}

fn asset(path: &str) -> Option<Page> {
    ASSETS.iter().find(|asset| asset.path == path).map(Page::of)
}

/// Whether the application has a page for `path`. Must agree with `routeOf` in
/// web/src/router.svelte.ts; `web/places.txt` checks both.
fn is_place(path: &str) -> bool {
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut parts = path.split('/').skip(1);
    let place = (parts.next(), parts.next(), parts.next());
    let is_of = |name: &str, len_max: usize, is_sign: fn(u8) -> bool| {
        (1..=len_max).contains(&name.len()) && name.bytes().all(is_sign)
    };
    match place {
        (None | Some("games" | "about" | "rules" | "review"), None, None) => true,
        (Some("learn" | "problems" | "rulebooks" | "embed"), None, None) => true,
        (Some("learn" | "rulebooks"), Some(name), None) => {
            is_of(name, 40, |sign| sign.is_ascii_lowercase() || sign == b'-')
        }
        (Some("problems"), Some(name), None) => is_of(name, 40, |sign| {
            sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-'
        }),
        (Some("r" | "embed"), Some(room), None) => {
            is_of(room, 64, |sign| sign.is_ascii_alphanumeric())
        }
        _ => false,
    }
}

/// A place whose name has to be one of those that the server ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedPlace<'a> {
    /// A lesson of the course.
    Lesson(&'a str),
    /// A problem, or a kind of them.
    Problem(&'a str),
}

impl NamedPlace<'_> {
    /// What `path` names, if the server can tell whether there is such a thing.
    pub(crate) fn of(path: &str) -> Option<NamedPlace<'_>> {
        let path = path.strip_suffix('/').unwrap_or(path);
        if let Some(name) = path.strip_prefix("/learn/") {
            return (name != "ladder").then_some(NamedPlace::Lesson(name));
        }
        let name = path.strip_prefix("/problems/")?;
        // Rounds of their own; and the reader's mistakes, which only the browser knows.
        let is_other =
            matches!(name, "today" | "daily" | "run" | "own") || name.starts_with("own-");
        (!is_other).then_some(NamedPlace::Problem(name))
    }
}

/// Something to be sent as it is.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    kind: &'static str,
    tag: HeaderValue,
    bytes: Bytes,
    gzip: Option<Bytes>,
    keep: Keep,
}

/// How long a client may keep a page without asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// It asks each time whether there is another.
    Checked,
    /// What is there stays as it is, but we may learn to draw it better.
    Week,
    /// What is under this address never changes.
    Forever,
}

impl Page {
    /// A page with this text.
    pub(crate) fn new(kind: &'static str, text: String) -> Page {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        Page {
            kind,
            tag: HeaderValue::from_str(&tag).expect("hexadecimal digits are a header's value"),
            gzip: packed(text.as_bytes(), Compression::best()),
            bytes: text.into(),
            keep: Keep::Checked,
        }
    }

    /// A picture; `tag` is of hexadecimal digits and changes with what is on it.
    pub(crate) fn picture(kind: &'static str, tag: &str, bytes: Vec<u8>, keep: Keep) -> Page {
        let tag = HeaderValue::from_str(&format!("\"{tag}\""));
        // Only drawings in letters can be made smaller.
        let gzip = kind
            .ends_with("xml")
            .then(|| packed(&bytes, Compression::fast()));
        Page {
            kind,
            tag: tag.expect("hexadecimal digits are a header's value"),
            gzip: gzip.flatten(),
            bytes: bytes.into(),
            keep,
        }
    }

    fn of(asset: &Asset) -> Page {
        Page {
            kind: asset.kind,
            tag: HeaderValue::from_static(asset.tag),
            bytes: Bytes::from_static(asset.bytes),
            gzip: asset.gzip.map(Bytes::from_static),
            keep: match asset.path.starts_with(HASHED) {
                true => Keep::Forever,
                false => Keep::Checked,
            },
        }
    }

    /// What it takes in memory.
    pub(crate) fn n_bytes(&self) -> usize {
        self.bytes.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }

    /// Whether the client with these headers has the same already.
    pub(crate) fn is_known(&self, request: &HeaderMap) -> bool {
        values(request, header::IF_NONE_MATCH)
            .any(|tag| tag.trim_start_matches("W/").as_bytes() == self.tag.as_bytes())
    }

    /// The answer to a request with these headers: compressed if the client can
    /// read that, nothing if it has the same already.
    pub(crate) fn answer(self, request: &HeaderMap) -> Response {
        let is_known = self.is_known(request);
        let is_packed = values(request, header::ACCEPT_ENCODING).any(is_gzip);
        let packed = self.gzip.filter(|_| is_packed);
        let cache = match self.keep {
            Keep::Checked => "no-cache",
            Keep::Week => "public, max-age=604800",
            Keep::Forever => "public, max-age=31536000, immutable",
        };
        let mut answer = Response::builder()
            .header(header::CONTENT_TYPE, self.kind)
            .header(header::ETAG, self.tag)
            .header(header::CACHE_CONTROL, cache)
            .header(header::VARY, "accept-encoding");
        if is_known {
            let answer = answer.status(StatusCode::NOT_MODIFIED).body(Body::empty());
            return answer.expect("all headers are constants");
        }
        if packed.is_some() {
            answer = answer.header(header::CONTENT_ENCODING, "gzip");
        }
        let answer = answer.body(Body::from(packed.unwrap_or(self.bytes)));
        answer.expect("all headers are constants")
    }
}

fn packed(bytes: &[u8], effort: Compression) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), effort);
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.ok().map(Bytes::from)
}

/// The comma-separated values of a header.
fn values(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter();
    let lines = lines.filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Whether an entry of `Accept-Encoding` takes gzip.
fn is_gzip(entry: &str) -> bool {
    let mut parts = entry.split(';').map(str::trim);
    let is_named = parts
        .next()
        .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
    let is_refused = parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"));
    is_named && !is_refused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_application_is_its_first_page() {
        let places = include_str!("../../../web/places.txt").lines();
        for line in places.filter(|line| line.starts_with('/')) {
            let (path, expected) = line.split_once(' ').expect("a path and what is there");
            let page = page(path);
            let kind = page.map(|page| page.kind);
            let html = Some("text/html; charset=utf-8").filter(|_| expected != "missing");
            assert_eq!(kind, html, "{path}");
        }
        for path in ["/../Cargo.toml", "/secret.txt", "/..", "//etc/passwd.html"] {
            assert!(page(path).is_none(), "{path}");
        }
    }

    #[test]
    fn lessons_and_problems_are_looked_up_by_their_names() {
        for (path, expected) in [
            ("/learn", None),
            ("/learn/", None),
            ("/learn/ladder", None),
            ("/learn/ko", Some(NamedPlace::Lesson("ko"))),
            ("/learn/ko/", Some(NamedPlace::Lesson("ko"))),
            ("/problems/daily", None),
            ("/problems/own-1a2b", None),
            ("/problems/net-1a2b", Some(NamedPlace::Problem("net-1a2b"))),
            ("/rulebooks/ko", None),
        ] {
            assert_eq!(NamedPlace::of(path), expected, "{path}");
        }
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        for (entry, expected) in [
            ("gzip", true),
            ("GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0", false),
            ("br", false),
            ("", false),
        ] {
            assert_eq!(is_gzip(entry), expected, "{entry}");
        }
    }

    #[test]
    fn what_the_client_has_is_not_sent_again() {
        let page = Page::new("text/plain", "x".repeat(1000));
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, page.tag.clone());
        assert_eq!(
            page.clone().answer(&headers).status(),
            StatusCode::NOT_MODIFIED
        );
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static("\"other\""));
        assert_eq!(page.answer(&headers).status(), StatusCode::OK);
    }
}
