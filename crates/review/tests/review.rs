//! Reviews, by a thinker whose thoughts are written down here.

use std::ops::ControlFlow;

use ponnuki_engine::{
    Analysis, Candidate, Choice, DeadChain, MonteCarlo, MonteCarloSettings, OnSnapshot,
    RawEvaluation, Request, ThinkLimits, Thinker,
};
use ponnuki_game::{Color, Diagram, Game, Move, Phase, Rules, Setup, Size};
use ponnuki_record::Records;
use ponnuki_review::{
    Assessment, GamePhase, Grade, MainLine, Moment, OwnedStones, PositionLook, Reason, Review,
};

/// Thinks what it was told to: by how much Black leads after each number of moves, and the best
/// move there.
#[derive(Clone, Debug, Default)]
struct Oracle {
    leads: Vec<f32>,
    bests: Vec<&'static str>,
    /// Whose each point is after each number of moves, the same for all points; where it is not
    /// told nobody knows.
    owners: Vec<f32>,
    /// By how much Black leads at a glance after each number of moves, if that is another thing.
    glances: Vec<f32>,
    n_asked: usize,
}

impl Thinker for Oracle {
    fn name(&self) -> &str {
        "oracle"
    }

    fn choose(&mut self, _: &Game, _: &Request, _: &mut OnSnapshot<'_>) -> Option<Choice> {
        None
    }

    fn analyse(&mut self, game: &Game, _: &Request, _: &mut OnSnapshot<'_>) -> Analysis {
        self.n_asked += 1;
        let n_moves = game.n_moves();
        let black = self.leads[n_moves];
        let lead = match game.turn() {
            Color::Black => black,
            Color::White => -black,
        };
        let best = self.bests.get(n_moves).copied().unwrap_or("pass");
        let mv = game.size().point(best).map_or(Move::Pass, Move::Play);
        let owner = self.owners.get(n_moves).copied();
        let tried = match game.phase() {
            Phase::Playing => vec![candidate(mv, 40, lead)],
            Phase::Stopped | Phase::Over(_) => Vec::new(),
        };
        let glance = self.glances.get(n_moves);
        Analysis {
            raw: glance.map(|&black| glance_of(game.turn(), black)),
            ..analysis(game, lead, tried, owner)
        }
    }

    fn dead_chains(&mut self, _: &Game, _: &Request) -> Vec<DeadChain> {
        Vec::new()
    }

    fn reseed(&mut self, _: u64) {}
}

fn analysis(game: &Game, lead: f32, candidates: Vec<Candidate>, owner: Option<f32>) -> Analysis {
    Analysis {
        turn: game.turn(),
        visits: 50,
        win_rate: chance(lead),
        lead,
        lcb: chance(lead),
        candidates,
        ownership: owner.map_or_else(Vec::new, |owner| vec![owner; game.size().n_points()]),
        ownership_stdev: None,
        outlook: None,
        raw: None,
    }
}

fn glance_of(turn: Color, black: f32) -> RawEvaluation {
    let lead = match turn {
        Color::Black => black,
        Color::White => -black,
    };
    RawEvaluation {
        win_rate: chance(lead),
        no_result: 0.0,
        lead,
        score_mean: lead,
        score_stdev: 0.0,
        time_left: None,
        value_error: None,
        score_error: None,
        policy: Vec::new(),
    }
}

fn candidate(mv: Move, visits: u64, lead: f32) -> Candidate {
    Candidate {
        mv,
        visits,
        win_rate: chance(lead),
        lead,
        prior: 0.5,
        lcb: 0.0,
        variation: vec![mv],
        variation_visits: vec![visits],
        outlook: None,
        utility_lcb: None,
        ownership: None,
        ownership_stdev: None,
    }
}

/// Ten points are as good as won.
fn chance(lead: f32) -> f32 {
    (0.5 + lead / 20.0).clamp(0.0, 1.0)
}

fn main_line(sgf: &str) -> MainLine {
    let records = Records::from_bytes(sgf.as_bytes()).unwrap();
    let record = records.iter().next().unwrap().unwrap();
    MainLine::of_record(record)
}

fn request() -> Request {
    Request::within(ThinkLimits::playouts(50))
}

/// The review of a game by a thinker.
fn reviewed(sgf: &str, thinker: &mut dyn Thinker) -> Review {
    let mut review = Review::new(main_line(sgf));
    review.run(thinker, &request(), &mut |_, _| ControlFlow::Continue(()));
    review
}

