//! The course of one game: what is on the board, what was tried, the time.
//! No seats being taken, no bids, no marks.

use std::time::Duration;

use ponnuki_clock::{Control, Left};
use ponnuki_game::{Color, Game, Illegal, Move, Odds, Phase, PointSet};

use crate::event::{Happened, Refusal, Trust};
use crate::game_clocks::GameClocks;
use crate::seat::Seat;
use crate::terms::TermsFault;
use crate::tree::{MoveNode, MoveNodeId, MoveTree};

/// One game of a room.
#[derive(Clone, Debug)]
pub(crate) struct GameInRoom {
    /// Who has Black.
    pub(crate) black: Seat,
    /// The game as it stands.
    pub(crate) game: Game,
    /// All moves ever made in it.
    pub(crate) tree: MoveTree,
    /// The last of those that stand.
    pub(crate) node: MoveNodeId,
    /// The players' time.
    pub(crate) watch: GameClocks,
    /// When it began.
    pub(crate) began: Duration,
    /// What was said, each line with the node where it was said.
    pub(crate) chat: Vec<(MoveNodeId, String)>,
    /// Who waits for an answer whether a move is taken back.
    pub(crate) undo_asked_by: Option<Seat>,
    /// Who offered to let the game be.
    pub(crate) abandon_offered_by: Option<Seat>,
}

impl GameInRoom {
    /// Begins `game`, which no move was made in, with these moves, which take no time; the
    /// handicap may make others.
    ///
    /// # Errors
    ///
    /// The first of the moves that cannot be made.
    pub(crate) fn new(
        now: Duration,
        game: Game,
        black: Seat,
        control: Control,
        moves: &[Move],
    ) -> Result<(GameInRoom, Vec<Happened>), TermsFault> {
        let mut course = GameInRoom {
            black,
            game,
            tree: MoveTree::EMPTY,
            node: MoveNodeId::ROOT,
            watch: GameClocks::new(control),
            began: now,
            chat: Vec::new(),
            undo_asked_by: None,
            abandon_offered_by: None,
        };
        let mut happened = Vec::new();
        for (number, &mv) in (1..).zip(moves) {
            if course.is_pass_owed() && mv != Move::Pass {
                return Err(TermsFault::HandicapPass { number });
            }
            let left = course.watch.kept(course.game.turn());
            let made = course.make(mv, left);
            happened.push(made.map_err(|law| TermsFault::Move { number, law })?);
        }
        course.hand_over(now, &mut happened);
        Ok((course, happened))
    }

    /// Who plays `color`.
    pub(crate) fn seat_of(&self, color: Color) -> Seat {
        match color {
            Color::Black => self.black,
            Color::White => self.black.other(),
        }
    }

    /// What `seat` plays.
    pub(crate) fn color_of(&self, seat: Seat) -> Color {
        match seat == self.black {
            true => Color::Black,
            false => Color::White,
        }
    }

    /// All that decides whether `seat` may move, in the order a player would ask.
    pub(crate) fn play(
        &mut self,
        now: Duration,
        seat: Seat,
        node: MoveNodeId,
        (mv, lag): (Move, Duration),
        trust: Trust,
    ) -> Result<Vec<Happened>, Refusal> {
        self.judge_phase()?;
        self.judge_node(node)?;
        let color = self.color_of(seat);
        if color != self.game.turn() {
            return Err(Refusal::NotYourTurn);
        }
        let left = self.watch.after_move(now, lag);
        let left = match left.unwrap_or(self.watch.kept(color)) {
            Left::Flag if trust == Trust::Judged => return Err(Refusal::FlagFallen),
            Left::Flag => self.watch.after_last_moment(color),
            left => left,
        };
        let grace = self.watch.grace_after_move(color, now, lag);
        let mut happened = vec![self.make(mv, left)?];
        self.watch.keep_grace(color, grace);
        self.hand_over(now, &mut happened);
        Ok(happened)
    }

    /// Lets the handicap make its moves, and then the next turn begin.
    fn hand_over(&mut self, now: Duration, happened: &mut Vec<Happened>) {
        while self.is_pass_owed() {
            let left = self.watch.kept(self.game.turn());
            match self.make(Move::Pass, left) {
                Ok(passed) => happened.push(passed),
                Err(_) => break,
            }
        }
        if self.game.phase() == Phase::Playing {
            self.watch.begin(self.game.turn(), now);
        }
    }

