//! A seat at a room, or a watcher's place: what is said there comes in, what a person asks for
//! goes out, over as many connections as it takes.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use hyper::Method;
use ponnuki_wire::{
    Ask, ByeCode, Join, NewRoom, OpenedRoom, TakeSeat, TakenSeat, ToClient, ToServer, from_json,
    to_json,
};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::link::{RoomKey, RoomLink, ServerAddress};
use crate::reach::{Socket, Unreached, ask, socket};

/// How often the server is asked whether it is there.
const PING_EVERY: Duration = Duration::from_secs(10);

/// A connection that says nothing for so long is taken for dead.
const SILENCE_MAX: Duration = Duration::from_secs(30);

/// The longest wait before a connection is tried again.
const DELAY_MAX: Duration = Duration::from_secs(10);

/// How long the last message may take.
const GOODBYE_MAX: Duration = Duration::from_secs(2);

/// What comes over a [`SeatConnection`].
#[derive(Clone, Debug)]
pub enum FromServer {
    /// The server says something. Updates follow each other without a gap; a `welcome` may
    /// come again, after each new connection.
    Said(Box<ToClient>),
    /// The connection is gone, and what was not answered was perhaps not done; it is tried
    /// again. Comes again for everything that is asked meanwhile.
    Lost,
    /// There is no use in trying again; nothing more comes.
    Gone(String),
}

/// Why there is no seat.
#[derive(Debug)]
pub enum SeatFault {
    /// The server could not be asked, or does not want to.
    Unreached {
        /// The server.
        server: ServerAddress,
        /// The reason.
        why: Unreached,
    },
    /// The server answers what it should not.
    BadAnswer(ServerAddress),
}

impl fmt::Display for SeatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatFault::Unreached {
                why: Unreached::Refused(why),
                ..
            } => f.write_str(why),
            SeatFault::Unreached {
                server,
                why: Unreached::Silent(why),
            } => write!(f, "{server} does not answer: {why}"),
            SeatFault::BadAnswer(server) => {
                write!(f, "{server} answers as no server of Ponnuki does")
            }
        }
    }
}

impl std::error::Error for SeatFault {}

/// A seat at a room: all that a connection needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatAddress {
    /// The server that has the room.
    pub server: ServerAddress,
    /// The room's id.
    pub room: String,
    /// The key to the seat; none for someone who watches.
    pub token: Option<String>,
}

impl SeatAddress {
    /// Opens a room and takes the host's seat. The link to send to the opponent comes with it, if
    /// one is to come.
    ///
    /// # Errors
    ///
    /// The server cannot be reached, or opens no such room.
    pub async fn open(
        server: &ServerAddress,
        wish: &NewRoom,
    ) -> Result<(SeatAddress, Option<String>), SeatFault> {
        let answer = post(server, "/api/rooms", to_json(wish)).await?;
        let opened: Result<OpenedRoom, _> = from_json(&answer);
        let opened = opened.map_err(|_| SeatFault::BadAnswer(server.clone()))?;
        let seat = SeatAddress {
            server: server.clone(),
            room: opened.room,
            token: Some(opened.token),
        };
        Ok((seat, opened.invite_url))
    }

    /// Takes the seat that `link` gives, as someone called `name`; a link without a key is to
    /// watch.
    ///
    /// # Errors
    ///
    /// The server cannot be reached, or gives no seat.
    pub async fn by_link(link: &RoomLink, name: Option<&str>) -> Result<SeatAddress, SeatFault> {
        let (path, body) = match &link.key {
            RoomKey::Watch => return Ok(SeatAddress::of(link, None)),
            RoomKey::Join(invite) => {
                let (invite, name) = (invite.clone(), name.map(str::to_owned));
                ("join", to_json(&Join { invite, name }))
            }
            RoomKey::Seat(token) => {
                let token = token.clone();
                ("seat", to_json(&TakeSeat { token }))
            }
        };
        let path = format!("/api/rooms/{}/{path}", link.room);
        let taken: Result<TakenSeat, _> = from_json(&post(&link.server, &path, body).await?);
        let taken = taken.map_err(|_| SeatFault::BadAnswer(link.server.clone()))?;
        Ok(SeatAddress::of(link, Some(taken.token)))
    }

    fn of(link: &RoomLink, token: Option<String>) -> SeatAddress {
        SeatAddress {
            server: link.server.clone(),
            room: link.room.clone(),
            token,
        }
    }

    /// A game of the room, as SGF.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub async fn record(&self, game_number: u32) -> Result<String, Unreached> {
        let SeatAddress {
            server,
            room,
            token,
        } = self;
        let path = format!("/api/rooms/{room}/games/{game_number}.sgf");
        ask(server, Method::GET, &path, token.as_deref(), None).await
    }

    /// Connects to the room, knowing everything up to the event `seq`.
    async fn connect(&self, seq: u64) -> Result<Socket, Unreached> {
        let SeatAddress {
            server,
            room,
            token,
        } = self;
        let path = format!("/api/rooms/{room}/socket?since={seq}");
        socket(server, &path, token.as_deref()).await
    }
}

async fn post(server: &ServerAddress, path: &str, body: String) -> Result<String, SeatFault> {
    let answer = ask(server, Method::POST, path, None, Some(body)).await;
    answer.map_err(|why| SeatFault::Unreached {
        server: server.clone(),
        why,
    })
}