/// A game of `n` moves on a small board, each on a point of its own.
fn game_of(n: usize) -> String {
    let moves = (0..n).map(|i| {
        let color = ["B", "W"][i % 2];
        let letter = |n: usize| char::from(b'a' + n as u8);
        format!(";{color}[{}{}]", letter(i % 9), letter(i / 9))
    });
    format!("(;SZ[9]KM[0]RU[Chinese]{})", moves.collect::<String>())
}

/// Has the passes reviewed that end a game which stands as drawn, White to move.
fn ended_by_passes(drawn: &str, oracle: &mut Oracle) -> Review {
    let diagram: Diagram = drawn.parse().expect("a board");
    let mut setup = Setup::new(diagram.size(), Rules::JAPANESE);
    setup.stones = diagram.stones();
    setup.first = Some(Color::White);
    let mut game = setup.start().expect("a game");
    while game.phase() == Phase::Playing {
        game.play(Move::Pass).expect("anyone may pass");
    }
    let mut review = Review::new(MainLine::of_game(&game));
    review.run(oracle, &request(), &mut |_, _| ControlFlow::Continue(()));
    review
}

fn numbers(moments: &[Moment]) -> Vec<usize> {
    moments.iter().map(|moment| moment.turn.number).collect()
}

#[test]
fn a_move_that_nobody_thought_of_is_judged_all_the_same() {
    let mut oracle = Oracle {
        leads: vec![2.0, -4.0],
        bests: vec!["E5"],
        ..Oracle::default()
    };
    let review = reviewed("(;SZ[9];B[aa])", &mut oracle);
    let judged = review.judged(0).unwrap();
    assert_eq!(judged.place, None);
    assert_eq!((judged.loss.points, judged.after.lead), (6.0, -4.0));
    assert!((judged.loss.win_rate - 0.3).abs() < 1e-6);
    assert_eq!(judged.grade, Grade::Blunder);
    assert_eq!(oracle.n_asked, 4, "both positions are looked at twice");
}

#[test]
fn a_small_network_is_silent_on_a_large_board_unless_everything_agrees_on_much() {
    // The lead after the move by search, and at a glance; who judges; whether a word is said.
    for (size, searched, glance, judge, is_told) in [
        (19, -4.0, -4.0, "ponnuki-b6c64", true),
        (19, -4.0, 1.0, "ponnuki-b6c64", false),
        (19, -2.0, -4.0, "ponnuki-b6c64", false),
        (
            19,
            -4.0,
            1.0,
            "kata1-b18c384nbt-s9996604416-d4316597426",
            true,
        ),
        (9, -4.0, 1.0, "ponnuki-b6c64", true),
    ] {
        let mut oracle = Oracle {
            leads: vec![2.0, searched],
            bests: vec!["E5", "E5"],
            glances: vec![2.0, glance],
            ..Oracle::default()
        };
        let mut review = Review::new(main_line(&format!("(;SZ[{size}];B[aa])")));
        review.note_judge(judge);
        let go_on = &mut |_: &Review, _| ControlFlow::Continue(());
        review.run(&mut oracle, &request(), go_on);
        let judged = review.judged(0).unwrap();
        let case = format!("{size}: {searched} and {glance} by {judge}");
        assert_eq!(judged.grade.is_bad(), is_told, "{case}");
        assert_eq!(judged.loss.points > 0.0, is_told, "{case}");
    }
}

#[test]
fn the_best_move_loses_nothing_whatever_comes_of_it() {
    let mut oracle = Oracle {
        leads: vec![2.0, -4.0],
        bests: vec!["A9"],
        ..Oracle::default()
    };
    let review = reviewed("(;SZ[9];B[aa])", &mut oracle);
    let judged = review.judged(0).unwrap();
    assert_eq!((judged.place, judged.loss.points), (Some(0), 0.0));
    assert_eq!(judged.grade, Grade::Best);
    let report = review.reports().black;
    assert_eq!(report.all.accuracy(), Some(1.0));
    assert_eq!(report.stages[GamePhase::Opening as usize].n_best, 1);
    assert_eq!(review.reports().white.all.accuracy(), None);
}

#[test]
fn what_is_good_for_white_is_bad_for_black() {
    let mut oracle = Oracle {
        leads: vec![0.0, 0.0, 5.0],
        bests: vec!["A9", "E5"],
        ..Oracle::default()
    };
    let review = reviewed("(;SZ[9];B[aa];W[ba])", &mut oracle);
    assert_eq!(review.judged(0).unwrap().loss.points, 0.0);
    assert_eq!(review.judged(1).unwrap().loss.points, 5.0);
    assert_eq!(review.judged(1).unwrap().after.lead, -5.0);
}

