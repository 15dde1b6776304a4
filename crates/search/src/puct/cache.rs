//! What was answered before, so that nothing is asked twice: different ways
//! to one position share its judgment, though not its node.

use std::hash::{Hash, Hasher};

use ponnuki_game::{Button, Color, Game, GameEvent, Move, Odds, Scoring, Setup};
use ponnuki_think::Evaluation;

/// What a judgment depends on, in 128 bits: stones, whose turn it is, the
/// legal moves (and so what ko and superko forbid now), what a pass would do,
/// and prisoners where they count. Rules, komi and handicap are the same
/// throughout a cache.
///
/// Two positions of a search of a thousand million share a fingerprint once
/// in 10²⁰ searches, so the stones are not compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fingerprint {
    slot: u64,
    check: u64,
}

impl Fingerprint {
    pub(super) fn of(game: &Game) -> Fingerprint {
        let board = game.board();
        let mut mixer = Mixer::default();
        for color in Color::BOTH {
            board.stones(color).hash(&mut mixer);
        }
        game.turn().hash(&mut mixer);
        game.legal().hash(&mut mixer);
        let passes = Move::Pass;
        let was_pass = matches!(
            game.events().last(),
            Some(&GameEvent::Moved { mv, .. } | &GameEvent::Forced { mv, .. }) if mv == passes
        );
        was_pass.hash(&mut mixer);
        if let Scoring::Territory { .. } = game.rules().counting.scoring {
            for color in Color::BOTH {
                game.prisoners()[color].total().hash(&mut mixer);
            }
        }
        if game.rules().passing.button != Button::None {
            let n_passes = game.moves().filter(|&(_, mv)| mv == passes).take(2).count();
            (game.button(), n_passes).hash(&mut mixer);
        }
        if let Odds::Passes(n) = game.setup().odds {
            game.n_moves().min(2 * usize::from(n)).hash(&mut mixer);
        }
        mixer.fingerprint()
    }

    /// The same, and all that happened before: two games share it only if they are one.
    pub(super) fn of_path(game: &Game) -> Fingerprint {
        let mut mixer = Mixer::default();
        let Fingerprint { slot, check } = Fingerprint::of(game);
        (slot, check).hash(&mut mixer);
        for (by, mv) in game.moves() {
            (by, mv).hash(&mut mixer);
        }
        mixer.fingerprint()
    }

    /// Bits that depend on the position alone.
    pub(super) fn bits(self) -> u64 {
        self.check
    }
}

/// Mixes what it is fed into two numbers, the same on every machine of one
/// byte order.
#[derive(Clone, Debug)]
struct Mixer {
    lanes: [u64; 2],
}

impl Default for Mixer {
    fn default() -> Mixer {
        Mixer {
            lanes: [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344],
        }
    }
}

impl Mixer {
    fn fingerprint(&self) -> Fingerprint {
        let [slot, check] = self.lanes.map(|lane| {
            let lane = (lane ^ lane >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            lane ^ lane >> 32
        });
        Fingerprint { slot, check }
    }

    fn mix(&mut self, word: u64) {
        const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F];
        for (lane, factor) in self.lanes.iter_mut().zip(FACTORS) {
            *lane = (*lane ^ word).wrapping_mul(factor);
            *lane ^= *lane >> 29;
        }
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 60);
        }
    }

    fn finish(&self) -> u64 {
        self.fingerprint().slot
    }
}

/// A table of judgments; a new one takes the place of an old one that shares
/// its slot.
#[derive(Debug)]
pub(super) struct Cache {
    /// What all of its games have in common.
    setup: Setup,
    n_bytes_max: usize,
    fingerprints: Vec<Option<Fingerprint>>,
    /// For each slot: win, loss, no result, the score's three, policy, ownership.
    numbers: Vec<f32>,
}

/// The numbers of a judgment besides policy and ownership.
const N_HEAD: usize = 6;

impl Cache {
    /// One for the games that begin as `setup` says, of at most `n_bytes_max`.
    pub(super) fn new(setup: &Setup, n_bytes_max: usize) -> Cache {
        let n_numbers = n_numbers(setup);
        let n_bytes_slot = n_numbers * size_of::<f32>() + size_of::<Option<Fingerprint>>();
        let n_slots = n_bytes_max / n_bytes_slot;
        Cache {
            setup: setup.clone(),
            n_bytes_max,
            fingerprints: vec![None; n_slots],
            numbers: vec![0.0; n_slots * n_numbers],
        }
    }

