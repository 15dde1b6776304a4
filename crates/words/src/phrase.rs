//! Every sentence there is, with what stands in it.
//!
//! A key of the vocabulary is the name of a variant here, so that none can be misspelt, and
//! what a sentence needs is a field, so that none can be forgotten.

use ponnuki_game as game;
use ponnuki_wire::review::{BoardPart, Grade};
use ponnuki_wire::{DeadReason, ForbiddenCode, HalfPoints, LineName, RefusalCode};

use crate::verb::Verb;
use crate::vocabulary::Words;

/// Something that can stand in a sentence.
pub trait Spoken {
    /// How it is said.
    fn spoken(&self, words: &Words) -> String;

    /// How many it is, if it is a number.
    fn amount(&self) -> Option<HalfPoints> {
        None
    }
}

/// Something with a name in every language.
pub trait Named: Copy + 'static {
    /// All there are.
    const ALL: &'static [Self];

    /// The key of its name.
    fn key(self) -> &'static str;
}

impl<T: Named> Spoken for T {
    fn spoken(&self, words: &Words) -> String {
        words.text(self.key()).to_owned()
    }
}

impl Spoken for &str {
    fn spoken(&self, _: &Words) -> String {
        (*self).to_owned()
    }
}

impl Spoken for u32 {
    fn spoken(&self, _: &Words) -> String {
        self.to_string()
    }

    fn amount(&self) -> Option<HalfPoints> {
        Some(HalfPoints(i32::try_from(*self).ok()?.checked_mul(2)?))
    }
}

impl Spoken for HalfPoints {
    fn spoken(&self, words: &Words) -> String {
        let decimal_point = words.language().decimal_point();
        self.to_string().replace('.', decimal_point)
    }

    fn amount(&self) -> Option<HalfPoints> {
        Some(*self)
    }
}

/// A number of points with one digit after the point, in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenths(i32);

impl Tenths {
    /// `points` as they are shown. NaN becomes 0.
    pub fn of(points: f32) -> Tenths {
        Tenths((10.0 * points).round() as i32)
    }
}

impl Spoken for Tenths {
    fn spoken(&self, words: &Words) -> String {
        let Tenths(tenths) = *self;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        let decimal_point = words.language().decimal_point();
        format!("{sign}{whole}{decimal_point}{rest}")
    }
}

/// A stone's colour in the middle of a sentence, as [`game::Color`] is a player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    /// A black one.
    Black,
    /// A white one.
    White,
}

impl From<game::Color> for Stone {
    fn from(color: game::Color) -> Stone {
        match color {
            game::Color::Black => Stone::Black,
            game::Color::White => Stone::White,
        }
    }
}

/// Gives names to the variants of enums: the key is the family's and the variant's name.
macro_rules! named {
    ($($family:literal $kind:ty { $($variant:ident),+ $(,)? })+) => {
        $(impl Named for $kind {
            const ALL: &'static [$kind] = &[$(<$kind>::$variant),+];

            fn key(self) -> &'static str {
                match self {
                    $(<$kind>::$variant => {
                        concat!($family, ".", stringify!($variant))
                    })+
                }
            }
        })+

        /// The keys of all names.
        #[cfg(test)]
        pub(crate) fn names() -> impl Iterator<Item = &'static str> {
            std::iter::empty()$(.chain(<$kind>::ALL.iter().map(|named| named.key())))+
        }
    };
}

named! {
    "color" game::Color { Black, White }
    "stone" Stone { Black, White }
    "forbidden" ForbiddenCode { Suicide, Repetition }
    "reason" DeadReason {
        InsidePassAlive, CapturedAlways, CaughtByReading, NoEyes, JudgedLost, CapturedMostly,
    }
    "part" BoardPart {
        UpperLeft, Upper, UpperRight, Left, Centre, Right, LowerLeft, Lower, LowerRight,
    }
    "grade" Grade { Find, Best, Good, Doubtful, Mistake, Blunder }
    "line" LineName {
        Stones, Territory, Captured, Dead, Passed, Tax, Button, Compensation, Komi,
    }
    "refused" RefusalCode {
        Over, Stopped, NotStopped, Outside, Occupied, Suicide, Repetition, MustPass,
        NothingIsDead, NoStone, PartOfChain, NoCycle, NotYourSeat, SeatTaken, NotYourTurn,
        Stale, WrongStage, OtherMarks, BidTooLow, KomiTooLarge, NothingBid, EngineDoesNotBid,
        TooLong, Blank, UnfitText, UndoForbidden, NothingToUndo, NoUndoAsked, FlagFallen,
        FlagNotFallen, AlreadyDone, UndoDeclined, ChatFull, WatchersFull, TooManyNames,
        TooManyMarks, TooManyUndos, TooManyOffers, TooManyResumes, RoomFull, BadTerms,
        BadMessage, TooFast, EstimateForbidden, Busy, Failed,
    }
    "help" Verb {
        Pass, Undo, Resign, Last, Moves, Row, Column, Around, Chain, Atari, Captures, Changes,
        Estimate, Score, Time, Where, Board, Again, Dead, Alive, Accept, Resume, Bid, Concede,
        Black, White, Yes, No, Rematch, Abandon, Tell, Save, Help, Quit,
    }
}

