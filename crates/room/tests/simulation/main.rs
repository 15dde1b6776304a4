//! Rooms in bad weather: a server that is killed at any moment, messages that are
//! dropped, delayed, sent twice and overtaken, a disk on which any write can fail, clocks
//! that are set, stand still and are finer than what is stored, a process that is frozen.
//!
//! Each seed is a world of its own: terms, people, weather. At every step no clock
//! may have gained or lost time, by a referee who knows how long the server served; at
//! the end everybody has to know the same story, nothing that was acknowledged may be
//! missing from it, and what was stored has to give the room that is there.

mod client;
mod machine;
mod post;
mod referee;
mod server;
mod terms;

use std::time::Duration;

use ponnuki_game::Dice;
use ponnuki_room::{Event, Seat};

use client::Client;
use machine::{Clocks, DiskWeather, Fault};
use post::{Letter, Post, ToClient, ToServer};
use server::Server;

/// Two players, and two who watch.
const N_CLIENTS: usize = 4;

/// How long people play in the worst weather, in steps of the simulation.
const N_STEPS: usize = 400;

/// How many worlds are looked at; many more where slow tests are asked for.
fn n_worlds() -> u64 {
    match ponnuki_testkit::is_slow_run() {
        true => 5_000,
        false => 1_000,
    }
}

#[test]
fn in_any_weather_all_tell_the_same_story_and_nothing_is_lost() {
    let mut seen = Seen::default();
    for seed in 0..n_worlds() {
        let _told = SeedOnPanic(seed);
        seen.add(&World::new(seed, DiskWeather::Foul).live());
    }
    // A simulation in which nothing happens proves nothing.
    assert!(seen.n_moves > 10 * n_worlds(), "{seen:?}");
    assert!(seen.n_crashes > n_worlds(), "{seen:?}");
    assert!(seen.n_over > n_worlds() / 4, "{seen:?}");
    assert!(seen.n_timed_out > n_worlds() / 100, "{seen:?}");
    assert!(seen.n_undone > n_worlds() / 10, "{seen:?}");
    assert!(seen.n_rematches > n_worlds() / 20, "{seen:?}");
    assert!(seen.n_acknowledged > 10 * n_worlds(), "{seen:?}");
    assert!(seen.n_outages > n_worlds(), "{seen:?}");
    assert!(seen.n_faults > n_worlds() / 2, "{seen:?}");
}

/// How many worlds have each of their writes fail in turn.
fn n_worlds_in_turn() -> u64 {
    match ponnuki_testkit::is_slow_run() {
        true => 6,
        false => 1,
    }
}

#[test]
fn whichever_write_fails_nothing_is_lost() {
    let mut n_faults = 0;
    for (seed, fault) in
        (0..n_worlds_in_turn()).flat_map(|seed| Fault::ALL.map(|fault| (seed, fault)))
    {
        let _told = SeedOnPanic(seed);
        for number in 1.. {
            let seen = World::new(seed, DiskWeather::Once(number, fault)).live();
            n_faults += seen.n_faults;
            if seen.n_writes < number {
                break;
            }
        }
    }
    assert!(n_faults > 1_000, "{n_faults}");
}

/// Says which world it was when one ends badly.
struct SeedOnPanic(u64);

impl Drop for SeedOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in the world of seed {}", self.0);
        }
    }
}

/// What happened in some worlds.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    n_moves: u64,
    n_crashes: u64,
    n_over: u64,
    n_timed_out: u64,
    n_undone: u64,
    n_rematches: u64,
    n_acknowledged: u64,
    n_outages: u64,
    n_faults: u64,
    n_writes: usize,
}

impl Seen {
    fn add(&mut self, other: &Seen) {
        self.n_moves += other.n_moves;
        self.n_crashes += other.n_crashes;
        self.n_over += other.n_over;
        self.n_timed_out += other.n_timed_out;
        self.n_undone += other.n_undone;
        self.n_rematches += other.n_rematches;
        self.n_acknowledged += other.n_acknowledged;
        self.n_outages += other.n_outages;
        self.n_faults += other.n_faults;
        self.n_writes += other.n_writes;
    }
}

struct World {
    seed: u64,
    dice: Dice,
    clocks: Clocks,
    server: Server,
    post: Post,
    clients: Vec<Client>,
}

impl World {
    fn new(seed: u64, weather: DiskWeather) -> World {
        let mut dice = Dice::new(seed);
        let clocks = Clocks::new();
        let terms = terms::any(&mut dice);
        let moves = terms::opening(&mut dice, terms);
        let seats: [&[Seat]; N_CLIENTS] = match terms.company {
            ponnuki_room::Company::Link => [&[Seat::Host], &[Seat::Guest], &[], &[]],
            ponnuki_room::Company::SameScreen => [&[Seat::Host, Seat::Guest], &[], &[], &[]],
            ponnuki_room::Company::Engine { .. } => [&[Seat::Host], &[], &[], &[]],
        };
        World {
            seed,
            server: Server::open(&clocks, terms, moves, weather),
            clocks,
            post: Post::default(),
            clients: (0..)
                .zip(seats)
                .map(|(idx, seats)| Client::new(idx, seats))
                .collect(),
            dice,
        }
    }

