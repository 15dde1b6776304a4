//! What an evaluator, mostly a network, says of a position without any search.

use ponnuki_game::{Color, Move, Point, Size};

/// What an evaluator says of a position, from the view of the player to move. A search asks for
/// many of them, and writes them into memory that it uses again.
///
/// The methods ending in `_for` tell it from the view of either player.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The size of the board.
    pub size: Size,
    /// The player to move.
    pub turn: Color,
    /// For each point by [index](Size::index), and then for passing, how likely it is the
    /// move. A network says 0 where a play is not allowed; a search looks at legal moves
    /// only, and these need not sum to 1.
    pub policy: Vec<f32>,
    /// How likely the player to move wins.
    pub win: f32,
    /// How likely the player to move loses.
    pub loss: f32,
    /// How likely the game has no result.
    pub no_result: f32,
    /// By how many points the player to move wins on average, as self-play would end.
    pub score_mean: f32,
    /// The standard deviation of that margin.
    pub score_stdev: f32,
    /// By how many points the player to move is ahead: the komi that would make the game
    /// even, which is what to tell people.
    pub lead: f32,
    /// How long the game stays undecided, in moves; unknown to old networks.
    pub time_left: Option<f32>,
    /// How far off winning less losing may be in the near future; unknown to old networks.
    pub value_error: Option<f32>,
    /// How far off the score may be in the near future; unknown to old networks.
    pub score_error: Option<f32>,
    /// For each point, whose it will be: 1 the player's to move, −1 the opponent's; 0 if
    /// nothing is known.
    pub ownership: Vec<f32>,
}

impl Evaluation {
    /// One that knows nothing, with memory for a board of `size`.
    pub fn blank(size: Size) -> Evaluation {
        Evaluation {
            size,
            turn: Color::Black,
            policy: vec![0.0; size.n_points() + 1],
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
            Move::Pass => self.pass(),
            Move::Play(point) if self.size.contains(point) => self.policy[self.size.index(point)],
            Move::Play(_) => 0.0,
        }
    }

    /// How likely a pass is.
    pub fn pass(&self) -> f32 {
        self.policy[self.size.n_points()]
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
