import { expect, test } from 'vitest';
import type { JudgedPosition } from '../wire';
import { likelyMoves } from './policy';

const position: JudgedPosition = {
  turn: 'black',
  visits: 1,
  win_rate: 0.5,
  lead: 0,
  candidates: [
    { move: 'A2', visits: 9, win_rate: 0.5, lead: 0, prior: 0.25, variation: ['A2'] },
    { move: 'pass', visits: 1, win_rate: 0.5, lead: 0, prior: 0.5, variation: ['pass'] },
  ],
  ownership: [0, 0, 0, 0, 0, 0],
};

test('every move that looked likely is told, on boards that are no squares too, and the pass', () => {
  const glance = { win_rate: 0.5, lead: 0, policy: [0, 0, 700, 1, 0, 0, 299] };
  expect(likelyMoves({ ...position, glance }, 3, 2)).toEqual([
    { at: 'C2', spot: 2, share: 0.7 },
    { at: 'pass', spot: null, share: 0.299 },
    { at: 'A1', spot: 3, share: 0.001 },
  ]);
});

test('who does not tell all of it tells at least what was tried', () => {
  const told = [
    { at: 'pass', spot: null, share: 0.5 },
    { at: 'A2', spot: 0, share: 0.25 },
  ];
  expect(likelyMoves(position, 3, 2)).toEqual(told);
  expect(likelyMoves({ ...position, glance: { win_rate: 0.5, lead: 0 } }, 3, 2)).toEqual(told);
});
