//! Which rules a game was played under whose file does not say.

use ponnuki_game::{Illegal, Komi, Rules};

use crate::komi::KomiRepair;
use crate::record::Record;
use crate::remark::Trouble;

/// Komi that are customary where the area is counted, and nowhere else.
const AREA_KOMI: [(Komi, Rules); 3] = [
    (Komi::from_half_points(14), Rules::CHINESE),
    (Komi::from_half_points(15), Rules::CHINESE),
    (Komi::from_half_points(16), Rules::ING),
];

impl Record<'_> {
    /// The rules of the file, or if it names none that are known, the likeliest: Japanese,
    /// as most such files are, unless something speaks against it. That is a komi of 7 points
    /// or more, a count in stones as Chinese referees do it, or a suicide, which only few
    /// rulebooks allow.
    ///
    /// ```
    /// use ponnuki_game::Rules;
    /// use ponnuki_record::Records;
    ///
    /// let records = Records::from_bytes(b"(;KM[7.5];B[dd])(;KM[6.5];B[dd])")?;
    /// let rules: Vec<Rules> = records.iter().flatten().map(|one| one.likely_rules()).collect();
    /// assert_eq!(rules, [Rules::CHINESE, Rules::JAPANESE]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn likely_rules(self) -> Rules {
        let header = self.header();
        if let Some(rules) = header.about.rules.and_then(|written| written.meaning) {
            return rules;
        }
        if let Some(written) = header.komi {
            let is_in_stones = matches!(
                written.repair,
                Some(KomiRepair::Stones | KomiRepair::StonesInHundredths)
            );
            let known = |komi| AREA_KOMI.iter().find(|(customary, _)| *customary == komi);
            match (is_in_stones, written.komi.ok().and_then(known)) {
                (true, _) => return Rules::CHINESE,
                (false, Some((_, rules))) => return *rules,
                (false, None) => {}
            }
        }
        let result = header.about.result.map(|written| written.text);
        let is_in_quarters = |text: &String| text.ends_with(".25") || text.ends_with(".75");
        if result.is_some_and(|text| is_in_quarters(&text)) {
            return Rules::CHINESE;
        }
        match self.has_suicide(Rules::JAPANESE) && !self.has_suicide(Rules::NEW_ZEALAND) {
            true => Rules::NEW_ZEALAND,
            false => Rules::JAPANESE,
        }
    }

    /// Whether a move of the main line is a suicide that `rules` forbid.
    fn has_suicide(self, rules: Rules) -> bool {
        let mut replay = self.under(rules).replay();
        replay.to_end();
        let mut troubles = replay.remarks().iter().map(|remark| &remark.trouble);
        troubles.any(|trouble| {
            matches!(
                trouble,
                Trouble::Illegal {
                    law: Illegal::Suicide,
                    ..
                }
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Preset, Rules};

    use crate::Records;

    #[track_caller]
    fn check(file: &str, expected: Rules) {
        let records = Records::from_bytes(file.as_bytes()).expect("a game");
        let record = records.iter().next().expect("a game").expect("of Go");
        let name = |rules| Preset::of(&rules).map(|preset| preset.name);
        assert_eq!(name(record.likely_rules()), name(expected), "{file}");
    }

    #[test]
    fn a_file_without_rules_is_japanese_unless_something_speaks_against_it() {
        check("(;SZ[9];B[ee])", Rules::JAPANESE);
        check("(;SZ[9]KM[6.5];B[ee])", Rules::JAPANESE);
        check("(;SZ[9]KM[0.5]HA[2];W[ee])", Rules::JAPANESE);
        check("(;SZ[9]KM[7.5];B[ee])", Rules::CHINESE);
        check("(;SZ[9]KM[7];B[ee])", Rules::CHINESE);
        check("(;SZ[9]KM[8];B[ee])", Rules::ING);
        check("(;SZ[19]KM[375];B[dd])", Rules::CHINESE);
        check("(;SZ[19]KM[3.75];B[dd])", Rules::CHINESE);
        check("(;SZ[19]RE[B+0.75];B[dd])", Rules::CHINESE);
        check("(;SZ[19]RE[B+7.5];B[dd])", Rules::JAPANESE);
    }

    #[test]
    fn what_the_file_names_counts() {
        check("(;SZ[9]RU[Japanese]KM[7.5];B[ee])", Rules::JAPANESE);
        check("(;SZ[9]RU[AGA]KM[7.5];B[ee])", Rules::AGA);
        check("(;SZ[9]RU[unheard of]KM[7.5];B[ee])", Rules::CHINESE);
    }

    #[test]
    fn who_takes_his_own_stones_off_does_not_play_japanese() {
        // Two white stones in the corner without a liberty.
        let suicide = "(;SZ[5];B[ba];W[aa];B[bb];W[dd];B[ac];W[ab])";
        check(suicide, Rules::NEW_ZEALAND);
    }
}
