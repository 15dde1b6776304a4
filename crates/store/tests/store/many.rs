//! Many games at once.

use std::path::Path;

use ponnuki_store::Store;
use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::{room_of, scratch, write_room};

const N_ROOMS: u64 = 1_000;
const N_EVENTS: u64 = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_games_are_written_together() {
    let path = scratch("many").join("games.db");
    let store = Store::open(&path).await.unwrap();
    let mut database = database(&path).await;
    let began = seconds(&mut database).await;
    let rooms: Vec<String> = (0..N_ROOMS).map(|i| format!("room{i:04}")).collect();
    let writing: Vec<_> = rooms
        .iter()
        .map(|room| {
            let (store, room) = (store.clone(), room.clone());
            tokio::spawn(async move { write_room(&store, &room, N_EVENTS).await })
        })
        .collect();
    for task in writing {
        task.await.unwrap();
    }
    let took = seconds(&mut database).await - began;
    let n = N_ROOMS * N_EVENTS;
    eprintln!(
        "{n} appends in {took:.2} s: {:.0} a second",
        n as f64 / took
    );

    assert_eq!(store.ids(1_000, "").await.unwrap(), rooms);
    for room in rooms {
        assert_eq!(
            store.events(&room).await.unwrap(),
            room_of(N_EVENTS),
            "{room}"
        );
    }
}

async fn database(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path);
    options.connect().await.unwrap()
}

/// The database's clock.
async fn seconds(database: &mut SqliteConnection) -> f64 {
    let seconds = sqlx::query_scalar("SELECT unixepoch('subsec') * 1.0");
    seconds.fetch_one(database).await.unwrap()
}
