//! The rulebooks and rulesets with a name: one row each.
//!
//! A row starts from another where a rulebook is another one with changes.

use super::{
    Button, Compensation, Counting, DeadStones, GroupTax, Handicap, HandicapForm, KnownAs, Komi,
    KomiBy, PassCost, Passing, PrisonerCount, Repetition, ResumedBy, Rules, Scoring, SekiPoints,
    Sizes, Start, Stop, Suicide,
};
use crate::color::Color;

/// Rules that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name to type.
    pub name: &'static str,
    /// Other names that mean the same rules.
    pub aliases: &'static [&'static str],
    /// What to call it in a heading.
    pub title: &'static str,
    /// What to call it in a game file: the word that SGF has for it, or its name.
    pub sgf: &'static str,
    /// What is special about it, in a sentence.
    pub summary: &'static str,
    /// How a passage of the text is read that can be read in two ways, and why.
    pub reading: Option<&'static str>,
    /// The laws.
    pub rules: Rules,
}

/// Every named preset. Nothing else in the workspace may match on a name.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "concise",
        aliases: &[],
        title: "Concise rules",
        sgf: "concise",
        summary: "Area; what stands lives, suicide is a move, no board ever comes back, komi is bid for.",
        reading: None,
        rules: Rules::CONCISE,
    },
    Preset {
        name: "white-first",
        aliases: &[],
        title: "White-first rules",
        sgf: "white-first",
        summary: "White always moves first, on 9×9, 13×13 or 19×19; territory less what was captured; what stands lives.",
        reading: None,
        rules: Rules::WHITE_FIRST,
    },
    Preset {
        name: "oldest",
        aliases: &[],
        title: "One of the oldest games",
        sgf: "oldest",
        summary: "A pass hands over a stone, and a Black pass followed by a White pass ends the game; komi 7.5.",
        reading: None,
        rules: Rules::OLDEST,
    },
    Preset {
        name: "quick-reference",
        aliases: &[],
        title: "Quick reference",
        sgf: "quick-reference",
        summary: "A pass hands over a stone, White passes last even if it takes a third pass; komi 7.",
        reading: Some(
            "Section 12 forbids the position \"after your last move or any one of your previous moves\". \
             Section 10 lets you pass \"instead of making a move\", so only the stones one played count here, not one's passes. \
             That the same section counts passes as moves when it says who passes last does not change this.",
        ),
        rules: Rules::QUICK_REFERENCE,
    },
    Preset {
        name: "goban",
        aliases: &[],
        title: "The goban's booklet",
        sgf: "goban",
        summary: "Territory and prisoners, the plain ko rule, Black's handicap stones on the board and White to move.",
        reading: Some(
            "A stone that cannot avoid capture \"is worth 1 point\", and so is \"each empty intersection within a player territory\". \
             Dead stones come off as if captured, so the stone counts one and the point under it one, exactly as if it had been captured in play.",
        ),
        rules: Rules::GOBAN,
    },
    Preset {
        name: "japanese",
        aliases: &["jp"],
        title: "Japanese rules",
        sgf: "Japanese",
        summary: "Territory and prisoners, nothing in seki; a long cycle is no result.",
        reading: None,
        rules: Rules::JAPANESE,
    },
    Preset {
        name: "korean",
        aliases: &["kr"],
        title: "Korean rules",
        sgf: "Korean",
        summary: "As Japanese rules, as servers play them.",
        reading: None,
        rules: Rules::KOREAN,
    },
    Preset {
        name: "chinese",
        aliases: &["cn"],
        title: "Chinese rules",
        sgf: "Chinese",
        summary: "Area with the plain ko rule; White gets a point for each handicap stone.",
        reading: None,
        rules: Rules::CHINESE,
    },
    Preset {
        name: "chinese-ogs",
        aliases: &["chinese-kgs"],
        title: "Chinese rules on servers",
        sgf: "chinese-ogs",
        summary: "Chinese rules, but no board ever comes back.",
        reading: None,
        rules: Rules::CHINESE_OGS,
    },
    Preset {
        name: "aga",
        aliases: &["american"],
        title: "AGA rules",
        sgf: "AGA",
        summary: "Area, with pass stones and White passing last so that counting territory gives the same.",
        reading: None,
        rules: Rules::AGA,
    },
    Preset {
        name: "aga-button",
        aliases: &[],
        title: "AGA rules with a button",
        sgf: "aga-button",
        summary: "Area; whoever passes first takes a button worth half a point.",
        reading: None,
        rules: Rules::AGA_BUTTON,
    },
    Preset {
        name: "bga",
        aliases: &["british"],
        title: "BGA rules",
        sgf: "bga",
        summary: "As AGA rules.",
        reading: None,
        rules: Rules::BGA,
    },
    Preset {
        name: "french",
        aliases: &["ffg"],
        title: "French rules",
        sgf: "french",
        summary: "As AGA rules.",
        reading: None,
        rules: Rules::FRENCH,
    },
    Preset {
        name: "new-zealand",
        aliases: &["nz"],
        title: "New Zealand rules",
        sgf: "NZ",
        summary: "Area; suicide is a move; no board comes back with the same player to move.",
        reading: None,
        rules: Rules::NEW_ZEALAND,
    },
    Preset {
        name: "tromp-taylor",
        aliases: &["tt", "logical"],
        title: "Tromp–Taylor rules",
        sgf: "tromp-taylor",
        summary: "Area; what stands lives, suicide is a move, no board ever comes back.",
        reading: None,
        rules: Rules::TROMP_TAYLOR,
    },
    Preset {
        name: "ing",
        aliases: &["goe"],
        title: "Ing rules",
        sgf: "GOE",
        summary: "Area; suicide is a move; the ko rule is read as: no board ever comes back.",
        reading: None,
        rules: Rules::ING,
    },
    Preset {
        name: "stone-scoring",
        aliases: &["ancient-area", "stone"],
        title: "Stone scoring",
        sgf: "stone-scoring",
        summary: "Area less two points for each living group: what one could fill with stones.",
        reading: None,
        rules: Rules::STONE_SCORING,
    },
    Preset {
        name: "ancient-territory",
        aliases: &[],
        title: "Ancient territory rules",
        sgf: "ancient-territory",
        summary: "Territory and prisoners less two points for each living group, nothing in seki.",
        reading: None,
        rules: Rules::ANCIENT_TERRITORY,
    },
];

