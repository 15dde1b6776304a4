//! From a tree to a game: one node after the other, along any line.

use std::mem;

use ponnuki_game::{
    ByColor, Color, Game, GameEvent, HandicapForm, Illegal, Komi, KomiBy, Move, Odds, Outcome,
    Phase, PointSet, Prisoners, Setup, Size, Start,
};
use ponnuki_sgf::{Node, Value};

use crate::header;
use crate::komi::WrittenKomi;
use crate::record::Record;
use crate::remark::{Remark, Trouble};
use crate::start::{self, Opening, Placing};
use crate::verdict::RecordedResult;

/// How many moves and set-ups of one line are replayed. The longest games have
/// a few thousand moves; this keeps a file of a million within about a second.
pub const STEPS_MAX: usize = 1 << 13;
const _: () = assert!(STEPS_MAX >= 5_000);

/// How many remarks of one line are kept. The worst files of people have some hundred;
/// a file can be made that has 600 at each of its nodes.
pub const REMARKS_MAX: usize = 10_000;

/// A game to come back to is kept whole if it has at least so many events; else it
/// is begun again, which takes a twentieth of the memory.
const KEPT_EVENTS_MIN: usize = 32;

/// A game being followed through a record: where it is, how the game stands
/// there, and everything that was wrong on the way.
///
/// A node costs the same wherever it is: to walk a whole line takes as long as
/// the line.
///
/// Whatever a file says is done. Moves against the laws are forced and
/// remarked on. A move after play has stopped goes on with it. Where a file changes
/// the board or the turn otherwise than by a move, the game begins anew from
/// the stones so arrived at: its moves and past boards are then those since,
/// and what the players held before is in [`prisoners`](Replay::prisoners)
/// only.
///
/// ```
/// use ponnuki_record::Records;
///
/// let file = b"(;SZ[3]RU[Japanese];B[ba];W[bb];B[ab](;W[aa])(;W[cc]))";
/// let records = Records::from_bytes(file)?;
/// let mut replay = records.iter().next().unwrap()?.replay();
/// while replay.forward() {}
/// assert_eq!(replay.game().board().to_string(), "\
/// . X .
/// X O .
/// . . .
/// ");
/// assert_eq!(
///     replay.remarks()[0].to_string(),
///     "move 4: White plays A3 against the laws: the stone would have no liberty"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    record: Record<'r>,
    node: Node<'r>,
    game: Game,
    /// What the handicap is said to be.
    handicap: usize,
    placing: Placing,
    /// Who moves first in the game as it began, if that is known.
    first: Option<Color>,
    /// Whether the file says so, and not only the first move.
    is_first_told: bool,
    /// What the players held before the game began anew.
    carried: ByColor<Prisoners>,
    /// How many moves there were on the way, those left out too.
    n_moves: usize,
    n_steps: usize,
    remarks: Vec<Remark>,
    /// How many games began before this one on the way.
    n_begun: usize,
    /// Nodes on the way to come back to.
    marks: Vec<Bookmark<'r>>,
    /// The games of those nodes, if another one began since, by their numbers.
    kept: Vec<(usize, Kept)>,
}

/// All that is needed, beside a game, to be at a node again.
#[derive(Clone, Copy, Debug)]
struct Bookmark<'r> {
    node: Node<'r>,
    placing: Placing,
    first: Option<Color>,
    is_first_told: bool,
    carried: ByColor<Prisoners>,
    n_moves: usize,
    n_steps: usize,
    n_remarks: usize,
    n_begun: usize,
    n_events: usize,
}

/// A game to come back to.
#[derive(Clone, Debug)]
enum Kept {
    Whole(Box<Game>),
    Begun(Box<Setup>, Vec<GameEvent>),
}

impl Kept {
    fn of(game: Game) -> Kept {
        match game.events().len() {
            ..KEPT_EVENTS_MIN => {
                Kept::Begun(Box::new(game.setup().clone()), game.events().to_vec())
            }
            KEPT_EVENTS_MIN.. => Kept::Whole(Box::new(game)),
        }
    }

