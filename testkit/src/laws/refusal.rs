//! A refused event changes nothing.

use ponnuki_game::GameEvent;

use super::observed::Observed;
use crate::Script;

/// Who is refused finds the game as it was.
pub fn a_refused_event_changes_nothing(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let Ok(mut game) = script.setup().start() else {
        return;
    };
    while !script.is_over() {
        let event = script.event(&game);
        let before = Observed::of(&game);
        if let GameEvent::Moved { by, mv } = event
            && by == game.turn()
        {
            let is_allowed = game.check(mv).is_ok();
            assert_eq!(before, Observed::of(&game), "asking about {mv:?}");
            assert_eq!(
                is_allowed,
                game.clone().play(mv).is_ok(),
                "{mv:?} on\n{:?}",
                game.board()
            );
        }
        if let Err(law) = game.happen(event) {
            assert_eq!(before, Observed::of(&game), "{event:?} was refused: {law}");
        }
    }
}
