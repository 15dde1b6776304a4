//! Where pictures are drawn: beside the threads that answer, a few at a time, and those
//! that were drawn last are kept.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::limits::{Limits, Rates};
use crate::now;
use crate::pages::Page;
use crate::problem::Problem;

/// Whoever waits longer for others' pictures is told to come again.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many bytes of pictures are kept: some hundred films, or all that is looked at in
/// a busy hour.
const SHELF_BYTES_MAX: usize = 32 << 20;

/// Draws pictures and keeps some.
#[derive(Debug)]
pub(crate) struct Studio {
    rates: Rates,
    /// A place for each picture that may be drawn at once.
    places: Arc<Semaphore>,
    shelf: Mutex<Shelf>,
}

/// The pictures that were asked for last, by their tags.
#[derive(Debug, Default)]
struct Shelf {
    /// Those asked for last come last.
    pages: VecDeque<(String, Page)>,
    n_bytes: usize,
}

impl Studio {
    pub(crate) fn new(limits: &Limits) -> Studio {
        Studio {
            rates: Rates::new(limits.drawings),
            places: Arc::new(Semaphore::new(limits.n_drawings)),
            shelf: Mutex::default(),
        }
    }

    /// The picture with this tag, if it is kept.
    pub(super) fn kept(&self, tag: &str) -> Option<Page> {
        self.shelf().take_out(tag)
    }

    /// Draws the picture with this tag for someone at `address`, unless another did while
    /// this one waited.
    pub(super) async fn draw(
        &self,
        address: IpAddr,
        tag: &str,
        draw: impl FnOnce() -> Result<Page, Problem> + Send + 'static,
    ) -> Result<Page, Problem> {
        let taken = self.rates.take(address, now::steady());
        taken.map_err(Problem::too_fast)?;
        let place = timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        let place = place.map_err(|_| Problem::busy())?;
        let place = place.map_err(|why| Problem::failed(&why))?;
        if let Some(page) = self.kept(tag) {
            return Ok(page);
        }
        let drawn = tokio::task::spawn_blocking(move || {
            // Kept while it is drawn, even if whoever asked has gone.
            let _place = place;
            draw()
        });
        let page = drawn.await.map_err(|why| Problem::failed(&why))??;
        self.shelf().put(tag, &page);
        Ok(page)
    }

    /// Nothing is left half done under this lock, so a panic elsewhere does not matter.
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
