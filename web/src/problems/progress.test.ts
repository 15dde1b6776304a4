import { describe, expect, test } from 'vitest';
import { afterAnswer, afterDaily, afterRun, aim, NEWCOMER, type Progress, readProgress, streakOn } from './progress';

function keep(kept: unknown): void {
  globalThis.localStorage = { getItem: () => (typeof kept === 'string' ? kept : JSON.stringify(kept)) } as unknown as Storage;
}

describe('progress', () => {
  test('is read as it was kept', () => {
    const kept: Progress = { rating: { rating: 1234, deviation: 80, volatility: 0.059 }, ratedOn: 20_000, daily: 20_000, streak: 4, longest: 9, best: 17 };
    keep(kept);
    expect(readProgress()).toEqual(kept);
  });

  test.each([
    '{',
    null,
    7,
    [],
    'null',
    { rating: { rating: 'much', deviation: 80, volatility: 0.06 }, streak: -3, best: 1.5, daily: 'today' },
    { rating: { rating: 1e9, deviation: 80, volatility: 0.06 } },
    { rating: { rating: 1500, deviation: 0, volatility: 0.06 } },
    { rating: { rating: 1500, deviation: 80 } },
  ])('that is nonsense is that of a newcomer: %j', (kept) => {
    keep(kept);
    expect(readProgress()).toEqual(NEWCOMER);
  });

  test('rises with what is solved and falls with what is not, and begins with what is easy', () => {
    expect(aim(NEWCOMER)).toBeLessThan(500);
    const solved = afterAnswer(NEWCOMER, 500, true, 100);
    const missed = afterAnswer(NEWCOMER, 500, false, 100);
    expect(solved.rating.rating).toBeGreaterThan(NEWCOMER.rating.rating);
    expect(missed.rating.rating).toBeLessThan(NEWCOMER.rating.rating);
    expect(aim(solved)).toBeGreaterThan(aim(NEWCOMER));
  });

  test('reaches somebody strong within a few rounds, and somebody weak is met with what is easy', () => {
    let strong = NEWCOMER;
    let weak = NEWCOMER;
    for (let i = 0; i < 30; i++) {
      strong = afterAnswer(strong, Math.max(400, aim(strong)), true, 100);
      weak = afterAnswer(weak, Math.max(400, aim(weak)), false, 100);
    }
    expect(aim(strong)).toBeGreaterThan(1000);
    expect(weak.rating.rating).toBeLessThan(500);
    expect(weak.rating.rating).toBeGreaterThanOrEqual(100);
  });

  test('counts days in a row, each once, and begins again after a day left out', () => {
    let own = afterDaily(NEWCOMER, 100);
    own = afterDaily(own, 100);
    expect(own.streak).toBe(1);
    own = afterDaily(own, 101);
    expect([own.streak, streakOn(own, 101), streakOn(own, 102), streakOn(own, 103)]).toEqual([2, 2, 2, 0]);
    own = afterDaily(own, 103);
    expect([own.streak, own.longest]).toEqual([1, 2]);
  });

  test('keeps the best run', () => {
    expect(afterRun(afterRun(NEWCOMER, 7), 5).best).toBe(7);
  });
});