    /// Whether the handicap makes the next turn a pass. Nobody enjoys pressing
    /// a button for that, so the room does it.
    fn is_pass_owed(&self) -> bool {
        let Odds::Passes(n) = self.game.setup().odds else {
            return false;
        };
        let is_white = |&(by, _): &(Color, Move)| by == Color::White;
        let n_turns = self.game.moves().filter(is_white).count();
        let is_turn = self.game.phase() == Phase::Playing && self.game.turn() == Color::White;
        is_turn && n_turns + 1 < n as usize
    }

    /// Makes a move for the player to move, who then has `left`.
    fn make(&mut self, mv: Move, left: Left) -> Result<Happened, Illegal> {
        let is_forced = self.is_pass_owed();
        let (by, before) = (self.game.turn(), all_stones(&self.game));
        self.game.play(mv)?;
        let mut placed = before;
        if let Move::Play(point) = mv {
            placed.insert(point);
        }
        let lifted = placed - all_stones(&self.game);
        let parent = self.node;
        self.node = self.tree.push(MoveNode {
            parent,
            by,
            mv,
            lifted,
            left,
            is_forced,
        });
        self.watch.moved(by, left);
        self.withdraw_questions();
        Ok(Happened::Moved {
            node: self.node,
            parent,
            by,
            mv,
            lifted,
            left,
        })
    }

    fn withdraw_questions(&mut self) {
        self.undo_asked_by = None;
        self.abandon_offered_by = None;
    }

    /// The node before the last move that a player chose to make: that player
    /// is `of`, or either.
    pub(crate) fn before_last_move(&self, of: Option<Color>) -> Option<MoveNodeId> {
        let mut back = self.tree.back_from(self.node);
        let is_theirs =
            |node: &MoveNode| !node.is_forced && of.is_none_or(|color| node.by == color);
        let (_, node) = back.find(|(_, node)| is_theirs(node))?;
        Some(node.parent)
    }

    /// Takes all moves after `target` back; they stay in the tree. The time
    /// they took is not given back, but what they earned is taken.
    pub(crate) fn undo(
        &mut self,
        now: Duration,
        target: MoveNodeId,
        trust: Trust,
    ) -> Result<(), Refusal> {
        if trust == Trust::Judged {
            self.judge_time(now)?;
        }
        let n_moves = self.tree.back_from(target).count();
        self.game.undo(self.game.n_moves() - n_moves);
        self.node = target;
        self.withdraw_questions();
        self.watch.halt(now);
        for color in Color::BOTH {
            let mut back = self.tree.back_from(target);
            let last = back.find(|(_, node)| node.by == color);
            self.watch.take_back(color, last.map(|(_, node)| node.left));
        }
        self.watch.begin(self.game.turn(), now);
        Ok(())
    }

    /// Goes on with the stopped game.
    pub(crate) fn resume(&mut self, now: Duration, seat: Seat) -> Result<(), Refusal> {
        self.game.resume(self.color_of(seat))?;
        self.withdraw_questions();
        self.watch.begin(self.game.turn(), now);
        Ok(())
    }

    /// Lets `end` end the game.
    pub(crate) fn finish<T>(
        &mut self,
        now: Duration,
        end: impl FnOnce(&mut Game) -> Result<T, ponnuki_game::Illegal>,
    ) -> Result<(), Refusal> {
        end(&mut self.game)?;
        self.withdraw_questions();
        self.watch.halt(now);
        Ok(())
    }

    fn judge_phase(&self) -> Result<(), Refusal> {
        // Passing is against no law but that the game does not go on.
        Ok(self.game.check(Move::Pass)?)
    }

    pub(crate) fn judge_node(&self, node: MoveNodeId) -> Result<(), Refusal> {
        match node == self.node {
            true => Ok(()),
            false => Err(Refusal::Stale { node: self.node }),
        }
    }

    fn judge_time(&self, now: Duration) -> Result<(), Refusal> {
        let left = self.watch.left(now);
        match left.black == Left::Flag || left.white == Left::Flag {
            true => Err(Refusal::FlagFallen),
            false => Ok(()),
        }
    }
}

fn all_stones(game: &Game) -> PointSet {
    game.board().stones(Color::Black) | game.board().stones(Color::White)
}
