//! What real clients send, played with a tiny engine.

mod tiny;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ponnuki_gtp::transcript::Transcript;
use tiny::Tiny;

/// How long the engine may be silent; an analysis waits for its interval only.
const SILENCE: Duration = Duration::from_secs(60);

fn transcripts() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gtp");
    let entries = fs::read_dir(dir).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "gtp"));
    paths.sort();
    paths
}

#[test]
fn every_client_gets_the_answers_it_needs() {
    let paths = transcripts();
    let names: Vec<_> = paths.iter().filter_map(|path| path.file_stem()).collect();
    assert_eq!(
        names,
        [
            "cgos",
            "gogui",
            "gomill",
            "gtp2ogs-games",
            "gtp2ogs",
            "kgs",
            "lizgoban-human",
            "lizgoban",
            "lizzie",
            "lizzieyzy",
            "ogatak",
            "q5go",
            "sabaki-gtp",
            "sabaki",
            "traps",
            "twogtp"
        ]
    );
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let transcript: Transcript = text.parse().unwrap();
        let played = transcript.play_with(SILENCE, |input, output| {
            Tiny::new(1).serve(&[], input, output);
        });
        if let Err(mismatch) = played {
            panic!("{}: {mismatch}", path.display());
        }
    }
}
