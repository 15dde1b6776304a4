//! The presets beside the five rulebooks: what is special in each, and the
//! table of what all presets say.

mod drawn;

use std::fmt::Debug;

use drawn::{
    BLANK, KO_AFTER_A_DISPUTE, LOST_STONE, SEKI, SENDING_TWO_RETURNING_ONE, SUICIDE_OF_ONE,
    SUICIDE_OF_TWO, TAKEN_AND_DEAD, TRIPLE_KO, at_random, check, check_from, count, handicap, laws,
    margin_under, setup, states,
};
use ponnuki_game::{
    Color, Compensation, HandicapForm, PRESETS, PointSet, Preset, Rules, SetupFault,
};

/// All that each preset says, as a referee would check it.
#[test]
fn the_presets_are_these() {
    let table = "
        concise           | Any             | Black | 0   Bidding  | WhitePasses    Black Zero      | Allowed   | Positional         | Nothing TwoPasses      None      | Stay                        | AreaUnreached          | Count      None
        white-first       | Squares 9 13 19 | White | 0   Players  | EitherAnywhere White Zero      | Forbidden | OwnLastTurn        | Nothing TwoPasses      None      | Stay                        | Territory AgainstOwner | Count      None
        oldest            | Any             | Black | 7.5 Rulebook | BlackAnywhere  White Zero      | Forbidden | Situational        | Stone   BlackThenWhite None      | ByAgreement NextInTurn      | Territory AgainstOwner | Count      None
        quick-reference   | Any             | Black | 7   Rulebook | BlackAnywhere  White Zero      | Forbidden | NaturalSituational | Stone   BlackThenWhite None      | ByAgreement NextInTurn      | Territory ForHolder    | Count      None
        goban             | Any             | Black | 0   Players  | BlackAnywhere  White Zero      | Forbidden | Ko                 | Nothing TwoPasses      None      | ByAgreement NextInTurn      | Territory ForHolder    | Count      None
        japanese          | Any             | Black | 6.5 Custom   | BlackOnStars   White Zero      | Forbidden | Ko                 | Nothing TwoPasses      None      | ByAgreement OpponentOfAsker | Territory ForHolder    | DoNotCount None
        korean            | Any             | Black | 6.5 Custom   | BlackOnStars   White Zero      | Forbidden | Ko                 | Nothing TwoPasses      None      | ByAgreement OpponentOfAsker | Territory ForHolder    | DoNotCount None
        chinese           | Any             | Black | 7.5 Custom   | BlackAnywhere  White N         | Forbidden | Ko                 | Nothing TwoPasses      None      | ByAgreement NextInTurn      | Area                   | Count      None
        chinese-ogs       | Any             | Black | 7.5 Custom   | BlackAnywhere  White N         | Forbidden | Positional         | Nothing TwoPasses      None      | ByAgreement NextInTurn      | Area                   | Count      None
        aga               | Any             | Black | 7.5 Custom   | BlackAnywhere  White NMinusOne | Forbidden | Situational        | Stone   BlackThenWhite None      | ByAgreement NextInTurn      | Area                   | Count      None
        aga-button        | Any             | Black | 7   Custom   | BlackAnywhere  White NMinusOne | Forbidden | Situational        | Nothing TwoPasses      HalfPoint | ByAgreement NextInTurn      | Area                   | Count      None
        bga               | Any             | Black | 7.5 Custom   | BlackAnywhere  White NMinusOne | Forbidden | Situational        | Stone   BlackThenWhite None      | ByAgreement NextInTurn      | Area                   | Count      None
        french            | Any             | Black | 7.5 Custom   | BlackAnywhere  White NMinusOne | Forbidden | Situational        | Stone   BlackThenWhite None      | ByAgreement NextInTurn      | Area                   | Count      None
        new-zealand       | Any             | Black | 7   Custom   | BlackAnywhere  White Zero      | Allowed   | Situational        | Nothing TwoPasses      None      | ByAgreement NextInTurn      | Area                   | Count      None
        tromp-taylor      | Any             | Black | 7.5 Custom   | BlackAnywhere  White Zero      | Allowed   | Positional         | Nothing TwoPasses      None      | Stay                        | Area                   | Count      None
        ing               | Any             | Black | 7.5 Custom   | BlackAnywhere  White Zero      | Allowed   | Positional         | Nothing TwoPasses      None      | ByAgreement NextInTurn      | Area                   | Count      None
        stone-scoring     | Any             | Black | 7.5 Custom   | BlackAnywhere  White Zero      | Forbidden | Ko                 | Nothing TwoPasses      None      | ByAgreement NextInTurn      | Area                   | DoNotCount TwoEach
        ancient-territory | Any             | Black | 6.5 Custom   | BlackAnywhere  White Zero      | Forbidden | Ko                 | Nothing TwoPasses      None      | ByAgreement NextInTurn      | Territory ForHolder    | DoNotCount TwoEach
    ";
    let spaced = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted: Vec<String> = table.trim().lines().map(spaced).collect();
    let found: Vec<String> = PRESETS.iter().map(row).collect();
    let (wanted, found) = (wanted.join("\n"), found.join("\n"));
    assert!(
        wanted == found,
        "\nexpected:\n{wanted}\n\ncame out:\n{found}\n"
    );
}

