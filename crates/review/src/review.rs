//! A review in the making: which position is looked at next, and what follows from the looks.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use ponnuki_game::{ByColor, Color, Game, Move};
use ponnuki_think::{Analysis, Memory, Request, ThinkLimits, Thinker, ignore};

use crate::assessment::{Assessment, Prospect};
use crate::judged::{Evidence, Grade, Judged, Stakes};
use crate::line_values::LineValues;
use crate::main_line::{MainLine, Turn};
use crate::reason::{Comparison, Reason};
use crate::summary::{GamePhase, Summary};
use crate::trust;

/// Between two positions that are known, it is worth looking where the chance or the lead
/// changed: a tenth of a chance or two points count like twice as many moves.
const CHANGE_WIN_RATE: f32 = 10.0;
const CHANGE_POINTS: f32 = 0.5;
/// A move that seems to have lost so much is looked at again before anything is said of it.
const SUSPICIOUS: f32 = 0.05;
/// The second look is so many times as long as the first.
const SECOND_TIMES: u32 = 4;
/// One position in so many may be looked at again, and in a short game so many in any case.
const SECOND_SHARE: usize = 2;
const N_SECONDS_MIN: usize = 8;
/// Points that are told of an area are at most so many times what the move cost, and one.
const AREA_TIMES_MAX: f32 = 1.25;
/// A moment matters so many times as much as a move of this player usually does.
const MOMENT_TIMES_USUAL: f32 = 2.0;
/// A player who misses the same move again within so many moves has one moment, not two.
const SAME_WITHIN: usize = 8;

/// A game being reviewed: what is known of its positions so far.
///
/// First every position is judged once, then those again that stand beside a move which seems to
/// have lost something, and before one that looks like a find: nothing is called a mistake or a
/// find that was not looked at twice. The answer
/// about a position depends on nothing but the position, the request and the thinker. So a
/// review that was broken off goes on where it was, with the same result.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use ponnuki_engine::{ThinkLimits, MonteCarlo, Request, MonteCarloSettings};
/// use ponnuki_record::Records;
/// use ponnuki_review::{MainLine, Review};
///
/// let records = Records::from_bytes(b"(;SZ[9];B[ee];W[gc];B[cg])").unwrap();
/// let record = records.iter().next().unwrap().unwrap();
/// let mut review = Review::new(MainLine::of_record(record));
/// let mut thinker = MonteCarlo::new(MonteCarloSettings::default());
/// let request = Request::within(ThinkLimits::playouts(50));
/// review.run(&mut thinker, &request, &mut |review, _position| {
///     println!("{} of {}", review.n_known(), review.main_line().n_positions());
///     ControlFlow::Continue(())
/// });
/// for moment in review.moments(3) {
///     println!("move {}: {:?}", moment.turn.number, moment.judged.loss);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    main_line: MainLine,
    known: Vec<Option<Assessment>>,
    /// How many points everything has to agree on before a move is called doubtful or worse.
    points_min: f32,
    /// Derived from `known`.
    values: LineValues,
}

/// An analysis of a position that a review needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionLook {
    /// The number of the position, counted from 0 along the main line.
    pub position: usize,
    /// Whether the position was looked at before, and is to be looked at for longer now.
    pub is_second: bool,
}

impl PositionLook {
    /// How often the position was looked at after this.
    pub(crate) fn n_looks(self) -> u8 {
        1 + u8::from(self.is_second)
    }
}

/// A move that mattered.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The index of the move in [`MainLine::turns`].
    pub turn_idx: usize,
    /// The move.
    pub turn: Turn,
    /// What it was worth beside the best move.
    pub judged: Judged,
    /// Why it was worse, the most telling reason first.
    pub reasons: Vec<Reason>,
}

/// How one player did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerReport {
    /// The whole game.
    pub all: Summary,
    /// Each part of the game, in the order of [`GamePhase::ALL`].
    pub stages: [Summary; 3],
}

impl Review {
    /// How many visits a position gets at the first look if nobody says otherwise: enough to
    /// see a blunder by, and few enough that a review takes minutes on any machine.
    pub const VISITS: u64 = 70;

    /// A review of `main_line` of which nothing is known yet.
    pub fn new(main_line: MainLine) -> Review {
        Review {
            known: vec![None; main_line.n_positions()],
            main_line,
            points_min: 0.0,
            values: LineValues::default(),
        }
    }

    /// Notes who judges. Of a judge that is known to err often on such a board only large losses
    /// are told, on which everything agrees.
    pub fn note_judge(&mut self, name: &str) {
        self.points_min = trust::points_min(name, self.main_line.size());
    }

