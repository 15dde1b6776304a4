//! The game and its slow twin agree.

use ponnuki_game::{
    Color, Dice, Game, GameEvent, GroupTax, Illegal, Move, Phase, Point, PointSet, SekiPoints,
    Setup,
};

use crate::{ReferenceGame, ReferenceScore, Script, Stones};

/// Whatever happens in [`Game`] happens in [`ReferenceGame`]: the same is
/// allowed, refused for the same reason, counted and taken back.
pub fn the_twins_agree(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let mut setup = script.setup();
    // The slow world does not know about seki and tax.
    setup.rules.counting.seki = SekiPoints::Count;
    setup.rules.counting.tax = GroupTax::None;
    let mut reference = ReferenceGame::new(&setup);
    let Ok(mut game) = setup.start() else {
        return;
    };
    let mut before_moves = Vec::new();
    compare_twins(&game, &reference);
    while !script.is_over() {
        if script.below(40) == 39 {
            let n = script.below(before_moves.len() + 1);
            assert_eq!(game.undo(n), n);
            if n > 0 {
                let kept = before_moves.len() - n;
                reference = before_moves.swap_remove(kept);
                before_moves.truncate(kept);
            }
        } else {
            let event = script.event(&game);
            let before = reference.clone();
            let outcomes = (game.happen(event), reference.happen(event));
            assert_eq!(
                outcomes.0,
                outcomes.1,
                "{event:?} {}",
                both(&game, &reference)
            );
            let is_move = matches!(event, GameEvent::Moved { .. } | GameEvent::Forced { .. });
            if is_move && outcomes.0.is_ok() {
                before_moves.push(before);
            }
        }
        compare_twins(&game, &reference);
        compare_scores(&game, &reference, script.dead(&game));
    }
}

/// Tries `n_attempts` plays and passes, legal or not, in both worlds; what they
/// are is told by `name` and the size of the board.
///
/// # Panics
///
/// If the worlds do not agree.
pub fn twins_walk_alike(mut setup: Setup, name: &str, n_attempts: usize) {
    setup.rules.counting.seki = SekiPoints::Count;
    setup.rules.counting.tax = GroupTax::None;
    let seed = name
        .bytes()
        .fold(setup.size.n_points() as u64, |seed, byte| {
            31 * seed % (1 << 32) + u64::from(byte)
        });
    let mut dice = Dice::new(seed);
    let mut reference = ReferenceGame::new(&setup);
    let size = setup.size;
    let Ok(mut game) = setup.start() else {
        return;
    };
    for _ in 0..n_attempts {
        let by = game.turn();
        let mv = match size.points().nth(dice.below(size.n_points() + 1)) {
            Some(point) => Move::Play(point),
            None => Move::Pass,
        };
        let event = match game.phase() {
            Phase::Stopped => GameEvent::Resumed { asked_by: by },
            Phase::Playing | Phase::Over(_) => GameEvent::Moved { by, mv },
        };
        let outcomes = (game.happen(event), reference.happen(event));
        assert_eq!(
            outcomes.0,
            outcomes.1,
            "{name} {event:?} {}",
            both(&game, &reference)
        );
        compare_twins(&game, &reference);
        compare_scores(&game, &reference, PointSet::EMPTY);
    }
}

/// Asserts that both worlds show the same and allow the same.
///
/// # Panics
///
/// If they do not.
pub fn compare_twins(game: &Game, reference: &ReferenceGame) {
    let context = || both(game, reference);
    assert_eq!(&Stones::from_board(game.board()), reference.stones());
    assert_eq!(game.turn(), reference.turn(), "{}", context());
    assert_eq!(game.phase(), reference.phase(), "{}", context());
    assert_eq!(game.prisoners(), reference.prisoners(), "{}", context());
    assert_eq!(game.button(), reference.button(), "{}", context());
    assert_eq!(game.cycle(), reference.cycle(), "{}", context());
    assert_eq!(game.n_moves(), reference.turns().len());
    assert!(game.moves().eq(reference.turns().iter().copied()));
    let last = reference.boards().len() - 1;
    let before = game.board_after(last.saturating_sub(1));
    assert_eq!(
        before.map(|board| Stones::from_board(&board)).as_ref(),
        reference.boards().get(last.saturating_sub(1)),
    );
    assert_eq!(game.legal(), reference.legal(), "{}", context());
    for point in game.size().points() {
        for color in Color::BOTH {
            let mv = Move::Play(point);
            let refusal = refusal(game, color, mv);
            let expected = reference.check(color, mv).err();
            assert_eq!(refusal, expected, "{color} {point:?} {}", context());
        }
    }
}

/// Why `game` would refuse the move.
fn refusal(game: &Game, color: Color, mv: Move) -> Option<Illegal> {
    if color == game.turn() {
        return game.check(mv).err();
    }
    game.clone().play_for(color, mv).err()
}

fn compare_scores(game: &Game, reference: &ReferenceGame, dead: PointSet) {
    let score = game.score(dead);
    let expected = reference.score(dead);
    match (score, expected) {
        (Ok(score), Ok(expected)) => {
            assert_eq!(score.stones, expected.stones);
            assert_eq!(
                score.territory,
                expected.territory,
                "{}",
                both(game, reference)
            );
            for color in Color::BOTH {
                let total = score.sums[color].total().half_points();
                assert_eq!(total, expected.half_points[color], "{color} has {score:?}");
            }
            assert_eq!(score.outcome(), expected.outcome());
            for point in game.size().points() {
                assert_eq!(score.owner(point), owner(&expected, point));
            }
        }
        (score, expected) => assert_eq!(score.err(), expected.err(), "{dead:?}"),
    }
}

fn owner(score: &ReferenceScore, point: Point) -> Option<Color> {
    let is_of = |color: Color| {
        score.stones[color].contains(point) || score.territory[color].contains(point)
    };
    let mut owners = Color::BOTH.into_iter().filter(|&color| is_of(color));
    let first = owners.next();
    first.filter(|_| owners.next().is_none())
}

fn both(game: &Game, reference: &ReferenceGame) -> String {
    format!(
        "in\n{:?}after {:?}\nunder {:?}\nwhere the twin has\n{}",
        game.board(),
        game.events(),
        game.rules(),
        reference.stones(),
    )
}
