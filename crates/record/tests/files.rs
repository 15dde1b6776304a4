//! Games of our own, in `data/`: all are replayed, and counted as a script counted them that
//! knows nothing of the program. Real games: where they are at hand, all of them are replayed,
//! and those whose dead stones are all captured are counted.

use std::fs;
use std::path::{Path, PathBuf};

use ponnuki_game::{Compensation, HandicapForm, Komi, PointSet, Points, Rules};
use ponnuki_record::{Record, Records, Trouble};
use ponnuki_testkit::{outside, table};

/// One line of the index: what is known of a scored game.
struct Scored<'a> {
    file: &'a str,
    rules: &'a str,
    komi: Komi,
    margin: Points,
    n_moves: usize,
    /// Under which counts the final board, as it stands, gives the result.
    counts: &'a str,
}

impl<'a> Scored<'a> {
    fn read(line: &'a str) -> Scored<'a> {
        let fields: Vec<&str> = line.split('\t').collect();
        let half_points = |text: &str| (2.0 * text.parse::<f64>().expect("a number")) as i32;
        Scored {
            file: fields[0],
            rules: fields[2],
            komi: Komi::from_half_points(half_points(fields[3]) as i16),
            margin: Points::from_half_points(half_points(fields[6])),
            n_moves: fields[7].parse().expect("a number"),
            counts: fields.get(9).copied().unwrap_or(""),
        }
    }

    /// The rules to count by for a letter of `counts`.
    fn counting(&self, letter: char) -> Rules {
        let mut rules = match (letter, self.rules) {
            ('T', "japanese") => Rules::JAPANESE,
            ('T', _) => Rules::GOBAN,
            _ => Rules::CHINESE,
        };
        rules.start.handicap.form = HandicapForm::BlackAnywhere;
        rules.start.handicap.compensation = match letter {
            'H' => Compensation::N,
            'G' => Compensation::NMinusOne,
            _ => Compensation::Zero,
        };
        rules
    }
}

#[test]
fn all_scored_games_replay_and_those_that_can_be_counted_count_right() {
    let Some(directory) = outside::beside("data/scored") else {
        return;
    };
    let index = fs::read_to_string(directory.join("index.tsv")).unwrap();
    let (mut n_games, mut n_counted, mut n_odd) = (0, 0, 0);
    let mut wrong = Vec::new();
    for line in index.lines().skip(1) {
        let scored = Scored::read(line);
        let bytes = fs::read(directory.join(scored.file)).unwrap();
        let records = Records::from_bytes(&bytes).expect(scored.file);
        let record = records.iter().next().unwrap().expect(scored.file);
        n_games += 1;
        n_odd += usize::from(check_replay(record, &scored, &mut wrong));
        for letter in scored.counts.chars() {
            n_counted += 1;
            let mut replay = record.under(scored.counting(letter)).replay();
            replay.to_end();
            let margin = replay.game().score(PointSet::EMPTY).unwrap().margin();
            if margin != scored.margin {
                wrong.push(format!(
                    "{} {letter}: {margin}, not {}",
                    scored.file, scored.margin
                ));
            }
        }
    }
    eprintln!("{n_games} games replayed, {n_odd} of them odd, {n_counted} counts");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(n_games > 1_000 && n_counted > 300, "the index is as it was");
}

/// Checks the komi and the number of moves; tells whether a move was against
/// the laws of the game's own rules.
fn check_replay(record: Record<'_>, scored: &Scored<'_>, wrong: &mut Vec<String>) -> bool {
    let mut replay = record.replay();
    replay.to_end();
    let komi = replay.game().setup().komi;
    if komi != scored.komi {
        wrong.push(format!("{}: komi {komi}, not {}", scored.file, scored.komi));
    }
    if replay.n_moves() != scored.n_moves {
        let n_moves = replay.n_moves();
        wrong.push(format!(
            "{}: {n_moves} moves, not {}",
            scored.file, scored.n_moves
        ));
    }
    let is_lost = |trouble: &Trouble| {
        matches!(
            trouble,
            Trouble::NoMove { .. } | Trouble::TooLong | Trouble::Outside { .. }
        )
    };
    for remark in replay.remarks() {
        if is_lost(&remark.trouble) {
            wrong.push(format!("{}: {remark}", scored.file));
        }
    }
    let is_odd = |trouble: &Trouble| matches!(trouble, Trouble::Illegal { .. });
    replay
        .remarks()
        .iter()
        .any(|remark| is_odd(&remark.trouble))
}

#[test]
fn our_own_games_replay_and_count_right() {
    let directory = own("scored");
    let index = table::read("scored/index.tsv");
    let mut n_games = 0;
    // A line may end with no dead stones at all.
    for line in index.lines().filter(|line| !line.starts_with('#')) {
        let [file, rules, komi, margin, n_moves, dead] = line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{line:?} does not have six fields");
        };
        let bytes = fs::read(directory.join(file)).unwrap();
        let records = Records::from_bytes(&bytes).unwrap();
        let mut replay = records.iter().next().unwrap().unwrap().replay();
        replay.to_end();
        assert!(
            replay.remarks().is_empty(),
            "{file}: {:?}",
            replay.remarks()
        );
        assert_eq!(replay.n_moves().to_string(), n_moves, "{file}");
        let game = replay.game();
        assert_eq!(*game.rules(), rules.parse().unwrap(), "{file}");
        assert_eq!(game.setup().komi.to_string(), komi, "{file}");
        let dead = dead.split_whitespace().map(|name| game.size().point(name));
        let dead = dead.collect::<Option<PointSet>>().unwrap();
        let margin: f64 = margin.parse().unwrap();
        let found = game.score(dead).unwrap().margin();
        assert_eq!(f64::from(found.half_points()), 2.0 * margin, "{file}");
        n_games += 1;
    }
    assert_eq!(n_games, 16);
}

