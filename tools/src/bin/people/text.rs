//! Games as lines of text.

use ponnuki_game::{Game, Move, Rules, Size};

/// The game of a line: size, komi, result and moves, which SGF writes the same way; `..` is a pass.
/// It ends before the first move that is not legal; `None` if the line is not of this kind.
pub(crate) fn read(line: &str) -> Option<Game> {
    let mut words = line.split('\t');
    let side: u8 = words.next()?.parse().ok()?;
    let size = Size::new(side, side)?;
    let moves = words.nth(2)?.as_bytes();
    let mut game = Game::new(size, Rules::CHINESE).ok()?;
    for place in moves.chunks_exact(2) {
        let mv = match place {
            b".." => Move::Pass,
            &[x, y] => Move::Play(size.at(x.wrapping_sub(b'a'), y.wrapping_sub(b'a'))?),
            _ => return None,
        };
        if game.play(mv).is_err() {
            break;
        }
    }
    Some(game)
}
