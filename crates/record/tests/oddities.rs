//! What files do that they should not, and how it is replayed: one row each.

use std::fmt::Write;

use ponnuki_game::Color;
use ponnuki_record::{REMARKS_MAX, Record, Records};

/// The board at the end of the main line, who is to move, the odds where there
/// are any, and all remarks.
#[track_caller]
fn check(file: &str, expected: &str) {
    let records = Records::from_bytes(file.as_bytes()).expect("a game");
    let record = records.iter().next().unwrap().expect("a game of Go");
    let told = tell(record);
    let expected: Vec<&str> = expected
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(
        told,
        expected,
        "{file}\nis\n{}\nnot\n{}\n",
        told.join("\n"),
        expected.join("\n")
    );
}

fn tell(record: Record<'_>) -> String {
    let mut replay = record.replay();
    replay.to_end();
    let game = replay.game();
    let mut told = game.board().to_string();
    let setup = game.setup();
    let turn = game.turn();
    let odds = match setup.odds.n() {
        0 => String::new(),
        n => format!(", handicap {n}"),
    };
    writeln!(told, "{turn} to move, komi {}{odds}", setup.komi).unwrap();
    let held = replay.prisoners();
    if (held.black, held.white) != Default::default() {
        let (black, white) = (held.black.total(), held.white.total());
        writeln!(told, "prisoners: Black {black}, White {white}").unwrap();
    }
    for remark in replay.remarks() {
        writeln!(told, "{remark}").unwrap();
    }
    told
}

#[test]
fn a_stone_played_on_another_takes_its_place() {
    check(
        "(;SZ[3]KM[0];B[bb];W[bb])",
        "
        . . .
        . O .
        . . .
        Black to move, komi 0
        move 2: White plays on the Black stone B2
        ",
    );
}

#[test]
fn a_forbidden_retake_of_a_ko_is_replayed_and_told() {
    check(
        "(;SZ[4:3]RU[Japanese]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb];W[bb])",
        "
        . X O .
        X O . O
        . X O .
        Black to move, komi 0
        prisoners: Black 1, White 1
        move 2: White plays B2 against the laws: it would bring back the board after move 0
        ",
    );
}

#[test]
fn suicide_is_replayed_where_it_is_forbidden() {
    check(
        "(;SZ[3]RU[Japanese]KM[0]AB[ba][ab]PL[W];W[aa])",
        "
        . X .
        X . .
        . . .
        Black to move, komi 0
        prisoners: Black 1, White 0
        move 1: White plays A3 against the laws: the stone would have no liberty
        ",
    );
}

#[test]
fn moves_after_the_end_are_made_and_told() {
    check(
        "(;SZ[3]RU[Tromp-Taylor]KM[0];B[bb];W[];B[];W[aa])",
        "
        O . .
        . X .
        . . .
        Black to move, komi 0
        move 4: White plays A3 against the laws: the game is over (B+9)
        ",
    );
}

#[test]
fn a_move_after_passes_goes_on_without_a_word() {
    check(
        "(;SZ[3]RU[Chinese]KM[0];B[bb];W[];B[];W[aa])",
        "
        O . .
        . X .
        . . .
        Black to move, komi 0
        ",
    );
    check(
        "(;SZ[3]RU[Chinese]KM[0];B[bb];W[];B[];W[])",
        "
        . . .
        . X .
        . . .
        Black to move, komi 0
        ",
    );
}

#[test]
fn a_komi_that_the_rulebook_fixes_is_counted_where_the_file_tells_none() {
    for (rules, komi) in [("oldest", "7.5"), ("quick-reference", "7")] {
        check(
            &format!("(;SZ[1]RU[{rules}];B[];W[])"),
            &format!(
                "
                .
                Black to move, komi {komi}
                prisoners: Black 1, White 1
                before the first move: no komi is told: it is {komi}, as the rulebook says
                "
            ),
        );
        check(
            &format!("(;SZ[1]RU[{rules}]KM[0];B[];W[])"),
            "
            .
            Black to move, komi 0
            prisoners: Black 1, White 1
            ",
        );
    }
    check(
        "(;SZ[1]RU[Japanese])",
        "
        .
        Black to move, komi 0
        ",
    );
}

