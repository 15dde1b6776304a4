//! Rooms that are due although nobody comes: a flag falls, or an engine is to move. They are
//! brought into memory shortly before, and the others stay where they are.

use std::sync::Arc;
use std::time::Duration;

use ponnuki_room::Room;
use ponnuki_store::{DueRoom, StoreFault};
use ponnuki_wire::to_ms;
use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval};

use crate::house::House;
use crate::room_id::RoomId;
use crate::room_task::Command;

/// How often it is looked what is due.
const SWEEP_EVERY: Duration = Duration::from_secs(15);

/// How long before it is due a room is brought: its own timer is more exact than a sweep, the
/// last pulse may be some seconds old, and one sweep may fail.
const AHEAD: Duration = Duration::from_secs(40);

/// A room whose deadline is nearer stays in memory. It is more than [`AHEAD`], so that no room
/// goes and comes.
pub(crate) const NEAR: Duration = Duration::from_secs(60);
const _: () =
    assert!(AHEAD.as_secs() > 2 * SWEEP_EVERY.as_secs() && NEAR.as_secs() > AHEAD.as_secs());

/// How many rooms are brought at once.
const PART: u32 = 64;

/// When `room` has to be looked at although nobody comes.
pub(crate) fn due(room: &Room) -> Option<Duration> {
    match room.wants() {
        Some(_) => Some(room.last_at()),
        None => room.deadline(),
    }
}

/// Brings what is due, as long as the server lives.
pub(crate) async fn sweep(house: Arc<House>) {
    let mut sweeps = interval(SWEEP_EVERY);
    sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        sweeps.tick().await;
        if let Err(fault) = bring_due(&house).await {
            tracing::error!(%fault, "the rooms that are due could not be found");
        }
    }
}

/// Brings what is due now.
pub(crate) async fn bring_due(house: &Arc<House>) -> Result<(), StoreFault> {
    let mut last: Option<DueRoom> = None;
    loop {
        let until = to_ms(house.outages.pulsed().saturating_add(AHEAD));
        let part = house.store.due_rooms(until, PART, last.as_ref()).await?;
        let mut looking = Vec::new();
        for due in &part {
            let Some(id) = RoomId::parse(&due.room).filter(|id| house.is_to_be_brought(*id)) else {
                continue;
            };
            let (looked, answer) = oneshot::channel();
            let due_ms = due.due_ms;
            match house.send(id, Command::Due { due_ms, looked }) {
                Ok(()) => looking.push(answer),
                // There is no place for more: those that come first go first.
                Err(_) => return Ok(()),
            }
        }
        for answer in looking {
            // One that could not be brought says nothing.
            drop(answer.await);
        }
        match part.into_iter().next_back() {
            Some(due) => last = Some(due),
            None => return Ok(()),
        }
    }
}
