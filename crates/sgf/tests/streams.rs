//! Games read one after the other.

use std::io::{self, Read};

use ponnuki_sgf::{Collection, DEPTH_MAX, Faults, GAME_MAX, Games, StreamError, encode};

/// A reader that gives its bytes in the pieces it is told, then whatever is asked.
struct Cut<'b> {
    bytes: &'b [u8],
    first: usize,
}

impl Read for Cut<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_bytes = if self.first > 0 {
            self.first.min(buffer.len())
        } else {
            buffer.len()
        };
        self.first -= n_bytes.min(self.first);
        self.bytes.read(&mut buffer[..n_bytes])
    }
}

/// Games, repairs and charsets of a stream, as far as one can compare them.
fn read(reader: impl Read) -> (String, Vec<String>, Vec<&'static str>) {
    let mut texts = String::new();
    let (mut repairs, mut charsets) = (Vec::new(), Vec::new());
    for game in Games::new(reader, Faults::Repair) {
        let game = game.expect("a game");
        assert_eq!(game.games().count(), 1);
        texts.push_str(&game.to_string());
        repairs.extend(game.repairs().iter().map(ToString::to_string));
        charsets.extend(
            game.charsets()
                .iter()
                .map(|stretch| stretch.charset.encoding.name()),
        );
    }
    (texts, repairs, charsets)
}

/// The same for the file as a whole.
fn read_whole(bytes: &[u8]) -> (String, Vec<String>) {
    let collection = Collection::from_bytes(bytes, Faults::Repair).expect("games");
    let repairs = collection
        .repairs()
        .iter()
        .map(ToString::to_string)
        .collect();
    (collection.to_string(), repairs)
}

#[test]
fn a_stream_is_the_same_wherever_it_is_cut() {
    let text = "mail (me)\n(;GM[1]C[a\\]b囲碁];B[aa](;W[bb])(;W))\r\n(;C[碁(];B[cc])(;[x]GM[1])";
    let mut files = vec![text.as_bytes().to_vec()];
    for label in ["utf-16le", "utf-16be"] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a known label");
        files.push(encode(text, encoding).expect("all of Unicode").into_owned());
    }
    files.push([b"\xEF\xBB\xBF", text.as_bytes()].concat());
    files.push(b"(;CA[Shift_JIS]C[\x83\x5C\x81\x5D)])(;CA[GBK]C[\xB1\x5D)])(;CA[UTF-8]B)".to_vec());
    for bytes in &files {
        let (texts, repairs) = read_whole(bytes);
        for first in 0..=bytes.len() {
            let streamed = read(Cut { bytes, first });
            assert_eq!(
                (&streamed.0, &streamed.1),
                (&texts, &repairs),
                "cut at {first}"
            );
            assert_eq!(streamed.2.len(), 3);
        }
    }
}

#[test]
fn games_are_found_across_the_pieces_that_are_read() {
    // Games of many lengths, so that the ends of pieces fall everywhere; one is
    // longer than any piece.
    let mut text = String::new();
    for number in 0..2_000 {
        let comment = "x)(;".repeat(if number == 1_000 {
            100_000
        } else {
            number % 90
        });
        text.push_str(&format!("(;GN[{number}]C[{comment}];B[aa])\n"));
    }
    let mut number = 0;
    for game in Games::new(text.as_bytes(), Faults::Refuse) {
        let game = game.expect("sound games");
        let root = game.games().next().expect("a game");
        let name = root.value("GN").expect("a name");
        assert_eq!(name.number(), Ok(number));
        number += 1;
    }
    assert_eq!(number, 2_000);
}

#[test]
fn every_game_of_a_stream_has_its_own_charset() {
    let bytes = b"(;CA[Shift_JIS]C[\x83\x5C])\n(;CA[Big5]C[\xB3\x5C])(;C[\xE5\x9B\xB2])";
    let (texts, _, charsets) = read(&bytes[..]);
    assert_eq!(texts, "(;CA[Shift_JIS]C[ソ])\n(;CA[Big5]C[許])(;C[囲])");
    assert_eq!(charsets, ["Shift_JIS", "Big5", "UTF-8"]);
}

#[test]
fn games_that_are_wrong_about_their_charset_are_still_cut_apart() {
    // Taken for GBK, the last byte of 中 and the bracket after it would be a pair.
    let text = "(;CA[GBK]PB[本因坊秀中])(;CA[GBK]PB[四人の囲碁中])";
    let (texts, _, charsets) = read(text.as_bytes());
    assert_eq!(texts, text);
    assert_eq!(charsets, ["UTF-8", "UTF-8"]);
}

#[test]
fn losses_are_listed_in_every_charset() {
    let lone_surrogate = b"\xFF\xFE(\0;\0C\0[\0\x00\xD8]\0)\0";
    let half_a_character = b"(;CA[UTF-8]C[\xE5\x9B\xB2\xE7\xA2\x81\xE5])";
    for (bytes, text, column) in [
        (&lone_surrogate[..], "(;C[\u{FFFD}])", 5),
        (&half_a_character[..], "(;CA[UTF-8]C[囲碁\u{FFFD}])", 16),
    ] {
        let (texts, repairs, _) = read(bytes);
        assert_eq!(texts, text);
        let fault = "bytes that mean nothing in this charset";
        assert_eq!(repairs, [format!("line 1, column {column}: {fault}")]);
        assert_eq!(read_whole(bytes), (texts, repairs));
    }
}

#[test]
fn positions_are_those_of_the_stream() {
    let text = "(;C[囲\n碁])\n (;B)";
    let mut games = Games::new(text.as_bytes(), Faults::Refuse);
    assert!(games.next().is_some_and(|game| game.is_ok()));
    match games.next() {
        Some(Err(StreamError::Sgf(error))) => {
            assert_eq!(
                error.to_string(),
                "line 3, column 4: a property without a value"
            );
            assert_eq!(error.at.offset, text.find("B)").expect("it is there"));
        }
        other => panic!("no fault: {other:?}"),
    }
    assert!(
        games.next().is_none(),
        "after an error there is nothing more"
    );
}

fn first_error(reader: impl Read, faults: Faults) -> String {
    let error = Games::new(reader, faults).find_map(Result::err);
    error.expect("something is wrong").to_string()
}

#[test]
fn a_stream_without_a_game_is_refused() {
    for text in ["", " \n", "no game"] {
        let error = first_error(text.as_bytes(), Faults::Repair);
        assert!(error.ends_with("no game in this text"), "{error}");
    }
}

#[test]
fn text_after_the_last_game_is_a_fault() {
    let error = first_error(&b"(;) \nbye"[..], Faults::Refuse);
    assert_eq!(error, "line 2, column 1: text that belongs to no property");
    assert_eq!(read(&b"(;) \nbye"[..]).0, "(;)");
    assert_eq!(Games::new(&b"(;) \n"[..], Faults::Refuse).count(), 1);
}

#[test]
fn a_stream_without_end_is_refused() {
    let depth = first_error(io::repeat(b'('), Faults::Repair);
    let expected = format!("more than {DEPTH_MAX} trees inside each other");
    assert!(depth.ends_with(&expected), "{depth}");
    let expected = format!("line 1, column 1: more than {GAME_MAX} bytes in one game");
    let endless = (&b"(;C["[..]).chain(io::repeat(b'x'));
    assert_eq!(first_error(endless, Faults::Repair), expected);
}

#[test]
fn an_unreadable_stream_says_so() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the cable is cut"))
        }
    }
    let reader = (&b"(;)"[..]).chain(Broken);
    assert_eq!(first_error(reader, Faults::Repair), "the cable is cut");
}
