//! Which chains live, by what means, and which only in seki.

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::{Point, PointSet, Size};
use crate::rules::Suicide;

/// Chains of one colour that no sequence of enemy moves can capture, even if
/// their owner always passes, and the regions they enclose (Benson, 1976).
///
/// ```
/// use ponnuki_game::{Board, Color, Suicide, pass_alive};
///
/// let board: Board = "
///     . X . X O
///     X X X X O
///     O O O O .
/// ".parse().unwrap();
/// assert_eq!(pass_alive(&board, Color::Black, Suicide::Forbidden).stones.len(), 6);
/// assert!(pass_alive(&board, Color::White, Suicide::Forbidden).stones.is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassAlive {
    /// The chains.
    pub stones: PointSet,
    /// The regions that only those chains enclose and that are vital to one
    /// of them: what is left of an enemy stone there is dead.
    pub regions: PointSet,
}

/// The chains of `color` that are alive whatever happens: see [`PassAlive`].
///
/// A region is vital to a chain that touches every vacant point of it. Where
/// suicide is allowed it has to touch the enemy's stones too: they might be
/// sacrificed to make room.
pub fn pass_alive(board: &Board, color: Color, suicide: Suicide) -> PassAlive {
    let vacant = board.vacant();
    let everything = vacant | board.stones(!color);
    let mut chains: Vec<PointSet> = board.chains(color).map(|chain| chain.stones).collect();
    let mut regions: Vec<PointSet> = everything.parts().collect();
    let is_vital = |region: &PointSet, chain: &PointSet| {
        let touched = match suicide {
            Suicide::Forbidden => *region & vacant,
            Suicide::Allowed | Suicide::SeveralStones => *region,
        };
        touched.is_subset(&chain.spread()) && !region.is_disjoint(&vacant)
    };
    loop {
        let n_before = chains.len();
        chains.retain(|chain| {
            regions
                .iter()
                .filter(|region| is_vital(region, chain))
                .count()
                >= 2
        });
        let stones = union(&chains);
        let lost = board.stones(color) - stones;
        regions.retain(|region| region.spread().is_disjoint(&lost));
        if chains.len() == n_before {
            regions.retain(|region| chains.iter().any(|chain| is_vital(region, chain)));
            return PassAlive {
                stones,
                regions: union(&regions),
            };
        }
    }
}

fn union(sets: &[PointSet]) -> PointSet {
    sets.iter().fold(PointSet::EMPTY, |all, &set| all | set)
}

/// Chains of one colour that live or die together at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) color: Color,
    pub(crate) stones: PointSet,
    /// The vacant points that reach only its own colour and touch it.
    pub(crate) eyes: PointSet,
    /// Whether it lives without two eyes of its own.
    pub(crate) is_seki: bool,
}

/// The groups among stones that are all taken to live.
#[derive(Clone, Debug)]
pub(crate) struct Life {
    pub(crate) groups: Vec<Group>,
    /// Points that look like territory but have to be filled once the dame
    /// are: a chain would otherwise be in atari there.
    pub(crate) false_eyes: PointSet,
}

/// Stones that all live, on a board of this size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alive {
    pub(crate) size: Size,
    pub(crate) stones: ByColor<PointSet>,
}

impl Alive {
    /// The maximal vacant regions.
    pub(crate) fn regions(&self) -> impl Iterator<Item = PointSet> {
        self.vacant().parts()
    }

