//! What holds for every room whatsoever once it is stored, as functions over bytes.
//!
//! A fuzz target includes this file by its path and calls [`every_law`]; the test at its
//! end does the same with chance bytes.

use std::time::Duration;

use ponnuki_room::{Event, Room, Terms};
use ponnuki_wire::{StoredEvent, from_json, replayable, to_json, to_ms};

#[path = "../../room/tests/room/walk.rs"]
mod walk;

/// Checks all laws on one input.
pub fn every_law(bytes: &[u8]) {
    what_was_stored_gives_the_room(bytes);
}

/// Of any events at any times those that the room accepted are stored, and give the same
/// room; those that it refused changed nothing.
pub fn what_was_stored_gives_the_room(bytes: &[u8]) {
    // Twice: rules with a name come back with the usual komi of that name.
    let read = |terms| as_written(terms).and_then(as_written);
    let mut walk = walk::Walk::new(bytes, read);
    let mut kept = vec![keep(&walk.room, &walk.events)];
    let mut before = format!("{:?}", walk.room);
    while let Some(outcome) = walk.step() {
        let after = format!("{:?}", walk.room);
        match outcome {
            Ok(_) => kept.push(keep(&walk.room, &walk.events)),
            Err(why) => assert_eq!(before, after, "{why}"),
        }
        before = after;
    }
    let read = kept.iter().map(|(at_ms, text)| {
        let event: Result<StoredEvent, _> = from_json(text);
        (*at_ms, event.unwrap_or_else(|why| panic!("{text}: {why}")))
    });
    let read: Vec<(u64, StoredEvent)> = read.collect();
    let events = replayable(read.iter().map(|(at_ms, event)| (*at_ms, event)));
    let events = events.unwrap_or_else(|why| panic!("{why}: {kept:?}"));
    let room = Room::replay(events).unwrap_or_else(|why| panic!("{why}: {kept:?}"));
    assert_eq!(format!("{room:?}"), before, "{kept:?}");
}

/// Terms as someone could write them: there are rules that have no name in the API.
fn as_written(terms: Terms) -> Option<Terms> {
    let opened = Event::Opened {
        terms,
        host: String::new(),
        stones: Box::default(),
        moves: Vec::new(),
    };
    let written = StoredEvent::of(&opened, terms.size);
    match written.to_event(terms.size) {
        Ok(Event::Opened { terms, .. }) => Some(terms),
        _ => None,
    }
}

/// The last event of a room as it is stored.
fn keep(room: &Room, events: &[(Duration, Event)]) -> (u64, String) {
    let (_, event) = events.last().expect("a room begins with an event");
    let stored = StoredEvent::of(event, room.terms().size);
    (to_ms(room.last_at()), to_json(&stored))
}

#[test]
fn chance_events_are_stored_as_they_happened() {
    let n_seeds = match ponnuki_testkit::is_slow_run() {
        true => 20_000,
        false => 400,
    };
    ponnuki_testkit::for_seeds(n_seeds, every_law);
}
