//! Numbers about the server's own work, as Prometheus reads them.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::thinking::WorkKind;
use crate::workers::{NodeTaskCounts, WorkerCounts, WorkerTraffic};

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// One more.
    pub(crate) fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many there were.
    pub(crate) fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper ends of a histogram's classes, in microseconds.
const CLASSES: [u64; 10] = [
    250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 1_000_000, 10_000_000,
];

/// How long something took, in classes.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    classes: [AtomicU64; CLASSES.len()],
    n: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    /// One more that took `time`.
    pub(crate) fn add(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        for (class, end) in self.classes.iter().zip(CLASSES) {
            if micros <= end {
                class.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.n.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Answers to requests, by the hundreds of their status.
    pub(crate) answers: [Counter; 5],
    /// Sockets opened.
    pub(crate) sockets: Counter,
    /// Messages from sockets.
    pub(crate) messages: Counter,
    /// Messages refused.
    pub(crate) refusals: Counter,
    /// Sockets closed because their reader was too slow.
    pub(crate) slow_readers: Counter,
    /// Events stored.
    pub(crate) events: Counter,
    /// Events that could not be stored.
    pub(crate) lost_appends: Counter,
    /// Rooms brought into memory.
    pub(crate) loads: Counter,
    /// Requests carried to the node that has the room.
    pub(crate) tunnels: Counter,
    /// Those that did not get there.
    pub(crate) tunnels_failed: Counter,
    /// How often others took this node for dead.
    pub(crate) lapses: Counter,
    /// Rooms that were found to be damaged when they were wanted, each once.
    pub(crate) damaged_rooms: Counter,
    /// Questions to the thinker.
    pub(crate) thoughts: Counter,
    /// Questions turned away because too many wait, by kind.
    thoughts_refused: [Counter; WorkKind::ALL.len()],
    /// From the arrival of a message to the announcement of what it did.
    pub(crate) announced: Histogram,
    /// How long storing an event took.
    pub(crate) stored: Histogram,
}

/// How many questions of each kind wait for a turn, and how many have one.
pub(crate) type ThoughtTraffic = [(WorkKind, (usize, usize)); WorkKind::ALL.len()];

/// What stands at the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gauges<'a> {
    /// Rooms in memory.
    pub(crate) n_rooms: usize,
    /// Open connections.
    pub(crate) n_connections: usize,
    /// Questions to those who think and draw.
    pub(crate) thoughts: ThoughtTraffic,
    /// How long they waited for their first turn.
    pub(crate) thoughts_waited: &'a Histogram,
    /// Those who think elsewhere.
    pub(crate) workers: WorkerTraffic,
    /// What became of tasks that were given to them.
    pub(crate) worker_counts: &'a WorkerCounts,
    /// What became of tasks that were offered to other nodes.
    pub(crate) node_counts: &'a NodeTaskCounts,
    /// Whether nothing can be stored.
    pub(crate) is_failing: bool,
    pub(crate) is_leased: bool,
    /// Whether the bus between nodes is there.
    pub(crate) is_on_bus: bool,
}

impl Metrics {
    /// Counts an answer with this status.
    pub(crate) fn count_answer(&self, status: u16) {
        let class = usize::from(status / 100).clamp(1, 5) - 1;
        self.answers[class].add_one();
    }

    /// Counts a question that is turned away.
    pub(crate) fn refuse(&self, kind: WorkKind) {
        self.thoughts_refused[kind as usize].add_one();
    }

    /// All numbers in Prometheus' text format.
    pub(crate) fn text(&self, gauges: Gauges<'_>) -> String {
        let mut text = String::new();
        self.write_answers(&mut text);
        self.write_counters(&mut text, gauges.worker_counts);
        write_gauges(&mut text, &gauges);
        write_tasks(&mut text, gauges.worker_counts);
        write_node_tasks(&mut text, gauges.node_counts);
        self.write_thoughts(&mut text, &gauges.thoughts);
        let what = "From a message's arrival to its announcement.";
        write_histogram(&mut text, "announced", what, &self.announced);
        let what = "How long storing an event took.";
        write_histogram(&mut text, "stored", what, &self.stored);
        let what = "How long a question waited to be thought about.";
        write_histogram(&mut text, "thought_waited", what, gauges.thoughts_waited);
        text
    }

    fn write_counters(&self, text: &mut String, workers: &WorkerCounts) {
        for (name, help, counter) in [
            ("sockets", "Sockets opened.", &self.sockets),
            ("messages", "Messages from sockets.", &self.messages),
            ("refusals", "Messages refused.", &self.refusals),
            (
                "slow_readers",
                "Sockets closed as too slow.",
                &self.slow_readers,
            ),
            ("events", "Events stored.", &self.events),
            (
                "lost_appends",
                "Events that could not be stored.",
                &self.lost_appends,
            ),
            ("loads", "Rooms brought into memory.", &self.loads),
            (
                "tunnels",
                "Requests carried to the node that has the room.",
                &self.tunnels,
            ),
            (
                "tunnels_failed",
                "Requests that did not reach the node that has the room.",
                &self.tunnels_failed,
            ),
            (
                "lapses",
                "How often other nodes took this one for dead.",
                &self.lapses,
            ),
            (
                "damaged_rooms",
                "Rooms found to be damaged when they were wanted.",
                &self.damaged_rooms,
            ),
            ("thoughts", "Questions to the thinker.", &self.thoughts),
            (
                "workers_dismissed",
                "Workers sent away for wrong answers or tasks left lying.",
                &workers.dismissed,
            ),
        ] {
            let name = format!("ponnuki_{name}_total");
            write_head(text, &name, help, "counter");
            write(text, format_args!("{name} {}\n", counter.value()));
        }
    }

    fn write_thoughts(&self, text: &mut String, traffic: &ThoughtTraffic) {
        let refused = self.thoughts_refused.each_ref().map(Counter::value);
        let refused = WorkKind::ALL.map(|kind| (kind, refused[kind as usize]));
        let waiting = traffic.map(|(kind, (n_waiting, _))| (kind, n_waiting as u64));
        let running = traffic.map(|(kind, (_, n_running))| (kind, n_running as u64));
        for (name, help, form, numbers) in [
            (
                "thoughts_refused_total",
                "Questions turned away, by kind.",
                "counter",
                refused,
            ),
            (
                "thoughts_waiting",
                "Questions waiting for a turn, by kind.",
                "gauge",
                waiting,
            ),
            (
                "thoughts_running",
                "Questions thought about or drawn, by kind.",
                "gauge",
                running,
            ),
        ] {
            let name = format!("ponnuki_{name}");
            write_head(text, &name, help, form);
            for (kind, n) in numbers {
                let kind = kind.name();
                write(text, format_args!("{name}{{kind=\"{kind}\"}} {n}\n"));
            }
        }
    }

    fn write_answers(&self, text: &mut String) {
        let name = "ponnuki_http_answers_total";
        write_head(
            text,
            name,
            "Answers by the class of their status.",
            "counter",
        );
        for (class, answers) in (1..).zip(&self.answers) {
            let n = answers.value();
            write(text, format_args!("{name}{{status=\"{class}xx\"}} {n}\n"));
        }
    }
}

/// What became of tasks that were given to workers.
fn write_tasks(text: &mut String, counts: &WorkerCounts) {
    let name = "ponnuki_worker_tasks_total";
    let help = "Tasks of workers, by what became of them.";
    write_head(text, name, help, "counter");
    for (fate, counter) in [
        ("handed_out", &counts.handed_out),
        ("done", &counts.done),
        ("failed", &counts.failed),
        ("taken_back", &counts.taken_back),
    ] {
        let n = counter.value();
        write(text, format_args!("{name}{{fate=\"{fate}\"}} {n}\n"));
    }
}

/// What became of tasks that were offered to other nodes, and how many were taken from them.
fn write_node_tasks(text: &mut String, counts: &NodeTaskCounts) {
    let name = "ponnuki_bus_tasks_total";
    let help = "Tasks offered to other nodes, by what became of them; lent: taken from them.";
    write_head(text, name, help, "counter");
    for (fate, counter) in [
        ("offered", &counts.offered),
        ("taken", &counts.taken),
        ("declined", &counts.declined),
        ("answered", &counts.answered),
        ("given_up", &counts.given_up),
        ("lent", &counts.lent),
    ] {
        let n = counter.value();
        write(text, format_args!("{name}{{fate=\"{fate}\"}} {n}\n"));
    }
}

fn write_head(text: &mut String, name: &str, help: &str, kind: &str) {
    write(
        text,
        format_args!("# HELP {name} {help}\n# TYPE {name} {kind}\n"),
    );
}
fn write_gauges(text: &mut String, gauges: &Gauges<'_>) {
    for (name, help, n) in [
        ("rooms", "Rooms in memory.", gauges.n_rooms),
        ("connections", "Open connections.", gauges.n_connections),
        ("workers", "Workers connected.", gauges.workers.n_workers),
        (
            "worker_threads",
            "Threads of all workers.",
            gauges.workers.n_threads,
        ),
        (
            "worker_threads_busy",
            "Threads of workers that have a task, or are kept for one.",
            gauges.workers.n_busy,
        ),
        (
            "writes_failing",
            "1 if the last write failed, else 0.",
            usize::from(gauges.is_failing),
        ),
        (
            "lease_held",
            "1 if other nodes take this one for alive, or there are none, else 0.",
            usize::from(gauges.is_leased),
        ),
        (
            "bus_connected",
            "1 if the bus between nodes is there, else 0.",
            usize::from(gauges.is_on_bus),
        ),
    ] {
        let name = format!("ponnuki_{name}");
        write_head(text, &name, help, "gauge");
        write(text, format_args!("{name} {n}\n"));
    }
}

fn write_histogram(text: &mut String, name: &str, help: &str, histogram: &Histogram) {
    let name = format!("ponnuki_{name}_seconds");
    write_head(text, &name, help, "histogram");
    for (class, end) in histogram.classes.iter().zip(CLASSES) {
        let (n, end) = (class.load(Ordering::Relaxed), end as f64 / 1e6);
        write(text, format_args!("{name}_bucket{{le=\"{end}\"}} {n}\n"));
    }
    let n = histogram.n.load(Ordering::Relaxed);
    let sum = histogram.micros.load(Ordering::Relaxed) as f64 / 1e6;
    write(
        text,
        format_args!("{name}_bucket{{le=\"+Inf\"}} {n}\n{name}_sum {sum}\n{name}_count {n}\n"),
    );
}

fn write(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_in_the_text() {
        let metrics = Metrics::default();
        metrics.count_answer(200);
        metrics.count_answer(404);
        metrics.count_answer(404);
        metrics.events.add_one();
        metrics.stored.add(Duration::from_micros(300));
        let counts = WorkerCounts::default();
        counts.taken_back.add_one();
        let gauges = Gauges {
            n_rooms: 7,
            n_connections: 8,
            thoughts: WorkKind::ALL.map(|kind| match kind {
                WorkKind::Film => (kind, (9, 1)),
                kind => (kind, (0, 0)),
            }),
            thoughts_waited: &Histogram::default(),
            workers: WorkerTraffic {
                n_workers: 2,
                n_threads: 12,
                n_busy: 3,
            },
            worker_counts: &counts,
            node_counts: &NodeTaskCounts::default(),
            is_failing: true,
            is_leased: true,
            is_on_bus: true,
        };
        metrics.refuse(WorkKind::Move);
        let text = metrics.text(gauges);
        for line in [
            "ponnuki_http_answers_total{status=\"2xx\"} 1",
            "ponnuki_http_answers_total{status=\"4xx\"} 2",
            "ponnuki_events_total 1",
            "ponnuki_rooms 7",
            "ponnuki_bus_connected 1",
            "ponnuki_workers 2",
            "ponnuki_worker_threads 12",
            "ponnuki_worker_tasks_total{fate=\"taken_back\"} 1",
            "ponnuki_thoughts_refused_total{kind=\"move\"} 1",
            "ponnuki_thoughts_waiting{kind=\"film\"} 9",
            "ponnuki_thoughts_running{kind=\"film\"} 1",
            "ponnuki_thought_waited_seconds_count 0",
            "ponnuki_stored_seconds_bucket{le=\"0.00025\"} 0",
            "ponnuki_stored_seconds_bucket{le=\"0.0005\"} 1",
            "ponnuki_stored_seconds_count 1",
        ] {
            assert!(text.lines().any(|own| own == line), "{line}\n{text}");
        }
    }
}
