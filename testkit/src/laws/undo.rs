//! Undone moves can be made again.

use ponnuki_game::{Game, GameEvent};

use super::observed::Observed;
use crate::Script;

/// Taking back gives the game as it was before the move; what happened since
/// can then happen again, and gives the game as it is.
pub fn undone_moves_can_be_made_again(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let Ok(mut game) = script.setup().start() else {
        return;
    };
    let mut before_moves = Vec::new();
    while script.rest().len() > 1 {
        let event = script.event(&game);
        let before = Observed::of(&game);
        let is_move = matches!(event, GameEvent::Moved { .. } | GameEvent::Forced { .. });
        if game.happen(event).is_ok() && is_move {
            before_moves.push((before, game.events().len() - 1));
        }
    }
    let n = script.below(before_moves.len() + 2);
    let after = Observed::of(&game);
    let events = game.events().to_vec();
    let n_undone = game.undo(n);
    assert_eq!(n_undone, n.min(before_moves.len()));
    let Some((before, n_events)) = before_moves.iter().rev().nth(n_undone.wrapping_sub(1)) else {
        assert_eq!(Observed::of(&game), after, "nothing was undone");
        return;
    };
    assert_eq!(&Observed::of(&game), before);
    for &event in &events[*n_events..] {
        assert_eq!(game.happen(event), Ok(()), "{event:?}");
    }
    assert_eq!(Observed::of(&game), after);
}

/// A game that is rewound is as it was after its first events, and as one that was
/// replayed up to there; and it can be rewound again.
pub fn a_rewound_game_is_as_it_was(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let Ok(mut game) = script.setup().start() else {
        return;
    };
    let mut before = vec![Observed::of(&game)];
    while script.rest().len() > 2 {
        let event = script.event(&game);
        if game.happen(event).is_ok() {
            before.push(Observed::of(&game));
        }
    }
    for _ in 0..2 {
        let n_events = script.below(game.events().len() + 1);
        game.rewind(n_events);
        assert_eq!(Observed::of(&game), before[n_events]);
        let replayed = Game::replay(game.setup().clone(), game.events());
        let replayed = replayed.map(|replayed| Observed::of(&replayed));
        assert_eq!(replayed.as_ref(), Ok(&before[n_events]));
    }
}
