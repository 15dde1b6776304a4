//! How it thinks: a tree of moves, grown one playout at a time.
//!
//! Every playout goes through four steps, and `playout` below is nothing else:
//!
//! 1. *descend* from the root, at each position to the move that looks best;
//! 2. *expand* the position reached, if it was reached often enough: its moves
//!    join the tree, each with a prior;
//! 3. *play out* from there to the end, quickly, and count;
//! 4. *remember* the result in every position passed through.
//!
//! Which move looks best? Three sources are blended, and each gives way to the
//! next as experience grows: the prior (tactical sense, before any trial), the
//! results of playouts in which the move was played *at any later time* by the
//! same player (all moves as first: crude, but it comes in by the hundred),
//! and the results of the move's own trials.
//!
//! ```text
//!          root            nodes: one Vec; a node's children lie side by side
//!        /   |   \
//!      D4   E5   pass      [root | D4 E5 pass | D5 E4 C3 pass | … ]
//!     / | \                        └ children: 4..8
//!   D5 E4 C3 …
//! ```
//!
//! The tree plays by the whole rulebook, because it plays a real [`Game`]:
//! superko, suicide, forced passes, what a pass costs and when it ends the
//! game. Only the playouts beyond its leaves are simplified, and
//! [`Worth`](crate::Worth) says how they are counted.

mod report;

use std::ops::Range;

use ponnuki_game::{Color, Dice, Game, Move, Phase, Point};
use ponnuki_think::Restriction;

use crate::prior::{Prior, priors};
use crate::reading::CaptureReader;
use crate::rollout::Rollout;
use crate::settled::{is_idle, is_nearly_settled, useless_points};
use crate::stats::Trial;
use crate::taste::{MoveStats, Taste};
use crate::worth::{Worth, margin_of};

/// A position's moves join the tree when it has been reached once for every so
/// many points of the board: on a large one they cost more and say less.
const POINTS_PER_VISIT: usize = 20;
/// But never before this.
const EXPAND_AT_MIN: usize = 2;
/// What a move loses at the root for being idle: it had better be good.
const IDLE_COST: f32 = 0.1;
/// One playout in so many begins with a pass, and more of them at the end.
const PASS_ONE_IN: u32 = 64;
const PASS_ONE_IN_AT_THE_END: u32 = 8;
/// After so many playouts it is asked anew whether the end is near.
const SETTLED_EVERY: u32 = 32;

/// How a tree may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSettings {
    /// No more nodes than this, each of about fifty bytes: a full tree still
    /// learns, but no longer gets deeper. A million by default.
    pub n_nodes_max: usize,
}

impl Default for TreeSettings {
    fn default() -> TreeSettings {
        TreeSettings {
            n_nodes_max: 1 << 20,
        }
    }
}

impl TreeSettings {
    /// The usual ones, or fewer nodes: as many as fit into so many bytes, with the room that a
    /// growing vector takes in advance.
    pub fn within(n_bytes_max: usize) -> TreeSettings {
        let n_nodes = n_bytes_max / size_of::<Node>() / 2;
        TreeSettings {
            n_nodes_max: n_nodes.min(TreeSettings::default().n_nodes_max),
        }
    }
}

/// A search for the best move in one position.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// The position.
    game: Game,
    settings: TreeSettings,
    restrictions: Vec<Restriction>,
    dice: Dice,
    /// The root first.
    nodes: Vec<Node>,
    /// For each point, in how many playouts it ended as Black's less White's.
    owned: Vec<i32>,
    /// Whether few points are open. Derived from `owned`, now and then.
    is_nearly_settled: bool,
    /// The nodes that the current playout went through, the root first.
    path: Vec<usize>,
    /// For each point, who played there first in the current playout, as seen
    /// from the node being looked at.
    first_plays: Vec<Option<Color>>,
    rollout: Rollout,
    reader: CaptureReader,
}

/// A move, and what is known about it.
#[derive(Clone, Debug)]
struct Node {
    mv: Move,
    known: MoveStats,
    /// Where the moves after it are; nowhere until expanded.
    children: Range<usize>,
}

const ROOT: usize = 0;

impl SearchTree {
    /// A tree with nothing but its root, the position of `game`. All chance comes from `dice`.
    pub fn new(game: &Game, settings: TreeSettings, dice: Dice) -> SearchTree {
        let size = game.size();
        SearchTree {
            game: game.clone(),
            settings,
            restrictions: Vec::new(),
            dice,
            nodes: vec![Node::new(Move::Pass, Prior::default())],
            owned: vec![0; size.n_points()],
            is_nearly_settled: false,
            path: Vec::new(),
            first_plays: vec![None; size.n_points()],
            rollout: Rollout::new(size),
            reader: CaptureReader::new(size),
        }
    }

