//! Which chains live, by what means, and which only in seki.

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::eyespace::n_eyes;
use crate::point::{PointSet, Size};
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
    /// The dead stones, where the board is vacant now: they fill eyes.
    pub(crate) dead: ByColor<PointSet>,
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

    /// How these stones live. Each group is judged by itself, whatever is left to
    /// play elsewhere: one without two eyes lives in seki, if it lives at all.
    pub(crate) fn life(&self) -> Life {
        let mut filled = *self;
        let false_eyes = filled.fill_false_eyes(self);
        let regions: Vec<PointSet> = filled.regions().collect();
        let mut groups = Vec::new();
        for color in Color::BOTH {
            filled.add_groups(color, &regions, &mut groups);
        }
        let is_over = self.is_over();
        for group in &mut groups {
            let is_settled = || {
                self.is_settled(group.color, &group.stones)
                    && (is_over || !self.has_prey(group.color, &group.stones))
            };
            group.is_seki = group.is_seki && is_settled();
        }
        for group in &mut groups {
            group.stones = group.stones - false_eyes;
        }
        Life { groups, false_eyes }
    }

    /// Fills every point of territory that is the last own liberty of a chain,
    /// its other liberties being dame, until there is none; returns them.
    /// Chains that touch the same dame need not fill: their owner may connect
    /// them there instead. Nor need those that were not settled `before`, or, while play
    /// goes on somewhere, those beside chains that nobody may have called dead yet.
    fn fill_false_eyes(&mut self, before: &Alive) -> PointSet {
        let is_over = before.is_over();
        let is_settled = |color, stones: &PointSet| {
            before.is_settled(color, stones) && (is_over || before.is_besieged(color, stones))
        };
        let mut filled = PointSet::EMPTY;
        loop {
            let mut found = ByColor::<PointSet>::default();
            let own = self.territory();
            for color in Color::BOTH {
                let edges = edges(&self.dame_of(color));
                let chains = self.stones[color].parts().collect();
                for joined in gather(chains, |one, other| share_edge(one, other, &edges)) {
                    let own_liberties = joined.spread() & own[color];
                    if own_liberties.len() == 1 && is_settled(color, &joined) {
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

    /// Whether nothing larger is left between neighbours than when a game is finished. On
    /// other boards dead stones may still stand that nobody has called dead.
    fn is_over(&self) -> bool {
        let is_open = |region: PointSet| region.len() > DAME_MAX && self.owner(&region).is_none();
        !self.regions().any(is_open)
    }

    /// Whether none of the enemy's chains beside stones of `color` can be captured at once.
    fn is_settled(&self, color: Color, stones: &PointSet) -> bool {
        let mut beside = self.beside(color, stones);
        !beside.any(|chain| self.is_captured_next(color, &chain))
    }

    /// Whether only stones of `color` surround a chain of the enemy that has no eye anywhere
    /// in its reach.
    fn has_prey(&self, color: Color, stones: &PointSet) -> bool {
        let eyes = self.territory()[!color];
        self.stones[!color].parts().any(|chain| {
            let reach = self.reach(&chain, color);
            let around = reach.spread() & self.stones[color];
            reach.is_disjoint(&eyes) && around.is_subset(stones) && !around.is_empty()
        })
    }

    /// Whether every chain beside stones of `color` has an eye somewhere in its reach.
    fn is_besieged(&self, color: Color, stones: &PointSet) -> bool {
        let eyes = self.territory()[!color];
        let mut beside = self.beside(color, stones);
        beside.all(|chain| !self.reach(&chain, color).is_disjoint(&eyes))
    }

    /// The enemy's chains that touch stones of `color`.
    fn beside(&self, color: Color, stones: &PointSet) -> impl Iterator<Item = PointSet> {
        let edge = stones.spread();
        let chains = self.stones[!color].parts();
        chains.filter(move |chain| !chain.is_disjoint(&edge))
    }

    /// The points around a chain up to the stones of `color`, its enemy.
    fn reach(&self, chain: &PointSet, color: Color) -> PointSet {
        let free = PointSet::full(self.size) - self.stones[color];
        chain
            .first()
            .map_or(PointSet::EMPTY, |stone| free.connected(stone))
    }

    /// Whether `color` can capture a chain with one move that is not part of a ko.
    fn is_captured_next(&self, color: Color, chain: &PointSet) -> bool {
        let liberties = chain.spread() & self.vacant();
        let beside = liberties.neighbors(self.size) - *chain;
        let is_ko = chain.len() == 1 && beside.is_subset(&self.stones[!color]);
        liberties.len() == 1 && !is_ko
    }

    /// The parts of the dame in which `color` can connect: the opponent is in the way
    /// where two chains of theirs are linked.
    fn dame_of(&self, color: Color) -> Vec<PointSet> {
        let own = self.territory();
        let dame = self.vacant() - own.black - own.white;
        let chains = self.stones[!color].parts();
        let liberties: Vec<PointSet> = chains.map(|chain| chain.spread() & dame).collect();
        let mut links = PointSet::EMPTY;
        for (i, one) in liberties.iter().enumerate() {
            let shared = liberties[..i].iter().map(|other| *one & *other);
            let shared = shared.filter(|points| points.len() >= 2);
            links = shared.fold(links, |all, points| all | points);
        }
        (dame - links).parts().collect()
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

    /// Sorts the chains of `color` into groups: those that share territory or dame in
    /// which they can connect, or that two vacant points join whatever the opponent does.
    fn add_groups(&self, color: Color, regions: &[PointSet], groups: &mut Vec<Group>) {
        let own = regions
            .iter()
            .filter(|region| self.owner(region) == Some(color));
        let own: Vec<PointSet> = own.copied().collect();
        let (vacant, mut joining) = (self.vacant(), self.dame_of(color));
        joining.extend(&own);
        let edges = edges(&joining);
        let chains = self.stones[color].parts().collect();
        let gathered = gather(chains, |one, other| {
            share_edge(one, other, &edges) || is_linked(one, other, &vacant)
        });
        groups.extend(gathered.into_iter().map(|stones| {
            let edge = stones.spread();
            let eyes = own.iter().filter(|region| !region.is_disjoint(&edge));
            let eyes: Vec<PointSet> = eyes.copied().collect();
            Group {
                color,
                stones,
                eyes: union(&eyes),
                is_seki: !self.has_two_eyes(color, &eyes),
            }
        }));
    }

    /// Whether `color` has two eyes in these regions. Two regions are two; the shape of
    /// one alone decides.
    fn has_two_eyes(&self, color: Color, regions: &[PointSet]) -> bool {
        match regions {
            [] => false,
            [region] => n_eyes(self.size, region, &self.dead[!color]) >= 2,
            [_, _, ..] => true,
        }
    }
}

/// The most connected dame that are left where a game is finished.
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

/// The points around each region.
fn edges(regions: &[PointSet]) -> Vec<PointSet> {
    regions.iter().map(PointSet::spread).collect()
}

/// Whether one of `edges` has stones of both chains.
fn share_edge(one: &PointSet, other: &PointSet, edges: &[PointSet]) -> bool {
    edges
        .iter()
        .any(|edge| !edge.is_disjoint(one) && !edge.is_disjoint(other))
}

/// Whether two chains of one colour have two of `points` as liberties in
/// common: if the opponent takes one, the other still joins them.
fn is_linked(one: &PointSet, other: &PointSet, points: &PointSet) -> bool {
    (one.spread() & other.spread() & *points).len() >= 2
}
