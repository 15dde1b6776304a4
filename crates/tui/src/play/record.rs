//! The game at the table as a record.

use ponnuki_game::{Color, Game, Komi, Move, Preset, Setup, Size};
use ponnuki_record::{About, Records};
use ponnuki_wire::{Announcement, Happened};

use super::Play;
use super::face::stones;

/// How the game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Beginning {
    /// The board before the first move, as in a scene.
    pub(super) stones: String,
    first: Color,
}

impl Beginning {
    /// The last beginning that is told in `happened`.
    pub(super) fn of(happened: &[Announcement]) -> Option<Beginning> {
        let mut told = happened.iter().rev();
        told.find_map(|told| match &told.what {
            Happened::Began {
                stones, to_move, ..
            } => Some(Beginning {
                stones: stones.clone(),
                first: (*to_move).into(),
            }),
            _ => None,
        })
    }
}

impl Play {
    /// The game as SGF, if it has begun under rules that have a name.
    pub(super) fn sgf(&self) -> Option<String> {
        let scene = self.scene.as_deref()?;
        let mut about = About::default();
        about.players.black.name = self.own_name(Color::Black);
        about.players.white.name = self.own_name(Color::White);
        let result = scene.outcome.as_ref();
        about.result = result.map(|outcome| ponnuki_record::Written::read(&outcome.text));
        let records = Records::of_game(&self.game()?, &about).ok()?;
        Some(records.to_string())
    }

    /// The moves of the table as a game.
    fn game(&self) -> Option<Game> {
        let scene = self.scene.as_deref()?;
        let size = self.size()?;
        let beginning = self.beginning.as_ref()?;
        let rules = Preset::named(&scene.terms.rules)?.rules;
        let mut setup = Setup::new(size, rules);
        for (point, color) in stones(&beginning.stones, size) {
            setup.stones[color].insert(point);
        }
        setup.first = Some(beginning.first);
        setup.komi = scene
            .komi
            .and_then(|komi| Some(Komi::from_half_points(komi.0.try_into().ok()?)))?;
        let mut game = setup.start().ok()?;
        for step in self.past.line_to(scene.node) {
            game.force(step.by, step.mv).ok()?;
        }
        Some(game)
    }

    /// The moves up to the board that is shown, as they are written.
    pub(super) fn moves_shown(&self, size: Size) -> Vec<(Color, String)> {
        let steps = self.line_shown();
        let text = |mv| match mv {
            Move::Play(point) => size.name(point),
            Move::Pass => self.texts.label(crate::texts::Label::PassMove).to_owned(),
        };
        steps
            .into_iter()
            .map(|step| (step.by, text(step.mv)))
            .collect()
    }
}
