// A game as it is printed: diagrams with the numbers of the moves, as in books. Pure.

import { spotOf } from '../room/points';
import type { RecordTree } from '../wire';
import { stonesAt } from './tree';

/** So many moves are in one diagram: more could not be followed on a large board. */
const MOVES_EACH = 100;

export interface Figure {
  /** The first and the last move of it. */
  first: number;
  last: number;
  /** The stones before its first move, and with them every stone that is placed in it on a point that was free. */
  stones: string;
  numbers: Map<number, number>;
  /** Moves on points that have another stone in this diagram: the number and the point. */
  again: { number: number; at: string }[];
}

/** The moves of a line, a diagram for each hundred. */
export function figuresOf(tree: RecordTree, line: readonly number[]): Figure[] {
  const moves = line.filter((node) => tree.nodes[node]?.by != null);
  const starts = Array.from({ length: Math.ceil(moves.length / MOVES_EACH) }, (_, i) => i * MOVES_EACH);
  return starts.map((start) => figureOf(tree, moves.slice(start, start + MOVES_EACH)));
}

function figureOf(tree: RecordTree, moves: readonly number[]): Figure {
  const { width, height, nodes } = tree;
  const [begin = 0] = moves;
  const stones = [...stonesAt(tree, nodes[begin]?.parent ?? begin)];
  const numbers = new Map<number, number>();
  const again: Figure['again'] = [];
  for (const node of moves) {
    const { at, by, number } = nodes[node]!;
    const spot = at == null ? null : spotOf(at, width, height);
    if (spot === null) again.push({ number, at: at ?? '' });
    else if (stones[spot] === '.') {
      stones[spot] = by === 'black' ? 'X' : 'O';
      numbers.set(spot, number);
    } else again.push({ number, at: at! });
  }
  const numberOf = (node: number | undefined): number => nodes[node ?? 0]?.number ?? 0;
  return { first: numberOf(begin), last: numberOf(moves.at(-1)), stones: stones.join(''), numbers, again };
}
