//! What a network sees of a game.

mod area;
mod ladder;
mod terms;

use ponnuki_game::{Board, Color, Game, Illegal, Move, Phase, Point, PointSet, Rules};

use crate::model::GLOBALS;
use crate::raw::Input;
use area::{Areas, Seki, areas};
use ladder::ladders;
use terms::{Ko, Tax, Terms};

/// How many turns back a network looks.
const TURNS_MAX: usize = 5;

/// Komi beyond the board's points by more than this is as much as this.
const KOMI_MARGIN: f32 = 20.0;

/// How a game is shown to a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// How many of the last turns are shown, five at most.
    pub turns_max: usize,
    /// How much more the player to move thinks than the opponent, in
    /// doublings, from −3 to 3: networks were trained to play handicap games so.
    pub doublings: f32,
    /// Whether areas are judged as if suicide were always allowed, as
    /// [`Model::is_alive_under_suicide`](crate::Model) asks for.
    pub is_alive_under_suicide: bool,
    /// What is shown where a pass would end the game.
    pub last_pass: LastPass,
}

/// What is shown where a pass would end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPass {
    /// That it would.
    Shown,
    /// That it would, unless the player to move would lose by it: the network
    /// then thinks that the game goes on.
    ShownToWinners,
    /// Nothing: the network thinks that the game goes on.
    Hidden,
}

impl Default for View {
    fn default() -> View {
        View {
            turns_max: TURNS_MAX,
            doublings: 0.0,
            is_alive_under_suicide: false,
            last_pass: LastPass::Shown,
        }
    }
}

impl Input {
    /// What a network sees of `game`.
    pub fn of(game: &Game, view: &View) -> Input {
        let mut input = Input::blank(game.size());
        input.become_of(game, view);
        input
    }

    /// Becomes what a network sees of `game`, in the memory it has.
    pub fn become_of(&mut self, game: &Game, view: &View) {
        let scene = Scene::new(game, view);
        self.size = game.size();
        self.planes.clear();
        self.planes.resize(self.size.n_points(), 1);
        self.metadata = None;
        scene.show_stones(self);
        scene.show_turns(self);
        scene.show_ladders(self);
        scene.show_areas(self);
        self.globals = scene.globals(view);
    }

    fn show(&mut self, plane: usize, points: &PointSet) {
        for point in points {
            self.planes[self.size.index(point)] |= 1 << plane;
        }
    }
}

/// A game and what is worked out before it is shown.
struct Scene<'a> {
    game: &'a Game,
    terms: Terms,
    areas: Areas,
    /// Points for the player to move, besides those on the board.
    komi: f32,
    /// The last turns that are shown, the latest first.
    turns: Vec<Move>,
    /// Whether a pass would end the game, and the network is to know.
    is_last_pass: bool,
}

