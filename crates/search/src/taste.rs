//! Which move looks best: how priors, trials and the lead are weighed.

use crate::prior::Prior;
use crate::stats::Stats;

/// Trials that every move is imagined to have, at the worth of the position.
pub(crate) const N_EVEN: f32 = 10.0;
/// So many own trials weigh as much as all that came in as "moves as first".
const AMAF_EQUIVALENT: f32 = 2_500.0;
/// How much a large lead can add to the chance of winning while the game is
/// open, too little to gamble for, and when it is decided, enough to keep
/// playing well.
const LEAD_WEIGHT_OPEN: f32 = 0.1;
const LEAD_WEIGHT_DECIDED: f32 = 0.4;
/// How much an untried move is worth a look for being untried.
const CURIOSITY: f32 = 0.05;

/// All that is known about a move, for the player who makes it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveStats {
    /// Its own trials.
    pub(crate) own: Stats,
    /// Trials of others in which it was played later, by the same player.
    pub(crate) amaf: Stats,
    /// Trials that tactical sense has imagined.
    pub(crate) prior: Prior,
}

/// What makes one move look better than another in some position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taste {
    /// What the position is worth to the player to move.
    base: Stats,
    /// The lead that the player to move expects anyway.
    expected: f32,
    /// How many points of lead are a lot on this board.
    scale: f32,
    /// What a lot is worth.
    lead_weight: f32,
    curiosity: f32,
}

impl Taste {
    /// The taste of the player to move in a position that was worth `base` to
    /// that player, in a search that began from one worth `root`.
    pub(crate) fn new(base: Stats, root: Stats, n_points: usize) -> Taste {
        // A game is decided when one player nearly always wins.
        let decided = (2.0 * root.win - 1.0).powi(8);
        Taste {
            base,
            expected: root.lead,
            scale: (n_points as f32).sqrt(),
            lead_weight: LEAD_WEIGHT_OPEN + (LEAD_WEIGHT_DECIDED - LEAD_WEIGHT_OPEN) * decided,
            curiosity: CURIOSITY * (1.0 + base.visits as f32).ln().sqrt(),
        }
    }

    /// How good a move looks.
    pub(crate) fn selection_score(&self, known: &MoveStats) -> f32 {
        let tried = self.tried(known);
        let n = tried.visits as f32;
        let n_amaf = known.amaf.visits as f32;
        let beta = n_amaf / (n_amaf + n + n * n_amaf / AMAF_EQUIVALENT);
        let blended = match known.amaf.visits {
            0 => self.utility(tried),
            _ => beta * self.utility(known.amaf) + (1.0 - beta) * self.utility(tried),
        };
        blended + self.curiosity / (1.0 + known.own.visits as f32).sqrt()
    }

    /// The move's own trials and the imagined ones.
    fn tried(&self, known: &MoveStats) -> Stats {
        let own = known.own;
        let n_own = own.visits as f32;
        let n_won = f32::from(known.prior.n_won);
        let n_imagined = N_EVEN + n_won + f32::from(known.prior.n_lost);
        let n = n_own + n_imagined;
        Stats {
            visits: n as u32,
            win: (own.win * n_own + self.base.win * N_EVEN + n_won) / n,
            lead: (own.lead * n_own + self.base.lead * n_imagined) / n,
        }
    }

    /// The chance of winning, and a little for winning by more than expected:
    /// so that a won game is not frittered away nor a lost one given up.
    fn utility(&self, stats: Stats) -> f32 {
        let surprise = (stats.lead - self.expected) / self.scale;
        stats.win + self.lead_weight * surprise / (1.0 + surprise.abs())
    }
}
