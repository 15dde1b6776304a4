import { describe, expect, test } from 'vitest';
import type { JudgedPosition } from '../../wire';
import { clearLoss } from './loss';

/** What is thought of a position: the chance and the lead of the one to move, and the moves tried. */
function judged(turn: 'black' | 'white', win_rate: number, lead: number, tried: Record<string, number> = {}): JudgedPosition {
  const candidates = Object.entries(tried).map(([move, prior]) => ({ move, prior, visits: 10, win_rate, lead, variation: [move] }));
  return { turn, win_rate, lead, candidates, visits: 70, looks: 1, ownership: [] };
}

const NINE = 81;

describe('a move', () => {
  test('that turns the game loses clearly', () => {
    expect(clearLoss(judged('black', 0.7, 3, { D4: 0.5 }), judged('white', 0.8, 6), 'A1', NINE)).toBe(9);
  });

  test.each([
    ['that is the best one loses nothing, whatever is thought afterwards', judged('black', 0.7, 3, { A1: 0.5 }), judged('white', 0.8, 6), NINE],
    ['that costs a point is no mistake', judged('black', 0.6, 1, { D4: 0.5 }), judged('white', 0.45, 0), NINE],
    ['that looked likely needs more', judged('black', 0.6, 1, { D4: 0.5, A1: 0.3 }), judged('white', 0.6, 3), NINE],
    ['in a won game that stays won is no mistake', judged('black', 0.99, 30, { D4: 0.5 }), judged('white', 0.02, -22), NINE],
    ['in a lost game is no mistake', judged('black', 0.01, -30, { D4: 0.5 }), judged('white', 0.99, 36), NINE],
    ['on a large board loses less by the same points', judged('black', 0.55, 2, { D4: 0.5 }), judged('white', 0.5, 1), 361],
  ])('%s', (_, before, after, nPoints) => {
    expect(clearLoss(before, after, 'A1', nPoints)).toBeNull();
  });

  test('that gives away a won game loses clearly', () => {
    expect(clearLoss(judged('black', 0.99, 30, { D4: 0.5 }), judged('white', 0.9, 10), 'A1', NINE)).toBe(40);
  });
});
