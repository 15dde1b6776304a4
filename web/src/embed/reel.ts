// A record as a strip of positions to run through: the main line, or a variation that was gone into. Pure.

import { childrenOf, lineFrom, pathTo } from '../review/tree';
import type { RecordNode, RecordTree } from '../wire';

export interface Reel {
  tree: RecordTree;
  children: number[][];
  /** The nodes that are run through, from the root to the end of a line. */
  line: number[];
  /** Which of them is shown. */
  at: number;
}

/** The main line, shown after so many moves; at its end if nothing is said. */
export function reelOf(tree: RecordTree, move: number | null = null): Reel {
  const children = childrenOf(tree.nodes);
  const line = lineFrom(children, 0);
  const found = move === null ? line.length - 1 : line.findIndex((node) => (tree.nodes[node]?.number ?? 0) >= move);
  return { tree, children, line, at: found < 0 ? line.length - 1 : found };
}

/** The node that is shown. */
export function nodeOf({ tree, line, at }: Reel): RecordNode {
  return tree.nodes[line[at] ?? 0]!;
}

/** Goes to a place on the line, or to its nearer end. */
export function wound(reel: Reel, to: number): Reel {
  return { ...reel, at: Math.max(0, Math.min(reel.line.length - 1, to)) };
}

/** Goes into the line that begins with `node`. */
export function into(reel: Reel, node: number): Reel {
  const before = pathTo(reel.tree.nodes, node);
  const line = [...before.slice(0, -1), ...lineFrom(reel.children, node)];
  return { ...reel, line, at: before.length - 1 };
}

/** The nodes that may follow, if there is a choice. */
export function choices({ children, line, at }: Reel): number[] {
  const next = children[line[at] ?? 0] ?? [];
  return next.length > 1 ? next : [];
}
