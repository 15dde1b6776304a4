//! Where pictures are drawn: by those who think, when it is their turn; and those that
//! were drawn last are kept.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use ponnuki_think::StopSign;

use crate::house::House;
use crate::limits::{Household, Rates, ServerLimits};
use crate::now;
use crate::pages::Page;
use crate::problem::Problem;
use crate::thinking::{Busy, Turn, Work, WorkKind};

/// Whoever waits longer for a picture is told to come again.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many bytes of pictures are kept: some hundred films, or all that is looked at in
/// a busy hour.
const SHELF_BYTES_MAX: usize = 32 << 20;

/// Draws pictures and keeps some.
#[derive(Debug)]
pub(crate) struct Studio {
    rates: Rates,
    shelf: Arc<Mutex<Shelf>>,
}

/// The pictures that were asked for last, by their tags.
#[derive(Debug, Default)]
struct Shelf {
    /// Those asked for last come last.
    pages: VecDeque<(String, Page)>,
    n_bytes: usize,
}

impl Studio {
    pub(crate) fn new(limits: &ServerLimits) -> Studio {
        Studio {
            rates: Rates::new(limits.drawings),
            shelf: Arc::default(),
        }
    }

    /// The picture with this tag, if it is kept.
    pub(super) fn kept(&self, tag: &str) -> Option<Page> {
        lock(&self.shelf).take_out(tag)
    }

    /// Draws the picture with this tag for someone at `address`, unless another did while
    /// this one waited, or nobody waits for it any more.
    pub(super) async fn draw(
        &self,
        house: &House,
        (address, kind): (IpAddr, WorkKind),
        tag: &str,
        draw: impl FnOnce(&Turn) -> Result<Page, Problem> + Send + 'static,
    ) -> Result<Page, Problem> {
        let taken = self.rates.take(address, now::steady());
        taken.map_err(Problem::too_fast)?;
        let work = Work {
            household: Household::of(address),
            kind,
            effort: 0,
            n_points: 1,
        };
        let wanted = Wanted {
            stop: StopSign::new(),
            house,
        };
        let (reply, drawn) = oneshot::channel();
        let (shelf, tag) = (Arc::clone(&self.shelf), tag.to_owned());
        let asked = house.pool.ask(work, &wanted.stop, move |_, turn| {
            let kept = lock(&shelf).take_out(&tag);
            let page = kept.map_or_else(|| draw(turn), Ok);
            if let Ok(page) = &page {
                lock(&shelf).put(&tag, page);
            }
            // Whoever asked may have gone.
            drop(reply.send(page));
        });
        asked.map_err(|Busy| {
            house.metrics.refuse(kind);
            Problem::busy()
        })?;
        let drawn = timeout(PATIENCE, drawn).await;
        let drawn = drawn.map_err(|_| Problem::busy())?;
        drawn.map_err(|why| Problem::failed(&why))?
    }
}

/// Somebody waits for a picture, as long as this lives.
struct Wanted<'a> {
    stop: StopSign,
    house: &'a House,
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        self.stop.raise();
        self.house.pool.sweep();
    }
}

/// Nothing is left half done under this lock, so a panic elsewhere does not matter.
fn lock(shelf: &Mutex<Shelf>) -> MutexGuard<'_, Shelf> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shelf {
    /// A page that is kept; it is now the one asked for last.
    fn take_out(&mut self, tag: &str) -> Option<Page> {
        let place = self.pages.iter().position(|(own, _)| own == tag)?;
        let kept = self.pages.remove(place)?;
        let page = kept.1.clone();
        self.pages.push_back(kept);
        Some(page)
    }

    fn put(&mut self, tag: &str, page: &Page) {
        if self.pages.iter().any(|(own, _)| own == tag) {
            return;
        }
        self.n_bytes += page.n_bytes();
        self.pages.push_back((tag.to_owned(), page.clone()));
        while self.n_bytes > SHELF_BYTES_MAX
            && let Some((_, oldest)) = self.pages.pop_front()
        {
            self.n_bytes -= oldest.n_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::Keep;

    fn page(n_bytes: usize) -> Page {
        Page::picture("image/png", "0", vec![0; n_bytes], Keep::Checked)
    }

    #[test]
    fn the_shelf_lets_go_of_what_nobody_asks_for() {
        let mut shelf = Shelf::default();
        for tag in ["a", "b", "c", "c"] {
            shelf.put(tag, &page(SHELF_BYTES_MAX / 3));
        }
        assert!(shelf.take_out("a").is_some(), "three fit");
        shelf.put("d", &page(SHELF_BYTES_MAX / 3));
        let there: Vec<&str> = shelf.pages.iter().map(|(tag, _)| tag.as_str()).collect();
        assert_eq!(there, ["c", "a", "d"]);
        shelf.put("wall", &page(SHELF_BYTES_MAX + 1));
        assert!(shelf.pages.is_empty());
        assert_eq!(shelf.n_bytes, 0);
    }
}
