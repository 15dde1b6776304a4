//! How the games that are labelled begin: sizes, rules, komi, handicap, first moves.

use ponnuki_game::{
    Button, ByColor, Color, DeadStones, Dice, Game, GroupTax, HandicapForm, Komi, Move, PRESETS,
    Point, Repetition, ResumedBy, Rules, Scoring, SekiPoints, Setup, Size, Sizes, Suicide,
};

use crate::chance::{around_zero, happens, one_of};
use crate::lines::GameLine;

/// A game about to be labelled, at its first position.
///
/// Rules, komi and handicap are drawn; it begins with some random moves, or
/// with none.
pub(crate) fn fresh(dice: &mut Dice, size: Size) -> Game {
    let mut setup = Setup::new(size, rules(dice, size));
    setup.komi = komi(dice, size, usual_komi(size));
    if happens(dice, 8) {
        let n = 2 + dice.below(4);
        setup.rules.start.handicap.form = HandicapForm::BlackAnywhere;
        setup = setup.clone().with_handicap(n).unwrap_or(setup);
    }
    let mut game = start(setup);
    let n_random = match dice.below(3) {
        0 => 0,
        1 => dice.below(3),
        _ => dice.below(size.n_points() / 12 + 2),
    };
    for _ in 0..n_random {
        slip(dice, &mut game);
    }
    game
}