    /// The same with some moves left out.
    pub fn restricted(mut self, restrictions: &[Restriction]) -> SearchTree {
        self.restrictions = restrictions.to_vec();
        self
    }

    /// Plays one game through the tree to its end, and learns from it.
    pub fn playout(&mut self) {
        let leaf = self.descend();
        let margin = self.play_out(&leaf);
        self.remember(margin);
        if self.nodes[ROOT]
            .known
            .own
            .visits
            .is_multiple_of(SETTLED_EVERY)
        {
            self.is_nearly_settled = is_nearly_settled(self.ownership());
        }
    }

    /// Goes down from the root to a position whose moves are not in the tree
    /// yet, leaving its way in `path`; returns the position.
    fn descend(&mut self) -> Game {
        let mut game = self.game.clone();
        let mut at = ROOT;
        self.path.clear();
        self.path.push(at);
        loop {
            if self.nodes[at].children.is_empty() && !self.expand(at, &game) {
                return game;
            }
            at = match self.overlooked_pass(at) {
                Some(pass) => pass,
                None => self.select(at),
            };
            let played = game.play(self.nodes[at].mv);
            debug_assert_eq!(played, Ok(()), "the tree has legal moves only");
            self.path.push(at);
            if goes_in_circles(&game) {
                return game;
            }
        }
    }

    /// The child of `at` that looks best to the player to move there.
    fn select(&self, at: usize) -> usize {
        let taste = self.taste(at);
        let mut best = (f32::NEG_INFINITY, ROOT);
        for child in self.nodes[at].children.clone() {
            let node = &self.nodes[child];
            let mut selection_score = taste.selection_score(&node.known);
            if at == ROOT && self.is_idle(node.mv) {
                selection_score -= IDLE_COST;
            }
            if selection_score > best.0 {
                best = (selection_score, child);
            }
        }
        best.1
    }

    /// What the player to move after node `at`, the last of the path, likes.
    fn taste(&self, at: usize) -> Taste {
        // A node's numbers are for who made the move, not for who moves next.
        let base = self.nodes[at].known.own.reversed();
        let root = self.nodes[ROOT].known.own;
        let is_turn_of_root = self.path.len() % 2 == 1;
        let root = if is_turn_of_root {
            root.reversed()
        } else {
            root
        };
        Taste::new(base, root, self.game.size().n_points())
    }

    /// The root's pass, if it is time to look at it again. Whether to pass is
    /// asked in every position, so the answer must rest on trials, and on more
    /// of them the nearer the end is.
    fn overlooked_pass(&self, at: usize) -> Option<usize> {
        let root = &self.nodes[ROOT];
        let pass = root.children.end.checked_sub(1)?;
        let one_in = if self.is_nearly_settled {
            PASS_ONE_IN_AT_THE_END
        } else {
            PASS_ONE_IN
        };
        let node = &self.nodes[pass];
        let is_due =
            node.mv == Move::Pass && node.known.own.visits * one_in < root.known.own.visits;
        (at == ROOT && is_due).then_some(pass)
    }

    /// Whether a move of the root looks idle by now.
    fn is_idle(&self, mv: Move) -> bool {
        let n = self.nodes[ROOT].known.own.visits.max(1) as f32;
        match mv {
            Move::Play(point) => is_idle(&self.game, |i| self.owned[i] as f32 / n, point),
            Move::Pass => false,
        }
    }

    /// Puts the moves of `game`, the position of node `at`, into the tree;
    /// false if it is too early, the game does not go on or the tree is full.
    fn expand(&mut self, at: usize, game: &Game) -> bool {
        let n_visits = self.nodes[at].known.own.visits as usize;
        let is_early = n_visits < (game.size().n_points() / POINTS_PER_VISIT).max(EXPAND_AT_MIN);
        let is_full = self.nodes.len() + game.size().n_points() >= self.settings.n_nodes_max;
        if game.phase() != Phase::Playing || at != ROOT && (is_early || is_full) {
            return false;
        }
        let mut moves = priors(game, &mut self.reader);
        if !self.restrictions.is_empty() {
            self.restrict(&mut moves, game.turn());
        } else if at == ROOT {
            let useless = useless_points(game);
            let is_useful = |mv| !matches!(mv, Move::Play(point) if useless.contains(point));
            moves.retain(|&(mv, _)| is_useful(mv));
        }
        let start = self.nodes.len();
        let new = moves.into_iter().map(|(mv, prior)| Node::new(mv, prior));
        self.nodes.extend(new);
        self.nodes[at].children = start..self.nodes.len();
        true
    }

