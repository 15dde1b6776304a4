//! Replaying what happened gives the game.

use ponnuki_game::{Game, GameEvent};

use super::observed::Observed;
use crate::Script;

/// A game is its set-up and its events: with them alone it can be played again,
/// and every board on the way is still known.
pub fn replayed_events_give_the_game(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let setup = script.setup();
    let Ok(mut game) = setup.clone().start() else {
        return;
    };
    let mut happened = Vec::new();
    while !script.is_over() {
        let event = script.event(&game);
        let is_legal = match event {
            GameEvent::Forced { by, mv } => game.clone().play_for(by, mv).is_ok(),
            _ => true,
        };
        if game.happen(event).is_ok() {
            // What is within the laws needs no force, and is taken down as a move.
            happened.push(match event {
                GameEvent::Forced { by, mv } if is_legal => GameEvent::Moved { by, mv },
                _ => event,
            });
        }
    }
    assert_eq!(game.events(), happened);
    assert_eq!(game.setup(), &setup);
    let replayed = match Game::replay(setup, game.events()) {
        Ok(replayed) => replayed,
        Err(error) => panic!("{error}: {happened:?}"),
    };
    assert_eq!(Observed::of(&replayed), Observed::of(&game));
}
