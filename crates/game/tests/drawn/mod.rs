//! Boards drawn, games told, and what a referee would write down of them.
//!
//! A drawing has `X` and `O` for stones, `.` for vacant points and small
//! letters for points that the test speaks of; `x` and `o` are stones that it
//! speaks of. It is the whole board where the rulebook plays on such a board.
//! Elsewhere it is the lower left part of the smallest board that the rulebook
//! plays on: points are called the same on both.
//!
//! A story is what happens, in order: `B C3`, `W a` (a marked point), `W pass`,
//! `B resumes`, `dead C3 D4` (agreed; each stands for its chain), `none dead`,
//! `abandoned`, `B resigns`, `W flags` (has no time left), `prisoners` (writes
//! down who holds what). It ends at the first thing that is refused.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each rulebook's file uses the part it needs"
)]

pub(crate) mod laws;

use std::fmt::Write;

use ponnuki_game::{
    ByColor, Color, Diagram, Dice, Game, GameEvent, Illegal, Move, Odds, Outcome, Phase, Point,
    PointSet, Points, Prisoners, Rules, Setup, SetupFault, Size, Sum,
};

/// Tells `story` from the board drawn, and compares what comes of it with
/// `expected`: the board at the end, if drawn, and all that the referee notes,
/// one to a line or between semicolons.
///
/// Who moves first from a drawn position is who does in the story; on a blank
/// board it is whom the rulebook says.
#[track_caller]
pub(crate) fn check(rules: Rules, drawing: &str, story: &str, expected: &str) {
    let drawn = Drawing::new(rules, drawing);
    let mut setup = drawn.setup(rules);
    if setup.stones != ByColor::default() {
        setup.first = story.split_whitespace().next().and_then(color_called);
    }
    let mut referee = Referee::new(setup);
    referee.marks = drawn.marks;
    referee.follow(story);
    referee.compare(expected);
}

/// Tells `story` of the game that begins as `setup` says, as [`check`] does.
#[track_caller]
pub(crate) fn check_from(setup: Setup, story: &str, expected: &str) {
    let mut referee = Referee::new(setup);
    referee.follow(story);
    referee.compare(expected);
}

/// Both pass until play stops, `x` and `o` are agreed to be dead, and the
/// points count as drawn: `b` for Black, `w` for White, `.` for nobody.
/// `expected` is the whole sum.
#[track_caller]
pub(crate) fn count(rules: Rules, drawing: &str, expected: &str) {
    let drawn = Drawing::new(rules, drawing);
    let dead = drawn.marked('x') | drawn.marked('o');
    let mut referee = Referee::new(drawn.setup(rules));
    while referee.game.phase() == Phase::Playing {
        referee.game.play(Move::Pass).expect("a pass is allowed");
    }
    if referee.game.phase() == Phase::Stopped {
        referee.game.agree(dead).expect("play has stopped");
    }
    let score = referee.game.score(dead).expect("these may be dead");
    referee.note_end();
    let counted = sketch(drawn.size, |point| match referee.game.board().at(point) {
        Some(color) if dead.contains(point) => letter(color, ['x', 'o']),
        Some(color) => letter(color, ['X', 'O']),
        None => match score.owner(point) {
            Some(color) => letter(color, ['b', 'w']),
            None => '.',
        },
    });
    let wanted = [lines(drawing), lines(expected)].concat().join("\n");
    compare(&wanted, &format!("{counted}{}", referee.notes.join("\n")));
}

/// The stones `x` (or `o`) are one whole chain, and its liberties are the points `a`.
#[track_caller]
pub(crate) fn chain(rules: Rules, drawing: &str) {
    let drawn = Drawing::new(rules, drawing);
    let game = drawn.setup(rules).start().expect("a sound drawing");
    let stones = drawn.marked('x') | drawn.marked('o');
    let stone = stones.first().expect("a stone that is marked");
    let chain = game.board().chain(stone).expect("a chain of it");
    let picture = |stones: PointSet, liberties: PointSet| {
        sketch(drawn.size, |point| match game.board().at(point) {
            Some(color) if stones.contains(point) => letter(color, ['x', 'o']),
            Some(color) => letter(color, ['X', 'O']),
            None if liberties.contains(point) => 'a',
            None => '.',
        })
    };
    compare(
        &picture(stones, drawn.marked('a')),
        &picture(chain.stones, chain.liberties),
    );
}

