//! Driving engines: a tiny one in this process, scripted ones, real ones.

mod tiny;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use ponnuki_game::{ByColor, Color, Game, Komi, Move, Odds, Outcome, PointSet, Rules, Setup, Size};
use ponnuki_gtp::{
    Command, Decision, DriveError, Driver, EngineFault, Patience, REPLY_MAX, RulesSent,
    STDERR_LINES_MAX, Status, TimeDialect, TimeLeft, TimeSettings,
};
use ponnuki_testkit::outside;
use tiny::Tiny;

/// Enough for any engine here, however busy the machine.
const PATIENCE: Patience = Patience {
    start: Duration::from_secs(60),
    answer: Duration::from_secs(60),
    think: Duration::from_secs(60),
};

/// For engines that will never answer: nothing is gained by waiting for them.
const IMPATIENCE: Patience = Patience {
    start: Duration::ZERO,
    answer: Duration::ZERO,
    think: Duration::ZERO,
};

/// Drives the tiny engine without the commands named in `hidden`.
fn drive_tiny(seed: u64, hidden: &'static [&'static str]) -> Driver {
    let (engine_input, input) = io::pipe().unwrap();
    let (output, engine_output) = io::pipe().unwrap();
    thread::spawn(move || Tiny::new(seed).serve(hidden, engine_input, engine_output));
    Driver::connect(input, output, PATIENCE).unwrap()
}

/// Drives an engine that answers what `answers` says for the start of a
/// command, and `=` for any other; gives the commands it got, too.
fn drive_script(
    answers: &'static [(&'static str, &'static str)],
) -> (Result<Driver, DriveError>, Receiver<String>) {
    let (engine_input, input) = io::pipe().unwrap();
    let (output, mut engine_output) = io::pipe().unwrap();
    let (got, commands) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(engine_input).lines() {
            let line = line.unwrap();
            let (id, command) = line.split_once(' ').unwrap();
            let answer = answers.iter().find(|(start, _)| command.starts_with(start));
            let answer = answer.map_or("=ID", |&(_, answer)| answer);
            let _ = got.send(command.to_owned());
            let _ = write!(engine_output, "{}\n\n", answer.replace("ID", id));
        }
    });
    (Driver::connect(input, output, PATIENCE), commands)
}

