//! What is answered to what people type, on boards that are drawn.

use ponnuki_game::{Color, Diagram, Size};
use ponnuki_wire::{
    self as wire, Agreement, Announcement, BoardFace, BySeat, ClockFace, Clocks, Company, Estimate,
    HalfPoints, Happened, KomiTerms, Occupant, Outcome, Prisoners, Refused, Scene, Score, Seat,
    Stage, Terms, Update, from_json,
};
use ponnuki_words::{Answer, Language, Listener, Past, TypedCommand, Words};

/// A game under way on the drawn board, Black to move; the host has Black.
fn scene(drawn: &str) -> Scene {
    let board = face(drawn);
    let sitter = |name: &str| {
        Some(Occupant {
            name: name.to_owned(),
            engine_level: None,
        })
    };
    let none = Prisoners {
        captured: 0,
        dead: 0,
        passed: 0,
    };
    Scene {
        room: "k3q9x7m2wd".to_owned(),
        game_number: 1,
        stage: Stage::Playing,
        terms: Terms {
            width: board.width,
            height: board.height,
            rules: "japanese".to_owned(),
            handicap: 0,
            handicap_to: wire::Color::Black,
            komi: KomiTerms::Fixed(HalfPoints(13)),
            colors: wire::ColorTerms::HostBlack,
            clock: "none".to_owned(),
            undo: wire::UndoTerms::Ask,
            company: Company::Link {},
        },
        seats: BySeat {
            host: sitter("Anna"),
            guest: sitter("Bo"),
        },
        black: Some(Seat::Host),
        board,
        to_move: Some(wire::Color::Black),
        must_pass: None,
        forbidden: Vec::new(),
        node: 0,
        n_moves: 0,
        n_passes: 0,
        if_passed: None,
        prisoners: wire::ByColor {
            black: none,
            white: none,
        },
        komi: Some(HalfPoints(13)),
        clocks: None,
        bidding: None,
        undo_asked_by: None,
        abandon_offered_by: None,
        may_abandon: false,
        agreement: None,
        outcome: None,
        score: None,
        rematch_offered_by: None,
        engine_is_thinking: false,
    }
}

