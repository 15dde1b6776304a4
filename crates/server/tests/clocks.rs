//! Clocks of the machine that jump, stand still and go back; and clients that buy time.

mod hall;

use std::time::Duration;

use ponnuki_clock::{LAG_QUOTA, LAG_REFILL};
use serde_json::{Value, json};

use hall::skew::Skewed;
use hall::{Dir, Hall, Socket};

const MINUTE: Duration = Duration::from_secs(60);

const HOUR: Duration = Duration::from_secs(3600);

/// What a player has left in the scene after `node`.
async fn left(socket: &mut Socket, node: u64, color: &str) -> Duration {
    let scene = socket.scene(|scene| scene["node"] == node).await;
    left_in(&scene, color)
}

fn left_in(scene: &Value, color: &str) -> Duration {
    let left = scene["clocks"][color]["left_ms"].as_u64();
    Duration::from_millis(left.expect("a clock"))
}

#[tokio::test]
async fn a_wall_clock_that_jumps_ahead_costs_nobody_the_game() {
    let skewed = Skewed::default();
    let hall = Hall::with(&skewed.config()).await;
    let terms = json!({"width": 5, "colors": "host_black", "clock": "1:00"});
    let (_, mut host, mut guest) = hall.two(terms).await;
    host.play(0, "C3").await;
    skewed.set_ahead(HOUR);
    // Before anybody but the room could have noticed.
    guest.play(1, "B2").await;
    assert!(left(&mut host, 2, "white").await > MINUTE / 2);
    skewed.set_ahead(HOUR);
    let told = |told: &Value| told["what"]["type"] == "woke";
    let woke = |message: &Value| {
        let told_now = message["happened"].as_array().into_iter().flatten();
        message["type"] == "update" && told_now.clone().any(told)
    };
    // The first is from before White's move.
    guest.until(woke).await;
    let update = guest.until(woke).await;
    assert!(left_in(&update["scene"], "black") > MINUTE / 2);
    assert_eq!(update["scene"]["stage"], "playing");
}

#[tokio::test]
async fn a_process_that_was_stopped_costs_nobody_the_game() {
    let skewed = Skewed::default();
    let hall = Hall::with(&skewed.config()).await;
    let terms = json!({"width": 5, "colors": "host_black", "clock": "1:00"});
    let (_, mut host, mut guest) = hall.two(terms).await;
    for (node, (player, at)) in [(&mut host, "C3"), (&mut guest, "B2")]
        .into_iter()
        .enumerate()
    {
        skewed.pass(2 * MINUTE);
        player.play(node as u64, at).await;
    }
    assert!(left(&mut guest, 1, "black").await > MINUTE / 2);
    assert!(left(&mut host, 2, "white").await > MINUTE / 2);
}

#[tokio::test]
async fn a_wall_clock_that_goes_back_stops_no_clock() {
    let skewed = Skewed::default();
    let hall = Hall::with(&skewed.config()).await;
    let terms = json!({"width": 5, "colors": "host_black", "clock": "0:04"});
    let (_, _host, mut guest) = hall.two(terms).await;
    skewed.set_back(HOUR);
    let scene = guest.scene(|scene| scene["stage"] == "over").await;
    assert_eq!(scene["outcome"]["text"], "W+T");
}

#[tokio::test]
async fn a_wall_clock_that_goes_back_while_the_server_is_down_stops_no_clock() {
    let (dir, skewed) = (Dir::new("back"), Skewed::default());
    let hall = dir.hall_with(&skewed.config()).await;
    let terms = json!({"width": 5, "colors": "host_black", "clock": "0:06"});
    let (room, token, opened) = hall.room(terms).await;
    hall.join(&opened, "Guest").await;
    hall.server.stop().await;
    skewed.set_back(HOUR);
    let hall = dir.hall_with(&skewed.config()).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    let scene = host.scene(|_| true).await;
    assert_eq!(scene["stage"], "playing");
    let scene = host.scene(|scene| scene["stage"] == "over").await;
    assert_eq!(scene["outcome"]["text"], "W+T");
}

#[tokio::test]
async fn pongs_that_are_held_back_buy_little_time() {
    let skewed = Skewed::default();
    let hall = Hall::with(&skewed.config()).await;
    let terms = json!({"width": 9, "colors": "host_black", "clock": "1:00"});
    let (_, mut host, mut guest) = hall.two(terms).await;
    // The ping that came with the connection is answered by the first who reads. How long it was
    // on its way is measured with the clock of the machine, which no test can set; the longer
    // this takes, the less it may buy.
    tokio::time::sleep(Duration::from_millis(1_950)).await;
    let thought = Duration::from_millis(950);
    const N_MOVES: u32 = 11;
    for n in 0..N_MOVES {
        let node = u64::from(n) * 2;
        skewed.pass(thought);
        let column = b"ABCDEFGHJ"[n as usize % 9] as char;
        let row = 1 + 2 * (n / 9);
        host.play(node, &format!("{column}{row}")).await;
        guest.play(node + 1, &format!("{column}{}", row + 1)).await;
    }
    let left = left(&mut guest, u64::from(N_MOVES) * 2 - 1, "black").await;
    let most = MINUTE - N_MOVES * thought + LAG_QUOTA + N_MOVES * LAG_REFILL;
    assert!(left <= most, "{left:?} are left, not {most:?}");
}
