//! Several libraries at the same task, by turns, and what came of it.

use std::io::{self, Write};
use std::time::Duration;

use cpu_time::ThreadTime;

/// A library at a task.
pub(crate) trait Contestant {
    /// Which library, and which of its doors.
    fn name(&self) -> &'static str;

    /// Does the task once or more; says how often.
    fn work(&mut self) -> usize;

    /// What came out, by which to see that it was the same task.
    fn remark(&self) -> String;
}

/// Libraries at the same task; the last one is the measure for the others.
pub(crate) struct Contest {
    pub(crate) title: String,
    /// What doing the task once gives: a list, a game.
    pub(crate) task: &'static str,
    pub(crate) contestants: Vec<Box<dyn Contestant>>,
}

/// How hard to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) n_rounds: usize,
    /// How long each contestant works in each round, at least.
    pub(crate) turn: Duration,
}

impl Effort {
    /// Long enough that a turn is not over before the machine has woken up,
    /// and rounds enough that one of them is undisturbed.
    pub(crate) const FULL: Effort = Effort {
        n_rounds: 5,
        turn: Duration::from_millis(300),
    };
}

impl Contest {
    /// Lets the contestants work by turns, and returns for each the least
    /// time that the task took, on average over a turn, in seconds.
    pub(crate) fn hold(&mut self, effort: Effort) -> Vec<f64> {
        let mut best = vec![f64::INFINITY; self.contestants.len()];
        for _ in 0..effort.n_rounds {
            for (best, contestant) in best.iter_mut().zip(&mut self.contestants) {
                *best = best.min(time_turn(contestant.as_mut(), effort.turn));
            }
        }
        best
    }

    /// Writes a line for each contestant.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn report(&self, times: &[f64], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.title)?;
        let measure = times.last().copied().unwrap_or(f64::NAN);
        for (contestant, &time) in self.contestants.iter().zip(times) {
            writeln!(
                out,
                "  {:<15}  {:>7.2} µs a {}  {:>7.0} a second  {:>5.1}× as fast  {}",
                contestant.name(),
                time * 1e6,
                self.task,
                1.0 / time,
                measure / time,
                contestant.remark(),
            )?;
        }
        writeln!(out)
    }
}

/// The CPU time, in seconds, that the task takes on average over a turn.
fn time_turn(contestant: &mut dyn Contestant, turn: Duration) -> f64 {
    let began = ThreadTime::now();
    let mut n_done = 0;
    loop {
        n_done += contestant.work();
        let elapsed = began.elapsed();
        if elapsed >= turn {
            return elapsed.as_secs_f64() / n_done as f64;
        }
    }
}

#[cfg(test)]
impl Effort {
    /// One turn each: enough to see that it works.
    pub(crate) const TINY: Effort = Effort {
        n_rounds: 1,
        turn: Duration::ZERO,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    struct Scribe {
        name: &'static str,
        turns: Rc<RefCell<Vec<&'static str>>>,
    }

    impl Contestant for Scribe {
        fn name(&self) -> &'static str {
            self.name
        }

        fn work(&mut self) -> usize {
            self.turns.borrow_mut().push(self.name);
            1
        }

        fn remark(&self) -> String {
            format!("{} turns", self.turns.borrow().len())
        }
    }

    #[test]
    fn contestants_take_turns() {
        let turns = Rc::new(RefCell::new(Vec::new()));
        let scribe = |name| -> Box<dyn Contestant> {
            let turns = Rc::clone(&turns);
            Box::new(Scribe { name, turns })
        };
        let mut contest = Contest {
            title: "Writing".to_owned(),
            task: "word",
            contestants: vec![scribe("a"), scribe("b")],
        };
        let effort = Effort {
            n_rounds: 3,
            turn: Duration::ZERO,
        };
        assert_eq!(contest.hold(effort).len(), 2);
        assert_eq!(*turns.borrow(), ["a", "b", "a", "b", "a", "b"]);
    }

    #[test]
    fn the_last_one_is_the_measure() {
        let contest = Contest {
            title: "Writing".to_owned(),
            task: "word",
            contestants: ["quick", "slow"]
                .map(|name| -> Box<dyn Contestant> {
                    let turns = Rc::default();
                    Box::new(Scribe { name, turns })
                })
                .into(),
        };
        let mut out = Vec::new();
        contest.report(&[0.5e-6, 2e-6], &mut out).unwrap();
        let report = String::from_utf8(out).unwrap();
        let words: Vec<Vec<&str>> = report
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(words[0], ["Writing"]);
        assert_eq!(
            words[1].join(" "),
            "quick 0.50 µs a word 2000000 a second 4.0× as fast 0 turns"
        );
        assert_eq!(
            words[2].join(" "),
            "slow 2.00 µs a word 500000 a second 1.0× as fast 0 turns"
        );
    }
}
