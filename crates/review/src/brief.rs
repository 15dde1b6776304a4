//! A review in a few lines, for a terminal.

use crate::reviewed::{ReviewedFile, ReviewedGame};
use crate::words;

impl ReviewedFile {
    /// The moments that mattered in a few lines for a terminal, each with the reasons for it,
    /// after a line that says which files were `written`; and who judged, and how far to trust it.
    pub fn to_brief(&self, written: &[String]) -> String {
        file(self, written)
    }
}

fn file(reviewed: &ReviewedFile, written: &[String]) -> String {
    let mut text = outline(reviewed, written);
    for game in &reviewed.games {
        let phrases = game.phrases;
        for moment in &game.moments {
            let mut heading = words::heading(&moment.turn, game.size(), phrases);
            if reviewed.games.len() > 1 {
                let n = (game.idx + 1).to_string();
                heading = phrases.say("game_number", &[("n", &n), ("heading", &heading)]);
            }
            text.push_str(&format!("  {heading}\n"));
            for sentence in words::moment(moment, game.size(), phrases) {
                text.push_str(&format!("    {sentence}\n"));
            }
        }
    }
    text.push_str(&format!("  {}\n", words::judged_by(reviewed)));
    text
}

/// The line about a file that was reviewed.
fn outline(reviewed: &ReviewedFile, written: &[String]) -> String {
    let n_moves: usize = reviewed.games.iter().map(ReviewedGame::n_moves).sum();
    let n_moments: usize = reviewed.games.iter().map(|game| game.moments.len()).sum();
    let phrases = reviewed.phrases;
    let games = phrases.counted("games", &reviewed.games.len().to_string());
    let moves = phrases.counted("moves", &n_moves.to_string());
    let moments = phrases.counted("moments", &n_moments.to_string());
    let written = written.join(", ");
    let mut parts = vec![
        ("name", reviewed.name.as_str()),
        ("moves", moves.as_str()),
        ("moments", moments.as_str()),
        ("written", written.as_str()),
    ];
    let line = match reviewed.games.len() {
        1 => phrases.say("outline", &parts),
        _ => {
            parts.push(("games", games.as_str()));
            phrases.say("outline_of_games", &parts)
        }
    };
    line + "\n"
}
