//! `ponnuki tournament`: an evening of a club, from the list of players to the results.

mod transcripts;

use std::env;
use std::fs;
use std::path::PathBuf;

use transcripts::{check_transcript, ponnuki, text};

/// A file for one test, not there at first and gone afterwards.
struct Evening {
    path: PathBuf,
}

impl Evening {
    fn new(test: &str) -> Evening {
        let name = format!("ponnuki-tournament-{test}-{}.txt", std::process::id());
        let path = env::temp_dir().join(name);
        drop(fs::remove_file(&path));
        Evening { path }
    }

    /// Runs a command on the file, and returns what it said and its exit code.
    fn run(&self, command: &str, rest: &[&str]) -> (String, String, Option<i32>) {
        let mut args = vec!["tournament", command, self.path.to_str().unwrap()];
        args.extend(rest);
        let output = ponnuki(&args).output().unwrap();
        (
            text(&output.stdout),
            text(&output.stderr),
            output.status.code(),
        )
    }

    /// Runs a command that can be done.
    #[track_caller]
    fn answer(&self, command: &str, rest: &[&str]) -> String {
        let (out, err, code) = self.run(command, rest);
        assert_eq!((err.as_str(), code), ("", Some(0)), "{command} {rest:?}");
        out
    }

    /// Runs a command that is refused; the file stays as it is.
    #[track_caller]
    fn refusal(&self, command: &str, rest: &[&str]) -> String {
        let before = fs::read(&self.path).ok();
        let (out, err, code) = self.run(command, rest);
        assert_eq!(out, "", "{command} {rest:?}");
        assert_ne!(code, Some(0), "{command} {rest:?}");
        assert_eq!(fs::read(&self.path).ok(), before);
        err
    }
}

impl Drop for Evening {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.path));
    }
}

const PLAYERS: [(&str, &str); 12] = [
    ("Berg, Anna", "3d"),
    ("Ito, Kenji", "1d"),
    ("Roux, Zoé", "1k"),
    ("Novak, Jan", "2k"),
    ("Lindqvist, Eva", "3k"),
    ("Okafor, Chidi", "4k"),
    ("Silva, Rui", "5k"),
    ("Meier, Tom", "7k"),
    ("Kim, Sora", "8k"),
    ("Petrov, Oleg", "10k"),
    ("Dubois, Luc", "14k"),
    ("Hansen, Liv", "20k"),
];

/// How many games the last table of `shown` says there are.
fn n_tables(shown: &str) -> usize {
    let firsts = shown
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    firsts
        .filter(|first| first.parse::<usize>().is_ok())
        .count()
}

#[test]
fn twelve_people_play_four_rounds_with_a_withdrawal_and_a_bye() {
    let evening = Evening::new("evening");
    let rules = "--system mcmahon --rounds 4 --bar 1d --floor 15k --handicap rank \
                 --handicap-reduction 2 --name Evening --date 2026-11-18";
    evening.answer("new", &rules.split_whitespace().collect::<Vec<_>>());
    for (name, rank) in PLAYERS {
        evening.answer("enter", &[name, rank, "--club", "Kiel", "--country", "DE"]);
    }
    for round in 1..=4 {
        if round == 2 {
            let answer = evening.answer("withdraw", &["Meier"]);
            assert_eq!(answer, "Meier Tom plays no more from round 2 on.\n");
        }
        let shown = evening.answer("pair", &[]);
        assert!(shown.starts_with(&format!("Round {round}\n")), "{shown}");
        let has_bye = shown.lines().any(|line| line.starts_with("bye"));
        assert_eq!(has_bye, round > 1, "{shown}");
        let n = n_tables(&shown);
        assert_eq!(n, if round == 1 { 6 } else { 5 }, "{shown}");
        if round == 3 {
            let why = evening.refusal("pair", &[]);
            assert!(
                why.contains("table 1 of round 3 has no result yet"),
                "{why}"
            );
        }
        for table in 1..=n {
            let result = ["b", "w", "w", "=", "w!", "b"][(table + round) % 6];
            evening.answer("result", &[&table.to_string(), result]);
        }
    }
    let why = evening.refusal("pair", &[]);
    assert!(why.contains("there is no round 5"), "{why}");
    let standings = evening.answer("standings", &[]);
    assert_eq!(standings.lines().count(), 13, "{standings}");
    for (name, _) in PLAYERS {
        assert!(standings.contains(&name.replace(',', "")), "{standings}");
    }
    let file = fs::read_to_string(&evening.path).unwrap();
    let mut byes: Vec<&str> = file.split(" | bye ").skip(1).collect();
    byes.iter_mut()
        .for_each(|bye| *bye = bye.lines().next().unwrap());
    byes.sort_unstable();
    byes.dedup();
    assert_eq!(
        byes.len(),
        3,
        "three rounds, three byes of three people: {file}"
    );
    check_exports(&evening);
}

