import { describe, expect, test } from 'vitest';
import { columnName, pointName, rowName, spokenPoint, dottedPoints } from './points';

const stars = (width: number, height: number): string =>
  dottedPoints(width, height)
    .map((spot) => pointName(spot, width, height))
    .join(' ');

describe('names', () => {
  test.each([
    [0, 'A19'],
    [18, 'T19'],
    [8, 'J19'],
    [18 * 19, 'A1'],
    [361 - 1, 'T1'],
    [15 * 19 + 3, 'D4'],
  ])('point %i of 19×19 is %s', (spot, name) => {
    expect(pointName(spot, 19, 19)).toBe(name);
  });

  test('a point is read out with what stands there and what else is to be said', () => {
    const words = { stone: { black: 'black stone', white: 'white stone' }, point: { empty: 'empty' } } as Parameters<typeof spokenPoint>[0];
    const board = { stones: 'X.O...', width: 3, height: 2 };
    expect([0, 1, 2].map((spot) => spokenPoint(words, board, spot))).toEqual(['A2, black stone', 'B2, empty', 'C2, white stone']);
    expect(spokenPoint(words, board, 0, ['last move', '63 %'])).toBe('A2, black stone, last move, 63 %');
  });

  test('a rectangle counts rows by its height and columns by its width', () => {
    expect(pointName(0, 13, 9)).toBe('A9');
    expect(pointName(13 * 9 - 1, 13, 9)).toBe('N1');
  });

  test('25 columns end with Z and no column is I', () => {
    const names = Array.from({ length: 25 }, (_, x) => columnName(x));
    expect(names.at(-1)).toBe('Z');
    expect(names).not.toContain('I');
    expect(new Set(names).size).toBe(25);
    expect(rowName(24, 25)).toBe('1');
  });
});

describe('dotted points', () => {
  test.each([
    [19, 19, 'D16 K16 Q16 D10 K10 Q10 D4 K4 Q4'],
    [13, 13, 'D10 G10 K10 D7 G7 K7 D4 G4 K4'],
    [9, 9, 'C7 G7 E5 C3 G3'],
    [7, 7, 'C5 E5 C3 E3'],
    [8, 8, 'C6 F6 C3 F3'],
    [14, 14, 'D11 L11 D4 L4'],
    [19, 9, 'D7 Q7 K5 D3 Q3'],
    [9, 14, 'C11 G11 C4 G4'],
    [6, 19, ''],
    [1, 1, ''],
  ])('%i×%i: %s', (width, height, expected) => {
    expect(stars(width, height)).toBe(expected);
  });
});
