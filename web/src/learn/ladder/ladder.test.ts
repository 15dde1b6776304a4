import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { climb, isOfLadder, keep, recall, resultOf, RUNGS, wishFor, type Ladder } from './ladder';
import en from './words/en';

const CATALOGUES = import.meta.glob<{ default: typeof en }>('./words/??.ts', { eager: true });

/** Somebody who plays the game of `rung`. */
function playing(rung: number, best = rung): Ladder {
  return { rung, best, game: { room: 'r', rung }, last: null };
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the rungs', () => {
  test('go from 5×5 over 7×7 to 9×9, and never to a gentler level on the same board', () => {
    expect([...new Set(RUNGS.map(({ side }) => side))]).toEqual([5, 7, 9]);
    for (const [i, { side, level }] of RUNGS.entries()) {
      const before = RUNGS[i - 1];
      if (before?.side === side) expect(level).toBe(before.level + 1);
    }
    expect(RUNGS[0]).toEqual({ side: 5, level: 1 });
    expect(RUNGS.at(-1)).toEqual({ side: 9, level: 24 });
  });

  test('become rooms with the computer in which one has Black', () => {
    expect(wishFor({ side: 5, level: 2 }, 'Ada')).toEqual({
      width: 5,
      height: 5,
      rules: 'japanese',
      company: { type: 'engine', level: 2 },
      colors: 'host_black',
      komi: 0,
      name: 'Ada',
    });
    expect(wishFor({ side: 9, level: 8 }, '')).not.toHaveProperty('komi');
    expect(wishFor({ side: 9, level: 8 }, '')).not.toHaveProperty('name');
  });
});

describe('a result', () => {
  test('leads one rung up, one down, or nowhere', () => {
    expect(climb(playing(3), 'won').rung).toBe(4);
    expect(climb(playing(3), 'lost').rung).toBe(2);
    expect(climb(playing(3), 'drawn').rung).toBe(3);
  });

  test('leads beyond neither end', () => {
    expect(climb(playing(0), 'lost').rung).toBe(0);
    expect(climb(playing(RUNGS.length - 1), 'won').rung).toBe(RUNGS.length - 1);
  });

  test('counts once, and the highest rung is remembered', () => {
    const after = climb(playing(3, 3), 'won');
    expect(after).toEqual({ rung: 4, best: 4, game: null, last: { room: 'r', rung: 3, result: 'won' } });
    expect(climb(after, 'won')).toEqual(after);
    expect(climb({ ...after, game: { room: 's', rung: 4 } }, 'lost')).toMatchObject({ rung: 3, best: 4 });
  });

  test('is read off the outcome by one’s own colour', () => {
    const outcome = { text: 'B+R', winner: 'black' as const, by: 'resignation' as const, margin: null };
    expect(resultOf(outcome, 'black')).toBe('won');
    expect(resultOf(outcome, 'white')).toBe('lost');
    expect(resultOf({ ...outcome, winner: null }, 'white')).toBe('drawn');
  });
});

describe('the memory', () => {
  test('gives back what was kept', () => {
    const ladder: Ladder = { rung: 5, best: 7, game: { room: 'a', rung: 5 }, last: { room: 'b', rung: 6, result: 'lost' } };
    keep(ladder);
    expect(recall()).toEqual(ladder);
    expect(['a', 'b', 'c'].map(isOfLadder)).toEqual([true, true, false]);
  });

  test.each([
    null,
    'nonsense',
    { rung: 'three', best: {}, game: 'r', last: 7 },
    { rung: 1.5, game: { room: 7, rung: 1 }, last: { room: 'r', rung: 0, result: 'flown' } },
  ])('begins anew from nonsense: %j', (kept) => {
    localStorage.setItem('ponnuki.ladder', JSON.stringify(kept));
    expect(recall()).toEqual({ rung: 0, best: 0, game: null, last: null });
  });

  test('keeps to rungs that there are', () => {
    localStorage.setItem('ponnuki.ladder', JSON.stringify({ rung: 999, best: -4 }));
    expect(recall()).toMatchObject({ rung: RUNGS.length - 1, best: RUNGS.length - 1 });
  });
});

describe('the words of the ladder', () => {
  test('are there in seven languages', () => {
    expect(Object.keys(CATALOGUES)).toHaveLength(7);
  });

  test.each(Object.keys(CATALOGUES))('say with numbers where one stands in %s', (path) => {
    const words = CATALOGUES[path]!.default;
    for (const text of [words.stand(7, 29), words.rungs(7, 29)]) {
      expect(text).toContain('7');
      expect(text).toContain('29');
    }
    expect(words.best(17)).toContain('17');
  });
});
