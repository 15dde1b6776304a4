//! What a line asks for, read once.

use ponnuki_game::{Color, Komi, Point, Size};
use ponnuki_wire::HalfPoints;

use crate::phrase::Phrase;
use crate::verb::{NoVerb, Verb};
use crate::vocabulary::Words;

/// The longest line that is read: a line of chat and the word before it.
pub const LINE_CHARS_MAX: usize = 600;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedCommand {
    /// Put a stone there.
    Play(Point),
    /// Pass.
    Pass,
    /// Take back.
    Undo,
    /// Give up.
    Resign,
    /// Hear the last move.
    Last,
    /// Hear all moves.
    Moves,
    /// Hear the row with this number, counted from the bottom, from 1.
    Row(u8),
    /// Hear the column with this place, counted from the left, from 0.
    Column(u8),
    /// Hear what is around a point.
    Around(Point),
    /// Hear about the chain at a point.
    Chain(Point),
    /// Hear which chains have one liberty.
    Atari,
    /// Hear who has captured how much.
    Captures,
    /// Hear what changed since one's last move.
    Changes,
    /// Hear what the program thinks.
    Estimate,
    /// Hear the sum.
    Score,
    /// Hear the clocks.
    Time,
    /// Hear which game this is and how it stands.
    Where,
    /// Draw the board.
    Board,
    /// Hear the last thing again.
    Again,
    /// Mark the chain at a point dead.
    Dead(Point),
    /// Mark the chain at a point alive.
    Alive(Point),
    /// Agree to the marks.
    Accept,
    /// Play on.
    Resume,
    /// Bid for Black, or name the komi.
    Bid(HalfPoints),
    /// Take White with the komi that was bid.
    Concede,
    /// Choose a colour.
    Choose(Color),
    /// Agree to what was asked.
    Yes,
    /// Do not.
    No,
    /// Play again.
    Rematch,
    /// Let a game in circles be.
    Abandon,
    /// Say something to everybody.
    Tell(String),
    /// Write the game to a file.
    Save(String),
    /// Hear what can be said, or what one word does.
    Help(Option<Verb>),
    /// Leave.
    Quit,
}

/// Why a line asks for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unclear {
    /// It is empty.
    Empty,
    /// It is longer than [`LINE_CHARS_MAX`].
    TooLong,
    /// It begins with a word that is no command.
    Unknown {
        /// The word.
        given: String,
        /// Words that are like it.
        near: Vec<&'static str>,
    },
    /// It begins with the beginning of several commands.
    Ambiguous {
        /// What was given.
        given: String,
        /// The commands.
        near: Vec<&'static str>,
    },
    /// The board has no such point, row or column.
    NoPoint {
        /// What was given.
        given: String,
        /// The board.
        size: Size,
    },
    /// The command is used otherwise.
    LikeThis(Verb),
}

impl TypedCommand {
    /// What `line` asks for in a room with a board of `size`: a point, or one of the
    /// commands in the language of `words` or in English, with what belongs to it.
    ///
    /// # Errors
    ///
    /// Why it asks for nothing.
    pub fn parse(line: &str, size: Size, words: &Words) -> Result<TypedCommand, Unclear> {
        if line.chars().take(LINE_CHARS_MAX + 1).count() > LINE_CHARS_MAX {
            return Err(Unclear::TooLong);
        }
        let line = narrow(line);
        let line = line.trim();
        let said = line.to_lowercase();
        let said: Vec<&str> = said.split_whitespace().collect();
        if said.is_empty() {
            return Err(Unclear::Empty);
        }
        if let Some(point) = point(&said, size) {
            return point.map(TypedCommand::Play);
        }
        let (verb, n_said) = Verb::find(&said, words).map_err(|why| unclear(said[0], why))?;
        let rest = &said[n_said..];
        match verb {
            Verb::Tell => Ok(TypedCommand::Tell(text(line, n_said, verb)?)),
            Verb::Save => Ok(TypedCommand::Save(text(line, n_said, verb)?)),
            Verb::Help => help(rest, words),
            _ => with_argument(verb, rest, size),
        }
    }
}

/// The command of `verb` with what `rest` says, for all verbs that do not need the words as
/// they were typed.
fn with_argument(verb: Verb, rest: &[&str], size: Size) -> Result<TypedCommand, Unclear> {
    let at = || match point(rest, size) {
        Some(point) => point,
        None => Err(Unclear::LikeThis(verb)),
    };
    let alone = |command: TypedCommand| match rest {
        [] => Ok(command),
        _ => Err(Unclear::LikeThis(verb)),
    };
    match verb {
        Verb::Row => row(rest, size),
        Verb::Column => column(rest, size),
        Verb::Around => at().map(TypedCommand::Around),
        Verb::Chain => at().map(TypedCommand::Chain),
        Verb::Dead => at().map(TypedCommand::Dead),
        Verb::Alive => at().map(TypedCommand::Alive),
        Verb::Bid => bid(rest),
        Verb::Pass => alone(TypedCommand::Pass),
        Verb::Undo => alone(TypedCommand::Undo),
        Verb::Resign => alone(TypedCommand::Resign),
        Verb::Last => alone(TypedCommand::Last),
        Verb::Moves => alone(TypedCommand::Moves),
        Verb::Atari => alone(TypedCommand::Atari),
        Verb::Captures => alone(TypedCommand::Captures),
        Verb::Changes => alone(TypedCommand::Changes),
        Verb::Estimate => alone(TypedCommand::Estimate),
        Verb::Score => alone(TypedCommand::Score),
        Verb::Time => alone(TypedCommand::Time),
        Verb::Where => alone(TypedCommand::Where),
        Verb::Board => alone(TypedCommand::Board),
        Verb::Again => alone(TypedCommand::Again),
        Verb::Accept => alone(TypedCommand::Accept),
        Verb::Resume => alone(TypedCommand::Resume),
        Verb::Concede => alone(TypedCommand::Concede),
        Verb::Black => alone(TypedCommand::Choose(Color::Black)),
        Verb::White => alone(TypedCommand::Choose(Color::White)),
        Verb::Yes => alone(TypedCommand::Yes),
        Verb::No => alone(TypedCommand::No),
        Verb::Rematch => alone(TypedCommand::Rematch),
        Verb::Abandon => alone(TypedCommand::Abandon),
        Verb::Quit => alone(TypedCommand::Quit),
        Verb::Tell | Verb::Save | Verb::Help => Err(Unclear::LikeThis(verb)),
    }
}