    /// Lets people play in bad weather, then in good, and compares their stories.
    fn live(mut self) -> Seen {
        for _ in 0..N_STEPS {
            self.step();
        }
        self.clear_up();
        self.judge();
        let mut seen = self.server.seen();
        seen.n_writes = self.server.disk.n_writes;
        seen.n_acknowledged = self
            .clients
            .iter()
            .map(|client| client.done.len() as u64)
            .sum();
        seen
    }

    fn step(&mut self) {
        // Now and then somebody is lost in thought.
        let millis = match self.dice.below(100) {
            0 => self.dice.below(60_000),
            _ => self.dice.below(500),
        };
        let time = fine(millis, &mut self.dice);
        self.server
            .live(time, &mut self.clocks, &mut self.post, &mut self.dice);
        self.trouble_clocks();
        let client = self.dice.below(N_CLIENTS);
        let now = self.clocks.now;
        match self.dice.below(200) {
            0 => self.server.crash(),
            1..4 => self.clients[client].reconnect(&mut self.post, now, &mut self.dice),
            _ => self.clients[client].act(&mut self.post, now, &mut self.dice),
        }
        for _ in 0..N_CLIENTS * 2 {
            self.deliver();
        }
        self.server
            .run_errands(&self.clocks, &mut self.post, &mut self.dice);
    }

    /// Now and then clocks are set, the machine is suspended, or the process is frozen. It is
    /// left to chance who notices first: the server's own look, a letter, or the flag.
    fn trouble_clocks(&mut self) {
        let dice = &mut self.dice;
        match dice.below(100) {
            0 => self.clocks.set(dice),
            1 => self.clocks.suspend(fine(dice.below(7_200_000), dice)),
            2 => self.clocks.pass(fine(16_000 + dice.below(90_000), dice)),
            _ => {}
        }
    }

    /// Hands over one letter that has arrived by now.
    fn deliver(&mut self) {
        match self.post.take(self.clocks.now) {
            Some(Letter::ToServer(letter)) => {
                self.server
                    .receive(&self.clocks, letter, &mut self.post, &mut self.dice);
            }
            Some(Letter::ToClient(to, letter)) => {
                let now = self.clocks.now;
                self.clients[to].receive(letter, &mut self.post, now, &mut self.dice);
            }
            None => {}
        }
    }

    /// The sky clears: everybody asks for what is missing, and everything arrives.
    fn clear_up(&mut self) {
        self.post.is_fair = true;
        self.server.disk.weather = DiskWeather::Fair;
        // Twice, because letters of the storm may come after the first answers.
        for _ in 0..2 {
            for client in &mut self.clients {
                client.reconnect(&mut self.post, self.clocks.now, &mut self.dice);
            }
            while !self.post.is_empty() {
                let time = Duration::from_secs(10);
                self.server
                    .live(time, &mut self.clocks, &mut self.post, &mut self.dice);
                self.deliver();
            }
        }
    }

    fn judge(&self) {
        let seed = self.seed;
        self.server.judge_replay();
        let story = self.server.story();
        for client in &self.clients {
            assert_eq!(
                client.seq, story.seq,
                "seed {seed}: client {} is behind",
                client.idx
            );
            assert_eq!(
                client.scene,
                Some(story.scene.clone()),
                "seed {seed}: another scene"
            );
            assert_eq!(client.told, story.told, "seed {seed}: another story");
            for (asked, seq) in &client.done {
                let kept = self.server.kept(*seq).map(without_lag);
                let asked = Some(without_lag(asked));
                assert_eq!(kept, asked, "seed {seed}: acknowledged, but not kept");
            }
        }
    }
}

/// The event, but for how long it was on its way: that is granted, not asked for.
fn without_lag(event: &Event) -> Event {
    let mut event = event.clone();
    if let Event::Moved { lag, .. } = &mut event {
        *lag = Duration::ZERO;
    }
    event
}

/// So many milliseconds and a part of another.
fn fine(millis: usize, dice: &mut Dice) -> Duration {
    let nanos = dice.below(1_000_000) as u64;
    Duration::from_millis(millis as u64) + Duration::from_nanos(nanos)
}

/// What a client is sent when it asks for all since some event, or when something happens.
fn update(server: &Server, since: u64) -> ToClient {
    let story = server.story();
    ToClient::Update {
        seq: story.seq,
        after: server.told_after(since),
        told: story
            .told
            .into_iter()
            .filter(|told| told.seq > since)
            .collect(),
        scene: Box::new(story.scene),
    }
}

/// A question to the server.
fn ask(client: usize, id: u64, event: ponnuki_room::Event) -> Letter {
    Letter::ToServer(ToServer::Ask { client, id, event })
}
