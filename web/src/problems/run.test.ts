import { describe, expect, test } from 'vitest';
import type { BookProblem, ProblemEntry } from '../wire';
import { clock, ramp, tallied } from './run';

const BOOK: ProblemEntry[] = Array.from({ length: 400 }, (_, i) => ({ id: `life-${i}`, kind: i % 10 === 0 ? 'counting' : 'life', rating: 400 + 4 * i }));
const ratingOf = (id: string): number => BOOK.find((one) => one.id === id)!.rating;

describe('a timed run', () => {
  test('gets harder, has nothing twice and nothing to count', () => {
    for (const chance of [0, 0.5, 0.999, 1]) {
      const run = ramp(BOOK, () => chance);
      expect(new Set(run).size).toBe(run.length);
      expect(run.length).toBe(120);
      run.slice(0, 60).forEach((id, i) => expect(Math.abs(ratingOf(id) - (404 + 25 * i))).toBeLessThanOrEqual(60));
      expect(run.some((id) => BOOK.find((one) => one.id === id)!.kind === 'counting')).toBe(false);
    }
  });

  test('takes what there is', () => {
    expect(ramp([])).toEqual([]);
    expect(ramp(BOOK.slice(1, 4)).sort()).toEqual(['life-1', 'life-2', 'life-3']);
  });

  test('counts what solves a problem and keeps what was missed', () => {
    const position = { rules: 'chinese', width: 9, height: 9, komi: 0, handicap: 0, stones: null, to_move: null, moves: [], dead: [] };
    const problem: BookProblem = {
      id: 'net-1',
      kind: 'net',
      rating: 500,
      position,
      task: { type: 'play', goal: 'capture', stones: ['G6'], by_ko: false, solved: ['F5'], line: ['F5'], wrong: [['G5', 'F6']] },
    };
    expect(tallied({ solved: 3, missed: [] }, problem, 'F5')).toEqual({ solved: 4, missed: [] });
    for (const at of ['G5', 'A1']) expect(tallied({ solved: 3, missed: [] }, problem, at)).toEqual({ solved: 3, missed: [problem] });
  });

  test('shows the time as a clock does', () => {
    expect([180_000, 179_999, 60_001, 999, 0, -5].map(clock)).toEqual(['3:00', '3:00', '1:01', '0:01', '0:00', '0:00']);
  });
});
