//! A seat that is held from this keyboard: at a room of another server, or of one inside this
//! process; it is the same either way.

use std::fmt;
use std::io;
use std::sync::Arc;

use ponnuki_client::{
    FromServer as SeatHeard, KeptSeat, RoomLink, SeatAddress, SeatConnection, SeatFault,
    ServerAddress, Unreached,
};
use ponnuki_server::{
    DataPlace, GamesHome, HostingFault, LocalServer, StopSignal, ThinkingService, games_home,
    make_private_dir,
};
use ponnuki_wire::{NewRoom, ToServer};
use tokio::runtime::Runtime;

use crate::event::{FromRoom, Unkept, Wish};
use crate::room_thread::{Host, RoomConnection, Sink};

/// Which game to sit down at.
#[derive(Clone, Debug)]
pub enum SeatWish {
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

/// Why nobody can sit down.
#[derive(Debug)]
pub enum KeyboardFault {
    /// No server inside this process can have the game.
    Hosting(HostingFault),
    /// The server of the game gives no seat.
    Seat(SeatFault),
    /// There is no game to go on with.
    NothingKept,
    /// There is no directory in which a game could be kept.
    NoDataDir,
}

impl fmt::Display for KeyboardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyboardFault::Hosting(fault) => fault.fmt(f),
            KeyboardFault::Seat(fault) => fault.fmt(f),
            KeyboardFault::NothingKept => f.write_str("there is no game to go on with"),
            KeyboardFault::NoDataDir => f.write_str("there is no data directory here"),
        }
    }
}

impl std::error::Error for KeyboardFault {}

impl From<HostingFault> for KeyboardFault {
    fn from(fault: HostingFault) -> KeyboardFault {
        KeyboardFault::Hosting(fault)
    }
}

impl From<SeatFault> for KeyboardFault {
    fn from(fault: SeatFault) -> KeyboardFault {
        KeyboardFault::Seat(fault)
    }
}

/// Where games at this keyboard are kept, and who plays in them.
#[derive(Debug)]
pub struct KeyboardGames<M> {
    /// Where they are kept.
    pub place: DataPlace,
    /// Makes what plays for the computer, if a server inside this process needs it.
    pub thinking: M,
    /// Hears what went wrong that a game can do without.
    pub note: fn(&str),
}

/// A seat from sitting down to leaving.
#[derive(Debug)]
pub struct KeyboardSeat {
    runtime: Runtime,
    connection: SeatConnection,
    taken: TakenPlace,
}

/// A seat before it is connected.
#[derive(Debug)]
struct TakenPlace {
    seat: SeatAddress,
    local: Option<LocalServer>,
    invite: Option<String>,
    is_kept: bool,
    unkept: Option<Unkept>,
}

impl KeyboardSeat {
    /// Sits down, and has `tell` called with everything that comes, on a thread of the
    /// connection's own.
    ///
    /// # Errors
    ///
    /// There is no such game, or it cannot be reached; or what plays for the computer cannot be
    /// made.
    pub fn sit<E: From<KeyboardFault>>(
        wish: &SeatWish,
        games: KeyboardGames<impl FnOnce() -> Result<Arc<dyn ThinkingService>, E>>,
        tell: impl FnMut(SeatHeard) + Send + 'static,
    ) -> Result<KeyboardSeat, E> {
        let runtime = Runtime::new().map_err(HostingFault::Runtime);
        let runtime = runtime.map_err(KeyboardFault::from)?;
        let taken = runtime.block_on(take(wish, games))?;
        let connection = SeatConnection::new(runtime.handle(), taken.seat.clone(), tell);
        Ok(KeyboardSeat {
            runtime,
            connection,
            taken,
        })
    }

    /// Asks for something; see [`SeatConnection::send`].
    pub fn send(&self, message: ToServer) -> u64 {
        self.connection.send(message)
    }

    /// What to send to the opponent, if one is to come.
    pub fn invite(&self) -> Option<&str> {
        self.taken.invite.as_deref()
    }

    /// Whether [`SeatWish::Continue`] comes back here.
    pub fn is_kept(&self) -> bool {
        self.taken.is_kept
    }

    /// Why this game is not kept, if it might have been.
    pub fn unkept(&self) -> Option<&Unkept> {
        self.taken.unkept.as_ref()
    }

    /// A game of the room, as SGF.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn record(&self, game_number: u32) -> Result<String, Unreached> {
        self.runtime.block_on(self.taken.seat.record(game_number))
    }

    /// Has `tell` called when the program is told to stop: Ctrl-C, or the system.
    ///
    /// # Errors
    ///
    /// The system does not let us listen.
    pub fn on_stop(&self, tell: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let _inside = self.runtime.enter();
        let stop = StopSignal::listen()?;
        self.runtime.spawn(async {
            stop.told().await;
            tell();
        });
        Ok(())
    }

    /// Leaves. A server inside this process ends; what was announced is stored.
    pub fn leave(self) {
        self.runtime.block_on(async {
            self.connection.leave().await;
            if let Some(local) = self.taken.local {
                local.stop().await;
            }
        });
    }
}

async fn take<E: From<KeyboardFault>>(
    wish: &SeatWish,
    games: KeyboardGames<impl FnOnce() -> Result<Arc<dyn ThinkingService>, E>>,
) -> Result<TakenPlace, E> {
    let taken = match wish {
        SeatWish::Open {
            terms,
            server: Some(server),
        } => SeatAddress::open(server, terms).await,
        SeatWish::Open {
            terms,
            server: None,
        } => return open_here(terms, games).await,
        SeatWish::Link { link, name } => {
            let seat = SeatAddress::by_link(link, name.as_deref()).await;
            seat.map(|seat| (seat, None))
        }
        SeatWish::Continue => return go_on(games).await,
    };
    let (seat, invite) = taken.map_err(KeyboardFault::from)?;
    Ok(TakenPlace {
        is_kept: keep(&games.place, &KeptSeat::elsewhere(&seat)),
        seat,
        local: None,
        invite,
        unkept: None,
    })
}