    /// The main line that is reviewed.
    pub fn main_line(&self) -> &MainLine {
        &self.main_line
    }

    /// How many positions are judged.
    pub fn n_known(&self) -> usize {
        self.known.iter().flatten().count()
    }

    /// What is thought of a position, if it was judged.
    pub fn assessment(&self, position: usize) -> Option<&Assessment> {
        self.known.get(position)?.as_ref()
    }

    /// How many looks there may be in all, a second one counting as many times as it is longer.
    pub fn n_looks_max(&self) -> usize {
        self.known.len() + SECOND_TIMES as usize * self.n_seconds_max()
    }

    /// How much of [`Review::n_looks_max`] is done; never more, whatever was [`put`](Review::put).
    pub fn n_looks(&self) -> usize {
        let n_looks = self.n_known() + SECOND_TIMES as usize * self.n_seconds();
        n_looks.min(self.n_looks_max())
    }

    fn n_seconds_max(&self) -> usize {
        let n_positions = self.known.len();
        (n_positions / SECOND_SHARE)
            .max(N_SECONDS_MIN)
            .min(n_positions)
    }

    fn n_seconds(&self) -> usize {
        let assessments = self.known.iter().flatten();
        assessments
            .filter(|assessment| assessment.looks >= 2)
            .count()
    }

    /// The look that is needed next; `None` when the review is finished.
    pub fn next(&self) -> Option<PositionLook> {
        let first = self.next_unknown().map(|position| PositionLook {
            position,
            is_second: false,
        });
        first.or_else(|| {
            let second = self.next_suspicious().or_else(|| self.next_find());
            second.map(|position| PositionLook {
                position,
                is_second: true,
            })
        })
    }

    /// The position before a move that looks like a find, to be looked at again as long as there
    /// are looks left that nothing else needs.
    fn next_find(&self) -> Option<usize> {
        if self.n_seconds() >= self.n_seconds_max() {
            return None;
        }
        let turns = 0..self.main_line.turns().len();
        let mut evidence = turns.filter_map(|turn_idx| self.evidence(turn_idx));
        let open = evidence.find(|evidence| {
            evidence.assessments[0].looks < 2 && evidence.looks_like_find(self.main_line.size())
        });
        open.map(|evidence| evidence.turn.before)
    }

    /// The position to be looked at again: beside the move that seems to have lost most of
    /// those that were not checked, as long as there are looks left for it.
    fn next_suspicious(&self) -> Option<usize> {
        let n_left = self.n_seconds_max().saturating_sub(self.n_seconds());
        let turns = 0..self.main_line.turns().len();
        let suspicious = turns.filter_map(|turn_idx| {
            let evidence = self.evidence(turn_idx)?;
            let suspicion = evidence.suspicion();
            let unchecked = [evidence.turn.before, evidence.turn.after]
                .into_iter()
                .filter(|&position| {
                    self.assessment(position)
                        .is_some_and(|assessment| assessment.looks < 2)
                });
            let n_unchecked = unchecked.clone().count();
            let is_open = suspicion >= SUSPICIOUS && (1..=n_left).contains(&n_unchecked);
            is_open.then_some((suspicion, unchecked.min()?))
        });
        first_most(suspicious)
    }

    /// The position to be judged next: the ends first, then the middle of where most is
    /// unknown or most has changed, so that a few positions already show how the game went.
    /// `None` when all are known.
    fn next_unknown(&self) -> Option<usize> {
        let last = self.known.len().checked_sub(1)?;
        if let Some(end) = [0, last].into_iter().find(|&i| self.known[i].is_none()) {
            return Some(end);
        }
        let known: Vec<usize> = (0..=last).filter(|&i| self.known[i].is_some()).collect();
        let gaps = known.windows(2).map(|pair| (pair[0], pair[1]));
        let open = gaps
            .filter(|(from, to)| to - from > 1)
            .map(|(from, to)| (self.priority(from, to), usize::midpoint(from, to)));
        first_most(open)
    }

    /// How much there may be to find between two positions that are known.
    fn priority(&self, from: usize, to: usize) -> f32 {
        let prospect = |position: usize| Some(self.assessment(position)?.prospect_of(Color::Black));
        let change = prospect(from)
            .zip(prospect(to))
            .map_or(0.0, |(one, other)| {
                CHANGE_WIN_RATE * (one.win_rate - other.win_rate).abs()
                    + CHANGE_POINTS * (one.lead - other.lead).abs()
            });
        (to - from) as f32 * (1.0 + change)
    }

