//! `ponnuki rules`: the rulebooks side by side, or one of them in plain words.

use std::io::{self, Write};

use ponnuki_game::{
    Button, Compensation, Counting, DeadStones, GroupTax, Handicap, HandicapForm, KomiBy, PRESETS,
    PassCost, Passing, Preset, Repetition, Rules, Scoring, SekiPoints, Sizes, Start, Stop, Suicide,
};

use crate::args::{self, GivenRules};
use crate::json::Json;
use crate::layout;

/// The table of presets begins with the rulebooks that the program is made
/// for; the others are the ones that players know by name.
const N_RULEBOOKS: usize = 5;
const _: () = assert!(PRESETS.len() > N_RULEBOOKS);

const LONG_ABOUT: &str = "\
Show the rulebooks side by side, or one of them in plain words.

Without a name: one line for each rulebook, with what the words mean below.
With a name: everything that rulebook says. Rules written as KataGo's JSON are told in the same
way; what the JSON leaves out is as in Tromp–Taylor rules.";

const EXAMPLES: &str = "\
Examples:
  ponnuki rules                             all of them
  ponnuki rules new-zealand                 one of them, by any of its names
  ponnuki rules '{\"ko\":\"SIMPLE\",\"tax\":\"ALL\"}'
                                            rules of your own
  ponnuki rules --json                      all of them, for programs";

const TABLE_HEAD: [&str; 10] = [
    "name",
    "first",
    "suicide",
    "repetition",
    "pass",
    "stop",
    "dead",
    "count",
    "komi",
    "handicap",
];

/// What the words in the table mean.
const LEGEND: &str = "\
first                    who moves first when there is no handicap
suicide     yes          a play may leave one's own stones without a liberty: they come off
            no           such a play is refused
repetition  ko           one may not retake at once if that brings back the board before
            own turn     a play may not bring back the board after one's own previous turn
            positional   … any earlier board
            situational  … an earlier board with the same player to move
            natural      … a board that one's own earlier play made
pass        free         costs nothing
            stone        hands the opponent a stone as a prisoner
            button       costs nothing, and the first one is worth half a point
stop        2 passes     play stops when both pass, one after the other
            B then W     … when White passes after Black, even if that takes a third pass
dead        off          stones that both players call dead come off the board
            stay         nothing comes off: what stands on the board lives
count       area         one's stones and the points they surround
            territory    the points one's stones surround, and prisoners
            *            points surrounded by stones in seki do not count
            †            each living group pays the two points for its eyes
komi        bid          White's points for moving second are bid for, or agreed on
            open         the rulebook names none: 0 unless the players agree on another
handicap    free, stars  Black has n stones on the board: anywhere, or on the star points
            either       either player has n stones on the board
            passes       White passes White's first n − 1 turns
            +n, +n−1     White gets that many points in return";

/// Show the rulebooks side by side, or one in plain words
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// One rulebook: its name, another name for it, or rules as KataGo's JSON
    #[arg(value_name = "NAME|JSON", value_parser = args::rules)]
    rules: Option<GivenRules>,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Writes what was asked for.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> io::Result<()> {
    match (&args.rules, args.json) {
        (None, false) => write_table(out),
        (Some(given), false) => write_one(given, out),
        (None, true) => {
            let all = PRESETS.iter().map(preset_json);
            writeln!(out, "{}", Json::long_list(all).as_str())
        }
        (Some(given), true) => {
            let one = match given.preset {
                Some(preset) => preset_json(preset),
                None => Json::object(fields(&given.rules)),
            };
            writeln!(out, "{}", one.as_str())
        }
    }
}

