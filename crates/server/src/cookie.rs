//! The cookie in which a browser keeps its seat: one for each room, out of reach of
//! scripts, and never sent because another site asked for it.

use crate::room_id::RoomId;
use crate::token::SEAT_LIFE;

/// The header that gives a browser the seat that `token` is for.
pub(crate) fn seat(room: RoomId, token: &str, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    format!(
        "seat_{room}={token}; Path=/api/rooms/{room}; Max-Age={}; HttpOnly; SameSite=Strict{secure}",
        SEAT_LIFE.as_secs()
    )
}

/// The seat token for `room` in a `Cookie` header.
pub(crate) fn seat_in(header: &str, room: RoomId) -> Option<&str> {
    let name = format!("seat_{room}");
    let mut pairs = header
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(own, _)| *own == name).map(|(_, token)| token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_found_among_other_cookies() {
        let room = RoomId::parse("k7m2wq9xhd").expect("a room's name");
        let header = seat(room, "abc", true);
        assert_eq!(seat_in(&header, room), Some("abc"));
        assert_eq!(seat_in("a=b; seat_k7m2wq9xhd=x; c", room), Some("x"));
        assert_eq!(seat_in("seat_k7m2wq9xhe=x; =; ;;", room), None);
    }

    #[test]
    fn scripts_and_other_sites_do_not_get_the_seat() {
        let room = RoomId::parse("k7m2wq9xhd").expect("a room's name");
        let header = seat(room, "abc", true);
        for part in [
            "HttpOnly",
            "SameSite=Strict",
            "Secure",
            "Path=/api/rooms/k7m2wq9xhd;",
        ] {
            assert!(header.contains(part), "{part}");
        }
        assert!(!seat(room, "abc", false).contains("Secure"));
    }
}
