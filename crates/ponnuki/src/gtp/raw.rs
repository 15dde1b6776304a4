//! `kata-raw-nn`: what the network says of the board, without any search.

use ponnuki_engine::{Evaluation, Symmetry};
use ponnuki_game::{Color, Point, PointSet, Size};
use ponnuki_gtp::{Args, Refusal, Reply, parse_color};

use super::session::Session;

/// The command.
pub(super) const NAME: &str = "kata-raw-nn";

/// What stands for a number that the network does not know.
const UNKNOWN: f32 = -1.0;

/// `kata-raw-nn [COLOR] SYMMETRY|all`.
pub(super) fn raw_network(session: &mut Session, args: &mut Args<'_>) -> Result<Reply, Refusal> {
    let color = args.peek().and_then(parse_color);
    if color.is_some() {
        args.word()?;
    }
    let symmetries = symmetries(args.word()?, session.size())?;
    let question = session.question(color.unwrap_or(session.game.turn()));
    let (size, legal) = (question.game.size(), question.game.legal());
    let mut lines = Vec::new();
    for symmetry in symmetries {
        let said = session.mind.thinker().look(&question.game, symmetry, None);
        let said = said.ok_or_else(|| {
            Refusal::Other("this engine thinks without a neural network".to_owned())
        })?;
        lines.extend(told(&said, symmetry, size, legal));
    }
    Ok(Reply::lines(lines))
}

/// All ways to turn the board, or the one that `word` numbers.
fn symmetries(word: &str, size: Size) -> Result<Vec<Symmetry>, Refusal> {
    let all: Vec<Symmetry> = Symmetry::all(size).collect();
    if word.eq_ignore_ascii_case("all") {
        return Ok(all);
    }
    let number: u8 = word.parse().map_err(|_| Refusal::Syntax)?;
    let symmetry = Symmetry::new(number).ok_or(Refusal::Syntax)?;
    match all.contains(&symmetry) {
        true => Ok(vec![symmetry]),
        false => Err(Refusal::Other(
            "a board that is not square has the symmetries 0 to 3".to_owned(),
        )),
    }
}

/// What was said, in the words and with the digits of KataGo: for White, whoever is
/// to move.
fn told(said: &Evaluation, symmetry: Symmetry, size: Size, legal: PointSet) -> Vec<String> {
    let white = Color::White;
    let score = said.score_mean_for(white);
    let mut lines = vec![
        format!("symmetry {}", symmetry.number()),
        format!("whiteWin {:.6}", said.win_for(white)),
        format!("whiteLoss {:.6}", said.win_for(Color::Black)),
        format!("noResult {:.6}", said.no_result),
        format!("whiteLead {:.3}", said.lead_for(white)),
        format!("whiteScoreSelfplay {score:.3}"),
        format!(
            "whiteScoreSelfplaySq {:.3}",
            score * score + said.score_stdev * said.score_stdev
        ),
        format!("varTimeLeft {:.3}", said.time_left.unwrap_or(UNKNOWN)),
        format!(
            "shorttermWinlossError {:.3}",
            said.value_error.unwrap_or(UNKNOWN)
        ),
        format!(
            "shorttermScoreError {:.3}",
            said.score_error.unwrap_or(UNKNOWN)
        ),
    ];
    lines.push("policy".to_owned());
    lines.extend(rows(size, |point| match legal.contains(point) {
        true => format!("{:8.6}", said.policy[size.index(point)]),
        false => "     NAN".to_owned(),
    }));
    lines.push(format!("policyPass {:8.6}", said.pass));
    lines.push("whiteOwnership".to_owned());
    lines.extend(rows(size, |point| {
        format!("{:9.7}", said.ownership_for(white, point))
    }));
    lines
}

/// A line for each row of the board, from the top.
fn rows(size: Size, word: impl Fn(Point) -> String) -> impl Iterator<Item = String> {
    (0..size.height()).map(move |y| {
        let row = (0..size.width()).filter_map(|x| size.at(x, y));
        row.map(&word).collect::<Vec<_>>().join(" ")
    })
}
