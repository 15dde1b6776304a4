//! Bytes that drive a game: each choice takes one, so that a fuzzer can learn
//! what they mean, and dice can draw them.

use std::panic::{self, AssertUnwindSafe};

use ponnuki_game::{
    Board, Button, ByColor, Color, Compensation, Counting, DeadStones, Dice, Game, GameEvent,
    GroupTax, HandicapForm, Komi, Move, Odds, PRESETS, PassCost, Passing, Phase, Playout, Point,
    PointSet, PrisonerCount, Repetition, ResumedBy, Rules, SIDE_MAX, Scoring, SekiPoints, Setup,
    Size, Sizes, Stop, Suicide,
};

use crate::Stones;

/// The longest script that is drawn, in bytes. A walk takes three bytes a
/// move, and on boards this small the interesting things happen early.
const SCRIPT_BYTES_MAX: usize = 400;

/// The longest side of the boards that scripts choose: small boards have all
/// the captures and kos, and have them often.
const SCRIPT_SIDE_MAX: usize = 6;

/// Runs `law` over scripts drawn from the seeds `0..n_seeds`.
///
/// # Panics
///
/// If the law does; the seed is then in the message.
#[track_caller]
pub fn for_seeds(n_seeds: u64, law: fn(&[u8])) {
    for seed in 0..n_seeds {
        let bytes = draw_bytes(&mut Dice::new(seed));
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| law(&bytes)));
        if let Err(cause) = outcome {
            let text = cause.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
            panic!("seed {seed}: {}", text.unwrap_or("the law panicked"));
        }
    }
}

fn draw_bytes(dice: &mut Dice) -> Vec<u8> {
    let n_bytes = dice.below(SCRIPT_BYTES_MAX + 1);
    (0..n_bytes).map(|_| dice.below(256) as u8).collect()
}

/// Choices yet to be made. When the bytes are used up every choice is the first.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    bytes: &'a [u8],
}

