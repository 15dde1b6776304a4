import { describe, expect, test } from 'vitest';
import type { ClockFace } from '../wire';
import { shownAfter, timeText } from './clock';

function face(left_ms: number, more: Partial<ClockFace> = {}): ClockFace {
  return { left_ms, n_periods: null, n_stones: null, period_ms: null, text: '', ...more };
}

describe('a clock', () => {
  test.each([
    ['runs down, and shows a second until it is gone', face(60_000), 500, '30:00', '1:00'],
    ['stops at nothing', face(2_000), 5_000, '30:00', '0:00'],
    ['tells what comes after main time', face(60_000, { period_ms: 30_000 }), 0, '10:00 + 5×0:30', '1:00 then 5×0:30'],
    ['goes from main time into byo-yomi', face(1_000, { period_ms: 30_000 }), 2_000, '10:00 + 5×0:30', '0:29 with 5 periods'],
    ['uses up periods on the way', face(5_000, { period_ms: 30_000, n_periods: 3 }), 36_000, '10:00 + 5×0:30', '0:29 with 1 periods'],
    ['counts the stones of Canadian overtime', face(1_000, { period_ms: 300_000 }), 2_000, '10:00 + 5:00/25', '4:59 with 25 stones'],
    ['stops at nothing in the last period', face(2_000, { period_ms: 30_000, n_periods: 1 }), 5_000, '10:00 + 5×0:30', '0:00 with 1 periods'],
    ['shows nothing when the flag has fallen in byo-yomi', face(0, { period_ms: 30_000 }), 0, '10:00 + 5×0:30', '0:00'],
    ['shows nothing when the flag has fallen in Canadian overtime', face(0, { period_ms: 300_000 }), 0, '10:00 + 5:00/25', '0:00'],
    ['never gains when a message is early', face(9_000), -3_000, '30:00', '0:09'],
  ])('%s', (_, shown, elapsed, terms, text) => {
    const { text: time, overtime, periods, stones } = shownAfter(shown, elapsed, terms);
    const more = [overtime && `then ${overtime}`, periods && `with ${periods} periods`, stones && `with ${stones} stones`];
    expect([time, ...more.filter(Boolean)].join(' ')).toBe(text);
  });

  test('is short in the last ten seconds', () => {
    expect(shownAfter(face(10_001), 0, '30:00').isShort).toBe(false);
    expect(shownAfter(face(10_000), 0, '30:00').isShort).toBe(true);
  });
});

test('times are written as players write them', () => {
  expect([0, 59, 60, 3_599, 3_600, 86_399, 86_400, 187_200].map(timeText)).toEqual(['0:00', '0:59', '1:00', '59:59', '1:00:00', '23:59:59', '1d', '2d 4h']);
});
