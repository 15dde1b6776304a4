//! Inputs and outputs, compared with those that KataGo gave for the same positions.

mod json;
mod own;

use std::path::PathBuf;

use json::Json;
use ponnuki_game::{Color, Game, Komi, Move, PointSet, Rules, Setup, Size};
use ponnuki_net::{Evaluation, GLOBALS, Input, Model, Net, PLANES, Reading, View, reference};
use ponnuki_testkit::outside;

/// The networks that there are golden positions for.
const NETS: [&str; 6] = [
    "g170-b6c96-s175395328-d26788732",
    "b7c96h3tfrs-test5-cnorm",
    "b7c96h6kv3qk32v16tflrs-fson-bnh",
    "g170-b15c192-s1672170752-d466197061",
    "kata1-b18c384nbt-s9996604416-d4316597426",
    "b10c384h6nbttflrs",
];

/// All golden positions of the networks whose name `is_wanted`.
fn positions(is_wanted: impl Fn(&str) -> bool) -> Vec<Json> {
    let Some(folder) = outside::beside("goldens") else {
        return Vec::new();
    };
    let folder = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts = files
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap());
    let lines: Vec<String> = texts
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let all = lines.iter().map(|line| Json::parse(line));
    all.filter(|position| is_wanted(position.at("net").text()))
        .collect()
}

fn game(position: &Json) -> Game {
    let side = |key| position.at(key).number() as u8;
    let size = Size::new(side("width"), side("height")).unwrap();
    let Json::Object(pairs) = position.at("rules") else {
        panic!("rules are an object");
    };
    let words: Vec<String> = pairs
        .iter()
        .map(|(key, value)| match value {
            Json::Text(text) => format!("{key:?}:{text:?}"),
            Json::Bool(truth) => format!("{key:?}:{truth}"),
            other => panic!("{key}: {other:?}"),
        })
        .collect();
    let rules: Rules = format!("{{{}}}", words.join(",")).parse().unwrap();
    let mut setup = Setup::new(size, rules);
    setup.komi = Komi::from_half_points((position.at("komi").number() * 2.0) as i16);
    let mut game = setup.start().unwrap();
    for turn in position.at("moves").list() {
        let [color, name] = turn.list() else {
            panic!("a turn is a color and a point");
        };
        let color = color_of(color.text());
        let mv = match name.text() {
            "pass" => Move::Pass,
            name => Move::Play(size.point(name).unwrap()),
        };
        // KataGo plays on after the passes that end a game.
        game = game.unstopped();
        let played = game.play_for(color, mv);
        played.unwrap_or_else(|law| panic!("{mv:?}: {law}\n{}", game.board()));
    }
    game
}

fn color_of(letter: &str) -> Color {
    if letter == "B" {
        Color::Black
    } else {
        Color::White
    }
}

#[test]
fn inputs_are_those_of_katago_bit_for_bit() {
    check_inputs(&positions(|_| true));
}

