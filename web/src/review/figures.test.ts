import { describe, expect, test } from 'vitest';
import type { RecordNode, RecordTree } from '../wire';
import { figuresOf } from './figures';

/** A game on 3×3 of moves that take nothing. */
function game(moves: string[], lifted: Record<number, string[]> = {}): RecordTree {
  const made = moves.map((at, i) => {
    const by = i % 2 === 0 ? ('black' as const) : ('white' as const);
    const changes = [...(at === 'pass' ? [] : [{ at, stone: by }]), ...(lifted[i] ?? []).map((at) => ({ at, stone: null }))];
    return { parent: i, by, at, number: i + 1, changes } as unknown as RecordNode;
  });
  return { width: 3, height: 3, nodes: [{ parent: null, number: 0, changes: [] } as unknown as RecordNode, ...made] } as RecordTree;
}

const line = (tree: RecordTree): number[] => tree.nodes.map((_, i) => i);

describe('the diagrams of a game', () => {
  test('have the stones with their numbers, and passes below', () => {
    const tree = game(['A3', 'B3', 'pass']);
    const [figure, ...more] = figuresOf(tree, line(tree));
    expect(more).toEqual([]);
    expect(figure).toMatchObject({ first: 1, last: 3, stones: 'XO.......', again: [{ number: 3, at: 'pass' }] });
    expect([...figure!.numbers]).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test('say where a stone was played again', () => {
    const tree = game(['A3', 'B3', 'A2', 'A3'], { 2: ['A3'] });
    const [figure] = figuresOf(tree, line(tree));
    expect(figure!.again).toEqual([{ number: 4, at: 'A3' }]);
    expect(figure!.numbers.get(0)).toBe(1);
  });

  test('begin anew after a hundred moves, with what stood there', () => {
    const moves = ['A3', 'B3', ...Array.from({ length: 98 }, () => 'pass'), 'C3', 'pass'];
    const tree = game(moves);
    const figures = figuresOf(tree, line(tree));
    expect(figures.map(({ first, last }) => [first, last])).toEqual([
      [1, 100],
      [101, 102],
    ]);
    expect(figures[1]!.stones).toBe('XOX......');
    expect([...figures[1]!.numbers]).toEqual([[2, 101]]);
  });

  test('are none without moves', () => {
    expect(figuresOf(game([]), [0])).toEqual([]);
  });
});
