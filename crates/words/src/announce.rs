//! What a listener hears when something happens.

use ponnuki_game::{Color, Move, PointSet};
use ponnuki_wire::{Agreement, Announcement, Happened, RefusalCode, Refused, Seat, Stage};

use crate::listener::{Listener, other};
use crate::past::PastMove;
use crate::phrase::{Phrase, Spoken as _};

impl Listener<'_> {
    /// What is heard of `news`, short and in order; what takes several lines has several.
    pub fn announce(&self, news: &[Announcement]) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut sentences: Vec<String> = Vec::new();
        for told in news {
            let said = self.happened(&told.what);
            if said.len() > 1 {
                lines.extend(self.line(&mut sentences));
                lines.extend(said);
            } else {
                sentences.extend(said);
            }
        }
        if news.iter().any(|told| is_about_turns(&told.what)) {
            sentences.extend(self.turn());
        }
        lines.extend(self.line(&mut sentences));
        lines.join("\n")
    }

    fn line(&self, sentences: &mut Vec<String>) -> Option<String> {
        let line = self.words.join(std::mem::take(sentences));
        (!line.is_empty()).then_some(line)
    }

    /// What is said of one thing: a sentence, or lines.
    fn happened(&self, what: &Happened) -> Vec<String> {
        let size = self.size();
        match what {
            Happened::Moved { by, at, lifted, .. } => {
                let step = PastMove {
                    parent: 0,
                    by: (*by).into(),
                    mv: at.to_move(size).unwrap_or(Move::Pass),
                    lifted: lifted.iter().filter_map(|at| at.to_point(size)).collect(),
                };
                vec![self.moved(&step)]
            }
            Happened::Proposed => self.proposal(),
            Happened::Marked { seat, stones, dead } => {
                let points = stones.iter().filter_map(|at| at.to_point(size));
                self.marked(*seat, points.collect(), *dead)
            }
            Happened::Ended { outcome } => {
                let sum = self.scene.score.iter().flat_map(|score| self.sum(score));
                [self.outcome(outcome)].into_iter().chain(sum).collect()
            }
            Happened::Began {
                game_number, komi, ..
            } => vec![self.began(*game_number, *komi)],
            Happened::Stopped if self.scene.stage != Stage::Stopped => Vec::new(),
            other => self.beside(other).into_iter().collect(),
        }
    }

    /// What is said of something beside the stones and the sum, if anything is.
    fn beside(&self, what: &Happened) -> Option<String> {
        Some(match what {
            // People know that they have come themselves, and the program is always there.
            Happened::Seated { seat, .. } if self.is_own(*seat) => return None,
            Happened::Seated { sitter, .. } if sitter.engine_level.is_some() => return None,
            Happened::Seated { seat, .. } => {
                let name = &self.name(*seat);
                self.say(Phrase::Seated { name })
            }
            Happened::Colors { .. } => return self.players(),
            Happened::BidMade { seat, komi } => {
                let komi = *komi;
                self.deed(*seat, Phrase::YouBid { komi }, |name| Phrase::BidMade {
                    name,
                    komi,
                })
            }
            Happened::KomiNamed { seat, komi } => {
                let komi = *komi;
                let own = Phrase::YouNameKomi { komi };
                self.deed(*seat, own, |name| Phrase::KomiNamed { name, komi })
            }
            Happened::Undone { .. } => self.say(Phrase::Undone {
                number: self.scene.n_moves,
            }),
            Happened::UndoAsked { seat } => {
                self.asked(*seat, Phrase::YouAskUndo, |name| Phrase::UndoAsked { name })
            }
            Happened::AbandonOffered { seat } => {
                let own = Phrase::YouOfferAbandon;
                self.asked(*seat, own, |name| Phrase::AbandonOffered { name })
            }
            Happened::RematchOffered { seat } => {
                let own = Phrase::YouOfferRematch;
                self.asked(*seat, own, |name| Phrase::RematchOffered { name })
            }
            Happened::UndoDeclined { seat } => {
                let own = Phrase::YouDeclineUndo;
                self.deed(*seat, own, |name| Phrase::UndoDeclined { name })
            }
            Happened::Accepted { seat } => {
                self.deed(*seat, Phrase::YouAgree, |name| Phrase::Agrees { name })
            }
            Happened::Resumed { seat } => {
                self.deed(*seat, Phrase::YouResume, |name| Phrase::Resumed { name })
            }
            Happened::Said { from, name, text } => {
                let name = &self.speaker(*from, name);
                // In one line: a second one could look like another's words.
                let text = &text.split('\n').collect::<Vec<_>>().join(" ");
                self.say(Phrase::Said { name, text })
            }
            Happened::Renamed { name, .. } => self.say(Phrase::Renamed { name }),
            Happened::Stopped => self.say(Phrase::Stopped),
            Happened::Woke => self.say(Phrase::Woke),
            Happened::Closed => self.say(Phrase::Closed),
            _ => return None,
        })
    }

    /// What whoever sits at `seat` did: the listener, or someone with a name.
    fn deed(
        &self,
        seat: Seat,
        own: Phrase<'_>,
        other: impl for<'n> FnOnce(&'n str) -> Phrase<'n>,
    ) -> String {
        match self.is_own(seat) {
            true => self.say(own),
            false => self.say(other(&self.called(seat))),
        }
    }

    /// A move and what it captured.
    pub(crate) fn moved(&self, step: &PastMove) -> String {
        let color = step.by;
        let played = match step.mv {
            Move::Play(point) => self.say(Phrase::Played {
                color,
                at: &self.size().name(point),
            }),
            Move::Pass => self.say(Phrase::Passed { color }),
        };
        self.words
            .join([played].into_iter().chain(self.lifted(&step.lifted)))
    }

    /// What a move captured, if it did.
    pub(crate) fn lifted(&self, lifted: &PointSet) -> Option<String> {
        (!lifted.is_empty()).then(|| {
            self.say(Phrase::Captures {
                n: lifted.len() as u32,
                points: &self.names(lifted),
            })
        })
    }

    /// Whose turn it is, as the listener wants to know it.
    pub(crate) fn turn(&self) -> Vec<String> {
        if self.scene.stage == Stage::Bidding {
            return self.bidding().into_iter().collect();
        }
        let Some(color) = self.player() else {
            return Vec::new();
        };
        let is_own = self.is_own_turn();
        let must_pass = self.scene.must_pass.filter(|_| is_own);
        let must_pass = must_pass.map(|n| self.say(Phrase::MustPass { n }));
        let turn = match self.seats {
            [_] if is_own => Some(self.say(Phrase::YourMove)),
            [_] => None,
            _ => Some(self.say(Phrase::ToMove { color })),
        };
        turn.into_iter().chain(must_pass).collect()
    }

    /// What the bidding asks of the listener.
    pub(crate) fn bidding(&self) -> Option<String> {
        use ponnuki_wire::BiddingKind::{Auction, NameAndChoose};
        let bidding = self.scene.bidding.as_ref()?;
        if !self.seats.contains(&bidding.turn) {
            let name = &self.name(bidding.turn);
            return Some(self.say(Phrase::BidWait { name }));
        }
        let last = bidding.last.map(|bid| (self.name(bid.seat), bid.komi));
        let asked = match (bidding.kind, &last) {
            (Auction, None) => self.say(Phrase::BidFirst),
            (Auction, Some((name, komi))) => self.say(Phrase::BidNext { name, komi: *komi }),
            (NameAndChoose, None) => self.say(Phrase::NameFirst),
            (NameAndChoose, Some((_, komi))) => self.say(Phrase::ChooseColor { komi: *komi }),
        };
        let least = bidding
            .least
            .map(|komi| self.say(Phrase::BidLeast { komi }));
        Some(self.words.join([asked].into_iter().chain(least)))
    }

    fn began(&self, number: u32, komi: ponnuki_wire::HalfPoints) -> String {
        let begins = match number {
            0 | 1 => self.say(Phrase::Begins { komi }),
            number => self.say(Phrase::BeginsAgain { number, komi }),
        };
        let own = self
            .own_color()
            .map(|color| self.say(Phrase::YouPlay { color }));
        self.words
            .join([begins].into_iter().chain(own).chain(self.handicap()))
    }

    /// The stones that stand before the first move.
    pub(crate) fn handicap(&self) -> Option<String> {
        let points = self.size().points();
        let stones: PointSet = points
            .filter(|&point| self.stone(point).is_some())
            .collect();
        let is_start = self.scene.n_moves == 0 && !stones.is_empty();
        is_start.then(|| {
            self.say(Phrase::HandicapOn {
                n: stones.len() as u32,
                points: &self.names(stones),
            })
        })
    }

    /// Something that the opponent of `seat` is to answer.
    fn asked(
        &self,
        seat: Seat,
        own: Phrase<'_>,
        of_other: impl for<'n> FnOnce(&'n str) -> Phrase<'n>,
    ) -> String {
        let said = self.deed(seat, own, of_other);
        let is_listener = self.is_own(other(seat));
        let answer = is_listener.then(|| self.say(Phrase::AnswerIt));
        self.words.join([said].into_iter().chain(answer))
    }

    /// What the program calls dead, with its reasons: a line for each chain.
    pub fn called_dead(&self, agreement: &Agreement) -> Vec<String> {
        let size = self.size();
        let proposals = agreement.proposal.iter();
        let lines = proposals.filter_map(|proposal| {
            let points = proposal.stones.iter().filter_map(|at| at.to_point(size));
            let points: PointSet = points.collect();
            Some(self.say(Phrase::CalledDead {
                stone: self.stone(points.first()?)?.into(),
                points: &self.names(points),
                reason: proposal.reason,
            }))
        });
        lines.collect()
    }

    /// What the program calls dead, and what comes of it.
    pub(crate) fn proposal(&self) -> Vec<String> {
        let Some(agreement) = &self.scene.agreement else {
            return Vec::new();
        };
        let mut lines = self.called_dead(agreement);
        if lines.is_empty() {
            lines.push(self.say(Phrase::NoneDead));
        }
        lines.extend(self.agreement(agreement));
        lines
    }

    /// The sum with the marks as they are, and what to do about them.
    pub(crate) fn agreement(&self, agreement: &Agreement) -> Vec<String> {
        let mut lines = self.sum(&agreement.score);
        lines.push(self.margin(&agreement.score));
        if agreement.engine_disagrees {
            lines.push(self.say(Phrase::EngineDisagrees));
        }
        if !self.seats.is_empty() {
            lines.push(self.say(Phrase::HowToAgree));
        }
        lines
    }

    fn marked(&self, seat: Seat, points: PointSet, is_dead: bool) -> Vec<String> {
        let (name, points) = (&self.called(seat), &self.names(points));
        let marked = self.say(match (is_dead, self.is_own(seat)) {
            (true, true) => Phrase::YouMarkDead { points },
            (true, false) => Phrase::MarkedDead { name, points },
            (false, true) => Phrase::YouMarkAlive { points },
            (false, false) => Phrase::MarkedAlive { name, points },
        });
        let agreement = self.scene.agreement.as_ref();
        let margin = agreement.map(|agreement| self.margin(&agreement.score));
        let disagrees = agreement.filter(|agreement| agreement.engine_disagrees);
        let disagrees = disagrees.map(|_| self.say(Phrase::EngineDisagrees));
        let said = [marked].into_iter().chain(margin).chain(disagrees);
        vec![self.words.join(said)]
    }

    /// Why something was not done.
    pub fn refused(&self, refused: &Refused) -> String {
        let facts = refused.facts.as_ref();
        let more = match refused.code {
            RefusalCode::BidTooLow => facts
                .and_then(|facts| facts.least)
                .map(|komi| self.say(Phrase::BidLeast { komi })),
            RefusalCode::MustPass => {
                let n = facts.and_then(|facts| facts.n_left);
                return n.map_or_else(
                    || refused.code.spoken(self.words),
                    |n| self.say(Phrase::MustPass { n }),
                );
            }
            RefusalCode::NotYourTurn => self
                .player()
                .map(|color: Color| self.say(Phrase::ToMove { color })),
            _ => None,
        };
        let why = refused.code.spoken(self.words);
        self.words.join([why].into_iter().chain(more))
    }
}

/// Whether after this people ask whose turn it is.
fn is_about_turns(what: &Happened) -> bool {
    matches!(
        what,
        Happened::Moved { .. }
            | Happened::Began { .. }
            | Happened::Undone { .. }
            | Happened::Resumed { .. }
            | Happened::BidMade { .. }
            | Happened::KomiNamed { .. }
            | Happened::Seated { .. }
    )
}
