//! Rules in plain words, for people.

use std::fmt;

use super::{
    Button, Compensation, DeadStones, GroupTax, HandicapForm, KomiBy, PassCost, PrisonerCount,
    Repetition, ResumedBy, Rules, Scoring, SekiPoints, Sizes, Stop, Suicide,
};
use crate::color::Color;

/// A law of a rulebook for people: a code to translate by, and an English sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawText {
    /// What the law is about.
    pub topic: LawTopic,
    /// Which sentence it is; the same for all rulebooks that say the same, their numbers apart.
    pub code: &'static str,
    /// The sentence in English.
    pub text: String,
}

/// What a law is about, in the order of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawTopic {
    /// The sizes of the board.
    Board,
    /// Who moves first.
    FirstMove,
    /// The points for White.
    Komi,
    /// What a handicap is.
    Handicap,
    /// Leaving one's own stones without a liberty.
    Suicide,
    /// Bringing back an earlier board.
    Repetition,
    /// What a pass costs.
    Passing,
    /// When play stops.
    Stopping,
    /// What comes off the board after play has stopped.
    DeadStones,
    /// What counts.
    Score,
    /// What counts in a seki.
    Seki,
    /// What a living group pays.
    GroupTax,
}

impl LawTopic {
    /// Its name in protocols and catalogues: `dead_stones`.
    pub const fn code(self) -> &'static str {
        match self {
            LawTopic::Board => "board",
            LawTopic::FirstMove => "first_move",
            LawTopic::Komi => "komi",
            LawTopic::Handicap => "handicap",
            LawTopic::Suicide => "suicide",
            LawTopic::Repetition => "repetition",
            LawTopic::Passing => "passing",
            LawTopic::Stopping => "stopping",
            LawTopic::DeadStones => "dead_stones",
            LawTopic::Score => "score",
            LawTopic::Seki => "seki",
            LawTopic::GroupTax => "group_tax",
        }
    }

    /// Its name for people: `Dead stones`.
    pub const fn name(self) -> &'static str {
        match self {
            LawTopic::Board => "Board",
            LawTopic::FirstMove => "First move",
            LawTopic::Komi => "Komi",
            LawTopic::Handicap => "Handicap",
            LawTopic::Suicide => "Suicide",
            LawTopic::Repetition => "Repetition",
            LawTopic::Passing => "Passing",
            LawTopic::Stopping => "Stopping",
            LawTopic::DeadStones => "Dead stones",
            LawTopic::Score => "Score",
            LawTopic::Seki => "Seki",
            LawTopic::GroupTax => "Group tax",
        }
    }
}

/// The code of a sentence, and the sentence.
type Coded<T> = (&'static str, T);

impl Rules {
    /// Every parameter as a law in words, in the order of a game.
    ///
    /// ```
    /// use ponnuki_game::Rules;
    ///
    /// let first = &Rules::WHITE_FIRST.in_words()[1];
    /// assert_eq!(first.topic.name(), "First move");
    /// assert_eq!(first.code, "first_white");
    /// assert_eq!(first.text, "White moves first.");
    /// ```
    pub fn in_words(&self) -> Vec<LawText> {
        let law = |topic, (code, text): Coded<String>| LawText { topic, code, text };
        let fixed = |topic, (code, text): Coded<&str>| law(topic, (code, text.to_owned()));
        vec![
            law(LawTopic::Board, sizes(self.sizes)),
            law(LawTopic::FirstMove, first_move(self.start.first)),
            law(LawTopic::Komi, komi(self)),
            law(LawTopic::Handicap, ("handicap", handicap(self))),
            fixed(LawTopic::Suicide, suicide(self.suicide)),
            fixed(LawTopic::Repetition, repetition(self.repetition)),
            fixed(LawTopic::Passing, pass(self)),
            fixed(LawTopic::Stopping, stop(self.passing.stop)),
            fixed(LawTopic::DeadStones, dead(self.dead)),
            fixed(LawTopic::Score, score(self.counting.scoring)),
            fixed(LawTopic::Seki, seki(self.counting.seki)),
            fixed(LawTopic::GroupTax, tax(self.counting.tax)),
        ]
    }
}

fn first_move(first: Color) -> Coded<String> {
    let code = match first {
        Color::Black => "first_black",
        Color::White => "first_white",
    };
    (code, format!("{first} moves first."))
}

fn sizes(sizes: Sizes) -> Coded<String> {
    match sizes {
        Sizes::Any => ("any_size", "Any rectangle from 1×1 to 25×25.".to_owned()),
        Sizes::Squares(_) => ("only_sizes", format!("{sizes}, nothing else.")),
    }
}

impl fmt::Display for Sizes {
    /// `9×9, 13×13, 19×19`, or what any rectangle is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sizes::Any => f.write_str("any rectangle from 1×1 to 25×25"),
            Sizes::Squares(sides) => {
                let sides: Vec<String> = sides.iter().map(|n| format!("{n}×{n}")).collect();
                f.write_str(&sides.join(", "))
            }
        }
    }
}

fn komi(rules: &Rules) -> Coded<String> {
    let komi = rules.start.komi;
    match rules.start.komi_by {
        KomiBy::Rulebook | KomiBy::Custom => (
            "komi_rulebook",
            format!("White gets {komi} points for moving second."),
        ),
        KomiBy::Players => (
            "komi_players",
            format!("The rulebook names none: {komi} unless the players agree on another."),
        ),
        KomiBy::Bidding => (
            "komi_bidding",
            format!("The players agree on it or bid for it; {komi} otherwise."),
        ),
    }
}

