//! Several servers of one database.

use std::time::{Duration, Instant};

use ponnuki_store::{Beat, DatabaseAddress, LEASE_LIFE, RoomClaim, RoomOwner, Store, StoreFault};
use ponnuki_testkit::Postgres;
use tokio::time::sleep;

use crate::base::TestBase;
use crate::{said, summary, write_room};

/// The present moment, from the one who has it: the tests' timer.
fn moment() -> Instant {
    sleep(Duration::ZERO).deadline().into_std()
}

/// A node that has joined, and its URL.
async fn node(base: &str, name: &str) -> Store {
    let DatabaseAddress::Postgres(url) = DatabaseAddress::parse(base).unwrap() else {
        panic!("{base} is no address of PostgreSQL");
    };
    let store = Store::open_node(&url).await.unwrap();
    join(&store, name).await;
    store
}

async fn join(store: &Store, name: &str) {
    let url = format!("http://{name}:1");
    store.join(name, &url, "1", moment()).await.unwrap();
}

async fn open_room(store: &Store, room: &str) {
    let entry = summary(room, "playing", 1_000);
    let event = said("1");
    let opened = store.create_room(1_000, &event, &entry, Some(50));
    opened.await.unwrap();
}

async fn append(store: &Store, claim: &RoomClaim, seq: u64) -> Result<(), StoreFault> {
    let entry = summary("a", "playing", 1_000 * seq);
    let event = said(&seq.to_string());
    store
        .append(claim, seq, 1_000 * seq, &event, &entry, Some(50))
        .await
}

async fn claim(store: &Store) -> RoomClaim {
    match store.claim("a").await.unwrap() {
        RoomOwner::Ours(claim) => claim,
        RoomOwner::Elsewhere(url) => panic!("it is at {url}"),
    }
}

fn elsewhere(url: &str) -> RoomOwner {
    RoomOwner::Elsewhere(url.to_owned())
}

/// Who writes under an older claim writes nothing, on both databases.
async fn an_event_of_another_epoch_is_refused(base: TestBase) {
    let store = base.open().await;
    write_room(&store, "a", 1).await;
    let mut old = RoomClaim::FIRST;
    old.epoch = 0;
    let refused = append(&store, &old, 2).await;
    assert!(matches!(refused, Err(StoreFault::Conflict { .. })));
    let last = claim(&store).await;
    assert_eq!(last, RoomClaim::FIRST, "the one server's claims are one");
    append(&store, &last, 2).await.unwrap();
    let missing = store.claim("b").await;
    assert!(matches!(missing, Err(StoreFault::NoRoom { .. })));
}

on_both! {
    an_event_of_another_epoch_is_refused,
}

#[tokio::test]
async fn a_room_belongs_to_whoever_claimed_it_last() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let base = engine.database();
    let (a, b) = (node(&base, "a").await, node(&base, "b").await);
    open_room(&a, "a").await;
    let first = a.first_claim();
    assert_eq!(b.claim("a").await.unwrap(), elsewhere("http://a:1"));
    let owner = b.owner_elsewhere("a").await.unwrap();
    assert_eq!(owner, Some(("a".to_owned(), "http://a:1".to_owned())));
    assert_eq!(a.owner_elsewhere("a").await.unwrap(), None);
    assert!(b.due_rooms(100, 9, None).await.unwrap().is_empty());
    // One that sleeps has its clock running.
    a.release("a", &first, None).await.unwrap();
    assert_eq!(b.due_rooms(100, 9, None).await.unwrap().len(), 1);
    let second = claim(&b).await;
    assert_eq!((second.epoch, second.left_ms), (2, None));
    assert!(append(&a, &first, 2).await.is_err());
    append(&b, &second, 2).await.unwrap();
    // One that is handed over gets the time back; a late release changes nothing.
    a.release("a", &first, Some(9)).await.unwrap();
    assert_eq!(a.claim("a").await.unwrap(), elsewhere("http://b:1"));
    b.release("a", &second, Some(7_000)).await.unwrap();
    let third = claim(&a).await;
    assert_eq!((third.epoch, third.left_ms), (3, Some(7_000)));
    // A claim of one's own is good for another.
    let fourth = claim(&a).await;
    assert_eq!((fourth.epoch, fourth.left_ms), (4, None));
    assert!(append(&a, &third, 3).await.is_err());
    append(&a, &fourth, 3).await.unwrap();
}

