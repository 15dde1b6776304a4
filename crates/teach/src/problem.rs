//! Problems as text: a drawn board, a task, and what solves it.
//!
//! ```text
//! problem capture-3f21a7: Black to capture C4
//!     . . . . .
//!     . X O X .
//!     . X . X .
//!     . . . . .
//! solved: C2
//! line: C2 C1
//! wrong: C1 C2
//! area: C1 C2 C3 C4
//! difficulty: 3
//! ```
//!
//! Blank lines and lines that begin with `#` are passed over. Nothing here knows
//! whether a solution is right; it is only well written.

use std::fmt;

use ponnuki_game::{
    Board, ByColor, Color, Diagram, Ending, Game, Komi, Move, ParseDiagramError, Point, PointSet,
    Rules, Score, Setup, SetupFaults, Size,
};

/// The largest text taken for a file of problems, in bytes: some ten thousand of them.
pub const PROBLEMS_TEXT_MAX: usize = 1 << 23;

/// The problems of the collection, one kind in each text, those for beginners first.
const COLLECTION: [&str; 8] = [
    include_str!("../../../data/problems/capture.txt"),
    include_str!("../../../data/problems/ladder.txt"),
    include_str!("../../../data/problems/net.txt"),
    include_str!("../../../data/problems/snapback.txt"),
    include_str!("../../../data/problems/life.txt"),
    include_str!("../../../data/problems/ko.txt"),
    include_str!("../../../data/problems/connection.txt"),
    include_str!("../../../data/problems/counting.txt"),
];

/// A position, a task in it, and what solves the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoProblem {
    /// Its name, which never changes: the kind and six digits, as `net-04a7f3`.
    pub id: String,
    /// What it trains.
    pub kind: Kind,
    /// The stones.
    pub board: Board,
    /// The player to move.
    pub turn: Color,
    /// What the player to move is to do.
    pub task: ProblemTask,
    /// What solves it.
    pub solution: ProblemSolution,
    /// How hard it is: about the number of times the work of solving it doubles that
    /// of the easiest.
    pub difficulty: u8,
    /// How many other moves of the area the built-in network finds likelier, at first sight,
    /// than the likeliest that solves it. `None` if it was not asked.
    pub rank: Option<u8>,
}

/// What a problem trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Capturing a chain, or saving one.
    Capture,
    /// Capturing by atari after atari.
    Ladder,
    /// A chain that is held without being touched.
    Net,
    /// A stone given so that more are taken.
    Snapback,
    /// Killing a chain, or making one live.
    Life,
    /// Reaching something that only a ko decides.
    Ko,
    /// Connecting two chains.
    Connection,
    /// Counting who is ahead, and by how much.
    Counting,
}

impl Kind {
    /// All of them, each with the word that its problems' names begin with.
    pub const ALL: [(Kind, &'static str); 8] = [
        (Kind::Capture, "capture"),
        (Kind::Ladder, "ladder"),
        (Kind::Net, "net"),
        (Kind::Snapback, "snapback"),
        (Kind::Life, "life"),
        (Kind::Ko, "ko"),
        (Kind::Connection, "connection"),
        (Kind::Counting, "counting"),
    ];

    /// The word that its problems' names begin with.
    pub fn word(self) -> &'static str {
        let found = Kind::ALL.iter().find(|(kind, _)| *kind == self);
        found.map_or("", |(_, word)| word)
    }
}

/// What the player to move is to do. A point is a stone of the chain that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemTask {
    /// Capture the opponent's chain.
    Capture(Point),
    /// Keep one's own chain from being captured.
    Save(Point),
    /// Capture the opponent's chain, which cannot get away, in the end.
    Kill(Point),
    /// Keep one's own chain, which cannot get away, from being captured.
    Live(Point),
    /// Make one chain of two.
    Connect(Point, Point),
    /// Say by how many points Black is ahead, stones and territory counted.
    Count,
}

/// What solves a problem.
#[allow(
    clippy::large_enum_variant,
    reason = "nearly all problems are solved by moves"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemSolution {
    /// Moves.
    Moves(Moves),
    /// A number: how many points Black is ahead, under zero if White is.
    Lead(i16),
}