#[test]
fn the_passes_that_end_a_settled_game_lose_nothing() {
    // Black has won by six points, which the oracle does not see before it has counted: it
    // takes the game for even, and believes that E3 is worth two points to either.
    let settled = "
        . X . X O . .
        X X X X O O .
        . X . X O . O
        X X X X O O O
        . X X X . O .
        X X . X O O O
        . . X X O . O
    ";
    let mut oracle = Oracle {
        leads: vec![-2.0, 2.0, 6.0],
        bests: vec!["E3", "E3"],
        glances: vec![0.0, 0.0],
        ..Oracle::default()
    };
    let review = ended_by_passes(settled, &mut oracle);
    for turn_idx in 0..2 {
        let judged = review.judged(turn_idx).unwrap();
        let found = (judged.grade, judged.loss.points, judged.loss.win_rate);
        assert_eq!(found, (Grade::Good, 0.0, 0.0), "pass {turn_idx}");
    }
    assert!(review.moments(3).is_empty());
    let counted = review.prospect(2, Color::Black).unwrap();
    assert_eq!(counted.lead, 6.0, "the graph ends with the count");
}

#[test]
fn passes_that_overlook_a_capture_are_told() {
    // Three stones of White's can be taken or saved at C1, and both pass. The oracle judges
    // the board by who is to move, and the count agrees with what it sees if White is.
    let open = "
        . X . X O . .
        X X X X O O .
        . X . X O . O
        X X X X O O O
        X X X X . O .
        X O O X O O O
        X O . O O . O
    ";
    let mut oracle = Oracle {
        leads: vec![-4.0, 5.0, -4.0],
        bests: vec!["C1", "C1"],
        glances: vec![-4.0, 5.0],
        ..Oracle::default()
    };
    let review = ended_by_passes(open, &mut oracle);
    let losses: Vec<_> = (0..2).map(|i| review.judged(i).unwrap()).collect();
    assert_eq!(losses[0].loss.points, 9.0, "White let Black capture");
    assert_eq!(losses[1].loss.points, 9.0, "and Black did not");
    assert!(losses.iter().all(|judged| judged.grade == Grade::Blunder));
}

#[test]
fn a_move_where_one_could_have_passed_is_not_held_against_the_count() {
    // Passing would end the game, so the search knows the count, six points for Black; of the
    // board after another move it knows only what it looks like.
    let mut oracle = Oracle {
        leads: vec![6.0, 1.0],
        bests: vec!["pass", "E5"],
        glances: vec![1.5, 1.0],
        ..Oracle::default()
    };
    let review = reviewed("(;SZ[9];B[aa])", &mut oracle);
    let judged = review.judged(0).unwrap();
    assert_eq!((judged.best.mv, judged.loss.points), (Move::Pass, 0.0));
    assert_eq!(judged.grade, Grade::Good);
}

#[test]
fn few_moments_matter_and_only_those_beyond_the_usual() {
    // Black throws away three points with every move, but once twelve; White once four, and
    // nothing else.
    let mut leads = vec![0.0];
    for i in 0..30 {
        let lost = match (i % 2, i) {
            (0, 14) => -12.0,
            (0, _) => -3.0,
            (_, 21) => 4.0,
            _ => 0.0,
        };
        leads.push(leads[i] + lost);
    }
    let mut oracle = Oracle {
        leads,
        ..Oracle::default()
    };
    let review = reviewed(&game_of(30), &mut oracle);
    assert_eq!(numbers(&review.moments(3)), [15, 22]);
    assert_eq!(numbers(&review.moments(0)), [0; 0]);
}

#[test]
fn who_blunders_with_most_moves_has_one_that_is_the_worst() {
    // White loses six points, and then thirteen.
    let mut oracle = Oracle {
        leads: vec![0.0, 0.0, 0.0, 0.0, 6.0, 6.0, 19.0],
        ..Oracle::default()
    };
    let review = reviewed(&game_of(6), &mut oracle);
    let grades = [3, 5].map(|turn_idx| review.judged(turn_idx).unwrap().grade);
    assert_eq!(grades, [Grade::Blunder; 2]);
    assert_eq!(numbers(&review.moments(3)), [6]);
}

