//! One number of a room is given once.

use ponnuki_store::{RoomClaim, Store, StoreFault};

use crate::base::TestBase;
use crate::{kept, room_of, said, summary, write_room};

/// What appending event `seq` to room `a`, which has three, comes to.
async fn append_to_three(store: &Store, seq: u64) -> Result<(), StoreFault> {
    let entry = summary("a", "over", 9_000);
    store
        .append(&RoomClaim::FIRST, seq, 9_000, &said("late"), &entry, None)
        .await
}

async fn the_next_event_is_taken(base: TestBase) {
    let store = base.open().await;
    write_room(&store, "a", 3).await;
    append_to_three(&store, 4).await.unwrap();
    let mut expected = room_of(3);
    expected.push(kept(9_000, "late"));
    assert_eq!(store.events("a").await.unwrap(), expected);
}

async fn every_other_event_is_refused_and_changes_nothing(base: TestBase) {
    let store = base.open().await;
    write_room(&store, "a", 3).await;
    for seq in [0, 1, 2, 3, 5, 1 << 62] {
        let fault = append_to_three(&store, seq).await.unwrap_err();
        assert!(
            matches!(&fault, StoreFault::Conflict { room, seq: of } if room == "a" && *of == seq),
            "{fault:?}"
        );
        assert_eq!(store.events("a").await.unwrap(), room_of(3), "{seq}");
        let entry = store.room("a").await.unwrap();
        assert_eq!(entry, Some(summary("a", "playing", 3_000)), "{seq}");
    }
}

async fn a_room_that_was_not_created_takes_nothing(base: TestBase) {
    let store = base.open().await;
    let entry = summary("b", "playing", 2_000);
    let fault = store
        .append(&RoomClaim::FIRST, 2, 2_000, &said("2"), &entry, None)
        .await;
    assert_eq!(
        fault.unwrap_err().to_string(),
        "event 2 of room b is not the next one"
    );
    let fault = store.events("b").await.unwrap_err();
    assert!(matches!(fault, StoreFault::NoRoom { room } if room == "b"));
}

async fn of_two_servers_that_write_the_same_number_one_wins(base: TestBase) {
    let stores = [base.open().await, base.open().await];
    write_room(&stores[0], "a", 1).await;
    for seq in 2..30 {
        let entry = summary("a", "playing", seq);
        let events = [said("first"), said("second")];
        let (first, second) = tokio::join!(
            stores[0].append(&RoomClaim::FIRST, seq, seq, &events[0], &entry, None),
            stores[1].append(&RoomClaim::FIRST, seq, seq, &events[1], &entry, None),
        );
        let winner = match (first, second) {
            (Ok(()), Err(StoreFault::Conflict { .. })) => "first",
            (Err(StoreFault::Conflict { .. }), Ok(())) => "second",
            both => panic!("{both:?}"),
        };
        let events = stores[0].events("a").await.unwrap();
        assert_eq!(events.last(), Some(&kept(seq, winner)));
        assert_eq!(events.len() as u64, seq);
    }
}

/// A conflict in the middle of what is committed together takes nothing with it.
async fn a_conflict_is_only_its_own(base: TestBase) {
    let store = base.open().await;
    write_room(&store, "a", 1).await;
    let rooms = ["b", "a", "c"].map(|room| summary(room, "waiting", 7));
    let event = said("1");
    let (b, a, c) = tokio::join!(
        store.create_room(7, &event, &rooms[0], None),
        store.create_room(7, &event, &rooms[1], None),
        store.create_room(7, &event, &rooms[2], None),
    );
    assert!(matches!(a, Err(StoreFault::Conflict { .. })), "{a:?}");
    b.unwrap();
    c.unwrap();
    assert_eq!(store.ids(10, "").await.unwrap(), ["a", "b", "c"]);
}

on_all! {
    the_next_event_is_taken,
    every_other_event_is_refused_and_changes_nothing,
    a_room_that_was_not_created_takes_nothing,
    a_conflict_is_only_its_own,
    of_two_servers_that_write_the_same_number_one_wins,
}
