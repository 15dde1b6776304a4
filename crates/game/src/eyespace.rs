//! Whether two eyes can be made in a part of the board that one player surrounds.

use std::collections::HashMap;

use crate::point::{Point, PointSet, Size};

/// With so many vacant points there is room for two eyes, whatever shape they have. The
/// largest shapes of which a single enemy stone leaves only one eye have six points.
const VACANT_ENOUGH: usize = 6;

/// Larger parts are not searched: what is captured there leaves room enough.
const POINTS_MAX: usize = 10;

/// How many eyes, up to two, the player around a connected `region` has in it, if that
/// player moves first there and the wall around it is never captured. On `filled`
/// stand enemy stones that are taken to be dead.
pub(crate) fn n_eyes(size: Size, region: &PointSet, filled: &PointSet) -> usize {
    let (n, n_filled) = (region.len(), (*region & *filled).len());
    let is_two = match n {
        0..=2 => false,
        _ if n - n_filled >= VACANT_ENOUGH || n > POINTS_MAX => true,
        // Among the smallest only the square of four has no point that makes two of it.
        _ if n_filled == 0 => n != 4 || !is_square(region),
        _ => Search::new(size, region, filled).can_win(),
    };
    if is_two { 2 } else { 1 }
}

/// Whether four connected points are a square.
fn is_square(region: &PointSet) -> bool {
    let Some(first) = region.first() else {
        return false;
    };
    let columns = first.x()..=first.x() + 1;
    let rows = first.y()..=first.y() + 1;
    let is_inside = |point: Point| columns.contains(&point.x()) && rows.contains(&point.y());
    region.iter().all(is_inside)
}

/// Some of the points, a bit for each.
type Bits = u16;
const _: () = assert!(POINTS_MAX <= Bits::BITS as usize);

/// What stands inside, and what may be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stand {
    own: Bits,
    enemy: Bits,
    is_own_turn: bool,
    /// A point that would retake a ko.
    ban: Bits,
}

/// A stand that can be reached.
#[derive(Debug)]
struct Node {
    stand: Stand,
    parents: Vec<usize>,
    /// How many of its moves do not lead to two eyes as far as is known.
    n_open: usize,
    is_won: bool,
}

/// All stands that can be reached, from both players' plays and passes.
#[derive(Debug)]
struct Search {
    all: Bits,
    /// The points that touch the wall.
    walled: Bits,
    neighbors: Vec<Bits>,
    nodes: Vec<Node>,
    numbers: HashMap<Stand, usize>,
}

impl Search {
    fn new(size: Size, region: &PointSet, filled: &PointSet) -> Search {
        let points: Vec<Point> = region.iter().collect();
        let around = |point: &Point| [*point].into_iter().collect::<PointSet>().neighbors(size);
        let bits = |set: PointSet| {
            let inside = points.iter().enumerate();
            let inside = inside.filter(|(_, point)| set.contains(**point));
            inside.fold(0, |bits: Bits, (i, _)| bits | 1 << i)
        };
        let walled: PointSet = points
            .iter()
            .filter(|point| !around(point).is_subset(region))
            .copied()
            .collect();
        let mut search = Search {
            all: bits(*region),
            walled: bits(walled),
            neighbors: points.iter().map(|point| bits(around(point))).collect(),
            nodes: Vec::new(),
            numbers: HashMap::new(),
        };
        search.number(Stand {
            own: 0,
            enemy: bits(*filled),
            is_own_turn: true,
            ban: 0,
        });
        search
    }

    /// Whether the player around it can come to two eyes. A player who would have to
    /// retake a ko again and again cannot.
    fn can_win(mut self) -> bool {
        let mut at = 0;
        while at < self.nodes.len() {
            if !self.nodes[at].is_won {
                self.expand(at);
            }
            at += 1;
        }
        let mut won: Vec<usize> = (0..at).filter(|&i| self.nodes[i].is_won).collect();
        while let Some(child) = won.pop() {
            for parent in std::mem::take(&mut self.nodes[child].parents) {
                let node = &mut self.nodes[parent];
                node.n_open -= 1;
                if !node.is_won && (node.stand.is_own_turn || node.n_open == 0) {
                    node.is_won = true;
                    won.push(parent);
                }
            }
        }
        self.nodes[0].is_won
    }