    /// The only colour that `region` touches, if it is one.
    pub(crate) fn owner(&self, region: &PointSet) -> Option<Color> {
        let edge = region.spread();
        let touches = |color| !edge.is_disjoint(&self.stones[color]);
        match (touches(Color::Black), touches(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (true, true) | (false, false) => None,
        }
    }

    /// How these stones live.
    pub(crate) fn life(&self) -> Life {
        let mut filled = *self;
        let is_finished = self.is_finished();
        let false_eyes = if is_finished {
            filled.fill_false_eyes()
        } else {
            PointSet::EMPTY
        };
        let regions: Vec<PointSet> = filled.regions().collect();
        let mut groups = Vec::new();
        for color in Color::BOTH {
            filled.add_groups(color, &regions, &mut groups);
        }
        if is_finished {
            filled.find_seki(&mut groups);
        }
        for group in &mut groups {
            group.stones = group.stones - false_eyes;
        }
        Life { groups, false_eyes }
    }

    /// Fills every point of territory that is the last own liberty of a chain,
    /// its other liberties being dame, until there is none; returns them.
    /// Chains that touch the same dame need not fill: their owner may connect
    /// them there instead.
    fn fill_false_eyes(&mut self) -> PointSet {
        let mut filled = PointSet::EMPTY;
        loop {
            let mut found = ByColor::<PointSet>::default();
            let own = self.territory();
            let dame = self.vacant() - own.black - own.white;
            let dame: Vec<PointSet> = dame.parts().collect();
            for color in Color::BOTH {
                let chains = self.stones[color].parts().collect();
                for joined in gather(chains, |one, other| share_region(one, other, &dame)) {
                    let own_liberties = joined.spread() & own[color];
                    if own_liberties.len() == 1 {
                        found[color] = found[color] | own_liberties;
                    }
                }
            }
            let all = found.black | found.white;
            if all.is_empty() {
                return filled;
            }
            filled = filled | all;
            for color in Color::BOTH {
                self.stones[color] = self.stones[color] | found[color];
            }
        }
    }

    /// Whether all regions that reach both colours are as small as what is
    /// left between neighbours when a game is finished. In larger ones play
    /// has not ended or dead stones still stand, and weakness looks like seki.
    fn is_finished(&self) -> bool {
        let is_mixed = |region: &PointSet| {
            let edge = region.spread();
            Color::BOTH
                .iter()
                .all(|&color| !edge.is_disjoint(&self.stones[color]))
        };
        !self
            .regions()
            .any(|region| is_mixed(&region) && region.len() > DAME_MAX)
    }

    /// The points without a living stone.
    pub(crate) fn vacant(&self) -> PointSet {
        PointSet::full(self.size) - self.stones.black - self.stones.white
    }

    /// The vacant points that reach one colour only.
    pub(crate) fn territory(&self) -> ByColor<PointSet> {
        let mut territory = ByColor::<PointSet>::default();
        for region in self.regions() {
            if let Some(color) = self.owner(&region) {
                territory[color] = territory[color] | region;
            }
        }
        territory
    }

    /// Sorts the chains of `color` into groups: those that share territory, or
    /// that the opponent cannot cut apart because two vacant points join them.
    fn add_groups(&self, color: Color, regions: &[PointSet], groups: &mut Vec<Group>) {
        let own = regions
            .iter()
            .filter(|region| self.owner(region) == Some(color));
        let own: Vec<PointSet> = own.copied().collect();
        let vacant = self.vacant();
        let chains = self.stones[color].parts().collect();
        let gathered = gather(chains, |one, other| {
            share_region(one, other, &own) || is_linked(one, other, &vacant)
        });
        groups.extend(gathered.into_iter().map(|stones| {
            let edge = stones.spread();
            let eyes = own.iter().filter(|region| !region.is_disjoint(&edge));
            Group {
                color,
                stones,
                eyes: eyes.fold(PointSet::EMPTY, |all, &region| all | region),
                is_seki: false,
            }
        }));
    }

    /// Marks the groups in seki: two enemies without two eyes each that share liberties.
    fn find_seki(&self, groups: &mut [Group]) {
        let own = self.territory();
        let dame = self.vacant() - own.black - own.white;
        let eyeless: Vec<usize> = (0..groups.len())
            .filter(|&i| n_eyes(&groups[i].eyes) < 2)
            .collect();
        for shared in dame.parts().filter(|part| part.len() <= SHARED_MAX) {
            let edge = shared.spread();
            let around = eyeless
                .iter()
                .filter(|&&i| !groups[i].stones.is_disjoint(&edge));
            let around: Vec<usize> = around.copied().collect();
            let has = |color| around.iter().any(|&i| groups[i].color == color);
            if has(Color::Black) && has(Color::White) {
                for i in around {
                    groups[i].is_seki = true;
                }
            }
        }
    }
}

/// The most connected vacant points that two groups in seki share. Real ones
/// share one to three.
const SHARED_MAX: usize = 4;

/// The most connected dame that are left where a game is finished. A larger region
/// is one where play has not finished, or where dead stones still stand.
const DAME_MAX: usize = 6;

/// Puts sets together as long as two of them are `joined`.
fn gather(sets: Vec<PointSet>, joined: impl Fn(&PointSet, &PointSet) -> bool) -> Vec<PointSet> {
    let mut gathered: Vec<PointSet> = Vec::new();
    for mut set in sets {
        // What has grown may be joined to what it was not joined to before.
        while let Some(i) = gathered.iter().position(|other| joined(&set, other)) {
            set = set | gathered.swap_remove(i);
        }
        gathered.push(set);
    }
    gathered
}

/// Whether one of `regions` borders on both chains.
fn share_region(one: &PointSet, other: &PointSet, regions: &[PointSet]) -> bool {
    let borders = |region: &PointSet, stones| !region.spread().is_disjoint(stones);
    regions
        .iter()
        .any(|region| borders(region, one) && borders(region, other))
}

/// Whether two chains of one colour have two of `points` as liberties in
/// common: if the opponent takes one, the other still joins them.
fn is_linked(one: &PointSet, other: &PointSet, points: &PointSet) -> bool {
    (one.spread() & other.spread() & *points).len() >= 2
}

/// How many eyes can be made of `space`, up to two: one of a single point, of
/// two, or of a square of four; two of anything larger.
fn n_eyes(space: &PointSet) -> usize {
    space
        .parts()
        .map(|part| {
            if part.len() <= 2 || is_square_of_four(&part) {
                1
            } else {
                2
            }
        })
        .sum()
}

fn is_square_of_four(part: &PointSet) -> bool {
    let Some(first) = part.first() else {
        return false;
    };
    let columns = first.x()..=first.x() + 1;
    let rows = first.y()..=first.y() + 1;
    let is_inside = |point: Point| columns.contains(&point.x()) && rows.contains(&point.y());
    part.len() == 4 && part.iter().all(is_inside)
}