#[test]
fn a_first_move_by_the_wrong_player_is_told_where_the_rulebook_knows_no_exception() {
    check(
        "(;SZ[9]RU[white-first]KM[0];B[])",
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        White to move, komi 0
        before the first move: Black moves first, and under this rulebook always White does
        ",
    );
    check(
        "(;SZ[2]RU[concise]KM[0];W[])",
        "
        . .
        . .
        Black to move, komi 0
        before the first move: White moves first, and under this rulebook always Black does
        ",
    );
    check(
        "(;SZ[2]RU[goban]KM[0];W[])",
        "
        . .
        . .
        Black to move, komi 0
        ",
    );
    check(
        "(;SZ[2]RU[concise]KM[0]AB[aa];W[])",
        "
        X .
        . .
        Black to move, komi 0
        ",
    );
}

#[test]
fn whoever_plays_after_passes_was_to_move_if_the_rulebook_lets_the_opponent_of_the_asker() {
    check(
        "(;SZ[3]RU[Japanese]KM[0];B[bb];W[];B[];B[aa])",
        "
        X . .
        . X .
        . . .
        White to move, komi 0
        ",
    );
    check(
        "(;SZ[3]RU[goban]KM[0];B[bb];W[];B[];B[aa])",
        "
        X . .
        . X .
        . . .
        White to move, komi 0
        move 4: it is not Black's turn
        ",
    );
}

#[test]
fn several_moves_in_one_node_are_made_in_their_order() {
    check(
        "(;SZ[3]KM[0];B[aa]W[ba];B[ca][cb])",
        "
        X O X
        . . X
        . . .
        White to move, komi 0
        move 2: 2 moves are made at once
        move 4: it is not Black's turn
        move 4: 2 moves are made at once
        ",
    );
}

#[test]
fn moves_that_are_no_points_are_left_out() {
    check(
        "(;SZ[3]KM[0];B[aa];W[zz];B[?];W[bb])",
        "
        X . .
        . O .
        . . .
        Black to move, komi 0
        move 2: \"zz\" is no move for White
        move 3: \"?\" is no move for Black
        ",
    );
}

#[test]
fn both_spellings_of_a_pass_are_passes() {
    check(
        "(;SZ[3]KM[0];B[tt];W[bb];B[])",
        "
        . . .
        . O .
        . . .
        White to move, komi 0
        ",
    );
}

#[test]
fn tt_is_a_point_of_a_large_board() {
    let file = b"(;SZ[21]KM[0];B[tt])";
    let records = Records::from_bytes(file).unwrap();
    let (game, remarks) = records.iter().next().unwrap().unwrap().game();
    assert_eq!(
        game.board().at(game.size().at(19, 19).unwrap()),
        Some(Color::Black)
    );
    assert_eq!(remarks, []);
    check(
        "(;SZ[21:1]KM[0];B[tt])",
        "
        . . . . . . . . . . . . . . . . . . . . .
        Black to move, komi 0
        move 1: \"tt\" is no move for Black
        ",
    );
}

#[test]
fn set_up_in_mid_game_begins_anew_and_keeps_the_prisoners() {
    check(
        "(;SZ[3]KM[0.5]RU[Japanese];B[ba];W[aa];B[ab];W[bb];AE[bb]AW[cc][ca])",
        "
        . X O
        X . .
        . . O
        Black to move, komi 0.5
        prisoners: Black 1, White 0
        ",
    );
}

#[test]
fn whoever_moves_after_a_set_up_without_a_turn_was_to_move() {
    check(
        "(;SZ[3]KM[0];B[bb];AW[aa];B[ab])",
        "
        O . .
        X X .
        . . .
        White to move, komi 0
        ",
    );
    check(
        "(;SZ[3]KM[0];B[bb];AW[aa]PL[W];B[ab])",
        "
        O . .
        X X .
        . . .
        White to move, komi 0
        move 2: it is not Black's turn
        ",
    );
}

#[test]
fn stones_set_up_without_a_liberty_are_lifted() {
    check(
        "(;SZ[3]KM[0]AB[aa]AW[ba][ab]PL[B])",
        "
        . O .
        O . .
        . . .
        Black to move, komi 0
        before the first move: the chain in column 1 and row 1 from the top left has no liberty
        ",
    );
}

#[test]
fn two_stones_set_up_on_one_point_are_the_last() {
    check(
        "(;SZ[3]KM[0]AB[aa:ba]AW[ba][bz]PL[B])",
        "
        X O .
        . . .
        . . .
        Black to move, komi 0
        before the first move: \"bz\" is not a point of a 3x3 board
        before the first move: two stones are set up on B3
        ",
    );
}

