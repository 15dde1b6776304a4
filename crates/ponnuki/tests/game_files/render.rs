//! `ponnuki render`.

use std::fs;

use super::{Scratch, answer, run, run_with};

#[test]
fn the_name_of_the_file_tells_the_format() {
    let scratch = Scratch::new("render");
    for (target, begins) in [
        ("a.svg", &b"<svg"[..]),
        ("b.png", b"\x89PNG"),
        ("c.gif", b"GIF89a"),
        ("d.txt", b"   A B C"),
    ] {
        let path = scratch.path(target);
        answer(&["render", "first.sgf", "--width", "60", "-o", &path]);
        assert!(fs::read(&path).unwrap().starts_with(begins), "{target}");
    }
    assert_eq!(scratch.names().len(), 4);
}

#[test]
fn a_picture_is_as_wide_as_asked() {
    let png = run(&["render", "first.sgf", "--format", "png", "--width", "123"]).stdout;
    assert_eq!(png[16..20], 123_u32.to_be_bytes());
}

#[test]
fn a_record_is_a_diagram_for_each_hundred_moves() {
    let scratch = Scratch::new("record");
    // Rows of stones with passes between them: 240 moves.
    let moves: String = (0..240)
        .map(|i| {
            let (x, y) = (b'a' + (i / 2) % 19, b'a' + (i / 2) / 19);
            let point = format!("{}{}", char::from(x), char::from(y));
            if i % 2 == 0 {
                format!(";B[{point}]")
            } else {
                ";W[]".to_owned()
            }
        })
        .collect();
    let file = format!("(;SZ[19]{moves})");
    let path = scratch.path("r.svg");
    let drawn = run_with(&["render", "-", "--record", "-o", &path], file.as_bytes());
    assert_eq!((drawn.stderr.as_str(), drawn.code), ("", Some(0)));
    assert_eq!(scratch.names(), ["r-1.svg", "r-2.svg", "r-3.svg"]);
    let text = run_with(&["render", "-", "--record"], file.as_bytes()).text();
    for title in [
        "Figure 1 (1-100)",
        "Figure 2 (101-200)",
        "Figure 3 (201-240)",
    ] {
        assert!(text.contains(title), "{text}");
    }
}

#[test]
fn a_set_up_in_mid_game_is_drawn_and_told() {
    let file = b"(;SZ[5];B[aa];W[bb];AE[aa]AB[cc];W[dd])";
    let board = run_with(&["render", "-", "--numbers"], file);
    assert!(
        board
            .stderr
            .starts_with("note: -: the board is set up anew after move 2"),
        "{board:?}"
    );
    assert!(board.text().contains(" 2 . . . 1 . 2\n"), "{board:?}");
    let position = run_with(&["render", "-", "--move", "2"], file).text();
    assert!(
        position.contains(" 5 . . . . . 5\n 4 . O . . . 4\n 3 . . X . . 3\n"),
        "{position}"
    );
}
