//! Lessons as text: drawn boards, and what the reader does on them.
//!
//! ```text
//! lesson capture
//!
//! step one
//!     . . . . .
//!     . . X . .
//!     . X O X .
//!     . . . . .
//! play captures C2
//! right: C1
//! wrong: D1 C1
//! ```
//!
//! A step has a board and one task. Before the task it may say `rules` (Japanese if not),
//! `turn` (Black's if not), `komi` (none if not) and `moves`, which are made before the reader
//! sees the board. The words of a lesson are not here: they are the languages' business.
//! [`LessonBoard::doubts`] asks the rules about everything that a step claims.

use std::fmt;

use ponnuki_game::{
    Color, Diagram, Game, Illegal, Komi, Move, ParseDiagramError, Point, PointSet, Preset, Setup,
    SetupFaults, Size,
};

use crate::problem::read_moves;

/// The course, a lesson in each text, in the order to be read.
const COURSE: [&str; 14] = [
    include_str!("../../../data/lessons/01-stones.txt"),
    include_str!("../../../data/lessons/02-chains.txt"),
    include_str!("../../../data/lessons/03-liberties.txt"),
    include_str!("../../../data/lessons/04-capture.txt"),
    include_str!("../../../data/lessons/05-suicide.txt"),
    include_str!("../../../data/lessons/06-eyes.txt"),
    include_str!("../../../data/lessons/07-ko.txt"),
    include_str!("../../../data/lessons/08-territory.txt"),
    include_str!("../../../data/lessons/09-passing.txt"),
    include_str!("../../../data/lessons/10-dead.txt"),
    include_str!("../../../data/lessons/11-counting.txt"),
    include_str!("../../../data/lessons/12-komi.txt"),
    include_str!("../../../data/lessons/13-reading.txt"),
    include_str!("../../../data/lessons/14-rulebooks.txt"),
];

/// Some steps about one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its name, to which the languages have words.
    pub id: String,
    /// What is done, in order.
    pub steps: Vec<LessonBoard>,
}

/// A board, and what to do on it.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonBoard {
    /// Its name within the lesson.
    pub id: String,
    /// The rulebook.
    pub rules: &'static Preset,
    /// The position before `moves`.
    pub setup: Setup,
    /// What was played before the reader comes.
    pub moves: Vec<Move>,
    /// What is to be done.
    pub task: LessonExercise,
}

/// What the reader is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonExercise {
    /// Play the right moves.
    Play {
        /// What the right moves reach.
        goal: ExerciseGoal,
        /// What reaches it: the reader's moves and the answers to them, in turns.
        right: Vec<Vec<Move>>,
        /// Tempting moves, with what is wrong about them played out.
        wrong: Vec<Vec<Move>>,
    },
    /// Try a move that is refused.
    Try {
        /// The move.
        mv: Move,
        /// The law that refuses it.
        law: RefusingLaw,
    },
    /// Watch while moves are made.
    Watch {
        /// The moves.
        moves: Vec<Move>,
        /// One more move, which is refused, and the law that refuses it.
        refused: Option<(Move, RefusingLaw)>,
    },
    /// Choose a number.
    Choose {
        /// What the number says.
        fact: Fact,
        /// The numbers to choose from.
        answers: Vec<i16>,
        /// The right number.
        right: i16,
    },
    /// See the score of a finished game under two rulebooks.
    Count {
        /// The other rulebook.
        other: &'static Preset,
        /// The stones that both players call dead.
        dead: PointSet,
        /// The results, such as `B+3`.
        results: [String; 2],
    },
    /// Play freely.
    Free,
}

/// What good play reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseGoal {
    /// There is no goal beyond the moves themselves.
    Played,
    /// These stones are captured.
    Captures(PointSet),
    /// The chain with this stone has at least so many liberties.
    Liberties(Point, u8),
    /// The game has stopped.
    Stops,
}

/// What a number says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The liberties of the chain with this stone.
    Liberties(Point),
    /// The stones of the chain with this stone.
    Stones(Point),
    /// The chains on the board.
    Chains,
    /// By how many points Black is ahead as the board stands.
    Lead,
    /// The points of Black's territory as the board stands.
    Territory,
}

