//! From what a search found to what to do: whether to pass, and whether to resign.
//!
//! A search says what each move is worth; that is not enough to end a game
//! well. Playouts are noisy, and in a settled position every move is worth
//! about the same, so that the noise would decide. Here passing gets its due.

use ponnuki_game::{Color, DeadStones, Dice, Game, Move, Outcome, Phase, PointSet, Points};
use ponnuki_search::{is_idle, is_nearly_settled};
use ponnuki_think::{Analysis, Candidate, Choice, Decision, Request, ThinkLimits, dead_stones};

use crate::dead::PlayoutOwnership;

/// A pass is as good as a move that leads by no more than this many points
/// more: a real gain is at least one.
const NOISE: f32 = 0.5;
/// The same for a move that is idle.
const NOISE_IDLE: f32 = 1.5;
/// The same in chances of winning.
const NOISE_WIN_RATE: f32 = 0.05;
/// From here on a chain belongs to the opponent: it is dead.
const DEAD: f32 = 0.4;
/// Playouts of a move under which nothing is known about it.
const N_TRIALS_MIN: u64 = 8;
/// A play is compared with the most tried one if it was tried at least one
/// time for so many of the other's.
const TRIALS_SHARE: u64 = 4;
/// Playouts under which a game is not given up.
const N_PLAYOUTS_MIN: u64 = 100;
/// How often a position is played out, with either player first, to see whether what is
/// dead is so beyond dispute.
const N_PAIRS_PLAYED_OUT: usize = 100;
/// No rulebook needs more passes in a row to stop, the button's included.
const N_PASSES_TO_STOP_MAX: usize = 4;

/// When a game is hopeless.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resignation {
    /// The chance of winning is below this; 4 % by default.
    pub win_rate: f32,
    /// And the opponent leads by more than this many points; 8 by default.
    pub behind: f32,
    /// And there are so many moves for each point of the board; a third by default.
    pub moves_per_point: f32,
}

impl Default for Resignation {
    fn default() -> Resignation {
        Resignation {
            win_rate: 0.04,
            behind: 8.0,
            moves_per_point: 1.0 / 3.0,
        }
    }
}

impl Resignation {
    fn is_due(self, game: &Game, analysis: &Analysis) -> bool {
        let n_moves_min = self.moves_per_point * game.size().n_points() as f32;
        analysis.visits >= N_PLAYOUTS_MIN
            && game.n_moves() as f32 >= n_moves_min
            && analysis.win_rate < self.win_rate
            && analysis.lead < -self.behind
    }
}

/// What to do in `game`, if it is being played, by the analysis that `search` makes
/// within the request. Where only a pass is left, one look is enough.
pub(crate) fn choose(
    game: &Game,
    request: &Request,
    resignation: Option<Resignation>,
    search: impl FnOnce(&Request) -> Analysis,
) -> Option<Choice> {
    if game.phase() != Phase::Playing {
        return None;
    }
    let analysis = if game.legal().is_empty() {
        search(&Request::within(ThinkLimits::playouts(1)))
    } else {
        search(request)
    };
    let decision = decide(game, &analysis, resignation);
    Some(Choice { decision, analysis })
}

/// What to do in `game`, which is being played, after a search found `analysis`.
fn decide(game: &Game, analysis: &Analysis, resignation: Option<Resignation>) -> Decision {
    let scene = Scene::of(game, analysis);
    let (passes, plays): (Vec<_>, Vec<_>) = analysis
        .candidates
        .iter()
        .partition(|candidate| candidate.mv == Move::Pass);
    let Some(best) = scene.best_play(&plays) else {
        return Decision::Move(Move::Pass);
    };
    if resignation.is_some_and(|resignation| resignation.is_due(game, analysis)) {
        return Decision::Resign;
    }
    let is_pass_due = |pass: &&Candidate| scene.is_time_to_pass(best, pass);
    Decision::Move(match passes.first() {
        Some(pass) if is_pass_due(pass) => Move::Pass,
        Some(_) | None => best.mv,
    })
}

