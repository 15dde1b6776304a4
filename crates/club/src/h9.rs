//! The table of results that the European Go Database reads: `.h9`.

use crate::rules::HandicapBasis;
use crate::sheet::{head, result_texts};
use crate::tournament::Tournament;

impl Tournament {
    /// The table, in ISO-8859-15 as the database expects. A character that it does not have
    /// becomes `?`.
    pub fn to_h9(&self) -> Vec<u8> {
        let rules = self.rules();
        let handicap = match rules.handicap.basis {
            HandicapBasis::None => "h9".to_owned(),
            HandicapBasis::Rank | HandicapBasis::Score => format!("h{}", rules.handicap.reduction),
        };
        let mut text = format!(
            "; EV[{}]\n; PC[{}]\n; DT[{}]\n; HA[{handicap}]\n; KM[{}]\n;\n; Pl Name",
            rules.name, rules.place, rules.date, rules.komi
        );
        for tie_break in &rules.tie_breaks {
            text += &format!(" {}", head(*tie_break));
        }
        text.push('\n');
        let standings = self.standings();
        for (idx, standing) in standings.iter().enumerate() {
            let Some(entrant) = self.entrant(standing.entrant) else {
                continue;
            };
            // Two words for the name, or the columns after it move.
            let word = |text: &str, none: &str| match text.is_empty() {
                true => none.to_owned(),
                false => text.split_whitespace().collect::<Vec<_>>().join("_"),
            };
            let family = word(entrant.family.as_str(), "-");
            let given = word(entrant.given.as_str(), "-");
            text += &format!(
                "{:4} {:30} {:>3} {:>2} {:>4}",
                idx + 1,
                format!("{family} {given}"),
                entrant.rank.to_string(),
                word(entrant.country.as_str(), "XX"),
                word(entrant.club.as_str(), "xxxx")
            );
            for value in &standing.values {
                text += &format!(" {:>4}", value.to_string());
            }
            for result in result_texts(standing, &standings) {
                text += &format!(" {result:>8}");
            }
            if !entrant.egf_pin.is_empty() {
                text += &format!(" |{}", entrant.egf_pin);
            }
            text.push('\n');
        }
        text.chars().map(latin9).collect()
    }
}

/// A character in ISO-8859-15.
fn latin9(sign: char) -> u8 {
    match sign {
        '€' => 0xA4,
        'Š' => 0xA6,
        'š' => 0xA8,
        'Ž' => 0xB4,
        'ž' => 0xB8,
        'Œ' => 0xBC,
        'œ' => 0xBD,
        'Ÿ' => 0xBE,
        '¤' | '¦' | '¨' | '´' | '¸' | '¼' | '½' | '¾' => b'?',
        _ => u8::try_from(sign).unwrap_or(b'?'),
    }
}
