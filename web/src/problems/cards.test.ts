import { describe, expect, test } from 'vitest';
import type { BookProblem } from '../wire';
import { answered, type Card, dayOf, isDue, readCards, round, ROUND } from './cards';
import type { AnyProblem } from './own';

const position = { rules: 'chinese', width: 9, height: 9, komi: 0, handicap: 0, stones: null, to_move: null, moves: [], dead: [] };

function problem(id: string, kind: BookProblem['kind'], difficulty: number): BookProblem {
  return { id, kind, difficulty, position, task: { type: 'count', lead: 0 } };
}

const BOOK = [
  problem('net-1', 'net', 9),
  problem('net-2', 'net', 8),
  problem('ko-1', 'ko', 5),
  problem('ko-2', 'ko', 6),
  problem('ko-3', 'ko', 7),
];

const card = (due: number): Card => ({ stability: 3, difficulty: 5, last: due - 3, due });
const ids = (problems: AnyProblem[]): string[] => problems.map(({ id }) => id);

describe('a round', () => {
  test('begins with what is new, the easiest of each kind in turns', () => {
    expect(ids(round(BOOK, {}, 100))).toEqual(['ko-1', 'net-2', 'ko-2', 'net-1', 'ko-3']);
  });

  test('goes by the grade, what has none last, and by the work where that is the same', () => {
    const graded = [null, 10, 3, 3].map((grade, i) => ({ ...problem(`life-${i}`, 'life', 5 - i), grade }));
    expect(ids(round(graded, {}, 100))).toEqual(['life-3', 'life-2', 'life-1', 'life-0']);
  });

  test('has what is due first, the longest first, and what is not due last', () => {
    const cards = { 'ko-1': card(100), 'net-1': card(90), 'net-2': card(101) };
    expect(ids(round(BOOK, cards, 100))).toEqual(['net-1', 'ko-1', 'ko-2', 'ko-3', 'net-2']);
  });

  test('is never longer than a round', () => {
    const many = Array.from({ length: 30 }, (_, i) => problem(`ko-${i}`, 'ko', i));
    expect(round(many, {}, 100)).toHaveLength(ROUND);
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
