//! What a network says of a position, without any search.

use ponnuki_game::{Color, Move, Point, Size};

/// What a network thinks of a game, from the view of the player to move.
///
/// The methods ending in `_for` tell it from the view of either player.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The size of the board.
    pub size: Size,
    /// The player to move.
    pub turn: Color,
    /// For each point, row by row from the top left, how likely a play there
    /// is; 0 where it is not allowed.
    pub policy: Vec<f32>,
    /// How likely a pass is.
    pub pass: f32,
    /// How likely the player to move wins.
    pub win: f32,
    /// How likely the player to move loses.
    pub loss: f32,
    /// How likely the game has no result.
    pub no_result: f32,
    /// The margin to expect at the end, as strong play against oneself reaches it.
    pub score_mean: f32,
    /// How far off that may be.
    pub score_stdev: f32,
    /// By how many points the player to move is ahead: what to tell people.
    pub lead: f32,
    /// How long the game stays undecided, in moves; unknown to old networks.
    pub time_left: Option<f32>,
    /// How far off the value may be in the near future; unknown to old networks.
    pub value_error: Option<f32>,
    /// How far off the score may be in the near future; unknown to old networks.
    pub score_error: Option<f32>,
    /// Whose each point will be: 1 the player's to move, −1 the opponent's.
    pub ownership: Vec<f32>,
}

impl Evaluation {
    /// One that knows nothing, to become another.
    pub fn blank(size: Size) -> Evaluation {
        Evaluation {
            size,
            turn: Color::Black,
            policy: vec![0.0; size.n_points()],
            pass: 0.0,
            win: 0.5,
            loss: 0.5,
            no_result: 0.0,
            score_mean: 0.0,
            score_stdev: 0.0,
            lead: 0.0,
            time_left: None,
            value_error: None,
            score_error: None,
            ownership: vec![0.0; size.n_points()],
        }
    }

    /// How likely a move is.
    pub fn policy_of(&self, mv: Move) -> f32 {
        match mv {
            Move::Pass => self.pass,
            Move::Play(point) if self.size.contains(point) => self.policy[self.size.index(point)],
            Move::Play(_) => 0.0,
        }
    }

    /// How likely `color` wins.
    pub fn win_for(&self, color: Color) -> f32 {
        match color == self.turn {
            true => self.win,
            false => self.loss,
        }
    }

    /// The margin that `color` can expect.
    pub fn score_mean_for(&self, color: Color) -> f32 {
        self.score_mean * self.sign_for(color)
    }

    /// By how many points `color` is ahead.
    pub fn lead_for(&self, color: Color) -> f32 {
        self.lead * self.sign_for(color)
    }

    /// Whose `point` will be: 1 is `color`'s; 0 off the board.
    pub fn ownership_for(&self, color: Color, point: Point) -> f32 {
        match self.size.contains(point) {
            true => self.ownership[self.size.index(point)] * self.sign_for(color),
            false => 0.0,
        }
    }

    fn sign_for(&self, color: Color) -> f32 {
        if color == self.turn { 1.0 } else { -1.0 }
    }
}
