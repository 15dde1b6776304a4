// Nodes of a record in words.

import type { JudgedMove, RecordTree } from '../wire';
import type { Words } from '../words/words.svelte';
import { moveName, points } from './judged';
import type { ReviewWords } from './words';

/** What a node is: its move, what was judged of it, and whether something is said of it. */
export function nodeName(own: Words, words: ReviewWords, tree: RecordTree, judged: ReadonlyMap<number, JudgedMove>, node: number): string {
  const { at, by, number, comment } = tree.nodes[node]!;
  const opinion = judged.get(node)?.judged;
  const name = by && at ? own.moves.label(number, own.color[by], moveName(own, at)) : node === 0 ? words.start : words.setup;
  const more = opinion ? [words.grades[opinion.grade], words.lost(points(own, opinion.points_lost))] : [];
  return [name, ...more, ...(comment ? [words.hasComment] : [])].join(', ');
}