/// The commands since the introduction, one on each line.
fn commands(commands: &Receiver<String>) -> String {
    let introduction = ["list_commands", "name", "version"];
    let lines = commands.try_iter();
    let lines = lines.filter(|line| !introduction.contains(&line.as_str()));
    lines.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check_commands(got: &Receiver<String>, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(commands(got), expected.join("\n").trim());
}

fn setup_9x13() -> Setup {
    let size = Size::new(9, 13).unwrap();
    let mut setup = Setup::new(size, Rules::CHINESE);
    setup.komi = Komi::from_half_points(-11);
    let points: PointSet = ["C3", "G11"].iter().filter_map(|n| size.point(n)).collect();
    setup.odds = Odds::Stones {
        to: Color::Black,
        points,
    };
    setup.stones = ByColor {
        black: size.point("A1").into_iter().collect(),
        white: size.point("B1").into_iter().collect(),
    };
    setup
}

/// Plays a whole game, refereed here; gives the game as it stopped.
fn play_game(black: &mut Driver, white: &mut Driver, setup: &Setup) -> Game {
    let mut game = setup.clone().start().unwrap();
    for engine in [&mut *black, &mut *white] {
        engine.set_up(setup).unwrap();
    }
    for _ in 0..1000 {
        if game.phase() != ponnuki_game::Phase::Playing {
            return game;
        }
        let color = game.turn();
        let (mover, other) = match color {
            Color::Black => (&mut *black, &mut *white),
            Color::White => (&mut *white, &mut *black),
        };
        match mover.genmove(color).unwrap() {
            Decision::Resign => game.resign(color).unwrap(),
            Decision::Move(mv) => {
                game.play(mv).unwrap();
                other.play(color, mv).unwrap();
            }
        }
    }
    panic!("the game does not end:\n{}", game.board());
}

#[test]
fn two_engines_play_a_whole_game() {
    let mut black = drive_tiny(1, &[]);
    let mut white = drive_tiny(2, &["undo"]);
    assert_eq!((black.name(), black.version()), ("Tiny", "0.17"));
    let setup = Setup::new(Size::NINE, Rules::TROMP_TAYLOR);
    let game = play_game(&mut black, &mut white, &setup);
    assert!(game.n_moves() > 40, "{}", game.n_moves());
    let Some(Outcome::Score { .. }) = game.outcome() else {
        panic!("{:?}", game.phase());
    };
    for engine in [&mut black, &mut white] {
        assert_eq!(engine.final_score().unwrap(), game.outcome().unwrap());
        let dead = engine.final_status_list(Status::Dead).unwrap();
        assert_eq!(dead, PointSet::EMPTY);
        let drawn = engine.ask(&Command::new("showboard", "")).unwrap();
        assert_eq!(drawn.trim(), game.board().to_string().trim());
    }
    assert_eq!(black.quit(), None);
}

#[test]
fn moves_are_taken_back_with_and_without_commands() {
    let board_after_undo = |hidden, n| {
        let mut engine = drive_tiny(1, hidden);
        let setup = setup_9x13();
        engine.set_up(&setup).unwrap();
        for (color, name) in [
            (Color::White, "D4"),
            (Color::Black, "E5"),
            (Color::White, "F6"),
        ] {
            let point = setup.size.point(name).unwrap();
            engine.play(color, Move::Play(point)).unwrap();
        }
        let n_undone = engine.undo(n).unwrap();
        (
            n_undone,
            engine.ask(&Command::new("showboard", "")).unwrap(),
        )
    };
    for n in 0..=3 {
        let with = board_after_undo(&[], n);
        assert_eq!(with.0, n);
        assert_eq!(with.1.matches('O').count(), 1 + (3 - n).div_ceil(2));
        for hidden in [&["gg-undo"][..], &["undo", "gg-undo"]] {
            assert_eq!(board_after_undo(hidden, n), with, "{hidden:?} {n}");
        }
    }
    assert_eq!(board_after_undo(&[], 9).0, 3);
}

#[test]
fn moves_are_taken_back_by_the_best_command_there_is() {
    let moves_back = |answers, n| {
        let (engine, got) = drive_script(answers);
        let mut engine = engine.unwrap();
        let setup = Setup::new(Size::NINE, Rules::JAPANESE);
        engine.set_up(&setup).unwrap();
        assert!(matches!(
            engine.genmove(Color::Black),
            Ok(Decision::Move(_))
        ));
        engine.play(Color::White, Move::Pass).unwrap();
        engine.play(Color::Black, Move::Pass).unwrap();
        commands(&got);
        assert_eq!(engine.undo(n).unwrap(), n);
        let sent = commands(&got);
        engine.set_up(&setup).unwrap();
        assert_eq!(engine.undo(n).unwrap(), 0);
        sent
    };
    let all = &[("list_commands", "= undo gg-undo"), ("genmove", "= D5")];
    assert_eq!(moves_back(all, 1), "undo");
    assert_eq!(moves_back(all, 2), "gg-undo 2");
    let one = &[("list_commands", "= undo"), ("genmove", "= D5")];
    assert_eq!(moves_back(one, 2), "undo\nundo");
    let unwilling = &[
        ("list_commands", "= undo"),
        ("genmove", "= D5"),
        ("undo", "? cannot undo"),
    ];
    let replayed = "undo\nboardsize 9\nclear_board\nkomi 6.5\nplay B D5\nplay W pass";
    assert_eq!(moves_back(unwilling, 1), replayed);
}

#[test]
fn a_game_is_set_up_with_all_that_an_engine_knows() {
    let (engine, got) = drive_script(&[(
        "list_commands",
        "=ID kata-set-rules\nset_free_handicap\nrectangular_boardsize",
    )]);
    let mut engine = engine.unwrap();
    assert_eq!(engine.set_up(&setup_9x13()).unwrap(), RulesSent::Rules);
    check_commands(
        &got,
        r#"boardsize 9 13
        clear_board
        kata-set-rules {"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}
        komi -5.5
        set_free_handicap G11 C3
        play B A1
        play W B1"#,
    );
}

#[test]
fn a_game_is_set_up_with_the_little_that_an_engine_knows() {
    let (engine, got) = drive_script(&[("list_commands", "?ID unknown command")]);
    let mut engine = engine.unwrap();
    assert_eq!(engine.set_up(&setup_9x13()).unwrap(), RulesSent::KomiOnly);
    check_commands(
        &got,
        "boardsize 9 13
        clear_board
        komi -5.5
        play B G11
        play B C3
        play B A1
        play W B1",
    );
}

#[test]
fn what_is_refused_is_tried_in_another_way() {
    let (engine, got) = drive_script(&[
        (
            "list_commands",
            "= kata-set-rules set_free_handicap\nrectangular_boardsize query_boardsize",
        ),
        ("kata-set-rules", "? no"),
        ("set_free_handicap", "? no"),
        ("query_boardsize", "= 9"),
    ]);
    let mut engine = engine.unwrap();
    assert_eq!(engine.set_up(&setup_9x13()).unwrap(), RulesSent::KomiOnly);
    let got = commands(&got);
    assert!(
        got.starts_with("boardsize 9 13\nquery_boardsize\nrectangular_boardsize 9 13\nclear_board"),
        "{got}"
    );
    assert!(got.contains("set_free_handicap G11 C3\nplay B G11\nplay B C3"));
}

#[test]
fn a_board_that_an_engine_cannot_have_is_an_error() {
    let (engine, _) = drive_script(&[("boardsize", "? unacceptable size")]);
    let error = engine.unwrap().set_up(&setup_9x13()).unwrap_err();
    assert!(!error.is_fatal());
    assert_eq!(
        error.to_string(),
        "boardsize 9 13: the engine does not play on 9x13"
    );
}

#[test]
fn clocks_are_told_in_the_richest_words() {
    let byoyomi = TimeSettings::Byoyomi {
        main: Duration::from_secs(600),
        period: Duration::from_secs(30),
        n_periods: 5,
    };
    let left = TimeLeft {
        time: Duration::from_secs(20),
        n_left: 3,
    };
    let cases: [(&'static [(&str, &str)], _, &str); 5] = [
        (
            &[(
                "list_commands",
                "= time_left time_settings kgs-time_settings kata-time_settings",
            )],
            Some(TimeDialect::Kata),
            "kata-time_settings byoyomi 600 30 5\ntime_left B 20 3",
        ),
        (
            &[
                (
                    "list_commands",
                    "= time_left time_settings kgs-time_settings kata-time_settings kata-list_time_settings",
                ),
                ("kata-list_time_settings", "= none fischer"),
            ],
            Some(TimeDialect::Kgs),
            "kata-list_time_settings\nkgs-time_settings byoyomi 600 30 5\ntime_left B 20 3",
        ),
        (
            &[
                (
                    "list_commands",
                    "= time_left time_settings kgs-time_settings",
                ),
                ("kgs-time_settings", "? no"),
            ],
            Some(TimeDialect::Gtp),
            "kgs-time_settings byoyomi 600 30 5\ntime_settings 720 30 1\ntime_left B 50 0",
        ),
        (
            &[("list_commands", "= time_settings")],
            Some(TimeDialect::Gtp),
            "time_settings 720 30 1",
        ),
        (&[("list_commands", "= time_left")], None, ""),
    ];
    for (answers, dialect, expected) in cases {
        let (engine, got) = drive_script(answers);
        let mut engine = engine.unwrap();
        assert_eq!(engine.tell_clock(byoyomi).unwrap(), dialect);
        engine.tell_time_left(Color::Black, left).unwrap();
        check_commands(&got, expected);
    }
}

#[test]
fn answers_that_make_no_sense_are_errors_but_not_the_end() {
    let (engine, _) = drive_script(&[
        ("list_commands", "="),
        ("genmove B", "= D5 E5"),
        ("genmove W", "= T19"),
        ("final_score", "= who knows"),
        ("final_status_list", "= D5 Z99"),
        ("play", "?ID illegal move"),
    ]);
    let mut engine = engine.unwrap();
    engine
        .set_up(&Setup::new(Size::NINE, Rules::JAPANESE))
        .unwrap();
    let messages = [
        engine.genmove(Color::Black).unwrap_err(),
        engine.genmove(Color::White).unwrap_err(),
        engine.final_score().unwrap_err(),
        engine.final_status_list(Status::Dead).unwrap_err(),
        engine.play(Color::Black, Move::Pass).unwrap_err(),
    ]
    .map(|error| {
        assert!(!error.is_fatal(), "{error}");
        error.to_string()
    });
    assert_eq!(
        messages,
        [
            "genmove B: the engine answered \"D5 E5\"",
            "genmove W: the engine answered \"T19\"",
            "final_score: the engine answered \"who knows\"",
            "final_status_list dead: the engine answered \"D5 Z99\"",
            "play B pass: the engine refused: illegal move",
        ]
    );
}

/// What is wrong with an engine that says `said` and nothing more.
fn fault_of(said: impl Into<Vec<u8>>) -> EngineFault {
    let said = io::Cursor::new(said.into());
    let error = Driver::connect(io::sink(), said, PATIENCE).unwrap_err();
    assert!(error.is_fatal(), "{error}");
    error.fault
}

#[test]
fn an_engine_that_talks_nonsense_is_given_up() {
    let is_garbage = |said: &str, garbage: &str| matches!(fault_of(said), EngineFault::Garbage { line } if line == garbage);
    assert!(is_garbage("Loading net…\n=1 name\n\n", "Loading net…"));
    assert!(is_garbage("=7 name\n\n", "=7 name"));
    assert!(is_garbage("=99999999999 name\n\n", "=99999999999 name"));
    assert!(is_garbage(&"\n".repeat(1 << 20), ""));
}

#[test]
fn an_engine_that_ends_is_gone() {
    for said in ["", "\n\n", "=1 name", "=1 name\n", "= name\n\n=2 X\n\n"] {
        let fault = fault_of(said);
        assert!(
            matches!(fault, EngineFault::Gone { status: None }),
            "{said:?}"
        );
    }
}

#[test]
fn an_engine_that_never_stops_talking_is_given_up() {
    let said = io::Cursor::new("=1 x\n").chain(io::repeat(b'x'));
    let error = Driver::connect(io::sink(), said, PATIENCE).unwrap_err();
    assert!(matches!(error.fault, EngineFault::TooMuch), "{error}");
    let many_lines = "name\n".repeat(REPLY_MAX / 5 + 1);
    assert!(matches!(
        fault_of(format!("=1 {many_lines}")),
        EngineFault::TooMuch
    ));
}

#[test]
fn an_engine_that_is_silent_is_given_up() {
    let (output, keep_open) = io::pipe().unwrap();
    let error = Driver::connect(io::sink(), output, IMPATIENCE).unwrap_err();
    assert!(
        matches!(error.fault, EngineFault::Silent { patience } if patience == IMPATIENCE.start)
    );
    drop(keep_open);
}

#[test]
fn an_engine_that_does_not_read_cannot_make_us_wait() {
    /// Takes nothing, for ever.
    struct Stuck(Receiver<()>);

    impl Write for Stuck {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let (_release, stuck) = mpsc::channel();
    let (output, _keep_open) = io::pipe().unwrap();
    let error = Driver::connect(Stuck(stuck), output, IMPATIENCE).unwrap_err();
    assert!(matches!(error.fault, EngineFault::Silent { .. }), "{error}");
}

/// Starts a shell script as an engine, if there is a shell.
fn start_script(script: &str, patience: Patience) -> Option<Result<Driver, DriveError>> {
    if !Path::new("/bin/sh").exists() {
        outside::skip("a shell", "there is no /bin/sh");
        return None;
    }
    let mut program = process::Command::new("/bin/sh");
    program.args(["-c", script]);
    Some(Driver::start(program, patience))
}

#[test]
fn a_program_that_is_not_there_does_not_start() {
    let program = process::Command::new("ponnuki-no-such-engine");
    let error = Driver::start(program, PATIENCE).unwrap_err();
    assert!(matches!(error.fault, EngineFault::NotStarted(_)));
    assert!(error.to_string().starts_with("ponnuki-no-such-engine: "));
}

#[test]
fn a_crash_is_told_with_the_last_words() {
    let script = "seq 200000 >&2; exit 3";
    let Some(started) = start_script(script, PATIENCE) else {
        return;
    };
    let error = started.unwrap_err();
    let EngineFault::Gone { status } = error.fault else {
        panic!("{error}");
    };
    assert_eq!(status.and_then(|status| status.code()), Some(3));
    assert_eq!(error.stderr.len(), STDERR_LINES_MAX);
    assert_eq!(error.stderr.last().unwrap(), "200000");
}

#[test]
fn a_process_that_hangs_is_killed() {
    let script = "exec tail -f /dev/null";
    let Some(started) = start_script(script, IMPATIENCE) else {
        return;
    };
    let error = started.unwrap_err();
    assert!(matches!(error.fault, EngineFault::Silent { .. }), "{error}");
}

#[test]
fn a_process_that_crashes_in_a_game_is_gone_for_good() {
    let script = "
        for answer in 'play genmove' Crasher 1.0; do read line; printf '= %s\\n\\n' \"$answer\"; done
        read line; printf '= \\n\\n'
        read line; echo segmentation fault >&2; exit 139";
    let Some(started) = start_script(script, PATIENCE) else {
        return;
    };
    let mut engine = started.unwrap();
    assert_eq!(engine.name(), "Crasher");
    engine.play(Color::Black, Move::Pass).unwrap();
    let error = engine.genmove(Color::White).unwrap_err();
    let EngineFault::Gone {
        status: Some(status),
    } = error.fault
    else {
        panic!("{error}");
    };
    assert_eq!(status.code(), Some(139));
    assert_eq!(error.stderr, ["segmentation fault"]);
    let error = engine.genmove(Color::White).unwrap_err();
    assert!(matches!(error.fault, EngineFault::Gone { status: None }));
}

#[test]
fn a_process_leaves_when_asked() {
    let script = "while read id command; do
        printf '=%s\\n\\n' $id; if [ \"$command\" = quit ]; then seq 200000 >/dev/null; exit 7; fi; done";
    let Some(started) = start_script(script, PATIENCE) else {
        return;
    };
    let status = started.unwrap().quit().unwrap();
    assert_eq!(status.code(), Some(7));
}

/// GNU Go at its weakest, if it is installed.
fn start_gnugo() -> Option<Driver> {
    for program in ["gnugo", "/usr/games/gnugo"] {
        let mut program = process::Command::new(program);
        program.args(["--mode", "gtp", "--level", "0", "--seed", "1"]);
        program.args(["--chinese-rules", "--never-resign"]);
        match Driver::start(program, PATIENCE) {
            Ok(engine) => return Some(engine),
            Err(error) => assert!(matches!(error.fault, EngineFault::NotStarted(_)), "{error}"),
        }
    }
    outside::skip("GNU Go", "gnugo is not installed");
    None
}

#[test]
fn gnugo_plays_a_whole_game() {
    let (Some(mut black), Some(mut white)) = (start_gnugo(), start_gnugo()) else {
        return;
    };
    assert_eq!(black.name(), "GNU Go");
    let mut setup = Setup::new(Size::NINE, Rules::CHINESE);
    setup.odds = Odds::on_stars(Size::NINE, 2).unwrap();
    setup.komi = Komi::from_half_points(11);
    let minute = TimeSettings::Absolute {
        main: Duration::from_secs(60),
    };
    let told = black.tell_clock(minute).unwrap();
    assert_eq!(told, Some(TimeDialect::Gtp));
    let mut game = play_game(&mut black, &mut white, &setup);
    let dead = black.final_status_list(Status::Dead).unwrap();
    assert_eq!(dead, white.final_status_list(Status::Dead).unwrap());
    let outcome = black.final_score().unwrap();
    let score = game.agree(dead).unwrap();
    assert_eq!(score.outcome(), outcome, "\n{}", game.board());
    let n_moves = game.n_moves();
    assert_eq!(black.undo(n_moves).unwrap(), n_moves);
    assert!(white.quit().is_some_and(|status| status.success()));
}

#[test]
fn gnugo_does_not_pretend_to_play_on_rectangles() {
    let Some(mut engine) = start_gnugo() else {
        return;
    };
    let error = engine.set_up(&setup_9x13()).unwrap_err();
    assert!(matches!(error.fault, EngineFault::CannotSize(_)), "{error}");
}
