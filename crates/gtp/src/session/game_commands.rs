//! Commands that set up a game and make its moves.

use ponnuki_game::{ByColor, Color, Move, Odds, Point, PointSet, Preset, Rules};

use super::clocks::Clocks;
use super::{Answer, EngineSession, start};
use crate::{
    Args, CommandRefusal, ReplyText, TimeDialect, TimeLeft, TimeSettings, parse_color, parse_point,
};

/// `boardsize N`, `boardsize W H`, `rectangular_boardsize W H`. The board is then empty.
pub(super) fn boardsize(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let size = args.size()?;
    session.restart(|setup| setup.size = size)?;
    Ok(ReplyText::empty())
}

/// `query_boardsize`.
pub(super) fn query_boardsize(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    let size = session.size();
    Ok(ReplyText::from(match size.is_square() {
        true => size.width().to_string(),
        false => format!("{} {}", size.width(), size.height()),
    }))
}

/// `clear_board`.
pub(super) fn clear_board(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    session.restart(|_| ())?;
    Ok(ReplyText::empty())
}

/// `komi NUMBER`.
pub(super) fn komi(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let komi = args.komi()?;
    session.restate(|setup| setup.komi = komi)?;
    Ok(ReplyText::empty())
}

/// `get_komi`.
pub(super) fn tell_komi(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::from(session.game.setup().komi.to_string()))
}

/// `play COLOR VERTEX`.
pub(super) fn play(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let (color, mv) = (args.color()?, args.mv(session.size())?);
    session.play(color, mv)?;
    Ok(ReplyText::empty())
}

/// `gogui-play_sequence COLOR VERTEX …`. All of it is played, or nothing.
pub(super) fn play_sequence(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let before = session.game.clone();
    while args.peek().is_some() {
        if let Err(refusal) = play(session, args) {
            session.game = before;
            return Err(refusal);
        }
    }
    Ok(ReplyText::empty())
}

/// `undo`.
pub(super) fn undo(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    take_back(session, 1)
}

/// `gg-undo N`, one move if no number is said.
pub(super) fn undo_many(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let n = args.peek().map(|_| args.number()).transpose()?;
    take_back(session, n.unwrap_or(1) as usize)
}

fn take_back(session: &mut EngineSession, n: usize) -> Answer {
    if n > session.game.n_moves() {
        return Err(CommandRefusal::CannotUndo);
    }
    session.game.undo(n);
    Ok(ReplyText::empty())
}

/// `kata-set-rules NAME|JSON`: the moves stay, and so does the komi.
pub(super) fn katago_rules(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let rules = args.rest().parse::<Rules>();
    put_rules(
        session,
        rules.map_err(|error| CommandRefusal::Other(error.to_string()))?,
    )
}

/// `kgs-rules NAME`: the rules as KGS has them, where that is not as elsewhere.
pub(super) fn kgs_rules(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let name = args.word()?;
    let preset = Preset::named(&format!("{name}-kgs")).or_else(|| Preset::named(name));
    put_rules(session, preset.ok_or(CommandRefusal::Syntax)?.rules)
}

fn put_rules(session: &mut EngineSession, rules: Rules) -> Answer {
    session.restate(|setup| setup.rules = rules)?;
    Ok(ReplyText::empty())
}

/// `kata-set-rule TERM VALUE`: changes one term of the rules as KataGo has them.
pub(super) fn katago_rule(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let (term, value) = (args.word()?, args.word()?);
    args.end()?;
    let changed = session.rules().with_katago_term(term, value);
    let rules = changed.map_err(|error| CommandRefusal::Other(error.to_string()))?;
    put_rules(session, rules)
}

/// `kata-get-rules`.
pub(super) fn tell_rules(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::from(session.rules().to_katago()))
}

/// `set_position COLOR VERTEX …`: these stones, and no past.
pub(super) fn position(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let mut stones = ByColor::<PointSet>::default();
    while args.peek().is_some() {
        let (color, point) = (args.color()?, args.point(session.size())?);
        if stones[!color].contains(point) || !stones[color].insert(point) {
            return Err(CommandRefusal::BadVertexList);
        }
    }
    session.restart(|setup| setup.stones = stones)?;
    Ok(ReplyText::empty())
}

/// `gogui-setup COLOR VERTEX …`: changes the board; `e` takes a stone away.
pub(super) fn gogui_setup(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let (board, size) = (session.game.board(), session.size());
    let mut stones = ByColor::from_fn(|color| board.stones(color));
    while let Some(word) = args.next_word() {
        let color = match parse_color(word) {
            Some(color) => Some(color),
            None if word.eq_ignore_ascii_case("e") || word.eq_ignore_ascii_case("empty") => None,
            None => return Err(CommandRefusal::Syntax),
        };
        let point = parse_point(args.word()?, size)?;
        for side in Color::BOTH {
            stones[side].remove(point);
        }
        if let Some(color) = color {
            stones[color].insert(point);
        }
    }
    begin_with(session, stones, session.game.turn())
}

/// `gogui-setup_player COLOR`: who is to move.
pub(super) fn gogui_setup_player(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let color = args.color()?;
    let board = session.game.board();
    let stones = ByColor::from_fn(|color| board.stones(color));
    begin_with(session, stones, color)
}

/// Begins anew with these stones; the rules, the komi and the odds stay.
fn begin_with(session: &mut EngineSession, stones: ByColor<PointSet>, first: Color) -> Answer {
    let mut setup = session.game.setup().clone();
    setup.odds = Odds::None;
    setup.stones = stones;
    setup.first = Some(first);
    session.game = start(setup)?;
    Ok(ReplyText::empty())
}

/// `time_settings MAIN PERIOD STONES`.
pub(super) fn gtp_clock(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    begin_clock(TimeDialect::Gtp, session, args)
}

/// `kgs-time_settings KIND …`.
pub(super) fn kgs_clock(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    begin_clock(TimeDialect::Kgs, session, args)
}

/// `kata-time_settings KIND …`.
pub(super) fn kata_clock(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    begin_clock(TimeDialect::Kata, session, args)
}

fn begin_clock(dialect: TimeDialect, session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    session.clock = Clocks::new(TimeSettings::parse(dialect, args)?);
    Ok(ReplyText::empty())
}

/// `kata-list_time_settings`.
pub(super) fn list_clocks(_: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::from(TimeSettings::KINDS.join(" ")))
}

/// `time_left COLOR TIME STONES`.
pub(super) fn time_left(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let (color, left) = TimeLeft::parse(args)?;
    session.clock.show(color, left);
    Ok(ReplyText::empty())
}

/// `kgs-game_over` and others that tell something there is nothing to do about.
pub(super) fn heard(_: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::empty())
}

/// The last move, if there was one and it was no pass.
pub(super) fn last_point(session: &EngineSession) -> Option<Point> {
    match session.game.moves().next_back() {
        Some((_, Move::Play(point))) => Some(point),
        Some((_, Move::Pass)) | None => None,
    }
}