/// A law that refuses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusingLaw {
    /// The point is occupied.
    Occupied,
    /// The stone would have no liberty.
    Suicide,
    /// An earlier board would come back.
    Repetition,
    /// The handicap makes this turn a pass.
    MustPass,
}

impl RefusingLaw {
    /// All of them, with their words.
    pub const ALL: [(RefusingLaw, &'static str); 4] = [
        (RefusingLaw::Occupied, "occupied"),
        (RefusingLaw::Suicide, "suicide"),
        (RefusingLaw::Repetition, "repetition"),
        (RefusingLaw::MustPass, "must-pass"),
    ];

    fn of(illegal: &Illegal) -> Option<RefusingLaw> {
        match illegal {
            Illegal::Occupied { .. } => Some(RefusingLaw::Occupied),
            Illegal::Suicide => Some(RefusingLaw::Suicide),
            Illegal::Repetition { .. } => Some(RefusingLaw::Repetition),
            Illegal::MustPass { .. } => Some(RefusingLaw::MustPass),
            _ => None,
        }
    }
}

/// Why a text is not a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLessonError {
    /// The line, from 1, where it went wrong or the step begins.
    pub line: usize,
    /// What is wrong.
    pub fault: LessonFault,
}

/// What is wrong with a lesson's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonFault {
    /// It does not begin with a lesson and its name.
    NoLesson,
    /// A line before the first step.
    NoStep,
    /// The board is missing or cannot exist.
    Board(ParseDiagramError),
    /// No game can begin with this set-up.
    Setup(SetupFaults),
    /// A line that begins with none of the known words.
    UnknownWord,
    /// Something that is not a point, a number or a name where one has to be.
    Value,
    /// A step without a task, or with two.
    Task,
}

impl fmt::Display for ParseLessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            LessonFault::NoLesson => f.write_str("a lesson begins with its name"),
            LessonFault::NoStep => f.write_str("nothing stands before the first step"),
            LessonFault::Board(error) => write!(f, "the board: {error}"),
            LessonFault::Setup(faults) => faults.fmt(f),
            LessonFault::UnknownWord => f.write_str("no line begins with this word"),
            LessonFault::Value => f.write_str("this is no point, number or name"),
            LessonFault::Task => f.write_str("a step has one task"),
        }
    }
}

impl std::error::Error for ParseLessonError {}

impl Lesson {
    /// The whole course, from the first stone on.
    ///
    /// # Errors
    ///
    /// Never, as the tests show.
    pub fn course() -> Result<Vec<Lesson>, ParseLessonError> {
        COURSE.into_iter().map(Lesson::parse).collect()
    }

    /// The lesson of a text.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its line.
    pub fn parse(text: &str) -> Result<Lesson, ParseLessonError> {
        let lines = (1..).zip(text.lines());
        let mut lines = lines.filter(|(_, text)| !text.trim().is_empty() && !text.starts_with('#'));
        let first = lines
            .next()
            .and_then(|(_, text)| text.strip_prefix("lesson "));
        let no_lesson = ParseLessonError {
            line: 1,
            fault: LessonFault::NoLesson,
        };
        let id = first.ok_or(no_lesson)?.trim().to_owned();
        let mut drafts: Vec<StepDraft<'_>> = Vec::new();
        for (line, text) in lines {
            match (text.strip_prefix("step "), drafts.last_mut()) {
                (Some(id), _) => drafts.push(StepDraft::new(line, id.trim())),
                (None, Some(draft)) => draft.add(line, text),
                (None, None) => {
                    let fault = LessonFault::NoStep;
                    return Err(ParseLessonError { line, fault });
                }
            }
        }
        let steps = drafts.iter().map(StepDraft::finish);
        let steps = steps.collect::<Result<_, _>>()?;
        Ok(Lesson { id, steps })
    }
}

impl LessonBoard {
    /// The game as the reader finds it.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words.
    pub fn game(&self) -> Result<Game, String> {
        let mut game = self.setup.clone().start().map_err(|why| why.to_string())?;
        play_all(&mut game, &self.moves)?;
        Ok(game)
    }

