//! How things look: with which signs, in how many colours.

use ponnuki_game::Color as Stone;
use ratatui::style::{Color, Modifier, Style};

/// How everything is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// With which signs.
    pub signs: Signs,
    /// In how many colours.
    pub depth: Depth,
}

/// Which signs may be drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// Round stones and drawn lines: the terminal speaks UTF-8.
    Round,
    /// Letters and punctuation alone, for any terminal.
    Ascii,
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None, or none are wanted.
    None,
    /// The sixteen that every colour terminal has.
    Sixteen,
    /// The table of 256.
    Many,
    /// Any mixture of red, green and blue.
    True,
}

/// What something is, so that its style follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The wood and its lines.
    Board,
    /// The names of columns and rows.
    Names,
    /// A stone on the wood.
    Stone(Stone),
    /// A stone that would be put there.
    Ghost(Stone),
    /// A stone that does not live.
    Dead(Stone),
    /// A point that counts for a player.
    Territory(Stone),
    /// The brackets around the point that the keys speak of.
    Cursor,
    /// What belongs to the last move, or to a ko.
    Mark,
    /// The move that the engine likes best.
    Best,
    /// Another move that it considers.
    Candidate,
    /// How likely Black wins, over time.
    Graph,
    /// A heading.
    Title,
    /// What is not important now.
    Faint,
    /// What is important now.
    Strong,
    /// What needs attention: little time, a lost connection.
    Alarm,
    /// A choice under the cursor.
    Chosen,
    /// A key to press.
    Key,
}

impl Depth {
    /// What the environment says, read through `variable`: `NO_COLOR` above all, then
    /// `COLORTERM`, then `TERM`.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Depth {
        let is_there = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let color_term = variable("COLORTERM").unwrap_or_default();
        let term = variable("TERM").unwrap_or_default();
        match () {
            () if is_there("NO_COLOR") || term == "dumb" => Depth::None,
            () if matches!(color_term.as_str(), "truecolor" | "24bit") => Depth::True,
            () if term.ends_with("-direct") => Depth::True,
            () if term.contains("256color") => Depth::Many,
            () if term.is_empty() || term.starts_with("vt") => Depth::None,
            () => Depth::Sixteen,
        }
    }
}

impl Signs {
    /// What the environment says, read through `variable`: round where the locale is UTF-8.
    /// The console of Linux has no signs for stones.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Signs {
        let filled = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = filled("LC_ALL")
            .or_else(|| filled("LC_CTYPE"))
            .or_else(|| filled("LANG"))
            .unwrap_or_default()
            .to_ascii_lowercase();
        let is_utf8 = locale.contains("utf-8") || locale.contains("utf8");
        let is_console = filled("TERM").is_some_and(|term| term == "linux");
        match is_utf8 && !is_console {
            true => Signs::Round,
            false => Signs::Ascii,
        }
    }
}

impl Look {
    /// The style of something.
    pub(crate) fn style(self, role: Role) -> Style {
        match self.depth {
            Depth::None => plain(role),
            depth => colored(role, depth),
        }
    }

    /// The wood under a point that is Black's by so much, from −1 to 1; only true colours
    /// can show it.
    pub(crate) fn tinted(self, style: Style, ownership: f32) -> Style {
        if self.depth != Depth::True {
            return style;
        }
        let (to, much) = match ownership < 0.0 {
            true => ([250, 250, 244], -ownership),
            false => ([28, 26, 24], ownership),
        };
        let mix = |from: u8, to: u8| {
            let part = 0.75 * much.clamp(0.0, 1.0);
            (f32::from(from) * (1.0 - part) + f32::from(to) * part) as u8
        };
        let [red, green, blue] = WOOD;
        style.bg(Color::Rgb(
            mix(red, to[0]),
            mix(green, to[1]),
            mix(blue, to[2]),
        ))
    }
}

/// The colour of the board.
const WOOD: [u8; 3] = [214, 174, 98];

/// A colour for each depth: of all, of 256, of sixteen.
type Paint = ([u8; 3], u8, Color);

const PAINT_WOOD: Paint = (WOOD, 179, Color::Yellow);
const PAINT_LINE: Paint = ([128, 94, 42], 94, Color::DarkGray);
const PAINT_BLACK: Paint = ([22, 20, 18], 16, Color::Black);
const PAINT_WHITE: Paint = ([252, 252, 248], 231, Color::White);
const PAINT_GHOST_BLACK: Paint = ([96, 76, 44], 58, Color::Black);
const PAINT_GHOST_WHITE: Paint = ([238, 218, 176], 230, Color::White);
const PAINT_MARK: Paint = ([176, 26, 20], 124, Color::Red);
const PAINT_BEST: Paint = ([20, 110, 90], 23, Color::Blue);
const PAINT_CANDIDATE: Paint = ([104, 84, 132], 60, Color::Magenta);
const PAINT_GRAPH: Paint = ([60, 56, 52], 238, Color::Black);
const PAINT_KEY: Paint = ([224, 184, 104], 179, Color::Yellow);
const PAINT_FAINT: Paint = ([138, 138, 138], 245, Color::DarkGray);
const PAINT_ALARM: Paint = ([230, 84, 70], 203, Color::LightRed);

