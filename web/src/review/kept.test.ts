import { beforeEach, describe, expect, test } from 'vitest';
import type { JudgedPosition, RecordTree, ReviewedGame } from '../wire';
import { CHARS_MAX, GAMES_MAX, keepReview, recallReview, reviewName, type KeptReview } from './kept';

const POINTS = 9;

/** The browser's memory, with room for so many characters in all. */
function remember(room = Infinity): Map<string, string> {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      const others = [...kept].filter(([own]) => own !== key);
      if (text.length + others.reduce((sum, [, own]) => sum + own.length, 0) > room) throw new Error('full');
      kept.set(key, text);
    },
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage;
  return kept;
}

const position: JudgedPosition = {
  turn: 'white',
  visits: 50,
  win_rate: 0.25,
  lead: -3.5,
  candidates: [{ move: 'A1', visits: 40, win_rate: 0.25, lead: -3.5, prior: 0.5, variation: ['A1', 'pass'] }],
  ownership: [-100, -99, -1, 0, 1, 2, 50, 99, 100],
};
const game = { moves: [], moments: [], judge: { name: 'a' } } as unknown as ReviewedGame;
const finished: KeptReview = { visits: 50, effort: 'quick', next: 50, seconds: 12.5, isRunning: false, positions: [position, position], game };
const half: KeptReview = { visits: 400, effort: 'thorough', next: 400, seconds: null, isRunning: true, positions: [position, null, position], game: null };

/** A review that takes about so many characters. */
function large(chars: number): KeptReview {
  const noted = { ...position, candidates: [{ ...position.candidates[0]!, move: 'A'.repeat(chars) }] };
  return { ...finished, positions: [noted] };
}

describe('a review that is kept', () => {
  let memory = remember();
  beforeEach(() => {
    memory = remember();
  });

  test('comes back as it was, whole or half', () => {
    keepReview('a', finished);
    keepReview('b', half);
    expect(recallReview('a', POINTS)).toEqual(finished);
    expect(recallReview('b', POINTS)).toEqual(half);
    expect(recallReview('c', POINTS)).toBeNull();
  });

  test('goes when there are too many, the oldest first', () => {
    const names = Array.from({ length: GAMES_MAX + 2 }, (_, i) => `game${i}`);
    for (const name of names) keepReview(name, finished);
    const there = names.filter((name) => recallReview(name, POINTS) !== null);
    expect(there).toEqual(names.slice(2));
    expect(memory.size).toBe(GAMES_MAX + 1);
  });

  test('takes no more than its share together with the others', () => {
    for (const name of ['a', 'b', 'c']) keepReview(name, large(CHARS_MAX * 0.4));
    expect(['a', 'b', 'c'].map((name) => recallReview(name, POINTS) !== null)).toEqual([false, true, true]);
    keepReview('d', large(CHARS_MAX * 2));
    expect(recallReview('d', POINTS)).toBeNull();
  });

  test('makes room for itself in a browser that is nearly full', () => {
    memory = remember(3_000);
    keepReview('a', large(1_500));
    keepReview('b', large(1_500));
    expect(['a', 'b'].map((name) => recallReview(name, POINTS) !== null)).toEqual([false, true]);
  });

  test('is forgotten without a word if it is broken', () => {
    for (const broken of [
      '7',
      '{',
      '{"visits":50}',
      JSON.stringify({ ...finished, positions: [{ turn: 'white' }] }),
      JSON.stringify({ ...finished, effort: 'lazy' }),
    ]) {
      keepReview('a', finished);
      const [own] = [...memory.keys()].filter((key) => key.endsWith('.a'));
      memory.set(own!, broken);
      expect(recallReview('a', POINTS), broken).toBeNull();
    }
    keepReview('a', finished);
    expect(recallReview('a', POINTS + 1), 'of another board').toBeNull();
  });
});

test('a review is of the moves, not of what is written about them', () => {
  const node = (parent: number | null, at?: string, comment?: string): unknown => ({ parent, at, by: at && 'black', comment, changes: [], to_move: 'black' });
  const tree = (...nodes: unknown[]): RecordTree => ({ width: 3, height: 3, rules: 'chinese', komi: 7, nodes }) as unknown as RecordTree;
  const name = reviewName(tree(node(null), node(0, 'A1')), [0, 1]);
  expect(reviewName(tree(node(null), node(0, 'A1', 'Here?'), node(0, 'B2')), [0, 1])).toBe(name);
  expect(reviewName(tree(node(null), node(0, 'A2')), [0, 1])).not.toBe(name);
  expect(reviewName({ ...tree(node(null), node(0, 'A1')), komi: 5 }, [0, 1])).not.toBe(name);
});
