//! The texts of screens that are always the same: on keys, fields and headings.

use crate::phrase::Named;

/// Writes [`Label`] with its keys.
macro_rules! labels {
    ($($name:ident),+ $(,)?) => {
        /// A text of a screen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Label {
            $(#[doc = concat!("The text `label.", stringify!($name), "` of the vocabulary.")] $name),+
        }

        impl Named for Label {
            const ALL: &'static [Label] = &[$(Label::$name),+];

            fn key(self) -> &'static str {
                match self {
                    $(Label::$name => concat!("label.", stringify!($name))),+
                }
            }
        }
    };
}

labels! {
    Opening, Bidding, Thinking, Estimating, Prompt, LeaveSure, WhichAreDead, YouAccepted,
    OtherAccepted, Total, PassMove, Do, Cancel, Yes, No, Help, Leave, Allow, Refuse, PlayHere,
    Pass, Undo, Abandon, Estimate, Resign, Command, MarkDead, Accept, Resume, Rematch, Review, Now, Away,
    Bid, NameKomi, TakeWhite, TakeBlack, Slogan, Opponent, Computer, FriendHere, ByLink,
    LastGame, OpenFile, Level, Link, File, Board, Rules, YouPlay, Either, Handicap, NoHandicap,
    Komi, AsRules, Clock, NoClock, Begin, Choose, Change, Start, Quit, TypeLink, TypeFile,
    AboutBoard, AboutLink, AboutLevel, AboutClock, AboutKomi, AboutHandicap, Reviewing,
    StepMoves, StepVariations, Analyse, Territory, NextGame, NextMistake, Save, SaveAs,
    StartOfGame, AnalysisOff, BlackWins, HelpTitle, HelpClose, HelpFields, HelpChange,
    HelpBegin, HelpQuit, HelpCursor, HelpPlay, HelpMouse, HelpPass, HelpUndo, HelpResign,
    HelpEstimate, HelpAccept, HelpResume, HelpRematch, HelpReview, HelpTalk, HelpBack, HelpCommand,
    HelpLeave, HelpGoal, HelpMoves, HelpVariations, HelpPages, HelpEnds, HelpAnalysis,
    HelpTerritory, HelpMistakes, HelpTry, HelpGames, HelpPlayOn, HelpSave, Mouse,
    OddRules, OddStart, OddMove,
}
