//! Commands about the end of a game: which stones are dead, and what it is worth.

use ponnuki_game::{ByColor, Color, Ending, PointSet, Points, Rules, Score};

use super::{Answer, EngineSession};
use crate::{Args, CommandRefusal, ReplyText, vertices};

/// `final_score`: `B+3.5`, `W+12`, or `0` for a draw.
pub(super) fn final_score(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    let outcome = score(session)?.outcome();
    Ok(ReplyText::from(match outcome.winner() {
        Some(_) => outcome.to_string(),
        None => "0".to_owned(),
    }))
}

/// `final_status_list dead|alive|seki`, one chain on each line.
pub(super) fn final_status_list(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let fate = match args.word()?.to_ascii_lowercase().as_str() {
        "dead" => Fate::Dead,
        "alive" => Fate::Alive,
        "seki" => Fate::Seki,
        _ => return Err(CommandRefusal::Syntax),
    };
    let fates = Fates::of(session);
    let (board, size) = (session.game.board(), session.size());
    let chains = Color::BOTH
        .into_iter()
        .flat_map(|color| board.chains(color));
    let of_fate = chains.filter(|chain| fates.of_chain(chain.stones) == fate);
    let lines: Vec<String> = of_fate.map(|chain| vertices(chain.stones, size)).collect();
    Ok(ReplyText::lines(lines))
}

/// `final_status VERTEX`: what becomes of a stone, or whose a vacant point is.
pub(super) fn final_status(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let point = args.point(session.size())?;
    let fates = Fates::of(session);
    let word = match session.game.board().chain(point) {
        Some(chain) => match fates.of_chain(chain.stones) {
            Fate::Dead => "dead",
            Fate::Alive => "alive",
            Fate::Seki => "seki",
        },
        None => match score(session)?.owner(point) {
            Some(Color::Black) => "black_territory",
            Some(Color::White) => "white_territory",
            None => "dame",
        },
    };
    Ok(ReplyText::from(word))
}

/// `ponnuki-explain_score`: the whole sum, line by line.
pub(super) fn explain_score(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    let dead = session.dead();
    let score = score(session)?;
    let head = ["", "Black", "White"].map(str::to_owned);
    let mut rows = vec![head];
    let (black, white) = (score.sums.black, score.sums.white);
    for ((name, black), (_, white)) in black.lines().into_iter().zip(white.lines()) {
        if (black, white) != (Points::ZERO, Points::ZERO) {
            rows.push([name.to_owned(), black.to_string(), white.to_string()]);
        }
    }
    rows.push([
        "total".to_owned(),
        black.total().to_string(),
        white.total().to_string(),
    ]);
    let mut lines = vec![format!("{} if both stop now", score.outcome())];
    lines.extend(columns(&rows));
    let size = session.size();
    for (what, points) in [
        ("dead", dead),
        ("in seki", score.seki),
        ("dame", score.dame),
    ] {
        if !points.is_empty() {
            lines.push(format!("{what}: {}", vertices(points, size)));
        }
    }
    Ok(ReplyText::lines(lines))
}

/// The rows as lines: names on the left, numbers on the right of their columns.
fn columns(rows: &[[String; 3]]) -> impl Iterator<Item = String> {
    let [name_width, black_width, white_width] = [0, 1, 2].map(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    });
    rows.iter().map(move |[name, black, white]| {
        format!("{name:<name_width$}  {black:>black_width$}  {white:>white_width$}")
    })
}

/// What the board is worth now.
fn score(session: &mut EngineSession) -> Result<Score, CommandRefusal> {
    let dead = session.dead();
    let score = session.game.score(dead);
    score.map_err(|_| CommandRefusal::CannotScore)
}

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Alive,
    Dead,
    Seki,
}

/// What becomes of all stones.
struct Fates {
    dead: PointSet,
    seki: PointSet,
}

impl Fates {
    fn of(session: &mut EngineSession) -> Fates {
        let dead = session.dead();
        // Rules under which seki makes a difference tell where it is.
        let rules = Rules::JAPANESE;
        let score = Score::of(&Ending {
            board: session.game.board(),
            rules: &rules,
            komi: session.game.setup().komi,
            handicap: 0,
            prisoners: ByColor::default(),
            button: None,
            dead,
        });
        Fates {
            dead,
            seki: score.seki,
        }
    }

    fn of_chain(&self, stones: PointSet) -> Fate {
        match stones.first() {
            Some(stone) if self.dead.contains(stone) => Fate::Dead,
            Some(stone) if self.seki.contains(stone) => Fate::Seki,
            Some(_) | None => Fate::Alive,
        }
    }
}