    fn into_game(self) -> Option<Game> {
        match self {
            Kept::Whole(game) => Some(*game),
            Kept::Begun(setup, events) => Game::replay(*setup, &events).ok(),
        }
    }
}

impl<'r> Replay<'r> {
    /// The game as the first node has it.
    pub(crate) fn new(record: Record<'r>) -> Replay<'r> {
        let root = record.root();
        let mut troubles = Vec::new();
        let (mut setup, handicap) = terms(record, &mut troubles);
        let opening = Opening::of(root, setup.size, handicap);
        let placing = opening.odds(&setup, handicap);
        if let Placing::Done(odds) = placing {
            setup.odds = odds;
        }
        let told = header::first(root);
        let first = match placing {
            Placing::ByMoves { .. } => Some(Color::Black),
            Placing::Done(_) | Placing::BySetup => told.or(opening.first),
        };
        start::give_first(&mut setup, first);
        let wrong = opening.first_against(&setup);
        // Whoever says who is to move knows it: it is a position out of a game.
        if let (Some(by), None) = (wrong, told) {
            troubles.push(Trouble::FirstMove { by });
        }
        let mut replay = Replay {
            record,
            node: root,
            game: start::begin(setup, &mut troubles),
            handicap,
            placing,
            first,
            is_first_told: told.is_some(),
            carried: ByColor::default(),
            n_moves: 0,
            n_steps: 0,
            remarks: Vec::new(),
            n_begun: 0,
            marks: Vec::new(),
            kept: Vec::new(),
        };
        replay.remark_all(troubles);
        replay.visit(root);
        replay
    }

    /// The record it goes through.
    pub fn record(&self) -> Record<'r> {
        self.record
    }