/// The moves that solve a problem, and some that do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Whether it can only be done by winning a ko.
    pub is_ko: bool,
    /// All first moves that solve it.
    pub firsts: PointSet,
    /// One of these moves, and the best play after it.
    pub line: Vec<Move>,
    /// Tempting first moves that do not, each with what refutes it.
    pub wrong: Vec<Vec<Move>>,
    /// Where all of this was proved: nothing was played elsewhere.
    pub area: PointSet,
    /// A chain with so many liberties, its captor to move, counts as got away.
    pub free: Option<u8>,
}

/// Why a text is not a list of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseProblemError {
    /// The line, from 1, where it went wrong or the problem begins.
    pub line: usize,
    /// What is wrong.
    pub fault: ProblemFault,
}

/// What is wrong with a problem's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemFault {
    /// The text is longer than [`PROBLEMS_TEXT_MAX`].
    TooLong,
    /// A line before the first problem.
    NoProblem,
    /// A first line that does not say a name, who moves and what to do.
    Heading,
    /// A name without the word of a kind.
    UnknownKind,
    /// The board is missing or cannot exist.
    Board(ParseDiagramError),
    /// A task about a stone that is not there, or not of the right colour.
    NoSuchStone,
    /// A line that begins with none of the known words.
    UnknownWord,
    /// Something that is not a point or a number where one has to be.
    Value,
    /// No solution, or one that does not fit the task.
    NoSolution,
}

impl fmt::Display for ParseProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            ProblemFault::TooLong => write!(f, "more than {PROBLEMS_TEXT_MAX} bytes"),
            ProblemFault::NoProblem => f.write_str("nothing stands before the first problem"),
            ProblemFault::Heading => {
                f.write_str("a problem begins with its name, who is to move and what is to be done")
            }
            ProblemFault::UnknownKind => f.write_str("no kind of problem has this name"),
            ProblemFault::Board(error) => write!(f, "the board: {error}"),
            ProblemFault::NoSuchStone => f.write_str("there is no such stone"),
            ProblemFault::UnknownWord => f.write_str("no line begins with this word"),
            ProblemFault::Value => f.write_str("this is no point and no number"),
            ProblemFault::NoSolution => f.write_str("there is no solution that fits the task"),
        }
    }
}

impl std::error::Error for ParseProblemError {}

impl GoProblem {
    /// All problems that are part of the program, those of a kind together, each kind with the
    /// easiest first.
    ///
    /// # Errors
    ///
    /// Never, as the tests show.
    pub fn collection() -> Result<Vec<GoProblem>, ParseProblemError> {
        let kinds: Result<Vec<_>, _> = COLLECTION.into_iter().map(GoProblem::parse_all).collect();
        Ok(kinds?.concat())
    }

    /// All problems of a text.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its line.
    pub fn parse_all(text: &str) -> Result<Vec<GoProblem>, ParseProblemError> {
        if text.len() > PROBLEMS_TEXT_MAX {
            let fault = ProblemFault::TooLong;
            return Err(ParseProblemError { line: 1, fault });
        }
        let mut problems = Vec::new();
        let mut draft: Option<ProblemDraft<'_>> = None;
        for (line, text) in (1..).zip(text.lines()) {
            let at = |fault| ParseProblemError { line, fault };
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            match (text.strip_prefix("problem "), &mut draft) {
                (Some(heading), _) => {
                    let done = draft.replace(ProblemDraft::new(line, heading));
                    problems.extend(done.map(ProblemDraft::finish).transpose()?);
                }
                (None, Some(draft)) => draft.add(text).map_err(at)?,
                (None, None) => return Err(at(ProblemFault::NoProblem)),
            }
        }
        problems.extend(draft.map(ProblemDraft::finish).transpose()?);
        Ok(problems)
    }

    /// The position as a game under `rules`, without komi.
    ///
    /// # Errors
    ///
    /// If the rulebook is not for this size of board.
    pub fn game(&self, rules: Rules) -> Result<Game, SetupFaults> {
        let mut setup = Setup::new(self.board.size(), rules);
        setup.komi = Komi::ZERO;
        setup.stones = ByColor::from_fn(|color| self.board.stones(color));
        setup.first = Some(self.turn);
        setup.start()
    }
}