#[test]
fn all_files_of_our_own_read_and_replay() {
    let n_games = check_files(own("sgf")) + check_files(own("scored"));
    assert!(n_games >= 90, "only {n_games} games");
}

#[test]
fn all_files_of_other_programs_read_and_replay() {
    if let Some(directory) = outside::beside("data/sgf") {
        let n_games = check_files(directory);
        assert!(n_games >= 100, "only {n_games} games");
    }
}

/// A directory of our own games.
fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(name)
}

/// Replays and rewrites all games below a directory; says how many there are.
fn check_files(directory: PathBuf) -> usize {
    let mut files = Vec::new();
    let mut directories = vec![directory];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let list = if path.is_dir() {
                &mut directories
            } else {
                &mut files
            };
            list.push(path);
        }
    }
    let (mut n_games, mut n_nodes) = (0, 0);
    for file in &files {
        let bytes = fs::read(file).unwrap();
        let Ok(records) = Records::from_bytes(&bytes) else {
            continue;
        };
        for record in records.iter().flatten() {
            n_games += 1;
            check_rewriting(record);
            for node in record.root().subtree().step_by(97) {
                n_nodes += 1;
                assert!(record.replay_to(node).game().board().is_consistent());
            }
        }
    }
    eprintln!("{} files, {n_games} games, {n_nodes} nodes", files.len());
    assert!(n_games >= files.len() / 2, "most files have a game");
    n_games
}

/// A game that was read is written so that it reads and is written the same.
fn check_rewriting(record: Record<'_>) {
    let write = |record: Record<'_>| {
        let (game, _) = record.game();
        let written = Records::of_game(&game, &record.header().about);
        written.expect("there is room").to_string()
    };
    let written = write(record);
    let read = Records::from_bytes(written.as_bytes()).expect("what was written is SGF");
    let again = read.iter().next().unwrap().expect("a game of Go");
    assert_eq!(write(again), written);
}