    /// Forgets all if it was for other games.
    pub(super) fn turn_to(&mut self, setup: &Setup) {
        if self.setup != *setup {
            *self = Cache::new(setup, self.n_bytes_max);
        }
    }

    pub(super) fn n_bytes(&self) -> usize {
        self.fingerprints.capacity() * size_of::<Option<Fingerprint>>()
            + self.numbers.capacity() * size_of::<f32>()
    }

    /// Writes what is known of a position into `answer`; false if it is nothing.
    pub(super) fn recall(&self, fingerprint: Fingerprint, answer: &mut Evaluation) -> bool {
        let Some(slot) = self.slot(fingerprint) else {
            return false;
        };
        if self.fingerprints[slot] != Some(fingerprint) {
            return false;
        }
        let n_numbers = n_numbers(&self.setup);
        let (head, rest) = self.numbers[slot * n_numbers..][..n_numbers].split_at(N_HEAD);
        let (policy, ownership) = rest.split_at(answer.policy.len());
        answer.win = head[0];
        answer.loss = head[1];
        answer.no_result = head[2];
        answer.score_mean = head[3];
        answer.score_stdev = head[4];
        answer.lead = head[5];
        // Told of the root alone, which is never recalled.
        (answer.time_left, answer.value_error, answer.score_error) = (None, None, None);
        answer.policy.copy_from_slice(policy);
        answer.ownership.copy_from_slice(ownership);
        true
    }

    pub(super) fn remember(&mut self, fingerprint: Fingerprint, answer: &Evaluation) {
        let Some(slot) = self.slot(fingerprint) else {
            return;
        };
        let n_numbers = n_numbers(&self.setup);
        let numbers = &mut self.numbers[slot * n_numbers..][..n_numbers];
        let (head, rest) = numbers.split_at_mut(N_HEAD);
        let (policy, ownership) = rest.split_at_mut(answer.policy.len());
        head.copy_from_slice(&[
            answer.win,
            answer.loss,
            answer.no_result,
            answer.score_mean,
            answer.score_stdev,
            answer.lead,
        ]);
        policy.copy_from_slice(&answer.policy);
        ownership.copy_from_slice(&answer.ownership);
        self.fingerprints[slot] = Some(fingerprint);
    }

    fn slot(&self, fingerprint: Fingerprint) -> Option<usize> {
        let n_slots = self.fingerprints.len() as u64;
        (n_slots > 0).then(|| (fingerprint.slot % n_slots) as usize)
    }
}

