//! Every write fails in turn, as on a full disk: what was acknowledged is there, nothing
//! is there twice, and the store goes on by itself when there is space again.

use std::fs;
use std::path::{Path, PathBuf};

use ponnuki_store::{RoomClaim, Store, StoreFault};
use ponnuki_testkit::{limit_files, with_full_disk};
use tokio::runtime::Runtime;

use crate::{room_of, said, scratch, summary, write_event, write_room};

/// What the write-ahead log holds for each page: a header, written first, and the page.
const HEADER_BYTES: u64 = 24;
const PAGE_BYTES: u64 = 4096;

/// Where a full disk stops the writing of a page: before its header, in it, before the
/// page itself and in it.
const WITHIN_A_PAGE: [u64; 4] = [0, 7, HEADER_BYTES, HEADER_BYTES + 1_000];

/// Pages that are written by the events of a few moves, and by opening a new file.
const N_PAGES: u64 = 9;

const ROOMS: [&str; 3] = ["a", "b", "c"];

/// Every place where the next [`N_PAGES`] pages can be broken off.
fn breaks() -> impl Iterator<Item = u64> {
    let pages = (0..N_PAGES).map(|page| page * (HEADER_BYTES + PAGE_BYTES));
    pages.flat_map(|start| WITHIN_A_PAGE.map(|within| start + within))
}

fn log_of(path: &Path) -> PathBuf {
    path.with_extension("db-wal")
}

async fn try_event(store: &Store, room: &str, seq: u64) -> Result<(), StoreFault> {
    let entry = summary(room, "playing", seq * 1_000);
    let event = said(&seq.to_string());
    store
        .append(&RoomClaim::FIRST, seq, seq * 1_000, &event, &entry, None)
        .await
}

/// How many events `room` has, all of them as they were written.
async fn n_stored(store: &Store, room: &str) -> u64 {
    let events = match store.events(room).await {
        Ok(events) => events,
        Err(StoreFault::NoRoom { .. }) => Vec::new(),
        Err(fault) => panic!("{room}: {fault}"),
    };
    let n = events.len() as u64;
    assert_eq!(events, room_of(n), "{room}");
    n
}

/// Plays in all rooms at once until a write fails; returns the last event that was
/// acknowledged in each.
async fn play_until_full(store: &Store, from: u64) -> [u64; 3] {
    let mut acknowledged = [from; 3];
    // Every round writes pages, so the last cannot come.
    for seq in from + 1..from + 1 + N_PAGES * 2 {
        let [a, b, c] = ROOMS;
        let (a, b, c, pulse) = tokio::join!(
            try_event(store, a, seq),
            try_event(store, b, seq),
            try_event(store, c, seq),
            store.pulse(seq, &[]),
        );
        let stored = [a, b, c].map(|stored| stored.is_ok());
        for (room, is_stored) in acknowledged.iter_mut().zip(stored) {
            *room = if is_stored { seq } else { *room };
        }
        if pulse.is_err() || stored.contains(&false) {
            return acknowledged;
        }
    }
    panic!("no write failed");
}

/// Every room has what was acknowledged, and takes what comes next at the first try.
async fn go_on(store: &Store, acknowledged: [u64; 3]) -> [u64; 3] {
    let mut n_after = acknowledged;
    for (room, n_after) in ROOMS.iter().zip(&mut n_after) {
        let n = n_stored(store, room).await;
        assert!(n >= *n_after, "{room}: {n} of {n_after}");
        for seq in n + 1..=n + 3 {
            write_event(store, room, seq).await;
        }
        *n_after = n + 3;
    }
    store.pulse(1, &[]).await.unwrap();
    assert!(!store.is_failing());
    n_after
}

