//! The list of workers, without a connection.

use ponnuki_store::WorkerKey;

use super::*;

fn network(name: &str, digit: char) -> NetworkFace {
    NetworkFace {
        name: name.to_owned(),
        sha256: Some(digit.to_string().repeat(64)),
    }
}

/// A worker that is taken on; the receiver has to be kept.
fn hire(
    workers: &Workers,
    name: &str,
    is_trusted: bool,
    network: &NetworkFace,
) -> tokio_mpsc::Receiver<ToWorker> {
    let key = WorkerKey {
        name: name.to_owned(),
        is_trusted,
        made_ms: 1,
        seen_ms: None,
    };
    let hired = workers.hire((name, &key), network, 2);
    hired.expect("there is room").1
}

#[test]
fn a_seat_is_taken_where_nothing_else_may_be_done() {
    let own = network("own", '0');
    let workers = Workers::new(own.clone());
    let _held = [
        hire(&workers, "study", true, &own),
        hire(&workers, "attic", true, &network("other", '1')),
        hire(&workers, "school", false, &own),
    ];
    let names = |wanted: SeatUse| {
        let mut seats = Vec::new();
        while let Some(seat) = workers.reserve(wanted, None, None) {
            seats.push(seat);
        }
        let names: Vec<String> = seats
            .iter()
            .map(|seat| seat.name().unwrap_or("a node").to_owned())
            .collect();
        names.join(" ")
    };
    assert_eq!(names(SeatUse::Move), "study study");
    assert_eq!(names(SeatUse::Live), "attic attic study study");
    let all = "school school attic attic study study";
    assert_eq!(names(SeatUse::Study), all, "all seats were given back");
    let of_own = workers.reserve(SeatUse::Study, Some(NetworkId::OWN), Some(3));
    assert_eq!(
        of_own.and_then(|seat| seat.name().map(str::to_owned)),
        Some("study".to_owned())
    );
}

#[test]
fn a_network_that_only_has_the_name_of_another_is_told_from_it() {
    let workers = Workers::new(network("own", '0'));
    let _held = [
        hire(&workers, "honest", true, &network("own", '0')),
        hire(&workers, "other", true, &network("b18", '1')),
        hire(&workers, "same name", true, &network("own", '2')),
    ];
    let names = [0, 1, 2].map(|id| workers.network_name(NetworkId(id)));
    assert_eq!(names, ["own", "b18", "own (22222222)"]);
}

#[test]
fn whoever_is_wrong_too_often_is_barred_and_whoever_errs_once_is_not() {
    let workers = Workers::new(network("own", '0'));
    let _held = hire(&workers, "study", true, &network("own", '0'));
    assert!(workers.is_to_be_looked_at(1), "the first is");
    for is_confirmed in [true, true, false, true, true, true, true, true, true] {
        workers.note_look(1, is_confirmed);
    }
    assert!(!workers.is_barred("study"));
    for _ in 0..N_WRONG_MAX {
        workers.note_look(1, false);
    }
    assert!(workers.is_barred("study"));
    assert!(workers.reserve(SeatUse::Study, None, None).is_none());
}
