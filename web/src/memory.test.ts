import { beforeEach, expect, test, vi } from 'vitest';
import { forgetGame, forgottenGames, rememberSide, sideIn } from './memory';

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
  const many = Array.from({ length: 998 }, (_, i) => [`b/${i}`, 'black']);
  localStorage.setItem('ponnuki.sides', JSON.stringify([...many, ['a/2', 'white'], ['a/1', 'black']]));
  rememberSide('c', 1, 'white');
  expect([sideIn('a', 1), sideIn('a', 2), sideIn('c', 1)]).toEqual([null, 'white', 'white']);
});

test('nonsense is no color', () => {
  localStorage.setItem('ponnuki.sides', '[["a/1","green"],7]');
  expect(sideIn('a', 1)).toBeNull();
});

test('what is forgotten can be remembered again', () => {
  forgetGame('a/1', true);
  forgetGame('a/2', true);
  forgetGame('a/1', true);
  expect(forgottenGames()).toEqual(['a/1', 'a/2']);
  forgetGame('a/1', false);
  expect(forgottenGames()).toEqual(['a/2']);
  localStorage.setItem('ponnuki.forgotten', '{"a":1}');
  expect(forgottenGames()).toEqual([]);
});
