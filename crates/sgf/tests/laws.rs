//! What holds for every text whatsoever, as functions over bytes.
//!
//! A fuzz target includes this file by its path and calls [`every_law`]; the tests
//! at its end do the same with chance bytes and with games that chance damaged.

use std::io::{self, Read};

use ponnuki_sgf::{
    Collection, Fault, Faults, Games, Node, SgfErrorKind, StreamError, ValueBuf, decode,
};

/// Checks all laws on one input.
pub fn every_law(bytes: &[u8]) {
    let text = decode(bytes).text;
    a_text_without_faults_is_written_as_it_was_read(&text);
    what_was_repaired_is_in_order_and_stays_so(&text);
    values_read_back_as_they_were_written(&text);
    a_copy_is_written_like_its_source(&text);
    a_stream_has_the_games_of_the_whole(bytes);
}

/// print ∘ parse = id, and neither reader sees more than the other.
pub fn a_text_without_faults_is_written_as_it_was_read(text: &str) {
    let refused = Collection::parse(text, Faults::Refuse);
    let repaired = Collection::parse(text, Faults::Repair);
    match (refused, repaired) {
        (Ok(collection), Ok(repaired)) => {
            assert_eq!(collection.to_string(), text);
            assert_eq!(repaired.to_string(), text);
            assert_eq!(repaired.n_repairs(), 0);
            assert_eq!(outline(&collection), outline(&repaired));
        }
        (Err(error), Ok(repaired)) => {
            assert!(
                matches!(error.kind, SgfErrorKind::Fault(_)),
                "only a fault is refused by one and not by the other: {error}"
            );
            let first = repaired.repairs().first();
            assert!(
                first.is_some_and(|repair| repair.at <= error.at),
                "{error}, and repaired first: {first:?}"
            );
        }
        (Ok(_), Err(error)) => panic!("only the lenient reader refuses: {error}"),
        (Err(_), Err(_)) => {}
    }
}

/// print ∘ parse ∘ print = print, and the tree is the same. Only odd names are left.
pub fn what_was_repaired_is_in_order_and_stays_so(text: &str) {
    let Ok(collection) = Collection::parse(text, Faults::Repair) else {
        return;
    };
    let printed = collection.to_string();
    let again = match Collection::parse(&printed, Faults::Repair) {
        Ok(again) => again,
        Err(error) => panic!("{printed:?} is refused: {error}"),
    };
    assert_eq!(again.to_string(), printed);
    assert_eq!(outline(&again), outline(&collection), "{printed:?}");
    for repair in again.repairs() {
        assert_eq!(repair.fault, Fault::OddName, "{repair} in {printed:?}");
    }
}

/// Text that was read and is written again reads the same.
pub fn values_read_back_as_they_were_written(text: &str) {
    let Ok(collection) = Collection::parse(text, Faults::Repair) else {
        return;
    };
    for node in collection.games().flat_map(Node::subtree) {
        for value in node.properties().flat_map(|property| property.values()) {
            let text = value.text();
            assert_eq!(ValueBuf::text(&text).as_value().text(), text);
            let simple_text = value.simple_text();
            let written = ValueBuf::simple_text(&simple_text);
            assert_eq!(written.as_value().simple_text(), simple_text);
            if let Ok(raw) = ValueBuf::from_raw(value.raw()) {
                assert_eq!(raw.as_value(), value);
            } else {
                panic!("{:?} does not end where it ends", value.raw());
            }
        }
    }
}

/// A tree copied node by node is the same tree.
pub fn a_copy_is_written_like_its_source(text: &str) {
    let Ok(collection) = Collection::parse(text, Faults::Repair) else {
        return;
    };
    let mut copy = Collection::default();
    for game in collection.games() {
        let grafted = copy.graft(ponnuki_sgf::Under::Collection, game);
        grafted.expect("there is room for a copy of what was read");
    }
    assert_eq!(outline(&copy), outline(&collection));
    let printed = copy.to_string();
    let again = Collection::parse(&printed, Faults::Repair).expect("what was printed is SGF");
    assert_eq!(outline(&again), outline(&collection));
}

