//! What the first node says, as types.

use std::time::Duration;

use ponnuki_game::{Color, Komi, Outcome, Points, Rules, Size};
use ponnuki_record::{Header, Overtime, RecordedResult, Records, Unplayable};

fn header(file: &str) -> Result<Header, Unplayable> {
    let records = Records::from_bytes(file.as_bytes()).expect("a game");
    let record = records.iter().next().expect("a game");
    record.map(|record| record.header())
}

#[test]
fn every_line_of_a_full_header_is_read() {
    let header = header(
        "(;GM[1]FF[4]SZ[13:9]PB[Shusaku]BR[4d]BT[Honinbo]PW[Genan]WR[8d]WT[Inoue]\
         DT[1846-09-11]PC[Osaka]EV[Castle]RO[2]GN[Ear-reddening]ON[Komoku]AN[Kato]US[me]SO[book]\
         CP[none]GC[a famous\ngame]RU[Japanese]KM[6.5]HA[2]TM[30:00]OT[5x30 byo-yomi]RE[B+2.5]PL[W])",
    )
    .unwrap();
    let about = &header.about;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let texts = [
        &about.players.black.name,
        &about.players.black.rank,
        &about.players.black.team,
        &about.players.white.name,
        &about.players.white.rank,
        &about.players.white.team,
        &about.date,
        &about.place,
        &about.event,
        &about.round,
        &about.name,
        &about.opening,
        &about.annotator,
        &about.recorder,
        &about.source,
        &about.copyright,
        &about.comment,
    ]
    .map(text)
    .join("|");
    assert_eq!(
        texts,
        "Shusaku|4d|Honinbo|Genan|8d|Inoue|1846-09-11|Osaka|Castle|2|Ear-reddening|Komoku|Kato|me|\
         book|none|a famous\ngame"
    );
    assert_eq!(Some(header.size), Size::new(13, 9));
    assert_eq!(header.komi.unwrap().komi, Ok(Komi::from_half_points(13)));
    assert_eq!(header.handicap.unwrap().meaning, Some(2));
    assert_eq!(header.first, Some(Color::White));
    assert_eq!(header.about.rules.unwrap().meaning, Some(Rules::JAPANESE));
    let main_time = header.about.main_time.unwrap();
    assert_eq!(
        (main_time.text.as_str(), main_time.meaning),
        ("30:00", Some(Duration::from_secs(1800)))
    );
    let byo_yomi = Overtime::ByoYomi {
        n_periods: 5,
        period: Duration::from_secs(30),
    };
    assert_eq!(header.about.overtime.unwrap().meaning, Some(byo_yomi));
    let score = Outcome::Score {
        margin: Points::from_half_points(5),
    };
    assert_eq!(
        header.about.result.unwrap().meaning,
        Some(RecordedResult::Ended(score))
    );
}

#[test]
fn what_is_not_said_is_not_there() {
    let header = header("(;SZ[9]PB[ ]KM[])").unwrap();
    assert_eq!(header.about, ponnuki_record::About::default());
    assert_eq!(
        (header.komi, header.handicap, header.first),
        (None, None, None)
    );
}

#[test]
fn texts_without_a_known_meaning_are_kept() {
    let header =
        header("(;RU[house rules]RE[forgotten]OT[until dawn]TM[a while]HA[many]KM[much])").unwrap();
    let about = header.about;
    assert_eq!(
        about.rules.map(|w| (w.text, w.meaning)),
        Some(("house rules".to_owned(), None))
    );
    assert_eq!(
        about.result.map(|w| (w.text, w.meaning)),
        Some(("forgotten".to_owned(), None))
    );
    assert_eq!(
        about.overtime.map(|w| (w.text, w.meaning)),
        Some(("until dawn".to_owned(), None))
    );
    assert_eq!(
        about.main_time.map(|w| (w.text, w.meaning)),
        Some(("a while".to_owned(), None))
    );
    assert_eq!(
        header.handicap.map(|w| (w.text, w.meaning)),
        Some(("many".to_owned(), None))
    );
    assert!(
        header
            .komi
            .is_some_and(|komi| komi.text == "much" && komi.komi.is_err())
    );
}

#[test]
fn the_two_properties_of_one_server_are_an_overtime() {
    let overtime = header("(;TM[1200]TC[3]TT[30])")
        .unwrap()
        .about
        .overtime
        .unwrap();
    assert_eq!(overtime.text, "3x30 byo-yomi");
}

#[test]
fn a_game_without_a_size_is_on_nineteen_lines() {
    assert_eq!(header("(;GM[1])").unwrap().size, Size::NINETEEN);
}

#[test]
fn a_file_of_other_rules_is_replayed_as_the_caller_says() {
    let records = Records::from_bytes(b"(;SZ[3]RU[AGA])(;SZ[3]RU[?])(;SZ[3])").unwrap();
    let rules = |assume: Option<Rules>, force: Option<Rules>| -> Vec<Rules> {
        let records = records.iter().flatten().map(|record| {
            let record = assume.map_or(record, |rules| record.assuming(rules));
            let record = force.map_or(record, |rules| record.under(rules));
            *record.replay().game().rules()
        });
        records.collect()
    };
    let (aga, nz, japanese) = (Rules::AGA, Rules::NEW_ZEALAND, Rules::JAPANESE);
    assert_eq!(rules(None, None), [aga, japanese, japanese]);
    assert_eq!(rules(Some(nz), None), [aga, nz, nz]);
    assert_eq!(rules(None, Some(nz)), [nz; 3]);
}
