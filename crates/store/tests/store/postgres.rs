//! PostgreSQL is not there, is another's, goes away and comes back.

use std::time::Duration;

use ponnuki_store::{DatabaseAddress, RoomClaim, Store, StoreFault, move_data};
use ponnuki_testkit::Postgres;
use tokio::time::timeout;

use crate::{room_of, said, scratch, summary, write_event, write_room};

/// Longer than any time-out of the store.
const PATIENCE: Duration = Duration::from_secs(40);

fn address(text: &str) -> DatabaseAddress {
    DatabaseAddress::parse(text).unwrap()
}

async fn refused(text: &str) -> String {
    let opened = timeout(PATIENCE, Store::open_alone(&address(text))).await;
    opened.unwrap().unwrap_err().to_string()
}

#[tokio::test]
async fn who_cannot_be_let_in_is_told_why() {
    let Some(postgres) = Postgres::own() else {
        return;
    };
    let absent = refused(&postgres.address("absent")).await;
    assert!(absent.contains("there is no database absent"), "{absent}");
    assert!(absent.contains("createdb -O ponnuki absent"), "{absent}");

    let base = postgres.database();
    postgres.sql(&base, "CREATE USER guarded PASSWORD 'right'");
    postgres.require_password("guarded");
    let guarded = |password: &str| base.replace("ponnuki@", &format!("guarded:{password}@"));
    let wrong = refused(&guarded("wrong")).await;
    assert!(
        wrong.contains("the password of guarded is wrong"),
        "{wrong}"
    );
    assert!(!wrong.contains(":wrong@"), "{wrong}");
    // One who may connect, but owns nothing.
    let stranger = refused(&guarded("right")).await;
    assert!(stranger.contains("has to own the database"), "{stranger}");

    let foreign = postgres.database();
    postgres.sql(&foreign, "CREATE TABLE rooms (number INT)");
    let other = refused(&foreign).await;
    assert!(other.contains("tables of another program"), "{other}");

    postgres.stop();
    let down = refused(&base).await;
    assert!(down.contains("no PostgreSQL answers there"), "{down}");
}

#[tokio::test]
async fn another_version_is_left_alone() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let base = postgres.database();
    let fault = Store::open_beside(&address(&base)).await.unwrap_err();
    assert!(
        matches!(fault, StoreFault::TooOld { version: 0, .. }),
        "{fault:?}"
    );
    Store::open(&address(&base)).await.unwrap().close().await;
    Store::open_beside(&address(&base)).await.unwrap();
    postgres.sql(&base, "UPDATE ponnuki_version SET version = 1000");
    for opened in [
        Store::open(&address(&base)).await,
        Store::open_beside(&address(&base)).await,
    ] {
        let fault = opened.unwrap_err();
        assert!(
            matches!(fault, StoreFault::TooNew { version: 1_000, .. }),
            "{fault:?}"
        );
    }
}

/// The invariant of the whole program, kept by the database itself.
#[tokio::test]
async fn an_event_is_never_updated_in_postgres() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let base = postgres.database();
    let store = Store::open(&address(&base)).await.unwrap();
    write_room(&store, "a", 3).await;
    for (statement, answer) in [
        ("UPDATE events SET at_ms = 0", "an event never changes"),
        ("DELETE FROM events WHERE seq = 2", "an event never goes"),
        ("TRUNCATE events", "an event never goes"),
    ] {
        let output = postgres.sql(&base, statement);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(answer), "{statement}: {said}");
    }
    assert_eq!(store.events("a").await.unwrap(), room_of(3));
}

/// What is damaged is copied as it is and named, and is not moved.
#[tokio::test]
async fn a_damaged_room_keeps_no_other_from_being_copied() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let base = postgres.database();
    let store = Store::open(&address(&base)).await.unwrap();
    for room in ["a", "b", "c"] {
        write_room(&store, room, 3).await;
    }
    let damage = "ALTER TABLE events DISABLE TRIGGER ALL;
                  UPDATE events SET at_ms = 7 WHERE room = 'a' AND seq = 2;
                  DELETE FROM events WHERE room = 'b' AND seq = 3";
    assert!(postgres.sql(&base, damage).status.success());
    let dir = scratch("damaged-postgres");
    let copy = dir.join("copy.db");
    let named = store.backup(&copy).await.unwrap();
    let named: Vec<String> = named.iter().map(StoreFault::to_string).collect();
    let expected = [
        "event 2 of room a is damaged: its checksum is wrong",
        "event 3 of room b is damaged: it is missing",
    ];
    assert_eq!(named, expected);
    let copy = Store::open(&copy).await.unwrap();
    assert_eq!(copy.events("c").await.unwrap(), room_of(3));
    let target = Store::open(&dir.join("target.db")).await.unwrap();
    let fault = move_data(&store, &target).await.unwrap_err();
    assert!(matches!(fault, StoreFault::Damaged { .. }), "{fault:?}");
}