fn write_table(out: &mut impl Write) -> io::Result<()> {
    let mut rows = vec![TABLE_HEAD.map(str::to_owned).to_vec()];
    rows.extend(PRESETS.iter().map(row));
    let lines = layout::table(&rows, &[]);
    let (head, presets) = lines.split_at(1);
    let (rulebooks, others) = presets.split_at(N_RULEBOOKS);
    writeln!(out, "The five rulebooks\n")?;
    write_lines(head, out)?;
    write_lines(rulebooks, out)?;
    writeln!(out, "\nOthers that players know by name\n")?;
    write_lines(head, out)?;
    write_lines(others, out)?;
    writeln!(out, "\nWhat the words mean\n\n{LEGEND}\n")?;
    for preset in PRESETS {
        write_board_note(preset, out)?;
    }
    writeln!(
        out,
        "'ponnuki rules NAME' tells one of them in plain words."
    )
}

fn write_lines(lines: &[String], out: &mut impl Write) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Says if a rulebook is not for every board.
fn write_board_note(preset: &Preset, out: &mut impl Write) -> io::Result<()> {
    match preset.rules.sizes {
        Sizes::Any => Ok(()),
        Sizes::Squares(sides) => {
            let sides: Vec<String> = sides.iter().map(|n| format!("{n}×{n}")).collect();
            writeln!(
                out,
                "{} is for {} boards only.",
                preset.name,
                sides.join(", ")
            )
        }
    }
}

/// A line of the table; the cells are explained in [`LEGEND`].
fn row(preset: &Preset) -> Vec<String> {
    let rules = &preset.rules;
    vec![
        preset.name.to_owned(),
        rules.start.first.to_string(),
        suicide(rules.suicide).to_owned(),
        repetition(rules.repetition).to_owned(),
        pass(&rules.passing).to_owned(),
        stop(rules.passing.stop).to_owned(),
        dead(rules.dead).to_owned(),
        count(&rules.counting),
        komi(&rules.start),
        handicap(&rules.start.handicap),
    ]
}

fn suicide(suicide: Suicide) -> &'static str {
    match suicide {
        Suicide::Forbidden => "no",
        Suicide::Allowed => "yes",
        Suicide::SeveralStones => "several",
    }
}

fn repetition(repetition: Repetition) -> &'static str {
    match repetition {
        Repetition::Ko => "ko",
        Repetition::OwnLastTurn => "own turn",
        Repetition::Positional => "positional",
        Repetition::Situational => "situational",
        Repetition::NaturalSituational => "natural",
    }
}

fn pass(passing: &Passing) -> &'static str {
    match (passing.cost, passing.button) {
        (PassCost::Nothing, Button::None) => "free",
        (PassCost::Stone, Button::None) => "stone",
        (PassCost::Nothing, Button::HalfPoint) => "button",
        (PassCost::Stone, Button::HalfPoint) => "stone, button",
    }
}

fn stop(stop: Stop) -> &'static str {
    match stop {
        Stop::TwoPasses => "2 passes",
        Stop::BlackThenWhite => "B then W",
    }
}

fn dead(dead: DeadStones) -> &'static str {
    match dead {
        DeadStones::Stay => "stay",
        DeadStones::ByAgreement { .. } => "off",
    }
}

fn count(counting: &Counting) -> String {
    let what = match counting.scoring {
        Scoring::Area | Scoring::AreaUnreached => "area",
        Scoring::Territory { .. } => "territory",
    };
    let seki = match counting.seki {
        SekiPoints::Count => "",
        SekiPoints::DoNotCount => "*",
    };
    let tax = match counting.tax {
        GroupTax::None => "",
        GroupTax::TwoEach => "†",
    };
    format!("{what}{seki}{tax}")
}

fn komi(start: &Start) -> String {
    match start.komi_by {
        KomiBy::Rulebook | KomiBy::Custom => start.komi.to_string(),
        KomiBy::Players => "open".to_owned(),
        KomiBy::Bidding => "bid".to_owned(),
    }
}

fn handicap(handicap: &Handicap) -> String {
    let form = match handicap.form {
        HandicapForm::WhitePasses => "passes",
        HandicapForm::BlackOnStars => "stars",
        HandicapForm::BlackAnywhere => "free",
        HandicapForm::EitherAnywhere => "either",
    };
    let compensation = match handicap.compensation {
        Compensation::Zero => "",
        Compensation::N => "+n",
        Compensation::NMinusOne => "+n−1",
    };
    format!("{form}{compensation}")
}

