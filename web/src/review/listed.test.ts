import { describe, expect, test } from 'vitest';
import { matches } from './games';
import { listedLines } from './listed';

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

describe('the list of moves', () => {
  test('has all of a game of people', () => {
    const lines = [
      { depth: 0, nodes: numbers(0, 400) },
      { depth: 1, nodes: numbers(400, 20) },
    ];
    expect(listedLines(lines, lines[0]!.nodes, 3)).toEqual({ lines, isPart: false });
  });

  test('has of very many variations the one that one is in', () => {
    const main = numbers(0, 100);
    const others = Array.from({ length: 500 }, (_, i) => ({ depth: 1, nodes: numbers(100 + i * 10, 10) }));
    const { lines, isPart } = listedLines([{ depth: 0, nodes: main }, ...others], main, 1_234);
    expect(isPart).toBe(true);
    expect(lines.map(({ nodes }) => nodes[0])).toEqual([0, 1_230]);
  });

  test('has of a very long line the part around where one is', () => {
    const main = numbers(0, 10_000);
    for (const at of [0, 5_000, 9_999]) {
      const { lines } = listedLines([{ depth: 0, nodes: main }], main, at);
      expect(lines[0]!.nodes).toContain(at);
      expect(lines[0]!.nodes).toHaveLength(600);
    }
  });
});

describe('a game of a file', () => {
  const game = {
    game: 4,
    name: 'Meijin',
    players: { black: 'Cho Chikun 9p', white: 'Otake' },
    result: 'B+3.5',
    date: '1983-11-04',
    width: 19,
    height: 19,
    n_moves: 214,
  };

  test.each(['', 'cho', 'otake CHO', '1983', 'b+3', 'meijin 9p', '5'])('is found by %j', (wish) => {
    expect(matches(game, wish)).toBe(true);
  });

  test.each(['takemiya', 'cho 1984'])('is not found by %j', (wish) => {
    expect(matches(game, wish)).toBe(false);
  });
});