#[test]
fn handicap_stones_are_odds_if_they_are_as_many_as_said() {
    let board = "
        . . . . . . .
        . . . . . . .
        . . . . X . .
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        ";
    check(
        "(;SZ[7]KM[0]HA[2]RU[Chinese]AB[ec][ce])",
        &format!("{board}White to move, komi 0, handicap 2"),
    );
    check(
        "(;SZ[7]KM[0]HA[2]RU[Chinese];AB[ec];AB[ce])",
        &format!("{board}White to move, komi 0, handicap 2"),
    );
    check(
        "(;SZ[7]KM[0]HA[2]RU[Chinese];B[ec];B[ce])",
        &format!("{board}White to move, komi 0, handicap 2"),
    );
    check(
        "(;SZ[7]KM[0]HA[2]RU[Chinese];W[aa])",
        "
        O . . . . . .
        . . . . . . .
        . . . . X . .
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        Black to move, komi 0, handicap 2
        ",
    );
}

#[test]
fn handicap_stones_stay_odds_while_all_of_them_are_there() {
    let file = "(;SZ[7:3]KM[0]HA[2]RU[Chinese]AB[ba][fa];W[da];";
    check(
        &format!("{file}AE[da]AB[aa])"),
        "
        X X . . . X .
        . . . . . . .
        . . . . . . .
        Black to move, komi 0, handicap 2
        ",
    );
    check(
        &format!("{file}AE[fa])"),
        "
        . X . O . . .
        . . . . . . .
        . . . . . . .
        Black to move, komi 0
        ",
    );
    check(
        "(;SZ[5:1]KM[0]HA[2]RU[concise];B[aa];W[];AB[ca])",
        "
        X . X . .
        Black to move, komi 0
        ",
    );
    check(
        "(;SZ[3:1]KM[0]HA[1]RU[concise];AB[aa]PL[W])",
        "
        X . .
        White to move, komi 0, handicap 1
        ",
    );
}

#[test]
fn a_handicap_of_one_is_to_move_first() {
    check(
        "(;SZ[3]KM[0]HA[1]RU[Japanese];B[aa];W[bb])",
        "
        X . .
        . O .
        . . .
        Black to move, komi 0
        ",
    );
}

#[test]
fn black_is_to_move_until_all_handicap_stones_are_placed() {
    let file = b"(;SZ[7]KM[0]HA[3]RU[Chinese];B[aa];B[bb];B[cc];W[dd])";
    let records = Records::from_bytes(file).unwrap();
    let mut replay = records.iter().next().unwrap().unwrap().replay();
    let mut told = Vec::new();
    loop {
        let game = replay.game();
        told.push((game.turn(), game.setup().odds.n(), game.n_moves()));
        if !replay.forward() {
            break;
        }
    }
    use Color::{Black, White};
    let expected = [
        (Black, 0, 0),
        (Black, 1, 0),
        (Black, 2, 0),
        (White, 3, 0),
        (Black, 3, 1),
    ];
    assert_eq!(told, expected);
    assert_eq!(replay.n_moves(), 4);
    assert_eq!(replay.remarks(), []);
}

#[test]
fn a_handicap_that_is_not_there_is_told_at_the_first_move() {
    check(
        "(;SZ[3]KM[0]HA[2]RU[Chinese]AB[aa]PL[W];W[bb])",
        "
        X . .
        . O .
        . . .
        Black to move, komi 0
        move 1: the handicap is 2, and Black has 1 on the board
        ",
    );
    check(
        "(;SZ[7]KM[0]HA[2]RU[Chinese];B[bb];W[aa])",
        "
        O . . . . . .
        . X . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        Black to move, komi 0
        move 1: the handicap is 2, and Black has 0 on the board
        ",
    );
}

#[test]
fn odds_that_the_rulebook_does_not_have_are_plain_stones() {
    check(
        "(;SZ[7]KM[0]HA[2]RU[Japanese]AB[aa][gg];W[dd])",
        "
        X . . . . . .
        . . . . . . .
        . . . . . . .
        . . . O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . X
        Black to move, komi 0
        before the first move: under this rulebook a handicap is Black stones on the star points
        ",
    );
}

#[test]
fn odds_given_up_leave_the_turn() {
    check(
        "(;SZ[7:3]KM[0]HA[2]RU[Japanese]AB[aa][gc])",
        "
        X . . . . . .
        . . . . . . .
        . . . . . . X
        White to move, komi 0
        before the first move: under this rulebook a handicap is Black stones on the star points
        ",
    );
}

#[test]
fn a_handicap_in_passes_is_no_stones() {
    check(
        "(;SZ[3]KM[0]HA[2]RU[concise];B[bb];W[];B[aa];W[cc])",
        "
        X . .
        . X .
        . . O
        Black to move, komi 0, handicap 2
        ",
    );
    check(
        "(;SZ[3]KM[0]HA[2]RU[concise];B[bb];W[cc])",
        "
        . . .
        . X .
        . . O
        Black to move, komi 0, handicap 2
        move 2: White plays C1 against the laws: White has to pass (1 more by the handicap)
        ",
    );
}

