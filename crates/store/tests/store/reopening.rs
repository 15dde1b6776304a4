//! What is there when a store is opened again.

use crate::base::TestBase;
use crate::{room_of, summary, write_room};

async fn what_was_appended_is_there_after_reopening(base: TestBase) {
    let store = base.open().await;
    write_room(&store, "a", 3).await;
    write_room(&store, "b", 1).await;
    store.close().await;

    let store = base.open().await;
    assert_eq!(store.events("a").await.unwrap(), room_of(3));
    assert_eq!(store.events("b").await.unwrap(), room_of(1));
    assert_eq!(
        store.room("a").await.unwrap(),
        Some(summary("a", "playing", 3_000))
    );
}

async fn the_key_is_made_once(base: TestBase) {
    let store = base.open().await;
    assert_eq!(store.key([7; 32]).await.unwrap(), [7; 32]);
    assert_eq!(store.key([8; 32]).await.unwrap(), [7; 32]);
    store.close().await;
    let store = base.open().await;
    assert_eq!(store.key([9; 32]).await.unwrap(), [7; 32]);
}

on_both! {
    what_was_appended_is_there_after_reopening,
    the_key_is_made_once,
}
