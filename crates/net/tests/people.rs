//! What a network that imitates people is told of them, and what it makes of it.

#[path = "synthetic/make.rs"]
#[allow(dead_code, reason = "this test needs only a part of it")]
mod make;
#[path = "synthetic/write.rs"]
#[allow(dead_code, reason = "this test needs only a part of it")]
mod write;

use make::{Kind, model};
use ponnuki_game::{Color, Game, Rules, Size};
use ponnuki_net::{Input, Net, PLANES, Profile, Reading, metadata};
use ponnuki_testkit::katago::{self, NetworkInputs, PeopleRecord};
use ponnuki_testkit::table;
use write::{Form, write};

/// Numbers are told in single precision.
const TOLERANCE: f64 = 1e-5;

/// Names of people, and names like theirs that nobody has.
fn names() -> Vec<String> {
    let ranks = (0..=10).map(|dan| format!("{dan}d"));
    let ranks = ranks.chain((0..=21).map(|kyu| format!("{kyu}k")));
    let mut ranks: Vec<String> = ranks.collect();
    ranks.extend(["", "1", "k", "01k", "+1k", "1K", "1p", " 1k"].map(str::to_owned));
    let mut names = Vec::new();
    for style in ["rank", "preaz", "Rank", "proyear"] {
        names.push(style.to_owned());
        for (i, black) in ranks.iter().enumerate() {
            names.push(format!("{style}_{black}"));
            for white in ranks.iter().skip(i % 3).step_by(3) {
                names.push(format!("{style}_{black}_{white}"));
                names.push(format!("{style}_{black}_{white}_{white}"));
            }
        }
    }
    names.extend((1798..=2026).map(|year| format!("proyear_{year}")));
    names.extend(["", "_", "proyear_", "proyear_1e3", "proyear_99999999999"].map(str::to_owned));
    names
}

#[test]
fn every_name_is_known_or_not_as_the_description_says() {
    let (size, all) = (Size::THIRTEEN, PeopleRecord::all());
    let mut n_known = 0;
    for name in names().iter().chain(all.keys()) {
        let profile = name.parse::<Profile>();
        let expected = all.get(name);
        assert_eq!(profile.is_ok(), expected.is_some(), "{name:?}");
        let (Ok(profile), Some(expected)) = (profile, expected) else {
            continue;
        };
        n_known += 1;
        assert_eq!(profile.to_string().parse(), Ok(profile), "{name}");
        for (player, turn) in [Color::Black, Color::White].into_iter().enumerate() {
            let row = metadata(profile, turn, size);
            check(name, &row[..], &expected.row(player, size.n_points()));
        }
    }
    assert!(n_known > all.len(), "{n_known}");
}

#[track_caller]
fn check(what: &str, found: &[f32], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        let is_near = (f64::from(*found) - expected).abs() <= TOLERANCE;
        assert!(is_near, "{what}, number {i}: {found} and not {expected}");
    }
}

#[test]
fn what_is_told_of_people_is_what_katago_tells() {
    let mut n = 0;
    for row in table::rows(&table::read("net/people.tsv")) {
        let [name, turn, n_points, numbers] = row[..] else {
            panic!("{row:?}");
        };
        let turn = if turn == "b" {
            Color::Black
        } else {
            Color::White
        };
        let mut sizes = [Size::NINE, Size::THIRTEEN, Size::NINETEEN].into_iter();
        let n_points: usize = n_points.parse().unwrap();
        let size = sizes.find(|size| size.n_points() == n_points);
        let profile: Profile = name.parse().unwrap();
        let numbers = numbers.split(' ').map(|number| number.parse().unwrap());
        let numbers: Vec<f64> = numbers.collect();
        check(name, &metadata(profile, turn, size.unwrap())[..], &numbers);
        n += 1;
    }
    assert_eq!(n, 8);
}

/// A network that imitates people says of a game what the description says it does, to
/// each people something else.
#[test]
fn a_network_is_told_of_people_and_answers_as_the_description_says() {
    let model = model(15, Kind::Pooling, 4);
    assert!(model.trunk.metadata.is_some());
    let file = write(&model, Form::Binary);
    let net = Net::load(&file).unwrap();
    let mut game = Game::new(Size::NINE, Rules::JAPANESE).unwrap();
    let (people, mut answers) = (PeopleRecord::all(), Vec::new());
    for (n_moves, name) in ["rank_5k_1d", "rank_1d_5k", "preaz_9d", "proyear_1950"]
        .into_iter()
        .enumerate()
    {
        let profile: Profile = name.parse().unwrap();
        let mut input = Input::of(&game, &net.view());
        input.metadata = Some(metadata(profile, game.turn(), game.size()));
        let raw = net.evaluator(game.size(), 1).run(&[input.clone()]).unwrap()[0].clone();
        let found = net.evaluation(&raw, &game, &Reading::default());
        let plane = |plane: usize| {
            let mut numbers = vec![0.0; game.size().n_points()];
            input.plane(plane).for_each(|point| numbers[point] = 1.0);
            numbers
        };
        let expected = katago::ask(
            &file,
            &NetworkInputs {
                width: 9,
                height: 9,
                planes: (0..PLANES).map(plane).collect(),
                globals: input.globals.map(f64::from).to_vec(),
                metadata: people[name].row(n_moves % 2, game.size().n_points()),
            },
        );
        let legal: Vec<bool> = game
            .size()
            .points()
            .map(|point| game.legal().contains(point))
            .collect();
        let expected = expected.read(&legal, true);
        let near = |found: f32, expected: f64| {
            let is_near = (f64::from(found) - expected).abs() <= 1e-4;
            assert!(is_near, "{name}: {found} and not {expected}");
        };
        near(found.pass(), expected.pass);
        for (found, expected) in found.policy.iter().zip(&expected.policy) {
            near(*found, *expected);
        }
        near(found.win, expected.value[0]);
        answers.push(found.policy);
        let point = game.size().at(n_moves as u8, 2).unwrap();
        game.play(ponnuki_game::Move::Play(point)).unwrap();
    }
    answers.dedup();
    assert_eq!(answers.len(), 4);
}
