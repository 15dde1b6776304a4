//! A place at a room: what is said there comes in, what a person asks for goes out. The room
//! is another server's, or one inside this process; it is the same either way.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use hyper::Method;
use ponnuki_tui::Unkept;
use ponnuki_wire::{
    Ask, ByeCode, Join, NewRoom, OpenedRoom, TakeSeat, TakenSeat, ToClient, ToServer, from_json,
    to_json,
};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::kept::KeptSeat;
use super::local::{Home, Local, home};
use crate::Failure;
use crate::serve::{Engine, Place, ServeFault, StopSignal, make_private_dir};
use ponnuki_client::{RoomKey, RoomLink, ServerAddress};
use ponnuki_client::{Socket, Unreached};

/// How often the server is asked whether it is there.
const PING_EVERY: Duration = Duration::from_secs(10);

/// A connection that says nothing for so long is taken for dead.
const SILENCE_MAX: Duration = Duration::from_secs(30);

/// The longest wait before a connection is tried again.
const DELAY_MAX: Duration = Duration::from_secs(10);

/// How long the last message may take.
const GOODBYE_MAX: Duration = Duration::from_secs(2);

/// Which game to sit down at.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// A new one, on this server or inside this process.
    Open {
        /// What it is played with.
        terms: Box<NewRoom>,
        /// Where, if not here.
        server: Option<ServerAddress>,
    },
    /// The one that a link leads to.
    Link {
        /// The link.
        link: RoomLink,
        /// What to call whoever comes.
        name: Option<String>,
    },
    /// The last one.
    Continue,
}

/// What comes from a table.
#[derive(Clone, Debug)]
pub(crate) enum Heard {
    /// The server says something. Updates follow each other without a gap; a `welcome` may
    /// come again, after each new connection.
    Said(Box<ToClient>),
    /// The connection is gone, and what was not answered was perhaps not done; it is tried
    /// again. Comes again for everything that is asked meanwhile.
    Lost,
    /// There is no use in trying again; nothing more comes.
    Gone(String),
}

/// Why nobody can sit down.
#[derive(Debug)]
pub(crate) enum TableFault {
    /// The server could not be asked, or does not want to.
    Unreached {
        /// Which.
        base: ServerAddress,
        /// Why.
        why: Unreached,
    },
    /// The server answers what it should not.
    BadAnswer(ServerAddress),
    /// There is no game to go on with.
    NothingKept,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::Unreached {
                why: Unreached::Refused(why),
                ..
            } => f.write_str(why),
            TableFault::Unreached {
                base,
                why: Unreached::Silent(why),
            } => write!(f, "{base} does not answer: {why}"),
            TableFault::BadAnswer(base) => write!(f, "{base} answers as no server of Ponnuki does"),
            TableFault::NothingKept => write!(f, "there is no game to go on with"),
        }
    }
}

/// Where one sits: all that a connection needs.
#[derive(Clone, Debug)]
struct Chair {
    base: ServerAddress,
    room: String,
    token: Option<String>,
}

/// A place at a room, from sitting down to leaving.
#[derive(Debug)]
pub(crate) struct Table {
    runtime: Runtime,
    chair: Chair,
    asks: UnboundedSender<ToServer>,
    last_id: AtomicU64,
    staying: JoinHandle<()>,
    local: Option<Local>,
    invite: Option<String>,
    is_kept: bool,
    unkept: Option<Unkept>,
}

impl Table {
    /// Sits down, and has `tell` called with everything that comes, on a thread of the
    /// table's own. `place` is where games at this keyboard are kept, `engine` makes what
    /// plays in them.
    ///
    /// # Errors
    ///
    /// There is no such game, or it cannot be reached.
    pub(crate) fn sit(
        wish: &Wish,
        place: &Place,
        engine: impl FnOnce() -> Result<Engine, Failure>,
        tell: impl FnMut(Heard) + Send + 'static,
    ) -> Result<Table, Failure> {
        let runtime = Runtime::new().map_err(ServeFault::Runtime)?;
        let sat = runtime.block_on(sit(wish, place, engine))?;
        let (asks, asked) = unbounded_channel();
        let chair = sat.chair.clone();
        let staying = runtime.spawn(Staying::new(chair.clone(), asked, tell).stay());
        Ok(Table {
            runtime,
            chair,
            asks,
            last_id: AtomicU64::new(0),
            staying,
            local: sat.local,
            invite: sat.invite,
            is_kept: sat.is_kept,
            unkept: sat.unkept,
        })
    }

