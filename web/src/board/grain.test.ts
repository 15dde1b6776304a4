import { expect, test } from 'vitest';
import { rings } from './grain';

test('rings are in order, within the board, and the same each time', () => {
  const made = rings(40, 0.5, 3);
  expect(made).toEqual(rings(40, 0.5, 3));
  expect(made).toHaveLength(120);
  expect(made.map(({ at }) => at)).toEqual([...made.map(({ at }) => at)].sort((a, b) => a - b));
  for (const { at, opacity } of made) {
    expect(at).toBeGreaterThanOrEqual(0);
    expect(at).toBeLessThanOrEqual(1);
    expect(opacity).toBeGreaterThanOrEqual(0);
    expect(opacity).toBeLessThanOrEqual(0.5);
  }
});
