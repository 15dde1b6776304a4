//! A line of play: its positions, and the move that was made in each.

use ponnuki_game::{Color, Game, GameEvent, Move, Rules, Size};
use ponnuki_record::{Record, Replay};

/// The main line of a game, to be gone through in any order.
///
/// A record whose board is set up anew on the way has more positions than moves and one:
/// the one before the set-up, and the one after.
#[derive(Clone, Debug, Default)]
pub struct MainLine {
    /// The games that the line is made of: a set-up on the way begins another one.
    games: Vec<Game>,
    positions: Vec<Position>,
    turns: Vec<Turn>,
}

/// A game as it stood after some of its events.
#[derive(Clone, Copy, Debug)]
struct Position {
    game_idx: usize,
    n_events: usize,
}

/// A move of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player who moved.
    pub by: Color,
    /// The move that was made.
    pub mv: Move,
    /// How many moves there were with it, those before a set-up too.
    pub number: usize,
    /// The position it was made in.
    pub before: usize,
    /// The position it led to.
    pub after: usize,
    /// The node that makes it, counted along the main line from the first, which is 0.
    pub node: usize,
}

impl MainLine {
    /// The main line of a record, with all that was done on it, lawful or not.
    pub fn of_record(record: Record<'_>) -> MainLine {
        MainLine::of_replay(&mut record.replay())
    }

    /// The main line of the record that is being replayed, from the node that `replay` has come
    /// to. Takes it to the end.
    pub fn of_replay(replay: &mut Replay<'_>) -> MainLine {
        let mut main_line = MainLine::default();
        let mut node = 0;
        loop {
            main_line.follow(replay.game(), replay.n_moves(), node);
            if !replay.forward() {
                return main_line;
            }
            node += 1;
        }
    }

    /// The moves of a game. The first of them makes node 1, as in a record of it.
    pub fn of_game(game: &Game) -> MainLine {
        let mut main_line = MainLine::default();
        let mut so_far = Game::replay(game.setup().clone(), &[]).unwrap_or_else(|_| game.clone());
        main_line.follow(&so_far, 0, 0);
        let mut n_moves = 0;
        for &event in game.events() {
            n_moves += usize::from(made(event).is_some());
            if so_far.happen(event).is_ok() {
                main_line.follow(&so_far, n_moves, n_moves);
            }
        }
        main_line
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.games.first().map_or(Size::NINETEEN, Game::size)
    }

    /// The rules that the moves of a position's game are made under; `None` if there are not so
    /// many positions.
    pub(crate) fn rules(&self, position: usize) -> Option<&Rules> {
        let Position { game_idx, .. } = *self.positions.get(position)?;
        Some(self.games[game_idx].rules())
    }

    /// How many positions there are.
    pub fn n_positions(&self) -> usize {
        self.positions.len()
    }

    /// The moves, in order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The game as it stood in a position; `None` if there are not so many.
    pub fn game(&self, position: usize) -> Option<Game> {
        let Position { game_idx, n_events } = *self.positions.get(position)?;
        let game = &self.games[game_idx];
        Game::replay(game.setup().clone(), &game.events()[..n_events]).ok()
    }

    /// Goes on to `game`, as `node` has it after `n_moves` moves.
    fn follow(&mut self, game: &Game, n_moves: usize, node: usize) {
        let n_known = self.n_events_of(game);
        if n_known.is_none() {
            self.begin(game);
        }
        let game_idx = self.games.len() - 1;
        let n_known = n_known.unwrap_or(0);
        let news = &game.events()[n_known..];
        let n_made = news.iter().filter(|&&event| made(event).is_some()).count();
        let mut number = n_moves.saturating_sub(n_made);
        for (i, &event) in news.iter().enumerate() {
            let n_events = n_known + i + 1;
            self.positions.push(Position { game_idx, n_events });
            let after = self.positions.len() - 1;
            if let Some((by, mv)) = made(event) {
                number += 1;
                self.turns.push(Turn {
                    by,
                    mv,
                    number,
                    before: after - 1,
                    after,
                    node,
                });
            }
        }
        self.games[game_idx].clone_from(game);
    }

    /// How many events of `game` are known, if it is the last one gone on with.
    fn n_events_of(&self, game: &Game) -> Option<usize> {
        let last = self.games.last()?;
        let is_same = last.setup() == game.setup() && game.events().starts_with(last.events());
        is_same.then(|| last.events().len())
    }

    /// Begins another game; one in which nothing happened is forgotten, as handicap stones
    /// that come one by one begin one each.
    fn begin(&mut self, game: &Game) {
        if self
            .games
            .last()
            .is_some_and(|last| last.events().is_empty())
        {
            self.games.pop();
            self.positions.pop();
        }
        self.games.push(game.clone());
        self.positions.push(Position {
            game_idx: self.games.len() - 1,
            n_events: 0,
        });
    }
}

/// The move that an event is, if it is one.
fn made(event: GameEvent) -> Option<(Color, Move)> {
    match event {
        GameEvent::Moved { by, mv } | GameEvent::Forced { by, mv } => Some((by, mv)),
        GameEvent::Resumed { .. }
        | GameEvent::Agreed { .. }
        | GameEvent::Resigned { .. }
        | GameEvent::TimedOut { .. }
        | GameEvent::Abandoned => None,
    }
}
