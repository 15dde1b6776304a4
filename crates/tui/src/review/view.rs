//! How the screen of a record is drawn.

use ponnuki_engine::{Analysis, Candidate};
use ponnuki_game::{Color, Move, Size};
use ponnuki_words::is_unprintable;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::verdict::{Verdicts, move_name};
use super::walk::marks;
use super::{Review, graph};
use crate::board::{self, Face, Sign};
use crate::hints;
use crate::look::{Look, Role};
use crate::texts::Label;
use crate::widget::{self, stone_sign};

/// The rows of the graph, with its sign, and its heading.
const GRAPH_HEIGHT: u16 = 7;

/// The moves that are shown of those the engine considers.
const CANDIDATES_MAX: usize = 6;

/// Draws the record into `area`.
pub(crate) fn draw(review: &Review, look: Look, area: Rect, frame: &mut Frame<'_>) {
    let size = review.walk.game().size();
    let Some(layout) = review.texts.lay_out(size, look, area, frame) else {
        return;
    };
    board::draw(&review.face(size), &layout.board, look, frame.buffer_mut());
    if let Some(title) = layout.title {
        let text = widget::cut(&review.title(), usize::from(title.width));
        frame.render_widget(Line::styled(text, look.style(Role::Title)), title);
    }
    if let Some(panel) = layout.panel {
        draw_panel(review, look, widget::inset(panel), frame);
    }
    let says = match &review.input {
        Some(input) => widget::typing(input, look),
        None => review.says_line(look, layout.says.width),
    };
    frame.render_widget(says, layout.says);
    if let Some(row) = layout.hints {
        hints::draw(&review.hints(), row, look, frame.buffer_mut());
    }
}

fn draw_panel(review: &Review, look: Look, area: Rect, frame: &mut Frame<'_>) {
    let has_graph = review.is_analysing && area.height >= 2 * GRAPH_HEIGHT;
    let graph_height = if has_graph { GRAPH_HEIGHT } else { 0 };
    let upper = Rect {
        height: area.height - graph_height,
        ..area
    };
    let lines = review.panel(look, usize::from(area.width), usize::from(upper.height));
    frame.render_widget(Paragraph::new(lines), upper);
    if has_graph {
        let lower = Rect {
            y: area.y + upper.height,
            height: graph_height,
            ..area
        };
        let title = review.texts.label(Label::BlackWins);
        let row = crate::layout::row(lower, 0);
        frame.render_widget(Line::styled(title, look.style(Role::Faint)), row);
        let line = review.walk.line();
        let rates: Vec<Option<f32>> = line
            .iter()
            .map(|node| review.sights.told(&review.walk, *node))
            .map(|known| known.map(|known| known.black))
            .collect();
        let at = line.iter().position(|node| *node == review.walk.node());
        let below = Rect {
            y: lower.y + 1,
            height: lower.height - 1,
            ..lower
        };
        graph::draw(&rates, at.unwrap_or(0), look, below, frame.buffer_mut());
    }
}

impl Review {
    fn title(&self) -> String {
        let (number, n_games) = self.walk.number();
        let of = match n_games {
            1 => String::new(),
            n => format!(" {number}/{n}"),
        };
        format!(
            "Ponnuki · {} · {}{of}",
            self.texts.label(Label::Reviewing),
            self.name
        )
    }

    /// The board at the node, with all that is to be seen on it.
    fn face(&self, size: Size) -> Face {
        let mut face = Face::empty(size);
        let board = self.walk.game().board();
        for point in size.points() {
            face.at(point).stone = board.at(point);
        }
        let analysis = self.analysis();
        if let Some(analysis) = analysis.filter(|_| self.shows_territory) {
            face.own(analysis.ownership.iter().copied());
        }
        for (point, sign) in marks(&self.walk) {
            face.sign(point, sign);
        }
        if let Some((_, Move::Play(point))) = self.walk.last() {
            face.sign(point, Sign::Last);
        }
        if let Some(analysis) = analysis {
            for (rank, candidate) in shown(analysis).enumerate() {
                if let Move::Play(point) = candidate.mv {
                    let percent = (candidate.win_rate * 100.0).round().clamp(0.0, 99.0);
                    let sign = Sign::Candidate {
                        text: format!("{percent:>2.0}"),
                        is_best: rank == 0,
                    };
                    face.at(point).sign = Some(sign);
                }
            }
        }
        let next = self.walk.next_moves();
        for (letter, (_, mv)) in ('a'..='z').zip(&next) {
            if let Move::Play(point) = *mv
                && face.at(point).stone.is_none()
            {
                face.sign(point, Sign::Label(letter.to_string()));
            }
        }
        face.cursor = self.cursor;
        face
    }

    fn analysis(&self) -> Option<&Analysis> {
        let analysis = self.sights.of(self.walk.node());
        analysis.filter(|_| self.is_analysing)
    }

