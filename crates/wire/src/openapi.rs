//! The shapes as OpenAPI describes them.

use utoipa::OpenApi;
use utoipa::openapi::Components;

/// Every shape that comes or goes, and through them all that these are made of.
#[derive(OpenApi)]
#[openapi(components(schemas(
    crate::Course,
    crate::FromStudy,
    crate::Join,
    crate::Link,
    crate::NewRoom,
    crate::OpenRecord,
    crate::OpenedRoom,
    crate::Position,
    crate::PositionFace,
    crate::Problem,
    crate::ProblemBook,
    crate::ProblemIndex,
    crate::RecordTree,
    crate::RoomList,
    crate::RoomPage,
    crate::ServerFacts,
    crate::SignOut,
    crate::TakeSeat,
    crate::TakenSeat,
    crate::ToClient,
    crate::ToServer,
    crate::ToStudy,
    crate::worker::FromWorker,
    crate::worker::ToWorker,
)))]
struct Shapes;

/// The schemas of every shape that a client can send or get.
pub fn openapi_schemas() -> Components {
    Shapes::openapi().components.unwrap_or_default()
}