    /// Notes what is thought of a position; does nothing if there is no such position.
    pub fn put(&mut self, position: usize, assessment: Assessment) {
        self.put_all([(position, assessment)]);
    }

    /// Notes what is thought of several positions, as [`put`](Review::put) does of one.
    pub fn put_all(&mut self, assessments: impl IntoIterator<Item = (usize, Assessment)>) {
        for (position, assessment) in assessments {
            if let Some(known) = self.known.get_mut(position) {
                *known = Some(assessment);
            }
        }
        self.values = LineValues::of(self.main_line.turns(), &self.known);
    }

    /// What a thinker is to be asked for a look, within `request` at the first and longer at the
    /// second: the game, and how long to think about it. `None` of a position that is not there.
    /// To be the same every time, the answer needs a thinker that was reseeded with 0.
    pub fn question(&self, request: &Request, look: PositionLook) -> Option<(Game, Request)> {
        let game = self.main_line.game(look.position)?;
        let request = Request {
            memory: Memory::Judgments,
            limits: match look.is_second {
                true => longer(request.limits),
                false => request.limits,
            },
            ..request.clone()
        };
        Some((game, request))
    }

    /// Notes what a thinker said to the [`question`](Review::question) of a look.
    pub fn answer(&mut self, look: PositionLook, analysis: &Analysis) {
        let position = look.position;
        let assessment = Assessment::of(analysis, self.played_at(position));
        let looks = look.n_looks();
        self.put(
            position,
            Assessment {
                looks,
                ..assessment
            },
        );
    }

    /// The move that was made in a position.
    pub(crate) fn played_at(&self, position: usize) -> Option<Move> {
        let mut turns = self.main_line.turns().iter();
        let turn = turns.find(|turn| turn.before == position)?;
        Some(turn.mv)
    }

    /// Has a position judged, within `request` at the first look and longer at the second;
    /// breaks off, with nothing noted, when the request's stop sign is raised.
    pub fn look(
        &mut self,
        thinker: &mut dyn Thinker,
        request: &Request,
        look: PositionLook,
    ) -> ControlFlow<()> {
        let Some((game, request)) = self.question(request, look) else {
            return ControlFlow::Continue(());
        };
        // Nothing that was asked before may show in the answer.
        thinker.reseed(0);
        let analysis = thinker.analyse(&game, &request, &mut ignore);
        if request.stop.is_raised() {
            return ControlFlow::Break(());
        }
        self.answer(look, &analysis);
        ControlFlow::Continue(())
    }

    /// Looks at every position as often as it takes, and tells `progress` after each look,
    /// until that or the stop sign says to stop.
    pub fn run(
        &mut self,
        thinker: &mut dyn Thinker,
        request: &Request,
        progress: &mut dyn FnMut(&Review, usize) -> ControlFlow<()>,
    ) {
        while let Some(look) = self.next() {
            let is_over = self.look(thinker, request, look).is_break();
            if is_over || progress(self, look.position).is_break() {
                return;
            }
        }
    }

    /// What `color` had to expect in a position, as the values of the whole line say: what a
    /// graph shows, in tenths of a point. `None` if it was not judged.
    pub fn prospect(&self, position: usize, color: Color) -> Option<Prospect> {
        Some(self.values.prospect(position, color)?.shown())
    }

    /// A move of [`MainLine::turns`] beside the best one. `None` if the positions around it are
    /// not judged, or the player was not to move.
    pub fn judged(&self, turn_idx: usize) -> Option<Judged> {
        self.evidence(turn_idx)?.judged(self.main_line.size())
    }