const AGREED: DeadStones = DeadStones::ByAgreement {
    resumed_by: ResumedBy::NextInTurn,
};

const PLAIN_PASSES: Passing = Passing {
    cost: PassCost::Nothing,
    stop: Stop::TwoPasses,
    button: Button::None,
};

const PASS_STONES: Passing = Passing {
    cost: PassCost::Stone,
    stop: Stop::BlackThenWhite,
    button: Button::None,
};

const BLACK_STONES: Handicap = Handicap {
    form: HandicapForm::BlackAnywhere,
    first: Color::White,
    compensation: Compensation::Zero,
};

const TERRITORY: Counting = Counting {
    scoring: Scoring::Territory {
        prisoners: PrisonerCount::ForHolder,
    },
    seki: SekiPoints::Count,
    tax: GroupTax::None,
};

const TERRITORY_LESS_LOSSES: Counting = Counting {
    scoring: Scoring::Territory {
        prisoners: PrisonerCount::AgainstOwner,
    },
    ..TERRITORY
};

const AREA: Counting = Counting {
    scoring: Scoring::Area,
    ..TERRITORY
};

const fn black_first(handicap: Handicap, komi_half_points: i16) -> Start {
    Start {
        first: Color::Black,
        handicap,
        komi: Komi::from_half_points(komi_half_points),
        komi_by: KomiBy::Rulebook,
    }
}

