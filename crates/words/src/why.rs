//! Why a move was worse than another, in words.

use ponnuki_wire::Color;
use ponnuki_wire::review::{Hunt, Reason};

use crate::phrase::Phrase;
use crate::vocabulary::Words;

impl Words {
    /// The sentence that tells `reason`.
    pub fn reason(&self, reason: &Reason) -> String {
        let stones = self.stones_of(reason);
        self.say(phrase(reason, &stones))
    }

    /// The stones that a reason is about, by the first of them; nothing if it is about none.
    fn stones_of(&self, reason: &Reason) -> String {
        let Some((color, n, points)) = stones(reason) else {
            return String::new();
        };
        let (n, color) = (u32::try_from(n).unwrap_or(u32::MAX), color.into());
        self.say(Phrase::WhyStones { n, color, points })
    }
}

/// Whose stones a reason is about, how many, and where the first of them is.
fn stones(reason: &Reason) -> Option<(Color, usize, &str)> {
    match reason {
        Reason::Captures { color, stones, .. }
        | Reason::SelfAtari { color, stones, .. }
        | Reason::LeftInAtari { color, stones, .. }
        | Reason::Caught { color, stones, .. }
        | Reason::Catches { color, stones, .. }
        | Reason::Dies { color, stones, .. }
        | Reason::Kills { color, stones, .. }
        | Reason::BreaksSeki { color, stones, .. }
        | Reason::Sente { color, stones, .. }
        | Reason::LikelyLost { color, stones }
        | Reason::LikelyAlive { color, stones } => Some((*color, stones.len(), &stones.first()?.0)),
        Reason::FillsEye { .. }
        | Reason::TakesKo { .. }
        | Reason::LeavesKo { .. }
        | Reason::Cuts { .. }
        | Reason::Connects { .. }
        | Reason::Dame { .. }
        | Reason::FillsTerritory { .. }
        | Reason::Little { .. }
        | Reason::Passed
        | Reason::Area { .. } => None,
    }
}

fn phrase<'a>(reason: &'a Reason, stones: &'a str) -> Phrase<'a> {
    /// The phrase of that name, with the names of these points and the stones.
    macro_rules! say {
        ($phrase:ident, $($point:ident),* $(; $stones:ident)?) => {
            Phrase::$phrase { $($point: &$point.0,)* $($stones)? }
        };
    }
    match reason {
        Reason::Captures { at, .. } => say!(WhyCaptures, at; stones),
        Reason::SelfAtari { at, by, .. } => say!(WhySelfAtari, at, by; stones),
        Reason::LeftInAtari { at, by, .. } => say!(WhyLeftInAtari, at, by; stones),
        Reason::Caught { by, hunt, .. } => match hunt {
            Hunt::Short => say!(WhyCaught, by; stones),
            Hunt::Ladder => say!(WhyCaughtLadder, by; stones),
            Hunt::Net => say!(WhyCaughtNet, by; stones),
        },
        Reason::Catches { at, hunt, .. } => match hunt {
            Hunt::Short => say!(WhyCatches, at; stones),
            Hunt::Ladder => say!(WhyCatchesLadder, at; stones),
            Hunt::Net => say!(WhyCatchesNet, at; stones),
        },
        Reason::Dies { at, .. } => say!(WhyDies, at; stones),
        Reason::Kills { at, .. } => say!(WhyKills, at; stones),
        Reason::BreaksSeki { at, .. } => say!(WhyBreaksSeki, at; stones),
        Reason::Sente { at, .. } => say!(WhySente, at; stones),
        Reason::LikelyLost { .. } => Phrase::WhyLikelyLost { stones },
        Reason::LikelyAlive { .. } => Phrase::WhyLikelyAlive { stones },
        Reason::FillsEye { at } => say!(WhyFillsEye, at),
        Reason::TakesKo { at } => say!(WhyTakesKo, at),
        Reason::LeavesKo { by } => say!(WhyLeavesKo, by),
        Reason::Cuts { at, one, other } => say!(WhyCuts, at, one, other),
        Reason::Connects { at, one, other } => say!(WhyConnects, at, one, other),
        Reason::Dame { at } => say!(WhyDame, at),
        Reason::FillsTerritory { at } => say!(WhyFillsTerritory, at),
        Reason::Little { at } => say!(WhyLittle, at),
        Reason::Passed => Phrase::WhyPassed,
        Reason::Area {
            at, part, worth, ..
        } => Phrase::WhyArea {
            worth: *worth,
            part: *part,
            at: &at.0,
        },
    }
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Move, Size};
    use ponnuki_wire::review::{BoardPart, name, names};

    use super::*;
    use crate::language::Language;

    const SIZE: Size = Size::NINETEEN;

    fn play(at: &str) -> Move {
        Move::Play(SIZE.point(at).unwrap())
    }

    #[track_caller]
    fn check(reason: &Reason, language: Language, expected: &str) {
        assert_eq!(Words::of(language).reason(reason), expected);
    }

    #[test]
    fn stones_are_counted_and_named_by_the_first() {
        let catches = |stones: &[Move]| Reason::Catches {
            at: name(play("D4"), SIZE),
            color: Color::White,
            stones: names(stones, SIZE),
            hunt: Hunt::Ladder,
        };
        let stones = ["D3", "E3", "E2"].map(play);
        let (one, three) = (catches(&stones[..1]), catches(&stones));
        let english = Language::English;
        check(&one, english, "D4 catches White’s stone at D3 in a ladder.");
        check(
            &three,
            english,
            "D4 catches White’s 3 stones at D3 in a ladder.",
        );
        let german = Language::German;
        check(
            &one,
            german,
            "D4 schlägt den Stein von Weiß bei D3 in einer Treppe.",
        );
        check(
            &three,
            german,
            "D4 schlägt die 3 Steine von Weiß bei D3 in einer Treppe.",
        );
        let japanese = Language::Japanese;
        check(
            &three,
            japanese,
            "D4からのシチョウで白の3子（D3）を取れました。",
        );
    }

    #[test]
    fn an_area_is_told_with_its_place() {
        let area = Reason::Area {
            at: name(play("Q16"), SIZE),
            part: BoardPart::UpperRight,
            worth: 9,
            points: names(&[play("Q16")], SIZE),
        };
        let english = "About 9 points are lost in the upper right corner, around Q16.";
        check(&area, Language::English, english);
        check(&area, Language::Chinese, "右上角 Q16 一带损失约 9 目。");
    }
}
