//! Networks that imitate people, behind both protocols of KataGo's.

mod analysis_session;
mod gtp_session;
mod tiny_net;

use analysis_session::{STEADY, analysis};
use gtp_session::{answers_to, gtp};
use serde_json::{Value, json};
use tiny_net::TinyNet;

/// A query about a small board after two moves.
fn query(id: &str, overrides: &Value) -> Value {
    json!({
        "id": id, "boardXSize": 5, "boardYSize": 4, "rules": "japanese", "komi": 6.5,
        "moves": [["B", "C3"], ["W", "B2"]], "maxVisits": 8, "includePolicy": true,
        "overrideSettings": overrides,
    })
}

fn lines(queries: &[Value]) -> Vec<u8> {
    let lines = queries.iter().map(|query| format!("{query}\n"));
    lines.collect::<String>().into_bytes()
}

fn numbers(list: &Value) -> Vec<f64> {
    let list = list.as_array().expect("a list");
    list.iter().map(|x| x.as_f64().expect("a number")).collect()
}

#[test]
fn what_people_would_play_is_told_beside_what_is_best() {
    let (net, human) = (TinyNet::for_test("people"), TinyNet::human("people"));
    let args = ["--model", net.as_str(), "-human-model", human.as_str()];
    let args = [&args[..], &STEADY].concat();
    let plain = query("plain", &json!({}));
    let as_people = |id, name| query(id, &json!({ "humanSLProfile": name }));
    let queries = [
        plain.clone(),
        as_people("5k", "rank_5k"),
        as_people("same", "rank_5k_5k"),
        as_people("1d", "preaz_1d"),
        as_people("pro", "proyear_1950"),
        as_people("nobody", ""),
    ];
    let heard = analysis(&args, &lines(&queries));
    assert!(heard.status.success(), "{}", heard.stderr);
    let found = |id: &str| {
        let mut lines = heard.lines.iter();
        lines.find(|line| line["id"] == id).expect("an answer")
    };
    for id in ["5k", "same", "1d", "pro"] {
        let answer = found(id);
        let policy = numbers(&answer["humanPolicy"]);
        assert_eq!(policy.len(), 21);
        let told: Vec<f64> = policy
            .iter()
            .copied()
            .filter(|share| *share >= 0.0)
            .collect();
        assert_eq!(told.len(), 19, "two points have stones: {policy:?}");
        assert!((told.iter().sum::<f64>() - 1.0).abs() < 1e-4, "{policy:?}");
        for one in answer["moveInfos"].as_array().expect("moves") {
            let at = match one["move"].as_str().expect("a move") {
                "pass" => 20,
                name => {
                    let x = usize::from(name.as_bytes()[0] - b'A');
                    let y = 4 - usize::from(name.as_bytes()[1] - b'0');
                    5 * y + x
                }
            };
            let prior = one["humanPrior"].as_f64().expect("a number");
            assert!((prior - policy[at]).abs() < 1e-9, "{one}");
        }
        let root = &answer["rootInfo"];
        let chance = root["humanWinrate"].as_f64().expect("a number");
        assert!((0.0..=1.0).contains(&chance), "{root}");
        for key in [
            "humanScoreMean",
            "humanScoreStdev",
            "humanStWrError",
            "humanStScoreError",
        ] {
            assert!(root[key].is_f64(), "{key}: {root}");
        }
        // The network that thinks is another, and thinks what it always does.
        assert_eq!(answer["policy"], found("plain")["policy"]);
        assert_eq!(root["rawWinrate"], found("plain")["rootInfo"]["rawWinrate"]);
    }
    assert_eq!(found("5k")["humanPolicy"], found("same")["humanPolicy"]);
    assert_ne!(found("5k")["humanPolicy"], found("1d")["humanPolicy"]);
    assert_ne!(found("1d")["humanPolicy"], found("pro")["humanPolicy"]);
    for id in ["plain", "nobody"] {
        let told = found(id).to_string();
        assert!(!told.contains("human"), "{told}");
    }
}

