//! What the built-in network says about positions of games that the engine played, as
//! KataGo's arithmetic gives it: `data/net/built-in.jsonl`.
//!
//! The file has the form of the golden positions of KataGo. What stands in it beyond the moves is
//! made by `testkit::katago`, which shares nothing with this crate but the inputs:
//!
//! ```text
//! UPDATE_GOLDENS=1 cargo test -p ponnuki-net --test golden own
//! ```

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use ponnuki_game::{Color, Game};
use ponnuki_net::{Input, Model, Net, PLANES, Reading, View};
use ponnuki_testkit::katago::{self, Expected, NetworkInputs};

use crate::json::Json;
use crate::{check_inputs, check_outputs, game};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

fn golden_path() -> PathBuf {
    path("data/net/built-in.jsonl")
}

/// The network that is part of the program, as it is packed.
fn packed() -> Vec<u8> {
    fs::read(path("crates/engine/nets/ponnuki-b6c64.bin.gz")).unwrap()
}

/// The text of the golden file, made anew where that is asked for.
static GOLDEN: LazyLock<String> = LazyLock::new(|| {
    let text = fs::read_to_string(golden_path()).unwrap();
    if env::var_os("UPDATE_GOLDENS").is_none() {
        return text;
    }
    let text = renewed(&text);
    fs::write(golden_path(), &text).unwrap();
    text
});

fn positions() -> Vec<Json> {
    let positions: Vec<Json> = GOLDEN.lines().map(Json::parse).collect();
    assert_eq!(positions.len(), 12);
    positions
}

/// The golden file with what the description of KataGo's files says.
fn renewed(text: &str) -> String {
    let mut file = Vec::new();
    flate2::read::GzDecoder::new(&packed()[..])
        .read_to_end(&mut file)
        .unwrap();
    text.lines()
        .map(|line| renewed_line(line, &file) + "\n")
        .collect()
}

/// What the description of KataGo's files says that the network says about `game`.
fn expected(file: &[u8], game: &Game, input: &Input) -> Expected {
    let n_points = game.size().n_points();
    let plane = |plane: usize| {
        let mut numbers = vec![0.0; n_points];
        input.plane(plane).for_each(|point| numbers[point] = 1.0);
        numbers
    };
    let question = NetworkInputs {
        width: game.size().width().into(),
        height: game.size().height().into(),
        planes: (0..PLANES).map(plane).collect(),
        globals: input.globals.map(f64::from).to_vec(),
        metadata: Vec::new(),
    };
    let legal = game.unstopped().legal();
    let is_legal = |point| legal.contains(point);
    let is_legal: Vec<bool> = game.size().points().map(is_legal).collect();
    // The ko rule is plain, or the scoring is by territory.
    let can_be_void = input.globals[6] == 0.0 || input.globals[9] == 1.0;
    katago::ask(file, &question).read(&is_legal, can_be_void)
}

/// `numbers` as JSON, with as many digits as a comparison needs.
fn list(numbers: impl Iterator<Item = f64>) -> String {
    let numbers: Vec<String> = numbers.map(|x| format!("{x:.6}")).collect();
    format!("[{}]", numbers.join(","))
}

/// What `line` says up to the player to move, and after it what the network sees and says.
fn renewed_line(line: &str, file: &[u8]) -> String {
    let position = Json::parse(line);
    let game = game(&position);
    let input = Input::of(&game, &View::default());
    let said = expected(file, &game, &input);
    let (begin, _) = line.split_once(r#", "toMove""#).unwrap();
    let turn = position.at("toMove").text();
    let mut text = format!(r#"{begin}, "toMove": "{turn}", "spatial": {{"#);
    for plane in 0..PLANES {
        let points: Vec<String> = input.plane(plane).map(|i| i.to_string()).collect();
        let comma = if plane == 0 { "" } else { "," };
        write!(text, r#"{comma}"{plane}":[{}]"#, points.join(",")).unwrap();
    }
    let globals = list(input.globals.into_iter().map(f64::from));
    write!(text, r#"}}, "globals": {globals}"#).unwrap();
    let sign = if game.turn() == Color::White {
        1.0
    } else {
        -1.0
    };
    let [own, other, void] = said.value;
    let (win, loss) = if sign > 0.0 {
        (own, other)
    } else {
        (other, own)
    };
    for (key, number) in [
        ("whiteWin", win),
        ("whiteLoss", loss),
        ("noResult", void),
        ("whiteLead", sign * said.misc.lead),
        ("whiteScoreSelfplay", sign * said.misc.mean),
        ("whiteScoreSelfplaySq", said.misc.mean_square),
        (
            "shorttermWinlossError",
            said.misc.value_error.unwrap_or(-1.0),
        ),
        ("shorttermScoreError", said.misc.score_error.unwrap_or(-1.0)),
        ("policyPass", said.pass),
    ] {
        write!(text, r#", "{key}": {number:.6}"#).unwrap();
    }
    let legal = game.unstopped().legal();
    let policy = said.policy.iter().zip(game.size().points());
    let policy = policy.map(|(share, point)| match legal.contains(point) {
        true => format!("{share:.6}"),
        false => "null".to_owned(),
    });
    let policy = policy.collect::<Vec<_>>().join(",");
    let ownership = list(said.ownership.iter().map(|x| sign * x));
    write!(
        text,
        r#", "policy": [{policy}], "whiteOwnership": {ownership}}}"#
    )
    .unwrap();
    text
}

#[test]
fn the_golden_file_is_what_the_description_says() {
    for (n, (old, new)) in GOLDEN.lines().zip(renewed(&GOLDEN).lines()).enumerate() {
        let [old, new] = [old, new].map(|line| numbers(&Json::parse(line)));
        assert_eq!(old.len(), new.len(), "position {n}");
        let mut pairs = old.iter().zip(&new);
        // The last digit that is written may be rounded otherwise on another machine.
        let differing = pairs.find(|(old, new)| (*old - *new).abs() > 2e-6);
        assert_eq!(
            differing, None,
            "position {n}; UPDATE_GOLDENS=1 if it should be"
        );
    }
}

/// All numbers of a value, in their order.
fn numbers(json: &Json) -> Vec<f64> {
    match json {
        Json::Number(number) => vec![*number],
        Json::List(list) => list.iter().flat_map(numbers).collect(),
        Json::Object(pairs) => pairs.iter().flat_map(|(_, value)| numbers(value)).collect(),
        Json::Null | Json::Bool(_) | Json::Text(_) => Vec::new(),
    }
}

#[test]
fn inputs_are_those_of_the_golden_file() {
    check_inputs(&positions());
}

#[test]
fn the_built_in_network_says_what_the_description_says() {
    let net = Net::new(Model::load(&packed()).unwrap());
    for (n, position) in positions().iter().enumerate() {
        let game = game(position);
        let mut evaluator = net.evaluator(game.size(), 1);
        let input = Input::of(&game, &net.view());
        let raws = evaluator.run(std::slice::from_ref(&input)).unwrap();
        let going_on = game.unstopped();
        let evaluation = net.evaluation(&raws[0], &going_on, &Reading::default());
        check_outputs(position, n, going_on.legal(), &evaluation);
    }
}