/// A rulebook in plain words.
fn write_one(given: &GivenRules, out: &mut impl Write) -> io::Result<()> {
    let (title, summary) = match given.preset {
        Some(preset) => (preset.title, preset.summary),
        None => (
            "Rules of your own",
            "As the JSON says, and otherwise as Tromp–Taylor rules.",
        ),
    };
    writeln!(out, "{title}")?;
    write_lines(&layout::wrap(summary, layout::WIDTH), out)?;
    writeln!(out)?;
    let laws = given.rules.in_words().into_iter();
    let mut entries: Vec<_> = laws.map(|law| (law.topic.name(), law.text)).collect();
    let reading = given.preset.and_then(|preset| preset.reading);
    entries.extend(reading.map(|reading| ("How it is read", reading.to_owned())));
    entries.extend(names(given));
    write_lines(&layout::entries(&entries), out)?;
    let heading = match is_said_by_katago(&given.rules) {
        true => "As KataGo writes them:",
        false => "The nearest that KataGo has:",
    };
    writeln!(out, "\n{heading}\n{}", given.rules.to_katago())
}

/// Whether KataGo's JSON says everything about `rules`, the komi apart.
fn is_said_by_katago(rules: &Rules) -> bool {
    rules.to_katago().parse().is_ok_and(|mut said: Rules| {
        said.start.komi = rules.start.komi;
        said == *rules
    })
}

/// What the rules are called.
fn names(given: &GivenRules) -> Option<(&'static str, String)> {
    match given.preset {
        Some(preset) => {
            let names = [&[preset.name], preset.aliases].concat();
            Some(("Names", names.join(", ")))
        }
        None => {
            let preset = Preset::of(&given.rules)?;
            Some(("Known as", format!("{}, komi apart", preset.name)))
        }
    }
}

fn preset_json(preset: &Preset) -> Json {
    let aliases = preset.aliases.iter().map(|alias| Json::string(alias));
    let reading = match preset.reading {
        Some(reading) => Json::string(reading),
        None => Json::raw("null".to_owned()),
    };
    let about = [
        ("name".to_owned(), Json::string(preset.name)),
        ("aliases".to_owned(), Json::list(aliases)),
        ("title".to_owned(), Json::string(preset.title)),
        ("summary".to_owned(), Json::string(preset.summary)),
        ("reading".to_owned(), reading),
    ];
    Json::object(about.into_iter().chain(fields(&preset.rules)))
}

/// Every parameter in words, and the rules as KataGo writes them.
fn fields(rules: &Rules) -> impl Iterator<Item = (String, Json)> {
    let laws = rules.in_words().into_iter();
    let words = laws.map(|law| (law.topic.code().to_owned(), Json::string(&law.text)));
    words.chain([("katago".to_owned(), Json::raw(rules.to_katago()))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_in_the_table_is_explained() {
        for cells in PRESETS.iter().map(row) {
            for (column, cell) in TABLE_HEAD.iter().zip(&cells).skip(2) {
                let word = cell.trim_end_matches(['*', '†']);
                let word = word.split('+').next().unwrap_or(word);
                let is_number = word.parse::<f32>().is_ok();
                let is_explained = [' ', ','].map(|end| LEGEND.contains(&format!(" {word}{end}")));
                assert!(
                    is_number || is_explained.contains(&true),
                    "{column}: {word}"
                );
            }
        }
    }

    #[test]
    fn katago_has_no_word_for_pass_stones() {
        assert!(is_said_by_katago(&Rules::TROMP_TAYLOR));
        assert!(is_said_by_katago(&Rules::CHINESE_OGS));
        assert!(!is_said_by_katago(&Rules::AGA));
        assert!(!is_said_by_katago(&Rules::QUICK_REFERENCE));
    }
}