    /// Asks for something; the answer has the id that is given. Never waits.
    pub(crate) fn send(&self, message: ToServer) -> u64 {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        // Nobody takes it where the game is gone, which has been told.
        let _ = self.asks.send(ToServer { id, ..message });
        id
    }

    /// What to send to the opponent, if one is to come.
    pub(crate) fn invite(&self) -> Option<&str> {
        self.invite.as_deref()
    }

    /// Whether [`Wish::Continue`] comes back here.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Why this game is not kept, if it might have been.
    pub(crate) fn unkept(&self) -> Option<&Unkept> {
        self.unkept.as_ref()
    }

    /// A game of the room, as SGF.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub(crate) fn record(&self, game_number: u32) -> Result<String, Unreached> {
        let Chair { base, room, token } = &self.chair;
        let path = format!("/api/rooms/{room}/games/{game_number}.sgf");
        let asked = ponnuki_client::ask(base, Method::GET, &path, token.as_deref(), None);
        self.runtime.block_on(asked)
    }

    /// Has `tell` called when the program is told to stop: Ctrl-C, or the system.
    ///
    /// # Errors
    ///
    /// The system does not let us listen.
    pub(crate) fn on_stop(&self, tell: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let _inside = self.runtime.enter();
        let stop = StopSignal::listen()?;
        self.runtime.spawn(async {
            stop.told().await;
            tell();
        });
        Ok(())
    }

    /// Leaves. A server inside this process ends; what was announced is stored.
    pub(crate) fn leave(self) {
        self.runtime.block_on(async {
            drop(self.asks);
            // It says goodbye when nobody can ask any more.
            drop(timeout(GOODBYE_MAX, self.staying).await);
            if let Some(local) = self.local {
                local.stop().await;
            }
        });
    }
}

/// Someone who has sat down.
#[derive(Debug)]
struct Sat {
    chair: Chair,
    local: Option<Local>,
    invite: Option<String>,
    is_kept: bool,
    unkept: Option<Unkept>,
}

async fn sit(
    wish: &Wish,
    place: &Place,
    engine: impl FnOnce() -> Result<Engine, Failure>,
) -> Result<Sat, Failure> {
    match wish {
        Wish::Open {
            terms,
            server: Some(base),
        } => {
            let opened = open(base, terms).await?;
            let seat = KeptSeat {
                base: Some(base.clone()),
                room: opened.room.clone(),
                token: Some(opened.token.clone()),
            };
            let is_kept = keep(place, &seat);
            Ok(Sat {
                chair: chair(base, opened.room, Some(opened.token)),
                local: None,
                invite: opened.invite_url,
                is_kept,
                unkept: None,
            })
        }
        Wish::Open {
            terms,
            server: None,
        } => open_here(terms, place, engine).await,
        Wish::Link { link, name } => {
            let token = take_seat(link, name.as_ref()).await?;
            let is_kept = keep(place, &KeptSeat::at(link, token.clone()));
            Ok(Sat {
                chair: chair(&link.server, link.room.clone(), token),
                local: None,
                invite: None,
                is_kept,
                unkept: None,
            })
        }
        Wish::Continue => go_on(place, engine).await,
    }
}

/// Opens a room on a server inside this process.
async fn open_here(
    terms: &NewRoom,
    place: &Place,
    engine: impl FnOnce() -> Result<Engine, Failure>,
) -> Result<Sat, Failure> {
    let (instance, unkept) = match home(place)? {
        Home::Ours(instance) => (Some(instance), None),
        Home::Other(url) => (None, Some(Unkept::Other(url.trim().to_owned()))),
        Home::Nowhere(dir) => (None, Some(Unkept::NoPlace(dir))),
    };
    let local = Local::start(place, instance, engine()?).await?;
    let opened = open(&local.base, terms).await?;
    let seat = KeptSeat {
        base: None,
        room: opened.room.clone(),
        token: Some(opened.token.clone()),
    };
    let chair = chair(&local.base, opened.room, Some(opened.token));
    let is_kept = local.is_kept() && keep(place, &seat);
    Ok(Sat {
        chair,
        local: Some(local),
        invite: opened.invite_url,
        is_kept,
        unkept,
    })
}

