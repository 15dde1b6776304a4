import { describe, expect, test } from 'vitest';
import type { RecordTree } from '../wire';
import { askedAbout, lineSgf } from './question';

const TREE = {
  sgf: '(;whatever)',
  width: 9,
  height: 9,
  komi: 6.5,
  rules: '{"ko":"SIMPLE"}]',
  about: [{ name: 'HA', text: '2' }],
  nodes: [
    { parent: null, changes: [{ at: 'A9', stone: 'black' }], to_move: 'white' },
    { parent: 0, by: 'white', at: 'E5', changes: [], to_move: 'black' },
    {
      parent: 1,
      changes: [
        { at: 'A9', stone: null },
        { at: 'B9', stone: 'white' },
      ],
      to_move: 'black',
    },
    { parent: 2, changes: [], to_move: 'black' },
    { parent: 3, by: 'black', at: 'pass', changes: [], to_move: 'white' },
    { parent: 0, by: 'white', at: 'D4', changes: [], to_move: 'black' },
  ],
} as unknown as RecordTree;

describe('what is asked about a record', () => {
  test('is the record itself where it is small', () => {
    expect(askedAbout(TREE, 4)).toEqual({ sgf: TREE.sgf, node: 4 });
  });

  test('is the line alone where it is large', () => {
    const large = { ...TREE, sgf: 'x'.repeat(200_000) };
    expect(askedAbout(large, 5)).toEqual({ sgf: lineSgf(TREE, [0, 5]), node: 1 });
    expect(askedAbout(large, 4).node).toBe(4);
  });

  test('has every move and everything that is set up', () => {
    const head = 'GM[1]FF[4]SZ[9:9]KM[6.5]RU[{"ko":"SIMPLE"}\\]]HA[2]';
    expect(lineSgf(TREE, [0, 1, 2, 3, 4])).toBe(`(;${head}AB[aa]PL[W];W[ee];AW[ba]AE[aa]PL[B];;B[])`);
  });
});