/// The rulebook plays on boards of these widths and heights, and all begin empty.
#[track_caller]
pub(crate) fn plays_on(rules: Rules, sizes: &[(u8, u8)]) {
    for &(width, height) in sizes {
        let size = Size::new(width, height).expect("a size");
        let game = Game::new(size, rules).unwrap_or_else(|faults| panic!("{size}: {faults}"));
        assert_eq!(game.board().vacant().len(), size.n_points(), "{size}");
    }
}

/// The rulebook does not play on boards of these widths and heights.
#[track_caller]
pub(crate) fn refuses_to_play_on(rules: Rules, sizes: &[(u8, u8)]) {
    for &(width, height) in sizes {
        let size = Size::new(width, height).expect("a size");
        let faults = Setup::new(size, rules).faults();
        assert!(
            matches!(faults[..], [SetupFault::SizeNotInRulebook { size: told, .. }] if told == size)
        );
    }
}

/// A game about to begin from a drawing.
pub(crate) fn setup(rules: Rules, drawing: &str) -> Setup {
    Drawing::new(rules, drawing).setup(rules)
}

/// A game about to begin in which one player has stones on the points `a`.
pub(crate) fn handicap(rules: Rules, to: Color, drawing: &str) -> Setup {
    let drawn = Drawing::new(rules, drawing);
    let points = drawn.marked('a');
    Setup {
        odds: Odds::Stones { to, points },
        ..drawn.setup(rules)
    }
}

/// How many moves a random game has before both pass: enough for a board of
/// 5×5 to be filled and emptied several times.
const N_RANDOM_MOVES: usize = 120;

/// A game of random moves, stopped by as many passes as that takes.
pub(crate) fn at_random(setup: Setup, seed: u64) -> Game {
    let mut game = setup.start().expect("a sound set-up");
    let mut dice = Dice::new(seed);
    while game.phase() == Phase::Playing {
        let legal: Vec<Point> = game.legal().iter().collect();
        let drawn = legal.get(dice.below(legal.len() + 1));
        let mv = match drawn {
            Some(&point) if game.n_moves() < N_RANDOM_MOVES => Move::Play(point),
            _ => Move::Pass,
        };
        game.play(mv).expect("a legal move");
    }
    game
}

/// Black's points less White's, if the moves of `game` were counted by `rules`.
pub(crate) fn margin_under(rules: Rules, game: &Game, dead: PointSet) -> Points {
    let setup = Setup {
        rules,
        ..game.setup().clone()
    };
    let game = Game::replay(setup, game.events()).expect("the same moves");
    game.score(dead).expect("these may be dead").margin()
}

/// A drawing, on a board that the rulebook plays on.
struct Drawing {
    size: Size,
    stones: ByColor<PointSet>,
    marks: Vec<(char, Point)>,
}

impl Drawing {
    #[track_caller]
    fn new(rules: Rules, text: &str) -> Drawing {
        let diagram: Diagram = match text.parse() {
            Ok(diagram) => diagram,
            Err(error) => panic!("{error}:\n{text}"),
        };
        let size = board_for(rules, diagram.size());
        let n_rows_above = size.height() - diagram.size().height();
        let placed = |point: Point| size.at(point.x(), point.y() + n_rows_above);
        let marks = ('a'..='z').flat_map(|mark| {
            let points = diagram.all_marked(mark);
            points.into_iter().map(move |point| (mark, point))
        });
        let marks = marks.filter_map(|(mark, point)| Some((mark, placed(point)?)));
        let mut drawn = Drawing {
            size,
            stones: ByColor::default(),
            marks: marks.collect(),
        };
        drawn.stones = ByColor::from_fn(|color| {
            let plain = diagram.stones()[color].iter().filter_map(placed);
            let plain: PointSet = plain.collect();
            plain | drawn.marked(letter(color, ['x', 'o']))
        });
        drawn
    }

    fn marked(&self, mark: char) -> PointSet {
        let marks = self.marks.iter().filter(|(m, _)| *m == mark);
        marks.map(|&(_, point)| point).collect()
    }

    fn setup(&self, rules: Rules) -> Setup {
        Setup {
            stones: self.stones,
            ..Setup::new(self.size, rules)
        }
    }
}

