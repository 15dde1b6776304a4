//! Area and dame are all points.

use ponnuki_game::{PointSet, Points, Score, Scoring, SekiPoints};

use super::symmetry::Counted;
use crate::Script;

/// Every point is a living stone, territory, dame or a point in seki, and is
/// one of them only; under area scoring the sums say the same.
pub fn area_and_dame_are_all_points(bytes: &[u8]) {
    let counted = Counted::from_script(&mut Script::new(bytes));
    let score = counted.score();
    let is_bare = (score.stones.black | score.stones.white).is_empty();
    if is_bare && counted.rules.counting.scoring == Scoring::AreaUnreached {
        let all = Points::whole(counted.stones.size().n_points() as i32);
        assert_eq!(
            (score.sums.black.territory, score.sums.white.territory),
            (all, all)
        );
        return;
    }
    let n_points = counted.stones.size().n_points();
    for point in counted.stones.size().points() {
        let is_in = kinds(&score).map(|kind| kind.contains(point));
        let n_kinds = is_in.iter().filter(|&&is_in| is_in).count();
        assert_eq!(n_kinds, 1, "{point:?} of\n{}\n{score:?}", counted.stones);
    }
    if counted.rules.counting.scoring.is_area() {
        let sums = [score.sums.black, score.sums.white];
        let area: Points = sums.iter().map(|sum| sum.stones + sum.territory).sum();
        let n_other = (score.dame.len() + score.seki_eyes.len()) as i32;
        assert_eq!(
            area + Points::whole(n_other),
            Points::whole(n_points as i32)
        );
    }
    if counted.rules.counting.seki == SekiPoints::Count {
        assert!(score.seki.is_empty() && score.seki_eyes.is_empty());
    }
}

fn kinds(score: &Score) -> [PointSet; 6] {
    [
        score.stones.black,
        score.stones.white,
        score.territory.black,
        score.territory.white,
        score.dame,
        score.seki_eyes,
    ]
}
