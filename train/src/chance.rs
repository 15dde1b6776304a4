//! Chance: what is drawn where a game could go either way.

use ponnuki_game::Dice;

/// Whether something happens that does so in `percent` of a hundred cases.
pub(crate) fn happens(dice: &mut Dice, percent: usize) -> bool {
    dice.below(100) < percent
}

/// One of several, all alike in likelihood.
pub(crate) fn one_of<T: Copy>(dice: &mut Dice, things: &[T]) -> Option<T> {
    things.get(dice.below(things.len())).copied()
}

/// A number from −`reach` to `reach`, small ones more often.
pub(crate) fn around_zero(dice: &mut Dice, reach: usize) -> i16 {
    let throws = (0..4).map(|_| dice.below(reach + 1) as i16);
    let sum: i16 = throws.sum();
    (sum - 2 * reach as i16) / 2
}

/// The index of one of `weights`, drawn as often as it weighs; none if all are 0.
pub(crate) fn weighted(dice: &mut Dice, weights: &[f32]) -> Option<usize> {
    let sum: f32 = weights.iter().sum();
    let mut left = dice.below(1 << 24) as f32 / (1 << 24) as f32 * sum;
    let is_drawn = |&weight: &f32| {
        let is_drawn = weight > 0.0 && left < weight;
        left -= weight;
        is_drawn
    };
    let last = weights.iter().rposition(|&weight| weight > 0.0);
    weights.iter().position(is_drawn).or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_weighs_more_is_drawn_more_often() {
        let mut dice = Dice::new(3);
        let mut counts = [0; 4];
        for _ in 0..4000 {
            counts[weighted(&mut dice, &[0.0, 1.0, 3.0, 0.0]).unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!((800..1200).contains(&counts[1]), "{counts:?}");
        assert_eq!(weighted(&mut dice, &[0.0, 0.0]), None);
    }

    #[test]
    fn numbers_around_zero_keep_within_reach() {
        let mut dice = Dice::new(5);
        let mut numbers: Vec<i16> = (0..2000).map(|_| around_zero(&mut dice, 20)).collect();
        numbers.sort_unstable();
        assert!(numbers[0] >= -20 && numbers[1999] <= 20);
        assert!(numbers[1000].abs() <= 1, "{}", numbers[1000]);
    }
}
