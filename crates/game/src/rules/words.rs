//! Rules in plain words, for people.

use std::fmt;

use super::{
    Button, Compensation, DeadStones, GroupTax, HandicapForm, KomiBy, PassCost, PrisonerCount,
    Repetition, ResumedBy, Rules, Scoring, SekiPoints, Sizes, Stop, Suicide,
};

impl Rules {
    /// Every parameter as a topic and a sentence, in the order of a game.
    ///
    /// ```
    /// use ponnuki_game::Rules;
    ///
    /// let words = Rules::WHITE_FIRST.in_words();
    /// assert!(words.contains(&("First move", "White moves first.".to_owned())));
    /// ```
    pub fn in_words(&self) -> Vec<(&'static str, String)> {
        let start = &self.start;
        vec![
            ("Board", sizes(self.sizes)),
            ("First move", format!("{} moves first.", start.first)),
            ("Komi", komi(self)),
            ("Handicap", handicap(self)),
            ("Suicide", suicide(self.suicide).to_owned()),
            ("Repetition", repetition(self.repetition).to_owned()),
            ("Passing", pass(self).to_owned()),
            ("Stopping", stop(self.passing.stop).to_owned()),
            ("Dead stones", dead(self.dead).to_owned()),
            ("Score", score(self.counting.scoring).to_owned()),
            ("Seki", seki(self.counting.seki).to_owned()),
            ("Group tax", tax(self.counting.tax).to_owned()),
        ]
    }
}

fn sizes(sizes: Sizes) -> String {
    match sizes {
        Sizes::Any => "Any rectangle from 1×1 to 25×25.".to_owned(),
        Sizes::Squares(_) => format!("{sizes}, nothing else."),
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

fn komi(rules: &Rules) -> String {
    let komi = rules.start.komi;
    match rules.start.komi_by {
        KomiBy::Rulebook | KomiBy::Custom => format!("White gets {komi} points for moving second."),
        KomiBy::Players => {
            format!("The rulebook names none: {komi} unless the players agree on another.")
        }
        KomiBy::Bidding => format!("The players agree on it or bid for it; {komi} otherwise."),
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

fn suicide(suicide: Suicide) -> &'static str {
    match suicide {
        Suicide::Forbidden => {
            "A play may not leave one's own stones without a liberty, unless it captures."
        }
        Suicide::Allowed => {
            "A play may leave one's own stones without a liberty: they come off, after the opponent's."
        }
        Suicide::SeveralStones => {
            "A play may leave two or more of one's own stones without a liberty: they come off, after the opponent's. A stone alone may not do so."
        }
    }
}

fn repetition(repetition: Repetition) -> &'static str {
    match repetition {
        Repetition::Ko => {
            "A stone just placed may not be captured at once if that brings back the board before it. \
             If the board comes back in a longer cycle, the players may agree on no result."
        }
        Repetition::OwnLastTurn => {
            "A play may not bring back the board after one's own previous turn. \
             If it comes back in a longer cycle, the players may agree on no result."
        }
        Repetition::Positional => "A play may not bring back any earlier board.",
        Repetition::Situational => {
            "A play may not bring back an earlier board with the same player to move."
        }
        Repetition::NaturalSituational => {
            "A play may not bring back a board that one's own earlier play made."
        }
    }
}

fn pass(rules: &Rules) -> &'static str {
    match (rules.passing.cost, rules.passing.button) {
        (PassCost::Nothing, Button::None) => "A pass costs nothing.",
        (PassCost::Stone, Button::None) => "A pass hands the opponent a stone as a prisoner.",
        (PassCost::Nothing, Button::HalfPoint) => {
            "A pass costs nothing; the first one takes a button worth half a point."
        }
        (PassCost::Stone, Button::HalfPoint) => {
            "A pass hands the opponent a stone as a prisoner; the first one takes a button worth half a point."
        }
    }
}

fn stop(stop: Stop) -> &'static str {
    match stop {
        Stop::TwoPasses => "Play stops when both players pass, one after the other.",
        Stop::BlackThenWhite => {
            "Play stops when a Black pass is followed by a White pass, even if that takes a third pass."
        }
    }
}

fn dead(dead: DeadStones) -> &'static str {
    match dead {
        DeadStones::Stay => "Nothing is removed: what stands on the board lives.",
        DeadStones::ByAgreement {
            resumed_by: ResumedBy::NextInTurn,
        } => {
            "Stones that both call dead come off. If they disagree nothing does, and play goes on with the next player in turn."
        }
        DeadStones::ByAgreement {
            resumed_by: ResumedBy::OpponentOfAsker,
        } => {
            "Stones that both call dead come off. If they disagree play goes on, and the opponent of whoever asks for it moves."
        }
    }
}

fn score(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Area => "One's stones, and the vacant points that reach only them.",
        Scoring::AreaUnreached => {
            "One's stones, and the vacant points that no opponent's stone reaches."
        }
        Scoring::Territory {
            prisoners: PrisonerCount::ForHolder,
        } => "The vacant points that reach only one's own stones, and the prisoners one holds.",
        Scoring::Territory {
            prisoners: PrisonerCount::AgainstOwner,
        } => {
            "The vacant points that reach only one's own stones, less one's stones that the opponent holds."
        }
    }
}

fn seki(seki: SekiPoints) -> &'static str {
    match seki {
        SekiPoints::Count => "Points surrounded by stones in seki count.",
        SekiPoints::DoNotCount => "Points surrounded by stones in seki count for nobody.",
    }
}

fn tax(tax: GroupTax) -> &'static str {
    match tax {
        GroupTax::None => "None.",
        GroupTax::TwoEach => "Each living group pays the two points for its eyes.",
    }
}
