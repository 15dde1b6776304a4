//! The figures of a review as tables, the same in every format.

use ponnuki_game::Color;

use crate::phrases::Phrases;
use crate::reviewed::ReviewedGame;
use crate::summary::{GamePhase, Summary};
use crate::words;

/// Rows of cells, the first of each naming it.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) caption: &'static str,
    pub(crate) heads: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// How the players did in the whole game.
pub(crate) fn whole(game: &ReviewedGame) -> Table {
    let phrases = game.phrases;
    let rows = figures(&Summary::default(), phrases).map(|(name, _)| name);
    let columns: Vec<_> = game
        .colors()
        .map(|color| figures(&game.reports[color].all, phrases))
        .collect();
    let rows = rows.into_iter().enumerate().map(|(i, name)| {
        let cells = columns.iter().map(|figures| figures[i].1.clone());
        [name.to_owned()].into_iter().chain(cells).collect()
    });
    Table {
        caption: phrases.text("whole_game"),
        heads: heads(game),
        rows: rows.collect(),
    }
}

/// How one player did, a row for each figure.
pub(crate) fn figures(summary: &Summary, phrases: Phrases) -> [(&'static str, String); 6] {
    let accuracy = summary.accuracy().map_or_else(nothing, words::percent);
    let per_move = phrases.number(&format!("{:.1}", summary.points_per_move()));
    let (n_best, n_moves) = (summary.n_best.to_string(), summary.n_moves.to_string());
    let best = phrases.say("of", &[("n", &n_best), ("all", &n_moves)]);
    let figures = [
        ("figure_accuracy", accuracy),
        ("figure_points", per_move),
        ("figure_best", best),
        ("figure_doubtful", summary.n_doubtful.to_string()),
        ("figure_mistakes", summary.n_mistakes.to_string()),
        ("figure_blunders", summary.n_blunders.to_string()),
    ];
    figures.map(|(key, value)| (phrases.text(key), value))
}

/// How the players did in each part of the game.
pub(crate) fn stages(game: &ReviewedGame) -> Table {
    let phrases = game.phrases;
    let cell = |color: Color, stage: GamePhase| {
        let summary = &game.reports[color].stages[stage as usize];
        summary.accuracy().map_or_else(nothing, |accuracy| {
            let points = phrases.number(&format!("{:.1}", summary.points_per_move()));
            // A comma that is a decimal point does not part figures.
            let between = if points.contains(',') { "; " } else { ", " };
            format!("{points}{between}{}", words::percent(accuracy))
        })
    };
    let rows = GamePhase::ALL.map(|stage| {
        let cells = game.colors().map(|color| cell(color, stage));
        let name = phrases.stage(stage).to_owned();
        [name].into_iter().chain(cells).collect()
    });
    Table {
        caption: phrases.text("in_each_part"),
        heads: heads(game),
        rows: rows.to_vec(),
    }
}

/// What every move was worth: the graph as a table. What a move cost is the difference of the
/// lead in its row and of that in the row above.
pub(crate) fn moves(game: &ReviewedGame) -> Table {
    let (size, phrases) = (game.size(), game.phrases);
    let standing = |position: usize| {
        let black = game.review.prospect(position, Color::Black);
        let chance = black.map_or_else(String::new, |black| words::percent(black.win_rate));
        let lead = black.map_or_else(String::new, |black| words::lead(black, phrases));
        [chance, lead]
    };
    let mut reached = None;
    let rows = game.turns().flat_map(|(_, turn, judged)| {
        let before = (reached != Some(turn.before)).then(|| {
            let [chance, lead] = standing(turn.before);
            let name = phrases.say("before_move", &[("number", &turn.number.to_string())]);
            [name, String::new(), chance, lead]
                .into_iter()
                .chain(std::iter::repeat_n(String::new(), 3))
                .collect()
        });
        reached = Some(turn.after);
        let [chance, lead] = standing(turn.after);
        let [cost, best, grade] = judged.map_or_else(Default::default, |judged| {
            [
                match judged.grade.is_bad() {
                    true => phrases.number(&format!("{:.1}", judged.loss.points)),
                    false => String::new(),
                },
                words::move_name(judged.best.mv, size, phrases),
                phrases.grade(judged.grade).to_owned(),
            ]
        });
        let own = vec![
            format!("{} {}", turn.number, phrases.color(turn.by)),
            words::move_name(turn.mv, size, phrases),
            chance,
            lead,
            cost,
            best,
            grade,
        ];
        before.into_iter().chain([own]).collect::<Vec<_>>()
    });
    let heads = [
        "head_move",
        "head_played",
        "head_black_wins",
        "head_lead",
        "head_cost",
        "head_best",
        "head_judged",
    ];
    Table {
        caption: phrases.text("every_move_table"),
        heads: heads.map(|key| phrases.text(key).to_owned()).to_vec(),
        rows: rows.collect(),
    }
}

/// A column for each player who is reviewed.
fn heads(game: &ReviewedGame) -> Vec<String> {
    let colors = game
        .colors()
        .map(|color| game.phrases.color(color).to_owned());
    [String::new()].into_iter().chain(colors).collect()
}

/// What stands where there is nothing to say.
fn nothing() -> String {
    "–".to_owned()
}
