//! Random commands, half of them wrong: the engine never panics, and always
//! answers in whole and well-formed answers.

mod gtp_session;
mod tiny_net;

use gtp_session::gtp;
use ponnuki_game::Dice;
use tiny_net::TinyNet;

const N_SEEDS: u64 = 12;
const N_SEEDS_WITH_A_NETWORK: u64 = 6;
const N_LINES: usize = 400;

/// Commands, and words to put after them: good ones, near misses, nonsense.
const NAMES: &str = "name version boardsize boardsize rectangular_boardsize query_boardsize \
    clear_board komi get_komi play play play play play play genmove reg_genmove undo gg-undo \
    fixed_handicap place_free_handicap set_free_handicap time_settings kgs-time_settings \
    kata-time_settings kata-list_time_settings time_left final_score final_status_list \
    final_status ponnuki-explain_score ponnuki-ownership loadsgf printsgf showboard set_position \
    kata-set-rules kata-get-rules kgs-rules kgs-genmove_cleanup kgs-game_over lz-analyze \
    lz-genmove_analyze kata-analyze kata-genmove_analyze kata-search_analyze_cancellable analyze \
    genmove_analyze kata-raw-nn kata-raw-human-nn stop clear_cache cputime \
    gogui-analyze_commands gogui-interrupt gogui-play_sequence gogui-setup gogui-setup_player \
    cgos-opponent_name cgos-opponent_rating \
    cgos-gameover cgos-genmove_analyze protocol_version list_commands known_command nonsense \
    genmove_debug kata-search kata-search_debug kata-search_cancellable kata-search_analyze \
    kata-list-params kata-get-param kata-set-param kata-set-param kata-get-params kata-set-params \
    kata-get-models kata-set-rule kata-benchmark lz-setoption gogui-title gogui-version \
    gomill-cpu_time";

const WORDS: &str = "b w black WHITE B W e green a1 C3 b2 d4 E5 pass PASS resign i5 Z25 A26 t19 \
    1 2 3 4 5 7 0 9 -1 1.5 1e9 1e400 NaN inf 99999999999 6.5 -375 dead alive seki none absolute \
    byoyomi canadian fischer fischer-capped chinese japanese tromp-taylor concise goban white-first \
    oldest aga-button {\"ko\":\"SIMPLE\"} {\"ko\": { interval ownership true rootInfo avoid allow \
    minmoves maxmoves 30 A1,B2 , pvVisits movesOwnership all 6 é \u{1} \\ ' \" quit name # ## \
    ownershipStdev movesOwnershipStdev wideRootNoise antiMirror ignorePreRootHistory level \
    playoutDoublingAdvantage rootNumSymmetriesToSample allowResignation ponderingEnabled \
    {\"antiMirror\":true} ko tax SEKI false";

fn pick<'a>(dice: &mut Dice, words: &[&'a str]) -> &'a str {
    words[dice.below(words.len())]
}

/// A line, whether it has an answer, and with which id.
fn line(dice: &mut Dice, number: usize) -> (String, Option<String>) {
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let name = pick(dice, &names);
    let n_args = match name {
        "play" | "boardsize" => 2,
        // A name of a file is no place for chance.
        "printsgf" => 0,
        _ => dice.below(5),
    };
    let args: Vec<&str> = match (name, dice.below(3)) {
        ("play", 0) => vec![
            pick(dice, &["b", "w"]),
            pick(dice, &["a1", "b2", "C3", "pass"]),
        ],
        ("boardsize", 0) => vec![pick(dice, &["1", "2", "3", "5", "7"])],
        ("genmove" | "kgs-genmove_cleanup", 0 | 1) => vec![pick(dice, &["b", "w"])],
        _ => (0..n_args).map(|_| pick(dice, &words)).collect(),
    };
    // Most boards are small, so that something happens on them.
    let args = args.join(" ").replace("t19", "c1");
    match dice.below(20) {
        0 => (String::new(), None),
        1 => (format!("# {name} {args}"), None),
        2 => (format!("{name} {args}\r"), Some(String::new())),
        _ => (format!("{number} {name} {args}"), Some(number.to_string())),
    }
}

/// The signs and ids of the answers in `output`; panics where it is not made of answers.
#[track_caller]
fn ids(output: &str, seed: u64) -> Vec<String> {
    assert!(output.ends_with("\n\n"), "seed {seed}: {output:?}");
    let answers = output.strip_suffix("\n\n").unwrap().split("\n\n");
    let id = |answer: &str| {
        let rest = answer.strip_prefix(['=', '?']);
        let rest = rest.unwrap_or_else(|| panic!("seed {seed}: {answer:?}"));
        let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = rest[n_digits..].chars().next();
        assert!(
            matches!(after, None | Some(' ' | '\n')),
            "seed {seed}: {answer:?}"
        );
        let is_clean = answer.chars().all(|c| c == '\n' || !c.is_control());
        assert!(is_clean, "seed {seed}: {answer:?}");
        rest[..n_digits].to_owned()
    };
    answers.map(id).collect()
}

/// Says random lines to an engine that is started with `args`.
#[track_caller]
fn check_stream(seed: u64, args: &[&str]) {
    let mut dice = Dice::new(seed);
    let mut input = "boardsize 5\n".to_owned();
    let mut expected = vec![String::new()];
    for number in 0..N_LINES {
        let (line, id) = line(&mut dice, number);
        input.push_str(&line);
        input.push('\n');
        expected.extend(id);
    }
    let args = [&["--playouts", "8", "--seed", "1"], args].concat();
    let heard = gtp(&args, input.as_bytes());
    assert!(heard.status.success(), "seed {seed}: {}", heard.stderr);
    assert_eq!(ids(&heard.stdout, seed), expected, "seed {seed}");
}

#[test]
fn no_stream_of_commands_breaks_the_engine() {
    for seed in 0..N_SEEDS {
        check_stream(seed, &[]);
    }
}

#[test]
fn no_stream_of_commands_breaks_an_engine_with_a_network() {
    let net = TinyNet::for_test("gtp-garbage");
    for seed in 0..N_SEEDS_WITH_A_NETWORK {
        let ponder = ["--net", net.as_str(), "--ponder"];
        check_stream(seed, &ponder[..2 + seed as usize % 2]);
    }
}

#[test]
fn bytes_that_are_no_text_break_nothing() {
    for seed in 0..N_SEEDS {
        let mut dice = Dice::new(seed);
        let mut input: Vec<u8> = (0..20_000).map(|_| dice.below(256) as u8).collect();
        input.extend(b"\n77 name\n");
        let heard = gtp(&[], &input);
        assert!(heard.status.success(), "seed {seed}: {}", heard.stderr);
        assert_eq!(
            ids(&heard.stdout, seed).last().unwrap(),
            "77",
            "seed {seed}"
        );
    }
}
