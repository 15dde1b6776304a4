//! From a game to a tree.
//!
//! What SGF cannot say in its own words is written so that it reads back:
//!
//! - Play that goes on after passes is a node with `PL`, the player who moves
//!   then. Who asked for it is read back as the other one, which under
//!   rulebooks that let the next in turn move need not be who asked.
//! - Odds that are passes are `HA` without stones; the passes are moves as others.
//! - Odds that are stones are `HA` with as many `AB` (or `AW`) at the first
//!   node; other stones then have a node of their own.
//! - Stones agreed to be dead lie inside the other's territory: `TB` and `TW`
//!   at the last node are the points that count for each player and those
//!   under the other's dead stones.

use ponnuki_game::{
    Color, DeadStones, Game, GameEvent, Odds, Outcome, PointSet, ResumedBy, Rules, Size,
};
use ponnuki_sgf::{EditError, NodeId, ValueBuf};

use crate::edit::{move_name, move_value, point_value};
use crate::header::About;
use crate::komi::komi_text;
use crate::records::Records;
use crate::written::Spelled;

impl Records<'static> {
    /// A file with this one game.
    ///
    /// ```
    /// use ponnuki_game::{Game, Move, Rules, Size};
    /// use ponnuki_record::{About, Records};
    ///
    /// let size = Size::new(5, 5).unwrap();
    /// let mut game = Game::new(size, Rules::GOBAN)?;
    /// game.play(Move::Play(size.point("C3").unwrap()))?;
    /// game.resign(game.turn())?;
    /// let sgf = Records::of_game(&game, &About::default())?.to_string();
    /// assert!(sgf.ends_with("SZ[5]RU[goban]KM[0]RE[B+R];B[cc])"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Never, for a game that fits in memory.
    pub fn of_game(game: &Game, about: &About) -> Result<Records<'static>, EditError> {
        let mut records = Records::default();
        records.add(game, about)?;
        Ok(records)
    }
}

