//! Bits that change by themselves are never read as something that happened.

use std::fs;
use std::path::Path;

use ponnuki_store::{Damage, Kept, Shelf, Store, StoreFault};

use crate::{room_of, scratch, tamper, write_room};

const ROOMS: [&str; 3] = ["first", "second", "third"];

const N_EVENTS: u64 = 4;

/// What every event of these tests begins with, and how long it and its number, moment and
/// sum are together.
const EVENT: &[u8] = br#"{"type":"said""#;
const ROW_BYTES: usize = 64;

/// How many bits of the whole file are flipped besides those of one event.
const N_FLIPS: usize = 200;

/// A closed database with some rooms.
async fn database_at(path: &Path) {
    let store = Store::open(path).await.unwrap();
    for room in ROOMS {
        write_room(&store, room, N_EVENTS).await;
    }
    store.close().await;
}

/// What is wrong with the events of a room, which have to be damaged.
async fn damage_of(store: &Store, room: &str) -> (u64, Damage) {
    match store.events(room).await {
        Err(StoreFault::Damaged { seq, damage, .. }) => (seq, damage),
        other => panic!("{other:?}"),
    }
}

/// Where `text` is in `bytes` for the last time: on a page that no other page needs.
fn position(bytes: &[u8], text: &[u8]) -> usize {
    let mut windows = bytes.windows(text.len());
    windows
        .rposition(|window| window == text)
        .expect("it is there")
}

/// Fills the page of the database that `text` is on with what makes no sense.
fn spoil_page(path: &Path, text: &[u8]) {
    const PAGE_BYTES: usize = 4096;
    let mut bytes = fs::read(path).unwrap();
    let page = position(&bytes, text) / PAGE_BYTES * PAGE_BYTES;
    bytes[page..page + PAGE_BYTES].fill(0xa5);
    fs::write(path, &bytes).unwrap();
}

#[tokio::test]
async fn no_flipped_bit_is_read_as_another_event() {
    let dir = scratch("flips");
    let whole = dir.join("whole.db");
    database_at(&whole).await;
    let bytes = fs::read(&whole).unwrap();
    let n_bits = bytes.len() * 8;
    let row = position(&bytes, EVENT) - 16;
    let bits = row * 8..(row + ROW_BYTES) * 8;
    // An odd step visits every bit of a byte in turn.
    let elsewhere = (0..N_FLIPS).map(|flip| flip * ((n_bits / N_FLIPS) | 1) % n_bits);
    let mut n_refused = 0;
    for bit in bits.chain(elsewhere) {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let path = dir.join(format!("{bit}.db"));
        fs::write(&path, &flipped).unwrap();
        let Ok(store) = Store::open(&path).await else {
            n_refused += 1;
            continue;
        };
        for room in ROOMS {
            match store.events(room).await {
                Ok(events) => assert_eq!(events, room_of(N_EVENTS), "bit {bit}"),
                Err(_) => n_refused += 1,
            }
        }
        store.close().await;
    }
    assert!(n_refused > ROW_BYTES * 8 / 2, "{n_refused}");
}

#[tokio::test]
async fn a_changed_event_is_named_and_other_rooms_can_be_read() {
    let path = scratch("changed").join("games.db");
    database_at(&path).await;
    tamper(
        &path,
        r#"DROP TRIGGER events_never_change;
        UPDATE events SET event = replace(event, '3', '2') WHERE room = 'first' AND seq = 3;
        UPDATE events SET at_ms = at_ms + 1 WHERE room = 'third' AND seq = 1"#,
    )
    .await;
    let store = Store::open(&path).await.unwrap();
    assert_eq!(damage_of(&store, "first").await, (3, Damage::WrongSum));
    assert_eq!(damage_of(&store, "third").await, (1, Damage::WrongSum));
    assert_eq!(store.events("second").await.unwrap(), room_of(N_EVENTS));
    let fault = store.events("first").await.unwrap_err().to_string();
    assert_eq!(
        fault,
        "event 3 of room first is damaged: its checksum is wrong"
    );
}

#[tokio::test]
async fn an_event_that_is_missing_is_missed() {
    let path = scratch("missing").join("games.db");
    database_at(&path).await;
    tamper(
        &path,
        "DROP TRIGGER events_never_go;
        DELETE FROM events WHERE room = 'first' AND seq = 2;
        DELETE FROM events WHERE room = 'second' AND seq = 4;
        DELETE FROM events WHERE room = 'third'",
    )
    .await;
    let store = Store::open(&path).await.unwrap();
    for (room, seq) in [("first", 2), ("second", 4), ("third", 1)] {
        assert_eq!(damage_of(&store, room).await, (seq, Damage::Missing));
    }
}