/// Writes [`Phrase`] with what is needed to say one.
macro_rules! phrases {
    ($($(#[$doc:meta])+ $name:ident $({ $($arg:ident: $kind:ty),+ })?,)+) => {
        /// A sentence. What depends on a number depends on `n`.
        #[derive(Clone, Copy, Debug)]
        pub enum Phrase<'a> {
            $($(#[$doc])+ $name $({ $(
                #[doc = concat!("Stands for `{", stringify!($arg), "}`.")]
                $arg: $kind
            ),+ })?,)+
        }

        impl Phrase<'_> {
            /// Each key with the names of what stands in it.
            #[cfg(test)]
            pub(crate) const ALL: &'static [(&'static str, &'static [&'static str])] =
                &[$((stringify!($name), &[$($(stringify!($arg)),+)?])),+];

            pub(crate) fn key(&self) -> &'static str {
                match self {
                    $(Phrase::$name { .. } => stringify!($name),)+
                }
            }

            /// What stands in it, by name.
            pub(crate) fn args(&self) -> Vec<(&'static str, &dyn Spoken)> {
                match self {
                    $(Phrase::$name $({ $($arg),+ })? => {
                        vec![$($((stringify!($arg), $arg as &dyn Spoken)),+)?]
                    })+
                }
            }
        }
    };
}

