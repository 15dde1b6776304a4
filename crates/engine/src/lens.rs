//! How a network is shown positions, as a [`NetTuning`] wants it.

use ponnuki_game::{Color, Game};
use ponnuki_net::{LastPass, View};
use ponnuki_search::{EvaluationRequest, TreePlace};
use ponnuki_think::{HistoryShown, NetTuning, RootPass};

/// A [`NetTuning`] for a search that begins at one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lens {
    /// How much more Black thinks than White, in doublings.
    black_doublings: f32,
    history: Shown,
    root_pass: RootPass,
    root_optimism: f32,
    optimism: f32,
    pub(crate) policy_temperature: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    All,
    Since { n_moves: usize },
    Nothing,
}

impl Lens {
    pub(crate) fn of(tuning: &NetTuning, root: &Game) -> Lens {
        let color = tuning.doublings_for.unwrap_or(root.turn());
        Lens {
            black_doublings: for_color(tuning.doublings, color),
            history: match tuning.history {
                HistoryShown::All => Shown::All,
                HistoryShown::SinceRoot => Shown::Since {
                    n_moves: root.n_moves(),
                },
                HistoryShown::Nothing => Shown::Nothing,
            },
            root_pass: tuning.root_pass,
            root_optimism: tuning.root_optimism,
            optimism: tuning.optimism,
            policy_temperature: tuning.policy_temperature,
        }
    }

    /// How `question` is shown to a network that usually sees games by `usual`.
    pub(crate) fn view(&self, question: &EvaluationRequest, usual: View) -> View {
        let game = &question.game;
        let turns_max = match self.history {
            Shown::All => usual.turns_max,
            Shown::Since { n_moves } => game.n_moves().saturating_sub(n_moves),
            Shown::Nothing => 0,
        };
        View {
            turns_max: turns_max.min(usual.turns_max),
            doublings: for_color(self.black_doublings, game.turn()),
            last_pass: match (question.place, self.root_pass) {
                (TreePlace::Root, RootPass::GoesOn) => LastPass::Hidden,
                (TreePlace::Root | TreePlace::Within, _) => usual.last_pass,
            },
            ..usual
        }
    }

    /// How far the policy that hopes for the best is trusted.
    pub(crate) fn optimism(&self, place: TreePlace) -> f32 {
        match place {
            TreePlace::Root => self.root_optimism,
            TreePlace::Within => self.optimism,
        }
    }
}

/// What is Black's as `color` has it, and the other way round.
fn for_color(doublings: f32, color: Color) -> f32 {
    match color {
        Color::Black => doublings,
        Color::White => -doublings,
    }
}