fn paint((all, many, sixteen): Paint, depth: Depth) -> Color {
    match depth {
        Depth::True => Color::Rgb(all[0], all[1], all[2]),
        Depth::Many => Color::Indexed(many),
        Depth::Sixteen | Depth::None => sixteen,
    }
}

fn colored(role: Role, depth: Depth) -> Style {
    let on_wood = |fg: Paint| {
        Style::new()
            .fg(paint(fg, depth))
            .bg(paint(PAINT_WOOD, depth))
    };
    let of_stone = |color: Stone| match color {
        Stone::Black => on_wood(PAINT_BLACK),
        Stone::White => on_wood(PAINT_WHITE).add_modifier(Modifier::BOLD),
    };
    match role {
        Role::Board => on_wood(PAINT_LINE),
        Role::Names => Style::new().fg(paint(PAINT_FAINT, depth)),
        Role::Stone(color) | Role::Dead(color) | Role::Territory(color) => of_stone(color),
        Role::Ghost(Stone::Black) => on_wood(PAINT_GHOST_BLACK),
        Role::Ghost(Stone::White) => on_wood(PAINT_GHOST_WHITE),
        Role::Cursor | Role::Mark => on_wood(PAINT_MARK).add_modifier(Modifier::BOLD),
        Role::Best => Style::new()
            .fg(paint(PAINT_WHITE, depth))
            .bg(paint(PAINT_BEST, depth))
            .add_modifier(Modifier::BOLD),
        Role::Candidate => Style::new()
            .fg(paint(PAINT_WHITE, depth))
            .bg(paint(PAINT_CANDIDATE, depth)),
        Role::Graph => Style::new()
            .fg(paint(PAINT_GRAPH, depth))
            .bg(paint(PAINT_WHITE, depth)),
        Role::Title | Role::Strong => Style::new().add_modifier(Modifier::BOLD),
        Role::Faint => Style::new().fg(paint(PAINT_FAINT, depth)),
        Role::Alarm => Style::new()
            .fg(paint(PAINT_ALARM, depth))
            .add_modifier(Modifier::BOLD),
        Role::Chosen => Style::new()
            .fg(paint(PAINT_BLACK, depth))
            .bg(paint(PAINT_KEY, depth)),
        Role::Key => Style::new()
            .fg(paint(PAINT_KEY, depth))
            .add_modifier(Modifier::BOLD),
    }
}

fn plain(role: Role) -> Style {
    match role {
        Role::Board | Role::Names | Role::Stone(_) | Role::Candidate | Role::Graph => Style::new(),
        Role::Ghost(_) | Role::Faint | Role::Dead(_) | Role::Territory(_) => {
            Style::new().add_modifier(Modifier::DIM)
        }
        Role::Cursor | Role::Mark | Role::Title | Role::Strong | Role::Key => {
            Style::new().add_modifier(Modifier::BOLD)
        }
        Role::Alarm | Role::Chosen | Role::Best => Style::new().add_modifier(Modifier::REVERSED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables<'v>(pairs: &'v [(&str, &str)]) -> impl Fn(&str) -> Option<String> + 'v {
        |name| {
            let found = pairs.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        }
    }

    #[test]
    fn the_environment_says_how_many_colors_there_are() {
        for (pairs, depth) in [
            (&[][..], Depth::None),
            (&[("TERM", "xterm")], Depth::Sixteen),
            (&[("TERM", "linux")], Depth::Sixteen),
            (&[("TERM", "vt100")], Depth::None),
            (&[("TERM", "dumb"), ("COLORTERM", "truecolor")], Depth::None),
            (&[("TERM", "xterm-256color")], Depth::Many),
            (&[("TERM", "xterm-direct")], Depth::True),
            (&[("TERM", "xterm"), ("COLORTERM", "24bit")], Depth::True),
            (&[("NO_COLOR", "1"), ("COLORTERM", "24bit")], Depth::None),
            (&[("NO_COLOR", ""), ("TERM", "xterm")], Depth::Sixteen),
        ] {
            assert_eq!(
                Depth::from_environment(variables(pairs)),
                depth,
                "{pairs:?}"
            );
        }
    }

    #[test]
    fn stones_are_round_where_the_locale_can_write_them() {
        for (pairs, signs) in [
            (&[][..], Signs::Ascii),
            (&[("LANG", "C")], Signs::Ascii),
            (&[("LANG", "de_DE.UTF-8")], Signs::Round),
            (&[("LANG", "C"), ("LC_CTYPE", "C.utf8")], Signs::Round),
            (&[("LANG", "C.UTF-8"), ("LC_ALL", "POSIX")], Signs::Ascii),
            (&[("LANG", "C.UTF-8"), ("TERM", "linux")], Signs::Ascii),
        ] {
            assert_eq!(
                Signs::from_environment(variables(pairs)),
                signs,
                "{pairs:?}"
            );
        }
    }
}
