//! What rooms there are.

use ponnuki_store::{RoomClaim, Shelf, Store};
use ponnuki_wire::RoomSummary;

use crate::base::TestBase;
use crate::{said, summary};

/// A store with these rooms: their names, stages and last changes.
async fn store_of(base: &TestBase, rooms: &[(&str, &str, u64)]) -> Store {
    let store = base.open().await;
    for (room, stage, updated_ms) in rooms {
        let entry = summary(room, stage, *updated_ms);
        store
            .create_room(1, &said("1"), &entry, None)
            .await
            .unwrap();
    }
    store
}

fn names(rooms: &[RoomSummary]) -> Vec<&str> {
    rooms.iter().map(|entry| entry.room.as_str()).collect()
}

async fn each_stage_has_its_shelf(base: TestBase) {
    let store = store_of(
        &base,
        &[
            ("a", "waiting", 1),
            ("b", "bidding", 2),
            ("c", "playing", 3),
            ("d", "stopped", 4),
            ("e", "over", 5),
            ("f", "closed", 6),
        ],
    )
    .await;
    let open = store.rooms(Shelf::Open, 10, None).await.unwrap();
    assert_eq!(names(&open), ["d", "c", "b", "a"]);
    let finished = store.rooms(Shelf::Finished, 10, None).await.unwrap();
    assert_eq!(names(&finished), ["f", "e"]);
}

async fn a_room_moves_between_shelves_with_its_events(base: TestBase) {
    let store = store_of(&base, &[("a", "playing", 1)]).await;
    for (seq, stage, shelf) in [(2, "over", Shelf::Finished), (3, "playing", Shelf::Open)] {
        let entry = summary("a", stage, seq);
        store
            .append(&RoomClaim::FIRST, seq, seq, &said("on"), &entry, None)
            .await
            .unwrap();
        for each in [Shelf::Open, Shelf::Finished] {
            let expected = if each == shelf {
                vec![entry.clone()]
            } else {
                vec![]
            };
            assert_eq!(store.rooms(each, 10, None).await.unwrap(), expected);
        }
    }
}

async fn pages_of_a_list_miss_nothing_and_repeat_nothing(base: TestBase) {
    // Several rooms changed at the same moment.
    let rooms: Vec<(String, u64)> = (0..20).map(|i| (format!("r{i:02}"), i / 4)).collect();
    let rooms: Vec<(&str, &str, u64)> = rooms
        .iter()
        .map(|(room, at)| (room.as_str(), "over", *at))
        .collect();
    let store = store_of(&base, &rooms).await;
    let whole = store.rooms(Shelf::Finished, 100, None).await.unwrap();
    assert_eq!(whole.len(), 20);
    for limit in 1..8 {
        let mut pages: Vec<RoomSummary> = Vec::new();
        // One page more than there should be.
        for _ in 0..=whole.len().div_ceil(limit as usize) {
            let page = store.rooms(Shelf::Finished, limit, pages.last()).await;
            pages.extend(page.unwrap());
        }
        assert_eq!(names(&pages), names(&whole), "{limit} a page");
    }
}

async fn all_ids_come_in_order(base: TestBase) {
    let store = store_of(
        &base,
        &[("c", "over", 1), ("a", "playing", 2), ("b", "closed", 3)],
    )
    .await;
    assert_eq!(store.ids(2, "").await.unwrap(), ["a", "b"]);
    assert_eq!(store.ids(2, "b").await.unwrap(), ["c"]);
    assert_eq!(store.ids(2, "c").await.unwrap(), Vec::<String>::new());
}

on_all! {
    each_stage_has_its_shelf,
    a_room_moves_between_shelves_with_its_events,
    pages_of_a_list_miss_nothing_and_repeat_nothing,
    all_ids_come_in_order,
}