#[test]
fn the_first_move_tells_who_moves_first_unless_the_file_does() {
    check(
        "(;SZ[2]KM[0];W[aa])",
        "
        O .
        . .
        Black to move, komi 0
        ",
    );
    check(
        "(;SZ[2]KM[0]PL[B];W[aa])",
        "
        O .
        . .
        Black to move, komi 0
        move 1: it is not White's turn
        ",
    );
}

#[test]
fn a_turn_said_in_mid_game_counts() {
    check(
        "(;SZ[2]KM[0];B[aa];PL[B])",
        "
        X .
        . .
        Black to move, komi 0
        ",
    );
}

#[test]
fn komi_is_understood_or_not_counted() {
    let cases = [
        (
            "375",
            "7.5",
            "before the first move: the komi is 7.5: these are hundredths of stones, of two points each",
        ),
        (
            "650",
            "6.5",
            "before the first move: the komi is 6.5: these are hundredths of points",
        ),
        ("0.00", "0", ""),
        (
            "6,5",
            "6.5",
            "before the first move: the komi is 6.5: the comma is a decimal point",
        ),
        (
            "7.25",
            "0",
            "before the first move: \"7.25\" is no komi, none is counted: komi comes in whole and half points",
        ),
        ("", "0", ""),
    ];
    for (text, komi, remark) in cases {
        check(
            &format!("(;SZ[2]KM[{text}])"),
            &format!(". .\n. .\nBlack to move, komi {komi}\n{remark}"),
        );
    }
}

#[test]
fn a_board_that_the_rulebook_is_not_for_is_played_on() {
    check(
        "(;SZ[2]KM[0]RU[white-first];W[aa])",
        "
        O .
        . .
        Black to move, komi 0
        before the first move: this rulebook is not for 2x2 boards but for 9×9, 13×13, 19×19
        ",
    );
}

#[test]
fn rules_and_handicaps_that_are_not_known_are_told() {
    check(
        "(;SZ[2]KM[0]RU[Group tax?]HA[some])",
        "
        . .
        . .
        Black to move, komi 0
        before the first move: no rules are called \"Group tax?\"
        before the first move: \"some\" is no handicap
        ",
    );
}

#[test]
fn old_names_of_properties_are_known() {
    check(
        "(;GaMe[1]SiZe[3]KoMi[0.5]AddBlack[aa:ba]PLayer[W];White[bb])",
        "
        X X .
        . O .
        . . .
        Black to move, komi 0.5
        ",
    );
}

#[test]
fn a_line_without_end_is_cut_off_and_told() {
    let mut file = "(;SZ[2]KM[0]RU[Chinese]".to_owned();
    for _ in 0..ponnuki_record::STEPS_MAX {
        file.push_str(";B[];W[]");
    }
    file.push(')');
    let records = Records::from_bytes(file.as_bytes()).unwrap();
    let mut replay = records.iter().next().unwrap().unwrap().replay();
    replay.to_end();
    assert_eq!(replay.n_moves(), 2 * ponnuki_record::STEPS_MAX);
    assert_eq!(replay.game().n_moves(), ponnuki_record::STEPS_MAX);
    let last = replay.remarks().last().unwrap();
    assert_eq!(last.n_moves, ponnuki_record::STEPS_MAX + 1);
    assert_eq!(last.trouble, ponnuki_record::Trouble::TooLong);
}

#[test]
fn other_games_and_boards_are_said_not_guessed() {
    let file = b"(;GM[2]SZ[8])(;GM[40])(;GM[1]SZ[26])(;SZ[0])(;SZ[19:26])(;SZ[])(;SZ[13:9])";
    let records = Records::from_bytes(file).unwrap();
    let told: Vec<String> = records
        .iter()
        .map(|record| match record {
            Ok(record) => record.size().to_string(),
            Err(error) => error.to_string(),
        })
        .collect();
    assert_eq!(
        told,
        [
            "game \"2\" of SGF is not Go",
            "game \"40\" of SGF is not Go",
            "\"26\" is no board with sides of 1 to 25",
            "\"0\" is no board with sides of 1 to 25",
            "\"19:26\" is no board with sides of 1 to 25",
            "19x19",
            "13x9",
        ]
    );
}

