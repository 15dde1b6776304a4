//! A record that the built-in network reviews in the terminal: what is said is what is said
//! everywhere.

mod stage;

use ponnuki_engine::{Memory, Request, ThinkLimits, embedded, ignore, thinker};
use ponnuki_tui::{AppEvent, Effect, First, ThinkQuestion, Thought};
use ponnuki_words::Language;
use stage::{PLAIN, Stage};

/// White leaves six stones to a snapback at C1.
const SNAPBACK: &[u8] =
    b"(;GM[1]SZ[9]KM[0.5]RU[Japanese]PL[W]AB[ea][eb][dc][ec][dd][ae][be][ce][de][af][df][ag][dg]\
    [ah][dh][ai]AW[fa][fb][fc][gc][ed][fd][ee][bf][cf][ef][gf][bg][cg][eg][bh][ch][eh][fh][di][ei]\
    ;W[gb];B[ci];W[bi];B[ci];W[];B[])";

/// The screen with this record, at its first move.
fn opened(language: Language) -> Stage {
    let first = First::Record {
        name: "snapback.sgf".to_owned(),
        bytes: SNAPBACK.to_vec(),
    };
    let mut stage = Stage::speaking(language, PLAIN, (120, 40), first);
    stage.keys("<right><space>");
    stage
}

/// The question of that number, if it was asked.
fn question(stage: &Stage, number: u64) -> Option<ThinkQuestion> {
    let mut effects = stage.effects.iter();
    effects.find_map(|effect| match effect {
        Effect::Think(question) if question.number == number => Some(question.clone()),
        _ => None,
    })
}

/// Has every question answered by the built-in network, those that have only a limit of time with
/// a few playouts.
fn think(stage: &mut Stage) {
    let mut thinker = thinker(Some(&embedded()), 0, None);
    let mut number = 1;
    while let Some(question) = question(stage, number) {
        let limits = match question.limits.playouts {
            Some(_) => question.limits,
            None => ThinkLimits::playouts(4),
        };
        if question.memory == Memory::Judgments {
            thinker.reseed(0);
        }
        let request = Request {
            memory: question.memory,
            ..Request::within(limits)
        };
        let analysis = thinker.analyse(&question.game, &request, &mut ignore);
        stage.event(AppEvent::Thought(Thought {
            question: number,
            judge: embedded().model().name.as_str().into(),
            analysis: Box::new(analysis),
            is_last: true,
        }));
        number += 1;
    }
}

/// What is on the screen, with single spaces: sentences go over several lines.
fn words_on(stage: &Stage) -> String {
    let screen = stage.screen();
    let panel = screen
        .lines()
        .map(|line| line.chars().skip(50).collect::<String>());
    let words: Vec<String> = panel.collect();
    let words = words.join(" ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_terminal_tells_why_a_move_was_bad() {
    let mut stage = opened(Language::English);
    think(&mut stage);
    let told = words_on(&stage);
    assert!(told.contains("G8 is a blunder."), "{told}");
    assert!(told.contains("C1 was better."), "{told}");
    let why = "Now C1 catches White’s 6 stones at B4.";
    assert!(told.contains(why), "{told}");
    // What it cost is the difference of the leads beside it.
    let (_, lost) = told.split_once("G8 is a blunder. ").unwrap();
    let (points, leads) = lost.split_once(" points lost: ").unwrap();
    let (before, after) = leads.split_once(" before, ").unwrap();
    let (after, _) = after.split_once(" now.").unwrap();
    let [before, after] = [before, after].map(white_lead);
    let lost: f32 = points.parse().unwrap();
    assert!((before - after - lost).abs() < 0.049, "{told}");
    // Nothing is said against Black, who plays the snapback.
    stage.keys("<right>");
    let told = words_on(&stage);
    assert!(told.contains("C1 is ") && !told.contains("lost"), "{told}");
}

#[test]
fn before_the_first_move_the_terminal_tells_who_judged() {
    let mut stage = opened(Language::English);
    stage.keys("<left>");
    let told = words_on(&stage);
    assert!(!told.contains("Judged by"), "nothing is judged yet: {told}");
    think(&mut stage);
    let told = words_on(&stage);
    let judged = "Judged by ponnuki-b6c64, with 70 visits for each position. Of the moves that";
    assert!(told.contains(judged), "{told}");
    let offer = "A stronger network judges better: ponnuki net fetch b18c384nbt --use (125 MB).";
    assert!(told.contains(offer), "{told}");
    stage.keys("<right>");
    let told = words_on(&stage);
    assert!(!told.contains("Judged by"), "{told}");
}

/// `W+3.5` and `B+3.5` as White's lead.
fn white_lead(text: &str) -> f32 {
    match text.split_once('+') {
        Some(("W", points)) => points.parse().unwrap(),
        Some((_, points)) => -points.parse::<f32>().unwrap(),
        None => text.parse().unwrap(),
    }
}

#[test]
fn the_terminal_tells_why_in_every_language() {
    for (language, verdict) in [
        (Language::German, "G8 ist ein grober Fehler."),
        (Language::French, "G8 : une gaffe."),
        (Language::Spanish, "G8: un error grave."),
        (Language::Chinese, "G8：大失误。"),
        (Language::Japanese, "G8は大悪手。"),
        (Language::Korean, "G8: 큰 실수."),
    ] {
        let mut stage = opened(language);
        think(&mut stage);
        let bare = |text: &str| text.replace(' ', "");
        let told = words_on(&stage);
        assert!(bare(&told).contains(&bare(verdict)), "{language:?}: {told}");
        assert!(told.contains("B4"), "{language:?}: {told}");
    }
}
