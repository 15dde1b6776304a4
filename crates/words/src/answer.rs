//! What comes of a command.

use ponnuki_game::{Color, Move};
use ponnuki_wire::{Ask, BiddingKind, Seat, Stage, ToServer};

use crate::command::TypedCommand;
use crate::language::Language;
use crate::listener::{Listener, other};
use crate::phrase::{Named, Phrase, Spoken as _};
use crate::verb::Verb;

/// An early pass that answers none is more likely a slip than a plan: a pass is questioned
/// until a third of the board could have been filled.
const EARLY: u32 = 3;

/// What comes of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// This is said, and that is all.
    Say(String),
    /// The server is asked for this.
    Ask(ToServer),
    /// The server is asked for this if the person says yes to the question.
    Sure {
        /// The question.
        question: String,
        /// What is asked for.
        ask: ToServer,
    },
    /// The last thing is said again.
    Again,
    /// Yes or no to the last question.
    Yes(bool),
    /// The game is written to a file.
    Save(String),
    /// The person leaves.
    Quit,
}

impl Listener<'_> {
    /// What comes of `command`. What is asked of the server has the id 0: the sender gives it
    /// one.
    pub fn answer(&self, command: &TypedCommand) -> Answer {
        match command {
            TypedCommand::Play(point) => self.play(Move::Play(*point)),
            TypedCommand::Pass => self.pass(),
            TypedCommand::Undo => self.ask(Ask::Undo {
                node: self.scene.node,
            }),
            TypedCommand::Resign => self.resign(),
            TypedCommand::Estimate => self.ask(Ask::Estimate),
            TypedCommand::Dead(point) => self.ask(Ask::mark(*point, true, self.size())),
            TypedCommand::Alive(point) => self.ask(Ask::mark(*point, false, self.size())),
            TypedCommand::Accept => self.accept(),
            TypedCommand::Resume => self.ask(Ask::Resume),
            TypedCommand::Bid(komi) => self.ask(match self.is_named() {
                true => Ask::NameKomi { komi: *komi },
                false => Ask::Bid { komi: *komi },
            }),
            TypedCommand::Concede => self.ask(Ask::Concede),
            TypedCommand::Choose(color) => self.choose(*color),
            TypedCommand::Yes => self.yes(true),
            TypedCommand::No => self.yes(false),
            TypedCommand::Rematch => self.ask(Ask::Rematch),
            TypedCommand::Abandon => self.ask(Ask::Abandon),
            TypedCommand::Tell(text) => self.ask(Ask::Say { text: text.clone() }),
            TypedCommand::Save(file) => Answer::Save(file.clone()),
            TypedCommand::Again => Answer::Again,
            TypedCommand::Quit => Answer::Quit,
            TypedCommand::Last => Answer::Say(self.last()),
            TypedCommand::Moves => Answer::Say(self.moves()),
            TypedCommand::Row(row) => Answer::Say(self.row(*row)),
            TypedCommand::Column(column) => Answer::Say(self.column(*column)),
            TypedCommand::Around(point) => Answer::Say(self.around(*point)),
            TypedCommand::Chain(point) => Answer::Say(self.chain(*point)),
            TypedCommand::Atari => Answer::Say(self.atari()),
            TypedCommand::Captures => Answer::Say(self.captures()),
            TypedCommand::Changes => Answer::Say(self.changes()),
            TypedCommand::Score => Answer::Say(self.score()),
            TypedCommand::Time => Answer::Say(self.time()),
            TypedCommand::Where => Answer::Say(self.whereabouts()),
            TypedCommand::Board => Answer::Say(self.board()),
            TypedCommand::Help(verb) => Answer::Say(self.help(*verb)),
        }
    }

    fn ask(&self, ask: Ask) -> Answer {
        Answer::Ask(self.message(ask))
    }

    /// `ask` for the seat that speaks; who holds one seat need not name it.
    fn message(&self, ask: Ask) -> ToServer {
        let seat = self.seat().filter(|_| self.seats.len() > 1);
        ToServer { id: 0, seat, ask }
    }

    fn play(&self, mv: Move) -> Answer {
        self.ask(Ask::play(self.scene.node, mv, self.size()))
    }

    fn pass(&self) -> Answer {
        let scene = self.scene;
        let n_points = self.size().n_points() as u32;
        let is_early = scene.n_moves * EARLY < n_points && scene.n_passes == 0;
        if !is_early || !self.is_own_turn() || scene.must_pass.is_some() {
            return self.play(Move::Pass);
        }
        Answer::Sure {
            question: self.say(Phrase::SureToPass),
            ask: self.message(Ask::play(scene.node, Move::Pass, self.size())),
        }
    }

    fn resign(&self) -> Answer {
        let color = self.seat().and_then(|seat| self.color_of(seat));
        match color {
            Some(color) if matches!(self.scene.stage, Stage::Playing | Stage::Stopped) => {
                Answer::Sure {
                    question: match *self.seats {
                        [_] => self.say(Phrase::SureToGiveUp),
                        _ => self.say(Phrase::SureToResign { color }),
                    },
                    ask: self.message(Ask::Resign),
                }
            }
            _ => self.ask(Ask::Resign),
        }
    }

    fn accept(&self) -> Answer {
        let agreement = self.scene.agreement.as_ref();
        let dead = agreement.map(|agreement| agreement.dead.clone());
        self.ask(Ask::Accept {
            dead: dead.unwrap_or_default(),
        })
    }

    fn is_named(&self) -> bool {
        let bidding = self.scene.bidding.as_ref();
        bidding.is_some_and(|bidding| bidding.kind == BiddingKind::NameAndChoose)
    }

    /// Chooses a colour; in an auction White is what one takes with the other's bid.
    fn choose(&self, color: Color) -> Answer {
        let is_auction = self.scene.bidding.is_some() && !self.is_named();
        match color {
            Color::White if is_auction => self.ask(Ask::Concede),
            color => self.ask(Ask::ChooseColor {
                color: color.into(),
            }),
        }
    }

    /// Answers what the opponent asks, or else the last question.
    fn yes(&self, is_yes: bool) -> Answer {
        let scene = self.scene;
        let is_asked = |by: Option<Seat>| by.is_some_and(|by| *self.seats == [other(by)]);
        match is_yes {
            _ if is_asked(scene.undo_asked_by) => self.ask(Ask::AnswerUndo { yes: is_yes }),
            true if is_asked(scene.abandon_offered_by) => self.ask(Ask::Abandon),
            true if is_asked(scene.rematch_offered_by) => self.ask(Ask::Rematch),
            _ => Answer::Yes(is_yes),
        }
    }

    fn last(&self) -> String {
        let line = self.past.line_to(self.scene.node);
        let Some(step) = line.last() else {
            let start = [self.say(Phrase::NoMoves)].into_iter();
            return self.words.join(start.chain(self.handicap()));
        };
        let number = self.scene.n_moves;
        let moved = self.numbered(number, step.by, step.mv);
        self.words
            .join([moved].into_iter().chain(self.lifted(&step.lifted)))
    }

    fn moves(&self) -> String {
        let line = self.past.line_to(self.scene.node);
        let numbered = (1..).zip(&line);
        let lines = numbered.map(|(number, step)| self.numbered(number, step.by, step.mv));
        match line.is_empty() {
            true => self.say(Phrase::NoMoves),
            false => lines.collect::<Vec<String>>().join("\n"),
        }
    }

    fn numbered(&self, number: u32, color: Color, mv: Move) -> String {
        match mv {
            Move::Play(point) => self.say(Phrase::MoveNumber {
                number,
                color,
                at: &self.size().name(point),
            }),
            Move::Pass => self.say(Phrase::PassNumber { number, color }),
        }
    }

    fn captures(&self) -> String {
        let prisoners = self.scene.prisoners;
        let both = [
            (Color::Black, prisoners.black),
            (Color::White, prisoners.white),
        ];
        let said = both.into_iter().flat_map(|(color, held)| {
            let captured = Phrase::Prisoners {
                color,
                n: u32::from(held.captured),
            };
            let passed = Phrase::PassStones {
                color,
                n: u32::from(held.passed),
            };
            let passed = (held.passed > 0).then(|| self.say(passed));
            [self.say(captured)].into_iter().chain(passed)
        });
        self.words.join(said)
    }

    /// What happened since the listener's last move; since the last two moves for those who
    /// play both colours or none.
    fn changes(&self) -> String {
        let line = self.past.line_to(self.scene.node);
        let own = self.own_color();
        let own_last = line.iter().rposition(|step| Some(step.by) == own);
        let from = match (own, own_last) {
            (Some(_), Some(own_last)) => own_last + 1,
            (Some(_), None) => 0,
            (None, _) => line.len().saturating_sub(2),
        };
        let since = own_last.and_then(|own_last| match line[own_last].mv {
            Move::Play(point) => Some(self.size().name(point)),
            Move::Pass => None,
        });
        let since = since.map(|at| self.say(Phrase::Since { at: &at }));
        let moved: Vec<String> = line[from..].iter().map(|step| self.moved(step)).collect();
        match moved.is_empty() {
            true => self.say(Phrase::NoChanges),
            false => self.words.join(since.into_iter().chain(moved)),
        }
    }

    /// The sum with the marks as they are, or at the end.
    fn score(&self) -> String {
        let scene = self.scene;
        if let Some(agreement) = &scene.agreement {
            let size = self.size();
            let dead = agreement.dead.iter().filter_map(|at| at.to_point(size));
            let dead = self.names(dead);
            let dead = (!dead.is_empty()).then(|| self.say(Phrase::DeadNow { points: &dead }));
            let rest = self.agreement(agreement);
            return dead.into_iter().chain(rest).collect::<Vec<_>>().join("\n");
        }
        match &scene.outcome {
            Some(outcome) => {
                let sum = scene.score.iter().flat_map(|score| self.sum(score));
                let lines = [self.outcome(outcome)].into_iter().chain(sum);
                lines.collect::<Vec<String>>().join("\n")
            }
            None => self
                .words
                .join([self.say(Phrase::NotCounted), self.captures()]),
        }
    }

    /// Which game this is, and how it stands: what someone hears who has just come.
    pub fn whereabouts(&self) -> String {
        let scene = self.scene;
        let mut said = vec![self.terms()];
        said.extend(match *self.seats {
            [] => Some(self.say(Phrase::YouWatch)),
            [_] => self
                .own_color()
                .map(|color| self.say(Phrase::YouPlay { color })),
            _ => Some(self.say(Phrase::YouPlayBoth)),
        });
        said.extend(self.players());
        match scene.stage {
            Stage::Waiting => said.push(self.say(Phrase::Waiting)),
            Stage::Closed => said.push(self.say(Phrase::Closed)),
            Stage::Bidding => said.extend(self.bidding()),
            Stage::Playing | Stage::Stopped | Stage::Over => said.push(self.last()),
        }
        if scene.stage == Stage::Playing && !matches!(self.seats, [_]) || self.is_own_turn() {
            said.extend(self.turn());
        }
        match scene.stage {
            Stage::Stopped => said.push(self.say(Phrase::Stopped)),
            Stage::Over => {
                said.extend(scene.outcome.iter().map(|outcome| self.outcome(outcome)));
            }
            Stage::Waiting | Stage::Bidding | Stage::Playing | Stage::Closed => {}
        }
        self.words.join(said)
    }

    /// The board, the rules, the komi and the handicap.
    fn terms(&self) -> String {
        let terms = &self.scene.terms;
        let mut said = vec![self.say(Phrase::Terms {
            width: u32::from(terms.width),
            height: u32::from(terms.height),
            rules: self.words.rulebook(&terms.rules),
        })];
        said.extend(
            self.scene
                .komi
                .map(|komi| self.say(Phrase::KomiIs { komi })),
        );
        if terms.handicap > 1 {
            said.push(self.say(Phrase::HandicapIs {
                n: u32::from(terms.handicap),
            }));
        }
        self.words.join(said)
    }

    fn help(&self, verb: Option<Verb>) -> String {
        let Some(verb) = verb else {
            let usual = Verb::ALL
                .iter()
                .filter_map(|verb| self.words.commands(*verb).next());
            let commands = &self.words.list(usual);
            return self.say(Phrase::Help { commands });
        };
        let english = crate::vocabulary::Words::of(Language::English);
        let own = self.words.commands(verb);
        let mut ways: Vec<&str> = own.chain(english.commands(verb)).collect();
        let mut seen = Vec::new();
        ways.retain(|way| {
            let is_new = !seen.contains(way);
            seen.push(*way);
            is_new
        });
        let help = verb.spoken(self.words);
        format!("{help} ({})", self.words.list(ways))
    }
}