#[tokio::test]
async fn only_one_server_has_a_database_of_postgres() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let base = postgres.database();
    let first = Store::open_alone(&address(&base)).await.unwrap();
    write_room(&first, "a", 1).await;
    let second = refused(&base).await;
    assert!(
        second.contains("another server has this database"),
        "{second}"
    );
    // Who only reads and copies is not hindered.
    let reader = Store::open_beside(&address(&base)).await.unwrap();
    assert_eq!(reader.events("a").await.unwrap(), room_of(1));
    first.close().await;
    let second = Store::open_alone(&address(&base)).await.unwrap();
    write_event(&second, "a", 2).await;
}

/// Events are written without pause while PostgreSQL is started again, in the good way and in the
/// bad one; nobody who writes notices but by the time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_costs_nothing_but_time() {
    let Some(postgres) = Postgres::own() else {
        return;
    };
    let base = postgres.database();
    let store = Store::open_alone(&address(&base)).await.unwrap();
    let rooms = ["a", "b", "c", "d"];
    const N: u64 = 2_000;
    let writing = rooms.map(|room| {
        let store = store.clone();
        tokio::spawn(async move { write_room(&store, room, N).await })
    });
    for restart in [Postgres::stop, Postgres::kill] {
        tokio::time::sleep(Duration::from_millis(300)).await;
        restart(&postgres);
        tokio::time::sleep(Duration::from_millis(500)).await;
        postgres.run();
        let goes_on = async {
            let n_before = store.events("a").await.unwrap().len();
            while store.events("a").await.unwrap().len() == n_before && n_before < N as usize {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let goes_on = timeout(Duration::from_secs(2), goes_on).await;
        goes_on.expect("it goes on soon");
    }
    for task in writing {
        timeout(PATIENCE, task).await.unwrap().unwrap();
    }
    for room in rooms {
        assert_eq!(store.events(room).await.unwrap(), room_of(N), "{room}");
    }
    assert!(!store.is_failing());
}

/// One that stands still is given up, and taken again when it goes on; what it does then is
/// neither lost nor done twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_stands_still_is_given_up_and_taken_again() {
    let Some(postgres) = Postgres::own() else {
        return;
    };
    let base = postgres.database();
    let store = Store::open_alone(&address(&base)).await.unwrap();
    write_room(&store, "a", 1).await;
    postgres.freeze();
    let entry = summary("a", "playing", 2_000);
    let event = said("2");
    let stored = timeout(
        PATIENCE,
        store.append(&RoomClaim::FIRST, 2, 2_000, &event, &entry, None),
    )
    .await;
    let fault = stored.expect("it is given up").unwrap_err();
    assert!(matches!(fault, StoreFault::NotWritten(_)), "{fault:?}");
    assert!(store.is_failing());
    let read = timeout(PATIENCE, store.events("a")).await;
    read.expect("reading is given up").unwrap_err();
    postgres.thaw();
    // Whoever writes reads the room first, as after every fault.
    let next = async {
        loop {
            let Ok(kept) = store.events("a").await else {
                continue;
            };
            let seq = kept.len() as u64 + 1;
            let entry = summary("a", "playing", seq * 1_000);
            let event = said(&seq.to_string());
            let stored = store
                .append(&RoomClaim::FIRST, seq, seq * 1_000, &event, &entry, None)
                .await;
            if stored.is_ok() {
                return seq;
            }
        }
    };
    let n = timeout(PATIENCE, next).await.expect("it goes on");
    assert_eq!(store.events("a").await.unwrap(), room_of(n));
    assert!(!store.is_failing());
}
