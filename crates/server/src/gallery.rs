//! What those who watch a room say: so much from each address in a game, so that nobody
//! uses up what all who watch have together.

use std::collections::HashMap;
use std::net::IpAddr;

use ponnuki_room::lines_of;
use ponnuki_wire::{RefusalCode, Refused};

use crate::house::House;
use crate::limits::Household;
use crate::now;

/// What was said from where in the current game.
#[derive(Debug, Default)]
pub(crate) struct Gallery {
    game_number: u32,
    n_lines: HashMap<Household, u32>,
}

impl Gallery {
    /// Lets someone who watches from `address` say `text`.
    ///
    /// # Errors
    ///
    /// Enough was said from there in this game, or just now.
    pub(crate) fn take(
        &mut self,
        house: &House,
        game_number: u32,
        address: IpAddr,
        text: &str,
    ) -> Result<(), Refused> {
        if self.game_number != game_number {
            self.game_number = game_number;
            self.n_lines.clear();
        }
        let n_lines = self.n_lines.entry(Household::of(address)).or_default();
        let sum = n_lines.saturating_add(lines_of(text));
        let max = house.limits.n_watcher_lines;
        if sum > max {
            let text = format!("you have said enough in this game: at most {max} lines");
            return Err(Refused::new(RefusalCode::ChatFull, text));
        }
        let taken = house.rates.watcher_lines.take(address, now::steady());
        taken.map_err(|_| {
            let text = "those who watch talk too fast";
            Refused::new(RefusalCode::TooFast, text)
        })?;
        *n_lines = sum;
        Ok(())
    }
}