#[test]
fn once_a_game_is_decided_only_what_could_turn_it_counts() {
    // Black is far ahead all the time, and loses twelve points early, twelve late, and then all.
    let mut leads = vec![60.0; 41];
    leads[5..].fill(48.0);
    leads[31..].fill(36.0);
    leads[37..].fill(-5.0);
    let mut oracle = Oracle {
        leads,
        bests: vec!["J1"; 41],
        ..Oracle::default()
    };
    let review = reviewed(&game_of(40), &mut oracle);
    let judged = |turn_idx| review.judged(turn_idx).unwrap();
    let bad = (0..40).filter(|&turn_idx| judged(turn_idx).grade.is_bad());
    assert_eq!(bad.collect::<Vec<_>>(), [4, 36]);
    assert_eq!((judged(4).loss.points, judged(30).loss.points), (12.0, 0.0));
    assert_eq!(judged(36).loss.points, 41.0);
}

#[test]
fn who_misses_the_same_move_again_has_one_moment() {
    // Both leave E5 alone for a while, and the loss grows.
    let mut leads = vec![0.0; 41];
    (leads[1], leads[3], leads[5]) = (-6.0, -7.0, -6.0);
    let mut oracle = Oracle {
        bests: vec!["E5"; 6],
        leads,
        ..Oracle::default()
    };
    let review = reviewed(&game_of(40), &mut oracle);
    assert_eq!(numbers(&review.moments(3)), [3, 4]);
}

#[test]
fn a_chain_that_changes_hands_is_told() {
    // Black's stone is Black's until the third move.
    let mut oracle = Oracle {
        leads: vec![0.0, 0.0, 0.0, -9.0],
        owners: vec![0.0, 0.9, 0.9, -0.9],
        ..Oracle::default()
    };
    let review = reviewed("(;SZ[9];B[ee];W[];B[aa])", &mut oracle);
    let center = Size::NINE.point("E5").unwrap();
    let stones = OwnedStones {
        owner: Color::Black,
        points: [center].into_iter().collect(),
    };
    assert!(review.reasons(2).contains(&Reason::LikelyLost { stones }));
    assert_eq!(review.reasons(1), []);
}

#[test]
fn the_order_of_looking_changes_nothing() {
    let sgf = "(;SZ[5]KM[0]RU[Chinese];B[cc];W[cb];B[bb];W[db];B[dc];W[ba];B[ab])";
    let mut thinker = MonteCarlo::new(MonteCarloSettings::default());
    let by_promise = reviewed(sgf, &mut thinker);
    let mut backwards = Review::new(main_line(sgf));
    let mut other = MonteCarlo::new(MonteCarloSettings {
        seed: 7,
        ..MonteCarloSettings::default()
    });
    for position in (0..backwards.main_line().n_positions()).rev() {
        let look = PositionLook {
            position,
            is_second: false,
        };
        assert!(backwards.look(&mut other, &request(), look).is_continue());
    }
    backwards.run(
        &mut other,
        &request(),
        &mut |_, _| ControlFlow::Continue(()),
    );
    for position in 0..by_promise.main_line().n_positions() {
        assert_eq!(
            by_promise.assessment(position),
            backwards.assessment(position),
            "{position}"
        );
    }
    assert_eq!(by_promise.moments(3), backwards.moments(3));
}

#[test]
fn the_ends_come_first_and_then_where_something_happened() {
    let mut leads = vec![0.0; 17];
    leads[13..].fill(-20.0);
    let mut oracle = Oracle {
        leads,
        ..Oracle::default()
    };
    let mut review = Review::new(main_line(&game_of(16)));
    let mut order = Vec::new();
    review.run(&mut oracle, &request(), &mut |_, position| {
        order.push(position);
        ControlFlow::Continue(())
    });
    assert_eq!(order[..6], [0, 16, 8, 12, 14, 13]);
    // And then, for longer, what stands beside the one move that lost something.
    let again = order.split_off(17);
    assert_eq!(again, [12, 13]);
    order.sort_unstable();
    assert_eq!(order, (0..17).collect::<Vec<_>>());
    assert_eq!(review.next(), None);
}

#[test]
fn who_says_stop_gets_no_half_thought() {
    let mut oracle = Oracle {
        leads: vec![0.0; 17],
        ..Oracle::default()
    };
    let mut review = Review::new(main_line(&game_of(16)));
    let stopped = request();
    stopped.stop.raise();
    review.run(&mut oracle, &stopped, &mut |_, _| ControlFlow::Continue(()));
    assert_eq!(review.n_known(), 0);
    review.run(
        &mut oracle,
        &request(),
        &mut |review, _| match review.n_known() {
            5 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        },
    );
    assert_eq!(review.n_known(), 5);
    review.run(&mut oracle, &request(), &mut |_, _| {
        ControlFlow::Continue(())
    });
    assert_eq!(review.n_known(), 17);
}

