//! The game from its definitions.
//!
//! Nothing here is clever: a play is a full copy of the board, a chain is
//! looked for by flood fill, a repetition by going through the list of all
//! boards so far. Of the core only words are used — colours, points, rules,
//! refusals — and none of its code.

mod perft;
mod score;
mod stones;

pub use perft::reference_perft;
pub use score::ReferenceScore;
pub use stones::Stones;

use ponnuki_game::{
    Button, ByColor, Color, DeadStones, GameEvent, Illegal, Move, Odds, Outcome, PassCost, Phase,
    Point, PointSet, Points, Prisoners, Repetition, ResumedBy, Setup, Stop, Suicide,
};

/// The slow twin of [`Game`](ponnuki_game::Game).
#[derive(Clone, Debug)]
pub struct ReferenceGame {
    setup: Setup,
    /// Board 0 and the board after each turn.
    boards: Vec<Stones>,
    /// Who made which move.
    turns: Vec<(Color, Move)>,
    turn: Color,
    phase: Phase,
    prisoners: ByColor<Prisoners>,
    button: Option<Color>,
    /// Who just passed, if that pass counts towards stopping.
    passed: Option<Color>,
}

impl ReferenceGame {
    /// The game that `setup`, which is without fault, begins.
    pub fn new(setup: &Setup) -> ReferenceGame {
        let mut sets = setup.stones;
        if let Odds::Stones { to, points } = setup.odds {
            sets[to].extend(points);
        }
        ReferenceGame {
            setup: setup.clone(),
            boards: vec![Stones::from_sets(setup.size, sets)],
            turns: Vec::new(),
            turn: first_to_move(setup),
            phase: Phase::Playing,
            prisoners: ByColor::default(),
            button: None,
            passed: None,
        }
    }

    /// The stones now.
    pub fn stones(&self) -> &Stones {
        self.boards.last().unwrap_or(&self.boards[0])
    }

    /// Board 0 and the board after each turn.
    pub fn boards(&self) -> &[Stones] {
        &self.boards
    }

