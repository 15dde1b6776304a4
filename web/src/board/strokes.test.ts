import { describe, expect, test } from 'vitest';
import { strokePath } from './strokes';

describe('a stroke', () => {
  test('is a line from point to point', () => {
    expect(strokePath({ from: 1, to: 11, isArrow: false }, 9)).toBe('M1 0L2 1');
  });

  test('has a head at its end, both sides as long and before the point', () => {
    expect(strokePath({ from: 9, to: 14, isArrow: true }, 9)).toBe('M0 1L5 1M4.694 0.852L5 1L4.694 1.148');
  });
});
