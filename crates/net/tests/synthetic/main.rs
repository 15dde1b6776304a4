//! Networks of every kind, made up and written as files: read back, run both
//! ways, and broken in every place.

mod make;
mod write;

use std::io::Write;

use make::{Dice, Kind, input, model, smallest};
use ponnuki_game::{Size, Symmetry};
use ponnuki_net::{
    Input, Isa, LoadErrorKind, Model, Net, Raw, VERSION_MAX, VERSION_MIN, WrongSize, reference,
};
use write::{Form, write};

/// Every version with every kind of blocks.
fn models() -> impl Iterator<Item = Model> {
    (VERSION_MIN..=VERSION_MAX).flat_map(|version| {
        let kinds = Kind::ALL.into_iter();
        kinds.map(move |kind| model(version, kind, u64::from(version) * 10 + kind as u64))
    })
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn what_was_written_is_read_in_every_form() {
    for model in models() {
        for form in [Form::Text, Form::Binary] {
            let file = write(&model, form);
            let what = format!("{} as {form:?}", model.name);
            assert_eq!(Model::load(&file).as_ref(), Ok(&model), "{what}");
        }
    }
    for form in [Form::Text, Form::Binary] {
        let model = smallest(17, Kind::Nested);
        let zipped = gzip(&write(&model, form));
        assert_eq!(Model::load(&zipped), Ok(model), "{form:?}, zipped");
    }
}

#[test]
fn a_norm_is_folded_into_scale_and_bias() {
    let model = model(8, Kind::Ordinary, 1);
    let text = String::from_utf8(write(&model, Form::Text)).unwrap();
    let n = model.trunk.channels;
    // The first norm: mean 0 becomes 2, variance 1 becomes 3.75, epsilon 0.25,
    // and neither scale nor bias is there.
    let begin = text.find("norm\n").unwrap();
    let lines: Vec<&str> = text[begin..].lines().take(9).collect();
    let old = lines.join("\n");
    let repeat = |number: &str| format!("{number} ").repeat(n);
    let new = format!("norm\n{n}\n0.25\n0\n0\n{}\n{}", repeat("2"), repeat("3.75"));
    let folded = Model::load(text.replacen(&old, &new, 1).as_bytes()).unwrap();
    let ponnuki_net::Block::Ordinary(block) = &folded.trunk.blocks[0] else {
        panic!("the first block is an ordinary one");
    };
    assert_eq!(block.pre.norm.scale, vec![0.5; n]);
    assert_eq!(block.pre.norm.bias, vec![-1.0; n]);
}

#[test]
fn a_file_that_was_cut_off_anywhere_is_refused() {
    for kind in Kind::ALL {
        for (version, form) in [(8, Form::Binary), (17, Form::Text), (15, Form::Binary)] {
            let file = write(&smallest(version, kind), form);
            assert!(Model::load(&file).is_ok());
            // The space after the last weights may be missing.
            for cut in 0..file.len() - 1 {
                let error = Model::load(&file[..cut]).expect_err("half a network");
                assert!(error.at <= cut, "{error}");
            }
        }
    }
}

#[test]
fn a_zipped_file_that_was_cut_off_is_refused() {
    let file = gzip(&write(&smallest(14, Kind::Nested), Form::Binary));
    for cut in 0..file.len() {
        assert!(Model::load(&file[..cut]).is_err(), "at {cut}");
    }
}

#[test]
fn something_after_the_end_is_refused() {
    let mut file = write(&model(8, Kind::Ordinary, 5), Form::Binary);
    file.extend_from_slice(b"x\n");
    let error = Model::load(&file).unwrap_err();
    assert_eq!(error.kind, LoadErrorKind::Trailing);
}

#[test]
fn a_header_that_asks_for_the_moon_gets_an_error_and_no_memory() {
    let file = String::from_utf8(write(&model(8, Kind::Ordinary, 6), Form::Text)).unwrap();
    let channels = model(8, Kind::Ordinary, 6).trunk.channels;
    let sizes = format!("conv\n3\n3\n22\n{channels}\n");
    let sizes = match file.contains(&sizes) {
        true => sizes,
        false => sizes.replace("3\n3", "5\n5"),
    };
    let huge = file
        .replacen(&sizes, "conv\n49\n49\n22\n16384\n", 1)
        .replacen(&format!("trunk\n2\n{channels}\n"), "trunk\n2\n16384\n", 1);
    let error = Model::load(huge.as_bytes()).unwrap_err();
    assert_eq!(error.layer, "conv");
    let wanted = Some(49 * 49 * 22 * 16384);
    assert_eq!(error.kind, LoadErrorKind::TooFewWeights { wanted });
}

#[test]
fn a_layer_that_the_header_does_not_announce_is_refused() {
    // All the weights are there, and the header speaks of few channels and no blocks.
    let header = "large\n8\n22\n19\ntrunk\n0\n64\n64\n64\n64\n64\n";
    let weights = "0 ".repeat(49 * 49 * 22 * 64);
    let huge = format!("{header}conv\n49\n49\n22\n64\n1\n1\n{weights}\n");
    let error = Model::load(huge.as_bytes()).unwrap_err();
    let n = 49 * 49 * 22 * 64;
    assert_eq!(error.kind, LoadErrorKind::Unannounced { n }, "{error}");
}

#[test]
fn errors_name_the_layer_and_what_is_wrong_with_it() {
    let model = model(17, Kind::Learned, 7);
    let file = String::from_utf8(write(&model, Form::Text)).unwrap();
    let check = |from: &str, to: &str, message: &str| {
        let error = Model::load(file.replacen(from, to, 1).as_bytes()).unwrap_err();
        let told = error.to_string();
        assert!(told.starts_with(message), "{told}");
    };
    check(
        "\n17\n",
        "\n18\n",
        "model version 18 is not supported (in \"synthetic-17\"",
    );
    check("\n17\n", "\n7\n", "model version 7 is not supported");
    check(
        "\n22\n",
        "\n23\n",
        "there are 23 planes and not 22 (in \"synthetic-17\"",
    );
    check(
        "_attention_block",
        "_thinking_block",
        "no block is called \"transformer_thinking_block\" (in \"block\"",
    );
    check("ACTIVATION_", "ACTIVATED_", "no activation is called");
    check(
        "policy\n4\n0",
        "policy\n4\n1",
        "the reserved number cannot be 1 (in \"policy\"",
    );
    check(
        "policy\n4\n",
        "policy\nmany\n",
        "the policy channels cannot be \"many\" (in \"policy\"",
    );
    check(
        "bias\n3\n",
        "bias\n4\n",
        "there are 4 biases and not 3 (in \"bias\"",
    );
    check(
        "matmul\n19\n",
        "matmul\n18\n",
        "there are 18 inputs and not 19 (in \"matmul\"",
    );
}

#[test]
fn a_weight_that_is_no_number_is_refused() {
    let mut file = write(&model(8, Kind::Ordinary, 8), Form::Binary);
    let at = file.windows(5).position(|bytes| bytes == b"@BIN@").unwrap() + 5;
    file[at..at + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(
        Model::load(&file).unwrap_err().kind,
        LoadErrorKind::NotFinite
    );
}

#[test]
fn blocks_nested_without_end_are_refused() {
    let file = String::from_utf8(write(&model(14, Kind::Nested, 9), Form::Text)).unwrap();
    let begin = file.find("nested_bottleneck_block").unwrap();
    let end = begin + file[begin..].find("ordinary_block").unwrap();
    // Each nested block holds a copy of itself.
    let head = &file[..begin];
    let shell = &file[begin..end];
    let inner = Model::load(file.as_bytes()).unwrap();
    let ponnuki_net::Block::Nested(block) = &inner.trunk.blocks[0] else {
        panic!("the first block is a nested one");
    };
    let outer = format!("\n{}\n", block.pre.norm.scale.len());
    // With as many channels inside as outside the shells fit into each other.
    let same = shell.replace(&format!("\n{}\n", block.enter.outputs), &outer);
    let endless = format!("{head}{}", same.repeat(1000));
    assert!(Model::load(endless.as_bytes()).is_err());
}

#[test]
fn noise_is_refused_and_never_panics() {
    let mut dice = Dice(10);
    for _ in 0..2000 {
        let n = dice.roll(200);
        let noise: Vec<u8> = (0..n).map(|_| dice.roll(256) as u8).collect();
        assert!(Model::load(&noise).is_err());
    }
    // A file with a few bytes changed is another network or none.
    for round in 0..400 {
        let kind = Kind::ALL[round % Kind::ALL.len()];
        let form = [Form::Text, Form::Binary][round / 6 % 2];
        let version = VERSION_MIN + dice.roll(10) as u32;
        let mut file = write(&model(version, kind, 11), form);
        for _ in 0..1 + dice.roll(4) {
            let at = dice.roll(file.len());
            file[at] = dice.roll(256) as u8;
        }
        if let Ok(model) = Model::load(&file) {
            let size = Size::new(5, 4).unwrap();
            let mut evaluator = Net::new(model).evaluator(size, 1);
            assert!(evaluator.run(&[input(size, 1)]).is_ok());
        }
    }
}

/// Compares all numbers; how large they may get depends on the made-up weights.
fn check_raw(what: &str, found: &Raw, expected: &Raw) {
    let flat = |raw: &Raw| -> Vec<f32> {
        let mut numbers = raw.policy.concat();
        numbers.extend(&raw.pass);
        numbers.extend(raw.value);
        numbers.extend(&raw.score);
        numbers.extend(&raw.ownership);
        numbers
    };
    let (found, expected) = (flat(found), flat(expected));
    assert_eq!(found.len(), expected.len(), "{what}");
    let scale = expected.iter().fold(1.0f32, |max, x| max.max(x.abs()));
    for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let is_near = (found - expected).abs() <= 1e-4 * scale;
        assert!(is_near, "{what}, number {i}: {found} and not {expected}");
    }
}

#[test]
fn the_evaluator_agrees_with_its_slow_twin_on_every_layer() {
    let sizes = [
        (1, 1),
        (2, 2),
        (3, 7),
        (5, 5),
        (9, 9),
        (13, 13),
        (19, 19),
        (25, 4),
        (10, 11),
    ];
    for (i, model) in models().enumerate() {
        let (width, height) = sizes[i % sizes.len()];
        let size = Size::new(width, height).unwrap();
        let inputs: Vec<Input> = (0..3).map(|seed| input(size, seed)).collect();
        let expected: Vec<Raw> = inputs
            .iter()
            .map(|input| reference::evaluate(&model, input))
            .collect();
        for isa in Isa::all() {
            let net = Net::new(model.clone()).with_instructions(isa);
            for batch_max in [1, 2, 3] {
                let mut evaluator = net.evaluator(size, batch_max);
                // Twice, because what the first run leaves behind must not matter.
                for _ in 0..2 {
                    let raws = evaluator.run(&inputs).unwrap();
                    for (raw, expected) in raws.iter().zip(&expected) {
                        let what = format!("{}, {isa:?}, {size}, {i}", model.name);
                        check_raw(&what, raw, expected);
                    }
                }
            }
        }
    }
}

#[test]
fn every_size_of_board_is_evaluated_as_the_slow_twin_does() {
    let model = model(14, Kind::Nested, 12);
    let net = Net::new(model.clone());
    for side in 1..=25 {
        for size in [Size::new(side, side), Size::new(side, 26 - side)] {
            let size = size.unwrap();
            let input = input(size, 13);
            let expected = reference::evaluate(&model, &input);
            let mut evaluator = net.evaluator(size, 1);
            let raws = evaluator.run(std::slice::from_ref(&input)).unwrap();
            check_raw(&size.to_string(), &raws[0], &expected);
        }
    }
}

#[test]
fn an_input_of_another_size_is_refused() {
    let net = Net::new(model(8, Kind::Ordinary, 14));
    let (expected, found) = (Size::NINE, Size::THIRTEEN);
    let refused = net
        .evaluator(expected, 1)
        .run(&[Input::blank(found)])
        .map(<[Raw]>::len);
    assert_eq!(refused, Err(WrongSize { found, expected }));
}

#[test]
fn a_network_without_a_sense_of_direction_sees_the_same_in_every_symmetry() {
    let mut model = model(8, Kind::Ordinary, 15);
    let blocks = model.trunk.blocks.iter_mut();
    let convs = blocks.flat_map(|block| match block {
        ponnuki_net::Block::Ordinary(block) => vec![&mut block.first, &mut block.second],
        _ => Vec::new(),
    });
    for conv in convs.chain([&mut model.trunk.initial_conv]) {
        // Every tap like the one in the middle.
        let n = conv.inputs * conv.outputs;
        let middle = conv.weights[conv.height * conv.width / 2 * n..][..n].to_vec();
        conv.weights = middle.repeat(conv.height * conv.width);
    }
    let size = Size::NINE;
    let input = input(size, 16);
    let mut evaluator = Net::new(model).evaluator(size, 8);
    let plain = evaluator.run(std::slice::from_ref(&input)).unwrap()[0].clone();
    for symmetry in Symmetry::all(size) {
        let raws = evaluator.run(&[input.turned(symmetry)]).unwrap();
        let back = raws[0].turned_back(symmetry, size);
        check_raw(&format!("{symmetry:?}"), &back, &plain);
    }
}
