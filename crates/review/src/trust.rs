//! How far a review can be trusted: what a much stronger network said of such verdicts, and
//! which network judges better.

use ponnuki_game::Size;
use ponnuki_wire::review::{Confirmed, ReviewJudge, StrongerNet};

/// The network that is part of the program.
const BUILT_IN: &str = "ponnuki-b6c64";

/// What was measured of one network on one board with at least so many visits for each position.
#[derive(Clone, Copy, Debug)]
struct Measured {
    /// What the network calls itself.
    name: &'static str,
    size: Size,
    visits_min: u64,
    confirmed: Confirmed,
}

const fn measured(
    name: &'static str,
    size: Size,
    visits_min: u64,
    [mistakes, moments, found]: [u8; 3],
) -> Measured {
    let confirmed = Confirmed {
        mistakes,
        moments,
        found,
    };
    Measured {
        name,
        size,
        visits_min,
        confirmed,
    }
}

/// All that was measured; of other boards it is said that it was not. Thirty games on 9×9, with
/// kata1-b18c384nbt as the referee, 100 visits (`cargo xtask bench review`); on 19×19 the six
/// verdicts that are left in four games are too few to tell a share by. A verdict is confirmed where the referee sees a loss of
/// at least 1.5 points or 8 % of a chance; a large loss is one of at least 4 points or 20 %.
const MEASURED: &[Measured] = &[measured(BUILT_IN, Size::NINE, 70, [83, 83, 44])];

/// On boards of a longer side than nine the built-in network is often wrong, by many points and
/// with full confidence: of what it called doubtful or worse in four 19×19 games the referee
/// confirmed 36 %. So it says nothing there unless the values, the searches and its first thought
/// agree on so many points for each line more.
const AGREED_POINTS_A_LINE: f32 = 0.5;

/// How many points everything has to agree on before the judge of that name calls a move
/// doubtful or worse on a board of `size`.
pub(crate) fn points_min(name: &str, size: Size) -> f32 {
    let n_lines_more = (size.n_points() as f32).sqrt() - f32::from(Size::NINE.width());
    match name == BUILT_IN {
        true => AGREED_POINTS_A_LINE * n_lines_more.max(0.0),
        false => 0.0,
    }
}

/// The network that is offered, as `ponnuki net fetch` knows it.
const STRONGER: &str = "b18c384nbt";

/// How much is fetched for it, in millions of bytes: the package that it comes in.
const STRONGER_MEGABYTES: u32 = 125;

/// The networks that judge worse than the one that is offered, by how their names begin; and how
/// many times as long that one takes for a position, by the table of speeds in bench/README.md: on
/// 9×9, 13×13 and 19×19 it is 71, 78 and 68 times, 34, 38 and 32 times, 3.5, 3.9 and 3.5 times.
const WEAKER: &[(&str, f32)] = &[
    (BUILT_IN, 70.0),
    ("g170-b6c96-", 34.0),
    ("g170-b15c192-", 3.6),
];

/// The judge of that name that gave each position so many visits, on boards of these sizes.
pub(crate) fn judge(name: &str, visits: u64, mut sizes: impl Iterator<Item = Size>) -> ReviewJudge {
    let first = sizes.next();
    let size = first.filter(|first| sizes.all(|size| size == *first));
    ReviewJudge {
        name: name.to_owned(),
        visits,
        confirmed: size.and_then(|size| confirmed(name, size, visits)),
        stronger: stronger_net(name),
        workers: Vec::new(),
    }
}

/// A network that judges better than the one of that name, where one is known.
pub fn stronger_net(name: &str) -> Option<StrongerNet> {
    let weaker = WEAKER.iter().find(|(weaker, _)| name.starts_with(weaker));
    weaker.map(|&(_, times_slower)| StrongerNet {
        name: STRONGER.to_owned(),
        command: format!("ponnuki net fetch {STRONGER} --use"),
        megabytes: STRONGER_MEGABYTES,
        times_slower,
    })
}

/// What was measured of this network on this board with as many visits, or with the next fewer.
fn confirmed(name: &str, size: Size, visits: u64) -> Option<Confirmed> {
    let fitting = MEASURED
        .iter()
        .filter(|row| row.name == name && row.size == size && row.visits_min <= visits);
    let row = fitting.max_by_key(|row| row.visits_min)?;
    Some(row.confirmed)
}

#[cfg(test)]
mod tests {
    use std::iter;

    use ponnuki_engine::embedded;

    use super::*;
    use crate::review::Review;

    #[test]
    fn the_network_in_the_program_is_the_one_that_is_offered_a_better() {
        let net = embedded();
        let name = &net.model().name;
        assert_eq!(
            name, BUILT_IN,
            "measure the new one, and offer a stronger to it"
        );
        assert!(stronger_net(name).is_some());
        for other in ["kata1-b18c384nbt-s9996604416-d4316597426", "somebody's", ""] {
            assert_eq!(stronger_net(other), None, "{other}");
        }
    }

    #[test]
    fn what_was_measured_counts_from_its_visits_on_and_on_its_boards() {
        let mistakes = |name, visits, size| {
            let judge = judge(name, visits, iter::once(size));
            Some(judge.confirmed?.mistakes)
        };
        for row in MEASURED {
            let (name, visits) = (row.name, row.visits_min);
            let told = mistakes(name, visits, row.size);
            assert_eq!(told, Some(row.confirmed.mistakes));
            assert_eq!(mistakes(name, visits, Size::THIRTEEN), None);
        }
        assert_eq!(mistakes(BUILT_IN, Review::VISITS - 1, Size::NINE), None);
        assert!(mistakes(BUILT_IN, Review::VISITS, Size::NINE).is_some());
        assert!(mistakes(BUILT_IN, 20_000, Size::NINE).is_some());
        assert_eq!(mistakes("somebody's", 20_000, Size::NINE), None);
    }

    #[test]
    fn every_share_is_a_share() {
        for Measured { confirmed, .. } in MEASURED {
            let Confirmed {
                mistakes,
                moments,
                found,
            } = confirmed;
            assert!(
                [mistakes, moments, found]
                    .iter()
                    .all(|share| **share <= 100)
            );
        }
    }
}