#[test]
fn the_chances_of_people_are_told_from_the_side_that_is_asked_for() {
    let human = TinyNet::human("people-side");
    let args = [&["--human-model", human.as_str()][..], &STEADY].concat();
    let from = |id, side| {
        let overrides = json!({"humanSLProfile": "rank_1d", "reportAnalysisWinratesAs": side});
        query(id, &overrides)
    };
    let queries = [
        from("b", "BLACK"),
        from("w", "WHITE"),
        from("s", "SIDETOMOVE"),
    ];
    let heard = analysis(&args, &lines(&queries));
    let root = |id: &str, key: &str| {
        let line = heard.lines.iter().find(|line| line["id"] == id);
        line.expect("an answer")["rootInfo"][key]
            .as_f64()
            .expect("a number")
    };
    let [black, white] = ["b", "w"].map(|id| root(id, "humanWinrate"));
    assert!((black + white - 1.0).abs() < 1e-6, "{black} {white}");
    assert!((root("b", "humanScoreMean") + root("w", "humanScoreMean")).abs() < 1e-4);
    assert_eq!(root("s", "humanWinrate"), black, "Black is to move");
}

#[test]
fn people_that_nobody_knows_or_can_imitate_are_refused() {
    let (net, human) = (TinyNet::for_test("no-people"), TinyNet::human("no-people"));
    let asked = lines(&[query("a", &json!({"humanSLProfile": "rank_5p"}))]);
    let with = ["--net", net.as_str(), "--human-model", human.as_str()];
    let heard = analysis(&with, &asked);
    assert_eq!(
        heard.lines,
        [json!({
            "id": "a", "field": "overrideSettings",
            "error": "humanSLProfile has to be rank_20k to rank_9d, preaz_20k to preaz_9d, either \
                with Black's and White's rank as in rank_3k_1d, or proyear_1800 to proyear_2023, \
                not \"rank_5p\"",
        })]
    );
    let asked = lines(&[query("a", &json!({"humanSLProfile": "rank_5k"}))]);
    let needs = "humanSLProfile needs a network that imitates people: name one with --human-model";
    let heard = analysis(&["--net", net.as_str()], &asked);
    let told = json!({"id": "a", "field": "overrideSettings", "error": needs});
    assert_eq!(heard.lines, [told]);
    // The same from the start.
    let set = ["--override-config", "humanSLProfile=rank_5k"];
    let heard = analysis(&set, b"");
    assert_eq!(heard.status.code(), Some(2));
    assert!(heard.stderr.contains(needs), "{}", heard.stderr);
    let heard = analysis(&["--human-model", net.as_str()], b"");
    assert_eq!(heard.status.code(), Some(1));
    let told = "was not made to imitate people";
    assert!(heard.stderr.contains(told), "{}", heard.stderr);
}

#[test]
fn both_networks_are_told_of() {
    let (net, human) = (TinyNet::for_test("models"), TinyNet::human("models"));
    let args = ["--model", net.as_str(), "--human-model", human.as_str()];
    let heard = analysis(&args, b"{\"id\":\"a\",\"action\":\"query_models\"}\n");
    let models = heard.lines[0]["models"].as_array().expect("a list");
    let uses: Vec<&Value> = models
        .iter()
        .map(|one| &one["usesHumanSLProfile"])
        .collect();
    assert_eq!(uses, [&json!(false), &json!(true)]);
    let file = human.path().file_name().and_then(|name| name.to_str());
    assert_eq!(models[1]["name"].as_str(), file);
}

/// A network that imitates people may think as well, and then thinks as they do.
#[test]
fn a_network_that_imitates_people_thinks_as_they_do() {
    let human = TinyNet::human("thinks");
    let args = [&["--model", human.as_str()][..], &STEADY].concat();
    let as_people = |id, name| query(id, &json!({ "humanSLProfile": name }));
    let queries = [
        as_people("1d", "rank_1d"),
        as_people("20k", "rank_20k"),
        as_people("again", "rank_1d"),
    ];
    let heard = analysis(&args, &lines(&queries));
    let answer = |id: &str| {
        let line = heard.lines.iter().find(|line| line["id"] == id);
        let mut line = line.expect("an answer").clone();
        line["id"] = json!("");
        line
    };
    assert_ne!(answer("1d")["policy"], answer("20k")["policy"]);
    assert_eq!(answer("1d"), answer("again"));
    assert!(answer("1d").get("humanPolicy").is_none());
}

