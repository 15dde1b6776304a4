//! What stands beside the board: the players, their clocks and prisoners, the moves, the sum.

use std::time::Duration;

use ponnuki_game::{Color, Size};
use ponnuki_wire::{Agreement, KomiTerms, Scene, Score, Stage};
use ponnuki_words::{Phrase, Spoken};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Play;
use crate::clock;
use crate::look::{Look, Role, Signs};
use crate::texts::Label;
use crate::widget::{self, stone_sign};

/// A panel with fewer rows shows only what matters most.
const SHORT: usize = 8;

impl Play {
    /// The lines of the panel, the most important first, in `width` columns and at most
    /// `height` rows.
    pub(super) fn panel(
        &self,
        scene: &Scene,
        now: Duration,
        look: Look,
        (width, height): (usize, usize),
    ) -> Vec<Line<'static>> {
        let is_short = height < SHORT;
        let mut lines = self.players(scene, now, look, (width, is_short));
        if is_short {
            let counted = scene.agreement.as_ref().map(|marks| &marks.score);
            if let Some(score) = counted.or(scene.score.as_ref()) {
                // The heading and the totals, for what more there is no room.
                let sum = self.sum(score, look, width);
                let last = sum.len().saturating_sub(1);
                let ends = sum.into_iter().enumerate();
                let ends = ends.filter(|(row, _)| *row == 0 || *row == last);
                lines.extend(ends.map(|(_, line)| line));
            }
            lines.truncate(height);
            return lines;
        }
        let terms = widget::flow(&self.terms(scene), " · ", width).into_iter();
        lines.extend(terms.map(|line| Line::styled(line, look.style(Role::Faint))));
        if let Some(n @ 1..) = self.presence.map(|presence| presence.n_watchers) {
            let watching = self.texts.words.say(Phrase::Watching { n });
            lines.push(Line::styled(watching, look.style(Role::Faint)));
        }
        match (&scene.agreement, &scene.score) {
            (Some(marks), _) => lines.extend(self.agreement(marks, look, width)),
            (None, Some(score)) => {
                lines.push(Line::default());
                lines.extend(self.sum(score, look, width));
            }
            (None, None) => {}
        }
        if scene.stage == Stage::Bidding {
            lines.extend(self.bidding(scene, look, width));
        }
        let n_left = height.saturating_sub(lines.len() + 1);
        if scene.agreement.is_none() && n_left > 0 && scene.n_moves > 0 {
            lines.push(Line::default());
            lines.extend(self.moves(scene, look, width, n_left));
        }
        lines.truncate(height);
        lines
    }

    /// Both players with what they have captured; in a short panel, each in one line.
    fn players(
        &self,
        scene: &Scene,
        now: Duration,
        look: Look,
        (width, is_short): (usize, bool),
    ) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for color in [Color::White, Color::Black] {
            let n = self
                .captured_then(color)
                .unwrap_or_else(|| held_by(scene, color));
            let mut name = self.name_of(color);
            if self
                .seat_of(color)
                .is_some_and(|seat| self.is_away(scene, seat))
            {
                name = format!("{name} ({})", self.texts.label(Label::Away));
            }
            let held = format!("    {}", self.texts.prisoners(color, n));
            let is_told_below = !is_short && held.width() <= width;
            if !is_told_below {
                name = format!("{name} +{n}");
            }
            lines.push(self.player(scene, color, &name, now, look, width));
            if is_told_below {
                lines.push(Line::styled(held, look.style(Role::Faint)));
            }
            if !is_short {
                lines.push(Line::default());
            }
        }
        lines
    }

    /// A player in a line: whose turn it is, who, and the clock.
    fn player(
        &self,
        scene: &Scene,
        color: Color,
        name: &str,
        now: Duration,
        look: Look,
        width: usize,
    ) -> Line<'static> {
        let is_turn = scene.to_move.map(Color::from) == Some(color);
        let style = match is_turn {
            true => look.style(Role::Strong),
            false => Style::new(),
        };
        let arrow = match (is_turn, look.signs) {
            (true, Signs::Round) => "▶ ",
            (true, Signs::Ascii) => "> ",
            (false, _) => "  ",
        };
        let clock = self.clock_of(scene, color, now);
        let clock_width = clock.as_ref().map_or(0, |shown| shown.text.width() + 1);
        let name = widget::cut(name, width.saturating_sub(5 + clock_width));
        let mut spans = vec![
            Span::styled(arrow, look.style(Role::Key)),
            stone_sign(color, look),
            Span::raw(" "),
            Span::styled(name, style),
        ];
        if let Some(shown) = clock {
            let role = match shown.is_short && is_turn {
                true => Role::Alarm,
                false => Role::Strong,
            };
            let used: usize = spans.iter().map(Span::width).sum();
            let gap = width.saturating_sub(used + shown.text.width());
            spans.push(Span::raw(" ".repeat(gap)));
            spans.push(Span::styled(shown.text, look.style(role)));
        }
        Line::from(spans)
    }

    fn clock_of(&self, scene: &Scene, color: Color, now: Duration) -> Option<clock::Shown> {
        let clocks = scene.clocks.as_ref()?;
        let face = match color {
            Color::Black => &clocks.black,
            Color::White => &clocks.white,
        };
        let elapsed = match clocks.running.map(Color::from) == Some(color) {
            true => self.elapsed(now),
            false => Duration::ZERO,
        };
        Some(clock::shown(face, elapsed, &scene.terms.clock))
    }

    /// What to call whoever plays `color`: people without a name are called by it, and the
    /// only one at this keyboard is told so.
    fn name_of(&self, color: Color) -> String {
        let is_you = self.seat_of(color).is_some_and(|seat| self.seats == [seat]);
        self.own_name(color).unwrap_or_else(|| match is_you {
            true => self.texts.words.say(Phrase::You),
            false => self.texts.color(color),
        })
    }

    /// The name that whoever plays `color` has given, or what the program is called.
    pub(super) fn own_name(&self, color: Color) -> Option<String> {
        let seat = self.seat_of(color)?;
        self.listener(Duration::ZERO)?.own_name(seat)
    }

    /// The game in short: rules, board, komi.
    fn terms(&self, scene: &Scene) -> Vec<String> {
        let terms = &scene.terms;
        let mut parts = vec![
            self.texts.words.rulebook(&terms.rules).to_owned(),
            format!("{}×{}", terms.width, terms.height),
        ];
        match (scene.komi, terms.komi) {
            (Some(komi), _) | (None, KomiTerms::Fixed(komi)) => parts.push(self.texts.komi(komi)),
            (None, KomiTerms::Auction | KomiTerms::NameAndChoose) => {}
        }
        if terms.handicap > 1 {
            parts.push(self.texts.handicap(terms.handicap));
        }
        parts
    }

    fn agreement(&self, marks: &Agreement, look: Look, width: usize) -> Vec<Line<'static>> {
        let words = self.texts.words;
        let mut lines = vec![
            Line::default(),
            Line::styled(
                self.texts.label(Label::WhichAreDead),
                look.style(Role::Title),
            ),
        ];
        let mut note = |text: String, role| {
            for line in widget::wrap(&text, width) {
                lines.push(Line::styled(line, look.style(role)));
            }
        };
        match (marks.is_proposed, marks.proposal.is_empty()) {
            (false, _) => note(words.say(Phrase::LooksForDead), Role::Faint),
            (true, true) => note(words.say(Phrase::NoneDead), Role::Faint),
            (true, false) => {
                let listener = self.listener(Duration::ZERO);
                let reasons = listener
                    .iter()
                    .flat_map(|listener| listener.called_dead(marks));
                for text in reasons {
                    note(text, Role::Faint);
                }
            }
        }
        if marks.engine_disagrees {
            note(words.say(Phrase::EngineDisagrees), Role::Alarm);
        }
        let (host, guest) = (marks.accepted.host, marks.accepted.guest);
        let mine = self.seats.first();
        let is_mine = |seat| mine == Some(&seat) && self.seats.len() == 1;
        if (host && is_mine(ponnuki_wire::Seat::Host))
            || (guest && is_mine(ponnuki_wire::Seat::Guest))
        {
            note(
                self.texts.label(Label::YouAccepted).to_owned(),
                Role::Strong,
            );
        } else if host || guest {
            note(
                self.texts.label(Label::OtherAccepted).to_owned(),
                Role::Strong,
            );
        }
        lines.push(Line::default());
        lines.extend(self.sum(&marks.score, look, width));
        lines
    }

    /// The sum as on paper: a column for each player.
    fn sum(&self, score: &Score, look: Look, width: usize) -> Vec<Line<'static>> {
        let mut rows: Vec<(String, String, String)> = Vec::new();
        let colors = [ponnuki_wire::Color::Black, ponnuki_wire::Color::White];
        for (column, color) in colors.into_iter().enumerate() {
            for line in &score.sum(color).lines {
                let name = line.name.spoken(self.texts.words);
                let points = line.points.spoken(self.texts.words);
                let at = match rows.iter().position(|row| row.0 == name) {
                    Some(at) => at,
                    None => {
                        rows.push((name, String::new(), String::new()));
                        rows.len() - 1
                    }
                };
                match column {
                    0 => rows[at].1 = points,
                    _ => rows[at].2 = points,
                }
            }
        }
        let name_width = width.saturating_sub(16).max(8);
        let line = |name: &str, black: &str, white: &str| {
            let name = widget::padded(name, name_width);
            format!("{name}{black:>8}{white:>8}")
        };
        let texts = self.texts;
        let (black, white) = (texts.color(Color::Black), texts.color(Color::White));
        let mut lines = vec![Line::styled(
            line("", &black, &white),
            look.style(Role::Faint),
        )];
        for (name, black, white) in &rows {
            lines.push(Line::raw(line(name, black, white)));
        }
        lines.push(Line::styled(
            line(
                texts.label(Label::Total),
                &score.black.total.spoken(texts.words),
                &score.white.total.spoken(texts.words),
            ),
            look.style(Role::Strong),
        ));
        lines
    }

    fn bidding(&self, scene: &Scene, look: Look, width: usize) -> Vec<Line<'static>> {
        let Some(bidding) = scene.bidding.as_ref().and_then(|bidding| bidding.last) else {
            return Vec::new();
        };
        let text = self.texts.komi(bidding.komi);
        let lines = widget::wrap(&text, width).into_iter();
        let lines = lines.map(|line| Line::styled(line, look.style(Role::Strong)));
        [Line::default()].into_iter().chain(lines).collect()
    }

    /// The last moves, two in a row.
    fn moves(&self, scene: &Scene, look: Look, width: usize, height: usize) -> Vec<Line<'static>> {
        let Some(size) = Size::new(scene.board.width, scene.board.height) else {
            return Vec::new();
        };
        let moves = self.moves_shown(size);
        let per_row = (width / 12).clamp(1, 3);
        let n_shown = (height * per_row).min(moves.len());
        // Rows always begin with the same move, so that they stand still while moves come.
        let first = (moves.len() - n_shown).next_multiple_of(per_row);
        let rows = moves[first.min(moves.len())..].chunks(per_row);
        let mut number = first;
        rows.map(|row| {
            let mut spans = Vec::new();
            for (color, text) in row {
                number += 1;
                spans.push(Span::styled(
                    format!("{number:>4} "),
                    look.style(Role::Faint),
                ));
                spans.push(stone_sign(*color, look));
                spans.push(Span::raw(format!(" {text:<5}")));
            }
            Line::from(spans)
        })
        .collect()
    }
}

/// How many stones of the other `color` holds, however they came.
fn held_by(scene: &Scene, color: Color) -> u32 {
    let held = match color {
        Color::Black => scene.prisoners.black,
        Color::White => scene.prisoners.white,
    };
    u32::from(held.captured) + u32::from(held.dead) + u32::from(held.passed)
}
