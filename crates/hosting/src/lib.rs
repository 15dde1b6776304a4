//! The engine at work for others: where `server`, which knows no engine, and `engine`, which knows
//! no socket, come together.
//!
//! An [`EngineService`] plays, judges and reviews for the rooms and studies of the server.
//! [`run_worker`] thinks for a server elsewhere that has given it a key.
//! [`serve_analysis`] answers KataGo's analysis protocol over WebSocket, to whoever has the
//! [`AnalysisToken`]; [`model_of`] tells its clients of a network.

mod analysis_socket;
mod engine_service;
mod model;
mod worker;

pub use analysis_socket::{AnalysisToken, ParseAnalysisTokenError, analysis_url, serve_analysis};
pub use engine_service::EngineService;
pub use model::model_of;
pub use worker::{WorkerEnd, WorkerNews, WorkerProgram, run_worker};