impl<'a> Scene<'a> {
    fn new(game: &'a Game, view: &View) -> Scene<'a> {
        let terms = Terms::of(game.rules());
        let mut scene = Scene {
            game,
            terms,
            areas: Areas::default(),
            komi: komi(game, &terms),
            turns: Vec::new(),
            is_last_pass: pass_ends(game, &terms),
        };
        if terms.is_area {
            let seki = match terms.tax {
                Tax::None => Seki::Counts,
                Tax::Seki | Tax::All => Seki::DoesNotCount,
            };
            let is_suicide_counted = terms.has_suicide || view.is_alive_under_suicide;
            scene.areas = areas(game.board(), is_suicide_counted, seki);
        }
        let mut turns_max = view.turns_max.min(TURNS_MAX);
        if game.phase() != Phase::Playing {
            turns_max = turns_max.min(1);
        }
        if scene.is_last_pass && terms.is_area && scene.hides_last_pass(view) {
            scene.is_last_pass = false;
            turns_max = 0;
        }
        scene.turns = last_turns(game, turns_max);
        scene
    }

    /// Whether the network is not to know that a pass would end the game.
    fn hides_last_pass(&self, view: &View) -> bool {
        let is_offer = self.terms.has_friendly_passes && n_last_passes(self.game, &self.terms) == 1;
        let is_hidden = match view.last_pass {
            LastPass::Shown => false,
            LastPass::ShownToWinners => self.score() <= 0.0,
            LastPass::Hidden => true,
        };
        is_hidden || (is_offer && !is_pass_again(self.game, &self.terms))
    }

    /// By how much the player to move would win if the game ended now.
    fn score(&self) -> f32 {
        let count = |color: Color| {
            let taxed = match self.terms.tax {
                Tax::All => 2 * self.areas.n_living[color],
                Tax::None | Tax::Seki => 0,
            };
            self.areas.points[color].len() as f32 - taxed as f32
        };
        let turn = self.game.turn();
        count(turn) - count(!turn) + self.komi
    }

    fn show_stones(&self, input: &mut Input) {
        let board = self.game.board();
        let turn = self.game.turn();
        for (plane, color) in [(1, turn), (2, !turn)] {
            input.show(plane, &board.stones(color));
            for stone in board.stones(color) {
                let n = board.n_liberties(stone);
                if n <= 3 {
                    input.planes[input.size.index(stone)] |= 1 << (2 + n);
                }
            }
        }
        input.show(6, &forbidden_by_ko(self.game));
    }

    fn show_turns(&self, input: &mut Input) {
        for (i, mv) in self.turns.iter().enumerate() {
            if let Move::Play(point) = mv {
                input.planes[input.size.index(*point)] |= 1 << (9 + i);
            }
        }
    }

    /// Ladders now and on the two boards before.
    fn show_ladders(&self, input: &mut Input) {
        let n = self.game.n_moves();
        // The board before this many of the last turns, as far as they are shown.
        let board_before = |back: usize| self.game.board_after(n.checked_sub(back)?);
        let mut boards = vec![self.game.board().clone()];
        boards.extend((1..=3).map_while(board_before));
        let ladders_before = |back: usize| {
            let mv = n
                .checked_sub(back + 1)
                .and_then(|i| self.game.moves().nth(i));
            ladders(
                &boards[back],
                ko_after(&boards[back], boards.get(back + 1), mv),
            )
        };
        let mut found = ladders_before(0);
        input.show(14, &found.caught);
        input.show(17, &found.starts[!self.game.turn()]);
        for back in 1..=2 {
            if self.turns.len() >= back {
                found = ladders_before(back);
            }
            input.show(14 + back, &found.caught);
        }
    }

    fn show_areas(&self, input: &mut Input) {
        let turn = self.game.turn();
        input.show(18, &self.areas.points[turn]);
        input.show(19, &self.areas.points[!turn]);
    }

    fn globals(&self, view: &View) -> [f32; GLOBALS] {
        let truth = |is_true: bool| if is_true { 1.0 } else { 0.0 };
        let mut globals = [0.0; GLOBALS];
        for (global, mv) in globals.iter_mut().zip(&self.turns) {
            *global = truth(*mv == Move::Pass);
        }
        let n_points = self.game.size().n_points() as f32;
        let komi_max = n_points + KOMI_MARGIN;
        let komi = self.komi.clamp(-komi_max, komi_max);
        globals[5] = komi / 20.0;
        (globals[6], globals[7]) = match self.terms.ko {
            Ko::Simple => (0.0, 0.0),
            Ko::Positional => (1.0, 0.5),
            Ko::Situational => (1.0, -0.5),
        };
        globals[8] = truth(self.terms.has_suicide);
        globals[9] = truth(!self.terms.is_area);
        (globals[10], globals[11]) = match self.terms.tax {
            Tax::None => (0.0, 0.0),
            Tax::Seki => (1.0, 0.0),
            Tax::All => (1.0, 1.0),
        };
        globals[14] = truth(self.is_last_pass);
        if view.doublings != 0.0 {
            (globals[15], globals[16]) = (1.0, 0.5 * view.doublings.clamp(-3.0, 3.0));
        }
        globals[17] = truth(self.terms.has_button && self.game.button().is_none());
        if self.terms.is_area {
            globals[18] = parity_wave(komi, n_points);
        }
        globals
    }
}

/// Whether a game under `rules` can end without a result, as networks know it.
pub(crate) fn can_end_without_result(rules: &Rules) -> bool {
    let terms = Terms::of(rules);
    terms.ko == Ko::Simple || !terms.is_area
}

/// Points for the player to move besides those on the board, territory
/// scoring being played as area scoring with a correction for every stone.
fn komi(game: &Game, terms: &Terms) -> f32 {
    let setup = game.setup();
    let compensation = game.rules().start.handicap.compensation;
    let mut half_points = setup.komi.points().half_points();
    half_points += 2 * compensation.points(setup.odds.n()) as i32;
    half_points += match game.button() {
        Some(Color::White) => 1,
        Some(Color::Black) => -1,
        None => 0,
    };
    if !terms.is_area {
        let stones = setup.all_stones();
        let n_stones = |color: Color| stones[color].len() as i32;
        let n_turns = |color: Color| {
            let counts = |mv: Move| mv != Move::Pass || terms.has_pass_stones;
            let turns = game.moves().filter(|&(by, mv)| by == color && counts(mv));
            turns.count() as i32
        };
        let spent = |color| n_stones(color) + n_turns(color);
        half_points += 2 * (spent(Color::Black) - spent(Color::White));
    }
    let komi = half_points as f32 / 2.0;
    match game.turn() {
        Color::White => komi,
        Color::Black => -komi,
    }
}

/// A wave that tells which komi can make a draw: boards with an even number of
/// points have even differences.
fn parity_wave(komi: f32, n_points: f32) -> f32 {
    let is_even = n_points % 2.0 == 0.0;
    let shift = if is_even { 0.0 } else { 1.0 };
    let drawable = ((komi - shift) / 2.0).floor() * 2.0 + shift;
    match komi - drawable {
        past if past < 0.5 => past,
        past if past < 1.5 => 1.0 - past,
        past => past - 2.0,
    }
}

/// The last turns, the latest first, as long as the players took turns.
fn last_turns(game: &Game, turns_max: usize) -> Vec<Move> {
    let mut by = !game.turn();
    let turns = game.moves().rev().take(turns_max);
    turns
        .take_while(|&(color, _)| {
            let is_in_turn = color == by;
            by = !by;
            is_in_turn
        })
        .map(|(_, mv)| mv)
        .collect()
}

/// Whether a pass now would end the game.
fn pass_ends(game: &Game, terms: &Terms) -> bool {
    let is_right_player = !terms.has_white_last || game.turn() == Color::White;
    let takes_button = terms.has_button && game.button().is_none();
    let is_second = n_last_passes(game, terms) >= 1 && is_right_player;
    (is_second && !takes_button) || is_pass_again(game, terms)
}

/// How many passes stand at the end of the game; the one that took the button is none.
fn n_last_passes(game: &Game, terms: &Terms) -> usize {
    let n = game
        .moves()
        .rev()
        .take_while(|&(_, mv)| mv == Move::Pass)
        .count();
    let n_passes = || game.moves().filter(|&(_, mv)| mv == Move::Pass).count();
    if terms.has_button && n > 0 && n == n_passes() {
        return n - 1;
    }
    n
}

/// Whether the player to move passed on this very board before, which under
/// the plain ko rule ends a fight for a ko.
fn is_pass_again(game: &Game, terms: &Terms) -> bool {
    let stones = |board: &Board| (board.stones(Color::Black), board.stones(Color::White));
    let now = stones(game.board());
    let takes_button =
        |i: usize| terms.has_button && !game.moves().take(i).any(|(_, mv)| mv == Move::Pass);
    let mut turns = game.moves().enumerate();
    terms.ko == Ko::Simple
        && turns.any(|(i, turn)| {
            turn == (game.turn(), Move::Pass)
                && !takes_button(i)
                && game
                    .board_after(i)
                    .is_some_and(|board| stones(&board) == now)
        })
}

/// Where the player to move may play, as networks know it: the suicide of a
/// single stone, which changes nothing but whose turn it is, they do not know.
pub(crate) fn playable(game: &Game) -> PointSet {
    let is_known = |&point: &Point| !is_lone_suicide(game, point);
    game.legal().iter().filter(is_known).collect()
}

/// The vacant points that only a law against repetition forbids.
fn forbidden_by_ko(game: &Game) -> PointSet {
    let illegal = game.board().vacant() - game.legal();
    let is_ko = |&point: &Point| {
        let law = game.check(Move::Play(point));
        matches!(law, Err(Illegal::Repetition { .. })) && !is_lone_suicide(game, point)
    };
    illegal.iter().filter(is_ko).collect()
}

fn is_lone_suicide(game: &Game, point: Point) -> bool {
    game.board().effect(game.turn(), point).n_suicided == 1
}

/// Where a ko stands open on `board`, which `mv` made of the board `before`.
fn ko_after(board: &Board, before: Option<&Board>, mv: Option<(Color, Move)>) -> Option<Point> {
    let (by, Move::Play(point)) = mv? else {
        return None;
    };
    let lifted = before?.stones(!by) - board.stones(!by);
    let is_ko = lifted.len() == 1 && board.chain_len(point) == 1 && board.n_liberties(point) == 1;
    lifted.first().filter(|_| is_ko)
}