#[test]
fn gtp_tells_what_people_would_play() {
    let (net, human) = (TinyNet::for_test("raw-human"), TinyNet::human("raw-human"));
    let with = |profile| {
        let args = [
            "--net",
            net.as_str(),
            "--human-model",
            human.as_str(),
            "--human-profile",
            profile,
        ];
        let input = "boardsize 5 4\nplay b c3\nkata-raw-human-nn 0\nkata-raw-human-nn b all\n\
            known_command kata-raw-human-nn\nkata-raw-nn 0\n";
        answers_to(&args, input)
    };
    let (pro, novice) = (with("proyear_2023"), with("rank_20k"));
    let one = &pro[2];
    assert!(one.starts_with("= symmetry 0\nwhiteWin 0."), "{one}");
    let keys: Vec<&str> = one
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic()))
        .collect();
    let expected = "whiteWin whiteLoss noResult whiteScore whiteScoreSq shorttermWinlossError \
        shorttermScoreError policy policyPass whiteOwnership";
    assert_eq!(keys.join(" "), expected);
    assert_eq!(pro[3].matches("symmetry ").count(), 4);
    assert_eq!(pro[4], "= true");
    assert_ne!(pro[2], novice[2]);
    assert_eq!(pro[5], novice[5], "the network that thinks is another");
    // What the analysis says is the same.
    let asked = json!({
        "id": "a", "boardXSize": 5, "boardYSize": 4, "rules": "chinese", "moves": [["B", "C3"]],
        "maxVisits": 1, "includePolicy": true, "overrideSettings": {"humanSLProfile": "rank_20k"},
    });
    let heard = analysis(
        &["--net", net.as_str(), "--human-model", human.as_str()],
        &lines(&[asked]),
    );
    let policy = numbers(&heard.lines[0]["humanPolicy"]);
    let words = novice[2]
        .split_whitespace()
        .skip_while(|word| *word != "policy");
    let told = words.skip(1).map_while(|word| word.parse::<f64>().ok());
    for (told, share) in told.zip(policy) {
        assert!(
            (told.is_nan() && share == -1.0) || (told - share).abs() < 1e-5,
            "{told} {share}"
        );
    }
}

#[test]
fn gtp_refuses_people_that_nobody_can_imitate() {
    let (net, human) = (
        TinyNet::for_test("gtp-people"),
        TinyNet::human("gtp-people"),
    );
    let input = "kata-raw-human-nn 0\nknown_command kata-raw-human-nn\n";
    let answers = answers_to(&["--net", net.as_str()], input);
    assert_eq!(
        answers,
        [
            "? no network that imitates people was named: --human-model",
            "= false"
        ]
    );
    let answers = answers_to(&["--human-model", human.as_str()], input);
    assert_eq!(
        answers,
        [
            "? whom to imitate is not said: set humanSLProfile",
            "= true"
        ]
    );
    for (args, told) in [
        (
            vec!["--human-profile", "rank_5k"],
            "needs a network that imitates people",
        ),
        (
            vec!["--human-model", human.as_str(), "--human-profile", "5k"],
            "humanSLProfile has to be rank_20k to rank_9d",
        ),
        (
            vec!["--human-model", net.as_str()],
            "was not made to imitate people",
        ),
    ] {
        let heard = gtp(&args, b"");
        assert!(!heard.status.success());
        assert!(heard.stderr.contains(told), "{}", heard.stderr);
    }
}

/// The moves are drawn as people make them: many different ones, all legal, and the same for
/// the same seed.
#[test]
fn moves_are_drawn_from_what_people_play() {
    let human = TinyNet::human("drawn");
    let moves = |seed: &str, more: &[&str]| {
        let args = [
            "--human-model",
            human.as_str(),
            "--playouts",
            "8",
            "--seed",
            seed,
        ];
        let input = "boardsize 9\n".to_owned() + &"clear_board\ngenmove b\n".repeat(6);
        let answers = answers_to(&[&args[..], more].concat(), &input);
        let moves = answers.into_iter().filter(|answer| answer.len() > 3);
        moves.collect::<Vec<String>>()
    };
    let people = ["--human-profile", "rank_9d"];
    let mut drawn = moves("1", &people);
    assert_eq!(drawn, moves("1", &people));
    assert_eq!(drawn.len(), 6);
    drawn.extend(moves("2", &people));
    drawn.sort();
    drawn.dedup();
    assert!(drawn.len() > 3, "{drawn:?}");
}
