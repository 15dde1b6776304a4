//! Networks of every version and kind of block, computed from the file as KataGo's format is
//! described, by code that shares nothing with this crate.

#[path = "synthetic/make.rs"]
#[allow(dead_code, reason = "this test needs only a part of it")]
mod make;
#[path = "synthetic/write.rs"]
mod write;

use make::{Kind, input, model};
use ponnuki_game::{Game, Rules, Size};
use ponnuki_net::{Input, Model, Net, PLANES, Raw, Reading, VERSION_MAX, VERSION_MIN, reference};
use ponnuki_testkit::katago::{self, Logits, NetworkInputs};
use write::{Form, write};

/// Outputs may differ by this share of the largest, for the program computes in single precision.
const TOLERANCE: f64 = 1e-4;

fn question(input: &Input) -> NetworkInputs {
    let size = input.size;
    let plane = |plane: usize| {
        let mut numbers = vec![0.0; size.n_points()];
        input.plane(plane).for_each(|point| numbers[point] = 1.0);
        numbers
    };
    let metadata = input
        .metadata
        .as_ref()
        .map_or([0.0; 192], |metadata| **metadata);
    NetworkInputs {
        width: size.width().into(),
        height: size.height().into(),
        planes: (0..PLANES).map(plane).collect(),
        globals: input.globals.map(f64::from).to_vec(),
        metadata: metadata.map(f64::from).to_vec(),
    }
}

#[track_caller]
fn check(what: &str, found: &Raw, expected: &Logits) {
    let mut numbers = found.policy.concat();
    numbers.extend(&found.pass);
    numbers.extend(found.value);
    numbers.extend(&found.score);
    numbers.extend(&found.ownership);
    let Logits {
        policy,
        pass,
        value,
        misc,
        ownership,
        ..
    } = expected;
    let all = [&policy.concat(), pass, value, misc, ownership]
        .map(Clone::clone)
        .concat();
    assert_eq!(numbers.len(), all.len(), "{what}");
    let scale = all.iter().fold(1.0, |max: f64, x| max.max(x.abs()));
    for (i, (found, expected)) in numbers.iter().zip(&all).enumerate() {
        let is_near = (f64::from(*found) - expected).abs() <= TOLERANCE * scale;
        assert!(is_near, "{what}, number {i}: {found} and not {expected}");
    }
}

/// Every version with every kind of blocks.
fn models() -> impl Iterator<Item = Model> {
    (VERSION_MIN..=VERSION_MAX).flat_map(|version| {
        let kinds = Kind::ALL.into_iter();
        kinds.map(move |kind| model(version, kind, u64::from(version) * 31 + kind as u64))
    })
}

/// Boards on which every network is asked in turn.
const SIZES: [(u8, u8); 6] = [(9, 9), (1, 1), (5, 7), (13, 13), (19, 4), (2, 3)];

#[test]
fn every_kind_of_network_says_what_the_description_says() {
    for (i, model) in models().enumerate() {
        let (width, height) = SIZES[i % SIZES.len()];
        let size = Size::new(width, height).unwrap();
        let file = write(&model, [Form::Text, Form::Binary][i % 2]);
        let what = format!(
            "{} {:?} on {size}",
            model.name,
            Kind::ALL[i % Kind::ALL.len()]
        );
        let input = input(size, i as u64);
        let expected = katago::ask(&file, &question(&input));
        let loaded = Model::load(&file).unwrap();
        check(&what, &reference::evaluate(&loaded, &input), &expected);
        let mut evaluator = Net::new(loaded).evaluator(size, 1);
        let raws = evaluator.run(std::slice::from_ref(&input)).unwrap();
        check(&what, &raws[0], &expected);
    }
}

#[test]
fn every_version_is_read_as_the_description_reads_it() {
    let size = Size::new(5, 4).unwrap();
    for (i, model) in models().enumerate() {
        let file = write(&model, Form::Binary);
        let input = input(size, i as u64);
        let raw = reference::evaluate(&model, &input);
        let rules = [Rules::TROMP_TAYLOR, Rules::JAPANESE][i % 2];
        let game = Game::new(size, rules).unwrap();
        let found = Reading::default().evaluation(&model, &raw, &game);
        let logits = katago::ask(&file, &question(&input));
        let expected = logits.read(&[true; 20], rules == Rules::JAPANESE);
        let near = |what: &str, found: f32, expected: f64| {
            let is_near =
                (f64::from(found) - expected).abs() <= TOLERANCE * expected.abs().max(1.0);
            assert!(
                is_near,
                "{} {i}, {what}: {found} and not {expected}",
                model.name
            );
        };
        near("pass", found.pass(), expected.pass);
        for (point, share) in expected.policy.iter().enumerate() {
            near("policy", found.policy[point], *share);
            near(
                "ownership",
                found.ownership[point],
                expected.ownership[point],
            );
        }
        near("win", found.win, expected.value[0]);
        near("loss", found.loss, expected.value[1]);
        near("no result", found.no_result, expected.value[2]);
        let misc = expected.misc;
        near("mean", found.score_mean, misc.mean);
        let stdev = (misc.mean_square - misc.mean * misc.mean).sqrt();
        near("deviation", found.score_stdev, stdev);
        near("lead", found.lead, misc.lead);
        for (what, found, expected) in [
            ("time", found.time_left, misc.time_left),
            ("value error", found.value_error, misc.value_error),
            ("score error", found.score_error, misc.score_error),
        ] {
            assert_eq!(found.is_some(), expected.is_some(), "{what}");
            near(what, found.unwrap_or(0.0), expected.unwrap_or(0.0));
        }
    }
}