    /// The node it has come to.
    pub fn node(&self) -> Node<'r> {
        self.node
    }

    /// The game at that node.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game at that node, to be gone on with.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// How many moves there were on the way, also those before a set-up and
    /// those left out.
    pub fn n_moves(&self) -> usize {
        self.n_moves
    }

    /// What was wrong on the way, in order; of very much the first
    /// [`REMARKS_MAX`].
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// What each player holds of the other's stones, also from before a set-up
    /// in mid-game. The game itself, and so its score, does not know those.
    pub fn prisoners(&self) -> ByColor<Prisoners> {
        let held = self.game.prisoners();
        ByColor::from_fn(|color| add(self.carried[color], held[color]))
    }

    /// Goes to the next node of the main line; tells whether there is one.
    pub fn forward(&mut self) -> bool {
        match self.node.children().next() {
            Some(child) => {
                self.visit(child);
                true
            }
            None => false,
        }
    }

    /// Goes to the variation of that number; tells whether there is one. The
    /// main line is number 0.
    pub fn enter(&mut self, number: usize) -> bool {
        match self.node.children().nth(number) {
            Some(child) => {
                self.visit(child);
                true
            }
            None => false,
        }
    }

    /// Goes to the end of the main line from here.
    pub fn to_end(&mut self) {
        while self.forward() {}
    }

    /// Does what `node`, a child of the one arrived at, says.
    pub(crate) fn visit(&mut self, node: Node<'r>) {
        self.node = node;
        if let Some(change) = Change::of(node, self.game.size()) {
            self.set_up(change);
        }
        let mut n = 0;
        for (color, value) in start::moves(node) {
            n += 1;
            self.n_moves += 1;
            self.move_as(color, value);
        }
        if n > 1 {
            self.remark(Trouble::SeveralMoves { n });
        }
    }

    /// Puts a bookmark at the node it has come to.
    pub(crate) fn mark(&mut self) {
        self.marks.push(Bookmark {
            node: self.node,
            placing: self.placing,
            first: self.first,
            is_first_told: self.is_first_told,
            carried: self.carried,
            n_moves: self.n_moves,
            n_steps: self.n_steps,
            n_remarks: self.remarks.len(),
            n_begun: self.n_begun,
            n_events: self.game.events().len(),
        });
    }

    /// Goes back to the last bookmark, which stays.
    pub(crate) fn back(&mut self) {
        let Some(mark) = self.marks.last().copied() else {
            return;
        };
        self.node = mark.node;
        self.placing = mark.placing;
        (self.first, self.is_first_told) = (mark.first, mark.is_first_told);
        self.carried = mark.carried;
        (self.n_moves, self.n_steps) = (mark.n_moves, mark.n_steps);
        self.remarks.truncate(mark.n_remarks);
        while self.n_begun > mark.n_begun {
            self.n_begun -= 1;
            let is_kept = |(number, _): &mut (usize, Kept)| *number == self.n_begun;
            let kept = self.kept.pop_if(is_kept);
            if let Some(game) = kept.and_then(|(_, kept)| kept.into_game()) {
                self.game = game;
            }
        }
        self.game.rewind(mark.n_events);
    }

    /// Takes the last bookmark away.
    pub(crate) fn unmark(&mut self) {
        self.marks.pop();
    }

    fn remark(&mut self, trouble: Trouble) {
        if self.remarks.len() >= REMARKS_MAX {
            return;
        }
        self.remarks.push(Remark {
            node: self.node.id(),
            n_moves: self.n_moves,
            size: self.game.size(),
            trouble,
        });
    }

    fn remark_all(&mut self, troubles: Vec<Trouble>) {
        for trouble in troubles {
            // A handicap that comes move by move has the same trouble each time.
            let is_known = self
                .remarks
                .last()
                .is_some_and(|last| last.trouble == trouble);
            if !is_known {
                self.remark(trouble);
            }
        }
    }

    /// Whether the line may still go on; says once that it is too long.
    fn take_step(&mut self) -> bool {
        self.n_steps += 1;
        if self.n_steps == STEPS_MAX + 1 {
            self.remark(Trouble::TooLong);
        }
        self.n_steps <= STEPS_MAX
    }

    fn move_as(&mut self, color: Color, value: Value<'_>) {
        if !self.take_step() {
            return;
        }
        let Some(mv) = start::read_move(value, self.game.size()) else {
            let text = value.simple_text().into_owned();
            self.remark(Trouble::NoMove { by: color, text });
            return;
        };
        if self.place_handicap(color, mv) {
            return;
        }
        self.check_handicap();
        if self.game.phase() == Phase::Stopped && mv != Move::Pass {
            // A pass is not resumed for: it follows the one before and stops play again.
            let resumed = self.game.resume(!color);
            debug_assert_eq!(resumed, Ok(()), "a stopped game can be resumed");
        }
        self.check_turn(color);
        match self.game.force(color, mv) {
            // As a play does, a pass after play has stopped goes on with it.
            Ok(None | Some(Illegal::Stopped)) => {}
            Ok(Some(law)) => self.remark(Trouble::Illegal { by: color, mv, law }),
            Err(_) => self.play_over(color, mv),
        }
    }

    /// Takes a Black move for a handicap stone, if those come as moves.
    fn place_handicap(&mut self, color: Color, mv: Move) -> bool {
        let Placing::ByMoves { n } = self.placing else {
            return false;
        };
        let placed = match self.game.setup().odds {
            Odds::Stones { points, .. } => points,
            Odds::None | Odds::Passes(_) => self.game.board().stones(Color::Black),
        };
        let point = match mv {
            Move::Play(point) if color == Color::Black && !placed.contains(point) => point,
            Move::Play(_) | Move::Pass => {
                self.placing = Placing::BySetup;
                return false;
            }
        };
        let mut points = placed;
        points.insert(point);
        let mut setup = self.game.setup().clone();
        setup.stones.black = setup.stones.black - points;
        setup.odds = Odds::Stones {
            to: Color::Black,
            points,
        };
        setup.first = (points.len() < n).then_some(Color::Black);
        if points.len() >= n {
            self.placing = Placing::Done(setup.odds);
        }
        self.begin(setup);
        true
    }

    /// Remarks on a handicap that is not on the board when play begins.
    fn check_handicap(&mut self) {
        if self.placing != Placing::BySetup {
            return;
        }
        self.placing = Placing::Done(self.game.setup().odds);
        let (n, n_placed) = (self.handicap, self.game.board().stones(Color::Black).len());
        // A handicap of one is to move first.
        if n >= 2 {
            self.remark(Trouble::HandicapNotPlaced { n, n_placed });
        }
    }

    fn check_turn(&mut self, color: Color) {
        if self.game.turn() == color || self.game.phase() != Phase::Playing {
            return;
        }
        if self.game.events().is_empty() && !self.is_first_told {
            let mut setup = self.game.setup().clone();
            start::give_first(&mut setup, Some(color));
            self.begin(setup);
        } else {
            self.remark(Trouble::OutOfTurn { by: color });
        }
    }

    /// Plays where a stone stands: that stone goes, and is nobody's prisoner.
    fn play_over(&mut self, color: Color, mv: Move) {
        let Move::Play(point) = mv else { return };
        let Some(over) = self.game.board().at(point) else {
            return;
        };
        let by = color;
        self.remark(Trouble::Overplayed { by, point, over });
        let mut stones = self.stones();
        stones[over].remove(point);
        (self.first, self.is_first_told) = (Some(color), true);
        self.begin_anew(stones, self.first);
        if let Ok(Some(law)) = self.game.force(color, mv) {
            self.remark(Trouble::Illegal { by, mv, law });
        }
    }

    fn stones(&self) -> ByColor<PointSet> {
        ByColor::from_fn(|color| self.game.board().stones(color))
    }

    /// Changes the board and the turn as a set-up node says.
    fn set_up(&mut self, change: Change) {
        for text in change.outside {
            self.remark(Trouble::Outside { text });
        }
        for point in change.twice {
            self.remark(Trouble::SetUpTwice { point });
        }
        let changed = change.stones.black | change.stones.white | change.vacant;
        let before = self.stones();
        let stones = ByColor::from_fn(|color| (before[color] - changed) | change.stones[color]);
        if let (Phase::Stopped, Some(first), true) =
            (self.game.phase(), change.first, stones == before)
        {
            let resumed = self.game.resume(!first);
            debug_assert_eq!(resumed, Ok(()), "a stopped game can be resumed");
        }
        let is_new_turn = change.first.is_some_and(|first| first != self.game.turn());
        if change.first.is_some() {
            (self.first, self.is_first_told) = (change.first, true);
        } else if stones != before && !self.game.events().is_empty() {
            (self.first, self.is_first_told) = (Some(self.game.turn()), false);
        }
        if (stones != before || is_new_turn) && self.take_step() {
            self.begin_anew(stones, self.first);
        }
    }

    /// Begins a game from the stones, komi and rules as they are.
    fn begin_anew(&mut self, stones: ByColor<PointSet>, first: Option<Color>) {
        let mut setup = self.game.setup().clone();
        setup.odds = self.odds_with(&stones);
        setup.stones = match setup.odds {
            Odds::Stones { points, .. } => ByColor::from_fn(|color| stones[color] - points),
            Odds::None | Odds::Passes(_) => stones,
        };
        start::give_first(&mut setup, first);
        let held = self.game.prisoners();
        self.carried = ByColor::from_fn(|color| add(self.carried[color], held[color]));
        self.begin(setup);
    }

    /// What is left of the odds on a board with these stones; or what they
    /// are, if these are the handicap stones.
    fn odds_with(&mut self, stones: &ByColor<PointSet>) -> Odds {
        if self.placing == Placing::BySetup && self.game.events().is_empty() {
            let form = self.game.rules().start.handicap.form;
            let to = match form {
                HandicapForm::EitherAnywhere if stones.black.is_empty() => Color::White,
                _ => Color::Black,
            };
            let points = stones[to];
            if points.len() == self.handicap {
                let odds = Odds::Stones { to, points };
                self.placing = Placing::Done(odds);
                return odds;
            }
        }
        match self.game.setup().odds {
            Odds::Stones { to, points } if points.is_subset(&stones[to]) => {
                Odds::Stones { to, points }
            }
            Odds::Passes(n) => {
                let turns = self.game.moves().filter(|&(by, _)| by == Color::White);
                match usize::from(n).saturating_sub(turns.count()) {
                    n_left if n_left == usize::from(n) => Odds::Passes(n),
                    0 | 1 => Odds::None,
                    n_left => Odds::Passes(n_left as u8),
                }
            }
            Odds::None | Odds::Stones { .. } => Odds::None,
        }
    }

    fn begin(&mut self, setup: Setup) {
        let mut troubles = Vec::new();
        let game = start::begin(setup, &mut troubles);
        let before = mem::replace(&mut self.game, game);
        let marked = self.marks.last();
        if marked.is_some_and(|mark| mark.n_begun == self.n_begun) {
            self.kept.push((self.n_begun, Kept::of(before)));
        }
        self.n_begun += 1;
        self.remark_all(troubles);
    }

    /// Ends the game here as the file says that it ended: by resignation, on
    /// time, without result, or by the count.
    ///
    /// Stopped play is counted where the file marks territory (`TB`, `TW`) at
    /// this node, or names a margin: stones inside the other's territory are
    /// dead. If the count is not the margin, nothing is agreed on.
    pub fn conclude(&mut self) {
        let result = self.record.header().about.result;
        let verdict = result.and_then(|result| result.meaning);
        match (self.game.phase(), verdict) {
            (Phase::Over(counted), Some(RecordedResult::Ended(written))) if counted != written => {
                self.remark(Trouble::ResultDiffers { written, counted });
            }
            (Phase::Over(_), _) => {}
            (_, Some(RecordedResult::Ended(outcome))) => match outcome {
                Outcome::Resignation { winner } => drop(self.game.resign(!winner)),
                Outcome::Time { winner } => drop(self.game.time_out(!winner)),
                Outcome::NoResult => {
                    if self.game.abandon().is_err() {
                        self.remark(Trouble::NoCycle);
                    }
                }
                Outcome::Score { .. } => self.count(Some(outcome)),
            },
            (_, None) => self.count(None),
            (
                _,
                Some(
                    RecordedResult::Forfeit { .. }
                    | RecordedResult::Won { .. }
                    | RecordedResult::Unknown,
                ),
            ) => {}
        }
    }

    /// Agrees on the dead stones that the file tells, if the count is then as `written`.
    fn count(&mut self, written: Option<Outcome>) {
        if self.game.phase() != Phase::Stopped {
            return;
        }
        let marked = self.marked_dead();
        if marked.is_none() && written.is_none() {
            return;
        }
        let mut remark = None;
        // A file may mark territory and mean that nothing in it is dead.
        let nothing = written.map(|_| PointSet::EMPTY);
        for dead in marked.into_iter().chain(nothing) {
            let trouble = match self.game.score(dead) {
                Ok(score) => match (written, score.outcome()) {
                    (Some(written), counted) if written != counted => {
                        Trouble::ResultDiffers { written, counted }
                    }
                    _ => {
                        let agreed = self.game.agree(dead);
                        debug_assert!(agreed.is_ok(), "what can be scored can be agreed on");
                        return;
                    }
                },
                Err(law) => Trouble::Dead { law },
            };
            remark.get_or_insert(trouble);
        }
        // Without territory nobody said which stones are dead.
        if let (Some(trouble), true) = (remark, marked.is_some()) {
            self.remark(trouble);
        }
    }

    /// The stones inside the other's territory, if the node has territory.
    fn marked_dead(&self) -> Option<PointSet> {
        let (size, node) = (self.game.size(), self.node);
        let territory = ByColor {
            black: node.property("TB").map(|property| points(property, size)),
            white: node.property("TW").map(|property| points(property, size)),
        };
        if territory.black.is_none() && territory.white.is_none() {
            return None;
        }
        let mut dead = PointSet::EMPTY;
        for color in Color::BOTH {
            let inside = territory[!color].unwrap_or(PointSet::EMPTY);
            dead = dead | (self.game.board().stones(color) & inside);
        }
        Some(dead)
    }
}