impl<'a> Script<'a> {
    /// The choices that `bytes` make.
    pub fn new(bytes: &'a [u8]) -> Script<'a> {
        Script { bytes }
    }

    /// Whether no byte is left.
    pub fn is_over(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes that are left.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// A number under `n`, which is at most 256; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let Some((&byte, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        byte as usize % n.max(1)
    }

    /// One of `choices`.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Black or White.
    pub fn color(&mut self) -> Color {
        self.one_of(&Color::BOTH)
    }

    /// A small board, square or not.
    pub fn size(&mut self) -> Size {
        let mut side = || self.below(SCRIPT_SIDE_MAX) as u8 + 1;
        let (width, height) = (side(), side());
        Size::new(width, height).unwrap_or(Size::NINE)
    }

    /// A point of a board of `size`.
    pub fn point(&mut self, size: Size) -> Point {
        let x = self.below(size.width() as usize) as u8;
        let y = self.below(size.height() as usize) as u8;
        size.at(x, y)
            .unwrap_or_else(|| unreachable!("both are under their sides"))
    }

    /// A point of the largest board.
    pub fn any_point(&mut self) -> Point {
        let largest = Size::new(SIDE_MAX, SIDE_MAX).unwrap_or(Size::NINETEEN);
        let index = self.below(256) * 256 + self.below(256);
        let mut points = largest.points();
        let point = points.nth(index % largest.n_points());
        point.unwrap_or_else(|| unreachable!("an index under the number of points"))
    }

    /// Rules of a preset, or of any other combination; for boards of any size.
    pub fn rules(&mut self) -> Rules {
        let choice = self.below(2 * PRESETS.len());
        let mut rules = match PRESETS.get(choice) {
            Some(preset) => preset.rules,
            None => self.mixed_rules(),
        };
        rules.sizes = Sizes::Any;
        rules
    }

    fn mixed_rules(&mut self) -> Rules {
        let mut rules = Rules::TROMP_TAYLOR;
        rules.suicide =
            self.one_of(&[Suicide::Allowed, Suicide::Forbidden, Suicide::SeveralStones]);
        rules.repetition = self.one_of(&[
            Repetition::Ko,
            Repetition::OwnLastTurn,
            Repetition::Positional,
            Repetition::Situational,
            Repetition::NaturalSituational,
        ]);
        rules.passing = Passing {
            cost: self.one_of(&[PassCost::Nothing, PassCost::Stone]),
            stop: self.one_of(&[Stop::TwoPasses, Stop::BlackThenWhite]),
            button: self.one_of(&[Button::None, Button::HalfPoint]),
        };
        let agreed = |resumed_by| DeadStones::ByAgreement { resumed_by };
        rules.dead = self.one_of(&[
            DeadStones::Stay,
            agreed(ResumedBy::NextInTurn),
            agreed(ResumedBy::OpponentOfAsker),
        ]);
        rules.counting = self.counting();
        rules.start.first = self.color();
        rules.start.handicap.first = self.color();
        rules.start.handicap.form = self.one_of(&[
            HandicapForm::WhitePasses,
            HandicapForm::BlackAnywhere,
            HandicapForm::EitherAnywhere,
        ]);
        rules.start.handicap.compensation =
            self.one_of(&[Compensation::Zero, Compensation::N, Compensation::NMinusOne]);
        rules
    }

    fn counting(&mut self) -> Counting {
        let territory = |prisoners| Scoring::Territory { prisoners };
        Counting {
            scoring: self.one_of(&[
                Scoring::Area,
                Scoring::AreaUnreached,
                territory(PrisonerCount::ForHolder),
                territory(PrisonerCount::AgainstOwner),
            ]),
            seki: self.one_of(&[SekiPoints::Count, SekiPoints::DoNotCount]),
            tax: self.one_of(&[GroupTax::None, GroupTax::TwoEach]),
        }
    }

    /// Stones, each with a liberty, on a board of `size`; they like company, so
    /// that there are chains and territories.
    pub fn stones(&mut self, size: Size) -> Stones {
        let mut stones = Stones::none(size);
        let density = self.below(4) + 2;
        for point in size.points() {
            if self.below(density) == 0 {
                continue;
            }
            let near: Vec<Color> = stones
                .neighbors(point)
                .filter_map(|neighbor| stones.at(neighbor))
                .collect();
            let color = match self.below(4) {
                1.. if !near.is_empty() => self.one_of(&near),
                _ => self.color(),
            };
            stones.put(point, Some(color));
        }
        for color in [Color::White, Color::Black] {
            for point in stones.without_liberty(color) {
                stones.put(point, None);
            }
        }
        stones
    }

    /// A board to go on with: empty, or left by a random game, which knows
    /// things about its eyes that other boards do not.
    pub fn board(&mut self) -> Board {
        let board = Board::empty(self.size());
        let mut dice = Dice::new(self.below(256) as u64);
        let n_moves = self.below(4) * self.below(64);
        let mut playout = Playout::new(&board, self.color());
        for _ in 0..n_moves {
            playout.step(&mut dice);
        }
        playout.board().clone()
    }

    /// A set-up without fault: some board, some rules, most often without stones.
    pub fn setup(&mut self) -> Setup {
        let size = self.size();
        let mut setup = Setup::new(size, self.rules());
        setup.komi = Komi::from_half_points(self.below(32) as i16 - 8);
        setup.first = self.one_of(&[None, None, Some(Color::Black), Some(Color::White)]);
        match self.below(4) {
            0 => setup.stones = self.stones(size).to_sets(),
            1 => setup.odds = self.odds(&setup),
            _ => {}
        }
        setup
    }

    /// Odds that the rules of `setup` know, and small enough for its board.
    fn odds(&mut self, setup: &Setup) -> Odds {
        let n_max = setup.size.n_points() / 2;
        let to = match setup.rules.start.handicap.form {
            HandicapForm::WhitePasses => return Odds::Passes(self.below(n_max + 1) as u8),
            HandicapForm::EitherAnywhere => self.color(),
            HandicapForm::BlackAnywhere => Color::Black,
            HandicapForm::BlackOnStars => return Odds::None,
        };
        let n = self.below(n_max + 1);
        let points = (0..n).map(|_| self.point(setup.size)).collect();
        Odds::Stones { to, points }
    }

    /// Something to try in `game`: most often a play by the player to move,
    /// legal or not.
    pub fn event(&mut self, game: &Game) -> GameEvent {
        if game.phase() == Phase::Stopped && self.below(4) > 0 {
            return match self.below(2) {
                0 => GameEvent::Resumed {
                    asked_by: self.color(),
                },
                _ => GameEvent::Agreed {
                    dead: self.dead(game),
                },
            };
        }
        let turn = game.turn();
        let moved = |by, mv| GameEvent::Moved { by, mv };
        match self.below(32) {
            0..=22 => moved(turn, Move::Play(self.point(game.size()))),
            23..=26 => moved(turn, Move::Pass),
            27 => moved(!turn, Move::Play(self.point(game.size()))),
            28 => moved(!turn, Move::Pass),
            29 => GameEvent::Forced {
                by: self.color(),
                mv: self.mv(game.size()),
            },
            30 => moved(turn, Move::Play(self.any_point())),
            _ => self.rare_event(game),
        }
    }

    fn rare_event(&mut self, game: &Game) -> GameEvent {
        match self.below(8) {
            0 => GameEvent::Resigned { by: self.color() },
            1 => GameEvent::TimedOut { by: self.color() },
            2 | 3 => GameEvent::Resumed {
                asked_by: self.color(),
            },
            4 | 5 => GameEvent::Agreed {
                dead: self.dead(game),
            },
            _ => GameEvent::Abandoned,
        }
    }

    fn mv(&mut self, size: Size) -> Move {
        match self.below(4) {
            0 => Move::Pass,
            _ => Move::Play(self.point(size)),
        }
    }

    /// Stones to call dead: some chains, or now and then what is none.
    pub fn dead(&mut self, game: &Game) -> PointSet {
        let stones = Stones::from_board(game.board());
        let mut dead = PointSet::EMPTY;
        for _ in 0..self.below(4) {
            let point = self.point(game.size());
            match self.below(8) {
                0 => drop(dead.insert(point)),
                1 => drop(dead.insert(self.any_point())),
                _ if stones.at(point).is_some() => dead.extend(stones.connected(point)),
                _ => {}
            }
        }
        dead
    }

    /// Any set-up at all, most of them with faults.
    pub fn wild_setup(&mut self) -> Setup {
        let mut setup = self.setup();
        if self.below(2) == 0 {
            setup.rules.sizes = Sizes::Squares(&[2, 3, 5]);
        }
        if self.below(2) == 0 {
            let half_points = self.below(256) * 256 + self.below(256);
            setup.komi = Komi::from_half_points((half_points as i32 - (1 << 15)) as i16);
        }
        setup.stones = ByColor::from_fn(|_| self.any_points(setup.size));
        setup.odds = match self.below(4) {
            0 => Odds::None,
            1 => Odds::Passes(self.below(256) as u8),
            _ => Odds::Stones {
                to: self.color(),
                points: self.any_points(setup.size),
            },
        };
        setup
    }

    /// Points of a board of `size`, now and then one off it.
    fn any_points(&mut self, size: Size) -> PointSet {
        let n = self.below(size.n_points() + 1);
        let mut points: PointSet = (0..n).map(|_| self.point(size)).collect();
        if self.below(8) == 0 {
            points.insert(self.any_point());
        }
        points
    }
}