    /// What the step claims and the rules do not confirm, in words; nothing if all is true.
    pub fn doubts(&self) -> Vec<String> {
        match self.game() {
            Err(why) => vec![why],
            Ok(game) => self.task.doubts(&game),
        }
    }
}

fn play_all(game: &mut Game, moves: &[Move]) -> Result<(), String> {
    for &mv in moves {
        let (by, name) = (game.turn(), name(mv, game.size()));
        let played = game.play(mv);
        played.map_err(|why| format!("{by} cannot play {name}: {why}"))?;
    }
    Ok(())
}

fn name(mv: Move, size: Size) -> String {
    match mv {
        Move::Play(point) => size.name(point),
        Move::Pass => "pass".to_owned(),
    }
}

impl LessonExercise {
    fn doubts(&self, game: &Game) -> Vec<String> {
        let mut doubts = Vec::new();
        match self {
            LessonExercise::Play { goal, right, wrong } => {
                doubts.extend(right.is_empty().then(|| "nothing is right".to_owned()));
                for (line, is_right) in all(right, true).chain(all(wrong, false)) {
                    doubts.extend(goal.doubt(game, line, is_right));
                }
            }
            LessonExercise::Try { mv, law } => doubts.extend(law.doubt(game, *mv)),
            LessonExercise::Watch { moves, refused } => {
                let mut game = game.clone();
                doubts.extend(play_all(&mut game, moves).err());
                if let (Some((mv, law)), true) = (refused, doubts.is_empty()) {
                    doubts.extend(law.doubt(&game, *mv));
                }
            }
            LessonExercise::Choose {
                fact,
                answers,
                right,
            } => {
                let found = fact.of(game);
                let is_told = found == Some(*right) && answers.contains(right);
                doubts.extend((!is_told).then(|| format!("the number is {found:?}")));
            }
            LessonExercise::Count {
                other,
                dead,
                results,
            } => {
                let mut setup = game.setup().clone();
                setup.rules = other.rules;
                let events = game.events();
                let under = Game::replay(setup, events).map_err(|why| why.to_string());
                for (game, told) in [(Ok(game.clone()), &results[0]), (under, &results[1])] {
                    let score =
                        game.and_then(|game| game.score(*dead).map_err(|why| why.to_string()));
                    let found = score.map(|score| score.outcome().to_string());
                    doubts.extend(
                        (found.as_ref() != Ok(told)).then(|| format!("the sum is {found:?}")),
                    );
                }
            }
            LessonExercise::Free => {}
        }
        doubts
    }
}

fn all(lines: &[Vec<Move>], is_right: bool) -> impl Iterator<Item = (&[Move], bool)> {
    lines.iter().map(move |line| (line.as_slice(), is_right))
}

impl ExerciseGoal {
    /// What is wrong about a line that is said to reach it, or not to.
    fn doubt(&self, start: &Game, line: &[Move], is_right: bool) -> Option<String> {
        let mut game = start.clone();
        if let Err(why) = play_all(&mut game, line) {
            return Some(why);
        }
        let is_reached = match *self {
            ExerciseGoal::Played => return None,
            ExerciseGoal::Captures(stones) => {
                let mut stones = stones.iter();
                stones.all(|point| game.board().at(point) != start.board().at(point))
            }
            ExerciseGoal::Liberties(stone, n) => {
                let chain = game.board().chain(stone);
                chain.is_some_and(|chain| chain.liberties.len() >= usize::from(n))
            }
            ExerciseGoal::Stops => game.phase() != ponnuki_game::Phase::Playing,
        };
        let moves: Vec<String> = line.iter().map(|mv| name(*mv, game.size())).collect();
        (is_reached != is_right).then(|| format!("{} reaches it: {is_reached}", moves.join(" ")))
    }
}

impl RefusingLaw {
    /// What is wrong about the claim that this law refuses `mv`.
    fn doubt(self, game: &Game, mv: Move) -> Option<String> {
        let found = game
            .check(mv)
            .err()
            .and_then(|illegal| RefusingLaw::of(&illegal));
        (found != Some(self)).then(|| format!("{} is refused by {found:?}", name(mv, game.size())))
    }
}

