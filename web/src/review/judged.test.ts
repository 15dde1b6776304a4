import { describe, expect, test } from 'vitest';
import en from '../words/en';
import { leadText, points } from './judged';
import own from './words/en';

/** Black's lead, as it can be read in the text. */
function read(text: string): number {
  if (text === own.even) return 0;
  const [, color, amount] = /^(Black|White) leads by ([0-9.]+)$/.exec(text)!;
  return color === 'Black' ? Number(amount) : -Number(amount);
}

describe('a loss', () => {
  test('is the difference of the two leads beside it, as they are all shown', () => {
    for (let i = 0; i < 5_000; i++) {
      // Leads near nothing too, where it is said that the game is even.
      const [before, after] = [((i * 37) % 401) / 100 - 2, ((i * 53) % 997) / 100 - 5];
      const [from, to] = [before, after].map((lead) => read(leadText(en, own, lead)));
      const shown = Number(points(en, before - after));
      expect(Math.abs(from! - to! - shown), `${before} to ${after}`).toBeLessThan(0.151);
    }
  });
});