/// As [`black_first`], with a komi that is customary.
const fn customary(handicap: Handicap, komi_half_points: i16) -> Start {
    Start {
        komi_by: KomiBy::Custom,
        ..black_first(handicap, komi_half_points)
    }
}

impl Rules {
    /// The first of the five rulebooks.
    pub const CONCISE: Rules = Rules {
        sizes: Sizes::Any,
        start: Start {
            first: Color::Black,
            handicap: Handicap {
                form: HandicapForm::WhitePasses,
                first: Color::Black,
                compensation: Compensation::Zero,
            },
            komi: Komi::ZERO,
            komi_by: KomiBy::Bidding,
        },
        suicide: Suicide::Allowed,
        repetition: Repetition::Positional,
        passing: PLAIN_PASSES,
        dead: DeadStones::Stay,
        counting: Counting {
            scoring: Scoring::AreaUnreached,
            ..AREA
        },
        known_as: KnownAs(None),
    };

    /// The second of the five rulebooks.
    pub const WHITE_FIRST: Rules = Rules {
        sizes: Sizes::Squares(&[9, 13, 19]),
        start: Start {
            first: Color::White,
            handicap: Handicap {
                form: HandicapForm::EitherAnywhere,
                ..BLACK_STONES
            },
            komi: Komi::ZERO,
            komi_by: KomiBy::Players,
        },
        suicide: Suicide::Forbidden,
        repetition: Repetition::OwnLastTurn,
        passing: PLAIN_PASSES,
        dead: DeadStones::Stay,
        counting: TERRITORY_LESS_LOSSES,
        known_as: KnownAs(None),
    };

    /// The third of the five rulebooks.
    pub const OLDEST: Rules = Rules {
        sizes: Sizes::Any,
        start: black_first(BLACK_STONES, 15),
        suicide: Suicide::Forbidden,
        repetition: Repetition::Situational,
        passing: PASS_STONES,
        dead: AGREED,
        counting: TERRITORY_LESS_LOSSES,
        known_as: KnownAs(None),
    };

    /// The fourth of the five rulebooks.
    pub const QUICK_REFERENCE: Rules = Rules {
        start: black_first(BLACK_STONES, 14),
        repetition: Repetition::NaturalSituational,
        counting: TERRITORY,
        ..Rules::OLDEST
    };

    /// The last of the five rulebooks.
    pub const GOBAN: Rules = Rules {
        sizes: Sizes::Any,
        start: Start {
            komi_by: KomiBy::Players,
            ..black_first(BLACK_STONES, 0)
        },
        suicide: Suicide::Forbidden,
        repetition: Repetition::Ko,
        passing: PLAIN_PASSES,
        dead: AGREED,
        counting: TERRITORY,
        known_as: KnownAs(None),
    };

    /// Japanese rules of 1989, as servers play them.
    pub const JAPANESE: Rules = Rules {
        start: customary(
            Handicap {
                form: HandicapForm::BlackOnStars,
                ..BLACK_STONES
            },
            13,
        ),
        dead: DeadStones::ByAgreement {
            resumed_by: ResumedBy::OpponentOfAsker,
        },
        counting: Counting {
            seki: SekiPoints::DoNotCount,
            ..TERRITORY
        },
        ..Rules::GOBAN
    };

    /// Korean rules, as servers play them: the laws are the Japanese ones.
    pub const KOREAN: Rules = Rules {
        known_as: KnownAs(Some("korean")),
        ..Rules::JAPANESE
    };

    /// Chinese rules, with the ko rule as it is played over the board.
    pub const CHINESE: Rules = Rules {
        start: customary(
            Handicap {
                compensation: Compensation::N,
                ..BLACK_STONES
            },
            15,
        ),
        counting: AREA,
        ..Rules::GOBAN
    };

    /// Chinese rules, with the superko of servers.
    pub const CHINESE_OGS: Rules = Rules {
        repetition: Repetition::Positional,
        ..Rules::CHINESE
    };