impl Fact {
    /// The number it is about; `None` if there is no such stone.
    fn of(self, game: &Game) -> Option<i16> {
        let board = game.board();
        Some(match self {
            Fact::Liberties(stone) => board.chain(stone)?.liberties.len() as i16,
            Fact::Stones(stone) => board.chain(stone)?.stones.len() as i16,
            Fact::Chains => {
                let n = |color| board.chains(color).count();
                (n(Color::Black) + n(Color::White)) as i16
            }
            Fact::Lead => {
                let score = game.score(PointSet::EMPTY).ok()?;
                (score.margin().half_points() / 2) as i16
            }
            Fact::Territory => {
                let score = game.score(PointSet::EMPTY).ok()?;
                score.territory.black.len() as i16
            }
        })
    }
}

/// A step being read.
#[derive(Debug)]
struct StepDraft<'a> {
    line: usize,
    id: &'a str,
    board: String,
    lines: Vec<(usize, &'a str)>,
}

impl<'a> StepDraft<'a> {
    fn new(line: usize, id: &'a str) -> StepDraft<'a> {
        StepDraft {
            line,
            id,
            board: String::new(),
            lines: Vec::new(),
        }
    }

    fn add(&mut self, line: usize, text: &'a str) {
        if text.starts_with(' ') {
            self.board.push_str(text);
            self.board.push('\n');
        } else {
            self.lines.push((line, text));
        }
    }

    fn finish(&self) -> Result<LessonBoard, ParseLessonError> {
        let at = |line, fault| ParseLessonError { line, fault };
        let board = |error| at(self.line, LessonFault::Board(error));
        let diagram: Diagram = self.board.parse().map_err(board)?;
        let mut step = LessonBoard {
            id: self.id.to_owned(),
            rules: Preset::named("japanese").ok_or(at(self.line, LessonFault::Value))?,
            setup: Setup::new(diagram.size(), ponnuki_game::Rules::JAPANESE),
            moves: Vec::new(),
            task: LessonExercise::Free,
        };
        step.setup.stones = diagram.stones();
        step.setup.first = Some(Color::Black);
        step.setup.komi = Komi::ZERO;
        let mut has_task = false;
        for &(line, text) in &self.lines {
            let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
            let value = || at(line, LessonFault::Value);
            if step.settle(word, rest).ok_or_else(value)? {
                continue;
            }
            let size = step.setup.size;
            if let LessonExercise::Play { right, wrong, .. } = &mut step.task
                && let Some(lines) = line_of(word, right, wrong)
            {
                lines.push(read_moves(rest, size).ok_or_else(value)?);
                continue;
            }
            if has_task {
                return Err(at(line, LessonFault::Task));
            }
            has_task = true;
            let known = task(word, rest, size).ok_or_else(value)?;
            step.task = known.ok_or_else(|| at(line, LessonFault::UnknownWord))?;
        }
        if !has_task {
            return Err(at(self.line, LessonFault::Task));
        }
        let begun = step.setup.clone().start();
        begun.map_err(|faults| at(self.line, LessonFault::Setup(faults)))?;
        Ok(step)
    }
}

/// The list that a line of a [`LessonExercise::Play`] belongs to.
fn line_of<'t, T>(word: &str, right: &'t mut T, wrong: &'t mut T) -> Option<&'t mut T> {
    match word {
        "right:" => Some(right),
        "wrong:" => Some(wrong),
        _ => None,
    }
}

impl LessonBoard {
    /// Takes a line that comes before the task; tells whether it is one, `None` if it
    /// cannot be read.
    fn settle(&mut self, word: &str, rest: &str) -> Option<bool> {
        match word {
            "rules" => {
                self.rules = Preset::named(rest)?;
                self.setup.rules = self.rules.rules;
            }
            "turn" => {
                let mut colors = Color::BOTH.into_iter();
                let color = colors.find(|color| color.to_string().eq_ignore_ascii_case(rest));
                self.setup.first = Some(color?);
            }
            "komi" => self.setup.komi = rest.parse().ok()?,
            "handicap" => {
                self.setup.first = None;
                let setup = self.setup.clone().with_handicap(rest.parse().ok()?);
                self.setup = setup.ok()?;
            }
            "moves" => self.moves = read_moves(rest, self.setup.size)?,
            _ => return Some(false),
        }
        Some(true)
    }
}

/// The task that a line begins, `Some(None)` if it begins none, `None` if it cannot be read.
fn task(word: &str, rest: &str, size: Size) -> Option<Option<LessonExercise>> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    Some(Some(match word {
        "free" => LessonExercise::Free,
        "play" => LessonExercise::Play {
            goal: goal(&words, size)?,
            right: Vec::new(),
            wrong: Vec::new(),
        },
        "try" => match *words {
            [mv, law] => LessonExercise::Try {
                mv: *read_moves(mv, size)?.first()?,
                law: read_law(law)?,
            },
            _ => return None,
        },
        "watch" => watch(rest, size)?,
        "choose" => choose(rest, size)?,
        "count" => count(rest, size)?,
        _ => return Some(None),
    }))
}

