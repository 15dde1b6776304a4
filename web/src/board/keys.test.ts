import { expect, test } from 'vitest';
import { cursorAfter } from './keys';
import { pointName } from './points';

/** On a board of 5 columns and 3 rows. */
function walk(from: number, ...keys: string[]): string {
  const at = keys.reduce((at, key) => cursorAfter(key, at, 5, 3) ?? at, from);
  return pointName(at, 5, 3);
}

const MIDDLE = 7;

test.each([
  ['C2', [] as string[]],
  ['B2', ['ArrowLeft']],
  ['D2', ['ArrowRight']],
  ['C3', ['ArrowUp']],
  ['C1', ['ArrowDown']],
  ['A2', ['Home']],
  ['E2', ['End']],
  ['C3', ['PageUp']],
  ['C1', ['PageDown']],
  ['A3', ['Home', 'ArrowLeft', 'PageUp', 'ArrowUp']],
  ['E1', ['End', 'ArrowRight', 'PageDown', 'ArrowDown']],
])('%s after %j', (name, keys) => {
  expect(walk(MIDDLE, ...keys)).toBe(name);
});

test('other keys are left to the page', () => {
  for (const key of ['Enter', 'a', 'Tab', 'Escape']) expect(cursorAfter(key, 0, 5, 3)).toBeNull();
});

test('one point is a board too', () => {
  for (const key of ['ArrowLeft', 'ArrowDown', 'End', 'PageUp']) expect(cursorAfter(key, 0, 1, 1)).toBe(0);
});
