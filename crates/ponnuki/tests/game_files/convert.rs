//! `ponnuki convert`.

use std::fs;

use super::{Scratch, run, run_with};

#[test]
fn files_of_servers_become_sgf_and_pictures() {
    let scratch = Scratch::new("convert");
    for (source, target, begins) in [
        ("tygem.gib", "a.sgf", &b"(;GM[1]FF[4]"[..]),
        ("oro.ngf", "b.sgf", b"(;GM[1]FF[4]"),
        ("walls.sgf", "c.sgf", b"(;GM[1]FF[4]"),
        ("gb2312.sgf", "d.sgf", b"(;GM[1]SZ[9]CA[UTF-8]"),
        ("first.sgf", "e.txt", b"   A B C"),
        ("first.sgf", "f.SVG", b"<svg"),
        ("first.sgf", "g.png", b"\x89PNG"),
        ("first.sgf", "h.gif", b"GIF89a"),
    ] {
        let path = scratch.path(target);
        let answer = run(&["convert", source, &path]);
        assert_eq!(
            (answer.stderr.as_str(), answer.code),
            ("", Some(0)),
            "{source}"
        );
        assert!(fs::read(&path).unwrap().starts_with(begins), "{target}");
    }
}

#[test]
fn what_comes_in_need_not_have_a_name() {
    let bytes = fs::read("tests/games/tygem.gib").unwrap();
    let answer = run_with(&["convert", "-", "-", "--to", "sgf"], &bytes);
    assert_eq!(
        answer.text(),
        run(&["convert", "tygem.gib", "--to", "sgf", "-"]).text()
    );
    assert!(answer.text().contains("PB[Shusaku]"), "{answer:?}");
    let refused = run_with(
        &["convert", "-", "-", "--from", "ngf", "--to", "sgf"],
        &bytes,
    );
    assert_eq!(refused.stderr, "error: -: it is GIB, not NGF\n");
    assert_eq!(refused.code, Some(1));
}