/// The drawn board, as a scene has it.
fn face(drawn: &str) -> BoardFace {
    let diagram: Diagram = drawn.parse().expect("a drawn board");
    let size = diagram.size();
    let board = diagram.board().expect("chains with liberties");
    let stones: String = size
        .points()
        .map(|point| match board.at(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        })
        .collect();
    let chains: Vec<String> = [Color::Black, Color::White]
        .into_iter()
        .flat_map(|color| board.chains(color).collect::<Vec<_>>())
        .map(|chain| {
            let names: Vec<String> = chain.stones.iter().map(|at| size.name(at)).collect();
            let n = chain.liberties.len();
            format!(r#"{{"stones":{names:?},"liberties":{n}}}"#)
        })
        .collect();
    let (width, height) = (size.width(), size.height());
    let json = format!(
        r#"{{"width":{width},"height":{height},"stones":"{stones}","last":null,"ko":null,"chains":[{}]}}"#,
        chains.join(",")
    );
    from_json(&json).expect("a board")
}

/// Answers `line` for someone who holds `seats`.
fn answer(scene: &Scene, past: &Past, seats: &[Seat], line: &str) -> Answer {
    let words = Words::of(Language::English);
    let listener = Listener {
        words,
        scene,
        past,
        seats,
        now_ms: 1_000_000,
    };
    match TypedCommand::parse(line, listener.size(), words) {
        Ok(command) => listener.answer(&command),
        Err(unclear) => Answer::Say(unclear.in_words(words)),
    }
}

/// Checks what Black hears, who has the host's seat.
#[track_caller]
fn check(scene: &Scene, line: &str, expected: &str) {
    let said = match answer(scene, &Past::default(), &[Seat::Host], line) {
        Answer::Say(said) => said,
        Answer::Ask(message) => wire::to_json(&message),
        Answer::Sure { question, ask } => format!("{question} {}", wire::to_json(&ask)),
        other => format!("{other:?}"),
    };
    assert_eq!(said, expected, "{line}");
}

const DRAWN: &str = "
    . . . O .
    . X O . O
    X X O . O
    . X O O .
    . . O X .
";

#[test]
fn the_board_is_read_in_every_way() {
    let scene = scene(DRAWN);
    for (line, expected) in [
        ("row 3", "Row 3: A to B black, C white, E white."),
        ("column b", "Column B: 2 to 4 black."),
        ("col a", "Column A: 3 black."),
        ("column d", "Column D: 1 black, 2 white, 5 white."),
        (
            "around b3",
            "A4 empty, B4 black, C4 white\n\
             A3 black, B3 black, C3 white\n\
             A2 empty, B2 black, C2 white",
        ),
        ("around a1", "A2 empty, B2 black\nA1 empty, B1 empty"),
        (
            "chain b3",
            "B3: black, 4 stones: B4, A3, B3, B2. 4 liberties: B5, A4, A2, B1.",
        ),
        (
            "chain d5",
            "D5: white, a single stone. 3 liberties: C5, E5, D4.",
        ),
        ("chain a1", "A1 is empty."),
        (
            "captures",
            "Black has captured 0 stones. White has captured 0 stones.",
        ),
        (
            "board",
            "   A B C D E\n \
              5 . . . O .\n \
              4 . X O . O\n \
              3 X X O . O\n \
              2 . X O O .\n \
              1 . . O X .",
        ),
        ("time", "There is no clock."),
        (
            "score",
            "The game is not counted yet. Black has captured 0 stones. \
             White has captured 0 stones.",
        ),
        ("changes", "Nothing has changed since your last move."),
        ("moves", "No move yet."),
        (
            "where am i",
            "5 by 5 board, Japanese rules. Komi 6.5. You play Black. White is Bo. \
             No move yet. 13 stones are on the board: D5, B4, C4, E4, A3, B3, \
             C3, E3, B2, C2, D2, C1, D1. Your move.",
        ),
    ] {
        check(&scene, line, expected);
    }
}

#[test]
fn rows_and_columns_without_stones_are_empty() {
    let scene = scene(". . .\n. X .\n. . .");
    check(&scene, "row 1", "Row 1 is empty.");
    check(&scene, "column c", "Column C is empty.");
}

#[test]
fn atari_is_told_with_the_last_liberty() {
    let scene = scene(
        "
        . O . . .
        O X . X O
        . O . O .
        ",
    );
    check(&scene, "atari", "B2 black, in atari: last liberty C2.");
    check(
        &scene,
        "chain b2",
        "B2: black, a single stone. 1 liberty: C2. In atari.",
    );
    check(
        &self::scene("X ."),
        "atari",
        "A1 black, in atari: last liberty B1.",
    );
    check(&self::scene(". ."), "atari", "No chain is in atari.");
}

#[test]
fn why_a_point_is_forbidden_is_told() {
    let mut scene = scene(". . .\n. . .\n. . .");
    scene.forbidden = from_json(
        r#"[{"at": "A3", "code": "suicide"}, {"at": "B2", "code": "repetition", "of_node": 3},
            {"at": "C1", "code": "repetition", "of_node": 1}]"#,
    )
    .expect("laws");
    scene.board.ko = from_json("\"B2\"").expect("a point");
    for (line, expected) in [
        (
            "chain a3",
            "A3 is empty. Forbidden: a stone there would have no liberty.",
        ),
        (
            "chain b2",
            "B2 is empty. Ko: a stone there would bring back the board before.",
        ),
        (
            "chain c1",
            "C1 is empty. Forbidden: that would bring back an earlier board.",
        ),
    ] {
        check(&scene, line, expected);
    }
}

