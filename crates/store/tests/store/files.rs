//! The files of a database: who may read them, and what is refused.

use std::fs;
use std::path::Path;

use ponnuki_store::{Store, StoreFault};

use crate::{kept, room_of, scratch, tamper, write_room};

const KEY: [u8; 32] = *b"a key that nobody else must have";

/// A closed database of one room, with its key.
async fn database_with_key(path: &Path) {
    let store = Store::open(path).await.unwrap();
    write_room(&store, "a", 1).await;
    store.key(KEY).await.unwrap();
    store.close().await;
}

/// A database as version 2 left it, with the key in it.
async fn database_of_version_2(path: &Path) {
    tamper(path, include_str!("../../migrations/0001_events.sql")).await;
    tamper(path, include_str!("../../migrations/0002_server.sql")).await;
    tamper(
        path,
        r#"PRAGMA journal_mode = WAL;
        INSERT INTO rooms VALUES ('a', 1, 2, 1, 0, '{}');
        INSERT INTO events VALUES ('a', 1, 1000, '{"type":"said","from":"host","text":"1"}');
        UPDATE server SET key = CAST('a key that nobody else must have' AS BLOB)"#,
    )
    .await;
}

fn holds_key(file: &Path) -> bool {
    let bytes = fs::read(file).unwrap();
    bytes.windows(KEY.len()).any(|window| window == KEY)
}

#[tokio::test]
async fn the_key_of_an_older_database_is_moved_out_of_it() {
    let dir = scratch("key-moves");
    let path = dir.join("games.db");
    database_of_version_2(&path).await;
    assert!(holds_key(&path));
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.key([0; 32]).await.unwrap(), KEY);
    assert_eq!(store.key_file(), Some(dir.join("games.key")));
    assert_eq!(store.events("a").await.unwrap(), [kept(1_000, "1")]);
    store.backup(&dir.join("copy.db")).await.unwrap();
    // Neither while it is open nor after.
    for _ in 0..2 {
        for file in fs::read_dir(&dir).unwrap() {
            let file = file.unwrap().path();
            assert!(!holds_key(&file), "{}", file.display());
        }
        store.close().await;
    }
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.key([0; 32]).await.unwrap(), KEY);
}

#[tokio::test]
async fn of_two_keys_none_is_thrown_away() {
    let dir = scratch("two-keys");
    let path = dir.join("games.db");
    database_with_key(&path).await;
    fs::write(dir.join("games.key"), "7".repeat(64)).unwrap();
    fs::remove_file(&path).unwrap();
    database_of_version_2(&path).await;
    let fault = Store::open(&path).await.unwrap_err();
    assert!(matches!(fault, StoreFault::OtherKey { .. }), "{fault:?}");
    fs::rename(dir.join("games.key"), dir.join("aside")).unwrap();
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.key([0; 32]).await.unwrap(), KEY);
}

#[tokio::test]
async fn a_key_that_is_none_is_refused() {
    let path = scratch("bad-key").join("games.db");
    database_with_key(&path).await;
    fs::write(path.with_extension("key"), "secret\n").unwrap();
    let store = Store::open(&path).await.unwrap();
    let fault = store.key(KEY).await.unwrap_err();
    assert!(matches!(fault, StoreFault::BadKey), "{fault:?}");
}

/// A copy without the key is a server that knows nobody's seat, and one with it does.
#[tokio::test]
async fn a_copy_has_the_key_that_is_brought_along() {
    let dir = scratch("key-along");
    let path = dir.join("games.db");
    database_with_key(&path).await;
    let store = Store::open(&path).await.unwrap();
    for name in ["with", "without"] {
        fs::create_dir(dir.join(name)).unwrap();
        store
            .backup(&dir.join(name).join("games.db"))
            .await
            .unwrap();
    }
    fs::copy(dir.join("games.key"), dir.join("with/games.key")).unwrap();
    for (name, key) in [("with", KEY), ("without", [5; 32])] {
        let copy = Store::open(&dir.join(name).join("games.db")).await.unwrap();
        assert_eq!(copy.events("a").await.unwrap(), room_of(1));
        assert_eq!(copy.key([5; 32]).await.unwrap(), key, "{name}");
    }
}

#[tokio::test]
async fn an_empty_database_beside_traces_of_another_is_refused() {
    let dir = scratch("lost");
    for (name, is_emptied, trace) in [
        ("gone", false, "key"),
        ("emptied", true, "key"),
        ("log", true, "db-wal"),
    ] {
        let path = dir.join(name).join("games.db");
        fs::create_dir(path.parent().unwrap()).unwrap();
        database_with_key(&path).await;
        let trace = path.with_extension(trace);
        if trace.ends_with("games.db-wal") {
            fs::remove_file(path.with_extension("key")).unwrap();
            fs::write(&trace, "what was not yet copied").unwrap();
        }
        fs::remove_file(&path).unwrap();
        if is_emptied {
            fs::write(&path, "").unwrap();
        }
        let fault = Store::open(&path).await.unwrap_err().to_string();
        assert!(fault.contains("missing or empty"), "{name}: {fault}");
        assert!(fault.contains(trace.to_str().unwrap()), "{name}: {fault}");
        // The way out.
        fs::rename(&trace, dir.join("aside")).unwrap();
        let store = Store::open(&path).await.unwrap();
        assert_eq!(store.ids(1, "").await.unwrap(), Vec::<String>::new());
    }
}

