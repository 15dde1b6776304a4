//! A set-up without fault begins, and one with a fault does not.

use ponnuki_game::{Color, Fault, HandicapForm, Komi, Odds, Setup};

use crate::{Script, Stones};

/// Looking for faults never panics, finds what is there, and decides whether
/// the game begins.
pub fn a_set_up_without_fault_begins(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let sound = script.setup();
    let wild = script.wild_setup();
    for setup in [sound, wild] {
        let faults = setup.faults();
        assert_eq!(faults.is_empty(), is_sound(&setup), "{setup:?}: {faults:?}");
        for fault in &faults {
            assert!(!fault.to_string().is_empty());
            check_place(&setup, *fault);
        }
        let sets = setup.all_stones();
        match setup.clone().start() {
            Ok(game) => {
                assert!(faults.is_empty());
                assert!(game.board().is_consistent());
                let stones = Stones::from_sets(setup.size, sets);
                assert_eq!(Stones::from_board(game.board()), stones);
            }
            Err(refused) => assert_eq!(refused.0, faults),
        }
    }
}

/// Whether a game can begin so, from the definitions.
fn is_sound(setup: &Setup) -> bool {
    let form = setup.rules.start.handicap.form;
    let knows_odds = match setup.odds {
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
    };
    let sets = setup.all_stones();
    let all = sets.black | sets.white;
    setup.rules.sizes.contains(setup.size)
        && setup.komi.half_points().unsigned_abs() <= Komi::MAX.half_points().unsigned_abs()
        && knows_odds
        && 2 * setup.odds.n() <= setup.size.n_points()
        && all.iter().all(|point| setup.size.contains(point))
        && sets.black.is_disjoint(&sets.white)
        && Stones::from_sets(setup.size, sets).is_legal()
}

/// A fault that names a point names one that has it.
fn check_place(setup: &Setup, fault: Fault) {
    let sets = setup.all_stones();
    match fault {
        Fault::Outside(point) => {
            assert!(!setup.size.contains(point));
            assert!((sets.black | sets.white).contains(point));
        }
        Fault::TwoStones(point) => {
            assert!(sets.black.contains(point) && sets.white.contains(point));
        }
        Fault::NoLiberty(point) => assert!((sets.black | sets.white).contains(point)),
        Fault::SizeNotInRulebook(_)
        | Fault::KomiTooLarge(_)
        | Fault::OddsNotInRulebook { .. }
        | Fault::TooManyOdds { .. } => {}
    }
}