    /// Leaves out what `turn` is not to consider at the end of the path; the
    /// last move is a pass, and stays if nothing else does.
    fn restrict(&self, moves: &mut Vec<(Move, Prior)>, turn: Color) {
        let depth = self.path.len() - 1;
        let admits = |mv| {
            let mut restrictions = self.restrictions.iter();
            restrictions.all(|restriction| restriction.admits(turn, mv, depth))
        };
        let pass = moves.pop();
        moves.retain(|&(mv, _)| admits(mv));
        moves.extend(pass.filter(|&(mv, _)| moves.is_empty() || admits(mv)));
    }

    /// Plays from the leaf to the end; returns Black's margin.
    fn play_out(&mut self, leaf: &Game) -> f32 {
        let turn = match leaf.phase() {
            Phase::Playing => leaf.turn(),
            // Nobody is to move, so either may be: what is alive survives both.
            Phase::Stopped | Phase::Over(_) => Color::BOTH[self.dice.below(2)],
        };
        self.rollout.restart(leaf.board(), turn, last_plays(leaf));
        self.rollout.run(&mut self.dice);
        let owned = &mut self.owned;
        let n_more = self.rollout.owners(|i, color| match color {
            Color::Black => owned[i] += 1,
            Color::White => owned[i] -= 1,
        });
        match leaf.outcome() {
            Some(outcome) => margin_of(outcome),
            // The players may let it be: nobody wins.
            None if self.path.len() > 1 && goes_in_circles(leaf) => 0.0,
            None => Worth::of(leaf).margin(self.rollout.board(), n_more),
        }
    }

    /// Takes the result down in every node of the path, and in the siblings
    /// whose moves were played later by the same player.
    fn remember(&mut self, margin: f32) {
        let size = self.game.size();
        self.first_plays.fill(None);
        // From the end to the beginning, so that the first play stays.
        for &(color, point) in self.rollout.plays().iter().rev() {
            self.first_plays[size.index(point)] = Some(color);
        }
        for depth in (0..self.path.len()).rev() {
            let at = self.path[depth];
            let turn = match depth % 2 {
                0 => self.game.turn(),
                _ => !self.game.turn(),
            };
            let trial = Trial::of(margin, turn);
            let children = self.nodes[at].children.clone();
            for child in &mut self.nodes[children] {
                if let Move::Play(point) = child.mv
                    && self.first_plays[size.index(point)] == Some(turn)
                {
                    child.known.amaf.add(trial);
                }
            }
            let node = &mut self.nodes[at];
            node.known.own.add(Trial::of(margin, !turn));
            if let Move::Play(point) = node.mv {
                self.first_plays[size.index(point)] = Some(!turn);
            }
        }
    }

    /// How many nodes there are: at most what the settings say, the root's
    /// own moves apart.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Whose each point was at the ends of the playouts, by index: 1 is always
    /// Black's, −1 always White's.
    pub fn ownership(&self) -> impl ExactSizeIterator<Item = f32> {
        let n = self.nodes[ROOT].known.own.visits.max(1) as f32;
        self.owned.iter().map(move |&owned| owned as f32 / n)
    }

    /// The moves after node `at`, as far as they are in the tree.
    fn children(&self, at: usize) -> &[Node] {
        &self.nodes[self.nodes[at].children.clone()]
    }
}

impl Node {
    fn new(mv: Move, prior: Prior) -> Node {
        Node {
            mv,
            known: MoveStats {
                prior,
                ..MoveStats::default()
            },
            children: 0..0,
        }
    }
}

/// Whether a board has come back, where the rulebook lets it.
fn goes_in_circles(game: &Game) -> bool {
    game.rules().repetition.allows_long_cycles() && game.cycle().is_some()
}

/// The last two moves of a game as plays, the latest first.
fn last_plays(game: &Game) -> [Option<Point>; 2] {
    let mut latest = game.moves().rev().map(|(_, mv)| match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    [latest.next().flatten(), latest.next().flatten()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::{Rules, Size};

    #[test]
    fn a_playout_teaches_about_every_move_its_player_made_later() {
        let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
        let mut tree = SearchTree::new(&game, TreeSettings::default(), Dice::new(1));
        tree.playout();
        let mut first_plays = [None; 81];
        for &(color, point) in tree.rollout.plays().iter().rev() {
            first_plays[Size::NINE.index(point)] = Some(color);
        }
        let tried = tree.nodes[tree.path[1]].mv;
        for child in tree.children(ROOT) {
            let Move::Play(point) = child.mv else {
                assert_eq!(child.known.amaf.visits, 0);
                continue;
            };
            let was_played = first_plays[Size::NINE.index(point)] == Some(Color::Black);
            let is_taught = child.mv == tried || was_played;
            assert_eq!(child.known.amaf.visits == 1, is_taught, "{point:?}");
            assert_eq!(child.known.own.visits == 1, child.mv == tried, "{point:?}");
        }
    }
}
