//! A sum as a line of JSON.

use ponnuki_game::{Color, PointSet, Points, Size, Sum};
use ponnuki_wire::json::Json;

use crate::count::{CountedGame, DeadBy};

impl CountedGame {
    /// The count of the game called `name` as a JSON object, on one line.
    pub fn to_json(&self, name: &str) -> String {
        let size = self.board.size();
        let rules = Json::string(&self.rules.written());
        let recorded = self.header.about.result.as_ref();
        let unfilled = self.score.unfilled.black | self.score.unfilled.white;
        let remarks = self.remarks.iter();
        let remarks = remarks.map(|remark| Json::string(&remark.to_string()));
        let object = Json::short_object([
            ("file", Json::string(name)),
            ("rules", rules),
            ("size", Json::string(&size.to_string())),
            ("moves", Json::raw(self.n_moves.to_string())),
            ("stopped", Json::raw(self.is_stopped.to_string())),
            ("result", Json::string(&self.score.outcome().to_string())),
            ("black", sum(&self.score.sums.black)),
            ("white", sum(&self.score.sums.white)),
            ("dead", points(size, self.dead)),
            ("dead_by", Json::string(dead_by(self.dead_by))),
            ("owner", owner(self)),
            ("unfilled", points(size, unfilled)),
            (
                "recorded",
                or_null(recorded, |result| Json::string(&result.text)),
            ),
            (
                "agrees",
                or_null(self.agrees(), |agrees| Json::raw(agrees.to_string())),
            ),
            ("remarks", Json::list(remarks)),
        ]);
        object.as_str().to_owned() + "\n"
    }
}

fn points(size: Size, points: PointSet) -> Json {
    Json::list(points.iter().map(|point| Json::string(&size.name(point))))
}

fn or_null<T>(value: Option<T>, write: impl FnOnce(T) -> Json) -> Json {
    value.map_or_else(|| Json::raw("null".to_owned()), write)
}

fn sum(sum: &Sum) -> Json {
    let total = ("total", sum.total());
    let lines = sum.lines().into_iter().chain([total]);
    Json::short_object(lines.map(|(name, points)| (name, number(points))))
}

/// Points are written in decimals, as numbers in JSON are.
fn number(points: Points) -> Json {
    Json::raw(points.to_string())
}

fn dead_by(dead_by: DeadBy) -> &'static str {
    match dead_by {
        DeadBy::Nobody => "nobody",
        DeadBy::File => "file",
        DeadBy::Engine => "engine",
        DeadBy::You => "you",
    }
}

fn owner(counted: &CountedGame) -> Json {
    let size = counted.board.size();
    let row = |y: u8| -> String {
        let points = (0..size.width()).filter_map(|x| size.at(x, y));
        let letters = points.map(|point| match counted.score.owner(point) {
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
            None => '.',
        });
        letters.collect()
    };
    Json::list((0..size.height()).map(|y| Json::string(&row(y))))
}
