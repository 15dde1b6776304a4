import { expect, test } from 'vitest';
import { LANGUAGES, type Language, type Words } from './choose';
import { inGame } from './rulebooks';

const CATALOGUES = import.meta.glob<{ default: Words }>('./??.ts', { eager: true });

test.each(Object.keys(LANGUAGES) as Language[])('in a game by Japanese or Chinese rules, their komi is not what is different (%s)', (language) => {
  const words = CATALOGUES[`./${language}.ts`]!.default;
  for (const { different } of [words.presets.japanese, words.presets.chinese]) {
    expect(different.at(-1)).toMatch(/[67][.,]5/);
    expect(inGame(words, different)).toEqual(different.slice(0, -1));
  }
  // Who may bid, or agree on one, still hears of it.
  expect(inGame(words, words.presets.goban.different)).toEqual(words.presets.goban.different);
});