/// Letters and digits as wide as Chinese ones are what people type who write Chinese.
fn narrow(line: &str) -> String {
    line.chars()
        .map(|sign| match u32::from(sign) {
            wide @ 0xff01..=0xff5e => char::from_u32(wide - 0xfee0).unwrap_or(sign),
            0x3000 => ' ',
            _ => sign,
        })
        .collect()
}

/// The point that `words` are, as one word or as a letter and a number; nothing if they are
/// not like one.
fn point(words: &[&str], size: Size) -> Option<Result<Point, Unclear>> {
    let name = match *words {
        [name] => name.to_owned(),
        [letter, number] if letter.len() == 1 => format!("{letter}{number}"),
        _ => return None,
    };
    let mut signs = name.chars();
    let is_like_one = signs.next().is_some_and(|sign| sign.is_ascii_alphabetic())
        && name.len() > 1
        && signs.all(|sign| sign.is_ascii_digit());
    is_like_one.then(|| size.point(&name).ok_or_else(|| no_point(&name, size)))
}

fn row(rest: &[&str], size: Size) -> Result<TypedCommand, Unclear> {
    let [text] = *rest else {
        return Err(Unclear::LikeThis(Verb::Row));
    };
    let row = text.parse().map_err(|_| Unclear::LikeThis(Verb::Row))?;
    match (1..=size.height()).contains(&row) {
        true => Ok(TypedCommand::Row(row)),
        false => Err(no_point(text, size)),
    }
}

fn column(rest: &[&str], size: Size) -> Result<TypedCommand, Unclear> {
    let [text] = *rest else {
        return Err(Unclear::LikeThis(Verb::Column));
    };
    let is_letter = text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !is_letter {
        return Err(Unclear::LikeThis(Verb::Column));
    }
    let lowest = size.point(&format!("{text}1"));
    let point = lowest.ok_or_else(|| no_point(text, size))?;
    Ok(TypedCommand::Column(point.x()))
}

fn bid(rest: &[&str]) -> Result<TypedCommand, Unclear> {
    let [text] = *rest else {
        return Err(Unclear::LikeThis(Verb::Bid));
    };
    let komi: Result<Komi, _> = text.replace(',', ".").parse();
    let komi = komi.map_err(|_| Unclear::LikeThis(Verb::Bid))?;
    Ok(TypedCommand::Bid(komi.into()))
}

fn help(rest: &[&str], words: &Words) -> Result<TypedCommand, Unclear> {
    if rest.is_empty() {
        return Ok(TypedCommand::Help(None));
    }
    let (verb, _) = Verb::find(rest, words).map_err(|why| unclear(rest[0], why))?;
    Ok(TypedCommand::Help(Some(verb)))
}

/// What stands in `line` after the first `n_said` words, as it was typed.
fn text(line: &str, n_said: usize, verb: Verb) -> Result<String, Unclear> {
    let mut rest = line;
    for _ in 0..n_said {
        let (_, after) = rest
            .split_once(char::is_whitespace)
            .ok_or(Unclear::LikeThis(verb))?;
        rest = after.trim_start();
    }
    Ok(rest.to_owned())
}

fn unclear(given: &str, why: NoVerb) -> Unclear {
    let given = given.to_owned();
    match why {
        NoVerb::Unknown(near) => Unclear::Unknown { given, near },
        NoVerb::Ambiguous(near) => Unclear::Ambiguous { given, near },
    }
}

fn no_point(given: &str, size: Size) -> Unclear {
    Unclear::NoPoint {
        given: given.to_uppercase(),
        size,
    }
}

impl Unclear {
    /// What to tell the person who typed it.
    pub fn in_words(&self, words: &Words) -> String {
        match self {
            Unclear::Empty => words.say(Phrase::SayHelp),
            Unclear::TooLong => words.say(Phrase::TooLong),
            Unclear::Unknown { given, near } if near.is_empty() => {
                words.say(Phrase::Unknown { given })
            }
            Unclear::Unknown { given, near } => words.say(Phrase::UnknownNear {
                given,
                near: &words.list(near.iter().copied()),
            }),
            Unclear::Ambiguous { given, near } => words.say(Phrase::Ambiguous {
                given,
                near: &words.list(near.iter().copied()),
            }),
            Unclear::NoPoint { given, size } => {
                let corner = |x, y| size.at(x, y).map(|point| size.name(point));
                words.say(Phrase::NoPoint {
                    given,
                    from: &corner(0, size.height() - 1).unwrap_or_default(),
                    to: &corner(size.width() - 1, 0).unwrap_or_default(),
                })
            }
            Unclear::LikeThis(verb) => words.say(Phrase::LikeThis { verb: *verb }),
        }
    }
}