    /// The line below the board: what happened, or what went wrong.
    fn says_line(&self, look: Look, width: u16) -> Line<'static> {
        if !self.says.text.is_empty() {
            return widget::saying(&self.says, look, width);
        }
        match self.is_analysing {
            true => Line::raw(widget::cut(&self.opinion(), usize::from(width))),
            false => {
                let text = self.texts.label(Label::AnalysisOff);
                Line::styled(text, look.style(Role::Faint))
            }
        }
    }

    /// What the engine thinks of the position, in a line.
    fn opinion(&self) -> String {
        let Some(analysis) = self.analysis() else {
            return self.texts.label(Label::Thinking).to_owned();
        };
        let Some(known) = self.sights.known(self.walk.node()) else {
            return String::new();
        };
        let (lead, winrate) = (f64::from(known.lead), f64::from(known.black));
        let said = self.texts.words.estimate(lead, winrate);
        format!("{said} ({})", self.texts.visits(analysis.visits))
    }

    /// The lines beside the board.
    fn panel(&self, look: Look, width: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = self.players(look, width);
        lines.push(self.whereabouts(look));
        lines.extend(self.verdict(look, width));
        lines.push(Line::default());
        if let Some(analysis) = self.analysis() {
            lines.extend(self.candidates(analysis, look, width));
            lines.push(Line::default());
        }
        let room = height.saturating_sub(lines.len());
        if let Some(comment) = self.walk.comment() {
            let mut wrapped = widget::wrap(&printable(&comment), width);
            if wrapped.len() > room && room > 0 {
                wrapped.truncate(room);
                wrapped[room - 1].push('…');
            }
            lines.extend(wrapped.into_iter().map(Line::raw));
        }
        lines.truncate(height);
        lines
    }

    /// What the review says of the move, or how far it has come.
    fn verdict(&self, look: Look, width: usize) -> Vec<Line<'static>> {
        if !self.is_analysing {
            return Vec::new();
        }
        let verdicts = self.sights.verdicts(&self.walk);
        let (text, style) = match verdicts.and_then(Verdicts::percent) {
            Some(percent) => (self.texts.reviewed(percent), look.style(Role::Faint)),
            None => {
                let sentences = self.sentences.iter().cloned();
                (self.texts.words.join(sentences), Style::default())
            }
        };
        let lines = widget::wrap(&text, width).into_iter();
        lines.map(|line| Line::styled(line, style)).collect()
    }

    fn players(&self, look: Look, width: usize) -> Vec<Line<'static>> {
        let Some(header) = self.walk.header() else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        let held = self.walk.prisoners();
        for color in [Color::Black, Color::White] {
            let player = &header.about.players[color];
            let name = player.name.clone().filter(|name| !name.trim().is_empty());
            let mut name = name.unwrap_or_else(|| self.texts.color(color));
            if let Some(rank) = &player.rank {
                name = format!("{name} {rank}");
            }
            let n = held[color].captured;
            lines.push(Line::from(vec![
                stone_sign(color, look),
                Span::raw(" "),
                Span::styled(
                    widget::cut(&printable(&name), width.saturating_sub(8)),
                    look.style(Role::Strong),
                ),
                Span::styled(format!("  +{n}"), look.style(Role::Faint)),
            ]));
        }
        let result = header.about.result.map(|result| result.text);
        let facts = [header.about.date, header.about.event, result];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        if !facts.is_empty() {
            let text = widget::cut(&printable(&facts.join(" · ")), width);
            lines.push(Line::styled(text, look.style(Role::Faint)));
        }
        lines
    }

    /// Which move this is, and which variation.
    fn whereabouts(&self, look: Look) -> Line<'static> {
        let size = self.walk.game().size();
        let Some((by, mv)) = self.walk.last() else {
            let text = self.texts.label(Label::StartOfGame);
            return Line::styled(text, look.style(Role::Strong));
        };
        let text = move_name(mv, size, self.texts);
        let mut spans = vec![
            Span::styled(
                format!("{} ", self.walk.n_moves()),
                look.style(Role::Strong),
            ),
            stone_sign(by, look),
            Span::styled(format!(" {text}"), look.style(Role::Strong)),
        ];
        let (number, n_variations) = self.walk.variation();
        if n_variations > 1 {
            let text = format!("   {number}/{n_variations}");
            spans.push(Span::styled(text, look.style(Role::Key)));
        }
        Line::from(spans)
    }

    fn candidates(&self, analysis: &Analysis, look: Look, width: usize) -> Vec<Line<'static>> {
        let size = self.walk.game().size();
        let name = |mv: Move| move_name(mv, size, self.texts);
        let lines = shown(analysis).enumerate().map(|(rank, candidate)| {
            let role = match rank {
                0 => Role::Strong,
                _ => Role::Faint,
            };
            let line: Vec<String> = candidate
                .variation
                .iter()
                .skip(1)
                .map(|mv| name(*mv))
                .collect();
            let text = format!(
                "{:<5}{:>4.0}% {:>+6.1} {:>5}  {}",
                name(candidate.mv),
                candidate.win_rate * 100.0,
                candidate.lead,
                short(candidate.visits),
                line.join(" ")
            );
            Line::styled(widget::cut(&text, width), look.style(role))
        });
        lines.collect()
    }
}

/// The moves worth showing.
fn shown(analysis: &Analysis) -> impl Iterator<Item = &Candidate> {
    let tried = analysis.candidates.iter();
    tried
        .filter(|candidate| candidate.visits > 0)
        .take(CANDIDATES_MAX)
}

/// `950`, `1.2k`, `34k`.
fn short(n: u64) -> String {
    match n {
        0..1_000 => n.to_string(),
        1_000..10_000 => format!("{:.1}k", n as f64 / 1000.0),
        _ => format!("{}k", n / 1000),
    }
}

/// The text without characters that would move the cursor, ring the bell or turn the line.
fn printable(text: &str) -> String {
    let is_fit = |letter: &char| *letter == '\n' || !is_unprintable(*letter);
    text.replace('\t', " ").chars().filter(is_fit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_short() {
        let shown: Vec<String> = [0, 999, 1_000, 12_345].map(short).to_vec();
        assert_eq!(shown, ["0", "999", "1.0k", "12k"]);
    }

    #[test]
    fn a_comment_cannot_speak_to_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\u{7}\nc"), "a[2Jb\nc");
    }
}
