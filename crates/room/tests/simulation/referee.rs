//! Someone with a clock of their own beside the board: knows how long the server served
//! each turn, and finds that no room's clock lost or gained.

use std::time::Duration;

use ponnuki_clock::{Control, LAG_MAX, LAG_QUOTA, LAG_REFILL, Left, charged};
use ponnuki_game::{ByColor, Color};
use ponnuki_room::{Event, Happened, Refusal, Room};

/// Moments are cut to milliseconds: a turn may be off by so much, and as much again for
/// each time that it was interrupted.
const CUT: Duration = Duration::from_millis(2);

/// The referee of one room.
#[derive(Default)]
pub(crate) struct Referee {
    /// How long the room was served in all, as far as it can be known after a crash.
    served: Duration,
    /// How long it was when it was last written down that the server lives.
    at_pulse: Duration,
    /// How long it was when the last event was kept.
    at_event: Duration,
    turn: Option<Turn>,
    /// How much grace each player had in this game, and how many moves they made.
    grace: ByColor<(Duration, u32)>,
}

#[derive(Clone, Copy)]
struct Turn {
    of: Color,
    /// What they had when it began.
    left: Left,
    /// How long the room had been served then.
    began: Duration,
    /// How often it was interrupted.
    n_cuts: u32,
}

impl Referee {
    /// Beside a room that was just opened; the game may have begun with that.
    pub(crate) fn new(room: &Room) -> Referee {
        let mut referee = Referee::default();
        referee.turn = referee.begin(room);
        referee
    }

    /// For so long anybody could have moved.
    pub(crate) fn serve(&mut self, time: Duration) {
        self.served += time;
    }

    pub(crate) fn pulse_is_kept(&mut self) {
        self.at_pulse = self.served;
    }

    /// The process was killed: what was not written down is not known.
    pub(crate) fn restart(&mut self) {
        self.served = self.at_pulse.max(self.at_event);
    }

    /// The room stands still over there and nobody waits for it: the clocks are right.
    pub(crate) fn judge(&self, room: &Room, now: Duration) {
        let Some(turn) = self.turn else { return };
        let control = room.terms().control;
        let (least, most) = self.spent(turn);
        let left = room.clocks(now)[turn.of];
        assert_between(
            control,
            left,
            |spent| control.thinking(turn.left, spent),
            least,
            most,
        );
    }

    /// A refusal for time is right.
    pub(crate) fn judge_refusal(&self, room: &Room, event: &Event, why: &Refusal) {
        if let (Event::Moved { lag, .. }, Refusal::FlagFallen, Some(turn)) = (event, why, self.turn)
        {
            let (_, most) = self.spent(turn);
            let left = room
                .terms()
                .control
                .thinking(turn.left, charged(most, *lag));
            assert_eq!(left, Left::Flag, "refused for a time that was left");
        }
    }

    /// An event was kept of which all this came. `before` is the room as it was.
    pub(crate) fn keep(&mut self, before: &Room, room: &Room, event: &Event, told: &[Happened]) {
        self.at_event = self.served;
        if let Some(turn) = self.turn {
            self.judge_event(turn, before, event, told);
        }
        if told
            .iter()
            .any(|what| matches!(what, Happened::Began { .. }))
        {
            self.grace = ByColor::default();
        }
        let begins = |what: &Happened| {
            matches!(
                what,
                Happened::Began { .. }
                    | Happened::Moved { .. }
                    | Happened::Undone { .. }
                    | Happened::Resumed { .. }
            )
        };
        if told.iter().any(begins) || room.running().is_none() {
            self.turn = self.begin(room);
        } else if let (Event::Woke { .. }, Some(turn)) = (event, &mut self.turn) {
            turn.n_cuts += 1;
        }
    }

    /// The turn that begins now, if anybody's clock runs.
    fn begin(&self, room: &Room) -> Option<Turn> {
        let of = room.running()?;
        Some(Turn {
            of,
            left: room.clocks(room.last_at())[of],
            began: self.served,
            n_cuts: 0,
        })
    }

    fn judge_event(&mut self, turn: Turn, before: &Room, event: &Event, told: &[Happened]) {
        let control = before.terms().control;
        let (least, most) = self.spent(turn);
        match (event, told.first()) {
            (Event::Moved { lag, .. }, Some(Happened::Moved { left, .. })) => {
                let after = |spent| control.after_move(turn.left, charged(spent, *lag));
                assert_between(control, *left, after, least, most);
                let (used, n_moves) = &mut self.grace[turn.of];
                *used += least.min(*lag);
                *n_moves += 1;
                let allowed = LAG_QUOTA + LAG_REFILL * *n_moves;
                assert!(*used <= allowed, "{used:?} of grace in {n_moves} moves");
            }
            (Event::Ticked, _) => {
                let seat = before.seat_of(turn.of);
                let grace = seat.map(|seat| before.granted_lag(seat, LAG_MAX));
                let spent = charged(most, grace.unwrap_or_default());
                let left = control.thinking(turn.left, spent);
                assert_eq!(left, Left::Flag, "a flag fell with time left");
            }
            _ => {}
        }
    }

    /// The least and the most that a turn took by now.
    fn spent(&self, turn: Turn) -> (Duration, Duration) {
        let spent = self.served - turn.began;
        let off = CUT * (turn.n_cuts + 1);
        (spent.saturating_sub(off), spent + off)
    }
}

/// `left` is what is left after between `least` and `most`.
fn assert_between(
    control: Control,
    left: Left,
    after: impl Fn(Duration) -> Left,
    least: Duration,
    most: Duration,
) {
    let until = |left| control.until_flag(left);
    let (longest, shortest) = (after(least), after(most));
    assert!(
        until(shortest) <= until(left) && until(left) <= until(longest),
        "{left} is left after between {least:?} and {most:?}, not {shortest} to {longest}"
    );
}
