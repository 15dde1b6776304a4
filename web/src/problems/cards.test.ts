import { describe, expect, test } from 'vitest';
import type { ProblemEntry } from '../wire';
import { answered, type Card, dayOf, isDue, readCards, round, ROUND } from './cards';
import type { AnyEntry } from './own';

function problem(id: string, kind: ProblemEntry['kind'], rating: number): ProblemEntry {
  return { id, kind, rating };
}

const BOOK = [problem('net-1', 'net', 900), problem('net-2', 'net', 800), problem('ko-1', 'ko', 500), problem('ko-2', 'ko', 600), problem('ko-3', 'ko', 700)];

const card = (due: number): Card => ({ stability: 3, difficulty: 5, last: due - 3, due });
const ids = (problems: AnyEntry[]): string[] => problems.map(({ id }) => id);

describe('a round', () => {
  test('begins with what is new and about as hard as it should be, the easiest first', () => {
    expect(ids(round(BOOK, {}, 100, 400))).toEqual(['ko-1', 'ko-2', 'ko-3', 'net-2', 'net-1']);
    const many = Array.from({ length: 60 }, (_, i) => problem(`ko-${i}`, 'ko', 10 * i));
    expect(ids(round(many, {}, 100, 300))).toEqual(Array.from({ length: ROUND }, (_, i) => `ko-${i + 25}`));
  });

  test('has no more than four of a kind as long as there are others', () => {
    const many = ['ko', 'net', 'life'].flatMap((kind, k) => Array.from({ length: 20 }, (_, i) => problem(`${kind}-${i}`, kind as 'ko', 400 + 300 * k + i)));
    expect(ids(round(many, {}, 100, 400))).toEqual(
      [0, 1, 2, 3]
        .map((i) => `ko-${i}`)
        .concat(
          [0, 1, 2, 3].map((i) => `net-${i}`),
          [0, 1].map((i) => `life-${i}`),
        ),
    );
  });

  test('has what is due first, the longest first, and what is not due last', () => {
    const cards = { 'ko-1': card(100), 'net-1': card(90), 'net-2': card(101) };
    expect(ids(round(BOOK, cards, 100, 400))).toEqual(['net-1', 'ko-1', 'ko-2', 'ko-3', 'net-2']);
  });

  test('is never longer than a round', () => {
    const many = Array.from({ length: 30 }, (_, i) => problem(`ko-${i}`, 'ko', i));
    expect(round(many, {}, 100, 400)).toHaveLength(ROUND);
  });
});

describe('a card', () => {
  test('is due on the day it says, and after another good answer much later', () => {
    const first = answered(undefined, 'good', 100);
    expect(first.due).toBe(103);
    expect(isDue(first, 102)).toBe(false);
    expect(isDue(first, 103)).toBe(true);
    expect(answered(first, 'good', 103).due).toBeGreaterThan(108);
    expect(answered(first, 'again', 103).due).toBe(104);
  });

  test('counts days by the calendar', () => {
    const late = new Date(2026, 2, 14, 23, 59);
    const early = new Date(2026, 2, 15, 0, 1);
    expect(dayOf(early) - dayOf(late)).toBe(1);
  });

  test('that is nonsense is passed over', () => {
    const kept = { 'ko-1': card(5), 'ko-2': { stability: 'much' }, 'ko-3': null, 'ko-4': { ...card(5), stability: -1 } };
    globalThis.localStorage = { getItem: () => JSON.stringify(kept) } as unknown as Storage;
    expect(Object.keys(readCards())).toEqual(['ko-1']);
  });
});
