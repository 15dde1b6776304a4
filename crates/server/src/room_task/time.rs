//! A live room's time: how long it sleeps, when it wakes, and what it is told of the time that
//! was nobody's.

use std::time::Duration;

use ponnuki_clock::Outage;
use ponnuki_room::Event;
use ponnuki_store::StoreFault;
use ponnuki_wire::to_ms;

use super::{AfterCommand, Failure, RoomTask};
use crate::now;
use crate::outages::lost_time;
use crate::sweep::{NEAR, due};

/// How long a room stays in memory when nobody is there: a page that is loaded
/// again, or a list that is looked at, finds it.
const LINGER: Duration = Duration::from_secs(30);

/// The longest that a timer is set for; after that the room looks again.
const NAP_MAX: Duration = Duration::from_secs(3600);

/// How long to wait before a room is woken again for which nothing could be stored.
const WAKE_PAUSE: Duration = Duration::from_secs(3);

/// How long to wait before the thinker is asked again that was busy.
const BUSY_PAUSE: Duration = Duration::from_secs(1);

/// How long before a room is brought again that wants what it then refuses, as a full one may.
const STUCK_PAUSE: Duration = Duration::from_secs(3600);

impl RoomTask {
    /// Whether nothing but a visitor could make it change before it is brought again.
    pub(super) fn is_idle(&self) -> bool {
        let near = self.house.time.now().saturating_add(NEAR);
        let is_due_soon = self.room.deadline().is_some_and(|flag| flag <= near);
        let is_asleep = self.asleep.is_some();
        self.visitors.is_empty() && !is_due_soon && !is_asleep && !self.engine.is_asked()
    }

    /// How long until something is to be done if nobody comes.
    pub(super) fn nap(&self) -> Duration {
        let flag = match self.asleep {
            Some(_) => Some(WAKE_PAUSE),
            None => self
                .room
                .deadline()
                .map(|flag| flag.saturating_sub(self.house.time.now())),
        };
        let linger = self.stirred.map_or(Duration::ZERO, |stirred| {
            LINGER.saturating_sub(now::steady() - stirred)
        });
        let linger = self.is_idle().then_some(linger);
        let retry = self.engine.is_refused().then_some(BUSY_PAUSE);
        let presence = self.visitors.has_news_of_presence();
        let presence =
            presence.then(|| self.presence_after.saturating_duration_since(now::steady()));
        let soonest = [flag, linger, retry, presence].into_iter().flatten().min();
        soonest.unwrap_or(NAP_MAX).min(NAP_MAX)
    }

    /// The time has come for something: the flag, perhaps.
    pub(super) async fn tick(&mut self) -> Result<AfterCommand, StoreFault> {
        if !self.is_ours() {
            return Ok(AfterCommand::End);
        }
        self.tell_presence();
        if self.asleep.is_some() {
            // What could not be stored may be there after all.
            if let Ok((room, claim)) = self.house.load(self.id).await {
                (self.room, self.claim) = (room, claim);
            }
            self.try_to_wake_up().await;
            return Ok(AfterCommand::Stay);
        }
        let now = self.catch_up().await?;
        if self.room.deadline().is_some_and(|flag| flag <= now) {
            self.happen_if_allowed(Event::Ticked).await?;
        }
        Ok(AfterCommand::Stay)
    }

    /// Says when the room is due if the store has another moment: it was not known, or the
    /// room wants what cannot be done now.
    pub(super) async fn put_off(&mut self, known_ms: u64) {
        let is_stuck = self.room.wants().is_some() && !self.engine.is_asked();
        let due = match is_stuck {
            true => Some(self.looked.saturating_add(STUCK_PAUSE)),
            false => due(&self.room),
        };
        let due_ms = due.map(to_ms);
        if self.asleep.is_some() || due_ms == Some(known_ms) {
            return;
        }
        let (room, seq) = (self.id.to_string(), self.room.seq());
        if let Err(fault) = self.house.store.put_off(&room, seq, due_ms).await {
            tracing::warn!(room = %self.id, %fault, "the room will be brought again too soon");
        }
    }

    /// Time did not pass for the players while no server ran, nor since the room broke down:
    /// what the room does not know of that, because it was not in memory, it is told as one.
    ///
    /// A room that cannot be woken sleeps as it was.
    pub(super) async fn wake_up(&mut self) -> Result<(), StoreFault> {
        let asleep = self.room.clone();
        let last_at = self.room.last_at();
        let outages = match self.room.running() {
            Some(_) => self.house.outages.after(&self.house.store, last_at).await,
            None => Ok(Vec::new()),
        };
        let (until, noticed) = self.look();
        let mut since = last_at;
        let woken = async {
            let mut outages = outages?;
            outages.extend(noticed);
            let broken = self.house.broken_since(self.id);
            outages.extend(broken.map(|since| Outage { since, until }));
            outages.extend(self.time_between_owners());
            let lost = lost_time(outages, last_at, until);
            since = until.saturating_sub(lost);
            self.asleep = None;
            match lost.is_zero() {
                true => Ok(()),
                false => self.wake(Outage { since, until }).await,
            }
        };
        if let Err(fault) = woken.await {
            self.room = asleep;
            self.asleep = Some(since);
            self.house.broke_down(self.id, self.looked);
            return Err(fault);
        }
        self.house.goes_on(self.id);
        Ok(())
    }

    pub(super) async fn try_to_wake_up(&mut self) {
        if let Err(fault) = self.wake_up().await {
            self.house.metrics.lost_appends.add_one();
            tracing::error!(room = %self.id, %fault, "a room could not be woken");
        }
    }

    /// What time it is, after the room was told which time was nobody's: that a process was
    /// frozen, or a clock jumped, is known before any move or flag is judged.
    pub(super) async fn catch_up(&mut self) -> Result<Duration, StoreFault> {
        let (now, outages) = self.look();
        for outage in outages {
            self.wake(outage).await?;
        }
        Ok(now)
    }

    /// The time, and the outages that the room does not know of.
    fn look(&mut self) -> (Duration, Vec<Outage>) {
        // What this node missed before it had the room was no outage of the room.
        let since = self.room.last_at().max(self.claimed_at);
        let (now, outages) = self.house.time.now_and_outages_after(since);
        self.looked = now;
        (now, outages)
    }

    /// Lets no time pass for the players during `outage`.
    pub(super) async fn wake(&mut self, outage: Outage) -> Result<(), StoreFault> {
        if self.room.running().is_none() {
            return Ok(());
        }
        let down_since = outage.since;
        match self
            .carry_out(outage.until, Event::Woke { down_since })
            .await
        {
            Ok(()) => Ok(()),
            Err(Failure::Lost(fault)) => Err(fault),
            Err(Failure::Refused(why)) => {
                tracing::warn!(room = %self.id, %why, "the room did not wake");
                Ok(())
            }
        }
    }
}
