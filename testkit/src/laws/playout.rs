//! A playout keeps to the rules it is played by.

use ponnuki_game::{
    Color, Dice, GameEvent, Move, Phase, Playout, Point, Repetition, Rules, Setup, Suicide,
};

use crate::{ReferenceGame, Script, Stones};

/// Every move of a playout is legal without suicide and with the plain ko
/// rule, and fills no eye; who passes has no other move.
pub fn a_playout_keeps_to_the_rules(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let size = script.size();
    let mut setup = Setup::new(size, Rules::CHINESE);
    setup.rules.repetition = Repetition::Ko;
    setup.rules.suicide = Suicide::Forbidden;
    setup.stones = script.stones(size).to_sets();
    setup.first = Some(script.color());
    let mut dice = Dice::new(script.below(256) as u64);
    let mut game = ReferenceGame::new(&setup);
    let Ok(start) = setup.start() else {
        return;
    };
    let start = Playout::new(start.board(), game.turn());
    let mut playout = start.clone();
    for _ in 0..3 * size.n_points() {
        let by = game.turn();
        let good = good_points(&game);
        let mv = playout.step(&mut dice);
        match mv {
            Move::Play(point) => {
                assert!(good.contains(&point), "{by} {point:?}\n{}", game.stones())
            }
            Move::Pass => assert!(good.is_empty(), "{by} passes on\n{}", game.stones()),
        }
        assert_eq!(game.happen(GameEvent::Moved { by, mv }), Ok(()));
        assert_eq!(&Stones::from_board(playout.board()), game.stones());
        assert!(playout.board().is_consistent());
        if game.phase() != Phase::Playing {
            break;
        }
    }
    playout.restart(&start);
    let n_moves_max = script.below(256);
    let n_moves = playout.run(&mut dice, n_moves_max);
    assert!(n_moves <= n_moves_max && playout.board().is_consistent());
}

fn good_points(game: &ReferenceGame) -> Vec<Point> {
    let stones = game.stones();
    let mut vacant = stones.all(None);
    vacant.retain(|&point| {
        let is_legal = game.check(game.turn(), Move::Play(point)).is_ok();
        is_legal && !is_eye(stones, point, game.turn())
    });
    vacant
}

/// Whether all neighbours of `point` are stones of `color`, and of its
/// diagonal neighbours fewer than two are enemies; none where some are missing.
pub(super) fn is_eye(stones: &Stones, point: Point, color: Color) -> bool {
    let is_surrounded = stones.neighbors(point).all(|p| stones.at(p) == Some(color));
    let (x, y) = (point.x(), point.y());
    let steps = [1, u8::MAX];
    let diagonal = steps
        .into_iter()
        .flat_map(|dx| steps.map(|dy| stones.size().at(x.wrapping_add(dx), y.wrapping_add(dy))));
    let diagonal: Vec<Option<Point>> = diagonal.collect();
    let on_board = diagonal.iter().flatten();
    let n_enemies = on_board.filter(|&&p| stones.at(p) == Some(!color)).count();
    let n_allowed = if diagonal.contains(&None) { 0 } else { 1 };
    is_surrounded && n_enemies <= n_allowed
}