/// Events that were stored before there were sums.
#[tokio::test]
async fn an_event_without_a_sum_is_trusted() {
    let path = scratch("without-sums").join("games.db");
    database_at(&path).await;
    tamper(
        &path,
        "DROP TRIGGER events_never_change; UPDATE events SET sum = NULL",
    )
    .await;
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.events("first").await.unwrap(), room_of(N_EVENTS));
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_is_left_out_of_lists() {
    let path = scratch("entries").join("games.db");
    database_at(&path).await;
    tamper(
        &path,
        "UPDATE rooms SET summary = CAST(x'7bff' AS TEXT) WHERE id != 'second'",
    )
    .await;
    let store = Store::open(&path).await.unwrap();
    for limit in [1, 10] {
        let listed = store.rooms(Shelf::Open, limit, None).await.unwrap();
        assert_eq!(listed.len(), 1, "{limit}");
        assert_eq!(listed[0].room, "second");
        let rest = store.rooms(Shelf::Open, limit, listed.last()).await;
        assert_eq!(rest.unwrap(), [], "{limit}");
    }
    let fault = store.room("first").await.unwrap_err();
    assert!(matches!(fault, StoreFault::Unreadable { seq: None, .. }));
}

#[tokio::test]
async fn a_backup_names_what_is_damaged_in_it() {
    let dir = scratch("damaged-backup");
    let path = dir.join("games.db");
    database_at(&path).await;
    tamper(
        &path,
        "DROP TRIGGER events_never_change; DROP TRIGGER events_never_go;
        UPDATE events SET event = '{}' WHERE room = 'first' AND seq = 3;
        DELETE FROM events WHERE room = 'third' AND seq = 4",
    )
    .await;
    let store = Store::open(&path).await.unwrap();
    let copy = dir.join("copy.db");
    let found = store.backup(&copy).await.unwrap();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "event 3 of room first is damaged: its checksum is wrong",
            "event 4 of room third is damaged: it is missing"
        ]
    );
    // What is whole is in the copy all the same.
    let copy = Store::open(&copy).await.unwrap();
    assert_eq!(copy.events("second").await.unwrap(), room_of(N_EVENTS));
}

#[tokio::test]
async fn pages_that_make_no_sense_are_found_at_the_start_and_in_no_backup() {
    let dir = scratch("pages");
    let path = dir.join("games.db");
    let store = Store::open(&path).await.unwrap();
    for room in 0..200 {
        write_room(&store, &format!("room{room}"), 2).await;
    }
    store.close().await;
    spoil_page(&path, EVENT);
    let fault = Store::open_alone(&path).await.unwrap_err();
    assert!(matches!(fault, StoreFault::Corrupt(_)), "{fault:?}");
    assert!(fault.to_string().contains("ponnuki export"), "{fault}");
    // What is not on that page can still be read, but no copy is taken for whole.
    let store = Store::open(&path).await.unwrap();
    let mut read: Vec<Result<Vec<Kept>, StoreFault>> = Vec::new();
    for room in 0..200 {
        read.push(store.events(&format!("room{room}")).await);
    }
    let n_read = read.iter().filter(|events| events.is_ok()).count();
    assert!((1..200).contains(&n_read), "{n_read}");
    let copy = dir.join("copy.db");
    let fault = store.backup(&copy).await.unwrap_err();
    assert!(matches!(fault, StoreFault::Corrupt(_)), "{fault:?}");
    assert!(!copy.exists(), "half a copy is none");
}

/// What the list of rooms lies in can be damaged while all events are whole.
#[tokio::test]
async fn rooms_are_found_by_their_events_if_their_list_is_damaged() {
    const N_ROOMS: usize = 200;
    let path = scratch("damaged-list").join("games.db");
    let store = Store::open(&path).await.unwrap();
    let mut rooms: Vec<String> = (0..N_ROOMS).map(|room| format!("room{room:03}")).collect();
    rooms.sort();
    for room in &rooms {
        write_room(&store, room, 2).await;
    }
    store.close().await;
    spoil_page(&path, br#""room":"room100""#);

    let store = Store::open(&path).await.unwrap();
    let mut found: Vec<String> = Vec::new();
    loop {
        let after = found.last().cloned().unwrap_or_default();
        let part = store.ids(30, &after).await.unwrap();
        if part.is_empty() {
            break;
        }
        found.extend(part);
    }
    assert_eq!(found, rooms);
    for room in &rooms {
        assert_eq!(store.events(room).await.unwrap(), room_of(2), "{room}");
    }
}
