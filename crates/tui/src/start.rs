//! The first screen: against whom, on which board, under which rules.

mod view;

use ponnuki_clock::PRESETS as CLOCKS;
use ponnuki_engine::Level;
use ponnuki_game::{Komi, PRESETS, Preset, Rules, SIDE_MAX, Size};
use ponnuki_wire::{ColorTerms, Company, KomiTerms, NewRoom};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::event::{BegunGame, Wish};
use crate::hints;
use crate::input;
use crate::texts::{Label, Texts};
use crate::widget::Saying;
pub(crate) use view::draw;

/// What a person wants to do, as far as it is chosen.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    texts: Texts,
    /// The field under the cursor.
    field: Field,
    opponent: Opponent,
    level: u8,
    link: String,
    file: String,
    board: String,
    /// Which of the rulebooks.
    preset: usize,
    colors: ColorTerms,
    handicap: u8,
    /// As it is typed; nothing is what the rules say.
    komi: String,
    /// Which of the clocks, from 1; 0 is none.
    clock: usize,
    /// The game to go on with, if it is no new one.
    begun: Option<BegunGame>,
    pub(crate) says: Saying,
}

/// With whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    Computer,
    FriendHere,
    Link,
    /// Whoever it was in the game that was left last.
    Last,
    Nobody,
}

/// Something to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Opponent,
    Level,
    Link,
    File,
    Board,
    Rules,
    Colors,
    Handicap,
    Komi,
    Clock,
    Begin,
}

/// What becomes of the screen after an event.
#[derive(Debug, PartialEq)]
pub(crate) enum AfterStart {
    Stay,
    Quit,
    /// Back to the record that was to be gone on with.
    Back,
    Help,
    Open(Wish),
    /// Review the file of this name.
    File(String),
}

/// The boards that most games are played on come first.
const SIDES: [u8; 9] = [9, 13, 19, 25, 5, 7, 11, 15, 17];

/// The most handicap that has customary places.
const HANDICAP_MAX: u8 = 9;

/// A level that lets people win who know the rules.
const LEVEL_FIRST: u8 = 3;

impl Start {
    /// What most people want at first: a short game with a gentle opponent.
    pub(crate) fn new(texts: Texts) -> Start {
        let usual = Preset::of(&Rules::JAPANESE);
        let preset = PRESETS.iter().position(|preset| Some(preset) == usual);
        Start {
            texts,
            field: Field::Opponent,
            opponent: Opponent::Computer,
            level: LEVEL_FIRST,
            link: String::new(),
            file: String::new(),
            board: SIDES[0].to_string(),
            preset: preset.unwrap_or(0),
            colors: ColorTerms::HostBlack,
            handicap: 0,
            komi: String::new(),
            clock: 0,
            begun: None,
            says: Saying::default(),
        }
    }

    /// Asks only what there is to choose if play goes on with a game: who plays it.
    pub(crate) fn go_on(&mut self, begun: BegunGame) {
        if !GOES_ON.contains(&self.opponent) {
            self.opponent = Opponent::Computer;
        }
        self.colors = begun.room.colors.unwrap_or(self.colors);
        self.field = Field::Opponent;
        self.says = Saying::default();
        self.begun = Some(begun);
    }

    /// Asks for everything again, as for a new game.
    pub(crate) fn forget(&mut self) {
        if self.begun.take().is_some() {
            self.colors = ColorTerms::HostBlack;
        }
    }

