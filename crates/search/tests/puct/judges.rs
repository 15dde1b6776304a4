//! Evaluators without a network.

use ponnuki_game::{Color, Ending, Game, Move, PassCost, PointSet, Rules, Score, Symmetry};
use ponnuki_search::{Evaluate, EvaluationRequest, Worth};
use ponnuki_think::Evaluation;

/// An evaluator that a function is.
pub(crate) struct Judge<F> {
    judge: F,
    batch_max: usize,
    /// How often it was asked.
    pub(crate) n_asked: usize,
    /// The most it was asked at once.
    pub(crate) n_at_once: usize,
}

impl<F: FnMut(&Game, Symmetry, &mut Evaluation)> Judge<F> {
    pub(crate) fn new(batch_max: usize, judge: F) -> Judge<F> {
        Judge {
            judge,
            batch_max,
            n_asked: 0,
            n_at_once: 0,
        }
    }
}

impl<F: FnMut(&Game, Symmetry, &mut Evaluation)> Evaluate for Judge<F> {
    fn batch_max(&self) -> usize {
        self.batch_max
    }

    fn evaluate(&mut self, questions: &[EvaluationRequest], answers: &mut [Evaluation]) {
        assert_eq!(questions.len(), answers.len());
        self.n_asked += questions.len();
        self.n_at_once = self.n_at_once.max(questions.len());
        for (question, answer) in questions.iter().zip(answers) {
            (self.judge)(&question.game, question.symmetry, answer);
        }
    }
}

/// All moves are alike, and the board is worth what it would count now if
/// these stones were dead, as far as they still stand.
pub(crate) fn count(game: &Game, dead: PointSet, answer: &mut Evaluation) {
    let size = game.size();
    let board = game.board();
    let dead = dead & (board.stones(Color::Black) | board.stones(Color::White));
    let mut rules = *game.rules();
    rules.dead = Rules::CHINESE.dead;
    let mut prisoners = game.prisoners();
    for color in Color::BOTH {
        prisoners[color].dead = (dead & board.stones(!color)).len() as u16;
    }
    let score = Score::of(&Ending {
        board,
        rules: &rules,
        komi: game.setup().komi,
        handicap: game.setup().odds.n(),
        prisoners,
        button: game.button(),
        dead,
    });
    let sign = if game.turn() == Color::Black {
        1.0
    } else {
        -1.0
    };
    let is_paid = rules.passing.cost == PassCost::Stone && !rules.counting.scoring.is_area();
    let margin = sign
        * match is_paid {
            // What the passes to come will cost is known.
            true => Worth::of(game).margin(board, area_margin(&score)),
            false => score.margin().half_points() as f32 / 2.0,
        };
    answer.win = 0.5 + 0.5 * (margin / 4.0).tanh();
    answer.loss = 1.0 - answer.win;
    answer.no_result = 0.0;
    answer.score_mean = margin;
    answer.score_stdev = 2.0;
    answer.lead = margin;
    answer.policy.fill(1.0);
    for point in size.points() {
        let taker = board.at(point).filter(|_| dead.contains(point));
        let owner = taker.map(|color| !color).or(score.owner(point));
        answer.ownership[size.index(point)] = match owner {
            Some(color) if color == game.turn() => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
    }
}

/// How many points more are Black's than White's, stones and territory.
fn area_margin(score: &Score) -> i32 {
    let area = |color| (score.stones[color].len() + score.territory[color].len()) as i32;
    area(Color::Black) - area(Color::White)
}

/// Counts the board as it stands.
pub(crate) fn counting(batch_max: usize) -> Judge<impl FnMut(&Game, Symmetry, &mut Evaluation)> {
    Judge::new(batch_max, |game, _, answer| {
        count(game, PointSet::EMPTY, answer);
    })
}

/// Counts as well, and looks first at the liberties of chains that have few.
pub(crate) fn tactical() -> Judge<impl FnMut(&Game, Symmetry, &mut Evaluation)> {
    Judge::new(1, |game, _, answer| {
        count(game, PointSet::EMPTY, answer);
        for color in Color::BOTH {
            for chain in game.board().chains(color) {
                let urgency = match chain.liberties.len() {
                    1 => 30.0,
                    2 => 10.0,
                    _ => continue,
                };
                for point in chain.liberties {
                    answer.policy[game.size().index(point)] += urgency;
                }
            }
        }
    })
}

/// Opinions drawn from a hat, but always the same of the same position. It
/// claims no point for anybody.
pub(crate) fn moody(batch_max: usize) -> Judge<impl FnMut(&Game, Symmetry, &mut Evaluation)> {
    Judge::new(batch_max, |game, _, answer| {
        let mut mood = mood_of(game);
        let mut draw = || {
            mood ^= mood << 13;
            mood ^= mood >> 7;
            mood ^= mood << 17;
            (mood >> 40) as f32 / (1u32 << 24) as f32
        };
        answer.win = draw();
        answer.loss = 1.0 - answer.win;
        answer.no_result = 0.0;
        answer.score_mean = 20.0 * draw() - 10.0;
        answer.score_stdev = 0.0;
        answer.lead = answer.score_mean;
        for prior in &mut answer.policy {
            let x = draw();
            *prior = x * x * x;
        }
        answer.ownership.fill(0.0);
    })
}

fn mood_of(game: &Game) -> u64 {
    let mut mood = game.board().hash() ^ 0x9E37_79B9_7F4A_7C15;
    mood = mood.wrapping_mul(3 + 2 * u64::from(game.turn() == Color::Black));
    let was_pass = game.moves().last().map(|(_, mv)| mv) == Some(Move::Pass);
    mood ^= u64::from(was_pass) << 20;
    for point in game.legal() {
        let place = game.size().index(point) as u64 + 1;
        mood = (mood ^ place).wrapping_mul(0x0000_0100_0000_01B3);
    }
    mood | 1
}