/// The board itself, or the smallest of the rulebook's that it fits into.
fn board_for(rules: Rules, drawn: Size) -> Size {
    let squares = (1..=ponnuki_game::SIDE_MAX).filter_map(|side| Size::new(side, side));
    let holds = |size: &Size| size.width() >= drawn.width() && size.height() >= drawn.height();
    let mut boards = std::iter::once(drawn).chain(squares);
    let found = boards.find(|size| rules.sizes.contains(*size) && holds(size));
    found.expect("a board that holds the drawing")
}

/// Follows a game and writes down what is worth a note.
struct Referee {
    game: Game,
    marks: Vec<(char, Point)>,
    notes: Vec<String>,
}

impl Referee {
    #[track_caller]
    fn new(setup: Setup) -> Referee {
        match setup.start() {
            Ok(game) => Referee {
                game,
                marks: Vec::new(),
                notes: Vec::new(),
            },
            Err(faults) => panic!("the game cannot begin: {faults}"),
        }
    }

    fn follow(&mut self, story: &str) {
        let deeds = story.split(',').map(str::trim);
        for deed in deeds.filter(|deed| !deed.is_empty()) {
            let phase = self.game.phase();
            if let Err(why) = self.witness(deed) {
                self.notes.push(format!("{deed}: {why}"));
                return;
            }
            if self.game.phase() != phase {
                self.note_end();
            }
        }
    }

    fn witness(&mut self, deed: &str) -> Result<(), String> {
        let words: Vec<&str> = deed.split_whitespace().collect();
        let color = color_called(words[0]);
        let happened = match (color, &words[..]) {
            (Some(color), [_, "resigns"]) => self.game.resign(color),
            (Some(color), [_, "flags"]) => self.game.time_out(color),
            (Some(color), [_, "resumes"]) => self.game.resume(color),
            (Some(color), [_, place]) => return self.play(color, place),
            (None, ["prisoners"]) => {
                self.note_prisoners();
                Ok(())
            }
            (None, ["abandoned"]) => self.game.abandon(),
            (None, ["none", "dead"]) => self.game.agree(PointSet::EMPTY).map(drop),
            (None, ["dead", places @ ..]) => {
                let chain = |place: &&str| self.game.board().chain(self.point(place));
                let chains = places.iter().map(|place| chain(place).expect("a stone"));
                let dead = chains.fold(PointSet::EMPTY, |dead, chain| dead | chain.stones);
                self.game.agree(dead).map(drop)
            }
            _ => panic!("{deed:?} is not a part of a story"),
        };
        happened.map_err(|law| self.in_short(law))
    }

    /// Plays in turn; also compares the verdict with the list of legal points.
    fn play(&mut self, color: Color, place: &str) -> Result<(), String> {
        let turn = self.game.turn();
        if self.game.phase() == Phase::Playing && color != turn {
            return Err(format!("{turn}'s turn"));
        }
        let (mv, is_listed) = match place {
            "pass" => (Move::Pass, self.game.phase() == Phase::Playing),
            _ => {
                let point = self.point(place);
                (Move::Play(point), self.game.legal().contains(point))
            }
        };
        let before = (self.game.board().to_string(), self.game.prisoners());
        let played = self.game.play(mv);
        assert_eq!(
            is_listed,
            played.is_ok(),
            "{place}: the legal points say otherwise"
        );
        played.map_err(|law| {
            let after = (self.game.board().to_string(), self.game.prisoners());
            assert_eq!(before, after, "{place}: a refused play changed something");
            self.in_short(law)
        })
    }

    fn point(&self, place: &str) -> Point {
        let mut marks = self.marks.iter();
        let marked = marks.find(|(mark, _)| place.chars().eq([*mark]));
        let named = || self.game.size().point(place);
        let point = marked.map(|&(_, point)| point).or_else(named);
        point.unwrap_or_else(|| panic!("{place} is not on the board"))
    }

    /// The law broken, in the few words that a drawing has room for.
    fn in_short(&self, law: Illegal) -> String {
        match law {
            Illegal::Over(_) => "over".to_owned(),
            Illegal::Stopped => "stopped".to_owned(),
            Illegal::NotStopped => "not stopped".to_owned(),
            Illegal::Outside { size } => format!("not on {size}"),
            Illegal::Occupied { by } => format!("occupied by {by}"),
            Illegal::Suicide => "suicide".to_owned(),
            Illegal::Repetition { of, law } => {
                assert_eq!(law, self.game.rules().repetition);
                format!("repeats move {of}")
            }
            Illegal::MustPass { n_left } => format!("must pass, {n_left} left"),
            Illegal::NothingIsDead => "nothing is dead".to_owned(),
            Illegal::NoStone { .. } => "no stone".to_owned(),
            Illegal::PartOfChain { .. } => "part of a chain".to_owned(),
            Illegal::NoCycle => "no cycle".to_owned(),
        }
    }