    fn evidence(&self, turn_idx: usize) -> Option<Evidence<'_>> {
        let turns = self.main_line.turns();
        let turn = turns.get(turn_idx)?;
        let told = |position: usize| self.values.prospect(position, turn.by);
        Some(Evidence {
            turn,
            assessments: [self.assessment(turn.before)?, self.assessment(turn.after)?],
            told: [told(turn.before)?, told(turn.after)?],
            difference: self.values.difference(turns, &self.known, turn_idx),
            stakes: match self.values.is_decided(turn.before) {
                true => Stakes::Game,
                false => Stakes::Points(self.main_line.size()),
            },
            rules: self.main_line.rules(turn.before)?,
            points_min: self.points_min,
        })
    }

    /// How each player did.
    pub fn reports(&self) -> ByColor<PlayerReport> {
        let mut reports: ByColor<PlayerReport> = ByColor::default();
        let size = self.main_line.size();
        for (turn_idx, turn) in self.main_line.turns().iter().enumerate() {
            let Some(judged) = self.judged(turn_idx) else {
                continue;
            };
            let report = &mut reports[turn.by];
            report.all.add(&judged);
            report.stages[GamePhase::of_move(turn.number, size) as usize].add(&judged);
        }
        reports
    }

    /// The moves that mattered, at most `n_max` of each player, in the order of the game:
    /// those that cost most, if they cost much more than this player's moves usually do; the worst
    /// of them in any case if it is a blunder.
    pub fn moments(&self, n_max: usize) -> Vec<Moment> {
        let mut moments: Vec<Moment> = Color::BOTH
            .into_iter()
            .flat_map(|color| self.moments_of(color, n_max))
            .collect();
        moments.sort_by_key(|moment| moment.turn_idx);
        moments
    }

    fn moments_of(&self, color: Color, n_max: usize) -> Vec<Moment> {
        let turns = self.main_line.turns().iter().enumerate();
        let own = turns.filter(|(_, turn)| turn.by == color);
        let mut judged: Vec<(usize, Judged)> = own
            .filter_map(|(turn_idx, _)| Some((turn_idx, self.judged(turn_idx)?)))
            .collect();
        // Suspicions are good enough for an average: those that were not checked too.
        let evidence = judged
            .iter()
            .filter_map(|&(turn_idx, _)| self.evidence(turn_idx));
        let sum: f32 = evidence.map(|evidence| evidence.suspicion()).sum();
        let usual = sum / judged.len().max(1) as f32;
        judged.retain(|(_, judged)| judged.grade.is_bad());
        judged.sort_by(|(i, one), (j, other)| other.weight.total_cmp(&one.weight).then(i.cmp(j)));
        let stands_out =
            |(_, judged): &&(usize, Judged)| judged.weight >= MOMENT_TIMES_USUAL * usual;
        let n_standing_out = judged.iter().take_while(stands_out).count();
        // Where most moves of a short game are blunders none stands out, and one is still the worst.
        let is_blunder = |(_, judged): &(usize, Judged)| judged.grade == Grade::Blunder;
        let n_least = usize::from(judged.first().is_some_and(is_blunder));
        judged.truncate(n_standing_out.max(n_least));
        let mut moments: Vec<Moment> = Vec::new();
        for (turn_idx, judged) in judged {
            let is_same = |moment: &Moment| {
                moment.judged.best.mv == judged.best.mv
                    && moment.turn_idx.abs_diff(turn_idx) <= SAME_WITHIN
            };
            if moments.len() < n_max && !moments.iter().any(is_same) {
                moments.push(Moment {
                    turn_idx,
                    turn: self.main_line.turns()[turn_idx],
                    reasons: self.reasons(turn_idx),
                    judged,
                });
            }
        }
        moments
    }

    /// Why a move of [`MainLine::turns`] was worse than the best one, the most telling first;
    /// nothing where nothing is sure. Takes some milliseconds.
    pub fn reasons(&self, turn_idx: usize) -> Vec<Reason> {
        let found = self.judged(turn_idx).and_then(|judged| {
            let turn = self.main_line.turns().get(turn_idx)?;
            let comparison = Comparison {
                game: &self.main_line.game(turn.before)?,
                played: turn.mv,
                better: judged.best.mv,
                hoped: &self.assessment(turn.before)?.ownership,
                left: &self.assessment(turn.after)?.ownership,
            };
            let mut reasons = comparison.reasons();
            // An area that is worth more than the move cost is not what it cost.
            reasons.retain(|reason| match *reason {
                Reason::Area { n_points, .. } => {
                    n_points as f32 <= AREA_TIMES_MAX * judged.loss.points + 1.0
                }
                _ => true,
            });
            Some(reasons)
        });
        found.unwrap_or_default()
    }
}

/// The position that weighs most; of those that weigh the same, the first.
fn first_most(weighed: impl Iterator<Item = (f32, usize)>) -> Option<usize> {
    let most = weighed.reduce(|most, one| match one.0.total_cmp(&most.0) {
        Ordering::Greater => one,
        Ordering::Less | Ordering::Equal => most,
    });
    most.map(|(_, position)| position)
}

/// The limits of a second look, where those of the first are these.
fn longer(limits: ThinkLimits) -> ThinkLimits {
    let playouts = limits.playouts;
    ThinkLimits {
        time: limits.time.map(|time| time.saturating_mul(SECOND_TIMES)),
        playouts: playouts.map(|n| n.saturating_mul(u64::from(SECOND_TIMES))),
        threads: limits.threads,
    }
}
