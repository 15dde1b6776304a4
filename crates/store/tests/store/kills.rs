//! What was acknowledged is there, however the process ends.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use ponnuki_store::{DatabaseAddress, Store};
use tokio::runtime::Runtime;

use crate::{room_of, scratch, write_event};

/// Tells the test that it is the process to be killed, and where to write.
const VICTIM: &str = "PONNUKI_STORE_VICTIM";

/// How many acknowledgements to wait for before the kill.
const N_ACKNOWLEDGED: u64 = 400;

const ROOMS: [&str; 4] = ["a", "b", "c", "d"];

#[test]
fn a_killed_process_loses_nothing_acknowledged() {
    if let Ok(address) = env::var(VICTIM) {
        return write_for_ever(&address);
    }
    let path = scratch("killed").join("games.db");
    kill_and_look(&path.display().to_string());
}

/// The same with PostgreSQL: the process that is killed is not the one that has the games.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_process_loses_nothing_acknowledged_by_postgres() {
    if let Some(postgres) = ponnuki_testkit::Postgres::shared() {
        kill_and_look(&postgres.database());
    }
}

fn kill_and_look(address: &str) {
    let acknowledged = kill_while_writing(address);
    assert!(acknowledged.values().sum::<u64>() >= N_ACKNOWLEDGED);
    let address = DatabaseAddress::parse(address).unwrap();
    Runtime::new().unwrap().block_on(async {
        let store = Store::open_alone(&address).await.unwrap();
        for room in ROOMS {
            let events = store.events(room).await.unwrap();
            let n = events.len() as u64;
            assert!(n >= acknowledged[room], "{room}: {n}, {acknowledged:?}");
            assert_eq!(events, room_of(n));
            // and the game goes on
            write_event(&store, room, n + 1).await;
        }
    });
}

/// For each room, the last event that was acknowledged before the kill.
fn kill_while_writing(address: &str) -> BTreeMap<String, u64> {
    let mut victim = Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "kills::a_killed_process_loses_nothing_acknowledged",
        ])
        .arg("--nocapture")
        .env(VICTIM, address)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut acknowledged = BTreeMap::new();
    let mut n = 0;
    let lines = BufReader::new(victim.stdout.take().unwrap()).lines();
    for line in lines.map_while(Result::ok) {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["stored", room, seq] = words[..] {
            acknowledged.insert(room.to_owned(), seq.parse().unwrap());
            n += 1;
        }
        if n == N_ACKNOWLEDGED {
            victim.kill().unwrap();
        }
    }
    victim.wait().unwrap();
    acknowledged
}

fn write_for_ever(address: &str) {
    let runtime = Runtime::new().unwrap();
    let address = DatabaseAddress::parse(address).unwrap();
    let store = runtime.block_on(Store::open_alone(&address)).unwrap();
    let writing = ROOMS.map(|room| {
        let store = store.clone();
        runtime.spawn(async move {
            let mut stdout = io::stdout();
            for seq in 1.. {
                write_event(&store, room, seq).await;
                writeln!(stdout, "stored {room} {seq}").unwrap();
            }
        })
    });
    for task in writing {
        runtime.block_on(task).unwrap();
    }
}

/// A runtime that goes away under a store with writes on their way.
#[test]
fn a_store_dropped_in_the_middle_loses_nothing_acknowledged() {
    let path = scratch("dropped").join("games.db");
    let runtime = Runtime::new().unwrap();
    let store = runtime.block_on(Store::open(&path)).unwrap();
    let acknowledged = runtime.block_on(async {
        let other = store.clone();
        tokio::spawn(async move {
            for seq in 1.. {
                write_event(&other, "b", seq).await;
            }
        });
        for seq in 1..=50 {
            write_event(&store, "a", seq).await;
        }
        50
    });
    runtime.shutdown_background();
    drop(store);

    Runtime::new().unwrap().block_on(async {
        let store = Store::open(&path).await.unwrap();
        assert_eq!(store.events("a").await.unwrap(), room_of(acknowledged));
        let others = store.events("b").await.unwrap();
        assert_eq!(others, room_of(others.len() as u64));
    });
}