/// A database that has pages and nothing in them.
#[tokio::test]
async fn a_database_without_tables_beside_a_key_is_refused() {
    let path = scratch("lost-tables").join("games.db");
    database_with_key(&path).await;
    fs::remove_file(&path).unwrap();
    tamper(&path, "CREATE TABLE t (x); DROP TABLE t").await;
    let fault = Store::open(&path).await.unwrap_err();
    assert!(matches!(fault, StoreFault::Lost { .. }), "{fault:?}");
}

#[tokio::test]
async fn a_copy_beside_the_log_of_another_is_refused() {
    let dir = scratch("foreign-log");
    let (path, log) = (dir.join("games.db"), dir.join("games.db-wal"));
    let store = Store::open(&path).await.unwrap();
    write_room(&store, "a", 3).await;
    store.backup(&dir.join("copy.db")).await.unwrap();
    write_room(&store, "b", 3).await;
    let left = fs::read(&log).unwrap();
    store.close().await;
    fs::rename(dir.join("copy.db"), &path).unwrap();
    fs::write(&log, left).unwrap();
    let fault = Store::open_alone(&path).await.unwrap_err();
    assert!(matches!(fault, StoreFault::ForeignLog { .. }), "{fault:?}");
    fs::rename(&log, dir.join("aside")).unwrap();
    let store = Store::open_alone(&path).await.unwrap();
    assert_eq!(store.ids(9, "").await.unwrap(), ["a"]);
}

#[tokio::test]
async fn only_one_server_has_a_database() {
    let dir = scratch("alone");
    let path = dir.join("games.db");
    // A lock that somebody left behind is none.
    fs::write(dir.join("games.db.lock"), "").unwrap();
    let store = Store::open_alone(&path).await.unwrap();
    write_room(&store, "a", 2).await;
    let mut paths = vec![path.clone(), dir.join("../alone/games.db")];
    #[cfg(unix)]
    {
        let link = dir.join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        paths.push(link);
    }
    for path in &paths {
        let fault = Store::open_alone(path).await.unwrap_err().to_string();
        assert!(fault.contains("another server has it"), "{fault}");
        assert!(fault.contains("games.db.lock"), "{fault}");
    }
    // Who only reads may.
    let reader = Store::open(&path).await.unwrap();
    assert_eq!(reader.events("a").await.unwrap(), room_of(2));
    reader.close().await;
    store.close().await;
    let store = Store::open_alone(&path).await.unwrap();
    assert_eq!(store.events("a").await.unwrap(), room_of(2));
}

#[cfg(unix)]
mod modes {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// All files in `dir` with what others may do.
    fn modes(dir: &Path) -> Vec<(String, u32)> {
        let mut modes: Vec<(String, u32)> = fs::read_dir(dir)
            .unwrap()
            .map(|file| {
                let file = file.unwrap();
                let mode = file.metadata().unwrap().permissions().mode() & 0o777;
                (file.file_name().into_string().unwrap(), mode)
            })
            .collect();
        modes.sort();
        modes
    }

    fn private(names: &[&str]) -> Vec<(String, u32)> {
        let mode = |name: &&str| ((*name).to_owned(), 0o600);
        names.iter().map(mode).collect()
    }

    const OPEN: [&str; 5] = [
        "games.db",
        "games.db-shm",
        "games.db-wal",
        "games.db.lock",
        "games.key",
    ];

    #[tokio::test]
    async fn nobody_else_can_read_what_is_kept() {
        let dir = scratch("modes");
        let path = dir.join("games.db");
        let store = Store::open_alone(&path).await.unwrap();
        write_room(&store, "a", 1).await;
        store.key(KEY).await.unwrap();
        assert_eq!(modes(&dir), private(&OPEN));
        fs::create_dir(dir.join("copies")).unwrap();
        store.backup(&dir.join("copies/copy.db")).await.unwrap();
        assert_eq!(modes(&dir.join("copies")), private(&["copy.db"]));
    }

    #[tokio::test]
    async fn what_others_could_read_they_no_longer_can() {
        let dir = scratch("modes-before");
        let path = dir.join("games.db");
        database_with_key(&path).await;
        for name in ["games.db", "games.key"] {
            let open = fs::Permissions::from_mode(0o644);
            fs::set_permissions(dir.join(name), open).unwrap();
        }
        let store = Store::open_alone(&path).await.unwrap();
        write_room(&store, "b", 1).await;
        assert_eq!(modes(&dir), private(&OPEN));
    }
}