/// A seat that is connected, and connected again whenever it is not, until its holder leaves.
#[derive(Debug)]
pub struct SeatConnection {
    asks: UnboundedSender<ToServer>,
    last_id: AtomicU64,
    staying: JoinHandle<()>,
}

impl SeatConnection {
    /// Connects to `seat` on the threads of `runtime`, and has `tell` called there with everything
    /// that comes.
    pub fn new(
        runtime: &Handle,
        seat: SeatAddress,
        tell: impl FnMut(FromServer) + Send + 'static,
    ) -> SeatConnection {
        let (asks, asked) = unbounded_channel();
        SeatConnection {
            asks,
            last_id: AtomicU64::new(0),
            staying: runtime.spawn(Staying::new(seat, asked, tell).stay()),
        }
    }

    /// Asks for something; the answer has the id that is given. Never waits.
    pub fn send(&self, message: ToServer) -> u64 {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        // Nobody takes it where the game is gone, which has been told.
        let _ = self.asks.send(ToServer { id, ..message });
        id
    }

    /// Closes the connection with a Close frame, if the server still reads.
    pub async fn leave(self) {
        drop(self.asks);
        // The task sends Close when the channel of requests is closed.
        drop(timeout(GOODBYE_MAX, self.staying).await);
    }
}

/// Someone who stays at a room, over as many connections as it takes.
struct Staying<T> {
    seat: SeatAddress,
    asked: UnboundedReceiver<ToServer>,
    tell: T,
    /// The last event that was told of.
    seq: u64,
    n_tries: u32,
}

/// Why a connection ended.
enum End {
    /// It broke, or something was missed.
    Lost,
    /// The person leaves.
    Left,
    /// The server does not want anybody any more.
    Gone(String),
}

impl<T: FnMut(FromServer) + Send> Staying<T> {
    fn new(seat: SeatAddress, asked: UnboundedReceiver<ToServer>, tell: T) -> Staying<T> {
        Staying {
            seat,
            asked,
            tell,
            seq: 0,
            n_tries: 0,
        }
    }

    /// Stays until the person leaves or the game is gone.
    async fn stay(mut self) {
        loop {
            let end = match self.seat.connect(self.seq).await {
                Ok(socket) => self.listen(socket).await,
                Err(Unreached::Refused(why)) => End::Gone(why),
                Err(Unreached::Silent(_)) => End::Lost,
            };
            match end {
                End::Left => return,
                End::Gone(why) => return (self.tell)(FromServer::Gone(why)),
                End::Lost => {}
            }
            if self.n_tries == 0 {
                (self.tell)(FromServer::Lost);
            }
            if !self.wait().await {
                return;
            }
        }
    }

    /// Waits before the next try: at first not at all, then longer and longer. Whoever asks
    /// meanwhile is told that nobody hears it; whether the person is still there.
    async fn wait(&mut self) -> bool {
        let delay = match self.n_tries {
            0 => Duration::ZERO,
            n => DELAY_MAX.min(Duration::from_millis(250) * 2u32.pow(n.min(6))),
        };
        self.n_tries += 1;
        let waited = sleep(delay);
        tokio::pin!(waited);
        loop {
            tokio::select! {
                () = &mut waited => return true,
                asked = self.asked.recv() => match asked {
                    Some(_) => (self.tell)(FromServer::Lost),
                    None => return false,
                }
            }
        }
    }

    /// Passes on what is said, both ways, until the connection ends.
    async fn listen(&mut self, mut socket: Socket) -> End {
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard_at = Instant::now();
        loop {
            let to_send = tokio::select! {
                message = socket.next() => {
                    heard_at = Instant::now();
                    match message {
                        Some(Ok(Message::Text(json))) => match self.hear(&json) {
                            Some(end) => return end,
                            None => continue,
                        },
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return End::Lost,
                        Some(Ok(_)) => continue,
                    }
                }
                asked = self.asked.recv() => match asked {
                    Some(message) => message,
                    None => {
                        // The connection ends whether the server has read our Close or not.
                        drop(timeout(GOODBYE_MAX, socket.close(None)).await);
                        return End::Left;
                    }
                },
                _ = pings.tick() => {
                    if heard_at.elapsed() > SILENCE_MAX {
                        return End::Lost;
                    }
                    ToServer { id: 0, seat: None, ask: Ask::Ping }
                }
            };
            let json = to_json(&to_send);
            if socket.send(Message::text(json)).await.is_err() {
                return End::Lost;
            }
        }
    }

    /// Passes on what the server says; why to hang up, if so.
    fn hear(&mut self, json: &str) -> Option<End> {
        // What cannot be read is from a newer server, and for newer clients.
        let said: ToClient = from_json(json).ok()?;
        match &said {
            ToClient::Update(update) if update.after > self.seq => return Some(End::Lost),
            ToClient::Update(update) => {
                self.seq = update.seq;
                self.n_tries = 0;
            }
            ToClient::Bye {
                code: ByeCode::Closed | ByeCode::SignedOut,
                text,
            } => return Some(End::Gone(text.clone())),
            _ => {}
        }
        (self.tell)(FromServer::Said(Box::new(said)));
        None
    }
}
