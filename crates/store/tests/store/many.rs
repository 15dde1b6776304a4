//! Many games at once.

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::base::TestBase;
use crate::{room_of, write_room};

const N_ROOMS: u64 = 1_000;
const N_EVENTS: u64 = 10;

async fn a_thousand_games_are_written_together(base: TestBase) {
    let store = base.open().await;
    let mut clock = clock().await;
    let began = seconds(&mut clock).await;
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
    let took = seconds(&mut clock).await - began;
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

/// A database whose clock is read, whichever is written to.
async fn clock() -> SqliteConnection {
    let options = SqliteConnectOptions::new().in_memory(true);
    options.connect().await.unwrap()
}

async fn seconds(clock: &mut SqliteConnection) -> f64 {
    let seconds = sqlx::query_scalar("SELECT unixepoch('subsec') * 1.0");
    seconds.fetch_one(clock).await.unwrap()
}

on_both! {
    a_thousand_games_are_written_together,
}
