//! The games of a file, to choose one from.

use ponnuki_game::Color;
use ponnuki_record::{About, Record, Records};
use ponnuki_wire::{ByColor, ListedGame, json_len};

/// Characters of each text in a list: more are on no screen.
const LISTED_CHARS_MAX: usize = 120;

/// The games of a file that can be replayed, as many as fit into so many bytes of JSON. A
/// file with one game has no list. Once `is_stopped` says so the list ends.
pub(super) fn listing(
    records: &Records<'_>,
    n_bytes_max: usize,
    is_stopped: &dyn Fn() -> bool,
) -> Vec<ListedGame> {
    if records.iter().nth(1).is_none() {
        return Vec::new();
    }
    let mut n_left = n_bytes_max;
    let games = records.iter().enumerate();
    let games = games.filter_map(|(i, record)| Some(listed(i as u32, record.ok()?)));
    let games = games.take_while(|game| {
        let left = n_left.checked_sub(json_len(game) + 1);
        n_left = left.unwrap_or(0);
        left.is_some() && !is_stopped()
    });
    let games: Vec<ListedGame> = games.collect();
    match games.len() {
        1 => Vec::new(),
        _ => games,
    }
}

fn listed(game: u32, record: Record<'_>) -> ListedGame {
    let about = record.header().about;
    let size = record.size();
    ListedGame {
        game,
        players: ByColor {
            black: player(&about, Color::Black).map(shortened),
            white: player(&about, Color::White).map(shortened),
        },
        result: about.result.map(|result| shortened(result.text)),
        date: about.date.map(shortened),
        name: about.name.or(about.event).map(shortened),
        width: size.width(),
        height: size.height(),
        n_moves: record.moves().count() as u32,
    }
}

/// What a player is called, with the rank.
pub(super) fn player(about: &About, color: Color) -> Option<String> {
    let player = &about.players[color];
    match (&player.name, &player.rank) {
        (Some(name), Some(rank)) => Some(format!("{name} {rank}")),
        (name, rank) => name.clone().or_else(|| rank.clone()),
    }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(LISTED_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
