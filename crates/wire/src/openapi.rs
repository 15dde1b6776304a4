//! The shapes as OpenAPI describes them.

use utoipa::OpenApi;
use utoipa::openapi::Components;

/// Every shape that comes or goes, and through them all that these are made of.
#[derive(OpenApi)]
#[openapi(components(schemas(
    crate::Join,
    crate::Link,
    crate::NewRoom,
    crate::OpenedRoom,
    crate::Problem,
    crate::RoomList,
    crate::RoomPage,
    crate::ServerFacts,
    crate::TakeSeat,
    crate::TakenSeat,
    crate::ToClient,
    crate::ToServer,
)))]
struct Shapes;

/// The schemas of every shape that a client can send or get.
pub fn openapi_schemas() -> Components {
    Shapes::openapi().components.unwrap_or_default()
}
