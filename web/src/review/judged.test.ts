import { describe, expect, test } from 'vitest';
import en from '../words/en';
import { leadSign, leadText, points } from './judged';
import own from './words/en';

/** Black's lead, as it can be read in the sign. */
function readSign(text: string): number {
  const [, color = 'B+', amount] = /^([BW]\+)?([0-9.]+)$/.exec(text)!;
  return color === 'B+' ? Number(amount) : -Number(amount);
}

/** Black's lead, as it can be read in the text. */
function read(text: string): number {
  if (text === own.even) return 0;
  const [, color, amount] = /^(Black|White) leads by ([0-9.]+)$/.exec(text)!;
  return color === 'Black' ? Number(amount) : -Number(amount);
}

describe('a loss', () => {
  test('is the difference of the two leads beside it, as they are all shown', () => {
    const tenths = (amount: number): number => Math.round(10 * amount);
    for (let i = 0; i < 5_000; i++) {
      // The program tells leads in tenths of a point; some of these are nothing, which is called even.
      const [one, other] = [((i * 37) % 401) - 200, ((i * 53) % 997) - 500];
      const [before, after] = [Math.max(one, other) / 10, Math.min(one, other) / 10];
      expect([before, after].map((lead) => readSign(leadSign(en, lead)))).toEqual([before, after]);
      const [from, to] = [before, after].map((lead) => tenths(read(leadText(en, own, lead))));
      expect(from! - to!, `${before} to ${after}`).toBe(tenths(Number(points(en, before - after))));
    }
  });
});