/// Goes on with the seat that is kept: in this process, or with the server that has its game.
async fn go_on(
    place: &Place,
    engine: impl FnOnce() -> Result<Engine, Failure>,
) -> Result<Sat, Failure> {
    let dir = place.dir()?;
    let seat = KeptSeat::read(&dir).ok_or(TableFault::NothingKept)?;
    let (base, local) = match seat.base {
        Some(base) => (base, None),
        None => match home(place)? {
            Home::Ours(instance) => {
                let local = Local::start(place, Some(instance), engine()?).await?;
                (local.base.clone(), Some(local))
            }
            Home::Other(url) => {
                let base = ServerAddress::parse(url.trim());
                (base.map_err(|_| TableFault::NothingKept)?, None)
            }
            Home::Nowhere(_) => return Err(TableFault::NothingKept.into()),
        },
    };
    Ok(Sat {
        chair: chair(&base, seat.room, seat.token),
        local,
        invite: None,
        is_kept: true,
        unkept: None,
    })
}

fn chair(base: &ServerAddress, room: String, token: Option<String>) -> Chair {
    Chair {
        base: base.clone(),
        room,
        token,
    }
}

/// Keeps the seat, and says whether that was possible.
fn keep(place: &Place, seat: &KeptSeat) -> bool {
    let dir = place.dir();
    dir.is_ok_and(|dir| {
        let made = make_private_dir(&dir);
        made.and_then(|()| seat.write(&dir)).is_ok()
    })
}

async fn open(base: &ServerAddress, terms: &NewRoom) -> Result<OpenedRoom, TableFault> {
    let answer = post(base, "/api/rooms", to_json(terms)).await?;
    from_json(&answer).map_err(|_| TableFault::BadAnswer(base.clone()))
}

/// The key to the seat that `link` gives; none for someone who watches.
async fn take_seat(link: &RoomLink, name: Option<&String>) -> Result<Option<String>, TableFault> {
    let path = |what: &str| format!("/api/rooms/{}/{what}", link.room);
    let answer = match &link.key {
        RoomKey::Watch => return Ok(None),
        RoomKey::Join(invite) => {
            let join = Join {
                invite: invite.clone(),
                name: name.cloned(),
            };
            post(&link.server, &path("join"), to_json(&join)).await?
        }
        RoomKey::Seat(token) => {
            let wish = TakeSeat {
                token: token.clone(),
            };
            post(&link.server, &path("seat"), to_json(&wish)).await?
        }
    };
    let taken: Result<TakenSeat, _> = from_json(&answer);
    let taken = taken.map_err(|_| TableFault::BadAnswer(link.server.clone()))?;
    Ok(Some(taken.token))
}

async fn post(base: &ServerAddress, path: &str, body: String) -> Result<String, TableFault> {
    let answer = ponnuki_client::ask(base, Method::POST, path, None, Some(body)).await;
    answer.map_err(|why| TableFault::Unreached {
        base: base.clone(),
        why,
    })
}

/// Connects to the room, knowing everything up to the event `seq`.
async fn connect(chair: &Chair, seq: u64) -> Result<Socket, Unreached> {
    let Chair { base, room, token } = chair;
    let path = format!("/api/rooms/{room}/socket?since={seq}");
    ponnuki_client::socket(base, &path, token.as_deref()).await
}

/// Someone who stays at a room, over as many connections as it takes.
struct Staying<T> {
    chair: Chair,
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

impl<T: FnMut(Heard) + Send> Staying<T> {
    fn new(chair: Chair, asked: UnboundedReceiver<ToServer>, tell: T) -> Staying<T> {
        Staying {
            chair,
            asked,
            tell,
            seq: 0,
            n_tries: 0,
        }
    }

    /// Stays until the person leaves or the game is gone.
    async fn stay(mut self) {
        loop {
            let end = match connect(&self.chair, self.seq).await {
                Ok(socket) => self.listen(socket).await,
                Err(Unreached::Refused(why)) => End::Gone(why),
                Err(Unreached::Silent(_)) => End::Lost,
            };
            match end {
                End::Left => return,
                End::Gone(why) => return (self.tell)(Heard::Gone(why)),
                End::Lost => {}
            }
            if self.n_tries == 0 {
                (self.tell)(Heard::Lost);
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
                    Some(_) => (self.tell)(Heard::Lost),
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
                        // Whether it hears our goodbye or not, we leave.
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
        (self.tell)(Heard::Said(Box::new(said)));
        None
    }
}
