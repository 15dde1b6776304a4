import { describe, expect, test } from 'vitest';
import type { Color, JudgedMove, JudgedPosition, RecordNode, ReviewedGame } from '../wire';
import { isChanged, judgedNodes, positionAt, toldOf, toldSoFar } from './course';

type Step = [number, Color, string, number, number, number];

/** Moves as [number, color, point, node, position before, position after]. */
function movesOf(...steps: Step[]): JudgedMove[] {
  return steps.map(([number, by, move, node, before, after]) => ({ number, by, move, node, before, after, judged: null }));
}

/** Nodes as [number, color, point]. */
function nodesOf(...steps: [number, Color | null, string | null][]): RecordNode[] {
  return steps.map(([number, by, at]) => ({ number, by, at }) as RecordNode);
}

function positionsOf(count: number): JudgedPosition[] {
  return Array.from({ length: count }, (_, lead) => ({ turn: 'black', visits: 1, win_rate: 0.5, lead, candidates: [], ownership: [] }));
}

function check(nodes: RecordNode[], moves: JudgedMove[], nPositions: number, leads: (number | null)[]): void {
  const main = nodes.map((_, i) => i);
  const judged = judgedNodes(nodes, main, moves);
  expect(isChanged(nodes, main, moves, judged)).toBe(false);
  const game = { positions: positionsOf(nPositions) };
  expect(main.map((node) => positionAt(game, main, judged, node)?.lead ?? null)).toEqual(leads);
}

// What the program says of these records.
const PLAIN = movesOf([1, 'black', 'A9', 1, 0, 1], [2, 'white', 'B8', 2, 1, 2]);
const RESUMED = movesOf([1, 'black', 'A9', 1, 0, 1], [2, 'white', 'pass', 2, 1, 2], [3, 'black', 'pass', 3, 2, 3], [4, 'white', 'E5', 4, 4, 5]);

describe('the moves of a review', () => {
  test('are at their nodes', () => {
    check(nodesOf([0, null, null], [1, 'black', 'A9'], [2, 'white', 'B8']), PLAIN, 3, [0, 1, 2]);
  });

  test('are at their nodes in a game that was gone on with after passes', () => {
    const nodes = nodesOf([0, null, null], [1, 'black', 'A9'], [2, 'white', 'pass'], [3, 'black', 'pass'], [4, 'white', 'E5']);
    check(nodes, RESUMED, 6, [0, 1, 2, 3, 5]);
  });

  test('are at their nodes after a handicap that came as moves', () => {
    const nodes = nodesOf([0, null, null], [1, 'black', 'C7'], [2, 'black', 'G3'], [3, 'white', 'E5']);
    check(nodes, movesOf([3, 'white', 'E5', 3, 0, 1]), 2, [null, null, 0, 1]);
  });

  test('are at their nodes where stones are set up on the way, and two moves are in one node', () => {
    const setUp = nodesOf([0, null, null], [1, 'black', 'A9'], [1, null, null], [2, 'white', 'B8']);
    check(setUp, movesOf([1, 'black', 'A9', 1, 0, 1], [2, 'white', 'B8', 3, 2, 3]), 4, [0, 1, 2, 3]);
    const two = nodesOf([0, null, null], [2, 'white', 'B8'], [3, 'black', 'C7']);
    const moves = movesOf([1, 'black', 'A9', 1, 0, 1], [2, 'white', 'B8', 1, 1, 2], [3, 'black', 'C7', 2, 2, 3]);
    check(two, moves, 4, [1, 2, 3]);
  });

  test('hold as far as the main line is the same', () => {
    const nodes = nodesOf([0, null, null], [1, 'black', 'A9'], [2, 'white', 'C8'], [2, 'white', 'B8'], [3, 'black', 'D4']);
    const judgedOf = (main: number[]): [number[], boolean] => {
      const judged = judgedNodes(nodes, main, PLAIN);
      return [[...judged.keys()], isChanged(nodes, main, PLAIN, judged)];
    };
    expect(judgedOf([0, 1, 3])).toEqual([[1, 3], false]);
    expect(judgedOf([0, 1, 2])).toEqual([[1], true]);
    expect(judgedOf([0, 1])).toEqual([[1], true]);
    expect(judgedOf([0, 1, 3, 4])).toEqual([[1, 3], true]);
  });
});

describe('the graph', () => {
  test('has every position beside the moves, so that each loss is a difference of two neighbours', () => {
    const values = positionsOf(6).map(({ win_rate, lead }) => ({ win_rate, lead }));
    const told = toldOf({ moves: RESUMED, values } as unknown as ReviewedGame);
    expect(told.map(({ number, value, move }) => [number, value.lead, move?.move])).toEqual([
      [0, 0, undefined],
      [1, 1, 'A9'],
      [2, 2, 'pass'],
      [3, 3, 'pass'],
      [3, 4, undefined],
      [4, 5, 'E5'],
    ]);
  });

  test('spreads what is known so far over the moves', () => {
    const [first, , last] = positionsOf(3);
    expect(toldSoFar([first], 4).map(({ number }) => number)).toEqual([0]);
    expect(toldSoFar([first, undefined, last], 2).map(({ number }) => number)).toEqual([0, 2]);
    expect(toldSoFar([first, undefined, last], 1).map(({ number }) => number)).toEqual([0, 1]);
  });
});