/// The set-up that the first node says, without stones, and the handicap.
fn terms(record: Record<'_>, troubles: &mut Vec<Trouble>) -> (Setup, usize) {
    let header = record.header();
    let rules = match (record.ruled(), header.about.rules) {
        (Some(rules), _) => rules,
        (None, None) => record.assumed(),
        (None, Some(written)) => written.meaning.unwrap_or_else(|| {
            troubles.push(Trouble::UnknownRules { text: written.text });
            record.assumed()
        }),
    };
    let mut setup = Setup::new(header.size, rules);
    setup.komi = komi(header.komi, &rules.start, troubles);
    let handicap = match header.handicap {
        None => 0,
        Some(written) => written.meaning.unwrap_or_else(|| {
            troubles.push(Trouble::UnreadableHandicap { text: written.text });
            0
        }),
    };
    (setup, handicap)
}

/// The komi that the first node says; where it says nothing the one that the
/// rulebook names, if it is a law and no custom, and else none.
fn komi(written: Option<WrittenKomi>, start: &Start, troubles: &mut Vec<Trouble>) -> Komi {
    let Some(written) = written else {
        if start.komi_by != KomiBy::Rulebook {
            return Komi::ZERO;
        }
        troubles.push(Trouble::KomiOfRulebook { komi: start.komi });
        return start.komi;
    };
    match written.komi {
        Ok(komi) => {
            let trouble = |repair| Trouble::RepairedKomi { repair, komi };
            troubles.extend(written.repair.map(trouble));
            komi
        }
        Err(error) => {
            let text = written.text;
            troubles.push(Trouble::UnreadableKomi { text, error });
            Komi::ZERO
        }
    }
}

