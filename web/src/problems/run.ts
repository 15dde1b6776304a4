// A timed run: problems that get harder, as many as one solves in three minutes.

import type { BookProblem, ProblemEntry, Vertex } from '../wire';
import { known } from './judge';

/** How long a run lasts, in milliseconds. */
export const RUN_MS = 180_000;

/** With so many misses it is over. */
export const MISSES_MAX = 3;

/** How much harder each problem of a run is than the one before it. */
const RISE = 25;

/** How far from what is wanted a problem may be rated. */
const SLACK = 50;

/** How many problems a run has at most: more than anybody solves in its time. */
const RUN_MAX = 120;

/** The names of the problems of a run, none of them twice. */
export function ramp(entries: readonly ProblemEntry[], random: () => number = Math.random): string[] {
  let left = entries.filter(({ kind }) => kind !== 'counting').sort((a, b) => a.rating - b.rating);
  const chosen: string[] = [];
  let wanted = left[0]?.rating ?? 0;
  while (left.length > 0 && chosen.length < RUN_MAX) {
    const near = left.filter(({ rating }) => Math.abs(rating - wanted) <= SLACK);
    // Where there is none so hard, the next harder one, or the hardest that is left.
    const pool = near.length > 0 ? near : [left.find(({ rating }) => rating > wanted) ?? left[left.length - 1]!];
    const one = pool[Math.min(pool.length - 1, Math.floor(random() * pool.length))]!;
    chosen.push(one.id);
    left = left.filter(({ id }) => id !== one.id);
    wanted += RISE;
  }
  return chosen;
}

/** How a run stands. */
export interface Tally {
  solved: number;
  /** The problems that were missed. */
  missed: BookProblem[];
}

/** After a move in a problem of the run. */
export function tallied({ solved, missed }: Tally, problem: BookProblem, at: Vertex): Tally {
  const isRight = problem.task.type === 'play' && known(problem.task, at)?.isGood === true;
  return isRight ? { solved: solved + 1, missed } : { solved, missed: [...missed, problem] };
}

/** The time left, as people read clocks; no part of a second is taken away before it is over. */
export function clock(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
