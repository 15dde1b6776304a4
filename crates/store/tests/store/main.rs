//! A store keeps what it is given, whatever happens to it: in a file, in memory, and in
//! PostgreSQL.

#[macro_use]
mod base;

mod backups;
mod damage;
mod due;
mod fence;
mod files;
#[cfg(target_os = "linux")]
mod full_disk;
mod kills;
mod lists;
mod many;
mod migrations;
mod moving;
#[cfg(target_os = "linux")]
mod nodes;
#[cfg(target_os = "linux")]
mod postgres;
mod reopening;
mod restores;
mod seats;
mod worker_keys;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base::TestBase;
use ponnuki_store::{Kept, RoomClaim, Store};
use ponnuki_wire::{RoomSummary, StoredEvent, from_json, to_json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, raw_sql};

/// An empty directory of this test's own.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a scratch directory");
    path
}

/// The list entry of a room in some stage that changed at some moment.
fn summary(room: &str, stage: &str, updated_ms: u64) -> RoomSummary {
    let entry = r#"{"room":"","stage":"playing","game_number":1,
        "seats":{"host":{"name":"Dosaku","engine_level":null},"guest":null},"black":null,
        "width":19,"height":19,"rules":"goban","company":{"type":"link"},"n_moves":0,
        "to_move":"black","outcome":null,"opened_ms":1000,"updated_ms":0}"#;
    let mut entry: RoomSummary = from_json(entry).expect("a summary");
    entry.room = room.to_owned();
    entry.stage = from_json(&format!("{stage:?}")).expect("a stage");
    entry.updated_ms = updated_ms;
    entry
}

/// The database itself, without the store.
async fn database(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path);
    options.create_if_missing(true).connect().await.unwrap()
}

/// Does with the database itself what no store does.
async fn tamper(path: &Path, statements: &'static str) {
    let mut database = database(path).await;
    raw_sql(statements).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

/// An event that is unlike those with other texts.
fn said(text: &str) -> StoredEvent {
    let text = to_json(&text);
    from_json(&format!(r#"{{"type":"said","from":"host","text":{text}}}"#)).expect("an event")
}

fn kept(at_ms: u64, text: &str) -> Kept {
    Kept {
        at_ms,
        event: said(text),
    }
}

/// Appends event `seq`, whose text is its number and whose moment is 1,000 times that.
async fn write_event(store: &Store, room: &str, seq: u64) {
    let entry = summary(room, "playing", seq * 1_000);
    let event = said(&seq.to_string());
    let stored = store
        .append(&RoomClaim::FIRST, seq, seq * 1_000, &event, &entry, None)
        .await;
    stored.unwrap_or_else(|fault| panic!("{room} {seq}: {fault}"));
}

/// A room with `n` such events.
async fn write_room(store: &Store, room: &str, n: u64) {
    for seq in 1..=n {
        write_event(store, room, seq).await;
    }
}

/// What [`write_room`] leaves.
fn room_of(n: u64) -> Vec<Kept> {
    (1..=n)
        .map(|seq| kept(seq * 1_000, &seq.to_string()))
        .collect()
}

async fn two_processes_may_read_what_one_writes(base: TestBase) {
    let writer = base.open().await;
    let reader = base.open().await;
    write_room(&writer, "a", 2).await;
    assert_eq!(reader.events("a").await.unwrap(), room_of(2));
}

async fn sql_in_names_and_texts_is_only_text(base: TestBase) {
    let store = base.open().await;
    let nasty = "'); DROP TABLE events; --";
    let mut entry = summary(nasty, "waiting", 5);
    entry.rules = nasty.to_owned();
    let event = said(nasty);
    store.create_room(5, &event, &entry, None).await.unwrap();

    assert_eq!(store.events(nasty).await.unwrap(), [kept(5, nasty)]);
    assert_eq!(store.room(nasty).await.unwrap(), Some(entry));
    assert_eq!(store.room("' OR 1=1 --").await.unwrap(), None);
}

async fn a_moment_beyond_the_database_is_refused(base: TestBase) {
    let store = base.open().await;
    let entry = summary("a", "waiting", 5);
    let fault = store.create_room(u64::MAX, &said("1"), &entry, None).await;
    assert_eq!(
        fault.unwrap_err().to_string(),
        "18446744073709551615 is too large to be stored"
    );
    // and has not left half a room
    assert_eq!(store.room("a").await.unwrap(), None);
}

async fn the_last_pulse_is_the_last_sign_of_life(base: TestBase) {
    let store = base.open().await;
    assert_eq!(store.last_pulse().await.unwrap(), None);
    store.pulse(4_000, &[]).await.unwrap();
    assert_eq!(store.last_pulse().await.unwrap(), Some(4_000));
    // An event shows that the server was alive, too.
    write_room(&store, "a", 5).await;
    assert_eq!(store.last_pulse().await.unwrap(), Some(5_000));
    store.pulse(6_000, &[]).await.unwrap();
    assert_eq!(store.last_pulse().await.unwrap(), Some(6_000));
}

async fn a_closed_store_says_so(base: TestBase) {
    let store = base.open().await;
    write_room(&store, "a", 1).await;
    store.close().await;
    let entry = summary("a", "playing", 2_000);
    let faults = [
        store
            .append(&RoomClaim::FIRST, 2, 2_000, &said("2"), &entry, None)
            .await
            .unwrap_err(),
        store.events("a").await.unwrap_err(),
        store.pulse(1, &[]).await.unwrap_err(),
    ];
    assert_eq!(
        faults.map(|fault| fault.to_string()),
        ["the store is closed"; 3]
    );
}

/// Whoever asked for something to be written may go away in the middle of it.
async fn a_write_that_is_given_up_harms_no_other(base: TestBase) {
    let store = base.open().await;
    for seq in 1..=200 {
        // Each is given up a little later than the one before.
        let patience = Duration::from_micros(seq * 10);
        let pulse = tokio::time::timeout(patience, store.pulse(seq, &[]));
        if let Ok(pulse) = pulse.await {
            pulse.unwrap();
        }
        write_event(&store, "a", seq).await;
    }
    assert_eq!(store.events("a").await.unwrap(), room_of(200));
    assert!(!store.is_failing());
}

on_all! {
    two_processes_may_read_what_one_writes,
    sql_in_names_and_texts_is_only_text,
    a_moment_beyond_the_database_is_refused,
    the_last_pulse_is_the_last_sign_of_life,
    a_closed_store_says_so,
    a_write_that_is_given_up_harms_no_other,
}