#[test]
fn every_variation_can_be_gone_to() {
    let file = b"(;SZ[3]KM[0];B[aa](;W[bb];B[cc])(;W[cc](;B[bb])(;B[ba])))";
    let records = Records::from_bytes(file).unwrap();
    let record = records.iter().next().unwrap().unwrap();
    let boards: Vec<String> = record
        .root()
        .subtree()
        .map(|node| {
            record
                .replay_to(node)
                .game()
                .board()
                .to_string()
                .replace(['\n', ' '], "")
        })
        .collect();
    let expected = [
        ".........",
        "X........",
        "X...O....",
        "X...O...X",
        "X.......O",
        "X...X...O",
        "XX......O",
    ];
    assert_eq!(boards, expected);

    let other = Records::from_bytes(b"(;SZ[3];W[bb];W[cc])").unwrap();
    let stranger = other
        .collection()
        .games()
        .next()
        .unwrap()
        .main_line()
        .last()
        .unwrap();
    assert_eq!(record.replay_to(stranger).node(), record.root());

    let mut replay = record.replay();
    assert!(replay.enter(0) && replay.enter(1) && replay.enter(1));
    assert!(!replay.enter(0) && !replay.forward());
    assert_eq!(replay.game().board().to_string(), "X X .\n. . .\n. . O\n");
}

#[test]
fn a_game_can_be_had_after_any_number_of_moves() {
    let file = b"(;SZ[3]KM[0];AW[ca]PL[B];B[aa];C[a word];W[bb];AE[aa];B[cc])";
    let records = Records::from_bytes(file).unwrap();
    let record = records.iter().next().unwrap().unwrap();
    let boards: Vec<String> = (0..5)
        .map(|n| {
            record
                .replay_moves(n)
                .game()
                .board()
                .to_string()
                .replace(['\n', ' '], "")
        })
        .collect();
    let last = "..O.O...X";
    assert_eq!(boards, ["..O......", "X.O......", "..O.O....", last, last]);
}

/// What the game is when the file has had its say about its end.
#[track_caller]
fn check_end(file: &str, outcome: Option<&str>, remarks: &[&str]) {
    let records = Records::from_bytes(file.as_bytes()).unwrap();
    let (game, told) = records.iter().next().unwrap().unwrap().game();
    let counted = game.outcome().map(|outcome| outcome.to_string());
    assert_eq!(counted.as_deref(), outcome, "{file}\n{}", game.board());
    let told: Vec<String> = told.iter().map(|remark| remark.to_string()).collect();
    assert_eq!(told, remarks, "{file}");
}

#[test]
fn games_end_as_the_file_says() {
    check_end("(;SZ[3]KM[0]RE[W+R];B[bb])", Some("W+R"), &[]);
    check_end("(;SZ[3]KM[0]RE[B+Time];B[bb])", Some("B+T"), &[]);
    check_end("(;SZ[3]KM[0]RE[B+F];B[bb])", None, &[]);
    check_end("(;SZ[3]KM[0]RE[B+3.5];B[bb])", None, &[]);
    check_end(
        "(;SZ[3]KM[0]RE[Void];B[bb])",
        None,
        &["move 1: the game has no result, but the board has not come back"],
    );
}

#[test]
fn stones_inside_territory_are_dead_if_the_count_says_so() {
    // . . .
    // . X .
    // O . .
    let game = ";B[bb];W[ac];B[];W[]";
    let head = "(;SZ[3]RU[Japanese]KM[0.5]";
    let all = "TB[aa][ba][ca][ab][cb][ac][bc][cc]";
    check_end(&format!("{head}RE[B+8.5]{game}{all})"), Some("B+8.5"), &[]);
    check_end(&format!("{head}{game}{all})"), Some("B+8.5"), &[]);
    check_end(&format!("{head}{game})"), None, &[]);
    check_end(&format!("{head}RE[W+0.5]{game})"), Some("W+0.5"), &[]);
    check_end(&format!("{head}RE[B+8.5]{game})"), None, &[]);
    check_end(
        &format!("{head}RE[B+7.5]{game}{all})"),
        None,
        &["move 4: the result is B+7.5, but the board gives B+8.5"],
    );
}

#[test]
fn of_very_many_remarks_the_first_are_kept() {
    // Every point of the board is set up twice at each node.
    let node = ";AB[aa:ss]AW[aa:ss]AE[aa:ss]";
    let text = format!("(;SZ[19]{})", node.repeat(100));
    let records = Records::from_bytes(text.as_bytes()).expect("a file");
    let record = records.iter().next().expect("a game").expect("of Go");
    let (_, remarks) = record.game();
    assert_eq!(remarks.len(), REMARKS_MAX);
}