async fn fill_while_playing(path: &Path, at: u64) {
    let store = Store::open(path).await.unwrap();
    for room in ROOMS {
        write_room(&store, room, 2).await;
    }
    let log_bytes = fs::metadata(log_of(path)).unwrap().len();
    limit_files(Some(log_bytes + at));
    let acknowledged = play_until_full(&store, 2).await;
    // A smaller write may still have found room after the one that failed.
    limit_files(Some(1));
    assert!(store.pulse(1, &[]).await.is_err());
    assert!(store.is_failing());
    for (room, n) in ROOMS.iter().zip(acknowledged) {
        assert!(
            n_stored(&store, room).await >= n,
            "{room} can still be read"
        );
    }
    limit_files(None);
    let n = go_on(&store, acknowledged).await;
    store.close().await;
    let store = Store::open(path).await.unwrap();
    for (room, n) in ROOMS.iter().zip(n) {
        assert_eq!(n_stored(&store, room).await, n, "{room} opened again");
    }
    store.close().await;
}

#[test]
fn each_write_of_a_move_may_fail() {
    with_full_disk("full_disk::each_write_of_a_move_may_fail", || {
        let dir = scratch("full-disk-moves");
        for at in breaks() {
            let path = dir.join(format!("{at}.db"));
            Runtime::new()
                .unwrap()
                .block_on(fill_while_playing(&path, at));
        }
    });
}

/// Opens a new file on a disk with so many bytes, and again when there are more.
async fn fill_while_opening(path: &Path, bytes: u64) {
    limit_files(Some(bytes));
    let full = Store::open(path).await;
    if let Ok(store) = &full {
        // There was enough for that; whatever is asked now is answered.
        drop(try_event(store, "a", 1).await);
        store.close().await;
    }
    limit_files(None);
    let store = Store::open(path).await.unwrap();
    let n = n_stored(&store, "a").await;
    write_event(&store, "a", n + 1).await;
    store.close().await;
}

#[test]
fn each_write_of_a_new_database_may_fail() {
    with_full_disk("full_disk::each_write_of_a_new_database_may_fail", || {
        let dir = scratch("full-disk-opening");
        for at in breaks() {
            let path = dir.join(format!("{at}.db"));
            Runtime::new()
                .unwrap()
                .block_on(fill_while_opening(&path, at));
        }
    });
}

/// What is in the log is copied into the file now and then, and when the store closes.
#[test]
fn what_is_not_copied_from_the_log_is_not_lost() {
    with_full_disk(
        "full_disk::what_is_not_copied_from_the_log_is_not_lost",
        || {
            let path = scratch("full-disk-log").join("games.db");
            Runtime::new().unwrap().block_on(async {
                let store = Store::open(&path).await.unwrap();
                let mut n = [0; 3];
                for pages in [1, 2, 4] {
                    n = go_on(&store, n).await;
                    limit_files(Some(pages * PAGE_BYTES));
                    let n_before = n;
                    n = play_until_full(&store, n.into_iter().max().unwrap()).await;
                    assert_eq!(n, n_before, "nothing more has a place");
                    limit_files(None);
                }
                n = go_on(&store, n).await;
                limit_files(Some(PAGE_BYTES));
                store.close().await;
                limit_files(None);
                let store = Store::open(&path).await.unwrap();
                go_on(&store, n).await;
                store.close().await;
            });
        },
    );
}

/// Nothing is left of a copy for which there was no room, and nothing that a process leaves
/// that was killed is in the way.
#[test]
fn a_backup_that_failed_does_not_block_the_next() {
    with_full_disk(
        "full_disk::a_backup_that_failed_does_not_block_the_next",
        || {
            let dir = scratch("full-disk-backup");
            Runtime::new().unwrap().block_on(async {
                let store = Store::open(&dir.join("games.db")).await.unwrap();
                write_room(&store, "a", 3).await;
                for bytes in [0, 1, PAGE_BYTES, 3 * PAGE_BYTES + 7] {
                    let copy = dir.join(format!("{bytes}.db"));
                    limit_files(Some(bytes));
                    let full = store.backup(&copy).await;
                    limit_files(None);
                    assert!(full.is_err(), "{bytes}");
                    let part = dir.join(format!("{bytes}.db.part"));
                    assert!(!copy.exists() && !part.exists(), "{bytes}");
                    fs::write(part, "half").unwrap();
                    assert!(store.backup(&copy).await.unwrap().is_empty());
                    let copied = Store::open(&copy).await.unwrap();
                    assert_eq!(n_stored(&copied, "a").await, 3);
                    copied.close().await;
                }
                store.close().await;
            });
        },
    );
}