    /// The moves, passes included, with who made them.
    pub fn turns(&self) -> &[(Color, Move)] {
        &self.turns
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Whether it goes on.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// What each player holds of the other's stones.
    pub fn prisoners(&self) -> ByColor<Prisoners> {
        self.prisoners
    }

    /// Who took the button.
    pub fn button(&self) -> Option<Color> {
        self.button
    }

    /// All points where the player to move may play, by trying each.
    pub fn legal(&self) -> PointSet {
        let points = self.setup.size.points();
        points
            .filter(|&point| self.check(self.turn, Move::Play(point)).is_ok())
            .collect()
    }

    /// The latest earlier board, by number, that stands again with the same
    /// player to move after someone played.
    pub fn cycle(&self) -> Option<usize> {
        (0..self.turns.len()).rev().find(|&number| {
            let has_play = self.turns[number..].iter().any(|&(_, mv)| mv != Move::Pass);
            has_play
                && self.boards[number] == *self.stones()
                && self.to_move_after(number) == self.turn
        })
    }

    /// Whether `color` may make this move.
    ///
    /// # Errors
    ///
    /// The law it would break.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        match (self.phase, mv) {
            (Phase::Over(outcome), _) => Err(Illegal::Over(outcome)),
            (Phase::Stopped, _) => Err(Illegal::Stopped),
            (Phase::Playing, Move::Pass) => Ok(()),
            (Phase::Playing, Move::Play(point)) => self.check_play(color, point),
        }
    }

    fn check_play(&self, color: Color, point: Point) -> Result<(), Illegal> {
        self.check_vacant(point)?;
        let n_left = self.n_passes_owed(color);
        if n_left > 0 {
            return Err(Illegal::MustPass { n_left });
        }
        let mut after = self.stones().clone();
        let (_, suicided) = after.play(color, point);
        let is_forbidden = match self.setup.rules.suicide {
            Suicide::Forbidden => !suicided.is_empty(),
            Suicide::Allowed => false,
            Suicide::SeveralStones => suicided.len() == 1,
        };
        if is_forbidden {
            return Err(Illegal::Suicide);
        }
        let law = self.setup.rules.repetition;
        let repeated = (0..self.boards.len())
            .rev()
            .find(|&number| self.boards[number] == after && self.may_not_return(number, color));
        match repeated {
            Some(of) => Err(Illegal::Repetition { of, law }),
            None => Ok(()),
        }
    }

    fn check_vacant(&self, point: Point) -> Result<(), Illegal> {
        let size = self.setup.size;
        if point.x() >= size.width() || point.y() >= size.height() {
            return Err(Illegal::Outside { size });
        }
        match self.stones().at(point) {
            Some(by) => Err(Illegal::Occupied { by }),
            None => Ok(()),
        }
    }

    /// Whether the law is against a play of `color` that brings back board `number`.
    fn may_not_return(&self, number: usize, color: Color) -> bool {
        let made_by = number.checked_sub(1).map(|last| self.turns[last]);
        match self.setup.rules.repetition {
            Repetition::Ko => self.is_before_stone_just_placed(number, color),
            Repetition::OwnLastTurn => {
                let is_own = |&(by, _): &(Color, Move)| by == color;
                let is_latest = !self.turns[number..].iter().any(is_own);
                made_by.is_some_and(|turn| is_own(&turn)) && is_latest
            }
            Repetition::Positional => true,
            Repetition::Situational => self.to_move_after(number) == !color,
            Repetition::NaturalSituational => {
                made_by.is_some_and(|(by, mv)| by == color && mv != Move::Pass)
            }
        }
    }

    /// Whether board `number` lacks only the last turn, and that was a stone
    /// of the opponent's that is still there. Who brings that board back has captured it.
    fn is_before_stone_just_placed(&self, number: usize, color: Color) -> bool {
        let is_last = number + 1 == self.turns.len();
        match self.turns.last() {
            Some(&(by, Move::Play(point))) => {
                is_last && by != color && self.stones().at(point) == Some(by)
            }
            Some((_, Move::Pass)) | None => false,
        }
    }

    /// Who was to move at board `number`: the opponent of who made it.
    fn to_move_after(&self, number: usize) -> Color {
        match number {
            0 => first_to_move(&self.setup),
            _ => !self.turns[number - 1].0,
        }
    }

    /// How many of `color`'s next turns have to be passes.
    fn n_passes_owed(&self, color: Color) -> usize {
        let Odds::Passes(n) = self.setup.odds else {
            return 0;
        };
        let turns = self.turns.iter();
        let n_turns = turns.filter(|&&(by, _)| by == Color::White).count();
        match color {
            Color::Black => 0,
            Color::White => (n as usize).saturating_sub(1 + n_turns),
        }
    }

    /// Lets `event` happen.
    ///
    /// # Errors
    ///
    /// The law against it; nothing has changed then.
    pub fn happen(&mut self, event: GameEvent) -> Result<(), Illegal> {
        match event {
            GameEvent::Moved { by, mv } => {
                self.check(by, mv)?;
                self.move_anyway(by, mv);
                Ok(())
            }
            GameEvent::Forced { by, mv } => {
                if let Move::Play(point) = mv {
                    self.check_vacant(point)?;
                }
                self.phase = Phase::Playing;
                self.move_anyway(by, mv);
                Ok(())
            }
            GameEvent::Resumed { asked_by } => self.resume(asked_by),
            GameEvent::Agreed { dead } => self.agree(dead),
            GameEvent::Resigned { by } => self.end(Outcome::Resignation { winner: !by }),
            GameEvent::TimedOut { by } => self.end(Outcome::Time { winner: !by }),
            GameEvent::Abandoned => {
                if self.cycle().is_none() && !matches!(self.phase, Phase::Over(_)) {
                    return Err(Illegal::NoCycle);
                }
                self.end(Outcome::NoResult)
            }
        }
    }

    fn move_anyway(&mut self, color: Color, mv: Move) {
        let mut after = self.stones().clone();
        match mv {
            Move::Play(point) => {
                let (captured, suicided) = after.play(color, point);
                self.prisoners[color].captured += captured.len() as u16;
                self.prisoners[!color].captured += suicided.len() as u16;
            }
            Move::Pass => {
                if self.setup.rules.passing.cost == PassCost::Stone {
                    self.prisoners[!color].passed += 1;
                }
            }
        }
        self.boards.push(after);
        self.turns.push((color, mv));
        self.turn = !color;
        match mv {
            Move::Play(_) => self.passed = None,
            Move::Pass => self.pass(color),
        }
    }

    fn pass(&mut self, color: Color) {
        let passing = self.setup.rules.passing;
        if passing.button == Button::HalfPoint && self.button.is_none() {
            self.button = Some(color);
            self.passed = None;
            return;
        }
        let is_second = self.passed == Some(!color);
        let may_be_last = passing.stop == Stop::TwoPasses || color == Color::White;
        self.passed = Some(color);
        if is_second && may_be_last {
            self.phase = match self.setup.rules.dead {
                DeadStones::ByAgreement { .. } => Phase::Stopped,
                DeadStones::Stay => Phase::Over(self.count(&[]).outcome()),
            };
        }
    }

    fn resume(&mut self, asked_by: Color) -> Result<(), Illegal> {
        self.check_stopped()?;
        self.phase = Phase::Playing;
        self.passed = None;
        if self.setup.rules.dead
            == (DeadStones::ByAgreement {
                resumed_by: ResumedBy::OpponentOfAsker,
            })
        {
            self.turn = !asked_by;
        }
        Ok(())
    }

    fn agree(&mut self, dead: PointSet) -> Result<(), Illegal> {
        self.check_stopped()?;
        let score = self.score(dead)?;
        for point in dead {
            if let Some(color) = self.stones().at(point) {
                self.prisoners[!color].dead += 1;
            }
        }
        self.passed = None;
        self.phase = Phase::Over(score.outcome());
        Ok(())
    }

    fn check_stopped(&self) -> Result<(), Illegal> {
        match self.phase {
            Phase::Over(outcome) => Err(Illegal::Over(outcome)),
            Phase::Playing => Err(Illegal::NotStopped),
            Phase::Stopped => Ok(()),
        }
    }

    fn end(&mut self, outcome: Outcome) -> Result<(), Illegal> {
        if let Phase::Over(outcome) = self.phase {
            return Err(Illegal::Over(outcome));
        }
        self.phase = Phase::Over(outcome);
        self.passed = None;
        Ok(())
    }

    /// What the board would be worth if the stones of `dead` were dead;
    /// without what some rules say about seki and tax.
    ///
    /// # Errors
    ///
    /// If `dead` is not whole chains, or nothing can be dead under these rules.
    pub fn score(&self, dead: PointSet) -> Result<ReferenceScore, Illegal> {
        if self.setup.rules.dead == DeadStones::Stay && !dead.is_empty() {
            return Err(Illegal::NothingIsDead);
        }
        let dead: Vec<Point> = dead.iter().collect();
        for &point in &dead {
            let is_stone = self.check_vacant(point) != Ok(()) && self.setup.size.contains(point);
            if !is_stone {
                return Err(Illegal::NoStone { point });
            }
            let mut chain = self.stones().connected(point).into_iter();
            if let Some(point) = chain.find(|stone| !dead.contains(stone)) {
                return Err(Illegal::PartOfChain { point });
            }
        }
        Ok(self.count(&dead))
    }
}

fn first_to_move(setup: &Setup) -> Color {
    match (setup.first, setup.odds) {
        (Some(color), _) => color,
        (None, Odds::None) => setup.rules.start.first,
        (None, _) => setup.rules.start.handicap.first,
    }
}

/// A score of `half_points`, as an outcome.
fn outcome_of(half_points: i32) -> Outcome {
    Outcome::Score {
        margin: Points::from_half_points(half_points),
    }
}
