//! A live room among several nodes: whether it is ours, and how others get it.

use std::time::Duration;

use ponnuki_clock::Outage;
use ponnuki_wire::{from_ms, to_ms};

use super::RoomTask;
use crate::now;

/// How much time between two owners of a room is nobody's at most.
const HAND_OVER_MAX: Duration = Duration::from_secs(15);

impl RoomTask {
    /// Whether no other node can have claimed the room since this one did.
    pub(super) fn is_ours(&self) -> bool {
        self.house.store.holds(&self.claim, now::steady())
    }

    /// Lets other nodes have the room: since `handed_over`, if it is in use, and else asleep.
    pub(super) async fn release(&self, handed_over: Option<Duration>) {
        let (room, since) = (self.id.to_string(), handed_over.map(to_ms));
        if let Err(fault) = self.house.store.release(&room, &self.claim, since).await {
            tracing::warn!(%room, %fault, "a room was not released, and waits for the lease to end");
        }
    }

    /// When nobody had the room, between its last owner and this one. Visitors find their way
    /// within [`HAND_OVER_MAX`]; beyond that its clock runs although no node has it.
    pub(super) fn time_between_owners(&self) -> Option<Outage> {
        let since = from_ms(self.claim.left_ms?);
        let until = since.saturating_add(HAND_OVER_MAX);
        Some(Outage { since, until })
    }
}
