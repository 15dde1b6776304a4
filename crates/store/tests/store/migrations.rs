//! Databases of every earlier version, and of later ones.

use std::path::Path;

use ponnuki_store::{Store, StoreFault};
use sqlx::raw_sql;

use crate::{database, kept, room_of, scratch, write_room};

const VERSION_1: &str = include_str!("../../migrations/0001_events.sql");

/// The tables, indexes and triggers, and the version.
async fn schema(path: &Path) -> (Vec<String>, i64) {
    let mut database = database(path).await;
    let objects = sqlx::query_scalar("SELECT sql FROM sqlite_schema ORDER BY type, name");
    let objects: Vec<Option<String>> = objects.fetch_all(&mut database).await.unwrap();
    let version = sqlx::query_scalar("PRAGMA user_version");
    let version = version.fetch_one(&mut database).await.unwrap();
    (objects.into_iter().flatten().collect(), version)
}

#[tokio::test]
async fn an_old_database_becomes_what_a_new_one_is() {
    let dir = scratch("migrations");
    let (new, old) = (dir.join("new.db"), dir.join("old.db"));
    Store::open(&new).await.unwrap().close().await;

    let mut first = database(&old).await;
    raw_sql(VERSION_1).execute(&mut first).await.unwrap();
    raw_sql(
        r#"INSERT INTO rooms VALUES ('a', 1, 2, 1, 0, '{}');
        INSERT INTO events VALUES ('a', 1, 1000, '{"type":"said","from":"host","text":"1"}')"#,
    )
    .execute(&mut first)
    .await
    .unwrap();
    drop(first);

    let store = Store::open(&old).await.unwrap();
    assert_eq!(store.events("a").await.unwrap(), [kept(1_000, "1")]);
    assert_eq!(store.key([3; 32]).await.unwrap(), [3; 32]);
    write_room(&store, "b", 2).await;
    store.close().await;
    assert_eq!(schema(&old).await, schema(&new).await);
}

#[tokio::test]
async fn opening_again_changes_nothing() {
    let path = scratch("again").join("games.db");
    Store::open(&path).await.unwrap().close().await;
    let before = schema(&path).await;
    Store::open(&path).await.unwrap().close().await;
    assert_eq!(schema(&path).await, before);
}

#[tokio::test]
async fn a_later_version_is_left_alone() {
    let path = scratch("later").join("games.db");
    Store::open(&path).await.unwrap().close().await;
    let mut later = database(&path).await;
    raw_sql("PRAGMA user_version = 1000")
        .execute(&mut later)
        .await
        .unwrap();
    drop(later);
    let fault = Store::open(&path).await.unwrap_err();
    let is_said =
        matches!(fault, StoreFault::TooNew { version: 1_000, version_max } if version_max < 1_000);
    assert!(is_said, "{fault:?}");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_alone() {
    let path = scratch("foreign").join("letter.txt");
    let letter = "Dear reader, this is a letter and not a database. ".repeat(40);
    std::fs::write(&path, &letter).unwrap();
    assert!(matches!(
        Store::open(&path).await,
        Err(StoreFault::Database(_))
    ));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), letter);
}

/// The invariant of the whole program, kept by the database itself.
#[tokio::test]
async fn an_event_is_never_updated() {
    let path = scratch("never").join("games.db");
    let store = Store::open(&path).await.unwrap();
    write_room(&store, "a", 3).await;
    let mut database = database(&path).await;
    for (statement, answer) in [
        ("UPDATE events SET at_ms = 0", "an event never changes"),
        ("UPDATE events SET seq = seq + 1", "an event never changes"),
        ("DELETE FROM events WHERE seq = 2", "an event never goes"),
    ] {
        let error = raw_sql(statement).execute(&mut database).await.unwrap_err();
        assert!(error.to_string().contains(answer), "{statement}: {error}");
    }
    assert_eq!(store.events("a").await.unwrap(), room_of(3));
}

#[tokio::test]
async fn an_event_that_cannot_be_read_is_named() {
    let path = scratch("unreadable").join("games.db");
    let store = Store::open(&path).await.unwrap();
    write_room(&store, "a", 1).await;
    let broken = r#"INSERT INTO events (room, seq, at_ms, event)
        VALUES ('a', 2, 7, '{"type":"teleported"}')"#;
    raw_sql(broken)
        .execute(&mut database(&path).await)
        .await
        .unwrap();
    let fault = store.events("a").await.unwrap_err().to_string();
    let start = "event 2 of room a cannot be read: unknown variant `teleported`";
    assert!(fault.starts_with(start), "{fault}");
}
