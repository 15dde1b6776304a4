import { describe, expect, test } from 'vitest';
import en from './words/en';

const CATALOGUES = import.meta.glob<{ default: typeof en }>('./words/??.ts', { eager: true });

/** Every sentence of a catalogue that takes numbers, with some. */
function counted(words: typeof en): string[] {
  const counts = [0, 1, 2, 10];
  return counts.flatMap((count) => [
    words.due(count),
    words.comesBack(count + 1),
    words.leads('Black', count),
    words.met(count, 12),
    words.doneLead(count, 10),
    words.streak(count + 1),
    words.runBest(count),
    words.runDone(count),
    words.runScore(count, 2),
    words.rated(count),
    words.yourRating(count),
    words.yourRatingRough(count),
  ]);
}

describe('the words of the problems', () => {
  test('are there in seven languages', () => {
    expect(Object.keys(CATALOGUES)).toHaveLength(7);
  });

  test.each(Object.keys(CATALOGUES))('leave no gap for a number in %s', (path) => {
    for (const text of counted(CATALOGUES[path]!.default)) expect(text).not.toMatch(/#|undefined|NaN/);
  });

  test.each(Object.keys(CATALOGUES))('name the move that was played and what it lost in %s', (path) => {
    const text = CATALOGUES[path]!.default.played('D4', '7.5');
    expect(text).toContain('D4');
    expect(text).toContain('7.5');
  });

  test.each(Object.keys(CATALOGUES))('have different words for each task and kind in %s', (path) => {
    const { goals, kinds } = CATALOGUES[path]!.default;
    expect(new Set(Object.values(goals).map((goal) => goal('Black'))).size).toBe(5);
    expect(new Set(Object.values(kinds).map((kind) => kind.title)).size).toBe(9);
  });
});
