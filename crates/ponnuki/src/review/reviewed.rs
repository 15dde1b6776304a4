//! What all formats are made of: the reviewed games of a file.

use std::collections::BTreeMap;

use ponnuki_engine::{Course, Judged, Moment, Reason, Report, Review, Turn};
use ponnuki_game::{ByColor, Color, Komi, Preset, Rules, Size};
use ponnuki_record::{Header, Record};
use ponnuki_wire::review::ReviewJudge;

use super::tongue::Tongue;
use super::{Whose, Workshop, trust};

/// How many moments of each player are told: few enough to remember.
const N_MOMENTS: usize = 3;

/// The reviewed games of a file.
#[derive(Debug)]
pub(super) struct Reviewed {
    /// The file, as it was named.
    pub(super) name: String,
    pub(super) tongue: Tongue,
    /// What judged.
    pub(super) judge: String,
    /// How much thought each position had.
    pub(super) effort: String,
    /// How many visits each position had, unless time was the limit.
    pub(super) visits: Option<u64>,
    pub(super) games: Vec<ReviewedGame>,
}

/// One game, with all that is told about it.
#[derive(Debug)]
pub(super) struct ReviewedGame {
    /// The place of the game in its file.
    pub(super) idx: usize,
    pub(super) tongue: Tongue,
    pub(super) header: Header,
    pub(super) rules: Rules,
    pub(super) komi: Komi,
    /// What was wrong with the record, in words.
    pub(super) remarks: Vec<String>,
    pub(super) whose: Whose,
    pub(super) review: Review,
    /// Those of the players who are reviewed; empty until all is judged.
    pub(super) moments: Vec<Moment>,
    pub(super) reports: ByColor<Report>,
    /// Why moves were worse, by their place among the turns: those of moments, and of all that
    /// are doubtful or worse.
    reasons: BTreeMap<usize, Vec<Reason>>,
}

impl Reviewed {
    /// The games, of which all is judged.
    pub(super) fn new(shop: &Workshop, name: String, games: Vec<ReviewedGame>) -> Reviewed {
        Reviewed {
            name,
            tongue: shop.tongue,
            judge: shop.judge.clone(),
            effort: shop.effort(),
            visits: shop.limits.playouts.filter(|_| shop.limits.time.is_none()),
            games: games.into_iter().map(ReviewedGame::concluded).collect(),
        }
    }
}

impl Reviewed {
    /// Who judged, and how far that can be trusted.
    pub(super) fn trusted(&self) -> ReviewJudge {
        let fewest = || self.games.iter().map(ReviewedGame::fewest_visits).min();
        let visits = self.visits.or_else(fewest).unwrap_or(0);
        trust::judge(
            &self.judge,
            visits,
            self.games.iter().map(ReviewedGame::size),
        )
    }
}

impl ReviewedGame {
    /// The game of that place in its file, of which nothing is judged.
    pub(super) fn new(
        idx: usize,
        record: Record<'_>,
        whose: Whose,
        tongue: Tongue,
    ) -> ReviewedGame {
        let mut replay = record.replay();
        replay.to_end();
        let game = replay.game();
        ReviewedGame {
            idx,
            tongue,
            header: record.header(),
            rules: *game.rules(),
            komi: game.setup().komi,
            remarks: replay.remarks().iter().map(ToString::to_string).collect(),
            whose,
            review: Review::new(Course::of_record(record)),
            moments: Vec::new(),
            reports: ByColor::default(),
            reasons: BTreeMap::new(),
        }
    }

    /// The same with what follows from all that was judged.
    pub(super) fn concluded(mut self) -> ReviewedGame {
        let is_wanted = |moment: &Moment| self.whose.includes(moment.turn.by);
        let moments = self.review.moments(N_MOMENTS).into_iter();
        self.moments = moments.filter(is_wanted).collect();
        self.reports = self.review.reports();
        self.reasons = self.found_reasons();
        self
    }

    fn found_reasons(&self) -> BTreeMap<usize, Vec<Reason>> {
        let of_moments = self.moments.iter();
        let mut reasons: BTreeMap<_, _> = of_moments
            .map(|moment| (moment.turn_idx, moment.reasons.clone()))
            .collect();
        for (turn_idx, _, judged) in self.turns() {
            if judged.is_some_and(|judged| judged.grade.is_bad()) {
                let found = || self.review.reasons(turn_idx);
                reasons.entry(turn_idx).or_insert_with(found);
            }
        }
        reasons
    }

    /// Why a move was worse, the most telling first; nothing of one that is neither a moment nor
    /// doubtful.
    pub(super) fn reasons(&self, turn_idx: usize) -> &[Reason] {
        self.reasons.get(&turn_idx).map_or(&[], Vec::as_slice)
    }

    /// How many visits the position had that had fewest.
    fn fewest_visits(&self) -> u64 {
        let positions = 0..self.review.course().n_positions();
        let sights = positions.filter_map(|at| self.review.sight(at));
        sights.map(|sight| sight.visits).min().unwrap_or(0)
    }

    pub(super) fn size(&self) -> Size {
        self.review.course().size()
    }

    pub(super) fn n_moves(&self) -> usize {
        self.review.course().turns().len()
    }

    /// Every move, with what it was worth.
    pub(super) fn turns(&self) -> impl Iterator<Item = (usize, &Turn, Option<Judged>)> {
        let turns = self.review.course().turns().iter().enumerate();
        turns.map(|(turn_idx, turn)| (turn_idx, turn, self.review.judged(turn_idx)))
    }

    /// The players who are reviewed.
    pub(super) fn colors(&self) -> impl Iterator<Item = Color> {
        let whose = self.whose;
        Color::BOTH
            .into_iter()
            .filter(move |&color| whose.includes(color))
    }

    /// What the rulebook is called.
    pub(super) fn rules_title(&self) -> String {
        let words = self.tongue.words();
        let preset = Preset::of(&self.rules).map(|preset| words.rulebook(preset.name));
        preset
            .unwrap_or_else(|| self.tongue.text("own_rules"))
            .to_owned()
    }
}
