import { beforeEach, expect, test, vi } from 'vitest';
import { rememberSide, sideIn } from './memory';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});

test('the color that somebody had is remembered for each game of a room, the latest longest', () => {
  rememberSide('a', 1, 'black');
  rememberSide('a', 2, 'white');
  expect([sideIn('a', 1), sideIn('a', 2), sideIn('a', 3), sideIn('b', 1)]).toEqual(['black', 'white', null, null]);
  for (let i = 0; i < 100; i++) rememberSide('b', i, 'black');
  expect([sideIn('a', 1), sideIn('b', 99)]).toEqual([null, 'black']);
});

test('nonsense is no color', () => {
  localStorage.setItem('ponnuki.sides', '[["a/1","green"],7]');
  expect(sideIn('a', 1)).toBeNull();
});
