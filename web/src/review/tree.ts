// Walking through a record. What stands on the board comes from the server, node by node.

import { spotOf } from '../room/points';
import type { RecordNode, RecordTree } from '../wire';

/** Nodes that follow each other, by their numbers. */
export interface Line {
  /** How many lines it branches off from; the main line from none. */
  depth: number;
  nodes: number[];
}

/** The nodes after each node, the main one first. */
export function childrenOf(nodes: readonly RecordNode[]): number[][] {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach(({ parent }, node) => {
    if (parent !== null) children[parent]?.push(node);
  });
  return children;
}

/** The nodes from the root to `at`, both included. */
export function pathTo(nodes: readonly RecordNode[], at: number): number[] {
  const path: number[] = [];
  for (let node: number | null = at; node !== null; node = nodes[node]?.parent ?? null) path.push(node);
  return path.reverse();
}

/** The nodes from `first` on, always the main one. */
export function lineFrom(children: readonly number[][], first: number): number[] {
  const line = [first];
  for (let next = children[first]?.[0]; next !== undefined; next = children[next]?.[0]) line.push(next);
  return line;
}

/** Every line: the main one, then those that branch off, each after the one it leaves. */
export function linesOf(children: readonly number[][]): Line[] {
  const lines: Line[] = [];
  const ahead = [{ depth: 0, first: 0 }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { depth, first } = next;
    const nodes = lineFrom(children, first);
    lines.push({ depth, nodes });
    const others = nodes.flatMap((node) => children[node]?.slice(1) ?? []);
    ahead.push(...others.reverse().map((first) => ({ depth: depth + 1, first })));
  }
  return lines;
}

/** The stones at a node, one sign for each point. */
export function stonesAt(tree: RecordTree, at: number): string {
  const { width, height, nodes } = tree;
  const stones = Array.from({ length: width * height }, () => '.');
  for (const node of pathTo(nodes, at)) {
    for (const { at, stone } of nodes[node]?.changes ?? []) {
      const spot = spotOf(at, width, height);
      if (spot !== null) stones[spot] = stone === null ? '.' : stone === 'black' ? 'X' : 'O';
    }
  }
  return stones.join('');
}
