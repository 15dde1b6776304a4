//! The main line of a record under review: what its moves cost, and why. It is the same review as
//! everywhere: nothing is called a mistake before it was looked at twice.

use ponnuki_engine::{Analysis, Request, ThinkLimits};
use ponnuki_game::{Color, Game, Move, Size};
use ponnuki_record::{NodeId, Record};
use ponnuki_review::{
    Judged, MainLine, PositionLook, Review, Turn, about_judge, grade_shape, reason_shapes,
};
use ponnuki_words::{Phrase, Tenths};

use crate::texts::{Label, Texts};

/// How many moves a line may have that is reviewed: five times the longest games of people.
const N_MOVES_MAX: usize = 2_000;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NodeValue {
    /// How likely Black wins, from 0 to 1.
    pub(super) black: f32,
    /// By how many points Black leads.
    pub(super) lead: f32,
}

/// What is said of the moves of a main line.
#[derive(Debug)]
pub(super) struct Verdicts {
    nodes: Vec<NodeId>,
    /// For each of the nodes, the position of the review that it leads to.
    positions: Vec<usize>,
    review: Review,
}

impl Verdicts {
    /// Nothing is known yet of the main line of `record`; `None` if it is too long.
    pub(super) fn of(record: Record<'_>) -> Option<Verdicts> {
        if record.moves().take(N_MOVES_MAX + 1).count() > N_MOVES_MAX {
            return None;
        }
        let nodes = main_line(record);
        let main_line = MainLine::of_record(record);
        let mut turns = main_line.turns().iter().peekable();
        let mut position = 0;
        let positions = (0..nodes.len()).map(|idx| {
            while let Some(turn) = turns.next_if(|turn| turn.node <= idx) {
                position = turn.after;
            }
            position
        });
        Some(Verdicts {
            positions: positions.collect(),
            nodes,
            review: Review::new(main_line),
        })
    }

    /// The same for `record` as it is now, with what is known of the moves that it had before.
    pub(super) fn going_on(self, record: Record<'_>) -> Option<Verdicts> {
        if self.nodes == main_line(record) {
            return Some(self);
        }
        let mut verdicts = Verdicts::of(record)?;
        if verdicts.nodes.starts_with(&self.nodes) {
            let positions = 0..self.review.main_line().n_positions();
            let known = positions.filter_map(|at| Some((at, self.review.assessment(at)?.clone())));
            verdicts.review.put_all(known);
        }
        Some(verdicts)
    }

    /// The look that is needed next; `None` when the review is finished.
    pub(super) fn next(&self) -> Option<PositionLook> {
        self.review.next()
    }

    /// What the engine is to be asked for a look.
    pub(super) fn question(&self, look: PositionLook) -> Option<(Game, Request)> {
        let request = Request::within(limits());
        self.review.question(&request, look)
    }

    /// Takes in what the engine of that name thinks.
    pub(super) fn answer(&mut self, look: PositionLook, judge: &str, analysis: &Analysis) {
        self.review.note_judge(judge);
        self.review.answer(look, analysis);
    }

    /// How much of the review is done, in percent; `None` when it is finished.
    pub(super) fn percent(&self) -> Option<u32> {
        self.next()?;
        let (n_done, n_all) = (self.review.n_looks(), self.review.n_looks_max());
        Some((100 * n_done / n_all.max(1)) as u32)
    }

    pub(super) fn has(&self, node: NodeId) -> bool {
        self.nodes.contains(&node)
    }

    /// What the position at a node is worth, as the graph shows it.
    pub(super) fn known(&self, node: NodeId) -> Option<NodeValue> {
        let idx = self.nodes.iter().position(|found| *found == node)?;
        let black = self.review.prospect(self.positions[idx], Color::Black)?;
        Some(NodeValue {
            black: black.win_rate,
            lead: black.lead,
        })
    }

    /// Whether the move of a node is doubtful or worse.
    pub(super) fn is_bad(&self, node: NodeId) -> bool {
        let found = self.judged(node);
        found.is_some_and(|(_, _, judged)| judged.grade.is_bad())
    }

    /// What is said of the move of a node, a sentence each: what it is called, what it cost, what
    /// was better, and why. Nothing before the review is finished.
    pub(super) fn sentences(&self, node: NodeId, texts: Texts) -> Vec<String> {
        let Some((turn_idx, turn, judged)) = self.judged(node) else {
            return Vec::new();
        };
        let size = self.review.main_line().size();
        let (at, better) = (
            move_name(turn.mv, size, texts),
            move_name(judged.best.mv, size, texts),
        );
        let grade = grade_shape(judged.grade);
        let mut sentences = vec![texts.words.say(Phrase::MoveJudged { at: &at, grade })];
        if judged.grade.is_bad() {
            let leads = [judged.before.lead, judged.after.lead];
            let [before, after] = leads.map(|lead| texts.lead(lead, turn.by));
            sentences.push(texts.words.say(Phrase::MoveLost {
                points: Tenths::of(judged.loss.points),
                before: &before,
                after: &after,
            }));
            sentences.push(texts.words.say(Phrase::WasBetter { at: &better }));
            let reasons = reason_shapes(&self.review.reasons(turn_idx), size);
            sentences.extend(reasons.iter().map(|reason| texts.words.reason(reason)));
        }
        sentences
    }

    /// Whether a node is the one before the first move.
    pub(super) fn is_start(&self, node: NodeId) -> bool {
        self.nodes.first() == Some(&node) && self.judged(node).is_none()
    }

    /// Who judged, how far to trust it, and how to have a stronger judge. Nothing before the
    /// review is finished.
    pub(super) fn about_judge(&self, name: &str, texts: Texts) -> Vec<String> {
        let (main_line, language) = (self.review.main_line(), texts.words.language());
        match self.next() {
            Some(_) => Vec::new(),
            None => about_judge(name, limits(), main_line.size(), language),
        }
    }

    /// The last move of a node, and what it was worth.
    fn judged(&self, node: NodeId) -> Option<(usize, &Turn, Judged)> {
        if self.next().is_some() {
            return None;
        }
        let idx = self.nodes.iter().position(|found| *found == node)?;
        let mut turns = self.review.main_line().turns().iter().enumerate();
        let (turn_idx, turn) = turns.rfind(|(_, turn)| turn.node == idx)?;
        Some((turn_idx, turn, self.review.judged(turn_idx)?))
    }
}

/// How much thought each position gets at the first look.
fn limits() -> ThinkLimits {
    ThinkLimits::playouts(Review::VISITS)
}

fn main_line(record: Record<'_>) -> Vec<NodeId> {
    let nodes = record.root().main_line();
    nodes.map(|node| node.id()).collect()
}

/// A move in words: the point, or that it is a pass.
pub(super) fn move_name(mv: Move, size: Size, texts: Texts) -> String {
    match mv {
        Move::Play(point) => size.name(point),
        Move::Pass => texts.label(Label::PassMove).to_owned(),
    }
}
