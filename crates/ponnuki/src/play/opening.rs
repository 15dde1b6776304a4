//! A game that goes on where a record stops: its moves are made again, each by whoever has to
//! make it, and then the person sits down.

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use ponnuki_game::{Game, Move};
use ponnuki_record::Records;
use ponnuki_tui::SoFar;
use ponnuki_wire::{Scene, Seat, ToClient, ToServer, from_json, to_json};
use ponnuki_words::{Answer, Command, Language, Listener, Past, Words};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::Failure;
use crate::files::{self, FileFault};
use crate::render::replay_to;
use ponnuki_client::{Socket, Unreached, silent};

/// The moves of the longest game are made in a second or two on a slow disk.
const TIME_MAX: Duration = Duration::from_secs(60);

/// Where to go on.
#[derive(Debug, clap::Args)]
pub(crate) struct ResumeArgs {
    /// Go on with the game in this file, from the end of its main line
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["link", "last", "server", "size", "rules", "komi", "handicap", "clock"])]
    resume: Option<PathBuf>,
    /// Go on after this move of the file
    #[arg(long = "move", value_name = "N", requires = "resume")]
    number: Option<usize>,
}

impl ResumeArgs {
    /// The game to go on with, if there is one.
    ///
    /// # Errors
    ///
    /// The file has no such game, or no room can go on with it.
    pub(super) fn so_far(&self) -> Result<Option<SoFar>, Failure> {
        let Some(path) = &self.resume else {
            return Ok(None);
        };
        let game = read(path, self.number).map_err(|fault| fault.of(path))?;
        let so_far = SoFar::of(&game).map_err(|why| FileFault::NoWayOn(why).of(path))?;
        Ok(Some(so_far))
    }

    /// Whether there is a game to go on with.
    pub(super) fn is_meant(&self) -> bool {
        self.resume.is_some()
    }
}

/// The first game of the file at `path`, after so many moves or at its end.
fn read(path: &Path, number: Option<usize>) -> Result<Game, FileFault> {
    let bytes = files::read(path)?;
    let records = Records::from_bytes(&bytes)?;
    let none = FileFault::NoSuchGame {
        number: 1,
        n_games: 0,
    };
    let record = records.iter().next().ok_or(none)??;
    Ok(replay_to(record, number)?.into_game())
}

/// Makes `moves` at the room behind `socket` until all are made: those of the seats that the
/// socket speaks for. The others are made by whoever sits there.
///
/// # Errors
///
/// The server does not answer, or refuses one.
pub(super) async fn make(socket: Socket, moves: &[Move]) -> Result<(), Unreached> {
    let made = timeout(TIME_MAX, make_all(socket, moves)).await;
    made.unwrap_or_else(|_| Err(silent("the moves are not made in time")))
}

async fn make_all(mut socket: Socket, moves: &[Move]) -> Result<(), Unreached> {
    let mut seats: Vec<Seat> = Vec::new();
    while let Some(message) = socket.next().await {
        let Message::Text(json) = message.map_err(silent)? else {
            continue;
        };
        match from_json(&json).map_err(silent)? {
            ToClient::Welcome(welcome) => seats = welcome.seats,
            ToClient::Refused(refused) => return Err(Unreached::Refused(refused.text)),
            ToClient::Update(update) => {
                let Some(&mv) = moves.get(update.scene.n_moves as usize) else {
                    // Whether it hears our goodbye or not, all is done.
                    drop(socket.close(None).await);
                    return Ok(());
                };
                if let Some(message) = next(&update.scene, &seats, mv) {
                    let sent = socket.send(Message::text(to_json(&message))).await;
                    sent.map_err(silent)?;
                }
            }
            _ => {}
        }
    }
    Err(silent("the connection ended"))
}

/// What to ask for so that `mv` is made, if it is for one of `seats` to make it.
fn next(scene: &Scene, seats: &[Seat], mv: Move) -> Option<ToServer> {
    let listener = Listener {
        words: Words::of(Language::English),
        scene,
        past: &Past::default(),
        seats,
        now_ms: 0,
    };
    let command = match mv {
        Move::Play(point) => Command::Play(point),
        Move::Pass => Command::Pass,
    };
    match listener.answer(&command) {
        Answer::Ask(ask) | Answer::Sure { ask, .. } if listener.is_own_turn() => Some(ask),
        _ => None,
    }
}