    fn note_prisoners(&mut self) {
        let held = self.game.prisoners();
        for color in Color::BOTH {
            let Prisoners {
                captured,
                dead,
                passed,
            } = held[color];
            let kinds = [(captured, "captured"), (dead, "dead"), (passed, "passed")];
            let kinds = kinds.into_iter().filter(|&(n, _)| n > 0);
            let kinds: Vec<String> = kinds.map(|(n, kind)| format!("{n} {kind}")).collect();
            if !kinds.is_empty() {
                let who = letter(color, ['B', 'W']);
                self.notes.push(format!("{who} holds {}", kinds.join(", ")));
            }
        }
    }

    /// Writes down that play stopped, or how the game ended, with the sum if it was counted.
    fn note_end(&mut self) {
        let outcome = match self.game.phase() {
            Phase::Playing => return,
            Phase::Stopped => return self.notes.push("stopped".to_owned()),
            Phase::Over(outcome) => outcome,
        };
        if let Outcome::Score { margin } = outcome {
            let dead = match self.game.events().last() {
                Some(GameEvent::Agreed { dead }) => *dead,
                _ => PointSet::EMPTY,
            };
            let score = self.game.score(dead).expect("it was counted");
            assert_eq!(score.margin(), margin);
            for color in Color::BOTH {
                self.notes.push(on_paper(color, &score.sums[color]));
            }
        }
        self.notes.push(outcome.to_string());
    }

    #[track_caller]
    fn compare(&self, expected: &str) {
        let is_row = |line: &&str| line.chars().all(|c| ".XO ".contains(c));
        let (rows, notes): (Vec<&str>, Vec<&str>) = lines(expected).into_iter().partition(is_row);
        let board = self.game.board().to_string();
        let wanted = if rows.is_empty() {
            board.clone()
        } else {
            let drawn = Drawing::new(*self.game.rules(), &rows.join("\n"));
            sketch(drawn.size, |point| {
                let has = |color: &Color| drawn.stones[*color].contains(point);
                let color = Color::BOTH.into_iter().find(has);
                color.map_or('.', |color| letter(color, ['X', 'O']))
            })
        };
        compare(
            &format!("{wanted}{}", notes.join("\n")),
            &format!("{board}{}", self.notes.join("\n")),
        );
    }
}

/// One player's sum: the lines that are not nothing, and the total.
fn on_paper(color: Color, sum: &Sum) -> String {
    let lines = sum.lines();
    let lines = lines.iter().filter(|(_, points)| *points != Points::ZERO);
    let lines: Vec<String> = lines.map(|(name, n)| format!(" {name} {n}")).collect();
    let who = letter(color, ['B', 'W']);
    format!("{who}{} = {}", lines.join(","), sum.total())
}

#[track_caller]
fn compare(wanted: &str, found: &str) {
    assert!(
        wanted == found,
        "\nexpected:\n{wanted}\n\ncame out:\n{found}\n"
    );
}

fn lines(text: &str) -> Vec<&str> {
    let lines = text.split(['\n', ';']).map(str::trim);
    lines.filter(|line| !line.is_empty()).collect()
}

fn sketch(size: Size, cell: impl Fn(Point) -> char) -> String {
    let mut text = String::new();
    for point in size.points() {
        let end = if point.x() + 1 == size.width() {
            '\n'
        } else {
            ' '
        };
        write!(text, "{}{end}", cell(point)).expect("a string takes all");
    }
    text
}

fn letter(color: Color, letters: [char; 2]) -> char {
    match color {
        Color::Black => letters[0],
        Color::White => letters[1],
    }
}

fn color_called(word: &str) -> Option<Color> {
    let is_called = |color: &Color| word.chars().eq([letter(*color, ['B', 'W'])]);
    Color::BOTH.into_iter().find(is_called)
}