fn handicap(rules: &Rules) -> String {
    let handicap = &rules.start.handicap;
    let form = match handicap.form {
        HandicapForm::WhitePasses => {
            "With a handicap of n White must pass White's first n − 1 turns"
        }
        HandicapForm::BlackOnStars => "Black has n stones on the star points before the first move",
        HandicapForm::BlackAnywhere => "Black has n stones, anywhere, before the first move",
        HandicapForm::EitherAnywhere => {
            "Either player has n stones, anywhere, before the first move"
        }
    };
    let compensation = match handicap.compensation {
        Compensation::Zero => "",
        Compensation::N => "; White gets n points in return",
        Compensation::NMinusOne => "; White gets n − 1 points in return",
    };
    let komi = match rules.start.komi_by {
        KomiBy::Custom => " The komi is then half a point.",
        KomiBy::Rulebook | KomiBy::Players | KomiBy::Bidding => "",
    };
    format!(
        "{form}, and {} moves first{compensation}.{komi}",
        handicap.first
    )
}

fn suicide(suicide: Suicide) -> Coded<&'static str> {
    match suicide {
        Suicide::Forbidden => (
            "suicide_forbidden",
            "A play may not leave one's own stones without a liberty, unless it captures.",
        ),
        Suicide::Allowed => (
            "suicide_allowed",
            "A play may leave one's own stones without a liberty: they come off, after the opponent's.",
        ),
        Suicide::SeveralStones => (
            "suicide_several",
            "A play may leave two or more of one's own stones without a liberty: they come off, after the opponent's. A stone alone may not do so.",
        ),
    }
}

fn repetition(repetition: Repetition) -> Coded<&'static str> {
    match repetition {
        Repetition::Ko => (
            "ko",
            "A stone just placed may not be captured at once if that brings back the board before it. \
             If the board comes back in a longer cycle, the players may agree on no result.",
        ),
        Repetition::OwnLastTurn => (
            "own_last_turn",
            "A play may not bring back the board after one's own previous turn. \
             If it comes back in a longer cycle, the players may agree on no result.",
        ),
        Repetition::Positional => ("positional", "A play may not bring back any earlier board."),
        Repetition::Situational => (
            "situational",
            "A play may not bring back an earlier board with the same player to move.",
        ),
        Repetition::NaturalSituational => (
            "natural_situational",
            "A play may not bring back a board that one's own earlier play made.",
        ),
    }
}

fn pass(rules: &Rules) -> Coded<&'static str> {
    match (rules.passing.cost, rules.passing.button) {
        (PassCost::Nothing, Button::None) => ("pass_free", "A pass costs nothing."),
        (PassCost::Stone, Button::None) => (
            "pass_stone",
            "A pass hands the opponent a stone as a prisoner.",
        ),
        (PassCost::Nothing, Button::HalfPoint) => (
            "pass_button",
            "A pass costs nothing; the first one takes a button worth half a point.",
        ),
        (PassCost::Stone, Button::HalfPoint) => (
            "pass_stone_button",
            "A pass hands the opponent a stone as a prisoner; the first one takes a button worth half a point.",
        ),
    }
}

fn stop(stop: Stop) -> Coded<&'static str> {
    match stop {
        Stop::TwoPasses => (
            "two_passes",
            "Play stops when both players pass, one after the other.",
        ),
        Stop::BlackThenWhite => (
            "black_then_white",
            "Play stops when a Black pass is followed by a White pass, even if that takes a third pass.",
        ),
    }
}

fn dead(dead: DeadStones) -> Coded<&'static str> {
    match dead {
        DeadStones::Stay => (
            "dead_stay",
            "Nothing is removed: what stands on the board lives.",
        ),
        DeadStones::ByAgreement {
            resumed_by: ResumedBy::NextInTurn,
        } => (
            "dead_next",
            "Stones that both call dead come off. If they disagree nothing does, and play goes on with the next player in turn.",
        ),
        DeadStones::ByAgreement {
            resumed_by: ResumedBy::OpponentOfAsker,
        } => (
            "dead_opponent",
            "Stones that both call dead come off. If they disagree play goes on, and the opponent of whoever asks for it moves.",
        ),
    }
}

fn score(scoring: Scoring) -> Coded<&'static str> {
    match scoring {
        Scoring::Area => (
            "area",
            "One's stones, and the vacant points that reach only them.",
        ),
        Scoring::AreaUnreached => (
            "area_unreached",
            "One's stones, and the vacant points that no opponent's stone reaches.",
        ),
        Scoring::Territory {
            prisoners: PrisonerCount::ForHolder,
        } => (
            "territory_held",
            "The vacant points that reach only one's own stones, and the prisoners one holds.",
        ),
        Scoring::Territory {
            prisoners: PrisonerCount::AgainstOwner,
        } => (
            "territory_lost",
            "The vacant points that reach only one's own stones, less one's stones that the opponent holds.",
        ),
    }
}

fn seki(seki: SekiPoints) -> Coded<&'static str> {
    match seki {
        SekiPoints::Count => ("seki_counts", "Points surrounded by stones in seki count."),
        SekiPoints::DoNotCount => (
            "seki_counts_not",
            "Points surrounded by stones in seki count for nobody.",
        ),
    }
}

fn tax(tax: GroupTax) -> Coded<&'static str> {
    match tax {
        GroupTax::None => ("no_tax", "None."),
        GroupTax::TwoEach => (
            "tax_two",
            "Each living group pays the two points for its eyes.",
        ),
    }
}
