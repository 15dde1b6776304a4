//! Networks as clients of KataGo's protocols are told of them.

use std::path::Path;

use ponnuki_engine::{Net, POSITIONS_AT_ONCE, imitates_people};
use ponnuki_katago::protocol::ModelDescription;

/// A network, read from `file` if that was named, as KataGo's clients are told of it; what is
/// called `name` and has none plays games out.
pub fn model_of(file: Option<&str>, name: &str, net: Option<&Net>) -> ModelDescription {
    let internal_name = net.map_or_else(|| name.to_owned(), |net| net.model().name.clone());
    let file = file.map(Path::new);
    let file = file.and_then(Path::file_name).filter(|_| net.is_some());
    ModelDescription {
        name: match file {
            Some(file) => file.to_string_lossy().into_owned(),
            None => internal_name.clone(),
        },
        internal_name,
        max_batch_size: net.map_or(1, |_| POSITIONS_AT_ONCE),
        uses_human_profile: net.is_some_and(imitates_people),
        using_half_precision: "false",
        version: net.map_or(0, |net| net.model().version),
    }
}
