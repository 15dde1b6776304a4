import { describe, expect, test } from 'vitest';
import type { Candidate } from '../wire';
import { discsOf, gainText, shownOf } from './candidates';

const candidate = (move: string, visits: number, lead: number): Candidate => ({ move, visits, lead, win_rate: 0.5, prior: 0.1, variation: [move] });
const tried = [candidate('A1', 60, 3), candidate('pass', 20, 3.2), candidate('B1', 15, 2.6), candidate('C1', 4, -0.5), candidate('A2', 1, -9)];

describe('candidates', () => {
  test('are told by what they lose against the best, and by their share of the visits', () => {
    const shown = shownOf(tried);
    expect(shown.map(({ sign, tone }) => [sign, tone])).toEqual([
      ['A', 'best'],
      ['B', 'good'],
      ['C', 'good'],
      ['D', 'poor'],
      ['E', 'bad'],
    ]);
    expect(shown.map(({ share }) => share)).toEqual([0.6, 0.2, 0.15, 0.04, 0.01]);
    const discs = discsOf(shown, 3, 3, String);
    expect(discs.map(({ at, points, share }) => [at, points, share])).toEqual([
      [6, '0', '60'],
      [7, '−0.4', '15'],
      [8, '−4', '4'],
      [3, '−12', '1'],
    ]);
  });

  test('are nothing where nothing was tried', () => {
    expect(shownOf([])).toEqual([]);
    expect(shownOf([candidate('A1', 0, 0)])[0]?.share).toBe(0);
  });

  test('have few digits', () => {
    expect([0, -0.04, 0.3, -0.42, -1.96, -2.4, -31.7].map((gain) => gainText(gain, String))).toEqual(['0', '0', '+0.3', '−0.4', '−2', '−2', '−32']);
  });
});
