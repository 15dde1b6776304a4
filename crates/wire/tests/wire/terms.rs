//! What rooms are opened with.

use std::time::Duration;

use ponnuki_game::{ByColor, Color, Move, Odds, PRESETS, Rules, Setup, Size, Suicide};
use ponnuki_room::Room;
use ponnuki_wire::{ClockPreset, NewRoom, RulesPage, Terms, from_json, to_json};

/// The terms that come of a wish, or why none do.
fn terms(wish: &str) -> Result<String, String> {
    let wish: NewRoom = from_json(wish).map_err(|error| error.to_string())?;
    let terms = wish.to_terms().map_err(|fault| fault.to_string())?;
    Ok(to_json(&Terms::of(&terms)))
}

#[test]
fn what_is_left_out_is_put_in() {
    assert_eq!(
        terms("{}").unwrap(),
        r#"{"width":19,"height":19,"rules":"japanese","handicap":0,"handicap_to":"black","komi":6.5,"colors":"nigiri","clock":"none","undo":"ask","company":{"type":"link"}}"#
    );
    assert_eq!(
        terms(r#"{"rules":"Quick Reference","height":13,"company":{"type":"engine","level":4}}"#)
            .unwrap(),
        r#"{"width":13,"height":13,"rules":"quick-reference","handicap":0,"handicap_to":"black","komi":7,"colors":"host_black","clock":"none","undo":"free","company":{"type":"engine","level":4}}"#
    );
    assert_eq!(
        terms(r#"{"rules":"concise","width":9,"height":7,"handicap":3,"komi":"auction","colors":"host_white","clock":"10m+5x30s","undo":"never","company":{"type":"same_screen"}}"#).unwrap(),
        r#"{"width":9,"height":7,"rules":"concise","handicap":3,"handicap_to":"black","komi":"auction","colors":"host_white","clock":"10:00 + 5×0:30","undo":"never","company":{"type":"same_screen"}}"#
    );
}

#[test]
fn what_makes_no_room_is_refused_with_a_sentence() {
    for (wish, expected) in [
        ("[", "EOF while parsing a list at line 1 column 1"),
        (
            r#"{"size":19}"#,
            "unknown field `size`, expected one of `name`, `guest_name`, `width`, `height`, \
             `rules`, `handicap`, `handicap_to`, `komi`, `colors`, `clock`, `undo`, `company`, `sgf` \
             at line 1 column 7",
        ),
        (
            r#"{"width":-9}"#,
            "invalid value: integer `-9`, expected u8 at line 1 column 11",
        ),
        (r#"{"width":0}"#, "a side has 1 to 25 points, not 0x0"),
        (
            r#"{"width":26,"height":9}"#,
            "a side has 1 to 25 points, not 26x9",
        ),
        (r#"{"rules":"chess"}"#, "no rules are called \"chess\""),
        (
            r#"{"rules":"{\"ko\":\"SIMPLE\"}"}"#,
            "no rules are called \"{\\\"ko\\\":\\\"SIMPLE\\\"}\"",
        ),
        (
            r#"{"rules":"white-first","width":11}"#,
            "this rulebook is not for 11x11 boards but for 9×9, 13×13, 19×19",
        ),
        (r#"{"komi":1000}"#, "a komi of 1000 is beyond 625 points"),
        (
            r#"{"komi":"seven"}"#,
            "invalid value: string \"seven\", expected a number of whole or half points, \
             \"auction\" or \"name_and_choose\" at line 1 column 15",
        ),
        (
            r#"{"komi":0.25}"#,
            "invalid value: floating point `0.25`, expected a number of whole or half points \
             at line 1 column 12",
        ),
        (
            r#"{"clock":"soon"}"#,
            "the clock cannot be read: byte 0: a time is written 10:00, 90s or 1d 12h",
        ),
        (
            r#"{"company":{"type":"link","level":3}}"#,
            "unknown field `level`, there are no fields at line 1 column 37",
        ),
        (
            r#"{"company":{"type":"engine","level":3},"komi":"auction"}"#,
            "an engine does not bid for komi: fix one",
        ),
        (
            r#"{"handicap":30}"#,
            "a 19x19 board has no star points for 30 handicap stones",
        ),
    ] {
        assert_eq!(terms(wish), Err(expected.to_owned()), "{wish}");
    }
}

#[test]
fn every_rulebook_with_a_name_goes_there_and_back() {
    for preset in PRESETS {
        let wish = format!(r#"{{"rules":"{}","width":9}}"#, preset.name);
        let wish: NewRoom = from_json(&wish).unwrap();
        let terms = wish.to_terms().unwrap();
        assert_eq!(terms.rules, preset.rules, "{}", preset.name);
        let shape = Terms::of(&terms);
        assert_eq!(shape.rules, preset.name);
        assert_eq!(shape.to_terms().unwrap(), terms);
    }
}

#[test]
fn the_komi_of_a_handicap_game_is_half_a_point_unless_the_rulebook_or_the_players_say_otherwise() {
    let komi = |wish: &str| {
        let wish: NewRoom = from_json(wish).unwrap();
        to_json(&Terms::of(&wish.to_terms().unwrap()).komi)
    };
    for (rules, even, handicap) in [
        ("japanese", "6.5", "0.5"),
        ("korean", "6.5", "0.5"),
        ("chinese", "7.5", "0.5"),
        ("aga", "7.5", "0.5"),
        ("new-zealand", "7", "0.5"),
        ("concise", "0", "0"),
        ("white-first", "0", "0"),
        ("oldest", "7.5", "7.5"),
        ("quick-reference", "7", "7"),
        ("goban", "0", "0"),
    ] {
        let with = |n: u8| komi(&format!(r#"{{"rules":"{rules}","handicap":{n}}}"#));
        assert_eq!([with(0), with(1)], [even, even], "{rules}");
        assert_eq!([with(2), with(9)], [handicap, handicap], "{rules}");
    }
    assert_eq!(komi(r#"{"handicap":2,"komi":6.5}"#), "6.5");
}

#[test]
fn rules_without_a_name_keep_what_can_be_said_of_them() {
    let wish: NewRoom = from_json(r#"{"rules":"tromp-taylor"}"#).unwrap();
    let mut terms = wish.to_terms().unwrap();
    terms.rules = Rules {
        suicide: Suicide::Forbidden,
        ..Rules::TROMP_TAYLOR
    };
    assert_eq!(Terms::of(&terms).to_terms().unwrap(), terms);
}

#[test]
fn every_rulebook_has_its_page() {
    let pages = RulesPage::all();
    assert_eq!(pages.len(), PRESETS.len());
    let page = pages
        .iter()
        .find(|page| page.name == "white-first")
        .unwrap();
    assert_eq!(page.sizes, Some(vec![9, 13, 19]));
    assert_eq!(to_json(&page.first), r#""white""#);
    assert_eq!(to_json(&page.handicap), r#""either_anywhere""#);
    assert!(!page.removes_dead && !page.passing_costs);
    assert!(
        page.in_words
            .iter()
            .any(|law| law.text == "White moves first.")
    );
    let page = pages.iter().find(|page| page.name == "oldest").unwrap();
    assert_eq!((page.komi.0, page.sizes.as_ref()), (15, None));
    assert!(page.removes_dead && page.passing_costs);
}

#[test]
fn every_clock_on_offer_can_be_asked_for() {
    let presets = ClockPreset::all();
    assert!(!presets.is_empty());
    for preset in presets {
        let wish = format!(r#"{{"clock":"{}"}}"#, preset.clock);
        let wish: NewRoom = from_json(&wish).unwrap();
        let terms = wish.to_terms().unwrap();
        assert_eq!(terms.control.to_string(), preset.clock);
        assert_eq!(terms.size, Size::NINETEEN);
    }
}

/// What a wish with this record opens with, or why it does not.
fn opening(wish: &str) -> Result<usize, String> {
    let wish: NewRoom = from_json(wish).map_err(|error| error.to_string())?;
    let opening = wish.to_opening().map_err(|fault| fault.to_string());
    opening.map(|(_, moves)| moves.len())
}

#[test]
fn a_record_that_no_room_can_go_on_with_is_refused_with_the_reason() {
    for (sgf, expected) in [
        ("no game", "the record cannot be read: "),
        ("(;SZ[52];B[cc])", "the record cannot be read: "),
        (
            "(;SZ[9]RU[Japanese]AB[aa]AW[bb];B[cc])",
            "the game cannot be continued: it begins with stones",
        ),
        (
            "(;SZ[9]RU[Japanese];B[cc];B[dd])",
            "the game cannot be continued: move 2 is made out of turn",
        ),
        (
            "(;SZ[3]RU[Japanese];B[ba];W[bb];B[ab];W[aa])",
            "the game cannot be continued: move 4 cannot be played here",
        ),
        (
            "(;SZ[5];B[cc];W[ff];B[bb])",
            "the record cannot be read: move 2: \"ff\" is no move for White",
        ),
        (
            "(;SZ[5];B[cc];W[cc])",
            "the record cannot be read: move 2: White plays on the Black stone C3",
        ),
        (
            "(;SZ[5]KM[six];B[cc])",
            "the record cannot be read: before the first move: \"six\" is no komi",
        ),
        (
            "(;SZ[5]RU[Martian];B[cc])",
            "the record cannot be read: before the first move: no rules are called \"Martian\"",
        ),
        ("(;SZ[9]HA[200];B[cc])", "the record cannot be read: "),
        (
            "(;SZ[5]RU[white-first];W[cc])",
            "the record cannot be read: before the first move: this rulebook is not for 5x5",
        ),
        (
            "(;SZ[5];B[cc];W[bb];AE[cc][bb];B[dd])",
            "the record cannot be read: stones are set up after the first move",
        ),
    ] {
        let why = opening(&format!(r#"{{"sgf":"{sgf}"}}"#)).unwrap_err();
        assert!(why.starts_with(expected), "{sgf}: {why}");
    }
    let beside = opening(r#"{"sgf":"(;SZ[9];B[cc])","width":9}"#).unwrap_err();
    assert!(beside.contains("are the record's"), "{beside}");
    let bid = opening(r#"{"sgf":"(;SZ[9];B[cc])","komi":"auction"}"#).unwrap_err();
    assert!(bid.contains("before the first move"), "{bid}");
}

#[test]
fn a_game_under_every_rulebook_is_gone_on_with() {
    for preset in PRESETS {
        for handicap in [0, 2] {
            let size = Size::NINE;
            let setup = Setup::new(size, preset.rules).with_handicap(handicap);
            let Some(mut game) = setup.ok().and_then(|setup| setup.start().ok()) else {
                continue;
            };
            for name in ["E5", "E3", "C5", "G5"] {
                let mv = match (game.setup().odds, game.turn(), game.n_moves()) {
                    // The pass that the handicap makes.
                    (Odds::Passes(_), Color::White, 0..2) => Move::Pass,
                    _ => Move::Play(size.point(name).unwrap()),
                };
                game.play(mv).unwrap();
            }
            let wish = NewRoom::going_on(&game).unwrap();
            let (terms, moves) = wish.to_opening().unwrap();
            assert_eq!(terms.rules, preset.rules, "{}", preset.name);
            let host = String::new();
            let room = Room::open_after(
                Duration::ZERO,
                terms,
                host,
                ByColor::default(),
                moves.clone(),
            );
            assert!(room.is_ok(), "{}: {room:?}", preset.name);
            let made: Vec<Move> = game.moves().map(|(_, mv)| mv).collect();
            assert_eq!(moves, made, "{}", preset.name);
        }
    }
}
