//! A set-up without fault begins, and one with a fault does not.

use ponnuki_game::{Color, HandicapForm, Komi, Odds, Point, Setup, SetupFault};

use crate::{Script, Stones};

/// Looking for faults never panics, finds what is there and nothing else, and
/// decides whether the game begins.
pub fn a_set_up_without_fault_begins(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let sound = script.setup();
    assert_eq!(sound.faults(), [], "{sound:?}");
    for setup in [sound, script.wild_setup()] {
        let found = setup.faults();
        let expected = faults(&setup);
        assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
        for fault in expected {
            assert!(found.contains(&fault), "{fault:?} {setup:?}");
            assert!(!fault.to_string().is_empty());
        }
        let stones = Stones::from_sets(setup.size, setup.all_stones());
        match setup.start() {
            Ok(game) => {
                assert_eq!(found, []);
                assert!(game.board().is_consistent());
                assert_eq!(Stones::from_board(game.board()), stones);
            }
            Err(refused) => assert_eq!(refused.0, found),
        }
    }
}

/// Everything that is wrong, from the definitions.
fn faults(setup: &Setup) -> Vec<SetupFault> {
    let mut faults = Vec::new();
    if !setup.rules.sizes.contains(setup.size) {
        faults.push(SetupFault::SizeNotInRulebook {
            size: setup.size,
            sizes: setup.rules.sizes,
        });
    }
    if setup.komi.half_points().unsigned_abs() > Komi::MAX.half_points().unsigned_abs() {
        faults.push(SetupFault::KomiTooLarge(setup.komi));
    }
    let form = setup.rules.start.handicap.form;
    if !knows_odds(form, setup) {
        faults.push(SetupFault::OddsNotInRulebook { form });
    }
    let (n, n_max) = (setup.odds.n(), setup.size.n_points() / 2);
    if n > n_max {
        faults.push(SetupFault::TooManyOdds { n, n_max });
    }
    let sets = setup.all_stones();
    for point in sets.black | sets.white {
        if !setup.size.contains(point) {
            faults.push(SetupFault::Outside(point));
        }
        if sets.black.contains(point) && sets.white.contains(point) {
            faults.push(SetupFault::TwoStones(point));
        }
    }
    faults.extend(smothered(setup).into_iter().map(SetupFault::NoLiberty));
    faults
}

fn knows_odds(form: HandicapForm, setup: &Setup) -> bool {
    match setup.odds {
        Odds::None => true,
        Odds::Passes(_) => form == HandicapForm::WhitePasses,
        Odds::Stones { to, points } => match form {
            HandicapForm::WhitePasses => false,
            HandicapForm::BlackOnStars => {
                let stars = setup.size.star_points();
                to == Color::Black && points.iter().all(|point| stars.contains(point))
            }
            HandicapForm::BlackAnywhere => to == Color::Black,
            HandicapForm::EitherAnywhere => true,
        },
    }
}

/// The first stone of each chain without a liberty. Where two stones lie on
/// one point, each colour is looked at as if the point were its own.
fn smothered(setup: &Setup) -> Vec<Point> {
    let sets = setup.all_stones();
    let mut found = Vec::new();
    for color in Color::BOTH {
        let mut stones = Stones::from_sets(setup.size, sets);
        for point in setup.size.points() {
            if sets[color].contains(point) {
                stones.put(point, Some(color));
            }
        }
        let smothered = stones.without_liberty(color).into_iter();
        found.extend(smothered.filter(|&point| stones.connected(point)[0] == point));
    }
    found
}
