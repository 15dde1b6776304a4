//! Seats that are handed over and signed out.

use ponnuki_store::SeatLock;

use crate::base::TestBase;
use crate::write_room;

fn lock(generation: u32, n_handed: u32) -> SeatLock {
    SeatLock {
        generation,
        n_handed,
    }
}

async fn a_link_is_used_once_and_no_generation_comes_back_after_reopening(base: TestBase) {
    let store = base.open().await;
    write_room(&store, "a", 1).await;
    assert_eq!(store.seat_lock("a", "host").await.unwrap(), lock(0, 0));
    for (made, expected) in [
        (lock(0, 1), false),
        (lock(0, 0), true),
        (lock(0, 0), false),
        (lock(0, 1), true),
    ] {
        let used = store.use_handoff("a", "host", made).await.unwrap();
        assert_eq!(used, expected, "{made:?}");
    }
    assert_eq!(store.sign_out("a", "host", 0, None).await.unwrap(), Some(1));
    assert!(!store.use_handoff("a", "host", lock(0, 2)).await.unwrap());
    store.close().await;

    let store = base.open().await;
    assert_eq!(store.seat_lock("a", "host").await.unwrap(), lock(1, 2));
    assert_eq!(store.seat_lock("a", "guest").await.unwrap(), lock(0, 0));
    // A token may be ahead of a copy that was brought back; signing out leaves it behind.
    assert_eq!(store.sign_out("a", "host", 7, None).await.unwrap(), Some(8));
}

async fn whoever_missed_the_answer_asks_again_and_nobody_else_can(base: TestBase) {
    let store = base.open().await;
    write_room(&store, "a", 1).await;
    for (seen, asked, expected) in [
        (0, Some("mine"), Some(1)),
        (0, Some("mine"), Some(1)),
        (0, Some("a thief's"), None),
        (0, None, None),
        (1, Some("mine"), Some(1)),
        (1, Some("another time"), Some(2)),
        (1, Some("mine"), None),
        (2, None, Some(3)),
        (2, None, None),
    ] {
        let signed_out = store.sign_out("a", "host", seen, asked).await.unwrap();
        assert_eq!(signed_out, expected, "{seen} {asked:?}");
    }
}

async fn of_many_who_use_one_link_at_once_one_succeeds(base: TestBase) {
    let store = base.open().await;
    write_room(&store, "a", 1).await;
    let tries = (0..16).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { store.use_handoff("a", "guest", lock(0, 0)).await.unwrap() })
    });
    let mut n_used = 0;
    for one in tries.collect::<Vec<_>>() {
        n_used += usize::from(one.await.unwrap());
    }
    assert_eq!(n_used, 1);
}

async fn a_room_that_is_not_there_has_no_seat_to_sign_out(base: TestBase) {
    let store = base.open().await;
    let signed_out = store.sign_out("nowhere", "host", 0, None).await;
    assert_eq!(signed_out.unwrap(), None);
    let used = store.use_handoff("nowhere", "host", lock(0, 0)).await;
    assert!(!used.unwrap());
}

on_both! {
    a_link_is_used_once_and_no_generation_comes_back_after_reopening,
    whoever_missed_the_answer_asks_again_and_nobody_else_can,
    of_many_who_use_one_link_at_once_one_succeeds,
    a_room_that_is_not_there_has_no_seat_to_sign_out,
}