/// Makes one test of each law named, under the rules given.
macro_rules! states {
    ($rules:expr; $($(#[$article:meta])* $law:ident,)+) => {
        $($(#[$article])* #[test] fn $law() { drawn::laws::$law($rules); })+
    };
}
pub(crate) use states;

/// Nothing is on the board yet.
pub(crate) const BLANK: &str = "
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .
";

/// Each player has one eye, and whoever takes the last common liberty is lost.
pub(crate) const SEKI: &str = "
    X X X X X O O O O
    X X X X X O O O O
    X X X X X O O O O
    X X X X X O O O O
    b X X X . O O O w
    X X X X O O O O O
    X X X X O O O O O
    X X X X O O O O O
    X X X X O O O O O
";

/// White would be without a liberty at `a`.
pub(crate) const SUICIDE_OF_ONE: &str = "
    . X .
    X a X
    . X .
";

/// White would have two stones without a liberty.
pub(crate) const SUICIDE_OF_TWO: &str = "
    . X X .
    X O a X
    . X X .
";

/// Black takes a stone at `a`.
pub(crate) const ONE_TO_TAKE: &str = "
    . X . O .
    X O a O .
    . X . O .
";

/// Two points lie between the colours.
pub(crate) const DAME: &str = "
    b X . O w
    b X X O w
    b X . O w
";

/// White could not save one stone, nor Black two.
pub(crate) const DEAD_ON_BOTH_SIDES: &str = "
    b b b X O w w
    b o b X O x w
    b b b X O x w
";

/// White could not save one stone, but it stands there.
pub(crate) const LOST_STONE: &str = "
    . . X O w
    . O X O w
    . . X O w
";

/// A game told to several rulebooks; what comes of it differs.
pub(crate) struct Tale {
    drawing: &'static str,
    story: &'static str,
}

impl Tale {
    #[track_caller]
    pub(crate) fn check(&self, rules: Rules, expected: &str) {
        self.check_on(rules, "", expected);
    }

    /// With `more` happening afterwards.
    #[track_caller]
    pub(crate) fn check_on(&self, rules: Rules, more: &str, expected: &str) {
        let story = format!("{}, {more}", self.story);
        check(rules, self.drawing, &story, expected);
    }
}

/// Black sends two stones, White takes them with one, Black takes that one
/// back: the board at the start, with White to move. Then all of it again.
pub(crate) const SENDING_TWO_RETURNING_ONE: Tale = Tale {
    drawing: "
        . . . .
        O O X .
        . X . X
    ",
    story: "B A1, W C1, B B1, W pass, B A1, W C1",
};

/// The same, but White passes first: the board at the start comes back with
/// the same player to move.
pub(crate) const SENDING_TWO_AFTER_A_PASS: Tale = Tale {
    drawing: SENDING_TWO_RETURNING_ONE.drawing,
    story: "W pass, B A1, W C1, B B1",
};

/// Three kos: the sixth capture brings back the board after Black's first play.
pub(crate) const TRIPLE_KO: Tale = Tale {
    drawing: "
        . X O .
        X . X O
        . X O .
        X . . O
        . X O .
        X O . O
        . X O .
    ",
    story: "B C4, W B6, B C2, W B4, B C6, W B2, B C4, W B6",
};

/// Three kos once all of them went round, and White took the first again.
pub(crate) const TRIPLE_KO_ROUND_AGAIN: &str = "
    . X O .
    X O . O
    . X O .
    X . X O
    . X O .
    X O . O
    . X O .
";

/// Three kos: the sixth capture brings back the board after Black's pass,
/// which White's play had made and no play of Black's ever did.
pub(crate) const TRIPLE_KO_AFTER_A_PASS: Tale = Tale {
    drawing: "
        . X O .
        X . X O
        . X O .
        X . X O
        . X O .
        X . . O
        . X O .
    ",
    story: "W B2, B pass, W B6, B C2, W B4, B C6, W B2, B C4, W B6",
};

/// A ko that is retaken after both passed and someone asked to go on.
pub(crate) const KO_AFTER_A_DISPUTE: Tale = Tale {
    drawing: "
        . X O .
        X . . O
        . X O .
    ",
    story: "B C2, W B2, B pass, W pass, B resumes, B C2",
};

/// Each captures a stone of the other's; one stone of White's is dead, and two of Black's.
pub(crate) const TAKEN_AND_DEAD: Tale = Tale {
    drawing: "
        . . . X O X .
        . O . X O X .
        . X . X O O .
        X O a X O X b
    ",
    story: "B a, W b, B pass, W pass, dead B3 F3",
};
