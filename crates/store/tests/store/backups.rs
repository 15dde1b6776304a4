//! Copies made while games go on.

use ponnuki_store::Store;

use crate::base::TestBase;
use crate::{room_of, write_event, write_room};

/// How many events each room of these tests gets.
const N_EVENTS: u64 = 60;

async fn a_backup_made_while_writing_is_whole(base: TestBase) {
    let dir = base.scratch("backup");
    let store = base.open().await;
    let rooms = ["a", "b", "c", "d"];
    for room in rooms {
        write_room(&store, room, 1).await;
    }
    let writing = rooms.map(|room| {
        let store = store.clone();
        tokio::spawn(async move {
            for seq in 2..=N_EVENTS {
                write_event(&store, room, seq).await;
            }
        })
    });
    let copies = ["1.db", "2.db", "3.db"].map(|name| dir.join(name));
    for copy in &copies {
        store.backup(copy).await.unwrap();
    }
    for task in writing {
        task.await.unwrap();
    }

    for copy in &copies {
        let copy = Store::open(copy).await.unwrap();
        for room in rooms {
            let events = copy.events(room).await.unwrap();
            let n = events.len() as u64;
            assert_eq!(events, room_of(n));
            let entry = copy.room(room).await.unwrap().expect("an entry");
            assert_eq!(entry.updated_ms, n * 1_000);
            // and the game can go on there
            write_event(&copy, room, n + 1).await;
        }
    }
    assert_eq!(store.events("d").await.unwrap(), room_of(N_EVENTS));
}

async fn a_backup_overwrites_nothing(base: TestBase) {
    let dir = base.scratch("backup-twice");
    let store = base.open().await;
    let copy = dir.join("copy.db");
    write_room(&store, "a", 1).await;
    store.backup(&copy).await.unwrap();
    write_room(&store, "b", 1).await;
    let fault = store.backup(&copy).await.unwrap_err().to_string();
    assert!(fault.contains("already exists"), "{fault}");
    let copy = Store::open(&copy).await.unwrap();
    assert_eq!(copy.ids(9, "").await.unwrap(), ["a"]);
}

on_both! {
    a_backup_made_while_writing_is_whole,
    a_backup_overwrites_nothing,
}