#[track_caller]
fn check_exports(evening: &Evening) {
    let html = evening.answer("export", &["--format", "html"]);
    assert!(
        html.contains("<h2>Round 4</h2>") && html.contains("Zoé"),
        "{html}"
    );
    let aga = evening.answer("export", &["--format", "aga"]);
    assert!(
        aga.starts_with("TOURNEY Evening\n") && aga.ends_with("END\n"),
        "{aga}"
    );
    assert!(aga.contains("99001 Berg, Anna 3d\n"), "{aga}");
    let h9 = env::temp_dir().join(format!("ponnuki-tournament-{}.h9", std::process::id()));
    evening.answer("export", &["--format", "h9", "-o", h9.to_str().unwrap()]);
    let bytes = fs::read(&h9).unwrap();
    fs::remove_file(&h9).unwrap();
    assert!(bytes.starts_with(b"; EV[Evening]\n"));
    assert!(bytes.windows(8).any(|name| name == b"Roux Zo\xe9"));
    let xml = evening.path.with_extension("xml");
    evening.answer(
        "export",
        &["--format", "opengotha", "-o", xml.to_str().unwrap()],
    );
    let again = Evening::new("again");
    let told = again.answer("import", &[xml.to_str().unwrap()]);
    fs::remove_file(&xml).unwrap();
    assert!(
        told.ends_with("of 4 rounds with 12 players; 4 are paired.\n"),
        "{told}"
    );
    assert_eq!(
        again.answer("standings", &[]),
        evening.answer("standings", &[])
    );
    let ratings = evening.answer("ratings", &[]);
    assert!(ratings.contains("Berg Anna"), "{ratings}");
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    let evening = Evening::new("refusals");
    assert!(
        evening
            .refusal("pair", &[])
            .contains("there is no such file")
    );
    evening.answer("new", &["--system", "swiss", "--rounds", "3"]);
    assert!(evening.refusal("new", &[]).contains("exists already"));
    assert!(
        evening
            .refusal("pair", &[])
            .contains("fewer than two can play")
    );
    evening.answer("enter", &["Berg, Anna", "3k"]);
    for (rest, why) in [
        (["Berg, Anna", "3k"], "number 1 has that name"),
        (["", "3k"], "an entrant has no name"),
        (["a|b", "3k"], "a control character or a '|'"),
        (["Roux", "3x"], "a rank is 30k to 1k or 1d to 9d"),
    ] {
        let refusal = evening.refusal("enter", &rest);
        assert!(refusal.contains(why), "{refusal}");
    }
    evening.answer("enter", &["Berg, Bo", "30k"]);
    assert!(
        evening
            .refusal("withdraw", &["Berg"])
            .contains("2 are called Berg")
    );
    assert!(
        evening
            .refusal("withdraw", &["9"])
            .contains("there is no number 9")
    );
    assert!(
        evening
            .refusal("result", &["1", "b"])
            .contains("there is no round 0")
    );
    evening.answer("pair", &[]);
    assert!(
        evening
            .refusal("result", &["2", "b"])
            .contains("there is no table 2")
    );
    evening.answer("unpair", &[]);
    evening.answer("pair", &[]);
    evening.answer("result", &["1", "b"]);
    assert!(
        evening
            .refusal("unpair", &[])
            .contains("round 1 has results")
    );
}

#[test]
fn help_tells_an_organiser_how_to_begin() {
    check_transcript("tournament.txt");
}

#[test]
fn a_fault_in_the_file_has_its_line() {
    let evening = Evening::new("faults");
    evening.answer("new", &[]);
    let text = fs::read_to_string(&evening.path).unwrap();
    let line = text.lines().count() + 1;
    fs::write(&evening.path, text + "enter Berg | Anna | 99k\n").unwrap();
    let why = evening.refusal("standings", &[]);
    assert!(why.contains(&format!("line {line}: a rank is")), "{why}");
}