fn goal(words: &[&str], size: Size) -> Option<ExerciseGoal> {
    Some(match words {
        [] => ExerciseGoal::Played,
        ["stops"] => ExerciseGoal::Stops,
        ["captures", names @ ..] => {
            let points = names.iter().map(|name| size.point(name));
            ExerciseGoal::Captures(points.collect::<Option<PointSet>>()?)
        }
        ["liberties", name, n] => ExerciseGoal::Liberties(size.point(name)?, n.parse().ok()?),
        _ => return None,
    })
}

fn read_law(word: &str) -> Option<RefusingLaw> {
    let found = RefusingLaw::ALL.iter().find(|(_, known)| *known == word);
    found.map(|&(law, _)| law)
}

/// `C2 B2` or `C2 B2; C2 repetition`.
fn watch(rest: &str, size: Size) -> Option<LessonExercise> {
    let (moves, refused) = rest
        .split_once(';')
        .map_or((rest, None), |(moves, refused)| {
            (moves, Some(refused.trim()))
        });
    let refused = match refused {
        None => None,
        Some(text) => {
            let (mv, law) = text.split_once(' ')?;
            Some((*read_moves(mv, size)?.first()?, read_law(law.trim())?))
        }
    };
    Some(LessonExercise::Watch {
        moves: read_moves(moves, size)?,
        refused,
    })
}

/// `liberties C3: 2 3 *4`, the right one with a star.
fn choose(rest: &str, size: Size) -> Option<LessonExercise> {
    let (fact, answers) = rest.split_once(':')?;
    let fact = match fact.split_whitespace().collect::<Vec<_>>()[..] {
        ["liberties", name] => Fact::Liberties(size.point(name)?),
        ["stones", name] => Fact::Stones(size.point(name)?),
        ["chains"] => Fact::Chains,
        ["lead"] => Fact::Lead,
        ["territory"] => Fact::Territory,
        _ => return None,
    };
    let mut right = None;
    let mut numbers = Vec::new();
    for text in answers.split_whitespace() {
        let number = text.trim_start_matches('*').parse().ok()?;
        numbers.push(number);
        if text.starts_with('*') {
            right = Some(number);
        }
    }
    Some(LessonExercise::Choose {
        fact,
        answers: numbers,
        right: right?,
    })
}

/// `chinese dead A1 B1: B+3 B+2`: the other rulebook, the dead, both results.
fn count(rest: &str, size: Size) -> Option<LessonExercise> {
    let (about, results) = rest.split_once(':')?;
    let mut words = about.split_whitespace();
    let other = Preset::named(words.next()?)?;
    let dead = match words.next() {
        None => PointSet::EMPTY,
        Some("dead") => words
            .map(|name| size.point(name))
            .collect::<Option<PointSet>>()?,
        Some(_) => return None,
    };
    let results: Vec<String> = results.split_whitespace().map(str::to_owned).collect();
    Some(LessonExercise::Count {
        other,
        dead,
        results: results.try_into().ok()?,
    })
}
