import { describe, expect, test } from 'vitest';
import type { ProblemEntry } from '../wire';
import { dayOf } from './cards';
import { daily } from './daily';

const BOOK: ProblemEntry[] = Array.from({ length: 700 }, (_, i) => ({ id: `life-${i}`, kind: i % 9 === 0 ? 'counting' : 'life', rating: 400 + 2 * i }));

/** A Monday. */
const MONDAY = dayOf(new Date(2026, 10, 16, 12));

describe('the problem of the day', () => {
  test('is the same whatever order the problems are in', () => {
    for (let day = MONDAY; day < MONDAY + 30; day++) expect(daily([...BOOK].reverse(), day)).toEqual(daily(BOOK, day));
  });

  test('gets harder from Monday to Sunday', () => {
    const week = Array.from({ length: 7 }, (_, i) => daily(BOOK, MONDAY + i)?.rating ?? 0);
    expect(week).toEqual([...week].sort((a, b) => a - b));
    expect(daily(BOOK, MONDAY + 7)!.rating).toBeLessThan(week[1]!);
  });

  test('does not come back for months, and never asks for a count', () => {
    const half = Array.from({ length: 180 }, (_, i) => daily(BOOK, MONDAY + i));
    expect(new Set(half.map((one) => one?.id)).size).toBe(180);
    expect(half.every((one) => one?.kind === 'life')).toBe(true);
  });

  test('is none where there are no problems, and one where there is one', () => {
    expect(daily([], MONDAY)).toBeUndefined();
    for (let day = MONDAY; day < MONDAY + 7; day++) expect(daily([BOOK[1]!], day)?.id).toBe('life-1');
  });
});
