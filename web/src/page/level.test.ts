import { expect, test } from 'vitest';
import type { Level } from '../wire';
import { wordsFor } from '../words/choose';
import { levelText } from './level';

const LEVELS: Level[] = [
  { level: 1, name: 'First steps', ranks: [{ side: 9, rank: { kyu: 30 } }] },
  { level: 2, name: 'Very gentle', ranks: [{ side: 19, rank: { dan: 1 } }] },
];
const on = (side: number) => ({ width: side, height: side });

test('a level says about which rank it has on the board that is chosen', async () => {
  const { words } = await wordsFor('en');
  expect(levelText(words, 1, LEVELS, on(9))).toBe('1 · First steps · about 30 kyu');
  expect(levelText(words, 2, LEVELS, on(19))).toBe('2 · Very gentle · about 1 dan');
});

test('where the rank is not known nothing is said of it', async () => {
  const { words } = await wordsFor('en');
  expect(levelText(words, 1, LEVELS, on(19))).toBe('1 · First steps');
  expect(levelText(words, 1, LEVELS, { width: 9, height: 13 })).toBe('1 · First steps');
  expect(levelText(words, 3, LEVELS, on(9))).toBe('3 · Gentle');
  expect(levelText(words, 1, [], on(9))).toBe('1 · First steps');
});

test.each([
  ['en', 'about 12 kyu', 'about 1 dan'],
  ['de', 'etwa 12. Kyu', 'etwa 1. Dan'],
  ['es', 'aprox. 12 kyu', 'aprox. 1 dan'],
  ['fr', 'environ 12e kyu', 'environ 1er dan'],
  ['ja', '12級くらい', '初段くらい'],
  ['ko', '약 12급', '약 1단'],
  ['zh', '约12级', '约1段'],
] as const)('ranks are told as players do in %s', async (language, kyu, dan) => {
  const { words } = await wordsFor(language);
  expect(words.levels.about('kyu', 12)).toBe(kyu);
  expect(words.levels.about('dan', 1)).toBe(dan);
});
