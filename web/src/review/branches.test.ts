import { describe, expect, test } from 'vitest';
import type { RecordTree } from '../wire';
import { branchAt, branchesOf, branchMarks } from './branches';
import { childrenOf } from './tree';

const TREE = {
  width: 3,
  height: 3,
  nodes: [
    { parent: null, to_move: 'black', labels: [{ at: 'C3', text: 'B' }] },
    { parent: 0, by: 'black', at: 'A1', to_move: 'white' },
    { parent: 0, by: 'black', at: 'B2', to_move: 'white' },
    { parent: 0, by: 'black', at: 'pass', to_move: 'white' },
    { parent: 0, to_move: 'black' },
    { parent: 1, by: 'white', at: 'B1', to_move: 'black' },
  ],
} as unknown as RecordTree;
const CHILDREN = childrenOf(TREE.nodes);

describe('the ways on', () => {
  test('have letters that no text on the board has', () => {
    expect(branchesOf(TREE, CHILDREN, 0).map(({ sign, at }) => [sign, at])).toEqual([
      ['A', 'A1'],
      ['C', 'B2'],
      ['D', 'pass'],
      ['E', null],
    ]);
  });

  test('are called as the file calls them', () => {
    const nodes = TREE.nodes.map((node, i) => (i === 0 ? { ...node, labels: [{ at: 'B2', text: 'b' }] } : node));
    expect(branchesOf({ ...TREE, nodes }, CHILDREN, 0).map(({ sign }) => sign)).toEqual(['A', 'b', 'B', 'C']);
  });

  test('are none where there is only one', () => {
    expect(branchesOf(TREE, CHILDREN, 1)).toEqual([]);
    expect(branchesOf(TREE, CHILDREN, 5)).toEqual([]);
  });

  test('are drawn where nothing else is', () => {
    const marks = branchMarks(branchesOf(TREE, CHILDREN, 0), '.........', new Set(), 3, 3);
    expect(marks).toEqual([
      { at: 6, kind: 'branch', text: 'A' },
      { at: 4, kind: 'branch', text: 'C' },
    ]);
    expect(branchMarks(branchesOf(TREE, CHILDREN, 0), '....X....', new Set([6]), 3, 3)).toEqual([]);
  });

  test('are found by the move of whoever is to move', () => {
    expect(branchAt(TREE, CHILDREN, 0, 'B2')).toBe(2);
    expect(branchAt(TREE, CHILDREN, 0, 'pass')).toBe(3);
    expect(branchAt(TREE, CHILDREN, 0, 'C3')).toBeUndefined();
  });
});