    /// The number of a stand, which is added if it is new.
    fn number(&mut self, stand: Stand) -> usize {
        if let Some(&number) = self.numbers.get(&stand) {
            return number;
        }
        let number = self.nodes.len();
        self.nodes.push(Node {
            stand,
            parents: Vec::new(),
            n_open: 0,
            is_won: self.has_two_eyes(&stand),
        });
        self.numbers.insert(stand, number);
        number
    }

    /// Adds what the moves at a node lead to.
    fn expand(&mut self, at: usize) {
        let stand = self.nodes[at].stand;
        let passed = Stand {
            is_own_turn: !stand.is_own_turn,
            ban: 0,
            ..stand
        };
        let plays = (0..self.neighbors.len()).filter_map(|i| self.play(&stand, i));
        let next: Vec<Stand> = plays.chain([passed]).collect();
        self.nodes[at].n_open = next.len();
        for stand in next {
            let child = self.number(stand);
            self.nodes[child].parents.push(at);
        }
    }

    /// The stand after a play, if it is one.
    fn play(&self, stand: &Stand, at: usize) -> Option<Stand> {
        let point: Bits = 1 << at;
        if (stand.own | stand.enemy | stand.ban) & point != 0 {
            return None;
        }
        let is_own = stand.is_own_turn;
        let (mut mine, mut theirs) = match is_own {
            true => (stand.own, stand.enemy),
            false => (stand.enemy, stand.own),
        };
        mine |= point;
        let mut lifted = 0;
        for chain in self.chains(theirs) {
            let is_hit = self.spread(chain) & point != 0;
            if is_hit && !self.has_liberty(chain, mine | theirs, !is_own) {
                lifted |= chain;
            }
        }
        theirs &= !lifted;
        let chain = self.connected(mine, point);
        if !self.has_liberty(chain, mine | theirs, is_own) {
            return None;
        }
        let liberties = self.spread(chain) & self.all & !(mine | theirs);
        let is_ko = [lifted, chain, liberties].map(Bits::count_ones) == [1; 3]
            && !(is_own && chain & self.walled != 0);
        let (own, enemy) = if is_own {
            (mine, theirs)
        } else {
            (theirs, mine)
        };
        Some(Stand {
            own,
            enemy,
            is_own_turn: !is_own,
            ban: if is_ko { lifted } else { 0 },
        })
    }

    /// Whether a chain stays: stones that are part of the wall always do.
    fn has_liberty(&self, chain: Bits, stones: Bits, is_own: bool) -> bool {
        let is_wall = is_own && chain & self.walled != 0;
        is_wall || self.spread(chain) & self.all & !stones != 0
    }

    /// Whether the wall, and what is joined to it, has two parts as eyes: it touches every
    /// vacant point of such a part.
    fn has_two_eyes(&self, stand: &Stand) -> bool {
        let solid = self
            .chains(stand.own)
            .filter(|chain| chain & self.walled != 0);
        let solid = solid.fold(0, |all, chain| all | chain);
        let touched = self.walled | self.spread(solid);
        let parts = self.chains(self.all & !solid).map(|part| {
            let vacant = part & !(stand.own | stand.enemy);
            let is_roomy = stand.is_own_turn && vacant.count_ones() as usize >= VACANT_ENOUGH;
            match vacant {
                _ if is_roomy => 2,
                0 => 0,
                _ => usize::from(vacant & !touched == 0),
            }
        });
        parts.sum::<usize>() >= 2
    }

    /// The points beside these.
    fn spread(&self, points: Bits) -> Bits {
        let inside = self.neighbors.iter().enumerate();
        let inside = inside.filter(|(i, _)| points >> i & 1 == 1);
        inside.fold(0, |all, (_, neighbors)| all | neighbors)
    }

    /// The part of `points` that holds `seed`.
    fn connected(&self, points: Bits, seed: Bits) -> Bits {
        let mut part = seed;
        loop {
            let grown = part | self.spread(part) & points;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The connected parts of `points`.
    fn chains(&self, points: Bits) -> impl Iterator<Item = Bits> {
        let mut rest = points;
        std::iter::from_fn(move || {
            let seed = rest & rest.wrapping_neg();
            if seed == 0 {
                return None;
            }
            let part = self.connected(rest, seed);
            rest &= !part;
            Some(part)
        })
    }
}
