import { expect, test } from 'vitest';
import { pointName } from '../board/points';
import { spotOf, spotsOf } from './points';

test('every point of every board comes back from its text', () => {
  const lost: string[] = [];
  for (let width = 1; width <= 25; width++)
    for (let height = 1; height <= 25; height++)
      for (let spot = 0; spot < width * height; spot++)
        if (spotOf(pointName(spot, width, height), width, height) !== spot) lost.push(`${width}×${height}: ${spot}`);
  expect(lost).toEqual([]);
});

test('what is no point of the board is no spot', () => {
  for (const at of ['', 'pass', 'I5', 'A0', 'A10', 'K1', 'A', '44', 'A1x', 'A01', 'Ä1']) expect(spotOf(at, 9, 9)).toBeNull();
  expect(spotsOf(['A1', 'pass', 'J9'], 9, 9)).toEqual([72, 8]);
});
