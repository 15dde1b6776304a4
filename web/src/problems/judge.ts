// What a move is worth where a mistake was made: what the review said of it, or what the server says now.

import { editRecord } from '../api';
import { think } from '../review/desk';
import type { BookProblem, Vertex } from '../wire';
import { type FindTask, LINE_MAX, readOwn, slackOf } from './own';

/** Whether a move solves a problem, and the play that shows it, the move first. */
export interface Verdict {
  isGood: boolean;
  line: Vertex[];
}

/** A task with moves to be made on the board. */
export type MoveTask = Extract<BookProblem['task'], { type: 'play' }> | FindTask;

/** What the task itself says of the move; null if it says nothing. */
export function known({ solved, line, wrong }: MoveTask, at: Vertex): Verdict | null {
  if (solved.includes(at)) return { isGood: true, line: line[0] === at ? line : [at] };
  const refuted = wrong.find((line) => line[0] === at);
  return refuted ? { isGood: false, line: refuted } : null;
}

/** Has the program think about a move that the review did not look at. */
export async function asked({ game, node, visits, lead, lost }: FindTask, at: Vertex): Promise<Verdict> {
  const sgf = readOwn().games[game] ?? '';
  const tree = await editRecord(sgf, { type: 'play', node, at });
  const after = await think(tree.sgf, tree.at, visits);
  // What the opponent leads by then, the player is behind.
  const isGood = lead + after.lead <= slackOf(lost);
  return { isGood, line: [at, ...(after.candidates[0]?.variation ?? [])].slice(0, LINE_MAX) };
}
