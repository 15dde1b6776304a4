//! Positions that nobody plays: what stands on the board after some moves.

use std::fmt;

use ponnuki_game::{self as game, Game, Illegal, Move, Phase, PointSet, Setup, SetupFaults, Size};
use ponnuki_wire::{
    BadTerms, BoardFace, ByColor, Outcome, Position, PositionFace, Prisoners, RefusalCode,
    RefusedStep, Score, Step, StudyStage, Vertex, forbidden, must_pass,
};

/// Moves that one question may hold; games of people have some 300.
pub const STUDY_MOVES_MAX: usize = 2_000;

/// Why there is no such position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadPosition {
    /// There is no such board, rulebook or komi.
    Terms(BadTerms),
    /// The stones are not one sign for each point.
    Stones,
    /// A text that names no point of the board.
    Point(String),
    /// There are more moves than may be asked about.
    TooManyMoves,
    /// No game can begin with this set-up.
    Setup(SetupFaults),
    /// These stones cannot be dead.
    Dead(Illegal),
}

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPosition::Terms(why) => why.fmt(f),
            BadPosition::Stones => f.write_str("stones are one of . X O for each point"),
            BadPosition::Point(text) => write!(f, "{text:?} is no point of this board"),
            BadPosition::TooManyMoves => write!(f, "at most {STUDY_MOVES_MAX} moves at once"),
            BadPosition::Setup(faults) => faults.fmt(f),
            BadPosition::Dead(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for BadPosition {}

/// The game of `position` before its first move.
///
/// # Errors
///
/// What is wrong with it.
pub fn position_setup(position: &Position) -> Result<Setup, BadPosition> {
    let (width, height) = (position.width, position.height.unwrap_or(position.width));
    let no_size = BadPosition::Terms(BadTerms::Size { width, height });
    let size = Size::new(width, height).ok_or(no_size)?;
    let rules = position.rules.parse();
    let rules = rules.map_err(|why| BadPosition::Terms(BadTerms::Rules(why)))?;
    let mut setup = Setup::new(size, rules);
    setup.komi = rules.start.komi_with(usize::from(position.handicap));
    if let Some(komi) = position.komi {
        let too_large = BadPosition::Terms(BadTerms::Komi(komi));
        setup.komi = komi.to_komi().ok_or(too_large)?;
    }
    if position.handicap > 1 {
        let setup_with = setup.with_handicap(usize::from(position.handicap));
        setup = setup_with.map_err(|fault| BadPosition::Setup(SetupFaults(vec![fault])))?;
    }
    if let Some(text) = &position.stones {
        setup.stones = stones(text, size).ok_or(BadPosition::Stones)?;
    }
    setup.first = position.to_move.map(Into::into);
    Ok(setup)
}

/// What stands on the board after the moves of `position`.
///
/// # Errors
///
/// There is no such position. A move against the laws is no error: the answer
/// says so.
pub fn look_at(position: &Position) -> Result<PositionFace, BadPosition> {
    if position.moves.len() > STUDY_MOVES_MAX {
        return Err(BadPosition::TooManyMoves);
    }
    let mut game = position_setup(position)?
        .start()
        .map_err(BadPosition::Setup)?;
    let mut made = MovesMade::default();
    for (i, vertex) in position.moves.iter().enumerate() {
        let mv = vertex.to_move(game.size());
        let mv = mv.ok_or_else(|| BadPosition::Point(vertex.0.clone()))?;
        if let Err(law) = made.step(&mut game, mv) {
            made.refused = Some(refused_step(i, &law));
            break;
        }
    }
    let dead = Vertex::to_points(&position.dead, game.size());
    let dead = dead.map_err(|vertex| BadPosition::Point(vertex.0.clone()))?;
    face(&game, made, dead)
}

/// The moves made on the way to a position, and the first that could not be made.
#[derive(Debug, Default)]
struct MovesMade {
    steps: Vec<Step>,
    last: Option<(Move, PointSet)>,
    refused: Option<RefusedStep>,
}

impl MovesMade {
    fn step(&mut self, game: &mut Game, mv: Move) -> Result<(), Illegal> {
        let by = game.turn();
        let before = all_stones(game);
        game.play(mv)?;
        let lifted = before - all_stones(game);
        self.last = Some((mv, lifted));
        self.steps.push(Step {
            by: by.into(),
            at: Vertex::of_move(mv, game.size()),
            lifted: Vertex::of_all(lifted, game.size()),
        });
        Ok(())
    }
}

fn all_stones(game: &Game) -> PointSet {
    let board = game.board();
    board.stones(game::Color::Black) | board.stones(game::Color::White)
}

fn face(game: &Game, made: MovesMade, dead: PointSet) -> Result<PositionFace, BadPosition> {
    let is_playing = game.phase() == Phase::Playing;
    let score = game.score(dead).map_err(BadPosition::Dead)?;
    Ok(PositionFace {
        board: BoardFace::at(game, made.last),
        to_move: is_playing.then(|| game.turn().into()),
        must_pass: Some(game).filter(|_| is_playing).and_then(must_pass),
        forbidden: match is_playing {
            true => forbidden(game, |n_moves| n_moves as u32),
            false => Vec::new(),
        },
        prisoners: ByColor::from_fn(|color| Prisoners::of(game.prisoners()[color])),
        steps: made.steps,
        refused: made.refused,
        stage: match game.phase() {
            Phase::Playing => StudyStage::Playing,
            Phase::Stopped => StudyStage::Stopped,
            Phase::Over(_) => StudyStage::Over,
        },
        outcome: (!is_playing).then(|| Outcome::of(score.outcome())),
        score: Score::of(&score, game.size(), game.rules()),
    })
}

fn refused_step(index: usize, law: &Illegal) -> RefusedStep {
    RefusedStep {
        index: index as u32,
        code: RefusalCode::of_law(law),
        text: law.to_string(),
        of_move: match law {
            Illegal::Repetition { of, .. } => Some(*of as u32),
            _ => None,
        },
    }
}

/// The stones in a text with one sign for each point of a board of `size`.
fn stones(text: &str, size: Size) -> Option<game::ByColor<PointSet>> {
    let mut stones: game::ByColor<PointSet> = game::ByColor::default();
    if text.chars().count() != size.n_points() {
        return None;
    }
    for (point, sign) in size.points().zip(text.chars()) {
        let color = match sign {
            '.' => continue,
            'X' => game::Color::Black,
            'O' => game::Color::White,
            _ => return None,
        };
        stones[color].insert(point);
    }
    Some(stones)
}
