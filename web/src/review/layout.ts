// Where the nodes of a record are in a drawing of its tree: the main line above, and below it what branches off. Pure.

import type { RecordNode } from '../wire';

/** Nodes that follow each other in one row of the drawing. */
export interface TreeLine {
  /** The node it branches off from; null for the main line. */
  parent: number | null;
  nodes: number[];
  column: number;
  row: number;
}

export interface TreeLayout {
  nColumns: number;
  nRows: number;
  columns: Int32Array;
  rows: Int32Array;
  lines: TreeLine[];
}

/** With more lines than this each has a row of its own: to find a higher one that is free would take too long. */
const COMPACT_MAX = 4_000;

export function layoutOf(nodes: readonly RecordNode[], children: readonly number[][]): TreeLayout {
  const columns = new Int32Array(nodes.length);
  const rows = new Int32Array(nodes.length);
  nodes.forEach(({ parent }, node) => {
    if (parent !== null) columns[node] = columns[parent]! + 1;
  });
  const isCompact = children.filter((next) => next.length > 1).reduce((sum, next) => sum + next.length - 1, 0) <= COMPACT_MAX;
  const lines: TreeLine[] = [];
  /** The leftmost column of each row where something is: all that is right of it counts as taken. */
  const taken: number[] = [];
  const ahead: { parent: number | null; first: number }[] = [{ parent: null, first: 0 }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { parent, first } = next;
    const own = lineFrom(children, first);
    const column = columns[first]!;
    const isForked = own.some((node) => (children[node]?.length ?? 0) > 1);
    const from = parent === null ? 0 : rows[parent]! + 1;
    const end = column + own.length - 1;
    const row = isCompact ? (isForked ? rowBelow : freeRow)(taken, from, end) : Math.max(from, taken.length);
    // The way down from the node it branches off is part of it.
    for (let way = from; isCompact && way < row; way++) taken[way] = Math.min(taken[way]!, column - 1);
    taken[row] = Math.max(0, column - 1);
    for (const node of own) rows[node] = row;
    lines.push({ parent, nodes: own, column, row });
    // What branches off last is placed first, next to the line: so that no way down crosses another line.
    for (const node of own) {
      const others = children[node]?.slice(1) ?? [];
      for (const other of others.reverse()) ahead.push({ parent: node, first: other });
    }
  }
  return { nColumns: columns.reduce((most, column) => Math.max(most, column + 1), 0), nRows: taken.length, columns, rows, lines };
}

function lineFrom(children: readonly number[][], first: number): number[] {
  const line = [first];
  for (let next = children[first]?.[0]; next !== undefined; next = children[next]?.[0]) line.push(next);
  return line;
}

/** The first row from `from` on that is free up to the column `end`. */
function freeRow(taken: readonly number[], from: number, end: number): number {
  let row = from;
  while (row < taken.length && taken[row]! <= end) row++;
  return row;
}

/** The same, with nothing further down that the ways to its own variations could meet. */
function rowBelow(taken: readonly number[], from: number, end: number): number {
  let row = taken.length;
  while (row > from && taken[row - 1]! > end) row--;
  return Math.max(row, from);
}

/** A part of the drawing, in columns and rows; both ends are included. */
export interface TreeWindow {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The lines of which something is in a part of the drawing, the ways down to them included. */
export function linesWithin({ lines, rows }: TreeLayout, { left, right, top, bottom }: TreeWindow): TreeLine[] {
  return lines.filter(({ parent, nodes, column, row }) => {
    const above = parent === null ? row : rows[parent]!;
    return above <= bottom && row >= top && column - 1 <= right && column + nodes.length - 1 >= left;
  });
}

/** The nodes of a line that are in a part of the drawing. */
export function nodesWithin({ nodes, column, row }: TreeLine, { left, right, top, bottom }: TreeWindow): number[] {
  if (row < top || row > bottom) return [];
  return nodes.slice(Math.max(0, left - column), Math.max(0, right - column + 1));
}

/** The node at a place of the drawing. */
export function nodeAt({ lines }: TreeLayout, column: number, row: number): number | undefined {
  const line = lines.find((own) => own.row === row && own.column <= column && column < own.column + own.nodes.length);
  return line?.nodes[column - line.column];
}
