//! What a network is told of the rules, by hand: every preset and every combination of the
//! rules that KataGo's networks know, on drawn boards.

use ponnuki_game::{Color, Diagram, Game, PRESETS, Preset, Rules, Setup, Sizes};
use ponnuki_net::{Input, View};

/// Two areas that live by themselves: seven black stones, four white ones, eighteen points.
const ALIVE: &str = "
    . X . X O .
    X X X X O O
    . . . X O .
";

/// Chains that share two liberties or have but one: nothing lives by itself.
const SEKI: &str = "
    . X . O .
    X X . O O
    O O O X X
    . O X X .
";

fn drawn(rules: Rules, first: Color, board: &str) -> Game {
    let diagram: Diagram = board.parse().unwrap();
    // Some rulebooks know only boards that are too large to draw.
    let rules = Rules {
        sizes: Sizes::Any,
        ..rules
    };
    let mut setup = Setup::new(diagram.size(), rules);
    setup.stones = diagram.stones();
    setup.first = Some(first);
    setup.start().unwrap()
}

fn seen(game: &Game) -> Input {
    Input::of(game, &View::default())
}

/// The points where `plane` is 1, drawn.
fn plane(input: &Input, plane: usize) -> String {
    let shown: Vec<usize> = input.plane(plane).collect();
    let letter = |i| if shown.contains(&i) { "#" } else { "." };
    let width = input.size.width() as usize;
    let row = |y: usize| {
        (0..width)
            .map(|x| letter(y * width + x))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let rows = (0..input.size.height() as usize).map(row);
    rows.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check_plane(what: &str, input: &Input, number: usize, expected: &str) {
    let lines = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let expected = lines.collect::<Vec<_>>().join("\n");
    assert_eq!(plane(input, number), expected, "{what}, plane {number}");
}

/// For each preset, with Black to move on `ALIVE`: a twentieth of the komi for Black, the ko rule,
/// suicide, territory, tax, button, and the wave of the komi.
type Told = (&'static str, f32, [f32; 2], f32, f32, [f32; 2], f32, f32);

#[rustfmt::skip]
const TOLD: [Told; 18] = [
    // White's komi is 0, and Black does not pay for three stones more under area scoring.
    ("concise",            0.0,   [1.0, 0.5],  1.0, 0.0, [0.0, 0.0], 0.0, 0.0),
    ("white-first",       -0.15,  [0.0, 0.0],  0.0, 1.0, [0.0, 0.0], 0.0, 0.0),
    ("oldest",            -0.525, [1.0, -0.5], 0.0, 1.0, [0.0, 0.0], 0.0, 0.0),
    ("quick-reference",   -0.5,   [1.0, -0.5], 0.0, 1.0, [0.0, 0.0], 0.0, 0.0),
    ("goban",             -0.15,  [0.0, 0.0],  0.0, 1.0, [0.0, 0.0], 0.0, 0.0),
    ("japanese",          -0.475, [0.0, 0.0],  0.0, 1.0, [1.0, 0.0], 0.0, 0.0),
    ("korean",            -0.475, [0.0, 0.0],  0.0, 1.0, [1.0, 0.0], 0.0, 0.0),
    // −7.5 lies half a point above −8, the next komi that can make a draw on an even board.
    ("chinese",           -0.375, [0.0, 0.0],  0.0, 0.0, [0.0, 0.0], 0.0, 0.5),
    ("chinese-ogs",       -0.375, [1.0, 0.5],  0.0, 0.0, [0.0, 0.0], 0.0, 0.5),
    ("aga",               -0.375, [1.0, -0.5], 0.0, 0.0, [0.0, 0.0], 0.0, 0.5),
    // −7 lies in the middle between −8 and −6.
    ("aga-button",        -0.35,  [1.0, -0.5], 0.0, 0.0, [0.0, 0.0], 1.0, 0.0),
    ("bga",               -0.375, [1.0, -0.5], 0.0, 0.0, [0.0, 0.0], 0.0, 0.5),
    ("french",            -0.375, [1.0, -0.5], 0.0, 0.0, [0.0, 0.0], 0.0, 0.5),
    ("new-zealand",       -0.35,  [1.0, -0.5], 1.0, 0.0, [0.0, 0.0], 0.0, 0.0),
    ("tromp-taylor",      -0.375, [1.0, 0.5],  1.0, 0.0, [0.0, 0.0], 0.0, 0.5),
    ("ing",               -0.375, [1.0, 0.5],  1.0, 0.0, [0.0, 0.0], 0.0, 0.5),
    ("stone-scoring",     -0.375, [0.0, 0.0],  0.0, 0.0, [1.0, 1.0], 0.0, 0.5),
    ("ancient-territory", -0.475, [0.0, 0.0],  0.0, 1.0, [1.0, 1.0], 0.0, 0.0),
];

#[test]
fn every_preset_is_told_as_it_is_played() {
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(names, TOLD.map(|row| row.0));
    for (name, komi, ko, suicide, territory, tax, button, wave) in TOLD {
        let rules = Preset::named(name).unwrap().rules;
        let globals = seen(&drawn(rules, Color::Black, ALIVE)).globals;
        let mut expected = [0.0; 19];
        expected[5] = komi;
        expected[6..8].copy_from_slice(&ko);
        (expected[8], expected[9]) = (suicide, territory);
        expected[10..12].copy_from_slice(&tax);
        (expected[17], expected[18]) = (button, wave);
        assert_eq!(globals, expected, "{name}");
    }
}

#[test]
fn white_sees_the_komi_from_the_other_side() {
    // 7.5 lies a point and a half above 6.
    let globals = seen(&drawn(Rules::CHINESE, Color::White, ALIVE)).globals;
    assert_eq!((globals[5], globals[18]), (0.375, -0.5));
    let globals = seen(&drawn(Rules::JAPANESE, Color::White, ALIVE)).globals;
    assert_eq!((globals[5], globals[18]), (0.475, 0.0));
}

#[test]
fn liberties_and_stones_are_drawn_for_the_player_to_move() {
    for (color, own, other) in [(Color::Black, 1, 2), (Color::White, 2, 1)] {
        let input = seen(&drawn(Rules::CHINESE, color, SEKI));
        let what = format!("{color:?} to move");
        check_plane(
            &what,
            &input,
            0,
            "# # # # #\n# # # # #\n# # # # #\n# # # # #",
        );
        check_plane(
            &what,
            &input,
            own,
            ". # . . .\n# # . . .\n. . . # #\n. . # # .",
        );
        check_plane(
            &what,
            &input,
            other,
            ". . . # .\n. . . # #\n# # # . .\n. # . . .",
        );
        // Black's chain at the bottom has one liberty, White's two, those above three each.
        check_plane(
            &what,
            &input,
            3,
            ". . . . .\n. . . . .\n. . . # #\n. . # # .",
        );
        check_plane(
            &what,
            &input,
            4,
            ". . . . .\n. . . . .\n# # # . .\n. # . . .",
        );
        check_plane(
            &what,
            &input,
            5,
            ". # . # .\n# # . # #\n. . . . .\n. . . . .",
        );
    }
}

/// What a network is to be shown of the areas.
#[derive(Clone, Copy, Debug)]
enum Shown {
    /// All of them.
    All,
    /// Stones, and what else lives by itself.
    Independent,
    /// Nothing, until there is nothing left to play.
    Nothing,
}

#[track_caller]
fn check_areas(what: &str, rules: Rules, shown: Shown) {
    let input = seen(&drawn(rules, Color::Black, SEKI));
    let [black, white] = match shown {
        Shown::All => [
            "# # . . .\n# # . . .\n. . . # #\n. . # # #",
            ". . . # #\n. . . # #\n# # # . .\n# # . . .",
        ],
        Shown::Independent => [
            ". # . . .\n# # . . .\n. . . # #\n. . # # .",
            ". . . # .\n. . . # #\n# # # . .\n. # . . .",
        ],
        Shown::Nothing => [". . . . .\n. . . . .\n. . . . .\n. . . . ."; 2],
    };
    check_plane(what, &input, 18, black);
    check_plane(what, &input, 19, white);
    let input = seen(&drawn(rules, Color::Black, ALIVE));
    let [black, white] = match shown {
        Shown::All | Shown::Independent => [
            "# # # # . .\n# # # # . .\n# # # # . .",
            ". . . . # #\n. . . . # #\n. . . . # #",
        ],
        Shown::Nothing => [". . . . . .\n. . . . . .\n. . . . . ."; 2],
    };
    check_plane(what, &input, 18, black);
    check_plane(what, &input, 19, white);
}

#[test]
fn every_combination_of_rules_is_told_and_drawn() {
    let kos = [
        ("SIMPLE", [0.0, 0.0]),
        ("POSITIONAL", [1.0, 0.5]),
        ("SITUATIONAL", [1.0, -0.5]),
    ];
    let taxes = [
        ("NONE", [0.0, 0.0]),
        ("SEKI", [1.0, 0.0]),
        ("ALL", [1.0, 1.0]),
    ];
    let truths = [(false, 0.0), (true, 1.0)];
    let mut n_combinations = 0;
    for (ko, ko_told) in kos {
        for (tax, tax_told) in taxes {
            for (suicide, suicide_told) in truths {
                for (scoring, territory_told) in [("AREA", 0.0), ("TERRITORY", 1.0)] {
                    let json = format!(
                        r#"{{"ko":"{ko}","scoring":"{scoring}","tax":"{tax}","suicide":{suicide}}}"#
                    );
                    let rules: Rules = json.parse().unwrap();
                    let globals = seen(&drawn(rules, Color::Black, SEKI)).globals;
                    assert_eq!(globals[6..8], ko_told, "{json}");
                    assert_eq!(globals[8..10], [suicide_told, territory_told], "{json}");
                    assert_eq!(globals[10..12], tax_told, "{json}");
                    let shown = match (scoring, tax) {
                        ("TERRITORY", _) => Shown::Nothing,
                        (_, "NONE") => Shown::All,
                        _ => Shown::Independent,
                    };
                    check_areas(&json, rules, shown);
                    n_combinations += 1;
                }
            }
        }
    }
    assert_eq!(n_combinations, 36);
}
