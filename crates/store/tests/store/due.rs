//! When rooms have to be looked at, and which time was nobody's.

use ponnuki_store::{DueRoom, KeptOutage, RoomClaim, Store};

use crate::base::TestBase;
use crate::{database, said, scratch, summary};

fn due(due_ms: u64, room: &str) -> DueRoom {
    DueRoom {
        due_ms,
        room: room.to_owned(),
    }
}

fn outage(since_ms: u64, until_ms: u64) -> KeptOutage {
    KeptOutage { since_ms, until_ms }
}

/// A store with these rooms: when they changed last, and when they are due.
async fn store_of(base: &TestBase, rooms: &[(&str, u64, Option<u64>)]) -> Store {
    let store = base.open().await;
    for (room, updated_ms, due_ms) in rooms {
        let entry = summary(room, "playing", *updated_ms);
        let event = said("1");
        let created = store.create_room(*updated_ms, &event, &entry, *due_ms);
        created.await.unwrap();
    }
    store
}

async fn what_is_due_comes_in_order_and_page_by_page(base: TestBase) {
    let store = store_of(
        &base,
        &[
            ("c", 1, Some(70)),
            ("b", 1, Some(50)),
            ("never", 1, None),
            ("a", 1, Some(50)),
            ("late", 1, Some(71)),
        ],
    )
    .await;
    let all = [due(50, "a"), due(50, "b"), due(70, "c")];
    assert_eq!(store.due_rooms(49, 9, None).await.unwrap(), []);
    assert_eq!(store.due_rooms(70, 9, None).await.unwrap(), all);
    for n in 0..all.len() {
        let after = n.checked_sub(1).map(|last| &all[last]);
        let page = store.due_rooms(70, 1, after).await.unwrap();
        assert_eq!(page, all[n..=n]);
    }
    assert_eq!(store.due_rooms(70, 1, all.last()).await.unwrap(), []);
}

async fn every_event_says_when_its_room_is_due(base: TestBase) {
    let store = store_of(&base, &[("a", 1, Some(50))]).await;
    for (seq, due_ms) in [(2, Some(90)), (3, None), (4, Some(60))] {
        let entry = summary("a", "playing", seq);
        let stored = store
            .append(&RoomClaim::FIRST, seq, seq, &said("on"), &entry, due_ms)
            .await;
        stored.unwrap();
        let expected: Vec<DueRoom> = due_ms.iter().map(|&ms| due(ms, "a")).collect();
        assert_eq!(store.due_rooms(100, 9, None).await.unwrap(), expected);
    }
    // An event that is refused says nothing.
    let entry = summary("a", "playing", 9);
    let refused = store
        .append(&RoomClaim::FIRST, 9, 9, &said("late"), &entry, None)
        .await;
    refused.unwrap_err();
    assert_eq!(store.due_rooms(100, 9, None).await.unwrap(), [due(60, "a")]);
}

async fn a_room_is_put_off_unless_something_happened_in_it(base: TestBase) {
    let store = store_of(&base, &[("a", 1, Some(0))]).await;
    store.put_off("a", 2, Some(80)).await.unwrap();
    store.put_off("b", 1, Some(80)).await.unwrap();
    assert_eq!(store.due_rooms(100, 9, None).await.unwrap(), [due(0, "a")]);
    store.put_off("a", 1, Some(80)).await.unwrap();
    assert_eq!(store.due_rooms(100, 9, None).await.unwrap(), [due(80, "a")]);
    store.put_off("a", 1, None).await.unwrap();
    assert_eq!(store.due_rooms(100, 9, None).await.unwrap(), []);
}

async fn outages_are_kept_and_no_two_overlap(base: TestBase) {
    let store = store_of(&base, &[]).await;
    let written = [outage(10, 20), outage(40, 40), outage(15, 30)];
    store.pulse(31, &written).await.unwrap();
    // The last pulse may not have been heard.
    store.pulse(32, &written).await.unwrap();
    store.pulse(50, &[outage(5, 50)]).await.unwrap();
    let kept = [outage(10, 20), outage(20, 30), outage(30, 50)];
    assert_eq!(store.outages_after(0).await.unwrap(), kept);
    assert_eq!(store.outages_after(20).await.unwrap(), kept[1..]);
    assert_eq!(store.outages_after(50).await.unwrap(), []);
}

async fn a_room_waits_as_much_longer_as_an_outage_took_from_it(base: TestBase) {
    let store = store_of(
        &base,
        &[
            ("before", 100, Some(1_000)),
            ("meanwhile", 250, Some(1_000)),
            ("after", 300, Some(1_000)),
            ("never", 100, None),
        ],
    )
    .await;
    store.pulse(300, &[outage(200, 300)]).await.unwrap();
    let expected = [
        due(1_000, "after"),
        due(1_050, "meanwhile"),
        due(1_100, "before"),
    ];
    assert_eq!(store.due_rooms(9_000, 9, None).await.unwrap(), expected);
}

#[tokio::test]
async fn what_an_earlier_version_left_open_is_due_at_once() {
    let path = scratch("due-before").join("games.db");
    let steps = [
        include_str!("../../migrations/0001_events.sql"),
        include_str!("../../migrations/0002_server.sql"),
        include_str!("../../migrations/0003_sums.sql"),
        include_str!("../../migrations/0004_seats.sql"),
        include_str!("../../migrations/0005_openings.sql"),
        "INSERT INTO rooms VALUES ('a', 1, 2, 1, 0, '{}'), ('b', 1, 2, 1, 1, '{}')",
    ];
    let mut before = database(&path).await;
    for step in steps {
        sqlx::raw_sql(step).execute(&mut before).await.unwrap();
    }
    drop(before);
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.due_rooms(9, 9, None).await.unwrap(), [due(0, "a")]);
}

on_all! {
    what_is_due_comes_in_order_and_page_by_page,
    every_event_says_when_its_room_is_due,
    a_room_is_put_off_unless_something_happened_in_it,
    outages_are_kept_and_no_two_overlap,
    a_room_waits_as_much_longer_as_an_outage_took_from_it,
}
