//! What the board at the end of a playout is worth under a rulebook.
//!
//! A playout is played to its bitter end, until nobody can move without
//! filling an eye, and then counted by **area**: that needs no agreement about
//! dead stones. A rulebook that counts **territory** is served by the same
//! playout, because
//!
//! ```text
//! territory + prisoners  =  area − stones on the board + prisoners
//! margin by territory    =  margin by area − (stones Black ever placed − stones White ever placed)
//! ```
//!
//! and what each player places *after* the position in question does not
//! count: there the players are taken to spend their turns alike. So a stone
//! placed in the tree costs its point, a pass in the tree does not, and the
//! dead are captured in the playout at no cost, as they would be by agreement.
//! Where a pass hands over a stone it costs a point like a stone placed.
//!
//! What is left is who makes the last move after the position. If the rulebook
//! says (White passes last) and passes cost, that is exact. Otherwise it is
//! taken as half a move for the player to move.

use ponnuki_game::{
    Board, ByColor, Color, Ending, Game, GroupTax, Outcome, PassCost, Phase, PointSet, Points,
    Prisoners, Rules, Score, Scoring, Stop,
};

/// How to count the boards that playouts from one position end on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// What is to be added to Black's margin by area.
    bonus: f32,
    /// The rulebook, if its groups pay a tax and have to be found.
    taxed: Option<Rules>,
}

impl Worth {
    /// For playouts that begin where `game` stands.
    pub fn of(game: &Game) -> Worth {
        let rules = game.rules();
        let handicap = game.setup().odds.n();
        let compensation = rules.start.handicap.compensation.points(handicap);
        let button = match game.button() {
            Some(Color::Black) => 0.5,
            Some(Color::White) => -0.5,
            None => 0.0,
        };
        let for_white = points(game.setup().komi.points()) + compensation as f32;
        let turns = match rules.counting.scoring {
            Scoring::Area | Scoring::AreaUnreached => 0.0,
            Scoring::Territory { .. } => -n_more_paid(game),
        };
        Worth {
            bonus: button - for_white + turns,
            taxed: (rules.counting.tax != GroupTax::None).then_some(*rules),
        }
    }

    /// Black's margin if a playout ended on `board`, where Black has `n_more`
    /// points of area more than White.
    pub fn margin(&self, board: &Board, n_more: i32) -> f32 {
        match &self.taxed {
            None => n_more as f32 + self.bonus,
            Some(rules) => area_less_tax(board, rules) + self.bonus,
        }
    }
}

/// Black's margin as `game` ended, if it has.
pub(crate) fn margin_of(outcome: Outcome) -> f32 {
    /// What a win without a count is taken for: surely won.
    const BY_FAR: f32 = 50.0;
    match (outcome, outcome.winner()) {
        (Outcome::Score { margin }, _) => points(margin),
        (_, Some(Color::Black)) => BY_FAR,
        (_, Some(Color::White)) => -BY_FAR,
        (_, None) => 0.0,
    }
}

/// How many turns that cost a point Black will have spent more than White.
fn n_more_paid(game: &Game) -> f32 {
    let prisoners = game.prisoners();
    let n_paid = |color: Color| {
        let lost = prisoners[!color];
        game.board().stones(color).len() as f32 + f32::from(lost.captured) + f32::from(lost.passed)
    };
    let passing = game.rules().passing;
    let to_come = match (game.phase(), game.turn(), passing.cost, passing.stop) {
        (Phase::Stopped | Phase::Over(_), ..) => 0.0,
        (_, Color::Black, PassCost::Stone, Stop::BlackThenWhite) => 0.0,
        (_, Color::White, PassCost::Stone, Stop::BlackThenWhite) => -1.0,
        (_, Color::Black, ..) => 0.5,
        (_, Color::White, ..) => -0.5,
    };
    n_paid(Color::Black) - n_paid(Color::White) + to_come
}

/// Black's margin by area, each group having paid what the rulebook says.
fn area_less_tax(board: &Board, rules: &Rules) -> f32 {
    let mut rules = *rules;
    rules.counting.scoring = Scoring::Area;
    let score = Score::of(&Ending {
        board,
        rules: &rules,
        komi: ponnuki_game::Komi::ZERO,
        handicap: 0,
        prisoners: ByColor::<Prisoners>::default(),
        button: None,
        dead: PointSet::EMPTY,
    });
    points(score.margin())
}

pub(crate) fn points(points: Points) -> f32 {
    points.half_points() as f32 / 2.0
}
