//! The figures of a review as tables, the same in every format.

use ponnuki_game::Color;

use crate::reviewed::ReviewedGame;
use crate::summary::{Stage, Summary};
use crate::tongue::Tongue;
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
    let tongue = game.tongue;
    let rows = figures(&Summary::default(), tongue).map(|(name, _)| name);
    let columns: Vec<_> = game
        .colors()
        .map(|color| figures(&game.reports[color].all, tongue))
        .collect();
    let rows = rows.into_iter().enumerate().map(|(i, name)| {
        let cells = columns.iter().map(|figures| figures[i].1.clone());
        [name.to_owned()].into_iter().chain(cells).collect()
    });
    Table {
        caption: tongue.text("whole_game"),
        heads: heads(game),
        rows: rows.collect(),
    }
}

/// How one player did, a row for each figure.
pub(crate) fn figures(summary: &Summary, tongue: Tongue) -> [(&'static str, String); 6] {
    let accuracy = summary.accuracy().map_or_else(nothing, words::percent);
    let per_move = tongue.number(&format!("{:.1}", summary.points_per_move()));
    let (n_best, n_moves) = (summary.n_best.to_string(), summary.n_moves.to_string());
    let best = tongue.say("of", &[("n", &n_best), ("all", &n_moves)]);
    let figures = [
        ("figure_accuracy", accuracy),
        ("figure_points", per_move),
        ("figure_best", best),
        ("figure_doubtful", summary.n_doubtful.to_string()),
        ("figure_mistakes", summary.n_mistakes.to_string()),
        ("figure_blunders", summary.n_blunders.to_string()),
    ];
    figures.map(|(key, value)| (tongue.text(key), value))
}

/// How the players did in each part of the game.
pub(crate) fn stages(game: &ReviewedGame) -> Table {
    let tongue = game.tongue;
    let cell = |color: Color, stage: Stage| {
        let summary = &game.reports[color].stages[stage as usize];
        summary.accuracy().map_or_else(nothing, |accuracy| {
            let points = tongue.number(&format!("{:.1}", summary.points_per_move()));
            // A comma that is a decimal point does not part figures.
            let between = if points.contains(',') { "; " } else { ", " };
            format!("{points}{between}{}", words::percent(accuracy))
        })
    };
    let rows = Stage::ALL.map(|stage| {
        let cells = game.colors().map(|color| cell(color, stage));
        let name = tongue.stage(stage).to_owned();
        [name].into_iter().chain(cells).collect()
    });
    Table {
        caption: tongue.text("in_each_part"),
        heads: heads(game),
        rows: rows.to_vec(),
    }
}

/// What every move was worth: the graph as a table. What a move cost is the difference of the
/// lead in its row and of that in the row above.
pub(crate) fn moves(game: &ReviewedGame) -> Table {
    let (size, tongue) = (game.size(), game.tongue);
    let standing = |position: usize| {
        let black = game.review.prospect(position, Color::Black);
        let chance = black.map_or_else(String::new, |black| words::percent(black.win_rate));
        let lead = black.map_or_else(String::new, |black| words::lead(black, tongue));
        [chance, lead]
    };
    let mut reached = None;
    let rows = game.turns().flat_map(|(_, turn, judged)| {
        let before = (reached != Some(turn.before)).then(|| {
            let [chance, lead] = standing(turn.before);
            let name = tongue.say("before_move", &[("number", &turn.number.to_string())]);
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
                    true => tongue.number(&format!("{:.1}", judged.loss.points)),
                    false => String::new(),
                },
                words::move_name(judged.best.mv, size, tongue),
                tongue.grade(judged.grade).to_owned(),
            ]
        });
        let own = vec![
            format!("{} {}", turn.number, tongue.color(turn.by)),
            words::move_name(turn.mv, size, tongue),
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
        caption: tongue.text("every_move_table"),
        heads: heads.map(|key| tongue.text(key).to_owned()).to_vec(),
        rows: rows.collect(),
    }
}

/// A column for each player who is reviewed.
fn heads(game: &ReviewedGame) -> Vec<String> {
    let colors = game
        .colors()
        .map(|color| game.tongue.color(color).to_owned());
    [String::new()].into_iter().chain(colors).collect()
}

/// What stands where there is nothing to say.
fn nothing() -> String {
    "–".to_owned()
}
