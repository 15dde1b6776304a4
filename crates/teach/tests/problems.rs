//! Problems as text: what is read, and what is refused.

use ponnuki_game::{Color, Move};
use ponnuki_teach::problem::{
    GoProblem, Kind, ProblemFault, ProblemSolution, ProblemTask, id, lead, looks,
};

const NET: &str = "\
problem net-000000: Black to capture D4
    . . . . .
    . . X O .
    . X . . .
    . . . . .
    . . . . .
solved: E3
line: E3 D3 D2
wrong: D3 E4 pass
wrong: E4 D3
area: E4 D3 E3 D2
free: 4
difficulty: 7
";

const COUNT: &str = "\
problem counting-000000: White to count
    . X O .
    . X O .
lead: 0
difficulty: 1
";

#[test]
fn what_is_written_is_read() {
    let text = format!("# A comment.\n\n{NET}\n{COUNT}");
    let problems = GoProblem::parse_all(&text).unwrap();
    let [net, count] = problems.as_slice() else {
        panic!("{problems:?}");
    };
    let size = net.board.size();
    let point = |name| size.point(name).unwrap();
    assert_eq!((net.kind, net.turn), (Kind::Net, Color::Black));
    assert_eq!(net.task, ProblemTask::Capture(point("D4")));
    let ProblemSolution::Moves(moves) = &net.solution else {
        panic!("{net:?}");
    };
    assert_eq!(moves.firsts.first(), Some(point("E3")));
    assert_eq!(moves.wrong[0][2], Move::Pass);
    assert_eq!(
        (moves.area.len(), moves.free, moves.is_ko),
        (4, Some(4), false)
    );
    assert_eq!(
        (count.task, &count.solution),
        (ProblemTask::Count, &ProblemSolution::Lead(0))
    );
    assert_eq!(net.to_string(), NET);
    assert_eq!(count.to_string(), COUNT);
}

#[test]
fn every_task_is_written_and_read() {
    for task in [
        "Black to save C4",
        "White to capture C4",
        "White to kill C4 by ko",
        "Black to live with C4",
        "Black to connect C4 and B3",
    ] {
        let text = NET.replace("Black to capture D4", task);
        let problems = GoProblem::parse_all(&text).unwrap();
        assert_eq!(problems[0].to_string(), text);
    }
}

/// Expects the fault of the net with one text replaced by another, and its line.
#[track_caller]
fn check_fault(from: &str, to: &str, line: usize, fault: ProblemFault) {
    assert!(NET.contains(from));
    let error = GoProblem::parse_all(&NET.replacen(from, to, 1)).unwrap_err();
    assert_eq!((error.line, error.fault), (line, fault));
}

#[test]
fn what_makes_no_sense_is_refused_with_its_line() {
    check_fault("problem net", "net", 1, ProblemFault::NoProblem);
    check_fault("net-", "chess-", 1, ProblemFault::UnknownKind);
    check_fault(
        "Black to capture",
        "Green to capture",
        1,
        ProblemFault::Heading,
    );
    check_fault("capture D4", "marry D4", 1, ProblemFault::Heading);
    check_fault("capture D4", "capture C4", 1, ProblemFault::NoSuchStone);
    check_fault("capture D4", "capture A1", 1, ProblemFault::NoSuchStone);
    check_fault("solved: E3\n", "", 1, ProblemFault::NoSolution);
    check_fault("free: 4", "lead: 4", 1, ProblemFault::NoSolution);
    check_fault("solved", "answer", 7, ProblemFault::UnknownWord);
    check_fault("solved: E3", "solved: pass", 7, ProblemFault::Value);
    check_fault("line: E3", "line: Z9", 8, ProblemFault::Value);
    check_fault("free: 4", "free: many", 12, ProblemFault::Value);
    check_fault("difficulty: 7", "difficulty: 700", 13, ProblemFault::Value);
    check_fault("difficulty: 7", "rank: first", 13, ProblemFault::Value);
    let error = GoProblem::parse_all("problem net-0: Black to count\nlead: 1").unwrap_err();
    assert_eq!(error.to_string(), "line 1: the board: there is no row");
}

#[test]
fn more_moves_more_work_and_more_temptation_make_a_problem_harder() {
    let rating = |from: &str, to: &str| {
        assert!(NET.contains(from));
        GoProblem::parse_all(&NET.replacen(from, to, 1)).unwrap()[0].rating()
    };
    let plain = rating("difficulty: 7", "difficulty: 7\nrank: 0");
    assert_eq!(plain, rating("free: 4", "free: 4"));
    assert!(rating("E3 D3 D2", "E3") < plain);
    assert!(rating("E3 D3 D2", "E3 D3 D2 E4 B2") > plain);
    assert!(rating("difficulty: 7", "difficulty: 9") > plain);
    assert!(rating("difficulty: 7", "difficulty: 7\nrank: 2") > plain);
    assert!(rating("difficulty: 7", "difficulty: 255\nrank: 255") <= 2400);
    assert!(rating("net-", "ladder-") < plain);
}

#[test]
fn what_is_turned_or_swapped_looks_alike() {
    let drawn = |text: &str| text.parse::<ponnuki_game::Board>().unwrap();
    let one = drawn(". X O\n . X .");
    let turned = drawn(". .\n X X\n O .");
    let swapped = drawn(". O .\n . O X");
    let other = drawn("X . O\n . X .");
    assert_eq!(looks(&one, Color::Black), looks(&turned, Color::Black));
    assert_eq!(looks(&one, Color::Black), looks(&swapped, Color::White));
    assert_ne!(looks(&one, Color::Black), looks(&one, Color::White));
    assert_ne!(looks(&one, Color::Black), looks(&other, Color::Black));
    assert_eq!(
        id(Kind::Ko, &one, Color::Black),
        id(Kind::Ko, &turned, Color::Black)
    );
}

#[test]
fn the_lead_counts_stones_and_territory_and_no_dame() {
    let board = ". X . O\n . X O .\n . X O .".parse().unwrap();
    assert_eq!(lead(&board), 6 - 5);
}