impl Records<'_> {
    /// Adds a game to the file and returns its first node.
    ///
    /// Comments, time and variations are added to the nodes then: see
    /// [`Record::moves`](crate::Record::moves).
    ///
    /// # Errors
    ///
    /// The file is full; a part of the game may then be in it.
    pub fn add(&mut self, game: &Game, about: &About) -> Result<NodeId, EditError> {
        let root = self.collection.add_game()?;
        self.put_identity(root, game.size())?;
        self.describe(root, about)?;
        let rules = rules_text(game.rules(), about);
        self.put_simple(root, "RU", Some(&rules))?;
        self.put_simple(root, "KM", Some(&komi_text(game.setup().komi, game.size())))?;
        let start = self.put_setup(root, game)?;
        let last = self.add_events(start, game)?;
        self.put_result(root, last, game)?;
        if game.outcome().is_none() {
            let told = about.result.as_ref().map(|written| written.text.as_str());
            self.put_simple(root, "RE", told)?;
        }
        Ok(root)
    }

    fn put_identity(&mut self, root: NodeId, size: Size) -> Result<(), EditError> {
        self.collection.put(root, "GM", &[ValueBuf::number(1)])?;
        self.collection.put(root, "FF", &[ValueBuf::number(4)])?;
        self.put_simple(root, "CA", Some("UTF-8"))?;
        let application = ValueBuf::composed(
            &ValueBuf::simple_text("Ponnuki"),
            &ValueBuf::simple_text(env!("CARGO_PKG_VERSION")),
        );
        self.collection.put(root, "AP", &[application])?;
        let size = match size.is_square() {
            true => size.width().to_string(),
            false => format!("{}:{}", size.width(), size.height()),
        };
        self.put_simple(root, "SZ", Some(&size))
    }

    /// Writes the stones before the first move; returns the node after which
    /// the moves come.
    fn put_setup(&mut self, root: NodeId, game: &Game) -> Result<NodeId, EditError> {
        let setup = game.setup();
        let n = setup.odds.n();
        if n > 0 {
            self.collection
                .put(root, "HA", &[ValueBuf::number(n as i64)])?;
        }
        let mut node = root;
        let is_any = !(setup.stones.black | setup.stones.white).is_empty();
        if let Odds::Stones { to, points } = setup.odds {
            self.put_stones(root, to, points)?;
            if is_any && n > 0 {
                node = self.collection.add_child(root)?;
            }
        }
        for color in Color::BOTH {
            self.put_stones(node, color, setup.stones[color])?;
        }
        let first = setup.first_to_move();
        let is_usual = [first, setup.rules.start.first] == [Color::Black; 2];
        let is_plain = is_usual && !is_any && n == 0;
        let is_out_of_turn = game.moves().next().is_some_and(|(by, _)| by != first);
        if !is_plain || is_out_of_turn {
            self.put_first(node, first)?;
        }
        Ok(node)
    }

    fn put_stones(
        &mut self,
        node: NodeId,
        color: Color,
        stones: PointSet,
    ) -> Result<(), EditError> {
        let name = match color {
            Color::Black => "AB",
            Color::White => "AW",
        };
        let values: Vec<ValueBuf> = stones.iter().map(point_value).collect();
        // No stones must not take away those that the node has.
        self.collection.add(node, name, &values)
    }

    fn put_first(&mut self, node: NodeId, first: Color) -> Result<(), EditError> {
        self.put_simple(node, "PL", Some(move_name(first)))
    }

    /// Writes what happened after `start`; returns the last node.
    fn add_events(&mut self, start: NodeId, game: &Game) -> Result<NodeId, EditError> {
        let mut node = start;
        let mut next = game.setup().first_to_move();
        for event in game.events() {
            match *event {
                GameEvent::Moved { by, mv } | GameEvent::Forced { by, mv } => {
                    node = self.collection.add_child(node)?;
                    self.collection
                        .put(node, move_name(by), &[move_value(mv)])?;
                    next = !by;
                }
                GameEvent::Resumed { asked_by } => {
                    if game.rules().dead == OPPONENT_MOVES {
                        next = !asked_by;
                    }
                    node = self.collection.add_child(node)?;
                    self.put_first(node, next)?;
                }
                GameEvent::Agreed { .. }
                | GameEvent::Resigned { .. }
                | GameEvent::TimedOut { .. }
                | GameEvent::Abandoned => {}
            }
        }
        Ok(node)
    }

    /// Writes how a game ended: the result at its first node, and if it was
    /// counted, the territory at its last. Nothing for a game that goes on.
    ///
    /// # Errors
    ///
    /// The file is full; a part may then be written.
    pub fn put_result(&mut self, root: NodeId, last: NodeId, game: &Game) -> Result<(), EditError> {
        let Some(outcome) = game.outcome() else {
            return Ok(());
        };
        self.put_simple(root, "RE", Some(&outcome.to_string()))?;
        let Outcome::Score { .. } = outcome else {
            return Ok(());
        };
        let dead = game.events().iter().rev().find_map(|event| match event {
            GameEvent::Agreed { dead } => Some(*dead),
            _ => None,
        });
        let dead = dead.unwrap_or(PointSet::EMPTY);
        let Ok(score) = game.score(dead) else {
            return Ok(());
        };
        for (color, name) in [(Color::Black, "TB"), (Color::White, "TW")] {
            let theirs = dead & game.board().stones(!color);
            let territory = (score.territory[color] - score.territory[!color]) | theirs;
            let mut values: Vec<ValueBuf> = territory.iter().map(point_value).collect();
            if values.is_empty() {
                // "None", which is more than saying nothing.
                values.push(ValueBuf::empty());
            }
            self.collection.put(last, name, &values)?;
        }
        Ok(())
    }
}

const OPPONENT_MOVES: DeadStones = DeadStones::ByAgreement {
    resumed_by: ResumedBy::OpponentOfAsker,
};

/// What to call the rules: as they were called, if that means them.
fn rules_text(rules: &Rules, about: &About) -> String {
    match &about.rules {
        Some(written) if Rules::from_spelling(&written.text) == Some(*rules) => {
            written.text.clone()
        }
        _ => rules.to_spelling(),
    }
}
