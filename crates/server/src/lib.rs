//! The game on the network: pages, sockets, timers, limits and metrics. Glue only:
//! what a room does is `room`'s, what is kept is `store`'s, what leaves the process is
//! `wire`'s, and what the engine thinks is asked of a [`ThinkingService`] that is handed in.
//!
//! [`Server::start`] begins, [`Server::stop`] ends: what was announced is stored
//! either way.
//!
//! The modules, in the order in which one may read them: `app` (which request goes
//! where), `rooms`, `seats`, `talk`, `pictures` and `api` (what it does there), `house` (which rooms are live),
//! `room_task` (one of them), `socket` (one connection), `seat_player` and `thinking`
//! (the engine's part), `workers` (those who think elsewhere), `nodes` and `bus` (other servers of the database); `local` (a server inside another program) and `instance` (the data
//! directory that one server has); then `token`, `cookie`, `doorplate` and `limits`, which say who
//! may do what; and the rest, which are small.

mod address;
mod api;
mod api_page;
mod app;
mod book;
mod browser;
mod bus;
mod chance;
mod config;
mod cookie;
mod course;
mod crowd;
mod door;
mod doorplate;
mod export;
mod gallery;
mod house;
mod instance;
mod limits;
mod listen;
mod local;
mod machine;
mod metrics;
mod nodes;
mod now;
mod outages;
mod outbox;
mod pages;
mod patient;
mod pictures;
mod pinged;
mod problem;
mod proxies;
mod qr;
mod request;
mod room_id;
mod room_task;
mod rooms;
mod seat_player;
mod seats;
mod server;
mod socket;
mod stop_signal;
mod study;
mod sweep;
mod talk;
mod thinking;
mod token;
mod visitors;
mod workers;

pub use address::{
    ListenAt, PORT, from_here, in_network, lan_address, listen_address, metrics_address,
};
pub use api::openapi_json;
pub use browser::{has_screen, open_browser};
pub use bus::{BusUrl, ParseBusUrlError, bus_version};
pub use chance::NoChance;
pub use config::Config;
pub use door::FindAddress;
pub use doorplate::{ParseUrlError, PublicUrl, may_speak};
pub use export::{ExportFault, Exported, export};
pub use instance::{
    DataDirState, DataPlace, NoServingRight, ServingRight, games_file, listening_at, look_into,
    make_private_dir, served_at,
};
pub use limits::{
    BODY_BYTES_MAX, IDS_MAX, LARGE_RECORD_BYTES_MAX, MESSAGE_BYTES_MAX, Rate, ServerLimits,
};
pub use listen::{bind, serve_for_ever};
pub use local::{GamesHome, HostingFault, LocalServer, games_home};
pub use machine::{n_thinkers, raise_open_files};
pub use nodes::{NodeConfig, NodeUrl, ParseNodeUrlError};
pub use now::TimeSource;
pub use pinged::{Gone, Pinged};
pub use proxies::{NoProxies, Proxies};
pub use qr::half_blocks;
pub use room_id::{ROOM_ID_LENGTH, RoomId};
pub use server::{Server, StartError};
pub use stop_signal::StopSignal;
pub use study::{
    BadPosition, BadRecord, LARGE_RECORD, RECORD_LISTED_MAX, RecordLimits, SMALL_RECORD,
    STUDY_MOVES_MAX, game_at, look_at, open_record, position_setup,
};
pub use thinking::{Estimate, LevelDescription, PositionJudge, SeatClock, ThinkingService};
pub use workers::{do_task, new_worker_key, worker_key_hash};
