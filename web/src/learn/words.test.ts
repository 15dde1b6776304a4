import { describe, expect, test } from 'vitest';
import en from './words/en';

const DRAWN = import.meta.glob<string>('../../../data/lessons/*.txt', { query: '?raw', import: 'default', eager: true });
const CATALOGUES = import.meta.glob<{ default: typeof en }>('./words/??.ts', { eager: true });

/** The lessons as they are drawn: each with its steps. */
const LESSONS = Object.values(DRAWN).map((text) => ({
  id: /^lesson (\S+)/m.exec(text)?.[1] ?? '',
  steps: [...text.matchAll(/^step (\S+)/gm)].map((match) => match[1]),
}));

function names(words: object): Record<string, string[]> {
  const lessons = Object.entries(words) as [string, { steps: object }][];
  return Object.fromEntries(lessons.map(([id, { steps }]) => [id, Object.keys(steps)]));
}

describe('the words of the lessons', () => {
  test('are there for every lesson and step, and for nothing else', () => {
    expect(LESSONS.length).toBeGreaterThan(10);
    expect(names(en.lessons)).toEqual(Object.fromEntries(LESSONS.map(({ id, steps }) => [id, steps])));
  });

  test.each(Object.keys(CATALOGUES))('are complete in %s', (path) => {
    expect(names(CATALOGUES[path]!.default.lessons)).toEqual(names(en.lessons));
  });

  test('are there in seven languages', () => {
    expect(Object.keys(CATALOGUES)).toHaveLength(7);
  });
});