/// A position as ownership shows it.
struct Scene<'a> {
    game: &'a Game,
    ownership: &'a [f32],
    /// The stones of chains that will be captured.
    dead: PointSet,
    /// Whether the fate of every chain is clear.
    is_clear: bool,
}

impl Scene<'_> {
    fn of<'a>(game: &'a Game, analysis: &'a Analysis) -> Scene<'a> {
        let mut scene = Scene {
            game,
            ownership: &analysis.ownership,
            dead: PointSet::EMPTY,
            is_clear: true,
        };
        for color in Color::BOTH {
            for chain in game.board().chains(color) {
                let kept = scene.kept(chain.stones, color);
                if kept < -DEAD {
                    scene.dead = scene.dead | chain.stones;
                }
                scene.is_clear &= kept.abs() >= DEAD;
            }
        }
        scene
    }

    /// How surely the points of a chain stay with its `color`: 1 surely, −1 surely not.
    fn kept(&self, stones: PointSet, color: Color) -> f32 {
        let size = self.game.size();
        let owned = stones.iter().map(|point| self.ownership[size.index(point)]);
        let black = owned.sum::<f32>() / stones.len().max(1) as f32;
        match color {
            Color::Black => black,
            Color::White => -black,
        }
    }

    /// The most tried play, unless it is idle and one that is not is as good.
    fn best_play<'c>(&self, plays: &[&'c Candidate]) -> Option<&'c Candidate> {
        let most_tried = *plays.first()?;
        let is_better = |play: &&&Candidate| {
            !self.is_idle(play.mv)
                && play.visits >= most_tried.visits / TRIALS_SHARE
                && is_as_good(play, most_tried, NOISE)
        };
        match plays.iter().find(is_better) {
            Some(play) if self.is_idle(most_tried.mv) => Some(play),
            Some(_) | None => Some(most_tried),
        }
    }

    fn is_idle(&self, mv: Move) -> bool {
        match mv {
            Move::Play(point) => is_idle(self.game, |i| self.ownership[i], point),
            Move::Pass => true,
        }
    }

    /// Whether the game is won by stopping now, or nothing is left to gain by `best`.
    fn is_time_to_pass(&self, best: &Candidate, pass: &Candidate) -> bool {
        let is_won_by_stopping = || {
            let removes_dead = self.game.rules().dead != DeadStones::Stay;
            removes_dead && self.is_clear && self.pass_stops_play() && self.is_won(self.dead)
        };
        let noise = if self.is_idle(best.mv) {
            NOISE_IDLE
        } else {
            NOISE
        };
        let nothing_is_left = || {
            is_nearly_settled(self.ownership.iter().copied())
                && pass.visits >= N_TRIALS_MIN
                && is_as_good(pass, best, noise)
        };
        (is_won_by_stopping() || nothing_is_left()) && !self.is_open_to_dispute()
    }

    /// Whether the game is won only if the opponent gives up chains that live when the
    /// position is played out, and points that are nobody's as long as they stand. Where
    /// it costs nothing to play on, they are captured instead.
    fn is_open_to_dispute(&self) -> bool {
        let (game, rules) = (self.game, self.game.rules());
        let taken = self.dead & game.board().stones(!game.turn());
        let is_asked = !taken.is_empty()
            && rules.dead != DeadStones::Stay
            && rules.counting.scoring.is_area()
            && self.is_won(self.dead);
        if !is_asked {
            return false;
        }
        let mut playouts = PlayoutOwnership::new(game, Dice::new(0));
        for _ in 0..N_PAIRS_PLAYED_OUT {
            playouts.play_out();
        }
        let disputed = taken - dead_stones(&playouts.dead_chains());
        let Some(score) = self
            .stopped()
            .and_then(|game| game.score(self.dead - disputed).ok())
        else {
            return false;
        };
        let n_open = game
            .size()
            .points()
            .filter(|&point| score.owner(point).is_none());
        self.lead(score.margin()) <= n_open.count() as f32
    }

    fn pass_stops_play(&self) -> bool {
        let mut game = self.game.clone();
        game.play(Move::Pass).is_ok() && game.phase() != Phase::Playing
    }

    /// Whether the player to move wins if both do nothing but pass from now on.
    fn is_won(&self, dead: PointSet) -> bool {
        self.lead_if_stopped(dead).is_some_and(|lead| lead > 0.0)
    }

    /// By how much the player to move leads if both do nothing but pass from
    /// now on, and the `dead` come off where the rulebook removes them.
    fn lead_if_stopped(&self, dead: PointSet) -> Option<f32> {
        let game = self.stopped()?;
        let outcome = match game.phase() {
            Phase::Playing => return None,
            Phase::Stopped => game.score(dead).ok()?.outcome(),
            Phase::Over(outcome) => outcome,
        };
        let Outcome::Score { margin } = outcome else {
            return None;
        };
        Some(self.lead(margin))
    }

    /// The game after nothing but passes.
    fn stopped(&self) -> Option<Game> {
        let mut game = self.game.clone();
        for _ in 0..N_PASSES_TO_STOP_MAX {
            if game.phase() == Phase::Playing {
                game.play(Move::Pass).ok()?;
            }
        }
        Some(game)
    }

    /// What `margin` of Black's is for the player to move.
    fn lead(&self, margin: Points) -> f32 {
        let black = margin.half_points() as f32 / 2.0;
        match self.game.turn() {
            Color::Black => black,
            Color::White => -black,
        }
    }
}