    /// The American Go Association's rules.
    pub const AGA: Rules = Rules {
        passing: PASS_STONES,
        ..Rules::AGA_FREE_PASSES
    };

    /// The British Go Association's rules: those of the AGA.
    pub const BGA: Rules = Rules {
        known_as: KnownAs(Some("bga")),
        ..Rules::AGA
    };

    /// The French federation's rules: those of the AGA.
    pub const FRENCH: Rules = Rules {
        known_as: KnownAs(Some("french")),
        ..Rules::AGA
    };

    /// AGA rules with a button; a pass then costs nothing, for there is nothing to even out.
    pub const AGA_BUTTON: Rules = Rules {
        start: customary(Rules::AGA_FREE_PASSES.start.handicap, 14),
        passing: Passing {
            button: Button::HalfPoint,
            ..PLAIN_PASSES
        },
        ..Rules::AGA_FREE_PASSES
    };

    const AGA_FREE_PASSES: Rules = Rules {
        start: customary(
            Handicap {
                compensation: Compensation::NMinusOne,
                ..BLACK_STONES
            },
            15,
        ),
        repetition: Repetition::Situational,
        ..Rules::CHINESE
    };

    /// New Zealand rules.
    pub const NEW_ZEALAND: Rules = Rules {
        start: customary(BLACK_STONES, 14),
        suicide: Suicide::Allowed,
        repetition: Repetition::Situational,
        ..Rules::CHINESE
    };

    /// Tromp–Taylor rules: the shortest complete ones.
    pub const TROMP_TAYLOR: Rules = Rules {
        start: customary(BLACK_STONES, 15),
        suicide: Suicide::Allowed,
        repetition: Repetition::Positional,
        dead: DeadStones::Stay,
        ..Rules::CHINESE
    };

    /// Ing rules, with positional superko for their fighting and disturbing kos.
    pub const ING: Rules = Rules {
        dead: AGREED,
        ..Rules::TROMP_TAYLOR
    };

    /// Area less two points for each living group.
    pub const STONE_SCORING: Rules = Rules {
        start: customary(BLACK_STONES, 15),
        counting: Counting {
            scoring: Scoring::Area,
            seki: SekiPoints::DoNotCount,
            tax: GroupTax::TwoEach,
        },
        ..Rules::CHINESE
    };

    /// Territory less two points for each living group.
    pub const ANCIENT_TERRITORY: Rules = Rules {
        start: customary(BLACK_STONES, 13),
        counting: Counting {
            tax: GroupTax::TwoEach,
            ..Rules::JAPANESE.counting
        },
        ..Rules::GOBAN
    };
}

impl Preset {
    /// The preset called `name`, in any case, with or without its hyphens.
    ///
    /// ```
    /// use ponnuki_game::Preset;
    ///
    /// assert_eq!(Preset::named("Tromp_Taylor").unwrap().name, "tromp-taylor");
    /// assert!(Preset::named("chess").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Preset> {
        let name = plain(name);
        PRESETS.iter().find(|preset| {
            plain(preset.name) == name || preset.aliases.iter().any(|alias| plain(alias) == name)
        })
    }

    /// The preset whose laws are `rules`, whatever the komi: of several the one
    /// that they are known as, or else the first.
    ///
    /// ```
    /// use ponnuki_game::{Preset, Rules};
    ///
    /// assert_eq!(Preset::of(&Rules::KOREAN).unwrap().name, "korean");
    /// ```
    pub fn of(rules: &Rules) -> Option<&'static Preset> {
        let has_laws = |preset: &&Preset| {
            let mut laws = preset.rules;
            laws.start.komi = rules.start.komi;
            laws == *rules
        };
        let same = || PRESETS.iter().filter(has_laws);
        let known = same().find(|preset| Some(preset.name) == rules.known_as.0);
        known.or_else(|| same().next())
    }
}

/// A name without what people leave out or write otherwise.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
