//! A seat that is held from this keyboard: at a room of another server, or of one inside this
//! process; it is the same either way.

use std::io;

use ponnuki_client::{Heard, RoomLink, SeatAddress, SeatConnection, ServerAddress, Unreached};
use ponnuki_tui::Unkept;
use ponnuki_wire::{NewRoom, ToServer};
use tokio::runtime::Runtime;

use super::kept::KeptSeat;
use super::local::{Home, Local, home};
use crate::Failure;
use crate::serve::{Engine, Place, ServeFault, StopSignal, make_private_dir};

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

/// A seat from sitting down to leaving.
#[derive(Debug)]
pub(crate) struct KeyboardSeat {
    runtime: Runtime,
    connection: SeatConnection,
    taken: TakenPlace,
}

/// A seat before it is connected.
#[derive(Debug)]
struct TakenPlace {
    seat: SeatAddress,
    local: Option<Local>,
    invite: Option<String>,
    is_kept: bool,
    unkept: Option<Unkept>,
}

impl KeyboardSeat {
    /// Sits down, and has `tell` called with everything that comes, on a thread of the
    /// connection's own. `place` is where games at this keyboard are kept, `engine` makes what
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
    ) -> Result<KeyboardSeat, Failure> {
        let runtime = Runtime::new().map_err(ServeFault::Runtime)?;
        let taken = runtime.block_on(take(wish, place, engine))?;
        let connection = SeatConnection::new(runtime.handle(), taken.seat.clone(), tell);
        Ok(KeyboardSeat {
            runtime,
            connection,
            taken,
        })
    }

    /// Asks for something; see [`SeatConnection::send`].
    pub(crate) fn send(&self, message: ToServer) -> u64 {
        self.connection.send(message)
    }

    /// What to send to the opponent, if one is to come.
    pub(crate) fn invite(&self) -> Option<&str> {
        self.taken.invite.as_deref()
    }

    /// Whether [`Wish::Continue`] comes back here.
    pub(crate) fn is_kept(&self) -> bool {
        self.taken.is_kept
    }

    /// Why this game is not kept, if it might have been.
    pub(crate) fn unkept(&self) -> Option<&Unkept> {
        self.taken.unkept.as_ref()
    }

    /// A game of the room, as SGF.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub(crate) fn record(&self, game_number: u32) -> Result<String, Unreached> {
        self.runtime.block_on(self.taken.seat.record(game_number))
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
            self.connection.leave().await;
            if let Some(local) = self.taken.local {
                local.stop().await;
            }
        });
    }
}

async fn take(
    wish: &Wish,
    place: &Place,
    engine: impl FnOnce() -> Result<Engine, Failure>,
) -> Result<TakenPlace, Failure> {
    let (seat, invite) = match wish {
        Wish::Open {
            terms,
            server: Some(server),
        } => SeatAddress::open(server, terms).await?,
        Wish::Open {
            terms,
            server: None,
        } => return open_here(terms, place, engine).await,
        Wish::Link { link, name } => (SeatAddress::by_link(link, name.as_deref()).await?, None),
        Wish::Continue => return go_on(place, engine).await,
    };
    Ok(TakenPlace {
        is_kept: keep(place, &KeptSeat::elsewhere(&seat)),
        seat,
        local: None,
        invite,
        unkept: None,
    })
}

/// Opens a room on a server inside this process.
async fn open_here(
    terms: &NewRoom,
    place: &Place,
    engine: impl FnOnce() -> Result<Engine, Failure>,
) -> Result<TakenPlace, Failure> {
    let (instance, unkept) = match home(place)? {
        Home::Ours(instance) => (Some(instance), None),
        Home::Other(url) => (None, Some(Unkept::Other(url.trim().to_owned()))),
        Home::Nowhere(dir) => (None, Some(Unkept::NoPlace(dir))),
    };
    let local = Local::start(place, instance, engine()?).await?;
    let (seat, invite) = SeatAddress::open(&local.address, terms).await?;
    Ok(TakenPlace {
        is_kept: local.is_kept() && keep(place, &KeptSeat::here(&seat)),
        seat,
        local: Some(local),
        invite,
        unkept,
    })
}

/// Goes on with the seat that is kept: in this process, or with the server that has its game.
async fn go_on(
    place: &Place,
    engine: impl FnOnce() -> Result<Engine, Failure>,
) -> Result<TakenPlace, Failure> {
    let dir = place.dir()?;
    let kept = KeptSeat::read(&dir).ok_or(Failure::NothingKept)?;
    let (server, local) = match kept.server {
        Some(server) => (server, None),
        None => match home(place)? {
            Home::Ours(instance) => {
                let local = Local::start(place, Some(instance), engine()?).await?;
                (local.address.clone(), Some(local))
            }
            Home::Other(url) => {
                let server = ServerAddress::parse(url.trim());
                (server.map_err(|_| Failure::NothingKept)?, None)
            }
            Home::Nowhere(_) => return Err(Failure::NothingKept),
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

/// Keeps the seat, and says whether that was possible.
fn keep(place: &Place, seat: &KeptSeat) -> bool {
    let dir = place.dir();
    dir.is_ok_and(|dir| {
        let made = make_private_dir(&dir);
        made.and_then(|()| seat.write(&dir)).is_ok()
    })
}
