//! Boards turned and mirrored before a network sees them, and what it says turned back.

use ponnuki_game::{Size, Symmetry};

use crate::raw::{Input, Raw};

impl Input {
    /// The same board, turned.
    pub fn turned(&self, symmetry: Symmetry) -> Input {
        let mut turned = self.clone();
        turned.become_turned(symmetry, self);
        turned
    }

    /// Becomes `input`, turned, in the memory it has.
    pub fn become_turned(&mut self, symmetry: Symmetry, input: &Input) {
        let Input {
            size,
            planes,
            globals,
            metadata,
        } = input;
        self.size = *size;
        self.globals = *globals;
        self.metadata.clone_from(metadata);
        self.planes.clear();
        let sources = (0..planes.len()).map(|i| planes[symmetry.source(*size, i)]);
        self.planes.extend(sources);
    }
}

impl Raw {
    /// What was said about a board of `size` that had been turned, turned back.
    pub fn turned_back(&self, symmetry: Symmetry, size: Size) -> Raw {
        let mut back = self.clone();
        back.become_turned_back(symmetry, size, self);
        back
    }

    /// Becomes what was said about a turned board of `size`, turned back, in the memory it has.
    pub fn become_turned_back(&mut self, symmetry: Symmetry, size: Size, raw: &Raw) {
        let Raw {
            policy,
            pass,
            value,
            score,
            ownership,
        } = raw;
        self.pass.clone_from(pass);
        self.value = *value;
        self.score.clone_from(score);
        self.policy.resize_with(policy.len(), Vec::new);
        let rows = self.policy.iter_mut().zip(policy);
        for (to, from) in rows.chain([(&mut self.ownership, ownership)]) {
            to.clone_from(from);
            for (i, &number) in from.iter().enumerate() {
                to[symmetry.source(size, i)] = number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_turns_the_board_differently_and_back() {
        let size = Size::new(3, 3).unwrap();
        let mut input = Input::blank(size);
        for (i, planes) in input.planes.iter_mut().enumerate() {
            *planes = i as u32;
        }
        let mut seen = Vec::new();
        for symmetry in Symmetry::all(size) {
            let turned = input.turned(symmetry).planes;
            let as_policy = turned.iter().map(|&planes| planes as f32).collect();
            let raw = Raw {
                policy: vec![as_policy],
                ..Raw::default()
            };
            let back = raw.turned_back(symmetry, size);
            assert_eq!(back.policy[0], (0..9).map(|i| i as f32).collect::<Vec<_>>());
            assert!(!seen.contains(&turned), "{symmetry:?}");
            seen.push(turned);
        }
    }
}