    /// With whom one may play.
    fn opponents(&self) -> &'static [Opponent] {
        match self.begun {
            Some(_) => &GOES_ON,
            None => &OPPONENTS,
        }
    }

    fn fields(&self) -> &'static [Field] {
        match (self.opponent, &self.begun) {
            (Opponent::Computer, Some(_)) => {
                return &[Field::Opponent, Field::Level, Field::Colors, Field::Begin];
            }
            (_, Some(_)) => return &[Field::Opponent, Field::Begin],
            (_, None) => {}
        }
        match self.opponent {
            Opponent::Computer => &[
                Field::Opponent,
                Field::Level,
                Field::Board,
                Field::Rules,
                Field::Colors,
                Field::Handicap,
                Field::Komi,
                Field::Clock,
                Field::Begin,
            ],
            Opponent::FriendHere => &[
                Field::Opponent,
                Field::Board,
                Field::Rules,
                Field::Handicap,
                Field::Komi,
                Field::Clock,
                Field::Begin,
            ],
            Opponent::Link => &[Field::Opponent, Field::Link, Field::Begin],
            Opponent::Last => &[Field::Opponent, Field::Begin],
            Opponent::Nobody => &[Field::Opponent, Field::File, Field::Begin],
        }
    }

    /// Does what a key means.
    pub(crate) fn key(&mut self, key: KeyEvent) -> AfterStart {
        let is_typed = self.text().is_some();
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.go(-1),
            KeyCode::Down | KeyCode::Tab => self.go(1),
            KeyCode::Left => self.change(-1),
            KeyCode::Right => self.change(1),
            KeyCode::Enter => return self.begin(),
            KeyCode::Char(' ') if !is_typed && self.field == Field::Begin => return self.begin(),
            KeyCode::Char(' ') if !is_typed => self.change(1),
            KeyCode::Esc | KeyCode::Char('q') if !is_typed || key.code == KeyCode::Esc => {
                return match self.begun {
                    Some(_) => AfterStart::Back,
                    None => AfterStart::Quit,
                };
            }
            KeyCode::Char('?') | KeyCode::F(1) if !is_typed || key.code == KeyCode::F(1) => {
                return AfterStart::Help;
            }
            _ => {
                if let Some(text) = self.text() {
                    input::edit(text, key);
                    self.says = Saying::default();
                }
            }
        }
        AfterStart::Stay
    }

    /// Does what a click means on a screen of `area`.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, area: Rect) -> AfterStart {
        let at = (mouse.column, mouse.row).into();
        let found = view::rows(self, area).find(|(_, row)| row.contains(at));
        let field = found.map(|(field, _)| field);
        match (mouse.kind, field) {
            (MouseEventKind::Down(MouseButton::Left), Some(Field::Begin)) => return self.begin(),
            (MouseEventKind::Down(MouseButton::Left), Some(field)) => {
                let is_chosen = self.field == field;
                self.field = field;
                if is_chosen && self.text().is_none() {
                    self.change(1);
                }
            }
            (MouseEventKind::Down(MouseButton::Left), None) => {
                let row = view::hints_row(area);
                let key = hints::key_at(&self.hints(), row, mouse.column, mouse.row);
                return key.map_or(AfterStart::Stay, |code| self.key(code.into()));
            }
            (MouseEventKind::ScrollUp, Some(field)) => {
                self.field = field;
                self.change(-1);
            }
            (MouseEventKind::ScrollDown, Some(field)) => {
                self.field = field;
                self.change(1);
            }
            _ => {}
        }
        AfterStart::Stay
    }

    /// The text of the field under the cursor, if it is one that is typed.
    fn text(&mut self) -> Option<&mut String> {
        match self.field {
            Field::Link => Some(&mut self.link),
            Field::File => Some(&mut self.file),
            Field::Board => Some(&mut self.board),
            Field::Komi => Some(&mut self.komi),
            Field::Opponent
            | Field::Level
            | Field::Rules
            | Field::Colors
            | Field::Handicap
            | Field::Clock
            | Field::Begin => None,
        }
    }

    fn go(&mut self, by: isize) {
        let fields = self.fields();
        let at = fields.iter().position(|field| *field == self.field);
        self.field = fields[stepped(at.unwrap_or(0), by, fields.len())];
    }

    fn change(&mut self, by: isize) {
        self.says = Saying::default();
        match self.field {
            Field::Opponent => self.opponent = cycled(self.opponents(), self.opponent, by),
            Field::Level => {
                let at = usize::from(self.level).saturating_sub(1);
                self.level = Level::ALL[clamped(at, by, Level::ALL.len())].number;
            }
            Field::Board => {
                let at = SIDES.iter().position(|side| side.to_string() == self.board);
                let at = at.map_or(0, |at| stepped(at, by, SIDES.len()));
                self.board = SIDES[at].to_string();
            }
            Field::Rules => self.preset = stepped(self.preset, by, PRESETS.len()),
            Field::Colors => self.colors = cycled(&COLORS, self.colors, by),
            Field::Handicap => {
                // One stone is none: 0, 2, 3, …
                let at = usize::from(self.handicap.saturating_sub(1));
                let at = stepped(at, by, usize::from(HANDICAP_MAX));
                self.handicap = if at == 0 { 0 } else { at as u8 + 1 };
            }
            Field::Komi => {
                let start = &PRESETS[self.preset].rules.start;
                let usual = start.komi_with(usize::from(self.handicap));
                let now = self.komi.parse().unwrap_or(usual);
                let halves = now.half_points().saturating_add(by as i16);
                self.komi = Komi::from_half_points(halves).to_string();
            }
            Field::Clock => self.clock = stepped(self.clock, by, CLOCKS.len() + 1),
            Field::Link | Field::File | Field::Begin => {}
        }
    }

    fn begin(&mut self) -> AfterStart {
        match self.opponent {
            Opponent::Link if self.link.trim().is_empty() => self.missing(Field::Link),
            Opponent::Nobody if self.file.trim().is_empty() => self.missing(Field::File),
            Opponent::Link => AfterStart::Open(Wish::Link(self.link.trim().to_owned())),
            Opponent::Last => AfterStart::Open(Wish::Last),
            Opponent::Nobody => AfterStart::File(self.file.trim().to_owned()),
            Opponent::Computer | Opponent::FriendHere => match self.room() {
                Ok(room) => AfterStart::Open(Wish::New {
                    room: Box::new(room),
                }),
                Err(why) => {
                    self.says = Saying::alarm(why);
                    AfterStart::Stay
                }
            },
        }
    }

    /// Goes to a field that has to be filled in first.
    fn missing(&mut self, field: Field) -> AfterStart {
        self.field = field;
        AfterStart::Stay
    }

    /// The room that is wished for, if there can be such a one.
    fn room(&self) -> Result<NewRoom, String> {
        let (company, colors) = match self.opponent {
            Opponent::Computer => (Company::Engine { level: self.level }, self.colors),
            _ => (Company::SameScreen {}, ColorTerms::HostBlack),
        };
        if let Some(begun) = &self.begun {
            return Ok(NewRoom {
                colors: Some(colors),
                company: Some(company),
                ..begun.room.clone()
            });
        }
        let size = read_size(&self.board)
            .ok_or_else(|| format!("{} {:?}?", self.texts.label(Label::Board), self.board))?;
        let komi = match self.komi.trim() {
            "" => None,
            text => {
                let komi: Komi = text.parse().map_err(|error| format!("{error}"))?;
                Some(KomiTerms::Fixed(komi.into()))
            }
        };
        let clock = self.clock.checked_sub(1);
        let clock = clock.and_then(|at| CLOCKS.get(at));
        let room = NewRoom {
            width: Some(size.width()),
            height: Some(size.height()),
            rules: Some(PRESETS[self.preset].name.to_owned()),
            handicap: (self.handicap > 0).then_some(self.handicap),
            komi,
            colors: Some(colors),
            clock: clock.map(|(_, control)| control.to_string()),
            company: Some(company),
            ..NewRoom::default()
        };
        room.to_terms().map_err(|error| error.to_string())?;
        Ok(room)
    }
}

