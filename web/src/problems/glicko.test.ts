import { describe, expect, test } from 'vitest';
import { DEVIATION_MAX, rated, rested } from './glicko';

/** The player of the example in Glickman's paper. */
const PLAYER = { rating: 1500, deviation: 200, volatility: 0.06 };

describe('Glicko-2', () => {
  test('gives what the paper computes', () => {
    const after = rated(PLAYER, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ]);
    // The paper rounds on its way: the exact rating is 1464.0507.
    expect(Math.abs(after.rating - 1464.06)).toBeLessThan(0.01);
    expect(after.deviation).toBeCloseTo(151.52, 2);
    expect(Math.trunc(after.volatility * 1e5) / 1e5).toBe(0.05999);
  });

  test('raises the winner and lowers the loser by as much, and both are more certain', () => {
    const equal = { rating: 1500, deviation: 100 };
    const [won, lost] = [1, 0].map((score) => rated(PLAYER, [{ ...equal, score }]));
    expect(won!.rating - 1500).toBeCloseTo(1500 - lost!.rating, 6);
    expect(won!.rating).toBeGreaterThan(1500);
    expect(won!.deviation).toBeLessThan(PLAYER.deviation);
  });

  test('finds a volatility also after a great surprise', () => {
    const sure = { rating: 1500, deviation: 30, volatility: 0.06 };
    const after = rated(
      sure,
      Array.from({ length: 10 }, () => ({ rating: 2300, deviation: 30, score: 1 })),
    );
    expect(after.volatility).toBeGreaterThan(sure.volatility);
    expect(after.rating).toBeGreaterThan(1550);
  });

  test('forgets with time, and never more than all', () => {
    expect(rested(PLAYER, 1).deviation).toBeCloseTo(200.2714, 3);
    expect(rated(PLAYER, [])).toEqual(rested(PLAYER, 1));
    expect(rested(PLAYER, 1e9).deviation).toBe(DEVIATION_MAX);
    expect(rested(PLAYER, 30).rating).toBe(PLAYER.rating);
  });
});
