//! `kata-raw-nn` and `kata-raw-human-nn`: what a network says of the board, without any search.

use ponnuki_game::{Color, Game, Point, PointSet, Size, Symmetry};
use ponnuki_think::Evaluation;

use super::{Answer, EngineSession};
use crate::{Args, CommandRefusal, ReplyText, parse_color};

/// The command for the network that thinks.
pub(super) const NAME: &str = "kata-raw-nn";

/// The command for the one that imitates people.
pub(super) const HUMAN_NAME: &str = "kata-raw-human-nn";

/// What stands for a number that the network does not know.
const UNKNOWN: f32 = -1.0;

/// `kata-raw-nn [COLOR] SYMMETRY|all`.
pub(super) fn raw_network(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    raw(session, args, RawNetwork::Thinking)
}

/// `kata-raw-human-nn [COLOR] SYMMETRY|all`.
pub(super) fn raw_human(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    raw(session, args, RawNetwork::Imitating)
}

/// Which network speaks: each knows something else of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RawNetwork {
    Thinking,
    Imitating,
}

impl RawNetwork {
    /// What it says of `game`, turned by `symmetry`; or why it says nothing.
    fn look(
        self,
        session: &mut EngineSession,
        game: &Game,
        symmetry: Symmetry,
    ) -> Result<Evaluation, &'static str> {
        let profile = session.imitated.profile;
        match self {
            RawNetwork::Thinking => {
                let said = session.pondering.thinker().look(game, symmetry, profile);
                said.ok_or("this engine thinks without a neural network")
            }
            RawNetwork::Imitating => {
                let models = session.host.human_models();
                if !models.is_beside() {
                    return Err("no network that imitates people was named: --human-model");
                }
                let profile = profile.ok_or("whom to imitate is not said: set humanSLProfile")?;
                let said = models.look(game, profile, symmetry);
                said.ok_or("the network does not know such boards")
            }
        }
    }
}

/// What `network` says of the board, in all ways to turn it that are asked for.
fn raw(session: &mut EngineSession, args: &mut Args<'_>, network: RawNetwork) -> Answer {
    let color = args.peek().and_then(parse_color);
    if color.is_some() {
        args.word()?;
    }
    let symmetries = symmetries(args.word()?, session.size())?;
    let color = color.unwrap_or(session.game.turn());
    // Passes that have ended the game are part of what the network is told, as by KataGo.
    let game = match color == session.game.turn() {
        true => session.game.clone(),
        false => session.question(color).game,
    };
    let legal = game.unstopped().legal();
    let mut lines = Vec::new();
    for symmetry in symmetries {
        let said = network.look(session, &game, symmetry);
        let said = said.map_err(|why| CommandRefusal::Other(why.to_owned()))?;
        lines.push(format!("symmetry {}", symmetry.number()));
        lines.extend(numbers(&said, network));
        lines.extend(boards(&said, game.size(), legal));
    }
    Ok(ReplyText::lines(lines))
}

/// All ways to turn the board, or the one that `word` numbers.
fn symmetries(word: &str, size: Size) -> Result<Vec<Symmetry>, CommandRefusal> {
    let all: Vec<Symmetry> = Symmetry::all(size).collect();
    if word.eq_ignore_ascii_case("all") {
        return Ok(all);
    }
    let number: u8 = word.parse().map_err(|_| CommandRefusal::Syntax)?;
    let symmetry = Symmetry::new(number).ok_or(CommandRefusal::Syntax)?;
    match all.contains(&symmetry) {
        true => Ok(vec![symmetry]),
        false => Err(CommandRefusal::Other(
            "a board that is not square has the symmetries 0 to 3".to_owned(),
        )),
    }
}

/// The numbers that were said, in the words and with the digits of KataGo: for White, whoever
/// is to move.
fn numbers(said: &Evaluation, network: RawNetwork) -> Vec<String> {
    let white = Color::White;
    let score = said.score_mean_for(white);
    let square = score * score + said.score_stdev * said.score_stdev;
    let mut lines = vec![
        format!("whiteWin {:.6}", said.win_for(white)),
        format!("whiteLoss {:.6}", said.win_for(Color::Black)),
        format!("noResult {:.6}", said.no_result),
    ];
    lines.extend(match network {
        RawNetwork::Thinking => vec![
            format!("whiteLead {:.3}", said.lead_for(white)),
            format!("whiteScoreSelfplay {score:.3}"),
            format!("whiteScoreSelfplaySq {square:.3}"),
            format!("varTimeLeft {:.3}", said.time_left.unwrap_or(UNKNOWN)),
        ],
        RawNetwork::Imitating => vec![
            format!("whiteScore {score:.3}"),
            format!("whiteScoreSq {square:.3}"),
        ],
    });
    lines.push(format!(
        "shorttermWinlossError {:.3}",
        said.value_error.unwrap_or(UNKNOWN)
    ));
    lines.push(format!(
        "shorttermScoreError {:.3}",
        said.score_error.unwrap_or(UNKNOWN)
    ));
    lines
}

/// How likely each move is, and whose each point will be: White's is positive.
fn boards(said: &Evaluation, size: Size, legal: PointSet) -> Vec<String> {
    let mut lines = vec!["policy".to_owned()];
    lines.extend(rows(size, |point| match legal.contains(point) {
        true => format!("{:8.6}", said.policy[size.index(point)]),
        false => "     NAN".to_owned(),
    }));
    lines.push(format!("policyPass {:8.6}", said.pass()));
    lines.push("whiteOwnership".to_owned());
    lines.extend(rows(size, |point| {
        format!("{:9.7}", said.ownership_for(Color::White, point))
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