/// Whether `one` is as good as `other`, give or take `noise` points.
fn is_as_good(one: &Candidate, other: &Candidate, noise: f32) -> bool {
    one.lead >= other.lead - noise && one.win_rate >= other.win_rate - NOISE_WIN_RATE
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Diagram, Rules, Setup};

    use super::*;

    /// Black to move after White passed, with a search that takes all of the board for Black's.
    fn decision_where_all_is_blacks(drawn: &str) -> Decision {
        let diagram: Diagram = drawn.parse().unwrap();
        let mut setup = Setup::new(diagram.size(), Rules::CHINESE);
        setup.stones = diagram.stones();
        setup.first = Some(Color::White);
        let mut game = setup.start().unwrap();
        game.play(Move::Pass).unwrap();
        let candidate = |mv| Candidate {
            mv,
            visits: 100,
            win_rate: 1.0,
            lead: 70.0,
            prior: 0.5,
            lcb: 1.0,
            variation: vec![mv],
            variation_visits: vec![100],
            outlook: None,
            utility_lcb: None,
            ownership: None,
            ownership_stdev: None,
        };
        let play = Move::Play(diagram.marked('a').unwrap());
        let analysis = Analysis {
            turn: Color::Black,
            visits: 200,
            win_rate: 1.0,
            lead: 70.0,
            lcb: 1.0,
            candidates: [play, Move::Pass].map(candidate).to_vec(),
            ownership: vec![0.95; diagram.size().n_points()],
            ownership_stdev: None,
            outlook: None,
            raw: None,
        };
        decide(&game, &analysis, None)
    }

    #[test]
    fn a_win_that_could_be_disputed_is_not_passed_for() {
        let decision = decision_where_all_is_blacks(
            "
            . . . X O . . . .
            . . . X O . . . .
            . . . X O . . . .
            . . . X O . . . .
            . . . X O . a . .
            . . . X O . . . .
            . . . X O . . . .
            . . . X O . . . .
            . . . X O . . . .
            ",
        );
        assert_ne!(decision, Decision::Move(Move::Pass));
    }

    #[test]
    fn a_win_that_anyone_sees_is() {
        let decision = decision_where_all_is_blacks(
            "
            . X . . X . . . .
            X X X X X X X X X
            . . . . . . . . .
            . . . . . . . . .
            . . . . O . a . .
            . . . . . . . . .
            . . . . . . . . .
            X X X X X X X X X
            . X . . X . . . .
            ",
        );
        assert_eq!(decision, Decision::Move(Move::Pass));
    }
}