const OPPONENTS: [Opponent; 5] = [
    Opponent::Computer,
    Opponent::FriendHere,
    Opponent::Link,
    Opponent::Last,
    Opponent::Nobody,
];

/// Those with whom a game of a record can be gone on with.
const GOES_ON: [Opponent; 2] = [Opponent::Computer, Opponent::FriendHere];

const COLORS: [ColorTerms; 3] = [
    ColorTerms::HostBlack,
    ColorTerms::HostWhite,
    ColorTerms::Nigiri,
];

/// `9`, `13x9`.
fn read_size(text: &str) -> Option<Size> {
    let text = text.trim();
    let (width, height) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    let side = |text: &str| text.trim().parse().ok().filter(|side| *side <= SIDE_MAX);
    Size::new(side(width)?, side(height)?)
}

/// The place `by` steps on among `n`, around the end.
fn stepped(at: usize, by: isize, n: usize) -> usize {
    let n = n as isize;
    (at as isize + by).rem_euclid(n.max(1)) as usize
}

/// The place `by` steps on among `n`, no further than the ends.
fn clamped(at: usize, by: isize, n: usize) -> usize {
    at.saturating_add_signed(by).min(n.saturating_sub(1))
}

fn cycled<T: Copy + PartialEq>(all: &[T], now: T, by: isize) -> T {
    let at = all.iter().position(|one| *one == now).unwrap_or(0);
    all[stepped(at, by, all.len())]
}
