//! What has happened: a board, the laws, and the past that the laws look at.

use crate::board::{Board, PlacementEffect};
use crate::color::{ByColor, Color};
use crate::event::{GameEvent, Illegal, ReplayError};
use crate::outcome::{Outcome, Prisoners};
use crate::past::Past;
use crate::point::{Move, Point, PointSet, Size};
use crate::rules::{Button, DeadStones, PassCost, Repetition, ResumedBy, Rules, Stop, Suicide};
use crate::score::{Ending, Score};
use crate::setup::{Odds, Setup, SetupFaults};

/// A game: how it began, what happened, and what stands now.
///
/// ```
/// use ponnuki_game::{Game, Move, Rules, Size};
///
/// let size = Size::new(5, 3).unwrap();
/// let mut game = Game::new(size, Rules::CONCISE)?;
/// for name in ["B2", "D2", "B1", "D1", "B3", "D3"] {
///     game.play(Move::Play(size.point(name).unwrap()))?;
/// }
/// assert_eq!(game.board().to_string(), "\
/// . X . O .
/// . X . O .
/// . X . O .
/// ");
/// assert_eq!(game.legal().len(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Game {
    /// How it began.
    setup: Setup,
    /// What happened since; with `setup` this is the game, the rest is derived.
    events: Vec<GameEvent>,
    /// The stones now.
    board: Board,
    /// Who is to move.
    turn: Color,
    /// Whether it goes on.
    phase: Phase,
    /// What each player holds of the other's.
    prisoners: ByColor<Prisoners>,
    /// Who took the button, if there is one.
    button: Option<Color>,
    /// The boards so far.
    past: Past,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            setup: self.setup.clone(),
            events: self.events.clone(),
            board: self.board.clone(),
            turn: self.turn,
            phase: self.phase,
            prisoners: self.prisoners,
            button: self.button,
            past: self.past.clone(),
        }
    }

    /// Keeps the memory it has, so that one game can become another again and again.
    fn clone_from(&mut self, source: &Game) {
        let Game {
            setup,
            events,
            board,
            turn,
            phase,
            prisoners,
            button,
            past,
        } = source;
        self.setup.clone_from(setup);
        self.events.clone_from(events);
        self.board.clone_from(board);
        self.past.clone_from(past);
        (self.turn, self.phase) = (*turn, *phase);
        (self.prisoners, self.button) = (*prisoners, *button);
    }
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Someone is to move.
    Playing,
    /// Passes have stopped play, and the players are to agree which stones are dead.
    Stopped,
    /// It has ended.
    Over(Outcome),
}

impl Setup {
    /// Begins the game.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the set-up.
    pub fn start(self) -> Result<Game, SetupFaults> {
        let faults = self.faults();
        if faults.is_empty() {
            Ok(Game::from_sound(self))
        } else {
            Err(SetupFaults(faults))
        }
    }
}

impl Game {
    /// An even game on an empty board of `size`.
    ///
    /// # Errors
    ///
    /// If the rulebook is not for this size. Other games begin through [`Setup`].
    pub fn new(size: Size, rules: Rules) -> Result<Game, SetupFaults> {
        Setup::new(size, rules).start()
    }

    /// The game that `setup`, known to be without fault, begins.
    fn from_sound(setup: Setup) -> Game {
        let board = setup.board();
        Game {
            turn: setup.first_to_move(),
            phase: Phase::Playing,
            prisoners: ByColor::default(),
            button: None,
            past: Past::new(&board),
            events: Vec::new(),
            board,
            setup,
        }
    }

    /// How it began.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The laws.
    pub fn rules(&self) -> &Rules {
        &self.setup.rules
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.setup.size
    }

