//! Keys of workers: added, found by their hash, seen and revoked.

use ponnuki_store::WorkerKey;

use crate::base::TestBase;

fn key(name: &str, is_trusted: bool) -> WorkerKey {
    WorkerKey {
        name: name.to_owned(),
        is_trusted,
        made_ms: 1_000,
        seen_ms: None,
    }
}

async fn a_key_is_found_by_its_hash_until_it_is_revoked(base: TestBase) {
    let store = base.open().await;
    let (study, school) = (key("study", true), key("school", false));
    assert!(store.add_worker_key(&study, "hash-1").await.unwrap());
    assert!(store.add_worker_key(&school, "hash-2").await.unwrap());
    // Neither a name nor a hash is there twice, and the first stays as it is.
    assert!(
        !store
            .add_worker_key(&key("study", false), "hash-3")
            .await
            .unwrap()
    );
    assert!(
        !store
            .add_worker_key(&key("other", true), "hash-2")
            .await
            .unwrap()
    );
    let found = store.worker_key("hash-1").await.unwrap();
    assert_eq!(found, Some(study.clone()));
    assert_eq!(store.worker_key("hash-3").await.unwrap(), None);
    assert_eq!(store.worker_key("study").await.unwrap(), None);
    let all = store.worker_keys().await.unwrap();
    assert_eq!(all, [school.clone(), study]);

    store.see_worker("hash-2", 5_000).await.unwrap();
    store.see_worker("hash-9", 5_000).await.unwrap();
    let seen = store.worker_key("hash-2").await.unwrap().unwrap();
    assert_eq!(seen.seen_ms, Some(5_000));

    // Another process revokes it.
    let beside = base.open().await;
    assert!(beside.revoke_worker_key("study").await.unwrap());
    assert!(!beside.revoke_worker_key("study").await.unwrap());
    assert_eq!(store.worker_key("hash-1").await.unwrap(), None);
    assert_eq!(store.worker_keys().await.unwrap().len(), 1);
    // The name is free again.
    assert!(
        store
            .add_worker_key(&key("study", false), "hash-4")
            .await
            .unwrap()
    );
}

on_all! {
    a_key_is_found_by_its_hash_until_it_is_revoked,
}
