//! What operators are told is so.

use std::fs;
use std::path::Path;

use ponnuki_server::{BODY_BYTES_MAX, LARGE_RECORD_BYTES_MAX, MESSAGE_BYTES_MAX, ServerLimits};

/// `20000` as `20,000`.
fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let parts: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|part| std::str::from_utf8(part).expect("digits"))
        .collect();
    parts.join(",")
}

#[test]
fn the_limits_in_the_page_for_operators_are_the_servers_own() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md");
    let page = fs::read_to_string(path).expect("the page");
    let limits = ServerLimits::default();
    for row in [
        format!(
            "| connections | {} | {} |",
            thousands(limits.n_connections),
            limits.n_connections_per_address
        ),
        format!(
            "| rooms that are live | {} | {} opened |",
            thousands(limits.n_rooms),
            limits.n_rooms_per_address
        ),
        format!("| requests | – | {} |", limits.requests),
        format!(
            "| rooms opened, seats taken over or signed out | – | {} |",
            limits.openings
        ),
        format!("| estimates | – | {} |", limits.estimates),
        format!("| pictures drawn | – | {} |", limits.drawings),
        format!(
            "| questions about records | {} | {} |",
            limits.n_studies, limits.n_studies_per_address
        ),
        format!(
            "| records being read | {} | {} |",
            limits.n_records, limits.n_records_per_address
        ),
        format!(
            "| large ones among them | {} | {} |",
            limits.n_large_records, limits.n_large_records_per_address
        ),
        format!("| watchers | {} |", limits.n_watchers),
        format!("| devices and tabs on one seat | {} |", limits.n_tabs),
        format!("| messages of one seat | {} |", limits.messages),
        format!("| bytes of a message | {} |", thousands(MESSAGE_BYTES_MAX)),
        format!(
            "| bytes of a request's body; of a record; of a large one | {}; 1,048,576; {} |",
            thousands(BODY_BYTES_MAX),
            thousands(LARGE_RECORD_BYTES_MAX)
        ),
    ] {
        assert!(page.contains(&row), "{row}");
    }
}