#[tokio::test]
async fn a_node_that_says_nothing_is_taken_for_dead() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let base = engine.database();
    let (a, b) = (node(&base, "a").await, node(&base, "b").await);
    open_room(&a, "a").await;
    let first = a.first_claim();
    let Beat::At(last_ms) = a.beat(moment()).await.unwrap() else {
        panic!("it lives");
    };
    assert!(a.holds(&first, moment()));
    assert!(!a.holds(&first, moment() + LEASE_LIFE));
    let until = moment() + LEASE_LIFE + Duration::from_millis(200);
    while moment() < until {
        assert!(matches!(b.beat(moment()).await, Ok(Beat::At(_))));
        sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(b.live_nodes().await.unwrap(), ["b"]);
    let second = claim(&b).await;
    assert_eq!((second.epoch, second.left_ms), (2, Some(last_ms)));
    // It knows, claims nothing, and writes nothing.
    assert_eq!(a.beat(moment()).await.unwrap(), Beat::TooLate);
    assert!(!a.holds_lease(moment()));
    open_room(&b, "c").await;
    b.release("c", &b.first_claim(), None).await.unwrap();
    let refused = a.claim("c").await;
    assert!(matches!(refused, Err(StoreFault::NoLease)), "{refused:?}");
    assert!(append(&a, &first, 2).await.is_err());
    append(&b, &second, 2).await.unwrap();
    // When it comes back it has none of its rooms.
    join(&a, "a-again").await;
    assert!(a.holds_lease(moment()) && !a.holds(&first, moment()));
    assert_eq!(a.claim("a").await.unwrap(), elsewhere("http://b:1"));
}

#[tokio::test]
async fn a_node_learns_whether_anybody_lived_before_it() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let base = engine.database();
    let a = node(&base, "a").await;
    let Beat::At(_) = a.beat(moment()).await.unwrap() else {
        panic!("it lives");
    };
    let joined = a.join("a2", "http://a:1", "1", moment()).await.unwrap();
    assert!(joined.has_company);
    assert!(a.outages_after(0).await.unwrap().is_empty());
    sleep(LEASE_LIFE + Duration::from_millis(100)).await;
    let joined = a.join("a3", "http://a:1", "1", moment()).await.unwrap();
    assert!(!joined.has_company);
    // Whoever reads a room from now on knows that nobody lived meanwhile.
    let outages = a.outages_after(0).await.unwrap();
    let [outage] = outages[..] else {
        panic!("{outages:?}");
    };
    assert_eq!(outage.until_ms, joined.now_ms);
    assert!((2_000..9_000).contains(&(outage.until_ms - outage.since_ms)));
    // Who goes is not taken for alive any longer.
    a.leave().await.unwrap();
    let joined = a.join("a4", "http://a:1", "1", moment()).await.unwrap();
    assert!(!joined.has_company);
}

#[tokio::test]
async fn one_that_is_alone_and_nodes_keep_each_other_out() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let base = engine.database();
    let a = node(&base, "a").await;
    let address = DatabaseAddress::parse(&base).unwrap();
    let refused = Store::open_alone(&address).await;
    assert!(matches!(refused, Err(StoreFault::ServedElsewhere)));
    a.close().await;
    let alone = Store::open_alone(&address).await.unwrap();
    let DatabaseAddress::Postgres(url) = &address else {
        panic!("{base} is no address of PostgreSQL");
    };
    let refused = Store::open_node(url).await;
    assert!(matches!(refused, Err(StoreFault::ServedElsewhere)));
    alone.close().await;
}