/// Name, boards, first to move, komi, handicap, suicide, repetition, passing,
/// dead stones, score, seki and tax.
fn row(preset: &Preset) -> String {
    let Rules {
        sizes,
        start,
        suicide,
        repetition,
        passing,
        dead,
        counting,
        known_as: _,
    } = preset.rules;
    let handicap = start.handicap;
    [
        preset.name.to_owned(),
        words(sizes),
        words(start.first),
        format!("{} {}", start.komi, words(start.komi_by)),
        words((handicap.form, handicap.first, handicap.compensation)),
        words(suicide),
        words(repetition),
        words((passing.cost, passing.stop, passing.button)),
        words(dead),
        words(counting.scoring),
        words((counting.seki, counting.tax)),
    ]
    .join(" | ")
}

/// The names and numbers in a value, without those of its fields.
fn words(value: impl Debug) -> String {
    let text = format!("{value:?}");
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_name = |word: &&str| !word.is_empty() && !word.starts_with(char::is_lowercase);
    words.filter(is_name).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_name_and_alias_finds_its_own_row() {
    for preset in PRESETS {
        for name in preset.aliases.iter().chain([&preset.name]) {
            assert_eq!(Preset::named(name), Some(preset), "{name}");
        }
    }
}

#[test]
fn every_preset_obeys_the_laws_that_all_share() {
    for preset in PRESETS {
        for law in laws::UNIVERSAL {
            law(preset.rules);
        }
    }
}

states! { Rules::JAPANESE;
    black_moves_first_and_turns_alternate,
    suicide_is_refused,
    a_dead_chain_is_dead_as_a_whole,
    prisoners_may_be_counted_for_one_or_against_the_other,
}

/// Japanese rules: stones that live without two eyes have no territory.
#[test]
fn eyes_in_seki_do_not_count_under_japanese_rules() {
    let drawing = SEKI.replace(['b', 'w'], ".");
    count(Rules::JAPANESE, &drawing, "B = 0; W komi 6.5 = 6.5; W+6.5");
}

/// Japanese rules: with two eyes there is no seki, dame or not.
#[test]
fn territory_beside_dame_counts_under_japanese_rules() {
    count(
        Rules::JAPANESE,
        "
        b X . O w
        X X . O O
        b X . O w
        ",
        "B territory 2 = 2; W territory 2, komi 6.5 = 8.5; W+6.5",
    );
}

/// Japanese rules: when the board comes back the players may call it no result.
#[test]
fn a_triple_ko_is_no_result_under_japanese_rules() {
    TRIPLE_KO.check_on(Rules::JAPANESE, "abandoned, B C2", "Void; B C2: over");
    check(
        Rules::JAPANESE,
        BLANK,
        "B A1, W B2, abandoned",
        "abandoned: no cycle",
    );
    check(
        Rules::JAPANESE,
        BLANK,
        "B pass, abandoned",
        "abandoned: no cycle",
    );
}

/// Japanese rules: who asks to go on gives the other the first move.
#[test]
fn the_opponent_of_who_resumes_moves_under_japanese_rules() {
    let story = |who, then| format!("B pass, W pass, {who} resumes, {then} A1");
    let check = |who, then, expected| check(Rules::JAPANESE, BLANK, &story(who, then), expected);
    check("B", "W", "stopped");
    check("W", "B", "stopped");
    check("B", "B", "stopped; B A1: White's turn");
    check("W", "W", "stopped; W A1: Black's turn");
}

/// Japanese rules: handicap stones lie on the star points.
#[test]
fn handicap_stones_lie_on_stars_under_japanese_rules() {
    let form = HandicapForm::BlackOnStars;
    let nine = ". . . . . . . . .\n".repeat(6);
    let bottom = ". . . . . . . . .\n".repeat(2);
    let on_stars = format!("{nine}. . a . a . a . .\n{bottom}");
    check_from(
        handicap(Rules::JAPANESE, Color::Black, &on_stars),
        "W A1, B A2",
        "",
    );
    let elsewhere = handicap(
        Rules::JAPANESE,
        Color::Black,
        &on_stars.replace(". a", "a ."),
    );
    assert_eq!(elsewhere.faults(), [SetupFault::OddsNotInRulebook { form }]);
}

/// Chinese rules: living stones and what they surround; dead ones come off.
#[test]
fn stones_and_territory_count_under_chinese_rules() {
    TAKEN_AND_DEAD.check(
        Rules::CHINESE,
        "stopped
        B stones 7, territory 9 = 16
        W stones 6, territory 6, komi 7.5 = 19.5
        W+3.5",
    );
}

/// Chinese rules over the board know the plain ko only, on servers superko.
#[test]
fn a_triple_ko_goes_round_under_chinese_rules_but_not_on_servers() {
    TRIPLE_KO.check_on(Rules::CHINESE, "abandoned", "Void");
    TRIPLE_KO.check(Rules::CHINESE_OGS, "B C4: repeats move 1");
    SENDING_TWO_RETURNING_ONE.check(Rules::CHINESE_OGS, "B B1: repeats move 0");
    KO_AFTER_A_DISPUTE.check(Rules::CHINESE, "stopped");
    KO_AFTER_A_DISPUTE.check(Rules::CHINESE_OGS, "stopped; B C2: repeats move 1");
}

/// Where stones are points, each handicap stone is one too: White gets n under
/// Chinese rules and n − 1 under AGA rules, in return.
#[test]
fn white_is_compensated_for_handicap_stones() {
    let compensation = |rules, drawing| {
        let setup = handicap(rules, Color::Black, drawing);
        let game = setup.start().expect("a sound set-up");
        let score = game.score(PointSet::EMPTY).expect("nothing is dead");
        score.sums.white.compensation.to_string()
    };
    let points = |rules| {
        let drawings = ["a . . . . . . .", "a . a . . . . .", "a . a . a . a ."];
        drawings
            .map(|drawing| compensation(rules, drawing))
            .join(" ")
    };
    assert_eq!(points(Rules::CHINESE), "0 2 4");
    assert_eq!(points(Rules::AGA), "0 1 3");
    assert_eq!(points(Rules::AGA_BUTTON), "0 1 3");
    assert_eq!(points(Rules::NEW_ZEALAND), "0 0 0");
    assert_eq!(points(Rules::GOBAN), "0 0 0");
}

states! { Rules::AGA;
    white_passes_last_even_if_that_takes_a_third_pass,
    each_pass_hands_over_a_stone_the_last_one_too,
    after_a_dispute_nothing_is_removed_and_black_moves,
    play_may_be_resumed_any_number_of_times,
    black_may_have_stones_and_white_then_moves_first,
}

/// AGA rules: pass stones make no difference to area, and the past is situational.
#[test]
fn area_is_counted_under_aga_rules() {
    TAKEN_AND_DEAD.check(
        Rules::AGA,
        "stopped
        B stones 7, territory 9 = 16
        W stones 6, territory 6, komi 7.5 = 19.5
        W+3.5",
    );
    SENDING_TWO_RETURNING_ONE.check(Rules::AGA, "B A1: repeats move 1");
}

/// AGA rules: pass stones, and White passing last, make counting territory and
/// prisoners the same as counting area; here on random games, even and with
/// handicap, with and without a dead chain.
#[test]
fn area_and_territory_agree_under_aga_rules() {
    let mut by_territory = Rules::AGA;
    by_territory.counting.scoring = Rules::QUICK_REFERENCE.counting.scoring;
    by_territory.start.handicap.compensation = Compensation::Zero;
    let three = "a . . . .\n. . . . .\n. . a . .\n. . . . .\n. . . . a";
    for seed in 0..60 {
        for setup in [
            setup(Rules::AGA, BLANK),
            handicap(Rules::AGA, Color::Black, three),
        ] {
            let game = at_random(setup, seed);
            let chain = game.board().chains(Color::White).next();
            for dead in [
                PointSet::EMPTY,
                chain.map_or(PointSet::EMPTY, |chain| chain.stones),
            ] {
                let [area, territory] =
                    [Rules::AGA, by_territory].map(|rules| margin_under(rules, &game, dead));
                assert_eq!(area, territory, "seed {seed}\n{}", game.board());
            }
        }
    }
}

/// The button: the first pass takes it, is no step towards the end, and half
/// a point is worth having.
#[test]
fn the_first_pass_takes_the_button() {
    let check = |story: &str, expected: &str| {
        check(Rules::AGA_BUTTON, ". X . O .", story, expected);
    };
    check(
        "B pass, W pass, B pass, none dead",
        "stopped
        B stones 1, territory 1, button 0.5 = 2.5
        W stones 1, territory 1, komi 7 = 9
        W+6.5",
    );
    check("B pass, W pass, B C1", ". X X O .");
    check("B pass, W C1, B pass, W pass, prisoners", "stopped");
}

/// The button: White's half point, if White passes first.
#[test]
fn white_may_take_the_button() {
    let story = "B C1, W pass, B pass, W pass, none dead";
    check(
        Rules::AGA_BUTTON,
        ". X . O .",
        story,
        "stopped
        B stones 2, territory 1 = 3
        W stones 1, territory 1, button 0.5, komi 7 = 9.5
        W+6.5",
    );
}

/// New Zealand rules: suicide is a move, of a single stone too, for the board
/// is then the same but the player to move is not; once.
#[test]
fn suicide_is_a_move_under_new_zealand_rules() {
    check(
        Rules::NEW_ZEALAND,
        SUICIDE_OF_ONE,
        "W a, prisoners, B pass, W a",
        ". X .\nX . X\n. X .\nB holds 1 captured\nW a: repeats move 1",
    );
    check(
        Rules::NEW_ZEALAND,
        SUICIDE_OF_TWO,
        "W a, prisoners",
        ". X X .\nX . . X\n. X X .\nB holds 2 captured",
    );
}

/// Tromp–Taylor rules: a single-stone suicide repeats the board, a larger one is a move.
#[test]
fn suicide_is_a_move_under_tromp_taylor_rules_unless_it_repeats() {
    let (one, two) = (SUICIDE_OF_ONE, SUICIDE_OF_TWO);
    check(Rules::TROMP_TAYLOR, one, "W a", "W a: repeats move 0");
    check(Rules::TROMP_TAYLOR, two, "W a", ". X X .\nX . . X\n. X X .");
}

/// Tromp–Taylor rules: nothing is removed at the end; an empty board is nobody's.
#[test]
fn nothing_is_dead_under_tromp_taylor_rules() {
    count(
        Rules::TROMP_TAYLOR,
        LOST_STONE,
        "B stones 3 = 3; W stones 4, territory 3, komi 7.5 = 14.5; W+11.5",
    );
    laws::no_stone_can_be_called_dead(Rules::TROMP_TAYLOR);
    check(
        Rules::TROMP_TAYLOR,
        BLANK,
        "B pass, W pass",
        "B = 0; W komi 7.5 = 7.5; W+7.5",
    );
}

/// Ing rules: as Tromp–Taylor rules, but dead stones are agreed upon.
#[test]
fn dead_stones_come_off_under_ing_rules() {
    count(
        Rules::ING,
        "
        b b X O w
        b o X O w
        b b X O w
        ",
        "B stones 3, territory 6 = 9; W stones 3, territory 3, komi 7.5 = 13.5; W+4.5",
    );
    TRIPLE_KO.check(Rules::ING, "B C4: repeats move 1");
}

/// Two living groups of Black's and one of White's.
const THREE_GROUPS: &str = "
    b X O w O X b
    b X O w O X b
    b X O w O X b
";

/// Stone scoring: two points of each living group could never be filled.
#[test]
fn each_living_group_is_taxed_under_stone_scoring() {
    count(
        Rules::STONE_SCORING,
        THREE_GROUPS,
        "B stones 6, territory 6, tax -4 = 8
        W stones 6, territory 3, tax -2, komi 7.5 = 14.5
        W+6.5",
    );
}

/// Ancient territory rules: the same tax on territory.
#[test]
fn each_living_group_is_taxed_under_ancient_territory_rules() {
    count(
        Rules::ANCIENT_TERRITORY,
        THREE_GROUPS,
        "B territory 6, tax -4 = 2; W territory 3, tax -2, komi 6.5 = 7.5; W+5.5",
    );
}

/// Stone scoring and ancient territory rules: an eye in seki is neither
/// filled nor taxed.
#[test]
fn seki_is_not_taxed() {
    let drawing = SEKI.replace(['b', 'w'], ".");
    let stones = "B stones 39 = 39; W stones 39, komi 7.5 = 46.5; W+7.5";
    count(Rules::STONE_SCORING, &drawing, stones);
    count(
        Rules::ANCIENT_TERRITORY,
        &drawing,
        "B = 0; W komi 6.5 = 6.5; W+6.5",
    );
}

/// KataGo refuses the suicide of a stone alone under any rules; New Zealand's text does not.
#[test]
fn katagos_suicide_takes_two_stones_or_more() {
    for ko in ["SIMPLE", "SITUATIONAL"] {
        let json = format!(r#"{{"ko":"{ko}","suicide":true}}"#);
        let rules: Rules = json.parse().expect("rules");
        check(rules, SUICIDE_OF_ONE, "W a", "W a: suicide");
        check(rules, SUICIDE_OF_TWO, "W a", ". X X .\nX . . X\n. X X .");
        assert!(rules.to_katago().contains(r#""suicide":true"#), "{ko}");
    }
    let json = r#"{"ko":"POSITIONAL","suicide":true}"#;
    assert_eq!(json.parse(), Ok(Rules::TROMP_TAYLOR));
    let new_zealand = Rules::NEW_ZEALAND.to_katago();
    assert!(new_zealand.contains(r#""suicide":true"#));
}
