//! What holds for every file whatsoever, as functions over bytes.
//!
//! A fuzz target includes this file by its path and calls [`every_law`]; the tests
//! at its end do the same with chance bytes and with games that chance damaged.

use ponnuki_game::{Color, Game, GameEvent, Illegal, Move};
use ponnuki_record::{About, Line, Record, Records, Trouble};

/// Checks all laws on one input.
pub fn every_law(bytes: &[u8]) {
    let Ok(records) = Records::from_bytes(bytes) else {
        return;
    };
    for record in records.iter().flatten() {
        every_node_can_be_gone_to(record);
        a_walk_comes_to_every_node_as_a_replay_does(record);
        a_game_that_was_read_is_written_as_itself(record);
    }
    what_is_added_and_removed_leaves_no_trace(&records);
}

/// No node is too odd, and the moves that were made are told apart.
pub fn every_node_can_be_gone_to(record: Record<'_>) {
    for node in record.root().subtree().take(64) {
        let mut replay = record.replay_to(node);
        assert_eq!(replay.node(), node);
        assert!(replay.game().board().is_consistent());
        // A pass after play has stopped goes on with it: that is no fault.
        let forced = |event: &&GameEvent| {
            let play = |mv: &Move| matches!(mv, Move::Play(_));
            matches!(event, GameEvent::Forced { mv, .. } if play(mv))
        };
        let n_forced = replay.game().events().iter().filter(forced).count();
        let is_told = |trouble: &Trouble| matches!(trouble, Trouble::Illegal { .. });
        let n_told = replay
            .remarks()
            .iter()
            .filter(|r| is_told(&r.trouble))
            .count();
        assert!(n_forced <= n_told, "a forced move is remarked on");
        replay.conclude();
    }
}

/// A walk through the tree, where one game is played and taken back, finds at each node
/// what a replay of its line finds.
pub fn a_walk_comes_to_every_node_as_a_replay_does(record: Record<'_>) {
    let mut walk = record.walk();
    for node in record.root().subtree().take(64) {
        assert!(walk.forward().is_some(), "a walk ends too early");
        let (walked, replayed) = (walk.replay(), record.replay_to(node));
        assert_eq!(walked.node(), node);
        assert_eq!(walked.remarks(), replayed.remarks());
        assert_eq!(walked.n_moves(), replayed.n_moves());
        assert_eq!(walked.prisoners(), replayed.prisoners());
        let (one, other) = (walked.game(), replayed.game());
        assert_eq!(one.setup(), other.setup());
        assert_eq!(one.events(), other.events());
        assert_eq!(one.board(), other.board());
        assert_eq!((one.turn(), one.phase()), (other.turn(), other.phase()));
        assert_eq!(one.prisoners(), other.prisoners());
        assert_eq!(one.legal(), other.legal());
    }
}

/// write ∘ read ∘ write = write, for the game and for what is told about it.
pub fn a_game_that_was_read_is_written_as_itself(record: Record<'_>) {
    let (game, _) = record.game();
    let about = record.header().about;
    let written = write(&game, &about);
    let read = Records::from_bytes(written.as_bytes());
    let read = read.unwrap_or_else(|error| panic!("{written:?} is refused: {error}"));
    assert_eq!(read.collection().n_repairs(), 0, "{written:?}");
    let Some(Ok(again)) = read.iter().next() else {
        panic!("{written:?} is no game of Go");
    };
    let (same, remarks) = again.game();
    assert_eq!(same.board(), game.board(), "{written:?}");
    assert_eq!(same.outcome(), game.outcome(), "{written:?}");
    assert_eq!(same.rules(), game.rules(), "{written:?}");
    for remark in remarks {
        let is_expected = match &remark.trouble {
            Trouble::Illegal { law, .. } => *law != Illegal::NotStopped,
            trouble => matches!(
                trouble,
                Trouble::FirstMove { .. }
                    | Trouble::OutOfTurn { .. }
                    | Trouble::NoCycle
                    | Trouble::ResultDiffers { .. }
            ),
        };
        assert!(is_expected, "{remark} in {written:?}");
    }
    assert_eq!(write(&same, &again.header().about), written);
}

fn write(game: &Game, about: &About) -> String {
    let records = Records::of_game(game, about).expect("there is room for a game that was read");
    records.to_string()
}

