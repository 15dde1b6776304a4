//! Everything from one database to another.

use ponnuki_store::{
    DatabaseAddress, KeptOutage, RoomClaim, SeatLock, Store, StoreFault, WorkerKey, move_data,
};

use crate::base::TestBase;
use crate::{room_of, said, summary, tamper, write_room};

const KEY: [u8; 32] = *b"a key that nobody else must have";

/// More events than are taken together.
const N_MANY: u64 = 1_200;

/// Two rooms and everything beside them.
async fn fill(store: &Store) {
    write_room(store, "a", 3).await;
    let entry = summary("b", "over", 1_000);
    let event = said("\u{0}\\ \\x00 'quoted' ü 碁");
    let created = store.create_room(1_000, &event, &entry, Some(77));
    created.await.unwrap();
    for seq in 2..=N_MANY {
        let (entry, event) = (summary("b", "over", 1_000), said("on"));
        let stored = store
            .append(&RoomClaim::FIRST, seq, 1_000, &event, &entry, Some(77))
            .await;
        stored.unwrap();
    }
    store.key(KEY).await.unwrap();
    store.sign_out("a", "host", 4, Some("mine")).await.unwrap();
    let (since_ms, until_ms) = (1, 9);
    let outage = KeptOutage { since_ms, until_ms };
    store.pulse(5_000, &[outage]).await.unwrap();
    let key = worker_key();
    assert!(store.add_worker_key(&key, "a hash").await.unwrap());
    store.see_worker("a hash", 7_000).await.unwrap();
}

fn worker_key() -> WorkerKey {
    WorkerKey {
        name: "study".to_owned(),
        is_trusted: true,
        made_ms: 6_000,
        seen_ms: None,
    }
}

async fn expect_filled(store: &Store) {
    assert_eq!(store.ids(9, "").await.unwrap(), ["a", "b"]);
    assert_eq!(store.events("a").await.unwrap(), room_of(3));
    let many = store.events("b").await.unwrap();
    assert_eq!(many.len() as u64, N_MANY);
    assert_eq!(many[0].event, said("\u{0}\\ \\x00 'quoted' ü 碁"));
    assert_eq!(store.key([0; 32]).await.unwrap(), KEY);
    let lock = store.seat_lock("a", "host").await.unwrap();
    let (generation, n_handed) = (5, 0);
    assert_eq!(
        lock,
        SeatLock {
            generation,
            n_handed
        }
    );
    assert_eq!(store.outages_after(0).await.unwrap().len(), 1);
    assert_eq!(store.due_rooms(80, 9, None).await.unwrap()[0].room, "b");
    assert_eq!(store.last_pulse().await.unwrap(), Some(5_000));
    let key = store.worker_key("a hash").await.unwrap();
    let seen_ms = Some(7_000);
    assert_eq!(
        key,
        Some(WorkerKey {
            seen_ms,
            ..worker_key()
        })
    );
    write_event_after(store).await;
}

/// The games go on where they are now.
async fn write_event_after(store: &Store) {
    crate::write_event(store, "a", 4).await;
}

async fn everything_is_moved_there_and_back(base: TestBase) {
    let dir = base.scratch("moved");
    let source = Store::open(&dir.join("source.db")).await.unwrap();
    fill(&source).await;
    let there = base.open().await;
    let moved = move_data(&source, &there).await.unwrap();
    assert_eq!((moved.n_rooms, moved.n_events), (2, N_MANY + 3));
    let back = Store::open(&dir.join("back.db")).await.unwrap();
    move_data(&there, &back).await.unwrap();
    for store in [&there, &back] {
        expect_filled(store).await;
    }
    // What was moved is not written over, and what was there stays.
    let fault = move_data(&source, &there).await.unwrap_err();
    assert!(matches!(fault, StoreFault::NotEmpty), "{fault:?}");
    assert_eq!(there.events("a").await.unwrap(), room_of(4));
}

async fn what_is_damaged_is_not_moved(base: TestBase) {
    let dir = base.scratch("damaged-move");
    let path = dir.join("source.db");
    let source = Store::open(&path).await.unwrap();
    fill(&source).await;
    source.close().await;
    let damage = "DROP TRIGGER events_never_change;
                  UPDATE events SET at_ms = 7 WHERE room = 'b' AND seq = 1100";
    tamper(&path, damage).await;
    let source = Store::open(&path).await.unwrap();
    let target = base.open().await;
    let fault = move_data(&source, &target).await.unwrap_err().to_string();
    assert_eq!(
        fault,
        "event 1100 of room b is damaged: its checksum is wrong"
    );
    assert_eq!(target.ids(9, "").await.unwrap(), Vec::<String>::new());
    write_room(&target, "a", 1).await;
}

async fn a_copy_has_everything_but_the_key(base: TestBase) {
    let store = base.open().await;
    fill(&store).await;
    let copy = base.scratch("keyless").join("copy.db");
    assert!(store.backup(&copy).await.unwrap().is_empty());
    let bytes = std::fs::read(&copy).unwrap();
    assert!(!bytes.windows(KEY.len()).any(|window| window == KEY));
    let copy = Store::open(&DatabaseAddress::File(copy)).await.unwrap();
    assert_ne!(copy.key([1; 32]).await.unwrap(), KEY);
    assert_eq!(copy.events("a").await.unwrap(), room_of(3));
    assert_eq!(copy.events("b").await.unwrap().len() as u64, N_MANY);
    assert_eq!(copy.last_pulse().await.unwrap(), Some(5_000));
}

on_both! {
    everything_is_moved_there_and_back,
    what_is_damaged_is_not_moved,
    a_copy_has_everything_but_the_key,
}