/// Checks the moves of a record: number, node, and the positions before and after.
#[track_caller]
fn check_course(sgf: &str, n_positions: usize, expected: &[(usize, usize, usize, usize)]) {
    let main_line = main_line(sgf);
    let found: Vec<_> = main_line
        .turns()
        .iter()
        .map(|turn| (turn.number, turn.node, turn.before, turn.after))
        .collect();
    assert_eq!(found, expected, "{sgf}");
    assert_eq!(main_line.n_positions(), n_positions, "{sgf}");
    for turn in main_line.turns() {
        let mut game = main_line.game(turn.before).unwrap();
        game.force(turn.by, turn.mv).unwrap();
        let after = main_line.game(turn.after).unwrap();
        assert_eq!(game.board(), after.board(), "{sgf}, move {}", turn.number);
    }
}

#[test]
fn a_course_goes_through_passes_set_ups_and_handicaps() {
    check_course("(;SZ[9];B[aa];W[])", 3, &[(1, 1, 0, 1), (2, 2, 1, 2)]);
    // A move in the first node.
    check_course("(;SZ[9]B[aa];W[bb])", 3, &[(1, 0, 0, 1), (2, 1, 1, 2)]);
    // A set-up on the way: there is a position before it, and one after.
    check_course(
        "(;SZ[9];B[aa];AW[ee];W[bb])",
        4,
        &[(1, 1, 0, 1), (2, 3, 2, 3)],
    );
    // Handicap stones that come as moves are none.
    check_course("(;SZ[9]HA[2];B[cc];B[gg];W[ee])", 2, &[(3, 3, 0, 1)]);
    // Play goes on after it had stopped.
    check_course(
        "(;SZ[9];B[aa];W[];B[];W[ee])",
        6,
        &[(1, 1, 0, 1), (2, 2, 1, 2), (3, 3, 2, 3), (4, 4, 4, 5)],
    );
    // Two moves in one node.
    check_course("(;SZ[9];B[aa]W[bb])", 3, &[(1, 1, 0, 1), (2, 1, 1, 2)]);
    check_course("(;SZ[9])", 1, &[]);
}

#[test]
fn a_live_game_has_the_course_of_its_record() {
    let sgf = "(;SZ[9]KM[0]RU[Chinese];B[aa];W[];B[];W[ee];B[cc])";
    let records = Records::from_bytes(sgf.as_bytes()).unwrap();
    let record = records.iter().next().unwrap().unwrap();
    let mut replay = record.replay();
    replay.to_end();
    let (of_game, of_record) = (
        MainLine::of_game(replay.game()),
        MainLine::of_record(record),
    );
    assert_eq!(of_game.turns(), of_record.turns());
    assert_eq!(of_game.n_positions(), of_record.n_positions());
}

#[test]
fn a_move_out_of_turn_is_not_judged() {
    let mut oracle = Oracle {
        leads: vec![0.0; 4],
        ..Oracle::default()
    };
    let review = reviewed("(;SZ[9];B[aa];W[bb];W[cc])", &mut oracle);
    assert!(review.judged(1).is_some());
    assert_eq!(review.judged(2), None);
}

#[test]
fn what_is_known_together_is_what_is_known_one_by_one() {
    let mut oracle = Oracle {
        leads: vec![2.0, -4.0, 1.0, -1.0, 6.0],
        bests: vec!["E5"; 4],
        ..Oracle::default()
    };
    let one_by_one = reviewed("(;SZ[9];B[aa];W[ba];B[];W[])", &mut oracle);
    let mut together = Review::new(one_by_one.main_line().clone());
    let positions = 0..one_by_one.main_line().n_positions();
    let assessments = positions
        .rev()
        .map(|at| (at, one_by_one.assessment(at).unwrap().clone()));
    let beyond = (99, one_by_one.assessment(0).unwrap().clone());
    together.put_all(assessments.chain([beyond]));
    for turn_idx in 0..4 {
        assert_eq!(together.judged(turn_idx), one_by_one.judged(turn_idx));
    }
    assert_eq!(together.next(), None);
}

#[test]
fn more_looks_than_there_may_be_are_not_counted() {
    let mut oracle = Oracle {
        leads: vec![0.0; 41],
        ..Oracle::default()
    };
    let mut review = reviewed(&game_of(40), &mut oracle);
    for position in 0..review.main_line().n_positions() {
        let assessment = review.assessment(position).unwrap().clone();
        review.put(
            position,
            Assessment {
                looks: 9,
                ..assessment
            },
        );
    }
    assert_eq!(review.n_looks(), review.n_looks_max());
    assert_eq!(review.next(), None);
}