/// The stones as text: the same whichever way the board is turned or mirrored, with the
/// colours swapped if the other is to move, and moved about where the edge is not near. What
/// looks alike is the same problem.
pub fn looks(board: &Board, turn: Color) -> String {
    let drawn = (0..8).map(|symmetry| trimmed(&drawn(board, turn, symmetry)));
    drawn.min().unwrap_or_default()
}

/// An edge farther than this from all stones is not near.
const MARGIN: usize = 2;

/// A drawn board without its vacant rows and columns beyond [`MARGIN`].
fn trimmed(drawn: &str) -> String {
    let rows: Vec<&str> = drawn.split_terminator('/').collect();
    let width = rows.first().map_or(0, |row| row.len());
    let is_taken = |row: &&str| row.bytes().any(|stone| stone != b'.');
    let (top, bottom) = kept(rows.len(), |y| is_taken(&rows[y]));
    let (left, right) = kept(width, |x| rows.iter().any(|row| row.as_bytes()[x] != b'.'));
    let rows = rows[top..bottom].iter().map(|row| &row[left..right]);
    rows.collect::<Vec<_>>().join("/")
}

/// From where to where `n` rows are kept, so that [`MARGIN`] are left before and after those
/// that are taken.
fn kept(n: usize, is_taken: impl Fn(usize) -> bool) -> (usize, usize) {
    let first = (0..n).find(|&i| is_taken(i)).unwrap_or(0);
    let last = (0..n).rfind(|&i| is_taken(i)).unwrap_or(0);
    (first.saturating_sub(MARGIN), (last + 1 + MARGIN).min(n))
}

/// The board turned and mirrored: bit 0 flips left and right, bit 1 top and bottom, and bit
/// 2 swaps columns and rows.
fn drawn(board: &Board, turn: Color, symmetry: u8) -> String {
    let size = board.size();
    let (width, height) = (size.width(), size.height());
    let is_swapped = symmetry & 4 != 0;
    let (columns, rows) = if is_swapped {
        (height, width)
    } else {
        (width, height)
    };
    let mut text = String::new();
    for y in 0..rows {
        for x in 0..columns {
            let (x, y) = if is_swapped { (y, x) } else { (x, y) };
            let x = if symmetry & 1 == 0 { x } else { width - 1 - x };
            let y = if symmetry & 2 == 0 { y } else { height - 1 - y };
            let stone = size.at(x, y).and_then(|point| board.at(point));
            text.push(match stone {
                Some(color) if color == turn => 'X',
                Some(_) => 'O',
                None => '.',
            });
        }
        text.push('/');
    }
    text
}

/// The name of a problem of `kind` with these stones: what looks alike has the same one.
pub fn id(kind: Kind, board: &Board, turn: Color) -> String {
    let hash = looks(board, turn).bytes().fold(FNV_BASIS, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
    });
    format!("{}-{:06x}", kind.word(), (hash ^ hash >> 32) & 0xff_ffff)
}

/// The numbers of the hash function FNV-1a: names may never change, so it is written here.
const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

/// How many points Black is ahead on a finished board where all stones live, stones and
/// territory counted, without komi.
pub fn lead(board: &Board) -> i16 {
    let score = Score::of(&Ending {
        board,
        rules: &Rules::CHINESE,
        komi: Komi::ZERO,
        handicap: 0,
        prisoners: ByColor::default(),
        button: None,
        dead: PointSet::EMPTY,
    });
    let area = |color| (score.stones[color] | score.territory[color]).len() as i16;
    area(Color::Black) - area(Color::White)
}

/// A problem being read.
#[derive(Debug)]
struct ProblemDraft<'a> {
    line: usize,
    heading: &'a str,
    board: String,
    fields: Vec<(usize, Word, &'a str)>,
    n_lines: usize,
}

/// What a line of a problem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Solved,
    Line,
    Wrong,
    Area,
    Free,
    Lead,
    Difficulty,
    Rank,
}

const WORDS: [(Word, &str); 8] = [
    (Word::Solved, "solved"),
    (Word::Line, "line"),
    (Word::Wrong, "wrong"),
    (Word::Area, "area"),
    (Word::Free, "free"),
    (Word::Lead, "lead"),
    (Word::Difficulty, "difficulty"),
    (Word::Rank, "rank"),
];