#[test]
fn what_is_to_be_done_is_asked_of_the_server() {
    let mut scene = scene(". . .\n. . .\n. . .");
    scene.node = 7;
    scene.n_moves = 7;
    for (line, expected) in [
        ("b2", r#"{"id":0,"type":"play","node":7,"at":"B2"}"#),
        ("B 2", r#"{"id":0,"type":"play","node":7,"at":"B2"}"#),
        ("ｂ２", r#"{"id":0,"type":"play","node":7,"at":"B2"}"#),
        ("pass", r#"{"id":0,"type":"play","node":7,"at":"pass"}"#),
        ("undo", r#"{"id":0,"type":"undo","node":7}"#),
        (
            "resign",
            r#"Do you give up? Say yes or no. {"id":0,"type":"resign"}"#,
        ),
        ("estimate", r#"{"id":0,"type":"estimate"}"#),
        ("dead a1", r#"{"id":0,"type":"mark","at":"A1","dead":true}"#),
        (
            "alive a1",
            r#"{"id":0,"type":"mark","at":"A1","dead":false}"#,
        ),
        ("accept", r#"{"id":0,"type":"accept","dead":[]}"#),
        ("resume", r#"{"id":0,"type":"resume"}"#),
        ("bid 7.5", r#"{"id":0,"type":"bid","komi":7.5}"#),
        ("bid 7,5", r#"{"id":0,"type":"bid","komi":7.5}"#),
        ("concede", r#"{"id":0,"type":"concede"}"#),
        ("white", r#"{"id":0,"type":"choose_color","color":"white"}"#),
        ("rematch", r#"{"id":0,"type":"rematch"}"#),
        ("abandon", r#"{"id":0,"type":"abandon"}"#),
        (
            "tell Good  luck!",
            r#"{"id":0,"type":"say","text":"Good  luck!"}"#,
        ),
        ("yes", "Yes(true)"),
        ("no", "Yes(false)"),
        ("say again", "Again"),
        ("save My Game.sgf", r#"Save("My Game.sgf")"#),
        ("quit", "Quit"),
    ] {
        check(&scene, line, expected);
    }
}

#[test]
fn giving_up_is_questioned_while_the_stones_are_counted_too() {
    let mut scene = scene(". . .");
    scene.stage = Stage::Stopped;
    let expected = r#"Do you give up? Say yes or no. {"id":0,"type":"resign"}"#;
    check(&scene, "resign", expected);
    scene.stage = Stage::Over;
    check(&scene, "resign", r#"{"id":0,"type":"resign"}"#);
}

#[test]
fn an_early_pass_is_questioned() {
    let scene = scene(". . .\n. . .\n. . .");
    let expected = "There is much left to play for. Pass already? Say yes or no. \
                    {\"id\":0,\"type\":\"play\",\"node\":0,\"at\":\"pass\"}";
    check(&scene, "pass", expected);
}

#[test]
fn yes_answers_the_opponent_first() {
    let mut scene = scene(". . .");
    scene.undo_asked_by = Some(Seat::Guest);
    check(&scene, "yes", r#"{"id":0,"type":"answer_undo","yes":true}"#);
    check(&scene, "no", r#"{"id":0,"type":"answer_undo","yes":false}"#);
    scene.undo_asked_by = Some(Seat::Host);
    check(&scene, "yes", "Yes(true)");
    scene.rematch_offered_by = Some(Seat::Guest);
    check(&scene, "yes", r#"{"id":0,"type":"rematch"}"#);
}

#[test]
fn who_holds_both_seats_speaks_for_the_one_to_move() {
    let mut scene = scene(". . .");
    scene.to_move = Some(wire::Color::White);
    let asked = answer(&scene, &Past::default(), &[Seat::Host, Seat::Guest], "a1");
    let Answer::Ask(message) = asked else {
        panic!("{asked:?}");
    };
    assert_eq!(message.seat, Some(Seat::Guest));
}

#[test]
fn a_line_that_means_nothing_is_told_what_would() {
    let scene = scene(". . .\n. . .\n. . .");
    let too_long = "x".repeat(601);
    for (line, expected) in [
        ("", "Type a point such as d4, or help."),
        ("   ", "Type a point such as d4, or help."),
        ("d4", "There is no D4 here. The board goes from A1 to C3."),
        ("i1", "There is no I1 here. The board goes from A1 to C3."),
        ("row 9", "There is no 9 here. The board goes from A1 to C3."),
        ("row", "row 4: what stands on that row, from the left."),
        ("row d", "row 4: what stands on that row, from the left."),
        (
            "column 4",
            "column d: what stands on that column, from the bottom.",
        ),
        (
            "chain",
            "chain d4: the chain at that point, its liberties, and whether it is in atari.",
        ),
        ("pass now", "pass: you make no move this turn."),
        (
            "bid much",
            "bid 7.5: the komi you give for playing Black, or that you name.",
        ),
        (
            "chian a1",
            "There is no command “chian”. Perhaps: chain, chat.",
        ),
        (
            "xyzzy",
            "There is no command “xyzzy”. Say help for all of them.",
        ),
        ("res", "“res” could be: resign, resume."),
        ("atar", "No chain is in atari."),
        (too_long.as_str(), "That is too long."),
        (
            "help chain",
            "chain d4: the chain at that point, its liberties, and whether it is in atari. \
             (chain, c)",
        ),
        (
            "help xyzzy",
            "There is no command “xyzzy”. Say help for all of them.",
        ),
    ] {
        check(&scene, line, expected);
    }
}

#[test]
fn clocks_run_while_they_are_told() {
    let mut scene = scene(". . .");
    let face = |left_ms, n_periods| ClockFace {
        left_ms,
        n_periods,
        n_stones: None,
        period_ms: None,
        text: String::new(),
    };
    scene.clocks = Some(Clocks {
        black: face(3_725_000, None),
        white: face(24_000, Some(3)),
        running: Some(wire::Color::Black),
        at_ms: 995_000,
    });
    let expected = "Black: 1 hour 2 minutes. White: 24 seconds, 3 periods.";
    check(&scene, "time", expected);
}

/// A sum of `black` and `white` points of territory.
fn score(size: Size, black: i32, white: i32) -> Score {
    let sum = |points: i32| wire::SumLines {
        lines: vec![wire::SumLine {
            name: wire::LineName::Territory,
            points: HalfPoints(2 * points),
        }],
        total: HalfPoints(2 * points),
    };
    Score {
        black: sum(black),
        white: sum(white),
        margin: HalfPoints(2 * (black - white)),
        territory: ".".repeat(size.n_points()),
        stones: ".".repeat(size.n_points()),
    }
}

#[test]
fn the_agreement_is_read_with_its_reasons_and_the_sum() {
    let mut scene = scene("X O .\n. O .\n. O .");
    scene.stage = Stage::Stopped;
    scene.to_move = None;
    scene.agreement = Some(Agreement {
        is_proposed: true,
        proposal: from_json(r#"[{"stones": ["A3"], "reason": "no_eyes"}]"#).expect("a proposal"),
        dead: from_json(r#"["A3"]"#).expect("points"),
        accepted: BySeat {
            host: false,
            guest: false,
        },
        engine_disagrees: false,
        score: score(Size::new(3, 3).expect("a board"), 0, 7),
        next_if_resumed: BySeat {
            host: wire::Color::White,
            guest: wire::Color::Black,
        },
    });
    let how = "Say accept to agree, dead or alive and a point to change the marks, \
               resume to play on.";
    let rest = format!(
        "Black: territory 0, total 0.\nWhite: territory 7, total 7.\n\
         White would win by 7 points.\n{how}"
    );
    check(&scene, "score", &format!("Marked dead: A3.\n{rest}"));
    let expected = "A3: black, a single stone. 1 liberty: A2. In atari. Marked dead.";
    check(&scene, "chain a3", expected);
    check(&scene, "board", "   A B C\n 3 x O .\n 2 . O .\n 1 . O .");
    let told = [told(Happened::Stopped), told(Happened::Proposed)];
    let expected = format!(
        "Play has stopped. Which stones are dead?\n\
         Dead black stones, no room for two eyes: A3.\n{rest}"
    );
    assert_eq!(announce(&scene, &[Seat::Host], &told), expected);
}

fn told(what: Happened) -> Announcement {
    Announcement {
        seq: 1,
        at_ms: 0,
        what,
    }
}

fn announce(scene: &Scene, seats: &[Seat], news: &[Announcement]) -> String {
    let listener = Listener {
        words: Words::of(Language::English),
        scene,
        past: &Past::default(),
        seats,
        now_ms: 0,
    };
    listener.announce(news)
}

/// A move as the server tells it.
fn moved(node: u32, by: &str, at: &str, lifted: &str) -> Announcement {
    let json = format!(
        r#"{{"seq": {node}, "at_ms": 0, "what": {{"type": "moved", "node": {node},
            "parent": {}, "by": "{by}", "at": "{at}", "lifted": {lifted}, "left_ms": null}}}}"#,
        node - 1
    );
    from_json(&json).expect("a move")
}

#[test]
fn a_move_is_announced_short_and_in_order() {
    let scene = scene(". . .\n. . .\n. . .");
    let news = [moved(2, "white", "B2", r#"["C2", "C3"]"#)];
    let expected = "White B2. Captures 2: C3, C2. Your move.";
    assert_eq!(announce(&scene, &[Seat::Host], &news), expected);
    let expected = "White B2. Captures 2: C3, C2.";
    assert_eq!(announce(&scene, &[Seat::Guest], &news), expected);
    let expected = "White B2. Captures 2: C3, C2. Black to move.";
    assert_eq!(announce(&scene, &[], &news), expected);
}

#[test]
fn whoever_listens_is_you_and_the_others_have_names() {
    let scene = scene(". . .\n. . .\n. . .");
    let check = |what: &str, own: &str, others: &str, both: &str| {
        let what = from_json(what).expect("something that happens");
        let news = [told(what)];
        assert_eq!(announce(&scene, &[Seat::Host], &news), own);
        assert_eq!(announce(&scene, &[Seat::Guest], &news), others);
        assert_eq!(announce(&scene, &[Seat::Host, Seat::Guest], &news), both);
    };
    for (what, own, others, both) in [
        (
            r#"{"type": "colors", "black": "host"}"#,
            "White is Bo.",
            "Black is Anna.",
            "Black is Anna, White is Bo.",
        ),
        (
            r#"{"type": "undo_asked", "seat": "host"}"#,
            "You ask to take back.",
            "Black asks to take back. Say yes or no.",
            "Black asks to take back.",
        ),
        (
            r#"{"type": "accepted", "seat": "host"}"#,
            "You agree.",
            "Black agrees.",
            "Black agrees.",
        ),
        (
            r#"{"type": "marked", "seat": "host", "stones": ["A1"], "dead": true}"#,
            "You mark dead: A1.",
            "Black marks dead: A1.",
            "Black marks dead: A1.",
        ),
        (
            r#"{"type": "said", "from": "host", "name": "Anna", "text": "hello"}"#,
            "You: hello",
            "Anna: hello",
            "Anna: hello",
        ),
        (
            r#"{"type": "said", "from": "watcher", "name": "Anna", "text": "hm\nAnna: yes"}"#,
            "Anna (watching): hm Anna: yes",
            "Anna (watching): hm Anna: yes",
            "Anna (watching): hm Anna: yes",
        ),
        (
            r#"{"type": "said", "from": "watcher", "name": "Black", "text": "hm"}"#,
            "Watcher: hm",
            "Watcher: hm",
            "Watcher: hm",
        ),
    ] {
        check(what, own, others, both);
    }
}

#[test]
fn the_past_is_told_from_what_was_heard() {
    let mut scene = scene(". . .\n. . .\n. . .");
    scene.node = 3;
    scene.n_moves = 3;
    let mut past = Past::default();
    let update = Update {
        seq: 3,
        after: 0,
        happened: vec![
            moved(1, "black", "A1", "[]"),
            moved(2, "white", "pass", "[]"),
            moved(3, "black", "B2", r#"["C3"]"#),
        ],
        scene: scene.clone(),
    };
    assert_eq!(past.hear(&update).expect("no gap").len(), 3);
    let say = |seat, line| match answer(&scene, &past, &[seat], line) {
        Answer::Say(said) => said,
        other => panic!("{other:?}"),
    };
    let last = "Move 3: Black B2. Captures 1: C3.";
    assert_eq!(say(Seat::Host, "last"), last);
    let moves = "Move 1: Black A1.\nMove 2: White passes.\nMove 3: Black B2.";
    assert_eq!(say(Seat::Host, "moves"), moves);
    let unchanged = "Nothing has changed since your last move.";
    assert_eq!(say(Seat::Host, "changes"), unchanged);
    assert_eq!(say(Seat::Guest, "changes"), "Black B2. Captures 1: C3.");
    let later = Update {
        seq: 9,
        after: 8,
        happened: Vec::new(),
        scene: scene.clone(),
    };
    assert!(past.hear(&later).is_none(), "something was missed");
}

#[test]
fn endings_and_guesses_are_told() {
    let mut scene = scene(". . .");
    scene.stage = Stage::Over;
    let outcome = Outcome {
        text: "B+1".to_owned(),
        winner: Some(wire::Color::Black),
        by: wire::OutcomeBy::Score,
        margin: Some(HalfPoints(2)),
    };
    scene.outcome = Some(outcome.clone());
    scene.score = Some(score(Size::new(3, 1).expect("a board"), 2, 1));
    let ended = [told(Happened::Ended { outcome })];
    let sum = "Black: territory 2, total 2.\nWhite: territory 1, total 1.";
    let expected = format!("Black wins by 1 point. You won!\n{sum}");
    assert_eq!(announce(&scene, &[Seat::Host], &ended), expected);
    let expected = format!("Black wins by 1 point. You lost.\n{sum}");
    assert_eq!(announce(&scene, &[Seat::Guest], &ended), expected);
    check(
        &scene,
        "score",
        &format!("Black wins by 1 point. You won!\n{sum}"),
    );
    let estimate = Estimate {
        re: 1,
        ownership: Vec::new(),
        lead: -3.3,
        winrate: 0.2,
    };
    let listener = Listener {
        words: Words::of(Language::German),
        scene: &scene,
        past: &Past::default(),
        seats: &[],
        now_ms: 0,
    };
    let expected = "Weiß führt mit etwa 3,5 Punkten. Weiß gewinnt in 80 von 100 Fällen.";
    assert_eq!(listener.estimate(&estimate), expected);
}

#[test]
fn a_refusal_is_told_with_its_facts() {
    let scene = scene(". . .");
    let refused = |json: &str| {
        let refused: Refused = from_json(json).expect("a refusal");
        let listener = Listener {
            words: Words::of(Language::English),
            scene: &scene,
            past: &Past::default(),
            seats: &[Seat::Guest],
            now_ms: 0,
        };
        listener.refused(&refused)
    };
    for (json, expected) in [
        (
            r#"{"re": 1, "code": "occupied", "text": ""}"#,
            "There is a stone already.",
        ),
        (
            r#"{"re": 1, "code": "not_your_turn", "text": ""}"#,
            "It is not your turn. Black to move.",
        ),
        (
            r#"{"re": 1, "code": "bid_too_low", "text": "", "facts": {"least": 4.5}}"#,
            "The bid is too low. The least is 4.5.",
        ),
        (
            r#"{"re": 1, "code": "must_pass", "text": "", "facts": {"n_left": 2}}"#,
            "The handicap: the next 2 turns are passes.",
        ),
    ] {
        assert_eq!(refused(json), expected);
    }
}

#[test]
fn every_language_understands_its_own_words_and_english() {
    let scene = scene(DRAWN);
    let size = Size::new(5, 5).expect("a board");
    for (language, own, heard) in [
        (
            Language::German,
            "kette d5",
            "D5: weiß, ein einzelner Stein. 3 Freiheiten: C5, E5, D4.",
        ),
        (
            Language::French,
            "ligne 3",
            "Ligne 3\u{a0}: A à B noir, C blanc, E blanc.",
        ),
        (
            Language::Spanish,
            "fila 3",
            "Fila 3: A a B negro, C blanco, E blanco.",
        ),
        (
            Language::Chinese,
            "行 3",
            "第 3 行：A 到 B 黑子、C 白子、E 白子。",
        ),
        (
            Language::Japanese,
            "行 3",
            "3行目：AからB 黒石、C 白石、E 白石。",
        ),
        (
            Language::Korean,
            "행 3",
            "3행: A부터 B 흑돌, C 백돌, E 백돌.",
        ),
    ] {
        let words = Words::of(language);
        let listener = Listener {
            words,
            scene: &scene,
            past: &Past::default(),
            seats: &[Seat::Host],
            now_ms: 0,
        };
        let command = TypedCommand::parse(own, size, words).expect(own);
        let Answer::Say(said) = listener.answer(&command) else {
            panic!("{own}");
        };
        assert_eq!(said, heard, "{own}");
        assert_eq!(
            TypedCommand::parse("row 3", size, words),
            Ok(TypedCommand::Row(3))
        );
    }
}
