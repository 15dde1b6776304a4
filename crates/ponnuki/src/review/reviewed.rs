//! What all formats are made of: the reviewed games of a file.

use ponnuki_engine::{Course, Judged, Moment, Report, Review, Turn};
use ponnuki_game::{ByColor, Color, Komi, Preset, Rules, Size};
use ponnuki_record::{Header, Record};

use super::{Whose, Workshop};

/// How many moments of each player are told: few enough to remember.
const N_MOMENTS: usize = 3;

/// The reviewed games of a file.
#[derive(Debug)]
pub(super) struct Reviewed {
    /// The file, as it was named.
    pub(super) name: String,
    /// What judged.
    pub(super) judge: String,
    /// How much thought each position had.
    pub(super) effort: String,
    pub(super) games: Vec<ReviewedGame>,
}

/// One game, with all that is told about it.
#[derive(Debug)]
pub(super) struct ReviewedGame {
    /// The place of the game in its file.
    pub(super) idx: usize,
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
}

impl Reviewed {
    /// The games, of which all is judged.
    pub(super) fn new(shop: &Workshop, name: String, games: Vec<ReviewedGame>) -> Reviewed {
        Reviewed {
            name,
            judge: shop.judge.clone(),
            effort: shop.effort(),
            games: games.into_iter().map(ReviewedGame::concluded).collect(),
        }
    }
}

impl ReviewedGame {
    /// The game of that place in its file, of which nothing is judged.
    pub(super) fn new(idx: usize, record: Record<'_>, whose: Whose) -> ReviewedGame {
        let mut replay = record.replay();
        replay.to_end();
        let game = replay.game();
        ReviewedGame {
            idx,
            header: record.header(),
            rules: *game.rules(),
            komi: game.setup().komi,
            remarks: replay.remarks().iter().map(ToString::to_string).collect(),
            whose,
            review: Review::new(Course::of_record(record)),
            moments: Vec::new(),
            reports: ByColor::default(),
        }
    }

    /// The same with what follows from all that was judged.
    pub(super) fn concluded(mut self) -> ReviewedGame {
        let is_wanted = |moment: &Moment| self.whose.includes(moment.turn.by);
        let moments = self.review.moments(N_MOMENTS).into_iter();
        self.moments = moments.filter(is_wanted).collect();
        self.reports = self.review.reports();
        self
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
    pub(super) fn rules_title(&self) -> &'static str {
        Preset::of(&self.rules).map_or("Rules of its own", |preset| preset.title)
    }
}