phrases! {
    /// A stone was put down.
    Played { color: game::Color, at: &'a str },
    /// A pass.
    Passed { color: game::Color },
    /// A move lifted stones.
    Captures { n: u32, points: &'a str },
    /// The listener is to move.
    YourMove,
    /// Someone else is.
    ToMove { color: game::Color },
    /// The handicap asks for passes.
    MustPass { n: u32 },
    /// Someone came.
    Seated { name: &'a str },
    /// Who plays what.
    Colors { black: &'a str, white: &'a str },
    /// Who one of them is.
    Plays { color: game::Color, name: &'a str },
    /// The first game of a room.
    Begins { komi: HalfPoints },
    /// A later one.
    BeginsAgain { number: u32, komi: HalfPoints },
    /// Black has stones before the first move.
    HandicapOn { n: u32, points: &'a str },
    /// A bid for Black.
    BidMade { name: &'a str, komi: HalfPoints },
    /// A bid of the listener.
    YouBid { komi: HalfPoints },
    /// One named the komi.
    KomiNamed { name: &'a str, komi: HalfPoints },
    /// The listener did.
    YouNameKomi { komi: HalfPoints },
    /// A wish to take back.
    UndoAsked { name: &'a str },
    /// The listener's wish.
    YouAskUndo,
    /// To whoever can grant it.
    AnswerIt,
    /// It is not granted.
    UndoDeclined { name: &'a str },
    /// The listener does not grant it.
    YouDeclineUndo,
    /// Moves were taken back.
    Undone { number: u32 },
    /// The passes stopped play.
    Stopped,
    /// The program looks for dead stones.
    LooksForDead,
    /// The program finds none.
    NoneDead,
    /// The program calls a chain dead.
    CalledDead { stone: Stone, points: &'a str, reason: DeadReason },
    /// What to do about the marks.
    HowToAgree,
    /// Someone changed the marks.
    MarkedDead { name: &'a str, points: &'a str },
    /// The listener did.
    YouMarkDead { points: &'a str },
    /// Someone changed them back.
    MarkedAlive { name: &'a str, points: &'a str },
    /// The listener did.
    YouMarkAlive { points: &'a str },
    /// All that is marked.
    DeadNow { points: &'a str },
    /// The program does not agree to the marks.
    EngineDisagrees,
    /// Someone agrees.
    Agrees { name: &'a str },
    /// The listener agrees.
    YouAgree,
    /// Someone does not.
    Resumed { name: &'a str },
    /// The listener does not.
    YouResume,
    /// Someone wants to let a game in circles be.
    AbandonOffered { name: &'a str },
    /// The listener wants to.
    YouOfferAbandon,
    /// Someone spoke.
    Said { name: &'a str, text: &'a str },
    /// Someone has a new name.
    Renamed { name: &'a str },
    /// Someone is not connected.
    WentAway { name: &'a str },
    /// Someone is again.
    CameBack { name: &'a str },
    /// Someone wants another game.
    RematchOffered { name: &'a str },
    /// The listener wants another.
    YouOfferRematch,
    /// The server was away.
    Woke,
    /// The room was closed.
    Closed,

    /// Counted.
    WonByPoints { color: game::Color, n: HalfPoints },
    /// Given up.
    WonByResignation { color: game::Color },
    /// Too slow.
    WonOnTime { color: game::Color },
    /// Nobody won.
    Draw,
    /// Nobody could.
    NoResult,
    /// The listener won.
    YouWon,
    /// The listener lost.
    YouLost,
    /// The result if it were counted like this.
    WouldWin { color: game::Color, n: HalfPoints },
    /// No winner if it were.
    WouldDraw,
    /// One player's sum.
    Sum { color: game::Color, lines: &'a str },
    /// A line of it.
    SumLine { line: LineName, points: HalfPoints },
    /// All together.
    SumTotal { points: HalfPoints },
    /// No sum yet.
    NotCounted,

    /// The board before the first move.
    NoMoves,
    /// A move by its number.
    MoveNumber { number: u32, color: game::Color, at: &'a str },
    /// The same of a pass.
    PassNumber { number: u32, color: game::Color },
    /// What stands on a row.
    Row { row: u32, stones: &'a str },
    /// Nothing does.
    RowEmpty { row: u32 },
    /// What stands on a column.
    Column { column: &'a str, stones: &'a str },
    /// Nothing does.
    ColumnEmpty { column: &'a str },
    /// A place with a stone.
    OneStone { at: &'a str, stone: Stone },
    /// Places in a row with stones of one colour.
    Stones { from: &'a str, to: &'a str, stone: Stone },
    /// A place without a stone, in a list.
    Vacant { at: &'a str },
    /// The same as a sentence.
    IsEmpty { at: &'a str },
    /// Solidly connected stones.
    ChainIs { at: &'a str, stone: Stone, n: u32, points: &'a str },
    /// Where they breathe.
    Liberties { n: u32, points: &'a str },
    /// One liberty.
    InAtari,
    /// A stone just lifted.
    Ko,
    /// Stones marked dead.
    IsDead,
    /// A chain with one liberty.
    AtariOn { stone: Stone, points: &'a str, at: &'a str },
    /// There is none.
    NoAtari,
    /// Stones lifted during play.
    Prisoners { color: game::Color, n: u32 },
    /// Stones handed over for passing.
    PassStones { color: game::Color, n: u32 },
    /// Since the listener's last move.
    Since { at: &'a str },
    /// Nothing happened since.
    NoChanges,
    /// Who leads, by the program's guess.
    Leads { color: game::Color, n: HalfPoints },
    /// Nobody does.
    Even,
    /// How often one wins, by its guess.
    Chance { color: game::Color, percent: u32 },
    /// What a player has left on the clock.
    ClockOf { color: game::Color, time: &'a str },
    /// Periods of byo-yomi, this one included.
    Periods { n: u32 },
    /// Stones to be played in this period.
    StonesToPlay { n: u32 },
    /// Time without a clock.
    NoClock,
    /// A part of a length of time.
    Days { n: u32 },
    /// A part of a length of time.
    Hours { n: u32 },
    /// A part of a length of time.
    Minutes { n: u32 },
    /// A part of a length of time.
    Seconds { n: u32 },

    /// The listener's colour.
    YouPlay { color: game::Color },
    /// The listener moves for both.
    YouPlayBoth,
    /// The listener has no seat.
    YouWatch,
    /// The board and the rules.
    Terms { width: u32, height: u32, rules: &'a str },
    /// The komi.
    KomiIs { komi: HalfPoints },
    /// The handicap.
    HandicapIs { n: u32 },
    /// Nobody has come yet.
    Waiting,
    /// What to send to the opponent.
    Invite { link: &'a str },
    /// The first bid is the listener's.
    BidFirst,
    /// The next bid is.
    BidNext { name: &'a str, komi: HalfPoints },
    /// The least that may be bid.
    BidLeast { komi: HalfPoints },
    /// The listener names the komi.
    NameFirst,
    /// The listener chooses the colour.
    ChooseColor { komi: HalfPoints },
    /// Someone else is to bid.
    BidWait { name: &'a str },
    /// After the end.
    HowToGoOn,

    /// The program, as a player.
    Computer { level: u32 },
    /// Someone without a name, who opened the room.
    Host,
    /// Someone without a name, who came.
    Guest,
    /// Someone without a name, who watches.
    Watcher,
    /// Someone with a name, who watches: nobody is to take them for a player.
    WatcherNamed { name: &'a str },
    /// The listener.
    You,
    /// How many watch.
    Watching { n: u32 },

    /// Before giving up.
    SureToResign { color: game::Color },
    /// Before the listener gives up.
    SureToGiveUp,
    /// Before an early pass.
    SureToPass,
    /// What was asked is not done.
    NotDone,
    /// Nothing to say again.
    NothingSaid,
    /// The empty line.
    SayHelp,
    /// What can be said.
    Help { commands: &'a str },
    /// A word that is not a command.
    Unknown { given: &'a str },
    /// The same, with what may have been meant.
    UnknownNear { given: &'a str, near: &'a str },
    /// The beginning of several words.
    Ambiguous { given: &'a str, near: &'a str },
    /// A point that the board does not have.
    NoPoint { given: &'a str, from: &'a str, to: &'a str },
    /// A command that needs more, or less.
    LikeThis { verb: Verb },
    /// A line that is no command.
    TooLong,

    /// The first words.
    Welcome,
    /// The file is written.
    Saved { file: &'a str },
    /// The file is not.
    NotSaved { file: &'a str, why: &'a str },
    /// The connection ended.
    Lost,
    /// It is there again.
    Back,
    /// It will not be again.
    Gone { why: &'a str },
    /// The game can be gone on with.
    Kept,
    /// The game cannot.
    NotKept,
    /// The last words.
    Goodbye,

    /// Another server keeps the games of this person.
    OtherKeeps { url: &'a str },
    /// Nothing can be written where games are kept.
    NoPlace { dir: &'a str },
    /// A record is gone on with.
    GoesOn { number: u32 },
    /// The board is one of the past.
    LooksBack { number: u32, last: u32 },
    /// A screen has no room for the board.
    TooSmall { has: &'a str, needs: &'a str },
    /// How often the engine tried something.
    Visits { n: u32 },

    /// What a move is called.
    MoveJudged { at: &'a str, grade: Grade },
    /// What it cost, with the leads before and after it.
    MoveLost { points: Tenths, before: &'a str, after: &'a str },
    /// Another move was better.
    WasBetter { at: &'a str },
    /// How far a review has come.
    ReviewedSoFar { percent: u32 },

    /// Stones of one player, in a sentence about why a move was worse.
    WhyStones { n: u32, color: game::Color, points: &'a str },
    /// The better move captures.
    WhyCaptures { at: &'a str, stones: &'a str },
    /// The move puts stones in atari.
    WhySelfAtari { at: &'a str, stones: &'a str, by: &'a str },
    /// The move leaves stones in atari.
    WhyLeftInAtari { at: &'a str, stones: &'a str, by: &'a str },
    /// The opponent can catch stones.
    WhyCaught { stones: &'a str, by: &'a str },
    /// By atari after atari.
    WhyCaughtLadder { stones: &'a str, by: &'a str },
    /// Without touching them.
    WhyCaughtNet { stones: &'a str, by: &'a str },
    /// The better move catches stones.
    WhyCatches { at: &'a str, stones: &'a str },
    /// By atari after atari.
    WhyCatchesLadder { at: &'a str, stones: &'a str },
    /// Without touching them.
    WhyCatchesNet { at: &'a str, stones: &'a str },
    /// Stones die that the better move saves.
    WhyDies { at: &'a str, stones: &'a str },
    /// The better move kills.
    WhyKills { at: &'a str, stones: &'a str },
    /// The move ends a seki.
    WhyBreaksSeki { at: &'a str, stones: &'a str },
    /// The better move is a threat.
    WhySente { at: &'a str, stones: &'a str },
    /// Stones are expected to be lost.
    WhyLikelyLost { stones: &'a str },
    /// Stones are expected to live that were expected to be lost.
    WhyLikelyAlive { stones: &'a str },
    /// The move is in an eye of one's own.
    WhyFillsEye { at: &'a str },
    /// The better move takes a ko.
    WhyTakesKo { at: &'a str },
    /// The opponent takes a ko.
    WhyLeavesKo { by: &'a str },
    /// The better move cuts.
    WhyCuts { at: &'a str, one: &'a str, other: &'a str },
    /// The better move connects.
    WhyConnects { at: &'a str, one: &'a str, other: &'a str },
    /// The move is on a neutral point.
    WhyDame { at: &'a str },
    /// The move is in one's own territory.
    WhyFillsTerritory { at: &'a str },
    /// The move is small.
    WhyLittle { at: &'a str },
    /// The move is a pass.
    WhyPassed,
    /// Points are expected to be lost.
    WhyArea { worth: u32, part: BoardPart, at: &'a str },
}