impl<'a> ProblemDraft<'a> {
    fn new(line: usize, heading: &'a str) -> ProblemDraft<'a> {
        ProblemDraft {
            line,
            heading,
            board: String::new(),
            fields: Vec::new(),
            n_lines: 0,
        }
    }

    fn add(&mut self, text: &'a str) -> Result<(), ProblemFault> {
        self.n_lines += 1;
        if text.starts_with(' ') {
            self.board.push_str(text);
            self.board.push('\n');
            return Ok(());
        }
        let (word, value) = text.split_once(':').ok_or(ProblemFault::UnknownWord)?;
        let known = WORDS.iter().find(|(_, known)| *known == word);
        let &(word, _) = known.ok_or(ProblemFault::UnknownWord)?;
        self.fields
            .push((self.line + self.n_lines, word, value.trim()));
        Ok(())
    }

    fn finish(self) -> Result<GoProblem, ParseProblemError> {
        let at = |fault| ParseProblemError {
            line: self.line,
            fault,
        };
        let diagram: Diagram = self.board.parse().map_err(|e| at(ProblemFault::Board(e)))?;
        let board = diagram.board().map_err(|e| at(ProblemFault::Board(e)))?;
        let heading = Heading::read(self.heading, &board).map_err(at)?;
        let size = board.size();
        let mut moves = Moves {
            is_ko: heading.is_ko,
            ..Moves::default()
        };
        let mut lead = None;
        let (mut difficulty, mut rank) = (0, None);
        for &(line, word, value) in &self.fields {
            let at = |fault| ParseProblemError { line, fault };
            let value_fault = || at(ProblemFault::Value);
            let points = || read_moves(value, size).ok_or_else(value_fault);
            match word {
                Word::Solved => moves.firsts = only_points(points()?).ok_or_else(value_fault)?,
                Word::Line => moves.line = points()?,
                Word::Wrong => moves.wrong.push(points()?),
                Word::Area => moves.area = only_points(points()?).ok_or_else(value_fault)?,
                Word::Free => moves.free = Some(value.parse().map_err(|_| value_fault())?),
                Word::Lead => lead = Some(value.parse().map_err(|_| value_fault())?),
                Word::Difficulty => difficulty = value.parse().map_err(|_| value_fault())?,
                Word::Rank => rank = Some(value.parse().map_err(|_| value_fault())?),
            }
        }
        let solution = match (heading.task, lead) {
            (ProblemTask::Count, Some(lead)) => ProblemSolution::Lead(lead),
            (ProblemTask::Count, None) => return Err(at(ProblemFault::NoSolution)),
            (_, Some(_)) => return Err(at(ProblemFault::NoSolution)),
            (_, None) if moves.firsts.is_empty() => return Err(at(ProblemFault::NoSolution)),
            (_, None) => ProblemSolution::Moves(moves),
        };
        Ok(GoProblem {
            id: heading.id,
            kind: heading.kind,
            board,
            turn: heading.turn,
            task: heading.task,
            solution,
            difficulty,
            rank,
        })
    }
}

/// The first line of a problem.
struct Heading {
    id: String,
    kind: Kind,
    turn: Color,
    task: ProblemTask,
    is_ko: bool,
}

impl Heading {
    fn read(text: &str, board: &Board) -> Result<Heading, ProblemFault> {
        let (id, rest) = text.split_once(':').ok_or(ProblemFault::Heading)?;
        let word = id.split('-').next().unwrap_or_default();
        let kind = Kind::ALL.iter().find(|(_, known)| *known == word);
        let &(kind, _) = kind.ok_or(ProblemFault::UnknownKind)?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (is_ko, words) = match words.as_slice() {
            [words @ .., "by", "ko"] => (true, words),
            words => (false, words),
        };
        let stone = |name: &str| board.size().point(name).ok_or(ProblemFault::Heading);
        let (turn, task) = match *words {
            [turn, "to", "capture", name] => (turn, ProblemTask::Capture(stone(name)?)),
            [turn, "to", "save", name] => (turn, ProblemTask::Save(stone(name)?)),
            [turn, "to", "kill", name] => (turn, ProblemTask::Kill(stone(name)?)),
            [turn, "to", "live", "with", name] => (turn, ProblemTask::Live(stone(name)?)),
            [turn, "to", "connect", name, "and", other] => {
                (turn, ProblemTask::Connect(stone(name)?, stone(other)?))
            }
            [turn, "to", "count"] => (turn, ProblemTask::Count),
            _ => return Err(ProblemFault::Heading),
        };
        let turn = Color::BOTH
            .into_iter()
            .find(|color| color.to_string() == turn);
        let turn = turn.ok_or(ProblemFault::Heading)?;
        if !task.fits(board, turn) {
            return Err(ProblemFault::NoSuchStone);
        }
        Ok(Heading {
            id: id.to_owned(),
            kind,
            turn,
            task,
            is_ko,
        })
    }
}

impl ProblemTask {
    /// Whether the stones it is about are there, and of the right colour.
    fn fits(self, board: &Board, turn: Color) -> bool {
        match self {
            ProblemTask::Capture(point) | ProblemTask::Kill(point) => {
                board.at(point) == Some(!turn)
            }
            ProblemTask::Save(point) | ProblemTask::Live(point) => board.at(point) == Some(turn),
            ProblemTask::Connect(one, other) => {
                board.at(one) == Some(turn) && board.at(other) == Some(turn)
            }
            ProblemTask::Count => true,
        }
    }
}

pub(crate) fn read_moves(text: &str, size: Size) -> Option<Vec<Move>> {
    let read = |name| match name {
        "pass" => Some(Move::Pass),
        _ => size.point(name).map(Move::Play),
    };
    text.split_whitespace().map(read).collect()
}

fn only_points(moves: Vec<Move>) -> Option<PointSet> {
    let point = |mv| match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    };
    moves.into_iter().map(point).collect()
}

