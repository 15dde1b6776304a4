import { describe, expect, test } from 'vitest';
import type { RecordNode } from '../wire';
import { layoutOf, linesWithin, nodeAt, nodesWithin, type TreeLayout } from './layout';
import { childrenOf } from './tree';

/** Nodes by the numbers of their parents. */
function nodesOf(parents: (number | null)[]): RecordNode[] {
  return parents.map((parent) => ({ parent }) as RecordNode);
}

function laidOut(parents: (number | null)[]): TreeLayout {
  const nodes = nodesOf(parents);
  return layoutOf(nodes, childrenOf(nodes));
}

/** The drawing in letters: every node is a letter at its place. */
function drawn({ nColumns, nRows, columns, rows }: TreeLayout): string[] {
  const lines = Array.from({ length: nRows }, () => Array.from({ length: nColumns }, () => '.'));
  columns.forEach((column, node) => (lines[rows[node]!]![column] = String.fromCharCode(97 + node)));
  return lines.map((line) => line.join(''));
}

describe('the drawing of a tree', () => {
  test('has a game without variations in one row', () => {
    expect(drawn(laidOut([null, 0, 1, 2]))).toEqual(['abcd']);
  });

  test('has what branches off late next to its line, and what branches off early below that', () => {
    // a-b-c-d-e is the main line; f-g-h leaves after a, and i after c.
    expect(drawn(laidOut([null, 0, 1, 2, 3, 0, 5, 6, 2]))).toEqual(['abcde', '...i.', '.fgh.']);
  });

  test('uses a row again where there is room', () => {
    // f leaves after a and is short; g leaves after d.
    expect(drawn(laidOut([null, 0, 1, 2, 3, 0, 3]))).toEqual(['abcde', '.f..g']);
  });

  test('has variations of variations below them', () => {
    expect(drawn(laidOut([null, 0, 1, 0, 3, 3]))).toEqual(['abc', '.de', '..f']);
  });

  test('never has two nodes in one place, nor a way down through a node', () => {
    let seed = 7;
    const random = (n: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
    for (let round = 0; round < 50; round++) {
      const parents: (number | null)[] = [null];
      for (let i = 1; i < 120; i++) parents.push(random(4) === 0 ? random(i) : i - 1);
      const layout = laidOut(parents);
      const places = new Map(Array.from(layout.columns, (column, node) => [`${column} ${layout.rows[node]}`, node]));
      expect(places.size).toBe(parents.length);
      for (const { parent, column, row, nodes } of layout.lines) {
        if (parent === null) continue;
        for (let above = layout.rows[parent]! + 1; above < row; above++) {
          expect(places.get(`${column - 1} ${above}`), `the way to ${nodes[0]}`).toBeUndefined();
        }
      }
    }
  });

  test('is quick with very many variations', () => {
    const parents: (number | null)[] = [null, ...Array.from({ length: 50_000 }, () => 0)];
    const began = performance.now();
    expect(laidOut(parents).nRows).toBe(50_000);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('a part of the drawing', () => {
  const layout = laidOut([null, 0, 1, 2, 3, 0, 5, 6, 2]);

  test('has the nodes in it, and the lines that pass', () => {
    const part = { left: 1, right: 2, top: 2, bottom: 2 };
    expect(linesWithin(layout, part).flatMap((line) => nodesWithin(line, part))).toEqual([5, 6]);
    const between = { left: 0, right: 0, top: 1, bottom: 1 };
    expect(linesWithin(layout, between).map(({ nodes }) => nodes[0])).toEqual([5]);
    expect(linesWithin(layout, between).flatMap((line) => nodesWithin(line, between))).toEqual([]);
  });

  test('is found by its place', () => {
    expect(nodeAt(layout, 2, 2)).toBe(6);
    expect(nodeAt(layout, 3, 1)).toBe(8);
    expect(nodeAt(layout, 0, 1)).toBeUndefined();
    expect(nodeAt(layout, 9, 0)).toBeUndefined();
  });
});