/// The game of `line` after its first `n_moves`, or as many as the rules
/// that are drawn allow.
pub(crate) fn from_line(dice: &mut Dice, line: &GameLine, n_moves: usize) -> Game {
    let mut setup = Setup::new(line.size, rules(dice, line.size));
    setup.first = Some(Color::Black);
    setup.komi = match happens(dice, 50) {
        true => line.komi,
        false => komi(dice, line.size, line.komi),
    };
    let mut game = start(setup);
    for &mv in line.moves.iter().take(n_moves) {
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

/// The same game with another komi: near what would make it even if Black
/// leads by `lead` now, mostly.
///
/// So positions of one game differ in more than a stone, and who is ahead has
/// to be counted and not remembered.
pub(crate) fn with_other_komi(dice: &mut Dice, game: &Game, lead: f32) -> Game {
    let mut setup = game.setup().clone();
    let size = setup.size;
    let half_points_max = 2.0 * size.n_points() as f32;
    let even = (2.0 * lead).clamp(-half_points_max, half_points_max) as i16;
    let near = Komi::from_half_points(setup.komi.half_points() + even);
    setup.komi = komi(dice, size, near);
    Game::replay(setup, game.events()).unwrap_or_else(|_| game.clone())
}

/// The board of `game` as if it had just been set up, `first` to move, with a komi near what
/// makes it even if Black leads by `lead`: so the program looks at a finished board, to see
/// what is dead.
pub(crate) fn anew(dice: &mut Dice, game: &Game, first: Color, lead: f32) -> Game {
    let rules = one_of(dice, &[Rules::CHINESE, Rules::JAPANESE]).unwrap_or(Rules::CHINESE);
    let mut setup = Setup::new(game.size(), rules);
    setup.stones = ByColor::from_fn(|color| game.board().stones(color));
    setup.first = Some(first);
    setup.komi = game.setup().komi;
    with_other_komi(dice, &start(setup), lead)
}

/// Plays a point that nobody would have thought of: near the last move mostly.
pub(crate) fn slip(dice: &mut Dice, game: &mut Game) {
    let legal: Vec<Point> = game.legal().iter().collect();
    let last = match game.moves().next_back() {
        Some((_, Move::Play(point))) => Some(point),
        Some((_, Move::Pass)) | None => None,
    };
    let is_near = |point: &&Point| {
        let last = last.unwrap_or(**point);
        point
            .x()
            .abs_diff(last.x())
            .max(point.y().abs_diff(last.y()))
            <= 2
    };
    let near: Vec<Point> = legal.iter().filter(is_near).copied().collect();
    let from = match near.is_empty() || happens(dice, 40) {
        true => &legal,
        false => &near,
    };
    if let Some(point) = one_of(dice, from) {
        // What is legal is not refused.
        let _ = game.play(Move::Play(point));
    }
}

/// The game that `setup` begins; without its rules and odds if they do not fit.
fn start(mut setup: Setup) -> Game {
    setup.rules.sizes = Sizes::Any;
    let size = setup.size;
    setup.start().unwrap_or_else(|_| plain(size))
}

/// A game that can always begin.
fn plain(size: Size) -> Game {
    let begun = Game::new(size, Rules::TROMP_TAYLOR);
    begun.unwrap_or_else(|_| unreachable!("these rules are for boards of every size"))
}

/// A komi with which the game is near even, mostly.
fn usual_komi(size: Size) -> Komi {
    Komi::from_half_points(match size.n_points() {
        ..40 => 9,
        40..110 => 14,
        _ => 15,
    })
}

/// The usual komi, or one not far from it, or seldom one far off.
fn komi(dice: &mut Dice, size: Size, usual: Komi) -> Komi {
    let reach = match dice.below(10) {
        0..=3 => 1,
        4..=7 => size.n_points() / 8,
        _ => size.n_points() / 2,
    };
    Komi::from_half_points(usual.half_points() + around_zero(dice, reach.max(2)))
}

/// Rules: those most played, any preset, or a mixture.
fn rules(dice: &mut Dice, size: Size) -> Rules {
    const MOST_PLAYED: &[Rules] = &[Rules::CHINESE, Rules::JAPANESE, Rules::TROMP_TAYLOR];
    let preset = || PRESETS.iter().map(|preset| preset.rules);
    match dice.below(10) {
        0..=4 => one_of(dice, MOST_PLAYED),
        5..=6 => {
            let fitting: Vec<Rules> = preset()
                .filter(|rules| rules.sizes.contains(size))
                .collect();
            one_of(dice, &fitting)
        }
        _ => Some(mixed_rules(dice)),
    }
    .unwrap_or(Rules::CHINESE)
}

/// Rules that nobody wrote down: every law drawn by itself.
fn mixed_rules(dice: &mut Dice) -> Rules {
    let mut rules = Rules::TROMP_TAYLOR;
    if happens(dice, 40) {
        rules.suicide = Suicide::Forbidden;
    }
    rules.repetition = match dice.below(3) {
        0 => Repetition::Ko,
        1 => Repetition::Positional,
        _ => Repetition::Situational,
    };
    if happens(dice, 40) {
        rules.dead = DeadStones::ByAgreement {
            resumed_by: ResumedBy::NextInTurn,
        };
    }
    if happens(dice, 40) {
        rules.counting.scoring = Rules::JAPANESE.counting.scoring;
    }
    if happens(dice, 30) {
        rules.counting.seki = SekiPoints::DoNotCount;
    }
    if happens(dice, 20) {
        rules.counting.tax = GroupTax::TwoEach;
    }
    if rules.counting.scoring == Scoring::Area && happens(dice, 15) {
        rules.passing.button = Button::HalfPoint;
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_dice_begin_the_same_game() {
        for size in [Size::NINE, Size::NINETEEN, Size::new(7, 5).unwrap()] {
            for seed in 0..50 {
                let begin = || fresh(&mut Dice::new(seed), size);
                assert_eq!(begin().setup(), begin().setup());
                assert_eq!(begin().events(), begin().events());
                assert_eq!(begin().size(), size);
            }
        }
    }

    #[test]
    fn a_board_is_set_up_anew_without_its_past() {
        let line = GameLine::parse("9\t7\tB+2\teecegegccg").unwrap();
        let game = from_line(&mut Dice::new(1), &line, 5);
        for first in Color::BOTH {
            let anew = anew(&mut Dice::new(2), &game, first, 3.0);
            assert_eq!(anew.board(), game.board());
            assert_eq!((anew.turn(), anew.n_moves()), (first, 0));
        }
    }

    #[test]
    fn a_line_is_followed_as_far_as_asked() {
        let line = GameLine::parse("9\t7\tB+2\teecegegccgee").unwrap();
        let game = from_line(&mut Dice::new(1), &line, 3);
        assert_eq!(game.n_moves(), 3);
        // Its last move is on a stone.
        let game = from_line(&mut Dice::new(1), &line, 99);
        assert_eq!(game.n_moves(), 5);
    }
}