impl fmt::Display for GoProblem {
    /// The text that [`GoProblem::parse_all`] reads as this problem.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let name = |point| size.name(point);
        write!(f, "problem {}: {} to ", self.id, self.turn)?;
        match self.task {
            ProblemTask::Capture(point) => write!(f, "capture {}", name(point))?,
            ProblemTask::Save(point) => write!(f, "save {}", name(point))?,
            ProblemTask::Kill(point) => write!(f, "kill {}", name(point))?,
            ProblemTask::Live(point) => write!(f, "live with {}", name(point))?,
            ProblemTask::Connect(one, other) => {
                write!(f, "connect {} and {}", name(one), name(other))?
            }
            ProblemTask::Count => f.write_str("count")?,
        }
        let is_ko = matches!(&self.solution, ProblemSolution::Moves(moves) if moves.is_ko);
        writeln!(f, "{}", if is_ko { " by ko" } else { "" })?;
        for row in self.board.to_string().lines() {
            writeln!(f, "    {row}")?;
        }
        match &self.solution {
            ProblemSolution::Moves(moves) => moves.write(f, size)?,
            ProblemSolution::Lead(lead) => writeln!(f, "lead: {lead}")?,
        }
        writeln!(f, "difficulty: {}", self.difficulty)?;
        match self.rank {
            Some(rank) => writeln!(f, "rank: {rank}"),
            None => Ok(()),
        }
    }
}

impl Moves {
    fn write(&self, f: &mut fmt::Formatter<'_>, size: Size) -> fmt::Result {
        let names = |moves: &[Move]| {
            let name = |mv: &Move| match *mv {
                Move::Play(point) => size.name(point),
                Move::Pass => "pass".to_owned(),
            };
            moves.iter().map(name).collect::<Vec<_>>().join(" ")
        };
        let points = |points: PointSet| names(&points.iter().map(Move::Play).collect::<Vec<_>>());
        writeln!(f, "solved: {}", points(self.firsts))?;
        writeln!(f, "line: {}", names(&self.line))?;
        for wrong in &self.wrong {
            writeln!(f, "wrong: {}", names(wrong))?;
        }
        writeln!(f, "area: {}", points(self.area))?;
        match self.free {
            Some(n) => writeln!(f, "free: {n}"),
            None => Ok(()),
        }
    }
}