    /// The stones now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Whether it goes on.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            Phase::Playing | Phase::Stopped => None,
        }
    }

    /// What each player holds of the other's stones.
    pub fn prisoners(&self) -> ByColor<Prisoners> {
        self.prisoners
    }

    /// Who took the button, if there is one and someone has.
    pub fn button(&self) -> Option<Color> {
        self.button
    }

    /// Everything that happened, in order. With [`setup`](Game::setup) it
    /// [replays](Game::replay) to the same game.
    pub fn events(&self) -> &[GameEvent] {
        &self.events
    }

    /// The moves, passes included, with who made them.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + ExactSizeIterator {
        self.past.turns().iter().map(|turn| (turn.by, turn.mv))
    }

    /// How many moves were made, passes included.
    pub fn n_moves(&self) -> usize {
        self.past.turns().len()
    }

    /// The board after `n_moves` moves, if there were so many.
    pub fn board_after(&self, n_moves: usize) -> Option<Board> {
        (n_moves <= self.n_moves())
            .then(|| Board::from_stones(self.size(), self.past.stones(n_moves, &self.board)))
    }

    /// The latest earlier board, as the number of moves before it, that
    /// stands again now with the same player to move.
    ///
    /// Only some rulebooks let that happen: see [`Game::abandon`].
    pub fn cycle(&self) -> Option<usize> {
        let n = self.n_moves();
        let is_again = |number: usize| {
            let mut since = self.past.turns()[number..].iter();
            number < n && self.turn_at(number) == self.turn && since.any(|t| t.mv != Move::Pass)
        };
        self.past
            .find(self.board.hash(), is_again)
            .filter(|&number| self.was_board(number, &self.board))
    }

    /// All points where the player to move may play. Passing is always
    /// allowed while the game is played, and is not in the set.
    pub fn legal(&self) -> PointSet {
        if self.phase != Phase::Playing || self.n_passes_left(self.turn) > 0 {
            return PointSet::EMPTY;
        }
        let vacant = self.board.vacant();
        let mut legal = vacant;
        for point in vacant - self.board.open_points() {
            if self.board.is_suicide(self.turn, point) {
                let is_alone = self.board.n_neighbors(self.turn, point) == 0;
                match self.rules().suicide {
                    Suicide::SeveralStones if is_alone => legal.remove(point),
                    Suicide::Forbidden => legal.remove(point),
                    Suicide::Allowed | Suicide::SeveralStones => {
                        self.forbid_if_repeats(&mut legal, point)
                    }
                };
            }
        }
        // A stone that stays where none ever stood makes a new board.
        for point in legal & self.past.touched() {
            self.forbid_if_repeats(&mut legal, point);
        }
        legal
    }

    fn forbid_if_repeats(&self, legal: &mut PointSet, point: Point) -> bool {
        let effect = self.board.effect(self.turn, point);
        self.repetition(self.turn, point, effect).is_some() && legal.remove(point)
    }

    /// Whether the player to move may make this move.
    ///
    /// # Errors
    ///
    /// The law it would break.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.judge(self.turn, mv)
    }

    /// Moves for the player to move.
    ///
    /// # Errors
    ///
    /// The law broken; the game is then as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.play_for(self.turn, mv)
    }

    /// Moves for `color`, in or out of turn, as files and engines' protocols
    /// may ask; the other side has then skipped a turn, not passed.
    ///
    /// # Errors
    ///
    /// The law broken; the game is then as it was.
    pub fn play_for(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.judge(color, mv)?;
        self.events.push(GameEvent::Moved { by: color, mv });
        self.carry_out(color, mv);
        Ok(())
    }

    /// Moves for `color` whatever the laws say, as real games sometimes went:
    /// a forbidden retake, or a move after the end. Returns the law it broke,
    /// if it broke one.
    ///
    /// # Errors
    ///
    /// Where no stone can be placed: off the board or on another stone.
    pub fn force(&mut self, color: Color, mv: Move) -> Result<Option<Illegal>, Illegal> {
        let Err(law) = self.play_for(color, mv) else {
            return Ok(None);
        };
        if let Move::Play(point) = mv {
            self.judge_place(point)?;
        }
        self.events.push(GameEvent::Forced { by: color, mv });
        self.phase = Phase::Playing;
        self.carry_out(color, mv);
        Ok(Some(law))
    }

    /// Ends the game: `color` gives up.
    ///
    /// # Errors
    ///
    /// If it is over already.
    pub fn resign(&mut self, color: Color) -> Result<(), Illegal> {
        let winner = !color;
        self.end(
            GameEvent::Resigned { by: color },
            Outcome::Resignation { winner },
        )
    }

    /// Ends the game: `color` has no time left.
    ///
    /// # Errors
    ///
    /// If it is over already.
    pub fn time_out(&mut self, color: Color) -> Result<(), Illegal> {
        let winner = !color;
        self.end(GameEvent::TimedOut { by: color }, Outcome::Time { winner })
    }

    /// Ends the game without a result, as players may agree when the board
    /// has come back and the rulebook does not forbid it.
    ///
    /// # Errors
    ///
    /// If the game is over or the board has not come back.
    pub fn abandon(&mut self) -> Result<(), Illegal> {
        if self.outcome().is_none() && self.cycle().is_none() {
            return Err(Illegal::NoCycle);
        }
        self.end(GameEvent::Abandoned, Outcome::NoResult)
    }

    fn end(&mut self, event: GameEvent, outcome: Outcome) -> Result<(), Illegal> {
        if let Phase::Over(outcome) = self.phase {
            return Err(Illegal::Over(outcome));
        }
        self.events.push(event);
        self.phase = Phase::Over(outcome);
        Ok(())
    }

    /// Ends a stopped game: both players agree that the stones of `dead`, and
    /// no others, are dead. The outcome is then the [`score`](Game::score).
    ///
    /// # Errors
    ///
    /// If play has not stopped, or `dead` is not whole chains.
    pub fn agree(&mut self, dead: PointSet) -> Result<Score, Illegal> {
        self.judge_stopped()?;
        let score = self.score(dead)?;
        for color in Color::BOTH {
            let n_dead = (dead & self.board.stones(color)).len();
            self.prisoners[!color].dead += n_dead as u16;
        }
        self.events.push(GameEvent::Agreed { dead });
        self.phase = Phase::Over(score.outcome());
        Ok(score)
    }

    /// Goes on with a stopped game, because the players disagree; `asked_by`
    /// is who wants to. No stone is removed, and the past stays.
    ///
    /// # Errors
    ///
    /// If play has not stopped.
    pub fn resume(&mut self, asked_by: Color) -> Result<(), Illegal> {
        self.judge_stopped()?;
        self.events.push(GameEvent::Resumed { asked_by });
        self.phase = Phase::Playing;
        if let DeadStones::ByAgreement { resumed_by } = self.rules().dead {
            match resumed_by {
                ResumedBy::NextInTurn => {}
                ResumedBy::OpponentOfAsker => self.turn = !asked_by,
            }
        }
        Ok(())
    }

    /// The same game as if its last passes had not stopped it, for whoever wants to
    /// look at the board as it is with all that was played.
    #[must_use]
    pub fn unstopped(&self) -> Game {
        let mut game = self.clone();
        let is_pass = |event: &GameEvent| {
            matches!(
                event,
                GameEvent::Moved { mv: Move::Pass, .. } | GameEvent::Forced { mv: Move::Pass, .. }
            )
        };
        if game.events.last().is_some_and(is_pass) {
            game.phase = Phase::Playing;
        }
        game
    }

    /// What the board would be worth now if the stones of `dead` were dead.
    ///
    /// ```
    /// use ponnuki_game::{Game, Move, PointSet, Points, Rules, Size};
    ///
    /// let size = Size::new(5, 3).unwrap();
    /// let mut game = Game::new(size, Rules::GOBAN)?;
    /// for name in ["B2", "D2", "B1", "D1", "B3", "D3"] {
    ///     game.play(Move::Play(size.point(name).unwrap()))?;
    /// }
    /// let score = game.score(PointSet::EMPTY)?; // . X . O . three times
    /// assert_eq!(score.sums.black.territory, Points::whole(3));
    /// assert_eq!(score.outcome().to_string(), "Draw");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `dead` is not whole chains, or nothing can be dead under these rules.
    pub fn score(&self, dead: PointSet) -> Result<Score, Illegal> {
        self.judge_dead(dead)?;
        let mut prisoners = self.prisoners;
        for color in Color::BOTH {
            prisoners[color].dead = (dead & self.board.stones(!color)).len() as u16;
        }
        Ok(Score::of(&Ending {
            board: &self.board,
            rules: self.rules(),
            komi: self.setup.komi,
            handicap: self.setup.odds.n(),
            prisoners,
            button: self.button,
            dead,
        }))
    }

    fn judge_stopped(&self) -> Result<(), Illegal> {
        match self.phase {
            Phase::Over(outcome) => Err(Illegal::Over(outcome)),
            Phase::Playing => Err(Illegal::NotStopped),
            Phase::Stopped => Ok(()),
        }
    }

    fn judge_dead(&self, dead: PointSet) -> Result<(), Illegal> {
        if !dead.is_empty() && self.rules().dead == DeadStones::Stay {
            return Err(Illegal::NothingIsDead);
        }
        for point in dead {
            let chain = self.board.chain(point).ok_or(Illegal::NoStone { point })?;
            if let Some(point) = (chain.stones - dead).first() {
                return Err(Illegal::PartOfChain { point });
            }
        }
        Ok(())
    }

    /// Takes back the last `n` moves and all that happened after them; all
    /// moves if there were fewer. Returns how many were taken back.
    pub fn undo(&mut self, n: usize) -> usize {
        let n = n.min(self.n_moves());
        let is_move =
            |event: &GameEvent| matches!(event, GameEvent::Moved { .. } | GameEvent::Forced { .. });
        let last_first = self.events.iter().enumerate().rev();
        let mut moves = last_first.filter(|(_, event)| is_move(event));
        if let Some((n_events, _)) = n.checked_sub(1).and_then(|i| moves.nth(i)) {
            self.rewind(n_events);
        }
        n
    }

    /// Takes back everything but the first `n_events` events.
    ///
    /// It costs no more the longer the game is, as long as no ending of the game is
    /// taken back or come back to.
    pub fn rewind(&mut self, n_events: usize) {
        let Some((kept, undone)) = self.events.split_at_checked(n_events) else {
            return;
        };
        let is_end = |event: &GameEvent| match event {
            GameEvent::Moved { .. } | GameEvent::Forced { .. } | GameEvent::Resumed { .. } => false,
            GameEvent::Agreed { .. }
            | GameEvent::Resigned { .. }
            | GameEvent::TimedOut { .. }
            | GameEvent::Abandoned => true,
        };
        if kept.last().into_iter().chain(undone).any(is_end) {
            self.play_again(n_events);
        } else if !undone.is_empty() {
            self.take_back(n_events);
        }
    }

    /// Plays the first `n_events` events again from the beginning.
    fn play_again(&mut self, n_events: usize) {
        let events = std::mem::take(&mut self.events);
        *self = Game::from_sound(self.setup.clone());
        for &event in &events[..n_events] {
            let replayed = self.happen(event);
            debug_assert_eq!(replayed, Ok(()), "what happened once can happen again");
        }
    }

    /// Takes back all but `n_events` events: moves and resumptions, after such.
    fn take_back(&mut self, n_events: usize) {
        let undone = self.events.split_off(n_events).into_iter();
        let undone = undone.filter(|event| !matches!(event, GameEvent::Resumed { .. }));
        let n_moves = self.n_moves() - undone.count();
        let stones = self.past.stones(n_moves, &self.board);
        self.board = Board::from_stones(self.size(), stones);
        while self.n_moves() > n_moves {
            let Some((turn, n_lifted)) = self.past.pop() else {
                break;
            };
            self.prisoners[!turn.lifted_color].captured -= n_lifted as u16;
            if turn.mv == Move::Pass && self.rules().passing.cost == PassCost::Stone {
                self.prisoners[!turn.by].passed -= 1;
            }
        }
        let mut is_button = false;
        if self.button.is_some() {
            // The first who passed has the button.
            let passes = self.moves().filter(|&(_, mv)| mv == Move::Pass);
            let takers: Vec<Color> = passes.map(|(by, _)| by).take(2).collect();
            self.button = takers.first().copied();
            is_button = takers.len() == 1;
        }
        self.turn = self.turn_after_events();
        self.phase = Phase::Playing;
        match self.events.last() {
            Some(&GameEvent::Moved { by, mv } | &GameEvent::Forced { by, mv })
                if mv == Move::Pass && !is_button =>
            {
                self.stop_after_pass(by);
            }
            _ => {}
        }
    }

    /// Who is to move after the last event, as long as it ended nothing.
    fn turn_after_events(&self) -> Color {
        let dead = self.rules().dead;
        let is_askers = matches!(
            dead,
            DeadStones::ByAgreement {
                resumed_by: ResumedBy::OpponentOfAsker
            }
        );
        let told = self.events.iter().rev().find_map(|event| match *event {
            GameEvent::Moved { by, .. } | GameEvent::Forced { by, .. } => Some(!by),
            GameEvent::Resumed { asked_by } => is_askers.then_some(!asked_by),
            _ => None,
        });
        told.unwrap_or_else(|| self.setup.first_to_move())
    }

    /// The game that begins as `setup` says and in which `events` happen.
    ///
    /// # Errors
    ///
    /// What is wrong with the set-up, or the first event against the laws.
    pub fn replay(setup: Setup, events: &[GameEvent]) -> Result<Game, ReplayError> {
        let mut game = setup.start().map_err(ReplayError::Setup)?;
        for (at, &event) in events.iter().enumerate() {
            game.happen(event)
                .map_err(|law| ReplayError::Event { at, law })?;
        }
        Ok(game)
    }

    /// Lets `event` happen.
    ///
    /// # Errors
    ///
    /// The law against it; the game is then as it was.
    pub fn happen(&mut self, event: GameEvent) -> Result<(), Illegal> {
        match event {
            GameEvent::Moved { by, mv } => self.play_for(by, mv),
            GameEvent::Forced { by, mv } => self.force(by, mv).map(drop),
            GameEvent::Resumed { asked_by } => self.resume(asked_by),
            GameEvent::Agreed { dead } => self.agree(dead).map(drop),
            GameEvent::Resigned { by } => self.resign(by),
            GameEvent::TimedOut { by } => self.time_out(by),
            GameEvent::Abandoned => self.abandon(),
        }
    }

    /// All that decides legality, in the order the laws are read.
    fn judge(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        match self.phase {
            Phase::Over(outcome) => return Err(Illegal::Over(outcome)),
            Phase::Stopped => return Err(Illegal::Stopped),
            Phase::Playing => {}
        }
        let Move::Play(point) = mv else {
            return Ok(());
        };
        self.judge_place(point)?;
        let n_left = self.n_passes_left(color);
        if n_left > 0 {
            return Err(Illegal::MustPass { n_left });
        }
        let effect = self.board.effect(color, point);
        if !self.rules().suicide.allows(effect.n_suicided) {
            return Err(Illegal::Suicide);
        }
        match self.repetition(color, point, effect) {
            Some(of) => Err(Illegal::Repetition {
                of,
                law: self.rules().repetition,
            }),
            None => Ok(()),
        }
    }

    fn judge_place(&self, point: Point) -> Result<(), Illegal> {
        let size = self.size();
        match self.board.at(point) {
            _ if !size.contains(point) => Err(Illegal::Outside { size }),
            Some(by) => Err(Illegal::Occupied { by }),
            None => Ok(()),
        }
    }

    /// The board, as the number of moves before it, that a play may not bring back but would.
    fn repetition(&self, color: Color, point: Point, effect: PlacementEffect) -> Option<usize> {
        let turns = self.past.turns();
        let is_banned = |number: usize| match self.rules().repetition {
            Repetition::Ko => {
                let is_answer = turns.last().is_some_and(|turn| turn.by != color);
                is_answer && effect.n_captured > 0 && number + 1 == turns.len()
            }
            Repetition::OwnLastTurn => {
                let last = turns.iter().rposition(|turn| turn.by == color);
                last.is_some_and(|i| number == i + 1)
            }
            Repetition::Positional => true,
            Repetition::Situational => self.turn_at(number) != color,
            Repetition::NaturalSituational => {
                let made_by = number.checked_sub(1).map(|i| turns[i]);
                made_by.is_some_and(|turn| turn.by == color && turn.mv != Move::Pass)
            }
        };
        let number = self.past.find(effect.hash, is_banned)?;
        // Equal hashes are only a hint: the stones decide.
        let mut board = self.board.clone();
        board.place(color, point);
        self.was_board(number, &board).then_some(number)
    }

    /// Whether `board` is board `number` of the past.
    fn was_board(&self, number: usize, board: &Board) -> bool {
        self.past.stones(number, &self.board) == ByColor::from_fn(|color| board.stones(color))
    }

    /// Who was to move at board `number` of the past.
    fn turn_at(&self, number: usize) -> Color {
        match number.checked_sub(1) {
            None => self.setup.first_to_move(),
            Some(i) => !self.past.turns()[i].by,
        }
    }

    /// How many of `color`'s next turns the handicap makes passes.
    fn n_passes_left(&self, color: Color) -> usize {
        let Odds::Passes(n) = self.setup.odds else {
            return 0;
        };
        let n_owed = (n as usize).saturating_sub(1);
        let turns = self.past.turns().iter();
        let n_done = turns
            .filter(|turn| turn.by == Color::White)
            .take(n_owed)
            .count();
        match color {
            Color::Black => 0,
            Color::White => n_owed - n_done,
        }
    }

    /// Makes a move that is known to be allowed.
    fn carry_out(&mut self, color: Color, mv: Move) {
        let mut lifted = (color, PointSet::EMPTY);
        match mv {
            Move::Play(point) => {
                lifted.1 = self.board.place(color, point);
                if !lifted.1.contains(point) {
                    lifted.0 = !color;
                }
                self.prisoners[!lifted.0].captured += lifted.1.len() as u16;
            }
            Move::Pass => match self.rules().passing.cost {
                PassCost::Nothing => {}
                PassCost::Stone => self.prisoners[!color].passed += 1,
            },
        }
        self.past.push(color, mv, lifted, self.board.hash());
        self.turn = !color;
        if mv == Move::Pass {
            self.stop_after_pass(color);
        }
    }

    fn stop_after_pass(&mut self, color: Color) {
        if self.rules().passing.button == Button::HalfPoint && self.button.is_none() {
            self.button = Some(color);
            return;
        }
        if !self.is_last_pass(color) {
            return;
        }
        self.phase = match self.rules().dead {
            DeadStones::ByAgreement { .. } => Phase::Stopped,
            DeadStones::Stay => {
                let score = self.score(PointSet::EMPTY);
                score.map_or(Phase::Stopped, |score| Phase::Over(score.outcome()))
            }
        };
    }

    /// Whether the pass that `color` just made stops play.
    fn is_last_pass(&self, color: Color) -> bool {
        let before = self.events.iter().rev().nth(1);
        let is_answer = match before {
            Some(&GameEvent::Moved { by, mv } | &GameEvent::Forced { by, mv }) => {
                (by, mv) == (!color, Move::Pass)
            }
            _ => false,
        };
        let is_right_order = match self.rules().passing.stop {
            Stop::TwoPasses => true,
            Stop::BlackThenWhite => color == Color::White,
        };
        // The pass that took the button, the first of the game, does not count.
        let n_passes = self.moves().filter(|&(_, mv)| mv == Move::Pass).count();
        let is_after_button = self.button.is_some() && n_passes == 2;
        is_answer && is_right_order && !is_after_button
    }
}
