import { expect, test } from 'vitest';
import { isOneMove, placed, stoneAt } from './stones';

test('letters are stones', () => {
  expect(placed('.XO.')).toEqual([
    { at: 1, color: 'black' },
    { at: 2, color: 'white' },
  ]);
  expect(stoneAt('.XO.', 0)).toBeNull();
  expect(stoneAt('.XO.', 9)).toBeNull();
});

test.each([
  ['....', 'X...', true],
  ['XO..', '.OX.', true],
  ['XO..', '....', true],
  ['....', 'XO..', false],
  ['X...', 'OX..', false],
  ['....', '.........', false],
])('%s → %s is one move: %s', (before, after, expected) => {
  expect(isOneMove(before, after)).toBe(expected);
});
