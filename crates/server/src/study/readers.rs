//! What is read for those who study: on threads apart, a few at once.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::Response;
use ponnuki_think::StopSign;
use ponnuki_wire::ProblemCode;
use tokio::sync::Semaphore;

use crate::limits::{Place, Places, PlacesFull, ServerLimits};
use crate::problem::Problem;
use crate::rooms::answer;

/// Records, and beside them positions, that are read at the same moment. The processors
/// are for the games; a record of people takes some milliseconds.
const N_THREADS: usize = 2;

/// An answer up to this length is no burden while it is sent, and counts no more.
const SMALL_BYTES: usize = 128 << 10;

/// How many records are read at once, in all and for each address.
#[derive(Debug)]
pub(crate) struct Readers {
    places: Places,
    large_places: Places,
    records: Arc<Semaphore>,
    /// For the one large record that is read: others leave the second thread to small ones.
    large: Arc<Semaphore>,
    positions: Arc<Semaphore>,
}

impl Readers {
    pub(crate) fn new(limits: &ServerLimits) -> Readers {
        Readers {
            places: Places::new(limits.n_records, limits.n_records_per_address),
            large_places: Places::new(limits.n_large_records, limits.n_large_records_per_address),
            records: Arc::new(Semaphore::new(N_THREADS)),
            large: Arc::new(Semaphore::new(1)),
            positions: Arc::new(Semaphore::new(N_THREADS)),
        }
    }

    /// A place for someone who has a record read, from the first byte of the question to
    /// the last of the answer.
    pub(super) fn enter(&self, address: IpAddr) -> Result<Place, Problem> {
        place(&self.places, address)
    }

    /// A place for someone who has a large record read, beside that one.
    pub(super) fn enter_large(&self, address: IpAddr) -> Result<Place, Problem> {
        place(&self.large_places, address)
    }

    /// Has a record read. If nobody waits for it any more the sign is raised.
    pub(super) async fn record<T: Send + 'static>(
        &self,
        read: impl FnOnce(&StopSign) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        on_a_thread(&self.records, (), read).await
    }

    /// Has a large record read, once no other large one is.
    pub(super) async fn large_record<T: Send + 'static>(
        &self,
        read: impl FnOnce(&StopSign) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let alone = Arc::clone(&self.large).acquire_owned().await;
        let alone = alone.map_err(|why| Problem::failed(&why))?;
        on_a_thread(&self.records, alone, read).await
    }

    /// Has a position looked at.
    pub(super) async fn position<T: Send + 'static>(
        &self,
        look: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        on_a_thread(&self.positions, (), |_| look()).await
    }
}

fn place(places: &Places, address: IpAddr) -> Result<Place, Problem> {
    places.take(Some(address)).map_err(|full| match full {
        PlacesFull::Address => {
            let text = "too many records are read at once for this address";
            Problem::new(ProblemCode::TooFast, text)
        }
        PlacesFull::All => Problem::busy(),
    })
}

/// Does some work on a thread of its own, as soon as there is a permit. What is `held` is let
/// go when the work is done.
async fn on_a_thread<T: Send + 'static>(
    permits: &Arc<Semaphore>,
    held: impl Send + 'static,
    work: impl FnOnce(&StopSign) -> T + Send + 'static,
) -> Result<T, Problem> {
    let permit = Arc::clone(permits).acquire_owned().await;
    let permit = permit.map_err(|why| Problem::failed(&why))?;
    let waiting = Waiting(StopSign::new());
    let stop = waiting.0.clone();
    let done = tokio::task::spawn_blocking(move || {
        // Kept while the thread works, even if whoever asked has gone.
        let _permits = (permit, held);
        work(&stop)
    });
    done.await.map_err(|why| Problem::failed(&why))
}

/// Raises the sign when nobody waits any more.
struct Waiting(StopSign);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// The answer with this JSON. If it is large it keeps the places until it was sent.
pub(super) fn answer_from(places: Vec<Place>, json: String) -> Response {
    if json.len() <= SMALL_BYTES {
        return answer(StatusCode::OK, json);
    }
    let mut response = answer(StatusCode::OK, String::new());
    let held = HeldAnswer {
        json,
        _places: places,
    };
    *response.body_mut() = Bytes::from_owner(held).into();
    response
}

/// A large answer. The connection that sends it lets it go with its last byte, or when
/// the client reads too slowly.
struct HeldAnswer {
    json: String,
    /// Counts against the limits as long as this lives.
    _places: Vec<Place>,
}

impl AsRef<[u8]> for HeldAnswer {
    fn as_ref(&self) -> &[u8] {
        self.json.as_bytes()
    }
}
