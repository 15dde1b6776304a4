import { describe, expect, test } from 'vitest';
import type { Color, RecordNode, RecordTree, Vertex } from '../wire';
import { childrenOf, linesOf, pathTo, stonesAt } from './tree';

function node(parent: number | null, by?: Color, at?: Vertex, lifted: Vertex[] = []): RecordNode {
  const placed = by && at && at !== 'pass' ? [{ at, stone: by }] : [];
  const changes = [...placed, ...lifted.map((at) => ({ at, stone: null }))];
  return { parent, by, at, number: 0, changes, to_move: 'black', prisoners: { black: 0, white: 0 }, marks: [], labels: [] };
}

/** A main line of three moves; at the second two others, and one of those branches again. */
const NODES = [
  node(null),
  node(0, 'black', 'A1'),
  node(1, 'white', 'B1'),
  node(2, 'black', 'pass'),
  node(1, 'white', 'A2', ['A1']),
  node(4, 'black', 'B2'),
  node(4, 'black', 'C3'),
  node(1, 'white', 'C2'),
];
const CHILDREN = childrenOf(NODES);
const TREE = { width: 3, height: 3, nodes: NODES } as RecordTree;

describe('a record', () => {
  test('is walked back to its root', () => {
    expect(pathTo(NODES, 6)).toEqual([0, 1, 4, 6]);
    expect(pathTo(NODES, 0)).toEqual([0]);
  });

  test('has every node in one line, the main line first', () => {
    const lines = linesOf(CHILDREN);
    expect(lines).toEqual([
      { depth: 0, nodes: [0, 1, 2, 3] },
      { depth: 1, nodes: [4, 5] },
      { depth: 2, nodes: [6] },
      { depth: 1, nodes: [7] },
    ]);
    expect(lines.flatMap((line) => line.nodes).sort()).toEqual(NODES.map((_, i) => i));
  });

  test('shows the stones of the line that leads to a node, and no others', () => {
    expect(stonesAt(TREE, 0)).toBe('.........');
    expect(stonesAt(TREE, 3)).toBe('......XO.');
    expect(stonesAt(TREE, 5)).toBe('...OX....');
  });
});