fn check_inputs(positions: &[Json]) {
    let mut faults = Vec::new();
    for (n, position) in positions.iter().enumerate() {
        let game = game(position);
        assert_eq!(game.turn(), color_of(position.at("toMove").text()));
        let input = Input::of(&game, &View::default());
        for plane in 0..PLANES {
            let expected: Vec<usize> = position
                .at("spatial")
                .at(&plane.to_string())
                .list()
                .iter()
                .map(|index| index.number() as usize)
                .collect();
            let found: Vec<usize> = input.plane(plane).collect();
            if expected != found {
                faults.push(format!(
                    "position {n}, plane {plane}: {found:?} and not {expected:?}\n{}",
                    game.board()
                ));
            }
        }
        let expected = position.at("globals").list();
        let pairs = expected.iter().map(Json::number).zip(input.globals);
        for (i, (expected, found)) in pairs.enumerate() {
            if (expected - f64::from(found)).abs() > 1e-6 {
                let rules = game.rules().to_katago();
                faults.push(format!(
                    "position {n}, global {i}: {found} and not {expected}, {rules}"
                ));
            }
        }
        assert_eq!(expected.len(), GLOBALS);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The network of this name: beside the golden positions, or in the folder
/// that the environment names. Where it is in neither the test is skipped.
fn model(name: &str) -> Option<Model> {
    let folders = [
        outside::beside("nets"),
        std::env::var_os("PONNUKI_NETS").map(PathBuf::from),
    ];
    let files = folders
        .iter()
        .flatten()
        .filter_map(|folder| std::fs::read_dir(folder).ok());
    let mut files = files.flatten().map(|entry| entry.unwrap().path());
    let file = files.find(|file| {
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        file.replace("g170e-", "g170-").starts_with(name)
    });
    if file.is_none() {
        let why = format!("there is no network {name}, neither beside nor in PONNUKI_NETS");
        outside::skip("KataGo's large networks", &why);
    }
    Some(Model::load(&std::fs::read(file?).unwrap()).unwrap())
}

fn check_outputs(position: &Json, n: usize, legal: PointSet, evaluation: &Evaluation) {
    let near = |what: &str, expected: &Json, found: f32, tolerance: f64| {
        let expected = expected.number();
        let is_near = (expected - found as f64).abs() <= tolerance;
        assert!(is_near, "position {n}, {what}: {found} and not {expected}");
    };
    let at = |key: &str| position.at(key);
    near(
        "win",
        at("whiteWin"),
        evaluation.win_for(Color::White),
        1e-4,
    );
    near(
        "loss",
        at("whiteLoss"),
        evaluation.win_for(Color::Black),
        1e-4,
    );
    near("no result", at("noResult"), evaluation.no_result, 1e-4);
    near(
        "lead",
        at("whiteLead"),
        evaluation.lead_for(Color::White),
        0.02,
    );
    let mean = evaluation.score_mean_for(Color::White);
    near("mean", at("whiteScoreSelfplay"), mean, 0.02);
    let square = (mean.powi(2) + evaluation.score_stdev.powi(2)).sqrt();
    let expected = Json::Number(at("whiteScoreSelfplaySq").number().sqrt());
    near("root mean square", &expected, square, 0.02);
    let known = |error: Option<f32>| error.unwrap_or(-1.0);
    near(
        "value error",
        at("shorttermWinlossError"),
        known(evaluation.value_error),
        1e-3,
    );
    near(
        "score error",
        at("shorttermScoreError"),
        known(evaluation.score_error),
        0.02,
    );
    near("pass", at("policyPass"), evaluation.pass(), 1e-4);
    let (width, size) = (evaluation.size.width() as usize, evaluation.size);
    let point = |i: usize| size.at((i % width) as u8, (i / width) as u8).unwrap();
    for (i, expected) in at("policy").list().iter().enumerate() {
        let is_legal = legal.contains(point(i));
        assert_eq!(*expected != Json::Null, is_legal, "position {n}, legal {i}");
        if is_legal {
            near(&format!("policy {i}"), expected, evaluation.policy[i], 1e-4);
        }
    }
    for (i, expected) in at("whiteOwnership").list().iter().enumerate() {
        let point = point(i);
        let found = evaluation.ownership_for(Color::White, point);
        near(&format!("ownership {i}"), expected, found, 1e-3);
    }
}

#[test]
fn the_small_networks_are_as_much_work_as_is_known() {
    let known = [(NETS[0], 81, 362), (NETS[1], 74, 465), (NETS[2], 81, 564)];
    for (name, on_nine, on_nineteen) in known {
        let Some(model) = model(name) else { continue };
        for (size, millions) in [(Size::NINE, on_nine), (Size::NINETEEN, on_nineteen)] {
            let found = model.n_multiplications(size) as f64 / 1e6;
            assert_eq!(found.round() as u64, millions, "{name} on {size}");
        }
    }
}

#[test]
fn the_slow_twin_says_what_katago_says() {
    for net in NETS {
        let Some(model) = model(net) else { continue };
        let is_small = |position: &Json| position.at("width").number() <= 9.0;
        let positions = positions(|name| name == net);
        // The larger networks would take minutes.
        let positions: Vec<Json> = match model.trunk.channels <= 96 {
            true => positions.into_iter().filter(is_small).collect(),
            false => Vec::new(),
        };
        for (n, position) in positions.iter().enumerate() {
            let game = game(position);
            let raw = reference::evaluate(&model, &Input::of(&game, &View::default()));
            let going_on = game.unstopped();
            let evaluation = Reading::default().evaluation(&model, &raw, &going_on);
            check_outputs(position, n, going_on.legal(), &evaluation);
        }
        eprintln!("{net}: {} positions", positions.len());
    }
}

#[test]
fn the_evaluator_says_what_katago_says() {
    for name in NETS {
        let Some(model) = model(name) else { continue };
        let net = Net::new(model);
        let positions = positions(|other| other == name);
        for (n, position) in positions.iter().enumerate() {
            let game = game(position);
            let input = Input::of(&game, &net.view());
            let mut evaluator = net.evaluator(game.size(), 2);
            // In the middle of a batch that is more than one run.
            let blank = Input::blank(game.size());
            let batch = [blank.clone(), input, blank];
            let raws = evaluator.run(&batch).unwrap();
            assert_eq!(raws[0], raws[2]);
            let going_on = game.unstopped();
            let evaluation = net.evaluation(&raws[1], &going_on, &Reading::default());
            check_outputs(position, n, going_on.legal(), &evaluation);
        }
        eprintln!("{name}: {} positions", positions.len());
    }
}
