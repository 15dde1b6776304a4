import { describe, expect, test } from 'vitest';
import type { Color, JudgedMove, RecordNode, ReviewedGame } from '../wire';
import { mistakeFrom, momentsOf, showingOf } from './moments';

function move(number: number, by: Color, lost: number | null, isBest = false): JudgedMove {
  const at = `A${number}`;
  const judged = {
    grade: 'good',
    best: isBest ? at : 'T19',
    variation: [],
    best_win_rate: 0.5,
    best_lead: 0,
    win_rate: 0.5,
    lead: 0,
    points_lost: lost ?? 0,
    win_rate_lost: 0,
  } as const;
  return { number, by, move: at, node: number, before: number - 1, after: number, judged: lost === null ? null : { ...judged, variation: [] } };
}

const MOVES = [
  move(1, 'black', 0, true),
  move(2, 'white', 4),
  move(3, 'black', 1),
  move(4, 'white', 0.2),
  move(5, 'black', 7),
  move(6, 'white', 12),
  move(7, 'black', 2),
  move(8, 'black', 3),
  move(9, 'white', null),
];
const GAME = { moves: MOVES, moments: [5] } as unknown as ReviewedGame;
const JUDGED = new Map(MOVES.map((move) => [move.number * 10, move]));

const numbers = (moments: { move: JudgedMove }[]): number[] => moments.map(({ move }) => move.number);

describe('the moments that mattered', () => {
  test('are those of the review, of one side or both', () => {
    expect(momentsOf(GAME, JUDGED, 'both', null).map(({ node }) => node)).toEqual([60]);
    expect(momentsOf(GAME, JUDGED, 'black', null)).toEqual([]);
  });

  test('are those that lost enough, where a threshold is asked for', () => {
    expect(numbers(momentsOf(GAME, JUDGED, 'both', 4))).toEqual([2, 5, 6]);
    expect(numbers(momentsOf(GAME, JUDGED, 'black', 1))).toEqual([3, 5, 7, 8]);
  });
});

describe('how a player did', () => {
  test('is told by the loss of each move and by the worst three', () => {
    const { count, perMove, unmarked, best, worst } = showingOf(JUDGED, 'black');
    expect([count, perMove, unmarked, best]).toEqual([5, 13 / 5, 1 / 5, 1 / 5]);
    expect(numbers(worst)).toEqual([5, 8, 7]);
  });

  test('has no worst move that is not bad, and counts none that was not judged', () => {
    const { count, worst } = showingOf(JUDGED, 'white');
    expect(count).toBe(3);
    expect(numbers(worst)).toEqual([6, 2]);
  });

  test('is nothing where nothing was judged', () => {
    expect(showingOf(new Map(), 'black')).toEqual({ count: 0, perMove: 0, unmarked: 0, best: 0, worst: [] });
  });
});

describe('the next mistake', () => {
  const bad = (number: number): [number, JudgedMove] => {
    const own = move(number, 'black', 5);
    return [number, { ...own, judged: { ...own.judged!, grade: 'mistake' } }];
  };
  const judged = new Map([[1, move(1, 'black', 0)] as [number, JudgedMove], bad(2), bad(5)]);
  const nodes = Array.from({ length: 7 }, (_, number) => ({ number }) as RecordNode);

  test('is looked for on both sides of where one is', () => {
    expect([0, 2, 5].map((at) => mistakeFrom(judged, nodes, at, 1))).toEqual([2, 5, undefined]);
    expect([6, 5, 2].map((at) => mistakeFrom(judged, nodes, at, -1))).toEqual([5, 2, undefined]);
  });
});