/// However a stream is cut, its games are those of the file.
///
/// Bytes that are not UTF-8 are left out: where they mean nothing in their charset
/// it is anybody's guess where the game around them ends.
pub fn a_stream_has_the_games_of_the_whole(bytes: &[u8]) {
    let is_utf8 = |collection: &Collection<'_>| {
        let mut charsets = collection.charsets().iter();
        charsets.all(|stretch| stretch.charset.encoding.name() == "UTF-8")
    };
    for faults in [Faults::Refuse, Faults::Repair] {
        let whole = Collection::from_bytes(bytes, faults);
        if str::from_utf8(bytes).is_err() || !whole.as_ref().is_ok_and(is_utf8) {
            continue;
        }
        let Ok(whole) = whole else { continue };
        for n_bytes in [1, 7, usize::MAX] {
            let reader = Dripping { bytes, n_bytes };
            let games: Result<Vec<_>, StreamError> = Games::new(reader, faults).collect();
            let games = match games {
                Ok(games) => games,
                Err(error) => panic!("the stream is refused, the whole is not: {error}"),
            };
            let streamed: Vec<_> = games.iter().flat_map(outline).collect();
            assert_eq!(streamed, outline(&whole));
        }
    }
}

/// A reader that gives a few bytes at a time.
struct Dripping<'b> {
    bytes: &'b [u8],
    n_bytes: usize,
}

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_bytes = self.n_bytes.min(buffer.len());
        self.bytes.read(&mut buffer[..n_bytes])
    }
}

/// The tree without its spaces: for each game its nodes, each with its depth.
fn outline(collection: &Collection<'_>) -> Vec<Vec<(usize, String)>> {
    collection.games().map(game_outline).collect()
}

fn game_outline(game: Node<'_>) -> Vec<(usize, String)> {
    let mut depths = vec![game.id()];
    let mut outline = Vec::new();
    for node in game.subtree() {
        while node
            .parent()
            .is_some_and(|parent| depths.last() != Some(&parent.id()))
        {
            depths.pop();
        }
        let mut text = String::new();
        for property in node.properties() {
            text.push_str(property.name());
            for value in property.values() {
                text.push_str(&format!("[{}]", value.raw()));
            }
        }
        outline.push((depths.len(), text));
        depths.push(node.id());
    }
    outline
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    use super::*;

    const N_ROUNDS: u64 = 2_000;

    /// Games to be damaged: every kind of token, and every kind of charset.
    const SEEDS: [&[u8]; 5] = [
        b"(;GM[1]FF[4]CA[UTF-8] ;B[aa]C[x\\]y](;W[bb]\n)(;W[cc];B[]))\r\n(;AB[aa][bb:cc])",
        "(;PB[本因坊秀策]CoPyright[a:b];Black[qd](;White[dc]))".as_bytes(),
        b"(;CA[Shift_JIS]PB[\x83\x5C\x81\x5D];B[aa])(;CA[GBK]C[\xCE\xA7\xC6\xE5])",
        b"mail (not SGF) 1; GM[1];B[aa]) (;)",
        b"(;(;B))((;A[]);C[x",
    ];

    #[test]
    fn the_laws_hold_for_chance_bytes() {
        for seed in 1..=N_ROUNDS {
            let mut chance = Chance(seed);
            let alphabet: &[u8] = b"();[]\\:BWax1 \n\r\0\xC3\xA9\x83\x5C\x1B$";
            let len = chance.below(40);
            let bytes: Vec<u8> = (0..len)
                .map(|_| alphabet[chance.below(alphabet.len())])
                .collect();
            check(seed, &bytes);
        }
    }

    #[test]
    fn the_laws_hold_for_games_that_chance_damaged() {
        for seed in 1..=N_ROUNDS {
            let mut chance = Chance(seed);
            let mut bytes = SEEDS[chance.below(SEEDS.len())].to_vec();
            for _ in 0..=chance.below(4) {
                damage(&mut bytes, &mut chance);
            }
            check(seed, &bytes);
        }
    }

    fn damage(bytes: &mut Vec<u8>, chance: &mut Chance) {
        let at = chance.below(bytes.len().max(1)).min(bytes.len());
        match chance.below(4) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes[at] = chance.below(256) as u8,
            _ => {
                let tokens: [&[u8]; 8] = [b"(", b")", b";", b"[", b"]", b"\\", b"\0", b"B "];
                let token = tokens[chance.below(tokens.len())];
                bytes.splice(at..at, token.iter().copied());
            }
        }
    }

    fn check(seed: u64, bytes: &[u8]) {
        let result = catch_unwind(AssertUnwindSafe(|| every_law(bytes)));
        if let Err(panic) = result {
            eprintln!("seed {seed}: {:?}", String::from_utf8_lossy(bytes));
            resume_unwind(panic);
        }
    }

    /// Marsaglia's xorshift.
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, bound: usize) -> usize {
            // Neighbouring seeds begin alike; a few steps part them.
            for _ in 0..3 {
                self.0 ^= self.0 << 13;
                self.0 ^= self.0 >> 7;
                self.0 ^= self.0 << 17;
            }
            (self.0 >> 11) as usize % bound
        }
    }
}
