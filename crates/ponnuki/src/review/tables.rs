//! The figures of a review as tables, the same in every format.

use ponnuki_engine::{Stage, Summary};
use ponnuki_game::Color;

use super::reviewed::ReviewedGame;
use super::words;

/// Rows of cells, the first of each naming it.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) caption: &'static str,
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// How the players did in the whole game.
pub(super) fn whole(game: &ReviewedGame) -> Table {
    let rows = figures(&Summary::default()).map(|(name, _)| name);
    let columns: Vec<_> = game
        .colors()
        .map(|color| figures(&game.reports[color].all))
        .collect();
    let rows = rows.into_iter().enumerate().map(|(i, name)| {
        let cells = columns.iter().map(|figures| figures[i].1.clone());
        [name.to_owned()].into_iter().chain(cells).collect()
    });
    Table {
        caption: "In the whole game",
        heads: heads(game),
        rows: rows.collect(),
    }
}

/// How one player did, a row for each figure.
pub(super) fn figures(summary: &Summary) -> [(&'static str, String); 6] {
    let accuracy = summary.accuracy();
    [
        ("Accuracy", accuracy.map_or_else(nothing, words::percent)),
        (
            "Points lost per move",
            format!("{:.1}", summary.points_per_move()),
        ),
        (
            "Best moves",
            format!("{} of {}", summary.n_best, summary.n_moves),
        ),
        ("Doubtful moves", summary.n_doubtful.to_string()),
        ("Mistakes", summary.n_mistakes.to_string()),
        ("Blunders", summary.n_blunders.to_string()),
    ]
}

/// How the players did in each part of the game.
pub(super) fn stages(game: &ReviewedGame) -> Table {
    let cell = |color: Color, stage: Stage| {
        let summary = &game.reports[color].stages[stage as usize];
        summary.accuracy().map_or_else(nothing, |accuracy| {
            let points = summary.points_per_move();
            format!("{points:.1}, {}", words::percent(accuracy))
        })
    };
    let rows = Stage::ALL.map(|stage| {
        let cells = game.colors().map(|color| cell(color, stage));
        let name = words::stage(stage).to_owned();
        [name].into_iter().chain(cells).collect()
    });
    Table {
        caption: "Points lost per move, and accuracy, in each part",
        heads: heads(game),
        rows: rows.to_vec(),
    }
}

/// What every move was worth: the graph as a table.
pub(super) fn moves(game: &ReviewedGame) -> Table {
    let size = game.size();
    let rows = game.turns().map(|(_, turn, judged)| {
        let black = game.review.prospect(turn.after, Color::Black);
        let [cost, best, grade] = judged.map_or_else(Default::default, |judged| {
            [
                match judged.grade.is_bad() {
                    true => format!("{:.1}", judged.loss.points),
                    false => String::new(),
                },
                words::move_name(judged.best.mv, size),
                words::grade(judged.grade).to_owned(),
            ]
        });
        vec![
            format!("{} {}", turn.number, turn.by),
            words::move_name(turn.mv, size),
            black.map_or_else(String::new, |black| words::percent(black.win_rate)),
            black.map_or_else(String::new, words::lead),
            cost,
            best,
            grade,
        ]
    });
    let heads = [
        "Move",
        "Played",
        "Black wins",
        "Lead",
        "Cost",
        "Best",
        "Judged",
    ];
    Table {
        caption: "Every move; chances and leads are those after it",
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

/// A column for each player who is reviewed.
fn heads(game: &ReviewedGame) -> Vec<String> {
    let colors = game.colors().map(|color| color.to_string());
    [String::new()].into_iter().chain(colors).collect()
}

/// What stands where there is nothing to say.
fn nothing() -> String {
    "–".to_owned()
}