/// Opens a room on a server inside this process.
async fn open_here<E: From<KeyboardFault>>(
    terms: &NewRoom,
    games: KeyboardGames<impl FnOnce() -> Result<Arc<dyn ThinkingService>, E>>,
) -> Result<TakenPlace, E> {
    let KeyboardGames {
        place,
        thinking,
        note,
    } = games;
    let (right, unkept) = match games_home(&place).map_err(KeyboardFault::from)? {
        GamesHome::Ours(right) => (Some(right), None),
        GamesHome::Other(url) => (None, Some(Unkept::Other(url.trim().to_owned()))),
        GamesHome::Nowhere(dir) => (None, Some(Unkept::NoPlace(dir))),
    };
    let local = LocalServer::start(right, thinking()?, note).await;
    let local = local.map_err(KeyboardFault::from)?;
    let opened = SeatAddress::open(&address_of(&local), terms).await;
    let (seat, invite) = opened.map_err(KeyboardFault::from)?;
    Ok(TakenPlace {
        is_kept: local.is_kept() && keep(&place, &KeptSeat::here(&seat)),
        seat,
        local: Some(local),
        invite,
        unkept,
    })
}

/// Goes on with the seat that is kept: in this process, or with the server that has its game.
async fn go_on<E: From<KeyboardFault>>(
    games: KeyboardGames<impl FnOnce() -> Result<Arc<dyn ThinkingService>, E>>,
) -> Result<TakenPlace, E> {
    let dir = games.place.dir.as_ref().ok_or(KeyboardFault::NoDataDir)?;
    let kept = KeptSeat::read(dir).ok_or(KeyboardFault::NothingKept)?;
    let (server, local) = match kept.server {
        Some(server) => (server, None),
        None => match games_home(&games.place).map_err(KeyboardFault::from)? {
            GamesHome::Ours(right) => {
                let thinking = (games.thinking)()?;
                let local = LocalServer::start(Some(right), thinking, games.note).await;
                let local = local.map_err(KeyboardFault::from)?;
                (address_of(&local), Some(local))
            }
            GamesHome::Other(url) => {
                let server = ServerAddress::parse(url.trim());
                (server.map_err(|_| KeyboardFault::NothingKept)?, None)
            }
            GamesHome::Nowhere(_) => return Err(KeyboardFault::NothingKept.into()),
        },
    };
    let seat = SeatAddress {
        server,
        room: kept.room,
        token: kept.token,
    };
    Ok(TakenPlace {
        seat,
        local,
        invite: None,
        is_kept: true,
        unkept: None,
    })
}

/// Where a server inside this process is found.
fn address_of(local: &LocalServer) -> ServerAddress {
    let address = local.address();
    ServerAddress {
        is_secure: false,
        host: address.ip().to_string(),
        port: address.port(),
    }
}

/// Keeps the seat, and says whether that was possible.
fn keep(place: &DataPlace, seat: &KeptSeat) -> bool {
    place.dir.as_ref().is_some_and(|dir| {
        let made = make_private_dir(dir);
        made.and_then(|()| seat.write(dir)).is_ok()
    })
}

/// Sits down as is wished, or says why not.
pub type SitDown = Box<
    dyn FnMut(&SeatWish, Box<dyn FnMut(SeatHeard) + Send>) -> Result<KeyboardSeat, String> + Send,
>;

/// Opens tables for whoever sits at this keyboard.
pub struct KeyboardHost {
    /// Sits down.
    pub sit: SitDown,
    /// The game that the program was started for.
    pub given: Option<SeatWish>,
    /// What to call whoever follows a link.
    pub name: Option<String>,
}

impl fmt::Debug for KeyboardHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyboardHost")
            .field("given", &self.given)
            .finish_non_exhaustive()
    }
}

impl Host for KeyboardHost {
    fn open(&mut self, wish: &Wish, heard: Sink) -> Result<Box<dyn RoomConnection>, String> {
        let wish = match wish {
            Wish::Given => self.given.clone().unwrap_or(SeatWish::Continue),
            Wish::New { room } => SeatWish::Open {
                terms: room.clone(),
                server: None,
            },
            Wish::Link(link) => SeatWish::Link {
                link: RoomLink::parse(link).map_err(|error| error.to_string())?,
                name: self.name.clone(),
            },
            Wish::Last => SeatWish::Continue,
        };
        let mut heard = heard;
        let tell = move |said| {
            heard(match said {
                SeatHeard::Said(said) => FromRoom::Said(said),
                SeatHeard::Lost => FromRoom::Lost,
                SeatHeard::Gone(why) => FromRoom::Failed(why),
            });
        };
        let seat = (self.sit)(&wish, Box::new(tell))?;
        Ok(Box::new(KeyboardTable { held: Some(seat) }))
    }
}

/// A seat at a table, left when it goes away.
struct KeyboardTable {
    held: Option<KeyboardSeat>,
}

impl RoomConnection for KeyboardTable {
    fn say(&mut self, message: ToServer) {
        if let Some(held) = &self.held {
            held.send(message);
        }
    }

    fn unkept(&self) -> Option<Unkept> {
        self.held.as_ref().and_then(KeyboardSeat::unkept).cloned()
    }
}

impl Drop for KeyboardTable {
    fn drop(&mut self) {
        if let Some(held) = self.held.take() {
            held.leave();
        }
    }
}
