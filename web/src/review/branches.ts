// Where a line goes on in several ways: each way has a letter, on the board and beside it. Pure.

import type { Mark } from '../board/types';
import { spotOf } from '../room/points';
import type { RecordTree, Vertex } from '../wire';
import { LETTERS } from './marks';

/** A way on from a node. */
export interface Branch {
  node: number;
  sign: string;
  /** The move; null if the node makes none. */
  at: Vertex | null;
}

/** The ways on from a node, if there are several: with what the file calls them, or letters that nothing else on the board has. */
export function branchesOf(tree: RecordTree, children: readonly number[][], node: number): Branch[] {
  const next = children[node] ?? [];
  if (next.length < 2) return [];
  const labels = new Map((tree.nodes[node]?.labels ?? []).map(({ at, text }) => [at, text]));
  const used = new Set(labels.values());
  const free = LETTERS.filter((letter) => !used.has(letter));
  return next.map((own, i) => {
    const at = tree.nodes[own]?.at ?? null;
    const written = at === null ? undefined : labels.get(at);
    return { node: own, sign: written ?? free.shift() ?? String(i + 1), at };
  });
}

/** The ways on as marks, on points where neither a stone nor anything of the file is. */
export function branchMarks(branches: readonly Branch[], stones: string, taken: ReadonlySet<number>, width: number, height: number): Mark[] {
  return branches.flatMap(({ sign, at }) => {
    const spot = at === null ? null : spotOf(at, width, height);
    return spot === null || stones[spot] !== '.' || taken.has(spot) ? [] : [{ at: spot, kind: 'branch' as const, text: sign }];
  });
}

/** The way on that begins with a move. */
export function branchAt(tree: RecordTree, children: readonly number[][], node: number, at: Vertex): number | undefined {
  return children[node]?.find((own) => tree.nodes[own]?.by === tree.nodes[node]?.to_move && tree.nodes[own]?.at === at);
}
