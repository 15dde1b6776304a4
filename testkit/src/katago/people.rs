//! What networks that imitate people are told of a game: its record, field by field.

use std::collections::BTreeMap;

/// A game as its record tells of it, of which the network is told.
#[derive(Clone, Debug, PartialEq)]
pub struct PeopleRecord {
    /// Black's and White's rank: 0 is above 9 dan, which is 1; 1 kyu is 10.
    pub ranks: [usize; 2],
    /// Whether nobody knows if the game counted for the ranks.
    pub is_rating_unknown: bool,
    /// Main time and the time of a period in seconds, and the number of periods; nothing if
    /// it is not known how time was kept.
    pub byoyomi: Option<[f64; 3]>,
    /// Year, month and day.
    pub date: [i64; 3],
    /// The number of the collection that it is from.
    pub source: usize,
}

impl PeopleRecord {
    /// The record that stands for the people of each name there is.
    pub fn all() -> BTreeMap<String, PeopleRecord> {
        let professionals = (1800..=2023).map(|year| {
            let record = PeopleRecord {
                ranks: [1, 1],
                is_rating_unknown: false,
                byoyomi: None,
                date: [year, 6, 1],
                source: if year > 2020 { 6 } else { 5 },
            };
            (format!("proyear_{year}"), record)
        });
        let mut all: BTreeMap<String, PeopleRecord> = professionals.collect();
        let dans = (1..=9).rev().map(|dan| format!("{dan}d"));
        let ranks: Vec<String> = dans.chain((1..=20).map(|kyu| format!("{kyu}k"))).collect();
        for (style, date) in [("rank", [2020, 3, 1]), ("preaz", [2016, 9, 1])] {
            for (black, first) in ranks.iter().enumerate() {
                for (white, second) in ranks.iter().enumerate() {
                    let record = PeopleRecord {
                        ranks: [black + 1, white + 1],
                        is_rating_unknown: true,
                        byoyomi: Some([1200.0, 30.0, 5.0]),
                        date,
                        source: 2,
                    };
                    all.insert(format!("{style}_{first}_{second}"), record.clone());
                    if black == white {
                        all.insert(format!("{style}_{first}"), record);
                    }
                }
            }
        }
        all
    }

    /// What the network is told where `player`, 0 for Black, is to move on so many points.
    pub fn row(&self, player: usize, n_points: usize) -> Vec<f64> {
        let mut row = vec![1.0, 1.0, 0.0, 0.0, 0.0, 0.0];
        for rank in [self.ranks[player], self.ranks[1 - player]] {
            row.extend((0..34).map(|i| if i < rank { 1.0 } else { 0.0 }));
        }
        row.push(if self.is_rating_unknown { 0.5 } else { 0.0 });
        let [main, period, n_periods] = self.byoyomi.unwrap_or([0.0; 3]);
        let kind = if self.byoyomi.is_some() { 4 } else { 0 };
        row.extend((0..7).map(|i| if i == kind { 1.0 } else { 0.0 }));
        row.push(0.4 * ((main + 60.0).ln() - 6.5));
        row.push(0.3 * ((period + 1.0).ln() - 3.0));
        row.push(0.5 * ((n_periods + 2.0).ln() - 1.5));
        row.push(0.25 * (2.0_f64.ln() - 1.5));
        row.push(0.5 * (n_points as f64 / 361.0).ln());
        let days = days_since_1970(self.date) as f64;
        for i in 0..32 {
            let period = 7.0 * (80_000.0_f64.ln() * f64::from(i) / 31.0).exp();
            let turns = std::f64::consts::PI * 2.0 * (days / period);
            row.extend([turns.cos(), turns.sin()]);
        }
        row.extend((0..16).map(|i| if i == self.source { 1.0 } else { 0.0 }));
        row.resize(192, 0.0);
        row
    }
}

/// Counted day by day.
fn days_since_1970([year, month, day]: [i64; 3]) -> i64 {
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let n_days = |year: i64, month: i64| match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let year_days = |year: i64| (1..=12).map(|month| n_days(year, month)).sum::<i64>();
    let whole: i64 = match year >= 1970 {
        true => (1970..year).map(year_days).sum(),
        false => -(year..1970).map(year_days).sum::<i64>(),
    };
    whole + (1..month).map(|month| n_days(year, month)).sum::<i64>() + day - 1
}
