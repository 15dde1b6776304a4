//! A test as a drawing: a board, some moves, and what has to come of them.

use std::fmt::Write as _;

use ponnuki_game::{
    Color, Diagram, Ending, Game, GameEvent, Komi, Move, Odds, Phase, PointSet, Rules, Score,
    Setup, Size, Sizes,
};

/// Plays `moves` on the board of `drawn` and compares what stands then with `expected`.
///
/// The moves are as players write them, `B C3, W pass`, with a comma between
/// them; `W resumes` goes on with a stopped game. Who moves first in the list
/// is to move first. The rules' word on sizes is passed over.
///
/// `expected` is the board afterwards, then a line for each move that was
/// refused, `B C2: the stone would have no liberty`, and, if play does not go
/// on, `stopped` or the result.
///
/// # Panics
///
/// If it is otherwise, with both boards in the message; or if a text makes no sense.
#[track_caller]
pub fn check(rules: Rules, drawn: &str, moves: &str, expected: &str) {
    let events = moves.split(',').map(str::trim).filter(|mv| !mv.is_empty());
    let events: Vec<&str> = events.collect();
    let mut setup = set_up(rules, drawn);
    setup.first = events.first().map(|text| read_color(text));
    let mut game = start(setup);
    let mut refusals = String::new();
    for text in events {
        let event = read_event(text, game.size());
        if let Err(law) = game.happen(event) {
            let _ = writeln!(refusals, "{text}: {law}");
        }
    }
    compare(drawn, moves, &report(&game, &refusals), expected);
}

/// Counts the board of `drawn`, the chains of the stones named in `dead` taken
/// off, without komi and prisoners, and compares with `expected`.
///
/// `expected` is the board with `x` and `o` for the territory of Black and
/// White, `b` for what counts for both, `s` for what does not count because of
/// a seki, `.` for other points of nobody; then a line `Black 12, White 7`.
///
/// # Panics
///
/// If it is otherwise, with both boards in the message; or if a text makes no sense.
#[track_caller]
pub fn check_count(rules: Rules, drawn: &str, dead: &str, expected: &str) {
    let game = start(set_up(rules, drawn));
    let board = game.board();
    let mut stones = PointSet::EMPTY;
    for name in dead.split_whitespace() {
        let point = game.size().point(name);
        let chain = point.and_then(|point| board.chain(point));
        let chain = chain.unwrap_or_else(|| panic!("no stone at {name} in\n{board:#}"));
        stones.extend(chain.stones);
    }
    let mut prisoners = game.prisoners();
    for color in Color::BOTH {
        prisoners[color].dead = (stones & board.stones(!color)).len() as u16;
    }
    let score = Score::of(&Ending {
        board,
        rules: game.rules(),
        komi: Komi::ZERO,
        handicap: Odds::None.n(),
        prisoners,
        button: None,
        dead: stones,
    });
    compare(drawn, dead, &counted(&score, game.size()), expected);
}

fn set_up(rules: Rules, drawn: &str) -> Setup {
    let diagram: Diagram = match drawn.parse() {
        Ok(diagram) => diagram,
        Err(error) => panic!("{error} in\n{drawn}"),
    };
    let mut setup = Setup::new(diagram.size(), rules);
    setup.rules.sizes = Sizes::Any;
    setup.stones = diagram.stones();
    setup
}

fn start(setup: Setup) -> Game {
    match setup.start() {
        Ok(game) => game,
        Err(faults) => panic!("the game cannot begin: {faults}"),
    }
}

fn read_color(text: &str) -> Color {
    match text.as_bytes().first() {
        Some(b'B') => Color::Black,
        Some(b'W') => Color::White,
        _ => panic!("{text:?} begins with neither B nor W"),
    }
}

fn read_event(text: &str, size: Size) -> GameEvent {
    let by = read_color(text);
    let what = text[1..].trim();
    match (what, size.point(what)) {
        ("pass", _) => GameEvent::Moved { by, mv: Move::Pass },
        ("resumes", _) => GameEvent::Resumed { asked_by: by },
        (_, Some(point)) => GameEvent::Moved {
            by,
            mv: Move::Play(point),
        },
        (_, None) => panic!("{text:?} is not a move on a {size} board"),
    }
}

fn report(game: &Game, refusals: &str) -> String {
    let end = match game.phase() {
        Phase::Playing => String::new(),
        Phase::Stopped => "stopped\n".to_owned(),
        Phase::Over(outcome) => format!("{outcome}\n"),
    };
    format!("{}{refusals}{end}", game.board())
}

fn counted(score: &Score, size: Size) -> String {
    let mut text = String::new();
    for y in 0..size.height() {
        let row = (0..size.width()).filter_map(|x| size.at(x, y));
        let row = row.map(|point| {
            let is_in = |set: PointSet| set.contains(point);
            let (black, white) = (score.territory.black, score.territory.white);
            match (is_in(black), is_in(white)) {
                (true, true) => "b",
                (true, false) => "x",
                (false, true) => "o",
                _ if is_in(score.stones.black) => "X",
                _ if is_in(score.stones.white) => "O",
                _ if is_in(score.seki_eyes) => "s",
                _ => ".",
            }
        });
        let _ = writeln!(text, "{}", row.collect::<Vec<_>>().join(" "));
    }
    let (black, white) = (score.sums.black.total(), score.sums.white.total());
    let _ = writeln!(text, "Black {black}, White {white}");
    text
}

/// Compares two drawings line by line, whatever their indentation.
#[track_caller]
fn compare(drawn: &str, played: &str, actual: &str, expected: &str) {
    let [drawn, actual, expected] = [drawn, actual, expected].map(|text| {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    });
    assert!(
        actual == expected,
        "on\n{drawn}\nafter {played:?} there should be\n{expected}\nbut there is\n{actual}\n"
    );
}

#[cfg(test)]
mod tests {
    use std::panic;

    use super::*;

    const KO: &str = "
        . X O .
        X . X O
        . X O .
    ";

    #[test]
    fn what_is_refused_stands_below_the_board() {
        check(
            Rules::GOBAN,
            KO,
            "W B2, B C2, B B2, B A1",
            "
            . X O .
            X O . O
            X X O .
            B C2: it would bring back the board after move 0
            B B2: there is a White stone
            ",
        );
    }

    #[test]
    fn a_game_that_does_not_go_on_says_so() {
        let blank = ". .\n. .";
        check(Rules::GOBAN, blank, "B pass, W pass", ". .\n. .\nstopped");
        check(Rules::GOBAN, blank, "B pass, W pass, B resumes", blank);
        check(
            Rules::WHITE_FIRST,
            blank,
            "W pass, B pass",
            ". .\n. .\nDraw",
        );
    }

    #[test]
    fn a_difference_shows_both_boards() {
        let wrong = panic::catch_unwind(|| check(Rules::GOBAN, KO, "W B2", KO));
        let message = wrong.expect_err("the stone at C2 is lifted");
        let message = message.downcast_ref::<String>().map(String::as_str);
        let message = message.unwrap_or_default();
        for board in [". X O .\nX . X O\n. X O .", ". X O .\nX O . O\n. X O ."] {
            assert!(message.contains(board), "{message}");
        }
    }

    #[test]
    fn a_count_draws_whose_each_point_is() {
        check_count(
            Rules::GOBAN,
            "
            . X . O .
            . X . O O
            O X . O O
            ",
            "A1",
            "
            x X . O o
            x X . O O
            x X . O O
            Black 4, White 1
            ",
        );
    }
}
