import { describe, expect, test } from 'vitest';
import type { RecordNode, RecordTree } from '../wire';
import { choices, into, nodeOf, reelOf, wound } from './reel';

/** Nodes by their parents; each but the root, and those named as silent, is a move. */
function tree(parents: (number | null)[], silent: number[] = []): RecordTree {
  const nodes: RecordNode[] = [];
  parents.forEach((parent, i) => {
    const before = parent === null ? 0 : (nodes[parent]?.number ?? 0);
    const number = parent === null || silent.includes(i) ? before : before + 1;
    nodes.push({ parent, number, changes: [], to_move: 'black', prisoners: { black: 0, white: 0 } });
  });
  return { nodes } as unknown as RecordTree;
}

describe('a reel', () => {
  const forked = tree([null, 0, 1, 2, 1, 4]);

  test('shows the end of the main line, or the move that was asked for', () => {
    expect(reelOf(forked)).toMatchObject({ line: [0, 1, 2, 3], at: 3 });
    expect(reelOf(forked, 1).at).toBe(1);
    expect(reelOf(forked, 0).at).toBe(0);
    expect(reelOf(forked, 99).at).toBe(3);
    expect(reelOf(tree([null, 0, 1, 2], [2]), 2).at).toBe(3);
  });

  test('stops at both ends', () => {
    const reel = reelOf(forked);
    expect(wound(reel, -5).at).toBe(0);
    expect(wound(reel, 5).at).toBe(3);
    expect(nodeOf(wound(reel, 2)).number).toBe(2);
  });

  test('goes into a variation and back out of it', () => {
    const fork = wound(reelOf(forked), 1);
    expect(choices(fork)).toEqual([2, 4]);
    const variation = into(fork, 4);
    expect(variation).toMatchObject({ line: [0, 1, 4, 5], at: 2 });
    expect(choices(variation)).toEqual([]);
    expect(into(wound(variation, 1), 2)).toMatchObject({ line: [0, 1, 2, 3], at: 2 });
  });
});
