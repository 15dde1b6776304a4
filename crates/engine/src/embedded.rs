//! The network that is part of the program.

use std::sync::{Arc, OnceLock};

use ponnuki_net::Net;

/// The file of the network that is part of the program; what it is, and how it was made, stands
/// in the card beside it.
pub const EMBEDDED_FILE: &[u8] = include_bytes!("../nets/ponnuki-b6c64.bin.gz");

/// The network that is part of the program: read once, then shared.
pub fn embedded() -> Arc<Net> {
    static NET: OnceLock<Arc<Net>> = OnceLock::new();
    let read = || Net::load(EMBEDDED_FILE).expect("a test reads this file");
    Arc::clone(NET.get_or_init(|| Arc::new(read())))
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Color, Diagram, Game, Rules, Setup, Size};
    use ponnuki_net::{Evaluation, Input, Reading};

    use super::*;

    /// What the network says of a game.
    fn judge(game: &Game) -> Evaluation {
        let net = embedded();
        let mut evaluator = net.evaluator(game.size(), 1);
        let raws = evaluator.run(&[Input::of(game, &net.view())]).unwrap();
        net.evaluation(&raws[0], game, &Reading::default())
    }

    #[test]
    fn an_empty_board_is_nearly_even_and_nobody_plays_on_its_edge() {
        let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
        let said = judge(&game);
        assert!((0.25..0.75).contains(&said.win), "{}", said.win);
        assert!(said.lead.abs() < 4.0, "{}", said.lead);
        assert!(
            (1.0..30.0).contains(&said.score_stdev),
            "{}",
            said.score_stdev
        );
        let best = (0..81).max_by(|&a, &b| said.policy[a].total_cmp(&said.policy[b]));
        let (x, y) = best.map(|i| (i % 9, i / 9)).unwrap();
        assert!((2..=6).contains(&x) && (2..=6).contains(&y), "{x}, {y}");
    }

    #[test]
    fn it_knows_whose_a_divided_board_is() {
        let drawn: Diagram = "
            . . X . X O . O .
            . . X X X O O . .
            . . . . X O . . .
            . . X X X O O O .
            . . X . X O . . .
            . . X X X O O . .
            . . . . X O . . .
            . . X X X O O . .
            . . . . X O . . .
        "
        .parse()
        .unwrap();
        let mut setup = Setup::new(drawn.size(), Rules::CHINESE);
        setup.stones = drawn.stones();
        let said = judge(&setup.start().unwrap());
        let at = |x, y| said.ownership_for(Color::Black, Size::NINE.at(x, y).unwrap());
        assert!(
            at(0, 4) > 0.8 && at(4, 4) > 0.8,
            "{} {}",
            at(0, 4),
            at(4, 4)
        );
        assert!(
            at(5, 4) < -0.8 && at(8, 4) < -0.8,
            "{} {}",
            at(5, 4),
            at(8, 4)
        );
    }

    #[test]
    fn it_is_small_and_can_be_read() {
        const { assert!(EMBEDDED_FILE.len() < 4 << 20) };
        let net = Net::load(EMBEDDED_FILE).unwrap();
        // A move on 9×9 that looks at a hundred positions takes a few thousand million of them.
        assert!(net.model().n_multiplications(Size::NINE) < 50_000_000);
    }
}