/// An edit that is taken back changes no byte.
pub fn what_is_added_and_removed_leaves_no_trace(records: &Records<'_>) {
    let before = records.to_string();
    let mut edited = records.clone();
    let nodes: Vec<_> = records
        .collection()
        .games()
        .flat_map(|game| game.main_line().last())
        .map(|node| node.id())
        .collect();
    for node in nodes {
        let n_children = edited.node(node).children().count();
        let added = edited.play(node, Color::Black, Move::Pass, Line::Main);
        let added = added.expect("there is room for one more move");
        assert_eq!(edited.node(node).children().count(), n_children + 1);
        edited
            .comment(added, "a pass")
            .expect("there is room for a comment");
        edited.remove(added);
    }
    assert_eq!(edited.to_string(), before);
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    use ponnuki_game::Dice;

    use super::*;

    /// How many files are tried; with `RUN_SLOW` set, many more.
    fn n_rounds() -> u64 {
        match std::env::var_os("RUN_SLOW") {
            Some(_) => 20_000,
            None => 300,
        }
    }

    /// Games to be damaged: every property that a replay looks at.
    const SEEDS: [&str; 8] = [
        "(;GM[1]SZ[3]RU[Japanese]KM[6.5]RE[B+3.5];B[aa];W[bb];B[cc](;W[aa])(;W[];B[];W[ab]))",
        "(;SZ[4:3]RU[Chinese]KM[375]HA[2]AB[aa][bb:cb]PL[W];W[cc];B[];W[]TB[aa][ba]TW[dc])",
        "(;SZ[3]RU[concise]HA[3];B[aa];W[];B[bb];W[];B[cc];W[ab];AE[aa:bb]AW[ca]PL[B];B[aa])",
        "(;SZ[2]RU[white-first]HA[1]AW[aa];W[bb];B[ab];W[ba];B[aa];W[bb];PL[W];W[])",
        "(;SZ[3]RU[quick-reference]KM[7]RE[W+R]PB[a\\]b]GC[x\ny];B[];W[];PL[B];B[bb];W[];B[];W[])",
        "(;SZ[5]HA[2]RU[AGA]TM[60]OT[5x30 byo-yomi];B[aa];B[bb];W[cc];B[tt];W[ee])",
        "\\HS\n\\[GAMEINFOMAIN=GRLT:0,ZIPSU:25,GONGJE:65,LINE:5\\]\n\\GS\nINI 0 1 2 &4\nSTO 0 2 2 1 1\nSKI 0 3\n",
        "[Header]\nSize=5\nHdcp=2,0.5\nWinner=B,C\nCoordinateType=IGS\n[Data]\nAA,B1,0,0\nBB,W1,1,0\nYA,B1,2,0\n",
    ];

    #[test]
    fn the_laws_hold_for_chance_bytes() {
        for seed in 1..=n_rounds() {
            let mut dice = Dice::new(seed);
            let tokens = [
                "(",
                ")",
                ";",
                "B[",
                "W[",
                "]",
                "AB[aa:cc]",
                "AE[",
                "PL[W]",
                "SZ[",
                "3",
                "HA[2]",
                "RU[goban]",
                "KM[",
                "6.5",
                "RE[W+R]",
                "TB[]",
                "(;B[]",
                ")(;AB[aa]",
                "aa",
                "bb",
                ":",
                "\\",
                "tt",
            ];
            let n_tokens = dice.below(40);
            let text: String = (0..n_tokens)
                .map(|_| tokens[dice.below(tokens.len())])
                .collect();
            check(seed, format!("(;SZ[3]{text}").as_bytes());
            check(seed, text.as_bytes());
        }
    }

    /// Long lines and short ones, with set-ups and branches everywhere.
    #[test]
    fn the_laws_hold_for_trees_that_chance_grew() {
        for seed in 1..=n_rounds() {
            let mut dice = Dice::new(seed);
            let mut text = format!("(;SZ[9]RU[{}]", ["Japanese", "AGA"][dice.below(2)]);
            let mut n_open = 1;
            let n_moves = [0, 3, 40][dice.below(3)];
            for number in 0..n_moves + 20 {
                let mut at = || char::from(b"abcdefghi"[dice.below(9)]);
                let point = [at(), at()].into_iter().collect::<String>();
                let color = ["B", "W"][number % 2];
                let kind = if number < n_moves { 0 } else { dice.below(6) };
                match kind {
                    1 => text += &format!(";A{color}[{point}]"),
                    2 => text += &format!(";AE[aa:ei]PL[{color}]"),
                    3 => text += &format!(";{color}[]"),
                    _ => text += &format!(";{color}[{point}]"),
                }
                if number >= n_moves && dice.below(3) == 0 {
                    text += "(";
                    n_open += 1;
                } else if n_open > 2 && dice.below(2) == 0 {
                    text += ")(";
                }
            }
            text += &";B[ii]".repeat(dice.below(2));
            text += &")".repeat(n_open);
            check(seed, text.as_bytes());
        }
    }

    #[test]
    fn the_laws_hold_for_games_that_chance_damaged() {
        for seed in 1..=n_rounds() {
            let mut dice = Dice::new(seed);
            let mut bytes = SEEDS[dice.below(SEEDS.len())].as_bytes().to_vec();
            for _ in 0..dice.below(5) {
                damage(&mut bytes, &mut dice);
            }
            check(seed, &bytes);
        }
    }

    /// Cuts, drops, changes or inserts something somewhere.
    fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(5) {
            0 => bytes.truncate(at.max(bytes.len() / 2)),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes[at] = b"abc0123[];BW\xE9"[dice.below(13)],
            _ => {
                let tokens: [&[u8]; 8] = [
                    b";B[aa]",
                    b";W[]",
                    b";PL[B]",
                    b";AB[ab]",
                    b"HA[2]",
                    b";AE[aa:cc]",
                    b"(",
                    b"]",
                ];
                let token = tokens[dice.below(tokens.len())];
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
}
