//! What all formats are made of: the reviewed games of a file.

use std::collections::BTreeMap;

use ponnuki_game::{ByColor, Color, Komi, Preset, Rules, Size};
use ponnuki_record::{Header, Record};
use ponnuki_think::ThinkLimits;
use ponnuki_wire::review::ReviewJudge;
use ponnuki_words::Language;

use crate::judged::Judged;
use crate::main_line::{MainLine, Turn};
use crate::phrases::Phrases;
use crate::reason::Reason;
use crate::review::{Moment, PlayerReport, Review};
use crate::trust;

/// How many moments of each player are told: few enough to remember.
const N_MOMENTS: usize = 3;

/// The reviewed games of a file, ready to be written.
#[derive(Debug)]
pub struct ReviewedFile {
    /// The file, as it was named.
    pub(crate) name: String,
    pub(crate) phrases: Phrases,
    /// What judged.
    pub(crate) judge: String,
    /// How much thought each position had, in words.
    pub(crate) effort: String,
    /// How many visits each position had, unless time was the limit.
    pub(crate) visits: Option<u64>,
    pub(crate) games: Vec<ReviewedGame>,
}

/// One game, with all that is told about it.
#[derive(Debug)]
pub struct ReviewedGame {
    /// The place of the game in its file, counted from 0.
    pub idx: usize,
    pub(crate) phrases: Phrases,
    pub(crate) header: Header,
    pub(crate) rules: Rules,
    pub(crate) komi: Komi,
    /// What was wrong with the record, in words.
    pub remarks: Vec<String>,
    /// The player whose moves are told about; `None` for both.
    only: Option<Color>,
    /// What is known of its positions. All of them are to be judged before it is written.
    pub review: Review,
    /// Those of the players who are reviewed; empty until all is judged.
    pub(crate) moments: Vec<Moment>,
    pub(crate) reports: ByColor<PlayerReport>,
    /// Why moves were worse, by their place among the turns: those of moments, and of all that
    /// are doubtful or worse.
    reasons: BTreeMap<usize, Vec<Reason>>,
}

impl ReviewedFile {
    /// The `games` of the file called `name`, all of whose positions were judged by the thinker
    /// called `judge` within `limits`. Whatever it is written as, it is in `language`.
    pub fn new(
        name: &str,
        games: Vec<ReviewedGame>,
        judge: &str,
        limits: ThinkLimits,
        language: Language,
    ) -> ReviewedFile {
        let phrases = Phrases(language);
        ReviewedFile {
            name: name.to_owned(),
            phrases,
            judge: judge.to_owned(),
            effort: phrases.effort(limits),
            visits: limits.playouts.filter(|_| limits.time.is_none()),
            games: games.into_iter().map(ReviewedGame::concluded).collect(),
        }
    }

    /// Who judged, and how far that can be trusted.
    pub(crate) fn trusted(&self) -> ReviewJudge {
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
    /// The game of `record`, which has the place `idx` in its file; nothing of it is judged yet.
    /// What is told is about the moves of one player `only`, or of both, in `language`.
    pub fn new(
        idx: usize,
        record: Record<'_>,
        only: Option<Color>,
        language: Language,
    ) -> ReviewedGame {
        let mut replay = record.replay();
        let main_line = MainLine::of_replay(&mut replay);
        let game = replay.game();
        ReviewedGame {
            idx,
            phrases: Phrases(language),
            header: record.header(),
            rules: *game.rules(),
            komi: game.setup().komi,
            remarks: replay.remarks().iter().map(ToString::to_string).collect(),
            only,
            review: Review::new(main_line),
            moments: Vec::new(),
            reports: ByColor::default(),
            reasons: BTreeMap::new(),
        }
    }

    /// The same with what follows from all that was judged.
    pub(crate) fn concluded(mut self) -> ReviewedGame {
        let is_wanted = |moment: &Moment| self.includes(moment.turn.by);
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
    pub(crate) fn reasons(&self, turn_idx: usize) -> &[Reason] {
        self.reasons.get(&turn_idx).map_or(&[], Vec::as_slice)
    }

    /// How many visits the position had that had fewest.
    fn fewest_visits(&self) -> u64 {
        let positions = 0..self.review.main_line().n_positions();
        let assessments = positions.filter_map(|at| self.review.assessment(at));
        assessments
            .map(|assessment| assessment.visits)
            .min()
            .unwrap_or(0)
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.review.main_line().size()
    }

    pub(crate) fn n_moves(&self) -> usize {
        self.review.main_line().turns().len()
    }

    /// Every move, with what it was worth.
    pub(crate) fn turns(&self) -> impl Iterator<Item = (usize, &Turn, Option<Judged>)> {
        let turns = self.review.main_line().turns().iter().enumerate();
        turns.map(|(turn_idx, turn)| (turn_idx, turn, self.review.judged(turn_idx)))
    }

    /// The players who are reviewed.
    pub(crate) fn colors(&self) -> impl Iterator<Item = Color> {
        let both = Color::BOTH.into_iter();
        both.filter(|&color| self.includes(color))
    }

    /// Whether the moves of `color` are told about.
    pub(crate) fn includes(&self, color: Color) -> bool {
        self.only.is_none_or(|only| only == color)
    }

    /// What the rulebook is called.
    pub(crate) fn rules_title(&self) -> String {
        let words = self.phrases.words();
        let preset = Preset::of(&self.rules).map(|preset| words.rulebook(preset.name));
        preset
            .unwrap_or_else(|| self.phrases.text("own_rules"))
            .to_owned()
    }
}
