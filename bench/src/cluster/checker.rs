//! Whether what people were told is what is stored.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use ponnuki_room::Room;
use ponnuki_store::{Kept, Store};
use ponnuki_wire::{Scene, StoredEvent, replayable};

use super::player::{Answered, Shown, Table};

/// What the weather did.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    n_rooms: usize,
    n_answered: usize,
    n_shown: usize,
    /// The most time that one game got back.
    woken_max: Duration,
    /// What must not happen.
    pub(crate) wrong: Vec<String>,
}

impl Verdict {
    /// Compares what the players of all tables saw with what is stored.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub(crate) async fn of(store: &Store, tables: &[Table]) -> io::Result<Verdict> {
        let mut verdict = Verdict::default();
        let mut rooms: BTreeMap<String, (Vec<Answered>, Vec<Shown>)> = BTreeMap::new();
        for table in tables {
            verdict.wrong.extend(table.wrong());
            for answered in table.answered() {
                let room = rooms.entry(answered.room.clone()).or_default();
                room.0.push(answered);
            }
            for shown in table.shown() {
                rooms.entry(shown.room.clone()).or_default().1.push(shown);
            }
        }
        for (room, (answered, shown)) in &rooms {
            let kept = store.events(room).await.map_err(io::Error::other)?;
            verdict.judge(room, &kept, answered, shown);
        }
        Ok(verdict)
    }

    fn judge(&mut self, room: &str, kept: &[Kept], answered: &[Answered], shown: &[Shown]) {
        self.n_rooms += 1;
        self.n_answered += answered.len();
        self.n_shown += shown.len();
        self.wrong.extend(lost(room, kept, answered));
        self.wrong.extend(untrue(room, kept, shown));
        let woken = kept.iter().map(woken).sum();
        self.woken_max = self.woken_max.max(woken);
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "\n{} games, {} moves answered, {} boards shown; wrong: {}. The most time that one game \
             got back: {:.1} s.",
            self.n_rooms,
            self.n_answered,
            self.n_shown,
            self.wrong.len(),
            self.woken_max.as_secs_f64()
        )?;
        for wrong in &self.wrong {
            writeln!(out, "WRONG: {wrong}")?;
        }
        Ok(())
    }
}

/// The time that an event gives back.
fn woken(kept: &Kept) -> Duration {
    match &kept.event {
        StoredEvent::Woke { down_since_ms } => {
            Duration::from_millis(kept.at_ms.saturating_sub(*down_since_ms))
        }
        _ => Duration::ZERO,
    }
}

/// Moves that were answered, and are not stored as they were answered.
fn lost(room: &str, kept: &[Kept], answered: &[Answered]) -> Vec<String> {
    let moves = kept.iter().filter_map(|kept| match &kept.event {
        StoredEvent::Moved { node, at, .. } => Some((*node, at.0.as_str())),
        _ => None,
    });
    let mut wrong = Vec::new();
    let mut stored = BTreeMap::new();
    for (number, (node, at)) in moves.enumerate() {
        if node as usize != number || stored.insert(node, at).is_some() {
            wrong.push(format!(
                "{room}: move {number} was played after {node} moves"
            ));
        }
    }
    for Answered { node, at, .. } in answered {
        if stored.get(node) != Some(&at.as_str()) {
            let there = stored.get(node);
            wrong.push(format!(
                "{room}: move {node} at {at} was answered, stored is {there:?}"
            ));
        }
    }
    wrong
}

/// Boards that were shown, and are not what the events make.
fn untrue(room: &str, kept: &[Kept], shown: &[Shown]) -> Vec<String> {
    let mut boards: BTreeMap<u64, String> = BTreeMap::new();
    let events = replayable(kept.iter().map(|kept| (kept.at_ms, &kept.event)));
    let Ok(events) = events else {
        return vec![format!("{room}: its events make no room")];
    };
    let mut wrong = Vec::new();
    let mut events = events.into_iter();
    let mut game = match Room::replay(events.next()) {
        Ok(game) => game,
        Err(why) => return vec![format!("{room}: {why}")],
    };
    boards.insert(game.seq(), stones(room, &game));
    for (at, event) in events {
        if let Err(why) = game.step(at, event) {
            wrong.push(format!("{room}: event {} {why}", game.seq() + 1));
            return wrong;
        }
        boards.insert(game.seq(), stones(room, &game));
    }
    for Shown { seq, stones, .. } in shown {
        if boards.get(seq) != Some(stones) {
            wrong.push(format!(
                "{room}: the board shown after event {seq} never was"
            ));
        }
    }
    wrong
}

fn stones(id: &str, room: &Room) -> String {
    Scene::of(id, room, room.last_at()).board.stones
}
