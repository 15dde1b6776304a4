//! Copies that are put back.

use std::fs;
use std::path::Path;

use ponnuki_store::{Backup, Store, StoreFault};

use crate::{room_of, scratch, tamper, write_room};

/// Writes a copy of a database with one room of that name to `path`.
async fn write_backup(path: &Path, room: &str) {
    let source = path.with_extension("source");
    let store = Store::open(&source).await.unwrap();
    write_room(&store, room, 3).await;
    store.backup(path).await.unwrap();
    store.close().await;
}

/// The names of the rooms in the database at `path`.
async fn rooms(path: &Path) -> Vec<String> {
    let store = Store::open_alone(path).await.unwrap();
    let rooms = store.ids(9, "").await.unwrap();
    store.close().await;
    rooms
}

#[tokio::test]
async fn what_was_there_is_kept_aside_with_its_log() {
    let dir = scratch("restore");
    let (copy, path) = (dir.join("copy.db"), dir.join("games.db"));
    write_backup(&copy, "old").await;
    for (n, room) in [(1, "new"), (2, "newer")] {
        // Not closed, so that some of it is in the log only.
        let store = Store::open(&path).await.unwrap();
        write_room(&store, room, 2).await;
        let log = dir.join("games.db-wal");
        assert!(fs::metadata(&log).unwrap().len() > 0);
        let backup = Backup::read(&copy, &path).await.unwrap();
        assert_eq!((backup.n_rooms(), backup.damaged().len()), (1, 0));
        let restored = backup.put_back().unwrap();
        let before = dir.join(format!("games.before-{n}.db"));
        assert_eq!(restored.before.as_deref(), Some(before.as_path()));
        assert_eq!(rooms(&path).await, ["old"]);
        drop(store);
        let kept = Store::open(&before).await.unwrap();
        assert_eq!(kept.events(room).await.unwrap(), room_of(2));
        kept.close().await;
    }
}

#[tokio::test]
async fn an_empty_place_takes_a_copy_too() {
    let dir = scratch("restore-empty");
    let (copy, path) = (dir.join("copy.db"), dir.join("games.db"));
    write_backup(&copy, "a").await;
    fs::write(dir.join("games.key"), "a key").unwrap();
    let restored = Backup::read(&copy, &path).await.unwrap().put_back();
    let restored = restored.unwrap();
    assert_eq!(restored.before, None);
    assert_eq!(restored.key, Some(dir.join("games.key")));
    fs::remove_file(dir.join("games.key")).unwrap();
    assert_eq!(rooms(&path).await, ["a"]);
}

#[tokio::test]
async fn a_database_that_a_server_has_is_not_replaced() {
    let dir = scratch("restore-served");
    let (copy, path) = (dir.join("copy.db"), dir.join("games.db"));
    write_backup(&copy, "old").await;
    let store = Store::open_alone(&path).await.unwrap();
    write_room(&store, "new", 2).await;
    let backup = Backup::read(&copy, &path).await.unwrap();
    let fault = backup.put_back().unwrap_err();
    assert!(matches!(fault, StoreFault::InUse { .. }), "{fault}");
    write_room(&store, "more", 2).await;
    store.close().await;
    assert_eq!(rooms(&path).await, ["more", "new"]);
    assert!(!dir.join("games.db.new").exists());
}

#[tokio::test]
async fn what_is_no_backup_changes_nothing() {
    let dir = scratch("restore-none");
    let path = dir.join("games.db");
    let store = Store::open(&path).await.unwrap();
    write_room(&store, "a", 2).await;
    store.close().await;
    fs::write(dir.join("text.db"), "my games").unwrap();
    fs::write(dir.join("empty.db"), "").unwrap();
    tamper(&dir.join("other.db"), "CREATE TABLE cats (name TEXT)").await;
    write_backup(&dir.join("half.db"), "b").await;
    let half = fs::read(dir.join("half.db")).unwrap();
    fs::write(dir.join("half.db"), &half[..half.len() / 2]).unwrap();
    write_backup(&dir.join("later.db"), "b").await;
    tamper(&dir.join("later.db"), "PRAGMA user_version = 999").await;
    for (name, told) in [
        ("missing.db", "missing.db: "),
        ("text.db", "is not a backup"),
        ("empty.db", "is not a backup"),
        ("other.db", "is not a backup"),
        ("half.db", "damaged"),
        ("later.db", "version 999"),
    ] {
        let fault = Backup::read(&dir.join(name), &path).await.unwrap_err();
        let fault = fault.to_string();
        assert!(fault.contains(told), "{name}: {fault}");
        assert_eq!(rooms(&path).await, ["a"], "{name}");
        assert!(!dir.join("games.db.new").exists(), "{name}");
    }
}

#[tokio::test]
async fn damaged_rooms_are_named_before_anything_is_replaced() {
    let dir = scratch("restore-damaged");
    let (copy, path) = (dir.join("copy.db"), dir.join("games.db"));
    write_backup(&copy, "a").await;
    tamper(
        &copy,
        "DROP TRIGGER events_never_go; DELETE FROM events WHERE seq = 2",
    )
    .await;
    let backup = Backup::read(&copy, &path).await.unwrap();
    assert_eq!(backup.damaged().len(), 1);
    drop(backup);
    assert!(!path.exists() && !dir.join("games.db.new").exists());
}