fn add(one: Prisoners, other: Prisoners) -> Prisoners {
    Prisoners {
        captured: one.captured.saturating_add(other.captured),
        dead: one.dead.saturating_add(other.dead),
        passed: one.passed.saturating_add(other.passed),
    }
}

/// The points of a property that are on the board.
pub(crate) fn points(property: ponnuki_sgf::Property<'_>, size: Size) -> PointSet {
    let on_board = property.points().filter_map(|point| {
        let (x, y) = point.ok()?;
        size.at(x, y)
    });
    on_board.collect()
}

/// What a node does to the board and the turn, moves apart.
#[derive(Default)]
struct Change {
    stones: ByColor<PointSet>,
    vacant: PointSet,
    first: Option<Color>,
    /// Texts that are no points of the board.
    outside: Vec<String>,
    /// Points to which more than one thing is done.
    twice: PointSet,
}

impl Change {
    fn of(node: Node<'_>, size: Size) -> Option<Change> {
        let mut change: Option<Change> = None;
        for property in node.properties() {
            let what = match () {
                () if property.is("AB") => Some(Some(Color::Black)),
                () if property.is("AW") => Some(Some(Color::White)),
                () if property.is("AE") => Some(None),
                () => None,
            };
            if let Some(what) = what {
                let change = change.get_or_insert_default();
                for value in property.values().filter(|value| !value.is_empty()) {
                    change.put(what, value, size);
                }
            } else if property.is("PL") {
                change.get_or_insert_default().first = header::first(node);
            }
        }
        change
    }

    fn put(&mut self, what: Option<Color>, value: Value<'_>, size: Size) {
        let Ok(points) = value.points() else {
            self.outside.push(value.simple_text().into_owned());
            return;
        };
        let mut is_inside = true;
        for (x, y) in points {
            let Some(point) = size.at(x, y) else {
                is_inside = false;
                continue;
            };
            let was_there = self.stones.black.remove(point)
                | self.stones.white.remove(point)
                | self.vacant.remove(point);
            if was_there {
                self.twice.insert(point);
            }
            match what {
                Some(color) => self.stones[color].insert(point),
                None => self.vacant.insert(point),
            };
        }
        if !is_inside {
            self.outside.push(value.simple_text().into_owned());
        }
    }
}
