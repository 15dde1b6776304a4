//! Our rules in the words that networks were trained with.

use ponnuki_game::{
    Button, DeadStones, GroupTax, PassCost, Repetition, Rules, SekiPoints, Stop, Suicide,
};

/// What a network is told of the rules.
///
/// Where networks have no word the nearest is used, as in the table; it must
/// agree with [`Rules::to_katago`], which a test compares.
///
/// | ours | theirs |
/// |---|---|
/// | the ko rule; the board of one's own last turn | simple ko |
/// | positional superko | positional |
/// | situational superko, natural or not | situational |
/// | area, with or without the empty board | area |
/// | territory, prisoners for or against | territory |
/// | no points in seki | tax on seki |
/// | two points for each living group | tax on all, and on seki |
/// | dead stones by agreement, under area scoring | friendly passes |
/// | pass stones under territory scoring | a point of komi for each pass |
/// | White passes last | a pass ends the game only if it is White's |
/// | who moves first, sizes, forms of handicap | nothing |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) ko: Ko,
    pub(crate) is_area: bool,
    pub(crate) tax: Tax,
    pub(crate) has_suicide: bool,
    pub(crate) has_button: bool,
    /// Whether a pass that would end the game is only an offer to end it.
    pub(crate) has_friendly_passes: bool,
    /// Whether each pass hands over a point.
    pub(crate) has_pass_stones: bool,
    /// Whether only White's pass can be the last.
    pub(crate) has_white_last: bool,
}

/// Which boards may not come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ko {
    Simple,
    Positional,
    Situational,
}

/// What does not count under area scoring, or is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tax {
    None,
    Seki,
    All,
}

impl Terms {
    pub(crate) fn of(rules: &Rules) -> Terms {
        let is_area = rules.counting.scoring.is_area();
        Terms {
            ko: match rules.repetition {
                Repetition::Ko | Repetition::OwnLastTurn => Ko::Simple,
                Repetition::Positional => Ko::Positional,
                Repetition::Situational | Repetition::NaturalSituational => Ko::Situational,
            },
            is_area,
            tax: match (rules.counting.tax, rules.counting.seki) {
                (GroupTax::TwoEach, _) => Tax::All,
                (GroupTax::None, SekiPoints::DoNotCount) => Tax::Seki,
                (GroupTax::None, SekiPoints::Count) => Tax::None,
            },
            has_suicide: rules.suicide != Suicide::Forbidden,
            has_button: rules.passing.button == Button::HalfPoint,
            has_friendly_passes: is_area && rules.dead != DeadStones::Stay,
            has_pass_stones: !is_area && rules.passing.cost == PassCost::Stone,
            has_white_last: rules.passing.stop == Stop::BlackThenWhite,
        }
    }
}

#[cfg(test)]
mod tests {
    use ponnuki_game::PRESETS;

    use super::*;

    #[test]
    fn every_preset_is_told_as_the_protocols_tell_it() {
        for preset in PRESETS {
            let terms = Terms::of(&preset.rules);
            let ko = match terms.ko {
                Ko::Simple => "SIMPLE",
                Ko::Positional => "POSITIONAL",
                Ko::Situational => "SITUATIONAL",
            };
            let tax = match terms.tax {
                Tax::None => "NONE",
                Tax::Seki => "SEKI",
                Tax::All => "ALL",
            };
            let scoring = if terms.is_area { "AREA" } else { "TERRITORY" };
            let written = preset.rules.to_katago();
            for part in [
                format!(r#""ko":"{ko}""#),
                format!(r#""tax":"{tax}""#),
                format!(r#""scoring":"{scoring}""#),
                format!(r#""suicide":{}"#, terms.has_suicide),
                format!(r#""hasButton":{}"#, terms.has_button),
                format!(r#""friendlyPassOk":{}"#, terms.has_friendly_passes),
            ] {
                assert!(
                    written.contains(&part),
                    "{}: {part} is not in {written}",
                    preset.name
                );
            }
        }
    }
}