fn n_numbers(setup: &Setup) -> usize {
    let n_points = setup.size.n_points();
    N_HEAD + (n_points + 1) + n_points
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::{Diagram, Rules, Setup, Size};

    /// The game after these moves, by name; anything else is a pass.
    fn after(rules: Rules, moves: &str) -> Game {
        let size = Size::new(5, 5).unwrap();
        let mut game = Game::new(size, rules).unwrap();
        for name in moves.split_whitespace() {
            game.play(size.point(name).map_or(Move::Pass, Move::Play))
                .unwrap();
        }
        game
    }

    #[track_caller]
    fn check(rules: Rules, one: &str, other: &str, is_same: bool) {
        let fingerprints = [one, other].map(|moves| Fingerprint::of(&after(rules, moves)));
        assert_eq!(
            fingerprints[0] == fingerprints[1],
            is_same,
            "{one} / {other}"
        );
    }

    #[test]
    fn ways_to_one_position_share_a_fingerprint() {
        check(Rules::CHINESE, "B2 D4 D2 B4", "D2 B4 B2 D4", true);
        check(Rules::CHINESE, "B2 D4 D2", "D2 D4 B2", true);
    }

    #[test]
    fn ways_to_one_position_differ_where_the_way_counts() {
        let paths = ["B2 D4 D2 B4", "D2 B4 B2 D4", "B2 D4 D2 B4"]
            .map(|moves| Fingerprint::of_path(&after(Rules::CHINESE, moves)));
        assert_ne!(paths[0], paths[1]);
        assert_eq!(paths[0], paths[2]);
    }

    #[test]
    fn positions_that_differ_do_not() {
        check(Rules::CHINESE, "B2 D4", "B2 D3", false);
        check(Rules::CHINESE, "B2 D4", "D4 B2", false);
        // Whose turn it is, and whether a pass would end the game.
        check(Rules::CHINESE, "B2 D4", "B2 D4 pass", false);
        check(Rules::CHINESE, "B2 D4", "B2 pass C3 D4", false);
        check(Rules::CHINESE, "B2 D4 D2 pass", "B2 pass D2 D4", false);
        check(Rules::CHINESE, "B2 D4 pass pass", "B2 D4", false);
    }

    /// One board, Black to move: in one game White has just taken a ko that
    /// Black may not retake, in the other Black may.
    #[test]
    fn what_a_ko_forbids_keeps_one_board_from_being_another() {
        let fingerprints = |rules: Rules| {
            let picture = |white: &str| {
                let text = format!(". X O . .\nX . X O .\n. X O . .\n. . . . .\n{white} . . . X\n");
                text.parse::<Diagram>().unwrap()
            };
            let begin = |diagram: &Diagram| {
                let mut setup = Setup::new(diagram.size(), rules);
                setup.stones = diagram.stones();
                setup.first = Some(Color::White);
                setup.start().unwrap()
            };
            let (early, late) = (picture("."), picture("O"));
            let play = |game: &mut Game, name: &str| {
                let point = game.size().point(name).unwrap();
                game.play(Move::Play(point)).unwrap();
            };
            // White takes the ko, and it is forbidden to retake it; or Black
            // threatens and White answers in between.
            let mut forbidden = begin(&late);
            play(&mut forbidden, "B4");
            let mut allowed = begin(&early);
            play(&mut allowed, "B4");
            allowed.play(Move::Pass).unwrap();
            play(&mut allowed, "A1");
            assert_eq!(forbidden.board().hash(), allowed.board().hash());
            assert_eq!(forbidden.turn(), allowed.turn());
            [forbidden, allowed].map(|game| Fingerprint::of(&game))
        };
        let [forbidden, allowed] = fingerprints(Rules::CHINESE);
        assert_ne!(forbidden, allowed);
        let [forbidden, allowed] = fingerprints(Rules::TROMP_TAYLOR);
        assert_ne!(forbidden, allowed);
    }

    /// Each has lost a stone or none: the same board, and another score.
    #[test]
    fn prisoners_matter_where_they_count() {
        let (taken, never) = ("A1 B1 pass A2 pass", "pass B1 pass A2 pass");
        check(Rules::JAPANESE, taken, never, false);
        check(Rules::CHINESE, taken, never, true);
    }

    #[test]
    fn a_cache_gives_back_what_it_was_given_for_its_games_only() {
        let game = after(Rules::CHINESE, "B2 D4");
        let mut cache = Cache::new(game.setup(), 1 << 16);
        assert!(cache.n_bytes() <= 1 << 16);
        let mut answer = Evaluation::blank(game.size());
        let fingerprint = Fingerprint::of(&game);
        assert!(!cache.recall(fingerprint, &mut answer));
        answer.win = 0.75;
        answer.policy[3] = 0.5;
        answer.ownership[24] = -1.0;
        cache.remember(fingerprint, &answer);
        let mut recalled = Evaluation::blank(game.size());
        assert!(cache.recall(fingerprint, &mut recalled));
        assert_eq!(recalled, answer);
        cache.turn_to(game.setup());
        assert!(cache.recall(fingerprint, &mut recalled));
        cache.turn_to(after(Rules::JAPANESE, "").setup());
        assert!(!cache.recall(fingerprint, &mut recalled));
    }

    #[test]
    fn a_cache_without_room_remembers_nothing() {
        let game = after(Rules::CHINESE, "");
        let mut cache = Cache::new(game.setup(), 0);
        let mut answer = Evaluation::blank(game.size());
        cache.remember(Fingerprint::of(&game), &answer);
        assert!(!cache.recall(Fingerprint::of(&game), &mut answer));
    }
}
